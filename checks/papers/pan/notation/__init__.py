"""The notation of the paper, a module for each part: how its names are spelt. What they mean, the statements say."""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.pan.notation.continual import CONTINUAL
from checks.papers.pan.notation.estimation import ESTIMATION
from checks.papers.pan.notation.relaxation import RELAXATION
from checks.reading import Symbols
from mechanisms.exact.domain import Domain

NOTATION = Notation(Symbols(*RELAXATION, *CONTINUAL, *ESTIMATION), Domain())
