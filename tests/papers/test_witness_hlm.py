"""The witnesses of the paper agree with what the claims say is right, and can disagree."""

from dataclasses import replace
from fractions import Fraction as F

import pytest

from checks.claims.verdict import Verdict
from checks.papers.collection import load_paper
from checks.papers.hlm.designs_by_programs import FURTHER, further
from checks.papers.hlm.model import witnesses_of
from checks.papers.hlm.normal_witness import normal_margin
from checks.papers.spellings import spellings
from checks.reading import read_latex
from checks.verifying.stated import definitions, witnessed
from checks.witness import Evaluator
from checks.witness.meanings import Meanings
from checks.witness.sampled import FALSE_ALARM, frequency_witness, tolerance

VOCABULARY = spellings("HLM")
PAPER = load_paper("HLM")
JUDGED = [c for c in PAPER.claims if c.readings]
STATED = [c for c in JUDGED if c.main.statement.statement]


def margins(claim, seed):
    return witnesses_of(claim, Verdict.PROVED, seed)


@pytest.mark.parametrize("claim", STATED, ids=lambda c: c.id)
def test_no_statement_in_the_logic_is_contradicted_at_exact_points(claim):
    """Only a least error among all designs, or a premise that is an equation, is nothing that running through finds."""
    record = witnessed(claim.main.statement.statement, definitions(PAPER.definitions, "HLM"), True, 0)
    unseen = ("no value at a point", "no drawn point", "could be tried")
    assert record.agrees or claim.correction or any(words in record.summary for words in unseen)


@pytest.mark.parametrize("claim", [c for c in JUDGED if c not in STATED], ids=lambda c: c.id)
def test_every_claim_has_witnesses_and_all_agree(claim):
    found = margins(claim, 0)
    assert found
    assert [w.summary for w in found if not w.agrees] == []


def test_the_normal_margin_is_sharp():
    point = Evaluator(Meanings({}, {}, {}), {})
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


@pytest.mark.parametrize(("claim_id", "asked"), [("HLM-110", further), ("HLM-20", margins)])
def test_a_print_of_another_shape_is_reported_and_does_not_raise(claim_id, asked):
    claim = PAPER.claim(claim_id)
    statement = replace(claim.main.statement, latex=(r"\omega\leq1",) * len(claim.main.statement.latex))
    found = asked(replace(claim, readings=(replace(claim.main, statement=statement),)), 0)
    assert found
    assert not any(w.agrees for w in found)
    assert "could not be evaluated" in found[0].summary


def test_privacy_for_all_events_is_run_through():
    own = definitions(PAPER.definitions, "HLM")
    text = """forall p x. 0 <= p <= 1 and 1 <= x and p <= x*(1 - p) implies private_within(2, 2, binary(p, p), x, 0)"""
    record = witnessed(text, own, False, 0)
    assert record.agrees
    assert "fails at" in record.summary
