"""Proof objects of claims: the kernel checks them again, and nothing that was tampered with passes."""

import copy
import json
import os
from dataclasses import replace
from fractions import Fraction

import pytest

from checks import TIMEOUT, cache
from checks.pool import unknown
from checks.proofs import (
    RecheckError,
    obligations,
    outline,
    outlines,
    recheck_file,
    recheck_record,
    without_proofs,
    write_proofs,
)
from checks.record import ObligationRecord, ReadingRecord
from checks.runner import Kept, Noticed, run, select
from derivations import kernel
from derivations.proof_file import MAX_BYTES, ProofFileError, to_json
from derivations.statements import Refuted, Sequent
from mechanisms.formula import greater
from mechanisms.polynomial import Polynomial

t = Polynomial.variable("t")
PROVED = kernel.one_variable(Sequent(frozenset((greater(t, 1),)), greater(t * t, t)))
REFUTED = kernel.counterexample(Sequent(frozenset(), greater(t, 1)), {"t": Fraction(1, 2)})
BELIEVED = kernel.oracle("z3", Sequent(frozenset(), greater(t * t + 1, 0)))


def obligation(label, theorem):
    refuted = isinstance(theorem.statement, Refuted)
    return ObligationRecord(
        label=label,
        statement=str(theorem.statement.sequent if refuted else theorem.statement),
        status="refuted" if refuted else "proved",
        rule=theorem.rule,
        oracles=tuple(sorted(theorem.oracles)),
        reason="",
        proof=json.loads(json.dumps(to_json(theorem))),
    )


@pytest.fixture
def record(workbench):
    claim = workbench.use("").claims[0]
    reading = ReadingRecord("as printed", "refuted", True, "s", "d", None, None, "", (obligation("link 1", REFUTED),))
    return replace(
        unknown(claim, "", 0.5),
        verdict="corrected",
        finding="false",
        readings=(reading,),
        correction_proof=(obligation("squares", PROVED), obligation("believed", BELIEVED)),
        oracles=("z3",),
    )


def with_obligation(record, **changes):
    first, *others = record.correction_proof
    return replace(record, correction_proof=(replace(first, **changes), *others))


def test_sound_proofs_check(record):
    recheck_record(record)
    assert [part for part, _ in obligations(record)] == ["as printed", "correction", "correction"]


@pytest.mark.parametrize(
    "changes",
    [
        {"statement": "always  |-  0 > 1"},
        {"status": "refuted", "statement": "always  |-  0 > 1"},
        {"oracles": ("z3",)},
        {"proof": None},
        {"proof": {}},
        {"proof": [1, 2]},
        {"proof": to_json(BELIEVED)},
    ],
    ids=str,
)
def test_a_record_that_says_more_than_its_proof_is_refused(record, changes):
    with pytest.raises(RecheckError, match=r"^FAKE-01: .*squares"):
        recheck_record(with_obligation(record, **changes))


def test_an_oracle_that_is_kept_quiet_is_found_out(record):
    believed = replace(record.correction_proof[1], oracles=())
    with pytest.raises(RecheckError, match="trusts"):
        recheck_record(replace(record, correction_proof=(believed,)))


def test_what_only_has_evidence_needs_no_proof(record):
    recheck_record(replace(with_obligation(record, status="evidence", proof=None), verdict="refuted"))


@pytest.mark.parametrize("verdict", ["proved", "checked", "unknown", "defined"])
def test_a_verdict_that_does_not_follow_from_what_was_shown_is_refused(record, verdict):
    with pytest.raises(RecheckError, match=f"does not make the claim {verdict}"):
        recheck_record(replace(record, verdict=verdict))
    reading = replace(record.readings[0], verdict=verdict)
    with pytest.raises(RecheckError, match=f"does not make the reading {verdict}"):
        recheck_record(replace(record, readings=(reading,)))


def test_outlines_count_theorems_once_each():
    twice = kernel.conjoin(PROVED, PROVED, BELIEVED)
    found = outline(twice)
    assert found.rules == {"one_variable": 1, "oracle": 1, "conjoin": 1}
    assert found.oracles == ("z3",)
    assert str(found).startswith("3 theorems of the kernel (")
    assert str(outline(PROVED)) == "1 theorem of the kernel (1 one_variable); no oracle"


def test_json_for_show_leaves_proof_objects_out(record):
    data = without_proofs(record)
    assert [o["part"] for o in data["obligations"]] == ["as printed", "correction", "correction"]
    assert "proof" not in json.dumps([list(o) for o in data["obligations"]])


def test_recheck_of_kept_records(record, workbench):
    claim = workbench.paper.claims[0]
    key = cache.key(claim, workbench.paper.conventions, seed=0, timeout=TIMEOUT)
    cache.store(record, key)
    assert list(run(select([]), recheck=True)) == [Kept(claim, record)]
    forged = copy.deepcopy(record.correction_proof[0].proof)
    forged["steps"][-1]["rule"] = "assume"
    cache.store(with_obligation(record, proof=forged), key)
    assert isinstance(next(run(select([]))), Kept), "the checksum alone finds nothing"
    events = list(run(select([]), recheck=True))
    assert isinstance(events[0], Noticed)
    assert "squares" in events[0].text
    assert workbench.verified() == ["FAKE-01"]


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_written_file_checks(record, tmp_path):
    path = tmp_path / "proofs.json"
    assert write_proofs(record, path) == 3
    found = list(recheck_file(path))
    assert [theorem.statement for _, theorem in found] == [REFUTED.statement, PROVED.statement, BELIEVED.statement]
    assert found[1][0] == "2. squares (correction)"


def test_a_file_with_one_bare_proof_checks(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(to_json(PROVED)))
    assert [theorem.statement for _, theorem in recheck_file(path)] == [PROVED.statement]


def test_the_command_shows_statement_rules_and_oracles(record, tmp_path, rrproof):
    path = tmp_path / "proofs.json"
    write_proofs(record, path)
    code, out, _ = rrproof("recheck", str(path))
    assert code == 0
    assert str(PROVED.statement) in out
    assert "1 one_variable" in out
    assert "trusts z3" in out


def test_show_tells_how_each_obligation_was_proved(record, workbench, rrproof, tmp_path):
    cache.store(record, cache.key(workbench.paper.claims[0], workbench.paper.conventions, seed=0, timeout=TIMEOUT))
    path = tmp_path / "proof.json"
    code, out, err = rrproof("show", "FAKE-01", "--proof", str(path))
    assert code == 0
    assert "squares (correction): proved" in out
    assert "1 theorem of the kernel (1 oracle); trusts z3" in out
    assert "3 proofs written" in err
    assert rrproof("recheck", str(path))[0] == 0
    assert outlines(record)[0][2] is not None


def test_show_refuses_a_kept_proof_that_does_not_check(record, workbench, rrproof):
    key = cache.key(workbench.paper.claims[0], workbench.paper.conventions, seed=0, timeout=TIMEOUT)
    cache.store(with_obligation(record, statement="always  |-  0 > 1"), key)
    code, out, err = rrproof("show", "FAKE-01")
    assert (code, out) == (1, "")
    assert "shows something else" in err


def test_verify_writes_a_proof_file_a_claim(record, workbench, rrproof, tmp_path):
    cache.store(record, cache.key(workbench.paper.claims[0], workbench.paper.conventions, seed=0, timeout=TIMEOUT))
    assert rrproof("verify", "--proofs", str(tmp_path / "all" / "of them"))[0] == 0
    assert len(list(recheck_file(tmp_path / "all" / "of them" / "FAKE-01.json"))) == 3


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"7", b"{}", b"\xff", b"[" * 100_000, b'{"proofs": 3}', b'{"proofs": [{}]}', b'{"proofs": [3]}'],
)
def test_what_is_no_proof_file_is_bad_input(tmp_path, rrproof, content):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(ProofFileError, match=r"bad\.json is no proof file"):
        list(recheck_file(path))
    code, out, err = rrproof("recheck", str(path))
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert err.count("\n") == 1


def test_a_huge_file_is_not_read(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        os.truncate(file.fileno(), MAX_BYTES + 1)
    with pytest.raises(ProofFileError, match="larger than"):
        list(recheck_file(path))


def test_a_proof_that_does_not_check_is_exit_1_after_those_that_do(record, tmp_path, rrproof):
    path = tmp_path / "forged.json"
    write_proofs(record, path)
    data = json.loads(path.read_text())
    data["proofs"][1]["proof"]["steps"] = []
    path.write_text(json.dumps(data))
    code, out, err = rrproof("recheck", str(path))
    assert code == 1
    assert "link 1" in out
    assert "proof 2, squares (correction), does not check" in err
