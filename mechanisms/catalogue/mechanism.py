"""A named mechanism: the protocol that respondents follow, and the closed form that is printed for its matrix."""

from __future__ import annotations

from dataclasses import dataclass

from mechanisms.design import Design
from mechanisms.exact.html_tables import paragraph
from mechanisms.exact.notebook import Shown, text_latex
from mechanisms.protocols.protocol import Protocol


@dataclass(frozen=True)
class Mechanism(Shown):
    """A protocol with its printed matrix.

    The printed matrix is a claim about the protocol, not its definition: `protocol.design() == printed_matrix` is
    what tests and proofs establish.
    """

    key: str
    title: str
    source: str
    protocol: Protocol
    printed_matrix: Design

    def to_latex(self) -> str:
        """Title and printed matrix."""
        return text_latex(self.title) + rf" \quad {self.printed_matrix.to_latex()}"

    def _repr_html_(self) -> str:
        return self.printed_matrix._repr_html_() + paragraph(f"{self.title}. Source: {self.source}")
