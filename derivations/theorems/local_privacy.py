"""Local differential privacy of a design as a formula: which values of its parameters keep every response private."""

from __future__ import annotations

from derivations.algebra.linear_algebra import Matrix
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction


def is_private(rows: Matrix, x: RationalFunction) -> Formula:
    """P[i, y] <= x P[j, y] for all truths i, j and all responses y, where x = e^eps.

    Equal entries are compared once; an entry is at most x times itself, since eps >= 0. Source: Ma, Wang, Definition 1.
    """
    conditions = []
    for column in zip(*rows, strict=True):
        entries = list(dict.fromkeys(column))
        conditions += [relation_formula(a, "<=", x * b) for a in entries for b in entries if a != b]
    return all_of(dict.fromkeys(conditions))
