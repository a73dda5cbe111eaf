"""Audits of samplers whose answers are numbers: honest ones pass, planted ones are found, and what is said is true."""

from __future__ import annotations

import json
from fractions import Fraction
from math import exp
from typing import Any

import numpy as np
import pytest

from checks.inputs.numeric_argument import read_numeric_design
from checks.samplers.audit.auditing import audit, audit_log
from checks.samplers.audit.result import Audit, Verdict
from checks.samplers.audit.settings import AuditError, Settings

HONEST = (
    "laplace(eps=1)",
    "staircase(eps=1)",
    "discrete-laplace(eps=1, high=4)",
    "duchi(eps=1)",
    "piecewise(eps=2)",
    "hybrid(eps=1)",
    "rounding(low=0)",
    "additive(a=-10, b=10, low=0, high=50)",
    "unrelated-number(p=2/3, a=0, b=10, low=0, high=10)",
)


def asked(sampler: Any, design: str, truths: list[Any] | None = None, **given: Any) -> Audit:
    settings = Settings(tolerance=Fraction(1, 10**12), seconds=120, **given)
    found = read_numeric_design(design)
    return audit(sampler, found, settings, truths=truths, vectorised=True, generator_argument="rng")


@pytest.mark.parametrize("text", HONEST)
def test_an_honest_sampler_passes(text):
    design = read_numeric_design(text)
    found = asked(design.sample, text, distance=0.1)
    assert found.verdict == Verdict.CONSISTENT
    assert found.headline.startswith(
        f"consistent: no difference above 0.1 in the probability of any union of the {len(found.responses)} cells"
    )
    assert "and such within a cell, were not looked for" in found.headline
    assert found.privacy.design == design.epsilon
    assert found.privacy.upper is None, "within a cell the ratio of densities may be larger"
    assert design.epsilon is None or found.privacy.lower <= design.epsilon
    assert len(found.borders or ()) + 1 == len(found.responses)


def laplace(truths: Any, rng: Any, scale: float = 2.0, reach: float = np.inf, shift: float = 0.0) -> Any:
    return truths + shift + np.clip(rng.laplace(0, scale, len(truths)), -reach, reach)


SHARE = 1 / (1 + exp(1 / 2))


def staircase(truths: Any, rng: Any, share: float = SHARE, width: float = 2.0, ratio: float = exp(-1)) -> Any:
    """The mixture of Geng and Viswanath: a sign, a geometric number of steps, a part of the last, uniform in it."""
    size = len(truths)
    sign, steps, u = 2 * rng.integers(0, 2, size) - 1, rng.geometric(1 - ratio, size) - 1, rng.random(size)
    is_low = rng.random(size) * (share + ratio * (1 - share)) < share
    return truths + sign * (steps + np.where(is_low, share * u, share + (1 - share) * u)) * width


def piecewise(truths: Any, rng: Any, eps: float = 1.0, inner: float | None = None, mirrored: bool = False) -> Any:
    """As in the paper; `inner` is the probability of the middle, else the right one; or the centre is mirrored."""
    y = exp(eps / 2)
    reach = (y + 1) / (y - 1)
    left = (reach + 1) / 2 * (-truths if mirrored else truths) - (reach - 1) / 2
    middle = left + (reach - 1) * rng.random(len(truths))
    place = (reach + 1) * rng.random(len(truths))  # on what is outside of the middle
    side = np.where(place < left + reach, place - reach, place - reach + (reach - 1))
    return np.where(rng.random(len(truths)) < (y / (y + 1) if inner is None else inner), middle, side)


def duchi(truths: Any, rng: Any, eps: float = 1.0, size: float = 1.0) -> Any:
    e = exp(eps)
    plus = rng.random(len(truths)) < (e - 1) / (2 * e + 2) * truths + 0.5
    return np.where(plus, 1, -1) * (e + 1) / (e - 1) * size


def test_the_samplers_below_are_honest_without_a_fault():
    for sampler, text in (
        (laplace, "laplace(eps=1)"),
        (staircase, "staircase(eps=1)"),
        (piecewise, "piecewise(eps=1)"),
        (duchi, "duchi(eps=1)"),
    ):
        assert asked(sampler, text, distance=0.03).verdict == Verdict.CONSISTENT


PLANTED = {
    "wrong eps": (lambda t, rng: laplace(t, rng, scale=1.0), "laplace(eps=1)", 0.05),
    "wrong centre": (lambda t, rng: laplace(t, rng, shift=0.2), "laplace(eps=1)", 0.03),
    "truncated tail": (lambda t, rng: laplace(t, rng, reach=8.0), "laplace(eps=1)", 0.02),
    "sign of the truth": (lambda t, rng: laplace(-t, rng), "laplace(eps=1)", 0.05),
    "rounded answers": (lambda t, rng: np.round(laplace(t, rng)), "laplace(eps=1)", 0.05),
    "wrong branch": (lambda t, rng: piecewise(t, rng, inner=exp(1) / (exp(1) + 1)), "piecewise(eps=1)", 0.05),
    "mirrored middle": (lambda t, rng: piecewise(t, rng, mirrored=True), "piecewise(eps=1)", 0.05),
    "eps for eps/2": (lambda t, rng: piecewise(t, rng, eps=2.0), "piecewise(eps=1)", 0.05),
    "coin of another eps": (lambda t, rng: duchi(t, rng, eps=0.9), "duchi(eps=1)", 0.05),
    "two answers a little off": (lambda t, rng: duchi(t, rng, size=1 + 1e-7), "duchi(eps=1)", 0.05),
    "fractions among integers": (lambda t, rng: t + rng.laplace(0, 1, len(t)), "discrete-laplace(eps=1)", 0.05),
    "share of the others": (lambda t, rng: staircase(t, rng, share=1 - SHARE), "staircase(eps=1)", 0.05),
    "steps of half the width": (lambda t, rng: staircase(t, rng, width=1.0), "staircase(eps=1)", 0.05),
    "eps for half of it": (lambda t, rng: staircase(t, rng, ratio=exp(-1 / 2)), "staircase(eps=1)", 0.05),
    "one noise for all": (lambda t, rng: t + 1.25, "laplace(eps=1)", 0.05),
}


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault):
    sampler, text, distance = PLANTED[fault]
    found = asked(sampler, text, distance=distance)
    assert found.verdict == Verdict.REFUTED
    assert found.findings
    assert found.headline.startswith("refuted: the design is not followed")


def test_a_scale_that_is_two_percent_off_is_found_where_it_is_looked_for():
    """The largest difference is 0.0073: it passes at 0.05, with that number in the headline, and not at 0.006."""
    off = lambda t, rng: laplace(t, rng, scale=2.04)  # noqa: E731 - a sampler in a line
    coarse = asked(off, "laplace(eps=1)", [0], distance=0.05)
    assert coarse.verdict == Verdict.CONSISTENT
    assert "no difference above 0.05" in coarse.headline
    fine = asked(off, "laplace(eps=1)", [0], distance=0.006)
    assert fine.verdict == Verdict.REFUTED


def test_less_privacy_than_declared_is_said():
    found = asked(lambda t, rng: duchi(t, rng, eps=3.0, size=(exp(1) + 1) / (exp(1) - 1) * (exp(3) - 1) / (exp(3) + 1)),
                  "duchi(eps=1)", distance=0.05)  # fmt: skip
    assert found.verdict == Verdict.REFUTED
    assert found.privacy.lower > 1


@pytest.mark.parametrize("answer", [np.nan, np.inf, "one", None, True, (1.0, 2.0)])
def test_what_is_no_number_is_refuted(answer):
    design = read_numeric_design("laplace(eps=1)")
    found = audit(lambda truth: answer, design, Settings(distance=0.1), truths=[0])
    assert found.verdict == Verdict.REFUTED
    assert found.findings[0].kind in ("unknown response", "not a number")


def test_an_answer_out_of_reach_is_certain():
    design = read_numeric_design("piecewise(eps=1)")
    found = audit(lambda truth: 4.2, design, Settings(distance=0.1), truths=[0])
    assert found.evidence["all"] == float("inf")
    assert "the response 4.2, above 4.083, to the truth 0 has probability 0 in the design" in found.findings[0].text


def test_borders_and_truths_that_a_user_wants():
    found = asked(laplace, "laplace(eps=1)", ["-1/2", 0.25], distance=0.1)
    assert [str(t) for t in found.truths] == ["-1/2", "1/4"]
    design = read_numeric_design("laplace(eps=1)")
    own = audit(laplace, design, Settings(distance=0.1), truths=[0], borders=[-1, 1], vectorised=True,
                generator_argument="rng")  # fmt: skip
    assert own.borders == (-1.0, 1.0)
    assert own.responses == ("at most -1", "-1 .. 1", "above 1")
    assert float(own.probabilities[0][1]) == pytest.approx(1 - exp(-1 / 2))
    with pytest.raises(AuditError, match="is a number from -1 to 1, not 2"):
        audit(laplace, design, truths=[2])
    with pytest.raises(AuditError, match="have no labels"):
        audit(laplace, design, responses=["a"])


def test_a_log_is_looked_at():
    design = read_numeric_design("piecewise(eps=1)")
    rng = np.random.default_rng(4)
    truths = [Fraction(-1), Fraction(1, 3), Fraction(1)]
    places = rng.integers(3, size=30_000)
    answers = design.sample(np.array([float(truths[i]) for i in places]), rng)
    pairs = list(zip(places.tolist(), answers.tolist(), strict=True))
    assert audit_log(pairs, design, Settings(distance=0.1), truths=truths).verdict == Verdict.CONSISTENT
    wrong = [(place, -answer) for place, answer in pairs]
    assert audit_log(wrong, design, Settings(distance=0.1), truths=truths).verdict == Verdict.REFUTED


SAMPLER = """
import random, sys

def answer(truth, seed, scale=2.0):
    draw = random.Random(seed)
    return truth + draw.choice((-1, 1)) * draw.expovariate(1 / scale)

if __name__ == "__main__":
    draw = random.Random(int(sys.argv[1]))
    for line in sys.stdin:
        print(float(line) + draw.choice((-1, 1)) * draw.expovariate(1 / 2))
"""


@pytest.fixture
def noise(tmp_path, monkeypatch):
    (tmp_path / "noise.py").write_text(SAMPLER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")
    return tmp_path


ASKED = ("audit", "noise.py:answer", "--run-this-code", "--seed-argument", "seed", "--distance", "0.15")


def test_the_command_asks_a_file(rrproof, noise):
    code, out, err = rrproof(*ASKED, "--design", "laplace(eps=1)", "--html", "page.html")
    assert (code, err) == (0, "written to page.html\n")
    assert "the design's is 1" in out
    assert "cells" in out
    page = (noise / "page.html").read_text(encoding="utf-8")
    assert "in the probability of any union of the 11 cells" in page
    assert "at most -12.5" in page


def test_the_command_refutes_as_json(rrproof, noise):
    given = ("--design", "laplace", "--eps", "1", "--truths", "0,1/2", "--borders", "-2,-1,0,1,2")
    code, out, _ = rrproof(*ASKED, *given, "--call-with", "scale=0.5", "--json")
    data = json.loads(out)["result"]
    assert (code, data["verdict"]) == (1, "refuted")
    assert data["truths"] == ["0", "1/2"]
    assert data["borders"] == [-2, -1, 0, 1, 2]
    assert data["privacy"]["design"] == 1


def test_the_command_takes_a_program_and_a_log(rrproof, noise):
    import sys

    program = f"{sys.executable} noise.py {{seed}}"
    given = ("--design", "laplace(eps=1)", "--run-this-code", "--distance", "0.2")
    assert rrproof("audit", "--command", program, *given)[0] == 0
    rng = np.random.default_rng(2)
    truths = rng.choice([-1, 0.5], size=20_000)
    lines = [f"{t},{z}" for t, z in zip(truths, truths + rng.laplace(0, 2, len(truths)), strict=True)]
    (noise / "log.csv").write_text("truth,response\n" + "\n".join(lines) + "\n")
    assert rrproof("audit", "--log", "log.csv", "--design", "laplace(eps=1)", "--distance", "0.1")[0] == 0
    assert rrproof("audit", "--log", "log.csv", "--design", "laplace(eps=2)", "--distance", "0.1")[0] == 1


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--design", "laplace(eps=1)", "--responses", "a,b"), "--borders makes cells"),
        (("--design", "laplace(eps=1)", "--truths", "3"), "is a number from -1 to 1, not '3'"),
        (("--design", "laplace(eps=1)", "--borders", "x"), "--borders: numbers are needed, as in -1,0,1/2, not 'x'"),
        (("--design", "warner(p_w=2/3)", "--borders", "1"), "--borders is for answers that are numbers"),
        (("--design", "laplace(eps=1)", "--certificate", "c.html"), "--certificate is that of a design matrix"),
        (("--design", "laplace()"), "laplace needs eps"),
    ],
)
def test_what_makes_no_sense(rrproof, noise, given, said):
    code, out, err = rrproof("audit", "noise.py:answer", "--run-this-code", *given)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())


# -- logs with many truths ---------------------------------------------------------------------------------------------


def logged(text: str, size: int = 30_000, seed: int = 3, wrong: Any = None) -> tuple[Any, list[Fraction], list[Any]]:
    """A mechanism, the different truths of a log, and its pairs; `wrong` answers in its place."""
    design, rng = read_numeric_design(text), np.random.default_rng(seed)
    low, high = map(float, design.interval)
    given = low + (high - low) * np.round(rng.random(size) ** 2, 3)  # small ones are frequent
    given = np.round(given) if design.named.of_integers else given
    answers = (wrong or design.sample)(given, rng)
    exact = [Fraction(t) for t in given.tolist()]
    truths = list(dict.fromkeys(exact))
    places = {t: place for place, t in enumerate(truths)}
    return design, truths, [(places[t], z) for t, z in zip(exact, answers.tolist(), strict=True)]


def of_log(text: str, distance: float = 0.2, **given: Any) -> Audit:
    design, truths, pairs = logged(text, **given)
    assert len(truths) > 40
    return audit_log(pairs, design, Settings(distance=distance, tolerance=Fraction(1, 10**12)), truths=truths)


@pytest.mark.parametrize("text", [*HONEST[:2], "discrete-laplace(eps=4, high=90)", *HONEST[3:]])
def test_an_honest_log_of_many_truths_passes(text):
    found = of_log(text)
    assert found.verdict == Verdict.CONSISTENT, found.headline
    assert len(found.truths) == 8
    assert found.different_truths is not None
    assert found.different_truths > 40
    assert "on average over a group of truths" in found.headline
    assert found.dependence == {}
    assert found.privacy.design is None or found.privacy.lower <= found.privacy.design


def test_a_row_is_the_mean_over_the_truths_of_its_group():
    """Of Duchi's mechanism P(larger answer) = 1/2 + t (e - 1)/(2 e + 2), of which the mean is at the mean truth."""
    design, truths, pairs = logged("duchi(eps=1)")
    found = audit_log(pairs, design, Settings(distance=0.2), truths=truths)
    given = sorted(truths[place] for place, _ in pairs)
    sizes = [sum(row) for row in found.counts]
    assert sum(sizes) == len(given)
    start = 0
    for size, row in zip(sizes, found.probabilities, strict=True):
        mean = float(sum(given[start : start + size])) / size
        start += size
        larger = sum(float(p) for p, label in zip(row, found.responses, strict=True) if label == "2.16395")
        assert larger == pytest.approx(0.5 + mean * (exp(1) - 1) / (2 * exp(1) + 2), abs=1e-12)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("laplace(eps=1)", lambda t, rng: laplace(t, rng, scale=1.6)),
        ("laplace(eps=1)", lambda t, rng: laplace(0 * t, rng)),
        ("piecewise(eps=2)", lambda t, rng: piecewise(t, rng, eps=2.0, mirrored=True)),
        ("duchi(eps=1)", lambda t, rng: duchi(np.abs(t), rng)),
    ],
)
def test_a_wrong_log_of_many_truths_is_refuted(text, wrong):
    found = of_log(text, wrong=wrong)
    assert found.verdict == Verdict.REFUTED
    assert found.findings


def test_an_answer_that_one_truth_of_a_group_cannot_have_is_certain():
    """Answers t + S with S from 0 to 2 lie in [t, t + 2]; 0.7 is one of the truth 0.6 and none of the truth 1."""
    design, truths, pairs = logged("additive(a=0, b=2)")
    pairs[100] = truths.index(max(truths)), 0.7
    found = audit_log(pairs, design, Settings(distance=0.2), truths=truths, borders=[-0.5, 0.5, 0.9, 1.5])
    assert found.verdict == Verdict.REFUTED
    assert found.evidence["all"] == np.inf
    assert f"to the truth {max(truths)} has probability 0" in found.findings[0].text


def test_the_evidence_of_a_group_has_at_most_the_expectation_1():
    """Over all responses to two truths with rows of their own, which is the theorem of the module."""
    from itertools import product
    from math import exp as power

    from checks.samplers.audit.reference import Row
    from checks.samplers.audit.wealth import Wealth

    rows = [(Fraction(9, 10), Fraction(1, 10)), (Fraction(1, 5), Fraction(4, 5)), (Fraction(1, 3), Fraction(2, 3))]
    mean = tuple(sum(column) / len(rows) for column in zip(*rows, strict=True))
    total = 0.0
    for responses in product((0, 1), repeat=len(rows)):
        wealth = Wealth(Row(mean, mean))
        for response in responses:
            wealth.bet(None, response)
        total += power(wealth.log) * float(np.prod([float(row[y]) for row, y in zip(rows, responses, strict=True)]))
    assert 0 < total <= 1


def test_the_command_takes_a_log_of_many_truths(rrproof, noise):
    rng = np.random.default_rng(2)
    truths = np.round(2 * rng.random(20_000) - 1, 4)
    lines = [f"{t},{z}" for t, z in zip(truths, truths + rng.laplace(0, 2, len(truths)), strict=True)]
    (noise / "log.csv").write_text("truth,response\n" + "\n".join(lines) + "\n")
    given = ("audit", "--log", "log.csv", "--distance", "0.2", "--design")
    code, out, _ = rrproof(*given, "laplace(eps=1)")
    assert code == 0
    assert "different truths in 8 groups, fixed before the answers" in " ".join(out.split())
    assert rrproof(*given, "laplace(eps=1.5)")[0] == 1
    code, _, err = rrproof(*given, "laplace(eps=1)", "--dependence", "0.2")
    assert code == 2
    assert "a bound on dependence is for logs of at most 40 different truths" in " ".join(err.split())
