"""The campaign: every true statement proved once as the control, then all its mutants judged, in several processes."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context, parent_process

from checks.claims.claim import Claim, Statement
from checks.claims.verdict import Verdict
from checks.mutation.findings import Control, Options
from checks.mutation.judge import Judge, Judgement
from checks.mutation.kept import Kept
from checks.mutation.mutants import Mutant, can_be_changed, mutants, sampled
from checks.papers.collection import load_paper, paper_model
from checks.running.worker import ALLOCATIONS
from checks.system.interrupts import interrupts_wait
from checks.system.time_limit import time_limit
from checks.verifying.stated import definitions

CONTROL_BUDGET = 60.0  # seconds to prove an unchanged statement
OVERRUN = 8  # times its budget, after which a judgement is broken off


def run(
    claims: Sequence[Claim], options: Options, *, jobs: int, kept: Kept | None = None
) -> Generator[Control | Judgement]:
    """Yield the control of each claim and the judgement on each mutant, as they come. Closing it ends the processes.

    What is `kept` of a claim is not judged again, and what is found of another one is kept.
    """
    todo = []
    for claim in filter(has_something_to_change, claims):
        known = None if kept is None else kept.known(claim, options)
        if known is None:
            todo.append(claim)
        else:
            yield from known
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(name, "1")  # the processes share the cores
    os.environ["PYTHONHASHSEED"] = "0"  # a fixed order of sets: the same run twice, the same proofs
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_start)
    try:
        with interrupts_wait():  # a pool whose start is broken off cannot be shut down
            work = {pool.submit(judged, claim.paper, claim.id, options): claim for claim in todo}
        for done in as_completed(work):
            found = done.result()
            if kept is not None:
                kept.keep(work[done], options, found)
            yield from found
    finally:
        with interrupts_wait():
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(cancel_futures=True)


def has_something_to_change(claim: Claim) -> bool:
    """Whether the claim has a statement, and something printed or stated that can be changed."""
    return bool(claim.readings) and can_be_changed(claim, claim.main.statement)


def judged(paper: str, claim_id: str, options: Options) -> list[Control | Judgement]:
    """Prove the unchanged claim, and judge its mutants."""
    try:
        which, judge, failure = _true_statement(paper, claim_id)
    except Exception as error:  # noqa: BLE001 - a claim that cannot be judged is a failed control
        return [Control(claim_id, "", 0, f"{type(error).__name__}: {error}")]
    if judge is None or failure:
        return [Control(claim_id, which, 0, failure)]
    changed = _mutants(judge, options)
    found: list[Control | Judgement] = [Control(claim_id, which, len(changed))]
    for mutant in changed:
        with time_limit(OVERRUN * judge.seconds(options.timeout), computing=True):
            found.append(judge.judge(mutant, budget=options.timeout))
    return found


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
    """Leave Ctrl-C to the process that started this one, and end when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(ALLOCATIONS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None, "the pool starts it"
    parent.join()
    os._exit(1)
