"""`rrproof design --parametric`: the optimal designs for all x = e^eps at once, found, printed, and as data."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import log
from typing import TYPE_CHECKING

import sympy
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from checks.claims.prose import escape
from checks.designs.optimal.losses import MEANING, loss_of
from checks.designs.optimal.output import facts_table, label
from checks.designs.optimal.question import Question, QuestionError
from checks.designs.optimal.staircases import INFORMATION, require_plain_privacy
from checks.show.plots.optimum_curve import optimum_curve
from derivations.arithmetic.kernel import Theorem
from lp.constraints.constraint import Constraint
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy
from lp.parametric.design import ParametricDesign, parametric_design, parametric_design_under
from lp.parametric.interval import Interval
from lp.parametric.optimum import ParametricOptimum
from lp.staircases.levels import staircase_for_all_levels
from mechanisms.design import Design
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.notebook import Brief, Shown
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.known_designs import recognised

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LARGEST = 16  # categories
LARGEST_MATRIX = 8  # truths or responses that are printed
SURDS = 2  # the largest degree of a number that is written in square roots


@dataclass(frozen=True)
class PieceForAll(Shown):
    """On the interval the design is optimal; `design` and `value` are None where no design meets the demands."""

    interval: Interval
    design: Design | None
    value: RationalFunction | None
    theorem: Theorem


@dataclass(frozen=True)
class AnswerForAll(Shown, Brief):
    """The optimal designs for all levels, and the question in words; `cases` is all of it in LaTeX."""

    asked: str
    value_name: str
    optimum: ParametricOptimum
    pieces: tuple[PieceForAll, ...]
    cases: str
    largest: bool = False

    @property
    def theorems(self) -> tuple[tuple[str, Theorem], ...]:
        """What certifies each interval, and that nothing is left out."""
        pieces = [(f"optimal for {interval_words(p.interval)}", p.theorem) for p in self.pieces]
        return (*pieces, ("these intervals are all levels", self.optimum.coverage))


def answer_for_all(question: Question) -> AnswerForAll:
    """The optimum for every eps; QuestionError where the options do not go with it."""
    k, objective = question.categories, question.objective
    if objective == "minimax":
        raise QuestionError("--parametric: the objective minimax is answered at one --epsilon only")
    if k > LARGEST:
        raise QuestionError(f"--parametric: at most {LARGEST} categories are answered for every eps, not {k}")
    demands = [f"delta = {question.delta}"] if question.delta else []
    demands += [f"{len(question.constraints)} constraints of a file"] if question.constraints else []
    about = ", ".join([f"{k} categories", "every eps", *demands])
    if objective in INFORMATION:
        require_plain_privacy(question)
        make, meaning = INFORMATION[objective]
        levels = staircase_for_all_levels(make(question.weights))
        staircases = tuple(PieceForAll(p.interval, p.design, p.value, p.piece.theorem) for p in levels.pieces)
        asked = f"{about}: the largest {meaning}, {question.prior_words}"
        return AnswerForAll(asked, meaning, levels.optimum, staircases, levels.to_latex(), largest=True)
    name = MEANING.get(objective, f"expected loss of {question.loss_name}")
    found = _losses(question)
    pieces = tuple(PieceForAll(p.interval, p.design, p.value, p.piece.theorem) for p in found.pieces)
    asked = f"{about}: the least {name}, {question.prior_words}"
    return AnswerForAll(asked, name, found.optimum, pieces, found.to_latex())


def _losses(question: Question) -> ParametricDesign:
    loss = loss_of(question)
    if not (question.delta or question.constraints):
        return parametric_design(loss, question.weights)

    def constraints(x: Fraction) -> list[Constraint]:
        privacy = ApproximatePrivacy(x, question.delta) if question.delta else LocalPrivacy(x)
        return [privacy, *question.constraints]

    return parametric_design_under(loss, constraints, question.weights)


def drawn_for_all(answer: AnswerForAll) -> Figure:
    """The optimal value against eps, with the question above it, and the names of the designs below."""
    return optimum_curve(
        answer.optimum,
        largest=answer.largest,
        value_name=answer.value_name,
        title=answer.asked.replace(", every eps", ""),
        regimes=[_name(piece) for piece in answer.pieces],
    )


# -- output --------------------------------------------------------------------------------------------------------


def shown_for_all(answer: AnswerForAll) -> RenderableType:
    """A line for each interval, and the designs."""
    pieces = answer.pieces
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in ("", "x = e^eps", "eps", "largest value" if answer.largest else "least value", "design"):
        table.add_column(heading, overflow="fold")
    for number, piece in enumerate(pieces, 1):
        value = "no design" if piece.value is None else function(piece.value)
        table.add_row(str(number), interval_words(piece.interval), _levels(piece.interval), value, _name(piece))
    parts: list[RenderableType] = [facts_table([("asked", answer.asked)]), Text(), table]
    for number, piece in enumerate(pieces, 1):
        if piece.design is not None and max(piece.design.shape) <= LARGEST_MATRIX:
            parts += [Text(), Text(f"design {number}"), _matrix(piece)]
    rules = f"{len(answer.theorems)} theorems of the kernel: one an interval, and one that these are all levels"
    parts += [Text(), facts_table([("proved by", rules), ("program", _size(answer))])]
    return Group(*parts)


def _size(answer: AnswerForAll) -> str:
    program = answer.optimum.program
    return f"{len(program.cost)} variables, {len(program.rows)} inequalities, {len(program.equations)} equations in x"


def _matrix(piece: PieceForAll) -> Table:
    assert piece.design is not None
    made = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 2))
    for _ in piece.design.responses:
        made.add_column(justify="right", no_wrap=True)
    if any(isinstance(response, tuple) for response in piece.design.responses):
        made.add_row(*map(label, piece.design.responses), style="bold")
    for row in piece.design.entries:
        made.add_row(*map(function, row))
    return made


def _name(piece: PieceForAll) -> str:
    """What the designs of the piece are called, judged at one level inside it."""
    if piece.design is None:
        return ""
    x = piece.interval.sample().rational
    known = () if x is None else recognised(piece.design.at(x=x), with_numbers=False)
    return "; ".join(known)


def function(value: RationalFunction) -> str:
    """A rational function of x as text."""
    return str(sympy.sstr(sympy.factor(value.to_sympy())))


def number_words(number: AlgebraicReal) -> str:
    """An end of an interval: a fraction, square roots, or the root of a polynomial near a decimal."""
    if number.rational is not None:
        return str(number.rational)
    if number.minimal.degree(number.minimal.names[0]) <= SURDS:
        return f"{sympy.sstr(number.to_sympy())} ~ {float(number.rounded(6)):.6g}"
    return str(number)


def interval_words(interval: Interval) -> str:
    """Such as 1 <= x <= 2."""
    if interval.single:
        return f"x = {number_words(interval.low)}"
    low = f"{number_words(interval.low)} {'<=' if interval.low_closed else '<'} x"
    if interval.high is None:
        return f"x {'>=' if interval.low_closed else '>'} {number_words(interval.low)}"
    return f"{low} {'<=' if interval.high_closed else '<'} {number_words(interval.high)}"


def _levels(interval: Interval) -> str:
    low = f"{log(_float(interval.low)):.6g}"
    return f"{low} to {'infinity' if interval.high is None else f'{log(_float(interval.high)):.6g}'}"


def _float(number: AlgebraicReal) -> float:
    return float(number.rounded(12) if number.rational is None else number.rational)


def data_for_all(answer: AnswerForAll) -> dict[str, object]:
    """The intervals, values and designs as plain data."""
    return {
        "asked": answer.asked,
        "of": answer.value_name,
        "pieces": [
            {
                "x": interval_words(piece.interval),
                "from": _float(piece.interval.low),
                "to": None if piece.interval.high is None else _float(piece.interval.high),
                "value": None if piece.value is None else function(piece.value),
                "responses": None if piece.design is None else [label(y) for y in piece.design.responses],
                "design": None
                if piece.design is None
                else [[function(e) for e in row] for row in piece.design.entries],
                "known": _name(piece),
            }
            for piece in answer.pieces
        ],
        "breakpoints": [number_words(number) for number in answer.optimum.breakpoints],
        "theorems": [{"says": says, "rule": theorem.rule} for says, theorem in answer.theorems],
    }


def latex_for_all(answer: AnswerForAll) -> str:
    """The value and the designs as cases of e^eps, for a document that loads amsmath."""
    return "\n".join([f"% {answer.asked}", f"{escape(answer.asked)}:", r"\[", f"  {answer.cases}", r"\]"])
