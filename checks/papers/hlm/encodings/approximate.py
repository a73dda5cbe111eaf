"""Section VI: the optimum under (eps, delta)-differential privacy, its lemmas, and Figure 1."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ONE, ZERO, Interpreter, fresh_point, links
from checks.interpreter.values import Coordinates, MeaninglessError, SetValue
from checks.papers.hlm.encodings.optima import (
    affine_in,
    are_minimisers,
    corner,
    defined_as,
    derived_minimisers,
    ends_of_edges,
    some_minimiser,
    symbol,
    with_lemma,
)
from checks.papers.hlm.notation import estimator_error, feasible_informative, on_edges, slacks
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import defined, relation_formula
from derivations.theorems.binary.edge_lemma import inner_point_is_worse
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def _error(reader: Interpreter, point: Coordinates) -> RationalFunction:
    return estimator_error(point[0], point[1], symbol(reader, "pi"), symbol(reader, "n"))


def _edge_point(reader: Interpreter, t: tree.Node) -> Coordinates:
    """(r_delta(t), s_delta(t))."""
    return reader.number(tree.Apply("r_delta", (t,))), reader.number(tree.Apply("s_delta", (t,)))


# -- edges and corners -------------------------------------------------------------------------------------------------


def corner_is_extreme(context: Context) -> Sequence[Part]:
    """Where both of (11) are tight in R' the printed equations hold; that point is an extreme point of R'.

    Extreme: it lies in R' and is no midpoint of two other points of R'; it lies in R'', a part of R', and is extreme
    there too.
    """
    reader = context.interpreter
    (chain,) = context.trees()
    here = symbol(reader, "p00"), symbol(reader, "p11")
    tight = [relation_formula(s, "=", ZERO) for s in slacks(reader, here)]
    at_corner = reader.assuming(feasible_informative(reader, here), *tight)
    point = _edge_point(reader, tree.Number("1"))
    lies = all_of(
        [feasible_informative(reader, point), *(relation_formula(s, "=", ZERO) for s in slacks(reader, point))]
    )
    z = fresh_point(2)
    other = tuple(2 * c - v for c, v in zip(point, z, strict=True))
    same = all_of(relation_formula(v, "=", c) for v, c in zip(z, point, strict=True))
    both_tight = all_of(relation_formula(s, "=", ZERO) for s in slacks(reader, z))
    inside = feasible_informative(reader, z)
    satisfied = [relation_formula(s, ">=", ZERO) for v in (z, other) for s in slacks(reader, v)]
    return [
        context.shown("t = 1 is a point of R' at which both of (11) are tight", lies),
        context.shown("t = 1 is a point of R''", on_edges(reader, point)),
        *at_corner.obligations(chain, "where both of (11) are tight"),
        context.shown("two points with midpoint t = 1 that satisfy (11) have both tight", both_tight, *satisfied),
        context.shown("both are tight nowhere else, so there are no two such points", same, inside, both_tight),
    ]


def least_on_edges_at_ends(context: Context) -> Sequence[Part]:
    """The least error on R'' is attained, at ends of the two segments only."""
    reader = context.interpreter
    found = derived_minimisers(reader, on_edges=True)
    ends = SetValue.finite(ends_of_edges(reader), 2)
    return [
        some_minimiser(context),
        *reader.compare(found, "subseteq", ends, "the minimisers over R'' are ends of its segments"),
    ]


# -- Lemma 3 -----------------------------------------------------------------------------------------------------------


def _at_any_t(value: RationalFunction, name: str = "real_t") -> RationalFunction:
    """The same function of a parameter that is not confined to [0, 1]."""
    return value.substitute({"t": RationalFunction(Polynomial.variable(name))})


def _slope_along_edge(reader: Interpreter) -> RationalFunction:
    """d Var/dt along (r_delta(t), s_delta(t)), derived."""
    variance = _error(reader, _edge_point(reader, tree.Name("t")))
    return variance.derivative("t")


def _stationary_point(reader: Interpreter) -> tuple[RationalFunction, RationalFunction]:
    """The zero in t of the slope along the edge, derived from its linear numerator; and the factor of t in it."""
    start, factor = affine_in(RationalFunction(_slope_along_edge(reader).numerator), "t")
    return -start / factor, factor


def linear_numerator_with_root(context: Context) -> Sequence[Part]:
    """The numerator of the printed derivative is linear in t, and it is zero at the printed t only, for all real t."""
    reader = context.interpreter
    derivative, equation = context.trees()
    side = defined_as(equation, "t")
    numerator = _at_any_t(RationalFunction(reader.number(derivative).numerator))
    t = RationalFunction(Polynomial.variable("real_t"))
    first, second, share = (_variable(name) for name in ("first_t", "second_t", "share"))
    between = relation_formula(t, "=", first + share * (second - first))
    ends = [numerator.substitute({"real_t": end}) for end in (first, second)]
    linear = relation_formula(numerator, "=", ends[0] + share * (ends[1] - ends[0]))
    inner = reader.assuming()
    root = inner.number(side)
    return [
        context.shown("the numerator is linear in t", linear, between),
        *reader.definedness("the printed root", inner.divisors),
        context.shown(
            "a root is the printed t", relation_formula(t, "=", root), relation_formula(numerator, "=", ZERO)
        ),
        context.shown(
            "the printed t is a root", relation_formula(numerator, "=", ZERO), relation_formula(t, "=", root)
        ),
    ]


def _chain(node: tree.Node) -> tree.Chain:
    if not isinstance(node, tree.Chain):
        raise MeaninglessError("a relation is needed here")
    return node


def at_stationary_point(context: Context) -> Sequence[Part]:
    """The printed relation holds at the one t at which the first derivative is zero."""
    reader = context.interpreter
    (printed,) = context.trees()
    root, factor = _stationary_point(reader)
    parts: list[Part] = [context.shown("there is one such t", relation_formula(factor, "!=", ZERO))]
    for left, relation, right in links(_chain(printed)):
        sides = [reader.number(side).substitute({"t": root}) for side in (left, right)]
        written = None if "t" in reader.number(right).names else reader.written(right)
        label = "where the first derivative is zero"
        parts += reader.compare(sides[0], relation, sides[1], label, sides=(None, written))
    divisors = [d.substitute({"t": root}) for d in reader.divisors]
    return [*parts, *reader.definedness("where the first derivative is zero", divisors)]


def stationary_point_is_maximum(context: Context) -> Sequence[Part]:
    """The printed sign holds at the stationary point; no t has a larger error; no inner t of an interval the least."""
    reader = context.interpreter
    variance = _error(reader, _edge_point(reader, tree.Name("t")))
    root, _ = _stationary_point(reader)
    somewhere = _at_any_t(variance)
    largest = relation_formula(somewhere, "<=", variance.substitute({"t": root}))
    return [
        *at_stationary_point(context),
        context.shown("this point is the maximum", largest, *defined(somewhere)),
        *_not_least_inside(context),
    ]


def _not_least_inside(context: Context) -> Sequence[Part]:
    """For a < t < b in [0, 1] one of the ends does better than t."""
    reader = context.interpreter
    variance = _error(reader, _edge_point(reader, tree.Name("t")))
    a, b, t = (symbol(reader, name) for name in ("a", "b", "t"))
    better = any_of(relation_formula(variance.substitute({"t": end}), "<", variance) for end in (a, b))
    inside = relation_formula(a, "<", t), relation_formula(t, "<", b)
    obligation = context.shown("an end of an interval does better than an inner point", better, *inside)
    return [with_lemma(reader, obligation, inner_point_is_worse())]


# -- Lemma 4 and the functions t_0 and g -------------------------------------------------------------------------------


def _variable(name: str) -> RationalFunction:
    return RationalFunction(Polynomial.variable(name))


# -- the main result ---------------------------------------------------------------------------------------------------


def sign_of_difference(context: Context) -> Sequence[Part]:
    """(24) has the sign of the printed expression, whose zero in pi is the printed one; the conclusion holds."""
    reader = context.interpreter
    deciding, threshold, conclusion = context.trees()
    expression, zero = reader.number(deciding), reader.number(threshold)
    one_sided, _, both_tight = ends_of_edges(reader)
    difference = _error(reader, one_sided) - _error(reader, both_tight)
    pi = symbol(reader, "pi")
    return [
        context.shown("same sign: positive", _positive(difference), _positive(expression)),
        context.shown("same sign: negative", _positive(-difference), _positive(-expression)),
        context.shown("same sign: zero", relation_formula(difference, "=", ZERO), _zero(expression)),
        context.shown("solved for pi it gives g", relation_formula(pi, "=", zero), _zero(expression)),
        context.shown("g is a solution", _zero(expression.substitute({"pi": zero}))),
        *reader.obligations(conclusion, "the conclusion"),
    ]


def _positive(value: RationalFunction) -> Formula:
    return relation_formula(value, ">", ZERO)


def _zero(value: RationalFunction) -> Formula:
    return relation_formula(value, "=", ZERO)


def remark_on_corner(context: Context) -> Sequence[Part]:
    """Under the first printed condition the corner is the optimum, under the second it is no optimum.

    The corner at delta = 0 is the optimum under eps-differential privacy: the same mechanism, with delta added.
    """
    reader = context.interpreter
    first, second = (reader.formula(node) for node in context.trees())
    x, delta = symbol(reader, "x"), symbol(reader, "delta")
    point = corner(x, delta)
    alone = reader.assuming(first)
    strict = reader.assuming(relation_formula(x, ">", ONE))
    without_delta = derived_minimisers(strict, delta=ZERO)
    corner_of_strict = SetValue.finite((corner(x, ZERO),), 2)
    parts: list[Part] = [*are_minimisers(alone, (point,), "the corner is the optimum")]
    for condition, found in derived_minimisers(reader).branches:
        assert isinstance(found, SetValue)
        new = [any_of(relation_formula(u, "!=", v) for u, v in zip(p, point, strict=True)) for p in found.points or ()]
        parts += [context.shown("the optimum is another mechanism", fact, second, condition) for fact in new]
    return [*parts, *strict.compare(without_delta, "=", corner_of_strict, "the corner at delta = 0")]


ENCODINGS = {
    "corner_is_extreme": corner_is_extreme,
    "least_on_edges_at_ends": least_on_edges_at_ends,
    "linear_numerator_with_root": linear_numerator_with_root,
    "at_stationary_point": at_stationary_point,
    "stationary_point_is_maximum": stationary_point_is_maximum,
    "sign_of_difference": sign_of_difference,
    "remark_on_corner": remark_on_corner,
}
