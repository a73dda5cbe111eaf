"""Sections 4.3 and 5: the two examples, guesses, single bits, and what is said in general."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from checks.interpreter import Obligation
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, proved, variable
from checks.papers.nz.encodings.matching import (
    GAMMA,
    LEVEL,
    SIZES,
    UPPER,
    Q,
    is_best,
    not_above,
    not_below,
    rounds_to,
    selection,
)
from checks.papers.nz.encodings.proof_matrices import theorem_4_1
from checks.papers.nz.encodings.subset_surveys import all_together, unbiased
from checks.papers.nz.notation_diversity import K, L, subsets
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verification import Context, Part
from derivations import subset_comparison as comparison
from derivations.statements import Sequent
from derivations.subset_minimax import best_matches
from derivations.subset_response import subset_selection
from mechanisms.criteria.information_privacy import posterior_range
from mechanisms.formula import Formula, NamedConstant, all_of
from mechanisms.rational import RationalFunction

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
