"""Arguments of commands: groups in braces and single tokens, exponents, subscripts, and the indices of families."""

from __future__ import annotations

import re

from ..grammar.precedence import ANY, POWER, PRODUCT, SUM
from ..lexis import Token
from ..render import to_latex
from ..symbols import Kind, symbol
from ..syntax import Apply, Conjunction, Constant, Name, Node, Number, Product, nodes
from .names import LatexNames

_BLANKS = re.compile(r"\s")
_STOP = Token("end", "the end", 0, 0)


class LatexArguments(LatexNames):
    """Reads what commands, operators and families take."""

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
        declaration, end = self.symbols.match([*self.tokens[: start + self._single_length()], _STOP], start)
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

    def power(self, left: Node, start: int) -> Node:
        r"""Read an exponent; refuse `p^{(2)}`, which is the second of several p."""
        if self.at("^") and isinstance(left, (Name, Apply)) and self._bracketed_index():
            reason = "a single number or letter in brackets is an index, no power; declare all of it as a name"
            raise self.error(reason)
        if self.at("^") and (after := self._transposes()) is not None:
            self.index = after
            return Apply("transpose", (left,), span=self.span_from(start))
        return super().power(left, start)

    def _transposes(self) -> int | None:
        r"""The index after `^\top`, `^{\mathsf T}` or an undeclared `^T`, if one stands here."""
        start = self.index + 1
        end = self._group_end(start) if self.tokens[start].value == "{" else start + self._length_from(start)
        inside = [token for token in self.tokens[start:end] if token.kind != "operator"]
        if not inside or self.symbols.match(self.tokens, self.tokens.index(inside[0], start))[0] is not None:
            return None
        printed = [token.value for token in inside]
        if printed in ([r"\top"], [r"\intercal"]):
            return end
        fonts = printed[:-1] in ([], [r"\mathsf"], [r"\mathbf"], [r"\mathit"], [r"\mathcal"])
        if not fonts or printed[-1:] not in (["T"], ["t"]):
            return None
        return end if inside[-1].kind in ("letter", "word") and len(inside) + 2 >= end - start else None

    def _bracketed_index(self) -> bool:
        """Whether `^{(2)}`, `^{[n]}` or the like stands here."""
        opening = [token.value for token in self.tokens[self.index + 1 : self.index + 3]]
        end = self.index + 3
        if opening not in (["{", "("], ["{", "["]) or self.tokens[end].kind not in ("letter", "digit", "command"):
            return False
        end += 1
        while self.tokens[end - 1].kind == self.tokens[end].kind == "digit":
            end += 1
        return [token.value for token in self.tokens[end : end + 2]] in ([")", "}"], ["]", "}"])

    def exponent(self) -> Node:
        """Read one argument; a second exponent on the same base is an error."""
        exponent = self.argument("exponent")
        if self.at("^"):
            raise self.error("two exponents on one base; write braces or brackets")
        return exponent

    def subscript(self, *separators: str) -> Node:
        """Read what stands below an operator, after its `_`: a statement with commas, or two around a separator."""
        if not self.at("{"):
            return self.argument("subscript")
        self.take()
        with self.context(comma_joins=True):
            start = self.index
            node = self.expression()
            if separators and self.accept(*separators):
                node = Conjunction((node, self.expression()), span=self.span_from(start))
        self.expect("}", "after the subscript")
        return node

    def term(self) -> Node:
        """The term that a big operator covers."""
        return self.expression(PRODUCT)

    def _group_end(self, brace: int) -> int:
        """The index after the group that starts at index `brace`."""
        depth = 0
        for index in range(brace, len(self.tokens)):
            value = self.tokens[index].key
            depth += (value == ("operator", "{")) - (value == ("operator", "}"))
            if depth == 0:
                return index + 1
        return len(self.tokens) - 1

    # Families.

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
        member = Apply(family.name, tuple(indices), span=span)
        own = self._named_as(member)
        return member if own is None else Name(own, span=span)

    def _named_as(self, member: Apply) -> str | None:
        """The symbol that is declared with the spelling that a member of a family has when it is printed."""
        long = [d for d in self.symbols if d.kind is Kind.SYMBOL and any("_{" in s for s in d.spellings)]
        if not long:
            return None
        letters = dict.fromkeys(n.name for n in nodes(member) if isinstance(n, Name) and n.name not in self.symbols)
        printed = _BLANKS.sub("", to_latex(member, self.symbols.extended(*map(symbol, letters))))
        return next((d.name for d in long if printed in (_BLANKS.sub("", s) for s in d.spellings)), None)

    def indices(self, arity: int) -> list[Node]:
        """Read what stands below a member of a family: indices with commas, or side by side."""
        if not self.at("{"):
            return [self.argument("index")]
        end = self._group_end(self.index) - 1
        commas = any(token.key == ("operator", ",") for token in self.tokens[self.index : end])
        self.take()
        with self.context(comma_joins=False):
            if commas or arity == 1:
                first = self.index
                indices = self.items("}")
                if any(
                    isinstance(index, Product) and all(isinstance(f, Name) for f in index.factors) for index in indices
                ):
                    signs = any(token.value in ("*", "times") for token in self.tokens[first : self.index])
                    if not signs:
                        reason = "indices side by side, where one is expected; write a comma or \\cdot between them"
                        raise self.error(reason, self.tokens[first].start)
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
