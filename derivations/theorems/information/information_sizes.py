r"""Which size of subsets tells most about k equally likely truths: the single crossing of two sizes in x = e^eps.

Each response of subset selection with d of k truths has probability p = d/k under x in its set, and the mutual
information of truth and response is r(p) = x log(x) p/s - log(s) with s = 1 + (x - 1) p, for each mass theta_S that
makes rows sum to one. Of all eps-LDP designs one of these has the most, because masses may be averaged over the
permutations of the truths, after which one equation is left.

For p < q, with s = 1 + (x - 1) p, t = 1 + (x - 1) q, D = q - p, r(p) - r(q) has the sign of -H(x),

    H = x log x - s t log(t/s)/D,    H(1) = H'(1) = 0,    H''(1) = 1 - p - q,    H''' < 0 for x > 1.

So for p + q >= 1 the smaller sets are better at every level, and for 0 < p, p + q < 1 there is one x at which they
become so. At a given x, r rises in p as long as (x - 1) s < x log x and falls then.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import LogLinear, Quotient, Sequent
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written
from mechanisms.exact.formula import Condition, equal_to
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

X, P, Q = (Polynomial.variable(name) for name in ("x", "p", "q"))
LOG_X, LOG_RATIO = Polynomial.variable("u"), Polynomial.variable("v")
"""They stand for log x and log(t/s), whose derivatives in x are 1/x and D/(s t)."""
LOW, HIGH, GAP = 1 + (X - 1) * P, 1 + (X - 1) * Q, Q - P
ONE = Polynomial.constant(1)
ORDERED = frozenset((Condition(X - 1, ">"), Condition(P, ">"), Condition(Q - P, ">"), Condition(1 - Q, ">=")))


@cache
def difference_of_sizes() -> Theorem:
    """0 < p < q <= 1, x > 1 |- (r(q) - r(p)) s t/D = H, where u is log x and v is log(t/s)"""
    difference = RationalFunction(X * LOG_X * Q, HIGH) - RationalFunction(X * LOG_X * P, LOW) - LOG_RATIO
    function = RationalFunction(X * LOG_X) - RationalFunction(LOW * HIGH * LOG_RATIO, GAP)
    return prove_from(Sequent(ORDERED, relation_formula(difference * LOW * HIGH / GAP, "=", function)))


@cache
def first_slope() -> Theorem:
    """By the rules for products, H' = u - (p t + q s) v/D."""
    by_rules = RationalFunction(LOG_X) + RationalFunction(X, X)
    by_rules = by_rules - RationalFunction((P * HIGH + Q * LOW) * LOG_RATIO, GAP) - RationalFunction(GAP, GAP)
    claim = RationalFunction(LOG_X) - RationalFunction((P * HIGH + Q * LOW) * LOG_RATIO, GAP)
    return prove_from(Sequent(ORDERED, relation_formula(by_rules, "=", claim)))


@cache
def second_slope() -> Theorem:
    """By the same rules, H'' = 1/x - p/s - q/t - 2 p q v/D."""
    by_rules = RationalFunction(ONE, X) - RationalFunction(2 * P * Q * LOG_RATIO, GAP)
    by_rules = by_rules - RationalFunction((P * HIGH + Q * LOW) * GAP, GAP * LOW * HIGH)
    claim = RationalFunction(ONE, X) - RationalFunction(P, LOW) - RationalFunction(Q, HIGH)
    claim = claim - RationalFunction(2 * P * Q * LOG_RATIO, GAP)
    return prove_from(Sequent(ORDERED, relation_formula(by_rules, "=", claim)))


@cache
def third_slope() -> Theorem:
    """D H''' = d/dx [D/x - D p/s - D q/t - 2 p q log(t/s)] = D [(p/s - q/t)^2 - 1/x^2]"""
    rational = Quotient(GAP, X).plus(Quotient(-GAP * P, LOW)).plus(Quotient(-GAP * Q, HIGH))
    function = LogLinear(rational, ((-2 * P * Q, Quotient(HIGH, LOW)),))
    apart = P * HIGH - Q * LOW
    value = Quotient(GAP * apart**2, (LOW * HIGH) ** 2).plus(Quotient(-GAP, X**2))
    return kernel.derivative(function, "x", value)


@cache
def third_slope_is_negative() -> Theorem:
    """0 < p < q <= 1, x > 1 |- s t > D x, so that (p/s - q/t)^2 = D^2/(s t)^2 < 1/x^2."""
    return prove_from(Sequent(ORDERED, Condition(LOW * HIGH - GAP * X, ">")))


@cache
def slopes_apart() -> Theorem:
    """p t - q s = -D, always"""
    return prove_from(Sequent(frozenset(), equal_to(P * HIGH - Q * LOW, -GAP)))


@cache
def slope_in_size() -> Theorem:
    """d/dp [x u p/s - log s] = (x u - (x - 1) s)/s^2, where u stands for log x"""
    function = LogLinear(Quotient(X * LOG_X * P, LOW), ((Polynomial.constant(-1), Quotient(LOW, ONE)),))
    return kernel.derivative(function, "p", Quotient(X * LOG_X - (X - 1) * LOW, LOW**2))


def one_switch_between_sizes() -> Derivation:
    """For 0 < p < q with p + q < 1 the sets of size p k become better than those of size q k at one x, and stay so."""
    steps = (
        Step(
            Written(
                "(r(q) - r(p)) s t/D = H(x) = x log x - s t log(t/s)/D",
                r"(r(q) - r(p))\,\frac{s t}{D} = H(x) = x\log x - \frac{s t}{D}\log\frac{t}{s}",
            ),
            "u stands for log x, v for log(t/s); s t/D is positive",
            difference_of_sizes(),
        ),
        Step(
            Written("H' = log x - (p t + q s) log(t/s)/D", r"H' = \log x - \frac{p t + q s}{D}\log\frac{t}{s}"),
            "rule for products, with (log(t/s))' = D/(s t)",
            first_slope(),
        ),
        Step(
            Written(
                "H'' = 1/x - p/s - q/t - 2 p q log(t/s)/D",
                r"H'' = \frac1x - \frac ps - \frac qt - \frac{2 p q}{D}\log\frac ts",
            ),
            "the same rules",
            second_slope(),
        ),
        Step(
            Written("H''' = (p/s - q/t)^2 - 1/x^2", r"H''' = \Bigl(\frac ps - \frac qt\Bigr)^2 - \frac1{x^2}"),
            "derivative, here of D H''",
            third_slope(),
        ),
        Step(Written("p t - q s = -D", "p t - q s = -D"), "expansion, so that p/s - q/t = -D/(s t)", slopes_apart()),
        Step(Written("s t > D x", "s t > D x"), "so H''' < 0 for x > 1", third_slope_is_negative()),
        Step(
            Written("H(1) = H'(1) = 0, H''(1) = 1 - p - q", r"H(1) = H'(1) = 0,\quad H''(1) = 1 - p - q"),
            "at x = 1 both s and t are 1",
        ),
        Step(
            Written("p + q >= 1  =>  H < 0 for x > 1", r"p + q \geq 1 \implies H < 0 \text{ for } x > 1"),
            "H'' < 0 there, hence H' < 0, hence H < 0",
        ),
        Step(
            Written(
                "p + q < 1  =>  H > 0 up to one x, H < 0 beyond",
                r"p + q < 1 \implies H > 0 \text{ up to one } x,\ H < 0 \text{ beyond}",
            ),
            "H'' falls from 1 - p - q > 0 to -2 p q log(q/p)/D < 0, so that H' rises from 0, then falls without "
            "end, and H does the same",
        ),
        Step(
            Written(
                "dr/dp = (x log x - (x - 1) s)/s^2", r"\frac{\partial r}{\partial p} = \frac{x\log x - (x - 1)s}{s^2}"
            ),
            "at each x the information rises in p, then falls: sizes that are neighbours decide",
            slope_in_size(),
        ),
    )
    result = Written(
        "the best size at x is the least d such that d + 1 is no better",
        r"d^*(x) = \min\{d : r(\tfrac{d+1}{k}) \leq r(\tfrac dk)\}",
    )
    return Derivation("Sizes of subsets and mutual information, uniform prior", steps, result)
