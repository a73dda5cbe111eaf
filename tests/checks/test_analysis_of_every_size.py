"""`rrproof analyze 'grr(k=k, eps=eps)'`: formulas for every number of values, each a theorem of the kernel."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from checks.claims.claim import PaperError, Statement
from checks.designs.analysis import analyze
from checks.designs.analysis.every_size import ORACLES
from checks.designs.analysis.formulas import FormulaAnalysis
from checks.designs.analysis.terminal import plain
from checks.designs.analysis.whole import AnalysisError
from checks.inputs.declarations import read_declarations
from checks.inputs.design import DesignArgumentError
from checks.inputs.own_notation import OwnNotation
from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import MeaninglessError
from checks.reading import Symbols, read_plain, symbol
from checks.verifying.every_size import OfEverySize, of_every_size
from derivations.logic.terms import NOT
from derivations.theorems.oracles.oracle_table import frequency_oracles
from mechanisms.exact.domain import Domain

PARAMETERS = {"olh": ", g=g, eps=eps", "subset-selection": ", l=l, eps=eps", "unary-encoding": ", b=b",
              "rappor-permanent": ", f=f", "the": ", eps=eps, theta=theta", "she": ", eps=log(3)"}  # fmt: skip
NAMES = {"grr": "GRR", "oue": "OUE", "sue": "SUE", "blh": "BLH", "hadamard-response": "HR"}


@pytest.mark.parametrize("name", ORACLES)
def test_each_formula_is_a_theorem(name: str) -> None:
    k = 5 if name == "she" else "k"
    found = analyze(f"{name}(k={k}{PARAMETERS.get(name, ', eps=eps')})")
    assert isinstance(found, FormulaAnalysis)
    assert not found.unknown
    keys = {derived.key for derived in found.formulas}
    assert keys >= {"epsilon", "estimator", "variance", "rare_variance", "total_variance"}
    assert keys.isdisjoint({"p_star", "q_star"}) if name == "she" else keys >= {"p_star", "q_star"}
    for derived in found.formulas:
        assert not derived.theorem.hypotheses
        assert str(derived.theorem.conclusion) == derived.statement
    numbers = {fact.name: plain(fact.value) for fact in found.numbers}
    if name == "she":
        assert numbers["smallest eps"] == "log(3) ~ 1.09861"
        assert numbers["variance"] == "8/(n*log(3)^2)"
        assert numbers["variance, summed over values"] == "40/(n*log(3)^2)"
    else:
        assert not numbers
    if name in NAMES:
        formulas = {derived.key: derived.formula.text for derived in found.formulas}
        row = next(row for row in frequency_oracles(k=7, x=Fraction(9, 4)) if row.name == NAMES[name])
        numbers = row.own, row.other, row.approximate_variance
        for key, number in zip(("p_star", "q_star", "rare_variance"), numbers, strict=True):
            assert _at(formulas[key]) == pytest.approx(float(number))


def _at(text: str) -> float:
    """A printed formula at k = 7, n = 1, e^eps = 9/4, of which the square root is 3/2."""
    vocabulary = Symbols(*(symbol(name, name) for name in ("k", "n", "x", "u")))
    written = text.replace("e^(eps/2)", "u").replace("e^eps", "x")
    value = Interpreter(Notation(vocabulary, Domain())).number(read_plain(written, vocabulary))
    return float(value.evaluate({"k": 7, "n": 1, "x": Fraction(9, 4), "u": Fraction(3, 2)}))


def test_on_the_command_line(rrproof: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    code, out, _ = rrproof("analyze", "grr(k=d, eps=eps)", "--json", "--html", str(tmp_path / "page.html"))
    assert code == 0
    assert "variance at a rare value" in (tmp_path / "page.html").read_text(encoding="utf-8")
    found = json.loads(out)["result"]
    assert found["for_all"] == "d >= 2, eps > 0, n >= 1"
    level = found["formulas"][0]
    assert level["formula"] == "eps"
    assert "least_level(d, d, randomized_response(d, x), level)" in level["statement"]
    code, out, _ = rrproof("analyze", "grr(k=d, eps=eps)", "--latex")
    assert code == 0
    assert r"\frac{d - 2 + e^{\epsilon}}{n (e^{\epsilon} - 1)^{2}}" in out


def test_a_parameter_may_be_a_number() -> None:
    found = analyze("subset-selection(k=F, eps=eps, l=3)")
    assert isinstance(found, FormulaAnalysis)
    assert not found.unknown
    formulas = {derived.key: derived.formula.text for derived in found.formulas}
    assert formulas["estimator"].endswith("/(3*n*(F - 3)*(e^eps - 1))")
    assert formulas["total_variance"].startswith("F*(")


@pytest.mark.parametrize(
    ("design", "options", "words"),
    [
        ("grr(k=n)", {}, "k is a letter of its own"),
        ("grr(k=k, foo=3)", {}, "grr has the parameters k, eps, not foo"),
        ("olh(k=k, g=k)", {}, "each parameter has a letter of its own"),
        ("warner(k=k)", {}, "warner is none of them: give k a number"),
        ("she(k=1, eps=1)", {}, "k is an integer from 2 on, not 1"),
        ("she(k=5/2)", {}, "k is an integer from 2 on, not 5/2"),
        ("she(eps=0)", {}, "eps is above 0"),
        ("she(k=5, eps=e)", {}, "eps is a letter of its own here"),
        ("she(eps=1/0)", {}, "a level is written like"),
        ("she(eps=1)", {"at": {"eps": 2}}, "eps is given twice"),
        ("grr(k=k)", {"respondents": 5}, "respondents needs a number of truths"),
    ],
)
def test_what_makes_no_sense(design: str, options: dict[str, object], words: str) -> None:
    with pytest.raises(DesignArgumentError, match=words):
        analyze(design, **options)  # type: ignore[arg-type]


def test_what_needs_a_matrix() -> None:
    with pytest.raises(AnalysisError, match="level needs a number of truths: take a matrix"):
        analyze("she(k=5, eps=1)", level="1")


SUMMATION = """
[paper]
key = "SHE"
title = "Histograms"
authors = "A. Nonymous"
[symbols]
d = { range = "d >= 2", integer = true }
n = { range = "n >= 1", integer = true }
eps = { budget = true, range = "eps > 0" }
[mechanisms.she]
truths = "1..d"
catalogue = "she"
parameters = { eps = "eps" }
respondents = "n"
data = "given"
[names]
'E' = { epsilon = true, of = "she" }
'c_i' = { estimator = "i", of = "she", scale = "count" }
'f_i' = { prior = "i", of = "she" }
'B_i' = { supporting = "i", of = "she" }
'V_i' = { variance = "i", of = "she", scale = "count" }
'R_i' = { rare_variance = "i", of = "she" }
'M_i' = { mean = "i", of = "she", scale = "count" }
'C_{i,j}' = { covariance = ["i", "j"], of = "she" }
'p' = { p_star = true, of = "she" }
"""


def _judge(latex: str) -> OfEverySize:
    own = OwnNotation(read_declarations(tomllib.loads(SUMMATION), "file"), "file")
    found = of_every_size(Statement(latex=(latex,)), own)
    assert found is not None
    return found


@pytest.mark.parametrize("latex", [
    "V_i = 8n/eps^2", r"R_i = \frac{8}{n eps^2}", "E = eps", "c_i = B_i", "c_i = 2B_i - B_i", "M_i = n f_i",
    r"C_{i,j} = 0 \text{ for } i \neq j", r"C_{i,j} = V_i/n^2 \text{ for } i = j",
    r"\sum_{i=1}^{d} V_i = \frac{8dn}{eps^2}",
])  # fmt: skip
def test_noisy_histograms(latex: str) -> None:
    judge = _judge(latex)
    outcome = judge.judged()
    assert outcome.theorem is not None
    assert outcome.theorem.conclusion == outcome.statement
    assert not outcome.theorem.hypotheses
    assert judge.witnessed(holds=True).agrees is True


@pytest.mark.parametrize(("latex", "sides"), [
    ("V_i = 4n/eps^2", ("16/log(5/2)^2", "8/log(5/2)^2")),
    ("V_i = 8/eps^2", ("16/log(5/2)^2", "8/log(5/2)^2")),
    ("E = eps/2", ("log(5/2)", "log(5/2)/2")),
    (r"C_{i,j} = -\frac{8}{n eps^2} \text{ for } i \neq j", ("0", "-4/log(5/2)^2")),
    ("c_i = B_i/2", ("1/2", "1")),
])  # fmt: skip
def test_what_is_false_of_noisy_histograms(latex: str, sides: tuple[str, str]) -> None:
    judge = _judge(latex)
    outcome = judge.judged()
    assert outcome.theorem is not None
    assert outcome.theorem.conclusion == NOT(outcome.statement)
    assert tuple(side.exact for side in outcome.sides) == sides
    assert judge.witnessed(holds=False).agrees is True


def test_what_is_said_of_noise_is_run_through() -> None:
    judge = _judge("V_i = 8n/eps^2")
    text = judge.sized.text
    assert "8 * n / log(x)^2 else 0" in text
    wrong = OfEverySize(
        replace(judge.sized, text=text.replace("8 * n / log(x)^2 else 0", "9 * n / log(x)^2 else 0")), ()
    )
    assert wrong.witnessed(holds=True).agrees is False


@pytest.mark.parametrize(("latex", "words"), [
    ("c_i = B_i^2", "linear in their sum"),
    (r"\sum_{i=1}^{d} R_i = 8", "the variance at a rare value is the same at each"),
    ("p = 1/2", r"no p\* and q\*"),
])  # fmt: skip
def test_what_noisy_histograms_do_not_say(latex: str, words: str) -> None:
    with pytest.raises(MeaninglessError, match=words):
        _judge(latex)


def test_noisy_histograms_are_of_given_data() -> None:
    with pytest.raises(PaperError, match='write data = "given"'):
        read_declarations(tomllib.loads(SUMMATION.replace('data = "given"', "")), "file")
