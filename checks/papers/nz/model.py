"""The model of the paper: its notation and the scripts that prove its statements."""

from __future__ import annotations

from checks.papers.nz.notation import NOTATION
from checks.papers.nz.proofs import SCRIPTS
from checks.verifying.verification import PaperModel

MODEL = PaperModel(NOTATION, scripts=SCRIPTS)
