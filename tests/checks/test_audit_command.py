"""`rrproof audit` as its user meets it: what runs when, limits on the code that runs, exit codes, sentences."""

import json
from pathlib import Path

import pytest

from checks.audit.calling import Calling
from checks.audit.labels import Strange, decode, encode, hashable, is_nan, labels_of, value_of
from checks.audit.samplers import ProcessSampler
from checks.audit.settings import AuditError

SURVEY = """
import os, random, sys, time
from pathlib import Path

Path("was_imported").write_text("yes")

def answer(truth, seed, share=2 / 3):
    print("noise on the way")
    return truth if random.Random(seed).random() < share else 1 - truth

def german(truth, seed):
    return truth if random.Random(seed).random() < 2 / 3 else {"ja": "nein", "nein": "ja"}[truth]

class Client:
    def __init__(self, k, mode="fast"):
        if mode != "fast":
            raise ValueError("the mode is fast")
        self.k = k

    def perturb(self, truth, strength, seed):
        coins = random.Random(seed)
        if coins.random() * (strength + self.k - 1) < strength:
            return truth
        return coins.choice([y for y in range(self.k) if y != truth])

def hang(truth):
    while True:
        time.sleep(0.01)

def deaf(truth):
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass

def hungry(truth):
    return len(bytearray(10**10))

def dies(truth):
    os._exit(3)

def complains(truth):
    sys.stderr.write("the survey is over\\n")
    os._exit(3)

def leaves(truth):
    sys.exit("bye")

fixed = random.Random(5)

def seeded(truth):
    return truth if fixed.random() < 2 / 3 else 1 - truth

NUMBER = 3
"""
WARNER = ("--design", "warner(p_w=2/3)")
RUN = ("--distance", "0.15", "--run-this-code")
QUICK = (*RUN, "--seed-argument", "seed")


@pytest.fixture(autouse=True)
def survey(tmp_path: Path, monkeypatch):
    (tmp_path / "survey_code.py").write_text(SURVEY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "140")
    return tmp_path


def test_nothing_runs_unless_told(rrproof, survey):
    code, out, err = rrproof("audit", "survey_code:answer", *WARNER, "--with", "share=0.5", "--call-with", "x=1")
    assert (code, out) == (2, "")
    assert "nothing was run" in err
    assert "import survey_code" in err
    assert "answer(share=0.5)" in err
    assert "with a truth, x=1, many times" in err
    assert "add --run-this-code" in err
    assert not (survey / "was_imported").exists()


def test_an_honest_sampler_is_consistent(rrproof, survey):
    code, out, err = rrproof("audit", "survey_code:answer", *WARNER, *QUICK)
    assert (code, err) == (0, "")
    assert "restart 0; all" in out  # the two processes differ, which speaks for nothing
    assert "survey_code:answer and Warner: consistent" in out
    assert "the design's is 0.693147" in out
    assert "noise" not in out
    assert (survey / "was_imported").exists()


def test_a_refuted_sampler_as_json_and_as_a_page(rrproof, survey):
    code, out, _ = rrproof(
        "audit", "survey_code.py:answer", *WARNER, *QUICK, "--call-with", "share=0.5", "--json", "--html", "out.html"
    )
    page = (survey / "out.html").read_text(encoding="utf-8")
    assert "<h1>Audit of survey_code.py:answer</h1>" in page
    assert "<strong>refuted</strong>" in page
    data = json.loads(out)
    assert (code, data["verdict"], data["findings"][0]["kind"]) == (1, "refuted", "law")
    assert set(data["evidence"]) >= {"all", "law", "same truth", "previous call"}


def test_a_fixed_seed_shows_in_two_processes(rrproof):
    code, out, _ = rrproof("audit", "survey_code:seeded", *WARNER, *RUN)
    assert code == 1
    assert "started anew it gave the same responses again" in out


def test_ctrl_c_shows_what_was_found(rrproof, monkeypatch):
    ask, calls = ProcessSampler.ask, []

    def interrupted(self, truths):
        calls.append(truths)
        if len(calls) > 2:  # the first block, and that of the sampler started anew
            raise KeyboardInterrupt
        return ask(self, truths)

    monkeypatch.setattr(ProcessSampler, "ask", interrupted)
    code, out, _ = rrproof("audit", "survey_code:answer", *WARNER, *QUICK, "--distance", "0.01")
    assert code == 130
    assert "undecided\n- stopped before there was a verdict" in out
    assert "256 in" in out


def test_a_failure_when_started_anew_is_found(rrproof, survey):
    once = "\nif Path('second').exists():\n    answer = dies\nPath('second').touch()\n"
    (survey / "survey_code.py").write_text(SURVEY.replace("def dies(truth)", "def dies(truth, seed=0)") + once)
    code, out, _ = rrproof("audit", "survey_code:answer", *WARNER, *QUICK)
    assert code == 1
    assert "its process died: exit status 3" in out


def test_the_fixed_method_says_its_size(rrproof):
    code, out, _ = rrproof("audit", "survey_code:answer", *WARNER, *QUICK, "--method", "fixed", "--distance", "0.2")
    assert code == 0
    assert "for each truth, by exact binomial tails" in out


def test_a_method_of_a_class_labels_and_eps(rrproof):
    arguments = ("--truths", "0,1,2", "--responses", "1=0,2=1,3=2", "--call-with", "strength=4.0")
    made = ("--with", "k=3", "--with", "mode=fast")
    design = ("--design", "grr(k=3)", "--eps", "1.386294361119890")
    code, out, err = rrproof("audit", "survey_code:Client.perturb", *design, *arguments, *made, *QUICK)
    assert (code, err) == (0, "")
    assert "up to a relative error of 1e-12" in out
    _, _, err = rrproof(
        "audit", "survey_code:Client.perturb", *design, *arguments, "--with", "k=3", "--with", "mode=slow", *QUICK
    )
    assert "survey_code:Client.perturb could not be made: ValueError: the mode is fast" in err


def test_texts_as_labels(rrproof):
    labels = ("--truths", "nein,ja", "--responses", "nein,ja")
    assert rrproof("audit", "survey_code:german", *WARNER, *labels, *QUICK)[0] == 0
    code, out, _ = rrproof("audit", "survey_code:german", *WARNER, "--truths", "nein,ja", *QUICK)
    assert code == 1
    assert "the response 'nein' to the truth 0 is none of the design's" in out or "the response 'ja'" in out


@pytest.mark.parametrize(
    ("function", "code", "words"),
    [
        ("hang", 4, "it gave no answer to the truth 1 within 0.3 s"),
        ("deaf", 4, "it gave no answer within 0.3 s a call"),
        ("hungry", 1, "it ran out of the memory that it may use"),
        ("dies", 1, "its process died: exit status 3"),
        ("complains", 1, "its process died: the survey is over"),
        ("leaves", 1, "it raised SystemExit: bye"),
    ],
)
def test_code_that_misbehaves(rrproof, monkeypatch, function, code, words):
    monkeypatch.setattr("checks.audit.samplers.GRACE", 0.2)
    monkeypatch.setattr("checks.audit.samplers.CALLS", 2)
    limits = ("--patience", "0.3", "--megabytes", "2000")
    found = rrproof("audit", f"survey_code:{function}", *WARNER, *RUN, *limits)
    assert found[0] == code
    assert words in found[1]
    assert "evidence" not in found[1]  # no table of what was never answered


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("survey_code.answer", *WARNER), "is no sampler; write MODULE:FUNCTION"),
        (("survey_code:answer",), "what should survey_code:answer answer by? write --design"),
        (("survey_code:answer", "--design", "grr(k=3)"), "grr needs x"),
        (("survey_code:answer", "--design", "warner(p_w=2/3)", "--eps", "1"), "has no free parameter eps"),
        (("survey_code:answer", *WARNER, "--truths", "1"), "--truths: 1 are given, but the design has 2: 0, 1"),
        (("survey_code:answer", *WARNER, "--truths", "1,1"), "are not all different"),
        (("survey_code:answer", *WARNER, "--responses", "7=1"), "'7' is none of the design's: 0, 1"),
        (("survey_code:answer", *WARNER, "--with", "share"), "'share' is no argument such as eps=1.0"),
        (("survey_code:answer", *WARNER, "--with", "a=1", "--with", "a=2"), "a is given twice"),
        (("survey_code:answer", *WARNER, "--with", "a=" + "x" * 300), "more than 200 characters"),
        (("survey_code:answer", *WARNER, "--tolerance", "1/2"), "the tolerance lies between 0 and 1/100"),
        (("survey_code:answer", *WARNER, "--run-this-code", "--patience", "nan"), "the patience lies between 0 and"),
        (("survey_code:answer", *WARNER, "--seconds", "inf"), "most_calls and seconds are positive"),
        (("survey_code:answer", *WARNER, "--html", "no/where.html"), "cannot be written"),
        (("survey_code:nobody", *WARNER, "--run-this-code"), "survey_code has no nobody; it has"),
        (("survey_code:NUMBER", *WARNER, "--run-this-code"), "is a int, which cannot be called"),
        (("no_such_module:f", *WARNER, "--run-this-code"), "cannot be imported: ModuleNotFoundError"),
        (("nowhere.py:f", *WARNER, "--run-this-code"), "there is no file nowhere.py"),
        (("opendp:randomized_response", "--with", "k=3"), "takes --with k=4 --with prob=0.5"),
        (("opendp:randomized_response", "--with", "k=3", "--with", "prob=x"), "prob is a number such as 0.5, not 'x'"),
        (("opendp:randomized_response", "--with", "k=1", "--with", "prob=0.5"), "k lies between 2 and 64, not 1"),
        (("diffprivlib:Binary", "--with", "epsilon=-1.0"), "epsilon lies between 0 and 50"),
        (("pure_ldp:UEClient", "--with", "epsilon=1.0", "--with", "d=20"), "at most 8 categories"),
        (("diffprivlib:Binary", "--with", "epsilon=1.0", "--eps", "1"), "a peer takes --with"),
        (
            ("survey_code:answer", *WARNER, "--run-this-code", "--method", "fixed", "--most-calls", "9"),
            "more than 9 calls",
        ),
    ],
)
def test_bad_input_is_explained(rrproof, arguments, words):
    code, out, err = rrproof("audit", *arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_the_peers_are_listed(rrproof):
    code, out, _ = rrproof("audit", "peers")
    assert code == 0
    assert "opendp:randomized_response          --with k=4 --with prob=0.5" in out


def test_values_are_never_code():
    assert [value_of(t) for t in ("3", "-3", "0.5", "1e-3", "true", "None", "'3'", "a b")] == [
        3, -3, 0.5, 1e-3, True, None, "3", "a b",
    ]  # fmt: skip
    assert value_of("__import__('os').getcwd()") == "__import__('os').getcwd()"
    assert value_of("9**9**9") == "9**9**9"
    assert value_of("1" * 100) == "1" * 100
    assert labels_of("no=0,yes=1", ("yes", "no"), "--truths") == (1, 0)


def test_responses_travel_between_processes():
    import numpy as np

    responses = [True, 3, 0.1, float("inf"), "x", None, (1, (2.5, "y")), frozenset({1, 2})]
    assert [decode(json.loads(json.dumps(encode(r)))) for r in responses] == responses
    assert hashable(np.array([1, 0], dtype=np.uint8)) == (1, 0)
    assert hashable(np.float64(2)) == 2
    assert hashable({3, 4}) == frozenset({3, 4})
    assert hashable([[[[[1]]]]]) != (((((1,),),),),)  # too deep to be a response
    assert repr(hashable(object())) == "a object"
    assert isinstance(hashable("x" * 10_000), Strange)
    assert decode(encode(hashable(object()))) == Strange("a object")
    assert is_nan((1, float("nan")))
    assert not is_nan("nan")
    with pytest.raises(AuditError, match="no label that can be handed"):
        encode(b"bytes")


def test_the_process_ends_with_its_sampler(survey):
    sampler = ProcessSampler(Calling("survey_code", "answer", seed_argument="seed"), (0, 1), 0)
    process = sampler._process
    assert set(sampler.ask([0, 1, 1]).responses) <= {0, 1}
    sampler.close()
    assert process.poll() is not None
