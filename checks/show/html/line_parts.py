"""Where a long displayed formula may go on in a further line, and which signs stand before what they belong to.

Browsers break no formula of MathML. A long one is therefore handed out in parts, each a row, that flow like words: a
part begins with a connective, a relation, a sign or a factor, or follows a comma, as mathematicians break their
lines. What is short stays whole; a part inside of brackets is broken off only where nothing else will do, and the two
brackets then stay as tall as what they enclose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

SHORT = 25.0  # letters that fit on a line of a phone
DEEPEST = 6  # as many brackets a formula may be broken inside of

_OPENING, _CLOSING = frozenset("([{⟨⌈⌊"), frozenset(")]}⟩⌉⌋")
_CONNECTIVES = frozenset("⟹⟸⟺⇒⇔∧∨")
_RELATIONS = frozenset("=≠≔<>≤≥≪≫∈∉⊂⊆≈≡∼∝→↦⟶")
_SIGNS = frozenset("+−±∓")
_WIDE = _CONNECTIVES | _RELATIONS | _SIGNS  # with the spaces beside them
_TIMES = frozenset("×⋅·")
_STOPS = frozenset(",;")
_ELLIPSES = frozenset("…⋯")
_QUANTIFIERS = frozenset("∀∃")
_BEFORE_A_QUANTIFIER = _OPENING | {"¬"}
_AFTER_A_PREFIX = _OPENING | _WIDE | _STOPS | frozenset("⋅×/:|")
_FACTORS = frozenset({"mfrac", "msup", "mrow"})
THIN_SPACE = "0.167em"
_WIDE_SPACE = 0.9  # em, from which on a space divides two formulas


class _Placed(NamedTuple):
    """An element with its place in a formula."""

    element: Element
    sign: str
    """What it shows where it is an operator."""
    level: int
    """How many brackets it stands inside of."""
    is_bound: bool
    """Whether it says what is quantified over: from a quantifier to its colon."""


_Split = Callable[[Sequence[_Placed]], list[list[_Placed]]]


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
    found = [_placed(_opened(row))]
    for split in _SPLITS:
        found = [finer for part in found for finer in (split(part) if _length(part) > SHORT else [part])]
    return [[child.element for child in part] for part in found]


def _length(part: Sequence[_Placed]) -> float:
    return sum(width(child.element) for child in part)


def _opened(row: Element) -> list[Element]:
    r"""The children of a row; of a long one between braces, or \left\{ and \right\}, its own children."""
    found: list[Element] = []
    for child in row:
        if child.tag != "mrow" or child.attrib or width(child) <= SHORT:
            found.append(child)
        elif _is_bracketed(child):
            found += _within(child)
        else:
            found += [child] if any(part.get("fence") for part in child) else _opened(child)
    return found


def _is_bracketed(element: Element) -> bool:
    """Whether an element is a row between two brackets; cases have one, and lines of a table none that open."""
    if element.tag != "mrow" or element.attrib or len(element) < 3:
        return False
    opening, closing = element[0], element[-1]
    return (opening.tag, closing.tag) == ("mo", "mo") and opening.text in _OPENING and closing.text in _CLOSING


def _within(bracketed: Element) -> list[Element]:
    """The brackets of a row and what is between them, where each bracket that stretches has a strut of its height."""
    opening, *inner, closing = _opened(bracketed)
    if opening.get("stretchy") == "false":
        return [opening, *inner, closing]
    tall = f"{max(map(_height, inner)) / 2:.2f}em"
    struts = (Element("mspace", {"width": "0", "height": tall, "depth": tall}) for _ in range(2))
    return [opening, next(struts), *inner, next(struts), closing]


def _at_stops(children: Sequence[_Placed]) -> list[list[_Placed]]:
    """Parts that end with a comma or a wide space, or begin with a word such as and."""
    found: list[list[_Placed]] = [[]]
    for child in children:
        element = child.element
        is_word = element.tag == "mtext" and (element.text or "").strip("\u00a0").isalpha()
        if is_word and child.level == 0:
            found.append([])
        found[-1].append(child)
        if child.level == 0 and (_divides(element) or child.sign in _STOPS):
            found.append([])
    return [part for part in found if part]


def _after_commas(level: int) -> _Split:
    """Parts that end with a comma inside of so many brackets, which is not one of 1, ..., n."""

    def split(children: Sequence[_Placed]) -> list[list[_Placed]]:
        found: list[list[_Placed]] = [[]]
        texts = ["", *(child.element.text or "" for child in children), ""]
        for child, before, after in zip(children, texts, texts[2:], strict=False):
            found[-1].append(child)
            if child.level == level and child.sign in _STOPS and not {before, after} & _ELLIPSES:
                found.append([])
        return [part for part in found if part]

    return split


def _at_quantifiers(depth: int) -> _Split:
    """Parts that begin with a quantifier, or follow its colon, inside of at most so many brackets."""

    def split(children: Sequence[_Placed]) -> list[list[_Placed]]:
        found: list[list[_Placed]] = [[]]
        was_bound, opens = False, True
        for child in children:
            is_space = child.element.tag == "mspace"
            begins = child.sign in _QUANTIFIERS and not opens
            if child.level <= depth and (begins or (was_bound and not (child.is_bound or is_space))):
                found.append([])
            found[-1].append(child)
            was_bound = child.is_bound or (was_bound and is_space)
            opens = child.sign in _BEFORE_A_QUANTIFIER or (opens and is_space)
        return [part for part in found if part]

    return split


def _before(signs: frozenset[str], depth: int) -> _Split:
    """Parts that begin with one of these signs, inside of at most so many brackets."""

    def split(children: Sequence[_Placed]) -> list[list[_Placed]]:
        found: list[list[_Placed]] = [[]]
        for child in children:
            is_sign = child.sign in signs and child.element.get("form") != "prefix" and not child.is_bound
            if is_sign and child.level <= depth and found[-1]:
                for operator in child.element.iter("mo"):
                    operator.set("form", "infix")  # its spaces are those of an operator between two sides
                found.append([])
            found[-1].append(child)
        return found

    return split


def _between_factors(depth: int) -> _Split:
    """Parts that begin behind a fraction, a power or a bracket that a thin space divides from the next factor.

    Behind a fraction no space is needed where the next factor is one or stands in brackets.
    """

    def split(children: Sequence[_Placed]) -> list[list[_Placed]]:
        found: list[list[_Placed]] = [[]]
        for before, space, child in zip([None, None, *children], [None, *children], children, strict=False):
            is_thin = space is not None and space.element.get("width") == THIN_SPACE
            is_factor = before is not None and (before.element.tag in _FACTORS or before.sign in _CLOSING)
            if space is not None and space.element.tag == "mfrac":
                is_thin = is_factor = child.element.tag in _FACTORS
            if is_thin and is_factor and child.level <= depth and not child.sign:
                found.append([])
            found[-1].append(child)
        return [part for part in found if part]

    return split


_SPLITS: tuple[_Split, ...] = (
    _at_stops,
    *(
        split
        for depth in range(DEEPEST + 1)
        for split in (
            _after_commas(depth),
            _before(_CONNECTIVES, depth),
            _at_quantifiers(depth),
            *(_before(signs, depth) for signs in (_RELATIONS, _SIGNS, _TIMES)),
            _between_factors(depth),
        )
    ),
)


def _placed(children: Sequence[Element]) -> list[_Placed]:
    """The children with their places; a bracket stands inside of itself."""
    found, level, is_bound = [], 0, False
    for child in children:
        marked, is_marked = child, child.tag == "mo" or child.get("class") == "changed" or "style" in child.attrib
        while is_marked and len(marked) == 1:
            marked = marked[0]
        sign = (marked.text or "") if marked.tag == "mo" else ""
        level += sign != "" and sign in _OPENING
        is_bound = is_bound or sign in _QUANTIFIERS
        found.append(_Placed(child, sign, level, is_bound))
        level -= sign != "" and sign in _CLOSING
        is_bound = is_bound and sign != ":"
    return found


def _divides(element: Element) -> bool:
    """Whether an element is a space as wide as between two formulas."""
    size = element.get("width", "")
    return element.tag == "mspace" and size.endswith("em") and float(size.removesuffix("em")) >= _WIDE_SPACE


def _height(element: Element) -> float:
    """About how many letters high an element is set."""
    inside = [_height(child) for child in element]
    if element.tag == "mfrac":
        return 0.75 * sum(inside) + 0.2
    if element.tag == "mtable":
        return 1.3 * sum(inside)
    if element.tag in ("munder", "mover", "munderover"):
        return inside[0] + 0.35 * sum(inside[1:])  # in a line the limits stand beside a sum
    return max(inside, default=1.0)


def width(element: Element) -> float:
    """About how many letters wide an element is set."""
    if element.tag in ("mfrac", "munder", "mover", "munderover"):
        return max(map(width, element), default=0.0) + 0.5
    if element.tag == "mtable":
        return max((sum(map(width, line)) for line in element), default=0.0)
    if element.tag in ("msub", "msup", "msubsup"):
        return width(element[0]) + 0.7 * max(map(width, element[1:]), default=0.0)
    shown = element.text or ""
    own = 2.4 if shown in _WIDE or element.tag == "msqrt" else float(len(shown))
    return own + sum(map(width, element))
