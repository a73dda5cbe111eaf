"""The paper's statements in prose, each as a function that says what must be shown; one module for each part."""

from __future__ import annotations

from checks.papers.hlm.encodings import approximate, preliminaries, privacy, strict, survey, warner

ENCODINGS = {
    **survey.ENCODINGS,
    **privacy.ENCODINGS,
    **preliminaries.ENCODINGS,
    **strict.ENCODINGS,
    **approximate.ENCODINGS,
    **warner.ENCODINGS,
}
