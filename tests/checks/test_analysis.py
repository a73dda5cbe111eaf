"""The analysis of designs against independent brute force: all events, all priors of a grid, all readings, and rank."""

import json
import math
import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
import sympy

from checks import analyze
from checks.designs.analysis.estimation import estimation, fisher
from checks.designs.analysis.inference import mutual_information
from checks.designs.analysis.neighbours import candidates, relaxation_to_randomized_response
from checks.designs.analysis.optimality import Level, distance, least_loss
from checks.inputs.design import read_design
from checks.show.sheet import Fact, matrix
from derivations.algebra.linear_algebra import rank
from derivations.algebra.rational_systems import null_space
from derivations.estimation.likelihood import fisher_information
from derivations.steps import Written
from lp.losses.linear_loss import l1
from lp.relaxations.blackwell import Garbling, channel_between
from mechanisms import Design
from mechanisms.exact.privacy_level import LevelError
from mechanisms.guarantees.hockey_stick import delta_curve
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.relaxation import randomized_response

F = Fraction
GENERIC = [
    [F(3, 10), F(1, 10), F(2, 5), F(1, 5)],
    [F(1, 6), F(1, 3), F(1, 4), F(1, 4)],
    [F(2, 7), F(1, 7), F(1, 7), F(3, 7)],
]
PRIOR = (F(1, 2), F(1, 5), F(3, 10))


def rows_of(design: Design) -> list[list[Fraction]]:
    return [[entry.constant_value() for entry in row] for row in design.entries]


def some_design(seed: int, truths: int, responses: int, *, zeros: bool = False) -> Design:
    draw = random.Random(seed)
    rows = [[draw.randint(0 if zeros else 1, 9) for _ in range(responses)] for _ in range(truths)]
    return Design([[F(v, sum(row)) for v in row] for row in rows])


# -- privacy -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "zeros"), [(1, False), (2, True), (3, True)])
def test_delta_is_the_largest_excess_over_all_events(seed: int, zeros: bool) -> None:
    design = some_design(seed, 3, 4, zeros=zeros)
    rows, curve = rows_of(design), delta_curve(design)
    places = [x for x, _ in curve.vertices]
    for x in (*places, *(place + F(1, 7) for place in places), F(3, 2), F(29, 4)):
        excess = max(
            sum((p - x * q for p, q, inside in zip(a, b, event, strict=True) if inside), F(0))
            for a, b in permutations(rows, 2)
            for event in product((0, 1), repeat=4)
        )
        assert curve(x) == excess


def test_pieces_and_parities_of_a_generic_design() -> None:
    found = analyze(GENERIC, timeout=60).privacy
    assert found.x == F(10, 3) == smallest_epsilon(Design(GENERIC)).ratio.constant_value()
    assert [p.value for p in found.responses] == [F(9, 5), F(10, 3), F(14, 5), F(15, 7)]
    assert [r.value for r in found.rows] == [F(14, 5), F(10, 3), F(15, 7)]
    for piece in found.pieces:
        for x in (piece.low, (piece.low + (piece.high or piece.low + 2)) / 2):
            assert piece.intercept - piece.slope * x == found.curve(x)
    assert found.pieces[-1].slope == found.pieces[-1].intercept == 0


# -- identifiability ---------------------------------------------------------------------------------------------------


def test_mixtures_that_look_alike_lead_to_the_same_responses() -> None:
    rows = [
        [F(1, 2), F(1, 3), F(1, 6)],
        [F(1, 5), F(1, 5), F(3, 5)],
        [F(2, 5), F(13, 45), F(14, 45)],
        [F(1, 7), F(2, 7), F(4, 7)],
    ]
    assert rows[2] == [F(2, 3) * p + F(1, 3) * q for p, q in zip(rows[0], rows[1], strict=True)]
    found = analyze(rows, timeout=60)
    assert found.identifiability.rank == sympy.Matrix(rows).rank() == 3
    (alike,) = found.identifiability.alike
    assert {alike.first, alike.second} == {(0, 0, 1, 0), (F(2, 3), F(1, 3), 0, 0)}
    assert found.identifiability.estimable == (False, False, False, True)
    assert found.estimation is None
    assert "no estimator of the shares is unbiased" in {u.part: u.reason for u in found.unknown}["minimax"]


def test_null_space_is_a_basis() -> None:
    matrix = [[F(1), F(2), F(0), F(3)], [F(2), F(4), F(1), F(1, 2)]]
    basis = null_space(matrix, 4)
    assert len(basis) == 2
    assert all(sum(a * b for a, b in zip(row, v, strict=True)) == 0 for row in matrix for v in basis)
    assert sympy.Matrix([list(v) for v in basis]).rank() == 2


def test_rank_over_the_rational_functions() -> None:
    p = sympy.Symbol("p")
    from mechanisms.exact.domain import Domain, within

    design = Design([[p, 1 - p], [p**2, 1 - p**2], [0, 1]], Domain.of(within("p", 0, 1)))
    assert rank(design.entries) == 2
    assert rank(Design([[F(1, 3), F(2, 3)]] * 2).entries) == 1


# -- inference ---------------------------------------------------------------------------------------------------------


def test_information_and_posteriors_against_their_definitions() -> None:
    found = analyze(GENERIC, prior=PRIOR, timeout=60)
    law = [sum(w * row[y] for w, row in zip(PRIOR, GENERIC, strict=True)) for y in range(4)]
    information = sum(
        float(w * p) * math.log(p / q)
        for w, row in zip(PRIOR, GENERIC, strict=True)
        for p, q in zip(row, law, strict=True)
    )
    assert float(found.inference.information) == pytest.approx(information, rel=1e-12)
    assert float(found.inference.entropy) == pytest.approx(-sum(float(w) * math.log(w) for w in PRIOR), rel=1e-12)
    posteriors = [[w * row[y] / law[y] for y in range(4)] for w, row in zip(PRIOR, GENERIC, strict=True)]
    assert [(r.low, r.high) for r in found.inference.ranges] == [(min(p), max(p)) for p in posteriors]
    guesses = max(
        sum(PRIOR[choice[y]] * GENERIC[choice[y]][y] for y in range(4)) for choice in product(range(3), repeat=4)
    )
    assert found.inference.guess.probability == guesses
    assert found.inference.leakage.ratio == guesses / F(1, 2)


def test_information_with_impossible_responses_and_truths() -> None:
    design = Design([[1, 0, 0], [0, F(1, 3), F(2, 3)]])
    assert mutual_information(design, (F(1, 4), F(3, 4))) == analyze(design, prior=(F(1, 4), F(3, 4))).inference.entropy
    assert mutual_information(design, (F(0), F(1))) == 0


@pytest.mark.parametrize("before", [F(1, 100), F(1, 10), F(1, 2)])
def test_posterior_bounds_are_attained_by_two_truths_and_never_exceeded(before: Fraction) -> None:
    found = analyze(GENERIC, timeout=60)
    (bound,) = [b for b in found.inference.bounds if b.before == before]
    column = [row[1] for row in GENERIC]
    top, bottom = max(column), min(column)
    assert bound.high == before * top / (before * top + (1 - before) * bottom)
    assert bound.low == before * bottom / (before * bottom + (1 - before) * top)
    for share in (F(1, 3), F(4, 5)):
        prior = (before, (1 - before) * share, (1 - before) * (1 - share))
        for y in range(4):
            law = sum(w * row[y] for w, row in zip(prior, GENERIC, strict=True))
            assert bound.low <= before * GENERIC[0][y] / law <= bound.high


# -- estimation --------------------------------------------------------------------------------------------------------


def test_estimators_are_unbiased_and_the_best_one_attains_cramer_and_rao() -> None:
    found = estimation(Design(GENERIC), PRIOR)
    assert len(found.freedom) == 1
    for one in (found.estimator, found.best, found.minimax):
        means = [[sum(row[y] * one.weights[y][x] for y in range(4)) for x in range(3)] for row in GENERIC]
        assert means == [[int(i == j) for j in range(3)] for i in range(3)]
    information = sympy.Matrix(found.information)
    bound = information.inv()
    assert [list(row[1:]) for row in found.best.covariance[1:]] == [
        [F(int(bound[i, j].p), int(bound[i, j].q)) for j in range(2)] for i in range(2)
    ]
    # Any other unbiased weights have more variance at this prior.
    for step in (F(1, 3), F(-2, 5)):
        moved = [
            tuple(w + step * z * (x + 1) for x, w in enumerate(row))
            for row, z in zip(found.best.weights, found.freedom[0], strict=True)
        ]
        law = [sum(w * row[y] for w, row in zip(PRIOR, GENERIC, strict=True)) for y in range(4)]
        variance = sum(p * w * w for p, row in zip(law, moved, strict=True) for w in row) - sum(w * w for w in PRIOR)
        assert variance > found.best.variance
    assert found.estimator.variance > found.best.variance


def test_fisher_information_is_that_of_the_derivation() -> None:
    derived = fisher_information(Design(GENERIC), PRIOR, 1)
    assert fisher(GENERIC, PRIOR) == tuple(tuple(v.constant_value() for v in row) for row in derived)
    zeros = [[F(1), F(0), F(0)], [F(1, 3), F(1, 3), F(1, 3)]]
    assert fisher(zeros, (F(1), F(0))) is None


def test_the_worst_case_is_no_smaller_than_the_risk_at_any_prior_of_a_grid() -> None:
    found = estimation(Design(GENERIC), PRIOR).estimator
    attained = False
    for a, b in product(range(13), repeat=2):
        if a + b <= 12:
            prior = (F(a, 12), F(b, 12), F(12 - a - b, 12))
            law = [sum(w * row[y] for w, row in zip(prior, GENERIC, strict=True)) for y in range(4)]
            risk = sum(p * w * w for p, row in zip(law, found.weights, strict=True) for w in row) - sum(
                w * w for w in prior
            )
            assert risk <= found.worst.value
            attained = attained or risk > F(99, 100) * found.worst.value
    assert attained


NEARLY_ONE_SIDED = [[F(1, 9), F(3, 9), F(5, 9)], [F(6, 11), F(4, 11), F(1, 11)]]


@pytest.mark.parametrize("rows", [NEARLY_ONE_SIDED, GENERIC, rows_of(some_design(11, 2, 6))])
def test_the_least_worst_case_of_all_unbiased_estimators_is_found_between_close_bounds(rows) -> None:
    """Against the risks of the best estimators at priors of a grid, by pseudo-inverses in floats."""
    design = Design(rows)
    found = estimation(design, (F(1, len(rows)),) * len(rows))
    least, worst = found.least_risk, found.smallest_worst_case.worst.value
    assert 0 <= worst - least < F(1, 10**9) * worst
    matrix = np.array([[float(e.constant_value()) for e in row] for row in design.entries])
    largest = 0.0
    steps = 60
    for cut in product(range(steps + 1), repeat=len(rows) - 1):
        if sum(cut) <= steps:
            prior = np.array([*cut, steps - sum(cut)]) / steps
            law = prior @ matrix
            if min(law) > 0:
                inverse = np.linalg.inv(matrix @ np.diag(1 / law) @ matrix.T)
                largest = max(largest, np.trace(inverse) - prior @ prior)
    assert largest <= float(worst) + 1e-9
    assert largest == pytest.approx(float(worst), rel=2e-3)
    assert all(worst <= one.worst.value for one in (found.estimator, found.best) if one is not None)


def test_a_worst_case_that_is_not_known_to_be_the_least_says_so(monkeypatch) -> None:
    monkeypatch.setattr("checks.designs.analysis.estimation.LARGEST", 0)
    found = analyze(NEARLY_ONE_SIDED, timeout=60)
    said = {one.name: one.value for s in found.sections() for one in s.parts if isinstance(one, Fact)}
    assert found.estimation.least_risk < found.estimation.smallest_worst_case.worst.value
    assert said["of all estimators"].text.startswith("the least worst case lies between")


def test_the_one_estimator_of_a_square_design() -> None:
    found = estimation(randomized_response(F(7, 2), 3), PRIOR)
    assert (found.best, found.minimax, found.freedom) == (None, None, ())
    inverse = sympy.Matrix(rows_of(randomized_response(F(7, 2), 3))).inv()
    assert [[F(int(v.p), int(v.q)) for v in inverse.row(y)] for y in range(3)] == [
        list(r) for r in found.estimator.weights
    ]


# -- optimality, order, relaxation -------------------------------------------------------------------------------------


def test_least_loss_is_that_of_the_best_of_all_readings() -> None:
    design, loss = Design(GENERIC), l1(3)
    best = min(
        sum(PRIOR[x] * GENERIC[x][y] * loss[x][reading[y]] for x in range(3) for y in range(4))
        for reading in product(range(3), repeat=4)
    )
    assert least_loss(design, loss, PRIOR) == best


def test_randomized_response_is_optimal_where_it_is_known_to_be() -> None:
    found = analyze("grr(k=3, x=5)", timeout=60)
    assert {d.objective: d.is_optimal for d in found.distances} == dict.fromkeys(
        ("hamming", "l1", "mse", "mutual-information", "minimax"), True
    )
    assert {n.name: n.relation for n in found.neighbours}["3-ary randomized response"] == "same"
    assert all(a.criterion != "parity at most 5" or a.admissible for a in found.admissibilities)


def test_a_design_that_is_not_optimal_is_told_by_how_much() -> None:
    design = Design(GENERIC)
    one = distance("hamming", design, (F(1, 3),) * 3, Level(F(10, 3)), None)
    assert one.optimum == 1 - F(10, 3) / (F(10, 3) + 2) == F(3, 8)
    assert one.own == 1 - F(1, 3) * (F(3, 10) + F(1, 3) + F(2, 5) + F(3, 7))
    assert one.ratio == one.own / one.optimum > 1
    assert not one.is_optimal
    assert str(one) == repr(one) == f"probability of a wrong answer: {one.own}, the best is 3/8"
    best = distance("hamming", randomized_response(F(10, 3), 3), (F(1, 3),) * 3, Level(F(10, 3)), None)
    assert str(best) == "probability of a wrong answer: 3/8, which is the best"
    mixed = distance("hamming", design, (F(1, 3),) * 3, Level(F(3, 2), delta_curve(design)(F(3, 2))), None)
    assert one.optimum < mixed.optimum <= one.own


def test_mechanisms_of_the_catalogue_are_taken_at_the_same_eps() -> None:
    for k, x in ((2, F(9, 4)), (3, F(4)), (5, F(16, 9))):
        found = dict(candidates(randomized_response(F(2), k), x))
        assert {smallest_epsilon(design).ratio.constant_value() for design in found.values()} == {x}
        assert "symmetric unary encoding (SUE)" in found
        assert len([name for name in found if name.startswith("subset selection")]) == max(k - 2, 0)
    assert "symmetric unary encoding (SUE)" not in dict(candidates(randomized_response(F(2), 3), F(3)))
    corner = dict(candidates(randomized_response(F(4), 2), F(4), Level(F(3), F(1, 5))))[
        "corner mechanism, eps = log(3), delta = 1/5"
    ]
    assert delta_curve(corner)(F(3)) == F(1, 5)


def test_the_least_level_of_relaxation_is_where_a_channel_begins_to_exist() -> None:
    design = Design(GENERIC)
    found = relaxation_to_randomized_response(design, F(10, 3))
    assert found.x == max(sum(c) / min(c) - 2 for c in zip(*GENERIC, strict=True))
    assert found.relaxation.last == randomized_response(found.x, 3)
    above, below = (channel_between(randomized_response(found.x + d, 3), design) for d in (F(1, 9), F(-1, 9)))
    assert (isinstance(above, Garbling), isinstance(below, Garbling)) == (True, False)
    own = relaxation_to_randomized_response(randomized_response(F(9, 4), 4), F(9, 4))
    assert own.x == own.own == F(9, 4)


# -- edges: zeros, ties, one that says nothing -------------------------------------------------------------------------


def test_zeros_make_eps_infinite_and_a_level_gives_a_class() -> None:
    rows = [[F(1, 2), F(1, 2), F(0)], [F(1, 5), F(2, 5), F(2, 5)]]
    plain = analyze(rows, timeout=60)
    assert plain.privacy.x is None
    assert plain.compared_at is None
    assert plain.distances == ()
    assert plain.relaxation.x is None
    assert plain.inference.factor is None
    assert {n.name: n.relation for n in plain.neighbours}["direct questioning"] == "less"
    found = analyze(rows, level="log(3/2)", timeout=60)
    assert found.compared_at == Level(F(3, 2), F(2, 5))
    assert {d.objective for d in found.distances} == {"hamming", "l1", "mse", "minimax"}
    assert all(d.gap >= 0 for d in found.distances)
    irrational = analyze(rows, level="1/2", timeout=60)
    low, high = irrational.privacy.delta(irrational.level)
    assert low <= high < low + F(1, 10**9)
    assert 0 <= irrational.compared_at.delta - low < F(1, 10**10)
    assert "e^(1/2) is irrational" in irrational.notes[0]


def test_a_design_that_says_nothing() -> None:
    found = analyze([[F(1, 3), F(2, 3)]] * 3, timeout=60)
    assert (found.identifiability.rank, found.privacy.x, found.relaxation.x) == (1, 1, 1)
    assert found.inference.information == 0
    assert found.inference.leakage.ratio == 1
    assert {d.objective: d.is_optimal for d in found.distances} == {"hamming": True, "l1": True, "mse": True}


def test_a_part_that_takes_too_long_is_unknown() -> None:
    found = analyze(some_design(5, 6, 8), timeout=1e-4)
    assert found.unknown
    assert any("not done after" in u.reason for u in found.unknown)


# -- output ------------------------------------------------------------------------------------------------------------


def test_json_holds_the_design_as_a_file_that_is_read_again(tmp_path) -> None:
    found = analyze(GENERIC, prior=PRIOR, timeout=60)
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    (tmp_path / "again.json").write_text(json.dumps(data["design"]))
    again = read_design(str(tmp_path / "again.json"))
    assert again == Design(GENERIC)
    weights = [F(w["exact"]) for w in data["prior"]]
    assert analyze(again, prior=weights, timeout=60).to_json() == found.to_json()
    assert F(data["inference"]["guess"]["probability"]["exact"]) == found.inference.guess.probability
    assert data["privacy"]["parity"]["value"] == {"exact": "10/3", "float": 10 / 3}


def test_sections_name_everything_and_cut_long_matrices() -> None:
    found = analyze(some_design(7, 3, 15), timeout=60)
    grids = {p.caption: p for s in found.sections() for p in s.parts if hasattr(p, "caption")}
    assert grids["P(response | truth)"].cut == "the first part of 3 rows and 15 columns"
    long = matrix([[F(1)] * 15], ["a"], [(1, 1, 0, 0, 0, k) for k in range(15)], "P", full=False)
    assert [str(cell) for cell in long.header[1:]] == ["1 1 0 0 0 0", *(f"1 1 0 0 0 {k}" for k in range(1, 5)), "..."]
    assert long.rows[0][0] == Written("a", r"\text{a}"), "a letter is no variable"
    full = {p.caption: p for s in found.sections(full=True) for p in s.parts if hasattr(p, "caption")}
    assert len(full["P(response | truth)"].header) == 16
    assert found._repr_latex_().startswith("$\\displaystyle")
    assert "<h3>Privacy</h3>" in found._repr_html_()


def test_a_design_with_parameters_is_analysed_symbolically() -> None:
    from checks.inputs.design import read_values

    found = analyze("warner", timeout=60)
    assert (found.rank, found.missing) == (2, ("p_w",))
    assert str(found.singular) == "2*p_w - 1"
    assert len(found.evidence()) >= 10
    numeric = analyze("warner", at=read_values(["p_w=2/7"]), timeout=60)
    at = {"p_w": F(2, 7), "pi": F(1, 2), "n": F(1)}
    assert found.estimates.covariance[1][1].evaluate(at) == numeric.estimation.estimator.covariance[1][1]
    assert [[w.evaluate({"p_w": F(2, 7)}) for w in row] for row in found.estimator.weights] == [
        list(row) for row in numeric.estimation.estimator.weights
    ]
    assert json.loads(json.dumps(found.to_json()))["missing"] == ["p_w"]
    assert {s.key for s in found.sections()} >= {"design", "identifiability", "privacy", "estimation", "numbers"}


def test_the_rank_of_a_design_with_irrational_entries_and_parameters_is_that_over_its_field() -> None:
    from sympy import Rational, Symbol, sqrt

    from mechanisms.exact.domain import Domain, within

    p, root = Symbol("p"), sqrt(2)
    first = [p * root / 2, 1 - p * root / 2]
    domain = Domain.of(within("p", 0, 1))
    full = analyze(Design([first, [Rational(1, 3), Rational(2, 3)]], domain), timeout=60)
    equal = analyze(Design([first, [p / root, 1 - p / root]], domain), timeout=60)
    assert (full.rank, equal.rank) == (2, 1)
    said = {one.name: one.value for s in full.sections() for one in s.parts if isinstance(one, Fact)}
    assert said["identifiable"].startswith("yes, at almost all values")


def test_a_rank_that_is_not_found_in_its_time_is_not_given_as_zero(monkeypatch) -> None:
    def slow(*_: object) -> int:
        raise TimeoutError("not done after 0 seconds")

    monkeypatch.setattr("checks.designs.analysis.symbolic.rank", slow)
    found = analyze("warner", timeout=60)
    assert found.rank is None
    assert not any(isinstance(one, Fact) and one.name == "identifiable" for s in found.sections() for one in s.parts)
    assert [one.part for one in found.unknown] == ["rank"]


def test_a_number_is_no_level() -> None:
    with pytest.raises(LevelError, match=r"a level is a text such as 'log\(3\)', or a PrivacyLevel, not 2.0"):
        analyze(GENERIC, level=2.0)


def test_tables_in_latex_fit_between_the_margins() -> None:
    from checks.designs.analysis.latex import document
    from checks.show.latex.formulas import parse, width
    from checks.show.latex.line_breaks import LINE
    from checks.show.sheet import heading

    found = analyze("sue(k=2)", timeout=60)
    made = document(found, title=heading(Design([[F(1)]]), "/somewhere/ages.csv"))
    assert r"\title{Analysis of the design ages.csv}" in made
    _, _, errors = made.partition("errors for $n$ respondents")
    assert r"\begin{tabular}" not in errors.partition(r"\section*")[0]
    assert r"\begin{align*}" in errors
    rows = [line.partition("&")[2] for line in errors.splitlines() if line.startswith((r"\\ &", "&"))]
    assert len(rows) > 4
    assert all(width(parse(row.replace(r"\qquad", ""))) <= LINE for row in rows)
    narrow = document(analyze("grr(k=3, x=2)", timeout=60), title="k-ary response")
    assert r"Blackwell's order, at $\epsilon=\log (2)$ $\approx$ 0.693147" in narrow
