"""The model of the paper: its notation, the encodings of its prose, derivations to show, second witnesses, figures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from checks.papers.mw.derivations import derivation_of
from checks.papers.mw.encodings import ENCODINGS
from checks.papers.mw.figure_arcs import figure_1
from checks.papers.mw.figures import figure_2
from checks.papers.mw.notation import NOTATION
from checks.papers.mw.witnesses import statement_witness, witnesses_of
from checks.verification import PaperModel

FIGURES: dict[str, Callable[[Path], Path]] = {"MW-14": figure_1, "MW-109": figure_2}

MODEL = PaperModel(NOTATION, ENCODINGS, derivation_of, witnesses_of, FIGURES, statement_witness=statement_witness)
