"""Where the likelihood of n responses is largest, for every number of them and every law.

Source: Ma, Wang, section 3.1, (7); Holohan, Leith, Mason, Theorem 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    cut,
    decided,
    generalise,
    lemma,
    normal,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import AT_MOST, TRUE, Free, Number, Term, applied, substituted
from derivations.theory import sums
from derivations.theory.automatic import automatic, facts_of, inverses
from derivations.theory.logarithms import (
    exp_at_least,
    exp_at_most_one,
    exp_positive,
    log_of_products,
    product_of_exp,
)
from derivations.theory.privacy import prod_at_most, prod_times, sum_not_negative
from derivations.theory.products import equal_factors_counted
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    equal_factors,
    equal_terms,
    fulfilled,
    plainly,
    prod_positive,
    sum_of_zeros,
    sum_picked,
    summed,
    term_at_most_sum,
)
from derivations.theory.sums import ONE, in_range, in_sums

Facts = list[Term | Proved]


# -- the likelihood of n responses -----------------------------------------------------------------------------------

SIZES = "integer(n) and 0 <= n implies"
RESPONSES = "integer(n) and 1 <= n implies integer(m) and 0 <= m implies word(n, m, w) implies"


@lemma(f"forall n m w f. {SIZES} integer(m) and 0 <= m implies word(n, m, w) implies "
       "(sum t in 1..n. f(w(t))) = (sum y in 1..m. frequency(n, y)(w) * f(y))")  # fmt: skip
def regrouped(goal: Goal) -> Proved:
    """A sum over the responses, regrouped by what they are."""
    n, m, w, f = goal.variables
    t, y = Free("t #0"), Free("y #0")
    names = {"w": w, "f": f, "t": t, "y": y}
    sizes = goal.given[:2]
    letter = term("w(t)", w=w, t=t)
    inside = at(rewritten(kernel.assume(goal.given[2]), unfolding("word")), t, given=[kernel.assume(in_range(t, n))])
    picked = at(sum_picked(), m, letter, f, given=[*sizes, inside], premises=2)
    choice = "(if y = w(t) then f(y) else 0) = f(y) * (if w(t) = y then 1 else 0)"
    written = summed(y, m, by_conditions(term(choice, **names)), sizes)
    one = derived.transitive(symmetric(picked), written)
    cases = term("fun t y. f(y) * (if w(t) = y then 1 else 0)", w=w, f=f)
    swapped = at(sums.sum_swap(), n, m, cases, given=sizes, premises=2)
    counted = term("(sum t in 1..n. f(y) * (if w(t) = y then 1 else 0))", n=n, w=w, f=f, y=y)
    product = chain(counted).rewrite(in_sums(sizes))
    product = product.arithmetic(term("(sum t in 1..n. if w(t) = y then 1 else 0) * f(y)", n=n, w=w, f=f, y=y))
    left, right = sides(goal.conclusion)
    whole = chain(left).then(summed(t, n, one, sizes)).then(swapped).then(summed(y, m, product.theorem, sizes))
    return derived.transitive(whole.theorem, symmetric(normal(right, unfolding("frequency", "indicator"))))


@lemma(f"forall n y w. {SIZES} frequency(n, y)(w) <= n")
def frequency_at_most_all(goal: Goal) -> Proved:
    """No value is counted more often than there are respondents."""
    n, y, w = goal.variables
    t = Free("t #0")
    one = by_conditions(term("(if w(t) = y then 1 else 0) <= 1", w=w, y=y, t=t))
    changed = normal(goal.conclusion, unfolding("frequency", "indicator"))
    whole = summed(t, n, one, goal.given)
    total = at(sums.sum_of_ones(), n, given=goal.given)
    return derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], whole, total))


@lemma(f"forall n y w. {SIZES} 0 <= frequency(n, y)(w)")
def frequency_not_negative(goal: Goal) -> Proved:
    """A count is not negative."""
    n, y, w = goal.variables
    t = Free("t #0")
    one = by_conditions(term("0 <= (if w(t) = y then 1 else 0)", w=w, y=y, t=t))
    changed = normal(goal.conclusion, unfolding("frequency", "indicator"))
    counted = term("fun t. if w(t) = y then 1 else 0", w=w, y=y)
    whole = kernel.detach(at(sum_not_negative(), n, counted, given=goal.given), each(t, n, one))
    return derived.follow(symmetric(changed), whole)


@lemma(f"forall n w t. {SIZES} integer(t) and 1 <= t <= n implies 1 <= frequency(n, w(t))(w)")
def letter_is_counted(goal: Goal) -> Proved:
    """A response that occurs is counted."""
    n, w, t = goal.variables
    s = Free("s #0")
    one = by_conditions(term("0 <= (if w(s) = w(t) then 1 else 0)", w=w, s=s, t=t))
    changed = normal(goal.conclusion, unfolding("frequency", "indicator"))
    counted = term("fun s. if w(s) = w(t) then 1 else 0", w=w, t=t)
    own = at(term_at_most_sum(), n, t, counted, given=goal.given, premises=2)
    own = rewritten(own, decided([kernel.reflexive(term("w(t)", w=w, t=t))]))
    return derived.follow(symmetric(changed), kernel.detach(own, each(s, n, one)))


@lemma(f"forall n m w. {SIZES} integer(m) and 0 <= m implies word(n, m, w) implies "
       "(sum y in 1..m. frequency(n, y)(w)) = n")  # fmt: skip
def counts_add_up(goal: Goal) -> Proved:
    """The counts of all responses are those of all respondents."""
    n, m, w = goal.variables
    ones = at(regrouped(), n, m, w, term("fun y. 1"), given=goal.given, premises=3)
    return symmetric(rewritten(ones, by(sums.sum_of_ones(), goal.given[:2]), in_sums(goal.given[:2])))


@lemma(f"forall n m w. {RESPONSES} law(m, empirical(n, w))")
def empirical_is_law(goal: Goal) -> Proved:
    """The observed shares are a law."""
    n, m, w = goal.variables
    y = Free("y #0")
    sizes: Facts = [*goal.given[:2], arithmetic(term("integer(n) and 0 <= n", n=n), goal.given[0])]
    counted = at(frequency_not_negative(), n, y, w, given=sizes)
    inverse = arithmetic(term("0 < 1/n and n*(1/n) = 1", n=n), goal.given[0])
    share = arithmetic(term("0 <= frequency(n, y)(w) * (1/n)", n=n, y=y, w=w), counted, inverse)
    changed = normal(goal.conclusion, unfolding("law", "empirical"), inverses)
    ones = at(counts_add_up(), n, m, w, given=[*sizes, goal.given[2]], premises=3)
    wanted = applied(sides(changed.conclusion)[1], "and", 2)
    assert wanted
    total = chain(sides(wanted[1])[0]).rewrite(in_sums(sizes)).arithmetic(ONE, ones, inverse).theorem
    return derived.follow(symmetric(changed), kernel.conjoin(each(y, m, share), total))


@lemma(
    f"forall n r. {SIZES} (forall t in 1..n. 0 <= r(t)) implies (sum t in 1..n. r(t) - 1) <= 0 implies prod(n, r) <= 1 "
    "and (prod(n, r) = 1 implies (sum t in 1..n. r(t) - 1) = 0 and (forall t in 1..n. r(t) = 1))",
    depth=5,
)
def product_at_most_one(goal: Goal) -> Proved:
    """A product of factors whose mean is at most 1 is at most 1, and is 1 only where each factor is."""
    n, r = goal.variables
    t = Free("t #0")
    known = at(kernel.assume(goal.given[1]), t, given=[kernel.assume(in_range(t, n))])
    tangent, meets = conjuncts(specialise(exp_at_least(), term("r(t) - 1", r=r, t=t)))
    larger = arithmetic(term("0 <= r(t) <= exp(r(t) - 1)", r=r, t=t), known, tangent)
    powers = term("fun t. exp(r(t) - 1)", r=r)
    product = kernel.detach(at(prod_at_most(), n, r, powers, given=goal.given), each(t, n, larger))
    whole = at(product_of_exp(), n, term("fun t. r(t) - 1", r=r), given=goal.given)
    below, only = conjuncts(at(exp_at_most_one(), term("sum t in 1..n. r(t) - 1", n=n, r=r), given=goal.given))
    met = kernel.assume(term("prod(n, r) = 1", n=n, r=r))
    facts = [product, whole, below]
    same_products = arithmetic(term("prod(n, r) = (prod t in 1..n. exp(r(t) - 1))", n=n, r=r), met, *facts)
    positive = arithmetic(term("0 <= r(t) <= exp(r(t) - 1) and 0 < exp(r(t) - 1)", r=r, t=t), larger,
                          specialise(exp_positive(), term("r(t) - 1", r=r, t=t)))  # fmt: skip
    same = kernel.detach(at(equal_factors(), n, r, powers, given=goal.given), each(t, n, positive))
    same_at = at(kernel.detach(same, same_products), t, given=[kernel.assume(in_range(t, n))])
    touching = arithmetic(term("1 + (r(t) - 1) = exp(r(t) - 1)", r=r, t=t), same_at)
    one = arithmetic(term("r(t) = 1", r=r, t=t), kernel.detach(meets, touching))
    none = kernel.detach(only, arithmetic(term("exp(sum t in 1..n. r(t) - 1) = 1", n=n, r=r), met, *facts))
    bound = arithmetic(term("prod(n, r) <= 1", n=n, r=r), *facts)
    return kernel.conjoin(bound, kernel.discharge(met.conclusion, kernel.conjoin(none, each(t, n, one))))


@lemma("forall a. a^2 = 0 implies a = 0")
def zero_square(goal: Goal) -> Proved:
    """Only the square of 0 is 0."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall c r. 0 = c * (r - 1)^2 implies c * r = c")
def weighed_square(goal: Goal) -> Proved:
    """A weighed square vanishes only where the weight or the square does."""
    c, r = goal.variables
    squared = arithmetic(term("(c * r - c)^2 = 0", c=c, r=r), *goal.given)
    return arithmetic(goal.conclusion, at(zero_square(), term("c * r - c", c=c, r=r), given=[squared]))


LIKELIHOOD = f"{RESPONSES} law(m, q) implies"


@lemma(
    f"forall n m q w. {LIKELIHOOD} 0 < chance(n, empirical(n, w), w) and chance(n, q, w) <= chance(n, empirical(n, w), "
    "w) and (chance(n, q, w) = chance(n, empirical(n, w), w) implies (forall y in 1..m. q(y) = empirical(n, w)(y)))"
)
def largest_likelihood(goal: Goal) -> Proved:
    """The likelihood of n responses is largest at the observed shares, and at no other law."""
    n, m, q, w = goal.variables
    t, y = Free("t #0"), Free("y #0")
    positive_size, responses = kernel.assume(goal.given[0]), kernel.assume(goal.given[2])
    size = [arithmetic(term("integer(n) and 0 <= n", n=n), positive_size), kernel.assume(goal.given[1])]
    ratio = term("fun y. q(y) * n * (1 / frequency(n, y)(w))", n=n, q=q, w=w)
    ratios = term("fun t. ratio(w(t))", ratio=ratio, w=w)
    share = term("fun y. frequency(n, y)(w) / n", n=n, w=w)
    law, total = conjuncts(rewritten(kernel.assume(goal.given[3]), unfolding("law")))

    # of each response that occurs: q = ratio * share, where the share is positive
    inside = kernel.assume(in_range(t, n))
    letter = at(rewritten(responses, unfolding("word")), t, given=[inside])
    here = {"n": n, "c": term("frequency(n, w(t))(w)", n=n, w=w, t=t), "q": term("q(w(t))", q=q, w=w, t=t)}
    facts = [at(letter_is_counted(), n, w, t, given=[*size, inside], premises=2), positive_size]
    facts.append(at(law, term("w(t)", w=w, t=t), given=[letter]))
    not_negative = each(t, n, arithmetic(term("0 <= q * n * (1/c)", **here), *facts))
    positive = each(t, n, arithmetic(term("0 < c/n", **here), *facts))
    split = summed(t, n, arithmetic(term("q = q * n * (1/c) * (c/n)", **here), *facts), size, over="prod")
    factors = at(prod_times(), n, ratios, term("fun t. share(w(t))", share=share, w=w), given=size)
    own = kernel.detach(at(prod_positive(), n, term("fun t. share(w(t))", share=share, w=w), given=size), positive)

    # the mean of the ratios is at most 1
    inside = kernel.assume(in_range(y, m))
    here = {"n": n, "c": term("frequency(n, y)(w)", n=n, w=w, y=y), "q": term("q(y)", q=q, y=y)}
    facts = [at(frequency_not_negative(), n, y, w, given=size), positive_size, at(law, y, given=[inside])]
    smaller = arithmetic(term("c * (q * n * (1/c)) <= n * q", **here), *facts, opaque=True)
    grouped = at(regrouped(), n, m, w, ratio, given=[*size, responses], premises=3)
    scaled = rewritten(summed(y, m, smaller, size), by(sums.sum_scale(), size))
    whole = kernel.detach(at(product_at_most_one(), n, ratios, given=size), not_negative)
    ones = chain(term("sum t in 1..n. -1", n=n)).rewrite(in_sums(size), by(sums.sum_of_ones(), size)).theorem
    gap = at(sums.sum_plus(), n, ratios, term("fun t. -1"), given=size)
    bound, only = conjuncts(fulfilled(whole, gap, ones, grouped, scaled, total))

    # and no law but the shares reaches it
    plain = normal(goal.conclusion, unfolding("chance", "empirical"))
    _, rest = applied(sides(plain.conclusion)[1], "and", 2) or (TRUE, TRUE)
    largest, unique = applied(rest, "and", 2) or (TRUE, TRUE)
    met = kernel.assume((applied(unique, "implies", 2) or (TRUE, TRUE))[0])
    none, all_one = conjuncts(fulfilled(only, met, split, factors, own))
    counts = {"n": n, "w": w, "ratio": ratio, "q": q}
    left, right = term("fun y. frequency(n, y)(w) * ratio(y)", **counts), term("fun y. n * q(y)", **counts)
    exact = kernel.detach(at(equal_terms(), m, left, right, given=size), each(y, m, smaller))
    exact = fulfilled(exact, none, gap, ones, grouped, total, at(sums.sum_scale(), m, n, q, given=size))
    square = term("fun y. (ratio(y) - 1)^2", ratio=ratio)
    one = at(all_one, t, given=[kernel.assume(in_range(t, n))])
    no_squares = summed(t, n, arithmetic(plainly("square(w(t)) = 0", square=square, w=w, t=t), one), size)
    no_squares = rewritten(no_squares, by(sum_of_zeros(), size))
    grouped = at(regrouped(), n, m, w, square, given=[*size, responses], premises=3)
    counted = arithmetic(
        plainly("0 <= frequency(n, y)(w) * square(y)", y=y, square=square, **counts), facts[0], opaque=True
    )
    nothing, weighed = term("fun y. 0"), term("fun y. frequency(n, y)(w) * square(y)", square=square, **counts)
    vanish = kernel.detach(at(equal_terms(), m, nothing, weighed, given=size), each(y, m, counted))
    vanish = fulfilled(rewritten(vanish, by(sum_of_zeros(), size)), grouped, no_squares)
    balance, nothing_left = (at(law, y, given=[inside]) for law in (exact, vanish))
    whole_count = at(weighed_square(), here["c"], term("q * n * (1/c)", **here), given=[nothing_left])
    counted = derived.transitive(symmetric(balance), whole_count)
    same = arithmetic(term("q = c/n", **here), counted, positive_size)
    unique_law = kernel.discharge(met.conclusion, each(y, m, same))
    return derived.follow(symmetric(plain), conjoined(own, arithmetic(largest, split, factors, own, bound), unique_law))


# -- maximum likelihood of the shares --------------------------------------------------------------------------------


DESIGN = "integer(k) and 0 <= k implies integer(m) and 0 <= m implies design(k, m, P) implies"


@lemma(f"forall k m P pi. {DESIGN} (sum x in 1..k. pi(x)) = 1 implies (sum y in 1..m. response(k, pi, P)(y)) = 1")
def responses_add_up(goal: Goal) -> Proved:
    """The probabilities of the responses add up to 1 where the shares do, whatever their signs."""
    k, m, P, pi = goal.variables
    x = Free("x #0")
    sizes = goal.given[:2]
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    _, ones = conjuncts(at(rows, x, given=[kernel.assume(in_range(x, k))]))
    swapped = at(sums.sum_swap(), m, k, term("fun y x. pi(x) * P(x, y)", pi=pi, P=P), given=sizes, premises=2)
    row = at(sums.sum_scale(), m, term("pi(x)", pi=pi, x=x), term("fun y. P(x, y)", P=P, x=x), given=sizes)
    row = arithmetic(term("(sum y in 1..m. pi(x) * P(x, y)) = pi(x)", pi=pi, P=P, m=m, x=x), row, ones)
    total = (
        chain(sides(swapped.conclusion)[0]).then(swapped).then(summed(x, k, row, sizes)).arithmetic(ONE, goal.given[3])
    )
    return derived.follow(symmetric(normal(goal.conclusion, unfolding("response"))), total.theorem)


@lemma(f"forall k m P pi. {DESIGN} law(k, pi) implies law(m, response(k, pi, P))")
def response_is_law(goal: Goal) -> Proved:
    """The law of a response is a law."""
    k, m, P, pi = goal.variables
    x, y = Free("x #0"), Free("y #0")
    sizes = goal.given[:2]
    rows = rewritten(kernel.assume(goal.given[2]), unfolding("design", "law"))
    shares, whole = conjuncts(rewritten(kernel.assume(goal.given[3]), unfolding("law")))
    inside = [kernel.assume(in_range(x, k)), kernel.assume(in_range(y, m))]
    chances, _ = conjuncts(at(rows, x, given=inside))
    weighed = term("fun x. pi(x) * P(x, y)", pi=pi, P=P, y=y)
    one = arithmetic(
        term("0 <= pi(x) * P(x, y)", pi=pi, P=P, x=x, y=y), at(shares, x, given=inside), at(chances, y, given=inside)
    )
    not_negative = kernel.detach(at(sum_not_negative(), k, weighed, given=sizes), each(x, k, one))
    total = at(responses_add_up(), k, m, P, pi, given=[*goal.given, whole], premises=4)
    plain = normal(goal.conclusion, unfolding("law", "response"))
    unfolded = rewritten(total, unfolding("response"))
    return derived.follow(symmetric(plain), kernel.conjoin(each(y, m, not_negative), unfolded))


@lemma(f"forall k m P pi. {DESIGN} signed_shares(k, m, P, pi) implies law(m, response(k, pi, P))")
def signed_response_is_law(goal: Goal) -> Proved:
    """Shares of any sign under which no response has a negative probability give the responses a law."""
    k, m, P, pi = goal.variables
    whole, chances = conjuncts(rewritten(kernel.assume(goal.given[3]), unfolding("signed_shares")))
    total = at(responses_add_up(), k, m, P, pi, given=[*goal.given, whole], premises=4)
    plain = normal(goal.conclusion, unfolding("law", "response"))
    facts = (rewritten(fact, unfolding("response")) for fact in (chances, total))
    return derived.follow(symmetric(plain), kernel.conjoin(*facts))


@lemma(f"forall n m q r w. {SIZES} word(n, m, w) implies (forall y in 1..m. q(y) = r(y)) implies "
       "chance(n, q, w) = chance(n, r, w)")  # fmt: skip
def same_chance(goal: Goal) -> Proved:
    """The probability of n responses depends on the probabilities of the responses only."""
    n, w = goal.variables[0], goal.variables[4]
    t = Free("t #0")
    inside = kernel.assume(in_range(t, n))
    letter = at(rewritten(kernel.assume(goal.given[1]), unfolding("word")), t, given=[inside])
    same = at(kernel.assume(goal.given[2]), term("w(t)", w=w, t=t), given=[letter])
    plain = normal(goal.conclusion, unfolding("chance"))
    return derived.follow(symmetric(plain), summed(t, n, same, goal.given[:1], over="prod"))


OBSERVED = "(forall y in 1..m. response(k, {0}, P)(y) = empirical(n, w)(y))"
SURVEY = f"forall n k m P pi w. integer(k) and 0 <= k implies {RESPONSES} design(k, m, P) implies"


@dataclass(frozen=True)
class _Maximum:
    """Which shares are allowed, that they give the responses a law, and the word for a maximum over them."""

    allowed: str
    give_a_law: Callable[[], Proved]
    word: str

    def largest(self, goal: Goal, rho: Term) -> Proved:
        """The likelihood of the shares rho is at most the largest, which one law of the response reaches only."""
        n, k, m, P, _, w = goal.variables[:6]
        allowed = kernel.assume(term(self.allowed, k=k, m=m, P=P, pi=rho))
        q = term("response(k, rho, P)", k=k, rho=rho, P=P)
        responses = at(self.give_a_law(), k, m, P, rho, given=[*goal.given, allowed], premises=4)
        return at(largest_likelihood(), n, m, q, w, given=[*goal.given, responses], premises=4)

    def is_most_likely(self, goal: Goal) -> Proved:
        """Allowed shares under which the responses have the observed shares are a maximum."""
        rho = Free("rho #0", goal.variables[4].type)
        _, below, _ = conjuncts(self.largest(goal, rho))
        plain = normal(goal.conclusion, unfolding(self.word))
        same = symmetric(_fitted(goal))
        own, _ = applied(below.conclusion, "<=", 2) or ()
        smaller = arithmetic(AT_MOST(own, sides(same.conclusion)[1]), below, same)
        allowed = term(self.allowed, **dict(zip("kmP", goal.variables[1:4], strict=True)), pi=rho)
        every = generalise(kernel.discharge(allowed, smaller), rho)
        return derived.follow(symmetric(plain), kernel.conjoin(kernel.assume(goal.given[5]), every))

    def fits(self, goal: Goal) -> Proved:
        """Where some allowed shares fit, every maximum does."""
        n, k, m, P, pi, w, rho = goal.variables
        most_likely = term(f"{self.word}(n, k, m, P, w, rho)", n=n, k=k, m=m, P=P, w=w, rho=rho)
        allowed, largest = conjuncts(rewritten(kernel.assume(most_likely), unfolding(self.word)))
        as_large = at(largest, pi, given=[goal.given[5]])
        _, below, unique = conjuncts(self.largest(goal, rho))
        found = cut(fulfilled(unique, below, as_large, _fitted(goal)), allowed)
        return kernel.discharge(most_likely, kernel.conjoin(allowed, found))


_OF_LAWS = _Maximum("law(k, pi)", lambda: response_is_law(), "most_likely")
_OF_SIGNED = _Maximum("signed_shares(k, m, P, pi)", lambda: signed_response_is_law(), "most_likely_signed")


def _fitted(goal: Goal) -> Proved:
    """The likelihood of shares that fit is the largest one."""
    n, k, m, P, pi, w = goal.variables[:6]
    size = arithmetic(term("integer(n) and 0 <= n", n=n), goal.given[1])
    laws = term("response(k, pi, P)", k=k, pi=pi, P=P), term("empirical(n, w)", n=n, w=w)
    return at(same_chance(), n, m, *laws, w, given=[size, *goal.given], premises=3)


@lemma(f"{SURVEY} law(k, pi) implies {OBSERVED.format('pi')} implies most_likely(n, k, m, P, w, pi)", depth=13)
def fitting_is_most_likely(goal: Goal) -> Proved:
    """Shares of the truths under which the responses have the observed shares are a maximum-likelihood estimate."""
    return _OF_LAWS.is_most_likely(goal)


@lemma(
    f"{SURVEY} law(k, pi) implies {OBSERVED.format('pi')} implies "
    f"(forall rho. most_likely(n, k, m, P, w, rho) implies law(k, rho) and {OBSERVED.format('rho')})",
    depth=14,
)
def most_likely_fits(goal: Goal) -> Proved:
    """Where some shares fit, every maximum-likelihood estimate does."""
    return _OF_LAWS.fits(goal)


@lemma(
    f"{SURVEY} signed_shares(k, m, P, pi) implies {OBSERVED.format('pi')} implies "
    "most_likely_signed(n, k, m, P, w, pi)",
    depth=13,
)
def fitting_is_most_likely_signed(goal: Goal) -> Proved:
    """Shares of any sign under which the responses have the observed shares are the largest of the likelihood."""
    return _OF_SIGNED.is_most_likely(goal)


@lemma(
    f"{SURVEY} signed_shares(k, m, P, pi) implies {OBSERVED.format('pi')} implies "
    "(forall rho. most_likely_signed(n, k, m, P, w, rho) implies "
    f"signed_shares(k, m, P, rho) and {OBSERVED.format('rho')})",
    depth=14,
)
def most_likely_signed_fits(goal: Goal) -> Proved:
    """Where some shares of any sign fit, all that make the likelihood largest do."""
    return _OF_SIGNED.fits(goal)


@lemma(f"forall n m q w. {SIZES} integer(m) and 0 <= m implies word(n, m, w) implies (forall y in 1..m. 0 < q(y)) "
       "implies log(chance(n, q, w)) = log_likelihood(m, fun y. frequency(n, y)(w), q)", depth=8)  # fmt: skip
def log_of_likelihood(goal: Goal) -> Proved:
    """The logarithm of the likelihood, where every response is possible: each count times the logarithm."""
    n, m, q, w = goal.variables
    t = Free("t #0")
    inside = kernel.assume(in_range(t, n))
    letter = at(rewritten(kernel.assume(goal.given[2]), unfolding("word")), t, given=[inside])
    positive = at(kernel.assume(goal.given[3]), term("w(t)", w=w, t=t), given=[letter])
    factors = at(log_of_products(), n, term("fun t. q(w(t))", q=q, w=w), given=goal.given)
    product = rewritten(kernel.detach(factors, each(t, n, positive)))
    grouped = rewritten(at(regrouped(), n, m, w, term("fun y. log(q(y))", q=q), given=goal.given, premises=3))
    plain = normal(goal.conclusion, unfolding("chance", "log_likelihood"))
    return derived.follow(symmetric(plain), derived.transitive(product, grouped))


# -- two truths, two responses ---------------------------------------------------------------------------------------


@lemma("forall a b c. c != 0 and a * c = b * c implies a = b")
def cancelled(goal: Goal) -> Proved:
    """A factor that is not 0 cancels."""
    return arithmetic(goal.conclusion, *goal.given)


SOLVED = "integer(n) and 1 <= n implies word(n, 2, w) implies design(2, 2, P) implies P(1, 1) + P(2, 2) != 1 implies"
ESTIMATE = "(empirical(n, w)(1) + P(2, 2) - 1) / (P(1, 1) + P(2, 2) - 1)"


@lemma("forall rho s. rho(1) = s and rho(2) = 1 - s implies 0 <= s <= 1 implies law(2, rho)")
def binary_law(goal: Goal) -> Proved:
    """Two numbers that are not negative and add up to 1 are a law."""
    return automatic(goal)


@lemma("forall P rho. design(2, 2, P) implies law(2, rho) implies "
       "response(2, rho, P)(1) = rho(1) * (P(1, 1) + P(2, 2) - 1) + 1 - P(2, 2)")  # fmt: skip
def binary_response(goal: Goal) -> Proved:
    """The probability of the first of two responses."""
    return automatic(goal)


@lemma("forall q e. law(2, q) implies law(2, e) implies q(1) = e(1) implies (forall y in 1..2. q(y) = e(y))", depth=5)
def binary_laws_agree(goal: Goal) -> Proved:
    """Two laws of two responses are the same where they agree on the first."""
    return automatic(goal)


@lemma(f"forall n P w s rho. {SOLVED} s = {ESTIMATE} implies 0 <= s <= 1 implies "
       "(most_likely(n, 2, 2, P, w, rho) iff rho(1) = s and rho(2) = 1 - s)")  # fmt: skip
def binary_estimate(goal: Goal) -> Proved:
    """Two truths, two responses: the one maximum-likelihood estimate, where the solution for the shares is in range."""
    n, P, w, s, rho = goal.variables
    names = {"n": n, "P": P, "w": w, "s": s, "rho": rho, "two": Number(2)}
    observed = term("empirical(n, w)", **names)
    e = {**names, "e": term("empirical(n, w)(1)", **names)}
    scaled = arithmetic(term("s * (P(1, 1) + P(2, 2) - 1) = e + P(2, 2) - 1", **e), goal.given[3], goal.given[4])
    survey: Facts = [*goal.given[:3], kernel.literal(Number(2)), arithmetic(term("0 <= two", **names))]
    shares = at(empirical_is_law(), n, Number(2), w, given=survey, premises=3)

    def fit(pi: Term) -> list[Proved]:
        """That pi is a law under which the responses have the observed shares, where pi is s, 1 - s."""
        solved = kernel.assume(term("pi(1) = s and pi(2) = 1 - s", pi=pi, s=s))
        law = at(binary_law(), pi, s, given=[solved, goal.given[5]], premises=2)
        own = at(binary_response(), P, pi, given=[goal.given[2], law], premises=2)
        responses = at(response_is_law(), Number(2), Number(2), P, pi, given=[*survey, law], premises=4)
        same = arithmetic(term("q(1) = e", q=term("response(2, pi, P)", pi=pi, P=P), **e), own, scaled, solved)
        laws = term("response(2, pi, P)", pi=pi, P=P), observed
        return [law, at(binary_laws_agree(), *laws, given=[responses, shares, same], premises=3)]

    likely, solved = sides(goal.conclusion)
    back = at(fitting_is_most_likely(), n, Number(2), Number(2), P, rho, w, given=[*survey, *fit(rho)], premises=7)
    pi = Free("pi #0", rho.type)
    every = at(most_likely_fits(), n, Number(2), Number(2), P, pi, w, given=[*survey, *fit(pi)], premises=7)
    law, fitted = conjuncts(at(every, rho, given=[likely]))
    own = at(binary_response(), P, rho, given=[goal.given[2], law], premises=2)
    first = at(fitted, ONE, given=[arithmetic(term("1 <= 1 <= two", **names)), kernel.literal(ONE)])
    slope = term("P(1, 1) + P(2, 2) - 1", P=P)
    product = arithmetic(term("rho(1) * c = s * c", c=slope, **names), own, first, scaled)
    not_zero = arithmetic(term("c != 0", c=slope), goal.given[3])
    equal_first = at(cancelled(), term("rho(1)", rho=rho), s, slope, given=[kernel.conjoin(not_zero, product)])
    *_, whole = facts_of(law)
    forth = arithmetic(solved, equal_first, whole)
    some = term("exists pi. pi(1) = s and pi(2) = 1 - s", s=s)
    value = term("fun x. if x = 1 then s else 1 - s", s=s)
    instance = normal(substituted(term("pi(1) = s and pi(2) = 1 - s", pi=pi, s=s), {pi: value}), decided([]))
    solution = derived.follow(symmetric(instance), arithmetic(sides(instance.conclusion)[1]))
    forth = kernel.unpack(kernel.witness(some, value, solution), pi, forth)
    return derived.equivalent(kernel.discharge(likely, forth), kernel.discharge(solved, back))


@lemma("forall n q w. integer(n) and 0 <= n implies word(n, 2, w) implies "
       "chance(n, q, w) = q(2)^frequency(n, 2)(w) * q(1)^(n - frequency(n, 2)(w))")  # fmt: skip
def likelihood_of_two(goal: Goal) -> Proved:
    """The likelihood of responses that are one of two, by how many of them are the second."""
    n, q, w = goal.variables
    t = Free("t #0")
    inside = kernel.assume(in_range(t, n))
    letter = at(rewritten(kernel.assume(goal.given[1]), unfolding("word")), t, given=[inside])
    is_second = term("fun t. if w(t) = 2 then 1 else 0", w=w)
    chosen = by_conditions(term("(if w(t) = 2 then 1 else 0) = 0 or (if w(t) = 2 then 1 else 0) = 1", w=w, t=t))
    two = arithmetic(term("w(t) = 1 or w(t) = 2", w=w, t=t), letter)
    own = [
        kernel.discharge(same.conclusion, kernel.congruent(kernel.reflexive(q), same))
        for same in (kernel.assume(term(f"w(t) = {y}", w=w, t=t)) for y in (1, 2))
    ]
    factor = term("q(w(t)) = (if (if w(t) = 2 then 1 else 0) = 1 then q(2) else q(1))", q=q, w=w, t=t)
    factors = each(t, n, by_conditions(factor, two, *own))
    terms = term("fun t. q(w(t))", q=q, w=w), term("fun t. if v(t) = 1 then q(2) else q(1)", q=q, v=is_second)
    same = at(sums.prod_same(), n, *terms, given=[*goal.given, factors], premises=2)
    second, first = (term(text, q=q) for text in ("q(2)", "q(1)"))
    given: Facts = [*goal.given, each(t, n, chosen)]
    whole = rewritten(at(equal_factors_counted(), n, second, first, is_second, given=given, premises=2))
    *_, powers = conjuncts(whole)
    changed = normal(goal.conclusion, unfolding("chance", "frequency", "indicator"))
    return derived.follow(symmetric(changed), derived.transitive(rewritten(same), powers))
