"""Theorems 5.5 and 5.7 and Appendix D: variances of three cards at a budget, and where they are least."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from checks.interpreter import ONE, ZERO, Interpreter, Notation
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.szy.encodings.comparison import defined_as, reader_with
from checks.papers.szy.existing_decks import fails_where_dealt
from checks.papers.szy.notation import BASE
from checks.papers.szy.surveys import in_survey, modified_christofides_of, settled
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.budgeted_surveys import (
    card_rows,
    card_variance,
    card_variance_at_budget,
    privacy_ratios,
    three_cards,
    warner_variance,
)
from derivations.estimation.card_moments import card
from derivations.estimation.moment_law import variable
from mechanisms import catalogue
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

N, PI, T, P1, P2 = (variable(name) for name in ("N", "pi", "t", "p_1", "p_2"))
Q1, Q2 = variable("other p_1"), variable("other p_2")
HALF = ONE / 2
MINIMISED = tree.Apply("min", (tree.Apply("f", (tree.Name("p_1"), tree.Name("p_2"))),))


def card_notation() -> Notation:
    """L = 3: E, Var and the estimator of modified Christofides for the proportions p_1, p_2, and f."""

    def f(interpreter: Interpreter, node: tree.Apply) -> Value:
        first, middle = (interpreter.number(argument) for argument in node.arguments)
        value = card_variance(dealt=False).substitute({"p_1": first, "p_2": middle})
        interpreter.divisors.append(4 * first + 2 * middle - 2)
        return settled(interpreter, value)

    notation = in_survey(BASE, modified_christofides_of(card(three_cards())))
    third = {"p_3": lambda interpreter: settled(interpreter, three_cards()[2])}
    return replace(notation, functions={**BASE.functions, "f": f}, names={**notation.names, **third, "L": _three})


def _three(interpreter: Interpreter) -> Value:
    return RationalFunction.of(3)


def of_three_cards(context: Context) -> Sequence[Part]:
    """Every printed formula holds for three cards that are put back."""
    reader = reader_with(context, card_notation())
    return fails_where_dealt((part for node in context.trees() for part in reader.obligations(node)), reader.roots)


def private_shares(first: RationalFunction, middle: RationalFunction) -> list[Formula]:
    """Proportions of three cards whose report is private at the budget t, and for which there is an estimator."""
    here = {"p_1": first, "p_2": middle}
    shares = [p.substitute(here) for p in three_cards()]
    ratios = [(p, q) for p, q in dict.fromkeys(privacy_ratios(card_rows())) if p != q]
    return [
        *(relation_formula(p, ">=", ZERO) for p in shares),
        *(relation_formula(p.substitute(here), "<=", T * q.substitute(here)) for p, q in ratios),
        relation_formula(shares[0], "!=", shares[2]),
    ]


def no_extremum_inside(context: Context, *, in_first: bool) -> Sequence[Part]:
    """The printed derivative of f is not zero; `in_first`: that f has no extremum in p_1 for a given p_2 follows.

    A function of p_1 and p_2 whose derivative in p_2 never vanishes has no extremum inside, as a function of both. As a
    function of p_1 alone it may have one: p_2 + (p_1 - u)^2 has. What keeps f from having one is its derivative in p_1.
    """
    reader = reader_with(context, card_notation())
    (printed,) = context.trees()
    parts: list[Part] = list(reader.obligations(printed))
    spoken = [part.variable.name for part in tree.nodes(printed) if isinstance(part, tree.Derivative)]
    if in_first and "p_1" not in spoken:
        example = P2 + (P1 - HALF) ** 2
        moves = relation_formula(example.derivative("p_2"), "!=", ZERO)
        still = relation_formula(example.derivative("p_1"), "!=", ZERO)
        parts.append(context.shown("for every function it follows that it has no extremum in p_1", still, moves))
    return parts


def grows_without_bound(context: Context) -> Sequence[Part]:
    """f is larger than any M for all p_1 close enough to the printed place, p_2 being given, and has no value there.

    Close enough: (2 (p_1 - place))^2 < (1 - p_2)/(4 N M + 1).
    """
    reader = reader_with(context, card_notation())
    (printed,) = context.trees()
    match printed:
        case tree.EvaluatedAt(
            expression=tree.Apply(function="f", arguments=(tree.Name(name="p_1"), tree.Name(name="p_2"))),
            condition=tree.Chain(members=(tree.Name(name="p_1"), where), relations=("=",)),
        ):
            place = reader.number(where)
        case _:
            raise MeaninglessError("f near a value of p_1 is needed here")
    value, bound = card_variance(dealt=False), variable("M")
    distance = (2 * (P1 - place)) ** 2
    close = relation_formula(distance * (4 * N * bound + 1), "<", 1 - P2)
    some = relation_formula(bound, ">", ZERO)
    return [
        context.shown(
            "f is larger than M", relation_formula(value, ">", bound), close, some, relation_formula(P1, "!=", place)
        ),
        context.shown("there is no estimator there", relation_formula(4 * place + 2 * P2 - 2, "=", ZERO)),
    ]


def least_of_f(context: Context, *, middle_given: bool = True) -> Sequence[Part]:
    """min f = f(first) = f(second): admitted points with the same value, and no admitted point has a smaller one."""
    reader = reader_with(context, card_notation())
    (printed,) = context.trees()
    if not isinstance(printed, tree.Chain) or set(printed.relations) != {"="} or printed.members[0] != MINIMISED:
        raise MeaninglessError("min f = f(...) = f(...) is needed here")
    variance = card_variance(dealt=False)
    middle = P2 if middle_given else Q2
    other = variance.substitute({"p_1": Q1, "p_2": middle})
    parts: list[Part] = []
    for node in printed.members[1:]:
        if not isinstance(node, tree.Apply) or node.function != "f":
            raise MeaninglessError("values of f are needed here")
        first, share = (reader.number(argument) for argument in node.arguments)
        least = variance.substitute({"p_1": first, "p_2": share})
        parts += [
            context.shown("the point has the given p_2", relation_formula(share, "=", P2)),
            context.shown("the point is admitted", all_of(private_shares(first, share))),
            context.shown(
                "nothing admitted does better", relation_formula(other, ">=", least), *private_shares(Q1, middle)
            ),
        ]
    return parts


def same_as_warner(context: Context) -> Sequence[Part]:
    """For the printed p_2: a report is that of Warner with 3 read as yes and 1 as no, and so is the variance."""
    reader = context.interpreter
    (printed,) = context.trees()
    middle = reader.number(defined_as(printed, "p_2"))
    here = relation_formula(P2, "=", middle)
    spinner = relation_formula(variable("p_w"), "=", P1)
    asked = catalogue.get("warner").protocol.design()
    warner = all_of(
        relation_formula(entry, "=", ZERO if answer == 2 else asked.entry(truth, 1 if answer == 3 else 0))
        for truth, row in enumerate(card_rows())
        for answer, entry in enumerate(row, 1)
    )
    variance = card_variance_at_budget(dealt=False)
    same = relation_formula(variance, "=", warner_variance())
    return [
        context.shown("the answers 3 and 1 are yes and no of Warner's design, p = p_1", warner, here, spinner),
        context.shown("the variances at a common budget are equal", same, here),
    ]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "of_three_cards": of_three_cards,
    "no_extremum_of_both": partial(no_extremum_inside, in_first=False),
    "no_extremum_in_p_1": partial(no_extremum_inside, in_first=True),
    "same_as_warner": same_as_warner,
}
