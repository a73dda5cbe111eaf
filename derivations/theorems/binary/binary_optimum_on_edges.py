"""The binary designs of smallest error among those at which a condition of privacy is tight: the edges of the region.

In every case some minimiser over the whole region lies on an edge, or there is no design at all. So the minimisers over
the edges are the minimisers over the region that lie on them.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from, substitute_rational
from derivations.theorems.binary.binary_optimum import (
    BASE,
    SLACK_A,
    SLACK_B,
    Coordinates,
    Minimisers,
    minimisers,
    nonnegative,
)
from mechanisms.exact.formula import Formula, all_of, any_of

TIGHT: Formula = any_of([nonnegative(-SLACK_A), nonnegative(-SLACK_B)])
"""Not both conditions of privacy are strict."""


def on_an_edge(point: Coordinates) -> Formula:
    """That a condition of privacy is tight, or violated, at (p00, p11)."""
    return substitute_rational(TIGHT, {"p00": point[0], "p11": point[1]})


@cache
def minimisers_on_edges() -> tuple[Minimisers, ...]:
    """The cases of `minimisers` with the sets of those of them that lie on an edge; none of these sets loses all."""
    return tuple(map(_on_edges, minimisers()))


def _on_edges(case: Minimisers) -> Minimisers:
    """The case with theorems that its points, or its witness, lie on an edge."""
    base = frozenset((*BASE, case.condition))
    known = case.points if case.points is not None else (case.witness,)
    lie = tuple(prove_from(Sequent(base, on_an_edge(point))) for point in known if point is not None)

    def member(z: Coordinates) -> Formula:
        return all_of([case.member(z), on_an_edge(z)])

    return Minimisers(case.name, case.condition, case.points, member, (*case.theorems, *lie), case.witness)
