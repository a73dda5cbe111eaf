"""What a design's argument says of a sampler's own arguments: of grr(k=5, eps=1) that k is 5 and eps is 1.0."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import exp, log
from typing import Any

from checks.inputs.design import COMMON_PARAMETERS, PARAMETERS, call_of, key_of, texts_at
from mechanisms.exact.privacy_level import LevelError, PrivacyLevel


def offered(argument: str, at: Sequence[str] = (), eps: PrivacyLevel | None = None) -> dict[str, int | float]:
    """The numbers that a design is named with, under all names that they have in the field; {} for a file.

    `at` are values as --at gives them, `eps` is a level with an option of its own; of eps and x = e^eps each
    is told by the other.
    """
    call = call_of(argument)
    texts = {**(call[1] if call is not None else {}), **texts_at(at)}
    found = {key: number for key, text in texts.items() if (number := _number(text)) is not None}
    if eps is not None:
        found["eps"] = float(eps.eps) if eps.eps is not None else log(eps.x or 1)
    if "eps" in found:
        found["eps"] = float(found["eps"])
        found["x"] = exp(found["eps"])
    elif found.get("x", 0) >= 1:
        found["eps"] = log(found["x"])
    for other, own in {**COMMON_PARAMETERS, **PARAMETERS.get(key_of(argument), {})}.items():
        if own in found:
            found.setdefault(other, found[own])
    return found


def _number(text: str) -> int | float | None:
    """A number that is written, an integer as such; None for another text."""
    try:
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        from lp.parametric.level_input import read_level

        try:
            return log(float(read_level(text).to_sympy()))
        except LevelError:
            return None
    return int(value) if value.denominator == 1 else float(value)


def completed(function: Callable[..., Any], given: Mapping[str, Any], more: Mapping[str, Any], truths: int) -> Any:
    """What is given, and of `more` the arguments that a function needs beside so many truths, by name.

    Raises TypeError where it cannot be called so; a function that does not tell its arguments gets what is given.
    """
    try:
        signature = inspect.signature(function)
    except ValueError:
        return dict(given)
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    needed = [p.name for p in list(signature.parameters.values())[truths:] if p.kind in named and p.default is p.empty]
    found = {**{name: more[name] for name in needed if name in more}, **given}
    signature.bind(*[None] * truths, **found)
    return found
