"""Proof objects of claims: checked again by the kernel, summed up for a reader, written to files and read from them.

A file holds the proofs of one claim, `{"claim": id, "proofs": [{"part", "label", "proof"}, ...]}`, or one bare proof as
`derivations.proof_file` writes it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from checks.record import ClaimRecord, ObligationRecord
from checks.verdict import Verdict, judge_claim
from derivations.kernel import Theorem
from derivations.proof_file import MAX_BYTES, ProofFileError, recheck, to_json
from derivations.statements import Refuted


class RecheckError(Exception):
    """A proof object does not check, or does not prove what its record says."""


@dataclass(frozen=True)
class Outline:
    """A proof in one line: how many theorems it is made of, by which rules, and which oracles it trusts."""

    rules: dict[str, int]
    oracles: tuple[str, ...]

    def __str__(self) -> str:
        size = sum(self.rules.values())
        by = ", ".join(f"{count} {rule}" for rule, count in self.rules.items())
        trust = f"trusts {', '.join(self.oracles)}" if self.oracles else "no oracle"
        return f"{size} theorem{'s' if size != 1 else ''} of the kernel ({by}); {trust}"


def outline(theorem: Theorem) -> Outline:
    """Sum up the graph of theorems that ends in this one; what is used twice counts once."""
    rules: Counter[str] = Counter()
    seen: set[int] = set()
    stack = [theorem]
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            rules[node.rule] += 1
            stack.extend(node.premises)
    return Outline(dict(rules.most_common()), tuple(sorted(theorem.oracles)))


def obligations(record: ClaimRecord) -> Iterator[tuple[str, ObligationRecord]]:
    """All obligations of a claim, each with the reading or the correction that it belongs to."""
    for reading in record.readings:
        for obligation in reading.obligations:
            yield reading.name, obligation
    for obligation in record.correction_proof:
        yield "correction", obligation


def recheck_obligation(obligation: ObligationRecord) -> Theorem | None:
    """The theorem of an obligation, made again by the kernel; None where nothing was proved or refuted.

    Raises RecheckError when the proof object does not check, or does not bear out the status that is recorded.
    """
    if obligation.proof is None:
        if obligation.status in ("proved", "refuted"):
            raise RecheckError(f"{obligation.label} is {obligation.status} without a proof object")
        return None
    try:
        theorem = recheck(obligation.proof)
    except ProofFileError as error:
        raise RecheckError(f"the proof of {obligation.label} does not check: {error}") from error
    shown = theorem.statement
    if obligation.status == "refuted" and isinstance(shown, Refuted):
        shown = shown.sequent
    if str(shown) != (obligation.failure or obligation.statement):
        raise RecheckError(f"the proof of {obligation.label} shows something else: {shown}")
    if tuple(sorted(theorem.oracles)) != obligation.oracles:
        raise RecheckError(f"the proof of {obligation.label} trusts {sorted(theorem.oracles)}, which is not recorded")
    return theorem


def recheck_record(record: ClaimRecord) -> None:
    """Check every proof object of a record with the kernel, and that its verdicts follow from what they show.

    Raises RecheckError when one does not hold. That the obligations are those of the claim is not derived again.
    """
    for _, obligation in obligations(record):
        try:
            recheck_obligation(obligation)
        except RecheckError as error:
            raise RecheckError(f"{record.id}: {error}") from error
    for reading in record.readings:
        if reading.verdict != _judged(reading.obligations):
            raise RecheckError(f"{record.id}: what was shown does not make the reading {reading.verdict}")
    needed = next((Verdict(reading.verdict) for reading in record.readings if reading.needed), None)
    correction = _judged(record.correction_proof) if record.correction_proof else None
    allowed = (
        (Verdict.DEFINED, Verdict.OUTSIDE, Verdict.UNKNOWN) if needed is None else (judge_claim(needed, correction),)
    )
    if record.verdict not in allowed:
        raise RecheckError(f"{record.id}: what was shown does not make the claim {record.verdict}")


def _judged(shown: Sequence[ObligationRecord]) -> Verdict:
    """The verdict of a statement, as `judge_reading` gives it."""
    statuses = {obligation.status for obligation in shown}
    if "refuted" in statuses:
        return Verdict.REFUTED
    if not statuses or "unknown" in statuses:
        return Verdict.UNKNOWN
    return Verdict.CHECKED if "evidence" in statuses else Verdict.PROVED


def outlines(record: ClaimRecord) -> list[tuple[str, ObligationRecord, Outline | None]]:
    """The obligations of a claim, each with the outline of its proof, which the kernel has just checked again."""
    rows = []
    for part, obligation in obligations(record):
        theorem = recheck_obligation(obligation)
        rows.append((part, obligation, outline(theorem) if theorem is not None else None))
    return rows


def without_proofs(record: ClaimRecord) -> dict[str, Any]:
    """The published fields of a claim, its derivation, and its obligations without their proof objects."""
    shown = []
    for part, obligation in obligations(record):
        data = asdict(obligation)
        del data["proof"]
        shown.append({"part": part, **data})
    return {**record.to_json(), "derivation": [asdict(step) for step in record.derivation], "obligations": shown}


def proof_data(record: ClaimRecord) -> dict[str, Any]:
    """The proof objects of a claim as a proof file holds them."""
    proofs = [
        {"part": part, "label": obligation.label, "proof": obligation.proof}
        for part, obligation in obligations(record)
        if obligation.proof is not None
    ]
    return {"claim": record.id, "proofs": proofs}


def write_proofs(record: ClaimRecord, path: Path) -> int:
    """Write the proof objects of a claim to a file; return how many there are."""
    data = proof_data(record)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return len(data["proofs"])


def write_labelled(theorems: Mapping[str, Theorem], path: Path) -> None:
    """Write theorems to a file, each with its label."""
    proofs = [{"label": label, "proof": to_json(theorem)} for label, theorem in theorems.items()]
    path.write_text(json.dumps({"proofs": proofs}, indent=1) + "\n", encoding="utf-8")


def write_theorems(theorems: Sequence[tuple[str, Theorem]], subject: str, path: Path) -> None:
    """Write theorems, each with what it says, to a file; `subject` says what they are about."""
    proofs = [{"part": subject, "label": says, "proof": to_json(theorem)} for says, theorem in theorems]
    path.write_text(json.dumps({"claim": subject, "proofs": proofs}) + "\n", encoding="utf-8")


def recheck_file(path: Path) -> Iterator[tuple[str, Theorem]]:
    """Check the proofs in a file one after the other with the kernel; yield a label and the theorem of each.

    Raises ProofFileError when the file is no proof file, RecheckError when a proof in it does not check.
    """
    data = _read(path)
    proofs = data.get("proofs", [{"proof": data}])
    if not isinstance(proofs, list) or not all(isinstance(p, dict) and "proof" in p for p in proofs):
        raise ProofFileError(f'{path} is no proof file: "proofs" must be a list of objects with a "proof" each')
    for number, item in enumerate(proofs, 1):
        part = f" ({item['part']})" if "part" in item else ""
        label = f"{item['label']}{part}" if "label" in item else path.name
        try:
            theorem = recheck(item["proof"])
        except ProofFileError as error:
            raise RecheckError(f"{path}: proof {number}, {label}, does not check: {error}") from error
        yield f"{number}. {label}", theorem


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ProofFileError(f"{path} is larger than {MAX_BYTES} bytes")
        data = json.loads(content)
    except OSError as error:
        raise ProofFileError(f"{path} cannot be read: {error.strerror}") from error
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ProofFileError(f"{path} is no proof file: {error}") from error
    if not isinstance(data, dict) or not data.keys() & {"proofs", "format"}:
        raise ProofFileError(f'{path} is no proof file: it has neither "proofs" nor the "format" of one proof')
    return data
