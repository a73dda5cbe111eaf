"""The rules of the logic: the only place that can make a `Proved`, a theorem about terms.

Natural deduction for simple type theory over the reals, with equality, a recursor, induction over the integers from 0,
definitions, and the certificates of arithmetic, which `derivations.arithmetic.kernel` checks. Each rule draws its
inference in its docstring: what stands over the line is given, H are hypotheses. Besides the rules a few axioms are
believed, all in `AXIOMS`; whatever else is believed is an oracle, whose name every theorem that rests on it carries.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from derivations.arithmetic import kernel as arithmetic_kernel
from derivations.logic.arithmetic import NoArithmeticError, in_arithmetic
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
    SCHEMES,
    SQRT,
    TIMES,
    TRUE,
    Abstract,
    Apply,
    Arrow,
    Bound,
    Constant,
    Free,
    Immutable,
    Number,
    Term,
    Type,
    TypeMismatchError,
    applied,
    arrow,
    closed,
    conditional,
    equal,
    for_all,
    free_variables,
    opened,
    parts,
    quantified,
    recursor,
    substituted,
    there_is,
)


class LogicError(Exception):
    """A rule refused its inputs; nothing was proved."""


# -- theorems ------------------------------------------------------------------------------------------------------


class _Sealed(Immutable):
    """Gives theorems a layout that no other class has, so that no object becomes one by assigning its class."""

    __slots__ = ("_seal",)

    def __init_subclass__(cls) -> None:
        if _Sealed.__subclasses__() != [cls]:
            raise TypeError("Proved has no subclasses")


class Proved(_Sealed):
    """From the hypotheses follows the conclusion, for all values of the free variables. Only the rules make them."""

    __slots__ = ("arguments", "conclusion", "hypotheses", "oracles", "premises", "rule")
    hypotheses: frozenset[Term]
    conclusion: Term
    rule: str
    arguments: tuple[Any, ...]
    premises: tuple[Proved, ...]
    oracles: frozenset[str]

    def __new__(cls, *_: object) -> Proved:
        """Refuse: a theorem is made by a rule."""
        raise TypeError("theorems are made by the rules of derivations.logic.kernel only")

    @property
    def statement(self) -> Term:
        """The conclusion of a theorem that assumes nothing. Raises LogicError for one that assumes something."""
        if self.hypotheses:
            raise LogicError(f"this theorem assumes something: {self}")
        return self.conclusion

    def __repr__(self) -> str:
        given = "; ".join(sorted(map(str, self.hypotheses)))
        trust = f"  [trusts {', '.join(sorted(self.oracles))}]" if self.oracles else ""
        return f"{given} |- {self.conclusion}{trust}" if given else f"|- {self.conclusion}{trust}"


_Made = tuple[Iterable[Term], Term]
_KINDS = {Free, Bound, Constant, Number, Apply, Abstract}
MOST_WHOLE = 200_000  # terms that are kept as gone through
_whole: dict[int, Term] = {}  # by their identities, which no other object has while they are kept
RULES: dict[str, Callable[..., Proved]] = {}
_defined: dict[str, Term] = {}
DEFINITIONS: Mapping[str, Term] = MappingProxyType(_defined)
"""The term that each defined constant stands for, by its name."""


def _is_term(value: Any) -> bool:
    """Whether it is a term that can stand alone, made of known constants. Parts that were found so before stay so."""
    if type(value) not in _KINDS or value.loose:
        return False
    new = [] if id(value) in _whole else list(parts(value, lambda part: id(part) not in _whole))
    if not all(type(part) in _KINDS and (type(part) is not Constant or _is_known(part)) for part in new):
        return False
    if len(_whole) > MOST_WHOLE:
        _whole.clear()
    _whole.update(zip(map(id, new), new, strict=True))
    return True


def _exactly(kind: type) -> Callable[[Any], bool]:
    return lambda value: type(value) is kind and (kind not in _KINDS or _is_term(value))


_TAKEN: dict[str, Callable[[Any], bool]] = {
    "Term": _is_term,
    "Free": _exactly(Free),
    "Number": _exactly(Number),
    "Abstract": _exactly(Abstract),
    "Proved": _exactly(Proved),
    "arithmetic_kernel.Theorem": _exactly(arithmetic_kernel.Theorem),
    "str": lambda value: type(value) is str and value != "",
    "int": _exactly(int),
    "Type": lambda value: value is REAL or value is BOOL or type(value) is Arrow,
    "tuple[Term, ...]": lambda value: type(value) is tuple and all(map(_is_term, value)),
    "Mapping[Free, Term]": lambda value: (
        type(value) is dict and all(type(key) is Free and _is_term(part) for key, part in value.items())
    ),
}
"""What a rule takes, by the annotations of its parameters."""
_FIXED = {*_KINDS, Proved, arithmetic_kernel.Theorem, str, int, tuple}  # what does not change, but for its parts


def _is_known(constant: Constant) -> bool:
    """Whether a constant is one of the logic or defined, at its own type."""
    name, type_ = constant.name, constant.type
    if name in RESERVED:
        return type_ == RESERVED[name]
    if name in DEFINITIONS:
        return type_ == DEFINITIONS[name].type
    if name not in SCHEMES or not isinstance(type_, Arrow):
        return False
    source = type_.source
    of = source.source if name in ("forall", "exists") and isinstance(source, Arrow) else source
    of = type_.target.source if name == "if" and isinstance(type_.target, Arrow) else of
    return constant == SCHEMES[name](of)


def _rule(function: Callable[..., _Made]) -> Callable[..., Proved]:
    """Make a rule of a body that returns hypotheses and conclusion: what it is given is kept as the proof."""
    name, *kinds = function.__name__, *map(str, list(function.__annotations__.values())[:-1])
    takes, usual = [_TAKEN[kind] for kind in kinds], function.__defaults__ or ()
    refusal = f"rule {name}: it takes ({', '.join(kinds)}), terms that can stand alone, of known constants"

    def rule(*inputs: Any) -> Proved:
        inputs += usual[len(inputs) + len(usual) - len(takes) :]
        given: tuple[Any, ...] = tuple([
            v if type(v) in _FIXED else dict(v) if isinstance(v, Mapping)
            else tuple(v) if isinstance(v, (list, frozenset, set)) else v for v in inputs
        ])  # fmt: skip
        _require(len(given) == len(takes) and all(fit(v) for fit, v in zip(takes, given, strict=True)), refusal)
        premises = tuple([v for v in given if type(v) is Proved])
        believed = frozenset({str(given[0])}) if name == "oracle" else frozenset()
        lent = [v.oracles for v in given if type(v) in (Proved, arithmetic_kernel.Theorem)]
        try:
            hypotheses, conclusion = function(*given)
            made = frozenset(hypotheses)
        except (TypeMismatchError, NoArithmeticError, arithmetic_kernel.KernelError) as error:
            raise LogicError(f"rule {name}: {error}") from error
        _require(all(f.type is BOOL for f in (*made, conclusion)), lambda: f"rule {name}: this is no formula")
        theorem: Proved = object.__new__(Proved)
        values = (given, conclusion, made, believed.union(*lent), premises, name)
        for slot, value in zip(Proved.__slots__, values, strict=True):
            object.__setattr__(theorem, slot, value)
        return theorem

    rule.__name__, rule.__doc__ = name, function.__doc__
    RULES[name] = rule
    return rule


def _require(condition: bool, message: str | Callable[[], str]) -> None:
    if not condition:
        raise LogicError(message if isinstance(message, str) else message())


def _require_not_in(staying: Iterable[Term], variable: Free) -> None:
    free = any(formula.marks & variable.marks and variable in free_variables(formula) for formula in staying)
    _require(not free, lambda: f"a formula that stays speaks of {variable}")


def _arguments(formula: Term, constant: str, count: int) -> tuple[Term, ...]:
    found = applied(formula, constant, count)
    if found is None:
        raise LogicError(f"a formula with {constant} is needed here, not: {formula}")
    return found


def _body(formula: Term, binder: str) -> Abstract:
    found = quantified(formula, binder)
    if found is None:
        raise LogicError(f"a formula with {binder} is needed here, not: {formula}")
    return found


# -- and, or, not, implies -----------------------------------------------------------------------------------------


@_rule
def assume(formula: Term) -> _Made:
    """F |- F"""
    return (formula,), formula


@_rule
def discharge(formula: Term, theorem: Proved) -> _Made:
    """H |- C  ==>  H without F |- F implies C"""
    return theorem.hypotheses - {formula}, IMPLIES(formula, theorem.conclusion)


@_rule
def detach(implication: Proved, premise: Proved) -> _Made:
    """H |- A implies C, G |- A  ==>  H, G |- C"""
    needed, conclusion = _arguments(implication.conclusion, "implies", 2)
    _require(needed == premise.conclusion, lambda: f"what is implied needs {needed}, not {premise.conclusion}")
    return implication.hypotheses | premise.hypotheses, conclusion


@_rule
def conjoin(left: Proved, right: Proved) -> _Made:
    """H |- A, G |- B  ==>  H, G |- A and B"""
    return left.hypotheses | right.hypotheses, AND(left.conclusion, right.conclusion)


@_rule
def part(theorem: Proved, number: int) -> _Made:
    """H |- A and B  ==>  H |- A (number 0), H |- B (number 1)"""
    sides = _arguments(theorem.conclusion, "and", 2)
    _require(number in (0, 1), "a conjunction has the parts 0 and 1")
    return theorem.hypotheses, sides[number]


@_rule
def cases(disjunction: Proved, left: Proved, right: Proved) -> _Made:
    """H |- A or B, G with A |- C, K with B |- C  ==>  H, G, K |- C"""
    a, b = _arguments(disjunction.conclusion, "or", 2)
    _require(left.conclusion == right.conclusion, "the cases have different conclusions")
    return disjunction.hypotheses | (left.hypotheses - {a}) | (right.hypotheses - {b}), left.conclusion


# -- for all, there is ---------------------------------------------------------------------------------------------


@_rule
def generalise(variable: Free, theorem: Proved) -> _Made:
    """H |- C  ==>  H |- forall v. C, where v is not free in H"""
    _require_not_in(theorem.hypotheses, variable)
    return theorem.hypotheses, for_all(variable, theorem.conclusion)


@_rule
def specialise(theorem: Proved, value: Term) -> _Made:
    """H |- forall v. C  ==>  H |- C with the value for v"""
    return theorem.hypotheses, opened(_body(theorem.conclusion, "forall"), value)


@_rule
def witness(formula: Term, value: Term, theorem: Proved) -> _Made:
    """H |- C with the value for v  ==>  H |- exists v. C"""
    _require(opened(_body(formula, "exists"), value) == theorem.conclusion, "the theorem is of something else")
    return theorem.hypotheses, formula


@_rule
def unpack(existence: Proved, variable: Free, theorem: Proved) -> _Made:
    """H |- exists v. A, G with A |- C  ==>  H, G |- C, where v is not free in G and C"""
    body = _body(existence.conclusion, "exists")
    rest = theorem.hypotheses - {opened(body, variable)}
    _require_not_in((*rest, theorem.conclusion, existence.conclusion), variable)
    return existence.hypotheses | rest, theorem.conclusion


@_rule
def instantiate(theorem: Proved, values: Mapping[Free, Term]) -> _Made:
    """H |- C  ==>  the same with values for free variables, all at once"""
    return {substituted(h, values) for h in theorem.hypotheses}, substituted(theorem.conclusion, values)


# -- equality, functions -------------------------------------------------------------------------------------------


@_rule
def reflexive(term: Term) -> _Made:
    """|- t = t"""
    return (), equal(term, term)


@_rule
def beta(term: Term) -> _Made:
    """|- (fun x. b)(a) = b with a for x; LogicError for any other term"""
    if not (isinstance(term, Apply) and isinstance(term.function, Abstract)):
        raise LogicError(f"a function that is written out is applied here, not: {term}")
    return (), equal(term, opened(term.function, term.argument))


@_rule
def replace(equation: Proved, pattern: Abstract, theorem: Proved) -> _Made:
    """H |- a = b, G |- C with a for x  ==>  H, G |- C with b for x, where the pattern is fun x. C"""
    left, right = _arguments(equation.conclusion, "=", 2)
    _require(opened(pattern, left) == theorem.conclusion, "the pattern does not fit")
    return equation.hypotheses | theorem.hypotheses, opened(pattern, right)


@_rule
def congruent(functions: Proved, values: Proved) -> _Made:
    """H |- f = g, G |- a = b  ==>  H, G |- f(a) = g(b)"""
    f, g = _arguments(functions.conclusion, "=", 2)
    a, b = _arguments(values.conclusion, "=", 2)
    return functions.hypotheses | values.hypotheses, equal(Apply(f, a), Apply(g, b))


@_rule
def abstracted(variable: Free, theorem: Proved) -> _Made:
    """H |- a = b  ==>  H |- (fun v. a) = (fun v. b), where v is not free in H"""
    left, right = _arguments(theorem.conclusion, "=", 2)
    _require_not_in(theorem.hypotheses, variable)
    return theorem.hypotheses, equal(closed(variable, left), closed(variable, right))


# -- definitions ---------------------------------------------------------------------------------------------------


@_rule
def define(name: str, meaning: Term) -> _Made:
    """|- name = meaning, for a name that means nothing else; the meaning has no free variables"""
    _require(not free_variables(meaning), lambda: f"{name} cannot be defined by what has free variables")
    _require(name not in RESERVED and name not in SCHEMES, lambda: f"{name} is a constant of the logic")
    _require(_defined.setdefault(name, meaning) == meaning, lambda: f"{name} is defined already, and otherwise")
    return (), equal(Constant(name, meaning.type), meaning)


# -- integers, arithmetic ------------------------------------------------------------------------------------------


@_rule
def induction(base: Proved, step: Proved, predicate: Abstract, variable: Free) -> _Made:
    """H |- P(0), G with integer(n), 0 <= n, P(n) |- P(n + 1)  ==>  H, G |- forall n. integer(n) and 0 <= n implies P(n)

    n is not free in H, G and P.
    """
    _require(predicate.variable == variable.type == REAL, "a predicate of numbers and a variable for them are needed")
    known = AND(INTEGER(variable), AT_MOST(Number(0), variable))
    _require(base.conclusion == opened(predicate, Number(0)), "the base is of something else")
    _require(step.conclusion == opened(predicate, PLUS(variable, Number(1))), "the step is of something else")
    rest = step.hypotheses - {known, opened(predicate, variable)}
    _require_not_in((*base.hypotheses, *rest, predicate), variable)
    everywhere = for_all(variable, IMPLIES(known, opened(predicate, variable)))
    return base.hypotheses | rest, everywhere


@_rule
def by_arithmetic(
    theorem: arithmetic_kernel.Theorem, hypotheses: tuple[Term, ...], conclusion: Term, atoms: tuple[Term, ...]
) -> _Made:
    """H |- C, where a theorem about polynomials says so with variables for the atoms, whatever these are"""
    said, goal = in_arithmetic(hypotheses, conclusion, atoms)
    proved = theorem.sequent
    _require(proved.hypotheses <= said, "the theorem assumes more")
    _require(proved.conclusion == goal, lambda: f"the theorem concludes {proved.conclusion}, not {goal}")
    return hypotheses, conclusion


@_rule
def literal(number: Number) -> _Made:
    """|- integer(q) for an integer q"""
    _require(number.value.denominator == 1, "an integer is needed")
    return (), INTEGER(number)


# -- what is believed ----------------------------------------------------------------------------------------------


@_rule
def oracle(name: str, formula: Term) -> _Made:
    """Believed because `name` says so; every theorem that rests on it carries the name"""
    return (), formula


@cache
def axioms(type_: Type) -> Mapping[str, Term]:
    """What is believed of truth values, functions, `if`, `rec`, integers and real numbers, by name: `f` is of the type,
    and so are the values of `if` and `rec`.
    """
    p, q, a, b, n, f = Free("p", BOOL), Free("q", BOOL), Free("a"), Free("b"), Free("n"), Free("f", type_)
    u, v, step = Free("u", type_), Free("v", type_), Free("step", arrow(REAL, type_, type_))
    chosen, values = conditional(type_)(p, u, v), recursor(type_)(u, step)
    zero, one = Number(0), Number(1)
    whole = AND(INTEGER(n), AT_MOST(zero, n))
    stated = {
        "truth": TRUE,
        "choose_left": IMPLIES(p, OR(p, q)),
        "choose_right": IMPLIES(q, OR(p, q)),
        "reject": IMPLIES(IMPLIES(p, FALSE), NOT(p)),
        "clash": IMPLIES(NOT(p), IMPLIES(p, FALSE)),
        "absurd": IMPLIES(IMPLIES(NOT(p), FALSE), p),
        "equivalent": IMPLIES(IMPLIES(p, q), IMPLIES(IMPLIES(q, p), equal(p, q))),
        "if_true": IMPLIES(p, equal(chosen, u)),
        "if_false": IMPLIES(NOT(p), equal(chosen, v)),
        "recursion_0": equal(values(zero), u),
        "recursion_next": IMPLIES(whole, equal(values(PLUS(n, one)), step(n, values(n)))),
        "integer_plus": IMPLIES(AND(INTEGER(a), INTEGER(b)), INTEGER(PLUS(a, b))),
        "integer_times": IMPLIES(AND(INTEGER(a), INTEGER(b)), INTEGER(TIMES(a, b))),
        "quotient": IMPLIES(NOT(equal(b, zero)), equal(TIMES(DIVIDE(a, b), b), a)),
        "quotient_times": equal(DIVIDE(a, b), TIMES(a, DIVIDE(one, b))),
        "power_0": equal(POWER(a, zero), one),
        "power_next": IMPLIES(whole, equal(POWER(a, PLUS(n, one)), TIMES(POWER(a, n), a))),
        "exp_plus": equal(EXP(PLUS(a, b)), TIMES(EXP(a), EXP(b))),
        "exp_above": IMPLIES(NOT(equal(a, zero)), LESS(PLUS(one, a), EXP(a))),
        "exp_0": equal(EXP(zero), one),
        "exp_log": IMPLIES(LESS(zero, a), equal(EXP(LOG(a)), a)),
        "archimedes": there_is(n, AND(INTEGER(n), LESS(a, n))),
        "sqrt": IMPLIES(AT_MOST(zero, a), AND(AT_MOST(zero, SQRT(a)), equal(TIMES(SQRT(a), SQRT(a)), a))),
    }
    if isinstance(type_, Arrow):
        stated["eta"] = equal(Abstract(type_.source, f(Bound(0, type_.source))), f)
    return MappingProxyType({name: for_all(tuple(sorted(free_variables(s), key=str)), s) for name, s in stated.items()})


@_rule
def axiom(name: str, type_: Type = REAL) -> _Made:
    """|- one of the axioms, about this type"""
    _require(name in axioms(type_), lambda: f"there is no axiom {name!r} about {type_}")
    return (), axioms(type_)[name]


_OF_ONE_TYPE = (TRUE, FALSE, NOT, AND, OR, IMPLIES, INTEGER, LESS, AT_MOST, PLUS, TIMES, DIVIDE, POWER, EXP, LOG, SQRT)
RESERVED: Mapping[str, Type] = MappingProxyType({constant.name: constant.type for constant in _OF_ONE_TYPE})
"""The constants of the logic that have one type."""
