"""Minimax designs: the least worst-case risk of a linear unbiased estimator, for classes that treat all truths alike.

n respondents answer by a design P (k truths); W estimates the prior pi from the shares of the responses, P W = I. With
lambda = pi P and the rows w_y of W, n times the expected sum of squared errors is

    R(P, W; pi) = sum over y of lambda_y |w_y|^2 - |pi|^2.

A bound below for every design and every unbiased estimator. Let p_y be the columns of P, lambda_y = (sum of p_y)/k the
law at the uniform prior, and B = alpha (I - J/k) + J/k^2. From lambda w^2 >= 2 w t - t^2/lambda with t = (B p_y)_i,
summed over y and i, and sum of p_y w_y' = I,

    R(P, W; uniform) >= 2 tr B - sum over y of |B p_y|^2/lambda_y - 1/k = 2 alpha (k - 1) - alpha^2 (f - k),
    f = sum over y of k |p_y|^2/(sum of p_y).

Where no column of the class has k^2 |p|^2 > f* (sum of p)^2, f is at most f*, and alpha = (k - 1)/(f* - k) gives

    worst-case risk >= (k - 1)^2/(f* - k).

It is attained. Give every permutation of the best column the same probability: then P D^-1 P' = a I + b J, and
W = D^-1 P' B with B its inverse is unbiased; its risk is a constant less |pi|^2, because all truths are alike, and so
largest at the uniform prior, where it is (k - 1)^2/(f* - k). So nothing is lost by treating all truths alike, and the
question is what the largest f* of a column is: `minimax_pair` answers for a bound on the parity, for every k,
`lp.minimax.classes` for others. Source of the problem and of the pair: Chai, Nayak 2019; Nayak, Zhai, section 3.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.prover.sums_of_products import sum_of_products
from derivations.prover.with_theorems import at_values, prove_from
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.subsets.parity_optimum import convex_in_each_entry
from derivations.theorems.subsets.subset_estimators import minimax_derivation
from derivations.theorems.subsets.subset_minimax import NoSuchDesignError, best_sizes, information
from derivations.theorems.subsets.subset_response import Exact, FixedSizeSubsets, subset_selection
from mechanisms.exact.formula import Condition
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

K, Q, OTHER, GAMMA, F, BEST, LAW, WEIGHT, TANGENT = (
    Polynomial.variable(name) for name in ("k", "q", "j", "gamma", "f", "f_best", "lambda_y", "w", "t")
)


@cache
def weights_above_tangents() -> Theorem:
    """lambda > 0 |- lambda^2 w^2 >= 2 lambda w t - t^2: the risk is above its tangents in the weights."""
    goal = Condition((LAW * WEIGHT) ** 2 - 2 * LAW * WEIGHT * TANGENT + TANGENT**2, ">=")
    return prove_from(Sequent(frozenset([Condition(LAW, ">")]), goal))


@cache
def bound_of_tangents() -> Theorem:
    """2 tr B - sum of |B p_y|^2/lambda_y - 1/k = 2 alpha (k - 1) - alpha^2 (f - k), for the B of the docstring.

    |B p|^2 = alpha^2 (|p|^2 - s^2/k) + s^2/k^3 for the sum s of p; divided by s/k and summed, with sum s = k, this is
    alpha^2 (f - k) + 1/k; and tr B = alpha (k - 1) + 1/k.
    """
    k, f, alpha = RationalFunction(K), RationalFunction(F), RationalFunction(Polynomial.variable("alpha"))
    terms = [(2 * alpha, k - 1), (2 / k,), (-(alpha**2), f - k), (-1 / k,), (-1 / k,)]
    return closed_form("bound", unreduced_sum(terms), 2 * alpha * (k - 1) - alpha**2 * (f - k))


@cache
def bound_by_information() -> Theorem:
    """f_best > k, f <= f_best |- 2 alpha (k - 1) - alpha^2 (f - k) >= (k - 1)^2/(f_best - k), at this alpha:

    alpha = (k - 1)/(f_best - k). Both sides are multiplied by (f_best - k)^2, so that there is no division.
    """
    room, less = Condition(BEST - K, ">"), Condition(BEST - F, ">=")
    bound = 2 * (K - 1) ** 2 * (BEST - K) - (K - 1) ** 2 * (F - K)
    return prove_from(Sequent(frozenset([room, less]), Condition(bound - (K - 1) ** 2 * (BEST - K), ">=")))


def bound_steps() -> tuple[Step, ...]:
    """The bound of the risk below by tangents, for every design and every unbiased linear estimator."""
    return (
        Step("the worst case is at least the uniform prior, sum of lambda_y |w_y|^2 - 1/k", "definition"),
        Step("lambda_y w^2 >= 2 w t - t^2/lambda_y, t = (B p_y)_i", "a square", weights_above_tangents()),
        Step(
            "summed over y and i: risk >= 2 alpha (k - 1) - alpha^2 (f - k)",
            "P W = I, so that the sum of w_y' B p_y is tr B; the rows of P sum to one",
            bound_of_tangents(),
        ),
    )


_RANGE = (Condition(Q - 1, ">="), Condition(K - Q - 1, ">="), Condition(GAMMA - 1, ">"))
_NOT_SMALLER = Condition((K - Q + 1) * (K - Q) - GAMMA**2 * Q * (Q - 1), ">=")
_NOT_LARGER = Condition(GAMMA**2 * Q * (Q + 1) - (K - Q) * (K - Q - 1), ">=")
_OTHER_SIZE = (Condition(OTHER, ">="), Condition(K - OTHER, ">="))


@cache
def best_size_beats_all() -> tuple[Theorem, Theorem]:
    """If q is as good as q - 1 and q + 1, then f(j) <= f(q) for 0 <= j <= q - 1, and for q + 1 <= j <= k.

    f(q) - k = k q (k - q)(gamma - 1)^2/(q gamma + k - q)^2, so that f(q) - f(j) has the sign of

        q (k - q)(j gamma + k - j)^2 - j (k - j)(q gamma + k - q)^2 = k (q - j)((k - j)(k - q) - gamma^2 j q).
    """
    goal = Condition(
        Q * (K - Q) * (OTHER * GAMMA + K - OTHER) ** 2 - OTHER * (K - OTHER) * (Q * GAMMA + K - Q) ** 2, ">="
    )
    known = (*_RANGE, *_OTHER_SIZE)
    positive = {name: Condition(p, ">=") for name, p in (("k", K), ("gamma", GAMMA), ("q", Q), ("rest", K - Q))}
    lemmas = {name: prove_from(Sequent(frozenset(known), fact)) for name, fact in positive.items()}
    found = []
    for sign, best in ((1, _NOT_SMALLER), (-1, _NOT_LARGER)):
        gap = Condition(sign * (Q - OTHER) - 1, ">=")
        near = [[positive["k"], best], [positive["k"], gap, positive["rest"]]]
        near.append([positive["k"], gap, positive["gamma"], positive["gamma"], positive["q"]])
        theorem = sum_of_products(goal, [[*term, *more] for term in near for more in ([], [gap])])
        for lemma in lemmas.values():
            theorem = kernel.cut(lemma, theorem) if lemma.sequent.conclusion in theorem.sequent.hypotheses else theorem
        found.append(kernel.weaken(theorem, [*known, _NOT_SMALLER, _NOT_LARGER, gap]))
    return found[0], found[1]


@dataclass(frozen=True)
class MinimaxPair(Shown):
    """Subset selection with its moment estimator: the least worst-case risk at a parity; made by `minimax_pair`.

    Attributes:
        categories: k.
        gamma: the bound on the parity.
        subsets: the design, of the size q.
        sizes: all sizes that are best at this gamma; the others tie with q. Empty for symbols.
        best: the hypotheses under which q is best, and f(j) <= f(q) for every other j: j <= q - 1, and j >= q + 1.

    """

    categories: RationalFunction
    gamma: RationalFunction
    subsets: FixedSizeSubsets
    sizes: tuple[int, ...]
    best: tuple[Theorem, Theorem]

    @property
    def size(self) -> RationalFunction:
        """q."""
        return self.subsets.size

    @cached_property
    def information(self) -> RationalFunction:
        """f* = f(q)."""
        return information(self.categories, self.size, self.gamma)

    @cached_property
    def risk(self) -> RationalFunction:
        """(k - 1)^2/(f* - k), the least worst-case risk, n times the expected sum of squared errors."""
        return (self.categories - 1) ** 2 / (self.information - self.categories)

    @property
    def added_variance(self) -> RationalFunction:
        """The risk less 1 - 1/k, what truthful responses have at the uniform prior. Source: Nayak, Zhai, (3.3)."""
        return self.risk - 1 + 1 / self.categories

    @property
    def estimator(self) -> tuple[RationalFunction, RationalFunction]:
        """(held, lacked): what a response adds to the estimate of a category that it holds, and that it lacks."""
        return self.subsets.moment_weights

    def derivation(self) -> Derivation:
        """Why no design of parity at most gamma with an unbiased linear estimator has a smaller worst-case risk."""
        smaller, larger = self.best
        vertex = convex_in_each_entry()
        attained = minimax_derivation(self.subsets)
        risk = closed_form("value", unreduced_sum([(self.subsets.least_risk_at_uniform_prior,)]), self.risk)
        steps = (
            *bound_steps(),
            Step("an entry of a column in [1, gamma] is best at an end: below", "one entry", vertex[0]),
            Step("an entry of a column in [1, gamma] is best at an end: above", "one entry", vertex[1]),
            Step("so a column has at most f(j), j entries gamma and k - j entries 1", "one entry after another"),
            Step("f(q) - k = k q (k - q)(gamma - 1)^2/(q gamma + k - q)^2", "counting", self._information_theorem()),
            Step("f(j) <= f(q) for j <= q - 1", "sum of products", smaller),
            Step("f(j) <= f(q) for j >= q + 1", "sum of products", larger),
            Step(
                "f <= f(q): the columns have k |p|^2/s <= f(q) s/k, and their sums s add up to k",
                "sum over the responses",
            ),
            Step("risk >= (k - 1)^2/(f* - k)", "alpha = (k - 1)/(f* - k)", bound_by_information()),
            *attained.steps,
            Step("this is (k - 1)^2/(f* - k)", "identity", risk),
        )
        return Derivation("Subset selection with its moment estimator is minimax at its parity", steps, self._result())

    def _information_theorem(self) -> Theorem:
        k, q, level = self.categories, self.size, self.gamma
        gain = k * q * (k - q) * (level - 1) ** 2 / (q * level + k - q) ** 2
        return closed_form("gain", unreduced_sum([(self.information,), (-k,)]), gain)

    def _result(self) -> Written:
        return relation(Written("minimax risk", r"\text{minimax risk}"), "=", self.risk)

    def _repr_latex_(self) -> str:
        chosen = relation(Written("q", "q"), "=", self.size)
        return rf"$\displaystyle {self._result().latex}, \quad {chosen.latex}$"


def minimax_pair(categories: Exact, gamma: Exact, size: Exact | None = None) -> MinimaxPair:
    """The minimax design and estimator among the designs of parity at most gamma = e^eps, for every k.

    For numbers k and gamma > 1 the best size is found (one of two if they tie; `sizes` has both), or `size` is checked
    to be best. For symbols q is `size`, a polynomial, and the theorems hold where q is as good as q - 1 and q + 1.
    Raises NoSuchDesignError for numbers for which there is no such pair.
    """
    k, level = RationalFunction.of(categories), RationalFunction.of(gamma)
    numeric = not k.names and not level.names
    sizes: tuple[int, ...] = ()
    if numeric:
        if k.constant_value().denominator != 1:
            raise NoSuchDesignError(f"the number of categories must be an integer, not {k}")
        sizes = best_sizes(int(k.constant_value()), level.constant_value())
        chosen = RationalFunction.of(sizes[0] if size is None else size)
        if chosen not in [RationalFunction.of(q) for q in sizes]:
            raise NoSuchDesignError(f"sets of {chosen} are not best at the parity {level}; best is {sizes[0]}")
    else:
        chosen = RationalFunction(Q) if size is None else RationalFunction.of(size)
    for value, name in ((k, "k"), (level, "gamma"), (chosen, "q")):
        if not value.denominator.is_constant():
            raise NoSuchDesignError(f"{name} must be a polynomial in its symbols, not {value}")
    put = {"k": k.numerator, "gamma": level.numerator, "q": chosen.numerator}
    best = tuple(at_values(theorem, put) for theorem in best_size_beats_all())
    return MinimaxPair(k, level, subset_selection(k, chosen, level), sizes, (best[0], best[1]))
