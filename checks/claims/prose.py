"""Prose of claims in which `$...$` is mathematics, and its way into LaTeX."""

from __future__ import annotations

import re

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "≠": r"$\neq$",
    "∈": r"$\in$",
    "∞": r"$\infty$",
    "×": r"$\times$",
    "·": r"$\cdot$",
    "⊢": r"$\vdash$",
    **{sign: f"$\\{name}$" for sign, name in {
        "∑": "sum", "∏": "prod", "∫": "int", "∂": "partial", "∅": "emptyset", "∉": "notin", "⊂": "subset",
        "⊆": "subseteq", "∪": "cup", "∩": "cap", "∖": "setminus", "→": "to", "↦": "mapsto", "⇒": "Rightarrow",
        "⇔": "Leftrightarrow", "∀": "forall", "∃": "exists", "±": "pm", "≈": "approx", "≡": "equiv", "∧": "wedge",
        "∨": "vee", "¬": "neg", "⌈": "lceil", "⌉": "rceil", "⌊": "lfloor", "⌋": "rfloor", "⟨": "langle",
        "⟩": "rangle", "‖": "|", "∘": "circ", "∝": "propto", "≪": "ll", "≫": "gg", "♣": "clubsuit", "√": "surd",
        "ℓ": "ell", "†": "dagger",
    }.items()},
    "–": "--",
    "—": "---",
    "’": "'",
    "“": "``",
    "”": "''",
}  # fmt: skip
_GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "varepsilon", "ϵ": "epsilon", "ζ": "zeta",
    "η": "eta", "θ": "theta", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho",
    "σ": "sigma", "τ": "tau", "φ": "varphi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta",
    "Θ": "Theta", "Λ": "Lambda", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip
LONGEST_WORD = 30  # characters that are not broken
_ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar"}
_ACCENTED = re.compile(f"(.?)([{''.join(_ACCENTS)}])")
_BREAKABLE = frozenset("_./:,)=}")
_OPENING_QUOTE = re.compile(r'(^|[(\[])"')
_WORDS = re.compile(r"[A-Za-z]{4,}\s|[A-Za-z]{2,}\s+[A-Za-z]{2}|^[^=<>]*[A-Za-z]{2}\s[^=<>]*$")  # not ab = ba
_MATHEMATICS = re.compile(r"\$[^$]+\$")


def escape(text: str) -> str:
    """Plain text for LaTeX's text mode: nothing in it is a command. Long words, such as paths, may be broken."""
    return "".join(_escape_word(part) for part in re.split(r"(\s+)", text))


def _escape_word(word: str) -> str:
    if accented := _ACCENTED.search(word):
        before, letter, accent = word[: accented.start()], accented[1], _ACCENTS[accented[2]]
        over = f"\\{_GREEK[letter]}" if letter in _GREEK else letter
        return _escape_word(before) + rf"$\{accent}{{{over}}}$" + _escape_word(word[accented.end() :])
    word = _OPENING_QUOTE.sub(r"\1“", word).replace('"', "”")
    escaped = (_SPECIAL.get(c) or (f"$\\{_GREEK[c]}$" if c in _GREEK else c) for c in word)
    if len(word) <= LONGEST_WORD:
        return "".join(escaped)
    return "".join(part + (r"\allowbreak{}" if c in _BREAKABLE else "") for c, part in zip(word, escaped, strict=True))


class Formula(str):
    """LaTeX of a formula, for math mode."""


class Prose(str):
    """Words in which `$...$` is mathematics, told from plain text, in which a dollar is one."""


def pieces(text: str) -> list[tuple[bool, str]]:
    """Text in which `$...$` is mathematics, as (is it mathematics, words or LaTeX without its dollars)."""
    parts, end = [], 0
    for formula in _MATHEMATICS.finditer(text):
        parts += [(False, text[end : formula.start()]), (True, formula.group()[1:-1])]
        end = formula.end()
    return [(is_formula, part) for is_formula, part in [*parts, (False, text[end:])] if part]


def is_words(text: str) -> bool:
    """Whether a printed statement is words, in which `$...$` is mathematics, and not one formula of LaTeX."""
    return "$" in text or ("\\" not in text and _WORDS.search(text) is not None)


def in_latex(text: str) -> str:
    """Text in which `$...$` is mathematics, and all else is escaped."""
    return "".join(f"${part}$" if is_formula else escape(part) for is_formula, part in pieces(text))
