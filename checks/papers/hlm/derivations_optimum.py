"""Derivations to show with the claims of Sections V to VIII; each starts from the error that the protocol gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from checks.papers.hlm.derivations_survey import SYMBOLS, privacy_of_a_response
from checks.papers.hlm.notation import NAMES, estimator_error, general_design
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import LogLinear, Sequent
from derivations.estimation.estimator import estimator_variance
from derivations.prover.quantities import quotient
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, joined, relation
from derivations.theorems.binary.edge_lemma import inner_point_is_worse
from derivations.theorems.binary.optimal_binary import CORNER, ONE_SIDED, THRESHOLD
from mechanisms.exact.formula import Formula, PrintedRelation, all_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.region import privacy_conditions

P00, P11, PI, N, X, DELTA, T = (NAMES[name] for name in ("p00", "p11", "pi", "n", "x", "delta", "t"))
P_W = RationalFunction(Polynomial.variable("p_w"))
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
VARIANCE = Written("Var", r"\operatorname{Var}")
Pair = tuple[RationalFunction, RationalFunction]

ERROR = estimator_error(P00, P11, PI, N)


def _error_at(point: Pair) -> RationalFunction:
    return ERROR.substitute({"p00": point[0], "p11": point[1]})


def _says(left: RationalFunction | Written, sign: str, right: RationalFunction | int | Written) -> Written:
    return relation(left, sign, right, symbols=SYMBOLS)


def _known(*facts: tuple[RationalFunction, PrintedRelation, RationalFunction]) -> frozenset[Formula]:
    ranges: tuple[tuple[RationalFunction, PrintedRelation, RationalFunction], ...] = (
        (X, ">=", ONE),
        (DELTA, ">=", ZERO),
        (DELTA, "<=", ONE),
        (PI, ">", ZERO),
        (PI, "<", ONE),
        (N, ">=", ONE),
    )
    return frozenset(relation_formula(*fact) for fact in (*ranges, *facts))


def _start() -> tuple[Step, ...]:
    """From the protocol to the error."""
    return estimator_variance(general_design(), PI)[1].steps


# -- edges -------------------------------------------------------------------------------------------------------------


def edge_point(delta: RationalFunction) -> Pair:
    """The point of the edge (11a) with p11 = (x + delta)/(x + 1) t."""
    second = (X + delta) / (X + 1) * T
    return ONE - (second - delta) / X, second


def _edge_steps(delta: RationalFunction, swapped: bool) -> tuple[tuple[Step, ...], RationalFunction]:
    first, second = edge_point(delta)
    tight = "(11b)" if swapped else "(11a)"
    point = (second, first) if swapped else (first, second)
    error = _error_at(point)
    where = joined([_says(P00, "=", point[0]), _says(P11, "=", point[1])])
    steps = (
        *_start(),
        Step(where, f"{tight} tight, t = 1 where both are"),
        Step(_says(VARIANCE, "=", error), "inserted in the error"),
    )
    return steps, error


def slope_along_edge(delta: RationalFunction, swapped: bool) -> Derivation:
    """The derivative of the error along an edge; negative when delta = 0 and eps > 0."""
    steps, error = _edge_steps(delta, swapped)
    slope = error.derivative("t")
    what = Written("dVar/dt", r"\frac{\partial\operatorname{Var}}{\partial t}")
    theorem = kernel.derivative(LogLinear(quotient(error)), "t", quotient(slope))
    found = [*steps, Step(_says(what, "=", slope), "derivative by the usual rules", theorem)]
    result = _says(what, "=", slope)
    if delta.is_zero():
        known = _known((X, ">", ONE), (T, ">", ZERO))
        negative = prove_from(Sequent(known, relation_formula(slope, "<", ZERO)))
        found.append(Step(_says(what, "<", 0), "eps > 0, t > 0, 0 < pi < 1: every factor has a known sign", negative))
        result = _says(what, "<", 0)
    return Derivation("Slope of the error along an edge", tuple(found), result)


def stationary_point() -> Derivation:
    """The one stationary point of the error along the edge (11a), the second derivative there, and concavity."""
    slope = slope_along_edge(DELTA, False)
    error = _error_at(edge_point(DELTA))
    derivative = error.derivative("t")
    numerator = RationalFunction(derivative.numerator)
    start, factor = numerator.substitute({"t": 0}), numerator.substitute({"t": 1}) - numerator.substitute({"t": 0})
    root = -start / factor
    second = derivative.derivative("t")
    curvature = second.substitute({"t": root})
    known = _known((DELTA, ">", ZERO))
    linear = prove_from(Sequent(frozenset(), relation_formula(numerator, "=", start + factor * T)))
    negative = prove_from(Sequent(known, relation_formula(curvature, "<", ZERO)))
    what = Written("d2Var/dt2", r"\frac{\partial^2\operatorname{Var}}{\partial t^2}")
    steps = (
        *slope.steps,
        Step("the numerator of the derivative is linear in t", "its values at t = 0 and t = 1 give it", linear),
        Step(_says(T, "=", root), "the zero of the numerator"),
        Step(
            _says(what, "=", second),
            "derivative by the usual rules",
            kernel.derivative(LogLinear(quotient(derivative)), "t", quotient(second)),
        ),
        Step(_says(what, "=", curvature), "at that zero"),
        Step(_says(what, "<", 0), "delta > 0: every factor has a known sign", negative),
        Step(
            "for a < t < b in [0, 1] the error at a or at b is smaller than at t",
            "the error is strictly concave in the projective parameter of the edge",
            inner_point_is_worse(),
        ),
    )
    return Derivation("Stationary point of the error along the edge", steps, _says(what, "=", curvature))


def ends_of_edge() -> Derivation:
    """Where the edge (11a) meets p00 = 1, and where it meets the edge (11b)."""
    first, second = edge_point(DELTA)
    t0 = DELTA * (X + 1) / (X + DELTA)
    at_t0 = [value.substitute({"t": t0}) for value in (first, second)]
    at_one = [value.substitute({"t": 1}) for value in (first, second)]
    known = _known((DELTA, ">", ZERO))
    reached = all_of([relation_formula(at_t0[0], "=", ONE), relation_formula(at_t0[1], "=", DELTA)])
    together = all_of(relation_formula(u, "=", v) for u, v in zip(at_one, CORNER, strict=True))
    steps = (
        Step(joined([_says(P00, "=", first), _says(P11, "=", second)]), "the edge on which (11a) is tight"),
        Step(_says(T, "=", t0), "solved for p00 = 1"),
        Step(joined([_says(P00, "=", at_t0[0]), _says(P11, "=", at_t0[1])]), "inserted", _proved(known, reached)),
        Step(joined([_says(P00, "=", at_one[0]), _says(P11, "=", at_one[1])]), "t = 1", _proved(known, together)),
    )
    return Derivation("Ends of an edge of the region", steps, _says(T, "=", t0))


def _proved(known: frozenset[Formula], fact: Formula) -> kernel.Theorem:
    return prove_from(Sequent(known, fact))


# -- the main result, examples -----------------------------------------------------------------------------------------


def example(delta: str, pi: str, *points: str) -> Derivation:
    """The errors at the named points for the values of an example, as functions of e^eps."""
    values: dict[str, RationalFunction] = {
        "delta": RationalFunction.of(Fraction(delta)),
        "pi": RationalFunction.of(Fraction(pi)),
        "n": ONE,
    }
    places: dict[str, Pair] = {
        "the corner": CORNER,
        "(1, delta)": ONE_SIDED,
        "(delta, 1)": (ONE_SIDED[1], ONE_SIDED[0]),
        "t = 0": (ONE + DELTA / X, ZERO),
    }
    found = [Step(_says(VARIANCE, "=", ERROR), "the error of the estimator, derived above")]
    g = THRESHOLD.substitute(values)
    found.append(Step(_says(Written("g", "g"), "=", g), f"the threshold at delta = {delta}"))
    last = g
    for name in points:
        last = _error_at(places[name]).substitute(values)
        found.append(Step(_says(VARIANCE, "=", last), f"at {name}, with delta = {delta}, pi = {pi}, n = 1"))
    return Derivation(
        "Values of the example", (*_start(), *found), _says(VARIANCE if points else Written("g", "g"), "=", last)
    )


# -- Warner ------------------------------------------------------------------------------------------------------------


def warner_region() -> Derivation:
    """The private p_w with 2 p_w > 1, from the definition of privacy."""
    conditions = [c.polynomial for c in privacy_conditions(general_design())]
    at_warner = [RationalFunction(p).substitute({"p00": P_W, "p11": P_W}) for p in conditions]
    steps = [Step(_says(value, ">=", 0), "privacy at p00 = p11 = p_w") for value in dict.fromkeys(at_warner)]
    region = frozenset([relation_formula(v, ">=", ZERO) for v in at_warner] + [relation_formula(X, ">=", ONE)])
    bounded = prove_from(Sequent(region, relation_formula(P_W, "<=", CORNER[0])))
    result = _says(P_W, "<=", CORNER[0])
    return Derivation("Feasible p_w", (*steps, Step(result, "the sharpest of them for 2 p_w > 1", bounded)), result)


def warner_slope() -> Derivation:
    """The derivative of Warner's error in p_w and its sign."""
    error = _error_at((P_W, P_W))
    slope = error.derivative("p_w")
    what = Written("dVar/dp_w", r"\frac{\partial\operatorname{Var}}{\partial p_w}")
    theorem = kernel.derivative(LogLinear(quotient(error)), "p_w", quotient(slope))
    likely = frozenset([relation_formula(P_W, ">", ONE / 2), relation_formula(N, ">=", ONE)])
    negative = prove_from(Sequent(likely, relation_formula(slope, "<", ZERO)))
    steps = (
        *_start(),
        Step(_says(VARIANCE, "=", error), "p00 = p11 = p_w inserted"),
        Step(_says(what, "=", slope), "derivative by the usual rules", theorem),
        Step(_says(what, "<", 0), "for p_w > 1/2", negative),
    )
    return Derivation("Slope of Warner's error", steps, _says(what, "=", slope))


DERIVATIONS_V_VII: Mapping[str, Callable[[], Derivation]] = {
    **dict.fromkeys(("HLM-59", "HLM-60"), partial(slope_along_edge, ZERO, False)),
    **dict.fromkeys(("HLM-62", "HLM-63"), partial(slope_along_edge, ZERO, True)),
    "HLM-56": privacy_of_a_response,
    "HLM-82": ends_of_edge,
    "HLM-70": stationary_point,
    "HLM-94": partial(example, "1/10", "1/4"),
    "HLM-96": partial(example, "1/10", "1/4", "the corner", "(1, delta)"),
    "HLM-97": partial(example, "2/5", "1/10"),
    "HLM-99": partial(example, "2/5", "1/10", "the corner", "(1, delta)"),
    "HLM-100": partial(example, "1/3", "9/10"),
    "HLM-102": partial(example, "1/3", "9/10", "the corner"),
    "HLM-103": partial(example, "1/3", "9/10", "(delta, 1)"),
    "HLM-104": partial(example, "1/3", "9/10", "t = 0", "(1, delta)"),
    "HLM-105": partial(example, "1/4", "1/4"),
    "HLM-107": partial(example, "1/4", "1/4", "the corner", "(1, delta)"),
    "HLM-110": warner_region,
    **dict.fromkeys(("HLM-111", "HLM-112"), warner_slope),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
