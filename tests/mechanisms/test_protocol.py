import math
from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

import rrproof
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, DomainError, above, within
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.primitives import Choice, Coin, Deck, PrimitiveError, Uniform
from mechanisms.protocols.protocol import Protocol, ProtocolError, _uniform_below, _urn

UNIT = Domain.of(within("p", 0, 1))


def warner(truth: int, p: Any) -> Any:
    if (yield Coin(p, "Spin the spinner: does it point at the question?")):
        return truth
    return 1 - truth


def card_warner(truth: int, deck: Deck) -> Any:
    card = yield deck.draw("Draw a card: does it say T (truth) or L (lie)?")
    return truth if card == "T" else 1 - truth


def constant(law: dict[tuple[Any, ...], RationalFunction]) -> dict[tuple[Any, ...], Fraction]:
    return {key: value.evaluate({}) for key, value in law.items()}


def test_a_program_becomes_a_design_with_symbolic_entries() -> None:
    p = sympy.Symbol("p")
    assert Protocol("Warner", warner, (0, 1), UNIT).design() == Design([[p, 1 - p], [1 - p, p]], UNIT)


def test_several_rounds_of_one_respondent() -> None:
    def two_rounds(truth: int, p: Any) -> Any:
        first = yield Coin(p, "First round: truth?")
        second = yield Coin(p, "Second round: truth?")
        return (truth if first else 1 - truth, truth if second else 1 - truth)

    both = Protocol("Two rounds", two_rounds, (0, 1), UNIT).design()
    assert both.permute_responses(both.responses) == both
    once = Protocol("Warner", warner, (0, 1), UNIT, responses=(0, 1)).design()
    twice = once.repeat(2)
    assert all(both.entry(t, r) == twice.entry(t, r) for t in (0, 1) for r in twice.responses)


def test_rounds_that_depend_on_each_other() -> None:
    def memoised(truth: int, p: Any) -> Any:
        first = truth if (yield Coin(p, "First: truth?")) else 1 - truth
        second = first if (yield Coin(Fraction(1, 2), "Second: repeat?")) else 1 - first
        return first, second

    law = Protocol("Memoised", memoised, (0, 1), UNIT).design().at(p=Fraction(3, 4))
    assert [e.evaluate({}) for e in law.entries[0]] == [Fraction(3, 8), Fraction(3, 8), Fraction(1, 8), Fraction(1, 8)]


@given(st.integers(0, 4), st.integers(0, 4), st.lists(st.integers(0, 1), min_size=1, max_size=4))
def test_a_deck_without_replacement_is_every_order_of_its_cards(true: int, lies: int, truths: list[int]) -> None:
    if true + lies < len(truths):
        true = len(truths)
    cards = "T" * true + "L" * lies
    protocol = Protocol("Cards", card_warner, (0, 1), decks={"deck": Deck(cards, replacement=False)})
    counted: Counter[tuple[int, ...]] = Counter()
    for order in permutations(range(len(cards)), len(truths)):
        counted[tuple(t if cards[c] == "T" else 1 - t for t, c in zip(truths, order, strict=True))] += 1
    orders = math.perm(len(cards), len(truths))
    expected = {responses: Fraction(count, orders) for responses, count in counted.items()}
    assert constant(protocol.joint_law(truths)) == expected


def test_a_deck_with_replacement_makes_respondents_independent() -> None:
    deck = Deck({"T": 3, "L": 1}, replacement=True)
    protocol = Protocol("Cards", card_warner, (0, 1), decks={"deck": deck})
    row = protocol.design().at()
    law = protocol.joint_law((1, 0, 1))
    assert sum(constant(law).values()) == 1
    for responses, probability in law.items():
        product = RationalFunction.of(1)
        for truth, response in zip((1, 0, 1), responses, strict=True):
            product = product * row.entry(truth, response)
        assert probability == product


def test_a_joint_law_with_symbols() -> None:
    law = Protocol("Warner", warner, (0, 1), UNIT).joint_law((1, 1))
    p = RationalFunction.of(sympy_variable("p"))
    assert law == {(1, 1): p * p, (1, 0): p * (1 - p), (0, 1): p * (1 - p), (0, 0): (1 - p) * (1 - p)}


def sympy_variable(name: str) -> Any:
    from mechanisms.exact.polynomial import Polynomial

    return Polynomial.variable(name)


def test_an_empty_deck_is_an_error() -> None:
    protocol = Protocol("Cards", card_warner, (0, 1), decks={"deck": Deck("TL", replacement=False)})
    assert set(protocol.joint_law((0, 0))) == {(0, 1), (1, 0)}
    with pytest.raises(PrimitiveError, match="no card is left"):
        protocol.joint_law((0, 0, 0))
    with pytest.raises(PrimitiveError, match="no card is left"):
        protocol.sample([0, 0, 0], np.random.default_rng(1))


def test_a_sample_starts_with_a_full_deck() -> None:
    protocol = Protocol("Cards", card_warner, (0, 1), decks={"deck": Deck("TTTL", replacement=False)})
    rng = np.random.default_rng(7)
    for _ in range(20):
        assert sorted(protocol.sample([1, 1, 1, 1], rng)) == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deck({}, replacement=True), "at least one card"),
        (lambda: Deck({"a": 0}, replacement=True), "at least one card"),
        (lambda: Deck({"a": -1}, replacement=True), "integer >= 0"),
        (lambda: Deck({"a": 1.0}, replacement=True), "integer >= 0"),
        (lambda: Choice({}), "at least one value"),
        (lambda: Uniform([]), "at least one value"),
    ],
)
def test_random_devices_have_to_be_well_defined(make: Any, message: str) -> None:
    with pytest.raises(PrimitiveError, match=message):
        make()


@pytest.mark.parametrize(
    ("primitive", "message"),
    [
        (Coin(0.5), "float"),
        (Coin(Fraction(3, 2)), "negative"),
        (Coin(sympy.Symbol("q")), "does not declare"),
        (Coin(2 * sympy.Symbol("p")), "negative .* at p = 1"),
        (Coin(sympy.sqrt(2) / 2), "irrational"),
        (Choice({"a": Fraction(1, 2), "b": Fraction(1, 3)}), "sums to 5/6, not to 1"),
        (Choice({"a": sympy.Symbol("p"), "b": sympy.Symbol("p")}), r"sums to 2\*p, not to 1"),
        ("heads", "no primitive"),
    ],
)
def test_a_bad_device_is_named(primitive: Any, message: str) -> None:
    def program(truth: int, p: Any) -> Any:
        yield primitive
        return truth

    protocol = Protocol("Bad", program, (0, 1), UNIT)
    with pytest.raises(ProtocolError, match=message):
        protocol.design()
    with pytest.raises(ProtocolError, match=message):
        protocol.sample([0], np.random.default_rng(0), p=Fraction(1, 2))


def test_exact_weights_that_were_seen_do_not_let_floats_pass() -> None:
    def program(truth: int) -> Any:
        yield Choice({"a": 1})
        yield Choice({"a": 1.0})
        return truth

    with pytest.raises(ProtocolError, match="float"):
        Protocol("Bad", program, (0,)).design()


def test_programs_have_to_fit() -> None:
    with pytest.raises(ProtocolError, match="must take the true value and, by keyword, q"):
        Protocol("Bad", warner, (0, 1), Domain.of(within("q", 0, 1)))
    with pytest.raises(ProtocolError, match="at least one true value"):
        Protocol("Bad", warner, (), UNIT)
    with pytest.raises(ProtocolError, match="name of a parameter"):
        Protocol("Bad", warner, (0, 1), UNIT, decks={"p": Deck("a", replacement=True)})
    with pytest.raises(ProtocolError, match="cannot be a response"):
        Protocol("Bad", lambda truth: [truth], (0, 1)).design()
    with pytest.raises(ProtocolError, match="cannot be a response"):
        Protocol("Bad", lambda truth: None, (0, 1)).design()
    with pytest.raises(ProtocolError, match="none of its responses"):
        Protocol("Bad", warner, (0, 1), UNIT, responses=(0,)).design()
    with pytest.raises(ProtocolError, match="respondent 1 has the true value 2"):
        Protocol("Warner", warner, (0, 1), UNIT).joint_law((0, 2))


def test_too_many_paths_are_refused() -> None:
    protocol = Protocol("Warner", warner, (0, 1), UNIT, maximal_paths=7)
    with pytest.raises(ProtocolError, match="more than 7 paths for 3 respondents"):
        protocol.joint_law((0, 0, 0))
    assert len(protocol.joint_law((0, 0))) == 4


def test_a_program_with_a_memory_of_its_own_is_found_out() -> None:
    calls = iter(range(100))

    def program(truth: int) -> Any:
        yield Uniform([0, 1] if next(calls) == 0 else [0], "Choose.")
        return truth

    with pytest.raises(ProtocolError, match="not a function of truth and outcomes alone"):
        Protocol("Bad", program, (0,)).design()


def test_parameters_of_a_sample_are_exact_and_inside_the_domain() -> None:
    protocol = Protocol("Warner", warner, (0, 1), UNIT)
    rng = np.random.default_rng(0)
    for bad in ({}, {"p": 1, "q": 1}, {"p": 0.5}):
        with pytest.raises(ProtocolError):
            protocol.sample([0], rng, **bad)
    with pytest.raises(DomainError, match="outside its domain"):
        protocol.sample([0], rng, p=2)
    assert protocol.sample([0, 1], rng, p=1) == [0, 1]
    assert protocol.sample([0, 1], rng, p=0) == [1, 0]


def test_a_uniform_choice_counts_repeated_values() -> None:
    def program(truth: int) -> Any:
        return (yield Uniform(["a", "b", "a"]))

    assert constant(Protocol("Uniform", program, (0,)).joint_law((0,))) == {
        ("a",): Fraction(2, 3),
        ("b",): Fraction(1, 3),
    }


def test_draws_are_exact_also_for_huge_denominators() -> None:
    assert _urn([Fraction(1, 2), Fraction(0), Fraction(1, 3), Fraction(1, 6)]) == [3, 3, 5, 6]
    rng = np.random.default_rng(3)
    bound = 3 * 2**70
    drawn = [_uniform_below(bound, rng) for _ in range(400)]
    assert all(0 <= d < bound for d in drawn)
    # Each third misses all 400 draws with probability (2/3)^400 < 1e-70.
    assert {d // 2**70 for d in drawn} == {0, 1, 2}


def test_a_constant_answer_in_steps() -> None:
    assert Protocol("Silence", lambda truth: 0, (0, 1)).steps() == "Silence\n1. answer 0."


def test_steps_can_be_followed() -> None:
    text = Protocol("Warner", warner, (0, 1), UNIT).steps()
    assert text.splitlines() == [
        "Warner",
        "1. Spin the spinner: does it point at the question? yes (probability p): answer truthfully; "
        "no (probability 1 - p): answer 1 if the truth is 0, 0 if the truth is 1.",
    ]
    deck = {"deck": Deck("TTL", replacement=False)}
    assert (
        "deck of 2 x T, 1 x L, drawn without replacement" in Protocol("Cards", card_warner, (0, 1), decks=deck).steps()
    )

    def branching(truth: int, x: Any) -> Any:
        if truth == 2:
            return (yield Uniform([0, 1], "Roll."))
        if (yield Coin(1 / x, "First: stop?")):
            return 0
        return truth if (yield Coin(1 / x, "Second: truth?")) else 1

    steps = Protocol("Branching", branching, (0, 1, 2), Domain.of(above("x", 1))).steps().splitlines()
    assert steps[1] == "1. Depending on your true value: 0 or 1: go to step 2; 2: go to step 4."
    assert steps[2].startswith(
        "2. First: stop? yes (probability 1/x): answer 0; no (probability (x - 1)/x): go to step 3."
    )
    assert steps[3].startswith("3. Second: truth? yes (probability 1/x): answer truthfully; no")
    assert steps[4].startswith("4. Roll. 0 (probability 1/2): answer 0; 1 (probability 1/2): answer 1.")


def test_the_outcomes_of_a_device_that_is_no_question_stand_behind_a_colon() -> None:
    @rrproof.protocol(["a", "b"])
    def drawn(truth: str):
        return (yield Uniform(["a", "b"], "Draw a ball"))

    assert "1. Draw a ball: a (probability 1/2): answer a" in drawn.steps()


def test_a_choice_without_a_probability_for_each_value_is_refused() -> None:
    with pytest.raises(
        PrimitiveError, match=r"'Choose\.': a choice needs a probability for each value, such as .* not a list"
    ):
        Choice([Fraction(1, 2), Fraction(1, 2)])  # type: ignore[arg-type]
