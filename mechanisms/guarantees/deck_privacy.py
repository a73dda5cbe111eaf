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
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, perm

from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.hockey_stick import DeltaCurve
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


def smallest_private_deck(proportions: Sequence[Rational], respondents: int, x: Rational) -> int | None:
    """The least M for which M cards in these proportions are eps-private together, e^eps = x; None if there is none.

    It needs p_k M <= x (p_{k'} M - n + 1) for all cards off the middle that occur, and integer M p_k. Raises DeckError
    for proportions that are no distribution over at least 2 cards.
    """
    shares = [Fraction(p) for p in proportions]
    if sum(shares) != 1 or min(shares) < 0 or len(shares) < 2:
        raise DeckError(f"the proportions of a deck are numbers >= 0 with sum 1, not {list(map(str, shares))}")
    unit = lcm(*(share.denominator for share in shares))
    least = Fraction(respondents)
    for k, (own, mirror) in enumerate(zip(shares, reversed(shares), strict=True)):
        if 2 * k + 1 == len(shares) or own == 0:
            continue
        gain = x * mirror - own
        if gain < 0 or (gain == 0 and respondents > 1):
            return None
        if gain > 0:
            least = max(least, Fraction(x * (respondents - 1)) / gain)
    return unit * -(-least // unit)


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


def joint_delta_curve(counts: Sequence[int], respondents: int) -> DeltaCurve:
    """delta of the whole vector of reports for every eps at once; constant where only certain disclosure is left."""
    deck = checked_deck(counts, respondents)
    # By likelihood ratio: the mass under one truth and under the other; None is the infinite ratio.
    masses: dict[Fraction | None, tuple[int, int]] = {}
    for k in range(len(deck) // 2):
        for own, mirror, weight in _left_over(deck, respondents - 1, k):
            for u, v in ((own, mirror), (mirror, own)):
                if u > v:
                    ratio = Fraction(u, v) if v else None
                    mass = masses.get(ratio, (0, 0))
                    masses[ratio] = (mass[0] + u * weight, mass[1] + v * weight)
    size = sum(deck)
    whole = comb(size, respondents - 1) * (size - respondents + 1)
    above, below = masses.pop(None, (0, 0))
    ratios = sorted((r for r in masses if r is not None), reverse=True)
    vertices = []
    for ratio in ratios:
        vertices.append((ratio, (above - ratio * below) / whole))
        above, below = above + masses[ratio][0], below + masses[ratio][1]
    vertices.append((Fraction(1), Fraction(above - below, whole)))
    return DeltaCurve(tuple(reversed(vertices)))


def design_given_others(counts: Sequence[int], respondents: int) -> Design:
    """What one respondent's report is worth to a collector who knows the cards of all others, as a design matrix.

    Truths 0 and 1; a response is (k, u_k, u_{k'}): the report and how many cards k and k' the others left. It is
    sufficient for the whole vector of reports, so its privacy is that of the vector.
    """
    deck = checked_deck(counts, respondents)
    size = sum(deck)
    whole = comb(size, respondents - 1) * (size - respondents + 1)
    rows: dict[tuple[int, int, int], tuple[Fraction, Fraction]] = {}
    for k in range((len(deck) + 1) // 2):
        mirror = len(deck) - 1 - k
        if k == mirror:
            share = Fraction(deck[k], size)
            rows[k + 1, 0, 0] = (share, share)
            continue
        for u, v, weight in _left_over(deck, respondents - 1, k):
            masses = Fraction(u * weight, whole), Fraction(v * weight, whole)
            rows[k + 1, u, v] = masses
            rows[mirror + 1, v, u] = masses[::-1]
    seen = {response: masses for response, masses in rows.items() if any(masses)}
    table = [[masses[truth] for masses in seen.values()] for truth in (0, 1)]
    return Design(table, truths=(0, 1), responses=list(seen), name=f"{size} cards for {respondents} respondents")


# -- collectors ----------------------------------------------------------------------------------------------------


def cards_of(reports: Sequence[int], truths: Sequence[int], largest: int) -> tuple[int, ...]:
    """How many cards 1, ..., L respondents hold who have these truths and gave these reports.

    Raises DeckError for a report or a truth that there is not.
    """
    held = [0] * largest
    for report, truth in zip(reports, truths, strict=True):
        if not 1 <= report <= largest or truth not in (0, 1):
            raise DeckError(f"a report is one of 1 .. {largest} and a truth 0 or 1, not {report!r} and {truth!r}")
        held[largest - report if truth else report - 1] += 1
    return tuple(held)


def posterior_odds(counts: Sequence[int], taken: Sequence[int], report: int) -> Fraction | None:
    """Factor by which the odds of truth 1 against 0 grow with a report, for a collector who knows the others' cards.

    It is u_{k'}/u_k for the report k, u = counts - taken; None when it is infinite. Raises DeckError when the others
    cannot hold these cards or no card is left that gives this report.
    """
    deck = checked_deck(counts, sum(taken) + 1)
    if len(taken) != len(deck) or any(not 0 <= f <= c for f, c in zip(taken, deck, strict=True)):
        raise DeckError(f"from the deck {deck} the others cannot hold the cards {tuple(taken)}")
    if not 1 <= report <= len(deck):
        raise DeckError(f"a report is one of 1 .. {len(deck)}, not {report!r}")
    left = [c - f for c, f in zip(deck, taken, strict=True)]
    for_zero, for_one = left[report - 1], left[len(deck) - report]
    if not for_zero and not for_one:
        raise DeckError(f"no card is left with which anybody reports {report}")
    return Fraction(for_one, for_zero) if for_zero else None


def posteriors_from_reports(counts: Sequence[int], reports: Sequence[int], prior: Rational) -> dict[int, Fraction]:
    """P(truth = 1 | all reports) of a respondent who gave each report; the truths are independent with P(1) = prior.

    The collector knows the deck and the reports, but nobody's truth. Pairs of mirrored cards separate: of r reports k
    and r' reports k', j and i come from truth 1, and these need r - j + i cards k and r' - i + j cards k'. Raises
    DeckError when the deck cannot give the reports.
    """
    deck = checked_deck(counts, max(1, len(reports)))
    if not 0 <= prior <= 1:
        raise DeckError(f"the prior is a probability, not {prior}")
    tally = cards_of(reports, [0] * len(reports), len(deck))
    posteriors: dict[int, Fraction] = {}
    for k, mirror in ((k, len(deck) - 1 - k) for k in range((len(deck) + 1) // 2)):
        r, s = tally[k], tally[mirror]
        if k == mirror:
            if r > deck[k]:
                raise DeckError(f"{r} reports {k + 1} need more cards than the {deck[k]} there are")
            if r:
                posteriors[k + 1] = Fraction(prior)
            continue
        total, first, second = Fraction(0), Fraction(0), Fraction(0)
        for j in range(r + 1):
            for i in range(s + 1):
                ways = comb(r, j) * comb(s, i) * perm(deck[k], r - j + i) * perm(deck[mirror], s - i + j)
                weight = ways * Fraction(prior) ** (i + j) * (1 - Fraction(prior)) ** (r + s - i - j)
                total, first, second = total + weight, first + j * weight, second + i * weight
        if not total:
            raise DeckError(f"the deck {deck} cannot give {r} reports {k + 1} and {s} reports {mirror + 1}")
        if r:
            posteriors[k + 1] = first / (r * total)
        if s:
            posteriors[mirror + 1] = second / (s * total)
    return posteriors
