"""Changes of a statement that is written in the logic: what a slip of the hand makes of it, one place at a time.

A quantifier, the end of a range, a condition that is left out, a constant, a relation, a connective, a word of the
logic or of the paper in the place of a neighbour of the same type. Prose is changed too: denied, cut, to nonsense.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from derivations.logic.definitions import LIBRARY, Definition
from derivations.logic.tactics import conjuncts_of
from derivations.logic.terms import (
    AND,
    AT_MOST,
    BOOL,
    IMPLIES,
    LESS,
    OR,
    PLUS,
    REAL,
    Abstract,
    Apply,
    Bound,
    Constant,
    Number,
    Term,
    Type,
    applied,
    equal,
    quantified,
    quantifier,
)

Change = tuple[str, Term]
"""The name of a mutator and the changed term."""

NEAREST = 2  # definitions before and after one that take its place
NONSENSE = "Colourless green ideas sleep furiously."


def changed_statements(statement: Term, own: Sequence[Definition]) -> Iterator[Change]:
    """The statement with one change, for each change there is; `own` are the words of its paper."""
    known = [*(d.theorem.conclusion for d in LIBRARY.values()), *(d.theorem.conclusion for d in own)]
    constants = [sides[0] for conclusion in known if (sides := applied(conclusion, "=", 2))]
    alike: dict[Type, list[Term]] = {}
    for constant in constants:
        alike.setdefault(constant.type, []).append(constant)
    yield from _changes(statement, alike, is_outside=True)


def changed_words(words: str) -> Iterator[tuple[str, str]]:
    """(mutator, words): denied, cut, and nonsense in their place."""
    parts = words.split()
    for old, new in ((" is ", " is not "), (" are ", " are not "), (" not ", " "), (" every ", " some ")):
        if old in words:
            yield "deny", words.replace(old, new, 1)
    if len(parts) > 2:
        yield "drop words", " ".join(parts[: len(parts) // 2])
    yield "nonsense", NONSENSE


def _changes(term: Term, alike: Mapping[Type, Sequence[Term]], *, is_outside: bool = False) -> Iterator[Change]:
    """Every change of a term, in it and in its parts; outside are the quantifiers that a statement begins with."""
    yield from _here(term, alike, is_outside=is_outside)
    if isinstance(term, Abstract):
        for name, body in _changes(term.body, alike, is_outside=is_outside):
            yield name, Abstract(term.variable, body, term.hint)
    if isinstance(term, Apply):
        begins = is_outside and quantified(term, "forall") is not None
        concludes = is_outside and applied(term, "implies", 2) is not None
        for name, function in _changes(term.function, alike):
            yield name, Apply(function, term.argument)
        for name, argument in _changes(term.argument, alike, is_outside=begins or concludes):
            yield name, Apply(term.function, argument)


def _here(term: Term, alike: Mapping[Type, Sequence[Term]], *, is_outside: bool) -> Iterator[Change]:
    """Changes of the outermost sign of a term."""
    if isinstance(term, Number):
        yield "constant", Number(term.value + 1)
        yield "constant", Number(term.value - 1)
        if term.value.numerator not in (0, 1, term.value.denominator):
            yield "constant", Number(Fraction(term.value.denominator, term.value.numerator))
    elif isinstance(term, Constant):
        neighbours = alike.get(term.type, ())
        if term in neighbours:
            place = neighbours.index(term)
            near = (*neighbours[max(0, place - NEAREST) : place], *neighbours[place + 1 : place + 1 + NEAREST])
            yield from (("definition", other) for other in near)
    elif not is_outside or _is_over_a_range(term):
        yield from _quantifiers(term)
    for name in ("sum", "prod"):
        if parts := applied(term, name, 2):
            assert isinstance(term, Apply)
            assert isinstance(term.function, Apply)
            for end in (PLUS(parts[0], Number(1)), PLUS(parts[0], Number(-1))):
                yield "range", term.function.function(end, parts[1])
    yield from _conditions(term)
    yield from _relations(term)


def _quantifiers(term: Term) -> Iterator[Change]:
    for name, other, before, after in (("forall", "exists", "implies", AND), ("exists", "forall", "and", IMPLIES)):
        body = quantified(term, name)
        if body is not None:
            parts = applied(body.body, before, 2)
            inner = after(*parts) if parts else body.body
            yield "quantifier", quantifier(other, body.variable)(Abstract(body.variable, inner, body.hint))


def _is_over_a_range(term: Term) -> bool:
    """Whether it says something of all whole numbers of a range."""
    body = quantified(term, "forall")
    parts = applied(body.body, "implies", 2) if body is not None else None
    said = applied(parts[0], "and", 2) if parts else None
    return bool(said and applied(said[0], "integer", 1) == (Bound(0, REAL),))


def _conditions(term: Term) -> Iterator[Change]:
    if parts := applied(term, "implies", 2):
        premises = list(conjuncts_of(parts[0]))
        for i in range(len(premises)):
            rest = [*premises[:i], *premises[i + 1 :]]
            yield "condition", IMPLIES(_all(rest), parts[1]) if rest else parts[1]
        yield "connective", IMPLIES(parts[1], parts[0])
    if parts := applied(term, "and", 2):
        yield "connective", OR(*parts)
    if parts := applied(term, "or", 2):
        yield "connective", AND(*parts)


def _relations(term: Term) -> Iterator[Change]:
    if (parts := applied(term, "=", 2)) and parts[0].type == REAL:
        yield "relation", LESS(*parts)
        yield "relation", AT_MOST(*parts)
    if (parts := applied(term, "=", 2)) and parts[0].type == BOOL:
        yield "relation", IMPLIES(*parts)
    if parts := applied(term, "<=", 2):
        yield from (("relation", other) for other in (LESS(*parts), AT_MOST(*parts[::-1]), equal(*parts)))
    if parts := applied(term, "<", 2):
        yield from (("relation", other) for other in (AT_MOST(*parts), LESS(*parts[::-1])))


def _all(formulas: Sequence[Term]) -> Term:
    *first, found = formulas
    for formula in reversed(first):
        found = AND(formula, found)
    return found
