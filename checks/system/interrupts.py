"""Ctrl-C that waits while something is done that cannot be left half done."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Let the block finish; a Ctrl-C that came meanwhile is answered after it.

    Python gives signals to the main thread only; in any other thread the block just runs.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    waiting: list[tuple[int, FrameType | None]] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: waiting.append((number, frame)))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if waiting and callable(before):
        before(*waiting[0])
