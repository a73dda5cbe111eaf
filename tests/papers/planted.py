"""Errors that are planted into the claims files of examples."""

from __future__ import annotations

import re
from pathlib import Path

from checks.claims.claim import Claim, Paper
from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim

EXAMPLES = Path(__file__).parents[2] / "examples" / "papers"


def planted(file: Path, claim_id: str, old: str, new: str, folder: Path) -> Claim:
    """The claim with the error in it, in a file of its own."""
    text = file.read_text(encoding="utf-8")
    before, head, rest = text.partition(f'id = "{claim_id}"\n')
    claim, *others = re.split(r"(?=\[\[claim\]\])", rest, maxsplit=1)
    assert old in claim
    changed = folder / "planted.toml"
    changed.write_text("".join((before, head, claim.replace(old, new, 1), *others)), encoding="utf-8")
    return claim_of(load_paper(str(changed)), claim_id)


def claim_of(paper: Paper, claim_id: str) -> Claim:
    """The claim of that name."""
    return next(claim for claim in paper.claims if claim.id == claim_id)


def letters(latex: str) -> str:
    """A formula without what is only typesetting."""
    return re.sub(r"\\(cdot|left|right|quad|operatorname|mathbb|frac|text)|[{}\s/]", "", latex)


def check_is_proved(claim: Claim) -> None:
    """What is printed is proved, and each second witness agrees."""
    record = verify_claim(claim)
    assert record.verdict == "proved", record.note
    assert all(witness.agrees for witness in record.witnesses)


def check_is_found(claim: Claim) -> ClaimRecord:
    """What is planted fails where both sides differ, or meet that must not, and each second witness agrees."""
    record = verify_claim(claim)
    assert record.verdict in ("corrected", "refuted"), record.note
    assert record.counterexample
    left, right = map(str, record.sides)
    assert left != right or any(sign in " ".join(claim.main.statement.latex) for sign in "<>")
    assert all(witness.agrees for witness in record.witnesses)
    return record


def check_is_short(record: ClaimRecord, printed: Claim) -> None:
    """What is said to be right is not much longer than what was printed before the error was planted."""
    right = r" \quad ".join(printed.main.statement.latex)
    assert len(letters(record.corrected or "")) <= len(letters(right)) + 6
