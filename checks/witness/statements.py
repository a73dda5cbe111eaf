"""The second witness of a statement in the logic: whether it holds at exact points.

Outer variables get values; a statement holds at a point where its premises fail or its conclusion holds. Exponentials,
logarithms and roots have no exact value; where a statement has none without them, balls around them decide.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache, reduce
from itertools import accumulate, chain, count, islice, permutations, takewhile
from typing import Any, Generic, TypeVar

from gmpy2 import mpq

from checks.witness.failing import Failing, why_it_fails
from checks.witness.formulas import another_name, conjuncts, unfolded
from checks.witness.linear_equations import Solutions, solutions
from checks.witness.numbers import UndecidedError, fraction
from checks.witness.one_number import numbers_of
from checks.witness.several_numbers import OPERATIONS, Allowance, TooOftenError
from checks.witness.values import (
    LARGEST,
    WORK,
    Family,
    NoValueError,
    Run,
    Table,
    TooLongError,
    is_long,
    is_range,
    speaks_of_all,
    value,
)
from derivations.logic.definitions import EXAMPLES
from derivations.logic.kernel import DEFINITIONS
from derivations.logic.terms import (
    BOOL,
    IMPLIES,
    REAL,
    Apply,
    Arrow,
    Constant,
    Free,
    Term,
    Type,
    applied,
    arrow,
    for_all,
    free_variables,
    opened,
    quantified,
)
from mechanisms.exact.drawing import Draws

DRAWS = 4000  # at most, for the points of one statement
WITHOUT_VALUE = (
    40  # draws that meet the premises, after which a conclusion without a value at them is taken to have none
)
TRIED, FEWEST = 48, 8  # points at which a failure is looked for: where there are failures, where there is none
SOON = 600  # of these draws, after which none is tried where the premises were never met, and had no value
NARROW, AGAIN = 200, 60  # points for narrow premises, and draws of one of their values
FAILURES = 12  # of which one is taken
NEAR = 6  # draws of each value of a point
PLENTY = 60_000  # steps for all points of a statement, after which a few points are enough
ENOUGH, MOST = 200_000, 300_000  # steps for narrow premises where there are points already, and where there is none
BRIEFLY = 12_000  # steps for a changed statement, of which there are many, after which `FEWEST` points are enough
FEW = 6

T = TypeVar("T")


@dataclass(frozen=True)
class Point:
    """Values of the outer variables of a statement, and whether its premises and its conclusion hold there."""

    values: tuple[tuple[Free, Any], ...]
    holds: bool
    conclusion: Term

    @cached_property
    def failing(self) -> Failing:
        """The relation that fails there; nothing where it holds."""
        return Failing() if self.holds else why_it_fails(self.conclusion, dict(self.values))

    @cached_property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """The values as they are told, and those of the indices of which the relation speaks that fails."""
        return shown_at(self.values, self.failing)


def _point(values: Mapping[Free, Any], holds: bool, conclusion: Term) -> Point:
    return Point(tuple((variable, _drawn_in_fractions(drawn)) for variable, drawn in values.items()), holds, conclusion)


def _drawn_in_fractions(drawn: Any) -> Any:
    """A drawn value, or rows of them, in fractions."""
    if isinstance(drawn, Table):
        return Table(tuple(map(fraction, drawn.row)))
    if isinstance(drawn, Family):
        return Family(tuple(tuple(map(fraction, row)) for row in drawn.rows))
    return fraction(drawn) if isinstance(drawn, mpq) else drawn


def points(statement: Term, seed: int, wanted: int, *, irrational: bool = False) -> Iterator[Point]:
    """Points at which the premises of a statement hold, drawn with a seed; at most so many. Generic values come first.

    Raises NoValueError where the statement has no values; `irrational` ones are taken only where that is said.
    """
    yield from islice(_points(statement, seed, irrational), wanted)


class _Drawn(Generic[T]):
    """What is drawn, for all who ask for it: it is drawn when it is wanted first."""

    def __init__(self, coming: Iterator[T]) -> None:
        self._coming = coming
        self._drawn: list[T] = []
        self._without_value: NoValueError | None = None

    def __iter__(self) -> Iterator[T]:
        for number in count():
            if number == len(self._drawn):
                if self._without_value is not None:
                    raise self._without_value
                try:
                    self._drawn.append(next(self._coming))
                except StopIteration:
                    return
                except NoValueError as error:
                    self._without_value = error
                    raise
            yield self._drawn[number]


@lru_cache(maxsize=256)
def _points(statement: Term, seed: int, irrational: bool) -> _Drawn[Point]:
    return _Drawn(_drawn_points(statement, seed, irrational))


def _drawn_points(statement: Term, seed: int, irrational: bool) -> Iterator[Point]:
    variables, premises, conclusion = taken_apart(statement)
    found, valueless, valueless_inside, spent = 0, 0, 0, 0
    reason = NoValueError()
    allowance = Allowance()
    for values in _inside(tuple(variables), tuple(premises), seed, irrational):
        if values is None:
            if found >= FEW or (valueless and not found):
                break
            continue
        whole = WORK if not found else max(PLENTY - spent, PLENTY // 10)
        try:
            if isinstance(values, NoValueError):
                raise values
            run = Run(values, whole, irrational=irrational, allowance=allowance)
            holds = bool(_worth(conclusion, run))
        except NoValueError as error:
            valueless, valueless_inside, reason = valueless + 1, valueless_inside + (error is not values), error
            if not found and (valueless_inside >= WITHOUT_VALUE or valueless > (NARROW if irrational else DRAWS) // 4):
                raise
            continue
        yield _point(values, holds, conclusion)
        found, spent = found + 1, spent + whole - run.left
        if found >= FEW and spent > PLENTY:
            return
        if allowance.left < 0:
            return
    if valueless and not found:
        raise reason


_Inside = dict[Free, Any] | NoValueError | None


@lru_cache(maxsize=8)
def _inside(variables: tuple[Free, ...], premises: tuple[Term, ...], seed: int, irrational: bool) -> _Drawn[_Inside]:
    """What `_drawn_inside` draws: statements with the same premises share it."""
    return _Drawn(_drawn_inside(_Draws(variables, premises, seed), irrational))


def _drawn_inside(draws: _Draws, irrational: bool) -> Iterator[_Inside]:
    """Values at which all premises hold, or that one of them has no value; None before each that is costly to draw."""
    found = valueless = False
    seen: set[tuple[Any, ...]] = set()
    for number in range(DRAWS + NARROW if draws.variables else 1):
        in_vain = (number >= SOON and valueless) or draws.allowance.left < OPERATIONS * 5 // 6
        if number < DRAWS and in_vain and not found:
            continue  # no draw meets them: see one by one
        if draws.spent > (ENOUGH if found else MOST) or draws.allowance.left < 0:
            return
        if number >= DRAWS:
            yield None
        values = draws.freely(number) if number < DRAWS else draws.one_by_one()
        if values is None:
            continue
        point = tuple(values.values())
        if point in seen:
            continue
        seen.add(point)
        try:
            if draws.are_inside(Run(values, irrational=irrational, allowance=draws.allowance)):
                found = True
                yield values
        except NoValueError as error:
            valueless = True
            yield error


class _FreeDraws:
    """Values of variables of which nothing is said: statements whose variables have the same types share them."""

    def __init__(self, types: tuple[Type, ...], seed: int) -> None:
        self.types, self.rng = types, Draws(seed)
        self._drawn: list[tuple[Any, ...]] = []

    def at(self, number: int) -> tuple[Any, ...]:
        """The values that are drawn at this place; generic ones come first."""
        while number >= len(self._drawn):
            generic = len(self._drawn) < DRAWS // 2
            self._drawn.append(tuple(_drawn(type_, self.rng, generic) for type_ in self.types))
        return self._drawn[number]


_free_draws = lru_cache(maxsize=8)(_FreeDraws)


@dataclass(frozen=True)
class Written:
    """A function as an example writes it."""

    term: Term

    @cached_property
    def _function(self) -> Any:
        return _at(self.term, {})

    def __call__(self, argument: Any) -> Any:
        """The value at an argument."""
        return self._function(argument)

    def __str__(self) -> str:
        return str(self.term)


def _of_example(argument: Term) -> Any:
    return Written(argument) if isinstance(argument.type, Arrow) else _at(argument, {})


_INDICES = {arrow(REAL, REAL): 1, arrow(REAL, REAL, REAL): 2}


class _Draws:
    """Values of the outer variables of a statement."""

    def __init__(self, variables: Sequence[Free], premises: Sequence[Term], seed: int) -> None:
        self.variables, self.premises = variables, premises
        self.words = _words(premises)
        types = tuple(variable.type for variable in variables)
        self.spent = 0  # steps for values that are drawn one by one
        self.allowance = Allowance()
        self._rng = Draws(seed)  # for what linear equations leave open
        self._told: dict[tuple[Any, ...], tuple[bool, int]] = {}  # whether a condition holds, and the steps that took
        self._solved: dict[tuple[Any, ...], Solutions | None] = {}  # of the linear equations that a condition says
        self._tried: dict[tuple[Any, ...], bool] = {}  # whether a premise holds for the values of an example
        self.free = _FreeDraws(types, seed) if self.words else _free_draws(types, seed)
        self.conditions = [part for premise in premises for part in conjuncts(premise)]

    def freely(self, number: int) -> dict[Free, Any] | None:
        """Values that the premises have no influence on, but for what is a word; None where the first premises fail."""
        values = dict(zip(self.variables, self.free.at(number), strict=True))
        run = Run(values)
        with suppress(NoValueError):
            if not all(_worth(part, run) for part in self._of_drawn):
                return None
        values |= self._example(number)
        values |= {w: _letters(*sizes, values, self.free.rng) for w, sizes in self.words.items()}
        if self._examples:
            values |= {v: self._value(v, values) for v in self._equations if v not in self._exemplary}
        return values | self._families(values)

    def _families(self, values: Mapping[Free, Any]) -> dict[Free, Any]:
        """Families for which a premise is linear equations, where all that is said of the other variables holds."""
        if not self._solvable or not all(self._holds(part, values) for part in self._apart):
            return {}
        found = {variable: self._family(variable, values) for variable in list(self._solvable)}
        return {variable: solved for variable, solved in found.items() if solved is not None}

    def _family(self, variable: Free, values: Mapping[Free, Any]) -> Any:
        """A family for which a premise is linear equations; None where they have no solution, or are none."""
        for condition in self._solvable[variable][:]:
            try:
                found = self._solutions(condition, variable, values)
                return None if found is None else found.drawn(self._rng)
            except (NoValueError, KeyError):  # it says more, or speaks of what has no value yet
                self._solvable[variable].remove(condition)
        return None

    def _solutions(self, condition: Term, variable: Free, values: Mapping[Free, Any]) -> Solutions | None:
        """What a condition says of a family, asked once of the same values of the other variables."""
        others = (values[v] for v in _spoken_of(condition) if v != variable)
        key = condition, variable, *others
        if key not in self._solved:

            def said(family: Any) -> bool:
                return bool(_at(condition, {**values, variable: family}))

            self._solved[key] = solutions(said, _INDICES[variable.type])
        return self._solved[key]

    @cached_property
    def _solvable(self) -> dict[Free, list[Term]]:
        """Families that a premise may determine by linear equations: words without examples that are said of them."""
        found: dict[Free, list[Term]] = {}
        for condition in self.conditions:
            said, arguments = _word(condition)
            for v in dict.fromkeys(arguments) if said in DEFINITIONS else ():
                if isinstance(v, Free) and v.type in _INDICES and v not in self._exemplary and v not in self.words:
                    found.setdefault(v, []).append(condition)
        return found

    @cached_property
    def _apart(self) -> list[Term]:
        """The conditions that speak of no family that a premise may determine."""
        return [part for part in self._quickly if not free_variables(part) & self._solvable.keys()]

    def _example(self, number: int) -> dict[Free, Any]:
        """Values of variables of which a premise is a word with examples; of several premises those that agree."""
        found: dict[Free, Any] = {}
        for variables, examples in self._examples.values():
            fitting = [e for e in examples if all(found.get(v, x) == x for v, x in zip(variables, e, strict=True))]
            if fitting:
                found |= zip(variables, fitting[number % len(fitting)], strict=True)
                number //= len(fitting)
        return found

    @cached_property
    def _examples(self) -> dict[Term, tuple[tuple[Free, ...], list[tuple[Any, ...]]]]:
        """The premises that are words with examples: the variables that they are said of, and the values of these."""
        found = {}
        for premise in self.conditions:
            said, arguments = _word(premise)
            variables = tuple(v for v in arguments if isinstance(v, Free) and v in self.variables)
            if said in EXAMPLES and len({*variables}) == len(arguments):
                found[premise] = variables, [tuple(map(_of_example, e)) for e in EXAMPLES[said]]
        return found

    def are_inside(self, run: Run) -> bool:
        """Whether all premises hold; what is quickly found wrong is looked at first, and each example once.

        One that has no value, even an irrational one, tells nothing where another fails that is quickly decided.
        """
        without_value: NoValueError | None = None
        for part in self._quickly:
            if without_value is not None and speaks_of_all(part):
                continue
            try:
                if not (self._is_example(part, run) if part in self._examples else _worth(part, run)):
                    return False
            except NoValueError as error:
                if isinstance(error, TooLongError) or not run.irrational:
                    raise
                without_value = without_value or error
        if without_value is not None:
            raise without_value
        return True

    @cached_property
    def _exemplary(self) -> frozenset[Free]:
        """The variables of the premises that have examples."""
        return frozenset(variable for variables, _ in self._examples.values() for variable in variables)

    def _is_example(self, premise: Term, run: Run) -> bool:
        key = premise, *(run.free[variable] for variable in self._examples[premise][0])
        if key not in self._tried:
            self._tried[key] = bool(_worth(premise, run))
        return self._tried[key]

    @cached_property
    def _of_drawn(self) -> list[Term]:
        """The conditions that are looked at first, as long as they speak only of values that are kept as drawn."""
        if self.words:  # whose letters are drawn in the same sequence
            return []
        changed = {*self._exemplary, *self._solvable, *(self._equations if self._examples else ())}
        return list(takewhile(lambda p: not (free_variables(p) & changed or speaks_of_all(p)), self._quickly))

    @cached_property
    def _quickly(self) -> list[Term]:
        return sorted(self.conditions, key=is_long)

    def near(self, values: Mapping[Free, Any]) -> Iterator[dict[Free, Any]]:
        """The same values but for one, and for what equations make of it."""
        for variable in self.variables:
            for number in range(NEAR):
                changed = {**values, variable: self._value(variable, values, generic=number % 2 == 0)}
                for other in self._equations:
                    if other != variable:
                        changed[other] = self._value(other, changed)
                yield changed

    @cached_property
    def rng(self) -> Draws:
        """What draws after all free draws, whoever else has taken some of these."""
        self.free.at(DRAWS - 1)
        own = Draws()
        own.setstate(self.free.rng.getstate())
        return own

    def one_by_one(self) -> dict[Free, Any]:
        """Each value again and again until what the premises say of it and of those before holds: for narrow premises.

        What an equation says to be the value of a variable is not drawn.
        """
        values: dict[Free, Any] = {}
        for variable in self._order:
            if variable in self._solvable and (solved := self._family(variable, values)) is not None:
                values[variable] = solved
                continue
            solved_for = variable.type == REAL and any(map(speaks_of_all, self._own[variable]))
            for _ in range(1 if solved_for else AGAIN):  # no draw would meet what is said of all other numbers
                values[variable] = self._value(variable, values)
                if self.spent > MOST or all(self._holds(part, values) for part in self._own[variable]):
                    break
            else:
                values[variable] = self._solution(variable, values)
        return {variable: values[variable] for variable in self.variables}

    def _solution(self, variable: Free, values: Mapping[Free, Any]) -> Any:
        """A number for which all that is said of it holds, where it is found from what is compared with it."""
        if variable.type != REAL or variable in self._equations:
            return values[variable]
        own = self._own[variable]
        told = dict.fromkeys(told for part in own for told in _taken_up(part))

        def said(number: Any) -> bool:
            at = {**values, variable: number}
            for part in tuple(told):
                try:
                    if not self._at(part, at):
                        return False
                except NoValueError:  # where it fails is found out below
                    del told[part]
            return True

        try:
            found = [
                number
                for number in numbers_of(said)
                if all(self._holds(part, {**values, variable: number}) for part in own)
            ]
        except UndecidedError:
            found = []
        return self.rng.one_of(found) if found else values[variable]

    def _value(self, variable: Free, values: Mapping[Free, Any], *, generic: bool = True) -> Any:
        if (term := self._equations.get(variable)) is not None:
            try:
                return self._at(term, values, irrational=True)
            except NoValueError:
                return _drawn(variable.type, self.rng, generic)
        if (sizes := self.words.get(variable)) is not None:
            return _letters(*sizes, values, self.rng)
        return _drawn(variable.type, self.rng, generic)

    def _holds(self, condition: Term, values: Mapping[Free, Any]) -> bool:
        """Whether a condition holds; one that runs through something is asked once of the same values."""
        if condition not in self._long:
            return self._is_met(condition, values)
        key = condition, *(values.get(variable) for variable in _spoken_of(condition))
        if (told := self._told.get(key)) is None:
            before = self.spent
            self._told[key] = self._is_met(condition, values), self.spent - before
            return self._told[key][0]
        self.spent += told[1]
        return told[0]

    @cached_property
    def _long(self) -> frozenset[Term]:
        """The conditions that run through something."""
        return frozenset(filter(is_long, self.conditions))

    def _is_met(self, condition: Term, values: Mapping[Free, Any]) -> bool:
        try:
            return bool(self._at(condition, values))
        except NoValueError:
            return False

    def _at(self, term: Term, values: Mapping[Free, Any], *, irrational: bool = False) -> Any:
        run = Run(values, irrational=irrational, allowance=self.allowance)
        try:
            return _worth(term, run)
        finally:
            self.spent += WORK - run.left

    @cached_property
    def _equations(self) -> dict[Free, Term]:
        """What the premises say to be equal to a variable, none of which speaks of another such variable."""
        found: dict[Free, Term] = {}
        for condition in self.conditions:
            sides = applied(condition, "=", 2)
            for one, other in permutations(sides) if sides else ():
                if isinstance(one, Free) and one.type == REAL and one not in found:
                    spoken = free_variables(other)
                    if not spoken & {one, *found, *self.words} and not any(
                        one in free_variables(term) for term in found.values()
                    ):
                        found[one] = other
                        break
        return found

    @cached_property
    def _order(self) -> list[Free]:
        """The variables, those that are words or are computed from others after what they depend on."""
        needed: dict[Free, frozenset[Free]] = {
            **{v: free_variables(term) for v, term in self._equations.items()},
            **{v: free_variables(sizes[0]) | free_variables(sizes[1]) for v, sizes in self.words.items()},
        }
        order: list[Free] = []
        waiting = list(self.variables)
        while waiting:
            ready = (v for v in waiting if not needed.get(v, frozenset()) & {*waiting})
            order.append(next(ready, waiting[0]))
            waiting.remove(order[-1])
        return order

    @cached_property
    def _own(self) -> dict[Free, list[Term]]:
        """The conditions of which each variable is the last one."""
        place = {variable: number for number, variable in enumerate(self._order)}
        own: dict[Free, list[Term]] = {variable: [] for variable in self._order}
        for part in dict.fromkeys(self.conditions):
            if spoken := [v for v in free_variables(part) if v in place]:
                own[max(spoken, key=place.__getitem__)].append(part)
        return own


@lru_cache(maxsize=1024)
def _spoken_of(condition: Term) -> tuple[Free, ...]:
    return tuple(free_variables(condition))


def _taken_up(formula: Term) -> Iterator[Term]:
    """The parts of a conjunction, of which those that speak of all numbers are what they mean."""
    for part in conjuncts(formula):
        meaning = unfolded(part) if speaks_of_all(part) else None
        if meaning is None:
            yield part
        else:
            yield from _taken_up(meaning)


def _word(formula: Term) -> tuple[str, list[Term]]:
    """The word that a formula is, and its arguments; "" where it is of another form."""
    arguments: list[Term] = []
    while isinstance(formula, Apply):
        arguments.insert(0, formula.argument)
        formula = formula.function
    return formula.name if isinstance(formula, Constant) else "", arguments


def _words(premises: Iterable[Term]) -> dict[Free, tuple[Term, Term]]:
    """The variables that the premises say to be words, with their lengths and the sizes of their alphabets."""
    found: dict[Free, tuple[Term, Term]] = {}
    for premise in premises:
        if sides := applied(premise, "and", 2):
            found |= _words(sides)
        elif (said := applied(premise, "word", 3)) and isinstance(said[2], Free):
            found[said[2]] = said[0], said[1]
    return found


def _letters(length: Term, letters: Term, values: Mapping[Free, Any], rng: Draws) -> Table:
    """A word of some length over some letters; the empty one where these are no sizes that are run through."""
    sizes = []
    for term in (length, letters):
        try:
            sizes.append(_at(term, values))
        except (NoValueError, KeyError):
            return Table(())
    if any(size.denominator != 1 or not 1 <= size <= LARGEST for size in sizes):
        return Table(())
    return Table(tuple(mpq(1 + rng.below(int(sizes[1]))) for _ in range(int(sizes[0]))))


def _at(term: Term, values: Mapping[Free, Any], irrational: bool = False) -> Any:
    return _worth(term, Run(values, irrational=irrational))


def _worth(term: Term, run: Run) -> Any:
    """The value of a term; NoValueError also where balls are too wide to decide it."""
    try:
        return value(term, run)
    except TooOftenError as error:
        raise TooLongError from error
    except UndecidedError as error:
        raise NoValueError(str(error)) from error


def taken_apart(statement: Term) -> tuple[list[Free], list[Term], Term]:
    """The variables that a statement is about, its premises, and what it says of them."""
    variables: list[Free] = []
    premises: list[Term] = []
    while True:
        if (body := quantified(statement, "forall")) is not None and not is_range(body):
            variables.append(Free(another_name(body.hint, variables), body.variable))
            statement = opened(body, variables[-1])
        elif sides := applied(statement, "implies", 2):
            premises.append(sides[0])
            statement = sides[1]
        else:
            return variables, premises, statement


def _drawn(type_: Type, rng: Draws, generic: bool) -> Any:
    if type_ == REAL:
        return mpq(*_ratio(rng, generic))
    if type_ == BOOL:
        return rng.random() < 0.5
    if type_ == arrow(REAL, REAL):
        return Table(_row(rng, rng.one_of((1, 2, 3)), generic))
    if type_ == arrow(REAL, REAL, REAL):
        rows = _Rows(rng, (1, 2, 3), generic)
        return lambda x: rows[int(x) - 1] if 1 <= x <= LARGEST else Table(())
    if type_ == arrow(REAL, REAL, REAL, REAL):
        laws = _Rows(rng, (2, 3), generic)
        return lambda x: lambda y: laws[int(x + 2 * y) % LARGEST]
    if type_ == arrow(arrow(REAL, REAL), REAL, REAL):
        laws = _Rows(rng, (2, 3), generic)
        return lambda w: laws[int(w(mpq(1)) + 2 * w(mpq(2))) % LARGEST]
    if isinstance(type_, Arrow):
        return _Function(type_, rng.getrandbits(64), generic)
    raise NoValueError(f"a variable is a {type_}")


class _Function(dict[tuple[Any, ...], Any]):
    """A function of numbers or of rows: any value at each, drawn when it is wanted first."""

    def __init__(self, type_: Arrow, seed: int, generic: bool) -> None:
        self._type, self._seed, self._generic = type_, seed, generic

    def __call__(self, argument: Any) -> Any:
        """The value at a number, or at the row of the first members of a family."""
        if self._type.source == REAL:
            return self[(argument,)]
        if self._type.source != arrow(REAL, REAL):
            raise NoValueError("a variable is a function of functions of functions")
        return self[tuple(argument(mpq(place)) for place in range(1, LARGEST + 1))]

    def __missing__(self, place: tuple[Any, ...]) -> Any:
        self[place] = _drawn(self._type.target, Draws(hash((self._seed, place))), self._generic)
        return self[place]

    __hash__ = object.__hash__  # type: ignore[assignment]


class _Rows(dict[int, Table]):
    """Rows by their places, each drawn when it is wanted first: of most points a premise fails before that."""

    def __init__(self, rng: Draws, sizes: Sequence[int], generic: bool) -> None:
        self._size, self._seed, self._generic = rng.one_of(sizes), rng.getrandbits(64), generic

    def __missing__(self, place: int) -> Table:
        self[place] = Table(_row(Draws(self._seed + place), self._size, self._generic))
        return self[place]


def _ratio(rng: Draws, generic: bool) -> tuple[int, int]:
    kind = rng.below(4)
    if kind == 0:
        return 1 + rng.below(3), 1
    if kind == 1 and not generic:
        return rng.one_of(((0, 1), (1, 1), (1, 2), (2, 1)))
    if kind <= 2:
        bottom = rng.one_of((3, 4, 5, 7))
        return 1 + rng.below(bottom - 1), bottom
    return 3 + rng.below(9), rng.one_of((2, 3))


def _row(rng: Draws, size: int, generic: bool) -> tuple[Fraction, ...]:
    """Any numbers, their sums where the first is at least 1, or, mostly, a probability law on 1..size."""
    if rng.random() < 0.3:
        return _numbers(tuple(_ratio(rng, generic) for _ in range(LARGEST)))
    return _law(tuple(1 + rng.below(5) if generic else rng.below(6) for _ in range(size)))


@lru_cache(maxsize=4096)
def _numbers(ratios: tuple[tuple[int, int], ...]) -> tuple[Fraction, ...]:
    numbers = tuple(mpq(*ratio) for ratio in ratios)
    return tuple(accumulate(numbers)) if numbers[0] >= 1 else numbers


@lru_cache(maxsize=4096)
def _law(weights: tuple[int, ...]) -> tuple[Fraction, ...]:
    return tuple(mpq(weight, sum(weights) or 1) for weight in weights)


def _text(drawn: Any) -> str:
    if isinstance(drawn, Table):
        return "(" + ", ".join(map(str, drawn.row)) + ")"
    return "a family" if callable(drawn) and not isinstance(drawn, Written) else str(drawn)


def shown_at(values: Iterable[tuple[Free, Any]], failing: Failing) -> tuple[tuple[str, str], ...]:
    """The values of variables, and of the indices of which the relation speaks that fails there."""
    return tuple((variable.name, _text(drawn)) for variable, drawn in (*values, *failing.indices))


def holds_at(statement: Term, numbers: Mapping[str, Fraction | Table | Family]) -> bool:
    """Whether a statement holds where its outer variables have these values; NoValueError where that is not found.

    The values of indices, which are gone through anyhow, may be among them.
    """
    variables, premises, conclusion = taken_apart(statement)
    named = {variable.name.split(" ")[0]: variable for variable in variables}
    if not named.keys() <= numbers.keys():
        raise NoValueError("its outer variables are others")
    values = {variable: numbers[name] for name, variable in named.items()}
    return not all(_at(premise, values, True) for premise in premises) or bool(_at(conclusion, values, True))


def failing_at(statement: Term, numbers: Mapping[str, Any]) -> Failing:
    """The relation at which a statement fails where its variables have these values; nothing where there is none."""
    variables, _, conclusion = taken_apart(statement)
    named = {variable.name.split(" ")[0]: variable for variable in variables}
    if not named.keys() <= numbers.keys():
        return Failing()
    return why_it_fails(conclusion, {variable: numbers[name] for name, variable in named.items()})


def failure(statement: Term, seed: int) -> Point | None:
    """A point at which the statement fails, among some that are drawn the one that a reader would take; None for none.

    It lies inside of ranges rather than at their ends, and has small numbers. Raises NoValueError like `points`.
    """
    found = []
    for tried, point in enumerate(points(statement, seed, TRIED)):
        if not point.holds:
            found.append(point)
        if tried + 1 >= FEWEST and (not found or len(found) >= FAILURES):
            break
    return min(found, key=_strangeness, default=None)


class Neighbourhood:
    """Points of a statement and near to them, at which other statements are tried."""

    def __init__(self, statement: Term, seed: int) -> None:
        self._variables, premises, self._conclusion = taken_apart(statement)
        self._draws = _Draws(self._variables, premises, seed)
        self._seed = seed

    @cached_property
    def _points(self) -> list[Run]:
        """The points, those first at which the statement takes few steps: with what was worked out for it there.

        Another statement shares most of that.
        """
        found: list[Run] = []
        spent = 0
        drawn = islice(_inside(tuple(self._variables), tuple(self._draws.premises), self._seed, True), TRIED)
        inside = [values for values in drawn if isinstance(values, dict)]
        for values in (*inside, *chain.from_iterable(map(self._draws.near, inside[:FEWEST]))):
            run = Run(values, PLENTY // 3, irrational=True)
            with suppress(NoValueError):
                if spent < 4 * PLENTY and self._draws.are_inside(run):
                    _worth(self._conclusion, run)
            found.append(run)
            spent += PLENTY // 3 - run.left
        return sorted(found, key=lambda run: -run.left)

    def failure(self, statement: Term) -> tuple[int, Point | None]:
        """At how many points another statement holds before one at which it fails; `BRIEFLY` many steps are enough.

        None of them is tried where the statements have other variables.
        """
        variables, premises, conclusion = taken_apart(statement)
        if set(variables) != set(self._variables):
            return 0, None
        draws, held, spent = _Draws(variables, premises, self._seed + 1), 0, 0  # other ones near to the same points
        own = (Run(values, irrational=True) for run in self._points[:FEWEST] for values in draws.near(run.free))
        for known in chain(self._points, own):
            run = Run(known.free, known=dict(known.known), irrational=True)
            with suppress(NoValueError):
                if draws.are_inside(run):
                    if not _worth(conclusion, run):
                        return held, _point(run.free, False, conclusion)
                    held += 1
            spent += WORK - run.left
            if held >= FEWEST and spent > BRIEFLY:
                break
        return held, None


def _strangeness(point: Point) -> tuple[int, int]:
    """How many values are 0 or 1, and how long the point is."""
    drawn = [v for _, value in point.values for v in (value.row if isinstance(value, Table) else (value,))]
    return sum(v in (0, 1) for v in drawn if isinstance(v, Fraction)), sum(
        len(_text(value)) for _, value in point.values
    )


@lru_cache(maxsize=256)
def agreement(statement: Term, seed: int, wanted: int) -> tuple[int, Point | None]:
    """At how many points the statement holds, and the first one at which it does not.

    Where a part of its conclusion has premises of its own, it is tried where these hold too, and the fewest points
    count: a part that holds only since its premises fail says nothing.
    """
    try:
        held, broken = _agreement(points(statement, seed, wanted))
    except TooLongError:
        raise
    except NoValueError:
        held, broken = _agreement(points(statement, seed, wanted, irrational=True))
    for part in _conditional_parts(statement):
        if broken is None:
            met, broken = agreement(part, seed, wanted)
            held = min(held, met)
    return held, broken


def _conditional_parts(statement: Term) -> Iterator[Term]:
    """The parts of a conclusion of several that have premises of their own, each as a statement that has these as well.

    What is said of every member of a range is said of one that is drawn.
    """
    variables, premises, conclusion = taken_apart(statement)
    while (body := quantified(conclusion, "forall")) is not None and is_range(body):
        variables.append(Free(another_name(body.hint, variables), body.variable))
        inside, conclusion = applied(opened(body, variables[-1]), "implies", 2) or ()
        premises.append(inside)
    together = list(conjuncts(conclusion))
    for part in together if len(together) > 1 else ():
        if applied(part, "implies", 2):
            yield for_all(
                tuple(variables), reduce(lambda said, premise: IMPLIES(premise, said), reversed(premises), part)
            )


def _agreement(found: Iterable[Point]) -> tuple[int, Point | None]:
    held = 0
    for point in found:
        if not point.holds:
            return held, point
        held += 1
    return held, None
