"""`rrproof audit` as its user meets it: what runs when, limits on the code that runs, exit codes, sentences."""

import json
import math
import random
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from checks.samplers.audit.calling import Calling
from checks.samplers.audit.labels import Strange, decode, encode, hashable, is_nan, labels_of, value_of
from checks.samplers.audit.samplers import ProcessSampler
from checks.samplers.audit.settings import AuditError
from tests.compilation import compiled

SURVEY = """
import math, os, random, sys, time
from pathlib import Path

Path("was_imported").write_text("yes")

def answer(truth, seed, share=2 / 3):
    print("noise on the way")
    return truth if random.Random(seed).random() < share else 1 - truth

def german(truth, seed):
    return truth if random.Random(seed).random() < 2 / 3 else {"ja": "nein", "nein": "ja"}[truth]

def perturb(value, k, epsilon, seed):
    coins = random.Random(seed)
    return value if coins.random() * (math.exp(epsilon) + k - 1) < math.exp(epsilon) - 1 else coins.randrange(k)

def half(value, k, seed):
    return perturb(value, k, 0.1, seed)

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
    assert out.startswith("consistent: no difference above")
    assert "survey_code:answer, tested against Warner" in out
    assert "the design's is 0.693147" in out
    assert "noise" not in out
    assert (survey / "was_imported").exists()


def test_a_refuted_sampler_as_json_and_as_a_page(rrproof, survey):
    code, out, _ = rrproof(
        "audit", "survey_code.py:answer", *WARNER, *QUICK, "--call-with", "share=0.5", "--json", "--html", "out.html"
    )
    page = (survey / "out.html").read_text(encoding="utf-8")
    assert "<h1>Audit of survey_code.py:answer</h1>" in page.replace("<wbr>", ""), "the name breaks on a phone"
    assert "<strong>refuted: the design is not followed" in page
    assert page.count("<figure>") == 1
    data = json.loads(out)["result"]
    assert (code, data["verdict"], data["findings"][0]["kind"]) == (1, "refuted", "law")
    assert set(data["evidence"]) >= {"all", "law", "same truth", "previous call"}


def test_arguments_and_the_numbering_are_taken_from_the_design(rrproof):
    code, out, _ = rrproof("audit", "survey_code:perturb", "--design", "grr(k=3, x=3)", *QUICK)
    assert code == 0
    chosen = f"k=3, epsilon={math.log(3)!r}, as the sampler needs and the design has; truths are numbered from 0, as by"
    assert f"{chosen} the sampler; from 1 it is refuted" in " ".join(out.split())
    code, out, _ = rrproof("audit", "survey_code:half", "--design", "grr(k=3, eps=log(3))", *QUICK)
    assert code == 1
    assert "from 1 it is refuted as well" in " ".join(out.split())
    assert "none of the design's" not in out, "what is shown is the law, not a numbering that the sampler has not"
    code, _, err = rrproof("audit", "survey_code:perturb", *WARNER, *QUICK)
    assert code == 2
    assert "cannot be called with a truth, seed: missing a required argument: 'k'; --call-with NAME=VALUE" in err


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
    assert "undecided: a difference up to" in out
    assert "- stopped before there was a verdict" in out
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
    assert (code, err.count("\n")) == (0, 1)
    assert "3.99999999999999752466, less than 10^-12 below it, stands for it" in err
    assert "up to a relative error of 1e-12" in out
    code, out, err = rrproof("audit", "survey_code:answer", "--design", "warner", "--eps", "log(2)", *QUICK)
    assert (code, err) == (0, "")
    assert "2/3" in out
    _, _, err = rrproof(
        "audit", "survey_code:Client.perturb", *design, *arguments, "--with", "k=3", "--with", "mode=slow", *QUICK
    )
    assert "survey_code:Client.perturb could not be made: ValueError: the mode is fast" in err
    assert "--call-with" not in err
    _, _, err = rrproof("audit", "survey_code:answer", "--design", "warner", "--eps", "log(2)", "--with", "p=2", *QUICK)
    assert "arguments of each call are given by --call-with" in err


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
    monkeypatch.setattr("checks.samplers.audit.samplers.GRACE", 0.2)
    monkeypatch.setattr("checks.samplers.audit.samplers.CALLS", 2)
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
        (("survey_code:answer", "--design", "warner(p_w=2/3)", "--eps", "1"), "all of its parameters are given"),
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
            ("survey_code:answer", *WARNER, *QUICK, "--method", "fixed", "--most-calls", "9"),
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


# -- logs, commands, what is filed -------------------------------------------------------------------------------------


BUGS = Path(__file__).with_name("samplers") / "rr_bugs.py"
TERNARY = ("--design", "grr(k=3, x=3)", "--truths", "0,1,2", "--responses", "0,1,2")


def pairs(count, keep, seed=1):
    coins = random.Random(seed)
    for _ in range(count):
        truth = coins.randrange(3)
        lie = coins.choice([y for y in range(3) if y != truth])
        yield truth, truth if coins.random() < keep else lie


def test_a_sampler_that_lies_too_often_is_not_called_consistent_without_the_distance(rrproof):
    code, out, _ = rrproof("audit", f"{BUGS}:lie_two_percent", *TERNARY, "--run-this-code", "--distance", "0.2")
    words = " ".join(out.split())
    assert code == 0  # 0.02 lies far below the distance, which the headline says
    assert (
        "consistent: no difference above 0.2 in total variation, at confidence 99.9 %; smaller ones were not looked for"
    ) in words
    code, out, _ = rrproof(
        "audit", f"{BUGS}:lie_two_percent", *TERNARY, "--run-this-code", "--distance", "0.01", "--json"
    )
    assert code == 1
    assert json.loads(out)["result"]["headline"].startswith("refuted: the design is not followed")


@pytest.mark.parametrize(
    ("sampler", "said"), [("Sticky.answer", "a response depends on"), ("lie_uneven", "answered by")]
)
def test_samplers_with_smaller_bugs_are_refuted_at_a_smaller_distance(rrproof, sampler, said):
    code, out, _ = rrproof("audit", f"{BUGS}:{sampler}", *TERNARY, "--run-this-code", "--distance", "0.008")
    assert code == 1
    assert said in out


def test_a_log_is_audited_whole(rrproof, survey):
    lines = ["id;truth;answer", *(f"{i};{t};{a}" for i, (t, a) in enumerate(pairs(20_000, 0.6)))]
    (survey / "log.csv").write_text("\n".join(lines))
    code, out, _ = rrproof("audit", "--log", "log.csv", *TERNARY, "--json")
    found = json.loads(out)["result"]
    assert code == 0
    assert found["calls"] == 20_000
    assert found["provenance"]["files"] == {"log.csv": sha256((survey / "log.csv").read_bytes()).hexdigest()}
    assert found["provenance"]["seeded"].startswith("no seed")


def test_responses_of_a_log_have_the_names_of_the_truths_unless_it_has_others(rrproof, survey):
    design = ("--design", "grr(k=3, x=3)", "--truths", "a,b,c")
    for names in ("abc", "123"):
        lines = ["truth,response", *(f"{'abc'[t]},{names[a]}" for t, a in pairs(20_000, 0.6))]
        (survey / "log.csv").write_text("\n".join(lines))
        assert rrproof("audit", "--log", "log.csv", *design)[0] == 0
    (survey / "log.csv").write_text("truth,response\n" + "a,d\n" * 20)
    code, out, _ = rrproof("audit", "--log", "log.csv", *design)
    assert code == 1
    assert "the response 'd' to the truth a is none of the design's" in out


def test_a_log_in_parquet_and_with_named_columns(rrproof, survey):
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    truths, answers = zip(*pairs(20_000, 0.5), strict=True)
    table = pyarrow.table({"who": list(range(20_000)), "t": truths, "said": answers})
    parquet.write_table(table, "log.parquet")
    code, _, err = rrproof("audit", "--log", "log.parquet", *TERNARY)
    assert code == 2
    assert "--columns names both of who, t, said" in " ".join(err.split())
    code, out, _ = rrproof("audit", "--log", "log.parquet", "--columns", "t,said", *TERNARY)
    assert code == 1
    assert out.startswith("refuted: ")
    assert "log.parquet, tested against Randomised response, 3 categories" in out


def test_a_short_log_is_undecided_and_says_what_is_still_possible(rrproof, survey):
    (survey / "log.csv").write_text("\n".join(f"{t},{a}" for t, a in pairs(300, 0.6)))
    code, out, _ = rrproof("audit", "--log", "log.csv", *TERNARY)
    assert code == 4
    assert "in total variation is still possible, at confidence 99.9 %" in " ".join(out.split())


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("truth,answer\n7,1\n", "the truth '7' is none of the design's"),
        ("truth,answer\n0,\n", "line 2: a truth and a response are needed"),
        ("", "no line with entries"),
        ("a,b,c\n1,2,3\n", "which columns hold truth and response?"),
        ("wahrheit;antwort\n1;1\n", "if it names a column, --columns says which two count"),
    ],
)
def test_what_is_no_log_is_bad_input(rrproof, survey, content, sentence):
    (survey / "log.csv").write_text(content)
    code, out, err = rrproof("audit", "--log", "log.csv", *TERNARY)
    assert (code, out) == (2, "")
    assert sentence in " ".join(err.split())


@pytest.mark.parametrize(
    ("no", "yes", "options"),
    [
        ("no", "yes", ()),
        ("false", "true", ()),
        ("0", "1", ()),
        ("false", "true", ("--truths", "false,true", "--responses", "false,true")),
    ],
)
def test_answers_of_yes_and_no_are_known_in_logs(rrproof, survey, no, yes, options):
    coins = random.Random(7)
    rows = [(t, t if coins.random() < 0.75 else 1 - t) for t in (coins.randrange(2) for _ in range(20_000))]
    (survey / "log.csv").write_text("truth;response\n" + "".join(f"{(no, yes)[t]};{(no, yes)[a]}\n" for t, a in rows))
    code, out, _ = rrproof("audit", "--log", "log.csv", "--design", "warner(eps=log(3))", *options)
    assert code == 0
    assert "consistent" in out


PROGRAM = """
import random, sys
coins = random.Random(sys.argv[2]) if len(sys.argv) > 2 else random.Random()
for line in sys.stdin:
    truth = int(line)
    print(truth if coins.random() < float(sys.argv[1]) else coins.choice([y for y in range(3) if y != truth]))
"""


@pytest.mark.parametrize(("keep", "expected"), [("0.6", 0), ("0.4", 1)])
def test_any_program_is_audited(rrproof, survey, keep, expected):
    (survey / "sampler.py").write_text(PROGRAM)
    command = f"{sys.executable} sampler.py {keep} {{seed}}"
    code, out, _ = rrproof("audit", "--command", command, *TERNARY, "--distance", "0.2", "--run-this-code", "--json")
    assert code == expected
    filed = json.loads(out)["result"]["provenance"]
    assert filed["files"]["sampler.py"] == sha256((survey / "sampler.py").read_bytes()).hexdigest()
    assert "and the seeds that the sampler is given" in filed["seeded"]
    assert set(filed["versions"]) >= {"rrproof", "Python", "numpy", "system"}


def test_a_program_with_the_truth_among_its_words_runs_once_a_call(rrproof, survey):
    (survey / "one.py").write_text("import sys; print(sys.argv[1])")
    code, out, _ = rrproof("audit", "--command", f"{sys.executable} one.py {{truth}}", *TERNARY, "--run-this-code",
                           "--most-calls", "60", "--distance", "0.4", "--json")  # fmt: skip
    assert code in (1, 4)
    counts = json.loads(out)["result"]["counts"]
    assert all(count == 0 for x, row in enumerate(counts) for y, count in enumerate(row) if x != y)  # it never lies
    assert sum(map(sum, counts)) > 0


def test_a_program_does_not_run_unless_told_and_its_failures_are_findings(rrproof, survey):
    code, _, err = rrproof("audit", "--command", "touch was_run", *TERNARY)
    assert code == 2
    assert "nothing was run. This would run touch was_run" in " ".join(err.split())
    assert not (survey / "was_run").exists()
    code, out, _ = rrproof("audit", "--command", "false", *TERNARY, "--run-this-code")
    assert code == 1
    assert "it ended with exit status 1" in out
    code, _, err = rrproof("audit", "--command", "no-such-program", *TERNARY, "--run-this-code")
    assert code == 2
    assert "no-such-program cannot be run" in err


def test_one_of_sampler_command_and_log_is_needed(rrproof):
    for arguments in ((), ("survey_code:answer", "--command", "false")):
        code, _, err = rrproof("audit", *arguments, *TERNARY)
        assert code == 2
        assert "says what is audited" in " ".join(err.split())


def test_a_certificate_is_written_of_a_consistent_sampler_only(rrproof, survey):
    arguments = (*WARNER, *QUICK, "--certificate", "filed.html")
    assert rrproof("audit", "survey_code:answer", *arguments, "--call-with", "share=0.5")[0] == 1
    assert not (survey / "filed.html").exists()
    assert rrproof("audit", "survey_code:answer", *arguments)[0] == 0
    page = (survey / "filed.html").read_text()
    assert "no difference above 0.15 in total variation, at confidence 99.9 %" in page
    assert "sha256 of survey_code.py" in page
    assert rrproof("recheck", "filed.proofs.json")[0] == 0


def test_a_certificate_of_a_sampler_has_one_page(rrproof, survey, monkeypatch):
    monkeypatch.setattr("sys.argv", ["rrproof", "audit", "survey_code:answer", *WARNER, *QUICK])  # the page shows it
    assert rrproof("audit", "survey_code:answer", *WARNER, *QUICK, "--certificate", "filed.tex")[0] == 0
    assert compiled((survey / "filed.tex").read_text(), survey) == 1
