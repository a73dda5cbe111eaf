"""How a witness tells where a statement fails."""

from dataclasses import replace
from fractions import Fraction

import pytest

from checks.claims.verdict import Verdict
from checks.papers.collection import load_paper
from checks.papers.szy.model import WITNESS
from checks.reading import read_latex
from checks.witness import Meanings, Space, StatementWitness
from checks.witness import statement as statement_module
from checks.witness.evaluator import Evaluator
from checks.witness.statement import described, printed_values
from mechanisms.exact.domain import integer, within

MEANINGS = Meanings({}, {}, {}, {"eps": "t"})
SPACE = Space((integer("N", 1), within("p_2", 0, 1)))
POINT = Evaluator(MEANINGS, {"N": 9, "p_2": Fraction(1, 13), "pi": Fraction(1, 3), "t": Fraction(5, 2)})


@pytest.mark.parametrize(
    ("printed", "values"),
    [
        (["N=3252599", "p_{2}=0.01"], {"N": 3252599, "p_2": Fraction(1, 100)}),
        (["N=7,\\quad p_{2}=0.01"], {"N": 7, "p_2": Fraction(1, 100)}),
        (["N>7", "p_{2}=\\frac{1}{N}", "0.01=p_{2}"], {}),
    ],
)
def test_numbers_printed_for_symbols(printed, values):
    assert printed_values([read_latex(text, WITNESS.vocabulary) for text in printed]) == values


def test_fixed_symbols_and_budgets_have_their_printed_values():
    fixed = {"N": Fraction(7), "eps": Fraction(1, 2), "L": Fraction(3)}
    assert described(POINT, [], fixed) == "N = 7, eps = 1/2, p_2 = 1/13, pi = 1/3"
    assert described(POINT, []) == "N = 9, p_2 = 1/13, pi = 1/3, eps = log(5/2)"


def a_deck_exists(point, trees):
    """N p_2, as printed, is a whole number."""
    size, share = (point.number(node.members[1]) for node in trees)
    return Fraction(size * share).denominator == 1


def about_a_deck(encode):
    """The printed settings N = 9 and p_2 = 0.36, judged by a predicate or as they stand, and their failure."""
    claim = load_paper("SZY").claim("SZY-144")
    statement = replace(claim.main.statement, statement="", by="", encode=encode)
    claim = replace(claim, readings=(replace(claim.main, statement=statement),), correction=None)
    witness = StatementWitness(WITNESS.vocabulary, MEANINGS, SPACE, {"a deck exists": a_deck_exists})
    (failing,) = witness.records(claim, Verdict.REFUTED, 0)
    return failing


def test_a_failure_is_told_with_the_values_that_the_print_gives():
    failing = about_a_deck("a deck exists")
    assert failing.agrees
    assert failing.summary == "the printed statement fails at N = 9, p_2 = 9/25"


def test_a_failure_of_a_statement_that_is_judged_as_it_stands_is_told_with_drawn_values():
    failing = about_a_deck("")
    assert failing.agrees
    assert "N = " in failing.summary
    assert "p_2 = 9/25" not in failing.summary


def test_a_statement_is_read_once_for_all_of_its_points(monkeypatch):
    statement = replace(
        load_paper("SZY").claim("SZY-153").main.statement, at=(), latex=(r"\pi_A(1-\pi_A) \leq \frac{1}{4}",)
    )
    read = []
    monkeypatch.setattr(statement_module, "read_latex", lambda *a, **k: read.append(a) or read_latex(*a, **k))
    survey = WITNESS.survey(statement, 0, generic=5, boundary=5)
    assert survey.tried == 10
    assert len(read) == len(statement.latex)
