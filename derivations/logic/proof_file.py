"""Proofs in the logic as JSON: written from a theorem, and checked again from nothing by the rules alone.

A file lists terms, each once and after its parts, the definitions of its words, and the steps of the proof. A step
names a rule and what it is given: terms, types, texts, integers, earlier steps, values for variables, and proofs of
arithmetic as `derivations.arithmetic.proof_file` writes them. The last step proves the statement. A type is "real",
"bool" or a pair [source, target].
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import derivations.logic.definitions  # noqa: F401  (its names mean what they mean before a file can say otherwise)
from derivations.arithmetic import kernel as arithmetic_kernel
from derivations.arithmetic import proof_file as arithmetic_file
from derivations.arithmetic.proof_file import ProofFileError
from derivations.logic import kernel
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.terms import (
    BOOL,
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
    TypeMismatchError,
    arrow,
)
from mechanisms.exact.numerals import integer_of, numeral

FORMAT = "rrproof logic 2"
MAX_TERMS = 1_000_000
MAX_STEPS = 200_000
MAX_TYPE_DEPTH = 20


# -- writing -----------------------------------------------------------------------------------------------------------


def to_json(theorem: Proved) -> dict[str, Any]:
    """The proof of a theorem as plain data."""
    data: dict[str, Any] = json.loads(to_text(theorem))
    return data


def to_text(theorem: Proved) -> str:
    """The proof of a theorem as JSON."""
    writer = _Writer()
    writer.step(theorem)
    definitions = ",".join(f"[{json.dumps(name)},{place}]" for name, place in writer.definitions())
    terms, steps = ",\n".join(writer.terms), ",\n".join(writer.steps)
    return f'{{"format":"{FORMAT}","definitions":[{definitions}],\n"terms":[{terms}],\n"steps":[{steps}]}}'


class _Writer:
    """Terms and steps, written as they come: millions of them, for which no data need be made first."""

    def __init__(self) -> None:
        self.terms: list[str] = []
        self.steps: list[str] = []
        self._places: dict[int, int] = {}
        self._entries: dict[object, int] = {}
        self._kept: list[Term] = []
        self._steps: dict[int, int] = {}
        self._constants: list[str] = []

    def definitions(self) -> list[tuple[str, int]]:
        """What the constants that occur are defined as, each after those in its definition."""
        used: dict[str, int] = {}
        for name in self._constants:  # which a definition that is written makes longer
            if name in kernel.DEFINITIONS:
                used[name] = self.term(kernel.DEFINITIONS[name])
        return [(name, used[name]) for name in kernel.DEFINITIONS if name in used]

    def step(self, theorem: Proved) -> int:
        """The number of the step that proves the theorem, written with all that it rests on."""
        known, stack = self._steps, [theorem]
        while stack:
            top = stack[-1]
            if id(top) not in known:
                if missing := [premise for premise in top.premises if id(premise) not in known]:
                    stack += missing
                    continue
                known[id(top)] = len(self.steps)
                given = ",".join(map(self.given, top.arguments))
                self.steps.append(f'["{top.rule}",{given}]')
            stack.pop()
        return known[id(theorem)]

    def given(self, value: Any) -> str:
        if type(value) is Proved:
            return f'{{"step":{self._steps[id(value)]}}}'
        if isinstance(value, Term):
            return f'{{"term":{self.term(value)}}}'
        if isinstance(value, arithmetic_kernel.Theorem):
            return f'{{"arithmetic":{_arithmetic_text(value)}}}'
        if isinstance(value, tuple):
            return f'{{"terms":{[self.term(part) for part in value]}}}'
        if isinstance(value, dict):
            return f'{{"values":{[[self.term(k), self.term(v)] for k, v in value.items()]}}}'
        if isinstance(value, Type):
            return f'{{"type":{_type_text(value)}}}'
        return json.dumps({"text": value} if isinstance(value, str) else {"integer": value})

    def term(self, term: Term) -> int:
        place = self._places.get(id(term))
        if place is None:
            if type(term) is Apply:  # most terms are
                entry = f'["apply",{self.term(term.function)},{self.term(term.argument)}]'
            else:
                entry = self._entry(term)
            place = self._entries.setdefault(entry, len(self.terms))
            if place == len(self.terms):
                self.terms.append(entry)
                if type(term) is Constant:
                    self._constants.append(term.name)
            self._places[id(term)] = place
            self._kept.append(term)  # no other term gets its identity
        return place

    def _entry(self, term: Term) -> str:
        if isinstance(term, Number):
            return f'["number","{numeral(term.value)}"]'
        if isinstance(term, Abstract):
            return f'["abstract",{_type_text(term.variable)},{self.term(term.body)},{json.dumps(term.hint)}]'
        if isinstance(term, Bound):
            return f'["bound",{term.index},{_type_text(term.type)}]'
        assert isinstance(term, (Free, Constant))
        kind = "free" if isinstance(term, Free) else "constant"
        return f'["{kind}",{json.dumps(term.name)},{_type_text(term.type)}]'


@lru_cache(maxsize=10_000)
def _arithmetic_text(theorem: arithmetic_kernel.Theorem) -> str:
    """The proof of a theorem of arithmetic, on which many proofs rest."""
    return json.dumps(arithmetic_file.to_json(theorem))


@lru_cache(maxsize=1_000)
def _type_text(type_: Type) -> str:
    return f"[{_type_text(type_.source)},{_type_text(type_.target)}]" if isinstance(type_, Arrow) else f'"{type_.name}"'


# -- reading -----------------------------------------------------------------------------------------------------------


def recheck(data: Mapping[str, Any]) -> Proved:
    """Make the theorem of a proof again, step by step; ProofFileError where a step is none or the kernel refuses it."""
    try:
        return _Reader(data).theorem()
    except (LogicError, TypeMismatchError, RecursionError) as error:
        raise ProofFileError(f"the kernel refuses a step: {error}") from error
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        if isinstance(error, ProofFileError):
            raise
        raise ProofFileError(f"this is no proof in the logic: {error!r}") from error


class _Reader:
    def __init__(self, data: Mapping[str, Any]) -> None:
        if data.get("format") != FORMAT:
            raise ProofFileError(f'the format must be "{FORMAT}"')
        terms, steps = data["terms"], data["steps"]
        if not (isinstance(terms, list) and isinstance(steps, list) and steps):
            raise ProofFileError("a proof has a list of terms and a list of steps, at least one")
        if len(terms) > MAX_TERMS or len(steps) > MAX_STEPS:
            raise ProofFileError(f"a proof has at most {MAX_TERMS} terms and {MAX_STEPS} steps")
        self.terms: list[Term] = []
        for entry in terms:
            self.terms.append(self._term(entry))
        for name, meaning in data["definitions"]:
            kernel.define(_text(name), self._at(meaning))
        self.steps: list[Proved] = []
        for step in steps:
            self.steps.append(self._step(step))

    def theorem(self) -> Proved:
        """What the last step proves."""
        return self.steps[-1]

    def _term(self, entry: Sequence[Any]) -> Term:
        kind = entry[0]
        if kind == "number":
            return Number(_rational(entry[1]))
        if kind == "apply":
            return Apply(self._at(entry[1]), self._at(entry[2]))
        if kind == "abstract":
            return Abstract(_type(entry[1]), self._at(entry[2]), _text(entry[3]))
        if kind == "bound":
            return Bound(_natural(entry[1]), _type(entry[2]))
        if kind in ("free", "constant"):
            return (Free if kind == "free" else Constant)(_text(entry[1]), _type(entry[2]))
        raise ProofFileError(f"there is no kind of term {kind!r}")

    def _at(self, place: object) -> Term:
        return self.terms[_natural(place)]

    def _step(self, step: Sequence[Any]) -> Proved:
        rule = kernel.RULES.get(step[0]) if isinstance(step[0], str) else None
        if rule is None:
            raise ProofFileError(f"there is no rule {step[0]!r}")
        return rule(*map(self._given, step[1:]))

    def _given(self, value: Mapping[str, Any]) -> Any:
        ((kind, content),) = value.items()
        if kind == "term":
            return self._at(content)
        if kind == "step":
            return self.steps[_natural(content)]
        if kind == "arithmetic":
            return arithmetic_file.recheck(content)
        if kind == "terms":
            return tuple(map(self._at, content))
        if kind == "values":
            return {self._at(name): self._at(worth) for name, worth in content}
        if kind == "type":
            return _type(content)
        if kind == "text":
            return _text(content)
        if kind == "integer":
            return _natural(content)
        raise ProofFileError(f"a rule is given no {kind!r}")


def _natural(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ProofFileError(f"a number 0, 1, 2, ... is needed, not {value!r}")
    return value


def _text(value: object) -> str:
    if type(value) is not str or not value:
        raise ProofFileError(f"a text is needed, not {value!r}")
    return value


def _rational(value: object) -> Fraction:
    top, _, bottom = _text(value).partition("/")
    return Fraction(integer_of(top), integer_of(bottom) if bottom else 1)


def _type(data: Any, depth: int = 0) -> Type:
    if depth > MAX_TYPE_DEPTH:
        raise ProofFileError("a type is nested too deeply")
    if isinstance(data, list):
        source, target = data
        return arrow(_type(source, depth + 1), _type(target, depth + 1))
    if data not in ("real", "bool"):
        raise ProofFileError(f"there is no type {data!r}")
    return REAL if data == "real" else BOOL
