"""Names as LaTeX prints them, where factors start, and what to say of names that are not declared."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from ..errors import ReadingError
from ..grammar.parser import Parser
from ..lexis import ACCENTS_AND_FONTS, GREEK_LETTERS
from ..symbols import Declaration
from ..syntax import Node
from ..tokens import CONDITIONS, KNOWN_COMMANDS

_FONT = re.compile(r"\\(?:operatorname\*?|text[a-z]{0,2}|math[a-z]{2,4}|rm|bf|sf)(?![a-z])|[{}\s]")
WORDS = ("exp", "log", "ln", "max", "min", "sup", "inf", "sqrt", "frac", "binom", "sum", "prod")
"""Names of functions that newcomers write without their backslash."""
_FACTOR_STARTS = frozenset(["(", "[", "{", r"\{", "|left", "|from"])


def _in_any_font(spelling: str) -> str:
    """A spelling without its fonts, by which what is meant may be found."""
    return _FONT.sub("", spelling).removeprefix("\\")


class LatexNames(Parser):
    """Finds declared names, and explains those that are not declared."""

    def declared(self) -> tuple[Declaration | None, int]:
        """The longest declared spelling here; a single upright letter that is not declared is that letter."""
        found, end = self.symbols.match(self.tokens, self.index)
        if found is None and self.here.kind == "word" and len(self.here.value) == 1 and self.here.value.isalpha():
            letter = replace(self.here, kind="letter")
            return self.symbols.match([*self.tokens[: self.index], letter, *self.tokens[self.index + 1 :]], self.index)
        return found, end

    def operate(self, declaration: Declaration, start: int) -> Node:
        """An operator with what it is taken of; E(X)^2 of one of a claims file is read in two ways and asked back."""
        found = super().operate(declaration, start)
        is_rounded = declaration.derived and self.tokens[self.index - 1].key == ("operator", ")")
        if is_rounded and self.at("^"):
            inside = self.text[self.tokens[start].start : self.tokens[self.index - 1].end]
            name = self.text[self.tokens[start].start : self.tokens[start].start + inside.index("(")]
            raise self.error(
                f"'{inside}^2' can be read in two ways: print {name}[(...)^2] or [{inside}]^2 for one of them"
            )
        return found

    def starts_factor(self) -> bool:
        """Whether a factor may follow without sign."""
        token = self.here
        if token.kind == "operator":
            if token.value == "|":
                return not self.bar_closes
            return token.value in _FACTOR_STARTS or self.declared()[0] is not None
        if token.kind == "norm":
            return self.declared()[0] is not None
        if token.key in (("word", "otherwise"), ("command", r"\choose")):
            return False
        return (
            token.kind in ("letter", "digit", "word")
            or (token.kind == "command" and token.value not in (r"\rfloor", r"\rceil"))
            or (token.kind == "environment")
        )

    def _single_length(self) -> int:
        """How many tokens TeX's next argument without braces has: accents and fonts take one more each."""
        return self._length_from(self.index)

    def _length_from(self, start: int) -> int:
        end = start
        while self.tokens[end].kind == "command" and self.tokens[end].value in ACCENTS_AND_FONTS:
            end += 1
        return end + 1 - start

    def _nameable(self) -> bool:
        return self.here.kind in ("letter", "command", "word")

    def undeclared(self, start: int) -> ReadingError:
        """The error for the undeclared name printed from the token with index `start` on."""
        self.index = start
        return self.unknown()

    def unknown(self, otherwise: str = "") -> ReadingError:
        """The error for an undeclared name; its printed form is guessed for the message alone."""
        start = self.index
        if (mistaken := self.mistaken_word()) is not None:
            return mistaken
        end = start + min(self._single_length(), len(self.tokens) - 1 - start)
        subscripts = 0
        while self.tokens[end].key in (("operator", "_"), ("operator", "^"), ("operator", "'")):
            script = self.tokens[end].value
            if script == "^" and self.tokens[end + 1].key != ("operator", "*"):
                break
            subscripts += script == "_"
            end += 1 if script == "'" else 2
            if script != "'" and self.tokens[min(end, len(self.tokens)) - 1].value == "{":
                while self.tokens[end].kind != "end" and self.tokens[end - 1].value != "}":
                    end += 1
            end = min(end, len(self.tokens) - 1)
        stop = self.tokens[max(start, end - 1)].end
        printed = self.text[self.tokens[start].start : stop]
        if printed.count("{") > printed.count("}"):
            printed += self.text[stop : self.text.find("}", stop) + 1]
        if subscripts > 1:
            return self.error("two subscripts on one base; write braces around both", self.tokens[start].start)
        if re.match(r"\\(?:text|mbox)", printed):
            words = " ".join(re.sub(r"^\\[a-z]+|[{}]", "", printed).split())
            reason = f"the words '{words}' are not read; before a condition stand {CONDITIONS}"
            return self.error(reason, self.tokens[start].start)
        named = [s for s in self.symbols.spellings if s != printed and _in_any_font(s) == _in_any_font(printed)]
        known = [*self.symbols.spellings, *self.symbols.macros.definitions]
        hint = f"; did you mean {named[0]}?" if named else self.symbols.suggestion(printed, known)
        if not hint and re.fullmatch(r"\\?[A-Za-z]+_\{\w,\s*\w\}", printed):
            first, second = printed[-4], printed[-2]
            hint = (
                f"; of a mechanism of any size [names] says what it is, as in '{printed}' = "
                f'{{ support = ["{first}", "{second}"] }}: the value that is supported, and the truth'
            )
        if not hint and re.fullmatch(r"\\[A-Za-z]+", printed) and printed not in GREEK_LETTERS:
            hint = self.symbols.suggestion(printed, KNOWN_COMMANDS)
        return ReadingError(f"{printed} is not declared{hint}", self.text, self.tokens[start].start, printed)

    def mistaken_word(self) -> ReadingError | None:
        """The error for letters side by side that make the name of a function or of a declared symbol."""
        end = self.index
        while self.tokens[end].kind == "letter" and (
            end == self.index or self.tokens[end].start == self.tokens[end - 1].end
        ):
            end += 1
        word = self.text[self.here.start : self.tokens[end - 1].end] if end > self.index + 1 else ""
        known = {re.sub(r"\\[a-z]+\*?\{(\w+)\}|\\", r"\1", s): s for s in self.symbols.spellings if s.startswith("\\")}
        known |= {name: rf"\{name}" for name in WORDS}
        if word not in known:
            return None
        return self.error(f"{word} reads as a product of letters; did you mean {known[word]}?")

    def mistaken_call(self) -> ReadingError | None:
        """The error for the letters of a function's name before a bracket, such as exp(x) without a backslash."""
        for word in WORDS:
            letters = self.tokens[self.index : self.index + len(word) + 1]
            if len(letters) <= len(word) or "".join(token.value for token in letters[:-1]) != word:
                continue
            adjacent = all(a.end == b.start for a, b in pairwise(letters))
            declared_so = self.declared()[1] >= self.index + len(word)
            if adjacent and not declared_so and letters[-1].value in ("(", "[", "{", r"\{"):
                return self.mistaken_word()
        return None
