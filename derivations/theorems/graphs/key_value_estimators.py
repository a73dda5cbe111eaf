"""The collector's unbiased estimates of degrees and weights from key-value reports, for any number of participants.

A report about an item has the presence c in {0, 1} and the value s in {-1, 0, 1}. Given what the participant has, their
means are read off the design; they must be constant and affine in the weight, respectively. Each participant reports
about the item with the probability `share` (1/m when one of m items is chosen uniformly, 1 when all are reported). The
truths are fixed; only the responses, and the choice of the item, are random.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import sympy

from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.steps import Derivation, Step, Written, joined, relation
from mechanisms.catalogue.key_value import EDGE, NO_EDGE
from mechanisms.design import Design
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Number = RationalFunction | Polynomial | int | Fraction
ZERO = RationalFunction.of(0)


class KeyValueError(ValueError):
    """The design does not tell degrees or weights, or its reports have no such means."""


@dataclass(frozen=True)
class ReportMeans:
    """Means of the presence c and the value s of one report: without an edge, and with an edge of weight w.

    E[c | no edge] = missing_presence, E[c | edge] = edge_presence, E[s | no edge] = missing_value,
    E[s | edge] = value_offset + value_slope * w.
    """

    missing_presence: RationalFunction
    edge_presence: RationalFunction
    missing_value: RationalFunction
    value_offset: RationalFunction
    value_slope: RationalFunction


def report_means(design: Design, weight: str = "w") -> ReportMeans:
    """The means of a report, from a design with the truths (0, 0) and (1, 1) and the edge's weight as a parameter.

    Raises KeyValueError when the presence of an edge is reported with a probability that depends on its weight, or
    when the mean value is not affine in the weight.
    """
    means: dict[object, tuple[RationalFunction, RationalFunction]] = {}
    for truth in (NO_EDGE, EDGE):
        row = design.entries[design.row_of(truth)]
        answers = [(entry, *_answer(response)) for entry, response in zip(row, design.responses, strict=True)]
        presence = sum((entry * c for entry, c, _ in answers), ZERO)
        means[truth] = presence, sum((entry * s for entry, _, s in answers), ZERO)
    if weight in (*means[NO_EDGE][0].names, *means[NO_EDGE][1].names, *means[EDGE][0].names):
        raise KeyValueError("the report of a missing edge, or the presence of an edge, depends on a weight")
    value = means[EDGE][1]
    by_power = value.numerator.coefficients_in(weight)
    if weight in value.denominator.names or set(by_power) - {0, 1}:
        raise KeyValueError(f"the mean value {value} of a report is not affine in the weight")
    offset, slope = (RationalFunction(by_power.get(k, Polynomial()), value.denominator) for k in (0, 1))
    return ReportMeans(means[NO_EDGE][0], means[EDGE][0], means[NO_EDGE][1], offset, slope)


def _answer(response: object) -> tuple[int, int]:
    match response:
        case (0, 0) | (1, 1) | (1, -1):
            return response  # type: ignore[return-value]
    raise KeyValueError(f"the response {response!r} is none of (0, 0), (1, 1), (1, -1)")


@dataclass(frozen=True)
class KeyValueEstimators(Shown):
    """Unbiased estimates of k_j and w_j: affine functions of the counts of the reports about item j.

    Args:
        means: the means of one report.
        share: the probability that a participant reports about the item.

    Raises:
        KeyValueError: the presence, or the value, of a report does not depend on the truth.

    """

    means: ReportMeans
    share: RationalFunction

    def __post_init__(self) -> None:
        m = self.means
        if (m.edge_presence - m.missing_presence).is_zero() or m.value_slope.is_zero() or self.share.is_zero():
            raise KeyValueError("the reports do not depend on the edge, or not on its weight; nothing is estimated")

    def expected_present(self, participants: Number, degree: Number) -> RationalFunction:
        """E[number of reports with an edge] = share (k E[c | edge] + (n - k) E[c | no edge])."""
        n, k = RationalFunction.of(participants), RationalFunction.of(degree)
        return self.share * (k * self.means.edge_presence + (n - k) * self.means.missing_presence)

    def expected_signed(self, participants: Number, degree: Number, weight: Number) -> RationalFunction:
        """E[edges up minus edges down] = share (k offset + w_j slope + (n - k) E[s | no edge])."""
        n, k, w = (RationalFunction.of(v) for v in (participants, degree, weight))
        m = self.means
        return self.share * (k * m.value_offset + w * m.value_slope + (n - k) * m.missing_value)

    def degree(self, participants: Number, present: Number) -> RationalFunction:
        """The estimate of k_j from the number of reports about item j that tell of an edge."""
        m = self.means
        excess = RationalFunction.of(present) / self.share - RationalFunction.of(participants) * m.missing_presence
        return excess / (m.edge_presence - m.missing_presence)

    def weight(self, participants: Number, present: Number, signed: Number) -> RationalFunction:
        """The estimate of w_j from the reports about item j: those with an edge, and edges up minus edges down."""
        m, n = self.means, RationalFunction.of(participants)
        k = self.degree(participants, present)
        rest = RationalFunction.of(signed) / self.share - k * m.value_offset - (n - k) * m.missing_value
        return rest / m.value_slope

    def mean_value(self, participants: Number, present: Number, signed: Number) -> RationalFunction:
        """The ratio estimate of m_j = w_j / k_j, which is not unbiased; KeyValueError where its divisor is zero."""
        degree = self.degree(participants, present)
        if degree.is_zero():
            raise KeyValueError("the estimated degree is zero, so the ratio has no value")
        return self.weight(participants, present, signed) / degree

    def variance_bounds(self) -> tuple[RationalFunction, RationalFunction]:
        """(A, B) with Var(estimate of k_j) <= n A and Var(estimate of w_j) <= n B, for n participants.

        Presence and value of a report lie in [0, 1] and [-1, 1], so their variances are at most 1/4 and 1; different
        participants report independently. So A = 1/(2 share (c1 - c0))^2 and B = 1/(share slope)^2. Raises
        KeyValueError when the estimate of w_j depends on the number of edges as well.
        """
        m = self.means
        if not (m.value_offset.is_zero() and m.missing_value.is_zero()):
            raise KeyValueError("the bound is for reports whose value is 0 on average when the weight is 0 or missing")
        return (2 * self.share * (m.edge_presence - m.missing_presence)) ** -2, (self.share * m.value_slope) ** -2

    def derivation(self) -> Derivation:
        """That both estimates are unbiased, from the expected counts, with the algebra checked by the kernel."""
        n, k, w = (Polynomial.variable(v) for v in ("participants", "degree", "weight"))
        shown = dict(zip(("participants", "degree", "weight"), sympy.symbols("n k_j w_j"), strict=True))
        present, signed = self.expected_present(n, k), self.expected_signed(n, k, w)
        counts = (
            relation(Written("E[c_j]", r"\mathbb{E}[c_j]"), "=", present, symbols=shown),
            relation(Written("E[s_j]", r"\mathbb{E}[s_j]"), "=", signed, symbols=shown),
        )
        steps = [Step(count, "sum over the participants of the means of their reports") for count in counts]
        k_slope = self.degree(0, 1)
        w_slopes = self.weight(0, 1, 0), self.weight(0, 0, 1)
        found = []
        for name, terms, truth in (
            ("k", [(k_slope, present), (self.degree(n, 0),)], k),
            ("w", [(w_slopes[0], present), (w_slopes[1], signed), (self.weight(n, 0, 0),)], w),
        ):
            statement = relation(Written(f"E[{name}_hat]", rf"\mathbb{{E}}[\hat {name}_j]"), "=", truth, symbols=shown)
            theorem = closed_form("estimate", unreduced_sum(terms), RationalFunction(truth))
            steps.append(Step(statement, "the estimate is affine in the counts", theorem))
            found.append(statement)
        return Derivation("Unbiased estimates of degree and weight", tuple(steps), joined(found))


def key_value_estimators(design: Design, share: Number = 1) -> KeyValueEstimators:
    """The estimators for a design with the truths (0, 0), (1, 1), its edge having the weight w; see the module."""
    return KeyValueEstimators(report_means(design), RationalFunction.of(share))
