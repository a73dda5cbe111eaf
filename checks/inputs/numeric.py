"""Mechanisms whose answers are numbers: formulas in a numeric truth, coins and independent random variables.

What a name means is derived from the declared means and variances. That it is so is a theorem for all laws with these
moments, which `checks.verifying.numeric_means` states and the kernel proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from checks.claims.claim import PaperError
from checks.inputs.declarations import NOISES, NumericDeclaration, SymbolDeclaration
from checks.inputs.small_protocol import MAXIMAL_DEPTH
from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError
from checks.reading import ReadingError, Symbols, read_plain, symbol
from checks.reading import syntax as tree
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, Parameter
from mechanisms.exact.entries import EntryError, check_distribution, probe_points
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.privacy import smallest_epsilon

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)


@dataclass(frozen=True)
class Toss:
    """A step of an answer: a coin that shows heads with a probability, and what is answered after it."""

    coin: str
    probability: str
    heads: Step
    tails: Step


Step = str | Toss
"""A formula, or a toss and what follows it."""


@dataclass(frozen=True)
class NumericMechanism:
    """A mechanism over the symbols of its file; `where` names its place in messages."""

    declared: NumericDeclaration
    symbols: tuple[SymbolDeclaration, ...]
    domain: Domain
    where: str

    # -- what is declared ----------------------------------------------------------------------------------------------

    @cached_property
    def vocabulary(self) -> Symbols:
        """The symbols of the file and the random variables.

        Raises PaperError for a name that cannot be declared, or is declared twice.
        """
        try:
            return Symbols(*(symbol(name, name) for name in (*(s.name for s in self.symbols), *self._random)))
        except (ValueError, ReadingError) as error:
            raise PaperError(f"{self.where}: {error}") from error

    @property
    def _random(self) -> tuple[str, ...]:
        drawn = (*self.declared.variables, self.declared.density, self.declared.noise)
        return tuple(variable.name for variable in drawn if variable is not None)

    @cached_property
    def _reader(self) -> Interpreter:
        return Interpreter(Notation(self.vocabulary, self.domain))

    @cached_property
    def budgets(self) -> Mapping[str, RationalFunction]:
        """The budgets that stand in parameters of noise as numbers, not as exponents, each as a variable of its own."""
        noise = self.declared.noise
        if noise is None or noise.law != "laplace":
            return {}
        declared = {symbol.name for symbol in self.symbols if symbol.budget}
        (scale,) = noise.parameters
        try:
            spoken = declared & tree.names_in(read_plain(scale, self.vocabulary))
        except ReadingError:
            return {}  # said where the scale is read
        return {name: RationalFunction(Polynomial.variable(name)) for name in sorted(spoken)}

    @cached_property
    def ranges(self) -> Domain:
        """The domain, in which a budget that stands as a number is positive."""
        numbers = (Parameter(name, low=Fraction(0), low_open=True) for name in self.budgets)
        return replace(self.domain, parameters=(*self.domain.parameters, *numbers))

    def number(self, text: str, what: str) -> RationalFunction:
        """A number in plain notation, in which random variables stand for themselves.

        Raises PaperError for what is no such number: a root, another power of e, or a quotient by something random.
        """
        try:
            value = self._reader.number(read_plain(text, self.vocabulary))
            if self._reader.roots or self._reader.constants:
                raise MeaninglessError("a root, or a power of e that is none of a budget, has no meaning here")
            if random := {*self._random} & {*value.denominator.names}:
                raise MeaninglessError(f"the moments of {min(random)} say nothing of what is divided by it")
            return value
        except (MeaninglessError, ReadingError, ZeroDivisionError) as error:
            raise PaperError(f"{self.where}: {what}, {text!r}: {error}") from error

    def _of_symbols(self, text: str, what: str) -> RationalFunction:
        value = self.number(text, what)
        if random := {*self._random} & {*value.names}:
            raise PaperError(f"{self.where}: {what}, {text!r}, speaks of the random variable {min(random)}")
        return value

    @cached_property
    def steps(self) -> Step:
        """The answer, with a name for each coin. Raises PaperError for what is no formula and no toss."""
        taken = {*self._random, *(s.name for s in self.symbols)}
        names = (name for i in range(1, 1 << MAXIMAL_DEPTH) if (name := f"coin{i}") not in taken)

        def read(step: Any, depth: int) -> Step:
            match step:
                case str():
                    return step
                case {"coin": str(coin), "heads": heads, "tails": tails} if len(step) == 3 and depth < MAXIMAL_DEPTH:
                    return Toss(next(names), coin, read(heads, depth + 1), read(tails, depth + 1))
            raise PaperError(
                f"{self.where}: answer is a formula, or {{ coin = probability, heads = answer, tails = answer }}"
            )

        return read(self.declared.answer, 0)

    @cached_property
    def coins(self) -> Mapping[str, RationalFunction]:
        """How likely each coin shows heads."""
        tosses = (step for step in parts_of(self.steps) if isinstance(step, Toss))
        return {toss.coin: self._of_symbols(toss.probability, "the probability of a coin") for toss in tosses}

    @cached_property
    def moments(self) -> Mapping[str, tuple[RationalFunction, RationalFunction]]:
        """Mean and variance of each random variable; a coin is one, with the values 1 for heads and 0 for tails."""
        declared = {
            v.name: (self._of_symbols(v.mean, "a mean"), self._of_symbols(v.variance, "a variance"))
            for v in self.declared.variables
        }
        if self.declared.density is not None:
            mean, square = (sum((h * part for h, part in self._pieces(power)), ZERO) for power in (1, 2))
            declared[self.declared.density.name] = mean, square - mean**2
        if (noise := self.declared.noise) is not None:
            declared[noise.name] = ZERO, NOISE_VARIANCES[noise.law](*self.parameters)
        return {**declared, **{coin: (p, p * (1 - p)) for coin, p in self.coins.items()}}

    @cached_property
    def parameters(self) -> tuple[RationalFunction, ...]:
        """The numbers beside the keys of the noise.

        Raises PaperError for a scale that has a budget both as a number and as an exponent.
        """
        noise = self.declared.noise
        assert noise is not None
        said = zip(noise.parameters, NOISES[noise.law].values(), strict=True)
        self._reader.at = dict(self.budgets)
        try:
            read = tuple(self._of_symbols(text, what) for text, what in said)
        finally:
            self._reader.at = {}
        powers = {*self.domain.exponential_names().values()}
        if self.budgets and any(powers & {*value.names} for value in read):
            raise PaperError(
                f"{self.where}: the scale of Laplace noise, {noise.parameters[0]!r}, has a budget as a number or "
                "powers of e, not both"
            )
        return read

    @cached_property
    def ends(self) -> tuple[RationalFunction, ...]:
        """Where the pieces of the density end, one more than there are heights."""
        declared = self.declared.density.ends if self.declared.density else ()
        return tuple(self._of_symbols(text, "an end of a density") for text in declared)

    @cached_property
    def heights(self) -> tuple[RationalFunction, ...]:
        """The density between neighbouring ends."""
        declared = self.declared.density.heights if self.declared.density else ()
        return tuple(self._of_symbols(text, "a density") for text in declared)

    def _pieces(self, power: int) -> Iterator[tuple[RationalFunction, RationalFunction]]:
        """The density in each piece, and the integral of z^power over it."""
        for height, (low, high) in zip(self.heights, pairwise(self.ends), strict=True):
            yield height, (high ** (power + 1) - low ** (power + 1)) / (power + 1)

    @cached_property
    def size(self) -> str | int:
        """The number of respondents: 1, a symbol or an integer. Raises PaperError for anything else."""
        text = self.declared.respondents or "1"
        if text.isdecimal() and int(text) >= 1:
            return int(text)
        if text not in {s.name for s in self.symbols if s.integer}:
            raise PaperError(f"{self.where}: respondents is an integer symbol or a number, not {text!r}")
        return text

    def check(self) -> None:
        """PaperError where what is declared is no mechanism."""
        try:
            self._check_noise()
            if not self.moments:
                raise EntryError("an answer needs a coin or a random variable")
            for p in self.coins.values():
                check_distribution((p, ONE - p), self.domain, None, "a coin", lambda _: "the probability of a coin")
            self._check_density()
            for name, (_, variance) in self.moments.items():
                if any(_is_negative(variance, point) for point in probe_points(self.ranges)):
                    raise EntryError(f"the variance of {name} is negative at a point of the domain; give its range")
        except EntryError as error:
            raise PaperError(f"{self.where}: {error}") from error
        assert self.size, "the number of respondents has been read"
        if self.is_given:
            assert self.interval, "the range of the truth has been read"
        if self.declared.entries:
            assert self.entries, "the number of entries has been read"
            if any(end != entry for end, entry in zip(self.interval, (0, 1), strict=True)):
                raise PaperError(f"{self.where}: an entry of an indicator vector is 0 or 1: give the truth this range")
        assert self.answer is not None, "the formulas of the answer have been read"

    def _check_density(self) -> None:
        """EntryError where the pieces are out of order, a density is negative, or the mass is not 1."""
        if self.declared.density is None:
            return
        name = self.declared.density.name
        lengths = [high - low for low, high in pairwise(self.ends)]
        for what, values in (("the ends of", lengths), ("the density of", self.heights)):
            if any(_is_negative(value, point) for value in values for point in probe_points(self.domain)):
                problem = "are not in order" if values is lengths else "is negative"
                raise EntryError(f"{what} {name} {problem} at a point of the domain; give the ranges of its symbols")
        if (mass := sum((h * length for h, length in self._pieces(0)), ZERO)) != ONE:
            raise EntryError(
                f"the density of {name} has the integral {mass}, not 1 (of budgets that conditions link, write one)"
            )

    def _check_noise(self) -> None:
        """EntryError where there is no noise with this parameter."""
        noise = self.declared.noise
        if noise is None:
            return
        points = list(probe_points(self.ranges))

        def is_out(margin: RationalFunction, *, may_be_0: bool) -> bool:
            return any(_is_negative(margin, point) for point in points) or (margin == ZERO and not may_be_0)

        for (key, what), text, value in zip(NOISES[noise.law].items(), noise.parameters, self.parameters, strict=True):
            is_share = key == "share"
            if is_out(value, may_be_0=is_share):
                raise EntryError(
                    f"{what}, {text}, is {'below' if is_share else 'not above'} 0 at a point of the domain"
                )
            if key in ("geometric", "staircase", "share") and is_out(ONE - value, may_be_0=is_share):
                raise EntryError(
                    f"{what}, {text}, is {'above' if is_share else 'not below'} 1 at a point of the domain"
                )

    # -- what follows from it ------------------------------------------------------------------------------------------

    @cached_property
    def answer(self) -> RationalFunction:
        """The answer as a polynomial in the random variables and the coins."""

        def value(step: Step) -> RationalFunction:
            if isinstance(step, str):
                return self.number(step, "an answer")
            heads = RationalFunction(Polynomial.variable(step.coin))
            return heads * value(step.heads) + (1 - heads) * value(step.tails)

        return value(self.steps)

    def divisors(self) -> list[RationalFunction]:
        """By what the declared formulas divide; nothing is known where one of these is zero."""
        assert self.answer is not None, "its formulas have been read"
        assert self.moments, "their formulas have been read"
        return [*self._reader.divisors]

    def expected(self, value: RationalFunction, *kept: str) -> RationalFunction:
        """The expectation of a polynomial in the random variables, as a function of those that are kept."""
        total = ZERO
        for monomial, coefficient in value.numerator.terms().items():
            product = RationalFunction.of(coefficient)
            for name, power in monomial:
                is_random = name in self.moments and name not in kept
                product *= (
                    self._moment(name, power) if is_random else RationalFunction(Polynomial.variable(name)) ** power
                )
            total += product
        return total / RationalFunction(value.denominator)

    def _moment(self, name: str, power: int) -> RationalFunction:
        mean, variance = self.moments[name]
        if power > 2:
            raise MeaninglessError(f"E[{name}^{power}] is needed; of {name} only mean and variance are declared")
        return mean if power == 1 else variance + mean**2

    @property
    def is_given(self) -> bool:
        """Whether the truth is any number of an interval, not a random variable."""
        return self.declared.truth not in self._random

    @property
    def of_integers(self) -> bool:
        """Whether the truth is an integer: the noise is a random one, or the truth an entry of an indicator vector."""
        noise = self.declared.noise
        return noise is not None and (noise.law == "geometric" or bool(self.declared.entries))

    @cached_property
    def entries(self) -> str | int:
        """How many entries the indicator vector has: an integer symbol or a number, at least 2.

        Raises PaperError for anything else.
        """
        text = self.declared.entries
        if text.isdecimal() and int(text) >= 2:
            return int(text)
        known = {s.name for s in self.symbols if s.integer}
        low = next((p.low for p in self.domain.parameters if p.name == text), None)
        if text not in known or low is None or low < 2:
            raise PaperError(f"{self.where}: entries is a number, or an integer symbol, of at least 2, not {text!r}")
        return text

    @cached_property
    def interval(self) -> tuple[Fraction, Fraction]:
        """The ends of the interval in which the truth lies, where it is a symbol.

        Raises PaperError for a range that lacks an end, and for integers where the truth is a real number, or the
        reverse.
        """
        range_ = next(p for p in self.domain.parameters if p.name == self.declared.truth)
        if range_.low is None or range_.high is None or range_.low_open or range_.high_open:
            raise PaperError(
                f'{self.where}: the truth {range_.name} has a range with both ends, such as "-1 <= {range_.name} <= 1"'
            )
        if range_.integer != self.of_integers:
            kind = "is an integer here" if self.of_integers else "is no integer"
            raise PaperError(f"{self.where}: the truth {range_.name} {kind}; see integer = true among the symbols")
        return range_.low, range_.high

    @cached_property
    def target(self) -> RationalFunction:
        """What is estimated: the truth, or its mean where it is a random variable."""
        truth = RationalFunction(Polynomial.variable(self.declared.truth))
        return truth if self.is_given else self.moments[self.declared.truth][0]

    @cached_property
    def line(self) -> tuple[RationalFunction, RationalFunction]:
        """(a, b) where the expected answer to the truth t is a + b t; MeaninglessError where it is not linear."""
        truth = self.declared.truth
        value = self.expected(self.answer, truth)
        powers = value.numerator.coefficients_in(truth)
        if truth in value.denominator.names or max(powers, default=0) != 1:
            raise MeaninglessError(
                f"the expected answer to the truth {truth} is {value}, which is not linear in it: "
                "no linear function of the average answer is unbiased"
            )
        below = RationalFunction(value.denominator)
        zero = Polynomial.constant(0)
        return RationalFunction(powers.get(0, zero)) / below, RationalFunction(powers[1]) / below

    def answer_mean(self) -> RationalFunction:
        """The expectation of one answer."""
        return self.expected(self.answer)

    def answer_variance(self) -> RationalFunction:
        """The variance of one answer."""
        return self.expected(self.answer * self.answer) - self.answer_mean() ** 2

    def noise_size(self) -> RationalFunction:
        """The expected size E|N| of the noise N. Raises MeaninglessError without noise."""
        if (noise := self.declared.noise) is None:
            raise MeaninglessError("noise_size is the expected size of noise, and none is added here")
        return NOISE_SIZES[noise.law](*self.parameters)

    def estimator(self) -> RationalFunction:
        """The unbiased linear function of the average answer.

        Raises PaperError where no symbol for the average is declared.
        """
        if not self.declared.average:
            raise PaperError(f'{self.where}: average = "..." says which symbol is the average of the answers')
        a, b = self.line
        return (self._of_symbols(self.declared.average, "average") - a) / b

    def mean(self) -> RationalFunction:
        """The expectation of the estimate."""
        a, b = self.line
        return (self.answer_mean() - a) / b

    def bias(self) -> RationalFunction:
        """Its bias."""
        return self.mean() - self.target

    def variance(self) -> RationalFunction:
        """The variance of the estimate."""
        n = RationalFunction.of(
            Polynomial.of(self.size) if isinstance(self.size, int) else Polynomial.variable(self.size)
        )
        return self.answer_variance() / (n * self.line[1] ** 2)

    def mean_squared_error(self) -> RationalFunction:
        """Its mean squared error."""
        return self.variance() + self.bias() ** 2

    @cached_property
    def branches(self) -> tuple[tuple[RationalFunction, RationalFunction], ...]:
        """What coins may lead to: each answer, a formula, with its probability."""

        def follow(step: Step, chance: RationalFunction) -> Iterator[tuple[RationalFunction, RationalFunction]]:
            if isinstance(step, Toss):
                p = self.coins[step.coin]
                yield from follow(step.heads, chance * p)
                yield from follow(step.tails, chance * (1 - p))
            else:
                yield chance, self.number(step, "an answer")

        return tuple(follow(self.steps, ONE))

    @cached_property
    def chances(self) -> tuple[tuple[RationalFunction, RationalFunction], ...]:
        """The answers that are possible, different numbers, each with its probability, but for those with a density.

        Raises MeaninglessError where answers depend on random variables besides coins, or tell the truth itself.
        """
        if self.declared.variables:
            raise MeaninglessError("the smallest eps is derived where the answer depends on coins alone")
        found: dict[RationalFunction, RationalFunction] = {}
        for chance, value in self.branches:
            if not {*self._random} & {*value.names}:
                found[value] = found.get(value, ZERO) + chance
        if any(self.declared.truth in value.names for value in found):
            raise MeaninglessError("an answer tells the truth itself: eps is infinite, or a density is needed")
        return tuple(found.items())

    @cached_property
    def share_of_density(self) -> RationalFunction:
        """How likely the answer is the number with the density; MeaninglessError where it may be a function of that."""
        assert self.declared.density is not None
        name = self.declared.density.name
        share = ZERO
        for chance, value in self.branches:
            if value == RationalFunction(Polynomial.variable(name)):
                share += chance
            elif name in value.names:
                raise MeaninglessError(f"the smallest eps is derived where an answer with {name} is {name} itself")
        if self.declared.truth in share.names or share == ZERO:
            raise MeaninglessError(
                f"the smallest eps is derived where {name} has the same chance for each truth, not 0"
            )
        return share

    def level(self) -> RationalFunction:
        """The smallest eps, over all truths in the interval; its exponential where that is what is known."""
        return self._level_of_noise() if self.declared.noise is not None else self._exponential_of_epsilon()

    def _level_of_noise(self) -> RationalFunction:
        """Of noise added to the truth: the width of the interval over the scale, or of a vector two entries over it."""
        noise, truth = self.declared.noise, self.declared.truth
        assert noise is not None
        if self.answer != RationalFunction(Polynomial.variable(truth) + Polynomial.variable(noise.name)):
            raise MeaninglessError(f"the smallest eps is derived where the answer is {truth} + {noise.name}")
        if any(truth in value.names for value in self.parameters):
            raise MeaninglessError(f"the smallest eps is derived where the noise is the same for each truth {truth}")
        low, high = self.interval
        parameter, *others = self.parameters
        if self.declared.entries:
            return 2 / parameter
        if noise.law == "staircase":
            room = others[-1] - (high - low)
            if low == high or any(_is_negative(room, point) for point in probe_points(self.domain)):
                raise MeaninglessError(
                    f"the smallest eps is derived where the truths, from {low} to {high}, are different and no further "
                    f"apart than the width of a step, {noise.parameters[-1]}"
                )
            return 1 / parameter
        return (high - low) / parameter if noise.law == "laplace" else parameter ** int(low - high)

    def _exponential_of_epsilon(self) -> RationalFunction:
        """Of probabilities that are linear in the truth the largest ratio is that of the two ends of the interval.

        Of a density whose pieces move with the truth it is that of the largest and the least height.
        """
        if self.declared.density is None:
            return self._ratio_of_chances()
        level = self._ratio_of_heights()
        if self.chances:
            others = self._ratio_of_chances()
            if any(_is_negative(level - others, point) for point in probe_points(self.domain)):
                raise MeaninglessError(
                    "an answer without the density tells more than the density: then the smallest eps is not derived"
                )
        return level

    def _ratio_of_chances(self) -> RationalFunction:
        truth = self.declared.truth
        if not self.is_given:
            raise MeaninglessError("the smallest eps is that of truths in an interval; the truth is a random variable")
        for _, chance in self.chances:
            if truth in chance.denominator.names or chance.numerator.degree(truth) > 1:
                raise MeaninglessError(f"the probability {chance} is not linear in the truth {truth}")
        listed = [chance for _, chance in self.chances]
        rest = [ONE - sum(listed, ZERO)] if self.declared.density is not None else []
        rows = [[chance.substitute({truth: end}) for chance in (*listed, *rest)] for end in self.interval]
        loss = smallest_epsilon(Design(rows, self.domain.without(truth)))
        if loss.is_infinite:
            raise MeaninglessError("an answer is possible for one truth and not for another: eps is infinite")
        largest = dict.fromkeys(candidate.value for candidate in loss.candidates if candidate.value is not None)
        if len(largest) > 1:
            raise MeaninglessError(f"the largest of {', '.join(map(str, largest))} is not read here")
        return next(iter(largest))

    def _ratio_of_heights(self) -> RationalFunction:
        assert self.declared.density is not None
        truth = self.declared.truth
        _ = self.share_of_density  # MeaninglessError where an answer is something else than the number itself
        if any(truth in value.names for value in (self.ends[0], self.ends[-1], *self.heights)):
            raise MeaninglessError(
                f"the first or the last end, or the height of a piece, depends on the truth {truth}: "
                "the smallest eps is derived where only the ends between the pieces do"
            )
        if any(height == ZERO for height in self.heights):
            raise MeaninglessError("an answer is possible for one truth and not for another: eps is infinite")
        points = [p for p in probe_points(self.domain) if all(h.denominator.evaluate(p) != 0 for h in self.heights)]
        orders = {
            tuple(choose(self.heights, key=lambda height: height.evaluate(point)) for choose in (max, min))
            for point in points
        }
        if len(orders) != 1:
            raise MeaninglessError("which piece is the highest, and which the lowest, is not the same everywhere")
        highest, lowest = orders.pop()
        return highest / lowest


def _staircase_variance(a: RationalFunction, g: RationalFunction, d: RationalFunction) -> RationalFunction:
    """The sum over the steps of the integrals of z^2 times the density."""
    series = (3 * g**2 - 3 * g + 1) / (ONE - a) + 3 * (2 * g - 1) / (ONE - a) ** 2 + 3 * (ONE + a) / (ONE - a) ** 3
    return (ONE - a) * d**2 / (3 * (g + a * (ONE - g))) * (g**3 + a * series)


def _staircase_size(a: RationalFunction, g: RationalFunction, d: RationalFunction) -> RationalFunction:
    """The sum over the steps of the integrals of |z| times the density."""
    series = (2 * g - 1) / (ONE - a) + 2 / (ONE - a) ** 2
    return (ONE - a) * d / (2 * (g + a * (ONE - g))) * (g**2 + a * series)


NOISE_VARIANCES: Mapping[str, Callable[..., RationalFunction]] = {
    "laplace": lambda scale: 2 * scale**2,
    "geometric": lambda ratio: 2 * ratio / (ONE - ratio) ** 2,
    "staircase": _staircase_variance,
}
"""The variance of noise of each law of NOISES, from its parameters."""
NOISE_SIZES: Mapping[str, Callable[..., RationalFunction]] = {
    "laplace": lambda scale: scale,
    "geometric": lambda ratio: 2 * ratio / ((ONE - ratio) * (ONE + ratio)),
    "staircase": _staircase_size,
}
"""The expected size of noise of each law of NOISES, from its parameters."""
NUMERIC_MEANING_OF: Mapping[str, Callable[[NumericMechanism], RationalFunction]] = {
    "answer_mean": NumericMechanism.answer_mean,
    "answer_variance": NumericMechanism.answer_variance,
    "noise_size": NumericMechanism.noise_size,
    "estimator": NumericMechanism.estimator,
    "mean": NumericMechanism.mean,
    "bias": NumericMechanism.bias,
    "variance": NumericMechanism.variance,
    "mse": NumericMechanism.mean_squared_error,
    "epsilon": NumericMechanism.level,
}
"""What a name means of one mechanism."""
OF_THE_ANSWER = frozenset(("answer_mean", "answer_variance", "noise_size", "epsilon"))
"""Meanings that speak of no estimate."""


def parts_of(step: Step) -> Iterator[Step]:
    """A step and all that may follow it."""
    yield step
    if isinstance(step, Toss):
        yield from parts_of(step.heads)
        yield from parts_of(step.tails)


def _is_negative(value: RationalFunction, point: Mapping[str, Fraction]) -> bool:
    return value.denominator.evaluate(point) != 0 and value.evaluate(point) < 0
