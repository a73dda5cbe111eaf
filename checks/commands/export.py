"""`rrproof export`: proofs as files that Coq checks.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from checks.commands.claims import selected, usable_cores, verified
from checks.commands.completion import complete_target
from checks.commands.exits import BadInput, NotProved
from checks.commands.options import as_bad_input, file_option

if TYPE_CHECKING:
    from checks.claims.record import ClaimRecord
    from derivations.arithmetic.kernel import Theorem
    from derivations.coq.export import Exported
    from derivations.logic.kernel import Proved

EPILOG = """\b
Examples:
  rrproof export HLM-17 --coq coq
  rrproof export HLM --coq coq --check

\b
Exit codes: 0 all was written, and with --check Coq accepts all, 1 Coq refuses
a file, 2 bad input.
"""


@click.command(short_help="Proofs as files that Coq checks.", epilog=EPILOG)
@click.argument("targets", nargs=-1, shell_complete=complete_target)
@click.option(
    "--coq", "directory", type=click.Path(path_type=Path, file_okay=False), required=True, metavar="DIR",
    help="The directory into which the .v files are written.",
)  # fmt: skip
@click.option("--check", is_flag=True, help="Let coqc check the files, and say what it accepts.")
@file_option("--keep", "kept", text="With --check: keep in FILE which claims Coq accepts whole.")
@click.option(
    "--drawn", type=click.IntRange(min=1), default=None, metavar="N",
    help="Besides, N of the claims that Coq is known to accept, drawn with today's date as the seed.",
)  # fmt: skip
@click.option("--jobs", type=click.IntRange(min=1), default=None, metavar="N", help="How many run at once.")
def export(
    targets: tuple[str, ...], directory: Path, check: bool, kept: Path | None, drawn: int | None, jobs: int | None
) -> None:
    """Write the proofs of papers, claims or proof files for Coq: definitions, statements, and each step of a proof.

    TARGETS are papers, claims, or files that --proof wrote. What cannot be written is named with the reason.
    """
    from derivations.arithmetic.proof_file import ProofFileError
    from derivations.coq.export import write_library, write_theorems

    if not targets and drawn is None:
        raise BadInput("name papers, claims or proof files, or say --drawn N")
    needed = write_library(directory)
    found: list[Exported] = []
    records: dict[Path, ClaimRecord] = {}
    files = [Path(t) for t in targets if t.endswith(".json")]
    with as_bad_input(ProofFileError):
        for file in files:
            found.append(write_theorems(directory, file.stem, "the proofs of a file", _theorems_of(file)))
    claims = [t for t in targets if not t.endswith(".json")]
    known = _drawn(drawn) if drawn is not None else []
    claims += [name for name in known if name not in claims]
    if claims:
        from checks.claims.proofs import RecheckError, obligations, recheck_obligation

        try:
            for record in verified(selected(claims)).records:
                if record.id in known and not _is_unchanged(record):
                    click.echo(f"left out      {record.id}: what is proved of it has changed since Coq accepted it")
                    continue
                shown = [
                    (f"{part} {obligation.label}".strip(), theorem)
                    for part, obligation in obligations(record)
                    if (theorem := recheck_obligation(obligation)) is not None
                ]
                if shown:
                    found.append(write_theorems(directory, record.id, record.statement, shown))
                    records[found[-1].path] = record
        except RecheckError as error:
            raise NotProved(str(error)) from error
    reasons = [f"{one.path.stem}: {reason}" for one in found for reason in one.left_out]
    for reason in reasons:
        click.echo(f"not exported  {reason}")
    click.echo(f"{sum(one.theorems for one in found)} theorems exported, {len(reasons)} not, to {directory}")
    if check:
        keeping = _Kept(kept, records) if kept is not None else None
        if _check(directory, needed, found, jobs or usable_cores(), keeping):
            raise click.exceptions.Exit(1)


def _drawn(count: int) -> list[str]:
    from datetime import UTC, datetime

    from checks.show.accepted_by_coq import drawn

    day = datetime.now(UTC).date().isoformat()
    names = drawn(count, day)
    click.echo(f"drawn with the seed {day}: {' '.join(names)}")
    return names


def _is_unchanged(record: ClaimRecord) -> bool:
    from checks.papers.collection import load_paper
    from checks.show.accepted_by_coq import accepted

    return accepted(load_paper(record.paper), record) is not None


def _theorems_of(file: Path) -> list[tuple[str, Theorem | Proved]]:
    from checks.claims.proof_data import recheck
    from checks.recheck.proof_files import read_proofs

    return [(str(p.get("label", "")), recheck(p["proof"])) for p in read_proofs(file).proofs]


def _check(
    directory: Path, needed: dict[str, tuple[str, ...]], found: list[Exported], jobs: int, kept: _Kept | None
) -> int:
    """Say what Coq accepts; how many files it refuses."""
    from checks.system.coq_check import NoCoqError, answers, compile_library

    try:
        compile_library(directory, needed, jobs)
    except NoCoqError as error:
        raise BadInput(str(error)) from error
    files = {one.path: one for one in found}
    accepted = 0
    refused = []
    for number, answer in enumerate(answers(list(files), jobs), 1):
        click.echo(f"\r{number} of {len(files)} files", nl=False, err=True)
        if answer.error:
            refused.append(answer)
        else:
            accepted += files[answer.path].theorems
        if kept is not None:
            kept.hear(files[answer.path], accepted=not answer.error)
    click.echo("", err=True)
    for answer in refused:
        click.echo(f"refused       {answer.path.name}: {answer.error}")
    lost = sum(files[answer.path].theorems for answer in refused)
    click.echo(f"{accepted} theorems accepted by Coq, {lost} in {len(refused)} files that it refuses")
    if kept is not None:
        click.echo(f"{kept.whole} of {len(kept.records)} claims are accepted whole")
    return len(refused)


@dataclass
class _Kept:
    """Keeps in a file which claims are accepted whole; what was kept of these before is forgotten."""

    file: Path
    records: dict[Path, ClaimRecord]
    whole: int = 0

    def hear(self, exported: Exported, accepted: bool) -> None:
        """Keep what Coq says of one claim."""
        from datetime import UTC, datetime

        from checks.papers.collection import load_paper
        from checks.show.accepted_by_coq import Accepted, keep, statements_hash

        record = self.records.get(exported.path)
        if record is None:
            return
        paper = load_paper(record.paper)
        said = statements_hash(paper, paper.claim(record.id), record)
        today = datetime.now(UTC).date().isoformat()
        whole = accepted and not exported.left_out
        keep(self.file, {record.id: Accepted(said, exported.theorems, exported.axioms, today) if whole else None})
        self.whole += whole
