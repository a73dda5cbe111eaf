"""What a design can be best for, by name."""

from __future__ import annotations

LOSSES = ("hamming", "l1", "mse")
WORTHS = ("mutual-information", "chi-square", "total-variation", "fisher", "posterior")
OBJECTIVES = (*LOSSES, *WORTHS, "minimax")
