"""The witnesses of the paper agree with what the claims say is right, and can disagree."""

import random
from dataclasses import replace
from fractions import Fraction as F
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.claims.claim import Statement
from checks.claims.verdict import Verdict
from checks.papers.collection import load_paper
from checks.papers.hlm.encodings import ENCODINGS
from checks.papers.hlm.witnesses import WITNESS, witnesses_of
from checks.papers.hlm.witnesses.further import FURTHER
from checks.papers.hlm.witnesses.laws import error
from checks.papers.hlm.witnesses.meanings import MEANINGS
from checks.papers.hlm.witnesses.predicates import PREDICATES, normal_margin
from checks.papers.hlm.witnesses.regions import edge, polygon, t_zero
from checks.papers.spellings import spellings
from checks.reading import read_latex, read_plain
from checks.verifying.stated import definitions, witnessed
from checks.witness import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import ball, compare
from checks.witness.points import Draw
from checks.witness.sampled import FALSE_ALARM, frequency_witness, tolerance

VOCABULARY = spellings("HLM")
PAPER = load_paper("HLM")
JUDGED = [c for c in PAPER.claims if c.readings]
STATED = [c for c in JUDGED if c.main.statement.statement]


def expected(claim):
    return Verdict.CORRECTED if claim.correction else Verdict.PROVED


def records(claim_id, **changes):
    claim = PAPER.claim(claim_id)
    return witnesses_of(replace(claim, **changes), expected(claim), 0)


@pytest.mark.parametrize("claim", STATED, ids=lambda c: c.id)
def test_no_statement_in_the_logic_is_contradicted_at_exact_points(claim):
    """Only a least error among all designs, or a premise that is an equation, is nothing that running through finds."""
    record = witnessed(claim.main.statement.statement, definitions(PAPER.definitions, "HLM"), True, 0)
    unseen = ("no value at a point", "no drawn point")
    assert record.agrees or claim.correction or any(words in record.summary for words in unseen)


@pytest.mark.parametrize("claim", [c for c in JUDGED if c not in STATED], ids=lambda c: c.id)
def test_every_claim_has_witnesses_and_all_agree(claim):
    found = witnesses_of(claim, expected(claim), 0)
    assert len(found) >= (2 if claim.correction else 1)
    assert [w.summary for w in found if not w.agrees] == []


def test_the_witnesses_cover_the_encodings_that_decide_a_verdict():
    deciding = {s.encode for c in JUDGED for s in (c.main.statement, c.correction and c.correction.statement) if s}
    assert deciding - {""} <= set(PREDICATES)
    assert set(PREDICATES) <= set(ENCODINGS)
    assert set(FURTHER) <= {c.id for c in JUDGED}


def test_no_witness_where_nothing_was_proved():
    claim = PAPER.claim("HLM-17")
    assert witnesses_of(claim, Verdict.UNKNOWN, 0) == []
    assert witnesses_of(PAPER.claim("HLM-01"), Verdict.DEFINED, 0) == []


WRONG = {
    "HLM-20": r"\mathbb{P}(|G-\mu|\leq 1.95\sigma)\geq 0.95",
    "HLM-39": r"\operatorname*{arg\,min}_{x,y\in[0,1]}f(x,y)=\{(0,1)\}",
    "HLM-44": (
        r"\frac{\partial\operatorname{Var}(\hat{\Pi}|\pi)}{\partial p_{11}}="
        r"-\frac{2p_{00}(1-p_{00})(1-\pi)}{(p_{00}+p_{11}-1)^{3}n}"
    ),
    "HLM-94": r"g(\epsilon,\delta)=0.244<\pi",
    "HLM-96": r"\operatorname{Var}(\hat\Pi(r_\delta(1),s_\delta(1))|\pi)=2.371",
    "HLM-107": r"\operatorname{Var}(\hat\Pi(r_\delta(1),s_\delta(1))|\pi)=\frac{15}{17}",
}


@pytest.mark.parametrize("claim_id", WRONG)
def test_a_planted_error_is_seen(claim_id):
    claim = PAPER.claim(claim_id)
    latex = WRONG[claim_id]
    statement = replace(claim.main.statement, latex=(latex,) if isinstance(latex, str) else latex)
    found = records(claim_id, readings=(replace(claim.main, statement=statement),))
    assert not found[0].agrees
    assert "fails at" in found[0].summary


def test_a_true_statement_that_is_called_refuted_is_seen():
    """The search sees no failure, which says nothing; at the point of the refutation the statement holds."""
    claim = PAPER.claim("HLM-44")
    found = witnesses_of(claim, Verdict.REFUTED, 0)
    assert [w.agrees for w in found] == [None]
    assert "no failure" in found[0].summary
    point = {"p00": "2/3", "p11": "3/4", "pi": "1/3", "n": "2"}
    assert WITNESS.at_point(claim.main.statement, point, 0).agrees is not True


def test_a_correction_that_is_wrong_is_seen():
    claim = PAPER.claim("HLM-103")
    statement = replace(claim.correction.statement, latex=(claim.correction.statement.latex[0].replace("29", "28"),))
    found = records("HLM-103", correction=replace(claim.correction, statement=statement))
    assert [w.agrees for w in found] == [True, False]


def test_a_domain_without_points_is_no_agreement():
    claim = PAPER.claim("HLM-44")
    statement = replace(claim.main.statement, domain=("pi > 1/2", "pi < 1/2"))
    found = records("HLM-44", readings=(replace(claim.main, statement=statement),))
    assert not found[0].agrees


def test_a_decimal_is_the_rounded_value_also_in_the_next_relation():
    point = Evaluator(MEANINGS, {"pi": F(2434, 10000), "t": F(2426, 10000)})
    assert point.truth(read_latex(r"t=0.243<\pi", VOCABULARY))
    assert not point.truth(read_latex(r"t=0.242<\pi", VOCABULARY))
    # The printed digits are below pi, the exact value is not.
    assert not point.at(t=F(24345, 100000)).truth(read_latex(r"t=0.243<\pi", VOCABULARY))


@pytest.mark.parametrize(
    ("claim_id", "counterexample", "confirmed"),
    [
        ("HLM-88", {"eps": "log(2)", "delta": "1/3", "pi": "1/4", "n": "1"}, True),
        ("HLM-88", {"eps": "log(2)", "delta": "1", "pi": "1/4", "n": "1"}, False),
        ("HLM-85", {"eps": "0", "delta": "1/4", "pi": "1/2"}, True),
        ("HLM-85", {"eps": "log(2)", "delta": "1/4", "pi": "1/4"}, False),
        ("HLM-112", {"eps": "0", "delta": "0"}, True),
        ("HLM-104", {}, True),
    ],
)
def test_counterexamples_are_confirmed_only_where_the_print_fails(claim_id, counterexample, confirmed):
    assert (WITNESS.at_point(PAPER.claim(claim_id).main.statement, counterexample, 0).agrees is True) is confirmed


def test_one_statement_cannot_be_evaluated():
    point = Evaluator(MEANINGS, {"pi": F(1, 2)})
    with pytest.raises(NotEvaluatedError):
        point.truth(read_latex(r"\omega=1", VOCABULARY))
    assert not point.truth(read_latex(r"e^{\pi}=1", VOCABULARY)), "e is a number, decided by balls"
    assert point.truth(read_latex(r"e^{\pi}>1", VOCABULARY))


@settings(max_examples=8, deadline=None)
@given(
    st.fractions(min_value=1, max_value=4, max_denominator=5),
    st.fractions(min_value=F(1, 7), max_value=F(6, 7), max_denominator=7),
    st.fractions(min_value=F(1, 9), max_value=F(8, 9), max_denominator=9),
)
def test_edges_errors_and_vertices_are_those_of_the_closed_forms(x, delta, pi):
    point = Evaluator(MEANINGS, {"x": x, "delta": delta, "pi": pi, "n": 2})
    t = F(4, 5)
    corner = (x + delta) / (x + 1)
    assert edge(point, delta, t) == (1 - (corner * t - delta) / x, corner * t)
    assert t_zero(point) == delta * (x + 1) / (x + delta)
    d = 2 * corner - 1
    p = 1 - corner + pi * d
    assert error(point, corner, corner) == p * (1 - p) / d**2 / 2
    expected_vertices = {(1, delta), (delta, 1), (1, 0), (0, 1)} | ({(corner, corner)} if x > 1 else set())
    assert set(polygon(point)) == expected_vertices


def test_balls_give_the_numbers_of_an_example():
    root_of_e = ball(F(1, 2)).exp()
    values = {"x": root_of_e, "delta": ball(F(1, 10)), "pi": ball(F(1, 4)), "n": 1}
    point = Evaluator(MEANINGS, values, exact=False)
    value = error(point, *edge(point, values["delta"], ball(1)))
    assert compare(value, ball(F("2.3715"))) > 0
    assert compare(value, ball(F("2.3725"))) < 0


def test_the_normal_margin_is_sharp():
    point = Evaluator(MEANINGS, {})
    for multiplier, level, holds in [("1.96", "0.95", True), ("1.96", "0.9501", False), ("2.57", "0.9898", True)]:
        text = rf"\mathbb{{P}}(|G-\mu|\leq {multiplier}\sigma)\geq {level}"
        assert normal_margin(point, [read_latex(text, VOCABULARY)]) is holds
    wrong_event = read_latex(r"\mathbb{P}(|G-\mu|\geq 1.96\sigma)\geq 0.95", VOCABULARY)
    assert not normal_margin(point, [wrong_event])


def test_sampling_sees_a_wrong_probability_and_keeps_its_false_alarm_rate():
    draws = 10_000
    assert frequency_witness("fair coin", [(5_000, F(1, 2))], draws, 0).agrees
    assert not frequency_witness("unfair coin", [(5_000, F(2, 5))], draws, 0).agrees
    # Hoeffding: 2 exp(-2 n h^2) summed over the comparisons is the false-alarm probability.
    from math import exp

    assert 3 * 2 * exp(-2 * draws * tolerance(draws, 3) ** 2) == pytest.approx(FALSE_ALARM)
    assert FALSE_ALARM <= 1e-9


@pytest.mark.parametrize("claim_id", ["HLM-68", "HLM-110"])
def test_linear_programs_see_a_wrong_print(claim_id):
    claim = PAPER.claim(claim_id)

    def spoiled(statement):
        latex = tuple(
            t.replace(r"e^\epsilon+1", r"e^\epsilon+2").replace("(1-p_{11})", "(2-p_{11})") for t in statement.latex
        )
        return replace(statement, latex=latex)

    wrong = replace(claim, readings=(replace(claim.main, statement=spoiled(claim.main.statement)),))
    if claim.correction:
        wrong = replace(wrong, correction=replace(claim.correction, statement=spoiled(claim.correction.statement)))
    assert [w.agrees for w in FURTHER[claim_id](wrong, 0)] == [False]


def test_hypotheses_with_equations_are_met():
    statement = Statement(latex=("p_{11}=1-p_{00}",), domain=("p11 = 1 - p00", "eps = 0", "p00 < 1/2"))
    seen = WITNESS.survey(statement, 3, generic=12, boundary=12)
    assert seen.failure is None
    assert seen.tried == 24
    assert Evaluator(MEANINGS, {"x": F(1)}).truth(read_plain("eps = 0", VOCABULARY))


def test_a_point_that_is_moved_out_of_the_domain_says_so():
    hypotheses = (read_plain("p00 + p11 < 1", VOCABULARY),)
    draw = Draw(MEANINGS, hypotheses, {}, random.Random(0), exact=True, boundary=True)
    for point in islice(WITNESS.space.points(draw), 10):
        assert point.is_in_domain()
        assert point.at(delta=F(1)).is_in_domain()
        assert not point.at(p00=F(1)).is_in_domain()


@pytest.mark.parametrize("claim_id", ["HLM-110", "HLM-20"])
def test_a_print_of_another_shape_is_reported_and_does_not_raise(claim_id):
    claim = PAPER.claim(claim_id)
    statement = replace(claim.main.statement, latex=(r"\omega\leq1",) * len(claim.main.statement.latex))
    found = witnesses_of(replace(claim, readings=(replace(claim.main, statement=statement),)), Verdict.PROVED, 0)
    assert found
    assert not any(w.agrees for w in found)
    assert "could not be evaluated" in found[0].summary


def test_privacy_for_all_events_is_run_through():
    own = definitions(PAPER.definitions, "HLM")
    text = """forall p x. 0 <= p <= 1 and 1 <= x and p <= x*(1 - p) implies private_within(2, 2, binary(p, p), x, 0)"""
    record = witnessed(text, own, False, 0)
    assert record.agrees
    assert "fails at" in record.summary
