"""The campaign: every true statement proved once as the control, then all its mutants judged, in several processes."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context

from checks.claims.claim import Claim, Statement
from checks.claims.verdict import Verdict
from checks.mutation.judge import Judge, Judgement
from checks.mutation.mutants import Mutant, can_be_changed, mutants, sampled
from checks.papers.collection import load_paper, paper_model
from checks.system.interrupts import interrupts_wait
from checks.system.time_limit import time_limit
from checks.verifying.stated import definitions

CONTROL_BUDGET = 60.0  # seconds to prove an unchanged statement
CHUNK = 25  # mutants that a process judges at a time
OVERRUN = 4  # times its budget, after which a judgement is broken off


@dataclass(frozen=True)
class Control:
    """The judgement on an unchanged claim: what was proved, and how many mutants it has.

    `statement` is "as printed", "corrected", or empty where the claim has no true statement; `failure` says what went
    wrong, since a claim that is true as printed or corrected must be proved.
    """

    claim_id: str
    statement: str
    mutants: int
    failure: str = ""


@dataclass(frozen=True)
class Options:
    """How a campaign is run: seconds a mutant, mutants a claim (None: all) drawn by `seed`."""

    timeout: float = 5.0
    sample: int | None = None
    seed: int = 0


def run(claims: Sequence[Claim], options: Options, *, jobs: int) -> Generator[Control | Judgement]:
    """Yield the control of each claim and the judgement on each mutant, as they come. Closing it ends the processes."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # the processes share the cores
    os.environ["PYTHONHASHSEED"] = "0"  # a fixed order of sets: the same run twice, the same proofs
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start)
    try:
        work: list[Future[list[Judgement]]] = []
        with interrupts_wait():  # a pool whose start is broken off cannot be shut down
            controls = [pool.submit(control, c.paper, c.id, options) for c in claims if has_something_to_change(c)]
        for done in as_completed(controls):
            found = done.result()
            yield found
            if not found.failure:
                claim = next(c for c in claims if c.id == found.claim_id)
                work += [
                    pool.submit(chunk, claim.paper, claim.id, start, options)
                    for start in range(0, found.mutants, CHUNK)
                ]
        for part in as_completed(work):
            yield from part.result()
    finally:
        with interrupts_wait():
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(cancel_futures=True)


def has_something_to_change(claim: Claim) -> bool:
    """Whether the claim has a statement, and something printed or stated that can be changed."""
    return bool(claim.readings) and can_be_changed(claim, claim.main.statement)


def control(paper: str, claim_id: str, options: Options) -> Control:
    """Prove the unchanged claim, and count its mutants."""
    try:
        which, judge, failure = _true_statement(paper, claim_id)
    except Exception as error:  # noqa: BLE001 - a claim that cannot be judged is a failed control
        return Control(claim_id, "", 0, f"{type(error).__name__}: {error}")
    if judge is None or failure:
        return Control(claim_id, which, 0, failure)
    return Control(claim_id, which, len(_mutants(judge, options)))


def chunk(paper: str, claim_id: str, start: int, options: Options) -> list[Judgement]:
    """Judge `CHUNK` mutants of a claim from the given one on."""
    judge = _true_statement(paper, claim_id)[1]
    assert judge is not None
    judgements = []
    for mutant in _mutants(judge, options)[start : start + CHUNK]:
        with time_limit(OVERRUN * judge.seconds(options.timeout)):
            judgements.append(judge.judge(mutant, budget=options.timeout))
    return judgements


@cache
def _true_statement(paper: str, claim_id: str) -> tuple[str, Judge | None, str]:
    """(which, judge, failure): the printed statement if it is proved, else the corrected one."""
    claim = load_paper(paper).claim(claim_id)
    printed = _judge(claim, claim.main.statement)
    if printed.holds:
        return "as printed", printed, ""
    if printed.control is not Verdict.REFUTED:
        return "", None, f"the claim as printed is {printed.control.value}, neither proved nor refuted"
    if claim.correction is None:
        return "", None, ""
    corrected = _judge(claim, claim.correction.statement)
    failure = "" if corrected.holds else f"the correction is {corrected.control.value}, not proved"
    return "corrected", corrected, failure


def _judge(claim: Claim, statement: Statement) -> Judge:
    return Judge(claim, statement, paper_model(claim.paper), budget=CONTROL_BUDGET)


def _mutants(judge: Judge, options: Options) -> list[Mutant]:
    own = definitions(judge.model.definitions, judge.claim.paper)
    found = mutants(judge.claim, judge.statement, judge.model.notation.vocabulary, own)
    return found if options.sample is None else sampled(found, options.sample, options.seed)


# -- processes ---------------------------------------------------------------------------------------------------------


def _start() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
