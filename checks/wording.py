"""What of a statement is prose and what is a formula, as it is printed and as it is corrected."""

from __future__ import annotations

from dataclasses import dataclass

from checks.claim import Claim

_CONDITION = r" \qquad "  # comes before the condition under which a statement holds


@dataclass(frozen=True)
class Wording:
    """A statement: words, a formula of LaTeX, or words with the condition under which they are true as a formula."""

    words: str = ""
    formula: str = ""


def as_printed(claim: Claim, statement: str) -> Wording:
    """The printed statement, which is a formula where the main reading has one."""
    return Wording(formula=statement) if _is_formula(claim) else Wording(words=statement)


def as_corrected(claim: Claim, corrected: str) -> Wording:
    """The corrected statement of a record: it may be a formula where the print is prose."""
    if _is_formula(claim) or claim.correction is None or claim.correction.statement.printed:
        return Wording(formula=corrected)
    words = claim.printed
    if corrected.startswith(words + _CONDITION):
        return Wording(words, corrected.removeprefix(words + _CONDITION))
    return Wording(words=corrected)


def _is_formula(claim: Claim) -> bool:
    return bool(claim.readings and claim.main.statement.printed)
