"""Where a long displayed formula may go on in a further line, and which signs stand before what they belong to.

Browsers break no formula of MathML. A long one is therefore handed out in parts, each a row, that flow like words: a
part begins with a connective, a relation or a sign of addition, or follows a comma, as mathematicians break their
lines. What is short stays whole; a part inside of brackets is broken off only where nothing else will do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from xml.etree.ElementTree import Element

SHORT = 26.0  # letters that fit on a line of a phone
DEEPEST = 2  # as many brackets a formula may be broken inside of

_OPENING, _CLOSING = frozenset("([{⟨⌈⌊"), frozenset(")]}⟩⌉⌋")
_CONNECTIVES = frozenset("⟹⟸⟺⇒⇔∧∨")
_RELATIONS = frozenset("=≠≔<>≤≥≪≫∈∉⊂⊆≈≡∼∝→↦⟶")
_SIGNS = frozenset("+−±∓")
_WIDE = _CONNECTIVES | _RELATIONS | _SIGNS  # with the spaces beside them
_STOPS = frozenset(",;")
_AFTER_A_PREFIX = _OPENING | _WIDE | _STOPS | frozenset("⋅×/:|")
_Split = Callable[[Sequence[Element]], list[list[Element]]]
_WIDE_SPACE = 0.9  # em, from which on a space divides two formulas


def mark_prefixes(row: Element) -> None:
    """A sign at the start of a row, or after a bracket or an operator, belongs to what follows: -x, not a - x."""
    before: Element | None = None
    for child in row:
        starts = before is None or (before.tag == "mo" and (before.text or "") in _AFTER_A_PREFIX)
        if child.tag == "mo" and child.text in ("−", "+", "±") and starts:
            child.set("form", "prefix")
        before = child


def parts(row: Element) -> list[list[Element]]:
    """The children of a row as parts that may stand in lines of their own; one part where the row is short."""
    while len(row) == 1 and row[0].tag == "mrow" and not row[0].attrib:
        row = row[0]
    found = [_opened(row)]
    for split in _SPLITS:
        found = [finer for part in found for finer in (split(part) if sum(map(width, part)) > SHORT else [part])]
    return found


def _opened(row: Element) -> list[Element]:
    r"""The children of a row; of a long one between \left\{ and \right\} that need not stretch, its own children."""
    found: list[Element] = []
    for child in row:
        is_open = child.tag == "mrow" and not child.attrib and len(child) > 0 and child[0].get("stretchy") == "false"
        found += _opened(child) if is_open and width(child) > SHORT else [child]
    return found


def _at_stops(children: Sequence[Element]) -> list[list[Element]]:
    """Parts that end with a comma or a wide space, or begin with a word such as and."""
    found: list[list[Element]] = [[]]
    for child, level in zip(children, _levels(children), strict=True):
        is_word = child.tag == "mtext" and (child.text or "").strip("\u00a0").isalpha()
        if is_word and level == 0:
            found.append([])
        found[-1].append(child)
        if level == 0 and (_divides(child) or (child.tag == "mo" and (child.text or "") in _STOPS)):
            found.append([])
    return [part for part in found if part]


def _before(signs: frozenset[str], depth: int) -> _Split:
    """Parts that begin with one of these signs, inside of at most so many brackets."""

    def split(children: Sequence[Element]) -> list[list[Element]]:
        found: list[list[Element]] = [[]]
        for child, level in zip(children, _levels(children), strict=True):
            is_sign = child.tag == "mo" and (child.text or "") in signs and child.get("form") != "prefix"
            if is_sign and level <= depth and found[-1]:
                child.set("form", "infix")  # its spaces are those of an operator between two sides
                found.append([])
            found[-1].append(child)
        return found

    return split


_SPLITS: tuple[_Split, ...] = (
    _at_stops,
    *(_before(signs, depth) for depth in range(DEEPEST + 1) for signs in (_CONNECTIVES, _RELATIONS, _SIGNS)),
)


def _levels(children: Sequence[Element]) -> list[int]:
    """How many brackets each child stands inside of; a bracket stands inside of itself."""
    found, level = [], 0
    for child in children:
        text = (child.text or "") if child.tag == "mo" else ""
        level += text != "" and text in _OPENING
        found.append(level)
        level -= text != "" and text in _CLOSING
    return found


def _divides(element: Element) -> bool:
    """Whether an element is a space as wide as between two formulas."""
    size = element.get("width", "")
    return element.tag == "mspace" and size.endswith("em") and float(size.removesuffix("em")) >= _WIDE_SPACE


def width(element: Element) -> float:
    """About how many letters wide an element is set."""
    if element.tag in ("mfrac", "munder", "mover", "munderover"):
        return max(map(width, element), default=0.0)
    if element.tag == "mtable":
        return max((sum(map(width, line)) for line in element), default=0.0)
    if element.tag in ("msub", "msup", "msubsup"):
        return width(element[0]) + 0.7 * max(map(width, element[1:]), default=0.0)
    own = 1.8 if (element.text or "") in _WIDE else float(len(element.text or ""))
    return own + sum(map(width, element))
