"""Section 2.1: strict information privacy, its special cases and local differential privacy bound the parity.

For a response d_i let u and v be the averages of its probabilities over the categories in Q and outside, weighted by
the prior, and p the prior probability of Q: the posterior is p u/(p u + (1 - p) v). If the parity of d_i is at most
eta, then u <= eta v and v <= eta u (`averages_keep_the_ratio`), and a prior on the two categories at which the parity
is attained has u = eta v, or v = eta u, at any p. So the posteriors of events of probability p range over
p/(p + eta (1 - p)) .. eta p/(eta p + 1 - p) and reach both ends; a response of infinite parity has v = 0 < u.
"""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, proved, variable, with_meanings
from checks.papers.nz.encodings.intruder import CHANCE, INSIDE, OUTSIDE, a_response, intruder
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.theorems.subsets.posterior_bounds import (
    posterior_within,
)
from mechanisms.exact.formula import Formula, PrintedRelation, all_of, any_of, negation
from mechanisms.exact.rational import RationalFunction
from mechanisms.guarantees.criteria.information_privacy import (
    parity_allowed_above,
    parity_allowed_below,
    posterior_range,
)

ETA, GAMMA, BETA, RHO1, RHO2 = (variable(name) for name in ("eta", "gamma", "beta", "rho1", "rho2"))
LOW, HIGH = posterior_range(CHANCE, ETA)
INNER = [fact(0, "<", CHANCE), fact(CHANCE, "<", 1)]
PARITY = fact(ETA, ">=", 1)
AFTER = variable("after")


def averages_keep_the_ratio(context: Context, level: RationalFunction = ETA) -> list[Part]:
    """Averages over Q and outside of numbers with ratios up to the level have a ratio up to the level.

    First one category outside is compared with those in Q, of which one more is added; then one more outside.
    """
    inside, outside, weight, more, other = (variable(name) for name in ("A", "B", "w", "r", "s"))
    positive = [fact(0, "<=", part) for part in (weight, more, other)]
    total, rest = variable("W"), variable("V")
    first = [fact(inside, "<=", level * total * other), fact(more, "<=", level * other), *positive]
    then = [fact(inside * rest, "<=", level * total * outside), fact(inside, "<=", level * total * other), *positive]
    return [
        context.shown(
            "one more category in Q", fact(inside + weight * more, "<=", level * (total + weight) * other), *first
        ),
        context.shown(
            "one more category outside Q",
            fact(inside * (rest + weight), "<=", level * total * (outside + weight * other)),
            *then,
        ),
    ]


def bounded(eta: RationalFunction = ETA) -> list[Formula]:
    """The response keeps the parity: its averages have a ratio up to eta either way, and it is possible."""
    return a_response(
        fact(INSIDE, ">", 0),
        fact(OUTSIDE, ">", 0),
        fact(INSIDE, "<=", eta * OUTSIDE),
        fact(OUTSIDE, "<=", eta * INSIDE),
    )


def range_of_posteriors(context: Context) -> list[Part]:
    """The posterior lies between both ends, and two priors on two categories attain them."""
    whole = CHANCE * INSIDE + (ONE - CHANCE) * OUTSIDE
    posterior = CHANCE * INSIDE / whole
    ends = (("most", HIGH, fact(INSIDE, "=", ETA * OUTSIDE)), ("least", LOW, fact(OUTSIDE, "=", ETA * INSIDE)))
    return [
        proved("no posterior is less or more", posterior_within()),
        *(
            context.shown(f"the {name} is attained", fact(posterior, "=", end), *bounded(), PARITY, attained)
            for name, end, attained in ends
        ),
    ]


# -- envelopes ---------------------------------------------------------------------------------------------------------


def compared(interpreter: Interpreter, node: tree.Node, relation: PrintedRelation, value: RationalFunction) -> Formula:
    """`node relation value` with <= or >=, where the smaller one of several numbers may be printed."""
    match node:
        case tree.Apply(function="min", arguments=arguments):
            parts = [fact(interpreter.number(argument), relation, value) for argument in arguments]
            return any_of(parts) if relation == "<=" else all_of(parts)
    return fact(interpreter.number(node), relation, value)


def _envelopes(trees: Sequence[tree.Node]) -> tuple[tree.Node, tree.Node]:
    """What is printed as h_l(p) and as h_u(p)."""
    found = {}
    for node in trees:
        match node:
            case tree.Chain(
                members=(tree.Apply(function=name, arguments=(tree.Name(name="p"),)), value), relations=("=",)
            ):
                found[name] = value
    if set(found) != {"h_l", "h_u"}:
        raise MeaninglessError("h_l(p) and h_u(p) are printed as functions of p")
    return found["h_l"], found["h_u"]


def factor_envelopes(context: Context) -> Sequence[Part]:
    """The printed h_l and h_u are functions as Definition 2.1 wants them, and (2.2) with them is the printed bound.

    The ratio of posterior to prior is printed, so that it is one of events with p > 0.
    """
    ratio, *rest = context.trees()
    low, high = _envelopes(rest)
    reader = intruder(context.interpreter, INSIDE)
    chance = [fact(0, "<=", CHANCE), fact(CHANCE, "<=", 1)]

    def shown(label: str, value: Formula) -> Part:
        return context.shown(label, value, *chance)

    def after(_: Interpreter, node: tree.Operate) -> Value:
        return AFTER if node.given else CHANCE

    here = with_meanings(context.interpreter, operators={"P_alpha": after})
    printed = here.formula(ratio)
    demanded = all_of([compared(reader, low, "<=", AFTER), compared(reader, high, ">=", AFTER)])
    positive = [fact(0, "<", CHANCE), fact(CHANCE, "<=", 1), fact(0, "<=", AFTER), fact(AFTER, "<=", 1)]
    return [
        shown("0 <= h_l(p)", compared(reader, low, ">=", ZERO)),
        shown("h_l(p) <= p", compared(reader, low, "<=", CHANCE)),
        shown("p <= h_u(p)", compared(reader, high, ">=", CHANCE)),
        shown("h_u(p) <= 1", compared(reader, high, "<=", ONE)),
        context.shown("the bound on the ratio implies (2.2)", demanded, printed, *positive),
        context.shown("(2.2) implies the bound on the ratio", printed, demanded, *positive),
    ]


def step_envelopes(context: Context) -> Sequence[Part]:
    """No printed breach is (2.2) with h_u = rho_2 below rho_1 and 1 from there on, h_l = rho_1 above rho_2, else 0."""
    upward, downward = context.trees()
    values = {"Q": CHANCE, "after": AFTER}

    def probability(_: Interpreter, node: tree.Operate) -> Value:
        return values["after"] if node.given else values["Q"]

    reader = with_meanings(context.interpreter, operators={"P_alpha": probability})
    breach = any_of([reader.formula(upward), reader.formula(downward)])
    low_chance, high_chance = fact(CHANCE, "<", RHO1), fact(CHANCE, ">", RHO2)
    high = all_of(
        [
            any_of([negation(low_chance), fact(AFTER, "<=", RHO2)]),
            any_of([low_chance, fact(AFTER, "<=", 1)]),
        ]
    )
    low = all_of(
        [
            any_of([negation(high_chance), fact(AFTER, ">=", RHO1)]),
            any_of([high_chance, fact(AFTER, ">=", 0)]),
        ]
    )
    known = [fact(0, "<=", CHANCE), fact(CHANCE, "<=", 1), fact(0, "<=", AFTER), fact(AFTER, "<=", 1)]
    return [
        context.shown("where (2.2) holds there is no breach", negation(breach), low, high, *known),
        context.shown("where there is no breach (2.2) holds", all_of([low, high]), negation(breach), *known),
        context.shown(
            "p <= h_u(p) <= 1 below rho_1", all_of([fact(CHANCE, "<=", RHO2), fact(RHO2, "<=", 1)]), low_chance
        ),
        context.shown(
            "0 <= h_l(p) <= p above rho_2", all_of([fact(0, "<=", RHO1), fact(RHO1, "<=", CHANCE)]), high_chance
        ),
    ]


def parity_decides(context: Context) -> Sequence[Part]:
    """For any h_l and h_u, (2.2) is a bound on the parity: B is the infimum over 0 < p < 1 of what each p allows.

    At p the largest posterior is at most h_u(p) exactly if eta is at most h_u (1 - p)/(p (1 - h_u)), which is no
    restriction if h_u(p) = 1; the least posterior is at least h_l(p) exactly if eta <= p (1 - h_l)/((1 - p) h_l), no
    restriction if h_l(p) = 0. So all posteriors are close enough exactly if eta is at most each of these numbers, that
    is at most their infimum. An infinite parity makes posteriors 1 and 0 at every p. At p = 0 and p = 1 nothing moves.
    """
    high, low = variable("h_u"), variable("h_l")
    above, below = parity_allowed_above(CHANCE, high), parity_allowed_below(CHANCE, low)
    known = [*INNER, PARITY]
    upper, lower = (
        [*known, fact(high, "<", 1), fact(high, ">=", CHANCE)],
        [*known, fact(low, ">", 0), fact(low, "<=", CHANCE)],
    )
    sure = a_response(fact(OUTSIDE, "=", 0), *INNER)
    whole = CHANCE * INSIDE + (ONE - CHANCE) * OUTSIDE
    return [
        *averages_keep_the_ratio(context),
        *range_of_posteriors(context),
        context.shown("h_u is kept up to the bound", fact(HIGH, "<=", high), fact(ETA, "<=", above), *upper),
        context.shown("h_u is kept only up to the bound", fact(ETA, "<=", above), fact(HIGH, "<=", high), *upper),
        context.shown("h_l is kept up to the bound", fact(LOW, ">=", low), fact(ETA, "<=", below), *lower),
        context.shown("h_l is kept only up to the bound", fact(ETA, "<=", below), fact(LOW, ">=", low), *lower),
        context.shown("h_u = 1 and h_l = 0 demand nothing", all_of([fact(HIGH, "<=", 1), fact(LOW, ">=", 0)]), *known),
        context.shown("an infinite parity makes sure", fact(CHANCE * INSIDE / whole, "=", 1), *sure),
    ]


# -- special cases -----------------------------------------------------------------------------------------------------


def all_bound_the_parity(context: Context) -> Sequence[Part]:
    """Any pair of envelopes, hence each special case of SIP, and eps-LDP, whose bounds are such a pair."""
    first, second, event, other = (variable(name) for name in ("r", "s", "A", "B"))
    ratios = [fact(event, "<=", GAMMA * other), fact(first, "<=", GAMMA * second)]
    union = fact(event + first, "<=", GAMMA * (other + second))
    return [*parity_decides(context), context.shown("eps-LDP of events is that of responses", union, *ratios)]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        factor_envelopes,
        step_envelopes,
        parity_decides,
        all_bound_the_parity,
    )
}
