"""The numbers of an analysis against their definitions, in floats and without the code of the library."""

import math
from fractions import Fraction as F

import numpy as np
import pytest

from checks import analyze

DESIGNS = {
    "more responses than truths, a zero": ["1/2 1/3 1/6 0", "1/7 3/7 2/7 1/7", "1/5 1/5 2/5 1/5"],
    "dependent rows": ["1/2 1/4 1/4", "1/6 1/2 1/3", "1/3 3/8 7/24"],
    "equal rows": ["2/5 3/5", "2/5 3/5", "1/7 6/7"],
    "a response that never occurs": ["1/3 1/3 1/3 0", "1/8 1/8 3/4 0", "1/2 1/4 1/4 0"],
    "a truth that is almost told": ["999/1000 1/2000 1/2000", "1/10 7/10 1/5", "1/3 1/3 1/3"],
}
PRIOR = (F(1, 2), F(1, 3), F(1, 6))


@pytest.mark.parametrize("name", DESIGNS)
def test_an_analysis_says_what_the_definitions_say(name: str) -> None:
    rows = [[F(entry) for entry in row.split()] for row in DESIGNS[name]]
    found = analyze(rows, prior=PRIOR, timeout=60)
    matrix, prior = np.array(rows, dtype=float), np.array(PRIOR, dtype=float)
    law, joint = prior @ matrix, prior[:, None] * matrix

    assert found.identifiability.rank == np.linalg.matrix_rank(matrix)
    for pair in found.identifiability.alike:
        first, second = np.array(pair.first, dtype=float), np.array(pair.second, dtype=float)
        assert first @ matrix == pytest.approx(second @ matrix)

    ratios = [a / b if b else math.inf for y in matrix.T if y.any() for a in y for b in y if a or b]
    assert (math.inf if found.privacy.x is None else float(found.privacy.x)) == pytest.approx(max(ratios))
    for x in (F(1), F(3, 2), F(17, 10), F(5, 2), F(50), F(2000)):
        assert found.privacy.curve(x) == max(
            sum(max(a - x * b, F(0)) for a, b in zip(one, other, strict=True)) for one in rows for other in rows
        )

    learned = found.inference
    assert float(learned.guess.probability) == pytest.approx(joint.max(axis=0).sum())
    assert float(learned.capacity) == pytest.approx(matrix.max(axis=0).sum())
    assert float(learned.leakage.ratio) == pytest.approx(joint.max(axis=0).sum() / prior.max())
    known = joint > 0
    pointwise = joint[known] * np.log((matrix / np.where(law > 0, law, 1))[known])
    assert float(learned.information) == pytest.approx(pointwise.sum())
    assert float(learned.average.ratio) == pytest.approx(
        1 + max(np.abs(one - other).sum() / 2 for one in matrix for other in matrix)
    )
    posteriors = (joint / np.where(law > 0, law, 1))[:, law > 0]
    assert [float(one.low) for one in learned.ranges] == pytest.approx(posteriors.min(axis=1))
    assert [float(one.high) for one in learned.ranges] == pytest.approx(posteriors.max(axis=1))

    losses = {"hamming": lambda i, j: i != j, "l1": lambda i, j: abs(i - j), "mse": lambda i, j: (i - j) ** 2}
    for one in found.distances:
        if one.objective in losses:
            cost = np.array([[float(losses[one.objective](i, j)) for j in range(3)] for i in range(3)])
            assert float(one.own) == pytest.approx((cost.T @ joint).min(axis=0).sum())
            assert one.own >= one.optimum

    estimated = found.estimation
    assert (estimated is None) == (np.linalg.matrix_rank(matrix) < 3)
    if estimated is None:
        return
    occurring = law > 0
    inverse = np.linalg.inv((matrix[:, occurring] / law[occurring]) @ matrix[:, occurring].T)
    best = estimated.best or estimated.estimator
    assert float(best.variance) == pytest.approx(np.trace(inverse) - prior @ prior)
    assert [float(v) for v in best.added_variance] == pytest.approx(np.diag(inverse) - prior)
    assert np.array(estimated.information, dtype=float) == pytest.approx(
        np.linalg.inv((inverse - np.outer(prior, prior))[1:, 1:])
    )
    weights = np.array(estimated.estimator.weights, dtype=float)
    assert weights == pytest.approx(np.linalg.pinv(matrix), abs=1e-9)
