"""Which claims Coq has accepted: kept by `make coq`, each with the hash of what was accepted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

from checks.claims.claim import Claim, Paper
from checks.claims.proofs import obligations
from checks.claims.record import ClaimRecord

KEPT = Path(__file__).with_suffix(".json")
LARGEST = 300  # kilobytes of the file of a claim that may be drawn


@dataclass(frozen=True)
class Accepted:
    """What Coq accepted of a claim: the hash of its statements, how many theorems, what it had to believe, when.

    And how large the file was, in kilobytes.
    """

    statements: str
    theorems: int
    believed: tuple[str, ...]
    on: str
    kilobytes: int

    def __str__(self) -> str:
        rests = f", believing {', '.join(self.believed)}" if self.believed else ""
        return f"{self.theorems} theorem{'s' * (self.theorems != 1)} on {self.on}{rests}"


def statements_hash(paper: Paper, claim: Claim, record: ClaimRecord) -> str:
    """The hash of all that is proved of a claim, as it is said, and of the words that this uses."""
    from checks.show.words import words_in_claim  # the logic is loaded where a claim is stated in it

    shown = [
        [part, obligation.label, obligation.status, obligation.failure or obligation.statement]
        for part, obligation in obligations(record)
    ]
    words = [word.text for word in words_in_claim(paper, claim)] if claim.stated else []
    return sha256(json.dumps([shown, words], sort_keys=True).encode()).hexdigest()


def accepted(paper: Paper, record: ClaimRecord, kept: Path = KEPT) -> Accepted | None:
    """What Coq accepted of a claim; None where it accepted nothing, or something else than what is proved now."""
    found = _read(kept).get(record.id)
    if found is None or found.statements != statements_hash(paper, paper.claim(record.id), record):
        return None
    return found


def drawn(count: int, day: str, kept: Path = KEPT) -> list[str]:
    """Some of the claims that Coq accepted, none of them large, drawn with the day as the seed."""
    known = [name for name, one in sorted(_read(kept).items()) if one.kilobytes <= LARGEST]
    return sorted(Random(day).sample(known, min(count, len(known))))


def keep(file: Path, answers: Mapping[str, Accepted | None]) -> None:
    """Write the answers for some claims into the file, beside those that it has for others."""
    known: dict[str, Accepted | None] = {**_read(file), **answers}
    kept = {name: asdict(one) for name, one in sorted(known.items()) if one is not None}
    file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    _read.cache_clear()


@cache
def _read(file: Path) -> dict[str, Accepted]:
    if not file.is_file():
        return {}
    data = json.loads(file.read_text(encoding="utf-8"))
    return {
        name: Accepted(
            statements=str(one["statements"]),
            theorems=int(one["theorems"]),
            believed=tuple(map(str, one["believed"])),
            on=str(one["on"]),
            kilobytes=int(one["kilobytes"]),
        )
        for name, one in data.items()
    }
