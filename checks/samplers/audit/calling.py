"""Calling a sampler: one truth at a time or many at once, with a seed, a generator, or neither."""

from __future__ import annotations

import functools
import importlib
import inspect
import random
import signal
import sys
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from checks.samplers.audit.labels import hashable
from checks.samplers.audit.offered import completed
from checks.samplers.audit.settings import AuditError

SEED_BITS = 32


@dataclass(frozen=True)
class Calling:
    """How a sampler is found and called.

    Attributes:
        module: a dotted name, or the path of a file ending in .py; "" for a function of this process.
        function: a name in it, dotted for methods of a class.
        made_with: arguments by which FUNCTION, or the class of a method, first makes the sampler.
        called_with: further arguments of each call.
        offered: numbers of the design, for arguments of these names that are needed and not given.
        vectorised: whether a call takes an array of truths and returns an array of responses.
        seed_argument: the name of the argument that takes an integer seed, a new one for each call.
        generator_argument: the name of the argument that takes a numpy Generator.

    """

    module: str = ""
    function: str = ""
    made_with: Mapping[str, Any] = field(default_factory=dict)
    called_with: Mapping[str, Any] = field(default_factory=dict)
    offered: Mapping[str, Any] = field(default_factory=dict)
    vectorised: bool = False
    seed_argument: str | None = None
    generator_argument: str | None = None

    def __str__(self) -> str:
        return f"{self.module}:{self.function}" if self.module else self.function

    def as_json(self) -> dict[str, Any]:
        """All fields, for another process."""
        return asdict(self)


@dataclass(frozen=True)
class Failure:
    """Why a sampler gave no answer: kind "exception", "shape", "hang", "memory" or "died", in words, at which call."""

    kind: str
    text: str
    truth: Hashable = None


@dataclass(frozen=True)
class Answers:
    """The responses to the truths of a batch, up to the failure if there was one."""

    responses: list[Hashable]
    failure: Failure | None = None


class Overdue(BaseException):
    """A call took longer than the patience; no `except Exception` of a sampler hides it."""


def load(calling: Calling) -> tuple[Callable[..., Any], Calling]:
    """Import the sampler's module, which runs its code, and make the sampler; with the arguments that it gets.

    Raises AuditError.
    """
    module = _imported(calling.module)
    owner: Any = None
    found: Any = module
    for name in calling.function.split("."):
        if not hasattr(found, name):
            known = [n for n in vars(module) if not n.startswith("_") and callable(getattr(module, n))]
            hint = f"; it has {', '.join(known[:12])}" if known else ""
            raise AuditError(f"{calling.module} has no {calling.function}{hint}")
        owner, found = found, getattr(found, name)
    made_with = dict(calling.made_with)
    try:
        if inspect.isclass(owner):
            made_with = completed(owner, made_with, calling.offered, 0)
            found = getattr(owner(**made_with), calling.function.rsplit(".", 1)[1])
        elif made_with or inspect.isclass(found):
            made_with = completed(found, made_with, calling.offered, 0)
            found = found(**made_with)
    except Exception as error:
        asks_for_more = isinstance(error, TypeError) and calling.made_with and inspect.isfunction(found)
        hint = "; --with makes a sampler by a first call, arguments of each call are given by --call-with"
        raise AuditError(f"{calling} could not be made: {described(error)}{hint * bool(asks_for_more)}") from error
    if not callable(found):
        made = f" made with {', '.join(calling.made_with)}" if calling.made_with else ""
        raise AuditError(f"{calling}{made} is a {type(found).__name__}, which cannot be called")
    seeds = {name: None for name in (calling.seed_argument, calling.generator_argument) if name}
    try:
        called_with = completed(found, {**calling.called_with, **seeds}, calling.offered, 1)
    except TypeError as error:
        arguments = ", ".join(["a truth", *calling.called_with, *seeds])
        raise AuditError(
            f"{calling} cannot be called with {arguments}: {error}; "
            "--call-with NAME=VALUE gives further arguments of each call"
        ) from error
    called_with = {name: value for name, value in called_with.items() if name not in seeds}
    return found, replace(calling, made_with=made_with, called_with=called_with)


def _imported(name: str) -> Any:
    try:
        if not name.endswith(".py"):
            return importlib.import_module(name)
        path = Path(name)
        if not path.is_file():
            raise AuditError(f"there is no file {name}")
        sys.path.insert(0, str(path.resolve().parent))
        return importlib.import_module(path.stem)
    except AuditError:
        raise
    except Exception as error:
        raise AuditError(f"{name} cannot be imported: {described(error)}") from error


def described(error: BaseException) -> str:
    """An exception in one line."""
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class Caller:
    """Asks one sampler, batch after batch."""

    def __init__(self, sampler: Callable[..., Any], calling: Calling, seed: int, patience: float | None = None) -> None:
        self._calling = calling
        self._seeds = random.Random(seed)
        fixed = dict(calling.called_with)
        if calling.generator_argument:
            import numpy as np

            fixed[calling.generator_argument] = np.random.default_rng([seed, 1])
        self._sampler = functools.partial(sampler, **fixed) if fixed else sampler
        self._patience = patience

    def ask(self, truths: Sequence[Hashable]) -> Answers:
        """The responses to the truths, one independent call each, or one for all if it is vectorised."""
        if self._calling.vectorised:
            return self._all_at_once(truths)
        responses: list[Hashable] = []
        for truth in truths:
            try:
                with _alarm(self._patience):
                    responses.append(hashable(self._sampler(truth, **self._seed())))
            except BaseException as error:  # noqa: BLE001 - a finding; _failure lets Ctrl-C through
                failure = _failure(error, truth, f"the truth {truth!r}", self._patience)
                return Answers(responses, failure)
        return Answers(responses)

    def _all_at_once(self, truths: Sequence[Hashable]) -> Answers:
        import numpy as np

        given: Any = np.array(truths) if not isinstance(truths[0], tuple | frozenset) else np.empty(len(truths), object)
        if given.dtype == object:
            given[:] = truths
        where = f"an array of {len(truths)} truths"
        try:
            with _alarm(self._patience):
                found = self._sampler(given, **self._seed())
                count = len(found)
                responses = [hashable(item) for item in found] if count == len(truths) else []
        except BaseException as error:  # noqa: BLE001 - a finding; _failure lets Ctrl-C through
            return Answers([], _failure(error, None, where, self._patience))
        if count != len(truths):
            return Answers([], Failure("shape", f"it returned {count} responses to {where}"))
        return Answers(responses)

    def _seed(self) -> dict[str, int]:
        name = self._calling.seed_argument
        return {name: self._seeds.getrandbits(SEED_BITS)} if name else {}


def _failure(error: BaseException, truth: Hashable, where: str, patience: float | None) -> Failure:
    """The failure that an exception means; Ctrl-C is none, and goes on."""
    if isinstance(error, KeyboardInterrupt):
        raise error
    if isinstance(error, Overdue):
        return Failure("hang", f"it gave no answer to {where} within {patience:g} s", truth)
    if isinstance(error, MemoryError):
        return Failure("memory", f"it ran out of the memory that it may use at {where}", truth)
    return Failure("exception", f"it raised {described(error)} at {where}", truth)


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Raise Overdue when the block takes longer, where the system can; only ever in a process of its own."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: object) -> None:
        raise Overdue

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
