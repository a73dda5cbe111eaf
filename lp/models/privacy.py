"""Differential privacy of a design: local, approximate, metric, of bounded range, and as a parity.

All are linear in P for fixed levels, and DPP in their levels. a and b are truths, y responses, S sets of responses.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Any

import cvxpy
import numpy as np

from lp.models.design_variable import Constraints, Number
from lp.models.exact_program import Words, said

FEW_TRUTHS = 3


def local_privacy(P: Any, x: Number, label: str = "eps-LDP", name: Words | None = None) -> Constraints:
    """P[a, y] <= x P[b, y] for all a, b, y. Linear, DPP in x; domain x >= 1. Source: Kasiviswanathan and others 2011.

    With the envelope lowest[y] as a variable, lowest[y] <= P[a, y] <= x lowest[y], there are 2 k m rows instead of
    k (k - 1) m: lowest[y] can be the least entry of the column. For up to 3 truths the pairs are no more and stand
    written out. `name` gives entries another name in the words of answers than P[a, y].
    """
    truths, responses = P.shape
    if truths <= FEW_TRUTHS:
        first, second = _pairs(truths)
        compared = None if name is None else (lambda i, y: f"{name(first[i], y)} <= x {name(second[i], y)}")
        return [said(P[first, :] <= x * P[second, :], label, compared)] if first else []
    lowest = cvxpy.Variable((1, responses), name="lowest")
    above = None if name is None else (lambda a, y: f"{name(a, y)} is the least")
    below = None if name is None else (lambda a, y: f"{name(a, y)} is x times the least")
    return [
        said(lowest <= P, f"{label}, from below", above),
        said(x * lowest - P >= 0, f"{label}, from above", below),
    ]


def parity(P: Any, gamma: Number) -> Constraints:
    """The largest ratio of two entries of a column is at most gamma: the same as eps-LDP at e^eps = gamma.

    Linear, DPP in gamma; domain gamma >= 1. Source: Nayak, Zhai, section 2.1 (parity is equivalent to LDP).
    """
    return local_privacy(P, gamma, "parity")


def hockey_stick(P: Any, Q: Any, x: Number) -> Any:
    """The largest P(S) - x Q(S) over all events S: the sum over y of max(0, P[y] - x Q[y]), along the last axis.

    Convex, piecewise linear, non-negative, DPP in x; domain x >= 1. Source: Sason, Verdu 2016 (E_gamma divergence).
    """
    return cvxpy.sum(cvxpy.pos(P - x * Q), axis=-1)


def approximate_privacy(P: Any, x: Number, delta: Number) -> Constraints:
    """(eps, delta)-LDP: P(S | a) <= x P(S | b) + delta for all a, b and all events S; for x = 1 a total variation.

    Linear with one variable a pair and response, DPP in x and delta; domain x >= 1, 0 <= delta <= 1.
    Source: Dwork, Kenthapadi, McSherry, Mironov, Naor 2006; all events at once by the hockey-stick divergence.
    """
    first, second = _pairs(P.shape[0])
    if not first:
        return []
    loss = hockey_stick(P[first, :], P[second, :], x)
    return [
        said(
            loss <= delta,
            "(eps, delta)-LDP",
            lambda i: f"sum over y of max(0, P[{first[i]}, y] - x P[{second[i]}, y]) <= delta",
        )
    ]


def metric_privacy(P: Any, factors: Any) -> Constraints:
    """d-privacy: P[a, y] <= factors[a, b] P[b, y], factors[a, b] = e^(eps d(a, b)) >= 1; None demands nothing.

    Linear; DPP where `factors` is a Parameter matrix. A pair that follows by way of a third truth needs no row, but
    only numbers tell. Sources: Chatzikokolakis and others 2013; Andres and others 2013 (geo-indistinguishability).
    """
    if isinstance(factors, cvxpy.Expression):
        first, second = _pairs(P.shape[0])
        chosen = factors[first, second]
    else:
        needed = list(needed_pairs(factors))
        if not needed:
            return []
        first, second = [a for a, _ in needed], [b for _, b in needed]
        chosen = np.array([factors[a][b] for a, b in needed], dtype=object)
    wide = cvxpy.reshape(chosen, (len(first), 1), order="C")
    return [said(P[first, :] <= cvxpy.multiply(wide, P[second, :]), "metric privacy")]


def needed_pairs(factors: Sequence[Sequence[Any]]) -> list[tuple[int, int]]:
    """Pairs not implied by way of a third truth; both steps being strictly shorter, no circle is left out."""
    size = len(factors)
    found = []
    for a, b in permutations(range(size), 2):
        factor = factors[a][b]
        if factor is None:
            continue
        ways = ((factors[a][c], factors[c][b]) for c in range(size) if c not in (a, b))
        if not any(u is not None and v is not None and min(u, v) > 1 and u * v <= factor for u, v in ways):
            found.append((a, b))
    return found


def ratio_bounds(P: Any, pairs: Sequence[tuple[int, int, Number, Number]], label: str = "ratio") -> Constraints:
    """low P[b, y] <= P[a, y] <= high P[b, y] for all y and the given (a, b, low, high). Linear in P.

    Domain: 0 <= low <= high. Source: Durfee, Rogers 2019, where all ratios of a pair share an interval.
    """
    if not pairs:
        return []
    a, b, low, high = (list(part) for part in zip(*pairs, strict=True))
    least, most = (np.array(v, dtype=object).reshape(-1, 1) for v in (low, high))
    return [
        said(cvxpy.multiply(least, P[b, :]) <= P[a, :], f"{label}, from below"),
        said(P[a, :] <= cvxpy.multiply(most, P[b, :]), f"{label}, from above"),
    ]


def bounded_range(P: Any, x: Any, offsets: Any) -> Constraints:
    """offsets[a][b] <= P[a, y]/P[b, y] <= x offsets[a][b] for a < b and all y: a range of eps that begins at offsets.

    Designs of bounded range are no convex set; given where the ratios of each pair begin, 1/x <= offset <= 1, they are
    linear. Source: Durfee, Rogers 2019.
    """
    pairs = combinations(range(P.shape[0]), 2)
    return ratio_bounds(P, [(a, b, offsets[a][b], x * offsets[a][b]) for a, b in pairs], "bounded range")


def _pairs(truths: int) -> tuple[list[int], list[int]]:
    """All ordered pairs of different truths, the first ones and the second ones."""
    found = list(permutations(range(truths), 2))
    return [a for a, _ in found], [b for _, b in found]
