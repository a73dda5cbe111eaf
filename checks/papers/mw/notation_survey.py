"""Meaning of the survey's notation: P(x_i = k), E, Var, the estimators and the likelihood, for the design in force.

The paper writes \\mathbf P for the matrix of the section at hand. `survey_notation("P_dagger")` is the notation of a
section in which the design in force is RR3-dagger; an estimator that names its matrix is taken with that matrix.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from checks.interpreter import ZERO, Interpreter
from checks.interpreter.values import LogSum, MatrixValue, MeaninglessError, PowerProduct, Value
from checks.papers.mw.surveys import SURVEYS, Survey, variable
from checks.reading import syntax as tree
from derivations.estimation.sampling_model import design_rows
from mechanisms.exact.rational import RationalFunction

REPORTS = ("x_i", "x_j")
SHARES = ("pi0", "pi1")
LIKELIHOOD_OF = tuple(map(tree.Name, SHARES))


def here(interpreter: Interpreter, value: RationalFunction) -> RationalFunction:
    """A derived value with the names of the paper replaced by what they mean at this place."""
    return value.substitute({name: interpreter.number(tree.Name(name)) for name in value.names})


@dataclass(frozen=True)
class SurveyMeanings:
    """Meanings of functions, operators and names where the design in force is that of the matrix `default`."""

    default: str

    def survey(self, node: tree.Node) -> Survey:
        """The survey that an expression speaks of: that of the matrix it names, else the one in force."""
        for _, part in tree.walk(node):
            if isinstance(part, tree.Operate) and part.operator == "Pi_hat":
                return self._given(part)
        return SURVEYS[self.default]()

    def _given(self, node: tree.Operate) -> Survey:
        match node.given:
            case ():
                return SURVEYS[self.default]()
            case (tree.Name(name="P"),):
                return SURVEYS[self.default]()
            case (tree.Name(name=name),) if name in SURVEYS:
                return SURVEYS[name]()
        raise MeaninglessError("an estimator is printed with the matrix of a design after its bar")

    # -- operators -----------------------------------------------------------------------------------------------------

    def probability(self, interpreter: Interpreter, node: tree.Operate) -> Value:
        """P(x_i = k), by total probability."""
        if node.given:
            raise MeaninglessError(f"'{interpreter.print(node)}' is no event with a meaning here")
        return here(interpreter, self._event(interpreter, node, node.arguments[0]))

    def _event(self, interpreter: Interpreter, node: tree.Node, event: tree.Node) -> RationalFunction:
        """P(x_i = k); the square in x_i^2 = k is that of the indicator, which is the indicator itself."""
        match event:
            case tree.Chain(members=(tree.Name(name=name), report), relations=("=",)) if name in REPORTS:
                pass
            case tree.Chain(
                members=(tree.Power(base=tree.Name(name=name), exponent=tree.Number(text="2")), report),
                relations=("=",),
            ) if name in REPORTS:
                pass
            case _:
                raise MeaninglessError(f"'{interpreter.print(event)}' is no event with a meaning here")
        value = interpreter.number(report)
        if value.names:
            raise MeaninglessError(f"'{interpreter.print(report)}' is no answer")
        number = value.evaluate({})
        if number.denominator != 1:
            raise MeaninglessError(f"'{interpreter.print(report)}' is no answer")
        return self.survey(node).law_of(int(number))

    def expected(self, interpreter: Interpreter, node: tree.Operate) -> Value:
        """E of a function of the counts, or of the indicator of a report."""
        (argument,) = node.arguments
        if isinstance(argument, tree.Chain):
            return here(interpreter, self._event(interpreter, node, argument))
        return self._moment(interpreter, argument, lambda survey, value: survey.expectation(value))

    def variance(self, interpreter: Interpreter, node: tree.Operate) -> Value:
        """Var of an affine function of the counts, or of the indicator of a report: E[Y^2] - E[Y]^2."""
        (argument,) = node.arguments
        if isinstance(argument, tree.Chain):
            mean = self._event(interpreter, node, argument)
            return here(interpreter, mean - mean**2)
        return self._moment(interpreter, argument, lambda survey, value: survey.variance(value))

    def _moment(
        self,
        interpreter: Interpreter,
        argument: tree.Node,
        moment: Callable[[Survey, RationalFunction], RationalFunction],
    ) -> RationalFunction:
        survey, value = self.survey(argument), interpreter.number(argument)
        random = {name for name in value.names if name.startswith("N") and name != "N"}
        if not random <= set(survey.random):
            raise MeaninglessError(f"'{interpreter.print(argument)}' counts what this survey does not count")
        for name in survey.random:
            if name in interpreter.at:
                raise MeaninglessError(f"the random count {name} has a fixed value here")
        return here(interpreter, moment(survey, value))

    def estimator(self, interpreter: Interpreter, node: tree.Operate) -> Value:
        """The estimator of one share by exact inversion; with two shares before the bar, the likelihood (17)."""
        if len(node.arguments) == 2:
            if node.arguments != LIKELIHOOD_OF:
                raise MeaninglessError("the likelihood is a function of pi_0 and pi_1")
            return self.likelihood_of(interpreter, self._given(node))
        (share,) = node.arguments
        survey = self._given(node)
        if not isinstance(share, tree.Name) or share.name not in SHARES:
            raise MeaninglessError(f"'{interpreter.print(node)}' estimates no share")
        return here(interpreter, survey.estimate_of(variable(share.name)))

    def likelihood_of(self, interpreter: Interpreter, survey: Survey) -> PowerProduct:
        """The probabilities of independent reports multiply."""
        pairs = [
            (here(interpreter, count), here(interpreter, cell))
            for count, cell in zip(survey.counts, survey.cells, strict=True)
        ]
        return PowerProduct(LogSum(ZERO, tuple(pairs)))

    def matrix(self, name: str) -> Callable[[Interpreter], Value]:
        """The matrix of a design, in the values that hold at this place."""

        def value(interpreter: Interpreter) -> Value:
            rows = design_rows(SURVEYS[self.default if name == "P" else name]().design)
            return MatrixValue(tuple(tuple(here(interpreter, entry) for entry in row) for row in rows))

        return value

    @property
    def operators(self) -> dict[str, Callable[[Interpreter, tree.Operate], Value]]:
        """By canonical name."""
        return {
            "Pr": self.probability,
            "E": self.expected,
            "Var": self.variance,
            "Pi_hat": self.estimator,
        }

    @property
    def names(self) -> dict[str, Callable[[Interpreter], Value]]:
        """By canonical name."""
        return {name: self.matrix(name) for name in SURVEYS}
