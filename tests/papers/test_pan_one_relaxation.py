"""What Pan prints of one relaxation, recomputed by hand in plain fractions at single points."""

from fractions import Fraction
from itertools import pairwise, product
from math import e

from checks.papers.collection import load_paper
from checks.verifying.stated import definitions, statement_of
from checks.witness.statements import holds_at
from derivations.theorems.local_privacy import is_private
from mechanisms.exact.rational import RationalFunction

F = Fraction


def joint(p_a: Fraction, p_b: Fraction, x: Fraction) -> dict[tuple[str, str, str], Fraction]:
    """P(o_1, o_2 | X) of a binary relaxation that treats both values alike; keys are (o_1, o_2, X)."""
    law = {}
    for truth, other in (("a", "b"), ("b", "a")):
        right, wrong = x / (x + 1), 1 / (x + 1)
        law[truth, truth, truth] = right * p_a
        law[truth, other, truth] = right * (1 - p_a)
        law[other, truth, truth] = wrong * (1 - p_b)
        law[other, other, truth] = wrong * p_b
    return law


def test_privacy_of_a_response_by_definition() -> None:
    """PAN-01: the formula for local privacy holds exactly where every ratio of two rows is at most e^eps."""
    rows = tuple(tuple(RationalFunction.of(p) for p in row) for row in ((F(1, 2), F(1, 2)), (F(1, 5), F(4, 5))))
    largest = max(F(1, 2) / F(1, 5), F(4, 5) / F(1, 2))
    for level in (largest, largest + 1, largest - F(1, 1000)):
        assert is_private(rows, RationalFunction.of(level)).holds_at({}) == (level >= largest)


def test_the_word_both_is_the_joint_law() -> None:
    """The word that statements use for two responses, against the law by hand, for every pair of responses."""
    own = definitions(load_paper("PAN").definitions, "PAN")
    law = joint(F(3, 4), F(2, 5), F(2))
    for (o, z, truth), chance in law.items():
        places = ", ".join(str("ab".index(value) + 1) for value in (truth, o, z))
        said = f"both(2, 2, 3/4, 1 - 2/5, 2/5)({places})"
        assert holds_at(statement_of(f"{said} = {chance}", own), {})
        assert not holds_at(statement_of(f"{said} = {chance + 1}", own), {})


def holds(text: str) -> bool:
    """Whether a closed statement in the words of the paper holds, by running through it."""
    return holds_at(statement_of(text, definitions(load_paper("PAN").definitions, "PAN")), {})


def relaxed(x: float, y: float, m: int) -> tuple[float, float, float]:
    """p_aa, p_ba, p_bb from (33), (37) and (42) with equality, solved by hand."""
    below = (y - 1) * (y + m - 1)
    find = y * (y - x) / below
    keep = 1 - (m - 1) * find / (x * y)
    return keep, find, x * keep / y


def test_a_row_of_a_table_rounds_the_probabilities_of_a_relaxation() -> None:
    """The words of PAN-46 to PAN-48, against the probabilities from the equations that they solve."""
    levels = [e**eps for eps in (0.1, 0.5, 1.0, 2.0, 10.0)]
    for m in (3, 7):
        steps = [relaxed(x, y, m) for x, y in pairwise(levels)]
        for word, column in zip(
            ("relaxed_truth", "relaxed_to_truth", "relaxed_same"), zip(*steps, strict=True), strict=True
        ):
            entries = [round(1000 * chance) for chance in column]
            said = ", ".join(f"{entry}/1000" for entry in entries)
            assert holds(f"table_row({word}, {m}, {said})")
            for place in range(4):
                other = ", ".join(f"{entry + (i == place)}/1000" for i, entry in enumerate(entries))
                assert not holds(f"table_row({word}, {m}, {other})")
    assert holds("rounds(5/2, 3, 1)")
    assert not holds("rounds(5/2, 3, 1/2)")


def test_who_keeps_a_value_or_draws_one_of_all() -> None:
    """The word of PAN-70: kept with probability 2/5, else one of four, itself among them."""
    for a, y in product(range(1, 5), repeat=2):
        chance = (F(2, 5) if a == y else 0) + F(3, 5) / 4
        assert holds(f"retaining(4, 2/5)({a}, {y}) = {chance}")


def test_a_number_that_is_rounded_twice_is_a_sum_over_both_roundings() -> None:
    """The word of PAN-89, for e^eps_1 = 2, e^eps_2 = 5 and a share 1/3 of the upper end, which is 2."""
    x, y, share = F(2), F(5), {1: F(2, 3), 2: F(1, 3)}
    law = joint((y - 1 / x) / (y - 1 / y), (x * y - 1) / (y**2 - 1), x)
    first = {(u, o): (x if u == o else F(1)) / (x + 1) for u, o in product((1, 2), repeat=2)}
    for o, z in product((1, 2), repeat=2):
        chance = F(0)
        for u, v in product((1, 2), repeat=2):
            step = law["ab"[o - 1], "ab"[z - 1], "ab"[v - 1]] / first[v, o]
            chance += share[u] * first[u, o] * share[v] * step
        assert holds(f"rounded_twice(2, 5, fun z. if z = 2 then 1/3 else 2/3)({o}, {z}) = {chance}")


def test_the_program_has_the_printed_solution() -> None:
    """The word of PAN-118, for m = 4, e^eps_1 = 2, e^eps_2 = 3: at (50), and not beside it."""
    below = F(2 * 6)
    p, q, r = F(3, 2) - F(3, 2) * 5 / below, F(9 - 6) / below, F(2, 2) - 5 / below
    assert holds(f"solves(4, 2, 3, {p}, {q}, {r})")
    for other in ((p + F(1, 60), q, r), (p, q, r + F(1, 60)), (p - F(1, 60), q, r)):
        assert not holds(f"solves(4, 2, 3, {other[0]}, {other[1]}, {other[2]})")


def test_the_printed_law_5_does_not_add_up_to_one() -> None:
    z, m = 2.0, 3
    assert abs((z + m - 1) / (z * e ** (m - 1)) - 1) > 0.7
    assert (z + m - 1) / (z + m - 1) == 1


def test_equation_17_alone_is_not_enough() -> None:
    """PAN-17: x p_a = y p_b holds for p_a = 1, p_b = x/y; then (b, a) is impossible under b, not under a."""
    x, y = F(2), F(3)
    law = joint(F(1), x / y, x)
    assert law["a", "a", "a"] == y * law["a", "a", "b"]
    assert law["b", "a", "b"] == 0 < law["b", "a", "a"]
    # It is not the law of a randomized response either, as (9) asks.
    assert law["a", "a", "a"] + law["b", "a", "a"] != y / (y + 1)


def test_equation_17_is_not_equivalent_to_its_inequality() -> None:
    """PAN-100: with p_a = 0 the inequality (11) for (a, a) is strict."""
    law = joint(F(0), F(1), F(2))
    assert law["a", "a", "a"] < 3 * law["a", "a", "b"]


def test_symmetry_12_does_not_give_18() -> None:
    """PAN-18: (12) equates true first responses that stay, (18) needs (13), about wrong ones that stay."""
    stays = {("a", "a"): F(1, 2), ("b", "b"): F(1, 2), ("b", "a"): F(1, 3), ("a", "b"): F(1, 4)}  # (o_1, X)
    wrong = F(1, 3)
    assert stays["a", "a"] == stays["b", "b"]
    assert wrong * stays["a", "b"] != wrong * stays["b", "a"]


def test_inequality_80_lacks_a_factor() -> None:
    """PAN-106: for x = y = 4/3, p_a = 1/3, p_b = 1/2 privacy of (b, b) holds, (80) does not, (80) with e^eps1 does."""
    x = y = F(4, 3)
    p_a, p_b = F(1, 3), F(1, 2)
    law = joint(p_a, p_b, x)
    assert law["b", "b", "a"] <= y * law["a", "a", "a"]
    assert p_b > y * p_a
    assert p_b <= y * x * p_a


def test_the_reasons_for_80_are_the_wrong_way_round() -> None:
    """PAN-107: p_a = y/x p_b is larger than p_b for x < y, and e^eps1 > 1."""
    x, y = F(2), F(3)
    p_a, p_b = (y - 1 / x) / (y - 1 / y), (x * y - 1) / (y**2 - 1)
    assert p_a == y / x * p_b > p_b
    assert x > 1
    assert p_b <= y * p_a


def test_inequality_90_lacks_a_factor() -> None:
    """PAN-112: for m = 3, x = 1, y = 3/2 the pair (a, c) is not private, though (90) holds."""
    m, x, y = 3, F(1), F(3, 2)
    p_aa, p_ba, p_bb = F(0), F(1, 4), F(1, 2)
    r, q = (1 - p_aa) / (m - 1), (1 - p_ba - p_bb) / (m - 2)
    right, wrong = x / (x + m - 1), 1 / (x + m - 1)
    assert right * r > y * wrong * q
    assert right * r <= y * q


def test_the_scenario_of_34_is_that_of_a() -> None:
    """PAN-29: (34) fails at a point where privacy of (b, b) holds for the same truths."""
    law = joint(F(1), F(0), F(2))
    assert law["a", "a", "a"] > 3 * law["a", "a", "b"]
    assert law["b", "b", "a"] <= 3 * law["b", "b", "b"]


def test_theorem_3_1_with_nothing_to_spare() -> None:
    """PAN-21: o_2 is a randomized response, and the largest ratio of two histories is e^eps2."""
    x, y = F(5, 4), F(7, 2)
    law = joint((y - 1 / x) / (y - 1 / y), (x * y - 1) / (y**2 - 1), x)
    assert sum(p for (_, o, truth), p in law.items() if truth == "a" and o == "a") == y / (y + 1)
    ratios = [law[u, v, "a"] / law[u, v, "b"] for u, v in product("ab", repeat=2)]
    assert max(ratios) == y
    assert min(ratios) == 1 / y
