"""What is proved about decks, as derivations for reports: the least variance, and what sharing one deck costs."""

from __future__ import annotations

from functools import cache

from derivations.steps import Derivation, Step, Written
from derivations.theorems.decks.deck_minimisers import tight_pair
from derivations.theorems.decks.deck_optimum import (
    bound_from_moments,
    equality_from_moments,
    excesses_add,
    least_variance_from_moments,
    pair_excess_is_nonnegative,
)
from derivations.theorems.decks.partial_deck import (
    best_ratio_together,
    putting_back_is_better,
    sharing_is_free,
    sharing_lowers_at_most,
    worst_ratio,
)


@cache
def least_variance_derivation() -> Derivation:
    """The least V = Var(Y)/(L + 1 - 2 E[Y])^2 at e^eps = x > 1 for every L, and which decks attain it."""
    no_middle, no_excess = equality_from_moments()
    tie, *empty = tight_pair()
    steps = (
        Step(
            Written(
                "Z = L + 1 - 2 Y: V = (E[Z^2]/E[Z]^2 - 1)/4, E[Z] = sum d (a - b), E[Z^2] = sum d^2 (a + b)",
                r"Z = L+1-2Y:\quad V = \frac14\left(\frac{\mathbb E[Z^2]}{\mathbb E[Z]^2} - 1\right),\quad "
                r"\mathbb E[Z] = \sum d(a-b),\quad \mathbb E[Z^2] = \sum d^2(a+b)",
            ),
            "sums over the pairs of cards k and L + 1 - k, with a = p_k, b = p_{L+1-k}, d = L + 1 - 2 k > 0",
        ),
        Step(
            Written(
                "(x - 1)(beta^2 d^2 + alpha^2)(a + b) - 2 alpha beta (x + 1) d (a - b) >= 0",
                r"(x-1)(\beta^2d^2+\alpha^2)(a+b) - 2\alpha\beta(x+1)d(a-b) \geq 0",
            ),
            "for all real alpha, beta and a private pair: (x - 1)(a + b)(beta d - alpha)^2 + 4 alpha beta d (x b - a)",
            pair_excess_is_nonnegative(),
        ),
        Step("The excess of a deck is the sum of those of its pairs.", "induction over the pairs", excesses_add()),
        Step(
            Written(
                "V >= ((x + 1)^2/((x - 1)^2 S) - 1)/4, S = sum (a + b)",
                r"V \geq \frac14\left(\frac{(x+1)^2}{(x-1)^2S} - 1\right),\quad S = \sum (a+b)",
            ),
            "alpha = (x + 1) E[Z], beta = (x - 1) S",
            bound_from_moments(),
        ),
        Step(Written("V >= x/(x - 1)^2", r"V \geq \frac{x}{(x-1)^2}"), "S <= 1", least_variance_from_moments()),
        Step("Where equality holds, no card is in the middle.", "S = 1", no_middle),
        Step("Where equality holds, no pair has an excess.", "their sum is 0, none is negative", no_excess),
        Step(
            Written("a = x b", "a = xb"),
            "a pair without an excess, on the side where alpha, beta, d > 0",
            tie,
        ),
        *(
            Step(f"A pair with beta d != alpha has no card {card}.", "its excess is 0", theorem)
            for card, theorem in zip(("k", "L + 1 - k"), empty, strict=True)
        ),
    )
    result = Written(
        "min V = x/(x - 1)^2, attained by two kinds of cards, k and L + 1 - k, in the proportion x : 1, and only so",
        r"\min V = \frac{x}{(x-1)^2},\quad\text{exactly at } p_k : p_{L+1-k} = x : 1 "
        r"\text{ for one } k \neq \tfrac{L+1}2",
    )
    return Derivation("The least variance over all decks with a private report", steps, result)


@cache
def sharing_derivation() -> Derivation:
    """What a deck of M cards for n respondents costs in the privacy of all reports together; X = e^eps, k = n - 1."""
    steps = (
        Step(
            Written(
                "P(report j | truth 0)/P(report j | truth 1) = (c_j - f)/(c_{j'} - g)",
                r"\frac{P(\text{report } j\mid 0)}{P(\text{report } j\mid 1)} = \frac{c_j-f}{c_{j'}-g}",
            ),
            "the others hold f cards j and g cards j' = L + 1 - j, whatever their truths are",
        ),
        Step(
            Written("e^eps = max c_j/(c_{j'} - k)", r"e^\epsilon = \max_j\frac{c_j}{c_{j'}-k}"),
            "largest at f = 0, g = k; infinite where some c_{j'} <= k but c_j > 0",
            worst_ratio(),
        ),
        Step(
            Written("x* = X (M - k)/(M + X k)", r"x^* = \frac{X(M-k)}{M+Xk}"),
            "the largest e^eps of one report of a deck that is private together",
            best_ratio_together(),
        ),
        Step(
            Written("factor of V/n >= (M - n)/(M - 1)", r"\text{factor of } \frac Vn \geq \frac{M-n}{M-1}"),
            "what sharing gains, at most",
            sharing_lowers_at_most(),
        ),
        Step(
            Written(
                "V (M - n)/(M - 1) > X/(X - 1)^2 for n >= 2",
                r"V\,\frac{M-n}{M-1} > \frac{X}{(X-1)^2}\quad\text{for } n \geq 2",
            ),
            "V >= x*/(x* - 1)^2: at delta = 0 cards that are put back are better",
            putting_back_is_better(),
        ),
        Step(
            Written(
                "delta = (a - X b)/(a + b) if a - X b >= k",
                r"\delta = \frac{a-Xb}{a+b}\quad\text{if } a - Xb \geq k",
            ),
            "two kinds of cards: no gain changes its sign, as if they were put back",
            sharing_is_free(),
        ),
    )
    result = Written(
        "at delta = 0 sharing never pays; at delta > 0 it is free once delta M >= n - 1",
        r"\delta = 0:\ \text{sharing never pays};\quad \delta > 0:\ \text{it is free once } \delta M \geq n-1",
    )
    return Derivation("What sharing one deck costs in privacy", steps, result)
