"""Scripts for proof 2 of Corollary 1: the derivative of the log-likelihood of two classes of answers, and its root."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.papers.mw.own_words import meant, said
from checks.papers.mw.proofs_of_likelihoods import last_of_two
from checks.papers.mw.proofs_of_roots import granted_at, never_level
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    instance,
    lemma,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import Free, Number, Term, applied, equal
from derivations.theory.automatic import automatic, conditions, found, given_facts, written_out
from derivations.theory.calculus import as_derivative, of_counts, of_log_likelihood, only_derivative
from derivations.theory.likelihood import counts_add_up
from derivations.theory.single_terms import at

BASE, SLOPE = "fun y. if y = 1 then (1 - p)/2 else (1 + p)/2", "fun y. if y = 1 then (3*p - 1)/2 else (1 - 3*p)/2"
ESTIMATE = "(1 - p)/(1 - 3*p) - 2*frequency(N, 1)(w)/((1 - 3*p)*N)"
TWO = Number(2)


@dataclass(frozen=True)
class Classes:
    """N reports w on two classes of answers, the share u of the first, and what is known of them."""

    names: Mapping[str, Term]
    known: Sequence[Proved]

    @classmethod
    def of(cls, goal: Goal, **more: Term) -> Classes:
        """The reports that a statement speaks of."""
        names = goal.names
        return cls({**names, **more}, given_facts(goal))

    def said(self, text: str) -> Term:
        """A term about the reports, in the words of the paper."""
        return said(text, **self.names)

    @property
    def numbers(self) -> list[Proved]:
        """What is known of numbers."""
        return [fact for fact in self.known if not applied(fact.conclusion, "word", 3)]

    def chances(self) -> list[Proved]:
        """The probabilities of the reports."""
        return [found(self.said(f"class_report(p, u)({y}) = {value}")) for y, value in (
            (1, "(1 - p)/2 + (3*p - 1)/2*u"), (2, "(1 + p)/2 + (1 - 3*p)/2*u"))]  # fmt: skip

    def last_count(self) -> Proved:
        """The second count is what the first leaves."""
        given = [*self.known, kernel.literal(TWO), arithmetic(term("0 <= two", two=TWO))]
        N, w = self.names["N"], self.names["w"]
        total = symmetric(at(counts_add_up(), N, TWO, w, given=given, premises=3))
        return rewritten(at(last_of_two(), N, self.said("fun y. frequency(N, y)(w)"), given=[total]))

    def differentiated(self) -> Proved:
        """The derivative of the log-likelihood."""
        family = self.said("fun t. class_report(p, t)"), self.said(BASE), self.said(SLOPE)
        given = [*self.known, *self.chances()]
        return of_counts(of_log_likelihood(), self.names["N"], self.names["w"], family, self.names["u"], given, 2)


@lemma("forall f g h n p u. 0 < (1 - p)/2 + (3*p - 1)/2*u and 0 < (1 + p)/2 + (1 - 3*p)/2*u and g = n - f implies "
       "0 + f*((3*p - 1)/2/((1 - p)/2 + (3*p - 1)/2*u)) + g*((1 - 3*p)/2/((1 + p)/2 + (1 - 3*p)/2*u)) "
       "= (3*p - 1)*f/((1 - p) + (3*p - 1)*u) + (1 - 3*p)*(n - f)/(1 + p + (1 - 3*p)*u)")  # fmt: skip
def slope_as_printed(goal: Goal) -> Proved:
    """The derivative as it is printed."""
    return automatic(goal)


@lemma("forall c d. c != 0 implies c*d = 0 implies d = 0")
def other_factor(goal: Goal) -> Proved:
    """Of a product that is 0 one factor is."""
    return automatic(goal)


@lemma("forall f g n p u. 0 < (1 - p)/2 + (3*p - 1)/2*u and 0 < (1 + p)/2 + (1 - 3*p)/2*u and g = n - f and 1 <= n "
       "and p != 1/3 implies "
       "(0 + f*((3*p - 1)/2/((1 - p)/2 + (3*p - 1)/2*u)) + g*((1 - 3*p)/2/((1 + p)/2 + (1 - 3*p)/2*u)) = 0 "
       "iff (3*p - 1)*n*u = 2*f - (1 - p)*n)")  # fmt: skip
def level_where(goal: Goal) -> Proved:
    """The derivative vanishes where the first class has its observed share."""
    f, g, n, p, u = goal.variables
    names = {"f": f, "g": g, "n": n, "p": p, "u": u}
    first, second = "((1 - p)/2 + (3*p - 1)/2*u)", "((1 + p)/2 + (1 - 3*p)/2*u)"
    left, right = sides(goal.conclusion)
    factor = term(f"(3*p - 1)/2*(1/({first}*{second}))", **names)
    whole = term(f"c*(f*{second} - g*{first})", c=factor, **names)
    same = arithmetic(equal(sides(left)[0], whole), *goal.given)
    not_zero = arithmetic(term("c != 0", c=factor), *goal.given)
    gap = term(f"f*{second} - g*{first}", **names)
    is_nothing = derived.transitive(symmetric(same), kernel.assume(left))
    nothing = at(other_factor(), factor, gap, given=[not_zero, is_nothing], premises=2)
    forth = arithmetic(right, nothing, *goal.given)
    gone = arithmetic(equal(gap, Number(0)), kernel.assume(right), *goal.given)
    back = arithmetic(left, same, gone)
    return derived.equivalent(kernel.discharge(left, forth), kernel.discharge(right, back))


@script("slope of two classes")
def slope(goal: Goal) -> Proved:
    """(24): the derivative of the log-likelihood."""
    here = Classes.of(goal)
    own = here.differentiated()
    chances = here.chances()
    positive = [arithmetic(term("0 < q", q=sides(chance.conclusion)[1]), *here.numbers) for chance in chances]
    counts = [here.said(f"frequency(N, {y})(w)") for y in (1, 2)]
    values = [here.names[name] for name in "Npu"]
    printed = at(slope_as_printed(), *counts, values[0], values[0], *values[1:], given=[*positive, here.last_count()])
    return as_derivative(goal.conclusion, own, printed)


@script("root of two classes")
def root(goal: Goal) -> Proved:
    """(25): the derivative vanishes at the printed share, and at no other."""
    some, rest = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    every, alike = applied(rest, "and", 2) or (rest, rest)
    u = Free("u #0")
    here = Classes.of(goal, u=u)
    facts = [*here.numbers, here.last_count()]
    value = here.said(ESTIMATE)
    is_value = kernel.assume(equal(u, value))
    chances = here.chances()
    positive = [arithmetic(here.said(f"0 < class_report(p, u)({y})"), chance, is_value, *facts)
                for y, chance in enumerate(chances, 1)]  # fmt: skip
    solved = arithmetic(here.said("(3*p - 1)*N*u = 2*frequency(N, 1)(w) - (1 - p)*N"), is_value, *facts)
    at_root = Classes(here.names, [*here.known, *positive])
    level = derived.follow(symmetric(_level(at_root, chances, positive, facts)), solved)
    *_, wanted = conjuncts(kernel.assume(instance(some, u)))
    vanishes = as_derivative(wanted.conclusion, at_root.differentiated(), level)
    there = kernel.discharge(is_value.conclusion, conjoined(*positive, vanishes))
    there = kernel.detach(kernel.instantiate(there, {u: value}), kernel.reflexive(value))
    first = kernel.witness(some, value, there)
    plain = normal(alike, meant("even", "two_classes"), written_out, conditions)
    same = derived.follow(symmetric(plain), found(sides(plain.conclusion)[1], *here.numbers))
    return conjoined(first, _only(goal, every), same)


def _only(goal: Goal, every: Term) -> Proved:
    one = goal_of(every)
    here = Classes.of(goal, u=one.variables[0])
    first, second, vanishes = conjuncts(kernel.assume(one.given[0]))
    here = Classes(here.names, [*here.known, first, second])
    facts = [*here.numbers, here.last_count()]
    own = here.differentiated()
    function, _, slope = applied(own.conclusion, "derivative", 3) or ()
    nothing = at(only_derivative(), function, here.names["u"], slope, Number(0), given=[own, vanishes], premises=2)
    solved = derived.follow(_level(here, here.chances(), [first, second], facts), nothing)
    return one.qed(arithmetic(one.conclusion, solved, *facts))


def _level(here: Classes, chances: Sequence[Proved], positive: Sequence[Proved], facts: Sequence[Proved]) -> Proved:
    """What it says that the derivative vanishes."""
    counts = [here.said(f"frequency(N, {y})(w)") for y in (1, 2)]
    values = [here.names[name] for name in "Npu"]
    signs = [arithmetic(term("0 < q", q=sides(chance.conclusion)[1]), chance, sign)
             for chance, sign in zip(chances, positive, strict=True)]  # fmt: skip
    return at(level_where(), *counts, *values, given=[*signs, *facts])


@script("two classes without a root")
def no_root(goal: Goal) -> Refuted:
    """One participant who tells the truth 0: log L is the logarithm of pi_0, whose derivative is 0 nowhere."""
    some = kernel.part(granted_at(goal, {"p": Number(1), "N": Number(1), "w": term("fun t. 1")}), 0)
    u = Free("u #0")
    chance, _, level = conjuncts(kernel.assume(instance(some.conclusion, u)))
    positive = found(term("0 < u", u=u), rewritten(chance, meant("class_report", "two_classes")))
    contradiction = kernel.unpack(some, u, never_level(level, positive))
    shown_at = (("p", "1"), ("N", "1"), ("w", "(1)"), ("u", "1"))
    return Refuted(derived.reject(goal.statement, contradiction), shown_at, (Fraction(1), Fraction(0)))
