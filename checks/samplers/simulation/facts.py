"""One point of a grid: what theory, privacy and simulation say of it, as a row of exact texts and floats."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, log

from checks.inputs.design import FILES, DesignArgumentError, key_of, read_design
from checks.inputs.prior import PriorError, file_of, read_prior
from checks.inputs.rational_design import stood_for
from checks.samplers.simulation.comparisons import Comparison, comparisons, judge
from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.grid import Grid, Point
from checks.samplers.simulation.output import Cell, Columns
from checks.samplers.simulation.problem import Problem, problem_from
from checks.samplers.simulation.simulation import FALSE_ALARM, works
from checks.samplers.simulation.tally import Tally, tally_chunks
from checks.samplers.simulation.theory import covariance
from derivations.surveys.survey import ZERO, Survey, SurveyError
from lp.minimax.pair import minimax_pair
from lp.minimax.worst_case_risk import Prior, linear_part, worst_prior

Facts = dict[str, Cell]
INVALID = (DesignArgumentError, PriorError, SimulationError, SurveyError)  # what a point that is none raises

WHOLE = 20  # pieces of work of a point that are done at once; what has more is divided among the workers
MOST_TRUTHS = 100  # for which the worst prior is sought


@dataclass(frozen=True)
class PointWork:
    """A point of a grid, for another process: what is simulated where that is known already, or why it is invalid."""

    grid: Grid
    point: Point
    problem: str = ""
    invalid: str = ""


@dataclass(frozen=True)
class PointDone:
    """What is known of a point: its row, or that it is invalid and why, or what is left to be simulated."""

    facts: Facts
    invalid: str = ""
    problem: str = ""  # of what is left


def columns_of(grid: Grid) -> Columns:
    """The columns of a sweep, with the kinds of their cells. Raises SimulationError for a name that is taken."""
    columns: dict[str, type] = {"design": str, "pi": str, "n": int, "truths": int, "responses": int}
    if "privacy" in grid.what:
        columns |= {"eps": float, "exp_eps_exact": str}
    if "theory" in grid.what:
        for name in ("variance", "added_variance", "worst_risk", "minimax_risk"):
            columns |= {name: float, f"{name}_exact": str}
    if "simulate" in grid.what:
        columns["runs"] = int
        for estimator in grid.estimators:
            columns |= {f"mse_{estimator}": float, f"mse_{estimator}_exact": str}
        for method in grid.intervals:
            columns |= {f"coverage_{method}": float, f"coverage_{method}_exact": str, f"least_coverage_{method}": float}
        columns |= {"agrees": bool, "bound": float}
    columns["note"] = str
    taken = [name for name in grid.vary if name in columns]
    if taken:
        raise SimulationError(f"vary: {taken[0]} is the name of another column; call it otherwise")
    return dict.fromkeys(grid.vary, str) | columns


def work_at(grid: Grid, point: Point) -> PointWork:
    """The work of a point. Files of designs and shares are read now: workers elsewhere may not have them."""
    if not point.design.strip().lower().endswith(FILES) and file_of(point.prior) is None:
        return PointWork(grid, point)
    try:
        return PointWork(grid, point, problem=problem_at(grid, point).text)
    except INVALID as error:
        return PointWork(grid, point, invalid=str(error))


def work_on(work: PointWork) -> PointDone:
    """Read a point, compute its theory, and simulate it unless that is so much that it should be divided.

    What is no point is noted in its row, be it by a SimulationError or another error of its parts.
    """
    grid, point = work.grid, work.point
    facts: Facts = {**point.values, "design": point.design, "pi": point.prior, "n": point.respondents}
    try:
        if work.invalid:
            raise SimulationError(work.invalid)
        problem = problem_from(work.problem) if work.problem else problem_at(grid, point)
        facts |= {"truths": len(problem.prior), "responses": len(problem.law)}
        if "privacy" in grid.what:
            facts |= _privacy(problem.survey)
        if "theory" in grid.what:
            facts |= _theory(problem)
        if "simulate" in grid.what:
            pieces = works(problem, grid.runs, grid.seed)
            if len(pieces) > WHOLE:
                return PointDone(facts, problem=problem.text)
            facts |= simulated(grid, problem, sum(map(tally_chunks, pieces), Tally()))
    except INVALID as error:
        return PointDone({**facts, "note": str(error)}, invalid=str(error))
    return PointDone(facts)


def problem_at(grid: Grid, point: Point) -> Problem:
    """What is simulated at a point."""
    survey = Survey.of(read_design(point.design), key_of(point.design))
    prior = read_prior(point.prior, survey.design.truths, "pi")
    return Problem(survey, prior, point.respondents, grid.estimators, grid.intervals, grid.confidence, grid.one_by_one)


def _both(name: str, value: Fraction) -> Facts:
    return {name: float(value), f"{name}_exact": str(value)}


def _privacy(survey: Survey) -> Facts:
    """eps and e^eps of one response; eps as it was said where a decimal stands for e^eps."""
    x = largest_ratio(survey)
    if x is None:
        return {"eps": inf, "exp_eps_exact": "infinity"}
    said = stood_for(x)
    return {"eps": log(x) if said is None else float(said), "exp_eps_exact": str(x)}


def largest_ratio(survey: Survey) -> Fraction | None:
    """The largest ratio of two entries in a column, which is e^eps; None for infinity."""
    found = Fraction(1)
    for column in zip(*survey.rows, strict=True):
        if max(column) and not min(column):
            return None
        if max(column):
            found = max(found, max(column) / min(column))
    return found


def _theory(problem: Problem) -> Facts:
    """Sums over the shares that are estimated, and n times the worst-case risk of all truths beside the least one.

    variance: of the unbiased estimates; added_variance: less pi (1 - pi)/n, the variance of truthful answers.
    worst_risk: n times the sum of squared errors of all truths' shares, for the worst prior. minimax_risk: the least
    worst_risk of all designs with the same truths and the same eps.
    """
    n = problem.respondents
    variance = sum((covariance(problem, i, i) for i in range(len(problem.names))), ZERO)
    truthful = sum((share * (1 - share) / n for share in problem.shares), ZERO)
    facts = _both("variance", variance) | _both("added_variance", variance - truthful)
    if len(problem.survey.samples) > 1 or not 2 <= len(problem.prior) <= MOST_TRUTHS:
        return facts
    try:
        facts |= _both("worst_risk", worst_risk(problem.survey))
    except SurveyError as error:  # only some sums of shares can be estimated
        return facts | {"note": str(error)}
    x = largest_ratio(problem.survey)
    if x is not None and x > 1:
        facts |= _both("minimax_risk", minimax_pair(len(problem.prior), x).risk.constant_value())
    return facts


def worst_risk(survey: Survey) -> Fraction:
    """n times the sum of the variances of the unbiased estimates of all truths, at the worst of all priors."""
    truths = survey.design.truths
    whole = Survey(survey.design, {str(i): frozenset({truth}) for i, truth in enumerate(truths)})
    weights = tuple(zip(*(whole.weights(name) for name in whole.estimands), strict=True))
    costs = (Fraction(1),) * len(truths)
    limits = Prior((ZERO,) * len(truths), costs)
    prior, linear = worst_prior(survey.rows, weights, costs, limits), linear_part(survey.rows, weights, costs)
    return sum((p * r - p * p for p, r in zip(prior, linear, strict=True)), ZERO)


def simulated(grid: Grid, problem: Problem, tally: Tally) -> Facts:
    """The mean squared errors, summed over the shares; the mean and the least coverage; the joint test.

    A point may disagree by chance with probability FALSE_ALARM over the number of points, so all with FALSE_ALARM.
    """
    found = comparisons(problem, tally)
    verdict = judge(found, FALSE_ALARM / grid.size)
    facts: Facts = {"runs": tally.runs, "agrees": verdict.agrees, "bound": verdict.bound}
    for estimator in grid.estimators:
        facts |= _both(f"mse_{estimator}", sum(_exact(found, estimator, "mean squared error"), ZERO))
    for method in grid.intervals:
        hits = _exact(found, method, "coverage")
        facts |= _both(f"coverage_{method}", sum(hits, ZERO) / len(hits))
        facts[f"least_coverage_{method}"] = float(min(hits))
    return facts


def _exact(found: tuple[Comparison, ...], method: str, quantity: str) -> list[Fraction]:
    return [Fraction(c.simulated) for c in found if (c.method, c.quantity) == (method, quantity)]


def finished(grid: Grid, done: PointDone, tally: Tally) -> Facts:
    """The facts of a point whose simulation was divided."""
    return done.facts | simulated(grid, problem_from(done.problem), tally)
