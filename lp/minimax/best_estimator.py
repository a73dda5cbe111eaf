"""The best linear unbiased estimator of linear targets at a prior, for a design given by its columns.

A design is a vector theta >= 0 of columns s_y with sum of theta_y s_y = (1, ..., 1); the targets l_j . pi are the
shares, or a mean, a distribution function, shares of groups. Source: Nayak, Zhai, (6.3), for the
shares and their design.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from derivations.algebra.rational_systems import solution
from derivations.arithmetic.statements import dot
from lp.programs.outcomes import SolverError, Vector

ZERO = Fraction(0)


def best_estimator(
    columns: Sequence[Vector], chances: Mapping[int, Fraction], prior: Vector, targets: Sequence[Vector]
) -> tuple[Vector, ...]:
    """The best one at the prior: w_yj = b_j . s_y/(pi . s_y), M b_j = l_j, M = sum of theta_y s_y s_y'/(pi . s_y).

    `chances` are the theta_y that are positive, by the place of the column. Raises SolverError where a response is
    impossible at the prior, or a target is not identified.
    """
    size, chosen = len(prior), [columns[y] for y in chances]
    law = [dot(prior, column) for column in chosen]
    if min(law) <= 0:
        raise SolverError("a response of the design is impossible at the least favourable prior")
    matrix = [[ZERO] * size for _ in range(size)]
    for column, share, mass in zip(chosen, chances.values(), law, strict=True):
        for i in range(size):
            for j in range(size):
                matrix[i][j] += share * column[i] * column[j] / mass
    found = [solution(matrix, target) for target in targets]
    slopes = [line for line in found if line is not None]
    if len(slopes) < len(targets):
        raise SolverError("the responses found in floats leave a target unidentified: no estimator is unbiased")
    return tuple(tuple(dot(line, column) / mass for line in slopes) for column, mass in zip(chosen, law, strict=True))
