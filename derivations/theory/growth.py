"""How fast powers grow: K^2 y^K (y - 1)^2 <= y (y^K - 1)^2 for y > 1, by induction on K."""

from __future__ import annotations

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    induct,
    lemma,
    normal,
    sides,
    symmetric,
    term,
)
from derivations.logic.terms import PLUS, Free, Term, applied, substituted
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE, ZERO

FACTS = (
    "1 <= {t} and 1 + K * (y - 1) <= {t} and "
    "(y - 1) * y * (K + 1)^2 <= 2 * y * ({t} - 1) + (y - 1) * y * {t} + (y - 1) * K^2 and "
    "K^2 * {t} * (y - 1)^2 <= y * ({t} - 1)^2"
)


@lemma(f"forall K y t. 0 <= K and 1 < y implies {FACTS.format(t='t')} implies "
       f"{FACTS.format(t='(t * y)').replace('K', '(K + 1)')}")  # fmt: skip
def growth_next(goal: Goal) -> Proved:
    """One factor more."""
    names = dict(zip("Kyt", goal.variables, strict=True))
    base = kernel.assume(goal.given[0])
    one, linear, middle, square = conjuncts(kernel.assume(goal.given[1]))
    first = arithmetic(term("1 <= t * y", **names), one, base)
    slope = arithmetic(term("0 <= (y - 1) * (t - 1)", **names), base, one)
    second = arithmetic(term("1 + (K + 1) * (y - 1) <= t * y", **names), slope, linear)
    gap = arithmetic(term("0 <= (y - 1) * y * (y + 1) * (t - 1 - K * (y - 1))", **names), base, linear)
    rest = arithmetic(term("0 <= (y - 1)^3 + K * (y - 1)^3 * (y + 2)", **names), base)
    *_, slower, last = _parts(goal.conclusion)
    third = arithmetic(slower, middle, gap, rest)
    slack = "2 * y * (t - 1) + (y - 1) * y * t + (y - 1) * K^2 - (y - 1) * y * (K + 1)^2"
    product = arithmetic(term(f"0 <= t * (y - 1) * ({slack})", **names), middle, one, base)
    fourth = arithmetic(last, product, square)
    return conjoined(first, second, third, fourth)


def _parts(formula: Term) -> list[Term]:
    both = applied(formula, "and", 2)
    return [*_parts(both[0]), *_parts(both[1])] if both else [formula]


@lemma(f"forall K y. integer(K) and 0 <= K implies 1 < y implies {FACTS.format(t='y^K')}")
def growth(goal: Goal) -> Proved:
    """The squares of the geometric sum (y^K - 1)/(y - 1) grow faster than K^2 y^K."""
    size, y = goal.variables

    def step(k: Free, known: Proved, assumed: Proved) -> Proved:
        changed = normal(substituted(goal.conclusion, {size: PLUS(k, ONE)}), by(kernel.axiom("power_next"), [known]))
        given = [known, assumed, kernel.assume(goal.given[1])]
        found = at(growth_next(), k, y, term("y^k", y=y, k=k), given=given, premises=2)
        return derived.follow(symmetric(changed), found)

    changed = normal(substituted(goal.conclusion, {size: ZERO}), by(kernel.axiom("power_0")))
    base = derived.follow(symmetric(changed), arithmetic(sides(changed.conclusion)[1], goal.given[1]))
    return induct(size, goal.conclusion, base, step)
