"""What proves statements about pure protocols of any size: p* and q* by the protocol, moments by the laws of pure ones.

A statement gives `pure(k, m, P, S, p, q)` for each protocol that it speaks of; where P is one of the protocols of the
theory, its p* and q* are put in. Sums over the values are worked out, and the rest is arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arguments,
    arithmetic,
    by,
    conjuncts,
    cut,
    decided,
    fresh,
    generalise,
    matches,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    AT_MOST,
    BOOL,
    FALSE,
    IMPLIES,
    LESS,
    LOG,
    NOT,
    REAL,
    TIMES,
    Abstract,
    Constant,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    free_variables,
    opened,
    parts,
    quantified,
    substituted,
)
from derivations.theory import pure_protocols as pure
from derivations.theory.asymptotics import eventually
from derivations.theory.automatic import (
    LARGEST,
    automatic,
    case_by_case,
    conditions,
    facts_of_all,
    inverses,
    literals,
    small_range,
    written_out,
)
from derivations.theory.exponentials import exponents
from derivations.theory.extreme_values import SMALL, instances, put_together, taken_apart
from derivations.theory.fractions import Fractions
from derivations.theory.hadamard_response import hadamard_response_is_pure
from derivations.theory.independent_responses import in_independent
from derivations.theory.likelihood import (
    counts_add_up,
    frequency_at_most_all,
    frequency_not_negative,
    zero_square,
)
from derivations.theory.listings import LISTINGS, supposed, without
from derivations.theory.local_hashing import local_hashing_is_pure
from derivations.theory.log_equations import by_logarithms, linear_in_logarithms, logarithms
from derivations.theory.log_numbers import log_of_one
from derivations.theory.logarithms import log_of_quotient
from derivations.theory.near_zero import is_near_zero, near_zero
from derivations.theory.noisy_counts import of_noisy_counts
from derivations.theory.pure_levels import (
    encoding_level,
    hadamard_response_level,
    level_once,
    local_hashing_level,
    randomized_response_level,
    subset_selection_level,
)
from derivations.theory.single_terms import (
    at,
    each,
    either,
    next_integer,
    one_other,
    sum_of_equals,
    summed,
    term_at_most_sum,
)
from derivations.theory.square_roots import by_roots, roots_in
from derivations.theory.subset_selection import subset_selection_is_pure
from derivations.theory.sums import ONE, ZERO, in_range, in_sums
from derivations.theory.surveys import in_expectations
from derivations.theory.unary_encoding import encoding_supports_both, unary_encoding_is_pure

Lemma = Callable[[], Proved]
PROTOCOLS: Mapping[str, Lemma] = {
    "randomized_response": pure.randomized_response_is_pure,
    "unary_encoding": unary_encoding_is_pure,
    "local_hashing": local_hashing_is_pure,
    "subset_selection": subset_selection_is_pure,
    "hadamard_response": hadamard_response_is_pure,
}
"""Theorems that say of a protocol of the theory that it is a design, and pure with which p* and q*."""

LAWS: Mapping[str, tuple[Lemma, ...]] = {
    "mean": (pure.chance_of_support,),
    "independent": (pure.expected_count_given, pure.expected_share_given, pure.expected_support, pure.expected_one),
    "independent_variance": (pure.variance_of_count_given, pure.variance_of_share_given),
    "independent_covariance": (
        pure.covariance_of_counts,
        pure.covariance_of_shares_given,
        pure.no_covariance_of_counts,
        pure.no_covariance_of_shares,
    ),
    "expectation": (
        pure.expected_count_drawn,
        pure.expected_share_drawn,
        pure.expected_support_drawn,
        pure.expected_one_drawn,
    ),
    "dispersion": (pure.variance_of_count_drawn, pure.variance_of_share_drawn),
    "codispersion": (pure.covariance_of_counts_drawn, pure.covariance_of_shares_drawn),
}
"""Moments of one response of a pure protocol, and of its estimates, by the word for them."""

SMALL_VALUES = tuple(map(Number, range(1, LARGEST + 1)))
"""The values of which it is said how many respondents have them, at numbers."""

SECONDS = 1.0
"""For a proof without what depends on which indices are the same, before these cases are told apart."""
HIGHEST_END = 8
"""No whole number is asked whether it is above more than this by an equation."""

LEVELS: Mapping[str, Lemma] = {
    "randomized_response": randomized_response_level,
    "unary_encoding": encoding_level,
    "local_hashing": local_hashing_level,
    "subset_selection": subset_selection_level,
    "hadamard_response": hadamard_response_level,
}
"""Theorems that say which is the least privacy level of a protocol of the theory."""


def of_every_size(goal: Goal) -> Proved:
    """A theorem of the goal's conclusion, from p* and q* of the protocols that it gives and the laws of pure ones."""
    if quantified(goal.conclusion, "exists") is not None:
        return (near_zero if is_near_zero(goal.conclusion) else eventually)(goal, known_from)
    plain, bounds, existences = taken_apart(goal.facts)
    if bounds:
        with suppress(ProofError):
            prover = _Prover(plain)  # an order of extreme values is mostly one of all values
            if _is_equation(goal.conclusion):
                elsewhere = {variable for _, variable in existences}
                others = [fact for fact in plain if not elsewhere & free_variables(fact.conclusion)]
                indices = [
                    place for fact in others if (place := _index(fact.conclusion)) and isinstance(place[0], Free)
                ]
                places = [*dict.fromkeys(i for i, _ in indices), *SMALL]
                prover.ways = _Ways(prover, _Prover(others, bounds=bounds, places=places), *_extremes(bounds))
            return put_together(prover.show(goal.conclusion), existences)
        with suppress(ProofError):
            return put_together(_Prover(plain, bounds=bounds).show(goal.conclusion), existences)
    return put_together(_Prover(plain, bounds=bounds, places=SMALL if bounds else ()).show(goal.conclusion), existences)


@dataclass(frozen=True)
class _Ways:
    """What knows where extreme values are attained, what knows the bounds at small indices, and which values these are.

    An equation is shown by two inequalities: no case is told apart where only bounds at numbers are needed.
    """

    attained: _Prover
    bounded: _Prover
    largest: Set[Free]
    smallest: Set[Free]

    def of(self, low: Term, high: Term) -> tuple[_Prover, _Prover]:
        """The two, the likelier one first, for low <= high."""
        is_attained = self.largest & free_variables(low) or self.smallest & free_variables(high)
        return (self.attained, self.bounded) if is_attained else (self.bounded, self.attained)


def _extremes(bounds: Sequence[Proved]) -> tuple[Set[Free], Set[Free]]:
    """The variables that are largest and smallest values, by the bounds f(i) <= M and m <= f(i)."""
    found: tuple[set[Free], set[Free]] = set(), set()
    for bound in bounds:
        body = bound.conclusion
        while (inner := quantified(body, "forall")) is not None:
            body = opened(inner, fresh(inner))
            body = (applied(body, "implies", 2) or (body, body))[1]
        low, high = applied(body, "<=", 2) or (body, body)
        found[0].update([high] if isinstance(high, Free) else [])
        found[1].update([low] if isinstance(low, Free) else [])
    return found


def known_from(facts: Sequence[Proved]) -> tuple[Sequence[Proved], Callable[[Term], Proved]]:
    """All that is known from facts, and what puts moments into a number."""
    prover = _Prover(facts)
    return prover.known, prover.without_moments


def _is_equation(formula: Term) -> bool:
    """Whether part of a conclusion is an equation."""
    if (body := quantified(formula, "forall")) is not None:
        return _is_equation(opened(body, fresh(body)))
    if then := applied(formula, "implies", 2):
        return _is_equation(then[1])
    both = applied(formula, "and", 2)
    return any(map(_is_equation, both)) if both else applied(formula, "=", 2) is not None


def without_moments(goal: Goal, derived: Iterable[Free]) -> tuple[Term, dict[Free, Term]]:
    """The goal's conclusion with moments put in, which speaks of no response, and what is known of some variables.

    These are p* and q* of protocols of the theory, and their levels.
    """
    prover = _Prover(goal.facts)
    known = {variable: sides(normal(variable, *prover.stars).conclusion)[1] for variable in derived}
    return sides(prover.without_moments(goal.conclusion).conclusion)[1], known


def refuted_of_every_size(statement: Term, values: Sequence[Term | None]) -> Proved:
    """|- not statement, for a statement that fails where its outer variables, in their order, have these values.

    None stands for what lists the responses of a protocol: the theory knows that there is such a list. Raises
    ProofError for more values than the statement has outer variables.
    """
    assumed = kernel.assume(statement)
    left, given, facts = list(values), list[Term](), list[Proved]()
    unknown: set[Free] = set()
    words: dict[Free, Term] = {}  # what respondents have is put in last, since laws speak of any word
    while True:
        if left and (body := quantified(assumed.conclusion, "forall")) is not None:
            value = left.pop(0)
            if value is None or isinstance(value, Abstract):
                variable = fresh(body)
                unknown |= {variable} if value is None else set()
                words |= {variable: value} if value is not None else {}
                value = variable
            assumed = rewritten(kernel.specialise(assumed, value))
        elif found := applied(assumed.conclusion, "implies", 2):
            if (law := applied(found[0], "law", 2)) and isinstance(law[1], Free) and law[1] in words:
                assumed = rewritten(kernel.instantiate(assumed, {law[1]: words.pop(law[1])}))
                continue
            premise = _at_numbers(found[0], facts, unknown, words)
            given.append(found[0])
            facts += conjuncts(premise)
            assumed = kernel.detach(assumed, premise)
        else:
            break
    if left:
        raise ProofError(f"there are {len(left)} values too many")
    counts = [kernel.assume(count) for formula in given for count in _counts(formula, words, values)]
    said = rewritten(_Prover([*facts, *counts], at_numbers=True).worked_out(assumed), conditions)
    said_of_numbers = facts_of_all(_decided(said), (), ())
    squares = [root for fact in said_of_numbers for root in roots_in(fact.conclusion, ())]
    theorem = by_logarithms(FALSE, *said_of_numbers, *squares)
    theorem = since_listed(theorem, given, unknown)
    needed = [formula for formula in theorem.hypotheses if words.keys() & free_variables(formula)]
    theorem = kernel.instantiate(theorem, words)
    return derived.reject(statement, cut(theorem, *(_written_out(substituted(formula, words)) for formula in needed)))


def _decided(theorem: Proved) -> Iterator[Proved]:
    """What is said of numbers, part by part; of an equivalence the side that does not hold, since the other does."""
    for part in conjuncts(theorem):
        there, back = applied(part.conclusion, "implies", 2), applied(part.conclusion, "=", 2)
        if there:
            yield from _decided(kernel.detach(part, _of_numbers(there[0])))
        elif back and back[0].type == BOOL:
            try:
                yield from _decided(derived.follow(part, _of_numbers(back[0])))
            except ProofError:
                yield from _decided(derived.follow(symmetric(part), _of_numbers(back[1])))
        else:
            yield part


def _of_numbers(formula: Term) -> Proved:
    """A formula that holds of numbers."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*map(_of_numbers, both))
    return by_logarithms(formula)


def _written_out(formula: Term) -> Proved:
    return automatic(Goal(formula, (), (), formula))


def _counts(formula: Term, words: Mapping[Free, Term], values: Sequence[Term | None]) -> Iterator[Term]:
    """How many respondents have a value, for each number in a statement that is one of the values."""
    found = applied(formula, "word", 3)
    if found is None:
        return
    n, k, v = found
    if not isinstance(v, Free) or not isinstance(k, Number):
        return
    for i in {value for value in values if isinstance(value, Number) and 1 <= value.value <= k.value}:
        own = term("frequency(n, i)(w)", n=n, i=i, w=words[v])
        count = normal(own, unfolding("frequency", "indicator"), written_out, conditions, literals)
        yield equal(term("frequency(n, i)(v)", n=n, i=i, v=v), sides(count.conclusion)[1])


def _listing(formula: Term, unknown: Set[Free]) -> tuple[str, list[Free]] | None:
    """The word for a listing of responses, and what it says to be there; None where the formula is no such premise."""
    for word, (count, places, _) in LISTINGS.items():
        found = applied(formula, word, count)
        own = [found[place] for place in places] if found else []
        free = [part for part in own if isinstance(part, Free) and part in unknown]
        if found and len(free) == len(own):
            return word, free
    return None


def _is_part_of_listing(formula: Term, unknown: Set[Free]) -> bool:
    """Whether a premise says of what is listed that it is a number of responses, or a design."""
    whole = applied(formula, "and", 2)
    number = applied(whole[0], "integer", 1) if whole else None
    design = applied(formula, "design", 3)
    return (number is not None and number[0] in unknown) or (design is not None and design[2] in unknown)


def is_listed(formula: Term, unknown: Set[Free]) -> bool:
    """Whether a premise says of what is unknown that it lists the responses of a protocol, or is part of that."""
    return _listing(formula, unknown) is not None or _is_part_of_listing(formula, unknown)


def since_listed(theorem: Proved, given: Sequence[Term], unknown: Set[Free], known: Sequence[Proved] = ()) -> Proved:
    """A theorem that does not assume any listing, from one that does, since the theory knows that there are such."""
    for formula in reversed(given):
        found = _listing(formula, unknown)
        if found is None:
            continue
        (word, own), count = found, LISTINGS[found[0]][0]
        arguments = applied(formula, word, count) or ()
        others = {part for part in arguments if isinstance(part, Free)} - set(own)
        sizes = [other for other in given if _is_part_of_listing(other, others)]
        existence = LISTINGS[word][2]([*known, *sizes], *arguments)
        there = supposed(existence, own)
        parts_of_it = [other for other in given if other == formula or _is_part_of_listing(other, set(own))]
        theorem = without(existence, own, cut(theorem, *(shown(part, [there]) for part in parts_of_it)))
    return theorem


def _at_numbers(formula: Term, facts: Sequence[Proved], unknown: Set[Free], words: Mapping[Free, Term]) -> Proved:
    """A premise where all sizes are numbers: of a protocol of the theory by its theorem, else written out.

    What is said of a listing or a word is assumed.
    """
    if _is_extreme(formula):
        counts = [kernel.assume(own) for fact in facts for own in _counts(fact.conclusion, words, SMALL_VALUES)]
        return _case_by_number(formula, _Prover([*facts, *counts], at_numbers=True))
    if is_listed(formula, unknown) or words.keys() & free_variables(formula):
        return kernel.assume(formula)
    if applied(formula, "least_level", 4):
        return _Prover(facts, at_numbers=True).show(formula)
    wanted = applied(formula, "pure", 6)
    for _, found in _instances(wanted[:4], facts) if wanted else ():
        own = applied(found.conclusion, "pure", 6)
        assert wanted
        assert own
        for number, (place, said) in enumerate(zip(wanted[4:], own[4:], strict=True)):
            value = Free("value #0")
            arguments = [*own[:4], *(wanted[4 : 4 + number]), value, *own[5 + number :]]
            pattern = term(
                "pure(k, m, P, S, p, q)", **dict(zip(("k", "m", "P", "S", "p", "q"), arguments, strict=True))
            )
            found = kernel.replace(arithmetic(equal(said, place)), closed(value, pattern), found)
        return found
    return _written_out(formula)


def _is_extreme(formula: Term) -> bool:
    """Whether a premise says what the largest or smallest of several numbers is."""
    both = applied(formula, "and", 2)
    return both is not None and quantified(both[0], "forall") is not None and quantified(both[1], "exists") is not None


def _case_by_number(formula: Term, prover: _Prover) -> Proved:
    """A premise on moments and extreme values, each index being put in as a number."""

    def show(said: Term, *_: object) -> Proved:
        if both := applied(said, "and", 2):
            return kernel.conjoin(show(both[0]), show(both[1]))
        if (size := small_range(said)) is not None:
            return case_by_case(said, size, [], (), show)
        if (body := quantified(said, "exists")) is not None:
            return _of_some(said, body)
        if applied(said, "integer", 1):
            return shown(said)
        plain = prover.without_moments(said)
        plain = derived.transitive(plain, normal(sides(plain.conclusion)[1], conditions))
        return derived.follow(symmetric(plain), by_logarithms(sides(plain.conclusion)[1]))

    def _of_some(said: Term, body: Abstract) -> Proved:
        for index in range(1, LARGEST + 1):
            with suppress(ProofError):
                return kernel.witness(said, Number(index), show(opened(body, Number(index))))
        raise ProofError(f"no index is found of which {said} holds")

    return show(formula)


def of_protocol(protocol: Sequence[Term], facts: Sequence[Proved]) -> Proved | None:
    """That a protocol of the theory is pure, with its p* and q*; None of another protocol."""
    return next((own for _, own in _instances(protocol, facts)), None)


def _instances(protocol: Sequence[Term], facts: Sequence[Proved]) -> Iterator[tuple[Proved, Proved]]:
    """That a protocol is a design, and that it is pure, by the theorem on such protocols."""
    for word, theorem in PROTOCOLS.items():
        if not _has(protocol[2], word):
            continue
        found = _fitting(theorem(), lambda said: applied(_part(said, 1), "pure", 6), protocol, facts)
        if found is not None:
            yield kernel.part(found, 0), kernel.part(found, 1)


def _part(formula: Term, number: int) -> Term:
    """A or B of `A and B`."""
    return (applied(formula, "and", 2) or (formula, formula))[number]


def _fitting(
    theorem: Proved,
    arguments: Callable[[Term], tuple[Term, ...] | None],
    wanted: Sequence[Term],
    facts: Sequence[Proved],
) -> Proved | None:
    """What a theorem says for all values, where the first arguments of what it says are those wanted."""
    variables: list[Free] = []
    while (body := quantified(theorem.conclusion, "forall")) is not None:
        variables.append(fresh(body))
        theorem = kernel.specialise(theorem, variables[-1])
    said = theorem.conclusion
    while found := applied(said, "implies", 2):
        said = found[1]
    values: dict[Free, Term] = {}
    pairs = zip(arguments(said) or (), wanted, strict=False)  # the first of them
    if not all(matches(pattern, own, frozenset(variables), values) for pattern, own in pairs):
        return None
    theorem = rewritten(kernel.instantiate(theorem, values))
    while needed := applied(theorem.conclusion, "implies", 2):
        try:
            theorem = kernel.detach(theorem, shown(needed[0], facts))
        except ProofError:
            return None
    return theorem


class _Prover:
    """Facts, and the laws under them."""

    def __init__(
        self,
        facts: Sequence[Proved],
        at_numbers: bool = False,
        bounds: Sequence[Proved] = (),
        places: Sequence[Term] = (),
    ) -> None:
        self.facts = [*facts, *_lower_ends(facts)]
        self.facts += [bound for fact in facts if (bound := _next_whole(fact, facts)) is not None]
        self.at_numbers = at_numbers
        self.premise: Sequence[Proved] = ()
        self.assumed: Sequence[Proved] = ()
        self.ways: _Ways | None = None
        self._signs: tuple[list[Proved], int, Fractions] | None = None
        self.given = list(facts)
        stars: list[Conversion] = []
        for fact in facts:
            protocol = applied(fact.conclusion, "pure", 6)
            if protocol is None:
                continue
            for design, own in _instances(protocol[:4], self.facts):
                self.facts += [design, own]
                k, m, P, S, *both = protocol
                r, s = (applied(own.conclusion, "pure", 6) or ())[4:]
                if isinstance(both[0], Free):
                    once = at(pure.pure_once(), k, m, P, S, *both, r, s, given=self.facts, premises=3)
                    stars += [by(star) for star in conjuncts(once)]
            self._apart(protocol[4], protocol[5], stars)
            self.facts += list(self._of_pairs(protocol))
        for fact in facts:
            level = applied(fact.conclusion, "least_level", 4)
            if level is not None and isinstance(level[3], Free):
                own = self._known_level(level[:3])
                worth = (applied(own.conclusion, "least_level", 4) or level)[3]
                stars.append(by(at(level_once(), *level, worth, given=[fact, own], premises=2)))
        self.facts += [fact for given in facts for fact in self._of_shares(given)]
        self.facts += [count for fact in facts if (count := self._as_count(fact)) is not None]
        self.stars = [*stars, *(by(fact) for fact in self.facts if _is_count(fact.conclusion))]
        indices = [place for fact in facts if (place := _index(fact.conclusion)) is not None]
        apart = [fact for fact in facts if applied(fact.conclusion, "not", 1)]
        self.has_extremes = bool(bounds)
        for among in (list(dict.fromkeys(i for i, _ in indices if isinstance(i, Free))), places):
            found = [fact for bound in bounds for fact in instances(bound, self.facts, among)]
            decided_so = (rewritten(fact, _choices_apart(apart)) for fact in map(self.worked_out, found))
            self.facts += list(map(self.worked_out, decided_so))
        self.facts = [self.worked_out(fact) if _has_moment(fact.conclusion) else fact for fact in self.facts]

    def _apart(self, p: Term, q: Term, stars: Sequence[Conversion]) -> None:
        """p* != q*, where that holds."""
        differ = normal(NOT(equal(p, q)), *stars)
        try:
            apart = derived.follow(symmetric(differ), arithmetic(sides(differ.conclusion)[1], *self.given))
        except ProofError:
            return
        self.facts.append(apart)

    def _of_pairs(self, protocol: Sequence[Term]) -> Iterator[Proved]:
        """That no response supports two values that differ, or that their supports are independent."""
        k, m, P, S = protocol[:4]
        for fact in self.given:
            denied = applied(fact.conclusion, "not", 1)
            both = applied(denied[0], "=", 2) if denied else None
            if both is None:
                continue
            for pair in (both, both[::-1]):
                apart = [*self.facts, fact, derived.follow(symmetric(_turned(*pair)), fact) if pair != both else fact]
                if isinstance(S, Constant) and S.name == "itself":
                    yield at(pure.values_exclude(), m, *pair, given=apart)
                elif _has(P, "unary_encoding"):
                    x = fresh(Free("x"))
                    z, p, q = arguments(P)[1:]
                    known = [*apart, *conjuncts(kernel.assume(in_range(x, k)))]
                    try:
                        found = at(encoding_supports_both(), k, m, z, p, q, x, *pair, given=known, premises=6)
                    except ProofError:
                        continue
                    yield each(x, k, found)

    def _as_count(self, fact: Proved) -> Proved | None:
        """frequency(n, i)(v) = c n from empirical(n, v)(i) = c, a number."""
        found = applied(fact.conclusion, "=", 2)
        share = applied(found[0], "empirical", 3) if found else None
        if found is None or share is None or not isinstance(found[1], Number):
            return None
        n, v, i = share
        count = term("frequency(n, i)(v)", n=n, i=i, v=v)
        value = Number(0) if found[1] == ZERO else n if found[1] == ONE else TIMES(found[1], n)
        plain = normal(fact.conclusion, unfolding("empirical"))
        return arithmetic(equal(count, value), derived.follow(plain, fact), *self.facts)

    def _of_shares(self, fact: Proved) -> Iterator[Proved]:
        """What is known of counts and shares at the indices that are given."""
        indices = [place for known in self.given if (place := _index(known.conclusion)) is not None]
        if found := applied(fact.conclusion, "word", 3):
            n, k, v = found
            for i, size in indices:
                if size == k:
                    yield at(frequency_not_negative(), n, i, v, given=self.facts)
                    yield at(frequency_at_most_all(), n, i, v, given=self.facts)
            yield at(counts_add_up(), n, k, v, given=self.facts, premises=3)
        if found := applied(fact.conclusion, "law", 2):
            shares, whole = conjuncts(rewritten(fact, unfolding("law")))
            yield whole
            for i, size in indices:
                if size == found[0]:
                    yield at(shares, i, given=self.facts)
                    most = at(term_at_most_sum(), found[0], i, found[1], given=[*self.facts, shares], premises=3)
                    yield cut(most, shares)

    # -- statements ----------------------------------------------------------------------------------------------------

    def show(self, formula: Term) -> Proved:
        """A theorem of a formula."""
        if both := applied(formula, "and", 2):
            return kernel.conjoin(self.show(both[0]), self.show(both[1]))
        if both := applied(formula, "implies", 2):
            assumed = list(conjuncts(self.worked_out(kernel.assume(both[0]))))
            assumed += [root for fact in assumed if (root := self._root(fact)) is not None]
            known = [*self.facts, *assumed]
            assumed += [bound for fact in assumed if (bound := _next_whole(fact, known)) is not None]
            then = self._with(assumed)
            then.premise = assumed
            return kernel.discharge(both[0], then.show(both[1]))
        if (both := applied(formula, "=", 2)) and both[0].type == BOOL:
            there, back = (self.show(IMPLIES(*pair)) for pair in (both, both[::-1]))
            return derived.equivalent(there, back)
        if (body := quantified(formula, "forall")) is not None:
            variable = fresh(body)
            return kernel.generalise(variable, self.show(opened(body, variable)))
        if level := applied(formula, "least_level", 4):
            return self._level(level)
        if (
            (both := applied(formula, "=", 2))
            and (inside := [applied(side, "log", 1) for side in both])
            and all(inside)
        ):
            first, second = (own[0] for own in inside if own)
            with suppress(ProofError):
                return kernel.congruent(kernel.reflexive(LOG), self.show(equal(first, second)))
        if (of_histograms := of_noisy_counts(formula, self.facts)) is not None:
            return of_histograms
        if self.ways is not None and (both := applied(formula, "=", 2)):
            return arithmetic(formula, self._at_most(*both), self._at_most(*both[::-1]), opaque=True)
        plain = self._plain(formula)
        said = sides(plain.conclusion)[1]
        choices = (choice for part in (said, *(fact.conclusion for fact in self.facts)) for choice in _choices(part))
        condition = next(choices, None)
        if condition is not None and self.has_extremes and not any(_choices(said)):
            plainly = [fact for fact in self.known if not any(_choices(fact.conclusion))]
            with suppress(ProofError):
                return derived.follow(symmetric(plain), arithmetic(said, *plainly, seconds=SECONDS))
        if condition is not None:
            return derived.follow(symmetric(plain), self._in_each_case(said, condition))
        if any(map(_is_equation, (fact.conclusion for fact in self.premise))):
            with suppress(ProofError):  # mostly what is assumed last is enough, such as (x + 1 - g)^2 = 0
                return derived.follow(symmetric(plain), arithmetic(said, *self.premise, seconds=SECONDS))
        known = self.known
        has_powers = any(logarithms(each) or exponents(each) for each in (said, *(fact.conclusion for fact in known)))
        show = by_logarithms if has_powers else by_roots if _has(said, "sqrt") else arithmetic
        if logarithms(said) and linear_in_logarithms(said) is None:
            if not applied(said, "=", 2):
                with suppress(ProofError):  # a logarithm of a quotient is bounded as it stands
                    return derived.follow(symmetric(plain), show(said, *known))
            plain = derived.transitive(plain, normal(said, self._logarithm_apart, by(log_of_one())))
            said = sides(plain.conclusion)[1]
        return derived.follow(symmetric(plain), show(said, *known))

    def _at_most(self, low: Term, high: Term) -> Proved:
        """|- a <= b, in one of two ways"""
        assert self.ways is not None
        first, second = (prover._with(self.assumed) for prover in self.ways.of(low, high))
        with suppress(ProofError):
            return first.show(AT_MOST(low, high))
        return second.show(AT_MOST(low, high))

    def _logarithm_apart(self, part: Term) -> Proved | None:
        """|- log(a) = log(s) - log(t), where a is a quotient, and s/t in lowest terms."""
        found = applied(part, "log", 1)
        if found is None or part.loose or not _divides(found[0]):
            return None
        try:
            fraction = self._fractions().of(found[0])
            positive = arithmetic(term("0 < s", s=fraction.parts[0]), *self.known)
        except (ProofError, ZeroDivisionError):
            return None
        same = kernel.congruent(kernel.reflexive(LOG), fraction.theorem)
        given = [kernel.conjoin(positive, fraction.positive)]
        return derived.transitive(same, at(log_of_quotient(), *fraction.parts, given=given))

    def _root(self, fact: Proved) -> Proved | None:
        """f = 0 from c f^2 = 0"""
        found = applied(fact.conclusion, "=", 2)
        if found is None or found[0].type != REAL or found[1] != ZERO:
            return None
        fractions = self._fractions()
        with suppress(ProofError, ZeroDivisionError):
            _, factors = fractions.of(found[0]).value.numerator.factors()
            if len(factors) == 1 and factors[0][1] == 2:
                root = fractions.written(factors[0][0])
                return at(zero_square(), root, given=[arithmetic(term("r^2 = 0", r=root), fact)])
        return None

    def _in_each_case(self, formula: Term, condition: Term) -> Proved:
        """A formula with a choice, once where its condition holds and once where it does not."""
        found = []
        pair = applied(condition, "=", 2)
        same = {condition, *([equal(*pair[::-1])] if pair else [])}
        for case in (condition, NOT(condition)):
            plain = normal(formula, decided([case]))
            inside = self._with(list(conjuncts(self.worked_out(kernel.assume(case)))))
            facts = [
                self.worked_out(rewritten(fact, decided([case])))
                if same.intersection(_choices(fact.conclusion))
                else fact
                for fact in inside.facts
            ]
            inside.has_extremes = False  # without what depends on indices it was tried once
            inside.facts = list({fact.conclusion: fact for fact in facts}.values())
            shown_so = inside.show(sides(plain.conclusion)[1])
            found.append(derived.follow(symmetric(plain), shown_so))
        return kernel.cases(either(condition), *found)

    def worked_out(self, theorem: Proved) -> Proved:
        """A theorem with all moments of estimates in it put in."""
        return rewritten(derived.follow(self._plain(theorem.conclusion), theorem), conditions)

    @property
    def known(self) -> list[Proved]:
        """The facts with p* and q* put in."""
        return [rewritten(fact, *self.stars) for fact in self.facts if not applied(fact.conclusion, "pure", 6)]

    def _with(self, assumed: Sequence[Proved]) -> _Prover:
        other = object.__new__(_Prover)
        other.__dict__.update(self.__dict__)
        other.facts, other.assumed = [*self.facts, *assumed], [*self.assumed, *assumed]
        return other

    def _plain(self, formula: Term) -> Proved:
        """|- formula = what it says without moments, quotients multiplied out"""
        found = self.without_moments(formula)
        return derived.transitive(found, normal(sides(found.conclusion)[1], self._as_polynomial))

    def without_moments(self, formula: Term) -> Proved:
        """|- formula = what it says without moments"""
        needed = [law for word, laws in LAWS.items() if _has(formula, word) for law in laws]
        laws = self._laws(self.facts, needed)
        if _has(formula, "supporting") and any(_has(formula, word) for word in ("independent", "expectation")):
            apart = [inverses, in_independent(self.facts), in_expectations(self.facts)]
            first = normal(formula, *apart)
            facts = [*self.facts, *(rewritten(fact, inverses) for fact in self.facts)]
            laws += self._laws(facts, needed, inverses)
            return derived.transitive(first, self._after(sides(first.conclusion)[1], needed, laws))
        return self._after(formula, needed, laws)

    def _after(self, formula: Term, needed: Sequence[Lemma], laws: Sequence[Conversion]) -> Proved:
        """|- formula = what it says, its moments being taken apart"""
        steps = [*self.stars, unfolding("empirical", "symmetric", "indicator", "min", "max", "abs")]
        steps.append(one_other(self.facts))
        found = normal(formula, self._in_sums(needed), *laws)
        found = derived.transitive(found, normal(sides(found.conclusion)[1], *steps))
        if _has(sides(found.conclusion)[1], "sum"):
            closing = [inverses, in_sums(self.facts), by(sum_of_equals(), self.facts), by(counts_add_up(), self.facts)]
            closing += [by(fact) for fact in self.facts if _is_sum_of_shares(fact.conclusion)]
            found = derived.transitive(found, normal(sides(found.conclusion)[1], *closing))
        return found

    def _as_polynomial(self, formula: Term) -> Proved | None:
        """A comparison of numbers with quotients as one of a polynomial with 0."""
        if self.at_numbers or not _has(formula, "/") or _has(formula, "if") or _has(formula, "sqrt"):
            return None
        if linear_in_logarithms(formula):
            return None
        both = applied(formula, "=", 2) or applied(formula, "<", 2) or applied(formula, "<=", 2)
        if not both or both[0].type != REAL or (ZERO in both and not any(map(_divides, both))):
            return None
        return self._fractions().compared(formula)

    def _fractions(self) -> Fractions:
        """Fractions under the facts as they are now; signs that were found under fewer facts are kept."""
        if self._signs is None or self._signs[0] is not self.facts or self._signs[1] != len(self.facts):
            before = self._signs[2] if self._signs else Fractions(())
            self._signs = (self.facts, len(self.facts), before.under(self.known))
        return self._signs[2]

    def _laws(self, facts: Sequence[Proved], laws: Sequence[Lemma], *written: Conversion) -> list[Conversion]:
        protocols = [found for fact in self.given if (found := applied(fact.conclusion, "pure", 6))]
        of_each = (_of_one_protocol(law(), protocol) for law in laws for protocol in protocols)
        return [by(rewritten(law, *written), facts, _among) for law in of_each]

    def _in_sums(self, laws: Sequence[Lemma]) -> Conversion:
        """A sum over values, what is summed being worked out at each."""

        def convert(part: Term) -> Proved | None:
            found = applied(part, "sum", 2)
            if found is None or not any(_has(found[1], word) for word in LAWS):
                return None
            i = Free("i #0") if self.at_numbers else fresh(Free("i"))
            inside = kernel.assume(in_range(i, found[0]))
            facts = [*self.facts, *conjuncts(inside)]
            body = sides(normal(found[1](i)).conclusion)[1]
            worked = normal(body, *self._laws(facts, laws))
            if sides(worked.conclusion)[1] == body:
                return None
            return summed(i, found[0], worked, [*self.facts])

        return convert

    def _level(self, wanted: tuple[Term, ...]) -> Proved:
        k, m, P, x = wanted
        found = self._known_level((k, m, P))
        own = (applied(found.conclusion, "least_level", 4) or ())[3]
        value = Free("value #0")
        pattern = closed(value, term("least_level(k, m, P, x)", k=k, m=m, P=P, x=value))
        return kernel.replace(self.show(equal(own, x)), pattern, found)

    def _known_level(self, protocol: Sequence[Term]) -> Proved:
        """The least privacy level of a protocol, by the theorem on such protocols."""
        for word, theorem in LEVELS.items():
            if _has(protocol[2], word):
                found = _fitting(theorem(), lambda said: applied(said, "least_level", 4), protocol, self.facts)
                if found is not None:
                    return found
        raise ProofError(f"nothing is known of the privacy level of {protocol[2]}")


def _divides(number: Term) -> bool:
    """Whether a number is a quotient, or a sum or product of such; what stands inside of a logarithm is none."""
    if applied(number, "/", 2):
        return True
    return any(_divides(part) for operator in "+*^" for part in applied(number, operator, 2) or ())


def _choices(formula: Term) -> Iterator[Term]:
    """The conditions of choices in a relation between numbers, or between such; they speak of no bound variable."""
    if not any(applied(formula, word, 2) for word in ("=", "<", "<=", "implies")) and not applied(formula, "not", 1):
        return
    for part in parts(formula):
        if (found := applied(part, "if", 3)) and found[0].loose == 0:
            yield found[0]


def _choices_apart(facts: Sequence[Proved]) -> Conversion:
    """Choices on i = j, where the facts say i != j."""
    denied = {own[0]: fact for fact in facts if (own := applied(fact.conclusion, "not", 1))}

    def convert(term: Term) -> Proved | None:
        found = applied(term, "if", 3)
        pair = applied(found[0], "=", 2) if found else None
        if not found or not pair:
            return None
        if found[0] in denied:
            return kernel.detach(derived.if_false(*found), denied[found[0]])
        if (turned := equal(*pair[::-1])) in denied:
            return kernel.detach(derived.if_false(*found), derived.follow(symmetric(_turned(*pair)), denied[turned]))
        return None

    return convert


def _turned(a: Term, b: Term) -> Proved:
    """|- a != b iff b != a"""
    first, second = NOT(equal(a, b)), NOT(equal(b, a))
    there, back = arithmetic(second, first), arithmetic(first, second)
    return derived.equivalent(kernel.discharge(first, there), kernel.discharge(second, back))


def _of_one_protocol(law: Proved, protocol: Sequence[Term]) -> Proved:
    """A law of all pure protocols as one of this protocol k, m, P, S, p, q."""
    variables = []
    while (body := quantified(law.conclusion, "forall")) is not None:
        variables.append(fresh(body))
        law = kernel.specialise(law, variables[-1])
    first = next(place for place, variable in enumerate(variables) if variable.name.startswith("k "))
    own = variables[first : first + len(protocol)]
    law = kernel.instantiate(law, dict(zip(own, protocol, strict=True)))
    return generalise(rewritten(law), *variables[:first], *variables[first + len(protocol) :])


def _among(formula: Term, facts: Iterable[Term | Proved]) -> Proved:
    """A premise of a law: one of the facts, or made of them; no search."""
    known = {fact.conclusion: fact for fact in facts if isinstance(fact, Proved)}

    def made(wanted: Term) -> Proved:
        if wanted in known:
            return known[wanted]
        if both := applied(wanted, "and", 2):
            return kernel.conjoin(made(both[0]), made(both[1]))
        if (number := applied(wanted, "integer", 1)) and isinstance(number[0], Number):
            return kernel.literal(number[0])
        if (ends := applied(wanted, "<=", 2)) and all(isinstance(end, Number) for end in ends):
            return arithmetic(wanted)
        raise ProofError(f"{wanted} is not among the facts")

    return made(formula)


def _has(formula: Term, word: str) -> bool:
    return any(isinstance(part, Constant) and part.name == word for part in parts(formula))


def _has_moment(formula: Term) -> bool:
    """Whether a formula, which is no law of them, speaks of moments."""
    is_law = quantified(formula, "forall") is not None or applied(formula, "pure", 6) is not None
    return not is_law and any(_has(formula, word) for word in LAWS)


def _is_sum_of_shares(formula: Term) -> bool:
    """sum(k, pi) = 1"""
    found = applied(formula, "=", 2)
    return found is not None and applied(found[0], "sum", 2) is not None and found[1] == ONE


def _is_count(formula: Term) -> bool:
    """frequency(n, i)(v) = 0 and the like."""
    found = applied(formula, "=", 2)
    return found is not None and applied(found[0], "frequency", 3) is not None


def _index(formula: Term) -> tuple[Term, Term] | None:
    """i and k of i <= k."""
    found = applied(formula, "<=", 2)
    return (found[0], found[1]) if found and all(isinstance(end, (Free, Number)) for end in found) else None


def _next_whole(equation: Proved, facts: Sequence[Proved]) -> Proved | None:
    """4 <= g from g = x + 2 and 1 < x, for a whole number g; None where nothing of the kind follows."""
    if applied(equation.conclusion, "=", 2) is None:
        return None
    spoken, found = free_variables(equation.conclusion), None
    for whole in facts:
        number = applied(whole.conclusion, "integer", 1)
        if number is None or number[0] not in spoken:
            continue
        with suppress(ProofError):
            for end in map(Number, range(2, HIGHEST_END)):
                less = arithmetic(LESS(end, number[0]), equation, *facts, seconds=SECONDS)
                which = at(next_integer(), end, number[0], given=[whole, kernel.literal(end)])
                found = arithmetic(AT_MOST(Number(end.value + 1), number[0]), which, less)
    return found


def _lower_ends(facts: Sequence[Proved]) -> list[Proved]:
    """0 <= n and 1 <= n for what is known to be at least 1, or 2."""
    found = []
    for fact in facts:
        ends = applied(fact.conclusion, "<=", 2)
        if ends and isinstance(ends[0], Number) and not isinstance(ends[1], Number):
            smaller = [Number(end) for end in (0, 1) if end < ends[0].value]
            found += [arithmetic(AT_MOST(end, ends[1]), fact) for end in smaller]
    return found
