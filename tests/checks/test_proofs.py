"""Proof objects of claims: the kernel checks them again, and nothing that was tampered with passes."""

import json
import os
import re
from base64 import b64encode
from dataclasses import replace
from fractions import Fraction

import pytest

from checks.claims.proof_data import KeptProof, packed
from checks.claims.proofs import (
    RecheckError,
    obligations,
    outline,
    outlines,
    recheck_record,
    without_proofs,
)
from checks.claims.record import ObligationRecord, ReadingRecord
from checks.recheck.proof_files import Evidence, read_proofs, write_evidence, write_proofs
from checks.recheck.questions import Channel, LeastLoss, Private, QuestionFileError, sharp_privacy
from checks.recheck.read_question import read_question
from checks.recheck.rechecking import Rechecking
from checks.running import cache
from checks.running.pool import unknown
from checks.running.runner import Kept, Noticed, run, select
from checks.system.plain_data import design_data
from checks.system.time_limit import TIMEOUT
from derivations.arithmetic import kernel
from derivations.arithmetic.proof_file import MAX_BYTES, ProofFileError, to_json
from derivations.arithmetic.statements import Refuted, Sequent
from lp.losses.linear_loss import optimal_design
from lp.relaxations.blackwell import channel_between
from mechanisms.design import Design, DesignError
from mechanisms.exact.formula import greater
from mechanisms.exact.polynomial import Polynomial

t = Polynomial.variable("t")
PROVED = kernel.one_variable(Sequent(frozenset((greater(t, 1),)), greater(t * t, t)))
REFUTED = kernel.counterexample(Sequent(frozenset(), greater(t, 1)), {"t": Fraction(1, 2)})
BELIEVED = kernel.oracle("z3", Sequent(frozenset(), greater(t * t + 1, 0)))


def kept(data):
    return KeptProof(packed(json.dumps(data)))


def obligation(label, theorem):
    refuted = isinstance(theorem.statement, Refuted)
    return ObligationRecord(
        label=label,
        statement=str(theorem.statement.sequent if refuted else theorem.statement),
        status="refuted" if refuted else "proved",
        rule=theorem.rule,
        oracles=tuple(sorted(theorem.oracles)),
        reason="",
        proof=kept(to_json(theorem)),
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


def without_claim(path):
    """The file with its proofs alone: the claims of the paper here cannot be derived again."""
    data = json.loads(path.read_text())
    del data["claim"]
    path.write_text(json.dumps(data))
    return str(path)


def rechecked(path):
    return list(Rechecking(read_proofs(path)).proofs())


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
        {"proof": kept({})},
        {"proof": kept([1, 2])},
        {"proof": kept(to_json(BELIEVED))},
        {"proof": KeptProof("no base 64")},
        {"proof": KeptProof(b64encode(b"not compressed").decode())},
    ],
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
    assert str(found).startswith("3 theorems of the kernel")
    assert str(outline(PROVED)) == "1 theorem of the kernel, by the roots of one variable; no oracle"


def test_json_for_show_leaves_proof_objects_out(record):
    data = without_proofs(record)
    assert [o["part"] for o in data["obligations"]] == ["as printed", "correction", "correction"]
    assert "proof" not in json.dumps([list(o) for o in data["obligations"]])


def test_recheck_of_kept_records(record, workbench):
    claim = workbench.paper.claims[0]
    key = cache.key(claim, workbench.paper.conventions, seed=0, timeout=TIMEOUT)
    cache.store(record, key)
    assert list(run(select([]), recheck=True)) == [Kept(claim, record)]
    forged = record.correction_proof[0].proof.data
    forged["steps"][-1]["rule"] = "assume"
    cache.store(with_obligation(record, proof=kept(forged)), key)
    assert isinstance(next(run(select([]))), Kept), "the checksum alone finds nothing"
    events = list(run(select([]), recheck=True))
    assert isinstance(events[0], Noticed)
    assert "squares" in events[0].text
    assert workbench.verified() == ["FAKE-01"]


# -- files ---------------------------------------------------------------------------------------------------------


def test_a_written_file_checks(record, tmp_path):
    path = tmp_path / "proofs.json"
    assert write_proofs(record, path) == 3
    found = rechecked(path)
    assert [one.theorem.statement for one in found] == [REFUTED.statement, PROVED.statement, BELIEVED.statement]
    assert found[1].words == ("squares", "correction")


def test_a_file_with_one_bare_proof_checks(tmp_path):
    path = tmp_path / "one.json"
    path.write_text(json.dumps(to_json(PROVED)))
    assert [one.theorem.statement for one in rechecked(path)] == [PROVED.statement]


def test_the_command_shows_statement_methods_and_oracles(record, tmp_path, rrproof):
    path = tmp_path / "proofs.json"
    write_proofs(record, path)
    code, out, _ = rrproof("recheck", without_claim(path))
    assert code == 0
    assert str(PROVED.statement) in out
    assert "by the roots of one variable" in out
    assert out.endswith("3 proofs check, 3 of unknown meaning, nothing argued, trusts z3\n")


def test_show_tells_how_each_obligation_was_proved(record, workbench, rrproof, tmp_path):
    cache.store(record, cache.key(workbench.paper.claims[0], workbench.paper.conventions, seed=0, timeout=TIMEOUT))
    path = tmp_path / "proof.json"
    code, out, err = rrproof("show", "FAKE-01", "--proof", str(path))
    assert code == 0
    assert "squares (correction): proved" in out
    assert "1 theorem of the kernel; trusts z3" in out
    assert "3 proofs written" in err
    assert rrproof("recheck", without_claim(path))[0] == 0
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
    assert len(rechecked(tmp_path / "all" / "of them" / "FAKE-01.json")) == 3


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"7", b"{}", b"\xff", b"[" * 100_000, b'{"proofs": 3}', b'{"proofs": [{}]}', b'{"proofs": [3]}'],
)
def test_what_is_no_proof_file_is_bad_input(tmp_path, rrproof, content):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(ProofFileError, match=r"bad\.json is no proof file"):
        read_proofs(path)
    code, out, err = rrproof("recheck", str(path))
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert err.count("\n") == 1


def test_a_huge_file_is_not_read(tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        os.truncate(file.fileno(), MAX_BYTES + 1)
    with pytest.raises(ProofFileError, match="larger than"):
        read_proofs(path)


def test_a_proof_that_does_not_check_is_exit_1_after_those_that_do(record, tmp_path, rrproof):
    path = tmp_path / "forged.json"
    write_proofs(record, path)
    data = json.loads(path.read_text())
    data["proofs"][1]["proof"]["steps"] = []
    path.write_text(json.dumps(data))
    code, out, err = rrproof("recheck", without_claim(path))
    assert code == 1
    assert "link 1" in out
    assert 'proof 2, called "squares, correction" there, does not check' in err
    assert "proofs check" not in out


# -- questions -----------------------------------------------------------------------------------------------------


def design(*rows):
    return Design([[Fraction(entry) for entry in row.split()] for row in rows])


TERNARY = design("1/2 1/4 1/4", "1/4 1/2 1/4", "1/4 1/4 1/2")
UNIFORM = (Fraction(1, 3),) * 3


def on_designs(path):
    """A file with a proof of each kind of question."""
    private, weaker = sharp_privacy(TERNARY), Private(TERNARY, Fraction(3, 2), Fraction(1, 8))
    loss = LeastLoss.named("l1", 3, Fraction(2), UNIFORM)
    least = optimal_design(loss.loss, 2, UNIFORM).optimum.theorem
    coarse = design("1/2 1/2", "1/4 3/4", "1/4 3/4")
    there, back = channel_between(TERNARY, coarse).theorem, channel_between(coarse, TERNARY).theorem
    found = [
        Evidence("private", private.prove(), private),
        Evidence("approximate", weaker.prove(), weaker),
        Evidence("loss", least, loss),
        Evidence("there", there, Channel(TERNARY, coarse)),
        Evidence("back", back, Channel(coarse, TERNARY)),
    ]
    write_evidence(found, "a design", path)
    return path


def changed(path, number, **changes):
    data = json.loads(path.read_text())
    data["proofs"][number].update(changes)
    path.write_text(json.dumps(data))


def test_statements_are_rebuilt_from_the_questions_and_said_in_words(tmp_path, rrproof):
    path = on_designs(tmp_path / "proofs.json")
    assert [one.is_rebuilt for one in rechecked(path)] == [True] * 5
    code, out, _ = rrproof("recheck", str(path))
    assert code == 0
    words = " ".join(out.split())
    assert "locally differentially private with eps = log(2) ~ 0.693147, and with no smaller eps" in words
    assert "at eps = log(3/2) ~ 0.405465 with delta = 1/8, and with no smaller delta there" in words
    assert "the least expected distance |truth - response| at the uniform prior is 2/3" in words
    assert "Design B can be had from design A" in words
    assert "Design B cannot be had from design A" in words
    assert out.endswith("5 proofs check, nothing argued, no oracle\n")
    code, out, _ = rrproof("recheck", str(path), "--json")
    found = json.loads(out)["result"]
    assert found["summary"] == "5 proofs check, nothing argued, no oracle"
    assert (found["rebuilt"], found["sha256"]) == (5, read_proofs(path).sha256)


def test_labels_are_marked_as_unchecked(tmp_path, rrproof):
    path = on_designs(tmp_path / "proofs.json")
    lie = "eps of the production sampler is at most 0.01"
    changed(path, 0, label=lie, part="certified")
    code, out, _ = rrproof("recheck", str(path))
    assert code == 0
    (line,) = [line for line in out.splitlines() if lie in line]
    assert line.strip().startswith("unchecked")


QUESTION = json.loads(json.dumps(sharp_privacy(TERNARY).data()))


@pytest.mark.parametrize(
    "question",
    [
        {**QUESTION, "x": "3/2"},
        {**QUESTION, "x": "5"},
        {**QUESTION, "x": "2", "delta": "1/100"},
        {**QUESTION, "design": {**QUESTION["design"], "matrix": [["1/2", "1/4", "1/4"]] * 3}},
        LeastLoss.named("l1", 3, Fraction(2), UNIFORM).data(),
        Channel(TERNARY, TERNARY).data(),
    ],
    ids=str,
)
def test_a_proof_that_answers_another_question_is_refused(tmp_path, rrproof, question):
    path = on_designs(tmp_path / "proofs.json")
    changed(path, 0, question=question)
    code, out, err = rrproof("recheck", str(path))
    assert code == 1
    assert "question" in err
    assert "proofs check" not in out


@pytest.mark.parametrize(
    "changes",
    [{"prior": ["1/2", "1/4", "1/4"]}, {"x": "3"}, {"loss": "mse"}, {"loss": "hamming"}, {"delta": "1/10"}],
    ids=str,
)
def test_a_loss_at_another_prior_or_level_is_another_question(tmp_path, changes):
    path = on_designs(tmp_path / "proofs.json")
    question = {**LeastLoss.named("l1", 3, Fraction(2), UNIFORM).data(), **changes}
    changed(path, 2, question=question)
    with pytest.raises(RecheckError, match="does not answer the question"):
        rechecked(path)


@pytest.mark.parametrize(
    "data",
    [
        None, 7, {}, {"kind": "other"}, {"kind": "private"}, {**QUESTION, "x": "a"}, {**QUESTION, "x": "1/0"},
        {**QUESTION, "design": 3}, {**QUESTION, "design": {**QUESTION["design"], "matrix": [["1/2"]]}},
        {"kind": "least-loss", "loss": "no such loss", "x": "2", "delta": "0", "prior": ["1"]},
        {"kind": "channel", "first": QUESTION["design"], "second": QUESTION["design"], "names": ["A"]},
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_question_is_refused(data):
    with pytest.raises(QuestionFileError):
        read_question(data)


def test_questions_survive_being_written():
    asked = [
        sharp_privacy(TERNARY),
        LeastLoss.named("mse", 3, Fraction(2), UNIFORM, Fraction(1, 10)),
        LeastLoss(((Fraction(0), Fraction(2)), (Fraction(1), Fraction(0))), Fraction(3), (Fraction(1, 2),) * 2),
    ]
    for question in asked:
        again = read_question(json.loads(json.dumps(question.data())))
        assert again.data() == question.data()


def test_privacy_that_does_not_hold_is_not_proved():
    with pytest.raises(kernel.KernelError):
        Private(design("1/2 1/6 1/3", "1/6 1/3 1/2"), Fraction(3, 2)).prove()  # where a ratio is equal, but not largest
    with pytest.raises(DesignError, match="not attained"):
        Private(TERNARY, Fraction(3)).prove()


# -- claims --------------------------------------------------------------------------------------------------------


def test_the_proofs_of_a_claim_are_compared_with_the_claims_file(tmp_path, rrproof):
    path = tmp_path / "claim.json"
    assert rrproof("show", "SZY-153", "--proof", str(path))[0] == 0
    code, out, _ = rrproof("recheck", str(path))
    assert code == 0
    assert "every statement was rebuilt from claim SZY-153 of SZY and is the same" in out
    data = json.loads(path.read_text())
    data["claim"] = "SZY-74"
    path.write_text(json.dumps(data))
    code, _, err = rrproof("recheck", str(path))
    assert code == 1
    assert "states nothing that SZY-74 has to show" in err


def test_what_a_file_leaves_out_of_a_claim_is_named(tmp_path, rrproof):
    path = tmp_path / "claim.json"
    assert rrproof("show", "SZY-153", "--proof", str(path))[0] == 0
    data = json.loads(path.read_text())
    del data["proofs"][-1]
    path.write_text(json.dumps(data))
    assert "not in this file: as printed: member 2 = member 3\n" in rrproof("recheck", str(path))[1]


def test_what_is_argued_is_counted_apart_from_oracles(tmp_path, rrproof):
    path = tmp_path / "proofs.json"
    argued = kernel.oracle("argued: induction", Sequent(frozenset(), greater(t * t + 1, 0)))
    write_evidence([("a", PROVED), ("b", argued), ("c", BELIEVED)], "", path)
    code, out, _ = rrproof("recheck", str(path))
    assert code == 0
    assert out.endswith("3 proofs check, 3 of unknown meaning, 1 step argued, trusts z3\n")
    found = json.loads(rrproof("recheck", str(path), "--json")[1])["result"]
    assert (found["argued"], found["oracles"]) == (["argued: induction"], ["z3"])


def test_a_file_without_proofs_shows_nothing(tmp_path, rrproof):
    path = tmp_path / "proofs.json"
    write_evidence([], "nothing", path)
    code, out, err = rrproof("recheck", str(path))
    assert (code, out) == (1, "")
    assert "holds no proof" in err


def test_steps_for_the_least_risk_and_the_most_information_are_found_again(tmp_path, rrproof):
    path = tmp_path / "analysis.json"
    assert rrproof("analyze", "grr(k=3, x=2)", "--proof", str(path))[0] == 0
    code, out, _ = rrproof("recheck", str(path), "--full")
    words = " ".join(out.split())
    assert code == 0
    assert "every statement was rebuilt from the questions in the file" in words
    assert "the argument that of all designs with 3 truths that are locally differentially private" in words
    assert "none has more mutual information of truth and response at the uniform prior than 0.0588915178282" in words
    assert "at every prior" in words
    assert out.endswith("2 steps argued, no oracle\n")
    brief = rrproof("recheck", str(path))[1]
    assert re.search(r"\n  the design:\n.*\n +1 +1/2 +1/4 +1/4\n", brief, re.DOTALL), "the first design is written out"


def test_an_argument_without_one_of_its_steps_shows_nothing(tmp_path, rrproof):
    path = tmp_path / "analysis.json"
    assert rrproof("analyze", "grr(k=3, x=2)", "--proof", str(path))[0] == 0
    data = json.loads(path.read_text())
    steps = [one for one in data["proofs"] if one["question"]["kind"] == "least-risk"]
    path.write_text(json.dumps({**data, "proofs": steps[1:]}))
    code, out, _ = rrproof("recheck", str(path))
    assert code == 1
    assert out.endswith(f"{len(steps) - 1} proofs check, 1 step missing, 1 step argued, no oracle\n")
    steps[0]["question"]["categories"] = 9  # a step that does not depend on their number
    path.write_text(json.dumps({**data, "proofs": steps[:1]}))
    code, out, _ = rrproof("recheck", str(path), "--json")
    assert code == 1
    assert len(json.loads(out)["result"]["missing_steps"]) == len(steps) - 1


def test_the_last_line_tells_of_proofs_without_a_question(tmp_path, rrproof):
    path = tmp_path / "proofs.json"
    write_evidence([("private at eps = 0.01", PROVED)], "certified", path)
    code, out, _ = rrproof("recheck", str(path))
    assert code == 0
    assert out.endswith("\n1 proof checks, 1 of unknown meaning, nothing argued, no oracle\n")


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        ("least-risk", {"step": 3}),
        ("least-risk", {"step": 99}),
        ("least-risk", {"x": "2"}),
        ("worst-risk", {"design": design_data(TERNARY)}),
        ("most-information", {"x": "2"}),
    ],
)
def test_a_step_of_another_argument_is_refused(tmp_path, rrproof, kind, changes):
    path = tmp_path / "analysis.json"
    assert rrproof("analyze", "grr(k=3, x=3)", "--proof", str(path))[0] == 0
    data = json.loads(path.read_text())
    place = max(i for i, item in enumerate(data["proofs"]) if item.get("question", {}).get("kind") == kind)
    changed(path, place, question={**data["proofs"][place]["question"], **changes})
    code, _, err = rrproof("recheck", str(path))
    assert code == 1
    assert "is another" in err or "biased" in err


@pytest.mark.parametrize(
    "changes",
    [{"categories": "3"}, {"categories": 1}, {"categories": 10**10}, {"step": -1}, {"delta": "1/8", "categories": 30}],
)
def test_what_is_no_step_is_refused(changes):
    data = {"kind": "least-risk", "categories": 3, "x": "2", "delta": "0", "step": 0, **changes}
    with pytest.raises(QuestionFileError, match="categories"):
        read_question(data)
