"""From print to obligations: in each construct true statements are proved and false ones refuted, never the reverse."""

from fractions import Fraction

import pytest

from checks.claims.argued import VALUES_OF_NAMES
from checks.claims.claim import Claim, Reading, Statement
from checks.claims.verdict import Verdict, judge_reading
from checks.interpreter import Interpreter, Notation, bound_names, links, rounded_to, with_domain
from checks.interpreter.values import LogSum, MeaninglessError, Piecewise, PowerProduct, SetValue
from checks.reading import Symbols, function, read_latex, read_plain, set_name, symbol
from checks.reading import syntax as tree
from checks.verifying.verification import PaperModel, judge_statement
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.deadline import Deadline
from mechanisms.exact.domain import Domain, above, integer, real, within
from mechanisms.exact.formula import Condition, IntegerValued, all_of, any_of, greater
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

p, q, y, n, x = (RationalFunction(Polynomial.variable(name)) for name in "pqynx")

NOTATION = Notation(
    vocabulary=Symbols(
        *(symbol(name) for name in ("p", "q", "y", "n", "k", "t", "c")),
        symbol("eps", r"\epsilon"),
        symbol("L"),
        set_name("S"),
        set_name("T"),
        set_name("Q"),
        function("f"),
        function("h"),
    ),
    domain=Domain.of(
        within("p", 0, 1),
        within("q", 0, 1),
        within("c", 0, 1),
        real("y"),
        integer("n", 1),
        integer("k", 0),
        above("x", 1, closed=True),
        conditions=(relation_formula(RationalFunction(Polynomial.variable("k")), "<=", n),),
        exponentials={"eps": "x"},
    ),
    functions={"f": lambda i, node: i.number(node.arguments[0]) ** 2},
    names={
        "L": lambda i: PowerProduct(LogSum(RationalFunction.of(0), ((n, p),))),
        "c": lambda i: 1 - p,
        "S": lambda i: SetValue(1, lambda z: relation_formula(z[0], ">", RationalFunction.of(0))),
        "T": lambda i: SetValue(2, lambda z: relation_formula(z[0], ">", z[1])),
    },
)
MODEL = PaperModel(NOTATION, {}, lambda claim_id: None, lambda claim, verdict, seed: ())


def outcomes(latex, domain=(), at=(), budget=8.0):
    statement = Statement((latex,) if isinstance(latex, str) else latex, "", domain, at)
    claim = Claim("T-01", "T", "here", "identity", (Reading("as printed", statement),))
    return judge_statement(claim, statement, MODEL, Deadline(budget))


def verdict(latex, domain=(), at=()):
    return judge_reading(outcomes(latex, domain, at))


def meaning(latex, **kwargs):
    return Interpreter(NOTATION, **kwargs).obligations(read_latex(latex, NOTATION.vocabulary))


TRUE = (
    # extrema of what is not affine, maximisers, and relations with them
    r"\min_{t\in[0,1]}t^2=0",
    r"\max_{t\in[0,1]}t(1-t)=\frac14",
    r"\max_{0\leq t\leq\frac13}t(1-t)=\frac29",
    r"\max_{p}p(1-p)=\frac14",
    r"\max_{t\in[0,p]}t(1-t)\leq\frac14",
    r"\min_{t\in[0,1]}t\leq 1",
    r"\min_{t\in[1,2]}\frac{1}{t}=\frac12",
    r"\sup_{t\in(0,1)}t(2-t)=1",
    r"\operatorname*{arg\,max}_{t\in[0,1]}t(1-t)=\frac12",
    r"\operatorname*{arg\,max}_pp(1-p)=\{\frac12\}",
    # limits
    r"\lim_{n\to\infty}\frac{pn+1}{n+q}=p",
    r"\lim_{t\to0^+}\frac1t=\infty",
    r"\lim_{t\to0^-}\frac1t=-\infty",
    r"\lim_{t\to0}\frac1{t^2}=\infty",
    r"\lim_{y\to p}\frac{y^2-p^2}{y-p}=2p",
    r"\lim_{t\to-\infty}\frac{t}{t^2+1}=0",
    # tuples, logarithms and budgets beside printed numbers
    r"\log 2=0.69",
    r"\log 2\leq\log 3",
    r"2\log 3-\log 2>1.504",
    r"\sqrt 2=1.414",
    r"-\sqrt 2=-1.414",
    # square roots
    r"(\sqrt n-1)(\sqrt n+1)=n-1",
    r"\sqrt n\leq n",
    r"\frac1{\sqrt{n+1}}<1",
    r"p<1-\sqrt{q}\implies q<1",
    # evaluation
    r"\left.p^2+q\right|_{p=q-1}=q^2-q+1",
    r"\left.\frac{\partial f(y)}{\partial y}\right|_{y=3}=6",
    r"25\%=\frac14",
    # numbers and chains
    r"(p-q)(p+q)=p^2-q^2",
    r"0\leq pq\leq p\leq 1",
    r"p(1-p)\leq\frac14<\frac13",
    r"f(p+q)-f(p)=q(2p+q)",
    r"c=1-p",
    r"p,q\geq 0",
    r"e^{2\epsilon}-1=(e^\epsilon-1)(e^\epsilon+1)",
    r"e^{-\epsilon}\leq 1",
    r"e^{\epsilon+1}\geq 2e^\epsilon",
    r"e^{\epsilon-1}\leq\frac{e^\epsilon}{2}",
    r"\epsilon\geq 0",
    # fractions, where they have a value
    r"\frac{1}{1+p}\geq\frac12",
    r"\frac{p}{q}=p\cdot\frac1q\text{ if }q>0",
    r"\frac{p^2-q^2}{p-q}=p+q\text{ if }p\neq q",
    # decimals are rounded numbers
    r"\frac17=0.143",
    r"\frac17=0.14=\frac{2}{14}<0.143",
    r"\frac17=0.143=0.14",
    r"-\frac17=-0.143",
    r"\frac18=0.12",
    r"\frac18=0.13",
    r"-\frac18=-0.13",
    r"0.143=\frac17",
    r"\frac12=0.50",
    # logic
    r"p>q\implies p^2>q^2\text{ or }q<0",
    r"p=0\text{ or }p>0",
    r"p>\frac12\implies p>\frac13",
    r"p>\frac12\iff 2p>1",
    r"pq=0\implies p=0\text{ or }q=0",
    r"p\geq 0\text{ and }q\leq 1",
    # cases
    r"\begin{cases}p&\text{if }p>q,\\ q&\text{if }p\leq q\end{cases}\geq p",
    r"\begin{cases}p&\text{if }p>q,\\ q&\text{otherwise}\end{cases}\geq q",
    r"2\times\begin{cases}p&\text{if }p>q,\\ q&\text{otherwise}\end{cases}\geq p+q",
    r"p=\begin{cases}\frac{p^2}{p}&\text{if }p>0,\\ 0&\text{otherwise}\end{cases}",
    # sets
    r"p\in[0,1]",
    r"p\notin(1,2)",
    r"p,q\notin(1,2]",
    r"(p,q)\in[0,1]^2",
    r"p\in[0,1]^1",
    r"\{0,\frac12\}\subseteq[0,1)",
    r"(0,1)\subseteq[0,1]",
    r"[0,1]\setminus\{0\}=(0,1]",
    r"[0,1]\cap(1,2]=\emptyset",
    r"\{0,1\}\cap[\frac12,2]\neq\emptyset",
    r"\{0,1\}\setminus\{0\}\neq\emptyset",
    r"\{0\}\cup(0,1)=[0,1)",
    r"\{t\in\mathbb R:t^2<t\}=(0,1)",
    r"\{t:\frac1t>0\}=S",
    r"\{(p,q)\in\mathbb R^2:p>q\}=T",
    r"\{(p,q)\in T:q>0\}\subseteq T",
    r"(p+1,p)\in T",
    # extrema
    r"\min_{t\in[0,1]}(2t-1)=-1",
    r"\max_{t\in[0,1]}(2t-1)=1",
    r"\inf_{t\in(0,1)}t=0",
    r"\sup_{t\in(0,1]}t=1",
    r"\min_{t\in[0,1]}t=\max_{t\in[-1,0]}t",
    r"\min_{t\in[0,1]}(pt)+q=q",
    r"\min_{t\in[0,1]}\left(\min_{y\in[0,1]}(t+y)\right)=0",
    r"\max_{t\in[0,1]}pt=p",
    # minimisers
    r"\operatorname*{arg\,min}_{t\in[0,1]}t^2=\{0\}",
    r"\operatorname*{arg\,min}_{t\in[-1,1]}(-t^2)=\{-1,1\}",
    r"\operatorname*{arg\,min}_{t\in[0,1]}(t-p)^2=\{p\}",
    r"\operatorname*{arg\,min}_{t\in(0,1]}\frac1t=\{1\}",
    r"\operatorname*{arg\,min}_{t\in[0,1]}t\subseteq\{0,1\}",
    r"\operatorname*{arg\,min}_{p\in[-1,1]}p=\{-1\}",
    r"\operatorname*{arg\,min}_{(t,y)\in T}\left((t-1)^2+y^2\right)=\{(1,0)\}",
    # derivatives, logarithms, powers
    r"\frac{\partial p^3}{\partial p}=3p^2",
    r"\frac{\partial^2 p^3}{\partial p^2}=6p",
    r"\frac{\partial}{\partial p}\log(1+p)=\frac1{1+p}",
)  # fmt: skip

COMPUTED = (  # both sides have the same value before the kernel sees them
    r"(p,q)=(p,q)",
    r"\sqrt{\frac49}=\frac23",
    r"p\notin[0,1]^2",
    r"2\in\{t:\frac1t>0\}",
    r"\emptyset\subseteq S",
    r"\log(1+p)=\log(1+p)",
    r"\log((1+p)^2)=2\log(1+p)",
    r"\log(6)=\log(2)+\log(3)",
    r"\log\left(\frac{1+p}{4}\right)=\log(1+p)-2\log(2)",
    r"(1+p)^n(1+p)^k=(1+p)^{n+k}",
    r"\begin{pmatrix}1&p+q\\0&p\end{pmatrix}=\begin{pmatrix}1&q+p\\0&1-c\end{pmatrix}",
)

FALSE = (
    # extrema and limits
    r"\max_{t\in[0,1]}t(1-t)=\frac13",
    r"\max_{t\in[0,p]}t(1-t)=\frac14",
    r"\max_{t\in[0,1]}t(1-t)>\frac14",
    r"\operatorname*{arg\,max}_{t\in[0,1]}t(1-t)=\{0\}",
    r"\operatorname*{arg\,max}_{t\in[0,1]}t=\{0,1\}",
    r"\lim_{n\to\infty}\frac{pn+1}{n+q}=q",
    r"\lim_{t\to0}\frac1t=\infty",
    r"\lim_{t\to0}\frac1t=0",
    r"\lim_{n\to\infty}\frac{n}{n+1}=\infty",
    r"\lim_{t\to0}\frac{pt}{pt+qt^2}=1",  # not where p = 0
    # tuples, logarithms and roots beside printed numbers
    r"(p,q)=(q,p)",
    r"\log 2=0.70",
    r"\log 3\leq\log 2",
    r"\sqrt 2=1.415",
    r"-\sqrt 2=1.414",
    r"e^{\epsilon+1}=2e^\epsilon",
    r"p\in[0,1]^2",
    r"(p,q)\in(0,1]^2",
    # square roots
    r"\sqrt{p^2-q^2}\geq 0",
    r"\sqrt{y^2}=y",
    r"\sqrt n<n",
    # evaluation
    r"\left.p^2+q\right|_{p=q-1}=q^2+q+1",
    r"28.7\%=0.25",
    # numbers and chains: also where both ends are right
    r"(p-q)^2=p^2-q^2",
    r"p=q=p",
    r"p\leq pq\leq 1",
    r"p<1",
    r"p,y\geq 0",
    r"y,p\geq 0",
    r"c=p",
    r"e^\epsilon>1",
    r"\epsilon>0",
    r"e^{\epsilon}=1",
    # vanishing denominators, cancelled ones too
    r"\frac{p}{p}=1",
    r"\frac{p^2-q^2}{p-q}=p+q",
    r"\frac{1}{p}>0",
    r"\frac{p}{q}=p\cdot\frac1q",
    r"\frac{p}{p}=1\text{ or }p=5",
    r"p^{-1}p=1",
    r"e^\epsilon\cdot\frac{p}{p}=e^\epsilon",
    # decimals
    r"\frac17=0.142",
    r"\frac17=0.144",
    r"-\frac17=-0.142",
    r"\frac17=0.14<\frac{13}{92}",
    r"\frac17=0.14=0.141",
    r"\frac17=0.14=0.15",
    r"0.142=\frac17",
    r"\frac{29}{10}=3",
    r"\frac17<0.14",
    r"-\frac17=0.143",
    # logic
    r"p>\frac13\implies p>\frac12",
    r"p>\frac13\iff p>\frac12",
    r"p>\frac12\iff p>\frac13",
    r"p=0\text{ or }q=0",
    r"p>0\text{ if }q>0",
    r"p\geq 0\text{ and }q<1",
    r"y^2=1\implies y=1",
    # cases: one printed value is wrong, or a case is missing
    r"\begin{cases}p&\text{if }p>q,\\ q&\text{if }p\leq q\end{cases}\leq p",
    r"2\times\begin{cases}p&\text{if }p>q,\\ q&\text{otherwise}\end{cases}>p+q",
    r"\begin{cases}1&\text{if }p>q\end{cases}=1",
    r"1=\begin{cases}1&\text{if }p>q,\\ 1&\text{if }p<q\end{cases}",
    r"p\in\begin{cases}\{p\}&\text{if }p>0\end{cases}",
    r"\{p\}\cap\begin{cases}\{p\}&\text{if }p>0\end{cases}=\{p\}",
    r"p=\begin{cases}\frac{p^2}{p}&\text{if }p\geq 0,\\ 0&\text{otherwise}\end{cases}",
    r"p=\begin{cases}p&\text{if }p>0,\\ 1&\text{otherwise}\end{cases}",
    # sets
    r"p\in(0,1]",
    r"p\notin(0,2)",
    r"p,y\in[0,1]",
    r"p,q\notin(0,2]",
    r"\{0,1\}\subseteq[0,1)",
    r"[0,1]\subseteq(0,1]",
    r"(0,1)=[0,1)",
    r"[0,1]\cap[1,2]=\emptyset",
    r"\{0\}\cap[\frac12,2]\neq\emptyset",
    r"\{0,1\}\setminus[0,1]\neq\emptyset",
    r"\{t\in\mathbb R:t^2\leq t\}=(0,1)",
    r"\{t:\frac1t\geq 0\}=[0,1]",
    r"0\in\{t:\frac1t>0\text{ or }\frac tt=1\}",
    r"(p,q)\in[0,1]",
    r"(p,q)\in\{t:t\geq 0\}",
    r"(p,q)\in\{t\in\mathbb R:t\geq 0\}",
    r"p\in T",
    r"1\in\{(p,q)\in\mathbb R:p+q>0\}\cup\{(p,q)\in\mathbb R:p>0\}",
    r"\{p\}\subseteq\emptyset",
    r"(p,q)\in T",
    # extrema
    r"\min_{t\in[0,1]}(2t-1)=1",
    r"\max_{t\in[0,1]}(2t-1)=-1",
    r"\inf_{t\in[0,1]}t=1",
    r"\sup_{t\in[0,1]}t=0",
    r"\max_{t\in[0,1]}t=\min_{t\in[0,1]}t",
    r"\min_{t\in[0,1]}t=\max_{t\in[0,1]}t",
    r"\min_{t\in[1,0]}t=0",
    r"\min_{t\in[q,p]}1=1",
    r"\min_{t\in[0,1]}yt=0",
    # minimisers
    r"\operatorname*{arg\,min}_{t\in[0,1]}t^2=\{1\}",
    r"\operatorname*{arg\,min}_{t\in[-1,1]}(-t^2)=\{1\}",
    r"\operatorname*{arg\,min}_{t\in[-1,1]}t^2=\{0,1\}",
    r"\operatorname*{arg\,min}_{t\in(0,1]}t=\{0\}",
    r"\operatorname*{arg\,min}_{t\in[0,1]}\frac1t=\{1\}",
    r"\operatorname*{arg\,min}_{p\in[-1,1]}p=\{0\}",
    r"\operatorname*{arg\,min}_{t\in[0,1]}t\subseteq\{1\}",
    r"\operatorname*{arg\,min}_{t\in[-1,1]}(-t^2)\subseteq\{1\}",
    r"\operatorname*{arg\,min}_{t\in[0,1]}t=\begin{cases}\{0\}&\text{if }p>0\end{cases}",
    r"\operatorname*{arg\,min}_{t\in[0,1]}t=\left\{\frac{p-p}{p}\right\}",
    # derivatives, logarithms, powers
    r"\frac{\partial p^3}{\partial p}=2p^2",
    r"\frac{\partial^2 p^3}{\partial p^2}=3p^2",
    r"\frac{\partial e^\epsilon}{\partial\epsilon}=0",
    r"\frac{\partial}{\partial p}\log(p)=\frac1p",
    r"\log(p)=\log(p)",
    r"\log(p-2)=\log(p-2)",
    r"\log(1+p)=2\log(1+p)",
    r"\log(6)=\log(2)+\log(4)",
    r"\log(2)=1",
    r"(1+p)^n=(1+p)^{n+1}",
    r"(1+p)^n=(1+q)^n",
    # matrices
    r"\begin{pmatrix}1&p\\0&p\end{pmatrix}=\begin{pmatrix}1&q\\0&p\end{pmatrix}",
)  # fmt: skip


@pytest.mark.parametrize("latex", TRUE)
def test_a_true_statement_is_proved(latex):
    assert verdict(latex) is Verdict.PROVED


@pytest.mark.parametrize("latex", COMPUTED)
def test_sides_that_are_equal_once_computed_are_argued(latex):
    found = outcomes(latex)
    assert judge_reading(found) is Verdict.ARGUED
    assert all(outcome.proved for outcome in found)
    assert {name for outcome in found for name in outcome.argued} == {VALUES_OF_NAMES}


@pytest.mark.parametrize("latex", FALSE)
def test_a_false_statement_is_refuted(latex):
    assert verdict(latex) is Verdict.REFUTED


MEANINGLESS = (
    r"\left.\frac1p\right|_{p=0}=1",
    r"\left.f(q)\right|_{p=1}=f(q)",
    r"\left.p\right|_{p>0}=1",
    r"\frac{\partial\sqrt p}{\partial p}>0",
    r"\epsilon+1>0",
    r"\epsilon\geq p",
    r"\frac{\partial c}{\partial c}=1",
    r"f''(p)=2",
    r"h(p)=1",
    r"Q=Q",
    r"p=Q",
    r"p\in q",
    r"p\in\mathbb R",
    r"S\geq 0",
    r"p\in[0,1]^n",
    r"p\in[0,1]^0",
    r"\begin{pmatrix}1&0\end{pmatrix}=\begin{pmatrix}1\\0\end{pmatrix}",
    r"\{p,(p,q)\}\subseteq S",
    r"S\neq\emptyset",
    r"S\cap T=\emptyset",
    r"\min_{t\in[0,1]}\left(\max_{y\in[0,1]}(t+y)\right)=1",
    r"\operatorname*{arg\,min}_{t\in(0,1]}t=\emptyset",
    r"\operatorname*{arg\,min}_{t\in(0,1]}t\subseteq\emptyset",
    r"\operatorname*{arg\,min}_{t\in[0,1]}t\subseteq[0,1]",
    r"\operatorname*{arg\,min}_{t\in[0,1]}t=\{(0,0)\}",
    r"e^{p}=1",
    r"e^{\frac13\epsilon}=1",
    r"p^{2000}\geq 0",
    r"p\approx q",
    r"\frac{1}{p-p}=1",
)  # fmt: skip


@pytest.mark.parametrize(
    ("latex", "at", "expected"),
    [
        (r"\epsilon=1.10", (("eps", "log(3)"),), Verdict.PROVED),
        (r"\epsilon=1.09", (("eps", "log(3)"),), Verdict.REFUTED),
        (r"\epsilon\leq\frac12", (("eps", "log(3/2)"),), Verdict.PROVED),
        (r"\epsilon\geq\frac12", (("eps", "log(3/2)"),), Verdict.REFUTED),
        (r"\max\{0,p-e^\epsilon(1-p)\}=0.2", (("eps", "1/2"), ("p", "7/10")), Verdict.PROVED),
        (r"\max\{0,p-e^\epsilon(1-p)\}=0.3", (("eps", "1/2"), ("p", "7/10")), Verdict.REFUTED),
    ],
)
def test_budgets_and_largest_values_are_rounded_like_other_numbers(latex, at, expected):
    assert verdict(latex, at=at) is expected


def test_a_counterexample_respects_conditions_that_link_symbols():
    assert verdict(r"k\leq 2n-1") is Verdict.PROVED  # rests on k <= n
    assert verdict(r"n\neq 3", domain=("k >= 4",)) is Verdict.PROVED  # n = 3 is no point with k <= n
    assert verdict(r"n\neq 5", domain=("k >= 4",)) is Verdict.REFUTED


@pytest.mark.parametrize("latex", MEANINGLESS)
def test_what_has_no_meaning_here_is_said_to_have_none(latex):
    with pytest.raises(ValueError, match="T-01"):
        outcomes(latex)


# -- hypotheses and values ---------------------------------------------------------------------------------------------


def test_hypotheses_are_used_and_only_those():
    assert verdict(r"p>q", ("p > 1/2", "q < 1/2")) is Verdict.PROVED
    assert verdict(r"p>q", ("p > 1/2",)) is Verdict.REFUTED
    assert verdict(r"e^\epsilon>1", ("eps > 0",)) is Verdict.PROVED
    assert verdict(r"e^\epsilon>1", ("eps, p > 0",)) is Verdict.PROVED
    assert verdict(r"e^\epsilon\geq 2", ("eps >= log(2)",)) is Verdict.PROVED
    assert verdict(r"e^\epsilon\geq 3", ("eps >= log(2)",)) is Verdict.REFUTED


def test_a_hypothesis_holds_only_where_its_terms_have_values():
    assert verdict(r"p\neq 0", ("p/p = 1",)) is Verdict.PROVED
    assert verdict(r"p\neq 0\text{ if }\frac{p}{p}=1") is Verdict.PROVED


def test_the_logarithm_in_a_comparison_of_budgets_needs_a_positive_number():
    assert verdict(r"\epsilon>\log(-1)") is Verdict.REFUTED
    assert verdict(r"\epsilon\geq\log(1)") is Verdict.PROVED
    assert verdict(r"\epsilon>\log(p)", ("p < 1",)) is Verdict.REFUTED  # p = 0 has no logarithm
    assert verdict(r"\epsilon>\log(p)", ("p > 0", "p < 1")) is Verdict.PROVED


def test_none_of_several_things_lies_in_a_set():
    notin = tree.Chain(
        (tree.Listing((tree.Name("p"), tree.Name("q"))), tree.Interval(tree.Number("0"), tree.Number("1"), True, True)),
        ("notin",),
    )
    formula = Interpreter(NOTATION).formula(notin)
    assert formula.holds_at({"p": Fraction(2), "q": Fraction(3)})
    assert not formula.holds_at({"p": Fraction(2), "q": Fraction(1, 2)})


def test_values_are_put_in_and_budgets_may_be_transcendental():
    assert verdict(r"pq=\frac18", at=(("p", "1/2"), ("q", "1/4"))) is Verdict.PROVED
    assert verdict(r"e^\epsilon=2", at=(("eps", "log(2)"),)) is Verdict.ARGUED
    assert verdict(r"e^\epsilon=1.65", at=(("eps", "1/2"),)) is Verdict.PROVED
    assert verdict(r"e^\epsilon=1.64", at=(("eps", "1/2"),)) is Verdict.REFUTED
    assert verdict(r"e^\epsilon=1.6487213<1.64872128", at=(("eps", "1/2"),)) is Verdict.REFUTED  # the rounded one
    assert verdict(r"e^{-\epsilon}=0.61", at=(("eps", "1/2"),)) is Verdict.PROVED
    assert verdict(r"\epsilon>\log(2)", at=(("eps", "1/2"),)) is Verdict.REFUTED


def test_a_bound_variable_is_no_value():
    half = (("t", "1/2"),)
    assert verdict(r"\{t:t>0\}=S", at=half) is Verdict.PROVED
    assert verdict(r"\operatorname*{arg\,min}_{t\in[0,1]}t=\{t\}", at=half) is Verdict.REFUTED
    assert verdict(r"\min_{t\in[0,1]}t=0", at=half) is Verdict.PROVED
    with pytest.raises(ValueError, match="fixed value"):
        verdict(r"\frac{\partial t^2}{\partial t}=0", at=half)


def test_hypotheses_about_a_free_variable_do_not_bind_the_bound_one():
    assert verdict(r"\operatorname*{arg\,min}_{p\in[0,1]}p=\{\frac12\}", ("p = 1/2",)) is Verdict.REFUTED
    assert verdict(r"\operatorname*{arg\,min}_{p\in[0,1]}p=\{0\}", ("p > 1/2",)) is Verdict.PROVED


def test_the_member_that_breaks_is_named():
    broken = next(o for o in outcomes(r"p=1-c=p^2=p\cdot p") if o.refuted)
    assert broken.label == "member 2 = member 3"
    exact = [o.label for o in outcomes(r"\frac17=0.143<0.1429") if o.refuted]
    assert exact == ["member 2 < member 3"]


def test_equal_logarithms_that_are_written_differently_are_not_refuted():
    assert verdict(r"\log(1+p)=0", ("p = 0",)) is not Verdict.REFUTED
    assert verdict(r"p^n=q^n", ("p = q",)) is not Verdict.REFUTED
    assert verdict(r"\log(2)=\log(2)\cdot(1+n-n)") is Verdict.ARGUED
    assert verdict(r"L=p^n") is Verdict.ARGUED
    assert verdict(r"L=p^{n+1}") is Verdict.REFUTED
    assert verdict(r"\log L=n\log p", ("p > 0",)) is Verdict.ARGUED
    assert verdict(r"\log L=n\log p") is Verdict.REFUTED
    assert verdict(r"\log L=(n+1)\log p", ("p > 0",)) is Verdict.REFUTED
    assert verdict(r"(p-1)^n=(1-p)^n") is Verdict.REFUTED


# -- formulas ----------------------------------------------------------------------------------------------------------


def test_formulas_of_connectives():
    reader = Interpreter(NOTATION)

    def formula(text):
        return reader.formula(read_plain(text, NOTATION.vocabulary))

    assert formula("p < q < 1").holds_at({"p": 0, "q": Fraction(1, 2)})
    assert not formula("p < q < 1").holds_at({"p": 0, "q": 1})
    with pytest.raises(MeaninglessError, match="relation"):
        reader.formula(tree.Chain((tree.Name("S"), tree.Name("S")), ("subset",)))
    with pytest.raises(MeaninglessError, match="no condition"):
        reader.formula(tree.Negate(tree.Name("p")))
    with pytest.raises(MeaninglessError, match="no condition"):
        formula("p")  # nor is a symbol alone, so that `A or p` is not true of any A


def test_a_condition_without_value_does_not_hold_and_its_negation_does():
    reader = Interpreter(NOTATION)
    formula = reader.formula(read_latex(r"\frac{p}{p}=1\implies p=7", NOTATION.vocabulary))
    assert formula.holds_at({"p": 0})  # where p/p has no value nothing is promised
    assert not formula.holds_at({"p": 1})


# -- small parts -------------------------------------------------------------------------------------------------------


def test_links_and_bound_names():
    chain = tree.Chain(tuple(tree.Name(v) for v in "pqy"), ("<", "="))
    assert [(a.name, r, b.name) for a, r, b in links(chain)] == [("p", "<", "q"), ("q", "=", "y")]
    assert bound_names(tree.TupleNode((tree.Name("p"), tree.Name("q")))) == ("p", "q")
    with pytest.raises(MeaninglessError, match="tuple of variables"):
        bound_names(tree.Number("1"))
    with pytest.raises(ValueError, match="bound twice"):
        outcomes(r"\{(p,p)\in\mathbb R^2:p>0\}=T")


@pytest.mark.parametrize("places", [1, 2, 5])
@pytest.mark.parametrize("sign", [1, -1])
def test_rounding_is_to_half_a_unit_of_the_last_place(places, sign):
    unit = Fraction(1, 10**places)
    printed = tree.Number("0." + "0" * (places - 1) + "7")
    node = printed if sign > 0 else tree.Negate(printed)
    centre = sign * 7 * unit
    for offset, inside in ((0, True), (unit / 2, True), (-unit / 2, True), (unit * 51 / 100, False), (-unit, False)):
        assert rounded_to(RationalFunction.of(centre + offset), node).holds_at({}) is inside


def test_the_domain_adds_what_it_says_of_the_symbols_that_occur_and_nothing_else():
    bare = Sequent(frozenset(), greater(Polynomial.variable("p"), -1))
    known = with_domain(bare, NOTATION.domain)
    variable = Polynomial.variable
    assert known.conclusion == bare.conclusion
    assert known.hypotheses == {Condition(variable("p"), ">="), Condition(1 - variable("p"), ">=")}
    both = with_domain(Sequent(frozenset(), greater(variable("n"), variable("k") - 1)), NOTATION.domain)
    assert Condition(variable("n") - variable("k"), ">=") in both.hypotheses
    assert {IntegerValued("n"), IntegerValued("k")} <= both.hypotheses
    alone = with_domain(Sequent(frozenset(), greater(variable("k"), -1)), NOTATION.domain)
    assert Condition(variable("n") - variable("k"), ">=") not in alone.hypotheses
    other = with_domain(Sequent(frozenset((greater(variable("y"), 0),)), greater(variable("z1"), 0)), NOTATION.domain)
    assert other.hypotheses == {greater(variable("y"), 0)}


def test_a_named_set_is_used_case_by_case():
    two = Piecewise(
        (
            (relation_formula(p, ">", q), SetValue.finite(((p,),))),
            (relation_formula(p, "<=", q), SetValue.finite(((q,),))),
        )
    )
    vocabulary = Symbols(*NOTATION.vocabulary, set_name("two", r"\mathcal{T}"))
    notation = Notation(vocabulary, NOTATION.domain, names={"two": lambda reader: two})
    model = PaperModel(notation, {}, lambda claim_id: None, lambda claim, verdict, seed: ())

    def judged(latex):
        statement = Statement((latex,))
        claim = Claim("T-01", "T", "here", "optimum", (Reading("as printed", statement),))
        return judge_reading(judge_statement(claim, statement, model, Deadline(8)))

    named = r"\mathcal{T}"
    assert judged(named + r"\subseteq\{p,q\}") is Verdict.PROVED
    assert judged(named + r"=\{p\}") is Verdict.REFUTED
    assert judged(named + r"\neq\emptyset") is Verdict.ARGUED
    assert judged(named + r"=\begin{cases}\{p\}&\text{if }p>q,\\ \{q\}&\text{otherwise}\end{cases}") is Verdict.PROVED
    assert judged(named + r"=\begin{cases}\{p\}&\text{if }p\geq q,\\ \{q\}&\text{if }p<q\end{cases}") is Verdict.PROVED
    assert judged(named + r"=\begin{cases}\{p\}&\text{if }p>q,\\ \{q\}&\text{if }p<q\end{cases}") is Verdict.REFUTED
    assert judged(named + r"\cap[0,1]\neq\emptyset") is Verdict.PROVED
    assert judged(named + r"\cap(0,1]\neq\emptyset") is Verdict.REFUTED


def test_that_a_set_with_a_witness_is_empty_is_refuted_only_where_it_is():
    half = RationalFunction.of(Fraction(1, 2))

    def names(witness):
        unit = SetValue(
            1, lambda z: all_of([relation_formula(p, "<", z[0]), relation_formula(z[0], "<", q)]), None, witness
        )
        return {"S": lambda i: unit}

    def judged(latex, witness):
        notation = Notation(NOTATION.vocabulary, NOTATION.domain, names=names(witness))
        model = PaperModel(notation, {}, lambda claim_id: None, lambda claim, verdict, seed: ())
        statement = Statement((latex,), "", ("p < q",) if "S\\neq" in latex else ())
        claim = Claim("T-01", "T", "here", "optimum", (Reading("as printed", statement),))
        return judge_reading(judge_statement(claim, statement, model, Deadline(8)))

    assert judged(r"S\neq\emptyset", ((p + q) / 2,)) is Verdict.PROVED
    assert judged(r"S\neq\emptyset", (half,)) is Verdict.UNKNOWN  # another point would do
    assert judged(r"S\setminus\{p\}\neq\emptyset", ((p + q) / 2,)) is Verdict.REFUTED  # empty for p >= q


def test_any_of_nothing_is_false_for_sets_of_another_dimension():
    assert Interpreter(NOTATION).set_value(tree.EmptySet()).has((p,)) == any_of(())


def test_a_chain_below_an_extremum_bounds_its_variable() -> None:
    assert judge_reading(outcomes(r"\arg\min_{0<p\leq2q<1}\frac{1}{p}=\{2q\}", ("0 < q", "2*q < 1"))) is Verdict.PROVED
    assert judge_reading(outcomes(r"\arg\min_{0<p\leq2q<1}\frac{1}{p}=\{2q\}", ("0 < q",))) is Verdict.REFUTED


# -- matrices ----------------------------------------------------------------------------------------------------------

TWO_BY_TWO = r"\left(\begin{array}[]{cc}p&1-p\\ q&1-q\\ \end{array}\right)"


def test_products_and_inverses_of_matrices_are_computed_and_compared_entry_by_entry():
    inverted = r"\frac{1}{p-q}\left(\begin{array}{cc}1-q&p-1\\ -q&p\end{array}\right)"
    assert verdict(rf"{TWO_BY_TWO}^{{-1}}={inverted}", domain=("p != q",)) is Verdict.PROVED
    assert verdict(rf"{TWO_BY_TWO}^{{-1}}={inverted}") is Verdict.REFUTED
    assert (
        verdict(
            rf"{TWO_BY_TWO}{TWO_BY_TWO}^{{-1}}=\left(\begin{{array}}{{cc}}1&0\\ 0&1\end{{array}}\right)", ("p != q",)
        )
        is Verdict.ARGUED
    )
    assert verdict(rf"(y,1){TWO_BY_TWO}=\left(\begin{{array}}{{cc}}yp+q&y+1-yp-q\end{{array}}\right)") is Verdict.ARGUED
    assert verdict(rf"(y,1){TWO_BY_TWO}=\left(\begin{{array}}{{cc}}yp+q&y-yp-q\end{{array}}\right)") is Verdict.REFUTED


@pytest.mark.parametrize(
    ("latex", "reason"),
    [
        (rf"{TWO_BY_TWO}(y,1,2)=y", "2 columns is multiplied by one with 1 rows"),
        (rf"{TWO_BY_TWO}^{{2}}=y", "only the inverse"),
        (r"\left(\begin{array}{cc}p&p\end{array}\right)^{-1}=y", "square"),
        (r"\left(\begin{array}{cc}p&p\\ q&q\end{array}\right)^{-1}=y", "dependent"),
    ],
)
def test_products_without_a_meaning_are_refused(latex, reason):
    with pytest.raises(MeaninglessError, match=reason):
        meaning(latex)
