"""Every lemma of the theory: a theorem that assumes and trusts nothing, says its text, and holds at exact points."""

from __future__ import annotations

import pkgutil
from collections import Counter
from importlib import import_module
from math import comb

import pytest

import derivations.theory
from checks.witness.statements import agreement
from checks.witness.values import NoValueError
from derivations.logic.reader import read_statement, read_term
from derivations.logic.tactics import LEMMAS, ProofError, arithmetic, goal
from derivations.logic.terms import FALSE, REAL
from derivations.theory import single_terms
from derivations.theory.automatic import automatic
from derivations.theory.likelihood import regrouped
from derivations.theory.privacy import post_processing
from derivations.theory.single_terms import sum_with_other

for module in pkgutil.iter_modules(derivations.theory.__path__):
    import_module(f"derivations.theory.{module.name}")


@pytest.mark.parametrize("name", LEMMAS)
def test_a_lemma_says_its_text_and_trusts_nothing(name):
    theorem = LEMMAS[name]()
    assert not theorem.hypotheses
    assert not theorem.oracles
    assert theorem.conclusion == read_statement(LEMMAS[name].__doc__.removeprefix("|- "))


@pytest.mark.parametrize("name", LEMMAS)
def test_a_lemma_holds_at_exact_points(name):
    try:
        held, failing = agreement(LEMMAS[name]().conclusion, 0, 12)
    except NoValueError as reason:
        pytest.skip(str(reason))
    assert failing is None
    if held == 0:
        pytest.skip("none of the drawn points meets its premises")


def test_most_lemmas_have_points():
    """So that the test above does not skip them all."""
    assert sum(_holds_somewhere(lemma) for lemma in (sum_with_other, regrouped, post_processing)) == 3


def _holds_somewhere(lemma):
    return agreement(lemma().conclusion, 0, 1)[0] > 0


def test_no_two_lemmas_of_the_theory_have_one_name():
    names = Counter(lemma.rpartition(".")[2] for lemma in LEMMAS if lemma.startswith("derivations.theory."))
    assert {name: count for name, count in names.items() if count > 1} == {}


@pytest.mark.parametrize(
    "statement",
    [
        "forall k j a b. integer(k) and 1 <= k implies integer(j) and 1 <= j <= k implies "
        "(sum i in 1..k. if i = j then a else b) = a + (k - 1) * b",
        "forall k x a b. integer(k) and 0 <= k and integer(x) and 1 <= x <= k implies "
        "(sum y in 1..k. symmetric(a, b)(x, y)) = a + k * b",
    ],
)
def test_sums_with_one_other_term_are_worked_out_for_every_size(statement):
    wanted = goal(statement)
    theorem = wanted.qed(automatic(wanted))
    assert theorem.statement == wanted.statement
    assert not theorem.oracles


def test_the_sets_of_the_definitions_are_those_that_are_enumerated():
    for k in range(5):
        for size in range(-1, k + 2):
            text = f"binomial({k}, {size}) = {comb(k, size) if size >= 0 else 0}".replace("(-1)", "0 - 1")
            assert agreement(read_statement(text), 0, 1)[0] == 1
    listed = "fun y i. if i = 4 - y then 0 else 1"
    once = f"(forall y in 1..3. bits(3, 2, ({listed})(y)))"
    assert agreement(read_statement(once), 0, 1)[0] == 1
    assert agreement(read_statement(once.replace("3, 2", "3, 1")), 0, 1)[1] is not None


def test_over_an_empty_range_everything_holds() -> None:
    wanted = goal(read_statement("forall p. forall x in 1..0. p(x) = 7"), depth=0)
    assert automatic(wanted).conclusion == wanted.statement


def test_a_formula_with_choices_is_shown_in_each_case_or_from_its_contradiction(monkeypatch) -> None:
    """What is plain is seen at once; where the formula is shown, no contradiction is searched for."""
    asked = []

    def watched(wanted, *facts, **limits):
        asked.append((wanted == FALSE, limits.get("efforts")))
        return arithmetic(wanted, *facts, **limits)

    monkeypatch.setattr(single_terms, "arithmetic", watched)
    formula = read_term("(if i = 1 then a else b) <= c", dict.fromkeys("iabc", REAL))
    given = [read_term(text, dict.fromkeys("iabc", REAL)) for text in ("i = 1", "a < c")]
    theorem = single_terms.by_conditions(formula, *given)
    assert theorem.conclusion == formula
    assert theorem.hypotheses <= set(given)
    assert asked == [(True, 0), (False, 1), (True, 0)]
    with pytest.raises(ProofError):
        single_terms.by_conditions(formula, given[0])
