"""An end of an interval does better than an inner point: quadratics over squares of affine functions."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from derivations.algebra.concave_quotients import an_end_does_better, an_end_gains
from derivations.prover.with_theorems import NotProvedError
from mechanisms.exact.formula import Formula, at_least, greater
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

t, a, b, x = (Polynomial.variable(name) for name in ("t", "a", "b", "x"))
INSIDE: list[Formula] = [greater(t, a), greater(b, t)]


def quotient(top: Polynomial | int, bottom: Polynomial | int) -> RationalFunction:
    return RationalFunction.of(top) / RationalFunction.of(bottom)


def test_the_lemma_at_points() -> None:
    rng, sequent, tried = random.Random(0), an_end_gains().sequent, 0

    def f(u: Fraction) -> Fraction:
        return (p[0] + p[1] * u + p[2] * u**2) / (d[0] + d[1] * u) ** 2

    for _ in range(2000):
        p, d, ends = ([Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for _ in range(size)] for size in (3, 2, 3))
        low, here, high = sorted(ends)
        point = dict(zip(("p0", "p1", "p2", "d0", "d1", "low", "t", "high"), (*p, *d, low, here, high), strict=True))
        if all(h.holds_at(point) for h in sequent.hypotheses):
            tried += 1
            assert sequent.conclusion.holds_at(point)
            assert min(f(low), f(high)) < f(here)
    assert tried > 100


@pytest.mark.parametrize(
    ("f", "known"),
    [
        pytest.param(quotient(t * (1 - t), 1), [], id="a concave quadratic"),
        pytest.param(quotient(3 * t + 1, 1), [], id="a straight line, which has a slope"),
        pytest.param(quotient(t, (t + 1) ** 2), [at_least(a, 0)], id="concave in the projective parameter, not in t"),
        pytest.param(quotient(-1, (3 - t) ** 2), [greater(3, b)], id="the affine function falls"),
        pytest.param(quotient((x - 1) * t * (1 - t) + t, 1), [at_least(x, 1)], id="flat where a factor vanishes"),
    ],
)
def test_an_end_does_better(f: RationalFunction, known: list[Formula]) -> None:
    hypotheses = frozenset([*INSIDE, *known])
    theorem = an_end_does_better(f, "t", a, b, hypotheses)
    assert theorem.oracles == frozenset()
    assert theorem.sequent.hypotheses <= hypotheses
    point = {"a": Fraction(1, 4), "b": Fraction(5, 2), "t": Fraction(1), "x": Fraction(1)}
    assert theorem.sequent.conclusion.holds_at(point)


@pytest.mark.parametrize(
    "f",
    [
        pytest.param(quotient(t**2, 1), id="convex"),
        pytest.param(quotient(7, 1), id="constant"),
        pytest.param(quotient(t * (1 - t), x), id="a scale of unknown sign"),
        pytest.param(quotient(t, (t + 1) ** 2), id="a pole between the ends"),
        pytest.param(quotient(t, t + 1), id="over a single power"),
        pytest.param(quotient(t**3, 1), id="of another form"),
        pytest.param(quotient(1, t**2 + 1), id="over no square"),
    ],
)
def test_what_the_lemma_does_not_say(f: RationalFunction) -> None:
    with pytest.raises(NotProvedError):
        an_end_does_better(f, "t", a, b, frozenset(INSIDE))
