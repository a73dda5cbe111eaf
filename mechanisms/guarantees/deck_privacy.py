"""How private n reports are together when the cards come from one deck of M >= n cards, dealt without replacement.

Respondent i with the truth x_i in {0, 1} gets the card Y_i and reports L + 1 - Y_i if x_i = 1, Y_i if x_i = 0. A deck
is its counts c_1, ..., c_L (cards that show 1, ..., L); the mirror of k is k' = L + 1 - k. A vector of reports needs
f_k cards k and has the probability

    P(reports | truths) = product over k of c_k (c_k - 1) ... (c_k - f_k + 1) / (M (M - 1) ... (M - n + 1)).

Let one truth change. The other n - 1 respondents need the same cards as before; if they leave u_k cards k, then the
report k of the respondent has the probability u_k/m under truth 0 and u_{k'}/m under truth 1, m = M - n + 1. The cards
of the others follow the multivariate hypergeometric law whatever their truths are. So (k, u_k, u_{k'}) is sufficient,
every pair of neighbouring truth vectors has the same privacy loss, and both directions agree:

    delta(x) = E[ sum over k of max(0, u_k - x u_{k'}) ] / m,        x = e^eps,
    e^eps    = max over k of c_k/(c_{k'} - n + 1), infinite if some k != k' has c_k > 0 and c_{k'} < n.

As M grows with the proportions fixed both tend to those of one report, as when cards are put back. For M = n the last
card is known: delta(x) is the share of the cards off the middle, for every x. The mechanism is that of Sun, Zhou, Yan,
section 4, who deal M = n cards and measure the privacy of one report. `mechanisms.protocols.shared_deck` has the law of
all reports itself, for a few respondents; nothing here enumerates vectors of reports.

Source: Sun, Zhou, Yan, section 4, where M = n = N.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.privacy import PrivacyError
from mechanisms.protocols.shared_deck import DeckError


def checked_deck(counts: Sequence[int], respondents: int = 1) -> tuple[int, ...]:
    """The counts as a tuple; DeckError unless they are integers >= 0 and at least one card a respondent is there."""
    deck = tuple(counts)
    if len(deck) < 2 or any(type(c) is not int or c < 0 for c in deck):
        raise DeckError(f"a deck is given by at least two numbers of cards, integers >= 0, not by {deck!r}")
    if type(respondents) is not int or respondents < 1:
        raise DeckError(f"the number of respondents must be an integer >= 1, not {respondents!r}")
    if sum(deck) < respondents:
        raise DeckError(f"{sum(deck)} cards are too few for {respondents} respondents, who get one each")
    return deck


@dataclass(frozen=True)
class WorstCase(Shown):
    """What tells the collector most about one respondent whose fellows' truths and reports are known.

    Attributes:
        odds: the largest factor between prior and posterior odds of the truth, e^eps of the whole vector of reports;
            None when it is infinite, that is when the truth is disclosed.
        report: the report of the respondent.
        taken: how many cards 1, ..., L the others hold then.

    """

    odds: Fraction | None
    report: int
    taken: tuple[int, ...]


def worst_case(counts: Sequence[int], respondents: int) -> WorstCase:
    """The worst that a collector can learn who knows the truths and reports of all others; see the module's text.

    It occurs when the others hold as many cards k' as possible and no avoidable k, and the respondent reports k, which
    speaks for truth 0 (or, mirrored, for truth 1).
    """
    deck = checked_deck(counts, respondents)
    others = respondents - 1
    size = len(deck)
    start = next(k for k, count in enumerate(deck) if count)
    worst = WorstCase(Fraction(1), start + 1, _others_take(deck, others, (), start))
    for k, own in enumerate(deck):
        mirror = size - 1 - k
        if k == mirror or own == 0:
            continue
        left = deck[mirror] - others
        odds = Fraction(own, left) if left > 0 else None
        if odds is None or (worst.odds is not None and odds > worst.odds):
            worst = WorstCase(odds, k + 1, _others_take(deck, others, (mirror,), k))
        if odds is None:
            break
    return worst


def _others_take(deck: tuple[int, ...], others: int, first: Sequence[int], spare: int) -> tuple[int, ...]:
    """Cards of the others: of the kinds `first` as many as there are, then of the rest, cards of kind `spare` last."""
    taken = [0] * len(deck)
    for k in (*first, *(k for k in range(len(deck)) if k not in first and k != spare), spare):
        taken[k] = min(deck[k], others - sum(taken))
    return tuple(taken)


def joint_odds(counts: Sequence[int], respondents: int) -> Fraction | None:
    """e^eps for the smallest eps at which the whole vector of reports is eps-private; None if there is none.

    With one respondent it is e^eps of a single report, max over k of c_k/c_{k'}.
    """
    return worst_case(counts, respondents).odds


def _left_over(deck: tuple[int, ...], others: int, k: int) -> Iterator[tuple[int, int, int]]:
    """(u_k, u_{k'}, weight) for what `others` cards leave of a pair; the weights sum to C(M, others)."""
    own, mirror = deck[k], deck[-1 - k]
    rest = sum(deck) - own - mirror
    of_own, of_mirror, of_rest = ([comb(size, taken) for taken in range(others + 1)] for size in (own, mirror, rest))
    for f in range(max(0, others - rest - mirror), min(own, others) + 1):
        for g in range(max(0, others - rest - f), min(mirror, others - f) + 1):
            yield own - f, mirror - g, of_own[f] * of_mirror[g] * of_rest[others - f - g]


def joint_delta(counts: Sequence[int], respondents: int, x: Rational) -> Fraction:
    """The smallest delta at which the whole vector of reports is (eps, delta)-private, e^eps = x >= 1, exactly.

    By the sufficient statistic it costs O(n^2) terms a pair of cards, O(n) for a deck of two cards. Raises PrivacyError
    for x < 1 and for inexact x.
    """
    deck = checked_deck(counts, respondents)
    if isinstance(x, bool) or not isinstance(x, (int, Fraction)) or x < 1:
        raise PrivacyError(f"x = e^eps must be an exact number of at least 1, not {x!r}")
    top, bottom = x.numerator, x.denominator
    total = 0
    for k in range(len(deck) // 2):
        for own, mirror, weight in _left_over(deck, respondents - 1, k):
            gain = max(0, bottom * own - top * mirror) + max(0, bottom * mirror - top * own)
            total += gain * weight
    size = sum(deck)
    return Fraction(total, bottom * comb(size, respondents - 1) * (size - respondents + 1))


# -- collectors ----------------------------------------------------------------------------------------------------
