"""How private a design is: the smallest eps, and the smallest delta for a given eps, exactly.

(eps, delta)-local differential privacy, with x = e^eps: P[a, S] <= x P[b, S] + delta for all true values a, b and all
sets S of responses. Source: Holohan, Leith, Mason, (9) and (10), for one respondent.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

import sympy

from mechanisms.design import Design
from mechanisms.exact import typesetting
from mechanisms.exact.algebraic import AlgebraicGenerator
from mechanisms.exact.domain import Domain
from mechanisms.exact.entries import EntryError, read_entries
from mechanisms.exact.formula import Condition
from mechanisms.exact.formula_latex import formula_latex
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.signs import Signs, plainly_holds, signs_of_fraction


class PrivacyError(ValueError):
    """The privacy level that was asked for makes no sense for the design."""


ZERO = RationalFunction.of(0)
ONE = RationalFunction.of(1)
MAXIMAL_OPEN_TERMS = 6  # whose subsets are looked at when two sums are compared
NON_NEGATIVE: Signs = frozenset((0, 1))


@dataclass(frozen=True)
class Ratio(Shown):
    """P[truth, response] / P[other, response]; `value` is None when a non-zero entry meets a zero (infinity)."""

    value: RationalFunction | None
    truth: Hashable
    other: Hashable
    response: Hashable


@dataclass(frozen=True)
class PrivacyLoss(Shown):
    """The smallest eps for which a design is eps-LDP: the logarithm of the largest ratio of entries in one column.

    Attributes:
        candidates: the ratios of which the largest counts; those that are plainly never larger are left out.
        provided: conditions on the parameters for the formula to hold as it stands, such as an entry being positive;
            where one of them fails, put exact values into the design and ask again.
        domain: the parameters.

    """

    candidates: tuple[Ratio, ...]
    provided: tuple[Condition, ...]
    domain: Domain
    generator: AlgebraicGenerator | None

    @property
    def is_infinite(self) -> bool:
        """Whether some response is possible under one truth and impossible under another."""
        return self.candidates[0].value is None

    @property
    def witness(self) -> Ratio:
        """The pair of truths and the response at which the loss occurs; the first candidate if several remain."""
        return self.candidates[0]

    @property
    def ratio(self) -> RationalFunction | None:
        """e^eps if it is one rational function (or number); None if infinite or a maximum of several."""
        return self.candidates[0].value if len(self.candidates) == 1 else None

    def x(self) -> sympy.Expr:
        """e^eps as a sympy expression: a number, a formula, a Max of formulas, or oo."""
        if self.is_infinite:
            return sympy.oo
        return sympy.Max(
            *(_written(c.value, self.domain, self.generator) for c in self.candidates if c.value is not None)
        )

    def epsilon(self) -> sympy.Expr:
        """The smallest eps = log(x) as a sympy expression."""
        return sympy.log(self.x())

    def to_latex(self) -> str:
        """The smallest eps, and the conditions under which it is that."""
        with typesetting.spelt(domain=self.domain):
            provided = r" \text{ and } ".join(map(formula_latex, self.provided))
            value = typesetting.latex(self.epsilon())
        return rf"\epsilon = {value}" + (rf" \quad \text{{if }} {provided}" if provided else "")

    def __str__(self) -> str:
        with typesetting.spelt(domain=self.domain):
            text = f"eps = {typesetting.text(self.epsilon())}"
        return text + (", provided " + " and ".join(map(str, self.provided)) if self.provided else "")


def smallest_epsilon(design: Design) -> PrivacyLoss:
    """The smallest eps with P[a, y] <= e^eps P[b, y] for all truths a, b and responses y.

    The ratio of single responses decides, because an event's probability is a sum over its responses. For a design
    with parameters the largest candidate may depend on them; all that are not plainly dominated are listed. Where a
    response is possible for one truth and not for another, eps is infinite. It is kept exactly, as the ratio e^eps.
    """
    domain = design.full_domain
    candidates: list[Ratio] = []
    infinite: list[tuple[Ratio, tuple[Condition, ...]]] = []
    provided: dict[Condition, None] = {}
    for a, b, y in sorted(_pairs(design)):
        top, bottom = design.entries[a][y], design.entries[b][y]
        if top.is_zero():
            continue
        where = (design.truths[a], design.truths[b], design.responses[y])
        if bottom.is_zero():
            positive = Condition(top.numerator, "!=")
            infinite.append((Ratio(None, *where), () if plainly_holds(positive, domain) else (positive,)))
            continue
        positive = Condition(bottom.numerator, "!=")
        if not plainly_holds(positive, domain):
            provided[positive] = None
        value = top / bottom
        candidates.append(Ratio(design.generator.reduce(value) if design.generator else value, *where))
    if infinite:
        worst, conditions = min(infinite, key=lambda found: len(found[1]))
        return PrivacyLoss((worst,), conditions, design.domain, design.generator)
    inside = domain.where(*provided)
    candidates = candidates or [Ratio(ONE, design.truths[0], design.truths[0], design.responses[0])]
    return PrivacyLoss(
        tuple(_undominated(candidates, inside, design.generator)), tuple(provided), design.domain, design.generator
    )


def _pairs(design: Design) -> Iterator[tuple[int, int, int]]:
    """(a, b, y), two truths and a response: of a column of numbers only the largest and the least one."""
    truths = range(len(design.truths))
    for y in range(len(design.responses)):
        column = [row[y] for row in design.entries]
        if any(entry.names for entry in column):
            yield from ((a, b, y) for a, b in permutations(truths, 2))
            continue
        numbers = [entry.evaluate({}) for entry in column]
        first, last = numbers.index(max(numbers)), numbers.index(min(numbers))
        if first != last:
            yield first, last, y
        elif len(numbers) > 1:
            yield 0, 1, y  # all are equal


def largest_loss(losses: Sequence[PrivacyLoss]) -> PrivacyLoss:
    """The largest of several losses with the same parameters: the eps of who may face any of the mechanisms.

    Raises PrivacyError for no losses, and for losses with irrational constants.
    """
    if not losses:
        raise PrivacyError("the largest of no losses is asked for")
    if any(loss.generator is not None for loss in losses):
        raise PrivacyError("losses with irrational constants are not compared")
    domain = losses[0].domain
    for loss in losses[1:]:
        domain = domain.joined(loss.domain)
    infinite = [loss for loss in losses if loss.is_infinite]
    if infinite:
        return infinite[0]
    provided = tuple(dict.fromkeys(condition for loss in losses for condition in loss.provided))
    candidates = [candidate for loss in losses for candidate in loss.candidates]
    return PrivacyLoss(tuple(_undominated(candidates, domain.where(*provided), None)), provided, domain, None)


def _undominated(candidates: list[Ratio], domain: Domain, generator: AlgebraicGenerator | None) -> list[Ratio]:
    kept: list[Ratio] = []
    for candidate in candidates:
        assert candidate.value is not None
        if any(_at_least(k.value, candidate.value, domain, generator) for k in kept if k.value is not None):
            continue
        kept = [k for k in kept if k.value is None or not _at_least(candidate.value, k.value, domain, generator)]
        kept.append(candidate)
    return kept


def _at_least(
    large: RationalFunction, small: RationalFunction, domain: Domain, generator: AlgebraicGenerator | None
) -> bool:
    return signs_of(large - small, domain, generator) <= NON_NEGATIVE


def signs_of(value: RationalFunction, domain: Domain, generator: AlgebraicGenerator | None) -> Signs:
    """The possible signs of a value on a domain; exact for numbers."""
    if generator is not None:
        value = generator.reduce(value)
        if value.names == (generator.name,):
            return frozenset((generator.sign(value),))
    return signs_of_fraction(value, domain)


@dataclass(frozen=True)
class Excess(Shown):
    """sum over y of max(0, P[truth, y] - x P[other, y]), the largest P[truth, S] - x P[other, S] over all events S.

    Attributes:
        settled: the sum of the terms that are plainly non-negative.
        open: (response, term) pairs whose sign depends on the parameters; they count where they are positive.
        event: the responses of the settled terms; with the positive open ones, the worst event.

    """

    truth: Hashable
    other: Hashable
    settled: RationalFunction
    open: tuple[tuple[Hashable, RationalFunction], ...]
    event: tuple[Hashable, ...]


@dataclass(frozen=True)
class Delta(Shown):
    """The smallest delta for which a design is (eps, delta)-LDP: the largest of its candidates.

    Attributes:
        candidates: the excesses of which the largest counts; those that are plainly never larger are left out.
        domain: the parameters.

    """

    candidates: tuple[Excess, ...]
    domain: Domain
    generator: AlgebraicGenerator | None

    @property
    def witness(self) -> Excess:
        """The pair of truths and the event at which delta is attained; the first candidate if several remain."""
        return self.candidates[0]

    @property
    def value(self) -> RationalFunction | None:
        """Delta as one rational function (or number); None when it is a maximum that the parameters decide."""
        first = self.candidates[0]
        return first.settled if len(self.candidates) == 1 and not first.open else None

    def to_sympy(self) -> sympy.Expr:
        """Delta as a sympy expression, with Max where the parameters decide."""

        def total(excess: Excess) -> sympy.Expr:
            terms = [sympy.Max(0, _written(term, self.domain, self.generator)) for _, term in excess.open]
            return sympy.Add(_written(excess.settled, self.domain, self.generator), *terms)

        return sympy.Max(*map(total, self.candidates))

    def to_latex(self) -> str:
        """The smallest delta."""
        with typesetting.spelt(domain=self.domain):
            return rf"\delta = {typesetting.latex(self.to_sympy())}"

    def __str__(self) -> str:
        with typesetting.spelt(domain=self.domain):
            return f"delta = {typesetting.text(self.to_sympy())}"


def smallest_delta(design: Design, x: Any, domain: Domain | None = None) -> Delta:
    """The smallest delta with P[a, S] <= x P[b, S] + delta for all truths a, b and all sets S of responses.

    It is the largest hockey-stick sum: max over a, b of sum over y of max(0, P[a, y] - x P[b, y]).

    Args:
        design: the design.
        x: e^eps, an exact number of at least 1, or an expression in the parameters.
        domain: declares parameters that only x uses.

    Raises:
        PrivacyError: x is inexact, undeclared, or plainly below 1 (eps would be negative).

    """
    both = design.domain.joined(domain) if domain else design.domain
    flat = [e for row in design.to_sympy().tolist() for e in row] if design.generator else None
    try:
        if flat is None:
            (level,), generator = read_entries([x], both, lambda i: "x = e^eps")
            if generator is not None:
                flat = [e for row in design.to_sympy().tolist() for e in row]
        if flat is not None:
            read, generator = read_entries([x, *flat], both, lambda i: "x = e^eps" if i == 0 else "an entry")
            level, columns = read[0], len(design.responses)
            entries = [read[i : i + columns] for i in range(1, len(read), columns)]
        else:
            entries = [list(row) for row in design.entries]
    except EntryError as error:
        raise PrivacyError(str(error)) from error
    full = generator.extend(both) if generator else both
    if signs_of(level - 1, full, generator) == frozenset((-1,)):
        raise PrivacyError(f"x = e^eps must be at least 1, because eps >= 0; it is {x}")
    found: list[Excess] = []
    for a, b in permutations(range(len(design.truths)), 2):
        settled, open_terms, event = ZERO, [], []
        for y, response in enumerate(design.responses):
            term = entries[a][y] - level * entries[b][y]
            term = generator.reduce(term) if generator else term
            signs = signs_of(term, full, generator)
            if signs <= frozenset((0, -1)):
                continue
            if signs <= NON_NEGATIVE:
                settled = settled + term
                event.append(response)
            else:
                open_terms.append((response, term))
        found.append(Excess(design.truths[a], design.truths[b], settled, tuple(open_terms), tuple(event)))
    if not found:
        found.append(Excess(design.truths[0], design.truths[0], ZERO, (), ()))
    return Delta(tuple(_largest(found, full, generator)), both, generator)


def delta_at(design: Design, level: PrivacyLevel) -> Delta:
    """The smallest delta at a level; where e^eps is transcendental it is a formula in the constant exp(eps)."""
    if level.x is not None:
        return smallest_delta(design, level.x)
    constant = level.constant()
    return smallest_delta(design, RationalFunction(Polynomial.variable(constant.name)), Domain.of(constant))


def _largest(excesses: list[Excess], domain: Domain, generator: AlgebraicGenerator | None) -> list[Excess]:
    """Leave out excesses that are plainly never larger than another one."""

    def covered(small: Excess, large: Excess) -> bool:
        """Whether every sum of some open terms of the small one, added to what is settled, stays below the large."""
        own, others = [term for _, term in small.open], [term for _, term in large.open]
        unmatched = []
        for term in own:
            if term in others:
                others.remove(term)
            else:
                unmatched.append(term)
        if len(unmatched) > MAXIMAL_OPEN_TERMS:
            return False
        gap = large.settled - small.settled
        events = (subset for size in range(len(unmatched) + 1) for subset in combinations(unmatched, size))
        return all(signs_of(gap - sum(subset, start=ZERO), domain, generator) <= NON_NEGATIVE for subset in events)

    kept: list[Excess] = []
    for excess in excesses:
        if any(covered(excess, k) for k in kept):
            continue
        kept = [k for k in kept if not covered(k, excess)] + [excess]
    return kept


def _written(value: RationalFunction, domain: Domain, generator: AlgebraicGenerator | None) -> sympy.Expr:
    constants = domain.written_constants()
    if generator is None:
        return value.to_sympy(constants)
    return sympy.expand(value.to_sympy({**constants, generator.name: generator.expression}))
