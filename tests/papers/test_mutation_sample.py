"""A sample of the mutation campaign, of which `make mutate` is the whole: no change of a print goes unnoticed."""

import random

import pytest

from checks.mutation.campaign import has_something_to_change, run
from checks.mutation.findings import Findings, Options
from checks.mutation.judge import Fate
from checks.papers.collection import load_paper

CLAIMS = 8  # of each paper, one mutant each
SLOW = {"optimum", "feasibility region", "figure", "algorithm", "ordering"}


@pytest.mark.parametrize("paper", ["HLM", "SZY"])
def test_no_mutant_of_a_paper_survives_in_a_sample(paper: str) -> None:
    claims = [c for c in load_paper(paper).claims if c.kind not in SLOW and has_something_to_change(c)]
    claims = random.Random(1).sample(claims, CLAIMS)
    found = Findings()
    for event in run(claims, Options(timeout=30, sample=1, seed=2), jobs=2):
        found.add(event)
    assert found.failed_controls == []
    assert [j for j in found.judgements if j.fate is Fate.SURVIVOR] == []
    noticed, _ = found.found_out
    assert noticed >= len(claims) / 2
