"""The margins of error of a normal law, which the logic does not say: it has no integrals."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.claims.verdict import Outcome
from checks.interpreter.values import MeaninglessError
from checks.papers.spellings import spellings
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.margins import normal_coverage
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def _variable(name: str) -> RationalFunction:
    return RationalFunction(Polynomial.variable(name))


# -- margins of error --------------------------------------------------------------------------------------------------


def _proved(label: str, theorem: Theorem) -> Outcome:
    return Outcome(label, theorem.statement, theorem)


def _margin_and_level(node: tree.Node, deviation: str, spread: str) -> tuple[Fraction, Fraction]:
    """(k, c) of a printed P(deviation <= k spread) >= c; deviation and spread in the plain notation."""
    match node:
        case tree.Chain(
            members=(
                tree.Operate(
                    operator="Pr",
                    arguments=(tree.Chain(members=(off, tree.Product(factors=(k, unit))), relations=("<=",)),),
                    given=(),
                ),
                level,
            ),
            relations=(">=",),
        ) if isinstance(k, tree.Number) and isinstance(level, tree.Number):
            if (off, unit) == (read_plain(deviation, spellings("HLM")), read_plain(spread, spellings("HLM"))):
                return k.value, level.value
    raise MeaninglessError(f"a margin of error is printed as P({deviation} <= k {spread}) >= c with numbers k and c")


def normal_margin(context: Context) -> Sequence[Part]:
    """A normal variable lies within the printed multiple of sigma with at least the printed probability.

    The probability is erf(k / sqrt 2), enclosed between rationals by theorems about erf below and above k / sqrt 2.
    """
    (node,) = context.trees()
    return normal_level(context, *_margin_and_level(node, "abs(G - mu)", "sigma"))


def normal_level(context: Context, k: Fraction, level: Fraction) -> list[Part]:
    """A normal variable lies within k sigma of its mean with at least the probability `level`."""
    low, high, derivation = normal_coverage(k)
    p = _variable("coverage")
    enclosed = [
        relation_formula(RationalFunction.of(low), "<", p),
        relation_formula(p, "<", RationalFunction.of(high)),
    ]
    return [
        *(_proved(str(step.statement), step.theorem) for step in derivation.steps if step.theorem is not None),
        context.shown("the level", relation_formula(p, ">=", RationalFunction.of(level)), *enclosed),
    ]
