"""What a quantifier over numbers needs to go through: few values that its premises name, or whole numbers between ends.

The premises may stand inside of quantifiers of the same kind and may be part of what a word means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from checks.witness.formulas import another_name, conjuncts, unfolded
from derivations.logic.terms import (
    INTEGER,
    REAL,
    Abstract,
    Apply,
    Bound,
    Free,
    Term,
    Type,
    applied,
    free_variables,
    opened,
    quantified,
)

DEEPEST = 4  # words within words


@dataclass(frozen=True)
class FewValues:
    """The terms that a number is one of, or those between which it is a whole one, ends and all.

    What stands outside of the quantifier has the names of `outside` in them, the innermost one first.
    """

    outside: tuple[Free, ...]
    values: tuple[Term, ...] = ()
    lows: tuple[Term, ...] = ()
    highs: tuple[Term, ...] = ()


def few_values(body: Abstract, binder: str) -> FewValues | None:
    """What `forall` or `exists` of this goes through; None where no premise says that there are few."""
    if body.variable != REAL:
        return None
    term, outside = with_names(body)
    assert isinstance(term, Abstract), "names are put in for what is bound outside"
    variable = Free(another_name("v", outside))
    inner, inside = opened(term, variable), [variable]
    while (following := quantified(inner, binder)) is not None:
        inside.append(Free(another_name("v", (*outside, *inside)), following.variable))
        inner = opened(following, inside[-1])
    if binder == "forall":
        sides = applied(inner, "implies", 2)
        if sides is None:
            return None
        inner = sides[0]
    lows: list[Term] = []
    highs: list[Term] = []
    whole = False
    for part in said_of(variable, inner):
        if (values := _one_of(part, variable)) and all(free_variables(v) <= {*outside} for v in values):
            return FewValues(outside, values)
        whole = whole or part == INTEGER(variable)
        for relation in ("<=", "<"):
            ends = applied(part, relation, 2) or ()
            for end, other, found in zip(ends, ends[::-1], (highs, lows), strict=False):
                if end == variable and free_variables(other) <= {*outside}:
                    found.append(other)
    return FewValues(outside, (), tuple(lows), tuple(highs)) if whole and lows and highs else None


def with_names(term: Term) -> tuple[Term, tuple[Free, ...]]:
    """The term with names for what is bound outside of it, the innermost one first."""
    names: list[Free] = []
    while term.loose:
        names.append(Free(f"outside {len(names)}", _type_outside(term, 0) or REAL))
        term = opened(Abstract(names[-1].type, term), names[-1])
    return term, tuple(names)


def _type_outside(term: Term, depth: int) -> Type | None:
    """The type of what is bound by the next binder outside, where it occurs."""
    if term.loose <= depth:
        return None
    if isinstance(term, Bound):
        return term.type if term.index == depth else None
    if isinstance(term, Apply):
        return _type_outside(term.function, depth) or _type_outside(term.argument, depth)
    return _type_outside(term.body, depth + 1) if isinstance(term, Abstract) else None


def said_of(variable: Free, formula: Term, deep: int = DEEPEST) -> Iterator[Term]:
    """The parts of a conjunction, and of what its words mean, that speak of a variable."""
    for part in conjuncts(formula):
        if variable in free_variables(part):
            yield part
            if deep and (meaning := unfolded(part)) is not None:
                yield from said_of(variable, meaning, deep - 1)


def _one_of(formula: Term, variable: Free) -> tuple[Term, ...]:
    """The terms that the variable is said to be one of; none where a formula says something else."""
    if sides := applied(formula, "or", 2):
        one, other = (_one_of(side, variable) for side in sides)
        return (*one, *other) if one and other else ()
    sides = applied(formula, "=", 2)
    if sides is None or variable not in sides:
        return ()
    return (sides[1] if sides[0] == variable else sides[0],)
