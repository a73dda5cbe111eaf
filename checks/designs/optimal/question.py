"""A question about optimal designs as `rrproof design` asks it, and what an answer to it holds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from checks.inputs.rational_design import stood_for
from checks.show.notebook import sentence
from derivations.arithmetic.kernel import Theorem
from lp.constraints.constraint import Constraint
from lp.losses.files import Matrix
from lp.parametric.level_input import Level
from lp.programs.outcomes import Infeasible, Optimum
from mechanisms.design import Design
from mechanisms.exact.notebook import Brief, Shown
from mechanisms.exact.notebook_cells import formula, table
from mechanisms.exact.numerals import numeral

MOST_TYPESET = 100  # entries of a matrix that is set in a notebook


class QuestionError(ValueError):
    """Options that do not go together, or that ask for what cannot be answered; the sentence says why."""


@dataclass(frozen=True)
class Question:
    """What is asked.

    Attributes:
        objective: a name, or "loss" for the matrix `loss`.
        categories: k, the number of truths.
        x: e^eps as a rational number, or None where it is irrational or only `constraints` demand privacy.
        level: eps as it was given, in words.
        irrational: the level, where e^eps is irrational.
        note: what was put for what in the level.
        delta: of (eps, delta)-LDP.
        prior: a weight a truth; None is the uniform prior.
        loss: loss[x][y], for the objective "loss".
        loss_name: where it came from.
        constraints: further demands on the design.
        wants_program: whether a certificate of a program that is written out is wanted.

    """

    objective: str
    categories: int
    x: Fraction | None
    level: str = ""
    irrational: Level | None = None
    note: str = ""
    delta: Fraction = Fraction(0)
    prior: tuple[Fraction, ...] | None = None
    loss: Matrix | None = None
    loss_name: str = ""
    constraints: tuple[Constraint, ...] = ()
    wants_program: bool = False

    @property
    def required_level(self) -> Fraction:
        """x, where the objective cannot do without it.

        Raises QuestionError without a level, and for an irrational e^eps.
        """
        if self.irrational is not None:
            raise QuestionError(
                f"--epsilon: the objective {self.objective} needs a rational e^eps, such as log(3) or x=3; "
                "--rational takes the rational number just below it"
            )
        if self.x is None:
            raise QuestionError(f"--epsilon: the objective {self.objective} needs a privacy level, such as log(3)")
        return self.x

    def words(self, quantity: str) -> str:
        """The question in a sentence."""
        demands = []
        if self.level:
            demands.append(self.level + (f", delta = {self.delta}" if self.delta else ""))
        if self.constraints:
            demands.append(f"{len(self.constraints)} constraint{'s' * (len(self.constraints) > 1)} of a file")
        return f"{self.categories} categories, {', '.join(demands)}: the {quantity}"

    @property
    def weights(self) -> tuple[Fraction, ...]:
        """The prior, written out."""
        return self.prior or (Fraction(1, self.categories),) * self.categories

    @property
    def prior_words(self) -> str:
        """The prior, as it is named in a sentence."""
        if self.prior is None:
            return "at the uniform prior"
        shown = ", ".join(map(str, self.prior[:8])) + (", ..." if len(self.prior) > 8 else "")
        return f"at the prior {shown}"


@dataclass(frozen=True)
class Answer(Shown, Brief):
    """The optimum.

    Attributes:
        asked: the question in words.
        value_name: what the value is.
        value: the exact value as text, and `latex` as LaTeX.
        decimal: the value in floating point.
        design: the optimal design, where it is small enough to be written out.
        known: what is well known about the design, and other remarks.
        theorems: what certifies the answer, each with what it says.
        active: the constraints that are tight.
        program: the certified program, for a certificate in another format, and the names of its variables.
        facts: how it was found.
        largest: whether the value is the largest one, not the least.

    """

    asked: str
    value_name: str
    value: str
    latex: str
    decimal: float
    design: Design | None
    known: tuple[str, ...]
    theorems: tuple[tuple[str, Theorem], ...]
    active: tuple[str, ...] = ()
    program: Optimum | None = None
    variables: tuple[str, ...] = ()
    facts: str = ""
    largest: bool = False

    def with_program(self, optimum: Optimum, variables: tuple[str, ...]) -> Answer:
        """The same with the program whose optimum certifies it."""
        return replace(self, program=optimum, variables=variables, facts=str(optimum.facts))

    def __str__(self) -> str:
        return f"{self.asked}: {self.value} = {self.decimal:.6g}"

    def _repr_html_(self) -> str:
        least = formula(rf"\{'max' if self.largest else 'min'} = {self.latex}")
        rows = [("asked", sentence(self.asked)), ("optimum", f"{least} ({sentence(self.value_name)})")]
        rows += [("design" if i == 0 else "", sentence(known)) for i, known in enumerate(self.known)]
        if self.design is not None and self.design.shape[0] * self.design.shape[1] <= MOST_TYPESET:
            rows.append(("matrix", formula(rf"P = {self.design.to_latex()}")))
        rows += [("proved by", sentence(f"{says}: {theorem}")) for says, theorem in self.theorems]
        return table(rows)


@dataclass(frozen=True)
class Refusal(Shown):
    """No design meets the demands; the theorem of Farkas says so, and `conflict` names what contradicts each other."""

    asked: str
    conflict: tuple[str, ...]
    theorem: Theorem
    program: Infeasible | None


def latex_number(value: Fraction) -> str:
    """A fraction in LaTeX."""
    if value.denominator == 1:
        return numeral(value.numerator)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{numeral(abs(value.numerator))}}}{{{numeral(value.denominator)}}}"


def level_words(level: Level) -> str:
    """The level as it is named in a sentence."""
    if level.eps is not None:
        return f"eps = {level.eps}"
    if level.rational is not None:
        if (eps := stood_for(level.rational)) is not None:
            return f"eps = {eps}"
        return f"eps = log({level.rational})" if level.rational > 1 else "eps = 0"
    return f"e^eps = {level.to_sympy()}"
