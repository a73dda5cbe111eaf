"""The command line as its user meets it: exit codes, what goes where, bad input, Ctrl-C, start-up."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest

import checks.commands
from checks.claims.verdict import Finding, Verdict
from checks.cli import SECTIONS
from checks.cli import rrproof as all_commands

ROOT = Path(__file__).resolve().parents[2]

HEAVY = ("sympy", "numpy", "cvxpy", "scipy", "z3", "cvc5", "checks.verifying.verification")


def assert_shape(data):
    """The published JSON, key by key and type by type."""
    assert list(data) == ["seed", "claims", "summary"]
    assert type(data["seed"]) is int
    names = [
        "id", "paper", "place", "kind", "verdict", "finding", "follows", "uses", "used_by", "boundary",
        "readings", "statement", "stated", "domain", "counterexample", "sides", "corrected", "oracles", "argued",
        "witnesses", "seconds", "note",
    ]  # fmt: skip
    verdicts, findings = {v.value for v in Verdict}, {f.value for f in Finding}
    for claim in data["claims"]:
        assert list(claim) == names
        for name in ("id", "paper", "place", "kind", "statement", "domain", "note"):
            assert isinstance(claim[name], str)
        assert claim["verdict"] in verdicts
        assert claim["finding"] is None or claim["finding"] in findings
        assert claim["corrected"] is None or isinstance(claim["corrected"], str)
        assert type(claim["seconds"]) is float
        assert all(isinstance(oracle, str) for oracle in claim["oracles"])
        point = claim["counterexample"]
        assert point is None or all(isinstance(part, str) for item in point.items() for part in item)
        for reading in claim["readings"]:
            assert reading["verdict"] in verdicts
            assert type(reading["needed"]) is bool
        for witness in claim["witnesses"]:
            assert set(witness) == {"method", "summary", "agrees"}
    counted = [claim["verdict"] for claim in data["claims"]]
    assert data["summary"] == {v: counted.count(v) for v in dict.fromkeys(counted)}


def test_a_run_prints_table_summary_and_what_does_not_hold(workbench, rrproof):
    workbench.use("", "verdict corrected misprint", "verdict refuted false", "verdict checked")
    code, out, err = rrproof("verify")
    assert code == 0
    rows = out[: out.index("4 claims")].splitlines()[2:]
    assert [row.split()[0] for row in rows if row] == [f"FAKE-0{i}" for i in range(1, 5)]
    assert "4 claims: 1 proved, 1 refuted, 1 corrected, 1 checked (1 false, 1 misprint)" in out
    below = out[out.index("What does not hold") :]
    assert below.index("FAKE-03") < below.index("FAKE-02"), "what is false comes before a misprint"
    assert "p00 = 1/2, eps = log(3)" in below
    assert "member 2" in below
    assert r"\pi + [1]" in below, "square brackets are no markup"
    assert "FAKE-01" not in below
    assert "z3" in out
    *lines, last = err.splitlines()
    assert sorted(line.split()[1] for line in lines) == [f"FAKE-0{i}" for i in range(1, 5)], "progress without terminal"
    assert last.startswith("4 claims in ")
    assert last.endswith(", 0 from the cache")
    assert "\x1b" not in out + err


def test_quiet_shows_no_table_and_no_progress(workbench, rrproof):
    workbench.use("", "verdict refuted false")
    code, out, err = rrproof("verify", "-q")
    assert (code, err) == (0, "")
    assert out.startswith("2 claims: 1 proved, 1 refuted")
    assert "Section [2]" in out


def test_what_is_not_decided_is_told_with_its_reason(workbench, rrproof):
    workbench.use("", "crash", "verdict refuted false")
    _, out, _ = rrproof("verify", "-q")
    assert out.index("What does not hold") < out.index("What is not decided")
    assert "FAKE-02" in out[out.index("What is not decided") :]
    assert "the verifying process died: out of luck" in out


def test_verbose_also_shows_the_claims_that_hold(workbench, rrproof):
    workbench.use("", "verdict refuted false")
    _, out, _ = rrproof("verify", "-v", "-q")
    assert out.index("FAKE-02") < out.index("The other claims") < out.index("FAKE-01")


def test_json_on_standard_output_is_alone_there(workbench, rrproof):
    workbench.use("noise", "verdict corrected rounding")
    code, out, _ = rrproof("verify", "--json", "-", "--seed", "5")
    data = json.loads(out)["result"]
    assert code == 0
    assert_shape(data)
    assert data["seed"] == 5
    assert data["summary"] == {"proved": 1, "corrected": 1}
    assert data["claims"][1]["finding"] == "rounding"


def test_json_to_a_file_leaves_the_table_on_standard_output(workbench, rrproof):
    workbench.use("")
    target = workbench.folder / "out.json"
    code, out, _ = rrproof("verify", "--json", str(target))
    assert code == 0
    assert "FAKE-01" in out
    assert_shape(json.loads(target.read_text())["result"])


def test_an_empty_report_has_the_shape_too(workbench, rrproof):
    workbench.use()
    _, out, _ = rrproof("verify", "FAKE", "--json", "-")
    assert json.loads(out)["result"]["claims"] == []


@pytest.mark.parametrize(
    ("listed", "code"),
    [("refuted", 1), ("unknown,refuted", 1), (" corrected , refuted ", 1), ("unknown", 0), ("proved", 1)],
)
def test_fail_on(workbench, rrproof, listed, code):
    workbench.use("", "verdict refuted false")
    assert rrproof("verify", "--fail-on", listed)[0] == code


@pytest.mark.parametrize("listed", ["refuted,wrong", "", ",", "REFUTED", "misprint"])
def test_fail_on_takes_verdicts_only(workbench, rrproof, listed):
    workbench.use("")
    code, out, err = rrproof("verify", "--fail-on", listed)
    assert (code, out) == (2, "")
    assert "the verdicts are proved, refuted" in err
    assert workbench.verified() == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("verify", "FAKE-03"),
        ("verify", "--jobs", "0"),
        ("verify", "--jobs", "two"),
        ("verify", "--timeout", "0"),
        ("verify", "--timeout", "-1"),
        ("verify", "--timeout", "nan"),
        ("verify", "--timeout", "inf"),
        ("verify", "--seed", "-1"),
        ("verify", "--unheard-of"),
        ("verify", "--json", "no/such/folder/out.json"),
        ("verify", "--json", "."),
        ("verify", "--proofs", os.devnull + "/here"),
        ("show", "FAKE"),
        ("show", "FAKE-99"),
        ("show", "FAKE-01", "--json", "--latex"),
        ("show", "FAKE-01", "--proof", "no/such/folder/proof.json"),
        ("show",),
        ("list", "NONE"),
        ("recheck", "no-such-file.json"),
        ("recheck", "."),
        ("unheard-of",),
    ],
)
def test_bad_input_is_one_sentence_and_exit_2(workbench, rrproof, arguments):
    workbench.use("", "")
    code, out, err = rrproof(*arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert err.splitlines()[-1].startswith("Error: ")
    assert workbench.verified() == []


def test_an_unknown_claim_suggests_those_near(workbench, rrproof):
    workbench.use("", "")
    _, _, err = rrproof("verify", "FAKE-7")
    assert "did you mean" in err
    assert "FAKE-01" in err
    assert "the papers are FAKE" in rrproof("verify", "qqqqqqqq")[2]


def test_names_may_be_written_small_and_twice(workbench, rrproof):
    workbench.use("", "")
    _, out, _ = rrproof("verify", "fake-02", "FAKE-02", "--json", "-")
    assert [c["id"] for c in json.loads(out)["result"]["claims"]] == ["FAKE-02"]


def test_a_verifier_that_does_not_start_is_exit_3(workbench, rrproof, monkeypatch):
    workbench.use("")
    monkeypatch.setattr("checks.running.pool.VERIFY", "no_such_module:verify")
    code, _, err = rrproof("verify")
    assert code == 3
    assert "did not start" in err
    assert "no_such_module" in err


def test_list(workbench, rrproof):
    workbench.use("", "")
    code, out, _ = rrproof("list")
    assert code == 0
    assert "A. Author: A Paper (2 claims)" in out
    assert r"\pi_{2} = [x]" in out
    assert "FAKE-01" not in rrproof("list", "FAKE-02")[1]


def test_verify_as_a_markdown_page(workbench, rrproof, tmp_path):
    workbench.use("verdict corrected misprint", "")
    workbench.spell_as("HLM")
    code, out, _ = rrproof("verify", "FAKE", "--markdown", "-")
    rows = [line for line in out.splitlines() if line.startswith("| FAKE")]
    assert code == 0
    shown = r"| FAKE-01 | Section \[1\] | identity | corrected: misprint | $`\pi_{1} = [x]`$ | none"
    line = f"{shown} | [`notation`](../../checks/papers/hlm/model.py) |"
    assert rows[0] == line
    assert "### FAKE-01: misprint" in out
    assert all(row.replace("\\|", "").count("|") == 8 for row in rows), "a bar in a cell would end it"
    assert rrproof("verify", "FAKE", "--markdown", str(tmp_path / "page.md"))[0] == 0
    assert (tmp_path / "page.md").read_text(encoding="utf-8") == out


def test_one_report_goes_to_standard_output(workbench, rrproof):
    workbench.use("", "")
    code, _, err = rrproof("verify", "FAKE", "--markdown", "-", "--json", "-")
    assert code == 2
    assert "only one of them" in err


def test_show_says_everything(workbench, rrproof):
    workbench.use("verdict corrected misprint")
    code, out, err = rrproof("show", "FAKE-01")
    assert (code, err) == (0, "")
    for part in ("corrected: misprint", "A Paper", "Section [1]", "member 2", "a = b_1", "by 50% of it", "enumeration"):
        assert part in out


def test_show_as_json(workbench, rrproof):
    workbench.use("")
    data = json.loads(rrproof("show", "FAKE-01", "--json")[1])["result"]
    assert data["derivation"] == [
        {"text": "a = b_1", "latex": "a = b_1", "justification": "by 50% of it", "is_theorem": False}
    ]
    assert data["obligations"] == []


def test_version(rrproof):
    code, out, _ = rrproof("--version")
    assert code == 0
    assert out.startswith("rrproof ")


def test_completion_offers_claims(workbench):
    workbench.use("", "")
    from checks.commands.completion import complete_target

    assert [item.value for item in complete_target(None, None, "fake-0")] == ["FAKE-01", "FAKE-02"]


def test_every_command_is_listed_with_a_sentence(rrproof):
    out = rrproof("--help")[1]
    for section, commands in SECTIONS.items():
        assert f"{section}:" in out
        for name in commands:
            code, text, _ = rrproof(name, "--help")
            assert code == 0
            assert text.startswith(f"Usage: rrproof {name} ")
            assert re.search(rf"^  {name} +\S+ \S+", out, flags=re.MULTILINE)
    modules = {
        file.stem for file in Path(checks.commands.__file__).parent.glob("*.py") if "@click." in file.read_text()
    }
    named = {entry.partition(":")[0] for commands in SECTIONS.values() for entry, _ in commands.values()}
    assert modules - {"claims", "options"} == named


def test_quiet_leaves_answers_and_errors(workbench, rrproof):
    workbench.use("", "verdict refuted false")
    code, out, err = rrproof("--quiet", "verify")
    assert (code, err) == (0, "")
    assert "2 claims" in out
    code, out, err = rrproof("-q", "verify", "FAKE-99")
    assert (code, out) == (2, "")
    assert "there is no paper or claim" in err


def test_verbose_tells_what_is_done(python):
    command = [python, "-m", "checks", "-v", "design", "-k", "3", "--epsilon", "log(5/2)", "--objective", "l1"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert re.search(r"^lp\.programs\.outcomes: HiGHS \S+ \S+ s, exact", told, flags=re.MULTILINE)


def test_very_verbose_names_the_files_of_kept_records(workbench, python):
    workbench.use("")
    command = [python, str(workbench.driver), "-vv", "verify"]
    assert "FAKE-01 kept in" in subprocess.run(command, capture_output=True, text=True, check=True).stderr
    assert "FAKE-01 taken from" in subprocess.run(command, capture_output=True, text=True, check=True).stderr


@pytest.mark.parametrize(
    ("arguments", "more"),
    [
        (["--help"], ["flint", "rich", "checks.commands.verify", "checks.commands.options"]),
        (["--version"], ["flint", "rich", "checks.commands.verify", "checks.commands.options"]),
        (["verify", "--help"], []),
    ],
)
def test_help_imports_nothing_heavy(arguments, more):
    code = (
        "import atexit, sys\n"
        f"atexit.register(lambda: print('LOADED', sorted(set({[*HEAVY, *more]!r}) & set(sys.modules))))\n"
        f"from checks.cli import main; main({arguments!r})"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "LOADED []" in ended.stdout


def test_a_warm_run_imports_no_solver(workbench, python):
    workbench.use("", "verdict refuted false")
    driver = (
        "import atexit, sys\n"
        "heavy = {'sympy', 'cvxpy', 'z3', 'cvc5', 'scipy', 'numpy', 'matplotlib', 'fake_verifier'}\n"
        "heavy.add('checks.verifying.verification')\n"
        "atexit.register(lambda: print('LOADED', sorted(heavy & set(sys.modules))))\n"
    ) + workbench.driver.read_text()
    command = [python, "-c", driver, "verify"]
    subprocess.run(command, capture_output=True, check=True)
    assert workbench.verified() == ["FAKE-01", "FAKE-02"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert workbench.verified() == []
    assert ended.stdout.splitlines()[-1] == "LOADED []"


def test_colours_only_where_asked_for(workbench, python, monkeypatch):
    workbench.use("verdict refuted false")
    monkeypatch.setenv("FORCE_COLOR", "1")
    command = [python, str(workbench.driver), "verify"]
    assert "\x1b[" in subprocess.run(command, capture_output=True, text=True, check=True).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.delenv("FORCE_COLOR")
    assert "\x1b[" not in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_ctrl_c_keeps_and_shows_what_is_done_and_leaves_no_process(workbench, python):
    workbench.use("", "sleep 60", "verdict refuted false", "sleep 60", "")  # two go to one process, three to the other
    target = workbench.folder / "out.json"
    command = [python, str(workbench.driver), "verify", "--jobs", "2", "--timeout", "100", "--json", str(target)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not workbench.log.exists() or len(workbench.log.read_text().splitlines()) < 4:
        assert time.monotonic() < deadline, "the slow claims never began"
        time.sleep(0.05)
    assert any("2/5" in line for line in running.stderr), "the quick claims were never shown"
    begin = time.monotonic()
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=20)
    assert time.monotonic() - begin < 10
    assert running.returncode == 130
    assert "Traceback" not in err
    assert "stopped: 2 of 5 claims are done" in err
    assert "2 claims: 1 proved, 1 refuted" in out
    assert [c["id"] for c in json.loads(target.read_text())["result"]["claims"]] == ["FAKE-01", "FAKE-03"]
    assert sorted(path.stem for path in workbench.cache.iterdir()) == ["FAKE-01", "FAKE-03"]
    assert not any(workbench.is_alive(pid) for pid in workbench.pids())


def test_when_the_parent_is_killed_its_workers_end(workbench, python):
    workbench.use("sleep 60")
    running = subprocess.Popen([python, str(workbench.driver), "verify"], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not workbench.log.exists() or not workbench.log.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    (pid,) = workbench.pids()
    assert workbench.is_alive(pid)
    running.kill()
    running.wait()
    while workbench.is_alive(pid):
        assert time.monotonic() < deadline, "the worker outlives its parent"
        time.sleep(0.05)


def test_a_figure_of_the_paper_is_plotted_and_another_claim_is_none(workbench, rrproof) -> None:
    """The claim is verified by the workbench, which is quick; that it holds is tested with the paper."""
    workbench.use_papers_of_the_suite()
    picture = workbench.folder / "figure.svg"
    code, out, err = rrproof("show", "HLM-108", "--plot", str(picture))
    assert (code, err) == (0, "")
    assert out.startswith("HLM-108  proved")
    assert workbench.verified() == ["HLM-108"]
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    picture.unlink()
    for name, reason in (("HLM-04", "is no figure; the figures of HLM are HLM-108"), ("NZ-04", "the paper has none")):
        code, out, err = rrproof("show", name, "--plot", str(picture))
        assert (code, out) == (2, "")
        assert reason in " ".join(err.split())
        assert "Traceback" not in err
    assert workbench.verified() == []
    assert not picture.exists()


def test_helps_hold_no_raw_markers():
    def commands(command, path):
        yield path, command
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                yield from commands(command.get_command(context, name), [*path, name])

    for path, command in commands(all_commands, ["rrproof"]):
        text = command.get_help(click.Context(command, info_name=" ".join(path), max_content_width=100))
        assert not re.search(r"\\b(?![a-z])", text), path
        assert "\b" not in text, path


@pytest.mark.parametrize(
    ("word", "meant"), [("verfy", "verify"), ("sample-sise", "sample-size"), ("optimize", "design")]
)
def test_misspelt_commands_are_guessed(rrproof, word, meant):
    code, out, err = rrproof(word, "HLM")
    assert (code, out) == (2, "")
    assert f"there is no command {word!r}; did you mean " in err
    assert meant in err


def test_help_is_a_command_too(rrproof):
    assert rrproof("help", "verify")[:2] == rrproof("verify", "--help")[:2]
    assert rrproof("help", "deck", "best")[:2] == rrproof("deck", "best", "--help")[:2]
    assert rrproof("help")[1] == rrproof("--help")[1]


def test_every_answer_can_go_to_a_file(rrproof, tmp_path):
    target = tmp_path / "out"
    for arguments in (
        ("sample-size", "warner(eps=1)", "--margin", "3%"),
        ("sample-size", "warner(eps=1)", "--margin", "3%", "--json"),
        ("blackwell", "grr(k=2, x=3)", "warner(p_w=1/3)", "--latex"),
    ):
        shown = rrproof(*arguments)[1]
        code, out, _ = rrproof(*arguments, "-o", str(target))
        assert (code, out) == (0, "")
        if "--json" in arguments:
            one, other = json.loads(target.read_text()), json.loads(shown)
            assert one["result"] == other["result"]
            assert set(one) == {"rrproof", "schema", "command", "arguments", "notes", "result"}
            assert one["command"] == "sample-size"
            assert one["arguments"]["design"] == "warner(eps=1)"
            assert one["arguments"]["margin"] == "3/100"
        else:
            assert target.read_text() == shown
    code, _, err = rrproof("sample-size", "warner(eps=1)", "--margin", "3%", "--json", "out.json")
    assert code == 2
    assert "-o FILE writes it to a file" in " ".join(err.split())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no device that is always full")
def test_a_full_disk_is_a_sentence(python):
    command = [python, "-m", "checks", "catalogue"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("Error: the answer cannot be written: No space left")
    assert "Traceback" not in done.stderr
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*command, "--help"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_a_reader_that_has_read_enough_is_no_failure(python):
    command = [python, "-m", "checks", "catalogue", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(1)
        running.stdout.close()
        assert running.stderr.read() == ""
        assert running.wait() == 0
