"""Hypothesis profiles, and what tests of whole papers share: the records of claims are kept for the test run."""

import gc
import os
import shutil
import signal
import tempfile
from datetime import date

from hypothesis import settings

# `ci` repeats the same examples every time, `deep` looks for new ones for long.
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=25)
settings.register_profile("deep", deadline=None, max_examples=2000)
settings.load_profile("ci")

LAST = ("test_documentation", "test_mutation_sample")  # they use the records that the other tests leave


def pytest_addoption(parser):
    parser.addoption(
        "--claims-of-today",
        action="store_true",
        help="verify a seventh of the claims of the papers, each once a week, beside those that tests name",
    )


def pytest_configure(config):
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts what runs in the background so
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(2_000_000)  # proofs are millions of terms that stay, among which nothing is to be found
    os.environ.pop("COLUMNS", None)  # what is printed has the width of a pipe, wherever the tests run
    if not hasattr(config, "workerinput"):  # the processes that run tests inherit the variable
        config.rrproof_cache = os.environ["RRPROOF_CACHE_DIR"] = tempfile.mkdtemp(prefix="rrproof-tests-")
        os.environ["RRPROOF_TESTS_DAY"] = str(date.today().toordinal())  # one for all processes, also at midnight
    config.addinivalue_line("markers", "whole_papers: verifies papers whole, which --claims-of-today leaves out")
    config.addinivalue_line("markers", "each_claim: a test of all claims; with --claims-of-today of a seventh")


def pytest_unconfigure(config):
    if hasattr(config, "rrproof_cache"):
        shutil.rmtree(config.rrproof_cache, ignore_errors=True)


def pytest_collection_modifyitems(config, items):
    if config.getoption("claims_of_today"):
        from tests.papers.records import is_of_today

        each = [item for item in items if item.get_closest_marker("each_claim")]
        left_out = [item for item in each if not is_of_today(item.callspec.params["claim_id"])]
        left_out += [item for item in items if item.get_closest_marker("whole_papers")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
    items.sort(key=lambda item: item.path.stem in LAST)
