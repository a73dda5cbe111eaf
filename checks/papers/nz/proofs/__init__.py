"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs import (
    average,
    beliefs,
    costs,
    diversity,
    erasure,
    estimates,
    examples,
    guesses,
    inclusion,
    minimax_pairs,
    pairs,
    worst_priors,
)
from checks.verifying.stated import Script

SCRIPTS: Mapping[str, Script] = {
    **average.SCRIPTS,
    **beliefs.SCRIPTS,
    **erasure.SCRIPTS,
    **estimates.SCRIPTS,
    **costs.SCRIPTS,
    **diversity.SCRIPTS,
    **examples.SCRIPTS,
    **guesses.SCRIPTS,
    **inclusion.SCRIPTS,
    **minimax_pairs.SCRIPTS,
    **pairs.SCRIPTS,
    **worst_priors.SCRIPTS,
}
