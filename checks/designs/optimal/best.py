"""The best design for an objective, asked from Python; `rrproof design` asks the same."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.designs.optimal.losses import answer
from checks.designs.optimal.objectives import OBJECTIVES, needs_a_rational
from checks.designs.optimal.question import Answer, Question, QuestionError, Refusal, level_words
from lp.constraints.constraint import Constraint
from lp.parametric.level_input import read_level


def best_design(
    categories: int,
    level: str | None = None,
    objective: str = "hamming",
    *,
    delta: Fraction = Fraction(0),
    prior: Sequence[Fraction] | None = None,
    constraints: Sequence[Constraint] = (),
) -> Answer | Refusal:
    """The design of K categories that is best for an objective under (eps, delta)-local differential privacy.

    Args:
        categories: K, the number of truths.
        level: eps as text: "log(3)", "1/2", or "x=3" for e^eps = 3; may be left out where there are constraints.
        objective: a name that `rrproof design --help` lists.
        delta: of (eps, delta)-LDP.
        prior: the exact share of each truth; uniform if left out.
        constraints: further demands, of `lp.constraints`.

    Returns the optimum with its theorems, or a Refusal whose theorem says that no design meets the constraints. Raises
    QuestionError for what does not go together, LevelError for what is no level.

    """
    if objective not in OBJECTIVES:
        raise QuestionError(f"the objective {objective!r} is none of {', '.join(OBJECTIVES)}")
    if not isinstance(categories, int):
        raise QuestionError(f"categories is a number such as 3, not {categories!r}; read_design reads a design by name")
    if categories < 2:
        raise QuestionError(f"a design needs at least 2 categories, not {categories}")
    if level is None and not constraints:
        raise QuestionError("a privacy level is needed, such as 'log(3)', or constraints")
    if prior is not None and (len(prior) != categories or sum(prior) != 1 or min(prior) < 0):
        raise QuestionError(f"the prior needs {categories} shares that are not negative and sum to 1")
    asked = None if level is None else read_level(level, rational=needs_a_rational(objective, categories))
    uniform = prior is None or len(set(prior)) == 1
    return answer(
        Question(
            objective=objective,
            categories=categories,
            x=None if asked is None else asked.rational,
            level="" if asked is None else level_words(asked),
            irrational=None if asked is None or asked.rational is not None else asked,
            note="" if asked is None else asked.note,
            delta=delta,
            prior=None if uniform or prior is None else tuple(prior),
            constraints=tuple(constraints),
        )
    )
