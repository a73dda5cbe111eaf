"""The figures of the papers, drawn again from what is derived, by the claims that state them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from checks.claims.claim import is_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@cache
def paper_figures(paper: str) -> Mapping[str, Callable[[], Figure]]:
    """What draws each figure of a built-in paper, by the id of its claim.

    A folder of a paper that has figures lists them as FIGURES in its module `figures`. Other papers, those of one's own
    among them, have none.
    """
    if is_file(paper):
        return {}
    folder = f"checks.papers.{paper.lower()}"
    if not files(folder).joinpath("figures.py").is_file():
        return {}
    found: Mapping[str, Callable[[], Figure]] = import_module(f"{folder}.figures").FIGURES
    return found
