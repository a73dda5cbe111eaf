"""What an intruder may learn: posteriors of events, right guesses, the gain of predictions.

The intruder has a prior pi of the truths, sees a response y, and knows the design. With pi[x] P[x, y] the joint law,
all demands here are linear in P, and DPP in the prior or in their bounds (not in both at once: their product is not).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cvxpy
import numpy as np

from lp.models.design_variable import Constraints, Number
from lp.models.event_words import event_words
from lp.models.exact_program import said
from lp.models.privacy import approximate_privacy

Event = tuple[int, ...]


def joint_law(P: Any, prior: Any) -> Any:
    """prior[x] P[x, y]: affine, non-negative, DPP in the prior. Source: Bayes' rule before it is divided."""
    return cvxpy.multiply(_column(prior, P.shape[0]), P)


def posterior_cap(
    P: Any, prior: Any, most: Number | None = None, least: Number | None = None, events: Sequence[Event] | None = None
) -> Constraints:
    """least <= P(truth in Q | y) <= most for each event Q and each response y that is possible; truths if left out.

    P(Q, y) <= most P(y): linear in P. Domain: a prior of weights that sum to 1, 0 <= least <= most <= 1.
    Source: Evfimievski, Gehrke, Srikant 2003 (privacy breaches); Nayak, Zhai, section 2.
    """
    judged = [(x,) for x in range(P.shape[0])] if events is None else [tuple(event) for event in events]
    if not judged:
        return []
    members = np.array([[int(x in event) for x in range(P.shape[0])] for event in judged])
    joint = joint_law(P, prior)
    whole, parts = cvxpy.sum(joint, axis=0, keepdims=True), members @ joint

    def words(sign: str, bound: Number) -> Any:
        return lambda i, y: f"P({event_words(judged[i])} | response {y}) {sign} {bound}"

    found = []
    if most is not None:
        found.append(said(parts <= most * whole, "posterior cap", words("<=", most)))
    if least is not None:
        found.append(said(parts >= least * whole, "posterior floor", words(">=", least)))
    return found


def right_guess(P: Any, prior: Any) -> Any:
    """The probability that the best guess after the response is right: sum over y of max over x of prior[x] P[x, y].

    Convex, piecewise linear, between max prior and 1, DPP in the prior. With the uniform prior on k truths the
    logarithm of k times it is Renyi's min-capacity. Source: Smith 2009.
    """
    return cvxpy.sum(cvxpy.max(joint_law(P, prior), axis=0))


def guessing_cap(P: Any, prior: Any, most: Number) -> Constraints:
    """The best guess after the response is right with probability at most `most`. Linear in P with m variables.

    Domain: max prior <= most <= 1; below, no design meets it. Source: Smith 2009 (vulnerability).
    """
    return [said(right_guess(P, prior) <= most, f"P(the best guess is right) <= {most}")]


def average_security(P: Any, phi: Number) -> Constraints:
    """No prediction gains more than the factor phi: rows differ by phi - 1 in total variation at most.

    Linear in P, DPP in phi; domain 1 < phi < 2. Source: Nayak, Zhai, Definition 2.4 and Theorem 2.1.
    """
    return approximate_privacy(P, 1, phi - 1)


def _column(prior: Any, truths: int) -> Any:
    given = prior if isinstance(prior, cvxpy.Expression) else np.array(list(prior), dtype=object)
    return cvxpy.reshape(given, (truths, 1), order="C")
