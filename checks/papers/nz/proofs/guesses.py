"""Section 4.3 and 5: guesses of the true category, single bits, and what the abstract says."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.nz.proofs import costs, diversity, erasure
from checks.papers.nz.proofs.beliefs import parity_exactly_if
from checks.papers.nz.proofs.common import cite, given, in_parts, in_plain_words, of_parameters
from checks.papers.nz.proofs.diversity import Diverse, matched, normal_form
from checks.papers.nz.proofs.minimax_pairs import Minimax, known_facts, risk_of_linear, sampling_variance
from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Goal,
    arithmetic,
    conjoined,
    conjuncts,
    cut,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, Term, applied, equal
from derivations.theory import sums
from derivations.theory.least_added_variance import a_size_is_best, pure_inverts, spread_of_pure
from derivations.theory.linear_estimates import unbiased_exactly_if_inverse
from derivations.theory.single_bits import BITS, FLIPPED, KEPT, bits_add_more, bits_are_private, bits_need_their_level
from derivations.theory.single_terms import at, by_conditions, each, sum_of_equals, summed
from derivations.theory.subsets import square_of_bit
from derivations.theory.sums import in_range, in_sums
from derivations.theory.unary_encoding import unary_encoding_is_pure


class _Guessed(Diverse):
    """A goal about guesses of the true category from a set that is reported, all being equally likely before."""

    def by_response(self, G: Term) -> Proved:
        """The chance of a right guess, response by response."""
        k, m = self.k, self.m
        facts = self.facts
        inner = self.plainly("fun y i. 1 / k * (P(i, y) * G(y, i))", G=G)
        row = at(
            sums.sum_scale(),
            m,
            self.term("1 / k"),
            self.plainly("fun y. P(i, y) * G(y, i)", G=G, i=self.i),
            given=facts,
        )
        first = summed(self.i, k, symmetric(rewritten(row)), facts)
        swapped = at(sums.sum_swap(), k, m, self.plainly("fun i y. H(y, i)", H=inner), given=facts, premises=2)
        return derived.transitive(rewritten(first), rewritten(swapped))

    @property
    def whole(self) -> Proved:
        """m a/k = 1/l"""
        _, some, _, members, _ = conjuncts(self.counted)
        return arithmetic(self.term("m * (1 / k * a) = 1 / l", a=self.a), members, some, self.positive, *self.facts[:4])


def guess_from_set(goal: Goal) -> Proved:
    """No guess from the reported set is right more often than with probability 1/l, and one of its members is."""
    here = _Guessed(goal)
    k, m, i, y = here.k, here.m, here.i, here.y
    share = arithmetic(here.term("0 < a", a=here.a), here.positive)
    total = at(sum_of_equals(), m, here.term("1 / k * a", a=here.a), given=here.facts)
    some = arithmetic(here.term("0 < 1 / k"), *here.facts[:4])

    def best(formula: Term) -> Proved:
        one = goal_of(formula)
        (G,), (design,) = one.variables, one.given
        rows = rewritten(kernel.assume(design), unfolding("design", "law"))
        guess = at(rows, y, given=here.ranges)
        chance = at(kernel.part(guess, 0), i, given=here.ranges)
        zero, ones = map(kernel.assume, applied(here.bit.conclusion, "or", 2) or ())
        wanted = here.plainly("1 / k * (P(i, y) * G(y, i)) <= 1 / k * a * G(y, i)", a=here.a, G=G, i=i, y=y)
        g = here.plainly("a * G(y, i)", a=here.a, G=G, i=i, y=y)
        own = []
        for case in (zero, ones):
            entry = arithmetic(
                here.plainly("P(i, y) = a * b", a=here.a, b=sides(case.conclusion)[1], i=i, y=y),
                here.entry,
                case,
                opaque=True,
            )
            product = arithmetic(here.plainly("0 <= g", g=g), share, chance, opaque=True)
            below = arithmetic(here.plainly("P(i, y) * G(y, i) <= g", G=G, i=i, y=y, g=g), entry, product, opaque=True)
            own.append(arithmetic(wanted, below, some, opaque=True))
        column = summed(i, k, kernel.cases(here.bit, *own), here.facts)
        scaled = at(
            sums.sum_scale(),
            k,
            here.term("1 / k * a", a=here.a),
            here.plainly("fun i. G(y, i)", G=G, y=y),
            given=here.facts,
        )
        right = kernel.part(guess, 1)
        left = (applied(column.conclusion, "<=", 2) or (FALSE, FALSE))[0]
        at_y = arithmetic(
            here.plainly("s <= 1 / k * a", a=here.a, s=left), column, rewritten(scaled), rewritten(right), opaque=True
        )
        row = summed(y, m, at_y, here.facts)
        value = arithmetic(one.conclusion, here.by_response(G), row, total, here.whole, opaque=True)
        return one.qed(value)

    def member(formula: Term) -> Proved:
        G = here.term("fun y i. z(y, i) / l")
        body = normal(instance(formula, G))
        _, wanted = sides(body.conclusion)
        design, value = applied(wanted, "and", 2) or (FALSE, FALSE)
        positive = arithmetic(here.term("0 < l"), *here.facts)
        zero, ones = map(kernel.assume, applied(here.bit.conclusion, "or", 2) or ())
        not_negative = here.plainly("0 <= z(y, i) / l", i=i, y=y)
        chance = kernel.cases(here.bit, *(arithmetic(not_negative, case, positive) for case in (zero, ones)))
        total_of = arithmetic(here.term("z(y, i) / l = 1 / l * z(y, i)", i=i, y=y), positive)
        members = summed(i, k, total_of, here.facts)
        scaled = at(sums.sum_scale(), k, here.term("1 / l"), here.plainly("fun i. z(y, i)", y=y), given=here.facts)
        inverse = arithmetic(here.term("1 / l * l = 1"), positive)
        one = arithmetic(
            equal(sides(members.conclusion)[0], term("1")),
            members,
            rewritten(scaled),
            rewritten(here.members),
            inverse,
            opaque=True,
        )
        law = each(y, m, kernel.conjoin(each(i, k, chance), one))
        is_design = derived.follow(symmetric(normal(design, unfolding("design", "law"))), rewritten(law))
        bit = at(square_of_bit(), here.term("z(y, i)", i=i, y=y), given=[here.bit])
        product = here.plainly("1 / k * (P(i, y) * (z(y, i) / l)) = 1 / k * a * (1 / l * z(y, i))", a=here.a, i=i, y=y)
        number = arithmetic(here.term("0 < k"), *here.facts[:4])
        entry = arithmetic(
            product,
            here.entry,
            bit,
            positive,
            number,
            arithmetic(here.term("0 < binomial(k - 1, l - 1)"), here.positive),
        )
        column = summed(i, k, entry, here.facts)
        column = derived.transitive(column, normal(sides(column.conclusion)[1], in_sums(here.facts)))
        at_y = arithmetic(
            equal(sides(column.conclusion)[0], here.term("1 / k * a", a=here.a)),
            column,
            rewritten(here.members),
            inverse,
            opaque=True,
        )
        row = summed(y, m, at_y, here.facts)
        found = arithmetic(value, here.by_response(G), rewritten(row), total, here.whole, opaque=True)
        return kernel.witness(formula, G, derived.follow(symmetric(body), kernel.conjoin(is_design, found)))

    def prove(formula: Term) -> Proved:
        first, rest = applied(formula, "and", 2) or (FALSE, FALSE)
        second, last = applied(rest, "and", 2) or (FALSE, FALSE)
        numbers = shown(
            last,
            [
                goal_of(part.conclusion).qed(_number(goal_of(part.conclusion)))
                for part in conjuncts(kernel.assume(last))
            ],
        )
        return kernel.conjoin(best(first), kernel.conjoin(member(second), numbers))

    return in_plain_words(goal.conclusion, prove)


def _number(one: Goal) -> Proved:
    return arithmetic(one.conclusion, *one.given)


# -- single bits -------------------------------------------------------------------------------------------------------


def bits_are_inefficient(goal: Goal) -> Proved:
    """The estimator from single bits is unbiased, and its risk exceeds that of the minimax pair of the same parity."""
    names, facts = goal.names, given(goal)
    n, k, m, z, s, r, Q, A, pi = (names[name] for name in ("n", "k", "m", "z", "s", "r", "Q", "A", "pi"))
    g = term("s^2", s=s)
    q = Free("q #0")
    more = arithmetic(
        term("1 < s^2", s=s), *[f for f in facts if isinstance(f, Proved) and f.conclusion == term("1 < s", s=s)]
    )
    facts = [*facts, more, *(shown(term("integer(n) and 1 <= n", n=size), facts) for size in (n, k))]
    strict = next(f for f in known_facts(facts) if f.conclusion == term("1 < s", s=s))
    above_one = arithmetic(term("1 <= s", s=s), strict)
    facts.append(above_one)
    kept, flipped = term(KEPT, s=s), term(FLIPPED, s=s)
    P = normal_form(term(BITS, k=k, z=z, s=s))
    between = [
        arithmetic(term(text, s=s), above_one)
        for text in (f"0 <= {KEPT} and {KEPT} <= 1", f"0 <= {FLIPPED} and {FLIPPED} <= 1")
    ]
    both = at(unary_encoding_is_pure(), k, m, z, kept, flipped, given=[*facts, *between], premises=6)
    design, pure = kernel.part(both, 0), kernel.part(both, 1)
    differ = arithmetic(term("p != q", p=kept, q=flipped), strict)
    known = [*facts, design, pure, differ]
    inverts = rewritten(at(pure_inverts(), k, m, P, z, kept, flipped, given=known, premises=5))
    law = next(f for f in known_facts(facts) if applied(f.conclusion, "law", 2))
    spread = rewritten(at(spread_of_pure(), k, m, P, z, kept, flipped, pi, given=[*known, law], premises=6))
    L = normal_form(term("fun i y. (z(y, i) - q) / (p - q)", z=z, p=kept, q=flipped))
    risk = risk_of_linear(n, k, m, P, L, pi, [*known, inverts, law])
    unbiased = cite(unbiased_exactly_if_inverse(), n, k, m, P, L, given=known, premises=4)
    unbiased = derived.follow(symmetric(unbiased), rewritten(inverts))
    private = rewritten(at(bits_are_private(), k, m, z, s, given=facts, premises=2))
    iff = parity_exactly_if([*facts, design], {"k": k, "m": m, "P": P}, g, arithmetic(term("1 <= g", g=g), more))
    parity = derived.follow(symmetric(iff), private)
    sizes = shown(term("integer(k) and 2 <= k and 1 < g", k=k, g=g), facts)
    existence = at(a_size_is_best(), k, g, given=[sizes])
    best = kernel.assume(instance(existence.conclusion, q))
    pair = Minimax.of(n, k, r, Q, A, g, q, facts, rewritten(best)).risk(pi, law)
    costly = rewritten(at(bits_add_more(), k, s, q, given=[sizes, rewritten(best), strict], premises=3))
    sampling = sampling_variance(k, pi, law, facts)

    def no_smaller(formula: Term) -> Proved:
        """A bound c of the parity is at least 1, and the design is private at the level c."""
        one = goal_of(formula)
        (c,) = one.variables
        ratios = list(conjuncts(kernel.assume(one.given[0])))[-1]
        first = [
            kernel.literal(Number(1)),
            arithmetic(term("1 <= 1")),
            arithmetic(term("1 <= k", k=k), *known_facts(facts)),
        ]
        places = [shown(in_range(Number(1), size), [*first, *facts]) for size in (m, k)]
        own = at(at(at(ratios, Number(1), given=places), Number(1), given=places), Number(1), given=places)
        a = Free("a #0")
        least = by_conditions(
            term("1 <= c", c=c), term("(a = 0 and a = 0 and 1 <= c) or (a != 0 and a / a <= c)", a=a, c=c)
        )
        zero = next(conjuncts(kernel.assume((applied(own.conclusion, "or", 2) or (FALSE,))[0]))).conclusion
        least = cut(kernel.instantiate(least, {a: sides(zero)[0]}), own)
        exactly = parity_exactly_if([*facts, design], {"k": k, "m": m, "P": P}, c, least)
        level = derived.follow(exactly, ratios)
        needed = at(bits_need_their_level(), k, m, z, s, c, given=[*facts, level], premises=4)
        return one.qed(needed)

    def prove(formula: Term) -> Proved:
        bounded, others = applied(formula, "and", 2) or (FALSE, FALSE)
        smaller, rest = applied(others, "and", 2) or (FALSE, FALSE)
        is_unbiased, larger = applied(rest, "and", 2) or (FALSE, FALSE)
        first = shown(bounded, [*facts, rewritten(design), rewritten(parity)])
        last = arithmetic(larger, *map(rewritten, (risk, spread, pair, costly, sampling)), opaque=True)
        last = kernel.unpack(existence, q, last)
        return conjoined(first, no_smaller(smaller), matched(is_unbiased, unbiased), last)

    return in_plain_words(goal.conclusion, prove, unfolding("size"))


# -- the abstract ------------------------------------------------------------------------------------------------------


@script("abstract")
def abstract(goal: Goal) -> Proved:
    """The parts of the abstract, each as in the section that shows it."""
    scripts = [
        costs.SCRIPTS["parity is costly"],
        of_parameters(bits_are_inefficient),
        diversity.SCRIPTS["simple, unbiased, minimax"],
        erasure.SCRIPTS["larger erasure is secure"],
        erasure.SCRIPTS["disclosed"],
    ]
    return in_parts(goal, scripts)


SCRIPTS: Mapping[str, Script] = {
    "single bits": of_parameters(bits_are_inefficient),
    "guess from a set": of_parameters(guess_from_set),
}
