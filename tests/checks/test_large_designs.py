"""Claims about numeric designs of many categories cost what the analysis of such a design costs."""

import random
import time
from fractions import Fraction as F

import pytest

from checks.claims.verdict import Verdict
from checks.papers.model import load
from checks.verifying.verification import verify

SECONDS = 20


@pytest.fixture(scope="module")
def matrix():
    rng = random.Random(3)
    rows = [[rng.randint(5, 20) + 30 * (i == j) for j in range(64)] for i in range(64)]
    return [[F(v, sum(row)) for v in row] for row in rows]


def judged(path, matrix, printed):
    labels = [f"t{i}" for i in range(len(matrix))]
    rows = [[str(entry) for entry in row] for row in matrix]
    path.write_text(f"""
[paper]
key = "M"
title = "A matrix"
authors = "A. Nonymous"

[mechanism]
truths = {labels}
responses = {labels}
matrix = {rows}

[names]
'\\varepsilon' = {{ epsilon = true }}

[[claim]]
id = "M-1"
place = "1"
kind = "epsilon"
latex = '\\varepsilon = \\ln({printed})'
""")
    own = load(str(path))
    started = time.process_time()
    record = verify(own.paper.claims[0], own.model)
    assert time.process_time() - started < SECONDS
    return record


def test_the_smallest_eps_of_64_categories_is_decided_in_seconds(matrix, tmp_path):
    largest = max(max(column) / min(column) for column in zip(*matrix, strict=True))
    assert judged(tmp_path / "true.toml", matrix, largest).verdict == Verdict.PROVED.value
    wrong = judged(tmp_path / "false.toml", matrix, largest - F(1, 1000))
    assert wrong.verdict == Verdict.CORRECTED.value
