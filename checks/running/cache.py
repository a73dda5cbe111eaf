"""Records of verified claims, kept from one run to the next.

A kept record counts only while nothing that it can depend on has changed: the claim as data, the conventions of its
paper, every source file of the four packages that a verdict can depend on (not the texts of the papers, which the
claim itself stands for, nor what only shows results), the versions of Python and of the libraries that compute, the
seed and the time limit. Verdicts that are `unknown` are not kept: another run may know.

One file a claim, `ID.jsonl`: the key and a checksum, the record, its proof objects, a line each. It is data, read as
such; what is damaged is reported and verified again.
"""

from __future__ import annotations

import json
import logging
import os
import platform
import tempfile
from collections.abc import Iterator
from dataclasses import asdict
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from importlib import util
from pathlib import Path
from typing import Any
from urllib.parse import quote

from checks.claims.claim import Claim
from checks.claims.record import ClaimRecord
from checks.system.versions import LIBRARIES, version_of

_logger = logging.getLogger(__name__)

PACKAGES = ("mechanisms", "derivations", "lp", "checks")
AFTER_VERDICTS = (
    "derivations/coq/*",
    *(f"checks/{name}"
    for name in (
        "cli.py", "commands/*", "designs/analysis/*", "designs/comparison/*", "designs/optimal/*", "samplers/*",
        "papers/*/figure*", "running/progress.py", "system/compilation.py", "system/coq_check.py",
        "system/plain_data.py", "recheck/*", "show/*",
    )),
)  # fmt: skip
"""Files that come into play when verdicts are there, or have nothing to do with them: no other code imports them."""


class CacheError(Exception):
    """A kept record is damaged, or a record cannot be kept; the sentence names the file."""


def directory() -> Path:
    """Where records are kept: RRPROOF_CACHE_DIR, else rrproof in XDG_CACHE_HOME, else ~/.cache/rrproof."""
    if chosen := os.environ.get("RRPROOF_CACHE_DIR"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "rrproof"


def source_files() -> Iterator[tuple[str, Path]]:
    """Name and path of every file of the four packages that can decide a verdict, in a fixed order."""
    for package in PACKAGES:
        spec = util.find_spec(package)
        for location in (spec.submodule_search_locations or ()) if spec else ():
            root = Path(location)
            for path in sorted(p for p in root.rglob("*") if p.is_file()):
                name = f"{package}/{path.relative_to(root).as_posix()}"
                is_text = path.name.startswith("claims") and path.suffix == ".toml"
                if "__pycache__" not in path.parts and not is_text and not is_after_verdicts(name):
                    yield name, path


def is_after_verdicts(name: str) -> bool:
    """Whether no verdict can depend on a source file, such as one that draws figures or writes pages."""
    return any(fnmatchcase(name, pattern) for pattern in AFTER_VERDICTS)


@cache
def surroundings() -> str:
    """Digest of the code and of everything that it runs on."""
    digest = sha256()
    for name in ("rrproof", *LIBRARIES):
        digest.update(f"{name} {version_of(name)}\n".encode())
    digest.update(f"{platform.python_version()} {platform.machine()}\n".encode())
    for name, path in source_files():
        digest.update(f"{name} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def key(claim: Claim, conventions: tuple[str, ...], *, seed: int, timeout: float) -> str:
    """Digest of all that the record of the claim can depend on."""
    content = [surroundings(), asdict(claim), conventions, seed, float(timeout)]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def load(claim_id: str, wanted: str, *, with_proofs: bool = True) -> ClaimRecord | None:
    """The record that was kept under this key, if any. Raises CacheError when the file is damaged.

    Proof objects are most of a file; without them a record is read much faster.
    """
    path = _path(claim_id)
    try:
        head, _, content = path.read_bytes().partition(b"\n")
        header = json.loads(head)
        if header["key"] != wanted:
            return None
        if header["sha256"] != sha256(content).hexdigest():
            raise ValueError("the checksum is wrong")
        body, _, proofs = content.partition(b"\n")
        data = json.loads(body)
        if with_proofs:
            for obligation, proof in zip(_obligations(data), json.loads(proofs), strict=True):
                obligation["proof"] = proof
        record = ClaimRecord.from_data(data)
        _logger.debug("%s taken from %s", claim_id, path)
        return record
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise CacheError(f"{path} cannot be used ({error})") from error


def store(record: ClaimRecord, wanted: str) -> None:
    """Keep a record, unless it is `unknown`. Another process sees the old file or the new one, never a part.

    Raises CacheError where the file cannot be written.
    """
    if record.verdict == "unknown":
        return
    path = _path(record.id)
    data = record.to_data()
    proofs = [obligation.pop("proof") for obligation in _obligations(data)]
    content = b"\n".join(json.dumps(part, allow_nan=False).encode() for part in (data, proofs))
    header = json.dumps({"key": wanted, "sha256": sha256(content).hexdigest()}).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(path, header + b"\n" + content)
        _logger.debug("%s kept in %s", record.id, path)
    except OSError as error:
        raise CacheError(f"{path} cannot be written ({error.strerror}); results are not kept") from error


def _obligations(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [o for part in (*data["readings"], {"obligations": data["correction_proof"]}) for o in part["obligations"]]


def _replace(path: Path, content: bytes) -> None:
    """Replace a file as a whole, or leave it as it was."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _path(claim_id: str) -> Path:
    return directory() / f"{quote(claim_id, safe='')}.jsonl"
