"""Scripts for Appendix D: the derivatives of f, the variance of three cards, and that it has no extremum inside."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from checks.papers.szy.own_lemmas import meaning
from checks.verifying.stated import Refuted, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    generalise,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
    witnessed,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import REAL, Free, Term, applied, arrow
from derivations.theory.automatic import facts_of
from derivations.theory.calculus import as_derivative, of_affine, of_combination, only_derivative, size_of_nothing
from derivations.theory.extrema import no_extremum
from derivations.theory.quotients import inverse_square, locally, times
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE, ZERO

F = "(4*a + b - 4*a^2 - b^2 - 4*a*b)/(N*(4*a + 2*b - 2)^2)"
IN_FIRST, IN_SECOND = (f"fun x. {F.replace(name, 'x')}" for name in "ab")
SLOPE_IN_FIRST, SLOPE_IN_SECOND = "-(1 - b)/(N*(2*a + b - 1)^3)", "-(2*a + 1 - b)/(4*N*(2*a + b - 1)^3)"
WHERE = "forall N a b. N != 0 and 0 < {}2*a + b - 1{} implies"


def _slope(goal: Goal, sign: int, variable: str) -> Proved:
    """f = (1 - b)/(4 N s^2) - 1/(4 N) with s = 2 a + b - 1, or with -s."""
    names: dict[str, Term] = dict(zip("Nab", goal.variables, strict=True))
    facts = [kernel.assume(formula) for formula in goal.given]
    if variable == "a":
        ends, values = ("b - 1", "2"), ("(1 - b)/(4*N)", "0")
    else:
        ends, values = ("2*a - 1", "1"), ("1/(4*N)", "-1/(4*N)")
    base, rate = (term(f"{sign}*({text})", **names) for text in ends)
    point = names[variable]
    affine = specialise(of_affine(), *(term(text, **names) for text in values), point)
    spread = times(affine, inverse_square({"b": base, "c": rate, "a": point}, facts))
    function, _, slope = applied(spread.conclusion, "derivative", 3) or ()
    level = specialise(of_affine(), term("-1/(4*N)", **names), ZERO, point)
    constant, _, flat = applied(level.conclusion, "derivative", 3) or ()
    whole = at(of_combination(), ONE, function, constant, point, slope, flat, given=[spread, level], premises=2)
    return locally(goal, whole, {"b": base, "c": rate})


@lemma(f"{WHERE.format('', '')} derivative({IN_SECOND}, b, {SLOPE_IN_SECOND})")
def slope_in_second(goal: Goal) -> Proved:
    """The derivative of f in p_2 where p_1 > p_3."""
    return _slope(goal, 1, "b")


@lemma(f"{WHERE.format('-(', ')')} derivative({IN_SECOND}, b, {SLOPE_IN_SECOND})")
def slope_in_second_below(goal: Goal) -> Proved:
    """The derivative of f in p_2 where p_1 < p_3."""
    return _slope(goal, -1, "b")


@lemma(f"{WHERE.format('', '')} derivative({IN_FIRST}, a, {SLOPE_IN_FIRST})")
def slope_in_first(goal: Goal) -> Proved:
    """The derivative of f in p_1 where p_1 > p_3."""
    return _slope(goal, 1, "a")


@lemma(f"{WHERE.format('-(', ')')} derivative({IN_FIRST}, a, {SLOPE_IN_FIRST})")
def slope_in_first_below(goal: Goal) -> Proved:
    """The derivative of f in p_1 where p_1 < p_3."""
    return _slope(goal, -1, "a")


def _known(goal: Goal, laws: tuple[Callable[[], Proved], ...]) -> list[Proved]:
    """What is known of the survey, and the derivative at its proportions."""
    N, a, b = goal.variables
    facts = [fact for formula in goal.given for fact in facts_of(kernel.assume(formula))]
    size = arithmetic(term("N != 0", N=N), *facts)
    which = arithmetic(term("0 < 2*a + b - 1 or 0 < -(2*a + b - 1)", a=a, b=b), *facts)
    cases = [
        at(law(), N, a, b, given=[size, kernel.assume(case)])
        for law, case in zip(laws, applied(which.conclusion, "or", 2) or (), strict=True)
    ]
    return [*facts, kernel.cases(which, *cases)]


IN_P_1, IN_P_2 = (slope_in_first, slope_in_first_below), (slope_in_second, slope_in_second_below)


@script("slope of f")
def slope(goal: Goal) -> Proved:
    """The derivative of f in p_2, as it is printed."""
    *facts, own = _known(goal, IN_P_2)
    return reduced(normal(goal.conclusion, meaning("variance_of")), lambda it: as_derivative(it, own, *facts))


@script("another slope")
def another_slope(goal: Goal) -> Refuted:
    """f has one derivative only, and the printed one is another number."""
    *_, own = _known(goal, IN_P_2)
    said = rewritten(granted(goal), meaning("variance_of"))
    function, point, printed = applied(said.conclusion, "derivative", 3) or ()
    *_, right = applied(own.conclusion, "derivative", 3) or ()
    return refuted_under(goal, at(only_derivative(), function, point, printed, right, given=[said, own], premises=2))


def _not_zero(formula: Term, own: Proved, facts: list[Proved]) -> Proved:
    """There is a derivative that is not zero."""
    *_, value = applied(own.conclusion, "derivative", 3) or ()
    both = kernel.conjoin(_apart(value, facts), own)
    return reduced(normal(formula, meaning("variance_of")), lambda it: witnessed(it, both, value))


def _apart(value: Term, facts: list[Proved]) -> Proved:
    """A derivative is not zero."""
    return arithmetic(term("d != 0", d=value), *facts)


def _no_extremum(own: Proved, facts: list[Proved]) -> Proved:
    """A function has no extremum where its derivative is not zero."""
    function, point, value = applied(own.conclusion, "derivative", 3) or ()
    return at(no_extremum(), function, point, value, given=[own, _apart(value, facts)], premises=2)


@script("no extremum")
def no_extremum_in_first(goal: Goal) -> Proved:
    """The derivative of f in p_1 is not zero, and f has no extremum in p_1."""
    *facts, own = _known(goal, IN_P_1)
    first, second = applied(goal.conclusion, "and", 2) or ()
    plain = normal(second, meaning("variance_of"))
    nowhere = derived.follow(symmetric(plain), _no_extremum(own, facts))
    return kernel.conjoin(_not_zero(first, own, facts), nowhere)


@script("no extremum of both")
def no_extremum_of_both(goal: Goal) -> Proved:
    """What is an extremum of f is one of f in p_2, where the derivative in p_2 is not zero."""
    *facts, own = _known(goal, IN_P_2)
    first, second = applied(goal.conclusion, "and", 2) or ()
    _, a, b = goal.variables
    function, point, _ = applied(own.conclusion, "derivative", 3) or ()
    plain = normal(second, meaning("variance_of"))
    (said,) = applied(sides(plain.conclusion)[1], "not", 1) or ()
    r, y = Free("r #0"), Free("y #0")
    radius, which = conjuncts(kernel.assume(instance(said, r)))
    near = kernel.assume(term("abs(y - b) < r", y=y, b=b, r=r))
    middle = arithmetic(term("abs(a - a) < r", a=a, r=r), specialise(size_of_nothing(), a), radius)
    section = term("extremum(f, b)", f=function, b=point)
    meant = normal(section, unfolding("extremum"))
    _, either = applied(instance(sides(meant.conclusion)[1], r), "and", 2) or ()
    wanted = sides(normal(either).conclusion)[1]
    branches = []
    for case in applied(which.conclusion, "or", 2) or ():
        bound = at(kernel.assume(case), a, y, given=[middle, near])
        everywhere = generalise(kernel.discharge(near.conclusion, bound), y)
        branches.append(derived.choose(everywhere, wanted))
    both = kernel.conjoin(radius, kernel.cases(which, *branches))
    some = witnessed(sides(meant.conclusion)[1], both, r)
    there = derived.follow(symmetric(meant), kernel.unpack(kernel.assume(said), r, some))
    nowhere = derived.reject(said, derived.clash(_no_extremum(own, facts), there))
    return kernel.conjoin(_not_zero(first, own, facts), derived.follow(symmetric(plain), nowhere))


@script("another variable")
def another_variable(goal: Goal) -> Refuted:
    """y + (x - 1/2)^2 has the derivative 1 in y, and its least value in x at 1/2."""
    claimed = list(conjuncts(kernel.assume(goal.statement)))[-1]
    half, third = term("1/2"), term("1/3")
    said = rewritten(specialise(claimed, term("fun x y. y + (x - 1/2)^2"), half, third))
    some, nowhere = applied(said.conclusion, "implies", 2) or ()
    (least,) = applied(nowhere, "not", 1) or ()
    _, own = applied(instance(some, ONE), "and", 2) or ()
    slope_of = as_derivative(own, specialise(of_affine(), ZERO, ONE, third))
    moves = witnessed(some, kernel.conjoin(arithmetic(term("1 != 0")), slope_of), ONE)
    meant = normal(least, unfolding("extremum"))
    _, either = applied(instance(sides(meant.conclusion)[1], ONE), "and", 2) or ()
    wanted = sides(normal(either).conclusion)[1]
    low = taken_apart((applied(wanted, "or", 2) or ())[0])
    everywhere = low.qed(arithmetic(low.conclusion))
    both = kernel.conjoin(arithmetic(term("0 < 1")), derived.choose(everywhere, wanted))
    there = derived.follow(symmetric(meant), witnessed(sides(meant.conclusion)[1], both, ONE))
    contradiction = derived.clash(kernel.detach(said, moves), there)
    at_point = (("F(x, y)", "y + (x - 1/2)^2"), ("a", "1/2"), ("b", "1/3"))
    moving = term("f(a, b) != 0", f=Free("F_x", arrow(REAL, REAL, REAL)), a=Free("a"), b=Free("b"))
    return Refuted(derived.reject(goal.statement, contradiction), at_point, (Fraction(0), Fraction(0)), moving)
