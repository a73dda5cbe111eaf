"""Optimal staircase mechanisms: the best eps-LDP design for a convex or information objective, certified.

Every column of an eps-LDP design is a sum of staircase columns (`derivations.theorems.information.staircase_columns`),
so that a sublinear objective is largest at a design all of whose columns are such: theta_S w_S, where w_S is x = e^eps
on a subset S of the truths and 1 elsewhere. The masses theta solve a linear program with 2^k variables and k equations.
Source: Kairouz, Oh, Viswanath, Extremal Mechanisms for Local Differential Privacy, JMLR 17, 2016, theorems 2 and 4.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.arithmetic.statements import LinearProgram
from lp.losses import column_objectives
from lp.losses.column_objectives import ColumnObjective, ObjectiveError, uniform_prior
from lp.losses.optimal_design import LATEX_ENTRIES
from lp.programs.linear_program import solve
from lp.programs.outcomes import Optimum, SolverFacts
from lp.staircases.certificates import CertifiedColumns, certify
from lp.staircases.column_generation import Proposal, propose
from lp.staircases.spaces import AllSubsets, SubsetPaths
from mechanisms.design import Design
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.exact.logarithm_sum import LogarithmSum, RealNumber, combined
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.exact.privacy_level import PrivacyLevel

ENUMERATED = 16  # up to so many truths all subsets are written out unless told otherwise
NAMED: dict[str, Callable[[Sequence[Fraction]], ColumnObjective]] = {
    "mutual-information": column_objectives.mutual_information,
    "chi-square": column_objectives.chi_square_information,
    "fisher": column_objectives.proportions_information,
    "posterior": column_objectives.posterior_squares,
}
DIGITS = 15
Subset = tuple[Hashable, ...]


@dataclass(frozen=True)
class StaircaseOptimum(Shown):
    """The largest value of an objective over all eps-LDP designs, a design that attains it, and why nothing is larger.

    Attributes:
        objective, x: the question; x = e^eps.
        design: the optimal design; each response is labelled by its subset, the truths under which it is x times as
            likely as under the others.
        value: the value of the design: exact for sums of rationals and logarithms.
        low, high: the largest value lies between these; `high` is what the theorem says, up to the constant of the
            objective.
        is_optimal: whether every sign was decided, so that the largest value is `value`; otherwise it lies within
            `high - low` of it.
        ties: subsets outside the design whose reduced cost is 0, which every other optimal design takes its further
            columns from (`another_optimum`); by the method "paths" one of those that have the same sum of features and
            the same price as a combination of values.
        undecided: subsets whose columns might gain something, but less than `high - low`.
        optimum: program, point, multipliers and theorem over all staircase columns; values are negated, because
            programs are minimised, and replaced by rational upper bounds where they are not rational.
        method: whether all subsets were looked at, or states that merge them: "subsets" or "paths".

    """

    objective: ColumnObjective
    x: Fraction
    design: Design
    value: RealNumber
    low: Fraction
    high: Fraction
    is_optimal: bool
    ties: tuple[Subset, ...]
    undecided: tuple[Subset, ...]
    optimum: Optimum
    method: str

    @property
    def gap(self) -> Fraction:
        """How much the bounds of the largest value leave open."""
        return self.high - self.low

    @property
    def support(self) -> tuple[Subset, ...]:
        """The subsets of the responses."""
        return tuple(self.design.responses)  # type: ignore[arg-type]

    def __str__(self) -> str:
        shown = str(self.value) if isinstance(self.value, LogarithmSum) else f"{float(self.high):.{DIGITS}g}"
        word = "largest" if self.is_optimal else f"largest within {float(self.gap):.1e}"
        return f"{self.objective.name}, {word} value {shown} at x = {self.x}, attained by\n{self.design!r}"

    def _repr_latex_(self) -> str:
        shown = rf"{float(self.high):.{DIGITS}g}\ldots"
        if isinstance(self.value, LogarithmSum) and len(self.value.terms) <= self.objective.truths:
            shown = self.value.to_latex() + (rf" \approx {float(self.high):.6g}" if self.value.terms else "")
        truths, responses = self.design.shape
        large = truths * responses > LATEX_ENTRIES
        matrix = rf"P \in \mathbb{{R}}^{{{truths} \times {responses}}}" if large else f"P = {self.design.to_latex()}"
        return rf"$\displaystyle \max_P {self.objective.latex} = {shown}, \quad {matrix}$"


def staircase_optimum(
    objective: ColumnObjective | str,
    x: Rational | PrivacyLevel,
    k: int | None = None,
    prior: Sequence[Fraction] | None = None,
    *,
    truths: Sequence[Hashable] | None = None,
    method: str = "",
) -> StaircaseOptimum:
    """The eps-LDP design with the largest value of an objective, over any number of responses.

    Args:
        objective: a sublinear function of columns (`lp.losses.column_objectives`), or mutual-information,
        chi-square, fisher     (trace for the proportions) or posterior, for the prior.
        x: e^eps, a rational number greater than 1.
        k: the number of truths; may be left out where objective or prior say it.
        prior: for an objective given by name; uniform if left out.
        truths: labels, 0, 1, ... if left out.
        method: "subsets" looks at all 2^k columns, "paths" at states that merge them; by default subsets up to 16
            truths and paths beyond.

    Raises ObjectiveError for a question that makes no sense, SolverError if no certified answer is found.

    """
    level = read_level(x)
    chosen = read_objective(objective, k, prior)
    labels = tuple(truths) if truths is not None else tuple(range(chosen.truths))
    if len(labels) != chosen.truths:
        raise ObjectiveError(f"{len(labels)} labels do not fit {chosen.truths} truths")
    if method not in ("", "subsets", "paths"):
        raise ObjectiveError(f"the method is subsets or paths, not {method!r}")
    start = time.perf_counter()
    whole = method == "subsets" or (method == "" and chosen.truths <= ENUMERATED)
    space = AllSubsets(chosen, level) if whole else SubsetPaths(chosen, level)
    proposal = propose(space)
    found = certify(space, proposal.columns)
    return _answer(chosen, level, labels, found, proposal, time.perf_counter() - start, whole)


def _answer(
    objective: ColumnObjective,
    x: Fraction,
    labels: tuple[Hashable, ...],
    found: CertifiedColumns,
    proposal: Proposal,
    seconds: float,
    whole: bool,
) -> StaircaseOptimum:
    def named(subset: int) -> Subset:
        return tuple(label for a, label in enumerate(labels) if subset >> a & 1)

    masses = dict(sorted(found.masses.items(), key=lambda item: (item[0].bit_count(), named_positions(item[0]))))
    matrix = [[mass * (x if s >> a & 1 else 1) for s, mass in masses.items()] for a in range(objective.truths)]
    design = Design(matrix, truths=labels, responses=[named(s) for s in masses], name=f"staircase, x = {x}")
    program, point, dual, theorem = found.certified
    facts = SolverFacts(
        "HiGHS",
        proposal.version,
        proposal.solver_seconds,
        seconds - proposal.solver_seconds,
        found.pivots,
        len(program.cost),
        len(program.rows),
        len(program.equations),
        sum(map(len, program.rows)) + sum(map(len, program.equations)),
    )
    less = -objective.constant
    value = combined([(Fraction(1), found.value), (less, LogarithmSum(1))]) if less else found.value
    return StaircaseOptimum(
        objective,
        x,
        design,
        value,
        found.low + less,
        found.high + less,
        found.decided,
        tuple(map(named, found.ties)),
        tuple(map(named, found.undecided)),
        Optimum(program, point, dual, theorem, facts),
        "subsets" if whole else "paths",
    )


def objective_of(objective: ColumnObjective, design: Design) -> RealNumber:
    """The value of an objective at a design with rational entries; columns of zeros count nothing.

    Raises ObjectiveError where a column has zeros and other entries: an eps-LDP design has none.
    """
    columns = [tuple(row[y].evaluate({}) for row in design.entries) for y in range(design.shape[1])]
    columns = [column for column in columns if any(column)]
    if any(min(column) <= 0 for column in columns):
        raise ObjectiveError("objectives are defined for columns of positive numbers; this design has a zero")
    total = [(Fraction(1), objective.of_column(column)) for column in columns]
    return combined([*total, (-objective.constant, LogarithmSum(1))])


def read_level(x: Rational | PrivacyLevel) -> Fraction:
    """x = e^eps as a rational number greater than 1; ObjectiveError otherwise."""
    if isinstance(x, PrivacyLevel):
        if x.x is None:
            raise ObjectiveError(f"e^({x.eps}) is not rational; give x = e^eps as a rational number, or eps as log(x)")
        x = x.x
    try:
        level = exact_number(x, "x = e^eps")
    except EntryError as error:
        raise ObjectiveError(str(error)) from error
    if level <= 1:
        raise ObjectiveError(f"x = e^eps must be greater than 1, not {level}: at 1 a response says nothing")
    return level


def read_objective(
    objective: ColumnObjective | str, k: int | None, prior: Sequence[Fraction] | None
) -> ColumnObjective:
    """An objective as it is, or by its name for a prior; ObjectiveError if the sizes do not fit."""
    if isinstance(objective, ColumnObjective):
        if prior is not None:
            raise ObjectiveError("a prior is part of an objective; give it where the objective is made")
        chosen = objective
    elif objective not in NAMED:
        raise ObjectiveError(f"no objective is called {objective!r}; there are {', '.join(NAMED)}")
    elif prior is None and k is None:
        raise ObjectiveError("the number of truths is needed, as k or by a prior")
    else:
        chosen = NAMED[objective](prior if prior is not None else uniform_prior(k or 0))
    if k is not None and k != chosen.truths:
        raise ObjectiveError(f"k = {k} does not fit an objective or prior of {chosen.truths} truths")
    return chosen


def named_positions(subset: int) -> tuple[int, ...]:
    """The numbers of the bits that are set, in increasing order."""
    return tuple(a for a in range(subset.bit_length()) if subset >> a & 1)


def another_optimum(found: StaircaseOptimum) -> Design | None:
    """A second optimal staircase design, as different from the first as ties allow; None if there is no other.

    By complementary slackness every optimal staircase design has its columns among those of the first one and the
    ties, so that a small program decides: the largest mass of ties together.

    Raises ObjectiveError where that is not known: signs are undecided, or the ties of paths stand for further ones.
    """
    if not found.is_optimal:
        raise ObjectiveError("signs are undecided, so that it is not known which columns tie")
    if found.method == "paths":
        raise ObjectiveError('ties found by paths stand for others as well; ask again with method="subsets"')
    labels, truths, x = (*found.support, *found.ties), found.design.truths, found.x
    columns = [[x if truth in subset else Fraction(1) for truth in truths] for subset in labels]
    own, count = len(found.support), len(labels)
    program = LinearProgram(
        tuple(Fraction(-(i >= own)) for i in range(count)),
        tuple(((i, Fraction(1)),) for i in range(count)),
        (Fraction(0),) * count,
        tuple(tuple((i, column[a]) for i, column in enumerate(columns)) for a in range(len(truths))),
        (Fraction(1),) * len(truths),
    )
    best = solve(program)
    assert isinstance(best, Optimum), "the first design is feasible, and masses are bounded"
    if best.value == 0:
        return None
    used = [i for i, mass in enumerate(best.point) if mass]
    matrix = [[best.point[i] * columns[i][a] for i in used] for a in range(len(truths))]
    return Design(matrix, truths=truths, responses=[labels[i] for i in used], name=found.design.name)
