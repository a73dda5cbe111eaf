"""Attempts to make a theorem of the logic say what is false, by ordinary means of Python: none may succeed."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from fractions import Fraction
from functools import reduce
from typing import Any

import pytest

from derivations.arithmetic import kernel as arithmetic_kernel
from derivations.logic import derived, kernel
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.terms import (
    BOOL,
    FALSE,
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
    Immutable,
    Number,
    Term,
    Type,
    TypeMismatchError,
    arrow,
    closed,
    equal,
    for_all,
    free_variables,
    opened,
    substituted,
)
from mechanisms.exact.formula import greater

x = Free("x")
REFUSED = (LogicError, TypeError, AttributeError)


@pytest.fixture
def theorem() -> Proved:
    return kernel.conjoin(kernel.axiom("truth"), kernel.reflexive(Number(3)))


# -- theorems outside the kernel -----------------------------------------------------------------------------------


def test_theorems_are_not_made_by_calling_the_class(theorem: Proved) -> None:
    for arguments in ((), (FALSE,), ((), FALSE, frozenset(), frozenset(), (), "oracle")):
        with pytest.raises(TypeError, match="made by the rules"):
            Proved(*arguments)
        with pytest.raises(TypeError, match="made by the rules"):
            type(theorem)(*arguments)


def test_theorems_do_not_change(theorem: Proved) -> None:
    for name in (*Proved.__slots__, "anything", "__class__"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(theorem, name, FALSE)
        with pytest.raises((TypeError, AttributeError)):
            delattr(theorem, name)
    assert not hasattr(theorem, "__dict__")
    assert not hasattr(theorem, "__setstate__")


def test_copies_are_the_theorem_itself_and_pickles_are_refused(theorem: Proved) -> None:
    assert copy.copy(theorem) is theorem
    assert copy.deepcopy([theorem])[0] is theorem
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(theorem)
    with pytest.raises(TypeError):
        dataclasses.replace(theorem, conclusion=FALSE)  # type: ignore[type-var]


def test_subclasses_are_refused() -> None:
    for base in (Proved, Proved.__mro__[1]):
        with pytest.raises(TypeError):
            type("Forged", (base,), {})


class Imitation:
    __slots__ = ("arguments", "conclusion", "hypotheses", "oracles", "premises", "rule")


class LongerImitation:
    __slots__ = ("_seal", "arguments", "conclusion", "hypotheses", "oracles", "premises", "rule")


class ImmutableImitation(Immutable):
    __slots__ = ("_seal", "arguments", "conclusion", "hypotheses", "oracles", "premises", "rule")


class PlainImitation:
    conclusion = FALSE
    hypotheses: frozenset[Term] = frozenset()
    oracles: frozenset[str] = frozenset()


@pytest.mark.parametrize("kind", [Imitation, LongerImitation, ImmutableImitation, PlainImitation])
def test_what_only_looks_like_a_theorem_is_none(kind: type) -> None:
    forged = kind()
    with pytest.raises(TypeError):
        object.__setattr__(forged, "__class__", Proved)
    for attempt in (
        lambda: kernel.discharge(TRUE, forged),
        lambda: kernel.conjoin(forged, forged),
        lambda: derived.absurd(FALSE, forged),
        lambda: kernel.instantiate(forged, {}),
        lambda: kernel.generalise(x, forged),
        lambda: kernel.by_arithmetic(forged, (), FALSE, ()),
    ):
        with pytest.raises(LogicError, match="it takes"):
            attempt()


def test_a_theorem_without_contents_proves_nothing() -> None:
    hollow = object.__new__(Proved)
    with pytest.raises(AttributeError):
        kernel.discharge(TRUE, hollow)


def test_a_theorem_of_one_kernel_is_none_of_the_other(theorem: Proved) -> None:
    other = arithmetic_kernel.assume(greater(1, 0))
    with pytest.raises(LogicError, match="it takes"):
        kernel.discharge(TRUE, other)
    with pytest.raises(LogicError, match="it takes"):
        kernel.by_arithmetic(theorem, (), TRUE, ())
    with pytest.raises(arithmetic_kernel.KernelError):
        arithmetic_kernel.weaken(theorem, ())


# -- terms that change ---------------------------------------------------------------------------------------------

SAMPLES: list[Any] = [
    x,
    Bound(0, REAL),
    Constant("true", BOOL),
    Number(3),
    NOT(TRUE),
    closed(x, x),
    Base("real"),
    Arrow(REAL, REAL),
]


@pytest.mark.parametrize("part", SAMPLES, ids=lambda part: type(part).__name__)
def test_terms_and_types_are_set_once(part: Any) -> None:
    before = hash(part)
    given: dict[type, tuple[Any, ...]] = {
        Free: ("y",),
        Bound: (1, REAL),
        Constant: ("false", BOOL),
        Number: (4,),
        Apply: (NOT, FALSE),
        Abstract: (REAL, TRUE),
        Base: ("bool",),
        Arrow: (BOOL, BOOL),
    }
    with pytest.raises(AttributeError, match="immutable"):
        part.__init__(*given[type(part)])
    with pytest.raises(AttributeError, match="immutable"):
        part._fix("key", name="y")
    for name in ("name", "type", "_hash", "__class__"):
        with pytest.raises(AttributeError, match="immutable"):
            setattr(part, name, "y")
        with pytest.raises((AttributeError, TypeError)):
            delattr(part, name)
    assert not hasattr(part, "__dict__")
    assert not hasattr(part, "__setstate__")
    assert copy.copy(part) is part
    assert copy.deepcopy(part) is part
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(part)
    assert hash(part) == before


# -- data that is not what it says ---------------------------------------------------------------------------------


class EveryName(str):
    """A name that equals every connective."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return other in ("or", "and", "implies", "not")

    def __hash__(self) -> int:
        return hash("or")


class EveryType(Base):
    """A type that equals all others."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = Base.__hash__


class LyingInteger(int):
    @property
    def denominator(self) -> int:
        return 1

    @property
    def numerator(self) -> int:
        return self


class LyingFraction(Fraction):
    denominator = property(lambda self: 1)  # type: ignore[assignment]


def test_names_are_texts() -> None:
    connective = arrow(BOOL, BOOL, BOOL)
    for make in (
        lambda name: Constant(name, connective),
        Free,
        lambda name: Abstract(REAL, TRUE, name),
    ):
        for name in (EveryName("or"), "", None, 3, b"or"):
            with pytest.raises(TypeMismatchError, match="has a name"):
                make(name)  # type: ignore[no-untyped-call]


@pytest.mark.parametrize("type_", [EveryType("bool"), Base("complex"), Base("real"), None, "real"])
def test_types_are_real_bool_and_arrows(type_: Type) -> None:
    for make in (
        lambda: Free("v", type_),
        lambda: Bound(0, type_),
        lambda: Constant("=", type_),
        lambda: Abstract(type_, TRUE),
        lambda: Arrow(type_, BOOL),
        lambda: Arrow(BOOL, type_),
    ):
        with pytest.raises(TypeMismatchError, match="a type is real, bool"):
            make()


@pytest.mark.parametrize(
    "value", [0.5, True, "1", None, 1j, LyingInteger(1), LyingFraction(1, 2), Fraction(LyingInteger(1))]
)
def test_numbers_are_exact(value: Any) -> None:
    with pytest.raises(TypeMismatchError, match="exact"):
        Number(value)


@pytest.mark.parametrize("index", [-1, 0.0, True, None, LyingInteger(0)])
def test_binders_are_counted(index: Any) -> None:
    with pytest.raises(TypeMismatchError, match="counted"):
        Bound(index, REAL)


def test_what_does_not_fit_is_not_applied() -> None:
    for function, argument in ((NOT, x), (x, x), (OR(TRUE), Number(1))):
        with pytest.raises(TypeMismatchError, match="does not take"):
            Apply(function, argument)
    with pytest.raises(TypeMismatchError, match="cannot stand for"):
        opened(closed(x, x), TRUE)
    with pytest.raises(TypeMismatchError, match="cannot stand for"):
        opened(closed(x, x), Bound(0, REAL))
    with pytest.raises(TypeMismatchError, match="cannot stand for"):
        substituted(x, {x: Bound(0, REAL)})
    with pytest.raises(TypeMismatchError, match="stand alone"):
        closed(x, Bound(0, REAL))


class LyingTerm(Constant):
    """Says that it is equal to whatever is wanted."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = Constant.__hash__


class LyingFree(Free):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = Free.__hash__


class LyingAbstract(Abstract):
    __slots__ = ()


@pytest.mark.parametrize("lie", [LyingTerm("true", BOOL), LyingFree("A", BOOL), LyingAbstract(REAL, TRUE)])
def test_subclasses_of_terms_are_refused_also_within_terms(lie: Term) -> None:
    whole = equal(lie, lie)
    for inputs in (
        (kernel.assume, whole),
        (kernel.reflexive, lie),
        (kernel.generalise, lie, kernel.axiom("truth")),
        (kernel.discharge, NOT(whole), kernel.axiom("truth")),
        (kernel.instantiate, kernel.axiom("truth"), {lie: TRUE}),
        (kernel.instantiate, kernel.axiom("truth"), {Free("A", BOOL): whole}),
        (kernel.define, "a lie", whole),
        (kernel.by_arithmetic, arithmetic_kernel.assume(greater(1, 0)), (whole,), TRUE, ()),
    ):
        with pytest.raises(LogicError, match="it takes"):
            inputs[0](*inputs[1:])


def test_what_equals_a_term_that_was_gone_through_is_looked_at_itself() -> None:
    """A lie that equals, and hashes as, what the rules took before is no term for that."""
    honest = OR(TRUE, NOT(TRUE))
    lie = LyingTerm("true", BOOL)
    assert kernel.assume(honest).conclusion == honest
    for whole in (OR(lie, NOT(lie)), OR(TRUE, NOT(lie))):
        assert whole == honest
        assert hash(whole) == hash(honest)
        for _ in range(2):
            with pytest.raises(LogicError, match="it takes"):
                kernel.assume(whole)


def test_terms_that_were_gone_through_are_forgotten_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MOST_WHOLE", 0)
    known, unknown = OR(TRUE, NOT(FALSE)), Constant("no such word", BOOL)
    for _ in range(2):
        assert kernel.assume(known).conclusion == known
        with pytest.raises(LogicError, match="it takes"):
            kernel.assume(OR(known, unknown))


class FickleMapping(dict[Any, Any]):
    """Another value at each look-up."""

    def __init__(self) -> None:
        super().__init__({x: Number(1)})
        self.looks = 0

    def get(self, key: object, default: Any = None) -> Any:
        self.looks += 1
        return Number(self.looks) if key == x else default


def test_values_are_read_once() -> None:
    made = kernel.instantiate(kernel.reflexive(Apply(closed(x, x), x)), FickleMapping()).conclusion
    applied_to_one = Apply(closed(x, x), Number(1))
    assert made == equal(applied_to_one, applied_to_one)


def test_what_a_rule_was_given_does_not_change_its_theorem(theorem: Proved) -> None:
    values = {x: Number(1)}
    made = kernel.instantiate(kernel.assume(equal(x, x)), values)
    values[x] = Number(2)
    assert made.arguments[1] == {x: Number(1)}
    hypotheses = [TRUE]
    lent = arithmetic_kernel.one_variable(_truth())
    proved = kernel.by_arithmetic(lent, hypotheses, TRUE, ())
    hypotheses.append(FALSE)
    assert proved.hypotheses == {TRUE}


def _truth() -> Any:
    from derivations.arithmetic.statements import Sequent
    from mechanisms.exact import formula

    return Sequent(frozenset(), formula.TRUE)


def test_variables_that_share_a_mark_are_told_apart() -> None:
    """More variables than marks: each is found, bound and replaced, and no other with it."""
    real, one = [Free(f"v{i}") for i in range(130)], Number(1)
    assert len({variable.marks for variable in real}) < len(real)
    whole = reduce(PLUS, real, one)
    assert free_variables(equal(whole, whole)) == {*real}
    assert free_variables(closed(real[7], whole)) == {*real} - {real[7]}
    for variable in real:
        assert opened(closed(variable, whole), one) == reduce(PLUS, [one if v is variable else v for v in real], one)
    exchanged = dict(zip(real, reversed(real), strict=True))
    assert substituted(whole, exchanged) == reduce(PLUS, reversed(real), one)
    assert substituted(whole, {Free("v3", BOOL): TRUE}) == whole


def test_free_variables_are_not_captured_by_their_names() -> None:
    """forall x. x = y, with x for y, is not forall x. x = x."""
    y = Free("y")
    theorem = kernel.assume(for_all(x, equal(x, y)))
    made = kernel.instantiate(theorem, {y: x})
    with pytest.raises(REFUSED):
        kernel.detach(kernel.assume(OR(TRUE, FALSE)), made)
    assert made.conclusion != for_all(x, equal(x, x))
