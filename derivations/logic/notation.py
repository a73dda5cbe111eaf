"""How the constants and variables of statements are written in LaTeX."""

from __future__ import annotations

import re
from dataclasses import dataclass

_GREEK = {
    "alpha", "beta", "gamma", "delta", "eps", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Pi", "Sigma",
    "Phi", "Psi", "Omega",
}  # fmt: skip


@dataclass(frozen=True)
class Shape:
    """LaTeX with #1, #2, ... for the arguments, of which there are `count`."""

    latex: str
    count: int


NOTATIONS: dict[str, Shape] = {
    "exp": Shape("e^{#1}", 1),
    "log": Shape(r"\log\left(#1\right)", 1),
    "sqrt": Shape(r"\sqrt{#1}", 1),
    "integer": Shape(r"#1 \in \mathbb{Z}", 1),
}
"""The notation of constants; a definition may add its own."""


def name_in_latex(name: str) -> str:
    """p00 as p_{00}, pi as \\pi, pi_A and piA as \\pi_{A}, other words upright, also those made of several."""
    bare = name.rstrip("'")
    primes = "'" * (len(name) - len(bare))
    stem, _, below = bare.partition("_")
    split = re.fullmatch(r"([A-Za-z]+?)(\d+|(?<=[a-z]{2})[A-Z])", stem)
    if split and not below and (split[2].isdigit() or split[1] in _GREEK):
        stem, below = split[1], split[2]
    if len(stem) > 1 and len(below) > 1 and stem not in _GREEK and not below.isdigit():
        stem, below = bare, ""
    return _word(stem) + (f"_{{{_word(below)}}}" if below else "") + primes


def _word(word: str) -> str:
    if word in _GREEK:
        return "\\" + ("varepsilon" if word == "eps" else word)
    return word if len(word) <= 1 or word.isdigit() else rf"\mathrm{{{word}}}".replace("_", r"\_")
