"""Claims files: what is read from them, and what is said of each way to get one wrong."""

import ast
import json
from dataclasses import asdict
from importlib import resources
from pathlib import Path

import pytest

import checks
from checks.claims.claim import KINDS, PaperError, Statement, read_paper
from checks.claims.verdict import Finding
from checks.papers.collection import load_paper, paper_keys, paper_model
from checks.running.worker import claim_from_data
from checks.verifying.verification import resolve

EXAMPLE = Path(__file__).parents[2] / "checks" / "papers" / "example.toml"

HEAD = '[paper]\nkey = "T"\ntitle = "Title"\nauthors = "A. Author"\nconventions = ["one"]\n'
BASIC = 'id = "T-01"\nplace = "(1)"\nkind = "identity"\n'
LATEX = "latex = 'p=p'\n"
ROOT = Path(checks.__file__).parent.parent


def read(*claims, head=HEAD):
    return read_paper(head + "".join(f"[[claim]]\n{text}" for text in claims), "some.toml")


def test_a_claim_as_it_is_written():
    paper = read(BASIC + LATEX + 'domain = ["p > 0"]\nat = { n = 1, q = "1/2" }\nprose = " words "\nnote = "why"\n')
    assert (paper.key, paper.title, paper.authors, paper.conventions) == ("T", "Title", "A. Author", ("one",))
    claim = paper.claim("T-01")
    assert claim.main.name == "as printed"
    assert claim.main.needed
    assert claim.main.statement == Statement(("p=p",), "", ("p > 0",), (("n", "1"), ("q", "1/2")))
    assert (claim.printed, claim.prose, claim.note, claim.paper) == ("p=p", "words", "why", "T")
    with pytest.raises(PaperError, match="T has no claim 'T-02'; its claims are T-01 to T-01"):
        paper.claim("T-02")


def test_readings_inherit_domain_and_values_and_may_replace_them():
    text = (
        BASIC + 'prose = "words"\ndomain = ["p > 0"]\n'
        '[[claim.reading]]\nname = "a"\nlatex = ["p=p", "q=q"]\n'
        '[[claim.reading]]\nname = "b"\nneeded = true\nencode = "e"\ndomain = []\nnote = "why"\n'
    )
    claim = read(text).claim("T-01")
    first, second = claim.readings
    assert first.statement == Statement(("p=p", "q=q"), "", ("p > 0",))
    assert not first.needed
    assert second.statement == Statement((), "e", ())
    assert second.note == "why"
    assert claim.main is second
    assert claim.printed == "words"


def test_corrections():
    with_latex = read(
        BASIC
        + LATEX
        + 'domain = ["p > 0"]\n[claim.correction]\nfinding = "false"\nexplanation = " so "\nlatex = "q=q"\n'
    )
    correction = with_latex.claim("T-01").correction
    assert correction.statement == Statement(("q=q",), "", ("p > 0",))
    assert correction.finding is Finding.FALSE
    assert correction.explanation == "so"
    domain_only = '[claim.correction]\nfinding = "missing-hypothesis"\nexplanation = "so"\ndomain = ["p > 1"]\n'
    assert read(BASIC + LATEX + domain_only).claim("T-01").correction.statement == Statement(("p=p",), "", ("p > 1",))
    reading = '[[claim.reading]]\nname = "a"\nneeded = true\nlatex = "p=q"\n'
    of_reading = read(BASIC + reading + domain_only).claim("T-01").correction
    assert of_reading.statement == Statement(("p=q",), "", ("p > 1",))


def test_an_error_that_follows_names_its_claim_whatever_the_key() -> None:
    own = "[claim.correction]\nfinding = 'false'\nlatex = 'p=1'\nexplanation = 'Follows from C-1: p<1 there.'\n"
    (claim,) = read(BASIC + LATEX + own).claims
    assert claim.correction is not None
    assert (claim.correction.follows, claim.correction.explanation) == ("C-1", "Follows from C-1: $p<1$ there.")


READING = '[[claim.reading]]\nname = "{}"\nneeded = {}\nlatex = "p=p"\n'
CORRECTION = BASIC + LATEX + "[claim.correction]\n"
BAD_CLAIMS = {
    "id is needed": 'place = "(1)"\nkind = "identity"\n' + LATEX,
    "place is a text": 'id = "T-01"\nplace = 1\nkind = "identity"\n' + LATEX,
    "kind is a text": 'id = "T-01"\nplace = "(1)"\nkind = ["identity"]\n' + LATEX,
    "kind 'lemma' is not one of definition,": BASIC.replace("identity", "lemma") + LATEX,
    r"unknown keys \['latx'\]; known are": BASIC + 'latx = "p"\n',
    "one of latex, table, encode, reading, defined_by, outside is needed": BASIC,
    "not both": BASIC + LATEX + READING.format("a", "true"),
    "exactly one reading is the one that the paper needs": BASIC
    + READING.format("a", "true")
    + READING.format("b", "true"),
    "exactly one reading": BASIC + READING.format("a", "false"),
    "needed is true or false, not 'false'": BASIC + READING.format("a", '"false"'),
    "reading 'a': latex, encode or statement is needed": BASIC + '[[claim.reading]]\nname = "a"\nneeded = true\n',
    r"reading 'a': unknown keys \['latx'\]": BASIC + READING.format("a", "true") + 'latx = "p"\n',
    "reading: name is needed": BASIC + '[[claim.reading]]\nneeded = true\nlatex = "p=p"\n',
    "readings are tables": BASIC + 'reading = ["a"]\n',
    "defined_by and exercised_by go together": BASIC + 'defined_by = "math:pi"\n',
    "defined_by names a definition of rrproof, .* not 'os:system'": BASIC
    + 'defined_by = "os:system"\nexercised_by = "tests/x.py"\n',
    "a definition of rrproof, .* not 'rrproof.__main__'": BASIC
    + 'defined_by = "rrproof.__main__"\nexercised_by = "tests/x.py"\n',
    "exercised_by go together": BASIC + LATEX + 'exercised_by = "tests/x.py::test_y"\n',
    "not judged": BASIC + LATEX + 'outside = "elsewhere"\n',
    "latex is a list of texts": BASIC + "latex = 5\n",
    "latex is a list of text": BASIC + 'latex = ["p=p", 5]\n',
    "domain is a list of texts": BASIC + LATEX + 'domain = "p > 0"\n',
    "at is a table of exact values": BASIC + LATEX + "at = { p = 0.5 }\n",
    "at is a table of exact value": BASIC + LATEX + 'at = "p = 1"\n',
    "encode is a text": BASIC + "encode = 5\n",
    "prose is a text": BASIC + LATEX + "prose = 5\n",
    "note is a text": BASIC + LATEX + "note = 5\n",
    "outside is a text": BASIC + "outside = true\n",
    r"correction: a table \[correction\] is needed": BASIC + LATEX + 'correction = "no"\n',
    "correction: finding is needed": CORRECTION + 'explanation = "so"\nlatex = "q=q"\n',
    "finding must be one of false, missing-hypothesis, invalid-step, misprint, rounding, not 'odd'": CORRECTION
    + 'finding = "odd"\nexplanation = "so"\nlatex = "q=q"\n',
    "correction: explanation is needed": CORRECTION + 'finding = "false"\nlatex = "q=q"\n',
    "says nothing of its own": CORRECTION + 'finding = "false"\nexplanation = "so"\n',
    "it says nothing of its own": BASIC
    + 'outside = "why"\n[claim.correction]\nfinding = "false"\nexplanation = "so"\ndomain = ["p > 0"]\n',
    r"correction: unknown keys \['why'\]": CORRECTION + 'finding = "false"\nexplanation = "so"\nwhy = ""\n',
}  # fmt: skip


@pytest.mark.parametrize("sentence", BAD_CLAIMS)
def test_a_wrong_claim_is_an_error_that_names_file_and_claim(sentence):
    with pytest.raises(PaperError, match=sentence) as raised:
        read(BAD_CLAIMS[sentence])
    assert str(raised.value).startswith(f"some.toml: claim {'(without id)' if 'id is' in sentence[:5] else 'T-01'}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[paper", "some.toml: not a TOML file: "),
        ("", r"some.toml: a table \[paper\] is needed"),
        ("paper = 1\n", r"some.toml: a table \[paper\] is needed"),
        ('[paper]\ntitle = "T"\nauthors = "A"\n', r"some.toml: \[paper\]: key is needed, a text"),
        ('[paper]\nkey = "T"\nauthors = "A"\n', "title is needed, a text"),
        ('[paper]\nkey = "T"\ntitle = "T"\nauthors = ""\n', "authors is needed, a text"),
        (HEAD.replace('["one"]', '"one"'), "conventions is a list of texts"),
        (HEAD + "year = 2017\n", r"\[paper\]: unknown keys \['year'\]"),
        (
            HEAD + "[[claims]]\n" + BASIC + LATEX,
            r"some.toml: unknown keys \['claims'\]; known are \['claim', 'paper'\]",
        ),
        (HEAD + "[claim]\n" + BASIC + LATEX, r"claims are tables, each under its own \[\[claim\]\]"),
        ("claim = [1]\n" + HEAD, r"claims are tables, each under its own \[\[claim\]\]"),
        (HEAD + f"[[claim]]\n{BASIC}{LATEX}" * 2, "some.toml: claim T-01 occurs twice"),
    ],
)
def test_a_wrong_file_is_an_error_that_names_it(text, sentence):
    with pytest.raises(PaperError, match=sentence):
        read_paper(text, "some.toml")


def test_place_and_kind_may_be_left_out():
    first, second = read('id = "T-01"\n' + LATEX, 'id = "T-02"\n' + LATEX).claims
    assert (first.place, first.kind) == ("claim 1", "formula")
    assert second.place == "claim 2"


def test_an_unknown_paper_is_told_apart():
    with pytest.raises(PaperError, match=r"there is no paper 'XYZ'; the papers are .*HLM"):
        load_paper("XYZ")


# -- the papers that come with the suite -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def paper():
    return load_paper("hlm")


def test_the_claims_are_numbered_from_01_to_115_without_a_gap(paper):
    assert paper == load_paper("HLM")
    assert "HLM" in paper_keys()
    assert [claim.id for claim in paper.claims] == [f"HLM-{number:02}" for number in range(1, 116)]
    assert {claim.paper for claim in paper.claims} == {"HLM"}
    assert {claim.kind for claim in paper.claims} <= set(KINDS)


def test_every_claim_is_judged_and_none_tells_its_verdict(paper):
    for claim in paper.claims:
        assert claim.readings or claim.defined_by or claim.outside
        assert claim.printed, claim.id
        # A correction says something else than the print.
        if claim.correction:
            assert claim.correction.statement != claim.main.statement, claim.id


def test_every_encoding_exists_and_says_in_words_what_is_printed(paper):
    encodings = paper_model("HLM").encodings
    used = set()
    for claim in paper.claims:
        statements = [r.statement for r in claim.readings] + ([claim.correction.statement] if claim.correction else [])
        used |= {s.encode for s in statements if s.encode}
        # What is no formula is told in words beside its encoding.
        assert all(r.statement.latex or claim.prose or r.note for r in claim.readings), claim.id
    assert used == set(encodings), f"without use or missing: {used ^ set(encodings)}"
    assert not [name for name in used if not (encodings[name].__doc__ or "").strip()]


def test_every_definition_and_its_test_exist(paper):
    defined = [claim for claim in paper.claims if claim.defined_by]
    assert defined
    for claim in defined:
        assert resolve(claim.defined_by) is not None
        file, _, test = claim.exercised_by.partition("::")
        tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
        functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        assert test in [name for name in functions if name.startswith("test_")], f"{claim.id}: {claim.exercised_by}"


def test_files_of_data_are_claims_the_head_and_spellings():
    folder = resources.files("checks.papers").joinpath("hlm")
    names = sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml"))
    assert "paper.toml" in names
    assert all(n in ("paper.toml", "spellings.toml") or n.startswith("claims") for n in names)


def test_a_statement_says_which_of_its_two_readings_a_slash_has():
    text = """
[paper]
key = "P"
title = "T"
authors = "A"

[[claim]]
id = "P-1"
place = "here"
kind = "identity"
latex = '1/2x=0'
slash = "product"
correction = { finding = "misprint", explanation = "x is named.", domain = ["x = 1"] }
"""
    (claim,) = read_paper(text, "p.toml").claims
    assert claim.main.statement.slash == "product"
    assert claim.correction.statement.slash == "product"
    with pytest.raises(PaperError, match="slash must be one of refused, factor, product, not 'both'"):
        read_paper(text.replace('"product"', '"both"'), "p.toml")


@pytest.mark.parametrize("paper", [*paper_keys(), str(EXAMPLE)])
def test_a_claim_is_the_same_after_the_way_to_a_worker(paper):
    for claim in load_paper(paper).claims:
        assert claim_from_data(json.loads(json.dumps(asdict(claim)))) == claim
