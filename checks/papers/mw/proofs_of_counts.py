"""Scripts for what is affine in the counts of three reports: means, variances, and the likelihood in powers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from checks.papers.mw.own_words import meant
from checks.papers.mw.proofs_of_roots import granted_at
from checks.papers.mw.proofs_of_unbiasedness import THREE
from checks.verifying.stated import Refuted, Script, granted, refuted_under, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    decided,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, applied, equal, parts
from derivations.theory.automatic import (
    automatic,
    conditions,
    facts_of,
    found,
    frequency_is_total,
    given_facts,
    inverses,
    written_out,
)
from derivations.theory.given_truths import chance_of_response
from derivations.theory.likelihood import response_is_law
from derivations.theory.linear_estimates import WORD
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at
from derivations.theory.sums import meeting
from derivations.theory.surveys import expectation_of_one, expectation_of_total, in_expectations


@script("case by case")
def case_by_case(goal: Goal) -> Proved:
    """Each truth and each response by itself."""
    return automatic(goal_of(goal.statement, depth=0))


@script("affine and unbiased")
def unbiased(goal: Goal) -> Proved:
    """The mean of a statistic that is affine in the counts, with the probabilities of the reports, is the share."""
    if both := applied(goal.conclusion, "and", 2):
        return kernel.conjoin(*(unbiased(Goal(part, goal.variables, goal.given, part)) for part in both))
    plain = normal(goal.conclusion, unfolding("unbiased"))
    one = goal_of(sides(plain.conclusion)[1])
    (pi,) = one.variables
    n, _, law, _ = next(found_in for part in parts(one.conclusion) if (found_in := applied(part, "expectation", 4)))
    _, _, P = applied(law, "response", 3) or ()
    numbers = goal.facts
    numbers = [part for fact in numbers for part in conjuncts(rewritten(fact, unfolding("size")))]
    sizes = [arithmetic(term("0 <= n", n=n), *numbers), kernel.literal(THREE), arithmetic(term("0 <= k", k=THREE))]
    shares = kernel.assume(one.given[0])
    design = found(term("design(k, k, P)", k=THREE, P=P), *numbers)
    given = [*numbers, *sizes, design, shares]
    of_reports = at(response_is_law(), THREE, THREE, P, pi, given=given, premises=4)
    whole = list(conjuncts(rewritten(of_reports, unfolding("law"))))[-1]
    given += [of_reports, whole]
    moments = [in_expectations(given), by(frequency_is_total()), by(expectation_of_total(), given),
               by(chance_of_response(), given), by(expectation_of_one(), given)]  # fmt: skip
    left, right = sides(one.conclusion)
    mean = chain(left).rewrite(inverses, *moments)
    chances = [normal(term("q(y)", q=law, y=Number(y)), unfolding("response"), written_out,
                      meant("even", "dagger", "double_dagger", "club"), decided([])) for y in (1, 2, 3)]  # fmt: skip
    last = list(conjuncts(rewritten(shares, unfolding("law"), written_out)))[-1]
    return derived.follow(
        symmetric(plain), one.qed(mean.then(arithmetic(equal(mean.last, right), *chances, last, *numbers)).theorem)
    )


@script("affine and biased")
def biased(goal: Goal) -> Refuted:
    """The second of two estimators has another mean than the share."""
    second = kernel.part(granted(goal), 1)
    return refuted_under(goal, rewritten(second, unfolding("unbiased")))


def fails_at(
    values: Mapping[str, str], *sides: Fraction, shown: Mapping[str, str] | None = None
) -> Callable[[Goal], Refuted]:
    """A statement fails where its variables have these values; matrices and words are shown in another way."""

    def script(goal: Goal) -> Refuted:
        at_point = tuple((name, (shown or {}).get(name, text)) for name, text in values.items())
        return Refuted(refuted_at(goal.statement, [term(text) for text in values.values()]), at_point, sides)

    return script


@lemma("forall n m q S T a b c. integer(n) and 0 <= n implies integer(m) and 0 <= m implies sum(m, q) = 1 implies "
       "dispersion(n, m, q, fun w. c + a*S(w) + b*T(w)) = a^2*dispersion(n, m, q, S) + b^2*dispersion(n, m, q, T) "
       "+ 2*a*b*codispersion(n, m, q, S, T)")  # fmt: skip
def dispersion_of_two(goal: Goal) -> Proved:
    """The variance of an affine function of two statistics."""
    n, m, q, S, T, a, b, c = goal.variables
    names = {"n": n, "m": m, "q": q, "S": S, "T": T, "a": a, "b": b, "c": c}
    steps = [in_expectations(goal.given), by(expectation_of_one(), goal.given)]
    mean = normal(term("expectation(n, m, q, fun w. c + a*S(w) + b*T(w))", **names), *steps)
    means = {name: Free(f"{name} #1") for name in "ef"}
    are = [kernel.assume(term(f"expectation(n, m, q, {X}) = {e}", **names, **means)) for X, e in ("Se", "Tf")]
    left, right = sides(goal.conclusion)
    words = unfolding("dispersion", "codispersion")
    whole = chain(left).rewrite(words).rewrite(by(mean), *map(by, are)).rewrite(*steps)
    parts_of = chain(right).rewrite(words).rewrite(*map(by, are)).rewrite(*steps)
    found_here = meeting(whole, parts_of)
    for fact, _X in zip(reversed(are), "TS", strict=True):
        own, value = sides(fact.conclusion)
        assert isinstance(value, Free)
        found_here = kernel.instantiate(kernel.discharge(fact.conclusion, found_here), {value: own})
        found_here = kernel.detach(found_here, kernel.reflexive(own))
    return found_here


@script("affine function of counts")
def of_two_counts(goal: Goal) -> Proved:
    """The variance of an affine function of two counts."""
    N, q, c, a, b = goal.variables
    given = [*given_facts(goal), kernel.literal(THREE), arithmetic(term("0 <= k", k=THREE))]
    law = next(fact for fact in given if applied(fact.conclusion, "law", 2))
    given.append(list(conjuncts(rewritten(law, unfolding("law"))))[-1])
    counts = [term(f"frequency(N, {y})", N=N) for y in (1, 2)]
    return at(dispersion_of_two(), N, THREE, q, *counts, a, b, c, given=given, premises=3)


@script("correlated counts")
def correlated_counts(goal: Goal) -> Refuted:
    """Two respondents, who answer 1 or 2 but not both: the variance is 2, and without the covariance 6."""
    point = {"N": "2", "q": "(1/3, 1/2, 1/6)", "c": "2", "a": "3", "b": "2"}
    law = "fun y. if y = 1 then 1/3 else if y = 2 then 1/2 else 1/6"
    values = [term(law if name == "q" else text) for name, text in point.items()]
    return Refuted(refuted_at(goal.statement, values), tuple(point.items()), (Fraction(2), Fraction(6)))


@script("expected score")
def expected_score(goal: Goal) -> Proved:
    """(14): each fraction is N times a difference of probabilities, and these differences add up to 0."""
    P, N, pi = goal.variables
    known = given_facts(goal)
    law = term("response(3, pi, P)", P=P, pi=pi)
    counts = [term(f"expectation(N, 3, q, frequency(N, {y}))", N=N, q=law) for y in (1, 2)]
    row = 2 if term("e*(P(2, 1) - P(3, 1))", e=counts[0], P=P) in parts(goal.conclusion) else 1
    means = [found(term(f"e = N*q({y})", e=count, N=N, q=law), *known) for y, count in enumerate(counts, 1)]
    whole = found(term("q(1) + q(2) + q(3) = 1", q=law), *known)
    texts = [f"P(3, {y}) + pi(1)*(P(1, {y}) - P(3, {y})) + pi(2)*(P(2, {y}) - P(3, {y}))" for y in (1, 2, 3)]
    shares = [term(text, P=P, pi=pi) for text in texts]
    are = [found(term(f"d = q({y})", d=share, q=law), *known) for y, share in enumerate(shares, 1)]
    positive = [fact for fact in known if applied(fact.conclusion, "<", 2)]
    slopes = [term(f"P({row}, {y}) - P(3, {y})", P=P) for y in (1, 2, 3)]
    expected = [*counts, term("N - e - f", N=N, e=counts[0], f=counts[1])]
    fractions = [
        arithmetic(term(text, e=e, c=c, d=d, N=N), *means, whole, *are, *positive)
        for text, e, c, d in zip(("e*c/d = N*c", "e*c/d = N*c", "c*e/d = N*c"), expected, slopes, shares, strict=True)
    ]
    rows = [found(term(f"P({x}, 1) + P({x}, 2) + P({x}, 3) = 1", P=P), *known) for x in (row, 3)]
    return arithmetic(goal.conclusion, *fractions, *rows)


EVEN = "fun x y. if x = y then 1/2 else 1/4"
THIRDS = "fun x. 1/3"
ONE_FALSE = "fun x y. if x = 1 then (if y = 1 then 1/2 else 1/4) else if x = y then 1 else 0"
MATRICES = {
    EVEN: "((1/2, 1/4, 1/4), (1/4, 1/2, 1/4), (1/4, 1/4, 1/2))",
    ONE_FALSE: "((1/2, 1/4, 1/4), (0, 1, 0), (0, 0, 1))",
}


@script("expected score, misprinted")
def no_zero(goal: Goal) -> Refuted:
    """(14) as printed, for one participant and EWRR3."""
    shown_at = {"P": MATRICES[EVEN], "pi": "(1/3, 1/3, 1/3)"}
    value = Fraction(1, 2)
    return fails_at({"P": EVEN, "N": "1", "pi": THIRDS}, value, Fraction(0), shown=shown_at)(goal)


@script("no proportion")
def no_proportion(goal: Goal) -> Refuted:
    """The printed value of one report, for EWRR3 with p = 1/2, is 3; no proportion is larger than 1."""
    answer = 1 if "pi(1)" in str(goal.conclusion).split("implies")[-1] else 2
    both = granted_at(goal, {"p": term("1/2"), "N": Number(1), "w": term("fun t. c", c=Number(answer))})
    some, every = kernel.part(both, 0), kernel.part(both, 1)
    pi = Free("pi #0", WORD)
    likely = kernel.assume(instance(some.conclusion, pi))
    law, _ = conjuncts(rewritten(likely, unfolding("most_likely")))
    printed = rewritten(kernel.detach(kernel.specialise(every, pi), likely), unfolding("frequency", "indicator"),
                        written_out, decided([]))  # fmt: skip
    contradiction = kernel.unpack(some, pi, arithmetic(FALSE, printed, *facts_of(law)))
    shown_at = (("p", "1/2"), ("N", "1"), ("w", f"({answer})"))
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, (Fraction(1), Fraction(3)))


SILENT = {"p1": Number(0), "p2": Number(0), "q": Number(1), "N": Number(1), "w": term("fun t. 2")}
OTHERS = "fun x. if x = 1 then 0 else if x = 2 then 1 else 0", "fun x. if x = 1 then 0 else if x = 2 then 0 else 1"
ANSWERED = "fun x. if x = 1 then 1 else 0", "fun x. if x = 1 then 1 else if x = 2 then 1 else -1"
SHOWN = (("p1", "0"), ("p2", "0"), ("q", "1"), ("N", "1"))


@script("two maxima")
def two_maxima(goal: Goal) -> Refuted:
    """Where p2 = 0, RR3-club reports 1 or 2 for the answer 0 alone; pi_1 has no influence on the likelihood."""
    both = granted_at(goal, SILENT)
    every = kernel.part(both, 1)
    shares = []
    for text in ANSWERED:
        pi = term(text)
        words = unfolding("most_likely_signed", "signed_shares", "chance", "response")
        plain = normal(instance(every.conclusion, pi), meant("club"), words, written_out, conditions, decided([]))
        premise, _ = applied(sides(plain.conclusion)[1], "implies", 2) or ()
        likely = found(premise)
        shares.append(kernel.detach(derived.follow(plain, kernel.specialise(every, pi)), likely))
    return Refuted(
        derived.reject(goal.statement, arithmetic(FALSE, *shares)), (*SHOWN, ("w", "(2)"), ("pi", "(1, 1, -1)"))
    )


@script("same reports")
def same_reports(goal: Goal) -> Refuted:
    """Where p2 = 0, the answers 1 and 2 are reported alike, so that no estimator has the mean pi_1 for both."""
    names = {name: value for name, value in SILENT.items() if name != "w"}
    unbiased_second = rewritten(kernel.part(granted_at(goal, names), 1), unfolding("unbiased"))
    means = []
    for text in OTHERS:
        pi = term(text)
        mean = at(unbiased_second, pi, given=[found(term("law(3, pi)", pi=pi))])
        words = unfolding("expectation", "chance", "response"), unfolding("frequency", "indicator", "extended")
        means.append(rewritten(mean, meant("club"), *words, written_out, conditions, decided([])))
    return Refuted(derived.reject(goal.statement, arithmetic(FALSE, *means)), (*SHOWN, ("pi", "(0, 1, 0)")))


SCRIPTS: Mapping[str, Script] = {
    "another private coin": fails_at({"p": "3/5", "x": "3"}, Fraction(3, 5), Fraction(3, 4)),
    "another private response": fails_at({"m": "3", "p": "1/2", "x": "3"}, Fraction(1, 2), Fraction(3, 5)),
    "club without an inverse": fails_at({"p1": "1/3", "p2": "0", "q": "1"}),
    "degrees are not enough": fails_at(
        {"n": "1", "m": "2", "A": "fun i j. if j = 1 then 1 else 0", "B": "fun i j. if j = 1 then 0 else 1"},
        Fraction(1),
        Fraction(0),
        shown={"A": "((1, 0))", "B": "((0, 1))"},
    ),
    "rows are no columns": fails_at({"P": ONE_FALSE}, Fraction(1, 4), Fraction(0), shown={"P": MATRICES[ONE_FALSE]}),
}
