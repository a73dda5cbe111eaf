"""What a campaign found: a row for each claim, the kill rate, each survivor; what was proved, on demand."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from checks.mutation.findings import Findings, order
from checks.mutation.judge import Fate, Judgement


def report(found: Findings, *, verbose: bool = False) -> RenderableType:
    """The table, the counts, and what needs to be looked at; `verbose` lists the mutants that were proved as well."""
    parts: list[RenderableType] = [_table(found), Text(), _summary(found)]
    if found.failed_controls:
        parts += [Text(), Rule("True claims that are not proved", style="red")]
        parts += [Text(f"{c.claim_id}  {c.failure}") for c in found.failed_controls]
    lists = [(Fate.SURVIVOR, "Survivors", "red")]
    if verbose:
        lists += [
            (Fate.NOT_PROVED, "Unproved: the claim loses its verdict, no point speaks against the statement", "cyan"),
            (Fate.STILL_TRUE, "Still true: other statements, which are proved", "yellow"),
            (Fate.EQUIVALENT, "Equivalent", "green"),
            (Fate.MEANINGLESS, "Meaningless", "dim"),
        ]
    for fate, title, style in lists:
        listed = sorted(found.of(fate), key=lambda j: (not j.is_unsound, order(j.mutant.claim_id)))
        if listed:
            parts += [Text(), Rule(title, style=style), *map(_mutant, listed)]
    return Group(*parts)


def _table(found: Findings) -> Table:
    table = Table(box=box.SIMPLE_HEAD)
    table.add_column("claim", no_wrap=True)
    table.add_column("statement")
    for title in ("mutants", *(fate.value for fate in Fate), "seconds"):
        table.add_column(title, justify="right")
    for control in sorted(found.controls, key=lambda c: order(c.claim_id)):
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
    noticed, total = found.found_out
    rate = f"{100 * noticed / total:.2f} %" if total else "none"
    counts = ", ".join(f"{len(found.of(fate))} {fate.value}" for fate in Fate)
    held = sum(1 for c in found.controls if c.statement and not c.failure)
    return Text(
        f"{len(found.judgements)} mutants: {counts}.\n"
        f"Found out {rate}: {noticed} of {total} that are neither meaningless nor proved; "
        f"{len(found.of(Fate.KILLED))} are refuted or unread, {len(found.of(Fate.NOT_PROVED))} lose their proof.\n"
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
