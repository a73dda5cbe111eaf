"""Work is broken off when it takes too long, but no import is."""

import importlib
import sys
import time

import pytest

from checks.system.time_limit import time_limit


def test_work_that_takes_too_long_is_broken_off():
    started = time.monotonic()
    with pytest.raises(TimeoutError, match=r"not done after 0\.05 s"), time_limit(0.05):
        time.sleep(60)
    assert time.monotonic() - started < 30


def test_a_module_is_imported_to_its_end_first(tmp_path, monkeypatch):
    (tmp_path / "slowly_imported.py").write_text("import time\ntime.sleep(0.3)\nwhole = True\n")
    monkeypatch.syspath_prepend(tmp_path)

    def work():
        importlib.import_module("slowly_imported")
        time.sleep(60)

    with pytest.raises(TimeoutError), time_limit(0.05):
        work()
    assert sys.modules.pop("slowly_imported").whole


def test_where_computing_counts_waiting_does_not():
    with time_limit(0.05, computing=True):
        time.sleep(0.1)

    def work():
        while True:
            pass

    with pytest.raises(TimeoutError), time_limit(0.05, computing=True):
        work()
