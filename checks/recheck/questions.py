"""What a proof about designs answers: a question that stands as data beside it, from which its statement is rebuilt.

A theorem about a linear program says nothing of designs until one knows how the program was made. So a proof file
holds the question too: the design, the privacy level, the loss. `recheck` builds the statement from the question again
and compares it with what the kernel has proved; the words that it shows are made from the question, never from labels.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import permutations
from math import log
from typing import Any, ClassVar

from checks.system.plain_data import design_data, label
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Infeasible, LinearProgram, Optimal, Sequent, Statement
from derivations.logic.terms import Term
from lp.constraints.constrained_design import constrained_model
from lp.constraints.privacy import ApproximatePrivacy
from lp.losses.linear_loss import LossError, hamming, l1, loss_program, squared, weighted_loss
from lp.relaxations.blackwell import program_between
from mechanisms.design import Design, DesignError
from mechanisms.exact.expression import Expression, Operation, difference
from mechanisms.exact.formula import Comparison, Formula, all_of, in_polynomials
from mechanisms.exact.numerals import numeral
from mechanisms.exact.polynomial import Polynomial
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.guarantees.hockey_stick import delta_curve

Matrix = tuple[tuple[Fraction, ...], ...]
LOSSES: dict[str, tuple[Callable[[int], Matrix], str]] = {
    "hamming": (hamming, "probability of a wrong response"),
    "l1": (l1, "expected distance |truth - response|"),
    "mse": (squared, "expected square of truth - response"),
}
LONG = 30  # characters of a number that is written out in a sentence
DIGITS = 14  # behind the point, of an exact decimal


class QuestionFileError(ValueError):
    """What stands in a proof file is no question; the sentence says what is wrong."""


class Question(ABC):
    """What is asked of designs. A subclass is a frozen dataclass of exact data."""

    kind: ClassVar[str]
    argued: ClassVar[str] = ""  # what is said in words between the statement and the answer

    @abstractmethod
    def answered_by(self, statement: Statement | Term) -> bool:
        """Whether the statement, compared with the one that is built from the question, answers it."""

    @abstractmethod
    def words(self, statement: Statement | Term) -> str:
        """Question and answer in a sentence of the field."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """The question as JSON; `read_question` reads it."""

    @property
    def designs(self) -> tuple[tuple[str, Design], ...]:
        """The designs that it is about, each with what the sentence calls it."""
        return ()

    @property
    def others(self) -> tuple[Question, ...]:
        """The other steps of the argument of which it asks for one: only together they say what is asked."""
        return ()

    @property
    def unchecked_names(self) -> tuple[str, ...]:
        """What the file calls these designs."""
        return tuple(f'{key} is called "{design.name}"' for key, design in self.designs if design.name)


@dataclass(frozen=True)
class Private(Question):
    """Is the design (eps, delta)-locally differentially private, x = e^eps, and is this sharp?

    With delta = 0 the statement says that every entry of a column lies between the least one and x times the least one;
    with delta > 0, of every two truths a, b, that the sum over y of max(0, P[a, y] - x P[b, y]) is at most delta, each
    term being written out with the sign that it has. And that somewhere there is equality: in P[a, y] = x P[b, y] > 0,
    so that no smaller eps serves, or in the sum, so that no smaller delta does at this eps.
    """

    kind: ClassVar[str] = "private"
    design: Design
    x: Fraction
    delta: Fraction = Fraction(0)

    def sequent(self) -> Sequent:
        """What has to be proved."""
        rows = numbers(self.design)
        facts: list[Formula] = []
        if not self.delta:
            for column in zip(*rows, strict=True):
                low = min(column)
                for p in dict.fromkeys(column):
                    facts += [_compared(low, "<=", p), _compared(p, "<=", _times(self.x, low))]
            return Sequent(frozenset(), all_of([*dict.fromkeys(facts), *self._sharp()]))
        for a, b in permutations(range(len(rows)), 2):
            pairs = list(zip(rows[a], rows[b], strict=True))
            gains = [(p, q) for p, q in pairs if p > self.x * q]
            facts += [_compared(p, "<=", _times(self.x, q)) for p, q in dict.fromkeys(pairs) if p <= self.x * q]
            if gains:
                facts.append(_compared(_excess(gains, self.x), "<=", self.delta))
        return Sequent(frozenset(), all_of([*dict.fromkeys(facts), *self._sharp()]))

    def _sharp(self) -> list[Formula]:
        a, b, y = self.attained()
        rows = numbers(self.design)
        if not self.delta:
            low, high = rows[b][y], rows[a][y]
            return [_compared(high, "=", _times(self.x, low)), _compared(low, ">", Fraction(0))]
        gains = [(p, q) for p, q in zip(rows[a], rows[b], strict=True) if p > self.x * q]
        return [_compared(_excess(gains, self.x), "=", self.delta)]

    def attained(self) -> tuple[int, int, int]:
        """(a, b, y): the pair of truths, and with delta = 0 the response, where there is equality; DesignError if none.

        With delta > 0 the response is the one that adds most to delta.
        """
        rows = numbers(self.design)
        for a, b in permutations(range(len(rows)), 2):
            gaps = [p - self.x * q for p, q in zip(rows[a], rows[b], strict=True)]
            if self.delta and sum(max(gap, Fraction(0)) for gap in gaps) == self.delta:
                return a, b, max(range(len(gaps)), key=gaps.__getitem__)
            for y, gap in enumerate(gaps):
                if not self.delta and gap == 0 and rows[a][y]:
                    return a, b, y
        raise DesignError(f"the level eps = {level_words(self.x)}, delta = {self.delta} is not attained by this design")

    def prove(self) -> Theorem:
        """The theorem. Raises kernel.KernelError where it does not hold."""
        goal = self.sequent()
        plain = Sequent(frozenset(), in_polynomials(goal.conclusion))
        return kernel.compare(kernel.one_variable(plain), goal)

    def answered_by(self, statement: Statement | Term) -> bool:
        """Whether it is the statement that is built from the question."""
        return statement == self.sequent()

    def words(self, statement: Statement | Term) -> str:
        """Question and answer in a sentence."""
        a, b, y = self.attained()
        rows = numbers(self.design)
        truths, response = self.design.truths, label(self.design.responses[y])
        at = f"P({response} | {label(truths[a])}) = {numeral(rows[a][y])}"
        other = f"P({response} | {label(truths[b])}) = {numeral(rows[b][y])}"
        if self.delta:
            pair = f"the truths {label(truths[a])} and {label(truths[b])}, most of it by response {response}"
            return (
                f"the design is (eps, delta)-locally differentially private at eps = {level_words(self.x)} with "
                f"delta = {number_words(self.delta)}, and with no smaller delta there, because of {pair}"
            )
        return (
            f"the design is eps-locally differentially private with eps = {level_words(self.x)}, and with no smaller "
            f"eps, because {at} is {number_words(self.x)} times {other}"
        )

    def data(self) -> dict[str, Any]:
        """The question as JSON."""
        return {
            "kind": self.kind,
            "design": design_data(self.design),
            "x": numeral(self.x),
            "delta": numeral(self.delta),
        }

    @property
    def designs(self) -> tuple[tuple[str, Design], ...]:
        """What it is about."""
        return (("the design", self.design),)


@dataclass(frozen=True)
class LeastLoss(Question):
    """The least expected loss of all designs that are (eps, delta)-private, x = e^eps, at a prior.

    `loss` is loss[x][y] of the response y under the truth x; `name` is that of a loss of the field, or "".
    """

    kind: ClassVar[str] = "least-loss"
    loss: Matrix
    x: Fraction
    prior: tuple[Fraction, ...]
    delta: Fraction = Fraction(0)
    name: str = ""

    @classmethod
    def named(
        cls, name: str, categories: int, x: Fraction, prior: Sequence[Fraction], delta: Fraction = Fraction(0)
    ) -> LeastLoss:
        """For a loss of `LOSSES`."""
        return cls(LOSSES[name][0](categories), x, tuple(prior), delta, name)

    def program(self) -> LinearProgram:
        """The linear program whose optimum is the answer."""
        if not self.delta:
            return loss_program(self.loss, self.x, self.prior)
        import cvxpy

        from lp.models.exact_program import exact_program
        from lp.models.losses import expected_loss

        cost = weighted_loss(self.loss, self.prior)
        P, demands = constrained_model(len(cost), len(cost[0]), [ApproximatePrivacy(self.x, self.delta)])
        return exact_program(cvxpy.Problem(cvxpy.Minimize(expected_loss(P, cost)), demands)).program

    def answered_by(self, statement: Statement | Term) -> bool:
        """Whether it is the statement that is built from the question."""
        return isinstance(statement, Optimal) and statement.program == self.program()

    def words(self, statement: Statement | Term) -> str:
        """Question and answer in a sentence."""
        assert isinstance(statement, Optimal), "what answers the question is an optimum"
        quantity = LOSSES[self.name][1] if self.name else "expected loss"
        delta = f", delta = {number_words(self.delta)}" if self.delta else ""
        return (
            f"of all designs with {len(self.loss)} truths and {len(self.loss[0])} responses that are locally "
            f"differentially private at eps = {level_words(self.x)}{delta}, the least {quantity} at "
            f"{prior_words(self.prior)} is {number_words(statement.value)}"
        )

    def data(self) -> dict[str, Any]:
        """The question as JSON."""
        asked: dict[str, Any] = (
            {"loss": self.name} if self.name else {"loss": [list(map(numeral, r)) for r in self.loss]}
        )
        return {
            "kind": self.kind,
            **asked,
            "x": numeral(self.x),
            "delta": numeral(self.delta),
            "prior": [numeral(weight) for weight in self.prior],
        }


@dataclass(frozen=True)
class Channel(Question):
    """Is there a channel C with second = first C: can the second design be had by randomizing responses of the first?

    `names` are what the designs are called; sentences call them A and B, because names are not checked.
    """

    kind: ClassVar[str] = "channel"
    first: Design
    second: Design
    names: tuple[str, str] = ("A", "B")

    @property
    def unchecked_names(self) -> tuple[str, ...]:
        """What the file calls both."""
        return tuple(f'{key} is called "{name}"' for key, name in zip("AB", self.names, strict=True) if name != key)

    def answered_by(self, statement: Statement | Term) -> bool:
        """Whether it is the statement that is built from the question."""
        if not isinstance(statement, (Optimal, Infeasible)):
            return False
        built = program_between(self.first, self.second)  # which channel is chosen does not matter: any cost will do
        found = statement.program
        return (found.rows, found.bounds, found.equations, found.sides) == (
            built.rows, built.bounds, built.equations, built.sides
        )  # fmt: skip

    def words(self, statement: Statement | Term) -> str:
        """Question and answer in a sentence."""
        if isinstance(statement, Optimal):
            return "design B can be had from design A by randomizing its responses: B = A C for a channel C"
        return "design B cannot be had from design A by any randomizing of its responses: B = A C for no channel C"

    def data(self) -> dict[str, Any]:
        """The question as JSON."""
        return {
            "kind": self.kind,
            "first": design_data(self.first),
            "second": design_data(self.second),
            "names": list(self.names),
        }

    @property
    def designs(self) -> tuple[tuple[str, Design], ...]:
        """What it is about."""
        return (("A", self.first), ("B", self.second))


def sharp_privacy(design: Design) -> Private | None:
    """At its smallest eps the design is private, sharply; None where that is infinite, or there is one truth only."""
    x = delta_curve(design).least_level(0)
    return None if x is None or len(design.truths) < 2 else Private(design, x)


# -- reading -----------------------------------------------------------------------------------------------------------


def design_of(data: Mapping[str, Any]) -> Design:
    """The design that `design_data` wrote; ValueError or DesignError for another."""
    rows = [[Fraction(entry) for entry in row] for row in data["matrix"]]
    return Design(rows, truths=data["truths"], responses=data["responses"], name=text_of(data.get("name", "")))


def text_of(value: object) -> str:
    """The value, which must be a short text; ValueError for another."""
    if not isinstance(value, str) or len(value) > 200:
        raise ValueError("a name is a text of at most 200 characters")
    return value


# -- helpers -----------------------------------------------------------------------------------------------------------


def _compared(left: Fraction | Expression, relation: Any, right: Fraction | Expression) -> Formula:
    return Comparison(_constant(left), relation, _constant(right))


def _constant(value: Fraction | Expression) -> Expression:
    return Polynomial.constant(value) if isinstance(value, Fraction) else value


def _times(x: Fraction, value: Fraction) -> Expression:
    return Operation("*", (Polynomial.constant(x), Polynomial.constant(value)))


def _excess(pairs: Sequence[tuple[Fraction, Fraction]], x: Fraction) -> Expression:
    return Operation("+", tuple(difference(_constant(p), _times(x, q)) for p, q in pairs))


def prior_words(prior: Sequence[Fraction]) -> str:
    """A prior in a sentence."""
    same = len(set(prior)) == 1
    return "the uniform prior" if same else f"the prior ({', '.join(map(number_words, prior))})"


def level_words(x: Fraction) -> str:
    """The privacy level log(x) in a sentence."""
    return "0" if x == 1 else f"log({number_words(x)}) ~ {_logarithm(x):.6g}"


def _logarithm(x: Fraction) -> float:
    return log(x.numerator) - log(x.denominator)


def number_words(value: Fraction) -> str:
    """Exactly where it is short, as a decimal where that is exact, else the first digits with three dots."""
    text = numeral(value)
    if value.denominator > 1000 and not 10**DIGITS % value.denominator:
        return f"{Decimal(value.numerator) / Decimal(value.denominator):f}"
    return text if len(text) <= LONG else f"{float(value):.9g}..."


__all__ = [
    "LOSSES", "Channel", "LeastLoss", "LossError", "Private", "Question", "QuestionFileError", "design_of",
    "level_words", "number_words", "prior_words", "sharp_privacy", "text_of",
]  # fmt: skip
