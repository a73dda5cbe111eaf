r"""Mathematics that is typed between words, such as `p_1 <= e^eps` or `for t in [0, 1]`, put between dollars as LaTeX.

What is surely mathematics is taken: names of one letter or of Greek ones, with scripts and primes, and what operators,
brackets and lists make of them. All else stays as it is, so that a reader gets at worst what was typed. Nothing that is
written between dollars already is touched.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from checks.claims.prose import pieces
from mechanisms.exact.typesetting import GREEK, usual_spelling

_NAMES = GREEK - {"ell"} | {"eps"}
_FUNCTIONS = {
    "Pr": r"\Pr",
    "log": r"\log ",
    "ln": r"\ln ",
    "max": r"\max ",
    "min": r"\min ",
    "det": r"\det ",
    "tr": r"\operatorname{tr}",
}
_OPERATORS = {
    "Var": r"\operatorname{Var}",
    "Cov": r"\operatorname{Cov}",
    "erf": r"\operatorname{erf}",
    "diag": r"\operatorname{diag}",
}
_RELATIONS = {
    "<=": r"\leq ", ">=": r"\geq ", "!=": r"\neq ", "<": "<", ">": ">", "=": "=", "->": r"\to ", "in": r"\in ",
}  # fmt: skip
_SCRIPT = r"_(?:[A-Za-z0-9]+|\*|\{[^{}$]*\}|\([^()$]*\))"
_PRIMES = r"(?:'|\*(?=_))*"
_TOKEN = re.compile(
    rf"""(?P<word>[Ii]\.e\.|[Ee]\.g\.|[A-Za-z]+'[a-z]+|(?<![\w)])'[^'$]+[ ][^'$]+'|`[^`]*`|\d+[A-Za-z]\w*)
       |(?P<range>\d+\.\.\w+)
       |(?P<name>(?:[A-Za-z][A-Za-z0-9]*|1(?='*_)){_PRIMES}(?:{_SCRIPT})*'*(?:[ -]hat\b)?)
       |(?P<number>\d+(?:\.\d+)?)
       |(?P<dots>\.\.\.)
       |(?P<space>\s+)
       |(?P<operator><=|>=|!=|->|[-+*/^=<>|])
       |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_PARTS = re.compile(
    rf"(?P<head>[A-Za-z][A-Za-z0-9]*|1)(?P<primes>{_PRIMES})(?P<script>(?:{_SCRIPT})*)(?P<after>'*)(?P<hat>[ -]hat)?"
)
_CLOSING = {"(": ")]", "[": "])", "{": "}"}
_BRACKETS = {"{": r"\{", "}": r"\}"}
_NUMBERED = frozenset({"appendix", "example", "table", "figure", "section", "part", "case"})
_BESIDE_A = frozenset(  # words next to which `a` is a name, not the article
    {"and", "or", "nor", "is", "are", "has", "not", "tells", "from"}
)


class _Token(NamedTuple):
    kind: str
    text: str


class _Found(NamedTuple):
    """What was read as mathematics, the place after it, and whether a name, a relation or a list is in it."""

    latex: str
    end: int
    is_sure: bool


@lru_cache(maxsize=4096)
def with_dollars(text: str) -> str:
    """The words with the mathematics in them between dollars."""
    return "".join(f"${part}$" if is_formula else _Reader(part).text() for is_formula, part in pieces(text))


def _joined(first: str, second: str) -> str:
    """Two pieces of LaTeX; a command and a letter after it stay apart."""
    return f"{first} {second}" if re.search(r"\\[A-Za-z]+$", first) and second[:1].isalpha() else first + second


class _Reader:
    """Reads one text; each method takes a place among the tokens and answers what begins there, or None."""

    def __init__(self, text: str) -> None:
        self.tokens = [_Token(str(m.lastgroup), m.group()) for m in _TOKEN.finditer(text)]
        self.depth = 0  # of brackets in which the place is

    def at(self, place: int) -> _Token:
        return self.tokens[place] if 0 <= place < len(self.tokens) else _Token("end", "")

    def after_space(self, place: int) -> int:
        return place + 1 if self.at(place).kind == "space" else place

    def text(self) -> str:
        written, place = "", 0
        while place < len(self.tokens):
            if label := self.label(place):
                written += "".join(token.text for token in self.tokens[place:label])
                place = label
                continue
            found = self.list(place)
            if found is not None and self.is_mathematics(place, found):
                written += f"${found.latex.strip()}$"
                place = found.end
            else:
                written += self.at(place).text
                place += 1
        return written

    def label(self, place: int) -> int:
        """The end of a lone letter in brackets, such as (i) of a part or of Figure 1(a), behind a space or a number."""
        texts = [token.text for token in self.tokens[place : place + 3]]
        is_alone = texts[:1] == ["("] and texts[2:] == [")"] and len(texts[1]) == 1 and texts[1].isalpha()
        return place + 3 if is_alone and self.at(place - 1).kind in ("end", "space", "number") else 0

    def is_mathematics(self, place: int, found: _Found) -> bool:
        """Whether what was read is no number, no number of a formula, no article and no pronoun."""
        if not found.is_sure:
            return False
        only = self.at(place)
        before = next((t for t in reversed(self.tokens[:place]) if t.kind != "space"), _Token("end", "."))
        if found.end > place + 1:
            return True
        if before.text.lower() in _NUMBERED:
            return False
        if only.text not in ("a", "A", "I"):
            return True
        after = self.at(self.after_space(place + 1))
        if only.text == "A":
            return before.text not in ".:;" or after.text in (":", "=", *_BESIDE_A)
        return only.text == "a" and (after.text in (",", ".", ";", ")", ":") or after.text in _BESIDE_A)

    # -- what mathematics is made of ---------------------------------------------------------------------------------

    def list(self, place: int) -> _Found | None:
        """Relations in a row with dots between them, as in 1, ..., L, or one relation."""
        found = self.relation(place)
        if found is None:
            return None
        latex, end = found.latex, found.end
        has_dots = False
        while self.at(end).text == ",":
            dots = self.after_space(end + 1)
            following = (
                self.after_space(dots + 2) if self.at(dots).kind == "dots" and self.at(dots + 1).text == "," else 0
            )
            if following and (last := self.relation(following)) is not None:
                latex, end, has_dots = rf"{latex},\ldots,{last.latex}", last.end, True
                continue
            following = self.after_space(end + 1)
            member = self.relation(following)
            ahead = self.after_space(member.end + 1) if member and self.at(member.end).text == "," else 0
            if member is None or not ahead or self.at(ahead).kind != "dots":
                break
            latex, end = f"{latex},{member.latex}", member.end
        return _Found(latex, end, found.is_sure or has_dots)

    def relation(self, place: int) -> _Found | None:
        """Sums, with relations between them."""
        found = self.sum(place)
        if found is None:
            return None
        latex, end, is_sure = found
        while (sign := self.at(self.after_space(end))).text in _RELATIONS:
            following = self.after_space(self.after_space(end) + 1)
            if sign.text == "in" and not (is_sure and self.is_set(following)):
                break
            other = self.sum(following)
            if other is None:
                break
            latex = _joined(_joined(latex, _RELATIONS[sign.text]), other.latex)
            end, is_sure = other.end, True
        return _Found(latex, end, is_sure)

    def is_set(self, place: int) -> bool:
        """Whether a set begins here: one in brackets or with a capital letter."""
        first = self.at(place)
        is_name = first.kind == "name" and first.text[0].isupper() and self.name(first.text) is not None
        return first.text in ("[", "{") or first.kind == "range" or (is_name and first.text not in ("A", "I"))

    def sum(self, place: int) -> _Found | None:
        """Products, added and subtracted."""
        before = self.at(place - 1)
        starts = before.kind in ("end", "space", "operator") or before.text in _CLOSING or before.text in (",", ";")
        sign = "-" if self.at(place).text == "-" and starts else ""
        found = self.product(place + len(sign))
        if found is None:
            return None
        latex, end, is_sure = sign + found.latex, found.end, found.is_sure or bool(sign)
        while (operator := self.at(self.after_space(end))).text in ("+", "-"):
            other = self.product(self.after_space(self.after_space(end) + 1))
            if other is None:
                break
            latex, end, is_sure = latex + operator.text + other.latex, other.end, is_sure or other.is_sure
        return _Found(latex, end, is_sure)

    def product(self, place: int) -> _Found | None:
        """Powers, multiplied, divided, or side by side."""
        found = self.power(place)
        if found is None:
            return None
        latex, end, is_sure = found
        while True:
            sign = self.after_space(end)
            if self.at(sign).text in ("*", "/"):
                other = self.power(self.after_space(sign + 1))
                is_coefficient = self.at(end - 1).kind == "number" and other is not None and other.latex[0].isalpha()
                is_root = other is not None and other.latex.startswith(r"\sqrt")
                between = "/" if self.at(sign).text == "/" else "" if is_coefficient or is_root else r" \cdot "
                is_sure = is_sure or (other is not None and between == "/")
            elif self.at(sign).text == "x" and self.at(sign + 1).kind == "space" and sign > end:
                other, between = self.power(sign + 2), r" \times "
                is_sure = is_sure or other is not None
            else:
                other, between = self.beside(end), ""
            if other is None:
                return _Found(latex, end, is_sure)
            latex, end, is_sure = _joined(latex + between, other.latex), other.end, is_sure or other.is_sure

    def beside(self, end: int) -> _Found | None:
        """A factor without a sign before it: of two names, of a number and a name, or a sum in brackets."""
        place, before = self.after_space(end), self.at(end - 1)
        first = self.at(place)
        is_article = {before.text, first.text} & {"a", "I"} and place > end and not self.depth
        if first.kind == "name" and not is_article and (before.kind in ("name", "number") or before.text in ")]}"):
            return self.power(place) if place > end or before.text in ")]}" else None
        if self.label(place):
            return None
        if first.text == "(" and (before.kind in ("name", "number") or before.text == ")"):
            found = self.power(place)
            inside = found.latex if found is not None else ""
            is_sum = re.search(r"[-+]", inside) and not re.search(r"[,=<>]|\\(leq|geq|in)\b", inside)
            return found if place == end or is_sum else None
        return None

    def power(self, place: int) -> _Found | None:
        found = self.atom(place)
        while found is not None and self.at(found.end).text == "^":
            sign = "-" if self.at(found.end + 1).text == "-" else ""
            exponent = self.atom(found.end + 1 + len(sign))
            if exponent is None:
                break
            inside = re.sub(r"^\((.*)\)$", r"\1", exponent.latex.strip())
            found = _Found(f"{found.latex}^{{{sign}{inside}}}", exponent.end, True)
        return found

    def atom(self, place: int) -> _Found | None:
        """A number, a name, a function with what it is of, or something in brackets."""
        token = self.at(place)
        if token.kind == "number":
            return _Found(token.text, place + 1, False)
        if token.kind == "dots":
            return _Found(r"\ldots ", place + 1, False)
        if token.kind == "range":
            low, _, high = token.text.partition("..")
            end = self.name(high) or high
            return _Found(rf"{low},\ldots,{end}", place + 1, True)
        if token.text in _CLOSING:
            return self.group(place)
        if token.text == "|":
            inside = self.sum(place + 1)
            is_closed = inside is not None and self.at(inside.end).text == "|"
            return _Found(f"|{inside.latex}|", inside.end + 1, True) if inside is not None and is_closed else None
        if token.kind != "name":
            return None
        if token.text in _FUNCTIONS or token.text == "sqrt":
            return self.function(place)
        spelt = self.name(token.text)
        if spelt is None:
            return None
        argument = self.group(place + 1) if self.at(place + 1).text in ("(", "[") else None
        return (
            _Found(spelt, place + 1, True) if argument is None else _Found(spelt + argument.latex, argument.end, True)
        )

    def function(self, place: int) -> _Found | None:
        """A function of something in brackets, or of the name or number after it."""
        name = self.at(place).text
        argument = self.atom(self.after_space(place + 1))
        if argument is None:
            return None
        if name == "sqrt":
            inside = re.sub(r"^\((.*)\)$", r"\1", argument.latex)
            return _Found(rf"\sqrt{{{inside}}}", argument.end, True)
        return _Found(_FUNCTIONS[name] + argument.latex, argument.end, True)

    def group(self, place: int) -> _Found | None:
        """Relations in brackets, with commas and bars between them."""
        self.depth += 1
        found = self._inside(place)
        self.depth -= 1
        index = self.at(found.end + 1) if found is not None and self.at(found.end).text == "_" else None
        if found is not None and index is not None and re.fullmatch(r"[a-z]\d?|\d", index.text):
            found = _Found(f"{found.latex}_{{{index.text}}}", found.end + 2, found.is_sure)
        return found

    def _inside(self, place: int) -> _Found | None:
        opening = self.at(place).text
        latex, place, is_sure, count = _BRACKETS.get(opening, opening), place + 1, False, 0
        while True:
            found = self.relation(self.after_space(place))
            if found is None:
                return None
            latex, place = _joined(latex, found.latex), self.after_space(found.end)
            is_sure, count = is_sure or found.is_sure, count + 1
            mark = self.at(place).text
            if mark and mark in _CLOSING[opening]:
                return _Found(latex + _BRACKETS.get(mark, mark), place + 1, is_sure or count > 1)
            if mark not in (",", ";", "|"):
                return None
            latex, place = latex + (r"\mid " if mark == "|" else mark), place + 1

    def name(self, text: str) -> str | None:
        """A name in LaTeX; None for a word."""
        found = _PARTS.fullmatch(text)
        if found is None:
            return None
        head, scripts = found["head"], re.findall(_SCRIPT, found["script"])
        greek = re.fullmatch(r"([A-Za-z]+?)(?:\d+|[A-Z]\w*)?", head)
        is_product = found["script"].startswith("_{") and re.fullmatch(r"[A-Z]{2}", head) is not None
        if head in _OPERATORS:
            spelt = _OPERATORS[head]
        elif is_product or head == "1":
            spelt = head
        elif re.fullmatch(r"[A-Za-z]\d*", head) or (greek is not None and greek[1] in _NAMES):
            spelt = usual_spelling(f"{head[0]}_{head[1:]}" if head[1:].isdigit() else head)
        else:
            return None
        is_hat = found["hat"] is not None or "_hat" in scripts
        below = list(filter(None, map(self.script, scripts)))
        if len(below) + ("_" in spelt and not is_hat) > 1:
            return None  # LaTeX has no second index below a name, and which belongs to which is not told
        spelt = rf"\hat{{{spelt}}}" if is_hat else spelt
        primes = found["primes"].replace("*", "^*")
        return spelt + primes + "".join(below) + found["after"]

    def script(self, script: str) -> str:
        """What stands below a name, with its underscore; nothing for a hat, which stands above it."""
        inside = script[2:-1] if script[1] in "{(" else script[1:]
        if inside in ("hat", "*"):
            return "" if inside == "hat" else "_*"
        reader = _Reader(f"({inside})")
        read = None if re.fullmatch(r"[a-z]\d+", inside) else reader.group(0)  # 12 of p_i12 is an index of its own
        if read is None or read.end < len(reader.tokens):
            return usual_spelling(f"x_{inside}").removeprefix("x")
        below = read.latex[1:-1].strip()
        return f"_{below}" if len(below) == 1 else f"_{{{below}}}"
