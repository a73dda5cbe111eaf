"""Lemma 3: the substitute weights of a missing edge with which LPP is most private."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ONE, ZERO, Interpreter
from checks.interpreter.extrema import relation_of_lists
from checks.interpreter.values import Listed, MeaninglessError, Value
from checks.papers.mw.encodings.common import Encoding
from checks.papers.mw.encodings.lpp import W_SUB, objective, pairs_at_ends
from checks.papers.mw.levels import Level, key_value_reader, lpp_ddagger, lpp_given
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.continuum import ContinuousMechanism


def least_level(context: Context) -> list[Part]:
    """No substitute weight makes the level of LPP lower than that of LPP-ddagger."""
    level = Level("x_out", lpp_ddagger)
    return [*_no_lower(context, level.candidates), *level.parts(context)]


def least_of_all(context: Context) -> Sequence[Part]:
    """eps' is the level of LPP-ddagger, which is the least of the levels of LPP over all substitute weights."""
    level = Level("x_out", lpp_ddagger)
    same = all_of(
        relation_formula(a.substitute({"w_sub": 0}), "=", b)
        for a, b in zip(_entries(lpp_given()), _entries(lpp_ddagger()), strict=True)
    )
    zero = context.shown("the substitute 0 makes LPP-ddagger", same)
    if _extremum(context) == "inf":
        return [zero, *least_level(context)]
    return [zero, _no_higher(context, level.hypothesis), *level.parts(context)]


def _entries(mechanism: ContinuousMechanism) -> list[RationalFunction]:
    return [entry for row in mechanism.design.entries for entry in row]


def _extremum(context: Context) -> str:
    """The kind of extremum over the protocols that is printed in (51)."""
    (node,) = context.trees()
    match node:
        case tree.Chain(
            members=(
                tree.Name(name="eps_out"),
                tree.Name(name="eps_dagger"),
                tree.ExtremeValue(
                    kind=kind, expression=tree.Name(name="eps_j_star"), domain=tree.Name(name="J_protocols")
                ),
            ),
            relations=("=", "="),
        ):
            return kind
    raise MeaninglessError("eps' = eps-dagger = inf over the protocols is needed here")


def _no_lower(context: Context, candidates: Sequence[RationalFunction]) -> list[Part]:
    """Where LPP is x-LDP for some substitute weight, x is at least each ratio of which e^eps' is the largest."""
    level = variable("x")
    private = [relation_formula(a, "<=", level * b) for a, b in pairs_at_ends(from_edges=True)]
    return [
        context.shown(f"no substitute weight has a level below {c}", relation_formula(c, "<=", level), *private)
        for c in candidates
    ]


def _no_higher(context: Context, hypothesis: Formula) -> Part:
    """Every substitute weight has at most the level e^eps'."""
    everywhere = all_of(relation_formula(a, "<=", variable("x_out") * b) for a, b in pairs_at_ends())
    return context.shown("no substitute weight has a higher level", everywhere, hypothesis)


def minimised_objective(context: Context) -> Sequence[Part]:
    """A substitute weight at which the printed objective is no larger than at 0 has the level of LPP-ddagger."""
    (node,) = context.trees()
    if not isinstance(node, tree.ArgMin) or node.expression is None:
        raise MeaninglessError("the minimisers of an objective are needed here")
    reader = key_value_reader(context)
    here, there = (_value_at(reader, node.expression, place) for place in (W_SUB, ZERO))
    level = Level("x_out", lpp_ddagger)
    private = all_of(relation_formula(top, "<=", variable("x_out") * bottom) for top, bottom in pairs_at_ends())
    smaller = relation_of_lists(here, "<=", there)
    return [
        context.shown("minimisers of the objective minimise the level", private, smaller, *level.above),
        *reader.definedness("the objective", reader.divisors, reader.required),
        *level.parts(context),
    ]


def _value_at(reader: Interpreter, node: tree.Node, place: RationalFunction) -> Value:
    kept, reader.at = reader.at, {**reader.at, "w_sub": place}
    try:
        return reader.value(node)
    finally:
        reader.at = kept


def objective_in_cases(context: Context) -> Sequence[Part]:
    """(53): the largest of the two quotients is the printed one in each case; f is a name for it."""
    (node,) = context.trees()
    if not isinstance(node, tree.Chain) or len(node.members) != 3 or node.relations[0] != ":=":
        raise MeaninglessError("a definition of f with its cases is needed here")
    reader = key_value_reader(context)
    return reader.link(node.members[1], node.relations[1], node.members[2], "the cases")


def only_minimiser(context: Context) -> Sequence[Part]:
    """(54): the substitute weights in [-1, 1] that minimise f are those of the printed set."""
    (node,) = context.trees()
    match node:
        case tree.Chain(
            members=(tree.ArgMin(expression=tree.Apply(function="f", arguments=(tree.Name(name="w_sub"),))), printed),
            relations=("=",),
        ):
            found = context.interpreter.set_value(printed)
        case _:
            raise MeaninglessError("an equation for the minimisers of f is needed here")
    if found.points is None:
        raise MeaninglessError("the minimisers are listed in the print")
    other = variable("w_sub_other")
    in_box = [relation_formula(-ONE, "<=", other), relation_formula(other, "<=", ONE)]
    parts: list[Part] = []
    for (place,) in found.points:
        best = Listed("max", objective(place))
        inside = all_of([relation_formula(-ONE, "<=", place), relation_formula(place, "<=", ONE)])
        parts.append(context.shown(f"{place} lies in [-1, 1]", inside))
        no_better = relation_of_lists(best, "<=", Listed("max", objective(other)))
        parts.append(context.shown(f"no weight is better than {place}", no_better, *in_box))
    if not found.points:
        raise MeaninglessError("f has a minimiser: it is continuous on [-1, 1]")
    (first, *_), elsewhere = found.points[0], all_of(relation_formula(other, "!=", p) for (p,) in found.points)
    worse = relation_of_lists(Listed("max", objective(first)), "<", Listed("max", objective(other)))
    parts.append(context.shown("all others are worse", worse, *in_box, elsewhere))
    return parts


ENCODINGS: dict[str, Encoding] = {
    "minimised_objective": minimised_objective,
    "objective_in_cases": objective_in_cases,
    "only_minimiser": only_minimiser,
}
