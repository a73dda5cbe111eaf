"""The least added variance that designs of parity at most gamma allow, for every k, and what subset selection needs.

For a design P with laws lambda = P' pi of the response, a linear unbiased estimator W (P W = I) has the risk
tr(W' D_lambda W) - sum pi_i^2. At the uniform prior it is at least tr(M^-1) - 1/k, M = P D^-1 P'. The vector of ones
is an eigenvector of M of eigenvalue k; the others sum to f - k, f = tr M, so that by the means

    risk >= 1/k + (k - 1)^2/(f - k) - 1/k,    added variance V = risk - (1 - 1/k) >= (k - 1)^2/(f - k) + 1/k - 1.

f is the average over the responses of k^2 (sum of squares)/(sum)^2 of their columns, and on columns in [1, gamma]^k
this is largest at a vertex: q entries gamma and k - q entries 1 (`convex_in_each_entry` is the step). So
f <= max over q of f(q),

    f(q) = k^2 (q gamma^2 + k - q)/(q gamma + k - q)^2,    f(q) - k = k q (k - q)(gamma - 1)^2/(q gamma + k - q)^2,

and subset selection with that q attains it at every prior. The best q over the reals is k/(1 + gamma); q and q + 1 tie
exactly where gamma^2 = (k - q)(k - q - 1)/(q (q + 1)). Source of the problem: Chai, Nayak 2019; Nayak, Zhai, (3.3),
Tables 1 and 2.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction

from derivations.theorems.subsets.subset_response import Exact, local_diversity, subset_selection
from mechanisms.exact.algebraic_real import AlgebraicReal
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, Rational
from mechanisms.exact.rational import RationalFunction

Number = Rational | AlgebraicReal
_GAMMA = RationalFunction(Polynomial.variable("gamma"))


class NoSuchDesignError(ValueError):
    """No design with the wanted parity or added variance exists; the message says why."""


def information(categories: Exact, size: Exact, gamma: Exact) -> RationalFunction:
    """f(q), the trace of P D^-1 P' at the uniform prior, of subset selection; symbolic arguments are allowed.

    It is k times the sum over the entries of P of their square, divided by the mass k/m of each response.
    """
    subsets = subset_selection(categories, size, gamma)
    return subsets.categories * subsets.gram.diagonal * subsets.categories / subsets.response_mass


def added_variance_of_information(categories: Exact, f: Exact) -> RationalFunction:
    """(k - 1)^2/(f - k) + 1/k - 1, the least added variance that information f allows. Source: Nayak, Zhai, (3.3)."""
    k = RationalFunction.of(categories)
    return (k - 1) ** 2 / (RationalFunction.of(f) - k) + 1 / k - 1


def selection_variance(categories: Exact, size: Exact, gamma: Exact) -> RationalFunction:
    """The added variance of subset selection, from its moments, for numbers or symbols k, q, gamma."""
    return subset_selection(categories, size, gamma).moments.added_variance


def diversity_variance(categories: Exact, size: Exact) -> RationalFunction:
    """The added variance of local l-diversity, from its moments, for numbers or symbols k, l."""
    return local_diversity(categories, size).moments.added_variance


def switching_square(categories: Exact, size: Exact) -> RationalFunction:
    """The square of the gamma at which q and q + 1 tie, (k - q)(k - q - 1)/(q (q + 1)); above it q is the better."""
    k, q = RationalFunction.of(categories), RationalFunction.of(size)
    return (k - q) * (k - q - 1) / (q * (q + 1))


def switching_points(categories: int) -> tuple[tuple[int, AlgebraicReal], ...]:
    """(q, gamma) with gamma > 1 at which q and q + 1 are both best, for q = 1, 2, ...; gamma falls as q grows.

    q is best exactly for gamma from its own switching point up to that of q - 1 (up to infinity for q = 1).
    """
    _check_categories(categories)
    found = []
    for q in range(1, categories):
        square = switching_square(categories, q).evaluate({})
        if square > 1:
            found.append((q, AlgebraicReal.square_root(square)))
    return tuple(found)


def best_sizes(categories: int, gamma: Number) -> tuple[int, ...]:
    """All q in 1 .. k - 1 of least added variance at this gamma > 1: one, or two that tie.

    q (k - q)/(q gamma + k - q)^2 rises while gamma^2 is below the switching square of q, and falls from there on.
    Raises NoSuchDesignError for gamma <= 1.
    """
    _check_categories(categories)
    level = AlgebraicReal.of(gamma)
    if level <= 1:
        raise NoSuchDesignError(f"a parity of {gamma} allows no information on the truth; gamma > 1 is needed")
    square = level.image(_GAMMA * _GAMMA)
    sizes = range(1, categories)
    # The switching squares fall as q grows, down to 0 for q = k - 1.
    size = sizes[bisect_left(sizes, True, key=lambda q: square >= switching_square(categories, q).evaluate({}))]
    turn = switching_square(categories, size).evaluate({})
    return (size, size + 1) if square == turn else (size,)


def best_range(categories: int, size: int) -> tuple[AlgebraicReal, AlgebraicReal | None]:
    """The least and the largest gamma at which q = `size` is best, both ends included (unless the least is 1).

    None is infinity, for q = 1. Raises NoSuchDesignError for a q that is best for no gamma > 1.
    """
    _check_categories(categories)
    least = switching_square(categories, size).evaluate({}) if 1 <= size < categories else Fraction(0)
    above = switching_square(categories, size - 1).evaluate({}) if 1 < size < categories else None
    if not 1 <= size < categories or (above is not None and above <= 1):
        raise NoSuchDesignError(f"sets of {size} of {categories} categories are best at no parity above 1")
    largest = None if above is None else AlgebraicReal.square_root(above)
    return AlgebraicReal.square_root(max(least, Fraction(1))), largest


def least_added_variance(categories: int, gamma: Number) -> AlgebraicReal:
    """V_R, the least added variance, in the worst case over the prior, of designs of parity at most gamma > 1."""
    size = best_sizes(categories, gamma)[0]
    return AlgebraicReal.of(gamma).image(selection_variance(categories, size, _GAMMA))


@dataclass(frozen=True)
class Match(Shown):
    """A design of subset selection with a given added variance.

    Attributes:
        categories: k.
        size: q.
        gamma: its parity.

    """

    categories: int
    size: int
    gamma: AlgebraicReal

    @property
    def inclusion(self) -> AlgebraicReal:
        """p, the probability that the response holds the truth."""
        return self.gamma.image(subset_selection(self.categories, self.size, _GAMMA).inclusion)

    @property
    def guess(self) -> AlgebraicReal:
        """p/q, the probability of a right guess under the uniform prior."""
        return self.inclusion.image(_GAMMA / self.size)


def matches(categories: int, size: int) -> tuple[Match, ...]:
    """For each q that can, the subset selection with the added variance of local l-diversity, `size` being l.

    With r^2 = q (k - q) l/(k - l), the variances agree exactly if (q gamma + k - q)/(gamma - 1) = r, that is
    gamma = 1 + k/(r - q), which exceeds 1 exactly for q < l. So there is none for l = 1, which adds no variance. Raises
    NoSuchDesignError for l outside 1 .. k - 1.
    """
    if not 1 <= size < categories:
        raise NoSuchDesignError(f"local {size}-diversity of {categories} categories has no unbiased estimator")
    found = []
    for q in range(1, size):
        root = AlgebraicReal.square_root(Fraction(q * (categories - q) * size, categories - size))
        found.append(Match(categories, q, root.image(1 + categories / (_GAMMA - q))))
    return tuple(found)


def best_matches(categories: int, size: int) -> tuple[Match, ...]:
    """Those of least parity among the matches, several if they tie: at that parity they are the minimax designs.

    The least added variance strictly falls as gamma grows, from infinity to 0, so the smallest gamma at which it is at
    most that of local l-diversity is the least one at which some q attains it. Source: Nayak, Zhai, section 4.3.
    Raises NoSuchDesignError for l = 1, where no finite parity adds as little, and where there is no estimator.
    """
    candidates = matches(categories, size)
    if not candidates:
        raise NoSuchDesignError("local 1-diversity adds no variance, and every design of finite parity adds some")
    least = min(match.gamma for match in candidates)
    return tuple(match for match in candidates if match.gamma == least)


def _check_categories(categories: int) -> None:
    if categories < 2:
        raise NoSuchDesignError(f"{categories} categories leave nothing to find out; at least 2 are needed")
