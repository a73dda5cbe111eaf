"""Proofs by writing the goal as a sum of products of known conditions, the work-horse of the hand-made lemmas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from derivations import kernel
from derivations.kernel import Theorem
from derivations.statements import Certificate
from mechanisms.formula import AnyOf, Condition, Formula, negation
from mechanisms.polynomial import Polynomial

Term = Sequence[Condition]


def sum_of_products(goal: Condition, terms: Sequence[Term], scale: Iterable[Condition] = ()) -> Theorem:
    """All factors |- goal, where (product of `scale`) * goal = sum over terms of the product of the term's factors.

    The identity is up to one positive rational factor a term, which is computed. For a strict goal the first term must
    consist of strict conditions; `scale` must be strict. KernelError when the identity does not hold.
    """
    if goal.polynomial.is_zero():
        raise kernel.KernelError("a goal about the zero polynomial is no sum of products")
    multiplier = list(scale)
    target = goal.polynomial
    for condition in multiplier:
        target = target * condition.polynomial
    weights = _weights(target, [_product(term) for term in terms])
    opposite = negation(goal)
    assert isinstance(opposite, Condition)
    cone = [(w, Polynomial.constant(1), tuple(term)) for w, term in zip(weights, terms, strict=True)]
    if goal.relation == ">":
        (weight, _, factors), rest = cone[0], cone[1:]
        positive = (weight, tuple((f, 1) for f in factors))
        closing = (Fraction(1), Polynomial.constant(1), (opposite, *multiplier))
        certificate = Certificate(positive, (*rest, _rescaled(closing, goal, opposite)))
    else:
        scale_of_opposite = _ratio(-goal.polynomial, opposite.polynomial)
        positive = (scale_of_opposite, ((opposite, 1), *((m, 1) for m in multiplier)))
        certificate = Certificate(positive, tuple(cone))
    hypotheses = {opposite, *multiplier, *(f for term in terms for f in term)}
    return kernel.absurd(kernel.contradiction(tuple(hypotheses), certificate), goal)


def _rescaled(
    term: tuple[Fraction, Polynomial, tuple[Condition, ...]], goal: Condition, opposite: Condition
) -> tuple[Fraction, Polynomial, tuple[Condition, ...]]:
    weight, root, factors = term
    return weight * _ratio(-goal.polynomial, opposite.polynomial), root, factors


def _ratio(left: Polynomial, right: Polynomial) -> Fraction:
    """c with left = c * right."""
    return left.leading_coefficient() / right.leading_coefficient()


def _product(term: Term) -> Polynomial:
    product = Polynomial.constant(1)
    for condition in term:
        product = product * condition.polynomial
    return product


def _weights(target: Polynomial, products: Sequence[Polynomial]) -> list[Fraction]:
    """The rational weights with target = sum of weight * product, by exact linear algebra."""
    from flint import fmpq_mat

    from mechanisms.polynomial import to_fmpq, to_fraction

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
