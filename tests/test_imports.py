"""The packages import in one direction, the kernel next to nothing, and no file names a path of one machine."""

import ast
import subprocess
import sys
from collections.abc import Iterator
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
