"""The theorems behind an answer of `rrproof design`, with the questions from which they can be rebuilt."""

from __future__ import annotations

from checks.designs.optimal.losses import NAMED_LOSSES, loss_of
from checks.designs.optimal.question import Answer, Question, Refusal
from checks.recheck.optimum_questions import LeastRisk, MostInformation
from checks.recheck.proof_files import Evidence
from checks.recheck.questions import LeastLoss
from checks.recheck.questions import Question as Asked


def evidence(question: Question, found: Answer | Refusal) -> list[Evidence]:
    """What certifies an answer, for a proof file."""
    if isinstance(found, Refusal):
        return [Evidence("no design meets the demands", found.theorem)]
    linear = question.objective in NAMED_LOSSES or question.objective == "loss"
    if question.objective == "minimax" and question.x is not None:
        level = question.x, question.delta
        return [
            Evidence(label, theorem, LeastRisk(question.categories, *level, step))
            for step, (label, theorem) in enumerate(found.theorems)
        ]
    asked: Asked | None = None
    if linear and found.program is not None and question.x is not None and not question.constraints:
        name = question.objective if question.objective in NAMED_LOSSES else ""
        asked = LeastLoss(loss_of(question), question.x, question.weights, question.delta, name)
    if question.objective == MostInformation.objective and question.x is not None and not question.constraints:
        asked = MostInformation(question.x, question.weights)
    return [
        Evidence(label, theorem, asked if found.program is not None and theorem is found.program.theorem else None)
        for label, theorem in found.theorems
    ]
