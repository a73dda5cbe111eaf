"""The model of the paper: how its names are spelt. What they mean, the statements of the logic say."""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.spellings import spellings
from checks.verifying.verification import PaperModel
from mechanisms.exact.domain import Domain

MODEL = PaperModel(Notation(spellings("NZ"), Domain()))
