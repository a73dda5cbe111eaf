"""Optimal designs for losses that only tell blocks of categories apart, for blocks of any size, from a few variables.

There are blocks of n_1, ..., n_B categories. Responding y under the truth x costs own[b] for y = x in block b, and
between[b][c] for another response of block c; the prior has the same weight for the categories of one block. The
permutations within the blocks leave this unchanged, and the orbits of the program of `lp.losses.linear_loss` are

    t_b = P[x, x], x in b,    u_bc = P[x, y], x in b, y in c, y != x,    low_c = low[y], y in c,

so that B^2 + 2 B variables suffice, whatever the sizes: with x standing for e^eps,

    minimise    sum over b of n_b w_b (own[b] t_b + (n_b - 1) between[b][b] u_bb + sum over c != b of n_c between[b][c]
                u_bc),   low_c <= each entry of column c <= x low_c,  t_b + (n_b - 1) u_bb + sum of n_c u_bc = 1.

This is, number for number, the reduced program that `lp.programs.symmetry` finds; its certificate is that of the full
program with every multiplier divided by the size of its orbit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import sympy

from derivations.arithmetic.statements import LinearProgram, Row
from lp.losses.linear_loss import LossError, exact_level
from lp.programs.linear_program import solve
from lp.programs.outcomes import Optimum, SolverError
from mechanisms.design import MAXIMAL_CELLS, Design, DesignError
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational

ZERO, ONE = Fraction(0), Fraction(1)
Cell = tuple[int, int, bool]
"""(block of the truth, block of the response, whether both are the same category)"""


@dataclass(frozen=True)
class BlockLoss:
    """A loss that tells only blocks of categories apart, and a prior that is constant on them.

    Raises LossError for shapes that do not fit, inexact numbers, and a prior that is no distribution.

    Attributes:
        sizes: how many categories each block has.
        own: the loss of the truth, for each block.
        between: rows are blocks of the truth, columns of another response.
        prior: the weight of each category of a block; None for weights of one, as in `lp.losses.linear_loss`.
    """

    sizes: tuple[int, ...]
    own: tuple[Fraction, ...]
    between: tuple[tuple[Fraction, ...], ...]
    prior: tuple[Fraction, ...] | None = None

    def __post_init__(self) -> None:
        blocks = len(self.sizes)
        if not blocks or any(type(n) is not int or n < 1 for n in self.sizes):
            raise LossError(f"blocks have at least one category each, not sizes {self.sizes}")
        given: list[tuple[str, Sequence[object]]] = [("own", self.own)]
        given += [(f"between[{b}]", row) for b, row in enumerate(self.between)]
        given += [("prior", self.prior)] if self.prior is not None else []
        if len(self.between) != blocks:
            raise LossError(f"the loss between {blocks} blocks has {len(self.between)} rows")
        try:
            exact = [tuple(exact_number(v, f"{name}[{b}]") for b, v in enumerate(row)) for name, row in given]
        except EntryError as error:
            raise LossError(str(error)) from error
        for (name, _), row in zip(given, exact, strict=True):
            if len(row) != blocks:
                raise LossError(f"{name} has {len(row)} numbers for {blocks} blocks")
        object.__setattr__(self, "own", exact[0])
        object.__setattr__(self, "between", tuple(exact[1 : blocks + 1]))
        if self.prior is not None:
            object.__setattr__(self, "prior", exact[-1])
            whole = sum((n * w for n, w in zip(self.sizes, exact[-1], strict=True)), ZERO)
            if min(exact[-1]) < 0 or whole != 1:
                raise LossError(f"the prior needs weights of at least 0 that sum to 1 over all categories, not {whole}")

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The orbits of entries of the design, in the order of their first members."""
        blocks = range(len(self.sizes))
        kinds = [(b, c, same) for b in blocks for c in blocks for same in ((True, False) if b == c else (False,))]
        return tuple(cell for cell in kinds if cell[2] or cell[0] != cell[1] or self.sizes[cell[0]] > 1)

    def responses(self, cell: Cell) -> int:
        """How many responses of this kind each truth of the block has."""
        truth, response, same = cell
        return 1 if same else self.sizes[response] - (truth == response)

    def loss(self, cell: Cell) -> Fraction:
        """The loss of a response of this kind."""
        return self.own[cell[0]] if cell[2] else self.between[cell[0]][cell[1]]

    def weight(self, block: int) -> Fraction:
        """The weight of each truth of the block."""
        return ONE if self.prior is None else self.prior[block]


def block_program(loss: BlockLoss, x: Rational) -> LinearProgram:
    """The program over the orbits: the entries in the order of `cells`, then the least entry of each block's columns.

    Raises LossError unless x >= 1.
    """
    level, cells, blocks = exact_level(x), loss.cells, len(loss.sizes)
    count = len(cells)
    rows: list[Row] = [((i, ONE), (count + cell[1], -ONE)) for i, cell in enumerate(cells)]
    rows += [((i, -ONE), (count + cell[1], level)) for i, cell in enumerate(cells)]
    rows += [((count + c, ONE),) for c in range(blocks)]
    equations = [
        tuple((i, Fraction(loss.responses(cell))) for i, cell in enumerate(cells) if cell[0] == b)
        for b in range(blocks)
    ]
    costs = [loss.sizes[c[0]] * loss.responses(c) * loss.weight(c[0]) * loss.loss(c) for c in cells]
    return LinearProgram(
        cost=(*costs, *(ZERO,) * blocks),
        rows=tuple(rows),
        bounds=(ZERO,) * len(rows),
        equations=tuple(equations),
        sides=(ONE,) * blocks,
    )


@dataclass(frozen=True)
class BlockOptimum(Shown):
    """An optimal design that is constant on the orbits, never written out.

    Attributes:
        loss: the question.
        x: e^eps.
        optimum: of the program over the orbits, certified by the kernel.

    """

    loss: BlockLoss
    x: Fraction
    optimum: Optimum

    @property
    def value(self) -> Fraction:
        """The least expected loss; summed over the truths if there is no prior."""
        return self.optimum.value

    @property
    def entries(self) -> dict[Cell, Fraction]:
        """The probability of one response of each kind."""
        return dict(zip(self.loss.cells, self.optimum.point, strict=False))

    def design(self) -> Design:
        """The matrix written out; DesignError where it would be too large."""
        entries, block = self.entries, [b for b, n in enumerate(self.loss.sizes) for _ in range(n)]
        if len(block) ** 2 > MAXIMAL_CELLS:
            raise DesignError(
                f"{len(block)} categories make too large a matrix; at most {MAXIMAL_CELLS} entries are allowed"
            )
        count = range(len(block))
        return Design([[entries[block[i], block[j], i == j] for j in count] for i in count])

    def _repr_latex_(self) -> str:
        value = sympy.latex(sympy.Rational(self.value.numerator, self.value.denominator))
        entries = r",\ ".join(
            ("t" if same else "u")
            + (rf"_{{{b + 1}}}" if same else rf"_{{{b + 1}{c + 1}}}")
            + f" = {sympy.latex(sympy.Rational(p.numerator, p.denominator))}"
            for (b, c, same), p in self.entries.items()
        )
        return rf"$\displaystyle \min = {value}, \quad {entries}$"


def block_optimum(loss: BlockLoss, x: Rational) -> BlockOptimum:
    """The eps-LDP design of least expected loss at x = e^eps, for blocks of any size; LossError for wrong input.

    Raises SolverError where the solver finds no optimum.
    """
    found = solve(block_program(loss, x))
    if not isinstance(found, Optimum):
        raise SolverError(f"a bounded, feasible program was called {type(found).__name__}")
    return BlockOptimum(loss, exact_level(x), found)
