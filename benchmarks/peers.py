"""Programs of others that ours is compared with: their seconds of one core, within a limit.

A peer that is not installed gives no number, and `missing` says how to install it. One that does not finish within its
limit, by the clock, is stopped, and what it used until then is a lower bound of its time.
"""

import importlib.util
import multiprocessing
import resource
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from derivations.arithmetic.statements import LinearProgram
from lp.programs.program_files import write_program

INSTALL = {
    "qif": "qif is not installed: pip install -r requirements-bench.lock",
    "esolver": "esolver is not installed: apt-get install qsopt-ex",
}


@dataclass(frozen=True)
class Finding:
    """Seconds of a peer, the value it found, and whether it finished; without it, seconds are a lower bound."""

    seconds: float
    value: float = float("nan")
    finished: bool = True

    def ratio(self, ours: float) -> str:
        """How many times as long as ours it took."""
        return f"{'' if self.finished else 'more than '}{self.seconds / ours:.3g} x"

    def __str__(self) -> str:
        return f"{self.seconds:.3g} s" if self.finished else f"stopped after {self.seconds:.3g} s"


def missing(peer: str) -> str | None:
    """How to install the peer, or None if it is there."""
    found = shutil.which(peer) if peer == "esolver" else importlib.util.find_spec(peer)
    return None if found else INSTALL[peer]


def within(limit: float, prepare: Callable[[int], Callable[[], float]], argument: int) -> Finding:
    """Run `prepare(argument)()` in a process of its own: the value it returns, and how long that call took."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_report, args=(sender, prepare, argument))
    before = _children_seconds()
    process.start()
    try:
        prepared = receiver.recv()
        finished = receiver.poll(limit)
        if finished:
            return Finding(*receiver.recv())
    finally:
        process.kill()
        process.join()
    return Finding(_children_seconds() - before - prepared, finished=False)


def _report(sender: Connection, prepare: Callable[[int], Callable[[], float]], argument: int) -> None:
    action = prepare(argument)
    start = time.process_time()
    sender.send(start)
    value = action()
    sender.send((time.process_time() - start, value))


def _children_seconds() -> float:
    """Seconds of one core that the finished children of this process have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def esolver(program: LinearProgram, limit: float) -> Finding:
    """QSopt_ex on the same program, which it reads from a file; its answer is exact as well."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "program.lp"
        factor = write_program(program, path)
        before = _children_seconds()
        try:
            command = ["esolver", "-L", "-O", str(path.with_suffix(".sol")), str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit)
        except subprocess.TimeoutExpired:
            return Finding(_children_seconds() - before, finished=False)
        seconds = _children_seconds() - before
    printed = done.stdout + done.stderr
    if "Problem Solved Exactly" not in printed:
        raise RuntimeError(f"esolver did not solve the program:\n{printed[-2000:]}")
    value = float(printed.rpartition("LP value")[2].split()[0].rstrip(","))
    return Finding(seconds, value / factor)
