"""The figures of the papers, drawn again from what is derived, by the claims that state them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from typing import TYPE_CHECKING

from checks.claims.claim import is_file
from checks.papers.collection import load_paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def paper_figures(paper: str) -> Mapping[str, Callable[[], Figure]]:
    """What draws each figure of a paper, by the id of its claim: of a claims file from what it declares."""
    if is_file(paper):
        from checks.show.plots.own_figure import own_figure  # its engine is heavy, and most papers are built in

        return {claim: partial(own_figure, paper, claim) for claim, _ in load_paper(paper).figures}
    return _built_in(paper)


@cache
def _built_in(paper: str) -> Mapping[str, Callable[[], Figure]]:
    """A folder of a paper that has figures lists them as FIGURES in its module `figures`."""
    folder = f"checks.papers.{paper.lower()}"
    if not files(folder).joinpath("figures.py").is_file():
        return {}
    found: Mapping[str, Callable[[], Figure]] = import_module(f"{folder}.figures").FIGURES
    return found
