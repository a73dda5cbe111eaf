"""Matrices of numbers: listed designs, random unbiased estimators, elimination, and printed expressions of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from checks.papers.nz.witnesses.subset_worlds import ONE, ZERO, Numbers, World, a_law
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import HOLDS, UndefinedError

Found = Numbers | Fraction
PRIORS = 4  # over which suprema are looked for, beside the uniform one and the corners


def times(a: Numbers, b: Numbers) -> Numbers:
    """The matrix product."""
    columns = list(zip(*b, strict=True))
    return [[sum((x * y for x, y in zip(row, column, strict=True)), ZERO) for column in columns] for row in a]


def turned(a: Numbers) -> Numbers:
    """The transpose."""
    return [list(row) for row in zip(*a, strict=True)]


def scaled(a: Numbers, factor: Fraction) -> Numbers:
    """The multiple by a number."""
    return [[factor * x for x in row] for row in a]


def added(a: Numbers, b: Numbers) -> Numbers:
    """The sum."""
    return [[x + y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def identity(size: int) -> Numbers:
    """The identity matrix."""
    return [[ONE if i == j else ZERO for j in range(size)] for i in range(size)]


def trace(a: Numbers) -> Fraction:
    """The sum of the diagonal."""
    return sum((row[i] for i, row in enumerate(a)), ZERO)


def as_column(values: Sequence[Fraction]) -> Numbers:
    """A vector as a matrix with one column."""
    return [[value] for value in values]


def inverse(a: Numbers) -> Numbers:
    """The inverse by elimination; UndefinedError without one."""
    size = len(a)
    rows = [[*row, *unit] for row, unit in zip(a, identity(size), strict=True)]
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            raise UndefinedError("the matrix has no inverse")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [x / lead for x in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [x - factor * y for x, y in zip(rows[i], rows[column], strict=True)]
    return [row[size:] for row in rows]


@cache
def uniform_matrices(world: World) -> Matrices:
    """The matrices of a survey at the uniform prior."""
    return Matrices(world, (Fraction(1, world.k),) * world.k)


@dataclass(frozen=True)
class Matrices:
    """The matrices of the proof for one survey and a prior."""

    world: World
    prior: tuple[Fraction, ...]

    @property
    def design(self) -> Numbers:
        """P."""
        return self.world.design

    @cached_property
    def law(self) -> list[Fraction]:
        """lambda."""
        return [sum((p * w for p, w in zip(row, self.prior, strict=True)), ZERO) for row in self.design]

    @cached_property
    def diagonal(self) -> Numbers:
        """D."""
        size = len(self.law)
        return [[self.law[i] if i == j else ZERO for j in range(size)] for i in range(size)]

    @cached_property
    def information(self) -> Numbers:
        """P' D^-1 P; UndefinedError where a response is impossible."""
        if not all(self.law):
            raise UndefinedError("D has no inverse")
        weighted = [[x / mass for x in row] for row, mass in zip(self.design, self.law, strict=True)]
        return times(turned(self.design), weighted)

    @cached_property
    def best(self) -> Numbers:
        """(P' D^-1 P)^-1 P' D^-1."""
        weighted = [[x / mass for x in row] for row, mass in zip(self.design, self.law, strict=True) if mass]
        if len(weighted) < len(self.law):
            raise UndefinedError("D has no inverse")
        return times(inverse(self.information), turned(weighted))

    @property
    def uniform(self) -> Matrices:
        """The same at the uniform prior."""
        return uniform_matrices(self.world)

    @cached_property
    def step(self) -> Numbers:
        """A random U with U P = 0: random numbers less their part in the rows of the best uniform estimator."""
        rng = self.world.rng()
        free = [[Fraction(rng.randrange(-9, 10), 7) for _ in self.law] for _ in range(self.world.k)]
        covered = times(times(free, self.design), self.uniform.best)
        return added(free, scaled(covered, -ONE))

    @cached_property
    def other(self) -> Numbers:
        """An unbiased estimator other than the best uniform one, where there is another one."""
        return added(self.uniform.best, self.step)

    def risk(self, estimator: Numbers) -> Fraction:
        """n E |estimate - pi|^2 by the definition, for one respondent."""
        total = ZERO
        for z, mass in enumerate(self.law):
            total += mass * sum(((row[z] - p) ** 2 for row, p in zip(estimator, self.prior, strict=True)), ZERO)
        return total

    def covariance(self, estimator: Numbers) -> Numbers:
        """n times the covariance of the estimate, from one response."""
        k, m = self.world.k, len(self.law)
        means = [sum((row[z] * self.law[z] for z in range(m)), ZERO) for row in estimator]
        return [
            [
                sum((self.law[z] * (estimator[i][z] - means[i]) * (estimator[j][z] - means[j]) for z in range(m)), ZERO)
                for j in range(k)
            ]
            for i in range(k)
        ]

    @cached_property
    def counts(self) -> list[Fraction]:
        """Counts of the responses, n in all."""
        rng, found = self.world.rng(), [ZERO] * len(self.law)
        for _ in range(self.world.n):
            found[rng.randrange(len(found))] += 1
        return found

    def named(self, name: str) -> Found | None:
        """The matrix or number with this name in the paper, None if there is none."""
        k, m = self.world.k, len(self.law)
        uniform = self.uniform.best
        known: dict[str, Callable[[], Found]] = {
            "P_kl": lambda: self.design,
            "P_kl_T": lambda: turned(self.design),
            "L": lambda: self.other,
            "L_T": lambda: turned(self.other),
            "L_u": lambda: uniform,
            "L_u_T": lambda: turned(uniform),
            "D_lambda": lambda: self.diagonal,
            "lam": lambda: as_column(self.law),
            "lam_T": lambda: [list(self.law)],
            "pi_u": lambda: as_column(self.uniform.prior),
            "S": lambda: as_column(self.counts),
            "ones_k": lambda: as_column([ONE] * k),
            "ones_k_T": lambda: [[ONE] * k],
            "ones_m": lambda: as_column([ONE] * m),
            "ones_m_T": lambda: [[ONE] * m],
            "I": lambda: identity(m),
            "I_k": lambda: identity(k),
            "I_k_T": lambda: identity(k),
            "G": lambda: times(turned(uniform), uniform),
            "g_0": lambda: times(turned(uniform), uniform)[0][0],
            "risk_of_L": lambda: self.risk(self.other),
            "risk_of_L_u": lambda: self.risk(uniform),
            "risk_of_L_u_at_uniform": lambda: self.uniform.risk(uniform),
        }
        return known[name]() if name in known else None


@dataclass(frozen=True)
class NumberReader:
    """Evaluates printed matrix expressions with numbers."""

    point: Evaluator
    matrices: Matrices

    def value(self, node: tree.Node) -> Found:
        """A matrix, or a number."""
        match node:
            case tree.Name(name=name) if (found := self.matrices.named(name)) is not None:
                return found
            case tree.Sum(terms=terms):
                total = self.value(terms[0])
                for term in terms[1:]:
                    total = _plus(total, self.value(term))
                return total
            case tree.Negate(term=term):
                return _times(-ONE, self.value(term))
            case tree.Product(factors=factors):
                result: Found = ONE
                for factor in factors:
                    result = _times(result, self.value(factor))
                return result
            case tree.Quotient(numerator=top, denominator=bottom):
                below = self.value(bottom)
                if not isinstance(below, Fraction) or not below:
                    raise UndefinedError("a denominator is no number other than zero")
                return _times(ONE / below, self.value(top))
            case tree.Power(base=tree.Operate(operator="tr", arguments=(inside,)), exponent=tree.Negate()):
                return trace(inverse(as_matrix(self.value(inside))))
            case tree.Power(base=base, exponent=tree.Negate(term=tree.Number(text="1"))):
                found = self.value(base)
                return ONE / found if isinstance(found, Fraction) else inverse(found)
            case tree.Operate(operator="tr", arguments=(inside,)):
                return trace(as_matrix(self.value(inside)))
            case tree.Operate(operator="covariance", arguments=(tree.Product(factors=(estimator, _)),)):
                return scaled(
                    self.matrices.covariance(as_matrix(self.value(estimator))), Fraction(1, self.matrices.world.n)
                )
            case tree.Apply(function="L_star"):
                return self.matrices.best
            case tree.BigSum():
                return self._sum(node)
            case tree.ExtremeValue(kind=kind, expression=body) if body is not None:
                return self.extreme(kind, body)
        return Fraction(self.point.number(node))

    def _sum(self, node: tree.BigSum) -> Fraction:
        found = self.matrices
        if node.upper == tree.Name("k"):
            return sum((Fraction(self.point.at(pi_i=p).number(node.body)) for p in found.prior), ZERO)
        products = times(turned(found.uniform.best), found.uniform.best)
        total = ZERO
        for z, mass in enumerate(found.law):
            at = self.point.at(lam_i=mass, g_ii=products[z][z], g_0=products[0][0])
            total += Fraction(at.number(node.body))
        return total

    def extreme(self, kind: str, body: tree.Node) -> Fraction:
        """The best value over the uniform prior, the corners and random priors."""
        world, rng = self.matrices.world, self.matrices.world.rng()
        corners = [tuple(ONE if i == c else ZERO for i in range(world.k)) for c in range(world.k)]
        priors = [self.matrices.uniform.prior, *corners, *(a_law(rng, world.k, zeros=True) for _ in range(PRIORS))]
        readers = (NumberReader(self.point, Matrices(world, prior)) for prior in priors)
        values = [Fraction(v) for v in (reader.value(body) for reader in readers) if isinstance(v, Fraction)]
        return max(values) if kind == "sup" else min(values)

    def holds(self, node: tree.Node) -> bool:
        """Whether every relation of a printed chain holds."""
        if not isinstance(node, tree.Chain):
            raise NotEvaluatedError("a chain of relations is needed here")
        values = [self.value(member) for member in node.members]
        return all(_related(a, r, b) for a, r, b in zip(values, node.relations, values[1:], strict=False))


def _related(a: Found, relation: str, b: Found) -> bool:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return HOLDS[relation]((a > b) - (a < b))
    return relation == "=" and a == b


def as_matrix(value: Found) -> Numbers:
    """The value, which must be a matrix."""
    if isinstance(value, Fraction):
        raise NotEvaluatedError("a matrix is needed here")
    return value


def _plus(a: Found, b: Found) -> Found:
    if isinstance(a, Fraction) or isinstance(b, Fraction):
        return a + b if isinstance(a, Fraction) and isinstance(b, Fraction) else _no_sum()
    return added(a, b)


def _no_sum() -> Found:
    raise NotEvaluatedError("a number and a matrix are added")


def _times(a: Found, b: Found) -> Found:
    if isinstance(a, Fraction):
        return a * b if isinstance(b, Fraction) else scaled(b, a)
    return scaled(a, b) if isinstance(b, Fraction) else times(a, b)
