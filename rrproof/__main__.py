"""`python -m rrproof` is `rrproof`."""

from checks.cli import main

main()
