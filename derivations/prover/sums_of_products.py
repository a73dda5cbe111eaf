"""Proofs by writing the goal as a sum of products of known conditions, the work-horse of the hand-made lemmas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from flint import fmpq_mat

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.prover.lemmas import Term, from_terms
from mechanisms.exact.formula import AnyOf, Condition, Formula
from mechanisms.exact.polynomial import Polynomial, to_fmpq, to_fraction


def sum_of_products(goal: Condition, terms: Sequence[Sequence[Condition]], scale: Iterable[Condition] = ()) -> Theorem:
    """All factors |- goal, where (product of `scale`) * goal = sum over terms of the product of the term's factors.

    The identity is up to one positive rational factor a term, which is computed. For a strict goal one term must
    consist of strict conditions; `scale` must be strict. KernelError when the identity does not hold.
    """
    if goal.polynomial.is_zero():
        raise kernel.KernelError("a goal about the zero polynomial is no sum of products")
    multiplier = list(scale)
    target = goal.polynomial
    for condition in multiplier:
        target = target * condition.polynomial
    weights = _weights(target, [_product(term) for term in terms])
    summands = [Term(weight, tuple(factors)) for weight, factors in zip(weights, terms, strict=True)]
    return from_terms(goal, summands, multiplier)


def weights_of(goal: Condition, terms: Sequence[Sequence[Condition]]) -> list[Fraction]:
    """The factors with which the products of the terms sum to the goal's polynomial; KernelError if there are none."""
    return _weights(goal.polynomial, [_product(term) for term in terms])


def _product(term: Sequence[Condition]) -> Polynomial:
    product = Polynomial.constant(1)
    for condition in term:
        product = product * condition.polynomial
    return product


def _weights(target: Polynomial, products: Sequence[Polynomial]) -> list[Fraction]:
    """The rational weights with target = sum of weight * product, by exact linear algebra."""
    columns = [p.terms() for p in products]
    wanted = target.terms()
    monomials = sorted({m for column in [*columns, wanted] for m in column})
    rows = [[to_fmpq(column.get(m, 0)) for column in columns] + [to_fmpq(wanted.get(m, 0))] for m in monomials]
    reduced, rank = fmpq_mat(rows).rref()
    weights = [Fraction(0)] * len(products)
    for row in range(rank):
        lead = next(j for j in range(len(products) + 1) if reduced[row, j] != 0)
        if lead == len(products):
            raise kernel.KernelError("the goal is no combination of these products")
        weights[lead] = to_fraction(reduced[row, len(products)])
    return weights


def split(formula: Formula, when: Theorem, otherwise: Theorem) -> Theorem:
    """From F, H |- C and not F, G |- C: H, G |- C."""
    middle = kernel.excluded_middle(formula)
    either = middle.sequent.conclusion
    assert isinstance(either, AnyOf)
    return kernel.cut(middle, kernel.cases(either, when, otherwise))
