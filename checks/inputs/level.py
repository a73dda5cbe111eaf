"""A privacy level as an argument, and the rational e^eps at which exact programs are solved for it."""

from __future__ import annotations

from fractions import Fraction

from checks.inputs.rational_design import Replaced, below
from lp.parametric.level_input import read_level
from mechanisms.exact.privacy_level import LevelError, PrivacyLevel


def read_privacy_level(text: str) -> tuple[PrivacyLevel, str]:
    """The level of a text such as log(3), 0.5, x=3 or 2*log(3), and what was put for what, or "".

    An irrational algebraic e^eps, as of x = (1+sqrt(5))/2, is taken as the rational number just below it.
    Raises LevelError.
    """
    read = read_level(text)
    if read.eps is not None:
        return PrivacyLevel.of_eps(read.eps), ""
    near = read.as_rational()
    assert near.rational is not None, "it was asked for as a rational number"
    return PrivacyLevel.of_x(near.rational), near.note


def given_level(given: PrivacyLevel | str | None) -> tuple[PrivacyLevel | None, str]:
    """A level that is given as such or as a text, and what was put for what. Raises LevelError, also for numbers."""
    if isinstance(given, str):
        return read_privacy_level(given)
    if given is None or isinstance(given, PrivacyLevel):
        return given, ""
    raise LevelError(f"a level is a text such as 'log(3)', or a PrivacyLevel, not {given!r}")


def rational_level(level: PrivacyLevel) -> tuple[Fraction, Replaced | None]:
    """e^eps where it is rational, else a rational number just below it, at which designs are at least as private."""
    if level.x is not None:
        return level.x, None
    assert level.eps is not None, "a level has one of the two"
    near = below(level.eps)
    return near.value, near
