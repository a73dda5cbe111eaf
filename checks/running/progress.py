"""What is seen while claims are verified: a live line on a terminal, one line a claim elsewhere."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from checks.running.pool import Finished, Started
from checks.running.runner import Event, Kept, Noticed
from checks.show.render import verdict


class Display:
    """Shows the events of a run on a console, as a context manager. Quiet, it shows warnings only."""

    def __init__(self, console: Console, total: int, *, quiet: bool = False) -> None:
        self._console = console
        self._total = total
        self._done = 0
        self._kept = 0
        self._begin = time.monotonic()
        self._lines = not quiet and not console.is_terminal
        self._running: dict[str, float] = {}
        self._bar = Progress(
            SpinnerColumn(),
            BarColumn(bar_width=30),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TimeRemainingColumn(elapsed_when_finished=False),
            TextColumn("{task.description}", markup=False),
            console=console,
            transient=True,
            disable=quiet or not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()

    def tally(self) -> str:
        """How many claims took how long, and how many did not have to be verified."""
        seconds = time.monotonic() - self._begin
        return f"{self._done} claim{'s' * (self._done != 1)} in {seconds:.1f} s, {self._kept} from the cache"

    def show(self, event: Event) -> None:
        """Show one event."""
        if isinstance(event, Noticed):
            self._console.print(Text(f"warning: {event.text}", style="yellow"))
            return
        if isinstance(event, Started):
            self._running[event.claim.id] = time.monotonic()
        else:
            self._done += 1
            self._kept += isinstance(event, Kept)
            self._running.pop(event.claim.id, None)
            if self._lines and isinstance(event, Finished):
                count = f"{self._done:>{len(str(self._total))}}/{self._total}"
                line = Text.assemble(f"{count}  {event.claim.id}  ", verdict(event.record))
                self._console.print(line.append(f"  {event.record.seconds:.2f} s"))
        self._bar.update(self._task, completed=self._done, description=", ".join(self._running))
