"""The objective minimax of `rrproof design`: the least worst-case risk of estimating the shares of the categories."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb

from checks.designs.optimal.question import Answer, Question, QuestionError, latex_number
from derivations.arithmetic.kernel import Theorem
from derivations.steps import Derivation
from lp.minimax.classes import MinimaxMixture, minimax_approximate
from lp.minimax.pair import minimax_pair
from mechanisms.design import Design
from mechanisms.exact.numerals import in_words, numeral

LARGEST_APPROXIMATE = 14  # categories, under (eps, delta)-LDP
LARGEST_DESIGN = 400  # entries that are written out
FOR_ALL = "a theorem for every number of categories, at these numbers; no program was solved"
RISK = "n times the worst-case sum of squared errors of an unbiased linear estimate of the shares"


def minimax_answer(question: Question) -> Answer:
    """The minimax design; QuestionError where the options do not go with it."""
    if question.prior is not None:
        raise QuestionError("--prior: minimax is the worst case over all priors, so there is no prior to give")
    if question.constraints:
        raise QuestionError("--constraints: the minimax design is found for --epsilon and --delta only")
    if question.delta or question.wants_program:
        return _mixture(question)
    return _pair(question)


def _pair(question: Question) -> Answer:
    """Subset selection with its moment estimator, for any number of categories."""
    k, found = question.categories, minimax_pair(question.categories, question.required_level)
    size = int(found.size.constant_value())
    held, lacked = (weight.constant_value() for weight in found.estimator)
    inclusion = found.subsets.inclusion.constant_value()
    name = ", which is randomized response" * (size == 1)
    known = [
        f"subset selection, sets of {size} of the {k} categories{name}",
        f"the set holds the truth with probability {in_words(inclusion)}",
        f"the estimate adds {in_words(held)} for a category that the set holds, "
        f"{in_words(lacked)} for one that it lacks",
    ]
    known += [f"sets of {other} are just as good" for other in found.sizes if other != size]
    return _answer(question, found.risk.constant_value(), known, found.derivation(), _subsets(k, size, inclusion))


def _mixture(question: Question) -> Answer:
    """All permutations of the best kinds of columns, under (eps, delta)-LDP."""
    k = question.categories
    if k > LARGEST_APPROXIMATE:
        raise QuestionError(
            f"with --delta or --vipr the minimax design is found for at most {LARGEST_APPROXIMATE} categories, not {k}"
        )
    found = minimax_approximate(k, question.required_level, question.delta)
    known = [
        f"with probability {weight} a response whose column has "
        + ", ".join(f"{value} ({count} times)" if count > 1 else str(value) for value, count in kind.entries)
        + ", up to a factor; all permutations alike"
        for weight, kind in found.kinds
    ]
    if len(found.ties) > len(found.kinds):
        known.append(f"{len(found.ties)} kinds of columns tie")
    design = found.design() if _responses(found) * k <= LARGEST_DESIGN else None
    made = _answer(question, found.risk, known, found.derivation(), design)
    names = tuple(f"kind{i}" for i in range(len(found.optimum.program.cost)))
    return made.with_program(found.optimum, names)


def _answer(
    question: Question, risk: Fraction, known: list[str], derivation: Derivation, design: Design | None
) -> Answer:
    return Answer(
        asked=question.words(f"least {RISK}"),
        value_name="minimax risk",
        value=numeral(risk),
        latex=latex_number(risk),
        decimal=float(risk),
        design=design,
        known=tuple(known),
        theorems=_theorems(derivation),
        facts=FOR_ALL,
    )


def _theorems(derivation: Derivation) -> tuple[tuple[str, Theorem], ...]:
    return tuple((str(step.statement), step.theorem) for step in derivation.steps if step.theorem is not None)


def _subsets(k: int, size: int, inclusion: Fraction) -> Design | None:
    """The design written out, where it is small."""
    if k > LARGEST_DESIGN or comb(k, size) * k > LARGEST_DESIGN:
        return None
    held, lacked = inclusion / comb(k - 1, size - 1), (1 - inclusion) / comb(k - 1, size)
    sets = list(combinations(range(k), size))
    labels = range(k) if size == 1 else sets
    return Design([[held if i in members else lacked for members in sets] for i in range(k)], responses=labels)


def _responses(found: MinimaxMixture) -> int:
    """How many permutations the kinds in use have."""
    total = 0
    for _, kind in found.kinds:
        ways, left = 1, found.categories
        for _, count in kind.entries:
            ways *= comb(left, count)
            left -= count
        total += ways
    return total
