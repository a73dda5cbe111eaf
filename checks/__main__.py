"""`python -m checks` is `rrproof`."""

from checks.cli import main

main()
