"""Claims verified side by side in worker processes, each claim with a limit on its time that nothing can outlast."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

from checks.claims.claim import Claim
from checks.claims.record import ClaimRecord
from checks.running.worker import READY
from checks.system.process_limits import HAS_TIMER, is_out_of_time

VERIFY = "checks.papers.collection:verify_claim"  # what the workers call
SEARCH_SHARE = 1 / 3  # of the time limit; the rest is for enumerating, witnesses and re-checking
PATIENCE = 8 if HAS_TIMER else 1  # times the time limit, for a process that waits, or whose machine is busy
START_LIMIT = 120.0  # seconds that the imports of a worker may take


class WorkerError(RuntimeError):
    """No worker process could be started, so nothing can be verified."""


@dataclass(frozen=True)
class Started:
    """A worker has begun with the claim."""

    claim: Claim


@dataclass(frozen=True)
class Finished:
    """The claim has its record, and what else the process has made of it, if it was asked for more."""

    claim: Claim
    record: ClaimRecord
    made: Any = None


def unknown(claim: Claim, reason: str, seconds: float) -> ClaimRecord:
    """The record of a claim on which nothing was found out."""
    domain = claim.main.statement.domain if claim.readings else ()
    return ClaimRecord(
        id=claim.id,
        paper=claim.paper,
        place=claim.place,
        kind=claim.kind,
        verdict="unknown",
        finding=None,
        readings=(),
        statement=claim.printed,
        domain=", ".join(domain),
        counterexample=None,
        corrected=None,
        oracles=(),
        witnesses=(),
        seconds=round(seconds, 3),
        note=reason,
    )


def verify_claims(
    claims: Sequence[Claim], *, jobs: int, timeout: float, seed: int, call: str | None = None
) -> Generator[Started | Finished]:
    """Verify the claims in `jobs` processes; yield what happens as it happens.

    The processes call `verify_claim`, or the function of the same arguments that `call` names, which may make more.
    A claim that is not done after `timeout` seconds of computing is `unknown`: its process is ended. The search for
    proofs is told to give up earlier, after a third of that time. Closing the iterator ends all processes.
    """
    events: queue.SimpleQueue[Started | Finished | Exception] = queue.SimpleQueue()
    workers = [_Worker(timeout, seed, call or VERIFY) for _ in range(min(jobs, len(claims)))]
    todo = _Stretches(claims, len(workers))
    threads = [
        threading.Thread(target=_serve, args=(worker, todo.taken_by(i), events), daemon=True)
        for i, worker in enumerate(workers)
    ]
    remaining = len(claims)
    try:
        for thread in threads:
            thread.start()
        while remaining:
            event = events.get()
            if isinstance(event, Exception):
                raise event
            remaining -= isinstance(event, Finished)
            yield event
    finally:
        for worker in workers:
            worker.close()
        for thread in threads:
            thread.join()


class _Stretches:
    """Claims to do, a stretch for each process: neighbours rest on the same theorems, which a process proves once."""

    def __init__(self, claims: Sequence[Claim], count: int) -> None:
        ends = [len(claims) * i // count for i in range(count + 1)] if count else [0]
        self._stretches = [deque(claims[start:end]) for start, end in pairwise(ends)]
        self._lock = threading.Lock()

    def taken_by(self, process: int) -> Iterator[Claim]:
        """The claims of a process, in their order, then from the ends of what others have left to do."""
        while True:
            with self._lock:
                own, longest = self._stretches[process], max(self._stretches, key=len)
                if not longest:
                    return
                claim = own.popleft() if own else longest.pop()
            yield claim


def _serve(worker: _Worker, todo: Iterable[Claim], events: queue.SimpleQueue[Started | Finished | Exception]) -> None:
    """What the thread of a worker does: give it claim after claim."""
    try:
        for claim in todo:
            worker.start()
            events.put(Started(claim))
            events.put(worker.verify(claim))
    except Exception as error:  # noqa: BLE001 - raised again in the thread that reads the events
        events.put(error)
    finally:
        worker.end()


class _Worker:
    """A worker process, started when it is needed and again after it was killed."""

    def __init__(self, timeout: float, seed: int, call: str) -> None:
        self._timeout = timeout
        self._seed = seed
        self._call = call
        self._lock = threading.Lock()  # so that no process is started after `close`
        self._closed = False
        self._process: subprocess.Popen[str] | None = None
        self._complaints: IO[bytes] | None = None  # its standard error

    def start(self) -> None:
        """Have a process that waits for a claim. The time that its imports take counts for no claim."""
        if self._process is not None:
            return
        complaints = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `end`
        with self._lock:
            if self._closed:
                complaints.close()
                raise WorkerError("the pool is closed")
            process = _launch(complaints, self._call)
            self._process, self._complaints = process, complaints
        with _killed_after(START_LIMIT, process):
            greeting = _output(process).readline()
        if greeting.strip() != READY:
            raise WorkerError(f"the verifying process did not start: {self.end()}")

    def verify(self, claim: Claim) -> Finished:
        """The claim with its record; `unknown` with the reason when it took too long or the process died."""
        process, begin = self._process, time.monotonic()
        assert process is not None
        limit = self._timeout
        request = {"claim": asdict(claim), "seed": self._seed, "seconds": limit, "budget": limit * SEARCH_SHARE}
        with _killed_after(PATIENCE * limit, process) as overrun:
            answer = _ask(process, json.dumps(request))
        seconds = time.monotonic() - begin
        reason = self.end() if overrun.is_set() or not answer else ""
        if answer:
            return _finished(claim, json.loads(answer), seconds)
        if overrun.is_set() or is_out_of_time(process.returncode):
            return Finished(claim, unknown(claim, f"stopped: not done after {limit:g} s", seconds))
        return Finished(claim, unknown(claim, f"the verifying process died: {reason}", seconds))

    def close(self) -> None:
        """Kill the process and start no other."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                _kill(self._process)

    def end(self) -> str:
        """End the process, if there is one, and return the last thing that it complained of."""
        with self._lock:
            process, complaints = self._process, self._complaints
            self._process = self._complaints = None
        if process is None or complaints is None:
            return ""
        _kill(process)
        code = process.wait()
        for stream in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):  # what was not sent is of no use any more
                if stream is not None:
                    stream.close()
        with complaints:
            complaints.seek(0)
            lines = complaints.read().decode(errors="replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), f"exit status {code}")


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill a worker and the solvers that it has started; it leads a group of its own."""
    if process.poll() is not None:
        return
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


@contextmanager
def _killed_after(seconds: float, process: subprocess.Popen[str]) -> Iterator[threading.Event]:
    """Kill the process when the block takes longer; the event says whether that happened."""
    overrun = threading.Event()

    def end() -> None:
        overrun.set()
        _kill(process)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield overrun
    finally:
        timer.cancel()


def _launch(complaints: IO[bytes], call: str) -> subprocess.Popen[str]:
    """Start a worker process that finds the same modules as this one, and takes no Ctrl-C from the terminal."""
    root = str(Path(__file__).resolve().parents[2])
    environment = {
        # One thread each: the processes share the cores. A fixed order of sets: the same run twice, the same proofs.
        **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
        **os.environ,
        "PYTHONPATH": os.pathsep.join([root, *filter(None, sys.path)]),
        "PYTHONHASHSEED": "0",
    }
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "checks.running.worker", call],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        encoding="utf-8",
        env=environment,
        start_new_session=True,
    )


def _output(process: subprocess.Popen[str]) -> IO[str]:
    assert process.stdout is not None
    return process.stdout


def _ask(process: subprocess.Popen[str], request: str) -> str:
    """The answer to a request, or nothing when the process died."""
    assert process.stdin is not None
    try:
        process.stdin.write(request + "\n")
        process.stdin.flush()
    except BrokenPipeError:
        return ""
    return _output(process).readline()


def _finished(claim: Claim, answer: dict[str, Any], seconds: float) -> Finished:
    if "refused" in answer:
        said = str(answer["refused"]).removeprefix(f"{claim.heading}: ")
        return Finished(claim, unknown(claim, f"not judged: {said}", seconds))
    if "error" in answer:
        return Finished(claim, unknown(claim, f"the check failed: {answer['error']}", seconds))
    made = answer["record"].pop("made", None)
    return Finished(claim, ClaimRecord.from_data(answer["record"]), made)
