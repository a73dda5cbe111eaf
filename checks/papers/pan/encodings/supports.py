"""Appendix C: rows of the linear program of one relaxation, and what a solution of it needs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from checks.papers.pan.rounds import M, X, Y, fact, variable
from checks.verifying.verification import Context, Part
from derivations.theorems.relaxations.relaxation import response_probability
from mechanisms.exact.rational import RationalFunction

UNKNOWNS = tuple(variable(name) for name in ("p_aa", "p_ba", "p_bb"))


@dataclass(frozen=True)
class Row:
    """`left` <= `right`."""

    left: RationalFunction
    right: RationalFunction


def joint(truth: str, before: str, after: str, law: Sequence[RationalFunction]) -> RationalFunction:
    """Pr(o_1, o_2 | X) with o_1 a randomized response and p_aa, p_ba, p_bb as given, by (27) to (31)."""
    p_aa, p_ba, p_bb = law
    given = response_probability(X, M, before == truth)
    if before == truth:
        return given * (p_aa if after == truth else (1 - p_aa) / (M - 1))
    if after == truth:
        return given * p_ba
    return given * (p_bb if after == before else (1 - p_ba - p_bb) / (M - 2))


COMPARED = {
    "37": ("a", "a", "a"),
    "41": ("a", "a", "b"),
    "43": ("a", "a", "c"),
}
"""Which Pr(o_1, o_2 | X = truth) is compared with e^eps_2 times that under the other truth: truth, o_1, o_2."""


def program_row(number: str, law: Sequence[RationalFunction] = UNKNOWNS) -> Row:
    """A row of the program, from the composition it demands, multiplied by e^eps_1 + m - 1."""
    truth, before, after = COMPARED[number]
    other = "b" if truth == "a" else "a"
    scale = X + M - 1
    return Row(scale * joint(truth, before, after, law), Y * scale * joint(other, before, after, law))


def a_solution_needs(context: Context) -> Sequence[Part]:
    """(37), (41) and (43), summed over o_2, say e^eps_1 <= e^eps_2: without it the program has no solution."""
    rows = [program_row(number) for number in ("37", "41", "43")]
    weights = [RationalFunction.of(1), RationalFunction.of(1), M - 2]
    left = sum((w * r.left for w, r in zip(weights, rows, strict=True)), RationalFunction.of(0))
    right = sum((w * r.right for w, r in zip(weights, rows, strict=True)), RationalFunction.of(0))
    low, high = (context.interpreter.at.get(name, level) for name, level in (("x", X), ("y", Y)))
    return [
        context.shown("(37) + (41) + (m - 2) (43), left sides", fact(left, "=", X)),
        context.shown("(37) + (41) + (m - 2) (43), right sides", fact(right, "=", Y)),
        context.shown("so a solution needs eps_1 <= eps_2", fact(low, "<=", high)),
    ]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "a_solution_needs": a_solution_needs,
}
