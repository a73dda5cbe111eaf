"""The proof of Theorem 4.1 with matrices of numbers: listed designs, random unbiased estimators, elimination."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

from checks.papers.nz.witnesses.subset_surveys import Trees, in_world, unbiased
from checks.papers.nz.witnesses.subset_worlds import ONE, ZERO, Numbers, World, a_law, world_at
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.evaluator import HOLDS, NotEvaluatedError
from checks.witness.numbers import UndefinedError
from checks.witness.statement import Predicate

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
                return trace(inverse(_matrix(self.value(inside))))
            case tree.Power(base=base, exponent=tree.Negate(term=tree.Number(text="1"))):
                found = self.value(base)
                return ONE / found if isinstance(found, Fraction) else inverse(found)
            case tree.Operate(operator="tr", arguments=(inside,)):
                return trace(_matrix(self.value(inside)))
            case tree.Operate(operator="covariance", arguments=(tree.Product(factors=(estimator, _)),)):
                return scaled(
                    self.matrices.covariance(_matrix(self.value(estimator))), Fraction(1, self.matrices.world.n)
                )
            case tree.Apply(function="L_star"):
                return self.matrices.best
            case tree.BigSum():
                return self._sum(node)
            case tree.ExtremeValue(kind=kind, expression=body) if body is not None:
                return self._extreme(kind, body)
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

    def _extreme(self, kind: str, body: tree.Node) -> Fraction:
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


def _matrix(value: Found) -> Numbers:
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


# -- statements --------------------------------------------------------------------------------------------------------


def matrices_at(point: Evaluator) -> Matrices:
    """The matrices of the survey of the point, at its prior."""
    world = world_at(point)
    return Matrices(world, world.prior)


def printed(point: Evaluator, trees: Trees) -> bool:
    """The printed identities."""
    reader = NumberReader(in_world(point), matrices_at(point))
    return all(reader.holds(node) for node in trees)


def printed_at_uniform(point: Evaluator, trees: Trees) -> bool:
    """The printed identities at the uniform prior."""
    reader = NumberReader(in_world(point), matrices_at(point).uniform)
    return all(reader.holds(node) for node in trees)


def counts(point: Evaluator, trees: Trees) -> bool:
    """binom(k, l) responses, whose probabilities sum to one."""
    found = matrices_at(point)
    return sum(found.law) == 1 and len(found.law) == point.values["m"]


def unbiased_exactly_if(point: Evaluator, trees: Trees) -> bool:
    """An estimator with L P = I has the mean pi at all priors tried; with one entry changed, it has not at a corner."""
    found = matrices_at(point)
    wrong = [list(row) for row in found.other]
    wrong[0][0] += 1
    corners = [Matrices(found.world, tuple(row)) for row in identity(found.world.k)]

    def is_unbiased(estimator: Numbers) -> bool:
        return all(
            times(estimator, [[x] for x in at.law]) == [[p] for p in at.prior]
            for at in (found, found.uniform, *corners)
        )

    right = times(found.other, found.design) == identity(found.world.k)
    return right and is_unbiased(found.other) and not is_unbiased(wrong)


def attained(point: Evaluator, trees: Trees) -> bool:
    """Each printed form of L is the best estimator: unbiased, with the bound as its risk, and no step lowers it."""
    found = matrices_at(point)
    reader = NumberReader(in_world(point), found)
    bound = trace(inverse(found.information)) - sum((p * p for p in found.prior), ZERO)
    for node in trees:
        if not isinstance(node, tree.Chain):
            raise NotEvaluatedError("an equation is needed here")
        for member in node.members[1:]:
            estimator = _matrix(reader.value(member))
            moved = added(estimator, found.step)
            is_same = not any(x for row in found.step for x in row)
            if times(estimator, found.design) != identity(found.world.k) or found.risk(estimator) != bound:
                return False
            if not (is_same or found.risk(moved) > bound):
                return False
    return True


def best_depends_on_prior(point: Evaluator, trees: Trees) -> bool:
    """The best estimator at a skew prior is not that at the uniform one, and is better there than that one."""
    world = world_at(point)
    skew = Matrices(world, tuple(Fraction(2 * c + 1, world.k**2) for c in range(world.k)))
    return skew.best != skew.uniform.best and skew.risk(skew.best) < skew.risk(skew.uniform.best)


def uniform_is_unbiased(point: Evaluator, trees: Trees) -> bool:
    """L_u P = I."""
    found = matrices_at(point)
    return times(found.uniform.best, found.design) == identity(found.world.k)


def nonzero_entries_of_a_column(point: Evaluator, trees: Trees) -> bool:
    """The printed number of nonzero entries in each column."""
    found = matrices_at(point)
    number = Fraction(in_world(point).number(trees[0]))
    return all(sum(1 for x in column if x) == number for column in turned(found.design))


def common_rows(point: Evaluator, trees: Trees) -> bool:
    """The printed number of rows in which two columns are both nonzero."""
    found = matrices_at(point)
    number = Fraction(in_world(point).number(trees[0]))
    i, j = found.world.i, found.world.j
    return sum(1 for row in found.design if row[i] and row[j]) == number


def constant_diagonal(point: Evaluator, trees: Trees) -> bool:
    """All diagonal entries of L_u' L_u agree."""
    estimator = matrices_at(point).uniform.best
    return len({sum((x * x for x in column), ZERO) for column in turned(estimator)}) == 1


def minimax(point: Evaluator, trees: Trees) -> bool:
    """L_u has its largest risk at the uniform prior, where another unbiased estimator has at least that risk."""
    found = matrices_at(point)
    reader = NumberReader(in_world(point), found)
    worst = found.uniform.risk(found.uniform.best)
    largest = reader._extreme("sup", tree.Name("risk_of_L_u"))
    return largest == worst <= found.uniform.risk(found.other)


def moment_estimator(point: Evaluator, trees: Trees) -> bool:
    """L_u S/n is the estimate from the column sums."""
    found = matrices_at(point)
    world = found.world
    values = times(found.uniform.best, [[c / world.n] for c in found.counts])
    sums = [
        sum((c for c, z in zip(found.counts, world.responses, strict=True) if i in z), ZERO) for i in range(world.k)
    ]
    return [row[0] for row in values] == [world.estimate(total) for total in sums]


def theorem_4_1(point: Evaluator, trees: Trees) -> bool:
    """The moment estimator is L_u S/n, which is minimax."""
    return moment_estimator(point, trees) and minimax(point, trees)


def entry_of_product_with_counts(point: Evaluator, trees: Trees) -> bool:
    """The printed entry of P' S."""
    found = matrices_at(point)
    world = found.world
    product = times(turned(found.design), [[c] for c in found.counts])[world.j][0]
    held = sum((c for c, z in zip(found.counts, world.responses, strict=True) if world.j in z), ZERO)
    return Fraction(in_world(point, V_j=held).number(trees[0])) == product


def simple_unbiased_minimax(point: Evaluator, trees: Trees) -> bool:
    """Unbiased, and minimax."""
    return unbiased(point, trees) and theorem_4_1(point, trees)


PREDICATES: Mapping[str, Predicate] = {
    "matrix_identities": printed,
    "matrix_identities_at_uniform_prior": printed_at_uniform,
    "counts": counts,
    "unbiased_exactly_if": unbiased_exactly_if,
    "lower_bound": printed,
    "attained": attained,
    "none_is_best_everywhere": best_depends_on_prior,
    "none_is_best_if_there_is_a_choice": best_depends_on_prior,
    "uniform_is_unbiased": uniform_is_unbiased,
    "nonzero_entries_of_a_column": nonzero_entries_of_a_column,
    "common_rows": common_rows,
    "constant_diagonal_of_products": constant_diagonal,
    "worst_prior": printed,
    "minimax_chain": minimax,
    "minimax": minimax,
    "moment_estimator": moment_estimator,
    "theorem_4_1": theorem_4_1,
    "entry_of_product_with_counts": entry_of_product_with_counts,
    "simple_unbiased_minimax": simple_unbiased_minimax,
}
