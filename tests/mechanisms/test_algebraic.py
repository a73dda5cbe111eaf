from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.exact.algebraic import algebraic_atoms, common_generator
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.entries import read_entries
from mechanisms.exact.rational import NotRationalError, RationalFunction

r2, r3 = sympy.sqrt(2), sympy.sqrt(3)
DOMAIN = Domain.of(within("p", 0, 1))
p = sympy.Symbol("p")


def normal_forms(*values: sympy.Expr) -> list[RationalFunction]:
    return read_entries(list(values), DOMAIN, lambda i: f"value {i}")[0]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1 / (1 + r2), r2 - 1),
        (r2 * r3, sympy.sqrt(6)),
        (1 / (p + r2), (p - r2) / (p**2 - 2)),
        (sympy.root(2, 3) ** 3 * p, 2 * p),
        (sympy.sqrt(3 + 2 * r2), 1 + r2),
        (1 / (r2 + r3 + p), (r2 + r3 - p) / ((r2 + r3) ** 2 - p**2)),
    ],
)
def test_equal_numbers_have_equal_normal_forms(left: sympy.Expr, right: sympy.Expr) -> None:
    # The third value keeps the field the same also where a side is rational.
    first, second, _ = normal_forms(left, right, r2 + r3)
    assert first == second


@given(st.lists(st.integers(-4, 4), min_size=4, max_size=4))
def test_signs_and_bounds_agree_with_floating_point(c: list[int]) -> None:
    value = c[0] + c[1] * r2 + c[2] * r3 + c[3] * sympy.sqrt(6)
    (form, _), generator = read_entries([value, r2 + r3], DOMAIN, str)
    assert generator is not None
    width = Fraction(1, 10**12)
    low, high = generator.enclose(form, width)
    approximation = sympy.N(value, 40)
    assert high - low <= width
    assert float(low) - 1e-11 <= float(approximation) <= float(high) + 1e-11
    assert generator.sign(form) == int(sympy.sign(approximation)) * (any(c))


def test_the_right_root_is_isolated() -> None:
    for atom in (r2, -r2 + 3, sympy.root(5, 3), sympy.CRootOf(sympy.Symbol("t") ** 5 - sympy.Symbol("t") - 1, 0)):
        atoms = algebraic_atoms(sympy.sympify(atom))
        generator, _ = common_generator(atoms)
        assert generator is not None
        assert generator.low < Fraction(str(sympy.N(generator.expression, 30))) < generator.high
        ends = [generator.minimal.evaluate({generator.name: end}) for end in (generator.low, generator.high)]
        assert ends[0] * ends[1] < 0


def test_what_is_no_real_algebraic_number_is_refused() -> None:
    with pytest.raises(NotRationalError, match="not a real number"):
        algebraic_atoms(sympy.root(-1, 4))
    with pytest.raises(NotRationalError, match="degree"):
        common_generator([sympy.sqrt(n) for n in (2, 3, 5, 7, 11, 13)])


def test_a_denominator_that_vanishes_is_found() -> None:
    (form, *_), generator = read_entries([p + r2], DOMAIN, str)
    assert generator is not None
    theta = RationalFunction.of(generator.minimal)
    with pytest.raises(ZeroDivisionError):
        generator.reduce(RationalFunction(form.numerator, theta.numerator))
