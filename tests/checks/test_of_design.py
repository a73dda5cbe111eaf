"""Formulas of a design are verified without a claims file, and the file that says what is assumed can be written."""

import json
import re
from fractions import Fraction

import pytest
from click.testing import CliRunner

from checks.cli import rrproof
from checks.inputs.design import DesignArgumentError
from checks.papers.of_design import claims_of_design


def verdicts(design: str, *formulas: str) -> list[str]:
    done = CliRunner().invoke(rrproof, ["verify", "--jobs", "1", "--of", design, *formulas])
    assert done.exit_code == 0, done.output
    return re.findall(r"^F-\d+ .*formula \d+ +\w+ +([\w:-]+)", done.stdout, re.M)


def test_formulas_of_a_yes_no_design():
    right = r"\operatorname{Var}(\hat\pi) = \frac{\pi(1-\pi)}{n} + \frac{p_w(1-p_w)}{n(2p_w-1)^2}"
    wrong = right.replace("^2", "")
    estimate = r"\hat\pi = \frac{n_1/n - 1 + p_w}{2p_w - 1}"
    assert verdicts("warner", right, wrong, estimate) == ["proved", "corrected:", "proved"]


def test_shares_and_responses_of_many_are_numbered():
    variance = r"Var(\hat\pi_2) = \frac{\lambda_2(1-\lambda_2)(e^\epsilon+2)^2}{n(e^\epsilon-1)^2}"
    assert verdicts("grr(k=3)", variance, r"\lambda_1 \ge \pi_1") == ["proved", "refuted"]


def test_the_variances_that_are_written_are_read_in_the_same_sense(tmp_path):
    (tmp_path / "a.csv").write_text(",a,b,c\na,1-p,p/2,p/2\nb,p/4,1-p,3*p/4\nc,p/3,2*p/3,1-p\n")
    design = str(tmp_path / "a.csv")
    written = CliRunner().invoke(rrproof, ["latex", design, "--formula", "variance"]).stdout
    lines = written.strip().removeprefix(r"\begin{gathered}").removesuffix(r"\end{gathered}").split(r"\\")
    formulas = [line.split(r", \quad")[0].strip() for line in lines]
    assert len(formulas) == 3
    assert verdicts(design, *formulas[1:]) == ["proved"] * 2
    assert verdicts(design, formulas[1].replace(r"\hat\pi_2", r"\hat\pi_3")) == ["corrected:"]


@pytest.mark.parametrize(
    ("design", "share"), [("warner", r"\hat\pi"), ("simmons", r"\hat\pi"), ("grr(k=3)", r"\hat\pi_2")]
)
def test_expectations_are_theorems_about_all_responses(design, share, tmp_path):
    formula = rf"\mathbb{{E}}[{share}] = {share.removeprefix(chr(92) + 'hat')}"
    assert verdicts(design, formula, formula.replace("= ", "= 2")) == ["proved", "corrected:"]
    verify = ["verify", "--jobs", "1", "--of", design, formula, "--proofs", str(tmp_path)]
    assert CliRunner().invoke(rrproof, verify).exit_code == 0
    assert "the expectation over all responses, of the estimate for" in (tmp_path / "F-01.json").read_text()


def test_moments_of_the_counts(tmp_path):
    right = (r"E[n_1] = n\lambda", r"\operatorname{Var}(n_1) = n\lambda(1-\lambda)")
    assert verdicts("forced-response", *right, r"\mathbb{E}[n_1] = n\pi") == ["proved", "proved", "corrected:"]
    assert verdicts("grr(k=3)", r"E[n_2] = n\lambda_2", r"Var(n_3) = n\lambda_3") == ["proved", "corrected:"]
    verify = ["verify", "--jobs", "1", "--of", "warner", right[0], "--proofs", str(tmp_path)]
    assert CliRunner().invoke(rrproof, verify).exit_code == 0
    assert "the expectation over all responses, of how many answer yes" in (tmp_path / "F-01.json").read_text()


def test_moments_of_the_share_of_a_response(tmp_path):
    right = (r"E[n_1/n] = \lambda", r"Var(\hat\lambda) = \frac{\lambda(1-\lambda)}{n}")
    wrong = r"Var(\frac{n_1}{n}) = \lambda(1-\lambda)"
    assert verdicts("forced-response", *right, wrong) == ["proved", "proved", "corrected:"]
    verify = ["verify", "--jobs", "1", "--of", "warner", right[0], "--proofs", str(tmp_path)]
    assert CliRunner().invoke(rrproof, verify).exit_code == 0
    assert "the expectation over all responses, of how many answer yes" in (tmp_path / "F-01.json").read_text()


def test_a_level_with_irrational_entries():
    right = r"\operatorname{Var}(\hat\pi) = \frac{\lambda(1-\lambda)(e+1)^2}{n(e-1)^2}"
    wrong = right.replace("(e+1)^2", "(e+1)")
    by_level = right.replace("e-1", r"e^\varepsilon-1")
    assert verdicts("warner(eps=1)", right, wrong, by_level) == ["proved", "corrected:", "proved"]
    assert verdicts("grr(k=3, eps=1/2)", r"\lambda_1 = \frac{1+\pi_1(e^{1/2}-1)}{e^{1/2}+2}") == ["proved"]
    assert verdicts("grr(k=3, eps=1/2)", r"\lambda_1 = \frac{1+\pi_1(\sqrt{e}-1)}{e^{1/2}+2}") == ["proved"]


def test_roots_of_multiples_of_powers_of_e():
    right = (r"\pi_1\sqrt{2e} = \pi_1\sqrt{2}e^{1/2}", r"\pi_1\sqrt{\frac{e^3}{4}} = \frac{\pi_1}{2}e^{3/2}")
    assert verdicts("grr(k=3, x=2)", *right, right[1].replace("4", "9")) == ["proved", "proved", "refuted"]


def test_moments_of_the_counts_where_the_truths_are_given(tmp_path):
    given = claims_of_design("warner", [r"E[n_1] = n\lambda", r"Var(n_1) = n p_w (1 - p_w)"])
    file = tmp_path / "given.toml"
    file.write_text(given.replace("respondents = 'n'", "respondents = 'n'\ndata = 'given'"))
    done = CliRunner().invoke(rrproof, ["verify", "--jobs", "1", str(file)])
    assert "2 claims: 2 proved" in done.stdout


def test_a_design_of_a_file(tmp_path):
    (tmp_path / "a.csv").write_text("1/2,1/4,1/4\n1/4,1/2,1/4\n1/4,1/4,1/2\n")
    assert verdicts(str(tmp_path / "a.csv"), r"\lambda_1 = \frac{\pi_1+1}{4}", r"\epsilon = \ln 2") == ["proved"] * 2


def test_the_file_can_be_written(tmp_path):
    file = tmp_path / "mine.toml"
    made = ["init", "paper", str(file), "--of", "warner", "--formula", r"\lambda = 1 - p_w + \pi(2p_w - 1)"]
    assert CliRunner().invoke(rrproof, made).exit_code == 0
    done = CliRunner().invoke(rrproof, ["verify", "--jobs", "1", str(file)])
    assert "1 claim: 1 proved" in done.stdout
    assert CliRunner().invoke(rrproof, ["init", str(tmp_path / "plain.toml")]).exit_code == 0


@pytest.mark.parametrize(
    ("design", "said"),
    [("nosuch", "no mechanism is called"), ("sue(k=2, eps=log(3))", "hold roots"), ("grr(k=40)", "2 to 12 truths")],
)
def test_what_is_refused(design, said):
    with pytest.raises(DesignArgumentError, match=said):
        claims_of_design(design, ["x = 1"])
    assert CliRunner().invoke(rrproof, ["verify", "--of", design, "x = 1"]).exit_code == 2


def test_a_formula_is_needed_and_a_design():
    runner = CliRunner()
    assert "a formula is missing" in runner.invoke(rrproof, ["verify", "--of", "warner"]).output
    assert "--formula goes with --of" in runner.invoke(rrproof, ["init", "a.toml", "--formula", "x"]).output


def test_other_names_of_a_parameter_are_read_and_printed_as_the_formula_does(rrproof):
    right = r"\operatorname{Var}(\hat\pi) = \frac{\pi(1-\pi)}{n} + \frac{p(1-p)}{n(2p-1)^2}"
    assert verdicts("warner", right, right.replace("p(", r"\theta("), right.replace("p-1", "p_w-1")) == ["proved"] * 3
    _, out, _ = rrproof("verify", "--jobs", "1", "--of", "warner", right.replace("^2", ""))
    assert r"\frac{p (1 - p)}{n (2 p - 1)^{2}}" in out
    assert verdicts("simmons", r"\lambda = p\pi + (1-p)\pi_Y") == ["proved"]


def test_no_output_names_the_claims_file_that_is_written_meanwhile(rrproof, tmp_path):
    page, markdown = tmp_path / "page.html", tmp_path / "page.md"
    given = ("verify", "--jobs", "1", "--of", "warner", r"\lambda = p\pi", "--html", str(page))
    _, out, _ = rrproof(*given, "--json", "--markdown", str(markdown))
    assert [claim["paper"] for claim in json.loads(out)["result"]["claims"]] == ["formulas of warner"]
    for written in (out, page.read_text(), markdown.read_text(), rrproof(*given, "--latex")[1], rrproof(*given)[1]):
        assert "formulas.toml" not in written


def test_a_formula_that_cannot_be_read_is_named_by_its_number(rrproof):
    code, _, err = rrproof("verify", "--jobs", "1", "--of", "warner", "p = p", "p = z")
    assert code == 2
    assert err.startswith("warner: P(1 | 1) = p_w, P(1 | 0) = 1 - p_w\n"), "what its parameters mean is said"
    assert "Error: formula 2: z is not declared\n" in err


@pytest.fixture
def proof_of_a_formula(tmp_path, rrproof):
    (tmp_path / "rates.csv").write_text("truth,yes,no\nyes,3/4,1/4\nno,1/5,4/5\n")
    given = ["verify", "--jobs", "1", "--proofs", str(tmp_path)]
    code, _, err = rrproof(*given, "--of", str(tmp_path / "rates.csv"), "1 = 2", r"\hat\pi = \frac{n_1/n - 1/4}{11/20}")
    assert code == 0, err
    (tmp_path / "rates.csv").unlink()
    return tmp_path / "F-02.json"


def test_proofs_of_formulas_are_rebuilt_from_the_design_in_their_file(proof_of_a_formula, rrproof, tmp_path):
    code, out, _ = rrproof("recheck", str(proof_of_a_formula))
    assert code == 0
    assert re.search(r"the design:\n.*yes +3/4 +1/4\n.*no +1/5 +4/5", out, re.DOTALL)
    assert "rebuilt    from the design and the formula in the file: the same" in out
    assert "every statement was rebuilt from the design and the formula in the file and is the same\n" in out
    assert out.endswith("2 proofs check, nothing argued, no oracle\n")
    assert rrproof("verify", "--of", "warner", r"\lambda = p\pi + (1-p)(1-\pi)", "--proofs", str(tmp_path))[0] == 0
    code, out, _ = rrproof("recheck", str(tmp_path / "F-01.json"))
    assert code == 0
    assert re.search(r" 1 +-p_w \+ 1 +p_w\n", out)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"formulas": ["1 = 2", r"\hat\pi = \frac{n_1/n - 1/4}{12/20}"]}, (1, "states nothing that F-02 has to show")),
        ({"content": "1/2,1/2\n1/4,3/4\n"}, (1, "states nothing that F-02 has to show")),
        ({"content": "1/2,1/2\n1/4,3/5\n"}, (2, "the entries sum to 17/20, not to 1")),
        ({"content": ""}, (2, "the content of the file of '")),
        ({"formulas": []}, (2, "1 to 1000 formulas are needed")),
        ({"formulas": ["1 = 2"]}, (2, "has no claim 'F-02'")),
        ({"formulas": ["1 = 2", "z = 1"]}, (2, "formula 2: z is not declared")),
        ({"formulas": ["1 = 2", 3]}, (2, "a formula is a text of at most")),
        ({"design": 3}, (2, "a design and the content of its file are texts")),
        ({"designs": ""}, (2, '"of" holds a "design", its "formulas"')),
    ],
)
def test_another_design_or_formula_beside_a_proof_is_refused(proof_of_a_formula, rrproof, changed, said):
    data = json.loads(proof_of_a_formula.read_text())
    data["of"].update(changed)
    proof_of_a_formula.write_text(json.dumps(data))
    code, _, err = rrproof("recheck", str(proof_of_a_formula))
    assert code == said[0]
    assert said[1] in err


def test_a_claim_that_is_not_known_is_no_success(proof_of_a_formula, rrproof):
    data = json.loads(proof_of_a_formula.read_text())
    del data["of"]
    proof_of_a_formula.write_text(json.dumps({**data, "paper": "gone.toml"}))
    code, out, err = rrproof("recheck", str(proof_of_a_formula))
    assert code == 1
    assert "the claims file gone.toml is not here" in err
    assert out.endswith("2 proofs check, 2 of unknown meaning, nothing argued, no oracle\n")


def test_counterexamples_lie_inside_of_all_ranges(rrproof):
    wrong = (r"\operatorname{Var}(\hat\pi) = \frac{\pi(1-\pi)}{n p^2}", r"\lambda = \pi + (1-p)\pi_B")
    _, out, _ = rrproof("verify", "--jobs", "1", "--of", "simmons", *wrong)
    points = re.findall(r"^  with +(.*)$", out, re.M)
    assert len(points) == 2
    for name, value in re.findall(r"(p|pi|piB) = (\S+?)(?:,|$)", "\n".join(points), re.M):
        assert 0 < Fraction(value) < 1, name
