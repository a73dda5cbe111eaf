"""Why only a garbling can be relaxed without loss: the converse of Bayes' rule, as theorems of the kernel.

Let J[x, o1, o2] be any joint law of two responses, with the designs P1 of o1 and P2 of o2. Without loss means that the
posterior of who knows both responses is that of who knows the last one, that is, that the likelihood ratio of the pair
is that of o2: J[a, o1, o2] P2[r, o2] = J[r, o1, o2] P2[a, o2] for all truths a, r. A response o2 that is possible is
possible under some truth r; put C[o2, o1] = J[r, o1, o2]/P2[r, o2]. Then J = P2 C for every truth, C is a channel, and
P1 = P2 C. Names: `J_a`, `J_r` the entries of J for one pair, `p_a`, `p_r` those of P2, `C` the entry of the channel;
`D`, `E`, `S`, `T` sums so far. Sums are shown term by term. For given designs `lp.relaxations.relaxation` decides.
Source of the special case: Pan, Randomized Response with Gradual Release of Privacy Budget, Definition 3.1 and
Theorem 3.2.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written
from mechanisms.design import Design, DesignError
from mechanisms.exact.formula import Formula, at_least, equal_to, greater
from mechanisms.exact.polynomial import Polynomial

J_A, J_R, P_A, P_R, C, D, E, S, T = (
    Polynomial.variable(n) for n in ("J_a", "J_r", "p_a", "p_r", "C", "D", "E", "S", "T")
)
POSSIBLE = greater(P_R, 0)
CHANNEL = equal_to(P_R * C, J_R)
NO_LOSS = equal_to(J_A * P_R, J_R * P_A)


def _theorem(conclusion: Formula, *hypotheses: Formula) -> Theorem:
    return prove_from(Sequent(frozenset(hypotheses), conclusion))


@cache
def entry_of_the_channel() -> Theorem:
    """p_r > 0, p_r C = J_r, J_a p_r = J_r p_a |- J_a = p_a C: one number C serves all truths."""
    return _theorem(equal_to(J_A, P_A * C), POSSIBLE, CHANNEL, NO_LOSS)


@cache
def entries_are_probabilities() -> Theorem:
    """p_r > 0, p_r C = J_r, J_r >= 0 |- C >= 0."""
    return _theorem(at_least(C, 0), POSSIBLE, CHANNEL, at_least(J_R, 0))


@cache
def row_so_far() -> Theorem:
    """S = p_r T, p_r C = J_r |- S + J_r = p_r (T + C): sums over o1."""
    return _theorem(equal_to(S + J_R, P_R * (T + C)), equal_to(S, P_R * T), CHANNEL)


@cache
def rows_add_up_to_one() -> Theorem:
    """S = p_r T, S = p_r > 0 |- T = 1: summed over all o1, J gives P2, so that the row of C gives 1."""
    return _theorem(equal_to(T, 1), equal_to(S, P_R * T), equal_to(S, P_R), POSSIBLE)


@cache
def first_design_so_far() -> Theorem:
    """D = E, J_a = p_a C |- D + J_a = E + p_a C: sums over o2, so that P1 = P2 C."""
    return _theorem(equal_to(D + J_A, E + P_A * C), equal_to(D, E), equal_to(J_A, P_A * C))


def garbling_derivation() -> Derivation:
    """From a joint law without loss to the channel by which the first response can be had from the last."""
    steps = (
        Step(
            Written("J[a, o1, o2] = P2[a, o2] C[o2, o1]", r"J[a,o_1,o_2] = P_2[a,o_2]\,C[o_2,o_1]"),
            "with C = J/P2 for a truth r under which o2 is possible, since the likelihood ratios agree",
            entry_of_the_channel(),
        ),
        Step(Written("C[o2, o1] >= 0", r"C[o_2,o_1] \geq 0"), "probabilities", entries_are_probabilities()),
        Step(
            Written(
                "P2[r, o2] * sum over o1 of C[o2, o1] = P2[r, o2]", r"P_2[r,o_2]\sum_{o_1} C[o_2,o_1] = P_2[r,o_2]"
            ),
            "response by response; J summed over o1 is P2",
            row_so_far(),
        ),
        Step(
            Written("sum over o1 of C[o2, o1] = 1", r"\sum_{o_1} C[o_2,o_1] = 1"),
            "divided by P2[r, o2] > 0; where o2 is impossible, any row will do",
            rows_add_up_to_one(),
        ),
    )
    result = Written("P1 = P2 C", "P_1 = P_2 C")
    last = Step(result, "J summed over o2 is P1, response by response", first_design_so_far())
    return Derivation("Only a garbling is relaxed without loss", (*steps, last), result)


def channel_of(joint: Design, last: Design) -> Design | None:
    """The channel C with J = P2 C of a joint law of pairs (o1, o2) whose last response has the design `last`.

    None where the pair tells more than its last response; rational entries. A response of `last` that is impossible
    under every truth gets the first o1. Raises DesignError where the law of o2 is not `last`.
    """
    pairs = [pair for pair in joint.responses if isinstance(pair, tuple)]
    firsts = list(dict.fromkeys(pair[0] for pair in pairs))
    rows = []
    for after in last.responses:
        masses = [[_mass(joint, truth, (o1, after)) for o1 in firsts] for truth in last.truths]
        chances = [last.entry(truth, after).evaluate({}) for truth in last.truths]
        if [sum(row) for row in masses] != chances:
            raise DesignError(f"the joint law gives {after!r} other probabilities than the last design does")
        possible = next((i for i, chance in enumerate(chances) if chance), None)
        if possible is None:
            rows.append([Fraction(int(o1 == firsts[0])) for o1 in firsts])
            continue
        row = [mass / chances[possible] for mass in masses[possible]]
        if any(m != p * c for ms, p in zip(masses, chances, strict=True) for m, c in zip(ms, row, strict=True)):
            return None
        rows.append(row)
    return Design(rows, truths=last.responses, responses=firsts)


def _mass(joint: Design, truth: object, pair: object) -> Fraction:
    return joint.entry(truth, pair).evaluate({}) if pair in joint.responses else Fraction(0)
