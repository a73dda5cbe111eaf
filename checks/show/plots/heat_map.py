"""A design as a picture: one cell for each truth and response, shaded by probability, with the exact entry in it."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from checks.show.plots.canvas import drawing, new_figure, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from mechanisms.design import Design

MOST_WRITTEN = 12  # columns and rows up to which entries are written into the cells
SHORT_WORD = 2  # bits of a label that are two answers, not the places of a subset
LONGEST = 9  # characters of an entry that is written exactly; a longer one has four digits
MOST_LABELS = 40
DARK = 0.62  # of the largest entry, from where on letters are white


@drawing
def heat_map(design: Design) -> Figure:
    """The entries of a design without parameters; DesignError where it has some."""
    matrix = design.to_numpy()
    rows, columns = design.shape
    written = max(rows, columns) <= MOST_WRITTEN
    width = min(11.0, max(4.2, 1.6 + (0.85 if written else 0.28) * columns + 1.2))
    height = min(9.0, max(2.6, 1.4 + (0.55 if written else 0.28) * rows))
    figure = new_figure(width, height)
    axes = figure.add_subplot()
    image = axes.imshow(matrix, cmap="Blues", vmin=0, vmax=float(matrix.max()), aspect="auto")
    if written:
        for i, row in enumerate(design.entries):
            for j, entry in enumerate(row):
                exact = str(entry) if design.generator is None else ""
                text = exact if 0 < len(exact) <= LONGEST else f"{matrix[i, j]:.4g}"
                colour = "white" if matrix[i, j] > DARK * matrix.max() else "black"
                axes.text(j, i, text, ha="center", va="center", fontsize=9, color=colour)
    for axis, labels in ((axes.xaxis, design.responses), (axes.yaxis, design.truths)):
        step = -(-len(labels) // MOST_LABELS)
        axis.set_ticks(range(0, len(labels), step), short_labels(labels)[::step])
    axes.set_xticks([j - 0.5 for j in range(1, columns)], minor=True)
    axes.set_yticks([i - 0.5 for i in range(1, rows)], minor=True)
    axes.grid(which="minor", color="white", linewidth=1.5 if written else 0.5)
    if max(map(len, short_labels(design.responses))) > 60 / columns:
        axes.tick_params(axis="x", labelrotation=60)
    axes.tick_params(which="both", length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel("response")
    axes.set_ylabel("truth")
    axes.set_title(plain(design.name, 60) or "probability of each response")
    figure.colorbar(image, ax=axes, label="probability", fraction=0.08)
    return figure


def _subset(label: Hashable) -> Hashable:
    """The places of the ones of a word of bits, in braces; two bits and other labels as they are."""
    if isinstance(label, tuple) and len(label) > SHORT_WORD and all(bit in (0, 1) for bit in label):
        return "{" + ",".join(str(place) for place, bit in enumerate(label, 1) if bit) + "}"
    return label


def short_labels(labels: Sequence[Hashable]) -> list[str]:
    """The labels, cut; their numbers from 1 on where cut labels are no longer different.

    A word of three bits or more stands for the subset of the places of its ones.
    """
    short = [plain(_subset(label), 14) for label in labels]
    return short if len(set(short)) == len(short) else [f"no. {number}" for number in range(1, len(short) + 1)]
