"""Sections VII and VIII: Warner's mechanism under (eps, delta)-differential privacy, and the whole procedure."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ONE, ZERO
from checks.interpreter.values import MeaninglessError
from checks.papers.hlm.encodings.optima import are_minimisers, corner, symbol
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import defined, relation_formula
from derivations.theorems.binary.optimal_binary import rules
from mechanisms.exact.formula import AllOf, PrintedRelation, all_of, any_of, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def _second(name: str) -> RationalFunction:
    """A quantity of a second survey."""
    return RationalFunction(Polynomial.variable(f"second_{name}"))


def minimiser_is_extreme(context: Context) -> Sequence[Part]:
    """R_w has a largest element (or smallest, where min is printed), and everything else in R_w does worse."""
    reader = context.interpreter
    (printed,) = context.trees()
    match printed:
        case tree.Chain(
            members=(
                tree.ArgMin(expression=tree.Node() as expression, variables=(tree.Name(name=name),), domain=domain),
                tree.Apply(function="max" | "min" as kind, arguments=(region,)),
            ),
            relations=("=",),
        ) if domain == region:
            admitted = reader.set_value(region)
        case _:
            raise MeaninglessError("the minimisers over a set and an extreme element of this set are compared here")
    z, best = _second("p_w"), RationalFunction(Polynomial.variable("extreme p_w"))
    beyond: PrintedRelation = ">" if kind == "max" else "<"
    extreme = corner(symbol(reader, "x"), symbol(reader, "delta"))[0] if kind == "max" else ONE / 2
    error = reader.number(expression)
    at_z, least = (error.substitute({name: v}) for v in (z, best))
    inside = admitted.member((z,))
    return [
        context.shown(f"the {kind}imum belongs to the region", admitted.member((extreme,))),
        context.shown("nothing in the region goes beyond it", negation(relation_formula(z, beyond, extreme)), inside),
        context.shown("the error is defined on the region", all_of(defined(at_z)), inside),
        context.shown(
            "the error is larger elsewhere",
            relation_formula(at_z, ">", least),
            inside,
            relation_formula(best, "=", extreme),
            relation_formula(z, "!=", best),
        ),
    ]


def procedure_is_correct(context: Context) -> Sequence[Part]:
    """One of the rules of the procedure applies, and its answer is the set of optimal designs; for Warner's, Theorem 4.

    The procedure is `derivations.theorems.binary.optimal_binary`; P_eps is the corner at delta = 0.
    """
    reader = context.interpreter
    pi, delta = symbol(reader, "pi"), symbol(reader, "delta")
    strict, *others = rules()
    parts: list[Part] = [
        context.shown("a rule applies where delta = 0", strict.condition, relation_formula(delta, "=", ZERO))
    ]
    sides: tuple[PrintedRelation, ...] = ("<", "=", ">")
    for side in sides:
        where = relation_formula(pi, side, ONE / 2)
        some = any_of(r.condition for r in others if isinstance(r.condition, AllOf) and where in r.condition.parts)
        label = f"a rule applies where delta > 0, pi {side} 1/2"
        parts.append(context.shown(label, some, where, relation_formula(delta, ">", ZERO)))
    for rule in rules():
        parts += are_minimisers(reader.assuming(rule.condition), rule.points, f"rule {rule.name}")
    warner = read_plain(
        "argmin(Var(Pi_hat_w(p_w) | pi); p_w in R_w) = {(e^eps + delta)/(e^eps + 1)}", reader.notation.vocabulary
    )
    return [*parts, *reader.obligations(warner, "Warner's mechanism")]


ENCODINGS = {
    "minimiser_is_extreme": minimiser_is_extreme,
    "procedure_is_correct": procedure_is_correct,
}
