"""A declared mechanism, read: its design, and what names can mean that speak of it, derived."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, permutations

from checks.claims.claim import PaperError
from checks.inputs.declarations import GIVEN, MechanismDeclaration, SymbolDeclaration, with_declaration
from checks.inputs.design import DesignArgumentError, Level, catalogue_mechanism, families
from checks.inputs.matrix_meanings import characteristic, inverted, possible, rank, second_eigenvalue, spectrum
from checks.inputs.small_protocol import SmallProtocol, read_protocol
from checks.interpreter import Interpreter, Notation
from checks.interpreter.notation import EULER
from checks.interpreter.values import Listed, MatrixValue, MeaninglessError, Piecewise, Point, Value
from checks.reading import ReadingError, Symbols, read_plain
from derivations.algebra.linear_algebra import Matrix, determinant
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.estimator import estimator_covariance, estimator_mean, linear_estimator
from derivations.estimation.given_truths import covariance_for_given_truths
from derivations.estimation.likelihood import fisher_information
from derivations.estimation.moments import CountMoments, count_moments, fixed_count_moments
from derivations.estimation.multinomial_maximum import maximum_derivation
from derivations.estimation.sampling_model import design_rows, response_probabilities
from derivations.steps import Derivation
from derivations.theorems.binary.binary_maximum import maximum_likelihood
from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design, DesignError
from mechanisms.exact.domain import Domain
from mechanisms.exact.entries import EntryError, check_distribution
from mechanisms.exact.formula import NamedConstant, all_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import LevelError, PrivacyLevel
from mechanisms.exact.rational import RationalFunction
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.protocol import Protocol, ProtocolError

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
MAXIMAL_EVENTS = 10  # responses, of which all sets are listed for delta


@dataclass(frozen=True)
class OwnMechanism:
    """A mechanism over the symbols of its file; `where` names its place in messages."""

    declared: MechanismDeclaration
    symbols: tuple[SymbolDeclaration, ...]
    vocabulary: Symbols
    domain: Domain
    where: str

    def number(self, text: str) -> RationalFunction:
        """A number in plain notation, over the declared symbols and powers of e such as exp(1)."""
        return self._read(text)[0]

    def _read(self, text: str) -> tuple[RationalFunction, Mapping[str, NamedConstant]]:
        """A number in plain notation, and the powers of e in it by name."""
        try:
            reader = Interpreter(Notation(self.vocabulary, self.domain))
            value = reader.number(read_plain(text, self.vocabulary))
            if root := next((name for name in value.names if name in reader.roots), ""):
                raise MeaninglessError(
                    f"{root} is a root, which has no meaning here; declare the part of a budget as a budget itself, "
                    """such as half = { latex = '\\epsilon/2', budget = true } with conditions = ["eps = 2*half"]"""
                )
            known = {EULER.name: EULER, **reader.constants}
            return value, {name: known[name] for name in value.names if name in known}
        except (MeaninglessError, ReadingError, ZeroDivisionError) as error:
            said = with_declaration(error) if isinstance(error, ReadingError) and error.undeclared else str(error)
            raise PaperError(f"{self.where}: {text!r}: {said}") from error

    @cached_property
    def constants(self) -> Mapping[str, NamedConstant]:
        """The powers of e in the entries of the printed matrix, by name."""
        texts = [entry for row in self.declared.matrix for entry in row]
        return {name: constant for text in texts for name, constant in self._read(text)[1].items()}

    def _domain_of_entries(self) -> Domain:
        """The domain of the symbols, and of the powers of e in the entries of the printed matrix."""
        try:
            powers = [PrivacyLevel.of_eps(constant.argument).constant() for constant in self.constants.values()]
        except LevelError as error:
            raise PaperError(f"{self.where}: matrix: {error}") from error
        return self.domain.joined(Domain.of(*powers))

    @cached_property
    def protocol(self) -> SmallProtocol | None:
        """The protocol that is written as data, checked."""
        data = self.declared.protocol
        if data is None:
            return None
        return read_protocol(data, self.declared.truths, self.declared.responses, self.where)

    @cached_property
    def design(self) -> Design:
        """The design matrix: as it is printed, of a mechanism of the catalogue, or enumerated from the protocol.

        Raises PaperError where it is no design, or no mechanism of the catalogue at these parameters.
        """
        declared = self.declared
        truths, responses = declared.truths, declared.responses
        try:
            if declared.matrix:
                entries = [[self.number(entry) for entry in row] for row in declared.matrix]
                return Design(entries, self._domain_of_entries(), truths, responses)
            if self.protocol is not None:
                steps = self.protocol

                def program(truth: str, **_: object) -> object:
                    return steps.program(truth, self.number)

                return Protocol("protocol", program, truths, self.domain, responses=responses).design()
            known = self.catalogued.protocol.design()
            if known.shape != (len(truths), len(responses)):
                raise DesignError(f"{declared.catalogue} has {known.shape[0]} truths and {known.shape[1]} responses")
            values = {name: self.number(text) for name, text in self.parameters.items()}
            unknown = [name for name in values if name not in known.domain.names]
            if unknown:
                raise DesignError(f"{unknown[0]} is no parameter of it; there are {', '.join(known.domain.names)}")
            placed = known.substitute(values, self.domain)
            return Design(placed.entries, self.domain, truths, responses)
        except (DesignError, ProtocolError) as error:
            raise PaperError(f"{self.where}: {error}") from error

    @cached_property
    def catalogued(self) -> Mechanism:
        """The mechanism of the catalogue, in the size that the parameters say; there are k truths unless they do.

        Raises PaperError for a size that is no integer, or that it does not come in.
        """
        name, given = self.declared.catalogue, self.declared.parameters
        try:
            sizes: dict[str, Fraction | Level] = {}
            for size in self._sizes:
                if size in given and not given[size].isdecimal():
                    raise PaperError(f"{self.where}: {size} of {name} is an integer, not {given[size]!r}")
                if size in given or size == "k":
                    sizes[size] = Fraction(int(given.get(size, len(self.declared.truths))))
            return catalogue_mechanism(name, sizes)
        except DesignArgumentError as error:
            raise PaperError(f"{self.where}: {error}") from error

    @property
    def _sizes(self) -> tuple[str, ...]:
        family = families().get(self.declared.catalogue)
        return () if family is None else family.sizes

    @cached_property
    def parameters(self) -> Mapping[str, str]:
        """What the parameters of the entries are, in plain notation; eps of a design that has x = e^eps as that."""
        given = {name: text for name, text in self.declared.parameters.items() if name not in self._sizes}
        if "eps" in given and "x" not in given and "x" in self.catalogued.protocol.design().domain.names:
            given["x"] = f"exp({given.pop('eps')})"
        return given

    @cached_property
    def prior(self) -> tuple[RationalFunction, ...]:
        """The probability of each truth.

        Raises PaperError where none is declared, or it is no distribution on the whole domain.
        """
        declared = self.declared
        if not declared.prior:
            raise PaperError(f"{self.where}: a prior is needed, one entry a truth, for what is claimed")
        shares = tuple(self.number(text) for text in declared.prior)
        try:
            check_distribution(shares, self.domain, None, "the prior", lambda i: f"the prior of {declared.truths[i]!r}")
        except EntryError as error:
            hint = "" if "sums" in str(error) else "; a range, or a condition such as a + b <= 1, is missing"
            raise PaperError(f"{self.where}: {error}{hint}") from error
        return shares

    def check(self) -> None:
        """PaperError where what is declared is no mechanism, or its prior or counts cannot be."""
        assert self.design.entries, "the entries have been read and checked"
        if self.declared.prior:
            assert self.prior, "the shares have been read and checked"
        if self.declared.counts:
            assert self.counts, "the counts have been read and checked"

    @property
    def size(self) -> str | int:
        """The number of respondents: a symbol or an integer. Raises PaperError for anything else."""
        text = self.declared.respondents
        if text.isdecimal():
            return int(text)
        if text not in {s.name for s in self.symbols if s.integer}:
            raise PaperError(f"{self.where}: respondents is an integer symbol or a number, not {text!r}")
        return text

    @cached_property
    def counts(self) -> tuple[RationalFunction, ...]:
        """The count of each response; the one that is not named is the rest of all respondents.

        Raises PaperError where several are not named, or something else is.
        """
        named = {label: self.number(text) for label, text in self.declared.counts.items()}
        left = [label for label in self.declared.responses if label not in named]
        if len(left) > 1 or len(named) + len(left) != len(self.declared.responses):
            raise PaperError(f"{self.where}: counts names a symbol for each response, or for all but one")
        size = self.number(str(self.size))
        rest = size - sum(named.values(), ZERO)
        return tuple(named.get(label, rest) for label in self.declared.responses)

    # -- meanings ------------------------------------------------------------------------------------------------------

    @property
    def square(self) -> Matrix:
        """The matrix; MeaninglessError for one that has not as many responses as truths."""
        truths, responses = self.design.shape
        if truths != responses:
            raise MeaninglessError(
                f"a matrix of {truths} rows and {responses} columns has no determinant, trace, inverse or eigenvalues"
            )
        return self.design.entries

    @cached_property
    def determinant(self) -> RationalFunction:
        """Of a square design: where it is zero no linear estimate is unbiased, and the likelihood has many maxima."""
        self._need_one_estimate()
        return determinant(self.design.entries)

    @cached_property
    def covariance(self) -> tuple[tuple[tuple[RationalFunction, ...], ...], Derivation]:
        """Of the unbiased estimator, over samples and responses, or over responses for given truths."""
        self._need_one_estimate()
        if self.declared.data == GIVEN:
            return covariance_for_given_truths(self.design, self.prior, self.size)
        return estimator_covariance(self.design, self.prior, self.size)

    @cached_property
    def mean(self) -> tuple[tuple[RationalFunction, ...], Derivation]:
        """Of the unbiased estimator."""
        self._need_one_estimate()
        return estimator_mean(self.design, self.prior, self.size)

    @cached_property
    def moments(self) -> CountMoments:
        """Means and covariances of how many give each response.

        Raises MeaninglessError for given truths whose numbers are no polynomials.
        """
        if self.declared.data == GIVEN:
            given = [share * self.number(str(self.size)) for share in self.prior]
            if any(not count.denominator.is_constant() for count in given):
                raise MeaninglessError("how many have each truth is a quotient; moments of counts need polynomials")
            scale = [1 / count.denominator.constant_value() for count in given]
            return fixed_count_moments(
                self.design, [c.numerator * Polynomial.constant(s) for c, s in zip(given, scale, strict=True)]
            )
        return count_moments(self.design, self.prior, self.size)

    @cached_property
    def respondents_by_law(self) -> tuple[tuple[RationalFunction, tuple[RationalFunction, ...]], ...]:
        """How many respondents answer, and with which probabilities: all, or for given truths those of each truth."""
        size = self.number(str(self.size))
        if self.declared.data != GIVEN:
            return ((size, response_probabilities(self.design, self.prior)),)
        return tuple((share * size, row) for share, row in zip(self.prior, design_rows(self.design), strict=True))

    def _need_sample(self) -> None:
        if self.declared.data == GIVEN:
            raise MeaninglessError('the counts of a random sample have this likelihood, not those for data = "given"')

    def _need_one_estimate(self) -> None:
        truths, responses = self.design.shape
        if truths != responses:
            raise MeaninglessError(
                f"the design has {truths} truths and {responses} responses; "
                "only where there are as many is one linear estimate the only unbiased one"
            )

    def derivation(self, meaning: str) -> Derivation | None:
        """The steps that lead to what a name means, where there is a derivation of them."""
        match meaning:
            case "estimator":
                return linear_estimator(self.design).derivation
            case "mean" | "bias":
                return self.mean[1]
            case "variance" | "added_variance" | "mse" | "covariance" | "covariance_matrix":
                return self.covariance[1]
            case "mle" | "clipped_mle":
                return self.maximum
            case "count_mean" | "count_variance" | "frequency_mean" | "frequency_variance" | "operator":
                return self.moments.derivation
        return None

    def row(self, label: str) -> int:
        """The place of a truth."""
        return self.declared.truths.index(label)

    def column(self, label: str) -> int:
        """The place of a response."""
        return self.declared.responses.index(label)

    # -- one function a meaning ----------------------------------------------------------------------------------------

    @cached_property
    def estimate(self) -> tuple[RationalFunction, ...]:
        """The unbiased linear estimate of each share, as a function of the counts."""
        self._need_one_estimate()
        return linear_estimator(self.design).estimate(self.counts)

    @cached_property
    def maximum(self) -> Derivation:
        """Why the likelihood of the counts is largest at the estimate: in [0, 1] of two shares, else inside the law."""
        if self.design.shape == (2, 2):
            share, count = self.prior[1], self.counts[1]
            if all(
                len(v.names) == 1 and v == RationalFunction(Polynomial.variable(v.names[0])) for v in (share, count)
            ):
                return maximum_likelihood(self.design, share.names[0], count.names[0], self.size).derivation
        return maximum_derivation(self.design, self.counts)

    def estimator_of(self, truth: str) -> Value:
        """The unbiased linear estimate of a share."""
        return self.estimate[self.row(truth)]

    def mle(self, truth: str) -> Value:
        """The zero of the score: the estimate, at which each response is as probable as it is frequent."""
        self._need_sample()
        assert self.maximum.steps, "the maximum is derived"
        return self.estimate[self.row(truth)]

    def clipped_mle(self, truth: str) -> Value:
        """The share in [0, 1] at which the likelihood is largest, of two: the zero of the score moved into [0, 1].

        Raises MeaninglessError for a design of another shape than 2 x 2.
        """
        if self.design.shape != (2, 2):
            raise MeaninglessError(
                "the clipped estimate maximises the likelihood for two truths and two responses only"
            )
        self._need_sample()
        assert self.maximum.steps, "the maximum is derived"
        inside = self.estimate[self.row(truth)]
        return Piecewise(
            (
                (relation_formula(inside, "<", ZERO), ZERO),
                (all_of([relation_formula(ZERO, "<=", inside), relation_formula(inside, "<=", ONE)]), inside),
                (relation_formula(inside, ">", ONE), ONE),
            )
        )

    def variance(self, truth: str) -> RationalFunction:
        """Of the unbiased estimator of a share."""
        return self.covariance[0][self.row(truth)][self.row(truth)]

    def added_variance(self, truth: str) -> RationalFunction:
        """The variance less that of truthful answers."""
        if self.declared.data == GIVEN:
            return self.variance(truth)  # truthful answers tell given shares exactly
        share, size = self.prior[self.row(truth)], self.number(str(self.size))
        return self.variance(truth) - share * (ONE - share) / size

    def bias(self, truth: str) -> RationalFunction:
        """Of the unbiased estimator of a share, derived."""
        return self.mean[0][self.row(truth)] - self.prior[self.row(truth)]

    def information(self) -> RationalFunction:
        """Fisher's, of the counts, about the share of the second of two truths.

        Raises MeaninglessError for more or fewer truths.
        """
        self._need_sample()
        if len(self.design.truths) != 2:
            raise MeaninglessError("Fisher's information is a number for two truths only")
        return fisher_information(self.design, self.prior, self.size)[0][0]

    def frequency(self, response: str) -> RationalFunction:
        """How many of all respondents give a response, as a share."""
        return self.counts[self.column(response)] / self.number(str(self.size))

    def frequency_mean(self, response: str) -> RationalFunction:
        """The expectation of that share."""
        return self.moments.mean[self.column(response)] / self.number(str(self.size))

    def frequency_variance(self, response: str) -> RationalFunction:
        """The variance of that share."""
        y = self.column(response)
        return self.moments.covariance[y][y] / self.number(str(self.size)) ** 2

    def response(self, label: str) -> RationalFunction:
        """P(response)."""
        return response_probabilities(self.design, self.prior)[self.column(label)]

    def conditional(self, response: str, truth: str) -> RationalFunction:
        """P(response | truth)."""
        return self.design.entry(truth, response)

    def posterior(self, truth: str, response: str) -> RationalFunction:
        """P(truth | response), by Bayes' rule."""
        return self.prior[self.row(truth)] * self.design.entry(truth, response) / self.response(response)

    def exponential_of_epsilon(self, interpreter: Interpreter) -> Value:
        """e^eps for the smallest eps: the largest ratio of two entries of one column.

        Raises MeaninglessError where eps is infinite.
        """
        loss = smallest_epsilon(self.design)
        if loss.is_infinite:
            raise MeaninglessError("a response is possible for one truth and not for another: eps is infinite")
        interpreter.divisors.extend(RationalFunction(condition.polynomial) for condition in loss.provided)
        ratios = [candidate.value for candidate in loss.candidates if candidate.value is not None]
        if len(set(ratios)) == 1 and not ratios[0].names:
            ratios = self._ratios_of_numbers()  # what it is the largest of is for the kernel to compare
        return largest(ratios)

    def _ratios_of_numbers(self) -> list[RationalFunction]:
        """The extreme ratios of each response's probabilities, both ways round, of a matrix of numbers."""
        columns = [[row[y].evaluate({}) for row in self.design.entries] for y in range(len(self.declared.responses))]
        extremes = [(max(column), min(column)) for column in columns if any(column)]
        return [RationalFunction.of(ratio) for high, low in extremes for ratio in (high / low, low / high)]

    def delta(self, budget: str) -> Value:
        """The smallest delta at a budget: the largest P(S | a) - e^eps P(S | b), S any set of responses.

        Raises MeaninglessError for what is no budget, and for too many responses.
        """
        budgets = self.domain.exponential_names()
        if budget not in budgets:
            raise MeaninglessError(f"{budget} is no budget; there are {', '.join(budgets) or 'none'}")
        columns = range(len(self.declared.responses))
        if len(columns) > MAXIMAL_EVENTS:
            raise MeaninglessError(f"delta is derived for at most {MAXIMAL_EVENTS} responses")
        x = RationalFunction(Polynomial.variable(budgets[budget]))
        events = chain.from_iterable(combinations(columns, size) for size in range(1, len(columns)))
        excesses = [
            sum((a[y] - x * b[y] for y in event), ZERO)
            for event in events
            for a, b in permutations(self.design.entries, 2)
        ]
        return largest([ZERO, *excesses])


def largest(values: Sequence[RationalFunction], kind: str = "max") -> Value:
    """The largest of the values (or, of the kind min, the least); one number where they are equal."""
    distinct = tuple(dict.fromkeys(values))
    return distinct[0] if len(distinct) == 1 else Listed(kind, distinct)


OF_ESTIMATES = frozenset((
    "estimator", "mle", "clipped_mle", "mean", "bias", "variance", "added_variance", "mse", "covariance",
    "covariance_matrix",
))  # fmt: skip
"""Meanings that speak of the only unbiased linear estimate, which there is where the design has an inverse."""

MEANING_OF: Mapping[str, Callable[..., Value]] = {
    "design": lambda own: MatrixValue(own.design.entries),
    "transposed_design": lambda own: MatrixValue(tuple(zip(*own.design.entries, strict=True))),
    "determinant": lambda own: determinant(own.square),
    "trace": lambda own: sum((row[i] for i, row in enumerate(own.square)), ZERO),
    "rank": lambda own: rank(own.design.entries),
    "inverse": lambda own: inverted(own.square),
    "pseudo_inverse": lambda own: inverted(own.design.entries),
    "characteristic_polynomial": lambda own, symbol: characteristic(own.square, own.number(symbol)),
    "spectrum": lambda own: spectrum(own.square),
    "second_eigenvalue": lambda own: second_eigenvalue(own.square),
    "possible_responses": lambda own, truth: possible(own.declared.responses, own.design.entries[own.row(truth)]),
    "law": lambda own: Point(tuple(map(own.response, own.declared.responses))),
    "prior": lambda own, truth: own.prior[own.row(truth)],
    "delta": OwnMechanism.delta,
    "response": OwnMechanism.response,
    "conditional": OwnMechanism.conditional,
    "posterior": OwnMechanism.posterior,
    "estimator": OwnMechanism.estimator_of,
    "mle": OwnMechanism.mle,
    "clipped_mle": OwnMechanism.clipped_mle,
    "mean": lambda own, truth: own.mean[0][own.row(truth)],
    "bias": OwnMechanism.bias,
    "variance": OwnMechanism.variance,
    "added_variance": OwnMechanism.added_variance,
    "mse": lambda own, truth: own.variance(truth) + own.bias(truth) ** 2,
    "covariance": lambda own, a, b: own.covariance[0][own.row(a)][own.row(b)],
    "covariance_matrix": lambda own: MatrixValue(own.covariance[0]),
    "count_mean": lambda own, response: own.moments.mean[own.column(response)],
    "count_variance": lambda own, response: own.moments.covariance[own.column(response)][own.column(response)],
    "frequency": OwnMechanism.frequency,
    "frequency_mean": OwnMechanism.frequency_mean,
    "frequency_variance": OwnMechanism.frequency_variance,
    "fisher_information": OwnMechanism.information,
}
"""What a name means of one mechanism, but for eps, whose exponential alone has a value."""
