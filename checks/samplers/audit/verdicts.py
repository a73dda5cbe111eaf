"""How the evidence of an audit is put together, and what it says in sentences."""

from __future__ import annotations

from fractions import Fraction
from math import inf, isfinite, log, sqrt
from typing import TYPE_CHECKING

from checks.samplers.audit import fixed
from checks.samplers.audit.result import Audit, Finding, PrivacyBounds, Verdict
from checks.samplers.audit.wealth import PREVIOUS_CALL, SAME_TRUTH, log_mean, log_weighted

if TYPE_CHECKING:
    from checks.samplers.audit.auditing import _Run as Run
    from checks.samplers.audit.reference import Reference

LAW, RESTART = "law", "restart"
LAW_SHARE = 0.5  # of the first stake that is put on the laws
DEPENDENCE_SHARE = (1 - LAW_SHARE) / 3  # on each kind of dependence; that on a restart counts once it has happened
TINY = 1e-300  # p-values below it are not told apart
FIXED_LAW = 0.75  # of the probability of a false alarm, in the test of fixed size
CAUSES = {
    SAME_TRUTH: "a response depends on the last response to the same truth: does the sampler remember, or take turns?",
    PREVIOUS_CALL: "a response depends on the call before it: does the sampler count calls, or take turns?",
    RESTART: "started anew it gave the same responses again: its seed is fixed, or ignored",
}


def dependence(run: Run) -> dict[str, float]:
    """log of the e-values of each kind of dependence."""
    found = run.bets.dependence()
    return found if run.restart is None else {**found, RESTART: run.restart}


def evidence(run: Run) -> dict[str, float]:
    """log of the e-values: of the laws, of each kind of dependence, and "all": their weighted mean, an e-value too.

    The weights never change, so that the weighted mean stays below a martingale that starts at 1 at all times.
    """
    parts = dependence(run)
    law = log_mean(run.bets.against_the_law())
    whole = log_weighted([(LAW_SHARE, law), *((DEPENDENCE_SHARE, value) for value in parts.values())])
    return {"all": whole, LAW: law, **parts}


def of_fixed_size(run: Run) -> Verdict:
    """The verdict after the planned number of calls."""
    alarm = run.settings.false_alarm
    excesses = _excesses(run)
    refuted = min(e.p_value for e in excesses) <= FIXED_LAW * alarm
    depends = log_mean(list(dependence(run).values())) >= log(1 / ((1 - FIXED_LAW) * alarm))
    return Verdict.REFUTED if refuted or depends else Verdict.CONSISTENT


def _excesses(run: Run) -> list[fixed.Excess]:
    rows = run.reference.rows
    return [fixed.largest_excess(counts, row, len(rows)) for counts, row in zip(run.counts, rows, strict=True)]


def conclude(run: Run, design: str, seconds: float) -> Audit:
    """The result of a run that has ended."""
    low, high, bound, most = run.bounds()
    found = evidence(run)
    certain = run.verdict == Verdict.REFUTED and bool(run.findings)
    if run.plan is not None and not run.findings:
        p_value = min(e.p_value for e in _excesses(run))
        found[LAW] = -log(max(p_value, TINY))
        others = log_mean(list(dependence(run).values()))
        found["all"] = max(found[LAW] + log(FIXED_LAW), others + log(1 - FIXED_LAW))
    if certain:
        found["all"] = inf
    findings = [*run.findings]
    if run.verdict == Verdict.REFUTED and not certain:
        findings += _statistical(run)
    reference = run.reference
    labels = tuple(reference.responses)
    return Audit(
        sampler=run.sampler.name,
        design=design,
        verdict=run.verdict,
        findings=tuple(findings),
        truths=reference.truths,
        responses=labels,
        counts=tuple(map(tuple, run.counts)),
        outside=tuple(run.outside),
        probabilities=tuple(row.probabilities for row in reference.rows),
        low=tuple(map(tuple, low)),
        high=tuple(map(tuple, high)),
        distances=tuple(run.distances()),
        dependence=run.dependence(),
        evidence=found,
        privacy=PrivacyBounds(
            design=design_epsilon(reference) if reference.cells is None else reference.cells.epsilon,
            lower=bound.value if bound else 0.0,
            upper=most if isfinite(most) else None,
            truth=reference.truths[bound.truth] if bound else None,
            other=reference.truths[bound.other] if bound else None,
            event=tuple(labels[y] if y < len(labels) else "anything else" for y in bound.event) if bound else (),
        ),
        planned=(run.plan.calls_per_truth, run.plan.bound) if run.plan else None,
        settings=run.settings,
        seconds=seconds,
        borders=None if reference.cells is None else reference.cells.borders,
        different_truths=None if reference.groups is None else len(reference.groups.truths),
    )


def design_epsilon(reference: Reference) -> float | None:
    """The smallest eps of the design as a double; None when it is infinite."""
    ratio = Fraction(1)
    for column in zip(*(row.probabilities for row in reference.rows), strict=True):
        largest, smallest = max(column), min(column)
        if largest and not smallest:
            return None
        if largest:
            ratio = max(ratio, largest / smallest)
    return log(ratio.numerator) - log(ratio.denominator)


def _statistical(run: Run) -> list[Finding]:
    """The sentences of a refutation that rests on frequencies: the laws if they alone refute, else the dependence."""
    alarm = run.settings.false_alarm
    rows = len(run.reference.truths)
    if run.plan is None:
        logs = run.bets.against_the_law()
        law_refutes = log_mean(logs) + log(LAW_SHARE) >= log(1 / alarm)
        strong = [x for x in range(rows) if logs[x] >= log(rows / (LAW_SHARE * alarm))]
        worst = max(range(rows), key=lambda x: logs[x])
        said = [f"e-value {power_of_e(value)}" for value in logs]
    else:
        excesses = _excesses(run)
        values = [e.p_value for e in excesses]
        law_refutes = min(values) <= FIXED_LAW * alarm
        strong = [x for x in range(rows) if values[x] <= FIXED_LAW * alarm]
        worst = min(range(rows), key=lambda x: values[x])
        said = [f"p-value {value:.2g}" if value else "p-value below 1e-300" for value in values]
    parts = dependence(run)
    largest = max(parts, key=lambda kind: parts[kind], default="")
    if law_refutes or not parts or (run.plan is None and max(run.bets.against_the_law()) > parts[largest]):
        order = [worst, *(x for x in strong if x != worst)]
        return [_law_finding(run, x, said[x]) for x in order]
    kind = RESTART if largest == RESTART else "dependence"
    return [Finding(kind, f"{CAUSES[largest]} (e-value {power_of_e(parts[largest])})")]


def _law_finding(run: Run, x: int, said: str) -> Finding:
    """The cell of a row that is farthest off, in standard errors."""
    counts, row = run.counts[x], run.reference.rows[x].probabilities
    total = sum(counts)
    truth = run.reference.truths[x]
    seen = [y for y, count in enumerate(counts) if count]
    if len(seen) == 1 and row[seen[0]] < 1:
        response = run.reference.responses[seen[0]]
        text = (
            f"the truth {truth} was always answered by {response}, in {total} calls, where the design says "
            f"{_share(row[seen[0]])} ({said}): is it seeded in each call, or does it remember its answers, or "
            "give them without any chance?"
        )
        return Finding("constant", text, truth, response)
    errors = [
        abs(counts[y] - total * float(p)) / sqrt(total * float(p) * (1 - float(p))) if 0 < p < 1 else 0.0
        for y, p in enumerate(row)
    ]
    y = max(range(len(row)), key=lambda i: errors[i])
    response = run.reference.responses[y]
    text = (
        f"the truth {truth} was answered by {response} in {counts[y]} of {total} calls, a share of "
        f"{counts[y] / total:.4f}, where the design says {_share(row[y])} ({said} of the row)"
    )
    return Finding("law", text, truth, response)


def _share(p: Fraction) -> str:
    return f"{p} = {float(p):.4f}" if p.denominator < 10**6 else f"{float(p):.4f}"


def power_of_e(logarithm: float) -> str:
    """e^logarithm, in decimal."""
    if logarithm in (inf, -inf):
        return "infinite" if logarithm > 0 else "0"
    exponent = logarithm / log(10)
    return f"{10**exponent:.2g}" if abs(exponent) < 300 else f"10^{exponent:.0f}"
