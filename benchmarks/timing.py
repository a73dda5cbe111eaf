"""Wall-clock times of calls and commands, and the row of the table that a measurement becomes."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

RRPROOF = str(Path(sys.executable).with_name("rrproof"))  # the command of this environment


@dataclass(frozen=True)
class Measurement:
    """One row of the table: what was measured, the result with its unit, and what it is compared with."""

    what: str
    result: str
    comparison: str = ""


def seconds(action: Callable[[], object]) -> float:
    """Return the wall-clock seconds that `action()` takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def fastest(actions: Sequence[Callable[[], object]], rounds: int) -> list[float]:
    """Return the shortest time in seconds of each action over `rounds` rounds.

    The actions take turns within a round, so that a slow moment of the machine falls on all of them alike.
    """
    times = [[seconds(action) for action in actions] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


def run(command: Sequence[str]) -> None:
    """Run a command in silence; raise RuntimeError with what it printed when it fails."""
    finished = subprocess.run(command, capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        output = finished.stdout + finished.stderr
        raise RuntimeError(f"{' '.join(command)} ended with status {finished.returncode}:\n{output}")
