"""Blackwell's order, channels between designs, and the relaxation of responses."""
