"""The encoded statements at one point, each judged by enumeration; one module for each part of the paper."""

from __future__ import annotations

from checks.papers.mw.witnesses import bounds, graphs, predicates_background, predicates_framework
from checks.witness.statement import Predicate

PREDICATES: dict[str, Predicate] = {
    **predicates_background.PREDICATES,
    **predicates_framework.PREDICATES,
    **bounds.PREDICATES,
    **graphs.PREDICATES,
}
