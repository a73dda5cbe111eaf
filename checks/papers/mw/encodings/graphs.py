"""Section 4.2: degrees and weights of a weighted bipartite graph, estimated from reports."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from checks.interpreter import ONE, ZERO
from checks.papers.mw.surveys import SURVEYS, variable
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.sampling_model import design_rows
from derivations.theorems.graphs.key_value_estimators import KeyValueEstimators, key_value_estimators
from mechanisms import catalogue
from mechanisms.catalogue.key_value import EDGE, TUPLES
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
X, X1, X2, W, P = (variable(name) for name in ("x", "x1", "x2", "w", "p"))
EDGES, TOTAL = variable("edges"), variable("total")


# -- opinions through EWRR3 --------------------------------------------------------------------------------------------


@cache
def weight_per_participant() -> RationalFunction:
    """The estimate of w_j/k_j from the counts of the k_j = N reports about event j: pi_1/2 + pi_2."""
    survey = SURVEYS["P"]()
    return survey.estimates[1] / 2 + survey.estimates[2]


def optimal_for_weights(context: Context) -> Sequence[Part]:
    """On each side of 1/3 the p of (34) or (36) is private and gives the estimate of w_j a smaller variance than every
    other private p of that side.
    """
    rows = design_rows(SURVEYS["P"]().design)
    error = SURVEYS["P"]().variance(weight_per_participant())
    best = variable("best_p")
    private = [
        relation_formula(a, "<=", X * b) for r in rows for s in rows for a, b in zip(r, s, strict=True) if a != b
    ]
    third = ONE / 3
    parts: list[Part] = []
    for label, optimum, side in (("(34)", X / (X + 2), ">"), ("(36)", ONE / (2 * X + 1), "<")):
        at = all_of(
            relation_formula(a.substitute({"p": optimum}), "<=", X * b.substitute({"p": optimum}))
            for r in rows for s in rows for a, b in zip(r, s, strict=True) if a != b
        )  # fmt: skip
        beyond = relation_formula(P, "<=" if side == ">" else ">=", optimum)
        worse = relation_formula(error.substitute({"p": best}), "<", error)
        off = [relation_formula(P, side, third), relation_formula(best, ">" if side == ">" else "<", P)]  # type: ignore[arg-type]
        box = [relation_formula(ZERO, "<=", best), relation_formula(best, "<=", ONE)]
        parts += [
            context.shown(f"{label} lies on its side of 1/3", relation_formula(optimum, side, third)),  # type: ignore[arg-type]
            context.shown(f"{label} is private", at),
            context.shown(f"no private p lies beyond {label}", beyond, *private, relation_formula(P, side, third)),  # type: ignore[arg-type]
            context.shown(f"nearer to 1/3 than {label} the variance is larger", worse, *off, *box),
        ]
    return parts


# -- degrees and weights from tuples -----------------------------------------------------------------------------------


def _possible_graph() -> list[Formula]:
    """0 <= edges <= 1 and -edges <= total <= edges, as the weights lie in [-1, 1]."""
    return [relation_formula(a, "<=", b) for a, b in ((ZERO, EDGES), (EDGES, ONE), (-EDGES, TOTAL), (TOTAL, EDGES))]


@cache
def lpp_estimators() -> KeyValueEstimators:
    """Unbiased estimates from LPP-ddagger, each participant reporting about one of m items."""
    return key_value_estimators(catalogue.get("lpp-ddagger").protocol.design(), ONE / variable("m"))


def consistent_ratio(context: Context) -> Sequence[Part]:
    """The ratio of the estimates is biased, and close to w_j/k_j for many participants when k_j/n stays above 0.

    Biased: already for one participant with one edge. Consistent: the variances of both estimates are at most n times a
    constant, so that by Chebyshev's inequality both are within n delta of the truth with a probability that goes to 1;
    and then the ratio is within 4 delta n/k_j of the truth.
    """
    found = key_value_estimators(catalogue.get("lpp-ddagger").protocol.design())
    design = catalogue.get("lpp-ddagger").protocol.design()
    ratio = ZERO
    for response in TUPLES:
        exists, side = response
        ratio = ratio + design.entry(EDGE, response) * found.mean_value(1, exists, side)
    biased = relation_formula(ratio, "!=", W)
    informative = [relation_formula(X1, ">", ONE), relation_formula(X2, ">", ONE), relation_formula(W, "!=", ZERO)]
    chance = variable("chance")
    probability = [relation_formula(ZERO, "<=", chance), relation_formula(chance, "<=", ONE)]
    k_hat, w_hat, delta = (variable(name) for name in ("k_hat", "w_hat", "delta"))
    near = [
        *_possible_graph(),
        relation_formula(ZERO, "<", delta),
        relation_formula(2 * delta, "<=", EDGES),
        *(
            relation_formula(a - b, "<=", delta)
            for a, b in ((k_hat, EDGES), (EDGES, k_hat), (w_hat, TOTAL), (TOTAL, w_hat))
        ),
    ]
    gap = w_hat / k_hat - TOTAL / EDGES
    parts: list[Part] = [
        context.shown("the ratio is biased for one participant", biased, *informative),
    ]
    estimators = lpp_estimators()
    spread = {"k_j": chance - chance**2, "w_j": chance}  # of one report: Var(c) for P(c = 1), E[s^2] >= Var(s)
    slopes = {"k_j": estimators.degree(0, 1), "w_j": estimators.weight(0, 0, 1)}
    more = [*informative[:2], relation_formula(variable("m"), ">=", ONE), *probability]
    for name, bound in zip(("k_j", "w_j"), estimators.variance_bounds(), strict=True):
        small = relation_formula(slopes[name] ** 2 * spread[name], "<=", bound)
        parts.append(
            context.shown(f"the variance of the estimate of {name} is at most n times a constant", small, *more)
        )
    return [
        *parts,
        context.shown(
            "close estimates have a close ratio, from above", relation_formula(gap, "<=", 4 * delta / EDGES), *near
        ),
        context.shown(
            "close estimates have a close ratio, from below", relation_formula(-4 * delta / EDGES, "<=", gap), *near
        ),
    ]


ENCODINGS: dict[str, Encoding] = {
    "optimal_for_weights": optimal_for_weights,
    "consistent_ratio": consistent_ratio,
}
