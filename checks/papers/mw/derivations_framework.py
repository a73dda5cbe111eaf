"""Derivations to show with the claims of Sections 2 to 3: from the protocol to the estimator and its moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from checks.papers.mw.surveys import SIZE, SURVEYS, Survey, variable
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import LogLinear
from derivations.estimation.multinomial_maximum import MultinomialMaximum, multinomial_maximum
from derivations.estimation.sampling_model import design_rows
from derivations.prover.quantities import closed_form, quotient, unreduced_sum
from derivations.steps import Derivation, Step, Written, joined, relation
from mechanisms.exact.rational import RationalFunction

LATEX = {"pi0": r"\pi_0", "pi1": r"\pi_1", "pi_i": r"\pi_i", "N0": "N_0", "N1": "N_1", "N_i": "N_i"}


def _cell(y: int) -> Written:
    return Written(f"P(x = {y})", f"P(x={y})")


def _estimate(name: str) -> Written:
    return Written(f"Pi_hat({name} | P)", rf"\widehat{{\Pi}}({LATEX[name]}|\mathbf{{P}})")


def _free(survey: Survey) -> list[str]:
    """The names of the free shares."""
    return [share.numerator.names[0] for share in survey.proportions[:-1]]


def _maximum(survey: Survey) -> MultinomialMaximum:
    return multinomial_maximum(survey.design, _free(survey), survey.counts, SIZE)


def law_steps(survey: Survey) -> list[Step]:
    """P(x = y) by total probability, from the rows that the protocol gives."""
    rows = design_rows(survey.design)
    steps = []
    for y, cell in enumerate(survey.cells):
        total = unreduced_sum((share, row[y]) for share, row in zip(survey.proportions, rows, strict=True))
        statement = relation(_cell(y), "=", cell)
        steps.append(Step(statement, "total probability over the truths", closed_form("q", total, cell)))
    return steps


def score_steps(survey: Survey) -> list[Step]:
    """log L and its derivatives in the free shares, each with the kernel's theorem."""
    terms = [f"({c}) log P(x = {y})" for y, c in enumerate(survey.counts)]
    latex = [rf"({_tex(c)}) \ln P(x={y})" for y, c in enumerate(survey.counts)]
    steps = [
        Step(
            Written("log L = " + " + ".join(terms), r"\ln\mathcal{L} = " + " + ".join(latex)),
            "independent reports: their probabilities multiply",
        )
    ]
    function = LogLinear(
        quotient(0), tuple((c.numerator, quotient(q)) for c, q in zip(survey.counts, survey.cells, strict=True))
    )
    for name, slope in zip(_free(survey), _maximum(survey).score, strict=True):
        what = Written(f"d log L / d{name}", rf"\frac{{\partial\ln\mathcal{{L}}}}{{\partial {LATEX[name]}}}")
        theorem = kernel.derivative(function, name, quotient(slope))
        steps.append(Step(relation(what, "=", slope), "derivative of the logarithms", theorem))
    return steps


def _tex(value: RationalFunction) -> str:
    return " ".join(LATEX.get(part, part) for part in str(value).split(" "))


def score(matrix: str) -> Derivation:
    """The log-likelihood and its first derivatives."""
    survey = SURVEYS[matrix]()
    steps = [*law_steps(survey), *score_steps(survey)]
    result = steps[-1].statement
    assert isinstance(result, Written)
    return Derivation("Likelihood of the reports and its score", tuple(steps), result)


def variance(matrix: str, share: int = 0) -> Derivation:
    """Var of an estimate: squared slope times the variance of the count, which comes from its generating function."""
    survey = SURVEYS[matrix]()
    estimate = survey.estimates[share]
    name = _free(survey)[share]
    count = list(survey.random)[share]
    y = survey.random[count]
    slope = estimate.derivative(count)
    spread = survey.moments.covariance[y][y]
    value = survey.variance(estimate)
    total = unreduced_sum([(slope, slope, spread)])
    own = [step for step in survey.moments.derivation.steps if f"Var(N{y})" in str(step.statement)]
    result = relation(Written(f"Var({_estimate(name).text})", rf"\text{{Var}}({_estimate(name).latex})"), "=", value)
    steps = [
        *law_steps(survey),
        *own,
        Step(relation(_estimate(name), "=", estimate), "the estimator, affine in one count"),
        Step(result, f"Var(c {count} + d) = c^2 Var({count})", closed_form("v", total, value)),
    ]
    return Derivation("Variance of the estimator", tuple(steps), result)


def unbiased(matrix: str) -> Derivation:
    """E of each estimate is the share: linearity of the expectation and E[N_y] = N P(x = y)."""
    survey = SURVEYS[matrix]()
    steps = law_steps(survey)
    means = []
    for y, mean in enumerate(survey.moments.mean):
        what = Written(f"E[N_{y}]", f"E[N_{y}]")
        own = [s.theorem for s in survey.moments.derivation.steps if str(s.statement).startswith(f"E[N{y}]")]
        steps.append(Step(relation(what, "=", mean), "from the generating function of the counts", own[0]))
    for name, estimate in zip(_free(survey), survey.estimates, strict=False):
        means.append(
            relation(Written(f"E[{_estimate(name).text}]", rf"E[{_estimate(name).latex}]"), "=", variable(name))
        )
        terms = [(survey.moments.mean[y], estimate.derivative(count)) for count, y in survey.random.items()]
        constant = estimate.substitute(dict.fromkeys(survey.random, 0))
        theorem = closed_form("e", unreduced_sum([*terms, (constant,)]), variable(name))
        steps.append(Step(relation(_estimate(name), "=", estimate), "the estimator"))
        steps.append(Step(means[-1], "linearity of the expectation", theorem))
    return Derivation("Mean of the estimators", tuple(steps), joined(means))


DERIVATIONS_FRAMEWORK: Mapping[str, Callable[[], Derivation]] = {
    "MW-63": partial(unbiased, "P"),
    "MW-64": partial(variance, "P"),
    **dict.fromkeys(("MW-60", "MW-61"), partial(score, "P")),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
