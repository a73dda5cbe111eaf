"""Samplers of other libraries against the designs that they promise; their versions are in requirements-peers.lock.

A false alarm of an audit has probability at most 1e-9. A sampler that is off by 0.1 in total variation for some truth
passes with probability at most 1/1000. What draws its bits from the system gives other responses in each run.
"""

import math
from fractions import Fraction as F
from importlib.metadata import version

import pytest

from checks.samplers.audit import Settings, Verdict, audit
from checks.samplers.audit.calling import Calling
from checks.samplers.audit.peers import PEERS, design_of, exponential, sampler_of
from mechanisms.design import Design
from mechanisms.privacy import smallest_epsilon

LIBRARIES = ("opendp", "diffprivlib", "pure_ldp", "multi_freq_ldpy")
SLOW = 0.15  # the distance for samplers with many responses, or that take long

HASHING = ("pure_ldp:LHClient", "pure_ldp:LHClient-olh", "multi_freq_ldpy:BLH", "multi_freq_ldpy:OLH")

for library in LIBRARIES:
    pytest.importorskip(library)
xxhash = pytest.importorskip("xxhash")
ExponentialCategorical = pytest.importorskip("diffprivlib.mechanisms").ExponentialCategorical


def calling(name, **given):
    module, _, function = name.partition(":")
    return Calling(module, function, given or dict(PEERS[name].parameters))


def run(name, *, distance=0.1, seed=0, **given):
    order = calling(name, **given)
    design, tolerance = design_of(order)
    settings = Settings(false_alarm=1e-9, distance=distance, tolerance=tolerance, seed=seed)
    return audit(sampler_of(order), design, settings)


@pytest.mark.parametrize("name", [name for name in PEERS if name not in HASHING])
def test_peers_do_as_they_promise(name):
    responses = len(design_of(calling(name))[0].responses)
    found = run(name, distance=SLOW if responses > 4 or name.startswith("opendp") else 0.1)
    assert (found.verdict, found.findings) == (Verdict.CONSISTENT, ())


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("opendp:randomized_response_bool", {"prob": 0.9}),
        ("diffprivlib:Binary", {"epsilon": 3.0}),
        ("pure_ldp:DEClient", {"epsilon": 0.5, "d": 3}),
        ("multi_freq_ldpy:SS", {"k": 5, "epsilon": 0.3}),
        ("multi_freq_ldpy:OUE", {"k": 2, "epsilon": 2.0}),
    ],
)
def test_peers_do_so_at_other_parameters(name, given):
    found = run(name, distance=SLOW, **given)
    assert (found.verdict, found.findings) == (Verdict.CONSISTENT, ())


@pytest.mark.parametrize("name", HASHING)
def test_local_hashing_fails_with_the_xxhash_that_it_allows(name):
    # both libraries hash text and ask for any version of xxhash; from version 4 on it takes bytes alone
    assert int(version("xxhash").split(".")[0]) >= 4
    found = run(name)
    assert (found.verdict, found.findings[0].kind) == (Verdict.REFUTED, "exception")
    assert "TypeError: Strings must be encoded before hashing" in found.findings[0].text


@pytest.mark.parametrize("name", HASHING)
def test_local_hashing_does_as_it_promises_with_the_xxhash_of_its_time(name, monkeypatch):
    digest = xxhash.xxh32
    monkeypatch.setattr(
        xxhash, "xxh32", lambda data, seed: digest(data.encode() if isinstance(data, str) else data, seed)
    )
    found = run(name, distance=0.2)
    assert (found.verdict, found.findings) == (Verdict.CONSISTENT, ())


def test_a_peer_at_other_parameters_than_promised_is_refuted():
    promised, tolerance = design_of(calling("multi_freq_ldpy:GRR", k=4, epsilon=1.0))
    sampler = sampler_of(calling("multi_freq_ldpy:GRR", k=4, epsilon=1.5))
    found = audit(sampler, promised, Settings(tolerance=tolerance))
    assert found.verdict == Verdict.REFUTED
    assert found.privacy.design == pytest.approx(1.0)


@pytest.mark.parametrize("name", [name for name in PEERS if "eps" in str(PEERS[name].parameters)])
def test_designs_have_the_eps_that_the_library_is_given(name):
    design, tolerance = design_of(calling(name))
    ratio = smallest_epsilon(design).ratio.evaluate({})
    assert abs(F(ratio) / exponential(1.0) - 1) < tolerance


def test_the_exponential_mechanism_of_diffprivlib_can_lose_more_than_its_eps():
    # The library halves eps unless all rows have the same sum of e^(-eps u/2); but then it takes e^(-eps u), whose sums
    # may differ, and a row with a small sum is more than e^eps times as likely to stay as another is to come there.
    eps = 3.0
    t = math.exp(-eps / 2)
    s, g = (1 + t) / 2, (1 + 3 * t) / 4
    halves = {"ab": t, "ac": s, "ad": s, "ae": s, "af": s, "bc": t, "bd": 1.0, "be": 1.0, "bf": t, "cf": 1.0, "de": t,
              "cd": g, "ce": g, "df": g, "ef": g}  # fmt: skip
    sums = [sum(w for pair, w in halves.items() if a in pair) for a in "abcdef"]
    assert sums == pytest.approx([2 + 3 * t] * 6)
    utilities = [(pair[0], pair[1], -2 / eps * math.log(w)) for pair, w in halves.items()]
    assert max(utility for _, _, utility in utilities) == pytest.approx(1.0)
    mechanism = ExponentialCategorical(epsilon=eps, utility_list=utilities, random_state=1)
    assert mechanism._balanced_tree
    # what it does, of the truths a and b
    weights = [[F(halves.get("".join(sorted(x + y)), 1.0)) ** 2 for y in "abcdef"] for x in "ab"]
    labels = [list("ab"), list("abcdef")]
    law = Design([[w / sum(row) for w in row] for row in weights], truths=labels[0], responses=labels[1])
    loss = math.log(smallest_epsilon(law).ratio.evaluate({}))
    assert loss == pytest.approx(eps + math.log((3 + 3 * t**2) / (1 + t**2 + (1 + t) ** 2)))
    assert loss > 3.2
    settings = Settings(method="fixed", distance=0.02, false_alarm=1e-9, tolerance=F(1, 10**9))
    found = audit(mechanism.randomise, law, settings)
    assert found.verdict == Verdict.CONSISTENT
    assert (found.privacy.truth, found.privacy.other, found.privacy.event) == ("a", "b", ("a",))
    assert eps < found.privacy.lower < loss


def test_designs_of_probabilities_are_exact():
    design, tolerance = design_of(calling("opendp:randomized_response", k=3, prob=0.7))
    assert tolerance == 0
    assert design.entry(1, 1).evaluate({}) == F(0.7)
    assert design.entry(1, 2).evaluate({}) == (1 - F(0.7)) / 2


def test_the_exponential_is_close():
    assert abs(float(exponential(1.5)) / math.exp(1.5) - 1) < 1e-15
    assert abs(exponential(F(1, 2)) ** 2 / exponential(1) - 1) < F(1, 2**99)
