"""Types and terms of the logic as Coq writes them, over the constants of `Logic.v`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256

from derivations.logic.terms import (
    REAL,
    Abstract,
    Apply,
    Arrow,
    Bound,
    Constant,
    Free,
    Number,
    Term,
    Type,
)

_KEYWORDS = {
    "as", "at", "by", "cofix", "do", "else", "end", "exists", "exists2", "fix", "for", "forall", "fun", "if", "If",
    "IF", "in", "lazymatch", "let", "match", "multimatch", "mod", "of", "Prop", "return", "Set", "SProp", "struct",
    "then", "Then", "Else", "Type", "using", "where", "with", "R", "I", "eq_refl", "Rule", "Law",
}  # fmt: skip
_NAMES = {
    "true": "True", "false": "False", "not": "not", "and": "and", "or": "or", "implies": "implies", "+": "Rplus",
    "integer": "integer", "<": "Rlt", "<=": "Rle", "*": "Rmult", "/": "Rdiv", "^": "power", "exp": "exp", "log": "ln",
    "sqrt": "sqrt", "=": "@eq", "forall": "@all", "exists": "@ex", "if": "@choice", "rec": "@rec",
}  # fmt: skip
_LOGIC = {name.lstrip("@") for name in _NAMES.values()} | {"R0", "R1", "IZR", "PI", "erf"}

# How tightly a text binds, loosest first.
_BINDER, _IMPLIES, _OR, _AND, _NOT, _RELATION, _SUM, _PRODUCT, _POWER, _APPLIED, _ATOM = range(11)
_INFIX = {
    "implies": ("->", _OR, _IMPLIES, _IMPLIES), "or": (r"\/", _AND, _OR, _OR), "and": ("/\\", _NOT, _AND, _AND),
    "=": ("=", _SUM, _SUM, _RELATION), "<": ("<", _SUM, _SUM, _RELATION), "<=": ("<=", _SUM, _SUM, _RELATION),
    "+": ("+", _SUM, _PRODUCT, _SUM), "*": ("*", _PRODUCT, _POWER, _PRODUCT), "/": ("/", _PRODUCT, _POWER, _PRODUCT),
    "^": ("^^", _APPLIED, _POWER, _POWER),
}  # fmt: skip
_PLACES = {"forall": 1, "exists": 1, "not": 1, "if": 3} | dict.fromkeys(_INFIX, 2)  # how many a notation takes
_REMEMBERED = 200_000  # terms


def type_text(type_: Type, argument: bool = False) -> str:
    """A type; in brackets where it is an argument and no name."""
    if not isinstance(type_, Arrow):
        return "R" if type_ == REAL else "Prop"
    text = f"{type_text(type_.source, isinstance(type_.source, Arrow))} -> {type_text(type_.target)}"
    return f"({text})" if argument else text


def lemma_name(kind: str, statement: str) -> str:
    """The name of a lemma that a proof needs, made of what it says: lemmas that say the same have one name."""
    return f"{kind}_{sha256(statement.encode()).hexdigest()[:12]}"


def identifier(name: str, taken: Iterable[str] = ()) -> str:
    """A name that Coq takes, and that nothing else has."""
    found = re.sub(r"[^A-Za-z0-9_']", "_", name)
    found = found if re.match(r"[A-Za-z_]", found) and found != "_" else f"x{found}"
    while found in taken or found in _KEYWORDS or found in _LOGIC or re.fullmatch(r"\w+_[0-9a-f]{12}|[a-z]_\d+", found):
        found += "'"
    return found


def defined_name(name: str) -> str:
    """The name of a defined constant."""
    return identifier(name)


def number_text(value: Fraction) -> str:
    """A rational number, in brackets unless it is a natural number."""
    if value.denominator == 1:
        return str(value) if value >= 0 else f"({value})"
    return f"({value.numerator} / {value.denominator})"


def inhabitant(type_: Type) -> str:
    """Some member of a type."""
    if isinstance(type_, Arrow):
        return f"(fun _ => {inhabitant(type_.target)})"
    return "0" if type_ == REAL else "True"


@lru_cache(_REMEMBERED)
def leaves(term: Term) -> frozenset[Free | Constant]:
    """The free variables and the constants in a term."""
    if isinstance(term, (Free, Constant)):
        return frozenset((term,))
    if isinstance(term, Abstract):
        return leaves(term.body)
    if not isinstance(term, Apply):
        return frozenset()
    first, second = leaves(term.function), leaves(term.argument)
    return first if second <= first else first | second


def variables_in(term: Term) -> frozenset[Free]:
    """The free variables in a term."""
    return frozenset(leaf for leaf in leaves(term) if isinstance(leaf, Free))


def term_text(term: Term, names: Mapping[Free, str], argument: bool = False) -> str:
    """A term whose free variables have names already; in brackets where it is an argument and no name."""
    writer = _Writer(names, term)
    return writer.text(term, _ATOM if argument else _BINDER)


class _Writer:
    def __init__(self, names: Mapping[Free, str], term: Term) -> None:
        self.names = names
        self.taken = {names[leaf] if isinstance(leaf, Free) else defined_name(leaf.name) for leaf in leaves(term)}
        self.bound: list[str] = []

    def text(self, term: Term, least: int = _BINDER) -> str:
        """The term, in brackets where it binds less tightly than its place asks for."""
        text, level = self._written(term)
        return text if level >= least else f"({text})"

    def argument(self, term: Term) -> str:
        """The term as an argument of a function."""
        return self.text(term, _ATOM)

    def _written(self, term: Term) -> tuple[str, int]:
        if isinstance(term, Number):
            return number_text(term.value), _ATOM
        if isinstance(term, Free):
            return self.names[term], _ATOM
        if isinstance(term, Bound):
            return self.bound[-1 - term.index], _ATOM
        if isinstance(term, Constant):
            return constant_text(term)
        if isinstance(term, Abstract):
            return self._binder("fun", "=>", term)
        arguments: list[Term] = []
        while isinstance(term, Apply):
            arguments.insert(0, term.argument)
            term = term.function
        return self._formula(term, arguments) or (
            " ".join([self.text(term, _APPLIED), *map(self.argument, arguments)]),
            _APPLIED,
        )

    def _formula(self, head: Term, arguments: Sequence[Term]) -> tuple[str, int] | None:
        if not isinstance(head, Constant) or len(arguments) != _PLACES.get(head.name):
            return None
        word = head.name
        if word in ("forall", "exists"):
            return self._binder(word, ",", arguments[0]) if isinstance(arguments[0], Abstract) else None
        if word == "not":
            return f"~ {self.text(arguments[0], _NOT)}", _NOT
        if word == "if":
            condition, first, second = map(self.text, arguments)
            return f"If {condition} Then {first} Else {second}", _BINDER
        sign, left, right, level = _INFIX[word]
        return f"{self.text(arguments[0], left)} {sign} {self.text(arguments[1], right)}", level

    def _binder(self, word: str, sign: str, term: Abstract) -> tuple[str, int]:
        name = identifier(term.hint, self.taken)
        self.taken.add(name)
        self.bound.append(name)
        text = f"{word} {name} : {type_text(term.variable)}{' ' if sign == '=>' else ''}{sign} {self.text(term.body)}"
        self.bound.pop()
        self.taken.discard(name)
        return text, _BINDER


def constant_text(constant: Constant) -> tuple[str, int]:
    """A constant that is not applied to all that its notation needs."""
    name = _NAMES.get(constant.name)
    if name is None:
        return defined_name(constant.name), _ATOM
    if not name.startswith("@"):
        return name, _ATOM
    type_ = constant.type
    assert isinstance(type_, Arrow)
    of = type_.source
    if constant.name in ("forall", "exists"):
        assert isinstance(of, Arrow)
        of = of.source
    elif constant.name == "if":
        assert isinstance(type_.target, Arrow)
        of = type_.target.source
    return f"{name} {type_text(of, argument=True)}", _APPLIED
