"""Fingerprints of what statements written by hand were read against: `python -m checks.papers.fingerprints HLM`."""

from __future__ import annotations

import sys

from checks.claims.claim_words import are_read, fingerprint, is_bound, what_is_read, words
from checks.papers.collection import load_paper


def main(names: list[str]) -> None:
    """Print the fingerprint and the words of each claim of these papers that has a statement written by hand."""
    for paper in map(load_paper, names):
        for claim in filter(is_bound, paper.claims):
            state = "read" if are_read(claim, paper.definitions) else "not read"
            print(f"{claim.id}  {fingerprint(what_is_read(claim, paper.definitions))}  {state}  {words(claim)}")


if __name__ == "__main__":
    main(sys.argv[1:])
