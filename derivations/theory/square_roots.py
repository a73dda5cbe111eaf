"""Relations in which square roots occur: between the squares of both sides, where these are not negative."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    by,
    conjuncts,
    lemma,
    normal,
    sides,
    specialise,
    symmetric,
    term,
)
from derivations.logic.terms import Term, applied, parts
from derivations.theory.fractions import Fractions
from derivations.theory.single_terms import at

SECONDS = 6.0  # for one question
RELATIONS = ("=", "<=", "<")


@lemma("forall a b. 0 <= a and 0 <= b implies a^2 = b^2 implies a = b")
def equal_squares(goal: Goal) -> Proved:
    """Numbers that are not negative are equal where their squares are."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a b. 0 <= a and 0 <= b implies a^2 <= b^2 implies a <= b")
def ordered_squares(goal: Goal) -> Proved:
    """Numbers that are not negative are ordered like their squares."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a b. 0 <= a and 0 <= b implies a^2 < b^2 implies a < b")
def strictly_ordered_squares(goal: Goal) -> Proved:
    """The same of numbers of which one is less than the other."""
    return arithmetic(goal.conclusion, *goal.given)


LAWS = dict(zip(RELATIONS, (equal_squares, ordered_squares, strictly_ordered_squares), strict=True))


@lemma("forall a b. 0 <= a and 0 <= b implies sqrt(a + b) <= sqrt(a) + sqrt(b)")
def root_of_sum(goal: Goal) -> Proved:
    """The root of a sum is at most the sum of the roots."""
    roots = _three_roots(goal)
    return arithmetic(goal.conclusion, *roots, opaque=True)


@lemma("forall a b. 0 < a and 0 < b implies sqrt(a + b) < sqrt(a) + sqrt(b)")
def root_of_sum_of_positive(goal: Goal) -> Proved:
    """It is less, where both are positive."""
    roots = _three_roots(goal)
    return arithmetic(goal.conclusion, *roots, *goal.given, opaque=True)


def _three_roots(goal: Goal) -> list[Proved]:
    """What is known of the roots of two numbers and of their sum; the product of the first two is not negative."""
    a, b = goal.variables
    found = []
    for inner in (a, b, term("a + b", a=a, b=b)):
        value = arithmetic(term("0 <= x", x=inner), *goal.given)
        found += list(conjuncts(kernel.detach(specialise(kernel.axiom("sqrt"), inner), value)))
    return [*found, arithmetic(term("0 <= sqrt(a) * sqrt(b)", a=a, b=b), found[0], found[2])]


def _of_sum(formula: Term, known: Sequence[Proved]) -> Proved | None:
    """sqrt(a + b) <= sqrt(a) + sqrt(b), or <"""
    for relation, sign, law in (("<=", "<=", root_of_sum), ("<", "<", root_of_sum_of_positive)):
        both = applied(formula, relation, 2)
        root = applied(both[0], "sqrt", 1) if both else None
        terms = applied(root[0], "+", 2) if root else None
        if both and terms and both[1] == term("sqrt(a) + sqrt(b)", a=terms[0], b=terms[1]):
            signs = [_as_fractions(term(f"0 {sign} a", a=each), known) for each in terms]
            return at(law(), *terms, given=[kernel.conjoin(*signs)])
    return None


def by_roots(formula: Term, *facts: Proved) -> Proved:
    """A relation in which square roots occur, or else that of the squares; ProofError where neither is found."""
    with suppress(ProofError):
        if (of_sum := _of_sum(formula, facts)) is not None:
            return of_sum
    known = [*facts, *roots_in(formula, facts)]
    with suppress(ProofError):
        return _as_fractions(formula, known)
    for relation, law in LAWS.items():
        if both := applied(formula, relation, 2):
            signs = [_as_fractions(term("0 <= a", a=side), known) for side in both]
            plain = normal(term(f"a^2 {relation} b^2", a=both[0], b=both[1]), *map(by, _squares(formula, known)))
            squares = derived.follow(symmetric(plain), _as_fractions(sides(plain.conclusion)[1], known))
            return at(law(), *both, given=[*signs, squares], premises=2)
    raise ProofError(f"{formula} is no relation between numbers")


def roots_in(formula: Term, facts: Sequence[Proved]) -> Iterator[Proved]:
    """Of each root of s/t in a formula its sign, and that its square times t is s."""
    for inner in dict.fromkeys(found[0] for part in parts(formula) if (found := applied(part, "sqrt", 1))):
        fraction = Fractions(facts).of(inner)
        above, below = fraction.parts
        names = {"x": inner, "s": above, "t": below, "r": term("sqrt(x)", x=inner)}
        positive = _known(term("0 < s", **names), facts)
        sign = positive or arithmetic(term("0 <= s", **names), *facts, seconds=SECONDS)
        value = term("0 <= x", x=inner)
        root = kernel.detach(
            specialise(kernel.axiom("sqrt"), inner),
            arithmetic(value, fraction.theorem, fraction.positive, sign, opaque=True),
        )
        low, square = conjuncts(root)
        whole = arithmetic(term("r * r * t = s", **names), square, fraction.theorem, fraction.positive, opaque=True)
        yield whole
        yield arithmetic(term("0 < r", **names), low, whole, positive) if positive else low


def _squares(formula: Term, known: Sequence[Proved]) -> Iterator[Proved]:
    """sqrt(x)^2 = x for each root in a formula of what is known not to be negative."""
    for inner in dict.fromkeys(found[0] for part in parts(formula) if (found := applied(part, "sqrt", 1))):
        value = Fractions(known).compared(term("0 <= x", x=inner))
        if value is not None:
            positive = arithmetic(sides(value.conclusion)[1], *known, seconds=SECONDS)
            root = specialise(kernel.axiom("sqrt"), inner)
            _, square = conjuncts(kernel.detach(root, derived.follow(symmetric(value), positive)))
            yield arithmetic(term("sqrt(x)^2 = x", x=inner), square, opaque=True)


def _known(formula: Term, facts: Sequence[Proved]) -> Proved | None:
    try:
        return arithmetic(formula, *facts, seconds=SECONDS)
    except ProofError:
        return None


def _as_fractions(formula: Term, known: Sequence[Proved]) -> Proved:
    """A relation between quotients, each side being brought to one fraction."""
    plain = Fractions(known).compared(formula)
    if plain is None:
        return arithmetic(formula, *known, seconds=SECONDS)
    said = applied(plain.conclusion, "=", 2)
    assert said is not None
    return derived.follow(symmetric(plain), arithmetic(said[1], *known, seconds=SECONDS))
