"""The catalogue of named mechanisms, each with its protocol and its printed matrix."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from mechanisms.catalogue.binary import generalised_binary
from mechanisms.catalogue.differentially_private import corner, mirrored_one_sided, one_sided, optimal_epsilon
from mechanisms.catalogue.direct import direct_questioning
from mechanisms.catalogue.forced_response import forced_response
from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.catalogue.two_stage import two_stage
from mechanisms.catalogue.warner import warner

__all__ = ["Mechanism", "UnknownMechanismError", "get", "names"]

_MAKERS: dict[str, Callable[[], Mechanism]] = {
    "direct": direct_questioning,
    "warner": warner,
    "binary": generalised_binary,
    "optimal-epsilon": optimal_epsilon,
    "one-sided": one_sided,
    "mirrored-one-sided": mirrored_one_sided,
    "corner": corner,
    "forced-response": forced_response,
    "two-stage": two_stage,
}


class UnknownMechanismError(ValueError):
    """No mechanism of the catalogue has this name."""


def names() -> tuple[str, ...]:
    """The names of all mechanisms in the catalogue."""
    return tuple(_MAKERS)


@cache
def get(name: str) -> Mechanism:
    """The mechanism of this name; UnknownMechanismError, with the names that are close, if there is none."""
    if name not in _MAKERS:
        close = get_close_matches(name, _MAKERS, n=3)
        hint = f"did you mean {' or '.join(close)}?" if close else f"the catalogue has {', '.join(_MAKERS)}"
        raise UnknownMechanismError(f"there is no mechanism named {name!r}; {hint}")
    return _MAKERS[name]()
