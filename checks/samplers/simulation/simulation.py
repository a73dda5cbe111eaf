"""`simulate`: one survey, run many times over, against theory."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from checks.claims.prose import escape
from checks.samplers.simulation.comparisons import Comparison, Verdict, comparisons, judge
from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.execution import Executor, results
from checks.samplers.simulation.problem import MOST_RUNS, Problem
from checks.samplers.simulation.runs import CHUNK, blocks, chunks_of
from checks.samplers.simulation.tally import Chunks, Tally, tally_chunks
from checks.samplers.simulation.theory import MOST_SEARCHED, possible_counts
from derivations.surveys.survey import Survey
from mechanisms.design import Design
from mechanisms.exact.html_tables import paragraph, table
from mechanisms.exact.notebook import Brief

FALSE_ALARM = 1e-6
CHUNKS_TOGETHER = 20  # in one piece of work, where counts are sampled and nothing is searched for
RUNS_SEARCHED = 50  # in one piece of work, where a run takes a search
COLUMNS = ("share", "method", "quantity", "theory", "simulated", "standard error", "z")


class Stopped(KeyboardInterrupt):
    """Ctrl-C; `partial` has the runs that were done."""

    def __init__(self, partial: Compared) -> None:
        super().__init__(f"stopped after {partial.done} of {partial.runs} runs")
        self.partial = partial


Progress = Callable[[int], None]


class Compared(Brief, ABC):
    """Theory and simulation beside each other, and whether they agree."""

    runs: int
    false_alarm: float

    @property
    @abstractmethod
    def done(self) -> int:
        """How many runs there were."""

    @property
    @abstractmethod
    def comparisons(self) -> tuple[Comparison, ...]:
        """Theory and simulation, number by number."""

    @abstractmethod
    def to_json(self) -> dict[str, Any]:
        """As plain data."""

    @abstractmethod
    def _title(self) -> str:
        """What was simulated, in a line."""

    @cached_property
    def verdict(self) -> Verdict:
        """Whether they agree, by the joint test."""
        return judge(self.comparisons, self.false_alarm)

    def conclusion(self) -> str:
        """The verdict in a sentence."""
        verdict = self.verdict
        test = f"at a false-alarm probability of {verdict.false_alarm:g} (Chernoff's bounds of {verdict.judged} numbers"
        if verdict.agrees:
            return f"Theory and simulation agree {test}; together p <= {verdict.bound:.2g})."
        worst = verdict.against[0]
        return (
            f"Theory and simulation DISAGREE {test}; together p <= {verdict.bound:.2g}): {worst.method} "
            f"{worst.quantity} of {worst.share} is {_short(worst.simulated)} and should be {_short(worst.theory)}"
            + (f"; {len(verdict.against) - 1} more" if len(verdict.against) > 1 else "")
            + "."
        )

    def rows(self) -> list[tuple[str, ...]]:
        """The cells of a table with the headings COLUMNS."""
        return [
            (c.share, c.method, c.quantity, *map(_short, (c.theory, c.simulated, c.error)), _short(c.z, 3))
            for c in self.comparisons
        ]

    def compared_json(self) -> dict[str, Any]:
        """The comparisons and the verdict as plain data; exact numbers are written as text."""
        verdict = self.verdict
        return {
            "agrees": verdict.agrees,
            "false_alarm": verdict.false_alarm,
            "judged": verdict.judged,
            "bound": verdict.bound,
            "comparisons": [data_of(c) for c in self.comparisons],
        }

    def _repr_html_(self) -> str:
        return table(COLUMNS, self.rows(), caption=self._title()) + paragraph(self.conclusion())

    def _repr_latex_(self) -> str:
        lines = [
            r" & ".join(rf"\text{{{_escaped(cell)}}}" for cell in row[:3])
            + " & "
            + " & ".join(_power(cell) for cell in row[3:])
            for row in self.rows()
        ]
        head = " & ".join(rf"\text{{{heading}}}" for heading in COLUMNS)
        body = r" \\ ".join([head + r" \\ \hline", *lines]).replace(r"\hline \\", r"\hline")
        return rf"$\displaystyle \begin{{array}}{{lllrrrr}} {body} \end{{array}}$"


@dataclass(frozen=True)
class Simulation(Compared):
    """What so many runs of a survey gave, beside what theory says of them.

    Attributes:
        problem: the survey, the shares of the truths, the respondents.
        runs: how many surveys were simulated.
        seed: of the random numbers.
        tally: the sums over the runs, exactly.
        false_alarm: the probability, at most, that they disagree if the theory holds.

    """

    problem: Problem
    runs: int
    seed: int
    tally: Tally
    false_alarm: float = FALSE_ALARM

    @property
    def done(self) -> int:
        """How many runs there were."""
        return self.tally.runs

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """Theory and simulation, number by number."""
        return comparisons(self.problem, self.tally)

    def to_json(self) -> dict[str, Any]:
        """As plain data; exact numbers are written as text."""
        return {
            "respondents": self.problem.respondents,
            "prior": [str(p) for p in self.problem.prior],
            "runs": self.tally.runs,
            "seed": self.seed,
            "one_by_one": self.problem.one_by_one,
            "level": str(self.problem.level),
            **self.compared_json(),
        }

    def _title(self) -> str:
        return f"{self.tally.runs} surveys of {self.problem.respondents} respondents, seed {self.seed}"


def data_of(comparison: Comparison) -> dict[str, Any]:
    """A comparison as plain data: floats, and beside them exact numbers as text."""
    c = comparison
    return {
        "share": c.share,
        "method": c.method,
        "quantity": c.quantity,
        "theory": None if c.theory is None else float(c.theory),
        "theory_exact": str(c.theory) if isinstance(c.theory, Fraction) else None,
        "simulated": float(c.simulated),
        "simulated_exact": str(c.simulated) if isinstance(c.simulated, Fraction) else None,
        "standard_error": c.error,
        "z": c.z,
        "bound": c.bound,
    }


COMPARISON_COLUMNS = {  # of a file
    "share": str,
    "method": str,
    "quantity": str,
    "theory": float,
    "theory_exact": str,
    "simulated": float,
    "simulated_exact": str,
    "standard_error": float,
    "z": float,
    "bound": float,
}


def _short(value: Fraction | float | None, digits: int = 6) -> str:
    return "" if value is None else f"{float(value):.{digits}g}"


def _power(number: str) -> str:
    mantissa, e, exponent = number.partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if e else number


def _escaped(text: str) -> str:
    return escape(text)


def works(problem: Problem, runs: int, seed: int) -> list[Chunks]:
    """The pieces of work of a simulation: small ones where each run takes a search."""
    searched = "likely" in problem.estimators or set(problem.intervals) - {"wald"}
    size = 1 if searched or problem.one_by_one else CHUNKS_TOGETHER
    part = RUNS_SEARCHED if searched and not problem.one_by_one else CHUNK
    pieces = (
        Chunks(problem.text, runs, seed, block.start, block.stop, start, start + part)
        for block in blocks(chunks_of(runs), size)
        for start in range(0, CHUNK, part)
    )
    return [piece for piece in pieces if piece.size]


def check_runs(runs: int, seed: int) -> None:
    """SimulationError for numbers of runs and seeds that are none."""
    if not 1 <= runs <= MOST_RUNS:
        raise SimulationError(f"there must be 1 to {MOST_RUNS} runs, not {runs}")
    if seed < 0:
        raise SimulationError(f"the seed must be an integer >= 0, not {seed}")


def with_estimators(problem: Problem, estimators: Sequence[str] | None) -> Problem:
    """The problem with these estimators; None: all, or without maximum likelihood where that takes many searches."""
    if estimators is None:
        few = possible_counts(problem, MOST_SEARCHED) is not None
        return replace(problem, estimators=("unbiased", "clipped", "likely") if few else ("unbiased", "clipped"))
    return replace(problem, estimators=tuple(estimators))


def simulate(
    design: Design | Survey,
    prior: Sequence[Fraction],
    respondents: int,
    runs: int,
    *,
    seed: int = 0,
    estimators: Sequence[str] | None = None,
    intervals: Sequence[str] = ("wald",),
    level: Fraction = Fraction(95, 100),
    one_by_one: bool = False,
    false_alarm: float = FALSE_ALARM,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Simulation:
    """Run a survey many times and compare bias, variance, covariance, mean squared error and coverage with theory.

    Args:
        design: a design without parameters, or a survey by one.
        prior: the exact share of each truth, in the order of the design.
        respondents: of each survey.
        runs: the number of surveys.
        seed: the numbers are a function of it and of what is simulated, not of the executor.
        estimators: among unbiased, clipped, likely; None chooses.
        intervals: among wald, profile, exact, bootstrap.
        level: the confidence of the intervals.
        one_by_one: sample each respondent, with exactly the probabilities of the design.
        false_alarm: of the joint test.
        executor: who does the work; this process if left out.
        progress: is told how many runs were done, piece by piece.

    Raises SimulationError, SurveyError for what cannot be estimated, and Stopped on Ctrl-C.

    """
    check_runs(runs, seed)
    if not 0 < false_alarm < 1:
        raise SimulationError(f"the false-alarm probability must lie between 0 and 1, not {false_alarm}")
    survey = design if isinstance(design, Survey) else Survey.of(design)
    problem = Problem(
        survey,
        tuple(prior),
        respondents,
        ("unbiased",),
        tuple(intervals),
        level,
        one_by_one,
    )
    problem = with_estimators(problem, estimators)
    total = Tally()
    try:
        with closing(results(executor, tally_chunks, works(problem, runs, seed))) as found:
            for work, result in found:
                total += result
                if progress is not None:
                    progress(work.size)
    except KeyboardInterrupt as stopped:
        raise Stopped(Simulation(problem, runs, seed, total, false_alarm)) from stopped
    return Simulation(problem, runs, seed, total, false_alarm)
