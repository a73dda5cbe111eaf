"""Sections 5.2 and 5.3: means of rounded numbers, and what buyers of several outputs learn together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from checks.interpreter.values import MeaninglessError
from checks.papers.pan.encodings.common import sum_of_products
from checks.papers.pan.encodings.reports import Encoding, by_theorem, fact, printed_sides
from checks.papers.pan.notation.estimation import here
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.moment_law import variable
from derivations.theorems.relaxations.relaxation import (
    as_private_as_the_last,
    channel_probability,
    one_more_response,
    relaxed_probability,
    response_probability,
)
from mechanisms import catalogue
from mechanisms.exact.formula import all_of
from mechanisms.exact.rational import RationalFunction

F, LOW, HIGH, LEVEL = (variable(name) for name in ("f_X", "l", "h", "z"))
SHARE, OBSERVED = (F - LOW) / (HIGH - LOW), variable("lambda_h")
TWO = RationalFunction.of(2)


def rounding_law(context: Context) -> Sequence[Part]:
    """The printed cases are a law on the two ends with mean f(X), the one of the protocol."""
    _, cases = printed_sides(context.trees()[0])
    if not isinstance(cases, tree.Cases):
        raise MeaninglessError("the law is printed case by case")
    up, down = (_chance_of(context, cases, name) for name in ("h", "l"))
    design = catalogue.get("stochastic-rounding").protocol.design()
    protocol = [design.entry("number", end).substitute({"share": SHARE}) for end in ("h", "l")]
    return [
        context.shown("it is a law", all_of([fact(up, ">=", 0), fact(down, ">=", 0), fact(up + down, "=", 1)])),
        context.shown("its mean is f(X)", relation_formula(sum_of_products((HIGH, up), (LOW, down)), "=", F)),
        context.shown("it is that of the protocol", all_of([fact(up, "=", protocol[0]), fact(down, "=", protocol[1])])),
    ]


def _chance_of(context: Context, cases: tree.Cases, end: str) -> RationalFunction:
    for branch in cases.branches:
        if branch.condition == tree.Chain((tree.Name("rounded"), tree.Name(end)), ("=",)):
            return context.interpreter.number(branch.value)
    raise MeaninglessError(f"no case z = {end} is printed")


def observed_share(level: RationalFunction) -> RationalFunction:
    """The mean share of responses h for numbers whose mean is f(X); the law of one response is affine in the number."""
    design = catalogue.get("rounded-response").protocol.design()
    return design.entry("number", "h").substitute({"x": level, "share": SHARE})


def unbiased_mean(context: Context) -> Sequence[Part]:
    """The printed estimate, affine in lambda_h, has the mean of f(X) over the group as its mean."""
    match context.trees()[0]:
        case tree.Chain(members=(tree.Name(name="f_hat"), right), relations=("approx",)):
            printed = context.interpreter.number(right)
        case _:
            raise MeaninglessError("an estimate is printed as an approximation")
    slope = printed.derivative("lambda_h")
    affine = fact(printed, "=", slope * OBSERVED + printed.substitute({"lambda_h": 0}))
    mean = relation_formula(context.interpreter.written(right) or printed, "=", F)
    return [
        context.shown("it is affine in the share of responses h", affine),
        context.shown(
            "at the mean of that share it is the mean of f(X)", mean, fact(OBSERVED, "=", observed_share(LEVEL))
        ),
    ]


def _history(share: RationalFunction, first: str, second: str) -> RationalFunction:
    """P(o1, o2) for a number with this share, where z is rounded again before the relaxation."""
    low, high = variable("x"), variable("y")
    weights = {"h": share, "l": 1 - share}
    total = RationalFunction.of(0)
    for z, weight in weights.items():
        response = response_probability(low, TWO, first == z)
        for later, again in weights.items():
            chance = weight * again
            total = total + chance * response * relaxed_probability(low, high, TWO, later, first, second)
    return total


def rounded_afresh(context: Context) -> Sequence[Part]:
    """The response at eps2, and an eps2-private history, where the number is rounded again before the relaxation."""
    high, share, other = variable("y"), variable("share"), variable("other_share")
    design = catalogue.get("rounded-response").protocol.design()
    box = [bound for s in (share, other) for bound in (fact(s, ">=", 0), fact(s, "<=", 1))]
    parts: list[Part] = []
    for second in ("h", "l"):
        marginal = _history(share, "h", second) + _history(share, "l", second)
        standard = design.entry("number", second).substitute({"x": high})
        parts.append(context.shown(f"the response {second} after the relaxation", fact(marginal, "=", standard), *box))
    for first in ("h", "l"):
        for second in ("h", "l"):
            one, two = (_history(s, first, second) for s in (share, other))
            private = fact(one, "<=", high * two)
            parts.append(context.shown(f"the history {first}, {second} is eps2-private", private, *box))
    return parts


def relaxation_steps(context: Context) -> list[Part]:
    """Responses drawn by Bayes' rule keep the form factor times law of the last response, for any number of values."""
    low, high, size = variable("x"), variable("y"), here(context.interpreter, variable("m"))
    parts: list[Part] = []
    for truth, before, after in (("a", "a", "a"), ("a", "a", "b"), ("a", "b", "a"), ("a", "b", "b"), ("a", "b", "c")):
        drawn = relaxed_probability(low, high, size, truth, before, after)
        left = response_probability(low, size, before == truth) * drawn
        right = response_probability(high, size, after == truth) * channel_probability(low, high, size, before == after)
        values = fact(left, "=", right)
        parts.append(context.shown(f"Bayes' rule from {before} to {after}, the truth being {truth}", values))
    return [*parts, by_theorem("one more response keeps the form of a history", one_more_response())]


def any_outputs_bought(context: Context) -> Sequence[Part]:
    """Outputs of any levels, together, are as private as the one of the highest level, which is at most the cap.

    What is not bought is summed over: outputs before the last one that is bought keep the form factor times law, and
    the laws of the later ones sum to one.
    """
    g, more = variable("g"), variable("g_more")
    law = variable("p_a")
    high, cap, size = variable("y"), variable("cap"), variable("m")
    summed = fact(g * law + more * law, "=", (g + more) * law)
    channel = [channel_probability(variable("x"), high, size, same) for same in (True, False)]
    chances = [response_probability(high, size, same) for same in (True, False)]
    within = all_of(fact(p, "<=", cap * q) for p in chances for q in chances)
    return [
        *relaxation_steps(context),
        context.shown("factors are not negative", all_of(fact(c, ">=", 0) for c in channel)),
        context.shown("an output that is not bought is summed over", summed),
        context.shown("no output of a level below the cap exceeds it", within, fact(high, "<=", cap)),
        by_theorem("what is bought is as private as the last output in it", as_private_as_the_last()),
    ]


ENCODINGS: Mapping[str, Encoding] = {
    "rounding_law": rounding_law,
    "unbiased_mean": unbiased_mean,
    "rounded_afresh": rounded_afresh,
    "any_outputs_bought": any_outputs_bought,
}
