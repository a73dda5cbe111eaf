"""Limits on the memory and time of a process that works on what a user supplied."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

HAS_TIMER = hasattr(signal, "SIGPROF")  # not on Windows; there the parent watches over the time alone


def limit_process(megabytes: int, seconds: int | None = None) -> None:
    """Set limits that this process cannot lift, where the system has them: address space, and seconds of the processor.

    What asks for more memory gets a MemoryError, or ends the process; what takes longer is ended.
    """
    try:
        import resource
    except ImportError:  # not on Windows; there the parent watches over the time alone
        return
    wanted = {resource.RLIMIT_AS: megabytes * 2**20, resource.RLIMIT_CORE: 0}
    if seconds is not None:
        wanted[resource.RLIMIT_CPU] = seconds
    for what, limit in wanted.items():
        _, hard = resource.getrlimit(what)
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(what, (allowed, allowed))


@contextmanager
def ended_after(seconds: float) -> Iterator[None]:
    """End this process by the signal SIGPROF when it computes longer in the block.

    Time in which a busy machine serves others does not count.
    """
    if not HAS_TIMER:
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def is_out_of_time(status: int | None) -> bool:
    """Whether a process with this exit status was ended by `ended_after`."""
    return HAS_TIMER and status == -signal.SIGPROF
