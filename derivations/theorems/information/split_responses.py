"""Theorems on designs whose responses are split or merged: what that does to distances of truths and to information.

A response is written by its probabilities under the truths. Splitting a response into several whose probabilities add
up gives a design that is at least as informative, since merging them again is a channel. These theorems tell when it is
strictly more informative, and when the L1 distances of the truths stay as they are; what is said of sums over responses
is shown for one more of them. Source of the questions: Nayak, Zhai, Theorem 3.1 and the end of section 3.1.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from mechanisms.exact.formula import Condition, Formula, all_of, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

A, B, C, D, WEIGHT, REST, MORE, TOTAL, LIMIT, MASS = (
    Polynomial.variable(name) for name in ("a", "b", "a_", "b_", "w", "rest", "t", "T", "limit", "s")
)


def _theorem(hypotheses: list[Formula], *conclusions: Formula) -> Theorem:
    return prove_from(Sequent(frozenset(hypotheses), all_of(conclusions)))


@cache
def merging_loses_information() -> tuple[Theorem, Theorem]:
    """The sum over the responses of a^2/(a + b), for two truths, falls by merging: weakly, strictly for a b_ != a_ b.

    Here a, b and a_, b_ are the probabilities of two responses under both truths. The sum is of degree one in each
    response, so that a channel, which gives each response in shares and merges the shares, never lets it grow: whatever
    raises the sum cannot be had from the design by a channel.
    """
    known: list[Formula] = [Condition(p, ">=") for p in (A, B, C, D)]
    known += [Condition(A + B, ">"), Condition(C + D, ">")]
    merged = RationalFunction((A + C) ** 2, A + B + C + D)
    apart = RationalFunction(A**2, A + B) + RationalFunction(C**2, C + D)
    weak = _theorem(known, relation_formula(merged, "<=", apart))
    strict = _theorem([*known, Condition(A * D - C * B, "!=")], relation_formula(merged, "<", apart))
    return weak, strict


@cache
def shares_contract() -> tuple[Theorem, Theorem]:
    """One more response z: |sum of C_yz d_z| <= sum of C_yz |d_z|, d_z the difference of two truths, for either sign.

    `rest` is the sum so far and T the sum of the absolute values so far, w the share, t = |d_z|. Summed over the
    responses y of the channel, whose shares of z sum to one, no distance grows.
    """
    known: list[Formula] = [Condition(WEIGHT, ">="), Condition(MORE, ">=")]
    known += [Condition(TOTAL - REST, ">="), Condition(TOTAL + REST, ">=")]
    found = []
    for difference in (MORE, -MORE):
        total = TOTAL + WEIGHT * MORE
        so_far = REST + WEIGHT * difference
        found.append(_theorem(known, Condition(total - so_far, ">="), Condition(total + so_far, ">=")))
    return found[0], found[1]


@cache
def equal_sums_are_equal_termwise() -> Theorem:
    """a <= b, a_ <= b_, a + a_ = b + b_ |- a = b: a distance that is kept is kept at each response of the channel."""
    known: list[Formula] = [Condition(B - A, ">="), Condition(D - C, ">="), equal_to(A + C, B + D)]
    return _theorem(known, equal_to(A, B))


@cache
def nothing_cancels() -> Theorem:
    """w > 0, t >= 0, rest >= 0, rest + w t = 0 |- t = 0.

    If the sum of C_yz |d_z| vanishes, so does d_z for each z that contributes to y (t = |d_z|); and if the sum of
    C_yz p_z vanishes for a truth, so does its p_z (t = p_z).
    """
    known: list[Formula] = [Condition(WEIGHT, ">"), Condition(MORE, ">="), Condition(REST, ">=")]
    return _theorem([*known, equal_to(REST + WEIGHT * MORE, 0)], equal_to(MORE, 0))


@cache
def layers_keep_distances() -> tuple[Theorem, ...]:
    """A response split into s where it is possible and what is left: the distance of any two truths is the same.

    a, b >= s >= 0 are two of its positive probabilities: |s - s| + |(a - s) - (b - s)| = |a - b| (for a >= b), and
    |s - 0| + |(a - s) - 0| = a for a truth at which it is impossible.
    """
    known: list[Formula] = [Condition(MASS, ">="), Condition(B - MASS, ">="), Condition(A - B, ">=")]
    both = _theorem(known, equal_to((A - MASS) - (B - MASS), A - B), Condition((A - MASS) - (B - MASS), ">="))
    one = _theorem(known, equal_to(MASS + (A - MASS), A), Condition(A - MASS, ">="))
    return both, one


@cache
def layers_are_different() -> Theorem:
    """a > s > 0, b = s |- s (b - s) != (a - s) s: the layer and the rest are not proportional where a > b."""
    known: list[Formula] = [Condition(A - MASS, ">"), Condition(MASS, ">"), equal_to(B, MASS)]
    return _theorem(known, Condition(MASS * (B - MASS) - (A - MASS) * MASS, "!="))


@cache
def parts_add_twice_the_mass() -> tuple[Theorem, ...]:
    """A response of equal probabilities a, of which the mass s is given apart on two parts of its truths.

    Across the parts the distance grows from d to d + 2 s, which is within the limit for 2 s <= limit - d; for a truth
    outside it stays s + (a - s) = a. The two parts, (s, 0) and (0, s), are not proportional.
    """
    known: list[Formula] = [Condition(MASS, ">"), Condition(A - MASS, ">="), Condition(D, ">=")]
    known.append(Condition(LIMIT - D - 2 * MASS, ">="))
    across = _theorem(known, Condition(LIMIT - (D + MASS + MASS + (A - MASS) - (A - MASS)), ">="))
    outside = _theorem(known, equal_to(MASS + (A - MASS), A))
    return across, outside, _theorem(known, Condition(MASS * MASS - 0 * MASS, "!="))
