"""Categorical mechanisms for any number k of categories: reports that are subsets, bits, or the category or nothing.

The categories are 1 .. k. A subset is reported as its vector of k indicators, as in Nayak, Zhai, section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, within
from mechanisms.protocols.primitives import Coin, Uniform
from mechanisms.protocols.protocol import Protocol, Steps

PAPER = "Nayak, Zhai: A Local l-Diversity Mechanism for Privacy Protected Categorical Data Collection"
ERASED = "erased"
GAMMA = Domain.of(above("gamma", 1, closed=True), exponentials={"eps": "gamma"})
Indicators = tuple[int, ...]


def subset_vectors(categories: int, size: int) -> tuple[Indicators, ...]:
    """The indicator vectors, of length k, of all subsets of this size of 1 .. k, the subsets in lexicographic order."""
    return tuple(_indicators(categories, subset) for subset in combinations(range(1, categories + 1), size))


def subset_holding(truth: int, categories: int, others: int) -> Steps:
    """Steps: the vector that has 1 for the truth and for as many others as said, which are chosen uniformly."""
    rest = [c for c in range(1, categories + 1) if c != truth]
    chosen = yield Uniform(tuple(combinations(rest, others)), f"Choose {others} of the other categories uniformly.")
    return _indicators(categories, (truth, *chosen))


def subset_lacking(truth: int, categories: int, size: int) -> Steps:
    """Steps: the vector that has 0 for the truth and 1 for as many others as said, which are chosen uniformly."""
    rest = [c for c in range(1, categories + 1) if c != truth]
    chosen = yield Uniform(tuple(combinations(rest, size)), f"Choose {size} of the other categories uniformly.")
    return _indicators(categories, chosen)


def local_diversity(categories: int = 4, size: int = 2) -> Mechanism:
    """Report the true category among `size` categories, the others being chosen uniformly.

    Source: Nayak, Zhai, section 4.1 and (4.1): each subset that holds the truth has probability 1/C(k - 1, l - 1).
    """
    _check(1 <= size <= categories, f"a set of {size} out of {categories} categories cannot hold the true one")

    def program(truth: int) -> Steps:
        return subset_holding(truth, categories, size - 1)

    share = Fraction(1, comb(categories - 1, size - 1))
    title = f"Local {size}-diversity, {categories} categories"
    return _mechanism(
        "local-l-diversity",
        title,
        f"{PAPER}, 4.1 and (4.1)",
        program,
        Domain(),
        subset_vectors(categories, size),
        lambda truth, z: share if z[truth - 1] else 0,
    )


def subset_selection(categories: int = 4, size: int = 2) -> Mechanism:
    """Report a set of q categories that holds the true one with probability p = q gamma/(q gamma + k - q).

    Given whether it does, the set is uniform. gamma is how much likelier a set is under a category in it than under
    one that is not. Source: Ye, Barg 2018; Chai, Nayak 2019, as described in Nayak, Zhai, section 4.3.
    """
    _check(1 <= size < categories, f"a set of {size} out of {categories} categories tells none apart")

    def program(truth: int, gamma: Any) -> Steps:
        held = yield Coin(size * gamma / (size * gamma + categories - size), "Toss a coin: is the truth reported?")
        if held:
            return (yield from subset_holding(truth, categories, size - 1))
        return (yield from subset_lacking(truth, categories, size))

    gamma = sympy.Symbol("gamma")
    weight = sympy.Integer(1) / (comb(categories - 1, size - 1) * gamma + comb(categories - 1, size))
    held_weight = gamma * weight
    title = f"Subset selection, {size} of {categories} categories"
    return _mechanism(
        "subset-selection",
        title,
        f"Ye, Barg 2018; Chai, Nayak 2019; {PAPER}, 4.3",
        program,
        GAMMA,
        subset_vectors(categories, size),
        lambda truth, z: held_weight if z[truth - 1] else weight,
    )


def erasure(categories: int = 2) -> Mechanism:
    """Report the category with probability phi - 1, and nothing otherwise. Source: Nayak, Zhai, (3.1), section 3.1."""
    domain = Domain.of(within("phi", 1, 2))

    def program(truth: int, phi: Any) -> Steps:
        return truth if (yield Coin(phi - 1, "Toss a coin: is the category reported?")) else ERASED

    phi = sympy.Symbol("phi")
    return _mechanism(
        "erasure",
        f"Erasure, {categories} categories",
        f"{PAPER}, (3.1)",
        program,
        domain,
        (*range(1, categories + 1), ERASED),
        lambda truth, z: 2 - phi if z == ERASED else phi - 1 if z == truth else 0,
        categories,
    )


def unary_encoding(categories: int = 3) -> Mechanism:
    """Report k bits, one a category; each bit is kept with probability b, on its own, and flipped otherwise.

    Source: Erlingsson, Pihur, Korolova 2014 (basic RAPPOR, one report), as named in Nayak, Zhai, section 5.
    """

    def program(truth: int, b: Any) -> Steps:
        bits = []
        for category in range(1, categories + 1):
            own = int(category == truth)
            bits.append(own if (yield Coin(b, f"Toss a coin: is bit {category} kept?")) else 1 - own)
        return tuple(bits)

    b = sympy.Symbol("b")

    def entry(truth: int, z: Indicators) -> sympy.Expr:
        kept = sum(bit == int(category == truth) for category, bit in enumerate(z, start=1))
        return b**kept * (1 - b) ** (categories - kept)

    return _mechanism(
        "unary-encoding",
        f"Unary encoding, {categories} categories",
        "Erlingsson, Pihur, Korolova 2014",
        program,
        Domain.of(within("b", Fraction(1, 2), 1)),
        tuple(product((0, 1), repeat=categories)),
        entry,
    )


def _mechanism(
    key: str,
    title: str,
    source: str,
    program: Callable[..., Any],
    domain: Domain,
    responses: Sequence[Hashable],
    entry: Callable[[int, Any], Any],
    categories: int | None = None,
) -> Mechanism:
    first: Any = responses[0]
    truths = tuple(range(1, (len(first) if categories is None else categories) + 1))
    return Mechanism(
        key=key,
        title=title,
        source=source,
        protocol=Protocol(title, program, truths, domain, responses=responses),
        printed_matrix=Design([[entry(t, z) for z in responses] for t in truths], domain, truths, responses, title),
    )


def _indicators(categories: int, subset: Iterable[int]) -> Indicators:
    inside = set(subset)
    return tuple(int(c in inside) for c in range(1, categories + 1))


def _check(condition: bool, message: str) -> None:
    if not condition:
        raise ValueError(message)
