"""Statements about mechanisms of any size: computed from prints, proved by the theory, refuted at a point.

Whether a statement holds at a point is found by running through it, which is the second witness; where it fails, the
kernel has its negation from the same point, and from a theorem that the responses of the protocols can be listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import log
from typing import TYPE_CHECKING

from checks.claims.claim import Statement
from checks.claims.record import Side, WitnessRecord
from checks.claims.verdict import Outcome
from checks.inputs.declarations import SymbolDeclaration
from checks.inputs.every_size import Sized
from checks.interpreter.values import MeaninglessError
from checks.reading import read_latex, read_plain
from checks.verifying.growth import METHOD as METHOD_OF_GROWTH
from checks.verifying.growth import Growing, growing
from checks.verifying.known import Known, by_known
from checks.verifying.sized_points import MADE, SEED, At, SizedPoints
from checks.verifying.stated import LABEL, METHOD, in_the_order_of, statement_of
from checks.witness.values import NoValueError, Table
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.reader import StatementError
from derivations.logic.tactics import Goal, goal
from derivations.logic.terms import FALSE, NOT, REAL, Free, Number, Term, closed, conditional, equal
from derivations.theory.every_size import PROTOCOLS, refuted_of_every_size
from derivations.theory.every_size import of_every_size as proved_of_every_size
from derivations.theory.false_growth import Opposite, refuted_growth

if TYPE_CHECKING:
    from checks.inputs.own_notation import OwnNotation

_POSITIVE = re.compile(r"(?!0)\d+(/\d+)?")
NOTHING = "no values satisfy the hypotheses: a condition contradicts the ranges, so that anything would follow from it"


def stated(statement: Statement, own: OwnNotation) -> Statement:
    """The statement with the formula of the logic that its print says, where it is read as one."""
    if not own.is_in_the_logic(statement):
        return statement
    return replace(statement, statement=_sized(statement, own).text, computed=True)


def reading_note(statement: Statement, own: OwnNotation) -> str:
    """How the statement of a claim is to be read: what stands for e^eps, and which theorems say what p* and q* are."""
    sized = _sized(statement, own)
    said = [f"In the statement {sized.meaning}."] if sized.meaning else []
    words = [word for word in PROTOCOLS if re.search(rf"\b{word}\(", sized.text)]
    theorems = ", ".join(f"{word}_is_pure" for word in words)
    return " ".join([*said, *([f"What p* and q* are: theorem {theorems}."] if words else [])])


def _sized(statement: Statement, own: OwnNotation) -> Sized:
    if statement.table is not None:
        raise MeaninglessError("a claim about mechanisms of any size is no table")
    if own.is_of_every_size(statement) and own.mechanisms_in(statement):
        raise MeaninglessError("a claim about mechanisms of any size speaks of no other mechanism")
    nodes = [read_latex(text, own.vocabulary, slash=statement.slash) for text in statement.latex]
    domain = [read_plain(text, own.vocabulary) for text in statement.domain]
    at = {name: read_plain(text, own.vocabulary) for name, text in statement.at}
    return own.translator.statement(nodes, domain, at)


def of_every_size(statement: Statement, own: OwnNotation) -> OfEverySize | None:
    """What judges a computed statement."""
    sized = _sized(replace(statement, statement="", computed=False), own)
    found = _of_every_size(sized, own.declared.symbols)
    return found if sized.growth is None or statement.at else replace(found, growing=growing(sized.growth, own))


@lru_cache(maxsize=64)
def _cached(text: str, made: OfEverySize) -> OfEverySize:
    return made


def _of_every_size(sized: Sized, symbols: Sequence[SymbolDeclaration]) -> OfEverySize:
    return _cached(sized.text, OfEverySize(sized, tuple(s.name for s in symbols if s.integer)))


@dataclass(frozen=True)
class OfEverySize:
    """A computed statement, and how it is judged."""

    sized: Sized
    integers: tuple[str, ...]
    growing: Growing | None = None

    def __hash__(self) -> int:
        return hash(self.sized.text)

    @cached_property
    def statement(self) -> Term:
        """The formula. Raises MeaninglessError for a text that is none."""
        try:
            return statement_of(self.sized.text)
        except StatementError as error:
            raise MeaninglessError(f"what is read is no statement of the logic: {error}") from error

    def judged(self, known: Callable[[], Sequence[Known]] = tuple) -> Outcome:
        """Proved by the theory or what is known, or refuted at the first point at which it fails; else unknown."""
        if self.sized.growth is not None:
            return self._judged_growth()
        try:
            broken = self._failure
        except NoValueError:
            broken = None
        return self.proved(known) if broken is None else self._outcome(lambda: self._refuted(broken))

    def proved(self, known: Callable[[], Sequence[Known]] = tuple) -> Outcome:
        """Proved by the theory or what is known, else unknown with the reason; nothing is tried at points."""
        return self._outcome(lambda: self._proved(known))

    def _outcome(self, found: Callable[[], Outcome]) -> Outcome:
        """What is found; unknown where that is no theorem, or neither the statement nor its negation."""
        try:
            outcome = found()
        except LogicError as error:
            return Outcome(LABEL, self.statement, None, reason=str(error))
        except RecursionError:
            return Outcome(LABEL, self.statement, None, reason="the statement is nested too deeply to be worked out")
        theorem = outcome.theorem
        if not isinstance(theorem, Proved) or (
            not theorem.hypotheses and theorem.conclusion in (self.statement, NOT(self.statement))
        ):
            return outcome
        return Outcome(LABEL, self.statement, None, reason=f"what was proved is another statement: {theorem}")

    def _proved(self, known: Callable[[], Sequence[Known]]) -> Outcome:
        wanted = goal(self.statement)
        try:
            found = proved_of_every_size(wanted)
        except LogicError:
            if not (theorems := known()):
                raise
            found = by_known(wanted, theorems)
        theorem = wanted.qed(found)
        if self._is_about_nothing(wanted):
            return Outcome(LABEL, self.statement, None, reason=NOTHING)
        return Outcome(LABEL, self.statement, theorem)

    def _refuted(self, broken: At) -> Outcome:
        theorem = refuted_of_every_size(self.statement, self._terms(broken))
        sides, printed = in_the_order_of(self.sized.text, broken.failing)
        if self.sized.of_logarithms and all(_POSITIVE.fullmatch(side.exact) for side in sides):
            sides = tuple(map(_logarithm, sides))
        return Outcome(LABEL, self.statement, theorem, at=self._shown(broken), sides=sides, printed=printed)

    def _is_about_nothing(self, wanted: Goal) -> bool:
        """Whether the premises of a statement hold at no drawn point, and contradict themselves."""
        try:
            if self.sized.growth is not None or self._points.are_any:
                return False
            proved_of_every_size(replace(wanted, conclusion=FALSE))
        except (LogicError, NoValueError):
            return False
        return True

    def witnessed(self, holds: bool) -> WitnessRecord:
        """The statement run through at points, from the protocols."""
        if self.sized.growth is not None:
            return self._witnessed_growth(holds)
        try:
            broken = self._failure
            count = 0 if broken else len(self._points.found)
        except NoValueError as error:
            return WitnessRecord(METHOD, f"no value at a point: {error}", None)
        if broken is not None:
            where = ", ".join(f"{name} = {worth}" for name, worth in self._shown(broken))
            if not broken.is_run_through:
                return WitnessRecord(METHOD, f"too many responses to be run through at {where}", None)
            return WitnessRecord(METHOD, f"the statement fails at {where}", not holds)
        if not count:
            return WitnessRecord(METHOD, "no drawn point satisfies the premises of the statement", None)
        return WitnessRecord(METHOD, f"the statement holds at {count} points (seed {SEED})", holds)

    def _judged_growth(self) -> Outcome:
        """Proved, or refuted at the first point at which the leading coefficients deny it."""
        failing = None if self.growing is None else self.growing.failure
        if failing is None or self.growing is None:
            return self.proved()
        opposite, sides = self.growing.opposite(failing)
        found = self._outcome(lambda: self._refuted_growth(opposite, sides, failing))
        if found.theorem is not None:
            return found
        where = f"what is claimed fails{self.growing.shown(failing)}: it is {sides[0]}"
        return replace(found, reason=f"{where}; no theorem says so: {found.reason}")

    def _refuted_growth(self, opposite: Opposite, sides: tuple[Side, Side], failing: Mapping[str, Fraction]) -> Outcome:
        """The negation, all respondents having value 1: the first value has share 1, the second has share 0."""
        assert self.growing is not None
        share = next((failing[name] for name in self.growing.shares), Fraction(0))
        values: dict[str, Term | None] = {}
        shown, condition = [], ""
        for variable in self.sized.variables:
            names = {variable.name} if variable.kind == "symbol" else set(self.growing.levels.values())
            number = next((failing[name] for name in names if name in failing), None)
            if variable.kind in ("symbol", "level") and number is not None:
                values[variable.name] = Number(number)
                shown.append((variable.name, str(number)))
            elif variable.kind == "truths":
                values[variable.name] = closed(Free("t"), Number(1))
            elif variable.name in self.sized.rare:
                values[variable.name] = Number(2)
            elif variable.kind == "index":
                values[variable.name] = Number(2 - share)
                if self.growing.shares:
                    (own,) = self.sized.mechanisms.values()
                    (truths,) = (v.name for v in self.sized.variables if v.kind == "truths")
                    condition = f"empirical({own['n']}, {truths})({variable.name}) = {share}"
                    shown.append((f"the share of {variable.name}", str(share)))
            else:
                values[variable.name] = None
        theorem = refuted_growth(self.statement, values, replace(opposite, share=condition))
        return Outcome(LABEL, self.statement, theorem, at=tuple(shown), sides=sides)

    def _witnessed_growth(self, holds: bool) -> WitnessRecord:
        if self.growing is None:
            return WitnessRecord(METHOD_OF_GROWTH, "what is compared is no quotient of polynomials", None)
        failing = self.growing.failure
        if failing is None:
            return WitnessRecord(METHOD_OF_GROWTH, f"the claim holds at {len(self.growing.points)} points", holds)
        return WitnessRecord(METHOD_OF_GROWTH, f"the claim fails{self.growing.shown(failing)}", not holds)

    @cached_property
    def _points(self) -> SizedPoints:
        return SizedPoints(self.sized, self.integers, self.statement)

    @cached_property
    def _failure(self) -> At | None:
        """Where the statement fails, at small sizes if it does there; NoValueError where no point gives it a value."""
        try:
            return self._points.failure or self._points.larger_failure
        except NoValueError:
            larger = self._points.larger_failure
            if larger is None:
                raise
            return larger

    def _terms(self, point: At) -> list[Term | None]:
        """The values of the variables as terms, None for what lists responses."""
        made = {variable.name for variable in self.sized.variables if variable.kind in MADE}
        at = {free.name: drawn for free, drawn in point.values.items()}
        names = [variable.name for variable in self.sized.variables]
        return [None if name in made else _term(at[name]) for name in names]

    def _shown(self, point: At) -> tuple[tuple[str, str], ...]:
        kinds = {variable.name: variable.kind for variable in self.sized.variables}
        shown = []
        for variable, drawn in (*point.values.items(), *point.failing.indices):
            kind = kinds.get(variable.name.split(" ")[0], "index")
            if isinstance(drawn, Fraction) and kind in ("symbol", "level", "height", "index"):
                shown.append((variable.name.split(" ")[0], str(drawn)))
            elif isinstance(drawn, Table) and kind in ("truths", "shares"):
                shown.append((variable.name, "(" + ", ".join(map(str, drawn.row)) + ")"))
        return tuple(shown)


def _logarithm(side: Side) -> Side:
    """The logarithm of a side that is a positive fraction."""
    return Side("0") if side.exact == "1" else Side(f"log({side.exact})", f"{log(Fraction(side.exact)):.6g}")


def _term(drawn: object) -> Term:
    """A value as a term."""
    if isinstance(drawn, Fraction):
        return Number(drawn)
    assert isinstance(drawn, Table)
    x = Free("x")
    found: Term = Number(0)
    for place, entry in reversed(list(enumerate(drawn.row, 1))):
        found = conditional(REAL)(equal(x, Number(place)), Number(entry), found)
    return closed(x, found)
