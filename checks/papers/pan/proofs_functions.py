"""Scripts about properties f(X) of objects: what is said of responses about X holds of those about f(X)."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.pan.proofs import by_laws, facts_of, instance, named
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjuncts,
    lemma,
    rewritten,
    term,
    unfolding,
)
from derivations.logic.terms import Free, Term, quantified
from derivations.theory import relaxation
from derivations.theory.single_terms import at, each, summed
from derivations.theory.sums import in_range, in_sums

ALL = "(sum c in 1..k. relaxed(n, m, x)(f(c), w)*Q(c))"
LAST = "(sum c in 1..k. relaxed_response(n, m, x)(f(c), w(n + 1))*Q(c))"


@lemma("forall k m x y f Q. integer(k) and 0 <= k implies 2 <= m and 1 <= x implies law(k, Q) implies "
       "0 < (sum b in 1..k. randomized_response(m, x)(f(b), y)*Q(b))")  # fmt: skip
def property_possible(goal: Goal) -> Proved:
    """Every response is possible, whatever the shares of the objects."""
    k, m, x, y, f, Q = goal.variables
    given = [part for formula in goal.given for part in conjuncts(kernel.assume(formula))]
    b = Free("b #0")
    entries, total = conjuncts(rewritten(kernel.assume(goal.given[2]), unfolding("law")))
    share = at(entries, b, given=[kernel.assume(in_range(b, k))])
    names = {"m": m, "x": x, "y": y, "a": term("f(b)", f=f, b=b), "b": b}
    least = relaxation.in_patterns(term("1 / (x + m - 1) <= randomized_response(m, x)(a, y)", **names), *given[2:4])
    product = term("1 / (x + m - 1) * Q(b) <= randomized_response(m, x)(a, y) * Q(b)", Q=Q, **names)
    whole = rewritten(summed(b, k, arithmetic(product, least, share, opaque=True), given), in_sums(given))
    positive = arithmetic(term("0 < 1 / (x + m - 1)", x=x, m=m), *given[2:4])
    return arithmetic(goal.conclusion, whole, positive, total, opaque=True)


def _last(goal: Goal) -> tuple[list[Proved], list[Proved]]:
    """What is known, also of an object b; and that the last response about f(X) is a randomized response, summed up."""
    names = named(goal)
    facts = [part for fact in facts_of(goal) for part in conjuncts(rewritten(fact, unfolding("size")))]
    k, b = names["k"], Free("b #0")
    facts += [kernel.assume(in_range(b, k)), arithmetic(term("0 <= k", k=k), *facts)]
    facts += conjuncts(at(next(fact for fact in facts if quantified(fact.conclusion, "forall")), b, given=facts))
    place = {name: names[name] for name in ("n", "m", "x", "f", "w", "Q")}
    truth, letter = term("f(b)", b=b, f=names["f"]), term("w(n + 1)", n=names["n"], w=names["w"])
    law = at(relaxation.last_response(), *(names[name] for name in "nmx"), truth, letter, given=facts, premises=10)
    weighed = chain(term("relaxed_response(n, m, x)(f(b), w(n + 1))*Q(b)", b=b, **place)).rewrite(by(law)).theorem
    level = term("x(n + 1)", n=names["n"], x=names["x"])
    positive = at(property_possible(), k, names["m"], level, letter, names["f"], names["Q"], given=facts, premises=3)
    return facts, [summed(b, k, weighed, facts), positive]


def possible(goal: Goal) -> Proved:
    """The last response is possible."""
    _, known = _last(goal)
    return arithmetic(term(f"0 < {LAST}", **_names(goal)), *known)


def same_belief(goal: Goal) -> Proved:
    """The belief in an object is that from the last response about its property, where the responses are possible."""
    names = named(goal)
    facts, known = _last(goal)
    n, m, x, a, w, f = (names[name] for name in "nmxawf")
    b, k = Free("b #0"), names["k"]
    own, other = (term("f(a)", f=f, a=value) for value in (a, b))
    ratio = at(relaxation.relaxed_ratio(), n, m, x, other, own, w, given=facts, premises=10)
    history = term("fun c. relaxed(n, m, x)(f(c), w)", n=n, m=m, x=x, f=f, w=w)
    response = term("fun c. randomized_response(m, x(n + 1))(f(c), w(n + 1))", n=n, m=m, x=x, f=f, w=w)
    averages = at(relaxation.averages_in_ratio(), k, history, response, names["Q"], a, given=facts)
    law = at(relaxation.last_response(), n, m, x, own, term("w(n + 1)", n=n, w=w), given=facts, premises=10)
    known += [rewritten(kernel.detach(averages, each(b, k, ratio))), law]
    known.append(kernel.assume(term(f"0 < {ALL}", **_names(goal))))
    belief = term(
        f"relaxed(n, m, x)(f(a), w)*Q(a)/{ALL} = relaxed_response(n, m, x)(f(a), w(n + 1))*Q(a)/{LAST}", **_names(goal)
    )
    return arithmetic(belief, *known)


def _names(goal: Goal) -> dict[str, Term]:
    return {name: value for name, value in named(goal).items() if name in ("n", "m", "x", "k", "f", "Q", "a", "w")}


SCRIPTS: Mapping[str, Script] = {
    "any function": by_laws(
        relaxation.last_response,
        known=[instance(relaxation.relaxed_private, "n m x f(a) f(b) w"), possible, same_belief],
    ),
}
