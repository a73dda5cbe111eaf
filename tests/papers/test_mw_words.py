"""Words of MW at small cases, against the protocols run by hand in plain fractions."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from checks.papers.collection import load_paper
from checks.verifying.stated import definitions
from checks.witness.values import Run, value
from derivations.logic.reader import read_term
from derivations.logic.terms import REAL, Free, arrow

F = Fraction
NAMES = {definition.word: definition.name for definition in definitions(load_paper("MW").definitions, "MW")}
TYPES = {"A": arrow(REAL, REAL), "W": arrow(REAL, REAL), "M": arrow(REAL, REAL, REAL, REAL),
         "C": arrow(arrow(REAL, REAL), REAL, REAL)}  # fmt: skip
A, W = (1, 0, 1), (F(1, 2), F(0), F(-1, 3))
M = (((F(2, 3), F(1, 3)), (F(1, 3), F(2, 3))), ((F(1, 2), F(1, 2)), (F(1, 5), F(4, 5))))
P, Q = F(3, 4), F(2, 3)


def worth(text):
    values = {
        "A": lambda i: F(A[int(i) - 1]),
        "W": lambda i: W[int(i) - 1],
        "C": lambda w: lambda z: F((w(F(1)) == w(F(2))) == (z == 1)),
        "M": lambda t: lambda a: lambda y: M[int(t) - 1][int(a) - 1][int(y) - 1],
    }
    return value(read_term(text, TYPES, defined=NAMES), Run({Free(name, TYPES[name]): values[name] for name in TYPES}))


def rounded(weight, kept):
    """The law of 1 and -1: the weight is rounded so that its mean stays, and the result kept or turned."""
    up = (1 + weight) / 2
    return up * kept + (1 - up) * (1 - kept), up * (1 - kept) + (1 - up) * kept


def tuple_of(edge, weight):
    """LPP-double-dagger about one item: whether there is an edge is told truthfully with P, then the weight."""
    exists = P if edge else 1 - P
    up, down = rounded(weight if edge else F(0), Q)
    return 1 - exists, exists * up, exists * down


@pytest.mark.parametrize("i", [1, 2, 3])
def test_a_tuple_of_lpp_double_dagger(i):
    found = tuple(worth(f"lpp(3/4, 2/3, A({i}), W({i}))({y})") for y in (1, 2, 3))
    assert found == tuple_of(A[i - 1], W[i - 1])


def test_a_drawn_report():
    laws = [tuple_of(edge, weight) for edge, weight in zip(A, W, strict=True)]
    found = [worth(f"drawn(3, fun i. lpp(3/4, 2/3, A(i), W(i)))({y})") for y in (1, 2, 3)]
    assert found == [sum(law[y] for law in laws) / 3 for y in range(3)]


def test_edges():
    assert worth("edges(3, A, W)") is True
    assert worth("edges(3, W, A)") is False


def test_the_substitute_weight_and_its_mean():
    """A report is affine in the weight, so that its average over the middles of equal parts is that at 0."""
    for y in (1, 2, 3):
        middles = [F(2 * i - 1, 5) - 1 for i in range(1, 6)]
        runs = [(P, *((1 - P) * side for side in rounded(u, Q)))[y - 1] for u in middles]
        assert worth(f"(sum i in 1..5. substitute(3/4, 2/3, (2*i - 1)/5 - 1)({y}))/5") == sum(runs) / 5
        assert sum(runs) / 5 == worth(f"lpp(3/4, 2/3, 0, 0)({y})")


@pytest.mark.parametrize(("edge", "weight"), [(1, F(1, 2)), (1, F(-1)), (0, F(0))])
def test_a_position_of_the_unary_encoding(edge, weight):
    a, b, p = F(3, 4), F(2, 3), F(4, 5)
    up, down = rounded(weight, p)
    expected = (1 - a, a * up, a * down) if edge else (b, (1 - b) / 2, (1 - b) / 2)
    assert tuple(worth(f"unary(3/4, 2/3, 4/5, {edge}, {weight})({y})") for y in (1, 2, 3)) == expected


def test_mechanisms_that_are_combined():
    """Two mechanisms of two responses each; the output tells whether both responses are the same."""
    for a in (1, 2):
        law = {w: prod(M[t][a - 1][w[t]] for t in (0, 1)) for w in product((0, 1), repeat=2)}
        same = sum(chance for w, chance in law.items() if w[0] == w[1])
        assert [worth(f"combined(2, 2, M, C)({a}, {z})") for z in (1, 2)] == [same, 1 - same]
