"""Limits on the memory and time of a process that works on what a user supplied."""

from __future__ import annotations


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
