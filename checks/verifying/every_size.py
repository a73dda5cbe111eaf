"""Statements about mechanisms of any size: computed from prints, proved by the theory, refuted at a point.

A point gives every variable of a statement a value, the protocols with all their responses listed. Whether a statement
holds there is found by running through it, which is the second witness; where it fails, the kernel has its negation
from the same point.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, islice, product
from typing import TYPE_CHECKING, Any

from checks.claims.claim import Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Outcome
from checks.inputs.declarations import SymbolDeclaration
from checks.inputs.every_size import Sized
from checks.interpreter.values import MeaninglessError
from checks.reading import read_latex, read_plain
from checks.verifying.stated import LABEL, METHOD, _in_short, _side, statement_of
from checks.witness.failing import Failing, why_it_fails
from checks.witness.numbers import UndecidedError
from checks.witness.statements import _taken_apart, points
from checks.witness.values import NoValueError, Run, Table, value
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.reader import StatementError, read_term
from derivations.logic.tactics import Goal, goal
from derivations.logic.terms import FALSE, REAL, Free, Number, Term, applied, closed, conditional, equal, negated
from derivations.theory.every_size import PROTOCOLS, refuted_of_every_size
from derivations.theory.every_size import of_every_size as proved_of_every_size

if TYPE_CHECKING:
    from checks.inputs.notation import OwnNotation

POINTS, TRIED = 24, 400
FEW_WORDS, TRIED_FOR_FEWER = 16, 40  # of responses, each of which the kernel works out
STEPS, LARGEST = 200_000, 9  # for one value, and of the sizes that are run through
LEVELS = tuple(map(Fraction, (2, 3, 4, 5)))  # powers of e to budgets, or twice them
LEVELS_BEYOND = (*map(Fraction, (7, 9, 12, 20, 50)), Fraction(11, 5))
SEED = 0
NOTHING = "no values satisfy the hypotheses: a condition contradicts the ranges, so that anything would follow from it"
LISTED = (("bit_vectors", 3), ("subsets", 4), ("all_pairs", 5), ("universal", 4), ("hadamard", 3), ("least_level", 4))
"""What the responses of protocols are listed by, with the number of arguments: it holds by construction."""


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
    return _of_every_size(_sized(replace(statement, statement="", computed=False), own), own.declared.symbols)


@lru_cache(maxsize=64)
def _cached(text: str, made: OfEverySize) -> OfEverySize:
    return made


def _of_every_size(sized: Sized, symbols: Sequence[SymbolDeclaration]) -> OfEverySize:
    return _cached(sized.text, OfEverySize(sized, tuple(s.name for s in symbols if s.integer)))


@dataclass(frozen=True)
class At:
    """A point: the values of the variables, whether the statement holds there, and what fails."""

    values: Mapping[Free, Any]
    holds: bool
    failing: Failing


@dataclass(frozen=True)
class OfEverySize:
    """A computed statement, and how it is judged."""

    sized: Sized
    integers: tuple[str, ...]

    def __hash__(self) -> int:
        return hash(self.sized.text)

    @cached_property
    def statement(self) -> Term:
        """The formula."""
        try:
            return statement_of(self.sized.text)
        except StatementError as error:
            raise MeaninglessError(f"what is read is no statement of the logic: {error}") from error

    def judged(self) -> Outcome:
        """Proved by the theory, or refuted at the first point at which it fails; else unknown with the reason."""
        try:
            broken = self._failure
        except NoValueError:
            broken = None
        try:
            if broken is not None:
                theorem = refuted_of_every_size(self.statement, list(map(_term, broken.values.values())))
                shown = self._shown(broken)
                sides = tuple(map(_side, broken.failing.sides))
                printed = _in_short(broken.failing.relation)
                return self._of(theorem) or Outcome(
                    LABEL, self.statement, theorem, at=shown, sides=sides, printed=printed
                )
            wanted = goal(self.statement)
            theorem = wanted.qed(proved_of_every_size(wanted))
            if self._is_about_nothing(wanted):
                return Outcome(LABEL, self.statement, None, reason=NOTHING)
            return self._of(theorem) or Outcome(LABEL, self.statement, theorem)
        except LogicError as error:
            return Outcome(LABEL, self.statement, None, reason=str(error))
        except RecursionError:
            return Outcome(LABEL, self.statement, None, reason="the statement is nested too deeply to be worked out")

    def _is_about_nothing(self, wanted: Goal) -> bool:
        """Whether the premises of a statement on numbers alone hold at no drawn point, and contradict themselves."""
        if self.sized.mechanisms or self._points:
            return False
        try:
            proved_of_every_size(replace(wanted, conclusion=FALSE))
        except LogicError:
            return False
        return True

    def _of(self, theorem: Proved) -> Outcome | None:
        """Unknown where a theorem is neither the statement nor its negation."""
        if not theorem.hypotheses and theorem.conclusion in (self.statement, negated(self.statement)):
            return None
        return Outcome(LABEL, self.statement, None, reason=f"what was proved is another statement: {theorem}")

    def witnessed(self, holds: bool) -> WitnessRecord:
        """The statement run through at points, from the protocols."""
        try:
            broken, count = self._failure, len(self._points)
        except NoValueError as error:
            return WitnessRecord(METHOD, f"no value at a point: {error}", None)
        if broken is not None:
            where = ", ".join(f"{name} = {worth}" for name, worth in self._shown(broken))
            return WitnessRecord(METHOD, f"the statement fails at {where}", not holds)
        if not count:
            return WitnessRecord(METHOD, "no drawn point satisfies the premises of the statement", None)
        return WitnessRecord(METHOD, f"the statement holds at {count} points (seed {SEED})", holds)

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

    @cached_property
    def _failure(self) -> At | None:
        """Where the statement fails: the point found first, or one of fewer words of responses where it has many."""
        first = next((point for point in self._points if not point.holds), None)
        if first is None or self._words(first) <= FEW_WORDS:
            return first
        further = (point for point in islice(self._tried(random.Random(SEED + 1)), TRIED_FOR_FEWER) if not point.holds)
        return min(first, next((point for point in further if self._words(point) <= FEW_WORDS), first), key=self._words)

    def _words(self, point: At) -> int:
        """How many words of responses there are of all respondents, of the mechanism that has the most."""
        named = {free.name: x for free, x in point.values.items() if isinstance(x, Fraction)}
        sizes = [(_size(own["responses"], named), _size(own["n"], named)) for own in self.sized.mechanisms.values()]
        return max((responses**n for responses, n in sizes), default=0)

    @cached_property
    def _points(self) -> list[At]:
        """Points at which the premises hold, up to the first at which the statement fails."""
        found: list[At] = []
        for point in self._tried(random.Random(SEED)):
            found.append(point)
            if not point.holds or len(found) >= POINTS:
                break
        if self.sized.mechanisms and any(v.kind == "level" for v in self.sized.variables) and found and found[-1].holds:
            beyond = islice(self._tried(random.Random(SEED), LEVELS_BEYOND), POINTS)
            with suppress(NoValueError):  # at these levels, the sizes may be beyond what is run through
                found += islice((point for point in beyond if not point.holds), 1)
        return found

    def _tried(self, rng: random.Random, levels: Sequence[Fraction] = LEVELS) -> Iterator[At]:
        """Points at which the premises hold, drawn; NoValueError at the end where none has a value."""
        reason: NoValueError | None = None
        is_any = False
        variables, premises, conclusion = _taken_apart(self.statement)
        if not self.sized.mechanisms:
            for point in points(self.statement, rng.randrange(2**32), TRIED, irrational=True):
                yield At(dict(point.values), point.holds, point.failing)
            return
        for number in range(TRIED):
            try:
                values = self._drawn(variables, rng, number, levels)
                if values is None or not all(_holds(premise, values) for premise in premises):
                    continue
                holds = bool(_worth(conclusion, values))
            except (NoValueError, UndecidedError) as error:
                reason = NoValueError(str(error))
                continue
            is_any = True
            yield At(values, holds, Failing() if holds else why_it_fails(conclusion, values, largest=LARGEST))
        if not is_any and reason is not None:
            raise reason

    def _drawn(
        self, variables: Sequence[Free], rng: random.Random, number: int, levels: Sequence[Fraction]
    ) -> dict[Free, Any] | None:
        """Values for all variables; None where sizes do not fit."""
        by_name = {variable.name: variable for variable in variables}
        values: dict[Free, Any] = {}
        sizes = {own[key] for own in self.sized.mechanisms.values() for key in ("k", "n")}
        small = {own["k"]: (2, 3, 4) for own in self.sized.mechanisms.values()}
        for variable in self.sized.variables:
            free = by_name[variable.name]
            if variable.kind == "symbol":
                if variable.name in sizes or variable.name in self.integers:
                    choice = small.get(variable.name, (2, 1, 3))
                    values[free] = Fraction(
                        choice[number % len(choice)] if number < len(choice) else rng.choice(choice)
                    )
                else:
                    values[free] = rng.choice(
                        [
                            Fraction(1, 2),
                            Fraction(1, 3),
                            Fraction(1, 4),
                            Fraction(2, 3),
                            Fraction(3, 4),
                            Fraction(2),
                            Fraction(3),
                        ]
                    )
            elif variable.kind in ("level", "height"):
                values[free] = rng.choice(levels) / rng.choice((1, 1, 1, 2))
            elif variable.kind == "index":
                values[free] = Fraction(rng.choice((1, 2, 3)))
        named = {free.name: x for free, x in values.items()}
        for variable in self.sized.variables:
            if variable.kind in ("truths", "shares"):
                own = next(iter(self.sized.mechanisms.values()))
                k, n = (_size(own[key], named) for key in ("k", "n"))
                if not (2 <= k <= 4 and 1 <= n <= 3):
                    return None
                values[by_name[variable.name]] = _data(variable.kind, k, n, rng)
        for own in self.sized.mechanisms.values():
            values |= {by_name[n]: x for n, x in _listed(own, named, rng).items() if n in by_name}
            for letter, index in (("p", 1), ("q", 2)):
                star = by_name.get(own[f"{letter}*"])
                if star is not None and star not in values:
                    text = f"mean({own['responses']}, {own['design']}(1), fun y. {own['support']}(y, {index}))"
                    types = {v.name: v.type for v in values}
                    values[star] = _worth(read_term(text, types), {Free(v.name, v.type): x for v, x in values.items()})
            least = by_name.get(own.get("least", ""))
            if least is not None:
                values[least] = _least_level(own, values)
        return {variable: values[variable] for variable in variables}


def _worth(term: Term, values: Mapping[Free, Any]) -> Any:
    return value(term, Run(values, STEPS, largest=LARGEST, irrational=True))


def _least_level(own: Mapping[str, str], values: Mapping[Free, Any]) -> Fraction:
    """The largest ratio of two truths' probabilities of one response."""
    types = {variable.name: variable.type for variable in values}
    size, count = (int(_worth(read_term(own[key], types), values)) for key in ("k", "responses"))
    design = own["design"]
    rows = [
        [Fraction(_worth(read_term(f"{design}({x}, {y})", types), values)) for y in range(1, count + 1)]
        for x in range(1, size + 1)
    ]
    if not count or any(not entry for row in rows for entry in row):
        raise NoValueError("a response is impossible under a truth")
    ratios = (a / b for column in zip(*rows, strict=True) for a in column for b in column)
    return max(ratios, default=Fraction(1))


def _holds(premise: Term, values: Mapping[Free, Any]) -> bool:
    """Whether a premise holds; what is listed so that it does is not run through."""
    if any(applied(premise, word, count) for word, count in LISTED):
        return True
    return bool(_worth(premise, values))


def _size(text: str, named: Mapping[str, Fraction]) -> int:
    types = dict.fromkeys(named, REAL)
    found = _worth(read_term(text, types), {Free(name): x for name, x in named.items()})
    if found.denominator != 1:
        raise NoValueError(f"{text} is no whole number")
    return int(found)


def _data(kind: str, k: int, n: int, rng: random.Random) -> Table:
    if kind == "truths":
        return Table(tuple(Fraction(rng.randint(1, k)) for _ in range(n)))
    weights = [Fraction(rng.randint(1, 4)) for _ in range(k)]
    return Table(tuple(w / sum(weights) for w in weights))


def _listed(own: Mapping[str, str], named: Mapping[str, Fraction], rng: random.Random) -> dict[str, Any]:
    """All responses of a protocol with numbers for its sizes."""
    k = _size(own["k"], named)
    if "H" in own:
        g = _size(own["g"], named)
        if not 2 <= g <= 3:
            raise NoValueError("too many hashes")
        if k > 2:
            raise NoValueError("too many values")
        pairs = list(product(range(1, g + 1), repeat=2))
        return {
            own["s"]: Fraction(g),
            own["m"]: Fraction(len(pairs)),
            own["H"]: Family(tuple((Fraction(1), Fraction(a)) for a in range(1, g + 1))),
            own["h"]: Table(tuple(Fraction(a) for a, _ in pairs)),
            own["r"]: Table(tuple(Fraction(b) for _, b in pairs)),
        }
    if "S" in own and "P" not in own:
        if k > 3:
            raise NoValueError("too many values")
        columns = [[(-1) ** (v & y).bit_count() for v in range(1, k + 1)] for y in range(4)]
        signs = tuple(tuple(Fraction(int(entry > 0)) for entry in row) for row in columns)
        return {own["m"]: Fraction(4), own["S"]: Family(signs)}
    if "P" in own:
        p, q = (_value(own[letter], named) for letter in ("p*", "q*"))
        rows = tuple(product((0, 1), repeat=k))
        bits = tuple(tuple(map(Fraction, row)) for row in rows)
        chances = tuple(tuple(_chance(row, x, p, q) for row in rows) for x in range(k))
        return {own["m"]: Fraction(len(rows)), own["P"]: Family(chances), own["S"]: Family(bits)}
    if "l" in own:
        held = _size(own["l"], named)
        sets = [tuple(Fraction(int(i in members)) for i in range(k)) for members in combinations(range(k), held)]
        return {own["m"]: Fraction(len(sets)), own["z"]: Family(tuple(sets))}
    if "z" in own:
        if k > 2:
            raise NoValueError("too many values")
        rows = tuple(product((0, 1), repeat=k))
        return {own["m"]: Fraction(len(rows)), own["z"]: Family(tuple(tuple(map(Fraction, row)) for row in rows))}
    del rng
    return {}


def _value(text: str, named: Mapping[str, Fraction]) -> Fraction:
    return Fraction(_worth(read_term(text, dict.fromkeys(named, REAL)), {Free(n): x for n, x in named.items()}))


def _chance(row: Sequence[int], x: int, p: Fraction, q: Fraction) -> Fraction:
    found = Fraction(1)
    for i, bit in enumerate(row):
        rate = p if i == x else q
        found *= rate if bit else 1 - rate
    return found


@dataclass(frozen=True)
class Family:
    """A family of two indices by its rows."""

    rows: tuple[tuple[Fraction, ...], ...]

    def __call__(self, x: Fraction | int) -> Table:
        """The row x."""
        return Table(self.rows[int(x) - 1]) if 1 <= x <= len(self.rows) else Table(())


def _term(drawn: object) -> Term:
    """A value as a term."""
    if isinstance(drawn, Fraction):
        return Number(drawn)
    x, y = Free("x"), Free("y")
    if isinstance(drawn, Table):
        return closed(x, _by_places(x, [Number(entry) for entry in drawn.row]))
    assert isinstance(drawn, Family)
    rows = [_by_places(y, [Number(entry) for entry in row]) for row in drawn.rows]
    return closed(x, closed(y, _by_places(x, rows)))


def _by_places(x: Free, entries: Sequence[Term]) -> Term:
    found: Term = Number(0)
    for place, entry in reversed(list(enumerate(entries, 1))):
        found = conditional(REAL)(equal(x, Number(place)), entry, found)
    return found
