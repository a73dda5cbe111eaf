"""Scripts about all outputs of a relaxation together: what is sold of them, and what is guessed from them."""

from __future__ import annotations

from checks.papers.pan.proofs import facts_of
from checks.verifying.stated import script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    by,
    chain,
    conjoined,
    conjuncts,
    decided,
    generalise,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import NOT, PLUS, REAL, Free, Term, applied, arrow, closed, equal, quantified
from derivations.theory import relaxation
from derivations.theory.chebyshev import words_at_most
from derivations.theory.linear_estimates import words_same
from derivations.theory.privacy import prod_at_most
from derivations.theory.single_terms import at, by_conditions, each, either, one_other, plainly, sum_of_zeros, summed
from derivations.theory.sums import ONE, in_range, in_sums, in_words, sum_of_ones, words_next, words_scale, words_swap

WORD = arrow(REAL, REAL)
AGREES = "if A(t) = 1 then indicator(v(t) = w(t)) else 1"


@script("sold outputs")
def sold(goal: Goal) -> Proved:
    """The probability of the outputs that are sold is a sum over all outputs that agree with them, each private."""
    names, facts = goal.names, facts_of(goal)
    n, m, x, a, b, A, w = (names[name] for name in "nmxabAw")
    end, v, t = PLUS(n, ONE), Free("v #0", WORD), Free("t #0")
    size = [*facts, *(arithmetic(term("0 <= k", k=k), *facts) for k in (m, end))]
    place = {"n": n, "m": m, "x": x, "A": A, "w": w, "v": v}
    letters = kernel.assume(term("word(n + 1, m, v)", **place))
    private = at(relaxation.relaxed_private(), n, m, x, a, b, v, given=[*size, letters], premises=10)
    factor = term(f"fun t. {AGREES}", **place)
    bound = normal(term(f"0 <= ({AGREES}) <= ({AGREES})", t=t, **place), unfolding("indicator"))
    factors = each(t, end, derived.follow(symmetric(bound), by_conditions(sides(bound.conclusion)[1])))
    law = at(prod_at_most(), end, factor, factor, given=size)
    agrees = kernel.part(kernel.detach(law, factors), 0)
    chances = [
        plainly(f"relaxed(n, m, x)(a, v) * (prod t in 1..n + 1. {AGREES})", a=truth, **place) for truth in (a, b)
    ]
    level = term("x(n + 1)", **place)
    one = arithmetic(term("h <= c * g", h=chances[0], g=chances[1], c=level), private, rewritten(agrees))
    left, right = (closed(v, side) for side in applied(one.conclusion, "<=", 2) or ())
    whole = at(words_at_most(), end, m, left, right, given=size, premises=2)
    scaled = at(words_scale(), end, m, level, closed(v, chances[1]), given=size, premises=2)
    total = kernel.detach(whole, generalise(kernel.discharge(letters.conclusion, one), v))
    return arithmetic(goal.conclusion, rewritten(total), rewritten(scaled))


# -- guesses from all outputs ------------------------------------------------------------------------------------------

OUTPUTS = f"{relaxation.COUNT} {relaxation.SIZE} rising(n, x) implies"


def _sizes(goal: Goal) -> list[Term | Proved]:
    """What a lemma gives, and the sizes of sums over values and over words of all outputs."""
    n, m = goal.variables[:2]
    return [*goal.given, *(arithmetic(term("0 <= k", k=k), *goal.given[:2]) for k in (m, PLUS(n, ONE))), last(goal)]


def last(goal: Goal) -> Proved:
    """The last level is at least 1."""
    return at(relaxation.last_level(), goal.variables[0], goal.variables[2], given=goal.given, premises=2)


@lemma(f"forall n m x a. {OUTPUTS} {relaxation.values('a')} "
       "(sum w in (1..m)^(n + 1). relaxed(n, m, x)(a, w)) = 1")  # fmt: skip
def histories_add_up(goal: Goal) -> Proved:
    """The probabilities of all outputs add up to 1."""
    n, m, x, a = goal.variables
    given = _sizes(goal)
    y, inside = Free("y #0"), kernel.assume(in_range(Free("y #0"), m))
    place = {"n": n, "m": m, "x": x, "a": a}
    swapped = at(
        words_swap(),
        n,
        m,
        m,
        term("fun w y. relaxed(n, m, x)(a, extended(w, n + 1, y))", **place),
        given=given,
        premises=3,
    )
    law = rewritten(
        at(relaxation.last_response(), n, m, x, a, y, given=[*given, inside], premises=4), unfolding("relaxed_response")
    )
    total = at(relaxation.response_adds_up(), m, term("x(n + 1)", **place), a, given=given, premises=3)
    left, _ = sides(goal.conclusion)
    first = chain(left).rewrite(by(words_next(), given)).then(swapped).then(summed(y, m, law, given)).then(total)
    return first.theorem


@lemma(f"forall n m x a w. {OUTPUTS} word(n + 1, m, w) implies {relaxation.values('a')} "
       "relaxed(n, m, x)(a, w) <= relaxed(n, m, x)(w(n + 1), w)")  # fmt: skip
def last_output_is_likeliest(goal: Goal) -> Proved:
    """No value makes all outputs likelier than the last of them does."""
    n, m, x, a, w = goal.variables
    z = term("w(n + 1)", n=n, w=w)
    known = [
        *_sizes(goal),
        *conjuncts(at(relaxation.word_before(), n, m, w, given=[goal.given[0], goal.given[3]], premises=2)),
    ]
    ratio = at(relaxation.relaxed_ratio(), n, m, x, a, z, w, given=known, premises=5)
    level = term("x(n + 1)", n=n, x=x)
    positive = [at(relaxation.response_positive(), m, level, value, z, given=known) for value in (a, z)]
    own = at(relaxation.relaxed_not_negative(), n, m, x, z, w, given=known, premises=5)
    plain = normal(term("randomized_response(m, y)(a, z) <= randomized_response(m, y)(z, z)", m=m, y=level, a=a, z=z),
                   unfolding("randomized_response"))  # fmt: skip
    smaller = derived.follow(symmetric(plain), by_conditions(sides(plain.conclusion)[1], last(goal), *goal.given[:2]))
    return arithmetic(goal.conclusion, ratio, *positive, own, smaller)


@lemma(f"forall n m x w. {OUTPUTS} word(n + 1, m, w) implies relaxed(n, m, x)(w(n + 1), w) * (x(n + 1) + m - 1) = "
       "x(n + 1) * (sum a in 1..m. relaxed(n, m, x)(a, w))")  # fmt: skip
def share_of_last_output(goal: Goal) -> Proved:
    """Among all values the last output has the share y/(y + m - 1) of the probabilities of all outputs."""
    n, m, x, w = goal.variables
    z, b, level = term("w(n + 1)", n=n, w=w), Free("b #0"), term("x(n + 1)", n=n, x=x)
    known = [
        *_sizes(goal),
        *conjuncts(at(relaxation.word_before(), n, m, w, given=[goal.given[0], goal.given[3]], premises=2)),
    ]
    inside = [*known, kernel.assume(in_range(b, m))]
    ratio = at(relaxation.relaxed_ratio(), n, m, x, b, z, w, given=inside, premises=5)
    history = term("fun a. relaxed(n, m, x)(a, w)", n=n, m=m, x=x, w=w)
    response = term("fun a. randomized_response(m, y)(a, z)", m=m, y=level, z=z)
    averages = at(relaxation.averages_in_ratio(), m, history, response, term("fun b. 1"), z, given=known)
    met = rewritten(kernel.detach(averages, each(b, m, ratio)), unfolding("randomized_response"))
    met = rewritten(met, one_other(known), in_sums(known), by(sum_of_ones(), known), decided([kernel.reflexive(z)]))
    chances = (
        "(1 / (y + m - 1) * m - 1 / (y + m - 1) * 1 + y / (y + m - 1) * 1) = 1",
        "y / (y + m - 1) * (y + m - 1) = y",
    )
    known = [arithmetic(term(text, y=level, m=m), last(goal), *goal.given[:2]) for text in chances]
    return arithmetic(goal.conclusion, met, *known, opaque=True)


TOTAL = "(sum w in (1..m)^(n + 1). relaxed(n, m, x)(w(n + 1), w))"


@lemma(f"forall n m x. {OUTPUTS} {TOTAL} * (x(n + 1) + m - 1) = x(n + 1) * m")
def last_outputs_are_right(goal: Goal) -> Proved:
    """The last output is right with probability y/(y + m - 1), added up over the values."""
    n, m, x = goal.variables
    given = _sizes(goal)
    w, a, end = Free("w #0", WORD), Free("a #0"), PLUS(n, ONE)
    place = {"n": n, "m": m, "x": x, "w": w, "a": a}
    letters = kernel.assume(term("word(n + 1, m, w)", **place))
    share = at(share_of_last_output(), n, m, x, w, given=[*given, letters], premises=4)
    left, right = (closed(w, side) for side in sides(share.conclusion))
    whole = at(words_same(), end, m, left, right, given=given, premises=2)
    whole = rewritten(kernel.detach(whole, generalise(kernel.discharge(letters.conclusion, share), w)), in_words(given))
    swapped = at(
        words_swap(),
        end,
        m,
        m,
        term("fun w a. relaxed(n, m, x)(a, w)", **{k: place[k] for k in "nmx"}),
        given=given,
        premises=3,
    )
    one = at(histories_add_up(), n, m, x, a, given=[*given, kernel.assume(in_range(a, m))], premises=4)
    total = derived.transitive(swapped, rewritten(summed(a, m, one, given), by(sum_of_ones(), given)))
    return arithmetic(goal.conclusion, whole, total)


GUESS = "(sum a in 1..m. relaxed(n, m, x)(a, w) * g(a))"
LIKELIEST = "(forall a in 1..m. forall b in 1..m. 0 < g(a) implies relaxed(n, m, x)(b, w) <= relaxed(n, m, x)(a, w))"


@lemma(f"forall n m x w g. {OUTPUTS} word(n + 1, m, w) implies law(m, g) implies "
       f"{GUESS} <= relaxed(n, m, x)(w(n + 1), w)")  # fmt: skip
def guess_of_a_history(goal: Goal) -> Proved:
    """A guess from all outputs is right no more often than the last output."""
    return _guessed(goal)


@lemma(f"forall n m x w g. {OUTPUTS} word(n + 1, m, w) implies law(m, g) implies {LIKELIEST} implies "
       f"{GUESS} = relaxed(n, m, x)(w(n + 1), w)")  # fmt: skip
def guess_of_the_likeliest(goal: Goal) -> Proved:
    """Who guesses a value that makes all outputs likeliest is right as often as the last output."""
    return _guessed(goal)


def _guessed(goal: Goal) -> Proved:
    n, m, x, w, g = goal.variables
    a, z = Free("a #0"), term("w(n + 1)", n=n, w=w)
    place = {"n": n, "m": m, "x": x, "w": w, "a": a, "g": g, "z": z}
    known = [
        *_sizes(goal),
        *conjuncts(at(relaxation.word_before(), n, m, w, given=[goal.given[0], goal.given[3]], premises=2)),
    ]
    inside = [*known, kernel.assume(in_range(a, m))]
    best = at(last_output_is_likeliest(), n, m, x, a, w, given=inside, premises=5)
    chances, total = conjuncts(rewritten(kernel.assume(goal.given[4]), unfolding("law")))
    chance = at(chances, a, given=inside)
    own = "relaxed(n, m, x)(a, w) * g(a)", "relaxed(n, m, x)(z, w) * g(a)"
    if applied(goal.conclusion, "<=", 2):
        one = arithmetic(term(" <= ".join(own), **place), best, chance)
    else:
        positive = kernel.assume(term("0 < g(a)", **place))
        likely = at(at(kernel.assume(goal.given[5]), a, given=inside), z, given=[*inside, positive], premises=2)
        equation = term(" = ".join(own), **place)
        nothing = kernel.assume(NOT(positive.conclusion))
        cases = [
            arithmetic(equation, likely, best),
            arithmetic(equation, arithmetic(term("g(a) = 0", **place), nothing, chance)),
        ]
        one = kernel.cases(either(positive.conclusion), *cases)
    whole = summed(a, m, one, known)
    right = normal((applied(whole.conclusion, "<=", 2) or sides(whole.conclusion))[1], in_sums(known))
    return arithmetic(goal.conclusion, rewritten(whole), right, total)


@lemma("forall h d y m. 0 < d and 0 < m and h * d = y * m implies 1 / m * h = y / d")
def crosswise(goal: Goal) -> Proved:
    """A share of one in m, from a total."""
    return arithmetic(goal.conclusion, *goal.given)


@script("guesses")
def guesses(goal: Goal) -> Proved:
    """No guess is right more often than the last output; this one is, and so is every guess of a likeliest value."""
    names, facts = goal.names, facts_of(goal)
    n, m, x, G = (names[name] for name in "nmxG")
    end, w, a = PLUS(n, ONE), Free("w #0", WORD), Free("a #0")
    facts += [arithmetic(term("0 <= k", k=k), *facts) for k in (m, end)]
    place = {"n": n, "m": m, "x": x, "w": w, "a": a}
    letters = kernel.assume(term("word(n + 1, m, w)", **place))
    given = [*facts, letters, *conjuncts(at(relaxation.word_before(), n, m, w, given=[*facts, letters], premises=2))]
    made = at(next(fact for fact in facts if _is_of_words(fact)), w, given=[letters])
    total, level = term(TOTAL, **{name: place[name] for name in "nmx"}), term("x(n + 1)", n=n, x=x)
    size = arithmetic(term("0 < y + m - 1 and 0 < m", y=level, m=m), *facts)
    right = at(last_outputs_are_right(), n, m, x, given=facts, premises=3)
    share = at(crosswise(), total, term("y + m - 1", y=level, m=m), level, m, given=[size, right])

    def chance(guess: Term, of_history: Proved) -> list[Proved]:
        """How the chance of a guess compares with that of the last output, where it is known for each history."""
        smaller = applied(of_history.conclusion, "<=", 2)
        left, last_one = (closed(w, side) for side in smaller or sides(of_history.conclusion))
        law = words_at_most() if smaller else words_same()
        over = at(law, end, m, left, last_one, given=facts, premises=2)
        over = kernel.detach(over, generalise(kernel.discharge(letters.conclusion, of_history), w))
        terms = term("fun w a. relaxed(n, m, x)(a, w) * g(w, a)", g=guess, **{name: place[name] for name in "nmx"})
        swapped = at(words_swap(), end, m, m, sides(normal(terms).conclusion)[1], given=facts, premises=3)
        return [rewritten(over), swapped]

    own = term("G(w)", G=G, w=w)
    at_most = at(guess_of_a_history(), n, m, x, w, own, given=[*given, made], premises=5)
    known = [share, arithmetic(term("0 < 1 / m", m=m), size)]
    said, *others = _parts(goal.conclusion)
    found = [_by_shares(said, [*chance(G, at_most), *known], facts)]
    if others:
        last_one, likeliest = others
        text = "sum a in 1..m. relaxed(n, m, x)(a, w) * indicator(w(n + 1) = a)"
        picked = term(text, n=n, m=m, x=x, w=w)
        steps = [unfolding("indicator"), one_other(given), in_sums(given), by(sum_of_zeros(), given)]
        own_guess = term("fun w a. indicator(w(n + 1) = a)", n=n)
        worked = normal(picked, *steps)
        one = arithmetic(equal(picked, term("relaxed(n, m, x)(w(n + 1), w)", n=n, m=m, x=x, w=w)), worked)
        found.append(_by_shares(last_one, [*chance(own_guess, one), *known], facts))
        premise, conclusion = applied(likeliest, "implies", 2) or ()
        of_likeliest = at(kernel.assume(premise), w, given=[letters])
        exactly = at(guess_of_the_likeliest(), n, m, x, w, own, given=[*given, made, of_likeliest], premises=6)
        found.append(kernel.discharge(premise, _by_shares(conclusion, [*chance(G, exactly), *known], facts)))
    return conjoined(*found)


def _is_of_words(fact: Proved) -> bool:
    body = quantified(fact.conclusion, "forall")
    return body is not None and body.variable == WORD


def _parts(formula: Term) -> list[Term]:
    both = applied(formula, "and", 2)
    return [part for side in both for part in _parts(side)] if both else [formula]


def _by_shares(formula: Term, known: list[Proved], facts: list[Proved]) -> Proved:
    return reduced(normal(formula, in_sums(facts)), lambda it: arithmetic(it, *known, opaque=True))
