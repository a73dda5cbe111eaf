"""The reader of the plain notation, for files and the command line.

Arithmetic is written `p*(1-p)/n`, `x**2` or `x^2`, `1/3`, `0.25`, `n!`; names are the canonical ones of the vocabulary;
every product has its `*`. Relations and chains: `a <= b < c`, `p in (0, 1]`; statements are joined with `and`, `or`,
`=>`, `<=>`, `if`. Functions: `f(x)`, `exp`, `log(x)`, `log(x, base)`, `sqrt`, `root(x, n)`, `abs`, `min`, `max`,
`binomial(n, k)`. Sets: `{0, 1}`, `{x in S : x > 0}`, `[0, 1]`, `(0, 1]`, `emptyset`, `cup`, `cap`, `setminus`, `times`.

    E(X | pi), P(X = 0)                   declared operators
    limit(f(n); n; infinity), limit(f(t); t; 0; +)
    diff(f(t), t, 2)                      second derivative in t
    sum(k*p; k = 0; n), product(p; k)     big operators: body; index or condition; upper bound
    argmin(f(t); t in (0, 1]), min(..; ..), inf, sup    extrema over a domain
    cases(y if y <= 1/2; 1 - y otherwise)
    matrix(p, 1 - p; 1 - p, p)            rows end with a semicolon
    at(f(x); x = 0)                       evaluation
"""

from __future__ import annotations

from . import limits
from .errors import ReadingError
from .grammar.parser import Parser
from .grammar.precedence import OR, POWER
from .plain_tokens import PLAIN_CONSTRUCTIONS, plain_tokens
from .symbols import Declaration, Symbols
from .syntax import (
    BUILT_IN_FUNCTIONS,
    EXTREMES,
    STATEMENTS,
    Apply,
    ArgMax,
    ArgMin,
    BigProduct,
    BigSum,
    Branch,
    Cases,
    Derivative,
    Dots,
    EmptySet,
    EvaluatedAt,
    ExtremeValue,
    Limit,
    Matrix,
    Name,
    Node,
    Number,
)


def read_plain(text: str, symbols: Symbols) -> Node:
    """The syntax tree of a formula in plain notation, its names those that `symbols` declares.

    Raises ReadingError, with the place, for everything that cannot be read.
    """
    return _PlainParser(text, plain_tokens(text), symbols).whole()


class _PlainParser(Parser):
    def declared(self) -> tuple[Declaration | None, int]:
        """The declaration of the canonical name here."""
        if self.here.kind == "name" and self.here.value in self.symbols:
            return self.symbols[self.here.value], self.index + 1
        return None, self.index

    def starts_factor(self) -> bool:
        """Never: every product has its sign."""
        return False

    def exponent(self) -> Node:
        """Read an exponent; powers associate to the right."""
        return self.expression(POWER)

    def undeclared(self, start: int) -> ReadingError:
        """The error for a word that is not declared."""
        printed = self.tokens[start].value
        known = [declaration.name for declaration in self.symbols] + list(BUILT_IN_FUNCTIONS)
        hint = self.symbols.suggestion(printed, known)
        reason = f"{printed[:100]} is not declared{hint}"
        return ReadingError(reason, self.text, self.tokens[start].start, printed)

    def atom(self) -> Node:
        """Read a number, a name, a bracket, or a construction named by a word."""
        token, start = self.here, self.index
        named = self.name()
        if named is not None:
            return named
        if token.kind == "number":
            if sum(map(str.isdigit, token.value)) > limits.NUMBER_DIGITS:
                raise self.error(f"a number has at most {limits.NUMBER_DIGITS} digits")
            self.take()
            return Number(token.value, span=self.span_from(start))
        if self.at("(", "["):
            return self.bracket()
        if self.at(r"\{"):
            return self.set_in_braces()
        if token.kind == "dots":
            self.take()
            return Dots(span=self.span_from(start))
        if token.kind != "name":
            raise self.error(f"expected an expression, found {self.found()}")
        word = "binom" if token.value == "binomial" else token.value
        if word == "emptyset":
            self.take()
            return EmptySet(span=self.span_from(start))
        if word == "otherwise" or word not in PLAIN_CONSTRUCTIONS | BUILT_IN_FUNCTIONS.keys():
            raise self.undeclared(start)
        self.take()
        self.expect("(", f"after {word}")
        with self.context(comma_joins=False):
            node = self.construction(word, start)
        return node

    def construction(self, word: str, start: int) -> Node:
        """Read what stands in the brackets after a word of the notation, and the closing bracket."""
        if word == "indicator":
            event = self.condition()
            if not isinstance(event, STATEMENTS):
                raise self.error("indicator is of a statement such as x = y", event.span[0])
            self.close()
            return Apply("indicator", (event,), span=self.span_from(start))
        if word == "cases":
            return self.cases(start)
        if word == "matrix":
            return self.matrix(start)
        if word == "diff":
            return self.derivative(start)
        if word == "limit":
            return self.limit(start)
        if word == "at":
            expression = self.expression()
            self.expect(";", "before the condition")
            condition = self.condition()
            self.close()
            return EvaluatedAt(expression, condition, span=self.span_from(start))
        if word in ("sum", "product"):
            return self.big(BigSum if word == "sum" else BigProduct, start)
        if word in ("argmin", "argmax") and self.at(";", ")"):
            return self.over_domain(word, None, start)
        arguments = self.items(")", ";")
        if word in ("argmin", "argmax") or (word in EXTREMES and self.at(";")):
            if len(arguments) != 1:
                raise self.error(f"{word} is of one expression, {len(arguments)} found", self.tokens[start].start)
            return self.over_domain(word, arguments[0], start)
        self.close()
        if word not in BUILT_IN_FUNCTIONS:
            raise self.error(f"{word} needs a domain: {word}(expression; x in S)", self.tokens[start].start)
        if len(arguments) not in BUILT_IN_FUNCTIONS[word]:
            raise self.error(f"{word} does not take {len(arguments)} arguments", self.tokens[start].start)
        return Apply(word, tuple(arguments), span=self.span_from(start))

    def close(self) -> None:
        """Take the bracket that ends a construction."""
        self.expect(")", "at the end")

    def condition(self) -> Node:
        """Read a statement in which commas join."""
        with self.context(comma_joins=True):
            return self.expression()

    def over_domain(self, word: str, expression: Node | None, start: int) -> Node:
        """Read `; variables in domain)` after the expression of an extremum."""
        variables: tuple[Name, ...] = ()
        domain: Node | None = None
        jointly = False
        if self.accept(";"):
            variables, domain, jointly = self.domain(self.condition())
        self.close()
        span = self.span_from(start)
        if word in ("argmin", "argmax"):
            kind = ArgMin if word == "argmin" else ArgMax
            return kind(expression, variables, domain, jointly, span=span)
        return ExtremeValue(expression, variables, domain, jointly, word, span=span)

    def big(self, kind: type[BigSum] | type[BigProduct], start: int) -> Node:
        """Read `body; index or condition; upper)`."""
        body = self.expression()
        range_: tuple[Name | None, Node | None, Node | None] = (None, None, None)
        upper: Node | None = None
        if self.accept(";"):
            statement = self.condition()
            range_ = (self.bounded_range if self.at(";") else self.index_range)(statement)
            if self.at(";") and range_[1:] != (None, None):
                self.take()
                upper = self.expression()
        self.close()
        index, lower, condition = range_
        return kind(body, index, lower, upper, condition, span=self.span_from(start))

    def derivative(self, start: int) -> Node:
        """Read `expression, variable, order)`."""
        arguments = self.items(")")
        self.close()
        match arguments:
            case [expression, Name() as variable]:
                return Derivative(expression, variable, span=self.span_from(start))
            case [expression, Name() as variable, Number() as order] if (
                not order.places and 1 <= order.value <= limits.LITERAL_EXPONENT
            ):
                return Derivative(expression, variable, int(order.value), span=self.span_from(start))
            case _:
                reason = "expected diff(expression, variable) or diff(expression, variable, order)"
                raise self.error(reason, self.tokens[start].start)

    def limit(self, start: int) -> Node:
        """Read `expression; variable; place)`, perhaps with `; +` or `; -` for a side."""
        expression = self.expression()
        self.expect(";", "before the variable")
        variable = self.name()
        if not isinstance(variable, Name):
            raise self.error(f"expected the variable that tends to something, found {self.found()}")
        self.expect(";", "before what the variable tends to")
        place = self.expression()
        side = ""
        if self.accept(";"):
            side = self.take().value
            if side not in ("+", "-"):
                raise self.error("expected + or - for the side of a limit")
        self.close()
        return Limit(expression, variable, place, side, span=self.span_from(start))

    def cases(self, start: int) -> Node:
        """Read `value if condition; ...; value otherwise)`."""
        branches: list[Branch] = []
        while not branches or self.accept(";"):
            first = self.index
            value = self.expression(OR)
            condition: Node | None = None
            if self.here.key == ("name", "otherwise"):
                self.take()
            elif self.here.key == ("connective", "if"):
                self.take()
                condition = self.condition()
            else:
                raise self.error(f"expected if or otherwise, found {self.found()}")
            branches.append(Branch(value, condition, span=self.span_from(first)))
            if len(branches) > limits.MATRIX_SIDE:
                raise self.error(f"a definition by cases has at most {limits.MATRIX_SIDE} cases")
        self.close()
        return Cases(tuple(branches), span=self.span_from(start))

    def matrix(self, start: int) -> Node:
        """Read `a, b; c, d)`."""
        rows: list[tuple[Node, ...]] = []
        while not rows or self.accept(";"):
            row = self.items(")", ";")
            rows.append(tuple(row))
            if max(len(rows), len(row)) > limits.MATRIX_SIDE:
                raise self.error(f"a matrix has at most {limits.MATRIX_SIDE} rows and columns")
            if len(row) != len(rows[0]):
                raise self.error(f"row {len(rows)} has {len(row)} entries, row 1 has {len(rows[0])}")
        self.close()
        return Matrix(tuple(rows), span=self.span_from(start))
