"""Records survive JSON unchanged, and publish what they promise."""

import json

from checks.claims.proof_data import KeptProof, packed
from checks.claims.record import ClaimRecord, ObligationRecord, ReadingRecord, StepRecord, WitnessRecord

PROOF = KeptProof(packed('{"format": "x", "steps": [[1, "a"]]}'))
OBLIGATION = ObligationRecord("member 1", "p > 0", "proved", "cut", ("z3",), "", PROOF)
OPEN = ObligationRecord("member 2", "p > 1", "unknown", "", (), "out of time")
READING = ReadingRecord("as printed", "refuted", True, "p>0", "0 <= p", "member 2", {"p": "0"}, "n", (OBLIGATION, OPEN))


def record(**changes):
    fields = {
        "id": "T-01", "paper": "T", "place": "(1)", "kind": "identity", "verdict": "refuted", "finding": None,
        "readings": (READING,), "statement": "p>0", "domain": "0 <= p", "counterexample": {"p": "0"},
        "corrected": None, "oracles": ("z3",), "witnesses": (WitnessRecord("grid", "9 points", True),),
        "seconds": 0.5, "note": "a note", "derivation": (StepRecord("a", "b", "c"),),
        "correction_proof": (OBLIGATION,),
    }  # fmt: skip
    return ClaimRecord(**{**fields, **changes})


def test_a_record_survives_json():
    for made in (record(), record(readings=(), counterexample=None, witnesses=(), derivation=(), correction_proof=())):
        again = ClaimRecord.from_data(json.loads(json.dumps(made.to_data())))
        assert again == made
        assert all(type(value) is not list for value in vars(again).values())
        assert hash(again.oracles) == hash(made.oracles)


def test_what_is_published_has_the_promised_keys_and_no_proof_objects():
    published = json.loads(json.dumps(record().to_json()))
    assert list(published) == [
        "id", "paper", "place", "kind", "verdict", "finding", "follows", "uses", "used_by", "boundary",
        "readings", "statement", "stated", "domain",
        "counterexample", "sides", "corrected", "oracles", "argued", "witnesses", "seconds", "note",
    ]  # fmt: skip
    (reading,) = published["readings"]
    assert list(reading) == [
        "name", "verdict", "needed", "statement", "domain", "breaks_at", "counterexample", "sides", "note",
    ]  # fmt: skip
    assert published["witnesses"] == [{"method": "grid", "summary": "9 points", "agrees": True}]
    assert "steps" not in json.dumps(published)


def test_a_step_gives_its_formula_without_the_line_of_latex_around_it():
    step = StepRecord.of_formula("a = b$", r"a = \text{$b$}", "since")
    assert step.latex == r"$\displaystyle a = \text{$b$}$"
    assert step.formula == r"a = \text{$b$}"
    assert StepRecord("so", "so", "since").formula == ""
