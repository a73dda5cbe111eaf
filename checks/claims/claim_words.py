"""What a statement written by hand was read as: `python -m checks.papers.fingerprints HLM` prints fingerprints.

A claim whose statement is written by hand keeps, as `read`, the fingerprint of what was compared then: the prose; and,
where the statement is one in the logic, the formulas beside it, the statement itself, its domain and values, and the
meaning of each word of the paper that it uses. Where one of these changes, the statement counts no longer until
somebody has read print and statement against each other again and put the new fingerprint in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

from derivations.logic.definitions import read_definitions

if TYPE_CHECKING:
    from checks.claims.claim import Claim, Statement

LENGTH = 8  # hexadecimal digits


def fingerprint(words: str) -> str:
    """The first digits of the SHA-256 of the words, white space folded."""
    return sha256(" ".join(words.split()).encode()).hexdigest()[:LENGTH]


def _statements(claim: Claim) -> list[Statement]:
    """Those that somebody wrote."""
    corrected = [claim.correction.statement] if claim.correction is not None else []
    return [s for s in (*(reading.statement for reading in claim.readings), *corrected) if not s.computed]


def words(claim: Claim) -> str:
    """What statements of the claim that were written by hand read: its prose, and formulas beside statements."""
    formulas = [" ".join(s.latex) for s in _statements(claim) if s.statement]
    return " ".join([claim.prose, *formulas]).strip()


def what_is_read(claim: Claim, definitions: str) -> str:
    """The words of the claim, and all that was written by hand in the logic to say the same.

    `definitions` are those of its paper, as text. Raises StatementError where they cannot be read.
    """
    constants = _constants(definitions) if definitions else {}
    return " ".join([words(claim), *(_said(s, constants) for s in _statements(claim) if s.statement)])


def _said(statement: Statement, constants: Mapping[str, str]) -> str:
    """The statement with its domain and values, and the constants that the words of the paper in it stand for."""
    used = set(re.findall(r"\w+", statement.statement))
    meanings = [name for word, name in constants.items() if word in used]
    values = [f"{name} = {value}" for name, value in statement.at]
    return "\n".join([statement.statement, *statement.domain, *values, *meanings])


@lru_cache(maxsize=64)
def _constants(definitions: str) -> Mapping[str, str]:
    """The words of a paper, with the constants that they stand for; their names end in a fingerprint of the meaning."""
    return {d.word: d.name for d in read_definitions(definitions, "definitions", {})}


def is_bound(claim: Claim) -> bool:
    """Whether a statement of the claim was written by hand beside words."""
    return bool(words(claim)) and any(statement.is_by_hand for statement in _statements(claim))


def are_read(claim: Claim, definitions: str) -> bool:
    """Whether its statements were read against the words that stand there now, with the definitions of its paper."""
    has_statement = any(statement.statement for statement in _statements(claim))
    may_be_unread = not claim.read and not has_statement
    return not is_bound(claim) or may_be_unread or claim.read == fingerprint(what_is_read(claim, definitions))
