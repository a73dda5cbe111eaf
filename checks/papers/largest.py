"""The largest of several derived values, without those that are nowhere the largest; a proposal, to be proved."""

from __future__ import annotations

from collections.abc import Sequence

from checks.inputs.mechanism import largest
from checks.interpreter import Interpreter
from checks.interpreter.values import Listed, Value
from mechanisms.exact.formula import Formula, variables

POINTS = 200


def without_smaller(value: Listed, hypotheses: Sequence[Formula], interpreter: Interpreter) -> Value:
    """The members that are the largest (of the kind min, the least) at some point where the hypotheses hold.

    Of several that are so at the same points the first stays.
    """
    domain = interpreter.notation.domain
    given = [fact for fact in hypotheses if variables(fact) <= set(domain.names)]
    sign = 1 if value.kind == "max" else -1
    ties = []
    for drawn in domain.points(seed=0, count=POINTS):
        point = drawn | {name: at.evaluate({}) for name, at in interpreter.at.items() if not at.names}
        if all(fact.holds_at(point) for fact in given):
            try:
                numbers = [sign * member.evaluate(point) for member in value.values]
            except (KeyError, ZeroDivisionError):
                continue
            ties.append({i for i, number in enumerate(numbers) if number == max(numbers)})
    kept: list[int] = []
    while left := [tie for tie in ties if not tie & set(kept)]:
        kept.append(max(range(len(value.values)), key=lambda i: (sum(i in tie for tie in left), -i)))
    return largest([value.values[i] for i in sorted(kept)], value.kind) if kept else value
