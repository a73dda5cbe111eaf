"""Where statements of the paper are evaluated: exact points, with ends of ranges and ties."""

from __future__ import annotations

from checks.papers.mw.notation import DOMAIN
from checks.papers.spellings import spellings
from checks.reading import read_plain
from checks.witness import Space

CONDITIONS = ("N0 + N1 <= N", "N_i <= N", "pi0 + pi1 <= 1")
TIES = ("pi0 = pi1", "p1 = p2", "N0 = N1", "pi0 + pi1 = 1")
OF_A_DESIGN = frozenset(f"p{i}{j}" for i in range(3) for j in range(2))

SPACE = Space(
    tuple(p for p in DOMAIN.parameters if p.name not in OF_A_DESIGN),
    conditions=tuple(read_plain(text, spellings("MW")) for text in CONDITIONS),
    ties=tuple(read_plain(text, spellings("MW")) for text in TIES),
)
"""Points of all symbols but the entries of a general design."""
