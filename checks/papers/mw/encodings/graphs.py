"""Section 4.2: degrees and weights of a weighted bipartite graph, estimated from reports; abstract and conclusion."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from checks.interpreter import ONE, ZERO, Interpreter
from checks.interpreter.values import MeaninglessError
from checks.papers.collection import load_paper
from checks.papers.mw.encodings.best_substitute import least_level
from checks.papers.mw.encodings.common import affine_in_counts, at_means
from checks.papers.mw.encodings.lpp import less_than_the_sum
from checks.papers.mw.levels import kept_presence, kept_value
from checks.papers.mw.surveys import SIZE, SURVEYS, variable
from checks.papers.mw.vocabulary import VOCABULARY
from checks.reading import read_latex
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.sampling_model import design_rows
from derivations.theorems.graphs.key_value_estimators import KeyValueEstimators, key_value_estimators
from mechanisms import catalogue
from mechanisms.catalogue.key_value import EDGE, NO_EDGE, OPPOSITE, TUPLES
from mechanisms.design import Design
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Encoding = Callable[[Context], Sequence[Part]]
X, X1, X2, W, P = (variable(name) for name in ("x", "x1", "x2", "w", "p"))
COUNTS = ("N0", "N1")
EDGES, TOTAL, SHARE = (variable(name) for name in ("edges", "total", "share"))


# -- opinions through EWRR3 --------------------------------------------------------------------------------------------


@cache
def weight_per_participant() -> RationalFunction:
    """The estimate of w_j/k_j from the counts of the k_j = N reports about event j: pi_1/2 + pi_2."""
    survey = SURVEYS["P"]()
    return survey.estimates[1] / 2 + survey.estimates[2]


def opinions_are_unbiased(context: Context) -> Sequence[Part]:
    """E[k_j (pi_1/2 + pi_2)] is the sum of the weights, for any opinions of the k_j participants at event j.

    The opinions are fixed: some have 1/2, some 1, the others 0; only the reports are random.
    """
    rows = design_rows(SURVEYS["P"]().design)
    halves, ones = variable("halves"), variable("ones")
    holders = (SIZE - halves - ones, halves, ones)
    means = {f"N{y}": sum((n * row[y] for n, row in zip(holders, rows, strict=True)), ZERO) for y in (0, 1)}
    estimate, given = at_means(weight_per_participant() * SIZE, means)
    unbiased = relation_formula(estimate, "=", halves / 2 + ones)
    return [context.shown("the estimate of w_j is unbiased", unbiased, *given)]


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


def printed_estimator(claim_id: str, *, corrected: bool = False) -> tree.Node:
    """The right side of an estimator that another claim of the paper prints, or of its correction."""
    claim = load_paper("MW").claim(claim_id)
    statement = claim.main.statement
    if corrected and claim.correction is not None:
        statement = claim.correction.statement
    (text,) = statement.latex
    node = read_latex(text, VOCABULARY)
    if not isinstance(node, tree.Chain) or node.relations != ("=",):
        raise MeaninglessError(f"{claim_id} is no equation for an estimator")
    return node.members[1]


def unbiased_shares(
    context: Context,
    design: Design,
    nodes: tuple[tree.Node, tree.Node],
    at: dict[str, RationalFunction],
    *known: Formula,
) -> list[Part]:
    """Among N reports about item j the estimates give the share of edges and the mean weight a participant.

    Of the participants that report about j, a share `edges` has the edge; `total` is the sum of the weights divided by
    their number. Who reports about j is chosen without regard to the edges, so these are k_j/n and w_j/n on average.
    """
    base = context.interpreter
    means = {name: SIZE * mean for name, mean in zip(COUNTS, _mean_cells(design), strict=True)}
    for node in nodes:
        affine_in_counts(Interpreter(base.notation, (), {**base.at, **at}).number(node), COUNTS)
    possible = (*base.given, *known, *_possible_graph())
    reader = Interpreter(base.notation, possible, {**base.at, **at, **means, "edges": EDGES, "total": TOTAL})
    none, up, one = *nodes, tree.Number("1")
    degree, weight = tree.Sum((one, tree.Negate(none))), tree.Sum((up, up, none, tree.Negate(one)))
    return [
        *reader.link(degree, "=", tree.Name("edges"), "the estimate of k_j is unbiased"),
        *reader.link(weight, "=", tree.Name("total"), "the estimate of w_j is unbiased"),
    ]


def _possible_graph() -> list[Formula]:
    """0 <= edges <= 1 and -edges <= total <= edges, as the weights lie in [-1, 1]."""
    return [relation_formula(a, "<=", b) for a, b in ((ZERO, EDGES), (EDGES, ONE), (-EDGES, TOTAL), (TOTAL, EDGES))]


def _mean_cells(design: Design) -> list[RationalFunction]:
    """Mean probability of the reports (0,0) and (1,1) over participants: affine in the weight of an edge."""
    cells = []
    for response in TUPLES[:2]:
        none, edge = design.entry(NO_EDGE, response), design.entry(EDGE, response)
        by_power = edge.numerator.coefficients_in("w")
        if set(by_power) - {0, 1} or "w" in edge.denominator.names:
            raise MeaninglessError("a report whose probability is affine in the weight is needed here")
        offset, slope = (RationalFunction(by_power.get(k, Polynomial()), edge.denominator) for k in (0, 1))
        cells.append((ONE - EDGES) * none + EDGES * offset + TOTAL * slope)
    return cells


def corollary_4(*, corrected: bool) -> Encoding:
    """LPP-ddagger with the estimators of Corollary 4, p_2 being q: the rows of edges of weight 1 and -1."""

    def parts(context: Context) -> Sequence[Part]:
        design = catalogue.get("lpp-ddagger").protocol.design()
        at = {"p1": kept_presence(), "p2": kept_value()}
        nodes = printed_estimator("MW-83"), printed_estimator("MW-84", corrected=corrected)
        told = relation_formula(2 * at["p1"] * at["p2"], "!=", ONE)
        return unbiased_shares(context, design, nodes, at, *([] if corrected else [told]))

    return parts


def some_estimator(context: Context) -> Sequence[Part]:
    """The collector has unbiased estimates of k_j and w_j: affine in the counts, with the factor m for the sampling."""
    found = lpp_estimators()
    n, k, w = variable("n"), EDGES, TOTAL
    present, signed = found.expected_present(n, k), found.expected_signed(n, k, w)
    return [
        context.shown("the estimate of k_j is unbiased", relation_formula(found.degree(n, present), "=", k)),
        context.shown("the estimate of w_j is unbiased", relation_formula(found.weight(n, present, signed), "=", w)),
    ]


@cache
def lpp_estimators() -> KeyValueEstimators:
    """Unbiased estimates from LPP-ddagger, each participant reporting about one of m items."""
    return key_value_estimators(catalogue.get("lpp-ddagger").protocol.design(), ONE / variable("m"))


@cache
def rounded_unary() -> Design:
    """PCKV-UE at one item from an edge of weight w: rounded to 1 with (1 + w)/2, to -1 otherwise, then perturbed."""
    plain = catalogue.get("pckv-ue").protocol.design()
    up = (1 + W) / 2
    mixed = [up * plain.entry(EDGE, response) + (ONE - up) * plain.entry(OPPOSITE, response) for response in TUPLES]
    rows = [[plain.entry(NO_EDGE, response) for response in TUPLES], mixed]
    domain = plain.domain.joined(catalogue.get("vpp").protocol.domain.without("x2"))
    return Design(rows, domain, (NO_EDGE, EDGE), TUPLES, "PCKV-UE of a weight")


def corollary_5(context: Context) -> Sequence[Part]:
    """PCKV-UE with the estimators of Corollary 5, every pair of a participant and an item being perturbed."""
    at = {"p1": variable("b"), "p2": variable("a"), "q": variable("p")}
    nodes = printed_estimator("MW-89"), printed_estimator("MW-90")
    return unbiased_shares(context, rounded_unary(), nodes, at)


def corollary_5_sampled(context: Context) -> Sequence[Part]:
    """The same where a participant encodes one of several edges: the share of the edges that is encoded counts."""
    at = {"p1": variable("b"), "p2": variable("a"), "q": variable("p")}
    reader = Interpreter(context.interpreter.notation, context.interpreter.given, {**context.interpreter.at, **at})
    encoded = {"edges": SHARE * EDGES, "total": SHARE * TOTAL}
    cells = [cell.substitute(encoded) for cell in _mean_cells(rounded_unary())]
    means = {name: SIZE * cell for name, cell in zip(COUNTS, cells, strict=True)}
    none, given = at_means(reader.number(printed_estimator("MW-89")), means)
    inside = [relation_formula(ZERO, "<", SHARE), relation_formula(SHARE, "<=", ONE)]
    degree = relation_formula(ONE - none, "=", EDGES)
    return [context.shown("the estimate of k_j is unbiased", degree, *inside, *_possible_graph(), *given)]


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


# -- abstract and conclusion -------------------------------------------------------------------------------------------


def optimal_schemes(context: Context) -> Sequence[Part]:
    """The p of (34) minimises the variance of EWRR3 among private p > 1/3; LPP-ddagger has the least level."""
    rows = design_rows(SURVEYS["P"]().design)
    survey = SURVEYS["P"]()
    error, best, third = survey.variance(survey.estimates[0]), variable("best_p"), ONE / 3
    private = [
        relation_formula(a, "<=", X * b) for r in rows for s in rows for a, b in zip(r, s, strict=True) if a != b
    ]
    above = relation_formula(P, ">", third)
    worse = relation_formula(error.substitute({"p": best}), "<", error)
    off = [above, relation_formula(best, ">", P), relation_formula(best, "<=", ONE)]
    return [
        context.shown("(34) lies above 1/3", relation_formula(X / (X + 2), ">", third)),
        context.shown("no private p lies beyond (34)", relation_formula(P, "<=", X / (X + 2)), *private, above),
        context.shown("a smaller p has a larger variance", worse, *off),
        *least_level(context),
    ]


ENCODINGS: dict[str, Encoding] = {
    "opinions_are_unbiased": opinions_are_unbiased,
    "optimal_for_weights": optimal_for_weights,
    "corollary_4": corollary_4(corrected=False),
    "corollary_4_corrected": corollary_4(corrected=True),
    "some_estimator": some_estimator,
    "corollary_5": corollary_5,
    "corollary_5_sampled": corollary_5_sampled,
    "consistent_ratio": consistent_ratio,
    "budget_is_left_over": less_than_the_sum,
    "optimal_schemes": optimal_schemes,
}
