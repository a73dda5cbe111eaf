"""Proofs of the logic as files: made again by the kernel, and refused where they are changed or are none."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from derivations.arithmetic.proof_file import ProofFileError
from derivations.logic.proof_file import recheck, to_json
from derivations.logic.terms import BOOL
from derivations.theory.sums import sum_0, sum_next


@pytest.fixture(scope="module")
def data() -> Any:
    return json.loads(json.dumps(to_json(sum_next())))


def test_a_proof_is_made_again(data: Any) -> None:
    assert recheck(data).conclusion == sum_next().conclusion
    assert recheck(data).hypotheses == frozenset()
    assert recheck(to_json(sum_0())).conclusion == sum_0().conclusion


def _changed(data: Any, change: str) -> Any:
    bad = copy.deepcopy(data)
    terms, steps = bad["terms"], bad["steps"]
    real = next(i for i, entry in enumerate(terms) if entry[0] == "free")
    if change == "another format":
        bad["format"] = "rrproof logic 1"
    elif change == "no steps":
        bad["steps"] = []
    elif change == "an unknown rule":
        steps[-1][0] = "believe"
    elif change == "a rule of Python":
        steps[-1][0] = "__class__"
    elif change == "a later step":
        steps[0] = ["discharge", {"term": real}, {"step": len(steps)}]
    elif change == "a negative step":
        steps.append(["part", {"step": -1}, {"integer": 0}])
    elif change == "a later term":
        terms[0] = ["apply", 1, 2]
    elif change == "a float":
        terms[real] = ["number", 0.5]
    elif change == "a quotient by zero":
        terms[real] = ["number", "1/0"]
    elif change == "an unknown type":
        terms[real] = ["free", "x", "complex"]
    elif change == "an axiom about no type":
        steps[-1] = ["axiom", {"text": "if_true"}, {"type": "complex"}]
    elif change == "a deep type":
        deep: Any = "real"
        for _ in range(500):
            deep = [deep, "real"]
        terms[real] = ["free", "x", deep]
    elif change == "a deep term":
        terms.append(["constant", "not", ["bool", "bool"]])
        terms.append(["free", "A", str(BOOL)])
        for _ in range(5000):
            terms.append(["apply", len(data["terms"]), len(terms) - 1])
        steps.append(["assume", {"term": len(terms) - 1}])
        steps.append(["detach", {"step": len(steps) - 1}, {"step": len(steps) - 1}])
    elif change == "another definition":
        bad["definitions"][0][1] = real
    elif change == "a truth value as a number":
        steps.append(["part", {"step": 0}, {"integer": True}])
    elif change == "terms that are none":
        bad["terms"] = {"0": ["number", "1"]}
    elif change == "nothing":
        bad = {}
    return bad


@pytest.mark.parametrize(
    "change",
    [
        "another format", "no steps", "an unknown rule", "a rule of Python", "a later step", "a negative step",
        "a later term", "a float", "a quotient by zero", "an unknown type", "a deep type", "a deep term",
        "an axiom about no type", "another definition", "a truth value as a number", "terms that are none", "nothing",
    ],
)  # fmt: skip
def test_what_is_no_proof_is_refused(data: Any, change: str) -> None:
    with pytest.raises(ProofFileError):
        recheck(_changed(data, change))


def test_every_step_that_is_left_out_is_missed(data: Any) -> None:
    for number in range(len(data["steps"])):
        bad = {**data, "steps": [step for i, step in enumerate(data["steps"]) if i != number]}
        try:
            found = recheck(bad)
        except ProofFileError:
            continue
        assert found.conclusion != sum_next().conclusion or found.hypotheses
