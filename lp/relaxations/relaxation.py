"""Whether one design can be relaxed to another: a relaxation or a certificate, for any two designs.

Without loss, the posterior of who knows both responses is that of who knows the last one. There is such a law of
(o1, o2) exactly if P1 = P2 C for a channel C (Blackwell's order). That the pair is within a budget is another question
(`lp.relaxations.joint_releases`), which the first implies for the eps of P2. If P2 is extremal at its eps, that is if
every entry of a column is the least or e^eps times the least, it implies the first, too, so that for k-ary randomized
response there is no private relaxation but the one by Bayes' rule.

Source: Blackwell 1951; Pan, section 3.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import overload

from derivations.arithmetic.kernel import Theorem
from lp.programs.linear_program import solve
from lp.programs.outcomes import Optimum, SolverError, latex_number
from lp.programs.uniqueness import Another, Unique, uniqueness
from lp.relaxations.blackwell import Separation, channel_between, program_between
from lp.relaxations.costs import RelaxationCost
from mechanisms.design import Design, DesignError
from mechanisms.exact.notebook import Shown
from mechanisms.protocols.relaxation import Relaxation


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
