"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs import (
    admissible,
    average,
    beliefs,
    decisions,
    diversity,
    erasure,
    estimates,
    forms,
    split_rows,
    worst_priors,
)
from checks.verifying.stated import Script

SCRIPTS: Mapping[str, Script] = {
    **admissible.SCRIPTS,
    **average.SCRIPTS,
    **beliefs.SCRIPTS,
    **decisions.SCRIPTS,
    **erasure.SCRIPTS,
    **estimates.SCRIPTS,
    **diversity.SCRIPTS,
    **forms.SCRIPTS,
    **split_rows.SCRIPTS,
    **worst_priors.SCRIPTS,
}
