"""Sections 2.2 and 3.1: average security, the designs that show its drawbacks, and which designs are admissible."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.interpreter import Interpreter
from checks.papers.nz.designs import revealing
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
from checks.values import MatrixValue, MeaninglessError, Value
from checks.verification import Context, Part
from derivations.posterior_bounds import prediction_gain
from mechanisms.formula import all_of
from mechanisms.rational import RationalFunction

PHI, DISTANCE = variable("phi"), variable("l1")
K, L = variable("k"), variable("l")
P_1 = ((Fraction(1, 2), Fraction(0)), (Fraction(0), Fraction(1, 2)), (Fraction(1, 2), Fraction(1, 2)))
P_2 = ((Fraction(7, 10), Fraction(1, 5)), (Fraction(3, 10), Fraction(4, 5)))
"""The two designs of section 3.1, as in the paper: a row for each response."""


def matrix(rows: Sequence[Sequence[Fraction]]) -> MatrixValue:
    """A matrix of numbers as the interpreter has it."""
    return MatrixValue(tuple(tuple(RationalFunction.of(entry) for entry in row) for row in rows))


def distance_of_columns(value: MatrixValue) -> RationalFunction:
    """l_1: the largest sum of |p_ui - p_uj| over two columns of a matrix of numbers."""
    numbers = [[entry.evaluate({}) for entry in row] for row in value.rows]
    columns = list(zip(*numbers, strict=True))
    return RationalFunction.of(
        max(sum(abs(p - q) for p, q in zip(a, b, strict=True)) for a in columns for b in columns)
    )


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
    """The printed distances of the two designs, and that Theorem 2.1 makes both secure at phi = 1.5."""
    reader = _measuring(context.interpreter)
    (node,) = context.trees()
    bound = 2 * (Fraction(3, 2) - 1)
    secure = [
        context.shown(
            f"{name} is secure at 1.5", fact(distance_of_columns(matrix(rows)), "<=", RationalFunction.of(bound))
        )
        for name, rows in (("P_1", P_1), ("P_2", P_2))
    ]
    return [*reader.obligations(node), *secure]


def first_design_discloses(context: Context) -> Sequence[Part]:
    """Under P_1 the posterior of c_1 is 1 after d_1, that of c_2 is 1 after d_2; the chance of that is 1/2."""
    alpha = variable("alpha_1")
    prior = (alpha, ONE - alpha)
    rows = matrix(P_1).rows
    parts: list[Part] = []
    for category in (0, 1):
        own, whole = prior[category] * rows[category][category], _mass(prior, rows[category])
        inside = [fact(0, "<", alpha), fact(alpha, "<", 1)]
        parts.append(context.shown(f"d_{category + 1} reveals c_{category + 1}", fact(own / whole, "=", 1), *inside))
        told = rows[0][category] + rows[1][category]
        parts.append(context.shown(f"c_{category + 1} is disclosed", fact(told, "=", ONE / 2)))
    return parts


def _mass(prior: Sequence[RationalFunction], row: Sequence[RationalFunction]) -> RationalFunction:
    return sum((weight * entry for weight, entry in zip(prior, row, strict=True)), ZERO)


def security_does_not_tell_apart(context: Context) -> Sequence[Part]:
    """Both designs have the same l_1, so the same levels phi; P_1 has an infinite parity, P_2 one of 7/2.

    The posterior odds of any prior are multiplied by at most 7/2 under P_2, and without bound under P_1.
    """
    first, second = matrix(P_1), matrix(P_2)
    equal = fact(distance_of_columns(first), "=", distance_of_columns(second))
    secure = [fact(1 + distance_of_columns(value) / 2, "<=", PHI) for value in (first, second)]
    ratios = [
        context.shown("a ratio of P_2", fact(row[j], "<=", Fraction(7, 2) * row[1 - j]))
        for row in second.rows
        for j in (0, 1)
    ]
    bound = variable("eta")
    entry = first.rows[0]
    return [
        context.shown("the same l_1", equal),
        context.shown("secure at the same levels", secure[1], secure[0]),
        context.shown("conversely", secure[0], secure[1]),
        *ratios,
        context.shown("no bound for P_1", fact(entry[0], ">", bound * entry[1])),
    ]


# -- revealing or nothing ----------------------------------------------------------------------------------------------


def is_a_design(context: Context) -> Part:
    """P_0 has probabilities as entries, those of the names being neither 0 nor 1."""
    design = revealing(PHI)
    inside = all_of([fact(0, "<", design.own), fact(0, "<", design.erased), fact(0, "<=", design.other)])
    return context.shown("P_0 is a design that names some and not all", inside)


def erasure_is_secure(context: Context) -> Sequence[Part]:
    """The design that reveals the category with probability phi - 1 is a design and secure, for every k."""
    design = revealing(PHI)
    total = design.own + (K - 1) * design.other + design.erased
    return [
        is_a_design(context),
        context.shown("each category has a law", fact(total, "=", 1)),
        context.shown("l_1 is as large as it may be", fact(design.distance, "=", 2 * (PHI - 1))),
    ]


def erasure_discloses(context: Context) -> Sequence[Part]:
    """The category is named with probability phi - 1, and the posterior is certain then; d_3 leaves the prior."""
    design = revealing(PHI)
    alpha, rest = variable("alpha_j"), variable("rest")
    inside = [fact(0, "<", alpha), fact(0, "<=", rest), fact(alpha + rest, "=", 1)]
    named = alpha * design.own / (alpha * design.own + rest * design.other)
    hidden = alpha * design.erased / (alpha * design.erased + rest * design.erased)
    return [
        is_a_design(context),
        context.shown("the own category is named", fact(design.own, "=", PHI - 1)),
        context.shown("no other one is named", fact(design.other, "=", 0)),
        context.shown("its name is certain", fact(named, "=", 1), *inside),
        context.shown("nothing is said", fact(design.erased, "=", 2 - PHI)),
        context.shown("then the posterior is the prior", fact(hidden, "=", alpha), *inside),
    ]


def erased_share(context: Context) -> Sequence[Part]:
    """The share 2 - phi of the responses is d_3 whatever pi is, and exceeds 1 - delta for phi < 1 + delta."""
    erased, share = revealing(PHI).erased, variable("pi_j")
    delta = variable("delta")
    return [
        is_a_design(context),
        context.shown("for every pi", fact(share * erased + (1 - share) * erased, "=", 2 - PHI)),
        context.shown("nearly all for phi near 1", fact(erased, ">", 1 - delta), fact(PHI, "<", 1 + delta)),
    ]


def disclosed_share(context: Context) -> Sequence[Part]:
    """For every k the own category is named with probability phi - 1, and no other one ever."""
    design = revealing(PHI)
    return [
        is_a_design(context),
        context.shown("named", fact(design.own, "=", PHI - 1)),
        context.shown("no other", fact((K - 1) * design.other, "=", 0)),
    ]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        average_security,
        read_designs,
        equal_distances,
        first_design_discloses,
        security_does_not_tell_apart,
        erasure_is_secure,
        erasure_discloses,
        erased_share,
        disclosed_share,
    )
}
