"""How long rrproof takes: `python -m benchmarks` measures on this machine and prints one table."""
