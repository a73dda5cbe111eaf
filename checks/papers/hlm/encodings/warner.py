"""Sections VII and VIII: Warner's mechanism under (eps, delta)-differential privacy, and the whole procedure."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ONE, ZERO
from checks.papers.hlm.encodings.optima import are_minimisers, corner, symbol
from checks.papers.hlm.notation import estimator_error
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verification import Context, Part
from derivations.meaning import defined, relation_formula
from derivations.optimal_binary import rules
from mechanisms.formula import AllOf, PrintedRelation, all_of, any_of, negation
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction


def _second(name: str) -> RationalFunction:
    """A quantity of a second survey."""
    return RationalFunction(Polynomial.variable(f"second_{name}"))


def _error_depends_on(context: Context, *shared: str) -> Sequence[Part]:
    """Two surveys with Warner's mechanism that agree in the shared quantities have the same error."""
    reader = context.interpreter
    pairs = {name: (symbol(reader, name), _second(name)) for name in ("p_w", "pi", "n")}
    agree = [relation_formula(pairs[name][0], "=", pairs[name][1]) for name in shared]
    errors = [estimator_error(pairs["p_w"][i], pairs["p_w"][i], pairs["pi"][i], pairs["n"][i]) for i in (0, 1)]
    respondents = relation_formula(pairs["n"][1], ">=", ONE)
    label = f"surveys with the same {', '.join(shared)} have the same error"
    return [context.shown(label, relation_formula(errors[0], "=", errors[1]), respondents, *agree)]


def warner_error_given_size(context: Context) -> Sequence[Part]:
    """With n respondents the error of Warner's mechanism is determined by p_w and pi."""
    return _error_depends_on(context, "p_w", "pi", "n")


def warner_error_any_size(context: Context) -> Sequence[Part]:
    """The error of Warner's mechanism is determined by p_w and pi, whatever the number of respondents is."""
    return _error_depends_on(context, "p_w", "pi")


def minimiser_is_extreme(context: Context) -> Sequence[Part]:
    """R_w has a largest element (or smallest, where min is printed), and of two elements the larger one does better.

    So this element is the only minimiser.
    """
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
    z, w = _second("p_w"), RationalFunction(Polynomial.variable("third_p_w"))
    beyond: PrintedRelation = ">" if kind == "max" else "<"
    extreme = corner(symbol(reader, "x"), symbol(reader, "delta"))[0] if kind == "max" else ONE / 2
    error = reader.number(expression)
    at_z, at_w = (error.substitute({name: v}) for v in (z, w))
    inside = [admitted.member((v,)) for v in (z, w)]
    farther = relation_formula(w, beyond, z)
    return [
        context.shown(f"the {kind}imum belongs to the region", admitted.member((extreme,))),
        context.shown(
            "nothing in the region goes beyond it", negation(relation_formula(z, beyond, extreme)), inside[0]
        ),
        context.shown("the error is defined on the region", all_of(defined(at_z)), inside[0]),
        context.shown(
            f"nearer to the {kind}imum the error is smaller", relation_formula(at_w, "<", at_z), *inside, farther
        ),
    ]


def procedure_is_correct(context: Context) -> Sequence[Part]:
    """One of the rules of the procedure applies, and its answer is the set of optimal designs; for Warner's, Theorem 4.

    The procedure is `derivations.optimal_binary`; P_eps is the corner at delta = 0.
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
    "warner_error_given_size": warner_error_given_size,
    "warner_error_any_size": warner_error_any_size,
    "minimiser_is_extreme": minimiser_is_extreme,
    "procedure_is_correct": procedure_is_correct,
}
