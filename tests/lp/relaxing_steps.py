"""The polyhedron of the steps (p_aa, p_ba, p_bb) from one response to the next that treat all values alike.

Its rows are read off the enumerated joint law: probabilities are not negative, and both responses together are private
at e^eps2 = y. With the law of a randomized response at y demanded of the second response, a single point is left for x
<= y and none for x > y; without that demand this point is the only vertex at which the second response is most often
true. Source: Pan, Randomized Response with Gradual Release of Privacy Budget, (33) to (49).
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from derivations.arithmetic.statements import LinearProgram
from mechanisms.catalogue.relaxation import Step, Values, responses
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.protocol import Protocol

PROBABILITIES = ("p_aa", "p_ba", "p_bb")
ZERO = Fraction(0)
FREE = Step(*(RationalFunction(Polynomial.variable(name)) for name in PROBABILITIES))
DOMAIN = Domain.of(
    *(within(name, 0, 1) for name in PROBABILITIES),
    conditions=(at_least(1, Polynomial.variable("p_ba") + Polynomial.variable("p_bb")),),
)


def joint_law(truth: int, named: int, size: int, first: Rational) -> dict[object, RationalFunction]:
    """P(o_1 o_2 | truth) with the free step; `first` is e^eps of the first response."""
    values = Values(tuple(range(named)), size)
    protocol = Protocol(
        "rounds", lambda own, **_: responses(own, values, RationalFunction.of(first), [FREE]), (truth,), DOMAIN
    )
    return {history: mass for (history,), mass in protocol.joint_law([truth]).items()}


def step_program(x: Rational, y: Rational, size: int, *, same_law: bool = True) -> LinearProgram:
    """Minimise -P(o_2 = truth) over the steps after randomized response at e^eps1 = x that are private at e^eps2 = y.

    Args:
        x: e^eps1 >= 1 of the first response.
        y: e^eps2 > 1 of both responses together.
        size: the number of values, at least 3.
        same_law: whether the second response must have the law of randomized response at y.

    """
    if size < 3 or not x >= 1 or not y > 1:
        raise ValueError(f"a step has x >= 1, y > 1 and at least 3 values, not {x}, {y} and {size}")
    named = min(size, 4)  # a history has at most two values beside the two truths that are told apart
    laws = [joint_law(truth, named, size, x) for truth in (0, 1)]
    histories = list(product(range(named), repeat=2))
    masses = [[law.get(history, RationalFunction.of(0)) for history in histories] for law in laws]
    rows = [_affine(p) for p in masses[0]]
    rows += [_affine(y * q - p) for one, other in (masses, masses[::-1]) for p, q in zip(one, other, strict=True)]
    true = masses[0][histories.index((0, 0))] + (size - 1) * masses[0][histories.index((1, 0))]
    slope, constant = _affine(true)
    return LinearProgram.dense(
        tuple(-c for c in slope),
        tuple(row for row, _ in rows),
        tuple(-rest for _, rest in rows),
        (slope,) if same_law else (),
        (Fraction(y) / (y + size - 1) - constant,) if same_law else (),
    )


def _affine(value: RationalFunction) -> tuple[tuple[Fraction, ...], Fraction]:
    """The coefficients of p_aa, p_ba, p_bb in an affine function of them, and its constant."""
    origin = dict.fromkeys(PROBABILITIES, ZERO)
    constant = value.evaluate(origin)
    return tuple(value.evaluate({**origin, name: Fraction(1)}) - constant for name in PROBABILITIES), constant
