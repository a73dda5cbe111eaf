"""What public functions refuse is said where they are described."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LAYERS = ("mechanisms", "derivations", "lp", "checks", "rrproof")
CONSTRUCTORS = {"__init__", "__post_init__"}  # what they raise is said of the class
NOT_OF_THE_CALLER = {"AssertionError", "NotImplementedError"}  # faults of the code
EXITS = {"UsageError", "BadParameter", "Exit", "SystemExit"}  # how a command ends, which its user sees

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


def name_of(error: ast.expr) -> str:
    """The name of the class, without its module: of `m.DeckError("x")` it is DeckError."""
    return ast.unparse(error.func if isinstance(error, ast.Call) else error).split(".")[-1]


def caught_by(attempt: ast.Try) -> set[str]:
    """The names of the errors that `except` does more with than raise them again."""
    handlers = [
        h.type for h in attempt.handlers if h.type and not (isinstance(h.body[0], ast.Raise) and not h.body[0].exc)
    ]
    return {name_of(error) for kind in handlers for error in (kind.elts if isinstance(kind, ast.Tuple) else [kind])}


def errors_of(node: ast.AST, caught: frozenset[str] = frozenset()) -> set[str]:
    """The names of the errors that a function lets out, without the functions in it; what it passes on has no name."""
    found: set[str] = set()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Scope):
            continue
        inside = caught | caught_by(node) if isinstance(node, ast.Try) and child in node.body else caught
        if isinstance(child, ast.Raise) and child.exc is not None and name_of(child.exc)[0].isupper():
            found |= {name_of(child.exc)} - NOT_OF_THE_CALLER - EXITS - inside
        found |= errors_of(child, inside)
    return found


def is_command(function: ast.FunctionDef) -> bool:
    """Whether the docstring is the help of a command: errors are there for its user, as sentences."""
    return any(name_of(decorator) in ("command", "group") for decorator in function.decorator_list)


def unsaid(source: str) -> list[str]:
    """The public functions, methods and classes that do not name an error which they raise, with that error."""

    def walk(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[str]:
        for child in node.body:
            if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
                yield from walk(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.FunctionDef):
                made = isinstance(node, ast.ClassDef) and child.name in CONSTRUCTORS
                if made or not (child.name.startswith("_") or is_command(child)):
                    said = (ast.get_docstring(child) or "") + ((ast.get_docstring(node) or "") if made else "")
                    yield from (f"{prefix}{child.name}: {e}" for e in sorted(errors_of(child)) if e not in said)

    return list(walk(ast.parse(source), ""))


def test_public_functions_name_the_errors_that_they_raise() -> None:
    modules = {path: path.read_text(encoding="utf-8") for layer in LAYERS for path in (ROOT / layer).rglob("*.py")}
    found = {str(path.relative_to(ROOT)): unsaid(text) for path, text in modules.items() if "raise " in text}
    assert len(found) > 100
    assert {path: those for path, those in sorted(found.items()) if those} == {}


def test_a_planted_error_that_is_not_said_is_found() -> None:
    assert unsaid("def f():\n    '''ValueError for 0.'''\n    raise ValueError('0')") == []
    assert unsaid("def f():\n    '''For 1.'''\n    if 1:\n        raise m.DeckError") == ["f: DeckError"]
    assert unsaid("def _f():\n    raise ValueError\ndef g():\n    def h():\n        raise ValueError") == []
    assert unsaid("class A:\n    '''TypeError.'''\n    def __init__(self):\n        raise TypeError('')") == []
    planted = "class A:\n    '''TypeError.'''\n    def f(self):\n        '''f.'''\n        raise TypeError('')"
    assert unsaid(planted) == ["A.f: TypeError"]
    tried = "def f():\n    try:\n        raise ValueError\n    except (OSError, m.ValueError):\n        "
    assert unsaid(tried + "return 1") == unsaid("@c.command('f')\ndef f():\n    raise ValueError") == []
    assert unsaid(tried + "raise") == ["f: ValueError"]
    assert unsaid(tried + "raise KeyError from None") == ["f: KeyError"]
