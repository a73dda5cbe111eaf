"""Questions of `rrproof design` answered: the optimum of each objective, with all that certifies it.

Each objective has a function that turns a question into an answer; `answer` picks it. Nothing here prints.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from checks.designs.optimal.levels import level_answer
from checks.designs.optimal.minimax import minimax_answer
from checks.designs.optimal.question import Answer, Question, QuestionError, Refusal, latex_number
from checks.designs.optimal.staircases import INFORMATION, staircase_answer
from lp.constraints.constrained_design import NoSuchDesign, optimal_design_under
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy
from lp.losses.files import Matrix
from lp.losses.linear_loss import hamming, l1, optimal_design, squared
from lp.losses.optimal_design import OptimalDesign
from lp.losses.symmetric_designs import symmetric_optimum
from lp.programs.outcomes import SolverError
from lp.programs.uniqueness import Unique, uniqueness
from mechanisms.exact.numerals import in_words, numeral
from mechanisms.guarantees.known_designs import recognised

LARGEST_PROGRAM = 200  # categories; beyond, only objectives that treat all categories alike are answered
LARGEST_TIES = 256  # entries of a design for which it is decided whether it is the only optimal one
LARGEST_MATRIX = 64  # categories whose matrix is written out where the answer does not need it
NAMED_LOSSES: dict[str, Callable[[int], Matrix]] = {"hamming": hamming, "l1": l1, "mse": squared}
MEANING = {
    "hamming": "probability of a wrong response",
    "l1": "expected distance |truth - response|",
    "mse": "expected square of truth - response",
}


def answer(question: Question) -> Answer | Refusal:
    """The answer to a question; QuestionError when it cannot be answered."""
    found = _by_objective(question)
    if question.note and isinstance(found, Answer):
        return replace(found, known=(*found.known, question.note))
    return found


def _by_objective(question: Question) -> Answer | Refusal:
    if question.objective == "minimax":
        return minimax_answer(question)
    if question.objective in INFORMATION:
        return staircase_answer(question)
    return _linear(question)


# -- linear losses -------------------------------------------------------------------------------------------------


def _linear(question: Question) -> Answer | Refusal:
    k, uniform = question.categories, question.prior is None
    quantity = MEANING.get(question.objective, f"expected loss of {question.loss_name}")
    asked = question.words(f"least {quantity}, {question.prior_words}")
    alike = question.objective == "hamming" and uniform and not question.constraints and question.x is not None
    if alike and (k > LARGEST_MATRIX or question.delta) and not question.wants_program:
        return _all_alike(question, asked)
    if k > LARGEST_PROGRAM:
        raise QuestionError(
            f"a program over {k} categories is too large; at most {LARGEST_PROGRAM} are solved, any number of them "
            "only for the objectives hamming and minimax without --prior, --constraints or --vipr"
        )
    loss = loss_of(question)
    name = "expected loss" if question.objective == "loss" else quantity
    if question.irrational is not None:
        return level_answer(question, loss, asked, name)
    if question.delta or question.constraints:
        demands = question.constraints
        if question.x is not None:
            privacy = ApproximatePrivacy(question.x, question.delta) if question.delta else LocalPrivacy(question.x)
            demands = (privacy, *demands)
        found = optimal_design_under(loss, demands, question.weights)
    else:
        found = optimal_design(loss, question.required_level, question.weights)
    if isinstance(found, NoSuchDesign):
        return Refusal(asked, found.conflict, found.theorem, found)
    return _from_program(found, asked, name)


def loss_of(question: Question) -> Matrix:
    """The loss matrix of a linear objective."""
    return question.loss if question.loss is not None else NAMED_LOSSES[question.objective](question.categories)


def _from_program(found: OptimalDesign, asked: str, name: str) -> Answer:
    optimum = found.optimum
    return Answer(
        asked=asked,
        value_name=name,
        value=numeral(found.value),
        latex=latex_number(found.value),
        decimal=float(found.value),
        design=found.design,
        known=(*recognised(found.design), *_ties(found)),
        active=found.active,
        theorems=(("no design does better (weak duality)", optimum.theorem),),
        program=optimum,
        variables=_variables(found),
        facts=str(optimum.facts),
    )


def _ties(found: OptimalDesign) -> tuple[str, ...]:
    """Whether other designs are as good, where that is soon settled."""
    cells = found.design.shape[0] * found.design.shape[1]
    if cells > LARGEST_TIES:
        return ()
    try:
        other = uniqueness(found.optimum)
    except SolverError:
        return ()
    if isinstance(other, Unique):
        return ("no other design is as good",)
    # Another point of the program may differ in its other variables only, which says nothing on designs.
    differs = other.point[:cells] != found.optimum.point[:cells]
    return ("it is not the only one: other designs are as good",) if differs else ()


def _variables(found: OptimalDesign) -> tuple[str, ...]:
    """The entries of the design come first among the variables of each program."""
    truths, responses = found.design.shape
    entries = [f"P[{x},{y}]" for x in range(truths) for y in range(responses)]
    return (*entries, *(f"z{j}" for j in range(len(entries), len(found.optimum.program.cost))))


def _all_alike(question: Question, asked: str) -> Answer:
    """Hamming loss for any number of categories: a theorem for every k, at these numbers."""
    k = question.categories
    found = symmetric_optimum(k, question.required_level, delta=question.delta)
    keep = found.subsets.inclusion.constant_value()
    other = (1 - keep) / (k - 1)
    value = found.value.constant_value()
    written_out = k <= LARGEST_MATRIX
    chances = f"the truth with probability {in_words(keep)}, each of the others with {in_words(other)}"
    words = f"{k}-ary randomized response: {chances}"
    return Answer(
        asked=asked,
        value_name=MEANING["hamming"],
        value=str(value),
        latex=latex_number(value),
        decimal=float(value),
        design=found.design() if written_out else None,
        known=(words, "the worst prior is no worse: this is the least worst case, too"),
        theorems=(
            ("no private design is right more often", found.bound),
            *(("this design is private", theorem) for theorem in found.attained),
        ),
        facts="a theorem for every number of categories, at these numbers; no program was solved",
    )
