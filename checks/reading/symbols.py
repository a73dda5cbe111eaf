"""The declared vocabulary of a paper: which spellings are names, and of what kind.

Whether `p(1-p)` is a product or a call, and what `\\hat\\Pi_w` is, is decided here and nowhere else.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from .families import Family, families_of
from .lexis import Token
from .macros import NO_MACROS, Macros
from .plain_tokens import RESERVED_WORDS
from .syntax import BUILT_IN_FUNCTIONS
from .tokens import latex_tokens

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


class Kind(StrEnum):
    """What a declared name stands for."""

    SYMBOL = "symbol"
    CONSTANT = "constant"
    SET = "set"
    FUNCTION = "function"
    OPERATOR = "operator"
    EVENT_OPERATOR = "event operator"


@dataclass(frozen=True)
class Declaration:
    """One declared name.

    `name` is the canonical ASCII identifier; `spellings` its printed forms, the first one used for rendering.
    `arities` (functions) are the accepted numbers of arguments; 0 among them lets the name stand alone.
    `scripted` (functions of two arguments) lets LaTeX print the arguments as indices, as in C_n^k; `indexed` functions
    are families of symbols, whose arguments LaTeX prints as indices below.
    `alone` (operators) lets the operator stand without argument, `unbracketed` lets one factor follow as its argument,
    `whole_term` lets the factors up to the next such operator follow as its argument, as in E x^2 y E z, and
    `events` lets an argument be a relation as well, which then stands for its indicator. `derived` (symbols, operators)
    says that the value follows from others, so that a statement about it is a claim. Raises ValueError for a name that
    is no identifier or part of the notation, for no spellings, and for arities that do not fit the kind.
    """

    name: str
    kind: Kind
    spellings: tuple[str, ...]
    arities: frozenset[int] = frozenset()
    alone: bool = False
    unbracketed: bool = False
    events: bool = False
    whole_term: bool = False
    scripted: bool = False
    indexed: bool = False
    derived: bool = False

    def __post_init__(self) -> None:
        if not _IDENTIFIER.fullmatch(self.name):
            raise ValueError(f"declaration {self.name!r}: a name is an ASCII identifier that starts with a letter")
        if self.name in RESERVED_WORDS or self.name in BUILT_IN_FUNCTIONS:
            raise ValueError(f"declaration {self.name!r}: this word is part of the notation; choose another name")
        if not self.spellings:
            raise ValueError(f"declaration {self.name!r}: needs at least one LaTeX spelling")
        if (self.kind is Kind.FUNCTION) != bool(self.arities) or any(n < 0 for n in self.arities):
            raise ValueError(f"declaration {self.name!r}: a function, and only a function, states its arities (>= 0)")
        if self.kind is Kind.FUNCTION and self.arities == {0}:
            raise ValueError(f"declaration {self.name!r}: a function without arguments is a symbol")
        if self.scripted and 2 not in self.arities:
            raise ValueError(f"declaration {self.name!r}: a function printed with two indices takes two arguments")

    @property
    def may_stand_alone(self) -> bool:
        """Whether the bare name is an expression."""
        if self.kind is Kind.FUNCTION:
            return 0 in self.arities
        return self.alone or self.kind in (Kind.SYMBOL, Kind.CONSTANT, Kind.SET)


def symbol(name: str, *spellings: str) -> Declaration:
    """A number-valued symbol; without spellings it is spelled as it is named."""
    return Declaration(name, Kind.SYMBOL, spellings or (name,))


def constant(name: str, *spellings: str) -> Declaration:
    """A fixed number such as Euler's."""
    return Declaration(name, Kind.CONSTANT, spellings or (name,))


def set_name(name: str, *spellings: str) -> Declaration:
    """The name of a set."""
    return Declaration(name, Kind.SET, spellings or (name,))


def function(name: str, *spellings: str, arities: Iterable[int] = (1,), scripted: bool = False) -> Declaration:
    """A function called with round brackets; 0 among the arities lets its name stand alone."""
    return Declaration(name, Kind.FUNCTION, spellings or (name,), arities=frozenset(arities), scripted=scripted)


def operator(
    name: str,
    *spellings: str,
    alone: bool = False,
    unbracketed: bool = False,
    events: bool = False,
    whole_term: bool = False,
) -> Declaration:
    """An operator on expressions, such as E or Var, with round or square brackets and perhaps a bar: Var(X | pi).

    With `events`, E[X = 0] is read too: the expectation of the indicator of an event.
    """
    return Declaration(
        name,
        Kind.OPERATOR,
        spellings or (name,),
        alone=alone,
        unbracketed=unbracketed,
        events=events,
        whole_term=whole_term,
    )


def event_operator(name: str, *spellings: str) -> Declaration:
    """An operator on events, such as P(X = 0 | x = 1)."""
    return Declaration(name, Kind.EVENT_OPERATOR, spellings or (name,))


DEFAULTS = (
    constant("e"),
    constant("infinity", r"\infty"),
    set_name("Reals", r"\mathbb R"),
    set_name("Integers", r"\mathbb Z"),
    set_name("Naturals", r"\mathbb N"),
)
"""Declared in every vocabulary unless its own declarations use the same name or spelling."""


class _Trie(dict[tuple[str, str], "_Trie"]):
    declaration: Declaration | None = None
    family: Family | None = None


@lru_cache(maxsize=1 << 15)
def _tokens(spelling: str) -> tuple[Token, ...]:
    """The tokens of a spelling, of which vocabularies that extend each other share most."""
    return tuple(latex_tokens(spelling)[:-1])


def _key(token: Token) -> tuple[str, str]:
    r"""What the token prints in a name, where `|` and `\mid` are alike."""
    return ("operator", "|") if token.key == ("operator", "|mid") else token.key


def _variant(token: Token, is_inside: bool) -> tuple[str, str]:
    r"""How a name is written as well: \epsilon for \varepsilon, within a name p_{\text{B}} for p_B, E(X) for E[X]."""
    value = token.value
    if is_inside and token.kind == "operator" and value in _OTHER_BRACKETS:
        return token.kind, _OTHER_BRACKETS[value]
    if token.kind == "command" and value.removeprefix(r"\var") in _WITH_VARIANTS:
        return token.kind, "\\" + value.removeprefix(r"\var")
    if token.kind == "command" and value[1:] in _WITH_VARIANTS:
        return token.kind, rf"\var{value[1:]}"
    if is_inside and len(value) == 1 and token.kind in ("word", "letter"):
        return "letter" if token.kind == "word" else "word", value
    return token.key


_OTHER_BRACKETS = {"(": "[", ")": "]", "[": "(", "]": ")"}
_WITH_VARIANTS = frozenset(["epsilon", "theta", "phi", "rho", "sigma"])
_WITH_INDEX = re.compile(r"(?P<head>.*\S)\s*_\s*\{?\s*(?P<index>[A-Za-z])\s*\}?\s*", re.DOTALL)


class Symbols:
    """An immutable set of declarations, found by name or by the longest declared spelling at a place.

    With `macros`, spellings and the formulas that are read with this vocabulary may use them.
    """

    def __init__(self, *declarations: Declaration, macros: Macros = NO_MACROS) -> None:
        self.macros = macros
        self._by_name: dict[str, Declaration] = {}
        self._spellings = _Trie()
        self._own = tuple(declarations)
        for declaration in declarations:
            spellings = tuple(macros.expand(spelling).text for spelling in declaration.spellings)
            self._add(replace(declaration, spellings=spellings) if macros else declaration)
        for declaration in DEFAULTS:
            if declaration.name not in self._by_name and not any(map(self.is_declared, declaration.spellings)):
                self._add(declaration)
        self._families: dict[str, Family] = {}
        self._places: dict[str, tuple[Family, tuple[int, ...]]] = {}
        self._heads = _Trie()
        self._find_families()

    def _find_families(self) -> None:
        """Note the families among the symbols, by their names, members and spellings."""
        numbers = (d for d in self._by_name.values() if d.kind is Kind.SYMBOL)
        taken = {*self._by_name, *RESERVED_WORDS, *BUILT_IN_FUNCTIONS}
        for family in families_of(((d.name, spelling) for d in numbers for spelling in d.spellings), taken):
            self._families[family.name] = family
            self._places.update((name, (family, indices)) for indices, name in family.members.items())
            node = self._heads
            for token in _tokens(f"{family.head}_1")[:-1]:
                node = node.setdefault(token.key, _Trie())
            node.family = family

    def _add(self, declaration: Declaration) -> None:
        if declaration.name in self._by_name:
            raise ValueError(f"declaration {declaration.name!r}: the name is declared twice")
        self._by_name[declaration.name] = declaration
        for spelling in declaration.spellings:
            node = self._spellings
            for token in _tokens(spelling):
                node = node.setdefault(_key(token), _Trie())
            if node is self._spellings:
                raise ValueError(f"declaration {declaration.name!r}: the spelling {spelling!r} prints nothing")
            if node.declaration is not None and node.declaration != declaration:
                other = node.declaration.name
                raise ValueError(f"declaration {declaration.name!r}: {spelling!r} already spells {other!r}")
            node.declaration = declaration

    def is_declared(self, spelling: str) -> bool:
        """Whether LaTeX is a spelling of one of the names."""
        tokens = _tokens(spelling)
        return self.match(tokens, 0)[1] == len(tokens)

    def match(self, tokens: Sequence[Token], start: int) -> tuple[Declaration | None, int]:
        """The longest declared spelling at `start`, and the index after it; (None, start) if there is none."""
        node, found, end = self._spellings, None, start
        for index in range(start, len(tokens)):
            below = node.get(_key(tokens[index]))
            if below is None:
                below = node.get(_variant(tokens[index], index > start))
            if below is None:
                break
            node = below
            if node.declaration is not None:
                found, end = node.declaration, index + 1
        return found, end

    def family_at(self, tokens: Sequence[Token], start: int) -> tuple[Family | None, int]:
        """The family whose spelling with the sign of an index stands at `start`, and the index after that sign."""
        node = self._heads
        for index in range(start, len(tokens)):
            below = node.get(tokens[index].key)
            if below is None:
                break
            node = below
            if node.family is not None:
                return node.family, index + 1
        return None, start

    def family_named(self, name: str) -> Family | None:
        """The family of this name."""
        return self._families.get(name)

    def indexed(self, name: str) -> tuple[str, str, Family | None] | None:
        """Head and index of a symbol that is printed with a letter below, as p_i, and the family with this head."""
        declared = self._by_name.get(name)
        for spelling in declared.spellings if declared is not None and declared.kind is Kind.SYMBOL else ():
            found = _WITH_INDEX.fullmatch(spelling)
            if found is not None:
                family = next((f for f in self._families.values() if f.head == found["head"]), None)
                return found["head"], found["index"], family
        return None

    def place_of(self, name: str) -> tuple[Family, tuple[int, ...]] | None:
        """The family that a symbol is a member of, and its indices."""
        return self._places.get(name)

    def __contains__(self, name: object) -> bool:
        return name in self._by_name or name in self._families

    def __getitem__(self, name: str) -> Declaration:
        if name in self._families:
            family = self._families[name]
            arities = frozenset([family.arity])
            return Declaration(name, Kind.FUNCTION, (family.head,), arities=arities, indexed=True)
        if name not in self._by_name:
            raise KeyError(f"{name!r} is not declared{self.suggestion(name, list(self._by_name))}")
        return self._by_name[name]

    def __iter__(self) -> Iterator[Declaration]:
        return iter(self._by_name.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Symbols) and (self._by_name, self.macros) == (other._by_name, other.macros)

    def __hash__(self) -> int:
        return hash(frozenset(self._by_name.values()))

    def extended(self, *declarations: Declaration) -> Symbols:
        """A vocabulary with further declarations."""
        return Symbols(*self._own, *declarations, macros=self.macros)

    @property
    def spellings(self) -> list[str]:
        """Every declared spelling."""
        return [spelling for declaration in self for spelling in declaration.spellings]

    @staticmethod
    def suggestion(printed: str, known: list[str]) -> str:
        """A clause that names declared spellings close to `printed`, empty if there are none."""
        close = difflib.get_close_matches(printed[:100], known, n=3, cutoff=0.6)
        return f"; did you mean {' or '.join(close)}?" if close else ""
