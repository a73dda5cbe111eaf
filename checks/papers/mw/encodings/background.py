"""Sections 1 and 2: privacy and its composition, randomised response as a matrix, degrees and weights of graphs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from checks.interpreter import Interpreter
from checks.papers.mw.encodings.common import (
    ONE,
    Encoding,
    fact,
    fails_at,
    numbered,
    with_names,
    with_operators,
)
from checks.papers.mw.figure_arcs import arcs
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.values import MatrixValue, MeaninglessError, Value
from checks.verification import Context, Part
from derivations.equal_weights import EqualWeights, generalised_response
from derivations.estimator import estimator_variance
from derivations.lemmas import substitute_rational
from derivations.linear_algebra import total
from derivations.local_privacy import is_private
from derivations.sampling_model import design_rows
from mechanisms import catalogue
from mechanisms.formula import Formula, all_of, any_of
from mechanisms.rational import RationalFunction

P, X, M, N = (variable(name) for name in ("p", "x", "m", "N"))


def warner_rows() -> list[list[RationalFunction]]:
    """The matrix of Warner's spinner, enumerated from its protocol, with p for the probability of the truth."""
    rows = design_rows(catalogue.get("warner").protocol.design())
    return [[entry.substitute({"p_w": P}) for entry in row] for row in rows]


# -- privacy and its composition ---------------------------------------------------------------------------------------


def private_ratio(above: RationalFunction, below: RationalFunction, level: RationalFunction) -> list[Formula]:
    """above <= e^eps below for two probabilities of one output."""
    return [fact(0, "<=", above), fact(0, "<=", below), fact(above, "<=", level * below)]


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


def sequential_composition(context: Context) -> Sequence[Part]:
    """By induction on the number of mechanisms: the outputs so far have ratio e^(sum of eps_i), the next one e^eps.

    Given the inputs and the outputs so far, the next output has its own probability, so that probabilities multiply.
    """
    a, b, u, v = (variable(name) for name in "abuv")
    x1, x2 = variable("x1"), variable("x2")
    so_far, following = private_ratio(a, b, x1), private_ratio(u, v, x2)
    return [
        context.shown("one mechanism", fact(a, "<=", x1 * b), *so_far),
        context.shown("one more mechanism", fact(a * u, "<=", x1 * x2 * (b * v)), *so_far, *following),
    ]


def budget_cut_into_portions(context: Context) -> Sequence[Part]:
    """Portions that add up to eps, so that their exponentials multiply to x, give an eps-private sequence."""
    a, b, u, v = (variable(name) for name in "abuv")
    x1, x2 = variable("x1"), variable("x2")
    whole = fact(x1 * x2, "=", X)
    given = [*private_ratio(a, b, x1), *private_ratio(u, v, x2), whole]
    return [
        context.shown("a portion and the rest of the budget", fact(a * u, "<=", X * (b * v)), *given),
        context.shown("the rest of the budget is a budget", fact(x2, ">=", 1), whole, fact(x1, "<=", X)),
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


# -- randomised response as a matrix -----------------------------------------------------------------------------------


def warner_coin(context: Context) -> Sequence[Part]:
    """Warner's coin has the printed matrix; it is uneven exactly when the matrix is invertible."""
    rows = warner_rows()
    printed = [[P, ONE - P], [ONE - P, P]]
    parts: list[Part] = [
        context.shown(f"entry ({i}, {j})", fact(rows[i][j], "=", printed[i][j])) for i, j in product((0, 1), repeat=2)
    ]
    determinant = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0]
    uneven = fact(P, "!=", ONE / 2)
    return [
        *parts,
        context.shown("an uneven coin can be inverted", fact(determinant, "!=", 0), uneven),
        context.shown("a fair coin cannot", uneven, fact(determinant, "!=", 0)),
    ]


def two_answers_are_warner(context: Context) -> Sequence[Part]:
    """Definition 3 with m = 2 has the matrix of Warner's coin."""
    general = generalised_response(RationalFunction.of(2), P)
    rows = warner_rows()
    return [
        context.shown(f"entry ({i}, {j})", fact(general.diagonal if i == j else general.off_diagonal, "=", rows[i][j]))
        for i, j in product((0, 1), repeat=2)
    ]


def rows_sum_to_one(context: Context) -> Sequence[Part]:
    """Every row of m-elements randomised response sums to one, for every m, and of the general 3 x 3 design."""
    general = design_rows(catalogue.get("three-answers").protocol.design())
    return [
        context.shown(f"row {i} of the general design", fact(total(row), "=", 1)) for i, row in enumerate(general, 1)
    ] + [context.shown("a row with m answers", fact(generalised_response(M, P).row_sum, "=", 1), fact(M, ">=", 2))]


def ldp_conditions(matrix: EqualWeights) -> list[Formula]:
    """(1) for every pair of inputs and every output: the two different entries of a column, either way."""
    own, other = matrix.diagonal, matrix.off_diagonal
    return [fact(own, "<=", X * other), fact(other, "<=", X * own)]


def necessary_for_privacy(size: RationalFunction) -> Encoding:
    """If randomised response with this many answers is eps-private, the printed equation or inequality holds."""

    def parts(context: Context) -> Sequence[Part]:
        (node,) = context.trees()
        given = [*ldp_conditions(generalised_response(size, P)), *_several(size)]
        return context.interpreter.assuming(*given).obligations(node, "necessary for privacy")

    return parts


def sufficient_for_privacy(size: RationalFunction) -> Encoding:
    """Where the printed equation or inequality holds, randomised response with this many answers is eps-private."""

    def parts(context: Context) -> Sequence[Part]:
        (node,) = context.trees()
        printed = context.interpreter.formula(node)
        conditions = ldp_conditions(generalised_response(size, P))
        labels = ("the truth against another answer", "another answer against the truth")
        return [
            context.shown(label, condition, printed, *_several(size))
            for label, condition in zip(labels, conditions, strict=True)
        ]

    return parts


def necessary_and_sufficient(size: RationalFunction) -> Encoding:
    """The printed range is exactly the range of the private p."""
    return lambda context: [*necessary_for_privacy(size)(context), *sufficient_for_privacy(size)(context)]


def _several(size: RationalFunction) -> list[Formula]:
    return [fact(size, ">=", 2)] if size.names else []


def columns_side_by_side(context: Context) -> Sequence[Part]:
    """The displayed matrix is the block matrix that is printed beside it, read as it stands.

    The P_i are rows, so that a P_i with a transpose is a column; Remark 5 numbers the answers from 1 to 3.
    """
    match context.trees():
        case [
            tree.Chain(members=(tree.Name(name="P_general"), tree.Matrix() as displayed, block), relations=("=", "="))
        ]:
            pass
        case _:
            raise MeaninglessError("a matrix and a block matrix are printed")
    entries = {f"p{i}{j}": variable(f"r{i}{j}") for i, j in product((1, 2, 3), repeat=2)}
    reader = with_names(context.interpreter, **entries)
    whole = reader.value(displayed)
    assert isinstance(whole, MatrixValue)
    rows = {f"P_row{i}": tuple(entries[f"p{i}{j}"] for j in (1, 2, 3)) for i in (1, 2, 3)}
    side_by_side = _block(block, rows)
    law = [fact(0, "<=", entry) for entry in entries.values()]
    law += [fact(total(row), "=", 1) for row in rows.values()]
    return [
        context.shown(f"entry ({i + 1}, {j + 1})", fact(whole.rows[i][j], "=", side_by_side[i][j]), *law)
        for i, j in product(range(3), repeat=2)
    ]


def _block(node: tree.Node, rows: dict[str, tuple[RationalFunction, ...]]) -> tuple[tuple[RationalFunction, ...], ...]:
    """Blocks in brackets stand side by side; a transpose turns rows into columns."""
    match node:
        case tree.Power(base=base, exponent=tree.Name(name="transposed")):
            return tuple(zip(*_block(base, rows), strict=True))
        case tree.Name(name=name) if name in rows:
            return (rows[name],)
        case tree.TupleNode(items=items):
            blocks = [_block(item, rows) for item in items]
            return tuple(tuple(entry for part in line for entry in part) for line in zip(*blocks, strict=True))
    raise MeaninglessError("a block matrix of rows and columns is printed")


def arcs_are_entries(context: Context) -> Sequence[Part]:
    """The arcs that the figure draws: one for each ordered pair of answers, its label the entry, loops included.

    What leaves a vertex sums to one, so that the labels say what is done with each answer.
    """
    design = catalogue.get("three-answers").protocol.design()
    drawn = {(arc.source, arc.target): arc.label for arc in arcs(design)}
    parts: list[Part] = []
    for i, line in enumerate(design_rows(design)):
        for j, entry in enumerate(line):
            parts.append(context.shown(f"arc from {i} to {j}", fact(drawn[i, j], "=", entry)))
        leaving = total(label for (source, _), label in drawn.items() if source == i)
        parts.append(context.shown(f"what leaves {i}", fact(leaving, "=", 1)))
    return parts


# -- graphs ------------------------------------------------------------------------------------------------------------


def delta_collapses(context: Context) -> Sequence[Part]:
    """The sum over the items of a participant, with Kronecker's delta, is the weight of the one edge to item j.

    Both outer sums run over all participants, so they are compared participant by participant: item j is among the
    items of the participant, or it is not; the delta is 1 for item j and 0 for every other item. A pair that is no
    edge has the weight 0 in the last sum, as the paper has it from section 4 on.
    """
    everybody = (tree.Name("i"), tree.Number("1"), tree.Name("n"))
    own_items = tree.Chain((tree.Name("v2_l"), tree.Name("E_i")), ("in",))
    match context.trees():
        case [
            tree.Chain(
                members=(
                    tree.Name(name="w_j"),
                    tree.BigSum(body=tree.BigSum(body=inner, condition=condition)) as double,
                    tree.BigSum(body=outer) as single,
                ),
                relations=("=", "="),
            )
        ] if condition == own_items and all((s.index, s.lower, s.upper) == everybody for s in (double, single)):
            pass
        case _:
            raise MeaninglessError("the weight of item j is printed as a double sum and as a sum over all participants")
    own, other = variable("w_ij"), variable("w_il")
    weights = replace(
        context.interpreter.notation,
        functions={**context.interpreter.notation.functions, "w": lambda i, node: i.number(node.arguments[0])},
    )
    reader = context.interpreter.speaking(weights)
    at_item = with_names(reader, e_il=own, e_ij=own, delta_lj=ONE)
    elsewhere = with_names(reader, e_il=other, e_ij=own, delta_lj=ONE - ONE)
    terms = at_item.number(inner), elsewhere.number(inner)
    right = with_names(reader, e_ij=own).number(outer)
    return [
        context.shown("an edge to item j and an edge to another item", fact(terms[0] + terms[1], "=", right)),
        context.shown("an edge to another item only", fact(terms[1], "=", right), fact(own, "=", 0)),
    ]


def averages_are_linear(context: Context) -> Sequence[Part]:
    """The printed averages depend on the degrees and weights through their sums, to which they are proportional.

    So estimates of the degrees and weights give estimates of the averages, n and m being known.
    """
    parts: list[Part] = []
    for node, summed in zip(context.trees(), ("degree_sum", "weight_sum"), strict=True):
        assert isinstance(node, tree.Chain)
        printed = context.interpreter.number(node.members[-1])
        first, second = variable("s"), variable("t")

        def at(value: RationalFunction, printed: RationalFunction = printed, summed: str = summed) -> RationalFunction:
            return printed.substitute({summed: value})

        vertices = [fact(variable("n"), ">=", 1), fact(variable("m"), ">=", 1)]
        parts += [
            context.shown(
                f"{summed}: sums are added", fact(at(first + second), "=", at(first) + at(second)), *vertices
            ),
            context.shown(f"{summed}: it decides", fact(at(ONE), ">", 0), *vertices),
        ]
    return parts


def graph_from_private_reports(context: Context) -> Sequence[Part]:
    """Reports of all participants, each through a mechanism of its own with budget eps, taken together.

    Who changes the answers of one participant changes one factor, with a ratio of at most e^eps; by sequential
    composition, who changes those of one more participant multiplies the ratio by e^eps at most.
    """
    a, b, u, v, rest = (variable(name) for name in ("a", "b", "u", "v", "rest"))
    one = private_ratio(a, b, X)
    return [
        context.shown("one participant changes", fact(a * rest, "<=", X * (b * rest)), *one, fact(0, "<=", rest)),
        context.shown(
            "one more participant changes",
            fact(a * u, "<=", variable("x1") * X * (b * v)),
            *private_ratio(a, b, variable("x1")),
            *private_ratio(u, v, X),
        ),
    ]


def degrees_determine_the_graph(context: Context) -> Sequence[Part]:
    """Two graphs of two participants and two items are equal when all their participants have equal degrees."""
    first, second = ([[variable(f"{letter}{i}{j}") for j in (0, 1)] for i in (0, 1)] for letter in ("g", "h"))
    edges = [fact(e * (1 - e), "=", 0) for graph in (first, second) for line in graph for e in line]
    degrees = [fact(total(line), "=", total(other)) for line, other in zip(first, second, strict=True)]
    same = all_of(
        fact(e, "=", f) for line, other in zip(first, second, strict=True) for e, f in zip(line, other, strict=True)
    )
    return [context.shown("equal degrees, equal graphs", same, *edges, *degrees)]


# -- two answers -------------------------------------------------------------------------------------------------------


def truthful_probability_is_optimal(context: Context) -> Sequence[Part]:
    """Among all private p at which Warner's coin can be inverted, one has the least variance if p is as printed.

    The variance is derived from Warner's protocol; eps > 0, since at eps = 0 no private coin can be inverted.
    """
    (node,) = context.trees()
    best = variable("p_best")  # not p, of which it is assumed that it is a probability
    printed = substitute_rational(context.interpreter.formula(node), {"p": best})
    design = catalogue.get("warner").protocol.design()
    variance = estimator_variance(design, variable("pi0"), "N")[0]
    least, other = (variance.substitute({"p_w": truth}) for truth in (best, P))
    private_best, private = (
        [*ldp_conditions(generalised_response(RationalFunction.of(2), truth)), fact(truth, "!=", ONE / 2)]
        for truth in (best, P)
    )
    proportion = [fact(0, "<=", best), fact(best, "<=", 1)]
    return [
        context.shown("the printed probability is private", all_of([*proportion, *private_best]), printed),
        context.shown("no private coin does better", fact(other, ">=", least), printed, *private),
    ]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            smaller_budget_is_stronger,
            sequential_composition,
            budget_cut_into_portions,
            supremum_is_the_sum,
            least_level_exists,
            warner_coin,
            two_answers_are_warner,
            rows_sum_to_one,
            columns_side_by_side,
            arcs_are_entries,
            delta_collapses,
            averages_are_linear,
            graph_from_private_reports,
            degrees_determine_the_graph,
            truthful_probability_is_optimal,
        )
    },
    "necessary_with_two_answers": necessary_for_privacy(RationalFunction.of(2)),
    "exact_range_with_two_answers": necessary_and_sufficient(RationalFunction.of(2)),
    "necessary_with_m_answers": necessary_for_privacy(M),
    "sufficient_with_m_answers": sufficient_for_privacy(M),
    "exact_range_with_m_answers": necessary_and_sufficient(M),
}
