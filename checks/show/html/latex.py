r"""LaTeX as papers print it, rewritten into what latex2mathml reads: environments, operators, texts."""

from __future__ import annotations

import re
from collections.abc import Callable

STACKED_OPERATOR, PLAIN_OPERATOR, TEXT = "\ue000", "\ue001", "\ue002"  # private characters that say what a text is

_REFUSED = re.compile(
    r"\\(?:newcommand|renewcommand|providecommand|def|let|newenvironment|DeclareMathOperator|href|url|style|class"
    r"|unicode|includegraphics|input|require)(?![a-zA-Z])"
)
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_OPTION_OF_ARRAY = re.compile(r"(\\begin\{array\})\s*\[[a-z]?\]")
_ENVIRONMENTS = {
    "aligned": "split", "align": "split", "align*": "split", "alignedat": "split", "alignat": "split",
    "alignat*": "split", "split": "split", "eqnarray": "array}{rcl", "eqnarray*": "array}{rcl",
    "gathered": "matrix", "gather": "matrix", "gather*": "matrix", "multline": "matrix", "multline*": "matrix",
    "multlined": "matrix", "dcases": "cases",
}  # fmt: skip
_TRANSPARENT = ("equation", "equation*", "displaymath", "math", "subequations")
_ENVIRONMENT = re.compile(r"\\(begin|end)\{([a-zA-Z]+\*?)\}(\{\d+\})?")
_BRACES_INSIDE = re.compile(r"(?<!\\)[{}]")
_SPACES = {r"\,": "\u2009", r"\;": "\u2005", r"\:": "\u2005", r"\ ": "\u00a0", r"\!": "", "~": "\u00a0"}
_IGNORED = re.compile(r"\\(?:nonumber|notag|displaybreak|allowdisplaybreaks|centering|limits)(?![a-zA-Z])\s*")
_BARE_OPERATOR = re.compile(r"\\(arg|Var|Cov|Bias|MSE)(?![a-zA-Z])")
_EMPTY_LAST_CELL = re.compile(r"&\s*(\\end\{)")
_LABEL = re.compile(r"\\(?:label|tag\*?)\{[^{}]*\}")


class UnsettableError(ValueError):
    """A formula that cannot be set as MathML; it is shown as LaTeX."""


def prepared(latex: str) -> str:
    """The formula in the LaTeX that latex2mathml reads. UnsettableError for commands that do more than set formulas."""
    found = _REFUSED.search(latex) or _PRIVATE.search(latex)
    if found is not None:
        raise UnsettableError(f"{found.group()!r} is not set")
    if not _balanced(latex):
        raise UnsettableError("braces do not match")
    latex = _LABEL.sub("", _IGNORED.sub("", latex)).replace(r"\not=", r"\neq")
    latex = _EMPTY_LAST_CELL.sub(r"&{}\1", latex)
    latex = _ENVIRONMENT.sub(_environment, _OPTION_OF_ARRAY.sub(r"\1", latex))
    latex = _BARE_OPERATOR.sub(r"\\operatorname{\1}", latex)
    latex = _with_arguments(latex, re.compile(r"\\operatorname(\*?)\s*(?=\{)"), _operator)
    return _with_arguments(latex, re.compile(r"\\(?:text|mbox|textrm|textnormal)\s*(?=\{)"), _text)


def _environment(found: re.Match[str]) -> str:
    bracket, name, number = found.groups()
    if name in _TRANSPARENT:
        return ""
    known = _ENVIRONMENTS.get(name, name)
    argument = number or "" if name not in ("alignedat", "alignat", "alignat*") else ""
    if bracket == "end":
        known = known.partition("}")[0]
    return rf"\{bracket}{{{known}}}{argument}"


def _operator(command: re.Match[str], name: str) -> str:
    """The name of an operator as text that the MathML is told apart by."""
    for space, character in _SPACES.items():
        name = name.replace(space, character)
    name = re.sub(r"\\(?:mathrm|text|rm)\s*|[{}]", "", name)
    return rf"\text{{{STACKED_OPERATOR if command.group(1) else PLAIN_OPERATOR}{name.strip()}}}"


def _text(_: re.Match[str], content: str) -> str:
    """Text as such, and the formulas between dollars in it as formulas."""
    parts = content.split("$")
    if len(parts) % 2 == 0:
        raise UnsettableError("a text has a dollar without its partner")
    parts[::2] = [_BRACES_INSIDE.sub("", part) for part in parts[::2]]
    return "".join(
        (rf"\text{{{TEXT}{part}}}" if number % 2 == 0 else f"{{{part}}}") for number, part in enumerate(parts) if part
    )


def _with_arguments(latex: str, command: re.Pattern[str], written: Callable[[re.Match[str], str], str]) -> str:
    """Write each `command{argument}` anew; braces inside of the argument are matched."""
    parts: list[str] = []
    end = 0
    while found := command.search(latex, end):
        close = _closing_brace(latex, found.end())
        parts += [latex[end : found.start()], written(found, latex[found.end() + 1 : close])]
        end = close + 1
    return "".join([*parts, latex[end:]])


def _balanced(latex: str) -> bool:
    depth = 0
    for brace in re.findall(r"\\.|[{}]", latex, re.DOTALL):
        depth += {"{": 1, "}": -1}.get(brace, 0)
        if depth < 0:
            return False
    return depth == 0


def _closing_brace(latex: str, opening: int) -> int:
    depth = 0
    position = opening
    while position < len(latex):
        character = latex[position]
        if character == "\\":
            position += 1
        elif character in "{}":
            depth += 1 if character == "{" else -1
            if depth == 0:
                return position
        position += 1
    raise UnsettableError("a brace is never closed")
