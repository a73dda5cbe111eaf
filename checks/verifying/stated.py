"""Statements in the logic: what a claims file says beside a print, and what proves or refutes it.

A claim may have a `statement`, a closed formula in the plain notation of `derivations.logic.reader`, and `by`, the name
of the script that proves it; without `by` a proof is searched for. Where it fails at a drawn point, its negation is
proved from that point. A paper may define words of its own.
Whatever a script does, its theorem counts only where it is the statement, or the negation of the statement.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, TypeVar

from checks.claims.record import NO_VALUE, Side, WitnessRecord
from checks.claims.verdict import Outcome
from checks.verifying.known import Known, by_known
from checks.witness.failing import Failing
from checks.witness.parts import agreement_of_parts, parts
from checks.witness.statements import Point, Written, agreement, failing_at, failure, holds_at, shown_at
from checks.witness.values import Family, NoValueError, Run, Table, value
from derivations.logic import derived, kernel
from derivations.logic.definitions import Definition, read_definitions, write_as
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.printer import latex
from derivations.logic.reader import StatementError, read_statement
from derivations.logic.tactics import Goal, ProofError, generalise, goal, specialise
from derivations.logic.terms import NOT, REAL, Free, Number, Term, applied, closed, conditional, equal, quantified
from derivations.theory.automatic import automatic
from derivations.theory.refutation import refuted_at

LABEL = "the statement"
METHOD = "the statement run through at exact points"
WITNESS_POINTS = 24
LONGEST_RELATION = 60  # characters of LaTeX of a relation that is named where a statement fails
_ORDERS = re.compile("[<>]")
_NUMBER = r"-?\d+(?:/\d+)?"
_ROW = rf"\({_NUMBER}(?:, {_NUMBER})*\)"
_VALUE = re.compile(rf"{_NUMBER}|{_ROW}|\({_ROW}(?:, {_ROW})*\)")
SEED = 0


@dataclass(frozen=True)
class Refuted:
    """The negation of a statement, and the values of its outer variables at which it fails, each with its name."""

    theorem: Proved
    at: tuple[tuple[str, str], ...]
    sides: tuple[Any, ...] = ()  # numbers or terms: of the relation that fails there, where its values are known
    relation: Term | None = None  # this relation, where what is printed is none


Script = Callable[[Goal], Proved | Refuted]
"""From a goal to a theorem of its conclusion under what it gives, or to a closed theorem."""

S = TypeVar("S", bound=Script)
SCRIPTS: dict[str, dict[str, Script]] = {}
"""The scripts that have a name, by the module that they stand in and by that name."""


def script(name: str) -> Callable[[S], S]:
    """The script below proves or refutes what the claims with `by = "NAME"` state."""

    def named(function: S) -> S:
        if SCRIPTS.setdefault(function.__module__, {}).setdefault(name, function) is not function:
            raise AssertionError(f"{function.__module__}: there is a script {name!r} already")
        return function

    return named


def definitions(text: str, source: str) -> tuple[Definition, ...]:
    """The definitions of a paper, as it writes them; StatementError, which names the source, where the text is none."""
    found = _definitions(text, source)
    write_as(found)
    return found


@lru_cache(maxsize=64)
def _definitions(text: str, source: str) -> tuple[Definition, ...]:
    return tuple(read_definitions(text, source, {}))


def statement_of(text: str, own: tuple[Definition, ...] = ()) -> Term:
    """The formula that a text says with a paper's own words; StatementError where it is none."""
    return read_statement(text, defined={definition.word: definition.name for definition in own})


def judge(
    text: str,
    by: str,
    own: tuple[Definition, ...],
    scripts: Mapping[str, Script],
    known: Callable[[], Sequence[Known]] = tuple,
) -> Outcome:
    """What became of a statement: proved or refuted by its script, or by itself; unknown with the reason.

    The search for a proof may use theorems that are known.

    Raises StatementError for a script that there is not.
    """
    statement = statement_of(text, own)
    if by and by not in scripts:
        raise StatementError(f"there is no script {by!r}; there are {', '.join(sorted(scripts)) or 'none'}")
    broken = _failure(statement)
    at = broken.shown if broken is not None else ()
    failing = Failing()
    try:
        if broken is not None and not by:
            theorem = refuted_at(statement, _values(statement, broken))
        else:
            found = theorem_of(statement, by, scripts, known)
            if isinstance(found, Refuted):
                theorem, at = found.theorem, found.at
                told = tuple(map(_worth, found.sides))
                failing = Failing(found.relation, told) if told else _failing_at(statement, at)
            else:
                theorem = found
    except LogicError as error:
        return Outcome(LABEL, statement, None, reason=str(error))
    except RecursionError:
        return Outcome(LABEL, statement, None, reason="the statement is nested too deeply to be worked out")
    theorem = _in_its_words(theorem, statement)
    if theorem.hypotheses or theorem.conclusion not in (statement, NOT(statement)):
        return Outcome(LABEL, statement, None, reason=f"what was proved is another statement: {theorem}")
    if broken is not None and at == broken.shown:
        failing = broken.failing
    else:
        at = (*at, *shown_at((), failing))
    sides, printed = in_the_order_of(text, failing)
    return Outcome(LABEL, statement, theorem, at=at, sides=sides, printed=printed)


def refuted_by(statement: Term, consequence: Proved) -> Refuted:
    """A statement fails where something fails that follows from it: S |- T and |- not T give |- not S.

    Raises ProofError where no drawn point shows that T fails.
    """
    broken = failure(consequence.conclusion, SEED)
    if broken is None:
        raise ProofError(f"no drawn point shows that this fails: {consequence.conclusion}")
    negation = refuted_at(consequence.conclusion, _values(consequence.conclusion, broken))
    return Refuted(derived.reject(statement, derived.clash(negation, consequence)), broken.shown, broken.failing.sides)


def _values(statement: Term, point: Point) -> list[Term]:
    """The values at a point in the order of the outer variables of the statement."""
    names = [variable.name.split(" ")[0] for variable in goal(statement).variables]
    return [
        _term(value)
        for variable, value in sorted(point.values, key=lambda pair: names.index(pair[0].name.split(" ")[0]))
    ]


def granted(goal: Goal) -> Proved:
    """What a statement says of its variables under its premises: S, A |- C."""
    said, variables, given = kernel.assume(goal.statement), iter(goal.variables), iter(goal.given)
    for _ in (*goal.variables, *goal.given):
        if quantified(said.conclusion, "forall") is not None:
            said = specialise(said, next(variables))
        else:
            said = kernel.detach(said, kernel.assume(next(given)))
    return said


def refuted_under(goal: Goal, consequence: Proved, *where: Term) -> Refuted:
    """A statement fails where something fails that follows from it under its premises, and further conditions."""
    for premise in (*reversed(where), *reversed(goal.given)):
        consequence = kernel.discharge(premise, consequence)
    return refuted_by(goal.statement, generalise(consequence, *goal.variables))


def _failing_at(statement: Term, at: tuple[tuple[str, str], ...]) -> Failing:
    """Why a statement fails at a point, as far as numbers tell it."""
    return failing_at(statement, {name: _value(text) for name, text in at if _VALUE.fullmatch(text)})


def _worth(side: Any) -> Any:
    """What a term without variables is worth; a number is it already."""
    return value(side, Run({}, irrational=True)) if isinstance(side, Term) else side


def in_the_order_of(text: str, failing: Failing) -> tuple[tuple[Side, ...], str]:
    """The sides of what fails, and the relation between dollars where it is short and not the whole of what is printed.

    They are turned where the text says it by ">" or ">=", or its conclusion has no other order: in a formula these are
    "<" and "<=".
    """
    sides, relation = tuple(map(_side, failing.sides)), failing.relation
    written = "" if relation is None else latex(relation)
    conclusion = text.rsplit("implies", 1)[-1]
    for name, turned, sign in (("<", ">", ">"), ("<=", ">=", r"\geq")):
        compared = None if relation is None else applied(relation, name, 2)
        if compared and (set(_ORDERS.findall(conclusion)) == {">"} or _says(conclusion, turned, compared[::-1])):
            sides, written = sides[::-1], f"{latex(compared[1])} {sign} {latex(compared[0])}"
    return sides, f"${written}$" if 0 < len(written) <= LONGEST_RELATION else ""


def _says(text: str, sign: str, sides: Sequence[Term]) -> bool:
    """Whether a text has this relation, whatever its brackets."""
    said, relation = (re.sub(r"[\s()]", "", part) for part in (text, sign.join(map(str, sides))))
    return relation in said


def _in_its_words(theorem: Proved, statement: Term) -> Proved:
    """The theorem with the names of bound variables that the statement, or its negation, has."""
    for said in (statement, NOT(statement)):
        if theorem.conclusion == said:
            return kernel.detach(kernel.discharge(said, kernel.assume(said)), theorem)
    return theorem


def _value(text: str) -> Fraction | Table | Family:
    """The number, the row of numbers, or the rows of a family, that are written."""
    if not text.startswith("("):
        return Fraction(text)
    rows = tuple(tuple(map(Fraction, row[1:-1].split(", "))) for row in re.findall(_ROW, text))
    return Family(rows) if text.startswith("((") else Table(rows[0])


def _side(worth: Any) -> Side:
    """What a side is worth; None where it divides by 0."""
    if worth is None:
        return Side(NO_VALUE)
    is_short = isinstance(worth, Fraction) and worth.denominator == 1
    return Side(str(worth), "" if is_short else f"{float(worth):.6g}")


def witnessed(
    text: str, own: tuple[Definition, ...], holds: bool, seed: int, at: Mapping[str, str] = MappingProxyType({})
) -> WitnessRecord:
    """The second witness of a statement: its value at drawn points, found by running through what it speaks of.

    Of a refuted one the value where it is said to fail, if it has one there: all that is given are numbers, and rows of
    them.
    """
    statement = statement_of(text, own)
    is_shown = bool(at) and all(map(_VALUE.fullmatch, at.values()))
    if is_shown:
        with suppress(NoValueError):
            fails = not holds_at(statement, {name: _value(text) for name, text in at.items()})
            told = f"the statement {'fails' if fails else 'holds'}{_place(at.items())}"
            return WitnessRecord(METHOD, told, fails)
    try:
        held, broken = agreement(statement, seed, WITNESS_POINTS)
    except NoValueError:
        return _witnessed_by_parts(statement, holds, seed)
    if broken is not None:
        return WitnessRecord(METHOD, f"the statement fails{_place(broken.shown)}", not holds)
    if is_shown or (
        not holds and len(parts(statement)) > 1
    ):  # where it has no value, or a part has premises of its own
        return _witnessed_by_parts(statement, holds, seed)
    if held == 0:
        return WitnessRecord(METHOD, "no drawn point satisfies the premises of the statement", None)
    return WitnessRecord(METHOD, f"the statement holds at {_points(held)} (seed {seed})", holds)


def _witnessed_by_parts(statement: Term, holds: bool, seed: int) -> WitnessRecord:
    """The same where the statement speaks of all numbers: of its parts, each at points of its own."""
    try:
        found = agreement_of_parts(statement, seed, WITNESS_POINTS)
    except NoValueError as error:
        return WitnessRecord(METHOD, f"no value at a point: {error}", None)
    if found.broken is not None:
        return WitnessRecord(METHOD, f"the statement fails{_place(found.broken.shown)}", not holds)
    if found.seen < found.total:
        told = f"of its {found.total} parts {found.seen} could be tried: no failure at {_points(found.held)}"
        return WitnessRecord(METHOD, f"{told} (seed {seed})", None)
    what = "the statement" if found.total == 1 else f"each of its {found.total} parts"
    return WitnessRecord(METHOD, f"{what} holds at {_points(found.held)} (seed {seed})", True if holds else None)


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number} points"


def _place(at: Iterable[tuple[str, str]]) -> str:
    """Where a statement fails or holds; nothing of one without outer variables."""
    where = ", ".join(f"{name} = {value}" for name, value in at)
    return f" at {where}" if where else ""


def theorem_of(
    statement: Term, by: str, scripts: Mapping[str, Script], known: Callable[[], Sequence[Known]] = tuple
) -> Proved | Refuted:
    """What a script makes of a statement, or the search for a proof. Raises LogicError where that is nothing."""
    wanted = goal(statement)
    found = scripts[by](wanted) if by else _searched(wanted, known)
    if isinstance(found, Refuted):
        return found
    return found if found.conclusion in (wanted.statement, NOT(wanted.statement)) else wanted.qed(found)


def _searched(wanted: Goal, known: Callable[[], Sequence[Known]]) -> Proved:
    """By itself, or by what is known and the theory says; where none is found, the error says what is open at first."""
    try:
        return automatic(wanted)
    except ProofError as error:
        try:
            return by_known(wanted, known())
        except LogicError:
            raise error from None


def _failure(statement: Term) -> Point | None:
    """A drawn point at which the statement fails; None where none was found, or where it has no values."""
    try:
        return failure(statement, SEED)
    except NoValueError:
        return None


def _term(value: object) -> Term:
    """A drawn value as a term."""
    if isinstance(value, Fraction):
        return Number(value)
    if isinstance(value, Table):
        x = Free("x")
        found: Term = Number(0)
        for place, entry in reversed(list(enumerate(value.row, 1))):
            found = conditional(REAL)(equal(x, Number(place)), Number(entry), found)
        return closed(x, found)
    if isinstance(value, Written):
        return value.term
    raise ProofError(f"{value} is written as no term")


__all__ = [
    "Definition",
    "ProofError",
    "Script",
    "StatementError",
    "definitions",
    "granted",
    "judge",
    "refuted_by",
    "refuted_under",
    "statement_of",
    "theorem_of",
    "witnessed",
]
