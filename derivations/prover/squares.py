"""Sums of squares: claim = sum of facts * sums of squares + products of facts, by a semidefinite program.

cvxpy (Clarabel) proposes Gram matrices in floating point. They are rounded, moved back onto the coefficient equations
by an exact projection, and split into squares by an exact LDL^T. Where the program has no interior, because the claim
is tight somewhere, the directions in which the matrices vanish are rounded too and divided out (facial reduction).

Source: Parrilo 2003.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from flint import fmpq, fmpq_mat

from derivations.arithmetic.kernel import KernelError, Theorem
from derivations.prover.deadline import Deadline
from derivations.prover.lemmas import ONE, Term, from_terms, with_lemmas
from derivations.prover.products import monomials, products, relevant
from derivations.prover.search import Goal, Search
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial, to_fmpq, to_fraction

Monomial = tuple[tuple[str, int], ...]
Matrix = list[list[Fraction]]

_LARGEST_BASIS = 35
_MOST_PRODUCTS = 150
_REDUCTIONS = 4
_ZERO = 1e-6


@dataclass(frozen=True)
class _Block:
    """factors * (basis^T Q basis), with Q positive semidefinite and unknown."""

    basis: tuple[Polynomial, ...]
    factors: tuple[Condition, ...] = ()

    def entries(self) -> list[tuple[int, int, Polynomial]]:
        """(i, j, what Q[i, j] is multiplied with), for i <= j; off the diagonal both entries at once."""
        whole = ONE
        for factor in self.factors:
            whole = whole * factor.polynomial
        size = range(len(self.basis))
        return [
            (i, j, whole * self.basis[i] * self.basis[j] * (1 if i == j else 2)) for i in size for j in size if i <= j
        ]


def by_squares(search: Search, goal: Goal) -> Theorem | None:
    """The claim, or its product with 1 + the squares of its variables, as a sum of squares and facts."""
    if goal.claim.relation not in (">", ">=") or goal.claim.polynomial.is_constant():
        return None
    if find_spec("cvxpy") is None:
        search.tried["sums of squares: cvxpy is not installed"] = None
        return None
    p = goal.claim.polynomial
    theorem = _search(goal, p, (), search.deadline)
    if theorem is not None or goal.effort < 3:
        return theorem
    multiplier, squares = ONE, [Term(Fraction(1))]
    for name in p.names:
        v = Polynomial.variable(name)
        multiplier = multiplier + v * v
        squares.append(Term(Fraction(1), (), v))
    condition = Condition(multiplier, ">")
    theorem = _search(goal, p * multiplier, (condition,), search.deadline)
    return None if theorem is None else with_lemmas(theorem, (from_terms(condition, squares),))


def _search(goal: Goal, p: Polynomial, multipliers: tuple[Condition, ...], deadline: Deadline) -> Theorem | None:
    facts = relevant(goal)
    degree = p.total_degree() + p.total_degree() % 2
    columns = products(facts, degree, _MOST_PRODUCTS) or products((), 0, 1) or []
    blocks = _blocks(facts, p, degree)
    sizes = [len(b.basis) for b in blocks]
    if min(sizes) == 0 or max(sizes) > _LARGEST_BASIS:
        return None
    strict = goal.claim.relation == ">"
    for _ in range(_REDUCTIONS):
        deadline.check()
        found = _propose(blocks, columns, p, strict, deadline)
        if found is None:
            return None
        grams, weights = found
        terms = _exact_terms(blocks, grams, columns, weights, p)
        if terms is not None:
            sums, equations = terms
            try:
                return from_terms(goal.claim, sums, multipliers, equations)
            except KernelError:
                return None
        smaller = _reduced(blocks, grams)
        if smaller == blocks:
            return None
        blocks = smaller
    return None


def _blocks(facts: Sequence[Condition], p: Polynomial, degree: int) -> list[_Block]:
    """Gram matrices for 1 and for each inequality, on the monomials that can occur."""
    inequalities = [f for f in facts if f.relation in (">", ">=")]
    names = sorted({n for f in facts for n in f.polynomial.names} | set(p.names))
    basis = monomials(names, degree // 2)
    if not facts:
        lowest = min(sum(e for _, e in monomial) for monomial in p.terms())
        basis = [
            m for m in basis if 2 * m.total_degree() >= lowest and all(2 * m.degree(n) <= p.degree(n) for n in names)
        ]
    blocks = [_Block(tuple(basis))]
    for fact in inequalities:
        room = (degree - fact.polynomial.total_degree()) // 2
        if room >= 1:
            blocks.append(_Block(tuple(monomials(names, room)), (fact,)))
    return blocks


def _propose(
    blocks: Sequence[_Block], columns: Sequence[Any], p: Polynomial, strict: bool, deadline: Deadline
) -> tuple[list[Any], list[float]] | None:
    """Gram matrices as far inside the cone as possible, and weights of the products; None when there are none."""
    import cvxpy
    import numpy as np
    import scipy.sparse as sparse

    cp: Any = cvxpy

    rows: dict[Monomial, int] = {}
    for polynomial in (p, *(q for b in blocks for _, _, q in b.entries()), *(c.polynomial for c in columns)):
        for monomial in polynomial.terms():
            rows.setdefault(monomial, len(rows))

    def vector(polynomial: Polynomial) -> Any:
        made = np.zeros(len(rows))
        for monomial, coefficient in polynomial.terms().items():
            made[rows[monomial]] = float(coefficient)
        return made

    margin = cp.Variable()
    grams = [cp.Variable((len(b.basis), len(b.basis)), symmetric=True) for b in blocks]
    weights = cp.Variable(len(columns))
    signs = np.array([c.equation is None for c in columns])
    total = sparse.csr_matrix(np.array([vector(c.polynomial) for c in columns]).T) @ weights
    for block, gram in zip(blocks, grams, strict=True):
        size = len(block.basis)
        matrix = np.zeros((len(rows), size * size))
        for i, j, polynomial in block.entries():
            matrix[:, j * size + i] = vector(polynomial)
        total = total + sparse.csr_matrix(matrix) @ cp.vec(gram, order="F")
    constraints = [total == vector(p), margin <= 1, weights[np.flatnonzero(signs)] >= 0]
    constraints += [gram - margin * np.eye(len(b.basis)) >> 0 for b, gram in zip(blocks, grams, strict=True)]
    positive = cp.sum(weights[np.flatnonzero([c.strict for c in columns])])
    if strict:
        best = _value(cp.Problem(cp.Maximize(positive), [*constraints, margin >= 0, positive <= 1]), deadline)
        if best is None or best < _ZERO:
            return None
        constraints.append(positive >= best / 2)
    reached = _value(cp.Problem(cp.Maximize(margin), constraints), deadline)
    if reached is None or reached < -1e-5:
        return None
    return [gram.value for gram in grams], [float(w) for w in weights.value]


def _value(problem: Any, deadline: Deadline) -> float | None:
    import cvxpy as cp

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a solution may be inaccurate is no news: it is rounded anyway
            problem.solve(solver=cp.CLARABEL, time_limit=max(0.05, deadline.left()))
    except cp.SolverError:
        return None
    usable = problem.status in (cp.OPTIMAL, cp.OPTIMAL_INACCURATE)
    return float(problem.value) if usable and problem.value is not None else None


def _rounded(number: float) -> Fraction:
    return Fraction(round(number * 2**20), 2**20)


def _exact_terms(
    blocks: Sequence[_Block], grams: Sequence[Any], columns: Sequence[Any], weights: Sequence[float], p: Polynomial
) -> tuple[list[Term], list[tuple[Polynomial, Condition]]] | None:
    """Terms that sum to p exactly: rounded Gram matrices, projected onto the coefficient equations and decomposed."""
    terms: list[Term] = []
    rest = p
    for column, number in zip(columns, weights, strict=True):
        if column.equation is None:
            weight = Fraction(number).limit_denominator(1000) if number > _ZERO * 10 else Fraction(0)
            rest = rest - column.polynomial * weight
            terms.append(Term(weight, column.factors))
    free = [c for c in columns if c.equation is not None]
    unknowns = [(k, i, j, q) for k, b in enumerate(blocks) for i, j, q in b.entries()]
    start = [_rounded(float(grams[k][i, j])) for k, i, j, _ in unknowns]
    start += [_rounded(w) for c, w in zip(columns, weights, strict=True) if c.equation is not None]
    solution = _projected([q for *_, q in unknowns] + [c.polynomial for c in free], start, rest)
    if solution is None:
        return None
    matrices: list[Matrix] = [[[Fraction(0)] * len(b.basis) for _ in b.basis] for b in blocks]
    for (k, i, j, _), value in zip(unknowns, solution, strict=False):
        matrices[k][i][j] = matrices[k][j][i] = value
    for block, matrix in zip(blocks, matrices, strict=True):
        squares = ldl(matrix)
        if squares is None:
            return None
        terms += [Term(weight, block.factors, _combined(row, block.basis)) for weight, row in squares]
    multiples = zip(free, solution[len(unknowns) :], strict=True)
    return terms, [(c.multiplier * w, c.equation) for c, w in multiples if w != 0]


def _combined(row: Sequence[Fraction], basis: Sequence[Polynomial]) -> Polynomial:
    """row . basis"""
    total = Polynomial()
    for number, polynomial in zip(row, basis, strict=True):
        total = total + polynomial * number
    return total


def _projected(
    polynomials: Sequence[Polynomial], start: Sequence[Fraction], target: Polynomial
) -> list[Fraction] | None:
    """The solution of sum x_k * polynomial_k = target that is next to the start: x + A^T (A A^T)^-1 (b - A x)."""
    entries = [q.terms() for q in polynomials]
    rows = {m: r for r, m in enumerate(dict.fromkeys(m for terms in entries for m in terms))}
    residual = target
    for number, polynomial in zip(start, polynomials, strict=True):
        residual = residual - polynomial * number
    if any(m not in rows for m in residual.terms()):
        return None
    size = len(rows)
    gram = [[fmpq(0)] * (size + 1) for _ in range(size)]
    for terms in entries:
        for m, c in terms.items():
            for other, d in terms.items():
                gram[rows[m]][rows[other]] += to_fmpq(c * d)
    for m, c in residual.terms().items():
        gram[rows[m]][size] = to_fmpq(c)
    reduced, rank = fmpq_mat(gram).rref()
    dual = [Fraction(0)] * size
    for r in range(rank):
        pivot = next(k for k in range(size + 1) if reduced[r, k] != 0)
        if pivot == size:
            return None
        dual[pivot] = to_fraction(reduced[r, size])
    return [
        number + sum((c * dual[rows[m]] for m, c in terms.items()), Fraction(0))
        for number, terms in zip(start, entries, strict=True)
    ]


def ldl(matrix: Matrix) -> list[tuple[Fraction, list[Fraction]]] | None:
    """[(d, row)] with x^T matrix x = sum d (row . x)^2 and d > 0; None when the matrix is not semidefinite."""
    size = len(matrix)
    rest = [list(row) for row in matrix]
    squares = []
    for k in range(size):
        pivot = rest[k][k]
        if pivot < 0 or (pivot == 0 and any(rest[k])):
            return None
        if pivot > 0:
            row = [entry / pivot for entry in rest[k]]
            squares.append((pivot, row))
            for i in range(k, size):
                factor = rest[i][k] if i != k else pivot
                for j in range(k, size):
                    if i != k:
                        rest[i][j] -= factor * row[j]
            rest[k] = [Fraction(0)] * size
    return squares


def _reduced(blocks: Sequence[_Block], grams: Sequence[Any]) -> list[_Block]:
    """The blocks on the part of their bases on which the Gram matrices do not vanish."""
    import numpy as np

    made = []
    for block, gram in zip(blocks, grams, strict=True):
        values, vectors = np.linalg.eigh(gram)
        largest = max(float(values[-1]), 1e-3)
        null = vectors[:, values < 1e-4 * largest].T
        if len(null) == 0:
            made.append(block)
            continue
        kernel_rows = _echelon(null)
        kept = _orthogonal(kernel_rows, len(block.basis))
        if kept:
            made.append(_Block(tuple(_combined(row, block.basis) for row in kept), block.factors))
    return made


def _echelon(rows: Any) -> Matrix:
    """The reduced echelon form of a floating-point matrix of full rank, in small rationals."""
    import numpy as np

    work = np.array(rows, dtype=float)
    free = list(range(work.shape[1]))
    for r in range(work.shape[0]):
        i, k = max(
            ((i, k) for i in range(r, work.shape[0]) for k in free), key=lambda place: abs(work[place[0], place[1]])
        )
        work[[r, i]] = work[[i, r]]
        work[r] /= work[r, k]
        for other in range(work.shape[0]):
            if other != r:
                work[other] -= work[other, k] * work[r]
        free.remove(k)
    return [[Fraction(float(v)).limit_denominator(60) for v in row] for row in work]


def _orthogonal(rows: Matrix, size: int) -> Matrix:
    """A basis of the vectors orthogonal to the rows."""
    reduced, rank = fmpq_mat([[to_fmpq(v) for v in row] for row in rows]).rref()
    pivots = [next(k for k in range(size) if reduced[r, k] != 0) for r in range(rank)]
    made = []
    for free in (k for k in range(size) if k not in pivots):
        row = [Fraction(0)] * size
        row[free] = Fraction(1)
        for r, pivot in enumerate(pivots):
            row[pivot] = -to_fraction(reduced[r, free])
        made.append(row)
    return made
