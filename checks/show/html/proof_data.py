"""Proof objects inside of a page: the proof file of a claim, compressed, for a data: link."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode

from checks.claims.record import ClaimRecord
from checks.recheck.proof_files import claim_proofs


def compressed_proofs(record: ClaimRecord) -> str:
    """The proof file of a claim, compressed with gzip and written in base64, the same each time; "" without proofs."""
    data = claim_proofs(record)
    if not data["proofs"]:
        return ""
    text = json.dumps(data, separators=(",", ":")) + "\n"
    return b64encode(gzip.compress(text.encode(), 9, mtime=0)).decode()


def readable_size(size: int) -> str:
    """A number of bytes as people read it."""
    return f"{size / 1_000_000:.1f} MB" if size >= 999_500 else f"{max(1, round(size / 1000))} kB"
