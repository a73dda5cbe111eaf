"""A function with a derivative is continuous, and so is a function of it that has one."""

from __future__ import annotations

from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, conjuncts, instance, lemma, rewritten, term, unfolding
from derivations.logic.terms import Free
from derivations.theory.calculus import as_absolute, between, multiple_within, size_not_negative, smaller_of_two
from derivations.theory.single_terms import at

CLOSE = "0 < c and 0 < r and forall x. abs(x - a) < r implies abs(f(x) - f(a)) <= c * abs(x - a)"


@lemma(f"forall f a d. derivative(f, a, d) implies exists c r. {CLOSE}", depth=4)
def close_by_derivative(goal: Goal) -> Proved:
    """Near a the values are at most a constant times the distance apart."""
    f, a, d = goal.variables
    r, x = Free("r #0"), Free("x #0")
    one = arithmetic(term("0 < 1"))
    near = at(rewritten(kernel.assume(goal.given[0]), unfolding("derivative")), term("1"), given=[one])
    radius, within = conjuncts(kernel.assume(instance(near.conclusion, r)))
    bound = term("d^2 + 2", d=d)
    inside = kernel.assume(term("abs(x - a) < r", x=x, a=a, r=r))
    error = at(rewritten(within, unfolding("tangent_within")), x, given=[inside])
    step, size, gap = (term(text, x=x, a=a, f=f) for text in ("x - a", "abs(x - a)", "f(x) - f(a)"))
    positive = at(size_not_negative(), step, given=[])
    ends = at(between(), term("g - d * h", g=gap, d=d, h=step), term("1 * k", k=size), given=[error])
    own = at(between(), step, size, given=[arithmetic(term("k <= k", k=size))])
    scaled = at(multiple_within(), d, step, size, given=[own])
    both = arithmetic(
        term("-p <= u and u <= p", u=gap, p=term("c * k", c=bound, k=size)), ends, scaled, positive, opaque=True
    )
    shown = at(as_absolute(), gap, term("c * k", c=bound, k=size), given=[both])
    every = kernel.generalise(x, kernel.discharge(inside.conclusion, shown))
    whole = kernel.conjoin(arithmetic(term("0 < c", c=bound)), kernel.conjoin(radius, every))
    inner = instance(goal.conclusion, bound)
    return kernel.unpack(near, r, kernel.witness(goal.conclusion, bound, kernel.witness(inner, r, whole)))


@lemma("forall f g a d h e. derivative(f, a, d) implies derivative(g, f(a), h) implies 0 < e implies "
       "exists r. 0 < r and forall x. abs(x - a) < r implies abs(g(f(x)) - g(f(a))) <= e", depth=9)  # fmt: skip
def composition_is_continuous(goal: Goal) -> Proved:
    """g(f(x)) is as near to g(f(a)) as one likes where x is near to a."""
    f, g, a, d, h, e = goal.variables
    c, r, k, s, u, v, x = (Free(f"{name} #0") for name in "crksuvx")
    inner = at(close_by_derivative(), f, a, d, given=[goal.given[0]])
    outer = at(close_by_derivative(), g, f(a), h, given=[goal.given[1]])
    steps = [(inner, instance(inner.conclusion, c), c, r), (outer, instance(outer.conclusion, k), k, s)]
    first, second = (conjuncts(kernel.assume(instance(one, radius))) for _, one, _, radius in steps)
    (small, near, close), (slope, reach, far) = first, second
    sizes = [term("s / c", s=s, c=c), term("e / (c * k)", e=e, c=c, k=k)]
    numbers = [small, near, slope, reach, kernel.assume(goal.given[2])]
    positive = arithmetic(term("0 < p and 0 < q", p=sizes[0], q=sizes[1]), *numbers)
    pair = at(smaller_of_two(), *sizes, given=[positive])
    some = kernel.assume(instance(pair.conclusion, u))
    last = at(smaller_of_two(), r, u, given=[arithmetic(term("0 < r and 0 < u", r=r, u=u), some, near)])
    final = kernel.assume(instance(last.conclusion, v))
    inside = kernel.assume(term("abs(x - a) < v", x=x, a=a, v=v))
    distance, gap = term("abs(x - a)", x=x, a=a), term("abs(f(x) - f(a))", f=f, x=x, a=a)
    of_f = at(close, x, given=[arithmetic(term("k < r", k=distance, r=r), inside, final)])
    scaled = [
        arithmetic(term(text, c=c, k=k, s=s, e=e, u=u), some, *numbers) for text in ("c * u <= s", "c * k * u <= e")
    ]
    less = arithmetic(term("t < u", t=distance, u=u), inside, final)
    times = arithmetic(term("c * t < c * u", c=c, t=distance, u=u), less, small)
    of_g = at(far, f(x), given=[arithmetic(term("b < s", b=gap, s=s), of_f, times, *scaled)])
    twice = arithmetic(
        term("k * b <= k * (c * t) and k * (c * t) <= c * k * u", k=k, b=gap, c=c, t=distance, u=u), of_f, times, slope
    )
    shown = arithmetic(term("abs(g(f(x)) - g(f(a))) <= e", f=f, g=g, x=x, a=a, e=e), of_g, twice, *scaled, opaque=True)
    every = kernel.generalise(x, kernel.discharge(inside.conclusion, shown))
    whole = kernel.witness(goal.conclusion, v, kernel.conjoin(arithmetic(term("0 < v", v=v), final), every))
    whole = kernel.unpack(pair, u, kernel.unpack(last, v, whole))
    for existence, one, constant, radius in reversed(steps):
        whole = kernel.unpack(existence, constant, kernel.unpack(kernel.assume(one), radius, whole))
    return whole
