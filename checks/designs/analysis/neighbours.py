"""A design beside the mechanisms of the catalogue in Blackwell's order, what it can be relaxed to, and admissibility.

Relaxation to k-ary randomized response R at x' = e^eps' > 1: R is invertible, so the only channel that could lead from
R back to the design P is R^-1 P, whose entries are ((x' + k - 1) P[x, y] - sum over t of P[t, y])/(x' - 1) and whose
rows sum to one. They are not negative exactly if

    x' >= (sum over t of P[t, y])/P[x, y] - (k - 1)   for all x, y with a possible y,

so that there is a least level, and P is R with its responses randomized at this level and at all larger ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from checks.designs.analysis.optimality import Level
from derivations.arithmetic.kernel import Theorem
from lp.relaxations.blackwell import Garbling, channel_between, compare
from mechanisms import catalogue
from mechanisms.catalogue import frequency_oracles as oracles
from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.catalogue.subset_responses import erasure, local_diversity, subset_selection
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.numerals import rational_root
from mechanisms.guarantees.criteria.average import Dominated, admissibility, largest_breach
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.guarantees.criteria.diversity import local_diversity_of
from mechanisms.guarantees.criteria.parity_admissibility import diversity_admissibility, parity_admissibility
from mechanisms.guarantees.hockey_stick import delta_curve
from mechanisms.protocols.relaxation import Relaxation, randomized_response

ONE = Fraction(1)
LARGEST_CHANNEL = 4000  # entries
LARGEST_RESPONSES = 300  # of a mechanism of the catalogue
LARGEST_SPLIT = 2000  # entries of a design whose admissibility is decided


@dataclass(frozen=True)
class Neighbour(Shown):
    """A mechanism of the catalogue at the same privacy, and how the design compares with it.

    Attributes:
        name: the mechanism with its parameters.
        relation: "more" if the design tells strictly more than the mechanism, "less", "same" or "incomparable".
        theorems: that there is a channel from the design to it, or none; and back.
        mechanism: its matrix, with the truths of the design.

    """

    name: str
    relation: str
    theorems: tuple[Theorem, Theorem]
    mechanism: Design


def candidates(design: Design, x: Fraction | None, level: Level | None = None) -> Iterator[tuple[str, Design]]:
    """Mechanisms for as many truths at e^eps = x; where eps is infinite, those of other kinds of privacy.

    With a level of (eps, delta), delta > 0, also what is optimal there for two truths.
    """
    k = len(design.truths)
    if x is not None and x > 1:
        yield f"{k}-ary randomized response", _at(oracles.randomised_response(k), x=x)
        for size in range(2, k):
            if comb(k, size) <= LARGEST_RESPONSES:
                yield f"subset selection, sets of {size}", _at(subset_selection(k, size), gamma=x)
        if 2**k <= LARGEST_RESPONSES:
            yield "optimised unary encoding (OUE)", _at(oracles.optimised_unary_encoding(k), x=x)
            root = rational_root(x)
            if root is not None:
                yield "symmetric unary encoding (SUE)", _at(oracles.symmetric_unary_encoding(k), u=root)
        if k > 2 and oracles.hadamard_order(k) <= LARGEST_RESPONSES:
            yield "Hadamard response", _at(oracles.hadamard_response(k), x=x)
    if k == 2 and level is not None and level.delta:
        at = f"eps = log({level.x}), delta = {level.delta}"
        yield f"corner mechanism, {at}", _at(catalogue.get("corner"), x=level.x, delta=level.delta)
    if x is None:
        yield "direct questioning", _truthful(design)
        distance = largest_breach(design).distance if k > 1 else Fraction(0)
        if 0 < distance < 2:
            yield "erasure of the same average security", _at(erasure(k), phi=1 + distance / 2)
        diversity = local_diversity_of(design)
        if diversity.is_plain and 1 < diversity.level < k and comb(k, diversity.level) <= LARGEST_RESPONSES:
            yield f"local {diversity.level}-diversity", local_diversity(k, diversity.level).printed_matrix
        if k == 2:
            delta = delta_curve(design)(1)
            yield f"one-sided, delta = {delta}", _at(catalogue.get("one-sided"), delta=delta)
            yield f"mirrored one-sided, delta = {delta}", _at(catalogue.get("mirrored-one-sided"), delta=delta)


def neighbour(design: Design, name: str, mechanism: Design) -> Neighbour:
    """Both directions of the order."""
    renamed = _renamed(mechanism, design)
    found = compare(design, renamed)
    relation = (
        "same"
        if found.equivalent
        else "more" if found.better else "incomparable" if found.incomparable else "less"
    )  # fmt: skip
    return Neighbour(name, relation, (found.forward.theorem, found.backward.theorem), renamed)


# -- relaxation --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RelaxationToRandomizedResponse(Shown):
    """From a response of the design to one of k-ary randomized response, without loss.

    Attributes:
        x: the least e^eps' for which there is one; None if only the truth itself tells as much as the design.
        own: e^eps of the design.
        channel: at x, from randomized response to the design; None without x, or where x = 1.
        relaxation: how the better response is drawn, given the truth and the one before.
        theorem: that the channel is one.

    """

    x: Fraction | None
    own: Fraction | None
    channel: Design | None
    relaxation: Relaxation | None
    theorem: Theorem | None


def relaxation_to_randomized_response(design: Design, own: Fraction | None) -> RelaxationToRandomizedResponse:
    """The least level of k-ary randomized response of which a design with rational entries is a garbling."""
    rows, k = numbers(design), len(design.truths)
    least = ONE
    for column in zip(*rows, strict=True):
        if any(column) and not min(column):
            return RelaxationToRandomizedResponse(None, own, None, None, None)
        if any(column):
            least = max(least, sum(column) / min(column) - (k - 1))
    if least == 1 or k * k * len(design.responses) > LARGEST_CHANNEL:
        return RelaxationToRandomizedResponse(least, own, None, None, None)
    better = _renamed(randomized_response(least, k), design)
    found = channel_between(better, design)
    if not isinstance(found, Garbling):
        raise AssertionError("R^-1 P is a channel at this level")
    return RelaxationToRandomizedResponse(
        least, own, found.channel, Relaxation(design, better, found.channel), found.theorem
    )


# -- admissibility -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Admissibility(Shown):
    """Whether a design is admissible in a class: no design of the class tells strictly more.

    Attributes:
        criterion: the class.
        admissible: the answer.
        response: where it is not, one that can be split.
        better: where it is not, a design of the class that tells strictly more.

    """

    criterion: str
    admissible: bool
    response: object = None
    better: Design | None = None


def admissibilities(design: Design, x: Fraction | None) -> tuple[Admissibility, ...]:
    """In the classes of bounded parity, of average security and of local diversity, at the design's own levels."""
    found: list[Admissibility] = []
    if design.shape[0] < 2 or design.shape[0] * design.shape[1] > LARGEST_SPLIT:
        return ()
    if x is not None and x > 1:
        found.append(_judged(f"parity at most {x}", parity_admissibility(design, x)))
    phi = largest_breach(design).ratio
    if 1 < phi < 2:
        found.append(_judged(f"{phi}-average security", admissibility(design, phi)))
    diversity = local_diversity_of(design)
    if diversity.is_plain and diversity.level < len(design.truths) <= 16:
        level = diversity.level
        found.append(_judged(f"local {level}-diversity", diversity_admissibility(design, level)))
    return tuple(found)


def _judged(criterion: str, answer: object) -> Admissibility:
    if isinstance(answer, Dominated):
        return Admissibility(criterion, False, answer.response, answer.better)
    return Admissibility(criterion, True)


# -- helpers -----------------------------------------------------------------------------------------------------------


def _at(mechanism: Mechanism, **values: Fraction) -> Design:
    return mechanism.printed_matrix.at(**values)


def _renamed(mechanism: Design, design: Design) -> Design:
    """The mechanism with the truths of the design."""
    return Design(numbers(mechanism), truths=design.truths, responses=mechanism.responses, name=mechanism.name)


def _truthful(design: Design) -> Design:
    size = range(len(design.truths))
    return Design([[int(i == j) for j in size] for i in size])
