"""What is right instead of an order, an implication or a definition printed wrong: only what is wrong changes."""

from pathlib import Path

import pytest

from checks.papers.collection import load_paper, verify_claim
from checks.papers.plain_polynomials import plain
from mechanisms.exact.domain import Domain
from mechanisms.exact.polynomial import Polynomial

PAPER = r"""
[paper]
key = "C"
title = "Two coins"
authors = "N. N."

[symbols]
eps = { latex = '\varepsilon', budget = true, range = "eps > 0" }
pi = { latex = '\pi', range = "0 <= pi <= 1" }
p = "1/2 < p < 1"
q = "1/2 < q < 1"
n = { range = "n >= 1", integer = true }
z = "z > 0"
delta = { latex = '\delta', range = "delta > 0" }

[mechanism]
truths = ["0", "1"]
responses = ["0", "1"]
matrix = [["p", "1-p"], ["1-p", "p"]]
prior = ["1-pi", "pi"]
respondents = "n"

[mechanisms.second]
truths = ["0", "1"]
responses = ["0", "1"]
matrix = [["q", "1-q"], ["1-q", "q"]]
prior = ["1-pi", "pi"]
respondents = "n"

[names]
'\epsilon_p' = { epsilon = true }
'\epsilon_q' = { epsilon = true, of = "second" }
'\delta(\varepsilon)' = { delta = "eps" }
'P(1\mid 1)' = { posterior = ["1", "1"] }
'V_p' = { variance = "1" }

[[claim]]
id = "C-1"
latex = '%s'
"""


@pytest.mark.parametrize(
    ("printed", "right"),
    [
        (r"\epsilon_p \le \epsilon_q \iff p \ge q", r"\epsilon_p \le \epsilon_q \iff p \le q"),
        (
            r"\epsilon_p > \varepsilon \implies \delta(\varepsilon) = 0",
            r"\epsilon_p \le \varepsilon \implies \delta(\varepsilon) = 0",
        ),
        (r"p = \frac{e^{\epsilon_p}}{2+e^{\epsilon_p}}", r"p = \frac{e^{\epsilon_p}}{1 + e^{\epsilon_p}}"),
        (r"\sup_{\pi} V_p = \frac{1}{4n(2p-1)}", r"\sup_{\pi} V_p = \frac{1}{4 n (2 p - 1)^{2}}"),
        (
            r"\frac{\mathrm d}{\mathrm d\varepsilon} e^{2\varepsilon} = 2e^{\varepsilon}",
            r"\frac{\mathrm d}{\mathrm d\varepsilon} e^{2\varepsilon} = 2 e^{2 \varepsilon}",
        ),
        # sides of a root are squared
        (
            r"z\sqrt{V_p} \le \delta \iff n \ge \frac{z^2}{\delta^2}\left(\pi(1-\pi) + \frac{p(1-p)}{2p-1}\right)",
            r"z\sqrt{V_p} \le \delta \iff n \ge "
            r"\frac{z^{2}}{\delta^{2}} \left(\pi (1 - \pi) + \frac{p (1 - p)}{(2 p - 1)^{2}}\right)",
        ),
        # a condition says what a symbol is
        (
            r"V_p = \frac{\pi(1-\pi)}{n} + \frac{3}{5n} \text{ for } p = 3/4",
            r"V_p = \frac{\pi (1 - \pi)}{n} + \frac{3}{4 n} \text{ for } p = 3/4",
        ),
        # what is too much is left out, and a term that is missing is added to what is printed
        (r"e^{\epsilon_p} = 2\frac{p}{1-p}", r"e^{\epsilon_p} = \frac{p}{1 - p}"),
        (
            r"V_p = \frac{\pi(1-\pi)}{n} + \frac{p(1-p)}{n(2p-1)^2} + 3p^2",
            r"V_p = \frac{\pi (1 - \pi)}{n} + \frac{p (1 - p)}{n (2 p - 1)^{2}}",
        ),
        (
            r"V_p = \frac{p(1-p)}{n(2p-1)^2}",
            r"V_p = \frac{p(1-p)}{n(2p-1)^2} + \frac{\pi (1 - \pi)}{n}",
        ),
        (
            r"\frac{P(1\mid 1)}{1 - P(1\mid 1)} = \frac{p}{1-p}\cdot\frac{1-\pi}{\pi}",
            r"\frac{P(1\mid 1)}{1 - P(1\mid 1)} = \frac{p}{1 - p} \frac{\pi}{1 - \pi} \qquad \text{for } \pi \ne 1",
        ),
    ],
)
def test_a_correction_changes_only_what_is_wrong(tmp_path: Path, printed: str, right: str) -> None:
    path = tmp_path / "c.toml"
    path.write_text(PAPER % printed, encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claim("C-1"))
    assert (record.verdict, record.corrected) == ("corrected", right)
    assert [witness.agrees for witness in record.witnesses] == [True, True]
    assert len({str(side) for side in record.sides}) == 2


@pytest.mark.parametrize(
    ("printed", "right"),
    [
        (
            r"\frac{\pi-\frac12}{z-1} = \frac{\pi-1}{z-2} \text{ for } z > 1, \pi > \frac12",
            r"\frac{\pi-\frac12}{z-1} = \frac{2 \pi - 1}{2 (z - 1)} \text{ for } z > 1, \pi > \frac12",
        ),
        (r"z + n = z", None),  # that z + n = z + n says nothing
    ],
)
def test_a_correction_has_no_signs_that_its_condition_makes_needless(
    tmp_path: Path, printed: str, right: str | None
) -> None:
    path = tmp_path / "c.toml"
    path.write_text(PAPER % printed, encoding="utf-8")
    assert verify_claim(load_paper(str(path)).claim("C-1")).corrected == right


def test_a_condition_has_one_term_of_another_sign_alone() -> None:
    p, q = Polynomial.variable("p"), Polynomial.variable("q")
    assert plain(1 - p - p**2, ">=", Domain()) == "p^2 + p <= 1"
    assert plain(q - p - p**2, ">", Domain()) == "q > p^2 + p"
    assert plain(p * q + p - 2 * q - 2, ">=", Domain()) == "p*q + p - 2*q - 2 >= 0"


def test_a_term_that_is_missing_is_added_to_the_form_of_the_print(tmp_path: Path) -> None:
    printed = (Path(__file__).parents[2] / "examples/papers/mean-estimation.toml").read_text(encoding="utf-8")
    path = tmp_path / "m.toml"
    square = r"\left(\frac{e^\epsilon+1}{e^\epsilon-1}\right)^2"
    path.write_text(printed.replace(rf"{square} - t_i^2'", rf"{square}'"), encoding="utf-8")
    record = verify_claim(load_paper(str(path)).claim("MEAN-2"))
    assert (record.verdict, record.corrected) == (
        "corrected",
        rf"\operatorname{{Var}}[t_i^*] = {square} - t_i^{{2}}",
    )
