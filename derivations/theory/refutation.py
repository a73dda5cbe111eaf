"""The negation of a statement, from values at which it fails. Nothing in here is trusted."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import ProofError, arithmetic, conjuncts, goal, rewritten, symmetric
from derivations.logic.terms import BOOL, FALSE, Term, applied, quantified
from derivations.theory.automatic import automatic, facts_of_all, literals


def refuted_at(statement: Term, values: Sequence[Term], *laws: Proved) -> Proved:
    """|- not statement, for a statement that fails where its outer variables, in their order, have these values.

    Laws rewrite words, as in `automatic`. Raises ProofError where it does not fail there, or where that is not found.
    """
    assumed = kernel.assume(statement)
    left = list(values)
    while True:
        if quantified(assumed.conclusion, "forall") is not None and left:
            assumed = rewritten(kernel.specialise(assumed, left.pop(0)))
        elif found := applied(assumed.conclusion, "implies", 2):
            premise = goal(found[0])
            assumed = kernel.detach(assumed, premise.qed(automatic(premise, *laws)))
        else:
            break
    if left:
        raise ProofError(f"there are {len(left)} values too many")
    parts = [_decided(part, laws) for part in conjuncts(rewritten(assumed, literals))]
    return derived.reject(statement, arithmetic(FALSE, *facts_of_all(parts, (), laws)))


def _decided(theorem: Proved, laws: Sequence[Proved]) -> Proved:
    """H |- A iff B  ==>  H |- the one of them that does not hold, since the other does; anything else as it is."""
    same = applied(theorem.conclusion, "=", 2)
    if not same or same[0].type != BOOL:
        return theorem
    try:
        return derived.follow(theorem, automatic(goal(same[0], depth=0), *laws))
    except ProofError:
        return derived.follow(symmetric(theorem), automatic(goal(same[1], depth=0), *laws))
