import random
from fractions import Fraction

import pytest

from derivations.arithmetic import kernel
from derivations.arithmetic.statements import Infeasible as NoPoint
from derivations.arithmetic.statements import Optimal
from lp.relaxations.blackwell import (
    Garbling,
    Separation,
    channel_between,
    compare,
    merged,
    program_between,
    undominated,
)
from mechanisms.catalogue.subset_responses import erasure, local_diversity, subset_selection
from mechanisms.design import Design, DesignError
from mechanisms.guarantees.criteria.bayes import CriterionError

HALF = Fraction(1, 2)
P1 = Design([[HALF, 0, HALF], [0, HALF, HALF]], truths=(1, 2))
P2 = Design([[Fraction(7, 10), Fraction(3, 10)], [Fraction(1, 5), Fraction(4, 5)]], truths=(1, 2))


def test_the_channel_is_returned_and_the_other_direction_is_refuted() -> None:
    found = compare(P1, P2)
    assert isinstance(found.forward, Garbling)
    assert P1 @ found.forward.channel == P2
    assert isinstance(found.backward, Separation)
    assert found.better
    assert found.at_least_as_informative
    assert not found.equivalent


def test_the_decision_problem_of_a_separation_is_won_by_the_other_design() -> None:
    found = channel_between(P2, P1)
    assert isinstance(found, Separation)
    earned = sum(found.rewards[t, y] * P1.entry(t, y).evaluate({}) for t in P1.truths for y in P1.responses)
    possible = sum(
        max(sum(found.rewards[t, y] * P2.entry(t, z).evaluate({}) for t in P2.truths) for y in P1.responses)
        for z in P2.responses
    )
    assert (earned, possible) == (found.other_value, found.design_value)
    assert earned > possible


def test_merging_proportional_responses_loses_nothing() -> None:
    split = Design(
        [[Fraction(1, 5), Fraction(2, 5), Fraction(2, 5)], [Fraction(1, 10), Fraction(1, 5), Fraction(7, 10)]]
    )
    joined = Design([[Fraction(3, 5), Fraction(2, 5)], [Fraction(3, 10), Fraction(7, 10)]])
    assert compare(split, joined).equivalent


def test_merging_gives_both_channels_and_leaves_out_what_never_occurs() -> None:
    rows = [[Fraction(1, 5), 0, Fraction(2, 5), Fraction(2, 5)], [Fraction(1, 10), 0, Fraction(1, 5), Fraction(7, 10)]]
    split = Design(rows, truths=(1, 2), responses="abcd")
    found = merged(split)
    assert found.design.responses == (("a", "c"), ("d",))
    assert split @ found.merging == found.design
    assert found.design @ found.splitting == split


def test_larger_sets_are_strictly_less_informative() -> None:
    for size in (1, 2, 3):
        small = local_diversity(4, size).printed_matrix
        large = local_diversity(4, size + 1).printed_matrix
        assert compare(small, large).better


def test_designs_may_be_incomparable() -> None:
    noisy = subset_selection(3, 1).printed_matrix.at(gamma=4)
    hidden = erasure(3).printed_matrix.at(phi=Fraction(5, 4))
    assert compare(noisy, hidden).incomparable


def test_two_designs_of_one_distance_may_both_be_admissible() -> None:
    """For three categories, erasure and sets of two at the same distance of all truths; less erasure is dominated."""
    hidden, less = (erasure(3).printed_matrix.at(phi=phi) for phi in (Fraction(3, 2), Fraction(4, 3)))
    sets = local_diversity(3, 2).printed_matrix
    assert compare(hidden, sets).incomparable
    assert undominated([less, sets, hidden]) == (sets, hidden)


def test_parameters_and_other_truths_are_refused() -> None:
    with pytest.raises(CriterionError, match="exact values"):
        channel_between(erasure(2).printed_matrix, P1)
    with pytest.raises(DesignError, match="different truths"):
        channel_between(P1, erasure(3).printed_matrix.at(phi=Fraction(3, 2)))


# -- planted channels, perturbed ones, and every shape -----------------------------------------------------------------


def random_design(rng: random.Random, truths: int, responses: int, zeros: float = 0.0) -> list[list[Fraction]]:
    rows = []
    for _ in range(truths):
        weights = [0 if rng.random() < zeros else rng.randrange(1, 40) for _ in range(responses)]
        weights[rng.randrange(responses)] += 1
        rows.append([Fraction(w, sum(weights)) for w in weights])
    return rows


def times(left: list[list[Fraction]], right: list[list[Fraction]]) -> list[list[Fraction]]:
    return [[sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in zip(*right, strict=True)]
            for row in left]  # fmt: skip


def check_separation(found: Separation, have: list[list[Fraction]], want: list[list[Fraction]]) -> None:
    """The decision problem from its definition: what following the other earns, and what the design allows."""
    rewards = found.rows
    decisions = range(len(want[0]))
    earned = sum(rewards[x][y] * want[x][y] for x in range(len(want)) for y in decisions)
    possible = sum(
        max(sum(rewards[x][y] * have[x][z] for x in range(len(have))) for y in decisions) for z in range(len(have[0]))
    )
    assert (earned, possible) == (found.other_value, found.design_value)
    assert earned > possible
    assert isinstance(found.theorem.statement, NoPoint)
    assert found.theorem.statement.program == program_between(Design(have), Design(want))


SHAPES = [(4, 4, 3), (6, 3, 4), (3, 5, 3), (2, 6, 4), (5, 5, 5), (4, 2, 6)]


@pytest.mark.parametrize(("truths", "sources", "targets"), SHAPES)
def test_planted_channels_are_found_and_perturbed_ones_are_judged(truths: int, sources: int, targets: int) -> None:
    rng = random.Random(truths * 100 + sources * 10 + targets)
    for zeros in (0.0, 0.4):
        have = random_design(rng, truths, sources, zeros)
        want = times(have, random_design(rng, sources, targets, zeros))
        found = channel_between(have, want)
        assert isinstance(found, Garbling)
        channel = [[e.evaluate({}) for e in row] for row in found.channel.entries]
        assert times(have, channel) == want
        assert min(entry for row in channel for entry in row) >= 0
        assert isinstance(found.theorem.statement, Optimal)
        moved = [row.copy() for row in want]
        x = rng.randrange(truths)
        top = want[x].index(max(want[x]))
        moved[x][top] -= Fraction(1, 50)
        moved[x][(top + 1) % targets] += Fraction(1, 50)
        changed = channel_between(have, moved)
        if isinstance(changed, Separation):
            check_separation(changed, have, moved)
        else:
            reached = [[e.evaluate({}) for e in row] for row in changed.channel.entries]
            assert times(have, reached) == moved


@pytest.mark.parametrize("rank", [2, 3])
def test_designs_of_low_rank(rank: int) -> None:
    """Five truths, five responses, rank 2 or 3: channels are not unique, and a design of rank 5 is out of reach."""
    rng = random.Random(rank)
    have = times(random_design(rng, 5, rank), random_design(rng, rank, 5))
    garbled = times(have, random_design(rng, 5, 4))
    found = channel_between(have, garbled)
    assert isinstance(found, Garbling)
    assert times(have, [[e.evaluate({}) for e in row] for row in found.channel.entries]) == garbled
    richer = random_design(rng, 5, 5)
    refused = channel_between(have, richer)
    assert isinstance(refused, Separation)
    check_separation(refused, have, richer)


def test_inside_the_column_space_and_out_of_reach() -> None:
    """More responses than truths, so that no rank is missing; the truth itself is still more than they tell."""
    have = [[Fraction(n, 10) for n in row] for row in ([4, 3, 2, 1], [1, 2, 2, 5], [2, 4, 3, 1])]
    identity = [[Fraction(int(i == j)) for j in range(3)] for i in range(3)]
    found = channel_between(have, identity)
    assert isinstance(found, Separation)
    check_separation(found, have, identity)


def test_ties_zero_columns_and_copies() -> None:
    """Copied, split and impossible responses are one, and what never occurs may be answered by anything."""
    half = Fraction(1, 2)
    base = [[half, half, Fraction(0)], [Fraction(1, 5), Fraction(4, 5), Fraction(0)]]
    split = [[row[0] / 3, 2 * row[0] / 3, Fraction(0), row[1], Fraction(0)] for row in base]
    for have, want in ((base, split), (split, base), (base, base)):
        found = channel_between(have, want)
        assert isinstance(found, Garbling)
        assert times(have, [[e.evaluate({}) for e in row] for row in found.channel.entries]) == want
    nothing = [[half, half], [half, half]]
    assert isinstance(channel_between(base, nothing), Garbling)
    refused = channel_between(nothing, base)
    assert isinstance(refused, Separation)
    check_separation(refused, nothing, base)


def test_parameters_at_exact_values() -> None:
    hidden, sets = erasure(3).printed_matrix, local_diversity(3, 2).printed_matrix
    assert isinstance(channel_between(hidden, sets, at={"phi": Fraction(3, 2)}), Separation)
    assert compare(hidden, hidden, at={"phi": Fraction(4, 3)}).equivalent


def test_truths_in_another_order() -> None:
    swapped = Design([[Fraction(1, 5), Fraction(4, 5)], [Fraction(7, 10), Fraction(3, 10)]], truths=(2, 1))
    found = channel_between(P1, swapped)
    assert isinstance(found, Garbling)
    assert found.channel == channel_between(P1, P2).channel  # type: ignore[union-attr]


def test_a_certificate_with_one_number_changed_is_refused() -> None:
    rng = random.Random(5)
    have, richer = random_design(rng, 3, 3), random_design(rng, 3, 3)
    refused = channel_between(have, richer)
    assert isinstance(refused, Separation)
    program = refused.infeasible.program
    y, w = refused.infeasible.multipliers
    kernel.farkas(program, y, w)
    for part, other, swap in ((y, w, False), (w, y, True)):
        for i in range(len(part)):
            changed = (*part[:i], part[i] + Fraction(1, 7), *part[i + 1 :])
            with pytest.raises(kernel.KernelError):
                kernel.farkas(program, *((other, changed) if swap else (changed, other)))
    found = channel_between(have, times(have, random_design(rng, 3, 3)))
    assert isinstance(found, Garbling)
    optimum = found.optimum
    for i in range(len(optimum.point)):
        moved = (*optimum.point[:i], optimum.point[i] + Fraction(1, 7), *optimum.point[i + 1 :])
        with pytest.raises(kernel.KernelError):
            kernel.weak_duality(optimum.program, moved, *optimum.dual)


def test_the_order_of_designs_in_latex() -> None:
    found = compare(P1, P2)
    assert r"A = P\,C" in found.forward._repr_latex_()
    assert r"\max_y" in found.backward._repr_latex_()
