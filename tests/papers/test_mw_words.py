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


def test_warners_coin():
    """Tail with probability 3/4: the truth; else the opposite."""
    for x in (1, 2):
        runs = {x: P, 3 - x: 1 - P}
        assert [worth(f"warner(3/4)({x}, {y})") for y in (1, 2)] == [runs[1], runs[2]]


def test_the_sign_and_the_tuple_that_are_sent():
    for weight in (F(1, 2), F(-1), F(0)):
        up, down = rounded(weight, Q)
        assert (worth(f"vpp(2/3, {weight})(1)"), worth(f"vpp(2/3, {weight})(-1)")) == (up, down)
        expected = (1 - P, P * up, P * down)
        assert tuple(worth(f"tuple_sent(3/4, 2/3, {weight})({y})") for y in (1, 2, 3)) == expected


def test_a_perturbed_tuple():
    """Present with 3/4, then the sign is kept with 4/5; absent with 2/3, else either sign."""
    a, b, p = F(3, 4), F(2, 3), F(4, 5)
    rows = [(b, (1 - b) / 2, (1 - b) / 2), (1 - a, a * p, a * (1 - p)), (1 - a, a * (1 - p), a * p)]
    found = [tuple(worth(f"perturbed(3/4, 2/3, 4/5)({u}, {y})") for y in (1, 2, 3)) for u in (1, 2, 3)]
    assert found == rows


def test_the_presence_of_a_position_and_the_quotients_of_a_substitute():
    a, b = F(3, 4), F(2, 3)
    rows = [(b, 1 - b), (1 - a, a), (1 - a, a)]
    assert [tuple(worth(f"presence(club(2/3, 3/4, 4/5))({u}, {y})") for y in (1, 2)) for u in (1, 2, 3)] == rows
    for weight in (F(-1, 3), F(1, 4)):
        up, down = rounded(weight, Q)
        assert worth(f"objective(2/3, {weight})") == max(Q / up, Q / down)


def test_matrices_of_three_rows():
    rows = (f"transposed(single_row(M({t}, {a})))" for t, a in ((1, 1), (1, 2), (2, 2)))
    block = f"side_by_side({', '.join(rows)})"
    columns = [M[0][0], M[0][1], M[1][1]]
    assert [[worth(f"{block}({i}, {j})") for j in (1, 2, 3)] for i in (1, 2)] == [
        [c[i] for c in columns] for i in (0, 1)
    ]
    assert worth(f"transposed({block})(2, 1)") == columns[1][0]
    doubled, halved = "fun x y. if x = y then 2 else 0", "fun x y. if x = y then 1/2 else 0"
    assert worth(f"inverse({doubled}, {halved})") is True
    assert worth(f"inverse({doubled}, {doubled})") is False


def test_a_report_of_two_classes():
    """Class 1 has the answer 0; the truth with probability 2/5, else one of the two others."""
    p, u = F(2, 5), F(1, 4)
    assert worth("class_report(2/5, 1/4)(1)") == u * p + (1 - u) * (1 - p) / 2
    assert worth("class_report(2/5, 1/4)(2)") == u * (1 - p) + (1 - u) * (1 + p) / 2


def test_the_variance_of_the_first_estimate():
    """Two participants with the answers 0, 1 and 2 in the shares 1/2, 1/4 and 1/4, all their reports listed."""
    p1, p2, shares = F(1, 2), F(2, 5), (F(1, 2), F(1, 4), F(1, 4))
    rows = [(p1, (1 - p1) / 2, (1 - p1) / 2), ((1 - p2) / 2, p2, (1 - p2) / 2), ((1 - p2) / 2, (1 - p2) / 2, p2)]
    law = [sum(s * row[y] for s, row in zip(shares, rows, strict=True)) for y in range(3)]
    volume = p2 + 2 * p1 - 1
    runs = [(law[a] * law[b], (p2 - 1) / volume + F((a == 0) + (b == 0)) / volume) for a in range(3) for b in range(3)]
    mean = sum(chance * estimate for chance, estimate in runs)
    expected = sum(chance * (estimate - mean) ** 2 for chance, estimate in runs)
    assert worth("dagger_spread(2, fun x. if x = 1 then 1/2 else 1/4, 1/2, 2/5)") == expected


@pytest.mark.parametrize(("p1", "p2"), [(F(2, 5), F(1, 2)), (F(1, 2), F(2, 5)), (F(3, 5), F(3, 5)), (F(1, 3), F(1, 2))])
def test_the_regions(p1, p2):
    """The private designs with e^eps = 2 in which the truth is likelier than 1/3, by all ratios in a column."""
    rows = [(p1, (1 - p1) / 2, (1 - p1) / 2), ((1 - p2) / 2, p2, (1 - p2) / 2), ((1 - p2) / 2, (1 - p2) / 2, p2)]
    private = all(a[y] <= 2 * b[y] for a in rows for b in rows for y in range(3)) and min(p1, p2) > F(1, 3)
    assert worth(f"region(2, {p1}, {p2})") is private
    assert worth(f"region_1(2, {p1}, {p2})") is (private and p1 < p2)
    assert worth(f"region_2(2, {p1}, {p2})") is (private and p2 < p1)
