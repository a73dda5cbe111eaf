"""Derivations to show with the claims of Sections 2 to 3: from the protocol to the estimator and its moments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from checks.papers.mw.surveys import SIZE, SURVEYS, Survey, variable
from derivations.algebra.equal_weights import generalised_response
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import LogLinear, Sequent
from derivations.estimation.multinomial_maximum import MultinomialMaximum, ascent_term, multinomial_maximum
from derivations.estimation.sampling_model import design_rows
from derivations.prover.quantities import closed_form, quotient, unreduced_sum
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, joined, relation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

ONE = RationalFunction.of(1)
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


def law(matrix: str) -> Derivation:
    """The law of a report, pi P."""
    survey = SURVEYS[matrix]()
    steps = law_steps(survey)
    return Derivation("Law of a report", tuple(steps), joined(relation(_cell(0), "=", c) for c in survey.cells[:1]))


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


def maximum(matrix: str) -> Derivation:
    """The maximum of the likelihood: the cells are the reported frequencies there, and every way to it goes up."""
    survey = SURVEYS[matrix]()
    found = _maximum(survey)
    results = []
    steps = [*law_steps(survey), *score_steps(survey)]
    for name, root in zip(found.shares, found.root, strict=False):
        results.append(relation(_estimate(name), "=", root))
        steps.append(Step(results[-1], "the linear equations P(x = y) = N_y/N solved for the shares"))
    values = dict(zip(found.shares, found.root, strict=False))
    for y, (cell, count) in enumerate(zip(found.cells, found.counts, strict=True)):
        there = cell.substitute(values)
        statement = relation(_cell(y), "=", count / SIZE)
        theorem = closed_form("q", quotient(there), count / SIZE)
        steps.append(Step(statement, "checked at the estimates: each report has its frequency", theorem))
    weak, strict = ascent_term()
    steps += [
        Step(
            Written(
                "slope of log L towards the estimates = N sum_y r_y (r_y - q_y)/q_y with q_y = P(x = y), r_y = N_y/N",
                r"\text{slope of }\ln\mathcal{L}\text{ towards the estimates} = N\sum_y \frac{r_y(r_y-q_y)}{q_y},"
                r"\quad q_y=P(x=y),\ r_y=\frac{N_y}{N}",
            ),
            "the cells are affine in the shares",
        ),
        Step(Written("r (r - q)/q >= r - q", r"\frac{r(r-q)}{q}\geq r-q"), "since the difference is (r - q)^2/q", weak),
        Step(
            Written("r (r - q)/q > r - q for r != q", r"\frac{r(r-q)}{q}>r-q \text{ for } r\neq q"), "likewise", strict
        ),
        Step("the slope is positive wherever some q_y differs from r_y", "the r_y - q_y sum to zero"),
    ]
    return Derivation("Maximum of the likelihood", tuple(steps), joined(results))


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


def inversion(matrix: str) -> Derivation:
    """pi_hat = pi_tilde P^-1."""
    return SURVEYS[matrix]().inversion.derivation


def estimator(matrix: str) -> Callable[[], Derivation]:
    """The same, to be called later."""
    return partial(inversion, matrix)


def moments(matrix: str) -> Derivation:
    """Means and covariances of the counts."""
    return SURVEYS[matrix]().moments.derivation


def private_truth_probabilities() -> Derivation:
    """Which p make m-elements randomised response eps-private, from the definition, for every m."""
    p, m, x = (variable(name) for name in "pmx")
    other = generalised_response(m, p).off_diagonal
    up, down = relation_formula(p, "<=", x * other), relation_formula(other, "<=", x * p)
    several = (relation_formula(m, ">=", RationalFunction.of(2)), relation_formula(x, ">=", ONE))
    high, low = x / (x + m - 1), 1 / ((m - 1) * x + 1)
    steps = [
        Step(
            relation(Written("P(another answer)", r"P(\text{another answer})"), "=", other),
            "the m - 1 others are alike",
        ),
        Step(
            relation(p, "<=", high),
            "p <= x (1-p)/(m-1), the truth against another answer, x = e^eps",
            prove_from(Sequent(frozenset((*several, up)), relation_formula(p, "<=", high))),
        ),
        Step(
            relation(p, ">=", low),
            "(1-p)/(m-1) <= x p, another answer against the truth",
            prove_from(Sequent(frozenset((*several, down)), relation_formula(low, "<=", p))),
        ),
    ]
    return Derivation("Private probabilities of the truth", tuple(steps), relation(low, "<=", p, "<=", high))


def composed_levels() -> Derivation:
    """The level of two mechanisms in sequence is at most the sum: their ratios multiply."""
    a, b, u, v, x1, x2 = (Polynomial.variable(name) for name in ("a", "b", "u", "v", "x1", "x2"))
    pairs = [(a, b, x1), (u, v, x2)]
    given = []
    for above, below, level in pairs:
        top, bottom = RationalFunction(above), RationalFunction(below)
        given += [relation_formula(RationalFunction.of(0), "<=", side) for side in (top, bottom)]
        given.append(relation_formula(top, "<=", RationalFunction(level) * bottom))
    goal = relation_formula(RationalFunction(a * u), "<=", RationalFunction(x1 * x2 * b * v))
    steps = (
        Step(relation(a, "<=", x1 * b), "(1) for the mechanisms so far, x1 = e^(sum of their eps)"),
        Step(relation(u, "<=", x2 * v), "(1) for the next one, given the outputs so far"),
        Step(
            relation(a * u, "<=", x1 * x2 * b * v),
            "probabilities multiply",
            prove_from(Sequent(frozenset(given), goal)),
        ),
    )
    result = relation(a * u, "<=", x1 * x2 * b * v)
    return Derivation("Sequential composition", steps, result)


def _each(claims: str, derive: Callable[[], Derivation]) -> dict[str, Callable[[], Derivation]]:
    return dict.fromkeys((f"MW-{number}" for number in claims.split()), derive)


DERIVATIONS_FRAMEWORK: Mapping[str, Callable[[], Derivation]] = {
    **_each("03 04 05", composed_levels),
    **_each("09 10", private_truth_probabilities),
    **_each("26 45 46 51", partial(law, "P_general")),
    **_each("27 28 31", partial(inversion, "P_general")),
    **_each("33 41", partial(maximum, "P_general")),
    **_each("34 43 44 47", partial(unbiased, "P_general")),
    **_each("35 36 37 38", partial(score, "P_general")),
    **_each("42 48 49 50", partial(moments, "P_general")),
    **_each("53 54 62", partial(maximum, "P")),
    **_each("55 63", partial(unbiased, "P")),
    **_each("56 64 65", partial(variance, "P")),
    "MW-57": partial(variance, "P", 1),
    **_each("58 59 60 61", partial(score, "P")),
    **_each("67 68", partial(score, "P_lumped")),
    "MW-69": partial(maximum, "P_lumped"),
    "MW-71": partial(maximum, "P_n"),
    "MW-72": partial(unbiased, "P_n"),
    "MW-73": partial(variance, "P_n_first"),
}
"""How to derive what a claim speaks of, for `rrproof show`."""
