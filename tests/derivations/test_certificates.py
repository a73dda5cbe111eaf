"""Certificates spare the search of a proof, and nothing else: what they hold is made again by the kernel."""

from __future__ import annotations

import importlib
import json
from fractions import Fraction

import pytest

from derivations.arithmetic import proof_file
from derivations.arithmetic.statements import Sequent
from derivations.prover import Disproved, Proved, Unknown, certificates, prove
from derivations.prover.certificates import PATH, VARIABLE, Certificates, Collection, collecting, goal_of, key_of, write
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial

X, Y = Polynomial.variable("x"), Polynomial.variable("y")
GIVEN = frozenset({Condition(X, ">"), Condition(Y - X, ">")})
GOAL = Sequent(GIVEN, Condition(Y * Y * Y - X * X * X, ">"))
STRONGER = Sequent(GIVEN, Condition(Y * Y * Y - X * X * X - 1, ">"))  # false at x = 1/4, y = 1/2
searching = importlib.import_module("derivations.prover.prove")


@pytest.fixture
def found(monkeypatch):
    """What a search for GOAL keeps, with no certificate to begin with."""
    monkeypatch.setenv(VARIABLE, "none")
    into = Collection()
    with collecting(into):
        outcome = prove(GOAL, oracles=False)
    assert isinstance(outcome, Proved)
    assert set(into.found) == {key_of(GOAL)}
    monkeypatch.delenv(VARIABLE)
    return into.found


def offer(monkeypatch, path, proofs):
    write(path, proofs)
    monkeypatch.setattr(certificates, "PATH", path)


def no_search(*_):
    raise AssertionError("it is searched")


def test_a_certificate_spares_the_search(tmp_path, monkeypatch, found):
    offer(monkeypatch, tmp_path / "some.sqlite", found)
    monkeypatch.setattr(searching, "_searched", no_search)
    into = Collection()
    with collecting(into):
        outcome = prove(GOAL, oracles=False)
    assert isinstance(outcome, Proved)
    assert outcome.theorem.sequent == GOAL
    assert into.used == {key_of(GOAL)}
    assert not into.found
    monkeypatch.setenv(VARIABLE, "none")
    with pytest.raises(AssertionError, match="it is searched"):
        prove(GOAL, oracles=False)


def test_a_proof_of_something_else_is_no_certificate(tmp_path, monkeypatch, found):
    offer(monkeypatch, tmp_path / "some.sqlite", {key_of(STRONGER): found[key_of(GOAL)]})
    assert certificates.known(STRONGER) is None
    outcome = prove(STRONGER, oracles=False)
    assert not isinstance(outcome, Proved)


def test_a_refutation_is_kept_as_well_and_fails_where_it_says(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, "none")
    into = Collection()
    with collecting(into):
        searched = prove(STRONGER, oracles=False)
    assert isinstance(searched, Disproved)
    monkeypatch.delenv(VARIABLE)
    offer(monkeypatch, tmp_path / "some.sqlite", into.found)
    monkeypatch.setattr(searching, "_searched", no_search)
    looked_up = prove(STRONGER)
    assert isinstance(looked_up, Disproved)
    assert looked_up.point == searched.point
    assert all(h.holds_at(looked_up.point) for h in STRONGER.hypotheses)
    assert not STRONGER.conclusion.holds_at(looked_up.point)


def test_a_refutation_of_something_else_is_no_certificate(tmp_path, monkeypatch, found):
    refuted = prove(STRONGER, oracles=False)
    assert isinstance(refuted, Disproved)
    other = json.dumps(proof_file.to_json(refuted.theorem))
    offer(monkeypatch, tmp_path / "some.sqlite", {key_of(GOAL): other})
    assert certificates.known(GOAL) is None
    assert isinstance(prove(GOAL, oracles=False), Proved)


def test_a_proof_that_the_kernel_refuses_is_no_certificate(tmp_path, monkeypatch, found):
    data = json.loads(found[key_of(GOAL)])
    data["steps"][-1]["statement"] = None
    for rule in ("oracle", "nothing"):
        data["steps"][-1]["rule"] = rule
        offer(monkeypatch, tmp_path / f"{rule}.sqlite", {key_of(GOAL): json.dumps(data)})
        assert certificates.known(GOAL) is None


def test_what_was_sought_in_vain_is_not_sought_again(tmp_path, monkeypatch):
    goal = Sequent(frozenset({Condition(X, ">")}), Condition(X * X * X * X - 3 * X * X * Y + 3 * Y * Y - Y + 1, ">="))
    monkeypatch.setattr(searching, "_searched", lambda *_: Unknown(searching.EXHAUSTED))
    into = Collection()
    with collecting(into):
        assert isinstance(prove(goal, oracles=False, efforts=1), Unknown)
        assert isinstance(prove(goal), Unknown)
        assert not into.vain  # with more effort, or a solver, it may be found
        assert isinstance(prove(goal, oracles=False), Unknown)
    assert into.vain == {key_of(goal)}
    write(tmp_path / "some.sqlite", {}, into.vain)
    monkeypatch.setattr(certificates, "PATH", tmp_path / "some.sqlite")
    monkeypatch.setattr(searching, "_searched", no_search)
    assert isinstance(prove(goal, oracles=False), Unknown)
    with pytest.raises(AssertionError, match="it is searched"):
        prove(goal)


def test_quick_searches_are_not_kept(monkeypatch):
    monkeypatch.setenv(VARIABLE, "none")
    into = Collection(least=60)
    with collecting(into):
        assert isinstance(prove(GOAL, oracles=False), Proved)
    assert not into.found


def test_what_comes_with_the_suite_checks_and_proves_what_it_is_looked_up_by():
    kept = Certificates(PATH)
    keys = kept.keys()
    assert len(keys) > 1000
    for key in keys[:: len(keys) // 60]:
        theorem = proof_file.recheck(json.loads(kept.proof(key) or ""))
        assert key_of(goal_of(theorem)) == key
        assert not theorem.oracles


def test_the_examples_mean_what_they_say():
    assert STRONGER.conclusion.polynomial.evaluate({"x": Fraction(1, 4), "y": Fraction(1, 2)}) < 0
