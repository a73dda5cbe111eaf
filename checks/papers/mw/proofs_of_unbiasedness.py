"""Scripts for Theorem 1 and its proof: the estimates of three shares are made by the inverse of the design."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_likelihoods import three_counts
from checks.papers.mw.proofs_of_scores import with_values
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    decided,
    discharged,
    generalise,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, closed, parts, quantified
from derivations.theory.automatic import automatic, conditions, facts_of, found, given_facts, written_out
from derivations.theory.likelihood import (
    empirical_is_law,
    fitting_is_most_likely_signed,
    most_likely_signed_fits,
    responses_add_up,
)
from derivations.theory.linear_estimates import WORD, inverse_of_response, unbiased_as_estimate
from derivations.theory.single_terms import at, by_conditions, each, plainly
from derivations.theory.sums import in_range, meeting
from derivations.theory.surveys import expectation_of_one, in_expectations

THREE = Number(3)
VOLUME = (
    "P(1, 1)*(P(2, 2)*P(3, 3) - P(2, 3)*P(3, 2)) - P(1, 2)*(P(2, 1)*P(3, 3) - P(2, 3)*P(3, 1)) "
    "+ P(1, 3)*(P(2, 1)*P(3, 2) - P(2, 2)*P(3, 1))"
)
INVERTS = "(forall i in 1..3. forall x in 1..3. (sum y in 1..3. L(i, y)*P(x, y)) = indicator(i = x))"
AND_BACK = "(forall y in 1..3. forall z in 1..3. (sum x in 1..3. L(x, y)*P(x, z)) = indicator(y = z))"


def _cofactor(i: int, y: int) -> str:
    (a, b), (c, d) = ([k for k in (1, 2, 3) if k != fixed] for fixed in (i, y))
    sign = "" if (i + y) % 2 == 0 else "-"
    return f"{sign}e*(P({a}, {c})*P({b}, {d}) - P({a}, {d})*P({b}, {c}))"


INVERSE = (
    " else ".join(
        f"if i = {i} then (if y = 1 then {_cofactor(i, 1)} else if y = 2 then {_cofactor(i, 2)} else {_cofactor(i, 3)})"
        for i in (1, 2)
    )
    + f" else if y = 1 then {_cofactor(3, 1)} else if y = 2 then {_cofactor(3, 2)} else {_cofactor(3, 3)}"
)


@lemma(f"forall P. {VOLUME} != 0 implies exists L. {INVERTS} and {AND_BACK}", depth=2)
def three_inverse(goal: Goal) -> Proved:
    """A design of three answers with a determinant has an inverse, by the cofactors."""
    (P,) = goal.variables
    e = Free("e #0")
    one = kernel.assume(term(f"e*({VOLUME}) = 1", e=e, P=P))
    L, table = Free("L #0", P.type), term(f"fun i y. {INVERSE}", e=e, P=P)
    places = [(i, y) for i in (1, 2, 3) for y in (1, 2, 3)]
    entries = {(i, y): kernel.assume(term(f"L({i}, {y}) = {_cofactor(i, y)}", L=L, e=e, P=P)) for i, y in places}
    products = []
    for i, x in places:
        row, column = ([entries[(i, y)] for y in (1, 2, 3)], [entries[(y, i)] for y in (1, 2, 3)])
        for sum_of, own in (("L({0}, {2})*P({1}, {2})", row), ("L({2}, {0})*P({2}, {1})", column)):
            text = " + ".join(sum_of.format(i, x, y) for y in (1, 2, 3))
            products.append(arithmetic(term(f"{text} = {int(i == x)}", L=L, P=P), one, *own))
    both = found(term(f"{INVERTS} and {AND_BACK}", L=L, P=P), *products)
    both = discharged(both, *(entry.conclusion for entry in entries.values()))
    both = kernel.instantiate(both, {L: table})
    for i, y in places:
        both = kernel.detach(both, normal(term(f"L({i}, {y})", L=table), conditions))
    whole = kernel.witness(goal.conclusion, table, both)
    value = term(f"1/({VOLUME})", P=P)
    reciprocal = arithmetic(term(f"v*({VOLUME}) = 1", v=value, P=P), goal.given[0])
    whole = kernel.instantiate(kernel.discharge(one.conclusion, whole), {e: value})
    return kernel.detach(whole, reciprocal)


BY_INVERSE = "fun x. sum y in 1..3. L(x, y)*e(y)"


@lemma(f"forall P L e. {AND_BACK} implies forall z in 1..3. response(3, {BY_INVERSE}, P)(z) = e(z)", depth=4)
def reports_by_inverse(goal: Goal) -> Proved:
    """Under the shares that the inverse makes of a law, the reports have this law."""
    columns = [at(at(kernel.assume(goal.given[0]), Number(y), given=[kernel.literal(Number(y))]), Number(z),
                  given=[kernel.literal(Number(z))]) for y in (1, 2, 3) for z in (1, 2, 3)]  # fmt: skip
    return found(goal.conclusion, *columns)


@lemma("forall P pi e. design(3, 3, P) implies law(3, e) implies "
       "(forall z in 1..3. response(3, pi, P)(z) = e(z)) implies signed_shares(3, 3, P, pi)", depth=6)  # fmt: skip
def signed_by_reports(goal: Goal) -> Proved:
    """Shares under which the reports have a law add up to 1."""
    return automatic(goal)


class Theorem1:
    """N reports on three answers by a design with an inverse."""

    def __init__(self, goal: Goal) -> None:
        names = goal.names
        self.N, self.P = names["N"], names["P"]
        known = [fact for given in goal.given[:1] for fact in conjuncts(kernel.assume(given))]
        regular = next(fact for fact in known if "determinant" in str(fact.conclusion))
        self.exists = at(three_inverse(), self.P, given=[rewritten(regular, meant("determinant"))])
        self.L = Free("L #0", self.P.type)
        self.inverse = kernel.assume(instance(self.exists.conclusion, self.L))
        self.known = [*given_facts(goal), kernel.literal(THREE), arithmetic(term("0 <= three", three=THREE))]
        self.w, self.i = Free("w #0", WORD), Free("i #0")
        self.word = kernel.assume(self.term("word(N, 3, w)"))

    def term(self, text: str, **more: Term) -> Term:
        """A term about the survey."""
        names = {"N": self.N, "P": self.P, "L": self.L, "w": self.w, "i": self.i}
        return term(text, **names, **more)

    def maximum(self) -> tuple[Term, list[Proved]]:
        """Shares under which the reports have the observed shares, and that they are so."""
        e = self.term("empirical(N, w)")
        given = [*self.known, self.word]
        law = at(empirical_is_law(), self.N, THREE, self.w, given=given, premises=3)
        _, back = conjuncts(self.inverse)
        fits = at(reports_by_inverse(), self.P, self.L, e, given=[back])
        shares = plainly(BY_INVERSE, L=self.L, e=e)
        signed = at(signed_by_reports(), self.P, shares, e, given=[*given, law, fits], premises=3)
        return shares, [*given, signed, fits]

    def some(self, wanted: Term) -> Proved:
        """There are most likely shares for all responses."""
        shares, given = self.maximum()
        values = self.N, THREE, THREE, self.P, shares, self.w
        largest = at(fitting_is_most_likely_signed(), *values, given=given, premises=7)
        T = closed(self.w, shares)
        own = normal(instance(wanted, T))
        everywhere = generalise(kernel.discharge(self.word.conclusion, largest), self.w)
        return kernel.witness(wanted, T, derived.follow(symmetric(own), rewritten(everywhere)))

    def estimate(self, likely: Proved, T: Term) -> Proved:
        """T(w, i) = (sum y in 1..3. L(i, y) N_y)/N, for most likely shares T(w) and an answer i."""
        shares, given = self.maximum()
        values = self.N, THREE, THREE, self.P, shares, self.w
        own = at(likely, self.w, given=[self.word])
        fits = at(at(most_likely_signed_fits(), *values, given=given, premises=7), T(self.w), given=[own])
        _, observed = conjuncts(fits)
        inside = kernel.assume(in_range(self.i, THREE))
        rows, _ = conjuncts(self.inverse)
        value = at(inverse_of_response(), THREE, THREE, self.L, self.P, T(self.w), self.i,
                   given=[*self.known, at(rows, self.i, given=[inside]), inside], premises=4)  # fmt: skip
        each_report = [at(observed, Number(y), given=[kernel.literal(Number(y))]) for y in (1, 2, 3)]
        value = rewritten(value, *map(by, each_report), written_out, unfolding("empirical"))
        wanted = self.term("T(w, i) = (sum y in 1..3. L(i, y)*frequency(N, y)(w))/N", T=T)
        sizes = [fact for fact in self.known if self.N in parts(fact.conclusion)]
        return reduced(normal(wanted, written_out), lambda it: arithmetic(it, value, *sizes))


@script("estimates are unbiased")
def estimates_are_unbiased(goal: Goal) -> Proved:
    """Theorem 1: the most likely shares are what the inverse makes of the observed ones, which is unbiased."""
    here = Theorem1(goal)
    some, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    inner = goal_of(every, depth=2)
    (T,) = inner.variables
    value = here.estimate(kernel.assume(inner.given[0]), T)
    same = each(here.i, THREE, generalise(kernel.discharge(here.word.conclusion, value), here.w))
    given = [*here.known, same, *conjuncts(here.inverse)]
    estimates = closed(here.i, closed(here.w, T(here.w)(here.i)))
    unbiased = at(unbiased_as_estimate(), here.N, THREE, THREE, here.P, here.L, estimates, given=given, premises=5)
    shown = derived.follow(symmetric(unbiased), next(conjuncts(here.inverse)))
    return kernel.unpack(here.exists, here.L, kernel.conjoin(here.some(some), inner.qed(shown)))


@script("estimates are affine")
def estimates_are_affine(goal: Goal) -> Proved:
    """Means of affine functions of the counts; and the most likely shares are such functions."""
    here = Theorem1(goal)
    means, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    inner = goal_of(every)
    T, i = inner.variables
    value = kernel.instantiate(here.estimate(kernel.assume(inner.given[0]), T), {here.i: i})
    last = three_counts(here.N, here.w, [*here.known, here.word])
    texts = "L(i, 3)", "(L(i, 1) - L(i, 3))/N", "(L(i, 2) - L(i, 3))/N"
    weights = [term(text, L=here.L, N=here.N, i=i) for text in texts]
    forms = with_values(inner.conclusion, weights)
    body = goal_of(forms[-1])
    value = kernel.instantiate(value, {here.w: body.variables[0]})
    last = kernel.instantiate(last, {here.w: body.variables[0]})
    sizes = [fact for fact in here.known if here.N in parts(fact.conclusion)]
    found_value = body.qed(arithmetic(body.conclusion, rewritten(value, written_out), last, *sizes))
    for form, weight in zip(reversed(forms[:-1]), reversed(weights), strict=True):
        found_value = kernel.witness(form, weight, found_value)
    shown = kernel.conjoin(_means(here, means), inner.qed(found_value))
    return kernel.unpack(here.exists, here.L, shown)


def _at_even(goal: Goal, values: Mapping[str, Term]) -> tuple[Proved, Term]:
    """What a statement says of these values, and what it assumes of them."""
    said = kernel.assume(goal.statement)
    names = [variable.name.split(" ")[0] for variable in goal.variables]
    for name in filter(values.__contains__, names):
        said = rewritten(kernel.specialise(said, values[name]))
    premise, _ = applied(said.conclusion, "implies", 2) or (said.conclusion, said.conclusion)
    return said, premise


EVEN = "fun x y. if x = y then 1/2 else 1/4"
REPORT = "if x = w(1) then 1 else 0"
CERTAIN = "fun x. if x = 1 then 1 else 0"
WORDS = ("unbiased", "expectation", "chance", "response", "empirical", "frequency", "indicator", "most_likely",
         "extended")  # fmt: skip


def _worked_out() -> tuple[Conversion, ...]:
    return meant("even"), unfolding(*WORDS), written_out, conditions


@script("proportions are biased")
def proportions_are_biased(goal: Goal) -> Refuted:
    """One participant and EWRR3 with p = 1/2: the likeliest proportions are the report itself, whose mean is not pi."""
    w, x = Free("w #0", WORD), Free("x #0")
    T = closed(w, closed(x, term(REPORT, w=w, x=x)))
    said, premise = _at_even(goal, {"P": term(EVEN), "p": Number(Fraction(1, 2)), "N": Number(1), "T": T})
    said = kernel.detach(said, _premise(premise, _report_is_likeliest))
    first = at(said, Number(1), given=[kernel.literal(Number(1))])
    law = rewritten(first, unfolding("unbiased"))
    mean = at(law, term(CERTAIN), given=[found(term(f"law(3, {CERTAIN})"))])
    nothing = arithmetic(FALSE, rewritten(mean, *_worked_out()))
    even = ("P", "((1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/4, 1/4, 1/2))")
    shown_at = (even if goal.variables[0].name.startswith("P") else ("p", "1/2"), ("N", "1"), ("pi", "(1, 0, 0)"))
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(1, 2), Fraction(1)))


def _report_is_likeliest(wanted: Term) -> Proved:
    """No proportions make a report likelier than those of an answer that is certain."""
    one = goal_of(wanted, depth=2)
    letter = facts_of(kernel.assume(one.given[0]))
    plain = normal(one.conclusion, *_worked_out())
    law, every = applied(sides(plain.conclusion)[1], "and", 2) or (wanted, wanted)
    other = goal_of(every)
    shares = facts_of(kernel.assume(other.given[0]))
    likelier = other.qed(by_conditions(other.conclusion, *shares, *letter))
    of_law = normal(law, unfolding("law"), written_out)
    positive, total = applied(sides(of_law.conclusion)[1], "and", 2) or (law, law)
    each_share = goal_of(positive)
    is_law = kernel.conjoin(each_share.qed(by_conditions(each_share.conclusion)), by_conditions(total, *letter))
    is_law = derived.follow(symmetric(of_law), is_law)
    return one.qed(derived.follow(symmetric(plain), kernel.conjoin(is_law, likelier)))


AT_ENDS = "fun a b. if a = 1 then 1 else if a = 0 then 0 else 4*a - 1"


@script("means for counts")
def means_for_counts(goal: Goal) -> Refuted:
    """The same estimator as a function of the counts: at their means it is the share."""
    said, premise = _at_even(goal, {"P": term(EVEN), "N": Number(1), "f": term(AT_ENDS)})
    biased = rewritten(kernel.detach(said, _premise(premise, _share_at_means)), unfolding("unbiased"))
    mean = at(biased, term(CERTAIN), given=[found(term(f"law(3, {CERTAIN})"))])
    nothing = arithmetic(FALSE, rewritten(mean, *_worked_out()))
    shown_at = (("P", "((1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/4, 1/4, 1/2))"), ("N", "1"), ("pi", "(1, 0, 0)"))
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(1, 2), Fraction(1)))


def _share_at_means(wanted: Term) -> Proved:
    one = goal_of(wanted)
    plain = normal(one.conclusion, *_worked_out())
    shares = facts_of(kernel.assume(one.given[0]))
    return one.qed(derived.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1], *shares)))


def _premise(formula: Term, every: Callable[[Term], Proved]) -> Proved:
    """A conjunction, whose part with a quantifier is proved by itself."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(_premise(both[0], every), _premise(both[1], every))
    return every(formula) if quantified(formula, "forall") is not None else found(formula)


def _means(here: Theorem1, wanted: Term) -> Proved:
    """The mean of an affine function of the counts."""
    one = goal_of(wanted)
    given = [*here.known, *map(kernel.assume, one.given)]
    pi = one.variables[0]
    _, whole = conjuncts(rewritten(given[-1], unfolding("law")))
    total = at(responses_add_up(), THREE, THREE, here.P, pi, given=[*given, whole], premises=4)
    left, right = sides(one.conclusion)
    steps = [in_expectations(given), by(expectation_of_one(), [*given, total])]
    return one.qed(meeting(chain(left).rewrite(*steps), chain(right)))


@lemma("forall N pi Q c d. size(N) and law(2, pi) and design(2, 2, Q) and d != 0 implies "
       "expectation(N, 2, response(2, pi, Q), fun w. (frequency(N, 1)(w)/N - c)/d) "
       "= (pi(1)*Q(1, 1) + pi(2)*Q(2, 1) - c)/d")  # fmt: skip
def mean_of_share(goal: Goal) -> Proved:
    """The mean of an affine function of the reported share."""
    return automatic(goal)


@script("corrected share")
def corrected_share(goal: Goal) -> Proved:
    """(3) is unbiased; the mean of the reported share, where everybody has the first answer, is p."""
    first, second = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    p, N = goal.variables
    known = goal.facts
    numbers = [fact for fact in known if N not in parts(fact.conclusion)]
    Q = said("warner(p)", p=p)
    entries = []
    for text in ("Q(1, 1) = p", "Q(2, 1) = 1 - p"):
        entry = normal(term(text, Q=Q, p=p), meant("warner"), unfolding("indicator"))
        entries.append(derived.follow(symmetric(entry), by_conditions(sides(entry.conclusion)[1])))
    is_design = reduced(normal(term("design(2, 2, Q)", Q=Q), meant("warner")), lambda it: found(it, *numbers))

    def mean(pi: Term, law: Proved, c: Term, d: Term) -> Proved:
        other = [arithmetic(term("d != 0", d=d), *numbers)]
        own = at(mean_of_share(), N, pi, Q, c, d, given=[*known, law, is_design, *other])
        return rewritten(own, *map(by, entries))

    plain = normal(first, unfolding("unbiased"))
    every = goal_of(sides(plain.conclusion)[1])
    (pi,) = every.variables
    law = kernel.assume(every.given[0])
    shares = [fact for fact in facts_of(law) if pi in parts(fact.conclusion)]
    own = mean(pi, law, term("1 - p", p=p), term("p - (1 - p)", p=p))
    shown_here = every.qed(arithmetic(every.conclusion, own, *shares, *numbers))
    biased = goal_of(second)
    denied = applied(biased.conclusion, "not", 1)
    assert denied is not None
    certain = found(term(f"law(2, {CERTAIN})"))
    claimed = at(rewritten(kernel.assume(denied[0]), unfolding("unbiased")), term(CERTAIN), given=[certain])
    ends = Number(0), Number(1)
    w, share = Free("w #0", WORD), "frequency(N, 1)(w)/N"
    same = kernel.abstracted(
        w, arithmetic(term(f"{share} = ({share} - c)/d", N=N, w=w, c=ends[0], d=ends[1]), *given_facts(goal))
    )
    claimed = rewritten(claimed, lambda part: same if part == sides(same.conclusion)[0] else None)
    other = rewritten(mean(term(CERTAIN), certain, *ends), conditions)
    nothing = arithmetic(FALSE, rewritten(claimed, conditions), other, *map(kernel.assume, biased.given))
    return kernel.conjoin(derived.follow(symmetric(plain), shown_here), biased.qed(derived.reject(denied[0], nothing)))


BUT_FOR_ONE = "if N = 1 then 1/2 else frequency(N, 1)(w)/N"
TRUTHFUL = "fun x y. if x = y then 1 else 0"


def _equal_from(first: int, formula: Term, equal_from: Callable[[Term, Proved], Proved]) -> Proved:
    """converges(s, v), where s(N) = v for all N from the first on."""
    plain = normal(formula, unfolding("converges", "abs"))
    every = goal_of(sides(plain.conclusion)[1], depth=2)
    one = goal_of(next_part(instance(every.conclusion, Number(first))))
    (N,) = one.variables
    same = rewritten(equal_from(N, kernel.assume(one.given[0])))
    close = by_conditions(one.conclusion, same, *every.given)
    found_from = kernel.conjoin(kernel.literal(Number(first)), one.qed(close))
    return derived.follow(symmetric(plain), every.qed(kernel.witness(every.conclusion, Number(first), found_from)))


def next_part(formula: Term) -> Term:
    """B of A and B."""
    found_parts = applied(formula, "and", 2)
    assert found_parts is not None
    return found_parts[1]


@lemma("forall n pi. integer(n) and 1 <= n implies law(2, pi) implies "
       f"expectation(n, 2, response(2, pi, {TRUTHFUL}), fun w. frequency(n, 1)(w)/n) = pi(1)")  # fmt: skip
def share_of_truths(goal: Goal) -> Proved:
    """The share of those who report 0, of participants who tell the truth."""
    return automatic(goal)


@script("convergence is not enough")
def convergence_is_not_enough(goal: Goal) -> Refuted:
    """Participants tell the truth; one alone is not asked, and 1/2 is said of the share."""
    N, w, pi = Free("N #0"), Free("w #0", WORD), Free("pi #0", WORD)
    T = closed(N, closed(w, term(BUT_FOR_ONE, N=N, w=w)))
    values = {"k": Number(2), "m": Number(2), "P": term(TRUTHFUL), "T": T, "f": closed(pi, term("pi(1)", pi=pi))}
    said, premise = _at_even(goal, values)

    def converges(wanted: Term) -> Proved:
        one = goal_of(wanted, depth=2)
        shares = [kernel.assume(one.given[0]), *facts_of(kernel.assume(one.given[0]))]

        def from_two(size: Term, large: Proved) -> Proved:
            known = [large, *conjuncts(large), arithmetic(term("size != 1", size=size), large),
                     arithmetic(term("1 <= size", size=size), large)]  # fmt: skip
            mean = term("expectation(N, 2, response(2, pi, P), T)", N=size, pi=one.variables[0], P=term(TRUTHFUL),
                        T=closed(w, term("if N = 1 then 1/2 else frequency(N, 1)(w)/N", N=size, w=w)))  # fmt: skip
            other = normal(mean, decided(known))
            share = at(share_of_truths(), size, one.variables[0], given=[*known, *shares], premises=2)
            return derived.transitive(other, share)

        return one.qed(_equal_from(2, one.conclusion, from_two))

    biased = at(kernel.detach(said, _premise(premise, converges)), Number(1), given=[found(term("size(1)"))])
    mean = at(rewritten(biased, unfolding("unbiased")), term(CERTAIN), given=[found(term(f"law(2, {CERTAIN})"))])
    nothing = arithmetic(FALSE, rewritten(mean, *_worked_out()))
    shown_at = (("k", "2"), ("m", "2"), ("P", "((1, 0), (0, 1))"), ("T", "1/2 for N = 1, else N0/N"), ("N", "1"))
    return Refuted(derived.reject(goal.statement, nothing), shown_at, (Fraction(1, 2), Fraction(1)))


@script("equality is enough")
def equality_is_enough(goal: Goal) -> Proved:
    """The definition; and what is equal converges."""
    meaning, limit = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    every, equalities = sides(meaning)

    def mean(N: Term, size: Proved, pi: Term, law: Proved) -> Proved:
        return at(rewritten(at(kernel.assume(every), N, given=[size]), unfolding("unbiased")), pi, given=[law])

    plain = goal_of(equalities)
    N, pi = plain.variables
    size, law = conjuncts(kernel.assume(plain.given[0]))
    forth = plain.qed(mean(N, size, pi, law))
    one = goal_of(every)
    (N,) = one.variables
    unfolded = normal(one.conclusion, unfolding("unbiased"))
    inner = goal_of(sides(unfolded.conclusion)[1])
    given = [kernel.assume(one.given[0]), kernel.assume(inner.given[0])]
    own = at(kernel.assume(equalities), N, inner.variables[0], given=given)
    back = one.qed(derived.follow(symmetric(unfolded), inner.qed(own)))
    first = derived.equivalent(kernel.discharge(every, forth), kernel.discharge(equalities, back))
    last = goal_of(limit, depth=3)
    (pi,) = last.variables
    law = kernel.assume(last.given[1])

    def from_one(size: Term, large: Proved) -> Proved:
        whole = normal(term("size(n)", n=size), unfolding("size"))
        return mean(size, derived.follow(symmetric(whole), shown(sides(whole.conclusion)[1], [large])), pi, law)

    return kernel.conjoin(first, last.qed(_equal_from(1, last.conclusion, from_one)))
