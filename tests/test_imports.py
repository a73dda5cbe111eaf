"""The packages import in one direction, the kernel next to nothing, and no file names a path of one machine."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("mechanisms", "derivations", "lp", "checks", "rrproof")
KERNEL = ROOT / "derivations" / "arithmetic" / "kernel.py"
TRUSTED = (  # besides the standard library, all that the kernel may rest on
    "flint",
    "mechanisms.exact.polynomial",
    "mechanisms.exact.expression",
    "mechanisms.exact.formula",
    "derivations.arithmetic.statements",
    "derivations.arithmetic.real_roots",
)
LOGIC = ROOT / "derivations" / "logic"
TRUSTED_BY_THE_LOGIC = (  # besides the standard library, all that the kernel of the logic may rest on
    *TRUSTED,
    "derivations.arithmetic.kernel",
    "derivations.logic.terms",
    "derivations.logic.arithmetic",
)
DYNAMIC_IMPORTS = {"import_module", "__import__"}
HEAVY = {  # what an import inside a function may spare, and what it brings along
    "sympy": (),
    "numpy": (),
    "scipy": ("numpy",),
    "scipy.optimize": ("scipy", "numpy"),
    "scipy.stats": ("scipy.optimize", "scipy", "numpy"),
    "cvxpy": ("scipy", "numpy"),
    "highspy": ("numpy",),
    "matplotlib": ("numpy",),
    "pyarrow": ("numpy",),
    "distributed": (),
    "jinja2": (),
    "latex2mathml": (),
    "pylatexenc": (),
    "z3": (),
    "cvc5": (),
    "opendp": ("numpy",),
    "checks.verifying.verification": (),  # the engine, which a run does without whose results are kept
}
SPARED = {  # what these spare besides, since they are loaded for every command
    "checks.cli": {"flint", "rich"},
    "checks.commands.options": {"checks.claims.record"},
    "checks.commands.outputs": {"checks.claims.record"},
    "checks.commands.completion": {"checks.claims.claim", "flint"},
}
BACK = {  # (module, what it imports inside a function): that one imports it at the top
    ("mechanisms.design", "mechanisms.privacy"),  # a design tells its privacy
    ("derivations.logic.terms", "derivations.logic.printer"),  # a term prints itself
    # a result shows itself, and what shows it knows it
    ("checks.samplers.audit.result", "checks.samplers.audit.output"),
    # a kind of input, or of claim, that is judged by a module of its own
    ("checks.inputs.design", "checks.inputs.design_files"),
    ("checks.verifying.verification", "checks.verifying.boundary"),
}


def imported(source: str, package: str = "") -> Iterator[str]:
    """Yield the dotted name of each module that `source`, a module inside `package`, imports anywhere in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            origin = ".".join([*base, node.module] if node.module else base)
            yield from (f"{origin}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "attr", getattr(node.func, "id", None))
            if called in DYNAMIC_IMPORTS and isinstance(node.args[0].value, str):
                yield node.args[0].value


def upward_imports(source: str, package: str) -> list[str]:
    """Return the imports in `source`, a module inside `package`, that reach a layer above its own."""
    above = set(LAYERS[LAYERS.index(package.split(".")[0]) + 1 :])
    return [name for name in imported(source, package) if name.split(".")[0] in above]


def untrusted_imports(source: str, package: str, allowed: tuple[str, ...]) -> list[str]:
    """Return the imports in `source` that are neither the standard library nor below a module in `allowed`."""

    def is_trusted(name: str) -> bool:
        below = any(name == module or name.startswith(module + ".") for module in allowed)
        return below or name.split(".")[0] in sys.stdlib_module_names

    return [name for name in imported(source, package) if not is_trusted(name)]


def floats(source: str) -> list[int]:
    """Return the lines of `source` that write a floating-point number or convert to one."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.Constant) and isinstance(node.value, float | complex))
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float")
    ]


def modules() -> list[Path]:
    return sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))


def package_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).parent.parts)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_never_reach_a_layer_above(path: Path) -> None:
    assert upward_imports(path.read_text(encoding="utf-8"), package_of(path)) == []


def test_each_layer_has_modules() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in modules()} == set(LAYERS)


@pytest.mark.parametrize(
    "planted",
    [
        "import checks",
        "import numpy, lp.certificate",
        "from checks import verify",
        "def f():\n    from lp.certificate import certify",
        "if True:\n    import checks.cli as cli",
        "importlib.import_module('lp')",
        "__import__('checks.cli')",
    ],
)
def test_a_planted_upward_import_is_found(planted: str) -> None:
    assert upward_imports(planted, "derivations") != []
    assert upward_imports(planted, "checks") == []


def test_relative_imports_are_resolved() -> None:
    assert list(imported("from . import a\nfrom .b import c\nfrom ..d import e", "checks.papers")) == [
        "checks.papers.a",
        "checks.papers.b.c",
        "checks.d.e",
    ]


@pytest.mark.parametrize(
    "module", ["derivations.arithmetic.kernel", *(name for name in TRUSTED if name.split(".")[0] in LAYERS)]
)
def test_the_kernel_and_what_it_rests_on_import_only_exact_arithmetic(module: str) -> None:
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    assert untrusted_imports(path.read_text(encoding="utf-8"), package_of(path), TRUSTED) == []


def test_the_kernel_has_no_floats_and_stays_short() -> None:
    source = KERNEL.read_text(encoding="utf-8")
    assert floats(source) == []
    assert len(source.splitlines()) < 400


@pytest.mark.parametrize("module", ["kernel", "terms", "arithmetic"])
def test_the_kernel_of_the_logic_imports_only_what_is_trusted(module: str) -> None:
    path = LOGIC / f"{module}.py"
    found = untrusted_imports(path.read_text(encoding="utf-8"), package_of(path), TRUSTED_BY_THE_LOGIC)
    assert found == (["derivations.logic.printer.plain"] if module == "terms" else [])  # only to show a term
    assert floats(path.read_text(encoding="utf-8")) == []


def test_the_kernel_of_the_logic_stays_short() -> None:
    assert sum(len((LOGIC / f"{m}.py").read_text().splitlines()) for m in ("kernel", "terms", "arithmetic")) < 1100


@pytest.mark.parametrize(
    "planted",
    ["import sympy", "from .identities import prove", "from mechanisms import design", "import flintlike"],
)
def test_a_planted_untrusted_import_is_found(planted: str) -> None:
    assert untrusted_imports(planted, "derivations", TRUSTED) != []


def test_planted_floats_are_found() -> None:
    assert floats("a = 0.5\nb = 1\nc = float(b)\nd = isinstance(b, float)") == [1, 3]


def files_of_the_project() -> list[Path]:
    """Return the files that git tracks, or would track when they were added."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [ROOT / name for name in listing.split("\0") if name and (ROOT / name).is_file()]


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a git clone, so no list of the project's files")
def test_no_file_names_a_path_of_one_machine() -> None:
    # joined here, so that this file does not match itself
    foreign = [
        "/".join(parts) for parts in (("", "work", ""), ("", "tmp", "bash_jobs"), ("..", "shared"), ("file:", "", ""))
    ]
    files = files_of_the_project()
    assert Path(__file__).resolve() in files
    found = [
        (str(path.relative_to(ROOT)), text) for path in files for text in foreign if text.encode() in path.read_bytes()
    ]
    assert found == []


def room_of(module: str) -> str:
    """The folder of a module, two levels deep; families of theorems and papers are rooms of their own."""
    parts = module.split(".")
    folder = parts if ROOT.joinpath(*parts).is_dir() else parts[:-1]
    return ".".join(folder[: 3 if folder[:2] in (["derivations", "theorems"], ["checks", "papers"]) else 2])


def arrows() -> set[tuple[str, str]]:
    """Which folder imports from which, also inside functions."""
    names = {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for p in modules()}
    found = set()
    for path in modules():
        package = package_of(path)
        own = room_of(".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        for name in imported(path.read_text(encoding="utf-8"), package):
            while name and name not in names:
                name = name.rpartition(".")[0]
            if name and room_of(name) != own:
                found.add((own, room_of(name)))
    return found


def in_a_circle(pairs: set[tuple[str, str]]) -> set[str]:
    """The folders from which a walk along the arrows comes back."""
    left = set(pairs)
    while True:
        ends = {target for _, target in left} & {source for source, _ in left}
        kept = {(source, target) for source, target in left if source in ends and target in ends}
        if kept == left:
            return ends
        left = kept


def test_no_circle_crosses_a_folder() -> None:
    assert in_a_circle(arrows()) == set()


def test_a_planted_circle_between_folders_is_found() -> None:
    assert in_a_circle({("a", "b"), ("b", "c"), ("c", "b")}) == {"b", "c"}
    assert in_a_circle({("a", "b"), ("b", "c")}) == set()


Import = ast.Import | ast.ImportFrom
Function = ast.FunctionDef | ast.AsyncFunctionDef
BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")  # where statements stand in a statement


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def is_for_what_may_be_missing(node: ast.AST) -> bool:
    """Whether an import below may fail, because the package is optional or of another system."""
    handled = [ast.unparse(h.type) for h in node.handlers if h.type] if isinstance(node, ast.Try) else []
    entered = [ast.unparse(item) for item in node.items] if isinstance(node, ast.With) else []
    return any(error in text for text in handled + entered for error in ("ImportError", "ModuleNotFoundError"))


def imports_of(node: ast.AST, inside: bool = False) -> Iterator[tuple[Import, bool]]:
    """The imports that run, each with whether it stands inside a function; none for types or of what may be missing."""
    for child in (part for block in BLOCKS for part in getattr(node, block, ())):
        if isinstance(child, Import):
            yield child, inside
        elif not is_for_types(child) and not (inside and is_for_what_may_be_missing(child)):
            yield from imports_of(child, inside or isinstance(child, Function))


class Graph:
    """What each module imports at its top, and inside functions; `sources` has the text of each module."""

    def __init__(self, sources: dict[str, str], packages: set[str]) -> None:
        self.packages, self.trees = packages, {name: ast.parse(text) for name, text in sources.items()}
        self.top: dict[str, set[str]] = {}
        self.inside: list[tuple[str, Import]] = []
        for name, tree in self.trees.items():
            found = list(imports_of(tree))
            self.top[name] = {target for node, inside in found if not inside for target in self.targets(name, node)}
            self.inside += [(name, node) for node, inside in found if inside]

    def targets(self, module: str, node: Import) -> set[str]:
        """The modules that an import loads, with their packages; lazy packages load the home of what is asked for."""
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        else:
            named = [node.module or ""]
            for alias in node.names:
                named += [f"{node.module}.{alias.name}", self.home(node.module or "", alias.name)]
        return {part for name in named for part in self.with_packages(name)}

    def with_packages(self, name: str) -> Iterator[str]:
        parts = name.split(".")
        for end in range(1, len(parts) + 1):
            part = ".".join(parts[:end])
            if part in self.trees or (name.split(".")[0] not in LAYERS and part):
                yield part

    def home(self, package: str, name: str) -> str:
        """Where a package takes a name from that it imports when it is asked for it; "" for other names."""
        for block in self.trees[package].body if package in self.packages else ():
            for node in block.body if is_for_types(block) else ():
                if isinstance(node, ast.ImportFrom) and any((a.asname or a.name) == name for a in node.names):
                    return node.module or ""
        return ""

    def loaded(self, names: set[str]) -> set[str]:
        """All that is loaded with these."""
        found, left = set(), set(names)
        while left:
            name = left.pop()
            found.add(name)
            left |= {*self.top.get(name, ()), *HEAVY.get(name, ())} - found
        return found

    def needless(self) -> Iterator[str]:
        """The imports inside functions that spare nothing heavy."""
        for module, node in self.inside:
            targets = self.targets(module, node)
            loads = self.loaded(targets)
            heavy = HEAVY.keys() | SPARED.get(module, set())
            if (loads & heavy) - self.loaded({module}):
                continue
            if module in loads and any((module, target) in BACK for target in targets):
                continue
            yield f"{module}:{node.lineno}: {ast.unparse(node)}"


@cache
def graph() -> Graph:
    names = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in modules()}
    sources = {name.removesuffix(".__init__"): path.read_text(encoding="utf-8") for path, name in names.items()}
    return Graph(sources, {name.removesuffix(".__init__") for name in names.values() if name.endswith(".__init__")})


def test_imports_inside_functions_spare_something_heavy() -> None:
    assert list(graph().needless()) == []


def test_each_named_import_back_is_a_circle() -> None:
    found = graph()
    there = {(module, target) for module, node in found.inside for target in found.targets(module, node)}
    assert there >= BACK
    assert {(module, target) for module, target in BACK if module not in found.loaded({target})} == set()


@pytest.mark.parametrize(
    ("inside", "is_needless"),
    [
        ("import math", True),
        ("import sympy", False),
        ("from lp.light import x", True),
        ("from lp.heavy import x", False),
        ("from lp import x", False),  # a package that takes it from lp.heavy
        ("from lp import light", True),
        ("try:\n        import math\n    except ImportError:\n        pass", False),
    ],
)
def test_a_planted_import_inside_a_function_is_judged(inside: str, is_needless: bool) -> None:
    sources = {
        "lp": "if TYPE_CHECKING:\n    from lp.heavy import x as x",
        "lp.light": "import json",
        "lp.heavy": "from scipy import stats",
        "lp.planted": f"def f():\n    {inside}",
    }
    assert (list(Graph(sources, {"lp"}).needless()) != []) == is_needless


def test_what_is_loaded_anyway_is_not_spared() -> None:
    sources = {"lp": "", "lp.planted": "import cvxpy\ndef f():\n    import numpy"}
    assert list(Graph(sources, {"lp"}).needless()) == ["lp.planted:3: import numpy"]


def test_what_proves_takes_nothing_from_the_witness() -> None:
    proving = [path for path in modules() if path.stem.startswith("proofs") or "proofs" in path.parts]
    proving += [path for path in modules() if package_of(path).startswith(("mechanisms", "derivations", "lp"))]
    assert len(proving) > 250
    told = [(path.name, name) for path in proving for name in imported(path.read_text("utf-8"), package_of(path))]
    assert [found for found in told if found[1].startswith("checks.witness")] == []
