"""Where functions have extrema, and what a statistic of private reports is worth at least."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from derivations.logic import derived, kernel
from derivations.logic.tactics import (
    arithmetic,
    instance,
    normal,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
    witnessed,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import Number, applied
from derivations.theory.calculus import of_affine
from derivations.theory.equations import fewer_equations, independent_equations
from derivations.theory.extrema import no_extremum
from derivations.theory.report_bound import bound_of_private_reports
from derivations.theory.single_terms import at


def test_a_square_has_an_extremum_where_it_vanishes() -> None:
    wanted = term("extremum(fun x. (x - 2)^2, 2)")
    meant = normal(wanted, unfolding("extremum"))
    body = sides(meant.conclusion)[1]
    some = normal(instance(body, Number(1))).conclusion
    _, either = applied(sides(some)[1], "and", 2) or ()
    low = taken_apart((applied(either, "or", 2) or ())[0])
    both = kernel.conjoin(arithmetic(term("0 < 1")), derived.choose(low.qed(arithmetic(low.conclusion)), either))
    assert derived.follow(symmetric(meant), witnessed(body, both, Number(1))).hypotheses == frozenset()


def test_a_line_has_none() -> None:
    line = specialise(of_affine(), *(term(text) for text in ("3", "2", "5")))
    found = at(no_extremum(), *(applied(line.conclusion, "derivative", 3) or ()), given=[line], premises=2)
    assert str(found) == "|- not extremum(fun x. 3 + 2*x, 5)"


def test_theorems_on_equations_assume_nothing() -> None:
    assert not fewer_equations().hypotheses | independent_equations().hypotheses


def test_the_bound_of_private_reports_is_met_by_randomized_response() -> None:
    """Two bits by randomized response of level x: the variance of the estimate, enumerated, is x/(n (1 - x)^2)."""
    assert not bound_of_private_reports().hypotheses
    x, bits = Fraction(7, 3), (0, 1)
    law = {(a, y): (x if a == y else 1) / (x + 1) for a, y in product((0, 1), repeat=2)}
    words = {w: law[bits[0], w[0]] * law[bits[1], w[1]] for w in product((0, 1), repeat=2)}
    values = {w: ((x + 1) * Fraction(sum(w), 2) - 1) / (x - 1) for w in words}
    mean = sum(p * values[w] for w, p in words.items())
    variance = sum(p * (values[w] - mean) ** 2 for w, p in words.items())
    assert (mean, variance) == (Fraction(1, 2), x / (2 * (1 - x) ** 2))
