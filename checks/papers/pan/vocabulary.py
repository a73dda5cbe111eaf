"""The notation of Pan, *Randomized Response with Gradual Release of Privacy Budget*, one module for each part."""

from __future__ import annotations

from checks.papers.pan.vocabulary_continual import CONTINUAL
from checks.papers.pan.vocabulary_estimation import ESTIMATION
from checks.papers.pan.vocabulary_relaxation import RELAXATION
from checks.reading import Symbols

VOCABULARY = Symbols(*RELAXATION, *CONTINUAL, *ESTIMATION)
