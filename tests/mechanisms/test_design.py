import pickle
from fractions import Fraction

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from mechanisms.design import Design, DesignError, mixture
from mechanisms.exact.domain import Domain, DomainError, above, real, within
from mechanisms.exact.formula import Condition
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

p, q, x, eps = sympy.symbols("p q x eps")
UNIT = Domain.of(within("p", 0, 1))
WARNER = Design([[p, 1 - p], [1 - p, p]], UNIT, name="Warner")
BUDGET = Domain.of(above("x", 1), exponentials={"eps": "x"})


def rows(count: int, length: int) -> st.SearchStrategy[list[list[Fraction]]]:
    weights = st.lists(st.integers(0, 9), min_size=length, max_size=length).filter(any)
    row = weights.map(lambda w: [Fraction(v, sum(w)) for v in w])
    return st.lists(row, min_size=count, max_size=count)


@pytest.mark.parametrize(
    ("matrix", "domain", "message"),
    [
        ([[0.5, 0.5]], UNIT, "0.5 of type float; exact numbers are needed"),
        (np.array([[0.5, 0.5]]), UNIT, "float"),
        ([[sympy.Float("0.5"), sympy.Rational(1, 2)]], UNIT, "holds the float 0.5"),
        ([[sympy.Float("0.5") * p, 1 - p / 2]], UNIT, "holds the float"),
        ([[True, False]], UNIT, "is True; write 1 or 0"),
        ([["1/2", "1/2"]], UNIT, "'1/2' of type str"),
        ([[None, 1]], UNIT, "NoneType"),
        ([[1j, 1]], UNIT, "complex"),
        ([[q, 1 - q]], UNIT, r"holds the symbol q, which the domain does not declare \(declared: p\)"),
        ([[sympy.sqrt(p), 1 - sympy.sqrt(p)]], UNIT, "no rational function"),
        ([[sympy.exp(p), 1 - sympy.exp(p)]], UNIT, "integer combination of declared budgets"),
        ([[sympy.pi / 4, 1 - sympy.pi / 4]], UNIT, "no rational function"),
        ([[sympy.oo, 1]], UNIT, "no rational function"),
        ([[sympy.I, 1 - sympy.I]], UNIT, "no rational function"),
        ([[p, p]], UNIT, r"row for truth 0 sums to 2\*p, not to 1"),
        ([[1, 0], [sympy.sqrt(2) / 2, sympy.sqrt(2) / 2]], UNIT, "row for truth 1 sums to sqrt"),
        ([[Fraction(4, 3), Fraction(-1, 3)]], UNIT, "truth 0 and response 1 is -1/3, which is negative"),
        ([[sympy.sqrt(2), 1 - sympy.sqrt(2)]], UNIT, "truth 0 and response 1 is .* which is negative"),
        ([[p, 1 - p]], Domain.of(within("p", 0, 2)), r"response 1, .* is negative \(-1\) at p = 2"),
        ([[2 * p, 1 - 2 * p]], UNIT, "is negative .* at p = 1"),
        ([[sympy.sqrt(2) * p, 1 - sympy.sqrt(2) * p]], UNIT, r"negative \(-sqrt\(2\) \+ 1\) at p = 1"),
        ([[1 / p, 1 - 1 / p]], UNIT, "not defined at p = 0"),
        ([[p / 0, 1]], UNIT, "truth 0 and response 0"),
        ([], UNIT, "at least one row"),
        ([[]], UNIT, "at least one row"),
        ([1, 0], UNIT, "sequence of rows"),
        ([[1, 0], [1]], UNIT, "row 0 has 2 entries, but row 1 has 1"),
    ],
)
def test_what_is_no_design_is_refused_with_its_place(matrix: object, domain: Domain, message: str) -> None:
    with pytest.raises(DesignError, match=message):
        Design(matrix, domain)


def test_labels_have_to_fit() -> None:
    with pytest.raises(DesignError, match="3 truths for 2 rows"):
        Design([[1, 0], [0, 1]], truths="abc")
    with pytest.raises(DesignError, match="not all different"):
        Design([[1, 0], [0, 1]], responses="aa")
    with pytest.raises(DesignError, match="'z' is no truth"):
        WARNER.entry("z", 0)
    labelled = Design([[1, 0], [0, 1]], truths=("no", "yes"), responses=("n", "y"))
    assert labelled.entry("yes", "y") == RationalFunction.of(1)
    assert labelled.shape == (2, 2)


def test_entries_may_be_written_in_many_ways() -> None:
    half = Fraction(1, 2)
    designs = [
        Design([[half, half]]),
        Design([[sympy.Rational(1, 2), sympy.Rational(1, 2)]]),
        Design(sympy.Matrix([[1, 1]]) / 2),
        Design([[sympy.sqrt(2) ** 2 / 4, 2 * sympy.sqrt(3) / sympy.sqrt(48)]]),
        Design([[RationalFunction.of(half), Polynomial.constant(half)]]),
    ]
    assert all(design == designs[0] and hash(design) == hash(designs[0]) for design in designs)
    assert Design(np.eye(2, dtype=np.int64)) == Design([[1, 0], [0, 1]])


def test_exponentials_are_written_in_their_variable() -> None:
    in_eps = Design([[sympy.exp(eps) / (sympy.exp(eps) + 1), 1 / (sympy.exp(eps) + 1)]], BUDGET)
    in_x = Design([[1 / (1 + sympy.exp(-eps)), 1 / (1 + x)]], BUDGET)
    assert in_eps == in_x
    assert in_eps.parameters == ("x",)
    assert r"e^{\epsilon}" in in_eps.to_latex()
    assert "x" in in_eps.to_latex(exponentials=False)
    assert in_eps._repr_latex_().startswith("$")
    assert in_eps.at(eps=sympy.log(3)) == in_eps.at(x=3) == Design([[Fraction(3, 4), Fraction(1, 4)]])


def test_equality_is_exact_and_looks_at_labels() -> None:
    expanded = Design([[p**2 + (1 - p) ** 2, 2 * p * (1 - p)], [2 * p - 2 * p**2, 1 - 2 * p + 2 * p**2]], UNIT)
    assert expanded == WARNER @ WARNER
    assert hash(WARNER @ WARNER) == hash(expanded)
    assert WARNER.permute_responses([1, 0]) != WARNER
    assert Design([[1, 0]]) != Design([[1, 0]], responses="ab")
    assert Design([[1, 0]]) != "a design"


def test_irrational_designs_are_compared_over_different_fields() -> None:
    r2, r3 = sympy.sqrt(2), sympy.sqrt(3)
    small = Design([[r2 / 2, 1 - r2 / 2]])
    # The same numbers, found in a larger field on the way.
    large = Design([[r2 / 2, 1 - r2 / 2], [r3 / 2, 1 - r3 / 2]])
    first = Design([[1, 0]], responses=(0, 1)).product(small)
    assert Design([large.to_sympy().tolist()[0]]) == small
    assert Design([[r2 / 2, 1 - r2 / 2], [r3 / 2, 1 - r3 / 2]]) != Design([[r2 / 2, 1 - r2 / 2]] * 2)
    assert small != Design([[Fraction(7, 10), Fraction(3, 10)]])
    assert first.shape == (1, 4)
    mixed = mixture([(r3 / 2, large), (1 - r3 / 2, large)])
    assert mixed == large
    assert hash(mixed) == hash(large)
    nested = (sympy.sqrt(3 + 2 * r2) - 1) / 2  # another generator for the same number
    other = Design([[nested, 1 - nested]])
    assert other.generator != small.generator
    assert other == small
    assert hash(other) == hash(small)


def test_irrational_entries_become_the_nearest_doubles() -> None:
    r2, r3 = sympy.sqrt(2), sympy.sqrt(3)
    matrix = [[r2 / 2, 1 - r2 / 2, 0], [r3 / 2, Fraction(1, 10), Fraction(9, 10) - r3 / 2]]
    expected = [[float(sympy.N(e, 40)) for e in row] for row in matrix]
    assert Design(matrix).to_numpy().tolist() == expected


def test_what_plain_reasoning_cannot_settle_is_an_assumption() -> None:
    assert WARNER.assumptions == ()
    domain = Domain.of(within("p", 0, 1), within("q", 0, 1))
    entry = ((3 * p - 1) ** 2 + (3 * q - 1) ** 2 + p * q) / 20
    unsettled = Design([[entry, 1 - entry]], domain)
    assert len(unsettled.assumptions) >= 1
    for point in domain.points(3, 30):
        assert all(a.holds_at(point) for a in unsettled.assumptions)
    assert unsettled.at(p=0, q=1).assumptions == ()
    assert (unsettled @ Design([[1], [1]])).assumptions == unsettled.assumptions
    square, seven = Polynomial.variable("p") ** 2 - 49, Polynomial.variable("p") - 7
    free = Design([[p, 1 - p]], Domain.of(real("p"), conditions=[Condition(square, "=")]))
    assert len(free.assumptions) == 2
    with pytest.raises(DesignError, match="does not hold there"):
        free.at(p=7)
    with pytest.raises(DesignError, match=r"negative \(-6\) at p = 7, a point of the domain"):
        Design([[p, 1 - p]], Domain.of(real("p"), conditions=[Condition(seven, "=")]))


def test_exact_values_for_parameters() -> None:
    assert WARNER.at(p=Fraction(3, 4)).to_numpy().tolist() == [[0.75, 0.25], [0.25, 0.75]]
    with pytest.raises(DomainError, match="outside its domain"):
        WARNER.at(p=2)
    with pytest.raises(DesignError, match=r"q is no parameter .* \(parameters: p\)"):
        WARNER.at(q=0)
    with pytest.raises(DesignError, match="float"):
        WARNER.at(p=0.75)
    with pytest.raises(DesignError, match=r"give x = e\^eps"):
        Design([[x / (x + 1), 1 / (x + 1)]], BUDGET).at(eps=1)
    with pytest.raises(DesignError, match="must be a rational number"):
        WARNER.at(p=sympy.sqrt(2) / 2)
    with pytest.raises(DesignError, match="must be a number"):
        WARNER.at(p=WARNER.entry(0, 0))
    closed = Domain.of(above("x", 1, closed=True), exponentials={"eps": "x"})
    assert Design([[x / (x + 1), 1 / (x + 1)]], closed).at(eps=0) == Design([[Fraction(1, 2), Fraction(1, 2)]])
    with pytest.raises(DesignError, match="has no floating-point matrix"):
        WARNER.to_numpy()
    constrained = UNIT.joined(Domain.of(within("q", 0, 1))).where(
        Condition(1 - Polynomial.variable("p") - Polynomial.variable("q"), ">=")
    )
    forced = Design([[1 - q, q], [1 - p - q, p + q]], constrained)
    with pytest.raises(DomainError, match="does not hold there"):
        forced.at(p=1, q=Fraction(1, 2))
    assert forced.at(p=1, q=0) == Design([[1, 0], [0, 1]])


def test_denominators_of_any_sign() -> None:
    negative = Design([[p / (p - 2) + 1, p / (2 - p)]], UNIT)
    assert negative.assumptions == ()
    domain = Domain.of(within("p", 0, 1, ends="()"), within("q", 0, 1, ends="()"))
    open_sign = Design(
        [[1 - (p - q) ** 2 / (p - q), p - q]],
        domain.where(Condition(Polynomial.variable("p") - Polynomial.variable("q"), ">")),
    )
    assert open_sign.assumptions == ()
    with pytest.raises(DesignError, match="is not defined there"):
        Design([[p / (p + 1), 1 / (p + 1)]], UNIT).substitute({"p": RationalFunction.of(-1)}, Domain())
    assert Design([[p * sympy.sqrt(2) ** 2 / 2 + 0 * sympy.sqrt(3), 1 - p]], UNIT).generator is None


def test_irrational_numbers_that_cancel_leave_no_trace() -> None:
    r2 = sympy.sqrt(2)
    design = Design([[(r2 + 1) * (r2 - 1) * p, 1 - p]], UNIT)
    assert design.generator is None
    assert hash(design) == hash(Design([[p, 1 - p]], UNIT))
    with pytest.raises(DesignError, match="degree"):
        Design([[sympy.Add(*(sympy.sqrt(n) for n in (2, 3, 5, 7, 11, 13))) / 99, 1]])


def test_a_matrix_may_be_too_large() -> None:
    with pytest.raises(DesignError, match="at most 4000000"):
        Design([[0] * 4_000_001])


def test_substitution_of_expressions() -> None:
    assert WARNER.substitute({"p": x / (x + 1)}, BUDGET) == Design(
        [[x / (x + 1), 1 / (x + 1)], [1 / (x + 1), x / (x + 1)]], BUDGET
    )
    assert WARNER.substitute({"p": sympy.sqrt(2) / 2}, Domain()).generator is not None
    assert WARNER.substitute({"p": RationalFunction.of(1)}, Domain()) == Design([[1, 0], [0, 1]])
    with pytest.raises(DesignError, match="negative"):
        WARNER.substitute({"p": 2}, Domain())


@given(rows(3, 2), rows(2, 4))
def test_post_processing_is_the_matrix_product(first: list[list[Fraction]], second: list[list[Fraction]]) -> None:
    processed = Design(first) @ Design(second)
    expected = np.array(first, dtype=object) @ np.array(second, dtype=object)
    assert [[e.evaluate({}) for e in row] for row in processed.entries] == expected.tolist()
    assert all(sum(row) == 1 for row in expected.tolist())


def test_post_processing_matches_labels() -> None:
    first = Design([[p, 1 - p], [1 - p, p]], UNIT, responses="ab")
    swapped = Design([[0, 1], [1, 0]], truths="ba", responses="uv")
    assert (first @ swapped).entry(0, "v") == first.entry(0, "b")
    with pytest.raises(DesignError, match="cannot be post-processed"):
        first @ Design([[1], [1]])
    with pytest.raises(TypeError):
        first @ 3


@given(rows(2, 3), rows(2, 2))
def test_products_are_independent(first: list[list[Fraction]], second: list[list[Fraction]]) -> None:
    both = Design(first).product(Design(second))
    for truth in (0, 1):
        for y, z in both.responses:
            assert both.entry(truth, (y, z)).evaluate({}) == first[truth][y] * second[truth][z]


def test_repetition_and_its_limits() -> None:
    thrice = WARNER.repeat(3)
    assert thrice.shape == (2, 8)
    assert thrice.entry(1, (1, 0, 1)) == WARNER.entry(1, 1) ** 2 * WARNER.entry(1, 0)
    for bad in (0, -1, 2.0):
        with pytest.raises(DesignError, match="at least 1"):
            WARNER.repeat(bad)
    with pytest.raises(DesignError, match="at most"):
        WARNER.repeat(40)
    with pytest.raises(DesignError, match="one truth"):
        WARNER.product(Design([[1, 0]]))


def test_mixtures() -> None:
    always = Design([[1, 0], [1, 0]])
    mixed = mixture([(q, WARNER), (1 - q, always)], Domain.of(within("q", 0, 1)))
    assert mixed.entry(1, 1) == RationalFunction(Polynomial.variable("p") * Polynomial.variable("q"))
    with pytest.raises(DesignError, match="sums to 9/10"):
        mixture([(Fraction(1, 2), WARNER), (Fraction(2, 5), always)])
    with pytest.raises(DesignError, match="negative"):
        mixture([(2, WARNER), (-1, WARNER)])
    with pytest.raises(DesignError, match="same truths"):
        mixture([(Fraction(1, 2), WARNER), (Fraction(1, 2), Design([[1, 0]]))])
    with pytest.raises(DesignError, match="at least one"):
        mixture([])
    with pytest.raises(DomainError, match="declared as"):
        mixture(
            [
                (Fraction(1, 2), WARNER),
                (Fraction(1, 2), Design([[p, 1 - p]] * 2, Domain.of(within("p", 0, 1, ends="()")))),
            ]
        )


@given(st.permutations("abc"), rows(3, 3))
def test_permutations_relabel(order: list[str], matrix: list[list[Fraction]]) -> None:
    design = Design(matrix, truths="abc", responses="abc")
    for i, old in enumerate("abc"):
        for label in "abc":
            assert design.permute_responses(order).entry(label, order[i]) == design.entry(label, old)
            assert design.permute_truths(order).entry(order[i], label) == design.entry(old, label)
    with pytest.raises(DesignError, match="no permutation"):
        design.permute_responses("abb")


def test_response_distribution() -> None:
    pi = sympy.Symbol("pi")
    law = WARNER.response_distribution([1 - pi, pi], Domain.of(within("pi", 0, 1)))
    pi_, p_ = Polynomial.variable("pi"), Polynomial.variable("p")
    assert law == {0: RationalFunction(p_ - pi_ * (2 * p_ - 1)), 1: RationalFunction(1 - p_ + pi_ * (2 * p_ - 1))}
    assert WARNER.response_distribution({1: 1, 0: 0}) == dict(zip((0, 1), WARNER.entries[1], strict=True))
    with pytest.raises(DesignError, match="sums to 2"):
        WARNER.response_distribution([1, 1])
    with pytest.raises(DesignError, match="the prior has the truths"):
        WARNER.response_distribution({"x": 1})


def test_a_design_cannot_be_changed_but_copied() -> None:
    with pytest.raises(AttributeError, match="immutable"):
        WARNER.name = "Other"
    irrational = Design([[sympy.sqrt(2) * p / 2, 1 - sympy.sqrt(2) * p / 2]], UNIT, responses="ab")
    for design in (WARNER, irrational):
        copied = pickle.loads(pickle.dumps(design))
        assert (copied, copied.domain, copied.name) == (design, design.domain, design.name)


def test_a_design_prints_as_a_table() -> None:
    text = repr(WARNER)
    assert text.splitlines()[0] == "Design Warner: 0 <= p <= 1"
    assert "1 - p" in text
    assert "sqrt(2)/2" in repr(Design([[sympy.sqrt(2) / 2, 1 - sympy.sqrt(2) / 2]]))
