"""The best integer decks, against all integer decks one by one."""

from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from derivations.arithmetic.kernel import KernelError
from lp.decks import integer_decks
from lp.decks.integer_deck_theorem import TooManyCasesError, no_better_deck, no_informative_deck
from lp.decks.integer_decks import BestDecks, NoDeckError, SearchTooLargeError, best_integer_decks, gaps, variance_ratio
from mechanisms.exact.formula import NamedConstant, variables
from mechanisms.exact.privacy_level import PrivacyLevel

F = Fraction
LEVELS = ("log(3)", "1/2", "log(7/3)", "2", "log(3/2)", "log(21/20)")


@cache
def level(text):
    return PrivacyLevel.read(text)


def exhaustive(cards, largest, at):
    """The least V and all decks that have it, over every vector of counts."""
    best, found = None, set()
    for counts in product(range(cards + 1), repeat=largest - 1):
        deck = (*counts, cards - sum(counts))
        if deck[-1] < 0 or any(c > at.multiple_below(deck[-1 - i]) for i, c in enumerate(deck) if 2 * i + 1 != largest):
            continue
        if sum(c * (largest + 1 - 2 * k) for k, c in enumerate(deck, 1)) == 0:
            continue
        value = variance_ratio(deck)
        if best is None or value < best:
            best, found = value, set()
        if value == best:
            found.add(deck)
    return best, found


@pytest.mark.parametrize("text", LEVELS)
@pytest.mark.parametrize(("largest", "most"), [(2, 24), (3, 15), (4, 10), (5, 8), (6, 6)])
def test_no_deck_is_better_and_all_ties_are_found(largest, most, text):
    at = level(text)
    for cards in range(1, most + 1):
        value, decks = exhaustive(cards, largest, at)
        if value is None:
            with pytest.raises(NoDeckError):
                best_integer_decks(cards, largest, at)
            continue
        found = best_integer_decks(cards, largest, at)
        assert (found.value, set(found.decks)) == (value, decks)


def unpruned(cards, largest, at):
    """The least V over all totals of the pairs, without bounds."""
    table = gaps(cards, at)
    best = None
    distances = range(largest - 1, 0, -2)
    for totals in product(range(cards + 1), repeat=len(distances)):
        rest = cards - sum(totals)
        if rest < 0 or (largest % 2 == 0 and rest) or any(table[m] < 0 for m in totals):
            continue
        spread = sum(d * table[m] for d, m in zip(distances, totals, strict=True))
        if spread:
            value = (F(cards * sum(d * d * m for d, m in zip(distances, totals, strict=True)), spread**2) - 1) / 4
            best = value if best is None else min(best, value)
    return best


@pytest.mark.parametrize(("cards", "largest"), [(200, 3), (150, 4), (60, 5), (25, 6)])
@pytest.mark.parametrize("text", ["1/2", "log(7/3)", "0.2"])
def test_the_bounds_of_the_search_lose_nothing(cards, largest, text):
    found = best_integer_decks(cards, largest, level(text))
    assert found.value == unpruned(cards, largest, level(text))


@pytest.mark.parametrize("text", ["log(3)", "log(7/3)"])
@pytest.mark.parametrize("largest", [2, 3, 4, 5, 7])
def test_the_ideal_is_reached_exactly_where_the_cards_divide(text, largest):
    at = level(text)
    unit = at.x.numerator + at.x.denominator
    for cards in (unit, 3 * unit):
        found = best_integer_decks(cards, largest, at)
        assert found.value == found.ideal
        assert len(found.decks) == 2 * (largest // 2)
    assert best_integer_decks(3 * unit - 1, largest, at).value > found.ideal


def test_thousands_of_cards_come_close_to_the_ideal():
    for largest in (2, 3, 4):
        found = best_integer_decks(5000, largest, level("1/2"))
        low, high = found.ideal_enclosure
        assert found.ideal is None
        assert high - low < F(1, 10**50)
        assert high < found.value < low * F(101, 100)
        assert all(sum(deck) == 5000 for deck in found.decks)
        assert found.variance_put_back() == found.value / 5000
        assert found.variance_dealt(F(1, 10)) == F(9, 25) * found.value / 4999


def test_many_numbers_are_searched_in_a_moment():
    found = best_integer_decks(100, 12, level("1/2"))
    assert found.nodes < 10_000
    assert found.decks[0] == (61, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 37)


def test_a_search_that_is_too_large_says_so(monkeypatch):
    monkeypatch.setattr(integer_decks, "MAXIMAL_NODES", 10)
    with pytest.raises(SearchTooLargeError, match="fewer cards"):
        best_integer_decks(50, 6, level("1/2"))


@pytest.mark.parametrize(
    ("cards", "largest", "text"), [(9, 2, "0"), (10, 5, "log(1)"), (1, 3, "5"), (0, 3, "1"), (5, 1, "1"), (3, 2, "1/2")]
)
def test_no_deck(cards, largest, text):
    with pytest.raises(NoDeckError):
        best_integer_decks(cards, largest, level(text))


def totals_of(counts):
    """The variables of the theorem for a deck: cards in each pair, and how many of them show the larger number."""
    values = {}
    for i in range(len(counts) // 2):
        values[f"m{i + 1}"], values[f"b{i + 1}"] = counts[i] + counts[-1 - i], counts[-1 - i]
    return values


def decks_of(cards, largest):
    for counts in product(range(cards + 1), repeat=largest - 1):
        if sum(counts) <= cards:
            yield (*counts, cards - sum(counts))


@pytest.mark.parametrize(
    ("cards", "largest", "text"),
    [(9, 2, "log(3)"), (10, 2, "2"), (10, 3, "log(7/3)"), (15, 3, "1/2"), (12, 4, "log(2)"), (5, 5, "1"), (5, 6, "2")],
)
def test_the_kernel_agrees_that_no_deck_is_better(cards, largest, text):
    at = level(text)
    theorem = no_better_deck(best_integer_decks(cards, largest, at))
    assert theorem.oracles == frozenset()
    names = {name for h in theorem.sequent.hypotheses for name in variables(h)} - {"x"}
    assert names == set(totals_of((0,) * largest))
    if at.x is None:
        assert NamedConstant("x", "exp", at.eps) in theorem.sequent.hypotheses
        return
    for counts in decks_of(cards, largest):
        point = totals_of(counts)
        pairs = [(c, counts[-1 - i]) for i, c in enumerate(counts) if 2 * i + 1 != largest]
        spread = sum(c * (largest + 1 - 2 * k) for k, c in enumerate(counts, 1))
        private = all(c <= at.multiple_below(d) for c, d in pairs)
        assert all(h.holds_at(point) for h in theorem.sequent.hypotheses) == (private and spread != 0)
        if private and spread:
            assert theorem.sequent.conclusion.holds_at(point)


@pytest.mark.parametrize(("deck", "text"), [((6, 1, 3), "log(7/3)"), ((6, 2, 1, 3), "2"), ((3, 0, 2, 0, 1), "log(4)")])
def test_the_kernel_does_not_believe_a_worse_deck(deck, text):
    assert variance_ratio(deck) > best_integer_decks(sum(deck), len(deck), level(text)).value
    with pytest.raises(KernelError):
        no_better_deck(BestDecks(sum(deck), level(text), (deck, deck[::-1]), 0))


def test_too_many_cases_are_refused_beforehand():
    with pytest.raises(TooManyCasesError, match="5151 cases"):
        no_better_deck(best_integer_decks(100, 5, level("2")))


# -- what an answer says of itself -------------------------------------------------------------------------------------


def test_a_best_deck_carries_its_theorem_and_what_is_tight():
    found = best_integer_decks(10, 3, level("log(3)"))
    assert found.theorem.sequent == no_better_deck(found).sequent
    assert found.active == tuple(
        f"c_{k} = floor(x c_{4 - k})" for k in (1, 3) if found.decks[0][k - 1] == 3 * found.decks[0][3 - k]
    )
    assert rf"\frac{{{found.value.numerator}}}{{{found.value.denominator}}}" in found._repr_latex_()


@pytest.mark.parametrize(
    ("cards", "largest", "text"), [(2, 2, "log(3)"), (3, 3, "log(3/2)"), (4, 4, "1/4"), (3, 5, "0")]
)
def test_decks_that_tell_nothing_are_all_that_are_private(cards, largest, text):
    """By the kernel, for integers: the numbers of the cards are too small for the level."""
    with pytest.raises(NoDeckError):
        best_integer_decks(cards, largest, level(text))
    shown = no_informative_deck(cards, largest, level(text)).sequent.conclusion
    assert {name[0] for name in variables(shown)} <= {"b", "m"}
    assert shown.relation == "="


def test_a_deck_that_tells_something_is_no_contradiction():
    assert best_integer_decks(4, 3, level("log(3)")).decks
    with pytest.raises(KernelError, match="tells something"):
        no_informative_deck(4, 3, level("log(3)"))
