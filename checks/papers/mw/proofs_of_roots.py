"""Scripts for the roots of (9), where both derivatives of the log-likelihood of three answers vanish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_estimates import Estimate, Fit, three_are_all
from checks.papers.mw.proofs_of_likelihoods import three_counts
from checks.papers.mw.proofs_of_scores import Responses, bent, independent_rows, matrix, with_values
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    decided,
    discharged,
    generalise,
    instance,
    normal,
    rewritten,
    sides,
    specialise,
    term,
    unfolding,
)
from derivations.logic.terms import FALSE, LOG, REAL, Free, Number, Term, applied, arrow, equal
from derivations.theory.automatic import conditions, facts_of, found, written_out
from derivations.theory.calculus import (
    of_logarithm,
    of_score,
    only_derivative,
)
from derivations.theory.likelihood import fitting_is_most_likely_signed
from derivations.theory.single_terms import at


@script("roots are the maximum")
def roots_are_maximum(goal: Goal) -> Proved:
    """The Hessian is negative definite; where both derivatives vanish, the reports have the observed shares."""
    every, roots = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    survey = Responses.of(goal)
    return kernel.conjoin(_bends_every_way(survey, every), _roots(survey, roots))


def _bends_every_way(survey: Responses, wanted: Term) -> Proved:
    a, b = Free("a #0"), Free("b #0")
    premise, some = applied(instance(wanted, a, b), "implies", 2) or (wanted, wanted)
    along = Responses({**survey.names, "a": a, "b": b, "along": Number(0)}, survey.known)
    own = along.differentiated("along", of_score)
    slopes = [along.slope("along", y) for y in (1, 2, 3)]
    laws = [along.affine("along", y) for y in (1, 2, 3)]
    positive = [arithmetic(term("0 < q", q=law), *survey.known, *along.values("along")) for law in laws]
    rows = [along.said(f"P({x}, {y}) - P(3, {y})") for x in (1, 2) for y in (1, 2)]
    moves = at(independent_rows(), *rows, a, b, given=[survey.regular(), premise], premises=2)
    last_count = three_counts(survey.names["N"], survey.names["w"], survey.known)
    given = [*survey.plain(), *positive, last_count, moves]
    negative = at(bent(), *along.counts(), *slopes, *laws, given=given, premises=3)
    _, _, slope = applied(own.conclusion, "second_derivative", 3) or ()
    shown = kernel.witness(some, slope, kernel.conjoin(negative, own))
    return generalise(kernel.discharge(premise, shown), a, b)


def _roots(survey: Responses, wanted: Term) -> Proved:
    premise, _ = applied(wanted, "implies", 2) or (wanted, wanted)
    fits = survey.fitted(*conjuncts(kernel.assume(premise)))
    names, shares = survey.names, survey.said("three(u, v)")
    response = term("response(3, pi, P)", pi=shares, P=names["P"])
    observed = term("empirical(N, w)", N=names["N"], w=names["w"])
    own = [rewritten(fit, meant("report"), unfolding("empirical")) for fit in conjuncts(fits)]
    equal_each = [found(term(f"q({y}) = e({y})", q=response, e=observed), fit) for y, fit in enumerate(own, 1)]
    same = at(three_are_all(), response, observed, given=equal_each, premises=3)
    chances = [rewritten(fact, meant("report")) for fact in survey.known]
    allowed = found(term("signed_shares(3, 3, P, pi)", P=names["P"], pi=shares), *chances)
    three = Number(3)
    given = [*survey.known, kernel.literal(three), arithmetic(term("0 <= three", three=three)), allowed, same]
    values = names["N"], three, three, names["P"], shares, names["w"]
    return kernel.discharge(premise, at(fitting_is_most_likely_signed(), *values, given=given, premises=7))


class Roots(Fit):
    """The most likely shares are roots of (9)."""

    def of_design(self) -> list[Proved]:
        """The rows add up to 1."""
        return Responses(self.names, list(self.known)).rows()

    def unique(self, every: Term, others: Proved) -> Proved:
        """Where the reports have the observed shares, all of them positive, both derivatives vanish."""
        rho = Free("rho #0", arrow(REAL, REAL))
        premise, roots = applied(instance(every, rho), "implies", 2) or (every, every)
        allowed, fitted = conjuncts(at(others, rho, given=[kernel.assume(premise)]))
        whole = next(
            fact
            for fact in conjuncts(rewritten(allowed, unfolding("signed_shares")))
            if applied(fact.conclusion, "=", 2)
        )
        shares = {"u": term("rho(1)", rho=rho), "v": term("rho(2)", rho=rho)}
        survey = Responses({**self.names, **shares}, list(self.known))
        chances = [survey.said(f"report(P, u, v)({y})") for y in (1, 2, 3)]
        last_count = three_counts(self.n, self.w, self.known)
        facts = [whole, *facts_of(fitted)]
        fits = [
            found(term("q = f/n", q=chance, f=count, n=self.n), *facts)
            for chance, count in zip(chances, survey.counts(), strict=True)
        ]
        positive = [
            arithmetic(term("0 < q", q=chance), fit, *survey.plain(), last_count)
            for chance, fit in zip(chances, fits, strict=True)
        ]
        survey = Responses(survey.names, [*self.known, *positive])
        found_roots = survey.vanishing(fits, [root.conclusion for root in conjuncts(kernel.assume(roots))])
        return generalise(kernel.discharge(premise, conjoined(*found_roots)), rho)


_EVALUATED = (unfolding("response", "chance"), written_out, conditions)

# by Cramer's rule, from the observed shares a/N and b/N
_VOLUME = "((P(1, 1) - P(3, 1))*(P(2, 2) - P(3, 2)) - (P(1, 2) - P(3, 2))*(P(2, 1) - P(3, 1)))"
ROOTS = Estimate(
    f"((a/N - P(3, 1))*(P(2, 2) - P(3, 2)) - (b/N - P(3, 2))*(P(2, 1) - P(3, 1)))/{_VOLUME}",
    f"((P(1, 1) - P(3, 1))*(b/N - P(3, 2)) - (P(1, 2) - P(3, 2))*(a/N - P(3, 1)))/{_VOLUME}",
    (
        "(P(1, 1) - P(3, 1))*u + (P(2, 1) - P(3, 1))*v = d - P(3, 1)",
        "(P(1, 2) - P(3, 2))*u + (P(2, 2) - P(3, 2))*v = e - P(3, 2)",
    ),
    Roots,
)


@script("estimates are roots")
def estimates_are_roots(goal: Goal) -> Proved:
    """Theorem 1: the design has an inverse, by which the shares follow from the observed ones."""
    survey = Responses.of(goal)
    regular = survey.regular()
    shown = ROOTS(replace(goal, given=(*goal.given, regular.conclusion)))
    return cut(shown, regular)


TRUTHFUL = (("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"))


@script("no root")
def no_root(goal: Goal) -> Refuted:
    """One participant who tells the truth 0: log L is the logarithm of pi_0, whose derivative is 0 nowhere."""
    point = {"P": matrix(TRUTHFUL), "N": Number(1), "w": term("fun t. 1")}
    both = granted_at(goal, point)
    some, every = kernel.part(both, 0), kernel.part(both, 1)
    pi = Free("pi #0", arrow(REAL, REAL))
    own = kernel.assume(instance(some.conclusion, pi))
    _, largest = conjuncts(rewritten(own, unfolding("most_likely_signed")))
    certain = term("fun x. if x = 1 then 1 else 0")
    premise, _ = applied(instance(largest.conclusion, certain), "implies", 2) or ()
    as_likely = kernel.detach(specialise(largest, certain), found(premise))
    positive = found(term("0 < pi(1)", pi=pi), as_likely)
    root, _ = conjuncts(kernel.detach(specialise(every, pi), own))
    contradiction = kernel.unpack(some, pi, never_level(root, positive))
    shown_at = (("P", "((1, 0, 0), (0, 1, 0), (0, 0, 1))"), ("N", "1"), ("w", "(1)"), ("pi", "(1, 0, 0)"))
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, (Fraction(1), Fraction(0)))


@script("no pair of roots")
def no_pair_of_roots(goal: Goal) -> Refuted:
    """The same for EWRR3 with p = 1."""
    some = kernel.part(granted_at(goal, {"p": Number(1), "N": Number(1), "w": term("fun t. 1")}), 0)
    u, v = Free("u #0"), Free("v #0")
    steps = with_values(some.conclusion, (u, v))
    chance, *_, root, _ = conjuncts(kernel.assume(steps[-1]))
    contradiction = never_level(root, found(term("0 < u", u=u), rewritten(chance, meant("even", "report"))))
    contradiction = kernel.unpack(kernel.assume(steps[1]), v, contradiction)
    contradiction = kernel.unpack(some, u, contradiction)
    shown_at = (("p", "1"), ("N", "1"), ("w", "(1)"), ("u", "1"), ("v", "0"))
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, (Fraction(1), Fraction(0)))


REPORTS = (1, 1, 2, 3)


@script("no root among proportions")
def no_root_among_proportions(goal: Goal) -> Refuted:
    """Half of four participants reported 0, which EWRR3 with p = 2/5 makes no more probable than 2/5."""
    N, w, u, v = Free("N #0"), Free("w #0", arrow(REAL, REAL)), Free("u #0"), Free("v #0")
    premises = ("size(N)", "word(N, 3, w)", "0 < frequency(N, 1)(w)", "0 < frequency(N, 2)(w)",
                "frequency(N, 1)(w) + frequency(N, 2)(w) < N")  # fmt: skip
    names = {"N": N, "w": w, "u": u, "v": v, "P": said("even(3, 2/5)")}
    survey = Responses(names, [])
    texts = [*premises, *(f"0 < report(P, u, v)({y})" for y in (1, 2, 3))]
    assumed = [kernel.assume(survey.said(text)) for text in texts]
    facts = [*assumed, *(fact for given in assumed for fact in facts_of(given))]
    own = [found(survey.said(text)) for text in ("design(3, 3, P)", "determinant(P) != 0")]
    survey = Responses(names, [*facts, *own])
    vanish = [survey.said(f"derivative(fun t. log(chance(N, report(P, {shares}), w)), {share}, 0)")
              for shares, share in (("t, v", "u"), ("u, t", "v"))]  # fmt: skip
    fits = next(conjuncts(survey.fitted(*map(kernel.assume, vanish))))
    hypotheses = [*(fact.conclusion for fact in assumed), *vanish]
    pi = Free("pi #0", arrow(REAL, REAL))
    letters = term("fun t. if t <= 2 then 1 else if t = 3 then 2 else 3")
    values = {N: Number(len(REPORTS)), w: letters, u: term("pi(1)", pi=pi), v: term("pi(2)", pi=pi)}
    fits = rewritten(kernel.instantiate(discharged(fits, *hypotheses), values))
    both = granted_at(goal, {"P": names["P"], "N": values[N], "w": letters})
    some, every = kernel.part(both, 0), kernel.part(both, 1)
    likely = kernel.assume(instance(some.conclusion, pi))
    shares, _ = conjuncts(rewritten(likely, unfolding("most_likely")))
    roots = conjuncts(rewritten(kernel.detach(kernel.specialise(every, pi), likely)))
    known = {fact.conclusion: fact for fact in roots}
    while premise := applied(fits.conclusion, "implies", 2):
        fits = kernel.detach(fits, known.get(premise[0]) or found(premise[0], *facts_of(shares)))
    worked_out = rewritten(fits, meant("report", "three", "even"), unfolding("response", "frequency", "indicator"),
                           written_out, conditions, decided([]))  # fmt: skip
    contradiction = kernel.unpack(some, pi, arithmetic(FALSE, worked_out, *facts_of(shares)))
    rows = ", ".join("(" + ", ".join("2/5" if x == y else "3/10" for y in (1, 2, 3)) + ")" for x in (1, 2, 3))
    shown_at = (("P", f"({rows})"), ("N", "4"), ("w", "(1, 1, 2, 3)"))
    return Refuted(derived.reject(goal.statement, contradiction), shown_at)


def granted_at(goal: Goal, point: Mapping[str, Term]) -> Proved:
    """What a statement says at a point at which its premises hold."""
    instance = kernel.assume(goal.statement)
    for variable in goal.variables:  # as it stands: what exists keeps its name
        instance = kernel.specialise(instance, point[variable.name.split(" ")[0]])
    premises, _ = applied(instance.conclusion, "implies", 2) or ()
    return kernel.detach(instance, found(premises))


def never_level(root: Proved, positive: Proved) -> Proved:
    """|- false, as log t has the derivative 1/t and not 0."""
    function, share, nothing = applied(root.conclusion, "derivative", 3) or ()
    slope = at(of_logarithm(), Number(0), Number(1), share, given=[arithmetic(term("0 < 0 + 1*s", s=share), positive)])
    t = Free("t #0")
    worked_out = normal(
        term("f(t)", f=function, t=t), meant("report", "three", "even", "class_report", "two_classes"), *_EVALUATED
    )
    (value,) = applied(sides(worked_out.conclusion)[1], "log", 1) or ()
    same = kernel.congruent(kernel.reflexive(LOG), arithmetic(equal(value, term("0 + 1*t", t=t))))
    whole = kernel.abstracted(t, derived.transitive(worked_out, same))
    whole = kernel.congruent(kernel.reflexive(term("derivative")), whole)
    for argument in (share, nothing):
        whole = kernel.congruent(whole, kernel.reflexive(argument))
    logarithm, _, inverse = applied(slope.conclusion, "derivative", 3) or ()
    level_there = derived.follow(rewritten(whole), root)
    zero = at(only_derivative(), logarithm, share, inverse, nothing, given=[slope, level_there], premises=2)
    return arithmetic(FALSE, zero, positive)


@script("roots are the estimates")
def roots_are_estimates(goal: Goal) -> Proved:
    """Of EWRR3: the reports have the observed shares at (15), and the derivatives vanish nowhere else."""
    some, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    survey = Responses.of(goal)
    matrix = survey.said("even(3, p)")
    numbers = survey.plain()
    regular = found(survey.said("determinant(P) != 0", P=matrix), *numbers)
    design = found(term("design(3, 3, P)", P=matrix), *numbers)
    survey = Responses({**survey.names, "P": matrix}, [*survey.known, regular, design])
    return kernel.conjoin(_some_root(survey, some), _only_root(survey, every))


def _worked_out(equations: Sequence[Proved]) -> list[Proved]:
    """Equations with the entries of EWRR3 on the right."""
    rights = [normal(sides(one.conclusion)[1], meant("even"), conditions) for one in equations]
    return [derived.transitive(one, right) for one, right in zip(equations, rights, strict=True)]


def _only_root(survey: Responses, wanted: Term) -> Proved:
    u, v = Free("u #0"), Free("v #0")
    premise, printed = applied(instance(wanted, u, v), "implies", 2) or (wanted, wanted)
    *positive, first, second = conjuncts(kernel.assume(premise))
    here = Responses({**survey.names, "u": u, "v": v}, [*survey.known, *positive])
    fits = [*conjuncts(here.fitted(first, second))]
    values = _worked_out(here.values("u"))
    return generalise(kernel.discharge(premise, arithmetic(printed, *fits, *values, *survey.plain())), u, v)


def _some_root(survey: Responses, wanted: Term) -> Proved:
    u, v = Free("u #0"), Free("v #0")
    texts = [f"((1 - p)*(N - 2*frequency(N, {y})(w)) - 2*p*frequency(N, {y})(w))/((1 - 3*p)*N)" for y in (1, 2)]
    estimates = [survey.said(text) for text in texts]
    are = [kernel.assume(equal(share, value)) for share, value in zip((u, v), estimates, strict=True)]
    here = Responses({**survey.names, "u": u, "v": v}, survey.known)
    last_count = three_counts(survey.names["N"], survey.names["w"], survey.known)
    values = _worked_out(here.values("u"))
    facts = [*survey.plain(), last_count, *are, *values]
    fits = [
        arithmetic(term("q = f/n", q=chance, f=count, n=survey.names["N"]), *facts)
        for chance, count in zip(here.chances(), here.counts(), strict=True)
    ]
    numbers = [*survey.plain(), last_count]
    positive = [
        arithmetic(term("0 < q", q=chance), fit, *numbers) for chance, fit in zip(here.chances(), fits, strict=True)
    ]
    steps = with_values(wanted, (u, v))
    *_, first, second = conjuncts(kernel.assume(steps[-1]))
    here = Responses(here.names, [*here.known, *positive])
    roots = here.vanishing(fits, [first.conclusion, second.conclusion])
    shown = kernel.conjoin(conjoined(*positive), conjoined(*roots))
    for fact in reversed(are):
        shown = kernel.discharge(fact.conclusion, shown)
    shown = kernel.instantiate(shown, dict(zip((u, v), estimates, strict=True)))
    for value in estimates:
        shown = kernel.detach(shown, kernel.reflexive(value))
    steps = with_values(wanted, estimates)
    for formula, value in zip(reversed(steps[:-1]), reversed(estimates), strict=True):
        shown = kernel.witness(formula, value, shown)
    return shown
