"""What a respondent does, drawn as a tree: instructions in boxes, outcomes with their probabilities, answers."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from checks.show.plots.canvas import COLOURS, INSIDE, OUTSIDE, drawing, new_figure, plain
from mechanisms.exact import typesetting

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from mechanisms.exact.domain import Domain
    from mechanisms.protocols.protocol import Protocol
    from mechanisms.protocols.protocol_steps import Branch, Node

MOST_ANSWERS, MOST_STEPS = 40, 8
LETTERS = 24  # in a line of a box
LINE, GAP = 0.17, 0.3  # inches: of a line of text, between boxes one above the other
COLUMN, BOX = 3.5, 2.0  # inches: from a step to the next, the width of a box
SIZE = 9  # points


class TreeTooLargeError(ValueError):
    """A tree has too many branches to be drawn."""


@drawing
def protocol_tree(protocol: Protocol) -> Figure:
    """The tree of a protocol, from left to right.

    Raises TreeTooLargeError where nobody could read it, and MissingPlotPackageError without matplotlib.
    """
    root = protocol.tree()
    answers, steps = root.leaves(), root.depth()
    if answers > MOST_ANSWERS or steps > MOST_STEPS:
        raise TreeTooLargeError(
            f"protocol {protocol.name}: a tree with {answers} answers and {steps} steps cannot be read; at most "
            f"{MOST_ANSWERS} and {MOST_STEPS} are drawn, so take a smaller size"
        )
    height, width = _height(root), COLUMN * steps + BOX
    title = 0.4
    figure = new_figure(width + 0.4, height + title + 0.2)
    figure.set_layout_engine("constrained", w_pad=0, h_pad=0)
    axes = figure.add_subplot()
    axes.set_xlim(-0.2, width + 0.2)
    axes.set_ylim(-height - 0.1, title + 0.1)
    axes.axis("off")
    axes.text(0, title - 0.1, plain(protocol.name, 80), fontsize=11, va="center", fontweight="bold")
    _draw(axes, root, 0.0, 0.0, protocol.domain)
    return figure


def _lines(node: Node) -> list[str]:
    return textwrap.wrap(" ".join(node.text.split()), LETTERS) or [""]


def _box(node: Node) -> float:
    return LINE * len(_lines(node)) + 0.2


def _height(node: Node) -> float:
    """Inches that a node and all after it take."""
    return max(_box(node) + GAP, sum(_height(branch.node) for branch in node.branches))


def _draw(axes: Axes, node: Node, left: float, top: float, domain: Domain) -> float:
    """Draw a node and what comes after it below `top`, and return the height of its middle."""
    from matplotlib.patches import FancyBboxPatch

    below = top - (_height(node) - sum(_height(branch.node) for branch in node.branches)) / 2
    middles = []
    for branch in node.branches:
        middles.append(_draw(axes, branch.node, left + COLUMN, below, domain))
        below -= _height(branch.node)
    middle = (middles[0] + middles[-1]) / 2 if middles else top - _height(node) / 2
    for branch, end in zip(node.branches, middles, strict=True):
        axes.plot([left + BOX, left + BOX + 0.3, left + COLUMN - 0.9, left + COLUMN], [middle, end, end, end],
                  color="#555555", linewidth=1.1, zorder=1)  # fmt: skip
        axes.text((left + BOX + 0.3 + left + COLUMN) / 2, end + 0.04, _label(branch, domain),
                  fontsize=SIZE, ha="center", va="bottom")  # fmt: skip
    answer = not node.branches
    axes.add_patch(
        FancyBboxPatch(
            (left, middle - _box(node) / 2), BOX, _box(node), boxstyle="round,pad=0,rounding_size=0.1",
            facecolor=OUTSIDE if answer else INSIDE, edgecolor=COLOURS[1] if answer else COLOURS[0], linewidth=1.1,
        )
    )  # fmt: skip
    axes.text(left + BOX / 2, middle, "\n".join(plain(line) for line in _lines(node)),
              fontsize=SIZE, ha="center", va="center", linespacing=1.25)  # fmt: skip
    return middle


def _label(branch: Branch, domain: Domain) -> str:
    """The outcome and its probability, typeset where matplotlib can."""
    outcome = plain(branch.outcome, 18)
    if branch.probability is None:
        return outcome
    with typesetting.spelt(domain=domain):
        written = domain.written_exponentials() | domain.written_constants()
        latex = typesetting.latex(branch.probability, written)
        text = typesetting.text(branch.probability)
    return f"{outcome}: ${latex}$" if _is_set(latex) else f"{outcome}: {plain(text)}"


def _is_set(latex: str) -> bool:
    """Whether matplotlib sets a formula."""
    from matplotlib.mathtext import MathTextParser

    try:
        MathTextParser("path").parse(f"${latex}$")
    except ValueError:
        return False
    return True
