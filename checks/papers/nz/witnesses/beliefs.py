"""Sections 1 and 2 at one point: laws, posteriors and predictions of small worlds, found by listing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import factorial

from checks.papers.nz.witnesses.worlds import (
    Rows,
    Weights,
    beliefs,
    categories,
    design,
    distribution,
    drawing,
    events,
    joint,
    law,
    milder,
    parity,
    two_point_priors,
    within_parity,
)
from checks.reading import syntax as tree
from checks.witness import Evaluator
from checks.witness.evaluator import NotEvaluatedError
from checks.witness.numbers import Numeric
from checks.witness.statement import Predicate

Trees = Sequence[tree.Node]
CHANCES = tuple(Fraction(c) for c in ("1/50", "2/5", "5/8", "49/50"))
TINY = Fraction(1, 2**60)


def all_hold(point: Evaluator, trees: Trees) -> bool:
    """Whether every printed statement holds."""
    return all(point.truth(node) for node in trees)


def world(point: Evaluator, zeros: bool = False) -> tuple[Weights, Rows]:
    """A prior and a design with one response more than there are categories."""
    rng, size = drawing(point), categories(point)
    return distribution(rng, size), design(rng, size, size + 1, zeros)


def probability(point: Evaluator, node: tree.Operate) -> Numeric:
    """P_alpha of what is printed, in the world of the point, for the category, response and event that it has."""
    values = point.values
    if "chance" in values:
        return _believed(point, node)
    prior, rows, i, j = (values[name] for name in ("prior", "rows", "response", "category"))
    whole, own = law(prior, rows)[i], prior[j] * rows[j][i]
    said = frozenset().union(*(tree.names_in(part) for part in node.arguments))
    if node.given:
        return own / whole
    return own if "X" in said else whole


def _believed(point: Evaluator, node: tree.Operate) -> Numeric:
    """The same for an event of which only P(Q), P(Q and d) and P(Q^c and d) are known."""
    chance, inside, outside = (point.values[name] for name in ("chance", "inside", "outside"))
    match node:
        case tree.Operate(arguments=(tree.Name(name="Q"),), given=()):
            return chance
        case tree.Operate(arguments=(tree.Name(name="Q_complement"),), given=()):
            return 1 - chance
        case tree.Operate(arguments=(tree.Name(name="Q"),)):
            return inside / (inside + outside)
        case tree.Operate(arguments=(tree.Name(name="Q_complement"),)):
            return outside / (inside + outside)
        case tree.Operate(arguments=(tree.SetOperation(operands=(tree.Name(name="Q"), _)),)):
            return inside
        case tree.Operate(arguments=(tree.SetOperation(operands=(tree.Name(name="Q_complement"), _)),)):
            return outside
        case tree.Operate(arguments=(tree.Chain(),), given=()):
            return inside + outside
    raise NotEvaluatedError("P_alpha of something else")


def summed(point: Evaluator, node: tree.BigSum) -> Numeric:
    """The sum of the body over the values that the point lists for the index."""
    if not isinstance(node.index, tree.Name) or node.index.name not in point.values["ranges"]:
        raise NotEvaluatedError("a sum over something else")
    total: Numeric = Fraction(0)
    for values in point.values["ranges"][node.index.name]:
        total = total + point.at(**values).number(node.body)
    return total


def prediction(point: Evaluator, node: tree.Operate) -> Numeric:
    """G_alpha, found by listing all rules."""
    value: Numeric = point.values["best_rule" if node.given else "best_guess"]
    return value


# -- section 1 ---------------------------------------------------------------------------------------------------------


def law_of_the_counts(point: Evaluator, trees: Trees) -> bool:
    """The printed product, and the law of the counts of three respondents, listed one by one."""
    prior, rows = world(point)
    response = law(prior, rows)
    match trees[0]:
        case tree.Chain(
            members=(
                tree.Name(name="lam_column"),
                tree.Product(factors=(tree.Name(name="P_full"), tree.Name(name="pi_column"))),
            )
        ):
            pass
        case _:
            return False
    size, found = 3, Counter[tuple[int, ...]]()
    people = [(w * p, y) for w, row in zip(prior, rows, strict=True) for y, p in enumerate(row)]
    for sample in product(people, repeat=size):
        counts = [0] * len(response)
        mass = Fraction(1)
        for weight, y in sample:
            mass *= weight
            counts[y] += 1
        found[tuple(counts)] += mass  # type: ignore[assignment]
    return all(mass == _multinomial(counts, response) for counts, mass in found.items())


def _multinomial(counts: Sequence[int], cells: Sequence[Fraction]) -> Fraction:
    mass = Fraction(factorial(sum(counts)))
    for count, cell in zip(counts, cells, strict=True):
        mass = mass * cell**count / factorial(count)
    return mass


def solve(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """The solution of a square system; ZeroDivisionError where it is singular."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        pivot = next((i for i in range(column, size) if rows[i][column]), None)
        if pivot is None:
            raise ZeroDivisionError("the system is singular")
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column], strict=True)]
    return [row[-1] for row in rows]


def estimate_by_inversion(point: Evaluator, trees: Trees) -> bool:
    """The law of the response of a square design gives back the prior, when the linear equations are solved."""
    rng, size = drawing(point), categories(point)
    prior, rows = distribution(rng, size), design(rng, size, size)
    return tuple(solve(list(zip(*rows, strict=True)), law(prior, rows))) == prior


def rank_deficient(point: Evaluator, trees: Trees) -> bool:
    """The third category answers like a mixture of the first two: two priors have the same law of the response."""
    rng = drawing(point)
    first, second = design(rng, 2, 4)
    rows = (first, second, tuple((p + q) / 2 for p, q in zip(first, second, strict=True)))
    prior = distribution(rng, 3)
    step = min(prior) / 3
    moved = (prior[0] + step, prior[1] + step, prior[2] - 2 * step)
    return moved != prior and min(moved) > 0 and sum(moved) == 1 and law(moved, rows) == law(prior, rows)


# -- section 2 ---------------------------------------------------------------------------------------------------------


def by_bayes(point: Evaluator, trees: Trees) -> bool:
    """The print for every category and every response of a world."""
    prior, rows = world(point)
    size = len(prior)
    for i, j in product(range(size + 1), range(size)):
        terms = [
            {"alpha_l": prior[x], "p_il": rows[x][i], "p_ll": rows[x][x], "alpha_j": prior[x]} for x in range(size)
        ]
        here = point.at(prior=prior, rows=rows, response=i, category=j, ranges={"l": terms})
        if not all_hold(here.at(alpha_j=prior[j], p_ij=rows[j][i]), trees):
            return False
    return True


def _rules(prior: Weights, rows: Rows, event: Sequence[int]) -> Fraction:
    """The best chance of a right prediction of the event, over all rules."""
    parts = [joint(prior, rows, event, y) for y in range(len(rows[0]))]
    return max(
        sum((pair[choice] for pair, choice in zip(parts, rule, strict=True)), Fraction(0))
        for rule in product((0, 1), repeat=len(parts))
    )


def _predictions(point: Evaluator) -> list[tuple[Evaluator, list[tuple[Fraction, Fraction]]]]:
    """For every event: the point with the best chances of a right prediction; P(Q and d), P(Q^c and d) for each d."""
    prior, rows = world(point, zeros=True)
    found = []
    for event in events(len(prior)):
        chance = sum((prior[x] for x in event), Fraction(0))
        parts = [joint(prior, rows, event, y) for y in range(len(rows[0]))]
        here = point.at(best_rule=_rules(prior, rows, event), best_guess=max(chance, 1 - chance), chance=chance)
        found.append((here, [pair for pair in parts if sum(pair) > 0]))
    return found


def best_rule(point: Evaluator, trees: Trees) -> bool:
    """The printed rule is right as often as the best of all rules."""
    for here, parts in _predictions(point):
        right = Fraction(0)
        for inside, outside in parts:
            right += inside if all_hold(here.at(inside=inside, outside=outside), trees) else outside
        if right != here.values["best_rule"]:
            return False
    return True


def correct_predictions(point: Evaluator, trees: Trees) -> bool:
    """The printed sums are the chance of the best of all rules."""
    for here, parts in _predictions(point):
        terms = [{"inside": inside, "outside": outside} for inside, outside in parts]
        if not all_hold(here.at(ranges={"i": terms}), trees):
            return False
    return True


def in_every_event(point: Evaluator, trees: Trees) -> bool:
    """The print for every event of a world."""
    return all(all_hold(here.at(inside=Fraction(0), outside=Fraction(1)), trees) for here, _ in _predictions(point))


def gain_between_one_and_two(point: Evaluator, trees: Trees) -> bool:
    """The print for every event of a world, and the ratio."""
    ratios = [here.values["best_rule"] / here.values["best_guess"] for here, _ in _predictions(point)]
    return in_every_event(point, trees) and all(1 <= ratio <= 2 for ratio in ratios)


# -- section 2.1 -------------------------------------------------------------------------------------------------------


def _envelope(point: Evaluator, trees: Trees, name: str) -> Fraction:
    for node in trees:
        match node:
            case tree.Chain(members=(tree.Apply(function=found), value)) if found == name:
                number: Fraction = point.number(value)
                return number
    raise NotEvaluatedError(f"{name} is not printed")


def factor_envelopes(point: Evaluator, trees: Trees) -> bool:
    """Both functions on a grid of [0, 1], and the printed bound of the ratio for all beliefs of a world."""
    for chance in (Fraction(c, 12) for c in range(13)):
        low, high = (_envelope(point.at(p=chance), trees, name) for name in ("h_l", "h_u"))
        if not 0 <= low <= chance <= high <= 1:
            return False
    _, rows = world(point)
    for chance, inside, outside in beliefs(point, rows, CHANCES):
        here = point.at(chance=chance, inside=inside, outside=outside)
        low, high = (_envelope(here.at(p=chance), trees, name) for name in ("h_l", "h_u"))
        if here.truth(trees[0]) != (low <= inside / (inside + outside) <= high):
            return False
    return True


def step_envelopes(point: Evaluator, trees: Trees) -> bool:
    """A printed breach, or a posterior within the two step functions, for all beliefs of a world and on a grid."""
    low_level, high_level = point.values["rho1"], point.values["rho2"]
    ends = (low_level, high_level, *CHANCES)
    for chance, posterior in product(ends, ends):
        here = point.at(chance=chance, inside=posterior, outside=1 - posterior)
        high = high_level if chance < low_level else Fraction(1)
        low = low_level if chance > high_level else Fraction(0)
        if any(here.truth(node) for node in trees) == (low <= posterior <= high) or not low <= chance <= high:
            return False
    return True


def two_forms_of_a_row_parity(point: Evaluator, trees: Trees) -> bool:
    """Both definitions for every response of a world, impossible responses and categories among them."""
    _, rows = world(point, zeros=True)
    for column in (*zip(*rows, strict=True), (Fraction(0),) * len(rows)):
        ratios = [_ratio(p, q) for p in column for q in column]
        first = None if None in ratios else max(r for r in ratios if r is not None)
        if first != _ratio(max(column), min(column)):
            return False
    return True


def _ratio(above: Fraction, below: Fraction) -> Fraction | None:
    if below == 0:
        return Fraction(1) if above == 0 else None
    return above / below


def _envelopes_hold(point: Evaluator, rows: Rows) -> bool:
    """Whether all beliefs respect h_l(p) = p - s p (1 - p), h_u(p) = p + t p (1 - p), with numbers of the point."""
    down, up = point.values["rho1"], point.values["rho2"]
    for chance, inside, outside in beliefs(point, rows, CHANCES):
        move = inside / (inside + outside) - chance
        if not -down * chance * (1 - chance) <= move <= up * chance * (1 - chance):
            return False
    return True


def parity_decides(point: Evaluator, trees: Trees) -> bool:
    """Of two designs the one of larger parity respects two envelopes only if the other one does."""
    size, rng = categories(point), drawing(point)
    for _ in range(3):
        found = [milder(design(rng, size, size), Fraction(1, rng.randrange(1, 12))) for _ in range(2)]
        levels = [parity(rows) for rows in found]
        if levels[0] is None or levels[1] is None:
            continue
        smaller, larger = found if levels[0] <= levels[1] else found[::-1]
        if _envelopes_hold(point, larger) and not _envelopes_hold(point, smaller):
            return False
    return True


def parity_prevents_breaches(point: Evaluator, trees: Trees) -> bool:
    """The printed bound on the parity of a world, and whether some prior on two categories leads to a breach."""
    low_level, high_level = point.values["rho1"], point.values["rho2"]
    size, rng = categories(point), drawing(point)
    chances = (low_level * (1 - TINY), high_level + (1 - high_level) * TINY, *CHANCES)
    for _ in range(3):
        rows = milder(design(rng, size, size), Fraction(1, rng.randrange(1, 6)))
        breach = False
        for chance, inside, outside in beliefs(point, rows, chances):
            posterior = inside / (inside + outside)
            breach |= (chance < low_level and posterior > high_level) or (chance > high_level and posterior < low_level)
        if all_hold(point.at(parity=parity(rows)), trees) == breach:
            return False
    return True


def parity_keeps_the_factor(point: Evaluator, trees: Trees) -> bool:
    """The printed bound on the parity of a world, and the ratios of posterior to prior, for tiny priors too."""
    beta, size, rng = point.values["beta"], categories(point), drawing(point)
    for _ in range(3):
        rows = milder(design(rng, size, size), Fraction(1, rng.randrange(1, 6)))
        ratios = [i / (i + o) / chance for chance, i, o in beliefs(point, rows, (TINY, *CHANCES)) if chance > 0]
        kept = all(1 / beta <= ratio <= beta for ratio in ratios)
        if all_hold(point.at(parity=parity(rows)), trees) != kept:
            return False
    return True


def _ratios_up_to(rows: Rows, level: Fraction) -> bool:
    """eps-LDP by its definition: all events, all pairs of categories."""
    responses = range(len(rows[0]))
    for event in events(len(rows[0])):
        masses = [sum((row[y] for y in event), Fraction(0)) for row in rows]
        if any(a > level * b for a in masses for b in masses):
            return False
    return len(responses) > 0


def _worlds_near(point: Evaluator) -> list[Rows]:
    """Designs of parity below, at and above gamma."""
    size, rng, level = categories(point), drawing(point), point.values["gamma"]
    return [
        within_parity(rng, size, 2, level),
        within_parity(rng, size, 2, level + 1),
        design(rng, size, size, zeros=True),
    ]


def private_exactly_within(point: Evaluator, trees: Trees) -> bool:
    """(2.3) for all beliefs, and the definition for all events, of designs around the level."""
    for rows in _worlds_near(point):
        held = all(
            all_hold(point.at(chance=chance, inside=inside, outside=outside), trees)
            for chance, inside, outside in beliefs(point, rows, CHANCES[1:3])
        )
        if held != _ratios_up_to(rows, point.values["gamma"]):
            return False
    return True


def bounds_are_envelopes(point: Evaluator, trees: Trees) -> bool:
    """The two sides of (2.3) on a grid, and (2.3) itself."""
    (node,) = trees
    if not isinstance(node, tree.Chain):
        return False
    for chance in (Fraction(c, 12) for c in range(13)):
        here = point.at(chance=chance, inside=chance, outside=1 - chance)
        low, high = here.number(node.members[0]), here.number(node.members[-1])
        if not 0 <= low <= chance <= high <= 1:
            return False
    return private_exactly_within(point, trees)


def parity_is_the_level(point: Evaluator, trees: Trees) -> bool:
    """The printed bound of the parity, and the definition for all events, of designs around the level."""
    return all(
        all_hold(point.at(parity=parity(rows)), trees) == _ratios_up_to(rows, point.values["gamma"])
        for rows in _worlds_near(point)
    )


def parity_of_design(point: Evaluator, node: tree.Apply) -> Numeric:
    """eta(P) of the world at hand; an infinite one is larger than all numbers that occur."""
    found = point.values["parity"]
    return Fraction(10**30) if found is None else found


def security(point: Evaluator, trees: Trees) -> bool:
    """The printed bound of the distance, and the gain of all rules over all events and priors of a world."""
    from checks.papers.nz.witnesses.worlds import distance, secure

    rng, size, phi = drawing(point), categories(point), point.values["phi"]
    for rows in (secure(rng, size, size, phi), design(rng, size, size)):
        priors = [distribution(rng, size) for _ in range(2)]
        priors += [prior for prior, _, _ in two_point_priors(size, (Fraction(1, 2), Fraction(3, 5)))]
        gains = []
        for prior in priors:
            for event in events(size):
                chance = sum((prior[x] for x in event), Fraction(0))
                gains.append(_rules(prior, rows, event) / max(chance, 1 - chance))
        if all_hold(point.at(distance=distance(rows)), trees) != (max(gains) <= phi):
            return False
    return True


PREDICATES: dict[str, Predicate] = {
    "law_of_the_counts": law_of_the_counts,
    "estimate_by_inversion": estimate_by_inversion,
    "rank_deficient": rank_deficient,
    "by_bayes": by_bayes,
    "best_rule": best_rule,
    "correct_predictions": correct_predictions,
    "prediction_from_the_prior": in_every_event,
    "gain_between_one_and_two": gain_between_one_and_two,
    "factor_envelopes": factor_envelopes,
    "step_envelopes": step_envelopes,
    "two_forms_of_a_row_parity": two_forms_of_a_row_parity,
    "parity_decides": parity_decides,
    "parity_prevents_breaches": parity_prevents_breaches,
    "parity_keeps_the_factor": parity_keeps_the_factor,
    "private_exactly_within": private_exactly_within,
    "bounds_are_envelopes": bounds_are_envelopes,
    "parity_is_the_level": parity_is_the_level,
    "all_bound_the_parity": parity_decides,
    "average_security": security,
}
