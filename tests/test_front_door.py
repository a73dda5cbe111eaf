"""`import rrproof` is the front door: it costs nothing, and each of its names is what the page says."""

import ast
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import rrproof
from mechanisms.design import DesignError
from mechanisms.exact.privacy_level import LevelError
from mechanisms.exact.rational import RationalFunction

ROOT = Path(__file__).resolve().parents[1]
F = Fraction


def test_every_name_is_there_typed_and_on_the_page():
    tree = ast.parse((ROOT / "rrproof" / "__init__.py").read_text(encoding="utf-8"))
    (typed,) = (node for node in tree.body if isinstance(node, ast.If))
    names = {alias.asname for node in typed.body for alias in node.names}
    page = (ROOT / "docs" / "reference" / "front-door.md").read_text(encoding="utf-8")
    assert names == set(rrproof.__all__) == set(re.findall(r"^\| `rrproof\.(\w+)", page, flags=re.MULTILINE))
    homes = {(n.module, alias.name): alias.asname for n in typed.body for alias in n.names}
    for (module, name), given in homes.items():
        assert getattr(rrproof, given) is getattr(sys.modules[module], name)
    with pytest.raises(AttributeError, match="no attribute 'analyse'"):
        _ = rrproof.analyse


def test_the_import_brings_nothing_heavy_along():
    said = "import sys, rrproof; print(sorted({'numpy', 'sympy', 'cvxpy', 'click', 'mechanisms'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "rrproof", "catalogue", "warner"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "warner" in done.stdout


def test_the_version_stands_in_one_place_and_is_cited():
    cited = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {rrproof.__version__}\n" in cited
    assert f"\n## {rrproof.__version__}," in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert rrproof.__version__ not in (ROOT / "pyproject.toml").read_text(encoding="utf-8").split("dependencies")[0]


def test_a_design_without_estimators_says_what_loads_them():
    code = """
import rrproof
from mechanisms.design import Design, DesignError
design = Design([[1, 0], [0, 1]])
try:
    design.variance()
except DesignError as error:
    assert "`from rrproof import Design`" in str(error), error
else:
    raise AssertionError("no estimators were loaded")
rrproof.Design
design.variance()
"""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_a_design_answers():
    design = rrproof.Design([[F(2, 3), F(1, 3)], [F(1, 5), F(4, 5)]])
    assert str(design.epsilon()) == "eps = log(10/3)"
    assert str(design.delta(0)) == "delta = 7/15"
    assert str(design.delta("log(2)")) == "delta = 4/15"  # 2/3 - 2/5
    assert str(design.delta("log(4)")) == "delta = 0"
    # eps = 1: the larger of 2/3 - e/5 = 0.1230 and 4/5 - e/3 < 0
    assert str(design.delta(1)) == "delta = 2/3 - exp(1)/5"
    assert "e" in design.delta(1).to_latex()
    assert "exp(" not in design.delta(1).to_latex()
    with pytest.raises(LevelError, match="float"):
        design.delta(0.5)
    # Var = lambda (1 - lambda) / (n (7/15)^2), with lambda = 1/3 + 7/15 pi, at pi = 1/7: lambda = 2/5
    assert str(design.variance(prior=F(1, 7), n=10)) == str(F(2, 5) * F(3, 5) / (10 * F(7, 15) ** 2))
    assert design.variance().names == ("n", "pi")
    assert design.variance(0) == design.variance(1)
    with pytest.raises(DesignError, match="no truth"):
        design.variance("yes")


def test_the_variance_of_more_truths():
    grr = rrproof.read_design("grr(k=3, x=4)")
    weights = rrproof.linear_estimator(grr).weights
    prior = (F(1, 2), F(1, 3), F(1, 6))
    law = [sum(p * F(str(row[y])) for p, row in zip(prior, grr.entries, strict=True)) for y in range(3)]
    for truth in range(3):
        column = [F(str(row[truth])) for row in weights]
        mean = sum(q * w for q, w in zip(law, column, strict=True))
        by_hand = sum(q * w * w for q, w in zip(law, column, strict=True)) - mean**2
        assert grr.variance(grr.truths[truth], prior=prior, n=1) == RationalFunction.of(by_hand)
        assert mean == prior[truth]


def test_a_large_design_has_a_short_repr():
    large = rrproof.read_design("grr(k=40, x=4)")
    assert len(repr(large)) < 100
    assert "40 truths, 40 responses" in repr(large)


def test_the_best_design_is_the_one_of_the_command():
    assert rrproof.design(3, "log(3)").value == "2/5"
    found = rrproof.design(3, "log(3)", prior=(F(1, 2), F(1, 3), F(1, 6)))
    assert found.value == "3/8"  # the rare truth is never answered: (1/2 + 1/3) 3/4 of the answers are right
    assert [theorem.rule for _, theorem in found.theorems] == ["weak_duality"]
    from checks.designs.optimal.question import QuestionError

    for wrong, said in [
        ({"objective": "best"}, "none of hamming"),
        ({"categories": "grr(k=3)"}, "read_design reads a design by name"),
        ({"level": None}, "privacy level is needed"),
        ({"prior": (F(1, 2), F(1, 2))}, "prior needs 3 shares"),
    ]:
        with pytest.raises(QuestionError, match=said):
            rrproof.design(**{"categories": 3, "level": "log(3)"} | wrong)
    with pytest.raises(QuestionError, match="at least 2"):
        rrproof.design(1, "log(3)")


def test_a_mechanism_is_a_python_function():
    @rrproof.protocol(["no", "yes"], rrproof.within("p", 0, 1), responses=["no", "yes"])
    def forced_yes(truth, p):
        if (yield rrproof.Coin(p, "Throw the die: does it say to be honest?")):
            return truth
        return "yes"

    assert forced_yes.name == "forced-yes"
    assert forced_yes.design().at(p=F(2, 3)) == rrproof.Design(
        [[F(2, 3), F(1, 3)], [0, 1]], truths=["no", "yes"], responses=["no", "yes"]
    )
    from mechanisms.protocols.protocol import ProtocolError

    with pytest.raises(ProtocolError, match="declare one as in"):
        rrproof.protocol(["no", "yes"], "p")
    with pytest.raises(ProtocolError, match="a domain is needed"):
        rrproof.Protocol("p", forced_yes.program, ["no", "yes"], {"p": (0, 1)})
