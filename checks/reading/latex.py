"""The reader of LaTeX as printed in papers."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from . import limits
from .errors import ReadingError
from .grammar.parser import Parser
from .grammar.precedence import ANY, OR, POWER, PRODUCT, SUM, Slash
from .grammar.ranges import with_shared_bounds
from .lexis import ACCENTS_AND_FONTS, Token
from .symbols import Declaration, Kind, Symbols
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
    Chain,
    Conjunction,
    Constant,
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
    Operate,
    Quotient,
    SetBuilder,
    SetDisplay,
)
from .tokens import CONDITIONS, KNOWN_COMMANDS, latex_tokens

_FUNCTIONS = {"exp": "exp", "log": "log", "ln": "log", "lg": "log"}
_CONSTRUCTIONS = frozenset(
    [r"\frac", r"\binom", r"\sqrt", r"\sum", r"\prod", r"\emptyset", r"\ldots", r"\lfloor", r"\lceil"]
)
_UPRIGHT = re.compile(r"\\(?:operatorname\*?|mathrm|mathbb|mathbf|mathcal|mathsf)\s*\{?(\w+)\}?")
WORDS = ("exp", "log", "ln", "max", "min", "sup", "inf", "sqrt", "frac", "binom", "sum", "prod")
"""Names of functions that newcomers write without their backslash."""
_INDICATOR_FONTS = frozenset([r"\mathbf", r"\mathbb", r"\mathbbm", r"\mathds", r"\boldsymbol", r"\bm"])
_FACTOR_STARTS = frozenset(["(", "[", "{", "|left", "|from"])


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
        parser = _LatexParser(source.text, tokens, symbols)
        parser.slash = slash
        return source.replaced(parser.whole())
    except ReadingError as error:
        raise source.error(error) from None


class _LatexParser(Parser):
    def declared(self) -> tuple[Declaration | None, int]:
        """The longest declared spelling here; a single upright letter that is not declared is that letter."""
        found, end = self.symbols.match(self.tokens, self.index)
        if found is None and self.here.kind == "word" and len(self.here.value) == 1 and self.here.value.isalpha():
            letter = replace(self.here, kind="letter")
            return self.symbols.match([*self.tokens[: self.index], letter, *self.tokens[self.index + 1 :]], self.index)
        return found, end

    def starts_factor(self) -> bool:
        """Whether a factor may follow without sign."""
        token = self.here
        if token.kind == "operator":
            if token.value == "|":
                return not self.bar_closes
            return token.value in _FACTOR_STARTS or self.declared()[0] is not None
        if token.key in (("word", "otherwise"), ("command", r"\choose")):
            return False
        return (
            token.kind in ("letter", "digit", "word")
            or (token.kind == "command" and token.value not in (r"\rfloor", r"\rceil"))
            or (token.kind == "environment")
        )

    def indexed(self, end: int) -> Node | None:
        """Read a member of a family with its indices."""
        start = self.index
        family, after = self.symbols.family_at(self.tokens, start)
        if family is None or after <= end:
            return None
        self.index = after
        indices = self.indices(family.arity)
        span = self.span_from(start)
        if all(isinstance(index, Number) and not index.places for index in indices):
            name = family.members.get(tuple(int(index.value) for index in indices if isinstance(index, Number)))
            if name is None:
                raise self.undeclared(start)
            return Name(name, span=span)
        if len(indices) != family.arity:
            counts = "1 index" if family.arity == 1 else f"{family.arity} indices"
            raise self.error(f"{family.head} has {counts}, {len(indices)} found", self.tokens[after].start)
        return Apply(family.name, tuple(indices), span=span)

    def indices(self, arity: int) -> list[Node]:
        """Read what stands below a member of a family: indices with commas, or side by side."""
        if not self.at("{"):
            return [self.argument("index")]
        end = self._group_end(self.index) - 1
        commas = any(token.key == ("operator", ",") for token in self.tokens[self.index : end])
        self.take()
        with self.context(comma_joins=False):
            if commas or arity == 1:
                indices = self.items("}")
            else:
                indices = [self.single_index()]
                while not self.at("}"):
                    indices.append(self.single_index())
        self.expect("}", "after the indices")
        return indices

    def single_index(self) -> Node:
        """Read one index of several side by side: a digit or a name."""
        if self.here.kind == "digit":
            start = self.index
            return Number(self.take().value, span=self.span_from(start))
        return self.expression(POWER)

    def exponent(self) -> Node:
        """Read one argument; a second exponent on the same base is an error."""
        exponent = self.argument("exponent")
        if self.at("^"):
            raise self.error("two exponents on one base; write braces or brackets")
        return exponent

    def argument(self, purpose: str) -> Node:
        """Read a braced group, or the single token that TeX would take, as the argument of a command."""
        if self.at("{"):
            return self.braced(purpose)
        start = self.index
        token = self.here
        if token.kind == "digit":
            self.take()
            if purpose == "exponent" and self.here.kind == "digit" and self.here.start == token.end:
                raise self.error("only the first digit is in the exponent; write braces around all of them")
            return Number(token.value, span=self.span_from(start))
        declaration, end = self.symbols.match([*self.tokens[: start + self._single_length()], self._stop], start)
        if declaration is not None and declaration.may_stand_alone:
            self.index = end
            make = Constant if declaration.kind is Kind.CONSTANT else Name
            return make(declaration.name, span=self.span_from(start))
        if token.kind == "command" and token.value in (r"\frac", r"\sqrt", r"\binom", r"\emptyset", r"\ldots"):
            return self.atom()
        raise (
            self.unknown(f"expected the {purpose} in braces")
            if self._nameable()
            else self.error(f"expected the {purpose} in braces, found {self.found()}")
        )

    _stop = Token("end", "the end", 0, 0)

    def _single_length(self) -> int:
        """How many tokens TeX's next argument without braces has: accents and fonts take one more each."""
        length = 1
        while self.tokens[self.index + length - 1].kind == "command" and (
            self.tokens[self.index + length - 1].value in ACCENTS_AND_FONTS
        ):
            length += 1
        return length

    def braced(self, purpose: str) -> Node:
        """Read a group in braces."""
        self.expect("{", f"before the {purpose}")
        with self.context(comma_joins=False):
            node = self.chosen(self.expression(ANY))
        self.expect("}", f"after the {purpose}")
        return node

    def chosen(self, upper: Node) -> Node:
        r"""The binomial coefficient where `\choose` follows its upper number, else what was read."""
        if self.here.key != ("command", r"\choose"):
            return upper
        self.take()
        lower = self.expression(SUM)
        return Apply("binom", (upper, lower), span=(upper.span[0], lower.span[1]))

    def operate(self, declaration: Declaration, start: int) -> Node:
        """Read an operator with its arguments; a condition below the closing bracket says where it is evaluated."""
        node = super().operate(declaration, start)
        if not isinstance(node, Operate) or not self.accept("_"):
            return node
        condition = self.subscript()
        if not isinstance(condition, STATEMENTS):
            raise self.error("expected a condition such as x=0 below the bracket", condition.span[0])
        return EvaluatedAt(node, condition, span=self.span_from(start))

    # Atoms.

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
        if token.kind == "digit":
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
        if token.kind == "command" and token.value in _CONSTRUCTIONS:
            return self.construction()
        if self._nameable():
            raise self.unknown()
        raise self.error(f"expected an expression, found {self.found()}")

    def indicator_sign(self) -> int | None:
        """The index after the sign of an indicator function, such as a bold 1, if one stands here before its event."""
        here, after = self.tokens[self.index : self.index + 2] if self.here.kind != "end" else (self.here, self.here)
        end = self.index + 1
        if here.kind == "command" and here.value in _INDICATOR_FONTS:
            if after.key not in (("digit", "1"), ("letter", "I")) or (here.value, after.value) == (r"\mathbf", "I"):
                return None
            end += 1
        elif here.key not in (("digit", "1"), ("letter", "I"), ("word", "I")):
            return None
        opening = self.tokens[end]
        if opening.kind != "operator" or opening.value not in ("_", r"\{", "(", "["):
            return None
        if opening.value in ("(", "[") and (end == self.index + 1 and here.kind == "digit"):
            return None
        return end

    def indicator(self, start: int) -> Node:
        r"""Read the event of an indicator function: `\{x=y\}`, `(x=y)`, `[x=y]`, `_{x=y}`, `_{\{x=y\}}` or `_A(x)`."""
        if self.accept("_"):
            event = self.subscript()
            if isinstance(event, SetDisplay) and len(event.elements) == 1 and isinstance(event.elements[0], STATEMENTS):
                event = event.elements[0]
            if self.is_set(event) and self.at("("):
                argument = self.bracket()
                event = Chain((argument, event), ("in",), span=self.span_from(start))
        else:
            closing = {"(": ")", "[": "]", r"\{": r"\}"}[self.take().value]
            with self.context(comma_joins=True):
                event = self.expression()
            self.expect(closing, "after the event of the indicator function")
        if not isinstance(event, STATEMENTS):
            raise self.error("expected an event such as x=y after the sign of an indicator function", event.span[0])
        return Apply("indicator", (event,), span=self.span_from(start))

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

    def call(self, declaration: Declaration, start: int) -> Node:
        """Read the arguments of a declared function, in brackets or as its two indices."""
        if not (declaration.scripted and self.accept("_")):
            return super().call(declaration, start)
        lower = self.argument("lower index")
        self.expect("^", f"and the upper index of {declaration.name}")
        return Apply(declaration.name, (lower, self.argument("upper index")), span=self.span_from(start))

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
        if printed.count("{") > printed.count("}") and self.text[stop : stop + 1] == "}":
            printed += "}"
        if subscripts > 1:
            return self.error("two subscripts on one base; write braces around both", self.tokens[start].start)
        if re.match(r"\\(?:text|mbox)", printed):
            words = " ".join(re.sub(r"^\\[a-z]+|[{}]", "", printed).split())
            reason = f"the words '{words}' are not read; before a condition stand {CONDITIONS}"
            return self.error(reason, self.tokens[start].start)
        named = [
            s for s in self.symbols.spellings if s != printed and _UPRIGHT.sub(r"\1", s) == printed.removeprefix("\\")
        ]
        known = [*self.symbols.spellings, *self.symbols.macros.definitions]
        hint = f"; did you mean {named[0]}?" if named else self.symbols.suggestion(printed, known)
        if not hint and re.fullmatch(r"\\[A-Za-z]+", printed):
            hint = self.symbols.suggestion(printed, KNOWN_COMMANDS)
        reason = f"{printed} is not declared{hint}"
        return self.error(reason, self.tokens[start].start)

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

    def number(self) -> Node:
        """Read adjacent digits, perhaps with a decimal point."""
        start = self.index
        digits = [self.take().value]
        while True:
            token, before = self.here, self.tokens[self.index - 1]
            if (token.kind == "digit" and re.fullmatch(r"(\{,\})?", self.text[before.end : token.start])) or (
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
            printed = _hundredth(printed)
        return Number(printed, span=self.span_from(start))

    def operator_atom(self) -> Node:
        """Read what starts with a bracket or a bar."""
        start = self.index
        if self.at("(", "["):
            return self.bracket()
        if self.at("{"):
            with self.context(comma_joins=self.comma_joins):
                self.take()
                node = self.chosen(self.expression())
            self.expect("}", "after the group")
            return node
        if self.at(r"\{"):
            return self.set_in_braces()
        if self.at("cases{"):
            self.take()
            if self.here.kind != "environment" or self.here.value != "array":
                raise self.error(r"expected \begin{array} between \left\{ and \right.")
            return self.branches()
        if self.at("|", "|left"):
            closing = "|" if self.take().value == "|" else "|right"
            with self.context(comma_joins=False, bar_closes=True):
                inside = self.expression()
            if not self.at(closing):
                raise self.error("this bar of an absolute value is never closed", self.tokens[start].start)
            self.take()
            return Apply("abs", (inside,), span=self.span_from(start))
        if self.at("|from"):
            self.take()
            with self.context(comma_joins=False):
                expression = self.expression()
            self.expect("|at", "after the expression")
            self.expect("_", "after the bar")
            return EvaluatedAt(expression, self.subscript(), span=self.span_from(start))
        raise self.error(f"expected an expression, found {self.found()}")

    def subscript(self) -> Node:
        """Read what stands below an operator, after its `_`: a statement with commas."""
        if not self.at("{"):
            return self.argument("subscript")
        self.take()
        with self.context(comma_joins=True):
            node = self.expression()
        self.expect("}", "after the subscript")
        return node

    def built_in(self, function: str, start: int) -> Node:
        """Read a built-in function with arguments in brackets, or with one factor that follows it."""
        base: tuple[Node, ...] = ()
        while self.at("_", "^"):
            if self.accept("_"):
                if function != "log" or base:
                    raise self.error(f"a subscript on {function} is not read here")
                base = (self.argument("base"),)
            else:
                raise self.error(f"a power between {function} and its argument is not read; write brackets")
        if self.at("(", "[", r"\{"):
            opening = self.take().value
            closing = {"(": ")", "[": "]", r"\{": r"\}"}[opening]
            with self.context(comma_joins=False):
                arguments = (*self.items(closing), *base)
            self.take()
            if len(arguments) not in BUILT_IN_FUNCTIONS[function] or (
                function == "log" and len(arguments) > 1 + len(base)
            ):
                raise self.error(f"{function} does not take {len(arguments)} arguments", self.tokens[start].start)
            return Apply(function, arguments, span=self.span_from(start))
        if not self.starts_factor():
            raise self.error(f"expected the argument of {function}, found {self.found()}")
        argument = self.expression(POWER)
        self.open_end = (self.index, function)
        return Apply(function, (argument, *base), span=self.span_from(start))

    def over_domain(self, word: str, start: int) -> Node:
        """Read the domain below an extremum and the term after it."""
        variables: tuple[Name, ...] = ()
        domain: Node | None = None
        jointly = False
        if self.accept("_"):
            variables, domain, jointly = self.domain(self.subscript())
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

    def of_set(self, word: str, start: int) -> Node:
        r"""Read `\inf\{f(t)\mid t\in A\}`, the extremum of an expression over what comes after the bar."""
        written = self.set_in_braces()
        if not isinstance(written, SetBuilder):
            raise self.error(f"expected a set given by a condition after {word}", start)
        variables, domain, jointly = self.domain(written.condition)
        return ExtremeValue(written.element, variables, domain, jointly, word, span=self.span_from(start))

    def term(self) -> Node:
        """The term that a big operator covers."""
        return self.expression(PRODUCT)

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

    def rounding(self, function: str, start: int) -> Node:
        """Read what stands between the brackets of a floor or a ceiling."""
        closing = r"\rfloor" if function == "floor" else r"\rceil"
        with self.context(comma_joins=False):
            inside = self.expression()
        if self.here.key != ("command", closing):
            raise self.error(f"this \\l{function} is never closed", self.tokens[start].start)
        self.take()
        return Apply(function, (inside,), span=self.span_from(start))

    def root(self, start: int) -> Node:
        """Read the argument of a root, its degree in square brackets."""
        if not self.at("["):
            return Apply("sqrt", (self.argument("radicand"),), span=self.span_from(start))
        self.take()
        with self.context(comma_joins=False):
            degree = self.expression()
        self.expect("]", "after the degree of the root")
        return Apply("root", (self.argument("radicand"), degree), span=self.span_from(start))

    def big(self, kind: type[BigSum] | type[BigProduct], start: int) -> Node:
        """Read the range of a big operator and the term it covers."""
        index: Name | None = None
        lower: Node | None = None
        upper: Node | None = None
        condition: Node | None = None
        if self.accept("_"):
            statement = with_shared_bounds(self.subscript())
            index, lower, condition = (self.bounded_range if self.at("^") else self.index_range)(statement)
        if self.at("^"):
            if lower is None and condition is None:
                raise self.error("an upper bound needs a lower bound such as k=0")
            self.take()
            upper = self.argument("upper bound")
        return kind(self.term(), index, lower, upper, condition, span=self.span_from(start))

    # Derivatives.

    def derivative(self) -> Node | None:
        r"""Read `\frac{\partial A}{\partial t}`, `\frac{d}{dt}A` or `\partial A/\partial t`; None otherwise."""
        start = self.index
        if self.here.value == r"\partial":
            if self.declared()[0] is not None:
                return None
            self.take()
            order = self.order()
            operand = self.expression(POWER)
            if self.starts_factor():
                raise self.error("write brackets around what the derivative is of")
            self.expect("/", "of the derivative")
            if self.here.value != r"\partial":
                raise self.error(rf"expected \partial, found {self.found()}")
            return self._derivative(operand, order, self.variables(closing=None), start)
        if not self._is_differential(self.index + 1) or self.tokens[self.index + 1].key != ("operator", "{"):
            return None
        numerator_end = self._group_end(self.index + 1)
        if not self._is_differential(numerator_end):
            return None
        self.take()
        self.take()
        self.take()
        order = self.order()
        expression: Node | None = None
        if not self.at("}"):
            with self.context(comma_joins=False):
                expression = self.expression(PRODUCT)
        self.expect("}", "after the numerator of the derivative")
        self.expect("{", "before the denominator of the derivative")
        variables = self.variables(closing="}")
        self.take()
        if expression is None:
            expression = self.term()
        return self._derivative(expression, order, variables, start)

    def _derivative(self, expression: Node, order: int, variables: list[tuple[Name, int]], start: int) -> Node:
        if sum(times for _, times in variables) != order:
            raise self.error("the orders of the derivative above and below differ", self.tokens[start].start)
        for variable, times in reversed(variables):
            expression = Derivative(expression, variable, times, span=self.span_from(start))
        return expression

    def variables(self, closing: str | None) -> list[tuple[Name, int]]:
        r"""Read `\partial t^2`, and more of the same kind up to `closing`; one alone if it is None."""
        variables: list[tuple[Name, int]] = []
        while not variables or (closing is not None and not self.at(closing)):
            start = self.index
            if self.here.value not in (r"\partial", "d"):
                raise self.error(f"expected a differential, found {self.found()}")
            self.take()
            start = self.index
            declaration, end = self.declared()
            if declaration is None or not declaration.may_stand_alone:
                raise (
                    self.unknown("expected a variable")
                    if self._nameable()
                    else self.error(f"expected a variable, found {self.found()}")
                )
            self.index = end
            name = Name(declaration.name, span=self.span_from(start))
            variables.append((name, self.order()))
        return variables

    def order(self) -> int:
        """Read the order of a derivative, 1 if none is printed."""
        if not self.accept("^"):
            return 1
        number = self.argument("order of the derivative")
        if not isinstance(number, Number) or number.places or not 1 <= number.value <= limits.LITERAL_EXPONENT:
            raise self.error("the order of a derivative is a literal positive integer", number.span[0])
        return int(number.value)

    def _is_differential(self, brace: int) -> bool:
        r"""Whether the group at index `brace` starts with `\partial` or an undeclared d."""
        if brace + 1 >= len(self.tokens) or self.tokens[brace].key != ("operator", "{"):
            return False
        first = self.tokens[brace + 1]
        if first.key in (("command", r"\partial"), ("word", "d")):
            return True
        return first.key == ("letter", "d") and self.symbols.match(self.tokens, brace + 1)[0] is None

    def _group_end(self, brace: int) -> int:
        """The index after the group that starts at index `brace`."""
        depth = 0
        for index in range(brace, len(self.tokens)):
            value = self.tokens[index].key
            depth += (value == ("operator", "{")) - (value == ("operator", "}"))
            if depth == 0:
                return index + 1
        return len(self.tokens) - 1

    # Grids.

    def grid(self) -> Node:
        """Read a matrix or a definition by cases."""
        if self.here.value in ("cases", "dcases"):
            return self.branches()
        start = self.index
        environment = self.take().value
        rows: list[tuple[Node, ...]] = []
        while self.here.kind != "end of environment":
            row = [self.cell()]
            while self.accept("&"):
                row.append(self.cell())
                if len(row) > limits.MATRIX_SIDE:
                    raise self.error(f"a matrix has at most {limits.MATRIX_SIDE} columns")
            rows.append(tuple(row))
            if len(rows) > limits.MATRIX_SIDE:
                raise self.error(f"a matrix has at most {limits.MATRIX_SIDE} rows")
            if len(row) != len(rows[0]):
                raise self.error(f"row {len(rows)} has {len(row)} entries, row 1 has {len(rows[0])}")
            if not self.accept("\\\\"):
                break
        self.end_grid(environment)
        if not rows:
            raise self.error("the matrix is empty", self.tokens[start].start)
        return Matrix(tuple(rows), span=self.span_from(start))

    def cell(self) -> Node:
        """Read an entry of a matrix."""
        with self.context(comma_joins=False):
            return self.expression()

    def end_grid(self, environment: str) -> None:
        """Take the end of an environment."""
        if self.here.kind != "end of environment":
            raise self.error(f"expected &, \\\\ or \\end{{{environment}}}, found {self.found()}")
        self.take()

    def branches(self) -> Node:
        """Read the lines of a definition by cases."""
        start = self.index
        environment = self.take().value
        branches: list[Branch] = []
        equations: list[Node] = []
        while self.here.kind != "end of environment":
            first = self.index
            self.accept("&")
            with self.context(comma_joins=False):
                value = self.expression(OR)
            stopped = self.accept(",", ".", ";")
            if isinstance(value, STATEMENTS) and (self.at("\\\\") or self.here.kind == "end of environment"):
                equations.append(value)
                if not self.accept("\\\\"):
                    break
                continue
            if stopped and self.tokens[self.index - 1].value != ",":
                raise self.error(f"expected a condition or otherwise, found {self.found()}")
            self.accept("&")
            self.accept(",")
            condition: Node | None = None
            if self.here.key == ("word", "otherwise"):
                self.take()
            else:
                if self.here.key == ("connective", "if"):
                    self.take()
                if self.here.key in (("operator", "\\\\"), ("end of environment", environment)):
                    raise self.error(rf"expected a condition such as & \text{{if }} x>0, found {self.found()}")
                with self.context(comma_joins=True):
                    condition = self.expression()
            branches.append(Branch(value, condition, span=self.span_from(first)))
            if len(branches) > limits.MATRIX_SIDE:
                raise self.error(f"a definition by cases has at most {limits.MATRIX_SIDE} cases")
            self.accept(",", ".", ";")
            if not self.accept("\\\\"):
                break
        self.end_grid(environment)
        if equations and (branches or len(equations) > limits.MATRIX_SIDE):
            raise self.error("the lines are statements here and values with conditions there", self.tokens[start].start)
        if equations and self.is_operand(start):
            raise self.error("a system of equations stands here where a number is needed", self.tokens[start].start)
        if equations:
            span = self.span_from(start)
            return equations[0] if len(equations) == 1 else Conjunction(tuple(equations), span=span)
        if not branches:
            raise self.error("the definition by cases is empty", self.tokens[start].start)
        return Cases(tuple(branches), span=self.span_from(start))


def _hundredth(digits: str) -> str:
    """A printed percentage as a decimal, with two places more: 28.7 becomes 0.287."""
    whole, _, places = digits.partition(".")
    padded = whole.rjust(3, "0")
    return f"{padded[:-2]}.{padded[-2:]}{places}"
