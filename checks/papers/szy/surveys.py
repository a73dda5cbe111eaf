"""The surveys that the paper compares, and what E, Var, P and sums mean in each of them.

A survey is a mechanism together with the way in which respondents and cards are drawn. All moments come from there: the
protocol gives the design matrix or the report of one card, the way of drawing gives the law of two respondents, and the
variance of a sum is that of N exchangeable reports. No formula of the paper is used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property

import sympy

from checks.interpreter import ZERO, Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Value
from checks.reading import syntax as tree
from derivations.algebra.linear_algebra import total
from derivations.estimation.card_moments import Card, symbolic_card
from derivations.estimation.finite_population import (
    FIRST,
    SECOND,
    Reports,
    card_reports,
    design_reports,
    finite_population,
    infinite_population,
)
from derivations.estimation.moment_law import variable
from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.rational import RationalFunction

N, PI = variable("N"), variable("pi")
SUM = "sum_X"
"""The variable for X_1 + ... + X_N."""


@dataclass(frozen=True)
class Survey:
    """N respondents and their reports; `card` is the law of the number on one card, where there are cards."""

    title: str
    reports: Reports
    card: Card | None = None

    @cached_property
    def estimate(self) -> RationalFunction:
        """The linear unbiased estimate of pi, in terms of the sum of the reports."""
        return self.reports.estimate().at(variable(SUM) / N)

    @cached_property
    def slope(self) -> RationalFunction:
        """How much the mean report grows with pi; where it is zero there is no estimate."""
        return self.reports.estimate().slope

    @cached_property
    def variance_of_sum(self) -> RationalFunction:
        """Var(X_1 + ... + X_N)."""
        return self.reports.variance_of_sum(N)

    @cached_property
    def estimator_variance(self) -> RationalFunction:
        """Var(pi_hat)."""
        return self.reports.estimator_variance(N)

    def expect(self, value: RationalFunction) -> RationalFunction:
        """E of a polynomial in the truths, cards and reports of two respondents, or in the sum of all reports."""
        if SUM in value.names:
            return self._expect_of_sum(value)
        if any(name + SECOND in value.names for name in self.reports.variables):
            return self.reports.expect_pair(value)
        return self.reports.expect(value.substitute({n + FIRST: variable(n) for n in self.reports.variables}))

    def _expect_of_sum(self, value: RationalFunction) -> RationalFunction:
        if SUM in value.denominator.names or value.numerator.degree(SUM) > 2:
            raise MeaninglessError("only the first two moments of the sum of the reports are derived")
        if self.random_in(value) != frozenset((SUM,)):
            raise MeaninglessError("the sum of the reports together with a single report has no derived moments")
        mean = N * self.reports.mean
        moments = (RationalFunction.of(1), mean, self.variance_of_sum + mean**2)
        powers = value.numerator.coefficients_in(SUM)
        return total(moments[k] * c for k, c in powers.items()) / value.denominator

    def random_in(self, value: RationalFunction) -> frozenset[str]:
        """The random variables that occur."""
        random = {SUM, *(name + suffix for name in self.reports.variables for suffix in (FIRST, SECOND))}
        return frozenset(random.intersection(value.names))


# -- the four mechanisms of the paper, the respondents drawn without or with replacement ------------------------------


def warner() -> Design:
    """Warner's design with the paper's name p for the probability of the sensitive statement."""
    design = catalogue.get("warner").protocol.design()
    return design.substitute({"p_w": sympy.Symbol("p")}, Domain.of(within("p", 0, 1)))


def simmons() -> Design:
    """The unrelated question, answered by a coin."""
    return catalogue.get("simmons").protocol.design()


def named_card() -> Card:
    """A card 1 .. L for any L, of which E(Y) and Var(Y) are named."""
    return symbolic_card(variance=variable("VarY"))


@cache
def modified_warner() -> Survey:
    """Section 3.1: everybody is asked once."""
    return Survey("modified Warner", design_reports(warner(), finite_population()))


@cache
def warner_with_replacement() -> Survey:
    """Warner 1965: N respondents drawn with replacement."""
    return Survey("Warner, respondents drawn with replacement", design_reports(warner(), infinite_population()))


@cache
def modified_simmons() -> Survey:
    """Section 3.2."""
    return Survey("modified Simmons", design_reports(simmons(), finite_population()))


@cache
def simmons_with_replacement() -> Survey:
    """Greenberg et al. 1969."""
    return Survey("Simmons, respondents drawn with replacement", design_reports(simmons(), infinite_population()))


def modified_christofides_of(card: Card) -> Survey:
    """Section 3.3: the card is put back, for a card of which more or less is known."""
    return Survey("modified Christofides", card_reports(card, finite_population()), card)


def improved_christofides_of(card: Card) -> Survey:
    """Section 4: N cards are dealt to N respondents, for a card of which more or less is known."""
    return Survey("improved Christofides", card_reports(card, finite_population(), deck=N), card)


@cache
def modified_christofides() -> Survey:
    """Section 3.3 for any L."""
    return modified_christofides_of(named_card())


@cache
def improved_christofides() -> Survey:
    """Section 4 for any L."""
    return improved_christofides_of(named_card())


@cache
def christofides_with_replacement() -> Survey:
    """Christofides 2003."""
    card = named_card()
    return Survey("Christofides, respondents drawn with replacement", card_reports(card, infinite_population()), card)


SURVEYS: Mapping[str, Callable[[], Survey]] = {
    survey.__name__: survey
    for survey in (
        modified_warner,
        warner_with_replacement,
        modified_simmons,
        simmons_with_replacement,
        modified_christofides,
        christofides_with_replacement,
        improved_christofides,
    )
}


# -- reading the print in a survey ------------------------------------------------------------------------------------


def settled(interpreter: Interpreter, value: RationalFunction) -> RationalFunction:
    """The value with what the statement says of its symbols put in."""
    known = {name: interpreter.at[name] for name in value.names if name in interpreter.at}
    return value.substitute(known) if known else value


def in_survey(notation: Notation, survey: Survey) -> Notation:
    """The notation with x, Y, X, pi_hat, E, Var, P and sums as they are in one survey."""

    def estimate(interpreter: Interpreter) -> RationalFunction:
        interpreter.divisors.append(settled(interpreter, survey.slope))
        return survey.estimate

    def expected(interpreter: Interpreter, node: tree.Operate) -> Value:
        return settled(interpreter, survey.expect(_argument(interpreter, node)))

    def variance(interpreter: Interpreter, node: tree.Operate) -> Value:
        value = _argument(interpreter, node)
        if not survey.random_in(value):
            raise MeaninglessError(f"'{interpreter.print(node)}' is the variance of something that is not random")
        return settled(interpreter, survey.expect((value - survey.expect(value)) ** 2))

    def probability(interpreter: Interpreter, node: tree.Operate) -> Value:
        if node.given:
            raise MeaninglessError(f"'{interpreter.print(node)}': conditional probabilities are not printed so here")
        indicator = RationalFunction.of(1)
        for event in node.arguments:
            indicator = indicator * _indicator(interpreter, event)
        return settled(interpreter, survey.expect(indicator))

    def summed(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
        over_respondents = _sum_over_respondents(interpreter, node, survey)
        return over_respondents if over_respondents is not None else _sum_over_cards(interpreter, node, survey)

    names = {
        "x": lambda i: variable("x" + FIRST),
        "x_i": lambda i: variable("x" + FIRST),
        "x_j": lambda i: variable("x" + SECOND),
        "X": lambda i: survey.reports.of_respondent(FIRST),
        "X_i": lambda i: survey.reports.of_respondent(FIRST),
        "X_j": lambda i: survey.reports.of_respondent(SECOND),
        "N_1": lambda i: variable(SUM),
        "pi_hat": estimate,
    }
    if survey.card is not None:
        names |= {
            "Y": lambda i: variable("Y" + FIRST),
            "Y_i": lambda i: variable("Y" + FIRST),
            "Y_j": lambda i: variable("Y" + SECOND),
        }
    settled_names = {name: _settling(meaning) for name, meaning in names.items()}
    return replace(
        notation,
        names={**notation.names, **settled_names},
        operators={**notation.operators, "E": expected, "Var": variance, "P": probability},
        sums=summed,
    )


def _settling(meaning: Callable[[Interpreter], RationalFunction]) -> Callable[[Interpreter], Value]:
    return lambda interpreter: settled(interpreter, meaning(interpreter))


def _argument(interpreter: Interpreter, node: tree.Operate) -> RationalFunction:
    """What an operator is applied to; a printed side condition such as (i != j) says which respondents are meant."""
    (argument,) = node.arguments
    if isinstance(argument, tree.Product):
        factors = tuple(f for f in argument.factors if not _tells_respondents_apart(f))
        argument = tree.Product(factors) if len(factors) > 1 else factors[0]
    return interpreter.number(argument)


DIFFERENT = tree.Chain((tree.Name("i"), tree.Name("j")), ("!=",))


def _tells_respondents_apart(node: tree.Node) -> bool:
    return node == DIFFERENT


def _indicator(interpreter: Interpreter, event: tree.Node) -> RationalFunction:
    """1 where a 0/1 variable has the printed value, else 0."""
    match event:
        case tree.Chain(members=(tree.Name(name=name) as printed, value), relations=("=",)) if name[0] in "xX":
            variable_here, digit = interpreter.number(printed), interpreter.number(value)
            for known in (0, 1):
                if digit == RationalFunction.of(known):
                    return variable_here if known else 1 - variable_here
    raise MeaninglessError(f"'{interpreter.print(event)}' is no event about a variable that is 0 or 1")


WITHOUT_INDEX = frozenset(("X", "x", "Y", "L", "N", "pi", "p", "piB"))


def _sum_over_respondents(interpreter: Interpreter, node: tree.BigSum, survey: Survey) -> RationalFunction | None:
    """Sums over i = 1 .. N of reports X_i, and of what has no index, over i or over i != j: N, or N (N - 1), times it.

    X without an index is the report of one respondent, so the sum of X over i is N times that report.
    """
    size = interpreter.number(tree.Name("N"))
    pairs = node.condition == DIFFERENT and node.upper is None
    if not pairs and (node.index, node.lower, node.upper) != (tree.Name("i"), tree.Number("1"), tree.Name("N")):
        return None
    body = interpreter.number(node.body)
    if not pairs and node.body == tree.Name("X_i"):
        return variable(SUM)
    if survey.random_in(body) and not tree.names_in(node.body) <= WITHOUT_INDEX:
        raise MeaninglessError(f"'{interpreter.print(node)}' is a sum that has no derived moments")
    return size * (size - 1) * body if pairs else size * body


CARD_INDEX = "k"


def _sum_over_cards(interpreter: Interpreter, node: tree.BigSum, survey: Survey) -> RationalFunction | None:
    """Sums over k = 1 .. L of p_k or p_{L+1-k} times a polynomial in k: expectations of polynomials in Y."""
    over_all = node.index == tree.Name(CARD_INDEX) and node.lower == tree.Number("1") and node.upper == tree.Name("L")
    if not over_all or survey.card is None:
        return None
    body = interpreter.number(node.body)
    summed = ZERO
    for proportion, add in (("p_k", survey.card.sum), ("p_mirrored", survey.card.reversed_sum)):
        powers = body.numerator.coefficients_in(proportion)
        weight = RationalFunction(powers.get(1, ZERO.numerator), body.denominator)
        summed = summed + add(weight, CARD_INDEX)
        body = body - weight * variable(proportion)
    if not body.is_zero():
        raise MeaninglessError(f"'{interpreter.print(node)}': each term of a sum over cards has one proportion")
    return settled(interpreter, summed)
