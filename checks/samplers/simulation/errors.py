"""What cannot be simulated or swept."""

from __future__ import annotations


class SimulationError(ValueError):
    """Something that cannot be simulated, or a grid that is none; the sentence says what, and what would be right."""
