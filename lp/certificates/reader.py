"""Read certificates in the VIPR format, version 1.0: a strict reader with limits, whose errors name the line.

Nothing is checked here but the form; `lp.certificates.checker` decides whether the certificate proves what it says.
Derivations are read one after the other as the checker asks for them, so that time and memory grow with the file alone.

Source: Cheung, Gleixner, Steffy 2017.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from mechanisms.exact.numerals import integer_of

MAX_BYTES = 256_000_000
MAX_DIGITS = 100_000  # of a numerator or a denominator
MAX_NAME = 1000
LESS, EQUAL, GREATER = -1, 0, 1

SENSES = {"L": LESS, "E": EQUAL, "G": GREATER}
_INDEX = re.compile(r"[0-9]{1,9}", re.ASCII)
_VALUE = re.compile(r"[+-]?([0-9]+)(?:/([0-9]+)|\.([0-9]+))?", re.ASCII)

Combination = dict[int, Fraction]  # by number of the variable or of the constraint


class ViprFormatError(ValueError):
    """The file is no VIPR certificate, or larger than what is read; the sentence names the line."""


@dataclass(frozen=True, slots=True)
class Constraint:
    """row . z <= side, = side or >= side, as the sense is -1, 0 or 1; no coefficient is zero."""

    name: str
    sense: int
    side: Fraction
    row: Combination


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a constraint holds: `asm`, `lin` or `rnd` with multipliers, `uns` with the numbers i1, l1, i2, l2."""

    kind: str
    multipliers: Combination
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Derivation:
    """A derived constraint, why it holds, the last constraint that may use it (or -1), and the line where it stands."""

    constraint: Constraint
    reason: Reason
    last_use: int
    line: int


@dataclass(frozen=True, slots=True)
class Goal:
    """What is to be proved: that there is no solution, or that the optimal value is in [low, high] (None: no bound)."""

    infeasible: bool
    low: Fraction | None = None
    high: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """All of the file but its derivations."""

    variables: tuple[str, ...]
    integers: frozenset[int]
    minimise: bool
    objective: Combination
    constraints: tuple[Constraint, ...]
    goal: Goal
    solutions: tuple[tuple[str, Combination], ...]
    derivations: int


def is_vipr(path: Path) -> bool:
    """Whether a file begins like a VIPR certificate: comment lines and the version.

    Raises ViprFormatError where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(4096).lstrip()
    except OSError as error:
        raise ViprFormatError(f"{path} cannot be read: {error.strerror}") from error
    return head.startswith(b"%") or head.split(maxsplit=1)[:1] == [b"VER"]


class Reader:
    """The words of a file one after the other, and what the format makes of them.

    Raises ViprFormatError for a file that is too large or not UTF-8.
    """

    def __init__(self, content: bytes) -> None:
        if len(content) > MAX_BYTES:
            raise ViprFormatError(f"the file is larger than {MAX_BYTES} bytes")
        try:
            text = content.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ViprFormatError(f"the file is not UTF-8: {error.reason} at byte {error.start}") from error
        self.line = 1
        self._words = self._split(text)

    def _split(self, text: str) -> Iterator[str]:
        comments = True
        for self.line, line in enumerate(text.split("\n"), 1):
            if comments and line.lstrip().startswith("%"):
                continue
            comments = comments and not line.strip()
            yield from line.split()

    def fail(self, message: str) -> ViprFormatError:
        """The error with the line that is being read."""
        return ViprFormatError(f"line {self.line}: {message}")

    # -- words -----------------------------------------------------------------------------------------------------

    def word(self, wanted: str) -> str:
        """The next word. Raises ViprFormatError at the end of the file."""
        found = next(self._words, None)
        if found is None:
            raise ViprFormatError(f"the file ends in line {self.line}, where {wanted} should follow")
        return found

    def keyword(self, *words: str) -> str:
        """The next word, which has to be one of these. Raises ViprFormatError for another."""
        wanted = " or ".join(words)
        found = self.word(wanted)
        if found not in words:
            raise self.fail(f"{wanted} should follow, not {_short(found)}")
        return found

    def name(self, wanted: str) -> str:
        """A name: any word that is not too long. Raises ViprFormatError for a longer one."""
        found = self.word(wanted)
        if len(found) > MAX_NAME:
            raise self.fail(f"{wanted} of more than {MAX_NAME} characters")
        return found

    def index(self, wanted: str, below: int | None = None) -> int:
        """An integer from 0 on, less than `below`."""
        return self._index(self.word(wanted), wanted, below)

    def _index(self, found: str, wanted: str, below: int | None) -> int:
        if not _INDEX.fullmatch(found):
            raise self.fail(f"{wanted} is an integer from 0 on, of at most 9 digits, not {_short(found)}")
        number = int(found)
        if below is not None and number >= below:
            raise self.fail(f"{wanted} should be less than {below}, not {number}")
        return number

    def value(self, wanted: str) -> Fraction:
        """A rational number: an integer, a fraction a/b or a finite decimal."""
        return self._value(self.word(wanted), wanted)

    def _value(self, found: str, wanted: str) -> Fraction:
        parts = _VALUE.fullmatch(found)
        if parts is None:
            raise self.fail(f"{wanted} is a number such as -3, 1/2 or 0.5, not {_short(found)}")
        whole, bottom, decimals = parts.groups()
        if max(len(whole) + len(decimals or ""), len(bottom or "")) > MAX_DIGITS:
            raise self.fail(f"{wanted} has more than {MAX_DIGITS} digits")
        if bottom is not None and not bottom.strip("0"):
            raise self.fail(f"the denominator of {wanted} is zero")
        sign = "-" if found[0] == "-" else ""
        if decimals is not None:
            return Fraction(integer_of(sign + whole + decimals), 10 ** len(decimals))
        top = integer_of(sign + whole)
        return Fraction(top) if bottom is None else Fraction(top, integer_of(bottom))

    # -- parts -----------------------------------------------------------------------------------------------------

    def combination(self, count: int, below: int, wanted: str) -> Combination:
        """`count` pairs of a number and a value. Raises ViprFormatError for a number that stands twice."""
        found: Combination = {}
        seen: set[int] = set()
        for _ in range(count):
            number = self.index(wanted, below)
            if number in seen:
                raise self.fail(f"{wanted} {number} is named twice")
            seen.add(number)
            value = self.value(f"the value for {wanted} {number}")
            if value:
                found[number] = value
        return found

    def constraint(self, variables: int, objective: Combination) -> Constraint:
        """A constraint: name, sense, side, and its coefficients or OBJ for those of the objective.

        Raises ViprFormatError for another sense.
        """
        name = self.name("the name of a constraint")
        sense = self.word("the sense E, L or G of the constraint")
        if sense not in SENSES:
            raise self.fail(f"the sense of {_short(name)} is E, L or G, not {_short(sense)}")
        side = self.value(f"the right-hand side of {_short(name)}")
        count = self.word("the number of coefficients or OBJ")
        if count == "OBJ":
            return Constraint(name, SENSES[sense], side, objective)
        pairs = self._index(count, "the number of coefficients", None)
        return Constraint(name, SENSES[sense], side, self.combination(pairs, variables, "variable"))

    def problem(self) -> Problem:
        """Everything up to the number of derivations. Raises ViprFormatError for counts that do not fit."""
        self.keyword("VER")
        self.keyword("1.0")
        self.keyword("VAR")
        count = self.index("the number of variables")
        variables = tuple(self.name("the name of a variable") for _ in range(count))
        self.keyword("INT")
        integers = [self.index("integer variable", count) for _ in range(self.index("the number of integers"))]
        self.keyword("OBJ")
        minimise = self.keyword("min", "max") == "min"
        objective = self.combination(self.index("the number of coefficients"), count, "variable")
        self.keyword("CON")
        size, bounds = self.index("the number of constraints"), self.index("the number of bound constraints")
        constraints = []
        for place in range(size):
            constraints.append(self.constraint(count, objective))
            if place < bounds and len(constraints[-1].row) > 1:
                raise self.fail(f"constraint {place} is one of the {bounds} bounds, but has more than one variable")
        if bounds > size:
            raise self.fail(f"there are {size} constraints, so not {bounds} bounds among them")
        goal = self._goal()
        self.keyword("SOL")
        solutions = []
        for _ in range(self.index("the number of solutions")):
            name = self.name("the name of a solution")
            pairs = self.index("the number of values")
            solutions.append((name, self.combination(pairs, count, "variable")))
        self.keyword("DER")
        derivations = self.index("the number of derivations")
        return Problem(
            variables, frozenset(integers), minimise, objective, tuple(constraints), goal, tuple(solutions), derivations
        )

    def _goal(self) -> Goal:
        self.keyword("RTP")
        if self.keyword("infeas", "range") == "infeas":
            return Goal(infeasible=True)
        low, high = self.word("the lower bound"), self.word("the upper bound")
        return Goal(
            infeasible=False,
            low=None if low == "-inf" else self._value(low, "the lower bound"),
            high=None if high == "inf" else self._value(high, "the upper bound"),
        )

    def derivations(self, problem: Problem) -> Iterator[Derivation]:
        """The derived constraints in order. Raises ViprFormatError where something follows the last."""
        for number in range(len(problem.constraints), len(problem.constraints) + problem.derivations):
            constraint = self.constraint(len(problem.variables), problem.objective)
            line = self.line
            self.keyword("{")
            reason = self._reason(number)
            self.keyword("}")
            found = self.word("the number of the last constraint that uses this one")
            yield Derivation(
                constraint, reason, -1 if found == "-1" else self._index(found, "the last use", None), line
            )
        if (more := next(self._words, None)) is not None:
            raise self.fail(f"nothing should follow the last derivation, but {_short(more)} does")

    def _reason(self, below: int) -> Reason:
        kind = self.word("the reason asm, lin, rnd or uns")
        if kind == "asm":
            return Reason(kind, {})
        if kind in ("lin", "rnd"):
            count = self.index("the number of multipliers")
            return Reason(kind, self.combination(count, below, "an earlier constraint"))
        if kind == "uns":
            return Reason(kind, {}, tuple(self.index("an earlier constraint", below) for _ in range(4)))
        known = "is not supported here" if kind == "sol" else "is not known"
        raise self.fail(f"the reason {_short(kind)} {known}; those that are read are asm, lin, rnd and uns")


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:40] + "...")
