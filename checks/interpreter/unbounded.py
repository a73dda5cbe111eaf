r"""Printed suprema that are infinite: above each number there is a value, on the way to an end or far out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import as_number, fresh_point, infinite
from checks.interpreter.limits import INFINITE
from checks.interpreter.notation import ONE, ZERO, Obligation
from checks.interpreter.optima import FREE, ends_of, optimum, region_of, shown_shortly
from checks.interpreter.values import LogSum, MeaninglessError, SetValue
from checks.interpreter.whole_numbers import all_whole, whole_among
from checks.reading import syntax as tree
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.prover.with_theorems import substitute_rational
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

SIGNS = {"sup": 1, "inf": -1}
SLOW = (1, 4, 16)


def unbounded(interpreter: Interpreter, node: tree.ExtremeValue, right: tree.Node, label: str) -> list[Obligation]:
    r"""What must be shown of `\sup ... = \infty`: for each B > 0 a place with a larger value; of `\inf` the opposite.

    Where the value is finite the claim fails, by a theorem that nothing is beyond it. Raises MeaninglessError where
    neither is found, and for a `\max` or `\min`.
    """
    sign = infinite(right)
    if SIGNS.get(node.kind) != sign:
        raise MeaninglessError(
            f"'{interpreter.print(node)}': a supremum may be infinity and an infimum minus infinity; a maximum or a "
            "minimum is a number that is attained"
        )
    over = _Over.of(interpreter, node, label)
    if (way := over.beyond_all()) is not None:
        positive, fact = way
        return [*over.defined, interpreter.shown(label, fact, (positive,))]
    with interpreter.apart():
        value = optimum(interpreter, node)
    bound = over.is_at_most(value * sign)
    if bound is None:
        raise MeaninglessError(f"whether '{interpreter.print(node)}' is infinite is not known here")
    interpreter.facts.append(bound)
    failing = interpreter.shown(f"{label}: it is infinite", any_of(()), ())
    return [*over.defined, replace(failing, sides=(value, INFINITE[sign]))]


def beyond(interpreter: Interpreter, node: tree.ExtremeValue, right: tree.Node, label: str) -> list[Obligation] | None:
    """That nothing is beyond what is printed of an extreme value that is infinite; None where it is not known to be."""
    sign = SIGNS.get(node.kind)
    if sign is None:
        return None
    with suppress(MeaninglessError):
        over = _Over.of(interpreter, node, label)
        value = as_number(interpreter.value(right))
        if not over.of_logarithm and over.beyond_all() is not None:
            fact = relation_formula(over.number, "<=", value * sign)
            failing = interpreter.shown(f"{label}: nothing is beyond it", fact, (over.inside,))
            return [*over.defined, replace(failing, sides=(INFINITE[sign], value))]
    return None


@dataclass(frozen=True)
class _Over:
    """A region of one variable z, the number there that may be large, and that it has a value everywhere in it.

    Of a logarithm the number is its argument, which is above e^B where it is above B, or the inverse of this.
    """

    interpreter: Interpreter
    region: SetValue
    z: RationalFunction
    number: RationalFunction
    defined: list[Obligation]
    whole: bool
    of_logarithm: bool

    @classmethod
    def of(cls, interpreter: Interpreter, node: tree.ExtremeValue, label: str) -> _Over:
        assert node.expression is not None, "a printed extremum has an expression"
        if len(node.variables) != 1:
            raise MeaninglessError(f"'{interpreter.print(node)}': of one variable it is known whether this is infinite")
        name, region = node.variables[0].name, region_of(interpreter, node)
        (z,) = fresh_point(1, interpreter.notation.fresh)
        with interpreter.binding((name,)), interpreter.apart() as (divisors, required):
            value = interpreter.value(node.expression)
        sign, there = SIGNS[node.kind], {name: z}
        match value:
            case LogSum(rational=rational, logarithms=((weight, argument),)) if rational.is_zero() and weight == ONE:
                number = argument if sign > 0 else ONE / argument
            case _:
                number = as_number(value) * sign
        defined = interpreter.assuming(region.has((z,))).definedness(
            f"{label}: the expression is defined",
            [divisor.substitute(there) for divisor in divisors],
            [(why, substitute_rational(case, there), substitute_rational(fact, there)) for why, case, fact in required],
        )
        whole = any(whole_among(interpreter.notation, [name]))
        return cls(interpreter, region, z, number.substitute(there), defined, whole, isinstance(value, LogSum))

    @property
    def inside(self) -> Formula:
        """That z belongs to the region."""
        return self.region.has((self.z,))

    def is_at_most(self, value: RationalFunction) -> Theorem | None:
        """That the number is at most a value in the region, if a short search proves it."""
        return shown_shortly(self.interpreter, relation_formula(self.number, "<=", value), [self.inside])

    def beyond_all(self) -> tuple[Formula, Formula] | None:
        """That B is positive, and that then some place has a number above B."""
        B = RationalFunction(Polynomial.variable(self.interpreter.notation.fresh("B")))
        positive = relation_formula(B, ">", ZERO)
        if self.whole:
            return self._beyond_all_whole(B, positive)
        for place in self._places(B):
            with suppress(ZeroDivisionError):  # the number has no value there
                above = relation_formula(self.number.substitute({self.z.names[0]: place}), ">", B)
                fact = all_of([self.region.has((place,)), above])
                if shown_shortly(self.interpreter, fact, [positive]) is not None:
                    return positive, fact
        return None

    def _beyond_all_whole(self, B: RationalFunction, positive: Formula) -> tuple[Formula, Formula] | None:
        """The same of each whole number that is large enough."""
        fact = all_of([self.inside, relation_formula(self.number, ">", B)])
        for slow in SLOW:
            large = relation_formula(slow * (B + 1), "<=", self.z)
            far = all_of([positive, all_whole(self.interpreter.notation, (True,), (self.z,)), large])
            if shown_shortly(self.interpreter, fact, [far]) is not None:
                return far, fact
        return None

    def _places(self, B: RationalFunction) -> Iterator[RationalFunction]:
        """Places that go with B to an end of the region, from a place inside, or far out."""
        ends = ends_of(self.region, self.z)
        others = [RationalFunction(Polynomial.variable(name)) for name in self.number.names if name not in self.z.names]
        size = sum((other * other for other in others), B + 1)
        for slow in SLOW:
            for end, inner in product(ends, (*FREE, *ends)):
                yield end + (inner - end) / (slow * B + 2)
            for start, way in product((*ends, ZERO), (1, -1)):
                yield start + way * slow * size
