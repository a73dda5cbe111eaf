"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs import (
    admissible,
    assured,
    average,
    beliefs,
    bits,
    costs,
    decisions,
    diversity,
    erasure,
    estimates,
    examples,
    forms,
    guesses,
    inclusion,
    minimax_pairs,
    no_best,
    numbers,
    pairs,
    protection,
    special_cases,
    split_rows,
    truthful,
    worst_priors,
)
from checks.verifying.stated import Script

SCRIPTS: Mapping[str, Script] = {
    **admissible.SCRIPTS,
    **assured.SCRIPTS,
    **average.SCRIPTS,
    **beliefs.SCRIPTS,
    **bits.SCRIPTS,
    **costs.SCRIPTS,
    **decisions.SCRIPTS,
    **diversity.SCRIPTS,
    **erasure.SCRIPTS,
    **estimates.SCRIPTS,
    **examples.SCRIPTS,
    **forms.SCRIPTS,
    **guesses.SCRIPTS,
    **inclusion.SCRIPTS,
    **minimax_pairs.SCRIPTS,
    **no_best.SCRIPTS,
    **numbers.SCRIPTS,
    **pairs.SCRIPTS,
    **protection.SCRIPTS,
    **special_cases.SCRIPTS,
    **split_rows.SCRIPTS,
    **truthful.SCRIPTS,
    **worst_priors.SCRIPTS,
}
