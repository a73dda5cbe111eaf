"""Questions whose answer is more than one program: the least risk in the worst case, and the most information.

`recheck` finds the optimum again and compares: of the risk each step of the argument, of the information the program of
all staircase columns. That the steps together say what is asked is said in words, which the answer tells.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from checks.recheck.questions import (
    Matrix,
    Question,
    QuestionFileError,
    design_of,
    level_words,
    number_words,
    prior_words,
)
from checks.system.plain_data import design_data
from derivations.arithmetic.statements import Optimal, Statement
from derivations.logic.terms import Term
from lp.minimax.classes import minimax_approximate
from lp.minimax.pair import minimax_pair
from lp.minimax.worst_case_risk import Prior, shares, worst_case, worst_prior
from mechanisms.design import Design
from mechanisms.exact.numerals import numeral
from mechanisms.guarantees.criteria.bayes import numbers

if TYPE_CHECKING:
    from derivations.arithmetic.kernel import Theorem
    from lp.minimax.worst_case_risk import WorstCase
    from lp.staircases.optimum import StaircaseOptimum

RISK = "n times the worst-case sum of squared errors of an unbiased linear estimate of the shares"
LARGEST, LARGEST_APPROXIMATE = 10**9, 20  # categories of a question that a file may ask: at delta = 0, above


@dataclass(frozen=True)
class LeastRisk(Question):
    """One step of the argument for the least risk in the worst case, of designs that are (eps, delta)-private."""

    kind: ClassVar[str] = "least-risk"
    argued: ClassVar[str] = "the steps of the argument give the least risk in the worst case"
    categories: int
    x: Fraction
    delta: Fraction
    step: int

    def answered_by(self, statement: Statement | Term) -> bool:
        """Whether it is the step that the argument has at this place."""
        steps, _ = least_risk(self.categories, self.x, self.delta)
        return self.step < len(steps) and statement == steps[self.step][1].statement

    def words(self, statement: Statement | Term) -> str:
        """The step, and what the whole argument says."""
        steps, risk = least_risk(self.categories, self.x, self.delta)
        delta = f", delta = {number_words(self.delta)}" if self.delta else ""
        return (
            f"step {self.step + 1} of {len(steps)}, {steps[self.step][0]}, of the argument that of all designs with "
            f"{self.categories} truths that are locally differentially private at eps = {level_words(self.x)}{delta}, "
            f"the least {RISK} is {number_words(risk)}"
        )

    @property
    def others(self) -> tuple[Question, ...]:
        """All other steps of the argument."""
        steps, _ = least_risk(self.categories, self.x, self.delta)
        return tuple(replace(self, step=step) for step in range(len(steps)) if step != self.step)

    def data(self) -> dict[str, Any]:
        """The question as JSON."""
        level = {"x": numeral(self.x), "delta": numeral(self.delta)}
        return {"kind": self.kind, "categories": self.categories, **level, "step": self.step}


@dataclass(frozen=True)
class WorstRisk(Question):
    """How large the risk of a linear estimate from the responses to a design is in the worst case.

    `weights` has a row for each response and a column for each truth.
    """

    kind: ClassVar[str] = "worst-risk"
    design: Design
    weights: Matrix

    @cached_property
    def found(self) -> WorstCase:
        """The worst case; ValueError where the estimate is biased."""
        rows = numbers(self.design)
        costs, size = (Fraction(1),) * len(rows), len(rows)
        if len(self.weights) != len(rows[0]) or {len(row) for row in self.weights} != {size}:
            raise ValueError("the weights need a row for each response and a column for each truth")
        everywhere = Prior((Fraction(0),) * size, costs)
        hardest = worst_prior(rows, self.weights, costs, everywhere)
        return worst_case(rows, self.weights, costs, shares(size), everywhere, hardest)

    def answered_by(self, statement: Statement | Term) -> bool:
        """Whether it is the statement that is found again."""
        return statement == self.found.theorem.statement

    def words(self, statement: Statement | Term) -> str:
        """Question and answer in a sentence."""
        return (
            "of the design, n times the sum of squared errors of the unbiased linear estimate of the shares whose "
            f"weights stand in the file is at most {number_words(self.found.value)} at every prior"
        )

    def data(self) -> dict[str, Any]:
        """The question as JSON."""
        weights = [[numeral(weight) for weight in row] for row in self.weights]
        return {"kind": self.kind, "design": design_data(self.design), "weights": weights}

    @property
    def designs(self) -> tuple[tuple[str, Design], ...]:
        """What it is about."""
        return (("the design", self.design),)


@dataclass(frozen=True)
class MostInformation(Question):
    """The largest mutual information of truth and response, of all designs that are eps-private, at a prior."""

    kind: ClassVar[str] = "most-information"
    objective: ClassVar[str] = "mutual-information"
    argued: ClassVar[str] = "some most informative design mixes staircase columns"
    x: Fraction
    prior: tuple[Fraction, ...]

    def answered_by(self, statement: Statement | Term) -> bool:
        """Whether it bounds the program of all staircase columns."""
        found = most_information(self.x, self.prior).optimum.theorem
        return isinstance(statement, Optimal) and statement == found.statement

    def words(self, statement: Statement | Term) -> str:
        """Question and answer in a sentence."""
        found = most_information(self.x, self.prior)
        return (
            f"of all designs with {len(self.prior)} truths that are locally differentially private at eps = "
            f"{level_words(self.x)}, none has more mutual information of truth and response at "
            f"{prior_words(self.prior)} than {float(found.high):.12g} nats"
        )

    def data(self) -> dict[str, Any]:
        """The question as JSON."""
        return {"kind": self.kind, "x": numeral(self.x), "prior": [numeral(weight) for weight in self.prior]}


@lru_cache(maxsize=16)
def least_risk(categories: int, x: Fraction, delta: Fraction) -> tuple[tuple[tuple[str, Theorem], ...], Fraction]:
    """The steps that are theorems, each with what it says, and the risk."""
    if delta:
        mixture = minimax_approximate(categories, x, delta)
        risk, derivation = mixture.risk, mixture.derivation()
    else:
        pair = minimax_pair(categories, x)
        risk, derivation = pair.risk.constant_value(), pair.derivation()
    return tuple((str(s.statement), s.theorem) for s in derivation.steps if s.theorem is not None), risk


@lru_cache(maxsize=16)
def most_information(x: Fraction, prior: tuple[Fraction, ...]) -> StaircaseOptimum:
    """The optimum over all staircase columns."""
    from lp.staircases.optimum import staircase_optimum

    return staircase_optimum(MostInformation.objective, x, prior=prior)


def read_optimum_question(data: Mapping[str, Any]) -> Question | None:
    """A question of this module that `data` wrote; None for another kind. Raises QuestionFileError."""
    if data["kind"] == LeastRisk.kind:
        categories, step = data["categories"], data["step"]
        x, delta = Fraction(data["x"]), Fraction(data["delta"])
        most = LARGEST_APPROXIMATE if delta else LARGEST
        if type(categories) is not int or type(step) is not int or not (2 <= categories <= most and step >= 0):
            raise QuestionFileError(f"the categories are an integer from 2 to {most}, the step one of at least 0")
        return LeastRisk(categories, x, delta, step)
    if data["kind"] == WorstRisk.kind:
        weights = tuple(tuple(map(Fraction, row)) for row in data["weights"])
        return WorstRisk(design_of(data["design"]), weights)
    if data["kind"] == MostInformation.kind:
        return MostInformation(Fraction(data["x"]), tuple(map(Fraction, data["prior"])))
    return None
