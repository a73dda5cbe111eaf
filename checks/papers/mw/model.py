"""The model of the paper: its notation, derivations to show, second witnesses."""

from __future__ import annotations

from checks.papers.mw.derivations import derivation_of
from checks.papers.mw.notation import NOTATION
from checks.papers.mw.witnesses import statement_witness, witnesses_of
from checks.verifying.verification import PaperModel

MODEL = PaperModel(NOTATION, {}, derivation_of, witnesses_of, statement_witness=statement_witness)
