"""Nayak and Zhai: the verdicts, and what is wrong in claims 1 to 65 and 105 to 113, again in plain fractions."""

from fractions import Fraction
from itertools import combinations

import pytest

from checks.claims.record import ClaimRecord
from checks.papers.collection import load_paper
from checks.verifying.stated import definitions, statement_of
from checks.witness.statements import holds_at
from lp.relaxations.blackwell import compare
from mechanisms.design import Design
from mechanisms.guarantees.criteria.average import Admissible, Dominated, admissibility, largest_breach
from tests.papers.records import page_rows
from tests.papers.records import record as record_of

PAPER = load_paper("NZ")
NUMBERS = (*range(1, 66), *range(105, 114))
HALF = Fraction(1, 2)


def record(number: int) -> ClaimRecord:
    return record_of(f"NZ-{number:02}")


PROVED = (
    4,
    5,
    6,
    7,
    11,
    12,
    13,
    14,
    15,
    17,
    18,
    19,
    20,
    21,
    22,
    23,
    25,
    28,
    29,
    30,
    31,
    32,
    33,
    34,
    35,
    36,
    38,
    41,
    42,
    43,
    44,
    47,
    48,
    49,
    52,
    53,
    54,
    55,
    56,
    58,
    59,
    60,
    61,
    62,
    63,
    64,
    65,
    67,
    68,
    69,
    70,
    71,
    72,
    75,
    76,
    78,
    79,
    80,
    81,
    82,
    83,
    84,
    85,
    86,
    87,
    88,
    89,
    90,
    92,
    93,
    94,
    95,
    96,
    97,
    98,
    99,
    100,
    101,
    102,
    103,
    104,
    105,
    106,
    107,
    108,
    109,
    110,
    112,
    113,
    115,
    116,
    117,
    118,
    120,
    121,
    122,
    123,
    125,
    126,
    127,
    128,
    129,
    130,
    131,
    132,
    133,
    134,
    135,
    136,
    137,
)
CORRECTED = (10, 40, 45, 51, 57, 74, 77, 111, 119, 124)
REFUTED: tuple[int, ...] = ()
DEFINED = (1, 2, 3, 8, 9, 16, 24, 26, 37, 39, 46, 50, 66, 73, 91, 114)
OUTSIDE = (27, 138)


@pytest.mark.parametrize("number", range(1, 139))
def test_verdicts(number: int) -> None:
    """Of the page, which `test_claims` compares with the records."""
    said = page_rows("NZ")[f"NZ-{number:02}"].split(" | ")[3].partition(":")[0].partition(" (")[0]
    for verdict, numbers in (
        ("proved", PROVED),
        ("corrected", CORRECTED),
        ("refuted", REFUTED),
        ("defined", DEFINED),
        ("outside", OUTSIDE),
    ):
        assert (said == verdict) == (number in numbers)


def test_the_claims_are_there_in_order() -> None:
    ids = [claim.id for claim in PAPER.claims]
    mine = [f"NZ-{number:02}" for number in NUMBERS]
    assert [claim_id for claim_id in ids if claim_id in mine] == mine


def test_the_factor_times_a_probability_exceeds_one() -> None:
    found = record(10)
    assert found.counterexample is not None
    beta, p = (Fraction(found.counterexample[name]) for name in ("beta", "p"))
    assert beta >= 1
    assert 0 <= p <= 1 < beta * p


def test_there_is_no_design_for_phi_below_one() -> None:
    found = record(40)
    assert found.counterexample is not None
    phi = Fraction(found.counterexample["phi"])
    assert 0 < phi < 1
    assert phi - 1 < 0, "an entry of P_0"
    assert 2 * (phi - 1) < 0, "no distance is that small"


def test_equal_elements_in_each_row_do_not_make_a_design_admissible() -> None:
    phi = Fraction(3, 2)
    quarter, best = (Design([[s, 0, 1 - s], [0, s, 1 - s]]) for s in (Fraction(1, 4), HALF))
    assert compare(best, quarter).better
    assert largest_breach(quarter).ratio < largest_breach(best).ratio == phi
    assert record(45).finding == "false"
    # Three categories, of which the first two are at the largest distance and the third is not told from the second.
    third = Design([[HALF, 0, HALF], [0, HALF, HALF], [0, HALF, HALF]])
    found = admissibility(third, phi)
    assert isinstance(found, Dominated)
    assert largest_breach(found.better).ratio == phi
    assert compare(found.better, third).better


@pytest.mark.parametrize("phi", [Fraction(5, 4), Fraction(3, 2), Fraction(9, 5)])
def test_pairs_make_another_admissible_design_for_three_categories(phi: Fraction) -> None:
    pair = min(phi - 1, 2 - phi)  # at most 2 (phi - 1) and 2 (2 - phi), so that there is room
    own = phi - 1 - pair / 2
    rest = 1 - own - pair
    half = pair / 2
    design = Design(
        [[own, 0, 0, half, half, 0, rest], [0, own, 0, half, 0, half, rest], [0, 0, own, 0, half, half, rest]]
    )
    assert largest_breach(design).ratio == phi
    assert isinstance(admissibility(design, phi), Admissible)
    names = Design([[phi - 1, 0, 0, 2 - phi], [0, phi - 1, 0, 2 - phi], [0, 0, phi - 1, 2 - phi]])
    assert compare(design, names).incomparable


def test_the_product_in_the_other_order_is_no_identity() -> None:
    found = record(51)
    assert found.counterexample is not None
    rows, columns = int(found.counterexample["m"]), int(found.counterexample["k"])
    assert rows == 3 > columns == 2  # a product of a 3 x 2 and a 2 x 3 matrix has rank 2 at most


def added_variance(k: int, q: int, gamma: Fraction | int) -> Fraction:
    """(k - 1)^2/(f - k) + 1/k - 1 for q categories in a response, gamma times as likely as the others."""
    f = Fraction(k**2 * (q * gamma**2 + k - q), (q * gamma + k - q) ** 2)
    return Fraction((k - 1) ** 2) / (f - k) + Fraction(1, k) - 1


@pytest.mark.parametrize(("k", "q", "gamma"), [(3, 1, 2), (4, 2, 3), (5, 3, 2)])
def test_the_words_for_f_and_the_added_variance_are_what_subsets_give(k: int, q: int, gamma: int) -> None:
    sets = [set(held) for held in combinations(range(k), q)]
    weight = Fraction(1, sum(gamma if 0 in held else 1 for held in sets))
    rows = [[weight * (gamma if i in held else 1) for held in sets] for i in range(k)]
    f = sum(sum(row[y] ** 2 for row in rows) * k / sum(row[y] for row in rows) for y in range(len(sets)))
    own = definitions(PAPER.definitions, "NZ")
    said = statement_of("forall k g q f v. f = information_of(k, g, q) and v = added_variance(k, g, q)", own)
    at = {"k": Fraction(k), "g": Fraction(gamma), "q": Fraction(q), "f": f, "v": added_variance(k, q, gamma)}
    assert holds_at(said, at)
    assert not holds_at(said, {**at, "f": f + 1})


def test_two_entries_of_table_1_are_cut_off() -> None:
    first = min(added_variance(10, q, 5) for q in range(1, 10))
    second = min(added_variance(20, q, 30) for q in range(1, 20))
    assert first == Fraction("9.3515625")
    assert round(second, 4) == Fraction("1.7622") != Fraction("1.7621")
    assert record(57).finding == "rounding"


def test_no_ratio_where_all_respondents_have_one_category() -> None:
    assert record(59).boundary == ("forall i in 1..k. pi(i) < 1",)  # else V_S = 1 - sum of squares = 0


def test_a_row_with_an_entry_one_is_left_out_of_the_proof() -> None:
    design, split = Design([[1, 0], [HALF, HALF]]), Design([[HALF, HALF, 0], [0, HALF, HALF]])
    assert largest_breach(design).ratio == largest_breach(split).ratio == Fraction(3, 2)
    assert compare(split, design).better
    assert record(111).finding == "invalid-step"


def test_readings_of_what_the_text_at_hand_garbles() -> None:
    for number in (7, 29):
        found = record(number)
        assert found.verdict == "proved"
        assert [reading.verdict for reading in found.readings] == ["proved", "refuted"]
