"""A LaTeX document becomes a claims file, and carries the verdicts on its equations."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from checks.cli import rrproof
from checks.papers.from_document import claims_of_document, plain_name
from checks.reading.document import DocumentError, read_document

DOCUMENT = r"""
\documentclass{article}
\newcommand{\Var}{\operatorname{Var}} % \newcommand{\no}{no}
\newcommand*\E[1]{\mathbb{E}[#1]}
\def\ep{\varepsilon}
\newcommand{\half}[1]{\tfrac{#1}{2}\unused}
\newcommand{\unused}{u}
\newtheorem{thm}{Theorem}[section]
\newtheorem{lem}[thm]{Lemma}
\numberwithin{equation}{section}
\title{A title\thanks{To all.} of \emph{two}\\ lines}
\author{A. Author \and B. Author}
\begin{document}
\section{One} $x$ is 100\% of \verb|\begin{equation}|. % \begin{equation} y = 1 \end{equation}
\begin{equation}\label{eq:a}
 a = b % a remark
 + c
\end{equation}
\section*{Without number}
\section{Two}
\begin{align}
 \Var(\hat\pi) &= \frac{a}{b} \label{eq:l} \\
  &= -c \nonumber\\[2pt]
 -d &\le e^{\ep} \\
 & \geq 0 \tag{*}
\end{align}
\[ x = y'' \]
\begin{thm}[Named]\label{thm:t} If $p > 0$, then \[ q = 1 \] and \begin{equation*} r = 2 \end{equation*} hold. \end{thm}
\begin{lem} For all \(s\): \begin{equation} s = s^2 \label{eq:s} \end{equation} \end{lem}
\begin{verbatim}
\begin{equation} 1 = 2 \end{equation}
\end{verbatim}
\begin{multline} f = \half{a} \end{multline}
\begin{equation} \int_0^1 g = \begin{picture}(1,1)\end{picture} \end{equation}
\input{rest}
\end{document}
"""


@pytest.fixture
def document(tmp_path: Path) -> Path:
    (tmp_path / "rest.tex").write_text(r"\begin{gather} u = v \\ w = z \end{gather}", encoding="utf-8")
    path = tmp_path / "paper.tex"
    path.write_text(DOCUMENT, encoding="utf-8")
    return path


def test_equations_and_theorems_are_found_under_their_numbers(document: Path) -> None:
    found = read_document(document)
    assert (found.title, found.authors) == ("A title of two lines", "A. Author, B. Author")
    assert [(passage.place, passage.latex) for passage in found.passages] == [
        ("(1.1), eq:a", "a = b + c"),
        ("(2.1), eq:l", r"\Var(\hat\pi) = \frac{a}{b} = -c"),
        ("(2.2)", r"-d \le e^{\ep} \geq 0"),
        ("a display", "x = y''"),
        ("Theorem 2.1, thm:t", r"If $p > 0$, then \[ q = 1 \] and \begin{equation*} r = 2 \end{equation*} hold."),
        ("Lemma 2.2", r"For all \(s\): \begin{equation} s = s^2 \label{eq:s} \end{equation}"),
        ("(2.3), eq:s", "s = s^2"),
        ("(2.4)", r"f = \half{a}"),
        ("(2.5)", r"\int_0^1 g = \begin{picture}(1,1)\end{picture}"),
        ("(2.6)", "u = v"),
        ("(2.7)", "w = z"),
    ]
    assert set(found.macros) == {r"\Var", r"\E", r"\ep", r"\half", r"\unused"}
    assert found.definitions_for([r"\half{x}"]).splitlines() == [
        r"\newcommand{\half}[1]{\tfrac{#1}{2}\unused}",
        r"\newcommand{\unused}{u}",
    ]


def test_numbers_are_those_of_the_aux_file(document: Path) -> None:
    aux = r"\newlabel{eq:a}{{1.7}{3}{}{equation.1.7}{}}" + "\n" + r"\newlabel{thm:t}{{{A.1}}{9}}"
    document.with_suffix(".aux").write_text(aux, encoding="utf-8")
    places = [passage.place for passage in read_document(document).passages]
    assert places[0] == "(1.7), eq:a"
    assert "Theorem {A.1}, thm:t" in places


def test_a_draft_says_what_is_left_to_say(document: Path) -> None:
    text = claims_of_document(document)
    data = tomllib.loads(text)
    claims = {claim["place"]: claim["latex"] for claim in data["claim"]}
    assert claims["(2.1), eq:l"] == r"\Var(\hat\pi) = \frac{a}{b} = -c"
    assert claims["a display"] == "x = y''"
    assert "(2.5)" not in claims  # not read, and said why
    assert "# Not read: \\int" in text
    assert "# a = { latex = 'a', range = '...' }" in text
    assert r"# '\operatorname{Var}(\hat\pi)' = { ... }" in text
    assert "# latex = 'q = 1'" in text  # of the theorem
    assert data["paper"]["title"] == "A title of two lines"
    tomllib.loads("\n".join(line.removeprefix("# ") for line in text.splitlines() if "[claim" in line))


def test_names_for_files_are_plain() -> None:
    spelt = [r"\pi", r"\pi_{A}", r"p^*", r"n'", r"\mathcal{P}_1", r"\varepsilon"]
    assert [plain_name(name) for name in spelt] == ["pi", "pi_A", "p_star", "n_prime", "P_1", "varepsilon"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(r"\input{paper}", "takes itself in"), ("{" * 40_000, "nested too deeply"), ("\udcff", "not text in UTF-8")],
)
def test_documents_that_cannot_be_read(content: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "paper.tex"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    with pytest.raises(DocumentError, match=said):
        read_document(path)
    done = CliRunner().invoke(rrproof, ["init", "paper", str(tmp_path / "m.toml"), "--from", str(path)])
    assert done.exit_code == 2
    assert said in done.stderr


def run(*arguments: str) -> Result:
    return CliRunner().invoke(rrproof, ["verify", "--jobs", "1", "--quiet", *arguments])


@pytest.fixture
def survey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the two files that the documentation shows."""
    from tests.papers.shown import working_directory

    monkeypatch.chdir(working_directory("docs/how-to/latex-source.md", tmp_path))
    return tmp_path


def test_verdicts_stand_behind_the_equations(survey: Path) -> None:
    done = run("survey.toml", "--annotate", "survey.tex")
    assert done.exit_code == 0, done.output
    before, after = Path("survey.tex").read_text(), Path("survey.verdicts.tex").read_text()
    comments = [line for line in after.splitlines() if line.startswith("% rrproof")]
    assert [line for line in after.splitlines() if line not in comments] == before.splitlines()
    right = r"right is \operatorname{Var}(\hat\pi) = \frac{\lambda (1 - \lambda)}{n p^{2}}."
    assert comments == [
        "% rrproof SURV-01: proved",
        "% rrproof SURV-02: proved",
        f"% rrproof SURV-03: corrected: false; {right}",
        "% rrproof SURV-04: proved",
    ]
    lines = after.splitlines()
    assert lines[lines.index(comments[2]) - 2] == r"\end{align}"
    assert lines[lines.index(comments[3]) - 1] == r"\end{theorem}"


def test_what_the_source_does_not_print_any_more_is_said(survey: Path) -> None:
    source = Path("survey.tex")
    source.write_text(source.read_text().replace("{np}", "{np^2}"))
    done = CliRunner().invoke(rrproof, ["verify", "--jobs", "1", "survey.toml", "--annotate", "survey.tex"])
    assert "it does not print SURV-03" in done.stderr
    source.write_text(r"\begin{document} nothing \end{document}")
    done = run("survey.toml", "--annotate", "survey.tex")
    assert done.exit_code == 2
    assert "prints none of these claims" in done.stderr


def test_options_that_do_not_go_together(survey: Path) -> None:
    assert "--annotated goes with --annotate" in run("survey.toml", "--annotated", "x.pdf").stderr
    both = ["init", "paper", "m.toml", "--from", "survey.tex", "--of", "warner"]
    assert "--from and --of exclude each other" in CliRunner().invoke(rrproof, both).stderr


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no pdflatex on this machine")
def test_the_verdicts_stand_in_the_margin_of_a_pdf(survey: Path) -> None:
    done = run("survey.toml", "--annotate", "survey.tex", "--annotated", "survey.pdf")
    assert done.exit_code == 0, done.output
    assert Path("survey.pdf").read_bytes().startswith(b"%PDF")
    Path("survey.tex").write_text(Path("survey.tex").read_text().replace("amssymb,", ""))
    done = run("survey.toml", "--annotate", "survey.tex", "--annotated", "survey.pdf")
    assert done.exit_code == 2
    assert "Undefined control sequence" in done.stderr


def test_the_workflow_and_the_hook_verify_the_file(survey: Path) -> None:
    workflow = yaml.safe_load(Path("verify.yml").read_text())
    steps = [step["run"] for step in workflow["jobs"]["verify"]["steps"] if "run" in step]
    hook = yaml.safe_load(Path("pre-commit-config.yaml").read_text())["repos"][0]["hooks"][0]["entry"]
    for command in (steps[1], hook):
        done = CliRunner().invoke(rrproof, command.split()[1:])
        assert done.exit_code == 1, done.output  # an error of the paper is found
