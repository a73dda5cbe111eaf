"""Designs side by side: families brought to a level, against closed forms, and what is said where that fails."""

import json
from fractions import Fraction
from math import log, sqrt

import pytest
import sympy

from checks import compare
from checks.designs.analysis.whole import AnalysisError
from checks.designs.comparison.families import FamilyError, added_variance, level_of, solved
from checks.designs.comparison.sections import CAPTION
from mechanisms import Design, catalogue
from mechanisms.catalogue.frequency_oracles import randomised_response
from mechanisms.exact.domain import Domain, integer, within
from mechanisms.exact.privacy_level import LevelError
from mechanisms.guarantees.criteria.bayes import numbers
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.relaxation import randomized_response

F = Fraction


def test_the_level_of_rows_is_that_of_the_design() -> None:
    rows = [[F(1, 2), F(1, 3), F(1, 6), F(0)], [F(1, 5), F(1, 5), F(3, 5), F(0)]]
    assert level_of(rows) == smallest_epsilon(Design(rows)).ratio.constant_value() == F(18, 5)
    assert level_of([[F(1), F(0)], [F(1, 2), F(1, 2)]]) is None
    assert level_of([[F(1, 3), F(2, 3)]] * 2) == 1


@pytest.mark.parametrize("prior", [(F(1, 3),) * 3, (F(1, 2), F(1, 5), F(3, 10))])
def test_added_variance_is_the_trace_of_the_inverse_information(prior: tuple[Fraction, ...]) -> None:
    rows = [
        [F(3, 10), F(1, 10), F(2, 5), F(1, 5)],
        [F(1, 6), F(1, 3), F(1, 4), F(1, 4)],
        [F(2, 7), F(1, 7), F(1, 7), F(3, 7)],
    ]
    matrix = sympy.Matrix(rows)
    law = sympy.Matrix([list(prior)]) * matrix
    information = matrix * sympy.diag(*law).inv() * matrix.T
    assert added_variance(rows, prior) == F(str(information.inv().trace())) - 1
    assert added_variance([rows[0], rows[0], rows[1]], prior) is None


def test_a_family_is_brought_to_eps_exactly_at_the_largest_of_two_places() -> None:
    found = solved(catalogue.get("warner").printed_matrix, level_of, F(7, 3), "eps = log(7/3)")
    assert (found.value, found.exact, found.parameter) == (F(7, 10), True, "p_w")
    assert found.others == (F(3, 10),)
    assert level_of(numbers(found.design)) == F(7, 3)


def test_an_irrational_place_is_enclosed_from_the_private_side() -> None:
    p = sympy.Symbol("p")
    family = Design([[p**2, 1 - p**2], [1 - p**2, p**2]], Domain.of(within("p", F(3, 4), 1)))
    found = solved(family, level_of, F(3), "eps = log(3)")
    assert not found.exact
    assert found.low < F(sqrt(3) / 2) + F(1, 10**12)
    assert found.low**2 < F(3, 4) < found.high**2
    assert found.high - found.low < F(1, 10**12)
    assert level_of(numbers(found.design)) < 3


def test_a_family_is_brought_to_an_added_variance() -> None:
    family, prior = randomised_response(4).printed_matrix, (F(1, 2), F(1, 4), F(1, 8), F(1, 8))
    wanted = added_variance(numbers(randomized_response(F(11, 3), 4)), prior)
    found = solved(family, lambda rows: added_variance(rows, prior), wanted, "")
    assert (found.value, found.exact) == (F(11, 3), True)
    other = solved(family, lambda rows: added_variance(rows, prior), wanted + 1, "")
    assert other.value < F(11, 3)
    low, high = (added_variance(numbers(family.at(x=x)), prior) for x in (other.high, other.low))
    assert low <= wanted + 1 <= high


def test_what_is_said_where_a_family_has_no_such_member() -> None:
    p = sympy.Symbol("p")
    with pytest.raises(FamilyError, match="no value of p was found at which eps = log"):
        solved(
            Design([[p, 1 - p], [1 - p, p]], Domain.of(within("p", F(1, 3), F(2, 3)))), level_of, F(3), "eps = log(3)"
        )
    k = sympy.Symbol("k")
    counted = Design([[1 / k, 1 - 1 / k]], Domain.of(integer("k", 1, 9)))
    with pytest.raises(FamilyError, match="k is an integer"):
        solved(counted, level_of, F(3), "")


def test_designs_at_equal_eps_with_their_order(tmp_path) -> None:
    (tmp_path / "mine.csv").write_text("3/5,1/5,1/5\n1/5,3/5,1/5\n1/4,1/4,1/2\n")
    given = ["grr(k=3)", "subset-selection(k=3, l=2, eps=?)", str(tmp_path / "mine.csv")]
    found = compare(given, at_eps="log(4)", timeout=60)
    first, _, third = found.members
    assert numbers(first.design) == numbers(randomized_response(F(4), 3))
    assert [m.privacy.x for m in found.members] == [4, 4, 3]
    assert [m.solved is None for m in found.members] == [False, False, True]
    assert [m.delta for m in found.members] == [(0, 0)] * 3
    orders = {(o.first, o.second): o.relation for o in found.orders}
    assert orders[given[0], given[2]] == "first"
    assert orders[given[0], given[1]] == "incomparable"
    assert len(found.evidence()) == 9
    assert first.least_added_variance == added_variance(numbers(first.design), (F(1, 3),) * 3)
    assert third.inference.guess.probability == F(1, 3) * (F(3, 5) + F(3, 5) + F(1, 2))
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert [m["privacy"]["parity"]["value"]["exact"] for m in data["members"]] == ["4", "4", "3"]
    table = next(p for s in found.sections() for p in s.parts if getattr(p, "caption", "") == CAPTION)
    assert table.header == ("", "grr\n(k=3)", "subset-selection\n(k=3, l=2, eps=?)", "mine.csv")
    worst = next(row for row in table.rows if row[0] == "worst case of n Var")
    values = [float(cell.removeprefix("* ")) for cell in worst[1:]]
    assert [cell.startswith("*") for cell in worst[1:]] == [value == min(values) for value in values]
    assert len({len(cell.rpartition(".")[2]) for cell in worst[1:]}) == 1, "decimals stand below one another"
    assert "smallest eps" in {row[0] for row in table.rows}
    assert "<table" in found._repr_html_()
    assert r"\begin{array}" in found._repr_latex_()


def test_designs_at_equal_added_variance_and_a_tie() -> None:
    found = compare(["grr(k=2)", "warner"], at_added_variance=F(3), timeout=60)
    one, other = found.members
    assert one.least_added_variance == pytest.approx(3, abs=1e-12)
    assert log(one.privacy.x) == pytest.approx(log(other.privacy.x), rel=1e-12)
    same = compare(["grr(k=2, x=3)", "warner(p_w=1/4)"], timeout=60)
    assert [o.relation for o in same.orders] == ["same"]
    assert "matched by their positions" in same.notes[0]


@pytest.mark.parametrize(
    ("designs", "options", "error", "said"),
    [
        (["grr(k=3, x=2)"], {}, AnalysisError, "at least two"),
        (["grr(k=3)", "grr(k=3, x=2)"], {}, FamilyError, "x has no value; give one, or a level for all"),
        (["grr(k=3)", "grr(k=3, x=2)"], {"at_eps": "eps=1..2"}, LevelError, "a level is written like"),
        (["grr(k=2)", "two-stage"], {"at_eps": "log(2)"}, FamilyError, "one may be left open"),
        (["grr(k=2)", "warner"], {"at_eps": "log(2)", "at_added_variance": F(1)}, AnalysisError, "not to both"),
        (["grr(k=3, x=2)", "grr(k=2, x=2)"], {}, ValueError, "different numbers of truths"),
    ],
)
def test_what_is_said_where_designs_cannot_be_compared(designs, options, error, said) -> None:
    with pytest.raises(error, match=said):
        compare(designs, **options)


def test_a_family_meets_a_level_of_many_digits_exactly_where_a_rational_does():
    (order,) = compare(["warner(eps=1)", "simmons"], at_eps="1").orders
    assert order.relation == "same"
