"""Section V: the optimum under eps-differential privacy, and the edges on which a constraint is tight."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ONE, ZERO, Interpreter, fresh_point
from checks.interpreter.values import Coordinates
from checks.papers.hlm.encodings.optima import affine_in, defined_as, mirrored, symbol
from checks.papers.hlm.notation import (
    estimator_error,
    feasible,
    feasible_informative,
    response_probability,
    slacks,
)
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.formula import Formula, all_of, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

# -- edges -------------------------------------------------------------------------------------------------------------


def strict_edge(context: Context) -> Sequence[Part]:
    """The printed points for the printed t are the points of R' at which (11a) is tight; no other t gives one."""
    t_range, point = _parametrised(context)
    return [
        *_edge_is(context, t_range, point, 0, "(11a) tight"),
        context.shown(
            "another t gives no such point", negation(_on_edge(context.interpreter, point, 0)), negation(t_range)
        ),
    ]


def both_edges(context: Context) -> Sequence[Part]:
    """The printed points are the points of R' at which (11a) is tight, their mirror images those with (11b) tight."""
    t_range, point = _parametrised(context)
    return [
        *_edge_is(context, t_range, point, 0, "(11a) tight"),
        *_edge_is(context, t_range, mirrored(point), 1, "(11b) tight"),
    ]


def _parametrised(context: Context) -> tuple[Formula, Coordinates]:
    """The printed range of t and the printed point (p00, p11) as a function of t."""
    t_range, first, second = context.trees()
    reader = context.interpreter
    any_t = {"t": RationalFunction(Polynomial.variable(PARAMETER))}
    point = tuple(reader.number(defined_as(n, name)).substitute(any_t) for n, name in ((first, "p00"), (second, "p11")))
    return substitute_rational(reader.formula(t_range), any_t), point


PARAMETER = "real_t"
"""t in the print, where it may be any real number before its range is stated."""


def _edge_is(context: Context, t_range: Formula, point: Coordinates, which: int, label: str) -> list[Part]:
    """Points for t in the range lie in R' with the slack zero; each such design is the point for a t in the range."""
    reader = context.interpreter
    parts: list[Part] = [context.shown(f"{label}: the points lie on the edge", _on_edge(reader, point, which), t_range)]
    z = fresh_point(2)
    # the coordinate that grows from the origin of the parameter gives t back
    start, slope = affine_in(point[1 - which], PARAMETER)
    parameter = (z[1 - which] - start) / slope
    reached = all_of(
        relation_formula(c.substitute({PARAMETER: parameter}), "=", v) for c, v in zip(point, z, strict=True)
    )
    within = substitute_rational(t_range, {PARAMETER: parameter})
    on_edge = _on_edge(reader, z, which)
    return [*parts, context.shown(f"{label}: the edge has no other points", all_of([reached, within]), on_edge)]


def _on_edge(reader: Interpreter, z: Coordinates, which: int) -> Formula:
    return all_of([feasible_informative(reader, z), relation_formula(slacks(reader, z)[which], "=", ZERO)])


# -- no privacy budget ------------------------------------------------------------------------------------------------


def zero_budget(context: Context) -> Sequence[Part]:
    """A private design satisfies the printed equations; and near p00 + p11 = 1 the error exceeds every bound.

    The last in exact terms: for 0 < pi < 1 and each bound M, error > M for every design with p00 + p11 - 1 = d > 0
    and 2 n M d < min(pi, 1 - pi).
    """
    reader = context.interpreter
    p00, p11, pi, n = (symbol(reader, name) for name in ("p00", "p11", "pi", "n"))
    private = reader.assuming(feasible(reader, (p00, p11)))
    bound, distance = RationalFunction(Polynomial.variable("bound")), p00 + p11 - 1
    near = [
        relation_formula(bound, ">", ZERO),
        relation_formula(distance, ">", ZERO),
        *(relation_formula(2 * n * bound * distance, "<", side) for side in (pi, ONE - pi)),
    ]
    exceeds = relation_formula(estimator_error(p00, p11, pi, n), ">", bound)
    half = RationalFunction.of(1) / 2
    likely = relation_formula(response_probability(1, p00, p11, pi), ">=", half)
    return [
        *(part for node in context.trees() for part in private.obligations(node)),
        context.shown("unbounded error, P(X = 1) at least 1/2", exceeds, *near, likely),
        context.shown("unbounded error, P(X = 1) at most 1/2", exceeds, *near, negation(likely)),
    ]


ENCODINGS = {
    "strict_edge": strict_edge,
    "both_edges": both_edges,
    "zero_budget": zero_budget,
}
