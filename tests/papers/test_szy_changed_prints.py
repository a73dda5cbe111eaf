"""Changed prints of Sun, Zhou and Yan, sections 2 to 4: what is stated by hand has to be read again."""

from dataclasses import replace

import pytest

from checks.papers.collection import load_paper, paper_model, verify_claim

MODEL = paper_model("SZY")


@pytest.mark.parametrize(
    ("claim_id", "old"),
    [
        ("SZY-52", r"\mathbf{Var}\left(\sum_{i=1}^{N}X_{i}\right)"),
        ("SZY-55", r"\mathbf{E}(\sum_{i=1}^{N}X_{i})^{2}"),
    ],
)
def test_another_sum_than_that_of_all_reports_is_unread(claim_id: str, old: str) -> None:
    """The statement by hand says what is printed; with another print it says nothing until it is read again."""
    claim = load_paper("SZY").claim(claim_id)
    statement = claim.main.statement
    assert old in statement.latex[0]
    changed = replace(statement, latex=(statement.latex[0].replace(old, old.replace("X_{i}", "X")),))
    record = verify_claim(replace(claim, readings=(replace(claim.main, statement=changed), *claim.readings[1:])))
    assert record.verdict == "unknown"
    assert "read again" in record.note or "has to be read" in record.note
