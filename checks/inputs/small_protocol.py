"""A protocol written as data: what the respondent does, device by device, until the response is said.

"yes"                                            say yes
"truth"                                          say what is true
{ coin = "p", heads = STEP, tails = STEP }       toss a coin that shows heads with probability p
{ choose = [["p", STEP], ["1-p", STEP]] }        do one of these, with these probabilities
{ by_truth = { yes = STEP, no = STEP } }         go on by what is true
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from checks.claims.claim import PaperError
from mechanisms.protocols.primitives import Choice, Coin
from mechanisms.protocols.protocol import Steps

TRUTH = "truth"
MAXIMAL_DEPTH = 12
MAXIMAL_STEPS = 500

Number = Callable[[str], Any]
"""The value of a probability that is given as a text."""


@dataclass(frozen=True)
class SmallProtocol:
    """The checked steps of a protocol; `program` follows them."""

    step: Any

    def program(self, truth: str, number: Number) -> Steps:
        """The steps of a respondent with this truth."""
        step = self.step
        while not isinstance(step, str):
            if "coin" in step:
                step = step["heads"] if (yield Coin(number(step["coin"]))) else step["tails"]
            elif "choose" in step:
                weights: dict[Hashable, Any] = {
                    place: number(weight) for place, (weight, _) in enumerate(step["choose"])
                }
                step = step["choose"][(yield Choice(weights))][1]
            else:
                step = step["by_truth"][truth]
        return truth if step == TRUTH else step

    def weights(self) -> list[str]:
        """The texts of all probabilities."""
        found: list[str] = []

        def visit(step: Any) -> None:
            if isinstance(step, str):
                return
            if "coin" in step:
                found.append(step["coin"])
                visit(step["heads"])
                visit(step["tails"])
            elif "choose" in step:
                for weight, next_step in step["choose"]:
                    found.append(weight)
                    visit(next_step)
            else:
                for next_step in step["by_truth"].values():
                    visit(next_step)

        visit(self.step)
        return found


def read_protocol(data: Any, truths: Sequence[str], responses: Sequence[str], where: str) -> SmallProtocol:
    """The protocol in plain data; PaperError that names the step where it is none."""
    counted = 0

    def check(step: Any, place: str, depth: int) -> None:
        nonlocal counted
        counted += 1
        if counted > MAXIMAL_STEPS or depth > MAXIMAL_DEPTH:
            raise PaperError(f"{place}: a protocol has at most {MAXIMAL_STEPS} steps, {MAXIMAL_DEPTH} deep")
        if isinstance(step, str):
            if step not in responses and not (step == TRUTH and set(truths) <= set(responses)):
                raise PaperError(f"{place}: {step!r} is no response; there are {', '.join(responses)}")
        elif isinstance(step, dict) and set(step) == {"coin", "heads", "tails"} and isinstance(step["coin"], str):
            check(step["heads"], f"{place}.heads", depth + 1)
            check(step["tails"], f"{place}.tails", depth + 1)
        elif isinstance(step, dict) and set(step) == {"choose"} and _are_choices(step["choose"]):
            for number, (_, next_step) in enumerate(step["choose"], 1):
                check(next_step, f"{place}.choose {number}", depth + 1)
        elif isinstance(step, dict) and set(step) == {"by_truth"} and _covers(step["by_truth"], truths):
            for truth, next_step in step["by_truth"].items():
                check(next_step, f"{place}.by_truth.{truth}", depth + 1)
        else:
            raise PaperError(
                f"{place}: a step is a response, {{coin, heads, tails}}, {{choose = [[weight, step], ...]}} "
                f"or {{by_truth = one step for each truth}}"
            )

    check(data, f"{where} protocol", 0)
    return SmallProtocol(data)


def _are_choices(value: Any) -> bool:
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in value)
    )


def _covers(value: Any, truths: Sequence[str]) -> bool:
    return isinstance(value, dict) and set(value) == set(truths)
