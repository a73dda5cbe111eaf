"""Whether one design can be relaxed to another: a relaxation or a certificate, for any two designs.

Two questions are told apart.

* Without loss: the posterior of who knows both responses is that of who knows the last one. There is such a law of
  (o1, o2) exactly if P1 = P2 C for a channel C (Blackwell's order).
* Within a budget: the pair of responses is eps-private for a given eps. There is such a law exactly if a linear program
  without a cost is feasible; its variables are J[x, o1, o2].

The first implies the second for the eps of P2. If P2 is extremal at its eps, that is if every entry of a column is the
least or e^eps times the least, the second implies the first (`derivations.relaxation`), so that for k-ary randomized
response there is no private relaxation but the one by Bayes' rule. Otherwise the two questions differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from derivations.kernel import Theorem
from derivations.statements import LinearProgram
from lp.blackwell import Separation, channel_between
from lp.linear_program import Infeasible, Optimum, SolverError, solve
from mechanisms.criteria.bayes import numbers
from mechanisms.design import Design, DesignError
from mechanisms.polynomial import Rational
from mechanisms.relaxation import Relaxation

ZERO, ONE = Fraction(0), Fraction(1)


def relaxation_between(first: Design, last: Design) -> Relaxation | Separation:
    """The relaxation from `first` to `last`, or a decision problem in which `first` earns more; rational entries.

    Raises DesignError when the truths differ.
    """
    found = channel_between(last, first)
    return found if isinstance(found, Separation) else Relaxation(first, last, found.channel)


@dataclass(frozen=True)
class BrokenChain:
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


@dataclass(frozen=True)
class Overspent:
    """No joint law of two responses has both designs as its parts and the privacy that was asked for: Farkas."""

    theorem: Theorem


def private_coupling_program(first: Design, last: Design, x: Rational) -> LinearProgram:
    """The program without a cost for J[t, o1, o2] >= 0 with both marginals and J[t, .] <= x J[s, .], row by row."""
    if first.truths != last.truths:
        raise DesignError(f"the designs have different truths: {list(first.truths)} and {list(last.truths)}")
    have, want = numbers(first), numbers(last)
    truths, befores, afters = len(have), len(first.responses), len(last.responses)
    size = truths * befores * afters

    def unit(*entries: tuple[int, int, int, Fraction]) -> tuple[Fraction, ...]:
        row = [ZERO] * size
        for t, i, j, weight in entries:
            row[(t * befores + i) * afters + j] += weight
        return tuple(row)

    equations, sides = [], []
    for t in range(truths):
        for i in range(befores):
            equations.append(unit(*((t, i, j, ONE) for j in range(afters))))
            sides.append(have[t][i])
        for j in range(afters):
            equations.append(unit(*((t, i, j, ONE) for i in range(befores))))
            sides.append(want[t][j])
    cells = [(i, j) for i in range(befores) for j in range(afters)]
    rows = [unit((t, i, j, ONE)) for t in range(truths) for i, j in cells]
    rows += [
        unit((s, i, j, Fraction(x)), (t, i, j, -ONE))
        for t in range(truths)
        for s in range(truths)
        if s != t
        for i, j in cells
    ]
    return LinearProgram.dense((ZERO,) * size, rows, (ZERO,) * len(rows), tuple(equations), tuple(sides))


def private_coupling(first: Design, last: Design, x: Rational) -> Design | Overspent:
    """A joint design of both responses that is log(x)-private, or a theorem that there is none; rational entries.

    A coupling may exist although `last` is not at least as informative as `first`: the pair then says more than `last`
    by itself, but not more than the budget allows.
    """
    program = private_coupling_program(first, last, x)
    found = solve(program)
    if isinstance(found, Infeasible):
        return Overspent(found.theorem)
    if not isinstance(found, Optimum):
        raise SolverError("a program without a cost cannot be unbounded")
    pairs = [(before, after) for before in first.responses for after in last.responses]
    rows = [found.point[i : i + len(pairs)] for i in range(0, len(found.point), len(pairs))]
    return Design(rows, truths=first.truths, responses=pairs)


def is_extremal(design: Design, x: Rational) -> bool:
    """Whether every entry is the least of its column or x times the least, and both occur where the least is not 0."""
    for column in zip(*numbers(design), strict=True):
        least = min(column)
        if any(entry not in (least, x * least) for entry in column) or (least and max(column) != x * least):
            return False
    return True
