"""The notation of a claims file: its vocabulary, and what its names mean, derived from the declared mechanism."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations, permutations

from checks.claim import PaperError
from checks.interpreter import Interpreter, Notation
from checks.own_papers.declarations import Declarations, MechanismDeclaration, NameDeclaration, SymbolDeclaration
from checks.own_papers.small_protocol import SmallProtocol, read_protocol
from checks.reading import ReadingError, Symbols, read_plain, symbol
from checks.reading import syntax as tree
from checks.values import Listed, MatrixValue, MeaninglessError, Value
from derivations.estimator import estimator_covariance, estimator_mean, linear_estimator
from derivations.likelihood import MaximumLikelihood, fisher_information, maximum_likelihood
from derivations.sampling_model import response_probabilities
from derivations.steps import Derivation
from mechanisms import catalogue
from mechanisms.design import Design, DesignError
from mechanisms.domain import Domain, DomainError, Parameter
from mechanisms.polynomial import Polynomial
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocol import Protocol, ProtocolError
from mechanisms.rational import RationalFunction

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
MAXIMAL_EVENTS = 10  # responses, of which all sets are listed for delta


@dataclass(frozen=True)
class OwnNotation:
    """The declarations of a file, read."""

    declared: Declarations
    source: str

    @cached_property
    def vocabulary(self) -> Symbols:
        """The declared symbols, and the names as symbols of their own."""
        try:
            return Symbols(
                *(symbol(s.name, *s.spellings) for s in self.declared.symbols),
                *(symbol(_canonical(i), n.spelling) for i, n in enumerate(self.declared.names)),
            )
        except (ValueError, ReadingError) as error:
            raise PaperError(f"{self.source}: {error}") from error

    @cached_property
    def domain(self) -> Domain:
        """Where the symbols live; a budget eps by its exponential."""
        parameters, budgets = [], {}
        for declared in self.declared.symbols:
            if declared.budget:
                variable = exponential_of(declared.name)
                budgets[declared.name] = variable
                parameters.append(Parameter(variable, low=ONE.evaluate({})))
            else:
                parameters.append(self._parameter(declared))
        for i, name in enumerate(self.declared.names):
            if name.meaning == "epsilon":
                budgets[_canonical(i)] = exponential_of_name(name)
        try:
            plain = Domain.of(*parameters, exponentials=budgets)
            reader = Interpreter(Notation(self.vocabulary, plain))
            conditions = [reader.formula(read_plain(text, self.vocabulary)) for text in self.declared.conditions]
            return Domain.of(*parameters, conditions=conditions, exponentials=budgets)
        except (DomainError, MeaninglessError, ReadingError) as error:
            raise PaperError(f"{self.source}: {error}") from error

    def _parameter(self, declared: SymbolDeclaration) -> Parameter:
        where = f"{self.source}: [symbols] {declared.name}"
        low = high = None
        low_open = high_open = False
        if declared.range:
            reader = Interpreter(Notation(self.vocabulary, Domain()))
            try:
                node = read_plain(declared.range, self.vocabulary)
                members, relations = (node.members, node.relations) if isinstance(node, tree.Chain) else ((), ())
                place = next(i for i, m in enumerate(members) if m == tree.Name(declared.name))
                for i, relation in enumerate(relations):
                    ends = reader.number(members[i if i < place else i + 1]).evaluate({})
                    if relation not in ("<", "<=", ">", ">=") or (i < place - 1 or i > place):
                        raise MeaninglessError("only < and <=, > and >= make a range")
                    below = (relation in ("<", "<=")) == (i < place)
                    if below:
                        low, low_open = ends, relation in ("<", ">")
                    else:
                        high, high_open = ends, relation in ("<", ">")
            except (StopIteration, KeyError, MeaninglessError, ReadingError, ValueError) as error:
                raise PaperError(
                    f'{where}: a range is written "0 < {declared.name} <= 1" or "{declared.name} >= 1", '
                    f"not {declared.range!r}"
                ) from error
        try:
            return Parameter(declared.name, low, high, low_open, high_open, declared.integer)
        except DomainError as error:
            raise PaperError(f"{where}: {error}") from error

    # -- the mechanism -------------------------------------------------------------------------------------------------

    @property
    def mechanism(self) -> MechanismDeclaration:
        """The declared mechanism."""
        assert self.declared.mechanism is not None, "names are declared only with a mechanism"
        return self.declared.mechanism

    def number(self, text: str) -> RationalFunction:
        """A number in plain notation, over the declared symbols."""
        try:
            reader = Interpreter(Notation(self.vocabulary, self.domain))
            return reader.number(read_plain(text, self.vocabulary))
        except (MeaninglessError, ReadingError, ZeroDivisionError) as error:
            raise PaperError(f"{self.source}: [mechanism]: {text!r}: {error}") from error

    @cached_property
    def protocol(self) -> SmallProtocol | None:
        """The protocol that is written as data, checked."""
        data = self.mechanism.protocol
        if data is None:
            return None
        return read_protocol(data, self.mechanism.truths, self.mechanism.responses, f"{self.source}: [mechanism]")

    @cached_property
    def design(self) -> Design:
        """The design matrix: as it is printed, of a mechanism of the catalogue, or enumerated from the protocol."""
        mechanism = self.mechanism
        truths, responses = mechanism.truths, mechanism.responses
        try:
            if mechanism.matrix:
                entries = [[self.number(entry) for entry in row] for row in mechanism.matrix]
                return Design(entries, self.domain, truths, responses)
            if self.protocol is not None:
                steps = self.protocol

                def program(truth: str, **_: object) -> object:
                    return steps.program(truth, self.number)

                return Protocol("protocol", program, truths, self.domain, responses=responses).design()
            known = catalogue.get(mechanism.catalogue).protocol.design()
            if known.shape != (len(truths), len(responses)):
                raise DesignError(f"{mechanism.catalogue} has {known.shape[0]} truths and {known.shape[1]} responses")
            values = {name: self.number(text) for name, text in mechanism.parameters.items()}
            unknown = [name for name in values if name not in known.domain.names]
            if unknown:
                raise DesignError(f"{unknown[0]} is no parameter of it; there are {', '.join(known.domain.names)}")
            placed = known.substitute(values, self.domain)
            return Design(placed.entries, self.domain, truths, responses)
        except (DesignError, ProtocolError, catalogue.UnknownMechanismError) as error:
            raise PaperError(f"{self.source}: [mechanism]: {error}") from error

    @cached_property
    def prior(self) -> tuple[RationalFunction, ...]:
        """The probability of each truth."""
        if not self.mechanism.prior:
            raise PaperError(f"{self.source}: [mechanism]: a prior is needed, one entry a truth, for what is claimed")
        return tuple(self.number(text) for text in self.mechanism.prior)

    @property
    def size(self) -> str | int:
        """The number of respondents: a symbol or an integer."""
        text = self.mechanism.respondents
        if text.isdecimal():
            return int(text)
        if text not in {s.name for s in self.declared.symbols if s.integer}:
            raise PaperError(f"{self.source}: [mechanism]: respondents is an integer symbol or a number, not {text!r}")
        return text

    @cached_property
    def counts(self) -> tuple[RationalFunction, ...]:
        """The count of each response; the one that is not named is the rest of all respondents."""
        named = {label: self.number(text) for label, text in self.mechanism.counts.items()}
        left = [label for label in self.mechanism.responses if label not in named]
        if len(left) > 1 or len(named) + len(left) != len(self.mechanism.responses):
            raise PaperError(f"{self.source}: [mechanism]: counts names a symbol for each response, or for all but one")
        size = self.number(str(self.size))
        rest = size - sum(named.values(), ZERO)
        return tuple(named.get(label, rest) for label in self.mechanism.responses)

    # -- meanings ------------------------------------------------------------------------------------------------------

    @cached_property
    def covariance(self) -> tuple[tuple[tuple[RationalFunction, ...], ...], Derivation]:
        """Of the unbiased estimator."""
        return estimator_covariance(self.design, self.prior, self.size)

    @cached_property
    def mean(self) -> tuple[tuple[RationalFunction, ...], Derivation]:
        """Of the unbiased estimator."""
        return estimator_mean(self.design, self.prior, self.size)

    def meaning(self, name: NameDeclaration) -> Value:
        """What a name means, derived."""
        try:
            return _VALUES[name.meaning](self, *name.labels)
        except PaperError:
            raise
        except ValueError as error:
            raise MeaninglessError(f"'{name.spelling}' has no value for this mechanism: {error}") from error

    def derivation(self, name: NameDeclaration) -> Derivation | None:
        """The steps that lead to what a name means, where there is a derivation of them."""
        match name.meaning:
            case "estimator":
                return linear_estimator(self.design).derivation
            case "mean" | "bias":
                return self.mean[1]
            case "variance" | "added_variance" | "mse" | "covariance":
                return self.covariance[1]
            case "mle":
                return self.likelihood.derivation
        return None

    @cached_property
    def named(self) -> Mapping[str, NameDeclaration]:
        """The declared names by the symbol that stands for each."""
        return {_canonical(i): name for i, name in enumerate(self.declared.names)}

    @cached_property
    def notation(self) -> Notation:
        """The notation that statements are read with."""
        names: dict[str, Callable[[Interpreter], Value]] = {}
        for canonical, name in self.named.items():
            names[exponential_of_name(name) if name.meaning == "epsilon" else canonical] = _value_of(self, name)
        shown = {canonical: name.spelling for canonical, name in self.named.items()}
        return replace(Notation(self.vocabulary, self.domain), names=names, shown=shown)

    def row(self, label: str) -> int:
        """The place of a truth."""
        return self.mechanism.truths.index(label)

    def column(self, label: str) -> int:
        """The place of a response."""
        return self.mechanism.responses.index(label)

    # -- one function a meaning ----------------------------------------------------------------------------------------

    @cached_property
    def likelihood(self) -> MaximumLikelihood:
        """The likelihood of the counts, whose score has one zero."""
        if len(self.design.truths) != 2 or len(self.design.responses) != 2:
            raise MeaninglessError("the likelihood is maximised here for two truths and two responses")
        share, count = self.prior[1], self.counts[1]
        for value, what in ((share, "prior of the second truth"), (count, "count of the second response")):
            if len(value.names) != 1 or value != RationalFunction(Polynomial.variable(value.names[0])):
                raise MeaninglessError(f"the {what} must be a symbol, not {value}")
        return maximum_likelihood(self.design, share.names[0], count.names[0], self.size)

    def estimator_of(self, truth: str) -> Value:
        """The unbiased linear estimate, as a function of the counts."""
        return linear_estimator(self.design).estimate(self.counts)[self.row(truth)]

    def mle(self, truth: str) -> Value:
        """The zero of the score, for the share of the second truth; one minus it for the first."""
        stationary = self.likelihood.stationary_point
        return stationary if self.row(truth) == 1 else ONE - stationary

    def variance(self, truth: str) -> RationalFunction:
        """Of the unbiased estimator of a share."""
        return self.covariance[0][self.row(truth)][self.row(truth)]

    def added_variance(self, truth: str) -> RationalFunction:
        """The variance less that of truthful answers."""
        share, size = self.prior[self.row(truth)], self.number(str(self.size))
        return self.variance(truth) - share * (ONE - share) / size

    def bias(self, truth: str) -> RationalFunction:
        """Of the unbiased estimator of a share, derived."""
        return self.mean[0][self.row(truth)] - self.prior[self.row(truth)]

    def information(self) -> RationalFunction:
        """Fisher's, of the counts, about the share of the second of two truths."""
        if len(self.design.truths) != 2:
            raise MeaninglessError("Fisher's information is a number for two truths only")
        return fisher_information(self.design, self.prior, self.size)[0][0]

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
        """e^eps for the smallest eps: the largest ratio of two entries of one column."""
        loss = smallest_epsilon(self.design)
        if loss.is_infinite:
            raise MeaninglessError("a response is possible for one truth and not for another: eps is infinite")
        interpreter.divisors.extend(RationalFunction(condition.polynomial) for condition in loss.provided)
        return _largest([candidate.value for candidate in loss.candidates if candidate.value is not None])

    def delta(self, budget: str) -> Value:
        """The smallest delta at a budget: the largest P(S | a) - e^eps P(S | b), S any set of responses."""
        budgets = self.domain.exponential_names()
        if budget not in budgets:
            raise MeaninglessError(f"{budget} is no budget; there are {', '.join(budgets) or 'none'}")
        columns = range(len(self.mechanism.responses))
        if len(columns) > MAXIMAL_EVENTS:
            raise MeaninglessError(f"delta is derived for at most {MAXIMAL_EVENTS} responses")
        x = RationalFunction(Polynomial.variable(budgets[budget]))
        events = chain.from_iterable(combinations(columns, size) for size in range(1, len(columns)))
        excesses = [
            sum((a[y] - x * b[y] for y in event), ZERO)
            for event in events
            for a, b in permutations(self.design.entries, 2)
        ]
        return _largest([ZERO, *excesses])


def _largest(values: Sequence[RationalFunction]) -> Value:
    distinct = tuple(dict.fromkeys(values))
    return distinct[0] if len(distinct) == 1 else Listed("max", distinct)


_VALUES: Mapping[str, Callable[..., Value]] = {
    "design": lambda own: MatrixValue(own.design.entries),
    "transposed_design": lambda own: MatrixValue(tuple(zip(*own.design.entries, strict=True))),
    "delta": OwnNotation.delta,
    "response": OwnNotation.response,
    "conditional": OwnNotation.conditional,
    "posterior": OwnNotation.posterior,
    "estimator": OwnNotation.estimator_of,
    "mle": OwnNotation.mle,
    "mean": lambda own, truth: own.mean[0][own.row(truth)],
    "bias": OwnNotation.bias,
    "variance": OwnNotation.variance,
    "added_variance": OwnNotation.added_variance,
    "mse": lambda own, truth: own.variance(truth) + own.bias(truth) ** 2,
    "covariance": lambda own, a, b: own.covariance[0][own.row(a)][own.row(b)],
    "fisher_information": OwnNotation.information,
}


def _value_of(own: OwnNotation, name: NameDeclaration) -> Callable[[Interpreter], Value]:
    if name.meaning == "epsilon":
        return own.exponential_of_epsilon
    return lambda interpreter: own.meaning(name)


def exponential_of(name: str) -> str:
    """The variable that stands for e to a budget."""
    return f"exp_{name}"


def exponential_of_name(name: NameDeclaration) -> str:
    """The variable that stands for e to the smallest eps; no symbol has such a name."""
    return f"e^{name.spelling}"


def _canonical(number: int) -> str:
    return f"name{number}"
