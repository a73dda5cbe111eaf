"""What public functions of `mechanisms` and `lp` refuse is said where they are described."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = sorted(path for layer in ("mechanisms", "lp") for path in (ROOT / layer).rglob("*.py"))
CONSTRUCTORS = {"__init__", "__post_init__"}  # what they raise is said of the class
NOT_OF_THE_CALLER = {"AssertionError"}  # a fault of the code

Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda


def statements_of(node: ast.AST) -> Iterator[ast.AST]:
    """All that stands in a function, without the functions and classes in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, Scope):
            yield child
            yield from statements_of(child)


def errors_of(function: ast.FunctionDef) -> set[str]:
    """The names of the errors that a function raises itself; an error that it only passes on has no name."""
    raised = (node.exc for node in statements_of(function) if isinstance(node, ast.Raise) and node.exc is not None)
    names = {ast.unparse(error.func if isinstance(error, ast.Call) else error).split(".")[-1] for error in raised}
    return {name for name in names if name[0].isupper()} - NOT_OF_THE_CALLER


def unsaid(source: str) -> list[str]:
    """The public functions, methods and classes that do not name an error which they raise, with that error."""

    def walk(node: ast.Module | ast.ClassDef, prefix: str) -> Iterator[str]:
        for child in node.body:
            if isinstance(child, ast.ClassDef) and not child.name.startswith("_"):
                yield from walk(child, f"{prefix}{child.name}.")
            elif isinstance(child, ast.FunctionDef):
                made = isinstance(node, ast.ClassDef) and child.name in CONSTRUCTORS
                if made or not child.name.startswith("_"):
                    said = (ast.get_docstring(child) or "") + ((ast.get_docstring(node) or "") if made else "")
                    yield from (f"{prefix}{child.name}: {e}" for e in sorted(errors_of(child)) if e not in said)

    return list(walk(ast.parse(source), ""))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_public_functions_name_the_errors_that_they_raise(path: Path) -> None:
    assert unsaid(path.read_text(encoding="utf-8")) == []


def test_a_planted_error_that_is_not_said_is_found() -> None:
    assert unsaid("def f():\n    '''ValueError for 0.'''\n    raise ValueError('0')") == []
    assert unsaid("def f():\n    '''For 1.'''\n    if 1:\n        raise m.DeckError") == ["f: DeckError"]
    assert unsaid("def _f():\n    raise ValueError\ndef g():\n    def h():\n        raise ValueError") == []
    assert unsaid("class A:\n    '''TypeError.'''\n    def __init__(self):\n        raise TypeError('')") == []
    planted = "class A:\n    '''TypeError.'''\n    def f(self):\n        '''f.'''\n        raise TypeError('')"
    assert unsaid(planted) == ["A.f: TypeError"]
