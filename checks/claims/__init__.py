"""Claims as data: what a paper prints, what is kept of it, and which verdicts there are."""
