"""What a paper claims: printed statements, their rederivation, verdicts, reports and the command line.

from checks import verify, load_paper
report = verify("HLM", jobs=2)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from checks.designs.analysis.whole import analyze as analyze
    from checks.designs.comparison.whole import compare as compare
    from checks.papers.collection import load_paper as load_paper
    from checks.running.runner import verify as verify
    from checks.show.report import Report as Report

_HOMES = {
    "analyze": "checks.designs.analysis.whole",
    "compare": "checks.designs.comparison.whole",
    "load_paper": "checks.papers.collection",
    "Report": "checks.show.report",
    "verify": "checks.running.runner",
}
__all__ = ["Report", "analyze", "compare", "load_paper", "verify"]


def __getattr__(name: str) -> object:
    """Import what is asked for when it is asked for, so that the command line starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
