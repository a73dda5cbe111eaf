"""The statements of the paper that are not yet stated in the logic, each as a function that says what must be shown."""

from __future__ import annotations

from checks.papers.nz.encodings import proof_matrices, subset_surveys
from checks.papers.nz.encodings.common import Encoding

ENCODINGS: dict[str, Encoding] = {**subset_surveys.ENCODINGS, **proof_matrices.ENCODINGS}
