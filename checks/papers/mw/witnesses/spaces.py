"""Where statements of the paper are evaluated: exact points, with ends of ranges and ties."""

from __future__ import annotations

from checks.papers.mw.notation import DOMAIN
from checks.papers.mw.vocabulary import VOCABULARY
from checks.papers.mw.witnesses import graphs
from checks.reading import read_plain
from checks.witness import Space

GENERAL = frozenset(f"p{i}{j}" for i in range(3) for j in range(2))


def space(left_out: frozenset[str], *conditions: str, ties: tuple[str, ...] = ()) -> Space:
    """Points of all symbols but some, under conditions between them."""
    parameters = tuple(p for p in DOMAIN.parameters if p.name not in left_out)
    return Space(
        parameters,
        conditions=tuple(read_plain(text, VOCABULARY) for text in conditions),
        ties=tuple(read_plain(text, VOCABULARY) for text in ties),
    )


COUNTS = ("N0 + N1 <= N", "N_i <= N", "pi0 + pi1 <= 1")
SPACE = space(GENERAL, *COUNTS, ties=("pi0 = pi1", "p1 = p2", "N0 = N1", "pi0 + pi1 = 1"))
WITH_DESIGN = space(
    frozenset(), *COUNTS, *(f"p{i}0 + p{i}1 <= 1" for i in range(3)), ties=("pi0 = pi1", "p00 = p20", "p10 = p20")
)

SPACES: dict[str, Space] = graphs.SPACES
"""Points of the statements with a given encoding, where they are others."""

IN_FORCE = {
    **dict.fromkeys(
        (
            "general_design",
            "solved_equations",
            "sums_are_one",
            "each_answer",
            "expected_score_in_pi0",
            "expected_score_in_pi1",
            "variance_term_by_term",
        ),
        "P_general",
    ),
}
"""The matrix that \\mathbf P stands for in the statements with a given encoding, where it is not EWRR3's."""
