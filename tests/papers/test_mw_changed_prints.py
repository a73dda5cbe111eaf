"""Changed prints of Ma and Wang: an encoding reads the relation, both sides, every name and the printed hypotheses."""

import time
from dataclasses import replace

import pytest

from checks.claim import Statement, load_paper
from checks.values import MeaninglessError
from checks.verification import discharge, paper_model, statement_parts

MODEL = paper_model("MW")
CLAIMS = {claim.id: claim for claim in load_paper("MW").claims}


def statement_of(claim_id: str) -> Statement:
    """The statement that is proved: the corrected one, if there is one."""
    claim = CLAIMS[claim_id]
    return claim.correction.statement if claim.correction else claim.main.statement


def is_refuted(claim_id: str, statement: Statement) -> bool:
    """Whether a part of the statement has a counterexample."""
    parts = statement_parts(CLAIMS[claim_id], statement, MODEL)
    return any(discharge(p, MODEL, time.monotonic() + 5).refuted for p in parts if hasattr(p, "sequent"))


@pytest.mark.parametrize(
    ("claim_id", "old", "new"),
    [
        ("MW-02", r"\leq e^{\epsilon}", r"\leq e^{2\epsilon}"),
        ("MW-02", r"\leq e^{\epsilon}", r"< e^{\epsilon}"),
        ("MW-02", "D_{j}", "D_{i}"),
        ("MW-25", "p=", "p<"),
        ("MW-25", "p=", r"p\neq "),
        ("MW-25", "p=", "p=-"),
        ("MW-62", r"\partial\pi_{0}}=0", r"\partial\pi_{0}}\neq 0"),
        ("MW-62", r"\partial\pi_{0}}=0", r"\partial\pi_{1}}=0"),
        ("MW-69", r"\partial\pi_{0}}=0", r"\partial\pi_{0}}<0"),
        ("MW-131", r"\epsilon_{1}+\epsilon_{2}", r"-(\epsilon_{1}+\epsilon_{2})"),
    ],
)
def test_a_changed_formula_fails(claim_id: str, old: str, new: str) -> None:
    statement = statement_of(claim_id)
    changed = replace(statement, latex=tuple(text.replace(old, new) for text in statement.latex))
    assert changed != statement
    assert is_refuted(claim_id, changed)


@pytest.mark.parametrize(
    ("claim_id", "old", "new"),
    [
        ("MW-02", "(D_{j})=A", "(D_{j})>A"),
        ("MW-33", r"\pi_{0}}=0,\quad\frac{\partial\ln\mathcal{L}(\pi_{0},\pi_{1})}{\partial\pi_{1}}", r"\pi_{0}}"),
        ("MW-33", r"\mathcal{L}(\pi_{0},\pi_{1})", r"\mathcal{L}(\pi_{1},\pi_{0})"),
        (
            "MW-39",
            r"\frac{\partial^{2}\ln\mathcal{L}}{\partial\pi^{2}_{0}}",
            r"\frac{\partial\ln\mathcal{L}}{\partial\pi_{0}}",
        ),
        ("MW-40", r"{\partial\pi^{2}_{1}}", r"{\partial\pi^{2}_{0}}"),
        ("MW-62", r"(\pi_{0},\pi_{1}|", r"(\pi_{1},\pi_{1}|"),
        ("MW-67", r"(\pi_{0}|\mathbf{P})=", r"(\mathbf{P}|\pi_{0})="),
        ("MW-69", r"(\pi_{0}|\mathbf{P})}{", r"(\pi_{1}|\mathbf{P})}{"),
    ],
)
def test_a_changed_formula_says_nothing(claim_id: str, old: str, new: str) -> None:
    statement = statement_of(claim_id)
    changed = replace(statement, latex=tuple(text.replace(old, new) for text in statement.latex))
    assert changed != statement
    with pytest.raises(MeaninglessError):
        statement_parts(CLAIMS[claim_id], changed, MODEL)


@pytest.mark.parametrize(
    ("claim_id", "domain"),
    [("MW-103", ("n >= 2",)), ("MW-103", ("n >= 2", "eps > 0")), ("MW-109", ()), ("MW-109", ("eps >= 0",))],
)
def test_a_hypothesis_about_the_budget_is_needed(claim_id: str, domain: tuple[str, ...]) -> None:
    statement = statement_of(claim_id)
    assert not is_refuted(claim_id, statement)
    assert is_refuted(claim_id, replace(statement, domain=domain))


@pytest.mark.parametrize(("claim_id", "old", "new"), [("MW-93", "<p<1", r"<p\leq 1"), ("MW-96", "|0<p", r"|0\leq p")])
def test_an_element_without_a_value_of_the_condition_is_not_in_the_set(claim_id: str, old: str, new: str) -> None:
    statement = statement_of(claim_id)
    changed = replace(statement, latex=tuple(text.replace(old, new) for text in statement.latex))
    assert changed != statement
    assert not is_refuted(claim_id, changed)
    witness = MODEL.statement_witness(changed)
    assert witness is not None
    assert witness.survey(changed, 0, generic=6, boundary=12).failure is None
