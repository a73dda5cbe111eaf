"""Work that is broken off when it takes too long."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from traceback import walk_stack
from types import FrameType

IMPORTS = "<frozen importlib._bootstrap>"  # where a module is half made
AGAIN = 0.1  # seconds until the limit is looked at again
TIMEOUT = 240.0  # seconds that a claim may compute, unless told otherwise; ample: a slow machine decides the same


@contextmanager
def time_limit(seconds: float, *, computing: bool = False) -> Iterator[None]:
    """Raise TimeoutError in the block when it takes longer, or computes for longer, however busy the machine is.

    The signal for it exists on POSIX systems and reaches the main thread only; elsewhere the block takes its time. A
    module that is being imported is imported to its end first: broken off, it would stay half made for all who use it.
    """
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    timer, sign = (signal.ITIMER_PROF, signal.SIGPROF) if computing else (signal.ITIMER_REAL, signal.SIGALRM)

    def stop(number: int, frame: FrameType | None) -> None:
        if any(outer.f_code.co_filename == IMPORTS for outer, _ in walk_stack(frame)):
            signal.setitimer(timer, AGAIN)
            return
        raise TimeoutError(f"not done after {seconds:g} s")

    before = signal.signal(sign, stop)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(sign, before)
