"""The staircase columns of k truths as a space that is searched: all 2^k one by one, or merged into states.

`AllSubsets` looks at every column. `SubsetPaths` reads the truths one after the other and merges subsets with the same
sum of features, on which the value depends: a subset is a path through a graph of layers, from the empty sum to that
of the subset, and the cheapest path to each state prices all 2^k columns at once.

Multipliers are given as integers over a common scale: u_a = numerators[a]/scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from lp.losses.column_objectives import ColumnObjective, ObjectiveError
from mechanisms.exact.logarithm_sum import RealNumber, bounds

MAXIMAL_TRUTHS = 20  # of which all subsets are looked at
MAXIMAL_STATES = 1_000_000
COARSE_BITS = 96  # of the bounds of the values of all columns


class AllSubsets:
    """Every subset of the truths, by number: bit a of the number says whether truth a is in it.

    Raises ObjectiveError for more than MAXIMAL_TRUTHS truths.
    """

    def __init__(self, objective: ColumnObjective, x: Fraction) -> None:
        if objective.truths > MAXIMAL_TRUTHS:
            raise ObjectiveError(
                f"{objective.truths} truths have too many subsets to look at each; up to {MAXIMAL_TRUTHS} are, "
                "and more where the objective names features of the truths"
            )
        self.objective, self.x = objective, x
        self.truths = objective.truths
        if objective.features is None:
            self.state = members = np.arange(1 << self.truths)
        else:
            codes = feature_codes(objective.features)
            sums = codes[:1] - codes[:1]
            for code in codes:
                sums = np.concatenate([sums, sums + code])
            _, members, self.state = np.unique(sums, return_index=True, return_inverse=True)
        # A subset of each state, and the value of its column.
        self.members: list[int] = members.tolist()
        self.values = values_of(objective, x, self.members)

    def state_of(self, subset: int) -> int:
        """The number of the sum of features of a subset."""
        return int(self.state[subset])

    def value(self, subset: int) -> RealNumber:
        """The value of the column of a subset."""
        return self.values[self.state_of(subset)]

    @cached_property
    def upper_values(self) -> list[Fraction]:
        """For each state a rational close to its value and not below it; the value itself where it is rational."""
        return [bounds(value, COARSE_BITS)[1] for value in self.values]

    @cached_property
    def float_values(self) -> Any:
        """The value of each column in floats."""
        return np.array([float(value) for value in self.upper_values])[self.state]

    def promising(self, u: Sequence[float], count: int) -> list[tuple[int, float]]:
        """The columns with the largest value less price in floats, best first, and by how much."""
        load = np.zeros(1)
        for price in u:
            load = np.concatenate([load, load + price])
        gain = self.float_values - (sum(u) + (float(self.x) - 1) * load)
        best = np.argpartition(-gain, min(count, len(gain) - 1))[:count]
        return [(int(s), float(gain[s])) for s in best[np.argsort(-gain[best], kind="stable")]]

    def loads(self, numerators: Sequence[int]) -> list[int]:
        """For each subset the sum of the numerators of its truths."""
        found = [0]
        for numerator in numerators:
            found += [load + numerator for load in found]
        return found

    def below(self, numerators: Sequence[int], thresholds: Sequence[int], keys: Sequence[int]) -> Iterator[int]:
        """The subsets whose load is less than the threshold of their state, whatever their keys."""
        loads = self.loads(numerators)
        return (s for s, state in enumerate(self.state.tolist()) if loads[s] < thresholds[state])


class SubsetPaths:
    """The subsets as paths through layers of states; layer a holds the sums of features of subsets of `a` truths.

    Raises ObjectiveError for an objective without features, and for more than MAXIMAL_STATES states.

    Attributes:
        order: the truths in the order in which they are read; those with the same features are neighbours.
        without, within: for each layer, where its states lead in the next one without the truth that is read and
            with it.
    """

    def __init__(self, objective: ColumnObjective, x: Fraction) -> None:
        features = objective.features
        if features is None:
            raise ObjectiveError(f"the objective {objective.name} names no features of the truths to merge subsets by")
        self.objective, self.x = objective, x
        self.truths = objective.truths
        self.order = tuple(sorted(range(self.truths), key=lambda a: features[a]))
        codes = feature_codes(features)
        layer = codes[:1] - codes[:1]
        self.sizes, self.without, self.within = [1], list[Any](), list[Any]()
        for a in self.order:
            following = np.unique(np.concatenate([layer, layer + codes[a]]))
            self.without.append(np.searchsorted(following, layer))
            self.within.append(np.searchsorted(following, layer + codes[a]))
            layer = following
            self.sizes.append(len(layer))
            if sum(self.sizes) > MAXIMAL_STATES:
                raise ObjectiveError(
                    f"the subsets have more than {MAXIMAL_STATES} different sums of features; priors with a smaller "
                    "common denominator have fewer, and lp.staircases.near_ceiling finds designs within a proved gap"
                )
        self._codes, self._last = codes.tolist(), {code: state for state, code in enumerate(layer.tolist())}
        self.members = self._cheapest(self._float_costs([0.0] * self.truths), range(self.sizes[-1]))
        self.values = values_of(objective, x, self.members)

    def state_of(self, subset: int) -> int:
        """The number of the sum of features of a subset."""
        return self._last[sum(code for a, code in enumerate(self._codes) if subset >> a & 1)]

    def value(self, subset: int) -> RealNumber:
        """The value of the column of a subset."""
        return self.values[self.state_of(subset)]

    @cached_property
    def upper_values(self) -> list[Fraction]:
        """For each state a rational close to its value and not below it; the value itself where it is rational."""
        return [bounds(value, COARSE_BITS)[1] for value in self.values]

    @cached_property
    def float_values(self) -> Any:
        """The value of each state in floats."""
        return np.array([float(value) for value in self.upper_values])

    def promising(self, u: Sequence[float], count: int) -> list[tuple[int, float]]:
        """The best column of each of the most promising states in floats, best first, and value less price."""
        costs = self._float_costs(u)
        gain = self.float_values - (sum(u) + (float(self.x) - 1) * costs[-1])
        best = np.argsort(-gain, kind="stable")[:count].tolist()
        return list(zip(self._cheapest(costs, best), gain[best].tolist(), strict=True))

    def potentials(self, numerators: Sequence[int]) -> list[list[int]]:
        """For each state of each layer the least load of a path that leads to it."""
        layers: list[list[int]] = [[0]]
        for a, without, within, size in zip(self.order, self.without, self.within, self.sizes[1:], strict=True):
            following: list[int | None] = [None] * size
            for load, j in zip(layers[-1], without.tolist(), strict=True):
                following[j] = load
            for load, j in zip(layers[-1], within.tolist(), strict=True):
                longer, other = load + numerators[a], following[j]
                following[j] = longer if other is None or longer < other else other
            layers.append([load for load in following if load is not None])
        return layers

    def below(self, numerators: Sequence[int], thresholds: Sequence[int], keys: Sequence[int]) -> Iterator[int]:
        """Subsets whose load is less than the threshold of their state: the cheapest of each state first.

        Of subsets with the same state, load and sum of keys there is one.
        """
        layers = self.potentials(numerators)
        open_states = [state for state, least in enumerate(layers[-1]) if least < thresholds[state]]
        if not open_states:
            return
        cheapest = self._cheapest_exactly(layers, numerators, open_states)
        yield from cheapest
        slack = max(thresholds[state] - layers[-1][state] for state in open_states)
        # Of each state the loads within the slack of the least one, with their sums of keys and a subset for each.
        here: list[dict[tuple[int, int], int]] = [{(0, 0): 0}]
        for a, without, within, least in zip(self.order, self.without, self.within, layers[1:], strict=True):
            following: list[dict[tuple[int, int], int]] = [{} for _ in least]
            for found, j, i in zip(here, without.tolist(), within.tolist(), strict=True):
                for (load, key), subset in found.items():
                    if load < least[j] + slack:
                        following[j].setdefault((load, key), subset)
                    if load + numerators[a] < least[i] + slack:
                        following[i].setdefault((load + numerators[a], key + keys[a]), subset | 1 << a)
            here = following
        first = {
            (layers[-1][state], _sum_over(keys, subset)) for state, subset in zip(open_states, cheapest, strict=True)
        }
        for state in open_states:
            for (load, key), subset in here[state].items():
                if load < thresholds[state] and (load, key) not in first:
                    yield subset

    def edges(self, subset: int) -> list[tuple[int, int, bool]]:
        """The path of a subset as (layer, state from which it leads on, whether the truth is in the subset)."""
        path, state = [], 0
        for layer, a in enumerate(self.order):
            inside = bool(subset >> a & 1)
            path.append((layer, state, inside))
            state = int((self.within if inside else self.without)[layer][state])
        return path

    def _float_costs(self, u: Sequence[float]) -> list[Any]:
        layers = [np.zeros(1)]
        for a, without, within, size in zip(self.order, self.without, self.within, self.sizes[1:], strict=True):
            following = np.full(size, np.inf)
            following[without] = layers[-1]
            following[within] = np.minimum(following[within], layers[-1] + u[a])
            layers.append(following)
        return layers

    def _cheapest_exactly(
        self, layers: Sequence[Sequence[int]], numerators: Sequence[int], states: Sequence[int]
    ) -> list[int]:
        """The subset of a path of least load to each of these states of the last layer."""
        origins: list[tuple[dict[int, int], dict[int, int]]] = [
            ({j: i for i, j in enumerate(without.tolist())}, {j: i for i, j in enumerate(within.tolist())})
            for without, within in zip(self.without, self.within, strict=True)
        ]
        found = []
        for last in states:
            subset, state = 0, last
            for depth in range(self.truths, 0, -1):
                left, right = origins[depth - 1]
                if state in left and layers[depth - 1][left[state]] == layers[depth][state]:
                    state = left[state]
                else:
                    subset, state = subset | 1 << self.order[depth - 1], right[state]
            found.append(subset)
        return found

    def _cheapest(self, layers: list[Any], states: Sequence[int]) -> list[int]:
        """The subset of the cheapest path to each of these states of the last layer."""
        here, subsets = np.asarray(states, dtype=np.int64), [0] * len(states)
        for depth in range(self.truths, 0, -1):
            a, previous = self.order[depth - 1], layers[depth - 1]
            left, right = np.full(self.sizes[depth], -1), np.full(self.sizes[depth], -1)
            left[self.without[depth - 1]] = np.arange(len(previous))
            right[self.within[depth - 1]] = np.arange(len(previous))
            plain = np.where(left[here] >= 0, previous[left[here]], np.inf)
            taking = (right[here] >= 0) & (plain > layers[depth][here])
            subsets = [s | 1 << a if taken else s for s, taken in zip(subsets, taking.tolist(), strict=True)]
            here = np.where(taking, right[here], left[here])
        return subsets


def values_of(objective: ColumnObjective, x: Fraction, subsets: Sequence[int]) -> list[RealNumber]:
    """The values of the staircase columns of these subsets, with the sums of features added up as integers."""
    features, of_subset = objective.features, objective.of_subset
    if features is None or of_subset is None:
        return [objective.of_staircase(subset, x) for subset in subsets]
    totals = []
    for values in zip(*features, strict=True):
        scale = lcm(*(value.denominator for value in values))
        whole = [int(value * scale) for value in values]
        totals.append([Fraction(_sum_over(whole, subset), scale) for subset in subsets])
    return [of_subset(x, total) for total in zip(*totals, strict=True)]


def _sum_over(numbers: Sequence[int], subset: int) -> int:
    """The sum of the numbers whose positions are the bits of the subset."""
    total = 0
    while subset:
        lowest = subset & -subset
        total += numbers[lowest.bit_length() - 1]
        subset ^= lowest
    return total


def feature_codes(features: Sequence[Sequence[Fraction]]) -> Any:
    """An integer for each truth such that subsets have the same sum of codes exactly if they have that of features.

    `features` has a row for each truth.
    An array of 64-bit integers where these hold the sums, otherwise of Python's own.
    """
    codes, stride = [0] * len(features), 1
    for values in zip(*features, strict=True):
        scale = lcm(*(value.denominator for value in values))
        whole = [int(value * scale) for value in values]
        codes = [code + stride * number for code, number in zip(codes, whole, strict=True)]
        # Sums lie in an interval of this length, so that the sums of codes determine each of them.
        stride *= 1 + sum(map(abs, whole))
    return np.array(codes, dtype=np.int64 if stride < 1 << 62 else object)
