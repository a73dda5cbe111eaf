"""Feasible regions of Section 4.1, derived from all in-column ratios of the designs; derivatives."""

from __future__ import annotations

from collections.abc import Callable

from checks.interpreter import ONE, ZERO, Interpreter, fresh_point
from checks.interpreter.values import Coordinates, SetValue, Value
from checks.papers.mw.notation_survey import here
from checks.papers.mw.surveys import SURVEYS, variable
from checks.reading import syntax as tree
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import LogLinear, Quotient
from derivations.estimation.sampling_model import design_rows
from derivations.prover.with_theorems import substitute_rational
from derivations.theorems.local_privacy import is_private
from derivations.theorems.three_answers.three_answer_regions import (
    is_feasible,
    truth_is_never_certain,
    variance,
)
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

X = variable("x")
Membership = Callable[[Coordinates], Formula]


def probability(value: RationalFunction) -> list[Formula]:
    """0 <= value <= 1."""
    return [relation_formula(ZERO, "<=", value), relation_formula(value, "<=", ONE)]


def _here(interpreter: Interpreter, region: Membership, dimension: int) -> SetValue:
    """A region with x and n replaced by what they are at this place."""
    z = fresh_point(dimension)
    names = {name: interpreter.number(tree.Name(name)) for name in ("x", "n")}
    found = substitute_rational(region(z), names)
    return SetValue(dimension, lambda w: substitute_rational(found, {a.names[0]: b for a, b in zip(z, w, strict=True)}))


def private_ewrr3(z: Coordinates) -> Formula:
    """EWRR3 with truth probability p is private."""
    rows = tuple(tuple(e.substitute({"p": z[0]}) for e in row) for row in design_rows(SURVEYS["P"]().design))
    return all_of([*probability(z[0]), is_private(rows, X)])


def truth_above(region: Membership, share: RationalFunction) -> Membership:
    """The designs of a region with p > share."""
    return lambda z: all_of([region(z), relation_formula(z[0], ">", share)])


def truth_below(region: Membership, share: RationalFunction) -> Membership:
    """The designs of a region with p < share."""
    return lambda z: all_of([region(z), relation_formula(z[0], "<", share)])


def feasible_dagger(z: Coordinates) -> Formula:
    """The private designs RR3-dagger with p1 > 1/3 and p2 > 1/3."""
    return is_feasible((z[0], z[1]), X)


def ordered(first: int) -> Membership:
    """Those with p1 < p2 (first = 0), or with p2 < p1 (first = 1)."""
    return lambda z: all_of([feasible_dagger(z), relation_formula(z[first], "<", z[1 - first])])


REGIONS: dict[str, tuple[int, Membership]] = {
    "Omega_3": (1, truth_above(private_ewrr3, ONE / 3)),
    "Omega_3_low": (1, truth_below(private_ewrr3, ONE / 3)),
    "Omega_dagger": (2, feasible_dagger),
    "Omega_dagger_1": (2, ordered(0)),
    "Omega_dagger_2": (2, ordered(1)),
}
"""The feasible regions: dimension, and membership."""


def _slope(name: str) -> Callable[[Interpreter], Value]:
    """The partial derivative of the variance of RR3-dagger, with the kernel's theorem that it is one."""

    def value(interpreter: Interpreter) -> Value:
        slope = variance().derivative(name)
        function = Quotient(variance().numerator, variance().denominator)
        derived = Quotient(slope.numerator, slope.denominator)
        interpreter.facts.append(kernel.derivative(LogLinear(function), name, derived))
        interpreter.divisors.append(RationalFunction(slope.denominator))
        return here(interpreter, slope)

    return value


def _named_region(name: str) -> Callable[[Interpreter], Value]:
    dimension, region = REGIONS[name]
    return lambda interpreter: _here(interpreter, region, dimension)


def _omega_dagger(interpreter: Interpreter) -> Value:
    """The feasible designs, with the lemma that none of them tells the truth for sure."""
    first, second = (z.numerator for z in fresh_point(2))
    interpreter.lemmas.append(kernel.instantiate(truth_is_never_certain(), {"p1": first, "p2": second}))
    return _here(interpreter, feasible_dagger, 2)


NAMES: dict[str, Callable[[Interpreter], Value]] = {
    **{name: _named_region(name) for name in REGIONS},
    "Omega_dagger": _omega_dagger,
    "dVar_dp1": _slope("p1"),
    "dVar_dp2": _slope("p2"),
}
