r"""Formulas of LaTeX as a terminal can show them: `$p_1\neq\frac12$` is p₁ ≠ 1/2. To be read by people only."""

from __future__ import annotations

import re

from checks.claims.prose import pieces

_NAMES = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell"
)
_LETTERS: dict[str, str] = dict(zip(re.findall(r"\w+", _NAMES), "αβγδεεζηθϑικλμνξπρστυφφχψωΓΔΘΛΞΠΣΥΦΨΩℓ", strict=True))
_SIGNS = {
    "le": " ≤ ", "leq": " ≤ ", "leqslant": " ≤ ", "ge": " ≥ ", "geq": " ≥ ", "geqslant": " ≥ ", "ne": " ≠ ",
    "neq": " ≠ ", "in": " ∈ ", "notin": " ∉ ", "subset": " ⊂ ", "subseteq": " ⊆ ", "to": " → ", "mapsto": " ↦ ",
    "cup": " ∪ ", "cap": " ∩ ", "setminus": " ∖ ", "times": "×", "cdot": "·", "pm": " ± ", "approx": " ≈ ",
    "sim": " ~ ", "equiv": " ≡ ", "implies": " ⇒ ", "Rightarrow": " ⇒ ", "iff": " ⇔ ", "forall": "∀", "exists": "∃",
    "infty": "∞", "partial": "∂", "sum": "∑", "prod": "∏", "int": "∫", "emptyset": "∅", "ldots": "...", "dots": "...",
    "cdots": "...", "mid": " | ", "vert": "|", "prime": "'", "quad": "  ", "qquad": "  ", "land": " ∧ ", "wedge": " ∧ ",
    "lor": " ∨ ", "vee": " ∨ ", "dagger": "†", "ddagger": "‡", "top": "ᵀ", "langle": "⟨", "rangle": "⟩", "star": "*",
    "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉", "neg": "¬", "ll": " ≪ ", "gg": " ≫ ", "circ": "∘",
    "backslash": "\\", "clubsuit": "♣", "propto": " ∝ ", "arg": "arg ", "!": "", "|": "‖",
    "\\": "; ",
}  # fmt: skip
_ACCENTS = {"hat": "\u0302", "widehat": "\u0302", "tilde": "\u0303", "widetilde": "\u0303", "bar": "\u0304",
            "overline": "\u0304", "vec": "\u20d7", "dot": "\u0307"}  # fmt: skip
_IGNORED = frozenset(
    {"left", "right", "big", "Big", "bigl", "bigr", "Bigl", "Bigr", "bigg", "Bigg", "biggl", "biggr", "displaystyle",
     "limits", "mathbf", "mathbb", "mathcal", "mathrm", "mathit", "mathsf", "mathfrak", "operatorname", "text", "mbox",
     "textrm", "boldsymbol", "underline", "mathrel", "mathbin", "nonumber"}
)  # fmt: skip
_OF_WORDS = frozenset({"text", "mbox", "textrm", "operatorname", "operatorname*"})
_ABOVE = dict(zip("0123456789+-=()niT*'", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀ*'", strict=True))
_BELOW = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
_LARGE = frozenset({"sum", "prod", "int"})  # with limits, and a space before what they are taken of
_TOKEN = re.compile(r"\\(?:begin|end)\{[a-zA-Z*]+\}|\\[a-zA-Z]+\*?|\\.|\s+|.", re.DOTALL)
_MARKS = "".join({*_ABOVE.values(), *_BELOW.values()}).replace("*", "") + r"*\u0300-\u036f\u20d7"
_ONE_FACTOR = re.compile(rf"\d+(\.\d+)?|[^\W\d_][{_MARKS}]*(\^(\w|\([^()]*\)))?")
_COMPOUND = re.compile(r"[^\w.'^₀-₉⁰¹²³⁴-⁹ᵢⱼₖ\u0300-\u036f]")


def readable(text: str) -> str:
    """Words in which `$...$` is a formula, the formulas in letters and signs of a terminal."""
    return "".join(formula(part) if is_formula else part for is_formula, part in pieces(text))


def formula(latex: str) -> str:
    """A formula in letters and signs."""
    written = _Reader([m.group() for m in _TOKEN.finditer(latex)]).sequence("")
    return re.sub(r" {2,}", " ", written).replace("( ", "(").replace(" )", ")").strip()


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.place = tokens, 0

    def sequence(self, end: str) -> str:
        """All up to the token `end`, which is taken."""
        written = ""
        while self.place < len(self.tokens):
            if self.tokens[self.place] == end:
                self.place += 1
                break
            written += self.one()
        return written

    def argument(self) -> str:
        """A group in braces, or what follows."""
        while self.place < len(self.tokens) and self.tokens[self.place].isspace():
            self.place += 1
        return self.one().strip() if self.place < len(self.tokens) else ""

    def one(self) -> str:
        token = self.tokens[self.place]
        self.place += 1
        if token == "{":
            return self.sequence("}")
        if token in ("^", "_"):
            return _script(token, self.argument())
        if token in ("=", "<", ">"):
            return f" {token} "
        if token in ("+", "-"):
            before = "".join(self.tokens[: self.place - 1]).rstrip()
            is_sign = not before or before[-1] in "({[=<>,^_+-" or self.tokens[self.place - 2 : self.place - 1] == ["{"]
            return token if is_sign else f" {token} "
        if token.isspace() or token == "~":
            return " " if token == "~" else ""
        return self.command(token[1:]) if token[0] == "\\" and len(token) > 1 else ", " if token == "," else token

    def command(self, name: str) -> str:
        if name in _LETTERS:
            return _LETTERS[name]
        if name in ("frac", "tfrac", "dfrac"):
            above, below = self.argument(), self.argument()
            return f"{_bracketed(above)}/{below if _ONE_FACTOR.fullmatch(below) else _in_brackets(below)}"
        if name == "sqrt":
            return f"√{_bracketed(self.argument())}"
        if name == "binom":
            return f"C({self.argument()}, {self.argument()})"
        if name in _ACCENTS:
            return self.argument() + _ACCENTS[name]
        if name in _OF_WORDS and self.tokens[self.place : self.place + 1] == ["{"]:
            end = self.tokens.index("}", self.place) if "}" in self.tokens[self.place :] else len(self.tokens)
            words = "".join(self.tokens[self.place + 1 : end]).replace("\\,", " ")
            self.place = end + 1
            return words
        if name in _LARGE:
            limits = ""
            while self.place < len(self.tokens) and self.tokens[self.place] in ("_", "^"):
                limits += self.one()
            return f"{_SIGNS[name]}{limits} "
        if name in _IGNORED:
            return ""
        if name.startswith(("begin{", "end{")):
            return " "
        if name in (",", ":", ";", " "):
            return " "
        return _SIGNS.get(name, name)


def _bracketed(text: str) -> str:
    return _in_brackets(text) if _COMPOUND.search(text) else text


def _in_brackets(text: str) -> str:
    return text if text.startswith("(") and text.find(")") == len(text) - 1 else f"({text})"


def _script(mark: str, text: str) -> str:
    if text == "'":
        return "'"
    known = _ABOVE if mark == "^" else _BELOW
    close = text.replace(" ", "")
    if close and all(character in known for character in close):
        return "".join(known[character] for character in close)
    is_simple = not _COMPOUND.search(text) if mark == "_" else _ONE_FACTOR.fullmatch(text)
    return f"{mark}{text}" if len(text) < 2 or is_simple else f"{mark}{_in_brackets(text)}"
