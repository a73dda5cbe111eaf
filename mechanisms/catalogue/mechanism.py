"""A named mechanism: the protocol that respondents follow, and the closed form that is printed for its matrix."""

from __future__ import annotations

from dataclasses import dataclass

from mechanisms.design import Design
from mechanisms.protocol import Protocol


@dataclass(frozen=True)
class Mechanism:
    """A protocol with its printed matrix.

    The printed matrix is a claim about the protocol, not its definition: `protocol.design() == printed_matrix` is
    what tests and proofs establish.
    """

    key: str
    title: str
    source: str
    protocol: Protocol
    printed_matrix: Design
