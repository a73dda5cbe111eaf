"""Proofs and refutations that a search found before, looked up by the goal; the kernel makes each again, step by step.

Nothing of the file is believed: what does not check, or proves something else, is as good as not there. It only spares
the time of the search, as a proof script does that states the multipliers of its inequalities. Besides, it has the keys
of goals for which every method came to its end in vain, so that they are not all tried again: what a proof script goes
round, or what is no theorem.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from derivations.arithmetic import proof_file
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.proof_file import ProofFileError
from derivations.arithmetic.statements import Refuted, Sequent

PATH = Path(__file__).with_name("certificates.sqlite")
VARIABLE = "RRPROOF_CERTIFICATES"  # of the environment; where it is `none`, every proof is searched anew
_DICTIONARY = 32_768  # bytes of what is common, of which zlib makes use
_SCHEMA = """
CREATE TABLE proofs (goal BLOB PRIMARY KEY, proof BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE vain (goal BLOB PRIMARY KEY) WITHOUT ROWID;
"""


class Certificates:
    """A file of proofs in the arithmetic kernel, by their goals."""

    def __init__(self, path: Path) -> None:
        """Raises sqlite3.DatabaseError where the file is none that `write` wrote."""
        self._file = sqlite3.connect(f"{path.absolute().as_uri()}?immutable=1", uri=True, check_same_thread=False)
        dictionary = self._at(b"")
        if dictionary is None:
            raise sqlite3.DatabaseError(f"{path} has no certificates")
        self._dictionary = dictionary

    def _at(self, key: bytes) -> bytes | None:
        row = self._file.execute("SELECT proof FROM proofs WHERE goal = ?", (key,)).fetchone()
        return None if row is None else row[0]

    def proof(self, key: bytes) -> str | None:
        """What is written of the proof with this key, as JSON."""
        kept = self._at(key)
        return None if kept is None else zlib.decompressobj(zdict=self._dictionary).decompress(kept).decode()

    def theorem(self, goal: Sequent, key: bytes) -> Theorem | None:
        """The theorem that states the goal or refutes it, made again by the kernel; None where none is kept."""
        text = self.proof(key)
        if text is None:
            return None
        try:
            made = proof_file.recheck(json.loads(text))
        except ProofFileError:
            return None  # the rules have changed since: then it is searched
        return made if goal_of(made) == goal and not made.oracles else None

    def is_vain(self, key: bytes) -> bool:
        """Whether a search for a proof with this key came to its end and found none."""
        return self._file.execute("SELECT 1 FROM vain WHERE goal = ?", (key,)).fetchone() is not None

    def keys(self) -> list[bytes]:
        """The keys of all proofs."""
        return [key for (key,) in self._file.execute("SELECT goal FROM proofs WHERE goal <> x''")]

    def vain(self) -> list[bytes]:
        """The keys of all that is sought in vain."""
        return [key for (key,) in self._file.execute("SELECT goal FROM vain")]


@dataclass
class Collection:
    """What searches found while it was open, what they sought in vain, and what was of use of the certificates."""

    least: float = 0.0  # seconds that a search took which is worth to be kept
    found: dict[bytes, str] = field(default_factory=dict)
    vain: set[bytes] = field(default_factory=set)
    used: set[bytes] = field(default_factory=set)

    def add(self, goal: Sequent, theorem: Theorem, seconds: float) -> None:
        """Keep a proof or refutation that was found, unless it was quick or believes an oracle."""
        if seconds >= self.least and not theorem.oracles:
            self.found[key_of(goal)] = json.dumps(proof_file.to_json(theorem), separators=(",", ":"))

    def add_vain(self, goal: Sequent, seconds: float) -> None:
        """Keep that no method proves the goal, unless that was quick to find out."""
        if seconds >= self.least:
            self.vain.add(key_of(goal))


_COLLECTING: ContextVar[Collection | None] = ContextVar("collecting", default=None)


@contextmanager
def collecting(into: Collection) -> Iterator[None]:
    """Inside, what a search finds is kept."""
    token = _COLLECTING.set(into)
    try:
        yield
    finally:
        _COLLECTING.reset(token)


def collection() -> Collection | None:
    """Where what is found is kept, if anywhere."""
    return _COLLECTING.get()


def known(goal: Sequent) -> Theorem | None:
    """The theorem that the goal states, or that it fails at a point, where a certificate of it is kept and checks."""
    kept = offered()
    if kept is None:
        return None
    key = key_of(goal)
    theorem, into = kept.theorem(goal, key), collection()
    if theorem is not None and into is not None:
        into.used.add(key)
    return theorem


def is_vain(goal: Sequent) -> bool:
    """Whether a search for the goal, without solvers that are believed, is known to come to its end in vain."""
    kept = offered()
    if kept is None:
        return False
    key, into = key_of(goal), collection()
    if not kept.is_vain(key):
        return False
    if into is not None:
        into.vain.add(key)
    return True


def goal_of(theorem: Theorem) -> Sequent:
    """The goal that a theorem proves or refutes."""
    return theorem.statement.sequent if isinstance(theorem.statement, Refuted) else theorem.sequent


def key_of(goal: Sequent) -> bytes:
    """What a goal is looked up by; the statement is compared afterwards."""
    return sha256(str(goal).encode()).digest()[:16]


def offered() -> Certificates | None:
    """The certificates that come with the suite, unless the environment does without."""
    return None if os.environ.get(VARIABLE) == "none" else _opened(PATH)


@cache
def _opened(path: Path) -> Certificates | None:
    return Certificates(path) if path.is_file() else None


def write(path: Path, proofs: Mapping[bytes, str], vain: Iterable[bytes] = ()) -> None:
    """Write a file of proofs, and of the keys of what is sought in vain, in place of what is there."""
    texts = [proofs[key] for key in sorted(proofs)]
    step = max(1, sum(map(len, texts)) // _DICTIONARY)
    dictionary = "".join(texts[::step]).encode()[-_DICTIONARY:] or b"{}"
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with closing(sqlite3.connect(new)) as file, file:
        file.executescript(_SCHEMA)
        rows = [(b"", dictionary), *((key, _packed(proofs[key], dictionary)) for key in sorted(proofs))]
        file.executemany("INSERT INTO proofs VALUES (?, ?)", rows)
        file.executemany("INSERT INTO vain VALUES (?)", [(key,) for key in sorted(set(vain))])
    new.replace(path)


def _packed(text: str, dictionary: bytes) -> bytes:
    packer = zlib.compressobj(9, zdict=dictionary)
    return packer.compress(text.encode()) + packer.flush()
