"""Sections 1 and 3.1: the law of the counts, what cannot be estimated, and rules that a better design allows."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs.common import OWN_WORDS, given, in_plain_words, named, of_parameters
from checks.verifying.stated import Script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    conjuncts,
    instance,
    generalise,
    normal,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import AT_MOST, Free, Term, applied
from derivations.theory.carried_over import (
    averages_on_average,
    carried_over,
    expectation_of_same_law,
    mean_in_turn,
)
from derivations.theory.linear_estimates import WORD
from derivations.theory.single_terms import at, each, summed
from derivations.theory.sums import in_range


def rules_carry_over(goal: Goal) -> Proved:
    """From the responses of the better design those of the other one are drawn, and its rule is followed."""
    names, facts = named(goal), given(goal)
    n, k, m, l, P, A, D, loss = (names[name] for name in ("n", "k", "m", "l", "P", "A", "D", "loss"))
    x, z, t, v = Free("x #0"), Free("z #0"), Free("t #0"), Free("v #0", WORD)
    C = Free("C #0", P.type)
    known = [fact for fact in facts if isinstance(fact, Proved)]
    (better,) = (f for f in known if applied(f.conclusion, "informative", 5))
    (is_rule,) = (f for f in known if "word" in str(f.conclusion))
    existence = rewritten(better, unfolding("informative"))
    channel, is_A = conjuncts(kernel.assume(instance(existence.conclusion, C)))
    laws = rewritten(channel, unfolding("channel", "design"))
    of_word = term("fun t. C(v(t))", C=C, v=v)
    word = kernel.assume(term("word(n, m, v)", n=n, m=m, v=v))
    letter = at(rewritten(word, unfolding("word")), t, given=[kernel.assume(in_range(t, n))])
    each_law = each(t, n, at(laws, term("v(t)", v=v, t=t), given=[letter]))
    E = term("fun v g. independent(n, l, fun t. C(v(t)), fun w. D(w, g))", n=n, l=l, C=C, D=D)
    drawn = at(averages_on_average(), n, l, of_word, D, given=[*facts, each_law, is_rule], premises=4)
    follows = generalise(kernel.discharge(word.conclusion, drawn), v)

    # the risk is the same
    pi = Free("pi #0", WORD)
    risk = term("fun w. D(w, loss(pi))", D=D, loss=loss, pi=pi)
    law = term("response(k, pi, P)", k=k, pi=pi, P=P)
    own = at(carried_over(), n, m, l, law, C, risk, given=facts, premises=3)
    score = term("fun y. C(y, z)", C=C, z=z)
    turned = rewritten(at(mean_in_turn(), k, m, pi, P, score, given=facts, premises=2), unfolding("mean", "response"))
    inside = [kernel.assume(in_range(x, k)), kernel.assume(in_range(z, l))]
    entry = symmetric(rewritten(at(at(is_A, x, given=inside), z, given=inside), unfolding("through")))
    weighed = kernel.congruent(kernel.reflexive(term("fun a. pi(x) * a", pi=pi, x=x)), entry)
    whole = kernel.transitive(turned, summed(x, k, rewritten(weighed), facts))
    laws_agree = term("response(m, p, C)(z) = response(k, pi, A)(z)", m=m, p=law, C=C, z=z, k=k, pi=pi, A=A)
    same = generalise(kernel.discharge(in_range(z, l), kernel.follow(symmetric(normal(laws_agree, unfolding("response"))), whole)), z)
    other = [term(text, m=m, p=law, C=C, k=k, pi=pi, A=A) for text in ("response(m, p, C)", "response(k, pi, A)")]
    agree = at(expectation_of_same_law(), n, l, *other, risk, given=[*facts, same], premises=3)
    equal_risks = kernel.transitive(symmetric(own), agree)
    smaller = arithmetic(AT_MOST(*sides(equal_risks.conclusion)), equal_risks)
    all_pi = generalise(kernel.discharge(term("law(k, pi)", k=k, pi=pi), smaller), pi)

    def prove(formula: Term) -> Proved:
        wanted = normal(instance(formula, E))
        found = kernel.follow(symmetric(wanted), rewritten(kernel.conjoin(follows, all_pi)))
        return kernel.unpack(existence, C, kernel.witness(formula, E, found))

    return in_plain_words(goal.conclusion, prove)


SCRIPTS: Mapping[str, Script] = {"rules carry over": of_parameters(rules_carry_over)}
