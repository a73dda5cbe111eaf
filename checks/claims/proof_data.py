"""Proofs as they are kept, of theorems about polynomials and of theorems in the logic; and their checking."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from functools import cached_property
from typing import Any
from zlib import compress, decompress, error

from derivations.arithmetic import proof_file
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.proof_file import ProofFileError
from derivations.logic import proof_file as logic_file
from derivations.logic.kernel import Proved


class KeptProof:
    """A proof: its theorem in the process that made it, elsewhere what was written of it.

    Most of what is kept of a claim are proofs, and few are looked at; so they are written when they are sent, short,
    and read when they are wanted.
    """

    def __init__(self, made: Theorem | Proved | str) -> None:
        self._made = made

    @property
    def theorem(self) -> Theorem | Proved | None:
        """The theorem, in the process that made it."""
        return None if isinstance(self._made, str) else self._made

    @cached_property
    def packed(self) -> str:
        """What is written of it: JSON, compressed, in base 64."""
        made = self._made
        if isinstance(made, str):
            return made
        return packed(logic_file.to_text(made) if isinstance(made, Proved) else json.dumps(proof_file.to_json(made)))

    @property
    def data(self) -> Any:
        """The proof as plain data, for a file; ProofFileError where what was kept is none."""
        try:
            return json.loads(decompress(b64decode(self.packed)))
        except (ValueError, error) as found:
            raise ProofFileError(f"what is kept is no proof: {found}") from found

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeptProof) and self.packed == other.packed

    def __hash__(self) -> int:
        return hash(self.packed)


def packed(text: str) -> str:
    """A text, compressed, in base 64."""
    return b64encode(compress(text.encode(), 1)).decode()


def proof_data(theorem: Theorem | Proved) -> dict[str, Any]:
    """The proof of a theorem, for a file."""
    return logic_file.to_json(theorem) if isinstance(theorem, Proved) else proof_file.to_json(theorem)


def recheck(data: Any) -> Theorem | Proved:
    """The theorem of a proof, made again; ProofFileError when it does not check."""
    is_of_logic = isinstance(data, dict) and data.get("format") == logic_file.FORMAT
    return logic_file.recheck(data) if is_of_logic else proof_file.recheck(data)
