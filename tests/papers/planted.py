"""Errors that are planted into the claims files of examples."""

from __future__ import annotations

import re
from pathlib import Path

from checks.claims.claim import Claim, Paper
from checks.papers.collection import load_paper

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
