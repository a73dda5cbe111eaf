"""Mechanisms whose answers are numbers: what is printed is proved, planted errors are found, and nothing is hidden."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from checks.claims.claim import Claim, PaperError
from checks.papers.collection import load_paper, verify_claim
from checks.papers.model import load
from checks.papers.numeric_witness import NUMERIC_VALUES, NumericWitness
from checks.show.readings import read_claim
from checks.verifying.numeric_means import numeric_means
from checks.witness import Evaluator, Meanings
from derivations.logic.kernel import LogicError
from derivations.logic.tactics import goal
from derivations.theory.random_variables import least_level_of_interval, moments_of_answers
from tests.papers.planted import EXAMPLES, check_is_found, check_is_proved, claim_of, planted

FILES = {key: EXAMPLES / f"{name}.toml" for key, name in (("SCR", "scrambled-responses"), ("MEAN", "mean-estimation"))}
PAPERS = {key: load_paper(str(file)) for key, file in FILES.items()}

PLANTED = (
    ("SCR-1", r"\mu_x\theta", r"\mu_x + \theta", True),
    ("SCR-2", r"\frac{\bar{z}}{\theta}", r"\bar{z} - \theta", True),
    ("SCR-4", r"\sigma_x^2 + \mu_x^2)", r"\sigma_x^2 - \mu_x^2)", True),
    ("SCR-4", r"\frac{\gamma^2}{\theta^2}", r"\frac{\gamma^2}{\theta}", True),  # a lost square
    ("SCR-6", r"}{n}", r"}{2n}", True),
    ("SCR-7", r"p(1-p)(\mu_x", r"(1-p)(\mu_x", False),
    ("SCR-9", r"{np^2}", r"{np}", True),
    ("MEAN-2", r"\right)^2 - t_i^2", r"\right) - t_i^2", True),
    ("MEAN-4", r"= \epsilon", r"= \epsilon/2", True),
    ("MEAN-4", r"= \epsilon", r"= 2\epsilon", True),
    ("MEAN-5", "2b^2", "b^2", False),
)
"""The claim, what is printed, what is planted, and whether what is right has to be found: of one formula, not two."""


def planted_in_file(tmp_path: Path, name: str, old: str, new: str) -> Claim:
    """The claim with the error in it, in a file of its own."""
    return planted(FILES[name.split("-")[0]], name, old, new, tmp_path)


@pytest.mark.parametrize("claim", [c for paper in PAPERS.values() for c in paper.claims], ids=lambda claim: claim.id)
def test_what_is_printed_is_proved(claim: Claim) -> None:
    check_is_proved(claim)


@pytest.mark.parametrize(("name", "old", "new", "is_corrected"), PLANTED)
def test_a_planted_error_is_found(tmp_path: Path, name: str, old: str, new: str, is_corrected: bool) -> None:
    record = check_is_found(planted_in_file(tmp_path, name, old, new))
    assert record.verdict == "corrected" or not is_corrected, record.note


def test_a_threshold_in_the_wrong_direction_is_refuted(tmp_path: Path) -> None:
    record = verify_claim(planted_in_file(tmp_path, "SCR-12", r"\theta^2 < \sigma", r"\theta^2 > \sigma"))
    assert record.verdict in ("refuted", "corrected")
    at = {name: Fraction(value) for name, value in (record.counterexample or {}).items()}
    moment = at["sigma"] ** 2 + at["mu"] ** 2
    added, multiplied = (
        at["sigma"] ** 2 + at["gamma"] ** 2,
        at["sigma"] ** 2 + at["gamma"] ** 2 / at["theta"] ** 2 * moment,
    )
    assert (added < multiplied) != (at["theta"] ** 2 > moment)


def test_every_name_has_a_theorem_that_is_about_all_laws() -> None:
    loaded = load(str(FILES["SCR"]))
    claim = loaded.paper.claim("SCR-9")
    (outcome,) = numeric_means(claim.main.statement, loaded.own)
    assert outcome.theorem is not None
    said = str(outcome.theorem.conclusion)
    assert not outcome.theorem.hypotheses
    assert "independent_variables(3, m" in said
    assert "dispersion(n" in said
    assert not outcome.oracles


def test_what_is_declared_is_read_back() -> None:
    paper = PAPERS["MEAN"]
    ((_, unbiased), (_, variance)) = read_claim(paper, paper.claim("MEAN-5")).names
    for said in (unbiased, variance):
        assert "the answer is t + N" in said
        assert "declared E[N] = 0, Var[N] = 2*b^2" in said
        assert "the truth is t, any number from -1 to 1" in said
    ((_, told),) = read_claim(PAPERS["SCR"], PAPERS["SCR"].claim("SCR-9")).names
    assert "the answer is X with probability p, else Y" in told
    assert "n respondents drawn independently" in told


FILE = """
[paper]
key = "T"
title = "T"
authors = "T"
[symbols]
mu = "0 < mu < 1"
v = "v >= 0"
t = "-1 <= t <= 1"
[mechanism]
{mechanism}
[names]
'V' = {{ {meaning} = true }}
[[claim]]
id = "T-1"
place = "1"
kind = "variance"
latex = 'V = 1'
"""


def _written(tmp_path: Path, mechanism: str, meaning: str = "variance") -> str:
    file = tmp_path / "own.toml"
    file.write_text(FILE.format(mechanism=mechanism, meaning=meaning), encoding="utf-8")
    return str(file)


X = 'truth = "X"\nrandom.X = { mean = "mu", variance = "v" }\n'


@pytest.mark.parametrize(
    ("mechanism", "wrong"),
    [
        ('truth = "Y"\nanswer = "X"\nrandom.X = { mean = "mu", variance = "v" }', "not 'Y'"),
        ('truth = "X"\nanswer = "X"\nrandom.X = { mean = "mu", variance = "-mu" }', "variance of X is negative"),
        (X + 'answer = "mu/X"', "what is divided by it"),
        (X + 'answer = { coin = "2*mu", heads = "X", tails = "1" }', "negative"),
        (X + 'answer = { coin = "X", heads = "X", tails = "1" }', "speaks of the random variable X"),
        (X + 'answer = { heads = "X" }', "answer is a formula"),
        ('truth = "t"\nanswer = "t + mu"', "needs a coin or a random variable"),
        ('truth = "v"\nanswer = { coin = "mu", heads = "v", tails = "1" }', "both ends"),
        ('truth = "t"\nrespondents = "5"\nanswer = { coin = "mu", heads = "t", tails = "1" }', "one respondent"),
        ('truth = "mu"\nanswer = "mu"\nrandom.mu = { mean = "t", variance = "1" }', "declared twice"),
    ],
)
def test_what_is_no_mechanism_is_refused(tmp_path: Path, mechanism: str, wrong: str) -> None:
    with pytest.raises(PaperError, match=re.escape(wrong)):
        load(_written(tmp_path, mechanism))


@pytest.mark.parametrize(
    ("mechanism", "meaning", "wrong"),
    [
        (X + 'answer = "X^2"', "answer_variance", "E[X^4] is needed"),
        (X + 'answer = "X^2"', "mean", "not linear"),
        (X + 'answer = "X"', "epsilon", "random variable"),
        ('truth = "t"\nanswer = { coin = "1/2", heads = "t", tails = "1" }', "epsilon", "tells the truth itself"),
        ('truth = "t"\nanswer = { coin = "t^2", heads = "0", tails = "1" }', "epsilon", "not linear in the truth"),
    ],
)
def test_what_is_not_declared_is_not_judged(tmp_path: Path, mechanism: str, meaning: str, wrong: str) -> None:
    with pytest.raises(PaperError, match=re.escape(wrong)):
        verify_claim(claim_of(load_paper(_written(tmp_path, mechanism, meaning)), "T-1"))


def test_the_witness_lists_the_answers() -> None:
    mechanism = load(str(FILES["SCR"])).own.numeric["unrelated"]
    worth = {"mu": 3, "sigma": 2, "nu": -1, "tau": 5, "p": Fraction(1, 4), "n": 7}
    point = Evaluator(Meanings({}, {}, {}), {name: Fraction(value) for name, value in worth.items()})
    witness = NumericWitness(mechanism)
    assert sum(chance for chance, _ in witness.answers(point)) == 1
    assert NUMERIC_VALUES["answer_mean"](witness, point) == 0  # 1/4 * 3 - 3/4
    assert NUMERIC_VALUES["answer_variance"](witness, point) == Fraction(91, 4)  # 1/4 * (4 + 9) + 3/4 * (25 + 1)
    assert NUMERIC_VALUES["variance"](witness, point) == Fraction(91, 4) * 16 / 7


LAW = "forall m q X v. size(m) implies law(m, q) implies mean(m, q, X) = 0 and variance(m, q, X) = v implies "


def test_a_moment_that_is_not_so_is_not_proved() -> None:
    right = goal(LAW + "mean(m, q, fun y. (2 * X(y) + 1)^2) = 4 * v + 1")
    assert right.qed(moments_of_answers(right)).conclusion == right.statement
    for wrong in ("mean(m, q, fun y. (2 * X(y) + 1)^2) = 4 * v + 2", "mean(m, q, fun y. X(y)^3) = 0"):
        with pytest.raises(LogicError):
            moments_of_answers(goal(LAW + wrong))


def test_the_level_of_an_interval_is_the_least() -> None:
    design = "forall p. 0 < p and p < 1 / 2 implies least_level_between(0, 1, 2, fun t y. if y = 1 then "
    rows = "p + (1 - 2 * p) * t else 1 - (p + (1 - 2 * p) * t), {})"
    right = goal(design + rows.format("(1 - p) / p"))
    assert right.qed(least_level_of_interval(right)).conclusion == right.statement
    for level in ("1 / p", "2 * (1 - p) / p", "(1 - p)"):
        wrong = goal(design + rows.format(level))
        with pytest.raises(LogicError):
            least_level_of_interval(wrong)
