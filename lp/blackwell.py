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

from derivations.kernel import Theorem
from derivations.statements import LinearProgram
from lp.linear_program import Infeasible, Optimum, SolverError, solve
from mechanisms.catalogue.subset_responses import ERASED
from mechanisms.criteria.bayes import numbers
from mechanisms.design import Design, DesignError

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Garbling:
    """`design @ channel` is the other design: whoever has the first can produce the second."""

    channel: Design


@dataclass(frozen=True)
class Separation:
    """A decision problem in which the other design earns more, so that no channel leads from the design to it.

    Attributes:
        rewards: (truth, decision) -> what the decision earns under the truth; a decision is a response of the other.
        other_value: what is earned by deciding as the other design responds, summed over the truths.
        design_value: the most that the responses of the design allow to earn; less than `other_value`.
        theorem: that the linear program of the channel has no feasible point, by the rule of Farkas.

    """

    rewards: Mapping[tuple[Hashable, Hashable], Fraction]
    other_value: Fraction
    design_value: Fraction
    theorem: Theorem


@dataclass(frozen=True)
class Comparison:
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


def channel_program(design: Design, other: Design) -> LinearProgram:
    """The program without a cost for C >= 0 with rows that sum to one and design C = other; C is written row by row.

    Raises DesignError when the truths differ.
    """
    if design.truths != other.truths:
        raise DesignError(f"the designs have different truths: {list(design.truths)} and {list(other.truths)}")
    have, want = numbers(design), numbers(other)
    sources, targets = len(design.responses), len(other.responses)
    size = sources * targets
    equations, sides = [], []
    for x in range(len(have)):
        for y in range(targets):
            row = [ZERO] * size
            row[y::targets] = have[x]
            equations.append(tuple(row))
            sides.append(want[x][y])
    for z in range(sources):
        row = [ZERO] * size
        row[z * targets : (z + 1) * targets] = [ONE] * targets
        equations.append(tuple(row))
        sides.append(ONE)
    positive = tuple(tuple(ONE if i == j else ZERO for j in range(size)) for i in range(size))
    return LinearProgram.dense((ZERO,) * size, positive, (ZERO,) * size, tuple(equations), tuple(sides))


def channel_between(design: Design, other: Design) -> Garbling | Separation:
    """A channel C with design @ C = other, or a decision problem that shows that there is none; rational entries only.

    Both are checked from their definitions before they are returned. Raises SolverError if neither is found.
    """
    program = channel_program(design, other)
    found = solve(program)
    targets = len(other.responses)
    if isinstance(found, Optimum):
        rows = [found.point[i : i + targets] for i in range(0, len(found.point), targets)]
        channel = Design(rows, truths=design.responses, responses=other.responses, name="channel")
        if numbers(design @ channel) != numbers(other):
            raise SolverError("the channel that was found does not lead to the other design")
        return Garbling(channel)
    if not isinstance(found, Infeasible):
        raise SolverError("a program without a cost cannot be unbounded")
    return _separation(design, other, found)


def _separation(design: Design, other: Design, found: Infeasible) -> Separation:
    have, want = numbers(design), numbers(other)
    targets = len(other.responses)
    weights = found.multipliers[1]
    rewards = [weights[i : i + targets] for i in range(0, len(want) * targets, targets)]
    earned = sum(
        (w * a for row, entries in zip(rewards, want, strict=True) for w, a in zip(row, entries, strict=True)), ZERO
    )
    possible = ZERO
    for z in range(len(design.responses)):
        possible += max(sum((rewards[x][y] * have[x][z] for x in range(len(have))), ZERO) for y in range(targets))
    if earned <= possible:
        raise SolverError("the multipliers do not make a decision problem that tells the designs apart")
    labelled = {
        (t, y): w
        for t, row in zip(design.truths, rewards, strict=True)
        for y, w in zip(other.responses, row, strict=True)
    }
    return Separation(labelled, earned, possible, found.theorem)


def compare(design: Design, other: Design) -> Comparison:
    """Both directions of Blackwell's order between two designs with rational entries."""
    return Comparison(channel_between(design, other), channel_between(other, design))


def undominated(designs: Sequence[Design]) -> tuple[Design, ...]:
    """Those of the given designs to which none of the others is strictly better; rational entries, the same truths."""
    return tuple(a for a in designs if not any(compare(b, a).better for b in designs if b is not a))


# -- channels that are known in advance ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Merged:
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
    columns = list(zip(*rows, strict=True))
    groups: dict[tuple[Fraction, ...], list[int]] = {}
    for y, column in enumerate(columns):
        whole = sum(column, ZERO)
        if whole:
            groups.setdefault(tuple(p / whole for p in column), []).append(y)
    labels = [tuple(design.responses[y] for y in members) for members in groups.values()]
    entries = [[sum((row[y] for y in members), ZERO) for members in groups.values()] for row in rows]
    result = Design(entries, truths=design.truths, responses=labels)
    place = {y: i for i, members in enumerate(groups.values()) for y in members}
    merging = [[ONE if place.get(y, 0) == i else ZERO for i in range(len(groups))] for y in range(len(columns))]
    mass = [sum(column, ZERO) for column in columns]
    splitting = [
        [mass[y] / sum((mass[z] for z in members), ZERO) if y in members else ZERO for y in range(len(columns))]
        for members in groups.values()
    ]
    return Merged(
        result,
        Design(merging, truths=design.responses, responses=labels),
        Design(splitting, truths=labels, responses=design.responses),
    )


def channel_from_erasure(design: Design, share: Fraction) -> Design:
    """The channel by which a design with two truths comes from revealing the truth with probability `share`.

    With c, d the rows and t = (sum of |c - d|)/2 <= share < 1: what is erased is answered by min(c, d)/(1 - t), and a
    truth that is revealed by its part of (c - d) or (d - c) that is positive, with probability t/share, else likewise.
    Source of the statement: Nayak, Zhai, Theorem 3.1. Raises DesignError for more truths, or where t > share.
    """
    rows = numbers(design)
    if len(rows) != 2 or not ZERO < share < ONE:
        raise DesignError(f"two truths and a share between 0 and 1 are needed, not {len(rows)} truths and {share}")
    common = [min(c, d) for c, d in zip(*rows, strict=True)]
    apart = ONE - sum(common, ZERO)
    if apart > share:
        raise DesignError(f"half the distance of the two truths, {apart}, exceeds the share {share}")
    erased = [p / (ONE - apart) for p in common]
    own = [[(row[y] - common[y] + (share - apart) * erased[y]) / share for y in range(len(common))] for row in rows]
    return Design([*own, erased], truths=(*design.truths, ERASED), responses=design.responses)
