"""The proof of Theorem 3.1: of two designs that disclose the category or say nothing, the one that discloses more.

The paper's A = CP with a column for each category: C gives a response of A for each response of P, its columns sum to
one.
"""

from __future__ import annotations

from collections.abc import Sequence

from checks.papers.nz.designs import revealing
from checks.papers.nz.encodings.average_security import PHI, is_a_design
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, variable
from checks.verifying.verification import Context, Part
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

A = variable("a")


def silence_is_worse(context: Context, share: RationalFunction, *known: Formula) -> list[Part]:
    """With two categories P_0 is better than the design that reveals the category with the smaller probability a.

    P_a = C P_0 for the channel that keeps a name with probability a/(phi - 1) and nothing otherwise. There is no
    channel back: the row of one that leads from P_a to the name d_1 of P_0 has entries w_1, w_2, w_3 in [0, 1], with
    a w_1 + (1 - a) w_3 = phi - 1 under c_1 and a w_2 + (1 - a) w_3 = 0 under c_2.
    """
    best, less = (
        [(d.own, d.other), (d.other, d.own), (d.erased, d.erased)] for d in (revealing(PHI, 2), revealing(share + 1, 2))
    )
    keep = share / best[0][0]
    channel = [(keep, ZERO, ZERO), (ZERO, keep, ZERO), (ONE - keep, ONE - keep, ONE)]
    parts = [
        context.shown("a probability of the channel", all_of([fact(0, "<=", weight), fact(weight, "<=", 1)]), *known)
        for weight in (keep, ONE - keep)
    ]
    for y, weights in enumerate(channel):
        for c in (0, 1):
            made = sum((weight * row[c] for weight, row in zip(weights, best, strict=True)), ZERO)
            label = f"d_{y + 1} under c_{c + 1} by the channel"
            parts.append(context.shown(label, fact(made, "=", less[y][c]), *known))
    back = [variable(f"w_{z}") for z in (1, 2, 3)]
    into = [sum((weight * row[c] for weight, row in zip(back, less, strict=True)), ZERO) for c in (0, 1)]
    row = [f for weight in back for f in (fact(0, "<=", weight), fact(weight, "<=", 1))]
    row.append(fact(into[1], "=", best[0][1]))
    return [*parts, context.shown("no channel back", fact(into[0], "!=", best[0][0]), *row, *known)]


def more_silence_is_worse(context: Context) -> Sequence[Part]:
    """Where the print holds, P_a comes from P_0 by keeping silent more often, and P_0 does not come from P_a."""
    (node,) = context.trees()
    printed = context.interpreter.formula(node)
    return [is_a_design(context), *silence_is_worse(context, A, printed, fact(0, "<=", A))]


ENCODINGS: dict[str, Encoding] = {"more_silence_is_worse": more_silence_is_worse}
