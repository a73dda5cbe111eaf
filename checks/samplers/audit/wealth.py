r"""Evidence against a law that may be looked at any time: the wealth of a gambler who bets on the next response.

Against responses with probabilities p_y <= u_y, who predicts them by q(y | past) and stakes everything at fair odds has
the wealth M_t = prod q(y_i | past) / u_{y_i}. As sum_y p_y q(y)/u_y <= 1, it is a non-negative supermartingale that
starts at 1, so that P(sup_t M_t >= 1/alpha) <= alpha (Ville's inequality): to stop at any time costs nothing.

The predictions are those of a Dirichlet prior centred at the design's row p, of strength c: after n responses, n_y of
them y,  q(y) = (n_y + c p_y)/(n + c).  Two strengths are held, 1 and half the number of responses (that of the
Krichevsky-Trofimov prior), with half of the wealth each. Bets are placed by what was answered before:

    law            on the responses to this truth, whatever came before
    same truth     on what follows the last response to the same truth
    previous call  on what follows the last call, its truth and its response

Logarithms of wealth are kept as integer multiples of 2^-40, each step rounded down, so that what is reported is never
above the true wealth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from fractions import Fraction
from math import exp, floor, inf, log

from checks.samplers.audit.reference import Reference, Row

BITS = 40
UNIT = 2.0**-BITS
LAW, SAME_TRUTH, PREVIOUS_CALL = "law", "same truth", "previous call"


def prediction(count: int, total: int, strength: Fraction, probability: Fraction) -> Fraction:
    """q(y) = (n_y + c p_y)/(n + c), exactly."""
    return (count + strength * probability) / (total + strength)


def strengths(row: Row) -> tuple[Fraction, ...]:
    """The strengths of the priors that bet against a row."""
    possible = sum(u > 0 for u in row.upper)
    return tuple(sorted({Fraction(1), Fraction(max(possible, 2), 2)}))


class Wealth:
    """The wealth of bets on the responses to one truth, a separate prior for each context."""

    def __init__(self, row: Row) -> None:
        self._strengths = [float(c) for c in strengths(row)]
        self._weights = [[float(c * p) for p in row.probabilities] for c in strengths(row)]
        self._log_upper = row.log_upper()
        self._counts: defaultdict[Hashable, defaultdict[int, int]] = defaultdict(lambda: defaultdict(int))
        self._totals: defaultdict[Hashable, int] = defaultdict(int)
        self._units = [0] * len(self._strengths)
        self._refuted = False

    def bet(self, context: Hashable, response: int) -> None:
        """Take in one response, by its index, in a context that was known before it."""
        if self._log_upper[response] == -inf:
            self._refuted = True
            return
        counts = self._counts[context]
        count, total = counts[response], self._totals[context]
        for i, strength in enumerate(self._strengths):
            gain = log((count + self._weights[i][response]) / (total + strength)) - self._log_upper[response]
            # The error of the double is far below one unit, so that one unit less is below the true gain.
            self._units[i] += floor(gain / UNIT) - 1
        counts[response] = count + 1
        self._totals[context] = total + 1

    def counts(self) -> tuple[tuple[int, ...], ...]:
        """For each context that occurred how often each response followed it."""
        return tuple(tuple(seen.get(y, 0) for y in range(len(self._log_upper))) for seen in self._counts.values())

    @property
    def log(self) -> float:
        """log of the wealth, rounded down; infinite after a response that cannot be."""
        if self._refuted:
            return inf
        return log_mean([units * UNIT for units in self._units]) - UNIT


class LawBets:
    """Bets against the laws alone."""

    def __init__(self, reference: Reference) -> None:
        self.law = [Wealth(row) for row in reference.rows]

    def take(self, truth: int, response: int) -> None:
        """Take in the next call: its truth and its response, by their indices."""
        self.law[truth].bet(None, response)

    def dependence(self) -> dict[str, float]:
        """log of the evidence against independence, by the kind of bet: there is none."""
        return {}

    def after_contexts(self) -> dict[str, tuple[tuple[tuple[int, ...], ...], ...]]:
        """For each kind of bet and each truth the counts of the responses after each context."""
        return {}

    def against_the_law(self) -> list[float]:
        """log of the evidence against each row."""
        return [w.log for w in self.law]


class Bets(LawBets):
    """All bets against a design, each with its share of the first stake; their sum is the evidence."""

    def __init__(self, reference: Reference) -> None:
        super().__init__(reference)
        truths = range(len(reference.truths))
        self.same_truth = [Wealth(reference.rows[x]) for x in truths]
        self.previous_call = [Wealth(reference.rows[x]) for x in truths]
        self._last: dict[int, int] = {}
        self._call: tuple[int, int] | None = None

    def take(self, truth: int, response: int) -> None:
        """Take in the next call: its truth and its response, by their indices."""
        super().take(truth, response)
        if truth in self._last:
            self.same_truth[truth].bet(self._last[truth], response)
        if self._call is not None:
            self.previous_call[truth].bet(self._call, response)
        self._last[truth] = response
        self._call = truth, response

    def dependence(self) -> dict[str, float]:
        """log of the evidence against independence, by the kind of bet."""
        return {
            SAME_TRUTH: log_mean([w.log for w in self.same_truth]),
            PREVIOUS_CALL: log_mean([w.log for w in self.previous_call]),
        }

    def after_contexts(self) -> dict[str, tuple[tuple[tuple[int, ...], ...], ...]]:
        """For each kind of bet and each truth the counts of the responses after each context."""
        return {
            SAME_TRUTH: tuple(w.counts() for w in self.same_truth),
            PREVIOUS_CALL: tuple(w.counts() for w in self.previous_call),
        }


def log_mean(logarithms: Sequence[float]) -> float:
    """log of the mean of numbers that are given by their logarithms."""
    return log_weighted([(1 / len(logarithms), value) for value in logarithms])


def log_weighted(terms: Sequence[tuple[float, float]]) -> float:
    """log(sum of w e^v) for pairs (w, v) of weights w > 0."""
    largest = max(value for _, value in terms)
    if largest in (inf, -inf):
        return largest
    return largest + log(sum(weight * exp(value - largest) for weight, value in terms))
