"""Where it stands what a claim means, and what proves it: statement and script, encoding, definition or notation."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from checks.claims.claim import Claim
from checks.papers.collection import built_in_model, scripts_of

ROOT = Path(__file__).resolve().parents[2]


def code_of(claim: Claim) -> tuple[tuple[str, str], ...]:
    """Name and path, from the root of the project, of what stands behind a claim of a paper of the suite.

    A statement of the logic stands in the claims file, and a script proves it, or a search; another statement in prose
    has an encoding, a definition the function that implements it; a formula is read by the notation of its paper. The
    path is empty where no source file is at hand.
    """
    found: list[tuple[str, str]] = []
    if claim.defined_by:
        module, _, name = claim.defined_by.partition(":")
        found.append((name, _path(module)))
    statements = [reading.statement for reading in claim.readings]
    if any(statement.statement for statement in statements):
        found.append(("statement", _claims_file(claim)))
    for name in dict.fromkeys(statement.by for statement in statements if statement.by):
        found.append((name, _path(next(m for m, scripts in scripts_of(claim.paper).items() if name in scripts))))
    for name in dict.fromkeys(statement.encode for statement in statements if statement.encode):
        found.append((name, _path(_home(built_in_model(claim.paper).encodings[name]))))
    if any(not statement.statement and not statement.encode for statement in statements):
        found.append(("notation", _path(f"checks.papers.{claim.paper.lower()}.model")))
    return tuple(found)


def _claims_file(claim: Claim) -> str:
    """The file of the paper in which a claim stands."""
    folder = ROOT / "checks" / "papers" / claim.paper.lower()
    line = f'id = "{claim.id}"'
    files = (
        file for file in sorted(folder.glob("claims*.toml")) if line in file.read_text(encoding="utf-8").splitlines()
    )
    return next((file.relative_to(ROOT).as_posix() for file in files), "")


def _home(function: Callable[..., object]) -> str:
    """The module that defines a function, looked through `partial`."""
    while isinstance(function, partial):
        function = function.func
    home: str = inspect.unwrap(function).__module__
    return home


def _path(module: str) -> str:
    try:
        spec = find_spec(module)
    except ModuleNotFoundError:  # the paper is no folder of the suite
        return ""
    path = Path((spec.origin if spec else None) or "").resolve()
    return path.relative_to(ROOT).as_posix() if path != ROOT and path.is_relative_to(ROOT) else ""
