"""The second witness of mechanisms whose answers are numbers: all answers listed at a point, without symbolic algebra.

Each random variable takes two values there, with the declared mean and variance; coins are tossed. One with a density
takes three in each piece, the ends and the middle, with the weights 1, 4, 1 of Simpson's rule, which is exact for
polynomials of the third degree. Laplace noise of scale b takes 0 and, half as often each, 2b and -2b: the rule of Radau
and Laguerre, exact for polynomials of the second degree. Geometric noise is the difference of two geometric variables.
Staircase noise is a sign times a number that is uniform on its first step, or on one after a geometric number of
others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import count, pairwise, product

from checks.inputs.numeric import NumericMechanism, Step, Toss, parts_of
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.enumeration import sum_of
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, furthest, logarithm, multiply

Chance = tuple[Numeric, Numeric]
"""A probability, and a number that is answered with it."""
Piece = tuple[Numeric, Numeric, Numeric]
"""Two ends, and the density between them."""


@dataclass(frozen=True)
class NumericWitness:
    """Values at a point of what names can mean of one mechanism."""

    own: NumericMechanism
    _trees: dict[str, tree.Node] = field(default_factory=dict, compare=False, repr=False)

    def _read(self, text: str) -> tree.Node:
        if text not in self._trees:
            self._trees[text] = read_plain(text, self.own.vocabulary)
        return self._trees[text]

    def symbols(self, meaning: str) -> frozenset[str]:
        """The symbols that a meaning rests on, a budget by its exponential."""
        declared = self.own.declared
        texts = [moment for variable in declared.variables for moment in (variable.mean, variable.variance)]
        if declared.density is not None:
            texts += [*declared.density.ends, *declared.density.heights]
        if declared.noise is not None:
            texts += declared.noise.parameters
        texts += [step.probability if isinstance(step, Toss) else step for step in parts_of(self.own.steps)]
        texts += [declared.truth] if self.own.is_given and meaning != "epsilon" else []
        texts += [declared.respondents] if meaning in ("variance", "mse") and declared.respondents else []
        texts += [declared.average] if meaning == "estimator" else []
        names = frozenset[str]().union(*(tree.names_in(self._read(text)) for text in texts))
        names -= {
            variable.name
            for variable in (*declared.variables, declared.density, declared.noise)
            if variable is not None
        }
        names -= {declared.truth} if meaning == "epsilon" else set()
        budgets = self.own.domain.exponential_names()
        return frozenset(budgets.get(name, name) for name in names)

    # -- answers -------------------------------------------------------------------------------------------------------

    def answers(self, point: Evaluator, fixed: Mapping[str, Numeric] | None = None) -> Iterator[Chance]:
        """All answers with their probabilities; some variables, or the truth, may have a fixed value."""
        known = dict(fixed or {})
        point = point.at(**known)
        variables = [v for v in self.own.declared.variables if v.name not in known]
        names = [variable.name for variable in variables]
        laws: list[tuple[Chance, ...]] = [
            self._two_values(point, v.mean, v.variance, Fraction(2 * i + 1, i + 2)) for i, v in enumerate(variables)
        ]
        if self.own.declared.density is not None:
            names.append(self.own.declared.density.name)
            laws.append(self._three_values_a_piece(point))
        if self.own.declared.noise is not None:
            names.append(self.own.declared.noise.name)
            laws.append(self._values_of_noise(point, self.own.declared.noise.law))
        for values in product(*laws):
            chance: Numeric = point.of(1)
            for p, _ in values:
                chance = multiply(chance, p)
            drawn = {name: worth for name, (_, worth) in zip(names, values, strict=True)}
            there = point.at(**drawn)
            for p, answer in self._leaves(self.own.steps, there):
                yield multiply(chance, p), there.number(answer)

    def _two_values(self, point: Evaluator, mean: str, variance: str, below: Fraction) -> tuple[Chance, ...]:
        """The law on mean - d and mean + variance/d, whose moments are these."""
        centre, spread = point.number(self._read(mean)), point.number(self._read(variance))
        d = point.of(below)
        above = divide(spread, d)
        whole = add(d, above)
        return (divide(above, whole), add(centre, -d)), (divide(d, whole), add(centre, above))

    def _pieces(self, point: Evaluator) -> list[Piece]:
        """The ends of each piece of the density, and its height."""
        declared = self.own.declared.density
        if declared is None:
            return []
        ends = [point.number(self._read(end)) for end in declared.ends]
        heights = [point.number(self._read(height)) for height in declared.heights]
        return [(low, high, height) for (low, high), height in zip(pairwise(ends), heights, strict=True)]

    def _three_values_a_piece(self, point: Evaluator) -> tuple[Chance, ...]:
        """Simpson's rule."""
        found: list[Chance] = []
        for low, high, height in self._pieces(point):
            sixth = divide(multiply(height, add(high, -low)), point.of(6))
            middle = divide(add(low, high), point.of(2))
            found += [(sixth, low), (multiply(point.of(4), sixth), middle), (sixth, high)]
        return tuple(found)

    def _values_of_noise(self, point: Evaluator, law: str) -> tuple[Chance, ...]:
        """A law with few values that has the mean and the variance of the noise."""
        if law == "staircase":
            return self._values_of_staircase(point)
        (parameter,) = self._parameters(point)
        if law == "laplace":
            away = multiply(point.of(2), parameter)
            quarter = point.of(Fraction(1, 4))
            return (quarter, -away), (point.of(Fraction(1, 2)), point.of(0)), (quarter, away)
        mean = divide(parameter, add(1, -parameter))
        below = divide(mean, point.of(2))
        variance = add(mean, multiply(mean, mean))
        above = divide(variance, below)
        whole = add(below, above)
        one = ((divide(above, whole), add(mean, -below)), (divide(below, whole), add(mean, above)))
        return tuple((multiply(p, q), add(y, -z)) for (p, y), (q, z) in product(one, repeat=2))

    def _values_of_staircase(self, point: Evaluator) -> tuple[Chance, ...]:
        """Simpson's rule on the first step, and on a later one, whose number has two values with its two moments."""
        ratio, share, width = self._parameters(point)
        later = divide(ratio, add(1, -ratio))
        whole = add(share, later)
        below = divide(later, point.of(2))
        variance = add(later, multiply(later, later))
        above = divide(variance, below)
        sum_ = add(below, above)
        rule = [(point.of(Fraction(w, 6)), point.of(Fraction(i, 2))) for i, w in enumerate((1, 4, 1))]
        away = [(multiply(divide(share, whole), p), multiply(share, u)) for p, u in rule]
        for chance, steps in ((divide(above, sum_), add(later, -below)), (divide(below, sum_), add(later, above))):
            start = add(share, steps)
            away += [(multiply(multiply(divide(later, whole), chance), p), add(start, u)) for p, u in rule]
        half = point.of(Fraction(1, 2))
        sized = [(multiply(half, p), multiply(width, z)) for p, z in away]
        return tuple((p, y) for p, z in sized for y in (z, -z))

    def _leaves(self, step: Step, point: Evaluator) -> Iterator[tuple[Numeric, tree.Node]]:
        """What coins may lead to: the formula of each answer, with its probability."""
        if isinstance(step, str):
            yield point.of(1), self._read(step)
            return
        heads = point.number(self._read(step.probability))
        for chance, after in ((heads, step.heads), (add(1, -heads), step.tails)):
            for p, answer in self._leaves(after, point):
                yield multiply(chance, p), answer

    def _moments(self, answers: Iterator[Chance]) -> tuple[Numeric, Numeric]:
        """Mean and variance of the answers."""
        listed = list(answers)
        mean = sum_of(multiply(p, z) for p, z in listed)
        away = [(p, add(z, -mean)) for p, z in listed]
        return mean, sum_of(multiply(p, multiply(z, z)) for p, z in away)

    # -- one function a meaning ----------------------------------------------------------------------------------------

    def answer_mean(self, point: Evaluator) -> Numeric:
        """The mean of the answers."""
        return self._moments(self.answers(point))[0]

    def answer_variance(self, point: Evaluator) -> Numeric:
        """The variance of the answers."""
        return self._moments(self.answers(point))[1]

    def noise_size(self, point: Evaluator) -> Numeric:
        """The mean size of the noise; of an integer the chance that it is not 0, times the mean of a geometric one."""
        noise = self.own.declared.noise
        assert noise is not None, "a name speaks of noise where there is some"
        if noise.law == "geometric":
            (ratio,) = self._parameters(point)
            not_0 = divide(multiply(point.of(2), ratio), add(1, ratio))
            return divide(not_0, add(1, -ratio))
        values = self._values_of_noise(point, noise.law)
        return sum_of(multiply(p, z if compare(z, 0) >= 0 else -z) for p, z in values)

    def _line(self, point: Evaluator) -> tuple[Numeric, Numeric]:
        """The mean answers to the truths 0 and 1, as that to 0 and what is added for 1."""
        truth = self.own.declared.truth
        at_0, at_1 = (self._moments(self.answers(point, {truth: point.of(t)}))[0] for t in (0, 1))
        return at_0, add(at_1, -at_0)

    def estimator(self, point: Evaluator) -> Numeric:
        """The truth to which the average answer is the mean answer."""
        a, b = self._line(point)
        return divide(add(point.number(self._read(self.own.declared.average)), -a), b)

    def mean(self, point: Evaluator) -> Numeric:
        """The truth to which the mean answer belongs."""
        a, b = self._line(point)
        return divide(add(self.answer_mean(point), -a), b)

    def bias(self, point: Evaluator) -> Numeric:
        """The mean less what is estimated."""
        declared = self.own.declared
        means = {v.name: v.mean for v in declared.variables}
        return add(self.mean(point), -point.number(self._read(means.get(declared.truth, declared.truth))))

    def variance(self, point: Evaluator) -> Numeric:
        """That of one answer, by the square of the slope and the number of answers."""
        _, b = self._line(point)
        size = point.number(self._read(str(self.own.size)))
        return divide(self.answer_variance(point), multiply(size, multiply(b, b)))

    def mean_squared_error(self, point: Evaluator) -> Numeric:
        """The variance and the squared bias."""
        bias = self.bias(point)
        return add(self.variance(point), multiply(bias, bias))

    def level_of_noise(self, point: Evaluator) -> Numeric:
        """The largest difference of the distances of an answer from two truths, by the scale of the noise."""
        return divide(point.of(self._largest_difference()), self._parameters(point)[0])

    def _parameters(self, point: Evaluator) -> list[Numeric]:
        assert self.own.declared.noise is not None
        powers = self.own.domain.exponential_names()
        point = point.at(**{budget: logarithm(point.values[powers[budget]]) for budget in self.own.budgets})
        return [point.number(self._read(text)) for text in self.own.declared.noise.parameters]

    def _largest_difference(self) -> Fraction:
        ends = self.own.interval
        if self.own.declared.entries:  # entries 1 and 0 under one category, 0 and 1 under another
            return max(Fraction(abs(y) + abs(z - 1) - abs(y - 1) - abs(z)) for y, z in product(ends, repeat=2))
        return max(abs(z - t) - abs(z - s) for s, t, z in product(ends, repeat=3))

    def exponential_of_epsilon(self, point: Evaluator) -> Numeric:
        """The largest ratio of the probabilities of an answer, over truths on a grid of the interval with its ends."""
        if self.own.declared.noise is not None:
            rarer, *others = self._parameters(point)
            apart = self._most_steps(point, *others) if others else int(self._largest_difference())
            return divide(point.of(1), reduce(multiply, [rarer] * apart, point.of(1)))
        low, high = self.own.interval
        truths = [low + (high - low) * Fraction(i, 4) for i in range(5)]
        pieces = [self._pieces(point.at(**{self.own.declared.truth: point.of(t)})) for t in truths]
        laws = [self._law(point, truth) for truth in truths]
        ratios = [
            divide(p, q)
            for one in laws
            for other in laws
            for (p, answer) in one
            for (q, same) in other
            if compare(answer, same) == 0 and compare(p, 0) != 0
        ]
        return furthest("max", [*ratios, *self._ratios_of_densities(pieces)])

    def _most_steps(self, point: Evaluator, share: Numeric, width: Numeric) -> int:
        """How many steps an answer is further from one end of the interval than from the other, at starts of steps."""
        low, high = (point.of(end) for end in self.own.interval)

        def step(z: Numeric) -> int:
            size = z if compare(z, 0) >= 0 else -z
            return next(i for i in count() if compare(size, multiply(add(share, point.of(i)), width)) < 0)

        starts = [multiply(add(share, point.of(i)), width) for i in range(3)]
        answers = [add(end, away) for end in (low, high) for start in starts for away in (start, -start)]
        return max(abs(step(add(z, -low)) - step(add(z, -high))) for z in answers)

    def _ratios_of_densities(self, laws: Sequence[Sequence[Piece]]) -> list[Numeric]:
        """Of two densities at an answer: each piece of one against each piece of the other that overlaps it."""
        ratios: list[Numeric] = []
        for one, other in product(laws, repeat=2):
            for (low, high, height), (start, end, below) in product(one, other):
                left, right = furthest("max", [low, start]), furthest("min", [high, end])
                if compare(left, right) < 0 and compare(height, 0) != 0:
                    ratios.append(divide(height, below))
        return ratios

    def _law(self, point: Evaluator, truth: Fraction) -> list[Chance]:
        """The answers that are numbers, and no random variable with a density, each with its probability."""
        if self.own.declared.variables:
            raise NotEvaluatedError("an answer with random variables has more than finitely many values")
        law: list[Chance] = []
        density = self.own.declared.density
        there = point.at(**{self.own.declared.truth: point.of(truth)})
        for p, leaf in self._leaves(self.own.steps, there):
            if density is not None and density.name in tree.names_in(leaf):
                continue
            answer = there.number(leaf)
            same = next((i for i, (_, other) in enumerate(law) if compare(answer, other) == 0), None)
            if same is None:
                law.append((p, answer))
            else:
                law[same] = add(law[same][0], p), answer
        return law


NUMERIC_VALUES: Mapping[str, Callable[[NumericWitness, Evaluator], Numeric]] = {
    "answer_mean": NumericWitness.answer_mean,
    "answer_variance": NumericWitness.answer_variance,
    "noise_size": NumericWitness.noise_size,
    "estimator": NumericWitness.estimator,
    "mean": NumericWitness.mean,
    "bias": NumericWitness.bias,
    "variance": NumericWitness.variance,
    "mse": NumericWitness.mean_squared_error,
    "epsilon": NumericWitness.level_of_noise,
}
