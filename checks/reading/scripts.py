"""Primes, subscripts and superscripts of LaTeX tokens, in one order and without needless braces."""

from __future__ import annotations

from .lexis import ACCENTS_AND_FONTS, Token


def unified_scripts(tokens: list[Token]) -> list[Token]:
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
        if _prints_nothing(tokens, i):
            result.append(tokens[i + 1])
            i += 3
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


def _prints_nothing(tokens: list[Token], i: int) -> bool:
    r"""Whether braces stand at `i` around one letter with a script after them, as in {x}^{\prime} and {\pi}_{B}."""
    if len(tokens) < i + 4 or tokens[i].value != "{" or tokens[i + 2].value != "}":
        return False
    is_argument = i and (tokens[i - 1].kind == "command" or tokens[i - 1].value in ("}", "]", "_", "^"))
    is_letter = tokens[i + 1].kind in ("letter", "command", "word")
    return not is_argument and is_letter and tokens[i + 3].key in (("operator", "_"), ("operator", "^"))


def lower_scripts_first(tokens: list[Token]) -> list[Token]:
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
