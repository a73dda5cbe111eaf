"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from checks.papers.nz.encodings import (
    average_security,
    blackwell,
    cost,
    diversity,
    intruder,
    parity,
    variance_numbers,
)
from checks.papers.nz.encodings.common import Encoding

ENCODINGS: dict[str, Encoding] = {
    **intruder.ENCODINGS,
    **parity.ENCODINGS,
    **average_security.ENCODINGS,
    **blackwell.ENCODINGS,
    **cost.ENCODINGS,
    **variance_numbers.ENCODINGS,
    **diversity.ENCODINGS,
}
