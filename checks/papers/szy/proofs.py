"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.szy import (
    proofs_at_budgets,
    proofs_of_answers,
    proofs_of_any_size,
    proofs_of_budgets,
    proofs_of_comparison,
    proofs_of_decks,
    proofs_of_dependence,
    proofs_of_dependent_answers,
    proofs_of_estimability,
    proofs_of_known_cards,
    proofs_of_limits,
    proofs_of_lines,
    proofs_of_moments,
    proofs_of_numbers,
    proofs_of_order,
    proofs_of_reports,
    proofs_of_sampling,
    proofs_of_slopes,
    proofs_of_the_worst,
    proofs_of_three_cards,
    proofs_of_two_cards,
    proofs_of_words,
)
from checks.verifying.stated import Script

SCRIPTS: Mapping[str, Script] = {
    **proofs_of_moments.SCRIPTS,
    **proofs_of_budgets.SCRIPTS,
    **proofs_of_reports.SCRIPTS,
    **proofs_of_decks.SCRIPTS,
    **proofs_of_known_cards.SCRIPTS,
    **proofs_of_estimability.SCRIPTS,
    **proofs_of_limits.SCRIPTS,
    **proofs_of_dependence.SCRIPTS,
    **proofs_at_budgets.SCRIPTS,
    **proofs_of_comparison.SCRIPTS,
    **proofs_of_sampling.SCRIPTS,
    **proofs_of_slopes.SCRIPTS,
    **proofs_of_three_cards.SCRIPTS,
    **proofs_of_two_cards.SCRIPTS,
    **proofs_of_words.SCRIPTS,
    **proofs_of_order.SCRIPTS,
    **proofs_of_lines.SCRIPTS,
    **proofs_of_answers.SCRIPTS,
    **proofs_of_dependent_answers.SCRIPTS,
    **proofs_of_the_worst.SCRIPTS,
    **proofs_of_any_size.SCRIPTS,
    **proofs_of_numbers.SCRIPTS,
}
