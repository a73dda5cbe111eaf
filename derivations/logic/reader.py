"""Statements as text, read: `forall k P. is_design(k, 2, P) implies (exists x in 1..k. P(x, 1) > 0)`.

    forall x y. F   forall x in 1..k. F   exists x. F    for numbers, indices and families alike
    A iff B, A implies B, A or B, A and B, not A         in the order in which they bind, the loosest first
    a = b, a != b, a < b, a <= b <= c                    chains are conjunctions
    sum i in 1..n. t   prod i in 1..n. t   sum w in (1..m)^n. t
    a + b, a - b, a * b, a / b, -a, a ^ b, f(x, y), fun x. t, if A then a else b, 3, 2/3

A binder reaches as far to the right as it can. Types are inferred; what nothing determines is a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn

from derivations.logic.kernel import DEFINITIONS, RESERVED
from derivations.logic.terms import (
    BOOL,
    IMPLIES,
    INTEGER,
    NOT,
    REAL,
    SCHEMES,
    Abstract,
    Apply,
    Arrow,
    Base,
    Constant,
    Free,
    Number,
    Term,
    Type,
    arrow,
    both,
    closed,
)

LONGEST = 20_000  # characters of a statement
DEEPEST = 150  # parts of a term within one another
LONGEST_NUMBER = 1000  # digits
LARGEST_TYPE = 1000  # parts
MOST_COMPARED = 200_000  # pairs of types
_HUGE = "the types of functions grow too large"
SHOWN = 60  # characters of a statement before and after what is wrong


class StatementError(ValueError):
    """A text is no statement; the sentence says where and what is wrong."""


_TOKEN = re.compile(r"\s*(?:([0-9]+)|([A-Za-z_][A-Za-z_0-9]*'*)|(<=|>=|!=|\.\.|[-+*/^()=<>,.]))")
_RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
BINDERS = ("forall", "exists", "sum", "prod", "fun")
WORDS = {*BINDERS, "in", "and", "or", "not", "implies", "iff", "if", "then", "else"}


@dataclass(eq=False)
class _Unknown:
    """A type that is still to be found."""

    found: _Type | None = None


@dataclass(eq=False)
class _Function:
    source: _Type
    target: _Type


_Type = Type | _Unknown | _Function


@dataclass(frozen=True)
class _Read:
    """A part that is read: its type, and how it becomes a term once all types are found."""

    type: _Type
    build: Callable[[], Term]
    is_digits: bool = False


def read_statement(
    text: str, names: Mapping[str, Type] | None = None, defined: Mapping[str, str] | None = None
) -> Term:
    """The formula that a text says; `names` are the free variables that it may have, with their types.

    `defined` gives words the constants that they mean here. Raises StatementError where the text is none.
    """
    return _built(text, names, defined, BOOL)


def read_term(text: str, names: Mapping[str, Type] | None = None, defined: Mapping[str, str] | None = None) -> Term:
    """The term, of whatever type, that a text says."""
    return _built(text, names, defined, None)


def _built(text: str, names: Mapping[str, Type] | None, defined: Mapping[str, str] | None, type_: Type | None) -> Term:
    reader = _Reader(text, names or {}, defined or {})
    try:
        found = reader.formula()
        reader.end()
        if type_ is not None:
            reader.same(found.type, type_, "a statement")
        term = found.build()
    except _HugeTypeError:
        reader.fail(_HUGE)
    except RecursionError:
        reader.fail("parts are nested too deeply")
    if _depth(term) > DEEPEST:
        reader.fail(f"parts are nested too deeply: at most {DEEPEST} within one another; definitions help")
    return term


def _depth(term: Term) -> int:
    """How many parts stand within one another."""
    level, deepest = [term], 0
    while level:
        inner: dict[int, Term] = {}
        for part in level:
            if isinstance(part, Apply):
                inner |= {id(part.function): part.function, id(part.argument): part.argument}
            elif isinstance(part, Abstract):
                inner[id(part.body)] = part.body
        level, deepest = list(inner.values()), deepest + 1
    return deepest


def _shown(type_: _Type) -> _Type:
    while isinstance(type_, _Unknown) and type_.found is not None:
        type_ = type_.found
    return type_


def _type_parts(type_: _Type) -> Iterator[_Type]:
    """The type and its parts, as often as they occur; _HugeTypeError past `LARGEST_TYPE`."""
    stack = [type_]
    for _ in range(LARGEST_TYPE):
        if not stack:
            return
        part = _shown(stack.pop())
        yield part
        if isinstance(part, (_Function, Arrow)):
            stack += (part.source, part.target)
    raise _HugeTypeError


def _in_words(type_: _Type) -> str:
    settled = _settled(type_)
    words: dict[Type, str] = {REAL: "a number", BOOL: "a truth value"}
    return words.get(settled, f"a function {settled}")


class _HugeTypeError(Exception):
    """A type has more parts than anybody reads."""


def _settled(type_: _Type) -> Type:
    """The type that was found; of what nothing determines, the numbers."""
    for _ in _type_parts(type_):
        pass
    return _written_out(type_)


def _written_out(type_: _Type) -> Type:
    type_ = _shown(type_)
    if isinstance(type_, _Unknown):
        return REAL
    if isinstance(type_, (_Function, Arrow)):
        return arrow(_written_out(type_.source), _written_out(type_.target))
    return type_


class _Reader:
    def __init__(self, text: str, names: Mapping[str, Type], defined: Mapping[str, str]) -> None:
        if len(text) > LONGEST:
            raise StatementError(f"a statement has at most {LONGEST} characters, this one {len(text)}")
        self.text, self.place = text, 0
        self.scopes: list[tuple[str, Free, _Type]] = []
        self.names, self.defined = names, defined
        self.fresh = self.compared = 0

    # -- words -----------------------------------------------------------------------------------------------------

    def _next(self) -> tuple[str, int]:
        found = _TOKEN.match(self.text, self.place)
        if found is None:
            rest = self.text[self.place :].strip()
            if rest:
                self.fail(f"'{rest[0]}' has no meaning here")
            return "", len(self.text)
        return found.group().strip(), found.end()

    def take(self, *wanted: str) -> str:
        """The next word where it is one of the wanted ones; "" elsewhere."""
        word, end = self._next()
        if word not in wanted or not word:
            return ""
        self.place = end
        return word

    def need(self, wanted: str) -> None:
        if not self.take(wanted):
            self.fail(f"'{wanted}' is needed here")

    def end(self) -> None:
        if self._next()[0]:
            self.fail("the statement should end here")

    def fail(self, why: str) -> NoReturn:
        """Raise StatementError, which shows the place."""
        before, after = (" ".join(part.split()) for part in (self.text[: self.place], self.text[self.place :]))
        before = before if len(before) <= SHOWN else f"... {before[-SHOWN:]}"
        after = after if len(after) <= SHOWN else f"{after[:SHOWN]} ..."
        lines = self.text.strip().count("\n")
        line = self.text[: self.place].lstrip().count("\n") + 1
        raise StatementError(f"{why}: {f'line {line}: ' if lines else ''}{before} >>> {after or 'the end'}")

    def name(self) -> str:
        word, end = self._next()
        if not re.fullmatch(r"[A-Za-z_]\w*'*", word) or word in WORDS:
            self.fail("a name is needed here")
        self.place = end
        return word

    # -- types -----------------------------------------------------------------------------------------------------

    def same(self, left: _Type, right: _Type, what: str) -> None:
        left, right = _shown(left), _shown(right)
        self.compared += 1
        if self.compared > MOST_COMPARED:
            self.fail(_HUGE)
        if left is right or (isinstance(left, Base) and left == right):
            return
        if isinstance(left, _Unknown):
            self.settle(left, right)
        elif isinstance(right, _Unknown):
            self.settle(right, left)
        elif isinstance(left, (_Function, Arrow)) and isinstance(right, (_Function, Arrow)):
            self.same(left.source, right.source, what)
            self.same(left.target, right.target, what)
        else:
            self.fail(f"{what}: {_in_words(left)} stands where {_in_words(right)} is needed")

    def settle(self, unknown: _Unknown, found: _Type) -> None:
        """Set a type that was unknown, where it is no part of itself and not huge."""
        try:
            if any(part is unknown for part in _type_parts(found)):
                self.fail("a function is applied to itself")
        except _HugeTypeError:
            self.fail(_HUGE)
        unknown.found = found

    # -- formulas --------------------------------------------------------------------------------------------------

    def formula(self) -> _Read:
        left = self.implication()
        while self.take("iff"):
            left = self._joined("=", left, self.implication())
        return left

    def implication(self) -> _Read:
        left = self.disjunction()
        return self._joined("implies", left, self.implication()) if self.take("implies") else left

    def disjunction(self) -> _Read:
        left = self.conjunction()
        return self._joined("or", left, self.disjunction()) if self.take("or") else left

    def conjunction(self) -> _Read:
        left = self.negation()
        return self._joined("and", left, self.conjunction()) if self.take("and") else left

    def _joined(self, word: str, left: _Read, right: _Read) -> _Read:
        for side in (left, right):
            self.same(side.type, BOOL, f"a side of {'iff' if word == '=' else word}")
        constant = SCHEMES["="](BOOL) if word == "=" else Constant(word, RESERVED[word])
        return _Read(BOOL, lambda: constant(left.build(), right.build()))

    def negation(self) -> _Read:
        if self.take("not"):
            inner = self.negation()
            self.same(inner.type, BOOL, "what is denied")
            return _Read(BOOL, lambda: NOT(inner.build()))
        return self.relation()

    def relation(self) -> _Read:
        members, relations = [self.sum()], []
        while relation := self.take(*_RELATIONS):
            relations.append(relation)
            members.append(self.sum())
        if not relations:
            return members[0]
        for left, relation, right in zip(members, relations, members[1:], strict=False):
            self.same(left.type, right.type, f"a side of {relation}")
            if relation not in ("=", "!="):
                self.same(left.type, REAL, f"a side of {relation}")

        def build() -> Term:
            made = [member.build() for member in members]
            return both(*(_related(*link) for link in zip(made, relations, made[1:], strict=False)))

        return _Read(BOOL, build)

    # -- numbers ---------------------------------------------------------------------------------------------------

    def _operated(self, operator: str, left: _Read, right: _Read) -> _Read:
        for side in (left, right):
            self.same(side.type, REAL, f"a side of {operator}")
        constant = Constant(operator, REAL_OPERATOR)
        return _Read(REAL, lambda: constant(left.build(), right.build()))

    def sum(self) -> _Read:
        total = self.product()
        while sign := self.take("+", "-"):
            term = self.product()
            total = self._operated("+", total, term if sign == "+" else self._minus(term))
        return total

    def _minus(self, term: _Read) -> _Read:
        self.same(term.type, REAL, "what is subtracted")

        def build() -> Term:
            made = term.build()
            return Number(-made.value) if isinstance(made, Number) else _TIMES(Number(-1), made)

        return _Read(REAL, build)

    def product(self) -> _Read:
        total = self.factor()
        while operator := self.take("*", "/"):
            factor = self.factor()
            if operator == "/" and total.is_digits and factor.is_digits:
                total = self._fraction(total, factor)
            else:
                total = self._operated(operator, total, factor)
        return total

    def _fraction(self, top: _Read, bottom: _Read) -> _Read:
        n, d = top.build(), bottom.build()
        assert isinstance(n, Number)
        assert isinstance(d, Number)
        if d.value == 0:
            self.fail("a number is divided by 0")
        value = n.value / d.value
        return _Read(REAL, lambda: Number(value), is_digits=True)

    def factor(self) -> _Read:
        if self.take("-"):
            return self._minus(self.factor())
        base = self.applied()
        return self._operated("^", base, self.factor()) if self.take("^") else base

    def applied(self) -> _Read:
        function = self.atom()
        while self.take("("):
            arguments = [self.formula()]
            while self.take(","):
                arguments.append(self.formula())
            self.need(")")
            for argument in arguments:
                function = self._applied_to(function, argument)
        return function

    def _applied_to(self, function: _Read, argument: _Read) -> _Read:
        target = _Unknown()
        self.same(function.type, _Function(argument.type, target), "what is applied")
        return _Read(target, lambda: Apply(function.build(), argument.build()))

    def atom(self) -> _Read:
        if self.take("("):
            inner = self.formula()
            self.need(")")
            return _Read(inner.type, inner.build)
        if self.take("if"):
            return self._choice()
        if binder := self.take(*BINDERS):
            is_constant = binder in ("sum", "prod") and not re.match(r"\s*[A-Za-z_]", self.text[self.place :])
            return self._named(binder) if is_constant else self._binder(binder)
        word, end = self._next()
        if word.isdigit():
            if len(word) > LONGEST_NUMBER:
                self.fail(f"a number has at most {LONGEST_NUMBER} digits, this one {len(word)}")
            self.place = end
            return _Read(REAL, lambda: Number(Fraction(word)), is_digits=True)
        return self._named(self.name())

    def _choice(self) -> _Read:
        condition = self.formula()
        self.need("then")
        first = self.formula()
        self.need("else")
        second = self.formula()
        self.same(condition.type, BOOL, "a condition")
        self.same(first.type, second.type, "the two values of a choice")

        def build() -> Term:
            a, b = first.build(), second.build()
            return SCHEMES["if"](a.type)(condition.build(), a, b)

        return _Read(first.type, build)

    def _named(self, name: str) -> _Read:
        bound = next(((v, t) for own, v, t in reversed(self.scopes) if own == name), None)
        if bound is not None:
            variable, unsettled = bound
            return _Read(unsettled, lambda: Free(variable.name, _settled(unsettled)))
        if name in self.names:
            return _Read(self.names[name], lambda: Free(name, self.names[name]))
        if name in RESERVED:
            return _Read(RESERVED[name], lambda: Constant(name, RESERVED[name]))
        if name == "rec":
            about = _Unknown()
            step = _Function(REAL, _Function(about, about))
            type_ = _Function(about, _Function(step, _Function(REAL, about)))
            return _Read(type_, lambda: SCHEMES["rec"](_settled(about)))
        name = self.defined.get(name, name)
        if name in DEFINITIONS:
            return _Read(DEFINITIONS[name].type, lambda: Constant(name, DEFINITIONS[name].type))
        self.fail(f"{name!r} is no variable here and nothing that is defined")

    # -- binders ---------------------------------------------------------------------------------------------------

    def _binder(self, binder: str) -> _Read:
        names = [self.name()]
        while binder not in ("sum", "prod") and not self.take("."):
            if self.take("in"):
                return self._bounded(binder, names)
            names.append(self.name())
        if binder in ("sum", "prod"):
            self.need("in")
            return self._bounded(binder, names)
        return self._scoped(names, lambda body: self._plainly(binder, names, body))

    def _scoped(self, names: list[str], made: Callable[[_Read], _Read]) -> _Read:
        for name in names:
            self.fresh += 1
            self.scopes.append((name, Free(f"{name} {self.fresh}"), _Unknown()))
        body = self.formula()
        found = made(body)
        del self.scopes[-len(names) :]
        return found

    def _innermost(self, count: int) -> list[tuple[str, Free, _Type]]:
        return self.scopes[-count:]

    def _plainly(self, binder: str, names: list[str], body: _Read) -> _Read:
        own = self._innermost(len(names))
        type_: _Type = body.type
        if binder == "fun":
            for _, _, source in reversed(own):
                type_ = _Function(source, type_)
        else:
            self.same(body.type, BOOL, f"the body of {binder}")

        def build() -> Term:
            made = body.build()
            for name, variable, source in reversed(own):
                function = _named(name, Free(variable.name, _settled(source)), made)
                made = function if binder == "fun" else SCHEMES[binder](function.type.source)(function)  # type: ignore[union-attr]
            return made

        return _Read(type_, build)

    def _bounded(self, binder: str, names: list[str]) -> _Read:
        """A binder over 1..k, or a sum over the words (1..m)^n."""
        length = None
        if self.take("("):
            size = self._range()
            self.need(")")
            self.need("^")
            length = self.applied()
            if binder != "sum":
                self.fail("over words there are sums only")
        else:
            size = self._range()
        self.need(".")
        return self._scoped(names, lambda body: self._over(binder, names, size, length, body))

    def _range(self) -> _Read:
        word, end = self._next()
        if word != "1":
            self.fail("a range begins with 1..")
        self.place = end
        self.need("..")
        size = self.sum()
        self.same(size.type, REAL, "the end of a range")
        return size

    def _over(self, binder: str, names: list[str], size: _Read, length: _Read | None, body: _Read) -> _Read:
        own = self._innermost(len(names))
        over: _Type = REAL if length is None else arrow(REAL, REAL)
        for _, _, type_ in own:
            self.same(type_, over, "what a range is for")
        is_sum = binder in ("sum", "prod")
        if binder == "fun":
            self.fail("a function has no range")
        self.same(body.type, REAL if is_sum else BOOL, f"the body of {binder}")

        def build() -> Term:
            made, last = body.build(), size.build()
            for name, variable, _ in reversed(own):
                if is_sum:
                    function = _named(name, Free(variable.name, _settled(over)), made)
                    constant = "words" if length is not None else binder
                    arguments = (last,) if length is None else (length.build(), last)
                    made = Constant(constant, DEFINITIONS[constant].type)(*arguments, function)
                else:
                    inside = both(
                        INTEGER(variable), _related(Number(1), "<=", variable), _related(variable, "<=", last)
                    )
                    whole = (
                        IMPLIES(inside, made) if binder == "forall" else Constant("and", RESERVED["and"])(inside, made)
                    )
                    made = SCHEMES[binder](REAL)(_named(name, variable, whole))
            return made

        return _Read(REAL if is_sum else BOOL, build)


REAL_OPERATOR = arrow(REAL, REAL, REAL)
_TIMES = Constant("*", REAL_OPERATOR)


def _named(name: str, variable: Free, body: Term) -> Term:
    found = closed(variable, body)
    return type(found)(found.variable, found.body, name)


def _related(left: Term, relation: str, right: Term) -> Term:
    if relation in (">", ">="):
        left, relation, right = right, "<" if relation == ">" else "<=", left
    if relation in ("=", "!="):
        same = SCHEMES["="](left.type)(left, right)
        return same if relation == "=" else NOT(same)
    return Constant(relation, RESERVED[relation])(left, right)
