"""Section VI: the optimum under (eps, delta)-differential privacy, its lemmas, and Figure 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from checks.interpreter import ONE, ZERO, Interpreter, fresh_point, links
from checks.papers.hlm.encodings.optima import (
    affine_in,
    are_minimisers,
    corner,
    defined_as,
    derived_minimisers,
    ends_of_edges,
    mirrored,
    some_minimiser,
    symbol,
    with_lemma,
)
from checks.papers.hlm.notation import estimator_error, feasible_informative, on_edges, slacks
from checks.reading import syntax as tree
from checks.values import Coordinates, MeaninglessError, SetValue
from checks.verification import Context, Part
from derivations.edge_lemma import inner_point_is_worse
from derivations.meaning import defined, relation_formula
from mechanisms.formula import Condition, Formula, all_of, any_of
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

HALF = ONE / 2


def _error(reader: Interpreter, point: Coordinates) -> RationalFunction:
    return estimator_error(point[0], point[1], symbol(reader, "pi"), symbol(reader, "n"))


def _edge_point(reader: Interpreter, t: tree.Node) -> Coordinates:
    """(r_delta(t), s_delta(t))."""
    return reader.number(tree.Apply("r_delta", (t,))), reader.number(tree.Apply("s_delta", (t,)))


# -- edges and corners -------------------------------------------------------------------------------------------------


def corner_is_extreme(context: Context) -> Sequence[Part]:
    """Where both of (11) are tight in R' the printed equations hold; that point is an extreme point of R'.

    Extreme: it lies in R' and is no midpoint of two other points of R'. A point of R'' that is extreme in R' is so in
    R'' as well.
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
        *at_corner.obligations(chain, "where both of (11) are tight"),
        context.shown("two points with midpoint t = 1 that satisfy (11) have both tight", both_tight, *satisfied),
        context.shown("both are tight nowhere else, so there are no two such points", same, inside, both_tight),
    ]


def least_on_edges_at_ends(context: Context) -> Sequence[Part]:
    """The least error on R'' is attained at ends of the two segments only.

    The minimisers over all of R' exist, lie in R'' and are such ends; so they are the minimisers over R''.
    """
    reader = context.interpreter
    found = derived_minimisers(reader)
    edges = SetValue(2, lambda z: on_edges(reader, z))
    ends = SetValue.finite(ends_of_edges(reader), 2)
    return [
        some_minimiser(context),
        *reader.compare(found, "subseteq", edges, "the minimisers over R' lie on R''"),
        *reader.compare(found, "subseteq", ends, "they are ends of its segments"),
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
    ends = [numerator.substitute({"real_t": k}) for k in (0, 1)]
    linear = relation_formula(numerator, "=", ends[0] + t * (ends[1] - ends[0]))
    inner = reader.assuming()
    root = inner.number(side)
    return [
        context.shown("the numerator is linear in t", linear),
        *reader.definedness("the printed root", inner.divisors),
        context.shown(
            "a root is the printed t", relation_formula(t, "=", root), relation_formula(numerator, "=", ZERO)
        ),
        context.shown("the printed t is a root", relation_formula(numerator.substitute({"real_t": root}), "=", ZERO)),
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
        parts += reader.compare(sides[0], relation, sides[1], "where the first derivative is zero")
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


def first_edge_is_worse(context: Context) -> Sequence[Part]:
    """At the same t the error on the edge (11a) is at least that on the edge (11b); the weakest sense of "greater"."""
    reader = context.interpreter
    point = _edge_point(reader, tree.Name("t"))
    within = relation_formula(reader.number(tree.Name("t_0")), "<=", symbol(reader, "t"))
    worse = relation_formula(_error(reader, point), ">=", _error(reader, mirrored(point)))
    return [context.shown("the error along (11a) is the greater one", worse, within)]


def announced_function(context: Context) -> Sequence[Part]:
    """The printed formula defines the function; it has a value, in the announced set, for all announced arguments.

    The arguments range over all reals, so that e^eps is any positive number here and delta any real one.
    """
    reader = context.interpreter
    announced, equation = context.trees()
    formula = _chain(equation).members[-1]
    match announced:
        case tree.Mapping(source=tree.SetOperation(operation="times", operands=sources), target=target) if all(
            source == tree.Name("Reals") for source in sources
        ):
            pass
        case _:
            raise MeaninglessError("a function of real numbers is announced here")
    anywhere = {"x": RationalFunction(Polynomial.variable("e^eps")), "delta": _variable("real delta")}
    value = reader.number(formula).substitute(anywhere)
    positive = relation_formula(anywhere["x"], ">", ZERO)
    has_value = [
        Condition(d.substitute({n: v.numerator for n, v in anywhere.items()}), "!=") for d in _divisors(reader)
    ]
    parts: list[Part] = [*reader.obligations(equation, "the definition")]
    parts += [context.shown("the formula has a value for all real arguments", fact, positive) for fact in has_value]
    if target != tree.Name("Reals"):
        inside = reader.set_value(target).member((value,))
        parts.append(context.shown("the value lies in the announced set", inside, positive))
    return parts


def _variable(name: str) -> RationalFunction:
    return RationalFunction(Polynomial.variable(name))


def _divisors(reader: Interpreter) -> list[Polynomial]:
    return list(dict.fromkeys(d.numerator for d in reader.divisors if not d.numerator.is_constant()))


# -- the main result ---------------------------------------------------------------------------------------------------


def unique_optimum(context: Context) -> Sequence[Part]:
    """There is one minimiser over R', not more."""
    reader = context.interpreter
    found = derived_minimisers(reader)
    parts: list[Part] = [some_minimiser(context)]
    for condition, value in found.branches:
        assert isinstance(value, SetValue)
        if value.points is not None:
            pairs = list(combinations(value.points, 2))
        else:
            pairs = [(fresh_point(2), tuple(_variable(name) for name in ("w1", "w2")))]
        for z, w in pairs:
            same = all_of(relation_formula(u, "=", v) for u, v in zip(z, w, strict=True))
            both = [value.member(v) for v in (z, w)] if value.points is None else []
            parts.append(context.shown(f"one minimiser where {condition}", same, condition, *both))
    return parts


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


def level_sets_decide(context: Context) -> Sequence[Part]:
    """The side of the level set g = q of (eps, delta), q the smaller of pi and 1 - pi, determines the optimal designs.

    Above the level the one-sided design (both of them at pi = 1/2), below it the corner, on it all of these.
    """
    reader = context.interpreter
    pi, g = symbol(reader, "pi"), reader.number(tree.Name("g"))
    one_sided, other_sided, both_tight = ends_of_edges(reader)
    sides: Mapping[str, tuple[Formula, RationalFunction, tuple[Coordinates, ...]]] = {
        "pi < 1/2": (relation_formula(pi, "<", HALF), pi, (one_sided,)),
        "pi > 1/2": (relation_formula(pi, ">", HALF), ONE - pi, (other_sided,)),
        "pi = 1/2": (relation_formula(pi, "=", HALF), pi, (one_sided, other_sided)),
    }
    parts: list[Part] = []
    for name, (side, level, points) in sides.items():
        above = reader.assuming(side, relation_formula(g, ">", level))
        below = reader.assuming(side, relation_formula(g, "<", level))
        on_it = reader.assuming(side, relation_formula(g, "=", level))
        parts += are_minimisers(above, points, f"{name}, above the level set")
        parts += are_minimisers(below, (both_tight,), f"{name}, below the level set")
        parts += are_minimisers(on_it, (*points, both_tight), f"{name}, on the level set")
    return parts


ENCODINGS = {
    "corner_is_extreme": corner_is_extreme,
    "least_on_edges_at_ends": least_on_edges_at_ends,
    "linear_numerator_with_root": linear_numerator_with_root,
    "at_stationary_point": at_stationary_point,
    "stationary_point_is_maximum": stationary_point_is_maximum,
    "first_edge_is_worse": first_edge_is_worse,
    "announced_function": announced_function,
    "unique_optimum": unique_optimum,
    "sign_of_difference": sign_of_difference,
    "remark_on_corner": remark_on_corner,
    "level_sets_decide": level_sets_decide,
}
