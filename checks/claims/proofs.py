"""Proof objects of claims: checked again by the kernel, and summed up for a reader."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from checks.claims.proof_data import recheck
from checks.claims.record import ClaimRecord, ObligationRecord
from checks.claims.verdict import Verdict, arguments_among, judge_claim
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.proof_file import ProofFileError
from derivations.arithmetic.statements import Refuted
from derivations.logic.kernel import Proved

METHODS = {
    "weak_duality": "weak duality",
    "farkas": "Farkas' lemma",
    "contradiction": "a Positivstellensatz certificate",
    "one_variable": "the roots of one variable",
    "derivative": "a derivative",
    "integer_cases": "cases of a whole number",
    "induction": "induction",
    "enclose": "ball arithmetic",
    "counterexample": "a counterexample",
}
"""The rules of the kernel whose method has a name in the field; the others put theorems together."""


class RecheckError(Exception):
    """A proof object does not check, or does not prove what its record says."""


@dataclass(frozen=True)
class Outline:
    """A proof in one line: how many theorems it is made of, by which methods, and which oracles it trusts."""

    rules: dict[str, int]
    oracles: tuple[str, ...]

    def __str__(self) -> str:
        trust = f"trusts {', '.join(self.oracles)}" if self.oracles else "no oracle"
        return f"{theorems(sum(self.rules.values()), self.rules)}; {trust}"


def methods(rules: Iterable[str]) -> str:
    """Behind what is proved: `, by weak duality`; nothing where the rules only put theorems together."""
    named = list(dict.fromkeys(METHODS[rule] for rule in rules if rule in METHODS))
    *most, last = named or [""]
    return f", by {', '.join(most)}{' and ' * bool(most)}{last}" if named else ""


def theorems(count: int, rules: Iterable[str]) -> str:
    """How many theorems of the kernel, and by which methods."""
    return f"{count} theorem{'s' * (count != 1)} of the kernel{methods(rules)}"


def outline(theorem: Theorem | Proved) -> Outline:
    """Sum up the graph of theorems that ends in this one; what is used twice counts once."""
    rules: Counter[str] = Counter()
    seen: set[int] = set()
    stack: list[Theorem | Proved] = [theorem]
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


def recheck_obligation(obligation: ObligationRecord) -> Theorem | Proved | None:
    """The theorem of an obligation, made again by the kernel; None where nothing was proved or refuted.

    Raises RecheckError when the proof object does not check, or does not bear out the status that is recorded.
    """
    if obligation.proof is None:
        if obligation.status in ("proved", "refuted", "argued"):
            raise RecheckError(f"{obligation.label} is {obligation.status} without a proof object")
        return None
    try:
        theorem = recheck(obligation.proof.data)
    except ProofFileError as error:
        raise RecheckError(f"the proof of {obligation.label} does not check: {error}") from error
    shown = theorem.statement
    if obligation.status == "refuted" and isinstance(shown, Refuted):
        shown = shown.sequent
    if str(shown) != (obligation.failure or obligation.statement):
        raise RecheckError(f"the proof of {obligation.label} shows something else: {shown}")
    if (obligation.status == "argued") != bool(arguments_among(theorem.oracles)):
        raise RecheckError(f"the proof of {obligation.label} does not tell whether it is argued")
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
    is_argued = "argued" in statuses
    if "refuted" in statuses:
        return Verdict.ARGUED if is_argued else Verdict.REFUTED
    if not statuses or "unknown" in statuses:
        return Verdict.UNKNOWN
    if "evidence" in statuses:
        return Verdict.CHECKED
    says_something = any(obligation.says_something for obligation in shown)
    return Verdict.ARGUED if is_argued else Verdict.PROVED if says_something else Verdict.DEFINED


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
        data = asdict(replace(obligation, proof=None))
        del data["proof"]
        shown.append({"part": part, **data})
    return {**record.to_json(), "derivation": [asdict(step) for step in record.derivation], "obligations": shown}
