"""Section II: the law of a response, the likelihood and its maximum, the estimators, the margins of error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from checks.claims.verdict import Outcome
from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.hlm.notation import general_design
from checks.papers.hlm.vocabulary import VOCABULARY
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.margins import binomial_coverage, normal_coverage
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)


def variable(name: str) -> RationalFunction:
    """The variable of this name as a number."""
    return RationalFunction(Polynomial.variable(name))


def with_operators(interpreter: Interpreter, **operators: Callable[[Interpreter, tree.Operate], Value]) -> Interpreter:
    """An interpreter under the same hypotheses that gives operators another meaning."""
    notation = replace(interpreter.notation, operators={**interpreter.notation.operators, **operators})
    return Interpreter(notation, interpreter.given, interpreter.at)


def event_of(node: tree.Operate, relation: str) -> tuple[str, tree.Node]:
    """(variable, value) of an event such as X_i = j or X_d in A, printed with the given relation."""
    match node.arguments:
        case (tree.Chain(members=(tree.Name(name=name), value), relations=(printed,)),) if printed == relation:
            return name, value
    raise MeaninglessError(f"an event is printed as one random variable {relation} one value")


def proved(label: str, theorem: Theorem) -> Outcome:
    """A theorem that is at hand, as a part of a claim."""
    return Outcome(label, theorem.statement, theorem)


# -- the law of a response ---------------------------------------------------------------------------------------------


# -- margins of error --------------------------------------------------------------------------------------------------


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
            if (off, unit) == (read_plain(deviation, VOCABULARY), read_plain(spread, VOCABULARY)):
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
    p = variable("coverage")
    enclosed = [
        relation_formula(RationalFunction.of(low), "<", p),
        relation_formula(p, "<", RationalFunction.of(high)),
    ]
    return [
        *(proved(str(step.statement), step.theorem) for step in derivation.steps if step.theorem is not None),
        context.shown("the level", relation_formula(p, ">=", RationalFunction.of(level)), *enclosed),
    ]


SAMPLES = ((10, Fraction(1, 10)), (100, Fraction(1, 10)), (1000, Fraction(1, 2)))


def no_guarantee_at_finite_n(context: Context) -> Sequence[Part]:
    """The margin, right for a normal variable, need not reach 95 % at a finite n: for n = 10, 100, 1000 a survey fails.

    The coverage is summed exactly over the binomial law of the count for p00 = p11 = 3/4. That the coverage tends to
    the normal one as n grows is the central limit theorem, which is standard and not proved here.
    """
    match context.trees():
        case [tree.Product(factors=(tree.Number() as multiple, tree.Name(name="sigma")))]:
            pass
        case _:
            raise MeaninglessError("the margin is printed as a multiple of sigma")
    design = general_design().at(p00=Fraction(3, 4), p11=Fraction(3, 4))
    coverage, level = variable("coverage"), RationalFunction.of(Fraction(95, 100))
    parts = normal_level(context, multiple.value, Fraction(95, 100))
    for n, proportion in SAMPLES:
        exact = RationalFunction.of(binomial_coverage(design, proportion, n, multiple.value))
        fact = relation_formula(coverage, "<", level)
        label = f"coverage at n = {n}, pi = {proportion}"
        parts.append(context.shown(label, fact, relation_formula(coverage, "=", exact)))
    return parts


# -- Warner ------------------------------------------------------------------------------------------------------------


ENCODINGS = {
    function.__name__: function
    for function in (
        normal_margin,
        no_guarantee_at_finite_n,
    )
}
