"""The notation of the paper: how its names are spelt. What they mean, the statements in the logic say."""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.nz.vocabulary import VOCABULARY
from mechanisms.exact.domain import Domain

NOTATION = Notation(VOCABULARY, Domain())
