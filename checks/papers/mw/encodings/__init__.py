"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from checks.papers.mw.encodings import (
    background,
    bounds,
    extended_warner,
    framework,
    graphs,
    key_value,
    unary,
    unequal_designs,
)

ENCODINGS = {
    **background.ENCODINGS,
    **framework.ENCODINGS,
    **extended_warner.ENCODINGS,
    **unequal_designs.ENCODINGS,
    **bounds.ENCODINGS,
    **key_value.ENCODINGS,
    **unary.ENCODINGS,
    **graphs.ENCODINGS,
}
