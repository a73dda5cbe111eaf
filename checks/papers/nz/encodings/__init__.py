"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from checks.papers.nz.encodings import diversity
from checks.papers.nz.encodings.common import Encoding

ENCODINGS: dict[str, Encoding] = {**diversity.ENCODINGS}
