"""`rrproof estimate`, `sample-size` and `epsilon-for` as their user meets them."""

import json
import re
from fractions import Fraction as F
from pathlib import Path
from statistics import NormalDist

import pytest

from checks.inputs.counts import CountsError, counts_of_frame, estimate_weighted_answers, names_of, read_answers
from checks.inputs.design import read_design
from derivations.theorems.oracles.oracle_table import frequency_oracles
from mechanisms.exact.privacy_level import PrivacyLevel

Z = NormalDist().inv_cdf(0.975)


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")


def test_no_interval_is_broken_on_a_terminal_of_80_columns(rrproof, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for design, counts, shares in (
        ("stochastic-lie-detector(p1=3/4, p2=9/10)", "1:yes=200,1:no=300,2:yes=150,2:no=350", 2),
        ("grr(k=3, x=5)", "1=200,2=300,3=150", 3),
    ):
        code, out, _ = rrproof("estimate", design, counts)
        assert code == 0
        assert len(re.findall(r"[\d.]+ [.][.] [\d.]+", out)) == 2 * shares


def test_an_estimate_by_hand(rrproof):
    code, out, err = rrproof("estimate", "warner(p_w=2/3)", "yes=200", "no=300", "--interval", "wald", "--json")
    assert (code, err) == (0, "")
    found = json.loads(out)["result"]
    (estimate,) = found["estimates"]
    assert (found["respondents"], estimate["unbiased"], estimate["clipped"]) == (500, "1/5", "1/5")
    variance = F(2, 5) * F(3, 5) / 499 * 9
    assert F(estimate["variance"]) == variance
    assert estimate["intervals"]["wald"] == pytest.approx([0.2 - Z * variance**0.5, 0.2 + Z * variance**0.5])
    assert found["fit"]["degrees"] == 0


def test_counts_from_files_agree(rrproof, tmp_path: Path):
    files = {
        "a.csv": "yes,200\nno,300\n",
        "a.toml": "yes = 200\nno = 300\n",
        "a.json": '{"1": 200, "0": 300}',
        "headings.csv": "response,count\nyes,200\nno,300\n",
    }
    outputs = set()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        code, out, _ = rrproof("estimate", "warner(p_w=2/3)", str(tmp_path / name))
        assert code == 0
        outputs.add(out)
    assert len(outputs) == 1
    assert "prevalence" in outputs.pop()


def test_two_samples_take_their_sizes_from_the_counts(rrproof):
    counts = "1:yes=189,1:no=311,2:yes=269,2:no=431"
    code, out, _ = rrproof("estimate", "unrelated-two-samples(p1=3/4, p2=1/10)", counts, "--json", "--interval", "wald")
    found = {e["name"]: F(e["unbiased"]) for e in json.loads(out)["result"]["estimates"]}
    one, two = F(189, 500), F(269, 700)
    assert code == 0
    assert found["prevalence"] == (F(9, 10) * one - F(1, 4) * two) / F(13, 20)


def test_what_no_distribution_explains_is_said(rrproof):
    code, out, _ = rrproof("estimate", "warner(p_w=3/4)", "yes=10,no=90")
    assert code == 0
    assert "chance, or somebody did not follow the design" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("warner(p_w=2/3)", "maybe=3"), "'maybe' is no response of the design; its responses are no, yes"),
        (("warner(p_w=2/3)", "yes"), "is no count"),
        (("warner(p_w=2/3)", "yes=-3"), "integer >= 0"),
        (("warner(p_w=2/3)", "yes=3,yes=4"), "counted twice"),
        (("warner(p_w=2/3)", "yes=3,1=4"), "counted twice under another name"),
        (("warner(p_w=1/2)", "yes=3,no=4"), "cannot be estimated"),
        (("warner(p_w=2/3)", "none.csv"), "cannot be read"),
        (("warner(p_w=2/3)", "yes=0,no=0"), "nobody answered"),
        (("moors(p=3/4)", "1:yes=3,1:no=4"), "the counts of 2:no, 2:yes are missing"),
        (("moors(p=3/4)", "1:yes=3,1:no=4,rest=0"), "nobody answered in sample 2"),
        (("warner(p_w=2/3)", "yes=200"), "the count of no is missing; no=0 says that nobody gave this response"),
        (("moors(p=3/4, s=1/3)", "1:yes=3,1:no=4,2:yes=2,2:no=5"), "a share of 1/2, but by the design it has 1/3"),
        (("nobody(p=3/4)", "yes=3"), "no mechanism is called"),
    ],
)
def test_bad_input_is_explained(rrproof, arguments, message):
    code, out, err = rrproof("estimate", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err


def test_a_sample_size_by_hand(rrproof):
    # n Var = q (1 - q)/(2p - 1)^2 with q = 1/2 at the worst prevalence, 1/2
    code, out, _ = rrproof("sample-size", "warner(p_w=2/3)", "--margin", "0.03", "--json")
    (row,) = json.loads(out)["result"]
    assert code == 0
    assert (row["share"], row["variance_of_one"]) == ("1/2", "9/4")
    n = row["respondents"]
    assert Z * (2.25 / n) ** 0.5 <= 0.03 < Z * (2.25 / (n - 1)) ** 0.5
    assert Z * (0.25 / row["truthful_respondents"]) ** 0.5 <= 0.03


def test_the_worst_prior_of_mangat_is_not_in_the_middle(rrproof):
    # yes = pi + (1 - pi)/3, so that q = 1/2 at pi = 1/4
    _, out, _ = rrproof("sample-size", "mangat(p=2/3)", "--margin", "1/100", "--json")
    (row,) = json.loads(out)["result"]
    assert (row["share"], row["variance_of_one"]) == ("1/4", "9/16")


def test_a_prior_is_used_and_two_samples_need_it(rrproof):
    design = "moors(p=3/4, s=1/2)"
    prior = "0:0=0.7,0:1=0.2,1:0=0.06,1:1=0.04"
    code, out, _ = rrproof("sample-size", design, "--margin", "0.05", "--prior", prior, "--json")
    found = {row["name"]: row for row in json.loads(out)["result"]}
    b, x = F(24, 100), F(1, 10)
    yes = F(3, 4) * x + F(1, 4) * b
    assert code == 0
    # the estimate is (yes_1 - yes_2/4)/(3/4), each sample being half of all
    assert F(found["prevalence"]["variance_of_one"]) == (2 * yes * (1 - yes) + 2 * b * (1 - b) / 16) * F(16, 9)
    assert F(found["unrelated attribute"]["variance_of_one"]) == 2 * b * (1 - b)
    code, _, err = rrproof("sample-size", design, "--margin", "0.05")
    assert code == 2
    assert "say the prior" in err
    code, _, err = rrproof("sample-size", design, "--margin", "0.05", "--prior", "0:0=1/2")
    assert code == 2
    assert "sum to 1" in err
    code, _, err = rrproof("sample-size", "warner(p_w=2/3)", "--margin", "0")
    assert code == 2
    assert "a margin of error lies between 0 and 1, not at 0" in " ".join(err.split())


def test_the_least_eps_is_the_least(rrproof):
    code, out, _ = rrproof("epsilon-for", "-k", "10", "-n", "10000", "--margin", "0.02", "--json")
    found = json.loads(out)["result"]
    assert code == 0
    assert [row["name"] for row in found[:2]] == ["SS", "GRR"]
    allowed = (0.02 / Z) ** 2 * 10_000
    for row in found:
        eps = F(row["eps"])
        for level, expected in ((eps, True), (eps - F(1, 10**6), False)):
            rows = {r.name: r for r in frequency_oracles(10, PrivacyLevel.of_eps(level))}
            assert (float(rows[row["name"]].variance(0)) <= allowed) == expected


def test_a_margin_out_of_reach(rrproof):
    code, out, _ = rrproof("epsilon-for", "-k", "10", "-n", "3", "--margin", "1/1000000000", "--share", "1/2")
    assert code == 0
    assert "ask more people" in out


@pytest.mark.parametrize(
    ("arguments", "answer", "line"),
    [
        ([], {"eps": "log(3)", "delta": "0"}, "eps = log(3) ~ 1.09861 with delta = 0"),
        (
            ["--delta", "1/10"],
            {"eps": "log(23/10)", "delta": "1/10"},
            "eps = log(23/10) ~ 0.832909 with delta = 1/10",
        ),
        (["--delta", "0.5"], {"eps": "0", "delta": "1/2"}, "eps = 0 with delta = 1/2"),
        (
            ["--eps", "log(2)"],
            {"eps": "log(2)", "delta": "1/7"},
            "eps = log(2) with delta = 1/7 ~ 0.142857",
        ),
        (
            ["--epsilon", "1/2"],
            {"eps": "1/2", "delta": "3/7 - 1/7 e^(1/2)"},
            "eps = 1/2 with delta = 3/7 - 1/7 e^(1/2) ~ 0.19304",
        ),
        (["--eps", "2"], {"eps": "2", "delta": "0"}, "eps = 2 with delta = 0"),
    ],
)
def test_the_least_eps_and_delta_of_a_design(rrproof, arguments, answer, line):
    no_smaller = "with no smaller delta" if {"--eps", "--epsilon"} & set(arguments) else "at no smaller eps"
    said = f"grr(k=5, x=3) is private at {line}, and {no_smaller}\n"
    assert rrproof("epsilon-for", "grr(k=5, x=3)", *arguments)[:2] == (0, said)
    found = json.loads(rrproof("epsilon-for", "grr(k=5, x=3)", *arguments, "--json")[1])["result"]
    assert {key: found[key] for key in answer} == answer


def test_a_design_that_no_eps_makes_private(rrproof, tmp_path):
    file = tmp_path / "truth.csv"
    file.write_text("1,0\n1/4,3/4\n")
    assert (
        rrproof("epsilon-for", str(file))[1]
        == f"{file} is private at no eps with delta = 0: 3/4 remains at every eps\n"
    )
    assert (
        rrproof("epsilon-for", str(file), "--delta", "3/4")[1]
        == f"{file} is private at eps = 0 with delta = 3/4, and at no smaller eps\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a design"),
        (["-k", "3", "-n", "10"], "name a design"),
        (["grr(k=5, x=3)", "-k", "3"], "-k is for margins, without a design"),
        (["grr(k=5, x=3)", "--delta", "0.1", "--eps", "1"], "exclude each other"),
        (["-k", "3", "-n", "10", "--margin", "0.1", "--delta", "0.1"], "name a design"),
        (["grr(k=5, x=3)", "--delta", "2"], "from 0 to 1"),
        (["grr(k=5)"], "x"),
    ],
)
def test_questions_for_eps_that_are_none(rrproof, arguments, sentence):
    code, out, err = rrproof("epsilon-for", *arguments)
    assert (code, out) == (2, "")
    assert sentence in err


def test_bits_are_named_without_commas(rrproof):
    for design, counts, wrong in (
        ("oue(k=3, x=2)", "000=10,100=40,010=3,111=4,rest=0", "012=3"),
        ("subset-selection(k=4, l=2, gamma=3)", "1100=30,0101=12,0011=11,rest=0", "111=3"),
    ):
        code, out, _ = rrproof("estimate", design, counts, "--interval", "wald", "--json")
        assert code == 0
        assert sum(F(e["unbiased"]) for e in json.loads(out)["result"]["estimates"]) == 1
        code, _, err = rrproof("estimate", design, wrong)
        assert code == 2
        assert (
            f"'{wrong[:3]}' is no response of the design; its responses are {counts[: counts.index(chr(61))]}"
            in " ".join(err.split())
        )
    assert names_of([(0, 0, 1), (1, 0, 1)])[0] == ("(0,0,1)", "(0, 0, 1)", "001")


def test_yes_and_no_name_only_the_answers_of_designs_with_two(rrproof, tmp_path):
    design = tmp_path / "three.csv"
    design.write_text("1/2,1/4,1/4\n1/5,3/5,1/5\n1/10,1/10,4/5\n")
    code, out, _ = rrproof("estimate", str(design), "0=10,1=20,2=30", "--interval", "wald", "--json")
    assert code == 0
    shares = [F(e["unbiased"]) for e in json.loads(out)["result"]["estimates"]]
    rows = ((F(1, 2), F(1, 4), F(1, 4)), (F(1, 5), F(3, 5), F(1, 5)), (F(1, 10), F(1, 10), F(4, 5)))
    assert [sum(s * row[y] for s, row in zip(shares, rows, strict=True)) for y in range(3)] == [
        F(1, 6),
        F(1, 3),
        F(1, 2),
    ]
    assert rrproof("estimate", str(design), "2=80,rest=0", "--interval", "wald")[0] == 0
    for counts in ("no=10,1=20,2=30", "yes=3"):
        code, _, err = rrproof("estimate", str(design), counts)
        assert code == 2
        assert "is no response of the design; its responses are 0, 1, 2" in " ".join(err.split())
    assert names_of([(1, 0), (1, 1), (2, 0), (2, 1)])[1] == ("1:1", "1:True", "1:true", "1:yes")
    assert names_of([(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)])[1] == ("1:1",)


# -- answers as people have them -------------------------------------------------------------------------------------


def people(folder: Path) -> dict[str, Path]:
    """The same answers of 500 respondents, as different programs write them."""
    rows = [(i, "yes" if i % 5 < 2 else "no", 1 + i % 3) for i in range(500)]
    files = {name: folder / name for name in ("comma.csv", "semicolon.csv", "tabs.tsv", "alone.txt", "people.parquet")}
    files["comma.csv"].write_text("id,answer,weight\n" + "".join(f"{i},{a},{w}\n" for i, a, w in rows))
    text = "id;answer;weight\r\n" + "".join(f"{i};{a};{w},0\r\n" for i, a, w in rows)
    files["semicolon.csv"].write_bytes(b"\xef\xbb\xbf" + text.encode())
    files["tabs.tsv"].write_text("id\tanswer\tweight\n" + "".join(f"{i}\t{a}\t{w}\n" for i, a, w in rows))
    files["alone.txt"].write_text("".join(f"{a}\n" for _, a, _ in rows))
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    columns = dict(zip(("id", "answer", "weight"), map(list, zip(*rows, strict=True)), strict=True))
    parquet.write_table(pyarrow.table(columns), files["people.parquet"])
    return files


def test_answers_of_people_are_counted(rrproof, tmp_path):
    wanted = rrproof("estimate", "warner(eps=1)", "yes=200,no=300")[1]
    files = people(tmp_path)
    (tmp_path / "alone.csv").write_text(files["alone.txt"].read_text())
    for name in ("alone.txt", "alone.csv"):
        assert rrproof("estimate", "warner(eps=1)", str(tmp_path / name))[1] == wanted


def test_weights_are_those_of_the_ratio_of_two_totals(rrproof, tmp_path):
    files = people(tmp_path)
    found = set()
    for name in ("comma.csv", "semicolon.csv", "tabs.tsv", "people.parquet"):
        code, out, _ = rrproof("estimate", "warner(p_w=2/3)", str(files[name]), "--weight", "weight", "--json")
        assert code == 0
        found.add(json.dumps(json.loads(out)["result"]))
    (only,) = found
    weights = [(F(1 + i % 3), F(2) if i % 5 < 2 else F(-1)) for i in range(500)]  # (y - 1/3)/(1/3) for y = 1, 0
    total = sum(a for a, _ in weights)
    estimate = sum(a * w for a, w in weights) / total
    variance = F(500, 499) * sum((a * (w - estimate)) ** 2 for a, w in weights) / total**2
    (row,) = json.loads(only)["estimates"]
    assert (F(row["estimate"]), F(row["variance"])) == (estimate, variance)


def test_equal_weights_change_nothing(rrproof, tmp_path):
    (tmp_path / "a.csv").write_text("answer,w\n" + "yes,2\n" * 200 + "no,2\n" * 300)
    weighted = json.loads(rrproof("estimate", "warner(p_w=2/3)", str(tmp_path / "a.csv"), "--weight", "w", "--json")[1])
    plain = json.loads(rrproof("estimate", "warner(p_w=2/3)", "yes=200,no=300", "--json")[1])
    (one,), (other,) = weighted["result"]["estimates"], plain["result"]["estimates"]
    assert (one["estimate"], one["variance"]) == (other["unbiased"], other["variance"])
    assert weighted["result"]["effective_respondents"] == "500"


@pytest.mark.parametrize(
    "text",
    [
        "response,n,share\nyes,200,40%\nno,300,60%\n",
        "stratum;count;answer\nA;200;yes\nA;300;no\n",
        "yes,200.0\nno,300.0\n",
        "yes 200\nno 300\n",
        "yes, 200\nno, 300\n",
    ],
)
def test_counts_beside_other_columns_are_counts(rrproof, tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    wanted = rrproof("estimate", "warner(p_w=2/3)", "yes=200,no=300")
    assert rrproof("estimate", "warner(p_w=2/3)", str(tmp_path / "a.csv")) == wanted
    assert rrproof("estimate", "warner(p_w=2/3)", "true=200; false=300") == wanted


def test_answers_are_those_of_the_design_however_their_letters_are_written(rrproof, tmp_path):
    (tmp_path / "a.csv").write_text("answer\nYes\nyes\nNO\n")
    wanted = rrproof("estimate", "warner(p_w=2/3)", "yes=2,no=1")
    assert rrproof("estimate", "warner(p_w=2/3)", str(tmp_path / "a.csv")) == wanted
    (tmp_path / "b.csv").write_text("q7;w\nYes;1,5\nyes;1\nNO;2\n")
    code, out, _ = rrproof("estimate", "warner(p_w=2/3)", str(tmp_path / "b.csv"), "--weight", "w")
    assert code == 0
    assert "0.666667" in out  # (5/9 - 1/3)/(1/3)
    code, _, err = rrproof("estimate", "warner(p_w=2/3)", "yes=1,Yes=2,no=1")
    assert code == 2
    assert "'Yes' is counted twice under another name" in err


def test_columns_of_any_name_are_named(rrproof, tmp_path):
    (tmp_path / "a.csv").write_text("Antwort;Anzahl;Anteil\nyes;200;0,4\nno;300;0,6\n")
    wanted = rrproof("estimate", "warner(p_w=2/3)", "yes=200,no=300")
    call = ("estimate", "warner(p_w=2/3)", str(tmp_path / "a.csv"))
    assert rrproof(*call, "--column", "Antwort", "--count", "Anzahl") == wanted
    for options, said in (
        ((), "--column names one of Antwort, Anzahl, Anteil; --count that of counts"),
        (("--count", "Anzahl"), "--column says which column holds the responses"),
        (("--column", "Antwort", "--count", "Zahl"), "has no column 'Zahl'"),
        (("--column", "Antwort", "--count", "Anzahl", "--weight", "Anteil"), "give one of them"),
    ):
        code, _, err = rrproof(*call, *options)
        assert code == 2
        assert said in " ".join(err.split())


def test_a_number_of_the_person_is_no_count(rrproof, tmp_path):
    (tmp_path / "a.csv").write_text("number,answer\n1,yes\n2,no\n3,yes\n")
    wanted = rrproof("estimate", "warner(p_w=2/3)", "yes=2,no=1")
    assert rrproof("estimate", "warner(p_w=2/3)", str(tmp_path / "a.csv")) == wanted


def test_responses_with_commas_are_written_with_parentheses(rrproof):
    every = [f"((0, {a}), {b})={a + b + 1}" for a in (0, 1) for b in (0, 1)]
    code, out, _ = rrproof("estimate", "olh(k=2, g=2, x=3)", ",".join([*every, "rest=0"]))
    assert code == 0
    assert "8 respondents" in out
    assert rrproof("estimate", "olh(k=2, g=2, x=3)", ",".join([*every, "rest=0"]).replace(", ", ","))[1] == out


@pytest.mark.parametrize(
    ("text", "arguments", "said"),
    [
        ("id,q1\n1,yes\n2,no\n", (), "--column names one of id, q1"),
        ("s,answer,count\nA,yes,1\nA,no,2\nB,yes,5\n", (), "'yes' is counted twice"),
        ("s,answer,count\nA,yes,1\nA\n", (), "line 3: 3 cells are needed, not 1"),
        ("response,count\n", (), "there is no count"),
        ("yes;1.200\nno;3.000\n", (), "not '1.200'; write it without marks between thousands"),
        ("a,b,c\n1,yes,3\n", (), "--column names one of a, b, c"),
        ("a,answer\n1,yes\n2,\n", (), "line 3: there is no answer"),
        ("a,answer\n1,yes\n", ("--column", "reply"), "has no column 'reply'; it has a, answer"),
        ("answer,w\nyes,0\nno,1\n", ("--weight", "w"), "line 2: a weight is a positive number"),
        (
            "answer,w\nyes,x\nno,1\n",
            ("--weight", "w"),
            "'x' is no number such as 3, 1/3 or 0.25; a weight is a positive number",
        ),
        ("answer,w\nyes,2\nno,1\n", ("--weight", "w", "--interval", "exact"), "--interval is for counts"),
        ("answer\nmaybe\n", (), "'maybe' is no response of the design"),
        ("yes;200\nno;\n", (), "line 2: the count of 'no' is missing; 0 says that nobody gave it"),
        ("no,\nyes,200\n", (), "line 1: the count of 'no' is missing"),
        ("answer;count\nyes;\nno;3\n", (), "line 2: the count of 'yes' is missing; 0 says that nobody gave it"),
    ],
)
def test_what_is_said_of_answers_that_are_none(rrproof, tmp_path, text, arguments, said):
    (tmp_path / "a.csv").write_text(text)
    code, out, err = rrproof("estimate", "warner(p_w=2/3)", str(tmp_path / "a.csv"), *arguments)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())


def test_a_data_frame_is_read(tmp_path):
    class Frame:  # what is asked of one of pandas or polars
        columns = ("id", "answer")

        def __getitem__(self, name):
            return {"id": [1, 2, 3], "answer": ["yes", "no", "yes"]}[name]

    assert counts_of_frame(Frame()).numbers == {"yes": 2, "no": 1}
    assert read_answers(Frame(), read_design("warner(eps=1)")) == {1: 2, 0: 1}


def test_a_data_frame_with_weights_is_estimated_as_the_file_is(rrproof, tmp_path):
    answers, weights = ["yes", "no", "YES", "no"], [0.5, 2, 1.25, 1]

    class Frame:
        columns = ("q7", "w")

        def __getitem__(self, name):
            return {"q7": answers, "w": weights}[name]

    (found,) = estimate_weighted_answers(Frame(), read_design("warner(p_w=2/3)"), "w", column="q7")
    lines = "".join(f"{a}\t{str(w).replace('.', ',')}\r\n" for a, w in zip(answers, weights, strict=True))
    (tmp_path / "a.csv").write_bytes(f"q7\tw\r\n{lines}".encode("utf-16"))  # as Excel writes "Unicode text"
    arguments = ("estimate", "warner(p_w=2/3)", str(tmp_path / "a.csv"), "--column", "q7", "--weight", "w", "--json")
    (row,) = json.loads(rrproof(*arguments)[1])["result"]["estimates"]
    # the weights of responses are (1 - p_w - 1)/(1 - 2 p_w) = 2 of a yes and -1 of a no; yes has 7/4 of the whole 19/4
    assert found.estimate == F(2) * F(7, 19) - F(12, 19) == F(row["estimate"])
    assert str(found.variance) == row["variance"]


def test_a_missing_answer_of_a_data_frame_is_said():
    class Missing:  # as that of pandas, of which nothing can be asked
        def __str__(self):
            return "<NA>"

        def __eq__(self, other):
            raise TypeError("boolean value of NA is ambiguous")

        __hash__ = None

    class Frame:
        columns = ("answer",)

        def __getitem__(self, name):
            return [True, False, Missing()]

    with pytest.raises(CountsError, match="line 4: there is no answer"):
        read_answers(Frame(), read_design("warner(eps=1)"))


@pytest.mark.parametrize(("margin", "said"), [("3", "is 3 % meant? write 3%, or 0.03"), ("1.5", "is 1.5 % meant?")])
def test_a_margin_of_three_asks_whether_percent_is_meant(rrproof, margin, said):
    code, out, err = rrproof("sample-size", "warner(p_w=2/3)", "--margin", margin)
    assert (code, out) == (2, "")
    assert said in " ".join(err.split())
    wanted = rrproof("sample-size", "warner(p_w=2/3)", "--margin", "0.03")
    assert rrproof("sample-size", "warner(p_w=2/3)", "--margin", "3%") == wanted
    assert rrproof("sample-size", "warner(p_w=2/3)", "--margin", ".03") == wanted


def test_answers_begin_with_a_sentence(rrproof):
    size = rrproof("sample-size", "warner(p_w=2/3)", "--margin", "3%")[1]
    assert size.startswith(
        "9604 respondents estimate prevalence to within 0.03 at confidence 95 %, at the share 0.5, the worst; "
        "1068 would"
    )
    least = rrproof("epsilon-for", "-k", "10", "-n", "10000", "--margin", "0.02")[1]
    assert " needs the least eps, " in least.partition("\n")[0]
    best = " ".join(rrproof("oracles", "-k", "100", "--eps", "1")[1].split())
    assert best.startswith("At eps = 1 subset selection (d = 27) has the least variance, n Var = 3")
    assert "is next, with" in best
