"""Examples at which statements about local l-diversity fail: the pairs of three categories."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from checks.papers.nz.proofs.common import OWN_WORDS
from checks.verifying.stated import Refuted, Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    instance,
    normal,
    number_of,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, REAL, Number, Term, applied, closed, equal, opened, quantified
from derivations.theory.automatic import automatic, conditions, facts_of
from derivations.theory.linear_estimates import LEFT_INVERSE, unbiased_exactly_if_inverse
from derivations.theory.single_terms import at
from derivations.theory.subsets import binomial_0, binomial_next
from derivations.theory.sums import in_range

LACKED = term("fun y i. if y = i then 0 else 1")
"""The response y is the set of the categories other than y."""
UNTRUE = term("fun x y. if x = y then 0 else 1 / 2")
"""Each of the two pairs that hold the truth is reported with probability 1/2."""
NAMED = term("fun y i. if y = i then 1 else 0")
PAIRS = {"k": Number(3), "l": Number(2), "m": Number(3), "z": LACKED, "P": UNTRUE}
SINGLES = {"k": Number(2), "l": Number(1), "m": Number(2), "z": NAMED, "P": NAMED}
SHOWN = (("k", "3"), ("l", "2"), ("m", "3"), ("z(y)", "the pair without y"), ("P(x, y)", "0 for x = y, else 1/2"))


@cache
def pairs_are_listed() -> Proved:
    """subsets(3, 2, 3, z) for the pairs of three categories"""
    return _listed(3, 2, LACKED, 0)


@cache
def singles_are_listed() -> Proved:
    """subsets(2, 1, 2, z) for the single ones of two categories"""
    return _listed(2, 1, NAMED, 1)


def _listed(k: int, size: int, sets: Term, mark: int) -> Proved:
    """subsets(k, l, k, z) where the set z(y) is the one in which y alone has the mark 0 or 1"""
    formula = term("subsets(k, l, k, z)", k=Number(k), l=Number(size), z=sets)
    whole = normal(formula, unfolding("subsets", "bits"))
    first, rest = applied(sides(whole.conclusion)[1], "and", 2) or ()
    second, third = applied(rest, "and", 2) or ()
    every = goal_of(third)
    (v,), (bits,) = every.variables, every.given
    facts = facts_of(kernel.assume(bits))
    places = range(1, k + 1)
    which = arithmetic(term(" or ".join(f"v({i}) = {mark}" for i in places), v=v), *facts)

    def lacking(number: int) -> Proved:
        """The set is the one in which this category has the mark."""
        value = Number(number)
        case = kernel.assume(term(f"v(c) = {mark}", v=v, c=value))
        others = [i for i in places if i != number]
        ones = [arithmetic(term(f"v(i) = {1 - mark}", v=v, i=Number(i)), case, *facts) for i in others]
        there = goal_of(instance(every.conclusion, value), depth=0)
        given = tuple(fact.conclusion for fact in (case, *ones))
        same = automatic(Goal(there.statement, (), given, there.conclusion))
        return kernel.witness(
            every.conclusion, value, rewritten_as(instance(every.conclusion, value), cut(same, *ones))
        )

    there_is = lacking(k)
    for number in reversed(places[:-1]):
        others_of = which if number == 1 else kernel.assume((applied(which.conclusion, "or", 2) or (FALSE, FALSE))[1])
        there_is = kernel.cases(others_of, lacking(number), there_is)
    parts = conjoined(*(automatic(goal_of(part, depth=0)) for part in (first, second)))
    theorem = kernel.conjoin(kernel.part(parts, 0), kernel.conjoin(kernel.part(parts, 1), every.qed(there_is)))
    return derived.follow(symmetric(whole), theorem)


def rewritten_as(formula: Term, theorem: Proved) -> Proved:
    """The formula from the theorem, both the same once functions are worked out."""
    return derived.follow(symmetric(normal(formula)), rewritten(theorem))


def granted_for(statement: Term, values: Mapping[str, Term], *known: Proved) -> Proved:
    """What a statement says of these values for its variables, its premises shown."""
    said = kernel.assume(statement)
    while True:
        if (body := quantified(said.conclusion, "forall")) is not None and body.hint in values:
            said = rewritten(kernel.specialise(said, values[body.hint]))
        elif found := applied(said.conclusion, "implies", 2):
            said = kernel.detach(said, _premise(found[0], known))
        else:
            return said


def _premise(formula: Term, known: Sequence[Proved]) -> Proved:
    """A formula about the example, part by part; that its sets are all pairs is known."""
    if found := applied(formula, "and", 2):
        return kernel.conjoin(_premise(found[0], known), _premise(found[1], known))
    plain = normal(formula, OWN_WORDS)
    _, unfolded = sides(plain.conclusion)
    if unfolded != formula:
        return derived.follow(symmetric(plain), _premise(unfolded, known))
    if formula in (fact.conclusion for fact in known):
        return next(fact for fact in known if fact.conclusion == formula)
    return automatic(goal_of(formula, depth=0))


@dataclass(frozen=True)
class Example:
    """Values of the variables of a statement, what is known of them, and how a reader is told them."""

    values: Mapping[str, Term]
    written: tuple[tuple[str, str], ...]
    known: Callable[[], Proved] | None = None


def fails_for(example: Example, written: Mapping[str, str] = MappingProxyType({}), **values: str) -> Script:
    """A statement fails for the example and these values of its other variables, shown as said."""
    terms = {name: term(text) for name, text in values.items()}
    shown_at = (*example.written, *{**values, **written}.items())

    def script(goal: Goal) -> Refuted:
        known = [example.known()] if example.known else []
        said = rewritten(granted_for(goal.statement, {**example.values, **terms}, *known), worked_out, by_pascal)
        for fact in (part for formula in conjuncts(said) for part in facts_of(formula)):
            try:
                theorem = derived.reject(goal.statement, arithmetic(FALSE, fact))
            except ProofError:
                continue
            (said_so,) = applied(fact.conclusion, "not", 1) or (fact.conclusion,)
            relation = applied(said_so, "=", 2) or applied(said_so, "<=", 2) or ()
            return Refuted(theorem, shown_at, tuple(map(number_of, relation)))
        raise ProofError(f"this holds: {said.conclusion}")

    return script


def worked_out(value: Term) -> Proved | None:
    """A term of numbers is a number."""
    if isinstance(value, Number) or value.type != REAL:
        return None
    try:
        return arithmetic(equal(value, Number(number_of(value))))
    except (ProofError, ZeroDivisionError):
        return None


def by_pascal(value: Term) -> Proved | None:
    """A binomial coefficient of numbers, by Pascal's triangle."""
    n, r = applied(value, "binomial", 2) or (None, None)
    if not isinstance(n, Number) or not isinstance(r, Number):
        return None
    if n.value == 0:
        return rewritten(at(binomial_0(), r), conditions)
    before = Number(n.value - 1)
    last = normal(term("binomial(n, r)", n=term("n + 1", n=before), r=r), worked_out)
    return derived.transitive(symmetric(last), at(binomial_next(), before, r, given=[kernel.literal(before)]))


SILENT = {
    "n": Number(1),
    "k": Number(2),
    "m": Number(3),
    "P": term("fun x y. if y = 3 then 1 / 2 else if y = x then 1 / 2 else 0"),
    "L": term("fun i y. if i = y then 2 else 0"),
}
"""The design P_1 of section 3.1 and an unbiased estimator from it."""


@script("the order matters")
def order_matters(goal: Goal) -> Refuted:
    """P L = I is not what makes L S/n unbiased: for three responses and two categories it never holds."""
    said = granted_for(goal.statement, SILENT)
    n, k, m, P, L = SILENT.values()
    inverse = normal(term(LEFT_INVERSE, k=k, m=m, P=P, L=L))
    inverts = automatic(goal_of(sides(inverse.conclusion)[1], depth=0))
    design = automatic(goal_of(term("design(k, m, P)", k=k, m=m, P=P), depth=0))
    numbers = [kernel.literal(number) for number in (n, k, m)]
    iff = at(unbiased_exactly_if_inverse(), n, k, m, P, L, given=[*numbers, design], premises=4)
    unbiased = derived.follow(symmetric(iff), rewritten_as(sides(iff.conclusion)[1], inverts))
    sides_of = sides(said.conclusion)
    wanted = normal(sides_of[0], OWN_WORDS)
    there = derived.follow(symmetric(wanted), rewritten(unbiased))
    product = derived.follow(said, there)
    (fact,) = facts_of(
        at(at(product, m, given=[*numbers, shown(in_range(m, m))]), m, given=[*numbers, shown(in_range(m, m))])
    )
    theorem = derived.reject(goal.statement, arithmetic(FALSE, fact))
    values = [number_of(side) for side in sides(fact.conclusion)]
    shown_at = (
        ("n", "1"),
        ("k", "2"),
        ("m", "3"),
        ("P", "P_1 of 3.1"),
        ("L(i, y)", "2 for i = y, else 0"),
        ("row, column", "3"),
    )
    return Refuted(theorem, shown_at, (values[0], values[1]))


OF_PAIRS = Example(PAIRS, SHOWN, pairs_are_listed)
OF_SINGLES = Example(
    SINGLES, (("k", "2"), ("l", "1"), ("m", "2"), ("z(y), P", "the category y alone")), singles_are_listed
)
OF_NUMBERS = Example(
    {
        "k": Number(2),
        "m": Number(2),
        "P": term("fun x y. if y = 1 then (if x = 1 then 7/10 else 2/10) else if x = 1 then 3/10 else 8/10"),
    },
    (("k", "2"), ("m", "2"), ("P", "P_2 of 3.1")),
)

ADDED = "(2 - 1)^2/(2^2*(2 - {q} + 3^2*{q})/(2 - {q} + 3*{q})^2 - 2) + 1/2 - 1"


def only_size() -> Proved:
    """For two categories there is one size, which is best."""
    one = goal_of(f"forall r. size(r) and r < 2 implies {ADDED.format(q='1')} <= {ADDED.format(q='r')}")
    (r,) = one.variables
    is_one = arithmetic(equal(Number(1), r), *conjuncts(rewritten(kernel.assume(one.given[0]), unfolding("size"))))
    least = closed(r, one.conclusion)
    return one.qed(kernel.replace(is_one, least, arithmetic(opened(least, Number(1)))))


OF_TWO = Example({"k": Number(2), "g": Number(3), "q": Number(1)}, (("k", "2"), ("gamma", "3"), ("q", "1")), only_size)

SCRIPTS: Mapping[str, Script] = {
    "nothing is sampled": fails_for(OF_TWO, {"pi": "1 and 0"}, pi="fun x. if x = 1 then 1 else 0"),
    "a diagonal in the sum": fails_for(OF_NUMBERS, {"alpha": "1/2 each"}, alpha="fun x. 1/2", y="1", j="1"),
    "two categories": fails_for(OF_SINGLES, {"pi": "1/2 each"}, pi="fun x. 1/2", i="1", j="2"),
    "a factor is missing": fails_for(OF_PAIRS, {"pi": "1/3 each"}, n="2", pi="fun x. 1/3", i="1", j="1"),
    "more respondents than categories": fails_for(OF_PAIRS, {"pi": "1/3 each"}, n="4", pi="fun x. 1/3", i="4"),
    "as many as the value": fails_for(OF_PAIRS, i="1"),
    "the product is no identity": fails_for(OF_PAIRS, i="1", j="2"),
    "a response without a chance": fails_for(
        OF_SINGLES,
        {"pi": "1 and 0", "L": "the identity"},
        pi="fun x. if x = 1 then 1 else 0",
        L="fun i y. if i = y then 1 else 0",
    ),
}
