"""What a design can be best for, by name."""

from __future__ import annotations

LOSSES = ("hamming", "l1", "mse")
WORTHS = ("mutual-information", "chi-square", "total-variation", "fisher", "posterior")
OBJECTIVES = (*LOSSES, *WORTHS, "minimax")
LARGEST_IRRATIONAL = 24  # categories at an irrational e^eps


def needs_a_rational(objective: str, categories: int | None, wants_program: bool = False) -> bool:
    """Whether the answer is found in rational numbers alone, so that one just below an irrational e^eps is taken."""
    return objective in (*WORTHS, "minimax") or wants_program or (categories or 0) > LARGEST_IRRATIONAL
