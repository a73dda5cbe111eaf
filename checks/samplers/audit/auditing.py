"""The audit: ask a sampler, look at the evidence, stop when the answer is clear."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf, log
from typing import TYPE_CHECKING, Any

from checks.samplers.audit import fixed, privacy, regions, verdicts
from checks.samplers.audit.calling import Calling, Failure
from checks.samplers.audit.cells import MOST_TRUTHS, as_given, cells_of, cells_of_groups, truths_of, truths_of_log
from checks.samplers.audit.labels import is_nan
from checks.samplers.audit.reference import Reference
from checks.samplers.audit.result import Audit, Finding, Verdict
from checks.samplers.audit.samplers import FunctionSampler
from checks.samplers.audit.settings import AuditError, Settings
from checks.samplers.audit.truth_groups import groups_of
from checks.samplers.audit.wealth import Bets, LawBets

if TYPE_CHECKING:
    from checks.inputs.numeric_design import NumericDesign
    from checks.samplers.audit.samplers import Sampler
    from mechanisms.design import Design

FIRST_CALLS = 256  # in the first block, which is also asked of the sampler started anew
GROWTH = 1.25  # of the calls from one look at the distances to the next
BATCH_SECONDS = 1.0
MOST_IN_BATCH = 50_000
MOST_CELLS = 40_000
GLANCE = 500  # pairs of a log from one look at the evidence to the next


@dataclass(frozen=True)
class Progress:
    """How far an audit is: calls so far, log of the evidence, the largest distance that is still possible."""

    calls: int
    evidence: float
    distance: float | None


def audit(
    sampler: Callable[..., Any] | Sampler,
    design: Design | NumericDesign,
    settings: Settings | None = None,
    *,
    truths: Sequence[Hashable] | None = None,
    responses: Sequence[Hashable] | None = None,
    borders: Sequence[float] | None = None,
    vectorised: bool = False,
    seed_argument: str | None = None,
    generator_argument: str | None = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Audit:
    """Cross-check a sampler against a design.

    Args:
        sampler: a function from a truth to a response, which is called in this process, or a Sampler, such as
            `checks.samplers.audit.samplers.ProcessSampler`, which runs it with limits in another.
        design: without parameters; or a mechanism whose answers are numbers, which are sorted into cells.
        settings: error probabilities and limits.
        truths, responses: what the sampler calls the design's truths and responses, in the design's order; of a
            mechanism whose answers are numbers `truths` are those that are asked, by default four of its interval.
        borders: of the cells, where answers are numbers; chosen by the mechanism if left out.
        vectorised: the function takes an array of truths and returns as many responses.
        seed_argument: the name of its argument for an integer seed, of which each call gets a new one.
        generator_argument: the name of its argument for a numpy Generator.
        on_progress: is told after each batch.

    Returns:
        The Audit; what its verdicts promise is said there.

    Raises:
        AuditError: the design has parameters, labels do not fit, or the fixed size exceeds `settings.most_calls`.

    """
    settings = settings or Settings()
    reference, known_truths, place = subject(design, settings, truths, responses, borders)
    if len(reference.truths) * len(reference.responses) > MOST_CELLS:
        raise AuditError(f"the design has more than {MOST_CELLS} cells")
    plan = None
    if settings.method == "fixed":
        plan = fixed.plan(reference, verdicts.FIXED_LAW * settings.false_alarm, settings.miss, settings.distance)
        if plan.calls_per_truth * len(reference.truths) > settings.most_calls:
            raise AuditError(
                f"the fixed size is {plan.calls_per_truth} calls for each of {len(reference.truths)} truths, more than "
                f"{settings.most_calls} calls; allow more, or be content with a larger distance"
            )
    calling = Calling(vectorised=vectorised, seed_argument=seed_argument, generator_argument=generator_argument)
    who: Any = sampler
    asked: Sampler = who if hasattr(sampler, "ask") else FunctionSampler(who, calling, known_truths, settings.seed)
    run = _Run(asked, reference, place, settings, plan, on_progress)
    begin = time.monotonic()
    run.go()
    return verdicts.conclude(run, design.name or "the design", time.monotonic() - begin)


Place = Callable[[Hashable], int | None]
"""Which column a response belongs to; None where the design does not know it."""


def subject(
    design: Design | NumericDesign,
    settings: Settings,
    truths: Sequence[Any] | None,
    responses: Sequence[Hashable] | None,
    borders: Sequence[float] | None,
) -> tuple[Reference, tuple[Hashable, ...], Place]:
    """What a sampler is held against, the truths as it is given them, and where its responses belong.

    Raises AuditError.
    """
    from checks.inputs.numeric_design import NumericDesign

    if not isinstance(design, NumericDesign):
        if borders is not None:
            raise AuditError("borders are those of cells for answers that are numbers; this design has responses")
        reference = Reference.of(design, settings.tolerance)
        labels = _fitting(responses, reference.responses, "responses")
        index = {label: i for i, label in enumerate(labels)}
        known = _fitting(truths, reference.truths, "truths")
        return (
            replace(reference, truths=known, responses=labels),
            known,
            lambda response: None if is_nan(response) else index.get(response),
        )
    if responses is not None:
        raise AuditError("answers that are numbers have no labels; borders are those of the cells for them")
    asked = truths_of(design, truths)
    cells = cells_of(design, asked, borders)
    return Reference.of_numeric(design, asked, cells, settings.tolerance), as_given(design, asked), cells.place


def audit_log(
    pairs: Sequence[tuple[int, Hashable]],
    design: Design | NumericDesign,
    settings: Settings | None = None,
    *,
    truths: Sequence[Any] | None = None,
    responses: Sequence[Hashable] | None = None,
    borders: Sequence[float] | None = None,
    name: str = "the log",
) -> Audit:
    """Cross-check what a sampler has answered: pairs of the place of a truth and a response, in the order of the log.

    Every pair is looked at, until one refutes. The verdict promises what it does of a sampler that is asked, provided
    that the truths of the log were not chosen with an eye on the responses. Of a mechanism whose answers are numbers
    `truths` are those of the log; more than MOST_TRUTHS are taken together in groups, as `truth_groups` says, and then
    whether a response depends on those before it is not looked at.

    Raises AuditError for the fixed size, for labels that do not fit, and for a design with parameters.
    """
    from checks.inputs.numeric_design import NumericDesign

    settings = settings or Settings()
    if settings.method == "fixed":
        raise AuditError("a log has the size that it has; the fixed method is for samplers that can be asked")
    begin = time.monotonic()
    if truths is not None and len(truths) > MOST_TRUTHS and isinstance(design, NumericDesign):
        if settings.dependence < 1:
            raise AuditError(f"a bound on dependence is for logs of at most {MOST_TRUTHS} different truths")
        groups = groups_of(truths_of_log(design, truths), [truth for truth, _ in pairs])
        cells = cells_of_groups(design, groups, borders)
        reference = Reference.of_groups(design, groups, cells, settings.tolerance)
        run = _Run(_Logged(name), reference, cells.place, settings, None, None)
        run.go_through_groups(pairs)
    else:
        reference, _, place = subject(design, settings, truths, responses, borders)
        run = _Run(_Logged(name), reference, place, settings, None, None)
        run.go_through(pairs)
    return verdicts.conclude(run, design.name or "the design", time.monotonic() - begin)


class _Logged:
    """In the place of a sampler: a log, which cannot be asked."""

    def __init__(self, name: str) -> None:
        self.name = name

    def ask(self, truths: Sequence[int]) -> Any:
        raise AssertionError("a log is not asked")

    def again(self) -> None:
        """Not possible."""

    def close(self) -> None:
        """Hold nothing."""


def _fitting(given: Sequence[Hashable] | None, own: tuple[Hashable, ...], what: str) -> tuple[Hashable, ...]:
    if given is None:
        return own
    if len(given) != len(own) or len(set(given)) != len(own):
        raise AuditError(f"{what}: {len(own)} different labels are needed, one for each of the design's")
    return tuple(given)


class _Run:
    """One audit while it goes on."""

    def __init__(
        self,
        sampler: Sampler,
        reference: Reference,
        place: Place,
        settings: Settings,
        plan: fixed.Plan | None,
        on_progress: Callable[[Progress], None] | None,
    ) -> None:
        import numpy as np

        self.sampler = sampler
        self.reference = reference
        self.settings = settings
        self.plan = plan
        self.counts = [[0] * len(reference.responses) for _ in reference.truths]
        self.outside = [0] * len(reference.truths)
        self.bets = Bets(reference) if reference.groups is None else LawBets(reference)
        self.restart: float | None = None
        self.findings: list[Finding] = []
        self.verdict = Verdict.UNDECIDED
        self._place = place
        self._rows = [[float(p) for p in row.probabilities] for row in reference.rows]
        self._rng = np.random.default_rng([settings.seed, 2])
        self._progress = on_progress
        self._calls = 0
        self._rate: float | None = None  # calls in a second
        self._deadline = time.monotonic() + settings.seconds

    def go(self) -> None:
        """Ask until there is a verdict or a limit is reached."""
        try:
            self._go()
        except KeyboardInterrupt:
            self.findings.append(Finding("interrupted", "stopped before there was a verdict"))

    def go_through(self, pairs: Sequence[tuple[int, Hashable]]) -> None:
        """Look at pairs that are there already; a verdict only where they suffice for one."""
        alarm = log(1 / self.settings.false_alarm)
        for number, (truth, response) in enumerate(pairs, 1):
            if self._take(truth, response) is None:
                return
            if number % GLANCE == 0 and verdicts.evidence(self)["all"] >= alarm:
                self.verdict = Verdict.REFUTED
                return
        if not self._settled():
            self._too_few(pairs)

    def go_through_groups(self, pairs: Sequence[tuple[int, Hashable]]) -> None:
        """Look at pairs whose truths are in groups: what they show counts once all of them are in."""
        groups = self.reference.groups
        assert groups is not None
        for truth, response in pairs:
            index = self._take(groups.group[truth], response)
            if index is None:
                return
            if index in self.reference.impossible[truth]:
                self._cannot_be(groups.group[truth], index, response, groups.truths[truth])
                return
        if not self._settled():
            self._too_few(pairs)

    def _too_few(self, pairs: Sequence[tuple[int, Hashable]]) -> None:
        text = f"no verdict from the {len(pairs)} pairs of the log: a larger one is needed, or a larger distance"
        self.findings.append(Finding("limit", text))

    def _go(self) -> None:
        rows = len(self.reference.truths)
        asked = 0
        size = ceil(FIRST_CALLS / rows)
        while True:
            most = self.plan.calls_per_truth if self.plan else self.settings.most_calls // rows
            size = min(size, most - asked)
            if size <= 0:
                text = f"no verdict after {self._calls} calls, which is the limit"
                self.findings.append(Finding("limit", text))
                return
            block = [x for x in range(rows) for _ in range(size)]
            self._rng.shuffle(block)
            first = self._ask(block)
            if self._stops():
                return
            if not asked:
                self._start_anew(block, first)
                if self._stops():
                    return
            asked += size
            if self.plan and asked >= self.plan.calls_per_truth:
                self.verdict = verdicts.of_fixed_size(self)
                return
            if not self.plan and self._settled():
                return
            size = ceil(asked * (GROWTH - 1))

    def _ask(self, block: list[int]) -> list[int]:
        """Ask a block of truths in batches; the responses as indices, as far as it came."""
        found: list[int] = []
        while len(found) < len(block) and not self._stops():
            if time.monotonic() > self._deadline:
                text = f"no verdict within {self.settings.seconds:g} s, in which it answered {self._calls} times"
                self.findings.append(Finding("limit", text))
                break
            batch = block[len(found) : len(found) + self._batch_size()]
            begin = time.monotonic()
            answers = self.sampler.ask(batch)
            self._rate = len(batch) / max(time.monotonic() - begin, 1e-6)
            for truth, response in zip(batch, answers.responses, strict=False):
                index = self._take(truth, response)
                if index is None:
                    return found
                found.append(index)
            if answers.failure is not None:
                self._fail(answers.failure)
                break
            if not self.plan and verdicts.evidence(self)["all"] >= log(1 / self.settings.false_alarm):
                self.verdict = Verdict.REFUTED
            if self._progress:
                self._progress(Progress(self._calls, verdicts.evidence(self)["all"], None))
        return found

    def _fail(self, failure: Failure) -> None:
        """Note that there was no answer; who only takes long is not refuted."""
        self.findings.append(Finding(failure.kind, f"{self.sampler.name}: {failure.text}", failure.truth))
        if failure.kind != "hang":
            self.verdict = Verdict.REFUTED

    def _batch_size(self) -> int:
        if self._rate is None:
            return FIRST_CALLS
        return max(1, min(MOST_IN_BATCH, int(self._rate * BATCH_SECONDS)))

    def _take(self, truth: int, response: Hashable) -> int | None:
        """Count a response and bet on it; None when the design does not know it."""
        self._calls += 1
        index = self._place(response)
        label = self.reference.truths[truth]
        if index is None:
            self.outside[truth] += 1
            kind = "not a number" if is_nan(response) else "unknown response"
            wanted = "" if self.reference.cells is None else f", which are {self.reference.cells.kind}"
            text = f"the response {response!r:.80} to the truth {label} is none of the design's{wanted}"
            self.findings.append(Finding(kind, text, label, str(response)))
            self.verdict = Verdict.REFUTED
            return None
        self.counts[truth][index] += 1
        self.bets.take(truth, index)
        if not self.reference.rows[truth].upper[index]:
            self._cannot_be(truth, index, response, label)
            return None
        return index

    def _cannot_be(self, row: int, index: int, response: Hashable, truth: Hashable) -> None:
        """Refute by a response that has probability 0."""
        shown = self.reference.responses[index]
        given = shown if self.reference.cells is None else f"{response}, {shown},"
        text = f"the response {given} to the truth {truth} has probability 0 in the design, but was given"
        self.findings.append(Finding("impossible response", text, self.reference.truths[row], shown))
        self.verdict = Verdict.REFUTED

    def _start_anew(self, block: Sequence[int], first: Sequence[int]) -> None:
        """Ask the first block again of the sampler started anew: equal responses would be a coincidence."""
        another = self.sampler.again()
        if another is None:
            return
        try:
            answers = another.ask(block)
        finally:
            another.close()
        if answers.failure is not None:
            self._fail(answers.failure)
            return
        if [self._place(response) for response in answers.responses] != list(first):
            self.restart = -inf
            return
        rows = self.reference.rows
        chance = {x: log(min(1.0, sum(float(u) ** 2 for u in rows[x].upper) * (1 + 1e-12))) for x in set(block)}
        self.restart = -sum(chance[x] for x in block)

    def _stops(self) -> bool:
        return self.verdict != Verdict.UNDECIDED or bool(self.findings)

    def _settled(self) -> bool:
        """Whether the evidence refutes, or no large deviation is possible any more."""
        if verdicts.evidence(self)["all"] >= log(1 / self.settings.false_alarm):
            self.verdict = Verdict.REFUTED
            return True
        wanted = self.settings.dependence
        worst = max(self.distances())
        if self._progress:
            self._progress(Progress(self._calls, verdicts.evidence(self)["all"], worst))
        if worst < self.settings.distance and (wanted == 1 or max(self.dependence().values(), default=1.0) < wanted):
            self.verdict = Verdict.CONSISTENT
            return True
        return False

    def all_counts(self) -> list[list[int]]:
        """The counts with a column for unknown responses, where there were any."""
        if not any(self.outside):
            return self.counts
        return [[*row, more] for row, more in zip(self.counts, self.outside, strict=True)]

    def distances(self) -> list[float]:
        """For each truth how far its law may be from the design's row."""
        extra = [0.0] if any(self.outside) else []
        return [
            regions.largest_distance(counts, row + extra, self.settings.miss)
            for counts, row in zip(self.all_counts(), self._rows, strict=True)
        ]

    def dependence(self) -> dict[str, float]:
        """By the kind of context, for the worst truth, how far responses may depend on it."""
        return {
            kind: max(
                regions.largest_dependence(contexts, row, self.settings.miss)
                for contexts, row in zip(tables, self._rows, strict=True)
            )
            for kind, tables in self.bets.after_contexts().items()
        }

    def bounds(self) -> tuple[list[list[float]], list[list[float]], privacy.EpsilonBound | None, float]:
        """Regions of the cells, the best bound on eps from below, and that from above; right at once at the level."""
        counts = self.all_counts()
        miss = (1 - self.settings.level) / 2  # half for the cells, half for the events
        complete = self.plan is not None and all(sum(row) == self.plan.calls_per_truth for row in counts)
        cells = regions.cells_at_one_time if complete else regions.cells_at_all_times
        found = [cells(row, miss / (len(counts) * len(counts[0]))) for row in counts]
        low, high = [f[0] for f in found], [f[1] for f in found]
        both = [privacy.from_cells(low, high), privacy.from_events(counts, miss / len(counts))]
        best = max((b for b in both if b is not None), key=lambda b: b.value, default=None)
        columns = len(self.reference.responses)
        most = privacy.at_most(low, high) if self.reference.cells is None else inf  # within a cell more may be told
        return [r[:columns] for r in low], [r[:columns] for r in high], best, most
