r"""Lines and columns of displays: which continue a statement and which begin one of their own.

Environments that only align are dropped, with their `&` and line breaks. A line, or a column, that begins a statement
after a finished one is joined to it by a comma or an "and", so that the display is a conjunction.
"""

from __future__ import annotations

from dataclasses import replace

from .brackets import innermost_bracket
from .errors import ReadingError
from .lexis import CLOSING, GRID_ENVIRONMENTS, LINE_ENVIRONMENTS, Token

_CONTINUES = frozenset("+-*/^,;)]}|") | {r"\}", "times", "|right", "|mid"}
_WAITS = frozenset("+-*/^,;([{|") | {r"\{", "times"}
_JOINS = frozenset(["relation", "set operation", "and", "or"])
_PUNCTUATION = frozenset([("operator", ","), ("operator", "."), ("operator", ";")])


def joined_lines(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens without lines; matrices and definitions by cases keep theirs.

    Right inside the braces of a set, where each line is a condition, a line break is a comma. Lines right after a
    brace that `\\right.` closes are the cases of a definition, or a system of equations, and `:&=` is `:=`. Raises
    ReadingError for an environment that is not begun or not ended.
    """
    result: list[Token] = []
    tokens = _without_groups_of_cells(_lines_of_cases(_arrays_of_statements(tokens)))
    open_environments: list[Token] = []
    of_conditions: set[Token] = set()
    for place, token in enumerate(tokens):
        in_grid = bool(open_environments) and open_environments[-1].value in GRID_ENVIRONMENTS
        if token.kind == "environment":
            if innermost_bracket(result) == r"\{" and not of_conditions.intersection(open_environments[-1:]):
                of_conditions.add(token)
            open_environments.append(token)
            if token.value in LINE_ENVIRONMENTS:
                continue
        elif token.kind == "end of environment":
            if not open_environments or open_environments[-1].value != token.value:
                raise ReadingError(rf"this \end{{{token.value}}} has no \begin{{{token.value}}}", text, token.start)
            open_environments.pop()
            if token.value in LINE_ENVIRONMENTS:
                continue
        elif token.kind == "operator" and token.value in ("&", "\\\\") and not in_grid:
            if not of_conditions.intersection(open_environments[-1:]):
                result.append(replace(token, kind="break"))
            elif token.value == "\\\\" and _ends_line(tokens, place, result):
                result.append(replace(token, value=","))
            continue
        if token.key == ("relation", "=") and place > 1 and [t.value for t in tokens[place - 2 : place]] == [":", "&"]:
            while result[-1].kind == "break":
                result.pop()
            result[-1] = replace(token, value=":=", start=result[-1].start)
            continue
        result.append(token)
    if open_environments:
        token = open_environments[-1]
        raise ReadingError(rf"this \begin{{{token.value}}} has no \end{{{token.value}}}", text, token.start)
    return _statements(result) if any(token.kind == "break" for token in result) else result


# Statements.


def _depths(tokens: list[Token]) -> list[int]:
    """How many brackets and grids are open around each token."""
    depth, depths = 0, []
    closings = {closing for pair in CLOSING.values() for closing in pair} | {"|right"}
    for token in tokens:
        closes = token.kind == "end of environment" or (token.kind == "operator" and token.value in closings)
        depth -= closes
        depths.append(depth)
        opens = token.kind == "operator" and (token.value in CLOSING or token.value == "|left")
        depth += token.kind == "environment" or (opens and token.value != "cases{")
    return depths


def _statements(tokens: list[Token]) -> list[Token]:
    """The tokens with something that joins in place of the breaks that end a statement, and nothing for the others."""
    depths = _depths(tokens)
    related = _related_lines(tokens, depths)
    parts: list[list[int]] = [[]]  # indices of the tokens of each statement
    states = False  # whether the last of the parts has a relation
    for place, token in enumerate(tokens):
        if token.kind != "break":
            parts[-1].append(place)
            states = states or (token.kind == "relation" and not depths[place])
        elif depths[place] == 0 and states and _finished(tokens, parts[-1]) and _begins(tokens, related, place + 1):
            parts.append([])
            states = False
    own = any(tokens[i].kind == "connective" and not depths[i] for part in parts for i in part) and len(parts) > 1
    result: list[Token] = []
    for part in parts:
        inside = [tokens[i] for i in part]
        if not own:
            if result and result[-1].key != ("operator", ","):
                end = result.pop().end if result[-1].key in _PUNCTUATION else result[-1].end
                result.append(Token("and", "and", end, end))
            result += inside
            continue
        while inside and inside[-1].key in _PUNCTUATION:
            inside.pop()
        if result:
            result.append(Token("and", "and", result[-1].end, result[-1].end))
        if inside:
            first, last = inside[0].start, inside[-1].end
            result += [Token("operator", "{", first, first), *inside, Token("operator", "}", last, last)]
    return result


def _related_lines(tokens: list[Token], depths: list[int]) -> list[bool]:
    """Whether a relation outside of brackets stands between each token and the end of its line."""
    related = [False] * (len(tokens) + 1)
    for place in range(len(tokens) - 1, -1, -1):
        token, depth = tokens[place], depths[place]
        ends = token.key == ("break", "\\\\") and not depth
        related[place] = not ends and (related[place + 1] or (token.kind == "relation" and not depth))
    return related


def _finished(tokens: list[Token], part: list[int]) -> bool:
    """Whether nothing is expected after the end of a statement."""
    last = tokens[part[-1]]
    if last.key in _PUNCTUATION:
        return len(part) > 1 and not _expects_more(tokens[part[-2]])
    return not _expects_more(last)


def _expects_more(token: Token) -> bool:
    return token.kind in (*_JOINS, "connective", "then") or (token.kind == "operator" and token.value in _WAITS)


def _begins(tokens: list[Token], related: list[bool], place: int) -> bool:
    """Whether what stands from `place` to the end of the line begins a statement: an operand first, then a relation."""
    while place < len(tokens) and tokens[place].key == ("break", "&"):
        place += 1
    if place == len(tokens) or tokens[place].kind in (*_JOINS, "connective", "then", "break"):
        return False
    continues = tokens[place].kind == "operator" and tokens[place].value in _CONTINUES
    return related[place] and not continues


# Arrays and cases.


def _ends_of_environments(tokens: list[Token]) -> dict[int, int]:
    """For the index of each beginning of an environment, the index of its end."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind == "environment":
            opened.append(place)
        elif token.kind == "end of environment" and opened:
            ends[opened.pop()] = place
    return ends


def _arrays_of_statements(tokens: list[Token]) -> list[Token]:
    """The tokens with `aligned` for every array with cells that begin or end with a relation, such as `a &=& b`."""
    ends = _ends_of_environments(tokens)
    starts = {end: start for start, end in ends.items()}
    aligned: set[int] = set()  # where environments begin that have such cells
    opened: list[int] = []
    depths = _depths(tokens)
    for place, token in enumerate(tokens):
        if token.kind == "environment":
            opened.append(place)
        elif token.kind == "end of environment" and place in starts and opened:
            opened.pop()
        elif token.key == ("operator", "&") and opened and depths[place] == depths[opened[-1]] + 1:
            beside = tokens[place - 1], tokens[min(place + 1, len(tokens) - 1)]
            aligned.update(opened[-1:] if any(t.kind == "relation" for t in beside) else [])
    result: list[Token | None] = list(tokens)
    for place in aligned & ends.keys():
        token, end = tokens[place], ends[place]
        of_cases = place > 0 and tokens[place - 1].value == "cases{"
        if token.value == "array" or (of_cases and token.value in LINE_ENVIRONMENTS):
            result[place], result[end] = replace(token, value="aligned"), replace(tokens[end], value="aligned")
            if of_cases:
                result[place - 1] = None
    return [token for token in result if token is not None]


def _lines_of_cases(tokens: list[Token]) -> list[Token]:
    """Lines that are aligned right after `cases{` as the grid that `array` would make of them."""
    result = list(tokens)
    for place, end in _ends_of_environments(tokens).items():
        if place and tokens[place].value in LINE_ENVIRONMENTS and tokens[place - 1].value == "cases{":
            result[place], result[end] = (replace(tokens[at], value="array") for at in (place, end))
    return result


def _ends_line(tokens: list[Token], place: int, before: list[Token]) -> bool:
    """Whether the line break at `place` ends a condition: what is around it neither waits for more nor goes on."""
    after = next((t for t in tokens[place + 1 :] if t.key != ("operator", "&")), None)
    goes_on = after is None or after.kind in ("end of environment", *_JOINS)
    goes_on = goes_on or (after is not None and after.kind == "operator" and after.value in _CONTINUES)
    last = before[-1]
    waits = last.kind in _JOINS or (last.kind == "operator" and last.value in _WAITS)
    return not goes_on and not waits


def _without_groups_of_cells(tokens: list[Token]) -> list[Token]:
    """The tokens without braces that hold a whole cell, as in `{q} & {\\text{if } a = v} \\\\`."""
    dropped: set[int] = set()
    open_at: list[int] = []
    for place, token in enumerate(tokens):
        if token.key == ("operator", "{"):
            open_at.append(place)
        elif token.key == ("operator", "}") and open_at:
            first = open_at.pop()
            if _parts_cells(tokens[first - 1 : first], "environment") and _parts_cells(
                tokens[place + 1 : place + 2], "end of environment"
            ):
                dropped |= {first, place}
    return [token for place, token in enumerate(tokens) if place not in dropped] if dropped else tokens


def _parts_cells(neighbour: list[Token], edge: str) -> bool:
    """Whether a cell ends, or begins, where this token stands."""
    return any(
        token.key in (("operator", "&"), ("operator", "\\\\"))
        or (token.kind == edge and token.value in GRID_ENVIRONMENTS)
        for token in neighbour
    )
