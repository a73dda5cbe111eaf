"""Sections 5.2 and 5.3: means of rounded numbers, and what buyers of several outputs learn together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.papers.pan.encodings.reports import Encoding, fact
from checks.verifying.verification import Context, Part
from derivations.estimation.moment_law import variable
from derivations.theorems.relaxations.relaxation import (
    relaxed_probability,
    response_probability,
)
from mechanisms import catalogue
from mechanisms.exact.rational import RationalFunction

TWO = RationalFunction.of(2)


def _history(share: RationalFunction, first: str, second: str) -> RationalFunction:
    """P(o1, o2) for a number with this share, where z is rounded again before the relaxation."""
    low, high = variable("x"), variable("y")
    weights = {"h": share, "l": 1 - share}
    total = RationalFunction.of(0)
    for z, weight in weights.items():
        response = response_probability(low, TWO, first == z)
        for later, again in weights.items():
            chance = weight * again
            total = total + chance * response * relaxed_probability(low, high, TWO, later, first, second)
    return total


def rounded_afresh(context: Context) -> Sequence[Part]:
    """The response at eps2, and an eps2-private history, where the number is rounded again before the relaxation."""
    high, share, other = variable("y"), variable("share"), variable("other_share")
    design = catalogue.get("rounded-response").protocol.design()
    box = [bound for s in (share, other) for bound in (fact(s, ">=", 0), fact(s, "<=", 1))]
    parts: list[Part] = []
    for second in ("h", "l"):
        marginal = _history(share, "h", second) + _history(share, "l", second)
        standard = design.entry("number", second).substitute({"x": high})
        parts.append(context.shown(f"the response {second} after the relaxation", fact(marginal, "=", standard), *box))
    for first in ("h", "l"):
        for second in ("h", "l"):
            one, two = (_history(s, first, second) for s in (share, other))
            private = fact(one, "<=", high * two)
            parts.append(context.shown(f"the history {first}, {second} is eps2-private", private, *box))
    return parts


ENCODINGS: Mapping[str, Encoding] = {
    "rounded_afresh": rounded_afresh,
}
