r"""What has two readings in print is refused, or read as every reader would."""

import pytest

from checks.reading import ReadingError, Symbols, read_latex, read_plain, symbol, to_latex, to_plain
from checks.reading.writing_out import WritingOut

SYMBOLS = Symbols(
    *map(symbol, ["a", "i", "j", "k", "n", "p", "q"]),
    *(symbol(f"p{i}", f"p_{i}") for i in (1, 2, 3)),
    *(symbol(f"q{i}{j}", f"q_{{{i}{j}}}") for i in (1, 2) for j in (1, 2)),
    symbol("pi_hat", r"\hat\pi"),
)


def plain(text: str) -> str:
    """What is read, in plain notation, which prints and reads back in both notations."""
    tree = read_latex(text, SYMBOLS)
    assert read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == tree
    assert read_plain(to_plain(tree), SYMBOLS) == tree
    return to_plain(tree)


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("0<p,q<1", "0 < p < 1 and 0 < q < 1"),
        (r"0 \le p, \, q, a < 1/2", "0 <= p < 1/2 and 0 <= q < 1/2 and 0 <= a < 1/2"),
        (r"a=p \text{ for } 0<p,q\le e", "a = p if 0 < p <= e and 0 < q <= e"),
        # ends that speak of symbols, and what is set apart, are statements of their own
        ("1<n,p<q", "1 < n and p < q"),
        (r"0<p,\quad q<1", "0 < p and q < 1"),
        (r"0<p\text{ and }q<1", "0 < p and q < 1"),
        ("p>0,q<1", "p > 0 and q < 1"),
        ("0<p,q>1", "0 < p and q > 1"),
        (r"i\in[k]", "i in {1, ..., k}"),
        (r"i,j\in[3]\setminus\{2\}", "i, j in {1, ..., 3} setminus {2}"),
        (r"i\notin[1]", "i notin {1}"),
        (r"i\in[k]^2", "i in {1, ..., k}^2"),
        ("i=[1][2]", "i = 1*2"),
        ("[p]+1", "p + 1"),
        (r"p_i\ge 0, i=1,2", "p_of(i) >= 0 if i in {1, 2}"),
        (r"p_i\ge 0,\quad i=1,2,3", "p_of(i) >= 0 if i in {1, 2, 3}"),
        (r"p\ge 0\text{ for all } p", "p >= 0 forall p"),
        (r"p\ge 0\quad\forall p,q", "p >= 0 forall p, q"),
        (r"(1-p)^{(n-1)}", "(1 - p)^(n - 1)"),
        (r"\log(1-p)/p", "log(1 - p)/p"),
        ("p_{2i}+p_{i+1}", "p_of(2*i) + p_of(i + 1)"),
        (r"q_{ij}", "q_of(i, j)"),
        (r"p=\frac{1}{2}(2)+1", "p = 1/2*2 + 1"),
    ],
)
def test_read_as_every_reader_would(printed: str, read: str) -> None:
    assert plain(printed) == read


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (r"p\ge 0\text{ if } n", "expected a statement such as x>0 beside"),
        (r"p\ge 0\text{ where } n, p", "expected a statement such as x>0 beside"),
        (r"p\Rightarrow q=1", "expected a statement such as x>0 beside"),
        (r"p=1\iff q", "expected a statement such as x>0 beside"),
        ("p^{(2)}", "is an index, no power"),
        (r"\hat\pi^{(n)}", "is an index, no power"),
        ("p_i^{[12]}", "is an index, no power"),
        (r"\hat\pi(p)=q", "has two readings; declare all of it as a name"),
        (r"p=\frac12\hfill(4)", "expected a comma or a condition"),
        (r"p=\frac12\hspace{1cm}(4)", "is this the number of the formula"),
        ("p = q ~ (3.2)", "is this the number of the formula"),
        (r"\log p/q", "whether this belongs to the argument of log"),
        ("p_{ij}", "indices side by side"),
        ("i=1,2", "a relation must follow"),
    ],
)
def test_refused_where_there_are_two_readings(printed: str, reason: str) -> None:
    with pytest.raises(ReadingError, match=reason):
        read_latex(printed, SYMBOLS)


@pytest.mark.parametrize(
    ("printed", "indices"),
    [
        (r"\sum_{i\ne j}p_ip_j=1", None),
        (r"\sum_{i<j}p_ip_j=p_1", None),
        (r"\prod_{i\ne j}q_{ij}", None),
        (r"\sum_{j\ne i}p_j=1-p_i", "j"),
        (r"\sum_{j\ne i}p_ip_j=p_i(1-p_i)", "j"),
        (r"\sum_{i<j}p_i", "i"),
        (r"\sum_{i<n}p_i n", "i"),
    ],
)
def test_a_sum_is_over_all_letters_that_nothing_else_fixes(printed: str, indices: str | None) -> None:
    tree = read_latex(printed, SYMBOLS)
    big = tree.members[0] if hasattr(tree, "members") else tree
    assert (big.index.name if big.index else None) == indices
    assert read_plain(to_plain(tree), SYMBOLS) == read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == tree


def test_a_sum_inside_a_sum_is_over_its_own_letter() -> None:
    outer = read_latex(r"\sum_i\sum_{j\ne i}q_{ij}", SYMBOLS)
    assert (outer.index.name, outer.body.index.name) == ("i", "j")
    assert plain(r"\sum_{i,j=1}^2 q_{ij}") == "sum(q_of(i, j); 1 <= i <= 2 and 1 <= j <= 2)"


def test_a_maximum_over_pairs_is_over_both_letters() -> None:
    assert plain(r"\max_{i\ne j}p_i/p_j") == "max(p_of(i)/p_of(j); (i, j) in {(i, j) : i != j})"
    assert plain(r"\max_{j\ne i}p_j\le p_i") == "max(p_of(j); j in {j : j != i}) <= p_of(i)"


def test_a_maximum_over_pairs_is_written_out() -> None:
    tree = read_latex(r"\max_{i<j}(p_i-p_j)", SYMBOLS)
    written = WritingOut(SYMBOLS, {}).of(tree)
    assert written is not None
    assert to_plain(written) == "max(p_of(1) - p_of(2), p_of(1) - p_of(3), p_of(2) - p_of(3))"
