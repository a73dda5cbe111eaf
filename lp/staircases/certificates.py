"""From a proposed basis of staircase columns to a certified optimum: exact pivots, every column priced out, a theorem.

The multipliers of a basis are u = M c, with a rational matrix M and the values c of its columns. A column is priced out
if u . w_S - mu(w_S) > 0. Nearly all columns are by a wide margin, which rational bounds of u and mu show; for the rest
the sign of the exact number is decided, or said to be undecided. Columns of negative sign enter the basis.

For the kernel the values are replaced by rational upper bounds c_S >= mu(w_S), which are the values themselves where
these are rational: the theorem of weak duality is about them, and its value is an upper bound of the optimum.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm

from lp.programs.outcomes import SolverError
from lp.staircases.column_basis import ColumnBasis
from lp.staircases.programs import Certified, of_halves, of_paths
from lp.staircases.spaces import AllSubsets, SubsetPaths
from mechanisms.exact.logarithm_sum import LogarithmSum, RealNumber, bounds, combined
from mechanisms.exact.notebook import Shown

Vector = tuple[Fraction, ...]
BITS = 256  # of the bounds of values of basic columns
SHIFT = Fraction(1, 2 ** (BITS // 2))  # by which multipliers are raised where values are not rational
MAXIMAL_PIVOTS = 500
MAXIMAL_CLOSE = 20_000  # columns whose sign is decided one by one
ZERO = Fraction(0)


@dataclass(frozen=True)
class CertifiedColumns(Shown):
    """An optimal basis with its certificate.

    Attributes:
        basis: the columns and their masses.
        value: the sum of mass times value, as a number that is compared exactly where the values can be.
        low, high: rational bounds of the optimum; `high` is the value of the theorem.
        decided: whether the sign of every reduced cost is known, so that `value` is the optimum.
        ties: columns outside the support whose reduced cost is 0; in a space of paths one of those with the same state
            and the same price as a combination of values.
        undecided: columns whose reduced cost is 0 as far as enclosures tell.

    """

    basis: ColumnBasis
    value: RealNumber
    low: Fraction
    high: Fraction
    ties: tuple[int, ...]
    undecided: tuple[int, ...]
    certified: Certified
    pivots: int

    @property
    def decided(self) -> bool:
        """Whether the sign of every reduced cost is known."""
        return not self.undecided

    @property
    def masses(self) -> dict[int, Fraction]:
        """The columns of the support with their masses."""
        return {s: mass for s, mass in zip(self.basis.columns, self.basis.masses, strict=True) if mass}


def certify(space: AllSubsets | SubsetPaths, proposed: Sequence[int]) -> CertifiedColumns:
    """The optimum over all columns of the space, reached from the proposed ones by exact pivots.

    Raises SolverError if the pivots do not end, or a column stays undecided whose value is not below its price.
    """
    basis = ColumnBasis.containing(space.truths, space.x, proposed)
    pivots = 0
    if not basis.is_feasible:
        basis, pivots = _feasible(space, proposed)
    while True:
        prices = _Prices.of(space, basis)
        close, ties, undecided, entering = prices.judge()
        if entering is None:
            return _finished(prices, close, ties, undecided, pivots)
        basis = basis.exchanged(entering)
        pivots += 1
        if pivots > MAXIMAL_PIVOTS:
            raise SolverError(f"no end after {MAXIMAL_PIVOTS} exact exchanges of staircase columns")


def _feasible(space: AllSubsets | SubsetPaths, proposed: Sequence[int]) -> tuple[ColumnBasis, int]:
    """From k-ary response, exchange columns for proposed ones as long as these gain, by exact signs."""
    basis, pivots = ColumnBasis.of_single_truths(space.truths, space.x), 0
    while pivots < MAXIMAL_PIVOTS:
        values = _values(space, basis)
        gaining = (
            s
            for s in proposed
            if s >= 0 and s not in basis.columns and reduced_cost(basis.weights(s), values, space.value(s)).sign() == -1
        )
        entering = next(gaining, None)
        if entering is None:
            break
        basis, pivots = basis.exchanged(entering), pivots + 1
    return basis, pivots


def _values(space: AllSubsets | SubsetPaths, basis: ColumnBasis) -> tuple[RealNumber, ...]:
    """The values of the columns of a basis; those of unit vectors are 0."""
    return tuple(space.value(s) if s >= 0 else LogarithmSum() for s in basis.columns)


def reduced_cost(weights: Vector, values: Sequence[RealNumber], value: RealNumber) -> RealNumber:
    """Price less value of a column that is the combination of basic columns with these weights."""
    return combined([*zip(weights, values, strict=True), (Fraction(-1), value)])


@dataclass(frozen=True)
class _Prices:
    """The multipliers of a basis, as exact combinations of values and as rational numbers close to them."""

    space: AllSubsets | SubsetPaths
    basis: ColumnBasis
    classes: tuple[int, ...]
    matrix: tuple[Vector, ...]
    values: tuple[RealNumber, ...]
    u: Vector
    margin: Fraction
    exact: bool

    @classmethod
    def of(cls, space: AllSubsets | SubsetPaths, basis: ColumnBasis) -> _Prices:
        features = space.objective.features
        alone = tuple(range(space.truths))
        classes = tuple(features.index(f) for f in features) if features is not None else alone
        matrix = basis.multipliers(classes)
        values = _values(space, basis)
        exact = all(isinstance(v, LogarithmSum) and not v.terms for v in space.values)
        enclosures = [bounds(v, BITS) for v in values]
        u = tuple(sum((m * high for m, (_, high) in zip(row, enclosures, strict=True)), ZERO) for row in matrix)
        margin = ZERO
        if not exact:
            error = max(high - low for low, high in enclosures)
            raised = tuple(SHIFT * h for h in _direction(space))
            u = tuple(a + b for a, b in zip(u, raised, strict=True))
            if isinstance(space, AllSubsets):  # here no two columns need the same price, so that u may be rounded
                u = tuple(Fraction(floor(v * 2**BITS) + 1, 2**BITS) for v in u)
            spread = sum((sum(map(abs, row), ZERO) * error for row in matrix), ZERO)
            margin = space.x * (spread + sum(raised, ZERO) + Fraction(space.truths, 2**BITS))
        return cls(space, basis, classes, matrix, values, u, margin, exact)

    def scaled(self) -> tuple[list[int], int]:
        """(numerators of u, their common denominator)."""
        scale = lcm(*(v.denominator for v in self.u))
        return [int(v * scale) for v in self.u], scale

    def price(self, subset: int) -> Fraction:
        """u . w_S"""
        inside = sum((v for a, v in enumerate(self.u) if subset >> a & 1), ZERO)
        return sum(self.u, ZERO) + (self.space.x - 1) * inside

    def judge(self) -> tuple[list[int], list[int], list[int], int | None]:
        """(columns that no margin prices out, those that tie, those undecided, a column that has to enter)"""
        numerators, scale = self.scaled()
        step = self.space.x - 1
        # Prices exceed values by the margin where the load is greater than ((c + margin) scale - total)/step.
        slope, start = scale / step, (self.margin * scale - sum(numerators)) / step
        n, d = slope.numerator * start.denominator, slope.denominator * start.denominator
        m = start.numerator * slope.denominator
        thresholds = [(c.numerator * n + c.denominator * m) // (c.denominator * d) + 1 for c in self.space.upper_values]
        close: list[int] = []
        signs: dict[tuple[int, int], int | None] = {}
        ties, undecided = [], []
        keys = self.keys()
        support = {s for s, mass in zip(self.basis.columns, self.basis.masses, strict=True) if mass}
        for subset in self.space.below(numerators, thresholds, keys):
            close.append(subset)
            if len(close) > MAXIMAL_CLOSE:
                raise SolverError(f"more than {MAXIMAL_CLOSE} staircase columns are too close to a tie to decide each")
            formal = self.space.state_of(subset), sum(key for a, key in enumerate(keys) if subset >> a & 1)
            if formal not in signs:
                signs[formal] = self._reduced_cost(subset).sign()
            sign = signs[formal]
            if sign == -1:
                return close, [], [], self._gaining(subset)
            if sign == 0 and subset not in support:
                ties.append(subset)
            if sign is None and subset not in self.basis.columns:
                undecided.append(subset)
        return close, ties, undecided, None

    def keys(self) -> list[int]:
        """Integers for the truths: subsets with the same sum have the same price, as a combination of values.

        The price of a subset is a combination of the values of the basic states. Its coefficients, over a common
        denominator, are packed into one integer with more room for each than sums of them need.
        """
        states = [self.space.state_of(s) if s >= 0 else -1 for s in self.basis.columns]
        rows = []
        for row in self.matrix:
            merged = dict.fromkeys(states, ZERO)
            for state, m in zip(states, row, strict=True):
                merged[state] += m if state >= 0 else 0
            rows.append(list(merged.values()))
        scale = lcm(*(m.denominator for row in rows for m in row))
        whole = [[int(m * scale) for m in row] for row in rows]
        room = 2 * sum(abs(m) for row in whole for m in row) + 1
        return [sum(m * room**j for j, m in enumerate(row)) for row in whole]

    def _key(self, subset: int) -> tuple[int, ...]:
        """How many truths of each class a subset holds."""
        counts = [0] * self.space.truths
        for a, name in enumerate(self.classes):
            counts[name] += subset >> a & 1
        return tuple(counts)

    def _reduced_cost(self, subset: int) -> RealNumber:
        x = self.space.x
        column = [x if subset >> a & 1 else Fraction(1) for a in range(self.space.truths)]
        weights = tuple(
            sum((w * row[j] for w, row in zip(column, self.matrix, strict=True)), ZERO)
            for j in range(self.space.truths)
        )
        return reduced_cost(weights, self.values, self.space.value(subset))

    def _gaining(self, subset: int) -> int:
        """A column that gains by the multipliers of the basis itself, from one that gains by their averages."""
        plain = self.basis.multipliers(range(self.space.truths))
        upper = [bounds(v, BITS)[1] for v in self.values]
        own = [sum((m * c for m, c in zip(row, upper, strict=True)), ZERO) for row in plain]
        entering = 0
        for name, count in enumerate(self._key(subset)):
            members = sorted((a for a, other in enumerate(self.classes) if other == name), key=own.__getitem__)
            entering |= sum(1 << a for a in members[:count])
        if reduced_cost(self.basis.weights(entering), self.values, self.space.value(entering)).sign() != -1:
            raise SolverError("a staircase column that gains on average gains in no order of the truths")
        return entering


def _direction(space: AllSubsets | SubsetPaths) -> Vector:
    """A vector h >= 0 for which h . w_S > 0 depends on the state of S only."""
    features = space.objective.features
    first = tuple(f[0] for f in features) if features is not None else (Fraction(1),) * space.truths
    return first if min(first) >= 0 and any(first) else (ZERO,) * space.truths


def _finished(
    prices: _Prices, close: Sequence[int], ties: Sequence[int], undecided: Sequence[int], pivots: int
) -> CertifiedColumns:
    space, basis = prices.space, prices.basis
    support = {s: mass for s, mass in zip(basis.columns, basis.masses, strict=True) if mass}
    value = combined([(mass, space.value(s)) for s, mass in support.items()])
    near = {s: prices.price(s) for s in (*close, *support)}
    upper = list(space.upper_values)
    if isinstance(space, AllSubsets):
        costs = [upper[state] for state in space.state.tolist()]
        if not prices.exact:
            _raise_to_prices(costs, near, space.value)
        certified = of_halves(space, costs, support, prices.u)
    else:
        if not prices.exact:
            cheapest: dict[int, Fraction] = {}
            for s, price in near.items():
                state = space.state_of(s)
                cheapest[state] = min(price, cheapest.get(state, price))
            _raise_to_prices(upper, cheapest, space.values.__getitem__)
        numerators, scale = prices.scaled()
        total, step = sum(prices.u, ZERO), space.x - 1
        potentials = [
            [total + step * Fraction(load, scale) for load in layer] for layer in space.potentials(numerators)
        ]
        certified = of_paths(space, upper, support, prices.u, potentials)
    statement = certified[3].statement
    low, high = bounds(value, 2 * BITS)[0], sum(prices.u, ZERO)
    assert getattr(statement, "value", None) == -high, "the theorem is about the value of the multipliers"
    return CertifiedColumns(basis, value, low, high, tuple(ties), tuple(undecided), certified, pivots)


def _raise_to_prices(costs: list[Fraction], prices: Mapping[int, Fraction], value: Callable[[int], RealNumber]) -> None:
    """Put the price for the coarse bound of a value, wherever a fine bound shows that it is a bound as well."""
    for position, price in prices.items():
        if bounds(value(position), 2 * BITS)[1] > price:
            raise SolverError("a staircase column ties, and rounding its price does not leave it above its value")
        costs[position] = price
