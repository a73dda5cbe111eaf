"""What is kept of Coq's answers: it holds for what was accepted and nothing else."""

import json
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from checks.commands.claims import selected, verified
from checks.papers.collection import load_paper
from checks.show.accepted_by_coq import KEPT, LARGEST, Accepted, accepted, drawn, keep, statements_hash

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


def test_the_page_counts_what_is_kept():
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    page = Path("docs/explanation/coq.md").read_text(encoding="utf-8")
    claims = Counter(name.partition("-")[0] for name in kept)
    rows = re.findall(r"^\| ([A-Z]+) \| (\d+) \|(.*)$", page, re.M)
    assert {paper: int(count) for paper, count, _ in rows} == claims
    assert all(set(re.findall(rf"{paper}-\d+", named)) <= kept.keys() for paper, _, named in rows)
    total = re.search(r"every theorem of (\d+) claims, (\d+) in all", page)
    assert total is not None
    assert [*map(int, total.groups())] == [len(kept), sum(one["theorems"] for one in kept.values())]
