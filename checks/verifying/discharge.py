"""Search a proof of what must be shown for a print, or an exact point at which it fails.

A point of a failure gives every symbol a value that the statement speaks of, and the kernel checks that all hypotheses
hold there. It lies off the boundary of the domain where there is such a point: a print that fails for everybody is not
shown to fail with eps = 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from checks.claims.roots import conditions, defining, radicands, with_roots
from checks.claims.sides import both_sides, written_names
from checks.claims.verdict import Beside, Outcome, failure_at_constants
from checks.interpreter import Obligation
from checks.interpreter.arithmetic import facts_about
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover import Disproved, Proved, find_failure, prove
from derivations.prover.atoms import approximate
from derivations.prover.deadline import Deadline
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.domain import Domain, real
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    all_of,
    any_of,
    different,
    in_polynomials,
    substitute,
    variables,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Point = Mapping[str, Fraction]

SECONDS_FOR_OTHERS = 2.0  # to find values of variables that a counterexample does not mention
MOST_PREFERRED = 24  # facts that are preferred one by one
WORK = 20_000  # monomials of the sequents with these facts in all
LARGEST_QUESTION = 1_000  # monomials of a sequent about which a solver is asked
DRAWN = 100  # points at which a print is evaluated that says less than its sequent
MOST_TRIED = 3  # points with roots at which a failure is proved
LONGEST_BY_HAND = 6  # characters of a value at which roots are rational, rather than of one at which they are not
SLIGHT = Fraction(1, 10**12)
DIGITS = 20  # of the rational neighbours of named constants
ANY = Fraction(2)  # for a symbol of which nothing is assumed


def discharge(obligation: Obligation, domain: Domain, deadline: Deadline) -> Outcome:
    """The outcome of one obligation, searched until the deadline."""
    place = _Place.of(obligation, domain)
    sequent = place.about(linked=False)
    lemmas = [t for t in obligation.lemmas if t.sequent.hypotheses <= sequent.hypotheses]
    if (at_roots := place.failure_near_roots(deadline)) is not None:
        return at_roots
    found = prove(_with(sequent, lemmas), budget_seconds=_left(deadline))
    if isinstance(found, Proved):
        return _proved(obligation, sequent, found.theorem, lemmas)
    if isinstance(found, Disproved):
        refuted = place.refuted(found.point)
        if refuted is not None:
            return refuted
    linked = place.about(linked=True)
    if linked != sequent:
        found = prove(_with(linked, lemmas), budget_seconds=_left(deadline))
        if isinstance(found, Proved):
            return _proved(obligation, linked, found.theorem, lemmas)
    if isinstance(found, Disproved):
        return place.refuted(found.point) or place.undecided(linked, found.point)
    at_constants = place.failure_at_constants(deadline)
    return at_constants or Outcome(obligation.label, linked, None, reason=found.reason)


def proved_under(
    obligation: Obligation, domain: Domain, deadline: Deadline, theorems: Sequence[Theorem]
) -> tuple[Outcome | None, Sequent]:
    """What proves an obligation with theorems about its symbols, if they do; and what is to be shown then."""
    sequent = _Place.of(obligation, domain).about(linked=True)
    lemmas = [lemma for t in theorems if (lemma := _granted(t, sequent)) is not None]
    found = prove(_with(sequent, lemmas), budget_seconds=_left(deadline.part(0.5))) if lemmas else None
    return _proved(obligation, sequent, found.theorem, lemmas) if isinstance(found, Proved) else None, sequent


def _granted(theorem: Theorem, sequent: Sequent) -> Theorem | None:
    """The theorem under the hypotheses of a sequent, where these give what it assumes."""
    for assumed in sorted(theorem.sequent.hypotheses - sequent.hypotheses, key=str):
        found = prove(Sequent(sequent.hypotheses, assumed), budget_seconds=SECONDS_FOR_OTHERS, oracles=False)
        if not isinstance(found, Proved):
            return None
        theorem = kernel.cut(found.theorem, theorem)
    return theorem


def refuted_where(obligation: Obligation, domain: Domain, conditions: Iterable[Formula]) -> Outcome | None:
    """The refutation of an obligation at a point at which conditions hold; None where none is found among points."""
    place = _Place.of(obligation, domain)
    whole = place.whole
    there = Sequent(whole.hypotheses.union(conditions), whole.conclusion)
    if obligation.fails_at is not None or any(isinstance(h, NamedConstant) for h in whole.hypotheses):
        return None
    if find_failure(there) is None or (point := off_the_boundary(there, place._preferred(there))) is None:
        return None
    return place._at(whole, point)


def _left(deadline: Deadline) -> float:
    return max(deadline.left(), 0.1)


def _with(sequent: Sequent, lemmas: Sequence[Theorem]) -> Sequent:
    return Sequent(sequent.hypotheses | {t.sequent.conclusion for t in lemmas}, sequent.conclusion)


def _proved(obligation: Obligation, sequent: Sequent, theorem: Theorem, lemmas: Sequence[Theorem]) -> Outcome:
    for lemma in lemmas:
        theorem = kernel.cut(lemma, theorem)
    return Outcome(obligation.label, sequent, kernel.weaken(theorem, sequent.hypotheses))


@dataclass(frozen=True)
class _Place:
    """An obligation in its domain: what is known of the variables that it speaks of, and of those of the statement."""

    obligation: Obligation
    domain: Domain
    facts: tuple[Formula, ...]

    @classmethod
    def of(cls, obligation: Obligation, domain: Domain) -> _Place:
        facts = obligation.facts if obligation.facts is not None else tuple(domain.hypotheses())
        return cls(obligation, domain, facts)

    def about(self, *, linked: bool, symbols: Iterable[str] = ()) -> Sequent:
        """The sequent with what is known of its variables, of the symbols, and of those that are linked to them."""
        goal = self.obligation.sequent
        names = {*variables(goal.conclusion), *symbols}
        return Sequent(facts_about(names, goal.hypotheses, self.facts, linked=linked), goal.conclusion)

    @property
    def spoken(self) -> frozenset[str]:
        """The variables that the statement speaks of."""
        goal = self.obligation.sequent
        names = variables(all_of([*goal.hypotheses, goal.conclusion]))
        return self.obligation.symbols | names | written_names(goal.conclusion)

    @property
    def whole(self) -> Sequent:
        """The sequent with all that is known of every symbol of the statement."""
        return self.about(
            linked=True, symbols=self.obligation.symbols | written_names(self.obligation.sequent.conclusion)
        )

    def refuted(self, first: Point) -> Outcome | None:
        """The refutation at a point that lies off the boundary if there is one, else at the first; None if neither."""
        whole = self.whole
        point: Point | None
        if self.obligation.fails_at is not None:
            point = self._drawn(whole, first)
        else:
            point = off_the_boundary(whole, self._preferred(whole)) or _completed(first, whole)
        return None if point is None else self._at(whole, point)

    def _at(self, whole: Sequent, point: Point) -> Outcome:
        symbols = self.obligation.symbols | written_names(whole.conclusion)
        point = {**dict.fromkeys(symbols, ANY), **point}
        obligation, theorem = self.obligation, kernel.counterexample(whole, point)
        sides = both_sides(whole.conclusion, obligation.sides, point, exponentials=obligation.of_exponentials)
        return Outcome(obligation.label, whole, theorem, sides=sides, spoken=self.spoken)

    def _preferred(self, whole: Sequent) -> list[Formula]:
        """What a reader would not call degenerate: inside of every range, and not in the middle of it."""
        inside = [
            Condition(h.polynomial, ">")
            for h in sorted(whole.hypotheses, key=str)
            if isinstance(h, Condition) and h.relation == ">="
        ]
        names = variables(all_of([*whole.hypotheses, whole.conclusion]))
        middle = [
            different(Polynomial.variable(p.name), (p.low + p.high) / 2)
            for p in self.domain.parameters
            if p.name in names and p.low is not None and p.high is not None
        ]
        return [fact for fact in dict.fromkeys([*inside, *middle]) if fact not in whole.hypotheses]

    def _drawn(self, whole: Sequent, first: Point) -> dict[str, Fraction] | None:
        """A point at which a sufficient sequent fails and the print with it; None when none is found."""
        fails_at = self.obligation.fails_at
        assert fails_at is not None
        if any(isinstance(h, NamedConstant) for h in whole.hypotheses):
            return None
        names = variables(all_of([*whole.hypotheses, whole.conclusion])) | self.obligation.names
        known = {p.name: p for p in self.domain.parameters}
        space = Domain.of(*(known.get(name, real(name)) for name in sorted(names)))
        preferred = self._preferred(whole)
        found: list[dict[str, Fraction]] = []
        for drawn in space.points(seed=0, count=DRAWN):
            for point in ({**drawn, **first}, drawn):
                holds = all(h.holds_at(point) for h in whole.hypotheses)
                if holds and not whole.conclusion.holds_at(point) and fails_at(point):
                    found.append(point)
        return min(found, key=lambda p: (sum(not f.holds_at(p) for f in preferred), _length(p)), default=None)

    def undecided(self, sequent: Sequent, point: Point) -> Outcome:
        """Where a sequent fails that is only sufficient for the print."""
        where = ", ".join(f"{name} = {value}" for name, value in sorted(point.items()))
        at = f" at {where}" if where else ""
        reason = f"what is sufficient for the print fails{at}; that the print fails was not found"
        return Outcome(self.obligation.label, sequent, None, reason=reason)

    def failure_near_roots(self, deadline: Deadline) -> Outcome | None:
        """The refutation where numbers near the square roots show that there is one, at rational roots if it can be."""
        whole = self.whole
        if self.obligation.fails_at is not None or next(self._beside_roots(whole, ()), None) is None:
            return None
        point = None if self.has_constants else off_the_boundary(whole, self._preferred(whole), solver=False)
        if point is not None and all(len(str(value)) <= LONGEST_BY_HAND for value in point.values()):
            return self._at(whole, point)
        found = self.failure_at_constants(deadline)
        return found if found is not None or point is None else self._at(whole, point)

    @property
    def has_constants(self) -> bool:
        """Whether a symbol is a named constant."""
        return any(isinstance(h, NamedConstant) for h in self.whole.hypotheses)

    def failure_at_constants(self, deadline: Deadline) -> Outcome | None:
        """The refutation where symbols are constants such as exp(1/2), or roots, the others at rational values."""
        if self.obligation.fails_at is not None:
            return None
        whole = self.whole
        for beside in self._beside(whole, deadline):
            failure = failure_at_constants(whole, beside)
            opposite = prove(failure, budget_seconds=_left(deadline) / 2) if failure is not None else None
            if isinstance(opposite, Proved):
                constants = tuple(h for h in whole.hypotheses if isinstance(h, NamedConstant))
                rest = [h for h in whole.hypotheses if not isinstance(h, (NamedConstant, IntegerValued))]
                roots = defining(substitute(h, dict(beside)) for h in rest)
                sides = both_sides(
                    whole.conclusion, self.obligation.sides, dict(beside), constants,
                    {name: square for name, (_, _, square) in roots.items()},
                    exponentials=self.obligation.of_exponentials,
                )  # fmt: skip
                return Outcome(
                    self.obligation.label, whole, opposite.theorem, beside=beside, sides=sides, spoken=self.spoken
                )
        return None

    def _beside(self, whole: Sequent, deadline: Deadline) -> Iterator[Beside]:
        """Values of the symbols at which the statement may fail, constants and roots being near rational numbers."""
        preferred = self._preferred(whole)
        if (found := _beside_constants(whole, preferred, deadline)) is not None:
            yield found
        yield from self._beside_roots(whole, preferred)

    def _beside_roots(self, whole: Sequent, preferred: Sequence[Formula]) -> Iterator[Beside]:
        """Values of the other symbols at which the statement fails where the roots are nearly what they are.

        Those come last at which it holds with a slight error, as where two sides that are said to differ are the same.
        """
        roots = radicands(whole.hypotheses)
        if not roots:
            return
        enclosures = {h.name: approximate(h, DIGITS) for h in whole.hypotheses if isinstance(h, NamedConstant)}
        near = {name: ends[0] for name, ends in enclosures.items() if ends is not None}
        names = variables(all_of([*whole.hypotheses, whole.conclusion])) - roots.keys() - near.keys()
        known = {p.name: p for p in self.domain.parameters}
        space = Domain.of(*(known.get(name, real(name)) for name in sorted(names)))
        facts = conditions(h for h in whole.hypotheses if not isinstance(h, NamedConstant))
        failing: list[tuple[tuple[bool, int, int], Beside]] = []
        for point in space.points(seed=0, count=DRAWN) if names else [{}]:
            values = with_roots({**point, **near}, roots)
            if values is None or not all(
                _is_near(fact, values) if variables(fact) - names else fact.holds_at(values) for fact in facts
            ):
                continue
            if _is_near(whole.conclusion, values, SLIGHT):
                continue
            missed = sum(not fact.holds_at(values) for fact in preferred)
            is_near = _is_near(whole.conclusion, values)
            failing.append(((is_near, missed, _length(point)), tuple(sorted(point.items()))))
        for _, beside in sorted(failing)[:MOST_TRIED]:
            yield beside


def _is_near(formula: Formula, point: Point, margin: Fraction = -SLIGHT) -> bool:
    """Whether a formula holds at a point that is near the one that is meant, or would with a slight error.

    With a positive `margin` strict relations hold by that much.
    """
    if isinstance(formula, AllOf):
        return all(_is_near(part, point, margin) for part in formula.parts)
    if isinstance(formula, AnyOf):
        return any(_is_near(part, point, margin) for part in formula.parts)
    plain = in_polynomials(formula)
    if not isinstance(plain, Condition):
        return _is_near(plain, point, margin) if plain != formula else plain.holds_at(point)
    value = plain.polynomial.evaluate(point)
    if plain.relation == "=":
        return abs(value) < SLIGHT
    if plain.relation == ">=":
        return value > -SLIGHT
    return (abs(value) if plain.relation == "!=" else value) > margin


def _length(point: Point) -> int:
    return sum(len(str(value)) for value in point.values())


def off_the_boundary(whole: Sequent, preferred: Sequence[Formula], *, solver: bool = True) -> Point | None:
    """A point of a failure at which as many preferred facts hold as can be had; None where none is found.

    Where no point that is drawn is one, a `solver` is asked. What is tried is counted, not timed: the point does not
    depend on how fast the machine is.
    """

    size = _size(all_of(map(in_polynomials, [*whole.hypotheses, whole.conclusion])))

    def failure(facts: Iterable[Formula], *, thorough: bool = False) -> Point | None:
        goal = Sequent(whole.hypotheses.union(facts), whole.conclusion)
        found = find_failure(goal, thorough=thorough and size <= LARGEST_QUESTION)
        return None if found is None else found.point

    best = failure(preferred, thorough=solver)
    if best is not None:
        return best
    best = failure((), thorough=solver)
    kept: list[Formula] = []
    for fact in preferred[: min(MOST_PREFERRED, WORK // size)]:
        found = failure([*kept, fact])
        if found is not None:
            best, kept = found, [*kept, fact]
    return best


def _size(formula: Formula) -> int:
    """How many monomials there are to be evaluated at a point."""
    if isinstance(formula, (AllOf, AnyOf)):
        return sum(map(_size, formula.parts)) + 1
    return len(formula.polynomial.terms()) if isinstance(formula, Condition) else 1


def _completed(point: Point, whole: Sequent) -> Point | None:
    """The point with values for the other variables at which all hypotheses hold; None where none are found."""
    at = {name: RationalFunction.of(value) for name, value in point.items()}
    rest = frozenset(substitute_rational(h, at) for h in whole.hypotheses if not variables(h) <= point.keys())
    if not rest:
        return point
    found = prove(Sequent(rest, any_of(())), budget_seconds=SECONDS_FOR_OTHERS, oracles=False)
    return {**found.point, **point} if isinstance(found, Disproved) else None


def hold_together(formulas: frozenset[Formula]) -> bool:
    """Whether a theorem says that formulas hold at their named constants and rational values of the other variables."""
    nowhere = Sequent(formulas, any_of(()))
    beside = _beside_constants(nowhere, (), Deadline(SECONDS_FOR_OTHERS))
    somewhere = failure_at_constants(nowhere, beside) if beside is not None else None
    return somewhere is not None and isinstance(prove(somewhere, oracles=False), Proved)


def _beside_constants(sequent: Sequent, preferred: Sequence[Formula], deadline: Deadline) -> Beside | None:
    """Values of the variables that are no named constants at which the sequent may fail, by rational neighbours."""
    constants = [h for h in sequent.hypotheses if isinstance(h, NamedConstant)]
    rest = sequent.hypotheses.difference(constants)
    enclosures = {c.name: approximate(c, DIGITS) for c in constants}
    near = {name: ends[0] for name, ends in enclosures.items() if ends is not None}
    if not constants or len(near) < len(constants):
        return None
    if variables(all_of([*rest, sequent.conclusion])) <= near.keys():
        return ()
    neighbour = Sequent(frozenset(substitute(h, near) for h in rest), substitute(sequent.conclusion, near))
    point = off_the_boundary(neighbour, [substitute(fact, near) for fact in preferred])
    if point is None:
        found = prove(neighbour, budget_seconds=_left(deadline), oracles=False)
        point = found.point if isinstance(found, Disproved) else None
    return None if point is None else tuple(sorted(point.items()))
