"""Section 3.1: which secure designs are admissible, that is, not worse than another secure one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from checks.papers.nz.designs import revealing
from checks.papers.nz.encodings.average_security import PHI, K, is_a_design, secure_for_two
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, fails_at, proved, variable
from checks.verifying.verification import Context, Part
from derivations.theorems.information.split_responses import (
    equal_sums_are_equal_termwise,
    layers_are_different,
    layers_keep_distances,
    merging_loses_information,
    nothing_cancels,
    parts_add_twice_the_mass,
    shares_contract,
)
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction


def nothing_to_split(label: str) -> list[Part]:
    """Where A is secure and P = CA, and all pairs of a set of categories are at the distance 2 (phi - 1) in P.

    Distances shrink from A to P (`shares_contract`), so these keep theirs, and at each response y of P by itself. If y
    is equally probable under a pair, the rows of A that contribute to y are equal there (`nothing_cancels`); if y is
    impossible under a category, they are zero there. So where the categories at which y is possible hang together by
    such pairs, and y is equally probable under them, these rows are proportional to that of y. Then A can be had from
    P: give, after y, each of them in proportion to what it contributes. So A is not better than P.
    """
    contract = shares_contract()
    return [
        proved(f"{label}: shares contract, likelier", contract[0]),
        proved(f"{label}: shares contract, less likely", contract[1]),
        proved(f"{label}: a distance is kept response by response", equal_sums_are_equal_termwise()),
        proved(f"{label}: nothing cancels", nothing_cancels()),
    ]


def erasure_is_admissible(context: Context) -> Sequence[Part]:
    """All pairs of categories are at the distance 2 (phi - 1), and each response is even: see `nothing_to_split`.

    A named category is possible under one category only; saying nothing is equally probable under all.
    """
    design = revealing(PHI)
    return [
        is_a_design(context),
        context.shown("all pairs at the largest distance", fact(design.distance, "=", 2 * (PHI - 1))),
        context.shown("a name is impossible elsewhere", fact(design.other, "=", 0)),
        *nothing_to_split("erasure"),
    ]


def others_are_admissible(context: Context) -> Sequence[Part]:
    """For k > 2: the own category with probability u, it and a random other one with probability t, else nothing.

    Each response is even. Two categories differ by u each in their names, and by t (k - 2)/(k - 1) each in the pairs
    that hold one of them; u is such that all distances are 2 (phi - 1), which leaves room for some t > 0. So the design
    is admissible (`nothing_to_split`). It is not equivalent to the one that reveals the category or says nothing: as
    that is admissible, every secure design equivalent to it has rows of one category or equal ones, and a pair is
    possible under two of k > 2 categories.
    """
    pair, own = variable("t"), variable("u")
    size = fact(K, ">", 2)
    chosen = fact(own, "=", PHI - 1 - pair * (K - 2) / (K - 1))
    small = [fact(0, "<", pair), fact(pair * (K - 2), "<=", (PHI - 1) * (K - 1)), fact(pair, "<=", (2 - PHI) * (K - 1))]
    known = [size, chosen, *small]
    room = all_of([fact((PHI - 1) * (K - 1) / (K - 2), ">", 0), fact((2 - PHI) * (K - 1), ">", 0)])
    of_pairs = pair * (K - 2) / (K - 1)
    return [
        is_a_design(context),
        context.shown("there is such a t", room, size),
        context.shown("probabilities", all_of([fact(own, ">=", 0), fact(own + pair, "<=", 1)]), *known),
        context.shown("all pairs at the largest distance", fact(2 * own + 2 * of_pairs, "=", 2 * (PHI - 1)), *known),
        *nothing_to_split("pairs"),
        context.shown("a pair leaves a category out", fact(K - 2, ">", 0), size),
    ]


def _uneven_is_dominated() -> list[Part]:
    """A response with different positive probabilities is better split into its layers, and as secure then."""
    _, strict = merging_loses_information()
    kept = layers_keep_distances()
    return [
        proved("layers: distances of possible categories", kept[0]),
        proved("layers: distances of the others", kept[1]),
        proved("layers are not proportional", layers_are_different()),
        proved("so they say strictly more", strict),
    ]


def silence_is_worse(context: Context, share: RationalFunction, *known: Formula) -> list[Part]:
    """With two categories P_0 is better than the design that reveals the category with the smaller probability a.

    P_a = C P_0 for the channel that keeps a name with probability a/(phi - 1) and nothing otherwise. There is no
    channel back: the row of one that leads from P_a to the name d_1 of P_0 has entries w_1, w_2, w_3 in [0, 1], with
    a w_1 + (1 - a) w_3 = phi - 1 under c_1 and a w_2 + (1 - a) w_3 = 0 under c_2.
    """
    best, less = (
        [(d.own, d.other), (d.other, d.own), (d.erased, d.erased)] for d in (revealing(PHI, 2), revealing(share + 1, 2))
    )
    keep = share / best[0][0]
    channel = [(keep, ZERO, ZERO), (ZERO, keep, ZERO), (ONE - keep, ONE - keep, ONE)]
    parts = [
        context.shown("a probability of the channel", all_of([fact(0, "<=", weight), fact(weight, "<=", 1)]), *known)
        for weight in (keep, ONE - keep)
    ]
    for y, weights in enumerate(channel):
        for c in (0, 1):
            made = sum((weight * row[c] for weight, row in zip(weights, best, strict=True)), ZERO)
            label = f"d_{y + 1} under c_{c + 1} by the channel"
            parts.append(context.shown(label, fact(made, "=", less[y][c]), *known))
    back = [variable(f"w_{z}") for z in (1, 2, 3)]
    into = [sum((weight * row[c] for weight, row in zip(back, less, strict=True)), ZERO) for c in (0, 1)]
    row = [f for weight in back for f in (fact(0, "<=", weight), fact(weight, "<=", 1))]
    row.append(fact(into[1], "=", best[0][1]))
    return [*parts, context.shown("no channel back", fact(into[0], "!=", best[0][0]), *row, *known)]


def admissible_iff_even(context: Context) -> Sequence[Part]:
    """Equal entries in each row are not sufficient.

    The design with two categories that reveals the category with probability a, 0 < a < phi - 1, else nothing, has
    equal non-zero entries in each row. It is secure, and that of phi - 1 is secure as well and strictly better
    (`silence_is_worse`): it is admissible for a = phi - 1 only.
    """
    a = variable("a")
    even = [fact(0, "<", a), fact(a, "<=", PHI - 1)]
    return [
        is_a_design(context),
        *secure_for_two(context, "P_0", revealing(PHI, 2)),
        *secure_for_two(context, "P_a", revealing(a + 1, 2), *even),
        context.shown(
            "a response of the even design is possible under both categories, equally, or under one",
            all_of([fact(a, ">", 0), fact(revealing(a + 1, 2).other, "=", 0)]),
            *even,
        ),
        *silence_is_worse(context, a, fact(0, "<", a), fact(a, "<", PHI - 1)),
        fails_at(
            "even entries suffice: nothing is better than a",
            [*even, *context.interpreter.given],
            fact(a, "=", PHI - 1),
            a=Fraction(1, 4),
            phi=Fraction(3, 2),
        ),
    ]


def admissible_iff_even_and_linked(context: Context) -> Sequence[Part]:
    """Admissible exactly if each response is even, and its categories hang together by pairs at the largest distance.

    Necessary: an uneven response is better split into layers; one whose categories fall into two parts, all pairs
    across being closer, is better with some mass given apart on the parts. Sufficient: `nothing_to_split`.
    """
    added = parts_add_twice_the_mass()
    return [
        is_a_design(context),
        *_uneven_is_dominated(),
        proved("parts: the distance across stays within the limit", added[0]),
        proved("parts: other distances stay", added[1]),
        proved("parts are not proportional", added[2]),
        *nothing_to_split("linked"),
    ]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        erasure_is_admissible,
        others_are_admissible,
        admissible_iff_even,
        admissible_iff_even_and_linked,
    )
}
