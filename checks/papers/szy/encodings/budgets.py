"""Sections 5.1 to 5.4: how private the mechanisms are, by the definition of privacy and the laws of the protocols.

A budget eps is right when the reports are eps-private and eps'-private for no smaller eps'. The law of a report is that
of one respondent given his attribute; for the deck that all share there are further readings, in which the observer
knows other reports or a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial

from checks.claims.verdict import Outcome
from checks.interpreter import ONE, Interpreter, Obligation
from checks.interpreter.values import LogSum, MeaninglessError, Piecewise, Value
from checks.papers.szy.existing_decks import decks
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.budgeted_surveys import privacy_ratios
from derivations.estimation.card_moments import symbolic_card
from derivations.estimation.finite_population import card_reports, finite_population
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import TRUE, Formula, NamedConstant, all_of, any_of, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

OTHER_BUDGET = variable("other e^eps")
CARD, MIRRORED = variable("p_k"), variable("p_mirrored")
Rows = Sequence[Sequence[RationalFunction]]


@dataclass(frozen=True)
class Bound:
    """The printed e^eps under a condition: the largest of the `values`."""

    condition: Formula
    values: tuple[RationalFunction, ...]


def printed_bounds(reader: Interpreter, node: tree.Node) -> list[Bound]:
    """The exponentials of a printed budget: a logarithm, the largest of several, or cases."""
    if isinstance(node, tree.Apply) and node.function == "max":
        values = [_exponential(reader.value(argument)) for argument in node.arguments]
        return [Bound(TRUE, tuple(values))]
    value = reader.value(node)
    branches = value.branches if isinstance(value, Piecewise) else ((TRUE, value),)
    return [Bound(condition, (_exponential(v),)) for condition, v in branches]


def _exponential(value: Value) -> RationalFunction:
    match value:
        case LogSum(rational=rational, logarithms=((factor, argument),)) if rational.is_zero() and factor == ONE:
            return argument
    raise MeaninglessError("a budget is printed as the logarithm of a ratio here")


def budget_side(node: tree.Node) -> tree.Node:
    """The right side of `eps = ...`."""
    match node:
        case tree.Chain(members=(tree.Name(name="eps"), right), relations=("=",)):
            return right
    raise MeaninglessError("an equation for the budget is needed here")


def smallest_budget(context: Context, rows: Rows, bounds: Iterable[Bound]) -> list[Part]:
    """Private at the bound, and at nothing smaller."""
    ratios = [(p, q) for p, q in dict.fromkeys(privacy_ratios(rows)) if p != q]
    private = [relation_formula(p, "<=", OTHER_BUDGET * q) for p, q in ratios]
    parts: list[Part] = []
    for bound in bounds:
        for number, (p, q) in enumerate(ratios, 1):
            fact = any_of(relation_formula(p, "<=", value * q) for value in bound.values)
            parts.append(
                context.shown(f"the ratio {number} of two probabilities is at most e^eps", fact, bound.condition)
            )
        for value in bound.values:
            least = relation_formula(OTHER_BUDGET, ">=", value)
            label = "what is private at another budget has no smaller one"
            parts.append(context.shown(label, least, bound.condition, *private))
    return parts


# -- four cases and the largest ratio ----------------------------------------------------------------------------------


def ratio_is_budget() -> Obligation:
    """That a ratio e^eps is eps: at eps = 1 it would have to be 1."""
    constant = NamedConstant("the ratio", "exp", Fraction(1))
    same = relation_formula(variable("the ratio"), "=", ONE)
    return Obligation("the largest ratio is eps itself, at eps = 1", Sequent(frozenset((constant,)), same))


# -- cards -------------------------------------------------------------------------------------------------------------


@cache
def _report() -> RationalFunction:
    """What a respondent reports, as a polynomial in the truth x and the card Y, for any L."""
    return card_reports(symbolic_card(), finite_population()).report


def report_comes_from(context: Context, truth: int, answer: RationalFunction, drawn: RationalFunction) -> Part:
    """A respondent of this truth gives the answer exactly when the card shows the number drawn."""
    report, y = _report().substitute({"x": truth}), variable("Y")
    both = [relation_formula(report, "=", answer), relation_formula(y, "=", drawn)]
    who = "with" if truth else "without"
    fact = any_of([all_of(both), all_of([relation_formula(report, "!=", answer), relation_formula(y, "!=", drawn)])])
    return context.shown(f"{who} the attribute the answer {answer} comes from the card {drawn} alone", fact)


def rows_of_any_card() -> Rows:
    """P(answer k) and P(answer L + 1 - k) without and with the attribute, by `laws_of_answers`."""
    return (CARD, MIRRORED), (MIRRORED, CARD)


def laws_of_answers(context: Context) -> list[Part]:
    """From which cards the answers k and L + 1 - k come, for either truth."""
    k, mirror = variable("k"), variable("L") + 1 - variable("k")
    return [
        report_comes_from(context, truth, answer, drawn)
        for truth, answer, drawn in ((0, k, k), (0, mirror, mirror), (1, k, mirror), (1, mirror, k))
    ]


def bound_of_all_cards(reader: Interpreter, node: tree.Node) -> Bound:
    """The printed max(ln ..., k = 1, 2, ..., L): for the answers k and L + 1 - k together, both ratios count."""
    first = tree.Chain((tree.Name("k"), tree.Number("1")), ("=",))
    match node:
        case tree.Apply(
            function="max", arguments=(ratio, start, tree.Number(text="2"), tree.Dots(), tree.Name(name="L"))
        ) if start == first:
            value = _exponential(reader.value(ratio))
        case _:
            raise MeaninglessError("a maximum over k = 1, 2, ..., L is needed here")
    exchanged = value.substitute({"p_k": MIRRORED, "p_mirrored": CARD, "k": variable("L") + 1 - variable("k")})
    return Bound(TRUE, (value, exchanged))


def budget_of_cards(context: Context) -> Sequence[Part]:
    """The printed budget is the smallest one, for every number of cards: answer by answer."""
    reader = context.interpreter
    (printed,) = context.trees()
    bound = bound_of_all_cards(reader, budget_side(printed))
    return [
        *reader.definedness("the printed budget", reader.divisors, reader.required),
        *laws_of_answers(context),
        *smallest_budget(context, rows_of_any_card(), [bound]),
    ]


def card_cases(context: Context, *, given_card: bool = False, literal: bool = False) -> Sequence[Part]:
    """The four printed probabilities, and the largest ratio of two of them for the same answer.

    `given_card`: as they are printed, with the card among what is given; `literal`: the budget is printed as the ratio.
    """
    reader = context.interpreter
    *printed, last = context.trees()
    derived = (ONE,) * 4 if given_card else (CARD, MIRRORED, CARD, MIRRORED)
    parts: list[Part] = [
        context.shown(f"case {number}", relation_formula(reader.number(node), "=", probability))
        for number, (node, probability) in enumerate(zip(printed, derived, strict=True), 1)
    ]
    if given_card:
        return parts
    bound = bound_of_all_cards(reader, budget_side(last))
    parts += reader.definedness("the print", reader.divisors, reader.required)
    parts += [*laws_of_answers(context), *smallest_budget(context, rows_of_any_card(), [bound])]
    return [*parts, ratio_is_budget()] if literal else parts


# -- one deck for all --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Observation:
    """What an observer sees of a survey with a deck, under the truth and under its neighbour."""

    what: str
    counts: tuple[int, ...]
    likely: Fraction
    unlikely: Fraction


def own_card(counts: tuple[int, ...]) -> Observation:
    """The report of another respondent to somebody who knows his own card: the one that tells most."""
    size, largest = sum(counts), len(counts)
    found: list[tuple[bool, Fraction, Observation]] = []
    for own, have in enumerate(counts, 1):
        left = {k: c - (k == own) for k, c in enumerate(counts, 1)}
        for k in left if have else ():
            likely, unlikely = (Fraction(left[j], size - 1) for j in (largest + 1 - k, k))
            if likely:
                what = f"the report {k} of another respondent with and without the attribute, the own card being {own}"
                share = Fraction(0) if not unlikely else likely / unlikely
                found.append((not unlikely, share, Observation(what, counts, likely, unlikely)))
    return max(found, key=lambda item: item[:2])[2]


SHOWN_DECKS = ((1, 1, 2), (2, 1, 3), (1, 0, 3), (2, 3, 4))


def budget_of_deck(observe: Callable[[tuple[int, ...]], Observation], context: Context) -> Sequence[Part]:
    """Small decks: what is observed is at most e^eps times as likely under one truth as under another.

    The printed budget is evaluated at the proportions of the deck. Only a failure is conclusive.
    """
    reader = context.interpreter
    (printed,) = context.trees()
    side = budget_side(printed)
    several = any(isinstance(part, tree.Dots) for part in tree.nodes(side))
    bound = bound_of_all_cards(reader, side) if several else printed_bounds(reader, side)[0]
    found: list[Part] = []
    for counts in (*SHOWN_DECKS, *decks(5)):
        if 0 in (counts[0], counts[2]):
            continue
        seen = observe(counts)
        names = ("cards 1", "cards 2", "cards 3", "P(seen)", "P(seen, neighbour)")
        values: dict[str, Fraction] = dict(
            zip(names, (*map(Fraction, counts), seen.likely, seen.unlikely), strict=True)
        )
        known = frozenset(equal_to(Polynomial.variable(name), value) for name, value in values.items())
        largest = max(_at_deck(value, counts) for value in bound.values)
        fact = relation_formula(variable("P(seen)"), "<=", largest * variable("P(seen, neighbour)"))
        obligation = Obligation(f"{seen.what}: at most {largest} times as likely", Sequent(known, fact))
        if seen.likely > largest * seen.unlikely:
            failure = kernel.counterexample(obligation.sequent, values)
            return [Outcome(obligation.label, obligation.sequent, failure)]
        found.append(obligation)
    return found


def _at_deck(value: RationalFunction, counts: tuple[int, ...]) -> Fraction:
    """The largest value of a printed ratio over the cards of a deck."""
    size, largest = sum(counts), len(counts)
    share = {k: Fraction(c, size) for k, c in enumerate(counts, 1)}
    named = {"p_1": share[1], "p_2": share[2], "p_3": share[3]}
    if not set(value.names) & {"p_k", "p_mirrored", "k", "L"}:
        return value.evaluate(named)
    return max(
        value.evaluate(
            {"p_k": share[k], "p_mirrored": share[largest + 1 - k], "k": Fraction(k), "L": Fraction(largest)}
        )
        for k in share
        if share[k]
    )


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "cards_budget": budget_of_cards,
    "card_cases": partial(card_cases, literal=True),
    "card_cases_given_the_card": partial(card_cases, given_card=True),
    "deck_budget_given_own_card": partial(budget_of_deck, own_card),
}
