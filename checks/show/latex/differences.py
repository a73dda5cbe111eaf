"""Where two formulas or sentences differ: what was changed in the first, and what stands there in the second.

Fractions, brackets, scripts and the cells of tables are compared by what they hold, so that one wrong exponent is all
that is marked in a long formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeVar

from checks.show.latex.formulas import Node, parse, width

MOST = 0.7  # the share of a text that may be marked; where nearly all differs marks say nothing
_BEGIN, _END = "\ue010", "\ue011"  # private characters around words that differ
_WIDE = 150.0  # points of a part that is underlined at once
_ENVIRONMENT = re.compile(r"(\\begin\{([a-z]+\*?)\}(?:\{[a-z|]*\})?)(.*)(\\end\{\2\})", re.DOTALL)
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|.", re.DOTALL)
_BETWEEN_CELLS = frozenset({"&", r"\\"})
_UNMARKED = _BETWEEN_CELLS | {"\\ ", r"\,", r"\;", r"\:", r"\!", ",", "."}
_BETWEEN_STATEMENTS = re.compile(r"(\\q?quad(?![a-zA-Z])\s*)")
_COMMAND = re.compile(r"\\[a-zA-Z]+$")
_BRACED = re.compile(r"([\^_])\{(\\[a-zA-Z]+|[^\\{}])\}")


class Segment(NamedTuple):
    """A part of a text, and whether it differs from the other text."""

    text: str
    differs: bool


Item = TypeVar("Item")
Pair = tuple[list[Segment], list[Segment]]


def formulas(first: str, second: str) -> Pair:
    """The segments of two formulas in LaTeX; each formula is its segments, one after the other."""
    one, other = _useful(_nodes(parse(first), parse(second)), first, second)
    return _with_whole_relations(one), _with_whole_relations(other)


def words(first: str, second: str) -> Pair:
    """The segments of two sentences, compared word by word."""
    a, b = (re.findall(r"\$[^$]*\$|\s+|[^\s$]+", text) for text in (first, second))
    return _useful(_compared(a, b, str, lambda x, y: (_plain(x, True), _plain(y, True)), str.strip), first, second)


def lists(first: Sequence[str], second: Sequence[str]) -> tuple[list[list[Segment]], list[list[Segment]]]:
    """The segments of each of several formulas; one that has no partner differs as a whole."""
    found: tuple[list[list[Segment]], list[list[Segment]]] = ([], [])
    for tag, i, j, k, m in SequenceMatcher(None, first, second, autojunk=False).get_opcodes():
        if tag == "replace" and j - i == m - k:
            for one, other in zip(first[i:j], second[k:m], strict=True):
                pair = formulas(one, other)
                whole = min(len(first), len(second)) > 1 and not any(s.differs for side in pair for s in side)
                for side, segments in zip(found, pair, strict=True):
                    side.append([Segment(s.text, True) for s in segments] if whole else segments)
        else:
            differs = tag != "equal" and (i > 0 or j < len(first) or k > 0 or m < len(second))
            for side, items in zip(found, (first[i:j], second[k:m]), strict=True):
                side.extend([Segment(item, differs)] for item in items)
    return found


def underlined(latex: str) -> str:
    """A part of a formula, marked such that a long one can still be broken; signs are framed, not underlined.

    A line under < would make it another sign. Several statements are marked one by one.
    """
    statements = _BETWEEN_STATEMENTS.split(latex)
    if len(statements) > 1 and all(text.count("{") == text.count("}") for text in statements):
        return "".join(text if i % 2 else underlined(text) for i, text in enumerate(statements))
    nodes = parse(latex)
    signs = [node for node in nodes if node.kind in ("relation", "sum")]
    if width(nodes) <= _WIDE and not any(node.kind == "space" for node in nodes):
        return _marked(latex, signs[0].kind if _is_single(nodes) else "", framed=bool(signs))
    written, run = "", ""
    for node in nodes:
        if node in signs or node.kind == "space" or _stripped(node.source) in _UNMARKED:
            written += _marked(run) + node.source
            run = ""
        else:
            run += node.source
    return written + _marked(run)


def _is_single(nodes: Sequence[Node]) -> bool:
    return sum(bool(node.source.strip()) for node in nodes) == 1 and nodes[0].kind in ("relation", "sum")


def _marked(latex: str, kind: str = "", *, framed: bool = False) -> str:
    """Underlined or framed; a single sign keeps the space that its kind has."""
    inside = _stripped(latex)
    if not inside or inside in _UNMARKED:
        return latex
    marked = rf"\{'boxed' if framed else 'underline'}{{{inside}}}" + latex[len(latex.rstrip()) :]
    kept = {"relation": r"\mathrel", "sum": r"\mathbin"}.get(kind)
    return f"{kept}{{{marked}}}" if kept else marked


def _stripped(latex: str) -> str:
    """Without white space around, other than the space of a backslash."""
    return re.sub(r"(?<!\\)\s+$", "", latex.lstrip())


def marked_words(text: str) -> str:
    """Words that differ, between the characters that `with_marks` looks for."""
    inside = text.strip()
    return text.replace(inside, f"{_BEGIN}{inside}{_END}") if inside else text


def with_marks(text: str, mark: str) -> str:
    r"""A written text with its marks: `mark` is what stands for them around \1, such as <mark>\1</mark>."""
    return re.sub(f"{_BEGIN}([^{_BEGIN}{_END}]*){_END}", mark, text).replace(_BEGIN, "").replace(_END, "")


def joined(segments: Sequence[Segment], mark: Callable[[str], str]) -> str:
    """The text, with what differs marked."""
    return "".join(mark(segment.text) if segment.differs else segment.text for segment in segments)


def _useful(pair: Pair, first: str, second: str) -> Pair:
    """The segments, neighbours joined; unmarked where nearly all differs, or nothing."""
    found = [_merged(segments) for segments in pair]
    marked = sum(len(s.text) for segments in found for s in segments if s.differs)
    if not 0 < marked <= MOST * (len(first) + len(second)):
        return [Segment(first, False)], [Segment(second, False)]
    return found[0], found[1]


def _with_whole_relations(segments: Sequence[Segment]) -> list[Segment]:
    """A short statement of several is marked whole where a mark would cut off a relation from one of its sides."""
    statements: list[list[Segment]] = [[]]
    for text, differs in segments:
        for part in _BETWEEN_STATEMENTS.split(text):
            if _BETWEEN_STATEMENTS.fullmatch(part):
                statements += [[Segment(part, differs)], []]
            else:
                statements[-1].append(Segment(part, differs))
    whole = [_merged([Segment(s.text, True) for s in found]) if _is_cut(found) else found for found in statements]
    return _merged([segment for found in whole for segment in found])


def _is_cut(statement: Sequence[Segment]) -> bool:
    """Whether a mark in a short statement begins or ends with a relation, and is not that relation alone."""
    whole = parse("".join(segment.text for segment in statement))
    if width(whole) > _WIDE or any(node.source in ("{", "}") for node in whole):
        return False
    for segment in statement:
        solid = [node for node in parse(segment.text) if node.source.strip()]
        if segment.differs and len(solid) > 1 and "relation" in (solid[0].kind, solid[-1].kind):
            return True
    return False


def _merged(segments: Sequence[Segment]) -> list[Segment]:
    found: list[Segment] = []
    for text, differs in segments:
        if found and (found[-1].differs == differs or not text.strip()):
            space = " " if _COMMAND.search(found[-1].text) and text[:1].isalpha() else ""
            found[-1] = Segment(found[-1].text + space + text, found[-1].differs)
        elif text:
            space = " " if found and _COMMAND.search(found[-1].text) and text[:1].isalpha() else ""
            if space:
                found[-1] = Segment(found[-1].text + space, found[-1].differs)
            found.append(Segment(text, differs))
    return found


def _plain(text: str, differs: bool = False) -> list[Segment]:
    return [Segment(text, differs)]


def _spelt_alike(latex: str) -> tuple[str, ...]:
    """The tokens of a formula without the spaces and the braces that say nothing: those of x^2 for x^{2}."""
    return tuple(token for token in _TOKEN.findall(_BRACED.sub(r"\1\2 ", latex)) if not token.isspace())


def _compared(
    first: Sequence[Item],
    second: Sequence[Item],
    text: Callable[[Item], str],
    pair: Callable[[Item, Item], Pair],
    key: Callable[[str], Hashable] = _spelt_alike,
) -> Pair:
    """Sequences compared by their keys; what was replaced one by one is compared by `pair`."""
    found: Pair = ([], [])
    keys = [[key(text(item)) for item in items] for items in (first, second)]
    for tag, i, j, k, m in SequenceMatcher(None, keys[0], keys[1], autojunk=False).get_opcodes():
        if tag == "equal":
            for side, items in zip(found, (first[i:j], second[k:m]), strict=True):
                side.extend(Segment(text(item), False) for item in items)
        elif tag == "replace" and j - i == m - k:
            for x, y in zip(first[i:j], second[k:m], strict=True):
                for side, segments in zip(found, pair(x, y), strict=True):
                    side.extend(segments)
        else:
            for side, items in zip(found, (first[i:j], second[k:m]), strict=True):
                side.extend(Segment(text(item), text(item) not in _BETWEEN_CELLS) for item in items)
    return found


def _nodes(first: Sequence[Node], second: Sequence[Node]) -> Pair:
    a, b = ([_spaced(nodes, i) for i, node in enumerate(nodes) if node.source.strip()] for nodes in (first, second))
    return _compared(a, b, lambda item: item[1], _spaced_pair)


def _spaced_pair(x: tuple[Node, str], y: tuple[Node, str]) -> Pair:
    """Two nodes that differ, each with the white space after it."""
    one, other = _pair(x[0], y[0])
    return [*one, *_plain(x[1][len(x[0].source) :])], [*other, *_plain(y[1][len(y[0].source) :])]


def _spaced(nodes: Sequence[Node], place: int) -> tuple[Node, str]:
    """A node and its source, with the white space after it."""
    after = nodes[place + 1].source if place + 1 < len(nodes) and not nodes[place + 1].source.strip() else ""
    return nodes[place], nodes[place].source + after


def _pair(x: Node, y: Node) -> Pair:
    """Two nodes that differ: by what they hold, where they are of the same make."""
    bases = [node.source[: len(node.source) - len(node.scripts)] for node in (x, y)]
    have_same_scripts = _spelt_alike(x.scripts) == _spelt_alike(y.scripts)
    if _spelt_alike(bases[0]) == _spelt_alike(bases[1]) and (x.scripts or y.scripts):
        return (
            [*_plain(bases[0]), *_scripts(x.scripts, y.scripts)],
            [*_plain(bases[1]), *_scripts(y.scripts, x.scripts)],
        )
    if x.kind == y.kind and x.parts and have_same_scripts and x.fence == y.fence and len(x.parts) == len(y.parts):
        return _of_parts(x, y)
    found = [_ENVIRONMENT.fullmatch(base.strip()) for base in bases]
    if found[0] is not None and found[1] is not None and found[0][1] == found[1][1]:
        inside = _compared(_cells(found[0][3]), _cells(found[1][3]), str, lambda a, b: _nodes(parse(a), parse(b)))
        one, other = ([*_plain(m[1]), *part, *_plain(m[4])] for m, part in zip(found, inside, strict=True) if m)
        return [*one, *_plain(x.scripts)], [*other, *_plain(y.scripts)]
    return _plain(x.source, True), _plain(y.source, True)


def _of_parts(x: Node, y: Node) -> Pair:
    """Two fractions or two brackets."""
    insides = [_nodes(a, b) for a, b in zip(x.parts, y.parts, strict=True)]
    both: list[list[Segment]] = []
    for side, node in enumerate((x, y)):
        segments: list[Segment] = []
        if node.kind == "fraction":
            segments += _plain(_TOKEN.match(node.source)[0])  # type: ignore[index]
            for inside in insides:
                segments += [*_plain("{"), *inside[side], *_plain("}")]
        else:
            left, right = (r"\left", r"\right") if node.source.startswith(r"\left") else ("", "")
            segments += [*_plain(left + node.fence[0]), *insides[0][side], *_plain(right + node.fence[1])]
        both.append([*segments, *_plain(node.scripts)])
    return both[0], both[1]


def _scripts(own: str, other: str) -> Iterator[Segment]:
    """The scripts of a node, those marked that the other one has not."""
    known = _script_parts(other)
    for mark, content in _script_parts(own):
        if mark == "'":
            yield Segment("'", ("'", "") not in known)
        else:
            yield Segment(f"{mark}{{", False)
            yield Segment(content, (mark, content) not in known)
            yield Segment("}", False)


def _script_parts(scripts: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    tokens = [token for token in _TOKEN.findall(scripts) if not token.isspace()]
    place = 0
    while place < len(tokens):
        mark = tokens[place]
        place += 1
        if mark == "'":
            found.append(("'", ""))
            continue
        start, depth = place, 0
        while place < len(tokens):
            depth += (tokens[place] == "{") - (tokens[place] == "}")
            place += 1
            if depth == 0:
                break
        content = tokens[start:place]
        inside = content[1:-1] if content[:1] == ["{"] else content
        text = ""
        for token in inside:
            text += (" " if _COMMAND.search(text) and token[:1].isalpha() else "") + token
        found.append((mark, text))
    return found


def _cells(content: str) -> list[str]:
    r"""The cells of a table, and the & and \\ between them."""
    cells, depth = [""], 0
    for token in re.findall(r"\\begin\{[a-z*]+\}|\\end\{[a-z*]+\}|\\[a-zA-Z]+|\\.|.", content, re.DOTALL):
        depth += (token == "{" or token.startswith(r"\begin{")) - (token == "}" or token.startswith(r"\end{"))
        if depth == 0 and token in _BETWEEN_CELLS:
            cells += [token, ""]
        else:
            cells[-1] += token
    return cells
