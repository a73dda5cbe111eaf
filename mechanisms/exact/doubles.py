"""Doubles that stand for exact numbers."""

from __future__ import annotations

NEAR = 1e-9  # how far, relatively, a double may be from the number that it stands for


def near(value: float) -> float:
    """How far a double may be from the number that it stands for."""
    return NEAR * max(1.0, abs(value))
