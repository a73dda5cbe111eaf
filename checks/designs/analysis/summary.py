"""The short answer: what most readers of an analysis want to know, in at most six lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from checks.designs.analysis.optimality import MINIMAX
from checks.show.sheet import Fact, exact, level, name, short
from mechanisms.exact.privacy_level import PrivacyLevel

if TYPE_CHECKING:
    from checks.designs.analysis.whole import Analysis

MOST_NAMED = 3


def summary(found: Analysis) -> Iterator[Fact]:
    """Privacy, identifiability, the worst variance and how far it is from the best, what dominates the design."""
    yield _privacy(found)
    known = found.identifiability
    yield Fact("identifiable", "yes" if known.identifiable else f"no: the rank is {known.rank} of {known.truths}")
    if found.estimation is not None:
        worst = exact(found.estimation.smallest_worst_case.worst.value).text
        yield Fact("worst variance", f"{worst}, over n, summed over the shares of the truths")
        yield Fact("from the best", _from_the_best(found))
    if found.privacy is not None:
        better = [other.name for other in found.neighbours if other.relation == "less"]
        more = f" and {len(better) - MOST_NAMED} more" if len(better) > MOST_NAMED else ""
        none = "nothing that it was compared with" if found.neighbours else "nothing: it was compared with nothing"
        yield Fact("dominated by", ", ".join(better[:MOST_NAMED]) + more if better else none)
    if found.inference is not None:
        guess = found.inference.guess
        right, blind = short(guess.probability).text, short(max(found.prior)).text
        yield Fact("a guess is right", f"with probability {right} after a response, {blind} without one")


def meets_level(found: Analysis, wanted: PrivacyLevel) -> bool:
    """Whether the smallest eps of the design is at most this level."""
    x = None if found.privacy is None else found.privacy.x
    return x is not None and wanted.multiple_below(x.denominator) >= x.numerator


def _privacy(found: Analysis) -> Fact:
    if found.privacy is None:
        return Fact("private", "not found in the time")
    x, parity = found.privacy.x, found.privacy.parity
    if x is None:
        at = f"response {name(parity.response)} rules out the truth {name(parity.other)}"
        least = f"no eps is large enough: {at}"
    else:
        least = f"{level(x).text} is its smallest eps"
    if found.level is None:
        return Fact("private", least)
    answer = "yes" if meets_level(found, found.level) else "no"
    delta = ""
    if answer == "no":
        low, high = found.privacy.delta(found.level)
        shown = exact(low).text if low == high else f"{float(high):.6g}..."
        delta = f"; with delta = {shown} it is"
    return Fact(f"private at eps = {found.level}", f"{answer}: {least}{delta}")


def _from_the_best(found: Analysis) -> str:
    one = next((d for d in found.distances if d.objective == MINIMAX), None)
    if one is None or found.compared_at is None:
        return "not known: there is no best one to compare with"
    delta = f", delta = {short(found.compared_at.delta).text}" if found.compared_at.delta else ""
    eps = found.level or level(found.compared_at.x).text
    at = f"eps = {eps}{delta}"
    if one.is_optimal:
        return f"it is the best there is at {at}"
    assert one.ratio is not None
    return f"{float(one.ratio):.4g} times the least worst variance, {exact(one.low).text}, at {at}"
