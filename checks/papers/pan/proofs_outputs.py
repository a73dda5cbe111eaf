"""Scripts about all outputs of a relaxation together: what is sold of them, and what is guessed from them."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.pan.proofs import facts_of, named
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    generalise,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import PLUS, REAL, Free, applied, arrow, closed
from derivations.theory import relaxation
from derivations.theory.chebyshev import words_at_most
from derivations.theory.privacy import prod_at_most
from derivations.theory.single_terms import at, by_conditions, each, plainly
from derivations.theory.sums import ONE, in_range, words_scale

WORD = arrow(REAL, REAL)
AGREES = "if A(t) = 1 then indicator(v(t) = w(t)) else 1"


def sold(goal: Goal) -> Proved:
    """The probability of the outputs that are sold is a sum over all outputs that agree with them, each private."""
    names, facts = named(goal), facts_of(goal)
    n, m, x, a, b, A, w = (names[name] for name in "nmxabAw")
    end, v, t = PLUS(n, ONE), Free("v #0", WORD), Free("t #0")
    size = [*facts, *(arithmetic(term("0 <= k", k=k), *facts) for k in (m, end))]
    place = {"n": n, "m": m, "x": x, "A": A, "w": w, "v": v}
    letters = kernel.assume(term("word(n + 1, m, v)", **place))
    private = at(relaxation.relaxed_private(), n, m, x, a, b, v, given=[*size, letters], premises=10)
    factor = term(f"fun t. {AGREES}", **place)
    bound = normal(term(f"0 <= ({AGREES}) <= ({AGREES})", t=t, **place), unfolding("indicator"))
    factors = each(t, end, kernel.follow(symmetric(bound), by_conditions(sides(bound.conclusion)[1])))
    law = at(prod_at_most(), end, factor, factor, given=size)
    agrees = kernel.part(kernel.detach(law, factors), 0)
    chances = [plainly(f"relaxed(n, m, x)(a, v) * (prod t in 1..n + 1. {AGREES})", a=truth, **place) for truth in (a, b)]
    level = term("x(n + 1)", **place)
    one = arithmetic(term("h <= c * g", h=chances[0], g=chances[1], c=level), private, rewritten(agrees))
    left, right = (closed(v, side) for side in applied(one.conclusion, "<=", 2) or ())
    whole = at(words_at_most(), end, m, left, right, given=size, premises=2)
    scaled = at(words_scale(), end, m, level, closed(v, chances[1]), given=size, premises=2)
    total = kernel.detach(whole, generalise(kernel.discharge(letters.conclusion, one), v))
    return arithmetic(goal.conclusion, rewritten(total), rewritten(scaled))


SCRIPTS: Mapping[str, Script] = {"sold outputs": sold}
