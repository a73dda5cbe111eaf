"""The model of the paper: its notation, the encodings of its prose, derivations to show, second witnesses."""

from __future__ import annotations

from checks.papers.hlm.derivations import derivation_of
from checks.papers.hlm.encodings import ENCODINGS
from checks.papers.hlm.notation import NOTATION
from checks.verify import PaperModel

MODEL = PaperModel(NOTATION, ENCODINGS, derivation_of, lambda claim, verdict, seed: ())
