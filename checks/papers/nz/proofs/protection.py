"""Section 4.2, after (4.4): with l both the protection and the added variance increase."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.bits import AddedVariance
from checks.papers.nz.proofs.common import OWN_WORDS, of_parameters
from checks.papers.nz.proofs.diversity import Diverse, matched
from checks.verifying.stated import Script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    normal,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
)
from derivations.logic.terms import FALSE, Term, applied
from derivations.theory.larger_subsets import larger_sets_say_less, smaller_sets_say_more
from derivations.theory.single_terms import at, each, next_integer


def protection_and_cost_rise(goal: Goal) -> Proved:
    """Members are put into a set one after another, and cannot be taken out again; (4.4) for both sizes."""
    small, large = Diverse(goal), Diverse(goal, "khruQ")
    better, rises = applied(goal.conclusion, "and", 2) or (FALSE, FALSE)
    changed = normal(better, OWN_WORDS)
    informs, not_back = applied(sides(changed.conclusion)[1], "and", 2) or (FALSE, FALSE)
    found = kernel.conjoin(matched(informs, _says_more(small, large)), matched(not_back, _says_less(small, large)))
    return kernel.conjoin(derived.follow(symmetric(changed), found), _costs_more(goal, rises))


def _says_more(small: Diverse, large: Diverse) -> Proved:
    """informative(k, m, r, P, Q)"""
    names = {"l": small.l, "h": large.l}
    facts = small.facts
    gap = at(next_integer(), small.l, large.l, given=facts)
    distance = term("h - l - 1", **names)
    positive = arithmetic(term("0 <= h - l - 1", **names), gap, shown(term("l < h", **names), facts))
    step = kernel.conjoin(shown(term("integer(h - l - 1)", **names), facts), positive)
    uniform = [each(here.i, here.k, each(here.y, here.m, here.inclusions)) for here in (small, large)]
    own = (small.k, small.l, small.m, small.z, small.P, distance)
    law = at(smaller_sets_say_more(), *own, given=[*facts, step, uniform[0]], premises=6)
    follows = arithmetic(term("h = l + (h - l - 1) + 1", **names))
    law = specialise(law, large.l, large.m, large.z, large.P)
    return under(law, [*facts, follows, uniform[1]], 5)


def _says_less(small: Diverse, large: Diverse) -> Proved:
    """not informative(k, r, m, Q, P)"""
    values = (small.k, small.l, small.m, small.z, large.l, large.m, large.z, small.P, small.a, large.P, large.a)
    share = arithmetic(large.term("0 < a", a=large.a), large.positive)
    facts = [*small.facts, small.entries, large.entries, share]
    return at(larger_sets_say_less(), *values, given=facts, premises=9)


def _costs_more(goal: Goal, rises: Term) -> Proved:
    """The added variance is larger for h."""
    first, second, size, _, law = conjuncts(kernel.assume(goal.given[0]))
    at_sizes = AddedVariance(goal, (applied(rises, "<", 2) or ())[0], first, size, law)
    known = [at_sizes.risk({}, first, size, law), at_sizes.risk(at_sizes.larger, second, size, law)]
    return arithmetic(rises, *known, at_sizes.order, opaque=True)


SCRIPTS: Mapping[str, Script] = {"protection and cost rise": of_parameters(protection_and_cost_rise)}
