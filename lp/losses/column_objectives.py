r"""What a response is worth: sublinear functions mu of its column c = (P(response | truth))_truths.

The objective of a design is the sum of mu over its columns, less a constant. Each mu here is convex and homogeneous,
mu(t c) = t mu(c), so that merging responses never helps. With s = sum of pi_a c_a for a prior pi:

    information      sum pi_a D(c_a, s)                 D(p, q) = p log(p/q), (p - q)^2/q or |p - q|/2
    divergence       D(alpha . c, beta . c)             between the laws of the response under two hypotheses
    Fisher           (dpi . c)^2 / s                    about a parameter of the prior, dpi the derivative of the prior
    proportions      (sum c_a^2 - (sum c_a)^2/k) / s    trace of the Fisher information of pi, within sum pi_a = 1
    posterior        sum (pi_a c_a)^2 / s               expected squared length of the posterior

On a staircase column, x on a subset S of the truths and 1 elsewhere, each depends on one or two sums over S only.
Source of the problem: Kairouz, Oh, Viswanath, Extremal Mechanisms for Local Differential Privacy, JMLR 17, 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb

from derivations.arithmetic.statements import dot
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.exact.logarithm_sum import EnclosedNumber, LogarithmSum, RealNumber
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Column = tuple[Fraction, ...]
Vector = tuple[Fraction, ...]
Perspective = Callable[[Fraction, Fraction], LogarithmSum]
ZERO, ONE = Fraction(0), Fraction(1)
X = Polynomial.variable("x")


class ObjectiveError(ValueError):
    """The data of an objective make no sense; the sentence says which and what would."""


@dataclass(frozen=True)
class ColumnObjective:
    """A sublinear function of columns with positive entries, to be summed over the columns of a design and maximised.

    Raises ObjectiveError for fewer than 2 truths, and for features that do not fit them.

    Attributes:
        name: what it is called.
        truths: k, the number of entries of a column.
        of_column: its value on a column of k positive numbers.
        features: for each truth a vector such that the value on a staircase column depends on their sum over the
            subset only; None if nothing of the kind is known.
        of_subset: its value on the staircase column of a subset from x and that sum; None if features is None.
        for_all_levels: its value on the staircase column of a subset as a rational function of x > 1, from that sum;
            None where it is none.
        constant: what is taken off the sum over the columns.
        latex: the objective in LaTeX, for math mode.
    """

    name: str
    truths: int
    of_column: Callable[[Column], RealNumber]
    features: tuple[Vector, ...] | None = None
    of_subset: Callable[[Fraction, Vector], RealNumber] | None = None
    for_all_levels: Callable[[Vector], RationalFunction] | None = None
    constant: Fraction = Fraction(0)
    latex: str = r"\sum_y \mu(P_{\cdot y})"

    def __post_init__(self) -> None:
        if self.truths < 2:
            raise ObjectiveError(f"an objective tells at least 2 truths apart, not {self.truths}")
        if (self.features is None) != (self.of_subset is None):
            raise ObjectiveError("features of the truths and the value that depends on their sum are given together")
        if self.features is not None and len(self.features) != self.truths:
            raise ObjectiveError(f"{len(self.features)} feature vectors do not fit {self.truths} truths")

    def of_staircase(self, subset: int, x: Fraction) -> RealNumber:
        """The value on the column that is x on the truths whose bits are set in `subset`, and 1 elsewhere."""
        if self.features is None or self.of_subset is None:
            return self.of_column(staircase_column(subset, self.truths, x))
        inside = [self.features[a] for a in range(self.truths) if subset >> a & 1]
        width = len(self.features[0])
        return self.of_subset(x, tuple(sum((f[j] for f in inside), ZERO) for j in range(width)))


def staircase_column(subset: int, truths: int, x: Fraction) -> Column:
    """x on the truths whose bits are set in `subset`, and 1 elsewhere."""
    return tuple(x if subset >> a & 1 else ONE for a in range(truths))


def _level(share: Fraction) -> RationalFunction:
    """1 + (x - 1) share, as a function of x."""
    return RationalFunction(1 + (X - 1) * share)


# -- divergences of two numbers, and objectives made of them ---------------------------------------------------------


def kullback_leibler(p: Fraction, q: Fraction) -> LogarithmSum:
    """p log(p/q)"""
    return LogarithmSum(0, {p / q: p})


def chi_square(p: Fraction, q: Fraction) -> LogarithmSum:
    """(p - q)^2/q"""
    return LogarithmSum((p - q) ** 2 / q)


def total_variation(p: Fraction, q: Fraction) -> LogarithmSum:
    """|p - q|/2"""
    return LogarithmSum(abs(p - q) / 2)


def _chi_square_of_levels(p: RationalFunction, q: RationalFunction) -> RationalFunction:
    return (p - q) * (p - q) / q


def _total_variation_of_levels(p: RationalFunction, q: RationalFunction) -> RationalFunction:
    # Both are linear and 1 at x = 1, so that their difference keeps its sign for x > 1.
    difference = p - q
    return (difference if difference.evaluate({"x": Fraction(2)}) >= 0 else -difference) / 2


OF_LEVELS: dict[Perspective, Callable[[RationalFunction, RationalFunction], RationalFunction]] = {
    chi_square: _chi_square_of_levels,
    total_variation: _total_variation_of_levels,
}


def information(
    prior: Sequence[Fraction], between: Perspective, name: str, latex: str = r"I_D(\pi, P)"
) -> ColumnObjective:
    """sum over responses of sum pi_a D(P_ay, s_y) for D convex and homogeneous in both; s is the law of the response.

    Raises ObjectiveError if the prior is none.
    """
    weights = read_distribution(prior, "the prior")

    def of_column(column: Column) -> RealNumber:
        s = dot(weights, column)
        return sum((between(c, s) * p for p, c in zip(weights, column, strict=True) if p), LogarithmSum())

    def of_subset(x: Fraction, total: Vector) -> RealNumber:
        (p,) = total
        s = 1 + (x - 1) * p
        return between(x, s) * p + between(ONE, s) * (1 - p)

    of_levels = OF_LEVELS.get(between)

    def for_all_levels(total: Vector) -> RationalFunction:
        assert of_levels is not None
        (p,) = total
        s = _level(p)
        return of_levels(RationalFunction(X), s) * p + of_levels(RationalFunction.of(1), s) * (1 - p)

    return ColumnObjective(
        name,
        len(weights),
        of_column,
        tuple((p,) for p in weights),
        of_subset,
        for_all_levels if of_levels is not None else None,
        latex=latex,
    )


def mutual_information(prior: Sequence[Fraction]) -> ColumnObjective:
    """Mutual information of truth and response, in nats: sum pi_a P_ay log(P_ay/s_y)."""
    weights = read_distribution(prior, "the prior")
    plain = information(weights, kullback_leibler, "mutual information", r"I(\pi, P)")

    def of_subset(x: Fraction, total: Vector) -> RealNumber:
        (p,) = total
        if p in (0, 1):
            return LogarithmSum()
        s = 1 + (x - 1) * p
        return LogarithmSum.of_terms(ZERO, {x: x * p, s: -s})

    return ColumnObjective(plain.name, plain.truths, plain.of_column, plain.features, of_subset, latex=plain.latex)


def chi_square_information(prior: Sequence[Fraction]) -> ColumnObjective:
    """sum pi_a (P_ay - s_y)^2/s_y"""
    return information(prior, chi_square, "chi-square information", r"\chi^2(\pi, P)")


def divergence(
    first: Sequence[Fraction], second: Sequence[Fraction], between: Perspective, name: str, latex: str = "D"
) -> ColumnObjective:
    """sum over responses of D(alpha . P_y, beta . P_y): how far two hypotheses about the truth are apart afterwards.

    Raises ObjectiveError if a hypothesis is no distribution over the truths.
    """
    alpha, beta = read_distribution(first, "the first hypothesis"), read_distribution(second, "the second hypothesis")
    if len(alpha) != len(beta):
        raise ObjectiveError(f"the hypotheses speak of {len(alpha)} and of {len(beta)} truths; they need the same ones")

    def of_subset(x: Fraction, total: Vector) -> RealNumber:
        return between(*(1 + (x - 1) * p for p in total))

    of_levels = OF_LEVELS.get(between)

    def for_all_levels(total: Vector) -> RationalFunction:
        assert of_levels is not None
        return of_levels(*map(_level, total))

    return ColumnObjective(
        name,
        len(alpha),
        lambda column: between(dot(alpha, column), dot(beta, column)),
        tuple(zip(alpha, beta, strict=True)),
        of_subset,
        for_all_levels if of_levels is not None else None,
        latex=latex,
    )


def kullback_leibler_divergence(first: Sequence[Fraction], second: Sequence[Fraction]) -> ColumnObjective:
    """The divergence of Kullback and Leibler of the response under two hypotheses about the truth, in nats."""
    latex = r"D_{\mathrm{KL}}(\alpha P \,\|\, \beta P)"
    return divergence(first, second, kullback_leibler, "Kullback-Leibler divergence", latex)


def chi_square_divergence(first: Sequence[Fraction], second: Sequence[Fraction]) -> ColumnObjective:
    """The chi-square divergence of the response under two hypotheses about the truth."""
    return divergence(first, second, chi_square, "chi-square divergence", r"\chi^2(\alpha P \,\|\, \beta P)")


def total_variation_distance(first: Sequence[Fraction], second: Sequence[Fraction]) -> ColumnObjective:
    """The total variation distance of the response under two hypotheses; for two truths, write unit vectors."""
    return divergence(first, second, total_variation, "total variation", r"\mathrm{TV}(\alpha P, \beta P)")


# -- squares -------------------------------------------------------------------------------------------------------


def fisher_information(prior: Sequence[Fraction], slope: Sequence[Fraction]) -> ColumnObjective:
    """Fisher information in one response about a parameter of the prior: (dpi . c)^2/(pi . c).

    `slope` is the derivative of the prior, which sums to 0. Raises ObjectiveError otherwise.
    """
    weights, change = read_distribution(prior, "the prior"), read_numbers(slope, "the derivative of the prior")
    if len(change) != len(weights) or sum(change, ZERO) != 0:
        raise ObjectiveError(
            f"the derivative of a prior of {len(weights)} truths has as many entries, of sum 0; "
            f"here {len(change)} entries of sum {sum(change, ZERO)} are given"
        )

    def of_subset(x: Fraction, total: Vector) -> RealNumber:
        p, d = total
        return LogarithmSum(((x - 1) * d) ** 2 / (1 + (x - 1) * p))

    return ColumnObjective(
        "Fisher information",
        len(weights),
        lambda column: LogarithmSum(dot(change, column) ** 2 / dot(weights, column)),
        tuple(zip(weights, change, strict=True)),
        of_subset,
        lambda total: RationalFunction(((X - 1) * total[1]) ** 2) / _level(total[0]),
        latex=r"\sum_y (\dot\pi P)_y^2 / (\pi P)_y",
    )


def proportions_information(prior: Sequence[Fraction]) -> ColumnObjective:
    """Trace of the Fisher information of the proportions pi, over the directions in which they still sum to one."""
    weights = read_distribution(prior, "the prior")
    k = len(weights)

    def value(squares: Fraction, whole: Fraction, s: Fraction) -> LogarithmSum:
        return LogarithmSum((squares - whole**2 / k) / s)

    def of_subset(x: Fraction, total: Vector) -> RealNumber:
        p, size = total
        return value(k + (x * x - 1) * size, k + (x - 1) * size, 1 + (x - 1) * p)

    return ColumnObjective(
        "Fisher information of the proportions",
        k,
        lambda column: value(sum((c * c for c in column), ZERO), sum(column, ZERO), dot(weights, column)),
        tuple((p, ONE) for p in weights),
        of_subset,
        lambda total: (
            RationalFunction(k + (X * X - 1) * total[1] - (k + (X - 1) * total[1]) ** 2 * Fraction(1, k))
            / _level(total[0])
        ),
        latex=r"\operatorname{tr} I(\pi)",
    )


def posterior_squares(prior: Sequence[Fraction]) -> ColumnObjective:
    """The expected squared length of the posterior, which is the probability that a posterior draw hits the truth."""
    weights = read_distribution(prior, "the prior")
    squares = tuple(p * p for p in weights)
    whole = sum(squares, ZERO)

    def of_subset(x: Fraction, total: Vector) -> RealNumber:
        p, square = total
        return LogarithmSum((whole + (x * x - 1) * square) / (1 + (x - 1) * p))

    return ColumnObjective(
        "expected squared length of the posterior",
        len(weights),
        lambda column: LogarithmSum(dot(squares, tuple(c * c for c in column)) / dot(weights, column)),
        tuple(zip(weights, squares, strict=True)),
        of_subset,
        lambda total: RationalFunction(whole + (X * X - 1) * total[1]) / _level(total[0]),
        latex=r"\mathbb{E}\,\|\pi(\cdot \mid y)\|^2",
    )


# -- functions of a user -------------------------------------------------------------------------------------------


def sublinear(name: str, truths: int, value: Callable[[Column], LogarithmSum | Fraction | int]) -> ColumnObjective:
    """A function of columns that the caller knows to be sublinear, with exact values."""
    return ColumnObjective(name, truths, lambda column: LogarithmSum.of(value(column)))


def enclosed_sublinear(name: str, truths: int, enclose: Callable[[Column, int], arb]) -> ColumnObjective:
    """A function of columns that the caller knows to be sublinear; `enclose(column, bits)` is a ball with its value."""
    return ColumnObjective(name, truths, lambda column: EnclosedNumber(lambda bits: enclose(column, bits)))


# -- reading -------------------------------------------------------------------------------------------------------


def uniform_prior(truths: int) -> Vector:
    """The same probability for each truth. Raises ObjectiveError for fewer than 2 truths."""
    if truths < 2:
        raise ObjectiveError(f"an objective tells at least 2 truths apart, not {truths}")
    return (Fraction(1, truths),) * truths


def read_numbers(values: Sequence[Fraction], what: str) -> Vector:
    """The same numbers in the same order, exact and rational; ObjectiveError for floats and the like."""
    try:
        return tuple(exact_number(v, f"entry {i} of {what}") for i, v in enumerate(values))
    except EntryError as error:
        raise ObjectiveError(str(error)) from error


def read_distribution(values: Sequence[Fraction], what: str) -> Vector:
    """One exact number a truth, at least two, none negative, of sum 1; ObjectiveError otherwise."""
    numbers = read_numbers(values, what)
    if len(numbers) < 2 or min(numbers) < 0 or sum(numbers) != 1:
        raise ObjectiveError(
            f"{what} has a probability for each of at least 2 truths, none negative and of sum 1; "
            f"here there are {len(numbers)} of sum {sum(numbers)}"
        )
    return numbers
