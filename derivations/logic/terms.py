"""Terms of simple type theory over the reals: what a statement is made of.

Types are the reals, the truth values, and functions. A formula is a term whose values are truth values. Integers are
reals of which `integer` holds; an index set of size k is 1..k; a family over it is a function of the reals of which
only the values at 1..k are spoken of. Bound variables are numbers (how many binders stand between), free ones names
with a type, so that no substitution can capture. Terms are immutable, and equal when they differ in the names of bound
variables only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial, reduce
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn, Self

_BITS = 120  # that tell free variables apart
_IMMUTABLE = "types, terms and theorems are immutable"
_set = object.__setattr__


class Immutable:
    """Refuses to be changed or pickled, and is its own copy."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(_IMMUTABLE)

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> NoReturn:
        raise TypeError("types, terms and theorems are not pickled: write them and read them again")

    def __copy__(self, memo: object = None) -> Self:
        return self

    __deepcopy__ = __copy__


class _Fixed(Immutable):
    """Has parts that are set once, those of `_key` tell it from others of its class."""

    __slots__ = ("_hash",)
    _hash: int
    _key: ClassVar[attrgetter[Any]]

    def _fix(self, key: object, **parts: object) -> None:
        if hasattr(self, "_hash"):
            raise AttributeError(_IMMUTABLE)
        _set(self, "_hash", hash(key))
        for name in parts:
            _set(self, name, parts[name])

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other) or self._hash != other._hash:
            return False
        key = type(self)._key
        return bool(key(self) == key(other))


class Base(_Fixed):
    """A type without parts; there are two, `REAL` and `BOOL`."""

    __slots__ = ("name",)
    name: str
    _key = attrgetter("name")

    def __init__(self, name: str) -> None:
        self._fix(name, name=name)

    def __str__(self) -> str:
        return self.name


class Arrow(_Fixed):
    """The functions from one type to another."""

    __slots__ = ("source", "target")
    source: Type
    target: Type
    _key = attrgetter("source", "target")

    def __init__(self, source: Type, target: Type) -> None:
        self._fix((_type(source)._hash, _type(target)._hash), source=source, target=target)

    def __str__(self) -> str:
        left = f"({self.source})" if isinstance(self.source, Arrow) else str(self.source)
        return f"{left} -> {self.target}"


Type = Base | Arrow
REAL, BOOL = Base("real"), Base("bool")


@cache
def arrow(first: Type, *others: Type) -> Type:
    """arrow(a, b, c): the functions that take an a and a b to a c. Equal ones are one object, which compares fast."""
    return arrow(first, arrow(*others)) if len(others) > 1 else Arrow(first, *others) if others else _type(first)


class TypeMismatchError(TypeError):
    """A function is applied to what is not in its source, or something is no part of a term."""


def _type(value: Type) -> Type:
    if not (value is REAL or value is BOOL or type(value) is Arrow):
        raise TypeMismatchError(f"a type is real, bool or made of them by arrows, not {value!r}")
    return value


def _text(value: str, what: str) -> str:
    if type(value) is not str or not value:
        raise TypeMismatchError(f"{what} has a name")
    return value


class Term(_Fixed):
    """A term; `loose` is how many enclosing binders it needs, 0 for a term that can stand alone.

    `marks` has the bit of each free variable that occurs, which several may share: without it, none of these occurs.
    """

    __slots__ = ("loose", "marks", "type")
    type: Type
    loose: int
    marks: int

    def __call__(self, *arguments: Term) -> Term:
        """The term applied to arguments, one after the other."""
        return reduce(Apply, arguments, self)

    def __str__(self) -> str:
        from derivations.logic.printer import plain

        return plain(self)

    __repr__ = __str__


class Free(Term):
    """A free variable."""

    __slots__ = ("name",)
    name: str
    _key = attrgetter("name", "type")

    def __init__(self, name: str, type_: Type = REAL) -> None:
        key = ("free", name, _type(type_))
        self._fix(key, name=_text(name, "a variable"), type=type_, loose=0, marks=1 << hash(key) % _BITS)


class Bound(Term):
    """The variable of the binder that stands `index` >= 0 binders further out, else TypeMismatchError."""

    __slots__ = ("index",)
    index: int
    _key = attrgetter("index", "type")

    def __init__(self, index: int, type_: Type) -> None:
        if type(index) is not int or index < 0:
            raise TypeMismatchError(f"binders are counted by 0, 1, 2, ..., not by {index!r}")
        self._fix(("bound", index, _type(type_)), index=index, type=type_, loose=index + 1, marks=0)


class Constant(Term):
    """A constant of the logic, or one that is defined."""

    __slots__ = ("name",)
    name: str
    _key = attrgetter("name", "type")

    def __init__(self, name: str, type_: Type) -> None:
        self._fix(("constant", name, _type(type_)), name=_text(name, "a constant"), type=type_, loose=0, marks=0)


class Number(Term):
    """A rational number. Raises TypeMismatchError for what is no exact rational, a float included."""

    __slots__ = ("value",)
    value: Fraction
    _key = attrgetter("value")

    def __init__(self, value: Fraction | int) -> None:
        if type(value) not in (int, Fraction) or not type(value.numerator) is type(value.denominator) is int:
            raise TypeMismatchError(f"a number of a statement is exact, not {value!r}")
        exact = Fraction(value)
        self._fix(("number", exact.numerator, exact.denominator), value=exact, type=REAL, loose=0, marks=0)


class Apply(Term):
    """A function applied to an argument, TypeMismatchError for one of another type; made once, else AttributeError."""

    __slots__ = ("argument", "function")
    function: Term
    argument: Term
    _key = attrgetter("function", "argument")

    def __init__(self, function: Term, argument: Term) -> None:
        kind, given = function.type, argument.type
        if not (isinstance(kind, Arrow) and (kind.source is given or kind.source == given)):
            raise TypeMismatchError(f"{function} : {function.type} does not take {argument} : {argument.type}")
        if hasattr(self, "_hash"):
            raise AttributeError(_IMMUTABLE)
        _set_hash(self, hash(("apply", function._hash, argument._hash)))
        _set_function(self, function)  # one by one: most terms are made here
        _set_argument(self, argument)
        _set_type(self, kind.target)
        _set_loose(self, function.loose if function.loose > argument.loose else argument.loose)
        _set_marks(self, function.marks | argument.marks)


_set_hash, _set_function, _set_argument, _set_type, _set_loose, _set_marks = (
    getattr(Apply, slot).__set__ for slot in ("_hash", "function", "argument", "type", "loose", "marks")
)


class Abstract(Term):
    """The function that takes the bound variable to the body. `hint` is its name for a reader, of no effect."""

    __slots__ = ("body", "hint", "variable")
    variable: Type
    body: Term
    hint: str
    _key = attrgetter("variable", "body")

    def __init__(self, variable: Type, body: Term, hint: str = "x") -> None:
        key, type_ = ("abstract", variable, body._hash), arrow(_type(variable), body.type)
        name, loose, marks = _text(hint, "a bound variable"), max(0, body.loose - 1), body.marks
        self._fix(key, variable=variable, body=body, hint=name, type=type_, loose=loose, marks=marks)


# -- substitution --------------------------------------------------------------------------------------------------


_Leaf = Callable[[Term, int], Term]


def _rebuilt(term: Term, leaf: _Leaf, marks: int | None = None) -> Term:
    """The term with other leaves, by their depth, in parts that have one of the marks or, for None, need a binder."""
    return _walked(term, 0, leaf, marks, {})  # no inner function, which would wait for a search for unused cycles


def _walked(part: Term, depth: int, leaf: _Leaf, marks: int | None, done: dict[tuple[int, int], Term]) -> Term:
    if (part.loose <= depth) if marks is None else not part.marks & marks:
        return part
    if not isinstance(part, (Apply, Abstract)):
        return leaf(part, depth)
    key = (id(part), depth)
    if (found := done.get(key)) is None:
        if isinstance(part, Apply):
            function = _walked(part.function, depth, leaf, marks, done)
            argument = _walked(part.argument, depth, leaf, marks, done)
            found = part if function is part.function and argument is part.argument else Apply(function, argument)
        else:
            body = _walked(part.body, depth + 1, leaf, marks, done)
            found = part if body is part.body else Abstract(part.variable, body, part.hint)
        done[key] = found
    return found


def opened(abstract: Abstract, argument: Term) -> Term:
    """The body with a closed argument for the bound variable; TypeMismatchError for others, or another type."""
    if argument.loose or argument.type != abstract.variable:
        raise TypeMismatchError(f"{argument} cannot stand for a variable of type {abstract.variable}")

    def leaf(part: Term, depth: int) -> Term:
        assert isinstance(part, Bound)  # no other leaf needs a binder
        if part.index > depth:
            return Bound(part.index - 1, part.type)
        if part.type != argument.type:
            raise TypeMismatchError(f"a variable of type {part.type} is bound as one of type {argument.type}")
        return argument

    return _rebuilt(abstract.body, leaf)


def closed(variable: Free, body: Term) -> Abstract:
    """The function that takes the variable to the body. Raises TypeMismatchError for a body that cannot stand alone."""

    def leaf(part: Term, depth: int) -> Term:
        return Bound(depth, part.type) if part == variable else part

    if body.loose:
        raise TypeMismatchError("the body of a function can stand alone")
    return Abstract(variable.type, _rebuilt(body, leaf, variable.marks), variable.name.partition(" ")[0])


def substituted(term: Term, values: Mapping[Free, Term]) -> Term:
    """The term with closed values for free variables, all at once; TypeMismatchError for others, or another type."""
    for variable, value in values.items():
        if value.loose or value.type != variable.type:
            raise TypeMismatchError(f"{value} cannot stand for {variable} : {variable.type}")
    marks = reduce(int.__or__, (variable.marks for variable in values), 0)

    def leaf(part: Term, depth: int) -> Term:
        return values.get(part, part) if isinstance(part, Free) else part

    return _rebuilt(term, leaf, marks)


def parts(term: Term, where: Callable[[Term], object] = lambda part: True) -> Iterator[Term]:
    """The term and its parts, each object once, without those of which `where` is not true, and their parts."""
    seen: set[int] = set()
    stack = [term]
    while stack:
        part = stack.pop()
        if id(part) in seen or not where(part):
            continue
        seen.add(id(part))
        yield part
        if isinstance(part, Apply):
            stack += (part.argument, part.function)
        elif isinstance(part, Abstract):
            stack.append(part.body)


def free_variables(term: Term) -> frozenset[Free]:
    """The free variables that occur."""
    return frozenset(part for part in parts(term, lambda part: part.marks) if isinstance(part, Free))


# -- the constants of the logic ------------------------------------------------------------------------------------

TRUE, FALSE = Constant("true", BOOL), Constant("false", BOOL)
NOT = Constant("not", arrow(BOOL, BOOL))
AND, OR, IMPLIES = (Constant(name, arrow(BOOL, BOOL, BOOL)) for name in ("and", "or", "implies"))
INTEGER = Constant("integer", arrow(REAL, BOOL))
LESS, AT_MOST = (Constant(name, arrow(REAL, REAL, BOOL)) for name in ("<", "<="))
PLUS, TIMES, DIVIDE, POWER = (Constant(name, arrow(REAL, REAL, REAL)) for name in ("+", "*", "/", "^"))
EXP, LOG, SQRT = (Constant(name, arrow(REAL, REAL)) for name in ("exp", "log", "sqrt"))


@cache
def equality(type_: Type) -> Constant:
    """= between members of a type."""
    return Constant("=", arrow(type_, type_, BOOL))


def quantifier(name: str, type_: Type) -> Constant:
    """`forall` or `exists` over a type."""
    return Constant(name, arrow(arrow(type_, BOOL), BOOL))


def conditional(type_: Type) -> Constant:
    """if condition then one value else another."""
    return Constant("if", arrow(BOOL, type_, type_, type_))


def recursor(type_: Type) -> Constant:
    """The function f of the integers n >= 0 with f(0) = base and f(n + 1) = step(n, f(n)), from base and step."""
    return Constant("rec", arrow(type_, arrow(REAL, type_, type_), REAL, type_))


SCHEMES: Mapping[str, Callable[[Type], Constant]] = MappingProxyType(
    {"=": equality, "if": conditional, "rec": recursor, **{n: partial(quantifier, n) for n in ("forall", "exists")}}
)
"""The constants that there are of many types, from the type that they are about."""


def equal(left: Term, right: Term) -> Term:
    """left = right"""
    return equality(left.type)(left, right)


def both(*formulas: Term) -> Term:
    """a and (b and (c ...)); true for none."""
    return reduce(lambda rest, formula: AND(formula, rest), reversed(formulas[:-1]), formulas[-1]) if formulas else TRUE


def for_all(variables: Free | tuple[Free, ...], body: Term) -> Term:
    """For all values of the variables, the first one outermost."""
    names = variables if isinstance(variables, tuple) else (variables,)
    return reduce(lambda inner, v: quantifier("forall", v.type)(closed(v, inner)), reversed(names), body)


def there_is(variables: Free | tuple[Free, ...], body: Term) -> Term:
    """There are values of the variables."""
    names = variables if isinstance(variables, tuple) else (variables,)
    return reduce(lambda inner, v: quantifier("exists", v.type)(closed(v, inner)), reversed(names), body)


def applied(term: Term, name: str, count: int) -> tuple[Term, ...] | None:
    """The arguments where the term is the constant `name` applied to `count` of them; None elsewhere."""
    found: list[Term] = []
    while isinstance(term, Apply) and len(found) < count:
        found.append(term.argument)
        term = term.function
    if len(found) == count and isinstance(term, Constant) and term.name == name:
        return tuple(reversed(found))
    return None


def quantified(formula: Term, name: str) -> Abstract | None:
    """What is quantified where the formula is `forall` or `exists` of an abstraction; None elsewhere."""
    found = applied(formula, name, 1)
    return found[0] if found is not None and isinstance(found[0], Abstract) else None
