"""Terms as text that `derivations.logic.reader` reads back, and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

from derivations.logic.notation import NOTATIONS, name_in_latex
from derivations.logic.terms import (
    Abstract,
    Apply,
    Bound,
    Constant,
    Free,
    Number,
    Term,
    applied,
    free_variables,
    opened,
    parts,
    quantified,
)

_BINDER, _IFF, _IMPLIES, _OR, _AND, _NOT, _RELATION, _SUM, _PRODUCT, _FACTOR, _POWER, _APPLIED, _ATOM = range(13)
_WORDS = {"forall", "exists", "sum", "prod", "fun", "in", "and", "or", "not", "implies", "iff", "if", "then", "else"}


def plain(term: Term) -> str:
    """The term in the plain notation; read back, it is the same term."""
    return _Printer(term, _Plain()).text(term, _BINDER)


def latex(term: Term) -> str:
    """The term in LaTeX's mathematics mode."""
    return _Printer(term, _Latex()).text(term, _BINDER)


def latex_lines(term: Term) -> list[str]:
    """The term in LaTeX, a line for the quantified names, for the premises, and for each part of the conclusion."""
    return _Printer(term, _Latex()).lines(term)


def bare(name: str) -> str:
    """The name of a constant as it is written: what tells definitions of several papers apart is left out."""
    return name.partition("@")[0]


class _Plain:
    """The spelling of the plain notation."""

    words: ClassVar[dict[str, str]] = {
        "iff": " iff ", "implies": " implies ", "or": " or ", "and": " and ", "not": "not ", "=": " = ", "!=": " != ",
        "<": " < ", "<=": " <= ", "forall": "forall ", "exists": "exists ", "true": "true", "false": "false",
        "in": " in ", ".": ". ", "and then": ", ",
    }  # fmt: skip

    def name(self, name: str) -> str:
        return name

    def brackets(self, text: str) -> str:
        return f"({text})"

    def number(self, value: Fraction) -> tuple[str, int]:
        if value < 0:
            return (f"-{-value}" if value.denominator == 1 else f"-({-value})"), _FACTOR
        return str(value), _ATOM if value.denominator == 1 else _PRODUCT

    def product(self, left: str, right: str) -> str:
        return f"{left}*{right}"

    def quotient(self, top: tuple[str, int], bottom: tuple[str, int], literal: bool) -> tuple[str, int]:
        below = bottom[0] if bottom[1] >= _FACTOR and not literal else f"({bottom[0]})"
        return f"{_at(top, _PRODUCT)}/{below}", _PRODUCT

    def power(self, base: tuple[str, int], exponent: tuple[str, int]) -> str:
        return f"{_at(base, _APPLIED)}^{_at(exponent, _FACTOR)}"

    def over(self, binder: str, name: str, size: str, length: str) -> str:
        where = f"(1..{size})^{length}" if length else f"1..{size}"
        return f"{binder} {name} in {where}. "

    def function(self, names: str) -> str:
        return f"fun {names}. "

    def applied(self, function: str, arguments: Sequence[str]) -> str:
        return f"{function}({', '.join(arguments)})"

    def choice(self, cases: Sequence[tuple[str, str]], otherwise: str) -> tuple[str, int]:
        return "".join(f"if {condition} then {worth} else " for condition, worth in cases) + otherwise, _BINDER

    def defined(self, name: str, arguments: Sequence[tuple[str, int]]) -> tuple[str, int] | None:
        return None


class _Latex(_Plain):
    """The spelling of the field, in LaTeX."""

    words: ClassVar[dict[str, str]] = {
        "iff": r" \iff ", "implies": r" \implies ", "or": r" \lor ", "and": r" \land ", "not": r"\lnot ", "=": " = ",
        "!=": r" \neq ", "<": " < ", "<=": r" \leq ", "forall": r"\forall ", "exists": r"\exists ",
        "true": r"\text{true}", "false": r"\text{false}", "in": r"\in ", ".": r"\colon\; ", "and then": ", ",
    }  # fmt: skip

    def name(self, name: str) -> str:
        return name_in_latex(name)

    def brackets(self, text: str) -> str:
        return rf"\left({text}\right)"

    def number(self, value: Fraction) -> tuple[str, int]:
        size = str(abs(value)) if value.denominator == 1 else rf"\frac{{{abs(value.numerator)}}}{{{value.denominator}}}"
        return (f"-{size}", _FACTOR) if value < 0 else (size, _ATOM if value.denominator == 1 else _POWER)

    def product(self, left: str, right: str) -> str:
        """Factors side by side, where that is no difference and no longer number."""
        right = self.brackets(right) if right.startswith("-") else right
        return rf"{left} \cdot {right}" if right[0].isdigit() else rf"{left}\,{right}"

    def quotient(self, top: tuple[str, int], bottom: tuple[str, int], literal: bool) -> tuple[str, int]:
        return rf"\frac{{{top[0]}}}{{{bottom[0]}}}", _POWER

    def power(self, base: tuple[str, int], exponent: tuple[str, int]) -> str:
        return f"{_at(base, _ATOM, self)}^{{{exponent[0]}}}"

    def over(self, binder: str, name: str, size: str, length: str) -> str:
        if length:
            return rf"\sum_{{{name} \in \{{1, \dots, {size}\}}^{{{length}}}}} "
        return {"sum": rf"\sum_{{{name}=1}}^{{{size}}} ", "prod": rf"\prod_{{{name}=1}}^{{{size}}} "}.get(
            binder, rf"\{binder} {name} \in \{{1, \dots, {size}\}}\colon\; "
        )

    def function(self, names: str) -> str:
        several = ", ".join(names.split(" "))
        return rf"({several}) \mapsto " if " " in names else rf"{names} \mapsto "

    def applied(self, function: str, arguments: Sequence[str]) -> str:
        return rf"{function}({', '.join(arguments)})"

    def choice(self, cases: Sequence[tuple[str, str]], otherwise: str) -> tuple[str, int]:
        rows = "".join(rf"{worth} & \text{{if }} {condition} \\ " for condition, worth in cases)
        return rf"\begin{{cases}} {rows}{otherwise} & \text{{otherwise}} \end{{cases}}", _ATOM

    def defined(self, name: str, arguments: Sequence[tuple[str, int]]) -> tuple[str, int] | None:
        shape = NOTATIONS.get(name)
        if shape is None or shape.count != len(arguments):
            return None
        return re.sub(r"#(\d)", lambda m: arguments[int(m[1]) - 1][0], shape.latex), _APPLIED


def _at(text: tuple[str, int], least: int, spelling: _Plain | None = None) -> str:
    return text[0] if text[1] >= least else (spelling or _Plain()).brackets(text[0])


@dataclass
class _Printer:
    whole: Term
    spelling: _Plain

    def __post_init__(self) -> None:
        self.taken = {v.name for v in free_variables(self.whole)}
        self.taken |= {bare(part.name) for part in parts(self.whole) if isinstance(part, Constant)} | _WORDS

    def text(self, term: Term, least: int) -> str:
        return _at(self.written(term), least, self.spelling)

    def written(self, term: Term) -> tuple[str, int]:
        """The text, and how tightly it binds."""
        spell = self.spelling
        if isinstance(term, Number):
            return spell.number(term.value)
        if isinstance(term, (Free, Bound)):
            return spell.name(term.name if isinstance(term, Free) else f"_{term.index}"), _ATOM
        if isinstance(term, Abstract):
            return self.function(term)
        if isinstance(term, Constant):
            return spell.words.get(term.name) or spell.name(bare(term.name)), _ATOM
        return self.formula(term) or self.number(term) or self.binder(term) or self.application(term)

    def formula(self, term: Term) -> tuple[str, int] | None:
        words = self.spelling.words
        if sides := applied(term, "and", 2):
            if chain := self.chain(term):
                return chain, _RELATION
            return f"{self.text(sides[0], _NOT)}{words['and']}{self.text(sides[1], _AND)}", _AND
        for word, left, right, level in (("or", _AND, _OR, _OR), ("implies", _OR, _IMPLIES, _IMPLIES)):
            if sides := applied(term, word, 2):
                return f"{self.text(sides[0], left)}{words[word]}{self.text(sides[1], right)}", level
        if sides := applied(term, "not", 1):
            same = applied(sides[0], "=", 2)
            if same and str(same[0].type) == "real":
                return f"{self.text(same[0], _SUM)}{words['!=']}{self.text(same[1], _SUM)}", _RELATION
            return f"{words['not']}{self.text(sides[0], _NOT)}", _NOT
        for relation in ("=", "<", "<="):
            if sides := applied(term, relation, 2):
                if str(sides[0].type) == "bool":
                    return f"{self.text(sides[0], _IFF)}{words['iff']}{self.text(sides[1], _IMPLIES)}", _IFF
                return f"{self.text(sides[0], _SUM)}{words[relation]}{self.text(sides[1], _SUM)}", _RELATION
        return None

    def lines(self, term: Term) -> list[str]:
        """A statement broken where a reader breathes: behind its quantifiers, its premises, and its conjunctions."""
        names: list[str] = []
        while (body := quantified(term, "forall")) is not None:
            name, inner = self.entered(body)
            if _range_of(inner, "implies", name):
                self.taken.discard(name.name)
                break
            names.append(self.spelling.name(name.name))
            term = inner
        if names:
            return [rf"\text{{for all }} {', '.join(names)}\colon", *self.lines(term)]
        if sides := applied(term, "implies", 2):
            premises = r" \text{ and } ".join(self.conjuncts(sides[0]))
            return [rf"\text{{if }} {premises}, \text{{ then}}", *self.lines(sides[1])]
        if (sides := applied(term, "and", 2)) and not self.chain(term):
            return [rf"{self.text(sides[0], _NOT)} \text{{, and}}", *self.lines(sides[1])]
        return [self.text(term, _BINDER)]

    def conjuncts(self, term: Term) -> list[str]:
        sides = applied(term, "and", 2)
        if sides and not self.chain(term):
            return [self.text(sides[0], _NOT), *self.conjuncts(sides[1])]
        return [self.text(term, _NOT)]

    def chain(self, term: Term) -> str:
        """a <= b <= c where the conjunction is such a chain."""
        links = []
        while sides := applied(term, "and", 2):
            links.append(sides[0])
            term = sides[1]
        links.append(term)
        found = [next(((r, s) for r in ("=", "<", "<=") if (s := applied(link, r, 2))), None) for link in links]
        pairs = [pair for pair in found if pair is not None and str(pair[1][0].type) == "real"]
        if len(pairs) < len(found) or any(a[1][1] != b[1][0] for a, b in pairwise(pairs)):
            return ""
        members = [self.text(pairs[0][1][0], _SUM)]
        members += [f"{self.spelling.words[relation]}{self.text(sides[1], _SUM)}" for relation, sides in pairs]
        return "".join(members)

    def number(self, term: Term) -> tuple[str, int] | None:
        if sides := applied(term, "+", 2):
            left, right = sides
            minus = applied(right, "*", 2)
            if isinstance(right, Number) and right.value < 0:
                return f"{self.text(left, _SUM)} - {self.text(Number(-right.value), _PRODUCT)}", _SUM
            if minus and minus[0] == Number(-1) and not isinstance(minus[1], Number):
                return f"{self.text(left, _SUM)} - {self.text(minus[1], _PRODUCT)}", _SUM
            return f"{self.text(left, _SUM)} + {self.text(right, _PRODUCT)}", _SUM
        if sides := applied(term, "*", 2):
            if sides[0] == Number(-1) and not isinstance(sides[1], Number):
                return f"-{self.text(sides[1], _FACTOR)}", _FACTOR
            return self.spelling.product(self.text(sides[0], _PRODUCT), self.text(sides[1], _FACTOR)), _PRODUCT
        if sides := applied(term, "/", 2):
            top, bottom = map(self.written, sides)
            return self.spelling.quotient(top, bottom, literal=all(isinstance(s, Number) for s in sides))
        if sides := applied(term, "^", 2):
            base, exponent = map(self.written, sides)
            return self.spelling.power(base, exponent), _POWER
        return None

    # -- binders -------------------------------------------------------------------------------------------------------

    def binder(self, term: Term) -> tuple[str, int] | None:
        for binder, inside in (("forall", "implies"), ("exists", "and")):
            if (body := quantified(term, binder)) is not None:
                name, opened_body = self.entered(body)
                size = _range_of(opened_body, inside, name)
                if size is not None:
                    head = self.spelling.over(binder, self.spelling.name(name.name), self.text(size[0], _SUM), "")
                    return self.left(head, size[1], name)
                words = self.spelling.words
                return self.left(f"{words[binder]}{self.spelling.name(name.name)}{words['.']}", opened_body, name)
        for binder in ("sum", "prod"):
            if (sides := applied(term, binder, 2)) and isinstance(sides[1], Abstract):
                size_text = self.text(sides[0], _SUM)
                name, opened_body = self.entered(sides[1])
                return self.left(
                    self.spelling.over(binder, self.spelling.name(name.name), size_text, ""), opened_body, name
                )
        if (sides := applied(term, "words", 3)) and isinstance(sides[2], Abstract):
            length, size_text = self.text(sides[0], _APPLIED), self.text(sides[1], _SUM)
            name, opened_body = self.entered(sides[2])
            return self.left(
                self.spelling.over("sum", self.spelling.name(name.name), size_text, length), opened_body, name
            )
        cases, otherwise = list[tuple[str, str]](), term
        while sides := applied(otherwise, "if", 3):
            cases.append((self.text(sides[0], _BINDER), self.text(sides[1], _BINDER)))
            otherwise = sides[2]
        return self.spelling.choice(cases, self.text(otherwise, _BINDER)) if cases else None

    def entered(self, abstract: Abstract) -> tuple[Free, Term]:
        """A name for the bound variable that nothing else has, and the body with it."""
        name = abstract.hint if re.fullmatch(r"[A-Za-z_]\w*'*", abstract.hint) else "x"
        while name in self.taken:
            name += "'"
        self.taken.add(name)
        variable = Free(name, abstract.variable)
        return variable, opened(abstract, variable)

    def left(self, head: str, body: Term, variable: Free) -> tuple[str, int]:
        text = head + self.text(body, _BINDER)
        self.taken.discard(variable.name)
        return text, _BINDER

    def function(self, term: Abstract) -> tuple[str, int]:
        names: list[str] = []
        own: list[Free] = []
        inner: Term = term
        while isinstance(inner, Abstract):
            variable, inner = self.entered(inner)
            own.append(variable)
            names.append(self.spelling.name(variable.name))
        text = self.spelling.function(" ".join(names)) + self.text(inner, _BINDER)
        self.taken.difference_update(v.name for v in own)
        return text, _BINDER

    def application(self, term: Term) -> tuple[str, int]:
        arguments: list[Term] = []
        while isinstance(term, Apply):
            arguments.append(term.argument)
            term = term.function
        written = [self.written(argument) for argument in reversed(arguments)]
        if isinstance(term, Constant) and (found := self.spelling.defined(term.name, written)):
            return found
        return self.spelling.applied(self.text(term, _ATOM), [text for text, _ in written]), _APPLIED


def _range_of(body: Term, joined: str, name: Free) -> tuple[Term, Term] | None:
    """(k, F) where the body says `name in 1..k implies F`, or `name in 1..k and F`."""
    sides = applied(body, joined, 2)
    inside = applied(sides[0], "and", 2) if sides else None
    bounds = applied(inside[1], "and", 2) if inside else None
    low = applied(bounds[0], "<=", 2) if bounds else None
    high = applied(bounds[1], "<=", 2) if bounds else None
    if not (sides and inside and low and high and applied(inside[0], "integer", 1) == (name,)):
        return None
    if low != (Number(1), name) or high[0] != name or name in free_variables(high[1]):
        return None
    return high[1], sides[1]
