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
this page: whole, it takes about ten hours. Killed: refuted at an exact point, or the claim is unread. Unproved: it
loses its verdict. Still true: another statement, which is a theorem as well.
"""


def mutations_page(path: Path, options: Options) -> str:
    """The page, from what is kept in a file; claims that have changed since are not counted."""
    kept = Kept(path)
    rows, survivors = [], []
    for key in paper_keys():
        claims = [claim for claim in load_paper(key).claims if has_something_to_change(claim)]
        findings = Findings()
        judged = [found for claim in claims if (found := kept.known(claim, options)) is not None]
        for item in (item for found in judged for item in found):
            findings.add(item)
        counts = Counter(judgement.fate for judgement in findings.judgements)
        rows.append([key, f"{len(judged)} of {len(claims)}", str(counts.total()), *(str(counts[f]) for f in Fate)])
        survivors += [f"- {j.mutant.claim_id}, {j.mutant.mutator}: {j.reason}" for j in findings.of(Fate.SURVIVOR)]
    table = _table(["paper", "claims judged", "mutants", *(fate.value for fate in Fate)], rows)
    days = kept.days()
    dated = [f"Judged from {days[0]} to {days[-1]}.", ""] if days else []
    return "\n".join([HEAD, *table, "", *dated, *(survivors or ["No mutant survived."])]) + "\n"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---", *("--:" for _ in head[1:])], *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


if __name__ == "__main__":
    sys.stdout.write(mutations_page(Path(sys.argv[1]), Options()))
