"""Changed prints of Ma and Wang: words that are bound to their statements."""

from dataclasses import replace
from fractions import Fraction

import pytest

from checks.claims.claim_words import are_read
from checks.papers.collection import load_paper
from derivations.algebra.linear_algebra import determinant
from derivations.estimation.sampling_model import design_rows
from mechanisms import catalogue

CLAIMS = {claim.id: claim for claim in load_paper("MW").claims}
DEFINITIONS = load_paper("MW").definitions


@pytest.mark.parametrize("claim_id", ["MW-06", "MW-33", "MW-34", "MW-39", "MW-40", "MW-41", "MW-45", "MW-62", "MW-65"])
def test_changed_words_are_unread(claim_id: str) -> None:
    claim = CLAIMS[claim_id]
    assert are_read(claim, DEFINITIONS)
    if claim.prose:
        assert not are_read(
            replace(
                claim,
                prose=claim.prose.replace("are", "are not").replace("reaches", "misses").replace("yields", "excludes"),
            ),
            DEFINITIONS,
        )
    else:
        reading = claim.main
        changed = replace(reading, statement=replace(reading.statement, latex=(*reading.statement.latex, "N>0")))
        assert not are_read(replace(claim, readings=(changed,)), DEFINITIONS)


@pytest.mark.parametrize(
    ("mechanism", "point"),
    [
        ("rr3-ddagger", {"p1": Fraction(1), "p2": Fraction(1, 2)}),
        ("rr3-club", {"p1": Fraction(2, 3), "p2": Fraction(0), "q": Fraction(1)}),
    ],
)
def test_where_pi_1_is_not_estimable_pi_0_is(mechanism: str, point: dict[str, Fraction]) -> None:
    """The hypotheses of Corollaries 4 and 5 admit designs without inverse, in which 0 and the rest are told apart."""
    rows = design_rows(catalogue.get(mechanism).protocol.design())
    assert determinant(rows).evaluate(point) == 0
    assert rows[1][0] == rows[2][0]
    assert (rows[0][0] - rows[1][0]).evaluate(point) != 0
