"""The mechanisms of section 2, the algorithms letter by letter, and what the reports mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product

import sympy

from checks.interpreter import ONE, ZERO, Interpreter, Obligation
from checks.interpreter.values import MeaninglessError
from checks.papers.szy.encodings.in_surveys import Encoding, reader_in
from checks.papers.szy.existing_surveys import fails_at, fails_where_possible
from checks.papers.szy.surveys import (
    Survey,
    improved_christofides_of,
    in_survey,
    modified_christofides,
    modified_christofides_of,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.card_moments import Card, card
from derivations.estimation.moment_law import variable
from derivations.estimation.sampling_model import design_rows
from mechanisms import catalogue
from mechanisms.catalogue.christofides import christofides
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.exact.formula import Formula, any_of, negation, variables
from mechanisms.exact.rational import RationalFunction

COIN = Domain.of(within("p", 0, 1))
P, OTHER, L = (variable(name) for name in ("p", "piB", "L"))


# -- section 2 ---------------------------------------------------------------------------------------------------------


def what_a_report_means(context: Context) -> Sequence[Part]:
    """Among all truths and cards 1, 2, 3, exactly the listed pairs (x, Y) lead to the report 3."""
    (node,) = context.trees()
    listed = context.interpreter.set_value(node)
    parts: list[Part] = []
    for truth, number in product((0, 1), (1, 2, 3)):
        report = modified_christofides().reports.report.substitute({"L": 3, "x": truth, "Y": number})
        pair = RationalFunction.of(truth), RationalFunction.of(number)
        is_three = relation_formula(report, "=", RationalFunction.of(3))
        parts.append(context.shown(f"x = {truth}, Y = {number}: reported 3, so listed", listed.has(pair), is_three))
        parts.append(context.shown(f"x = {truth}, Y = {number}: listed, so reported 3", is_three, listed.has(pair)))
    return parts


def two_cards_are_warner(context: Context) -> Sequence[Part]:
    """For L = 2 the design is Warner's with p = p_1, the report 2 read as yes; or with 1 - p_1, read the other way.

    One of p_1 and 1 - p_1 is below 1/2 unless the two proportions are equal, as the paper demands of Warner's p.
    """
    cards = christofides(2).protocol.design()
    spinner = catalogue.get("warner").protocol.design()
    share = variable("p1")
    parts: list[Part] = []
    for yes, chance in ((2, share), (1, 1 - share)):
        for truth, response in product((0, 1), (1, 2)):
            said = 1 if response == yes else 0
            fact = relation_formula(cards.entry(truth, response), "=", spinner.entry(truth, said))
            label = f"P({response} | {truth}), the report {yes} read as yes"
            parts.append(context.shown(label, fact, relation_formula(variable("p_w"), "=", chance)))
    half = RationalFunction.of(1) / 2
    below = any_of(relation_formula(chance, "<", half) for chance in (share, 1 - share))
    return [*parts, context.shown("one of the two is below 1/2", below, relation_formula(share, "!=", half))]


def unbiased_estimate_for_unequal_proportions(context: Context) -> Sequence[Part]:
    """Warner with p < 1/2, Simmons with p > 0, three cards with proportions that are not all equal.

    An estimate is unbiased for some function of the report exactly if the laws of the report given x = 0 and x = 1
    differ: E f(X) = (1 - pi) sum f(k) P(k|0) + pi sum f(k) P(k|1).
    """
    p1, p2, p3 = (variable(name) for name in ("p_1", "p_2", "p_3"))
    not_all_equal = any_of([relation_formula(p1, "!=", p2), relation_formula(p2, "!=", p3)])
    law = [p1, p2, p3]
    differ = any_of(relation_formula(a, "!=", b) for a, b in zip(law, law[::-1], strict=True))
    return [*_two_answers(context), context.shown("Christofides, L = 3: the two laws differ", differ, not_all_equal)]


def _two_answers(context: Context) -> list[Part]:
    parts: list[Part] = []
    for name, hypothesis in (
        ("warner", relation_formula(P, "<", ONE / 2)),
        ("simmons", relation_formula(P, ">", ZERO)),
    ):
        rows = design_rows(catalogue.get(name).protocol.design())
        gap = (rows[1][1] - rows[0][1]).substitute({"p_w": P})
        parts.append(context.shown(f"{name}: the two laws differ", relation_formula(gap, "!=", ZERO), hypothesis))
    return parts


def unbiased_estimate_for_asymmetric_proportions(context: Context) -> Sequence[Part]:
    """The same for cards 1 to L, any L, with p_k != p_{L+1-k} for some k: an unbiased estimate is written down.

    With d_k = p_{L+1-k} - p_k take f(k) = (d_k - c)/S, S = sum d_k^2 > 0, c = sum d_k p_k. In terms of the sums
    A = sum p_k^2 and B = sum p_k p_{L+1-k}: S = 2 (A - B) and c = B - A; E f(X) is (1 - pi) 0 + pi 1.
    """
    a, b, pi = variable("A"), variable("B"), variable("pi")
    squares, c = 2 * (a - b), b - a
    given_none = (c - c) / squares  # sum d_k p_k - c sum p_k
    given_all = ((a - b) - c) / squares  # sum d_k p_{L+1-k} - c sum p_{L+1-k}
    mean = (1 - pi) * given_none + pi * given_all
    some_differ = relation_formula(squares, ">", ZERO)
    return [*_two_answers(context), context.shown("E f(X) = pi", relation_formula(mean, "=", pi), some_differ)]


# -- algorithms --------------------------------------------------------------------------------------------------------

Values = dict[str, RationalFunction]


@dataclass(frozen=True)
class Branching:
    """`if condition then X_i = first else X_i = second`, as the lines of an algorithm print it."""

    condition: tree.Node
    first: tree.Node
    second: tree.Node | Branching

    def reports(self, reader: Interpreter, values: Values) -> list[tuple[list[Formula], RationalFunction]]:
        """What is reported when the variables have these values, case by case."""
        here = Interpreter(reader.notation, reader.given, {**reader.at, **values})
        holds = here.formula(self.condition)
        found: list[tuple[list[Formula], RationalFunction]] = []
        for case, branch in ((holds, self.first), (negation(holds), self.second)):
            if not variables(case) and not case.holds_at({}):
                continue
            if isinstance(branch, Branching):
                inner = branch.reports(reader, values)
            else:
                inner = [([], here.number(_assigned(branch)))]
            found += [([case, *more], report) for more, report in inner]
        return found


def _assigned(node: tree.Node) -> tree.Node:
    match node:
        case tree.Chain(members=(tree.Name(name="X_i"), value), relations=("=",)):
            return value
    raise MeaninglessError("a branch of an algorithm says X_i = a value")


def _of_coins(context: Context, algorithm: Branching, coins: Values, described: Design) -> list[Part]:
    """P(X_i = 1 | x_i) of an algorithm that tosses coins is that of the design: case by case which comparisons hold."""
    parts: list[Part] = []
    outcomes = [dict(zip(coins, faces, strict=True)) for faces in product((0, 1), repeat=len(coins))]
    x = variable("x_i")
    for truth in (0, 1):
        known = relation_formula(x, "=", RationalFunction.of(truth))
        listed: list[tuple[list[Formula], RationalFunction]] = [([], ZERO)]
        for faces in outcomes:
            values = {**{name: RationalFunction.of(face) for name, face in faces.items()}, "x_i": x}
            weight = ONE
            for name, face in faces.items():
                weight = weight * (coins[name] if face else ONE - coins[name])
            more = algorithm.reports(context.interpreter, values)
            listed = [([*a, *b], total + weight * report) for a, total in listed for b, report in more]
        for cases, mean in listed:
            if contradictory(cases):
                continue
            fact = relation_formula(mean, "=", described.entry(truth, 1))
            parts.append(context.shown(f"P(X_i = 1 | x_i = {truth})", fact, known, *cases))
    return fails_where_possible(parts)


def contradictory(cases: Sequence[Formula]) -> bool:
    """Whether the list has a condition and its negation."""
    return any(negation(case) in cases for case in cases)


def algorithm_with_one_coin(context: Context) -> Sequence[Part]:
    """Printed: the condition on u, P(u = 1) = p, and the two branches. The design is that of section 2.2.1."""
    condition, first, second = context.trees()
    spinner = catalogue.get("warner").protocol.design().substitute({"p_w": sympy.Symbol("p")}, COIN)
    return _of_coins(context, Branching(condition, first, second), {"u": P}, spinner)


def algorithm_with_two_coins(context: Context) -> Sequence[Part]:
    """Printed: a condition on u and its branch, else a condition on v with two. The design is that of section 2.2.2."""
    condition, first, inner, yes, no = context.trees()
    algorithm = Branching(condition, first, Branching(inner, yes, no))
    return _of_coins(context, algorithm, {"u": P, "v": OTHER}, catalogue.get("simmons").protocol.design())


def algorithm_with_a_card(context: Context) -> Sequence[Part]:
    """Printed: the condition on x_i and two branches with the drawn number k. Section 2.2.3 says what is reported.

    The respondent reports how far k is from L + 1 with the attribute, and from 0 without it.
    """
    condition, first, second = context.trees()
    k, distance = variable("k"), variable("distance")
    parts: list[Part] = []
    for truth, origin in ((1, L + 1), (0, ZERO)):
        cases = Branching(condition, first, second).reports(context.interpreter, {"x_i": RationalFunction.of(truth)})
        for case, report in cases:
            label = f"x_i = {truth}: the distance of k from {origin} is reported"
            measured = is_distance(distance, k, origin)
            parts.append(context.shown(label, relation_formula(report, "=", distance), *case, *measured))
    return fails_where_possible(parts)


def is_distance(distance: RationalFunction, card: RationalFunction, origin: RationalFunction) -> list[Formula]:
    """A card shows a number between 1 and L, and this is how far it is from the origin."""
    return [
        relation_formula(ONE, "<=", card),
        relation_formula(card, "<=", L),
        relation_formula(distance, ">=", ZERO),
        relation_formula(distance**2, "=", (card - origin) ** 2),
    ]


# -- what is reported in sections 3.3 and 4 ----------------------------------------------------------------------------


def report_is_a_distance(context: Context) -> Sequence[Part]:
    """The printed X_i is the distance of Y_i from L + 1 for x_i = 1, and from 0 for x_i = 0, for every card."""
    parts: list[Part] = []
    for node in context.trees():
        parts += _distances(context, node)
    return fails_where_possible(parts)


def _distances(context: Context, node: tree.Node) -> list[Part]:
    distance, y = variable("distance"), variable("Y_i")
    printed = reader_in(context, modified_christofides()).number(_assigned(node))
    parts: list[Part] = []
    for truth, origin in ((1, L + 1), (0, ZERO)):
        known = relation_formula(variable("x_i"), "=", RationalFunction.of(truth))
        measured = [*is_distance(distance, y, origin), known]
        report = relation_formula(printed, "=", distance)
        parts.append(context.shown(f"x_i = {truth}: the distance from {origin}", report, *measured))
    return parts


def answers_are_yes_or_no(context: Context) -> Sequence[Part]:
    """The display gives X_i the values 1 and 0 only, so the report should have no other."""
    report, y, x = modified_christofides().reports.report, variable("Y"), variable("x")
    known = [relation_formula(ONE, "<=", y), relation_formula(y, "<=", L), relation_formula(x * (1 - x), "=", ZERO)]
    two = any_of([relation_formula(report, "=", ONE), relation_formula(report, "=", ZERO)])
    return [context.shown("X_i is 1 or 0", two, *known)]


def answers_are_numbers_of_cards(context: Context) -> Sequence[Part]:
    """X_i is a number between 1 and L, for every card and both truths."""
    report, y = modified_christofides().reports.report, variable("Y")
    parts: list[Part] = []
    for truth in (0, 1):
        known = [relation_formula(ONE, "<=", y), relation_formula(y, "<=", L)]
        value = report.substitute({"x": truth})
        parts.append(context.shown(f"x_i = {truth}: X_i is at least 1", relation_formula(value, ">=", ONE), *known))
        parts.append(context.shown(f"x_i = {truth}: X_i is at most L", relation_formula(value, "<=", L), *known))
    return parts


# -- proportions that are not all equal --------------------------------------------------------------------------------


def estimator_exists(survey_of: Callable[[Card], Survey], context: Context) -> Sequence[Part]:
    """What is printed of the estimator holds for L = 3 and all proportions that are not all equal.

    Three cards are enough to refute a statement for all L. Without a formula, the statement is that the estimator
    exists: its divisor L + 1 - 2 E(Y) is not zero.
    """
    p1, p2, p3 = (variable(name) for name in ("p_1", "p_2", "p_3"))
    three = survey_of(card((p1, p2, 1 - p1 - p2)))
    unequal = any_of([relation_formula(p1, "!=", p2), relation_formula(p2, "!=", p3)])
    proportions = relation_formula(p3, "=", 1 - p1 - p2)
    outer = context.interpreter
    notation = in_survey(outer.notation, three)
    reader = Interpreter(notation, (*outer.given, unequal, proportions), {**outer.at, "L": RationalFunction.of(3)})
    reader.roots = outer.roots
    parts: list[Part] = [part for node in context.trees() for part in reader.obligations(node)]
    if not parts:
        assert three.card is not None
        exists = relation_formula(three.card.spread, "!=", ZERO)
        parts.append(reader.shown("L + 1 - 2 E(Y) is not zero, for L = 3", exists, ()))
    point = {
        "p_1": Fraction(1, 4),
        "p_2": Fraction(1, 2),
        "p_3": Fraction(1, 4),
        "N": Fraction(4),
        "pi": Fraction(1, 4),
    }
    return [fails_at(part, point) if isinstance(part, Obligation) else part for part in parts]


def divisor_is_not_zero(context: Context) -> Sequence[Part]:
    """Where L + 1 != 2 E(Y) is assumed, the mean report differs between the two groups, so that an estimator exists."""
    gap = modified_christofides().reports.estimate().slope
    return [context.shown("the mean report depends on pi", relation_formula(gap, "!=", ZERO))]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            what_a_report_means,
            two_cards_are_warner,
            unbiased_estimate_for_unequal_proportions,
            unbiased_estimate_for_asymmetric_proportions,
            algorithm_with_one_coin,
            algorithm_with_two_coins,
            algorithm_with_a_card,
            report_is_a_distance,
            answers_are_yes_or_no,
            answers_are_numbers_of_cards,
            divisor_is_not_zero,
        )
    },
    "modified_christofides_of_unequal_proportions": partial(estimator_exists, modified_christofides_of),
    "improved_christofides_of_unequal_proportions": partial(estimator_exists, improved_christofides_of),
}
