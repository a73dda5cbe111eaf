"""The statements of sections 4.1 and 4.2 in small surveys, summed over all responses and all runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import comb
from typing import Any

from checks.papers.nz.witnesses.subset_worlds import ZERO, World, with_sizes, world_at
from checks.reading import syntax as tree
from checks.witness import Evaluator, Meanings
from checks.witness.meanings import NotEvaluatedError
from checks.witness.numbers import Numeric, UndefinedError
from checks.witness.regions import Region
from checks.witness.statement import Predicate, Trees

# -- what names mean ---------------------------------------------------------------------------------------------------


def _choose(upper: int, lower: int) -> int:
    return comb(upper, lower) if upper >= 0 and lower >= 0 else 0


def _binomial(point: Evaluator, node: tree.Apply) -> Numeric:
    upper, lower = (point.number(argument) for argument in node.arguments)
    return Fraction(_choose(int(upper), int(lower)))


def outcomes(point: Evaluator, argument: tree.Node) -> list[tuple[Fraction, Evaluator]]:
    """(probability, point with the outcome in it) for what is random in an expression."""
    world, names = world_at(point), tree.names_in(argument)
    if names & {"Z_i", "Z_j"}:
        return [
            (p, point.at(Z_i=int(world.i in z), Z_j=int(world.j in z)))
            for p, z in zip(world.law, world.responses, strict=True)
        ]
    return [(p, point.at(V_i=counts[world.i], V_j=counts[world.j])) for p, counts in world.samples()]


def _mean(point: Evaluator, node: tree.Operate) -> Numeric:
    (argument,) = node.arguments
    return sum((p * at.number(argument) for p, at in outcomes(point, argument)), ZERO)


def _variance(point: Evaluator, node: tree.Operate) -> Numeric:
    (argument,) = node.arguments
    listed = [(p, at.number(argument)) for p, at in outcomes(point, argument)]
    mean = sum((p * v for p, v in listed), ZERO)
    return sum((p * (v - mean) ** 2 for p, v in listed), ZERO)


def _probability(point: Evaluator, node: tree.Operate) -> Numeric:
    world, (event,) = world_at(point), node.arguments
    here = world.responses[world.seen]
    if not node.given:
        return sum((p for p, at in outcomes(point, event) if at.truth(event)), ZERO)
    if "Z_vec" in tree.names_in(event):
        return world.follow(world.i).get(here, ZERO)
    joint = [weight * world.follow(truth).get(here, ZERO) for truth, weight in enumerate(world.belief)]
    if not sum(joint):
        raise UndefinedError("the response is impossible under this prior")
    return joint[world.i] / sum(joint)


def _total_variance(point: Evaluator, node: tree.Operate) -> Numeric:
    world = world_at(point)
    return sum((world.covariance(c, c) for c in range(world.k)), ZERO)


def _sum(point: Evaluator, node: tree.BigSum) -> Numeric:
    if node.index != tree.Name("i") or node.upper != tree.Name("k"):
        raise NotEvaluatedError("a sum over all categories is known here")
    return sum((point.at(pi_i=share).number(node.body) for share in world_at(point).prior), ZERO)


def _pair_of_bits(point: Evaluator) -> dict[str, Any]:
    world = world_at(point)
    bits = [(p, int(world.i in z), int(world.j in z)) for p, z in zip(world.law, world.responses, strict=True)]
    first, second = (sum((row[0] * row[side] for row in bits), ZERO) for side in (1, 2))
    return {
        "sigma_ii": sum((p * (a - first) ** 2 for p, a, _ in bits), ZERO),
        "sigma_ij": sum((p * (a - first) * (b - second) for p, a, b in bits), ZERO),
    }


def _member(point: Evaluator) -> Region:
    return Region(1, lambda z: z[0] == 1, ((1,), (0,)))


_NAMES: Mapping[str, Callable[[Evaluator], Any]] = {
    "a_l": lambda p: Fraction(1, comb(world_at(p).k - 1, world_at(p).size - 1)),
    "z_vec": lambda p: p.values["z_i"],
    "c_i": lambda p: p.values["z_i"],
    "E_i": _member,
    "B_z": _member,
    "zeta_i": lambda p: world_at(p).held(world_at(p).i),
    "zeta_j": lambda p: world_at(p).held(world_at(p).j),
    "zeta_ij": lambda p: world_at(p).held(world_at(p).i, world_at(p).j),
    "pi_hat_i": lambda p: world_at(p).estimate(p.values["V_i"]),
    "V_i": lambda p: world_at(p).rng().randrange(world_at(p).n + 1),
    "risk_star": lambda p: world_at(p).risk(),
}
SURVEY = Meanings(
    names=_NAMES,
    functions={"binom": _binomial},
    operators={"E": _mean, "V": _variance, "P": _probability, "tr": _total_variance},
    sums=_sum,
)


def in_world(point: Evaluator, **values: Any) -> Evaluator:
    """The point with the meanings of section 4.2; a count has one value wherever it is printed outside of E and V."""
    world = world_at(point)
    found = replace(point, meanings=SURVEY).at(V_i=Fraction(world.rng().randrange(world.n + 1)))
    return found.at(**values)


# -- statements --------------------------------------------------------------------------------------------------------


def in_survey(point: Evaluator, trees: Trees) -> bool:
    """The printed relations."""
    return all(in_world(point).truth(node) for node in trees)


def equally_plausible(point: Evaluator, trees: Trees) -> bool:
    """One positive probability for the truths in the set that is seen, zero for the others."""
    world = world_at(point)
    row, here = world.design[world.seen], world.responses[world.seen]
    inside = {row[c] for c in here}
    return len(inside) == 1 and min(inside) > 0 and all(row[c] == 0 for c in range(world.k) if c not in here)


def first_moments_for_respondents(point: Evaluator, trees: Trees) -> bool:
    """The printed chain for the categories 1, ..., n, all of which must exist and be all."""
    return world_at(point).n == world_at(point).k and in_survey(point, trees)


def covariances_of_bits(point: Evaluator, trees: Trees) -> bool:
    """The printed sigma, from the bits of all responses."""
    at = in_world(point, **_pair_of_bits(point))
    return all(at.truth(node) for node in trees)


@cache
def _added(k: int, size: int) -> Fraction:
    """The risk with one respondent less what a truthful answer has, at a skew prior."""
    prior = tuple(Fraction(2 * c + 1, k * k) for c in range(k))
    return World(k, size, 1, prior, prior, 0, 1, 0, 0).risk() - sum((p * (1 - p) for p in prior), ZERO)


def added_variance_rises(point: Evaluator, trees: Trees) -> bool:
    """The risk less the sampling variance is the same at two priors, and larger for l + 1."""
    world = world_at(point)
    one = replace(world, n=1)
    here = one.risk() - sum((p * (1 - p) for p in world.prior), ZERO)
    more = world.size + 1 >= world.k or _added(world.k, world.size + 1) > here
    return here == _added(world.k, world.size) and more


def _falls(point: Evaluator, *, strictly: bool) -> bool:
    """By enumeration up to 6 categories, and close to l - 1 for many, from the share of others that are reported."""
    world = world_at(point)
    values = [_added(k, world.size) for k in range(world.size + 1, 7)]
    falls = all(b < a if strictly else b <= a for a, b in pairwise(values))
    many = 10**6
    never = Fraction(world.size - 1, many - 1)
    far = (many - 1) * never * (1 - never) / (1 - never) ** 2
    return falls and all(v >= world.size - 1 for v in values) and abs(far - (world.size - 1)) < Fraction(1, 1000)


def protection_and_cost_rise(point: Evaluator, trees: Trees) -> bool:
    """A uniform further category turns the design for l into that for l + 1; right guesses get rarer, errors larger."""
    world = world_at(point)
    k, size = world.k, world.size
    if size + 1 >= k:
        return True
    more = with_sizes(world, k, size + 1, world.prior)
    for truth in range(k):
        law: dict[frozenset[int], Fraction] = {}
        for z, p in world.follow(truth).items():
            for added in set(range(k)) - z:
                law[z | {added}] = law.get(z | {added}, ZERO) + p / (k - size)
        if law != more.follow(truth):
            return False
    guesses = [sum((max(row) for row in w.design), ZERO) / k for w in (world, more)]
    return guesses[1] < guesses[0] and _added(k, size) < _added(k, size + 1)


def unbiased(point: Evaluator, trees: Trees) -> bool:
    """The mean of the estimate of every share, over all runs."""
    world = world_at(point)
    runs = list(world.samples())
    return all(
        sum((p * world.estimate(counts[c]) for p, counts in runs), ZERO) == world.prior[c] for c in range(world.k)
    )


PREDICATES: Mapping[str, Predicate] = {
    "moment_estimate": in_survey,
    "equally_plausible": equally_plausible,
    "first_moments_for_respondents": first_moments_for_respondents,
    "covariances_of_bits": covariances_of_bits,
    "added_variance_rises": added_variance_rises,
    "falls_to_limit": lambda point, trees: _falls(point, strictly=False),
    "falls_strictly_to_limit": lambda point, trees: _falls(point, strictly=True),
    "protection_and_cost_rise": protection_and_cost_rise,
}
