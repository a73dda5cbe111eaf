"""Proof files: what was written is checked again, what was forged is refused with the number of the step."""

from __future__ import annotations

import copy
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from derivations.arithmetic import kernel, proof_file
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.proof_file import ProofFileError, recheck, recheck_file, to_json, write_file
from derivations.arithmetic.statements import Certificate, LinearProgram, LogLinear, Quotient, Sequent
from derivations.prover import Proved, prove
from mechanisms.exact.expression import Operation
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    IntegerValued,
    NamedConstant,
    at_least,
    different,
    equal_to,
    greater,
)
from mechanisms.exact.polynomial import Polynomial

x, y, n = (Polynomial.variable(name) for name in ("x", "y", "n"))
ONE = Polynomial.constant(1)
A, B = greater(x, 0), greater(y, 0)


def by_every_rule() -> dict[str, Theorem]:
    """One theorem by each rule of the kernel."""
    integer, pair, either = IntegerValued("n"), AllOf((A, B)), AnyOf((A, B))
    positive = Sequent(frozenset((greater(x, 1),)), greater(x, 0))
    square = at_least(n * n, n)
    base = kernel.one_variable(Sequent(frozenset(), at_least(0, 0)))
    step = kernel.one_variable(Sequent(frozenset((at_least(n, 0),)), at_least((n + 1) ** 2, n + 1)))
    opposed = Certificate((Fraction(1), ((A, 1),)), ((Fraction(1), ONE, (at_least(0, x),)),))
    clash = kernel.contradiction((A, at_least(0, x)), opposed)
    refuted = Certificate((Fraction(1), ((different(x, 0), 2),)), (), ((-x, equal_to(x, 0)),))
    program = LinearProgram.dense(
        (Fraction(1),), ((Fraction(1),),), (Fraction(2, 3),), ((Fraction(3),),), (Fraction(2),)
    )
    empty = LinearProgram.dense((Fraction(1),), ((Fraction(1),), (Fraction(-1),)), (Fraction(1), Fraction(0)))
    logarithm = LogLinear(Quotient(x, ONE), ((y, Quotient(x, y)),))
    halves = Comparison(Operation("/", (x, y)), ">=", Operation("/", (2 * x - 1, Operation("+", (y, y)))))
    halved = prove(Sequent(frozenset((B,)), halves))
    assert isinstance(halved, Proved)
    conjunction = kernel.conjoin(kernel.assume(A), kernel.assume(B))
    return {
        "assume": kernel.assume(A),
        "weaken": kernel.weaken(kernel.assume(A), (B, pair)),
        "cut": kernel.cut(kernel.one_variable(positive), kernel.weaken(kernel.assume(B), (A,))),
        "conjoin": conjunction,
        "project": kernel.project(conjunction, B),
        "unpack": kernel.unpack(conjunction, pair),
        "choose": kernel.choose(kernel.assume(A), either),
        "cases": kernel.cases(either, kernel.choose(kernel.assume(A), either), kernel.choose(kernel.assume(B), either)),
        "excluded_middle": kernel.excluded_middle(either),
        "compare": halved.theorem,
        "absurd": kernel.absurd(clash, A),
        "instantiate": kernel.instantiate(kernel.assume(A), {"x": x * y - Fraction(1, 2)}),
        "eliminate": kernel.eliminate(kernel.assume(B), "x", y, Sequent(frozenset((equal_to(x, y), B)), A)),
        "contradiction": kernel.contradiction((different(x, 0), equal_to(x, 0)), refuted),
        "derivative": kernel.derivative(logarithm, "x", Quotient(x + y, x)),
        "one_variable": kernel.one_variable(positive),
        "round_up": kernel.round_up("n", Fraction(1, 2), True),
        "integer_cases": kernel.integer_cases("n", -1, 1),
        "induction": kernel.induction(base, kernel.weaken(step, (integer, square)), "n", 0),
        "enclose": kernel.enclose(NamedConstant("x", "exp", Fraction(1, 2)), Fraction(8, 5), Fraction(5, 3)),
        "counterexample": kernel.counterexample(Sequent(frozenset((different(x, 0),)), A), {"x": Fraction(-1, 2)}),
        "weak_duality": kernel.weak_duality(program, (Fraction(2, 3),), (Fraction(1),), (Fraction(0),)),
        "farkas": kernel.farkas(empty, (Fraction(1), Fraction(1)), ()),
        "oracle": kernel.oracle("z3", Sequent(frozenset((A,)), B)),
    }


@pytest.fixture(scope="module")
def proof() -> dict[str, Any]:
    """The file of a proof with several steps."""
    p, q = Polynomial.variable("p"), Polynomial.variable("q")
    facts = [at_least(p, 0), at_least(1, p), at_least(q, 0), at_least(1, q), greater(p + q, 1)]
    written = Comparison(Operation("/", (p, Operation("^", (q, Polynomial.constant(2))))), ">=", p)
    claims = (greater(2 * p * q - p - q + 1, 0), greater(p + q, Fraction(1, 2)), written)
    outcome = prove(Sequent(frozenset(facts), AllOf(claims)))
    assert isinstance(outcome, Proved)
    return to_json(outcome.theorem)


def test_every_rule_has_its_arguments_listed() -> None:
    assert set(proof_file.ARGUMENTS) == set(kernel.RULES) == set(by_every_rule())


@pytest.mark.parametrize("rule", sorted(kernel.RULES))
def test_each_rule_is_written_and_checked_again(rule: str, tmp_path: Path) -> None:
    theorem = by_every_rule()[rule]
    assert theorem.rule == rule
    write_file(theorem, tmp_path / "proof.json")
    again = recheck_file(tmp_path / "proof.json")
    assert again is not theorem
    assert (again.statement, again.oracles, again.rule) == (theorem.statement, theorem.oracles, rule)
    assert to_json(again) == to_json(theorem)


def test_the_file_is_plain_and_readable() -> None:
    data = to_json(kernel.assume(greater(Fraction(3, 2) * x * x * y, Fraction(1, 4))))
    assert data == json.loads(json.dumps(data))
    assert data["formulas"] == [{"polynomial": [["-1", {}], ["6", {"x": 2, "y": 1}]], "relation": ">"}]
    assert data["steps"] == [{"rule": "assume", "arguments": [0], "premises": []}]
    assert data["statement"] == {"sequent": {"hypotheses": [0], "conclusion": 0}}


def test_long_chains_need_no_recursion() -> None:
    theorem = kernel.assume(A)
    for _ in range(3000):
        theorem = kernel.weaken(theorem, (A,))
    assert recheck(to_json(theorem)).statement == theorem.statement


def test_shared_premises_are_written_once() -> None:
    theorem = kernel.assume(A)
    for _ in range(60):
        theorem = kernel.conjoin(theorem, theorem)
    data = to_json(theorem)
    assert len(data["steps"]) == 61
    assert recheck(data).statement == theorem.statement


def test_a_proof_is_replayed_by_the_kernel_alone(proof: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    used = []
    for name, rule in list(kernel.RULES.items()):
        monkeypatch.setitem(kernel.RULES, name, lambda *a, rule=rule, name=name: (used.append(name), rule(*a))[1])
    recheck(proof)
    assert used == [step["rule"] for step in proof["steps"]]


# -- forged --------------------------------------------------------------------------------------------------------


def test_another_statement_is_refused(proof: dict[str, Any]) -> None:
    forged = copy.deepcopy(proof)
    forged["statement"]["sequent"]["hypotheses"].pop()
    with pytest.raises(ProofFileError, match="proves another statement"):
        recheck(forged)


def test_a_concealed_oracle_is_refused() -> None:
    data = to_json(kernel.oracle("z3", Sequent(frozenset((A,)), B)))
    data["oracles"] = []
    with pytest.raises(ProofFileError, match="trusts"):
        recheck(data)


def test_the_number_of_the_step_is_named() -> None:
    theorem = kernel.weaken(kernel.weaken(kernel.one_variable(Sequent(frozenset((A,)), greater(x, -1))), (B,)), (B,))
    data = to_json(theorem)
    data["steps"][0]["arguments"][0]["conclusion"] = data["formulas"].index(
        {"polynomial": [["1", {"y": 1}]], "relation": ">"}
    )
    with pytest.raises(ProofFileError, match="step 0: 2 variables"):
        recheck(data)
    data = to_json(theorem)
    data["steps"][1]["premises"] = [2]
    with pytest.raises(ProofFileError, match="step 1: a premise is the number of an earlier step"):
        recheck(data)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(data, dict):
        for key, value in data.items():
            found += places(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            found += places(value, (*path, index))
    return found


junk = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.just(10**5000),
    st.floats(allow_nan=True),
    st.sampled_from(["", "1/0", "1/2", "-3", "x", "assume", "oracle", "0x10", "1e5", "٣", "__class__"]),
    st.lists(st.integers(-2, 5), max_size=3),
    st.dictionaries(st.sampled_from(["x", "rule", "all", "any", "integer"]), st.integers(-1, 3), max_size=2),
)


@given(data=st.data())
def test_random_changes_never_prove_anything_else(proof: dict[str, Any], data: st.DataObject) -> None:
    """Whatever is put anywhere in the file: it is refused, or it still proves what the kernel says it proves."""
    forged = copy.deepcopy(proof)
    path = data.draw(st.sampled_from(places(forged)))
    target = forged
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = data.draw(junk)
    try:
        theorem = recheck(forged)
    except ProofFileError:
        return
    assert theorem.oracles == frozenset()
    for a in range(-2, 4):
        for b in range(-2, 4):
            point = {"p": Fraction(a, 2), "q": Fraction(b, 2)}
            sequent = theorem.sequent
            assert not all(h.holds_at(point) for h in sequent.hypotheses) or sequent.conclusion.holds_at(point)


@given(data=st.data())
def test_a_dropped_entry_is_refused_or_harmless(proof: dict[str, Any], data: st.DataObject) -> None:
    forged = copy.deepcopy(proof)
    path = data.draw(st.sampled_from(places(forged)))
    target = forged
    for key in path[:-1]:
        target = target[key]
    del target[path[-1]]
    try:
        assert isinstance(recheck(forged), Theorem)
    except ProofFileError:
        return


@pytest.mark.parametrize("data", [None, 3, "x", [], {}, {"format": "rrproof proof 1"}, [[]]])
def test_what_is_no_proof_at_all(data: object) -> None:
    with pytest.raises(ProofFileError):
        recheck(data)


def changed(**entries: Any) -> dict[str, Any]:
    return {**to_json(kernel.assume(A)), **entries}


def comparing(left: Any, relation: str = "=") -> dict[str, Any]:
    """A file in which an expression is compared with 0."""
    return changed(formulas=[{"left": left, "relation": relation, "right": []}])


def nested(depth: int) -> Any:
    expression: Any = [["1", {"x": 1}]]
    for _ in range(depth):
        expression = {"/": [[["1", {}]], expression]}
    return expression


def power_of_sums() -> Any:
    """(a + ... + f)^1000"""
    return {"^": [[["1", {name: 1}] for name in "abcdef"], [["1000", {}]]]}


def tower() -> Any:
    """((x^1000)^1000)^1000 ..."""
    expression: Any = [["1", {"x": 1}]]
    for _ in range(20):
        expression = {"^": [{"+": [expression, [["1", {}]]]}, [["1000", {}]]]}
    return expression


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (changed(format="other 2"), "this version reads"),
        (changed(steps=[]), "steps"),
        (
            changed(steps=[{"rule": "assume", "arguments": [7], "premises": []}]),
            "step 0: the number of an earlier formula",
        ),
        (changed(steps=[{"rule": "assume", "arguments": [True], "premises": []}]), "earlier formula"),
        (changed(steps=[{"rule": "assume", "arguments": [-1], "premises": []}]), "earlier formula"),
        (changed(steps=[{"rule": "assume", "arguments": [], "premises": []}]), "a list of 1 entries"),
        (changed(steps=[{"rule": "_make", "arguments": [], "premises": []}]), "no rule '_make'"),
        (changed(steps=[{"rule": ["assume"], "arguments": [], "premises": []}]), "no rule"),
        (changed(steps=[{"rule": "assume", "arguments": [0], "premises": [], "extra": 1}]), "keys rule"),
        (changed(steps=[{"rule": "conjoin", "arguments": [], "premises": [0]}]), "earlier step"),
        (comparing([["1", {}]], "~"), "formula 0: a relation is one of"),
        (comparing({"-": [[], []]}), "formula 0: an operator is one of"),
        (comparing({"/": [[]]}), "formula 0: the operator / does not join 1 parts"),
        (comparing({"+": []}), "formula 0: the operator . does not join 0 parts"),
        (comparing({"^": [[["1", {"x": 1}]], [["1001", {}]]]}), "formula 0: an exponent is an integer"),
        (comparing({"^": [[["1", {"x": 1}]], [["1", {"x": 1}]]]}), "formula 0: an exponent is an integer"),
        (comparing({"+": [[]], "*": [[]]}), "formula 0: an operation has one operator"),
        (comparing({"+": [0.5]}), "formula 0: a list is needed"),
        (comparing(nested(45)), "formula 0: an operation has one operator, nested at most"),
        (comparing(power_of_sums()), "formula 0: a comparison expands to too many terms"),
        (comparing(tower()), "formula 0: a comparison expands to too many terms"),
        (changed(formulas=[{"all": [0]}]), "formula 0: the number of an earlier formula"),
        (changed(formulas=[{"polynomial": [], "relation": "<"}]), "a relation is one of"),
        (changed(formulas=[{"polynomial": [["1/0", {}]], "relation": ">"}]), "is zero"),
        (changed(formulas=[{"polynomial": [["0.5", {}]], "relation": ">"}]), "a rational"),
        (changed(formulas=[{"polynomial": [[0.5, {}]], "relation": ">"}]), "a rational"),
        (changed(formulas=[{"polynomial": [["9" * 5000, {}]], "relation": ">"}]), "digits"),
        (changed(formulas=[{"polynomial": [["1", {"x": 10**30}]], "relation": ">"}]), "an exponent"),
        (changed(formulas=[{"polynomial": [["1", {"x": -1}]], "relation": ">"}]), "an exponent"),
        (changed(formulas=[{"polynomial": [["1", {"x": True}]], "relation": ">"}]), "an exponent"),
        (changed(formulas=[{"polynomial": [["1", {"": 1}]], "relation": ">"}]), "a short name"),
        (changed(formulas=[{"polynomial": [["1", ["x", 1]]], "relation": ">"}]), "an object"),
        (changed(formulas=[{"constant": "x", "function": "cosh", "argument": "1"}]), "a function is one of"),
        (changed(formulas=[{"any": []}, *({"all": [k]} for k in range(50))]), "nested"),
        (
            changed(
                formulas=[{"integer": "n"}],
                steps=[
                    {
                        "rule": "contradiction",
                        "arguments": [[], {"positive": ["1", [[0, 1]]], "cone": [], "equations": []}],
                        "premises": [],
                    }
                ],
            ),
            "formula 0 is not a condition",
        ),
        (changed(statement={"sequent": 1, "refuted": 2}), "one key"),
        (changed(statement={"truth": 1}), "unknown kind"),
        (changed(statement={"refuted": [{"hypotheses": [], "conclusion": 0}, {"x": "1"}]}), "another statement"),
        (changed(statement={"optimal": [{}, [], "1"]}), "keys cost"),
    ],
)
def test_malformed_parts_are_named(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ProofFileError, match=message):
        recheck(data)


def test_a_premise_of_the_wrong_kind_is_refused() -> None:
    data = to_json(kernel.weaken(kernel.assume(A), ()))
    data["steps"][1]["premises"] = [0, 0]
    with pytest.raises(ProofFileError, match="step 1"):
        recheck(data)
    refuted = kernel.counterexample(Sequent(frozenset(), A), {"x": Fraction(0)})
    data = to_json(refuted)
    data["steps"].append({"rule": "weaken", "arguments": [[0]], "premises": [0]})
    with pytest.raises(ProofFileError, match="step 1: a sequent is needed"):
        recheck(data)


def test_what_would_expand_to_too_much_is_refused() -> None:
    names = [f"v{i}" for i in range(12)]
    wide = [["1", {name: 1}] for name in names] + [["1", {}]]
    formulas = [{"polynomial": wide, "relation": ">"}, {"any": []}]
    certificate = {"positive": ["1", [[0, 40]]], "cone": [], "equations": []}
    steps = [{"rule": "contradiction", "arguments": [[0], certificate], "premises": []}]
    statement = {"sequent": {"hypotheses": [0], "conclusion": 1}}
    with pytest.raises(ProofFileError, match="expands to too many terms"):
        recheck(changed(formulas=formulas, steps=steps, statement=statement))
    formulas[1] = {"polynomial": [["1", {"x": 40}]], "relation": ">"}
    steps = [
        {"rule": "assume", "arguments": [1], "premises": []},
        {"rule": "instantiate", "arguments": [{"x": wide}], "premises": [0]},
    ]
    with pytest.raises(ProofFileError, match="step 1: a substitution expands"):
        recheck(changed(formulas=formulas, steps=steps))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not the JSON"),
        ("{", "not the JSON"),
        ("[" * 100_000, "not the JSON"),
        ('{"format": 1.5}', "not exact"),
        ('{"format": NaN}', "not exact"),
        ('{"format": 1, "format": 2}', "a key twice"),
        ("9" * 10_000, "not the JSON"),
        ("\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), "not the JSON"),
        ("{}", "keys format"),
    ],
)
def test_files_that_are_no_proofs(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(ProofFileError, match=message):
        recheck_file(path)


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProofFileError, match="cannot be read"):
        recheck_file(tmp_path / "absent.json")
    with pytest.raises(ProofFileError, match="cannot be read"):
        recheck_file(tmp_path)
    (tmp_path / "large.json").write_text(" " * 2000)
    monkeypatch.setattr(proof_file, "MAX_BYTES", 1000)
    with pytest.raises(ProofFileError, match="larger than"):
        recheck_file(tmp_path / "large.json")
