"""-o, --latex and --html mean the same in every command that has --json."""

import json
import re
from pathlib import Path

import click
import pytest

from checks.cli import rrproof as commands
from checks.show.console import Recorder
from checks.show.html.answer import page

CALLS = [
    ("sample-size", "warner(p_w=3/4)", "--margin", "5%"),
    ("estimate", "warner(p_w=2/3)", "yes=200,no=300"),
    ("epsilon-for", "oue(k=4, eps=1)"),
    ("oracles", "-k", "4", "--eps", "1"),
    ("catalogue", "unrelated"),
    ("design", "-k", "3", "--eps", "log(2)", "--objective", "hamming"),
    ("compare", "grr(k=3, x=2)", "grr(k=3, x=3)"),
    ("list", "HLM-17", "HLM-18"),
    ("certificate", "grr(k=3, x=2)"),
    ("words", "least_level"),
    ("words",),
    ("plot", "figures"),
]


FILES = {  # commands whose answer is a file of its own kind, and what it is
    "init paper": "a claims file",
    "init schema": "a JSON schema",
    "erratum": "a LaTeX document",
    "latex": "a LaTeX document",
    "report": "a page",
    "export": "files for Coq",
    **{f"plot {kind}": "a picture" for kind in (
        "delta", "figure", "growth", "heatmap", "optimum", "posterior", "region", "tree", "variance",
    )},
}  # fmt: skip


def all_commands(group=commands, before=""):
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from all_commands(command, f"{before}{name} ")
        else:
            yield before + name, command


def test_every_command_writes_its_answer_in_each_form_or_is_a_file_itself():
    for name, command in all_commands():
        options = {option for parameter in command.params for option in parameter.opts}
        forms = {"--json", "-o", "--html", "--latex"}
        assert (name in FILES) == ("--json" not in options), name
        assert name in FILES or forms <= options, name


def test_the_documentation_names_the_commands_without_json():
    page = (Path(__file__).resolve().parents[2] / "docs" / "reference" / "json.md").read_text()
    for name in FILES:
        assert f"`{name.partition(' ')[0]}`" in page


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_a_page_holds_the_answer_beside_what_is_printed(call, rrproof, tmp_path):
    plain = rrproof(*call)  # a certificate is printed as JSON and LaTeX only
    html = tmp_path / "page.html"
    code, out, _ = rrproof(*call, "--html", str(html))
    assert code == 0
    assert out.splitlines()[:5] == plain[1].splitlines()[:5]
    written = html.read_text()
    assert any(f"<{tag}" in written for tag in ("table", "p>", "pre"))
    assert "b&#39;" not in written
    code, out, _ = rrproof(*call, "--json", "--html", str(html))
    assert code == 0
    assert json.loads(out)["command"].split()[0] == call[0]
    assert html.read_text()[:2000] == written[:2000]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_latex_is_a_fragment_that_goes_to_a_file_as_well(call, rrproof, tmp_path):
    code, out, _ = rrproof(*call, "--latex")
    assert code == 0
    assert r"\documentclass" not in out
    assert "\\" in out
    target = tmp_path / "answer.tex"
    assert rrproof(*call, "--latex", "-o", str(target))[1] == ""
    assert target.read_text() == out
    code, _, err = rrproof(*call, "--latex", "--json")
    assert code == 2
    assert "exclude each other" in err


def test_every_file_that_is_written_is_named_unless_all_is_quiet(rrproof, tmp_path):
    file, page = tmp_path / "answer.txt", tmp_path / "page.html"
    for call in (CALLS[0], ("verify", "HLM-17"), ("analyze", "grr(k=2, x=2)")):
        _, _, err = rrproof(*call, "-o", str(file), "--html", str(page))
        assert [line for line in err.splitlines() if "written" in line] == [f"written to {page}", f"written to {file}"]
        assert "written" not in rrproof(*call, "-o", str(file), "--html", str(page), "-q")[2]


@pytest.mark.parametrize("name", FILES)
def test_a_command_whose_answer_is_a_file_says_so_when_it_is_asked_for_json(name, rrproof):
    code, _, err = rrproof(*name.split(), "x", "--json")
    assert code == 2
    assert "is a file of its own" in err


def test_a_page_says_which_number_stands_for_an_irrational_one(rrproof, tmp_path):
    html = tmp_path / "page.html"
    assert rrproof("sample-size", "warner(eps=1)", "--margin", "3%", "--html", str(html))[0] == 0
    assert "2.718281828459, less than" in html.read_text()
    assert rrproof("sample-size", "warner(eps=log(3))", "--margin", "3%", "--html", str(html))[0] == 0
    assert "stands for it" not in html.read_text()


def test_of_a_large_oracle_the_formulas_of_every_size_are_written_and_said_to_be_these(rrproof):
    variance = r"\operatorname{Var}(\hat f_i) = \frac{4 e^{\epsilon}}{n (e^{\epsilon} - 1)^{2}} + \frac{f_i}{n}"
    for design in ("oue(k=4, eps=1)", "oue(k=k, eps=eps)"):
        code, out, err = rrproof("latex", design, "--formula", "variance")
        assert (code, out.strip()) == (0, variance)
        assert "a theorem for all k >= 2, eps > 0, n >= 1; f_i is the share of the respondents who have" in err
    code, out, err = rrproof("latex", "oue(k=4, eps=1)", "--formula", "estimator")
    assert (code, out.startswith(r"\hat f_i = \frac{2 (e^{\epsilon} + 1) I_i - 2 n}")) == (0, True)
    assert "this is of the usual estimate, as of oue(k=k, eps=eps)" in err
    code, _, err = rrproof("latex", "oue(k=k, eps=eps)", "--formula", "matrix")
    assert code == 2
    assert "has no one matrix: give k a number" in err
    code, _, err = rrproof("latex", "erasure(k=9)", "--formula", "variance")
    assert (code, "no formula of the variance was found" in err) == (2, True)


@pytest.mark.parametrize(("design", "right"), [
    ("grr(k=3)", r"\max_{x, x', y} \ln \frac{P(y \mid x)}{P(y \mid x')} = \epsilon"),
    ("sue(k=2)", r"\max_{x, x', y} \ln \frac{P(y \mid x)}{P(y \mid x')} = \epsilon"),
    ("grr(k=3, eps=1)", r"\epsilon = 1"),
])  # fmt: skip
def test_the_least_level_of_a_design_that_has_one_is_no_letter_without_meaning(design, right, rrproof):
    assert rrproof("latex", design, "--formula", "epsilon")[:2] == (0, right + "\n")


def test_a_page_that_cannot_be_written_is_refused_before_the_work(rrproof):
    code, _, err = rrproof("oracles", "-k", "4", "--eps", "1", "--html", "/nowhere/at/all.html")
    assert code == 2
    assert "no directory" in err


def test_a_failing_command_writes_its_page_and_keeps_its_exit_code(rrproof, tmp_path):
    proof, html = tmp_path / "proof.json", tmp_path / "page.html"
    assert rrproof("design", "-k", "3", "--eps", "log(2)", "--objective", "hamming", "--proof", str(proof))[0] == 0
    text = proof.read_text()
    proof.write_text(text.replace('"x": "2"', '"x": "3"'))
    assert rrproof("recheck", str(proof), "--html", str(html))[0] == 1
    assert Path(html).exists()


def test_the_page_of_a_recheck_has_tables_and_sentences(rrproof, tmp_path):
    proof, html = tmp_path / "proof.json", tmp_path / "page.html"
    assert rrproof("certificate", "grr(k=3, x=2)", "-o", str(tmp_path / "c.tex"), "--proof", str(proof))[0] == 0
    assert rrproof("recheck", str(proof), "--html", str(html))[0] == 0
    written = html.read_text()
    private = re.search(
        "<p>1[.] The design is <math.*?</math>-locally differentially private with <math.*?</math>", written
    )
    assert private is not None
    assert r'alttext="\epsilon=\log (2)"' in private.group()
    assert '<th scope="row">rebuilt</th><td>from the question: the same</td>' in written.replace("\n", "")
    assert "\N{BOX DRAWINGS LIGHT HORIZONTAL}" not in written


def test_texts_are_escaped_and_what_was_rendered_is_kept(tmp_path):
    written = page("a < b", ["<script>\n  1 & 2\n\n", "after"], "rrproof words '<b>'")
    assert "<script>" not in written.split("<h1>")[1]
    assert "&lt;script&gt;" in written
    assert "<code>rrproof words &#x27;&lt;b&gt;&#x27;</code>" in written
    with (tmp_path / "file").open("w") as file:
        recorder = Recorder(file)
        with pytest.raises(TypeError):
            recorder.write(b"")


def test_a_page_sets_formulas_of_prose_and_minus_signs_and_names_its_command(rrproof, tmp_path):
    html = tmp_path / "page.html"

    def page_of(*call):
        assert rrproof(*call, "--html", str(html))[0] == 0
        return html.read_text()

    figures = page_of("plot", "figures")
    assert all(said in figures for said in ("5.1, Figure 1(a)<", r'alttext="\pi_A=0.1"'))
    assert not re.search("[επ]_", figures)
    assert "<math" in page_of("words", "indicator").split("<h1>")[1]
    pages = [page_of("estimate", "warner(p_w=2/3)", "yes=20,no=40", "--interval", "wald"), page_of("list", "HLM-01")]
    assert "\N{MINUS SIGN}0.36" in pages[0]
    assert " to 0.36" in pages[0]
    assert f"<code>rrproof list HLM-01 --html {html}</code>" in pages[1]
    assert r'alttext="\pi"' in pages[1]


@pytest.mark.parametrize("name", ["answer.html", "answer.pdf"])
def test_text_is_not_written_to_a_name_that_promises_a_page(name, rrproof, tmp_path):
    code, _, err = rrproof("estimate", "warner(p_w=2/3)", "yes=20,no=40", "-o", str(tmp_path / name))
    assert (code, list(tmp_path.iterdir())) == (2, [])
    assert "--html FILE writes a page" in err


def test_a_document_is_written_as_a_pdf_and_a_formula_is_not(rrproof, tmp_path, monkeypatch):
    monkeypatch.setattr("checks.commands.documents.compiled", lambda text: text[-15:].encode())
    target = tmp_path / "design.pdf"
    assert rrproof("latex", "grr(k=2, x=2)", "-o", str(target))[0] == 0
    assert target.read_bytes() == b"\\end{document}\n"
    code, _, err = rrproof("latex", "simmons", "--formula", "variance", "-o", str(target))
    assert code == 2
    assert "a formula alone is no document" in err


def test_names_that_a_user_defines_are_kept_in_a_variance(rrproof):
    define = "theta = p*pi + (1-p)*piB"
    code, out, _ = rrproof("latex", "simmons", "--formula", "variance", "--define", define)
    assert code == 0
    assert out.strip() == (
        r"\operatorname{Var}(\hat\pi) = \frac{\theta (1 - \theta)}{n p^{2}}, \quad \theta = p \pi + (1 - p) \pi_B"
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--formula", "variance", "--define", "l = q + p"), "the variance has no p; it has n, p_w, pi"),
        (("--formula", "variance", "--define", "l = p_w^9"), "polynomial"),
        (("--formula", "variance", "--define", "l"), "write a name and what it means"),
        (("--formula", "variance", "--define", "l = p_w +"), "expected an expression"),
        (("--formula", "variance", "--define", "l = p_w", "--define", "l = pi"), "once"),
        (("--formula", "variance", "--define", "l = p_w^2"), "not shorter"),
        (("--formula", "epsilon", "--define", "l = p_w"), "say --formula variance"),
    ],
)
def test_what_names_nothing_is_refused(rrproof, arguments, reason):
    code, _, err = rrproof("latex", "warner", *arguments)
    assert code == 2
    assert reason in " ".join(err.split())


def test_a_sweep_is_told_as_json_beside_its_file(rrproof, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call = ("sweep", "--design", "warner(eps={e})", "--vary", "e=log(2),log(3)", "-o", "rows.csv")
    found = json.loads(rrproof(*call, "--json")[1])
    assert (found["command"], found["arguments"]["design"]) == ("sweep", "warner(eps={e})")
    result = found["result"]
    assert (result["points"], result["file"], result["disagreements"]) == (2, "rows.csv", [])
    assert [row["exp_eps_exact"] for row in result["rows"]] == ["2", "3"]
    assert rrproof(*call, "--html", "page.html")[1] == "2 points written to rows.csv\n"
    assert "2 points written" in (tmp_path / "page.html").read_text()


def test_verdicts_are_written_in_each_form(rrproof, tmp_path):
    page, file = tmp_path / "page.html", tmp_path / "claims.tex"
    code, out, _ = rrproof("verify", "HLM-17", "HLM-18", "--html", str(page))
    assert code == 0
    assert "HLM-18" in out
    assert "HLM-18" in page.read_text()
    code, out, _ = rrproof("verify", "HLM-17", "HLM-18", "--latex", "-o", str(file))
    assert (code, out) == (0, "")
    one = rrproof("show", "HLM-18", "--latex")[1]
    assert one.strip() in file.read_text()
    for other in ("--json", "--markdown=-"):
        code, _, err = rrproof("verify", "HLM-17", "--latex", other)
        assert code == 2
        assert "exclude each other" in err


def test_the_page_of_a_sweep_has_its_points_and_that_of_a_group_its_whole_name(rrproof, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rrproof(
        "sweep",
        "--design",
        "grr(k={k}, eps={e})",
        "--vary",
        "k=3",
        "--vary",
        "e=1,2",
        "-o",
        "a.csv",
        "--plot",
        "a.svg",
        "--html",
        "a.html",
    )
    assert (tmp_path / "a.svg").read_text().count("<use ") > 1, "two points are marked"
    page = (tmp_path / "a.html").read_text()
    assert page.count("<tr>") == 3
    assert "added variance" in page
    assert (tmp_path / "a.csv").read_text().splitlines()[1].split(",")[8] == "1.0"
    rrproof("deck", "best", "9", "--eps", "1", "--html", "b.html")
    assert "<h1>rrproof deck best 9</h1>" in (tmp_path / "b.html").read_text()
