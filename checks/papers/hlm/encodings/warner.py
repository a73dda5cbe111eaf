"""Sections VII and VIII: Warner's mechanism under (eps, delta)-differential privacy, and the whole procedure."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ONE, fresh_point
from checks.papers.hlm.encodings.optima import are_minimisers, corner, symbol
from checks.papers.hlm.notation import estimator_error
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verify import Context, Part
from derivations.meaning import relation_formula
from derivations.optimal_binary import rules
from mechanisms.formula import any_of
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
    """R_w has a largest element (or smallest, where min is printed), and it is the only minimiser."""
    reader = context.interpreter
    (printed,) = context.trees()
    match printed:
        case tree.Chain(
            members=(tree.ArgMin() as minimisers, tree.Apply(function="max" | "min" as kind, arguments=(region,))),
            relations=("=",),
        ):
            pass
        case _:
            raise MeaninglessError("a set of minimisers and an extreme element of a set are compared here")
    admitted = reader.set_value(region)
    (z,) = fresh_point(1)
    extreme = corner(symbol(reader, "x"), symbol(reader, "delta"))[0] if kind == "max" else ONE / 2
    extends = relation_formula(z, "<=" if kind == "max" else ">=", extreme)
    printed_extreme = "{(e^eps + delta)/(e^eps + 1)}" if kind == "max" else "{1/2}"
    right = read_plain(printed_extreme, reader.notation.vocabulary)
    return [
        context.shown(f"the {kind}imum belongs to the region", admitted.member((extreme,))),
        context.shown(f"nothing in the region exceeds the {kind}imum", extends, admitted.member((z,))),
        *reader.minimisers(minimisers, "=", right, "the minimisers"),
    ]


def procedure_is_correct(context: Context) -> Sequence[Part]:
    """One of the rules of the procedure applies, and its answer is the set of optimal designs; for Warner's, Theorem 4.

    The procedure is `derivations.optimal_binary`; P_eps is the corner at delta = 0.
    """
    reader = context.interpreter
    parts: list[Part] = [context.shown("a rule applies", any_of(rule.condition for rule in rules()))]
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
