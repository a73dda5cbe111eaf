"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from checks.papers.mw.encodings import bounds, graphs

ENCODINGS = {
    **bounds.ENCODINGS,
    **graphs.ENCODINGS,
}
