r"""Irrational numbers in the entries of a design: roots of numbers, powers of e, and budgets in parts, e^{eps/2}.

The interpreter reads e to integer combinations of budgets, and makes a variable of each root and each power of e that
it meets. Here eps is written as m times a part of it, so that e^{eps/2} and sqrt(e^{eps}) are powers of one variable
u = e^(eps/m), and the other variables are told what they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

import sympy

from checks.interpreter import Interpreter, Notation
from checks.interpreter.notation import EULER
from checks.interpreter.values import MeaninglessError
from checks.reading import ReadingError, Symbols
from checks.reading import syntax as tree
from mechanisms.exact.domain import Domain
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

MAXIMAL_PARTS = 24  # m of e^(eps/m)
MAXIMAL_ROOTS = 3  # different square roots of numbers
MAXIMAL_MULTIPLE = 1000  # of a part of a budget in an exponent
EULER_NODE = tree.Constant("e")


class RootError(MeaninglessError):
    """A root has no number; `name` is its variable."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} {why}")
        self.name = name


def exponents(node: tree.Node) -> Iterator[tree.Node]:
    """What e is raised to, anywhere in an expression."""
    for part in tree.nodes(node):
        if isinstance(part, tree.Apply) and part.function == "exp":
            yield from part.arguments
        elif isinstance(part, tree.Power) and part.base == EULER_NODE:
            yield part.exponent


def parts_of_budgets(nodes: Iterable[tree.Node], budgets: Iterable[str], vocabulary: Symbols) -> dict[str, int]:
    """For each budget the least m such that the exponents hold whole multiples of budget/m.

    MeaninglessError beyond MAXIMAL_PARTS. What cannot be read is left to who reads the entry.
    """
    parts = dict.fromkeys(budgets, 1)
    reader = Interpreter(Notation(vocabulary, Domain()))
    for exponent in {exponent for node in nodes for exponent in exponents(node)}:
        try:
            value = reader.number(exponent)
        except (MeaninglessError, ReadingError, ZeroDivisionError):
            continue
        for monomial, coefficient in value.numerator.terms().items():
            if value.denominator.is_constant() and len(monomial) == 1 and monomial[0][0] in parts:
                share = coefficient / value.denominator.constant_value()
                parts[monomial[0][0]] = lcm(parts[monomial[0][0]], share.denominator)
                if abs(share) > MAXIMAL_MULTIPLE:
                    raise MeaninglessError(f"the exponent {share} {monomial[0][0]} is larger than {MAXIMAL_MULTIPLE}")
    for budget, number in parts.items():
        if number > MAXIMAL_PARTS:
            raise MeaninglessError(
                f"the exponents ask for e^({budget}/{number}); at most {MAXIMAL_PARTS} parts are read"
            )
    return parts


def in_parts(node: tree.Node, parts: Mapping[str, int]) -> tree.Node:
    """The expression with m times the name in place of each budget, the name being its m-th part; e as exp(1)."""
    if isinstance(node, tree.Name) and parts.get(node.name, 1) > 1:
        return tree.Product((tree.Number(str(parts[node.name])), node))
    if node == EULER_NODE:
        return tree.Apply("exp", (tree.Number("1"),))
    if isinstance(node, tree.Power) and node.base == EULER_NODE:
        return tree.Power(node.base, in_parts(node.exponent, parts))
    below = tree.children(node)
    return tree.with_children(node, tuple(in_parts(child, parts) for child in below)) if below else node


@dataclass(frozen=True)
class Irrational:
    """What the variables of an interpreter stand for.

    Attributes:
        roots: functions of parameters in place of roots that are no roots.
        surds: roots of numbers.
        point: values of parameters, and functions of constants in place of powers of e.

    """

    roots: Mapping[str, RationalFunction]
    surds: Mapping[str, sympy.Expr]
    point: Mapping[str, RationalFunction] = field(default_factory=dict)

    def of(self, value: RationalFunction) -> RationalFunction | sympy.Expr:
        """The value with all of it put in; ZeroDivisionError where it divides by zero."""
        there = _substituted(_substituted(value, self.roots), self.point)
        used = {name: number for name, number in self.surds.items() if name in there.names}
        if not used:
            return there
        written = there.to_sympy(used)
        if written.has(sympy.zoo, sympy.nan):
            raise ZeroDivisionError
        return written


def powers_met(reader: Interpreter, rows: Iterable[Iterable[RationalFunction]]) -> dict[str, Fraction]:
    """The names of the powers of e that occur in the values, each with its exponent."""
    names = {name for row in rows for value in row for name in value.names}
    known = {EULER.name: EULER, **reader.constants}
    return {name: constant.argument for name, constant in known.items() if name in names}


def unfinished_budgets(reader: Interpreter) -> tuple[str, ...]:
    """Budgets of which an odd power stands below a square root, so that they need twice as many parts."""
    budgets = {variable: budget for budget, variable in reader.notation.domain.exponentials}
    found = (_power(radicand, budgets) for radicand in reader.roots.values())
    return tuple(dict.fromkeys(budgets[one[0]] for one in found if one is not None and one[1] % 2))


def irrational(reader: Interpreter, point: Mapping[str, Fraction]) -> Irrational:
    """What stands behind the roots that were met, at a point.

    RootError for the root of a parameter, or of a negative number, MeaninglessError for more than MAXIMAL_ROOTS roots.
    """
    budgets = {variable: budget for budget, variable in reader.notation.domain.exponentials}
    known = {name: RationalFunction.of(value) for name, value in point.items()}
    roots, surds = dict[str, RationalFunction](), dict[str, sympy.Expr]()
    for name, radicand in reader.roots.items():  # a root stands after those in its radicand
        power = _power(radicand, budgets)
        if power is not None:
            roots[name] = RationalFunction(Polynomial.variable(power[0])) ** (power[1] // 2)
            continue
        there = _substituted(_substituted(radicand, roots), known)
        if [n for n in there.names if n not in surds]:
            raise RootError(
                name, "is no rational function of the parameters; name the root instead, r, and write r^2 below it"
            )
        number = there.to_sympy(surds)
        if number.is_negative:
            raise RootError(name, "is the square root of a negative number")
        root = sympy.sqrt(number)
        if root.is_Rational:
            roots[name] = RationalFunction.of(Fraction(int(root.p), int(root.q)))
        else:
            surds[name] = root
    if len(surds) > MAXIMAL_ROOTS:
        raise MeaninglessError(f"{len(surds)} different roots of numbers; at most {MAXIMAL_ROOTS} are read")
    return Irrational(roots, surds)


def _substituted(value: RationalFunction, known: Mapping[str, RationalFunction]) -> RationalFunction:
    used = {name: meant for name, meant in known.items() if name in value.names}
    return value.substitute(used) if used else value


def _power(value: RationalFunction, variables: Mapping[str, str]) -> tuple[str, int] | None:
    """(v, j) for v^j with one of the variables and j >= 1."""
    if len(value.names) != 1 or value.names[0] not in variables:
        return None
    (name,) = value.names
    degree = value.numerator.degree(name)
    return (name, degree) if value == RationalFunction(Polynomial.variable(name)) ** degree else None
