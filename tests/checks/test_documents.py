"""`rrproof erratum` and `rrproof latex`: documents that LaTeX compiles."""

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib import resources
from pathlib import Path

import pytest

from checks.papers.collection import load_paper, verify_claim
from checks.show.documents import document, erratum, supplement
from checks.show.report import Report
from checks.show.typeset import boundary_words, point_words, vocabulary_of
from derivations.estimation.likelihood import derivative_name
from tests.compilation import compiled

EXAMPLE = resources.files("checks.papers").joinpath("example.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Report]:
    path = tmp_path_factory.mktemp("paper") / "mine.toml"
    path.write_text(EXAMPLE, encoding="utf-8")
    claims = load_paper(str(path)).claims
    return str(path), Report(tuple(verify_claim(claim, budget=20) for claim in claims), 0)


def test_an_erratum_says_what_is_wrong_and_what_is_right(mine: tuple[str, Report]) -> None:
    name, report = mine
    text = erratum(load_paper(name), report, full=True)
    assert r"\title{Erratum to: A survey by forced response}" in text
    assert "1 of them does not hold as printed" in text
    assert re.findall(r"\\paragraph\{(FR-\d+)", text) == ["FR-03", "FR-03"]  # the error, and its proof
    assert r"\frac{\lambda(1-\lambda)}{np}" in text
    assert "What holds instead:" in text
    assert "Counterexample:" in text
    assert "Proved of the correction." in text
    assert not re.search(r"\b(?:weaken|compare|one\\?_variable)\b", text), (
        "rules of the kernel are no words of the field"
    )


def test_an_indicator_is_a_one_and_no_sign_of_logic() -> None:
    """Of amssymb, blackboard bold has letters alone."""
    assert r"$\mathbf{1}_A + \mathbf{1}[B] + \mathbb{R}$" in document(
        "", [r"$\mathbb 1_A + \mathbb{1}[B] + \mathbb{R}$"]
    )


def test_the_long_erratum_sums_the_proofs_up(mine: tuple[str, Report]) -> None:
    name, report = mine
    text = erratum(load_paper(name), report, full=True)
    assert re.search(r"The correction is proved:\} \d+ theorems of the kernel[,.]", text)


def test_an_erratum_says_what_is_wrong_why_and_what_is_right_on_two_pages(
    mine: tuple[str, Report], tmp_path: Path
) -> None:
    name, report = mine
    text = erratum(load_paper(name), report)
    assert re.findall(r"\((FR-\d+)\)\}", text) == ["FR-03"]
    assert r"\subsection*{\normalsize False}" in text
    assert r"\emph{Printed: }" in text
    assert r"\emph{Right: }" in text
    assert r"\emph{It fails for }" in text
    assert r"\section*{Proofs}" not in text
    assert r"\emph{Derivation.}" not in text
    wrong = next(record for record in report.records if record.verdict == "corrected")
    follows = replace(wrong, place="Abstract", note="Follows from FR-03: again.", follows="FR-03", id="FR-04")
    at_x = replace(wrong, counterexample={"x": "2", "n": "1"})
    letters = "Proofs write x = e^eps, so that eps >= 0 reads x >= 1."
    written = replace(load_paper(name), conventions=(letters, "The prior is the share of people."))
    assert r"$x=e^{\epsilon}$, so that $\epsilon\geq 0$ reads $x\geq 1$." in erratum(written, Report((at_x,), 0))
    assert "Proofs write" not in erratum(written, Report((wrong,), 0)), "no counterexample has an x"
    assert r"\documentclass{article}" in text, "one column has room"
    assert r"\emph{Right: }" in text
    assert "$.." not in text
    assert "}.." not in text
    many = [replace(wrong, place=f"Lemma {i}") for i in range(60)]
    follows_too = replace(follows, id="FR-05"), replace(follows, id="FR-06", place="Table 1, last column")
    text = erratum(load_paper(name), Report((wrong, follows, *follows_too), 0))
    assert r"\emph{The same holds of }Abstract; Table 1, last column." in text, "an inherited error is told once"
    assert ".)." not in erratum(load_paper(name), Report((replace(wrong, note="(See Table 1.)"),), 0))
    text = erratum(load_paper(name), Report(tuple(many), 0))
    assert r"\documentclass[twocolumn]{article}" in text
    assert compiled(text, tmp_path) == 2
    assert "In the long form only" in text
    assert all(f"Lemma {i}" in text for i in range(60)), "what has no room is named"


def test_of_misprints_as_much_is_told_as_two_pages_have_room_for(mine: tuple[str, Report], tmp_path: Path) -> None:
    name, report = mine
    wrong = next(record for record in report.records if record.verdict == "corrected")

    def texts(count: int) -> str:
        slips = [replace(wrong, finding="misprint", place=f"V, before R_{i % 10}") for i in range(count)]
        return erratum(load_paper(name), Report(tuple(slips), 0))

    few, more, most = texts(5), texts(42), texts(72)
    assert [text.count(r"\emph{It fails for }") for text in (few, more, most)] == [5, 0, 0]
    assert [text.count(r"\emph{Printed: }") for text in (few, more, most)] == [5, 42, 0]
    assert [text.count(r"\emph{Right: }") for text in (few, more, most)] == [5, 42, 72]
    assert compiled(more, tmp_path) == compiled(most, tmp_path) == 2
    assert r"\textbf{V, before $R_0$}" in few, "a name with an index is mathematics, a numeral is none"
    table = r"\begin{pmatrix}" + "1&" * 41 + r"1\end{pmatrix}"
    wide = replace(wrong, statement=table, corrected=table.replace("1&", "2&", 1), note="The first entry.")
    assert "pmatrix" not in erratum(load_paper(name), Report((wide,), 0)), "a column has no room for it"


def test_a_point_gives_values_to_names_functions_and_words(mine: tuple[str, Report]) -> None:
    symbols = vocabulary_of(load_paper(mine[0]))
    point = {"n": "2", "T(n, p)": "1/n", "share of the truths": "1/3"}
    assert point_words(point, symbols) == r"$n = 2$, $T(n,p) = \frac{1}{n}$, share of the truths $\frac{1}{3}$"
    functions = {"f": "fun t. 2", "g": "fun x y. if x = 1 then 3 else if y = 1 then 2 else 0"}
    choice = r"\begin{cases} 3 & \text{if } x = 1 \\ 2 & \text{if } y = 1 \\ 0 & \text{otherwise} \end{cases}"
    assert point_words(functions, symbols) == rf"$f(t) = 2$, $g(x,y) = {choice}$"
    assert point_words({"P": "2 for n = 1, else 0"}, symbols) == "$P=2$ for $n=1$, else 0"


def test_a_supplement_has_every_claim(mine: tuple[str, Report]) -> None:
    name, report = mine
    text = supplement(load_paper(name), report)
    assert re.findall(r"\\paragraph\{(FR-\d+)", text) == [record.id for record in report.records]
    assert r"\emph{Derivation.}" in text


def test_a_derivation_that_another_claim_has_is_written_once(mine: tuple[str, Report]) -> None:
    name, report = mine
    wrong = next(record for record in report.records if record.verdict == "corrected")
    again = replace(wrong, id="FR-04")
    for text in (
        erratum(load_paper(name), Report((wrong, again), 0), full=True),
        supplement(load_paper(name), Report((wrong, again), 0)),
    ):
        assert text.count(r"\emph{Derivation.} As for FR-03.") == 1
        assert text.count(r"\emph{Derivation.}") == 2


def test_what_was_proved_of_a_correction_is_mathematics(mine: tuple[str, Report]) -> None:
    name, report = mine
    proofs = erratum(load_paper(name), report, full=True).partition("Proved of the correction.")[2]
    assert r"$\vdash$" in proofs
    assert "|-" not in proofs


def test_a_paper_without_errors_gets_an_erratum_that_says_so(mine: tuple[str, Report]) -> None:
    name, report = mine
    right = Report(tuple(record for record in report.records if record.verdict == "proved"), 0)
    text = erratum(load_paper(name), right)
    assert "none of them fails as printed" in text
    assert r"\section*{Proofs}" not in text


@pytest.mark.parametrize("kind", [erratum, partial(erratum, full=True), supplement])
def test_latex_compiles_the_documents(kind, mine: tuple[str, Report], tmp_path: Path) -> None:
    name, report = mine
    assert compiled(kind(load_paper(name), report), tmp_path) >= 1


def test_the_overview_has_room_for_long_places_kinds_and_findings(mine: tuple[str, Report], tmp_path: Path) -> None:
    name, report = mine
    wrong = next(record for record in report.records if record.verdict == "corrected")
    place = "4.2.2, after the matrix of a mechanism, second line of the display that closes the proof of Lemma 3"
    long = replace(wrong, place=place, kind="feasibility region", finding="missing-hypothesis")
    text = erratum(load_paper(name), Report((long,), 0), full=True)
    assert compiled(text, tmp_path) >= 1
    log = (tmp_path / "document.log").read_text(encoding="latin-1")
    assert not re.findall(r"(?:Over|Under)full \\hbox", log)
    assert text.startswith("% Run pdflatex twice")


def test_a_document_is_about_one_whole_paper(rrproof, tmp_path: Path) -> None:
    code, _, err = rrproof("erratum", "HLM-03")
    assert code == 2
    assert "name its paper" in err
    code, _, err = rrproof("latex", "HLM-03", "MW-01")
    assert code == 2
    assert "one paper" in err
    code, _, err = rrproof("erratum", str(tmp_path / "none.toml"))
    assert code == 2
    assert "cannot be read" in err
    code, _, err = rrproof("latex", "HLM-03", "-o", str(tmp_path / "none" / "x.tex"))
    assert code == 2
    assert "cannot be written" in err


def test_a_formula_of_a_design(rrproof) -> None:
    assert rrproof("latex", "simmons", "--formula", "variance")[1] == (
        r"\operatorname{Var}(\hat\pi) = \frac{\lambda (1 - \lambda)}{n p^{2}}, \quad \lambda = p \pi + (1 - p) \pi_B"
        + "\n"
    )
    assert rrproof("latex", "warner", "--formula", "variance")[1].endswith(
        r"{n (2 p_w - 1)^{2}}, \quad \lambda = p_w \pi + (1 - p_w) (1 - \pi)" + "\n"
    ), "the share of yes, as lambda is read everywhere"
    assert rrproof("latex", "unrelated-question", "--formula", "matrix") == rrproof(
        "latex", "simmons()", "--formula", "matrix"
    )
    three = rrproof("latex", "grr(k=3)", "--formula", "variance")[1]
    assert r"\operatorname{Var}(1 - \hat\pi_2 - \hat\pi_3)" in three
    assert r"\operatorname{Var}(\hat\pi_2) = \frac{(1 + \pi_2 (e^{\epsilon} - 1))" in three
    assert r"\epsilon = \log" in rrproof("latex", "simmons", "--formula", "epsilon")[1]
    assert rrproof("latex", "simmons", "--formula", "estimator")[1].startswith(
        r"\hat\pi_x = \frac{1}{n} \sum_y N_y W_{yx}"
    )
    code, _, err = rrproof("latex", "subset-selection(k=4, l=4, x=2)", "--formula", "estimator")
    assert code == 2
    code, _, err = rrproof("latex", "HLM-17", "--formula", "variance")
    assert code == 2
    assert "--formula are for a design" in err
    assert r"\title{Analysis of the design Simmons}" in rrproof("latex", "simmons")[1]


WARNER_AND_LAPLACE = r"""
[paper]
key = "W"
title = "Two errors"
authors = "nobody"

[symbols]
p = "1/2 < p < 1"
b = "b > 0"
pi = { latex = '\pi', range = "0 <= pi <= 1" }
n = { range = "n >= 1", integer = true }
t = "-1 <= t <= 1"

[mechanisms.warner]
truths = ["B", "A"]
responses = ["no", "yes"]
matrix = [["p", "1 - p"], ["1 - p", "p"]]
prior = ["1 - pi", "pi"]
respondents = "n"

[mechanisms.noise]
truth = "t"
answer = "t + N"
random = { N = { laplace = "b" } }

[names]
'V' = { variance = "A", of = "warner" }
'\epsilon_N' = { epsilon = true, of = "noise" }

[[claim]]
id = "W-1"
place = "here"
kind = "optimum"
latex = '\arg\max_{\pi\in[0,1]} V = \left\{\frac13\right\}'

[[claim]]
id = "W-2"
place = "here"
kind = "epsilon"
latex = '\epsilon_N = \frac{1}{b}'
"""


def test_a_wrong_maximum_is_told_by_values_of_what_is_maximised_and_all_that_was_shown_is_mathematics(
    tmp_path: Path,
) -> None:
    path = tmp_path / "w.toml"
    path.write_text(WARNER_AND_LAPLACE, encoding="utf-8")
    paper = load_paper(str(path))
    records = [verify_claim(claim, budget=20) for claim in paper.claims]
    assert [float(Fraction(side.exact)) > 0 for side in records[0].sides] == [True, True]
    text = erratum(paper, Report(tuple(records), 0), full=True)
    assert "nothing does better than" in text
    assert "ttfamily" not in text
    assert r"\frac{2}{b}" in text, "the factor 2 that is missing, and no half below the line"


def test_a_second_derivative_has_one_square() -> None:
    assert derivative_name(("p", "p")).latex == r"\frac{\partial^{2} \log L}{\partial p^{2}}"
    assert derivative_name(("p", "q")).latex == r"\frac{\partial^{2} \log L}{\partial p \partial q}"
    assert derivative_name(("p", "p")).text == "d^2 log L / dp^2"


def test_conditions_of_a_boundary_are_formulas_also_where_the_names_are_those_of_a_statement() -> None:
    paper = load_paper("NZ")
    claim = next(claim for claim in paper.claims if claim.id == "NZ-59")
    conditions = ["forall i in 1..k. pi(i) < 1", "2 <= l", "without a bar"]
    assert boundary_words(paper, claim, conditions) == [
        r"$\forall i \in \{1, \dots, k\}\colon\; \pi(i) < 1$",
        r"$2 \le l$",
        "without a bar",
    ]
