"""A script for where the improved mechanism does worst by itself: between the roots (5)."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_of_comparison import ROOTS, at_common_budget, order
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, conjuncts, normal, rewritten, shown, sides, symmetric
from derivations.logic.terms import applied
from derivations.theory.single_terms import at


@own_lemma(
    "forall N pi rho t p q r. compared(N, pi, t, p, q, r) and people(N, rho) implies compared(N, rho, t, p, q, r)"
)
def another_share(goal: Goal) -> Proved:
    """The same mechanisms ask a population in which another share has the attribute."""
    parts = [part for fact in conjuncts(kernel.assume(goal.given[0]))
             for part in conjuncts(rewritten(fact, meaning("compared")))]  # fmt: skip
    plain = normal(goal.conclusion, meaning("compared"))
    return kernel.follow(symmetric(plain), shown(sides(plain.conclusion)[1], parts))


def larger_between_the_roots(goal: Goal) -> Proved:
    """Between the roots Var_IC is at least Var_MW, outside it is less, and Var_MW is the same for every share."""
    N, pi, t, p, q, r, rho = goal.variables
    given = [part for formula in goal.given for part in conjuncts(kernel.assume(formula))]
    elsewhere = at(another_share(), N, pi, rho, t, p, q, r, given=given)
    region = [rewritten(fact, meaning(*ROOTS)) for fact in given[2:]]
    warner, found = list[Proved](), list[Proved]()
    for share, which, surveys in ((pi, 2, given), (rho, 0, [elsewhere])):
        case = list(conjuncts(at(order(), N, share, t, p, q, r, given=surveys)))[which]
        where, _ = applied(case.conclusion, "implies", 2) or ()
        found.append(kernel.detach(case, arithmetic(where, *region)))
        warner.append(list(conjuncts(at(at_common_budget(), N, share, t, p, q, r, given=surveys)))[-4])
    return arithmetic(goal.conclusion, *found, *warner, opaque=True)


SCRIPTS: Mapping[str, Script] = {"larger between the roots": larger_between_the_roots}
