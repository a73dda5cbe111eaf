"""Mechanisms whose answers are numbers, side by side, against formulas of the literature worked out here."""

from __future__ import annotations

import json
from math import exp, log

import pytest
from click.testing import CliRunner

from checks.cli import rrproof
from checks.designs.analysis.whole import AnalysisError
from checks.designs.comparison import compare
from checks.designs.comparison.numeric import NumericComparison
from checks.designs.comparison.page import variances

FOUR = ("laplace(eps=1)", "duchi(eps=1)", "piecewise(eps=1)", "hybrid(eps=1)")


def compared(*arguments: str, **given: object) -> NumericComparison:
    found = compare(arguments, **given)  # type: ignore[arg-type]
    assert isinstance(found, NumericComparison)
    return found


def worst_variances(eps: float) -> dict[str, float]:
    """By the formulas of Wang et al. 2019, section III, for truths from -1 to 1."""
    x, y = exp(eps), exp(eps / 2)
    return {
        "laplace": 8 / eps**2,
        "duchi": ((x + 1) / (x - 1)) ** 2,
        "piecewise": 4 * y / (3 * (y - 1) ** 2),
        "hybrid": (y + 3) / (3 * y * (y - 1)) + (x + 1) ** 2 / (y * (x - 1) ** 2),
    }


@pytest.mark.parametrize("eps", [0.3, 1.0, 3.0])
def test_worst_variances_are_those_of_the_paper(eps):
    wanted = worst_variances(eps)
    found = compared(*wanted, at_eps=f"{eps:.12g}")
    for (name, value), one in zip(wanted.items(), found.precisions, strict=True):
        assert one.worst == pytest.approx(value, rel=1e-12), name
    assert found.best == (min(wanted, key=wanted.__getitem__),)


def test_averages_are_those_of_uniform_truths():
    found = compared(*FOUR)
    # E t^2 = 1/3; the variance of duchi is D - t^2, that of piecewise t^2/(y - 1) + (y + 3)/(3 (y - 1)^2)
    x, y = exp(1), exp(1 / 2)
    assert found.precisions[1].average == pytest.approx(((x + 1) / (x - 1)) ** 2 - 1 / 3, rel=1e-12)
    assert found.precisions[2].average == pytest.approx(1 / (3 * (y - 1)) + (y + 3) / (3 * (y - 1) ** 2), rel=1e-12)


def test_the_known_turning_points_are_found():
    """0.61 and 1.29 stand in Wang et al. 2019, rounded; each is where the two formulas are equal."""
    found = {(turn.better, turn.worse): turn.eps for turn in compared(*FOUR).turns}
    assert set(found) == {("hybrid", "duchi"), ("piecewise", "duchi"), ("laplace", "duchi")}
    assert round(found["hybrid", "duchi"], 2) == 0.61
    assert round(found["piecewise", "duchi"], 2) == 1.29
    for (better, worse), eps in found.items():
        values = worst_variances(eps)
        assert values[better] == pytest.approx(values[worse], rel=1e-9)
        above = worst_variances(eps + 0.01)
        assert above[better] < above[worse]


def test_where_two_variances_cross():
    """Those of Duchi's and the piecewise mechanism cross where t^2 (1 + 1/(y - 1)) = D - (y + 3)/(3 (y - 1)^2)."""
    x, y = exp(1), exp(1 / 2)
    t = (((x + 1) / (x - 1)) ** 2 - (y + 3) / (3 * (y - 1) ** 2)) / (1 + 1 / (y - 1))
    orders = compared("duchi(eps=1)", "piecewise(eps=1)").to_json()["orders"]
    place = f"{t**0.5:.4g}"
    assert orders["duchi(eps=1), piecewise(eps=1)"] == (
        f"the smaller one has duchi(eps=1) from -1 to -{place} and from {place} to 1, "
        f"piecewise(eps=1) from -{place} to {place}"
    )


def test_what_is_compared_is_the_estimate_of_the_truth():
    """An answer t*S with S from 1 to 3 has the variance t^2/3; the estimate is half of it."""
    found = compared("multiplicative(a=1, b=3)", "additive(a=1, b=3)")
    assert found.precisions[0].worst == pytest.approx(1 / 12, rel=1e-12)
    assert found.precisions[0].least == pytest.approx(0, abs=1e-15)
    assert found.precisions[0].least_at == (0.0,)
    assert found.precisions[1].worst == pytest.approx(1 / 3, rel=1e-12)
    assert not found.turns


def test_integers_are_averaged_over_integers():
    found = compared("discrete-laplace(eps=1, high=4)", "discrete-laplace(a=1/2, high=4)")
    a = exp(-1 / 4)
    assert found.precisions[0].average == pytest.approx(2 * a / (1 - a) ** 2, rel=1e-12)
    assert found.precisions[1].worst == pytest.approx(4, rel=1e-12)
    # 2a/(1 - a)^2 = 4 where a = 1/2, e^(eps/4) = 2
    (turn,) = found.turns
    assert turn.eps == pytest.approx(4 * log(2), rel=1e-9)


def test_two_ways_to_write_the_same_are_equal():
    found = compared("laplace(eps=2)", "laplace(b=1)")
    assert found.to_json()["orders"]["laplace(eps=2), laplace(b=1)"] == "the same at every truth"
    assert set(found.best) == {"laplace(eps=2)", "laplace(b=1)"}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("duchi(eps=1)",), "at least two mechanisms are needed"),
        (("duchi(eps=1)", "duchi(eps=1)"), "named twice"),
        (("duchi(eps=1)", "grr(k=2, x=3)"), "has finitely many responses; compare those of one kind"),
    ],
)
def test_what_makes_no_sense(arguments, sentence):
    with pytest.raises(AnalysisError, match=sentence):
        compare(arguments)


def test_the_command():
    run = CliRunner().invoke(rrproof, ["compare", *FOUR])
    assert run.exit_code == 0, run.output
    assert "* 4.28899" in run.output
    assert "from there on piecewise has the smaller one, below duchi" in run.output
    run = CliRunner().invoke(rrproof, ["compare", "laplace", "duchi", "--at-eps", "log(3)", "--json"])
    found = json.loads(run.output)
    assert "duchi" in json.dumps(found)
    run = CliRunner().invoke(rrproof, ["compare", *FOUR, "--pi", "1/2,1/2"])
    assert run.exit_code == 2
    assert "--pi is of designs with finitely many truths" in run.output


def test_a_page_has_what_is_printed(tmp_path):
    path, plot = tmp_path / "page.html", tmp_path / "worst.svg"
    run = CliRunner().invoke(rrproof, ["compare", *FOUR, "--html", str(path), "--plot", str(plot)])
    assert run.exit_code == 0, run.output
    page = path.read_text()
    assert "<h1>Comparison of 4 designs</h1>" in page
    assert "worst variance" in page
    assert "duchi(eps=1) has the smaller one at every truth" in page
    assert "Worst variance against eps" in page
    assert plot.read_text().startswith("<?xml")
    (axes,) = variances(compared("laplace(eps=1)", "duchi(eps=2)", "laplace(b=3)")).axes
    laplace, marked, duchi = axes.lines[0], axes.lines[1], axes.lines[3]
    assert list(marked.get_xydata()[0]) == pytest.approx([1, 8])
    for eps, worst in laplace.get_xydata():
        assert worst == pytest.approx(8 / eps**2, rel=1e-9), "2 b^2 with the scale b = 2/eps"
    for eps, worst in duchi.get_xydata():
        assert worst == pytest.approx(((exp(eps) + 1) / (exp(eps) - 1)) ** 2, rel=1e-9)
