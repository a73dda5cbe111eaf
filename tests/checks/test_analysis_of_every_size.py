"""`rrproof analyze 'grr(k=k, eps=eps)'`: formulas for every number of values, each a theorem of the kernel."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from checks.designs.analysis import analyze
from checks.designs.analysis.every_size import ORACLES
from checks.designs.analysis.formulas import FormulaAnalysis
from checks.designs.analysis.whole import AnalysisError
from checks.inputs.design import DesignArgumentError
from checks.interpreter import Interpreter, Notation
from checks.reading import Symbols, read_plain, symbol
from derivations.theorems.oracles.oracle_table import frequency_oracles
from mechanisms.exact.domain import Domain

PARAMETERS = {"olh": ", g=g, eps=eps", "subset-selection": ", l=l, eps=eps", "unary-encoding": ", b=b",
              "rappor-permanent": ", f=f", "the": ", eps=eps, theta=theta"}  # fmt: skip
NAMES = {"grr": "GRR", "oue": "OUE", "sue": "SUE", "blh": "BLH", "hadamard-response": "HR"}


@pytest.mark.parametrize("name", ORACLES)
def test_each_formula_is_a_theorem(name: str) -> None:
    found = analyze(f"{name}(k=k{PARAMETERS.get(name, ', eps=eps')})")
    assert isinstance(found, FormulaAnalysis)
    assert not found.unknown
    keys = {derived.key for derived in found.formulas}
    assert keys >= {"epsilon", "p_star", "q_star", "estimator", "variance", "rare_variance", "total_variance"}
    for derived in found.formulas:
        assert not derived.theorem.hypotheses
        assert str(derived.theorem.conclusion) == derived.statement
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
    assert r"\frac{d - 2 + e^{\epsilon}}{(e^{\epsilon} - 1)^{2}}" in out


@pytest.mark.parametrize(
    ("design", "options", "words"),
    [
        ("grr(k=n)", {}, "k is a letter of its own"),
        ("grr(k=k, foo=3)", {}, "grr has the parameters k, eps, not foo"),
        ("olh(k=k, g=k)", {}, "each parameter has a letter of its own"),
        ("warner(k=k)", {}, "warner is none of them: give k a number"),
    ],
)
def test_what_makes_no_sense(design: str, options: dict[str, object], words: str) -> None:
    with pytest.raises(DesignArgumentError, match=words):
        analyze(design, **options)  # type: ignore[arg-type]


def test_what_needs_numbers() -> None:
    with pytest.raises(AnalysisError, match="respondents needs a number of truths"):
        analyze("grr(k=k)", respondents=5)
