"""Mathematics that is typed between words is found, and words stay words."""

import re

import pytest

from checks.claims.argued import ARGUMENTS
from checks.claims.prose import pieces
from checks.claims.typed_mathematics import with_dollars
from checks.papers.collection import load_paper, paper_keys
from checks.show.html.mathml import mathml
from checks.show.latex.unicode import readable


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("the case p00 = p11 = 1", "the case $p_{00}=p_{11}=1$"),
        ("for t in [0,1] it holds in section 3 (i)", r"for $t\in [0,1]$ it holds in section 3 (i)"),
        ("r_delta(t) > 1 and t_0 <= t <= 1", r"$r_{\delta}(t)>1$ and $t_0\leq t\leq 1$"),
        ("(eps, delta)-private for piB = 1/2", r"$(\epsilon,\delta)$-private for $\pi_B=1/2$"),
        ("p_w = (e^eps + delta)/(e^eps + 1)", r"$p_w=(e^{\epsilon}+\delta)/(e^{\epsilon}+1)$"),
        ("P(|Pi_hat - pi| <= omega) >= c", r"$P(|\hat{\Pi}-\pi|\leq \omega)\geq c$"),
        ("Pr(M(x) = y | x) <= e^eps", r"$\Pr(M(x)=y\mid x)\leq e^{\epsilon}$"),
        ("o_(i-1) is eps_(i-1)-LDP", r"$o_{i-1}$ is $\epsilon_{i-1}$-LDP"),
        ("the cards 1, ..., L with p_1, ..., p_L", r"the cards $1,\ldots,L$ with $p_1,\ldots,p_L$"),
        ("1/2 sqrt(N) is 1/(2 sqrt(N))", r"$1/2\sqrt{N}$ is $1/(2\sqrt{N})$"),
        ("from sqrt(14)/2 to 2*sqrt(21)/3 + 4*x", r"from $\sqrt{14}/2$ to $2\sqrt{21}/3+4x$"),
        ("in Figure 1(a), Figure 3(a) to (e)", "in Figure 1(a), Figure 3(a) to (e)"),
        ("A tells more than B. A response to A", "$A$ tells more than $B$. A response to $A$"),
        ("LP_{k,l} = I with P'_{k,l} S", "$LP_{k,l}=I$ with $P'_{k,l}S$"),
        ("a 3 x 3 matrix of a share a, b or c", r"a $3 \times 3$ matrix of a share $a$, $b$ or $c$"),
        ("where p_1 (2 - p_2) != 1", r"where $p_1(2-p_2)\neq 1$"),
        (r"already $x<1$, and y < 1", r"already $x<1$, and $y<1$"),
        ("A mechanism A, I think, is a function", "A mechanism $A$, I think, is a function"),
        (
            "Warner's e.g. (3) and (41)-(46), 0-1 loss, RR3, 95 %",
            "Warner's e.g. (3) and (41)-(46), 0-1 loss, RR3, 95 %",
        ),
        ("`rrproof show MW-14 --plot FILE`, appendix E", "`rrproof show MW-14 --plot FILE`, appendix E"),
        ("'I am a member of group A' and either/or", "'I am a member of group A' and either/or"),
    ],
)
def test_what_is_mathematics(typed: str, written: str) -> None:
    assert with_dollars(typed) == written
    assert with_dollars(written) == written, "once it is between dollars nothing is left to find"


@pytest.mark.parametrize("key", paper_keys())
def test_nothing_that_a_paper_says_is_typed(key: str) -> None:
    paper = load_paper(key)
    texts = [t for claim in paper.claims for t in (claim.in_words, claim.note, *(r.note for r in claim.readings))]
    for correction in filter(None, (claim.correction for claim in paper.claims)):
        texts += [correction.right, correction.explanation]
    texts += map(with_dollars, ARGUMENTS.values())
    for text in texts:
        for is_formula, part in pieces(text):
            if is_formula:
                assert "<math" in mathml(part), part
                assert "\\" not in readable(f"${part}$").replace("∖", ""), part
            else:
                part = re.sub(r"`[^`]*`|\(sum\)\^2", "", part)
                assert not re.search(
                    r"[<>^]|(?<!\w)=|\w_\w|\b(?:sqrt|eps|epsilon|Fraction)\b", part.replace(" = sum of", "")
                ), text


@pytest.mark.parametrize(
    ("latex", "written"),
    [
        (r"\frac{2}{3e^{\epsilon}}", "2/(3e^ε)"),
        (r"\frac12+\frac{a+b}{n}", "1/2 + (a + b)/n"),
        (r"\frac{1}{p_1^2}", "1/p₁²"),
        (r"\frac{x}{(a+b)(c+d)}", "x/((a + b)(c + d))"),
        (r"\frac{1}{\hat\pi_0}", "1/π̂₀"),
        (r"e^{2\epsilon}+e^{\epsilon/2}", "e^(2ε) + e^(ε/2)"),
        (r"e^{\epsilon_1}p^{*}q^{(r)}", "e^ε₁p*q^(r)"),
    ],
)
def test_a_formula_of_the_terminal_has_the_brackets_that_it_needs(latex, written):
    assert readable(f"${latex}$") == written


def test_what_a_sum_is_taken_of_stands_behind_its_limits() -> None:
    assert readable(r"$\left(\sum_{i = 1}^{k} i\right) \le k$, $\prod_i x_i$") == "(∑ᵢ₌₁^k i) ≤ k, ∏ᵢ xᵢ"
