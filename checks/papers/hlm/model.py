"""The model of the paper: its notation, the encodings of its prose, derivations to show, second witnesses."""

from __future__ import annotations

from checks.papers.hlm.derivations import derivation_of
from checks.papers.hlm.encodings import ENCODINGS
from checks.papers.hlm.notation import NOTATION
from checks.papers.hlm.witnesses import WITNESS, further, witnesses_of
from checks.verifying.verification import PaperModel

MODEL = PaperModel(
    NOTATION,
    ENCODINGS,
    derivation_of,
    witnesses_of,
    statement_witness=lambda statement: WITNESS,
    further_witnesses=further,
)
