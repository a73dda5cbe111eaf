r"""The programs over all staircase columns that the kernel checks, and their multipliers.

The program is: maximise sum c_S theta_S subject to sum theta_S w_S[a] = 1 for each truth a, theta >= 0, over all 2^k
subsets S, where w_S is x on S and 1 elsewhere. Written out it has k 2^k coefficients. Two ways to write the same with
fewer, in the form that kernel.weak_duality takes (minimise -sum c_S theta_S):

`of_halves`. Beside theta there are the sums g_A of theta_S over all S whose part among the first truths is A, and h_B
over all S whose part among the other truths is B. The equation of a truth speaks of g or of h only.

`of_paths`. Where c_S depends only on a sum of features, subsets are paths through layers of states
(`lp.staircases.spaces.SubsetPaths`), and masses of subsets are a flow: what enters a state leaves it, and the flow that
leaves the source and that takes truth a give the equation of a: total + (x - 1) flow of a = 1. Every flow is a sum of
paths, and the value of a path depends on where it ends: this is the program over all 2^k subsets.

Source: Kairouz, Oh, Viswanath 2016.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import LinearProgram, Row
from lp.staircases.spaces import AllSubsets, SubsetPaths

Vector = tuple[Fraction, ...]
Certified = tuple[LinearProgram, Vector, tuple[Vector, Vector], Theorem]
ZERO, ONE = Fraction(0), Fraction(1)


def of_halves(space: AllSubsets, costs: Sequence[Fraction], masses: Mapping[int, Fraction], u: Vector) -> Certified:
    """Program, point, multipliers and theorem; `costs` has an entry for each subset, u . w_S >= costs[S]."""
    k, x = space.truths, space.x
    low = k // 2
    count, firsts, others = 1 << k, 1 << low, 1 << (k - low)
    point = [masses.get(s, ZERO) for s in range(count)]
    point += [sum(point[first:count:firsts], ZERO) for first in range(firsts)]
    point += [sum(point[other * firsts : (other + 1) * firsts], ZERO) for other in range(others)]
    equations: list[Row] = []
    equations += [(*((s, ONE) for s in range(first, count, firsts)), (count + first, -ONE)) for first in range(firsts)]
    equations += [
        (*((s, ONE) for s in range(other * firsts, (other + 1) * firsts)), (count + firsts + other, -ONE))
        for other in range(others)
    ]
    equations += [tuple((count + s, x if s >> a & 1 else ONE) for s in range(firsts)) for a in range(low)]
    equations += [tuple((count + firsts + s, x if s >> a & 1 else ONE) for s in range(others)) for a in range(k - low)]
    first_prices, other_prices = _prices(u[:low], x), _prices(u[low:], x)
    program = LinearProgram(
        (*(-c for c in costs), *[ZERO] * (firsts + others)),
        tuple(((s, ONE),) for s in range(count)),
        (ZERO,) * count,
        tuple(equations),
        (*[ZERO] * (firsts + others), *[ONE] * k),
    )
    y = tuple(first_prices[s % firsts] + other_prices[s // firsts] - cost for s, cost in enumerate(costs))
    w = (*(-p for p in first_prices), *(-p for p in other_prices), *(-price for price in u))
    return program, tuple(point), (y, w), kernel.weak_duality(program, tuple(point), y, w)


def of_paths(
    space: SubsetPaths,
    costs: Sequence[Fraction],
    masses: Mapping[int, Fraction],
    u: Vector,
    potentials: Sequence[Sequence[Fraction]],
) -> Certified:
    """Program, point, multipliers and theorem; `costs` has an entry for each state of the last layer.

    `potentials` holds for each state of each layer the least price, sum of u plus (x - 1) times the u of the truths
    that were taken, of a path to it.
    """
    k, x = space.truths, space.x
    starts = [0]
    for size in space.sizes[:-1]:
        starts.append(starts[-1] + 2 * size)
    nodes = [0, 0]  # of layer a + 1 the number of its first equation of conservation
    for size in space.sizes[1:-1]:
        nodes.append(nodes[-1] + size)
    conserved: list[list[tuple[int, Fraction]]] = [[] for _ in range(nodes[-1])]
    taken: list[list[tuple[int, Fraction]]] = [[] for _ in range(k)]
    cost: list[Fraction] = []
    y: list[Fraction] = []
    for layer, a in enumerate(space.order):
        ways = zip(space.without[layer].tolist(), space.within[layer].tolist(), strict=True)
        step, last = (x - 1) * u[a], layer == k - 1
        for state, heads in enumerate(ways):
            for inside, head in enumerate(heads):
                edge = starts[layer] + 2 * state + inside
                if layer:
                    conserved[nodes[layer] + state].append((edge, -ONE))
                if last:
                    cost.append(-costs[head])
                else:
                    conserved[nodes[layer + 1] + head].append((edge, ONE))
                    cost.append(ZERO)
                if inside:
                    taken[a].append((edge, x - 1))
                reached = costs[head] if last else potentials[layer + 1][head]
                y.append(potentials[layer][state] + (step if inside else ZERO) - reached)
    point = [ZERO] * starts[-1]
    for subset, mass in masses.items():
        for layer, state, inside in space.edges(subset):
            point[starts[layer] + 2 * state + inside] += mass
    first = space.order[0]
    truths: list[Row] = [((0, ONE), (1, x)) if a == first else ((0, ONE), (1, ONE), *taken[a]) for a in range(k)]
    program = LinearProgram(
        tuple(cost),
        tuple(((edge, ONE),) for edge in range(starts[-1])),
        (ZERO,) * starts[-1],
        (*(tuple(sorted(row)) for row in conserved), *truths),
        (*[ZERO] * len(conserved), *[ONE] * k),
    )
    w = (*(value for layer in potentials[1:-1] for value in layer), *(-price for price in u))
    return program, tuple(point), (tuple(y), w), kernel.weak_duality(program, tuple(point), tuple(y), w)


def _prices(u: Sequence[Fraction], x: Fraction) -> list[Fraction]:
    """u . w_S for all subsets S of these truths."""
    found = [sum(u, ZERO)]
    for price in u:
        found += [other + (x - 1) * price for other in found]
    return found
