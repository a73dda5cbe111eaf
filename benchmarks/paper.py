"""How long a paper takes to verify through the command line, without the cache and with it filled."""

from benchmarks.timing import RRPROOF, Measurement, run, seconds

COLD_GOAL, WARM_GOAL = 120, 3  # seconds


def measure(paper: str = "HLM") -> list[Measurement]:
    verify = [RRPROOF, "verify", paper]
    cold = seconds(lambda: run([*verify, "--no-cache"]))
    run(verify)  # fills the cache
    warm = seconds(lambda: run(verify))
    return [
        Measurement(f"verify {paper}, cold", f"{cold:.2f} s", f"goal: under {COLD_GOAL} s"),
        Measurement(f"verify {paper}, warm", f"{warm:.2f} s", f"goal: under {WARM_GOAL} s; {cold / warm:.0f} x faster"),
    ]
