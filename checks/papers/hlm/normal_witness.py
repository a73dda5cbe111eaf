"""Second witness of the margin of a normal law: its probability by a series in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.statement import Trees


def normal_margin(point: Evaluator, trees: Trees) -> bool:
    """The printed event is |z| <= m for G = mu + z sigma, and its probability erf(m / sqrt 2) is as printed.

    erf is summed in fractions, with 3.14159265 < pi < 3.14159266 and an alternating series. Raises NotEvaluatedError
    for another print.
    """
    match trees[0]:
        case tree.Chain(members=(tree.Operate() as event, level), relations=(relation,)):
            pass
        case _:
            raise NotEvaluatedError("no probability of an event is compared with a level")
    numbers = [part.value for part in tree.nodes(event) if isinstance(part, tree.Number)]
    if len(numbers) != 1:
        raise NotEvaluatedError(f"one number was expected in the event, not {len(numbers)}")
    (multiplier,) = numbers
    mu, sigma = point.of(Fraction(2, 7)), point.of(Fraction(3, 5))
    for z in (Fraction(k, 4) * multiplier for k in range(-8, 9)):
        here = point.at(mu=mu, sigma=sigma, G=mu + sigma * point.of(z))
        if here.truth(event.arguments[0]) != (abs(z) <= multiplier):
            return False
    bounds = [2 * z / root_of_pi for z, root_of_pi in zip(_erf_sum(multiplier), _ROOTS_OF_PI, strict=True)]
    return all(point.at(probability=point.of(p)).relation(tree.Name("probability"), relation, level) for p in bounds)


_ROOTS_OF_PI = (Fraction("1.77245386"), Fraction("1.77245385"))  # the root of pi lies between them


def _erf_sum(multiplier: Fraction) -> tuple[Fraction, Fraction]:
    """Bounds of the integral of exp(-s^2) from 0 to multiplier / sqrt 2, which lies between two partial sums."""
    z_squared = multiplier**2 / 2
    total, k, term = Fraction(0), 0, Fraction(1)
    sums = [total, total]
    while term / (2 * k + 1) > Fraction(1, 10**12) or k % 2:
        total += (-1) ** k * term / (2 * k + 1)
        sums = [sums[1], total]
        k += 1
        term = term * z_squared / k
    low, high = sorted(sums)
    low_root, high_root = (Fraction(isqrt(int(z_squared * 10**24)) + i, 10**12) for i in (0, 1))
    return low_root * low, high_root * high
