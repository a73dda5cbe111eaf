"""Work on a Dask cluster: `dask.distributed`, from the extra `cluster`.

Dask gives the work of a lost worker to another one; a piece of work that several workers were lost over is an error.
The versions that decide the numbers are compared first.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError
from contextlib import closing
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.execution import Result, Results, Work
from checks.system.versions import version_of

EXTRA = "a cluster needs Dask, which the extra `cluster` brings along: pip install distributed"
WAITING = 4  # pieces of work for each thread that are sent ahead
CONNECTING = 20  # seconds
DECIDING = ("mechanisms", "derivations.surveys", "checks.inputs", "checks.samplers.simulation")
_ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})/?")


def versions() -> dict[str, str]:
    """What must be the same everywhere for the same numbers."""
    return {name: version_of(name) for name in ("rrproof", "numpy", "scipy")} | {"code": code_digest()}


@cache
def code_digest() -> str:
    """Of the modules that decide the numbers, which may differ between two checkouts of one version."""
    digest = sha256()
    for package in DECIDING:
        spec = find_spec(package)
        for location in (spec.submodule_search_locations or ()) if spec else ():
            for path in sorted(Path(location).rglob("*.py")):
                digest.update(f"{package}/{path.relative_to(location).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


own_versions = versions  # of this process


class Cluster:
    """The workers of a Dask scheduler, by its address such as tcp://10.0.0.1:8786."""

    def __init__(self, address: str) -> None:
        self._address = address

    def map(self, function: Callable[[Work], Result], works: Iterable[Work]) -> Results[Work, Result]:
        """Each piece of work with its result, in the order in which they are done. Raises SimulationError."""
        try:
            distributed: Any = import_module("distributed")
        except ImportError as error:
            raise SimulationError(EXTRA) from error
        self._knock()
        try:
            client = distributed.Client(self._address, timeout=CONNECTING, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            raise SimulationError(f"{self._address}: there is no Dask scheduler: {error}") from error
        with closing(client):
            threads = self._threads(client)
            source = iter(works)

            def submit(work: Work) -> Any:
                return client.submit(function, work, pure=False)

            pending = {submit(work): work for work in islice(source, WAITING * threads)}
            completed = distributed.as_completed(list(pending), loop=client.loop)
            try:
                for future in completed:
                    work = pending.pop(future)
                    try:
                        result = future.result()
                    except distributed.KilledWorker as error:
                        raise SimulationError(f"{self._address}: several workers were lost: {error}") from error
                    except CancelledError as error:
                        raise SimulationError(f"{self._address}: the connection was lost") from error
                    for more in islice(source, 1):
                        pending[added := submit(more)] = more
                        completed.add(added)
                    yield work, result
            finally:
                client.cancel(list(pending))

    def _knock(self) -> None:
        """Raise SimulationError where nobody listens; a client of Dask would only say so after a minute."""
        place = _ADDRESS.fullmatch(self._address)
        if place is None or int(place["port"]) > 65535:
            raise SimulationError(f"{self._address[:60]} is no address of a scheduler such as tcp://10.0.0.1:8786")
        try:
            socket.create_connection((place["host"].strip("[]"), int(place["port"])), timeout=CONNECTING).close()
        except OSError as error:
            raise SimulationError(f"{self._address}: there is no Dask scheduler: {error}") from error

    def _threads(self, client: Any) -> int:
        """The number of threads of all workers, once their versions are those of this process."""
        try:
            client.wait_for_workers(1, timeout=CONNECTING)
            found = client.run(versions)
        except TimeoutError as error:
            raise SimulationError(f"{self._address}: the scheduler has no worker") from error
        except ImportError as error:
            raise SimulationError(f"{self._address}: rrproof must be installed where the workers run") from error
        own = own_versions()
        for worker, theirs in sorted(found.items()):
            if theirs != own:
                raise SimulationError(
                    f"{worker}: its versions are {theirs}, here they are {own}; they must be the same"
                )
        return sum(client.nthreads().values())
