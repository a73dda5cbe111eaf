"""Whether one design can be relaxed to another: a relaxation or a certificate, for any two designs.

Two questions are told apart.

* Without loss: the posterior of who knows both responses is that of who knows the last one. There is such a law of
  (o1, o2) exactly if P1 = P2 C for a channel C (Blackwell's order).
* Within a budget: the pair of responses is eps-private for a given eps. There is such a law exactly if a linear program
  without a cost is feasible; its variables are J[x, o1, o2].

The first implies the second for the eps of P2. If P2 is extremal at its eps, that is if every entry of a column is the
least or e^eps times the least, the second implies the first (`derivations.theorems.relaxations.relaxation`), so that
for k-ary randomized response there is no private relaxation but the one by Bayes' rule. Otherwise the two questions
differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import overload

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram
from lp.programs.linear_program import solve
from lp.programs.outcomes import Optimum, SolverError
from lp.programs.uniqueness import Another, Unique, uniqueness
from lp.relaxations.blackwell import Separation, channel_between, latex_number, program_between
from lp.relaxations.costs import RelaxationCost
from lp.relaxations.joint_releases import HistoryCost, Overspent, joint_releases
from mechanisms.design import Design, DesignError
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.criteria.bayes import Prior, numbers
from mechanisms.protocols.relaxation import Relaxation

__all__ = [
    "BestRelaxation",
    "BrokenChain",
    "Overspent",
    "is_extremal",
    "private_coupling",
    "private_coupling_program",
    "relaxation_between",
    "relaxation_chain",
]

ZERO = Fraction(0)


@dataclass(frozen=True)
class BestRelaxation(Shown):
    """The relaxation without loss of least cost, among all channels that lead back to the first design.

    Attributes:
        relaxation: the designs and a channel of least cost.
        cost: what is least.
        value: the least cost.
        optimum: the program of the channel, with the dual vector and the theorem that nothing costs less.

    """

    relaxation: Relaxation
    cost: RelaxationCost
    value: Fraction
    optimum: Optimum

    @property
    def theorem(self) -> Theorem:
        """That no channel has a lower cost."""
        return self.optimum.theorem

    @property
    def active(self) -> tuple[str, ...]:
        """The transitions that are never made, in words."""
        channel = self.relaxation.channel
        cells = list(itertools.product(channel.truths, channel.responses))
        return tuple(f"C[{cells[i][0]}, {cells[i][1]}] = 0" for i in self.optimum.active)

    @cached_property
    def uniqueness(self) -> Unique | Another:
        """Whether it is the only channel of least cost, with what shows it, or another one."""
        return uniqueness(self.optimum)

    @cached_property
    def another(self) -> Relaxation | None:
        """Another relaxation of the same cost, if there is one."""
        found = self.uniqueness
        if isinstance(found, Unique):
            return None
        return _relaxation(self.relaxation.first, self.relaxation.last, found.point)

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle \min = {latex_number(self.value)},\quad C = {self.relaxation.channel.to_latex()}$"


@overload
def relaxation_between(first: Design, last: Design) -> Relaxation | Separation: ...
@overload
def relaxation_between(first: Design, last: Design, cost: RelaxationCost) -> BestRelaxation | Separation: ...


def relaxation_between(
    first: Design, last: Design, cost: RelaxationCost | None = None
) -> Relaxation | BestRelaxation | Separation:
    """The relaxation from `first` to `last`, or a decision problem in which `first` earns more; rational entries.

    With a cost (`lp.relaxations.costs`) that of least cost, where more channels than one lead back. Raises DesignError
    when the truths differ, SolverError where the solver finds none of least cost.
    """
    if first.truths != last.truths:
        raise DesignError(f"the designs have different truths: {list(first.truths)} and {list(last.truths)}")
    found = channel_between(last, first)
    if isinstance(found, Separation):
        return found
    if cost is None:
        return Relaxation(first, last, found.channel)
    best = solve(program_between(last, first, cost.on_channel(first, last)))
    if not isinstance(best, Optimum):
        raise SolverError("channels of these designs are known, but none of least cost was found")
    return BestRelaxation(_relaxation(first, last, best.point), cost, best.value, best)


def _relaxation(first: Design, last: Design, point: Sequence[Fraction]) -> Relaxation:
    """The relaxation whose channel is written row by row."""
    width = len(first.responses)
    rows = [point[i : i + width] for i in range(0, len(point), width)]
    return Relaxation(first, last, Design(rows, truths=last.responses, responses=first.responses, name="channel"))


def only_channel(relaxation: Relaxation) -> Unique | Another:
    """Whether the channel is the only one between the two designs, with what shows it; rational entries.

    Raises SolverError where the solver does not find the channel.
    """
    found = channel_between(relaxation.last, relaxation.first)
    if isinstance(found, Separation):
        raise SolverError("the designs of a relaxation have a channel, but it was not found")
    return uniqueness(found.optimum)


@dataclass(frozen=True)
class BrokenChain(Shown):
    """The first place of a sequence of designs where the next design is not at least as informative."""

    position: int
    separation: Separation


def relaxation_chain(designs: Sequence[Design]) -> tuple[Relaxation, ...] | BrokenChain:
    """Relaxations through all designs in their order, or the first step that there is none for."""
    steps = []
    for position, (first, last) in enumerate(itertools.pairwise(designs)):
        found = relaxation_between(first, last)
        if isinstance(found, Separation):
            return BrokenChain(position, found)
        steps.append(found)
    return tuple(steps)


def private_coupling_program(first: Design, last: Design, x: Rational) -> LinearProgram:
    """The program without a cost for J[t, o1, o2] >= 0 with both marginals and log(x)-privacy, J row by row first."""
    import cvxpy

    from lp.models.exact_program import exact_program

    _, demands = joint_releases((first, last), x).model()
    return exact_program(cvxpy.Problem(cvxpy.Minimize(0), demands)).program


def private_coupling(
    first: Design, last: Design, x: Rational, cost: HistoryCost | None = None, prior: Prior | None = None
) -> Design | Overspent:
    """A joint design of both responses that is log(x)-private, or a theorem that there is none; rational entries.

    A coupling may exist although `last` is not at least as informative as `first`: the pair then says more than `last`
    by itself, but not more than the budget allows. With a cost of (truth, (o1, o2)) it is one of least expected cost;
    `lp.relaxations.joint_releases` returns its value and theorem as well, and does this for more than two responses.
    """
    found = joint_releases((first, last), x).solve(cost, prior)
    return found if isinstance(found, Overspent) else found.design


def is_extremal(design: Design, x: Rational) -> bool:
    """Whether every entry is the least of its column or x times the least, and both occur where the least is not 0."""
    for column in zip(*numbers(design), strict=True):
        least = min(column)
        if any(entry not in (least, x * least) for entry in column) or (least and max(column) != x * least):
            return False
    return True
