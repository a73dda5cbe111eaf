"""Where the code stands that says what a claim means: its encoding, its definition, or the paper's notation."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from checks.claims.claim import Claim
from checks.papers.collection import built_in_model

ROOT = Path(__file__).resolve().parents[2]


def code_of(claim: Claim) -> tuple[tuple[str, str], ...]:
    """Name and path, from the root of the project, of what stands behind a claim of a paper of the suite.

    A statement in prose has an encoding, a definition the function that implements it; a formula is read by the
    notation of its paper. The path is empty where no source file is at hand.
    """
    found: list[tuple[str, str]] = []
    if claim.defined_by:
        module, _, name = claim.defined_by.partition(":")
        found.append((name, _path(module)))
    encodings = dict.fromkeys(reading.statement.encode for reading in claim.readings if reading.statement.encode)
    for name in encodings:
        found.append((name, _path(_home(built_in_model(claim.paper).encodings[name]))))
    if claim.readings and not encodings:
        found.append(("notation", _path(f"checks.papers.{claim.paper.lower()}.notation")))
    return tuple(found)


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
