"""Definition 5 and what follows it: weights of items and degrees of nodes in a graph, and what reports tell of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checks.papers.mw.encodings.common import ONE, Encoding, fact, with_names
from checks.papers.mw.encodings.composition import private_ratio
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verification import Context, Part
from derivations.linear_algebra import total
from mechanisms.formula import all_of
from mechanisms.rational import RationalFunction

X = variable("x")


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


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            delta_collapses,
            averages_are_linear,
            graph_from_private_reports,
            degrees_determine_the_graph,
        )
    },
}
