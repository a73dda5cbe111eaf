"""The model of the paper: its notation, the scripts that prove its statements, its experiments as second witnesses."""

from __future__ import annotations

from checks.papers.pan import (
    proofs,
    proofs_beliefs,
    proofs_conditions,
    proofs_counts,
    proofs_decoder,
    proofs_experiments,
    proofs_functions,
    proofs_moments,
    proofs_numbers,
    proofs_of_best_reports,
    proofs_of_supports,
    proofs_outputs,
    proofs_samples,
    proofs_steps,
    proofs_symmetry,
    proofs_utility,
)
from checks.papers.pan.notation import NOTATION
from checks.papers.pan.simulated import further_witnesses
from checks.verifying.verification import PaperModel

PROOFS = (
    proofs,
    proofs_beliefs,
    proofs_conditions,
    proofs_counts,
    proofs_decoder,
    proofs_experiments,
    proofs_functions,
    proofs_moments,
    proofs_numbers,
    proofs_of_best_reports,
    proofs_of_supports,
    proofs_outputs,
    proofs_samples,
    proofs_steps,
    proofs_symmetry,
    proofs_utility,
)

MODEL = PaperModel(
    NOTATION,
    further_witnesses=further_witnesses,
    scripts={name: script for part in PROOFS for name, script in part.SCRIPTS.items()},
)
