"""What a campaign found of claims, kept in a file: a long one is run in several sittings."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import IO, Any, cast

from checks.claims.claim import Claim
from checks.mutation.findings import Control, Options
from checks.mutation.judge import Fate, Judgement
from checks.mutation.mutants import Mutant
from checks.papers.collection import load_paper

Found = Control | Judgement


class KeptError(Exception):
    """A file holds something else than what campaigns keep."""


class Kept:
    """A file with a line for each claim, which is added when all its mutants are judged; packed where it ends in `.gz`.

    It counts as long as claim, words of the paper and options are the same, whatever has changed of the checker.
    """

    def __init__(self, path: Path) -> None:
        """Read what is kept. Raises KeptError where the file, or a line of it, is none that was written by this."""
        self._path = path
        self._lines: dict[str, dict[str, Any]] = {}
        try:
            with self._opened("rt") if path.exists() else nullcontext(()) as file:
                lines = list(file)
        except (gzip.BadGzipFile, EOFError, UnicodeDecodeError) as error:
            raise KeptError(f"{path} was written by no campaign, or is damaged") from error
        for number, line in enumerate(lines, 1):
            try:
                data = json.loads(line)
                self._lines[data["key"]] = data
            except (KeyError, TypeError, ValueError) as error:
                raise KeptError(f"{path}: line {number} was written by no campaign") from error

    def _opened(self, mode: str) -> IO[str]:
        is_packed = self._path.suffix == ".gz"
        return cast("IO[str]", (gzip.open if is_packed else open)(self._path, mode, encoding="utf-8"))

    def known(self, claim: Claim, options: Options) -> list[Found] | None:
        """What was found of a claim; None where it has not been judged, or has changed since."""
        data = self._lines.get(_key(claim, options))
        if data is None:
            return None
        return [Control(**data["control"]), *(_judgement(claim, item) for item in data["judgements"])]

    def days(self) -> list[str]:
        """The days on which claims were judged, in their order."""
        return sorted({data["day"] for data in self._lines.values()})

    def keep(self, claim: Claim, options: Options, found: Sequence[Found]) -> None:
        """Add what was found of a claim."""
        control, *judgements = found
        assert isinstance(control, Control)
        data = {
            "key": _key(claim, options),
            "day": datetime.now(UTC).date().isoformat(),
            "control": asdict(control),
            "judgements": [_data(judgement) for judgement in judgements if isinstance(judgement, Judgement)],
        }
        with self._opened("at") as file:
            file.write(json.dumps(data) + "\n")


def _key(claim: Claim, options: Options) -> str:
    lines = load_paper(claim.paper).definitions.split("\n")
    meant = "\n".join(line for line in lines if not line.startswith("    example:"))  # examples mean nothing
    said = json.dumps([asdict(claim), meant, asdict(options)], sort_keys=True, default=str)
    return f"{claim.id} {sha256(said.encode()).hexdigest()[:16]}"


def _data(judgement: Judgement) -> dict[str, Any]:
    """What is listed in a report; the texts of a mutant that was found out are not."""
    mutant = judgement.mutant
    texts = (
        {}
        if judgement.fate in (Fate.KILLED, Fate.NOT_PROVED)
        else {"before": mutant.before, "after": str(mutant.after)}
    )
    return {
        "mutator": mutant.mutator, "place": mutant.place, **texts, "fate": judgement.fate.value,
        "reason": judgement.reason, "seconds": round(judgement.seconds, 3), "is_unsound": judgement.is_unsound,
    }  # fmt: skip


def _judgement(claim: Claim, data: dict[str, Any]) -> Judgement:
    texts = data.get("before", ""), data.get("after", "")
    mutant = Mutant(claim.id, data["mutator"], data["place"], *texts, claim.main.statement)
    return Judgement(mutant, Fate(data["fate"]), data["reason"], data["seconds"], data["is_unsound"])
