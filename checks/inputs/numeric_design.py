"""A mechanism with a name whose answers are numbers, at exact values of its parameters: `piecewise(eps=1)`.

What is declared of it (`checks.inputs.numeric_catalogue`) says how a respondent answers; mean, variance and the
smallest eps are derived from the declaration as those of a claims file are, and so are the law of an answer and its
samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import exp, inf
from typing import Any

import numpy as np
import sympy
from flint import arb, ctx
from numpy.typing import NDArray

from checks.inputs.declarations import read_declarations
from checks.inputs.design import DesignArgumentError
from checks.inputs.numeric import NumericMechanism
from checks.inputs.numeric_catalogue import TRUTH, NamedNumeric
from checks.inputs.own_notation import OwnNotation
from checks.interpreter.values import MeaninglessError
from mechanisms.exact.doubles import NEAR, near
from mechanisms.exact.formula import Condition, in_polynomials, power_of_e_called
from mechanisms.exact.polynomial import Polynomial, to_fmpq
from mechanisms.exact.privacy_level import dyadic
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.numeric_laws import DiscreteLaplace, Laplace, NumericLaw, Pieces, Rule, Staircase

Floats = NDArray[np.float64]
Floating = np.polynomial.Polynomial
AVERAGED = 40  # nodes of Gauss's rule, which is exact for polynomials
BITS = 320  # of the balls in which laws are computed
NAMED = "it"  # the mechanism in its declaration
LAWS: Mapping[str, Callable[..., NumericLaw]] = {
    "laplace": Laplace,
    "geometric": DiscreteLaplace,
    "staircase": Staircase,
}
MEANINGS: Mapping[str, str] = {"M": "answer_mean", "V": "answer_variance", "A": "noise_size", "L": "epsilon"}


@dataclass(frozen=True)
class InTruth:
    """A function of the truth t, a quotient of polynomials, at values of all else: coefficients from t^0 on."""

    above: tuple[arb, ...]
    below: tuple[arb, ...]

    def enclosed(self, truth: Fraction) -> arb:
        """Its value, in a ball."""
        with ctx.workprec(BITS):
            at = arb(to_fmpq(truth))
            return arb(_horner(self.above, at) / _horner(self.below, at))

    def turns(self, low: float, high: float) -> list[float]:
        """Where between two numbers its derivative is 0, rounded: where it may be largest or least inside."""
        above, below = self._polynomials()
        return _roots_between(above.deriv() * below - above * below.deriv(), low, high)

    def meets(self, other: InTruth, low: float, high: float) -> list[float]:
        """Where between two numbers it has the values of another one, rounded; nowhere, if everywhere."""
        (above, below), (over, under) = self._polynomials(), other._polynomials()
        return _roots_between(above * under - over * below, low, high)

    def _polynomials(self) -> tuple[Floating, Floating]:
        return Floating([nearest(c) for c in self.above]), Floating([nearest(c) for c in self.below])

    def rounded(self, truths: Floats) -> Floats:
        """Its values, in doubles."""
        above, below = ([nearest(c) for c in side] for side in (self.above, self.below))
        return np.asarray(_horner(above, truths) / _horner(below, truths), dtype=np.float64)


def _roots_between(polynomial: Floating, low: float, high: float) -> list[float]:
    """The real roots inside an interval, coefficients that are 0 but for their rounding being left out."""
    size = float(abs(polynomial.coef).max())
    roots = polynomial.trim(tol=NEAR * size).roots() if size else np.array([])
    real = roots.real[abs(roots.imag) <= NEAR * (1 + abs(roots.real))]
    return sorted(float(root) for root in real if low < root < high)


def nearest(ball: arb) -> float:
    """The double closest to the middle of a ball."""
    return float(dyadic(ball))


def _horner(coefficients: Sequence[Any], at: Any) -> Any:
    total: Any = 0 * at
    for coefficient in reversed(coefficients):
        total = total * at + coefficient
    return total


@dataclass(frozen=True)
class Branch:
    """What coins may lead to: with probability `chance` the answer offset + slope Z; Z has the law, or is left out."""

    chance: Any
    offset: Any
    slope: Any
    law: NumericLaw | None


@dataclass(frozen=True)
class NumericDesign:
    """A named mechanism whose answers are numbers, with a value for each of its parameters.

    Attributes:
        argument: as it was named.
        named: the mechanism.
        numbers: the parameters that are numbers, the interval of the truths among them.
        level: bounds of e^eps, and eps as it was written; None for a mechanism that takes no eps.
        given: of a mechanism of a file the value of each symbol, between two bounds, and as it was written; of a budget
            the bounds are those of its exponential.

    """

    argument: str
    named: NamedNumeric
    numbers: tuple[tuple[str, Fraction], ...]
    level: tuple[Fraction, Fraction, str] | None
    given: tuple[tuple[str, Fraction, Fraction, str], ...] = ()

    @property
    def name(self) -> str:
        """As it was named."""
        return self.argument

    @property
    def family(self) -> str:
        """As it was named, without its eps."""
        if self.level is None:
            return self.argument
        name, _, inside = self.argument.partition("(")
        kept = [part.strip() for part in inside.rstrip(") ").split(",") if part.partition("=")[0].strip() in self._own]
        return f"{name.strip()}({', '.join(kept)})" if kept else name.strip()

    @property
    def _own(self) -> frozenset[str]:
        return frozenset(key for key, _ in self.numbers)

    def at_eps(self, eps: float) -> NumericDesign:
        """The same mechanism at another eps; as it is, where it takes none."""
        if self.level is None:
            return self
        x = Fraction(exp(eps))
        found = replace(self, level=(x, x, f"{eps:.6g}"))
        derived = {name: getattr(self, name) for name in ("notation", "mechanism", "_moments", "line")}
        vars(found).update(derived)  # these do not depend on the level
        return found

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """Where truths lie."""
        numbers = dict(self.numbers)
        return numbers["low"], numbers["high"]

    @cached_property
    def notation(self) -> OwnNotation:
        """The declaration as a claims file has it: the mechanism, and the names in MEANINGS."""
        numbers, named = dict(self.numbers), self.named
        low, high = self.interval
        symbols: dict[str, Any] = {
            TRUTH: {"range": f"{low} <= {TRUTH} <= {high}", "integer": named.of_integers},
        }
        if self.level is not None:
            name = named.budget or "eps"
            symbols[name] = {"range": f"{name} > 0", "budget": bool(named.budget)}
        data = {
            "symbols": symbols if named.symbols is None else named.symbols,
            "mechanisms": {NAMED: {"truth": TRUTH, **named.declared(numbers)}},
            "names": {self.printed(letter): {meaning: True, "of": NAMED} for letter, meaning in MEANINGS.items()},
        }
        return OwnNotation(read_declarations(data, self.argument), self.argument)

    def printed(self, letter: str) -> str:
        """How a name of MEANINGS is printed, other than the symbols of a file."""
        return rf"\mathcal{{{letter}}}" if letter in (self.named.symbols or ()) else letter

    @cached_property
    def mechanism(self) -> NumericMechanism:
        """What is derived from the declaration, in symbols."""
        return self.notation.numeric[NAMED]

    def has_truth(self, truth: Fraction) -> bool:
        """Whether it is a truth of the interval."""
        low, high = self.interval
        return low <= truth <= high and (truth.denominator == 1 or not self.named.of_integers)

    # -- in symbols ----------------------------------------------------------------------------------------------------

    @property
    def shown(self) -> Mapping[str, sympy.Expr]:
        """What stands for the variables of formulas: e^(eps/2) for the exponential of half of eps."""
        if self.named.symbols is not None:
            return {name: sympy.exp(sympy.Symbol(budget) / root) for name, budget, root in self._roots}
        eps, part = sympy.Symbol("eps"), self.named.part(dict(self.numbers))
        return {name: sympy.exp(eps / part) for name in self._exponentials}

    @property
    def _exponentials(self) -> list[str]:
        """The variable that stands for the exponential of the budget, if there is one."""
        return [name for budget, name in self.mechanism.domain.exponentials if budget == self.named.budget]

    @property
    def _roots(self) -> Iterator[tuple[str, str, int]]:
        """Each variable for an exponential, e^(eps/2), with its budget and the root."""
        for written, name in self.mechanism.domain.exponentials:
            budget, _, root = written.partition("/")
            yield name, budget, int(root or 1)

    @cached_property
    def line(self) -> tuple[Fraction, Fraction]:
        """(a, b) where the expected answer to the truth t is a + b t, whatever eps is.

        Raises DesignArgumentError where it is no such function, or b = 0.
        """
        try:
            return tuple(part.evaluate({}) for part in self.mechanism.line)  # type: ignore[return-value]
        except (MeaninglessError, KeyError) as error:
            raise DesignArgumentError(f"{self.argument}: no estimate is unbiased: {error}") from error

    # -- in numbers ----------------------------------------------------------------------------------------------------

    @cached_property
    def _point(self) -> Mapping[str, arb]:
        """The value of each variable but the truth."""
        if self.level is None:
            balls = {name: arb(to_fmpq(low)).union(arb(to_fmpq(high))) for name, low, high, _ in self.given}
            powers = {name: balls[budget].root(root) for name, budget, root in self._roots if budget in balls}
            return balls | powers | {name: balls[name].log() for name in self.mechanism.budgets}
        x = arb(to_fmpq(self.level[0])).union(arb(to_fmpq(self.level[1])))
        if not self.named.budget:
            return {"eps": x.log()}
        part = self.named.part(dict(self.numbers))
        return {name: x.root(part) for name in self._exponentials}

    def broken_range(self) -> str | None:
        """A declared range of a budget in which its value does not lie; where balls touch its end, it is the end.

        Raises DesignArgumentError for an end that is no number.
        """
        for condition, text in self.notation.printed_conditions.items():
            plain = in_polynomials(condition)
            if not isinstance(plain, Condition):
                raise DesignArgumentError(f"{self.argument}: an end of a range is a number, not as in {text}")
            with ctx.workprec(BITS):
                (value,) = self._coefficients(plain.polynomial)
            if value < 0 or (plain.relation == ">" and not value > 0):
                return text
        return None

    def in_truth(self, value: RationalFunction) -> InTruth:
        """A formula as a function of the truth."""
        with ctx.workprec(BITS):
            return InTruth(self._coefficients(value.numerator), self._coefficients(value.denominator))

    def _coefficients(self, polynomial: Polynomial) -> tuple[arb, ...]:
        found = [arb(0)]
        for monomial, coefficient in polynomial.terms().items():
            power, product = 0, arb(to_fmpq(coefficient))
            for name, exponent in monomial:
                if name == self.named.truth:
                    power = exponent
                else:
                    product *= self._ball(name) ** exponent
            found += [arb(0)] * (power + 1 - len(found))
            found[power] += product
        return tuple(found)

    def _ball(self, name: str) -> arb:
        """The value of a variable, or of a power of e that ends a range."""
        constant = power_of_e_called(name)
        return self._point[name] if constant is None else arb(to_fmpq(constant.argument)).exp()

    @cached_property
    def _moments(self) -> tuple[RationalFunction, RationalFunction]:
        """The expectation and the variance of an answer, in symbols."""
        return self.mechanism.answer_mean(), self.mechanism.answer_variance()

    @cached_property
    def mean(self) -> InTruth:
        """The expectation of an answer."""
        return self.in_truth(self._moments[0])

    @cached_property
    def variance(self) -> InTruth:
        """The variance of an answer."""
        return self.in_truth(self._moments[1])

    @cached_property
    def worst_variance(self) -> tuple[float, tuple[float, ...]]:
        """The largest variance of an answer, and the truths that have it: ends of the interval, or where it turns."""
        return self._extreme_variance(max)

    @cached_property
    def least_variance(self) -> tuple[float, tuple[float, ...]]:
        """The least variance of an answer, and the truths that have it."""
        return self._extreme_variance(min)

    def _extreme_variance(self, choose: Callable[[list[float]], float]) -> tuple[float, tuple[float, ...]]:
        low, high = map(float, self.interval)
        turns = self.variance.turns(low, high)
        if self.named.of_integers:
            turns = [float(side) for turn in turns for side in (np.floor(turn), np.ceil(turn))]
        places = sorted({low, *turns, high})
        values = [float(value) for value in self.variance.rounded(np.array(places))]
        chosen = choose(values)
        return chosen, tuple(t for t, v in zip(places, values, strict=True) if abs(v - chosen) <= abs(chosen) * NEAR)

    @cached_property
    def average_variance(self) -> float:
        """The mean of the variances of the answers to all truths of the interval, each as likely as the others."""
        low, high = self.interval
        if self.named.of_integers:
            return float(self.variance.rounded(np.arange(int(low), int(high) + 1, dtype=np.float64)).mean())
        nodes, weights = np.polynomial.legendre.leggauss(AVERAGED)
        truths = float(low) + float(high - low) * (nodes + 1) / 2
        return float(weights @ self.variance.rounded(truths)) / 2

    @cached_property
    def epsilon(self) -> float | None:
        """The smallest eps, rounded; None where there is none."""
        try:
            value = self.in_truth(self.mechanism.level()).enclosed(Fraction(0))
        except MeaninglessError:
            return None
        with ctx.workprec(BITS):
            return nearest(value if self.mechanism.declared.level_is_number else value.log())

    # -- the law of an answer ------------------------------------------------------------------------------------------

    @cached_property
    def _branches(self) -> tuple[tuple[InTruth, InTruth, InTruth, bool], ...]:
        """Chance, offset and slope of each branch, and whether a number is drawn in it."""
        drawn = self.mechanism.declared.density or self.mechanism.declared.noise
        found = []
        for chance, value in self.mechanism.branches:
            powers = value.numerator.coefficients_in(drawn.name) if drawn is not None else {0: value.numerator}
            below = RationalFunction(value.denominator)
            zero = Polynomial.constant(0)
            offset, slope = (RationalFunction(powers.get(power, zero)) / below for power in (0, 1))
            line = (self.in_truth(chance), self.in_truth(offset), self.in_truth(slope))
            found.append((*line, not slope.is_zero()))
        return tuple(found)

    @cached_property
    def _drawn(self) -> tuple[tuple[InTruth, ...], ...]:
        """The numbers in the law of what is drawn: of a density its ends and its heights, of noise each parameter."""
        own = self.mechanism
        of_density = (own.ends, own.heights)
        values = of_density if own.declared.density is not None else tuple((value,) for value in own.parameters)
        return tuple(tuple(map(self.in_truth, some)) for some in values)

    def _law(self, read: Any) -> NumericLaw | None:
        """The law of the number that is drawn; `read` makes a number of what depends on the truth."""
        declared = self.mechanism.declared
        if declared.density is not None:
            ends, heights = ([read(value) for value in values] for values in self._drawn)
            return Pieces(ends, heights)
        if declared.noise is None:
            return None
        return LAWS[declared.noise.law](*(read(value) for (value,) in self._drawn))

    def branches(self, truth: Fraction) -> tuple[Branch, ...]:
        """The branches of the answer to a truth, their numbers in balls."""
        with ctx.workprec(BITS):
            law = self._law(lambda value: value.enclosed(truth))
            return tuple(
                Branch(chance.enclosed(truth), offset.enclosed(truth), slope.enclosed(truth), law if draws else None)
                for chance, offset, slope, draws in self._branches
            )

    def probability(self, truth: Fraction, low: Fraction | None, high: Fraction | None) -> tuple[Fraction, Fraction]:
        """Bounds of P(low < answer <= high), an end that is None being infinite.

        Raises DesignArgumentError where an end is a value that has a probability of its own.
        """
        found = self.probabilities(truth, [end for end in (low, high) if end is not None])
        return found[0 if low is None else 1]

    def probabilities(self, truth: Fraction, borders: Sequence[Fraction]) -> list[tuple[Fraction, Fraction]]:
        """Bounds of the probability of each cell between rising borders, which belong to the cells below them.

        Raises DesignArgumentError where a border is a value that has a probability of its own.
        """
        with ctx.workprec(BITS):
            totals = [arb(0)] * (len(borders) + 1)
            for branch in self.branches(truth):
                below = [self._at_most(branch, arb(to_fmpq(border)) - branch.offset) for border in borders]
                cells = pairwise([arb(0), *below, arb(1)])
                totals = [
                    total + branch.chance * (last - first) for total, (first, last) in zip(totals, cells, strict=True)
                ]
            bounds = [(dyadic(total.lower()), dyadic(total.upper())) for total in totals]
            zero, one = Fraction(0), Fraction(1)
            return [(max(lower, zero), min(max(upper, zero), one)) for lower, upper in bounds]

    def _at_most(self, branch: Branch, end: arb) -> arb:
        """P(slope Z <= end)."""
        if branch.law is None or branch.slope == 0:
            if end.contains(arb(0)):
                raise DesignArgumentError(f"{self.argument}: an end of a cell is an answer itself; move it a little")
            return arb(int(end > 0))
        share = branch.law.at_most(end / branch.slope)
        return share if branch.slope > 0 else arb(1) - share

    def atoms(self, truth: Fraction) -> list[float]:
        """Answers with a probability of their own, which are no integers among integers."""
        return sorted({nearest(b.offset) for b in self.branches(truth) if b.law is None or b.slope == 0})

    def kinks(self, truth: Fraction) -> list[float]:
        """Where the density of the answer jumps or bends."""
        with ctx.workprec(BITS):
            return sorted(
                nearest(b.offset) + nearest(b.slope) * kink
                for b in self.branches(truth)
                if b.law is not None and b.slope != 0
                for kink in b.law.kinks()
            )

    @cached_property
    def hulls(self) -> list[tuple[float, float]]:
        """Intervals in which the answers of each branch lie, whatever the truth is; of noise the whole line."""
        found = []
        for place in range(len(self._branches)):
            ends: list[float] = []
            for truth in self.interval:
                branch = self.branches(truth)[place]
                offset, slope = nearest(branch.offset), nearest(branch.slope)
                drawn = (0.0,) if branch.law is None else branch.law.kinks()
                ends += [offset + slope * z for z in drawn]
                if branch.law is not None and not isinstance(branch.law, Pieces):
                    ends += [-inf, inf]
            found.append((min(ends), max(ends)))
        return found

    @property
    def answers_in_words(self) -> str:
        """What answers there are."""
        if self.named.of_integers:
            return "integers"
        parts = [
            f"{low:.10g}" if low == high else f"numbers from {low:.10g} to {high:.10g}" for low, high in self.hulls
        ]
        return " or ".join(dict.fromkeys(parts))

    def is_possible(self, answer: Fraction) -> bool:
        """Whether some truth may get this answer, up to the rounding of doubles."""
        if self.named.of_integers and answer.denominator != 1:
            return False
        given = float(answer)
        return any(low - near(given) <= given <= high + near(given) for low, high in self.hulls)

    # -- samples -------------------------------------------------------------------------------------------------------

    def sample(self, truths: Floats, rng: np.random.Generator) -> Floats:
        """An independent answer to each truth: one coin decides between the branches, then the number is drawn.

        The law is that of the mechanism up to the rounding of doubles; equal generators give equal answers.
        """
        truths = np.asarray(truths, dtype=np.float64)
        law = self._law(lambda value: value.rounded(truths))
        drawn = np.zeros(truths.shape) if law is None else law.sample(truths.size, rng)
        answers, before = np.full(truths.shape, np.nan), np.zeros(truths.shape)
        coin = rng.random(truths.size)
        for place, (chance, offset, slope, _) in enumerate(self._branches):
            last = place == len(self._branches) - 1
            after = np.ones(truths.shape) if last else before + chance.rounded(truths)
            mine = (before <= coin) & (coin < after)
            answers[mine] = (offset.rounded(truths) + slope.rounded(truths) * drawn)[mine]
            before = after
        return answers

    def rule(self, truth: float, reach: float) -> Rule:
        """Numbers with probabilities, by which smooth functions of the answer to a truth have the right means.

        Noise with exponential tails is cut where it lies beyond with probability e^-reach.
        """
        at = np.array([truth])
        law = self._law(lambda value: float(value.rounded(at)[0]))
        values, chances = [], []
        for *line, draws in self._branches:
            chance, offset, slope = (float(value.rounded(at)[0]) for value in line)
            z, p = law.rule(reach) if law is not None and draws else (np.zeros(1), np.ones(1))
            values.append(offset + slope * z)
            chances.append(chance * p)
        return np.concatenate(values), np.concatenate(chances)
