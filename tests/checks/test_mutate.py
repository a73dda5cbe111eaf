"""The mutation campaign: its mutators, its judgements, and that no mutant of a true claim slips through."""

import gzip
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from checks.claims.claim import Claim, Reading, Statement
from checks.claims.verdict import Outcome, Verdict
from checks.interpreter.values import MeaninglessError
from checks.mutation import judge as judging
from checks.mutation.findings import Control, Findings, Options
from checks.mutation.judge import Fate, Judge, Judgement, UnsoundError, spot_check
from checks.mutation.kept import Kept, KeptError
from checks.mutation.mutants import Mutant, mutants, sampled
from checks.mutation.report import report
from checks.papers.collection import load_paper
from checks.papers.mutators import MUTATORS, Surroundings, mutations, widened
from checks.papers.spellings import spellings
from checks.reading import ReadingError, read_latex, read_plain, to_latex, to_plain
from checks.reading import syntax as tree
from checks.show.console import as_text
from checks.verifying.stated import definitions
from checks.verifying.verification import Context
from derivations.arithmetic import kernel
from derivations.arithmetic.statements import Sequent
from mechanisms.exact.formula import at_least, greater
from mechanisms.exact.polynomial import Polynomial
from tests.checks.interpreted_survey import MODEL, VOCABULARY, WITNESS

ROOT = Path(__file__).resolve().parents[2]


def changed(latex: str, mutator: str) -> set[str]:
    """What one mutator makes of a formula, printed."""
    root = read_latex(latex, VOCABULARY)
    around = Surroundings(VOCABULARY, tree.names_in(root))
    return {to_latex(m.root, VOCABULARY) for m in mutations(root, around) if m.mutator == mutator}


def printed(*latex: str) -> set[str]:
    return {to_latex(read_latex(text, VOCABULARY), VOCABULARY) for text in latex}


@pytest.mark.parametrize(
    ("mutator", "latex", "expected"),
    [
        ("sign", r"n-\pi=0", [r"-n-\pi=0", r"n+\pi=0", r"-(n-\pi)=0"]),
        ("sign", r"e^{\epsilon}=1", [r"e^{-\epsilon}=1", r"-e^{\epsilon}=1"]),
        ("drop a term", r"n+\pi-1=0", [r"\pi-1=0", r"n-1=0", r"n+\pi=0"]),
        ("factor", r"2n=0", [r"n=0", r"2=0", r"2\cdot 2n=0", r"2nn=0"]),
        ("factor", r"\frac{n}{\pi}=0", [r"n=0"]),
        ("exponent", r"n^{2}=0", [r"n^{3}=0", r"n=0"]),
        ("exponent", r"e^{\epsilon}=0", [r"e^{2\epsilon}=0", r"e=0"]),
        ("number", r"n=2", [r"n=3", r"n=1"]),
        ("number", r"n=0", [r"n=1"]),
        ("number", r"n=0.243", [r"n=0.244", r"n=0.242"]),
        ("number", r"n=1.0", [r"n=1.1", r"n=0.9"]),
        ("number", r"n^{2}=n", []),
        ("turn over", r"\frac{n}{\pi}=1", [r"\frac{\pi}{n}=1"]),
        ("drop a parenthesis", r"(n+1)\pi=0", [r"n+1\cdot\pi=0"]),
        ("drop a parenthesis", r"\pi(n-1)=0", [r"\pi n-1=0"]),
        ("drop a parenthesis", r"n-(\pi+1)=0", [r"n+(-\pi+1)=0"]),
        ("drop a parenthesis", r"(n-\pi)^{2}=0", [r"n-\pi^{2}=0"]),
        ("drop a parenthesis", r"(n\pi)^{2}=0", [r"n\pi^{2}=0"]),
        ("drop a parenthesis", r"\frac{n+\pi}{2}=0", [r"n+\frac{\pi}{2}=0"]),
        ("drop a parenthesis", r"\frac{1}{n\pi}=0", [r"\frac{1}{n}\pi=0"]),
        ("index", r"p_{00}=1", [r"p_{01}=1", r"p_{10}=1", r"p_{11}=1"]),
        ("index", r"r_\delta(t)=1", [r"r(t)=1"]),
        ("index", r"r(t)=s(t)", [r"s(t)=s(t)", r"r(t)=r(t)"]),
        ("swap two names", r"r(t)=2s(t)-\pi", [r"s(t)=2r(t)-\pi", r"r(\pi)=2s(\pi)-t"]),
        ("swap arguments", r"f(x,y)=x", [r"f(y,x)=x"]),
        (
            "derivative",
            r"\frac{\partial r(t)}{\partial t}=n",
            [r"\frac{\partial r(t)}{\partial n}=n", r"\frac{\partial^2 r(t)}{\partial t^2}=n", r"r(t)=n"],
        ),
        ("relation", r"n<\pi", [r"n>\pi", r"n\leq\pi", r"n=\pi"]),
        ("relation", r"n\leq\pi", [r"n\geq\pi", r"n<\pi", r"n=\pi"]),
        ("relation", r"t\in[0,1]", [r"t\notin[0,1]"]),
        ("connective", r"n=0\implies\pi=0", [r"\pi=0\implies n=0"]),
        ("connective", r"n=0\text{ or }\pi=0", [r"n=0\text{ and }\pi=0", r"n=0", r"\pi=0"]),
        (
            "cases",
            r"n=\begin{cases}1&\text{if }t>0\\0&\text{otherwise}\end{cases}",
            [r"n=\begin{cases}0&\text{if }t>0\\1&\text{otherwise}\end{cases}"],
        ),
        ("points", r"(1,\delta)\in\mathcal R", [r"(\delta,1)\in\mathcal R"]),
        ("points", r"t\in(0,1]", [r"t\in[0,1]", r"t\in(0,1)"]),
        (
            "matrix",
            r"P=\begin{pmatrix}1&2\\3&4\end{pmatrix}",
            [
                r"P=\begin{pmatrix}3&4\\1&2\end{pmatrix}",
                r"P=\begin{pmatrix}2&1\\3&4\end{pmatrix}",
                r"P=\begin{pmatrix}1&2\\4&3\end{pmatrix}",
            ],
        ),
    ],
)
def test_what_a_mutator_makes(mutator: str, latex: str, expected: list[str]) -> None:
    assert changed(latex, mutator) == printed(*expected)


def test_every_mutator_is_exercised_by_the_papers() -> None:
    names: set[str] = set()
    own = {"HLM": (22, 40, 41, 44, 47, 52, 64, 75, 82, 94), "MW": (98,), "SZY": (153,)}
    for key, numbers in own.items():
        paper = load_paper(key)
        for claim in (paper.claim(f"{key}-{number}") for number in numbers):
            words = definitions(paper.definitions, key)
            names.update(m.mutator for m in mutants(claim, claim.main.statement, spellings(key), words))
    others = {"swap two names", "drop a hypothesis", "let the boundary in", "reverse a hypothesis", "move a bound"}
    of_the_logic = {"constant", "quantifier", "definition", "condition"}
    assert names == {*MUTATORS, *others, *of_the_logic, "value", "deny", "drop words", "nonsense"}


def test_a_print_that_only_its_statement_reads_is_changed_as_words_are() -> None:
    paper = load_paper("SZY")
    claim = paper.claim("SZY-66")  # E(1 - x_i)(1 - x_j)(i != j) = P(x_i = 0, x_j = 0)
    with pytest.raises(ReadingError):
        read_latex(claim.main.statement.latex[0], spellings("SZY"))
    found = mutants(claim, claim.main.statement, spellings("SZY"), definitions(paper.definitions, "SZY"))
    assert {m.mutator for m in found if m.place == "formula"} == {"nonsense"}
    assert "constant" in {m.mutator for m in found if m.place == "statement"}


@pytest.mark.parametrize(
    ("hypothesis", "expected"),
    [
        ("0 < pi", {"0 <= pi", "0 > pi"}),
        ("pi <= 1/2", {"pi >= 1/2", "pi <= 1"}),
        ("pi >= 1/2", {"pi <= 1/2", "pi >= 0"}),
        ("pi < 1", {"pi <= 1", "pi > 1", "pi < 2"}),
        ("delta = 0", {"delta != 0"}),
        ("p00 + p11 != 1", set()),
    ],
)
def test_hypotheses_are_widened(hypothesis: str, expected: set[str]) -> None:
    assert {to_plain(node) for _, node in widened(read_plain(hypothesis, VOCABULARY))} == expected


# -- mutants of statements ---------------------------------------------------------------------------------------------


def claim_of(*latex: str, encode: str = "", domain: tuple[str, ...] = (), **at: str) -> Claim:
    statement = Statement(latex, encode, domain, tuple(at.items()))
    return Claim("HLM-00", "HLM", "here", "identity", (Reading("as printed", statement),))


def mutants_of(claim: Claim) -> list[Mutant]:
    return mutants(claim, claim.main.statement, VOCABULARY)


FIRST = claim_of(
    r"\mathbb{P}(X_{i}=0)=(1-\pi)p_{00}+\pi(1-p_{11})=p_{00}-\pi(p_{00}+p_{11}-1)", domain=("pi < 1",), delta="1/2"
)


def test_mutants_are_new_different_readable_and_always_the_same() -> None:
    found = mutants_of(FIRST)
    assert found == mutants_of(FIRST)
    statements = [m.statement for m in found]
    assert len(set(statements)) == len(statements) > 50
    assert FIRST.main.statement not in statements
    for mutant in found:
        if mutant.trees is not None:
            assert read_latex(mutant.after, VOCABULARY) == mutant.trees[1] != mutant.trees[0]
    assert {m.place for m in found} == {"formula", "domain", "value of delta"}


def test_a_sample_depends_on_the_seed_alone() -> None:
    found = mutants_of(FIRST)
    assert sampled(found, 5, 1) == sampled(found, 5, 1)
    assert sampled(found, 5, 1) != sampled(found, 5, 2)
    assert len(sampled(found, 5, 1)) == 5
    assert sampled(found, 1000, 1) == found


# -- judgements --------------------------------------------------------------------------------------------------------


def judge_of(claim: Claim, model: object = MODEL) -> Judge:
    made = Judge(claim, claim.main.statement, model, budget=10)  # type: ignore[arg-type]
    assert made.holds
    return made


def fate(claim: Claim, latex: str, model: object = MODEL) -> Judgement:
    """The judgement on the claim with its last formula replaced."""
    statement = claim.main.statement
    mutated = replace(statement, latex=(*statement.latex[:-1], latex))
    trees = read_latex(statement.latex[-1], VOCABULARY), read_latex(latex, VOCABULARY)
    mutant = Mutant(claim.id, "by hand", "formula", statement.latex[-1], latex, mutated, trees)
    return judge_of(claim, model).judge(mutant, budget=5)


def test_no_mutant_of_an_identity_survives() -> None:
    judge = judge_of(FIRST)
    fates = [judge.judge(m, budget=5) for m in mutants_of(FIRST) if m.place == "formula"]
    assert [j for j in fates if j.fate is Fate.SURVIVOR] == []
    assert sum(j.fate is Fate.KILLED for j in fates) > 50


BOUND = claim_of(r"2p_{00}p_{11}-p_{00}-p_{11}+1\geq 0", domain=("p00 + p11 > 1",))


def test_bound_variables_do_not_inherit_what_is_said_of_free_ones() -> None:
    claim = claim_of(
        r"\operatorname*{arg\,min}_{t\in(0,1]}\operatorname{Var}(\hat\Pi_1(t)|\pi)=\{1\}",
        domain=("eps > 0", "0 < pi", "pi < 1", "t > 0"),
    )
    for domain in ("[0,1]", "(0,2]"):
        assert fate(claim, claim.main.statement.latex[0].replace("(0,1]", domain)).fate is Fate.KILLED


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"2p_{00}p_{11}-p_{00}-p_{11}+2\geq 0", Fate.STILL_TRUE),
        (r"2p_{00}p_{11}-p_{00}-p_{11}+1>0", Fate.STILL_TRUE),
        (r"1-p_{00}-p_{11}+2p_{11}p_{00}\geq 0", Fate.EQUIVALENT),
        (r"2p_{00}p_{11}-p_{00}-p_{11}+\frac{p_{01}+p_{00}}{1}\geq 0", Fate.EQUIVALENT),
        (r"2p_{00}p_{11}-p_{00}-p_{11}\geq 0", Fate.KILLED),
        (r"2p_{00}p_{11}-p_{00}-p_{11}+1<0", Fate.KILLED),
        (r"\frac{1}{p_{00}+p_{01}-1}\geq 0", Fate.MEANINGLESS),
        (r"\operatorname{Var}(\hat\Pi(p_{00},p_{01})|\pi)\geq 0", Fate.MEANINGLESS),
        (r"\operatorname{Var}(n)\geq 0", Fate.MEANINGLESS),
        (r"\frac{1}{p_{11}-p_{00}}\geq 0", Fate.KILLED),
    ],
)
def test_the_fate_of_a_mutant(latex: str, expected: Fate) -> None:
    assert fate(BOUND, latex).fate is expected


def of_domain(claim: Claim, budget: float = 5) -> dict[str, Fate]:
    judge = judge_of(claim)
    return {m.after: judge.judge(m, budget=budget).fate for m in mutants_of(claim) if m.place != "formula"}


def test_a_hypothesis_that_is_needed_cannot_go() -> None:
    strict = claim_of(r"2p_{00}p_{11}-p_{00}-p_{11}+1>0", domain=("p00 + p11 > 1", "p00 >= 0"))
    fates = of_domain(strict)
    assert fates == {
        "(dropped)": fates["(dropped)"],
        "p00 + p11 >= 1": Fate.KILLED,
        "p00 + p11 < 1": Fate.STILL_TRUE,
        "p00 + p11 > 0": Fate.KILLED,
        "p00 <= 0": Fate.MEANINGLESS,  # with p00 + p11 > 1 no point is left
    }


def test_a_hypothesis_that_follows_from_the_rest_is_equivalent_and_an_idle_one_is_named() -> None:
    claim = claim_of(r"p_{00}+1>0", domain=("p00 >= 0", "delta > 0"))
    statement = claim.main.statement
    judge = judge_of(claim)

    def without(i: int) -> Fate:
        left = statement.domain[:i] + statement.domain[i + 1 :]
        mutated = replace(statement, domain=left)
        return judge.judge(Mutant(claim.id, "drop", "domain", "", "", mutated), budget=5).fate

    assert without(0) is Fate.EQUIVALENT
    assert without(1) is Fate.STILL_TRUE


def test_printed_values_are_changed_too() -> None:
    claim = claim_of(r"g(\epsilon,\delta)=0.243<\pi", eps="1/2", delta="1/10", pi="1/4")
    fates = of_domain(claim)
    assert fates["2/10"] is Fate.KILLED
    assert fates["1/3"] is Fate.KILLED or fates["1/5"] is Fate.KILLED
    assert Fate.SURVIVOR not in fates.values()


# -- what the campaign must not overlook -------------------------------------------------------------------------------


def blind(context: Context) -> list[object]:
    """An encoding that proves something and reads nothing."""
    n = Polynomial.variable("n")
    return [context.shown("n is positive", greater(n, 0))]


def crashing(context: Context) -> list[object]:
    """An encoding that expects an equation."""
    (node,) = context.trees()
    assert isinstance(node, tree.Chain)
    assert node.relations == ("=",)
    return list(context.interpreter.obligations(node))


def broken(context: Context) -> list[object]:
    """An encoding that fails on everything but n = n."""
    (node,) = context.trees()
    if node != read_latex("n=n", VOCABULARY):
        raise RuntimeError("out of luck")
    return list(context.interpreter.obligations(node))


def symmetric(context: Context) -> list[object]:
    """An encoding in which both symbols stand for anything."""
    (node,) = context.trees()
    left, right = node.members  # type: ignore[attr-defined]
    if left == right:
        raise MeaninglessError("two different symbols are needed")
    return blind(context)


ODD = replace(
    MODEL,
    encodings={"blind": blind, "crashing": crashing, "broken": broken, "symmetric": symmetric},  # type: ignore[dict-item]
)


def test_an_encoding_that_does_not_read_its_formula_is_found_out() -> None:
    judgement = fate(claim_of("n=n", encode="blind"), "n=2n", ODD)
    assert judgement.fate is Fate.SURVIVOR
    assert "does not read" in judgement.reason
    assert fate(claim_of("n=n", encode="blind"), "n=n+0", ODD).fate is Fate.EQUIVALENT


def test_a_condition_whose_sign_is_changed_is_the_same_condition() -> None:
    claim = claim_of(r"m-n\neq 0", encode="blind")
    assert fate(claim, r"-(m-n)\neq 0", ODD).fate is Fate.EQUIVALENT
    assert fate(claim, r"m+n\neq 0", ODD).fate is Fate.SURVIVOR


def test_an_encoding_may_refuse_a_print_but_not_crash() -> None:
    refused = fate(claim_of("n=n", encode="crashing"), "n<n", ODD)
    assert refused.fate is Fate.MEANINGLESS
    assert "cannot take this print: AssertionError" in refused.reason
    crashed = fate(claim_of("n=n", encode="broken"), "n<n", ODD)
    assert crashed.fate is Fate.SURVIVOR
    assert "crashed: RuntimeError: out of luck" in crashed.reason


def test_names_that_an_encoding_reads_alike_may_be_exchanged() -> None:
    claim = claim_of("m<n", encode="symmetric")
    fates = {m.mutator: judge_of(claim, ODD).judge(m, budget=5) for m in mutants_of(claim)}
    assert fates["swap two names"].fate is Fate.EQUIVALENT
    assert fates["relation"].fate is Fate.SURVIVOR
    claim = claim_of("m<n", encode="blind")
    fates = {m.mutator: judge_of(claim, ODD).judge(m, budget=5) for m in mutants_of(claim)}
    assert fates["swap two names"].fate is Fate.SURVIVOR


def test_the_second_witness_speaks_against_a_false_proof() -> None:
    claim = claim_of(r"p_{00}\geq 0", encode="blind")
    contrary = replace(WITNESS, predicates={"blind": lambda point, trees: False})
    judge = Judge(claim, claim.main.statement, replace(ODD, statement_witness=lambda statement: contrary), budget=5)
    judgement = judge.judge(mutants_of(claim)[0], budget=5)
    assert judgement.is_unsound
    assert "second witness" in judgement.reason


def test_a_paper_may_have_nothing_that_evaluates_a_statement() -> None:
    claim = claim_of(r"p_{00}\geq 0", encode="blind")
    judge = Judge(claim, claim.main.statement, replace(ODD, statement_witness=lambda statement: None), budget=5)
    assert not judge.judge(mutants_of(claim)[0], budget=5).is_unsound


def test_a_control_that_is_false_is_no_control() -> None:
    claim = claim_of(r"p_{00}+p_{11}>1")
    assert Judge(claim, claim.main.statement, MODEL, budget=5).control is Verdict.REFUTED


def test_a_false_statement_that_is_proved_is_an_error_of_the_checker(monkeypatch: pytest.MonkeyPatch) -> None:
    p = Polynomial.variable("p00")
    false = Sequent(frozenset([at_least(p, 0), at_least(1, p)]), greater(p, 0))
    with pytest.raises(UnsoundError, match="p00"):
        spot_check(false, MODEL.notation.domain)
    true = Sequent(frozenset([greater(p, 0), at_least(1, p)]), at_least(p, 0))
    assert spot_check(true, MODEL.notation.domain) > 30

    claim = claim_of(r"p_{00}\geq 0")
    judge = judge_of(claim)
    told = kernel.assume(greater(p, 0))

    class Believed(Outcome):
        @property
        def proved(self) -> bool:
            return True

    monkeypatch.setattr(judging, "discharge", lambda obligation, *_: Believed(obligation.label, false, told))
    (mutant,) = [m for m in mutants_of(claim) if m.after == "p_{00} > 0"]
    judgement = judge.judge(mutant, budget=5)
    assert judgement.is_unsound
    assert judgement.fate is Fate.SURVIVOR


def test_spot_checks_leave_constants_alone() -> None:
    claim = claim_of(r"e^{\epsilon}>1", eps="1/2")
    judge = judge_of(claim)
    assert judge.control is Verdict.PROVED
    assert {j.fate for j in (judge.judge(m, budget=5) for m in mutants_of(claim))} <= set(Fate) - {Fate.SURVIVOR}


# -- reports -----------------------------------------------------------------------------------------------------------


def test_the_report_counts_honestly_and_shows_what_survives() -> None:
    mutant = mutants_of(FIRST)[0]
    found = Findings()
    for name in Fate:
        found.add(Judgement(mutant, name, f"because {name}", 0.1))
    found.add(Judgement(mutant, Fate.KILLED, "at pi = 1", 0.1))
    found.add(Control("HLM-00", "as printed", 6))
    text = as_text(report(found))
    assert "Found out 75.00 %: 3 of 4 that are neither meaningless nor proved; 2 are refuted or unread, 1 lose" in text
    assert "because survivor" in text
    assert "because still true" not in text
    assert "because still true" in as_text(report(found, verbose=True))
    assert found.has_failed


def test_a_failed_control_fails_the_run() -> None:
    found = Findings()
    found.add(Control("HLM-10", "", 0, "unknown"))
    assert found.has_failed
    assert "CONTROL FAILED" in as_text(report(found))
    assert "Found out none" in as_text(report(found))
    proved = Findings()
    proved.add(Control("HLM-10", "corrected", 0))
    assert not proved.has_failed


# -- campaigns ---------------------------------------------------------------------------------------------------------


def mutate(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "checks.mutation", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120
    )


def test_the_command_reports_and_succeeds() -> None:
    done = mutate("HLM-04", "hlm-61", "--sample", "10", "--seed", "3")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "HLM-04" in done.stdout
    assert "20 mutants" in done.stdout
    noticed, counted = map(int, re.search(r"(\d+) of (\d+) that", done.stdout).groups())
    assert noticed > counted / 2


def test_the_command_refuses_what_it_does_not_know() -> None:
    done = mutate("HLM-999")
    assert done.returncode == 2
    assert "HLM-999" in done.stderr


def test_what_is_kept_is_not_judged_again(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.jsonl")
    first, again = (mutate("HLM-04", "--sample", "10", "-v", "--keep", kept) for _ in range(2))
    assert first.returncode == again.returncode == 0, first.stderr + again.stderr
    assert again.stdout == first.stdout
    lines = Path(kept).read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1
    Path(kept).write_text(lines[0].replace('"HLM-04"', '"HLM-XX"'), encoding="utf-8")
    assert "HLM-XX" in mutate("HLM-04", "--sample", "10", "--keep", kept).stdout  # read from there


@pytest.mark.parametrize("name", ["kept.jsonl", "kept.jsonl.gz"])
def test_what_is_kept_counts_for_the_claim_and_the_options_alone(tmp_path: Path, name: str) -> None:
    claim, options = load_paper("HLM").claim("HLM-04"), Options(sample=1)
    path = tmp_path / name
    found = [Control(claim.id, "as printed", 1), Judgement(mutants_of(FIRST)[0], Fate.STILL_TRUE, "why", 0.25)]
    Kept(path).keep(claim, options, found)
    assert Kept(path).known(replace(claim, prose="other words"), options) is None
    assert Kept(path).known(claim, Options(sample=2)) is None
    control, judgement = Kept(path).known(claim, options)
    assert control == found[0]
    assert (judgement.fate, judgement.reason, judgement.mutant.after) == (Fate.STILL_TRUE, "why", found[1].mutant.after)
    with (gzip.open if path.suffix == ".gz" else open)(path, "at") as file:
        file.write("{}\n")
    with pytest.raises(KeptError, match=r"kept\.jsonl.*: line 2"):
        Kept(path)


def test_what_no_campaign_wrote_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl.gz"
    path.write_bytes(b"no campaign")
    with pytest.raises(KeptError, match="written by no campaign"):
        Kept(path)


def test_an_interrupted_command_shows_what_is_done() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "checks.mutation", "HLM"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    # Workers of its own show that it has begun; without /proc it gets time instead.
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(600):
        if process.poll() is not None or (children.exists() and children.read_text()):
            break
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "Controls:" in out
    assert "stopped:" in err


def test_a_statement_at_a_constant_is_refuted_at_values_of_its_other_variables() -> None:
    claim = claim_of(r"e^{\epsilon}>1", eps="1/2")
    judgement = fate(claim, r"e^{\epsilon}>1+t")
    assert judgement.fate is Fate.KILLED
    assert "t = " in judgement.reason
    assert fate(claim, r"e^{\epsilon}+n>1").fate is Fate.STILL_TRUE
    assert fate(claim, r"e^{\epsilon}>n").fate is Fate.KILLED  # n is an integer
