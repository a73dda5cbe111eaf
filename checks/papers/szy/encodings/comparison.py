"""Theorem 6.1 and its proof: the order of the variances at a common budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from checks.interpreter import Interpreter, Notation, Obligation
from checks.interpreter.values import MeaninglessError
from checks.papers.szy.comparison import N, any_quadratic, at_budget, excess_over_warner
from checks.papers.szy.encodings.regions import by_squares
from checks.papers.szy.existing_decks import fails_where_dealt
from checks.papers.szy.surveys import printed_as
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from mechanisms.exact.formula import TRUE
from mechanisms.exact.rational import RationalFunction


def reader_with(context: Context, notation: Notation) -> Interpreter:
    """An interpreter under the hypotheses of the statement, with another notation."""
    outer = context.interpreter
    inner = Interpreter(notation, outer.given, outer.at)
    inner.lemmas, inner.facts, inner.roots = outer.lemmas, outer.facts, outer.roots
    return inner


def at_common_budget(context: Context, *, factor: bool = False) -> Sequence[Part]:
    """Every printed formula holds at the common budget; `factor`: with N times the printed a."""
    reader = reader_with(context, at_budget(factor=N if factor else 1))
    parts = [part for node in context.trees() for part in (*reader.obligations(node), *equal_radicands(reader, node))]
    return fails_where_dealt(parts, reader.roots)


def equal_radicands(reader: Interpreter, node: tree.Node) -> list[Obligation]:
    """Of a chain of expressions that differ in what their one root is taken of: these are equal, as they are written.

    A root that is known by name hides this in the relation of the chain itself.
    """
    if not isinstance(node, tree.Chain):
        return []
    found: list[Obligation] = []
    for left, right in pairwise(node.members):
        first, second = _radicand(left), _radicand(right)
        if first is not None and second is not None and first[1] == second[1]:
            found += reader.obligations(tree.Chain((first[0], second[0]), ("=",)), "what the roots are taken of")
    return found


def _radicand(member: tree.Node) -> tuple[tree.Node, tree.Node] | None:
    """What the only root of a member is taken of, and the member without it; None where there is not one root."""
    roots = [part for part in tree.nodes(member) if isinstance(part, tree.Apply) and part.function == "sqrt"]
    if len(roots) != 1:
        return None

    def without(node: tree.Node) -> tree.Node:
        if node == roots[0]:
            return tree.Name("root")
        return tree.with_children(node, tuple(map(without, tree.children(node))))

    return roots[0].arguments[0], without(member)


def ordering_in_region(context: Context, trees: Sequence[tree.Node] = ()) -> Sequence[Part]:
    """The first printed formula says for which proportions the others hold; `trees` are the formulas, if not all."""
    reader = reader_with(context, at_budget())
    region, *orders = trees or context.trees()
    where = reader.formula(region)
    inner = reader.assuming(where)
    parts = [part for node in orders for part in inner.obligations(node)]
    return by_squares(fails_where_dealt(parts, reader.roots), where, reader.at)


def figure_in_region(context: Context) -> Sequence[Part]:
    """The printed order holds at all proportions of the printed region, for the N and p_2 of a figure.

    The figure is drawn at one proportion, the value of pi; at the budget log(2) that one lies in the region.
    """
    shown = context.interpreter.at
    elsewhere = {name: value for name, value in shown.items() if name != "pi"}
    general = Interpreter(context.interpreter.notation, context.interpreter.given, elsewhere)
    parts = list(ordering_in_region(replace(context, interpreter=general)))
    drawn = Interpreter(at_budget(), context.interpreter.given, {**shown, "t": RationalFunction.of(2)})
    region = context.trees()[0]
    return [*parts, *drawn.obligations(region, "the proportion of the figure lies in the region, eps = log(2)")]


def orderings_in_regions(context: Context) -> Sequence[Part]:
    """Each printed formula says by itself in which region what holds."""
    reader = reader_with(context, at_budget())
    found: list[Part] = []
    for node in context.trees():
        where = reader.formula(node.members[0]) if isinstance(node, tree.Connective) else TRUE
        found += by_squares(fails_where_dealt(reader.obligations(node), reader.roots), where, reader.at)
    return found


def coefficients_of_the_difference(context: Context) -> Sequence[Part]:
    """With the printed a and c, Var_IC - Var_MW is (-a pi^2 + a pi - c)/(N (N - 1)(t - 1)^2 (1 - p_2))."""
    reader = reader_with(context, at_budget())
    values = {name: reader.number(defined_as(node, name)) for node, name in zip(context.trees(), "ac", strict=True)}
    reader.at.update(values)
    printed = read_plain(
        "(-a*pi^2 + a*pi - c)/(N*(N - 1)*(e^eps - 1)^2*(1 - p_2))", context.interpreter.notation.vocabulary
    )
    label = "the difference has these coefficients"
    return fails_where_dealt(printed_as(reader, excess_over_warner(), printed, label), {})


def quadratic_formula(context: Context) -> Sequence[Part]:
    """The printed formula holds for all a and c for which there are real zeros."""
    reader = reader_with(context, any_quadratic())
    return [part for node in context.trees() for part in reader.obligations(node)]


def roots_with_d(context: Context) -> Sequence[Part]:
    """The first printed formula defines d; the others hold."""
    reader = reader_with(context, at_budget())
    definition, *formulas = context.trees()
    reader.at["d"] = reader.number(defined_as(definition, "d"))
    return fails_where_dealt((part for node in formulas for part in reader.obligations(node)), reader.roots)


def defined_as(node: tree.Node, name: str) -> tree.Node:
    """The right side of the printed equation `name = ...`."""
    match node:
        case tree.Chain(members=(tree.Name(name=found), right), relations=("=",)) if found == name:
            return right
    raise MeaninglessError(f"an equation for {name} is needed here")


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "at_common_budget": at_common_budget,
    "with_factor_N": partial(at_common_budget, factor=True),
    "ordering_in_region": ordering_in_region,
    "figure_in_region": figure_in_region,
    "orderings_in_regions": orderings_in_regions,
    "coefficients_of_the_difference": coefficients_of_the_difference,
    "quadratic_formula": quadratic_formula,
    "roots_with_d": roots_with_d,
}
