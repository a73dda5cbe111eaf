"""The records of claims, each verified once a test run, whichever process asks first."""

import os
import re
from fractions import Fraction
from functools import cache as remembered
from pathlib import Path

from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper, verify_claim
from checks.running import cache
from checks.running.runner import select
from checks.system.time_limit import TIMEOUT

PAGES = Path(__file__).resolve().parents[2] / "docs" / "papers"
DAY = int(os.environ.get("RRPROOF_TESTS_DAY", 0))


def is_of_today(claim_id: str, every: int = 7) -> bool:
    """Whether it is the day of a claim, which comes every so many days."""
    return (int(claim_id.partition("-")[2]) + DAY) % every == 0


@remembered
def page_rows(paper: str) -> dict[str, str]:
    """The row of each claim in the page of its paper."""
    page = (PAGES / f"{paper}.md").read_text(encoding="utf-8")
    return {line.split()[1]: line for line in page.splitlines() if re.match(rf"\| {paper}-\d+ \|", line)}


@remembered
def record(claim_id: str) -> ClaimRecord:
    """The record of a claim."""
    (claim,) = select([claim_id])
    wanted = cache.key(claim, load_paper(claim.paper).context, seed=0, timeout=TIMEOUT)
    found = cache.load(claim.id, wanted)
    if found is None:
        found = verify_claim(claim)
        cache.store(found, wanted)
    return found


def point(claim_id: str, reading: int | None = None) -> dict[str, Fraction]:
    """The exact counterexample of a claim, or of one of its readings, with x for e^eps, z1, z2 for a point.

    Members of a family are not in it.
    """
    found = record(claim_id)
    printed = found.counterexample if reading is None else found.readings[reading].counterexample
    assert printed is not None
    point = [value.strip() for value in printed.get("the point", "").strip("()").split(",") if value]
    coordinates = {f"z{i}": Fraction(value) for i, value in enumerate(point, 1)}
    numbers = {name: text for name, text in printed.items() if name != "the point" and not text.startswith("(")}
    return coordinates | {_name(name): _number(name, text) for name, text in numbers.items()}


def _name(name: str) -> str:
    return name.replace("eps", "x") if name.startswith("eps") else name


def _number(name: str, text: str) -> Fraction:
    if not name.startswith("eps"):
        return Fraction(text)
    return Fraction(1) if text == "0" else Fraction(text.removeprefix("log(").removesuffix(")"))
