"""Tokens of the two notations.

LaTeX is cut as TeX cuts it, one token for each letter and each digit, so that `\\frac12` and `e^x` mean what
they print. Spellings that print alike become the same tokens: spacing disappears, `\\dfrac` is `\\frac`,
`\\left(` is `(`, `\\hat{\\Pi}` is `\\hat\\Pi`, `p_{0}` is `p_0`, `\\operatorname{Var}` is `\\mathrm{Var}`,
`^{\\prime}` is a prime, and the lines of `aligned` are one line. Spans always refer to the text as given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace

from . import limits
from .errors import ReadingError


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the text; `kind` is letter, digit, command, word, name, number, operator, relation, connective,
    and, or, set operation, environment, end of environment, or end."""

    kind: str
    value: str
    start: int
    end: int

    @property
    def key(self) -> tuple[str, str]:
        """What the token prints, wherever it stands."""
        return self.kind, self.value


_SPACING = frozenset(
    [
        *["\\ ", "~"],
        *[r"\,", r"\;", r"\!", r"\:", r"\>", r"\quad", r"\qquad", r"\displaystyle", r"\textstyle"],
        *[r"\limits", r"\nolimits", r"\nonumber", r"\notag", r"\allowbreak"],
    ]
)
_RELATIONS = {
    "=": "=",
    "<": "<",
    ">": ">",
    r"\lt": "<",
    r"\gt": ">",
    r"\le": "<=",
    r"\leq": "<=",
    r"\leqslant": "<=",
    r"\ge": ">=",
    r"\geq": ">=",
    r"\geqslant": ">=",
    r"\ne": "!=",
    r"\neq": "!=",
    r"\in": "in",
    r"\notin": "notin",
    r"\subset": "subset",
    r"\subseteq": "subseteq",
    r"\supset": "supset",
    r"\supseteq": "supseteq",
    r"\approx": "approx",
    r"\sim": "~",
    r"\coloneqq": ":=",
    r"\triangleq": ":=",
    r"\equiv": "=",
}
_NEGATED_RELATIONS = {"=": "!=", r"\in": "notin"}
_CONNECTIVES = {
    r"\iff": "iff",
    r"\Leftrightarrow": "iff",
    r"\Longleftrightarrow": "iff",
    r"\implies": "implies",
    r"\Rightarrow": "implies",
    r"\Longrightarrow": "implies",
}
_SET_OPERATIONS = {r"\cup": "cup", r"\cap": "cap", r"\setminus": "setminus", r"\smallsetminus": "setminus"}
_OPERATORS = {
    r"\cdot": "*",
    r"\ast": "*",
    r"\times": "times",
    r"\lbrace": r"\{",
    r"\rbrace": r"\}",
    r"\{": r"\{",
    r"\}": r"\}",
    r"\lvert": "|left",
    r"\rvert": "|right",
    r"\vert": "|",
    r"\mid": "|mid",
    r"\colon": ":",
    r"\to": "->",
    r"\rightarrow": "->",
    r"\land": "and",
    r"\wedge": "and",
    r"\lor": "or",
    r"\vee": "or",
    "\\\\": "\\\\",
}
_SAME_COMMAND = {
    r"\dfrac": r"\frac",
    r"\tfrac": r"\frac",
    r"\cfrac": r"\frac",
    r"\dbinom": r"\binom",
    r"\tbinom": r"\binom",
    r"\dots": r"\ldots",
    r"\cdots": r"\ldots",
    r"\varnothing": r"\emptyset",
}
_LINE_ENVIRONMENTS = frozenset(
    ["aligned", "split", "align", "align*", "equation", "equation*", "gather", "gather*", "gathered", "multline"]
)
_GRID_ENVIRONMENTS = frozenset(["pmatrix", "bmatrix", "matrix", "smallmatrix", "array", "cases", "dcases"])
ACCENTS_AND_FONTS = frozenset(
    [
        r"\hat",
        r"\tilde",
        r"\bar",
        r"\widehat",
        r"\widetilde",
        r"\overline",
        r"\underline",
        r"\vec",
        r"\dot",
        r"\ddot",
        r"\mathbb",
        r"\mathcal",
        r"\mathbf",
        r"\mathsf",
        r"\mathfrak",
        r"\mathscr",
        r"\mathit",
        r"\boldsymbol",
        r"\bm",
    ]
)
KNOWN_COMMANDS = [
    *(
        command
        for table in (_RELATIONS, _CONNECTIVES, _SET_OPERATIONS, _OPERATORS, _SAME_COMMAND, sorted(ACCENTS_AND_FONTS))
        for command in table
        if len(command) > 2 and command.startswith("\\")
    ),
    *[r"\frac", r"\sqrt", r"\binom", r"\sum", r"\prod", r"\ldots", r"\log", r"\exp", r"\operatorname", r"\text"],
]
"""Commands that the reader knows, for suggestions."""
_CLOSING = {"(": (")", "]"), "[": (")", "]"), "{": ("}",), r"\{": (r"\}",), "cases{": (), "|from": ("|at",)}

_LATEX = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<line>\\\\(?:\*|\[-?[0-9.]+\s*(?:pt|em|ex|mm|cm)\])?)
      | (?P<word>\\(?:operatorname\*?|mathrm|text|textrm|textnormal|mbox)\s*
            (?:\{(?P<letters>(?:[A-Za-z\s~]|\\[,;:!>\ ])*)[.,;]?\}|(?P<letter>[A-Za-z])))
      | (?P<sized>\\(?P<size>left|right|middle|(?:big|Big|bigg|Bigg)[lrm]?)(?![A-Za-z])\s*
            (?P<delimiter>\\[{}]|\\(?:lvert|rvert|vert|mid|lbrace|rbrace)(?![A-Za-z])|[()\[\]|./]))
      | (?P<environment>\\(?P<edge>begin|end)\s*\{(?P<which>[A-Za-z]+\*?)\})
      | (?P<label>\\(?:label|tag)\*?\{[^{}]*\})
      | (?P<negated>\\not\s*(?:=|\\in(?![A-Za-z])))
      | (?P<command>\\[A-Za-z]+|\\.)
      | (?P<thousands>(?<=[0-9])\{,\}(?=[0-9]{3}(?![0-9])))
      | (?P<letter_alone>[A-Za-z])
      | (?P<digit>[0-9])
      | (?P<operator>:=|[-+*/^_(){}\[\]|,;:.!'&~=<>])""",
    re.VERBOSE | re.ASCII,
)
_ARRAY_COLUMNS = re.compile(r"\s*(?:\[[tbc]?\])?\s*\{[lcr|@{}\s]*?\}", re.ASCII)


def check_text(text: str) -> None:
    """Refuse what is too long, and every character that is not printable ASCII or white space."""
    if not isinstance(text, str):
        raise TypeError(f"a formula is a str, not {type(text).__name__}")
    if len(text) > limits.TEXT_LENGTH:
        reason = f"the text has {len(text)} characters; at most {limits.TEXT_LENGTH} are read"
        raise ReadingError(reason, text, limits.TEXT_LENGTH)
    for position, character in enumerate(text):
        if not (" " <= character <= "~" or character in "\t\r\n"):
            title = unicodedata.name(character, "a character without name")
            reason = f"U+{ord(character):04X} ({title}) is not read; formulas are written in plain ASCII"
            raise ReadingError(reason, text, position)


def latex_tokens(text: str) -> list[Token]:
    """The normalised tokens of a LaTeX formula, the last one of kind `end`.

    Raises ReadingError for a character or an environment that is not read, and for a bracket without partner.
    """
    check_text(text)
    tokens = _pair_sized_brackets(text, list(_cut(text)))
    tokens = _join_lines(text, tokens)
    tokens = _lower_scripts_first(_unify_scripts(tokens))
    if len(tokens) > limits.TOKENS:
        raise ReadingError(f"more than {limits.TOKENS} tokens", text, tokens[limits.TOKENS].start)
    check_brackets(text, tokens)
    return [*tokens, Token("end", "the end", len(text), len(text))]


def _cut(text: str) -> Iterator[Token]:
    position = 0
    while position < len(text):
        match = _LATEX.match(text, position)
        if match is None:
            raise ReadingError(f"{text[position]!r} is not read here", text, position)
        start, position = match.span()
        group = match.lastgroup if match.lastgroup not in ("letters", "letter", "delimiter", "which") else None
        if group in ("space", "label", "thousands"):
            continue
        if group == "line":
            yield Token("operator", "\\\\", start, position)
        elif group == "negated":
            yield Token("relation", _NEGATED_RELATIONS[match[0].removeprefix(r"\not").strip()], start, position)
        elif group == "letter_alone":
            yield Token("letter", match[0], start, position)
        elif group == "digit":
            yield Token("digit", match[0], start, position)
        elif match["word"] is not None:
            word = re.sub(r"\\.|[\s~]", "", match["letters"] or match["letter"] or "")
            kind = {"and": "and", "or": "or", "if": "connective"}.get(word, "word")
            if word:
                yield Token(kind, word, start, position)
        elif match["sized"] is not None:
            yield Token("sized", f"{match['size']} {match['delimiter']}", start, position)
        elif match["environment"] is not None:
            name = match["which"]
            if name not in _LINE_ENVIRONMENTS | _GRID_ENVIRONMENTS:
                known = ", ".join(sorted(_LINE_ENVIRONMENTS | _GRID_ENVIRONMENTS))
                raise ReadingError(f"the environment {name} is not read; known are {known}", text, start)
            if name == "array" and match["edge"] == "begin":
                columns = _ARRAY_COLUMNS.match(text, position)
                if columns is None:
                    raise ReadingError("expected the columns of the array, such as {cc}", text, position)
                position = columns.end()
            yield Token("environment" if match["edge"] == "begin" else "end of environment", name, start, position)
        else:
            yield from _symbol(text, match[0], start, position)


def _symbol(text: str, printed: str, start: int, end: int) -> Iterator[Token]:
    if printed in _SPACING:
        return
    printed = _SAME_COMMAND.get(printed, printed)
    if printed in (r"\|", r"\#", r"\$", r"\&"):
        raise ReadingError(f"{printed} is not read", text, start)
    if printed == r"\%":
        yield Token("operator", "%", start, end)
    elif printed == r"\prime":
        yield Token("operator", "'", start, end)
    elif printed == ":=":
        yield Token("relation", ":=", start, end)
    elif printed in _RELATIONS:
        yield Token("relation", _RELATIONS[printed], start, end)
    elif printed in _CONNECTIVES:
        yield Token("connective", _CONNECTIVES[printed], start, end)
    elif printed in _SET_OPERATIONS:
        yield Token("set operation", _SET_OPERATIONS[printed], start, end)
    elif printed in _OPERATORS or not printed.startswith("\\"):
        value = _OPERATORS.get(printed, printed)
        yield Token(value if value in ("and", "or") else "operator", value, start, end)
    else:
        yield Token("command", printed, start, end)


def _pair_sized_brackets(text: str, tokens: list[Token]) -> list[Token]:
    """Replace `\\left`, `\\right` and their sisters by plain brackets; `\\left.` and `\\right.` vanish.

    `\\left\\{ ... \\right.` becomes `cases{`, and `\\left. ... \\right|_` becomes `|from ... |at`; without a
    subscript behind it the bar only separates, as in `\\left. X \\right| \\pi`.
    """
    result: list[Token | None] = []
    open_at: list[int] = []
    for place, token in enumerate(tokens):
        if token.kind != "sized":
            result.append(token)
            continue
        size, delimiter = token.value.split(" ", 1)
        delimiter = {r"\lvert": "|", r"\rvert": "|", r"\vert": "|", r"\mid": "|"}.get(delimiter, delimiter)
        value = _OPERATORS.get(delimiter, delimiter)
        side = size if size in ("left", "right", "middle") else {"l": "left", "r": "right", "m": "middle"}.get(size[-1])
        if value == "|" and side is not None:
            value = {"left": "|left", "right": "|right", "middle": "|mid"}[side]
        bracket = Token("operator", value, token.start, token.end)
        if size == "left":
            open_at.append(len(result))
        elif size == "right":
            if not open_at:
                raise ReadingError(r"this \right has no \left before it", text, token.start)
            first = open_at.pop()
            opening = result[first]
            if opening is None:
                raise AssertionError("an opening bracket is dropped only when it is paired")
            if opening.value == "." and value == "|right":
                separates = any(follower.value != "_" for follower in tokens[place + 1 : place + 2])
                if separates:
                    bracket = replace(bracket, value="|mid")
                else:
                    opening, bracket = replace(opening, value="|from"), replace(bracket, value="|at")
            elif opening.value == r"\{" and value == ".":
                opening = replace(opening, value="cases{")
            result[first] = None if opening.value == "." else opening
        result.append(None if size == "right" and bracket.value == "." else bracket)
    if open_at:
        opening = result[open_at[-1]]
        raise ReadingError(r"this \left has no \right after it", text, opening.start if opening else 0)
    return [token for token in result if token is not None]


def _join_lines(text: str, tokens: list[Token]) -> list[Token]:
    """Drop the environments that only align lines, with their `&` and line breaks; keep those of grids.

    Right inside the braces of a set, where each line is a condition, a line break is a comma. Lines right after a
    brace that `\\right.` closes are the cases of a definition, and `:&=` is `:=`.
    """
    result: list[Token] = []
    tokens = _lines_of_cases(tokens)
    open_environments: list[Token] = []
    of_conditions: set[Token] = set()
    for place, token in enumerate(tokens):
        in_grid = bool(open_environments) and open_environments[-1].value in _GRID_ENVIRONMENTS
        if token.kind == "environment":
            if _innermost_bracket(result) == r"\{" and not of_conditions.intersection(open_environments[-1:]):
                of_conditions.add(token)
            open_environments.append(token)
            if token.value in _LINE_ENVIRONMENTS:
                continue
        elif token.kind == "end of environment":
            if not open_environments or open_environments[-1].value != token.value:
                raise ReadingError(rf"this \end{{{token.value}}} has no \begin{{{token.value}}}", text, token.start)
            open_environments.pop()
            if token.value in _LINE_ENVIRONMENTS:
                continue
        elif token.kind == "operator" and token.value in ("&", "\\\\") and not in_grid:
            in_set = bool(of_conditions.intersection(open_environments[-1:]))
            if token.value == "\\\\" and in_set and _ends_line(tokens, place, result):
                result.append(replace(token, value=","))
            continue
        if token.key == ("relation", "=") and place > 1 and [t.value for t in tokens[place - 2 : place]] == [":", "&"]:
            result[-1] = replace(token, value=":=", start=result[-1].start)
            continue
        result.append(token)
    if open_environments:
        token = open_environments[-1]
        raise ReadingError(rf"this \begin{{{token.value}}} has no \end{{{token.value}}}", text, token.start)
    return result


def _lines_of_cases(tokens: list[Token]) -> list[Token]:
    """Lines that are aligned right after `cases{` as the grid that `array` would make of them."""
    result = list(tokens)
    for place, token in enumerate(tokens):
        if token.kind != "environment" or token.value not in _LINE_ENVIRONMENTS or not place:
            continue
        if tokens[place - 1].value != "cases{":
            continue
        depth = 0
        for end in range(place, len(tokens)):
            depth += {"environment": 1, "end of environment": -1}.get(tokens[end].kind, 0)
            if depth == 0:
                result[place], result[end] = replace(token, value="array"), replace(tokens[end], value="array")
                break
    return result


def _innermost_bracket(tokens: list[Token]) -> str:
    """The bracket that is still open after these tokens; empty when there is none."""
    open_brackets: list[str] = []
    for token in tokens:
        if token.kind == "operator" and token.value in _CLOSING:
            open_brackets.append(token.value)
        elif token.kind == "operator" and token.value in (")", "]", "}", r"\}") and open_brackets:
            open_brackets.pop()
    return open_brackets[-1] if open_brackets else ""


_CONTINUES = frozenset("+-*/^,;)]}|") | {r"\}", "times", "|right", "|mid"}


def _ends_line(tokens: list[Token], place: int, before: list[Token]) -> bool:
    """Whether the line break at `place` ends a condition: what is around it neither waits for more nor goes on."""
    after = next((t for t in tokens[place + 1 :] if t.key != ("operator", "&")), None)
    goes_on = after is None or after.kind in ("end of environment", "relation", "set operation", "and", "or")
    goes_on = goes_on or (after is not None and after.kind == "operator" and after.value in _CONTINUES)
    last = before[-1]
    waits = last.kind in ("relation", "set operation", "and", "or")
    waits = waits or (last.kind == "operator" and last.value in (*"+-*/^,;([{|", r"\{", "times"))
    return not goes_on and not waits


def _unify_scripts(tokens: list[Token]) -> list[Token]:
    """Write `^{\\prime}` as a prime, and take the braces from a single token after `_`, `^`, an accent or a font."""
    result: list[Token] = []
    i = 0
    while i < len(tokens):
        token = tokens[i]
        if token.key == ("operator", "^") and i + 1 < len(tokens):
            j = i + 1
            braced = tokens[j].key == ("operator", "{")
            j += braced
            primes = j
            while primes < len(tokens) and tokens[primes].key == ("operator", "'"):
                primes += 1
            closed = not braced or (primes < len(tokens) and tokens[primes].key == ("operator", "}"))
            if primes > j and closed:
                result.extend(tokens[j:primes])
                i = primes + braced
                continue
        takes_argument = token.key in (("operator", "_"), ("operator", "^")) or (
            token.kind == "command" and token.value in ACCENTS_AND_FONTS
        )
        result.append(token)
        i += 1
        if takes_argument:
            inner = i
            while inner < len(tokens) and tokens[inner].key == ("operator", "{"):
                inner += 1
            end = 2 * inner - i + 1
            closings = [t.key for t in tokens[inner + 1 : end]]
            if inner > i and end <= len(tokens) and closings == [("operator", "}")] * (inner - i):
                single = tokens[inner]
                if single.kind in ("letter", "digit", "command", "word") or single.value == "*":
                    result.append(single)
                    i = end
    return result


def _lower_scripts_first(tokens: list[Token]) -> list[Token]:
    """Write the subscript before the superscript, whichever comes first in print: `x^2_i` is `x_i^2`."""
    after_script = _ends_of_scripts(tokens)
    result: list[Token] = []
    pending = [(0, len(tokens))]  # stretches still to be written, the next one last
    while pending:
        i, stop = pending.pop()
        while i < stop:
            middle = after_script.get(i, stop)
            if tokens[i].value == "^" and middle < stop and tokens[middle].key == ("operator", "_"):
                end = after_script[middle]
                result.append(tokens[middle])
                pending += [(end, stop), (i + 1, middle), (i, i + 1), (middle + 1, end)]
                break
            result.append(tokens[i])
            i += 1
    return result


def _ends_of_scripts(tokens: list[Token]) -> dict[int, int]:
    """For the index of each `_` and `^`, the index after its argument: a group in braces, or one token."""
    partner: dict[int, int] = {}
    open_braces: list[int] = []
    for index, token in enumerate(tokens):
        if token.key == ("operator", "{"):
            open_braces.append(index)
        elif token.key == ("operator", "}") and open_braces:
            partner[open_braces.pop()] = index
    partner.update((index, len(tokens) - 1) for index in open_braces)
    signs = [index for index, token in enumerate(tokens) if token.key in (("operator", "_"), ("operator", "^"))]
    return {sign: min(partner.get(sign + 1, sign + 1) + 1, len(tokens)) for sign in signs}


def check_brackets(text: str, tokens: list[Token]) -> None:
    """Find the bracket that is never closed, or never opened, and brackets that nest too deeply."""
    open_brackets: list[Token] = []
    closings = {closing for pair in _CLOSING.values() for closing in pair}
    for token in tokens:
        if token.kind in ("environment", "end of environment"):
            grid = token.kind == "environment"
            if grid:
                open_brackets.append(token)
            elif open_brackets and open_brackets[-1].kind == "environment":
                open_brackets.pop()
                if open_brackets and open_brackets[-1].key == ("operator", "cases{"):
                    open_brackets.pop()
            else:
                bracket = open_brackets[-1] if open_brackets else token
                raise ReadingError(f"this {_shown(bracket)} is never closed", text, bracket.start)
        elif token.kind == "operator" and token.value in _CLOSING:
            open_brackets.append(token)
        elif token.kind == "operator" and token.value in closings:
            if not open_brackets:
                raise ReadingError(f"this {_shown(token)} closes a bracket that was never opened", text, token.start)
            opening = open_brackets.pop()
            if token.value not in _CLOSING.get(opening.value, ()):
                reason = f"this {_shown(opening)} is never closed (a {_shown(token)} comes first)"
                raise ReadingError(reason, text, opening.start)
        if len(open_brackets) > limits.NESTING_DEPTH:
            raise ReadingError(f"brackets nest deeper than {limits.NESTING_DEPTH}", text, token.start)
    if open_brackets:
        opening = open_brackets[-1]
        raise ReadingError(f"this {_shown(opening)} is never closed", text, opening.start)


def _shown(token: Token) -> str:
    if token.kind == "environment":
        return rf"\begin{{{token.value}}}"
    return {"cases{": r"\left\{", "|from": r"\left.", "|at": r"\right|"}.get(token.value, token.value)


_PLAIN = re.compile(
    r"""(?P<space>[ \t\r\n]+)
      | (?P<number>[0-9]+(?:\.[0-9]+)?)
      | (?P<name>[A-Za-z][A-Za-z0-9_]*)
      | (?P<dots>\.\.\.)
      | (?P<connective><=>|=>)
      | (?P<relation>:=|==|!=|<=|>=|[=<>~])
      | (?P<operator>\*\*|->|[-+*/^(){}\[\]|,;:!'])""",
    re.VERBOSE | re.ASCII,
)
_PLAIN_WORDS = {
    "and": ("and", "and"),
    "or": ("or", "or"),
    "if": ("connective", "if"),
    "in": ("relation", "in"),
    "notin": ("relation", "notin"),
    "subset": ("relation", "subset"),
    "subseteq": ("relation", "subseteq"),
    "supset": ("relation", "supset"),
    "supseteq": ("relation", "supseteq"),
    "approx": ("relation", "approx"),
    "cup": ("set operation", "cup"),
    "cap": ("set operation", "cap"),
    "setminus": ("set operation", "setminus"),
    "times": ("operator", "times"),
}
_PLAIN_SIGNS = {"**": "^", "==": "=", "<=>": "iff", "=>": "implies", "{": r"\{", "}": r"\}"}
PLAIN_CONSTRUCTIONS = frozenset(
    ["argmin", "argmax", "inf", "sup", "at", "cases", "diff", "matrix", "otherwise", "product", "sum", "emptyset"]
)
"""Words of the plain notation that are not functions of numbers."""

RESERVED_WORDS = PLAIN_CONSTRUCTIONS | frozenset(_PLAIN_WORDS) | frozenset(["binomial"])
"""Words that cannot be declared as names, besides the built-in functions."""


def plain_tokens(text: str) -> list[Token]:
    """The tokens of a formula in plain notation, the last one of kind `end`; raises ReadingError as `latex_tokens`."""
    check_text(text)
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        match = _PLAIN.match(text, position)
        if match is None:
            raise ReadingError(f"{text[position]!r} is not read here", text, position)
        start, position = match.span()
        kind, value = match.lastgroup or "", match[0]
        if kind == "space":
            continue
        if kind == "name" and value in _PLAIN_WORDS:
            kind, value = _PLAIN_WORDS[value]
        tokens.append(Token(kind, _PLAIN_SIGNS.get(value, value), start, position))
        if len(tokens) > limits.TOKENS:
            raise ReadingError(f"more than {limits.TOKENS} tokens", text, start)
    check_brackets(text, tokens)
    return [*tokens, Token("end", "the end", len(text), len(text))]
