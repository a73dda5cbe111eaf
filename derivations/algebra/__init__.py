"""Algebra that derivations and provers share: matrices, linear systems, powers and levels."""
