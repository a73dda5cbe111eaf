"""Mechanisms whose answers are numbers: what is printed is proved, planted errors are found, and nothing is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
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
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.tactics import Goal, goal
from derivations.theory.densities import least_level_of_truths, moments_of_density
from derivations.theory.geometric import level_of_geometric_noise, moments_of_geometric_noise
from derivations.theory.histograms import level_of_histogram
from derivations.theory.laplace import level_of_laplace_noise, moments_of_laplace_noise
from derivations.theory.mixtures import level_of_answers, moments_of_mixture
from derivations.theory.random_variables import least_level_of_interval, moments_of_answers
from derivations.theory.staircase import level_of_staircase_noise, moments_of_staircase_noise
from tests.papers.planted import EXAMPLES, check_is_found, check_is_proved, claim_of, planted

FILES = {key: EXAMPLES / f"{name}.toml" for key, name in (("SCR", "scrambled-responses"), ("MEAN", "mean-estimation"))}
PAPERS = {key: load_paper(str(file)) for key, file in FILES.items()}

PLANTED = (
    ("SCR-1", r"\mu_x\theta", r"\mu_x + \theta", True),
    ("SCR-2", r"\frac{\bar{z}}{\theta}", r"\bar{z} - \theta", True),
    ("SCR-4", r"\sigma_x^2 + \mu_x^2)", r"\sigma_x^2 - \mu_x^2)", True),
    ("SCR-4", r"\frac{\gamma^2}{\theta^2}", r"\frac{\gamma^2}{\theta}", True),  # a lost square
    ("SCR-6", r"}{n}", r"}{2n}", True),
    ("SCR-7", r"p(1-p)(\mu_x", r"(1-p)(\mu_x", True),
    ("SCR-7", r"(1-p)\sigma_y^2", r"(1-p)^2\sigma_y^2", True),
    ("SCR-12", r"\iff \theta^2", r"\iff \theta", True),  # a lost square in a threshold
    ("SCR-9", r"{np^2}", r"{np}", True),
    ("MEAN-2", r"\right)^2 - t_i^2", r"\right) - t_i^2", True),
    ("MEAN-2", r"\frac{e^\epsilon+1}{e^\epsilon-1}", r"\frac{e^{\epsilon/2}+1}{e^{\epsilon/2}-1}", True),
    ("MEAN-4", r"= \epsilon", r"= \epsilon/2", True),
    ("MEAN-4", r"= \epsilon", r"= 2\epsilon", True),
    ("MEAN-5", "2b^2", "b^2", False),
    ("MEAN-6", "= t_i", "= 2t_i", True),
    ("MEAN-7", r"{3(e", r"{2(e", True),
    ("MEAN-7", r"\epsilon/2}+3", r"\epsilon/2}-3", True),
    ("MEAN-7", r"{t_i^2}{e^{\epsilon/2}-1}", r"{t_i^2}{e^{\epsilon}-1}", True),  # eps for eps/2
    ("MEAN-7", r"3(e^{\epsilon/2}-1)^2", r"3(e^{\epsilon/2}-1)", True),  # a lost square
    ("MEAN-8", r"{4e", r"{2e", True),
    ("MEAN-9", r"= \epsilon", r"= 2\epsilon", True),
    ("MEAN-9", r"= \epsilon", r"= \epsilon/2", True),
    ("MEAN-10", r"{2}{b}", r"{1}{b}", True),
    ("MEAN-10", r"{2}{b}", r"{2}{b^2}", True),
    ("MEAN-11", r"(1-e^{-\epsilon})^2", r"1-e^{-\epsilon}", False),
    ("MEAN-11", r"= \epsilon", r"= 2\epsilon", False),
    ("MEAN-13", r"(1-\alpha)", r"(1+\alpha)", True),
    ("MEAN-14", r"= \epsilon", r"= \epsilon/2", True),
    ("MEAN-16", "= t_i", "= t_i + \\gamma", True),
    ("MEAN-17", r"\frac{4(1", r"\frac{2(1", False),  # a factor
    ("MEAN-17", r"\gamma + e^{-\epsilon}(1-\gamma)", r"1-\gamma + e^{-\epsilon}\gamma", False),  # gamma swapped
    ("MEAN-17", r"\frac{e^{-\epsilon}(3", r"\frac{(3", False),  # a lost e^(-eps)
    ("MEAN-18", r"= \epsilon", r"= \epsilon/2", True),
    ("MEAN-18", r"= \epsilon", r"= 2\epsilon", True),
    ("MEAN-19", r"4e^{\epsilon/2}+1", r"4e^{\epsilon}+1", False),
    ("MEAN-19", r"{4e", r"{2e", True),
    ("MEAN-20", r"| = b", r"| = 2b", False),
    ("MEAN-20", r"e^{-2\epsilon}", r"e^{-\epsilon}", False),
    ("MEAN-21", r"\epsilon/2", r"\epsilon", True),
    ("MEAN-22", r"{2e^{\epsilon/2}}", r"{2e^{\epsilon}}", True),
    ("MEAN-22", r"{2e", r"{e", True),
    ("MEAN-15", r"{e^{\epsilon/2}+3}", r"{e^{\epsilon/2}+1}", False),
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


@pytest.mark.parametrize(
    ("name", "old", "new", "right"),
    [
        ("SCR-12", r"\iff \theta^2", r"\iff \theta", r"\iff \theta^{2} < \sigma_x^2 + \mu_x^2"),
        ("MEAN-4", r"= \epsilon", r"< \epsilon", r"\epsilon_D = \epsilon"),
        ("MEAN-9", r"= \epsilon", r"> \epsilon", r"\epsilon_P = \epsilon"),
        (
            "MEAN-2",
            r"\frac{e^\epsilon+1}{e^\epsilon-1}",
            r"\frac{e^{\epsilon/2}+1}{e^{\epsilon/2}-1}",
            r"\left(\frac{e^{\epsilon} + 1}{e^{\epsilon} - 1}\right)^{2} - t_i^{2}",
        ),
    ],
)
def test_what_is_right_keeps_the_form_of_the_print(tmp_path: Path, name: str, old: str, new: str, right: str) -> None:
    record = verify_claim(planted_in_file(tmp_path, name, old, new))
    assert (record.corrected or "").endswith(right)


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
        assert "N is Laplace noise of scale b" in said
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
k = {{ range = "0 <= k <= 3", integer = true }}
c = {{ range = "0 <= c <= 1", integer = true }}
d = {{ range = "d >= 2", integer = true }}
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


UNIFORM = 'truth = "t"\nanswer = "Z"\nrandom.Z = {{ ends = {}, density = {} }}\n'
Z = UNIFORM.format('["t - 1", "t + 1"]', '["1/2"]')
MIXED = """
truth = "t"
answer = {{ coin = {}, heads = "Z", tails = {{ coin = {}, heads = "1", tails = {} }} }}
random.Z = {{ ends = ["-2", "(3*t - 1)/2", "(3*t + 1)/2", "2"], density = ["1/7", "4/7", "1/7"] }}
"""
NOISE = 'truth = "t"\nanswer = "t + N"\nrandom.N = {{ {} }}'
STAIRCASE = 'staircase = "{}", share = "{}", width = "{}"'
HISTOGRAM = 'truth = "c"\nanswer = "c + N"\nentries = "{1}"\nrandom.N = {{ {0} = "2*mu" }}'
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
        (Z + 'random.X = { mean = "mu", variance = "v" }', "the only random variable"),
        (UNIFORM.format('["-1", "1"]', '["1/3"]'), "has the integral 2/3, not 1"),
        (UNIFORM.format('["1", "-1"]', '["-1/2"]'), "the ends of Z are not in order"),
        (UNIFORM.format('["-1", "0", "1"]', '["-1", "2"]'), "the density of Z is negative"),
        (UNIFORM.format('["-1", "1"]', '["1/2", "1/2"]'), "ends has one more"),
        (UNIFORM.format('["-1", "Z"]', '["1/2"]'), "speaks of the random variable Z"),
        (NOISE.format('laplace = "mu - 1"'), "the scale of Laplace noise, mu - 1, is not above 0"),
        (NOISE.format('laplace = "0"'), "is not above 0"),
        (
            NOISE.format('laplace = "mu"').replace('"t + N"', '{ coin = "mu", heads = "N", tails = "1" }'),
            "the answer is a formula then",
        ),
        (NOISE.format('laplace = "N"'), "speaks of the random variable N"),
        (NOISE.format('laplace = "mu", mean = "0"'), "mean"),
        (NOISE.format('geometric = "mu"'), "the truth t is an integer here"),
        (NOISE.format('geometric = "2*mu"').replace('"t', '"k'), "2*mu, is not below 1"),
        (NOISE.format(STAIRCASE.format("2*mu", "mu", "2")), "2*mu, is not below 1"),
        (NOISE.format(STAIRCASE.format("1", "mu", "2")), "1, is not below 1"),
        (NOISE.format(STAIRCASE.format("0", "mu", "2")), "neighbouring steps, 0, is not above 0"),
        (NOISE.format(STAIRCASE.format("mu", "2*mu", "2")), "2*mu, is above 1"),
        (NOISE.format(STAIRCASE.format("mu", "mu - 1", "2")), "mu - 1, is below 0"),
        (NOISE.format(STAIRCASE.format("mu", "mu", "0")), "the width of a step, 0, is not above 0"),
        (NOISE.format('staircase = "mu", width = "2"'), 'share = "..." is needed, how much of the width'),
        (NOISE.format('laplace = "mu"').replace('"t', '"k'), "the truth k is no integer"),
        (HISTOGRAM.format("laplace", "1"), "entries is a number, or an integer symbol, of at least 2, not '1'"),
        (HISTOGRAM.format("laplace", "mu"), "entries is a number, or an integer symbol, of at least 2, not 'mu'"),
        (HISTOGRAM.format("laplace", "5").replace('"c', '"k'), "an entry of an indicator vector is 0 or 1"),
        (HISTOGRAM.format("laplace", "5").replace('"c', '"t'), "the truth t is an integer here"),
        (HISTOGRAM.format("geometric", "5"), "each of which gets Laplace noise"),
        (NOISE.format('laplace = "mu"') + '\nrandom.X = { mean = "mu", variance = "v" }', "the only random variable"),
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
        (Z, "epsilon", "depends on the truth t"),
        (UNIFORM.format('["-2", "t", "2"]', '["0", "1/(2 - t)"]'), "epsilon", "depends on the truth t"),
        (UNIFORM.format('["-2", "0", "2"]', '["0", "1/2"]'), "epsilon", "eps is infinite"),
        (UNIFORM.format('["0", "1", "2"]', '["mu", "1 - mu"]'), "epsilon", "not the same everywhere"),
        (Z.replace('"Z"', '"Z + t"'), "epsilon", "where an answer with Z is Z itself"),
        (MIXED.format('"t^2"', '"1/2"', '"-1"'), "epsilon", "Z has the same chance for each truth"),
        (MIXED.format('"1/2"', '"1/2"', '"t"'), "epsilon", "an answer tells the truth itself"),
        (MIXED.format('"1/2"', '"1/2"', '"2*Z"'), "epsilon", "where an answer with Z is Z itself"),
        (MIXED.format('"1/2"', '"(4*t + 5)/10"', '"-1"'), "epsilon", "tells more than the density"),
        (MIXED.format('"1/2"', '"1/2"', '"Z^2"'), "answer_mean", "not linear in Z"),
        (Z.replace('"Z"', '"Z^2"'), "answer_mean", "not linear in Z"),
        (NOISE.format('laplace = "mu"').replace("t + N", "2*t + N"), "epsilon", "where the answer is t + N"),
        (NOISE.format('laplace = "mu"').replace("t + N", "t + N^2"), "answer_mean", "not linear in N"),
        (NOISE.format(STAIRCASE.format("mu", "1/2", "1")), "epsilon", "no further apart than the width of a step, 1"),
        (NOISE.format(STAIRCASE.format("mu", "1/2", "3 + t")), "epsilon", "the noise is the same for each truth t"),
        (NOISE.format('laplace = "mu + 2 + t"'), "epsilon", "the noise is the same for each truth t"),
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


def test_the_witness_integrates_the_pieces() -> None:
    mechanism = load(str(FILES["MEAN"])).own.numeric["piecewise"]
    witness = NumericWitness(mechanism)
    s, t = Fraction(3), Fraction(1, 2)  # on [-2, 2] the density is 3/4 in [1/4, 5/4], else 1/12
    point = Evaluator(Meanings({}, {}, {}, {"half": "exp_half"}), {"exp_half": s, "t": t})
    assert sum(chance for chance, _ in witness.answers(point)) == 1
    assert NUMERIC_VALUES["answer_mean"](witness, point) == t
    assert NUMERIC_VALUES["answer_variance"](witness, point) == t**2 / (s - 1) + (s + 3) / (3 * (s - 1) ** 2)
    assert witness.exponential_of_epsilon(point) == s**2


def test_the_theorem_is_about_the_density() -> None:
    loaded = load(str(FILES["MEAN"]))
    for name, said in (("MEAN-7", "step_variance(3"), ("MEAN-9", "least_level_of_densities(-1, 1")):
        (outcome,) = numeric_means(loaded.paper.claim(name).main.statement, loaded.own)
        assert outcome.theorem is not None, outcome.reason
        assert not outcome.theorem.hypotheses
        assert not outcome.oracles
        assert said in str(outcome.theorem.conclusion)
        assert "step_density(3" in str(outcome.theorem.conclusion)


@pytest.mark.parametrize(
    ("meaning", "worth"),
    [
        ("mean", "t"),
        ("bias", "0"),
        ("variance", "1/3"),
        ("mse", "1/3"),
        ("answer_variance", "1/3"),
        ("answer_mean", "t"),
    ],
)
def test_moments_of_uniform_noise(tmp_path: Path, meaning: str, worth: str) -> None:
    file = Path(_written(tmp_path, Z, meaning))
    file.write_text(file.read_text(encoding="utf-8").replace("V = 1", f"V = {worth}"), encoding="utf-8")
    check_is_proved(claim_of(load_paper(str(file)), "T-1"))


@pytest.mark.parametrize(
    ("law", "meaning", "worth"),
    [
        ('laplace = "mu"', "answer_mean", "t"),
        ('laplace = "mu"', "variance", "2*mu^2"),
        ('laplace = "mu"', "mse", "2*mu^2"),
        ('laplace = "mu"', "bias", "0"),
        ('laplace = "mu"', "noise_size", "mu"),
        ('geometric = "mu"', "noise_size", "2*mu/(1-mu^2)"),
        (STAIRCASE.format("1/2", "1", "v + 2"), "noise_size", "3/2*(v + 2)"),
        ('laplace = "1/mu"', "epsilon", "2*mu"),
        ('geometric = "mu"', "answer_mean", "k"),
        ('geometric = "mu"', "variance", "2*mu/(1-mu)^2"),
        ('geometric = "mu"', "mse", "2*mu/(1-mu)^2"),
        ('geometric = "1/2"', "epsilon", "\\log 8"),
        (STAIRCASE.format("mu", "1/4", "2"), "answer_mean", "t"),
        (STAIRCASE.format("1/2", "mu", "2"), "bias", "0"),
        (STAIRCASE.format("1/2", "1", "v + 2"), "variance", "13/3*(v + 2)^2"),
        (STAIRCASE.format("1/2", "0", "2"), "mse", "52/3"),
        (STAIRCASE.format("1/2", "mu", "v + 2"), "epsilon", "\\log 2"),
    ],
)
def test_moments_and_levels_of_noise(tmp_path: Path, law: str, meaning: str, worth: str) -> None:
    mechanism = NOISE.format(law).replace('"t', '"k') if "geometric" in law else NOISE.format(law)
    file = Path(_written(tmp_path, mechanism, meaning))
    file.write_text(file.read_text(encoding="utf-8").replace("V = 1", f"V = {worth}"), encoding="utf-8")
    check_is_proved(claim_of(load_paper(str(file)), "T-1"))


@pytest.mark.parametrize("entries", ["d", "5"])
@pytest.mark.parametrize(("meaning", "worth"), [("epsilon", "1/mu"), ("variance", "8*mu^2")])
def test_a_noisy_histogram(tmp_path: Path, entries: str, meaning: str, worth: str) -> None:
    file = Path(_written(tmp_path, HISTOGRAM.format("laplace", entries), meaning))
    file.write_text(file.read_text(encoding="utf-8").replace("V = 1", f"V = {worth}"), encoding="utf-8")
    check_is_proved(claim_of(load_paper(str(file)), "T-1"))


def _check(wanted: Goal, prove: Callable[[Goal], Proved], is_right: bool) -> None:
    """What is right is proved as it is said; of what is wrong nothing is."""
    if is_right:
        assert wanted.qed(prove(wanted)).conclusion == wanted.statement
    else:
        with pytest.raises(LogicError):
            wanted.qed(prove(wanted))


@pytest.mark.parametrize(("level", "is_right"), [("2 / b", True), ("1 / b", False), ("4 / b", False)])
def test_the_level_of_a_histogram_is_the_least(level: str, is_right: bool) -> None:
    wanted = goal(
        "forall k b. integer(k) and 2 <= k implies 0 < b implies "
        f"least_level_of_histogram(k, noisy_histogram(k, b), exp({level}))"
    )
    _check(wanted, level_of_histogram, is_right)


STAIRCASE_PARAMETERS = "0 < a and a < 1 implies 0 <= g and g <= 1 implies 0 < d"
UNIT_STEPS = "(1 + 4 * a + a^2) * d^2 / (3 * (1 - a)^2)"
"""The variance of a staircase whose first step is as wide as the others, or has no width."""


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ("density(laplace(b)) and density_mean(laplace(b), fun z. 3 + 2 * z, 3)", True),
        ("density(laplace(b)) and density_mean(laplace(b), fun z. 3 + 2 * z, 3 + b)", False),
        ("density(laplace(b)) and density_variance(laplace(b), fun z. 3 + 2 * z, 8 * b^2)", True),
        ("density(laplace(b)) and density_variance(laplace(b), fun z. 3 + 2 * z, 4 * b^2)", False),
        ("density(laplace(b)) and density_mean(laplace(b), fun z. (1 + 1 * z)^2, 1 + 2 * b^2)", True),
        ("density(laplace(-b)) and density_mean(laplace(-b), fun z. 3 + 2 * z, 3)", False),
        ("density(laplace(b)) and density_mean(laplace(b), fun z. abs(z), b)", True),
        ("density(laplace(b)) and density_mean(laplace(b), fun z. abs(z), 2 * b)", False),
        ("density(laplace(b)) and density_variance(laplace(b), fun z. abs(z), b^2)", False),
        ("least_level_of_densities(0, 3, fun t z. laplace(b)(z - t), exp(3 / b))", True),
        ("least_level_of_densities(0, 3, fun t z. laplace(b)(z - t), exp(4 / b))", False),
        ("least_level_of_densities(0, 3, fun t z. laplace(b)(z - t), exp(2 / b))", False),
        ("least_level_of_densities(0, 3, fun t z. laplace(b)(t - z), exp(3 / b))", False),
        ("staircase_law(a, g, d) and staircase_mean(a, g, d, fun z. 3 + 2 * z, 3)", True),
        ("staircase_law(a, g, d) and staircase_mean(a, g, d, fun z. 3 + 2 * z, 3 + d)", False),
        ("staircase_law(a, 1, d) and staircase_variance(a, 1, d, fun z. 3 + 2 * z, 4 * ({}))", True),
        ("staircase_law(a, 1, d) and staircase_variance(a, 1, d, fun z. 3 + 2 * z, 2 * ({}))", False),
        ("staircase_law(a, 0, d) and staircase_variance(a, 0, d, fun z. 1 + 1 * z, {})", True),
        ("staircase_law(a, g, d) and staircase_variance(a, g, d, fun z. 1 + 1 * z, {})", False),
        ("staircase_law(a, 1, d) and staircase_mean(a, 1, d, fun z. abs(z), d * (1 / 2 + a / (1 - a)))", True),
        ("staircase_law(a, 1, d) and staircase_mean(a, 1, d, fun z. abs(z), d / (1 - a))", False),
        ("staircase_law(a, g, d) and staircase_mean(1 - a, g, d, fun z. 3 + 2 * z, 3)", False),
        ("staircase_law(2 * a, g, d) and staircase_mean(2 * a, g, d, fun z. 3 + 2 * z, 3)", False),
        ("staircase_law(a, 2, d) and staircase_mean(a, 2, d, fun z. 3 + 2 * z, 3)", False),
        ("staircase(a, g, d, f) implies least_level_of_densities(0, d, fun t z. f(z - t), 1 / a)", True),
        ("staircase(a, g, d, f) implies least_level_of_densities(0, d / 2, fun t z. f(z - t), 1 / a)", True),
        ("staircase(a, g, d, f) implies least_level_of_densities(0, d, fun t z. f(z - t), 2 / a)", False),
        ("staircase(a, g, d, f) implies least_level_of_densities(0, d, fun t z. f(z - t), 1 / a^2)", False),
        ("staircase(a, g, d, f) implies least_level_of_densities(0, 2 * d, fun t z. f(z - t), 1 / a)", False),
        ("staircase(a, g, d, f) implies least_level_of_densities(0, 0, fun t z. f(z - t), 1 / a)", False),
        ("staircase(a, g, d, f) implies least_level_of_densities(0, d, fun t z. f(t - z), 1 / a)", False),
        ("staircase(a, g, 2 * d, f) implies least_level_of_densities(0, d, fun t z. f(z - t), 1 / a)", True),
        ("integer_law(geometric(a)) and integer_mean(geometric(a), fun z. 3 + 2 * z, 3)", True),
        ("integer_law(geometric(a)) and integer_mean(geometric(a), fun z. 3 + 2 * z, 3 + a)", False),
        ("integer_law(geometric(a)) and integer_variance(geometric(a), fun z. 3 + 2 * z, 8 * a / (1 - a)^2)", True),
        ("integer_law(geometric(a)) and integer_variance(geometric(a), fun z. 3 + 2 * z, 8 * a / (1 - a))", False),
        ("integer_law(geometric(a)) and integer_mean(geometric(a), fun z. abs(z), 2 * a / (1 - a^2))", True),
        ("integer_law(geometric(a)) and integer_mean(geometric(a), fun z. abs(z), a / (1 - a^2))", False),
        ("integer_law(geometric(2 * a)) and integer_mean(geometric(2 * a), fun z. 3 + 2 * z, 3)", False),
        ("least_level_of_integers(0, 2, fun t z. geometric(a)(z - t), 1 / a^2)", True),
        ("least_level_of_integers(0, 2, fun t z. geometric(a)(z - t), 1 / a)", False),
        ("least_level_of_integers(0, 2, fun t z. geometric(a)(z - t), 1 / a^3)", False),
        ("least_level_of_integers(0, 1 / 2, fun t z. geometric(a)(z - t), 1 / a)", False),
    ],
)
def test_what_is_said_of_noise_is_proved_only_where_it_is_so(said: str, is_right: bool) -> None:
    names, premise, level, moments = (
        ("b", "0 < b", level_of_laplace_noise, moments_of_laplace_noise)
        if "laplace" in said
        else ("a", "0 < a and a < 1", level_of_geometric_noise, moments_of_geometric_noise)
        if "staircase" not in said
        else ("a g d f", STAIRCASE_PARAMETERS, level_of_staircase_noise, moments_of_staircase_noise)
    )
    wanted = goal(f"forall {names}. {premise} implies {said.format(UNIT_STEPS)}")
    _check(wanted, level if "least" in said else moments, is_right)


def test_the_witness_knows_moments_and_levels_of_noise() -> None:
    paper = load(str(FILES["MEAN"]))
    point = Evaluator(
        Meanings({}, {}, {}, {"eps": "exp_eps"}), {"b": Fraction(3), "t": Fraction(1, 2), "k": Fraction(1)}
    )
    laplace = NumericWitness(paper.own.numeric["laplace"])
    assert NUMERIC_VALUES["answer_variance"](laplace, point) == 18
    assert NUMERIC_VALUES["epsilon"](laplace, point) == Fraction(2, 3)
    geometric = NumericWitness(paper.own.numeric["geometric"])
    point = point.at(exp_eps=Fraction(2))
    assert NUMERIC_VALUES["answer_mean"](geometric, point) == 1
    assert NUMERIC_VALUES["answer_variance"](geometric, point) == 4
    assert geometric.exponential_of_epsilon(point) == 2


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_the_witness_knows_staircase_noise(share: Fraction) -> None:
    """The mass of 40 steps, each with its middle and its width, has the second moment up to 2^-30."""
    meanings = Meanings({}, {}, {}, {"half": "exp_half", "eps": "exp_eps"})
    point = Evaluator(meanings, {"exp_half": Fraction(2), "gamma": share, "t": Fraction(1, 2)})
    witness = NumericWitness(load(str(FILES["MEAN"])).own.numeric["staircase"])
    first = Fraction(3, 4) / (4 * (share + (1 - share) / 4))
    steps = [(max(0, 2 * (i - 1 + share)), 2 * (i + share), first / 4**i) for i in range(40)]
    square = sum(height * 2 * (high**3 - low**3) / 3 for low, high, height in steps)
    assert NUMERIC_VALUES["answer_mean"](witness, point) == Fraction(1, 2)
    assert 0 <= NUMERIC_VALUES["answer_variance"](witness, point) - square < Fraction(1, 2**30)
    assert witness.exponential_of_epsilon(point) == 4


@pytest.mark.parametrize(
    ("coin", "meaning", "worth"),
    [
        ('"(t + 2)/4"', "answer_mean", r"\frac{9t}{28} + \frac{t}{4}"),
        ('"(t + 2)/4"', "epsilon", r"\log 4"),
        ('"1/2"', "epsilon", r"\log 4"),
    ],
)
def test_answers_that_coins_decide(tmp_path: Path, coin: str, meaning: str, worth: str) -> None:
    file = Path(_written(tmp_path, MIXED.format('"1/2"', coin, '"-1"'), meaning))
    file.write_text(file.read_text(encoding="utf-8").replace("V = 1", f"V = {worth}"), encoding="utf-8")
    check_is_proved(claim_of(load_paper(str(file)), "T-1"))


@pytest.mark.parametrize(
    ("said", "is_right"),
    [
        ("mixed_mean({}, fun y. y, t / 2 + 3 / 2)", True),
        ("mixed_mean({}, fun y. y, t + 3 / 2)", False),
        ("mixed_variance({}, t^2 / 4 - 3 * t / 2 + 55 / 24)", True),
        ("mixed_variance({}, t^2 / 4 + 55 / 24)", False),
        ("mixed_mean({}, fun y. y^2, t^2 / 2 + 109 / 24)", True),
        ("mixed_mean({}, fun y. y^2, t^2 / 2 + 5)", False),
    ],
)
def test_what_is_said_of_a_mixture_is_proved_only_where_it_is_so(said: str, is_right: bool) -> None:
    """With probability 1/2 it is Z, uniform between t - 1/2 and t + 1/2, else 3."""
    law = "1, fun i. if i = 1 then t - 1 / 2 else t + 1 / 2, fun i. 1"
    chances = "2, fun j. 1 / 2"
    whole = f"{chances}, fun j. if j = 1 then 0 else 3, fun j. if j = 1 then 1 else 0, {law}"
    wanted = goal(f"forall t. law({chances}) and step_density({law}) and {said.format(whole)}")
    if is_right:
        assert wanted.qed(moments_of_mixture(wanted)).conclusion == wanted.statement
    else:
        with pytest.raises(LogicError):
            moments_of_mixture(wanted)


@pytest.mark.parametrize(("level", "is_right"), [("4", True), ("5", False), ("3", False)])
def test_the_level_of_a_mixture_is_the_least(level: str, is_right: bool) -> None:
    law = MOVED.replace("p", "4/7").replace("q", "1/7")
    wanted = goal(
        f"(forall t. -1 <= t and t <= 1 implies step_density{law}) and least_level_of_mixture(-1, 1, "
        f"fun t z. 1 / 2 * step_at{law}(z), 2, fun t y. if y = 1 then (t + 2) / 8 else (2 - t) / 8, {level})"
    )
    if is_right:
        assert wanted.qed(level_of_answers(wanted)).conclusion == wanted.statement
    else:
        with pytest.raises(LogicError):
            level_of_answers(wanted)


STEPS = (
    "(3, fun i. if i = 1 then -2 else if i = 2 then {} else if i = 3 then {} + 1 else 2, fun i. if i = 2 then p else q)"
)
MOVED = STEPS.format("(3*t - 1)/2", "(3*t - 1)/2")


@pytest.mark.parametrize(("level", "is_right"), [("4", True), ("5", False), ("3", False), ("1", False)])
def test_the_level_of_densities_is_the_least(level: str, is_right: bool) -> None:
    law = MOVED.replace("p", "4/7").replace("q", "1/7")
    wanted = goal(
        f"(forall t. -1 <= t and t <= 1 implies step_density{law}) and "
        f"least_level_of_densities(-1, 1, fun t. step_at{law}, {level})"
    )
    if is_right:
        assert wanted.qed(least_level_of_truths(wanted)).conclusion == wanted.statement
    else:
        with pytest.raises(LogicError):
            least_level_of_truths(wanted)


def test_a_level_that_no_answer_attains_is_not_proved() -> None:
    """The pieces do not move: the least level is 1."""
    law = STEPS.format("0", "0").replace("p", "4/7").replace("q", "1/7")
    wanted = goal(
        f"(forall t. -1 <= t and t <= 1 implies step_density{law}) and "
        f"least_level_of_densities(-1, 1, fun t. step_at{law}, 4)"
    )
    with pytest.raises(LogicError):
        least_level_of_truths(wanted)


@pytest.mark.parametrize(
    ("conclusion", "is_right"),
    [
        ("step_mean{0}, fun z. 1 + 2 * z, 1 + 2 * t)", True),
        ("step_mean{0}, fun z. 1 + 2 * z, 2 * t)", False),
        ("step_variance{0}, fun z. 0 + 2 * z, 1 / 3)", True),
        ("step_variance{0}, fun z. 0 + 2 * z, 2 / 3)", False),
        ("step_mean{0}, fun z. (0 + 1 * z)^2, t^2 + 1 / 12)", True),
        ("step_mean{0}, fun z. z^3, t^3)", False),
    ],
)
def test_a_moment_of_a_density_is_proved_only_where_it_is_so(conclusion: str, is_right: bool) -> None:
    law = "(1, fun i. if i = 1 then t - 1 / 2 else t + 1 / 2, fun i. 1"
    wanted = goal(f"forall t. step_density{law}) and {conclusion.format(law)}")
    if is_right:
        assert wanted.qed(moments_of_density(wanted)).conclusion == wanted.statement
    else:
        with pytest.raises(LogicError):
            moments_of_density(wanted)


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
