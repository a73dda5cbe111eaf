"""Statements as text: what is written is read back as the same term, and what is no statement ends with a sentence."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from derivations.logic.definitions import LIBRARY
from derivations.logic.kernel import DEFINITIONS
from derivations.logic.printer import plain
from derivations.logic.reader import DEEPEST, LONGEST, StatementError, read_statement, read_term
from derivations.logic.tactics import LEMMAS
from derivations.logic.terms import (
    AND,
    AT_MOST,
    BOOL,
    DIVIDE,
    EXP,
    FALSE,
    IMPLIES,
    INTEGER,
    LESS,
    LOG,
    NOT,
    OR,
    PLUS,
    POWER,
    REAL,
    SQRT,
    TIMES,
    TRUE,
    Abstract,
    Apply,
    Arrow,
    Constant,
    Free,
    Number,
    Term,
    Type,
    arrow,
    closed,
    conditional,
    equal,
    for_all,
    free_variables,
    opened,
    there_is,
)
from derivations.theory import automatic, privacy, surveys  # noqa: F401  (their lemmas are read back)

NAMES: dict[str, Type] = {
    "x": REAL,
    "pi": REAL,
    "q'": REAL,
    "A": BOOL,
    "f": arrow(REAL, REAL),
    "P": arrow(REAL, REAL, REAL),
    "S": arrow(arrow(REAL, REAL), REAL),
    "D": arrow(REAL, BOOL),
}


def read_back(term: Term) -> Term:
    return read_term(plain(term), {v.name: v.type for v in free_variables(term)})


# -- drawn terms ---------------------------------------------------------------------------------------------------


def _numbers() -> st.SearchStrategy[Term]:
    return st.fractions(max_denominator=12).map(Number)


@st.composite
def terms(draw: st.DrawFn, type_: Type, depth: int) -> Term:
    """A well-typed term with free variables among `NAMES`."""
    if isinstance(type_, Arrow):
        own = [Free(name, t) for name, t in NAMES.items() if t == type_]
        if own and (depth == 0 or draw(st.booleans())):
            return draw(st.sampled_from(own))
        variable = Free(draw(st.sampled_from(["x", "z", "pi", "w"])), type_.source)
        body = draw(terms(type_.target, max(depth - 1, 0)))
        return closed(variable, body)
    leaves = [Free(name, t) for name, t in NAMES.items() if t == type_]
    if depth == 0:
        return draw(st.one_of(st.sampled_from(leaves), _numbers() if type_ == REAL else st.sampled_from([TRUE, FALSE])))
    below = depth - 1

    def real() -> Term:
        return draw(terms(REAL, below))

    def bool_() -> Term:
        return draw(terms(BOOL, below))

    def bound(name: str) -> Free:
        return Free(draw(st.sampled_from([name, "x", "pi"])))

    def function(name: str) -> Term:
        return closed(bound(name), real())

    made: list[Callable[[], Term]]
    if type_ == REAL:
        made = [
            lambda: draw(st.sampled_from([PLUS, TIMES, DIVIDE, POWER]))(real(), real()),
            lambda: draw(st.sampled_from([EXP, LOG, SQRT]))(real()),
            lambda: TIMES(Number(-1), real()),
            lambda: PLUS(real(), TIMES(Number(-1), real())),
            lambda: conditional(REAL)(bool_(), real(), real()),
            lambda: Free("f", NAMES["f"])(real()),
            lambda: Free("P", NAMES["P"])(real(), real()),
            lambda: Free("S", NAMES["S"])(draw(terms(arrow(REAL, REAL), below))),
            lambda: draw(terms(arrow(REAL, REAL), below))(real()),
            lambda: _defined(draw(st.sampled_from(["sum", "prod"])))(real(), function("i")),
            lambda: _defined("words")(real(), real(), closed(Free("w", arrow(REAL, REAL)), real())),
            lambda: _defined("mean")(real(), draw(terms(arrow(REAL, REAL), below)), function("y")),
            lambda: _defined("indicator")(bool_()),
        ]
    else:
        made = [
            lambda: draw(st.sampled_from([AND, OR, IMPLIES]))(bool_(), bool_()),
            lambda: NOT(bool_()),
            lambda: draw(st.sampled_from([LESS, AT_MOST]))(real(), real()),
            lambda: equal(real(), real()),
            lambda: NOT(equal(real(), real())),
            lambda: equal(bool_(), bool_()),
            lambda: equal(draw(terms(arrow(REAL, REAL), below)), draw(terms(arrow(REAL, REAL), below))),
            lambda: INTEGER(real()),
            lambda: conditional(BOOL)(bool_(), bool_(), bool_()),
            lambda: draw(st.sampled_from([for_all, there_is]))(bound("z"), bool_()),
            lambda: draw(st.sampled_from([for_all, there_is]))(Free("g", arrow(REAL, REAL)), bool_()),
            lambda: _over_a_range(draw(st.sampled_from([for_all, there_is])), bound("i"), real(), bool_()),
            lambda: _chain(real(), real(), real()),
            lambda: Free("D", NAMES["D"])(real()),
            lambda: for_all(Free("B", BOOL), bool_()),
        ]
    return draw(st.sampled_from(made))()


def _defined(name: str) -> Constant:
    return Constant(name, DEFINITIONS[name].type)


def _over_a_range(quantifier: Callable[[Free, Term], Term], index: Free, size: Term, body: Term) -> Term:
    inside = AND(INTEGER(index), AND(AT_MOST(Number(1), index), AT_MOST(index, size)))
    return quantifier(index, (IMPLIES if quantifier is for_all else AND)(inside, body))


def _types_show(term: Term) -> bool:
    """Whether each bound variable that is no number occurs, so that its use says of what type it is."""
    if isinstance(term, Apply):
        return _types_show(term.function) and _types_show(term.argument)
    if isinstance(term, Abstract):
        x = Free("the variable", term.variable)
        body = opened(term, x)
        return (term.variable == REAL or x in free_variables(body)) and _types_show(body)
    return True


def _chain(a: Term, b: Term, c: Term) -> Term:
    return AND(AT_MOST(a, b), LESS(b, c))


@settings(max_examples=150, deadline=None)
@given(st.one_of(terms(BOOL, 3), terms(REAL, 3), terms(arrow(REAL, REAL), 3)))
def test_what_is_written_is_read_back(term: Term) -> None:
    assume(_types_show(term))
    text = plain(term)
    again = read_term(text, NAMES)
    assert again == term, f"{text} is read as {again}"


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_definitions_are_read_back(name: str) -> None:
    assert read_back(DEFINITIONS[name]) == DEFINITIONS[name]


@pytest.mark.parametrize("name", sorted(LEMMAS))
def test_lemmas_are_read_back(name: str) -> None:
    statement = LEMMAS[name]().statement
    assert read_statement(plain(statement)) == statement


# -- what is no statement ------------------------------------------------------------------------------------------

HOSTILE = {
    "brackets": "(" * 5000 + "1" + ")" * 5000,
    "minus signs": "-" * 15000 + "1 = 1",
    "denials": "not " * 4500 + "1 = 1",
    "premises": "1 = 1 implies " * 1300 + "1 = 1",
    "conjunctions": "1 = 1 and " * 1900 + "1 = 1",
    "equivalences": "true iff " * 2000 + "true",
    "powers": "2^" * 9000 + "2 = 1",
    "terms": "1+" * 9000 + "1 = 1",
    "factors": "2*" * 9000 + "1 = 1",
    "a chain": "1<" * 9000 + "1",
    "names": "forall " + " ".join(f"x{i}" for i in range(2500)) + ". x1 = x1",
    "binders": "".join(f"forall x{i}. " for i in range(1200)) + "x1 = x1",
    "calls": "forall f. f" + "(1)" * 6000 + " = 1",
    "arguments": "forall f. f(" + ",".join(["1"] * 9000) + ") = 1",
    "digits": "1" * 19000 + " = 1",
    "choices": "if true then " * 900 + "1 = 1" + " else 1 = 1" * 300,
    "a function of itself": "forall f. f(f) = 1",
    "types that double": "forall "
    + " ".join(f"f{i}" for i in range(60))
    + ". "
    + " and ".join(f"f{i}(f{i + 1}, f{i + 1}) = f{i}(f{i + 1}, f{i + 1})" for i in range(59)),
    "a long text": "1 = 1 and " * 3000 + "1 = 1",
    "sums": "".join("sum i in 1..9. " for _ in range(150)) + "1 = 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_end_with_a_sentence(name: str) -> None:
    started = time.process_time()
    with pytest.raises(StatementError) as refusal:
        read_statement(HOSTILE[name])
    assert time.process_time() - started < 10
    assert len(str(refusal.value)) < 300


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a name is needed here:  >>> the end"),
        ("(1 = 1", "')' is needed here: (1 = 1 >>> the end"),
        ("1 = 1 1", "the statement should end here: 1 = 1 >>> 1"),
        ("forall x. foo(x) = 1", "'foo' is no variable here and nothing that is defined: forall x. foo >>> (x) = 1"),
        ("∀x. x = x", "'∀' has no meaning here:  >>> ∀x. x = x"),
        ("٣ = 3", "'٣' has no meaning here"),
        ("1.5 = 3/2", "the statement should end here: 1 >>> .5 = 3/2"),
        ("1/0 = 1", "a number is divided by 0: 1/0 >>> = 1"),
        ("1 + 1", "a statement: a number stands where a truth value is needed"),
        ("1 and 1 = 1", "a side of and: a number stands where a truth value is needed"),
        ("(fun x. x) < (fun x. x)", "a side of <: a function real -> real stands where a number is needed"),
        ("if 1 then 2 else 3", "a condition: a number stands where a truth value is needed"),
        ("forall x in 2..3. x = x", "a range begins with 1..: forall x in >>> 2..3. x = x"),
        ("(prod w in (1..2)^3. 1) = 8", "over words there are sums only"),
        ("(fun x in 1..3. x) = (fun x. x)", "a function has no range"),
        ("forall in. in = 1", "a name is needed here: forall >>> in. in = 1"),
        ("\nforall x.\n    x = x and\n    y = x\n", "'y' is no variable here and nothing that is defined: line 3: "),
    ],
)
def test_errors_say_what_is_wrong_and_where(text: str, sentence: str) -> None:
    with pytest.raises(StatementError) as refusal:
        read_statement(text)
    assert str(refusal.value).startswith(sentence)


def test_the_limits_are_reachable() -> None:
    assert read_statement("(" * 30 + "1 = 1" + ")" * 30)
    assert read_statement("+".join(["1"] * (DEEPEST // 3)) + " = 1")
    assert read_statement("1 = 1".ljust(LONGEST))
