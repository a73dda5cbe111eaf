"""What is proved about decks, as derivations for reports: the least variance, and what sharing one deck costs."""

from __future__ import annotations

from functools import cache

from derivations.steps import Derivation, Step, Written
from derivations.theorems.decks.partial_deck import (
    best_ratio_together,
    putting_back_is_better,
    sharing_is_free,
    sharing_lowers_at_most,
    worst_ratio,
)


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
