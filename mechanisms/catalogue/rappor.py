"""RAPPOR: a Bloom filter whose bits are perturbed once for all, then sampled with noise for every report.

A bit B is kept with probability alpha, else flipped; the result B' is stored. Each report draws S = 1 with probability
p where B' = 1 and q where B' = 0. Source: Erlingsson, Pihur, Korolova 2014, as described in Pan, section 5.1.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import product
from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, within
from mechanisms.protocols.primitives import Coin
from mechanisms.protocols.protocol import Protocol, Steps

SOURCE = "Erlingsson, Pihur, Korolova 2014; Pan: Randomized Response with Gradual Release of Privacy Budget, 5.1"
Bits = tuple[int, ...]


def permanent_response(bit: int, alpha: Any) -> Steps:
    """Steps: the stored bit B', which is the bit with probability alpha."""
    kept = yield Coin(alpha, "Spin the first spinner, once for all: is the bit kept?")
    return bit if kept else 1 - bit


def noisy_sample(stored: int, p: Any, q: Any) -> Steps:
    """Steps: one reported bit S, which is 1 with probability p where B' = 1 and q where B' = 0."""
    one = yield Coin(p if stored else q, "Spin the second spinner: is a one reported?")
    return 1 if one else 0


def repeated_reports(count: int) -> Protocol:
    """One client with one bit: `count` reports of one stored bit. A response is the tuple of the reported bits."""

    def program(bit: int, alpha: Any, p: Any, q: Any) -> Steps:
        stored = yield from permanent_response(bit, alpha)
        reports = []
        for _ in range(count):
            reports.append((yield from noisy_sample(stored, p, q)))
        return tuple(reports)

    responses = list(product((0, 1), repeat=count))
    return Protocol(
        f"RAPPOR, {count} reports of a bit", program, (0, 1), _domain("alpha", "p", "q"), responses=responses
    )


def bloom_filter(item: Hashable, positions: Mapping[Hashable, Sequence[int]], size: int) -> Bits:
    """The Bloom filter of one item: ones at the positions that its hash functions give, zeros elsewhere."""
    return tuple(1 if place in positions[item] else 0 for place in range(size))


def filtered_reports(positions: Mapping[Hashable, Sequence[int]], size: int, count: int) -> Protocol:
    """The client of RAPPOR: the truth is an item, the response the tuple of `count` reported strings of `size` bits.

    `positions` are the values of the hash functions for each item, which must be smaller than `size`. Raises ValueError
    for a position out of range.
    """
    if any(not 0 <= place < size for places in positions.values() for place in places):
        raise ValueError(f"a filter of {size} bits has the positions 0 to {size - 1}")

    def program(item: Hashable, alpha: Any, p: Any, q: Any) -> Steps:
        stored = []
        for bit in bloom_filter(item, positions, size):
            stored.append((yield from permanent_response(bit, alpha)))
        strings = []
        for _ in range(count):
            string = []
            for bit in stored:
                string.append((yield from noisy_sample(bit, p, q)))
            strings.append(tuple(string))
        return tuple(strings)

    name = f"RAPPOR, {count} reports of a Bloom filter of {size} bits"
    return Protocol(name, program, tuple(positions), _domain("alpha", "p", "q"))


def permanent() -> Mechanism:
    """B' = B with probability alpha: Warner's design."""
    alpha = sympy.Symbol("alpha")
    domain = _domain("alpha")
    name = "RAPPOR, permanent response"
    return Mechanism(
        key="rappor-permanent",
        title="RAPPOR's permanent randomized response of one bit",
        source=f"{SOURCE}, (63)",
        protocol=Protocol(name, permanent_response, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[alpha, 1 - alpha], [1 - alpha, alpha]], domain, name=name),
    )


def sampling() -> Mechanism:
    """S = 1 with probability p where B' = 1, and q where B' = 0; the truth is B'."""
    p, q = sympy.symbols("p q")
    domain = _domain("p", "q")
    name = "RAPPOR, noisy sampling"
    return Mechanism(
        key="rappor-sampling",
        title="RAPPOR's noisy sampling of one stored bit",
        source=f"{SOURCE}, (64)",
        protocol=Protocol(name, noisy_sample, (0, 1), domain, responses=(0, 1)),
        printed_matrix=Design([[1 - q, q], [1 - p, p]], domain, name=name),
    )


def two_reports() -> Mechanism:
    """Two reports of one stored bit: P(s1, s2 | B) is summed over B'."""
    alpha, p, q = sympy.symbols("alpha p q")
    ones = {0: q, 1: p}

    def reported(stored: int, bits: Bits) -> sympy.Expr:
        return sympy.prod(ones[stored] if bit else 1 - ones[stored] for bit in bits)

    vectors = list(product((0, 1), repeat=2))
    rows = [[alpha * reported(b, v) + (1 - alpha) * reported(1 - b, v) for v in vectors] for b in (0, 1)]
    protocol = repeated_reports(2)
    return Mechanism(
        key="rappor-two-reports",
        title="RAPPOR: two reports of one stored bit",
        source=f"{SOURCE}, appendix E",
        protocol=protocol,
        printed_matrix=Design(rows, protocol.domain, (0, 1), vectors, protocol.name),
    )


def _domain(*names: str) -> Domain:
    return Domain.of(*(within(name, 0, 1) for name in names))
