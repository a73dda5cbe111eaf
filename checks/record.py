"""What is kept of a verified claim: plain data to be printed, cached, sent between processes and written to JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from typing import Any

from mechanisms.notebook import Shown

_DISPLAYED = r"$\displaystyle "


@dataclass(frozen=True)
class ObligationRecord(Shown):
    """One thing that had to be shown: its label, the statement, how it ended, and the proof object (JSON data).

    `failure` is what the proof object states where a refutation is no rational point but a theorem about constants.
    """

    label: str
    statement: str
    status: str  # proved | refuted | evidence | unknown
    rule: str
    oracles: tuple[str, ...]
    reason: str
    proof: dict[str, Any] | None = None
    failure: str = ""


@dataclass(frozen=True)
class ReadingRecord(Shown):
    """A reading of a claim with its own verdict; `needed` marks the one that the paper needs."""

    name: str
    verdict: str
    needed: bool
    statement: str
    domain: str
    breaks_at: str | None
    counterexample: dict[str, str] | None
    note: str
    obligations: tuple[ObligationRecord, ...]


@dataclass(frozen=True)
class StepRecord(Shown):
    """One step of a derivation: plain text, LaTeX for a line of a document, and why it holds."""

    text: str
    latex: str
    justification: str

    @classmethod
    def of_formula(cls, text: str, latex: str, justification: str) -> StepRecord:
        """A step that is a formula, given in LaTeX's mathematics mode."""
        return cls(text, f"{_DISPLAYED}{latex}$", justification)

    @property
    def formula(self) -> str:
        """The formula of the step in mathematics mode; "" where the step is a sentence."""
        return self.latex.removeprefix(_DISPLAYED).removesuffix("$") if self.latex.startswith(_DISPLAYED) else ""


@dataclass(frozen=True)
class WitnessRecord(Shown):
    """A second, independent witness: what was computed, how, and whether it agrees with the verdict."""

    method: str
    summary: str
    agrees: bool


@dataclass(frozen=True)
class ClaimRecord(Shown):
    """The whole outcome for one claim."""

    id: str
    paper: str
    place: str
    kind: str
    verdict: str
    finding: str | None
    readings: tuple[ReadingRecord, ...]
    statement: str
    domain: str
    counterexample: dict[str, str] | None
    corrected: str | None
    oracles: tuple[str, ...]
    witnesses: tuple[WitnessRecord, ...]
    seconds: float
    note: str
    derivation: tuple[StepRecord, ...] = field(default=())
    correction_proof: tuple[ObligationRecord, ...] = field(default=())
    prose: str = ""  # the printed sense in words, where the statement is a formula

    @property
    def right(self) -> str:
        """The corrected statement; "" where it is in the words of the print, and the note says what they must mean."""
        if self.corrected is None or self.corrected.split() == self.statement.split():
            return ""
        return self.corrected

    def to_json(self) -> dict[str, Any]:
        """The published fields: readings and witnesses in short, proof objects left out."""
        return {
            "id": self.id,
            "paper": self.paper,
            "place": self.place,
            "kind": self.kind,
            "verdict": self.verdict,
            "finding": self.finding,
            "readings": [
                {
                    "name": r.name,
                    "verdict": r.verdict,
                    "needed": r.needed,
                    "statement": r.statement,
                    "domain": r.domain,
                    "breaks_at": r.breaks_at,
                    "counterexample": r.counterexample,
                    "note": r.note,
                }
                for r in self.readings
            ],
            "statement": self.statement,
            "domain": self.domain,
            "counterexample": self.counterexample,
            "corrected": self.corrected,
            "oracles": list(self.oracles),
            "witnesses": [asdict(w) for w in self.witnesses],
            "seconds": self.seconds,
            "note": self.note,
        }

    def to_data(self) -> dict[str, Any]:
        """Everything, proof objects included, for the cache. Proof objects are plain data and shared, not copied."""
        return {f.name: _data(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> ClaimRecord:
        """The record that `to_data` wrote."""

        def obligations(items: list[dict[str, Any]]) -> tuple[ObligationRecord, ...]:
            return tuple(ObligationRecord(**{**o, "oracles": tuple(o["oracles"])}) for o in items)

        readings = tuple(ReadingRecord(**{**r, "obligations": obligations(r["obligations"])}) for r in data["readings"])
        return cls(
            **{
                **data,
                "readings": readings,
                "oracles": tuple(data["oracles"]),
                "witnesses": tuple(WitnessRecord(**w) for w in data["witnesses"]),
                "derivation": tuple(StepRecord(**s) for s in data["derivation"]),
                "correction_proof": obligations(data["correction_proof"]),
            }
        )


def _data(value: Any) -> Any:
    """Records as dictionaries, also those within tuples; what else there is stays as it is."""
    if isinstance(value, tuple):
        return tuple(map(_data, value))
    if is_dataclass(value):
        return {f.name: _data(getattr(value, f.name)) for f in fields(value)}
    return value


def summary(records: Sequence[ClaimRecord]) -> dict[str, int]:
    """How many claims got each verdict, in the order in which verdicts are declared."""
    from checks.verdict import Verdict

    counts = Counter(r.verdict for r in records)
    return {v.value: counts[v.value] for v in Verdict if counts[v.value]}
