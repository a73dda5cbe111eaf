"""The versions of this distribution and of the libraries that it computes with."""

from __future__ import annotations

from importlib import metadata

LIBRARIES = ("clarabel", "cvc5", "cvxpy", "highspy", "numpy", "python-flint", "scipy", "sympy", "z3-solver")


def version_of(distribution: str) -> str:
    """The installed version, or "absent"."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return "absent"
