"""The ranking of the frequency oracles at one privacy level, and the choice of their sizes, as one kernel theorem.

With u = e^(eps/2) given by u^2 = x or, for a rational eps, as u = exp(eps/2) with x = u^2, and t by the equation of the
best threshold, the theorem says: each row has less variance at the share than the next, or the same; and the sizes d
of the subsets and h + 1 of the hashes are as good as all others, d' <= d - 1 or d' >= d + 1, and so for h'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from derivations import kernel
from derivations.kernel import Theorem
from derivations.lemmas import prove_from
from derivations.level_numbers import LevelNumbers
from derivations.meaning import relation_formula
from derivations.oracle_optimum import (
    BEST_THRESHOLD,
    OTHER_D,
    OTHER_H,
    T,
    U,
    X,
    best_number_of_hash_values,
    best_subset_size,
)
from derivations.oracle_table import OracleRow, check_share
from derivations.quantities import without_trivial_hypotheses
from derivations.statements import Sequent
from mechanisms.formula import AnyOf, Formula, NamedConstant, at_least, equal_to, greater, variables
from mechanisms.polynomial import Polynomial, Rational


def level_hypotheses(numbers: LevelNumbers) -> tuple[Formula, ...]:
    """What u, t and x are at this level."""
    level = numbers.level
    if level.x is not None:
        half_level: tuple[Formula, ...] = (equal_to(U**2, level.x), greater(U, 1))
    else:
        assert level.eps is not None
        half_level = (NamedConstant("u", "exp", level.eps / 2), equal_to(X, U**2))
    return (*half_level, BEST_THRESHOLD, greater(T, 1))


def ranking_theorem(rows: Sequence[OracleRow], categories: int, share: Rational = 0) -> Theorem:
    """The order of the rows of `frequency_oracles` for k = `categories`, and their sizes, as a theorem."""
    check_share(share)
    numbers = rows[0].numbers
    known = level_hypotheses(numbers)
    parts = [_order(left, right, share, known) for left, right in pairwise(rows)]
    for row in rows:
        if row.name == "SS" and categories > 2:  # of two categories there is one size, and nothing to compare it with
            at = {"k": categories, "d": row.sizes[0], "f": share}
            parts.append(_no_better(best_subset_size(), at, OTHER_D, numbers, known))
        elif row.name == "OLH":
            at = {"h": row.sizes[0] - 1, "f": share}
            parts.append(_no_better(best_number_of_hash_values(), at, OTHER_H, numbers, known))
    return kernel.conjoin(*parts)


def _order(left: OracleRow, right: OracleRow, share: Rational, known: Iterable[Formula]) -> Theorem:
    values = [row.variance(share) for row in (left, right)]
    relation = "=" if values[0] == values[1] else "<"
    goal = relation_formula(values[0].function, relation, values[1].function)  # type: ignore[arg-type]
    return prove_from(Sequent(frozenset(known), goal))


def _no_better(
    lemmas: tuple[Theorem, Theorem],
    at: Mapping[str, Rational],
    other: Polynomial,
    numbers: LevelNumbers,
    known: tuple[Formula, ...],
) -> Theorem:
    """The lemmas, about larger sizes and about smaller ones, at these numbers and this level."""
    level = {} if numbers.level.x is None else {"x": numbers.level.x}
    values = {name: Polynomial.constant(Fraction(value)) for name, value in {**at, **level}.items()}
    size = next(value for name, value in at.items() if name in ("d", "h"))
    sides = at_least(other, size + 1), at_least(size - 1, other)
    proofs = [_settled(kernel.instantiate(lemma, values), other.names[0], known) for lemma in lemmas]
    if size == 1:
        return proofs[0]
    proofs = [kernel.weaken(proof, (side,)) for proof, side in zip(proofs, sides, strict=True)]
    return kernel.cases(AnyOf(sides), *proofs)


def _settled(theorem: Theorem, name: str, known: tuple[Formula, ...]) -> Theorem:
    """The theorem with all hypotheses proved that do not speak of the variable."""
    theorem = without_trivial_hypotheses(theorem)
    for hypothesis in theorem.sequent.hypotheses:
        if name not in variables(hypothesis):
            theorem = kernel.cut(prove_from(Sequent(frozenset(known), hypothesis)), theorem)
    return theorem
