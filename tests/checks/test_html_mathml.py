"""Formulas as MathML: every printed one is set, as browsers need it, and nothing that a user writes gets through."""

import re
from xml.etree import ElementTree

import pytest

from checks.papers.collection import load_paper, paper_keys
from checks.show.html.mathml import CHANGED, LONGEST, changed, flowing, is_set, mathml, prose, punctuated


def tree(latex: str, display: bool = False) -> ElementTree.Element:
    """The formula, read again by a parser that is not ours."""
    found = mathml(latex, display)
    assert "<math" in found, f"{latex} is not set"
    return ElementTree.fromstring(found[found.index("<math") : found.index("</math>") + len("</math>")])


def text(latex: str) -> str:
    return "".join(tree(latex).itertext())


def of_kind(latex: str, tag: str) -> list[str]:
    return ["".join(element.itertext()) for element in tree(latex).iter(tag)]


def printed(key: str) -> list[str]:
    found = []
    for claim in load_paper(key).claims:
        statements = [r.statement for r in claim.readings] + ([claim.correction.statement] if claim.correction else [])
        found += [latex for statement in statements for latex in statement.latex]
        notes = (claim.prose, claim.note, claim.correction.explanation if claim.correction else "")
        found += [formula for note in notes for formula in re.findall(r"\$([^$]+)\$", note)]
    return found


@pytest.mark.parametrize("key", paper_keys())
def test_every_printed_formula_is_set(key):
    formulas = printed(key)
    assert len(formulas) > 50
    for latex in formulas:
        root = tree(latex)
        assert root.get("alttext", "").split() == latex.split()
        assert not any((element.text or "").startswith(("\\", "&")) for element in root.iter())


@pytest.mark.parametrize("key", paper_keys())
def test_formulas_in_the_words_of_a_claim_stand_between_dollars(key):
    for claim in load_paper(key).claims:
        for words in (claim.prose, claim.note, claim.correction.explanation if claim.correction else ""):
            assert "\\" not in "".join(words.split("$")[::2]), claim.id


def test_letters_get_their_style_as_characters_since_browsers_know_no_variants():
    assert text(r"\mathbf{P}\mathbb{E}\mathcal{R}\mathfrak{J}\mathbb{1}\boldsymbol{\pi}\mathbf{\Sigma}") == "𝐏𝔼ℛ𝔍𝟙𝝅𝚺"
    assert {e.get("mathvariant") for e in tree(r"\mathbf{x} + \mathcal{A}\mathrm{d}x\Pi").iter()} == {None, "normal"}


def test_operators_are_words_with_the_space_that_tex_gives_them():
    assert of_kind(r"\operatorname{Var}(x)", "mi") == ["Var", "x"]
    assert of_kind(r"\mathrm{Cov}(x)", "mi") == ["Cov", "x"]
    assert len(of_kind(r"\ln(x)", "mspace")) == 0
    assert len(of_kind(r"2\ln x", "mspace")) == 2
    assert len(of_kind(r"\max_i x_i", "mspace")) == 1
    (stacked,) = tree(r"\operatorname*{arg\,min}_{x\in A}f(x)").iter("munder")
    assert stacked[0].text == "arg\u2009min"
    assert stacked[0].get("movablelimits") == "true"
    assert [e.tag for e in tree(r"\sum_{i=1}^n x_i").iter() if e.tag.startswith(("munder", "msubsup"))] == [
        "munderover"
    ]


@pytest.mark.parametrize("name", ["aligned", "split", "align*", "alignedat}{2", "eqnarray", "gathered", "multline"])
def test_lines_of_an_environment_are_rows(name):
    latex = rf"\begin{{{name}}}a&=b\\c&=d\end{{{name.partition('}')[0]}}}"
    if name in ("gathered", "multline"):
        latex = latex.replace("&", "")
    assert of_kind(latex, "mtr") == ["a=b", "c=d"]


def test_lines_outside_of_an_environment_are_rows_too():
    assert of_kind(r"a=b\\c=d", "mtr") == ["a=b", "c=d"]
    assert of_kind(r"\begin{array}[t]{ll}a&b\\c&\end{array}", "mtd") == ["a", "b", "c", ""]
    assert [e.get("class") for e in tree(r"\begin{array}{rcl}a&b&c\end{array}").iter("mtd")] == ["right", None, "left"]


def test_a_table_keeps_its_rules():
    cells = tree(r"\begin{array}{c|rc} V & a & b \\ \hline 2/3 & \mathbf{0.38} & 1 \\ 4 & 5 & 6 \end{array}").iter(
        "mtd"
    )
    assert [cell.get("class") for cell in cells] == [
        "below beside", "right below", "below",
        "beside", "right", None,
        "beside", "right", None,
    ]  # fmt: skip


def test_cases_braces_and_conditions():
    latex = r"f=\left\{\begin{cases}a & \text{if $x_1 > 0$ or } b\\ c & \text{50\% of them}\end{cases}\right."
    assert of_kind(latex, "mtext") == ["if\u00a0", "\u00a0or\u00a0", "50%\u00a0of\u00a0them"]
    assert "x1>0" in text(latex)
    assert of_kind(r"\underbrace{a+b}_{n}", "munder")[0].endswith("n")


def test_accents_fit_a_letter_and_stretch_over_more():
    (letter,) = tree(r"\hat\pi").iter("mover")
    assert (letter[1].text, letter[1].get("stretchy"), letter.get("accent")) == ("ˆ", "false", "true")
    (wide,) = tree(r"\widehat{abc}").iter("mover")
    assert (wide[1].text, wide[1].get("stretchy")) == ("\u0302", "true")
    assert any("border-top" in element.get("style", "") for element in tree(r"\bar X").iter())


def test_brackets_stretch_around_what_is_tall_alone():
    def stretched(latex: str) -> list[str | None]:
        return [e.get("stretchy") for e in tree(latex).iter("mo") if e.text in ("(", ")")]

    assert stretched(r"\log{\left(3 \right)}") == ["false", "false"]
    assert stretched(r"\left(\frac{1}{3}\right)") == ["true", "true"]
    assert stretched(r"\left(\left(1, x^2\right), \frac{1}{3}\right)") == ["true", "false", "false", "true"]


def test_primes_stand_beside_what_they_mark():
    assert [e.tag for e in tree("f'(x)").iter("msup")] == []
    assert of_kind(r"P_{k}^{\prime}", "msub") == ["Pk"]
    assert text("P_{k}^{\\prime\\prime}") == "Pk′′"
    assert len(of_kind("x^{2}", "msup")) == 1


def test_a_displayed_formula_is_a_block_that_scrolls_by_itself():
    assert mathml("x", display=True).startswith('<div class="wide"')
    assert tree("x", display=True).get("display") == "block"
    assert tree("x").get("display") is None


def test_what_cannot_be_set_is_shown_as_latex():
    for latex in (
        r"\nosuchcommand + 1",
        r"\frac{1",
        r"\left( x",
        "x^2^3",
        r"\begin{cases}",
        "a & b",
        "x" * (LONGEST + 1),
    ):
        assert mathml(latex).startswith('<code class="latex">')
        assert not is_set(latex)
    assert not is_set(r"\text{\textbf{x} y}")
    assert mathml(r"\foo<b>") == r'<code class="latex">\foo&lt;b&gt;</code>'


HOSTILE = [
    r"\text{<script>alert(1)</script>}",
    r"\text{&lt;script&gt;alert(1)&lt;/script&gt;}",
    r"<img src=x onerror=alert(1)>",
    r"\href{javascript:alert(1)}{x}",
    r"\style{background:url(x)}{x}",
    r"\class{x\" onload=\"alert(1)}{x}",
    r"\color{red\" onload=\"alert(1)}x",
    r"\operatorname{<b onload=alert(1)>}",
    r"\begin{array}{<script>}a\end{array}",
    r"\unicode{60}script",
    r"\def\x{\x}\x",
    r"\newcommand{\a}{\a\a}\a",
    r"x" + "\ue000<script>",
    "{" * 4000 + "}" * 4000,
    r"\frac" * 3000,
    "x^{" * 500,
]


@pytest.mark.parametrize("latex", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("display", [False, True])
def test_nothing_a_user_writes_becomes_a_tag_or_an_attribute(latex, display):
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            assert tag in ("div", "code", "math") or tag.startswith("m"), tag
            for name, value in attributes:
                assert name != "href"
                assert not name.startswith("on")
                assert name != "style" or re.fullmatch(r"[a-z:;.0-9 -]+", value)

    reader = Reader()
    reader.feed(mathml(latex, display))
    reader.close()


def test_a_name_or_number_alone_has_no_row_of_its_own():
    assert mathml("p_{00}^{2}") == (
        '<math alttext="p_{00}^{2}"><mrow><msubsup><mi>p</mi><mn>00</mn><mn>2</mn></msubsup></mrow></math>'
    )
    assert mathml(r"\frac{a}{b + 1}").count("<mrow>") == 2


def test_a_comma_stays_with_the_formula_before_it():
    assert re.fullmatch(
        r'for <span style="white-space: nowrap"><math.*</math>,</span> and <math.*</math> too',
        prose("for $x$, and $y$ too"),
    )
    assert prose("$y$ too").endswith("</math> too")


def test_what_is_framed_in_print_is_framed_on_a_page():
    written = mathml(r"t\boxed{\in[0,1]}")
    assert written.startswith("<math")
    assert 'style="border:' in written
    assert mathml(r"\xcancel{n}").startswith("<code")


def lines_of(latex: str) -> list[str]:
    """The parts of a displayed formula that may stand in lines of their own, as text."""
    math = tree(latex, display=True)
    assert math.get("alttext") == latex.replace(CHANGED, "")
    return ["".join(part.itertext()) for part in math] if math.get("class") == "parts" else []


def test_a_long_formula_is_handed_out_in_parts_that_flow_and_a_short_one_stays_whole():
    assert lines_of(r"a + b = c") == []
    long = (
        r"\operatorname{Var}(\hat\pi) - \operatorname{Var}(\tilde\pi) = \frac{(1 - \delta)x}{n} + \frac{aaaaaaaaaa}{c}"
    )
    assert [part[0] for part in lines_of(long)] == ["V", "="]
    assert lines_of(r"aaaaaaaaaaaa + bbbbbbbbbbbb + cccccccccccc") == ["a" * 12, "+" + "b" * 12, "+" + "c" * 12]


def test_a_long_formula_is_not_broken_within_a_range_or_the_arguments_of_a_function():
    parts = lines_of(
        r"\text{if } f(x, yyyyyyyy) \text{ and } 0 < \pi \le \frac12 \text{ and } n \in \mathbb{N}, \text{ then}"
    )
    assert [part.strip("\u00a0") for part in parts][1:3] == ["and\u00a00<π≤12", "and\u00a0n∈ℕ,"]
    assert "f(x,yyyyyyyy)" in "".join(parts[:2])


def test_brackets_are_opened_only_where_nothing_else_will_do():
    parts = lines_of(r"p = n(aaaaaaaaaaaaaa + bbbbbbbbbbbbbbbb - cccccccccccccc)")
    assert parts == ["p", "=n(" + "a" * 14, "+" + "b" * 16, "−" + "c" * 14 + ")"]


def test_brackets_around_fractions_are_opened_and_stay_as_tall_as_what_they_enclose():
    latex = r"p = \left(\frac{aaaaaaaaaaaaaa}{bb} + bbbbbbbbbbbbbbbb - \frac{cccccccccccccc}{dd}\right)"
    assert lines_of(latex) == ["p", "=(" + "a" * 14 + "bb", "+" + "b" * 16, "−" + "c" * 14 + "dd)"]
    struts = [(e.get("height"), e.get("depth")) for e in tree(latex, display=True).iter("mspace") if e.get("height")]
    assert len(struts) == 2 == struts.count(struts[0])
    assert struts[0] == ("0.85em", "0.85em")  # half of a letter over a letter at three quarters, and the line
    alone = rf"x = \left\{{\frac{{{'a' * 20}}}{{b}} + {'c' * 20} \right."
    assert lines_of(alone) == ["x", "={" + "a" * 20 + "b+" + "c" * 20], "one bracket alone is not opened"


def test_a_part_in_braces_is_opened_and_begins_with_a_sign_that_differs():
    latex = rf"x = {'a' * 20}{changed('-')}{'b' * 20} + {{ {'c' * 20} - {'d' * 20} }}"
    assert lines_of(latex) == ["x", "=" + "a" * 20, "−" + "b" * 20, "+" + "c" * 20, "−" + "d" * 20]
    sign = next(e for e in tree(latex, display=True).iter("mrow") if e.get("class") == "changed")
    assert [(e.tag, e.get("form")) for e in sign] == [("mo", "infix")]


def test_what_is_quantified_over_stays_whole_and_nothing_is_broken_off_before_the_first_quantifier():
    quantified = r"\forall x \in \{1, \dots, k\}\colon\; \exists y \in \mathbb{N}\colon\; f(x, y) = g(x, yyyyyyyyy)"
    latex = rf"a \iff \left({quantified}\right)"
    parts = [part.strip("\u2005") for part in lines_of(latex)]
    assert parts == ["a", "⟺(∀x∈{1,…,k}:", "∃y∈ℕ:", "f(x,y)=g(x,yyyyyyyyy))"]


def test_long_arguments_and_products_of_powers_are_broken_where_nothing_else_will_do():
    assert lines_of(r"f(aaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbb, 1, \dots, n)") == [
        "f(" + "a" * 16 + ",",
        "b" * 16 + ",",
        "1,…,n)",
    ]
    power = r"\left(aaaaaaaaaaaaaaaa\right)^{2}"
    assert lines_of(rf"{power}\,{power}\,\ln aaaaaaaaaa") == [
        "(" + "a" * 16 + ")2",
        "(" + "a" * 16 + ")2",
        "ln" + "a" * 10,
    ]


def test_the_depth_of_brackets_counts_from_the_start_of_the_formula():
    latex = r"a \implies \left(ffffffffffffffff(k, m) \iff ggggggggg(P) \leq hhhhhhh\right)"
    assert lines_of(latex) == ["a", "⟹(" + "f" * 16 + "(k,m)", "⟺" + "g" * 9 + "(P)≤hhhhhhh)"]


def test_a_comma_behind_a_formula_stands_in_its_last_line():
    long = r"p = n(aaaaaaaaaaaaaa + bbbbbbbbbbbbbbbb - cccccccccccccc)"
    assert punctuated(f"{flowing(long)}, and").endswith("<mtext>,</mtext></mrow></math> and")
    assert punctuated(f"{flowing('a')}, and").endswith("</math>,</span> and")


def test_a_long_set_is_broken_within_its_braces_and_a_sentence_may_flow_around_it():
    latex = r"R=\left\{(p,q)\in\mathbb{R}^2:p\leq aaaaaaaaaaaa(1-q)+d,\ q\leq aaaaaaaaaaaa(1-p)+d\right\}"
    parts = lines_of(latex)
    assert parts[0] == "R"
    assert len(parts) > 3
    assert "".join(parts).replace("\u00a0", "") == "R={(p,q)∈ℝ2:p≤aaaaaaaaaaaa(1−q)+d,q≤aaaaaaaaaaaa(1−p)+d}"
    assert flowing(latex).startswith('<math class="parts"')
    assert flowing("a = b") == mathml("a = b")


def test_a_sign_before_a_bracket_or_a_relation_belongs_to_what_follows():
    signs = [e.get("form") for e in tree(r"n(-p - (1 - p)q) = -1").iter() if e.text == "−"]
    assert signs == ["prefix", None, None, "prefix"]


def test_a_long_condition_is_parted_before_connectives_not_at_their_equations() -> None:
    several = r" \land ".join(rf"p_{i} = r_\delta(t_{i})" for i in range(6))
    parts = list(tree(rf"x \in A \iff {several}", display=True))
    assert len(parts) == 7
    assert all("=" in "".join(part.itertext()) for part in parts[1:]), "each equation is whole"


def test_cases_too_wide_for_a_phone_are_marked() -> None:
    wide, short = (
        tree(rf"x = \begin{{cases}} {value} & \text{{if }} y > 1 \\ 0 & \text{{otherwise}} \end{{cases}}")
        for value in ("+".join("abcdefghijklmnopqrst"), "a")
    )
    assert [table.get("class") for table in wide.iter("mtable")] == ["cases"]
    assert [table.get("class") for table in short.iter("mtable")] == [None]
    matrix = tree(r"\begin{pmatrix} " + " & ".join(["a_{11} b_{11}"] * 14) + r" \end{pmatrix}")
    assert [table.get("class") for table in matrix.iter("mtable")] == ["broad"]
    assert [table.get("class") for table in tree(r"\begin{pmatrix} a & b & c \end{pmatrix}").iter("mtable")] == [None]


@pytest.mark.parametrize("mark", [lambda text: rf"\boxed{{{text}}}", changed], ids=["framed", "changed"])
def test_a_long_case_that_is_marked_goes_on_below_as_others_do(mark) -> None:
    points = ", ".join(rf"(r_\delta(t_{i}), s_\delta(t_{i}))" for i in range(3))
    value = mark(rf"\{{{points}\}}")
    made = tree(rf"\begin{{cases}} {value}, & {mark('a = b')} \\ 0 & c = d \end{{cases}}", display=True)
    (marked,) = (row for row in made.iter("mrow") if row.get("class") == "long")
    assert len(marked) > 1, "parts that flow"


def test_a_sign_in_a_frame_begins_a_line_as_one_without_does() -> None:
    term = r"\frac{(p_{02}-p_{22})(N-E[N_0]-E[N_1])}{p_{22}+\pi_0(p_{02}-p_{22})+\pi_1(p_{12}-p_{22})}"
    parts = []
    for sign in ("-", r"\boxed{-}", r"\mathbin{\boxed{-}}", changed("-")):
        made = tree(rf"\begin{{aligned}} x &= {term} {sign} {term} \end{{aligned}}", display=True)
        (line,) = (cell for cell in made.iter("mtd") if "long" in cell.get("class", ""))
        parts.append(["".join(part.itertext()) for part in line])
        assert next(sign for sign in line[-1].iter("mo") if sign.text).get("form") == "infix", (
            "with the spaces of a sign between two sides"
        )
    assert parts[0][-1].startswith("\N{MINUS SIGN}(")
    assert parts == [parts[0]] * 4


def test_a_bracket_that_no_phone_has_room_for_is_parted_at_its_connective():
    interval = r"\frac{1}{2} - \frac{1}{2\,\sqrt{N}}"
    made = mathml(
        rf"\text{{ and }} \left(0 < \pi < {interval} \lor {interval.replace('-', '+')} < \pi < 1\right)", True
    )
    assert re.search(r"</mrow><mrow>(?:<mspace[^>]*></mspace>)?<mo[^>]*>∨</mo>", made)
