"""The unrelated question and the cards, at given numbers; and the algorithms that are printed for them."""

from fractions import Fraction as F

import pytest
import sympy

from mechanisms.catalogue import christofides, get, improved_christofides
from mechanisms.catalogue.printed_algorithms import (
    less_than,
    simmons_algorithm,
)
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.privacy import smallest_epsilon
from mechanisms.protocols.primitives import PrimitiveError
from mechanisms.protocols.protocol import ProtocolError


def test_the_attribute_question_averages_to_the_coin_when_it_is_independent() -> None:
    p, unrelated = F(3, 7), F(1, 5)
    by_pair = get("simmons-attribute").printed_matrix.at(p=p)
    by_coin = get("simmons").printed_matrix.at(p=p, piB=unrelated)
    for x in (0, 1):
        yes = (1 - unrelated) * by_pair.entry((x, 0), 1).evaluate({}) + unrelated * by_pair.entry((x, 1), 1).evaluate(
            {}
        )
        assert by_coin.entry(x, 1).evaluate({}) == yes == p * x + (1 - p) * unrelated


def test_two_answers_of_one_respondent_share_the_attribute() -> None:
    """Asked twice, the fixed attribute gives the same unrelated answer; the coin is tossed anew."""
    p = F(1, 4)
    pair = get("simmons-attribute").protocol
    law = pair.joint_law([(1, 0), (1, 0)])
    assert {answers: q.evaluate({"p": p}) for answers, q in law.items()} == {
        (1, 1): p * p,
        (1, 0): p * (1 - p),
        (0, 1): p * (1 - p),
        (0, 0): (1 - p) ** 2,
    }


@pytest.mark.parametrize("largest", [1, 2, 3, 4])
def test_christofides_is_what_it_prints_for_every_number_of_cards(largest: int) -> None:
    mechanism = christofides(largest)
    derived = mechanism.protocol.design()
    assert derived == mechanism.printed_matrix
    assert derived.assumptions == ()
    free = {f"p{k}": F(k, 20) for k in range(1, largest)}
    shares = [*free.values(), 1 - sum(free.values())]
    for k in range(1, largest + 1):
        assert derived.entry(0, k).evaluate(free) == shares[k - 1]
        assert derived.entry(1, k).evaluate(free) == shares[largest - k]
    with pytest.raises(PrimitiveError, match="L >= 1"):
        christofides(0)


def test_two_cards_are_warner() -> None:
    cards = christofides(2).printed_matrix.at(p1=F(2, 7))
    warner = get("warner").printed_matrix.at(p_w=F(2, 7))
    assert cards.entries == warner.entries


def test_the_budget_of_cards() -> None:
    """max over k of p_{L+1-k}/p_k, where a card without its mirror image gives itself away."""

    def ratio(shares: list[F]) -> sympy.Expr:
        values = {f"p{k}": share for k, share in enumerate(shares[:-1], 1)}
        return smallest_epsilon(christofides(len(shares)).printed_matrix.at(**values)).x()

    assert ratio([F(1, 10), F(1, 2), F(4, 10)]) == 4
    assert ratio([F(1, 10), F(3, 10), F(2, 10), F(4, 10)]) == 4
    assert ratio([F(1, 3), F(1, 3), F(1, 3)]) == 1
    assert ratio([F(0), F(1), F(0)]) == 1
    assert ratio([F(0), F(1, 2), F(1, 2)]) == sympy.oo
    symbolic = smallest_epsilon(christofides(3).printed_matrix)
    point = {"p1": F(1, 10), "p2": F(1, 2)}
    assert max(c.value.evaluate(point) for c in symbolic.candidates if c.value) == 4
    p1, p2 = (RationalFunction(Polynomial.variable(name)) for name in ("p1", "p2"))
    p3 = 1 - p1 - p2
    assert {c.value for c in symbolic.candidates} == {p1 / p3, p3 / p1, RationalFunction.of(1)}
    assert all(condition.holds_at(point) for condition in symbolic.provided)
    assert not all(condition.holds_at({"p1": 0, "p2": F(1, 2)}) for condition in symbolic.provided)


def test_one_report_from_a_shared_deck_looks_like_christofides() -> None:
    dealt, replaced = improved_christofides((1, 3, 5)), christofides(3).printed_matrix.at(p1=F(1, 9), p2=F(3, 9))
    assert dealt.protocol.design().entries == replaced.entries
    with pytest.raises(PrimitiveError, match="no card is left"):
        dealt.protocol.joint_law([0] * 10)


# -- algorithms, letter by letter ------------------------------------------------------------------------------------


def test_the_comparisons_of_the_printed_simmons_exchange_both_probabilities() -> None:
    printed = simmons_algorithm()
    assert not printed.agrees
    p, unrelated = F(1, 5), F(1, 3)
    design = printed.protocol.design().at(p=p, piB=unrelated)
    assert design == get("simmons").printed_matrix.at(p=1 - p, piB=1 - unrelated)
    assert printed.described.at(p=p, piB=unrelated) == get("simmons").printed_matrix.at(p=p, piB=unrelated)


def test_a_comparison_that_the_domain_leaves_open_is_refused() -> None:
    p = Polynomial.variable("p")
    inside, whole = (less_than(Domain.of(within("p", 0, 1, ends=ends))) for ends in ("()", "[]"))
    assert inside(0, p)
    assert not inside(1, p)
    assert not whole(1, p)
    with pytest.raises(ProtocolError, match="depends on the parameters"):
        whole(0, p)
    with pytest.raises(ProtocolError, match="depends on the parameters"):
        inside(F(1, 2), p)
    assert whole(F(1, 3), F(1, 2))
    assert not whole(F(1, 2), F(1, 2))
