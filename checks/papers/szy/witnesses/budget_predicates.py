"""The statements of sections 5 to 7 at one point, keyed by the names of their encodings; one module for each part."""

from __future__ import annotations

from checks.papers.szy.witnesses import comparison, numbers
from checks.witness.statement import Predicate

PREDICATES: dict[str, Predicate] = {
    **comparison.PREDICATES,
    **numbers.PREDICATES,
}
