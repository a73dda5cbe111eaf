"""Contradictions from products of facts, found by a linear program (Farkas, Handelman, Schmuedgen; Krivine).

The facts contradict each other if weights >= 0 for their products (and polynomial multiples of the equations) sum to
zero while a strictly positive product has weight 1. HiGHS proposes the weights; those of its basis are solved for
again in exact arithmetic.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

from flint import fmpq, fmpq_mat

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate
from derivations.prover.deadline import Deadline
from derivations.prover.lemmas import ONE, from_absurdity, negation_of
from derivations.prover.search import Goal, Search
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial, to_fmpq, to_fraction

Monomial = tuple[tuple[str, int], ...]

_COLUMNS = (300, 1500, 6000)


@dataclass(frozen=True)
class _Column:
    """A product of facts (sign known), or a monomial times an equation (any sign)."""

    polynomial: Polynomial
    degree: int = 0
    factors: tuple[Condition, ...] = ()
    multiplier: Polynomial = ONE
    equation: Condition | None = None

    @property
    def strict(self) -> bool:
        counts = Counter(self.factors)
        return self.equation is None and all(
            c.relation == ">" or (c.relation == "!=" and m % 2 == 0) for c, m in counts.items()
        )


def by_products(search: Search, goal: Goal) -> Theorem | None:
    """The claim, because its opposite and the facts have products that sum to something impossible."""
    if goal.claim.relation == "=":
        return None
    against = negation_of(goal.claim)
    facts = relevant(goal)
    low = max(1, goal.claim.polynomial.total_degree())
    limit = _COLUMNS[min(goal.effort, 2)]
    for degree in range(low, low + 1 + goal.effort):
        columns = products((*facts, against), degree, limit, once=against)
        if columns is None:
            return None
        search.deadline.check()
        theorem = contradiction(columns, search.deadline)
        if theorem is not None:
            return from_absurdity(theorem, goal.claim)
    return None


def relevant(goal: Goal) -> list[Condition]:
    """The facts whose variables hang together with those of the claim."""
    names = set(goal.claim.polynomial.names)
    while True:
        near = [f for f in goal.facts if names & set(f.polynomial.names)]
        wider = names.union(*(f.polynomial.names for f in near))
        if wider == names:
            return sorted(near, key=str)
        names = wider


def products(
    facts: Sequence[Condition], degree: int, limit: int, once: Condition | None = None
) -> list[_Column] | None:
    """All products of facts of at most this total degree (None when they are more than the limit)."""
    columns = [_Column(ONE)]
    for fact in facts:
        if fact.relation == "=":
            continue
        step = 2 if fact.relation == "!=" else 1
        size = fact.polynomial.total_degree() * step
        if size == 0:
            continue
        factor = fact.polynomial**step
        layer = columns
        while layer:
            layer = [
                _Column(c.polynomial * factor, c.degree + size, (*c.factors, *(fact,) * step))
                for c in layer
                if c.degree + size <= degree
            ]
            columns = columns + layer
            if len(columns) > limit:
                return None
            if fact == once:
                break
    names = sorted({n for f in facts for n in f.polynomial.names})
    for fact in facts:
        if fact.relation == "=":
            room = degree - fact.polynomial.total_degree()
            if room >= 0:
                if len(columns) + comb(room + len(names), room) > limit:
                    return None
                columns += [_Column(m * fact.polynomial, degree, (), m, fact) for m in monomials(names, room)]
    return columns


def monomials(names: Sequence[str], degree: int) -> list[Polynomial]:
    """All monomials of at most this total degree."""
    found = [(ONE, 0)]
    for name in names:
        v = Polynomial.variable(name)
        found = [(m * v**k, d + k) for m, d in found for k in range(degree - d + 1)]
    return [m for m, _ in found]


def contradiction(columns: Sequence[_Column], deadline: Deadline) -> Theorem | None:
    """facts |- false from weights of the columns, or None when there are none."""
    entries = [c.polynomial.terms() for c in columns]
    rows: dict[Monomial, int] = {}
    for terms in entries:
        for monomial in terms:
            rows.setdefault(monomial, len(rows))
    basis = _proposed_basis(columns, entries, rows, deadline)
    if basis is None:
        return None
    weights = _exact_weights(basis, columns, entries, rows)
    if weights is None:
        return None
    if any(w < 0 and columns[j].equation is None for j, w in weights.items()):
        return None
    return _certified(columns, weights)


def _proposed_basis(
    columns: Sequence[_Column],
    entries: Sequence[dict[Monomial, Fraction]],
    rows: dict[Monomial, int],
    deadline: Deadline,
) -> list[int] | None:
    """The columns that are basic in an optimal vertex of the linear program; None when it is infeasible."""
    import highspy
    import numpy as np

    starts: list[int] = []
    index: list[int] = []
    values: list[float] = []
    for column, terms in zip(columns, entries, strict=True):
        starts.append(len(index))
        size = max((abs(c) for c in terms.values()), default=Fraction(1))
        for monomial, coefficient in terms.items():
            index.append(rows[monomial])
            values.append(float(coefficient / size))
        if column.strict:
            index.append(len(rows))
            values.append(1.0)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = len(columns), len(rows) + 1
    model.col_cost_ = np.array([0.0 if c.equation is not None else 1.0 + c.degree for c in columns])
    infinite = highspy.kHighsInf
    model.col_lower_ = np.array([0.0 if c.equation is None else -infinite for c in columns])
    model.col_upper_ = np.full(len(columns), infinite)
    model.row_lower_ = model.row_upper_ = np.array([0.0] * len(rows) + [1.0])
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = np.array([*starts, len(index)])
    model.a_matrix_.index_ = np.array(index)
    model.a_matrix_.value_ = np.array(values)
    make_solver: Any = highspy.Highs
    solver = make_solver()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("solver", "simplex")
    solver.setOptionValue("time_limit", max(0.01, min(deadline.left(), 20.0)))
    solver.passModel(model)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    basic = highspy.HighsBasisStatus.kBasic
    return [j for j, status in enumerate(solver.getBasis().col_status) if status == basic]


def _exact_weights(
    basis: Sequence[int],
    columns: Sequence[_Column],
    entries: Sequence[dict[Monomial, Fraction]],
    rows: dict[Monomial, int],
) -> dict[int, Fraction] | None:
    """The one solution of the equations on the basic columns, in rationals."""
    used = sorted({rows[m] for j in basis for m in entries[j]})
    place = {row: i for i, row in enumerate(used)}
    matrix: list[list[Any]] = [[fmpq(0)] * (len(basis) + 1) for _ in range(len(used) + 1)]
    for k, j in enumerate(basis):
        for monomial, coefficient in entries[j].items():
            matrix[place[rows[monomial]]][k] = to_fmpq(coefficient)
        if columns[j].strict:
            size = max((abs(c) for c in entries[j].values()), default=Fraction(1))
            matrix[-1][k] = to_fmpq(size)
    matrix[-1][-1] = fmpq(1)
    reduced, rank = fmpq_mat(matrix).rref()
    solution: dict[int, Fraction] = {}
    for i in range(rank):
        pivot = next(k for k in range(len(basis) + 1) if reduced[i, k] != 0)
        if pivot == len(basis):
            return None
        solution[basis[pivot]] = to_fraction(reduced[i, len(basis)])
    return {j: w for j, w in solution.items() if w != 0}


def _certified(columns: Sequence[_Column], weights: dict[int, Fraction]) -> Theorem | None:
    leading = [j for j in weights if columns[j].strict]
    if not leading:
        return None
    first = min(leading, key=lambda j: (len(columns[j].factors), j))
    head = (weights[first], tuple(Counter(columns[first].factors).items()))
    cone, equations = [], []
    for j, weight in sorted(weights.items()):
        column = columns[j]
        if column.equation is not None:
            equations.append((column.multiplier * weight, column.equation))
        elif j != first:
            root, factors = _split_squares(column.factors)
            cone.append((weight, root, factors))
    assumed = {c for j in weights for c in columns[j].factors} | {e for _, e in equations}
    return kernel.contradiction(assumed, Certificate(head, tuple(cone), tuple(equations)))


def _split_squares(factors: tuple[Condition, ...]) -> tuple[Polynomial, tuple[Condition, ...]]:
    """Pairs of "not zero" conditions become squares, the rest stays."""
    root, rest = ONE, []
    for condition, times in Counter(factors).items():
        if condition.relation == "!=":
            root = root * condition.polynomial ** (times // 2)
        else:
            rest += [condition] * times
    return root, tuple(rest)
