"""`checks.samplers.audit` on samplers with planted bugs, which it must find, and on honest ones, which must pass."""

import importlib.util
import json
import math
import random
import sys
from dataclasses import replace
from fractions import Fraction as F
from pathlib import Path

import numpy as np
import pytest

from checks.inputs.design import read_design
from checks.samplers.audit import Audit, AuditError, Settings, Verdict, audit
from mechanisms.design import Design
from mechanisms.protocols.sampling import sample

ROOT = Path(__file__).resolve().parents[2]
QUICK = Settings(distance=0.15)
LABELS = {"truths": range(4), "responses": range(4)}


@pytest.fixture(scope="module")
def broken():
    spec = importlib.util.spec_from_file_location("broken_samplers", ROOT / "examples" / "broken_samplers.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def grr():
    return read_design("grr(k=4, x=5)")


def of(broken, name, grr, method="sequential", **settings):
    sampler = getattr(broken, name)(4, 5) if name == "SeededWhenMade" else getattr(broken, name)(4, 5, seed=3)
    return audit(sampler.answer, grr, Settings(**{"distance": 0.15, "method": method, **settings}), **LABELS)


@pytest.mark.parametrize("method", ["sequential", "fixed"])
@pytest.mark.parametrize(
    ("name", "kind", "words"),
    [
        ("LieMayRepeatTheTruth", "law", "the design says 5/8 = 0.6250"),
        ("ExchangedProbabilities", "law", "the design says 5/8"),
        ("LastCategoryIsNeverALie", "law", "where the design says 1/8"),
        ("LogarithmOfTheWrongBase", "law", "5/8"),
        ("SeededInEachCall", "constant", "was always answered by"),
        ("Remembers", "constant", "is it seeded in each call, or does it remember"),
        ("TakesTurns", "dependence", "depends on the last response to the same truth"),
        ("LiesByTheCount", "dependence", "depends on the call before it"),
        ("AnswersFromOutside", "unknown response", "the response 4 to the truth"),
        ("NotANumber", "not a number", "nan"),
    ],
)
def test_planted_bugs_are_found(broken, grr, name, kind, words, method):
    # "the lie may repeat the truth" is off by 3/8 * 1/4 = 0.094 in total variation, all others by more than 0.12
    found = of(broken, name, grr, method, distance=0.09 if name == "LieMayRepeatTheTruth" else 0.12)
    assert found.verdict == Verdict.REFUTED
    assert found.findings[0].kind == kind
    assert words in found.findings[0].text


def test_who_never_lies_is_told_so(grr):
    found = audit(lambda truth: truth, grr, QUICK)
    assert found.verdict == Verdict.REFUTED
    assert "was always answered by" in found.findings[0].text
    assert "or give them without any chance?" in found.findings[0].text


def test_modulo_bias_is_found(broken):
    # three bits modulo 5: 2/8 for the first three, 1/8 for the others; 5/7 of the answers are lies
    found = audit(
        broken.ModuloBias(6, 2, seed=1).answer, read_design("grr(k=6, x=2)"), QUICK, truths=range(6), responses=range(6)
    )
    assert found.verdict == Verdict.REFUTED
    assert found.findings[0].kind == "law"


@pytest.mark.parametrize("method", ["sequential", "fixed"])
def test_honest_samplers_pass(broken, grr, method):
    # a false alarm has probability <= 1e-6, and the seed is fixed
    found = of(broken, "Honest", grr, method)
    assert found.verdict == Verdict.CONSISTENT
    assert found.findings == ()
    assert max(found.distances) < 0.15
    for low, high, row in zip(found.low, found.high, found.probabilities, strict=True):
        assert all(lo <= p <= hi for lo, p, hi in zip(low, row, high, strict=True))
    assert found.privacy.lower <= math.log(5) <= found.privacy.upper


def test_honest_samplers_pass_for_many_seeds():
    # P(Bin(40, 1/20) > 17) < 1e-11; Ville's bound is not tight, so that far fewer than 1 in 20 are refuted
    design = Design([[F(2, 3), F(1, 3)], [F(1, 4), F(3, 4)]])
    refuted = 0
    for seed in range(40):
        rng = np.random.default_rng(seed)
        settings = Settings(false_alarm=0.05, distance=0.25, power=0.9, seed=seed)
        found = audit(lambda t, rng=rng: sample(design, t, rng), design, settings, vectorised=True)
        refuted += found.verdict == Verdict.REFUTED
    assert refuted <= 17


def test_a_weak_memory_is_not_passed_where_dependence_has_to_be_found():
    """Who repeats the last response with probability 1/20: seldom enough to pass unless it is asked for."""
    design = Design([[F(1, 2), F(3, 10), F(1, 5)], [F(1, 10), F(3, 5), F(3, 10)]])
    rows = [[float(p.evaluate({})) for p in row] for row in design.entries]

    def sampler(repeats, seed):
        rng, last = random.Random(seed), {}

        def answer(truth):
            if truth not in last or rng.random() >= repeats:
                last[truth] = rng.choices(range(3), rows[truth])[0]
            return last[truth]

        return answer

    settings = {"distance": 0.2, "seed": 3, "false_alarm": 1e-9}
    unasked = audit(sampler(0.05, 1), design, Settings(**settings))
    assert unasked.verdict == Verdict.CONSISTENT
    assert unasked.dependence["same truth"] > 0.05 * 0.5
    asked = audit(sampler(0.05, 1), design, Settings(**settings, dependence=0.03, most_calls=8_000))
    assert asked.verdict != Verdict.CONSISTENT
    honest = audit(sampler(0, 1), design, Settings(**settings, dependence=0.2))
    assert honest.verdict == Verdict.CONSISTENT
    assert max(honest.dependence.values()) < 0.2
    assert honest.to_json()["dependence"].keys() == {"same truth", "previous call"}


def test_a_bound_on_eps_convicts_who_is_less_private_than_the_design(broken, grr):
    found = of(broken, "LieMayRepeatTheTruth", grr, "fixed", distance=0.07)
    # the true ratio is (5/8 + 3/32)/(3/32) = 23/3
    assert math.log(5) < found.privacy.lower <= math.log(23 / 3) <= found.privacy.upper
    assert found.privacy.event == (found.privacy.truth,)


def test_events_say_more_than_cells():
    # each cell of ten differs by a factor 2, and five together are seen more often
    row = [F(2, 15)] * 5 + [F(1, 15)] * 5
    design = Design([row, row[::-1]])
    rng = np.random.default_rng(5)
    found = audit(lambda t: sample(design, t, rng), design, Settings(distance=0.1), vectorised=True)
    assert found.verdict == Verdict.CONSISTENT
    assert len(found.privacy.event) > 1
    assert 0 < found.privacy.lower <= math.log(2)


def test_zero_cells_refute_at_once():
    design = Design([[F(1, 2), F(1, 2), 0], [0, F(1, 2), F(1, 2)]])
    rng = random.Random(8)
    found = audit(lambda t: rng.choice([0, 1, 2]), design, QUICK)
    assert found.verdict == Verdict.REFUTED
    assert found.findings[0].kind == "impossible response"
    assert found.evidence["all"] == math.inf
    assert found.to_json()["refuted_with_certainty"]
    honest = audit(lambda t: t + rng.randrange(2), design, QUICK)
    assert honest.verdict == Verdict.CONSISTENT
    assert honest.privacy.design is None
    assert honest.privacy.upper is None
    assert honest.privacy.lower > 2.5  # impossible under the other truth: the bound grows with the calls


def test_vectorised_samplers_with_a_generator_or_a_seed():
    design = read_design("warner(p_w=2/3)")

    def with_generator(truths, rng):
        return sample(design, truths, rng)

    def with_seed(truth, seed):
        return sample(design, np.array([truth]), np.random.default_rng(seed))[0]

    def ignores_it(truth, seed):
        return sample(design, np.array([truth]), np.random.default_rng(1))[0]

    assert audit(with_generator, design, QUICK, vectorised=True, generator_argument="rng").verdict == "consistent"
    assert audit(with_seed, design, QUICK, seed_argument="seed").verdict == "consistent"
    assert audit(ignores_it, design, QUICK, seed_argument="seed").findings[0].kind == "constant"


@pytest.mark.parametrize(
    ("sampler", "kind", "words"),
    [
        (lambda t: t[:-1], "shape", "responses to an array of 256 truths"),
        (lambda t: None, "exception", "TypeError"),
        (lambda t: [[]] * len(t), "unknown response", "the response () to the truth"),
        (lambda t: [object()] * len(t), "unknown response", "the response a object to the truth"),
        (lambda t: 1 / 0, "exception", "ZeroDivisionError: division by zero at an array of 256 truths"),
    ],
)
def test_broken_answers_are_findings_of_their_own(sampler, kind, words):
    found = audit(sampler, read_design("warner(p_w=2/3)"), QUICK, vectorised=True)
    assert (found.verdict, found.findings[0].kind) == (Verdict.REFUTED, kind)
    assert words in found.findings[0].text


def test_memory_errors_and_interrupts():
    def hungry(truth):
        raise MemoryError

    design = read_design("warner(p_w=2/3)")
    rng = random.Random(9)
    found = audit(hungry, design)
    assert (found.verdict, found.findings[0].kind) == (Verdict.REFUTED, "memory")
    calls = []

    def stopped(truth):
        calls.append(truth)
        if len(calls) > 300:
            raise KeyboardInterrupt
        return truth if rng.random() < 2 / 3 else 1 - truth

    found = audit(stopped, design)
    assert found.verdict == Verdict.UNDECIDED
    assert found.was_interrupted
    assert found.calls == 256


def test_limits_end_undecided():
    rng = random.Random(4)
    design = Design([[F(1, 2), F(1, 2)], [F(1, 3), F(2, 3)]])
    honest = lambda t: int(rng.random() * (2 + t) >= 1)  # noqa: E731
    found = audit(honest, design, Settings(most_calls=500))
    assert (found.verdict, found.calls) == (Verdict.UNDECIDED, 500)
    assert "no verdict after 500 calls" in found.findings[0].text
    found = audit(honest, design, Settings(seconds=1e-9))
    assert found.verdict == Verdict.UNDECIDED
    assert "no verdict within 1e-09 s" in found.findings[0].text
    with pytest.raises(AuditError, match="calls for each of 2 truths, more than 500 calls"):
        audit(honest, design, Settings(method="fixed", most_calls=500))


def test_a_tolerance_forgives_rounding_only():
    design = Design([[F(99, 100), F(1, 100)], [F(1, 2), F(1, 2)]])
    rounded = Design([[F(9995, 10000), F(5, 10000)], [F(1, 2), F(1, 2)]])
    rng = np.random.default_rng(6)
    ask = lambda t: sample(rounded, t, rng)  # noqa: E731
    strict = Settings(distance=0.005, most_calls=400_000, false_alarm=0.01, power=0.9)
    assert audit(ask, design, strict, vectorised=True).verdict == Verdict.REFUTED
    lenient = Settings(distance=0.05, tolerance=F(1, 100), false_alarm=0.01, power=0.9)
    assert audit(ask, design, lenient, vectorised=True).verdict == Verdict.CONSISTENT


def test_irrational_designs_are_enclosed():
    from sympy import sqrt

    design = Design([[sqrt(2) / 2, 1 - sqrt(2) / 2], [F(1, 4), F(3, 4)]])
    rng = np.random.default_rng(7)
    found = audit(lambda t: sample(design, t, rng), design, QUICK, vectorised=True)
    assert found.verdict == Verdict.CONSISTENT
    assert abs(found.probabilities[0][0] ** 2 - F(1, 2)) < F(1, 2**150)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"method": "guess"}, "the method is one of sequential, fixed"),
        ({"false_alarm": 0}, "false_alarm lies strictly between 0 and 1"),
        ({"distance": 1.5}, "distance lies strictly"),
        ({"dependence": 0}, "dependence lies above 0 and is at most 1"),
        ({"dependence": 0.1, "method": "fixed"}, "a bound on dependence is for sequential"),
        ({"tolerance": F(1, 2)}, "between 0 and 1/100; it is 0.5"),
        ({"most_calls": 0}, "most_calls and seconds are positive"),
        ({"seed": -1}, "a seed is an integer >= 0"),
    ],
)
def test_settings_are_checked(settings, words):
    with pytest.raises(AuditError, match=words):
        Settings(**settings)


def test_what_cannot_be_audited():
    from mechanisms.catalogue import get

    with pytest.raises(AuditError, match="a design with the parameters p_w has no probabilities"):
        audit(lambda t: t, get("warner").printed_matrix)
    with pytest.raises(AuditError, match="truths: 2 different labels are needed"):
        audit(lambda t: t, read_design("warner(p_w=2/3)"), truths=[1, 1])


def test_results_print_themselves(broken, grr):
    found = of(broken, "LieMayRepeatTheTruth", grr)
    assert isinstance(found, Audit)
    data = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert data["verdict"] == "refuted"
    assert data["calls"] == found.calls == sum(map(sum, data["counts"]))
    assert data["probabilities"][0] == ["5/8", "1/8", "1/8", "1/8"]
    html = found._repr_html_()
    assert "<strong>refuted: the design is not followed" in html
    assert "Honest.answer, tested against Randomised response, 4 categories" in html
    assert "<script" not in html
    named = replace(found, sampler="production/sampler_of_the_year.py:Client.answer")._repr_html_()
    assert "production/<wbr>sampler_<wbr>of_<wbr>the_<wbr>year.py:<wbr>Client.<wbr>answer, tested" in named
    named = replace(found, sampler="examples/samplers.py")._repr_html_()
    assert "<p>examples/<wbr>samplers.py, tested" in named
    assert 'is called so with probability at most <span class="number">10<sup>−6</sup></span></strong>' in html
    latex = found._repr_latex_()
    assert latex.count(r"\\") == 3
    assert r"\mathbf" in latex
    assert latex.endswith(r"\text{refuted}$")


def test_the_example_module_does_not_need_the_library():
    source = (ROOT / "examples" / "broken_samplers.py").read_text(encoding="utf-8")
    imported = {line.split()[1] for line in source.splitlines() if line.startswith("import ")}
    assert imported <= set(sys.stdlib_module_names)
