"""The same numbers whoever does the work: one process, two, a Dask cluster, and when a worker is killed at work."""

import os
import socket
import sys
from collections.abc import Iterator
from fractions import Fraction as F
from functools import partial
from importlib import import_module
from multiprocessing import active_children
from pathlib import Path

import pytest

from checks.inputs.design import read_design
from checks.samplers.simulation import SimulationError, simulate
from checks.samplers.simulation.cluster import EXTRA, Cluster
from checks.samplers.simulation.execution import ATTEMPTS, Inline, Processes, local
from checks.samplers.simulation.grid import grid_of
from checks.samplers.simulation.sweep import sweep

SKEWED = (F(1, 5), F(3, 10), F(1, 2))
HELPERS = """
import os, signal
from pathlib import Path

def killed_at_work(function, folder, times, work):
    '''Do the work, but die over the first pieces, so many times altogether.'''
    for number in range(times):
        try:
            os.close(os.open(Path(folder) / f"killed{number}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)
    with open(Path(folder) / "pids", "a") as log:
        log.write(f"{os.getpid()}\\n")
    return function(work)

def fails(work):
    raise ValueError(f"no {work}")

def breaks(work):
    return 1 // work
"""


@pytest.fixture(scope="module")
def helpers(tmp_path_factory: pytest.TempPathFactory):
    """A module that processes find that are started from now on: they inherit the path of this one."""
    folder = tmp_path_factory.mktemp("helpers")
    (folder / "work_helpers.py").write_text(HELPERS)
    sys.path.insert(0, str(folder))
    yield import_module("work_helpers")
    sys.path.remove(str(folder))
    sys.modules.pop("work_helpers")


class Killing:
    """An executor whose workers are killed while they work, so many times."""

    def __init__(self, inner, helpers, folder: Path, times: int = 1) -> None:
        self.inner, self.function, self.folder, self.times = inner, helpers.killed_at_work, folder, times

    def map(self, function, works):
        return self.inner.map(partial(self.function, function, str(self.folder), self.times), works)

    @property
    def kills(self) -> int:
        return len(list(self.folder.glob("killed*")))

    def pids(self) -> set[int]:
        return set(map(int, (self.folder / "pids").read_text().split()))


@pytest.fixture(scope="module")
def address(helpers) -> Iterator[str]:
    """A cluster of two worker processes, of which none is left over."""
    distributed, psutil = pytest.importorskip("distributed"), pytest.importorskip("psutil")
    any_port = {"dashboard_address": "127.0.0.1:0", "dashboard": False}  # the usual one may be taken
    before = set(psutil.Process().children(recursive=True))
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, protocol="tcp://", dashboard_address=None,
        scheduler_kwargs=any_port,
    ) as cluster:  # fmt: skip
        yield cluster.scheduler_address
        started = set(psutil.Process().children(recursive=True)) - before
        workers = [process for process in started if "resource_tracker" not in "".join(process.cmdline())]
        assert len(workers) >= 1
    assert psutil.wait_procs(workers, timeout=10)[1] == []


def numbers(executor):
    """A simulation in several pieces, and a sweep of which one part is divided and the other is not."""
    one = simulate(read_design("grr(k=3, x=3)"), SKEWED, 30, 5200, seed=9, one_by_one=True, executor=executor)
    return one.tally, one.to_json()


def swept(executor):
    grid = grid_of({"design": "warner(p_w={p})", "vary": {"p": "1/10,2/5"}, "prior": "1/3", "respondents": 20,
                    "what": ["theory", "simulate"], "runs": 3100, "seed": 5})  # fmt: skip
    return sweep(grid, executor=executor).rows


@pytest.fixture(scope="module")
def alone():
    return numbers(Inline()), swept(None)


def test_two_processes(alone):
    assert swept(Processes(2)) == alone[1]
    assert active_children() == []


def test_a_process_is_killed_at_work(alone, helpers, tmp_path):
    executor = Killing(Processes(2), helpers, tmp_path, times=2)
    assert numbers(executor) == alone[0]
    assert executor.kills == 2
    assert os.getpid() not in executor.pids()
    assert active_children() == []


def test_what_kills_every_process_is_given_up(helpers, tmp_path):
    executor = Killing(Processes(2), helpers, tmp_path, times=100)
    with pytest.raises(SimulationError, match=f"{ATTEMPTS} processes died"):
        list(executor.map(os.getenv, ["NO_SUCH_NAME", "NONE_EITHER"]))
    assert ATTEMPTS <= executor.kills <= 2 * ATTEMPTS
    assert active_children() == []


def test_an_error_in_another_process_is_raised_here(helpers):
    with pytest.raises(SimulationError, match="no tea"):
        list(Processes(2).map(helpers.fails, ["tea", "tea"]))
    with pytest.raises(ZeroDivisionError):
        list(Processes(2).map(helpers.breaks, [0, 0]))


def test_one_piece_needs_no_process():
    assert list(Processes(3).map(os.getenv, ["NO_SUCH_NAME"])) == [("NO_SUCH_NAME", None)]
    assert isinstance(local(1), Inline)
    with pytest.raises(SimulationError, match="at least one process"):
        local(0)


def test_a_cluster(alone, address):
    executor = Cluster(address)
    assert (numbers(executor), swept(executor)) == alone


def test_a_worker_of_a_cluster_is_killed_at_work(alone, address, helpers, tmp_path):
    executor = Killing(Cluster(address), helpers, tmp_path)
    distributed = import_module("distributed")
    with distributed.Client(address, set_as_default=False) as client:
        before = set(client.run(os.getpid).values())
    assert numbers_of_the_rest(executor) == numbers_of_the_rest(Inline())
    assert executor.kills == 1
    assert executor.pids() & before


def numbers_of_the_rest(executor):
    return simulate(
        read_design("warner(p_w=1/4)"), (F(2, 3), F(1, 3)), 25, 6100, one_by_one=True, executor=executor
    ).tally


@pytest.mark.parametrize("address", ["no address at all", "foo", "http://x:1", "tcp://10.0.0.1:99999", "tcp://:1"])
def test_a_cluster_without_an_address(address):
    with pytest.raises(SimulationError, match="is no address of a scheduler"):
        numbers(Cluster(address))


def test_a_cluster_that_is_not_there():
    with socket.socket() as closed:  # bound, but it does not listen
        closed.bind(("127.0.0.1", 0))
        with pytest.raises(SimulationError, match="there is no Dask scheduler"):
            numbers(Cluster(f"tcp://127.0.0.1:{closed.getsockname()[1]}"))


def test_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(SimulationError, match="cluster") as caught:
        numbers(Cluster("tcp://127.0.0.1:1"))
    assert str(caught.value) == EXTRA


def test_other_versions_are_refused(address, monkeypatch):
    cluster = import_module("checks.samplers.simulation.cluster")
    monkeypatch.setattr(cluster, "own_versions", lambda: {"rrproof": "0.0"})
    with pytest.raises(SimulationError, match="must be the same"):
        numbers(Cluster(address))
