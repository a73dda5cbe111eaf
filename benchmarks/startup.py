"""How long `rrproof --help` takes to answer, against an interpreter that does nothing."""

import sys

from benchmarks.timing import RRPROOF, Measurement, fastest, run

GOAL = 0.3  # seconds


def measure() -> list[Measurement]:
    bare, helped = fastest(
        [
            lambda: run([sys.executable, "-c", "pass"]),
            lambda: run([RRPROOF, "--help"]),
        ],
        rounds=11,
    )
    return [
        Measurement("python -c pass", f"{bare:.3f} s"),
        Measurement("rrproof --help", f"{helped:.3f} s", f"goal: under {GOAL} s; {helped / bare:.1f} x python alone"),
    ]
