"""PAN-50 to PAN-71 and PAN-118 to PAN-135: the errors found again in plain fractions, and what stays of Algorithm 1."""

from fractions import Fraction
from itertools import product
from math import exp

import cvxpy

from checks.papers.pan.proofs_beliefs import only_collusion_proof
from lp import Optimum, solve
from lp.models.exact_program import exact_program
from lp.relaxations.joint_releases import Overspent, joint_releases
from mechanisms.protocols.relaxation import randomized_response, response_relaxation
from tests.papers.records import point, record

F = Fraction
X, Y = F(3, 2), F(4)


def answer(level: Fraction, m: int, truth: int, response: int) -> Fraction:
    """Pr(response | truth) of a randomized response."""
    return (level if response == truth else 1) / (level + m - 1)


def printed_law(x: Fraction, y: Fraction, m: int) -> tuple[Fraction, Fraction, Fraction]:
    """p_aa, p_ba, p_bb by (50)."""
    below = (y - 1) * (y + m - 1)
    return y / (y - 1) - y / x * (x + m - 1) / below, (y**2 - x * y) / below, x / (y - 1) - (x + m - 1) / below


def drawn(x: Fraction, y: Fraction, m: int, truth: int, before: int, after: int) -> Fraction:
    """Pr(o_2 = after | o_1 = before, X = truth)."""
    p_aa, p_ba, p_bb = printed_law(x, y, m)
    if before == truth:
        return p_aa if after == truth else (1 - p_aa) / (m - 1)
    return {truth: p_ba, before: p_bb}.get(after, (1 - p_ba - p_bb) / (m - 2) if m > 2 else F(0))


def both(x: Fraction, y: Fraction, m: int, truth: int, before: int, after: int) -> Fraction:
    """Pr(o_1, o_2 | X = truth)."""
    return answer(x, m, truth, before) * drawn(x, y, m, truth, before, after)


# -- errors, found again in plain fractions ----------------------------------------------------------------------------


def test_the_truth_is_exchanged_in_two_denominators() -> None:
    """PAN-57: after o_1 = o_2 = a, the ratio is e^eps_2 = 4; the second member as printed is p_aa/p_bb = y/x."""
    ratio = both(X, Y, 3, 0, 0, 0) / both(X, Y, 3, 1, 0, 0)
    assert ratio == Y
    first = answer(X, 3, 0, 0)
    as_printed = first * drawn(X, Y, 3, 0, 0, 0) / (first * drawn(X, Y, 3, 1, 0, 0))
    assert as_printed == Y / X != ratio
    assert record("PAN-57").finding == "misprint"


def test_the_largest_ratio_of_a_step_is_the_reciprocal_of_what_is_printed() -> None:
    """PAN-63: (1 - p_a)/(1 - p_b) is 1/(x y), the least of the four ratios."""
    found = point("PAN-63")
    x, y = found["x"], found["y"]
    ratios = {o: drawn(x, y, 2, 0, *o) / drawn(x, y, 2, 1, *o) for o in product((0, 1), repeat=2)}
    p_a, p_b = drawn(x, y, 2, 0, 0, 0), drawn(x, y, 2, 0, 1, 1)
    assert (1 - p_a) / (1 - p_b) == min(ratios.values()) == 1 / (x * y)
    assert (1 - p_b) / (1 - p_a) == max(ratios.values()) == ratios[1, 0] == x * y
    assert max(p_a / p_b, (1 - p_a) / (1 - p_b)) == y / x < x * y


def test_a_step_that_keeps_the_guarantee_tells_nothing() -> None:
    """PAN-64, second reading: for eps_1 = eps_2 the response stays, and no response has the ratio e^(eps_1 + eps_2)."""
    assert printed_law(Y, Y, 2) == (1, 0, 1)
    assert [r.verdict for r in record("PAN-64").readings] == ["proved", "refuted"]


def test_three_is_the_guarantee_and_not_its_exponential() -> None:
    """PAN-65: e^(1 + 2) is about 20.09."""
    assert abs(exp(1 + 2) - 20.0855) < 1e-4
    found = record("PAN-65")
    assert (found.finding, found.corrected) == ("misprint", r"\epsilon_{\Delta}=3")
    assert found.argued == ()


def test_an_exponent_has_swallowed_a_one() -> None:
    """PAN-123: (41) has the gap (x - y)(y + 1)/(y + m - 1)."""
    for m in (3, 5):
        p_aa, p_ba, _ = printed_law(X, Y, m)
        assert X * (1 - p_aa) / (m - 1) - Y * p_ba == (X - Y) * (Y + 1) / (Y + m - 1)


def test_the_right_side_of_106_has_one_factor_too_many() -> None:
    """PAN-127: (46) with p_ba = y q is p_ba/y <= y p_ba."""
    _, p_ba, p_bb = printed_law(X, Y, 4)
    third = (1 - p_ba - p_bb) / 2
    assert third == p_ba / Y
    assert third - Y * p_ba == p_ba / Y - Y * p_ba != p_ba / Y - Y**2 * p_ba


def test_two_supports_that_are_multiples_leave_a_line() -> None:
    """PAN-119: the supports z_1 + z_2 = 3 and 2 z_1 + 2 z_2 = 6 meet in (1, 2) and in (2, 1)."""
    assert record("PAN-119").verdict == "corrected"
    for z in ((1, 2), (2, 1)):
        assert [sum(a * b for a, b in zip(row, z, strict=True)) for row in ((1, 1), (2, 2))] == [3, 6]


def test_a_guarantee_that_falls_has_no_solution() -> None:
    """PAN-118, second reading: o_1 alone tells more than eps_2 allows."""
    assert [r.verdict for r in record("PAN-118").readings] == ["proved", "refuted"]
    assert isinstance(joint_releases((randomized_response(Y, 3), randomized_response(X, 3)), X).solve(), Overspent)


# -- readings ----------------------------------------------------------------------------------------------------------


def test_equal_guarantees_make_impossible_histories() -> None:
    """PAN-56, second reading: 0/0 where o_2 differs from o_1; the products of the lemma are equal all the same."""
    for truth in (0, 1):
        assert both(Y, Y, 2, truth, 0, 1) == 0
    assert [r.verdict for r in record("PAN-56").readings] == ["proved", "refuted"]


def test_a_guarantee_chosen_by_the_response() -> None:
    """PAN-62, second reading: a guarantee of its own for each o_1; log 3 after the truth, which o_2 tells too often."""
    chance = answer(F(2), 3, 0, 0)
    assert chance * drawn(F(2), F(3), 3, 0, 0, 0) == F(9, 20)
    assert chance * answer(F(3), 3, 0, 0) == F(3, 10)
    assert drawn(F(2), F(5), 2, 0, 0, 0) == F(15, 16)
    assert answer(F(5), 2, 0, 0) == F(5, 6)
    assert [r.verdict for r in record("PAN-62").readings] == ["proved", "refuted"]
    assert [r.verdict for r in record("PAN-55").readings] == ["proved", "refuted"]


def test_the_printed_places_are_those_of_three_values() -> None:
    """PAN-70: retention probabilities of guarantees 1 and 2 among m values."""

    def places(m: int) -> list[float]:
        return [round((exp(eps) - 1) / (exp(eps) + m - 1), 2) for eps in (1, 2)]

    assert [m for m in range(2, 30) if places(m) == [0.36, 0.68]] == [3]


# -- the law is the only one, without any symmetry ---------------------------------------------------------------------


def test_no_other_private_pair_without_symmetry() -> None:
    """Each entry of the joint law of two responses among three values has one value only: least and largest agree."""
    _, demands = joint_releases((randomized_response(X, 3), randomized_response(Y, 3)), Y).model()
    program = exact_program(cvxpy.Problem(cvxpy.Minimize(0), demands)).program
    expected = [e.evaluate({}) for row in response_relaxation(X, Y, 3).joint().entries for e in row]
    for position in (0, 1, 5, 13):
        for sign in (1, -1):
            cost = tuple(F(sign) if i == position else F(0) for i in range(len(program.cost)))
            found = solve(type(program)(cost, program.rows, program.bounds, program.equations, program.sides))
            assert isinstance(found, Optimum)
            assert found.value == sign * expected[position]


def test_no_other_law_of_two_responses_is_collusion_proof():
    """PAN-71: what can be said of the conjecture without equation (7) of [16]."""
    theorem = only_collusion_proof()
    assert not theorem.hypotheses
    assert not theorem.oracles
    assert "iff (forall o in 1..m. forall a in 1..m. forall z in 1..m. R(o, a, z) = relaxation" in str(theorem)
