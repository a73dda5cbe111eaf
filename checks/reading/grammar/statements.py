"""Statements: chains of relations, what and, or and connectives join, conditions before and after."""

from __future__ import annotations

from ..errors import ReadingError
from ..lexis import Token
from ..syntax import STATEMENTS, Chain, Connective, Disjunction, Listing, Mapping, Name, Node
from .precedence import AND, ANY, OR, RELATION, SET, SUM
from .sets import Sets
from .token_stream import CLOSINGS, OPENINGS


class Statements(Sets):
    """Reads statements."""

    def chain(self, left: Node, start: int) -> Node:
        """Read a chain of relations; what is compared with a set is read as a set."""
        members, relations = [left], []
        while self.here.kind == "relation":
            relations.append(self.take().value)
            if self.here.kind == "relation":
                raise self.doubled_relation()
            members.append(self.expression(SET))
        for i, relation in enumerate(relations):
            left_is_set = relation.startswith(("sub", "sup")) or (
                relation in ("=", "!=", ":=") and (self.is_set(members[i]) or self.is_set(members[i + 1]))
            )
            if left_is_set:
                members[i] = self.as_set(members[i])
            if left_is_set or relation in ("in", "notin"):
                members[i + 1] = self.as_set(members[i + 1])
        return Chain(tuple(members), tuple(relations), span=self.span_from(start))

    def doubled_relation(self) -> ReadingError:
        """The error for two relations with nothing between them."""
        before, here = self.tokens[self.index - 1], self.here
        both = self.text[before.start : here.end]
        instead = {"<=": r"\le", ">=": r"\ge", "==": "=", "=<": r"\le", "=>": r"\implies"}.get(both)
        hint = f"; write {instead}" if instead else ""
        return self.error(f"expected an expression between two relations, found {self.found()}{hint}", here.start)

    def mapping(self, left: Node, start: int) -> Node:
        """Read `: source -> target`."""
        self.take()
        if not isinstance(left, Name):
            raise self.error("only a function's name stands before a colon", self.tokens[start].start)
        source = self.as_set(self.expression(SET))
        self.expect("->", "between the sets of a function")
        return Mapping(left, source, self.as_set(self.expression(SET)), span=self.span_from(start))

    def conjunction(self, left: Node, start: int) -> Node:
        """Read what a comma or `and` joins."""
        items = [left]
        while self.level() == AND:
            if self.take().value == "," and self.here.kind == "and":
                self.take()
            items.append(self.expression(RELATION))
        return self.joined_items(items, start)

    def disjunction(self, left: Node, start: int) -> Node:
        """Read what `or` joins."""
        items = [left]
        while self.level() == OR:
            self.accept(",")
            self.take()
            items.append(self.expression(AND))
        return Disjunction(tuple(items), span=self.span_from(start))

    def connective(self, left: Node, start: int) -> Node:
        """Read statements joined by connectives, or followed by their condition in brackets."""
        members, connectives = [left], []
        while self.level() == ANY:
            if self.at("("):
                if not isinstance(members[-1], STATEMENTS):
                    raise self.error("a condition in brackets stands after a statement")
                connectives.append("if")
                members.append(self.bracket())
                continue
            self.accept(",")
            word = self.take()
            connectives.append(word.value)
            members.append(self.tending() if word.value == "as" else self.expression(OR))
            self._check_members(word, members)
        return Connective(tuple(members), tuple(connectives), span=self.span_from(start))

    def tending(self) -> Node:
        """Read `n -> infinity` after "as"."""
        start = self.index
        variable = self.expression(SUM)
        if not isinstance(variable, Name):
            raise self.error("expected the symbol that tends to something after 'as'", variable.span[0])
        self.expect("->", "after the symbol that tends to something")
        return Chain((variable, self.expression(SUM)), ("->",), span=self.span_from(start))

    def _check_members(self, word: Token, members: list[Node]) -> None:
        """Refuse what says nothing beside a connective; "for all n" speaks of n without saying anything of it."""
        last = members[-1]
        for member in (last,) if len(members) > 2 else members:
            if isinstance(member, STATEMENTS) or (member is last and self._quantified(word, member)):
                continue
            printed = self.text[word.start : word.end]
            reason = f"expected a statement such as x>0 beside '{printed}', this is none"
            raise self.error(reason, member.span[0])

    def _quantified(self, word: Token, member: Node) -> bool:
        """Whether these are symbols after "for all" or its like."""
        items = member.items if isinstance(member, Listing) else (member,)
        return word.value == "for all" and all(isinstance(item, Name) for item in items)

    # Conditions.

    def conditional(self, start: int) -> Node:
        """Read `if A then B`, `for all A: B` or `for all A, B`."""
        word = self.take()
        marks = self.marks_ahead()
        if "then" in marks or ":" in marks:
            condition = self.expression(OR)
        else:
            items = [self.expression(RELATION)]
            while not isinstance(items[-1], STATEMENTS) and self.accept(","):
                items.append(self.expression(RELATION))
            condition = self.joined_items(items, start + 1) if len(items) > 1 else items[0]
        if not isinstance(condition, STATEMENTS) and not self._quantified(word, condition):
            raise self.error("expected a condition such as x>0", condition.span[0])
        parted = self.accept(",", ":")
        if self.here.kind == "then":
            self.take()
        elif not parted:
            raise self.error(f"expected a comma, : or then after the condition, found {self.found()}")
        claim = self.expression(OR)
        if not isinstance(claim, STATEMENTS):
            raise self.error("expected a statement such as x>0, this is none", claim.span[0])
        if not isinstance(condition, STATEMENTS):
            return Connective((claim, condition), (word.value,), span=self.span_from(start))
        return Connective((condition, claim), ("implies",), span=self.span_from(start))

    def marks_ahead(self) -> set[str]:
        """Which of `then` and `:` follow outside of brackets before this text or bracket ends."""
        depth, marks = 0, set[str]()
        for token in self.tokens[self.index :]:
            depth += token.kind == "environment" or (token.kind == "operator" and token.value in OPENINGS)
            depth -= token.kind == "end of environment" or (token.kind == "operator" and token.value in CLOSINGS)
            if depth < 0:
                break
            if not depth and (token.kind == "then" or token.key == ("operator", ":")):
                marks.add(token.value)
        return marks

    def condition_in_brackets(self) -> bool:
        """Whether a condition such as (p>0) stands here, at the end of a statement."""
        if not (self.comma_joins and self.at("(")):
            return False
        depth, related = 0, False
        for place in range(self.index, len(self.tokens)):
            token = self.tokens[place]
            depth += token.kind == "environment" or (token.kind == "operator" and token.value in OPENINGS)
            depth -= token.kind == "end of environment" or (token.kind == "operator" and token.value in CLOSINGS)
            related = related or (depth == 1 and token.kind == "relation")
            if depth == 0:
                after = self.tokens[place + 1]
                ends = after.kind in ("end", "end of environment", "and", "or", "connective")
                return related and (
                    ends or (after.kind == "operator" and after.value in (",", "}", ")", r"\}", "\\\\"))
                )
        return False
