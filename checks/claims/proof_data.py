"""Proofs as plain data, of theorems about polynomials and of theorems in the logic; and their checking."""

from __future__ import annotations

from typing import Any

from derivations.arithmetic import proof_file
from derivations.arithmetic.kernel import Theorem
from derivations.logic import proof_file as logic_file
from derivations.logic.kernel import Proved


class ProofData(dict[str, Any]):
    """A proof as plain data; in the process that made the theorem it has this at hand."""

    theorem: Theorem | Proved | None = None


def proof_data(theorem: Theorem | Proved) -> ProofData:
    """The proof of a theorem, for a file."""
    data = ProofData(logic_file.to_json(theorem) if isinstance(theorem, Proved) else proof_file.to_json(theorem))
    data.theorem = theorem
    return data


def recheck(data: Any) -> Theorem | Proved:
    """The theorem of a proof, made again; ProofFileError when it does not check."""
    if not isinstance(data, dict):
        return proof_file.recheck(data)
    plain = dict(data)  # without the theorem beside it: only what stands in a file is checked
    return logic_file.recheck(plain) if plain.get("format") == logic_file.FORMAT else proof_file.recheck(plain)
