"""The least variance over all decks with a private report, against plain fractions and exhaustive grids."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from derivations.theorems.decks.deck_minimisers import attained, minimisers
from derivations.theorems.decks.deck_optimum import (
    DeckSizeError,
    bound_from_moments,
    excess,
    least_variance,
    least_variance_from_moments,
    pair_excess,
    pair_excess_is_nonnegative,
    variance_bound,
)
from mechanisms.exact.polynomial import Polynomial

F = Fraction
SIZES = (2, 3, 4, 5, 6)


def ratio(shares):
    """Var(Y)/(L + 1 - 2 E[Y])^2 in plain fractions; None where the spread is 0."""
    mean = sum(k * p for k, p in enumerate(shares, 1))
    variance = sum(k * k * p for k, p in enumerate(shares, 1)) - mean**2
    spread = len(shares) + 1 - 2 * mean
    return variance / spread**2 if spread else None


def ideal(x, share=1):
    return ((x + 1) ** 2 / ((x - 1) ** 2 * share) - 1) / 4


def private_decks(size, total, x):
    for counts in product(range(total + 1), repeat=size - 1):
        last = total - sum(counts)
        deck = (*counts, last)
        ratios = enumerate(zip(deck, deck[::-1], strict=True))
        if last >= 0 and all(p <= x * q for i, (p, q) in ratios if 2 * i + 1 != size):
            yield tuple(F(c, total) for c in deck)


def point(shares, x):
    return {**{f"p{k}": p for k, p in enumerate(shares[:-1], 1)}, "x": x}


def holds(theorem, at):
    assert all(h.holds_at(at) for h in theorem.sequent.hypotheses)
    return theorem.sequent.conclusion.holds_at(at)


@pytest.mark.parametrize(("size", "total"), [(2, 16), (3, 16), (4, 8), (5, 8), (6, 8)])
@pytest.mark.parametrize("x", [F(3), F(5, 3)])
def test_no_private_deck_beats_the_bound_and_the_minimisers_are_all(size, total, x):
    expected = {tuple(p.evaluate({"x": x}) for p in shares) for shares in minimisers(size)}
    found = set()
    for shares in private_decks(size, total, x):
        value = ratio(shares)
        if value is None:
            continue
        middle = shares[size // 2] if size % 2 else F(0)
        assert value >= ideal(x, 1 - middle) >= ideal(x) == x / (x - 1) ** 2
        if value == ideal(x):
            found.add(shares)
    assert found == expected
    assert len(expected) == 2 * (size // 2)


@pytest.mark.parametrize("size", SIZES)
def test_the_theorems_speak_of_the_private_decks(size):
    x, total = F(3), 8
    decks = [shares for shares in private_decks(size, total, x) if ratio(shares) is not None]
    for shares in decks:
        at = point(shares, x)
        assert holds(least_variance(size), at)
        assert holds(variance_bound(size), at)
    far = point((F(9, 10), *[F(1, 10 * (size - 1))] * (size - 1)), F(3, 2))
    assert not all(h.holds_at(far) for h in least_variance(size).sequent.hypotheses)


@pytest.mark.parametrize("size", [*SIZES, 9, 12])
def test_the_bound_is_proved_for_every_size_without_an_oracle(size):
    for theorem in (least_variance(size), variance_bound(size), *attained(size)):
        assert theorem.oracles == frozenset()


@pytest.mark.parametrize("size", SIZES)
def test_each_minimiser_attains_the_bound(size):
    for shares, theorem in zip(minimisers(size), attained(size), strict=True):
        for x in (F(3), F(101, 100), F(10**6)):
            values = [p.evaluate({"x": x}) for p in shares]
            assert sum(values) == 1
            assert ratio(values) == x / (x - 1) ** 2
            assert holds(theorem, {"x": x})


@pytest.mark.parametrize("size", [3, 5])
def test_with_a_given_middle_card_too(size):
    x, middle = F(3), F(1, 3)
    values = {tuple(p.evaluate({"x": x}) for p in shares) for shares in minimisers(size, middle=middle)}
    assert len(values) == size - 1
    assert len(attained(size, middle=middle)) == size - 1
    for shares in values:
        assert ratio(shares) == ideal(x, 1 - middle)
    others = [p for p in private_decks(size, 12, x) if p[size // 2] == middle and ratio(p) is not None]
    assert {p for p in others if ratio(p) == ideal(x, 1 - middle)} == values


def test_without_the_bound_on_the_ratio_better_decks_exist():
    assert ratio((F(9, 10), F(1, 10))) < ideal(F(3))


def test_general_steps_are_proved_without_an_oracle():
    theorems = [pair_excess_is_nonnegative(), bound_from_moments(), least_variance_from_moments()]
    assert all(theorem.oracles == frozenset() for theorem in theorems)


exact = st.fractions(-3, 3, max_denominator=7)


@settings(max_examples=60)
@given(exact, exact, exact, st.fractions(0, 3, max_denominator=7), st.fractions(0, 1), st.fractions(F(11, 10), 6))
def test_the_excess_of_a_pair(alpha, beta, d, total, where, x):
    # a runs from total/(x + 1) to x total/(x + 1), which are the private pairs of this total
    a = total / (x + 1) * (1 + where * (x - 1))
    values = {"alpha": alpha, "beta": beta, "d": d, "a": a, "b": total - a, "x": x}
    assert holds(pair_excess_is_nonnegative(), values)
    if where == 1:
        names = (Polynomial.variable(n) for n in ("a", "b", "d", "alpha", "beta"))
        square = (x - 1) * total * (beta * d - alpha) ** 2
        assert pair_excess(*names).evaluate(values) == square


def test_the_excess_adds_up_over_pairs():
    alpha, beta = (Polynomial.variable(n) for n in ("alpha", "beta"))
    pairs = [(F(1, 3), F(1, 4), 3), (F(1, 6), F(1, 4), 1)]
    constant = Polynomial.constant
    parts = sum((pair_excess(constant(a), constant(b), constant(d), alpha, beta) for a, b, d in pairs), Polynomial())
    share = constant(sum(a + b for a, b, _ in pairs))
    spread = constant(sum(d * (a - b) for a, b, d in pairs))
    second = constant(sum(d * d * (a + b) for a, b, d in pairs))
    assert parts == excess(share, spread, second, alpha, beta)


@pytest.mark.parametrize(
    "call",
    [
        lambda: least_variance(1),
        lambda: minimisers(1),
        lambda: minimisers(4, middle=F(1, 4)),
        lambda: minimisers(3, middle=F(1)),
        lambda: minimisers(3, middle=F(-1, 4)),
    ],
)
def test_decks_that_cannot_be_are_refused(call):
    with pytest.raises(DeckSizeError):
        call()
