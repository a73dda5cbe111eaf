"""Section 2: what budgets of privacy promise."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.mw.encodings.common import Encoding, fact, with_operators
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.prover.with_theorems import substitute_rational
from derivations.theorems.local_privacy import is_private
from mechanisms.exact.formula import all_of

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


