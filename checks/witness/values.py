"""The value of a term of the logic, found by running through what it speaks of.

Nothing of the kernel or its provers is used: sums, products and words are run through in plain fractions, quantifiers
over 1..k case by case. A term is compiled once, into functions of the values of its variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import factorial, prod
from typing import Any

from gmpy2 import mpq

from checks.witness.few_values import few_values, said_of, with_names
from checks.witness.formulas import another_name, conjuncts
from checks.witness.irrational import Irrational, applied_to
from checks.witness.likeliest import likeliest_shares
from checks.witness.moving import NOT_TOLD, Moving
from checks.witness.numbers import EXACT, UndecidedError, fraction
from checks.witness.one_number import Asked, OfAnyNumber, alone_where, holds_for
from checks.witness.several_numbers import Allowance, holds_inside
from checks.witness.solvable import Equations, Unknown
from derivations.logic.kernel import DEFINITIONS
from derivations.logic.terms import (
    OR,
    REAL,
    Abstract,
    Apply,
    Arrow,
    Bound,
    Constant,
    Free,
    Number,
    Term,
    applied,
    arrow,
    equal,
    opened,
    quantified,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

LARGEST = 6  # sizes that are run through
LONGEST = 100_000  # bits of a power
WORK = 100_000  # steps for one value: members of sums, words, cases, calls
COSTLY, COSTLY_INSIDE = 400, 40  # steps that it takes more where a number may be any, and inside of others
MEMBERS, MEMBERS_INSIDE = 600, 60  # whole numbers between two ends, alone and inside of what is asked of any number
SIMPLE = tuple(map(Fraction, ("1/2", "1/3", "1", "2/3", "0", "2")))  # of which one may be as is wanted
COMPILED = 20_000  # terms that are kept compiled

Code = Callable[[tuple[Any, ...], "Run"], Any]  # of the values of the binders around it, innermost last

_NUMBERS = frozenset({int, mpq})  # that are fractions for others
_NEW = object()  # what is not known yet
_LONG = frozenset({"sum", "prod", "words", "expectation", "dealt", "rec", "forall", "exists"})


class NoValueError(Exception):
    """A term has no value that running through finds: a quantifier over all numbers, an irrational number."""


class TooLongError(NoValueError):
    """Running through a term would take too long."""

    def __str__(self) -> str:
        return "it would take too long"


class DividesByZeroError(NoValueError):
    """A quotient whose divisor is 0."""


@dataclass
class Run:
    """The values of free variables, how much may still be done, and what was found on the way, by place and values."""

    free: Mapping[Free, Any]
    left: int = WORK
    known: dict[tuple[Any, ...], Any] = field(default_factory=dict)
    largest: int = LARGEST  # of the sizes that are run through
    irrational: bool = False  # whether logarithms, exponentials and roots have values, exact ones and balls
    any_number: OfAnyNumber | None = None  # inside of what is asked of a number that may be any
    alone: bool = False  # whether that number is looked at where it is alone
    allowance: Allowance = field(default_factory=Allowance)

    def spend(self, steps: int = 1) -> None:
        """Raise TooLongError where too much has been done."""
        self.left -= steps
        if self.left < 0:
            raise TooLongError


@dataclass(frozen=True)
class Table:
    """A family over 1, 2, ...: its members in their order, and 0 elsewhere."""

    row: tuple[Fraction | int, ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.row)  # once: a fraction takes long to hash

    def __call__(self, x: Fraction | int) -> Fraction | int:
        """The member at x."""
        return self.row[int(x) - 1] if x.denominator == 1 and 1 <= x <= len(self.row) else 0


@dataclass(frozen=True)
class Family:
    """A family of two indices by its rows."""

    rows: tuple[tuple[Fraction, ...], ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.rows)

    def __call__(self, x: Fraction | int) -> Table:
        """The row x."""
        return Table(self.rows[int(x) - 1]) if 1 <= x <= len(self.rows) else Table(())


def value(term: Term, run: Run) -> Any:
    """The value of a term: a fraction, a truth value or a function; NoValueError where running through finds none."""
    found = _compiled(term)((), run)
    return _in_fractions(found)


def _in_fractions(found: Any) -> Any:
    return fraction(found) if type(found) in _NUMBERS else found


_objects: dict[int, tuple[Term, Code]] = {}  # by their identities, which no other object has while they are kept


def _compiled(term: Term) -> Code:
    """The code of a term that is asked for again and again: the same object need not be compared with its equal."""
    kept = _objects.get(id(term))
    if kept is None:
        if len(_objects) >= COMPILED:
            _objects.clear()
        kept = _objects[id(term)] = term, _code(term)
    return kept[1]


def members(body: Abstract, binder: str, run: Run) -> list[Any]:
    """What a quantifier goes through that stands in no other; NoValueError where that is all numbers."""
    through = _through(body, binder)
    return list(map(_in_fractions, through((), run)))


def is_range(body: Abstract) -> bool:
    """Whether `forall` of this runs over 1..k."""
    try:
        _end_of_range(body, "forall")
    except NoValueError:
        return False
    return True


@lru_cache(maxsize=COMPILED)
def speaks_of_all(term: Term, binders: tuple[str, ...] = ("forall", "exists")) -> bool:
    """Whether a quantifier in it, or in what its words mean, is over all numbers or designs, and is not run through."""
    if isinstance(term, Constant):
        return term.name in DEFINITIONS and speaks_of_all(DEFINITIONS[term.name], binders)
    if isinstance(term, Abstract):
        return speaks_of_all(term.body, binders)
    if not isinstance(term, Apply):
        return False
    for binder in binders:
        if (inside := applied(term, binder, 1)) and isinstance(inside[0], Abstract):
            try:
                _through(inside[0], binder)
            except NoValueError:
                return True
    return speaks_of_all(term.function, binders) or speaks_of_all(term.argument, binders)


# -- compiled terms ----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=COMPILED)
def _code(term: Term) -> Code:
    if isinstance(term, Number):
        number = term.value.numerator if term.value.denominator == 1 else mpq(term.value)
        return lambda bound, run: number
    if isinstance(term, Free):
        return lambda bound, run: run.free[term]
    if isinstance(term, Bound):
        place = -1 - term.index
        return lambda bound, run: bound[place]
    if isinstance(term, Abstract):
        return _function(term)
    head, arguments = _taken_apart(term)
    try:
        code = _application(head, arguments)
    except NoValueError as error:
        return _without_value(str(error))
    return _remembered(term, code) if arguments and is_long(term) else code


def _without_value(reason: str) -> Code:
    def code(bound: tuple[Any, ...], run: Run) -> Any:
        raise NoValueError(reason)

    return code


def _taken_apart(term: Term) -> tuple[Term, list[Term]]:
    """The function and its arguments."""
    arguments: list[Term] = []
    while isinstance(term, Apply):
        arguments.append(term.argument)
        term = term.function
    return term, arguments[::-1]


@lru_cache(maxsize=COMPILED)
def is_long(term: Term) -> bool:
    """Whether it runs through something, so that its values are worth to be kept."""
    if isinstance(term, Constant):
        return term.name in _LONG or (term.name in DEFINITIONS and is_long(DEFINITIONS[term.name]))
    if isinstance(term, Apply):
        return is_long(term.function) or is_long(term.argument)
    return isinstance(term, Abstract) and is_long(term.body)


@lru_cache(maxsize=COMPILED)
def _outside(term: Term) -> tuple[int, ...]:
    """How many binders out the bound variables stand that a term depends on."""
    if term.loose == 0:
        return ()
    if isinstance(term, Bound):
        return (term.index,)
    if isinstance(term, Abstract):
        return tuple(i - 1 for i in _outside(term.body) if i > 0)
    assert isinstance(term, Apply)
    return tuple(sorted({*_outside(term.function), *_outside(term.argument)}))


def _remembered(term: Term, code: Code) -> Code:
    """The code, run once for the same values of what the term depends on."""
    mark, places = object(), tuple(-1 - i for i in _outside(term))

    def once(bound: tuple[Any, ...], run: Run) -> Any:
        key = (mark, *[bound[place] for place in places])
        found = run.known.get(key, _NEW)  # a fraction takes long to hash, so the key is hashed once
        if found is _NEW:
            found = run.known[key] = code(bound, run)
        return found

    return once


def _function(abstract: Abstract) -> Code:
    body = _code(abstract.body)
    if not is_long(abstract.body):
        return lambda bound, run: lambda argument: body((*bound, argument), run)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        known: dict[Any, Any] = {}

        def function(argument: Any) -> Any:
            found = known.get(argument, _NEW)
            if found is _NEW:
                run.spend()
                found = known[argument] = body((*bound, argument), run)
            return found

        return function

    return _remembered(abstract, code)


def _application(head: Term, arguments: list[Term]) -> Code:
    """The code of a function with its arguments, all at once where it is a constant that has enough of them."""
    if isinstance(head, Constant):
        count, compiled = _RUN_THROUGH.get(head.name, (len(arguments) + 1, None))
        if compiled is not None and len(arguments) >= count:
            return _applied(compiled(*arguments[:count]), arguments[count:])
        if head.name in DEFINITIONS:
            taken, body = 0, DEFINITIONS[head.name]
            while taken < len(arguments) and isinstance(body, Abstract):
                taken, body = taken + 1, body.body
            return _applied(_called(body, arguments[:taken]), arguments[taken:])
        if head.name not in _PLAIN:
            raise NoValueError(f"{head.name} has no exact value")
        plain = _PLAIN[head.name]
        return _applied(lambda bound, run: plain, arguments)
    return _applied(_code(head), arguments)


def _applied(function: Code, arguments: Iterable[Term]) -> Code:
    codes = [_code(argument) for argument in arguments]
    if not codes:
        return function

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        run.spend()
        found = function(bound, run)
        for argument in codes:
            found = found(argument(bound, run))
        return found

    return code


def _called(body: Term, arguments: list[Term]) -> Code:
    """The body of a definition for its arguments; what is long is worked out once for the same ones."""
    inner, codes, mark, runs = _code(body), [_code(a) for a in arguments], object(), is_long(body)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        values = tuple([argument(bound, run) for argument in codes])
        run.spend()
        if not runs:
            return inner(values, run)
        key = (mark, values)
        found = run.known.get(key, _NEW)
        if found is _NEW:
            found = run.known[key] = inner(values, run)
        return found

    return code


# -- what looks at only one of its arguments, and quantifiers ----------------------------------------------------------


def _and(left: Term, right: Term) -> Code:
    first, second = _code(left), _code(right)
    return lambda bound, run: first(bound, run) and second(bound, run)


def _or(left: Term, right: Term) -> Code:
    first, second = _code(left), _code(right)
    return lambda bound, run: first(bound, run) or second(bound, run)


def _implies(left: Term, right: Term) -> Code:
    first, second = _code(left), _code(right)
    return lambda bound, run: not first(bound, run) or second(bound, run)


def _if(condition: Term, then: Term, otherwise: Term) -> Code:
    decides, first, second = _code(condition), _code(then), _code(otherwise)
    return lambda bound, run: first(bound, run) if decides(bound, run) else second(bound, run)


def _equal(left: Term, right: Term) -> Code:
    if isinstance(left.type, Arrow):
        raise NoValueError("functions are compared")
    first, second = _code(left), _code(right)
    return lambda bound, run: first(bound, run) == second(bound, run)


def _of_two(operation: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Code]:
    def compiled(left: Term, right: Term) -> Code:
        first, second = _code(left), _code(right)
        return lambda bound, run: operation(first(bound, run), second(bound, run))

    return compiled


def _plus(left: Term, right: Term) -> Code:
    first, second = _code(left), _code(right)
    return lambda bound, run: first(bound, run) + second(bound, run)


def _times(left: Term, right: Term) -> Code:
    first, second = _code(left), _code(right)
    return lambda bound, run: first(bound, run) * second(bound, run)


def _quantified(binder: str, decided: Callable[[Iterable[bool]], bool]) -> Callable[[Term], Code]:
    def compiled(body: Term) -> Code:
        if not isinstance(body, Abstract):
            raise NoValueError("it speaks of all numbers")
        holds, any_number = _code(body.body), None
        try:
            members = _through(body, binder)
        except NoValueError:
            if isinstance(body.variable, Arrow):
                return _equations(body, binder)
            any_number, few = _of_one_number(body, holds, binder == "exists"), _few(body, binder)
            if few is None:
                return any_number
            members = few

        def code(bound: tuple[Any, ...], run: Run) -> bool:
            def cases() -> Iterator[bool]:
                for member in through:
                    run.spend(1 if run.any_number is None else COSTLY_INSIDE)
                    yield holds((*bound, member), run)

            through = members(bound, run)
            return decided(cases()) if any_number is None or through is not None else any_number(bound, run)

        return code

    return compiled


def _of_one_number(body: Abstract, holds: Code, exists: bool) -> Code:
    """Whether something holds for all numbers, or for one."""
    if body.variable != REAL:
        raise NoValueError("it speaks of all numbers")
    equations = _compared_alone(body) if exists else None
    simple = SIMPLE if exists and not speaks_of_all(body.body, ("forall",)) else ()

    def code(bound: tuple[Any, ...], run: Run) -> bool:
        def said(number: Any, holds: Code = holds) -> bool:
            run.spend(COSTLY if run.any_number is None else COSTLY_INSIDE)
            kept, run.known = run.known, {}  # what is known is known of the place where the number is
            around, run.any_number = run.any_number, number
            try:
                return bool(holds((*bound, number), run))
            except TypeError as error:  # a function of another kind takes its argument apart
                raise NoValueError("it speaks of all numbers") from error
            finally:
                run.known, run.any_number = kept, around

        def is_one(number: Fraction) -> bool:
            run.spend()
            try:
                return bool(holds((*bound, number), run))
            except TooLongError:
                raise
            except (NoValueError, UndecidedError):
                return False

        if run.any_number is not None:
            return holds_inside(run.any_number, exists, said, run.allowance)
        try:
            if equations is not None and (alone := alone_where(lambda number: said(number, equations))) is not None:
                run.alone = True
                return any(said(Asked().number(at)) for at in alone)
            return holds_for(exists, said)
        except TooLongError:
            raise
        except (NoValueError, UndecidedError):
            if any(map(is_one, simple)):
                return True
            raise
        finally:
            run.alone = False

    return code


def _compared_alone(body: Abstract) -> Code | None:
    """What is said of a number without quantifiers, where an equation is among it; None elsewhere."""
    term, outside = with_names(body)
    assert isinstance(term, Abstract), "names are put in for what is bound outside"
    number = Free(another_name("number", outside), REAL)
    parts = [part for part in said_of(number, opened(term, number)) if not is_long(part)]
    if not any(applied(part, "=", 2) for part in parts):
        return None
    codes = list(map(_code, parts))

    def code(bound: tuple[Any, ...], run: Run) -> bool:
        around = {name: bound[-2 - place] for place, name in enumerate(outside)}
        inner = replace(run, free={**run.free, **around, number: bound[-1]}, known={})
        try:
            return all(part((), inner) for part in codes)
        finally:
            run.left = inner.left

    return code


def _equations(body: Abstract, binder: str) -> Code:
    """Whether equations hold of all laws, or of a function that is wanted."""
    term, outside = with_names(body)
    assert isinstance(term, Abstract), "names are put in for what is bound outside"

    def code(bound: tuple[Any, ...], run: Run) -> bool:
        around = {**run.free, **{name: bound[-1 - place] for place, name in enumerate(outside)}}

        def at(known: Mapping[Free, Any]) -> Run:
            run.spend()
            return Run({**around, **known}, run.left, irrational=run.irrational, allowance=run.allowance)

        def worth(part: Term, known: Mapping[Free, Any]) -> Any:
            inner = at(known)
            try:
                return _compiled(part)((), inner)
            finally:
                run.left = inner.left

        equations = Equations(worth, lambda part, way, known: members(part, way, at(known)), run.allowance)
        return equations.hold(term, binder)

    return code


def _few(body: Abstract, binder: str) -> Code | None:
    """The few values of which a quantifier speaks; of the code, None where an end or a value is no fraction."""
    if (found := few_values(body, binder)) is None:
        return None
    values, lows, highs = (tuple(map(_code, terms)) for terms in (found.values, found.lows, found.highs))

    def code(bound: tuple[Any, ...], run: Run) -> Iterable[Any] | None:
        around = {name: bound[-1 - place] for place, name in enumerate(found.outside)}
        inner = Run(
            {**run.free, **around}, run.left, largest=run.largest, irrational=run.irrational, allowance=run.allowance
        )
        ends = [[inside((), inner) for inside in codes] for codes in (values, lows, highs)]
        if not all(isinstance(end, EXACT) for some in ends for end in some):
            return None
        if values:
            return list(dict.fromkeys(ends[0]))
        low, high = max(end.__ceil__() for end in ends[1]), min(end.__floor__() for end in ends[2])
        return (
            range(low, high + 1)
            if high - low < (MEMBERS if run.alone or run.any_number is None else MEMBERS_INSIDE)
            else None
        )

    return code


def _through(body: Abstract, binder: str) -> Code:
    """What a quantifier goes through; NoValueError where that is all numbers."""
    for found in (_events, _words_of, _bits, _slopes, _likeliest):
        if through := found(body, binder):
            return through
    return _range(body, binder)


def _range(body: Abstract, binder: str) -> Code:
    """1, ..., k where a quantifier is over these."""
    end = _code(_end_of_range(body, binder))
    return lambda bound, run: range(1, _natural(end(bound, run), run) + 1)


def _events(body: Abstract, binder: str) -> Code | None:
    """The indicators of all sets of responses, where a quantifier is over these: each value is 0 or 1."""
    sides = applied(body.body, "implies", 2)
    inner = applied(sides[0], "forall", 1) if sides and binder == "forall" else None
    if body.variable != arrow(REAL, REAL) or not inner or not isinstance(inner[0], Abstract):
        return None
    said = applied(inner[0].body, "implies", 2)
    member = Bound(1, body.variable)(Bound(0, REAL))
    if not said or said[1] != OR(equal(member, Number(0)), equal(member, Number(1))):
        return None
    end = _code(_lowered(_end_of_range(inner[0], binder)))
    return lambda bound, run: map(Table, product((0, 1), repeat=_natural(end(bound, run), run)))


def _words_of(body: Abstract, binder: str) -> Code | None:
    """The words of responses, where a quantifier is over these."""
    if (sizes := _sizes_of("word", body, binder)) is None:
        return None

    def code(bound: tuple[Any, ...], run: Run) -> Iterator[Table]:
        length, letters = sizes(bound, run)
        return map(Table, product(range(1, letters + 1), repeat=length))

    return code


def _bits(body: Abstract, binder: str) -> Code | None:
    """The vectors of bits with so many ones, where a quantifier is over these."""
    if (sizes := _sizes_of("bits", body, binder)) is None:
        return None

    def code(bound: tuple[Any, ...], run: Run) -> Iterator[Table]:
        length, ones = sizes(bound, run)
        for chosen in combinations(range(length), ones):
            yield Table(tuple(int(place in chosen) for place in range(length)))

    return code


def _sizes_of(word: str, body: Abstract, binder: str) -> Code | None:
    """The two sizes in `forall v. word(size, size, v) implies ...`; None where a quantifier is over something else."""
    sides = applied(body.body, "implies", 2)
    said = applied(sides[0], word, 3) if sides and binder == "forall" else None
    if body.variable != arrow(REAL, REAL) or not said or said[2] != Bound(0, body.variable):
        return None
    first, second = (_code(_lowered(part)) for part in said[:2])
    return lambda bound, run: (_natural(first(bound, run), run), _natural(second(bound, run), run))


def _slopes(body: Abstract, binder: str) -> Code | None:
    """The only s of `exists s. ... derivative(f, a, s) ...`, also where more quantifiers stand between these."""
    inner: Term = body.body
    inside = 1
    while binder == "exists" and (following := quantified(inner, "exists")) is not None:
        inner, inside = following.body, inside + 1
    for part in conjuncts(inner) if binder == "exists" and body.variable == REAL else ():
        for word, order in _ORDERS.items():
            function, place, value = applied(part, word, 3) or (part, part, part)
            spoken = {*_outside(function), *_outside(place)}
            if value == Bound(inside - 1, REAL) and not spoken & {*range(inside)}:
                found, more = _compiled_slope(function, place, order), (None,) * inside
                return lambda bound, run: [found((*bound, *more), run)]
    return None


def _likeliest(body: Abstract, binder: str) -> Code | None:
    """The only shares of which it is said that they make responses likeliest, or for each word its own."""
    sides = applied(body.body, "implies", 2) if binder == "forall" else (body.body,)
    for part in conjuncts(sides[0]) if sides else ():
        shares: Term = Bound(0, body.variable)
        own = 0
        if body.variable == arrow(_ROW, _ROW) and (each := quantified(part, "forall")) and each.variable == _ROW:
            _, part = applied(each.body, "implies", 2) or (None, part)
            shares, own = Bound(1, body.variable)(Bound(0, _ROW)), 1
        for word, signed in _LIKELIEST.items():
            said = applied(part, word, 6)
            if said and said[5] == shares and all(own not in _outside(given) for given in said[:5]):
                return _likeliest_of(_likeliest_shares(signed, *said[:5]), each_word=own == 1)
    return None


def _likeliest_of(found: Code, each_word: bool) -> Code:
    if each_word:
        return lambda bound, run: [lambda word: Table(found((*bound, None, word), run))]
    return lambda bound, run: [Table(found((*bound, None), run))]


def _likeliest_shares(signed: bool, *parts: Term) -> Code:
    """The likeliest shares, for the number of responses, the two sizes of the design, the design and the responses."""
    n, k, m, design, word = map(_code, parts)

    def code(bound: tuple[Any, ...], run: Run) -> tuple[Fraction, ...]:
        count, truths, letters = (_natural(end(bound, run), run) for end in (n, k, m))
        of, said = design(bound, run), word(bound, run)
        run.spend(count + truths * letters)
        rows = [[row(y) for y in range(1, letters + 1)] for row in map(of, range(1, truths + 1))]
        return likeliest_shares(rows, [said(t) for t in range(1, count + 1)], signed)

    return code


def _is_likeliest(signed: bool) -> Callable[..., Code]:
    """Whether shares are likeliest: none are that the definition does not admit, wherever the likeliest ones lie."""

    def compiled(n: Term, k: Term, m: Term, design: Term, word: Term, pi: Term) -> Code:
        found, shares = _likeliest_shares(signed, n, k, m, design, word), _code(pi)
        name, said = ("signed_shares", (k, m, design, pi)) if signed else ("law", (k, pi))
        admitted = _code(Constant(name, DEFINITIONS[name].type)(*said))

        def code(bound: tuple[Any, ...], run: Run) -> bool:
            if not admitted(bound, run):
                return False
            of = shares(bound, run)
            return all(of(x) == share for x, share in enumerate(found(bound, run), 1))

        return code

    return compiled


def _end_of_range(body: Abstract, binder: str) -> Term:
    """k, as it stands outside of a quantifier over 1..k; NoValueError where it is over something else."""
    sides = applied(body.body, "implies" if binder == "forall" else "and", 2)
    inside = applied(sides[0], "and", 2) if sides else None
    bounds = applied(inside[1], "and", 2) if inside else None
    high = applied(bounds[1], "<=", 2) if bounds else None
    low = applied(bounds[0], "<=", 2) if bounds else None
    integer = applied(inside[0], "integer", 1) if inside else None
    if not (integer and low and high) or low != (Number(1), Bound(0, REAL)) or integer[0] != Bound(0, REAL):
        raise NoValueError("it speaks of all numbers")
    return _lowered(high[1])


def _lowered(term: Term) -> Term:
    """The term as it stands outside of the binder next to it, whose variable it does not mention."""
    if term.loose == 0:
        return term
    if isinstance(term, Bound):
        if term.index == 0:
            raise NoValueError("a range ends where its own variable says")
        return Bound(term.index - 1, term.type)
    if isinstance(term, Apply):
        return Apply(_lowered(term.function), _lowered(term.argument))
    raise NoValueError("a range ends where a function says")


def _natural(size: Any, run: Run) -> int:
    if size.denominator != 1 or not 0 <= size <= run.largest:
        raise NoValueError(f"the size {size} is not run through")
    return int(size)


# -- what is run through -----------------------------------------------------------------------------------------------


def _folded(start: int, operation: Callable[[Any, Any], Any]) -> Callable[[Term, Term], Code]:
    def compiled(size: Term, family: Term) -> Code:
        end, member = _code(size), _member(family, 1)

        def code(bound: tuple[Any, ...], run: Run) -> Any:
            count = _natural(end(bound, run), run)
            run.spend(count)
            found: Any = start
            for i in range(1, count + 1):
                found = operation(found, member(bound, run, i))
            return found

        return code

    return compiled


def _member(function: Term, count: int) -> Callable[..., Any]:
    """The value of a function for so many arguments, given after the values of the binders."""
    body, inside = function, 0
    while inside < count and isinstance(body, Abstract):
        body, inside = body.body, inside + 1
    inner = _code(body)

    def member(bound: tuple[Any, ...], run: Run, *arguments: Any) -> Any:
        found = inner((*bound, *arguments[:inside]), run)
        for argument in arguments[inside:]:
            found = found(argument)
        return found

    return member


def _recursion(base: Term, step: Term, times: Term) -> Code:
    start, following, end = _code(base), _member(step, 2), _code(times)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        count, found = _natural(end(bound, run), run), start(bound, run)
        for i in range(count):
            run.spend()
            found = following(bound, run, i, found)
        return found

    return code


def _words(length: Term, letters: Term, family: Term) -> Code:
    n, m, member = _code(length), _code(letters), _member(family, 1)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        total: Any = 0
        for word in product(range(1, _natural(m(bound, run), run) + 1), repeat=_natural(n(bound, run), run)):
            run.spend()
            total += member(bound, run, Table(word))
        return total

    return code


def _expectation(length: Term, letters: Term, law: Term, statistic: Term) -> Code:
    """The mean of a statistic of n independent letters."""
    n, m, chance, worth = _code(length), _code(letters), _code(law), _member(statistic, 1)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        count, of = _natural(n(bound, run), run), chance(bound, run)
        likely = [(y, p) for y in range(1, _natural(m(bound, run), run) + 1) if (p := of(y))]
        words: list[tuple[tuple[int, ...], Any]] = [((), 1)]
        for _ in range(count):
            run.spend(len(words) * len(likely))
            words = [((*word, y), p * q) for word, p in words for y, q in likely]
        return sum(p * worth(bound, run, Table(word)) for word, p in words)

    return code


def _dealt(length: Term, letters: Term, deck: Term, statistic: Term) -> Code:
    """The mean of a statistic of n cards, dealt from a deck with so many cards of each letter."""
    n, m, cards, worth = _code(length), _code(letters), _code(deck), _member(statistic, 1)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        count, of = _natural(n(bound, run), run), cards(bound, run)
        held = [(y, of(y)) for y in range(1, _natural(m(bound, run), run) + 1)]
        total = sum(number for _, number in held)

        def dealt(word: tuple[int, ...]) -> Any:
            run.spend()
            if len(word) == count:
                return worth(bound, run, Table(word))
            left = total - len(word)
            chances = [(y, _quotient(number - word.count(y), left)) for y, number in held]
            return sum(chance * dealt((*word, y)) for y, chance in chances if chance)

        return dealt(())

    return code


def _noise_moments(length: Term, entries: Term, density: Term, statistic: Term, worth: Term) -> Code:
    """Whether a polynomial of Laplace noise has this expectation: that of N^m is m! b^m for an even m, else 0."""
    scale = applied(density, "laplace", 1)
    if scale is None:
        raise NoValueError("the moments of this noise are not known")
    n, k, b, of, value_of = _code(length), _code(entries), _code(scale[0]), _member(statistic, 1), _code(worth)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        count, size = (_natural(end(bound, run), run) for end in (n, k))
        noise = {f"N{t}_{i}": (t, i) for t in range(1, count + 1) for i in range(1, size + 1)}
        run.spend(len(noise))
        by_place = {place: RationalFunction.of(Polynomial.variable(name)) for name, place in noise.items()}
        found = of(bound, run, lambda t: lambda i: by_place[int(t), int(i)])
        polynomial = RationalFunction.of(found)
        total: Any = 0
        for monomial, number in polynomial.numerator.terms().items():
            powers = [power for _, power in monomial]
            moment = 0 if any(power % 2 for power in powers) else prod(map(factorial, powers))
            total += number * moment * _power(b(bound, run), Fraction(sum(powers))) if moment else 0
        return _quotient(total, polynomial.denominator.constant_value()) == value_of(bound, run)

    return code


def _uniform_mean(function: Term, mean: Term) -> Code:
    """Whether a polynomial of a number that is drawn uniformly from [-1, 1] has this mean: u^m has 1/(m + 1), or 0."""
    of, said = _member(function, 1), _code(mean)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        try:
            found = RationalFunction.of(of(bound, run, RationalFunction.of(Polynomial.variable("u"))))
        except TypeError as error:  # it compares its argument
            raise NoValueError("the mean of a function that is none of arithmetic alone is not worked out") from error
        powers = {sum(power for _, power in monomial): factor for monomial, factor in found.numerator.terms().items()}
        total = sum(factor / (power + 1) for power, factor in powers.items() if power % 2 == 0)
        return said(bound, run) == _quotient(total, found.denominator.constant_value())

    return code


def _least_level_of_histogram(size: Term, density: Term, level: Term) -> Code:
    """Whether x is the largest ratio of the densities of two histograms, e^(1/b) for each of two entries."""
    scale = applied(density, "noisy_histogram", 2)
    if scale is None:
        raise NoValueError("the densities of these histograms are not known")
    k, b, x = _code(size), _code(scale[1]), _code(level)
    return lambda bound, run: k(bound, run) >= 2 and _quotient(2, b(bound, run)) == applied_to("log", x(bound, run))


def _compiled_slope(function: Term, place: Term, order: int = 1) -> Code:
    """The first or the second derivative, by the rules; of what it is compared with near to the place."""
    of, at = _member(function, 1), _code(place)

    def code(bound: tuple[Any, ...], run: Run) -> Any:
        run.spend(1 if run.any_number is None else COSTLY_INSIDE)
        found = of(bound, run, Moving.variable(at(bound, run)))
        if not isinstance(found, Moving):
            return Fraction(0)
        return found.first if order == 1 else found.second

    return code


def slope(function: Term, place: Term, run: Run) -> Any:
    """The derivative of a function, by the rules; UndecidedError where it compares numbers that meet there."""
    return _compiled_slope(function, place)((), run)


def _derivative(order: int) -> Callable[[Term, Term, Term], Code]:
    def compiled(function: Term, place: Term, slope: Term) -> Code:
        of, said = _compiled_slope(function, place, order), _code(slope)
        return lambda bound, run: of(bound, run) == said(bound, run)

    return compiled


def _power(base: Any, exponent: Any) -> Any:
    if exponent.denominator != 1 or not 0 <= exponent <= 1000:
        raise NoValueError(f"the power {exponent} is not worked out")
    if isinstance(base, (Irrational, RationalFunction, OfAnyNumber, Moving, Unknown)):
        return base ** int(exponent)
    if max(base.numerator.bit_length(), base.denominator.bit_length()) * exponent > LONGEST:
        raise NoValueError("a power is too long a number")
    return base ** int(exponent)


def _quotient(top: Any, bottom: Any) -> Any:
    if bottom == 0:
        raise DividesByZeroError("it divides by 0")
    return (mpq(top) if isinstance(top, int) else top) / bottom


def _irrational(function: str) -> Callable[[Term], Code]:
    def compiled(of: Term) -> Code:
        inner = _code(of)

        def code(bound: tuple[Any, ...], run: Run) -> Any:
            argument = inner(bound, run)
            if isinstance(argument, Moving):
                return argument.applied(function, _only_moving(function, argument.at, run))
            if not run.irrational:
                raise NoValueError(f"{function} has no exact value")
            if isinstance(argument, (RationalFunction, OfAnyNumber)):
                raise NoValueError(f"{function} of a variable is not worked out")
            return applied_to(function, argument)

        return code

    return compiled


def _only_moving(function: str, argument: Any, run: Run) -> Any:
    """exp, log or sqrt of a number where another one moves through it; of the logarithm its derivatives are enough."""
    if function != "exp" and not argument > 0:
        raise UndecidedError(f"{function} of a number that is not positive")
    if function == "log" and (not run.irrational or isinstance(argument, OfAnyNumber)):
        return NOT_TOLD
    if not run.irrational or isinstance(argument, OfAnyNumber):
        raise NoValueError(f"{function} of a variable is not worked out")
    return applied_to(function, argument)


_ROW = arrow(REAL, REAL)
_LIKELIEST = {"most_likely": False, "most_likely_signed": True}  # whether negative shares are looked at
_ORDERS = {"derivative": 1, "second_derivative": 2}
_PLAIN: dict[str, Any] = {
    "true": True,
    "false": False,
    "not": lambda a: not a,
    "and": lambda a: lambda b: a and b,
    "=": lambda a: lambda b: a == b,
    "<": lambda a: lambda b: a < b,
    "<=": lambda a: lambda b: a <= b,
    "+": lambda a: lambda b: a + b,
    "*": lambda a: lambda b: a * b,
    "/": lambda a: lambda b: _quotient(a, b),
    "^": lambda a: lambda b: _power(a, b),
    "integer": lambda a: a.denominator == 1,
}
_RUN_THROUGH: dict[str, tuple[int, Callable[..., Code]]] = {
    "and": (2, _and),
    "or": (2, _or),
    "implies": (2, _implies),
    "if": (3, _if),
    "=": (2, _equal),
    "<": (2, _of_two(lambda a, b: a < b)),
    "<=": (2, _of_two(lambda a, b: a <= b)),
    "+": (2, _plus),
    "*": (2, _times),
    "/": (2, _of_two(_quotient)),
    "^": (2, _of_two(_power)),
    "forall": (1, _quantified("forall", all)),
    "exists": (1, _quantified("exists", any)),
    "sum": (2, _folded(0, lambda a, b: a + b)),
    "prod": (2, _folded(1, lambda a, b: a * b)),
    "rec": (3, _recursion),
    "words": (3, _words),
    "expectation": (4, _expectation),
    "dealt": (4, _dealt),
    **{word: (3, _derivative(order)) for word, order in _ORDERS.items()},
    **{word: (6, _is_likeliest(signed)) for word, signed in _LIKELIEST.items()},
    "noise_moments": (5, _noise_moments),
    "uniform_mean": (2, _uniform_mean),
    "least_level_of_histogram": (3, _least_level_of_histogram),
    **{function: (1, _irrational(function)) for function in ("exp", "log", "sqrt")},
}
