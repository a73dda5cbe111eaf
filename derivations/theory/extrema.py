"""A function has no extremum where its derivative is not zero."""

from __future__ import annotations

from collections.abc import Callable

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    instance,
    lemma,
    normal,
    rewritten,
    specialise,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, Free, Number, Term, applied
from derivations.theory.calculus import (
    as_absolute,
    as_derivative,
    between,
    of_affine,
    of_combination,
    smaller_of_two,
)
from derivations.theory.single_terms import at
from derivations.theory.sums import ZERO


def _value_beyond(goal: Goal, sign: int) -> Proved:
    """A point nearer than r on one side of a, where the tangent has left the value of a by more than the error."""
    f, a, d, r = goal.variables
    s, t = Free("s #0"), Free("t #0")
    names: dict[str, Term] = {"f": f, "a": a, "d": d, "r": r, "s": s, "t": t}
    names["x"] = term(f"a {'+' if sign > 0 else '-'} t / 2", **names)
    names["h"], names["e"] = term("x - a", **names), term("d / 2", d=d)
    positive = kernel.assume(goal.given[1])
    near = at(rewritten(kernel.assume(goal.given[0]), unfolding("derivative")), names["e"],
              given=[arithmetic(term("0 < e", **names), positive)])  # fmt: skip
    own = kernel.assume(instance(near.conclusion, s))
    radius, tangent = conjuncts(own)
    both = at(smaller_of_two(), s, r, given=[radius, kernel.assume(goal.given[2])])
    closest = kernel.assume(instance(both.conclusion, t))
    half = term("t / 2", t=t)
    size = at(as_absolute(), names["h"], half, given=[arithmetic(term("-p <= h and h <= p", p=half, **names), closest)])
    within = rewritten(tangent, unfolding("tangent_within"))
    nearby = arithmetic(term("abs(x - a) < s", **names), size, closest)
    error = at(within, names["x"], given=[nearby])
    gap = at(between(), term("f(x) - f(a) - d * (x - a)", **names), term("e * abs(x - a)", **names), given=[error])
    small = arithmetic(term("e * abs(x - a) <= d / 2 * (t / 2)", **names), size, positive)
    step = arithmetic(term("0 < d * t", **names), positive, closest)
    there, beyond = applied(instance(goal.conclusion, names["x"]), "and", 2) or ()
    parts = arithmetic(there, size, closest), arithmetic(beyond, gap, small, step)
    found = kernel.witness(goal.conclusion, names["x"], kernel.conjoin(*parts))
    for existence, variable in ((both, t), (near, s)):
        found = kernel.unpack(existence, variable, found)
    return found


@lemma("forall f a d r. derivative(f, a, d) implies 0 < d implies 0 < r implies "
       "exists x. abs(x - a) < r and f(a) < f(x)", depth=7)  # fmt: skip
def larger_nearby(goal: Goal) -> Proved:
    """Where the derivative is positive there are larger values nearby."""
    return _value_beyond(goal, 1)


@lemma("forall f a d r. derivative(f, a, d) implies 0 < d implies 0 < r implies "
       "exists x. abs(x - a) < r and f(x) < f(a)", depth=7)  # fmt: skip
def smaller_nearby(goal: Goal) -> Proved:
    """Where the derivative is positive there are smaller values nearby."""
    return _value_beyond(goal, -1)


@lemma("forall f a d. derivative(f, a, d) implies d != 0 implies not extremum(f, a)")
def no_extremum(goal: Goal) -> Proved:
    """Fermat: where its derivative is not zero a function has no extremum."""
    f, a, d = goal.variables
    (said,) = applied(goal.conclusion, "not", 1) or ()
    own = kernel.assume(goal.given[0])
    flat = as_derivative(term("derivative(fun x. 0, a, 0)", a=a), specialise(of_affine(), ZERO, ZERO, a))
    turned = at(of_combination(), Number(-1), f, term("fun x. 0"), a, d, ZERO, given=[own, flat], premises=2)
    rising, falling = (kernel.assume(term(text, d=d)) for text in ("0 < d", "0 < -1 * d + 0"))
    first = _nowhere(said, own, rising, (smaller_nearby, larger_nearby))
    second = _nowhere(said, turned, falling, (larger_nearby, smaller_nearby))
    which = arithmetic(term("0 < d or 0 < -1 * d + 0", d=d), goal.given[1])
    return derived.reject(said, kernel.cases(which, first, second))


def _nowhere(said: Term, own: Proved, positive: Proved, laws: tuple[Callable[[], Proved], ...]) -> Proved:
    """That there is an extremum is a contradiction where the derivative is positive, of a function or its negative."""
    function, a, slope = applied(own.conclusion, "derivative", 3) or ()
    r, x = Free("r #0"), Free("x #0")
    plain = derived.follow(normal(said, unfolding("extremum")), kernel.assume(said))
    radius, which = conjuncts(kernel.assume(instance(plain.conclusion, r)))
    branches = []
    for case, law in zip(applied(which.conclusion, "or", 2) or (), laws, strict=True):
        some = at(law(), function, a, slope, r, given=[own, positive, radius], premises=3)
        near, beyond = conjuncts(kernel.assume(instance(some.conclusion, x)))
        bound = at(kernel.assume(case), x, given=[near])
        branches.append(kernel.unpack(some, x, arithmetic(FALSE, bound, beyond)))
    return kernel.unpack(plain, r, kernel.cases(which, *branches))
