"""The paper's statements in prose, evaluated at one point; keyed by the names of their encodings.

Each function gets the point and the printed trees of the statement, and says whether the statement holds there.
"""

from __future__ import annotations

from checks.papers.hlm.witnesses import (
    predicates_approximate,
    predicates_privacy,
    predicates_strict,
    predicates_survey,
)
from checks.witness.statement import Predicate

PREDICATES: dict[str, Predicate] = {
    **predicates_survey.PREDICATES,
    **predicates_privacy.PREDICATES,
    **predicates_strict.PREDICATES,
    **predicates_approximate.PREDICATES,
}
