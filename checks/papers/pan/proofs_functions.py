"""Scripts about properties f(X) of objects: what is said of responses about X holds of those about f(X)."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.pan.proofs import Shown, by_laws, facts_of, instance
from checks.verifying.stated import Script, script
from derivations.logic import kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    lemma,
    normal,
    reduced,
    rewritten,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import Free, Term, applied, quantified
from derivations.theory import relaxation, sums
from derivations.theory.guessing import chance_of_a_guess
from derivations.theory.single_terms import at, by_conditions, each, sum_picked, summed
from derivations.theory.sums import in_range, in_sums

ALL = "(sum c in 1..k. relaxed(n, m, x)(f(c), w)*Q(c))"
LAST = "(sum c in 1..k. relaxed_response(n, m, x)(f(c), w(n + 1))*Q(c))"


@lemma("forall k m x y f Q. integer(k) and 0 <= k implies 2 <= m and 1 <= x implies law(k, Q) implies "
       "0 < (sum b in 1..k. randomized_response(m, x)(f(b), y)*Q(b))")  # fmt: skip
def property_possible(goal: Goal) -> Proved:
    """Every response is possible, whatever the shares of the objects."""
    k, m, x, y, f, Q = goal.variables
    given = goal.facts
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
    names = goal.names
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


def _beliefs(goal: Goal) -> list[Proved]:
    """What is known of the history and the last response, as weighed with the shares of the objects."""
    names = goal.names
    facts, known = _last(goal)
    n, m, x, a, w, f = (names[name] for name in "nmxawf")
    b, k = Free("b #0"), names["k"]
    own, other = (term("f(a)", f=f, a=value) for value in (a, b))
    ratio = at(relaxation.relaxed_ratio(), n, m, x, other, own, w, given=facts, premises=10)
    history = term("fun c. relaxed(n, m, x)(f(c), w)", n=n, m=m, x=x, f=f, w=w)
    response = term("fun c. randomized_response(m, x(n + 1))(f(c), w(n + 1))", n=n, m=m, x=x, f=f, w=w)
    averages = at(relaxation.averages_in_ratio(), k, history, response, names["Q"], a, given=facts)
    letter = term("w(n + 1)", n=n, w=w)
    law = at(relaxation.last_response(), n, m, x, own, letter, given=facts, premises=10)
    likely = at(relaxation.response_positive(), m, term("x(n + 1)", n=n, x=x), own, letter, given=facts)
    return [*known, rewritten(kernel.detach(averages, each(b, k, ratio))), law, likely]


def possible_history(goal: Goal) -> Proved:
    """Where each release raises the budget, every history is possible."""
    own = instance(relaxation.relaxed_positive, "n m x f(a) w")(goal)
    return arithmetic(term(f"0 < {ALL}", **_names(goal)), own, *_beliefs(goal))


def same_belief(goal: Goal, history: Proved | None = None) -> Proved:
    """The belief in an object is that from the last response about its property, where the responses are possible."""
    belief = term(
        f"relaxed(n, m, x)(f(a), w)*Q(a)/{ALL} = relaxed_response(n, m, x)(f(a), w(n + 1))*Q(a)/{LAST}", **_names(goal)
    )
    return arithmetic(belief, *_beliefs(goal), history or kernel.assume(term(f"0 < {ALL}", **_names(goal))))


def _names(goal: Goal) -> dict[str, Term]:
    return {name: value for name, value in goal.names.items() if name in ("n", "m", "x", "k", "f", "Q", "a", "w")}


def _of_two(text: str, *known: Shown) -> Shown:
    """A relation of the probabilities of a history and its last response under f(a) and f(b), by arithmetic."""

    def script(goal: Goal) -> Proved:
        names, facts = goal.names, facts_of(goal)
        formula = term(text, **{name: names[name] for name in "nmxfabw"})
        letter, level = term("w(n + 1)", n=names["n"], w=names["w"]), term("x(n + 1)", n=names["n"], x=names["x"])
        truths = [term("f(c)", f=names["f"], c=names[name]) for name in "ab"]
        shown = [other(goal) for other in known]
        shown += [at(relaxation.response_positive(), names["m"], level, truth, letter, given=facts) for truth in truths]
        return reduced(normal(formula, by(relaxation.last_response(), facts)), lambda it: arithmetic(it, *shown))

    return script


HISTORY_OF_B = "0 < relaxed(n, m, x)(f(b), w)"
RATIO = (
    "relaxed(n, m, x)(f(a), w)/relaxed(n, m, x)(f(b), w) "
    "= relaxed_response(n, m, x)(f(a), w(n + 1))/relaxed_response(n, m, x)(f(b), w(n + 1))"
)
_POSITIVE = instance(relaxation.relaxed_positive, "n m x f(b) w")
_PRODUCTS = instance(relaxation.relaxed_ratio, "n m x f(a) f(b) w")
_LIKELY = _of_two("0 < relaxed_response(n, m, x)(f(b), w(n + 1))")
_PRIVATE = instance(relaxation.relaxed_private, "n m x f(a) f(b) w")


def _assumed(text: str) -> Shown:
    return lambda goal: kernel.assume(term(text, **{name: goal.names[name] for name in "nmxfbw"}))


@lemma("forall k m f h Q. integer(k) and 0 <= k implies integer(m) and 0 <= m implies "
       "(forall c in 1..k. integer(f(c)) and 1 <= f(c) <= m) implies "
       "(sum v in 1..m. (sum c in 1..k. if v = f(c) then Q(c) else 0) * h(v)) "
       "= (sum c in 1..k. Q(c) * h(f(c)))")  # fmt: skip
def by_property(goal: Goal) -> Proved:
    """The expectation of a function of the property, over its values and over the objects."""
    k, m, f, h, Q = goal.variables
    c, v = Free("c #0"), Free("v #0")
    functions, given = {"f": f, "h": h, "Q": Q}, goal.given[:2]
    names = {**functions, "k": k, "m": m, "c": c, "v": v}
    share = "(if v = f(c) then Q(c) else 0)"
    own, shares = term("h(v)", h=h, v=v), term(f"fun c. {share}", f=f, Q=Q, v=v)
    scaled = rewritten(at(sums.sum_scale(), k, own, shares, given=given))
    moved = arithmetic(term(f"(sum c in 1..k. {share}) * h(v) = (sum c in 1..k. h(v) * {share})", **names), scaled)
    weighed = term(f"fun v c. h(v) * {share}", **functions)
    swapped = rewritten(at(sums.sum_swap(), m, k, weighed, given=given, premises=2))
    inside = at(kernel.assume(goal.given[2]), c, given=[kernel.assume(in_range(c, k))])
    one = by_conditions(term(f"h(v) * {share} = (if v = f(c) then h(v) * Q(c) else 0)", **names))
    of_c, value = term("fun v. h(v) * Q(c)", h=h, Q=Q, c=c), term("f(c)", f=f, c=c)
    picked = rewritten(at(sum_picked(), m, value, of_c, given=[*given, inside], premises=2))
    total = term(f"(sum v in 1..m. h(v) * {share}) = Q(c) * h(f(c))", **names)
    each_c = arithmetic(total, summed(v, m, one, given), picked)
    return arithmetic(goal.conclusion, summed(v, m, moved, given), swapped, summed(c, k, each_c, given))


def errors_about_a_property(goal: Goal) -> Proved:
    """A guess of a uniform property errs at least as often as with randomized response."""
    names = goal.names
    facts = [part for fact in facts_of(goal) for part in conjuncts(rewritten(fact, unfolding("size")))]
    m, responses, x, k, f, Q, P, G = (names[name] for name in ("m", "l", "x", "k", "f", "Q", "P", "G"))
    facts += [arithmetic(term("0 <= n", n=size), *facts) for size in (m, responses, k)]
    right = at(chance_of_a_guess(), m, responses, x, P, G, given=facts, premises=6)
    v = Free("v #0")
    chance = term("fun v. sum y in 1..l. P(v, y)*G(y, v)", l=responses, P=P, G=G)
    expected = rewritten(at(by_property(), k, m, f, chance, Q, given=facts, premises=3))
    *_, share = conjuncts(kernel.assume(goal.given[-1]))
    uniform = at(share, v, given=[kernel.assume(in_range(v, m))])
    shares = {"l": responses, "P": P, "G": G, "m": m, "k": k, "f": f, "Q": Q, "v": v}
    same = term(
        "1/m*(sum y in 1..l. P(v, y)*G(y, v)) = (sum c in 1..k. if v = f(c) then Q(c) else 0)"
        "*(sum y in 1..l. P(v, y)*G(y, v))",
        **shares,
    )
    whole = summed(v, m, arithmetic(same, uniform), facts)
    return arithmetic(goal.conclusion, right, whole, expected)


@script("every theorem for any function")
def every_theorem(goal: Goal) -> Proved:
    """Theorem 3.3; Lemma 3.1 and Theorems 3.4, 3.5 and 4.1; Theorem 6.1."""
    first, rest = applied(goal.conclusion, "and", 2) or ()
    parts = [take_apart(part) for part in (first, *(applied(rest, "and", 2) or ()))]
    scripts = (_RELAXATION, _RISING, errors_about_a_property)
    return conjoined(*(part.qed(script(part)) for part, script in zip(parts, scripts, strict=True)))


_RELAXATION = by_laws(relaxation.relaxation_law, known=[instance(relaxation.relaxation_private, "m x y f(a) f(b) o z")])
_RISING = by_laws(
    relaxation.last_response,
    known=[
        _PRIVATE, _POSITIVE, _LIKELY, _of_two(RATIO, _PRODUCTS, _POSITIVE), possible_history, possible,
        lambda goal: same_belief(goal, possible_history(goal)),
    ],
)  # fmt: skip
SCRIPTS: Mapping[str, Script] = {
    "any function": by_laws(
        relaxation.last_response,
        known=[_PRIVATE, _LIKELY, _of_two(RATIO, _PRODUCTS, _assumed(HISTORY_OF_B)), possible, same_belief],
    ),
}
