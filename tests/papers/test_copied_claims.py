"""A claim of a paper of the suite, copied into a user's file, gives the same record."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from checks.claims.claim import Claim
from checks.claims.record import ClaimRecord, ObligationRecord
from checks.papers.collection import load_paper, verify_claim
from checks.verifying.stated import METHOD
from tests.papers.records import record

KEY = "HLM"
FILES = [
    file.read_text(encoding="utf-8")
    for file in sorted(resources.files(f"checks.papers.{KEY.lower()}").iterdir(), key=lambda file: file.name)
    if file.name.startswith("claims")
]


def is_stated(claim: Claim) -> bool:
    """Whether all that is judged of a claim is stated in the logic."""
    statements = [reading.statement for reading in claim.readings]
    statements += [claim.correction.statement] if claim.correction is not None else []
    return bool(statements) and all(statement.statement for statement in statements)


STATED = [claim.id for claim in load_paper(KEY).claims if is_stated(claim)]


def block(claim_id: str) -> str:
    """What the file says of a claim, to the letter."""
    found = [part for text in FILES for part in re.split(r"(?m)^(?=\[\[claim\]\]$)", text) if f'"{claim_id}"' in part]
    (only,) = [part for part in found if tomllib.loads(part).get("claim", [{}])[0].get("id") == claim_id]
    return only


def copied(directory: Path, claim_id: str) -> Path:
    """A user's file with this claim and the words of the paper."""
    words = load_paper(KEY).definitions
    head = f'[paper]\nkey = "mine"\ntitle = "A copy"\nauthors = "N. N."\nscripts = "{KEY}"\n'
    head += f"definitions = '''\n{words}'''\n"
    path = directory / "copy.toml"
    path.write_text(f"{head}\n{block(claim_id)}", encoding="utf-8")
    return path


def compared(record: ClaimRecord) -> ClaimRecord:
    """The record without paper, time and the proof itself, and without what illustrates a claim of the suite.

    That are the steps of a derivation, and witnesses by code of the paper beside the one that runs the statement.
    """

    def plain(obligations: tuple[ObligationRecord, ...]) -> tuple[ObligationRecord, ...]:
        return tuple(replace(obligation, proof=None) for obligation in obligations)

    readings = tuple(replace(reading, obligations=plain(reading.obligations)) for reading in record.readings)
    proof = plain(record.correction_proof)
    witnesses = tuple(witness for witness in record.witnesses if witness.method == METHOD)
    return replace(
        record, paper="", seconds=0.0, derivation=(), readings=readings, correction_proof=proof, witnesses=witnesses
    )


@pytest.mark.parametrize("claim_id", STATED[::18])  # the way from file to record is the same for all of them
def test_a_copied_claim_has_the_same_record(claim_id: str, tmp_path: Path) -> None:
    theirs = load_paper(str(copied(tmp_path, claim_id))).claim(claim_id)
    found = record(claim_id)
    assert compared(verify_claim(theirs)) == compared(found)
    assert found.verdict in ("proved", "refuted", "corrected")


def test_most_of_the_paper_is_stated() -> None:
    assert len(STATED) >= 30
