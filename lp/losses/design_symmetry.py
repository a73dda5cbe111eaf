"""Symmetries of questions about designs: which relabellings of truths and responses leave the loss unchanged.

A pair (permutation of the truths, permutation of the responses) that leaves prior[x] loss[x][y] unchanged leaves the
program of the optimal eps-LDP design unchanged, since privacy treats all labels alike. Hamming loss has all k!
permutations, |x - y| the reflection, a loss of x - y modulo k the k rotations, a loss that tells only blocks apart the
permutations within each block.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction

from derivations.arithmetic.statements import LinearProgram
from lp.losses.linear_loss import Loss, active_constraints, exact_level, loss_program, weighted_loss
from lp.losses.optimal_design import OptimalDesign
from lp.programs.automorphisms import Automorphism, Graph, automorphisms, graph_automorphisms
from lp.programs.outcomes import Optimum, Outcome, SolverError
from lp.programs.symmetry import Permutation, solve_by_symmetry
from mechanisms.design import Design
from mechanisms.exact.polynomial import Rational


def loss_symmetries(loss: Loss, prior: Sequence[Rational] | None = None) -> tuple[Automorphism, ...]:
    """Generators (truths, responses) of the group that leaves prior[x] loss[x][y] unchanged; LossError for bad input.

    Truth x goes to truths[x], response y to responses[y].
    """
    return automorphisms(weighted_loss(loss, prior))


def permutation_of_variables(symmetry: Automorphism) -> Permutation:
    """What the pair does to the variables of `loss_program`: P[x, y] at x n + y, and low[y] at m n + y."""
    truths, responses = symmetry
    width, cells = len(responses), len(truths) * len(responses)
    entries = (truth * width + response for truth in truths for response in responses)
    return (*entries, *(cells + response for response in responses))


def reduced_optimum(
    loss: Loss,
    x: Rational,
    prior: Sequence[Rational] | None = None,
    *,
    symmetries: Iterable[Automorphism] | None = None,
    truths: Sequence[Hashable] | None = None,
    responses: Sequence[Hashable] | None = None,
) -> OptimalDesign:
    """The eps-LDP design of least expected loss at x = e^eps, solved over orbits, certified in full by the kernel.

    `symmetries` are generators of a group; they are detected if left out. A pair that changes the program is refused
    with SymmetryError; other wrong input raises LossError. Raises SolverError where the solver finds no optimum.
    """
    program = loss_program(loss, x, prior)
    pairs = loss_symmetries(loss, prior) if symmetries is None else symmetries
    optimum = solve_by_symmetry(program, map(permutation_of_variables, pairs))
    if not isinstance(optimum, Optimum):
        raise SolverError(f"a bounded, feasible program was called {type(optimum).__name__}")
    height, width = len(program.equations), len(program.equations[0])
    matrix = [optimum.point[i * width : (i + 1) * width] for i in range(height)]
    design = Design(matrix, truths=truths, responses=responses)
    return OptimalDesign(design, optimum.value, optimum, active_constraints(matrix, exact_level(x)))


def program_symmetries(program: LinearProgram) -> tuple[Permutation, ...]:
    """Generators of the group of all symmetries of a program, as permutations of its variables.

    The search is cut short for large programs with many symmetries; what it returns are symmetries all the same.
    """
    kinds: list[tuple[str, Fraction]] = [("row", bound) for bound in program.bounds]
    kinds += [("equation", side) for side in program.sides]
    constraints = (*program.rows, *program.equations)
    entries = ((i, j, coefficient) for i, row in enumerate(constraints) for j, coefficient in row)
    colours = [*kinds, *(("variable", cost) for cost in program.cost)]
    found = graph_automorphisms(Graph(len(constraints), len(program.cost), entries), colours)
    unmoved = tuple(range(len(program.cost)))
    return tuple(dict.fromkeys(columns for _, columns in found if columns != unmoved))


def solve_over_orbits(program: LinearProgram) -> Outcome:
    """Solve a small program by the symmetries that it is found to have; certified in full, as by `lp.solve`."""
    return solve_by_symmetry(program, program_symmetries(program))
