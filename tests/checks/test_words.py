"""The statement of a claim and the words that it uses, as they are shown."""

from __future__ import annotations

from collections.abc import Callable

from checks.papers.collection import load_paper
from checks.show.words import in_latex, words_in, words_in_claim, words_of
from derivations.logic.definitions import LIBRARY
from derivations.logic.reader import read_statement


def test_words_rest_on_other_words() -> None:
    statement = read_statement("forall k m P x. private(k, m, P, x) implies size(k)")
    assert [word.word for word in words_in(statement, list(LIBRARY.values()))] == ["size", "private"]
    by_way = read_statement("forall n m q T. dispersion(n, m, q, T) = 0")
    found = [word.word for word in words_in(by_way, list(LIBRARY.values()))]
    assert found == ["sum", "prod", "extended", "words", "chance", "expectation", "dispersion"]
    assert words_in(read_statement("1 = 1"), list(LIBRARY.values())) == []


def test_a_claim_has_its_statements_and_words() -> None:
    paper = load_paper("HLM")
    claim = paper.claim("HLM-17")
    assert [said.statement.splitlines()[0] for said in claim.stated]
    used = [word.word for word in words_in_claim(paper, claim)]
    assert "sum" in used
    assert set(used) <= {word.word for word in words_of(paper)}
    assert paper.claim("HLM-01").stated == ()


Command = Callable[..., tuple[int, str, str]]


def test_words_are_looked_up(rrproof: Command) -> None:
    code, listing, _ = rrproof("words")
    assert code == 0
    assert all(word.sentence.split()[0] in listing for word in LIBRARY.values())
    code, one, _ = rrproof("words", "least_level")
    assert code == 0
    assert "least_level(k, m, P, x) := private(k, m, P, x) and" in one
    assert "It rests on" in one
    code, of_paper, _ = rrproof("words", "--paper", "HLM")
    assert code == 0
    assert "binary(p00, p11) :=" in of_paper
    assert "binary(p00, p11) :=" not in listing


def test_words_are_typeset_as_equations() -> None:
    assert in_latex(LIBRARY["mean"]).startswith(r"\mathbb{E}_{q}\left[g\right] := \sum_{y=1}^{m} q(y)\,g(y)")
    assert in_latex(LIBRARY["least_level"]).startswith(r"\mathrm{least\_level}(k, m, P, x) :=")


def test_the_statement_stands_under_the_print(rrproof: Command) -> None:
    code, shown, _ = rrproof("show", "HLM-17")
    assert code == 0
    printed, statement, words = (shown.index(part) for part in ("printed ", "Statement (", "The words it uses"))
    assert printed < statement < words
    assert "dispersion(n, 2, answer(p00, p11, pi), estimator(p00, p11, n))" in shown[statement:words]
    assert "The estimator (4)" in shown[words:]


def test_an_unknown_word_or_paper_is_refused(rrproof: Command) -> None:
    for arguments, sentence in ((["secret"], "there is no word 'secret'"), (["--paper", "X"], "X")):
        code, _, refusal = rrproof("words", *arguments)
        assert code == 2
        assert sentence in refusal
        assert "Traceback" not in refusal
