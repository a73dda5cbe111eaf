"""A sample of the mutation campaign over the paper: no change of a print goes unnoticed."""

from checks.claim import load_paper
from checks.mutation.campaign import Options, has_something_to_change, run
from checks.mutation.judge import Fate
from checks.mutation.report import Findings

SLOW = {"optimum", "feasibility region", "figure", "algorithm", "ordering"}


def test_no_mutant_of_the_paper_survives_in_a_sample() -> None:
    claims = [c for c in load_paper("HLM").claims if c.kind not in SLOW and has_something_to_change(c)]
    found = Findings()
    for event in run(claims, Options(timeout=5, sample=3, seed=1), jobs=2):
        found.add(event)
    assert found.failed_controls == []
    assert [j for j in found.judgements if j.fate is Fate.SURVIVOR] == []
    killed, total = found.killed_share
    assert killed == total > 2 * len(claims)
