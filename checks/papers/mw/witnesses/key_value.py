"""Section 4.2 at one point: levels by comparing all inputs of a grid, estimates by listing all reports.

The programs of the protocols are run through all outcomes; a substitute weight that is drawn inside is averaged over by
Simpson's rule, exact for what is affine in it. Nothing of the symbolic path is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

from checks.claim import load_paper
from checks.papers.mw.notation import DOMAIN
from checks.papers.mw.vocabulary import VOCABULARY
from checks.papers.mw.witnesses.meanings import MEANINGS, determinant
from checks.reading import read_latex, read_plain
from checks.reading import syntax as tree
from checks.witness import Space
from checks.witness.enumeration import Rows, design_rows, response_law, sum_of
from checks.witness.evaluator import Evaluator, NotEvaluatedError, furthest
from checks.witness.numbers import Numeric, add, compare, divide, multiply
from checks.witness.statement import Predicate
from mechanisms import catalogue

NO_EDGE, EDGE, OPPOSITE = (0, 0), (1, 1), (1, -1)
TUPLES = (NO_EDGE, EDGE, OPPOSITE)
GRID = tuple(Fraction(k, 3) for k in range(-3, 4))
Trees = Sequence[tree.Node]

# -- laws and levels ---------------------------------------------------------------------------------------------------


def number_at(point: Evaluator, value: Numeric) -> Numeric:
    """A constant of the point, whose quotients are exact: integers become fractions."""
    return point.of(Fraction(value) if isinstance(value, int) else value)


def lpp_row(point: Evaluator, truth: tuple[int, int], weight: Numeric, substitute: Numeric) -> tuple[Numeric, ...]:
    """The law of a report of LPP about an edge of the given weight, or about none with the given substitute."""
    program = catalogue.get("lpp-given").protocol.program
    given = {"w": weight, "w_sub": substitute, "x1": point.values["x1"], "x2": point.values["x2"]}
    values = {name: number_at(point, value) for name, value in given.items()}
    return design_rows(program, values, point.of, (truth,), TUPLES)[0]


def edges(point: Evaluator) -> list[tuple[Numeric, ...]]:
    """The rows of edges of the weights of the grid."""
    return [lpp_row(point, EDGE, w, 0) for w in GRID]


def missing(point: Evaluator, substitute: Numeric) -> tuple[Numeric, ...]:
    """The row of a missing edge with a given substitute weight."""
    return lpp_row(point, NO_EDGE, 0, substitute)


def missing_private(point: Evaluator) -> tuple[Numeric, ...]:
    """The row of a missing edge whose substitute is drawn uniformly: Simpson's rule over [-1, 1]."""
    ends = [missing(point, s) for s in (-1, 0, 1)]
    return tuple(divide(add(add(a, multiply(4, b)), c), 6) for a, b, c in zip(*ends, strict=True))


def largest_ratio(rows: Sequence[Sequence[Numeric]]) -> Numeric:
    """The largest ratio of two probabilities of one response."""
    return furthest("max", [divide(furthest("max", c), furthest("min", c)) for c in zip(*rows, strict=True)])


def level_private(point: Evaluator) -> Numeric:
    """e^eps of LPP with a private substitute weight, over the grid of weights."""
    return largest_ratio([*edges(point), missing_private(point)])


def level_given(point: Evaluator, substitute: Numeric) -> Numeric:
    """e^eps of LPP with a constant substitute weight."""
    return largest_ratio([*edges(point), missing(point, substitute)])


def level_public(point: Evaluator) -> Numeric:
    """e^eps of LPP whose substitute weight is known: the worst one of the grid."""
    return furthest("max", [level_given(point, s) for s in GRID])


def level_ddagger(point: Evaluator) -> Numeric:
    """e^eps of LPP-ddagger."""
    return level_given(point, 0)


def upward(point: Evaluator, keep: Numeric, weight: Numeric) -> Numeric:
    """P(VPP returns 1) where a discretised weight is kept with probability `keep`."""
    if isinstance(keep, Fraction) and isinstance(weight, Fraction):
        return _exactly_upward(keep, weight)
    return _upward(point.of, keep, number_at(point, weight))


@lru_cache(maxsize=20_000)
def _exactly_upward(keep: Fraction, weight: Fraction) -> Numeric:
    return _upward(Fraction, keep, weight)


def _upward(number: Callable[[Numeric], Numeric], keep: Numeric, weight: Numeric) -> Numeric:
    values = {"w": weight, "x2": divide(keep, add(1, -keep))}
    return response_law(catalogue.get("vpp").protocol.program, 1, values, number).get(1, number(0))


def _output(point: Evaluator, node: tree.Apply) -> Numeric:
    keep, weight = (number_at(point, point.number(argument)) for argument in node.arguments)
    return upward(point, keep, weight)


def lpp_matrix(point: Evaluator, substitute: Numeric) -> Rows:
    """No edge, an edge of weight w, an edge of weight -w."""
    weight = point.values["w"]
    return tuple(lpp_row(point, truth, weight, substitute) for truth in TUPLES)


def kept_presence(point: Evaluator) -> Numeric:
    """How likely a missing edge is told truthfully."""
    return missing(point, 0)[0]


def kept_value(point: Evaluator) -> Numeric:
    """How likely VPP returns 1 for the weight 1."""
    program = catalogue.get("vpp").protocol.program
    return response_law(program, 1, {"w": number_at(point, 1), "x2": number_at(point, point.values["x2"])}, point.of)[1]


HERE = replace(
    MEANINGS,
    names={
        **MEANINGS.names,
        "p2": lambda point: upward(point, kept_value(point), point.of(point.values["w"])),
        "P_lpp": lambda point: lpp_matrix(point, point.values["w_sub"]),
        "P_lpp_ddagger": lambda point: lpp_matrix(point, 0),
        "P_ue": lambda point: unary_rows(point),
    },
    functions={**MEANINGS.functions, "Q_1": _output, "Q_2": _output},
    budgets={**MEANINGS.budgets, "eps_out": "x_out"},
)


def here(point: Evaluator, **values: Numeric) -> Evaluator:
    """The point with the meanings of section 4.2, where p_1, p_2 and q are no free symbols."""
    kept = {name: value for name, value in point.values.items() if name not in ("p1", "p2", "q")}
    if {"x1", "x2"} <= point.values.keys():
        kept |= {"p1": kept_presence(point), "q": kept_value(point)}
    return Evaluator(HERE, {**kept, **values}, point.exact)


def _all_true(point: Evaluator, trees: Trees) -> bool:
    return all(point.truth(node) for node in trees)


def at_level(name: str, level: Callable[[Evaluator], Numeric]) -> Predicate:
    """The printed statement where the named budget is the level found by comparing inputs."""
    return lambda point, trees: _all_true(here(point, **{name: level(point)}), trees)


# -- LPP ---------------------------------------------------------------------------------------------------------------


def _vpp(point: Evaluator, trees: Trees) -> bool:
    up, down, keep, flip = (here(point).number(node) for node in trees)
    laws = all(
        compare(add(*pair), 1) == 0 and min(compare(v, 0) for v in pair) >= 0 for pair in ((up, down), (keep, flip))
    )
    program, x2 = catalogue.get("vpp").protocol.program, number_at(point, point.values["x2"])
    rows = [design_rows(program, {"w": number_at(point, w), "x2": x2}, point.of, (1,), (1, -1))[0] for w in GRID]
    (own,) = design_rows(program, {"w": number_at(point, point.values["w"]), "x2": x2}, point.of, (1,), (1, -1))
    made = add(multiply(up, keep), multiply(down, flip))
    return laws and compare(made, own[0]) == 0 and compare(largest_ratio(rows), x2) == 0


def _three(point: Evaluator, trees: Trees) -> bool:
    rows = [*edges(point), missing_private(point)]
    return all(compare(v, 0) > 0 for row in rows for v in row) and all(compare(sum_of(row), 1) == 0 for row in rows)


def _printed(point: Evaluator, trees: Trees) -> bool:
    return _all_true(here(point), trees)


def is_private(level: Callable[[Evaluator], Numeric]) -> Predicate:
    """The level is at most the printed sum of budgets."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        (node,) = trees
        if not isinstance(node, tree.Chain):
            raise NotEvaluatedError("an equation for eps is needed")
        return compare(level(point), here(point)._budget(node.members[1])) <= 0

    return holds


def compared(first: Callable[[Evaluator], Numeric], sign: int, second: Callable[[Evaluator], Numeric]) -> Predicate:
    """The sign of the difference of two levels."""
    return lambda point, trees: compare(first(point), second(point)) == sign


def _sum(point: Evaluator) -> Numeric:
    return multiply(point.values["x1"], point.values["x2"])


def lowered(raised: Callable[[Numeric], Numeric]) -> Predicate:
    """Q grows, the printed maximum, and what is raised makes the level no higher, over pairs of the grid."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        outputs = {s: upward(point, kept_value(point), point.of(s)) for s in GRID}
        grows = all(compare(outputs[a], outputs[b]) < 0 for a, b in pairwise(GRID))
        levels = {s: level_given(point, s) for s in GRID}
        lower = all(
            compare(levels[a], levels[b]) <= 0
            for a, b in product(GRID, repeat=2)
            if compare(raised(outputs[a]), raised(outputs[b])) >= 0
        )
        return grows and lower and _printed(point, trees)

    return holds


def _printed_mean(point: Evaluator, trees: Trees) -> Numeric:
    (node,) = trees
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError("an equation for the mean is needed")
    return here(point).number(node.members[1])


def _any_mean(point: Evaluator, trees: Trees) -> bool:
    """The law of large numbers holds as well for the substitute that is always w_sub."""
    return compare(point.values["w_sub"], _printed_mean(point, trees)) == 0


def _uniform_mean(point: Evaluator, trees: Trees) -> bool:
    cells = [Fraction(2 * k + 1, 100) - 1 for k in range(100)]
    row = missing_private(point)
    return compare(point.of(sum(cells) / 100), _printed_mean(point, trees)) == 0 and compare(row[1], row[2]) == 0


def _least(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    kinds = [part.kind for part in tree.nodes(node) if isinstance(part, tree.ExtremeValue)]
    every = [level_given(point, s) for s in GRID]
    return compare(furthest({"inf": "min", "sup": "max"}[kinds[0]], every), level_ddagger(point)) == 0


def _minimised(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.ArgMin) or node.expression is None:
        raise NotEvaluatedError("minimisers of an objective are needed")
    values = {s: here(point, w_sub=point.of(s)).number(node.expression) for s in GRID}
    least = furthest("min", list(values.values()))
    lowest = level_ddagger(point)
    return all(compare(level_given(point, s), lowest) == 0 for s, v in values.items() if compare(v, least) == 0)


def _cases(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError("a definition by cases is needed")
    at = here(point)
    return compare(at.number(node.members[1]), at.number(node.members[2])) == 0


def _minimisers(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError("an equation for the minimisers is needed")
    best = upward(point, kept_value(point), point.of(1))
    worst: dict[Fraction, Numeric] = {}
    for s in GRID:
        up = upward(point, kept_value(point), point.of(s))
        worst[s] = divide(best, furthest("min", [up, add(1, -up)]))
    least = furthest("min", list(worst.values()))
    printed = here(point).region(node.members[1])
    places = {*GRID, *(z[0] for z in printed.candidates)}
    if not places <= set(GRID):
        return False
    return all(printed.contains((s,)) == (compare(v, least) == 0) for s, v in worst.items())


# -- PCKV-UE -----------------------------------------------------------------------------------------------------------


def unary_values(point: Evaluator) -> dict[str, Numeric]:
    """a, b and p at the point."""
    return {name: number_at(point, point.values[name]) for name in ("a", "b", "p")}


def unary_rows(point: Evaluator) -> Rows:
    """The 3x3 matrix, row by row."""
    return design_rows(catalogue.get("pckv-ue").protocol.program, unary_values(point), point.of, TUPLES, TUPLES)


def vector_rows(
    point: Evaluator, pairs: Sequence[tuple[int, int]], items: int = 2
) -> list[dict[tuple[int, ...], Numeric]]:
    """The law of the vector for each pair (item, sign): positions multiplied by hand from the 3x3 matrix."""
    matrix = unary_rows(point)
    entry = {0: 0, 1: 1, -1: 2}
    laws = []
    for item, sign in pairs:
        law: dict[tuple[int, ...], Numeric] = {}
        for response in product((0, 1, -1), repeat=items):
            mass: Numeric = point.of(1)
            for position, value in enumerate(response, 1):
                mass = multiply(mass, matrix[entry[sign] if position == item else 0][entry[value]])
            law[response] = mass
        laws.append(law)
    return laws


def unary_level(point: Evaluator, *pairs: tuple[int, int]) -> Numeric:
    """The largest ratio between the given pairs over two items."""
    return largest_ratio([list(law.values()) for law in vector_rows(point, pairs)])


def unary_point(point: Evaluator, **values: Numeric) -> Evaluator:
    """e^eps_1 and e^eps_2 as what the presence and the sign of a vector spend."""
    laws = []
    for law in vector_rows(point, [(1, 1), (2, 1)]):
        seen: dict[tuple[int, ...], Numeric] = {}
        for response, mass in law.items():
            key = tuple(abs(v) for v in response)
            seen[key] = add(seen[key], mass) if key in seen else mass
        laws.append(list(seen.values()))
    return here(point, x1=largest_ratio(laws), x2=unary_level(point, (1, 1), (1, -1)), **values)


EVERY_PAIR = ((1, 1), (1, -1), (2, 1), (2, -1))


def at_unary_level(name: str, *pairs: tuple[int, int]) -> Predicate:
    """The printed statement where the named budget is the level over the pairs."""
    return lambda point, trees: _all_true(unary_point(point, **{name: unary_level(point, *pairs)}), trees)


def ratio_is(*sets: tuple[tuple[int, int], ...]) -> Predicate:
    """The printed value is the largest ratio within each set of pairs."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        value = here(point).number(trees[0])
        return all(compare(value, unary_level(point, *pairs)) == 0 for pairs in sets)

    return holds


def _tuple_laws(point: Evaluator, trees: Trees) -> bool:
    kept, turned, lost, absent, other = (here(point).number(node) for node in trees)
    rows = ((absent, other, other), (lost, kept, turned), (lost, turned, kept))
    same = all(
        compare(a, b) == 0 for r, s in zip(rows, unary_rows(point), strict=True) for a, b in zip(r, s, strict=True)
    )
    return same and all(compare(sum_of(row), 1) == 0 for row in rows)


def _relations(point: Evaluator, trees: Trees) -> bool:
    return _all_true(unary_point(point), trees)


def _club(point: Evaluator, trees: Trees) -> bool:
    values = {new: unary_values(point)[name] for new, name in (("p1", "b"), ("p2", "a"), ("q", "p"))}
    rows = design_rows(catalogue.get("rr3-club").protocol.program, values, point.of, (0, 1, 2), (0, 1, 2))
    return all(
        compare(a, b) == 0 for r, s in zip(rows, unary_rows(point), strict=True) for a, b in zip(r, s, strict=True)
    )


def _one_set(point: Evaluator, trees: Trees) -> bool:
    laws = vector_rows(point, [(1, 1), (1, -1)])
    return all(compare(add(law[1, 0], law[0, 1]), 1) == 0 for law in laws)


def _every_string(point: Evaluator, trees: Trees) -> bool:
    return all(compare(v, 0) > 0 for law in vector_rows(point, EVERY_PAIR, 3) for v in law.values())


def _basis(point: Evaluator, trees: Trees) -> bool:
    for items in (1, 2, 4):
        (law,) = vector_rows(point, [(1, 1)], items)
        if compare(law[(1, *[0] * (items - 1))], here(point, m=items).number(trees[0])) != 0:
            return False
    return True


def _proof_of_lemma_4(point: Evaluator, trees: Trees) -> bool:
    (node,) = trees
    if not isinstance(node, tree.Chain) or not isinstance(node.members[1], tree.Apply):
        raise NotEvaluatedError("(57) is a chain with a largest value")
    level = unary_level(point, *EVERY_PAIR)
    at = unary_point(point, x=level)
    logarithms = [isinstance(a, tree.Apply) and a.function == "log" for a in node.members[1].arguments]
    if not all(logarithms):
        # A ratio of at least 1 beside the logarithm: eps >= 1, and e > 5/2; more of e^x >= 1 + x is not needed.
        bare = [at.number(a) for a, is_log in zip(node.members[1].arguments, logarithms, strict=True) if not is_log]
        return all(compare(level, add(1, value)) >= 0 for value in bare) and at.relation(
            node.members[0], "=", node.members[2]
        )
    return all(at.relation(node.members[0], "=", member) for member in node.members[1:])


# -- estimates ---------------------------------------------------------------------------------------------------------


def _estimator(claim_id: str, *, corrected: bool = False) -> tree.Node:
    claim = load_paper("MW").claim(claim_id)
    statement = claim.correction.statement if corrected and claim.correction else claim.main.statement
    node = read_latex(statement.latex[0], VOCABULARY)
    if not isinstance(node, tree.Chain):
        raise NotEvaluatedError(f"{claim_id} is no equation")
    return node.members[1]


def mean_estimates(
    point: Evaluator, rows: Sequence[Sequence[Numeric]], estimators: Sequence[tree.Node], **values: Numeric
) -> tuple[Numeric, Numeric]:
    """Means of 1 - pi_0 and of pi_1 - pi_2 over all reports of two participants with the given rows."""
    total = [point.of(0), point.of(0)]
    for first, second in product(range(3), repeat=2):
        mass = multiply(rows[0][first], rows[1][second])
        counts = {name: (first, second).count(y) for name, y in (("N0", 0), ("N1", 1))}
        at = Evaluator(MEANINGS, {**point.values, **values, "N": 2, **counts}, point.exact)
        none, up = (at.number(node) for node in estimators)
        for i, value in enumerate((add(1, -none), add(add(up, up), add(none, -1)))):
            total[i] = add(total[i], multiply(mass, value))
    return total[0], total[1]


def corollary_4(*, corrected: bool) -> Predicate:
    """LPP-ddagger: one participant with an edge of weight w, one without."""

    def holds(point: Evaluator, trees: Trees) -> bool:
        nodes = _estimator("MW-83"), _estimator("MW-84", corrected=corrected)
        rows = [lpp_row(point, EDGE, point.values["w"], 0), missing(point, 0)]
        at = {"p1": kept_presence(point), "p2": kept_value(point)}
        if not corrected and compare(multiply(2, multiply(at["p1"], at["p2"])), 1) == 0:
            return True
        degree, weight = mean_estimates(point, rows, nodes, **at)
        return compare(degree, Fraction(1, 2)) == 0 and compare(multiply(2, weight), point.values["w"]) == 0

    return holds


def _corollary_5(point: Evaluator, trees: Trees) -> bool:
    nodes = _estimator("MW-89"), _estimator("MW-90")
    none, up, down = unary_rows(point)
    share = divide(add(1, point.values["w"]), 2)
    edge = [add(multiply(share, a), multiply(add(1, -share), b)) for a, b in zip(up, down, strict=True)]
    at = {"p1": point.values["b"], "p2": point.values["a"], "q": point.values["p"]}
    degree, weight = mean_estimates(point, [edge, none], nodes, **at)
    return compare(degree, Fraction(1, 2)) == 0 and compare(multiply(2, weight), point.values["w"]) == 0


def opinion_rows(point: Evaluator, p: Numeric) -> Rows:
    """EWRR3 at p."""
    return design_rows(
        catalogue.get("ewrr3").protocol.program, {"p": number_at(point, p)}, point.of, (0, 1, 2), (0, 1, 2)
    )


def _opinions_private(point: Evaluator, trees: Trees) -> bool:
    x = point.values["x"]
    return compare(largest_ratio(opinion_rows(point, divide(x, add(x, 2)))), x) <= 0


def value_of_report(rows: Rows, weights: Sequence[Numeric]) -> list[Numeric]:
    """What each report adds to the estimate of the mean of the weights: the solution v of P v = weights."""
    whole = determinant(rows)
    found = []
    for y in range(len(weights)):
        replaced = [[*row[:y], weight, *row[y + 1 :]] for row, weight in zip(rows, weights, strict=True)]
        found.append(divide(determinant(replaced), whole))
    return found


def _opinions_unbiased(point: Evaluator, trees: Trees) -> bool:
    rows = opinion_rows(point, point.values["p"])
    values = value_of_report(rows, (0, Fraction(1, 2), 1))
    means = [sum_of(multiply(mass, v) for mass, v in zip(row, values, strict=True)) for row in rows]
    return all(compare(mean, weight) == 0 for mean, weight in zip(means, (0, Fraction(1, 2), 1), strict=True))


def spread(point: Evaluator, p: Numeric, weights: Sequence[Numeric]) -> Numeric:
    """The variance of one report's part in the estimate, for a participant drawn from the shares at the point."""
    rows = opinion_rows(point, p)
    shares = (point.values["pi0"], point.values["pi1"], 1 - point.values["pi0"] - point.values["pi1"])
    cells = [sum_of(multiply(s, row[y]) for s, row in zip(shares, rows, strict=True)) for y in range(3)]
    values = value_of_report(rows, weights)
    mean = sum_of(multiply(c, v) for c, v in zip(cells, values, strict=True))
    return sum_of(multiply(c, multiply(add(v, -mean), add(v, -mean))) for c, v in zip(cells, values, strict=True))


def _is_best(point: Evaluator, optimum: Numeric, weights: Sequence[Numeric]) -> bool:
    third = Fraction(1, 3)
    least = spread(point, optimum, weights)
    between = [add(third, multiply(Fraction(k, 7), add(optimum, -third))) for k in range(1, 7)]
    private = compare(largest_ratio(opinion_rows(point, optimum)), point.values["x"]) <= 0
    return private and all(compare(least, spread(point, p, weights)) < 0 for p in between)


def _optimal_for_weights(point: Evaluator, trees: Trees) -> bool:
    x, weights = point.values["x"], (0, Fraction(1, 2), 1)
    return all(_is_best(point, p, weights) for p in (divide(x, add(x, 2)), divide(1, add(multiply(2, x), 1))))


def _optimal_schemes(point: Evaluator, trees: Trees) -> bool:
    x = point.values["x"]
    every = [level_given(point, s) for s in GRID]
    least = compare(furthest("min", every), level_ddagger(point)) == 0
    return least and _is_best(point, divide(x, add(x, 2)), (1, 0, 0))


def _ratio(point: Evaluator, trees: Trees) -> bool:
    """Biased for one participant; and the variances of both estimates for four are half of those for two."""
    edge, none = lpp_row(point, EDGE, point.values["w"], 0), missing(point, 0)
    if compare(point.values["x1"], 1) == 0 or compare(point.values["x2"], 1) == 0:
        return True
    told, kept = add(edge[1], edge[2]), add(none[1], none[2])
    full = lpp_row(point, EDGE, 1, 0)
    slope = add(full[1], -full[2])
    parts = [(divide(add(c, -kept), add(told, -kept)), divide(s, slope)) for c, s in TUPLES]
    mean = sum_of(multiply(mass, divide(w, k)) for mass, (k, w) in zip(edge, parts, strict=True))
    biased = compare(mean, point.values["w"]) != 0 or compare(point.values["w"], 0) == 0
    return biased and all(
        compare(
            _mean_variance(edge, [part[i] for part in parts], 2),
            multiply(2, _mean_variance(edge, [part[i] for part in parts], 4)),
        )
        == 0
        for i in (0, 1)
    )


def _mean_variance(law: Sequence[Numeric], values: Sequence[Numeric], size: int) -> Numeric:
    """The variance of the mean of `size` independent draws, by listing them."""
    first = second = 0
    for chosen in product(range(len(law)), repeat=size):
        mass: Numeric = 1
        total: Numeric = 0
        for y in chosen:
            mass, total = multiply(mass, law[y]), add(total, values[y])
        total = divide(total, size)
        first, second = add(first, multiply(mass, total)), add(second, multiply(mass, multiply(total, total)))
    return add(second, -multiply(first, first))


LPP_SPACE = Space(tuple(p for p in DOMAIN.parameters if p.name in ("x1", "x2", "w", "w_sub")))
UNARY_SPACE = Space(tuple(p for p in DOMAIN.parameters if p.name in ("a", "b", "p", "w")))
OPINION_SPACE = Space(
    tuple(p for p in DOMAIN.parameters if p.name in ("x", "pi0", "pi1", "p", "x1", "x2")),
    conditions=(read_plain("pi0 + pi1 <= 1", VOCABULARY),),
)

PREDICATES: dict[str, Predicate] = {
    "vpp_algorithm": _vpp,
    "three_tuples": _three,
    "matrix_of_lpp": _printed,
    "matrix_of_lpp_ddagger": _printed,
    "lpp_is_private": is_private(level_private),
    "level_of_public_lpp": at_level("x", level_public),
    "level_of_lpp": at_level("x", level_private),
    "level_of_lpp_ddagger": at_level("x_out", level_ddagger),
    "lpp_reaches_the_sum": compared(level_private, 0, _sum),
    "lowered_by_raising_q1": lowered(lambda value: value),
    "lowered_by_raising_both": lowered(lambda value: furthest("min", [value, add(1, -value)])),
    "mean_by_large_numbers": _any_mean,
    "mean_of_substitute": _uniform_mean,
    "stronger_than_lpp": compared(level_ddagger, -1, level_private),
    "as_strong_as_lpp": compared(level_ddagger, 0, level_private),
    "budget_is_left_over": compared(level_ddagger, -1, _sum),
    "least_of_all": _least,
    "minimised_objective": _minimised,
    "objective_in_cases": _cases,
    "only_minimiser": _minimisers,
    "tuple_laws": _tuple_laws,
    "unary_matrix": _printed,
    "predefined_relations": _relations,
    "instance_of_club": _club,
    "one_position_is_set": _one_set,
    "every_string": _every_string,
    "basis_vector": _basis,
    "level_of_vectors": at_unary_level("x_out", *EVERY_PAIR),
    "proof_of_lemma_4": _proof_of_lemma_4,
    "ratio_of_one_item": ratio_is(((1, 1), (1, -1))),
    "ratio_of_different_items": ratio_is(((1, 1), (2, 1)), ((1, 1), (2, -1))),
    "corollary_4": corollary_4(corrected=False),
    "corollary_4_corrected": corollary_4(corrected=True),
    "corollary_5": _corollary_5,
    "opinions_are_private": _opinions_private,
    "opinions_are_unbiased": _opinions_unbiased,
    "optimal_for_weights": _optimal_for_weights,
    "optimal_schemes": _optimal_schemes,
    "consistent_ratio": _ratio,
}

UNARY = (
    "tuple_laws", "unary_matrix", "predefined_relations", "instance_of_club", "one_position_is_set", "every_string",
    "basis_vector", "level_of_vectors", "proof_of_lemma_4", "ratio_of_one_item", "ratio_of_different_items",
    "corollary_5",
)  # fmt: skip
OPINIONS = ("opinions_are_private", "opinions_are_unbiased", "optimal_for_weights", "optimal_schemes")
SPACES = {
    **dict.fromkeys(PREDICATES, LPP_SPACE),
    **dict.fromkeys(UNARY, UNARY_SPACE),
    **dict.fromkeys(OPINIONS, OPINION_SPACE),
}
"""Where each encoded statement is evaluated: the symbols that it depends on, and no others."""
