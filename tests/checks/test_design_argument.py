"""Designs as a user names them: files and names, what they mean, and what is said where they break."""

import math
from fractions import Fraction
from itertools import permutations

import pytest

from checks.inputs.design import (
    DesignArgumentError,
    of_the_same_truths,
    read_design,
    read_symbolic_design,
    read_values,
)
from checks.inputs.design_files import design_from_file
from mechanisms import Design
from mechanisms.guarantees.hockey_stick import delta_curve
from mechanisms.protocols.relaxation import randomized_response

F = Fraction


def entries(design: Design) -> list[list[Fraction]]:
    return [[entry.evaluate({}) for entry in row] for row in design.entries]


@pytest.mark.parametrize(
    "name", ["grr(k=3, x=5/2)", "krr( k = 3 , x = 2.5 )", "GRR(k=3,eps=log(2.5))", "rr(k=3,eps=ln(5/2))"]
)
def test_one_mechanism_by_many_names(name: str) -> None:
    assert entries(read_design(name)) == entries(randomized_response(F(5, 2), 3))


def test_mechanisms_with_other_parameters() -> None:
    assert entries(read_design("warner(p_w=1/3)")) == [[F(1, 3), F(2, 3)], [F(2, 3), F(1, 3)]]
    assert read_design("subset-selection(k=4, l=2, gamma=3)").shape == (4, 6)
    assert read_design("local-l-diversity(k=4, l=3)").shape == (4, 4)
    assert read_design("christofides(L=3, p1=1/2, p2=1/4)").responses == (1, 2, 3)
    assert entries(read_design("grr(k=2, eps=0)")) == [[F(1, 2)] * 2] * 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("gr(k=3, x=2)", "did you mean grr"),
        ("she(k=5, eps=1)", r"which no matrix holds; `rrproof analyze 'she\(k=5, eps=1\)'` has its formulas"),
        ("SHE(k=5, eps=eps)", "she answers with a number for each value"),
        ("grr(x=2)", r"grr needs k, an integer: write grr\(k=3"),
        ("grr(k=2.5, x=2)", "k is an integer from 1 to 200, not 5/2"),
        ("grr(k=log(2), x=2)", r"not log\(2\)"),
        ("grr(k=3)", r"grr needs x \(1 <= x; x = e\^eps\); write grr\(\.\.\., x=\.\.\.\)"),
        ("warner", r"write warner\(p_w=\.\.\.\)"),
        ("warner(1/3)", "write name=value"),
        ("warner(p_w=1/3, p_w=1/2)", "given twice"),
        ("warner(q=1/3)", "no parameter q; it has p_w"),
        ("warner(p_w=1/0)", "no number such as"),
        ("warner(p_w=-1)", "p_w is at least 0, not -1"),
        ("grr(k=3, eps=-1/2)", "eps is at least 0, not -1/2"),
        ("warner(p_w=4/3)", "outside its domain"),
        ("warner(p_w=log(2))", r"a number, not log\(2\)"),
        ("warner", r"or its privacy level, eps=1 or eps=log\(3\)"),
        ("corner(eps=log(3))", r"needs delta .*; write corner\(\.\.\., delta=\.\.\.\)$"),
        ("the(k=3, eps=1)", r"needs t .*; write the\(\.\.\., t=\.\.\.\)$"),
        ("warner(delta=1/10)", r"delta stands beside eps; write warner\(\.\.\., eps=1, delta=1/10\)"),
        ("grr(k=3, x=3, delta=1)", "delta is a number from 0 to below 1"),
        ("sue(k=2, eps=1, delta=1/10)", r"does not say the value of u; .* `rrproof epsilon-for DESIGN --delta 1/10`"),
        ("warner(p_w=1/3, eps=1)", "all of its parameters are given"),
        ("warner(p_w=1/3, p=1/3)", "p and p_w say the same"),
        ("subset-selection(k=6, d=2, eps=1)", "d and k say the same; give one of them; l is another parameter"),
        ("two-stage(eps=1)", "give all but one of T, p"),
        ("mangat(eps=1)", "no value of p makes the design private at exactly this level"),
        ("warner(eps=201)", "eps is at most 200"),
        ("warner(eps=log(1/2))", "a privacy budget is at least 0"),
        ("grr(k=3, eps=log(2), x=2)", "say the same"),
        ("grr(k=3, x=1/2)", "outside its domain"),
        ("oue(k=40, x=2)", "at most 40000"),
        ("grr(k=3, x=" + "9" * 80 + ")", "at most 60"),
        ("grr(k=3, x=2", "names no design"),
        ("__import__('os')", "names no design"),
        ("x" * 500, "at most 400 characters"),
    ],
)
def test_what_is_said_where_a_name_breaks(given: str, said: str) -> None:
    with pytest.raises(DesignArgumentError, match=said):
        read_design(given)


LEVELS = (
    "warner", "binary", "forced-response", "forced-response(q=1/6", "simmons", "simmons(piB=1/4", "ewrr3", "crosswise",
    "rappor-permanent", "unary-encoding(k=3", "grr(k=3", "sue(k=3", "oue(k=3", "subset-selection(k=4, l=2",
    "hadamard-response(k=3", "optimal-epsilon", "kuk(cards=1",
)  # fmt: skip


@pytest.mark.parametrize("eps", ["1", "log(3)", "1/2", "x=5/2"])
@pytest.mark.parametrize("name", LEVELS)
def test_every_design_with_a_privacy_level_takes_it(name: str, eps: str) -> None:
    value = eps if "=" in eps else f"eps={eps}"
    notes: list[str] = []
    found = read_design(f"{name}, {value})" if "(" in name else f"{name}({value})", notes=notes)
    wanted = {"1": math.e, "log(3)": 3, "1/2": math.exp(0.5), "x=5/2": 2.5}[eps]
    least = delta_curve(found).least_level(0)
    assert least is not None
    assert float(least) == pytest.approx(wanted, rel=1e-11)
    assert notes or least in (3, F(5, 2)), "what is not exact is said"


WITH_A_DELTA = (
    "warner", "forced-response(q=1/6", "simmons", "mangat", "crosswise", "optimal-epsilon", "grr(k=5", "oue(k=3",
    "subset-selection(k=4, l=2", "hadamard-response(k=4", "blh(k=3",
)  # fmt: skip


@pytest.mark.parametrize("eps", ["eps=1", "eps=log(3)", "x=5/2"])
@pytest.mark.parametrize("name", WITH_A_DELTA)
def test_a_delta_beside_eps_is_used_up(name: str, eps: str) -> None:
    found = read_design(f"{name}{', ' if '(' in name else '('}{eps}, delta=1/9)")
    x = {"eps=1": F(*math.e.as_integer_ratio()), "eps=log(3)": F(3), "x=5/2": F(5, 2)}[eps]
    wins = (sum(max(F(0), a - x * b) for a, b in zip(*rows, strict=True)) for rows in permutations(entries(found), 2))
    assert abs(max(wins) - F(1, 9)) < (F(1, 10**11) if eps == "eps=1" else F(1, 10**30))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("warner(p=2/3)", "warner(p_w=2/3)"),
        ("unrelated-question(p=2/3, pi_Y=1/4)", "simmons(p=2/3, piB=1/4)"),
        ("krr(d=3, epsilon=log(2))", "grr(k=3, x=2)"),
        ("subset-selection(k=4, omega=2, x=3)", "subset-selection(k=4, l=2, gamma=3)"),
        ("forced(eps=log(3))", "forced-response(p=1/2, q=1/4)"),
        ("warner(eps=log(3))", "warner(p_w=3/4)"),
        ("warner(eps=log(3), delta=0.1)", "warner(p_w=31/40)"),
        ("grr(k=4, eps=log(3), delta=0)", "grr(k=4, x=3)"),
        ("simmons(eps=log(3))", "simmons(p=1/2, piB=1/2)"),
        ("simmons(p=1/2, eps=log(4))", "simmons(p=1/2, piB=2/3)"),
        ("vpp(w=1/2, eps=log(3))", "vpp(w=1/2, x2=3)"),
        ("the(k=2, t=2, eps=log(9))", "the(k=2, t=2, u=3)"),
        ("unary-encoding(k=3, eps=log(9))", "unary-encoding(k=3, b=3/4)"),
        ("kuk(cards=3, eps=log(8))", "kuk(cards=3, p1=2/3, p2=1/3)"),
        ("kuk(cards=1, p2=1/4, eps=log(3))", "kuk(cards=1, p1=3/4, p2=1/4)"),
    ],
)
def test_names_of_the_field_mean_those_of_the_catalogue(written: str, meant: str) -> None:
    assert entries(read_design(written)) == entries(read_design(meant))


FILES = {
    "labels.csv": "# rates\n,yes,no\n\nyes, 3/4 ,0.25\nno,1/4,3/4\n",
    "table.toml": 'truths = ["yes", "no"]\nresponses = ["yes", "no"]\nmatrix = [["3/4", 0.25], ["1/4", "0.75"]]\n',
    "table.json": '{"truths": ["yes", "no"], "responses": ["yes", "no"], "matrix": [[0.75, "1/4"], ["1/4", "3/4"]]}',
}


@pytest.mark.parametrize("name", FILES)
def test_files_of_each_kind_hold_the_same_design(tmp_path, name: str) -> None:
    (tmp_path / name).write_text(FILES[name])
    found = read_design(str(tmp_path / name))
    assert found == Design([[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]], truths=("yes", "no"), responses=("yes", "no"))


def test_entries_alone_and_names_that_are_integers(tmp_path) -> None:
    plain, listed, named = tmp_path / "plain.csv", tmp_path / "rows.json", tmp_path / "named.csv"
    plain.write_text("1,0\n1/2,1/2\n")
    listed.write_text('[[1, 0], ["1/2", "0.5"]]')
    named.write_text(",1,2\n1,1,0\n2,0,1\n")
    assert read_design(str(plain)) == read_design(str(listed)) == Design([[1, 0], [F(1, 2), F(1, 2)]])
    assert read_design(str(named)).responses == (1, 2)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "1/2,1/2\n1/2,1/3\n", r"a\.csv: line 2: the entries sum to 5/6, not to 1"),
        ("a.csv", "1/2,1/2\n1\n", "line 2: 1 entries, but the first row has 2"),
        ("a.csv", "1/2,1/2\n\n3/2,-1/2\n", "line 3, entry 1: 3/2 is no probability"),
        ("a.csv", "\n# nothing\n", "no line with entries"),
        ("a.csv", "1/2,1/2\n0,9 0,1\n", r"line 2: 3 entries, but the first row has 2"),
        ("a.csv", "1/2;1/2\n1;1;1\n", "line 2: 3 entries, but the first row has 2"),
        ("a.csv", "truth,yes,no\na,b,c\n", "line 1: these are names, not entries"),
        ("a.csv", "0.333,0.333,0.333\n", "entries are read exactly, so write 1/3 for 0.333"),
        ("a.csv", "0.67,0.17,0.17\n", "write 2/3 for 0.67 and 1/6 for 0.17"),
        ("a.csv", "0.75,0.5\n0.25,0.5\n", r"the columns sum to one, so that it seems to be transposed.*\^T"),
        ("a.csv", "75,25\n25,75\n", "the entries sum to 100: as percent they are written 75%"),
        ("a.csv", "0,75,0,25\n0,25,0,75\n", "where decimals have a comma, semicolons or tabs separate them"),
        ("a.csv", "#NAME?,0.5\n0.5,0.5\n", r"line 1: #NAME\? is an error of the spreadsheet"),
        ("a.csv", ",yes,no\n", "below the names"),
        ("a.csv", ",yes,yes\n1,1,0\n", "not all different"),
        ("a.json", "[[1, 0]", "not a JSON file"),
        ("a.json", "[[1, NaN]]", "NaN is no number"),
        ("a.json", "[[true, 0]]", "True is no probability"),
        ("a.json", '{"rows": []}', "write matrix = "),
        ("a.json", "[1, 0]", "a list of rows is needed"),
        ("a.json", "[" * 5000, "not a JSON file"),
        ("a.toml", "matrix = [[1, 0]", "not a TOML file"),
        ("a.toml", "matrix = [[1, 0]]\nrows = 3\n", "unknown key 'rows'"),
        ("a.toml", "matrix = [[2, -1]]\n", "row 1, entry 1: 2 is no probability"),
        ("a.toml", 'matrix = [["1/2", "1/2"]]\ntruths = [true]\n', "truths: a list of names"),
        ("a.toml", 'matrix = [["1/2", "1/2"]]\nname = 3\n', "name: a text"),
    ],
)
def test_what_is_said_where_a_file_breaks(tmp_path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(DesignArgumentError, match=said):
        read_design(str(tmp_path / name))


def test_files_that_cannot_be_read(tmp_path) -> None:
    with pytest.raises(DesignArgumentError, match="cannot be read"):
        read_design(str(tmp_path / "missing.csv"))
    (tmp_path / "latin.csv").write_bytes(b"\xff\xfe1")
    with pytest.raises(DesignArgumentError, match=r"UTF-8: .*; Excel saves such as .CSV UTF-8"):
        read_design(str(tmp_path / "latin.csv"))
    (tmp_path / "huge.csv").write_bytes(b"#" * 4_000_001)
    with pytest.raises(DesignArgumentError, match="larger than"):
        read_design(str(tmp_path / "huge.csv"))


def test_truths_are_matched_by_name_or_else_by_position() -> None:
    one = Design([[1, 0], [0, 1]], truths=(1, 2))
    turned = Design([[F(1, 4), F(3, 4)], [F(3, 4), F(1, 4)]], truths=("2", "1"))
    (_, second), note = of_the_same_truths([one, turned])
    assert (second.truths, entries(second)[0], note) == ((1, 2), [F(3, 4), F(1, 4)], "")
    (_, second), note = of_the_same_truths([one, Design([[1, 0], [0, 1]], truths=("a", "b"))])
    assert second.truths == (1, 2)
    assert "by their positions" in note
    with pytest.raises(DesignArgumentError, match="different numbers of truths: 2 and 3"):
        of_the_same_truths([one, randomized_response(2, 3)])


# -- entries with parameters -------------------------------------------------------------------------------------------

SYMBOLIC = {
    "plain.csv": "exp(eps)/(exp(eps) + 2), 1/(exp(eps)+2), 1/(2 + e^eps)\n1/3,1/3,1/3\n",
    "latex.csv": '"\\frac{e^\\epsilon}{e^\\epsilon+2}", \\frac1{2+\\exp(\\epsilon)}, 1/(2+exp(eps))\n1/3,1/3,1/3\n',
    "rows.json": '[["exp(eps)/(2 + exp(eps))", "1/(exp(eps)+2)", "1/(exp(eps)+2)"], ["1/3", "1/3", "1/3"]]',
    "matrix.tex": "% e^2 & 1\n\\[ P_\\epsilon = \\left(\\begin{array}{c|cc} \\frac{e^\\epsilon}{e^\\epsilon+2} & "
    "\\frac1{e^\\varepsilon+2} & \\frac{1}{2+e^{\\epsilon}} \\\\ 1/3 & \\frac13 & 1/3 \\end{array}\\right) \\]",
    "square.tex": "$\\begin{bmatrix} \\tfrac{e^\\epsilon}{e^\\epsilon+2} & (2+e^\\epsilon)^{-1} & "
    "1-\\frac{e^\\epsilon+1}{e^\\epsilon+2}\\\\ 1/3&1/3&1/3\\end{bmatrix}$",
}


@pytest.mark.parametrize("name", SYMBOLIC)
def test_expressions_in_each_kind_of_file_hold_the_same_design(tmp_path, name: str) -> None:
    (tmp_path / name).write_text(SYMBOLIC[name])
    found = read_symbolic_design(str(tmp_path / name))
    assert found.parameters == ("x",)
    assert found.domain.exponentials == (("eps", "x"),)
    wanted = [[F(5, 9), F(2, 9), F(2, 9)], [F(1, 3)] * 3]
    assert entries(found.at(x=F(5, 2))) == wanted
    assert entries(read_symbolic_design(str(tmp_path / name), read_values(["eps=log(5/2)"]))) == wanted
    assert entries(read_design(f"{tmp_path / name}(eps = log(2.5))")) == wanted
    assert entries(read_design(f"{tmp_path / name}(x=5/2)")) == wanted


def test_names_with_indices_greek_letters_and_ranges(tmp_path) -> None:
    (tmp_path / "a.tex").write_text(r"\begin{pmatrix} p_{11} & 1-p_{11}\\ \gamma_1 k & 1 - k\gamma_1\end{pmatrix}")
    found = read_symbolic_design(str(tmp_path / "a.tex"), read_values(["p_11=1/7,k=3/4"]))
    assert found.parameters == ("gamma_1",)
    assert entries(found.at(gamma_1=F(1, 5))) == [[F(1, 7), F(6, 7)], [F(3, 20), F(17, 20)]]
    (tmp_path / "b.toml").write_text('matrix = [["1/k", "1 - 1/k"], ["q", "1 - q"]]\n[parameters]\nk = "k >= 2"\n')
    left = read_symbolic_design(str(tmp_path / "b.toml"))
    assert str(left.domain) in ("2 <= k; 0 <= q <= 1", "0 <= q <= 1; 2 <= k")
    assert entries(left.at(k=5, q=F(1, 3)))[0] == [F(1, 5), F(4, 5)]


def test_parameters_of_the_catalogue_may_be_left_free() -> None:
    found = read_symbolic_design("subset-selection(k=4, l=2)", {})
    assert found.parameters == ("gamma",)
    assert read_symbolic_design("grr(k=3)", read_values(["eps=log(4)"])) == read_design("grr(k=3, x=4)")


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ('matrix = [["p", "p"]]', [], "matrix, row 1: the entries sum to 2"),
        ('matrix = [["p", "1 - p"]]', ["q=1/2"], "has no parameter q; it has p"),
        ('matrix = [["prob", "1 - prob"]]', ["probb=1"], "did you mean prob"),
        ('matrix = [["2*p", "1 - 2*p"]]', ["p=2/3"], "row 1, entry 1: 4/3 is no probability"),
        ('matrix = [["2*p", "1 - 2*p"]]', [], "is negative .* other ranges are given as"),
        ('matrix = [["1/p", "1 - 1/p"]]', ["p=0"], "row 1, entry 1: the entry divides by zero"),
        ('matrix = [["p +", "1 - p"]]', [], "row 1, entry 1: expected an expression"),
        ('matrix = [["sqrt(p)", "1 - sqrt(p)"]]', [], "row 1, entry 1"),
        ('matrix = [["log(p)", "1 - log(p)"]]', [], r"row 1, entry 1: .*log\(p\)' is no number"),
        ('matrix = [["exp(eps*p)", "1 - exp(eps*p)"]]', [], "no integer combination of budgets"),
        ('matrix = [["__import__(1)", "1"]]', [], "row 1, entry 1"),
        ('matrix = [["9**9**9", "1"]]', [], "row 1, entry 1"),
        ('matrix = [["", "1"]]', [], "1 to 1000 characters, not 0"),
        ('matrix = [["p", "1-p"]]\n[parameters]\np = "0 < p < 1/2"', ["p=1/2"], "p = 1/2 is outside its domain"),
        ('matrix = [["p", "1-p"]]\n[parameters]\np = "about 1/2"', [], r"\[parameters\] p: a range is written"),
        ('matrix = [["p", "1-p"]]\nparameters = 3', [], "is a table of ranges"),
        ('matrix = [["p", "1-p"]]', ["p=1/2", "p=1/3"], "p is given twice"),
        ('matrix = [["1", "0"]]', ["p=1/2"], "has no parameter p; all of its entries are numbers"),
        ('matrix = [["exp(eps)/(1+exp(eps))", "1/(1+exp(eps))"]]', ["eps=1/2", "x=2"], "eps and x|x and x"),
    ],
)
def test_what_is_said_where_an_expression_breaks(tmp_path, text: str, at: list[str], said: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(DesignArgumentError, match=said):
        read_symbolic_design(str(tmp_path / "a.toml"), read_values(at))


EXCEL = {
    "semicolons": "truth;yes;no\r\nyes;0,75;0,25\r\nno;25 %;75 %\r\n",
    "mark": "\N{ZERO WIDTH NO-BREAK SPACE};yes;no\nyes;3/4;1/4\nno;1/4;3/4;;\n",
    "separator line": "sep=;\n;yes;no\nyes;0,75;0,25\nno;0,25;0,75\n",
    "tabs": "truth\tyes\tno\nyes\t0.75\t.25\nno\t0.25\t0.75\n",
    "blanks": "truth  yes no\nyes 0,75 0.25\nno  25%  7.5e-01\n",
    "numpy": "truth,yes,no\nyes,7.500000000000000000e-01,2.5E-1\nno,2.500000000000000000e-01,7.5e-01\n",
    "empty column": "truth,yes,no,\nyes,.75,0.25,\nno,0.25,0.75,\n,,,\n",
    "corner": "truth\\response,yes,no\nyes,3/4,1/4\nno,1/4,3/4\n",
    "corner in words": "Wahrheit (wer) / Antwort;yes;no\r\nyes;75%;25%\r\nno;25%;75%\r\n",
    "corner as a law": "P(y | x)\tyes\tno\nyes\t0,75\t0,25\nno\t0,25\t0,75\n",
    "quoted decimals": 'truth,yes,no\nyes,"0,75","0,25"\nno,"0,25","0,75"\n',
}


@pytest.mark.parametrize("text", EXCEL.values(), ids=EXCEL)
def test_tables_are_read_as_programs_write_them(tmp_path, text: str) -> None:
    (tmp_path / "a.csv").write_bytes(text.encode())
    found = read_design(str(tmp_path / "a.csv"))
    assert found.truths == found.responses == ("yes", "no")
    assert entries(found) == [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_name_truths_where_the_other_entries_of_each_line_sum_to_one(tmp_path, first: int) -> None:
    file = tmp_path / "rates.csv"
    file.write_text(f"truth;yes;no\n{first};0,8;0,2\n{first + 1};1/3;2/3\n", encoding="utf-8")
    assert design_from_file(file).truths == (first, first + 1)
    file.write_text("low,middle,high\n0,0.8,0.2\n0,1/2,1/2\n", encoding="utf-8")
    assert design_from_file(file).responses == ("low", "middle", "high"), "a column of zeros names no truth"
    file.write_text("truth,yes,no\n1,0.8,0.2\n2,0.2,0.7\n", encoding="utf-8")
    with pytest.raises(DesignArgumentError, match="line 2: the entries sum to 2"):
        design_from_file(file)


def test_a_corner_names_letters_and_numbers_and_no_entry_is_one(tmp_path) -> None:
    file = tmp_path / "rates.csv"
    file.write_text("x\\y,a,b\na,p,1-p\nb,1-p,p\n", encoding="utf-8")
    assert (read_symbolic_design(str(file)).responses, str(file)) == (("a", "b"), str(file))
    file.write_text("truth|response;0;1\n0;2/3;1/3\n1;1/3;2/3\n", encoding="utf-8")
    assert read_design(str(file)).truths == (0, 1)
    file.write_text("p/(q+1),1-p/(q+1)\nq*r/(q+1),1-q*r/(q+1)\n", encoding="utf-8")
    assert read_symbolic_design(str(file)).truths == (0, 1), "entries are no names"
    file.write_text("log(1),0,1\n1/3,1/3,1/3\n", encoding="utf-8")
    with pytest.raises(DesignArgumentError, match="line 1, entry 1"):
        read_design(str(file))


def test_a_line_of_names_alone_names_the_responses(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("yes,no\n1/3,2/3\n1/2,1/2\n")
    found = read_design(str(tmp_path / "a.csv"))
    assert found.responses == ("yes", "no")
    assert found.truths == (0, 1)


@pytest.mark.parametrize(
    ("text", "truths"),
    [
        ("truth,a,b\n1,1/3,2/3\n2,1/2,1/2\n", (1, 2)),
        ("a;b\n1/3;2/3\n0,5;50 %\n", (0, 1)),
        ("t,a,b\nx,1/3,2/3\ny,.5,.5\n", ("x", "y")),
    ],
)
def test_letters_above_numbers_name_the_responses(tmp_path, text: str, truths: tuple[str | int, ...]) -> None:
    (tmp_path / "a.csv").write_text(text)
    found = read_design(str(tmp_path / "a.csv"))
    assert found.responses == ("a", "b")
    assert found.truths == truths
    assert entries(found) == [[F(1, 3), F(2, 3)], [F(1, 2), F(1, 2)]]


def test_letters_above_expressions_are_asked_back(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("a,b\np,1 - p\nq,1 - q\n")
    with pytest.raises(DesignArgumentError, match=r"line 1: the entries sum to a \+ b, not to 1; if it names"):
        read_symbolic_design(str(tmp_path / "a.csv"))


def test_a_word_and_numbers_in_the_first_line_are_a_heading(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("truth;0;1\n0;0,75;0,25\n1;0,25;0,75\n")
    found = read_design(str(tmp_path / "a.csv"))
    assert found.truths == found.responses == (0, 1)
    assert entries(found) == [[F(3, 4), F(1, 4)], [F(1, 4), F(3, 4)]]


def test_letters_name_responses_where_each_line_below_is_a_truth_with_numbers(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("truth;a;b\na;0,8;20 %\nb;1/3;2/3\n")
    found = read_design(str(tmp_path / "a.csv"))
    assert (found.truths, found.responses) == (("a", "b"), ("a", "b"))
    assert entries(found) == [[F(4, 5), F(1, 5)], [F(1, 3), F(2, 3)]]
    (tmp_path / "b.csv").write_text("p,q,1/2\n1-p,1-q,1/2\n")
    assert read_symbolic_design(f"{tmp_path / 'b.csv'}^T").truths == (0, 1, 2)


def test_a_transposed_file_is_read_with_its_columns_as_truths(tmp_path) -> None:
    (tmp_path / "a.csv").write_text(",a,b\nyes,3/4,1/2\nno,1/4,1/2\n")
    found = read_design(f"{tmp_path / 'a.csv'}^T")
    assert (found.truths, found.responses) == (("a", "b"), ("yes", "no"))
    assert entries(found) == [[F(3, 4), F(1, 4)], [F(1, 2), F(1, 2)]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p", "no matrix is found"),
        (r"\begin{pmatrix}1\end{pmatrix}\begin{pmatrix}1\end{pmatrix}", "2 matrices are found"),
        (r"\begin{pmatrix} p & 1-p \\ 1/2 \end{pmatrix}", "row"),
        (r"\begin{pmatrix} \input{x} & 1 \end{pmatrix}", "is not"),
        (r"\begin{pmatrix} 2 & -1 \end{pmatrix}", "row 1, entry 1: 2 is no probability"),
    ],
)
def test_what_is_said_where_a_matrix_in_latex_breaks(tmp_path, text: str, said: str) -> None:
    (tmp_path / "a.tex").write_text(text)
    with pytest.raises(DesignArgumentError, match=said):
        read_design(str(tmp_path / "a.tex"))


def test_a_value_that_is_missing_is_asked_for_by_name(tmp_path) -> None:
    (tmp_path / "a.csv").write_text("p,1-p\n1-p,p\n")
    with pytest.raises(DesignArgumentError, match=r"numbers are needed here, and p has no value .*a\.csv\(p=\.\.\.\)"):
        read_design(str(tmp_path / "a.csv"))
