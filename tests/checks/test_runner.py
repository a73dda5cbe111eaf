"""Runs: what is verified and what comes from the cache, time limits, crashes, picking claims, the Python interface."""

import time
from dataclasses import replace

import pytest

import checks
from checks.claims.claim import Correction, PaperError, Reading, Statement
from checks.claims.verdict import Finding
from checks.running import cache
from checks.running.pool import Finished, Started, verify_claims
from checks.running.runner import Kept, Noticed, run, select, verify


def verdicts(report):
    return {record.id: record.verdict for record in report.records}


# -- the pool ------------------------------------------------------------------------------------------------------


def test_a_claim_that_hangs_is_stopped_and_unknown(workbench):
    workbench.use("hang", "", "")
    begin = time.monotonic()
    report = verify(timeout=1, jobs=1)
    assert time.monotonic() - begin < 10
    assert verdicts(report) == {"FAKE-01": "unknown", "FAKE-02": "proved", "FAKE-03": "proved"}
    stopped = report.records[0]
    assert stopped.note == "stopped: not done after 1 s"
    assert 1 <= stopped.seconds < 5
    assert stopped.statement == workbench.paper.claims[0].printed


def test_what_a_stopped_claim_has_started_is_stopped_too(workbench):
    workbench.use("child")
    assert verdicts(verify(timeout=1)) == {"FAKE-01": "unknown"}
    worker, child = workbench.pids()
    deadline = time.monotonic() + 5
    while workbench.is_alive(worker) or workbench.is_alive(child):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_crash_costs_one_claim_and_says_what_was_heard_last(workbench):
    workbench.use("crash", "")
    report = verify()
    assert verdicts(report) == {"FAKE-01": "unknown", "FAKE-02": "proved"}
    assert report.records[0].note == "the verifying process died: out of luck"


def test_an_exception_is_told_with_the_claim(workbench):
    workbench.use("raise no such thing", "")
    report = verify()
    assert verdicts(report) == {"FAKE-01": "unknown", "FAKE-02": "proved"}
    assert report.records[0].note == "the check failed: ValueError: no such thing"


def test_what_takes_too_much_memory_is_not_decided(workbench):
    workbench.use("hoard 20", "")
    report = verify()
    assert verdicts(report) == {"FAKE-01": "unknown", "FAKE-02": "proved"}
    assert report.records[0].note == "the check failed: it takes more than 16 GB of memory"


def test_what_a_solver_prints_does_not_disturb(workbench):
    workbench.use("noise", "noise")
    assert verdicts(verify()) == {"FAKE-01": "proved", "FAKE-02": "proved"}


def test_seed_and_budget_reach_the_verifier(workbench):
    workbench.use("")
    verify(seed=7, timeout=3)
    _, _, seed, budget = workbench.log.read_text().split()
    assert (seed, float(budget)) == ("7", 1.0)


def test_events_come_as_they_happen_and_the_processes_are_shared(workbench):
    paper = workbench.use("sleep 2", "", "", "")
    events = list(verify_claims(paper.claims, jobs=2, timeout=10, seed=0))
    assert [type(e) for e in events].count(Started) == 4
    done = [e.claim.id for e in events if isinstance(e, Finished)]
    assert done == ["FAKE-03", "FAKE-04", "FAKE-02", "FAKE-01"]  # neighbours, then what the other has not begun
    assert len(set(workbench.pids())) == 2


def test_no_claims_no_processes(workbench):
    assert list(verify_claims([], jobs=4, timeout=1, seed=0)) == []


def test_closing_early_ends_the_processes_at_once(workbench):
    paper = workbench.use("", "hang", "hang")
    events = verify_claims(paper.claims, jobs=2, timeout=60, seed=0)
    while not isinstance(next(events), Finished):
        pass
    begin = time.monotonic()
    events.close()
    assert time.monotonic() - begin < 5


def test_a_claim_arrives_in_the_worker_as_it_was(workbench):
    (workbench.folder / "fake_verifier.py").write_text(
        "from checks.running.pool import unknown\n"
        "def verify(claim, *, seed, budget): return unknown(claim, repr(claim), 0)\n"
    )
    claim = replace(
        workbench.use("").claims[0],
        readings=(
            Reading("one", Statement((r"\pi", "b"), "enc", ("0 < p", "p < 1"), (("p", "1/2"),)), False, "a note"),
            Reading("two", Statement(("c",))),
        ),
        correction=Correction(Statement(("d",), domain=("p > 0",)), Finding.MISSING_HYPOTHESIS, "Because."),
    )
    events = list(verify_claims([claim], jobs=1, timeout=20, seed=0))
    assert events[-1].record.note == repr(claim)


# -- the cache -----------------------------------------------------------------------------------------------------


def test_the_second_run_verifies_nothing_and_says_the_same(workbench):
    workbench.use("", "verdict corrected misprint")
    first = verify()
    assert workbench.verified() == ["FAKE-01", "FAKE-02"]
    assert verify() == first
    assert workbench.verified() == []


def test_without_cache_nothing_is_used_and_nothing_kept(workbench):
    workbench.use("")
    verify(cache=False)
    assert not workbench.cache.exists()
    verify()
    workbench.verified()
    verify(cache=False)
    assert workbench.verified() == ["FAKE-01"]


@pytest.mark.parametrize("notes", ["hang", "crash", "raise x", "verdict unknown"])
def test_what_is_unknown_is_tried_again(workbench, notes):
    workbench.use(notes, "")
    verify(timeout=1)
    workbench.verified()
    verify(timeout=1)
    assert workbench.verified() == ["FAKE-01"]


def test_only_the_claim_that_changed_is_verified_again(workbench):
    workbench.use("", "")
    verify()
    workbench.verified()
    workbench.use("", "verdict refuted false")
    assert verdicts(verify()) == {"FAKE-01": "proved", "FAKE-02": "refuted"}
    assert workbench.verified() == ["FAKE-02"]


def change_seed(workbench, monkeypatch):
    return {"seed": 1}


def change_timeout(workbench, monkeypatch):
    return {"timeout": 31}


def change_conventions(workbench, monkeypatch):
    workbench.use("", head='[paper]\nkey = "FAKE"\ntitle = "A Paper"\nauthors = "A"\nconventions = ["columns"]\n')
    return {}


def change_library(workbench, monkeypatch):
    monkeypatch.setattr(cache, "version_of", lambda name: "9.9" if name == "sympy" else "1.0")
    return {}


def change_source(workbench, monkeypatch):
    added = workbench.folder / "added.py"
    added.write_text("")
    real = list(cache.source_files())
    monkeypatch.setattr(cache, "source_files", lambda: [*real, ("lp/added.py", added)])
    return {}


@pytest.mark.parametrize(
    "change", [change_seed, change_timeout, change_conventions, change_library, change_source], ids=lambda f: f.__name__
)
def test_a_change_in_anything_that_can_matter_makes_a_record_stale(workbench, monkeypatch, change):
    workbench.use("")
    verify()
    workbench.verified()
    options = change(workbench, monkeypatch)
    cache.surroundings.cache_clear()
    verify(**options)
    assert workbench.verified() == ["FAKE-01"]
    monkeypatch.undo()
    cache.surroundings.cache_clear()


def test_a_whole_number_of_seconds_is_the_same_time_limit(workbench):
    workbench.use("")
    verify(timeout=30)
    workbench.verified()
    verify(timeout=30.0)
    assert workbench.verified() == []


def test_recheck_takes_a_sound_record(workbench):
    workbench.use("theorem")
    verify()
    workbench.verified()
    assert [type(e) for e in run(select([]), recheck=True)] == [Kept]


def test_recheck_does_not_take_a_verdict_that_nothing_bears_out(workbench):
    workbench.use("")
    verify()
    workbench.verified()
    assert [type(e) for e in run(select([]), recheck=True)] == [Noticed, Started, Finished]


def test_a_cache_that_cannot_be_written_is_a_warning(workbench, monkeypatch):
    workbench.use("", "")
    blocked = workbench.folder / "blocked"
    blocked.write_text("a file where a directory should be")
    monkeypatch.setenv("RRPROOF_CACHE_DIR", str(blocked))
    with pytest.warns(UserWarning, match="FAKE-01.jsonl") as heard:
        report = verify()
    assert verdicts(report) == {"FAKE-01": "proved", "FAKE-02": "proved"}
    assert sum("cannot be written" in str(w.message) for w in heard) == 1


def test_a_damaged_record_is_a_warning_and_verified_again(workbench):
    workbench.use("")
    verify()
    workbench.verified()
    (path,) = workbench.cache.iterdir()
    path.write_bytes(path.read_bytes().replace(b'"proved"', b'"refuted"'))
    events = list(run(select([])))
    assert isinstance(events[0], Noticed)
    assert str(path) in events[0].text
    assert workbench.verified() == ["FAKE-01"]
    assert [type(e) for e in run(select([]))] == [Kept]


# -- picking, checking arguments, the Python interface -------------------------------------------------------------


def test_select_keeps_the_order_asked_for_and_takes_each_claim_once(workbench):
    workbench.use("", "", "")
    assert [c.id for c in select(["FAKE-03", "fake-01", "FAKE-03"])] == ["FAKE-03", "FAKE-01"]
    assert [c.id for c in select(["fake-2"])] == ["FAKE-02"], "a number without its zeros"
    assert [c.id for c in select(["FAKE-02", "FAKE"])] == ["FAKE-02", "FAKE-01", "FAKE-03"]
    assert len(select([])) == 3


def test_select_refuses_what_it_does_not_know(workbench):
    workbench.use("", "")
    with pytest.raises(PaperError, match=r"no paper or claim 'FAKE-3'; did you mean .*FAKE-0"):
        select(["FAKE-01", "FAKE-3"])


@pytest.mark.parametrize(
    "options", [{"jobs": 0}, {"timeout": 0}, {"timeout": float("nan")}, {"timeout": float("inf")}, {"seed": -1}]
)
def test_options_out_of_range_are_refused(workbench, options):
    workbench.use("")
    with pytest.raises(ValueError, match=f"^{next(iter(options))} must be"):
        verify(**options)


def test_the_package_offers_what_the_command_line_can(workbench):
    workbench.use("", "verdict refuted false")
    from checks import load_paper
    from checks import verify as offered

    report = offered("FAKE-02", jobs=2)
    assert load_paper("FAKE") is workbench.paper
    assert verdicts(report) == {"FAKE-02": "refuted"}


def test_importing_every_module_hides_nothing_that_the_package_offers():
    import pkgutil
    from importlib import import_module

    for module in pkgutil.iter_modules(checks.__path__, "checks."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    assert all(callable(getattr(checks, name)) for name in checks.__all__)


def test_the_package_offers_nothing_else():
    with pytest.raises(AttributeError, match="has no attribute 'verfy'"):
        checks.verfy  # noqa: B018
