"""Small surveys that exist, to fail at: whole numbers of members and of cards.

A formula for all N, pi and decks is proved over the reals, but where it fails it must fail for a survey that somebody
could hold. So the points of these surveys are tried before any search, and a search that leaves them does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt

from checks.claims.sides import written_names
from checks.claims.verdict import Outcome
from checks.interpreter import Obligation, with_domain
from checks.papers.szy.notation import DOMAIN
from checks.verifying.verification import Part
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import Formula, any_of, variables
from mechanisms.exact.rational import RationalFunction

Survey = Mapping[str, Fraction]

SIZES = (4, 3, 2, 9, 1)
COINS = tuple(Fraction(*pair) for pair in ((1, 3), (1, 4), (0, 1), (1, 1)))
TRIED = (2, 3)
LARGEST = (2, 3, 4)
MOST_CARDS = 5  # decks are listed up to this size


def decks(size: int) -> Iterator[tuple[int, ...]]:
    """Numbers of cards 1, 2, ..., L that sum to `size`, for small L; the unequal ones first."""
    found = [counts for largest in TRIED for counts in _counts(size, largest)]
    yield from sorted(found, key=lambda counts: (len(counts), 0 in counts, -max(counts)))


def _counts(size: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (size,)
        return
    for first in range(size, -1, -1):
        for rest in _counts(size - first, parts - 1):
            yield (first, *rest)


def moments(counts: Sequence[int]) -> tuple[Fraction, Fraction]:
    """E(Y) and Var(Y) of a card drawn from a deck with `counts[k - 1]` cards k."""
    size = sum(counts)
    mean = Fraction(sum(k * c for k, c in enumerate(counts, 1)), size)
    return mean, Fraction(sum(k * k * c for k, c in enumerate(counts, 1)), size) - mean**2


@cache
def surveys() -> tuple[Survey, ...]:
    """Members, coins and decks together, each deck with as many cards as there are members; generic ones first."""
    found: list[dict[str, Fraction]] = []
    for size in SIZES:
        members = sorted(range(size + 1), key=lambda k: (k in (0, size), 2 * k == size, k))
        hands = (
            list(decks(size))
            if size <= MOST_CARDS
            else [(1, size - 1), (size - 2, 2), (1, size - 3, 2), (size, 0), (1, size - 2, 1)]
        )
        for k, counts in product(members, hands):
            mean, variance = moments(counts)
            point = {"N": Fraction(size), "pi": Fraction(k, size), "L": Fraction(len(counts))}
            found.append({**point, "EY": mean, "VarY": variance})
    return tuple(found)


def points() -> Iterator[Survey]:
    """Surveys, with the square root of N where it is rational, the card k = 1, and c = 1 for what is added."""
    for survey in surveys():
        root = isqrt(int(survey["N"]))
        roots = {"sqrt(N)": Fraction(root)} if root**2 == survey["N"] else {}
        yield {**survey, **roots, "c": Fraction(1), "k": Fraction(1)}


def counted_members() -> tuple[Formula, ...]:
    """What follows from N pi being a whole number: it is 0 or at least 1, and N or at most N - 1."""
    size, members, one = variable("N"), variable("N") * variable("pi"), RationalFunction.of(1)
    return (
        any_of([relation_formula(variable("pi"), "=", RationalFunction.of(0)), relation_formula(members, ">=", one)]),
        any_of([relation_formula(variable("pi"), "=", one), relation_formula(members, "<=", size - one)]),
    )


def exists(point: Mapping[str, Fraction]) -> bool:
    """Whether the values of a point belong to a survey that exists; KeyError when N, pi or a moment is missing."""
    size = point["N"]
    if (size * point["pi"]).denominator > 1:
        return False
    if "EY" not in point and "VarY" not in point:
        return True
    if size > MOST_CARDS or point["L"] not in LARGEST:
        return False
    return any(moments(counts) == (point["EY"], point["VarY"]) for counts in _counts(int(size), int(point["L"])))


def fails_where_possible(parts: Iterable[Part]) -> list[Part]:
    """The parts, each obligation that fails for a small survey refuted there; else it may fail for one that exists."""
    return [_tried(part) if isinstance(part, Obligation) else part for part in parts]


def fails_at(obligation: Obligation, point: Mapping[str, Fraction]) -> Part:
    """The obligation, refuted if it fails at the given point."""
    sequent = with_domain(obligation.sequent, DOMAIN)
    here = {name: point[name] for name in variables_of(sequent) if name in point}
    if len(here) < len(variables_of(sequent)) or not fails(sequent, here):
        return obligation
    return Outcome(obligation.label, sequent, kernel.counterexample(sequent, here))


def fails(sequent: Sequent, point: Mapping[str, Fraction]) -> bool:
    """Whether every hypothesis holds at a point, but not the conclusion."""
    return all(h.holds_at(point) for h in sequent.hypotheses) and not sequent.conclusion.holds_at(point)


def _tried(obligation: Obligation) -> Part:
    sequent = with_domain(obligation.sequent, DOMAIN)
    point = _failure(sequent)
    if point is not None:
        return Outcome(obligation.label, sequent, kernel.counterexample(sequent, point))
    spoken = variables_of(sequent)
    if not spoken & {"N", "pi", "EY", "VarY"}:
        return obligation
    needed = {"N", "pi"} | ({"L", "EY", "VarY"} if spoken & {"EY", "VarY"} else set())
    return replace(obligation, fails_at=exists, names=frozenset(needed))


def _failure(sequent: Sequent) -> dict[str, Fraction] | None:
    names = variables_of(sequent) | written_names(sequent.conclusion)
    coins = sorted(names & {"p", "piB"})
    known = names - set(coins)
    seen: set[tuple[Fraction, ...]] = set()
    for survey in points():
        if not known <= survey.keys():
            continue
        values = tuple(survey[name] for name in sorted(known))
        if values in seen:
            continue
        seen.add(values)
        for tossed in product(COINS, repeat=len(coins)):
            point = {**{name: survey[name] for name in known}, **dict(zip(coins, tossed, strict=True))}
            if fails(sequent, point):
                return point
    return None


def variables_of(sequent: Sequent) -> frozenset[str]:
    """The names that occur in a sequent."""
    return variables(sequent.conclusion).union(*(variables(h) for h in sequent.hypotheses))
