"""Files of proofs, for an auditor: written by commands, and what `rrproof recheck` reads.

A file is `{"format", "rrproof", "about", "proofs": [...]}`; of a claim it also names `claim` and `paper`, or, where the
claim is a formula that was given beside a design, holds both (`of`, `checks.papers.of_design`). A proof is
`{"label", "proof"}`, of a claim with the `part` that it belongs to, and of a design with the `question` that it
answers (`checks.recheck.questions`). Older files, and one bare proof as `derivations.arithmetic.proof_file` writes it,
are read as well. Labels, and what a file is about, are words of whoever wrote it: nothing is checked of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from checks.claims.proof_data import proof_data
from checks.claims.proofs import obligations
from checks.claims.record import ClaimRecord
from checks.papers.of_design import DesignFormulas
from checks.recheck.questions import Question
from checks.system.versions import version_of
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.proof_file import MAX_BYTES, ProofFileError
from derivations.logic.kernel import Proved

FORMAT = "rrproof proofs 2"


class Evidence(NamedTuple):
    """A theorem, what its finder calls it, and the question that it answers, where there is one."""

    label: str
    theorem: Theorem | Proved
    question: Question | None = None


@dataclass(frozen=True)
class ProofFile:
    """A file as it was read; nothing in it has been checked.

    Attributes:
        path, sha256: the file, and the digest of its bytes.
        version: of the rrproof that says to have written it; "" for none.
        about: what it says to be about.
        claim, paper: the claim whose proofs these are, and the paper, a key or the name of a claims file; or "".
        of: of a claim that is a formula of a design, the design and the formulas.
        proofs: objects with a "proof" each.

    """

    path: Path
    sha256: str
    version: str
    about: str
    claim: str
    paper: str
    proofs: tuple[Mapping[str, Any], ...]
    of: DesignFormulas | None = None


# -- writing -----------------------------------------------------------------------------------------------------------


def claim_proofs(record: ClaimRecord, of: DesignFormulas | None = None) -> dict[str, Any]:
    """The proof objects of a claim as a proof file holds them; `of` where the claim is one of these formulas."""
    proofs = [
        {"part": part, "label": obligation.label, "proof": obligation.proof.data}
        for part, obligation in obligations(record)
        if obligation.proof is not None
    ]
    source = {"paper": record.paper} if of is None else {"of": of.data()}
    return {**_head(), "claim": record.id, **source, "proofs": proofs}


def write_proofs(record: ClaimRecord, path: Path, of: DesignFormulas | None = None) -> int:
    """Write the proof objects of a claim to a file; return how many there are."""
    data = claim_proofs(record, of)
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return len(data["proofs"])


def write_evidence(found: Iterable[tuple[str, Theorem | Proved] | Evidence], about: str, path: Path) -> int:
    """Write theorems to a file, with their labels and the questions that they answer; return how many there are."""
    proofs = [
        {
            "label": one.label,
            **({"question": one.question.data()} if one.question is not None else {}),
            "proof": proof_data(one.theorem),
        }
        for one in (Evidence(*given) for given in found)
    ]
    path.write_text(json.dumps({**_head(), "about": about, "proofs": proofs}) + "\n", encoding="utf-8")
    return len(proofs)


def _head() -> dict[str, str]:
    return {"format": FORMAT, "rrproof": version_of("rrproof")}


# -- reading -----------------------------------------------------------------------------------------------------------


def read_proofs(path: Path) -> ProofFile:
    """What a file holds. Raises ProofFileError when it is no proof file."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise ProofFileError(f"{path} is larger than {MAX_BYTES} bytes")
        data = json.loads(content)
    except OSError as error:
        raise ProofFileError(f"{path} cannot be read: {error.strerror}") from error
    except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        where = f"line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else "it"
        raise ProofFileError(
            f"{path} is no proof file, which is JSON with proofs, as --proof FILE of rrproof analyze writes it: "
            f"{where} is no JSON"
        ) from error
    if not isinstance(data, dict) or not data.keys() & {"proofs", "format"}:
        raise ProofFileError(f'{path} is no proof file: it has neither "proofs" nor the "format" of one proof')
    proofs = data.get("proofs", [{"proof": data}])
    if not isinstance(proofs, list) or not all(isinstance(p, dict) and "proof" in p for p in proofs):
        raise ProofFileError(f'{path} is no proof file: "proofs" must be a list of objects with a "proof" each')
    words = {key: _text(path, data, key) for key in ("rrproof", "about", "claim", "paper")} if "proofs" in data else {}
    return ProofFile(
        path,
        sha256(content).hexdigest(),
        words.get("rrproof", ""),
        words.get("about", ""),
        words.get("claim", ""),
        words.get("paper", ""),
        tuple(proofs),
        _formulas(path, data),
    )


def _formulas(path: Path, data: Mapping[str, Any]) -> DesignFormulas | None:
    if "proofs" not in data or "of" not in data:
        return None
    try:
        return DesignFormulas.read(data["of"])
    except ValueError as error:
        raise ProofFileError(f"{path} is no proof file: {error}") from error


def _text(path: Path, data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise ProofFileError(f"{path} is no proof file: {key!r} must be a text")
    return value


def labels(proof: Mapping[str, Any]) -> Sequence[str]:
    """The words of the file on a proof: its label, and the part of a claim."""
    return [str(proof[key]) for key in ("label", "part") if key in proof]
