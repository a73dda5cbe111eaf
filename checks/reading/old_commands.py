r"""Commands of plain TeX that old papers print, as LaTeX: `{\rm Var}`, `{a \over b}`, `{j=1 \atop j\ne i}`."""

from __future__ import annotations

from .lexis import ACCENTS_AND_FONTS
from .source import Piece

_FONTS = {r"\rm": r"\mathrm", r"\bf": r"\mathbf", r"\it": "", r"\cal": r"\mathcal", r"\sf": r"\mathsf"}
_KNOWN = _FONTS.keys() | {r"\over", r"\atop"}


def without_old_commands(pieces: list[Piece]) -> list[Piece]:
    r"""The pieces with `\mathrm{Var}`, `\frac{a}{b}` and a comma; what stands outside of braces is left as it is."""
    if not _KNOWN & {piece.text for piece in pieces}:
        return pieces
    result: list[Piece] = []
    opened: list[int] = []  # where in the result the groups begin that are open
    added: list[int] = []  # how many braces close each of them
    for piece in pieces:
        if piece.text == "{":
            opened.append(len(result))
            added.append(1)
        elif piece.text == "}" and opened:
            opened.pop()
            result += [piece] * added.pop()
            continue
        elif piece.text in _FONTS and opened and not "".join(p.text for p in result[opened[-1] + 1 :]).strip():
            del result[opened[-1] + 1 :]
            if _FONTS[piece.text]:
                before = next((p.text for p in reversed(result[: opened[-1]]) if not p.text.isspace()), "")
                is_argument = before in ACCENTS_AND_FONTS or before in ("_", "^") or before.startswith("\\")
                font = [_like(piece, _FONTS[piece.text]), _like(piece, "{")]
                added[-1] += is_argument
                result[opened[-1] :] = [result[opened[-1]], *font] if is_argument else font
            continue
        elif piece.text == r"\over" and opened:
            inside = result[opened[-1] + 1 :]
            result[opened[-1] + 1 :] = [_like(piece, r"\frac"), _like(piece, "{"), *inside]
            result += [_like(piece, "}"), _like(piece, "{")]
            added[-1] += 1
            continue
        elif piece.text == r"\atop" and opened:
            result.append(_like(piece, ","))
            continue
        result.append(piece)
    return result


def _like(piece: Piece, text: str) -> Piece:
    return Piece(text, piece.start, piece.end, piece.via)
