"""The encoded statements of sections 5.2 to 6 and appendix G at one point, from all runs of the protocols."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.papers.pan.witnesses.reports_predicates import PREDICATES as OF_REPORTS
from checks.witness.evaluator import Evaluator
from checks.witness.statement import Trees

# -- rounding ----------------------------------------------------------------------------------------------------------


# -- histograms and guesses --------------------------------------------------------------------------------------------


PREDICATES: Mapping[str, Callable[[Evaluator, Trees], bool]] = {
    **OF_REPORTS,
}
