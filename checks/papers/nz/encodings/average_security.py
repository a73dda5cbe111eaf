"""Sections 2.2 and 3.1: average security, the designs that show its drawbacks, and which designs are admissible."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from checks.interpreter import Interpreter
from checks.interpreter.values import MatrixValue, MeaninglessError, Value
from checks.papers.nz.designs import Erasure, revealing
from checks.papers.nz.encodings.common import (
    ONE,
    ZERO,
    Encoding,
    fact,
    proved,
    variable,
    with_meanings,
    with_names,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.theorems.subsets.posterior_bounds import prediction_gain
from mechanisms.exact.formula import Formula, all_of, any_of, negation
from mechanisms.exact.rational import RationalFunction

PHI, DISTANCE = variable("phi"), variable("l1")
K, L = variable("k"), variable("l")
P_1 = ((Fraction(1, 2), Fraction(0)), (Fraction(0), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)))
P_2 = ((Fraction(7, 10), Fraction(1, 5)), (Fraction(3, 10), Fraction(4, 5)))
"""The two designs of section 3.1, as in the paper: a row for each response."""


def matrix(rows: Sequence[Sequence[Fraction]]) -> MatrixValue:
    """A matrix of numbers as the interpreter has it."""
    return MatrixValue(tuple(tuple(RationalFunction.of(entry) for entry in row) for row in rows))


def distance_of_columns(value: MatrixValue) -> RationalFunction:
    """l_1 of a matrix of numbers with two columns: the sum of |p_u1 - p_u2| over its rows."""
    return sum((RationalFunction.of(abs(gap)) for gap in _gaps(value)), ZERO)


def _gaps(value: MatrixValue) -> list[Fraction]:
    return [first.evaluate({}) - second.evaluate({}) for first, second in value.rows]


def absolute_values(context: Context, name: str, value: MatrixValue) -> list[Part]:
    """That the terms of l_1 are the absolute values of the differences."""
    parts: list[Part] = []
    for u, gap in enumerate(_gaps(value), 1):
        size, either = RationalFunction.of(abs(gap)), (RationalFunction.of(gap), RationalFunction.of(-gap))
        parts.append(context.shown(f"|p_{u}1 - p_{u}2| of {name}", all_of(_largest(size, *either))))
    return parts


def _measuring(interpreter: Interpreter) -> Interpreter:
    """An interpreter in which P_1, P_2 and l_1 have their meaning."""

    def measured(inner: Interpreter, node: tree.Apply) -> Value:
        value = inner.value(node.arguments[0])
        if not isinstance(value, MatrixValue):
            raise MeaninglessError("l_1 is that of a matrix")
        return distance_of_columns(value)

    named = with_names(interpreter, P_1=matrix(P_1), P_2=matrix(P_2))
    return with_meanings(named, functions={"l_1": measured})


def average_security(context: Context) -> Sequence[Part]:
    """P is phi-average secure exactly if the printed bound on l_1(P) holds.

    With A, B the laws of the response given Q and given its complement, the likelier of which has the probability
    a >= 1/2: G(Q|Z) - a is the sum over the responses of max(0, (1 - a) B - a A), at most a times that of max(0, B - A)
    (`prediction_gain`), that is a |A - B|/2 as both laws sum to one. A and B are averages of columns of P, joined one
    by one, so that |A - B| <= l_1. Hence G(Q|Z)/G(Q) <= 1 + l_1/2, and the uniform prior on two categories at the
    distance l_1 attains it.
    """
    (node,) = context.trees()
    printed = with_meanings(context.interpreter, functions={"l_1": lambda i, n: DISTANCE}).formula(node)
    a, first, second, so_far, plus, share = (variable(x) for x in ("p", "A", "B", "T", "D", "w"))
    more, less = prediction_gain()
    likelier, signs = [fact(a, ">=", ONE / 2), fact(a, "<=", 1)], [fact(DISTANCE, ">=", 0)]
    gain = fact((a + a * DISTANCE / 2) / a, "=", 1 + DISTANCE / 2)
    either = (("likelier in Q", second - first), ("not likelier in Q", first - second))
    parts: list[Part] = [
        proved("gain after a response that is likelier outside", more),
        proved("gain after another response", less),
    ]
    for label, apart in either:
        half = apart if label == "likelier in Q" else ZERO
        parts.append(
            context.shown(
                f"the positive part is half of distance and difference, {label}",
                fact(2 * half, "=", apart + (second - first)),
                fact(apart, ">=", 0),
            )
        )
    parts.append(
        context.shown(
            "an average of columns is no farther",
            fact((1 - share) * so_far + share * plus, "<=", DISTANCE),
            fact(so_far, "<=", DISTANCE),
            fact(plus, "<=", DISTANCE),
            fact(0, "<=", share),
            fact(share, "<=", 1),
        )
    )
    return [
        *parts,
        context.shown("the largest gain", gain, *likelier),
        context.shown("two categories: one more response", fact(2 * first, "=", first + second + (first - second))),
        context.shown("two categories attain it", fact((ONE / 2 + DISTANCE / 4) / (ONE / 2), "=", 1 + DISTANCE / 2)),
        context.shown("the bound is sufficient", fact(1 + DISTANCE / 2, "<=", PHI), printed, *signs),
        context.shown("the bound is necessary", printed, fact(1 + DISTANCE / 2, "<=", PHI), *signs),
    ]


def read_designs(context: Context) -> Sequence[Part]:
    """The printed matrices are designs, those of the examples: entries are probabilities, and columns sum to one."""
    parts: list[Part] = []
    for node, (known, rows) in zip(context.trees(), (("P_1", P_1), ("P_2", P_2)), strict=True):
        match node:
            case tree.Chain(members=(tree.Name(name=name), tree.Matrix() as printed), relations=("=",)) if (
                name == known
            ):
                value = context.interpreter.value(printed)
            case _:
                raise MeaninglessError(f"{known} is printed as a matrix")
        assert isinstance(value, MatrixValue)
        for j, column in enumerate(zip(*value.rows, strict=True), 1):
            parts += [context.shown(f"{name}: an entry of column {j}", fact(0, "<=", entry)) for entry in column]
            parts.append(context.shown(f"{name}: column {j} sums to one", fact(sum(column, ZERO), "=", 1)))
        for i, (line, numbers) in enumerate(zip(value.rows, matrix(rows).rows, strict=False), 1):
            same = all_of(fact(entry, "=", number) for entry, number in zip(line, numbers, strict=True))
            parts.append(context.shown(f"{name}: row {i} of the example", same))
    return parts


def equal_distances(context: Context) -> Sequence[Part]:
    """The printed distances of the two designs, and that both are secure at phi = 1.5, rule by rule."""
    reader = _measuring(context.interpreter)
    (node,) = context.trees()
    level = RationalFunction.of(Fraction(3, 2))
    parts: list[Part] = []
    for name, rows in (("P_1", P_1), ("P_2", P_2)):
        value = matrix(rows)
        parts += absolute_values(context, name, value)
        parts += no_rule_gains_more(context, name, value.rows, level)
    return [*parts, *reader.obligations(node)]


def first_design_discloses(context: Context) -> Sequence[Part]:
    """Under P_1 the posterior of c_1 is 1 after d_1, that of c_2 is 1 after d_2; the chance of that is 1/2."""
    alpha, after = variable("alpha_1"), variable("after")
    prior = (alpha, ONE - alpha)
    rows = matrix(P_1).rows
    parts: list[Part] = []
    for category in (0, 1):
        own, whole = prior[category] * rows[category][category], _mass(prior, rows[category])
        inside = [fact(0, "<", alpha), fact(alpha, "<", 1), fact(after * whole, "=", own)]
        parts.append(context.shown(f"d_{category + 1} reveals c_{category + 1}", fact(after, "=", 1), *inside))
        told = rows[0][category] + rows[1][category]
        parts.append(context.shown(f"c_{category + 1} is disclosed", fact(told, "=", ONE / 2)))
    return parts


def _mass(prior: Sequence[RationalFunction], row: Sequence[RationalFunction]) -> RationalFunction:
    return sum((weight * entry for weight, entry in zip(prior, row, strict=True)), ZERO)


def security_does_not_tell_apart(context: Context) -> Sequence[Part]:
    """Both designs are secure at the same levels phi, those from 3/2 on; P_1 has an infinite parity, P_2 one of 7/2.

    The uniform prior and the rule that declares the likelier category after each response attain 3/2. The posterior
    odds of any prior are multiplied by at most 7/2 under P_2, and without bound under P_1.
    """
    first, second = matrix(P_1), matrix(P_2)
    enough, half = fact(PHI, ">=", RationalFunction.of(Fraction(3, 2))), Fraction(1, 2)
    parts: list[Part] = []
    for name, value in (("P_1", first), ("P_2", second)):
        parts += no_rule_gains_more(context, name, value.rows, PHI, enough)
        right = sum((half * max(row, key=lambda entry: entry.evaluate({})) for row in value.rows), ZERO)
        parts.append(context.shown(f"{name} is not secure below", fact(right, ">", PHI * half), negation(enough)))
    parts += [
        context.shown("a ratio of P_2", fact(row[j], "<=", Fraction(7, 2) * row[1 - j]))
        for row in second.rows
        for j in (0, 1)
    ]
    entry = first.rows[0]
    return [*parts, context.shown("no bound for P_1", fact(entry[0], ">", variable("eta") * entry[1]))]


# -- revealing or nothing ----------------------------------------------------------------------------------------------


def is_a_design(context: Context) -> Part:
    """P_0 has probabilities as entries, those of the names being neither 0 nor 1."""
    design = revealing(PHI)
    inside = all_of([fact(0, "<", design.own), fact(0, "<", design.erased), fact(0, "<=", design.other)])
    return context.shown("P_0 is a design that names some and not all", inside)


def _largest(value: RationalFunction, *numbers: RationalFunction) -> list[Formula]:
    """The value is the largest one of the numbers."""
    return [*(fact(value, ">=", number) for number in numbers), any_of(fact(value, "=", number) for number in numbers)]


def _predicted() -> tuple[RationalFunction, list[Formula]]:
    """G_alpha(Q) for an event of probability p, and what it is."""
    p, best = variable("p"), variable("G")
    return best, [fact(0, "<=", p), fact(p, "<=", 1), *_largest(best, p, ONE - p)]


def no_rule_gains_more(
    context: Context, name: str, rows: Sequence[Sequence[RationalFunction]], level: RationalFunction, *more: Formula
) -> list[Part]:
    """No rule is right more often than `level` times G_alpha(Q), for two categories and Q one of them (Definition 2.4).

    A rule declares Q or its complement after each of the responses, whose probabilities under both categories are the
    rows; G_alpha(Q|Z) is what the best rule attains. For an event that is sure, and its complement, all of these are 1.
    """
    p, (best, known) = variable("p"), _predicted()
    chosen = product(*((p * first, (ONE - p) * second) for first, second in rows))
    bounds = [fact(sum(right, ZERO), "<=", level * best) for right in chosen]
    return [
        *(context.shown(f"{name}, rule {n}", bound, *known, *more) for n, bound in enumerate(bounds, 1)),
        context.shown(f"{name}, an event that is sure", fact(1, "<=", level * 1), *more),
    ]


def secure_for_two(context: Context, name: str, design: Erasure, *more: Formula) -> list[Part]:
    """A design that reveals one of two categories or says nothing is phi-average secure."""
    rows = ((design.own, design.other), (design.other, design.own), (design.erased, design.erased))
    return no_rule_gains_more(context, name, rows, PHI, *more)


def erasure_is_secure(context: Context) -> Sequence[Part]:
    """The design with two categories that reveals the category with probability phi - 1 is a design and secure."""
    return [is_a_design(context), *secure_for_two(context, "P_0", revealing(PHI, 2))]


def erasure_discloses(context: Context) -> Sequence[Part]:
    """The category is named with probability phi - 1, and the posterior is certain then; d_3 leaves the prior."""
    design = revealing(PHI, 2)
    alpha, rest, after = variable("alpha_j"), variable("rest"), variable("after")
    inside = [fact(0, "<", alpha), fact(0, "<=", rest), fact(alpha + rest, "=", 1)]
    named = fact(after * (alpha * design.own + rest * design.other), "=", alpha * design.own)
    hidden = fact(after * (alpha * design.erased + rest * design.erased), "=", alpha * design.erased)
    return [
        is_a_design(context),
        context.shown("the own category is named", fact(design.own, "=", PHI - 1)),
        context.shown("no other one is named", fact(design.other, "=", 0)),
        context.shown("its name is certain", fact(after, "=", 1), named, *inside),
        context.shown("nothing is said", fact(design.erased, "=", 2 - PHI)),
        context.shown("then the posterior is the prior", fact(after, "=", alpha), hidden, *inside),
    ]


def erased_share(context: Context) -> Sequence[Part]:
    """The share 2 - phi of the responses is d_3 whatever pi is, and exceeds 1 - delta for phi < 1 + delta."""
    erased, share = revealing(PHI, 2).erased, variable("pi_j")
    delta = variable("delta")
    return [
        is_a_design(context),
        context.shown("for every pi", fact(share * erased + (1 - share) * erased, "=", 2 - PHI)),
        context.shown("nearly all for phi near 1", fact(erased, ">", 1 - delta), fact(PHI, "<", 1 + delta)),
    ]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        read_designs,
        equal_distances,
        first_design_discloses,
        security_does_not_tell_apart,
        erasure_is_secure,
        erasure_discloses,
        erased_share,
    )
}
