"""Scripts for reports of participants whose answers are given: (7), and what is estimated of a graph."""

from __future__ import annotations

from fractions import Fraction

from checks.papers.mw.own_words import meant
from checks.papers.mw.proofs_of_estimates import three_add_up
from checks.papers.mw.proofs_of_likelihoods import three_counts
from checks.papers.mw.proofs_of_roots import granted_at
from checks.papers.mw.proofs_of_unbiasedness import THREE, three_inverse
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    chain,
    conjoined,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal, parts
from derivations.theory.automatic import automatic, facts_of, found, inverses, written_out
from derivations.theory.given_truths import expected_reports, through_inverse
from derivations.theory.independent_responses import in_independent, independent_sum
from derivations.theory.likelihood import empirical_is_law, regrouped
from derivations.theory.products import factor_apart
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, by_conditions, each, summed
from derivations.theory.sums import in_range


def _known(goal: Goal) -> list[Proved]:
    sizes = goal.facts
    plain = [part for fact in sizes for part in conjuncts(rewritten(fact, unfolding("size")))]
    numbers = [fact for fact in plain if not applied(fact.conclusion, "forall", 1)]
    whole = [arithmetic(term("0 <= n", n=found_in[0]), *numbers)
             for fact in numbers if (found_in := applied(fact.conclusion, "integer", 1))
             and not isinstance(found_in[0], Number)]  # fmt: skip
    return [*sizes, *plain, *whole, kernel.literal(THREE), arithmetic(term("0 <= three", three=THREE))]


@script("reports of given truths")
def reports_of_given_truths(goal: Goal) -> Proved:
    """(7): the report of a participant drawn at random, and the expected proportions of all reports."""
    P, N, v, y = goal.variables
    known = _known(goal)
    one, expected = _both(goal.conclusion)
    grouped = at(regrouped(), N, THREE, v, term("fun x. P(x, y)", P=P, y=y), given=known, premises=3)
    counted = at(expected_reports(), N, THREE, THREE, P, v, y, given=known, premises=6)
    words = unfolding("response", "empirical"), written_out, inverses, in_independent(known)
    facts = [rewritten(fact, written_out) for fact in (grouped, counted)]
    shown = []
    for formula in (one, expected):
        plain = normal(formula, *words)
        shown.append(derived.follow(symmetric(plain), arithmetic(sides(plain.conclusion)[1], *facts, opaque=True)))
    return kernel.conjoin(*shown)


@script("numbers of given truths")
def numbers_of_given_truths(goal: Goal) -> Proved:
    """The expected numbers of the reports, and those of the answers by the inverse of the matrix."""
    P, N, v, *_ = goal.variables
    known = _known(goal)
    _, rest = _both(goal.conclusion)
    some, more = _both(rest)
    every, estimated = _both(more)
    x, y, L = Free("x #0"), Free("y #0"), Free("L #0", P.type)
    inside = kernel.assume(in_range(y, THREE))
    counted = at(expected_reports(), N, THREE, THREE, P, v, y, given=[*known, inside], premises=6)
    first = each(y, THREE, counted)
    regular = next(fact for fact in known if "determinant" in str(fact.conclusion))
    inverse = at(three_inverse(), P, given=[rewritten(regular, meant("determinant"))])
    rows, _ = conjuncts(kernel.assume(instance(inverse.conclusion, L)))
    transposed = term("fun y z. L(z, y)", L=L)
    second = kernel.witness(some, transposed, found(instance(some, transposed), rows))
    second = kernel.unpack(inverse, L, second)
    last = goal_of(every)
    Q, z = last.variables
    given = [*map(kernel.assume, last.given), kernel.literal(THREE), *known]
    column = each(x, THREE, at(at(given[0], x, given=[kernel.assume(in_range(x, THREE))]), z, given=given))
    counts = term("fun x. frequency(N, x)(v)", N=N, v=v)
    reports = term("fun y. independent(N, 3, fun t. P(v(t)), frequency(N, y))", N=N, P=P, v=v)
    third = last.qed(
        at(through_inverse(), THREE, THREE, P, Q, counts, reports, z, given=[*given, column, first], premises=5)
    )
    return conjoined(first, second, third, _solved_by_inverse(P, estimated))


def _solved_by_inverse(P: Term, formula: Term) -> Proved:
    """Numbers are solved from observed numbers of reports by the inverse of the matrix."""
    one = goal_of(formula)
    Q, w, M = one.variables
    inverse, word = conjuncts(kernel.assume(one.given[0]))
    (N, *_), (reports, shares) = applied(word.conclusion, "word", 3) or (), sides(one.conclusion)
    observed = term("fun y. frequency(N, y)(w)", N=N, w=w)
    both = rewritten(inverse, meant("inverse"))
    forth = _solved(P, Q, M, observed, both, 0, kernel.assume(reports), turned=True)
    back = _solved(Q, P, observed, M, both, 1, kernel.assume(shares), turned=False)
    return one.qed(derived.equivalent(
        kernel.discharge(reports, forth), kernel.discharge(shares, _exchanged(reports, back))))  # fmt: skip


@script("averages from items")
def averages_from_items(goal: Goal) -> Proved:
    """The mean of a sum of estimates is the sum of their means, and a known factor stays one."""
    n, m, r, q, *_ = goal.variables
    known = _known(goal)
    items = [fact for fact in known if "independent" in str(fact.conclusion)]
    j = Free("j #0")
    shown = []
    for formula in _both(goal.conclusion):
        left, right = sides(formula)
        K = next(name for name in goal.variables if name in parts(left) and name.name[0] in "KV")
        means = next(fact for fact in items if K in parts(fact.conclusion))
        total = at(independent_sum(), m, n, r, q, K, given=known, premises=3)
        own = at(means, j, given=[kernel.assume(in_range(j, m))])
        whole = derived.transitive(total, summed(j, m, own, known))
        taken = chain(left).rewrite(inverses, in_independent(known))
        average = chain(right).rewrite(inverses)
        same = arithmetic(equal(taken.last, average.last), rewritten(whole), opaque=True)
        shown.append(taken.then(same).then(symmetric(average.theorem)).theorem)
    return kernel.conjoin(*shown)


def _both(formula: Term) -> tuple[Term, Term]:
    first, second = applied(formula, "and", 2) or (formula, formula)
    return first, second


EVEN = "fun x y. if x = y then 1/2 else 1/4"


@script("observed reports vary")
def observed_vary(goal: Goal) -> Refuted:
    """A participant with the answer 0 who reports 0, where half of these report something else."""
    values = term(EVEN), Number(1), term("fun t. 1"), term("fun t. 1")
    shown_at = (("P", "((1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/4, 1/4, 1/2))"), ("N", "1"), ("v", "(1)"), ("w", "(1)"))
    return Refuted(refuted_at(goal.statement, values), shown_at, (Fraction(1), Fraction(1, 2)))


@script("truth is likeliest")
def truth_is_likeliest(goal: Goal) -> Proved:
    """EWRRn by one pair of different answers, RR3-dagger pair by pair."""
    many, three = _both(goal.conclusion)
    given = goal.facts
    every, bound = sides(many)
    said = at(at(kernel.assume(every), Number(1), given=[*given, kernel.literal(Number(1))]), Number(2),
              given=[*given, kernel.literal(Number(2))])  # fmt: skip
    forth = by_conditions(bound, rewritten(said, meant("even")), *given)
    pair = goal_of(every)
    entries = normal(pair.conclusion, meant("even"))
    larger = by_conditions(sides(entries.conclusion)[1], kernel.assume(bound), *given)
    back = pair.qed(derived.follow(symmetric(entries), larger))
    first = derived.equivalent(kernel.discharge(every, forth), kernel.discharge(bound, back))
    return kernel.conjoin(first, found(three, *given))


@script("smaller budget")
def smaller_budget(goal: Goal) -> Proved:
    """x P(b, y) <= z P(b, y)"""
    known = _known(goal)
    _k, _m, P, x, z = goal.variables
    plain = normal(goal.conclusion, unfolding("private"))
    one = goal_of(sides(plain.conclusion)[1])
    given = [*known, *map(kernel.assume, one.given)]
    design, private = (next(fact for fact in known if applied(fact.conclusion, word, n))
                       for word, n in (("design", 3), ("private", 4)))  # fmt: skip
    _, b, y = one.variables
    law = at(rewritten(design, unfolding("design")), b, given=given)
    positive = at(kernel.part(rewritten(law, unfolding("law")), 0), y, given=given)
    smaller = rewritten(private, unfolding("private"))
    for value in one.variables:
        smaller = at(smaller, value, given=given)
    larger = arithmetic(term("x*c <= z*c", x=x, z=z, c=P(b)(y)), positive, *known)
    return derived.follow(symmetric(plain), one.qed(arithmetic(one.conclusion, smaller, larger, opaque=True)))


def _law_of_counts(N: Term, w: Term, known: list[Proved]) -> Proved:
    return at(empirical_is_law(), N, THREE, w, given=known, premises=3)


@script("shares of counts")
def shares_of_counts(goal: Goal) -> Proved:
    """The last number is what the others leave, and the proportions are a law."""
    N, v = goal.variables
    known = _known(goal)
    x = Free("x #0")
    share = normal(term("empirical(N, v)(x)", N=N, v=v, x=x), unfolding("empirical"))
    own = derived.transitive(
        share, arithmetic(term("f/N = 1/N*f", f=term("frequency(N, x)(v)", N=N, v=v, x=x), N=N), *known)
    )
    return kernel.conjoin(three_counts(N, v, known), kernel.conjoin(_law_of_counts(N, v, known), each(x, THREE, own)))


@script("estimates by inverse")
def estimates_by_inverse(goal: Goal) -> Proved:
    """(8): the equations of the estimates are solved by the inverse of the matrix."""
    P, N, w, pi = goal.variables
    some, every = _both(goal.conclusion)
    L = Free("L #0", P.type)
    regular = next(fact for fact in _known(goal) if "determinant" in str(fact.conclusion))
    exists = at(three_inverse(), P, given=[rewritten(regular, meant("determinant"))])
    transposed = term("fun y z. L(z, y)", L=L)
    products = facts_of(kernel.assume(instance(exists.conclusion, L)))
    inverse = reduced(normal(instance(some, transposed), meant("inverse")), lambda it: found(it, *products))
    first = kernel.unpack(exists, L, kernel.witness(some, transposed, inverse))
    one = goal_of(every)
    (Q,) = one.variables
    e = term("empirical(N, w)", N=N, w=w)
    both = rewritten(kernel.assume(one.given[0]), meant("inverse"))
    reports, shares = sides(one.conclusion)
    forth = _solved(P, Q, pi, e, both, 0, kernel.assume(reports), turned=True)
    back = _solved(Q, P, e, pi, both, 1, kernel.assume(shares), turned=False)
    return kernel.conjoin(first, one.qed(derived.equivalent(
        kernel.discharge(reports, forth), kernel.discharge(shares, _exchanged(reports, back)))))  # fmt: skip


def _solved(P: Term, Q: Term, f: Term, g: Term, products: Proved, side: int, given: Proved, *, turned: bool) -> Proved:
    """f(z) = sum y in 1..3. g(y)*Q(y, z) for each z, where g(y) = sum x in 1..3. f(x)*P(x, y) for each y."""
    x, y, z = (Free(f"{name} #0") for name in "xyz")
    inside = [kernel.assume(in_range(place, THREE)) for place in (x, y, z)]
    known = [kernel.literal(THREE), arithmetic(term("0 <= three", three=THREE)), *inside]
    column = each(x, THREE, kernel.part(at(at(products, x, given=known), z, given=known), side))
    own = rewritten(at(given, y, given=known), unfolding("response"))
    equations = each(y, THREE, symmetric(own) if turned else own)
    return each(
        z, THREE, at(through_inverse(), THREE, THREE, P, Q, f, g, z, given=[*known, column, equations], premises=5)
    )


def _exchanged(wanted: Term, found_here: Proved) -> Proved:
    """The same equations with their sides exchanged, in the words that are wanted."""
    one = goal_of(wanted)
    plain = normal(one.conclusion, unfolding("response"))
    own = symmetric(at(found_here, one.variables[0], given=[kernel.assume(one.given[0])]))
    return one.qed(derived.follow(symmetric(plain), own))


@lemma("forall P. design(3, 3, P) implies (forall x in 1..3. P(x, x) = 1) implies "
       "forall x in 1..3. forall y in 1..3. x = y or P(x, y) = 0", depth=3)  # fmt: skip
def nothing_but_truth(goal: Goal) -> Proved:
    """Where the truth is reported with probability 1, nothing else is."""
    return automatic(goal)


@script("truthful reports")
def truthful_reports(goal: Goal) -> Proved:
    """Whoever does not report the truth does so with probability 0; so the words agree, and all that counts in them."""
    P, N, v, w = goal.variables
    known = _known(goal)
    t, x = Free("t #0"), Free("x #0")
    inside = kernel.assume(in_range(t, N))
    words = {said[2]: fact for fact in known if (said := applied(fact.conclusion, "word", 3))}
    truth, report = (at(rewritten(words[word], unfolding("word")), t, given=[inside]) for word in (v, w))
    chance = term("P(v(t), w(t))", P=P, v=v, w=w, t=t)
    either_way = at(nothing_but_truth(), P, given=known, premises=2)
    for value, own in ((v(t), truth), (w(t), report)):
        either_way = at(either_way, value, given=[own])
    apart = rewritten(
        at(factor_apart(), N, t, term("fun t. P(v(t), w(t))", P=P, v=v, w=w), given=[*known, inside], premises=2)
    )
    positive = next(fact for fact in known if applied(fact.conclusion, "<", 2))
    possible = arithmetic(term("c != 0", c=chance), apart, positive)
    same = each(t, N, arithmetic(term("w(t) = v(t)", v=v, w=w, t=t), either_way, possible))
    own = by_conditions(term("(if v(t) = x then 1 else 0) = (if w(t) = x then 1 else 0)", v=v, w=w, t=t, x=x),
                        at(same, t, given=[inside]))  # fmt: skip
    counted = summed(t, N, own, known)
    formulas = [term(text, N=N, v=v, w=w, x=x) for text in (
        "frequency(N, x)(v) = frequency(N, x)(w)", "empirical(N, v)(x) = empirical(N, w)(x)")]  # fmt: skip
    plain = normal(formulas[0], unfolding("frequency", "indicator"))
    numbers = derived.follow(symmetric(plain), rewritten(counted))
    plain = normal(formulas[1], unfolding("empirical"))
    shares = derived.follow(
        symmetric(plain), arithmetic(sides(plain.conclusion)[1], numbers, arithmetic(term("1 <= N", N=N), *known))
    )
    return kernel.conjoin(same, kernel.conjoin(each(x, THREE, shares), each(x, THREE, numbers)))


def _with(formula: Term, part: Term, value: Free) -> Term:
    """The formula with a value in the place of a part."""
    same = kernel.assume(equal(part, value))
    return sides(normal(formula, lambda found_part: same if found_part == part else None).conclusion)[1]


@script("sums are one")
def sums_are_one(goal: Goal) -> Proved:
    """All of them are laws, or have reports that are one."""
    _P, N, v, w, pi = goal.variables
    known = _known(goal)
    laws = [at(three_add_up(), term("empirical(N, w)", N=N, w=word), given=[_law_of_counts(N, word, known)])
            for word in (v, w)]  # fmt: skip
    q = Free("q #0", pi.type)
    reports = next(fact for fact in known if "pi" in str(fact.conclusion))
    same = kernel.assume(_with(reports.conclusion, term("empirical(N, w)", N=N, w=w), q))
    total = kernel.assume(term("q(1) + q(2) + q(3) = 1", q=q))
    design = next(fact for fact in known if "design" in str(fact.conclusion))
    estimated = found(term("pi(1) + pi(2) + pi(3) = 1", pi=pi), design, same, total)
    for fact in (total, same):
        estimated = kernel.discharge(fact.conclusion, estimated)
    estimated = kernel.instantiate(estimated, {q: term("empirical(N, w)", N=N, w=w)})
    return conjoined(*laws, kernel.detach(kernel.detach(estimated, reports), laws[1]))


@script("no two classes")
def no_two_classes(goal: Goal) -> Refuted:
    """Where everybody tells the truth but those with the answer 1, who report 0."""
    matrix = "fun x y. if x = 3 then (if y = 3 then 1 else 0) else if y = 1 then 1 else 0"
    some = granted_at(goal, {"P": term(matrix)})
    Q = Free("Q #0", goal.variables[0].type)
    every = kernel.assume(instance(some.conclusion, Q))
    chances = []
    for answer in (2, 3):
        pi = term(f"fun x. if x = {answer} then 1 else 0")
        chance = at(every, pi, given=[found(term("law(3, pi)", pi=pi))])
        chances.append(rewritten(chance, unfolding("response"), written_out, decided([])))
    nothing = kernel.unpack(some, Q, arithmetic(FALSE, *chances))
    shown_at = (("P", "((1, 0, 0), (1, 0, 0), (0, 0, 1))"),)
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(1), Fraction(0)))
