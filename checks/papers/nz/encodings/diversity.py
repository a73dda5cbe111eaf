"""Sections 4 and 5 and the proof of Theorem 4.1: local l-diversity, put together from its parts."""

from __future__ import annotations

from checks.papers.nz.encodings import guessing, matching, proof_matrices, subset_surveys
from checks.papers.nz.encodings.common import Encoding

ENCODINGS: dict[str, Encoding] = {
    **subset_surveys.ENCODINGS,
    **proof_matrices.ENCODINGS,
    **matching.ENCODINGS,
    **guessing.ENCODINGS,
}
