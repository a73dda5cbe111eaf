"""Scripts for the roots (5): between them the improved mechanism does worst, and when a share is outside."""

from __future__ import annotations

from checks.papers.szy.own_lemmas import meaning, own_lemma
from checks.papers.szy.proofs_of_comparison import ROOTS, at_common_budget, order, orders
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjuncts,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
)
from derivations.logic.tactics import goal as taken_apart
from derivations.logic.terms import Term, applied, parts
from derivations.theory.single_terms import at


@own_lemma(
    "forall N pi rho t p q r. compared(N, pi, t, p, q, r) and people(N, rho) implies compared(N, rho, t, p, q, r)"
)
def another_share(goal: Goal) -> Proved:
    """The same mechanisms ask a population in which another share has the attribute."""
    parts = [part for fact in conjuncts(kernel.assume(goal.given[0]))
             for part in conjuncts(rewritten(fact, meaning("compared")))]  # fmt: skip
    return reduced(normal(goal.conclusion, meaning("compared")), lambda it: shown(it, parts))


@script("larger between the roots")
def larger_between_the_roots(goal: Goal) -> Proved:
    """Between the roots Var_IC is at least Var_MW, outside it is less, and Var_MW is the same for every share."""
    N, pi, t, p, q, r, rho = goal.variables
    given = goal.facts
    elsewhere = at(another_share(), N, pi, rho, t, p, q, r, given=given)
    region = [rewritten(fact, meaning(*ROOTS)) for fact in given[2:]]
    warner, found = list[Proved](), list[Proved]()
    for share, which, surveys in ((pi, 2, given), (rho, 0, [elsewhere])):
        case = list(conjuncts(at(order(), N, share, t, p, q, r, given=surveys)))[which]
        where, _ = applied(case.conclusion, "implies", 2) or ()
        found.append(kernel.detach(case, arithmetic(where, *region)))
        warner.append(list(conjuncts(at(at_common_budget(), N, share, t, p, q, r, given=surveys)))[-4])
    return arithmetic(goal.conclusion, *found, *warner, opaque=True)


@script("order in a figure up to a budget")
def in_figure_up_to_a_budget(goal: Goal) -> Proved:
    """The order in the region of a figure, and at which budgets the share of the figure is below the first root."""
    region, where = applied(goal.conclusion, "and", 2) or ()
    inner = taken_apart(region)
    return kernel.conjoin(inner.qed(orders(inner)), _below_the_root(where))


def _below_the_root(formula: Term) -> Proved:
    """forall t. 1 < t implies (x < pi_A1 iff B), by the square of the root."""
    inner = taken_apart(formula)
    given = [kernel.assume(part) for part in inner.given]
    plain = normal(inner.conclusion, meaning(*ROOTS, "squared_distance"))
    below, budget = sides(sides(plain.conclusion)[1])
    ((number,),) = (found for part in parts(below) if (found := applied(part, "sqrt", 1)))
    share, _ = applied(below, "<", 2) or ()
    names = {"v": number, "s": term("sqrt(v)", v=number), "x": share}
    positive = arithmetic(term("0 <= v", **names), *given)
    above, squared = conjuncts(at(kernel.axiom("sqrt"), number, given=[positive]))
    ways = []
    for here, there in ((below, budget), (budget, below)):
        case = kernel.assume(here)
        if here == below:
            square = arithmetic(term("s^2 < (1 - 2*x)^2", **names), above, case)
            less = arithmetic(term("v < (1 - 2*x)^2", **names), square, squared, opaque=True)
            found_there = arithmetic(there, less, *given)
        else:
            less = arithmetic(term("v < (1 - 2*x)^2", **names), case, *given)
            square = arithmetic(term("s^2 < (1 - 2*x)^2", **names), less, squared, opaque=True)
            found_there = arithmetic(there, square, above)
        ways.append(kernel.discharge(here, found_there))
    return inner.qed(derived.follow(symmetric(plain), derived.equivalent(*ways)))
