"""Appendix D and Theorem 4.1: what an adversary with a prior believes after all responses, and after the last alone.

For a value `a` of X: q is its prior probability, h that of all responses given it, p that of the last response given
it. D and E are the sums of h q and p q over all values. That h = g p with the same g for all values is (56), written so
that it holds for impossible responses too; that D = g E follows value by value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from checks.papers.pan.rounds import fact, variable
from checks.verifying.verification import Context, Part

Q, H, P, G, D, E, R = (variable(name) for name in ("q", "h", "p", "g", "D", "E", "R"))
ALL, LAST = "history_n", "o_n"
POSITIVE = [fact(0, "<", value) for value in (H, P, D, E)]
PRIOR = [fact(0, "<=", Q), fact(Q, "<=", 1)]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {}
