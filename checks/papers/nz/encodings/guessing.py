"""Sections 4.3 and 5: the two examples, guesses, single bits, and what is said in general."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import exp

from checks.interpreter import Obligation
from checks.interpreter.values import MeaninglessError
from checks.papers.nz.encodings.common import Encoding, fact, fails_at, proved, variable
from checks.papers.nz.encodings.matching import (
    GAMMA,
    LEVEL,
    Q,
    between,
    is_best,
    located,
    matches,
    near,
    not_above,
    not_below,
    rounds_to,
)
from checks.papers.nz.notation_diversity import K
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.statements import Sequent
from derivations.theorems.subsets import subset_comparison as comparison
from derivations.theorems.subsets.parity_optimum import falls_with_gamma
from derivations.theorems.subsets.subset_minimax import best_matches, selection_variance
from derivations.theorems.subsets.subset_response import subset_selection
from mechanisms.exact.formula import Formula, NamedConstant, PrintedRelation, all_of
from mechanisms.exact.rational import RationalFunction

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


def inclusion_located(context: Context, k: int, size: int, q: int, low: Fraction, high: Fraction) -> Part:
    """Whatever gamma matches with q, p = q gamma/(q gamma + k - q) lies between."""
    chance = q * GAMMA / (q * GAMMA + k - q)
    inside = all_of([fact(chance, ">=", RationalFunction.of(low)), fact(chance, "<=", RationalFunction.of(high))])
    return context.shown("p of what matches", inside, *matches(k, size, q))


def level_located(context: Context, k: int, size: int, q: int, eps: Fraction, relation: PrintedRelation) -> list[Part]:
    """Whatever gamma matches with q, it is at least, or at most, e^eps: a rational number lies between both."""
    bound = between(near(k, size, q), exp(eps))
    other: PrintedRelation = ">=" if relation == "<=" else "<="
    known = frozenset([NamedConstant("x", "exp", eps)])
    return [
        context.shown(f"what matches {relation} {bound}", fact(GAMMA, relation, bound), *matches(k, size, q)),
        Obligation(f"exp({eps}) {other} {bound}", Sequent(known, fact(LEVEL, other, bound))),
    ]


def level_parts(context: Context, k: int, size: int, q: int, eps: tree.Number) -> Iterator[Part]:
    """log gamma of the matched design rounds to the printed eps."""
    half = Fraction(1, 2 * 10**eps.places)
    ends: tuple[tuple[str, Fraction, Callable[..., Formula], PrintedRelation], ...] = (
        ("not below", eps.value - half, not_below, ">="),
        ("not above", eps.value + half, not_above, "<="),
    )
    for name, value, test, relation in ends:
        known = NamedConstant("x", "exp", value)
        label = f"eps = {eps.text}: {name} {value}"
        yield Obligation(label, Sequent(frozenset([known]), test(k, size, q, LEVEL)))
        yield from level_located(context, k, size, q, value, relation)


def matched_example(context: Context) -> Sequence[Part]:
    """The printed gamma, q, eps and p are those of the design of least parity with the same added variance, rounded."""
    (k, size), q, numbers = sizes_of(context), best_size(context), said(context)
    parts: list[Part] = [proved("what is added falls with gamma", falls_with_gamma())]
    parts += is_best(context, k, size, q)
    for name, number in numbers.items():
        half = Fraction(1, 2 * 10**number.places)
        if name == "gamma":
            parts.append(context.shown(f"gamma = {number.text}", rounds_to(k, size, q, number)))
            parts.append(located(context, k, size, q, number))
        elif name == "q":
            parts.append(context.shown(f"q = {number.text}", fact(q, "=", RationalFunction.of(number.value))))
        elif name == "eps":
            parts += level_parts(context, k, size, q, number)
        elif name == "p":
            ends = number.value - half, number.value + half
            parts.append(context.shown(f"p = {number.text}", inclusion_between(k, size, q, *ends)))
            parts += [inclusion_located(context, k, size, q, *ends), *printed_inclusion(context, k, q)]
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
    parts: list[Part] = [
        context.shown(f"gamma = {numbers['gamma'].text}", rounds_to(k, size, q, numbers["gamma"])),
        located(context, k, size, q, numbers["gamma"]),
        *is_best(context, k, size, q),
    ]
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
    return [
        *logarithm_parts(gamma, eps),
        Obligation(f"private at eps = {eps.text}", private),
        *level_located(context, k, size, q, eps.value, "<="),
        *is_best(context, k, size, q),
    ]


def level_is_least(context: Context) -> Sequence[Part]:
    """The printed eps is the smallest one at which the matched design is private, rounded."""
    (k, size), q = sizes_of(context), best_size(context)
    (node,) = context.trees()
    if not (isinstance(node, tree.Chain) and node.relations == ("=",) and isinstance(node.members[1], tree.Number)):
        raise MeaninglessError("eps = number is needed here")
    return [
        proved("what is added falls with gamma", falls_with_gamma()),
        *is_best(context, k, size, q),
        *level_parts(context, k, size, q, node.members[1]),
    ]


def guess_from_one_category(context: Context) -> Sequence[Part]:
    """With q = 1 the reported category is the true one with probability p, whatever the prior; p as printed."""
    (k, _), q = sizes_of(context), best_size(context)
    found = subset_selection(k, 1, GAMMA)
    return [
        *matched_example(context),
        context.shown("one category is reported", fact(q, "=", 1)),
        context.shown("it is the true one with probability p", fact(found.moments.own, "=", found.inclusion)),
        context.shown("there are so many others", fact(k - 1, "=", 19)),
        context.shown("the best guess under the uniform prior", fact(found.guess, "=", found.inclusion)),
        context.shown("a parity above 1 makes it the best", fact(found.holding, ">", found.lacking)),
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
        proved("what is added falls with gamma", falls_with_gamma()),
        context.shown("three categories are reported", fact(q, "=", 3)),
        context.shown(f"the truth is among them with probability {held.text}", first),
        context.shown(f"it is not with probability {lacked.text}", second),
        inclusion_located(context, k, size, q, held.value - half[0], held.value + half[0]),
        inclusion_located(context, k, size, q, 1 - lacked.value - half[1], 1 - lacked.value + half[1]),
        *is_best(context, k, size, q),
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
    found = subset_selection(k, q, GAMMA)
    exact = inclusion_between(k, size, q, q * (result.value - half), q * (result.value + half))
    return [
        *context.interpreter.obligations(node),
        context.shown("a random one of q is right with probability p/q", fact(found.guess, "=", found.inclusion / q)),
        context.shown("three are reported", fact(q, "=", 3)),
        context.shown(f"p/q = {result.text}", exact),
        inclusion_located(context, k, size, q, q * (result.value - half), q * (result.value + half)),
        *is_best(context, k, size, q),
        proved("p/q > 1/l for every q < l that matches", comparison.matched_guess()),
        context.shown("1/l", fact(RationalFunction.of(Fraction(1, size)), "=", RationalFunction.of(Fraction(1, 10)))),
    ]


# -- section 5 ---------------------------------------------------------------------------------------------------------


def bits_add_a_tenth_more(context: Context) -> Sequence[Part]:
    """At each parity the k bits add at least a tenth more than the best subset selection."""
    best = comparison.best_at_square()
    added, least = comparison.bits_variance(), selection_variance(K, Q, variable("s") ** 2)
    claimed = fact(added, ">=", Fraction(11, 10) * least)
    return [fails_at("a tenth more", best, claimed, k=200, q=95, s=Fraction(21, 20))]


ENCODINGS: dict[str, Encoding] = {
    "matched_example": matched_example,
    "at_printed_gamma": at_printed_gamma,
    "level_of_example": level_of_example,
    "level_is_least": level_is_least,
    "guess_from_one_category": guess_from_one_category,
    "two_outcomes": two_outcomes,
    "random_choice_of_three": random_choice_of_three,
    "bits_add_a_tenth_more": bits_add_a_tenth_more,
}
