"""Optimal designs for losses that treat all categories alike, for every k at once, without writing a matrix out.

A response is a set of d of the k categories (d = 1: one of them, as in k-ary randomized response), and it costs `own`
if it holds the truth and `other` if it does not. Let T be the sum of the entries P[i, z] with i in z, and S that of the
others. Under (eps, delta)-LDP with x = e^eps the event that z holds i and lacks j says

    sum over z with i in z, j not in z of (P[i, z] - x P[j, z]) <= delta.

Summed over all ordered pairs (i, j), an entry of T occurs once for each j that z lacks, and one of S once for each i
that it holds, so that for every design, symmetric or not,

    (k - d) T <= x d S + k (k - 1) delta,    T + S = k,    T >= 0,    S >= 0.

Where other >= own the loss own T + other S is least for the largest T, which subset selection attains with

    p = T/k = (x d + (k - 1) delta)/(k - d + x d),    or p = 1 where (k - 1) delta >= k - d.

Where own > other, the complements of the sets take their place. The mean of the loss over the truths is the loss at the
uniform prior, and a lower bound of the loss at the worst prior; as all truths lose the same here, it is that too.
Source of the protocol: Ye, Barg 2018; Kairouz, Oh, Viswanath 2016 for d = 1, delta = 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from derivations.algebra.equal_weights import EqualWeights
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.prover.sums_of_products import sum_of_products
from derivations.prover.with_theorems import at_values
from derivations.steps import Derivation, Step, Written, relation
from derivations.theorems.subsets.subset_response import Exact, FixedSizeSubsets
from lp.losses.linear_loss import LossError
from mechanisms.design import MAXIMAL_CELLS, Design, DesignError
from mechanisms.exact.formula import Condition, Formula, equal_to
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

K, D, X, DELTA, GOOD, BAD, SUM, REST = (
    Polynomial.variable(name) for name in ("k", "d", "x", "delta", "good", "bad", "T", "S")
)
HELD, LACKED = Polynomial.variable("A"), Polynomial.variable("B")
CATEGORIES = (Condition(D - 1, ">="), Condition(K - D - 1, ">="), Condition(X - 1, ">="), Condition(DELTA, ">="))
TIGHT = Condition((K - D) - (K - 1) * DELTA, ">=")
LOOSE = Condition((K - 1) * DELTA - (K - D), ">=")
WORSE = Condition(BAD - GOOD, ">=")
ORBITS = (
    equal_to(REST, K - SUM),
    Condition(REST, ">="),
    Condition(X * D * REST + K * (K - 1) * DELTA - (K - D) * SUM, ">="),
)


@cache
def least_loss(saturated: bool) -> Theorem:
    """What the orbit sums satisfy |- (k - d + x d)(good T + bad S) >= k ((k - d + x d) bad - (bad - good) p').

    p' = x d + (k - 1) delta. If saturated, that is (k - 1) delta >= k - d: |- good T + bad S >= k good.
    """
    loss = GOOD * SUM + BAD * REST
    if saturated:
        hypotheses: tuple[Formula, ...] = (*CATEGORIES, LOOSE, WORSE, *ORBITS)
        goal = Condition(loss - K * GOOD, ">=")
        factors = [[WORSE, ORBITS[1]]]
    else:
        hypotheses = (*CATEGORIES, TIGHT, WORSE, *ORBITS)
        mass = K - D + X * D
        goal = Condition(mass * loss - K * (mass * BAD - (BAD - GOOD) * (X * D + (K - 1) * DELTA)), ">=")
        factors = [[WORSE, ORBITS[2]]]
    # With S = k - T both sides are the same polynomial, and S is put back after that.
    there = {"S": K - SUM}
    known = [[Condition(c.polynomial.substitute(there), c.relation) for c in term] for term in factors]
    product = sum_of_products(Condition(goal.polynomial.substitute(there), goal.relation), known)
    used = frozenset((ORBITS[0], *(c for term in factors for c in term)))
    whole = kernel.eliminate(product, "S", K - SUM, Sequent(used, goal))
    return kernel.weaken(whole, [h for h in hypotheses if h not in used])


@cache
def best_inclusion(saturated: bool) -> tuple[Theorem, Theorem, Theorem]:
    """For p = a/b, a = x d + (k - 1) delta and b = k - d + x d > 0: b - a >= 0, the event is tight, k a - d b >= 0.

    The second says (k - d) p = x d (1 - p) + (k - 1) delta, and the last that d/k <= p: a set that holds the truth is
    at least as likely as each other one. If saturated, a = b = 1 and the event says k - d <= (k - 1) delta.
    """
    if saturated:
        certain = sum_of_products(Condition(Polynomial.constant(1), ">="), [[]])
        return certain, kernel.assume(LOOSE), sum_of_products(Condition(K - D, ">="), [[CATEGORIES[1]], []])
    a, b = X * D + (K - 1) * DELTA, K - D + X * D
    p = RationalFunction(a, b)
    tight = closed_form("value", unreduced_sum([(X * D, 1 - p), (K - 1, DELTA), (D - K, p)]), RationalFunction.of(0))
    first, room, more, slack = CATEGORIES
    rest, several = Condition(K - D, ">="), Condition(K - 1, ">=")
    likely = sum_of_products(
        Condition(K * a - D * b, ">="), [[first, more, rest], [more, rest], [several, slack], [several, several, slack]]
    )
    likely = kernel.cut(sum_of_products(rest, [[room], []]), likely)
    likely = kernel.cut(sum_of_products(several, [[first], [room], []]), likely)
    return sum_of_products(Condition(b - a, ">="), [[TIGHT]]), tight, likely


@cache
def every_event_is_private() -> Theorem:
    """x >= 1, A >= B >= 0, A - x B <= delta', 0 <= s <= 1, t, u, v >= 0 |- P(E | i) - x P(E | j) <= delta'.

    A and B are the probabilities of a set that holds and of one that lacks the truth, times the number of sets that
    hold i and lack j; s, t, u, v are how many responses of the event hold i alone, j alone, both and neither, over the
    same number; delta' >= 0.
    """
    alone, other, both, neither = (Polynomial.variable(name) for name in "stuv")
    known = [
        Condition(X - 1, ">="),
        Condition(HELD - LACKED, ">="),
        Condition(LACKED, ">="),
        Condition(DELTA - HELD + X * LACKED, ">="),
        Condition(alone, ">="),
        Condition(1 - alone, ">="),
        *(Condition(n, ">=") for n in (other, both, neither)),
        Condition(DELTA, ">="),
    ]
    under_i = (alone + both) * HELD + (other + neither) * LACKED
    under_j = (other + both) * HELD + (alone + neither) * LACKED
    level, order, less, gap, some, rest, second, common, none, slack = known
    excess = Condition(DELTA - (under_i - X * under_j), ">=")
    # delta - s (A - x B) = s (delta - A + x B) + (1 - s) delta; the other terms are not positive.
    terms = [[some, gap], [rest, slack], [second, level, order], [second, order], [second, level, less]]
    terms += [[common, level, order], [common, level, less], [none, level, less]]
    return sum_of_products(excess, terms)


@dataclass(frozen=True)
class SymmetricOptimum(Shown):
    """An optimal design for a loss that treats all categories alike, with its certificate; made by the function below.

    Attributes:
        subsets: the design: k, d, and p, the probability that the response holds the truth.
        level: x = e^eps.
        delta: of (eps, delta)-LDP.
        own: the loss of a response that holds the truth.
        other: the loss of one that does not.
        complemented: whether own > other, so that sets that lack the truth are the likelier ones.
        saturated: whether delta is so large that the better of both is certain.
        bound: what the orbit sums T, S of any private design satisfy |- the loss is at least `value`, times k.
        attained: what says that p is a probability and that its design is private.

    """

    subsets: FixedSizeSubsets
    level: RationalFunction
    delta: RationalFunction
    own: RationalFunction
    other: RationalFunction
    complemented: bool
    saturated: bool
    bound: Theorem
    attained: tuple[Theorem, ...]

    @property
    def value(self) -> RationalFunction:
        """The least expected loss at the uniform prior, which is also the least one at the worst prior."""
        return self.own * self.subsets.inclusion + self.other * (1 - self.subsets.inclusion)

    @property
    def matrix(self) -> EqualWeights:
        """The design as a I + b J, for d = 1; ValueError for larger sets."""
        if self.subsets.size != RationalFunction.of(1):
            raise ValueError("only responses of one category make a square design a I + b J")
        off = (1 - self.subsets.inclusion) / (self.subsets.categories - 1)
        return EqualWeights(self.subsets.categories, self.subsets.inclusion - off, off)

    def design(self) -> Design:
        """The matrix written out, for numbers only; DesignError where it is too large."""
        k, size = (int(v.constant_value()) for v in (self.subsets.categories, self.subsets.size))
        p = self.subsets.inclusion.constant_value()
        if k * comb(k, size) > MAXIMAL_CELLS:
            raise DesignError(f"{k} rows of C({k}, {size}) entries are too many; at most {MAXIMAL_CELLS} are allowed")
        held, lacked = p / comb(k - 1, size - 1), (1 - p) / comb(k - 1, size)
        sets = list(combinations(range(k), size))
        labels = range(k) if size == 1 else sets
        return Design([[held if i in z else lacked for z in sets] for i in range(k)], responses=labels)

    def derivation(self) -> Derivation:
        """Why no private design loses less: the sum over the orbits, then the theorems."""
        sums = relation(
            Written("(k - d) T", "(k - d) T"),
            "<=",
            Written("x d S + k (k - 1) delta", r"x d S + k (k - 1) \delta"),
        )
        turned = " (for the complements of the sets, of size k - d, whose T and S are exchanged)"
        steps = (
            Step("P(E | i) <= x P(E | j) + delta for E = the responses that hold i and lack j", "privacy"),
            Step(
                sums,
                "summed over all ordered pairs: an entry of T occurs k - d times, one of S occurs d times"
                + turned * self.complemented,
            ),
            Step("T + S = k", "the rows of the design sum to one"),
            Step("the loss, summed over the truths, is at least k times the value", "weak duality", self.bound),
            Step("p is a probability", "p = a/b with b - a >= 0", self.attained[0]),
            Step("the event of the first step is private, tightly unless p = 1", "arithmetic", self.attained[1]),
            Step("a set that holds the truth is at least as likely", "arithmetic", self.attained[2]),
            Step("so every event is private", "sum over four kinds of responses", self.attained[3]),
        )
        return Derivation("The best design for a loss that treats all categories alike", steps, self._result())

    def _result(self) -> Written:
        return relation(Written("least loss", r"\text{least loss}"), "=", self.value)

    def _repr_latex_(self) -> str:
        inclusion = relation(Written("p", "p"), "=", self.subsets.inclusion)
        return rf"$\displaystyle {self._result().latex}, \quad {inclusion.latex}$"


def symmetric_optimum(
    categories: Exact,
    x: Exact,
    *,
    size: Exact = 1,
    own: Exact = 0,
    other: Exact = 1,
    delta: Exact = 0,
    responses: Exact | None = None,
) -> SymmetricOptimum:
    """The (eps, delta)-LDP design of least expected loss for numbers or symbols k, x = e^eps, d, own, other, delta.

    Hamming loss is own = 0, other = 1. For symbols the theorem holds under the hypotheses that it states: k - 1 >= d
    >= 1, x >= 1, delta >= 0, (k - 1) delta <= k - d, own <= other. `responses` is C(k, d) for symbols, a number where k
    and d are numbers and this is wanted. Raises LossError where a number is outside its range.
    """
    k, d, level, slack, inside, outside = map(RationalFunction.of, (categories, size, x, delta, own, other))
    _check(k, d, level, slack, inside, outside)
    complemented = not (outside - inside).names and (outside - inside).constant_value() < 0
    lack = k - d if complemented else d
    room = (k - lack) - (k - 1) * slack
    saturated = not room.names and room.constant_value() < 0
    good, bad = (outside, inside) if complemented else (inside, outside)
    likely = RationalFunction.of(1) if saturated else (level * lack + (k - 1) * slack) / (k - lack + level * lack)
    values = {"k": k, "d": lack, "x": level, "delta": slack, "good": good, "bad": bad}
    put = {name: value.numerator for name, value in values.items()}  # _check left no denominators
    subsets = FixedSizeSubsets(k, d, 1 - likely if complemented else likely)
    if responses is not None:
        subsets = FixedSizeSubsets(k, d, subsets.inclusion, RationalFunction.of(responses))
    return SymmetricOptimum(
        subsets,
        level,
        slack,
        inside,
        outside,
        complemented,
        saturated,
        at_values(least_loss(saturated), put),
        (*(at_values(t, put) for t in best_inclusion(saturated)), every_event_is_private()),
    )


def _check(
    k: RationalFunction,
    d: RationalFunction,
    x: RationalFunction,
    delta: RationalFunction,
    inside: RationalFunction,
    outside: RationalFunction,
) -> None:
    for value, name, least, most in (
        (k, "the number of categories", Fraction(2), None),
        (x, "x = e^eps", Fraction(1), None),
        (delta, "delta", Fraction(0), Fraction(1)),
        (inside, "own", None, None),
        (outside, "other", None, None),
        (d, "the size of the sets", Fraction(1), None),
        (k - d, "the number of categories that a set lacks", Fraction(1), None),
    ):
        if not value.denominator.is_constant():
            raise LossError(f"{name} must be a polynomial in its symbols, not {value}")
        if not value.names and least is not None:
            number = value.constant_value()
            if number < least or (most is not None and number > most):
                raise LossError(f"{name} must be at least {least}{f', at most {most}' if most else ''}; it is {number}")
            if name not in ("x = e^eps", "delta") and number.denominator != 1:
                raise LossError(f"{name} must be an integer, not {number}")
