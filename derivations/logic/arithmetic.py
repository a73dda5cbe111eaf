"""What a formula of the logic says in arithmetic: polynomial formulas, in which terms that it does not know are atoms.

The translation is sound in one direction each. A conclusion in arithmetic is at least as strong as the formula: that a
relation between quotients holds says there that no divisor is zero. A hypothesis is at most as strong: there a quotient
whose divisor is no number has to be an atom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from derivations.logic.terms import FALSE, REAL, TRUE, Apply, Constant, Number, Term, applied
from mechanisms.exact.expression import MAX_EXPONENT, Expression, Operation, Operator, as_fraction, expansion
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    Formula,
    IntegerValued,
    NamedConstant,
    in_polynomials,
    negation,
)
from mechanisms.exact.polynomial import Polynomial

MAX_TERMS, MAX_POWER = 10**12, 10_000  # of what is multiplied out, counted as if nothing cancelled or was shared
_OPERATORS: Mapping[str, Operator] = {"+": "+", "*": "*", "/": "/"}
_OPPOSITE = {"=": "!=", "<": ">=", "<=": ">"}
_Said = tuple[frozenset[Formula], Formula]
_told: dict[tuple[int, ...], tuple[_Said, object]] = {}  # of the last tuples: a search asks, then its rule does


class NoArithmeticError(Exception):
    """A formula says something that arithmetic does not know. It is written out when it is read, which few are."""

    def __str__(self) -> str:
        return str(self.args[0]).format(*self.args[1:])


def in_arithmetic(hypotheses: Sequence[Term], conclusion: Term, atoms: Sequence[Term]) -> _Said:
    """The sequent with tI for atom I, and facts of constant ones. NoArithmeticError unless atoms are distinct reals."""
    key = (id(hypotheses), id(conclusion), id(atoms))
    if kept := _told.get(key):
        return kept[0]
    if len(set(atoms)) != len(atoms) or any(atom.type != REAL or atom.loose for atom in atoms):
        raise NoArithmeticError("atoms are different numbers")
    names = {atom: f"t{i}" for i, atom in enumerate(atoms)}
    known = [constant for atom, name in names.items() if (constant := _constant(atom, name)) is not None]
    said = [_formula(hypothesis, names, known=True) for hypothesis in hypotheses]
    found = frozenset([*said, *map(in_polynomials, said), *known]), _formula(conclusion, names, known=False)
    _told.clear()
    if type(hypotheses) is type(atoms) is tuple:
        _told[key] = found, (hypotheses, conclusion, atoms)  # kept: no other object gets their identities
    return found


def _constant(atom: Term, name: str) -> NamedConstant | None:
    """exp, log or sqrt of a rational number."""
    if isinstance(atom, Apply) and isinstance(atom.function, Constant) and isinstance(atom.argument, Number):
        function, argument = atom.function.name, atom.argument.value
        if function == "exp" or (function in ("log", "sqrt") and argument > 0):
            return NamedConstant(name, function, argument)  # type: ignore[arg-type]
    return None


def _formula(formula: Term, names: Mapping[Term, str], *, known: bool) -> Formula:
    """A formula that is known, or one that is to be shown."""
    if formula in (TRUE, FALSE):
        return AllOf(()) if formula == TRUE else AnyOf(())
    word, sides = _of_two(formula)
    if word in ("and", "or"):
        return (AllOf if word == "and" else AnyOf)(tuple(_formula(side, names, known=known) for side in sides))
    if word == "implies":
        return AnyOf((_denied(sides[0], names, known), _formula(sides[1], names, known=known)))
    if word in _OPPOSITE and sides[0].type == REAL:
        return _comparison(sides, word, names, known)
    if inner := applied(formula, "not", 1):
        relation, sides = _of_two(inner[0])
        if relation in _OPPOSITE and sides[0].type == REAL:
            return _comparison(sides, _OPPOSITE[relation], names, known)
        return _denied(inner[0], names, known)
    if (inner := applied(formula, "integer", 1)) and inner[0] in names:
        return IntegerValued(names[inner[0]])
    raise NoArithmeticError("arithmetic does not know what {} says", formula)


def _of_two(term: Term) -> tuple[str, tuple[Term, ...]]:
    """The constant that is applied to two arguments, and these; "" where there is none."""
    if isinstance(term, Apply) and isinstance(term.function, Apply) and isinstance(term.function.function, Constant):
        return term.function.function.name, (term.function.argument, term.argument)
    return "", ()


def _denied(formula: Term, names: Mapping[Term, str], known: bool) -> Formula:
    try:
        return negation(_formula(formula, names, known=not known))
    except ValueError as error:
        raise NoArithmeticError("arithmetic does not know how to deny {}", formula) from error


def _comparison(sides: tuple[Term, ...], relation: str, names: Mapping[Term, str], known: bool) -> Formula:
    left, right = (_expression(side, names) for side in sides)
    if expansion(Operation("+", (left, right)))[0] > MAX_TERMS:
        raise NoArithmeticError("multiplied out, this has too many terms")
    if known and not all(map(_has_a_value, (left, right))):
        raise NoArithmeticError("a quotient in a hypothesis is an atom where its divisor is no number")
    return Comparison(left, relation, right)  # type: ignore[arg-type]


def _has_a_value(side: Expression) -> bool:
    """Whether it has a value wherever its variables have."""
    try:
        return all(divisor.is_constant() for divisor in as_fraction(side).divisors)
    except ZeroDivisionError:
        return False


def _expression(term: Term, names: Mapping[Term, str], times: int = 1) -> Expression:
    """The expression that a term is, which stands in powers whose exponents multiply to `times`."""
    if term in names:
        return Polynomial.variable(names[term])
    if isinstance(term, Number):
        return Polynomial.constant(term.value)
    operator, sides = _of_two(term)
    if operator == "^":
        exponent = sides[1].value if isinstance(sides[1], Number) else Fraction(-1)
        if exponent.denominator != 1 or not 1 <= exponent <= MAX_EXPONENT:
            raise NoArithmeticError("the exponent of {} is no integer from 1 to {}", term, MAX_EXPONENT)
        if times * exponent > MAX_POWER:
            raise NoArithmeticError(f"the exponents of powers of powers multiply to more than {MAX_POWER}")
        return Operation("^", (_expression(sides[0], names, times * int(exponent)), Polynomial.constant(exponent)))
    if operator in _OPERATORS:
        return Operation(_OPERATORS[operator], tuple(_expression(side, names, times) for side in sides))
    raise NoArithmeticError("arithmetic does not know {}", term)
