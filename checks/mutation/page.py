"""What campaigns found of all papers, as a page: `python -m checks.mutation.page docs/papers/mutants.jsonl.gz`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from checks.mutation.campaign import has_something_to_change
from checks.mutation.findings import Findings, Options
from checks.mutation.judge import Fate
from checks.mutation.kept import Kept
from checks.papers.collection import load_paper, paper_keys

HEAD = """# Mutations

What became of each printed formula, each statement and each prose when one thing in it was changed
([how](../explanation/trust.md)). `make mutate-all` goes on with the claims that have not been judged yet and writes
this page: whole, it takes about three hours on two cores. A changed statement is judged as if somebody had read it.

- Killed: refuted at an exact point, or the claim is unread.
- Equivalent, still true: the changed statement is a theorem as well, of the same meaning or of another one.
- Unproved: the claim loses its verdict and is `unknown`. The proof that was written for the claim does not reach what
  the changed statement says, or its search ends after twice the time of the claim's own, and no point among those
  tried refutes it: it is false where no number is tried, or true and not proved.
- Survivor: the claim keeps its verdict, and what it says now may be false; or what is printed stays undecided.
"""

ARITHMETIC, NOT_ARITHMETIC, OTHER_FORM = UNPROVED = (
    "a step does not hold in arithmetic, or is not found",
    "a step is none of arithmetic any more",
    "the proof is one of a statement of another form",
)


def mutations_page(path: Path, options: Options) -> str:
    """The page, from what is kept in a file; claims that have changed since are not counted."""
    kept = Kept(path)
    rows, unproved, survivors = [], [], []
    for key in paper_keys():
        claims = [claim for claim in load_paper(key).claims if has_something_to_change(claim)]
        findings = Findings()
        judged = [found for claim in claims if (found := kept.known(claim, options)) is not None]
        for item in (item for found in judged for item in found):
            findings.add(item)
        counts = Counter(judgement.fate for judgement in findings.judgements)
        rows.append([key, f"{len(judged)} of {len(claims)}", str(counts.total()), *(str(counts[f]) for f in Fate)])
        kinds = Counter(_why_unproved(judgement.reason) for judgement in findings.of(Fate.NOT_PROVED))
        unproved.append([key, *(str(kinds[kind]) for kind in UNPROVED)])
        survivors += [f"- {j.mutant.claim_id}, {j.mutant.mutator}: {j.reason}" for j in findings.of(Fate.SURVIVOR)]
    table = _table(["paper", "claims judged", "mutants", *(fate.value for fate in Fate)], rows)
    days = kept.days()
    dated = [f"Judged from {days[0]} to {days[-1]}.", ""] if days else []
    left = ["Where the proofs of the unproved end:", "", *_table(["paper", *UNPROVED], unproved), ""]
    return "\n".join([HEAD, *table, "", *dated, *(survivors or ["No mutant survived."]), "", *left[:-1]]) + "\n"


def _why_unproved(reason: str) -> str:
    """Where the proof of a mutant ended, by what is said of it."""
    if reason.startswith("arithmetic does not know"):
        return NOT_ARITHMETIC
    return ARITHMETIC if reason.startswith("arithmetic ") else OTHER_FORM


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---", *("--:" for _ in head[1:])], *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


if __name__ == "__main__":
    sys.stdout.write(mutations_page(Path(sys.argv[1]), Options()))
