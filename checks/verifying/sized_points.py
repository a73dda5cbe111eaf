"""Points of statements about mechanisms of any size: a value for every variable, the responses of protocols listed.

Whether a statement holds at a point is found by running through it, from the protocols. That is done at small sizes. At
larger ones a failure is looked for in what the statement says once the moments are put in, which lists no response.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, islice, product
from math import comb
from typing import Any

from checks.inputs.every_size import Extreme, Sized
from checks.inputs.sized_protocols import ENCODINGS
from checks.witness.failing import Failing, why_it_fails
from checks.witness.numbers import UndecidedError, fraction
from checks.witness.statements import points, taken_apart
from checks.witness.values import Family, NoValueError, Run, Table, value
from derivations.logic.kernel import LogicError
from derivations.logic.reader import read_term
from derivations.logic.tactics import Goal
from derivations.logic.terms import Free, Term, applied, free_variables
from derivations.theory.every_size import without_moments

POINTS, TRIED = 24, 400
FEW_WORDS, TRIED_FOR_FEWER = 16, 40  # of responses, which a reader goes through
STEPS, LARGEST, MOST = 200_000, 9, 100  # for one value, of the sizes that are run through, and of words of responses
STEPS_AT_ONE, MOST_AT_ONE = 4_000_000, 300  # the same at a point that is known, for sizes and for words
LEVELS = tuple(map(Fraction, (2, 3, 4, 5)))  # powers of e to budgets, or twice them
LEVELS_BEYOND = (*map(Fraction, (7, 9, 12, 20, 50, 200)), Fraction(11, 5))
ALL_LEVELS = tuple(
    sorted({*LEVELS, *LEVELS_BEYOND, *(1 + Fraction(1, i) for i in (1, 2, 3, 4, 5, 10)), Fraction(5, 2)})
)
SMALL, SMALL_OF_EXTREMES = (2, 3, 4), (2, 3, 4, 5, 6)
"""The sizes that are run through: beside extreme values, of which nothing is known at larger sizes, some more."""
SIZES = (*range(2, 14), 16, 20, 30, 50, 100)
REALS = tuple(map(Fraction, ("1/2", "1/3", "1/4", "2/3", "3/4", "2", "3")))
FAR = tuple(map(Fraction, ("1/20", "19/20", "1/100", "99/100", "20", "100")))
SEED = 0
LISTED = (("bit_vectors", 3), ("subsets", 4), ("all_pairs", 5), ("universal", 4), ("hadamard", 3), ("least_level", 4))
"""What the responses of protocols are listed by, with the number of arguments: it holds by construction."""
MADE = frozenset(letter for encoding in ENCODINGS.values() for letter, _ in encoding.made)
"""The kinds of the variables that list the responses of a protocol."""
DERIVED = frozenset({"p", "q", "least", "extreme"})
"""The kinds of those that it says the values of."""


@dataclass(frozen=True)
class At:
    """A point: the values of the variables, whether the statement holds there, and what fails.

    Where it is not run through, there are no values of what lists responses.
    """

    values: Mapping[Free, Any]
    holds: bool
    failing: Failing
    is_run_through: bool = True


@dataclass(frozen=True)
class SizedPoints:
    """The points of a statement."""

    sized: Sized
    integers: tuple[str, ...]
    statement: Term

    @cached_property
    def failure(self) -> At | None:
        """Where the statement fails: the point found first, or one of fewer words of responses where it has many."""
        first = next((point for point in self.found if not point.holds), None)
        if first is None or self._words(first) <= FEW_WORDS:
            return first
        further = (point for point in islice(self._tried(random.Random(SEED + 1)), TRIED_FOR_FEWER) if not point.holds)
        return min(first, next((point for point in further if self._words(point) <= FEW_WORDS), first), key=self._words)

    @cached_property
    def _parts(self) -> tuple[list[Free], list[Term], Term]:
        """The variables of the statement, its premises and its conclusion."""
        return taken_apart(self.statement)

    @property
    def are_any(self) -> bool:
        """Whether the premises hold at some point."""
        return next(self._tried(random.Random(SEED)), None) is not None

    @cached_property
    def found(self) -> list[At]:
        """Points at which the premises hold, up to the first at which the statement fails."""
        found: list[At] = []
        for point in self._tried(random.Random(SEED)):
            found.append(point)
            if not point.holds or len(found) >= POINTS:
                break
        if self.sized.mechanisms and self._has_level and found and found[-1].holds:
            beyond = islice(self._tried(random.Random(SEED), LEVELS_BEYOND), POINTS)
            with suppress(NoValueError):  # at these levels, the sizes may be beyond what is run through
                found += islice((point for point in beyond if not point.holds), 1)
        elif not self.sized.mechanisms and (not found or found[-1].holds):
            found += islice(self._failing_beyond(found), 1)
        return found

    def _failing_beyond(self, found: Sequence[At]) -> Iterator[At]:
        """Where a statement without protocols fails far out: at a large budget or number, or at one near 0 or 1.

        All else is as it was found before, or drawn.
        """
        variables, premises, conclusion = self._parts
        levels = {each.name for each in self.sized.variables if each.kind == "level"}
        symbols = [each.name for each in self.sized.variables if each.kind == "symbol"]
        reals = [{name} for name in symbols if name not in self.integers]
        rng = random.Random(SEED)
        drawn = filter(None, (self._drawn(variables, rng, number, LEVELS_BEYOND) for number in range(POINTS)))
        near = [*(dict(at.values) for at in found), *(drawn if levels else ())]
        further = [(levels, power) for power in LEVELS_BEYOND if levels] + [*product(reals, FAR)]
        for (names, far), others in product(further, near):
            values = {v: far if v.name in names else others[v] for v in variables if v in others}
            with suppress(NoValueError, UndecidedError, KeyError):  # of another kind of variables nothing is drawn
                if all(_worth(premise, values) for premise in premises) and not _worth(conclusion, values):
                    yield At(values, False, why_it_fails(conclusion, values, largest=LARGEST))

    @cached_property
    def larger_failure(self) -> At | None:
        """Where the statement fails at a larger size, the smallest one that is found; None where none is."""
        if not self.sized.mechanisms:
            return None
        variables, premises, conclusion = self._parts
        for _ in range(self.sized.shown):  # holds at every size, and is run through at small ones
            conclusion = (applied(conclusion, "and", 2) or (conclusion, conclusion))[1]
        derived = self._of_kinds(variables, DERIVED)
        try:
            said, known = without_moments(Goal(self.statement, tuple(variables), tuple(premises), conclusion), derived)
        except LogicError:
            return None
        own = derived | self._of_kinds(variables, MADE)
        if any(free_variables(term) & own for term in (said, *known.values())):
            return None
        asked, _ = self._in_two(variables, premises)
        largest = max(SIZES)
        for values in self._larger(variables, random.Random(SEED)):
            with suppress(NoValueError, UndecidedError, KeyError):
                if all(_worth(premise, values, largest) for premise in asked) and not _worth(said, values, largest):
                    found = {variable: _worth(term, values, largest) for variable, term in known.items()}
                    return self._at_one(variables, values, found, said)
        return None

    def _at_one(
        self, variables: Sequence[Free], values: Mapping[Free, Any], derived: Mapping[Free, Any], said: Term
    ) -> At | None:
        """The point where what a statement says without moments fails, run through where responses are few."""
        _, premises, conclusion = self._parts
        try:
            whole = self._with_protocols(variables, values, MOST_AT_ONE, MOST_AT_ONE)
            run = Run(whole, STEPS_AT_ONE, largest=MOST_AT_ONE, irrational=True)
            if value(conclusion, run) or not all(
                _holds(premise, whole, STEPS_AT_ONE, MOST_AT_ONE) for premise in premises
            ):
                return None
            return At(whole, False, why_it_fails(conclusion, whole, largest=MOST_AT_ONE))
        except (NoValueError, UndecidedError):
            failing = why_it_fails(said, values, largest=max(SIZES))
            return At({**values, **derived}, False, failing, is_run_through=False)

    @property
    def _has_level(self) -> bool:
        return any(variable.kind == "level" for variable in self.sized.variables)

    def _words(self, point: At) -> int:
        """How many words of responses there are of all respondents, of the mechanism that has the most."""
        named = {free.name: x for free, x in point.values.items() if isinstance(x, Fraction)}
        sizes = [(_size(own["responses"], named), _size(own["n"], named)) for own in self.sized.mechanisms.values()]
        return max((responses**n for responses, n in sizes), default=0)

    def _tried(self, rng: random.Random, levels: Sequence[Fraction] = LEVELS) -> Iterator[At]:
        """Points at which the premises hold, drawn; NoValueError at the end where none has a value."""
        reason: NoValueError | None = None
        is_any = False
        variables, premises, conclusion = self._parts
        if not self.sized.mechanisms:
            for point in points(self.statement, rng.randrange(2**32), TRIED, irrational=True):
                yield At(dict(point.values), point.holds, point.failing)
            return
        early, late = self._in_two(variables, premises)
        for number in range(TRIED):
            try:
                drawn = self._drawn(variables, rng, number, levels)
                if drawn is None or not all(_holds(premise, drawn) for premise in early):
                    continue
                values = self._with_protocols(variables, drawn, LARGEST, MOST)
                if not all(_holds(premise, values) for premise in late):
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
        """Values for all variables but those that protocols have; None where sizes do not fit."""
        by_name = {variable.name: variable for variable in variables}
        values: dict[Free, Any] = {}
        sizes = {own[key] for own in self.sized.mechanisms.values() for key in ("k", "n")}
        own_sizes = SMALL_OF_EXTREMES if self.sized.extremes else SMALL
        small = {own["k"]: own_sizes for own in self.sized.mechanisms.values()}
        for variable in self.sized.variables:
            free = by_name[variable.name]
            if variable.kind == "symbol" and (variable.name in sizes or variable.name in self.integers):
                choice = small.get(variable.name, (2, 1, 3))
                values[free] = Fraction(choice[number % len(choice)] if number < len(choice) else rng.choice(choice))
            elif variable.kind == "symbol":
                values[free] = rng.choice(REALS)
            elif variable.kind in ("level", "height"):
                values[free] = rng.choice(levels) / rng.choice((1, 1, 1, 2))
            elif variable.kind == "index":
                values[free] = Fraction(rng.choice((1, 2, 3)))
        self._tie(values)
        data = self._data(by_name, values, rng, most=max(own_sizes))
        return None if data is None else values | data

    def _larger(self, variables: Sequence[Free], rng: random.Random) -> Iterator[dict[Free, Any]]:
        """Values for all but what lists responses, the sizes of values in their order."""
        by_name = {variable.name: variable for variable in variables}
        sizes, respondents = ({own[key] for own in self.sized.mechanisms.values()} for key in ("k", "n"))
        for k, level, alone in product(SIZES, ALL_LEVELS, (True, False)):
            values: dict[Free, Any] = {}
            for variable in self.sized.variables:
                free = by_name[variable.name]
                if variable.kind == "symbol" and variable.name in sizes:
                    values[free] = Fraction(k)
                elif variable.kind == "symbol" and variable.name in self.integers:
                    choice = [Fraction(i) for i in (1, 2, 3)] + [level + 1] * (level.denominator == 1)
                    values[free] = choice[0] if alone and variable.name in respondents else rng.choice(choice)
                elif variable.kind == "symbol":
                    values[free] = rng.choice(REALS)
                elif variable.kind == "level":
                    values[free] = level
                elif variable.kind == "height":
                    values[free] = rng.choice(ALL_LEVELS)
                elif variable.kind == "index":
                    values[free] = Fraction(rng.randint(1, min(k, 3)))
            self._tie(values)
            data = None
            with suppress(NoValueError):  # a size that is tied to others may be no whole number
                data = self._data(by_name, values, rng, most=max(SIZES))
            if data is not None:
                yield values | data

    def _tie(self, values: dict[Free, Any]) -> None:
        """Give the symbols that a premise says the value of, as in p = 7/10, that value."""
        symbols = {variable.name for variable in self.sized.variables if variable.kind in ("symbol", "level")}
        for premise in self._parts[1]:
            both = applied(premise, "=", 2)
            for one, other in (both, both[::-1]) if both else ():
                if isinstance(one, Free) and one.name in symbols:
                    with suppress(NoValueError, UndecidedError, KeyError):
                        values[one] = _worth(other, values)

    def _data(
        self, by_name: Mapping[str, Free], values: Mapping[Free, Any], rng: random.Random, most: int
    ) -> dict[Free, Table] | None:
        """The truths of the respondents, or the shares; None where sizes do not fit."""
        named = {free.name: x for free, x in values.items()}
        found = {}
        for variable in self.sized.variables:
            if variable.kind not in ("truths", "shares"):
                continue
            own = next(iter(self.sized.mechanisms.values()))
            k, n = (_size(own[key], named) for key in ("k", "n"))
            if not (2 <= k <= most and 1 <= n <= 3):
                return None
            weights = [Fraction(rng.randint(1, 4)) for _ in range(k)]
            truths = (Fraction(rng.randint(1, k)) for _ in range(n))
            row = truths if variable.kind == "truths" else (weight / sum(weights) for weight in weights)
            found[by_name[variable.name]] = Table(tuple(row))
        return found

    def _of_kinds(self, variables: Sequence[Free], kinds: frozenset[str]) -> set[Free]:
        names = {variable.name for variable in self.sized.variables if variable.kind in kinds}
        return {variable for variable in variables if variable.name in names}

    def _in_two(self, variables: Sequence[Free], premises: Sequence[Term]) -> tuple[list[Term], list[Term]]:
        """The premises that speak of no variable that a protocol has, and the others."""
        own = self._of_kinds(variables, MADE | DERIVED)
        early = [premise for premise in premises if not free_variables(premise) & own]
        return early, [premise for premise in premises if free_variables(premise) & own]

    def _with_protocols(
        self, variables: Sequence[Free], values: Mapping[Free, Any], largest: int, most: int
    ) -> dict[Free, Any]:
        """The values, and those of what lists responses, p* and q*, and least levels, all by listing the responses."""
        by_name = {variable.name: variable for variable in variables}
        named = {free.name: x for free, x in values.items() if isinstance(x, Fraction)}
        whole = dict(values)
        for own in self.sized.mechanisms.values():
            whole |= {by_name[name]: x for name, x in _listed(own, named, largest, most).items() if name in by_name}
            for letter, index in (("p", 1), ("q", 2)):
                star = by_name.get(own.get(f"{letter}*", ""))
                if star is not None and star not in whole:
                    text = f"mean({own['responses']}, {own['design']}(1), fun y. {own['support']}(y, {index}))"
                    whole[star] = _worth(_read(text, whole), whole, largest)
            least = by_name.get(own.get("least", ""))
            if least is not None:
                whole[least] = _least_level(own, whole, largest)
        for name, extreme in self.sized.extremes.items():
            whole[by_name[name]] = _extreme(extreme, whole, largest)
        return {variable: whole[variable] for variable in variables}


def _worth(term: Term, values: Mapping[Free, Any], largest: int = LARGEST) -> Any:
    return value(term, Run(values, STEPS, largest=largest, irrational=True))


def _holds(premise: Term, values: Mapping[Free, Any], steps: int = STEPS, largest: int = LARGEST) -> bool:
    """Whether a premise holds; what is listed so that it does is not run through."""
    if any(applied(premise, word, count) for word, count in LISTED):
        return True
    return bool(value(premise, Run(values, steps, largest=largest, irrational=True)))


def _least_level(own: Mapping[str, str], values: Mapping[Free, Any], largest: int) -> Fraction:
    """The largest ratio of two truths' probabilities of one response."""
    size, count = (int(_worth(_read(own[key], values), values, largest)) for key in ("k", "responses"))
    design = _worth(_read(own["design"], values), values, largest)
    rows = [
        [fraction(design(x)(y)) for y in map(Fraction, range(1, count + 1))] for x in map(Fraction, range(1, size + 1))
    ]
    if not count or any(not entry for row in rows for entry in row):
        raise NoValueError("a response is impossible under a truth")
    ratios = (a / b for column in zip(*rows, strict=True) for a in column for b in column)
    return max(ratios, default=Fraction(1))


def _extreme(extreme: Extreme, values: Mapping[Free, Any], largest: int) -> Any:
    """The largest or smallest of the values of a body."""
    sizes = (int(_worth(_read(size, values), values, largest)) for _, size in extreme.letters)
    places = ([Fraction(i) for i in range(1, size + 1)] for size in sizes)
    letters = [Free(letter) for letter, _ in extreme.letters]
    inside = [{**values, **dict(zip(letters, place, strict=True))} for place in product(*places)]
    if not inside:
        raise NoValueError("nothing is there to be extreme")
    found = [_worth(_read(extreme.body, at), at, largest) for at in inside]
    return max(found) if extreme.is_largest else min(found)


def _size(text: str, named: Mapping[str, Any]) -> int:
    found = _value(text, named)
    if found.denominator != 1:
        raise NoValueError(f"{text} is no whole number")
    return int(found)


def _value(text: str, named: Mapping[str, Any]) -> Fraction:
    values = {Free(name): worth for name, worth in named.items()}
    return fraction(_worth(_read(text, values), values))


def _read(text: str, variables: Iterable[Free]) -> Term:
    return _term_of(text, tuple(variables))


@lru_cache(maxsize=256)
def _term_of(text: str, variables: tuple[Free, ...]) -> Term:
    """The term that a text says of variables; the same is read again at each point."""
    return read_term(text, {variable.name: variable.type for variable in variables})


def _listed(own: Mapping[str, str], named: Mapping[str, Fraction], largest: int, most: int) -> dict[str, Any]:
    """All responses of a protocol with numbers for its sizes; NoValueError where they or words of them are too many."""
    k, n = (_size(own[key], named) for key in ("k", "n"))

    def are_few(responses: int) -> None:
        if responses > largest or responses**n > most:
            raise NoValueError(f"{responses} responses of {n} respondents are too many to run through")

    if "H" in own:
        g = _size(own["g"], named)
        are_few(g**k * g if k > 2 else g * g)
        hashes = list(product(range(1, g + 1), repeat=k)) if k > 2 else [(1, a) for a in range(1, g + 1)]
        pairs = list(product(range(1, len(hashes) + 1), range(1, g + 1)))
        return {
            own["s"]: Fraction(len(hashes)),
            own["m"]: Fraction(len(pairs)),
            own["H"]: _family(hashes),
            own["h"]: Table(tuple(Fraction(a) for a, _ in pairs)),
            own["r"]: Table(tuple(Fraction(b) for _, b in pairs)),
        }
    if "S" in own and "P" not in own:
        order = 1 << k.bit_length()
        are_few(order)
        signs = [[1 - (v & y).bit_count() % 2 for v in range(1, k + 1)] for y in range(order)]
        return {own["m"]: Fraction(order), own["S"]: _family(signs)}
    if "l" in own:
        held = _size(own["l"], named)
        are_few(comb(k, held) if held >= 0 else 0)
        sets = [[int(i in members) for i in range(k)] for members in combinations(range(k), max(held, 0))]
        return {own["m"]: Fraction(len(sets)), own["z"]: _family(sets)}
    if "P" not in own and "z" not in own:
        return {}
    are_few(2**k)
    rows = list(product((0, 1), repeat=k))
    if "z" in own:
        return {own["m"]: Fraction(len(rows)), own["z"]: _family(rows)}
    p, q = (_value(own[letter], named) for letter in ("p*", "q*"))
    chances = Family(tuple(tuple(_chance(row, x, p, q) for row in rows) for x in range(k)))
    return {own["m"]: Fraction(len(rows)), own["P"]: chances, own["S"]: _family(rows)}


def _chance(row: Sequence[int], x: int, p: Fraction, q: Fraction) -> Fraction:
    found = Fraction(1)
    for i, bit in enumerate(row):
        rate = p if i == x else q
        found *= rate if bit else 1 - rate
    return found


def _family(rows: Sequence[Sequence[int]]) -> Family:
    return Family(tuple(tuple(map(Fraction, row)) for row in rows))
