"""What of a statement is prose and what is a formula, as it is printed and as it is corrected."""

from __future__ import annotations

import re
from dataclasses import dataclass

from checks.claim import Claim

_CONDITION = r" \qquad "  # comes before the condition under which a statement holds
_MEMBERS = re.compile(r"member (\d+) (\S+) member (\d+)")
_PRINTED = re.compile(r" \((?P<formula>(?:[=<>:]|\\[a-z]+).*?)(?P<line>, line \d+)?\)")  # at the end of a broken place
_NUMBER_IN_BRACKETS = re.compile(r"\(([\d.]+)\)")
_RELATIONS = {"<=": r"\le", ">=": r"\ge", "!=": r"\ne", "in": r"\in", "notin": r"\notin", "approx": r"\approx"}


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


def broken_place(breaks_at: str) -> str:
    """The place where a statement breaks, its formulas between dollars; of a member that was cut only the line."""
    label, formula, line = breaks_at, "", ""
    if (found := re.search(_PRINTED.pattern + "$", breaks_at)) is not None:
        label, line = breaks_at[: found.start()], found["line"] or ""
        whole = not found["formula"].endswith("...") and "$" not in found["formula"]
        formula = f" ${found['formula']}$" if whole else ""
    label = _MEMBERS.sub(lambda m: f"member {m[1]} ${_RELATIONS.get(m[2], m[2])}$ member {m[3]}", label)
    if label.startswith("entry at "):
        label = _NUMBER_IN_BRACKETS.sub(r"\1", label)
    return label + (f" ({(formula + line).strip(' ,')})" if formula or line else "")
