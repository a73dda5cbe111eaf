"""What a run found out: the records of the claims, and the forms in which it is handed on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checks.claims.record import ClaimRecord
from checks.claims.verdict import Finding, summary
from checks.show.console import as_text
from checks.show.render import report
from checks.system.versions import version_of
from mechanisms.exact.html_tables import paragraph, table
from mechanisms.exact.notebook import Brief, Shown, text_latex


@dataclass(frozen=True)
class Report(Shown, Brief):
    """The records of one run, in the order in which the claims were asked for."""

    records: tuple[ClaimRecord, ...]
    seed: int

    @property
    def summary(self) -> dict[str, int]:
        """How many claims got each verdict."""
        return summary(self.records)

    @property
    def findings(self) -> tuple[ClaimRecord, ...]:
        """What was refuted or corrected, in the order in which it should be read: what is false before misprints."""
        order = {finding.value: rank for rank, finding in enumerate(Finding)}
        wrong = [r for r in self.records if r.is_wrong]
        return tuple(sorted(wrong, key=lambda r: -1 if r.finding is None else order[r.finding]))

    @property
    def undecided(self) -> tuple[ClaimRecord, ...]:
        """What is unknown, and what a second witness contradicts; without what is among the findings anyway."""
        others = (r for r in self.records if not r.is_wrong)
        return tuple(r for r in others if r.verdict == "unknown" or any(w.agrees is False for w in r.witnesses))

    def to_json(self) -> dict[str, Any]:
        """The published form: version, seed, claims, summary."""
        return {
            "rrproof": version_of("rrproof"),
            "seed": self.seed,
            "claims": [record.to_json() for record in self.records],
            "summary": self.summary,
        }

    def __str__(self) -> str:
        return as_text(report(self))

    def _repr_latex_(self) -> str:
        counts = ", ".join(f"{count} {verdict}" for verdict, count in self.summary.items())
        return rf"${text_latex(counts)}$"

    def _repr_html_(self) -> str:
        header = ["claim", "place", "kind", "verdict", "remark", "seconds", "trusts"]
        rows = [
            [r.id, r.place, r.kind, r.verdict, r.remark, f"{r.seconds:.2f}", ", ".join((*r.oracles, *r.argued))]
            for r in self.records
        ]
        return table(header, rows) + paragraph(
            ", ".join(f"{count} {verdict}" for verdict, count in self.summary.items())
        )
