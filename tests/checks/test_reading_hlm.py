# ruff: noqa: E501
"""Every displayed formula of the first paper is read, and printed formulas read back as the same trees."""

import pytest

from checks.papers.spellings import spellings
from checks.reading import ReadingError, read_latex, read_plain, to_latex, to_plain
from checks.reading.syntax import Chain, Derivative, Operate, names_in, walk

VOCABULARY = spellings("HLM")
FORMULAS = [
    ("HLM-01", r"N=\sum_{i\in[n]}X_i"),
    ("HLM-01", r"[n]=[1,n]\cap\mathbb Z"),
    ("HLM-01", r"X_i,x_i\in\{0,1\}"),
    ("HLM-02", r"\mathbb P(X_i=k\mid x_i=j)=p_{jk}"),
    ("HLM-03", r"P=\begin{pmatrix}p_{00}&p_{01}\\p_{10}&p_{11}\end{pmatrix}=\begin{pmatrix}p_{00}&1-p_{00}\\1-p_{11}&p_{11}\end{pmatrix}"),
    ("HLM-04", r"\mathbb P(X_i=0)=(1-\pi)p_{00}+\pi(1-p_{11})=p_{00}-\pi(p_{00}+p_{11}-1)"),
    ("HLM-05", r"\mathbb P(X_i=1)=\pi p_{11}+(1-\pi)(1-p_{00})=1-p_{00}+\pi(p_{00}+p_{11}-1)"),
    ("HLM-07", r"L=\mathbb P(X_i=1)^N\,\mathbb P(X_i=0)^{n-N}"),
    ("HLM-08", r"\log L=N\log\mathbb P(X_i=1)+(n-N)\log\mathbb P(X_i=0)"),
    ("HLM-08", r"\frac{\partial\log L}{\partial\pi}=\frac{N}{\mathbb P(X_i=1)}\frac{\partial\mathbb P(X_i=1)}{\partial\pi}+\frac{n-N}{\mathbb P(X_i=0)}\frac{\partial\mathbb P(X_i=0)}{\partial\pi}"),
    ("HLM-09", r"\frac{\partial^2\log L}{\partial\pi^2}=-\frac{N}{\mathbb P(X_i=1)^2}\left(\frac{\partial\mathbb P(X_i=1)}{\partial\pi}\right)^2-\frac{n-N}{\mathbb P(X_i=0)^2}\left(\frac{\partial\mathbb P(X_i=0)}{\partial\pi}\right)^2"),
    ("HLM-10", r"\frac{\partial^2\log L}{\partial\pi^2}<0"),
    ("HLM-10", r"\partial\log L/\partial\pi=0"),
    ("HLM-11", r"\hat\Pi(p_{00},p_{11})=\frac{p_{00}-1}{p_{00}+p_{11}-1}+\frac{N}{(p_{00}+p_{11}-1)n}"),
    ("HLM-12", r"\operatorname{Var}(Y)=\mathbb E[Y^2]-\mathbb E[Y]^2"),
    ("HLM-13", r"\mathbb E[N]=n\mathbb E[X_i]"),
    ("HLM-13", r"\operatorname{Var}(N)=n\operatorname{Var}(X_i)"),
    ("HLM-14", r"\mathbb E[X_i]=\mathbb E[X_i^2]=\mathbb P(X_i=1)=1-p_{00}+\pi(p_{00}+p_{11}-1)"),
    ("HLM-15", r"\mathbb E[\hat\Pi]=\frac{p_{00}-1}{p_{00}+p_{11}-1}+\frac{\mathbb E[N]}{(p_{00}+p_{11}-1)n}=\frac{p_{00}-1}{p_{00}+p_{11}-1}+\frac{\mathbb E[X_i]}{p_{00}+p_{11}-1}=\pi"),
    ("HLM-15", r"\mathbb E[\hat\Pi-\pi]"),
    ("HLM-16", r"\operatorname{Var}(\hat\Pi|\pi)=\frac{\operatorname{Var}(N)}{(p_{00}+p_{11}-1)^2n^2}=\frac{\operatorname{Var}(X_i)}{(p_{00}+p_{11}-1)^2n}=\frac{\mathbb E[X_i^2]-\mathbb E[X_i]^2}{(p_{00}+p_{11}-1)^2n}=\frac{\mathbb P(X_i=1)\mathbb P(X_i=0)}{(p_{00}+p_{11}-1)^2n}"),
    ("HLM-17", r"\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)=\frac{\frac14-\left(p_{00}-\frac12-\pi(p_{00}+p_{11}-1)\right)^2}{(p_{00}+p_{11}-1)^2n}"),
    ("HLM-18", r"\mathbb P(|\hat\Pi-\pi|\le\omega)\ge c"),
    ("HLM-19", r"\mathbb P\left(|\hat\Pi-\pi|\le4.5\sqrt{\operatorname{Var}(\hat\Pi|\pi)}\right)\ge0.95"),
    ("HLM-20", r"\mathbb P(|G-\mu|\le1.96\sigma)\ge0.95"),
    ("HLM-22", r"P_w=\begin{pmatrix}p_w&1-p_w\\1-p_w&p_w\end{pmatrix}"),
    ("HLM-23", r"\mathbb P(X_i=0)=p_w-\pi(2p_w-1)"),
    ("HLM-23", r"\mathbb P(X_i=1)=1-p_w+\pi(2p_w-1)"),
    ("HLM-24", r"\hat\Pi_w"),
    ("HLM-25", r"\operatorname{Var}(\hat\Pi_w(p_w)|\pi)=\frac{\frac14-\left(p_w-\frac12-\pi(2p_w-1)\right)^2}{(2p_w-1)^2n}"),
    ("HLM-26", r"\mathbf d\in D^m"),
    ("HLM-26", r"X_{\mathbf d}:\Omega\to D^n"),
    ("HLM-26", r"\mathbb P(X_{\mathbf d}\in A)\le e^\epsilon\,\mathbb P(X_{\mathbf d'}\in A)+\delta"),
    ("HLM-27", r"\mathbb P(X_i=j)\le e^\epsilon\,\mathbb P(X_k=j)+\delta"),
    ("HLM-28", r"p_{11}\le e^\epsilon(1-p_{00})+\delta"),
    ("HLM-28", r"p_{00}\le e^\epsilon(1-p_{11})+\delta"),
    ("HLM-28", r"1-p_{00}\le e^\epsilon p_{11}+\delta"),
    ("HLM-28", r"1-p_{11}\le e^\epsilon p_{00}+\delta"),
    ("HLM-29", r"\mathcal R=\{(p_{00},p_{11})\in\mathbb R^2: p_{00},p_{11}\in[0,1],\ p_{11}\le e^\epsilon(1-p_{00})+\delta,\ p_{00}\le e^\epsilon(1-p_{11})+\delta,\ 1-p_{00}\le e^\epsilon p_{11}+\delta,\ 1-p_{11}\le e^\epsilon p_{00}+\delta\}"),
    ("HLM-32", r"1-p_{11}<p_{00}\le e^\epsilon(1-p_{11})+\delta<e^\epsilon p_{00}+\delta"),
    ("HLM-33", r"1-p_{00}<p_{11}\le e^\epsilon(1-p_{00})+\delta<e^\epsilon p_{11}+\delta"),
    ("HLM-34", r"\mathcal R'=\{(p_{00},p_{11})\in\mathcal R:p_{00}+p_{11}>1\}=\{(p_{00},p_{11})\in\mathbb R: p_{00},p_{11}\le1,\ p_{00}+p_{11}>1,\ p_{00}\le e^\epsilon(1-p_{11})+\delta,\ p_{11}\le e^\epsilon(1-p_{00})+\delta\}"),
    ("HLM-35", r"\mathcal R''=\mathcal R'\setminus\{(p_{00},p_{11})\in\mathbb R: p_{00}<e^\epsilon(1-p_{11})+\delta,\ p_{11}<e^\epsilon(1-p_{00})+\delta\}"),
    ("HLM-37", r"\operatorname*{arg\,min}_{(p_{00},p_{11})\in\mathcal R'}\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)"),
    ("HLM-38", r"f(x,y)=2xy-x-y+1\ge0"),
    ("HLM-39", r"\operatorname*{arg\,min}_{x,y\in[0,1]}f(x,y)=\{(0,1),(1,0)\}"),
    ("HLM-40", r"\min_{x\in[0,1]}f(x,y)=\min_x((2y-1)x)-y+1=\begin{cases}y&y\le\frac12\\1-y&y>\frac12\end{cases}"),
    ("HLM-41", r"\min_y\min_x f=0=\min_x\min_y f"),
    ("HLM-41", r"f(1,0)=f(0,1)=0"),
    ("HLM-42", r"(p_{00}^*,p_{11}^*)\in\operatorname*{arg\,min}_{\mathcal R'}\operatorname{Var}(\hat\Pi|\pi)"),
    ("HLM-42", r"(p_{00}^*,p_{11}^*)\in\mathcal R''"),
    ("HLM-43", r"\operatorname*{arg\,min}_{\mathcal R'}\operatorname{Var}(\hat\Pi|\pi)\subseteq\mathcal R''"),
    ("HLM-44", r"\frac{\partial\operatorname{Var}(\hat\Pi|\pi)}{\partial p_{11}}=-\frac{2p_{00}(1-p_{00})(1-\pi)+\pi(2p_{00}p_{11}-p_{00}-p_{11}+1)}{(p_{00}+p_{11}-1)^3n}"),
    ("HLM-45", r"\partial\operatorname{Var}/\partial p_{11}\le0"),
    ("HLM-47", r"\partial\operatorname{Var}/\partial p_{11}=0"),
    ("HLM-47", r"\partial\operatorname{Var}/\partial p_{11}<0"),
    ("HLM-48", r"\frac{\partial\operatorname{Var}(\hat\Pi|\pi)}{\partial p_{00}}=-\frac{(2p_{00}p_{11}-p_{00}-p_{11}+1)(1-\pi)+2p_{11}\pi(1-p_{11})}{(p_{00}+p_{11}-1)^3n}"),
    ("HLM-49", r"\partial\operatorname{Var}/\partial p_{00}\le0"),
    ("HLM-50", r"\partial\mathcal R'\cap\left(\operatorname*{arg\,min}_{\mathcal R'}\operatorname{Var}(\hat\Pi|\pi)\right)\ne\emptyset"),
    ("HLM-51", r"\operatorname*{arg\,min}_{\mathcal R'}\operatorname{Var}(\hat\Pi|\pi)\subseteq\partial\mathcal R'"),
    ("HLM-52", r"(p_{00},p_{11})\in\partial\mathcal R'"),
    ("HLM-52", r"\Delta_0,\Delta_1\ge0"),
    ("HLM-52", r"\Delta_0+\Delta_1>0"),
    ("HLM-52", r"(p_{00}+\Delta_0,p_{11}+\Delta_1)\in\partial\mathcal R'"),
    ("HLM-52", r"\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)\ge\operatorname{Var}(\hat\Pi(p_{00}+\Delta_0,p_{11}+\Delta_1)|\pi)"),
    ("HLM-53", r"\operatorname*{arg\,min}_{(p_{00},p_{11})\in\mathcal R'}\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)\subseteq\mathcal R''"),
    ("HLM-55", r"P_\epsilon=\begin{pmatrix}\frac{e^\epsilon}{e^\epsilon+1}&\frac1{e^\epsilon+1}\\\frac1{e^\epsilon+1}&\frac{e^\epsilon}{e^\epsilon+1}\end{pmatrix}"),
    ("HLM-56", r"p_{11}=e^\epsilon(1-p_{00})"),
    ("HLM-56", r"p_{00}=1-e^{-\epsilon}p_{11}"),
    ("HLM-56", r"e^\epsilon p_{11}\le e^\epsilon-p_{00}=e^\epsilon-(1-e^{-\epsilon}p_{11})=e^\epsilon-1+e^{-\epsilon}p_{11}"),
    ("HLM-56", r"p_{11}(e^\epsilon-e^{-\epsilon})\le e^\epsilon-1"),
    ("HLM-56", r"e^{2\epsilon}-1=(e^\epsilon-1)(e^\epsilon+1)"),
    ("HLM-56", r"p_{11}\le\frac{e^\epsilon-1}{e^{-\epsilon}(e^{2\epsilon}-1)}=\frac{e^\epsilon}{e^\epsilon+1}"),
    ("HLM-57", r"r(t)=(1-t)+\frac{e^\epsilon}{1+e^\epsilon}t=1-e^{-\epsilon}s(t)"),
    ("HLM-57", r"s(t)=\frac{e^\epsilon}{1+e^\epsilon}t"),
    ("HLM-59", r"\frac{\partial\operatorname{Var}(\hat\Pi_1(t)|\pi)}{\partial t}=-\frac{(1+e^\epsilon)(1+\pi(e^\epsilon-1))}{(e^\epsilon-1)^2t^2n}"),
    ("HLM-60", r"\partial\operatorname{Var}(\hat\Pi_1(t)|\pi)/\partial t<0"),
    ("HLM-60", r"\operatorname*{arg\,min}_{t\in(0,1]}\operatorname{Var}(\hat\Pi_1(t)|\pi)=\{1\}"),
    ("HLM-61", r"\operatorname{Var}(\hat\Pi(p_{00},p_{11})|1-\pi)=\operatorname{Var}(\hat\Pi(p_{11},p_{00})|\pi)"),
    ("HLM-63", r"\operatorname*{arg\,min}_{t\in(0,1]}\operatorname{Var}(\hat\Pi_2(t)|\pi)=\{1\}"),
    ("HLM-64", r"\operatorname*{arg\,min}_{(p_{00},p_{11})\in\mathcal R'}\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)=\left\{\left(\frac{e^\epsilon}{e^\epsilon+1},\frac{e^\epsilon}{e^\epsilon+1}\right)\right\}"),
    ("HLM-66", r"r_\delta(t)=(1+e^{-\epsilon}\delta)(1-t)+\frac{e^\epsilon+\delta}{e^\epsilon+1}t=1-e^{-\epsilon}(s_\delta(t)-\delta)"),
    ("HLM-66", r"s_\delta(t)=\frac{e^\epsilon+\delta}{e^\epsilon+1}t"),
    ("HLM-68", r"p_{00}=p_{11}=r_\delta(1)=s_\delta(1)=\frac{e^\epsilon+\delta}{e^\epsilon+1}"),
    ("HLM-70", r"\delta>0"),
    ("HLM-70", r"a\le b\in[0,1]"),
    ("HLM-70", r"\operatorname*{arg\,min}_{t\in[a,b]}\operatorname{Var}(\hat\Pi(r_\delta(t),s_\delta(t))|\pi)\subseteq\{a,b\}"),
    ("HLM-71", r"\partial\operatorname{Var}(\hat\Pi_{1,\delta}(t)|\pi)/\partial t"),
    ("HLM-71", r"t=\frac{\delta(1+e^\epsilon)(2e^\epsilon+2\delta-1-\pi(e^\epsilon+2\delta-1))}{(e^\epsilon+\delta)(e^\epsilon+2\delta-1)(1+(e^\epsilon-1)\pi)}"),
    ("HLM-72", r"\frac{\partial^2\operatorname{Var}(\hat\Pi_{1,\delta}(t)|\pi)}{\partial t^2}=-\frac{(e^\epsilon+\delta)^2(e^\epsilon+2\delta-1)^4(1+(e^\epsilon-1)\pi)^4}{8e^{2\epsilon}\delta^3(e^\epsilon+\delta-1)^3(1+e^\epsilon)^2n}"),
    ("HLM-75", r"\delta>0"),
    ("HLM-75", r"\pi\le\frac12"),
    ("HLM-75", r"\operatorname{Var}(\hat\Pi(r_\delta(t),s_\delta(t))|\pi)\le\operatorname{Var}(\hat\Pi(s_\delta(t),r_\delta(t))|\pi)"),
    ("HLM-76", r"\pi\ge\frac12"),
    ("HLM-76", r"\operatorname{Var}(\hat\Pi(r_\delta(t),s_\delta(t))|\pi)\ge\operatorname{Var}(\hat\Pi(s_\delta(t),r_\delta(t))|\pi)"),
    ("HLM-77", r"\operatorname{Var}(\hat\Pi(r_\delta(t),s_\delta(t))|\pi)-\operatorname{Var}(\hat\Pi(s_\delta(t),r_\delta(t))|\pi)=-\frac{(e^\epsilon+1)(e^\epsilon+\delta)(1-2\pi)(1-t)}{(e^\epsilon(e^\epsilon-1)t+\delta(1-t+e^\epsilon(1+t)))n}"),
    ("HLM-78", r"t_0:\mathbb R\times\mathbb R\to[0,1]"),
    ("HLM-78", r"t_0(\epsilon,\delta)=\frac{\delta(e^\epsilon+1)}{e^\epsilon+\delta}"),
    ("HLM-79", r"r_\delta(t_0(\epsilon,\delta))=1"),
    ("HLM-79", r"s_\delta(t_0(\epsilon,\delta))=\delta"),
    ("HLM-80", r"(r_\delta(t_0(\epsilon,\delta)),s_\delta(t_0(\epsilon,\delta)))\in\partial\mathcal R'"),
    ("HLM-80", r"(1,\delta)\in\mathcal R'\cup\partial\mathcal R'"),
    ("HLM-82", r"(r_\delta(t),s_\delta(t))\in\mathcal R'"),
    ("HLM-82", r"t_0(\epsilon,\delta)<t\le1"),
    ("HLM-82", r"t<t_0(\epsilon,\delta)"),
    ("HLM-82", r"(r_\delta(t),s_\delta(t))\notin\mathcal R'\text{ if }t<t_0(\epsilon,\delta)"),
    ("HLM-84", r"g:\mathbb R\times\mathbb R\to\mathbb R"),
    ("HLM-84", r"g(\epsilon,\delta)=\frac{\delta(e^\epsilon+\delta)}{(e^\epsilon+2\delta-1)^2}"),
    ("HLM-85", r"\delta>0"),
    ("HLM-85", r"0<\pi\le\frac12"),
    ("HLM-85", r"\operatorname*{arg\,min}_{(p_{00},p_{11})\in\mathcal R'}\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)=\begin{cases}\{(r_\delta(t_0),s_\delta(t_0))\}&g(\epsilon,\delta)>\pi\\\{(r_\delta(1),s_\delta(1))\}&g(\epsilon,\delta)<\pi\\\{(r_\delta(t_0),s_\delta(t_0)),(r_\delta(1),s_\delta(1))\}&g(\epsilon,\delta)=\pi\end{cases}"),
    ("HLM-85", r"t_0=t_0(\epsilon,\delta)"),
    ("HLM-86", r"\operatorname*{arg\,min}\subseteq\{(r_\delta(t_0),s_\delta(t_0)),(r_\delta(1),s_\delta(1))\}"),
    ("HLM-87", r"r_\delta(t_0)=1"),
    ("HLM-87", r"s_\delta(t_0)=\delta"),
    ("HLM-87", r"r_\delta(1)=s_\delta(1)=\frac{e^\epsilon+\delta}{e^\epsilon+1}"),
    ("HLM-88", r"\operatorname{Var}(\hat\Pi(1,\delta)|\pi)-\operatorname{Var}\left(\hat\Pi\left(\tfrac{e^\epsilon+\delta}{e^\epsilon+1},\tfrac{e^\epsilon+\delta}{e^\epsilon+1}\right)\middle|\pi\right)=\frac{(1-\delta)(\pi(e^\epsilon+2\delta-1)-\delta(e^\epsilon+\delta))}{\delta(e^\epsilon+2\delta-1)^2n}"),
    ("HLM-89", r"r_1(t_0)=s_1(t_0)=r_1(1)=s_1(1)=1"),
    ("HLM-90", r"\pi(e^\epsilon+2\delta-1)-\delta(e^\epsilon+\delta)"),
    ("HLM-90", r"g(\epsilon,\delta)"),
    ("HLM-90", r"\operatorname{Var}(\hat\Pi(r_\delta(t_0),s_\delta(t_0))|\pi)<\operatorname{Var}(\hat\Pi(r_\delta(1),s_\delta(1))|\pi)"),
    ("HLM-92", r"\delta>0"),
    ("HLM-92", r"\frac12\le\pi<1"),
    ("HLM-92", r"\{(s_\delta(t_0),r_\delta(t_0))\}"),
    ("HLM-92", r"g>1-\pi"),
    ("HLM-92", r"\{(s_\delta(1),r_\delta(1))\}"),
    ("HLM-92", r"g<1-\pi"),
    ("HLM-92", r"g=1-\pi"),
    ("HLM-93", r"\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)=\operatorname{Var}(\hat\Pi(p_{11},p_{00})|1-\pi)"),
    ("HLM-94", r"g=0.243<\pi"),
    ("HLM-105", r"g=\frac14=\pi"),
    ("HLM-110", r"\mathcal R_w=\left(\frac12,\frac{e^\epsilon+\delta}{e^\epsilon+1}\right]"),
    ("HLM-111", r"\frac{\partial\operatorname{Var}(\hat\Pi_w(p_w)|\pi)}{\partial p_w}=\frac1{(1-2p_w)^3n}"),
    ("HLM-112", r"\operatorname*{arg\,min}_{p_w\in\mathcal R_w}\operatorname{Var}(\hat\Pi_w(p_w)|\pi)=\left\{\frac{e^\epsilon+\delta}{e^\epsilon+1}\right\}"),
    ("HLM-113", r"\operatorname*{arg\,min}_{\mathcal R_w}\operatorname{Var}(\hat\Pi_w(p_w)|\pi)=\max(\mathcal R_w)"),
]  # fmt: skip

MISPRINT = (
    r"\frac{\partial\operatorname{Var}(\hat\Pi_2(t)|\pi)}{\partial t}"
    r"=-\frac{(1+e^\epsilon)(1+(1-\pi)(e^\epsilon-1)}{(e^\epsilon-1)^2t^2n}"
)


@pytest.mark.parametrize(("claim", "formula"), FORMULAS)
def test_formula_is_read_and_printed_back(claim, formula):
    tree = read_latex(formula, VOCABULARY)
    assert all(name in VOCABULARY for name in names_in(tree))
    assert read_latex(to_latex(tree, VOCABULARY), VOCABULARY) == tree
    assert read_plain(to_plain(tree), VOCABULARY) == tree
    for _, node in walk(tree):
        start, end = node.span
        assert 0 <= start < end <= len(formula)


@pytest.mark.parametrize(
    ("claim", "plain"),
    [
        ("HLM-04", "Pr(X_i = 0) = (1 - pi)*p00 + pi*(1 - p11) = p00 - pi*(p00 + p11 - 1)"),
        ("HLM-11", "Pi_hat(p00, p11) = (p00 - 1)/(p00 + p11 - 1) + N/((p00 + p11 - 1)*n)"),
        ("HLM-17", "Var(Pi_hat(p00, p11) | pi) = (1/4 - (p00 - 1/2 - pi*(p00 + p11 - 1))^2)/((p00 + p11 - 1)^2*n)"),
        ("HLM-37", "argmin(Var(Pi_hat(p00, p11) | pi); (p00, p11) in R1)"),
        (
            "HLM-40",
            "min(f(lemma_x, lemma_y); lemma_x in [0, 1]) = min((2*lemma_y - 1)*lemma_x; lemma_x) - lemma_y + 1"
            " = cases(lemma_y if lemma_y <= 1/2; 1 - lemma_y if lemma_y > 1/2)",
        ),
        (
            "HLM-66",
            "r_delta(t) = (1 + e^(-eps)*delta)*(1 - t) + (e^eps + delta)/(e^eps + 1)*t = 1 - e^(-eps)*(s_delta(t) - delta)",
        ),
        ("HLM-84", "g(eps, delta) = delta*(e^eps + delta)/(e^eps + 2*delta - 1)^2"),
        ("HLM-110", "R_w = (1/2, (e^eps + delta)/(e^eps + 1)]"),
        ("HLM-111", "diff(Var(Pi_hat_w(p_w) | pi), p_w) = 1/((1 - 2*p_w)^3*n)"),
    ],
)
def test_formula_means_what_the_plain_notation_says(claim, plain):
    """Some formula of the claim is the hand-written plain one."""
    trees = [read_latex(formula, VOCABULARY) for printed, formula in FORMULAS if printed == claim]
    assert read_plain(plain, VOCABULARY) in trees


def test_the_bracket_that_the_paper_never_closes_is_pointed_at():
    with pytest.raises(ReadingError, match="this \\( is never closed") as caught:
        read_latex(MISPRINT, VOCABULARY)
    assert caught.value.position == MISPRINT.index("(1+(1-")


def test_score_equation_keeps_its_derivatives():
    formula = next(f for claim, f in FORMULAS if claim == "HLM-08" and "frac" in f)
    tree = read_latex(formula, VOCABULARY)
    assert isinstance(tree, Chain)
    derivatives = [node for _, node in walk(tree) if isinstance(node, Derivative)]
    assert [d.variable.name for d in derivatives] == ["pi"] * 3
    assert [type(d.expression).__name__ for d in derivatives] == ["Apply", "Operate", "Operate"]
    assert sum(isinstance(node, Operate) for _, node in walk(tree)) == 4
