"""Section III: what differential privacy asks of a binary design, the feasible region and its edges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations

from checks.interpreter import ONE, ZERO, Interpreter, fresh_point
from checks.interpreter.values import Coordinates, MeaninglessError
from checks.papers.hlm.encodings.survey import event_of, variable, with_operators
from checks.papers.hlm.notation import (
    NAMES,
    general_design,
    on_edges,
    slacks,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.sampling_model import design_rows
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.region import privacy_conditions

P00, P11, X, DELTA = (NAMES[name] for name in ("p00", "p11", "x", "delta"))


def is_private() -> Formula:
    """(eps, delta)-differential privacy of one response by definition: all pairs of truths, all sets of responses."""
    return all_of(privacy_conditions(general_design()))


# -- the definition ----------------------------------------------------------------------------------------------------


def event_among_values(context: Context) -> Sequence[Part]:
    """The events A of the definition are sets of values of X_d; and for one row and D = {0, 1} the printed inequality,
    for all events and all pairs of different rows, is (eps, delta)-differential privacy of the design.
    """
    dataset, variable, inequality, event = context.trees()
    match dataset, variable, event:
        case (
            tree.Chain(members=(tree.Name(name="d_set"), tree.Power(base=row, exponent=rows)), relations=("in",)),
            tree.Mapping(
                function=tree.Name(name="X_d"),
                source=tree.Name(name="Omega"),
                target=tree.Power(base=response, exponent=values),
            ),
            tree.Chain(
                members=(tree.Name(name="A"), tree.Power(base=element, exponent=inside)),
                relations=("subset" | "subseteq",),
            ),
        ) if row == response == element == tree.Name("D"):
            number = context.interpreter.number
            sizes = [relation_formula(number(size), ">=", ONE) for size in (rows, values, inside)]
        case _:
            raise MeaninglessError(
                "the definition is printed with a dataset, a random variable, an inequality, an event"
            )
    printed = all_of(_for_every_event(context.interpreter, inequality))
    return [
        context.shown(
            "an event is a set of values of X_d", relation_formula(number(inside), "=", number(values)), *sizes
        ),
        context.shown("the printed inequalities give privacy", is_private(), printed),
        context.shown("privacy gives the printed inequalities", printed, is_private()),
    ]


def _for_every_event(interpreter: Interpreter, inequality: tree.Node) -> Iterator[Formula]:
    rows = design_rows(general_design())
    for event in chain.from_iterable(combinations((0, 1), size) for size in range(3)):
        for truth, other in permutations((0, 1)):
            masses = {
                name: sum((rows[t][y] for y in event), ZERO) for name, t in (("X_d", truth), ("X_d_neighbour", other))
            }
            yield _with_masses(interpreter, masses).formula(inequality)


def _with_masses(interpreter: Interpreter, masses: dict[str, RationalFunction]) -> Interpreter:
    return with_operators(interpreter, Pr=lambda _, node: masses[event_of(node, "in")[0]])


# -- designs without information --------------------------------------------------------------------------------------


# -- the edges ---------------------------------------------------------------------------------------------------------


CORNER: Coordinates = ((X + DELTA) / (X + 1),) * 2
SEGMENTS: dict[str, Coordinates] = {"first": (ONE, DELTA), "second": (DELTA, ONE)}
"""Both segments end in the corner, where (11a) meets (11b); here are their other ends, where the square is met."""


def along(start: Coordinates, share: RationalFunction) -> Coordinates:
    """The point of a segment that has gone the given share of the way from its start to the corner."""
    return tuple(a + share * (b - a) for a, b in zip(start, CORNER, strict=True))


def is_share(share: RationalFunction) -> list[Formula]:
    """0 <= share <= 1"""
    return [relation_formula(ZERO, "<=", share), relation_formula(share, "<=", ONE)]


def two_segments(context: Context) -> Sequence[Part]:
    """R'' consists of two line segments: of their points with p00 + p11 > 1, which leaves out an end where delta = 0.

    (11a) is tight on the first, from (1, delta) to the corner, which has the points with p00 >= p11; and (11b) on the
    second, from (delta, 1) to the corner. For delta = 1 both are the point (1, 1).
    """
    z = fresh_point(2)
    point = all_of(relation_formula(v, "=", ONE) for v in z)
    everything = relation_formula(DELTA, "=", ONE)
    one_point = context.shown("R'' is one point for delta = 1", point, on_edges(context.interpreter, z), everything)
    return [one_point, *_below_delta_one(context)]


def _below_delta_one(context: Context) -> list[Part]:
    """R'' and the two segments for delta < 1."""
    reader, z, share = context.interpreter, fresh_point(2), variable("share")
    edges, at_z = on_edges(reader, z), slacks(reader, z)
    below_one = relation_formula(DELTA, "<", ONE)
    some_tight = any_of(relation_formula(s, "=", ZERO) for s in at_z)
    parts: list[Part] = [context.shown("one of (11) is tight on R''", some_tight, edges)]
    for place, (name, start) in enumerate(SEGMENTS.items()):
        gone = (ONE - z[place]) * (X + 1) / (ONE - DELTA)
        on_segment = [relation_formula(a, "=", b) for a, b in zip(z, along(start, gone), strict=True)]
        this_side = relation_formula(z[place], ">=", z[1 - place])
        tight = relation_formula(at_z[place], "=", ZERO)
        point = along(start, share)
        square = all_of(relation_formula(a, "<=", b) for v in point for a, b in ((ZERO, v), (v, ONE)))
        informative = relation_formula(point[0] + point[1], ">", ONE)
        slack = slacks(reader, point)[place]
        parts += [
            context.shown(f"one inequality is tight on the side of the {name}", tight, edges, this_side),
            context.shown(
                f"R'' lies on the {name} on that side",
                all_of([*on_segment, *is_share(gone)]),
                *(edges, this_side, tight, below_one),
            ),
            context.shown(f"the {name} lies in R''", on_edges(reader, point), informative, *is_share(share)),
            context.shown(f"its inequality is tight on the {name}", relation_formula(slack, "=", ZERO)),
            context.shown(f"the {name} lies in the unit square", square, *is_share(share)),
        ]
    return parts


def two_closed_segments(context: Context) -> Sequence[Part]:
    """R'' is the union of two closed line segments, each with two different ends."""
    parts: list[Part] = []
    for name, start in SEGMENTS.items():
        different = any_of(relation_formula(a, "!=", b) for a, b in zip(start, CORNER, strict=True))
        parts += [
            context.shown(f"the end of the {name} belongs to R''", on_edges(context.interpreter, start)),
            context.shown(f"the {name} has two ends", different),
        ]
    return [*parts, *_below_delta_one(context)]


ENCODINGS = {
    function.__name__: function
    for function in (
        event_among_values,
        two_segments,
        two_closed_segments,
    )
}
