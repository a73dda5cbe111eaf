"""How figures are made, saved and embedded: one style, the same bytes each time, no state of pyplot.

Matplotlib comes with the extra `plots` and is imported only when something is drawn.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec
from xml.etree import ElementTree

from mechanisms.text_files import check_writable

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.figure import Figure

P = ParamSpec("P")

FORMATS = (".svg", ".png", ".pdf")
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#a66f00", "#56b4e9", "#000000")
"""Okabe and Ito's colours, which colour-blind readers tell apart; their orange and yellow darkened for lines."""

LINES: tuple[Any, ...] = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (8, 2)))
MARKERS = ("o", "s", "^", "D", "v", "x", "P")
INSIDE, OUTSIDE, GREY = "#d6e8f5", "#fbe3d0", "#777777"
LONGEST_NUMBER = 9  # characters of an exact number in a picture
RESOLUTION = 160  # dots per inch of a PNG
STYLE: Any = {
    "figure.constrained_layout.use": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 11,
    "axes.labelsize": 10.5,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.8,
    "svg.fonttype": "path",
    "svg.hashsalt": "rrproof",
}
_METADATA = {
    ".svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    ".png": {"Software": None},
    ".pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"


class MissingPlotPackageError(ImportError):
    """Plots need the extra `plots`."""


class PlotFileError(ValueError):
    """A plot cannot be written to this file."""


@contextmanager
def style() -> Iterator[None]:
    """The style of all plots, whatever matplotlibrc says. Raises MissingPlotPackageError without matplotlib."""
    try:
        import matplotlib
    except ImportError as error:
        raise MissingPlotPackageError(
            "plots need matplotlib, which the extra `plots` brings along: pip install matplotlib"
        ) from error
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(STYLE)
        yield


def drawing(draw: Callable[P, Figure]) -> Callable[P, Figure]:
    """Let a function that draws a figure draw it in the style of all plots."""

    @functools.wraps(draw)
    def styled(*arguments: P.args, **options: P.kwargs) -> Figure:
        with style():
            return draw(*arguments, **options)

    return styled


def new_figure(width: float = 6.4, height: float = 4.4) -> Figure:
    """An empty white figure of a width and height in inches, for functions that are a `drawing`.

    Notebooks show it as a PNG, which they do also where they trust nothing.
    """
    return _shown_figure()(figsize=(width, height), facecolor="white")


@functools.cache
def _shown_figure() -> type[Figure]:
    """A figure that shows itself; the class is made when the first one is drawn, since matplotlib may be missing."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        """A figure that notebooks show without a backend of matplotlib."""

        def _repr_png_(self) -> tuple[bytes, dict[str, int]]:
            width, height = self.get_size_inches()
            return picture(self, ".png"), {"width": round(96 * width), "height": round(96 * height)}

    return ShownFigure


def line(number: int) -> dict[str, Any]:
    """Colour and dashes of the curve of a number, different in both from those next to it."""
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": LINES[number % len(LINES)]}


def plain(text: object, longest: int = 40) -> str:
    """A text that users may have written as a label: dollars set no mathematics, and long ones are cut."""
    words = " ".join(str(text).split())
    cut = words if len(words) <= longest else words[: longest - 1] + "\N{HORIZONTAL ELLIPSIS}"
    return cut.replace("$", r"\$")


def few_digits(value: Fraction) -> str:
    """An exact number of few characters, else six digits of it."""
    exact = str(value)
    return exact if len(exact) <= LONGEST_NUMBER else f"{float(value):.6g}"


def check_plot_file(path: str | Path) -> Path:
    """The path of a plot that can be written; PlotFileError says what is wrong with another."""
    target = Path(path)
    if target.suffix.lower() not in FORMATS:
        raise PlotFileError(f"{target}: a plot is written to a file whose name ends in {', '.join(FORMATS)}")
    check_writable(target, PlotFileError)
    return target


def save(figure: Figure, path: str | Path) -> Path:
    """Write a figure to an .svg, .png or .pdf file, the same bytes each time, and return the path.

    Raises PlotFileError for another suffix and for a place where no file can be written.
    """
    target = check_plot_file(path)
    found = picture(figure, target.suffix.lower())
    try:
        target.write_bytes(found)
    except OSError as error:
        raise PlotFileError(f"{target} cannot be written: {error.strerror}") from error
    return target


def picture(figure: Figure, suffix: str) -> bytes:
    """The bytes of a figure in one of the formats."""
    buffer = BytesIO()
    with style():
        figure.savefig(buffer, format=suffix[1:], dpi=RESOLUTION, metadata=_METADATA[suffix])
    return buffer.getvalue()


def svg(figure: Figure, title: str, *, name: str = "") -> str:
    """The figure as an svg element to stand in an HTML page, with a title for those who hear the page.

    It is as wide as its place at most, on a white card, so that it can be read on a dark page. Its ids begin with a
    digest of the picture: two pictures never share one. The same picture twice in a page needs a `name` each time.
    """
    drawn = picture(figure, ".svg")
    prefix = f"{name}p{sha256(drawn).hexdigest()[:10]}-"
    ElementTree.register_namespace("", _SVG)
    ElementTree.register_namespace("xlink", _XLINK)
    root = ElementTree.fromstring(drawn)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in (f"{{{_SVG}}}metadata", f"{{{_SVG}}}style"):  # a style would be that of the whole page
                parent.remove(child)
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, prefix + value)
            elif key == f"{{{_XLINK}}}href" and value.startswith("#"):  # not the data of an image
                element.set(key, "#" + prefix + value.removeprefix("#"))
            else:
                element.set(key, re.sub(r"url\(#", f"url(#{prefix}", value))
    heading = ElementTree.Element(f"{{{_SVG}}}title", {"id": f"{prefix}title"})
    heading.text = title
    root.insert(0, heading)
    root.set("role", "img")
    root.set("aria-labelledby", f"{prefix}title")
    root.set("style", "max-width: 100%; height: auto; background: white; stroke-linejoin: round; stroke-linecap: butt")
    return ElementTree.tostring(root, encoding="unicode")
