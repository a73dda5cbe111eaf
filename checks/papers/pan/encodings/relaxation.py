"""Prose of sections 1 to 3.2, appendices A and B; one module for each topic."""

from __future__ import annotations

from checks.papers.pan.encodings import background, requirements, solution
from checks.papers.pan.encodings.common import Encoding

ENCODINGS: dict[str, Encoding] = {
    **background.ENCODINGS,
    **requirements.ENCODINGS,
    **solution.ENCODINGS,
}
