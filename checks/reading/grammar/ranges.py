"""What extrema and big operators range over: variables, domains, indices and their bounds."""

from __future__ import annotations

from ..syntax import Apply, Chain, Conjunction, Listing, Name, Negate, Node, Number, SetBuilder, TupleNode
from .sets import Sets


class Ranges(Sets):
    """Takes what is printed below an extremum or a big operator apart."""

    def domain(self, statement: Node) -> tuple[tuple[Name, ...], Node | None, bool]:
        """Variables, domain, and whether the variables lie in it as a tuple, from what is printed below min."""
        match statement:
            case Chain(members=(left, domain), relations=("in",)):
                return self._variables(left), domain, isinstance(left, TupleNode)
            case Chain(
                members=(Apply(function="abs", arguments=(Name() as name,)), bound), relations=("<" | "<=" as relation,)
            ):
                members = Negate(bound, span=bound.span), name, bound
                between = Chain(members, (relation, relation), span=statement.span)
                return (name,), SetBuilder(name, between, span=statement.span), False
            case Chain(members=members, relations=relations) if set(relations) <= {"<", "<=", ">", ">=", "!="}:
                # a < t <= b below an extremum: t ranges over the set of those that satisfy it
                names = [m for m in members if isinstance(m, Name) and not self.is_set(m)]
                if len(names) > 1 and isinstance(members[0], Number) and isinstance(members[-1], Number):
                    return tuple(names), SetBuilder(TupleNode(tuple(names)), statement, span=statement.span), True
                if len(names) != 1 and not (len(names) == len(members) == 2):
                    raise self.error("expected one variable among the bounds", statement.span[0])
                return (names[0],), SetBuilder(names[0], statement, span=statement.span), False
            case Conjunction(items=(first, *others)):
                return self._under_conditions(first, tuple(others), statement)
            case Name() if not self.is_set(statement):
                return (statement,), None, False
            case Listing() | TupleNode():
                return self._variables(statement), None, isinstance(statement, TupleNode)
            case _ if self.is_set(statement):
                return (), statement, False
            case Chain(members=(Listing(), *_)):
                raise self.error("write a colon before the condition, as in min_{p, q: p = 2q}", statement.span[0])
            case _:
                raise self.error("expected variables, `variables in a set`, or a set", statement.span[0])

    def _under_conditions(
        self, first: Node, others: tuple[Node, ...], statement: Node
    ) -> tuple[tuple[Name, ...], Node, bool]:
        """Variables with their ranges, and further conditions after a comma: the set of those that satisfy all."""
        variables, domain, jointly = self.domain(first)
        element: Node = TupleNode(variables) if len(variables) > 1 else variables[0]
        match domain:
            case SetBuilder(condition=condition):
                ranges: tuple[Node, ...] = (condition,)
            case None:
                ranges = ()
            case _:
                ranges = tuple(Chain((v, domain), ("in",)) for v in ((element,) if jointly else variables))
        said = (*ranges, *others)
        condition = said[0] if len(said) == 1 else Conjunction(said, span=statement.span)
        return variables, SetBuilder(element, condition, span=statement.span), len(variables) > 1

    def index_range(self, statement: Node) -> tuple[Name | None, Node | None, Node | None]:
        """Index, lower bound and condition of a big operator, from what is printed below it."""
        match statement:
            case Name() as index:
                return index, None, None
            case Chain(members=(Name() as index, lower), relations=("=",)):
                return index, lower, None
            case Chain(members=(Name() as index, *_)):
                return index, None, statement
            case _:
                return None, None, statement

    def bounded_range(self, statement: Node) -> tuple[Name | None, Node | None, Node | None]:
        """The same where an upper bound follows: the first of several conditions may be the lower bound."""
        match statement:
            case Conjunction(items=(Chain(members=(Name() as index, lower), relations=("=",)), *rest)) if rest:
                return index, lower, rest[0] if len(rest) == 1 else Conjunction(tuple(rest), span=statement.span)
        return self.index_range(statement)

    def _variables(self, node: Node) -> tuple[Name, ...]:
        items = node.items if isinstance(node, (Listing, TupleNode)) else (node,)
        names = tuple(item for item in items if isinstance(item, Name))
        if len(names) != len(items):
            raise self.error("expected names of variables before the relation", node.span[0])
        return names
