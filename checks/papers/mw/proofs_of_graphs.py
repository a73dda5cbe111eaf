"""Scripts for averages over a bipartite graph: every edge has one end on each side."""

from __future__ import annotations

from dataclasses import replace

from checks.verifying.stated import Refuted, refuted_by, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    generalise,
    normal,
    reduced,
    rewritten,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Term, applied, equal
from derivations.theory import sums
from derivations.theory.single_terms import at, by_conditions, each, plainly, sum_of_equals, sum_picked, summed
from derivations.theory.sums import in_range


@script("handshake")
def handshake(goal: Goal) -> Proved:
    """The degrees of either side add up to the number of edges."""
    n, m, edges = goal.variables
    sizes = _sizes(n, m)
    swapped = rewritten(at(sums.sum_swap(), n, m, edges, given=sizes, premises=2))
    average = reduced(normal(goal.conclusion), lambda it: arithmetic(it, swapped, *sizes))
    return _under(kernel.assume(goal.given[0]), average)


@script("handshake, misprinted")
def misprinted(goal: Goal) -> Refuted:
    """A wrong average, in a graph that has all edges."""
    n, m, edges = goal.variables
    sizes = _sizes(n, m)
    said = specialise(kernel.assume(goal.statement), n, m, term("fun i j. 1"))
    every = each(Free("i #0"), n, each(Free("j #0"), m, arithmetic(term("1 = 0 or 1 = 1"))))
    both = [kernel.assume(formula) for formula in _are_sizes(n, m)]
    found = kernel.detach(rewritten(said), rewritten(conjoined(*both, every)))
    found = rewritten(found, by(sum_of_equals(), sizes))
    premise = kernel.conjoin(*both)
    found = kernel.discharge(premise.conclusion, _under(premise, found))
    refuted = refuted_by(goal.statement, generalise(found, n, m))
    return replace(refuted, at=(*refuted.at, (edges.name.split(" ")[0], "1 for all i, j")))


@script("weight of an item")
def weight_of_item(goal: Goal) -> Proved:
    """Of the weights at a participant the delta picks that of the edge to the item, which is 0 where there is none."""
    n, m, A, W, j = goal.variables
    *given, edges = goal.facts
    known = [*(part for fact in given for part in conjuncts(rewritten(fact, unfolding("size"))))]
    known += [arithmetic(term("0 <= n", n=size), *known) for size in (n, m)]
    i, item = Free("i #0"), Free("l #0")
    inside = kernel.assume(in_range(i, n))
    weights = term("fun l. A(i, l)*W(i, l)", A=A, W=W, i=i)
    picks = plainly("f(l)*(if l = j then 1 else 0) = (if l = j then f(l) else 0)", f=weights, l=item, j=j)
    row = derived.transitive(
        summed(item, m, by_conditions(picks), known),
        rewritten(at(sum_picked(), m, j, weights, given=known, premises=2)),
    )
    edge, *bounds = conjuncts(at(at(edges, i, given=[inside]), j, given=known))
    none, some = applied(edge.conclusion, "or", 2) or ()
    own = equal(sides(row.conclusion)[1], plainly("W(i, j)", W=W, i=i, j=j))
    present = kernel.cases(edge, *(arithmetic(own, kernel.assume(case), *bounds) for case in (none, some)))
    rows = summed(i, n, derived.transitive(row, present), known)
    return derived.follow(symmetric(normal(goal.conclusion, unfolding("indicator"))), rows)


def _under(premise: Proved, found: Proved) -> Proved:
    """A theorem under one premise in place of its parts."""
    for part in conjuncts(kernel.assume(premise.conclusion)):
        found = kernel.detach(kernel.discharge(part.conclusion, found), part)
    return found


def _are_sizes(*numbers: Term) -> list[Term]:
    return [term("size(n)", n=number) for number in numbers]


def _sizes(*numbers: Term) -> list[Proved]:
    """What is known of sizes."""
    known = []
    for size in _are_sizes(*numbers):
        known += list(conjuncts(rewritten(kernel.assume(size), unfolding("size"))))
    return [*known, *(arithmetic(term("0 <= n", n=number), *known) for number in numbers)]
