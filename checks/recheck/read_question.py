"""Questions as proof files hold them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from checks.recheck.optimum_questions import read_optimum_question
from checks.recheck.questions import (
    LOSSES,
    Channel,
    LeastLoss,
    Private,
    Question,
    QuestionFileError,
    design_of,
    text_of,
)


def read_question(data: Any) -> Question:
    """The question that `Question.data` wrote. Raises QuestionFileError."""
    try:
        if not isinstance(data, Mapping):
            raise QuestionFileError("a question is an object")
        kind = data.get("kind")
        if kind == Private.kind:
            return Private(design_of(data["design"]), Fraction(data["x"]), Fraction(data["delta"]))
        if kind == LeastLoss.kind:
            prior = tuple(map(Fraction, data["prior"]))
            level = Fraction(data["x"]), Fraction(data["delta"])
            if isinstance(data["loss"], str):
                if data["loss"] not in LOSSES:
                    raise QuestionFileError(f"there is no loss {data['loss']!r}; there are {', '.join(LOSSES)}")
                return LeastLoss.named(data["loss"], len(prior), level[0], prior, level[1])
            loss = tuple(tuple(map(Fraction, row)) for row in data["loss"])
            return LeastLoss(loss, level[0], prior, level[1])
        if kind == Channel.kind:
            first, second = data["names"]
            return Channel(design_of(data["first"]), design_of(data["second"]), (text_of(first), text_of(second)))
        if (asked := read_optimum_question(data)) is not None:
            return asked
    except QuestionFileError:
        raise
    except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        reason = f"there is no {error}" if isinstance(error, KeyError) else str(error)
        raise QuestionFileError(f"no question of the kind {data.get('kind')!r}: {reason}") from error
    raise QuestionFileError(f"there is no kind of question {str(kind)[:40]!r}")
