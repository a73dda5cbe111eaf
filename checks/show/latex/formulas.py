"""How wide a formula of LaTeX is set, about, and what it is made of: enough to know where it can be broken.

Nothing is understood of its meaning. Widths are in points of a formula displayed at ten points, on the wide side.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Kind = Literal["ordinary", "sum", "relation", "product", "space", "fraction", "fence"]

_TOKEN = re.compile(r"\\begin\{(?P<environment>[a-zA-Z]+\*?)\}|\\[a-zA-Z]+\*?|\\.|\s+|.", re.DOTALL)
_RELATIONS = frozenset(
    {"=", "<", ">", ":", "|", r"\le", r"\leq", r"\leqslant", r"\ge", r"\geq", r"\geqslant", r"\ne", r"\neq", r"\equiv",
     r"\approx", r"\sim", r"\in", r"\to", r"\mapsto", r"\iff", r"\implies", r"\Rightarrow", r"\Leftrightarrow",
     r"\propto", r"\subseteq", r"\subset", r"\mid", r"\vdash", r"\Longrightarrow", r"\ll", r"\gg",
     r"\Longleftrightarrow", r"\rightarrow", r"\leftarrow", r"\triangleq", r"\cong", r"\notin"}
)  # fmt: skip
_BARS = frozenset({":", "|", r"\mid"})  # relations that are not broken at
_SUMS = frozenset({"+", "-", r"\pm", r"\mp", r"\wedge", r"\vee", r"\land", r"\lor", r"\cup", r"\cap", r"\oplus"})
_PRODUCTS = frozenset({r"\cdot", r"\times", r"\circ", "/", "*"})
_SPACES = {r"\,": 1.7, r"\:": 2.3, r"\;": 2.8, r"\ ": 3.4, "~": 3.4, r"\quad": 10.0, r"\qquad": 20.0, r"\!": -1.7}
_BREAKING_SPACES = frozenset({r"\quad", r"\qquad"})
_OPENING = {"(": ")", "[": "]", r"\{": r"\}", r"\langle": r"\rangle", r"\lfloor": r"\rfloor", r"\lceil": r"\rceil"}
_CLOSING = frozenset(_OPENING.values())
_ONE = frozenset(
    {r"\sqrt", r"\operatorname", r"\mathbf", r"\mathbb", r"\mathrm", r"\mathcal", r"\mathit", r"\mathsf", r"\mathtt",
     r"\text", r"\textrm", r"\textit", r"\textbf", r"\mbox", r"\hat", r"\tilde", r"\bar", r"\overline", r"\underline",
     r"\vec", r"\widehat", r"\widetilde", r"\boldsymbol", r"\dot", r"\underbrace", r"\overbrace", r"\mathop",
     r"\operatorname*", r"\boxed", r"\mathfrak", r"\phantom"}
)  # fmt: skip
_CLASSES: dict[str, Kind] = {r"\mathrel": "relation", r"\mathbin": "sum"}
_TWO = frozenset({r"\frac", r"\dfrac", r"\tfrac", r"\binom", r"\overset", r"\underset", r"\stackrel"})
_FRACTIONS = frozenset({r"\frac", r"\dfrac"})
_NOTHING = frozenset({r"\limits", r"\nolimits", r"\displaystyle", r"\textstyle", r"\nonumber", r"\notag"})
_BIG = frozenset({r"\sum", r"\prod", r"\int", r"\bigcup", r"\bigcap"})
_WORDS = frozenset(
    {r"\log", r"\ln", r"\exp", r"\max", r"\min", r"\sup", r"\inf", r"\lim", r"\det", r"\Pr", r"\arg", r"\gcd", r"\dim"}
)
_SIZES = re.compile(r"\\(?:big|Big|bigg|Bigg)[lrm]?$")
SCRIPT = 0.72  # size of scripts
LETTER, DIGIT, DELIMITER = 6.0, 5.0, 4.4


_GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_MATHEMATICS = frozenset(
    {rf"\{name}" for name in _GREEK.split()}
    | {r"\left", r"\right", r"\middle", r"\partial", r"\infty", r"\ldots", r"\cdots", r"\dots", r"\forall", r"\exists",
       r"\emptyset", r"\vert", r"\Vert", r"\lvert", r"\rvert", r"\ell", r"\prime", r"\setminus", r"\backslash", r"\|",
       r"\hspace", r"\end", r"\\", r"\_", r"\%", r"\&", r"\quad", r"\dagger", r"\ddagger", r"\star", r"\ast",
       r"\nabla", r"\lim", r"\top", r"\neg", r"\colon", r"\vdots", r"\ddots", r"\bmod", r"\mod", r"\pmod"}
)  # fmt: skip
_TABLES = frozenset({"array", "cases", "matrix", "pmatrix", "bmatrix", "vmatrix", "aligned", "split", "gathered"})


@dataclass(frozen=True)
class Node:
    """A part of a formula: its source, its width, and for fractions and fences what they hold."""

    kind: Kind
    source: str
    width: float
    parts: tuple[tuple[Node, ...], ...] = ()
    fence: tuple[str, str] = ("", "")
    scripts: str = ""  # what follows as a sub- or superscript
    scripts_width: float = 0.0


def parse(latex: str) -> tuple[Node, ...]:
    """The parts of a formula in order; their sources together are the formula, apart from white space."""
    return _Parser([m.group() for m in _TOKEN.finditer(latex)], latex).sequence(frozenset())


def is_harmless(latex: str) -> bool:
    """Whether a formula consists of commands that set mathematics, so that it can do nothing else in a document."""
    known = _MATHEMATICS | _ONE | _TWO | _RELATIONS | _SUMS | _PRODUCTS | _SPACES.keys() | _BIG | _WORDS | _NOTHING
    known |= _OPENING.keys() | _CLOSING | _CLASSES.keys()
    if "^^" in latex:  # TeX's way to write any character
        return False
    depth, inside = 0, 0
    for token in _TOKEN.finditer(latex):
        text, environment = token.group(), token["environment"]
        if environment is not None:
            inside += 1
            if environment not in _TABLES:
                return False
        elif text.startswith("\\") and text not in known and not _SIZES.match(text):
            return False
        inside -= text == r"\end"
        depth += (text == "{") - (text == "}")
        if depth < 0 or inside < 0 or text in "$#%~" or (text in ("&", r"\\") and not inside) or not text.isascii():
            return False
    return depth == 0 and inside == 0 and latex.count(r"\left") == latex.count(r"\right")


def width(nodes: tuple[Node, ...]) -> float:
    """How wide parts are, set side by side."""
    return sum(node.width for node in nodes)


def source(nodes: tuple[Node, ...]) -> str:
    """What was parsed."""
    return "".join(node.source for node in nodes)


class _Parser:
    def __init__(self, tokens: list[str], latex: str) -> None:
        self.tokens, self.place, self.latex = tokens, 0, latex

    def sequence(self, end: frozenset[str]) -> tuple[Node, ...]:
        """The nodes up to one of the tokens `end`, which is not taken, or to the end."""
        found: list[Node] = []
        while self.place < len(self.tokens) and self.tokens[self.place] not in end:
            token = self.tokens[self.place]
            if token in ("^", "_", "'") and found:
                found[-1] = self.scripted(found[-1])
            else:
                found.append(self.node())
        return tuple(found)

    def scripted(self, base: Node) -> Node:
        start = self.place
        widths = []
        while self.place < len(self.tokens) and self.tokens[self.place] in ("^", "_", "'"):
            mark = self.tokens[self.place]
            self.place += 1
            widths.append(2.5 if mark == "'" else SCRIPT * width(self.argument()))
        text, wide = "".join(self.tokens[start : self.place]), max(widths)
        stacked = base.source.strip() in _BIG  # limits stand above and below
        total = max(base.width, wide) if stacked else base.width + wide + 0.5
        return Node(
            base.kind, base.source + text, total, base.parts, base.fence, base.scripts + text, base.scripts_width + wide
        )

    def argument(self) -> tuple[Node, ...]:
        """A group in braces, or the next node."""
        self.blank()
        if self.place >= len(self.tokens):
            return ()
        if self.tokens[self.place] == "{":
            self.place += 1
            inside = self.sequence(frozenset({"}"}))
            self.place += 1
            return inside
        return (self.node(),)

    def blank(self) -> None:
        while self.place < len(self.tokens) and self.tokens[self.place].isspace():
            self.place += 1

    def node(self) -> Node:
        start = self.place
        token = self.tokens[self.place]
        self.place += 1
        kind, wide, parts, fence = self.measured(token)
        return Node(kind, "".join(self.tokens[start : self.place]), wide, parts, fence)

    def measured(self, token: str) -> tuple[Kind, float, tuple[tuple[Node, ...], ...], tuple[str, str]]:
        none: tuple[str, str] = ("", "")
        if token.startswith(r"\begin{"):
            return "ordinary", self.environment(token), (), none
        if token == r"\left":
            return self.fenced()
        if token in _TWO:
            parts = (self.argument(), self.argument())
            kind: Kind = "fraction" if token in _FRACTIONS else "ordinary"
            scale = SCRIPT if token == r"\tfrac" else 1.0
            return kind, scale * max(map(width, parts)) + 3, parts, none
        if token in _CLASSES:
            return _CLASSES[token], width(self.argument()) + 6, (), none
        if token in _ONE:
            return "ordinary", width(self.argument()) + (9 if token == r"\sqrt" else 0), (), none
        if token == "{":
            inside = self.sequence(frozenset({"}"}))
            self.place += 1
            return "ordinary", width(inside), (), none
        if token in _OPENING and self.closes(token):
            inside = self.sequence(_CLOSING)
            close = self.tokens[self.place]
            self.place += 1
            return "fence", width(inside) + 2 * DELIMITER, (inside,), (token, close)
        if _SIZES.match(token):
            self.place += 1
            return "ordinary", 6.0, (), none
        return (*_leaf(token), (), none)

    def fenced(self) -> tuple[Kind, float, tuple[tuple[Node, ...], ...], tuple[str, str]]:
        self.blank()
        left = self.tokens[self.place]
        self.place += 1
        inside = self.sequence(frozenset({r"\right"}))
        self.place += 1
        self.blank()
        right = self.tokens[self.place] if self.place < len(self.tokens) else "."
        self.place += 1
        return "fence", width(inside) + 14, (inside,), (left, right)

    def closes(self, opening: str) -> bool:
        """Whether a bracket is closed before the group that it stands in."""
        depth, braces = 0, 0
        for token in self.tokens[self.place :]:
            braces += (token == "{") - (token == "}")
            if braces < 0 or (token == r"\right" and braces == 0):
                return False
            depth += (token in _OPENING) - (token in _CLOSING) if braces == 0 else 0
            if depth < 0:
                return True
        return False

    def environment(self, token: str) -> float:
        """The width of a matrix or of cases: that of the widest cell of each column."""
        name, columns, row = token, [0.0], 0
        if self.place < len(self.tokens) and self.tokens[self.place] == "{" and "array" in name:
            self.argument()
        end = frozenset({"&", r"\\", r"\end"})
        while self.place < len(self.tokens):
            columns[row] = max(columns[row], width(self.sequence(end)))
            if self.place >= len(self.tokens):
                break
            mark = self.tokens[self.place]
            self.place += 1
            if mark == r"\end":
                self.argument()
                break
            row = row + 1 if mark == "&" else 0
            if row == len(columns):
                columns.append(0.0)
        return sum(columns) + 10 * (len(columns) - 1) + 16


def _leaf(token: str) -> tuple[Kind, float]:
    if token.isspace() or token in _NOTHING:
        return "ordinary", 0.0
    if token in _SPACES:
        return ("space" if token in _BREAKING_SPACES else "ordinary"), _SPACES[token]
    if token in _RELATIONS:
        return ("ordinary" if token in _BARS else "relation"), 2.8 if token == "|" else 13.4
    if token in _SUMS:
        return "sum", 12.3
    if token in _PRODUCTS:
        return "product", 7.5
    if token in _BIG:
        return "ordinary", 16.2
    if token in _WORDS:
        return "ordinary", 5.4 * (len(token) - 1) + 2
    if token in ",;":
        return "ordinary", 4.5
    if token.isdigit() or token in "().!":
        return "ordinary", DIGIT if token.isdigit() else DELIMITER
    return "ordinary", LETTER + (2.6 if token.isupper() else 0)
