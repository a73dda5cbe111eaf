"""What is kept of a verified claim: plain data to be printed, cached, sent between processes and written to JSON."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from typing import Any

from checks.claims.proof_data import KeptProof
from checks.claims.prose import is_words, pieces
from mechanisms.exact.notebook import Shown
from mechanisms.exact.notebook_cells import formula, table, words

_DISPLAYED = r"$\displaystyle "


@dataclass(frozen=True)
class ObligationRecord(Shown):
    """One thing that had to be shown: its label, the statement, how it ended, and the proof.

    `failure` is what the proof object states where a refutation is no rational point but a theorem about constants.
    """

    label: str
    statement: str
    status: str  # proved | refuted | argued | evidence | unknown
    rule: str
    oracles: tuple[str, ...]
    reason: str
    proof: KeptProof | None = None
    failure: str = ""
    says_something: bool = True  # false where it only says that the print has a meaning, or that equal sides are equal


NO_VALUE = "no value"  # of a side that divides by zero


@dataclass(frozen=True)
class Side(Shown):
    """What one side of a relation is worth at a counterexample: exactly, and as a decimal where that is no integer."""

    exact: str
    decimal: str = ""

    def __str__(self) -> str:
        return f"{self.exact} ({self.decimal})" if self.decimal else self.exact


@dataclass(frozen=True)
class Said(Shown):
    """What a part of a claim, a reading or the correction, says in the logic, in the plain notation."""

    part: str
    statement: str


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
    sides: tuple[Side, ...] = ()  # both sides of what breaks, at the counterexample


@dataclass(frozen=True)
class StepRecord(Shown):
    """One step of a derivation: plain text, LaTeX for a line of a document, why it holds, and if that is a theorem."""

    text: str
    latex: str
    justification: str
    is_theorem: bool = False

    @classmethod
    def of_formula(cls, text: str, latex: str, justification: str, is_theorem: bool = False) -> StepRecord:
        """A step that is a formula, given in LaTeX's mathematics mode."""
        return cls(text, f"{_DISPLAYED}{latex}$", justification, is_theorem)

    @property
    def backing(self) -> str:
        """Whether the step is a theorem of the kernel or words."""
        return "theorem" if self.is_theorem else "in words"

    @property
    def formula(self) -> str:
        """The formula of the step in mathematics mode; "" where the step is a sentence."""
        return self.latex.removeprefix(_DISPLAYED).removesuffix("$") if self.latex.startswith(_DISPLAYED) else ""


@dataclass(frozen=True)
class WitnessRecord(Shown):
    """A second, independent witness: what was computed, how, and whether it agrees with the verdict.

    `agrees` is None where it saw too little to say so.
    """

    method: str
    summary: str
    agrees: bool | None

    @property
    def remark(self) -> str:
        """What must not be overlooked of it."""
        return {True: "", False: "DISAGREES", None: "tells too little"}[self.agrees]


@dataclass(frozen=True)
class UsedClaim(Shown):
    """A claim that a proof in print uses, with its verdict and kind of error; "" where it was not verified."""

    id: str
    headline: str
    holds: bool

    def __str__(self) -> str:
        return f"{self.id} ({self.headline or 'not verified here'})"


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
    argued: tuple[str, ...] = ()  # the arguments in words that the verdict or the correction rests on
    sides: tuple[Side, ...] = ()
    follows: str = ""  # the claim whose error this one inherits
    stated: tuple[Said, ...] = ()  # what is proved or refuted, of claims that state themselves in the logic
    boundary: tuple[str, ...] = ()  # conditions without which the print fails, where its context plainly stops
    uses: tuple[UsedClaim, ...] = ()  # the claims that its printed proof uses; known when a run has ended
    used_by: tuple[str, ...] = ()  # the claims whose printed proofs use it

    @property
    def headline(self) -> str:
        """The verdict with what belongs to it: the kind of error, or the conditions of the boundary."""
        if self.finding:
            return f"{self.verdict}: {self.remark}"
        return f"{self.verdict} ({self.remark})" if self.remark else self.verdict

    @property
    def remark(self) -> str:
        """The kind of error and where it comes from, or conditions of the boundary and what the printed proof lacks."""
        if self.finding:
            return f"{self.finding}, follows from {self.follows}" if self.follows else self.finding
        boundary = f"boundary: {', '.join(self.boundary)}" if self.boundary else ""
        return "; ".join(filter(None, (boundary, self.lacking)))

    @property
    def lacking(self) -> str:
        """Which claims the printed proof of what holds uses that do not hold, or are open; "" where there are none."""
        wrong = (used for used in self.uses if self.holds and used.headline and not used.holds)
        return "; ".join(f"uses {used.id}, {used.headline}" for used in wrong)

    @property
    def chain(self) -> str:
        """Words on what its printed proof uses, and what uses it; "" where nothing is said of that."""
        uses, used_by = ", ".join(map(str, self.uses)), ", ".join(self.used_by)
        return "; ".join(filter(None, (uses and f"uses {uses}", used_by and f"used by {used_by}")))

    @property
    def proves(self) -> tuple[ObligationRecord, ...]:
        """What is shown of the reading that the paper needs, and of the correction, without what says nothing."""
        shown = [o for reading in self.readings if reading.needed for o in reading.obligations]
        return tuple(o for o in (*shown, *self.correction_proof) if o.says_something and o.rule)

    @property
    def holds(self) -> bool:
        """Whether it stands as it is printed, be it by arguments in words, or is not judged."""
        return self.verdict in ("proved", "argued", "checked", "defined", "outside") and not self.is_wrong

    @property
    def is_wrong(self) -> bool:
        """Whether the reading that the paper needs was refuted."""
        if self.verdict == "unknown":
            return False
        refuted = (r.needed and any(o.status == "refuted" for o in r.obligations) for r in self.readings)
        return self.verdict in ("refuted", "corrected") or any(refuted)

    @property
    def right(self) -> str:
        """The corrected statement; "" where it is in the words of the print, and the note says what they must mean."""
        if self.corrected is None or self.corrected.split() == self.statement.split():
            return ""
        return self.corrected

    def _repr_html_(self) -> str:
        def written(text: str) -> str:
            return prose(text) if is_words(text) else formula(text)

        def prose(text: str) -> str:
            return "".join(formula(part) if is_math else words(part) for is_math, part in pieces(text))

        breaks = ", ".join(f"{name} = {value}" for name, value in (self.counterexample or {}).items())
        rows = [
            ("verdict", words(self.headline)),
            ("place", words(f"{self.place}, {self.kind}")),
            ("printed", written(self.statement)),
            ("in words", prose(self.prose)),
            ("fails with", words(breaks)),
            ("both sides", words(" and ".join(map(str, self.sides)))),
            ("right is", written(self.right) if self.right else ""),
            ("why", prose(self.note)),
            ("derived by", "<br/>".join(formula(step.formula) for step in self.derivation if step.formula)),
            ("chain", words(self.chain)),
            ("trusts", words(", ".join((*self.oracles, *self.argued)))),
        ]
        return table(((words(name), cell) for name, cell in rows if cell), caption=f"{self.paper} {self.id}")

    def to_json(self) -> dict[str, Any]:
        """The published fields: readings and witnesses in short, proof objects left out."""
        return {
            "id": self.id,
            "paper": self.paper,
            "place": self.place,
            "kind": self.kind,
            "verdict": self.verdict,
            "finding": self.finding,
            "follows": self.follows or None,
            "uses": [used.id for used in self.uses],
            "used_by": list(self.used_by),
            "boundary": list(self.boundary),
            "readings": [
                {
                    "name": r.name,
                    "verdict": r.verdict,
                    "needed": r.needed,
                    "statement": r.statement,
                    "domain": r.domain,
                    "breaks_at": r.breaks_at,
                    "counterexample": r.counterexample,
                    "sides": [asdict(side) for side in r.sides],
                    "note": r.note,
                }
                for r in self.readings
            ],
            "statement": self.statement,
            "stated": [asdict(said) for said in self.stated],
            "domain": self.domain,
            "counterexample": self.counterexample,
            "sides": [asdict(side) for side in self.sides],
            "corrected": self.corrected,
            "oracles": list(self.oracles),
            "argued": list(self.argued),
            "witnesses": [asdict(w) for w in self.witnesses],
            "seconds": self.seconds,
            "note": self.note,
        }

    def bare(self) -> ClaimRecord:
        """The record without its proofs."""

        def shown(obligations: tuple[ObligationRecord, ...]) -> tuple[ObligationRecord, ...]:
            return tuple(replace(o, proof=None) for o in obligations)

        readings = tuple(replace(r, obligations=shown(r.obligations)) for r in self.readings)
        return replace(self, readings=readings, correction_proof=shown(self.correction_proof))

    def to_data(self) -> dict[str, Any]:
        """Everything, proofs included, for the cache."""
        return {f.name: _data(getattr(self, f.name)) for f in fields(self)}

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> ClaimRecord:
        """The record that `to_data` wrote."""

        def obligations(items: list[dict[str, Any]]) -> tuple[ObligationRecord, ...]:
            return tuple(map(_obligation, items))

        def sides(items: list[dict[str, str]]) -> tuple[Side, ...]:
            return tuple(Side(**side) for side in items)

        readings = tuple(
            ReadingRecord(**{**r, "obligations": obligations(r["obligations"]), "sides": sides(r["sides"])})
            for r in data["readings"]
        )
        return cls(
            **{
                **data,
                "readings": readings,
                "oracles": tuple(data["oracles"]),
                "argued": tuple(data["argued"]),
                "boundary": tuple(data["boundary"]),
                "uses": tuple(UsedClaim(**used) for used in data["uses"]),
                "used_by": tuple(data["used_by"]),
                "stated": tuple(Said(**said) for said in data["stated"]),
                "sides": sides(data["sides"]),
                "witnesses": tuple(WitnessRecord(**w) for w in data["witnesses"]),
                "derivation": tuple(StepRecord(**s) for s in data["derivation"]),
                "correction_proof": obligations(data["correction_proof"]),
            }
        )


def _obligation(data: dict[str, Any]) -> ObligationRecord:
    proof = data.get("proof")
    kept = KeptProof(proof) if proof is not None else None
    return ObligationRecord(**{**data, "oracles": tuple(data["oracles"]), "proof": kept})


def _data(value: Any) -> Any:
    """Records as dictionaries, also those within tuples; what else there is stays as it is."""
    if isinstance(value, tuple):
        return tuple(map(_data, value))
    if isinstance(value, KeptProof):
        return value.packed
    if is_dataclass(value):
        return {f.name: _data(getattr(value, f.name)) for f in fields(value)}
    return value
