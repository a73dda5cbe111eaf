"""Scripts for Theorem 4.2: where the improved mechanism of Christofides has the smaller variance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from checks.papers.szy.proofs_at_budgets import variance_of_cards, variance_of_dealt_cards
from checks.papers.szy.proofs_of_decks import table
from checks.papers.szy.proofs_of_moments import known
from checks.verifying.stated import Refuted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, conjuncts, lemma, rewritten, specialise, term, unfolding
from derivations.logic.terms import FALSE, Apply, Constant, Number, Term, applied
from derivations.theory.automatic import found
from derivations.theory.single_terms import at

NAMES = ("N", "pi", "L", "p")


def _worth(values: Mapping[str, Term], given: Sequence[Proved]) -> list[Proved]:
    """The variances of both mechanisms, for cards for which there is an estimator."""
    return [
        at(law(), *(values[name] for name in NAMES), given=given)
        for law in (variance_of_dealt_cards, variance_of_cards)
    ]


def _given(goal: Goal) -> tuple[dict[str, Term], list[Proved], list[Proved]]:
    """The variables, what is given in its words, and what that says."""
    named, facts = known(goal)
    given = goal.facts
    return named, [part for fact in given for part in _of_survey(fact)], facts


def _of_survey(fact: Proved) -> list[Proved]:
    """What is said of a survey with cards: of its sizes and its law."""
    head = fact.conclusion
    while isinstance(head, Apply):
        head = head.function
    if isinstance(head, Constant) and head.name.startswith("cards@"):
        return list(conjuncts(rewritten(fact, unfolding(head.name))))
    return [fact]


@script("difference of variances")
def difference_of_variances(goal: Goal) -> Proved:
    """What is said of the difference of both variances, from what they are."""
    named, given, facts = _given(goal)
    root = _root(named["N"], facts) if "sqrt" in str(goal.conclusion) else []
    return arithmetic(goal.conclusion, *_worth(named, [*given, *facts]), *root, *given)


def _root(N: Term, facts: Sequence[Proved]) -> list[Proved]:
    """1 <= sqrt(N) and sqrt(N)^2 = N"""
    positive = arithmetic(term("0 <= N", N=N), *facts)
    root = list(conjuncts(at(kernel.axiom("sqrt"), N, given=[positive])))
    return [arithmetic(term("1 <= sqrt(N)", N=N), *root, *facts), root[1]]


@lemma("forall N a v d. 2 <= N and 0 < v and d != 0 and 4*N*a*(1 - a) < N - 1 implies "
       "4*a*(1 - a)*v/((N - 1)*d^2) < v/(N*d^2)")  # fmt: skip
def improved_is_better(goal: Goal) -> Proved:
    """The variance from one deck is the smaller one for 4 N a (1 - a) < N - 1."""
    return _compared(goal, "x*(4*a*(1 - a)/(N - 1)) < x*(1/N)")


@lemma(
    "forall N a v d. 2 <= N and 0 < v and d != 0 and N - 1 < 4*N*a*(1 - a) implies "
    "v/(N*d^2) < 4*a*(1 - a)*v/((N - 1)*d^2)"
)
def modified_is_better(goal: Goal) -> Proved:
    """And the larger one for 4 N a (1 - a) > N - 1."""
    return _compared(goal, "x*(1/N) < x*(4*a*(1 - a)/(N - 1))")


def _compared(goal: Goal, scaled: str) -> Proved:
    named, facts = known(goal)
    ratio = term("v/d^2", **{name: named[name] for name in "vd"})
    square = arithmetic(term("0 < d^2", d=named["d"]), *facts)
    positive = arithmetic(term("0 < x", x=ratio), square, *facts)
    sizes = {name: named[name] for name in "Na"}
    left, right = applied(term(scaled, x=ratio, **sizes), "<", 2) or ()
    plain = [side for both in (left, right) for side in (applied(both, "*", 2) or ())[1:]]
    smaller = arithmetic(term("s < t", s=plain[0], t=plain[1]), *facts)
    times = arithmetic(term("x*s < x*t", x=ratio, s=plain[0], t=plain[1]), smaller, positive, opaque=True)
    low, high = applied(goal.conclusion, "<", 2) or ()
    same = [arithmetic(term("u = w", u=u, w=w), square, *facts) for u, w in ((low, left), (high, right))]
    return arithmetic(goal.conclusion, times, *same, opaque=True)


@script("in a region")
def in_a_region(goal: Goal) -> Proved:
    """One variance is smaller than the other for shares on one side of the roots of 4 N a (1 - a) = N - 1."""
    named, given, facts = _given(goal)
    worth = _worth(named, [*given, *facts])
    N, a = named["N"], named["pi"]
    root = _root(N, facts) if "sqrt" in "".join(map(str, goal.given)) else []
    region = [fact for fact in given if applied(fact.conclusion, "or", 2) or "sqrt" in str(fact.conclusion)]
    low, _ = applied(goal.conclusion, "<", 2) or ()
    is_improved = "improved" in str(low)
    side = "4*N*a*(1 - a) < N - 1" if is_improved else "N - 1 < 4*N*a*(1 - a)"
    wanted = term(side, N=N, a=a)
    inside = _inside(wanted, N, a, root, region, facts)
    law = improved_is_better if is_improved else modified_is_better
    spread, gap = _parts_of(worth[1])
    apart = arithmetic(term("d != 0", d=gap), *given)
    smaller = at(law(), N, a, spread, gap, given=[inside, apart, *given, *facts])
    return arithmetic(goal.conclusion, *worth, smaller, opaque=True)


def _parts_of(worth: Proved) -> tuple[Term, Term]:
    """v and d of a variance v/(N d^2)."""
    _, value = applied(worth.conclusion, "=", 2) or ()
    spread, below = applied(value, "/", 2) or ()
    _, square = applied(below, "*", 2) or ()
    gap, _ = applied(square, "^", 2) or ()
    return spread, gap


def _inside(
    wanted: Term, N: Term, a: Term, root: Sequence[Proved], region: Sequence[Proved], facts: Sequence[Proved]
) -> Proved:
    """What a region says of 4 N a (1 - a), through the root s of N: of s (1 - 2 a)."""
    if not root:
        return arithmetic(wanted, *region, *facts)
    names = {"N": N, "a": a}
    inverse = arithmetic(term("sqrt(N)*(1/(2*sqrt(N))) = 1/2", **names), root[0])
    outside = applied(wanted, "<", 2) == applied(term("4*N*a*(1 - a) < N - 1", **names), "<", 2)
    texts = (
        ["1 < sqrt(N)*(1 - 2*a) or 1 < sqrt(N)*(2*a - 1)"]
        if outside
        else ["-1 < sqrt(N)*(1 - 2*a)", "sqrt(N)*(1 - 2*a) < 1"]
    )
    scaled = [arithmetic(term(text, **names), inverse, root[0], *region, opaque=True) for text in texts]
    square = term("1 < (sqrt(N)*(1 - 2*a))^2" if outside else "(sqrt(N)*(1 - 2*a))^2 < 1", **names)
    squared = arithmetic(square, *scaled, opaque=True)
    return arithmetic(wanted, squared, root[1], opaque=True)


@script("nobody is inside")
def nobody_is_inside(goal: Goal) -> Proved:
    """The region is empty, since sqrt(N) is at least 1."""
    named, given, facts = _given(goal)
    root = _root(named["N"], facts)
    region = [fact for fact in given if applied(fact.conclusion, "or", 2)]
    return derived.absurd(goal.conclusion, arithmetic(FALSE, *root, *region))


def _refuted(goal: Goal, values: Mapping[str, Term | Sequence[Fraction]], sides: tuple[Fraction, Fraction]) -> Refuted:
    """A relation of both variances fails for one survey."""
    written = {name: value if isinstance(value, Term) else table(*value) for name, value in values.items()}
    names = [variable.name.split(" ")[0] for variable in goal.variables]
    said = specialise(kernel.assume(goal.statement), *(written[name] for name in names))
    facts: list[Proved] = []
    while premise := applied(said.conclusion, "implies", 2):
        shown_here = _premise(premise[0], written)
        facts += [part for fact in conjuncts(shown_here) for part in _of_survey(fact)]
        said = kernel.detach(said, shown_here)
    worth: list[Proved] = []
    for value in _worth(written, [*facts, *map(found, map(term, ("2 <= 4", "0 <= 1")))]):
        spread = applied(value.conclusion, "=", 2) or ()
        number = sides[len(worth)]
        same = found(term("a = b", a=spread[1], b=Number(number)))
        worth.append(derived.transitive(value, same))
    if printed := applied(said.conclusion, "=", 2):
        worth.append(found(term("a = b", a=printed[1], b=Number(sides[0] - sides[1]))))
        sides = (sides[1] - sides[0], sides[0] - sides[1])
    nothing = arithmetic(FALSE, said, *worth, opaque=True)
    at_survey = tuple(
        (name, str(value) if isinstance(value, Term) else f"({', '.join(map(str, value))})")
        for name, value in values.items()
    )
    return Refuted(derived.reject(goal.statement, nothing), at_survey, sides)


def _premise(formula: Term, values: Mapping[str, Term | Sequence[Fraction]]) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_premise(side, values) for side in both))
    if "sqrt" in str(formula):
        N = values["N"]
        assert isinstance(N, Number)
        root = list(conjuncts(at(kernel.axiom("sqrt"), N, given=[found(term("0 <= N", N=N))])))
        three = arithmetic(term("sqrt(N) = 3", N=N), *root)
        return arithmetic(formula, three)
    return found(formula)


SURVEY: dict[str, Term] = {"N": Number(9), "pi": Number(Fraction(1, 9)), "L": Number(2)}
MIDDLE: dict[str, Term] = {"N": Number(9), "pi": Number(Fraction(4, 9)), "L": Number(2)}


@script("all cards alike")
def all_cards_alike(goal: Goal) -> Refuted:
    """Where all cards show the same number, both variances are zero."""
    region = "".join(map(str, goal.given))
    survey = MIDDLE if "< pi" in region and " or " not in region else SURVEY
    return _refuted(goal, {**survey, "p": (Fraction(1), Fraction(0))}, (Fraction(0), Fraction(0)))


@script("few have it")
def few_have_it(goal: Goal) -> Refuted:
    """Where one of nine has the attribute, the variance from one deck is the smaller one."""
    return _refuted(goal, {**SURVEY, "p": (Fraction(1, 3), Fraction(2, 3))}, (Fraction(8, 81), Fraction(2, 9)))


@script("names exchanged")
def names_exchanged(goal: Goal) -> Refuted:
    """There the difference is the other way round."""
    return _refuted(goal, {**SURVEY, "p": (Fraction(1, 3), Fraction(2, 3))}, (Fraction(8, 81), Fraction(2, 9)))
