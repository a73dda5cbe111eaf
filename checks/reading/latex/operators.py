"""Operators over domains: extrema, limits, sums and products, with what is printed below and above them."""

from __future__ import annotations

from ..grammar.comma_lists import with_shared_bounds
from ..syntax import (
    BUILT_IN_FUNCTIONS,
    ArgMax,
    ArgMin,
    BigProduct,
    BigSum,
    Chain,
    Conjunction,
    ExtremeValue,
    Limit,
    Listing,
    Name,
    Node,
    SetBuilder,
)
from .functions import LatexFunctions


class LatexOperators(LatexFunctions):
    """Reads operators over domains."""

    def over_domain(self, word: str, start: int) -> Node:
        """Read the domain below an extremum and the term after it."""
        variables: tuple[Name, ...] = ()
        domain: Node | None = None
        jointly = False
        if self.accept("_"):
            below = self.subscript(":", "|")
            variables, domain, jointly = self.domain(below)
            first = below.items[0] if isinstance(below, Conjunction) else below
            if word.startswith("arg") and isinstance(first, Chain) and "in" not in first.relations and jointly:
                raise self.error(
                    "which coordinate comes first is not said: write the tuple, as in (p, q): p > q", start
                )
        if self.at(r"\{") and word in BUILT_IN_FUNCTIONS:
            listed = self.index
            expression: Node | None = self.built_in(word, listed)
        else:
            expression = self.term() if self.starts_factor() else None
        span = self.span_from(start)
        if word == "argmin":
            return ArgMin(expression, variables, domain, jointly, span=span)
        if word == "argmax":
            return ArgMax(expression, variables, domain, jointly, span=span)
        if expression is None:
            raise self.error(f"expected the expression of {word}, found {self.found()}")
        return ExtremeValue(expression, variables, domain, jointly, word, span=span)

    def of_set(self, word: str, start: int) -> Node:
        r"""Read `\inf\{f(t)\mid t\in A\}`, the extremum of an expression over what comes after the bar."""
        written = self.set_in_braces()
        if not isinstance(written, SetBuilder):
            raise self.error(f"expected a set given by a condition after {word}", start)
        variables, domain, jointly = self.domain(written.condition)
        return ExtremeValue(written.element, variables, domain, jointly, word, span=self.span_from(start))

    def limit(self, start: int) -> Node:
        r"""Read `_{n\to\infty}`, perhaps with a side as in `_{p\to0^+}`, and the term after it."""
        self.expect("_", "after lim")
        self.expect("{", "below lim")
        variable = self.name()
        if not isinstance(variable, Name):
            raise self.error(f"expected the variable that tends to something, found {self.found()}")
        side = {r"\downarrow": "+", r"\searrow": "+", r"\uparrow": "-", r"\nearrow": "-"}.get(self.here.value, "")
        if side:
            self.take()
        else:
            self.expect("->", "after the variable of a limit")
            side = self._side_before_brace()
        with self.context(comma_joins=False):
            place = self.expression()
        self.expect("}", "after what the variable tends to")
        expression = self.term() if self.starts_factor() else None
        if expression is None:
            raise self.error(f"expected the expression of the limit, found {self.found()}")
        return Limit(expression, variable, place, side, span=self.span_from(start))

    def _side_before_brace(self) -> str:
        """Take the ^+ or ^- that stands before the closing brace out of the tokens."""
        close, depth = self.index, 0
        while self.tokens[close].kind != "end" and (depth or self.tokens[close].value != "}"):
            depth += {"{": 1, "}": -1}.get(self.tokens[close].value, 0)
            close += 1
        values = [token.value for token in self.tokens[:close]]
        if values[-2:] in (["^", "+"], ["^", "-"]):
            side, taken = values[-1], slice(close - 2, close)
        elif values[-4:] in (["^", "{", "+", "}"], ["^", "{", "-", "}"]):
            side, taken = values[-2], slice(close - 4, close)
        else:
            return ""
        del self.tokens[taken]
        return side

    def big(self, kind: type[BigSum] | type[BigProduct], start: int) -> Node:
        """Read the range of a big operator and the term it covers."""
        index: Name | None = None
        lower: Node | None = None
        upper: Node | None = None
        condition: Node | None = None
        if self.accept("_"):
            statement = with_shared_bounds(self.subscript())
            match statement:
                case Chain(members=(Listing(items=indices), low), relations=("=",)) if self.accept("^"):
                    high = self.argument("upper bound")
                    ranges = (Chain((low, i, high), ("<=", "<="), span=statement.span) for i in indices)
                    condition = Conjunction(tuple(ranges), span=statement.span)
                    return kind(self.term(), condition=condition, span=self.span_from(start))
            index, lower, condition = (self.bounded_range if self.at("^") else self.index_range)(statement)
        if self.at("^"):
            if lower is None and condition is None:
                raise self.error("an upper bound needs a lower bound such as k=0")
            self.take()
            upper = self.argument("upper bound")
        return kind(self.term(), index, lower, upper, condition, span=self.span_from(start))
