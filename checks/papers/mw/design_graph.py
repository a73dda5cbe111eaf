"""The directed graph of a design matrix, which Figure 1 of the paper draws."""

from __future__ import annotations

from dataclasses import dataclass

from mechanisms.design import Design
from mechanisms.exact.rational import RationalFunction


@dataclass(frozen=True)
class Arc:
    """An arc from a true answer to a report, labelled with its probability."""

    source: int
    target: int
    label: RationalFunction


def arcs(design: Design) -> list[Arc]:
    """The arcs of the graph of a design, one for each entry of the matrix that is not zero."""
    return [
        Arc(i, j, entry) for i, row in enumerate(design.entries) for j, entry in enumerate(row) if not entry.is_zero()
    ]
