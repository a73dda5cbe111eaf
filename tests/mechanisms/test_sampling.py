from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.protocols.sampling import CHUNK, SamplingError, _tables, sample

FALSE_ALARM = 1e-9


def responses_fit(design: Design, truth: int, draws: int, seed: int) -> bool:
    """Exact binomial test of each response, two tails, Bonferroni: a false alarm has probability at most 1e-9."""
    counts = np.bincount(
        sample(design, np.full(draws, truth), np.random.default_rng(seed)), minlength=len(design.responses)
    )
    level = FALSE_ALARM / (2 * len(counts))
    law = design.to_numpy()[truth]
    return all(
        count == 0 if p == 0 else min(binom.cdf(count, draws, p), binom.sf(count - 1, draws, p)) > level
        for count, p in zip(counts, law, strict=True)
    )


def k_ary(k: int, x: int) -> Design:
    return Design([[Fraction(x if y == t else 1, x + k - 1) for y in range(k)] for t in range(k)])


UNEVEN = Design([[Fraction(1, 3), 0, Fraction(2, 3) - Fraction(1, 10**12), Fraction(1, 10**12)], [0, 1, 0, 0]])
MANY = Design([[Fraction(40 if y == t else 1, 339) for y in range(300)] for t in (0, 299)])
R2 = sympy.sqrt(2)
IRRATIONAL = Design([[R2 / 2, 1 - R2 / 2], [1 - R2 / 3, R2 / 3]])


@pytest.mark.parametrize("design", [k_ary(2, 3), k_ary(16, 3), MANY, UNEVEN, IRRATIONAL])
def test_frequencies(design: Design) -> None:
    for truth in (0, design.shape[0] - 1):
        assert responses_fit(design, truth, 400_000, seed=17 + truth)


def test_the_power_of_the_frequency_test() -> None:
    """An entry 1/18 that was sampled as 1/18 + 1/200 is found in 400 000 draws but for a chance below 1e-9."""
    draws, p, level = 400_000, 1 / 18, FALSE_ALARM / 32
    assert binom.cdf(binom.isf(level, draws, p), draws, p + 1 / 200) < FALSE_ALARM


def test_a_wrong_sampler_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = k_ary(16, 4)
    monkeypatch.setattr("mechanisms.protocols.sampling._tables", lambda design: _tables(wrong))
    assert not responses_fit(k_ary(16, 3), 0, 400_000, seed=17)


@given(st.lists(st.lists(st.integers(0, 50), min_size=3, max_size=3).filter(any), min_size=1, max_size=3))
def test_the_table_has_exactly_the_probabilities(weights: list[list[int]]) -> None:
    """Count cells: settled ones, and open ones by their thresholds, add up to each probability exactly."""
    design = Design([[Fraction(w, sum(row)) for w in row] for row in weights])
    tables = _tables(design)
    cells = tables.responses.reshape(design.shape[0], -1)
    for x, row in enumerate(tables.rows):
        total = [Fraction(int((cells[x] == y).sum()), 2**tables.bits) for y in range(3)]
        cumulative = [t.value.evaluate({}) for t in row.thresholds]
        for cell in np.flatnonzero(cells[x] == tables.mark):
            low, high = Fraction(int(cell), 2**tables.bits), Fraction(int(cell) + 1, 2**tables.bits)
            edges = [low, *(c for c in cumulative if low < c < high), high]
            before = sum(c <= low for c in cumulative)
            for i, (a, b) in enumerate(pairwise(edges)):
                total[int(row.responses[before + i])] += b - a
        assert total == [e.evaluate({}) for e in design.entries[x]]


def test_the_fine_digits_settle_every_uniform_number() -> None:
    """Numbers at, just below and just above each threshold get the response that the exact comparison gives."""
    rng = np.random.default_rng(0)
    for design in (UNEVEN, IRRATIONAL, k_ary(3, 2)):
        for row in _tables(design).rows:
            for threshold in row.thresholds:
                floor, exact = threshold.digits(64)
                position = row.thresholds.index(threshold)
                below, at, above = row.settle(np.array([floor - 1, floor, floor + 1], dtype=np.uint64), rng)
                assert (below, above) == (row.responses[position], row.responses[position + 1])
                assert at in (below, above)
                if exact:
                    assert at == above


def test_numbers_on_a_threshold_are_settled_by_further_bits() -> None:
    """U has the first 64 bits of 1/3 = 0.0101..; the rest decides: below 1/3 with probability exactly 1/3."""
    row = _tables(k_ary(3, 1)).rows[0]
    floor, exact = row.thresholds[0].digits(64)
    assert not exact
    draws = 3000
    settled = row.settle(np.full(draws, floor, dtype=np.uint64), np.random.default_rng(5))
    below = int((settled == 0).sum())
    assert set(settled.tolist()) == {0, 1}
    assert binom.cdf(below, draws, 1 / 3) > FALSE_ALARM / 2
    assert binom.sf(below - 1, draws, 1 / 3) > FALSE_ALARM / 2


def test_impossible_responses_never_occur() -> None:
    rng = np.random.default_rng(2)
    half = Fraction(1, 2)
    design = Design([[0, half, 0, half, 0], [0, 0, 1, 0, 0], [1, 0, 0, 0, 0], [0, 0, 0, 0, 1]])
    truths = rng.integers(4, size=200_000)
    responses = sample(design, truths, rng)
    assert (design.to_numpy()[truths, responses] > 0).all()


def test_shapes_types_and_seeds() -> None:
    design = k_ary(4, 2)
    truths = np.arange(24).reshape(2, 3, 4) % 4
    responses = sample(design, truths, np.random.default_rng(1))
    assert responses.shape == truths.shape
    assert responses.dtype == np.uint8
    assert (responses == sample(design, truths.astype(np.uint8), np.random.default_rng(1))).all()
    assert (responses == sample(design, truths.astype(">i4"), np.random.default_rng(1))).all()
    assert (responses[:, :, ::2].shape) == sample(design, truths[:, :, ::2], np.random.default_rng(1)).shape
    assert sample(design, [], np.random.default_rng(1)).shape == (0,)
    assert sample(design, 3, np.random.default_rng(1)).shape == ()
    assert sample(Design([[Fraction(1, 2), Fraction(1, 2)]]), [0, 0], np.random.default_rng(1)).shape == (2,)
    for columns, dtype in ((255, np.uint8), (256, np.uint8), (257, np.uint16)):
        last = Design([[Fraction(0)] * (columns - 1) + [Fraction(1)]])
        drawn = sample(last, np.zeros(100, dtype=int), np.random.default_rng(1))
        assert drawn.dtype == dtype
        assert (drawn == columns - 1).all()


def test_256_responses_use_every_byte() -> None:
    design = Design([[Fraction(1, 256)] * 256, [Fraction(1, 257)] * 255 + [Fraction(2, 257)]])
    for truth in (0, 1):
        drawn = sample(design, np.full(100_000, truth), np.random.default_rng(3))
        assert len(set(drawn.tolist())) == 256  # a byte is missed with probability below 256 exp(-389)


@pytest.mark.parametrize(
    ("truths", "message"),
    [
        ([0, 2], r"truths\[1\] is 2, which is no row of the design; its rows are 0 to 1"),
        ([0, -1], r"truths\[1\] is -1"),
        (np.array([0, 255], dtype=np.uint8), r"truths\[1\] is 255"),
        (np.array([-128], dtype=np.int8), r"truths\[0\] is -128"),
        ([0] * CHUNK + [7], rf"truths\[{CHUNK}\] is 7"),
        ([0.0, 1.0], "array of integers, not of float64"),
        ([True], "array of integers, not of bool"),
        (["a"], "array of integers"),
    ],
)
def test_truths_that_are_no_rows(truths: Any, message: str) -> None:
    with pytest.raises(SamplingError, match=message):
        sample(k_ary(2, 3), truths, np.random.default_rng(0))


def test_too_many_responses_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mechanisms.protocols.sampling.MAXIMAL_RESPONSES", 300)
    with pytest.raises(SamplingError, match="301 responses; at most 300"):
        sample(Design([[1] + [0] * 300]), [0], np.random.default_rng(0))


def test_a_design_with_parameters_is_refused() -> None:
    with pytest.raises(SamplingError, match="p_w cannot be sampled"):
        sample(catalogue.get("warner").printed_matrix, [0], np.random.default_rng(0))
