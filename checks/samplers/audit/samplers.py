"""Samplers as an audit sees them: a function of this process, or code that runs in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol

from checks.samplers.audit.calling import Answers, Caller, Calling, Failure
from checks.samplers.audit.labels import decode, encode
from checks.samplers.audit.settings import AuditError

START_SECONDS = 120.0  # that the imports of a sampler may take
CALLS = 10  # whose patience a whole batch may take; the process itself watches over each call
MOST_PATIENCE = 86_400
MOST_SECONDS = 1e8
GRACE = 5.0  # seconds more than the patience, before the process is killed from outside


class Sampler(Protocol):
    """Who is asked."""

    name: str

    def ask(self, truths: Sequence[int]) -> Answers:
        """The responses to truths, which are given by their indices."""

    def again(self) -> Sampler | None:
        """The sampler started anew, with other seeds; None if that is not possible."""

    def close(self) -> None:
        """Let go of what it holds."""


class FunctionSampler:
    """A function of this process. It can neither be stopped nor be started anew."""

    def __init__(self, function: Callable[..., Any], calling: Calling, truths: Sequence[Hashable], seed: int) -> None:
        self.name = getattr(function, "__qualname__", type(function).__name__)
        self._truths = tuple(truths)
        self._caller = Caller(function, calling, seed)

    def ask(self, truths: Sequence[int]) -> Answers:
        """Call it."""
        return self._caller.ask([self._truths[i] for i in truths])

    def again(self) -> None:
        """Not possible."""

    def close(self) -> None:
        """Hold nothing."""


class ProcessSampler:
    """Code of others, run in a process with limits on memory and time. This is no jail: it may read, write and send.

    Args:
        calling: what to import and how to call it.
        truths: what the sampler calls the truths of the design, in its order.
        seed: of the seeds that the sampler is given, if it takes any.
        patience: seconds for one call.
        megabytes: of memory that the process may use.
        seconds: of processor time that it may use.

    Raises:
        AuditError: the code cannot be imported, there is no such function, or the patience is none.

    """

    def __init__(
        self,
        calling: Calling,
        truths: Sequence[Hashable],
        seed: int,
        *,
        patience: float = 30.0,
        megabytes: int = 4096,
        seconds: float = 600.0,
    ) -> None:
        if not 0 < patience <= MOST_PATIENCE:
            raise AuditError(f"the patience lies between 0 and {MOST_PATIENCE} s; it is {patience:g}")
        self.name = str(calling)
        self._again: Callable[[], ProcessSampler] = lambda: ProcessSampler(
            calling, truths, seed + 1, patience=patience, megabytes=megabytes, seconds=seconds
        )
        self._patience = patience
        self._known: list[Hashable] = []
        self._complaints: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `close`
        order = {
            "calling": calling.as_json(),
            "truths": [encode(truth) for truth in truths],
            "seed": seed,
            "patience": patience,
            "megabytes": megabytes,
            "seconds": int(min(seconds, MOST_SECONDS)) + 60,
        }
        self._process = _launch(self._complaints)
        try:
            answer = self._exchange(json.dumps(order), START_SECONDS)
            if answer is None:
                raise AuditError(f"{self.name} was not ready after {START_SECONDS:g} s")
            if "ready" not in answer:
                raise AuditError(answer.get("error") or f"{self.name} cannot be imported: {self._died()}")
            self.taken = {
                name: value
                for given, all_ in ((calling.made_with, "made_with"), (calling.called_with, "called_with"))
                for name, value in answer[all_].items()
                if name not in given
            }
        except BaseException:
            self.close()
            raise

    def ask(self, truths: Sequence[int]) -> Answers:
        """Send the truths, and wait for the responses, no longer than the patience of some calls."""
        answer = self._exchange(json.dumps(list(truths)), self._patience * min(CALLS, len(truths)) + GRACE)
        if answer is None:
            return Answers([], Failure("hang", f"it gave no answer within {self._patience:g} s a call"))
        if "answers" not in answer:
            return Answers([], Failure("died", f"its process died: {self._died()}"))
        self._known += [decode(label) for label in answer["new"]]
        failure = None if answer["failure"] is None else Failure(*answer["failure"])
        return Answers([self._known[i] for i in answer["answers"]], failure)

    def again(self) -> ProcessSampler:
        """The same code in a new process, with other seeds."""
        return self._again()

    def close(self) -> None:
        """End the process and all that it has started."""
        if hasattr(os, "killpg"):
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        else:
            self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(BrokenPipeError):  # what was not sent is of no use any more
                if stream is not None:
                    stream.close()
        self._complaints.close()

    def _exchange(self, line: str, seconds: float) -> dict[str, Any] | None:
        """The answer to a line; {} when the process died, None when it took too long and was killed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        overdue = threading.Event()

        def end() -> None:
            overdue.set()
            self._process.kill()

        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        try:
            with suppress(BrokenPipeError):
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
            answer = self._process.stdout.readline()
        finally:
            timer.cancel()
        if answer.endswith("\n"):
            return dict(json.loads(answer))
        return None if overdue.is_set() else {}

    def _died(self) -> str:
        """The last thing that the process complained of, or how it ended."""
        code = self._process.wait()
        if code < 0:
            return f"signal {signal.Signals(-code).name}"
        self._complaints.seek(0)
        lines = self._complaints.read().decode(errors="replace").splitlines()
        return next((line.strip()[:200] for line in reversed(lines) if line.strip()), f"exit status {code}")


def _launch(complaints: IO[bytes]) -> subprocess.Popen[str]:
    """Start a process that finds the same modules as this one, and takes no Ctrl-C from the terminal."""
    root = str(Path(__file__).resolve().parents[3])
    paths = [os.getcwd(), root, *filter(None, [os.environ.get("PYTHONPATH")])]
    threads = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}  # each thread reserves memory
    return subprocess.Popen(
        [sys.executable, "-m", "checks.samplers.audit.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=complaints,
        text=True,
        encoding="utf-8",
        start_new_session=True,
        env={**os.environ, **threads, "PYTHONPATH": os.pathsep.join(paths)},
    )
