"""Numbers as they are read in a table. Nothing heavy is imported."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction


def short(value: Fraction | float) -> str:
    """Six significant digits."""
    return f"{float(value):.6g}"
