"""`rrproof latex DESIGN|RESULT`: designs, and files that --json and --proof wrote, as documents that LaTeX compiles."""

import json
from pathlib import Path

import pytest

from checks.show.latex.formulas import is_harmless
from checks.show.latex.plain_formulas import formula_of, typeset
from checks.show.latex.results import ResultFileError, read_result, result_document
from tests.compilation import compiled

RESULT = {
    "asked": "3 categories & 100 % of eps_1",
    "optimum": {"exact": "4/9", "decimal": 0.4444444},
    "tiny": 3.5e-12,
    "known": ["the truth with probability 5/9", "x_1 < 2 & more"],
    "design": {"truths": ["a_1", "b"], "responses": ["#", "%"], "matrix": [["5/9", "4/9"], ["1/(x + 1)", "x/(x + 1)"]]},
    "rows": [["1/2", "-3"], ["0.25", "log(3)"]],
    "pieces": [{"x": "1 <= x <= 2", "value": "2/3"}, {"x": "x >= 2", "value": "8/(3*(x + 2))"}],
    "estimates": [{"name": "yes", "unbiased": "2/5", "wald": [0.30237, 0.49763], "more": {"deviance": 0.0}}],
    "claims": [
        {"id": "HLM-01", "statement": r"\hat\pi = \frac{n_1}{n}"},
        {"id": "X", "statement": r"\input{/etc/passwd}"},
    ],
    "mixed": [1, {"a": [2, {"b": None}]}, True],
    "empty": [],
}


def written(data: object, folder: Path) -> Path:
    path = folder / "result.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return path


def test_a_result_becomes_tables_matrices_and_cases(tmp_path: Path) -> None:
    text = result_document(written(RESULT, tmp_path))
    assert r"\title{Result: 3 categories \& 100 \% of eps\_1}" in text
    assert r"$\frac{4}{9}$ $\approx$ $0.444444$" in text
    assert r"$3.5 \cdot 10^{-12}$" in text
    assert r"\begin{cases} \frac{2}{3}, & 1 \le x \le 2 \\ \frac{8}{3" in text
    assert r"a\_1 & $\frac{5}{9}$ & $\frac{4}{9}$" in text
    assert r"\left(\begin{array}{cc} \frac{1}{2} & -3" in text
    assert r"\hat\pi = \frac{n_1}{n}" in text
    assert r"\input" not in text
    assert compiled(text, tmp_path) >= 1


def test_long_exact_numbers_stay_whole_and_within_the_margins(tmp_path: Path) -> None:
    number = f"{3**200}/{7**150}"
    data = {
        "low": {"exact": number, "float": 1.6e-31},
        "many": [{f"column {i}": f"{5**40 + i}/{2**99}" for i in range(6)}],
    }
    text = result_document(written(data, tmp_path))
    assert number in text.replace(r"\allowbreak{}", "")
    assert r"$\approx$ $1.6 \cdot 10^{-31}$" in text
    compiled(text, tmp_path)


def test_a_list_of_objects_is_a_result(tmp_path: Path) -> None:
    text = result_document(written([{"name": "prevalence", "share": "1/2", "respondents": 9604}], tmp_path))
    assert r"$\frac{1}{2}$ & \raggedright $9604$" in text
    compiled(text, tmp_path)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "no result"),
        ("[1]", "holds no object"),
        ('{"a": 1, "a": 2}', "'a' stands twice"),
        ('{"a": NaN}', "NaN is no number"),
        ('{"a": ' * 20 + "1" + "}" * 20, "nested more than"),
        ('{"a": ' * 60_000, "no result"),
    ],
)
def test_what_is_no_result_is_refused(data: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ResultFileError, match=said):
        read_result(written(data, tmp_path))


@pytest.mark.parametrize(
    "latex",
    [r"\input{x}", r"\write18{x}", r"a $ b", r"\csname x\endcsname", r"\begin{verbatim}\end{verbatim}", "}", "{",
     "a & b", r"\def\x{}", "%", r"\begin{cases}", r"^^5cinput{x}", r"\newcommand{\x}{y}", r"\catcode`\@=11"],
)  # fmt: skip
def test_formulas_that_could_do_more_than_be_set_are_harmful(latex: str) -> None:
    assert not is_harmless(latex)


def test_formulas_of_papers_are_harmless() -> None:
    assert is_harmless(
        r"\frac{\partial\operatorname{Var}(\hat\Pi|\pi)}{\partial p_w}\leq\begin{cases}1&x\\2&y\end{cases}"
    )


def test_exact_values_are_formulas_and_words_are_not() -> None:
    assert formula_of("-3/8") == r"-\frac{3}{8}"
    assert formula_of("log(3)") == r"\log(3)"
    assert formula_of("9**9**9" * 2000) is None
    assert formula_of("uniform prior") is None
    assert formula_of("__import__('os')") is None
    assert typeset("50 % of_it") == r"50 \% of\_it"


def test_a_design_and_a_proof_are_documents(rrproof, tmp_path: Path) -> None:
    proof, out = tmp_path / "proof.json", tmp_path / "out.tex"
    code, _, err = rrproof("blackwell", "grr(k=2, x=5)", "grr(k=2, x=2)", "--proof", str(proof))
    assert code == 0, err
    code, _, err = rrproof("latex", str(proof), "-o", str(out))
    assert code == 0, err
    assert "Theorems of proof.json" in out.read_text(encoding="utf-8")
    assert compiled(out.read_text(encoding="utf-8"), tmp_path) == 1
    code, text, err = rrproof("latex", "grr(k=2, x=3)")
    assert code == 0, err
    assert r"\frac{3}{4}" in text
    assert compiled(text, tmp_path) >= 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("grr(k=2, x=3)", "HLM-01"), "a document alone"),
        (("HLM-01", "--full"), "for a design"),
        (("none.json",), "cannot be read"),
        (("grr(k=2, z=3)",), "z"),
    ],
)
def test_bad_targets_are_refused(rrproof, arguments: tuple[str, ...], said: str) -> None:
    code, _, err = rrproof("latex", *arguments)
    assert code == 2
    assert said in err


def test_names_with_what_they_mean_are_no_matrix_and_the_name_of_a_claim_is_no_difference(tmp_path: Path) -> None:
    names = [[r"\hat\pi", "the zero of the score"], ["A-1", "what is printed first"]]
    text = result_document(written([{"id": "HLM-01", "place": "II-A", "names": names}], tmp_path))
    assert r"\raggedright HLM-01 & \raggedright II-A" in text
    assert r"\raggedright $\hat\pi$ & \raggedright the zero of the score" in text
    assert "array" not in text


def test_how_claims_are_read_is_typeset_from_the_formulas_not_from_what_a_terminal_shows(
    rrproof, tmp_path: Path
) -> None:
    file = Path(__file__).resolve().parents[2] / "checks/papers/example.toml"
    text = file.read_text(encoding="utf-8").replace("\\lambda = p\\pi + (1-p)q", "p/qn = p/(q n)", 1)
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    code, body, err = rrproof("read", "HLM-88", str(tmp_path / "own.toml"), "--latex")
    assert (code, "1 of 10 claims cannot be read" in err) == (2, True)
    assert r"\item[{printed}] $p/qn = p/(q n)$" in body, "a product of letters is no word"
    assert r"\item[{reads}] $\operatorname{Var}(\hat\pi) = \frac{\lambda (1 - \lambda)}{n p}$" in body
    assert r"$0 < p < 1$; $n \ge 1\text{, an integer}$" in body
    assert r"$V_d$ is the variance of the unbiased linear estimate" in body
    assert r"\text{for all } x, \delta, \pi, n\colon" in body
    words = "\n\n".join(
        rrproof(*call, "--latex")[1] for call in (("words", "least_level"), ("list", "HLM-88", "HLM-108"))
    )
    assert r"$P$ is $\epsilon$-locally differentially private" in words
    assert r"level sets of $g(\epsilon,\delta)$" in words
    packages = r"\usepackage[margin=2.5cm]{geometry}\usepackage{amsmath,amssymb,booktabs,longtable}"
    compiled(rf"\documentclass{{article}}{packages}\begin{{document}}{body}{words}\end{{document}}", tmp_path)
