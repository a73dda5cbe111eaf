"""How a witness tells where a statement fails."""

from dataclasses import replace
from fractions import Fraction

import pytest

from checks.claims.verdict import Verdict
from checks.papers.collection import load_paper
from checks.papers.pan import witnesses as pan
from checks.papers.szy.vocabulary import VOCABULARY
from checks.papers.szy.witnesses.at_budgets import MEANINGS, SPACE
from checks.reading import read_latex
from checks.witness import StatementWitness
from checks.witness import statement as statement_module
from checks.witness.evaluator import Evaluator
from checks.witness.statement import described, printed_values

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
    assert printed_values([read_latex(text, VOCABULARY) for text in printed]) == values


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
    witness = StatementWitness(VOCABULARY, MEANINGS, SPACE, {"a deck exists": a_deck_exists})
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


def read_at_two(name):
    """A claim of PAN whose formulas are read as they stand, for two values."""
    claim = load_paper("PAN").claim(name)
    statement = replace(claim.main.statement, statement="", by="", at=(("m", "2"),))
    return replace(claim, readings=(replace(claim.main, statement=statement),))


def test_a_statement_is_read_once_for_all_of_its_points(monkeypatch):
    claim = read_at_two("PAN-15")
    read = []
    monkeypatch.setattr(statement_module, "read_latex", lambda *a, **k: read.append(a) or read_latex(*a, **k))
    survey = pan.statement_witness(claim.main.statement).survey(claim.main.statement, 0, generic=5, boundary=5)
    assert survey.tried == 10
    assert len(read) == len(claim.main.statement.latex)


def test_a_number_of_values_sets_the_scene_and_leaves_the_other_symbols_free():
    claim = read_at_two("PAN-15")
    witness = pan.statement_witness(claim.main.statement)
    (free,) = witness.records(claim, Verdict.PROVED, 0)
    (once,) = replace(witness, settings=frozenset()).records(claim, Verdict.PROVED, 0)
    assert free.agrees
    assert "at 48 points" in free.summary
    assert "at the point of the example" in once.summary
