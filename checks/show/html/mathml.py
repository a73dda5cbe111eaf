"""LaTeX formulas as MathML that browsers set without a script: latex2mathml, with its output brought to MathML Core.

Browsers ignore parts of full MathML that latex2mathml relies on (`mathvariant`, `columnalign`, line breaks), and some
LaTeX that papers use it does not read. What stands here mends both, and lets nothing through but known elements and
attributes, with every text escaped.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from html import escape, unescape
from itertools import pairwise, zip_longest
from xml.etree.ElementTree import Element

from checks.claims.prose import pieces
from checks.show.html import line_parts
from checks.show.html.latex import PLAIN_OPERATOR, STACKED_OPERATOR, TEXT, UnsettableError, prepared
from checks.show.latex.differences import with_marks

CHANGED = r"\bcancel"  # before a part in braces that differs from another formula; no paper prints it
LONGEST = 50_000  # characters of one formula; longer ones are shown as LaTeX

_ELEMENTS = frozenset(
    {"mrow", "mi", "mo", "mn", "mtext", "mspace", "msub", "msup", "msubsup", "munder", "mover", "munderover", "mfrac",
     "msqrt", "mroot", "mtable", "mtr", "mtd", "mstyle", "mpadded", "mphantom"}
)  # fmt: skip
_ATTRIBUTES = frozenset(
    {"accent", "accentunder", "class", "depth", "displaystyle", "fence", "form", "height", "linethickness", "lspace",
     "mathvariant", "maxsize", "minsize", "movablelimits", "rspace", "scriptlevel", "stretchy", "voffset", "width"}
)  # fmt: skip
_CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3, "mroot": 2}
_ACCENTS = {  # on one letter, and stretched over more
    "^": ("ˆ", "\u0302"), "~": ("˜", "\u0303"), "→": ("\u20d7", "→"),
}  # fmt: skip
_LINES_AND_BARS = frozenset("―¯‾_")
_OVERLINE = "border-top:.06em solid;padding-top:.12em"
_FRAMED = r"\xcancel"  # for \boxed, which latex2mathml does not know
_FRAME = "border:.06em solid;padding:.1em"
_UNDERLINE = "border-bottom:.06em solid;padding-bottom:.12em"
_SCRIPTS = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
_STACKING = frozenset({"max", "min", "sup", "inf", "lim", "lim inf", "lim sup", "Pr", "det", "gcd"})
BROAD = 24.0  # letters of a row, beside the spaces between columns, from which on no phone has room for it
CASES = 0.75 * line_parts.SHORT  # beside the brace, the spaces between columns and what stands before it
_TALL = frozenset({"mfrac", "mtable", "munder", "munderover", "msqrt", "mroot"})
_LETTERS = frozenset("∂∅∞∇ℓ")  # what latex2mathml takes for operators
_SPACES = {  # around operators, as TeX has them, where browsers have others
    "|": ("0", "0"), "/": ("0", "0"), ":": ("0.278em", "0.278em"), ";": ("0", "0.167em"), "⟹": ("0.5em", "0.5em"),
    "⟺": ("0.5em", "0.5em"), "∖": ("0.222em", "0.222em"), "‖": ("0", "0"),
}  # fmt: skip
_ESCAPED = re.compile(r"\\([%&#_${}])")
_OPENING = frozenset("([{|")
_PUNCTUATED_PARTS = re.compile(r'(<math class="(?:parts|told)"(?:(?!<math).)*?)</mrow></math>([,.;:)]+)', re.DOTALL)
_PUNCTUATED = re.compile(r'<math(?! class="(?:parts|told)")[^>]*>(?:(?!<math).)*?</math>[,.;:)]+', re.DOTALL)


def mathml(latex: str, display: bool = False) -> str:
    """A formula as a `<math>` element, in a line or displayed; as escaped LaTeX in `<code>` where it cannot be set."""
    return _mathml(latex.strip(), display, in_parts=display)


def flowing(latex: str) -> str:
    """A formula as in a line; a long one in parts that flow like words."""
    return _mathml(latex.strip(), display=False, in_parts=True)


def in_line(latex: str) -> str:
    """A formula in a sentence: on a phone a long one goes on in further lines."""
    return flowing(latex).replace('<math class="parts"', '<math class="told"', 1)


def prose(text: str) -> str:
    """Words in which `$...$` is a formula, as HTML: the words are escaped."""
    written = "".join(in_line(part) if is_formula else escape(part, quote=False) for is_formula, part in pieces(text))
    return with_marks(punctuated(written), r"<mark>\1</mark>")


def punctuated(html: str) -> str:
    """HTML in which no line ends between a formula and the comma behind it; word joiners do not see to that.

    Of a formula in parts the comma ends the last part, which may reach the end of the line.
    """
    html = _PUNCTUATED_PARTS.sub(r"\1<mtext>\2</mtext></mrow></math>", html)
    return _PUNCTUATED.sub(r'<span style="white-space: nowrap">\g<0></span>', html)


def changed(latex: str) -> str:
    """A part of a formula as one that differs from another formula."""
    return rf"{CHANGED}{{{latex.strip()} }}"


def is_set(latex: str) -> bool:
    """Whether a formula can be set as MathML."""
    return "<math" in mathml(latex)


@lru_cache(maxsize=8192)
def _mathml(latex: str, display: bool, in_parts: bool) -> str:
    try:
        row = _row(latex, display)
    except UnsettableError:
        return f'<code class="latex">{escape(latex.replace(CHANGED, ""))}</code>'
    if in_parts:
        _fold(row)
    parts = line_parts.parts(row) if in_parts else []
    block = (' display="block"' if display else "") + (' class="parts"' if len(parts) > 1 else "")
    alternative = latex.replace(CHANGED, "")
    inside = "".join(_written(_as_row(part)) for part in parts) if len(parts) > 1 else _written(row)
    math = f'<math{block} alttext="{escape(alternative)}">{inside}</math>'
    return f'<div class="wide">{math}</div>' if display else math


def _as_row(part: list[Element]) -> Element:
    """A part of a formula that may stand in a line of its own."""
    row = Element("mrow")
    row.extend(part)
    return row


def _fold(formula: Element) -> None:
    """Long numerators, denominators and lines of an equation get parts, too: on a phone they go on in further lines."""
    fractions = [side for fraction in formula.iter("mfrac") for side in fraction if side.tag == "mrow"]
    flowing = [table for table in formula.iter("mtable") if table.get("class") in ("aligned", "cases")]
    lines = [cell for table in flowing for cell in table.iterfind("mtr/mtd")]
    marked = [row[0] for cell in lines for row in cell if row.attrib and len(row) == 1 and row[0].tag == "mrow"]
    for long in [part for part in (*fractions, *marked, *lines) if "style" not in part.attrib]:
        parts = line_parts.parts(long)
        if len(parts) > 1:
            long[:] = map(_as_row, parts)
            long.set("class", " ".join(filter(None, (long.get("class"), "long"))))


def _row(latex: str, display: bool) -> Element:
    """The formula as an element of MathML Core; UnsettableError where latex2mathml cannot read it."""
    from latex2mathml.converter import Converter

    if len(latex) > LONGEST:
        raise UnsettableError(f"a formula of {len(latex)} characters")
    if _FRAMED in latex:
        raise UnsettableError(f"{_FRAMED} is not set")
    text = prepared(latex.replace(r"\boxed", _FRAMED))
    try:
        (row,) = Converter(display="block" if display else "inline").convert_to_element(text)
        _mend(row)
    except UnsettableError:
        raise
    except Exception as error:  # of whatever kind: IndexError and StopIteration are among them
        raise UnsettableError(f"latex2mathml cannot read {latex[:80]!r}: {error!r}") from error
    return row


# -- what browsers need --------------------------------------------------------------------------------------------


def _mend(element: Element) -> None:
    """Bring an element and what it contains to MathML Core, from the inside out."""
    for child in element:
        _mend(child)
    if element.text is not None:
        element.text = unescape(element.text)
    _mend_token(element)
    _mend_table(element)
    if element.tag in _SCRIPTS and _is_stacking(element[0]):
        element.tag = _SCRIPTS[element.tag]
    _mend_accent(element)
    _fit_brackets(element)
    _raise_primes(element)
    if element.tag in ("mrow", "mtd", "msqrt"):
        _merge_letters(element)
        _merge_definition_signs(element)
        line_parts.mark_prefixes(element)
        _space_functions(element)
        _break_lines(element)
        _mark_cases(element)
    if element.tag == "menclose" and element.get("notation") == "downdiagonalstrike":
        element.tag, element.attrib = "mrow", {"class": "changed"}
        if (sign := _core(element)).tag == "mo":
            element[:] = [sign]
            sign.attrib.pop("form", None)  # where it stands says whether it is between two sides
    if element.tag == "menclose" and element.get("notation") == "updiagonalstrike downdiagonalstrike":
        element.tag, element.attrib = "mrow", {"style": _FRAME}
    if len(element) != _CHILDREN.get(element.tag, len(element)):
        raise UnsettableError(f"<{element.tag}> lacks a part")
    element[:] = [child[0] if _is_idle(child) else child for child in element]
    if element.tag not in _ELEMENTS:
        raise UnsettableError(f"<{element.tag}> is no element that a browser sets")


def _is_idle(element: Element) -> bool:
    """Whether an element is a row of one name or number, which is set alike without the row."""
    return element.tag == "mrow" and not element.attrib and len(element) == 1 and element[0].tag in ("mi", "mn")


def _mend_token(element: Element) -> None:
    text = element.text or ""
    if text[:1] == TEXT:
        element.text = text = text[1:]
    if len(element) == 0 and text.startswith("\\") and len(text) > 1:
        raise UnsettableError(f"{text} is not known")
    if element.tag == "mi" and text == "&":
        raise UnsettableError("a column outside of a matrix")
    variant = element.attrib.pop("mathvariant", None)
    if element.tag == "mi" and (variant == "normal" or (variant is None and "Α" <= text <= "Ω")):
        element.set("mathvariant", "normal")  # the one variant that browsers know; capital Greek stands upright
    elif variant is not None:
        element.text = text = "".join(_styled(character, variant) for character in text)
    if text[:1] == STACKED_OPERATOR or (element.tag == "mo" and text.replace("\u2006", " ") in _STACKING):
        element.tag, element.text = "mo", text.lstrip(STACKED_OPERATOR)
        element.attrib.update({"movablelimits": "true", "lspace": "0", "rspace": "0"})
    elif text[:1] == PLAIN_OPERATOR or (element.tag == "mo" and len(text) > 1 and text.isalpha()):
        element.tag, element.text = "mi", text.lstrip(PLAIN_OPERATOR)
        if len(element.text) == 1:
            element.set("mathvariant", "normal")
    if text == "⧵":  # which few fonts have
        element.text = text = "∖"
    if text in _LETTERS and element.tag == "mo":
        element.tag = "mi"
    elif text in _SPACES and element.tag in ("mi", "mo"):
        element.tag = "mo"
        left, right = _SPACES[text]
        element.attrib.update({"lspace": left, "rspace": right})
        if text in "|‖":
            element.attrib.setdefault("stretchy", "false")
    elif element.tag == "mo" and not text and len(element) == 0:
        element.tag = "mrow"  # the invisible side of \\left. \\right|
    elif element.tag == "mtext":
        element.text = _ESCAPED.sub(r"\1", text).replace(" ", "\u00a0")
        if "\\" in element.text:
            raise UnsettableError(f"{element.text} has a command inside of text")


def _fit_brackets(row: Element) -> None:
    r"""Brackets of \left( and \right) around what is not tall are plain ones: stretched, they stand apart."""
    if len(row) and row[0].get("fence") == "true" and not any(part.tag in _TALL for part in row.iter()):
        for child in row:
            if child.get("fence") == "true":
                child.set("stretchy", "false")


def _merge_definition_signs(row: Element) -> None:
    """A colon and the equals sign after it are one sign; apart they get the space of two."""
    for colon, equals in pairwise(list(row)):
        if (colon.tag, colon.text, equals.tag, equals.text) == ("mo", ":", "mo", "="):
            row.remove(colon)
            equals.text = "≔"


def _mend_accent(element: Element) -> None:
    """Accents that fit on one letter, and stretch over more; lines over and under that reach from end to end."""
    if element.tag not in ("mover", "munder") or element[1].tag != "mo":
        return
    base, mark = element[0], element[1]
    if mark.text in _LINES_AND_BARS:
        element.attrib = {"style": _OVERLINE if element.tag == "mover" else _UNDERLINE}
        element.tag = "mrow"
        element.remove(mark)
    elif element.tag == "mover" and mark.text in _ACCENTS:
        letter, wide = _ACCENTS[mark.text]
        is_letter = _core(base).tag in ("mi", "mn") and len(_core(base).text or "") == 1
        mark.text = letter if is_letter else wide
        mark.attrib = {"stretchy": str(not is_letter).lower()}
        element.set("accent", "true")


def _raise_primes(element: Element) -> None:
    """Primes stand beside what they mark: their glyph is raised already, and would be tiny as an exponent."""
    if element.tag not in ("msup", "msubsup"):
        return
    exponent = element[-1]
    marks = exponent if exponent.tag == "mrow" else [exponent]
    if len(marks) == 0 or any((mark.text or "").strip("′″‴⁗") or not mark.text for mark in marks):
        return
    prime = Element("mo", lspace="0", rspace="0")
    prime.text = "".join(mark.text or "" for mark in marks)
    base = element[0]
    if element.tag == "msubsup":
        base = Element("msub")
        base.extend([element[0], element[1]])
    element.tag = "mrow"
    element[:] = [base, prime]


def _styled(character: str, variant: str) -> str:
    """The letter of mathematics with this style, such as 𝐏 or 𝔼; the character itself where Unicode has none."""
    name = unicodedata.name(character, "").replace("LATIN ", "").replace("GREEK ", "").replace("LETTER ", "")
    style = variant.upper().replace("BOLD-", "BOLD ")
    for candidate in (f"MATHEMATICAL {style} {name}", f"{style} {name}", f"BLACK-LETTER {name}"):
        try:
            return unicodedata.lookup(candidate)
        except KeyError:
            continue
    return character


def _mend_table(element: Element) -> None:
    """Alignment and rules by class: browsers have left the attributes to style sheets."""
    if element.tag == "mtable":
        columns, rows = (element.get(f"{lines}lines", "").split() for lines in ("column", "row"))
        for i, row in enumerate(element):
            for j, cell in enumerate(row):
                ruled = [side for side, lines, k in (("below", rows, i), ("beside", columns, j)) if _is_ruled(lines, k)]
                if ruled:
                    cell.set("class", " ".join([*cell.get("class", "").split(), *ruled]))
    if element.tag == "mtable" and element.get("columnspacing", "").startswith("0em"):
        element.set("class", "aligned")
    elif element.tag == "mtable" and len(element) and len(element[0]) > 2 and line_parts.width(element) > BROAD:
        element.set("class", "broad")  # on a phone its rows go on in further lines
    if element.tag == "mtd" and element.get("columnalign") in ("left", "right"):
        element.set("class", element.attrib["columnalign"])


def _mark_cases(row: Element) -> None:
    """Cases too wide for a phone have a class, by which their conditions stand below the values there."""
    if len(row) == 2 and row[1].tag == "mtable" and row[0].get("fence") and line_parts.width(row[1]) > CASES:
        row[1].set("class", "cases")


def _is_ruled(lines: list[str], number: int) -> bool:
    return number < len(lines) and lines[number] != "none"


def _merge_letters(row: Element) -> None:
    r"""Make one word of the letters that \mathrm{Var} sets one by one."""
    merged: list[Element] = []
    for child in row:
        word = merged[-1] if merged else None
        if _is_upright(child) and word is not None and _is_upright(word):
            word.text = (word.text or "") + (child.text or "")
        else:
            merged.append(child)
    row[:] = merged


def _is_upright(element: Element) -> bool:
    return element.get("mathvariant") == "normal" and (element.text or "").isascii()


def _is_stacking(element: Element) -> bool:
    return element.tag == "mo" and (element.get("movablelimits") == "true" or (element.text or "") in "∑∏⋃⋂")


def _core(element: Element) -> Element:
    """The base of a name with indices and limits."""
    while (element.tag in ("msub", "msup", "msubsup", "munder", "munderover")) or (
        element.tag == "mrow" and len(element) == 1
    ):
        element = element[0]
    return element


def _is_function(element: Element) -> bool:
    """Whether an element is the name of a function, such as ln, max or arg min, with or without indices."""
    core = _core(element)
    text = core.text or ""
    return len(text) > 1 and (core.tag == "mi" or core.get("movablelimits") == "true")


def _space_functions(row: Element) -> None:
    """A thin space between the name of a function and an argument without brackets, and what stands before it."""
    spaced: list[Element] = []
    children = list(row)
    for child, following in zip_longest(children, children[1:]):
        function = _is_function(child)
        if function and spaced and spaced[-1].tag not in ("mo", "mspace", "mtext"):
            spaced.append(Element("mspace", width=line_parts.THIN_SPACE))
        spaced.append(child)
        if function and following is not None and not _is_function(following):
            opens = following.tag == "mspace" or (_first(following).text or "")[:1] in _OPENING
            relates = following.tag == "mo" and not opens
            if not opens and not relates:
                spaced.append(Element("mspace", width=line_parts.THIN_SPACE))
    row[:] = spaced


def _first(element: Element) -> Element:
    while len(element) and element.tag != "mfrac":
        element = element[0]
    return element


def _break_lines(row: Element) -> None:
    r"""Make a table of the lines that \\ ends outside of any matrix."""
    if not any(child.get("linebreak") == "newline" for child in row):
        return
    lines: list[list[Element]] = [[]]
    for child in row:
        if child.get("linebreak") == "newline":
            lines.append([])
        else:
            lines[-1].append(child)
    table = Element("mtable", {"class": "aligned", "displaystyle": "true"})
    for line in lines:
        table_row = Element("mtr")
        cell = Element("mtd", {"class": "left"})
        cell.extend(line)
        table_row.append(cell)
        table.append(table_row)
    row[:] = [table]


def _written(element: Element) -> str:
    """The element as HTML: everything is escaped here, and nowhere unescaped after."""
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    known = sorted(
        item for item in element.items() if item[0] in _ATTRIBUTES or item[1] in (_OVERLINE, _UNDERLINE, _FRAME)
    )
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in known)
    yield f"<{element.tag}{attributes}>"
    yield escape(element.text or "", quote=False)
    for child in element:
        yield from _pieces(child)
    yield f"</{element.tag}>"
