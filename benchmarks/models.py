"""Models in cvxpy: ours against the row-by-row program that one writes first, and against the fast path.

All find the best mechanism for a loss without structure under eps-LDP. The naive program has one row for every pair of
truths and every response, each a scalar constraint; ours has the least entry of each column as a variable, and whole
matrices for constraints. In floats both are solved by HiGHS through cvxpy, building and compiling included; a further
level of a curve costs ours no compilation. With the certificate, the model is walked exactly and solved as `lp.solve`
does, and the fast path is `lp.losses.linear_loss.optimal_design`. All times are seconds of one core in one run, the
least of some rounds.
"""

import time
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import isclose

import cvxpy

import lp
from benchmarks.design_program import X, generic_loss, processor_seconds
from benchmarks.timing import Measurement
from lp.losses.linear_loss import optimal_design
from lp.models.design_variable import DesignVariable
from lp.models.exact_program import exact_program
from lp.models.losses import expected_loss
from lp.models.privacy import local_privacy

SIZES = (4, 8, 12)
CERTIFIED = (8, 16, 32)
CLOSE = 1e-6


def model(k: int, x: object) -> cvxpy.Problem:
    """Return our model of the question for k categories."""
    P = DesignVariable(k)
    return cvxpy.Problem(cvxpy.Minimize(expected_loss(P, generic_loss(k))), [*P.rows_on_simplex, *local_privacy(P, x)])


def naive(k: int, x: float) -> cvxpy.Problem:
    """Return the question as it is defined, one scalar constraint a row."""
    P, loss = cvxpy.Variable((k, k), nonneg=True), generic_loss(k)
    rows = [cvxpy.sum(P[a]) == 1 for a in range(k)]
    rows += [P[a, y] <= x * P[b, y] for a, b in permutations(range(k), 2) for y in range(k)]
    return cvxpy.Problem(cvxpy.Minimize(sum(loss[a][y] * P[a, y] for a in range(k) for y in range(k))), rows)


def in_floats(make: Callable[[int, float], cvxpy.Problem], k: int) -> tuple[float, float]:
    """Return the seconds to build, compile and solve, and the optimum."""
    return processor_seconds(lambda: float(make(k, float(X)).solve(solver="HIGHS")))


def measure() -> list[Measurement]:
    """Time the model, the naive program and the fast path."""
    rows = []
    for k in SIZES:
        ours, value = in_floats(model, k)
        theirs, other = in_floats(naive, k)
        _require(isclose(value, other, rel_tol=CLOSE), f"at k = {k} the model finds {value}, the naive program {other}")
        rows.append(
            Measurement(
                f"model in floats, k = {k}",
                f"{1e3 * ours:.3g} ms",
                f"naive cvxpy {1e3 * theirs:.3g} ms: {theirs / ours:.3g} x",
            )
        )
    rows.append(_curve(max(SIZES)))
    for k in CERTIFIED:
        walked, _ = processor_seconds(lambda k=k: exact_program(model(k, Fraction(X))))
        ours, found = processor_seconds(lambda k=k: lp.certify(model(k, Fraction(X))))
        fast, best = processor_seconds(lambda k=k: optimal_design(generic_loss(k), Fraction(X)))
        _require(found.value == best.value, f"at k = {k} the model finds {found.value}, the fast path {best.value}")
        rows.append(
            Measurement(
                f"model, certified, k = {k}",
                f"{ours:.3g} s",
                f"of which {walked:.3g} s to state it exactly; fast path {fast:.3g} s: {ours / fast:.3g} x",
            )
        )
    return rows


def _curve(k: int) -> Measurement:
    """The first and a further level of a curve over e^eps, which is a parameter of the model."""
    x = cvxpy.Parameter(nonneg=True, value=X)
    problem = model(k, x)
    seconds = []
    for level in range(X, X + 4):
        x.value = level
        start = time.process_time()
        problem.solve(solver="HIGHS")
        seconds.append(time.process_time() - start)
    first, further = seconds[0], min(seconds[1:])
    return Measurement(
        f"next level of a curve, k = {k}", f"{1e3 * further:.3g} ms", f"the first took {1e3 * first:.3g} ms"
    )


def _require(agrees: bool, failure: str) -> None:
    if not agrees:
        raise RuntimeError(failure)
