"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from checks.papers.mw.encodings import (
    best_substitute,
    bounds,
    composition,
    extended_warner,
    graphs,
    lpp,
    report_vectors,
    response_matrices,
    unary,
    unbiasedness,
    unequal_designs,
    weights_and_degrees,
)

ENCODINGS = {
    **composition.ENCODINGS,
    **response_matrices.ENCODINGS,
    **weights_and_degrees.ENCODINGS,
    **report_vectors.ENCODINGS,
    **unbiasedness.ENCODINGS,
    **extended_warner.ENCODINGS,
    **unequal_designs.ENCODINGS,
    **bounds.ENCODINGS,
    **lpp.ENCODINGS,
    **best_substitute.ENCODINGS,
    **unary.ENCODINGS,
    **graphs.ENCODINGS,
}
