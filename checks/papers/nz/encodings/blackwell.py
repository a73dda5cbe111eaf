"""Section 3.1 and the proof of Theorem 3.1: which designs are at least as informative as which.

The paper's A = CP with a column for each category: C gives a response of A for each response of P, its columns sum to
one. What is summed over responses is shown for one more of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter.values import MatrixValue
from checks.papers.nz.designs import revealing
from checks.papers.nz.encodings.admissible_designs import silence_is_worse
from checks.papers.nz.encodings.average_security import PHI, is_a_design
from checks.papers.nz.encodings.common import ONE, Encoding, fact, proved, variable, with_names
from checks.verifying.verification import Context, Part
from derivations.theorems.binary.erasure import channel_reproduces
from derivations.theorems.information.split_responses import merging_loses_information
from mechanisms.exact.formula import all_of, any_of, negation

A, C, D = variable("a"), variable("c"), variable("d")
ROW = [fact(0, "<", D), fact(D, "<", C)]


def rules_carry_over(context: Context) -> Sequence[Part]:
    """If A = CP, randomizing by C and following a rule for A has the risk of that rule under every category.

    The expected loss under a category sums, over the responses z of P and y of A, c_yz p_z times the loss after y; the
    order of summation does not matter: one more z, then one more y. The n responses of a sample are randomized one by
    one, so that the joint law of those so far (`joint`) and of the next one carries over as well. Losses may be any.
    """
    channel, probability, loss, so_far, response = (variable(x) for x in ("w", "p_z", "loss", "a_y", "more"))
    risk, total, joint, following = (variable(x) for x in ("risk", "T", "joint", "next"))
    more = channel * probability
    return [
        context.shown("one more response of P", fact(so_far * loss + more * loss, "=", (so_far + more) * loss)),
        context.shown(
            "one more response of A", fact(risk + response * loss, "=", total + response * loss), fact(risk, "=", total)
        ),
        context.shown(
            "one more respondent",
            fact(joint * following, "=", total * response),
            fact(joint, "=", total),
            fact(following, "=", response),
        ),
    ]


def everything_comes_from_erasure(context: Context) -> list[Part]:
    """Each secure design with two categories comes from P_0 by a channel: `derivations.theorems.binary.erasure`.

    With a = phi - 1 and t = l_1/2 <= a. The columns of the channel sum to one, since the least entries of the rows sum
    to 1 - t, and the positive parts of c - d, as those of d - c, to t.
    """
    share, apart, erased, own = (variable(x) for x in ("a", "t", "M", "W"))
    known = [fact(0, "<=", apart), fact(apart, "<=", share), fact(share, "<", 1), fact(share, ">", 0)]
    after_erased = fact(erased * (1 - apart), "=", 1 - apart)
    after_name = fact(share * own, "=", apart + (share - apart) * erased)
    return [
        proved("one response of the other design", channel_reproduces()),
        context.shown("what follows on nothing sums to one", fact(erased, "=", 1), *known, after_erased),
        context.shown("what follows on a name sums to one", fact(own, "=", 1), *known, after_erased, after_name),
    ]


def membership(context: Context) -> list[Part]:
    """P_0 is in the class: it is a design, and its l_1 is within the bound."""
    return [
        is_a_design(context),
        context.shown("P_0 is within the bound", fact(revealing(PHI).distance, "<=", 2 * (PHI - 1))),
    ]


def best_design(context: Context) -> Sequence[Part]:
    """P_0 is at least as informative as every secure design with two categories."""
    return [*membership(context), *everything_comes_from_erasure(context)]


# -- the proof ---------------------------------------------------------------------------------------------------------


def proportional_rows(context: Context) -> Sequence[Part]:
    """Rows t r and s r are merged to (t + s) r by adding them up, and split again in the proportion t : s."""
    first, second, entry = variable("t"), variable("s"), variable("r")
    known = [fact(first, ">", 0), fact(second, ">", 0), fact(entry, ">=", 0)]
    merged = (first + second) * entry
    shares = [part / (first + second) for part in (first, second)]
    return [
        context.shown("merging", fact(first * entry + second * entry, "=", merged), *known),
        *(
            context.shown(f"splitting, {name} row", fact(share * merged, "=", part * entry), *known)
            for name, share, part in zip(("first", "second"), shares, (first, second), strict=True)
        ),
        context.shown(
            "splitting is a channel", all_of([fact(sum(shares, 0 * ONE), "=", 1), fact(shares[0], ">=", 0)]), *known
        ),
    ]


def merging_keeps_the_distance(context: Context) -> Sequence[Part]:
    """|t x| + |s x| = |(t + s) x| for the difference x of two entries of r, of either sign."""
    first, second, difference = variable("t"), variable("s"), variable("x")
    parts = []
    for label, sign in (("x >= 0", ONE), ("x <= 0", -ONE)):
        size = sign * difference
        known = [fact(first, ">", 0), fact(second, ">", 0), fact(size, ">=", 0)]
        sizes = [part * size for part in (first, second, first + second)]
        parts.append(context.shown(f"{label}: sizes", all_of(fact(value, ">=", 0) for value in sizes), *known))
        parts.append(context.shown(f"{label}: their sum", fact(sizes[0] + sizes[1], "=", sizes[2]), *known))
    return parts


def split_row(context: Context) -> Sequence[Part]:
    """P_1 is a design, and (e_1 | I) P_1 = P is a channel applied to it.

    The first row of (e_1 | I) is (1, 1, 0, ..., 0), its other rows have a single 1 for the rows of P_*; so each of its
    columns is a unit vector.
    """
    (node,) = context.trees()
    values = {
        "P": MatrixValue(((C, D),)),
        "P_1": MatrixValue(((C - D, 0 * ONE), (D, D))),
        "splitting": MatrixValue(((ONE, ONE),)),
    }
    reader = with_names(context.interpreter.assuming(*ROW, fact(C, "<", 1)), **values)
    return [
        *reader.obligations(node, "the first row of P"),
        context.shown("P_1 has no negative entry", all_of([fact(C - D, ">=", 0), fact(D, ">=", 0)]), *ROW),
        context.shown("its columns sum to those of P", all_of([fact(C - D + D, "=", C), fact(0 + D, "=", D)]), *ROW),
    ]


def split_row_keeps_the_distance(context: Context) -> Sequence[Part]:
    """|c - d| of the first row is |(c - d) - 0| + |d - d| of the first two rows of P_1; the other rows are the same."""
    apart = [fact(C - D, ">=", 0), fact((C - D - 0) + (D - D), "=", C - D)]
    return [context.shown("the first rows", all_of(apart), *ROW)]


def split_row_is_better(context: Context) -> Sequence[Part]:
    """P_1 cannot be had from P: the row (c - d, 0) is a combination of rows of P only if one is (a, 0), a >= c - d.

    With weights w in [0, 1]: the second entry of the combination is 0, so no row with a positive second entry has a
    positive weight, the row (c, d) among them. As no two rows of P are proportional, one row (a, 0) at most is left.
    Apart from the paper's argument: the sum of a^2/(a + b) over the rows grows from P to P_1, which no channel allows.
    """
    weight, a = variable("w"), variable("a")
    share = [fact(0, "<=", weight), fact(weight, "<=", 1)]
    weak, strict = merging_loses_information()
    return [
        _no_weight(context),
        context.shown("the row (c, d) is one", fact(D, ">", 0), *ROW),
        context.shown(
            "the row (a, 0) makes up c - d",
            fact(a, ">=", C - D),
            *ROW,
            *share,
            fact(weight * a, "=", C - D),
            fact(a, ">=", 0),
        ),
        *_two_parts_from_one_row(context),
        proved("merging lets the sum fall", weak),
        proved("and strictly, unless rows are proportional", strict),
        context.shown("(c - d, 0) and (d, d) are not", fact((C - D) * D - D * 0, "!=", 0), *ROW),
    ]


def _no_weight(context: Context) -> Part:
    """Where the second entry of a combination of rows is 0, a row with a positive one has no weight in it."""
    weight, entry, rest = variable("w"), variable("b"), variable("rest")
    known = [fact(0, "<=", weight), fact(entry, ">", 0), fact(rest, ">=", 0), fact(rest + weight * entry, "=", 0)]
    return context.shown("a row with a positive second entry has no weight", fact(weight, "=", 0), *known)


def _two_parts_from_one_row(context: Context) -> list[Part]:
    a, first, third = variable("a"), variable("c_12"), variable("c_32")
    known = [*ROW, fact(a, ">=", C - D), fact(first * a, "=", C - D), fact(third * a, "=", a)]
    return [context.shown("the row (a, 0) is given out more than once", fact(first + third, ">", 1), *known)]


def column_sum_exceeds_one(context: Context) -> Sequence[Part]:
    """Row (a, 0) of P is the only one from which the first and third row of P_1 come, (c - d, 0) and (a, 0).

    So c_12 a = c - d and c_32 a = a, which gives the printed values; their sum exceeds one.
    """
    (node,) = context.trees()
    a, first, third = variable("a"), variable("c_12"), variable("c_32")
    known = [*ROW, fact(a, ">=", C - D), fact(first * a, "=", C - D), fact(third * a, "=", a)]
    return [
        _no_weight(context),
        *context.interpreter.assuming(*known).obligations(node),
        *_two_parts_from_one_row(context),
    ]


def rows_that_are_left(context: Context) -> Sequence[Part]:
    """If no row is as printed (in either order of its entries), every row is (c, 0), (0, d) or has equal entries.

    Rows being not proportional there is one of each kind, and the columns sum to one: so P is P_a, up to the order of
    its rows. It is phi-average secure exactly if 2 a <= 2 (phi - 1).
    """
    (node,) = context.trees()
    here = context.interpreter.formula(node)
    swapped = with_names(context.interpreter, c=D, d=C).formula(node)
    entries = [fact(0, "<=", C), fact(C, "<=", 1), fact(0, "<=", D), fact(D, "<=", 1)]
    kinds = any_of([fact(C, "=", 0), fact(D, "=", 0), fact(C, "=", D)])
    first, second, equal = variable("a"), variable("b"), variable("both")
    sums = [fact(first + equal, "=", 1), fact(second + equal, "=", 1)]
    return [
        context.shown("the rows that are left", kinds, negation(here), negation(swapped), *entries),
        context.shown("they make up P_a", all_of([fact(second, "=", first), fact(equal, "=", 1 - first)]), *sums),
        context.shown("its bound", fact(first, "<=", PHI - 1), fact(2 * first, "<=", 2 * (PHI - 1))),
    ]


def larger_row_is_split(context: Context) -> Sequence[Part]:
    """`rows_that_are_left`, and that the printed rows, c = 1 among them, can be split with a gain."""
    (node,) = context.trees()
    printed = context.interpreter.formula(node)
    _, strict = merging_loses_information()
    gain = all_of([fact((C - D) * D - D * 0, "!=", 0), fact(C - D, ">", 0), fact(D, ">", 0)])
    return [
        *rows_that_are_left(context),
        context.shown("a printed row can be split", gain, printed),
        proved("with a gain", strict),
    ]


def more_silence_is_worse(context: Context) -> Sequence[Part]:
    """Where the print holds, P_a comes from P_0 by keeping silent more often, and P_0 does not come from P_a."""
    (node,) = context.trees()
    printed = context.interpreter.formula(node)
    return [is_a_design(context), *silence_is_worse(context, A, printed, fact(0, "<=", A))]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        rules_carry_over,
        proportional_rows,
        merging_keeps_the_distance,
        split_row,
        split_row_keeps_the_distance,
        split_row_is_better,
        column_sum_exceeds_one,
        rows_that_are_left,
        larger_row_is_split,
        more_silence_is_worse,
    )
}
