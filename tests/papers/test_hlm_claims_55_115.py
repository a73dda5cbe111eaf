"""HLM-55 to HLM-115: what becomes of each claim, counterexamples recomputed in plain fractions, nothing vacuous."""

import math
from dataclasses import replace
from fractions import Fraction

import pytest

from checks.papers.collection import load_paper, verify_claim
from checks.papers.hlm.figures import figure_1, threshold_values
from checks.show.plots.canvas import save
from mechanisms.exact.formula import TRUE
from tests.papers.records import point, record

F = Fraction
CLAIMS = {c.id: c for c in load_paper("HLM").claims if int(c.id.removeprefix("HLM-")) >= 55}


# -- plain fractions ---------------------------------------------------------------------------------------------------


def error(design, pi, n=1):
    p, q = design
    ones = pi * q + (1 - pi) * (1 - p)
    return ones * (1 - ones) / ((p + q - 1) ** 2 * n)


def edge(t, x, delta):
    """The point of p11 = x (1 - p00) + delta with p11 = (x + delta)/(x + 1) t."""
    q = (x + delta) / (x + 1) * t
    return 1 - (q - delta) / x, q


def corner(x, delta):
    return ((x + delta) / (x + 1),) * 2


def in_region(design, x, delta):
    p, q = design
    rows = ((p, 1 - p), (1 - q, q))
    private = all(a <= x * b + delta for u, v in (rows, rows[::-1]) for a, b in zip(u, v, strict=True))
    return private and 0 <= p <= 1 and 0 <= q <= 1 and p + q > 1


def threshold(x, delta):
    return delta * (x + delta) / (x + 2 * delta - 1) ** 2


# -- verdicts ----------------------------------------------------------------------------------------------------------


def test_the_error_of_warner_depends_on_n_too():
    assert [r.verdict for r in record("HLM-109").readings] == ["proved", "refuted"]
    at = point("HLM-109", 1)
    assert at["p"] == at["r"]
    assert at["pi"] == at["rho"]
    assert error((at["p"],) * 2, at["pi"], at["n"]) != error((at["p"],) * 2, at["pi"], at["m"])


def sequents(claim_id):
    found = record(claim_id)
    for part in (*[r.obligations for r in found.readings], found.correction_proof):
        yield from part


@pytest.mark.parametrize("claim_id", sorted(CLAIMS))
def test_each_claim_shows_something_that_can_fail(claim_id):
    """Not every obligation is an empty one: some of them has a conclusion other than "true"."""
    shown = [o for o in sequents(claim_id) if not o.label.startswith("derived")]
    assert any(not o.statement.endswith(f"|-  {TRUE}") for o in shown)


# -- counterexamples ---------------------------------------------------------------------------------------------------


def test_t_in_the_unit_interval_leaves_the_region():
    at = point("HLM-67")
    assert edge(F(0), at["x"], at["delta"]) == (at["p"], at["q"])
    assert not in_region((at["p"], at["q"]), at["x"], at["delta"])


def test_without_a_budget_nothing_is_in_the_region():
    for claim_id in ("HLM-80", "HLM-82", "HLM-112", "HLM-113"):
        assert record(claim_id).boundary == ("1 < x or 0 < delta",)
    grid = [F(k, 12) for k in range(13)]
    assert not any(in_region((p, q), F(1), F(0)) for p in grid for q in grid)
    assert record("HLM-68").boundary == ("1 < x",)


def test_the_corner_is_a_midpoint_when_eps_is_zero():
    x, delta = F(1), F(1, 2)
    ends = ((F(1), delta), (delta, F(1)))
    assert all(in_region(end, x, delta) for end in ends)
    assert corner(x, delta) == tuple((a + b) / 2 for a, b in zip(*ends, strict=True))


def test_the_error_on_the_first_edge_is_smaller():
    at = point("HLM-74")
    first = edge(at["t"], at["x"], at["delta"])
    assert at["pi"] <= F(1, 2)
    assert in_region(first, at["x"], at["delta"])
    assert error(first, at["pi"], at["n"]) < error(first[::-1], at["pi"], at["n"])


def test_t0_leaves_the_unit_interval_and_g_has_no_value_at_the_counterexamples():
    at = point("HLM-78")
    assert at["x"] > 0
    assert not 0 <= at["delta"] * (at["x"] + 1) / (at["x"] + at["delta"]) <= 1
    assert [r.verdict for r in record("HLM-84").readings] == ["proved", "refuted"]
    at = point("HLM-84", 1)
    assert at["x"] + 2 * at["delta"] - 1 == 0
    assert at["x"] < 1


@pytest.mark.parametrize("claim_id", ["HLM-83", "HLM-85", "HLM-86", "HLM-92"])
def test_both_one_sided_designs_tie_at_one_half(claim_id):
    at = point(claim_id)
    x, delta, pi = at["x"], at["delta"], at["pi"]
    assert pi == F(1, 2)
    assert threshold(x, delta) >= pi
    sides = ((F(1), delta), (delta, F(1)))
    assert all(in_region(side, x, delta) for side in sides)
    assert len({error(side, pi) for side in sides}) == 1
    assert error(sides[0], pi) <= error(corner(x, delta), pi)
    assert sides[0] != sides[1]


def test_two_optima_at_the_threshold():
    assert record("HLM-91").boundary == ("delta < 1",)
    assert [r.verdict for r in record("HLM-91").readings] == ["proved", "refuted"]
    at = point("HLM-91", 1)
    x, delta, pi = at["x"], at["delta"], at["pi"]
    assert threshold(x, delta) == pi
    assert error((F(1), delta), pi) == error(corner(x, delta), pi)
    assert corner(x, delta) != (1, delta)


def test_the_printed_difference_misses_a_square():
    at = point("HLM-88")
    x, delta, pi, n = at["x"], at["delta"], at["pi"], at["n"]
    e = x + 2 * delta - 1
    difference = error((F(1), delta), pi, n) - error(corner(x, delta), pi, n)
    assert difference != (1 - delta) * (pi * e - delta * (x + delta)) / (delta * e**2 * n)
    assert difference == (1 - delta) * (pi * e**2 - delta * (x + delta)) / (delta * e**2 * n)
    at = point("HLM-90")
    x, delta, pi = at["x"], at["delta"], at["pi"]
    assert pi * (x + 2 * delta - 1) - delta * (x + delta) < 0
    assert error((F(1), delta), pi) > error(corner(x, delta), pi)


def test_the_wrong_numbers_of_the_example():
    delta, pi = F(1, 3), F(9, 10)
    assert error((delta, F(1)), pi) == F(29, 100)
    assert error((F(1), delta), pi) == F(189, 100)
    x = F(math.exp(0.5))
    assert abs(error(edge(F(0), x, delta), pi) - F(-505, 1000)) < F(1, 1000)
    assert edge(F(0), x, delta)[0] > 1


def test_the_bracket_that_is_never_closed_is_named():
    """A print that cannot be read is no counterexample: what it may be with the bracket closed is judged."""
    closed, too_early, letters = record("HLM-62").readings
    assert (closed.verdict, too_early.verdict, letters.verdict) == ("proved", "refuted", "unknown")
    assert "never closed" in letters.note


# -- a changed print changes the verdict -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim_id", ["HLM-55", "HLM-58", "HLM-65", "HLM-70", "HLM-72", "HLM-85", "HLM-106", "HLM-113", "HLM-115"]
)
def test_a_changed_print_of_a_stated_claim_has_to_be_read_again(claim_id):
    claim = CLAIMS[claim_id]
    statement = replace(claim.main.statement, latex=(*claim.main.statement.latex, "1=2"))
    found = verify_claim(replace(claim, readings=(replace(claim.main, statement=statement),)))
    assert found.verdict == "unknown"
    assert "have changed" in found.note


# -- what is shown -----------------------------------------------------------------------------------------------------


def test_figure_1_is_drawn(tmp_path):
    for pi in (F(1, 4), F(1, 2), F(9, 10)):
        path = save(figure_1(pi), tmp_path / f"{pi.denominator}.png")
        assert path.read_bytes().startswith(b"\x89PNG")
        assert path.stat().st_size > 20_000
    with pytest.raises(ValueError, match="pi = 1"):
        figure_1(F(1))


def test_the_figure_shows_the_exact_threshold():
    for eps, delta in ((0.5, 0.1), (1.0, 0.4), (2.0, 0.9)):
        assert float(threshold_values(eps, delta)) == pytest.approx(float(threshold(F(math.exp(eps)), F(delta))))
