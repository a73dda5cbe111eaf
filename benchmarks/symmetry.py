"""Certified optima of symmetric objectives: a million categories, and the full certificate by orbits.

Each of the first calls is measured cold, in a process of its own that has its modules imported but no theorem proved.
"""

import subprocess
import sys
import time
from fractions import Fraction

from benchmarks.timing import Measurement, seconds
from lp import solve
from lp.losses.design_symmetry import reduced_optimum
from lp.losses.linear_loss import hamming, loss_program
from lp.losses.symmetric_designs import symmetric_optimum

MILLION = 10**6
SIZES = (10, 1000, MILLION)
CALLS = {
    "Hamming loss, eps-LDP": ("from lp.losses.symmetric_designs import symmetric_optimum", "symmetric_optimum({k}, 3)"),
    "Hamming loss, (eps, delta)-LDP": (
        "from lp.losses.symmetric_designs import symmetric_optimum",
        "symmetric_optimum({k}, 3, delta=F(1, 100))",
    ),
    "minimax pair at a parity": ("from lp.minimax.pair import minimax_pair", "minimax_pair({k}, F(7, 2)).derivation()"),
    "two blocks, program over orbits": (
        "from lp.losses.block_designs import BlockLoss, block_optimum; import lp.programs.linear_program; lp.solve",
        "block_optimum(BlockLoss(({k} - 4, 4), (0, 0), ((1, 2), (3, 1))), 3)",
    ),
}
_SCRIPT = """
import time
from fractions import Fraction as F
{imports}
start = time.process_time()
{call}
print(time.process_time() - start)
"""


def measure() -> list[Measurement]:
    """Time symmetric questions as k grows, and a program of k = 24 in full against by orbits."""
    rows = []
    for what, (imports, call) in CALLS.items():
        times = [_cold(imports, call.format(k=k)) for k in SIZES]
        growth = ", ".join(f"k = {k}: {t:.3f} s" for k, t in zip(SIZES[:-1], times, strict=False))
        rows.append(Measurement(f"{what}, k = {MILLION}, certified", f"{times[-1]:.3f} s", growth))
    size, level = 24, Fraction(3)
    program = loss_program(hamming(size), level)
    full = seconds(lambda: solve(program))
    small = seconds(lambda: reduced_optimum(hamming(size), level))
    rows.append(
        Measurement(
            f"Hamming loss, k = {size}, symmetry detected, full certificate",
            f"{small:.3f} s",
            f"solved without symmetry: {full:.3f} s, {full / small:.1f} times as long",
        )
    )
    start = time.process_time()
    symmetric_optimum(MILLION, level)
    rows.append(Measurement(f"Hamming loss, k = {MILLION}, once proved", f"{time.process_time() - start:.4f} s"))
    return rows


def _cold(imports: str, call: str) -> float:
    """Process seconds of the call in a new interpreter, without the imports."""
    script = _SCRIPT.format(imports=imports, call=call)
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    if finished.returncode != 0:
        raise RuntimeError(f"{call} failed:\n{finished.stderr}")
    return float(finished.stdout)
