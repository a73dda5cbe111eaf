"""Section 4: the guarantee of one step of relaxation, basic composition, and retention probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from checks.interpreter.values import MeaninglessError
from checks.papers.pan.rounds import M, X, Y, fact, variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.prover.with_theorems import substitute_rational
from derivations.theorems.relaxations.relaxation import (
    response_probability,
)
from mechanisms.exact.formula import NamedConstant, all_of


def retention(context: Context) -> Sequence[Part]:
    """Keep the value with probability p, else answer uniformly: p + (1 - p)/m = e^eps/(e^eps + m - 1).

    The printed p_a, p_b round p at eps_1 and eps_2 to two places. Without a printed m: for m = 3 alone.
    """
    p = variable("p")
    half = Fraction(1, 200)
    parts: list[Part] = []
    for level in (X, Y):
        solved = (level - 1) / (level + M - 1)
        meant = fact(p + (1 - p) / M, "=", response_probability(level, M, True))
        parts.append(context.shown("the retention probability", fact(p, "=", solved), meant, fact(level, ">=", 1)))
    size = dict(context.statement.at).get("m")
    constants = [NamedConstant("x", "exp", Fraction(1)), NamedConstant("y", "exp", Fraction(2))]
    rounded = []
    for node, level in zip(context.trees(), (X, Y), strict=True):
        match node:
            case tree.Chain(members=(tree.Name(), tree.Number() as number), relations=("=",)):
                kept = (level - 1) / (level + (int(size) if size else M) - 1)
                rounded.append(all_of([fact(kept, ">=", number.value - half), fact(kept, "<", number.value + half)]))
            case _:
                raise MeaninglessError("the retention probabilities are printed as numbers")
    if size:
        return [*parts, *(context.shown("rounded to two places", r, *constants) for r in rounded)]
    three = fact(M, "=", 3)
    parts += [context.shown("rounded to two places for m = 3", r, three, *constants) for r in rounded]
    # As real numbers, so that no integers are searched: a size between 2 and 4.
    real = variable("size")
    first = substitute_rational(rounded[0], {"m": real})
    between = all_of([fact(real, ">", 2), fact(real, "<", 4)])
    return [*parts, context.shown("for no other m", between, first, fact(real, ">=", 2), *constants)]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "retention": retention,
}
