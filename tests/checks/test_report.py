"""Reports: order of findings, JSON, text and HTML; and the LaTeX of one claim."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checks.claims.claim import Paper, read_paper
from checks.claims.prose import escape, pieces
from checks.claims.record import ObligationRecord, ReadingRecord, Said, Side, StepRecord
from checks.claims.verdict import Finding
from checks.papers.collection import load_paper
from checks.running.pool import unknown
from checks.show.console import as_text
from checks.show.documents import erratum
from checks.show.html.claim_view import _parts
from checks.show.html.report import report_page
from checks.show.pages import page
from checks.show.render import LONG, listing, shortened, shown
from checks.show.report import Report
from checks.show.typeset import fragment, prose, shown_in_a_line, vocabulary_of, witness_words

TEXT = """
[paper]
key = "HLM"
title = "On [x] & 100%"
authors = "A_B"
[[claim]]
id = "HLM-01"
place = "eq. (7) & <table>"
kind = "variance"
latex = '\\pi|x\\|_2 = 1'
domain = ["0 < pi", "p00 + p11 > 1"]
[[claim]]
id = "HLM-02"
place = "Section 2"
kind = "algorithm"
prose = 'Answer 100% of them, with p_w < 1 and $\\pi$ unknown.'
encode = "walk"
"""


@pytest.fixture
def paper() -> Paper:
    return read_paper(TEXT, "text")


@pytest.fixture
def record(paper):
    return replace(
        unknown(paper.claims[0], "Fails_for 50% & more, ε ≥ 1.", 1.25),
        verdict="corrected",
        finding="misprint",
        readings=(ReadingRecord("as printed", "refuted", True, "s", "d", "member 2 of 3", {"pi": "1/2"}, "", ()),),
        counterexample={"pi": "1/2", "p00": "3/4"},
        corrected=r"\pi = 2",
        domain="0 < pi < 1; p00 + p11 > 1; 1 <= n, integer; odd & unreadable",
        derivation=(StepRecord("a", r"\pi^2", "by 50% & more"),),
    )


def test_findings_come_in_the_order_in_which_they_matter(record):
    kinds = [None, *Finding]
    records = [replace(record, id=f"X-{kind}", finding=kind) for kind in reversed(kinds)]
    holds = replace(record, verdict="proved", finding=None)
    report = Report((holds, *records), 0)
    assert [r.finding for r in report.findings] == kinds


def test_findings_of_one_kind_keep_their_order(record):
    report = Report(tuple(replace(record, id=str(i)) for i in (3, 1, 2)), 0)
    assert [r.id for r in report.findings] == ["3", "1", "2"]


def test_json_has_the_published_fields_and_no_proofs(record):
    data = Report((record,), 3).to_json()
    assert data["seed"] == 3
    assert data["summary"] == {"corrected": 1}
    assert "derivation" not in data["claims"][0]


def test_text_keeps_brackets_and_ends_no_line_with_blanks(record):
    text = str(Report((replace(record, place="[bold]x[/bold] :smile:"),), 0))
    assert "[bold]x[/bold] :smile:" in text
    assert "\x1b" not in text
    assert all(line == line.rstrip() and len(line) <= 120 for line in text.splitlines())
    assert "pi = 1/2, p00 = 3/4" in text


def test_html_is_escaped(record):
    html = Report((replace(record, place="<script>"),), 0)._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "1 corrected" in html


def test_a_witness_that_disagrees_stands_out(record):
    from checks.claims.record import WitnessRecord

    contradicted = replace(record, witnesses=(WitnessRecord("grid", "0.3", False),))
    text = str(Report((contradicted,), 0))
    assert text.count("DISAGREES") == 1, "a finding is shown once"
    report = Report((replace(contradicted, verdict="proved", finding=None),), 0)
    assert report.undecided == report.records
    assert str(report).count("DISAGREES") == 1


def test_a_statement_too_long_to_read_is_cut_and_says_so():
    assert shortened("x" * LONG) == "x" * LONG
    cut = shortened("x" * (LONG + 1))
    assert cut.startswith("x" * LONG + " ...")
    assert f"{LONG + 1} characters" in cut


def test_the_listing_keeps_what_is_printed(paper):
    assert r"\pi|x\|_2 = 1" in as_text(listing(paper, paper.claims))


def test_a_page_keeps_what_is_printed_in_cells_that_no_bar_ends(paper, record):
    rows = [line for line in page(paper, Report((record,), 0)).splitlines() if line.startswith("| HLM")]
    assert rows == [
        r"| HLM-01 | eq. (7) & \<table\> | variance | corrected: misprint | $`\pi\vert x\Vert _2 = 1`$ | none | "
        r"[`notation`](../../checks/papers/hlm/model.py) |"
    ]


def test_what_is_right_is_not_said_in_the_words_of_what_is_wrong(paper, record):
    same = replace(record, corrected=record.statement.replace(" ", "\n"), note="Another x is meant.")
    claim = paper.claims[0]
    for text in (str(Report((same,), 0)), page(paper, Report((same,), 0)), fragment(paper, claim, same)):
        assert "right is" not in text
        assert "What holds instead" not in text
        assert "Another x is meant." in text
    assert "right is" in str(Report((record,), 0))
    assert "right is" in page(paper, Report((record,), 0))
    assert "What holds instead" in fragment(paper, claim, record)


def test_a_refuted_reading_shows_both_sides_in_every_output(paper, record):
    obligation = ObligationRecord("the relation", "1 = 1", "proved", "identity", (), "")
    needed = ReadingRecord("as printed", "proved", True, "s", "d", None, None, "", (obligation,))
    sides = (Side("91/35", "2.6"), Side("15/8", "1.875"))
    other = ReadingRecord("all truths", "refuted", False, "t", "d", None, {"pi": "2/7"}, "So it is.", (), sides)
    two = replace(record, verdict="proved", finding=None, corrected=None, counterexample=None, readings=(needed, other))
    terminal = " ".join(as_text(shown(paper, two, ())).split())
    assert "all truths: refuted, fails with pi = 2/7; sides 91/35 (2.6) and 15/8 (1.875); So it is." in terminal
    latex = (
        r"It fails for $\pi = \frac{2}{7}$. There the two sides are $\frac{91}{35}$ (about $2.6$) and $\frac{15}{8}$"
    )
    assert latex in fragment(paper, paper.claims[0], two)
    markdown = page(paper, Report((two,), 0))
    assert (
        r"*all truths* fails with $`\pi = \frac{2}{7}`$, where the sides are $`\frac{91}{35}`$ (about $`2.6`$) and "
        in markdown
    )
    assert re.search(r"left side.*91.*35.*2\.6.*right side.*15.*8", report_page(Report((two,), 0)).html, re.DOTALL)
    without = replace(two, readings=(needed, replace(other, sides=())))
    assert "sides" not in as_text(shown(paper, without, ()))


def test_a_page_sets_the_formulas_of_words(paper, record):
    text = page(paper, Report((replace(record, note="Holds for $a|b$, not_here."),), 0))
    assert r"- **why**: Holds for $`a\vert b`$, not\_here." in text


# -- LaTeX ---------------------------------------------------------------------------------------------------------


def braces_match(text: str) -> bool:
    depth = 0
    for before, character in zip(" " + text, text, strict=False):
        if before != "\\":
            depth += (character == "{") - (character == "}")
        if depth < 0:
            return False
    return depth == 0


def test_the_fragment_says_everything_and_escapes_text(paper, record):
    text = fragment(paper, paper.claims[0], record)
    assert (
        r"\paragraph{HLM-01, A\_B, eq. (7) \& \textless{}table\textgreater{}, variance: corrected: misprint.}" in text
    )
    assert "\\pi\\underline{|x\\|_2} = \\underline{1}\n" in text, "what differs is underlined"
    assert r"Fails\_for 50\% \& more, $\varepsilon$ $\geq$ 1." in text
    assert r"$p_{00} + p_{11} > 1$" in text, "the domain is written as the paper writes it"
    assert r"$1 \le n$, integer" in text
    assert r"odd \& unreadable" in text, "what cannot be read is printed as it stands"
    assert r"$\pi = \frac{1}{2}$" in text or r"$\pi = 1 / 2$" in text or r"$\pi = 1/2$" in text
    assert r"\pi = \underline{2}" in text
    assert text.count(r"\begin{") == text.count(r"\end{")
    assert braces_match(text)


def test_prose_is_set_as_text_with_its_formulas(paper):
    record = replace(unknown(paper.claims[1], "", 0.0), verdict="proved")
    text = fragment(paper, paper.claims[1], record)
    assert r"Answer 100\% of them, with $p_w<1$ and $\pi$ unknown." in text
    assert "equation" not in text


@given(st.text())
def test_escaped_text_holds_no_command(text):
    import re

    out = escape(text)
    for known in re.findall(r"\\(?:[a-zA-Z]+(?:\{\})?|[{}$&#%_])|\$\\[a-zA-Z]+\$", out):
        assert known
    bare = re.sub(r"\\textbackslash\{\}|\\text[a-z]+\{\}|\$\\[a-zA-Z]+\$|\\[{}$&#%_]", "", out)
    assert not set(bare) & set("\\{}$&#%_^~")


def test_text_falls_into_words_and_formulas():
    assert pieces("for $x_1$ or $y$.") == [(False, "for "), (True, "x_1"), (False, " or "), (True, "y"), (False, ".")]
    assert pieces("5$") == [(False, "5$")]
    assert pieces("") == []


def test_a_lone_dollar_is_a_dollar():
    assert prose("costs 5$ or $x$") in (r"costs 5$ or $x\$", r"costs 5\$ or $x$")
    assert prose("5$") == r"5\$"


def test_initials_bring_their_own_full_stop(paper, record):
    made = erratum(replace(paper, authors="N. N."), Report((record,), 0), full=True)
    assert "N. N. Of this paper 1 claim was" in made


def test_what_the_kernel_was_shown_is_mathematics_where_it_can_be_read():
    paper = load_paper("HLM")

    def said(statement):
        return shown_in_a_line(paper, ObligationRecord("the relation", statement, "proved", "", (), ""))

    shown = said("-pi + 1 > 0, n is an integer |- pi/n^2 <= 1")
    assert shown == r"the relation: $-\pi + 1 > 0$, $n$ an integer $\vdash$ $\frac{\pi}{n^{2}} \le 1$"
    assert said("all x y |- what").startswith(r"{\ttfamily")
    chosen = said("forall p. 0 <= p < 1/2 implies (if p = 1/3 then p else 1 - p) = p")
    assert r"\begin{cases}" in chosen
    assert "forall p." not in chosen
    wide = said("pi > 0 |- " + " + ".join(f"1/(pi + {number})" for number in range(1, 40)) + " > 0")
    assert wide.startswith(r"the relation: $\pi > 0$ $\vdash$")


def test_the_point_of_a_witness_is_mathematics_where_a_coordinate_is_a_function():
    known = vocabulary_of(load_paper("HLM"))
    said = witness_words("the statement fails at n = 5, r = fun k. if k = 1 then 1/3 else 2/3, pi = (1/3, 2/3)", known)
    assert said.startswith(r"the statement fails at $n = 5$, $r(k) = \begin{cases}")
    assert said.endswith(r", $\pi = \left(\frac{1}{3}, \frac{2}{3}\right)$")
    assert witness_words("the statement holds at 24 points (seed 0)", known).endswith("at 24 points (seed 0)")


def test_what_is_printed_stands_beside_what_is_right_while_two_pages_have_room_for_both(paper, record):
    for number, is_told in ((1, True), (12, True), (200, False)):
        made = erratum(paper, Report((record,) * number, 0))
        assert (r"\emph{Printed: }" in made) == is_told
        assert ("twocolumn" in made) == (number > 1)
        assert r"\emph{Right: }" in made


def test_a_corrected_statement_is_told_once(paper, record):
    """Where it stands in the logic it is told with the claim, and not again as what was proved."""
    proof = ObligationRecord("the statement", "1 = 1", "proved", "weaken", (), "")
    derived = replace(record, correction_proof=(proof,))
    stated = replace(derived, stated=(Said("correction", "1 = 1"),))
    assert "Proved of the correction" in erratum(paper, Report((derived,), 0), full=True)
    assert "Proved of the correction" not in erratum(paper, Report((stated,), 0), full=True)


def test_labels_of_what_had_to_be_shown_are_mathematics(record):
    told = ObligationRecord("entry at pi = 1/10", "1 = 1", "evidence", "", (), "for e^eps = 4")
    (part,) = _parts(
        replace(record, readings=(ReadingRecord("as printed", "proved", True, "s", "d", None, None, "", (told,)),))
    )
    assert part.obligations[0].label == r"entry at $\pi=1/10$"
    assert part.obligations[0].reason == r"for $e^{\epsilon}=4$"
