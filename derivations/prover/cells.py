"""Where a sequent can fail, cut into cells: each gives the sign of every polynomial that is spoken of.

A failure that has no inner points, as where two inequalities leave only the curve between them, is met by no point that
is drawn at random; its cell says so by an equation, which can be solved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from derivations.arithmetic.statements import Sequent
from mechanisms.exact.formula import AllOf, AnyOf, Condition, Formula, IntegerValued, Relation, negation
from mechanisms.exact.polynomial import Polynomial

Signs = frozenset[int]
Cell = Mapping[Polynomial, Signs]

_SIGNS: dict[Relation, Signs] = {
    ">": frozenset((1,)), ">=": frozenset((0, 1)), "=": frozenset((0,)), "!=": frozenset((-1, 1)),
}  # fmt: skip
_RELATIONS: dict[Signs, tuple[int, Relation]] = {
    frozenset((1,)): (1, ">"), frozenset((-1,)): (-1, ">"), frozenset((0,)): (1, "="),
    frozenset((0, 1)): (1, ">="), frozenset((-1, 0)): (-1, ">="), frozenset((-1, 1)): (1, "!="),
}  # fmt: skip
_ANY: Signs = frozenset((-1, 0, 1))
_MOST = 48  # cells that are kept at a time


def thin_cells(goal: Sequent) -> list[tuple[Condition | IntegerValued, ...]]:
    """The cells of "hypotheses and not conclusion" with an equation that no hypothesis states by itself.

    Not all of them where there are very many; none where a transcendental constant occurs.
    """
    hypotheses = list(_flat(goal.hypotheses))
    integers = tuple(h for h in hypotheses if isinstance(h, IntegerValued))
    try:
        denied = negation(goal.conclusion)
        cells = _cells([*(h for h in hypotheses if h not in integers), *_flat([denied])])
    except ValueError:
        return []
    stated = {h.polynomial for h in hypotheses if isinstance(h, Condition) and h.relation == "="}
    found: list[tuple[Condition | IntegerValued, ...]] = []
    for cell in cells:
        conditions = [_condition(p, signs) for p, signs in cell.items()]
        if any(c.relation == "=" and c.polynomial not in stated for c in conditions):
            found.append((*conditions, *integers))
    return found


def _flat(formulas: Iterable[Formula]) -> Iterator[Formula]:
    for formula in formulas:
        if isinstance(formula, AllOf):
            yield from _flat(formula.parts)
        else:
            yield formula


def _cells(formulas: Iterable[Formula]) -> list[Cell]:
    """Sign vectors that cover where the formulas hold; conditions come first, since they cut off most."""
    found: list[Cell] = [{}]
    for formula in sorted(formulas, key=lambda f: (len(f.parts) if isinstance(f, AnyOf) else 0, str(f))):
        met = {frozenset(cell.items()): cell for known in found for cell in _met(known, formula)}
        found = list(met.values())[:_MOST]
    return found


def _met(cell: Cell, formula: Formula) -> list[Cell]:
    """The parts of a cell in which the formula holds; ValueError for one that is not about polynomials."""
    if isinstance(formula, Condition):
        return _cut(cell, formula)
    if isinstance(formula, AllOf):
        found = [cell]
        for part in formula.parts:
            found = [smaller for known in found for smaller in _met(known, part)]
        return found
    if isinstance(formula, AnyOf):
        choices = [_met(cell, part) for part in formula.parts]
        return [cell] if [cell] in choices else [smaller for choice in choices for smaller in choice]
    raise ValueError(f"'{formula}' gives no sign of a polynomial")


def _cut(cell: Cell, condition: Condition) -> list[Cell]:
    p, signs = condition.polynomial, _SIGNS[condition.relation]
    if p.is_constant():
        return [cell] if condition.holds_at({}) else []
    if p.leading_coefficient() < 0:
        p, signs = -p, frozenset(-sign for sign in signs)
    left = cell.get(p, _ANY) & signs
    return [{**cell, p: left}] if left else []


def _condition(p: Polynomial, signs: Signs) -> Condition:
    side, relation = _RELATIONS[signs]
    return Condition(p * side, relation)
