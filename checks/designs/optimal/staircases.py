"""Information objectives of `rrproof design`: the most that a response can say, over staircase mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from checks.designs.optimal.question import Answer, Question, QuestionError
from lp.losses.column_objectives import (
    ColumnObjective,
    chi_square_information,
    information,
    mutual_information,
    posterior_squares,
    proportions_information,
    total_variation,
)
from lp.staircases.enclosures import staircase_enclosure
from lp.staircases.optimum import StaircaseOptimum, another_optimum, staircase_optimum
from mechanisms.exact.logarithm_sum import LogarithmSum
from mechanisms.exact.numerals import decimal_bound, numeral
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.known_designs import recognised

LARGEST = 60  # truths
SHOWN_TIES = 3
DIGITS = 12  # of a rational level near an irrational one
LARGEST_TIES = 1000  # among which another optimum is looked for


def _total_variation(prior: Sequence[Fraction]) -> ColumnObjective:
    return information(prior, total_variation, "total variation", r"\mathrm{TV}(\pi, P)")


INFORMATION: dict[str, tuple[Callable[[Sequence[Fraction]], ColumnObjective], str]] = {
    "mutual-information": (mutual_information, "mutual information of truth and response, in nats"),
    "chi-square": (chi_square_information, "chi-square information of the response about the truth"),
    "total-variation": (_total_variation, "mean total variation of the response given the truth from its law"),
    "fisher": (proportions_information, "trace of the Fisher information of the shares"),
    "posterior": (posterior_squares, "expected squared length of the posterior"),
}


def staircase_answer(question: Question) -> Answer:
    """The design that says most; QuestionError where the options do not go with it."""
    require_plain_privacy(question)
    k = question.categories
    if k > LARGEST:
        raise QuestionError(f"the objective {question.objective} is answered for at most {LARGEST} categories, not {k}")
    make, meaning = INFORMATION[question.objective]
    if question.irrational is not None and question.irrational.eps is not None:
        return _enclosed(question, make(question.weights), meaning, question.irrational.eps)
    found = staircase_optimum(make(question.weights), question.required_level)
    exact = found.value if isinstance(found.value, LogarithmSum) and found.is_optimal else None
    within = f"between {numeral(found.low)} and {numeral(found.high)}"
    names = (*("{" + ",".join(map(str, s)) + "}" for s in found.support),)
    rational = exact is not None and not exact.terms
    bounds = "" if rational else ", irrational values replaced by rational bounds"
    return Answer(
        asked=question.words(f"largest {meaning}, {question.prior_words}"),
        value_name=meaning,
        value=within if exact is None else str(exact),
        latex=rf"{float(found.high):.10g}\ldots" if exact is None else exact.to_latex(),
        decimal=float(found.high),
        design=found.design,
        known=(*recognised(found.design), *_remarks(found, names)),
        theorems=((f"no design says more: all staircase columns{bounds}", found.optimum.theorem),),
        program=found.optimum,
        facts=str(found.optimum.facts),
        largest=True,
    )


def _enclosed(question: Question, objective: ColumnObjective, meaning: str, eps: Fraction) -> Answer:
    """Between the optima at two rational levels around a transcendental e^eps; the design is that of the lower one."""
    if question.wants_program:
        raise QuestionError("--vipr: such a certificate holds rational numbers; --rational takes e^eps as one")
    found = staircase_enclosure(objective, PrivacyLevel.of_eps(eps), DIGITS)
    low, high = found.low, found.high
    return Answer(
        asked=question.words(f"largest {meaning}, {question.prior_words}"),
        value_name=meaning,
        value=f"between {decimal_bound(low, DIGITS, -1)} and {decimal_bound(high, DIGITS, 1)}",
        latex=rf"{float(low):.{DIGITS}g}\ldots",
        decimal=float(low),
        design=found.design,
        known=(
            *recognised(found.design, with_numbers=False),
            f"optimal for e^eps = {found.below.x}, just below e^({eps}), and so private at eps = {eps}",
        ),
        theorems=(
            ("no design says more at a rational level just above e^eps", found.above.optimum.theorem),
            ("no design says more at the rational level of this design", found.below.optimum.theorem),
        ),
        facts=str(found.below.optimum.facts),
        largest=True,
    )


def require_plain_privacy(question: Question) -> None:
    """QuestionError for demands other than eps-LDP."""
    if question.delta or question.constraints:
        given = "--delta" if question.delta else "--constraints"
        raise QuestionError(f"{given}: the objective {question.objective} is answered for eps-LDP only")


def _remarks(found: StaircaseOptimum, names: Sequence[str]) -> list[str]:
    remarks = [f"{len(names)} responses, each x = {found.x} times as likely under the truths in its braces"]
    if found.is_optimal and found.method == "subsets" and len(found.ties) <= LARGEST_TIES:
        other = another_optimum(found)
        if other is None:
            remarks.append("no other staircase design is optimal")
        else:
            new = [response for response in other.responses if response in found.ties]
            remarks.append(f"it is not the only one: responses {_shown(new)} could be used as well")
    elif found.ties:
        remarks.append(f"other optimal designs, if there are any, use responses such as {_shown(found.ties)}")
    if not found.is_optimal:
        remarks.append(f"the largest value exceeds that of this design by at most {float(found.gap):.1e}")
    return remarks


def _shown(subsets: Sequence[Any]) -> str:
    names = ["{" + ",".join(map(str, subset)) + "}" for subset in subsets[:SHOWN_TIES]]
    return ", ".join(names) + (", ..." if len(subsets) > SHOWN_TIES else "")
