"""What appendices E and F mean by their names: the reports of one stored bit."""

from __future__ import annotations

from checks.papers.pan.notation.estimation import ALPHA, BETA, COUNT
from derivations.theorems.oracles.rappor import NoisyReports, noisy_reports


def reports() -> NoisyReports:
    """K reports with retention probabilities alpha and beta, in the odds of the two."""
    return noisy_reports(ALPHA, BETA, COUNT)
