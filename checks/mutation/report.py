"""What a campaign found: a row for each claim, the kill rate, each survivor; what was proved, on demand."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from checks.mutation.campaign import Control
from checks.mutation.judge import Fate, Judgement


@dataclass
class Findings:
    """Controls and judgements as they come in."""

    controls: list[Control] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)

    def add(self, found: Control | Judgement) -> None:
        """Keep what a campaign yields."""
        if isinstance(found, Control):
            self.controls.append(found)
        else:
            self.judgements.append(found)

    def of(self, fate: Fate, claim_id: str | None = None) -> list[Judgement]:
        """The judgements with this fate, of one claim or of all."""
        return [j for j in self.judgements if j.fate is fate and claim_id in (None, j.mutant.claim_id)]

    @property
    def killed_share(self) -> tuple[int, int]:
        """(killed, those that have a meaning and are not proved): survivors, and what is not proved, are not killed."""
        killed = len(self.of(Fate.KILLED))
        return killed, killed + len(self.of(Fate.SURVIVOR)) + len(self.of(Fate.NOT_PROVED))

    @property
    def failed_controls(self) -> list[Control]:
        """Claims that should be proved, as printed or corrected, and were not."""
        return sorted((c for c in self.controls if c.failure), key=lambda c: _order(c.claim_id))

    @property
    def has_failed(self) -> bool:
        """Whether a mutant survived or a control failed."""
        return bool(self.failed_controls or self.of(Fate.SURVIVOR))


def report(found: Findings, *, verbose: bool = False) -> RenderableType:
    """The table, the counts, and what needs to be looked at; `verbose` lists the mutants that were proved as well."""
    parts: list[RenderableType] = [_table(found), Text(), _summary(found)]
    if found.failed_controls:
        parts += [Text(), Rule("True claims that are not proved", style="red")]
        parts += [Text(f"{c.claim_id}  {c.failure}") for c in found.failed_controls]
    lists = [(Fate.SURVIVOR, "Survivors", "red")]
    if verbose:
        lists += [
            (Fate.NOT_PROVED, "Open: the claim loses its verdict, no point speaks against the statement", "cyan"),
            (Fate.STILL_TRUE, "Still true: other statements, which are proved", "yellow"),
            (Fate.EQUIVALENT, "Equivalent", "green"),
            (Fate.MEANINGLESS, "Meaningless", "dim"),
        ]
    for fate, title, style in lists:
        listed = sorted(found.of(fate), key=lambda j: (not j.is_unsound, _order(j.mutant.claim_id)))
        if listed:
            parts += [Text(), Rule(title, style=style), *map(_mutant, listed)]
    return Group(*parts)


def _order(claim_id: str) -> tuple[str, int]:
    paper, _, number = claim_id.rpartition("-")
    return paper, int(number) if number.isdigit() else 0


def _table(found: Findings) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("claim", no_wrap=True)
    table.add_column("statement")
    for title in ("mutants", *(fate.value for fate in Fate), "seconds"):
        table.add_column(title, justify="right")
    for control in sorted(found.controls, key=lambda c: _order(c.claim_id)):
        judged = [j for j in found.judgements if j.mutant.claim_id == control.claim_id]
        counts = [len(found.of(fate, control.claim_id)) for fate in Fate]
        which = "CONTROL FAILED" if control.failure else control.statement or "refuted, no correction"
        survived = counts[list(Fate).index(Fate.SURVIVOR)]
        table.add_row(
            control.claim_id,
            which,
            str(len(judged)),
            *(str(c) if c else "" for c in counts),
            f"{sum(j.seconds for j in judged):.1f}",
            style="red" if survived or control.failure else None,
        )
    return table


def _summary(found: Findings) -> Text:
    killed, total = found.killed_share
    rate = f"{100 * killed / total:.2f} %" if total else "none"
    counts = ", ".join(f"{len(found.of(fate))} {fate.value}" for fate in Fate)
    held = sum(1 for c in found.controls if c.statement and not c.failure)
    return Text(
        f"{len(found.judgements)} mutants: {counts}.\n"
        f"Kill rate {rate}: {killed} killed of {total} that are neither meaningless nor proved.\n"
        f"Controls: {held} unchanged statements proved, {len(found.failed_controls)} failed."
    )


def _mutant(judgement: Judgement) -> RenderableType:
    mutant = judgement.mutant
    lines = [
        f"{mutant.claim_id}  {mutant.mutator}, {mutant.place}",
        f"    printed: {mutant.before}",
        f"    changed: {mutant.after}",
        f"    {judgement.reason}  ({judgement.seconds:.1f} s)",
    ]
    return Text("\n".join(lines), style="bold red" if judgement.is_unsound else "")
