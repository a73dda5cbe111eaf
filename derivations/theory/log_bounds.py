"""How near log(x) is to quotients of polynomials: what does not fall on small steps does not fall, by Archimedes."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    generalise,
    induct,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    term,
)
from derivations.logic.terms import FALSE, LOG, Free, Number, Term, applied, equal
from derivations.theory.log_numbers import log_near_one, log_of_one
from derivations.theory.logarithms import log_below, log_of_product
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE


@lemma("forall a c. (forall n. integer(n) and 1 <= n implies n * a <= c) implies a <= 0", depth=3)
def no_multiple_grows(goal: Goal) -> Proved:
    """A number whose multiples stay below a bound is not positive."""
    a, c = goal.variables
    n = Free("n #0")
    positive = kernel.assume(term("0 < a", a=a))
    some = specialise(kernel.axiom("archimedes"), term("(c / a)^2 + 1", a=a, c=c))
    large = kernel.assume(instance(some.conclusion, n))
    whole, above = conjuncts(large)
    at_least = arithmetic(term("1 <= n", n=n), above, positive)
    bounded = at(kernel.assume(goal.given[0]), n, given=[whole, at_least])
    ratio = arithmetic(term("c / a < n", a=a, c=c, n=n), above, positive, opaque=True)
    product = arithmetic(term("c = (c / a) * a", a=a, c=c), positive)
    contradiction = arithmetic(FALSE, bounded, ratio, product, positive, opaque=True)
    contradiction = kernel.unpack(some, n, contradiction)
    return arithmetic(goal.conclusion, derived.reject(positive.conclusion, contradiction))


SLOWLY = "(forall x h. a <= x and 0 <= h and x + h <= b implies f(x) - c * h^2 <= f(x + h))"


@lemma(f"forall f c a b h k. {SLOWLY} implies 0 <= h implies integer(k) and 0 <= k implies "
       "(a + k * h <= b implies f(a) - k * c * h^2 <= f(a + k * h))", depth=9)  # fmt: skip
def after_small_steps(goal: Goal) -> Proved:
    """How far a function may have fallen after k steps of length h, which do not leave an interval."""
    f, c, a, b, h, k = goal.variables
    names = {"f": f, "c": c, "a": a, "b": b, "h": h}
    slowly, forward = (kernel.assume(formula) for formula in goal.given[:2])

    def moved(start: str, end: str, **values: Free) -> Proved:
        """|- f(start) = f(end), by arithmetic"""
        left, right = (term(text, **names, **values) for text in (start, end))
        return kernel.congruent(kernel.reflexive(f), arithmetic(equal(left, right)))

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        inside = kernel.assume(term("a + (k + 1) * h <= b", k=before, **names))
        gone = arithmetic(term("0 <= k * h", k=before, h=h), known, forward)
        low, high = (arithmetic(term(text, k=before, **names), gone, forward, inside)
                     for text in ("a <= a + k * h", "a + k * h + h <= b"))  # fmt: skip
        further = at(slowly, term("a + k * h", a=a, h=h, k=before), h, given=[low, forward, high])
        until = kernel.detach(assumed, arithmetic(term("a + k * h <= b", k=before, **names), high, forward))
        there = moved("a + k * h + h", "a + (k + 1) * h", k=before)
        wanted = term("f(a) - (k + 1) * c * h^2 <= f(a + (k + 1) * h)", k=before, **names)
        return kernel.discharge(inside.conclusion, arithmetic(wanted, until, further, there))

    inside = term("a + 0 * h <= b", **names)
    base = arithmetic(term("f(a) - 0 * c * h^2 <= f(a + 0 * h)", **names), moved("a", "a + 0 * h"))
    return induct(k, goal.conclusion, kernel.discharge(inside, base), step)


@lemma(f"forall f c a b. {SLOWLY} implies a <= b implies f(a) <= f(b)", depth=6)
def never_falls(goal: Goal) -> Proved:
    """What falls by at most c h^2 on every step h inside of an interval does not fall."""
    f, c, a, b = goal.variables
    n = Free("n #0")
    names = {"f": f, "c": c, "a": a, "b": b, "n": n}
    whole = kernel.assume(term("integer(n) and 1 <= n", n=n))
    slowly, beyond = (kernel.assume(formula) for formula in goal.given)
    length = term("(b - a) / n", a=a, b=b, n=n)
    forward = arithmetic(term("0 <= h", h=length), whole, beyond)
    number, _ = conjuncts(whole)
    counted = [number, arithmetic(term("0 <= n", n=n), whole)]
    end = arithmetic(term("a + n * ((b - a) / n) = b", a=a, b=b, n=n), whole)
    within = arithmetic(term("a + n * ((b - a) / n) <= b", a=a, b=b, n=n), end)
    reached = at(after_small_steps(), f, c, a, b, length, n, given=[slowly, forward, *counted, within], premises=4)
    there = kernel.congruent(kernel.reflexive(f), end)
    fallen = arithmetic(term("f(a) - c * (b - a) * ((b - a) / n) <= f(b)", **names), reached, there, end)
    product = arithmetic(term("n * ((b - a) / n) = b - a", a=a, b=b, n=n), whole)
    multiple = arithmetic(term("n * (f(a) - f(b)) <= c * (b - a)^2", **names), fallen, product, whole, opaque=True)
    bounded = generalise(kernel.discharge(whole.conclusion, multiple), n)
    gap = term("f(a) - f(b)", f=f, a=a, b=b)
    final = at(no_multiple_grows(), gap, term("c * (b - a)^2", c=c, a=a, b=b), given=[bounded], premises=1)
    return arithmetic(goal.conclusion, final)


def _by_small_steps(goal: Goal, difference: Term, square: Term) -> Proved:
    """0 <= f(y) for 1 <= y, where f(1) = 0, and f falls by at most c h^2 on a step h by the tangents of log."""
    (y,) = goal.variables
    x, h = Free("x #0"), Free("h #0")
    inside = kernel.assume(term("1 <= x and 0 <= h and x + h <= y", x=x, h=h, y=y))
    end = term("x + h", x=x, h=h)
    signs = arithmetic(term("0 < x and 0 < x + h", x=x, h=h), inside)
    tangents = [next(conjuncts(at(log_below(), *pair, given=[signs]))) for pair in ((x, end), (end, x))]
    wanted = normal(term("f(x) - c * h^2 <= f(x + h)", f=difference, c=square, x=x, h=h))
    small = arithmetic(sides(wanted.conclusion)[1], *tangents, inside)
    slowly = generalise(kernel.discharge(inside.conclusion, small), x, h)
    risen = rewritten(
        at(never_falls(), difference, square, ONE, y, given=[slowly, kernel.assume(goal.given[0])], premises=2)
    )
    return arithmetic(goal.conclusion, risen, log_of_one(), *goal.given)


@lemma("forall y. 1 <= y implies 2 * (y - 1) / (y + 1) + 2 * (y - 1)^3 / (3 * (y + 1)^3) <= log(y)")
def log_above_quotient(goal: Goal) -> Proved:
    """The first two terms of log(y) = 2 artanh((y - 1) / (y + 1))."""
    return _by_small_steps(
        goal, term("fun y. log(y) - 2 * (y - 1) / (y + 1) - 2 * (y - 1)^3 / (3 * (y + 1)^3)"), Number(4)
    )


@lemma("forall y. 1 <= y implies log(y) <= (y^2 - 1) / (2 * y) - (y - 1)^3 / (6 * y^3)")
def log_below_quotient(goal: Goal) -> Proved:
    """log(y) is below sinh(log(y)), by a cube."""
    return _by_small_steps(goal, term("fun y. (y^2 - 1) / (2 * y) - (y - 1)^3 / (6 * y^3) - log(y)"), Number(4))


@lemma("forall x. 1 < x implies 2 * (x - 1) < log(x) * (x + 1)")
def log_above_mean(goal: Goal) -> Proved:
    """tanh(a / 2) < a / 2 for a = log(x) > 0."""
    (x,) = goal.variables
    below = at(log_above_quotient(), x, given=[arithmetic(term("1 <= x", x=x), *goal.given)])
    cube = arithmetic(term("0 < 2 * (x - 1)^3 / (3 * (x + 1)^3)", x=x), *goal.given)
    first = arithmetic(term("2 * (x - 1) / (x + 1) < log(x)", x=x), below, cube, opaque=True)
    return arithmetic(goal.conclusion, first, *goal.given)


@lemma("forall x. 1 < x implies log(x)^2 * x < (x - 1)^2 and 1 + log(x) + log(x)^2 / 2 < x")
def log_below_mean(goal: Goal) -> Proved:
    """a / 2 < sinh(a / 2) for a = log(x) > 0, and two terms of the series of e^a."""
    (x,) = goal.variables
    root = specialise(kernel.axiom("sqrt"), x)
    root = kernel.detach(root, arithmetic(term("0 <= x", x=x), *goal.given))
    value = term("sqrt(x)", x=x)
    beyond = arithmetic(term("1 < s", s=value), root, *goal.given)
    double = at(log_of_product(), value, value, given=[arithmetic(term("0 < s", s=value), beyond)])
    square = kernel.congruent(kernel.reflexive(LOG), kernel.part(root, 1))
    whole = arithmetic(term("log(x) = 2 * log(s)", x=x, s=value), double, square)
    above = at(log_below_quotient(), value, given=[arithmetic(term("1 <= s", s=value), beyond)])
    cube = arithmetic(term("0 < (s - 1)^3 / (6 * s^3)", s=value), beyond)
    first = arithmetic(term("log(s) < (s^2 - 1) / (2 * s)", s=value), above, cube, opaque=True)
    near = arithmetic(term("log(s) * 2 * s < s^2 - 1", s=value), first, beyond)
    positive = at(log_near_one(), value, given=[arithmetic(term("0 < s", s=value), beyond)])
    more = arithmetic(term("0 < log(s)", s=value), positive, beyond)
    texts = ("(2 * log(s))^2 * s^2 < (s^2 - 1)^2", "1 + 2 * log(s) + (2 * log(s))^2 / 2 < s^2")
    inner = [arithmetic(term(text, s=value), near, more, beyond) for text in texts]
    said = applied(goal.conclusion, "and", 2) or ()
    return kernel.conjoin(*(arithmetic(part, fact, whole, root) for part, fact in zip(said, inner, strict=True)))
