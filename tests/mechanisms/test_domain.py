"""Domains: what they say, what lies in them, and how they are joined, cut and filled in."""

from fractions import Fraction
from itertools import product

import pytest

from mechanisms.exact.domain import Domain, DomainError, Parameter, above, integer, real, within
from mechanisms.exact.formula import IntegerValued, NamedConstant, at_least, different, equal_to, greater
from mechanisms.exact.formula_latex import domain_latex
from mechanisms.exact.polynomial import Polynomial

F = Fraction
p, q, n = (Polynomial.variable(name) for name in "pqn")


@pytest.mark.parametrize("ends", ["[]", "()", "[)", "(]"])
def test_ends_of_an_interval(ends):
    domain = Domain.of(within("p", 0, F(1, 2), ends=ends))
    assert domain.contains({"p": 0}) is (ends[0] == "[")
    assert domain.contains({"p": F(1, 2)}) is (ends[1] == "]")
    assert domain.contains({"p": F(1, 4)})
    assert not domain.contains({"p": -1})
    assert not domain.contains({"p": 1})


def test_half_lines_integers_and_reals():
    domain = Domain.of(above("p", 1), above("q", 1, closed=True), integer("n", 2, 5), real("y"))
    inside = {"p": 2, "q": 1, "n": 2, "y": -7}
    assert domain.contains(inside)
    for change in ({"p": 1}, {"q": F(1, 2)}, {"n": 1}, {"n": F(5, 2)}, {"n": 6}):
        assert not domain.contains({**inside, **change})
    assert domain.names == ("p", "q", "n", "y")
    assert IntegerValued("n") in domain.hypotheses()
    assert str(domain) == "1 < p; 1 <= q; 2 <= n <= 5, integer; y real"
    assert str(Domain()) == "no parameters"


@pytest.mark.parametrize(
    ("condition", "text", "formula"),
    [
        (at_least(-p - q + 1, 0), "p + q <= 1", r"p + q \le 1"),
        (greater(p + q, 1), "p + q > 1", "p + q > 1"),
        (greater(p, q), "p > q", "p > q"),
        (at_least(q, p), "p <= q", r"p \le q"),
        (at_least(p * q, 2 * p - 1), "p*q + 1 >= 2*p", r"p q + 1 \ge 2 p"),
        (different(p, 0), "p != 0", r"p \ne 0"),
        (equal_to(1 - p, q), "p + q = 1", "p + q = 1"),
    ],
)
def test_a_condition_is_written_without_minus_signs(condition, text, formula):
    domain = Domain.of(within("p", 0, 1), within("q", 0, 1), conditions=[condition])
    assert str(domain) == f"0 <= p <= 1; 0 <= q <= 1; {text}"
    assert domain_latex(domain) == rf"0 \le p \le 1,\quad 0 \le q \le 1,\quad {formula}"


@pytest.mark.parametrize(
    "make",
    [
        lambda: within("p", 1, 0),
        lambda: within("p", 1, 1, ends="[)"),
        lambda: within("p", 1, 1, ends="(]"),
        lambda: within("p", 0, 1, ends="]["),
        lambda: integer("n", 3, 2),
        lambda: Parameter("n", F(1, 3), F(2, 3), integer=True),
        lambda: Domain.of(real("p"), within("p", 0, 1)),
    ],
)
def test_what_is_empty_or_declared_twice_is_refused(make):
    with pytest.raises(DomainError, match=r"parameter [pn]"):
        make()


@pytest.mark.parametrize("make", [lambda: Domain({"p": (0, 1)}), lambda: Domain.of("p"), lambda: Domain([p])])
def test_what_is_no_parameter_is_refused(make):
    with pytest.raises(DomainError, match=r"no parameter; a domain is written Domain\.of\(within\('p', 0, 1\)\)"):
        make()


def test_where_and_without():
    domain = Domain.of(within("p", 0, 1), within("q", 0, 1), conditions=[greater(p + q, 1), different(p, 0)])
    smaller = domain.where(at_least(q, p))
    assert domain.contains({"p": 1, "q": F(1, 2)})
    assert not smaller.contains({"p": 1, "q": F(1, 2)})
    assert smaller.hypotheses() == domain.hypotheses() | {at_least(q, p)}
    alone = smaller.without("q")
    assert alone.names == ("p",)
    assert alone.conditions == (different(p, 0),)


def test_joining_needs_equal_declarations():
    first = Domain.of(within("p", 0, 1), conditions=[different(p, 0)], exponentials={"eps": "x"})
    second = Domain.of(within("p", 0, 1), real("q"), conditions=[different(p, 0)], exponentials={"eps": "x"})
    both = first.joined(second)
    assert both.names == ("p", "q")
    assert both.conditions == (different(p, 0),)
    assert both.exponential_names() == {"eps": "x"}
    with pytest.raises(DomainError, match="p is declared as '0 <= p <= 1' and as 'p real'"):
        first.joined(Domain.of(real("p")))


def test_exact_values_are_put_in_and_checked():
    domain = Domain.of(within("p", 0, 1), within("q", 0, 1), conditions=[greater(p + q, 1)])
    rest = domain.at({"p": F(1, 2)})
    assert rest.names == ("q",)
    assert rest.contains({"q": F(3, 4)})
    assert not rest.contains({"q": F(1, 2)})
    assert domain.at({"p": 1, "q": F(1, 2)}) == Domain()
    with pytest.raises(DomainError, match=r"p = 2 is outside its domain: 0 <= p <= 1"):
        domain.at({"p": 2})
    with pytest.raises(DomainError, match=r"p = 1/2, q = 1/2 is outside the domain: p \+ q - 1 > 0 does not hold"):
        domain.at({"p": F(1, 2), "q": F(1, 2)})
    with pytest.raises(DomainError, match="n = 1/2 is outside"):
        Domain.of(integer("n", 0)).at({"n": F(1, 2)})


def test_points_lie_in_the_domain_repeat_with_the_seed_and_reach_closed_ends():
    domain = Domain.of(
        within("p", 0, 1),
        within("q", 0, 1, ends="()"),
        above("x", 1),
        Parameter("m", high=F(3)),
        integer("n", 1),
        real("y"),
        conditions=[greater(p + q, 1)],
    )
    found = list(domain.points(seed=4, count=200))
    assert len(found) == 200
    assert all(domain.contains(point) for point in found)
    assert found == list(domain.points(seed=4, count=200))
    assert found != list(domain.points(seed=5, count=200))
    assert {1} < {point["p"] for point in found}
    assert not {0, 1} & {point["q"] for point in found}
    assert len({point["q"] for point in found}) > 50


def test_points_of_hopeless_domains_end():
    assert list(Domain.of(within("p", 0, 1), conditions=[greater(p, 2)]).points(seed=0, count=3)) == []
    constant = Parameter("x", constant=NamedConstant("x", "exp", F(1, 2)))
    assert list(Domain.of(constant).points(seed=0, count=3)) == []
    assert Domain.of(constant).hypotheses() == {NamedConstant("x", "exp", F(1, 2))}
    assert str(constant) == "x = exp(1/2)"


def test_what_equations_determine_is_computed_for_points():
    x, y, z = map(Polynomial.variable, "xyz")
    ties = [equal_to(x, y**2), equal_to(x + y + z, 9)]
    points = list(Domain.of(above("x", 1), above("y", 1), within("z", 0, 9), conditions=ties).points(seed=0, count=5))
    assert len(points) == 5
    assert all(at["x"] == at["y"] ** 2 and at["x"] + at["y"] + at["z"] == 9 for at in points)


def test_hypotheses_and_membership_say_the_same():
    domain = Domain.of(within("p", 0, 1, ends="[)"), integer("n", 0, 2), conditions=[at_least(n * p, 1)])
    for a, b in product((F(0), F(1, 2), F(3, 4), F(1)), (F(0), F(1), F(3, 2), F(2), F(3))):
        inside = 0 <= a < 1 and b in (0, 1, 2) and a * b >= 1
        assert domain.contains({"p": a, "n": b}) is inside


@pytest.mark.parametrize(("low", "high", "opens"), [(0, 1, (True, True)), (2, 3, (True, True)), (3, 3, (True, False))])
def test_an_integer_between_open_ends_without_one_is_refused(low: int, high: int, opens: tuple[bool, bool]) -> None:
    with pytest.raises(DomainError):
        Parameter("n", Fraction(low), Fraction(high), *opens, integer=True)
    assert Parameter("n", Fraction(low), Fraction(high + 1), *opens, integer=True)
