"""Theorem 6.1 and its proof: the order of the variances at a common budget."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError
from checks.papers.szy.comparison import at_budget
from checks.papers.szy.encodings.regions import by_squares
from checks.papers.szy.existing_decks import fails_where_dealt
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part


def reader_with(context: Context, notation: Notation) -> Interpreter:
    """An interpreter under the hypotheses of the statement, with another notation."""
    outer = context.interpreter
    inner = Interpreter(notation, outer.given, outer.at)
    inner.lemmas, inner.facts, inner.roots = outer.lemmas, outer.facts, outer.roots
    return inner


def ordering_in_region(context: Context, trees: Sequence[tree.Node] = ()) -> Sequence[Part]:
    """The first printed formula says for which proportions the others hold; `trees` are the formulas, if not all."""
    reader = reader_with(context, at_budget())
    region, *orders = trees or context.trees()
    where = reader.formula(region)
    inner = reader.assuming(where)
    parts = [part for node in orders for part in inner.obligations(node)]
    return by_squares(fails_where_dealt(parts, reader.roots), where, reader.at)


def defined_as(node: tree.Node, name: str) -> tree.Node:
    """The right side of the printed equation `name = ...`."""
    match node:
        case tree.Chain(members=(tree.Name(name=found), right), relations=("=",)) if found == name:
            return right
    raise MeaninglessError(f"an equation for {name} is needed here")
