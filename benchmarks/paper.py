"""How long papers take to verify through the command line, without the cache and with it filled."""

from benchmarks.timing import RRPROOF, Measurement, run, seconds

COLD_GOALS = {("HLM",): 120, ("SZY", "MW"): 180}  # seconds for papers that are verified together
WARM_GOAL = 3  # seconds


def measure() -> list[Measurement]:
    found: list[Measurement] = []
    for papers, goal in COLD_GOALS.items():
        verify = [RRPROOF, "verify", *papers]
        name = " ".join(papers)
        cold = seconds(lambda verify=verify: run([*verify, "--no-cache"]))
        run(verify)  # fills the cache
        warm = seconds(lambda verify=verify: run(verify))
        compared = f"goal: under {WARM_GOAL} s; {cold / warm:.0f} x faster"
        found.append(Measurement(f"verify {name}, cold", f"{cold:.2f} s", f"goal: under {goal} s"))
        found.append(Measurement(f"verify {name}, warm", f"{warm:.2f} s", compared))
    return found
