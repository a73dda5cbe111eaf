"""Long formulas broken into lines, so that none runs over the margin.

A formula is broken first between its statements, then before relations, then before plus and minus, then between
factors. What is too wide for a line is opened: a bracket gets a fixed size, and a fraction is written with a slash.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from checks.show.latex.formulas import Node, parse, width
from mechanisms.exact.notebook import Shown

LINE = 455.0  # points that a displayed formula may be wide
INDENT = 20.0  # of the lines after the first
SIZES = ((1.0, ""), (0.9, r"\small"), (0.8, r"\footnotesize"), (0.7, r"\scriptsize"), (0.5, r"\tiny"))
_BETWEEN_STATEMENTS, _BEFORE_RELATION, _BEFORE_SUM, _BETWEEN_FACTORS = 0, 1, 2, 3
_DEEPER = 4  # added to the rank of a break for each bracket or fraction that it stands in
_NEVER = 10_000
_BLANK = frozenset(["", r"\;", r"\,"])
_QUANTIFIERS = frozenset([r"\forall", r"\exists"])
_SPACE = re.compile(r"^\s*(?:\\q?quad\s*)+")  # between statements, not needed where a line begins


@dataclass(frozen=True)
class Piece:
    """What stays on one line, and how bad it is to break before it."""

    text: str
    width: float
    rank: int


def lines(latex: str, limit: float = LINE) -> list[str]:
    """The lines of a formula, one if it is short enough; a piece that cannot be broken may still be too wide."""
    nodes = parse(latex)
    if width(nodes) <= limit:
        return [latex]
    if any(node.source in ("&", r"\\") for node in nodes):  # it has lines of its own
        return [latex]
    found: list[str] = []
    rest, room = _pieces(nodes, limit - INDENT, 0), limit
    while rest:
        count = _fitting(rest, room)
        found.append(_SPACE.sub("", "".join(piece.text for piece in rest[:count])).strip())
        rest, room = rest[count:], limit - INDENT
    return [line for line in found if line]


def size_within(limit: float, wide: float, most: float = 1.0) -> str:
    """The size, from `most` downwards, at which a formula that is `wide` points wide at full size is within `limit`."""
    return next((name for scale, name in SIZES if scale <= most and scale * wide <= limit), SIZES[-1][1])


def display_of(result: Shown) -> str:
    """What a result shows in a notebook, as a display of a document."""
    return displayed(result._repr_latex_().strip("$").removeprefix(r"\displaystyle").strip())


def displayed(latex: str, limit: float = LINE) -> str:
    """The formula as a display, on as many lines as it takes, in a smaller size if a piece of it is too wide."""
    broken = lines(latex, limit)
    widest = max(width(parse(line)) for line in broken)
    size = size_within(limit, widest)
    if len(broken) == 1:
        body = f"\\begin{{equation*}}\n{broken[0]}\n\\end{{equation*}}"
    else:
        first, *others = broken
        body = "\n".join(
            [r"\begin{align*}", f"&{first}", *(rf"\\ &\qquad {{}}{line}" for line in others), r"\end{align*}"]
        )
    return f"{{{size}\n{body}\n\\par}}" if size else body


def _fitting(pieces: list[Piece], room: float) -> int:
    """How many pieces go on a line: up to the least bad place, the last of several, that leaves no short line."""
    used = 0.0
    starts: list[tuple[int, float]] = []  # of the pieces that a break can come before
    for i, piece in enumerate(pieces):
        if i and piece.rank != _NEVER:
            if used > room and starts:
                break
            starts.append((i, used))
        used += piece.width
    if used <= room or not starts:
        return len(pieces)
    ample = [(i, used) for i, used in starts if used >= 0.4 * room or pieces[i].rank == _BETWEEN_STATEMENTS]
    return min(ample or starts, key=lambda start: (pieces[start[0]].rank, -start[0]))[0]


def _pieces(nodes: tuple[Node, ...], limit: float, depth: int) -> list[Piece]:
    """The pieces of a formula; what is wider than `limit` is opened."""
    found: list[Piece] = []
    opened_before = False
    for i, node in enumerate(nodes):
        rank = _rank(node, nodes[:i])
        rank = rank + _DEEPER * depth if rank != _NEVER else _NEVER
        parts = _opened(node, limit, depth) if node.width > limit and node.kind in ("fraction", "fence") else None
        if parts is not None:
            parts[0] = Piece(parts[0].text, parts[0].width, rank)
            found += parts
        elif rank == _NEVER and found and not opened_before and found[-1].width + node.width <= limit:
            found[-1] = Piece(found[-1].text + node.source, found[-1].width + node.width, found[-1].rank)
        else:
            found.append(Piece(node.source, node.width, rank))
        opened_before = parts is not None
    return found


def _rank(node: Node, before: tuple[Node, ...]) -> int:
    """How bad it is to break before a node."""
    solid = [other for other in before if other.source.strip() not in _BLANK]
    if not solid or node.source.strip() in _BLANK:
        return _NEVER
    last = solid[-1]
    if node.kind == "space":
        return _BETWEEN_STATEMENTS
    if last.kind == "space":
        return _NEVER
    if node.kind == "relation":
        return _NEVER if solid[-2:-1] and solid[-2].source in _QUANTIFIERS else _BEFORE_RELATION
    if last.source == r"\colon":
        return _BEFORE_RELATION
    if node.kind == "sum" and last.kind not in ("relation", "sum", "product") and last.source.strip() != ",":
        return _BEFORE_SUM
    if node.kind in ("fence", "fraction") and last.kind in ("fence", "fraction"):
        return _BETWEEN_FACTORS
    if last.source.strip() == ",":
        return _BETWEEN_FACTORS
    return _NEVER


def _opened(node: Node, limit: float, depth: int) -> list[Piece]:
    """The pieces of a fraction or a bracket that does not fit on a line."""
    if node.kind == "fence":
        left, right = (_sized(mark, side) for mark, side in zip(node.fence, "lr", strict=True))
        inside = _pieces(node.parts[0], limit - 20, depth + 1)
        return [Piece(left, 6, 0), *inside, Piece(right + node.scripts, 6 + node.scripts_width, _NEVER)]
    above, below = node.parts
    first, second = _operand(above, limit, depth), _operand(below, limit, depth)
    slash = Piece(r"\big/", 8, _BETWEEN_FACTORS + _DEEPER * depth)
    script = [Piece(f"{{}}{node.scripts}", node.scripts_width, _NEVER)] if node.scripts else []
    return [*first, slash, *second, *script]


def _operand(nodes: tuple[Node, ...], limit: float, depth: int) -> list[Piece]:
    """Numerator or denominator beside a slash, in brackets."""
    solid = [node for node in nodes if node.source.strip()]
    if len(solid) == 1 and width(nodes) <= limit - 20:
        return [Piece(solid[0].source, solid[0].width, _NEVER)]
    inside = _pieces(nodes, limit - 20, depth + 1)
    return [Piece(r"\bigl[", 6, _NEVER), *inside, Piece(r"\bigr]", 6, _NEVER)]


def _sized(mark: str, side: str) -> str:
    """A delimiter of a fixed size, which need not be closed on its line."""
    return "" if mark == "." else rf"\big{side}{mark} "
