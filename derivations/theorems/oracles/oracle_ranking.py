"""The ranking of the frequency oracles at one privacy level, and the choice of their sizes, as one kernel theorem.

The theorem says that each row has less variance at the share than the next, or the same; and that the sizes d of the
subsets and h + 1 of the hashes are as good as all others, d' <= d - 1 or d' >= d + 1, and so for h'. Each comparison is
stated in one variable: in x, or in u with x = u^2, or, if it concerns thresholding, in the best t with
u = t (3 t - 2)/(2 t - 1). A rational x is put in, and u and t are its roots, so that the kernel decides by isolating
roots. For a rational eps, x and u are enclosed, and t is by `enclosed_threshold`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import KernelError, Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.quantities import without_trivial_hypotheses
from derivations.prover.with_theorems import NotProvedError
from derivations.theorems.oracles.level_numbers import IN_T, IN_U, LevelNumbers
from derivations.theorems.oracles.oracle_optimum import (
    BEST_THRESHOLD,
    OTHER_D,
    OTHER_H,
    T,
    U,
    best_number_of_hash_values,
    best_subset_size,
    proved,
)
from derivations.theorems.oracles.oracle_table import OracleRow, check_share
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Condition,
    Formula,
    NamedConstant,
    at_least,
    equal_to,
    greater,
    variables,
)
from mechanisms.exact.polynomial import Polynomial, Rational

_LOW, _HIGH, _BELOW, _ABOVE = (Polynomial.variable(name) for name in ("low", "high", "below", "above"))
_PRECISIONS = (24, 64, 128, 256, 380)  # bits of enclosures; the kernel computes with 400


def ranking_theorem(rows: Sequence[OracleRow], categories: int, share: Rational = 0) -> Theorem:
    """The order of the rows of `frequency_oracles` for k = `categories`, and their sizes, as a theorem."""
    check_share(share)
    numbers = rows[0].numbers
    parts = [_order(left, right, share) for left, right in pairwise(rows)]
    for row in rows:
        if row.name == "SS" and categories > 2:  # of two categories there is one size, and nothing to compare it with
            at = {"k": categories, "d": row.sizes[0], "f": share}
            parts.append(_no_better(best_subset_size(), at, OTHER_D, numbers))
        elif row.name == "OLH":
            at = {"h": row.sizes[0] - 1, "f": share}
            parts.append(_no_better(best_number_of_hash_values(), at, OTHER_H, numbers))
    return kernel.conjoin(*parts)


def _order(left: OracleRow, right: OracleRow, share: Rational) -> Theorem:
    first, second = (row.variance(share) for row in (left, right))
    names = {*first.function.names, *second.function.names}
    others = IN_T if "t" in names else IN_U if "u" in names else {}
    a, b = (value.function.substitute(others) for value in (first, second))
    return _decided(relation_formula(a, "=" if first == second else "<", b), left.numbers)


def _no_better(
    lemmas: tuple[Theorem, Theorem], at: Mapping[str, Rational], other: Polynomial, numbers: LevelNumbers
) -> Theorem:
    """The lemmas, about larger sizes and about smaller ones, at these numbers and this level."""
    level = {} if numbers.level.x is None else {"x": numbers.level.x}
    values = {name: Polynomial.constant(Fraction(value)) for name, value in {**at, **level}.items()}
    size = next(value for name, value in at.items() if name in ("d", "h"))
    sides = at_least(other, size + 1), at_least(size - 1, other)
    proofs = []
    for lemma in lemmas:
        theorem = without_trivial_hypotheses(kernel.instantiate(lemma, values))
        for hypothesis in theorem.sequent.hypotheses:
            if other.names[0] not in variables(hypothesis):
                theorem = kernel.cut(_decided(hypothesis, numbers), theorem)
        proofs.append(theorem)
    if size == 1:
        return proofs[0]
    return kernel.cases(AnyOf(sides), *(kernel.weaken(p, (side,)) for p, side in zip(proofs, sides, strict=True)))


# -- one variable at a level -----------------------------------------------------------------------------------------


def _decided(goal: Formula, numbers: LevelNumbers) -> Theorem:
    """What x, u or t is |- goal, for a goal in one of them. NotProvedError when the enclosures do not suffice."""
    names = variables(goal)
    if not names or numbers.level.x is not None:
        return kernel.one_variable(Sequent(frozenset(_equations(numbers, names)), goal))
    (name,) = names
    for precision in _PRECISIONS:
        try:
            return _within(_enclosed(name, numbers, precision), goal)
        except KernelError as error:
            refusal = error
    raise NotProvedError(f"not proved: {goal} at eps = {numbers.level} ({refusal})")


def _equations(numbers: LevelNumbers, names: frozenset[str]) -> tuple[Formula, ...]:
    """u^2 = x and u > 1, or the equation of t and t > 1, for a rational x."""
    level = numbers.level.x
    if not names or level is None:
        return ()
    if "u" in names:
        return equal_to(U**2, level), greater(U, 1)
    return equal_to((T * (3 * T - 2)) ** 2, (2 * T - 1) ** 2 * level), greater(T, 1)


def _within(enclosure: Theorem, goal: Formula) -> Theorem:
    """The goal, where it holds on the whole interval that the enclosure proves."""
    interval = enclosure.sequent.conclusion
    assert isinstance(interval, AllOf)
    inside = kernel.one_variable(Sequent(frozenset(interval.parts), goal))
    return kernel.cut(enclosure, kernel.unpack(inside, interval))


def _enclosed(name: str, numbers: LevelNumbers, precision: int) -> Theorem:
    """What the variable is |- it lies between two rational numbers, for a transcendental level."""
    eps = numbers.level.eps
    assert eps is not None
    if name == "t":
        return enclosed_threshold(numbers, precision)
    constant = NamedConstant(name, "exp", eps if name == "x" else eps / 2)
    return kernel.enclose(constant, *_widened(numbers, Polynomial.variable(name), precision))


def _widened(numbers: LevelNumbers, variable: Polynomial, precision: int) -> tuple[Fraction, Fraction]:
    """Ends with few digits, so that roots are isolated fast, half of the bits apart: strictly around the number."""
    low, high = numbers.number(variable).bounds(precision)
    unit = Fraction(2) ** (int(high).bit_length() - precision // 2)
    return ((low / unit).__floor__() - 1) * unit, ((high / unit).__floor__() + 2) * unit


@cache
def _threshold_between() -> tuple[Theorem, Theorem]:
    """u < h and h at most the level of b > 1 |- t < b; u > l and l at least the level of a > 1 |- t > a.

    The level of a best threshold t is u = t (3 t - 2)/(2 t - 1), which grows with t from 1 on.
    """
    known = (BEST_THRESHOLD, greater(T, 1))
    above = (greater(_HIGH, U), greater(_ABOVE, 1), at_least(_ABOVE * (3 * _ABOVE - 2), _HIGH * (2 * _ABOVE - 1)))
    below = (greater(U, _LOW), greater(_BELOW, 1), at_least(_LOW * (2 * _BELOW - 1), _BELOW * (3 * _BELOW - 2)))
    return proved((*known, *below), greater(T, _BELOW)), proved((*known, *above), greater(_ABOVE, T))


def enclosed_threshold(numbers: LevelNumbers, precision: int) -> Theorem:
    """u = exp(eps/2), the equation of the best t > 1 |- t lies between two rational numbers.

    The wider interval is that of t, so that its ends have levels outside of the interval of u.
    """
    low, high = _widened(numbers, U, min(2 * precision, _PRECISIONS[-1]))
    eps = numbers.level.eps
    assert eps is not None
    level = kernel.enclose(NamedConstant("u", "exp", eps / 2), low, high)
    below, above = _widened(numbers, T, precision)
    ends = {"low": low, "high": high, "below": max(below, Fraction(1)), "above": above}
    values = {name: Polynomial.constant(end) for name, end in ends.items()}
    bounds = []
    for lemma, at_end in zip(_threshold_between(), (below > 1, True), strict=True):
        theorem = without_trivial_hypotheses(kernel.instantiate(lemma, values)) if at_end else kernel.assume(_ABOVE_ONE)
        for part in level.sequent.conclusion.parts:  # type: ignore[union-attr]
            if part in theorem.sequent.hypotheses:
                theorem = kernel.cut(kernel.project(level, part), theorem)
        bounds.append(theorem)
    return kernel.conjoin(*bounds)


_ABOVE_ONE: Condition = greater(T, 1)
