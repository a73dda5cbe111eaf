"""Randomised response with three answers 0, 1, 2: the general design and its members with equal or split rows.

Source: Ma, Wang, Randomized Response Mechanisms for Differential Privacy Data Analysis: Bounds and Applications.
"""

from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.protocols.primitives import Choice, Coin, Uniform
from mechanisms.protocols.protocol import Protocol, Steps

ANSWERS = (0, 1, 2)
PAPER = "Ma, Wang: Randomized Response Mechanisms for Differential Privacy Data Analysis"


def general_three_answers() -> Mechanism:
    """Any 3 x 3 design: row i is (p_i0, p_i1, 1 - p_i0 - p_i1).

    Source: Ma, Wang, section 3.1, (7).
    """

    def program(truth: int, **weights: Any) -> Steps:
        first, second = weights[f"p{truth}0"], weights[f"p{truth}1"]
        answer = yield Choice({0: first, 1: second, 2: 1 - first - second}, f"Spin the spinner for {truth}: what now?")
        return answer

    names = [f"p{i}{j}" for i in ANSWERS for j in (0, 1)]
    rows = [[sympy.Symbol(f"p{i}{j}") for j in (0, 1)] for i in ANSWERS]
    whole = [at_least(1, Polynomial.variable(f"p{i}0") + Polynomial.variable(f"p{i}1")) for i in ANSWERS]
    domain = Domain.of(*(within(name, 0, 1) for name in names), conditions=whole)
    matrix = [[a, b, 1 - a - b] for a, b in rows]
    return _mechanism("three-answers", "Randomised response with three answers", "(7)", program, domain, matrix)


def extended_warner() -> Mechanism:
    """EWRR3: the truth with probability p, either other answer with probability (1 - p)/2.

    Source: Ma, Wang, section 3.3, before Corollary 1.
    """

    def program(truth: int, p: Any) -> Steps:
        if (yield Coin(p, "Toss the coin: does it allow the truth?")):
            return truth
        return (yield _another(truth))

    p = sympy.Symbol("p")
    other = (1 - p) / 2
    matrix = [[p, other, other], [other, p, other], [other, other, p]]
    domain = Domain.of(within("p", 0, 1))
    return _mechanism("ewrr3", "Extended Warner's randomised response EWRR3", "Corollary 1", program, domain, matrix)


def two_truth_probabilities() -> Mechanism:
    """RR3-dagger: the truth with probability p1 for answer 0 and p2 for 1 and 2, the others equally likely.

    Source: Ma, Wang, section 3.3, before Corollary 3.
    """

    def program(truth: int, p1: Any, p2: Any) -> Steps:
        keep = p1 if truth == 0 else p2
        if (yield Coin(keep, f"Toss the coin for those with {'0' if truth == 0 else '1 or 2'}: is the truth allowed?")):
            return truth
        return (yield _another(truth))

    p1, p2 = sympy.symbols("p1 p2")
    a, b = (1 - p1) / 2, (1 - p2) / 2
    domain = Domain.of(within("p1", 0, 1), within("p2", 0, 1))
    matrix = [[p1, a, a], [b, p2, b], [b, b, p2]]
    return _mechanism("rr3-dagger", "RR3 with two probabilities of the truth", "Corollary 3", program, domain, matrix)


def presence_then_sign() -> Mechanism:
    """RR3-ddagger: presence (0 or not) is kept with probability p1, then the sign 1 or 2 with probability p2.

    Source: Ma, Wang, section 3.3, before Corollary 4.
    """
    p1, p2 = sympy.symbols("p1 p2")
    domain = Domain.of(within("p1", 0, 1), within("p2", 0, 1))

    def program(truth: int, p1: Any, p2: Any) -> Steps:
        return (yield from _in_two_stages(truth, p1, p1, p2))

    matrix = _two_stage_rows(p1, p1, p2)
    return _mechanism("rr3-ddagger", "RR3 in two stages", "Corollary 4", program, domain, matrix)


def presence_kept_unequally() -> Mechanism:
    """RR3-club: absence is kept with probability p1, presence with p2, then the sign with probability q.

    Source: Ma, Wang, section 3.3, before Corollary 5.
    """
    p1, p2, q = sympy.symbols("p1 p2 q")
    domain = Domain.of(within("p1", 0, 1), within("p2", 0, 1), within("q", 0, 1))

    def program(truth: int, p1: Any, p2: Any, q: Any) -> Steps:
        return (yield from _in_two_stages(truth, p1, p2, q))

    matrix = _two_stage_rows(p1, p2, q)
    return _mechanism("rr3-club", "RR3 in two stages, unequal", "Corollary 5", program, domain, matrix)


def _another(truth: int) -> Uniform:
    return Uniform([answer for answer in ANSWERS if answer != truth], "Choose one of the two other answers.")


def _in_two_stages(truth: int, absent: Any, present: Any, sign: Any) -> Steps:
    """0 or not, then which of 1 and 2; those who turn from 0 to present choose 1 or 2 uniformly."""
    if truth == 0:
        if (yield Coin(absent, "Toss the coin for those with 0: is the truth allowed?")):
            return 0
        return (yield Uniform([1, 2], "Choose 1 or 2."))
    if not (yield Coin(present, "Toss the coin for those with 1 or 2: may it be said that it is not 0?")):
        return 0
    return truth if (yield Coin(sign, "Toss the coin for 1 or 2: is the truth allowed?")) else 3 - truth


def _two_stage_rows(absent: Any, present: Any, sign: Any) -> list[list[Any]]:
    kept, turned = present * sign, present * (1 - sign)
    turned_up = (1 - absent) / 2
    return [[absent, turned_up, turned_up], [1 - present, kept, turned], [1 - present, turned, kept]]


def _mechanism(key: str, title: str, place: str, program: Any, domain: Domain, matrix: list[list[Any]]) -> Mechanism:
    return Mechanism(
        key=key,
        title=title,
        source=f"{PAPER}, {place}",
        protocol=Protocol(title, program, ANSWERS, domain, responses=ANSWERS),
        printed_matrix=Design(matrix, domain, name=title),
    )
