"""The optimal mechanism for a linear loss: floats against qif, the exact certificate against QSopt_ex's esolver.

All times are seconds of one core, ours the shortest of some rounds. Ours with the certificate is everything from the
loss to the design: program, float solution, exact solution, theorem of the kernel, design. That of qif is
`qif.mechanism.d_privacy.min_loss_given_d` with the discrete metric times eps, and that of esolver its whole run on the
same program, which it reads from a file.
"""

import json
import time
from collections.abc import Callable
from fractions import Fraction
from math import isclose, log
from pathlib import Path
from typing import TypeVar

import numpy as np

from benchmarks.peers import Finding, esolver, missing, within
from benchmarks.timing import Measurement
from checks.show.plots.canvas import save
from checks.show.plots.growth import Growth, Series, growth
from lp.losses.linear_loss import fast_design, hamming, l1, loss_program, optimal_design, squared
from lp.programs.outcomes import SolverFacts

Result = TypeVar("Result")
X = 3  # e^eps
SEED = 20_240_601
SIZES = (4, 8, 16, 32, 64, 128)
COMPARED = (32, 64)
GOALS = {32: 10, 64: 100}  # how many times faster than qif
SHARE = 0.15  # of the time of HiGHS, that ours may take in floats
LIMIT = 60.0  # seconds that a peer may take
ROUNDS = 3
PRINTED = 1e-5  # of a value: esolver prints six digits


def generic_loss(k: int) -> list[list[int]]:
    """Return a loss without structure: integers from 0 to 999."""
    return np.random.default_rng(SEED).integers(1000, size=(k, k)).tolist()


LOSSES: dict[str, Callable] = {"generic": generic_loss, "hamming": hamming, "l1": l1, "mse": squared}


def processor_seconds(action: Callable[[], Result]) -> tuple[float, Result]:
    """Return the least seconds of one core that `action()` took in some rounds, and its last result."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        result = action()
        times.append(time.process_time() - start)
    return min(times), result


def qif_loss(k: int) -> Callable[[], float]:
    """Return what finds the least loss with qif."""
    from qif.mechanism import d_privacy

    loss, eps = np.array(generic_loss(k), dtype=float), log(X)

    def least() -> float:
        found = d_privacy.min_loss_given_d(
            np.full(k, 1 / k), k, lambda a, b: 0.0 if a == b else eps, lambda a, b: float(loss[a, b])
        )
        return float((found * loss).sum())

    return least


def measure(image: Path | None = None, data: Path | None = None) -> list[Measurement]:
    """Time both paths and the peers; draw their growth to `image`, write it to `data` as JSON, if these are given."""
    ours = Series("rrproof, floats"), Series("rrproof, certified")
    theirs = Series("qif, floats"), Series("esolver, exact")
    rows = [*_floats(ours[0], theirs[0]), *_certified(ours[1], theirs[1])]
    every = [*ours, *theirs]
    slopes = ", ".join(f"{one.name}: {one.slope():.1f}" for one in every if len(one.seconds) > 1)
    rows.append(Measurement("growth with k: exponent b of k^b", slopes, "fitted to the three largest sizes of each"))
    measured = Growth(f"Optimal mechanism for a generic loss, e^eps = {X}", tuple(every))
    if data is not None:
        data.write_text(json.dumps(measured.to_json(), indent=1) + "\n", encoding="utf-8")
        rows.append(Measurement("growth as JSON, for `rrproof plot growth`", str(data)))
    if image is not None:
        rows.append(Measurement("plot of the growth", str(save(growth(measured), image))))
    return rows


def _floats(ours: Series, qif: Series) -> list[Measurement]:
    rows = []
    absent = missing("qif")
    for k in SIZES:
        loss = np.array(generic_loss(k), dtype=float)
        ours.seconds[k], found = processor_seconds(lambda loss=loss: fast_design(loss, X))
        compared = ""
        if k <= max(COMPARED):
            compared = absent or _compared(within(LIMIT, qif_loss, k), "qif", ours.seconds[k], found.value, qif, k)
        goal = f"; goal: at least {GOALS[k]} x" if k in GOALS else ""
        rows.append(Measurement(f"generic loss in floats, k = {k}", f"{1e3 * ours.seconds[k]:.3g} ms", compared + goal))
        if k >= min(COMPARED):
            rows.append(_share(k, loss))
    return rows


def _share(k: int, loss: np.ndarray) -> Measurement:
    """What we add to the time of HiGHS, both by the clock and in the same run; the least of some rounds."""
    shares = []
    for _ in range(2 * ROUNDS):
        start = time.perf_counter()
        facts: SolverFacts = fast_design(loss, X).facts
        shares.append((time.perf_counter() - start) / facts.solver_seconds - 1)
    return Measurement(f"our share over HiGHS's time, k = {k}", f"{min(shares):.1%}", f"goal: at most {SHARE:.0%}")


def _certified(ours: Series, peer: Series) -> list[Measurement]:
    rows = []
    absent = missing("esolver")
    for name, make in LOSSES.items():
        for k in SIZES if name == "generic" else COMPARED:
            loss = make(k)
            seconds, found = processor_seconds(lambda loss=loss: optimal_design(loss, Fraction(X)))
            compared, own, other = "", ours, peer
            if name != "generic":
                own, other = Series(name), Series(name)
            own.seconds[k] = seconds
            if k <= max(COMPARED):
                compared = absent or _compared(
                    esolver(loss_program(loss, Fraction(X)), LIMIT), "esolver", seconds, float(found.value), other, k
                )
            goal = "; goal: not slower" if k in COMPARED else ""
            rows.append(Measurement(f"{name} loss, certified, k = {k}", f"{seconds:.3g} s", compared + goal))
    return rows


def _compared(theirs: Finding, peer: str, ours: float, value: float, series: Series, k: int) -> str:
    if theirs.finished:
        series.seconds[k] = theirs.seconds
        if not isclose(theirs.value, value, rel_tol=PRINTED, abs_tol=PRINTED):
            raise RuntimeError(f"{peer} finds the value {theirs.value} for k = {k}, and we find {value}")
    return f"{peer}: {theirs}, {theirs.ratio(ours)} our time"
