"""Figures of a claims file: what is drawn is what the mechanism gives, and what is wrong with one is a sentence."""

import re
from fractions import Fraction
from math import log
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from checks.claims.claim import PaperError, read_toml
from checks.cli import rrproof
from checks.papers.collection import load_paper
from checks.papers.figures import curve_values, values_along
from checks.papers.model import load
from checks.papers.schema import claims_schema

FIGURE = {"curves": "['V', 'V_2', '\\eps']", "along": '"p"', "from": '"1/10"', "to": '"2/5"'}


def text(at: str = 'pi = "1/10", n = "100"', **changes: str) -> str:
    figure = "".join(f"{key} = {value}\n" for key, value in {**FIGURE, **changes}.items())
    return f"""
[paper]
key = "F"
title = "t"
authors = "a"
[symbols]
p = "0 < p < 1/2"
pi = {{ latex = '\\pi', range = "0 <= pi <= 1" }}
n = {{ range = "n >= 1", integer = true }}
[mechanism]
truths = ["no", "yes"]
responses = ["no", "yes"]
matrix = [["p", "1-p"], ["1-p", "p"]]
prior = ["1 - pi", "pi"]
respondents = "n"
[names]
'V' = {{ variance = "yes" }}
'\\eps' = {{ epsilon = true }}
[[claim]]
id = "F-1"
latex = 'V > \\frac{{\\pi(1-\\pi)}}{{n}}'
at = {{ {at} }}
[claim.figure]
{figure}"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    return tmp_path / "mine.toml"


def test_the_curves_are_what_the_mechanism_gives(mine: Path) -> None:
    mine.write_text(text(curves="['V', '\\eps']"))
    loaded = load(str(mine))
    figure = loaded.paper.figure("F-1")
    at = values_along(figure, loaded.own)
    assert (at[0], at[-1], len(at)) == (Fraction(1, 10), Fraction(2, 5), 121)
    variance, eps = (curve_values(figure, curve, loaded.own) for curve in figure.curves)
    p = at[7]
    said = Fraction(9, 100) / 100 + p * (1 - p) / (100 * (2 * p - 1) ** 2)
    assert variance[7] == pytest.approx(float(said), rel=1e-12)
    assert eps[7] == pytest.approx(log((1 - p) / p), rel=1e-12)


def test_along_an_integer_there_are_whole_numbers_alone(mine: Path) -> None:
    mine.write_text(text('p = "1/3", pi = "1/10"', curves="['V']", along='"n"', **{"from": "2", "to": "6"}))
    loaded = load(str(mine))
    assert values_along(loaded.paper.figure("F-1"), loaded.own) == [2, 3, 4, 5, 6]


def test_a_figure_is_listed_and_drawn(mine: Path) -> None:
    pytest.importorskip("matplotlib")
    mine.write_text(text(curves="['V']"))
    listed = CliRunner().invoke(rrproof, ["plot", "figures", str(mine)])
    assert "F-1" in listed.stdout
    drawn = CliRunner().invoke(rrproof, ["plot", "figure", f"{mine}:F-1", "-o", f"{mine}.svg"])
    assert (drawn.exit_code, Path(f"{mine}.svg").read_bytes()[:5]) == (0, b"<?xml")


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, r"mine.toml:\d+:\d+: claim F-1: figure: curve V_2: V_2 is not declared"),
        ({"along": '"q"'}, "figure: along names a symbol, one of p, pi, n, not 'q'"),
        ({"to": '"3/4"'}, "figure: p = 3/4 is outside of its range, 0 < p < 1/2"),
        ({"to": '"1/20"'}, "figure: from and to are numbers"),
        ({"to": '"1e999999999"'}, "figure: from and to are numbers"),
        ({"to": "0.4"}, "figure: from and to are numbers"),
        ({"curves": "[]"}, "figure: curves is a list of 1 to 20 quantities"),
        ({"colour": '"red"'}, r"figure: unknown keys \['colour'\]"),
    ],
)
def test_a_wrong_figure_stops_its_claim(changes: dict[str, str], sentence: str, mine: Path) -> None:
    mine.write_text(text(**changes))
    (claim,) = load_paper(str(mine)).claims
    assert re.search(sentence, claim.unread)


def test_a_symbol_without_a_value_is_told(mine: Path) -> None:
    mine.write_text(text('pi = "1/10"', curves="['V']"))
    loaded = load(str(mine))
    with pytest.raises(PaperError, match="the curve V has no value to draw: n has no value; give it in at"):
        curve_values(loaded.paper.figure("F-1"), "V", loaded.own)


def test_the_schema_has_figures() -> None:
    validator = jsonschema.Draft202012Validator(claims_schema())
    data = read_toml(text(), "mine")
    validator.validate(data)
    del data["claim"][0]["figure"]["to"]
    assert not validator.is_valid(data)
