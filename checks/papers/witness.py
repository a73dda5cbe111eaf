"""The second witness of a claims file: the declared mechanism followed at exact points, without symbolic algebra."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import Any

from checks.inputs.declarations import GIVEN, NameDeclaration
from checks.inputs.every_size import printed
from checks.inputs.mechanism import OwnMechanism
from checks.inputs.own_notation import OwnNotation, exponential_of, exponential_of_name
from checks.papers.numeric_witness import NUMERIC_VALUES, NumericWitness
from checks.reading import Symbols, read_plain
from checks.reading import syntax as tree
from checks.reading.families import Family
from checks.witness import Evaluator, Meanings, Space, StatementWitness, matrix_meanings
from checks.witness.enumeration import Rows, law_of_counts, privacy_gaps, response_law, sum_of
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, UndefinedError, add, compare, divide, furthest, multiply
from checks.witness.points import Draw
from checks.witness.regions import finite
from mechanisms.exact.domain import Parameter

Solved = list[list[Numeric]]
MOST_ASKED = 12
"""Respondents whose responses are enumerated."""
_OF_COUNTS = frozenset(("estimator", "mle", "clipped_mle", "frequency"))
_WITHOUT_PRIOR = _OF_COUNTS | {
    "design",
    "transposed_design",
    "determinant",
    "trace",
    "rank",
    "inverse",
    "pseudo_inverse",
    "characteristic_polynomial",
    "spectrum",
    "second_eigenvalue",
    "possible_responses",
    "conditional",
    "epsilon",
    "delta",
    "channel",
    "relaxation",
}
_OF_RESPONDENTS = _OF_COUNTS | {
    "variance", "added_variance", "mse", "covariance", "covariance_matrix", "fisher_information",
    "count_mean", "count_variance", "frequency_mean", "frequency_variance", "operator",
}  # fmt: skip


@dataclass(frozen=True)
class MechanismWitness:
    """Values at a point of what names can mean of one mechanism."""

    own: OwnMechanism
    _trees: dict[str, tree.Node] = field(default_factory=dict, compare=False, repr=False)
    _names: dict[str, frozenset[str]] = field(default_factory=dict, compare=False, repr=False)
    _ratios: dict[type, Numeric] = field(default_factory=dict, compare=False, repr=False)

    def number(self, point: Evaluator, text: str) -> Numeric:
        """A number in plain notation, at the point."""
        return point.number(self._read(text))

    def _read(self, text: str) -> tree.Node:
        """A number in plain notation, which is read once for all points."""
        if text not in self._trees:
            self._trees[text] = read_plain(text, self.own.vocabulary)
        return self._trees[text]

    def symbols(self, meaning: str) -> frozenset[str]:
        """The symbols that a meaning rests on, a budget by its exponential."""
        declared, steps = self.own.declared, self.own.protocol
        texts = [*(entry for row in declared.matrix for entry in row), *self.own.parameters.values()]
        texts += steps.weights() if steps is not None else []
        texts += declared.prior if meaning not in _WITHOUT_PRIOR else ()
        texts += declared.counts.values() if meaning in _OF_COUNTS else ()
        texts += [declared.respondents] if meaning in _OF_RESPONDENTS else ()
        printed = {name for text in texts for name in self._names_of(text)}
        budgets = self.own.domain.exponential_names()
        return frozenset(budgets.get(name, name) for name in printed)

    def _names_of(self, text: str) -> frozenset[str]:
        if text not in self._names:
            self._names[text] = frozenset(tree.names_in(self._read(text)))
        return self._names[text]

    def rows(self, point: Evaluator) -> Rows:
        """P(response | truth): entries as printed, or by following the protocol."""
        mechanism = self.own.declared
        if mechanism.matrix:
            return tuple(tuple(self.number(point, entry) for entry in row) for row in mechanism.matrix)
        steps = self.own.protocol
        if steps is not None:
            laws = [
                response_law(lambda t: steps.program(t, lambda text: self.number(point, text)), truth, {}, point.of)
                for truth in mechanism.truths
            ]
            return tuple(tuple(law.get(label, point.of(0)) for label in mechanism.responses) for law in laws)
        known = self.own.catalogued.protocol
        values = {name: self.number(point, text) for name, text in self.own.parameters.items()}
        responses = known.responses if known.responses is not None else known.design().responses
        laws_of = [response_law(known.program, truth, values, point.of) for truth in known.truths]
        return tuple(tuple(law.get(response, point.of(0)) for response in responses) for law in laws_of)

    def prior(self, point: Evaluator) -> tuple[Numeric, ...]:
        """The probability of each truth."""
        return tuple(self.number(point, text) for text in self.own.declared.prior)

    def law(self, point: Evaluator) -> tuple[Numeric, ...]:
        """The law of a response, by total probability."""
        prior, rows = self.prior(point), self.rows(point)
        return tuple(
            sum_of(multiply(p, row[y]) for p, row in zip(prior, rows, strict=True)) for y in range(len(rows[0]))
        )

    def size(self, point: Evaluator) -> Numeric:
        """The number of respondents."""
        return self.number(point, str(self.own.size))

    def estimates(self, point: Evaluator) -> Solved:
        """What one response says of the shares: for each response the solution of shares P = that response alone.

        Raises NotEvaluatedError for a design that is not square.
        """
        rows = self.rows(point)
        if len(rows) != len(rows[0]):
            raise NotEvaluatedError("the estimate by a design that is not square has no value here")
        columns = [list(column) for column in zip(*rows, strict=True)]
        return [
            solved(columns, [point.of(int(y == response)) for y in range(len(columns))])
            for response in range(len(columns))
        ]

    def share(self, point: Evaluator, truth: str) -> list[Numeric]:
        """What each response adds to the estimate of the share of a truth."""
        return [estimate[self.own.row(truth)] for estimate in self.estimates(point)]

    # one function a meaning

    def counts(self, point: Evaluator) -> list[Numeric]:
        """How many give each response, the one without a name the rest."""
        mechanism = self.own.declared
        named = {label: self.number(point, text) for label, text in mechanism.counts.items()}
        rest = add(self.size(point), -sum_of(named.values()))
        return [named.get(label, rest) for label in mechanism.responses]

    def estimator(self, point: Evaluator, truth: str) -> Numeric:
        """The mean of what the responses say."""
        said = zip(self.counts(point), self.share(point, truth), strict=True)
        return divide(sum_of(multiply(n, e) for n, e in said), self.size(point))

    def clipped(self, point: Evaluator, truth: str) -> Numeric:
        """The estimate, or the end of [0, 1] that lies next to it."""
        return furthest("min", [point.of(1), furthest("max", [point.of(0), self.estimator(point, truth)])])

    def covariance(self, point: Evaluator, first: str, second: str) -> Numeric:
        """Of the estimates: that of one respondent, summed over the responses, divided by how many there are."""
        a, b = self.share(point, first), self.share(point, second)
        if self.own.declared.data == GIVEN:
            rows = self.rows(point)
            parts = (
                multiply(p, self.one_respondent(row, a, b)) for p, row in zip(self.prior(point), rows, strict=True)
            )
            return divide(sum_of(parts), self.size(point))
        return divide(self.one_respondent(self.law(point), a, b), self.size(point))

    def one_respondent(self, law: Sequence[Numeric], a: list[Numeric], b: list[Numeric]) -> Numeric:
        """The covariance of what one response says of two shares, under a law of the response."""
        means = [sum_of(multiply(p, v) for p, v in zip(law, values, strict=True)) for values in (a, b)]
        return sum_of(
            multiply(p, multiply(add(u, -means[0]), add(v, -means[1]))) for p, u, v in zip(law, a, b, strict=True)
        )

    def mean(self, point: Evaluator, truth: str) -> Numeric:
        """Of the estimate."""
        return sum_of(multiply(p, v) for p, v in zip(self.law(point), self.share(point, truth), strict=True))

    def bias(self, point: Evaluator, truth: str) -> Numeric:
        """The mean less the share."""
        return add(self.mean(point, truth), -self.prior(point)[self.own.row(truth)])

    def added_variance(self, point: Evaluator, truth: str) -> Numeric:
        """The variance less that of truthful answers."""
        if self.own.declared.data == GIVEN:
            return self.covariance(point, truth, truth)
        share = self.prior(point)[self.own.row(truth)]
        plain = divide(multiply(share, add(1, -share)), self.size(point))
        return add(self.covariance(point, truth, truth), -plain)

    def mean_squared_error(self, point: Evaluator, truth: str) -> Numeric:
        """The variance and the squared bias."""
        bias = self.bias(point, truth)
        return add(self.covariance(point, truth, truth), multiply(bias, bias))

    def fisher_information(self, point: Evaluator) -> Numeric:
        """n times the sum over responses of (how much more likely under the second truth)^2 / how likely."""
        first, second = self.rows(point)
        gains = [add(b, -a) for a, b in zip(first, second, strict=True)]
        parts = [divide(multiply(g, g), p) for g, p in zip(gains, self.law(point), strict=True)]
        return multiply(self.size(point), sum_of(parts))

    def count_mean(self, point: Evaluator, response: str) -> Numeric:
        """How many are expected to give a response."""
        return multiply(self.size(point), self.law(point)[self.own.column(response)])

    def count_variance(self, point: Evaluator, response: str) -> Numeric:
        """The variance of whether one respondent gives the response, summed over the respondents."""
        y = self.own.column(response)
        is_it = [point.of(int(i == y)) for i in range(len(self.own.declared.responses))]
        if self.own.declared.data == GIVEN:
            rows = zip(self.prior(point), self.rows(point), strict=True)
            one = sum_of(multiply(share, self.one_respondent(row, is_it, is_it)) for share, row in rows)
        else:
            one = self.one_respondent(self.law(point), is_it, is_it)
        return multiply(self.size(point), one)

    def frequency(self, point: Evaluator, response: str) -> Numeric:
        """Which share of the respondents give a response."""
        return divide(self.counts(point)[self.own.column(response)], self.size(point))

    def frequency_mean(self, point: Evaluator, response: str) -> Numeric:
        """The mean of whether a respondent gives the response, over the respondents."""
        return self.law(point)[self.own.column(response)]

    def frequency_variance(self, point: Evaluator, response: str) -> Numeric:
        """That of the count, where a count of one is worth 1/n."""
        return divide(divide(self.count_variance(point, response), self.size(point)), self.size(point))

    def moment(self, kind: str, point: Evaluator, node: tree.Operate) -> Numeric:
        """An expectation, a variance or a covariance of formulas in the counts, over all that respondents can answer.

        Raises NotEvaluatedError where how many have each truth is no small whole number.
        """
        named = {text: self.own.column(label) for label, text in self.own.declared.counts.items()}
        law = law_of_counts(self._laws(point))
        values = []
        for counts in law:
            there = point.at(**{name: point.of(counts[y]) for name, y in named.items()})
            values.append([there.number(argument) for argument in node.arguments])
        means = [
            sum_of(multiply(weight, value[i]) for weight, value in zip(law.values(), values, strict=True))
            for i in range(len(node.arguments))
        ]
        if kind == "expectation":
            return means[0]
        return sum_of(
            multiply(weight, multiply(add(value[0], -means[0]), add(value[-1], -means[-1])))
            for weight, value in zip(law.values(), values, strict=True)
        )

    def _laws(self, point: Evaluator) -> list[Sequence[Numeric]]:
        """The law of the response of each respondent."""
        if self.own.declared.data != GIVEN:
            return [self.law(point)] * self._whole(self.size(point))
        groups = zip(self.prior(point), self.rows(point), strict=True)
        return [row for share, row in groups for _ in range(self._whole(multiply(share, self.size(point))))]

    @staticmethod
    def _whole(number: Numeric) -> int:
        if not isinstance(number, (int, Fraction)) or number.denominator != 1 or not 0 <= number <= MOST_ASKED:
            raise NotEvaluatedError(f"respondents are enumerated where they are at most {MOST_ASKED}")
        return int(number)

    def posterior(self, point: Evaluator, truth: str, response: str) -> Numeric:
        """The share of the truth among who give the response."""
        y = self.own.column(response)
        joint = [multiply(p, row[y]) for p, row in zip(self.prior(point), self.rows(point), strict=True)]
        return divide(joint[self.own.row(truth)], sum_of(joint))

    def exponential_of_epsilon(self, point: Evaluator) -> Numeric:
        """The largest ratio of the probabilities of a response under two truths; of numbers it is found once."""
        kind = type(point.of(0))
        if kind in self._ratios:
            return self._ratios[kind]
        ratios = []
        for column in zip(*self.rows(point), strict=True):
            above, below = furthest("max", list(column)), furthest("min", list(column))
            if compare(above, 0) != 0:
                ratios.append(divide(above, below))
        largest = furthest("max", ratios)
        if not self.symbols("epsilon"):
            self._ratios[kind] = largest
        return largest

    def delta(self, point: Evaluator, budget: str) -> Numeric:
        """The largest excess of an event."""
        x = point.values[exponential_of(budget)]
        return furthest("max", [point.of(0), *(-gap for gap in privacy_gaps(self.rows(point), x, point.of(0)))])

    def covariances(self, point: Evaluator) -> Rows:
        """Of all estimates."""
        truths = self.own.declared.truths
        return tuple(tuple(self.covariance(point, a, b) for b in truths) for a in truths)

    def channel(self, point: Evaluator, last: MechanismWitness) -> Rows:
        """T with P(first response | truth) = sum over last responses P(last response | truth) T[last, first].

        UndefinedError where T has a negative entry: then the last mechanism is reached by no relaxation.
        """
        first_rows, last_rows = self.rows(point), [list(row) for row in last.rows(point)]
        columns = [solved(last_rows, list(column)) for column in zip(*first_rows, strict=True)]
        if any(compare(entry, 0) < 0 for column in columns for entry in column):
            raise UndefinedError("the last mechanism cannot be reached by a relaxation")
        return tuple(zip(*columns, strict=True))

    def relaxation(self, point: Evaluator, last: MechanismWitness, truth: str, before: str, after: str) -> Numeric:
        """P(last response | first response, truth): the joint probability over that of the first response."""
        entry = self.channel(point, last)[last.own.column(after)][self.own.column(before)]
        joint = multiply(last.rows(point)[last.own.row(truth)][last.own.column(after)], entry)
        return divide(joint, self.rows(point)[self.own.row(truth)][self.own.column(before)])


_OF_TWO: Mapping[str, Callable[..., Any]] = {
    "channel": MechanismWitness.channel,
    "relaxation": MechanismWitness.relaxation,
}
_VALUES: Mapping[str, Callable[..., Any]] = {
    "law": lambda own, point: own.law(point),
    "prior": lambda own, point, truth: own.prior(point)[own.own.row(truth)],
    "covariance_matrix": lambda own, point: own.covariances(point),
    "design": MechanismWitness.rows,
    "determinant": lambda own, point: matrix_meanings.determinant(own.rows(point)),
    "trace": lambda own, point: sum_of(row[i] for i, row in enumerate(own.rows(point))),
    "rank": lambda own, point: matrix_meanings.rank(own.rows(point)),
    "inverse": lambda own, point: matrix_meanings.pseudo_inverse(own.rows(point)),
    "pseudo_inverse": lambda own, point: matrix_meanings.pseudo_inverse(own.rows(point)),
    "characteristic_polynomial": lambda own, point, symbol: matrix_meanings.characteristic(
        own.rows(point), own.number(point, symbol)
    ),
    "spectrum": lambda own, point: matrix_meanings.spectrum(own.rows(point)),
    "second_eigenvalue": lambda own, point: matrix_meanings.second_eigenvalue(own.rows(point)),
    "possible_responses": lambda own, point, truth: finite(
        [
            (point.number(read_plain(label, own.own.vocabulary)),)
            for label, probability in zip(own.own.declared.responses, own.rows(point)[own.own.row(truth)], strict=True)
            if compare(probability, 0) != 0
        ],
        1,
    ),
    "transposed_design": lambda own, point: tuple(zip(*own.rows(point), strict=True)),
    "delta": MechanismWitness.delta,
    "response": lambda own, point, label: own.law(point)[own.own.column(label)],
    "conditional": lambda own, point, response, truth: own.rows(point)[own.own.row(truth)][own.own.column(response)],
    "posterior": MechanismWitness.posterior,
    "estimator": MechanismWitness.estimator,
    "mle": MechanismWitness.estimator,  # of a square design: the score is zero where the estimate fits
    "clipped_mle": MechanismWitness.clipped,
    "mean": MechanismWitness.mean,
    "bias": MechanismWitness.bias,
    "variance": lambda own, point, truth: own.covariance(point, truth, truth),
    "added_variance": MechanismWitness.added_variance,
    "mse": MechanismWitness.mean_squared_error,
    "covariance": MechanismWitness.covariance,
    "count_mean": MechanismWitness.count_mean,
    "count_variance": MechanismWitness.count_variance,
    "frequency": MechanismWitness.frequency,
    "frequency_mean": MechanismWitness.frequency_mean,
    "frequency_variance": MechanismWitness.frequency_variance,
    "fisher_information": MechanismWitness.fisher_information,
}


@dataclass(frozen=True)
class OwnSpace(Space):
    """Points at which the smallest eps of the mechanisms is known as well.

    `budgets` are the mechanisms by the variable of the exponential of their eps, `behind` the symbols that each derived
    name rests on, `exponentials` the variables of budgets.
    """

    budgets: Mapping[str, MechanismWitness | NumericWitness] = field(default_factory=dict)
    behind: Mapping[str, frozenset[str]] = field(default_factory=dict)
    exponentials: Mapping[str, str] = field(default_factory=dict)
    vocabulary: Symbols = field(default_factory=Symbols)

    def spoken_of(self, printed: Set[str]) -> Set[str]:
        """The printed names, and the symbols of the mechanisms that the derived ones among them rest on."""
        return frozenset(printed).union(*(self.behind.get(name, frozenset()) for name in printed))

    def about(self, printed: Set[str]) -> OwnSpace:
        """The symbols that are printed or that a printed name rests on, and those that conditions link to them."""
        families = [f for name in printed if (f := self._family(name)) is not None]
        names: Set[str] = frozenset(printed).union(*(family.members.values() for family in families))
        names = {self.exponentials.get(name, name) for name in self.spoken_of(names)}
        told = [frozenset(self.exponentials.get(n, n) for n in tree.names_in(c)) for c in self.conditions]
        kept: set[int] = set()
        while more := {i for i, spoken in enumerate(told) if spoken & names} - kept:
            kept |= more
            names = self.spoken_of(frozenset(names).union(*(told[i] for i in more)))
        return replace(
            self,
            parameters=tuple(p for p in self.parameters if p.name in names),
            conditions=tuple(c for i, c in enumerate(self.conditions) if i in kept),
            budgets={name: own for name, own in self.budgets.items() if name in names},
        )

    def _family(self, name: str) -> Family | None:
        place, indexed = self.vocabulary.place_of(name), self.vocabulary.indexed(name)
        named = self.vocabulary.family_named(name) or (None if place is None else place[0])
        return named or (None if indexed is None else indexed[2])

    @property
    def derived(self) -> frozenset[str]:
        """The exponentials of the smallest eps of the mechanisms."""
        return frozenset(self.budgets)

    def point(self, draw: Draw) -> Evaluator | None:
        """A point of the space; where eps is not finite there is none."""
        found = super().point(draw)
        return None if found is None else self.completed(found)

    def completed(self, point: Evaluator) -> Evaluator:
        """The point with the smallest eps of each mechanism that has a name, if its symbols have values."""
        known = {
            name: witness.exponential_of_epsilon(point)
            for name, witness in self.budgets.items()
            if witness.symbols("epsilon") <= point.values.keys()
        }
        return point.at(**known)


def statement_witness(own: OwnNotation) -> StatementWitness:
    """What evaluates the statements of a claims file."""
    witnesses = {name: MechanismWitness(mechanism) for name, mechanism in own.mechanisms.items()}
    names: dict[str, Callable[[Evaluator], Any]] = {}
    operators: dict[str, Callable[[Evaluator, tree.Operate], Numeric]] = {}
    budgets: dict[str, MechanismWitness | NumericWitness] = {}
    behind: dict[str, frozenset[str]] = {}
    for canonical, declared in own.named.items():
        of = [witnesses[name] for name in declared.of]
        behind[canonical] = frozenset[str]().union(*(witness.symbols(declared.meaning) for witness in of))
        if declared.meaning == "characteristic_polynomial":
            behind[canonical] |= {*declared.labels}
        if declared.meaning == "delta":
            behind[canonical] |= {exponential_of(label) for label in declared.labels}
        if declared.meaning == "epsilon":
            budgets[exponential_of_name(declared)] = of[0]
            behind[exponential_of_name(declared)] = behind[canonical]
        elif declared.meaning == "operator":
            operators[canonical] = partial(of[0].moment, declared.labels[0])
        else:
            names[canonical] = _value_of(declared, of)
    of_numbers = {name: NumericWitness(mechanism) for name, mechanism in own.numeric.items()}
    for canonical, numeric in own.numeric_named.items():
        witness = of_numbers[numeric.of]
        behind[canonical] = witness.symbols(numeric.meaning)
        if own.declared.tells_exponential(numeric):
            budgets[exponential_of_name(numeric)] = witness
            behind[exponential_of_name(numeric)] = behind[canonical]
        else:
            names[canonical] = partial(NUMERIC_VALUES[numeric.meaning], witness)
    ranges = {p.name: interval for p in own.domain.parameters if (interval := _range(p)) is not None}
    meanings = Meanings(
        names,
        {},
        operators,
        own.domain.exponential_names(),
        ranges=ranges,
        conditions=own.conditions,
        vocabulary=own.vocabulary,
        integers=frozenset(p.name for p in own.domain.parameters if p.integer),
        derived={name: (behind[name], witness.exponential_of_epsilon) for name, witness in budgets.items()},
    )
    space = OwnSpace(
        own.domain.parameters,
        own.conditions,
        budgets=budgets,
        behind=behind,
        exponentials=own.domain.exponential_names(),
        vocabulary=own.vocabulary,
    )
    return StatementWitness(own.vocabulary, meanings, space, {})


def _range(parameter: Parameter) -> tree.Interval | tree.SetBuilder | None:
    """The range of a symbol as it would be printed, where it has an end."""
    low, high = (None if end is None else printed(end) for end in (parameter.low, parameter.high))
    name, below, above = (
        tree.Name(parameter.name),
        *("<" if o else "<=" for o in (parameter.low_open, parameter.high_open)),
    )
    if low is not None and high is not None:
        return tree.Interval(low, high, not parameter.low_open, not parameter.high_open)
    if low is not None:
        return tree.SetBuilder(name, tree.Chain((low, name), (below,)))
    return None if high is None else tree.SetBuilder(name, tree.Chain((name, high), (above,)))


def _value_of(name: NameDeclaration, of: list[MechanismWitness]) -> Callable[[Evaluator], Any]:
    if name.meaning in _OF_TWO:
        first, last = of
        return lambda point: _OF_TWO[name.meaning](first, point, last, *name.labels)
    return lambda point: _VALUES[name.meaning](of[0], point, *name.labels)


def solved(matrix: list[list[Numeric]], sides: list[Numeric]) -> list[Numeric]:
    """The solution of square equations, by elimination; ZeroDivisionError where there is not exactly one."""
    rows = [[*row, side] for row, side in zip(matrix, sides, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = next((i for i in range(column, size) if compare(rows[i][column], Fraction(0)) != 0), None)
        if pivot is None:
            raise ZeroDivisionError("the responses do not tell the truths apart")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [divide(value, lead) for value in rows[column]]
        for i in range(size):
            if i != column:
                factor = rows[i][column]
                rows[i] = [add(v, -multiply(factor, h)) for v, h in zip(rows[i], rows[column], strict=True)]
    return [row[size] for row in rows]
