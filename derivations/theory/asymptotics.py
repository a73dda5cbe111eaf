"""Limits, O and Theta: statements `exists N. forall d. N <= d implies ...` about quotients of polynomials in d.

A polynomial whose leading coefficient p is positive is positive from 1 + S/p on, where S is at least the sum of the
sizes of its other coefficients. Each inequality that is claimed of large d is one such polynomial, its fractions being
multiplied out; the constants of O and Theta come from the quotient of the leading coefficients.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    ProofError,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    cut,
    fresh,
    goal,
    lemma,
    normal,
    reduced,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
    witnessed,
)
from derivations.logic.terms import (
    AT_MOST,
    LESS,
    PLUS,
    TIMES,
    Free,
    Number,
    Term,
    applied,
    free_variables,
    opened,
    parts,
    quantified,
    substituted,
)
from derivations.theory.calculus import as_absolute
from derivations.theory.fractions import Fractions, difference_positive
from derivations.theory.log_numbers import log_of_one
from derivations.theory.logarithms import log_below
from derivations.theory.single_terms import at, by_conditions
from derivations.theory.sums import ONE, ZERO
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

FROM = Number(64)
"""What is large enough for the divisors that are met: d - 1, d - 2 and the like are positive there."""
MOST = 12
"""The highest degree of a polynomial of which it is said from where on it is positive."""

SHARE = "c = -(s * n) and -1 <= s and s <= 0"
"""That -s is the share of a count c among n."""

Known = Callable[[Sequence[Proved]], tuple[Sequence[Proved], Callable[[Term], Proved]]]
"""From facts all that is known, and what says |- a = the number without words for moments."""


@lemma("forall a b. 0 <= a and 0 <= b implies 0 <= a + b")
def two_not_negative(goal: Goal) -> Proved:
    """A sum of what is not negative."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(
    "forall a h v c u d. 0 <= a + u and a + u < v and v <= h and 1 <= d and -u <= c implies "
    "a < v - u and v - u <= h + c and v - u <= h * d + c"
)
def one_more_coefficient(goal: Goal) -> Proved:
    """A step of Horner's scheme takes away no more than the size u of a coefficient, and leaves those of the others."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall c. -(c^2 + 1) <= c and 0 <= c^2 + 1")
def at_most_its_square(goal: Goal) -> Proved:
    """A number is larger than minus its square and one."""
    return arithmetic(goal.conclusion)


@lemma(f"forall c n. 0 < n implies 0 <= c implies c <= n implies {SHARE.replace('s', '(-(c / n))')}")
def share_of_count(goal: Goal) -> Proved:
    """The share of a count."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma(
    "forall a s c u. -1 <= s and s <= 0 implies -u <= c and c <= u and 0 <= u implies "
    "-(a^2 + 1 + u) <= a + s * c and a + s * c <= a^2 + 1 + u and 0 <= a^2 + 1 + u"
)
def one_more_power(goal: Goal) -> Proved:
    """A step of Horner's scheme in a number between -1 and 0."""
    a, s, c, u = goal.variables
    (low, high), (least, most, _) = (tuple(conjuncts(kernel.assume(fact))) for fact in goal.given)
    product = arithmetic(term("s * c <= u and -u <= s * c", s=s, c=c, u=u), low, high, least, most)
    return arithmetic(goal.conclusion, *goal.given, *conjuncts(product), at(at_most_its_square(), a))


@lemma("forall p s d. 0 < p implies 0 <= s implies 1 + s / p <= d implies s < p * d and 1 <= d")
def beyond_the_others(goal: Goal) -> Proved:
    """From where on the leading term is larger than all others."""
    p, s, _ = goal.variables
    ratio = arithmetic(term("0 <= s / p", s=s, p=p), *goal.given[:2])
    return arithmetic(goal.conclusion, ratio, *goal.given)


@lemma("forall b v. 0 < b and b <= v implies 0 < v")
def positive_by_bound(goal: Goal) -> Proved:
    """What is no less than a positive number."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall p s. 0 < p implies 0 <= s implies 0 <= 1 + s / p")
def end_not_negative(goal: Goal) -> Proved:
    """Where that begins is no negative number."""
    return arithmetic(goal.conclusion, *goal.given)


@lemma("forall a b c. 0 < b implies a <= c * b implies -a <= c * b implies abs(a) <= c * abs(b)")
def sizes_of_positive(goal: Goal) -> Proved:
    """A bound of both signs is one of the size, beside what is positive."""
    return _by_sign(goal)


@lemma("forall a b c. 0 < -b implies a <= c * -b implies -a <= c * -b implies abs(a) <= c * abs(b)")
def sizes_of_negative(goal: Goal) -> Proved:
    """The same beside what is negative."""
    return _by_sign(goal)


def _by_sign(goal: Goal) -> Proved:
    return reduced(normal(goal.conclusion, unfolding("abs")), lambda it: by_conditions(it, *goal.given))


@cache
def positive_beyond(degree: int) -> Proved:
    """|- a polynomial in d of this degree is positive from 1 + (u_0 + u_1 + ...)/p on, u_i at least the size of c_i."""
    places = range(degree)
    horner = "p * d"
    for i in reversed(places):
        horner = f"({horner} + c{i})" + ("" if i == 0 else " * d")
    said = "".join(f"(-u{i} <= c{i} and 0 <= u{i}) implies " for i in places)
    names = " ".join(f"{letter}{i}" for letter in "cu" for i in places)
    total = " + ".join(["0", *(f"u{i}" for i in places)])
    whole = goal(f"forall p d {names}. 0 < p implies 1 + ({total}) / p <= d implies {said}0 < {horner}")
    p, d, *others = whole.variables
    c, u = others[:degree], others[degree:]
    positive, end, *sizes = map(kernel.assume, whole.given)
    sums: list[Term] = [ZERO]
    some = [arithmetic(AT_MOST(ZERO, ZERO))]  # of the sizes of the first coefficients, not negative
    for size, fact in zip(u, sizes, strict=True):
        not_negative = kernel.conjoin(some[-1], kernel.part(fact, 1))
        some.append(at(two_not_negative(), sums[-1], size, given=[not_negative]))
        sums.append(PLUS(sums[-1], size))
    left, large = conjuncts(at(beyond_the_others(), p, sums[-1], d, given=[positive, some[-1], end], premises=3))
    value = bound = TIMES(p, d)
    known = arithmetic(AT_MOST(bound, value))
    for i in reversed(places):
        given = conjoined(some[i + 1], left, known, large, kernel.part(sizes[i], 0))
        left, first, known = conjuncts(at(one_more_coefficient(), sums[i], value, bound, c[i], u[i], d, given=[given]))
        if i == degree - 1:
            value, known = PLUS(value, c[i]), first
        else:
            value = PLUS(TIMES(value, d), c[i])
        bound = term("v - u", v=bound, u=u[i])
    return whole.qed(at(positive_by_bound(), bound, value, given=[kernel.conjoin(left, known)]))


def eventually(wanted: Goal, known: Known) -> Proved:
    """A theorem of `exists c N. forall d. A implies N <= d implies B`, where B says sizes of numbers and divisors.

    ProofError where an inequality is none of quotients of polynomials in d, or not known to hold for large d.
    """
    constants: list[Free] = []
    inner = wanted.conclusion
    while (body := quantified(inner, "exists")) is not None:
        constants.append(fresh(body))
        inner = opened(body, constants[-1])
    *chosen, end = constants
    values = {constant: _Large(wanted, goal(inner), end, known).constant(constant) for constant in chosen}
    claimed = goal(substituted(inner, values))
    large = _Large(wanted, claimed, end, known)
    theorem = claimed.qed(large.shown())
    place = large.place
    theorem = cut(kernel.instantiate(theorem, {end: place}), arithmetic(AT_MOST(place, place), opaque=True))
    return witnessed(wanted.conclusion, theorem, *(values[constant] for constant in chosen), place)


class _Large:
    """What is claimed of a number d from an end on, which is found along with the proof."""

    def __init__(self, wanted: Goal, claimed: Goal, end: Free, known: Known) -> None:
        self.claimed, self.end, self.outside = claimed, end, wanted.facts
        *_, last = claimed.given
        self.moving = (applied(last, "<=", 2) or (last, last))[1]
        level = applied(self.moving, "log", 1)
        self.variable = level[0] if level else self.moving
        self.inner = frozenset(claimed.variables)
        given = [*wanted.facts, *(part for fact in claimed.given[:-1] for part in conjuncts(kernel.assume(fact)))]
        self.from_there = kernel.assume(AT_MOST(FROM, self.variable))
        facts, self.plain = known([*given, self.from_there])
        self.facts = [*facts, self.from_there]
        self.fractions = Fractions(self.facts)
        self.ends: dict[Term, Proved] = {}  # with |- 0 <= end
        ends = (applied(fact.conclusion, "<=", 2) for fact in self.facts)
        low = [both[1] for both in ends if both and both[0] == Number(-1)]
        self.small = next((s for s in low if isinstance(s, Free) and s in self.inner), None)
        self.count = self._count() if self.small is None else None
        if self.count is not None:
            self.small = Free("s #0")
            share, *bounds = conjuncts(kernel.assume(term(SHARE, **self.count, s=self.small)))
            self.facts += bounds
            with_counts = self.plain

            def plain(number: Term) -> Proved:
                found = with_counts(number)
                return derived.transitive(found, normal(sides(found.conclusion)[1], by(share)))

            self.plain = plain

    def _count(self) -> dict[str, Term] | None:
        """How many respondents have a value, c, where that depends on what grows; and how many there are, n."""
        numbers = (self._number(number) for said in conjuncts_of(self.claimed.conclusion) for number in _numbers(said))
        for part in (part for number in numbers for part in parts(number)):
            count = applied(part, "frequency", 3)
            if count and self.inner & free_variables(count[2]):
                return {"c": part, "n": count[0]}
        return None

    def _of_counts(self, theorem: Proved) -> Proved:
        """A theorem that assumes a share in the place of a count, of the share that it is."""
        if self.count is None:
            return theorem
        assert isinstance(self.small, Free)
        count, n = self.count["c"], self.count["n"]
        others = (self.from_there.conclusion, term(SHARE, **self.count, s=self.small))
        given = [fact for fact in self.facts if fact.hypotheses.isdisjoint(others)]
        positive = arithmetic(term("0 < n", n=n), *given)
        bounds = [shown(term(said, **self.count), given) for said in ("0 <= c", "c <= n")]
        is_so = at(share_of_count(), count, n, given=[positive, *bounds], premises=3)
        return cut(kernel.instantiate(theorem, {self.small: term("-(c / n)", c=count, n=n)}), is_so)

    # -- the constants and the end -------------------------------------------------------------------------------------

    def constant(self, constant: Free) -> Term:
        """c such that |a| <= c |b| for large d: more than the size of the quotient of the leading coefficients."""
        for part in conjuncts_of(self.claimed.conclusion):
            sizes = sizes_of(part)
            if sizes is None or sizes[1] != constant or sizes[2] is None:
                continue
            above, below = (self.fractions.of(self._number(number)).value for number in (sizes[0], sizes[2]))
            ratio = above / below
            name = self._name()
            tops = [polynomial.coefficients_in(name) for polynomial in (ratio.numerator, ratio.denominator)]
            if max(tops[0]) > max(tops[1]):
                raise ProofError(
                    "one side grows faster than the other, by the degrees of their numerators and divisors"
                )
            if max(tops[0]) < max(tops[1]):
                return ONE
            leading = RationalFunction(tops[0][max(tops[0])]) / RationalFunction(tops[1][max(tops[1])])
            if not leading.names:
                return Number(abs(leading.constant_value()) + 1)
            quotient = [self._outer(polynomial) for polynomial in (leading.numerator, leading.denominator)]
            return term("(a / b)^2 + 2", a=quotient[0], b=quotient[1])
        raise ProofError("a constant that bounds no size is not looked for")

    @property
    def place(self) -> Term:
        """From where on all holds."""
        total: Term = FROM
        for end in self.ends:
            total = PLUS(total, end)
        return total

    # -- what is claimed -----------------------------------------------------------------------------------------------

    def shown(self) -> Proved:
        """|- what is claimed, under what it is claimed under and place <= end"""
        whole = conjoined(*(self._part(part) for part in conjuncts_of(self.claimed.conclusion)))
        beyond = [kernel.assume(AT_MOST(self.place, self.end)), kernel.assume(self.claimed.given[-1])]
        if self.variable != self.moving:
            above = next(fact for fact in self.claimed.given if applied(fact, "<", 2))
            positive = arithmetic(term("0 < 1 and 0 < x", x=self.variable), above)
            tangent = next(conjuncts(at(log_below(), ONE, self.variable, given=[positive])))
            beyond += [tangent, log_of_one()]
        beyond += self.ends.values()
        ends = [arithmetic(AT_MOST(end, self.variable), *beyond, opaque=True) for end in (FROM, *self.ends)]
        return self._of_counts(cut(whole, *ends))

    def _part(self, part: Term) -> Proved:
        if (sizes := sizes_of(part)) is not None:
            return self._of_sizes(part, *sizes)
        if denied := applied(part, "not", 1):
            number, _ = applied(denied[0], "=", 2) or (ZERO, ZERO)
            _, positive = self._sign(self._number(number))
            return self._in_words(part, arithmetic(self._said(part), positive))
        if both := applied(part, "<=", 2):
            return self._in_words(part, self._at_most(*map(self._number, both)))
        raise ProofError(f"{part} is not read of large numbers")

    def _of_sizes(self, part: Term, number: Term, factor: Term, other: Term | None) -> Proved:
        """|a| <= c, or |a| <= c |b|"""
        a = self._number(number)
        minus = term("-a", a=a)
        if other is None:
            bounds = [self._at_most(side, factor) for side in (a, minus)]
            low = arithmetic(term("-c <= a", a=a, c=factor), bounds[1], opaque=True)
            return self._in_words(part, at(as_absolute(), a, factor, given=[kernel.conjoin(low, bounds[0])]))
        b = self._number(other)
        sign, positive = self._sign(b)
        size = b if sign > 0 else term("-b", b=b)
        most = TIMES(factor, size)
        bounds = [self._at_most(side, most) for side in (a, minus)]
        law = sizes_of_positive() if sign > 0 else sizes_of_negative()
        return self._in_words(part, at(law, a, b, factor, given=[positive, *bounds], premises=3))

    # -- inequalities --------------------------------------------------------------------------------------------------

    def _at_most(self, first: Term, second: Term) -> Proved:
        """|- a <= b, for large d"""
        found = self.fractions.of(term("b - a", a=first, b=second))
        if found.value.is_zero():
            return arithmetic(AT_MOST(first, second), *self.facts)
        above, below = found.parts
        positive = self._positive(found.value.numerator, above)
        law = at(difference_positive(), first, second, above, below, given=[found.theorem, found.positive], premises=2)
        return arithmetic(AT_MOST(first, second), derived.follow(symmetric(law), positive), opaque=True)

    def _sign(self, number: Term) -> tuple[int, Proved]:
        """1 and |- 0 < b, or -1 and |- 0 < -b, for large d"""
        for sign, signed in ((1, number), (-1, term("-b", b=number))):
            found = self.fractions.of(term("b - 0", b=signed))
            above, below = found.parts
            try:
                positive = self._positive(found.value.numerator, above)
            except ProofError:
                continue
            law = at(
                difference_positive(), ZERO, signed, above, below, given=[found.theorem, found.positive], premises=2
            )
            return sign, derived.follow(symmetric(law), positive)
        raise ProofError(f"whether {number} is positive for large numbers is not found")

    def _positive(self, polynomial: Polynomial, written: Term) -> Proved:
        """|- 0 < a polynomial, as it is written, for large d"""
        coefficients = polynomial.coefficients_in(self._name())
        degree = max(coefficients, default=0)
        if degree == 0:
            return arithmetic(LESS(ZERO, written), *self.facts)
        if degree > MOST:
            raise ProofError(f"the degree {degree} is larger than {MOST}")
        leading = self._outer(coefficients.get(degree, Polynomial.constant(0)))
        sized = [self._sized(coefficients.get(i, Polynomial.constant(0))) for i in range(degree)]
        others, sizes = [own for own, *_ in sized], [(size, fact) for _, size, fact in sized]
        positive = arithmetic(LESS(ZERO, leading), *self.outside)
        total: Term = ZERO
        not_negative = arithmetic(AT_MOST(ZERO, ZERO))
        for size, fact in sizes:
            not_negative = kernel.conjoin(not_negative, kernel.part(fact, 1))
            not_negative = at(two_not_negative(), total, size, given=[not_negative])
            total = PLUS(total, size)
        end = term("1 + s / p", s=total, p=leading)
        self.ends[end] = at(end_not_negative(), leading, total, given=[positive, not_negative], premises=2)
        given = [positive, kernel.assume(AT_MOST(end, self.variable)), *(fact for _, fact in sizes)]
        law = specialise(positive_beyond(degree), leading, self.variable, *others, *(size for size, _ in sizes))
        for fact in given:
            law = kernel.detach(law, fact)
        return arithmetic(LESS(ZERO, written), law)

    def _sized(self, polynomial: Polynomial) -> tuple[Term, Term, Proved]:
        """A coefficient c, a number u, and |- -u <= c and 0 <= u; c may speak of s with -1 <= s <= 0."""
        powers = polynomial.coefficients_in(self.fractions.atoms.get(self.small, "")) if self.small else {}
        if self.small is None or max(powers, default=0) == 0:
            own = self._outer(polynomial)
            return own, *_size(own)
        value: Term = ZERO
        size: Term = ZERO
        known = arithmetic(term("-u <= c and c <= u and 0 <= u", u=size, c=value))
        for i in reversed(range(max(powers) + 1)):
            own = self._outer(powers.get(i, Polynomial.constant(0)))
            bounds = [fact for fact in self.facts if self.small in free_variables(fact.conclusion)]
            known = at(one_more_power(), own, self.small, value, size, given=[*bounds, known], premises=2)
            value, size = term("a + s * c", a=own, s=self.small, c=value), term("a^2 + 1 + u", a=own, u=size)
        low, _, not_negative = conjuncts(known)
        return value, size, kernel.conjoin(low, not_negative)

    def _name(self) -> str:
        return self.fractions.atoms.setdefault(self.variable, f"t{len(self.fractions.atoms)}")

    def _outer(self, polynomial: Polynomial) -> Term:
        """A coefficient, which speaks of nothing that depends on d."""
        found = self.fractions.written(polynomial)
        if self.inner & free_variables(found):
            raise ProofError(f"a coefficient depends on what is claimed for large numbers only: {found}")
        return found

    # -- words for moments ---------------------------------------------------------------------------------------------

    def _number(self, number: Term) -> Term:
        """The number without words for moments."""
        return sides(self.plain(number).conclusion)[1]

    def _said(self, part: Term) -> Term:
        return sides(self._rewriting(part).conclusion)[1]

    def _in_words(self, part: Term, theorem: Proved) -> Proved:
        """The theorem with words for moments, as the part has them."""
        return derived.follow(symmetric(self._rewriting(part)), theorem)

    def _rewriting(self, part: Term) -> Proved:
        """|- a part iff it holds of the numbers without words for moments"""
        theorem = kernel.reflexive(part)
        for number in dict.fromkeys(_numbers(part)):
            plain = self.plain(number)
            if sides(plain.conclusion)[1] != number:
                theorem = derived.transitive(theorem, _replaced(sides(theorem.conclusion)[1], number, plain))
        return theorem


def _numbers(part: Term) -> list[Term]:
    """The numbers of which an inequality, or a denied equation, speaks."""
    sizes = sizes_of(part)
    denied = applied(part, "not", 1)
    both = applied(denied[0], "=", 2) if denied else applied(part, "<=", 2)
    return [n for n in (sizes[0], sizes[2]) if n is not None] if sizes else list(both or ())


def _replaced(formula: Term, number: Term, same: Proved) -> Proved:
    """|- a formula iff the one with another number, which is the same, in the place of a number"""

    def convert(part: Term) -> Proved | None:
        return same if part == number else None

    return normal(formula, convert)


def conjuncts_of(formula: Term) -> list[Term]:
    """The parts of `A and B and C`."""
    both = applied(formula, "and", 2)
    return [formula] if both is None else [both[0], *conjuncts_of(both[1])]


def sizes_of(part: Term) -> tuple[Term, Term, Term | None] | None:
    """a, c and b of |a| <= c |b|, or of |a| <= c without b; None for anything else."""
    both = applied(part, "<=", 2)
    left = applied(both[0], "abs", 1) if both else None
    if both is None or left is None:
        return None
    product = applied(both[1], "*", 2)
    right = applied(product[1], "abs", 1) if product else None
    return (left[0], product[0], right[0]) if product and right else (left[0], both[1], None)


def _size(coefficient: Term) -> tuple[Term, Proved]:
    """u and |- -u <= c and 0 <= u"""
    if isinstance(coefficient, Number):
        size = Number(abs(coefficient.value))
        return size, arithmetic(term("-u <= c and 0 <= u", u=size, c=coefficient))
    return term("c^2 + 1", c=coefficient), at(at_most_its_square(), coefficient)
