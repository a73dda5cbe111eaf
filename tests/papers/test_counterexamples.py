"""Every counterexample gives both sides' values, in each form in which a claim is shown."""

import pytest

from checks.papers.collection import load_paper, paper_keys
from checks.show.console import as_text
from checks.show.html.claim_view import claim_view
from checks.show.render import finding
from checks.show.short_erratum import short_erratum
from checks.show.typeset import fragment, sides_words, vocabulary_of
from checks.show.wording import both_sides
from tests.papers.records import is_of_today, record


@pytest.mark.parametrize("key", paper_keys())
def test_both_sides_stand_at_every_counterexample(key: str, request: pytest.FixtureRequest) -> None:
    paper, symbols = load_paper(key), vocabulary_of(load_paper(key))
    in_part = request.config.getoption("claims_of_today")
    asked = [c.id for c in paper.claims if c.correction is not None and (is_of_today(c.id) or not in_part)]
    wrong = [r for claim_id in asked if (r := record(claim_id)).finding]
    assert {r.id for r in wrong if r.counterexample and not r.sides} == set()
    for found in (r for r in wrong if r.sides):
        exact = [side.exact for side in found.sides]
        assert both_sides([str(side) for side in found.sides]) in " ".join(as_text(finding(found), 100_000).split())
        assert [side["exact"] for side in found.to_json()["sides"]] == exact
        claim = paper.claim(found.id)
        written = sides_words(found.sides, symbols)
        assert written in fragment(paper, claim, found)
        assert len(claim_view(paper, found, symbols, found.id).sides) == 2
        if found.finding not in ("misprint", "rounding") or not found.right:
            assert written in "".join(short_erratum(paper, [found]).parts)
