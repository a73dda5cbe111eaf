"""The search for "facts |- condition": methods in the order of their cost, memory, witnesses against dead ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.deadline import Deadline
from derivations.prover.lemmas import both_signs, constant_fact, from_absurdity, implied, sharpened, with_lemmas
from derivations.prover.points import Point, drawn, test
from mechanisms.exact.formula import FALSE, Condition
from mechanisms.exact.polynomial import Polynomial

Facts = frozenset[Condition]

_POOL = 60
_ENOUGH = 12
PATIENCE = 20  # attempts after which there seems to be no point at all


@dataclass(frozen=True)
class Goal:
    """Prove the condition from the facts. `effort` says how much may be spent: degrees, depth of case splits."""

    facts: Facts
    claim: Condition
    effort: int


Method = Callable[["Search", Goal], Theorem | None]


@dataclass
class Search:
    """State of one search: time, what was already found, points of the domain, names of the methods tried.

    Those methods that are `cheap` cost next to nothing.
    """

    deadline: Deadline
    methods: tuple[tuple[str, int, Method], ...]
    cheap: tuple[tuple[str, int, Method], ...] = ()
    tried: dict[str, None] = field(default_factory=dict)
    reducing: set[Condition] = field(default_factory=set)  # equations by which claims are being reduced just now
    wishes: Counter[Condition] = field(default_factory=Counter)  # signs that would have decided a claim
    _known: dict[tuple[Facts, Condition], Theorem] = field(default_factory=dict)
    _failed: dict[tuple[Facts, Condition], int] = field(default_factory=dict)
    _open: set[tuple[Facts, Condition]] = field(default_factory=set)
    _plausible: dict[tuple[Facts, Condition], bool] = field(default_factory=dict)
    _pools: dict[Facts, list[Point]] = field(default_factory=dict)
    _root: list[Point] = field(default_factory=list)
    _cheaply: Search | None = None

    # -- points ------------------------------------------------------------------------------------------------

    def seed_points(self, points: Iterable[Point]) -> None:
        """Give points of the whole domain; subgoals use those that satisfy their facts."""
        self._root = list(points)
        self._pools.clear()
        self._plausible.clear()
        self._cheaply = None

    def points(self, facts: Facts) -> list[Point]:
        """Points that satisfy the facts; they give every variable of the facts at least."""
        pool = self._pools.get(facts)
        if pool is None:
            needed = {n for f in facts for n in f.polynomial.names}
            tests = [test(f) for f in facts]
            pool = [p for p in self._root if needed <= p.keys() and all(holds_at(p) for holds_at in tests)]
            if len(pool) < _ENOUGH:
                pool = [*pool, *drawn(facts, frozenset(), _POOL, 2 * _POOL, self.deadline, PATIENCE)]
            self._pools[facts] = pool
        return pool

    def plausible(self, facts: Facts, claim: Condition) -> bool:
        """Whether the claim holds at every point at hand that gives its variables."""
        key = (facts, claim)
        seen = self._plausible.get(key)
        if seen is None:
            holds_at, needed = test(claim), set(claim.polynomial.names)
            seen = all(holds_at(p) for p in self.points(facts) if needed <= p.keys())
            self._plausible[key] = seen
        return seen

    def wish(self, facts: Facts, p: Polynomial) -> None:
        """Note that a claim would follow if p were not negative; remembered are its factors that change their sign."""
        for factor, power in p.factors()[1]:
            changes = not any(self.plausible(facts, Condition(s * factor, ">=")) for s in (1, -1))
            if power % 2 and changes:
                self.wishes[Condition(factor, ">=")] += 1

    # -- proving -----------------------------------------------------------------------------------------------

    def prove_cheaply(self, facts: Facts, claim: Condition) -> Theorem | None:
        """A theorem "some of the facts |- claim" by the cheap methods alone, or None."""
        if self._cheaply is None:
            self._cheaply = Search(self.deadline, self.cheap, _root=self._root)
        return self._cheaply.prove(facts, claim, 0)

    def prove(self, facts: Facts, claim: Condition, effort: int) -> Theorem | None:
        """A theorem "some of the facts |- claim", or None."""
        self.deadline.check()
        if claim.polynomial.is_constant() and claim.holds_at({}):
            return constant_fact(claim)
        for fact in facts:
            theorem = implied(fact, claim)
            if theorem is not None:
                return theorem
        key = (facts, claim)
        if key in self._known:
            return self._known[key]
        if key in self._open or self._failed.get(key, -1) >= effort:
            return None
        self._open.add(key)
        try:
            theorem = self._find(Goal(facts, claim, effort))
        finally:
            self._open.discard(key)
        if theorem is None:
            self._failed[key] = effort
        else:
            self._known[key] = theorem
        return theorem

    def _find(self, goal: Goal) -> Theorem | None:
        tidied, lemmas = tidy(goal.facts)
        if tidied != goal.facts:
            theorem = self.prove(tidied, goal.claim, goal.effort)
            return None if theorem is None else with_lemmas(theorem, lemmas)
        contradiction = next((f for f in goal.facts if f.polynomial.is_constant() and not f.holds_at({})), None)
        if contradiction is not None:
            refusal = kernel.one_variable(Sequent(frozenset((contradiction,)), FALSE))
            return from_absurdity(refusal, goal.claim)
        if not self.plausible(goal.facts, goal.claim):
            return None
        for name, least, method in self.methods:
            if goal.effort >= least:
                self.tried[name] = None
                self.deadline.check()
                theorem = method(self, goal)
                if theorem is not None:
                    return theorem
        return None


def tidy(facts: Facts) -> tuple[Facts, list[Theorem]]:
    """Facts without true constants; p >= 0 with p != 0 joined to p > 0, with -p >= 0 to p = 0; and the lemmas."""
    kept = {f for f in facts if not (f.polynomial.is_constant() and f.holds_at({}))}
    lemmas: list[Theorem] = []
    for different in [f for f in kept if f.relation == "!="]:
        for p in (different.polynomial, -different.polynomial):
            weak = Condition(p, ">=")
            if weak in kept:
                lemma = sharpened(weak, different)
                lemmas.append(lemma)
                kept -= {weak, different}
                kept.add(Condition(p, ">"))
    for weak in sorted((f for f in kept if f.relation == ">="), key=str):
        mirrored, equation = Condition(-weak.polynomial, ">="), Condition(weak.polynomial, "=")
        if weak in kept and mirrored in kept:
            lemmas.append(both_signs(equation))
            kept -= {weak, mirrored}
            kept.add(equation)
    for strict in [f for f in kept if f.relation == ">"]:
        weaker = {Condition(strict.polynomial, ">="), Condition(strict.polynomial, "!=")} & kept
        kept -= weaker
    return frozenset(kept), lemmas
