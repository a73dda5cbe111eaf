"""What is kept of Coq's answers: it holds for what was accepted and nothing else."""

from dataclasses import replace

import pytest

from checks.commands.claims import selected, verified
from checks.papers.collection import load_paper
from checks.show.accepted_by_coq import LARGEST, Accepted, accepted, drawn, keep, statements_hash

DAY = "2026-11-22"


@pytest.fixture(scope="module")
def record():
    return verified(selected(["HLM-61"])).records[0]


@pytest.fixture(scope="module")
def paper():
    return load_paper("HLM")


@pytest.fixture
def kept(tmp_path, paper, record):
    file = tmp_path / "accepted.json"
    said = statements_hash(paper, paper.claim(record.id), record)
    keep(file, {record.id: Accepted(said, 2, ("z3",), DAY, 7)})
    return file


def test_what_is_accepted_is_found_again(paper, record, kept):
    assert str(accepted(paper, record, kept)) == f"2 theorems on {DAY}, believing z3"


def test_a_changed_statement_is_no_longer_accepted(paper, record, kept):
    reading = record.readings[0]
    obligation = replace(reading.obligations[0], statement="0 = 0")
    changed = replace(record, readings=(replace(reading, obligations=(obligation, *reading.obligations[1:])),))
    assert accepted(paper, changed, kept) is None


def test_what_coq_refuses_is_forgotten_and_the_rest_stays(paper, record, kept):
    other = Accepted("x", 1, (), DAY, 1)
    keep(kept, {"HLM-99": other, record.id: None})
    assert accepted(paper, record, kept) is None
    assert drawn(5, DAY, kept) == ["HLM-99"]


def test_the_day_decides_what_is_drawn(tmp_path):
    file = tmp_path / "accepted.json"
    keep(file, {f"HLM-{i}": Accepted("x", 1, (), DAY, LARGEST + (i > 40)) for i in range(50)})
    first = drawn(10, DAY, file)
    assert first == drawn(10, DAY, file)
    assert first != drawn(10, "2026-11-23", file)
    assert len(set(first)) == 10
    assert set(drawn(50, DAY, file)) == {f"HLM-{i}" for i in range(41)}
