"""Coq accepts what the kernel proves, and refuses what a kernel without its checks would prove."""

import fcntl
import os
import re
import subprocess
import sys
from fractions import Fraction
from importlib import resources
from pathlib import Path
from shutil import copy, which

import pytest
from click.testing import CliRunner

from checks.cli import rrproof
from checks.system.coq_check import Checking, compiled
from derivations.arithmetic import kernel as arithmetic_kernel
from derivations.arithmetic.proof_file import ProofFileError
from derivations.arithmetic.statements import Certificate, LinearProgram, LogLinear, Quotient, Sequent
from derivations.coq.export import Shared, export_theorems, theory
from derivations.coq.trimmed import trimmed
from derivations.logic import derived, kernel
from derivations.logic import proof_file as logic_file
from derivations.logic.definitions import LIBRARY
from derivations.logic.terms import (
    AND,
    AT_MOST,
    FALSE,
    IMPLIES,
    INTEGER,
    LESS,
    OR,
    PLUS,
    REAL,
    TRUE,
    Free,
    Number,
    arrow,
    closed,
    equal,
    for_all,
    there_is,
)
from mechanisms.exact.expression import Operation
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    NamedConstant,
    at_least,
    different,
    equal_to,
    greater,
    in_polynomials,
    negation,
)
from mechanisms.exact.polynomial import Polynomial

LOGIC = resources.files("derivations.coq").joinpath("Logic.v").read_text(encoding="utf-8")
ZERO, ONE, X = Number(0), Number(1), Free("x")
CLAIMS = ("HLM-17", "HLM-61")
ROOT = Path(__file__).resolve().parents[2]
SEVERAL = {
    "part": ["part_0", "part_1"],
    "replace": ["replace", "transitive", "follow"],
}
NO_LEMMA = {"axiom": "a law each", "oracle": "an axiom each", "by_arithmetic": "a lemma for each fact"}

AXIOMS_OF_COQ = {
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "ClassicalEpsilon.constructive_indefinite_description",
    "PropExtensionality.propositional_extensionality",
    "classic",
}
AXIOMS_OF_INTERVAL = r"ClassicalDedekindReals\.sig_not_dec|(PrimInt|Uint)63\.\w+"


@pytest.fixture(scope="session")
def checked(tmp_path_factory):
    """The directory with the theory, compiled by Coq, and what the command said that checked claims beside it."""
    if which("coqc") is None and not os.environ.get("CI"):
        pytest.skip("coqc is not installed")
    root = tmp_path_factory.getbasetemp()
    root = root.parent if "PYTEST_XDIST_WORKER" in os.environ else root
    # Where `make coq-theory` was run before, the theory is compiled, and only what has changed is compiled again.
    directory, said = ROOT / "build" / "coq-sample" if os.environ.get("CI") else root / "coq", root / "coq-said.txt"
    with (root / "coq-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # once, however many processes run the tests
        if not said.exists():
            command = [sys.executable, "-m", "rrproof", "export", *CLAIMS, "--coq", str(directory), "--check"]
            ordered = {**os.environ, "PYTHONHASHSEED": "0"}  # sets in a fixed order: the same files on every run
            done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=ordered)
            said.write_text(f"{done.returncode}\n{done.stdout}{done.stderr}", encoding="utf-8")
    return directory, said.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def library(checked):
    """The theory, compiled by Coq."""
    return checked[0]


def _answer(directory, name, theorems):
    """What is exported, and what Coq says to it."""
    exported = export_theorems(name, "", theorems)
    return exported, compiled(exported.write(directory)).error


def _answers(directory, needed):
    """What Coq says to files, of which some need others."""
    checking = Checking(directory, jobs=2)
    for name, needs in needed.items():
        checking.hand_over(name, needs)
    answers = {answer.path.stem: answer.error for answer in checking.rest()}
    checking.end()
    return answers


def _lemmas(module):
    inside = LOGIC.split(f"Module {module}.")[1].split(f"End {module}.")[0]
    return set(re.findall(r"^Lemma (\w+)", inside, flags=re.M))


def test_every_rule_has_its_lemma():
    wanted = {name for rule in kernel.RULES if rule not in NO_LEMMA for name in SEVERAL.get(rule, [rule])}
    assert wanted == _lemmas("Rule")


def test_every_axiom_is_a_lemma():
    assert set(kernel.axioms(arrow(REAL, REAL))) == _lemmas("Law")


def test_coq_accepts_the_theory_and_assumes_only_its_libraries_axioms(library):
    lines = [
        f"Definition both_{i} := (@{name}, I)."
        for i, name in enumerate(name for lemmas in theory().values() for name in lemmas)
    ]
    together = " ".join(f"(both_{i}," for i in range(len(lines))) + " I" + ")" * len(lines)
    path = library / "Assumptions.v"
    head = "From rrproof Require Import Logic Definitions Theory.\n"
    path.write_text(
        "\n".join([head, *lines, f"Definition all_of_them := {together}.", "Print Assumptions all_of_them."]),
        encoding="utf-8",
    )
    command = ["coqc", "-q", "-Q", str(library), "rrproof", str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=library).stdout
    shown = set(re.findall(r"^(\S+)\s*:", said, flags=re.M)) - {"Axioms"}
    assert {name for name in shown if not re.fullmatch(AXIOMS_OF_INTERVAL, name)} == AXIOMS_OF_COQ


SECOND_VERSIONS = ("FiniteTypes", "NumericAnswers")


def test_each_definition_of_the_field_agrees_with_one_written_by_hand(library):
    """What the files say of each, Coq has accepted with the theory; it assumes what that does."""
    texts = [(library / f"{name}.v").read_text(encoding="utf-8") for name in SECOND_VERSIONS]
    agree = [word for text in texts for word in re.findall(r"^Theorem (\w+)_agrees", text, flags=re.M)]
    assert sorted(agree) == sorted(LIBRARY)
    assert not re.search(r"Admitted|Axiom|Parameter|Abort", "".join(texts))
    path = library / "AssumptionsOfSecondVersions.v"
    together = " ".join(f"(@{word}_agrees," for word in agree) + " I" + ")" * len(agree)
    asked = f"Definition all_of_them := {together}.\nPrint Assumptions all_of_them.\n"
    path.write_text(f"From rrproof Require Import {' '.join(SECOND_VERSIONS)}.\n{asked}", encoding="utf-8")
    command = ["coqc", "-q", "-Q", str(library), "rrproof", str(path)]
    said = subprocess.run(command, capture_output=True, text=True, check=True, cwd=library).stdout
    decided = {"Classical_Prop.classic", "ClassicalDedekindReals.sig_not_dec"}  # by which `Rle_dec` tells numbers apart
    assert {*re.findall(r"^([\w.]+)\s*:", said, flags=re.M)} - {"Axioms"} <= AXIOMS_OF_COQ | decided


@pytest.mark.parametrize(
    ("word", "meant", "said"),
    [
        ("private", "P a y <= x * P b y", "P a y <= x * P a y"),
        ("variance", "^^ 2", "^^ 4"),
        ("least_level", "x <= z", "z <= x"),
        ("dealt", "(-1) * i", "(-2) * i"),
        ("eigenvalue", "= z * v x", "= z + v x"),
        ("independent_variables", "f i (V i y)", "f i (V i i)"),
        ("subset_selection", "binomial (k + (-1)) l)", "binomial k l)"),
        ("all_pairs", "h y = a /\\ r y = b", "h y = a"),
        ("noisy_histogram", "Then 1 Else 0", "Then 2 Else 0"),
        ("noise_moment", "i + 1", "i + 2"),
        ("noisy_count", "v t = i", "v i = t"),
        ("relaxed_pair", "extended w (n + 1) o", "extended w (n + 1) z"),
        ("integral_above", "F a + v", "F a + 2 * v"),
        ("step_at", "z < c (i + 1)", "z <= c (i + 1)"),
        ("mixed_mean", "u j + s j * z", "u j * z + s j"),
        ("uniform_mean", "2 * i + (-1)", "2 * i"),
        ("sum_of_integers", "u + f 0 + w", "u + w"),
        ("staircase", "* d <= abs z", "* d < abs z"),
        ("staircase_mean", "v + (-1) * u", "v + u"),
    ],
)
def test_a_definition_that_says_something_else_does_not_agree(library, tmp_path, word, meant, said):
    for name in ("Logic.v", "Logic.vo", *(f"{name}.v" for name in SECOND_VERSIONS)):
        copy(library / name, tmp_path / name)
    text = (library / "Definitions.v").read_text(encoding="utf-8")
    before, rest = text.split(f"Definition {word} :")
    definition, end, after = rest.partition(".\n")
    assert meant in definition
    changed = before + f"Definition {word} :" + definition.replace(meant, said) + end + after
    (tmp_path / "Definitions.v").write_text(changed, encoding="utf-8")
    assert compiled(tmp_path / "Definitions.v").error == ""
    home = next(
        name
        for name in SECOND_VERSIONS
        if f"Theorem {word}_agrees" in (library / f"{name}.v").read_text(encoding="utf-8")
    )
    for name in SECOND_VERSIONS[: SECOND_VERSIONS.index(home)]:
        assert compiled(tmp_path / f"{name}.v").error == ""
    error = compiled(tmp_path / f"{home}.v").error
    assert "Error" in error
    lines = (library / f"{home}.v").read_text(encoding="utf-8").splitlines()
    above = "\n".join(lines[: int(re.search(r"line (\d+)", error).group(1))])
    assert re.findall(r"^(?:Theorem|Lemma) (\w+)", above, flags=re.M)[-1] == f"{word}_agrees"


P, Q, X_, Y_ = (Polynomial.variable(name) for name in "pqxy")
N_, ONE_ = Polynomial.variable("n"), Polynomial.constant(1)


def _decided(conclusion, *hypotheses):
    return arithmetic_kernel.one_variable(Sequent(frozenset(hypotheses), conclusion))


def _of_each_rule():
    """A theorem by each rule of the kernel of arithmetic."""
    k = arithmetic_kernel
    positive, more, not_positive = greater(P, 0), greater(Q, 1), at_least(-P * Q, 0)
    nonzero, zero = different(P, 0), equal_to(P, 0)
    assumed, both, either = k.assume(positive), AllOf((positive, more)), AnyOf((positive, greater(0, P)))
    square = k.contradiction((nonzero, zero), Certificate((1, ((nonzero, 2),)), (), ((-P, zero),)))
    cone = ((1, ONE_, (not_positive,)), (1, ONE_, (positive,)))
    clash = k.contradiction((not_positive, positive, more), Certificate((1, ((positive, 1), (more, 1))), cone))
    divisor = k.weaken(_decided(different(Q, 0), more), (positive,))
    compared = Comparison(Operation("/", (P, Q)), ">", Polynomial.constant(0))
    cubes = _decided(at_least((ONE_ - X_) ** 3, 0), greater(X_, 0), greater(1, X_))
    below = (equal_to(Y_, X_ + 1), greater(Y_, 1), greater(2, Y_))
    growing = _decided(at_least((N_ + 1) ** 2, N_ + 1), at_least(N_ * N_, N_), at_least(N_, 2))
    program = LinearProgram.dense([1, 2], [[1, 0], [0, 1]], [1, Fraction(1, 3)], [[1, 1]], [2])
    function = LogLinear(Quotient(P, X_), ((Q, Quotient(X_, P * P + 1)),))
    return {
        "assume": assumed,
        "weaken": k.weaken(assumed, (more,)),
        "cut": k.cut(_decided(greater(Q, 0), more), _decided(different(Q, 0), greater(Q, 0))),
        "conjoin": k.conjoin(assumed, k.assume(more)),
        "project": k.project(k.assume(both), more),
        "unpack": k.unpack(k.conjoin(k.assume(more), assumed), both),
        "choose": k.choose(assumed, AnyOf((more, positive))),
        "cases": k.cases(either, *(_decided(nonzero, part) for part in either.parts)),
        "excluded_middle": k.excluded_middle(both),
        "absurd": k.absurd(square, nonzero),
        "instantiate": k.instantiate(cubes, {"x": P * Q - 2}),
        "eliminate": k.eliminate(cubes, "y", X_ + 1, Sequent(frozenset(below), at_least((ONE_ * 2 - Y_) ** 3, 0))),
        "compare": k.compare(
            k.conjoin(divisor, k.absurd(clash, greater(P * Q, 0))), Sequent(frozenset((positive, more)), compared)
        ),
        "contradiction": square,
        "one_variable": _decided(greater(X_**3 - X_**2, 0), equal_to(X_**2, 2), greater(X_, 0)),
        "round_up": k.round_up("n", Fraction(5, 2), True),
        "integer_cases": k.integer_cases("n", -1, 2),
        "induction": k.induction(_decided(at_least(Polynomial.constant(2), 0)), growing, "n", 2),
        "enclose": k.enclose(NamedConstant("c", "erf", Fraction(1, 2)), Fraction(52, 100), Fraction(53, 100)),
        "derivative": k.derivative(function, "x", Quotient(Q * X_ - P, X_**2)),
        "counterexample": k.counterexample(Sequent(frozenset((positive,)), more), {"p": 1, "q": Fraction(1, 2)}),
        "weak_duality": k.weak_duality(program, [Fraction(5, 3), Fraction(1, 3)], [0, 1], [1]),
        "farkas": k.farkas(LinearProgram.dense([0], [[1], [-1]], [1, 0]), [1, 1], []),
        "oracle": k.oracle("someone", Sequent(frozenset((positive,)), more)),
    }


def test_every_rule_of_arithmetic_is_replayed(library):
    theorems = _of_each_rule()
    assert set(theorems) == set(arithmetic_kernel.RULES)
    exported, error = _answer(library, "each_rule", list(theorems.items()))
    assert exported.left_out == ()
    assert exported.axioms == ("someone",)
    assert error == ""


RELATIONS = ("=", "!=", "<", "<=", ">", ">=")


def _quotient(relation, p, q, x):
    """1/(p (q + 1/x)) compared with p, in an order that the names do not give."""
    divisor = Operation("*", (p, Operation("+", (Operation("/", (ONE_, x)), q))))
    return Comparison(Operation("/", (x * q - p + 1, divisor)), relation, p)


def _compared(relation):
    """What a comparison says of polynomials, from it and back, as the only part of a disjunction."""
    written = _quotient(relation, P, Q, X_)
    turned = Operation("*", (Operation("+", (Q, Operation("/", (ONE_, X_)))), P))
    other = AnyOf((Comparison(Operation("/", (X_ * Q - P + 1, turned)), relation, P),))
    assumed = arithmetic_kernel.assume(in_polynomials(written))
    return arithmetic_kernel.compare(assumed, Sequent(frozenset((AnyOf((written,)),)), other))


def _negative_half():
    """A comparison with a divisor that is -1/2 times an irreducible factor."""
    half = Operation("/", (ONE_ - P, Polynomial.constant(2)))
    written = Comparison(Operation("/", (P * Q, half)), "<=", X_)
    return arithmetic_kernel.compare(arithmetic_kernel.assume(in_polynomials(written)), _of(written))


def _of(written):
    """What a comparison says in polynomials, as a hypothesis of the comparison."""
    return Sequent(frozenset((in_polynomials(written),)), written)


def _nested(order):
    """Cases within cases, as the logic joins them two by two; the order is that of the factors."""
    cases = [
        AllOf(
            (
                Comparison(Operation("*", (P, X_ - i)[::order]), "<=", Operation("*", (Q, Y_)[::order])),
                AllOf((Comparison(P + i, "<", Operation("+", (Q, X_)[::order])), greater(X_, i))),
            )
        )
        for i in range(14)
    ]
    whole = AnyOf((cases[-2], cases[-1]))
    for case in reversed(cases[:-2]):
        whole = AnyOf((case, whole))
    return whole


def _steps_with_much_around():
    """Steps in which a tactic that looks at all that is known finds no end, or not what it looks for."""
    k = arithmetic_kernel
    clash = k.contradiction(
        (greater(P, 0), equal_to(P, 0)), Certificate((1, ((greater(P, 0), 1),)), (), ((-ONE_, equal_to(P, 0)),))
    )
    parts = [
        AllOf((greater(P * (i + 1), 0), different(Q + i, 0), at_least(X_ - i, 0), equal_to(P * Q + i, X_)))
        for i in range(12)
    ]
    many = AnyOf(tuple(parts))
    quotient = _quotient("<", P, Q, X_)
    named = k.assume(Comparison(Operation("/", (P, Q * X_ - P + 1)), "=", X_))
    return {
        "absurd": k.absurd(k.weaken(clash, (negation(many),)), many),
        "absurd of a comparison": k.absurd(k.weaken(clash, (negation(quotient),)), quotient),
        "excluded middle": k.excluded_middle(many),
        "excluded middle of comparisons": k.excluded_middle(AnyOf((quotient, many))),
        "reordered": k.instantiate(named, {"p": X_, "q": Y_, "x": P}),
        "instantiated": k.instantiate(k.assume(many), {"p": X_, "q": Y_, "x": P}),
        "cases within cases": k.compare(
            k.assume(in_polynomials(_nested(1))), Sequent(frozenset((_nested(1),)), _nested(-1))
        ),
        "erf": k.enclose(NamedConstant("c", "erf", Fraction(1, 2)), Fraction(52, 100), Fraction(53, 100)),
        **{f"compared by {relation}": _compared(relation) for relation in RELATIONS},
        "negative half": _negative_half(),
    }


def test_a_step_is_shown_from_what_it_comes_from_alone(library):
    exported, error = _answer(library, "much_around", list(_steps_with_much_around().items()))
    assert exported.left_out == ()
    assert error == ""


def test_a_step_assumes_only_what_its_proof_uses():
    k = arithmetic_kernel
    positive, more, other = greater(P, 0), greater(Q, 1), greater(X_, 0)
    clash = k.contradiction(
        (positive, equal_to(P, 0), more), Certificate((1, ((positive, 1),)), (), ((-ONE_, equal_to(P, 0)),))
    )
    assert trimmed(clash).sequent.hypotheses == {positive, equal_to(P, 0)}
    assumed = k.assume(positive)
    either = AnyOf((more, other))
    proofs = [
        k.weaken(assumed, (more,)),
        k.cut(k.assume(more), k.weaken(assumed, (more,))),
        k.unpack(k.weaken(assumed, (more, other)), AllOf((more, other))),
        k.cases(either, k.weaken(assumed, (more,)), k.weaken(assumed, (other,))),
        k.project(k.conjoin(assumed, k.assume(more)), positive),
    ]
    for proof in proofs:
        assert trimmed(proof).rule == "assume"
        assert trimmed(proof).sequent.hypotheses == {positive}
    false = trimmed(k.absurd(k.weaken(clash, (negation(other),)), other))
    assert (false.rule, false.sequent.hypotheses) == ("from_false", {positive, equal_to(P, 0)})
    written = Comparison(P, ">", Polynomial.constant(0))
    compared = k.compare(k.weaken(assumed, (more,)), Sequent(frozenset((written, more)), written))
    assert trimmed(compared).sequent.hypotheses == {written}


def test_a_lemma_is_written_once():
    once = export_theorems("once", "", [("one", _compared("="))]).text
    twice = export_theorems("twice", "", [("one", _compared("=")), ("two", _compared("="))]).text
    assert twice.count("Lemma ") == once.count("Lemma ") > 0


def test_a_file_cites_what_a_file_before_it_proves(library):
    shared = Shared()
    believed = arithmetic_kernel.oracle("someone", Sequent(frozenset(), greater(P, 0)))
    theorems = [("compared", _compared("=")), ("believed", believed)]
    first, second = (shared.add(export_theorems(name, "", theorems)) for name in ("before", "after"))
    assert [len(re.findall("^(?:Lemma|Axiom) ", file.text, flags=re.M)) > 0 for file in (first, second)] == [
        True,
        False,
    ]
    assert "before" not in first.needs
    assert second.needs == (*first.needs, "before")
    assert second.text.count("Theorem after_") == 2
    assert [compiled(file.write(library)).error for file in (first, second)] == ["", ""]


def test_a_file_needs_only_those_that_it_cites():
    shared = Shared()
    for name, relation in (("less", "<"), ("equal", "=")):
        shared.add(export_theorems(name, "", [("", _compared(relation))]))
    assert "equal" not in shared.add(export_theorems("again", "", [("", _compared("<"))])).needs


def test_what_rests_on_a_refused_file_is_written_again_without_it():
    shared = Shared()
    whole = [export_theorems(name, "", [("", _compared("="))]) for name in ("first", "second", "third")]
    other = export_theorems("other", "", [("", _compared("<"))])
    _, second, third, _ = map(shared.add, [*whole, other])
    assert second.needs[-1] == third.needs[-1] == "first"
    again = shared.without("first")
    assert [file.name for file in again] == ["second", "third"]
    assert again[0] == whole[1]
    assert again[1].needs == (*whole[2].needs, "second")


def test_coq_accepts_claims(checked):
    directory, said = checked
    assert said.startswith("0\n"), said
    assert "accepted by Coq, 0 in 0 files" in said
    assert "Theorem HLM_17_1 :" in (directory / "HLM_17.v").read_text(encoding="utf-8")


def _truth():
    return kernel.axiom("truth")


def _for_all_from_one():
    said = equal(X, ZERO)
    step = kernel.discharge(said, kernel.generalise(X, kernel.assume(said)))
    return kernel.detach(kernel.specialise(kernel.generalise(X, step), ZERO), kernel.reflexive(ZERO))


def _unpacked():
    some = kernel.witness(there_is(X, equal(X, ONE)), ONE, kernel.reflexive(ONE))
    return kernel.generalise(X, kernel.unpack(some, X, kernel.assume(equal(X, ONE))))


def _induction():
    predicate = closed(X, LESS(X, ZERO))
    known = AND(INTEGER(X), AT_MOST(ZERO, X))
    wanted = LESS(PLUS(X, ONE), ZERO)
    step = kernel.detach(kernel.assume(IMPLIES(known, wanted)), kernel.assume(known))
    return kernel.discharge(IMPLIES(known, wanted), kernel.induction(_truth(), step, predicate, X))


def _arithmetic():
    sequent = arithmetic_kernel.contradiction((), arithmetic_kernel.Certificate((1, ())))
    return kernel.by_arithmetic(sequent, (), FALSE, ())


FORGED = {
    "detach": lambda: kernel.detach(kernel.discharge(FALSE, kernel.assume(FALSE)), _truth()),
    "choose": lambda: derived.choose(_truth(), OR(FALSE, FALSE)),
    "cases": lambda: kernel.cases(derived.choose(_truth(), OR(FALSE, TRUE)), kernel.assume(FALSE), _truth()),
    "absurd": lambda: derived.absurd(FALSE, _truth()),
    "generalise": _for_all_from_one,
    "witness": lambda: kernel.witness(there_is(X, AND(LESS(X, ZERO), LESS(ZERO, X))), ZERO, _truth()),
    "unpack": _unpacked,
    "induction": _induction,
    "replace": lambda: kernel.replace(kernel.reflexive(ONE), closed(X, LESS(X, X)), _truth()),
    "transitive": lambda: derived.transitive(kernel.reflexive(ZERO), kernel.reflexive(ONE)),
    "follow": lambda: derived.follow(kernel.reflexive(FALSE), _truth()),
    "literal": lambda: kernel.literal(Number(arithmetic_kernel.Fraction(1, 2))),
    "arithmetic": _arithmetic,
}


@pytest.mark.parametrize("forgery", sorted(FORGED))
def test_a_forged_proof_is_refused_by_both(forgery, library, monkeypatch):
    with monkeypatch.context() as unchecked:  # a kernel that asks for nothing makes the forgery
        unchecked.setattr(kernel, "_require", lambda condition, message: None)
        unchecked.setattr(arithmetic_kernel, "_require", lambda condition, message: None)
        theorem = FORGED[forgery]()
        data = logic_file.to_json(theorem)
    with pytest.raises(ProofFileError):
        logic_file.recheck(data)
    exported, error = _answer(library, f"forged_{forgery}", [(forgery, theorem)])
    assert exported.theorems == 1
    assert "Error" in error
    assert "Syntax error" not in error


def test_what_is_no_forgery_is_accepted(library):
    theorem = kernel.generalise(X, kernel.discharge(equal(X, ONE), kernel.assume(equal(X, ONE))))
    assert theorem.conclusion == for_all(X, IMPLIES(equal(X, ONE), equal(X, ONE)))
    assert _answer(library, "honest", [("honest", theorem)])[1] == ""


@pytest.mark.skipif(which("coqc") is None, reason="coqc is not installed")
def test_what_is_compiled_stays_so_until_something_changes(tmp_path):
    texts = {"A": "Definition a := 1.\n", "B": "From rrproof Require Import A.\n", "C": "Definition c := 1.\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.v").write_text(text, encoding="utf-8")
    needed = {"B": ("A",), "A": (), "C": ()}

    def times():
        assert _answers(tmp_path, needed) == dict.fromkeys(needed, "")
        return [(tmp_path / f"{name}.vo").stat().st_mtime_ns for name in texts]

    first = times()
    assert times() == first
    (tmp_path / "A.v").write_text("Definition a := 2.\n", encoding="utf-8")
    assert [new == old for new, old in zip(times(), first, strict=True)] == [False, False, True]
    (tmp_path / "A.v").write_text("Definition a := d.\n", encoding="utf-8")
    answers = _answers(tmp_path, needed)
    assert "d was not found" in answers.pop("A")
    assert answers == {"B": "it rests on A", "C": ""}


@pytest.mark.skipif(which("coqc") is None, reason="coqc is not installed")
def test_what_takes_too_long_is_not_accepted(tmp_path):
    path = tmp_path / "Long.v"
    path.write_text("Goal True.\ndo 1000000000 idtac.\nexact I.\nQed.\n", encoding="utf-8")
    assert compiled(path, seconds=1).error == "it takes longer than 1 s of processor time"


def test_export_wants_to_know_what(tmp_path):
    result = CliRunner().invoke(rrproof, ["export", "--coq", str(tmp_path)])
    assert result.exit_code == 2
    assert "say --drawn N" in result.output


def test_a_report_links_the_files_for_coq(tmp_path, monkeypatch):
    monkeypatch.setattr("derivations.coq.export.write_library", lambda directory: directory.mkdir() or ())
    page, files = tmp_path / "page.html", tmp_path / "files for coq"
    said = CliRunner().invoke(rrproof, ["report", "HLM-02", "HLM-01", "--html", str(page), "--coq", str(files)])
    assert said.exit_code == 0, said.output
    linked = re.findall(r'download href="([^"]*)"', page.read_text(encoding="utf-8"))
    assert linked == ["files%20for%20coq/HLM_02.v"]  # the other one is a definition
    assert "Theorem HLM_02_1 :" in (files / "HLM_02.v").read_text(encoding="utf-8")
