"""Claims of a small paper, from print to record: verdicts, readings, corrections, time, what is said of bad input."""

import json
import re
import sys
import time
from dataclasses import replace
from fractions import Fraction
from types import ModuleType, SimpleNamespace

import pytest

from checks.claims.claim import PaperError, Statement, read_paper
from checks.claims.claim_words import fingerprint
from checks.claims.proofs import recheck_record
from checks.claims.record import ClaimRecord, WitnessRecord
from checks.claims.verdict import Outcome, Verdict
from checks.interpreter import Interpreter, Notation, Obligation, with_domain
from checks.papers.collection import built_in_model
from checks.reading import Symbols, symbol
from checks.verifying import discharge as discharging
from checks.verifying.discharge import discharge, hold_together
from checks.verifying.verification import (
    Context,
    PaperModel,
    domain_text,
    resolve,
    statement_interpreter,
    verify,
)
from checks.witness import Meanings, Space, StatementWitness
from derivations import prover
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover import prove
from derivations.prover.deadline import Deadline
from derivations.steps import Derivation, Step
from mechanisms.exact.domain import Domain, above, integer, real, within
from mechanisms.exact.formula import NamedConstant, at_least, greater
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

F = Fraction
p, q, n, x = (Polynomial.variable(name) for name in ("p", "q", "n", "x"))
HEAD = '[paper]\nkey = "TINY"\ntitle = "Title"\nauthors = "A. Author"\n'
ASKED = []


def is_positive(context: Context):
    """p is positive."""
    return [context.shown("p is positive", greater(p, 0))]


def printed_is_read(context: Context):
    """The printed formula says that p is at least one half."""
    (node,) = context.trees()
    return context.interpreter.obligations(node, "as read")


def by_lemma(context: Context):
    """p^2 >= 0 from a theorem at hand, and a theorem as it is."""
    lemma = kernel.weaken(prove(Sequent(frozenset(), at_least(p * p, 0))).theorem, ())
    return [
        context.shown("by lemma", at_least(p * p + 1, 1), lemmas=[lemma]),
        Outcome("known", lemma.statement, lemma),
    ]


def witnesses(claim, verdict, seed):
    ASKED.append((claim.id, verdict, seed))
    return [WitnessRecord("grid", "3 points", True)]


MODEL = PaperModel(
    Notation(
        Symbols(*(symbol(name) for name in "pqyn"), symbol("eps", r"\epsilon")),
        Domain.of(
            within("p", 0, 1),
            within("q", 0, 1),
            real("y"),
            integer("n", 1),
            above("x", 1, closed=True),
            exponentials={"eps": "x"},
        ),
    ),
    {"is_positive": is_positive, "printed_is_read": printed_is_read, "by_lemma": by_lemma},
    lambda claim_id: Derivation("title", (Step("a *step*", "because"),), "result") if claim_id == "T-01" else None,
    witnesses,
)


@pytest.fixture(autouse=True)
def tiny(monkeypatch):
    module = ModuleType("checks.papers.tiny.model")
    module.MODEL = MODEL
    monkeypatch.setitem(sys.modules, "checks.papers.tiny", ModuleType("checks.papers.tiny"))
    monkeypatch.setitem(sys.modules, "checks.papers.tiny.model", module)
    built_in_model.cache_clear()
    ASKED.clear()
    yield
    built_in_model.cache_clear()


def claim_of(text):
    head = '[[claim]]\nid = "T-01"\nplace = "equation (7)"\nkind = "identity"\n'
    return read_paper(HEAD + head + text, "tiny.toml").claim("T-01")


def verified(text, **kwargs):
    return verify(claim_of(text), MODEL, **kwargs)


def test_the_domain_is_told_where_a_theorem_assumes_it_as_it_is_written():
    claim = claim_of("latex = 'p=p'\ndomain = ['p > q']\n")
    written = [relation_formula(RationalFunction(p), r, RationalFunction.of(b)) for r, b in ((">=", 0), ("<=", 1))]
    theorem = prove(Sequent(frozenset(written), at_least(p * p + 1, 0))).theorem
    text = domain_text(claim.main.statement, [Outcome("known", theorem.statement, theorem)], MODEL)
    assert text == "0 <= p <= 1; p > q"
    assert domain_text(claim.main.statement, [], MODEL) == "p > q"


# -- verdicts ----------------------------------------------------------------------------------------------------------


def test_a_true_claim_is_proved_and_its_record_is_complete():
    record = verified("latex = '(p+q)(p-q)=p^2-q^2'\nnote = 'a note'\n", seed=7)
    assert (record.verdict, record.finding, record.counterexample, record.corrected) == ("proved", None, None, None)
    assert (record.paper, record.place, record.note) == ("TINY", "equation (7)", "a note")
    assert record.oracles == ()
    assert record.witnesses == (WitnessRecord("grid", "3 points", True),)
    assert [("T-01", Verdict.PROVED, 7)] == ASKED
    assert [step.text for step in record.derivation] == ["a *step*"]
    (reading,) = record.readings
    assert all(o.status == "proved" and o.proof and o.rule for o in reading.obligations)
    assert ClaimRecord.from_data(json.loads(json.dumps(record.to_data()))) == record


def test_a_false_claim_is_refuted_at_an_exact_point_of_the_domain():
    record = verified("latex = 'p=p=p^2=p'\n")
    assert record.verdict == "refuted"
    assert record.readings[0].breaks_at == "member 2 = member 3 (=p^2)"
    value = F(record.counterexample["p"])
    assert 0 < value < 1
    assert record.finding is None


def test_budgets_are_told_by_their_own_name():
    record = verified("latex = 'e^\\epsilon>1'\n")
    assert (record.verdict, record.counterexample) == ("refuted", {"eps": "0"})
    assert "eps >= 0" in record.domain
    record = verified("latex = 'e^\\epsilon<3'\ndomain = ['eps >= log(3)']\n")
    assert record.verdict == "refuted"
    assert record.counterexample["eps"].startswith("log(")


def test_a_refutation_at_a_transcendental_value_names_the_value():
    record = verified("latex = 'e^\\epsilon>2'\nat = { eps = '1/2' }\n")
    assert (record.verdict, record.counterexample) == ("refuted", {"eps": "1/2"})
    assert verified("latex = 'e^\\epsilon<2'\nat = { eps = '1/2' }\n").verdict == "proved"


CORRECTION = "[claim.correction]\nfinding = 'missing-hypothesis'\nexplanation = 'It needs p > 0.'\n"


def test_a_refuted_claim_with_a_proved_correction_is_corrected():
    record = verified("latex = '3p>2'\n" + CORRECTION + "domain = ['p > 3/4']\n")
    assert (record.verdict, record.finding) == ("corrected", "missing-hypothesis")
    assert record.corrected.startswith("3p>2")
    assert r"\text{for }" in record.corrected
    assert F(record.counterexample["p"]) <= F(2, 3)
    assert record.note == "It needs $p>0$."
    assert all(o.status == "proved" for o in record.correction_proof)
    assert [("T-01", Verdict.CORRECTED, 0)] == ASKED


def test_what_fails_only_at_the_end_of_a_range_is_proved_with_the_condition():
    record = verified("latex = 'p^2>0'\nnote = 'A note.'\n" + CORRECTION + "domain = ['p > 0']\n")
    assert (record.verdict, record.finding, record.corrected, record.counterexample) == ("proved", None, None, None)
    assert (record.boundary, record.headline) == (("p > 0",), "proved (boundary: p > 0)")
    assert not record.is_wrong
    assert record.domain == "0 <= p <= 1; p > 0"
    assert record.note == "A note. It needs $p>0$."
    assert record.statement == "p^2>0"
    (reading,) = record.readings
    assert [o.status for o in reading.obligations] == ["proved"]
    assert record.to_json()["boundary"] == ["p > 0"]
    assert ClaimRecord.from_data(json.loads(json.dumps(record.to_data()))) == record
    recheck_record(record)
    assert [("T-01", Verdict.PROVED, 0)] == ASKED


@pytest.mark.parametrize(
    "correction",
    [
        "latex = '3p>2'\n@domain = ['p > 3/4']\n",  # inside of the range
        "latex = 'p^2>0'\n@latex = 'p^2\\geq 0'\n",  # another statement
        "latex = 'p^2>0'\n@latex = 'p>0'\ndomain = ['p > 0']\n",  # another statement, under a condition of the boundary
        "latex = 'p(1-p)>0'\n@domain = ['p > 0', 'p != 1', 'q > 1/2']\n",  # one of several conditions leaves out more
    ],
)
def test_other_corrections_stay_findings(correction):
    record = verified(correction.replace("@", CORRECTION))
    assert (record.verdict, record.finding, record.boundary) == ("corrected", "missing-hypothesis", ())


@pytest.mark.parametrize("wrong", ["domain = ['q > 0']\n", "latex = 'p^2>1'\n"])
def test_a_correction_that_is_not_proved_leaves_the_claim_refuted(wrong):
    record = verified("latex = 'p^2>0'\n" + CORRECTION + wrong)
    assert (record.verdict, record.finding, record.corrected) == ("refuted", "missing-hypothesis", None)
    assert [o.status for o in record.correction_proof][-1] == "refuted"
    assert "The correction in the file fails, too, with p = " in record.note


def test_a_correction_of_what_is_proved_is_not_shown():
    record = verified("latex = 'p^2\\geq 0'\n" + CORRECTION + "domain = ['p > 0']\n")
    assert (record.verdict, record.finding, record.note) == ("proved", None, "")
    assert record.correction_proof == ()


READINGS = (
    "[[claim.reading]]\nname = 'strict'\nlatex = 'p>0'\nneeded = {}\n"
    "[[claim.reading]]\nname = 'weak'\nlatex = 'p\\geq 0'\nneeded = {}\nnote = 'what is used'\n"
)


@pytest.mark.parametrize(("needed", "verdict"), [(("true", "false"), "refuted"), (("false", "true"), "proved")])
def test_the_needed_reading_decides(needed, verdict):
    record = verified(READINGS.format(*needed))
    assert record.verdict == verdict
    assert [(r.name, r.verdict) for r in record.readings] == [("strict", "refuted"), ("weak", "proved")]
    assert (record.counterexample is None) == (verdict == "proved")


def test_outside_and_defined_are_judged_by_nothing():
    outside = verified("outside = 'needs reference [15]'\nprose = 'words'\n")
    assert (outside.verdict, outside.note, outside.statement, outside.readings) == (
        "outside", "needs reference [15]", "words", (),
    )  # fmt: skip
    definition = "defined_by = 'checks.verifying.verification:verify'\nexercised_by = 'tests/x.py::test_y'\n"
    defined = verified(definition + "prose = 'words'\n")
    assert defined.verdict == "defined"
    assert defined.note == "Implemented by checks.verifying.verification:verify, exercised by tests/x.py::test_y."
    both = verified(definition + "latex = 'p>0'\n")
    assert both.verdict == "refuted"
    assert "Implemented by" not in both.note  # code says nothing of why it fails
    assert len(ASKED) == 1


@pytest.mark.parametrize(
    "target",
    ["checks.nowhere:thing", "checks.verifying.verification:nothing", "checks.verifying.verification:Context.nothing"],
)
def test_a_definition_that_does_not_exist_is_an_error(target):
    with pytest.raises(PaperError, match="there is no such thing"):
        verified(f"defined_by = '{target}'\nexercised_by = 'tests/x.py::test_y'\n")
    assert resolve("checks.verifying.verification:Context.trees") is Context.trees


# -- encodings ---------------------------------------------------------------------------------------------------------


def test_encodings_are_judged_like_prints():
    assert verified("encode = 'is_positive'\nprose = 'p is positive'\n").verdict == "refuted"
    assert verified("encode = 'is_positive'\nprose = 'p is positive'\ndomain = ['p > 0']\n").verdict == "argued"
    with_print = "encode = 'printed_is_read'\nlatex = 'p\\geq\\frac12'\n"
    assert verified(with_print + "domain = ['p >= 1/2']\n").verdict == "proved"
    refuted = verified(with_print)
    assert refuted.readings[0].breaks_at == "as read"
    assert verified("encode = 'by_lemma'\nprose = 'words'\n").verdict == "proved"


def test_an_encoding_that_does_not_exist_is_an_error():
    with pytest.raises(PaperError, match="claim T-01: there is no encoding 'nothing'"):
        verified("encode = 'nothing'\n")


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("latex = '\\epsilon+p>0'\n", "budget"),
        ("latex = 'p'\n", "true or false"),
        ("latex = '\\frac{p}{q-q}=1'\n", "zero"),
        ("latex = 'p(=1'\n", r"\^"),
        ("latex = 'z=1'\n", r"\^"),
        ("latex = 'p=1'\ndomain = ['p >']\n", r"\^"),
        ("latex = 'p=1'\nat = { z = 1 }\n", "'z', which is no symbol of the paper"),
        ("latex = 'p\\geq 0'\nat = { q = 1 }\ndomain = ['q < 1']\n", "'q < 1' does not hold at the given values"),
        ("latex = 'p>0'\n" + CORRECTION + "latex = 'p'\n", "true or false"),
    ],
)
def test_what_says_nothing_is_an_error_that_names_claim_and_place(text, said):
    with pytest.raises(PaperError, match=said) as raised:
        verified(text)
    assert str(raised.value).startswith("claim T-01, equation (7): ")


# -- budgets of time ---------------------------------------------------------------------------------------------------

HARD = r"(p^3-q^2+y^4)^6+(pqy-3)^4(y^2-2)^2+\frac{1}{10^{30}}>(p-q)^2y^{12}-7y^{30}"


def test_without_time_the_verdict_is_unknown_and_says_why(monkeypatch):
    monkeypatch.setattr(discharging, "prove", lambda goal, budget_seconds: prover.Unknown("no time left"))
    record = verified("latex = 'p^2\\geq 0'\n")
    assert record.verdict == "unknown"
    assert [(o.status, o.reason, o.proof) for o in record.readings[0].obligations] == [
        ("unknown", "no time left", None)
    ]
    assert record.counterexample is None


def test_the_search_ends_near_its_budget():
    started = time.monotonic()
    record = verified(f"latex = '{HARD}'\n", budget=1.0)
    assert time.monotonic() - started < 6
    assert record.verdict in ("unknown", "refuted", "proved")
    assert all(o.status != "unknown" or o.reason for o in record.readings[0].obligations)


# -- discharging one obligation ----------------------------------------------------------------------------------------


def discharged(obligation):
    return discharge(obligation, MODEL.notation.domain, Deadline(5))


def test_an_outcome_is_about_exactly_what_had_to_be_shown():
    goal = Sequent(frozenset(), at_least(p + q, 0))
    outcome = discharged(Obligation("a", goal))
    assert outcome.proved
    assert outcome.statement == with_domain(goal, MODEL.notation.domain)
    wrong = discharged(Obligation("a", Sequent(frozenset(), greater(p + q, 0))))
    assert wrong.refuted
    assert not wrong.proved
    assert wrong.point == {"p": 0, "q": 0}


def test_a_lemma_with_further_hypotheses_is_not_used():
    lemma = kernel.assume(greater(p, 2))
    assert discharged(Obligation("a", Sequent(frozenset(), greater(p, F(1, 2))), (lemma,))).refuted
    used = discharged(Obligation("a", Sequent(frozenset((greater(p, 2),)), greater(p, 1)), (lemma,)))
    assert used.proved


def test_a_counterexample_to_a_merely_sufficient_sequent_counts_only_where_the_print_fails():
    goal = Sequent(frozenset(), greater(p, F(1, 2)))
    never = discharged(Obligation("a", goal, fails_at=lambda point: False))
    assert not never.refuted
    assert "sufficient" in never.reason
    sometimes = discharged(Obligation("a", goal, fails_at=lambda point: point["q"] > F(1, 2), names=frozenset("q")))
    assert sometimes.refuted
    assert sometimes.point["q"] > F(1, 2) >= sometimes.point["p"]


def test_hypotheses_and_values_become_what_the_interpreter_works_with():
    made = statement_interpreter(
        Statement((), "", ("p > q",), (("q", "1/3"), ("eps", "log(2)"))), SimpleNamespace(notation=MODEL.notation)
    )
    assert isinstance(made, Interpreter)
    assert made.given == (greater(p, F(1, 3)),)
    assert made.at["x"].evaluate({}) == 2
    transcendental = statement_interpreter(Statement((), "", (), (("eps", "1/2"),)), MODEL)
    assert transcendental.given == (NamedConstant("x", "exp", F(1, 2)),)


# -- what is argued ----------------------------------------------------------------------------------------------------


def test_what_is_argued_is_neither_proved_nor_refuted():
    settled = "encode = 'printed_is_read'\nlatex = 'p\\geq\\frac12'\ndomain = ['p >= 3/4']\n"
    assert verified(settled).verdict == "proved"
    record = verified(settled + "argued = ['normal-by-error-function']\n")
    assert (record.verdict, record.argued, record.oracles) == ("argued", ("normal-by-error-function",), ())
    assert [o.status for o in record.readings[0].obligations].count("argued") == 1
    recheck_record(record)
    wrong = verified("latex = 'p>1'\nargued = ['normal-by-error-function']\n")
    assert (wrong.verdict, wrong.is_wrong) == ("argued", True)
    recheck_record(wrong)


def test_an_unknown_argument_is_an_error():
    with pytest.raises(PaperError, match="there is no argument 'obvious'"):
        verified("latex = 'p>1'\nargued = ['obvious']\n")


def test_a_statement_by_hand_counts_for_the_words_that_it_was_read_against():
    claim = "encode = 'is_positive'\ndomain = ['p > 1/4']\n"
    words = "prose = 'p is positive'\n"
    read = f"read = '{fingerprint('p  is positive')}'\n"
    assert verified(claim + words + read).verdict != "unknown"
    changed = verified(claim + "prose = 'p is negative'\n" + read)
    assert changed.verdict == "unknown"
    assert "have changed" in changed.note


def test_which_point_is_found_does_not_depend_on_how_fast_the_machine_is(monkeypatch):
    hypotheses = frozenset((at_least(p, 0), at_least(1, p), at_least(q, 0), at_least(1, q), at_least(x, 1)))
    whole = Sequent(hypotheses, greater(p * x, q * q + p * p))
    preferred = [greater(v, 0) for v in (p, q)] + [greater(1, v) for v in (p, q)]
    found = discharging.off_the_boundary(whole, preferred)
    assert all(fact.holds_at(found) for fact in preferred)
    clock = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert discharging.off_the_boundary(whole, preferred) == found


def test_a_witness_spells_names_as_the_paper_does():
    notation = replace(MODEL.notation, shown={"y": "x"})
    witness = StatementWitness(notation.vocabulary, Meanings({}, {}, {}), Space((real("y"),)), {})
    model = replace(MODEL, notation=notation, witnesses_of=witness.records, statement_witness=lambda statement: witness)
    record = verify(claim_of("latex = 'y^2>y'\n"), model)
    failing = [found.summary for found in record.witnesses if " fails at " in found.summary]
    assert record.verdict == "refuted"
    assert set(record.counterexample) == {"x"}
    assert failing
    assert all(re.search(r"at x = [-\d/]+$", summary) for summary in failing), failing


@pytest.mark.parametrize(
    ("facts", "together"),
    [
        ((at_least(Polynomial.variable("x"), 1),), True),
        ((greater(Fraction(8, 5), Polynomial.variable("x")),), False),  # sqrt(e) = 1.6487...
        ((greater(Polynomial.variable("y"), Polynomial.variable("x")),), True),
        (
            (greater(2, Polynomial.variable("x") * Polynomial.variable("y")), at_least(Polynomial.variable("y"), 2)),
            False,
        ),
    ],
)
def test_hypotheses_hold_together_at_a_point_near_their_constants(facts, together):
    assert hold_together(frozenset({NamedConstant("x", "exp", Fraction(1, 2)), *facts})) is together
