"""The model of the paper: its notation, the encodings of its prose, derivations to show, second witnesses."""

from __future__ import annotations

from checks.papers.pan import proofs, proofs_counts, proofs_decoder, proofs_moments, proofs_samples
from checks.papers.pan.derivations import derivation_of
from checks.papers.pan.encodings import ENCODINGS
from checks.papers.pan.notation import NOTATION
from checks.papers.pan.witnesses import statement_witness, witnesses_of
from checks.verifying.verification import PaperModel

MODEL = PaperModel(
    NOTATION,
    ENCODINGS,
    derivation_of,
    witnesses_of,
    statement_witness=statement_witness,
    scripts={
        **proofs.SCRIPTS,
        **proofs_moments.SCRIPTS,
        **proofs_samples.SCRIPTS,
        **proofs_counts.SCRIPTS,
        **proofs_decoder.SCRIPTS,
    },
)
