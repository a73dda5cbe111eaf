"""From printed LaTeX to its tree: macros, tokens, and a parser that sees by the first token what begins."""

from __future__ import annotations

import re

from .. import limits
from ..conditions import with_trailing_conditions
from ..errors import ReadingError
from ..grammar.precedence import POWER, Slash
from ..grammar.token_stream import BARE_BRACES, NO_NORM
from ..lexis import Token
from ..scopes import free_names
from ..symbols import Symbols
from ..syntax import (
    BUILT_IN_FUNCTIONS,
    EXTREMES,
    STATEMENTS,
    Apply,
    BigProduct,
    BigSum,
    Chain,
    Dots,
    EmptySet,
    EvaluatedAt,
    Listing,
    Node,
    Number,
    Quotient,
    names_in,
    replace_at,
    subtree,
    walk,
)
from ..tokens import latex_tokens
from .derivatives import LatexDerivatives
from .environments import LatexEnvironments
from .index_letters import index_letters
from .operators import LatexOperators

_FUNCTIONS = {"exp": "exp", "log": "log", "ln": "log"}
_HYPERBOLIC = frozenset(("sinh", "cosh", "tanh", "coth"))
_BETWEEN_DIGITS = re.compile(r"(?:\{,\}|\\,|\{\\,\})?")
_CONSTRUCTIONS = frozenset(
    [r"\frac", r"\binom", r"\sqrt", r"\sum", r"\prod", r"\emptyset", r"\ldots", r"\lfloor", r"\lceil"]
)


def read_latex(text: str, symbols: Symbols, *, slash: Slash = "refused") -> Node:
    """The syntax tree of a formula printed in LaTeX, its names those that `symbols` declares.

    One `.`, `,` or `;` at the end is taken as punctuation of the sentence around the formula. `slash` says which of its
    two readings a/bc has, where a print is to be judged in each of them.

    The macros of the vocabulary are expanded first; spans and errors refer to the text as given.

    Raises ReadingError, with the place, for everything that cannot be read in exactly one way.
    """
    source = symbols.macros.expand(text)
    try:
        tokens = latex_tokens(source.text)
        if len(tokens) > 1 and tokens[-2].key in (("operator", "."), ("operator", ","), ("operator", ";")):
            del tokens[-2]
        tokens = tokens[_defined(tokens, symbols) :]
        letters, bound = index_letters(source.text, tokens, symbols)
        known = symbols.extended(*letters) if letters else symbols
        parser = _LatexParser(source.text, tokens, known)
        parser.slash = slash
        root = parser.whole()
        parser.check_bars(root)
        for name in free_names(root, known) if letters else ():
            if name.name in bound and name.name not in symbols:
                raise ReadingError(f"{name.name} is not declared", source.text, name.span[0])
        return source.replaced(with_trailing_conditions(root, symbols))
    except ReadingError as error:
        raise source.error(error) from None


def _defined(tokens: list[Token], symbols: Symbols) -> int:
    """How many tokens say `w :=` of a letter that is not declared, before a chain that goes on with what w is."""
    if len(tokens) < 2 or tokens[0].kind not in ("letter", "command") or tokens[1].key != ("relation", ":="):
        return 0
    goes_on = any(token.kind == "relation" for token in tokens[2:])
    return 2 if goes_on and symbols.match(tokens, 0)[0] is None else 0


_MANY = (*STATEMENTS, Listing)
"""Nodes whose parts are read apart."""
_ORDERS = {"O": "big_o", r"\Theta": "big_theta", r"\Omega": "big_omega"}


class _LatexParser(LatexOperators, LatexDerivatives, LatexEnvironments):
    def level(self) -> int:
        r"""How tightly the operator here binds: a bar with a condition below, as in `V|_{p=0.7}`, like a power."""
        is_evaluated = self.at("|") and self.tokens[self.index + 1].key == ("operator", "_") and not self.bar_closes
        return POWER if is_evaluated else super().level()

    def power(self, left: Node, start: int) -> Node:
        """Read an exponent, a factorial sign, or a bar with a condition below."""
        if not self.accept("|"):
            return super().power(left, start)
        self.take()
        return EvaluatedAt(left, self.subscript(), span=self.span_from(start))

    def check_bars(self, root: Node) -> None:
        r"""Refuse a bar without `\left.` where it matters what it covers: its symbol stands beside it as well."""
        for path, node in walk(root):
            if not isinstance(node, EvaluatedAt) or not isinstance(node.condition, Chain):
                continue
            printed = self.text[node.expression.span[1] : node.condition.span[0]].lstrip()
            if not printed.startswith("|"):
                continue
            depth = next((i for i in range(len(path)) if not isinstance(subtree(root, path[:i]), _MANY)), len(path))
            member = subtree(root, path[:depth])
            others = replace_at(member, path[depth:], Number("0"))
            if names_in(node.condition.members[0]) & names_in(others):
                raise self.error(r"what the bar covers is not clear: write \left. before it and \right|", node.span[0])

    def atom(self) -> Node:
        """Read one atom with its arguments."""
        token = self.here
        start = self.index
        if token.kind == "command" and token.value in (r"\frac", r"\partial"):
            derivative = self.derivative()
            if derivative is not None:
                return derivative
        if token.kind == "letter" and (mistaken := self.mistaken_call()) is not None:
            raise mistaken
        named = self.name()
        if named is not None:
            return named
        if (indicator_end := self.indicator_sign()) is not None:
            self.index = indicator_end
            return self.indicator(start)
        if token.kind == "digit" or (
            self.at(".")
            and self.tokens[self.index + 1].kind == "digit"
            and self.tokens[self.index + 1].start == token.end
        ):
            return self.number()
        if token.kind == "operator":
            return self.operator_atom()
        if token.kind == "environment":
            return self.grid()
        word = token.value.removeprefix("\\") if token.kind in ("word", "command") else ""
        if word == "arg" and self.tokens[self.index + 1].value.removeprefix("\\") in ("min", "max"):
            self.take()
            word = "arg" + self.here.value.removeprefix("\\")
        if word in ("argmin", "argmax"):
            self.take()
            return self.over_domain(word, start)
        if word == "lim":
            self.take()
            return self.limit(start)
        if word in EXTREMES:
            self.take()
            if self.at("_"):
                return self.over_domain(word, start)
            if word in BUILT_IN_FUNCTIONS:
                return self.built_in(word, start)
            if self.at(r"\{"):
                return self.of_set(word, start)
            raise self.error(f"expected _ after {word}, found {self.found()}")
        if word in _FUNCTIONS:
            self.take()
            return self.built_in(_FUNCTIONS[word], start)
        if word in _HYPERBOLIC:
            self.take()
            return self.hyperbolic(word, start)
        if token.kind == "command" and token.value in _CONSTRUCTIONS:
            return self.construction()
        if (order := self.order_of_growth()) is not None:
            return order
        if self._nameable():
            raise self.unknown()
        raise self.error(f"expected an expression, found {self.found()}")

    def order_of_growth(self) -> Node | None:
        r"""Read `O(n)`, `\mathcal{O}(n)`, `\Theta(n)` or `\Omega(n)`, where the letter is not declared."""
        start = self.index
        first = start + (self.here.value == r"\mathcal")
        function = _ORDERS.get(self.tokens[first].value)
        if function is None or self.tokens[first + 1].key != ("operator", "("):
            return None
        self.index = first + 1
        return self.built_in(function, start)

    def number(self) -> Node:
        """Read adjacent digits, perhaps with a decimal point."""
        start = self.index
        digits = ["0", self.take().value] if self.at(".") else [self.take().value]
        while True:
            token, before = self.here, self.tokens[self.index - 1]
            if (token.kind == "digit" and _BETWEEN_DIGITS.fullmatch(self.text[before.end : token.start])) or (
                self.at(".")
                and "." not in digits
                and token.start == before.end
                and self.tokens[self.index + 1].kind == "digit"
                and self.tokens[self.index + 1].start == token.end
            ):
                digits.append(self.take().value)
            else:
                break
        if len(digits) > limits.NUMBER_DIGITS:
            raise self.error(f"a number has at most {limits.NUMBER_DIGITS} digits", self.tokens[start].start)
        printed = "".join(digits)
        if self.accept("%"):
            printed = _shifted(printed, -2)
        elif "." in printed and (power := self.power_of_ten()) is not None:
            if len(digits) + abs(power[0]) > limits.NUMBER_DIGITS:
                raise self.error(f"a number has at most {limits.NUMBER_DIGITS} digits", self.tokens[start].start)
            shifted = _shifted(printed, power[0])
            if "." in shifted:
                printed, self.index = shifted, power[1]
        return Number(printed, span=self.span_from(start))

    def power_of_ten(self) -> tuple[int, int] | None:
        r"""The exponent of `\times 10^{-3}` where it stands here, and the index after it."""
        if not self.at("times", "*"):
            return None
        end = self.index + 1
        while self.tokens[end].kind != "end" and self.tokens[end].value != "}" and end < self.index + 9:
            end += 1
        values = [token.value for token in self.tokens[self.index + 1 : end]]
        power = re.fullmatch(r"10\^\{(-?[0-9]{1,3})", "".join(values), re.ASCII)
        if power is not None and self.tokens[end].value == "}":
            return int(power[1]), end + 1
        if len(values) >= 4 and values[:3] == ["1", "0", "^"] and self.tokens[self.index + 4].kind == "digit":
            return int(values[3]), self.index + 5
        return None

    def operator_atom(self) -> Node:
        """Read what starts with a bracket or a bar."""
        start = self.index
        if self.at("(", "["):
            return self.positive_part(self.bracket(), start)
        if self.at("{"):
            with self.context(comma_joins=self.comma_joins):
                self.take()
                node = self.chosen(self.expression())
            self.expect("}", "after the group")
            if isinstance(node, Listing) and start:
                raise self.error(BARE_BRACES, self.tokens[start].start)
            return node
        if self.at(r"\{"):
            return self.set_in_braces()
        if self.at("cases{"):
            self.take()
            if self.here.kind != "environment" or self.here.value not in ("array", "matrix"):
                raise self.error(r"expected \begin{array} between \left\{ and \right.")
            return self.branches()
        if self.at("|", "|left"):
            closing = "|" if self.take().value == "|" else "|right"
            with self.context(comma_joins=False, bar_closes=True):
                inside = self.expression()
            if not self.at(closing):
                raise self.error("this bar of an absolute value is never closed", self.tokens[start].start)
            last = self.take()
            if closing == "|" and inside.span == (self.tokens[start].end, last.start) and _is_abs(inside):
                raise self.error(NO_NORM, self.tokens[start].start)  # ||x||
            return Apply("abs", (inside,), span=self.span_from(start))
        if self.at("|from"):
            self.take()
            with self.context(comma_joins=False):
                expression = self.expression()
            self.expect("|at", "after the expression")
            self.expect("_", "after the bar")
            return EvaluatedAt(expression, self.subscript(), span=self.span_from(start))
        raise self.error(f"expected an expression, found {self.found()}")

    def positive_part(self, inside: Node, start: int) -> Node:
        """Read `[x]_+` or `(x)^{+}`, which is max(x, 0); what has no such sign is as it was."""
        for signs in (["+"], ["{", "+", "}"]):
            end = self.index + 1 + len(signs)
            if self.at("_", "^") and [token.value for token in self.tokens[self.index + 1 : end]] == signs:
                self.index = end
                return Apply("max", (inside, Number("0", span=inside.span)), span=self.span_from(start))
        return inside

    def construction(self) -> Node:
        """Read what starts with a command of the notation."""
        start = self.index
        command = self.take().value
        if command == r"\frac":
            numerator = self.argument("numerator")
            return Quotient(numerator, self.argument("denominator"), span=self.span_from(start))
        if command == r"\binom":
            upper = self.argument("upper number")
            return Apply("binom", (upper, self.argument("lower number")), span=self.span_from(start))
        if command == r"\sqrt":
            return self.root(start)
        if command in (r"\sum", r"\prod"):
            return self.big(BigSum if command == r"\sum" else BigProduct, start)
        if command == r"\emptyset":
            return EmptySet(span=self.span_from(start))
        if command == r"\ldots":
            return Dots(span=self.span_from(start))
        return self.rounding("floor" if command == r"\lfloor" else "ceil", start)


def _is_abs(node: Node) -> bool:
    return isinstance(node, Apply) and node.function == "abs"


def _shifted(digits: str, exponent: int) -> str:
    """Printed digits times a power of ten, as a decimal of the same digits: 28.7 and -2 become 0.287."""
    whole, _, places = digits.partition(".")
    if exponent >= 0:
        whole, places = whole + places.ljust(exponent, "0")[:exponent], places[exponent:]
    else:
        padded = whole.rjust(1 - exponent, "0")
        whole, places = padded[:exponent], padded[exponent:] + places
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{places}" if places else whole
