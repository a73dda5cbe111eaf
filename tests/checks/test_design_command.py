"""`rrproof design` as its user meets it: each objective, its certificates, and what it says to bad input."""

import json
import math
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path

import pytest

from checks.inputs import exact_files
from checks.inputs.exact_files import MAXIMAL_BYTES, ExactFileError, read_matrix, read_vector
from lp.losses.linear_loss import LossError, l1, loss_program
from mechanisms.design import Design
from mechanisms.guarantees.known_designs import recognised

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = '[[constraint]]\nkind = "local-privacy"\nx = "3"\n\n[[constraint]]\nkind = "zeros"\ncells = [[0, 1]]\n'


@pytest.fixture(autouse=True)
def wide(monkeypatch):
    """A table as wide as it wants to be, whatever terminal the tests run in."""
    monkeypatch.setenv("COLUMNS", "120")


def words(text):
    return " ".join(text.split())


def matrix_of(out):
    return [[F(entry) for entry in row] for row in json.loads(out)["result"]["design"]["matrix"]]


def test_hamming_is_randomized_response(rrproof):
    code, out, err = rrproof("design", "--categories", "5", "--epsilon", "log(3)", "--objective", "hamming")
    assert (code, err) == (0, "")
    assert "optimum    4/7 = 0.57142857142857" in out
    assert "5-ary randomized response: the truth with probability 3/7, each of the 4 others with 1/7" in out
    assert "no other design is as good" in out
    assert "1 theorem of the kernel, by weak duality" in out
    assert "min over 30 variables, 55 inequalities, 5 equations" in out
    assert "5 constraints: P[0, 0] = x P[1, 0]" in out
    assert [line.split() for line in out.splitlines()].count(["0", "3/7", "1/7", "1/7", "1/7", "1/7"]) == 1


def test_a_prior_and_the_certificates_of_the_answer(rrproof, tmp_path):
    vipr, proof = tmp_path / "l1.vipr", tmp_path / "l1.json"
    arguments = ("design", "-k", "4", "--eps", "x=5/2", "--objective", "l1", "--prior", "1/2,1/4,1/8,1/8")
    code, out, _ = rrproof(*arguments, "--vipr", str(vipr), "--proof", str(proof))
    assert code == 0
    assert "37/56" in out
    assert "a binary mechanism: it tells whether the truth is in {0}" in out
    assert "2 of the 4 responses never occur" in out
    assert "as good" not in rrproof("design", "-k", "20", "--eps", "log(3)", "--objective", "l1")[1]
    assert (
        "it is not the only one: other designs are as good"
        in rrproof("design", "-k", "2", "--eps", "x=1", "--objective", "l1")[1]
    )
    code, out, _ = rrproof("recheck", str(vipr))
    assert (code, out.count("min over 20 variables, 40 constraints = 37/56")) == (0, 1)
    assert "P[3,3]" in vipr.read_text()
    code, out, _ = rrproof("recheck", str(proof))
    assert (code, out.count("min over 20 variables, 36 inequalities, 4 equations = 37/56")) == (0, 1)


def test_certificates_with_a_changed_number_do_not_check(rrproof, tmp_path):
    vipr, proof = tmp_path / "mse.vipr", tmp_path / "mse.json"
    assert (
        rrproof(
            "design", "-k", "3", "--eps", "log(7)", "--objective", "mse", "--vipr", str(vipr), "--proof", str(proof)
        )[0]
        == 0
    )
    text = vipr.read_text()
    for old, new in (("RTP range 4/9 4/9", "RTP range 4/9 3/9"), ("bound G 4/9", "bound G 5/9")):
        assert text.count(old) == 1
        vipr.write_text(text.replace(old, new))
        code, _, err = rrproof("recheck", str(vipr))
        assert code == 1
        assert "does not check" in words(err)
    vipr.write_text(text[: text.index("DER")])
    code, _, err = rrproof("recheck", str(vipr))
    assert (code, "the file ends in line" in err) == (2, True)
    data = json.loads(proof.read_text())
    (step,) = data["proofs"][0]["proof"]["steps"]
    for part in (1, 2, 3):  # the point, the multipliers of the rows and of the equations
        place = next(i for i, value in enumerate(step["arguments"][part]) if value != "0")
        kept = step["arguments"][part][place]
        step["arguments"][part][place] = str(F(kept) + F(1, 1000))
        proof.write_text(json.dumps(data))
        assert rrproof("recheck", str(proof))[0] == 1
        step["arguments"][part][place] = kept


@pytest.mark.parametrize(("ending", "text"), [
    (".csv", "# a loss\n0, 1, 1/2\n\n2, 0, 0.5  # the second\n"),
    (".json", '[[0, 1, "1/2"], [2, 0, 0.5]]'),
    (".toml", 'loss = [[0, 1, "1/2"], [2, 0, 0.5]]'),
])  # fmt: skip
def test_a_loss_from_a_file(rrproof, tmp_path, ending, text):
    loss = tmp_path / f"loss{ending}"
    loss.write_text(text)
    assert read_matrix(loss) == ((0, 1, F(1, 2)), (2, 0, F(1, 2)))
    code, out, _ = rrproof("design", "--epsilon", "log(7)", "--objective", str(loss), "--json")
    assert code == 0
    found = json.loads(out)["result"]
    rows = matrix_of(out)
    assert [sum(row) for row in rows] == [1, 1]
    assert all(p <= 7 * q for a in rows for b in rows for p, q in zip(a, b, strict=True))
    value = sum(
        c * p for line, row in zip(read_matrix(loss), rows, strict=True) for c, p in zip(line, row, strict=True)
    )
    assert F(found["optimum"]["exact"]) == value / 2
    assert value / 2 == F(3, 16)


def test_delta_and_constraints(rrproof, tmp_path):
    code, out, _ = rrproof("design", "-k", "3", "--epsilon", "log(2)", "--objective", "mse", "--delta", "1/10")
    assert code == 0
    assert "3/5 = 0.6" in out
    assert "delta = 1/10" in out
    demands = tmp_path / "demands.toml"
    demands.write_text(CONSTRAINTS)
    code, out, _ = rrproof("design", "-k", "2", "--objective", "hamming", "--constraints", str(demands), "--json")
    assert code == 0
    assert matrix_of(out)[0][1] == 0
    demands.write_text(CONSTRAINTS + '\n[[constraint]]\nkind = "entry"\ntruth = 1\nresponse = 1\nleast = "1/2"\n')
    vipr = tmp_path / "none.vipr"
    arguments = ("design", "-k", "2", "--objective", "hamming", "--constraints", str(demands), "--vipr", str(vipr))
    code, out, _ = rrproof(*arguments)
    assert code == 1
    assert "no design meets these demands" in out
    assert "by Farkas' lemma" in out
    code, out, _ = rrproof("recheck", str(vipr))
    assert (code, "no feasible point" in out) == (0, True)
    assert json.loads(rrproof(*arguments, "--json")[1])["result"]["optimum"] is None


def test_information_over_staircases(rrproof):
    code, out, _ = rrproof("design", "-k", "4", "--eps", "log(2)", "--objective", "mutual-information")
    assert code == 0
    assert "0.05663301226513" in out
    assert "it is not the only one" in out
    code, out, _ = rrproof(
        "design", "-k", "3", "--eps", "log(3)", "--objective", "chi-square", "--prior", "1/2,1/3,1/6", "--json"
    )
    assert json.loads(out)["result"]["optimum"]["exact"] == "29/100"
    assert json.loads(out)["result"]["design"]["responses"] == ["{0}", "{1}", "{2}"]
    for objective in ("total-variation", "fisher", "posterior"):
        assert rrproof("design", "-k", "3", "--eps", "log(3)", "--objective", objective)[0] == 0


def test_minimax_for_few_and_for_very_many_categories(rrproof, tmp_path):
    code, out, _ = rrproof("design", "-k", "4", "--eps", "log(3/2)", "--objective", "minimax", "--json")
    assert code == 0
    assert json.loads(out)["result"]["optimum"]["exact"] == "225/4"
    assert json.loads(out)["result"]["design"]["responses"][:2] == ["{0,1}", "{0,2}"]
    proof = tmp_path / "minimax.json"
    code, out, _ = rrproof(
        "design", "-k", "1000000", "--eps", "log(3)", "--objective", "minimax", "--proof", str(proof)
    )
    assert code == 0
    assert "2999994000003/1000000" in out
    assert "sets of 250000" in out
    assert rrproof("recheck", str(proof))[0] == 0
    vipr = tmp_path / "minimax.vipr"
    code, out, _ = rrproof(
        "design", "-k", "3", "--eps", "log(2)", "--objective", "minimax", "--delta", "1/10", "--vipr", str(vipr)
    )
    assert code == 0
    assert rrproof("recheck", str(vipr))[0] == 0


def test_hamming_for_very_many_categories(rrproof):
    code, out, _ = rrproof("design", "-k", "1000000", "--eps", "log(3)", "--objective", "hamming")
    assert code == 0
    assert "333333/333334" in out
    assert "1000000-ary randomized response" in out
    code, out, _ = rrproof("design", "-k", "3", "--eps", "log(2)", "--objective", "hamming", "--delta", "1/10")
    assert "9/20" in out


def test_every_eps_at_once(rrproof, tmp_path):
    plot, proof = tmp_path / "l1.png", tmp_path / "l1.json"
    arguments = ("design", "-k", "4", "--objective", "l1", "--parametric")
    code, out, _ = rrproof(*arguments, "--plot", str(plot), "--proof", str(proof))
    assert code == 0
    assert "1 <= x <= 2 + sqrt(5) ~ 4.23607" in words(out)
    assert "5/(x + 3)" in out
    assert "4-ary randomized response" in words(out)
    assert plot.read_bytes().startswith(b"\x89PNG")
    code, out, _ = rrproof("recheck", str(proof))
    assert (code, out.count("states")) == (0, 3)
    pieces = json.loads(rrproof(*arguments, "--json")[1])["result"]["pieces"]
    assert [piece["value"] for piece in pieces] == ["(x + 3)/(2*(x + 1))", "5/(x + 3)"]
    code, out, _ = rrproof(*arguments, "--latex")
    assert r"\begin{cases}" in out
    assert r"1 \le e^{\epsilon} \le 2 + \sqrt{5}" in out
    code, out, _ = rrproof("design", "-k", "3", "--objective", "chi-square", "--parametric", "--json")
    (piece,) = json.loads(out)["result"]["pieces"]
    assert (piece["value"], piece["responses"]) == ("2*(x - 1)**2/(x + 2)**2", ["{0}", "{1}", "{2}"])


def test_levels_whose_exponential_is_irrational(rrproof, tmp_path):
    proof = tmp_path / "level.json"
    code, out, _ = rrproof("design", "-k", "3", "--eps", "3/2", "--objective", "l1", "--proof", str(proof))
    assert code == 0
    assert "8/(3*(x + 2)) = 0.411415394618" in out
    assert "lies between 0.411415394618 and 0.411415394619" in out
    assert ["0", "x/(x", "+", "2)", "1/(x", "+", "2)", "1/(x", "+", "2)"] in [line.split() for line in out.splitlines()]
    code, out, _ = rrproof("recheck", str(proof))
    assert (code, "x = exp(3/2)" in out) == (0, True)
    code, out, _ = rrproof("design", "-k", "3", "--eps", "x=1+sqrt(5)", "--objective", "hamming", "--json")
    assert json.loads(out)["result"]["optimum"]["exact"] == "3/2 - sqrt(5)/2"
    assert json.loads(out)["result"]["design"]["matrix"][0][0] == "-1/2 + sqrt(5)/2"
    code, out, _ = rrproof("design", "-k", "3", "--eps", "1", "--objective", "hamming", "--delta", "1/10", "--latex")
    assert r"\frac{5 x + 1}{5 (x + 2)}" in out
    code, out, _ = rrproof("design", "-k", "3", "--eps", "1", "--objective", "mutual-information", "--json")
    best = (math.e * math.log(math.e) - (math.e + 2) * math.log((math.e + 2) / 3)) / (math.e + 2)
    assert json.loads(out)["result"]["optimum"]["decimal"] == pytest.approx(best, abs=1e-11)
    code, out, _ = rrproof("design", "-k", "4", "--eps", "0.5", "--objective", "minimax", "--rational")
    assert code == 0
    assert "x = e^eps was taken as the rational number 16487212707/10000000000, just below" in words(out)


def test_latex_of_one_level(rrproof):
    code, out, _ = rrproof("design", "-k", "2", "--eps", "log(3)", "--objective", "hamming", "--latex")
    assert code == 0
    assert r"\min = \frac{1}{4}, \qquad" in out
    assert r"\frac{3}{4} & \frac{1}{4} \\ \frac{1}{4} & \frac{3}{4}" in out
    assert out.count("{") == out.count("}")
    assert out.count(r"\[") == out.count(r"\]") == 1


def test_large_designs_are_shown_in_part_with_letters(rrproof):
    code, out, _ = rrproof("design", "-k", "20", "--eps", "log(3)", "--objective", "hamming")
    assert code == 0
    assert "the first part of 20 truths and 20 responses" in out
    assert "a = 3/22" in out
    assert max(map(len, out.splitlines())) <= 120


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--objective", "hamming", "--eps", "log(3)"], "--categories: how many"),
        (["-k", "1", "--objective", "hamming", "--eps", "log(3)"], "1 is not in the range"),
        (["-k", "3", "--objective", "hamming"], "--epsilon: a privacy level is needed"),
        (["-k", "3", "--objective", "hamming", "--eps", "log(0.5)"], "x = e^eps must be at least 1"),
        (["-k", "3", "--objective", "hamming", "--eps", "three"], "a level is written like log(3)"),
        (["-k", "3", "--objective", "hamming", "--eps", "__import__('os')"], "is not understood"),
        (["-k", "3", "--objective", "best", "--eps", "log(3)"], "neither one of hamming, l1, mse"),
        (["-k", "3", "--objective", "none.csv", "--eps", "log(3)"], "cannot be read: No such file"),
        (["-k", "3", "--objective", "hamming", "--eps", "log(3)", "--pi", "1/2,1/2"], "2 shares are given"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--prior", "1/2,1/3"], "must sum to 1, not to 5/6"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--prior", "3/2,-1/2"], "is at least 0, not -1/2"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--prior", "half,half"], "is no number such as"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--delta", "2"], "from 0 to 1"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--delta", "x"], "no number such as"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--constraints", "none.toml"], "cannot be read"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--plot", "a.png"], "goes with --parametric"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--json", "--latex"], "exclude each other"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--vipr", "none/a.vipr"], "cannot be written"),
        (["-k", "2", "--objective", "hamming", "--eps", "log(3)", "--parametric"], "--epsilon has no place beside it"),
        (["-k", "2", "--objective", "minimax", "--parametric"], "at one --epsilon only"),
        (["-k", "3", "--objective", "mutual-information", "--parametric"], "rational functions of x"),
        (["-k", "3", "--objective", "fisher", "--parametric", "--delta", "1/10"], "eps-LDP only"),
        (["-k", "17", "--objective", "l1", "--parametric"], "at most 16 categories"),
        (["-k", "3", "--objective", "minimax", "--eps", "log(3)", "--prior", "1/2,1/4,1/4"], "case over all priors"),
        (["-k", "3", "--objective", "minimax", "--eps", "log(1)"], "gamma"),
        (["-k", "15", "--objective", "minimax", "--eps", "log(3)", "--delta", "1/10"], "at most 14 categories"),
        (["-k", "3", "--objective", "mutual-information", "--eps", "log(3)", "--delta", "1/10"], "eps-LDP only"),
        (["-k", "3", "--objective", "mutual-information", "--eps", "log(1)"], "must be greater than 1"),
        (["-k", "999", "--objective", "l1", "--eps", "log(3)"], "at most 200 are solved"),
        (["-k", "999", "--objective", "posterior", "--eps", "log(3)"], "at most 60 categories"),
    ],
)  # fmt: skip
def test_bad_input_is_explained(rrproof, arguments, reason):
    code, out, err = rrproof("design", *arguments)
    assert code == 2
    assert out == ""
    assert reason in words(err)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("a.csv", b"0,1\n2", "line 2: 1 numbers, but line 1 has 2"),
        ("a.csv", b"0,1\n2,1e9", "line 2: '1e9' is no exact number"),
        ("a.csv", b"", "has no numbers"),
        ("a.csv", b"\xff\xfa", "not text in UTF-8"),
        ("a.csv", b"9" * 200, "is no exact number such as 2, -1/3 or 0.25"),
        ("a.json", b"[[0, 1], [2]]", "row 0 has 2 entries, but row 1 has 1"),
        ("a.json", b"[[]]", "holds no numbers"),
        ("a.json", b"\xff\xfa", "not text in UTF-8"),
        ("a.json", b'[["1/0"]]', "row 0, entry 0: a number such as 3, -1/2 or 0.25 is needed, not '1/0'"),
        ("a.json", b"[[1e9]]", "not '1e9'"),
        ("a.json", b"{}", "a list of rows"),
        ("a.json", b"[[1, true]]", "entry 1: a number such as 3, -1/2 or 0.25 is needed, not bool"),
        ("a.json", b"[[1, [2]]]", "not list"),
        ("a.json", b"[[1, NaN]]", "not float"),
        ("a.json", b"[" * 100_000, "no JSON file"),
        ("a.json", b"[[" + b"9" * 10_000 + b"]]", "no JSON file"),
        ("a.toml", b"a = [[1]]\nb = [[1]]", "one key with the rows is needed, not 2 keys"),
        ("a.toml", b"a = 1", "a list of rows"),
        ("a.json", b" " * (MAXIMAL_BYTES + 1), "larger than"),
        ("a.json", b"[" + b"[1, 1], " * 60 + b"[1, 1]]", "more than 100 numbers"),
    ],
)  # fmt: skip
def test_files_that_hold_no_matrix(tmp_path, monkeypatch, name, content, reason):
    monkeypatch.setattr(exact_files, "MAXIMAL_ENTRIES", 100)
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises((ExactFileError, LossError)) as error:
        read_matrix(file)
    assert reason in str(error.value)


def test_a_row_or_a_column_of_numbers(tmp_path):
    file = tmp_path / "prior.csv"
    for text in ("1/2,1/4,1/4", "1/2\n1/4\n1/4"):
        file.write_text(text)
        assert read_vector(file) == (F(1, 2), F(1, 4), F(1, 4))
    file.write_text("1,2\n3,4")
    with pytest.raises(ExactFileError, match="one row or one column"):
        read_vector(file)


def test_a_wide_matrix_fits_a_narrow_terminal(rrproof, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    code, out, _ = rrproof("design", "-k", "12", "--eps", "log(7/3)", "--objective", "l1")
    assert code == 0
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 60


def test_help_imports_nothing_heavy():
    code = (
        "import sys\nfrom checks.cli import main\n"
        "try:\n    main(['design', '--help'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'sympy', 'numpy', 'matplotlib', 'cvxpy', 'highspy', 'checks.claims.claim'}\n"
        "print(sorted(heavy.intersection(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "Examples:" in done.stdout


BINARY = "a binary mechanism: it tells whether the truth is in {0}"
NUMBERS = "the truth with probability 3/4, the other one with 1/4"


@pytest.mark.parametrize(
    ("rows", "sentences"),
    [
        ("1/3 2/3, 1/3 2/3", ["the response says nothing about the truth"]),
        ("3/4 1/4, 1/4 3/4", [f"2-ary randomized response: {NUMBERS}"]),
        ("1/4 3/4, 3/4 1/4", [f"2-ary randomized response, its responses in another order: {NUMBERS}"]),
        ("3/4 1/4, 1/4 3/4, 1/4 3/4", [BINARY]),
        (
            "1/2 1/2 0, 1/2 0 1/2, 0 1/2 1/2",
            ["subset selection, sets of 2: 1/2 where the set holds the truth, 0 where not"],
        ),
        (
            "3/8 1/8 3/8 1/8, 1/8 3/8 1/8 3/8",
            [
                "an extremal (staircase) mechanism: each column holds only its least entry and 3 times it",
                "the 4 responses that occur say only 2 different things",
            ],
        ),
        (
            ", ".join(["3/4 1/4"] * 15 + ["1/4 3/4"] * 2),
            ["a binary mechanism: it tells whether the truth is in {0, 1, 2, 3, 4, 5, ...} of 15 truths"],
        ),
        ("1/2 1/3 1/6, 1/6 1/2 1/3", []),
        ("1/2 0 1/2, 1/3 0 2/3", [BINARY, "1 of the 3 responses never occur"]),
    ],
)
def test_designs_with_a_name_are_recognised(rows, sentences):
    design = Design([[F(entry) for entry in row.split()] for row in rows.split(",")])
    assert list(recognised(design)) == sentences
    assert not any(char in "".join(recognised(design, with_numbers=False)) for char in "/")


def test_the_program_of_the_certificate_is_that_of_the_question(rrproof, tmp_path):
    proof = tmp_path / "proof.json"
    assert rrproof("design", "-k", "3", "--eps", "log(2)", "--objective", "l1", "--proof", str(proof))[0] == 0
    (stated, _, value) = json.loads(proof.read_text())["proofs"][0]["proof"]["statement"]["optimal"]
    assert value == "2/3"
    assert [F(c) for c in stated["cost"]] == list(loss_program(l1(3), F(2), (F(1, 3),) * 3).cost)


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "3", "--objective", "minimax"),
        ("-k", "3", "--objective", "fisher"),
        ("-k", "30", "--objective", "hamming"),
    ],
)
def test_where_numbers_are_rational_one_stands_for_an_irrational_level(rrproof, arguments):
    code, out, _ = rrproof("design", *arguments, "--eps", "1")
    assert code == 0
    assert "eps = 1" in words(out)
    assert "below" in words(out)


def test_a_long_optimum_is_told_by_its_decimals(rrproof):
    asked = ("design", "-k", "4", "--eps", "1", "--objective", "minimax")
    (told,) = (line for line in rrproof(*asked)[1].splitlines() if line.startswith("optimum"))
    assert told.split()[1] == "8.3062228892779;"
    assert "is in the JSON" in told
    assert "/" in str(json.loads(rrproof(*asked, "--json")[1])["result"]["optimum"])
