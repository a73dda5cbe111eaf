"""The trusted core: the only place that can make a `Theorem`.

A theorem is a statement that holds for all real values of its variables. Each rule below is a few lines that check
their inputs with exact arithmetic and then build the theorem; nothing else in the suite can. Whoever searches for a
proof may be as clever and as unsound as they like: what they find is a call of these rules.

Trusted besides this file: the exact polynomials and formulas that it imports, FLINT's arithmetic beneath them
(balls of `arb` for transcendental constants), and the Python interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NoReturn

from flint import arb, ctx

from derivations.arithmetic.real_roots import dense, sign_patterns
from derivations.arithmetic.statements import (
    Certificate,
    DerivativeOf,
    Infeasible,
    LinearProgram,
    LogLinear,
    Optimal,
    Quotient,
    Refuted,
    Sequent,
    Statement,
    dot,
    is_exact,
)
from mechanisms.exact.formula import (
    FALSE,
    AllOf,
    AnyOf,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    all_of,
    conditions,
    equal_to,
    holds_with,
    in_polynomials,
    negation,
    substitute,
    variables,
)
from mechanisms.exact.polynomial import Polynomial, to_fmpq


class KernelError(Exception):
    """A rule refused its inputs; nothing was proved."""


# -- theorems ------------------------------------------------------------------------------------------------------


class _Sealed:
    """Gives theorems a layout that no other class has, so that no object becomes one by assigning its class."""

    __slots__ = ("_seal",)

    def __init_subclass__(cls) -> None:
        if _Sealed.__subclasses__() != [cls]:
            raise TypeError("Theorem has no subclasses")


class Theorem(_Sealed):
    """A proved statement, with the rule, the arguments and the premises that proved it. Only this module makes them."""

    __slots__ = ("arguments", "oracles", "premises", "rule", "statement")
    statement: Statement
    rule: str
    arguments: tuple[Any, ...]
    premises: tuple[Theorem, ...]
    oracles: frozenset[str]

    def __new__(cls, *_: object) -> Theorem:
        """Refuse: a theorem is made by a rule."""
        raise TypeError("theorems are made by the rules of derivations.arithmetic.kernel only")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise TypeError("theorems are immutable")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __copy__(self, memo: object = None) -> Theorem:
        return self

    __deepcopy__ = __copy__

    def __reduce__(self) -> NoReturn:
        raise TypeError("a theorem is not pickled: write its proof and check it again")

    @property
    def sequent(self) -> Sequent:
        """The statement of a theorem that is known to be a sequent. Raises KernelError for one of another kind."""
        if not isinstance(self.statement, Sequent):
            raise KernelError(f"a sequent is needed here, not: {self.statement}")
        return self.statement

    def __repr__(self) -> str:
        trust = f"  [trusts {', '.join(sorted(self.oracles))}]" if self.oracles else ""
        return f"{self.statement}  (by {self.rule.replace('_', ' ')}){trust}"


def _make(statement: Statement, rule: str, arguments: tuple[Any, ...], premises: tuple[Theorem, ...]) -> Theorem:
    oracles = frozenset({str(arguments[0])}) if rule == "oracle" else frozenset()
    oracles = oracles.union(*(p.oracles for p in premises))
    theorem: Theorem = object.__new__(Theorem)
    for name, value in zip(Theorem.__slots__, (arguments, oracles, premises, rule, statement), strict=True):
        object.__setattr__(theorem, name, value)
    return theorem


_Made = tuple[Statement, tuple[Theorem, ...], tuple[Any, ...]]
_Vector = Sequence[Fraction]
RULES: dict[str, Callable[..., Theorem]] = {}


def _rule(function: Callable[..., _Made]) -> Callable[..., Theorem]:
    """Wrap a rule body, which returns (statement, premises, other arguments), so that it makes a theorem."""
    name = function.__name__

    def rule(*inputs: Any) -> Theorem:
        # A mapping becomes a dict, another iterable a tuple, each read once.
        given = [
            dict(v) if isinstance(v, Mapping) else v if isinstance(v, str) or not isinstance(v, Iterable) else tuple(v)
            for v in inputs
        ]
        _require(
            is_exact(tuple(given), Theorem), f"rule {name}: an input is no exact, immutable data of the expected types"
        )
        statement, premises, arguments = function(*given)
        return _make(statement, name, arguments, premises)

    rule.__name__, rule.__doc__ = name, function.__doc__
    RULES[name] = rule
    return rule


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise KernelError(message)


# -- logic ---------------------------------------------------------------------------------------------------------


@_rule
def assume(formula: Formula) -> _Made:
    """F |- F"""
    return Sequent(frozenset((formula,)), formula), (), (formula,)


@_rule
def weaken(theorem: Theorem, hypotheses: Iterable[Formula]) -> _Made:
    """From H |- C: H, more |- C"""
    return Sequent(theorem.sequent.hypotheses.union(hypotheses), theorem.sequent.conclusion), (theorem,), (hypotheses,)


@_rule
def cut(lemma: Theorem, theorem: Theorem) -> _Made:
    """From H |- A and G |- C: H, G without A |- C"""
    rest = theorem.sequent.hypotheses - {lemma.sequent.conclusion}
    return Sequent(lemma.sequent.hypotheses | rest, theorem.sequent.conclusion), (lemma, theorem), ()


@_rule
def conjoin(*theorems: Theorem) -> _Made:
    """From H1 |- C1, H2 |- C2, ...: all H |- all C"""
    hypotheses: frozenset[Formula] = frozenset().union(*(t.sequent.hypotheses for t in theorems))
    return Sequent(hypotheses, all_of(t.sequent.conclusion for t in theorems)), theorems, ()


@_rule
def project(theorem: Theorem, part: Formula) -> _Made:
    """From H |- A and B: H |- A"""
    whole = theorem.sequent.conclusion
    _require(isinstance(whole, AllOf) and part in whole.parts, f"{part} is no part of {whole}")
    return Sequent(theorem.sequent.hypotheses, part), (theorem,), (part,)


@_rule
def unpack(theorem: Theorem, conjunction: AllOf) -> _Made:
    """From A, B, H |- C: (A and B), H |- C"""
    _require(isinstance(conjunction, AllOf), "unpack needs a conjunction")
    rest = theorem.sequent.hypotheses - set(conjunction.parts)
    return Sequent(rest | {conjunction}, theorem.sequent.conclusion), (theorem,), (conjunction,)


@_rule
def choose(theorem: Theorem, disjunction: AnyOf) -> _Made:
    """From H |- A: H |- A or B"""
    _require(isinstance(disjunction, AnyOf), "choose needs a disjunction")
    _require(theorem.sequent.conclusion in disjunction.parts, "the theorem proves no part of the disjunction")
    return Sequent(theorem.sequent.hypotheses, disjunction), (theorem,), (disjunction,)


@_rule
def cases(disjunction: AnyOf, *theorems: Theorem) -> _Made:
    """From A, H |- C and B, G |- C: (A or B), H, G |- C. The empty disjunction is no rule: use absurd."""
    _require(isinstance(disjunction, AnyOf) and len(theorems) == len(disjunction.parts) > 0, "one theorem a case")
    conclusion = theorems[0].sequent.conclusion
    rest: frozenset[Formula] = frozenset((disjunction,))
    for part, theorem in zip(disjunction.parts, theorems, strict=True):
        _require(theorem.sequent.conclusion == conclusion, "the cases have different conclusions")
        rest |= theorem.sequent.hypotheses - {part}
    return Sequent(rest, conclusion), theorems, (disjunction,)


@_rule
def excluded_middle(formula: Formula) -> _Made:
    """|- F or not F"""
    return Sequent(frozenset(), AnyOf((formula, negation(formula)))), (), (formula,)


@_rule
def absurd(theorem: Theorem, conclusion: Formula) -> _Made:
    """From H, not C |- false: H |- C"""
    _require(theorem.sequent.conclusion == FALSE, "the theorem is no contradiction")
    return Sequent(theorem.sequent.hypotheses - {negation(conclusion)}, conclusion), (theorem,), (conclusion,)


@_rule
def instantiate(theorem: Theorem, values: Mapping[str, Polynomial]) -> _Made:
    """From H |- C: the same with polynomials put for variables, all at once"""
    sequent = theorem.sequent
    hypotheses = frozenset(substitute(h, values) for h in sequent.hypotheses)
    return Sequent(hypotheses, substitute(sequent.conclusion, values)), (theorem,), (values,)


@_rule
def eliminate(theorem: Theorem, name: str, value: Polynomial, goal: Sequent) -> _Made:
    """From H[name := value] |- C[name := value]: H |- C, when `name = value` is one of H"""
    _require(equal_to(Polynomial.variable(name), value) in goal.hypotheses, f"{name} = {value} is not assumed")
    at = {name: value}
    known = {h if isinstance(h, (IntegerValued, NamedConstant)) else substitute(h, at) for h in goal.hypotheses}
    _require(theorem.sequent.hypotheses <= known, "the theorem assumes more than the goal")
    _require(substitute(goal.conclusion, at) == theorem.sequent.conclusion, "the theorem proves another goal")
    return goal, (theorem,), (name, value, goal)


@_rule
def compare(theorem: Theorem, goal: Sequent) -> _Made:
    """From H |- C in polynomials: the same said by comparisons, both sides as they are written"""
    plain = Sequent(frozenset(map(in_polynomials, goal.hypotheses)), in_polynomials(goal.conclusion))
    _require(theorem.sequent == plain, f"the goal says something else in polynomials: {plain}")
    return goal, (theorem,), (goal,)


# -- algebra -------------------------------------------------------------------------------------------------------


@_rule
def contradiction(hypotheses: Iterable[Condition], certificate: Certificate) -> _Made:
    """H |- false, from an identity that writes 0 as something positive (Positivstellensatz; Farkas, Handelman, SOS)"""
    assumed = frozenset(hypotheses)
    scale, powers = certificate.positive
    _require(scale > 0, "the positive part needs a positive factor")
    total = Polynomial.constant(scale)
    for condition, power in powers:
        strict = condition.relation == ">" or (condition.relation == "!=" and power % 2 == 0)
        _require(condition in assumed and strict and 1 <= power <= 1000, f"{condition} is not known to be positive")
        total = total * condition.polynomial**power
    for weight, root, factors in certificate.cone:
        _require(weight >= 0, "a weight of the cone is negative")
        product = root * root * Polynomial.constant(weight)
        for condition in factors:
            _require(condition in assumed and condition.relation in (">", ">="), f"{condition} is not known to be >= 0")
            product = product * condition.polynomial
        total = total + product
    for multiplier, condition in certificate.equations:
        _require(condition in assumed and condition.relation == "=", f"{condition} is not a known equation")
        total = total + multiplier * condition.polynomial
    _require(total.is_zero(), "the certificate does not sum to zero")
    return Sequent(assumed, FALSE), (), (hypotheses, certificate)


@_rule
def derivative(function: LogLinear, variable: str, value: Quotient) -> _Made:
    """d/dv [r + sum c log u] = r' + sum c u'/u, where no c depends on v; equality of rational functions"""
    for coefficient, u in function.logarithms:
        _require(variable not in coefficient.names, "a coefficient of a logarithm depends on the variable")
        _require(not u.numerator.is_zero() and not u.denominator.is_zero(), "logarithm of zero, or of nothing")
    slope = function.derivative(variable)
    _require(not slope.denominator.is_zero() and not value.denominator.is_zero(), "a denominator is zero")
    difference = slope.numerator * value.denominator - value.numerator * slope.denominator
    _require(difference.is_zero(), "this is not the derivative")
    return DerivativeOf(function, variable, value), (), (function, variable, value)


# -- one variable --------------------------------------------------------------------------------------------------


@_rule
def one_variable(goal: Sequent) -> _Made:
    """Decide a sequent of conditions in one variable: isolate every root, test each root and each gap between them"""
    formula = all_of([*goal.hypotheses, negation(goal.conclusion)])
    names = variables(formula)
    _require(len(names) <= 1, f"{len(names)} variables; this rule decides one")
    name = next(iter(names), "t")
    for signs in sign_patterns([dense(c.polynomial, name) for c in conditions(formula)]):
        _require(not holds_with(formula, iter(signs)), "the sequent fails somewhere on the line")
    return goal, (), (goal,)


# -- integers, constants -------------------------------------------------------------------------------------------


@_rule
def round_up(name: str, bound: Fraction, strict: bool) -> _Made:
    """n integer, n >= b (or > b) |- n >= the least integer that this allows"""
    n = Polynomial.variable(name)
    least = floor(bound) + 1 if strict else -floor(-bound)
    known = Condition(n - bound, ">" if strict else ">=")
    return Sequent(frozenset((IntegerValued(name), known)), Condition(n - least, ">=")), (), (name, bound, strict)


@_rule
def integer_cases(name: str, low: int, high: int) -> _Made:
    """n integer, low <= n <= high |- n = low or ... or n = high"""
    _require(low <= high and high - low < 10_000, "an empty or a huge range")
    n = Polynomial.variable(name)
    known: list[Formula] = [IntegerValued(name), Condition(n - low, ">="), Condition(high - n, ">=")]
    outcome = AnyOf(tuple(equal_to(n, k) for k in range(low, high + 1)))
    return Sequent(frozenset(known), outcome), (), (name, low, high)


@_rule
def induction(base: Theorem, step: Theorem, name: str, start: int) -> _Made:
    """From H |- C(start) and H, n integer, n >= start, C(n) |- C(n+1): H, n integer, n >= start |- C(n); n not in H"""
    _require(type(start) is int, "induction starts at an integer")
    n = Polynomial.variable(name)
    known: frozenset[Formula] = frozenset((IntegerValued(name), Condition(n - start, ">=")))
    free = base.sequent.hypotheses
    _require(all(name not in variables(h) for h in free), f"a hypothesis of the base speaks of {name}")
    claim = [c for c in step.sequent.hypotheses if c not in free and c not in known]
    _require(len(claim) == 1, "the step must assume the claim for n and nothing else")
    _require(substitute(claim[0], {name: Polynomial.constant(start)}) == base.sequent.conclusion, "wrong base")
    _require(substitute(claim[0], {name: n + 1}) == step.sequent.conclusion, "wrong step")
    return Sequent(free | known, claim[0]), (base, step), (name, start)


@_rule
def enclose(constant: NamedConstant, low: Fraction, high: Fraction) -> _Made:
    """v = f(q) |- low < v < high, by ball arithmetic"""
    _require(constant.function in ("exp", "log", "sqrt", "erf", "pi"), f"unknown function {constant.function}")
    with ctx.workprec(400):
        argument = arb(to_fmpq(constant.argument))
        ball = arb.pi() if constant.function == "pi" else getattr(argument, constant.function)()
        inside = bool(ball.is_finite()) and bool(arb(to_fmpq(low)) < ball) and bool(ball < arb(to_fmpq(high)))
    _require(inside, f"{constant} is not shown to lie between {low} and {high}")
    v = Polynomial.variable(constant.name)
    between = AllOf((Condition(v - low, ">"), Condition(high - v, ">")))
    return Sequent(frozenset((constant,)), between), (), (constant, low, high)


# -- counterexamples, linear programs, oracles ---------------------------------------------------------------------


@_rule
def counterexample(sequent: Sequent, point: Mapping[str, Fraction]) -> _Made:
    """The sequent fails at this point: all hypotheses hold there, the conclusion does not"""
    _require(all(h.holds_at(point) for h in sequent.hypotheses), "a hypothesis fails at the point")
    _require(not sequent.conclusion.holds_at(point), "the conclusion holds at the point")
    return Refuted(sequent, tuple(sorted(point.items()))), (), (sequent, point)


@_rule
def weak_duality(program: LinearProgram, point: _Vector, y: _Vector, w: _Vector) -> _Made:
    """A feasible point and multipliers with the same value: both are optimal"""
    _require(program.admits(point), "the point is not feasible")
    _require(all(v >= 0 for v in y), "a multiplier of an inequality is negative")
    columns, bound = program.combine(y, w)
    _require(columns == program.cost, "the multipliers do not combine to the cost")
    value = dot(program.cost, point)
    _require(bound == value, "primal and dual values differ")
    return Optimal(program, tuple(point), value), (), (program, point, y, w)


@_rule
def farkas(program: LinearProgram, y: _Vector, w: _Vector) -> _Made:
    """Multipliers that combine the constraints to 0 >= something positive: no feasible point"""
    _require(all(v >= 0 for v in y), "a multiplier of an inequality is negative")
    columns, bound = program.combine(y, w)
    _require(not any(columns) and bound > 0, "the multipliers do not combine to a contradiction")
    return Infeasible(program), (), (program, y, w)


@_rule
def oracle(name: str, sequent: Sequent) -> _Made:
    """Believed because `name` says so; every theorem that rests on it carries the name"""
    _require(type(name) is str and name != "" and type(sequent) is Sequent, "an oracle has a name and says a sequent")
    return sequent, (), (name, sequent)
