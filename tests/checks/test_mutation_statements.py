"""Mutants of statements in the logic and of prose: what is changed, and what becomes of it."""

from dataclasses import replace

import pytest

from checks.mutation import judge as judging
from checks.mutation.judge import ONE_OF, Fate, Judge
from checks.mutation.mutants import mutants
from checks.mutation.statements import NONSENSE, changed_statements, changed_words
from checks.papers.collection import load_paper, paper_model
from checks.verifying.stated import definitions, statement_of
from derivations.logic import kernel
from derivations.logic.printer import plain
from derivations.logic.reader import read_statement
from derivations.logic.terms import Abstract, Apply, Free, Term, free_variables, opened, quantified

TEXT = "forall k p. integer(k) and 2 <= k and 0 <= p implies forall i in 1..k. p*i <= (sum j in 1..k. p*j)"


def changes(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for mutator, changed in changed_statements(read_statement(text), ()):
        found.setdefault(mutator, set()).add(plain(changed))
    return found


def said(text: str) -> str:
    return plain(read_statement(text))


def test_each_kind_of_change_is_made() -> None:
    found = changes(TEXT)
    assert said(TEXT.replace("1..k. p*j", "1..k + 1. p*j")) in found["range"]
    assert said(TEXT.replace("forall i", "exists i")) in found["quantifier"]
    assert said(TEXT.replace(" and 2 <= k", "")) in found["condition"]
    assert said(TEXT.replace("2 <= k", "3 <= k")) in found["constant"]
    assert said(TEXT.replace("<= (sum", "< (sum")) in found["relation"]
    assert said(TEXT.replace("(sum", "(prod")) in found["definition"]
    assert said(TEXT) not in set().union(*found.values())


@pytest.mark.parametrize("paper", ["HLM", "MW"])
def test_every_change_can_be_written_down_and_read_again(paper: str) -> None:
    loaded = load_paper(paper)
    own = definitions(loaded.definitions, loaded.key)
    for claim in [claim for claim in loaded.claims if claim.stated][:6]:
        for one in claim.stated:
            for _, changed in changed_statements(statement_of(one.statement, own), own):
                assert without_idle_variables(statement_of(plain(changed), own)) == without_idle_variables(changed)


def without_idle_variables(formula: Term) -> Term:
    """The formula without variables of which it says nothing, since nothing shows of what type they are."""
    if isinstance(formula, Abstract):
        return Abstract(formula.variable, without_idle_variables(formula.body), formula.hint)
    if not isinstance(formula, Apply):
        return formula
    made = Apply(without_idle_variables(formula.function), without_idle_variables(formula.argument))
    body = quantified(made, "forall") or quantified(made, "exists")
    variable = Free("idle #0", body.variable) if body is not None else None
    if body is None or variable is None or variable in free_variables(opened(body, variable)):
        return made
    return opened(body, variable)


def test_words_are_denied_cut_and_replaced() -> None:
    found = dict(changed_words("The estimator is unbiased for every n."))
    assert found["nonsense"] == NONSENSE
    assert found["drop words"] == "The estimator is"
    denied = [words for mutator, words in changed_words("The estimator is unbiased.") if mutator == "deny"]
    assert denied == ["The estimator is not unbiased."]


def test_what_becomes_of_the_mutants_of_a_stated_claim() -> None:
    """A false statement is refuted by itself, a true one is still proved, and words and print are unread."""
    paper, model = load_paper("HLM"), paper_model("HLM")
    claim = paper.claim("HLM-28")
    judge = Judge(claim, claim.main.statement, model, budget=60)
    assert judge.holds
    own = definitions(paper.definitions, paper.key)
    found = mutants(claim, claim.main.statement, model.notation.vocabulary, own)
    words = next(m for m in found if m.prose)
    printed = next(m for m in found if m.trees)
    wrong = next(m for m in found if m.mutator == "relation" and "x*p11 + delta <= 1 - p00" in str(m.after))
    fates = [judge.judge(mutant, budget=30).fate for mutant in (words, printed, wrong)]
    assert fates == [Fate.KILLED, Fate.KILLED, Fate.KILLED]
    same = replace(wrong, after=statement_of(claim.main.statement.statement, own))
    assert judge.judge(same, budget=30).fate is Fate.STILL_TRUE


def test_of_ten_mutants_that_fail_at_a_point_one_is_given_to_the_prover(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a prover that proves what is false is found out."""
    claim, model = load_paper("HLM").claim("HLM-38"), paper_model("HLM")
    judge = Judge(claim, claim.main.statement, model, budget=20)
    own = definitions(load_paper("HLM").definitions, "HLM")
    changed = mutants(claim, claim.main.statement, model.notation.vocabulary, own)
    stated = [mutant for mutant in changed if mutant.stated is not None]
    false = [mutant for mutant in stated if "fails at" in judge.judge(mutant, budget=5).reason][:ONE_OF]
    judge = Judge(claim, claim.main.statement, model, budget=20)
    monkeypatch.setattr(judging, "theorem_of", lambda changed, *_: kernel.oracle("everything", changed))
    unsound = [judge.judge(mutant, budget=5).is_unsound for mutant in false]
    assert unsound == [False] * (ONE_OF - 1) + [True]
