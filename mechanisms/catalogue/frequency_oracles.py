"""Frequency oracles: how k categories are reported so that the share of each can be estimated.

The categories are 1 .. k, x = e^eps and u = e^(eps/2). Which categories a response speaks for is in
`mechanisms.protocols.support`. Subset selection, the other one of this family, is in `subset_responses`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.protocols.primitives import Coin, Uniform
from mechanisms.protocols.protocol import Protocol, Steps
from mechanisms.protocols.support import is_positive_entry

WANG = "Wang, Blocki, Li, Jha 2017: Locally Differentially Private Protocols for Frequency Estimation"
LEVEL = Domain.of(above("x", 1, closed=True), exponentials={"eps": "x"})
HALF_LEVEL = Domain.of(above("u", 1, closed=True), exponentials={"eps/2": "u"})
THRESHOLD = Domain.of(
    above("u", 1, closed=True),
    above("t", 1, closed=True),
    conditions=[at_least(Polynomial.variable("u"), Polynomial.variable("t"))],
    exponentials={"eps/2": "u"},
)
HALF = Fraction(1, 2)
Bits = tuple[int, ...]


def randomised_response(categories: int = 4) -> Mechanism:
    """Report the category with probability x/(x + k - 1), and each other one with 1/(x + k - 1).

    Source: Kairouz, Bonawitz, Ramage 2016; direct encoding in Wang et al. 2017.
    """
    _check_categories(categories)
    values = range(1, categories + 1)

    def program(truth: int, x: Any) -> Steps:
        return (yield from _kept_or_replaced(truth, values, x))

    x = sympy.Symbol("x")
    return _mechanism(
        "grr",
        f"Randomised response, {categories} categories",
        WANG,
        program,
        LEVEL,
        categories,
        tuple(values),
        lambda truth, y: (x if y == truth else 1) / (x + categories - 1),
    )


def symmetric_unary_encoding(categories: int = 3) -> Mechanism:
    """One bit a category, each kept with probability u/(u + 1), u = e^(eps/2). Source: Wang et al. 2017."""
    title = f"Symmetric unary encoding, {categories} categories"
    return _unary("sue", title, HALF_LEVEL, categories, lambda u: (u / (u + 1), 1 / (u + 1)))


def optimised_unary_encoding(categories: int = 3) -> Mechanism:
    """One bit a category: that of the truth is 1 with probability 1/2, others with 1/(x + 1).

    Source: Wang et al. 2017.
    """
    title = f"Optimised unary encoding, {categories} categories"
    return _unary("oue", title, LEVEL, categories, lambda x: (HALF, 1 / (x + 1)))


def local_hashing_protocol(categories: int, buckets: int) -> Protocol:
    """What respondents do in local hashing, for numbers of categories whose hash functions nobody could list.

    Raises ValueError for fewer than 2 hash values.
    """
    _check_categories(categories)
    if buckets < 2:
        raise ValueError(f"a hash function to {buckets} value tells no category from another; at least 2 are needed")
    values = range(buckets)

    def program(truth: int, x: Any) -> Steps:
        function = []
        for category in range(1, categories + 1):
            function.append((yield Uniform(values, f"Draw the hash of category {category} uniformly.")))
        value = yield from _kept_or_replaced(function[truth - 1], values, x)
        return tuple(function), value

    title = f"Local hashing to {buckets} values, {categories} categories"
    return Protocol(title, program, range(1, categories + 1), LEVEL)


def local_hashing(categories: int = 2, buckets: int = 3, key: str = "olh") -> Mechanism:
    """Report a hash function to g values, uniform among all of them, and the hash of the category, randomised.

    The response is the pair of the function, as the tuple of its k values, and the reported value, which is the hash
    with probability x/(x + g - 1) and each other one with 1/(x + g - 1). Source: Wang et al. 2017.
    """
    protocol = local_hashing_protocol(categories, buckets)
    x = sympy.Symbol("x")
    weight = sympy.Rational(1, buckets**categories) / (x + buckets - 1)
    functions = product(range(buckets), repeat=categories)
    return _mechanism(
        key,
        protocol.name,
        WANG,
        protocol.program,
        LEVEL,
        categories,
        tuple((function, value) for function in functions for value in range(buckets)),
        lambda truth, response: weight * (x if response[0][truth - 1] == response[1] else 1),
    )


def binary_local_hashing(categories: int = 3) -> Mechanism:
    """Local hashing to two values. Source: Bassily, Smith 2015; Wang et al. 2017."""
    return local_hashing(categories, 2, "blh")


def hadamard_order(categories: int) -> int:
    """The least power of two above k, so that k rows besides the row of ones are at hand."""
    return 1 << categories.bit_length()


def hadamard_response(categories: int = 3) -> Mechanism:
    """Report a column of a Hadamard matrix, x times as likely if it has +1 in the row of the category.

    Sylvester's matrix of order K > k, a power of two, has the entry (-1)^(number of ones that v and y share in binary)
    in row v and column y; row 0 is not used. Source: Acharya, Sun, Zhang 2019, the scheme for small eps; for large eps
    it puts categories into blocks, and is then no pure oracle.
    """
    _check_categories(categories)
    order = hadamard_order(categories)

    def program(truth: int, x: Any) -> Steps:
        positive = yield Coin(x / (x + 1), "Toss a coin: is it a column with +1 in your row?")
        columns = tuple(y for y in range(order) if is_positive_entry(y, truth) == positive)
        return (yield Uniform(columns, "Choose one of these columns uniformly."))

    x = sympy.Symbol("x")
    return _mechanism(
        "hadamard-response",
        f"Hadamard response of order {order}, {categories} categories",
        "Acharya, Sun, Zhang 2019: Hadamard Response",
        program,
        LEVEL,
        categories,
        tuple(range(order)),
        lambda truth, y: 2 * (x if is_positive_entry(y, truth) else 1) / (order * (x + 1)),
    )


# -- histogram encoding --------------------------------------------------------------------------------------------


def thresholding(categories: int = 2) -> Mechanism:
    """Thresholding with histogram encoding: noise on each entry of the indicator vector, then: is it above theta?

    The noise is Laplace with scale 2/eps: positive or negative with probability 1/2 each, of a size that exceeds s
    with probability e^(-eps s/2). With u = e^(eps/2) and t = e^(eps theta/2), 0 <= theta <= 1, an entry 1 stays above
    theta unless the noise is negative and larger than 1 - theta, which has the probability t/(2u); an entry 0 gets
    above it with probability 1/(2t). Source: Wang et al. 2017.
    """
    u, t = sympy.symbols("u t")

    def program(truth: int, u: Any, t: Any) -> Steps:
        bits = []
        for category in range(1, categories + 1):
            up = yield Coin(HALF, f"Toss a coin: is the noise of entry {category} positive?")
            if category == truth:
                above = up or (yield Coin(1 - t / u, "Is it smaller than the truth's lead over the threshold?"))
            else:
                above = up and (yield Coin(1 / t, "Is it larger than the threshold?"))
            bits.append(int(above))
        return tuple(bits)

    title = f"Thresholded histogram, {categories} categories"
    return _bits("the", title, WANG, program, THRESHOLD, categories, 1 - t / (2 * u), 1 / (2 * t))


# -- building ------------------------------------------------------------------------------------------------------


def _kept_or_replaced(value: int, values: Iterable[int], x: Any) -> Steps:
    """Steps: the value x times as likely as each other one."""
    others = tuple(v for v in values if v != value)
    if (yield Coin(x / (x + len(others)), "Toss a coin: is the value kept?")):
        return value
    return (yield Uniform(others, "Choose one of the other values uniformly."))


def _unary(
    key: str, title: str, domain: Domain, categories: int, probabilities: Callable[[Any], tuple[Any, Any]]
) -> Mechanism:
    """Unary encoding with one parameter, from which p and q are."""
    (name,) = domain.names

    def program(truth: int, **parameter: Any) -> Steps:
        p, q = probabilities(parameter[name])
        bits = []
        for category in range(1, categories + 1):
            bits.append(int((yield Coin(p if category == truth else q, f"Toss a coin: is bit {category} set?"))))
        return tuple(bits)

    return _bits(key, title, WANG, program, domain, categories, *probabilities(sympy.Symbol(name)))


def _bits(
    key: str,
    title: str,
    source: str,
    program: Callable[..., Any],
    domain: Domain,
    categories: int,
    own: Any,
    other: Any,
) -> Mechanism:
    """A mechanism that reports independent bits, 1 with the probability `own` for the truth and `other` for others."""
    _check_categories(categories)

    def entry(truth: int, bits: Bits) -> sympy.Expr:
        probability = sympy.Integer(1)
        for category, bit in enumerate(bits, start=1):
            one = own if category == truth else other
            probability *= one if bit else 1 - one
        return probability

    responses = tuple(product((0, 1), repeat=categories))
    return _mechanism(key, title, source, program, domain, categories, responses, entry)


def _mechanism(
    key: str,
    title: str,
    source: str,
    program: Callable[..., Any],
    domain: Domain,
    categories: int,
    responses: Sequence[Hashable],
    entry: Callable[[int, Any], Any],
) -> Mechanism:
    truths = tuple(range(1, categories + 1))
    return Mechanism(
        key=key,
        title=title,
        source=source,
        protocol=Protocol(title, program, truths, domain, responses=responses),
        printed_matrix=Design([[entry(t, y) for y in responses] for t in truths], domain, truths, responses, title),
    )


def _check_categories(categories: int) -> None:
    if categories < 2:
        raise ValueError(f"{categories} category leaves nothing to find out; at least 2 are needed")
