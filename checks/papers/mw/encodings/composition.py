"""Section 2: what budgets of privacy promise, and the levels of several mechanisms that are used together."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.mw.encodings.common import ONE, Encoding, fact, fails_at, numbered, with_operators
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.prover.with_theorems import substitute_rational
from derivations.theorems.local_privacy import is_private
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.rational import RationalFunction

X = variable("x")


def smaller_budget_is_stronger(context: Context) -> Sequence[Part]:
    """(1) for two inputs in both orders is privacy; what it says it also says with every larger budget.

    So the smaller budget promises more.
    """
    (node,) = context.trees()
    a, b = variable("a"), variable("b")
    outputs = {"D_i": a, "D_j": b}

    def probability(interpreter: Interpreter, operate: tree.Operate) -> Value:
        match operate.arguments:
            case (
                tree.Chain(
                    members=(tree.Apply(function="M", arguments=(tree.Name(name=data),)), tree.Name(name="A_star")),
                    relations=("=",),
                ),
            ):
                return outputs[data]
        raise MeaninglessError("(1) is printed with Pr[M(D) = A*]")

    reader = with_operators(context.interpreter, Pr=probability)
    larger = Interpreter(reader.notation, reader.given, {**reader.at, "x": variable("larger")})
    printed = reader.formula(node)
    both = [printed, substitute_rational(printed, {"a": b, "b": a})]
    possible = [fact(0, "<=", a), fact(0, "<=", b)]
    private = is_private(((a,), (b,)), X)
    return [
        context.shown("(1) makes an output private", private, *both, *possible),
        context.shown("(1) is what privacy of an output is", all_of(both), private, *possible),
        context.shown(
            "(1) with a larger budget", larger.formula(node), printed, *possible, fact(X, "<=", variable("larger"))
        ),
    ]


def _two_outputs(letter: str) -> list[tuple[RationalFunction, RationalFunction]]:
    """A mechanism with two outputs, one row for each of three inputs."""
    return [(p, ONE - p) for p in numbered(letter, 3)]


def _levels(rows: Sequence[Sequence[RationalFunction]], level: RationalFunction) -> list[Formula]:
    """The level is e^eps for the smallest eps: no ratio within a column exceeds it, and one attains it."""
    pairs = [(rows[i][y], rows[j][y]) for i, j in product(range(3), repeat=2) if i != j for y in range(len(rows[0]))]
    bounded = [fact(above, "<=", level * below) for above, below in pairs]
    return [*bounded, any_of(fact(above, "=", level * below) for above, below in pairs)]


def supremum_is_the_sum(context: Context) -> Sequence[Part]:
    """Some way to combine two mechanisms with the levels eps_1, eps_2 has the level eps_1 + eps_2.

    The ways can do no worse than to publish both outputs. It fails where the two mechanisms are at their worst for
    different pairs of inputs: here the first tells input 0 from the others, the second input 1 from input 2.
    """
    first, second = _two_outputs("a"), _two_outputs("b")
    x1, x2 = variable("x1"), variable("x2")
    inside = [fact(0, "<", entry) for mechanism in (first, second) for row in mechanism for entry in row]
    given = [*inside, *_levels(first, x1), *_levels(second, x2)]
    joint = [[p * q for p in first[i] for q in second[i]] for i in range(3)]
    attained = any_of(
        fact(joint[i][y], "=", x1 * x2 * joint[j][y])
        for i, j in product(range(3), repeat=2)
        if i != j
        for y in range(4)
    )
    half, third, two_thirds = Fraction(1, 2), Fraction(1, 3), Fraction(2, 3)
    point: dict[str, Fraction | int] = {
        "a0": two_thirds,
        "a1": third,
        "a2": third,
        "b0": half,
        "b1": two_thirds,
        "b2": third,
        "x1": 2,
        "x2": 2,
    }
    return [fails_at("some pair of inputs attains the sum", given, attained, **point)]


def least_level_exists(context: Context) -> Sequence[Part]:
    """Among finitely many designs one has the least level, by induction: the better of the best so far and the next."""
    so_far, following = variable("least_so_far"), variable("next_level")
    least = any_of(all_of([fact(level, "<=", so_far), fact(level, "<=", following)]) for level in (so_far, following))
    return [context.shown("the better of two levels", least)]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            smaller_budget_is_stronger,
            supremum_is_the_sum,
            least_level_exists,
        )
    },
}
