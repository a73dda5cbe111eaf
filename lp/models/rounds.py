"""Several responses to one truth: J[x, h] is the probability of the history h = (o1, ..., or) under the truth x.

Histories stand in lexicographic order, `sizes` says how many answers each response has. All demands are linear in J.
Domain: J >= 0 with rows that sum to 1. Source of the special case of two responses: Pan, (24) to (26).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

import cvxpy
import numpy as np

from lp.models.design_variable import Constraints, Number
from lp.models.exact_program import Words, said
from lp.models.privacy import local_privacy


def response_law(J: Any, sizes: Sequence[int], i: int) -> Any:
    """P(o_i | x), i = 1, 2, ...: J summed over all other responses. Affine, non-negative."""
    law, size = prefix_law(J, sizes, i), sizes[i - 1]
    return law if i == 1 else law @ np.kron(np.ones((prod(sizes[: i - 1]), 1), dtype=int), np.eye(size, dtype=int))


def prefix_law(J: Any, sizes: Sequence[int], i: int) -> Any:
    """P(o_1, ..., o_i | x): J summed over the later responses. Affine, non-negative."""
    if i == len(sizes):
        return J
    truths, prefixes = J.shape[0], prod(sizes[:i])
    parts = cvxpy.reshape(J, (truths * prefixes, prod(sizes[i:])), order="C")
    return cvxpy.reshape(cvxpy.sum(parts, axis=1), (truths, prefixes), order="C")


def given_response(J: Any, sizes: Sequence[int], i: int, design: Any, words: Words | None = None) -> Constraints:
    """Response i by itself follows the given design. Equations, DPP in the design. Pan, (24), (25)."""
    want = design if isinstance(design, cvxpy.Expression) else np.array([list(row) for row in design], dtype=object)
    return [said(response_law(J, sizes, i) == want, f"design of response {i}", words)]


def budget(J: Any, sizes: Sequence[int], i: int, x: Number, name: Words | None = None) -> Constraints:
    """The first i responses together are eps-private, e^eps = x. Linear, DPP in x. Pan, (26)."""
    return local_privacy(prefix_law(J, sizes, i), x, f"budget of {i} responses", name)


def last_tells_all(
    J: Any, sizes: Sequence[int], i: int, design: Sequence[Sequence[Fraction]], words: Words | None = None
) -> Constraints:
    """Who knows the first i responses knows what who knows o_i alone does: a release without loss. Equations.

    J_i[a, h] P_i[b, o_i] = J_i[b, h] P_i[a, o_i] for the histories h of i responses, b being the first truth under
    which o_i is possible; `design` is P_i, a row for each truth. At every i this is a chain of
    relaxations. Source: Pan, Property 3.2.
    """
    law = prefix_law(J, sizes, i)
    found: Constraints = []
    cells: list[tuple[int, int, int]] = []
    for h in range(prod(sizes[:i])):
        o = h % sizes[i - 1]
        possible = next((t for t, row in enumerate(design) if row[o]), None)
        if possible is not None:
            cells += [(t, possible, h) for t in range(len(design)) if t != possible]
    if cells:
        own, other, at = (list(part) for part in zip(*cells, strict=True))
        weights = np.array([design[b][h % sizes[i - 1]] for _, b, h in cells], dtype=object)
        others = np.array([design[a][h % sizes[i - 1]] for a, _, h in cells], dtype=object)
        equal = cvxpy.multiply(weights, law[own, at]) == cvxpy.multiply(others, law[other, at])
        placed = None if words is None else (lambda n: words(cells[n][0], cells[n][2]))
        found.append(said(equal, f"response {i} tells all", placed))
    return found
