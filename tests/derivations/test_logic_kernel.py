"""Each rule of the logic: what it makes, and that it refuses where a side condition fails."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from derivations.arithmetic import kernel as arithmetic_kernel
from derivations.arithmetic.statements import Sequent
from derivations.logic import derived, kernel
from derivations.logic.arithmetic import in_arithmetic
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.reader import read_statement, read_term
from derivations.logic.tactics import everywhere
from derivations.logic.terms import (
    AND,
    BOOL,
    FALSE,
    IMPLIES,
    INTEGER,
    NOT,
    OR,
    PLUS,
    REAL,
    TRUE,
    Abstract,
    Apply,
    Arrow,
    Base,
    Bound,
    Constant,
    Free,
    Number,
    Term,
    applied,
    arrow,
    both,
    closed,
    conditional,
    equal,
    equality,
    for_all,
    free_variables,
    opened,
    parts,
    quantified,
    quantifier,
    recursor,
    substituted,
    there_is,
)
from mechanisms.exact.formula import Formula, greater
from mechanisms.exact.polynomial import Polynomial

A, B, C = (Free(name, BOOL) for name in "ABC")
x, y, n = Free("x"), Free("y"), Free("n")
P = Free("P", Arrow(REAL, BOOL))
f, g = Free("f", Arrow(REAL, REAL)), Free("g", Arrow(REAL, REAL))
ZERO, ONE = Number(0), Number(1)
truth = kernel.axiom("truth")
assume = kernel.assume


def says(theorem: Proved, conclusion: Term, *hypotheses: Term) -> bool:
    return theorem.conclusion == conclusion and theorem.hypotheses == frozenset(hypotheses)


def refused(reason: str, rule: Callable[..., Proved], *inputs: object) -> None:
    with pytest.raises(LogicError, match=reason):
        rule(*inputs)


# -- and, or, not, implies -----------------------------------------------------------------------------------------


def test_assume_and_discharge() -> None:
    assert says(assume(A), A, A)
    assert says(kernel.discharge(A, assume(A)), IMPLIES(A, A))
    assert says(kernel.discharge(B, assume(A)), IMPLIES(B, A), A)
    refused("no formula", assume, ONE)
    refused("does not take", kernel.discharge, ONE, truth)


def test_detach() -> None:
    assert says(kernel.detach(assume(IMPLIES(A, C)), assume(A)), C, A, IMPLIES(A, C))
    refused("needs A, not B", kernel.detach, assume(IMPLIES(A, C)), assume(B))
    refused("with implies is needed", kernel.detach, assume(AND(A, C)), assume(A))


def test_conjoin_and_part() -> None:
    pair = kernel.conjoin(assume(A), assume(B))
    assert says(pair, AND(A, B), A, B)
    assert says(kernel.part(pair, 0), A, A, B)
    assert says(kernel.part(pair, 1), B, A, B)
    refused("parts 0 and 1", kernel.part, pair, 2)
    refused("parts 0 and 1", kernel.part, pair, -1)
    refused("with and is needed", kernel.part, assume(OR(A, B)), 0)
    refused("it takes", kernel.part, pair, True)


def test_choose_and_cases() -> None:
    assert says(derived.choose(assume(A), OR(A, B)), OR(A, B), A)
    assert says(derived.choose(assume(B), OR(A, B)), OR(A, B), B)
    refused("needs B, not C", derived.choose, assume(C), OR(A, B))
    refused("with or is needed", derived.choose, assume(A), AND(A, B))
    left, right = kernel.conjoin(assume(A), assume(C)), kernel.conjoin(assume(B), assume(C))
    both_ways = (kernel.part(left, 1), kernel.part(right, 1))
    assert says(kernel.cases(assume(OR(A, B)), *both_ways), C, OR(A, B), C)
    refused("different conclusions", kernel.cases, assume(OR(A, B)), assume(A), assume(B))
    # Each case loses its own assumption only: under the other's it still assumes it.
    assert says(kernel.cases(assume(OR(A, B)), *both_ways[::-1]), C, OR(A, B), C, A, B)
    refused("with or is needed", kernel.cases, assume(AND(A, B)), *both_ways)


def test_reject_clash_absurd() -> None:
    clash = derived.clash(assume(NOT(A)), assume(A))
    assert says(clash, FALSE, A, NOT(A))
    assert says(derived.reject(A, clash), NOT(A), NOT(A))
    assert says(derived.absurd(A, clash), A, A)
    refused("needs not B, not not A", derived.clash, assume(NOT(A)), assume(B))
    refused("needs not A, not A", derived.clash, assume(A), assume(A))
    refused("needs A implies false, not A implies true", derived.reject, A, truth)
    refused("needs not A implies false, not not A implies true", derived.absurd, A, truth)
    refused("cannot stand for", derived.reject, ONE, clash)
    refused("cannot stand for", derived.absurd, ONE, clash)


# -- for all, there is ---------------------------------------------------------------------------------------------


def test_generalise_and_specialise() -> None:
    all_equal = kernel.generalise(x, kernel.reflexive(x))
    assert says(all_equal, read_statement("forall x. x = x"))
    assert says(kernel.specialise(all_equal, PLUS(y, ONE)), read_statement("y + 1 = y + 1", {"y": REAL}))
    refused("speaks of", kernel.generalise, x, assume(P(x)))
    assert says(kernel.generalise(y, assume(P(x))), for_all(y, P(x)), P(x))
    assert says(kernel.generalise(Free("x", BOOL), assume(P(x))), for_all(Free("x", BOOL), P(x)), P(x))
    refused("cannot stand for", kernel.specialise, all_equal, A)
    refused("with forall is needed", kernel.specialise, assume(there_is(x, P(x))), y)
    refused("it takes", kernel.generalise, ONE, truth)


def test_specialise_captures_nothing() -> None:
    not_all_same = assume(read_statement("forall x. exists y. x != y"))
    assert says(
        kernel.specialise(not_all_same, y), there_is(Free("z"), NOT(equal(y, Free("z")))), not_all_same.conclusion
    )
    assert not_all_same.conclusion != for_all(x, there_is(y, NOT(equal(y, y))))


def test_witness() -> None:
    claim = read_statement("exists v. v + 1 = 2")
    at_one = assume(read_statement("1 + 1 = 2"))
    assert says(kernel.witness(claim, ONE, at_one), claim, at_one.conclusion)
    refused("of something else", kernel.witness, claim, ZERO, at_one)
    refused("cannot stand for", kernel.witness, claim, A, at_one)
    refused("with exists is needed", kernel.witness, read_statement("forall v. v + 1 = 2"), ONE, at_one)


def test_unpack() -> None:
    existence = assume(there_is(x, P(x)))
    instance = kernel.conjoin(assume(P(y)), truth)
    result = kernel.witness(there_is(x, AND(P(x), TRUE)), y, instance)
    assert says(kernel.unpack(existence, y, result), there_is(x, AND(P(x), TRUE)), existence.conclusion)
    refused("speaks of", kernel.unpack, existence, y, instance)  # the conclusion
    extra = kernel.part(kernel.conjoin(result, assume(equal(y, ONE))), 0)
    refused("speaks of", kernel.unpack, existence, y, extra)  # another hypothesis
    about_y = assume(there_is(x, equal(x, y)))
    refused("speaks of", kernel.unpack, about_y, y, kernel.part(kernel.conjoin(truth, assume(equal(y, y))), 0))
    refused("with exists is needed", kernel.unpack, assume(for_all(x, P(x))), y, result)
    refused("it takes", kernel.unpack, existence, ONE, result)


def test_unpack_makes_no_value_of_another() -> None:
    # from "there is an integer" follows nothing about a y that is known already
    existence = assume(read_statement("exists v. integer(v)"))
    refused("speaks of", kernel.unpack, existence, y, kernel.conjoin(assume(INTEGER(y)), assume(equal(y, ZERO))))


def test_instantiate() -> None:
    theorem = assume(P(x))
    swapped = kernel.instantiate(kernel.conjoin(assume(P(x)), assume(P(y))), {x: y, y: x})
    assert says(swapped, AND(P(y), P(x)), P(x), P(y))
    assert says(kernel.instantiate(theorem, {x: ONE}), P(ONE), P(ONE))
    under = kernel.instantiate(assume(for_all(y, equal(x, y))), {x: y})
    assert says(under, for_all(Free("z"), equal(y, Free("z"))), for_all(Free("z"), equal(y, Free("z"))))
    refused("cannot stand for", kernel.instantiate, theorem, {x: A})
    refused("it takes", kernel.instantiate, theorem, {ONE: x})
    refused("it takes", kernel.instantiate, theorem, {x: Bound(0, REAL)})


# -- equality, functions -------------------------------------------------------------------------------------------


def test_reflexive_transitive_congruent() -> None:
    assert says(kernel.reflexive(f), equality(f.type)(f, f))
    chain = derived.transitive(assume(equal(x, y)), assume(equal(y, n)))
    assert says(chain, equal(x, n), equal(x, y), equal(y, n))
    refused("does not fit", derived.transitive, assume(equal(x, y)), assume(equal(n, y)))
    refused("with = is needed", derived.transitive, assume(P(x)), assume(equal(x, y)))
    assert says(kernel.congruent(assume(equal(f, g)), assume(equal(x, y))), equal(f(x), g(y)), equal(f, g), equal(x, y))
    refused("does not take", kernel.congruent, assume(equal(x, y)), assume(equal(x, y)))
    refused("does not take", kernel.congruent, assume(equal(f, g)), assume(equal(A, B)))


def test_beta_and_eta() -> None:
    square = closed(x, PLUS(x, x))
    assert says(kernel.beta(square(y)), equal(square(y), PLUS(y, y)))
    constant = Abstract(REAL, Abstract(REAL, Bound(1, REAL)))
    assert says(kernel.beta(constant(y)), equal(constant(y), closed(x, y)))
    refused("written out", kernel.beta, f(x))
    refused("written out", kernel.beta, x)
    assert says(derived.eta(f), equal(closed(x, f(x)), f))
    refused("no axiom 'eta' about real", derived.eta, x)


def test_replace() -> None:
    pattern = closed(y, P(y))
    same = assume(equal(x, ONE))
    assert says(kernel.replace(same, pattern, assume(P(x))), P(ONE), P(x), equal(x, ONE))
    refused("does not fit", kernel.replace, same, pattern, assume(P(n)))
    refused("does not fit", kernel.replace, same, pattern, assume(P(ONE)))  # from right to left
    refused("cannot stand for", kernel.replace, assume(equal(A, B)), pattern, assume(P(x)))
    refused("with = is needed", kernel.replace, assume(P(x)), pattern, assume(P(x)))
    refused("it takes", kernel.replace, same, P, assume(P(x)))
    under = closed(y, for_all(x, equal(x, y)))  # the x within is another one
    found = kernel.replace(same, under, assume(opened(under, x)))
    assert found.conclusion == for_all(y, equal(y, ONE))


def test_abstracted() -> None:
    equation = kernel.reflexive(PLUS(x, y))
    assert says(kernel.abstracted(x, equation), equal(closed(n, PLUS(n, y)), closed(n, PLUS(n, y))))
    refused("speaks of", kernel.abstracted, x, assume(equal(x, y)))
    refused("with = is needed", kernel.abstracted, x, truth)
    refused("it takes", kernel.abstracted, ONE, equation)


def test_equivalent_and_follow() -> None:
    forth, back = assume(IMPLIES(A, B)), assume(IMPLIES(B, A))
    same = derived.equivalent(forth, back)
    assert says(same, equal(A, B), IMPLIES(A, B), IMPLIES(B, A))
    refused("needs B implies A, not A implies B", derived.equivalent, forth, forth)
    refused("with implies is needed", derived.equivalent, assume(A), back)
    assert says(derived.follow(same, assume(A)), B, A, IMPLIES(A, B), IMPLIES(B, A))
    refused("does not fit", derived.follow, same, assume(B))
    refused("with = is needed", derived.follow, assume(A), assume(A))


# -- definitions ---------------------------------------------------------------------------------------------------


def test_define() -> None:
    meaning = read_term("fun x. x + 1")
    theorem = kernel.define("successor of the tests", meaning)
    assert says(theorem, equal(Constant("successor of the tests", meaning.type), meaning))
    again = kernel.define("successor of the tests", read_term("fun y. y + 1"))
    assert again.conclusion == theorem.conclusion
    refused("defined already", kernel.define, "successor of the tests", read_term("fun x. x + 2"))
    refused("defined already", kernel.define, "successor of the tests", ONE)
    for name in (*kernel.RESERVED, "=", "forall", "exists", "if", "rec"):
        refused("a constant of the logic", kernel.define, name, ONE)
    refused("free variables", kernel.define, "of the tests", x)
    refused("it takes", kernel.define, "", ONE)
    refused("it takes", kernel.define, "of the tests", "1")
    refused("it takes", kernel.define, "of the tests", Constant("of the tests", REAL))  # by itself
    refused("it takes", kernel.define, "of the tests", NOT(Constant("of the tests", BOOL)))
    assert "of the tests" not in kernel.DEFINITIONS
    assert kernel.reflexive(Constant("successor of the tests", meaning.type)).conclusion
    refused("known constants", kernel.reflexive, Constant("successor of the tests", REAL))


def test_what_is_defined_cannot_be_taken_back() -> None:
    kernel.define("zero of the tests", ZERO)
    with pytest.raises(TypeError):
        del kernel.DEFINITIONS["zero of the tests"]  # type: ignore[attr-defined]
    for names, value in ((kernel.DEFINITIONS, ONE), (kernel.axioms(REAL), FALSE), (kernel.RESERVED, BOOL)):
        with pytest.raises(TypeError):
            names["zero of the tests"] = value  # type: ignore[index]


@pytest.mark.parametrize(
    "constant",
    [
        Constant("nothing that is known", BOOL),
        Constant("true", REAL),
        Constant("and", arrow(BOOL, BOOL)),
        Constant("+", arrow(REAL, REAL, BOOL)),
        Constant("sum", REAL),
        Constant("=", arrow(REAL, BOOL, BOOL)),
        Constant("=", BOOL),
        Constant("forall", arrow(REAL, BOOL)),
        Constant("exists", arrow(arrow(REAL, REAL), BOOL)),
        Constant("if", arrow(BOOL, REAL)),
        Constant("if", arrow(BOOL, REAL, REAL, BOOL)),
        Constant("if", arrow(REAL, REAL, REAL, REAL)),
        Constant("rec", arrow(REAL, arrow(REAL, REAL, REAL), REAL, BOOL)),
    ],
)
def test_constants_that_are_not_known_are_refused(constant: Constant) -> None:
    refused("known constants", kernel.reflexive, constant)
    refused("known constants", kernel.reflexive, equal(constant, constant))


def test_the_constants_of_many_types_are_known_at_each_of_theirs() -> None:
    for type_ in (REAL, BOOL, Arrow(REAL, BOOL), arrow(arrow(REAL, REAL), REAL, BOOL)):
        for constant in (
            equality(type_),
            quantifier("forall", type_),
            quantifier("exists", type_),
            conditional(type_),
            recursor(type_),
        ):
            assert kernel.reflexive(constant).conclusion == equal(constant, constant)


# -- integers, recursion -------------------------------------------------------------------------------------------

NATURAL = AND(INTEGER(n), read_statement("0 <= n", {"n": REAL}))


def induction_for(predicate: Abstract) -> tuple[Proved, Proved]:
    """What induction asks for, believed."""
    base = kernel.oracle("test", opened(predicate, ZERO))
    step = kernel.oracle("test", IMPLIES(NATURAL, IMPLIES(opened(predicate, n), opened(predicate, PLUS(n, ONE)))))
    return base, kernel.detach(kernel.detach(step, assume(NATURAL)), assume(opened(predicate, n)))


def test_induction() -> None:
    predicate = closed(x, P(x))
    base, step = induction_for(predicate)
    theorem = kernel.induction(base, step, predicate, n)
    assert says(theorem, for_all(x, IMPLIES(opened(closed(n, NATURAL), x), P(x))))
    assert theorem.oracles == {"test"}
    refused("the base is", kernel.induction, assume(P(ONE)), step, predicate, n)
    refused("the step is", kernel.induction, base, base, predicate, n)
    refused("the step is", kernel.induction, base, step, predicate, x)
    # a base that speaks of n, a step that assumes more of n, a predicate that speaks of n
    given = kernel.part(kernel.conjoin(base, assume(equal(n, ONE))), 0)
    refused("speaks of", kernel.induction, given, step, predicate, n)
    more = kernel.part(kernel.conjoin(step, assume(equal(n, ONE))), 0)
    refused("speaks of", kernel.induction, base, more, predicate, n)
    about_n = closed(x, AND(P(x), P(n)))
    refused("speaks of", kernel.induction, *induction_for(about_n), about_n, n)
    for wrong, variable in ((closed(A, A), n), (predicate, A)):
        refused("predicate of numbers", kernel.induction, base, step, wrong, variable)
    refused("the base is", kernel.induction, base, step, closed(x, x), n)
    refused("it takes", kernel.induction, base, step, P, n)


def test_a_step_that_does_not_start_at_zero_is_none() -> None:
    """All horses are of one colour: the step holds from 1 on only."""
    predicate = closed(x, P(x))
    base, _ = induction_for(predicate)
    from_one = AND(INTEGER(n), read_statement("1 <= n", {"n": REAL}))
    step = kernel.detach(assume(IMPLIES(from_one, P(PLUS(n, ONE)))), assume(from_one))
    refused("speaks of", kernel.induction, base, step, predicate, n)


def test_literal() -> None:
    assert says(kernel.literal(Number(-3)), INTEGER(Number(-3)))
    refused("an integer is needed", kernel.literal, read_term("1/2"))
    refused("it takes", kernel.literal, x)


def test_recursion() -> None:
    step = read_term("fun i total. total + i")
    assert says(derived.recursion_0(ONE, step), equal(recursor(REAL)(ONE, step, ZERO), ONE))
    made = derived.recursion_next(ONE, step, n).conclusion
    function = recursor(REAL)(ONE, step)
    assert made == IMPLIES(NATURAL, equal(function(PLUS(n, ONE)), step(n, function(n))))
    refused("cannot stand for", derived.recursion_0, TRUE, step)
    refused("cannot stand for", derived.recursion_next, ONE, step, A)


def test_if() -> None:
    choice = conditional(REAL)(A, x, y)
    assert says(derived.if_true(A, x, y), IMPLIES(A, equal(choice, x)))
    assert says(derived.if_false(A, x, y), IMPLIES(NOT(A), equal(choice, y)))
    refused("cannot stand for", derived.if_true, A, x, B)
    refused("cannot stand for", derived.if_false, x, x, y)


# -- what is believed ----------------------------------------------------------------------------------------------


def test_axioms_are_closed_formulas_and_asked_for_by_name() -> None:
    for type_ in (REAL, BOOL, arrow(REAL, BOOL), arrow(arrow(REAL, REAL), BOOL)):
        for name, formula in kernel.axioms(type_).items():
            assert says(kernel.axiom(name, type_), formula)
            assert not free_variables(formula)
            assert not kernel.axiom(name, type_).oracles
    assert kernel.axioms(REAL).keys() == kernel.axioms(BOOL).keys() == kernel.axioms(f.type).keys() - {"eta"}
    assert says(kernel.axiom("if_true"), kernel.axioms(REAL)["if_true"])
    refused("no axiom 'exp'", kernel.axiom, "exp")
    refused("no axiom 'eta' about bool", kernel.axiom, "eta", BOOL)


@pytest.mark.parametrize("type_", [Base("real"), Base("complex"), "real", None, x, REAL.name, type(REAL)])
def test_an_axiom_is_about_a_type(type_: object) -> None:
    refused("it takes", kernel.axiom, "if_true", type_)
    refused("it takes", kernel.axiom, "if_true", REAL, type_)
    refused("it takes", kernel.axiom)


def test_oracles_are_carried() -> None:
    believed = kernel.oracle("a book", A)
    assert says(believed, A)
    assert kernel.conjoin(truth, believed).oracles == {"a book"}
    assert "[trusts a book]" in repr(believed)
    refused("it takes", kernel.oracle, "", A)
    refused("no formula", kernel.oracle, "a book", ONE)
    lent = arithmetic_kernel.oracle("a solver", Sequent(frozenset(), greater(Polynomial.variable("t0"), 0)))
    goal = read_statement("0 < x", {"x": REAL})
    refused("concludes", kernel.by_arithmetic, lent, (), goal, (x,))
    lent = arithmetic_kernel.compare(lent, Sequent(frozenset(), _written_goal(goal)))
    assert kernel.by_arithmetic(lent, (), goal, (x,)).oracles == {"a solver"}


def _written_goal(goal: Term) -> Formula:
    return in_arithmetic((), goal, (x,))[1]


# -- inputs --------------------------------------------------------------------------------------------------------


def test_terms_that_need_a_binder_are_refused_everywhere() -> None:
    loose = Bound(0, BOOL)
    for inputs in ((kernel.assume, loose), (kernel.reflexive, loose), (kernel.discharge, loose, truth),
                   (kernel.specialise, assume(for_all(A, A)), loose), (kernel.oracle, "x", NOT(loose))):  # fmt: skip
        refused("stand alone", *inputs)


def test_what_is_ill_bound_is_never_opened() -> None:
    ill = Abstract(REAL, Bound(0, BOOL))
    refused("is bound as one of type real", kernel.beta, Apply(ill, ONE))
    refused("is bound as one of type real", kernel.specialise, assume(quantifier("forall", REAL)(ill)), ONE)


@pytest.mark.parametrize("value", [None, 1.0, True, "x", object(), [x], {x: y}, ONE.value])
def test_what_is_no_term_is_refused(value: object) -> None:
    refused("it takes", kernel.assume, value)
    refused("it takes", kernel.detach, value, truth)
    refused("it takes", kernel.instantiate, truth, value if value != {x: y} else {x: 1})


def test_rules_refuse_too_few_and_too_many_inputs() -> None:
    refused("it takes", kernel.assume)
    refused("it takes", kernel.assume, A, A)


def test_what_a_theorem_says() -> None:
    assert truth.statement == TRUE
    with pytest.raises(LogicError, match="assumes something"):
        _ = assume(A).statement
    assert repr(assume(A)) == "A |- A"
    assert repr(truth) == "|- true"
    assert truth.rule == "axiom"
    assert truth.arguments == ("truth", REAL)


# -- terms ---------------------------------------------------------------------------------------------------------


def test_terms_are_equal_up_to_the_names_of_bound_variables() -> None:
    assert closed(x, f(x)) == closed(y, f(y))
    assert hash(closed(x, f(x))) == hash(closed(y, f(y)))
    assert closed(x, f(y)) != closed(y, f(y))
    assert Free("x") != Free("x", BOOL)
    assert x != "x"
    assert Arrow(REAL, BOOL) == Arrow(REAL, BOOL) != Arrow(BOOL, REAL)
    assert Base("real") == REAL != BOOL
    assert str(Arrow(Arrow(REAL, REAL), BOOL)) == "(real -> real) -> bool"
    assert both() == TRUE


def test_parts_substitution_and_opening() -> None:
    whole = for_all(x, AND(P(x), P(y)))
    assert free_variables(whole) == {P, y}
    assert {part for part in parts(whole) if isinstance(part, Free)} == {P, y}
    assert substituted(whole, {y: ONE}) == for_all(x, AND(P(x), P(ONE)))
    assert substituted(whole, {n: ONE}) is whole
    assert opened(closed(x, whole), n) is whole
    body = quantified(whole, "forall")
    assert body is not None
    assert opened(body, n) == AND(P(n), P(y))
    assert quantified(quantifier("forall", REAL)(P), "forall") is None
    assert quantified(whole, "exists") is None
    assert applied(PLUS(x, y), "+", 2) == (x, y)
    assert applied(PLUS(x, y), "+", 1) is None
    assert for_all((x, y), P(x)) == for_all(x, for_all(y, P(x)))
    assert there_is((x, y), P(x)) == there_is(x, there_is(y, P(x)))
    two = Abstract(REAL, Abstract(REAL, Apply(Apply(PLUS, Bound(0, REAL)), Bound(1, REAL))))
    inner = opened(two, n)
    assert isinstance(inner, Abstract)
    assert opened(inner, y) == PLUS(y, n)
    assert closed(x, Abstract(REAL, x)).body == Abstract(REAL, Bound(1, REAL))
    half_open = two.body
    assert isinstance(half_open, Abstract)
    assert opened(half_open, y) == PLUS(y, Bound(0, REAL))


def test_equal_types_of_terms_are_one_object() -> None:
    """So that most comparisons of types end at once."""
    assert arrow(REAL, REAL, BOOL) is arrow(REAL, arrow(REAL, BOOL))
    assert closed(Free("x"), Free("x")).type is arrow(REAL, REAL)
    assert equal(Number(1), Number(2)).function.function.type is arrow(REAL, REAL, BOOL)  # type: ignore[attr-defined]


def test_what_a_substitution_has_done_is_freed_at_once() -> None:
    function = closed(x, for_all(y, IMPLIES(INTEGER(x), equal(PLUS(x, y), ZERO))))
    gc.collect()
    gc.disable()  # otherwise only a search for unused cycles would free it
    try:
        before = sum(isinstance(found, Term) for found in gc.get_objects())
        for number in range(100):
            everywhere(lambda _: None)(opened(function, Number(number)))
        assert sum(isinstance(found, Term) for found in gc.get_objects()) == before
    finally:
        gc.enable()
