"""Key-value protocols: does a participant have an item, and if so with which weight in [-1, 1]?

The true value of a participant at one item is (0, 0), no edge, or (1, s), an edge with the weight s w; the parameter w
lies in [-1, 1], so (1, 1) is an edge of weight w and (1, -1) one of the opposite weight. For w = 1 these are the
discretised weights. Budgets: x1 = e^eps1 for the presence, x2 = e^eps2 for the value. Source: Ma, Wang, sections 4.2.2
and 4.2.3.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, Parameter, above, within
from mechanisms.protocols.continuum import ContinuousMechanism
from mechanisms.protocols.primitives import Choice, Coin, UniformReal
from mechanisms.protocols.protocol import Protocol, Steps

PAPER = "Ma, Wang: Randomized Response Mechanisms for Differential Privacy Data Analysis"
NO_EDGE, EDGE, OPPOSITE = (0, 0), (1, 1), (1, -1)
TUPLES = (NO_EDGE, EDGE, OPPOSITE)
WEIGHT = within("w", -1, 1)
SUBSTITUTE = within("w_sub", -1, 1)


def budgets(*names: str) -> tuple[tuple[Parameter, ...], dict[str, str]]:
    """The variables x = e^eps of budgets, with the pairs that say so."""
    return tuple(above(f"x{n}", 1, closed=True) for n in names), {f"eps{n}": f"x{n}" for n in names}


def perturbed_value(weight: Any, x2: Any) -> Steps:
    """Steps of VPP: the weight is rounded to 1 or -1 at random without bias, and its sign kept with x2/(x2 + 1)."""
    up = yield Coin((1 + weight) / 2, "Round the weight: is it rounded up to 1?")
    keep = yield Coin(x2 / (x2 + 1), "Spin the second spinner: is the rounded weight kept?")
    return 1 if up == keep else -1


def vpp_program(truth: int, w: Any, x2: Any) -> Steps:
    """VPP for an edge of weight truth * w. Source: Ma, Wang, Algorithm 1, from line 4 on, the item being chosen."""
    return (yield from perturbed_value(truth * w, x2))


def _presence(exists: bool, value: int, x1: Any) -> Steps:
    tell = yield Coin(x1 / (x1 + 1), "Spin the first spinner: is the presence of the edge told truthfully?")
    return (1, value) if bool(tell) == exists else NO_EDGE


def local_perturbation(substitute: Callable[..., Any]) -> Callable[..., Any]:
    """The program of LPP; `substitute(**parameters)` makes the steps by which a missing edge gets its weight."""

    def program(truth: tuple[int, int], w: Any, x1: Any, x2: Any, **others: Any) -> Steps:
        exists, side = truth
        weight = side * w if exists else (yield from substitute(**others))
        value = yield from perturbed_value(weight, x2)
        return (yield from _presence(bool(exists), value, x1))

    return program


def fresh_weight() -> Steps:
    """A weight drawn uniformly from [-1, 1], anew for each report and told to nobody."""
    return (yield UniformReal(Fraction(-1), Fraction(1), "Draw a substitute for the weight uniformly from"))


def given_weight(w_sub: Any) -> Steps:
    """A weight that is given: a constant of the protocol, or a number that the collector knows."""
    yield from ()
    return w_sub


def zero_weight() -> Steps:
    """The weight 0."""
    yield from ()
    return Fraction(0)


def _domain(*further: Parameter) -> Domain:
    levels, pairs = budgets("1", "2")
    return Domain.of(*levels, WEIGHT, *further, exponentials=pairs)


def _matrix(first: sympy.Expr, own: sympy.Expr) -> list[list[sympy.Expr]]:
    """(43) with Q1 = first and Q2 = own."""
    p1 = sympy.Symbol("x1") / (sympy.Symbol("x1") + 1)
    return [
        [p1, (1 - p1) * first, (1 - p1) * (1 - first)],
        [1 - p1, p1 * own, p1 * (1 - own)],
        [1 - p1, p1 * (1 - own), p1 * own],
    ]


def _output_of_vpp(weight: sympy.Expr) -> sympy.Expr:
    """Q(q, w) = (1 + w) q/2 + (1 - w)(1 - q)/2 with q = x2/(x2 + 1)."""
    q = sympy.Symbol("x2") / (sympy.Symbol("x2") + 1)
    return (1 + weight) * q / 2 + (1 - weight) * (1 - q) / 2


def vpp() -> Mechanism:
    """P(1 | w) = (1 + w) q/2 + (1 - w)(1 - q)/2 with q = x2/(x2 + 1). Source: Ma, Wang, Algorithm 1."""
    levels, pairs = budgets("2")
    domain = Domain.of(*levels, WEIGHT, exponentials=pairs)
    up = _output_of_vpp(sympy.Symbol("w"))
    return Mechanism(
        key="vpp",
        title="Value perturbation of an edge weight",
        source=f"{PAPER}, Algorithm 1",
        protocol=Protocol("VPP", vpp_program, (1, -1), domain, responses=(1, -1)),
        printed_matrix=Design([[up, 1 - up], [1 - up, up]], domain, (1, -1), (1, -1), "VPP"),
    )


def _lpp(key: str, name: str, title: str, source: str, substitute: Any, q1: sympy.Expr, *more: Parameter) -> Mechanism:
    domain = _domain(*more)
    matrix = _matrix(q1, _output_of_vpp(sympy.Symbol("w")))
    return Mechanism(
        key=key,
        title=title,
        source=f"{PAPER}, {source}",
        protocol=Protocol(name, local_perturbation(substitute), TUPLES, domain, responses=TUPLES),
        printed_matrix=Design(matrix, domain, TUPLES, TUPLES, name),
    )


def lpp() -> Mechanism:
    """LPP with a fresh uniform substitute weight: its matrix is (43) with Q1 = 1/2, the mean over the draw."""
    title = "Key-value response with a fresh random substitute"
    return _lpp("lpp", "LPP", title, "4.2.2, (43)", fresh_weight, sympy.Rational(1, 2))


def lpp_given() -> Mechanism:
    """LPP with a given substitute weight w_sub, the matrix (43)."""
    q1 = _output_of_vpp(sympy.Symbol("w_sub"))
    title = "Key-value response with a given substitute"
    return _lpp("lpp-given", "LPP with a given substitute", title, "4.2.2, (43)", given_weight, q1, SUBSTITUTE)


def lpp_double_dagger() -> Mechanism:
    """LPP-ddagger: the substitute weight is 0."""
    title = "Key-value response with the substitute 0"
    return _lpp("lpp-ddagger", "LPP-ddagger", title, "4.2.2, Lemma 2", zero_weight, sympy.Rational(1, 2))


# -- the whole input of a participant ----------------------------------------------------------------------------------


def over_all_weights(mechanism: Mechanism, public: tuple[str, ...] = ()) -> ContinuousMechanism:
    """A key-value mechanism of one item with the inputs "no edge" and "edge of any weight in [-1, 1]".

    An edge of the opposite weight is one of these inputs, so its row is left out.
    """
    design = mechanism.protocol.design()
    kept = [truth for truth in design.truths if truth not in (OPPOSITE, -1)]
    rows = [design.entries[design.row_of(truth)] for truth in kept]
    inputs = Design(rows, design.domain, kept, design.responses, design.name, assumptions=design.assumptions)
    coordinates: dict[Hashable, tuple[str, ...]] = {truth: (WEIGHT.name,) for truth in kept if truth != NO_EDGE}
    return ContinuousMechanism(inputs, coordinates, public)


# -- unary encoding ----------------------------------------------------------------------------------------------------

KEEP_DOMAIN = Domain.of(*(within(name, Fraction(1, 2), 1, ends="[)") for name in ("a", "b", "p")))


def perturbed_tuple(truth: tuple[int, int], a: Any, b: Any, p: Any) -> Steps:
    """Steps of PCKV-UE at one position: the presence is kept with a or b, the sign with p.

    (0, 0) that is not kept becomes (1, 1) or (1, -1) with equal probability. Source: Ma, Wang, 4.2.3.
    """
    exists, side = truth
    if exists:
        kept = yield Choice({truth: a * p, (1, -side): a * (1 - p), NO_EDGE: 1 - a}, "Perturb the tuple of the edge.")
        return kept
    return (yield Choice({NO_EDGE: b, EDGE: (1 - b) / 2, OPPOSITE: (1 - b) / 2}, "Perturb the tuple (0, 0)."))


def unary_position() -> Mechanism:
    """One position of PCKV-UE. Source: Ma, Wang, 4.2.3, the matrix P^club(UE)."""
    a, b, p = sympy.symbols("a b p")
    matrix = [[b, (1 - b) / 2, (1 - b) / 2], [1 - a, a * p, a * (1 - p)], [1 - a, a * (1 - p), a * p]]
    return Mechanism(
        key="pckv-ue",
        title="One position of a key-value unary encoding",
        source=f"{PAPER}, 4.2.3",
        protocol=Protocol("PCKV-UE", perturbed_tuple, TUPLES, KEEP_DOMAIN, responses=TUPLES),
        printed_matrix=Design(matrix, KEEP_DOMAIN, TUPLES, TUPLES, "PCKV-UE"),
    )


def unary_vector(items: int, truths: Sequence[tuple[int, int]] = ()) -> Protocol:
    """PCKV-UE for a whole vector: the truth (j, s) has s = 1 or -1 at position j (from 1) and 0 elsewhere.

    `truths` lists the true values that matter; all of them if it is empty.

    The truth (0, 0) has no edge at all. Every position is perturbed on its own; the response has an entry 0, 1 or -1
    for each item. Which pair a participant with several items encodes (padding and sampling) the paper leaves to its
    source, so a truth is the one pair that was sampled.
    """
    kept = list(truths) or [(0, 0), *product(range(1, items + 1), (1, -1))]

    def program(truth: tuple[int, int], a: Any, b: Any, p: Any) -> Steps:
        position, sign = truth
        response = []
        for item in range(1, items + 1):
            own = (1, sign) if item == position else NO_EDGE
            exists, side = yield from perturbed_tuple(own, a, b, p)
            response.append(side if exists else 0)
        return tuple(response)

    return Protocol(f"PCKV-UE, {items} items", program, kept, KEEP_DOMAIN)
