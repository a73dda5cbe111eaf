"""What stands behind the plots is exact and checked another way, and the command draws each kind."""

import json
import sys
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations
from math import exp, log

import pytest

from checks.inputs.design import read_design, read_symbolic_design
from checks.samplers.simulation.curves import Axes, axes_of, sweep_curves
from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.grid import Grid
from checks.show.plots.delta_curve import sampled
from checks.show.plots.feasible_region import error_at
from checks.show.plots.growth import Growth, GrowthFileError, Series, read_growth
from checks.show.plots.heat_map import short_labels
from checks.show.plots.posterior_range import by_parity, posterior_ranges
from checks.show.plots.variance_curves import FamilyError, least_variance, variance_points
from derivations.algebra.linear_algebra import inverse
from derivations.estimation.estimator import estimator_covariance
from derivations.estimation.likelihood import fisher_information
from lp.binary.optima import best_for_known, best_for_unknown, error_of
from mechanisms.design import Design
from mechanisms.guarantees.hockey_stick import delta_curve

F = Fraction


def matrix_of(design):
    return [[entry.evaluate({}) for entry in row] for row in design.entries]


# -- data --------------------------------------------------------------------------------------------------------------


def test_the_variance_is_that_of_the_linear_estimator_where_the_design_is_square():
    design, prior = read_design("grr(k=3, x=7/2)"), [F(1, 2), F(1, 3), F(1, 6)]
    covariance, _ = estimator_covariance(design, prior, 1)
    expected = sum(covariance[i][i].evaluate({}) for i in range(3))
    assert least_variance(matrix_of(design), prior) == expected


def test_the_variance_is_the_inverse_information_where_there_are_more_responses():
    design = Design(
        [[F(1, 2), F(1, 3), F(1, 6), 0], [F(1, 8), F(1, 8), F(1, 2), F(1, 4)], [F(1, 5), F(2, 5), F(1, 5), F(1, 5)]]
    )
    prior = [F(1, 2), F(1, 3), F(1, 6)]
    found = inverse(fisher_information(design, prior, 1))
    (a, b), (c, d) = [[entry.evaluate({}) for entry in row] for row in found]
    assert least_variance(matrix_of(design), prior) == a + d + (a + b + c + d)  # the first share is 1 less the others


def test_a_design_that_does_not_identify_the_shares_has_no_variance():
    assert least_variance([[F(1, 3), F(2, 3)]] * 2, [F(1, 4), F(3, 4)]) is None
    assert least_variance([[F(1, 3), F(2, 3)], [F(1, 2), F(1, 2)], [F(1, 4), F(3, 4)]], [F(1, 3)] * 3) is None


def test_points_of_a_family_lie_on_its_formula_and_in_the_range():
    points = list(variance_points(read_symbolic_design("warner", {}), [F(9, 10), F(1, 10)], 0.5, 2))
    assert len(points) > 50
    for point in points:
        p = max(point.value, 1 - point.value)
        yes = F(1, 10) * p + F(9, 10) * (1 - p)
        assert point.x == p / (1 - p)
        assert point.variance == 2 * yes * (1 - yes) / (2 * p - 1) ** 2
        assert 0.5 - 1e-6 <= log(point.x) <= 2 + 1e-6


def test_a_family_in_eps_covers_the_whole_range():
    points = list(variance_points(read_symbolic_design("grr(k=3)", {}), None, 0.5, 3))
    assert [log(points[0].x), log(points[-1].x)] == pytest.approx([0.5, 3], abs=1e-5)
    assert all(a.variance > b.variance for a, b in pairwise(points))


@pytest.mark.parametrize(
    ("family", "prior", "reason"),
    [
        ("grr(k=3, x=2)", None, "one parameter without a value, which is run through; here: none"),
        ("forced-response", None, "here: p, q"),
        ("grr(k=2)", [F(0), F(1)], "must be positive"),
    ],
)
def test_what_is_no_family_is_refused(family, prior, reason):
    with pytest.raises(FamilyError, match=reason):
        list(variance_points(read_symbolic_design(family, {}), prior, 0.5, 2, family))


def test_the_delta_curve_is_the_largest_excess_of_any_event():
    design = read_design("subset-selection(k=4, l=2, gamma=7/2)")
    rows, curve = matrix_of(design), delta_curve(design)
    eps, delta = sampled(curve, 1.5)
    assert {log(x) for x, _ in curve.vertices} <= set(eps)
    assert eps == sorted(eps)
    events = list(chain.from_iterable(combinations(range(6), size) for size in range(7)))
    for place in (0, 17, 40, len(eps) - 1):
        x = exp(eps[place])
        excess = max(sum(a[y] - x * b[y] for y in event) for a, b in permutations(rows, 2) for event in events)
        assert delta[place] == pytest.approx(excess, abs=1e-12)


def test_the_error_in_the_region_is_that_of_the_designs():
    for p00, p11 in ((F(7, 10), F(3, 5)), (F(1), F(1, 8)), (F(1, 5), F(3, 10))):
        assert float(error_at(float(p00), float(p11), F(2, 7))) == pytest.approx(float(error_of((p00, p11), F(2, 7))))
        worst = max(float(error_of((p00, p11), F(i, 400))) for i in range(401))
        assert float(error_at(float(p00), float(p11), None)) == pytest.approx(worst, rel=1e-4)
    known, unknown = best_for_known(F(7, 5), F(2, 5), F(1, 2)), best_for_unknown(F(3), F(1, 10))
    for best, pi in ((known, F(1, 2)), (unknown, None)):
        for point in best.minimisers:
            assert float(error_at(*map(float, point), pi)) == pytest.approx(float(best.value))


def test_responses_of_one_parity_share_a_band():
    design = Design([[F(1, 2), F(1, 4), F(1, 4), 0, 0], [F(1, 4), F(1, 2), 0, F(1, 4), 0]], responses="abcde")
    assert [(parity.value, responses) for parity, responses in by_parity(design)] == [
        (None, ["c", "d"]),
        (2, ["a", "b"]),
    ]


def test_labels_that_would_be_cut_alike_are_numbered():
    assert short_labels(["yes", 7]) == ["yes", "7"]
    assert short_labels([(3, 0, 0, 0, 0, 1), (3, 0, 0, 0, 0, 2)]) == ["no. 1", "no. 2"]
    assert short_labels([(1, 0, 1), (0, 0, 0)]) == ["{1,3}", "{}"]
    assert short_labels([(1, 0), (0, 1)]) == ["(1, 0)", "(0, 1)"], "two answers are no subset"
    assert short_labels([(1, 0, 0, 0, 0, 1), (0, 0, 1, 0, 1, 0)]) == ["{1,6}", "{3,5}"]
    assert short_labels([(1, 0), (0, 1)]) == ["(1, 0)", "(0, 1)"]


# -- growth ------------------------------------------------------------------------------------------------------------


def test_a_run_is_read_as_it_was_written_and_its_slope_fitted(tmp_path):
    times = {2: 9.0, 4: 0.02, 8: 0.16, 32: 10.24}  # 8 k^3 / 25600 from 4 on
    run = Growth("title", (Series("ours", times), Series("peer", {4: 0.5})))
    file = tmp_path / "run.json"
    file.write_text(json.dumps(run.to_json()))
    assert read_growth(file) == run
    assert run.series[0].slope() == pytest.approx(3)
    assert run.series[1].slope() != run.series[1].slope()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "an object with title, size, measure and series"),
        ('{"series": [], "colour": 1}', "an object with title"),
        ('{"series": []}', "a list of 1 to 20 objects"),
        ('{"series": [{"name": 1, "points": []}]}', "series 1 is an object with name"),
        ('{"series": [{"name": "a", "points": "x"}]}', "a list of at most"),
        ('{"series": [{"name": "a", "points": [[4, 1], [4, 2]]}]}', "of a size of its own"),
        ('{"series": [{"name": "a", "points": [[4, 0]]}]}', "is no pair of a size and its cost"),
        ('{"series": [{"name": "a", "points": [[true, 1]]}]}', "is no pair"),
        ('{"series": [{"name": "a", "points": [[4, NaN]]}]}', "is no pair"),
        ('{"title": 3, "series": [{"name": "a", "points": []}]}', "title is a text"),
    ],
)
def test_what_is_no_run_is_refused(text, reason, tmp_path):
    file = tmp_path / "run.json"
    file.write_text(text)
    with pytest.raises(GrowthFileError, match=reason):
        read_growth(file)


# -- the command -------------------------------------------------------------------------------------------------------

BEGIN = {"svg": b"<?xml", "png": b"\x89PNG"}
RUN = Growth("a $ title", (Series("ours", {2: 0.1, 3: 0.2}), Series("a $ peer", {2: 0.1})))


@pytest.mark.parametrize(
    ("arguments", "suffix"),
    [
        (["figure", "HLM-108"], "svg"),
        (["region", "--eps", "log(7/5)", "--delta", "2/5", "--pi", "1/2"], "svg"),
        (["region", "--eps", "x=1", "--delta", "3/5"], "svg"),
        (["delta", "grr(k=3, x=3)", "warner(p_w=1/5)", "--to", "3/2"], "svg"),
        (["variance", "warner", "forced-response(q=1/6)", "--pi", "3/4,1/4", "--from", "1/2", "--to", "3/2"], "png"),
        (["optimum", "-k", "2", "--objective", "hamming"], "svg"),
        (["posterior", "forced-response(p=3/4, q=0)", "--pi", "2/3,1/3"], "svg"),
        (["heatmap", "grr(k=3, x=5/2)"], "svg"),
        (["growth", "RUN"], "png"),
    ],
)
def test_each_kind_is_drawn(rrproof, tmp_path, arguments, suffix):
    run, output = tmp_path / "run.json", tmp_path / f"plot.{suffix}"
    run.write_text(json.dumps(RUN.to_json()))
    code, out, err = rrproof("plot", *[str(run) if a == "RUN" else a for a in arguments], "-o", str(output))
    assert (code, out) == (0, "")
    assert "written to" in err
    assert output.read_bytes().startswith(BEGIN[suffix])


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["heatmap", "grr(k=3, x=3)", "-o", "a.gif"], "a plot is written to a file whose name ends in .svg"),
        (["heatmap", "grr(k=3, x=3)", "-o", "none/a.svg"], "there is no directory"),
        (["heatmap", "grr(k=3)", "-o", "a.svg"], "grr needs x"),
        (["heatmap", "grr(k=3, x=3)"], "Missing option '-o'"),
        (["figure", "HLM-04", "-o", "a.svg"], "HLM-04 is no figure; those of HLM are HLM-108"),
        (["figure", "NZ-04", "-o", "a.svg"], "NZ has none"),
        (["figure", "HLM", "-o", "a.svg"], "HLM is a paper"),
        (["region", "--eps", "log(1)", "-o", "a.svg"], "answers independently of the truth"),
        (["region", "--eps", "log(3)", "--pi", "2", "-o", "a.svg"], "pi"),
        (["region", "--eps", "three", "-o", "a.svg"], "three"),
        (["variance", "grr(k=3, x=3)", "-o", "a.svg"], "a family has one parameter without a value"),
        (["variance", "warner", "--from", "3", "--to", "2", "-o", "a.svg"], "eps runs from 3 to 2"),
        (["variance", "warner", "--pi", "1/2,1/4,1/4", "-o", "a.svg"], "3 shares are given; there are 2"),
        (["posterior", "grr(k=2, x=3)", "--pi", "1/2,1/3", "-o", "a.svg"], "must sum to 1, not to 5/6"),
        (["posterior", "subset-selection(k=8, l=4, gamma=3)", "-o", "a.svg"], "at most 40 responses"),
        (["optimum", "-k", "3", "--objective", "mutual-information", "-o", "a.svg"], "rational functions of x"),
        (["growth", "none.json", "-o", "a.svg"], "cannot be read"),
    ],
)
def test_bad_input_is_explained(rrproof, monkeypatch, tmp_path, arguments, reason):
    monkeypatch.chdir(tmp_path)
    code, out, err = rrproof("plot", *arguments)
    assert (code, out) == (2, "")
    assert reason in " ".join(err.split())
    assert list(tmp_path.iterdir()) == []


def test_the_missing_extra_is_named(rrproof, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, _, err = rrproof("plot", "heatmap", "grr(k=3, x=3)", "-o", str(tmp_path / "a.svg"))
    assert code == 2
    assert "pip install matplotlib" in " ".join(err.split())


def test_the_figures_are_listed(rrproof):
    code, out, _ = rrproof("plot", "figures")
    assert code == 0
    numbers = {
        "HLM": ["Figure 1"],
        "MW": ["Figure 1", "Fig. 2"],
        "PAN": ["Figure 1(a)", "Figure 1(b)", "Figure 1(c)", "Figure 2(a)", "Figure 2(b)", "Figure 2(c)"],
        "SZY": [f"Figure {number}" for number in range(1, 6)],
    }
    numbers["PAN"] += ["Figure 3(a) to (e)", "Figure 3(f)"]
    for paper, known in numbers.items():
        rows = [line for line in out.splitlines() if line.startswith(f"{paper}-")]
        assert len(rows) == len(known)
        assert all(number in row for number, row in zip(known, rows, strict=True))
    assert "NZ-" not in out


def test_the_optimum_says_what_it_is_of_and_names_the_designs():
    pytest.importorskip("matplotlib")
    from checks.commands.design import read_question
    from checks.designs.optimal.parametric import answer_for_all, drawn_for_all

    figure = drawn_for_all(answer_for_all(read_question(4, None, "l1", F(0), None, None, False, True)))
    assert " ".join(figure.get_suptitle().split()).startswith("4 categories: the least expected distance")
    (legend,) = figure.legends
    named = [text.get_text() for text in legend.get_texts()]
    assert named[0].startswith("1: a binary mechanism")
    assert named[1] == "2: 4-ary randomized response"


def test_the_region_says_the_level_that_was_said():
    pytest.importorskip("matplotlib")
    from checks.inputs.rational_design import below
    from checks.show.plots.feasible_region import feasible_region

    for x, said in [(below(F(1)).value, r"$\epsilon=1$"), (F(3), r"$e^\epsilon=3$")]:
        assert said in feasible_region(x, F(1, 10)).axes[0].get_title()


def test_responses_have_one_name_in_the_legend_and_on_the_axis():
    figure = posterior_ranges(read_design("subset-selection(k=5, l=2, gamma=3)"))
    left, right = figure.axes
    assert left.get_legend().get_texts()[0].get_text().startswith("response {1,2}, {1,3}")
    assert right.get_xticklabels()[0].get_text() == "{1,2}"


def test_a_sweep_is_drawn_against_the_numbers_of_which_most_are_given() -> None:
    grid = Grid("grr(k={k}, x={x})", {"k": ("3", "4"), "x": ("2", "5/2", "3")})
    rows = [
        {"k": k, "x": x, "n": 1000, "pi": "uniform", "variance": variance}
        for k, heights in (("3", (3.0, 2.0, 1.0)), ("4", (40.0, None, 20.0)))
        for x, variance in zip(grid.vary["x"], heights, strict=True)
    ]
    (axes,) = sweep_curves(grid, rows).axes
    drawn = [(curve.get_label(), list(curve.get_xdata()), list(curve.get_ydata())) for curve in axes.lines]
    assert drawn == [("k = 3", [2.0, 2.5, 3.0], [3.0, 2.0, 1.0]), ("k = 4", [2.0, 3.0], [40.0, 20.0])]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_yscale()) == ("x", "variance", "log")
    both = replace(grid, what=("theory", "simulate"), vary={"k": ("3",), "x": ("2", "3")}, respondents=(10, 20))
    assert axes_of(both) == Axes("x", ("n",), "variance", "mse_unbiased")
    assert axes_of(replace(both, what=("privacy",))).drawn == "eps"
    with pytest.raises(SimulationError, match="holds 7 curves, and k would make 8"):
        axes_of(replace(grid, vary={"k": tuple("23456789"), "x": tuple(map(str, range(2, 12)))}))
    with pytest.raises(SimulationError, match="no name has two numbers"):
        axes_of(replace(grid, vary={"k": ("3",), "x": ("log(2)", "log(3)")}))
