"""The joint law of the responses of a relaxation for any number m of values, enumerated from the protocol.

The values that are spoken of get names 0, 1, 2, ...; whatever other value is drawn is one of the nameless rest, and is
summed over. m may be a number or a symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from derivations.algebra.linear_algebra import total
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from mechanisms.catalogue.relaxation import Step, Values, relaxing_step, responses
from mechanisms.exact.domain import Domain, above, within
from mechanisms.exact.formula import Formula, all_of, at_least, equal_to, greater
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.protocol import Protocol, Steps

Exact = RationalFunction | int


def variable(name: str) -> RationalFunction:
    """A variable as a rational function."""
    return RationalFunction(Polynomial.variable(name))


X, Y, M = variable("x"), variable("y"), variable("m")
FREE = Step(variable("p_aa"), variable("p_ba"), variable("p_bb"))
"""Any step that treats the values alike. Source: Pan, (27)-(31)."""
FREE_BINARY = Step(variable("p_a"), RationalFunction.of(1) - variable("p_b"), variable("p_b"))
"""Any such step between two values, of which no third can be drawn. Source: Pan, (12)-(15)."""


def free_step(size: Exact) -> Step:
    """The step with free parameters for this many values."""
    return FREE_BINARY if size == 2 or size == RationalFunction.of(2) else FREE


def solved_step(size: Exact) -> Step:
    """The relaxing step from e^eps1 = x to e^eps2 = y, derived by Bayes."""
    return relaxing_step(X, Y, size)


def parameters(named: int = 0, rounds: int = 2) -> Domain:
    """The ranges of x <= y, of the free probabilities, and of m: at least the values that are named or drawn.

    That m may be so large that some value is left nameless costs nothing: each law is an identity in m.
    """
    return Domain.of(
        above("x", 1, closed=True),
        above("y", 1),
        above("m", max(named + rounds, 3), closed=True),
        *(within(name, 0, 1) for name in ("p_a", "p_b", "p_aa", "p_ba", "p_bb")),
        conditions=(
            at_least(Polynomial.variable("y"), Polynomial.variable("x")),
            at_least(1, Polynomial.variable("p_ba") + Polynomial.variable("p_bb")),
        ),
    )


@cache
def joint_law(
    truth: int, named: int, steps: tuple[Step, ...], size: Exact = M, first: RationalFunction = X
) -> Mapping[tuple[object, ...], RationalFunction]:
    """P(o_1 o_2 ... | truth) where the values 0 .. named - 1 have names; `first` is e^eps of the first response."""

    def program(own: int, **_: RationalFunction) -> Steps:
        return responses(own, Values(tuple(range(named)), size), first, steps)

    return _law(program, truth, parameters(named, len(steps) + 1))


def _law(program: Callable[..., Steps], truth: int, domain: Domain) -> dict[Any, RationalFunction]:
    law = Protocol("rounds", program, (truth,), domain).joint_law([truth])
    return {response: mass for (response,), mass in law.items()}


@cache
def probability(
    truth: int, asked: tuple[int | None, ...], steps: tuple[Step, ...], named: int, size: Exact = M
) -> RationalFunction:
    """P(the responses that are asked for, one for each round | truth), summed over those that are None."""
    return total(
        mass
        for history, mass in joint_law(truth, named, steps, size).items()
        if all(wanted is None or wanted == got for wanted, got in zip(asked, history, strict=True))
    )


# -- the linear program: its solution, and when there is none ----------------------------------------------------------


def _polynomials() -> tuple[Polynomial, ...]:
    """What the law of o_2 makes zero; the slacks of privacy of (a, a), (b, a), (c, a). Source: Pan, (33)-(45)."""
    x, y, m, keep, find, stay = (Polynomial.variable(n) for n in ("x", "y", "m", "p_aa", "p_ba", "p_bb"))
    law = (y + m - 1) * (x * keep + (m - 1) * find) - y * (x + m - 1)
    repeated = y * stay - x * keep
    found = x * y * (1 - keep) - (m - 1) * find
    moved = y * (1 - find - stay) - (m - 2) * find
    return law, repeated, found, moved


def _known() -> list[Formula]:
    m, y, x = (Polynomial.variable(n) for n in ("m", "y", "x"))
    return [at_least(m, 3), greater(y, 1), at_least(x, 1)]


@cache
def tight_rows() -> Theorem:
    """The law of o_2 and privacy of (a, a), (b, a), (c, a) |- all three hold with equality.

    For (m - 1) times the first slack, plus the second, plus (m - 1) times the third is 0 where o_2 has the law of a
    randomized response: multipliers of Farkas for any slack that is positive.
    """
    law, *slacks = _polynomials()
    names = ("s1", "s2", "s3")
    s1, s2, s3, m = (Polynomial.variable(name) for name in (*names, "m"))
    weighted = (m - 1) * s1 + s2 + (m - 1) * s3
    known = frozenset([at_least(m, 3), equal_to(weighted, 0), *(at_least(s, 0) for s in (s1, s2, s3))])
    vanish = prove_from(Sequent(known, all_of(equal_to(s, 0) for s in (s1, s2, s3))))
    there = kernel.instantiate(vanish, dict(zip(names, slacks, strict=True)))
    identity = equal_to(weighted.substitute(dict(zip(names, slacks, strict=True))), 0)
    theorem = kernel.cut(prove_from(Sequent(frozenset([equal_to(law, 0)]), identity)), there)
    return kernel.weaken(theorem, _known())


def _coordinates() -> dict[str, Formula]:
    """The three probabilities are those of the step that is derived by Bayes."""
    step = solved_step(M)
    values = {"p_aa": step.keep_truth, "p_ba": step.find_truth, "p_bb": step.keep_other}
    return {name: relation_formula(variable(name), "=", value) for name, value in values.items()}


@cache
def _solved(name: str) -> Theorem:
    """One of the probabilities, from the law of o_2 and the three rows; p_bb by way of p_aa."""
    law, repeated, found, _ = _polynomials()
    slack = repeated if name == "p_bb" else found
    facts = [_coordinates()["p_aa"]] if name == "p_bb" else [equal_to(law, 0)]
    theorem = prove_from(Sequent(frozenset([*_known(), *facts, equal_to(slack, 0)]), _coordinates()[name]))
    theorem = kernel.cut(kernel.project(tight_rows(), equal_to(slack, 0)), theorem)
    return kernel.cut(_solved("p_aa"), theorem) if name == "p_bb" else theorem


def only_solution() -> Theorem:
    """Under the same hypotheses the three probabilities are those of the step that is derived by Bayes."""
    return kernel.conjoin(*map(_solved, _coordinates()))


def no_solution_for_a_smaller_budget() -> Theorem:
    """Under the same hypotheses, with p_ba >= 0: x <= y. A guarantee cannot be made smaller by a further response."""
    x, y, find = (Polynomial.variable(n) for n in ("x", "y", "p_ba"))
    known = frozenset([*_known(), at_least(find, 0), _coordinates()["p_ba"]])
    return kernel.cut(_solved("p_ba"), prove_from(Sequent(known, at_least(y, x))))
