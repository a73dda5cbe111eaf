"""The model of the paper: its notation, its experiments, derivations to show, second witnesses."""

from __future__ import annotations

from checks.papers.szy.derivations import derivation_of
from checks.papers.szy.experiments import ENCODINGS
from checks.papers.szy.notation import NOTATION
from checks.papers.szy.proofs import SCRIPTS
from checks.papers.szy.witnesses import statement_witness, witnesses_of
from checks.verifying.verification import PaperModel

MODEL = PaperModel(
    NOTATION, ENCODINGS, derivation_of, witnesses_of, statement_witness=statement_witness, scripts=SCRIPTS
)
