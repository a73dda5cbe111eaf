"""Sections 4.3 and 5: the design of bounded parity with the same added variance, Table 2, guesses, single bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache

from checks.interpreter import Obligation
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, proved, variable
from checks.papers.nz.encodings.proof_matrices import theorem_4_1
from checks.papers.nz.encodings.subset_surveys import all_together, unbiased
from checks.papers.nz.notation_diversity import K, L, moments, subsets
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verification import Context, Part
from derivations import subset_comparison as comparison
from derivations.parity_optimum import falls_with_gamma, larger_set, matching_parity
from derivations.statements import Sequent
from derivations.subset_minimax import best_matches, diversity_variance, selection_variance
from derivations.subset_response import FixedSizeSubsets, subset_selection
from mechanisms.criteria.information_privacy import posterior_range
from mechanisms.formula import Formula, NamedConstant, all_of
from mechanisms.rational import RationalFunction

Q, GAMMA, CHANCE, ROOT, LEVEL = (variable(name) for name in ("q", "gamma", "p", "r", "x"))
CATEGORIES = (10, 15, 20, 50, 100, 200, 500)
SUBSET_SIZES = (5, 10, 15, 20, 25, 30)
SIZES = (fact(Q, ">=", ONE), fact(K - Q, ">=", ONE))
UPPER = {(20, 5): Fraction(1419, 100), (50, 10): Fraction(18025, 1000)}
"""Numbers that are no less than the gamma of the two examples."""
MISSING = tree.Name("not_available")


def selection() -> FixedSizeSubsets:
    """Subset selection with symbolic k, q and gamma."""
    return subset_selection(K, Q, GAMMA)


# -- the mechanism of bounded parity -----------------------------------------------------------------------------------


def inclusion_probability(context: Context) -> Sequence[Part]:
    """With the printed p a set is gamma times as likely under a truth in it, and with no other p."""
    (node,) = context.trees()
    if not isinstance(node, tree.Chain) or node.members[0] != tree.Name("p") or node.relations != ("=",):
        raise MeaninglessError("p = ... is needed here")
    with context.interpreter.apart() as (divisors, required):
        printed = context.interpreter.number(node.members[1])
    number = subsets().count(0)
    ratio = FixedSizeSubsets(K, Q, CHANCE, number).likelihood_ratio
    known = [*SIZES, fact(CHANCE, ">", ZERO), fact(CHANCE, "<", ONE)]
    return [
        *(
            Obligation(o.label, Sequent(o.sequent.hypotheses | frozenset(SIZES), o.sequent.conclusion))
            for o in context.interpreter.definedness("p", divisors, required)
        ),
        context.shown("p gives the parity gamma", fact(ratio, "=", GAMMA), *known, fact(CHANCE, "=", printed)),
        context.shown("no other p does", fact(CHANCE, "=", printed), *known, fact(ratio, "=", GAMMA)),
    ]


def size_of_response(context: Context) -> Sequence[Part]:
    """q categories are reported, the truth among them with probability p; with probability 1 in local l-diversity."""
    found, diverse = selection(), subsets().moments
    law = found.moments
    return [
        context.shown("q categories on average", fact(law.own + (K - 1) * law.other, "=", Q), *SIZES),
        context.shown("the truth with probability p", fact(law.own, "=", found.inclusion), *SIZES),
        context.shown("p is less than 1", fact(found.inclusion, "<", ONE), *SIZES),
        context.shown("local l-diversity always reports it", fact(diverse.own, "=", ONE)),
    ]


# -- equal added variance ----------------------------------------------------------------------------------------------


def match_exists(context: Context) -> Sequence[Part]:
    """Some q and gamma have the added variance of local l-diversity: it is positive, as that of every gamma is."""
    added = moments(context.interpreter).added_variance
    return [
        context.shown("what is to be matched is positive", fact(added, ">", ZERO)),
        proved("so is the added variance of every q and gamma", comparison.every_parity_costs()),
        proved("for q < l this gamma matches", matching_parity()),
        proved("which exceeds 1", comparison.root_above_size()),
    ]


def match_is_smallest(context: Context) -> Sequence[Part]:
    """Below the least gamma that matches every q adds more: each falls with gamma, and q >= l stays above."""
    return [
        *match_exists(context),
        proved("the added variance falls with gamma, for each q", falls_with_gamma()),
        proved("for q >= l it stays above", comparison.large_sets_cost_more()),
    ]


@cache
def _gap() -> RationalFunction:
    """What subset selection with q adds at gamma, less what local l-diversity adds."""
    return selection_variance(K, Q, GAMMA) - diversity_variance(K, L)


def not_below(k: int, size: int, q: int, gamma: RationalFunction | Fraction) -> Formula:
    """The gamma that matches with q is at least the given one: there the added variance is still as large."""
    return fact(_gap().substitute({"k": k, "l": size, "q": q, "gamma": gamma}), ">=", ZERO)


def not_above(k: int, size: int, q: int, gamma: RationalFunction | Fraction) -> Formula:
    """The gamma that matches with q is at most the given one."""
    return fact(_gap().substitute({"k": k, "l": size, "q": q, "gamma": gamma}), "<=", ZERO)


def rounds_to(k: int, size: int, q: int, printed: tree.Number) -> Formula:
    """The gamma that matches with q rounds to the printed number; an integer is the number itself."""
    half = Fraction(1, 2 * 10**printed.places) if printed.places else Fraction(0)
    low, high = printed.value - half, printed.value + half
    if low <= 1:
        raise MeaninglessError("a parity exceeds 1")
    return all_of([not_below(k, size, q, low), not_above(k, size, q, high)])


def is_best(context: Context, k: int, size: int, q: int, above: Fraction) -> Iterator[Part]:
    """No neighbour of q matches with a smaller gamma, `above` being no less than that of q; V has one minimum over q.

    A neighbour that still adds more at `above` matches beyond it. Where it does not, gamma^2 is compared with the
    switching squares: with r^2 = q (k - q) l/(k - l) and gamma = 1 + k/(r - q), q + 1 is no better if gamma^2 is at
    least (k - q)(k - q - 1)/(q (q + 1)), and q - 1 is not if it is at most that of q - 1.
    """
    gamma = 1 + RationalFunction.of(k) / (ROOT - q)
    known = [
        fact(ROOT**2, "=", RationalFunction.of(Fraction(q * (k - q) * size, k - size))),
        fact(ROOT, ">", RationalFunction.of(q)),
    ]
    larger = fact(gamma**2 * q * (q + 1), ">=", RationalFunction.of((k - q) * (k - q - 1)))
    smaller = fact(gamma**2 * q * (q - 1), "<=", RationalFunction.of((k - q + 1) * (k - q)))
    for neighbour, at_root in ((q + 1, larger), (q - 1, smaller)):
        if not 1 <= neighbour <= k - 1:
            continue
        label = f"k = {k}, l = {size}: q = {q} is best, not {neighbour}"
        beyond = not_below(k, size, neighbour, above)
        if beyond.holds_at({}):
            yield context.shown(label, beyond)
        else:
            yield context.shown(label, at_root, *known)


def entry_of_table(context: Context, k: int, size: int, entry: tree.Node) -> Iterator[Part]:
    """gamma(q) as printed; a design for l >= k has no unbiased estimator, so that there is nothing to match."""
    match entry:
        case tree.Name() if entry == MISSING:
            yield context.shown(f"k = {k}, l = {size}: nothing to match", fact(size, ">=", k))
        case tree.Product(factors=(tree.Number() as gamma, tree.Number() as q)) if q.places == 0:
            yield from matched(context, k, size, gamma, int(q.value))
        case _:
            raise MeaninglessError("an entry of the table is gamma(q) or NA")


def matched(context: Context, k: int, size: int, gamma: tree.Number, q: int) -> Iterator[Part]:
    """The least gamma that matches is that of q, and rounds to the printed number."""
    if not 1 <= size < k or not 1 <= q < k:
        raise MeaninglessError("only for 1 <= l < k and 1 <= q < k there are designs to match")
    yield context.shown(f"k = {k}, l = {size}: q is less than l", fact(q, "<", size))
    yield context.shown(f"k = {k}, l = {size}: gamma is {gamma.text}", rounds_to(k, size, q, gamma))
    yield from is_best(context, k, size, q, gamma.value + Fraction(1, 2 * 10**gamma.places))


def table_of_matches(context: Context) -> Sequence[Part]:
    """Every entry, rounded to the printed places; the rows are l, the columns k."""
    (node,) = context.trees()
    if not isinstance(node, tree.Matrix) or (len(node.rows), len(node.rows[0])) != (len(SUBSET_SIZES), len(CATEGORIES)):
        raise MeaninglessError("a table of 6 rows and 7 columns is needed here")
    parts: list[Part] = [proved(f"larger sets are {how}", larger_set(sign)) for sign, how in _ORDERS]
    parts += [proved("the gamma that matches", matching_parity()), proved("falls with gamma", falls_with_gamma())]
    for size, row in zip(SUBSET_SIZES, node.rows, strict=True):
        for k, entry in zip(CATEGORIES, row, strict=True):
            parts += entry_of_table(context, k, size, entry)
    return parts


_ORDERS: tuple[tuple[str, str], ...] = (("<", "better below"), ("=", "as good at"), (">", "worse above"))


# -- the examples ------------------------------------------------------------------------------------------------------


def sizes_of(context: Context) -> tuple[int, int]:
    """The numbers k and l of an example."""
    at = context.interpreter.at
    if not {"k", "l"} <= at.keys():
        raise MeaninglessError("an example gives k and l")
    return int(at["k"].evaluate({})), int(at["l"].evaluate({}))


def said(context: Context) -> dict[str, tree.Number]:
    """The printed numbers by the name before the sign of equality."""
    found: dict[str, tree.Number] = {}
    for node in context.trees():
        for item in node.items if isinstance(node, tree.Conjunction) else (node,):
            match item:
                case tree.Chain(members=(tree.Name(name=name), *_, tree.Number() as number), relations=relations) if (
                    set(relations) == {"="}
                ):
                    found[name] = number
                case _:
                    raise MeaninglessError("an equation 'name = number' is needed here")
    return found


def best_size(context: Context) -> int:
    """The q of the example's design: of least gamma, which `is_best` shows of it."""
    k, size = sizes_of(context)
    return best_matches(k, size)[0].size


def inclusion_between(k: int, size: int, q: int, low: Fraction, high: Fraction) -> Formula:
    """p of the matched design lies between: p grows with gamma, so gamma lies between the two that give the ends."""
    ends = [Fraction(k - q) * p / (q * (1 - p)) for p in (low, high)]
    return all_of([not_below(k, size, q, ends[0]), not_above(k, size, q, ends[1])])


def level_parts(context: Context, k: int, size: int, q: int, eps: tree.Number) -> Iterator[Part]:
    """log gamma of the matched design rounds to the printed eps."""
    half = Fraction(1, 2 * 10**eps.places)
    for name, value, test in (("not below", eps.value - half, not_below), ("not above", eps.value + half, not_above)):
        known = NamedConstant("x", "exp", value)
        label = f"eps = {eps.text}: {name} {value}"
        yield Obligation(label, Sequent(frozenset([known]), test(k, size, q, LEVEL)))


def matched_example(context: Context) -> Sequence[Part]:
    """The printed gamma, q, eps and p are those of the design of least parity with the same added variance, rounded."""
    (k, size), q, numbers = sizes_of(context), best_size(context), said(context)
    parts: list[Part] = [context.shown("a bound of gamma", not_above(k, size, q, UPPER[k, size]))]
    parts += is_best(context, k, size, q, UPPER[k, size])
    for name, number in numbers.items():
        half = Fraction(1, 2 * 10**number.places)
        if name == "gamma":
            parts.append(context.shown(f"gamma = {number.text}", rounds_to(k, size, q, number)))
        elif name == "q":
            parts.append(context.shown(f"q = {number.text}", fact(q, "=", RationalFunction.of(number.value))))
        elif name == "eps":
            parts += level_parts(context, k, size, q, number)
        elif name == "p":
            inside = inclusion_between(k, size, q, number.value - half, number.value + half)
            parts += [context.shown(f"p = {number.text}", inside), *printed_inclusion(context, k, q)]
        else:
            raise MeaninglessError(f"{name} is no quantity of the example")
    return parts


def printed_inclusion(context: Context, k: int, q: int) -> Iterator[Part]:
    """What is printed between p and its value is the probability of inclusion, for every gamma."""
    for node in context.trees():
        if isinstance(node, tree.Chain) and node.members[0] == tree.Name("p"):
            for member in node.members[1:-1]:
                value = context.interpreter.number(member).substitute({"q": q})
                yield context.shown("the formula of p", fact(value, "=", subset_selection(k, q, GAMMA).inclusion))


def at_printed_gamma(context: Context) -> Sequence[Part]:
    """The same for the design with the rounded gamma that Table 2 prints."""
    (k, size), q, numbers = sizes_of(context), best_size(context), said(context)
    gamma = numbers["gamma"].value
    parts: list[Part] = [context.shown(f"gamma = {numbers['gamma'].text}", rounds_to(k, size, q, numbers["gamma"]))]
    chance = subset_selection(k, q, gamma).inclusion
    for name, number in numbers.items():
        half = Fraction(1, 2 * 10**number.places)
        if name == "p":
            parts.append(context.shown(f"p = {number.text}", _near(chance, number.value, half)))
        elif name == "eps":
            parts += logarithm_parts(gamma, number)
    return parts


def _near(value: RationalFunction, centre: Fraction, half: Fraction) -> Formula:
    low, high = RationalFunction.of(centre - half), RationalFunction.of(centre + half)
    return all_of([fact(low, "<=", value), fact(value, "<=", high)])


def logarithm_parts(gamma: Fraction, eps: tree.Number) -> Iterator[Part]:
    """log(gamma) of a given number rounds to eps."""
    half, value = Fraction(1, 2 * 10**eps.places), RationalFunction.of(gamma)
    for known, conclusion in (
        (NamedConstant("x", "exp", eps.value - half), fact(LEVEL, "<=", value)),
        (NamedConstant("x", "exp", eps.value + half), fact(value, "<=", LEVEL)),
    ):
        yield Obligation(f"log({gamma}) = {eps.text}", Sequent(frozenset([known]), conclusion))


def ratio_of_probabilities(context: Context) -> Sequence[Part]:
    """The printed reciprocal; the parity is at most gamma, and then posterior over prior lies between the two."""
    (k, size), q = sizes_of(context), best_size(context)
    (node,) = context.trees()
    if not (isinstance(node, tree.Chain) and node.relations == ("=",) and isinstance(node.members[1], tree.Quotient)):
        raise MeaninglessError("number = 1/gamma is needed here")
    gamma = context.interpreter.number(node.members[1].denominator)
    prior, eta = variable("chance"), variable("eta")
    low, high = posterior_range(prior, eta)
    known = [fact(prior, ">", ZERO), fact(prior, "<=", ONE), fact(eta, ">=", ONE), fact(eta, "<=", gamma)]
    return [
        *context.interpreter.obligations(node),
        context.shown("the parity is at most gamma", not_above(k, size, q, gamma)),
        context.shown("posterior at most gamma times prior", fact(high, "<=", gamma * prior), *known),
        context.shown("posterior at least prior over gamma", fact(low, ">=", prior / gamma), *known),
        *is_best(context, k, size, q, gamma.evaluate({})),
    ]


def level_of_example(context: Context) -> Sequence[Part]:
    """The printed logarithm, and that the design is private at the printed eps."""
    (k, size), q = sizes_of(context), best_size(context)
    (node,) = context.trees()
    match node:
        case tree.Chain(
            members=(tree.Name(name="eps"), tree.Number() as eps, tree.Apply(function="log") as log),
            relations=("=", "="),
        ):
            gamma = context.interpreter.number(log.arguments[0]).evaluate({})
        case _:
            raise MeaninglessError("eps = number = log(number) is needed here")
    private = Sequent(frozenset([NamedConstant("x", "exp", eps.value)]), not_above(k, size, q, LEVEL))
    return [*logarithm_parts(gamma, eps), Obligation(f"private at eps = {eps.text}", private)]


def level_is_least(context: Context) -> Sequence[Part]:
    """The printed eps is the smallest one at which the matched design is private, rounded."""
    (k, size), q = sizes_of(context), best_size(context)
    (node,) = context.trees()
    if not (isinstance(node, tree.Chain) and node.relations == ("=",) and isinstance(node.members[1], tree.Number)):
        raise MeaninglessError("eps = number is needed here")
    return list(level_parts(context, k, size, q, node.members[1]))


def guess_from_one_category(context: Context) -> Sequence[Part]:
    """With q = 1 the reported category is the true one with probability p, whatever the prior; p as printed."""
    (k, _), q = sizes_of(context), best_size(context)
    found = subset_selection(K, ONE, GAMMA)
    return [
        *matched_example(context),
        context.shown("one category is reported", fact(q, "=", 1)),
        context.shown("it is the true one with probability p", fact(found.moments.own, "=", found.inclusion)),
        context.shown("there are so many others", fact(k - 1, "=", 19)),
        context.shown("the best guess under the uniform prior", fact(found.guess, "=", found.inclusion)),
        context.shown("a parity above 1 makes it the best", fact(found.holding, ">", found.lacking)),
    ]


def guess_from_diverse_set(context: Context) -> Sequence[Part]:
    """The best guess under the uniform prior is right with probability 1/l: the printed number, below p."""
    (k, size), q = sizes_of(context), best_size(context)
    (node,) = context.trees()
    if not isinstance(node, tree.Chain) or node.relations != ("<",):
        raise MeaninglessError("guess < p is needed here")
    guess, chance = (member for member in node.members)
    if not isinstance(guess, tree.Number) or not isinstance(chance, tree.Number):
        raise MeaninglessError("two printed numbers are compared here")
    half = Fraction(1, 2 * 10**chance.places)
    rounded = inclusion_between(k, size, q, chance.value - half, chance.value + half)
    return [
        context.shown("in general 1/l", fact(subsets().guess, "=", ONE / L)),
        context.shown(
            f"here {guess.text}", fact(RationalFunction.of(Fraction(1, size)), "=", RationalFunction.of(guess.value))
        ),
        context.shown(f"p = {chance.text}", rounded),
        context.shown(
            "1/l is less than p",
            not_below(k, size, q, Fraction(k - q) * Fraction(1, size) / (q * (1 - Fraction(1, size)))),
        ),
        *context.interpreter.obligations(node),
    ]


def two_outcomes(context: Context) -> Sequence[Part]:
    """The truth and two others with the first printed probability, three others with the second one."""
    (k, size), q = sizes_of(context), best_size(context)
    held, lacked = (node for node in context.trees())
    if not isinstance(held, tree.Number) or not isinstance(lacked, tree.Number):
        raise MeaninglessError("two probabilities are needed here")
    half = Fraction(1, 2 * 10**held.places), Fraction(1, 2 * 10**lacked.places)
    first = inclusion_between(k, size, q, held.value - half[0], held.value + half[0])
    second = inclusion_between(k, size, q, 1 - lacked.value - half[1], 1 - lacked.value + half[1])
    return [
        context.shown("three categories are reported", fact(q, "=", 3)),
        context.shown(f"the truth is among them with probability {held.text}", first),
        context.shown(f"it is not with probability {lacked.text}", second),
    ]


def random_choice_of_three(context: Context) -> Sequence[Part]:
    """One of the q reported categories is right with probability p/q: as printed, and more than 1/l."""
    (k, size), q = sizes_of(context), best_size(context)
    (node,) = context.trees()
    match node:
        case tree.Chain(members=(_, tree.Number() as result), relations=("=",)):
            half = Fraction(1, 2 * 10**result.places)
        case _:
            raise MeaninglessError("a product = number is needed here")
    found = selection()
    exact = inclusion_between(k, size, q, q * (result.value - half), q * (result.value + half))
    return [
        *context.interpreter.obligations(node),
        context.shown(
            "a random one of q is right with probability p/q", fact(found.guess, "=", found.inclusion / Q), *SIZES
        ),
        context.shown("three are reported", fact(q, "=", 3)),
        context.shown(f"p/q = {result.text}", exact),
        *more_than_diverse(context),
        context.shown("1/l", fact(RationalFunction.of(Fraction(1, size)), "=", RationalFunction.of(Fraction(1, 10)))),
    ]


def more_than_diverse(context: Context) -> Sequence[Part]:
    """At equal added variance the truth is guessed more often after a response of the matched design, p/q > 1/l."""
    return [
        proved("p/q > 1/l for every q < l that matches", comparison.matched_guess()),
        context.shown("after a response of local l-diversity: 1/l", fact(subsets().guess, "=", ONE / L)),
    ]


# -- section 5 ---------------------------------------------------------------------------------------------------------


def parity_is_costly(context: Context) -> Sequence[Part]:
    """For k >= 20 and gamma <= 20 every design of subset selection adds more than three sampling variances."""
    return [proved("more than 3 (1 - 1/k)", comparison.moderate_sets_cost_much())]


def bits_are_inefficient(context: Context) -> Sequence[Part]:
    """At each parity k bits, each flipped on its own, add more variance than the best subset selection."""
    side = variable("s")
    keep = side / (side + 1)
    return [
        context.shown(
            "the parity of the bits is gamma", fact((keep / (ONE - keep)) ** 2, "=", side**2), fact(side, ">", ONE)
        ),
        proved("V_R is less than what the bits add", comparison.single_bits_cost_more()),
    ]


ENCODINGS: dict[str, Encoding] = {
    "inclusion_probability": inclusion_probability,
    "size_of_response": size_of_response,
    "match_exists": match_exists,
    "match_is_smallest": match_is_smallest,
    "table_of_matches": table_of_matches,
    "matched_example": matched_example,
    "at_printed_gamma": at_printed_gamma,
    "ratio_of_probabilities": ratio_of_probabilities,
    "level_of_example": level_of_example,
    "level_is_least": level_is_least,
    "guess_from_one_category": guess_from_one_category,
    "guess_from_diverse_set": guess_from_diverse_set,
    "two_outcomes": two_outcomes,
    "random_choice_of_three": random_choice_of_three,
    "more_than_diverse": more_than_diverse,
    "parity_is_costly": parity_is_costly,
    "bits_are_inefficient": bits_are_inefficient,
    "simple_unbiased_minimax": all_together(unbiased, theorem_4_1),
    "abstract": all_together(parity_is_costly, bits_are_inefficient, unbiased, theorem_4_1),
}
