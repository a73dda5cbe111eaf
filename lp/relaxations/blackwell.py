"""Blackwell's order of designs: whether one can be had from the other by randomizing its responses, with proof.

P is at least as informative as A if A = P C for a stochastic C, in the orientation in which rows are truths. Whether
there is such a C is a linear program without a cost. Either C is found, or multipliers of Farkas, which are a decision
problem in which A does better than P: rewards W[x, y] for taking the decision y under the truth x, such that

    sum over x, y of W[x, y] A[x, y]  >  sum over z of max over y of sum over x of W[x, y] P[x, z].

The left side is what one earns by following the responses of A, the right side the most that the responses of P allow.
Source: Blackwell 1951, 1953; Nayak, Zhai, Definition 3.1, where matrices are transposed.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram
from lp.programs.outcomes import Infeasible, Optimum, SolverError, SolverFacts, latex_number
from lp.relaxations.channels import Groups, channel_program, solve_channel
from mechanisms.design import Design, DesignError
from mechanisms.exact.notebook import Shown
from mechanisms.guarantees.criteria.bayes import numbers

ZERO, ONE = Fraction(0), Fraction(1)
Rows = Sequence[Sequence[Any]]  # exact entries, one row for each truth


@dataclass(frozen=True)
class Garbling(Shown):
    """`design @ channel` is the other design: whoever has the first can produce the second.

    Attributes:
        truths: of the channel, the responses of the design.
        responses: of the channel, those of the other design.
        optimum: the channel as a point of the linear program, with the theorem that it is one.

    """

    truths: tuple[Hashable, ...]
    responses: tuple[Hashable, ...]
    optimum: Optimum

    @cached_property
    def channel(self) -> Design:
        """The channel as a design."""
        width = len(self.responses)
        rows = [self.optimum.point[i : i + width] for i in range(0, len(self.optimum.point), width)]
        return Design(rows, truths=self.truths, responses=self.responses, name="channel")

    @property
    def theorem(self) -> Theorem:
        """That the channel leads from the design to the other, by the rule of weak duality."""
        return self.optimum.theorem

    @property
    def facts(self) -> SolverFacts:
        """How the channel was found."""
        return self.optimum.facts

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle A = P\,C,\quad C = {self.channel.to_latex()}$"


@dataclass(frozen=True)
class Separation(Shown):
    """A decision problem in which the other design earns more, so that no channel leads from the design to it.

    Attributes:
        rewards: (truth, decision) -> what the decision earns under the truth; a decision is a response of the other.
        other_value: what is earned by deciding as the other design responds, summed over the truths.
        design_value: the most that the responses of the design allow to earn; less than `other_value`.
        infeasible: the linear program of the channel, with the multipliers and the theorem that it has no point.

    """

    rewards: Mapping[tuple[Hashable, Hashable], Fraction]
    other_value: Fraction
    design_value: Fraction
    infeasible: Infeasible

    @property
    def theorem(self) -> Theorem:
        """That the linear program of the channel has no feasible point, by the rule of Farkas."""
        return self.infeasible.theorem

    @property
    def facts(self) -> SolverFacts:
        """How the decision problem was found."""
        return self.infeasible.facts

    @property
    def rows(self) -> tuple[tuple[Fraction, ...], ...]:
        """The rewards as a matrix: one row for each truth, one column for each decision."""
        truths = dict.fromkeys(truth for truth, _ in self.rewards)
        decisions = dict.fromkeys(decision for _, decision in self.rewards)
        return tuple(tuple(self.rewards[truth, decision] for decision in decisions) for truth in truths)

    def _repr_latex_(self) -> str:
        rows = r" \\ ".join(" & ".join(map(latex_number, row)) for row in self.rows)
        other, own = latex_number(self.other_value), latex_number(self.design_value)
        return (
            rf"$\displaystyle W = \begin{{pmatrix}} {rows} \end{{pmatrix}},\quad "
            rf"\sum_{{x,y}} W_{{xy}} A_{{xy}} = {other} > {own} = \sum_z \max_y \sum_x W_{{xy}} P_{{xz}}$"
        )


@dataclass(frozen=True)
class Comparison(Shown):
    """Both directions of Blackwell's order between two designs, each with its channel or its decision problem."""

    forward: Garbling | Separation
    backward: Garbling | Separation

    @property
    def at_least_as_informative(self) -> bool:
        """Whether the second design can be had from the first."""
        return isinstance(self.forward, Garbling)

    @property
    def equivalent(self) -> bool:
        """Whether each can be had from the other."""
        return isinstance(self.forward, Garbling) and isinstance(self.backward, Garbling)

    @property
    def better(self) -> bool:
        """Whether the second can be had from the first, but not the first from the second."""
        return isinstance(self.forward, Garbling) and isinstance(self.backward, Separation)

    @property
    def incomparable(self) -> bool:
        """Whether neither can be had from the other."""
        return isinstance(self.forward, Separation) and isinstance(self.backward, Separation)


def as_design(given: Design | Rows, at: Mapping[str, Any] | None = None) -> Design:
    """A design, or rows of exact entries as one, with those of its parameters that have a value in `at` at it.

    Raises DesignError for rows that are no design, DomainError for values outside the domain.
    """
    design = given if isinstance(given, Design) else Design(given)
    values = {name: value for name, value in (at or {}).items() if _is_parameter(design, name)}
    return design.at(**values) if values else design


def _is_parameter(design: Design, name: str) -> bool:
    return name in design.domain.names or name in design.domain.exponential_names()


def matrices(design: Design, other: Design) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    """The rational entries of two designs, the rows of the second in the order of the truths of the first.

    Raises DesignError when the truths differ, CriterionError for entries that are no rational numbers.
    """
    if set(design.truths) != set(other.truths):
        raise DesignError(f"the designs have different truths: {list(design.truths)} and {list(other.truths)}")
    want = dict(zip(other.truths, numbers(other), strict=True))
    return numbers(design), [want[truth] for truth in design.truths]


def program_between(design: Design, other: Design, cost: Sequence[Fraction] | None = None) -> LinearProgram:
    """The program for C >= 0 with rows that sum to one and design C = other; C is written row by row."""
    return channel_program(*matrices(design, other), cost)


def channel_between(
    design: Design | Rows, other: Design | Rows, at: Mapping[str, Any] | None = None
) -> Garbling | Separation:
    """A channel C with design @ C = other, or a decision problem that shows that there is none; with proof.

    Args:
        design: what one has; a design, or rows of exact entries with one row for each truth.
        other: what one wants, with the same truths.
        at: exact values of the parameters of both; rational entries must result.

    The kernel has checked the program of both designs; a decision problem is also checked from its definition. Raises
    DesignError when the truths differ, SolverError if neither is found.

    """
    first, second = as_design(design, at), as_design(other, at)
    have, want = matrices(first, second)
    found = solve_channel(have, want)
    if isinstance(found, Infeasible):
        return _separation(first, second, have, want, found)
    return Garbling(first.responses, second.responses, found)


def _separation(
    design: Design, other: Design, have: list[list[Fraction]], want: list[list[Fraction]], found: Infeasible
) -> Separation:
    """The multipliers as a decision problem, whose two values are computed here from their definitions."""
    targets = len(other.responses)
    weights = found.multipliers[1]
    rewards = [weights[i : i + targets] for i in range(0, len(want) * targets, targets)]
    paying = [y for y in range(targets) if any(row[y] for row in rewards)]
    earned = sum((rewards[x][y] * want[x][y] for x in range(len(want)) for y in paying), ZERO)
    possible = ZERO
    for z in range(len(design.responses)):
        least = [ZERO] if len(paying) < targets else []
        possible += max([*least, *(sum((rewards[x][y] * have[x][z] for x in range(len(have))), ZERO) for y in paying)])
    if earned <= possible:
        raise SolverError("the multipliers do not make a decision problem that tells the designs apart")
    labelled = {
        (t, y): w
        for t, row in zip(design.truths, rewards, strict=True)
        for y, w in zip(other.responses, row, strict=True)
    }
    return Separation(labelled, earned, possible, found)


def compare(design: Design | Rows, other: Design | Rows, at: Mapping[str, Any] | None = None) -> Comparison:
    """Both directions of Blackwell's order between two designs with rational entries (after `at`)."""
    return Comparison(channel_between(design, other, at), channel_between(other, design, at))


def undominated(designs: Sequence[Design]) -> tuple[Design, ...]:
    """Those of the given designs to which none of the others is strictly better; rational entries, the same truths."""
    return tuple(a for a in designs if not any(compare(b, a).better for b in designs if b is not a))


# -- channels that are known in advance ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Merged(Shown):
    """A design without proportional responses, and the channels to it and back: both designs are equivalent.

    Attributes:
        design: responses that say the same are one, labelled by the tuple of them; impossible ones are left out.
        merging: leads from the original design to this one.
        splitting: leads back.

    """

    design: Design
    merging: Design
    splitting: Design


def merged(design: Design) -> Merged:
    """Merge proportional responses, whose columns are multiples of one another; rational entries only.

    Source: Chai, Nayak 2018, as quoted in Nayak, Zhai, appendix, proof of Theorem 3.1.
    """
    rows = numbers(design)
    groups = Groups.of(rows).members
    labels = [tuple(design.responses[y] for y in members) for members in groups]
    entries = [[sum((row[y] for y in members), ZERO) for members in groups] for row in rows]
    result = Design(entries, truths=design.truths, responses=labels)
    columns = list(zip(*rows, strict=True))
    place = {y: i for i, members in enumerate(groups) for y in members}
    merging = [[ONE if place.get(y, 0) == i else ZERO for i in range(len(groups))] for y in range(len(columns))]
    mass = [sum(column, ZERO) for column in columns]
    splitting = [
        [mass[y] / sum((mass[z] for z in members), ZERO) if y in members else ZERO for y in range(len(columns))]
        for members in groups
    ]
    return Merged(
        result,
        Design(merging, truths=design.responses, responses=labels),
        Design(splitting, truths=labels, responses=design.responses),
    )
