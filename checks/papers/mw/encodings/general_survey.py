"""The survey of Section 3 through the general design with three answers, and its counts and shares."""

from __future__ import annotations

from checks.papers.mw.encodings.common import ONE
from checks.papers.mw.surveys import SIZE, SURVEYS, Survey, variable

ANSWERS = (0, 1, 2)
SHARES = (variable("pi0"), variable("pi1"), ONE - variable("pi0") - variable("pi1"))
COUNTS = (variable("N0"), variable("N1"), SIZE - variable("N0") - variable("N1"))


def general() -> Survey:
    """The survey through the general design with three answers."""
    return SURVEYS["P_general"]()
