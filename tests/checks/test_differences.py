"""What differs between two formulas is marked, and nothing else; the marks change no formula."""

import pytest
from rich.console import Console

from checks.papers.collection import load_paper, paper_keys
from checks.show.latex.differences import formulas, joined, lists, marked_words, underlined, with_marks, words
from checks.show.latex.terminal import MarkedText
from checks.show.latex.unicode import readable
from checks.show.wording import tightened


def bracketed(text: str) -> str:
    return f"[{text}]"


@pytest.mark.parametrize(
    ("first", "second", "marked"),
    [
        (r"\pi(e^\epsilon-1)-\delta", r"\pi(e^\epsilon-1)^2-\delta",
         (r"\pi(e^\epsilon-1)-\delta", r"\pi(e^\epsilon-1)^{[2]}-\delta")),
        (r"\frac{a}{np}", r"\frac{a}{np^2}", (r"\frac{a}{np}", r"\frac{a}{np^{[2]}}")),
        (r"g(x)\leq \pi", r"g(x)<\pi", (r"g(x)[\leq ]\pi", r"g(x)[<]\pi")),
        (r"\left(\frac{x}{2}\right)+y", r"\left(\frac{x}{3}\right)+y",
         (r"\left(\frac{x}{[2]}\right)+y", r"\left(\frac{x}{[3]}\right)+y")),
        (r"a = \begin{cases}1 & x\\2 & y\end{cases}", r"a = \begin{cases}1 & x\\3 & y\end{cases}",
         (r"a = \begin{cases}1 & x\\[2] & y\end{cases}", r"a = \begin{cases}1 & x\\[3] & y\end{cases}")),
        (r"\left(\frac{e^\epsilon+1}{2}\right)^2 - t_i", r"\left(\frac{e^{\epsilon} + 1}{2}\right)^{2} - t_{j}",
         (r"\left(\frac{e^\epsilon+1}{2}\right)^2-t_{[i]}", r"\left(\frac{e^{\epsilon}+1}{2}\right)^{2}-t_{[j]}")),
        ("x", "yz", ("x", "yz")),  # where all differs, marks say nothing
        (r"t\in[0,1] \quad p=r(t)", r"t_0\leq t\leq1 \quad p=r(t)",
         (r"[t\in[0,1]]\quad p=r(t)", r"[t_0\leq t\leq1]\quad p=r(t)")),
        (r"p+p+p+p<1 \quad a<b<c", r"p+p+p+p<1 \quad b<a<c",
         (r"p+p+p+p<1\quad[a<b<c]", r"p+p+p+p<1\quad[b<a<c]")),
    ],
)  # fmt: skip
def test_marks_of_formulas(first: str, second: str, marked: tuple[str, str]) -> None:
    pair = formulas(first, second)
    assert tuple("".join(joined(segments, bracketed).split()) for segments in pair) == tuple(
        "".join(text.split()) for text in marked
    )


@pytest.mark.parametrize("key", paper_keys())
def test_marks_leave_the_corrections_of_a_paper_as_they_are(key: str) -> None:
    compared = 0
    for claim in load_paper(key).claims:
        if claim.correction is None or not claim.correction.statement.latex or not claim.main.statement.latex:
            continue
        texts = [r" \quad ".join(s.latex) for s in (claim.main.statement, claim.correction.statement)]
        for text, segments in zip(texts, formulas(*texts), strict=True):
            without = [
                "".join(part for part in written if part not in "{} \n\t")
                for written in (text, joined(segments, lambda part: part))
            ]
            assert without[0] == without[1]
            for segment in segments:
                assert segment.text.count("{") == segment.text.count("}") or not segment.differs
            assert r"\underline{<" not in joined(segments, underlined), "a line under a sign makes it another"
        compared += 1
    assert compared


def test_a_sign_is_framed_and_the_rest_underlined() -> None:
    assert underlined("<") == r"\mathrel{\boxed{<}}"
    assert underlined("+") == r"\mathbin{\boxed{+}}"
    assert underlined("2") == r"\underline{2}"
    assert underlined("<p ") == r"\boxed{<p} "
    assert underlined(r"\quad x") == r"\quad \underline{x}"
    assert underlined(r"x<1 \quad y") == r"\boxed{x<1} \quad \underline{y}"


def test_one_formula_of_several() -> None:
    first, second = lists(["a=b", "c=d"], ["a=b", "x<y"])
    assert [any(s.differs for s in segments) for segments in first] == [False, True]
    assert [any(s.differs for s in segments) for segments in second] == [False, True]


def test_marks_of_words() -> None:
    _, right = words("It holds for all $n$ of them.", "It holds for most $n$ of them.")
    assert with_marks(joined(right, marked_words), r"<mark>\1</mark>") == "It holds for <mark>most</mark> $n$ of them."


def test_lines_on_a_terminal_end_between_tokens() -> None:
    latex = r"\operatorname{Var}(\hat\Pi)=\frac{(1-\delta)(\pi(e^\epsilon+2\delta-1)-\delta(e^\epsilon+\delta))}{np}"
    pair = formulas(latex, latex.replace("np}", "np^2}"))
    for width in (14, 20, 40, 80):
        console = Console(width=width, color_system=None, file=None)
        with console.capture() as shown:
            console.print(MarkedText(pair[1], is_formula=True))
        lines = [line.rstrip() for line in shown.get().splitlines()]
        marks = [line for line in lines if set(line) <= {"^", " "} and line]
        assert len(marks) == 1
        above = lines[lines.index(marks[0]) - 1]
        assert above[marks[0].index("^")] == "2", "the mark stands below what differs"
        written = [line for line in lines if line not in marks]
        assert "".join(written).replace(" ", "") == joined(pair[1], str).replace(" ", "")
        commands = {r"\operatorname", r"\hat", r"\Pi", r"\frac", r"\delta", r"\pi", r"\epsilon"}
        for line in written:
            tail = line[line.rindex("\\") :] if "\\" in line else ""
            assert not tail[1:].isalpha() or tail in commands
            assert not line.endswith(("^", "_", "{")), "no letter is cut from its script"
            assert not line.startswith(("^", "_", ")", "}"))


def test_prose_on_a_terminal() -> None:
    assert readable(r"At $p_2=\frac12$ and $\hat\pi\neq e^{\epsilon}$, $\operatorname{Var}(X)\le 1$.") == (
        "At p₂ = 1/2 and π̂ ≠ e^ε, Var(X) ≤ 1."
    )
    assert readable("100 dollars") == "100 dollars"


@pytest.mark.parametrize(
    ("domain", "short"),
    [
        ("0 <= d <= 1; d > 0", "0 < d <= 1"),
        ("0 <= p <= 1; p < 1/2; q real", "0 <= p < 1/2; q real"),
        ("1 <= k, integer; k >= 2", "2 <= k, integer"),
        ("x in [0, 1]; p + q <= 1; eps >= 0", "x in [0, 1]; p + q <= 1; eps >= 0"),
        ("", ""),
    ],
)
def test_each_name_has_one_range(domain: str, short: str) -> None:
    assert tightened(domain) == short


@pytest.mark.parametrize(
    ("domain", "short"),
    [
        ("0 <= p <= 1; p != 0; p != 1", "0 < p < 1"),
        ("0 < p < 1; p != 0; p != 1/2", "0 < p < 1; p != 1/2"),
        ("p != 2; 0 <= p <= 1; q != 0", "0 <= p <= 1; q != 0"),
        ("1 <= n, integer; n != 1", "1 < n, integer"),
        ("0 < p < 1; 2*p - 1 != 0; -q + 1 > 0", "0 < p < 1; p != 1/2; q < 1"),
        ("0 < p < 1; -p - q + 1 >= 0; p + q - 1 != 0", "0 < p < 1; p + q < 1"),
        ("p + q <= 1; p + q != 1; p + q > 0", "0 < p + q < 1"),
        ("p00 + p11 - 1 != 0; 3*p - q != 0; p*q - 1 > 0", "p00 + p11 != 1; 3*p - q != 0; p*q - 1 > 0"),
        ("-2*p + 1 >= 0; p in [0, 1]; -2*p - q + 1 > 0", "p <= 1/2; p in [0, 1]; 2*p + q < 1"),
    ],
)
def test_what_a_range_leaves_out_is_not_said_again(domain, short):
    assert tightened(domain) == short
