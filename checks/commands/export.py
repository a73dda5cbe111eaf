"""`rrproof export`: proofs as files that Coq checks.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, nullcontext
from datetime import UTC, datetime
from itertools import chain
from math import ceil
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

import click

from checks.claims.proof_data import recheck
from checks.commands.claims import selected, usable_cores
from checks.commands.completion import complete_target
from checks.commands.exits import BadInput, NoWorker
from checks.commands.options import as_bad_input, file_option
from checks.papers.collection import load_paper
from checks.running.pool import Finished, WorkerError, verify_claims
from checks.running.worker import ALLOCATIONS
from checks.show.accepted_by_coq import Accepted, accepted, drawn, keep, statements_hash
from checks.system.coq_check import Answer, Checking, NoCoqError
from checks.system.time_limit import TIMEOUT
from derivations.arithmetic.proof_file import ProofFileError

if TYPE_CHECKING:
    from checks.claims.claim import Claim
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


@click.command(epilog=EPILOG)
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
    if not targets and drawn is None:
        raise BadInput("name papers, claims or proof files, or say --drawn N")
    claims = [t for t in targets if not t.endswith(".json")]
    known = _drawn(drawn) if drawn is not None else []
    claims += [name for name in known if name not in claims]
    named = selected(claims) if claims else []
    files = [Path(t) for t in targets if t.endswith(".json")]
    gc.set_threshold(ALLOCATIONS)  # the theory stays
    shared = _Shared(directory)
    with as_bad_input(NoCoqError):
        judged = _Judged(directory, jobs or usable_cores(), kept, shared) if check else None
    reasons: list[str] = []
    theorems = 0
    with judged or nullcontext(), _Library(directory, judged) as library:
        for exported, accepted in chain(_of_files(files, library), _of_claims(named, known, jobs)):
            theorems += exported.theorems
            reasons += [f"{exported.name}: {reason}" for reason in exported.left_out]
            rest = shared.add(exported)
            if judged is not None:
                judged.hand_over(rest, accepted)
        library.written()
        for reason in reasons:
            click.echo(f"not exported  {reason}")
        click.echo(f"{theorems} theorem{'s' * (theorems != 1)} exported, {len(reasons)} not, to {directory}")
        if judged is not None and judged.refused_after_all():
            raise click.exceptions.Exit(1)


def write_claims(claims: Sequence[Claim], directory: Path, jobs: int | None, tells: bool) -> dict[str, str]:
    """Write the files for Coq of claims, and of the theory that they rest on; the name of the file of each claim.

    Where it `tells`, how far it is.
    """
    gc.set_threshold(ALLOCATIONS)  # the theory stays
    shared, found = _Shared(directory), dict[str, str]()
    with _Library(directory, None) as library:
        for exported, (claim, _) in _of_claims(claims, [], jobs, tells=tells):
            shared.add(exported)
            found[claim] = f"{exported.name}.v"
        if tells:
            click.echo("writing the theory that they rest on", err=True)
        library.written()
    return found


class _Shared:
    """The files of claims, of which those of a paper share what they prove."""

    def __init__(self, directory: Path) -> None:
        from derivations.coq.export import Shared

        self._directory = directory
        self._papers = defaultdict[str, Shared](Shared)

    def add(self, exported: Exported) -> Exported:
        """What is written of one file more."""
        rest = self._papers[self._paper(exported.name)].add(exported)
        rest.write(self._directory)
        return rest

    def without(self, refused: str) -> list[Exported]:
        """What is written again of the files that rest on one which Coq refuses."""
        again = self._papers[self._paper(refused)].without(refused)
        for rest in again:
            rest.write(self._directory)
        return again

    @staticmethod
    def _paper(name: str) -> str:
        return name.rpartition("_")[0] or name


class _Library(AbstractContextManager["_Library"]):
    """The theory, written beside the verifying of claims; Coq begins with each file as soon as it is there."""

    def __init__(self, directory: Path, judged: _Judged | None) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._ended = Event()
        self._whole = self._pool.submit(self._write, directory, judged)

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._pool.shutdown()

    def written(self) -> None:
        """Wait until all is written."""
        self._whole.result()

    def _write(self, directory: Path, judged: _Judged | None) -> None:
        from derivations.coq.export import write_library

        for name, needs in write_library(directory):
            if self._ended.is_set():
                return
            if judged is not None:
                judged.compile(name, needs)


def _of_files(files: Sequence[Path], library: _Library) -> Iterator[tuple[Exported, None]]:
    """What is written of proof files, which may cite all of the theory."""
    from derivations.coq.export import export_theorems

    for file in files:
        library.written()
        with as_bad_input(ProofFileError):
            theorems = _theorems_of(file)
        yield export_theorems(file.stem, "the proofs of a file", theorems), None


def _of_claims(
    claims: Sequence[Claim], known: Sequence[str], jobs: int | None, tells: bool = True
) -> Iterator[tuple[Exported, tuple[str, Accepted]]]:
    """What is written of claims as they are verified, each with what is kept of it where Coq accepts it.

    Where it `tells`, how far it is, and which claims have no theorem.
    """
    from checks.commands.exporting import EXPORT, exported_from

    workers = max(1, (jobs or usable_cores()) // 2)  # the other half writes the theory and checks
    events = verify_claims(claims, jobs=workers, timeout=TIMEOUT, seed=0, call=EXPORT)
    verified, silent = 0, list[str]()
    with closing(events):
        try:
            for event in events:
                if not isinstance(event, Finished):
                    continue
                record, verified = event.record, verified + 1
                if tells:
                    click.echo(f"\r{verified} of {len(claims)} claims verified", nl=False, err=True)
                if event.made is None:
                    silent.append(f"{record.id} ({record.verdict})")
                elif record.id in known and not _is_unchanged(record):
                    click.echo(f"left out      {record.id}: what is proved of it has changed since Coq accepted it")
                else:
                    exported = exported_from(event.made)
                    yield exported, (record.id, _accepted(record, exported))
        except WorkerError as error:
            raise NoWorker(str(error)) from error
    if claims and tells:
        click.echo("", err=True)
    if silent and tells:
        click.echo(f"no theorem    {', '.join(silent)}")


def _accepted(record: ClaimRecord, exported: Exported) -> Accepted:
    paper = load_paper(record.paper)
    said = statements_hash(paper, paper.claim(record.id), record)
    day = datetime.now(UTC).date().isoformat()
    return Accepted(said, exported.theorems, exported.axioms, day, ceil(len(exported.text) / 1000))


def _drawn(count: int) -> list[str]:
    day = datetime.now(UTC).date().isoformat()
    names = drawn(count, day)
    click.echo(f"drawn with the seed {day}: {' '.join(names)}")
    return names


def _is_unchanged(record: ClaimRecord) -> bool:
    return accepted(load_paper(record.paper), record) is not None


def _theorems_of(file: Path) -> list[tuple[str, Theorem | Proved]]:
    from checks.recheck.proof_files import read_proofs

    return [(str(p.get("label", "")), recheck(p["proof"])) for p in read_proofs(file).proofs]


class _Judged(AbstractContextManager["_Judged"]):
    """What Coq says of files as they are written; which claims it accepts whole is kept in a file, if there is one.

    What was kept of these before is forgotten.
    """

    def __init__(self, directory: Path, jobs: int, kept: Path | None, shared: _Shared) -> None:
        self._checking = Checking(directory, jobs)
        self._kept = kept
        self._shared = shared
        self._asked: dict[str, tuple[Exported, tuple[str, Accepted] | None]] = {}
        self._answers: list[Answer] = []
        self._whole = 0

    def __exit__(self, *_: object) -> None:
        self._checking.end()

    def compile(self, name: str, needs: Sequence[str]) -> None:
        """Let Coq compile a file of the theory."""
        self._checking.hand_over(name, needs)

    def hand_over(self, exported: Exported, accepted: tuple[str, Accepted] | None) -> None:
        """Ask Coq for one file more, and hear what it says of others."""
        self._asked[exported.name] = exported, accepted
        self._checking.hand_over(exported.name, exported.needs)
        for answer in self._checking.come():
            self._hear(answer)

    def refused_after_all(self) -> int:
        """Hear all answers, and say how many theorems are accepted; how many files are not."""
        for answer in self._checking.rest():
            self._hear(answer)
            click.echo(f"\r{len(self._answers)} of {len(self._asked)} files checked", nl=False, err=True)
        click.echo("", err=True)
        refused = [answer for answer in self._answers if answer.error]
        for answer in refused:
            click.echo(f"refused       {answer.path.name}: {answer.error}")
        lost = sum(self._asked[answer.path.stem][0].theorems for answer in refused)
        accepted = sum(exported.theorems for exported, _ in self._asked.values()) - lost
        click.echo(f"{accepted} theorems accepted by Coq, {lost} in {len(refused)} files that it refuses")
        if self._kept is not None:
            claims = sum(accepted is not None for _, accepted in self._asked.values())
            click.echo(f"{self._whole} of {claims} claims are accepted whole")
        return len(refused)

    def _hear(self, answer: Answer) -> None:
        if answer.path.stem not in self._asked:
            if answer.error:
                raise BadInput(f"Coq refuses the theory: {answer.path.name}: {answer.error}")
            return
        self._answers.append(answer)
        if answer.error:
            for again in self._shared.without(answer.path.stem):
                self._checking.hand_over(again.name, again.needs)
        exported, claim = self._asked[answer.path.stem]
        if self._kept is not None and claim is not None:
            is_whole = not answer.error and not exported.left_out
            keep(self._kept, {claim[0]: claim[1] if is_whole else None})
            self._whole += is_whole
