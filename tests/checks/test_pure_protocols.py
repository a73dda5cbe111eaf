"""The words for frequency oracles, run through at small sizes, against what respondents of the catalogue do."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from checks.verifying.sized_points import Family
from checks.witness.values import Run, Table, value
from derivations.logic.reader import read_term
from derivations.logic.terms import REAL, Free, arrow
from mechanisms.catalogue.frequency_oracles import (
    hadamard_response,
    optimised_unary_encoding,
    randomised_response,
    symmetric_unary_encoding,
)
from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.catalogue.subset_responses import subset_selection

import derivations.logic.definitions  # noqa: F401  isort: skip

FAMILY = arrow(REAL, REAL, REAL)
VECTORS = [tuple(map(Fraction, bits)) for bits in product((0, 1), repeat=3)]
SETS = [tuple(Fraction(int(i in held)) for i in range(4)) for held in combinations(range(4), 2)]


def worth(text: str, **values: Any) -> Any:
    types = {name: FAMILY if isinstance(x, Family) else arrow(REAL, REAL) if isinstance(x, Table) else REAL
             for name, x in values.items()}  # fmt: skip
    return value(
        read_term(text, types), Run({Free(name, types[name]): x for name, x in values.items()}, 1_000_000, largest=9)
    )


def entries(mechanism: Mechanism, **at: Fraction) -> Callable[[Hashable, Hashable], Fraction]:
    design = mechanism.protocol.design()
    found = {(x, y): entry.evaluate(at) for x, row in zip(design.truths, design.entries, strict=True)
             for y, entry in zip(design.responses, row, strict=True)}  # fmt: skip
    return lambda x, y: found[x, y]


def test_randomized_response() -> None:
    own = entries(randomised_response(3), x=Fraction(4))
    for x, y in product((1, 2, 3), repeat=2):
        assert worth(f"randomized_response(3, 4)({x}, {y})") == own(x, y)
    assert worth("pure(3, 3, randomized_response(3, 4), itself, 2 / 3, 1 / 6)")
    assert not worth("pure(3, 3, randomized_response(3, 4), itself, 2 / 3, 1 / 5)")


@pytest.mark.parametrize(("made", "p", "q", "at"), [
    (optimised_unary_encoding, "1 / 2", "1 / 4", {"x": Fraction(3)}),
    (symmetric_unary_encoding, "3 / 4", "1 / 4", {"u": Fraction(3)}),
])  # fmt: skip
def test_unary_encoding(made: Callable[[int], Mechanism], p: str, q: str, at: dict[str, Fraction]) -> None:
    own, z = entries(made(3), **at), Family(tuple(VECTORS))
    for x, (y, bits) in product((1, 2, 3), enumerate(VECTORS, 1)):
        assert worth(f"unary_encoding(3, z, {p}, {q})({x}, {y})", z=z) == own(x, tuple(map(int, bits)))
    assert worth(f"pure(3, 8, unary_encoding(3, z, {p}, {q}), z, {p}, {q})", z=z)


def test_vectors_are_each_listed_once() -> None:
    assert worth("bit_vectors(3, 8, z)", z=Family(tuple(VECTORS)))
    assert not worth("bit_vectors(3, 7, z)", z=Family(tuple(VECTORS)))
    assert not worth("bit_vectors(3, 8, z)", z=Family((*VECTORS[:7], VECTORS[0])))


def test_subset_selection() -> None:
    z = Family(tuple(SETS))
    own = entries(subset_selection(4, 2), gamma=Fraction(3))
    for x, (y, bits) in product((1, 2, 3, 4), enumerate(SETS, 1)):
        held = tuple(map(int, bits))
        assert worth(f"subset_selection(4, 2, z, 3)({x}, {y})", z=z) == own(x, held)
    assert worth("pure(4, 6, subset_selection(4, 2, z, 3), z, 3 / 4, 5 / 12)", z=z)


def hashing(g: int) -> dict[str, Any]:
    pairs = [(a, b) for a in range(1, g + 1) for b in range(1, g + 1)]
    return {
        "H": Family(tuple((Fraction(1), Fraction(a)) for a in range(1, g + 1))),
        "h": Table(tuple(Fraction(a) for a, _ in pairs)),
        "r": Table(tuple(Fraction(b) for _, b in pairs)),
    }


@pytest.mark.parametrize("g", [2, 3])
def test_local_hashing(g: int) -> None:
    given = hashing(g)
    assert worth(f"universal(2, {g}, {g}, H)", H=given["H"])
    assert worth(f"all_pairs({g}, {g}, {g * g}, h, r)", h=given["h"], r=given["r"])
    assert not worth(f"all_pairs({g}, {g}, {g * g}, h, h)", h=given["h"])
    assert worth(f"pure(2, {g * g}, local_hashing({g}, {g}, H, h, r, 3), hashed(H, h, r), 3 / (3 + {g} - 1), 1 / {g})",
                 **given)  # fmt: skip
    for x, y in product((1, 2), range(1, g * g + 1)):
        function, said = int(given["h"](y)), int(given["r"](y))
        hash_of = 1 if x == 1 else function
        wanted = Fraction(3 if said == hash_of else 1, 3 + g - 1) / g
        assert worth(f"local_hashing({g}, {g}, H, h, r, 3)({x}, {y})", **given) == wanted


def test_estimates_of_counts_and_shares() -> None:
    z, word = Family(tuple(VECTORS)), Table((Fraction(2), Fraction(4), Fraction(8)))  # 001, 011, 111
    assert [worth(f"supporting(3, z, {i})(w)", z=z, w=word) for i in (1, 2, 3)] == [1, 2, 3]
    assert worth("estimated_count(3, z, 1 / 2, 1 / 4, 2)(w)", z=z, w=word) == (2 - Fraction(3, 4)) * 4
    assert worth("estimated_share(3, z, 1 / 2, 1 / 4, 2)(w)", z=z, w=word) == (2 - Fraction(3, 4)) * 4 / 3


def test_hadamard_response() -> None:
    own = entries(hadamard_response(3), x=Fraction(3))
    columns = [[(-1) ** (v & y).bit_count() for v in (1, 2, 3)] for y in range(4)]
    S = Family(tuple(tuple(Fraction(int(sign > 0)) for sign in row) for row in columns))
    for v, y in product((1, 2, 3), range(4)):
        assert worth(f"hadamard_response(4, S, 3)({v}, {y + 1})", S=S) == own(v, y)
    assert worth("hadamard(3, 4, S)", S=S)
    assert not worth("hadamard(4, 4, S)", S=Family((*S.rows[:3], S.rows[0])))
    assert worth("pure(3, 4, hadamard_response(4, S, 3), S, 3 / 4, 1 / 2)", S=S)


@pytest.mark.parametrize(("design", "k", "m", "level", "given"), [
    ("randomized_response(3, 4)", 3, 3, Fraction(4), {}),
    ("unary_encoding(3, z, 3 / 4, 1 / 3)", 3, 8, Fraction(6), {"z": Family(tuple(VECTORS))}),
    ("subset_selection(4, 2, z, 3)", 4, 6, Fraction(3), {"z": Family(tuple(SETS))}),
    ("local_hashing(3, 3, H, h, r, 5)", 2, 9, Fraction(5), hashing(3)),
])  # fmt: skip
def test_least_levels(design: str, k: int, m: int, level: Fraction, given: dict[str, Any]) -> None:
    """What the theorems on levels say, at small sizes."""
    assert worth(f"private({k}, {m}, {design}, {level})", **given)
    assert not worth(f"private({k}, {m}, {design}, {level} - 1 / 100)", **given)
