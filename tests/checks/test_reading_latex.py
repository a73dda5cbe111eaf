"""The LaTeX reader: trees of formulas as printed, spellings that print alike, and errors that point at the place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.reading import ReadingError, Symbols, event_operator, function, operator, read_latex, set_name, symbol
from checks.reading.syntax import (
    Apply,
    ArgMax,
    ArgMin,
    BigProduct,
    BigSum,
    Branch,
    Cases,
    Chain,
    Conjunction,
    Connective,
    Constant,
    Derivative,
    Disjunction,
    Dots,
    EmptySet,
    EvaluatedAt,
    ExtremeValue,
    Interval,
    Listing,
    Mapping,
    Matrix,
    Name,
    Negate,
    Number,
    Operate,
    Power,
    Product,
    Quotient,
    SetBuilder,
    SetDisplay,
    SetOperation,
    Sum,
    TupleNode,
)

SYMBOLS = Symbols(
    *map(symbol, ["a", "b", "c", "i", "k", "n", "p", "t", "x", "y", "X"]),
    symbol("p00", "p_{00}"),
    symbol("p00_star", "p_{00}^*"),
    symbol("p00_prime", "p_{00}'"),
    symbol("pi", r"\pi"),
    symbol("eps", r"\epsilon"),
    function("f", arities=(1, 2)),
    function("Pi_hat", r"\hat\Pi", arities=(0, 2)),
    function("Pi_hat_w", r"\hat\Pi_w"),
    set_name("S"),
    set_name("R1", r"\mathcal R'"),
    set_name("boundary", r"\partial\mathcal R'"),
    event_operator("P", r"\mathbb P"),
    operator("E", r"\mathbb E"),
    operator("Var", r"\operatorname{Var}", alone=True),
    operator("Cov", r"\operatorname{Cov}", unbracketed=True),
    operator("M", r"\mathbf E", whole_term=True),
    function("choose", "C", arities=(2,), scripted=True),
)

a, b, c, i, k, n, p, t, x, y, X, p00, pi, eps = (
    Name(name) for name in ["a", "b", "c", "i", "k", "n", "p", "t", "x", "y", "X", "p00", "pi", "eps"]
)
S, R1, zero, one, two = Name("S"), Name("R1"), Number("0"), Number("1"), Number("2")
e = Constant("e")


def equals(left, right):
    return Chain((left, right), ("=",))


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("a-b", Sum((a, Negate(b)))),
        ("-a b", Negate(Product((a, b)))),
        ("-x^2", Negate(Power(x, two))),
        ("(a+b)+c", Sum((Sum((a, b)), c))),
        ("a+b+c", Sum((a, b, c))),
        ("a/b/c", Quotient(Quotient(a, b), c)),
        (r"a/b\cdot c", Product((Quotient(a, b), c))),
        ("2a/b", Quotient(Product((two, a)), b)),
        (r"\frac12", Quotient(one, two)),
        (r"\frac1{a}b", Product((Quotient(one, a), b))),
        (r"\frac\pi2", Quotient(pi, two)),
        (r"e^\epsilon x", Product((Power(e, eps), x))),
        ("x^2y", Product((Power(x, two), y))),
        ("x^{-1}", Power(x, Negate(one))),
        ("x^{10}", Power(x, Number("10"))),
        ("0.243", Number("0.243")),
        ("1{,}000", Number("1000")),
        ("p(1-p)", Product((p, Sum((one, Negate(p)))))),
        ("f(1-p)", Apply("f", (Sum((one, Negate(p))),))),
        ("f(a,b)", Apply("f", (a, b))),
        ("f''(x)", Apply("f", (x,), 2)),
        (r"f^{\prime\prime}(x)", Apply("f", (x,), 2)),
        (r"\hat\Pi(a,b)", Apply("Pi_hat", (a, b))),
        (r"\hat{\Pi}_{w}(p)", Apply("Pi_hat_w", (p,))),
        ("p_{00}^2", Power(p00, two)),
        ("p_{00}^*x", Product((Name("p00_star"), x))),
        ("p_{00}'", Name("p00_prime")),
        (r"\log x", Apply("log", (x,))),
        (r"n\log f(x)+\ln 2", Sum((Product((n, Apply("log", (Apply("f", (x,)),)))), Apply("log", (two,))))),
        (r"\log_2 x", Apply("log", (x, two))),
        (r"\exp(-x)", Apply("exp", (Negate(x),))),
        (r"\exp\left\{x\right\}", Apply("exp", (x,))),
        (r"\sqrt[3]{x}", Apply("root", (x, Number("3")))),
        (r"\sqrt2x", Product((Apply("sqrt", (two,)), x))),
        (r"\binom nk", Apply("binom", (n, k))),
        ("n!", Apply("factorial", (n,))),
        ("|x-y|", Apply("abs", (Sum((x, Negate(y))),))),
        (r"2\left|x\right|", Product((two, Apply("abs", (x,))))),
        (r"\lfloor x\rfloor", Apply("floor", (x,))),
        (r"\max(a,b)", Apply("max", (a, b))),
        (r"\sum_{k=0}^{n}kx+1", Sum((BigSum(Product((k, x)), k, zero, n), one))),
        (r"\prod_{k\ne i}x", BigProduct(x, k, None, None, Chain((k, i), ("!=",)))),
        (r"\sum X", BigSum(X)),
        (r"\sum_kx", BigSum(x, k)),
        (r"\frac{\partial f(t)}{\partial t}", Derivative(Apply("f", (t,)), t)),
        (r"\frac{\partial^2f(t)}{\partial t^2}", Derivative(Apply("f", (t,)), t, 2)),
        (r"\frac{\partial^2 f(x,y)}{\partial x\partial y}", Derivative(Derivative(Apply("f", (x, y)), y), x)),
        (r"\frac{d}{dt}x^2", Derivative(Power(x, two), t)),
        (r"\frac{\mathrm d x}{\mathrm dt}", Derivative(x, t)),
        (r"\partial\operatorname{Var}/\partial p_{00}", Derivative(Name("Var"), p00)),
        (r"\partial\mathcal R'", Name("boundary")),
        (
            r"\begin{cases}x&,x\le1\\y,&\text{if }x>1\\0&\text{otherwise}\end{cases}",
            Cases((Branch(x, Chain((x, one), ("<=",))), Branch(y, Chain((x, one), (">",))), Branch(zero, None))),
        ),
        (
            r"\left\{\begin{array}{ll}x&x\le1\\y&x>1\end{array}\right.",
            Cases((Branch(x, Chain((x, one), ("<=",))), Branch(y, Chain((x, one), (">",))))),
        ),
        (r"\left(\begin{array}[t]{cc}a&b\\c&x\end{array}\right)", Matrix(((a, b), (c, x)))),
        (r"\begin{pmatrix}a&b\\c&x\\\end{pmatrix}", Matrix(((a, b), (c, x)))),
        (r"\{(0,1),(1,0)\}", SetDisplay((TupleNode((zero, one)), TupleNode((one, zero))))),
        (r"\{x\in S:x>0\}", SetBuilder(Chain((x, S), ("in",)), Chain((x, zero), (">",)))),
        (r"\{x\mid x>0,\ x<1\}", SetBuilder(x, Conjunction((Chain((x, zero), (">",)), Chain((x, one), ("<",)))))),
        (r"x\in(0,1]", Chain((x, Interval(zero, one, False, True)), ("in",))),
        (r"x\in(0,1)", Chain((x, Interval(zero, one, False, False)), ("in",))),
        (r"S=(0,1)", equals(S, Interval(zero, one, False, False))),
        (r"(0,1)\in S", Chain((TupleNode((zero, one)), S), ("in",))),
        (r"[0,1]^2", Power(Interval(zero, one, True, True), two)),
        (r"[a+b]c", Product((Sum((a, b)), c))),
        (r"S\cap\{1\}\ne\emptyset", Chain((SetOperation("cap", (S, SetDisplay((one,)))), EmptySet()), ("!=",))),
        (r"\operatorname*{arg\,min}_{t\in(0,1]}f(t)", ArgMin(Apply("f", (t,)), (t,), Interval(zero, one, False, True))),
        (r"\arg\max_{(x,y)\in\mathcal R'}f(x,y)", ArgMax(Apply("f", (x, y)), (x, y), R1, True)),
        (
            r"\operatorname*{argmin}_{x,y\in[0,1]}f(x,y)",
            ArgMin(Apply("f", (x, y)), (x, y), Interval(zero, one, True, True)),
        ),
        (r"\operatorname*{arg\,min}_{\mathcal R'}f(x)", ArgMin(Apply("f", (x,)), (), R1)),
        (
            r"\min_{x\in[0,1]}f(x)-1",
            Sum((ExtremeValue(Apply("f", (x,)), (x,), Interval(zero, one, True, True)), Negate(one))),
        ),
        (r"\sup_xf(x)", ExtremeValue(Apply("f", (x,)), (x,), kind="sup")),
        (r"x,y\ge0", Chain((Listing((x, y)), zero), (">=",))),
        (
            r"x,y\ge0,\ x\le1 \text{ and } a<b",
            Conjunction((Chain((Listing((x, y)), zero), (">=",)), Chain((x, one), ("<=",)), Chain((a, b), ("<",)))),
        ),
        (r"x<0\text{ or }x>1", Disjunction((Chain((x, zero), ("<",)), Chain((x, one), (">",))))),
        (r"x=1\iff y=1", Connective((equals(x, one), equals(y, one)), ("iff",))),
        (r"x=1\text{ if }y=1", Connective((equals(x, one), equals(y, one)), ("if",))),
        (r"\mathbb P(X=0)^n", Power(Operate("P", (equals(X, zero),)), n)),
        (r"\mathbb{P}\left(X=k\middle|x=i\right)", Operate("P", (equals(X, k),), (equals(x, i),))),
        (r"\mathbb P(|X-\pi|\le x)", Operate("P", (Chain((Apply("abs", (Sum((X, Negate(pi))),)), x), ("<=",)),))),
        (r"\mathbb E[X]^2", Power(Operate("E", (X,)), two)),
        (r"\operatorname{Var}(\hat\Pi(a,b)|\pi)", Operate("Var", (Apply("Pi_hat", (a, b)),), (pi,))),
        (r"\operatorname{Var}(|x|\,|\,\pi)", Operate("Var", (Apply("abs", (x,)),), (pi,))),
        (r"\operatorname{Cov}X", Operate("Cov", (X,))),
        (r"\mathbf{E}X^2", Operate("M", (Power(X, Number("2")),))),
        (r"\mathbf{E}(X+1)^2", Operate("M", (Power(Sum((X, Number("1"))), Number("2")),))),
        (
            r"\mathbf{E}X(1-t)\mathbf{E}t",
            Product((Operate("M", (Product((X, Sum((one, Negate(t))))),)), Operate("M", (t,)))),
        ),
        (r"(\mathbf{E}X)^2", Power(Operate("M", (X,)), Number("2"))),
        (r"\mathbf{E}X\cdot t/2", Quotient(Operate("M", (Product((X, t)),)), Number("2"))),
        (r"C_{n+1}^{2}", Apply("choose", (Sum((n, Number("1"))), Number("2")))),
        (r"C_n^k C_n^1", Product((Apply("choose", (n, k)), Apply("choose", (n, Number("1")))))),
        (r"\sum_{k\neq n}^{t}k", BigSum(k, k, None, t, Chain((k, n), ("!=",)))),
        (r"f:S\times S\to[0,1]", Mapping(Name("f"), SetOperation("times", (S, S)), Interval(zero, one, True, True))),
        (r"28.7\%", Number("0.287")),
        (r"x=5\%", equals(x, Number("0.05"))),
        (r"120\%", Number("1.20")),
        (r"\left.f(x)\right|_{x=0}", EvaluatedAt(Apply("f", (x,)), equals(x, zero))),
        (r"\operatorname{Var}(X)_{x=0}", EvaluatedAt(Operate("Var", (X,)), equals(x, zero))),
        (
            r"\frac{\partial\operatorname{Var}(X)_{x=\frac{1}{2}}}{\partial y}",
            Derivative(EvaluatedAt(Operate("Var", (X,)), equals(x, Quotient(one, two))), y),
        ),
        (
            r"\arg\min_{0<x\leq\frac{n}{2}<1}f(x)",
            ArgMin(
                Apply("f", (x,)),
                (x,),
                SetBuilder(x, Chain((zero, x, Quotient(n, two), one), ("<", "<=", "<"))),
            ),
        ),
        (
            r"\left\{(x,y)|\quad\begin{aligned} &0<x<1,\;0<y<1\\ &2x\leq n\\ &y<1\\ &\quad+x\end{aligned}\right\}",
            SetBuilder(
                TupleNode((x, y)),
                Conjunction(
                    (
                        Chain((zero, x, one), ("<", "<")),
                        Chain((zero, y, one), ("<", "<")),
                        Chain((Product((two, x)), n), ("<=",)),
                        Chain((y, Sum((one, x))), ("<",)),
                    )
                ),
            ),
        ),
        (
            r"\left\{\begin{aligned}&x\\&y\end{aligned}\right\}",
            SetDisplay((x, y)),
        ),
        (r"1+\cdots+n", Sum((one, Dots(), n))),
        (r"\begin{aligned}a&=b\\&\le c\end{aligned}.", Chain((a, b, c), ("=", "<="))),
        (r"\begin{aligned}a&=\left(b\right.\\&\quad\left.+c\right)\end{aligned}", equals(a, Sum((b, c)))),
    ],
)
def test_reads_as_printed(text, tree):
    assert read_latex(text, SYMBOLS) == tree


@pytest.mark.parametrize(
    ("one_spelling", "another"),
    [
        (r"\hat\Pi", r"\hat{\Pi}"),
        (r"\mathbb P(X=1)", r"\mathbb{P}\left( X = 1 \right)"),
        (r"\frac12", r"\dfrac{1}{2}"),
        (r"\tfrac{1}{2}", r"\frac 1 2"),
        (r"\bigl(a+b\bigr)c", r"(a+b)\,c"),
        (r"\left\{0,1\right\}", r"\{0,\;1\}"),
        (r"\lvert x\rvert", "|x|"),
        (r"\operatorname{Var}(X\mid\pi)", r"\mathrm{Var}\left(X\,\middle|\,\pi\right)"),
        (r"p_{00}^{*}", "p_{00}^*"),
        (r"p_{00}^{\prime}", "p_{00}'"),
        (r"p_{00}'\left\{x\right\}", r"p_{00}'\cdot x"),
        (r"a\leq b\neq c", r"a\le b\ne c"),
        (r"x\not\in S", r"x\notin S"),
        (r"\displaystyle\sum\limits_{k=1}^nx", r"\sum_{k=1}^{n}x"),
        (r"e^{\epsilon}", r"e^\epsilon"),
    ],
)
def test_spellings_that_print_alike(one_spelling, another):
    assert read_latex(one_spelling, SYMBOLS) == read_latex(another, SYMBOLS)


MISPRINT = r"-\frac{(1+e^\epsilon)(1+(1-\pi)(e^\epsilon-1)}{(e^\epsilon-1)^2t^2n}"


@pytest.mark.parametrize(
    ("text", "position", "reason"),
    [
        (MISPRINT, MISPRINT.index("(1+(1"), "this ( is never closed"),
        ("a+b)", 3, "never opened"),
        ("q+1", 0, "q is not declared"),
        ("1+p_{01}", 2, r"p_{01} is not declared; did you mean p_{00}"),
        (r"\hat\Pi_q", 0, r"\hat\Pi_q is not declared; did you mean \hat\Pi"),
        ("x_1", 0, "x_1 is not declared"),
        ("x'", 0, "x' is not declared"),
        ("f x", 2, "expected ( after the function f"),
        ("f(a,b,c)", 1, "f takes 1 or 2 arguments, 3 found"),
        ("a/bc", 3, "two readings"),
        (r"\log xy", 6, "argument of log"),
        ("x2", 1, "number cannot follow"),
        ("x^10", 3, "braces"),
        ("x^a^b", 3, "two exponents"),
        ("a+", 2, "found the end"),
        ("", 0, "empty"),
        ("  ", 2, "empty"),
        ("a=", 2, "found the end"),
        ("=a", 0, "expected an expression"),
        (r"50\#", 2, "not read"),
        (r"x\%", 1, "expected"),
        (r"\left(a", 0, r"no \right"),
        (r"a\right)", 1, r"no \left"),
        (r"\begin{cases}a&x<1", 0, r"no \end{cases}"),
        (r"\begin{tikzpicture}", 0, "environment tikzpicture is not read"),
        (r"\begin{pmatrix}a&b\\c\end{pmatrix}", 21, "row 2 has 1 entries, row 1 has 2"),
        ("|x", 0, "never closed"),
        (r"\mathbb P(X)", 10, "takes an event"),
        (r"\mathbb E[X=1]", 10, "takes an expression"),
        (r"\mathbf E(X\ne1)=1", 10, "takes an expression"),
        (r"x\in{0,1}^{2}", 4, "braces around a list"),
        (r"\inf_{x}{x,y}", 8, "braces around a list"),
        (r"\sum_{x=1}^{y}{x,y}", 14, "braces around a list"),
        (r"x\ge0,y", 6, "a relation must follow"),
        (r"\frac{\partial^2f(t)}{\partial t}", 0, "orders of the derivative"),
        (r"x\in[0,1,2]", 4, "an interval has two ends"),
        (r"\sqrt[", 5, "never closed"),
        (r"\input{x}", 0, r"\input is not read: no file is included"),
        ("[0,1)+(", 6, "never closed"),
    ],
)
def test_errors_point_at_the_place(text, position, reason):
    with pytest.raises(ReadingError) as caught:
        read_latex(text, SYMBOLS)
    error = caught.value
    assert (error.position, error.text) == (position, text)
    assert reason in error.reason
    shown, caret = error.excerpt.split("\n")
    assert caret.strip() == "^"
    if position < len(text) and text[position] not in "\r\n":
        assert shown[caret.index("^")] == text[position]


def test_the_caret_stands_in_the_right_line():
    with pytest.raises(ReadingError) as caught:
        read_latex("a +\n b + q\n + c", SYMBOLS)
    shown, caret = caught.value.excerpt.split("\n")
    assert shown == "   b + q"
    assert shown[caret.index("^")] == "q"


def test_declaration_alone_settles_product_or_call():
    text = "p(1-p)"
    assert read_latex(text, Symbols(symbol("p"))) == Product((p, Sum((one, Negate(p)))))
    with pytest.raises(ReadingError, match="p is not declared"):
        read_latex(text, Symbols(symbol("q")))
    both = Symbols(function("p"), symbol("q"))
    assert read_latex("p(1-q)", both) == Apply("p", (Sum((one, Negate(Name("q")))),))


def test_e_is_eulers_number_unless_declared():
    assert read_latex("e", Symbols()) == Constant("e")
    assert read_latex("e", Symbols(symbol("error", "e"))) == Name("error")
    assert read_latex("dx", Symbols(symbol("d"), symbol("x"))) == Product((Name("d"), x))
    declared = Symbols(symbol("d"), symbol("t"))
    assert read_latex(r"\frac{d}{d+t}", declared) == Quotient(Name("d"), Sum((Name("d"), t)))
    for derivative in (r"\frac{d}{dt}t^2", r"\frac{d^2}{dt^2}t^2", r"\frac{dt}{dt}"):
        with pytest.raises(ReadingError, match="d is declared as a number"):
            read_latex(derivative, declared)
    assert read_latex(r"\frac{\mathrm d}{\mathrm dt}t", declared) == Derivative(t, t)


@pytest.mark.parametrize("member", ["e^{x}", "x^{2 }", r"\frac{1}{x^{2}}"])
def test_the_span_of_a_script_has_its_braces(member: str) -> None:
    text = rf"a + \left\{{{member}\right\}} = {member}"
    inside, whole = read_latex(text, SYMBOLS).members
    assert text[slice(*whole.span)] == member
    assert text[slice(*inside.terms[1].span)] in (member, rf"\left\{{{member}\right\}}")


def test_spans_cover_what_was_printed():
    text = r"a + \frac{b}{c} = x"
    tree = read_latex(text, SYMBOLS)
    fraction = tree.members[0].terms[1]
    assert text[slice(*fraction.span)] == r"\frac{b}{c}"
    assert text[slice(*tree.members[1].span)] == "x"


@given(st.text(alphabet=" \t\n~", max_size=5), st.integers(0, 6))
def test_white_space_changes_nothing(space, place):
    parts = [r"\frac", "{a}", "{b}", "+", "p_", "{00}", "x"]
    assert read_latex(space.join(parts[:place]) + space + "".join(parts[place:]), SYMBOLS) == read_latex(
        "".join(parts), SYMBOLS
    )


def test_a_bar_with_an_invisible_partner_separates_unless_a_subscript_follows() -> None:
    printed = r"\operatorname{Var}\left(\left.\hat\Pi(a,b)\right|c\right)"
    vocabulary = Symbols(
        operator("Var", r"\operatorname{Var}"), function("Pi_hat", r"\hat\Pi", arities=(2,)),
        symbol("a"), symbol("b"), symbol("c"),
    )  # fmt: skip
    estimate = Apply("Pi_hat", (Name("a"), Name("b")))
    assert read_latex(printed, vocabulary) == Operate("Var", (estimate,), (Name("c"),))
    with pytest.raises(ReadingError, match="after the bar"):
        read_latex(r"\left. a \right|", vocabulary)


MOMENTS = Symbols(
    symbol("pi0", r"\pi_0"),
    symbol("x_i"),
    symbol("x"),
    symbol("N0", "N_0"),
    symbol("square", r"\mathbf{P}_{3\times 3}"),
    symbol("dagger", r"\mathbf{P}^{\dagger}_{3\times 3}"),
    operator("E", events=True),
    operator("Var", r"\text{Var}"),
)


@pytest.mark.parametrize(
    ("printed", "same"),
    [
        (r"\pi^{2}_{0}", r"\pi_0^2"),
        (r"x^{2}_{i}+1", r"x_i^2+1"),
        (r"x^{x^{x^{2}_{i}}_i}_{i}", r"x_i^{x_i^{x_i^2}}"),
        (r"\mathbf{P}_{3\times 3}^{\dagger}", r"\mathbf{P}^{\dagger}_{3\times 3}"),
        (r"\mathbf{P}_{3\times 3}^{{\dagger}}", r"\mathbf{P}^{\dagger}_{3\times 3}"),
        (r"E^{2}[x_{i}=0]", r"E[x_i=0]^2"),
        (r"E[x_{i}^{2}=0]\equiv E[x_{i}=0]", r"E[x_i^2=0]=E[x_i=0]"),
        (r"\begin{array}[]{cc}1&x\end{array}", r"\begin{array}{cc}1&x\end{array}"),
    ],
)
def test_spellings_of_moments_that_print_alike_are_read_alike(printed: str, same: str) -> None:
    assert read_latex(printed, MOMENTS) == read_latex(same, MOMENTS)


def test_an_operator_on_events_takes_relations_and_expressions() -> None:
    event = Chain((Name("x_i"), Number("0")), ("=",))
    assert read_latex("E[x_i=0]", MOMENTS) == Operate("E", (event,))
    assert read_latex("E[N_0]", MOMENTS) == Operate("E", (Name("N0"),))
    with pytest.raises(ReadingError, match="Var takes an expression"):
        read_latex(r"\text{Var}[x_i=0]", MOMENTS)


def test_a_power_of_an_operator_needs_its_bracket() -> None:
    with pytest.raises(ReadingError, match=r"expected \( or \[ after the power of the operator E"):
        read_latex("E^{2}+1", MOMENTS)


def test_what_stands_below_a_bracket_or_an_extremum_is_understood_or_refused():
    with pytest.raises(ReadingError, match="expected a condition such as x=0"):
        read_latex(r"\operatorname{Var}(X)_{x}", SYMBOLS)
    with pytest.raises(ReadingError, match="expected one variable among the bounds"):
        read_latex(r"\min_{a<x<b}f(x)", SYMBOLS)


def test_a_slash_before_a_product_is_read_in_the_way_that_is_asked_for():
    text = r"1/2\sqrt{n}-x"
    with pytest.raises(ReadingError, match="two readings"):
        read_latex(text, SYMBOLS)
    root = read_latex(r"\sqrt n", SYMBOLS)
    half = Quotient(one, Number("2"))
    by_factor = Sum((Product((half, root)), Negate(x)))
    by_product = Sum((Quotient(one, Product((Number("2"), root))), Negate(x)))
    assert read_latex(text, SYMBOLS, slash="factor") == by_factor
    assert read_latex(text, SYMBOLS, slash="product") == by_product
    assert read_latex("1/2-x", SYMBOLS, slash="product") == read_latex("1/2-x", SYMBOLS)


def test_a_declared_name_that_starts_with_a_digit_may_follow_a_factor() -> None:
    ones = SYMBOLS.extended(symbol("ones_k", "1_k"))
    assert read_latex(r"\frac{1}{k}a1_k", ones) == Product((Quotient(one, k), a, Name("ones_k")))
    with pytest.raises(ReadingError, match="a number cannot follow"):
        read_latex("a1", ones)


def test_a_full_stop_inside_the_words_of_a_case_is_punctuation() -> None:
    printed = read_latex(r"\begin{cases}x&\text{if }x>1\\0&\text{otherwise.}\end{cases}", SYMBOLS)
    assert printed == read_latex(r"\begin{cases}x&\text{if }x>1\\0&\text{otherwise}\end{cases}", SYMBOLS)
