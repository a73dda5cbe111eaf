"""The report as an HTML page, read without a browser: whole, escaped, self-contained, and as the records say."""

import gzip
import re
from base64 import b64decode
from collections import Counter
from dataclasses import replace
from importlib import resources
from itertools import pairwise
from pathlib import Path

import pytest

from checks.claims.record import ObligationRecord, ReadingRecord, StepRecord, WitnessRecord
from checks.papers.collection import load_paper
from checks.recheck.proof_files import read_proofs
from checks.recheck.rechecking import Rechecking
from checks.running.pool import unknown
from checks.show.accepted_by_coq import Accepted
from checks.show.html.page import breakable
from checks.show.html.report import report_page
from checks.show.report import Report
from checks.show.words import statement_in_latex
from tests.checks.html_reader import Page

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@pytest.fixture(scope="module")
def html(own_and_printed: Report) -> str:
    return report_page(own_and_printed, with_figures=False).html


@pytest.fixture(scope="module")
def root(html: str):
    return Page(html).root


def check_whole(html: str):
    """Every page: ids once, links and labels with their targets, headings in order, nothing from elsewhere."""
    root = Page(html).root
    elements = root.all()
    ids = [e.attributes["id"] for e in elements if "id" in e.attributes]
    assert len(ids) == len(set(ids))
    assert not any(re.search(r"\s", name) for name in ids)
    for element in elements:
        for name in ("href", "aria-labelledby", "for"):
            value = element.attributes.get(name, "")
            if value.startswith("#") or (value and name != "href"):
                assert value.lstrip("#") in ids, f"{name}={value} leads nowhere"
        for name, value in element.attributes.items():
            assert not name.startswith("on"), f"<{element.tag} {name}>"
            if name in ("href", "src", "xlink:href", "action"):
                assert value.startswith(("#", "data:")), value[:80]
    without_namespaces = re.sub(r'xmlns(:\w+)?="http://www\.w3\.org/[\w/]+"', "", html)
    assert "http:" not in without_namespaces
    assert "https:" not in without_namespaces
    assert len(root.all("script")) == 1
    assert len(root.all("main")) == len(root.all("h1")) == 1
    levels = [int(e.tag[1]) for e in elements if e.tag in HEADINGS]
    assert all(after <= before + 1 for before, after in pairwise(levels))
    return root


def test_the_page_is_whole(html):
    check_whole(html)


def test_the_counts_are_those_of_the_report(root, own_and_printed):
    assert Counter(a.attributes["data-verdict"] for a in root.all("article")) == own_and_printed.summary
    shown = {a.attributes["data-verdict"]: int(a.text.split()[0]) for a in root.all("ul", class_="counts")[0].all("a")}
    assert shown == own_and_printed.summary == {"proved": 5, "corrected": 2, "defined": 1}
    rows = root.all("table")[0].all("tbody")[0].all("tr")
    counted = [[cell.text for cell in row.all("td")] for row in rows]
    assert counted == [["5", "4", "1", "0"], ["3", "1", "1", "1"]]
    errors = root.all("ul", class_="errors")[0].all("a")
    assert [a.text for a in errors] == [r.id for r in own_and_printed.findings] == ["FR-03", "HLM-88"]
    assert [o.text for o in root.all("select", data_filter="finding")[0].all("option")] == ["all", "false", "misprint"]


def body(root, claim_id):
    (found,) = root.all("div", id=claim_id)
    return found


def test_a_claim_says_everything(root, own_and_printed):
    found = body(root, "HLM-88")
    record = next(r for r in own_and_printed.records if r.id == "HLM-88")
    assert record.note.partition(" $")[0] in found.text
    assert "It breaks at" not in found.text, "a statement with one relation breaks nowhere else"
    for said in (
        "Right is",
        "Counterexample",
        "Trusted besides the kernel: no",
    ):
        assert said in found.text
    formulas = {m.attributes["alttext"] for m in found.all("math")}
    claim = load_paper("HLM").claim("HLM-88")
    assert formulas >= set(claim.main.statement.latex)
    assert {formula.replace("^{{2 }}", "^2") for formula in formulas} >= set(claim.correction.statement.latex)
    assert formulas >= set(statement_in_latex(load_paper("HLM"), claim.main.statement.statement)), (
        "the statement is set"
    )
    assert [mark.text for mark in found.all("mrow", class_="changed")] == ["2"], "the exponent that is missing in print"
    point, sides = found.all("table", class_="point")[0].all("tbody")
    rows = [[cell.text for cell in row.children] for row in point.all("tr")]
    assert sorted(row[0] for row in rows) == sorted("xδπn"), rows
    assert ["δ", "13", "0.333333"] in rows
    values = [[cell.text for cell in row.children] for row in sides.all("tr")]
    assert values == [["left side", "475", "0.0533333"], ["right side", "−225", "-0.08"]]
    steps = [li for ol in found.all("ol", class_="steps") for li in ol.all("li")]
    assert len(steps) == len(record.derivation)
    for step, made in zip(steps, record.derivation, strict=True):
        if made.formula:
            assert step.all("math")[0].attributes["alttext"] == made.formula.strip()
    listed = [li for ol in found.all("ol", class_="obligations") for li in ol.all("li")]
    assert len(listed) == sum(len(r.obligations) for r in record.readings) + len(record.correction_proof)
    assert sum("refuted" in li.text for li in listed) == 1
    assert [w.summary.partition(" fails at ")[0] in found.text for w in record.witnesses] == [True] * len(
        record.witnesses
    )


def proof_files(root, folder: Path) -> list[Path]:
    """The proof files that the links of a page save, decompressed."""
    paths = []
    for link in root.all("a"):
        if "download" in link.attributes:
            path = folder / link.attributes["download"].removesuffix(".gz")
            path.write_bytes(
                gzip.decompress(b64decode(link.attributes["href"].removeprefix("data:application/gzip;base64,")))
            )
            paths.append(path)
    return paths


def test_the_proofs_of_the_page_are_checked_by_the_kernel(root, own_and_printed, tmp_path, rrproof):
    paths = proof_files(root, tmp_path)
    assert [p.stem for p in paths] == [r.id for r in own_and_printed.records if r.verdict != "defined"]
    wrong = next(p for p in paths if p.stem == "HLM-88")
    statements = [one.theorem for one in Rechecking(read_proofs(wrong)).proofs()]
    record = next(r for r in own_and_printed.records if r.id == "HLM-88")
    assert len(statements) == sum(len(r.obligations) for r in record.readings) + len(record.correction_proof)
    code, out, _ = rrproof("recheck", str(tmp_path / "FR-03.json"))
    assert code == 0
    assert "states" in out


def test_without_proofs_the_page_is_smaller_and_has_none(own_and_printed, html):
    made = report_page(own_and_printed, with_proofs=False, with_figures=False)
    assert made.proof_bytes == 0
    assert "download=" not in made.html.partition("<script>")[0]
    assert len(made.html) < len(html)
    assert "of it proofs" not in made.size
    assert re.fullmatch(r"\d+ kB, \d+ kB of it proofs", report_page(own_and_printed, with_figures=False).size)


def test_the_same_records_give_the_same_page(own_and_printed, html):
    later = Report(tuple(replace(r, seconds=r.seconds + 1) for r in own_and_printed.records), own_and_printed.seed)
    assert report_page(later, with_figures=False).html == html


def test_one_paper_has_its_title_and_no_choice_of_papers(own_and_printed):
    report = Report(tuple(r for r in own_and_printed.records if r.paper == "HLM"), 0)
    root = check_whole(report_page(report).html)
    assert root.all("h1")[0].text == "HLM: Optimal Differentially Private Mechanisms for Randomised Response"
    assert not root.all("select", data_filter="paper")


def test_a_figure_is_drawn_and_named(own_and_printed):
    claim = load_paper("HLM").claim("HLM-108")
    report = Report((unknown(claim, "not searched", 0.0),), 0)
    root = check_whole(report_page(report).html)
    (picture,) = body(root, "HLM-108").all("svg")
    assert picture.attributes["role"] == "img"
    assert "HLM-108" in picture.all("title")[0].text
    assert "1 undecided, or contradicted by a witness" in root.text
    without = check_whole(report_page(report, with_figures=False).html)
    assert "install matplotlib" in body(without, "HLM-108").text


# -- what users write ----------------------------------------------------------------------------------------------

EVIL = "</script></title><script>alert(1)</script><img src=x onerror=alert(1)> ' \" & $\\text{<b onload=x>}$ {{ 7*7 }}"


def test_whatever_a_user_writes_is_shown_as_it_stands(tmp_path):
    text = resources.files("checks.papers").joinpath("example.toml").read_text(encoding="utf-8")
    quoted = EVIL.replace("\\", "\\\\").replace('"', '\\"')
    text = text.replace('"A survey by forced response"', f'"{quoted}"').replace('"N. N."', f'"{quoted}"')
    text += f'[[claim]]\nid = "XX-06 {quoted}"\nplace = "{quoted}"\nkind = "identity"\n'
    text += f'prose = "{quoted}"\noutside = "{quoted}"\n'
    text += '[[claim]]\nid = "claims"\nplace = "x"\nkind = "identity"\noutside = "y"\n'
    text += '[[claim]]\nid = "XX-06 script script title"\nplace = "x"\nkind = "identity"\noutside = "y"\n'
    path = tmp_path / "evil <b>.toml"
    path.write_text(text, encoding="utf-8")
    paper = load_paper(str(path))
    obligation = ObligationRecord(EVIL, EVIL, "unknown", EVIL, (EVIL,), EVIL)
    reading = ReadingRecord(EVIL, "refuted", True, EVIL, EVIL, EVIL, {EVIL: EVIL}, EVIL, (obligation,))
    records = tuple(
        replace(
            unknown(claim, EVIL, 0.0), verdict="corrected", finding="false", statement=EVIL, domain=f"{EVIL}; 0 < pi",
            counterexample={EVIL: EVIL}, corrected=EVIL + r" \qquad \text{for } " + EVIL, oracles=(EVIL,), prose=EVIL,
            readings=(reading, replace(reading, needed=False)), witnesses=(WitnessRecord(EVIL, EVIL, False),),
            derivation=(StepRecord(EVIL, EVIL, EVIL), StepRecord.of_formula(EVIL, EVIL, EVIL)),
            correction_proof=(obligation,),
        )
        for claim in paper.claims
    )  # fmt: skip
    root = check_whole(report_page(Report(records, 0)).html)
    assert not root.all("img")
    assert not root.all("b", onload="x")
    assert "{{ 7*7 }}" in root.all("h1")[0].text
    assert root.all("h1")[0].text.startswith("FR: </script></title><script>alert(1)</script>")
    assert len(root.all("article")) == len(records)
    links = [a.attributes["href"] for a in root.all("ul", class_="errors")[0].all("a")]
    assert links[-3:] == ["#XX-06-script-title-script-alert-1-script-img-src-x-onerror-alert-1-text-b-onload-x-7-7-",
                         "#claims-2", "#XX-06-script-script-title"]  # fmt: skip


def test_macros_of_the_user_are_put_in_where_formulas_are_set(tmp_path):
    text = resources.files("checks.papers").joinpath("example.toml").read_text(encoding="utf-8")
    text = text.replace("[paper]", "[paper]\nmacros = '\\newcommand{\\V}[1]{\\operatorname{Var}(#1)}'", 1)
    text = text.replace("\\operatorname{Var}(\\hat\\pi) = ", "\\V{\\hat\\pi} = ")
    path = tmp_path / "macros.toml"
    path.write_text(text, encoding="utf-8")
    record = unknown(load_paper(str(path)).claim("FR-03"), "not searched", 0.0)
    found = body(check_whole(report_page(Report((record,), 0)).html), "FR-03")
    assert not found.all("code", class_="latex")
    assert found.all("math")[0].text.startswith("Var(")


# -- the command ---------------------------------------------------------------------------------------------------


def test_the_command_writes_the_page_of_what_is_named(rrproof, tmp_path):
    target = tmp_path / "x.html"
    code, out, err = rrproof("report", "HLM-02", "--html", str(target), "--jobs", "1")
    assert code == 0
    assert re.fullmatch(r"\S+x\.html: 1 claim, \d+ kB, \d+ kB of it proofs\n", out)
    assert "1 claim in" in err
    root = check_whole(target.read_text(encoding="utf-8"))
    assert [a.attributes["data-kind"] for a in root.all("article")] == ["definition"]
    code, out, err = rrproof("report", "HLM-02", "--html", str(target), "--no-proofs", "--no-figures", "-q")
    assert (code, out, err) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["HLM-02"], "one page is written: --html FILE, or -o FILE, says where"),
        (["mine.csv", "--html", "x.html"], "mine.csv is no claims file, whose name ends with .toml"),
        (["HLM-999", "--html", "x.html"], "there is no paper or claim 'HLM-999'"),
        (["HLM-02", "--html", "no/such/place.html"], "cannot be written"),
        (["none.toml", "--html", "x.html"], "cannot be read"),
        (["HLM-02", "--html", "x.html", "--timeout", "0"], "--timeout"),
    ],
)
def test_bad_input_is_said_in_a_sentence(rrproof, arguments, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, _, err = rrproof("report", *arguments)
    assert code == 2
    assert sentence in err


def test_the_wheel_carries_the_templates():
    from hatchling.builders.wheel import WheelBuilder

    root = Path(__file__).parents[2]
    carried = {f.distribution_path for f in WheelBuilder(str(root)).recurse_included_files()}
    templates = {f"checks/show/html/templates/{f.name}" for f in (root / "checks/show/html/templates").iterdir()}
    assert len(templates) == 7
    assert templates <= carried


def test_what_coq_accepts_is_said_with_the_command_that_writes_the_file(own_and_printed, monkeypatch):
    known = Accepted("", 3, ("z3",), "2026-11-24", 70)
    first = own_and_printed.records[0].id
    monkeypatch.setattr(
        "checks.show.html.claim_view.accepted", lambda paper, record: known if record.id == first else None
    )
    text = Page(report_page(own_and_printed, with_figures=False, with_proofs=False).html).root.text
    said = f"Accepted by Coq: 3 theorems on 2026-11-24, believing z3; rrproof export {first} --coq DIR writes the file."
    assert " ".join(text.split()).count("Accepted by Coq") == 1
    assert said in " ".join(text.split())


def test_a_statement_breaks_after_signs_and_stays_the_same_text():
    text = breakable("f(x,y) <= answer_variance(a)*b / c")
    assert text == "f(<wbr>x,<wbr>y) &lt;= answer_variance(<wbr>a)*<wbr>b / c"
    assert text.replace("<wbr>", "").unescape() == "f(x,y) <= answer_variance(a)*b / c"


def test_what_is_right_stands_beside_the_error_in_the_list(root):
    (listed,) = root.all("ul", class_="errors")
    right = listed.all("span", class_="right")
    assert [mark.text for mark in right[0].all("mrow", class_="changed")] == ["2"]


def test_where_an_error_without_a_correction_fails_stands_beside_it_in_the_list(own_and_printed):
    wrong = next(record for record in own_and_printed.records if record.verdict == "corrected" and record.sides)
    bare = replace(wrong, verdict="refuted", finding=None, corrected="", note="", correction_proof=())
    (listed,) = Page(report_page(Report((bare,), 0), with_figures=False).html).root.all("ul", class_="errors")
    (fails,) = listed.all("span", class_="right")
    assert fails.text.startswith("Fails for")
    assert all(side.exact in fails.text for side in wrong.sides if side.exact.isdigit())
    assert len(fails.all("math")) >= len(wrong.counterexample) + 2
