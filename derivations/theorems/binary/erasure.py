"""Every design with two truths comes from revealing the truth with a probability that is at least half their distance.

With c and d the probabilities of one response under the two truths, t = (sum of |c - d|)/2 and a, t <= a < 1, the
probability of revealing, answer what is erased by mu = min(c, d)/(1 - t), and a revealed truth by the positive part of
its own probability less the other one, plus (a - t) mu, over a. `channel_reproduces` says, for one response, that this
makes up c and d and is non-negative. Summed over the responses min(c, d) is 1 - t and each positive part t, so that the
probabilities under a revealed truth sum to (t + a - t)/a = 1, and those of what is erased to 1.
Source of the statement: Nayak, Zhai, Theorem 3.1, whose design (3.1) reveals with the probability phi - 1.
"""

from __future__ import annotations

from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from mechanisms.exact.formula import Condition, Formula, all_of, equal_to
from mechanisms.exact.polynomial import Polynomial

SHARE, APART, MORE, LESS, ERASED, OWN, OTHER = (
    Polynomial.variable(name) for name in ("a", "t", "c", "d", "mu", "w", "v")
)
CHANNEL: tuple[Formula, ...] = (
    equal_to(ERASED * (1 - APART), LESS),
    equal_to(SHARE * OWN, MORE - LESS + (SHARE - APART) * ERASED),
    equal_to(SHARE * OTHER, (SHARE - APART) * ERASED),
)
"""How a response with c >= d is given: mu to what is erased, w to the truth that makes it likelier, v to the other."""


@cache
def channel_reproduces() -> Theorem:
    """For 0 <= t <= a < 1, 0 < a, c >= d >= 0 and the channel: it is non-negative and leads to c and d.

    a w + (1 - a) mu = c, a v + (1 - a) mu = d, w >= 0, v >= 0, mu >= 0.
    """
    known: list[Formula] = [Condition(APART, ">="), Condition(SHARE - APART, ">="), Condition(1 - SHARE, ">")]
    known += [Condition(SHARE, ">"), Condition(MORE - LESS, ">="), Condition(LESS, ">="), *CHANNEL]
    conclusions = [
        equal_to(SHARE * OWN + (1 - SHARE) * ERASED, MORE),
        equal_to(SHARE * OTHER + (1 - SHARE) * ERASED, LESS),
        *(Condition(weight, ">=") for weight in (OWN, OTHER, ERASED)),
    ]
    lemmas = [prove_from(Sequent(frozenset(known), Condition(ERASED, ">=")))]
    proved = [prove_from(Sequent(frozenset(known), conclusion), lemmas) for conclusion in conclusions]
    return prove_from(Sequent(frozenset(known), all_of(conclusions)), proved)
