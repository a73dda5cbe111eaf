r"""Finite sums, products, extrema, lists with dots and members of families, written out: tree in, tree out.

`\sum_{i=1}^3 p_i` is p_1 + p_2 + p_3, `\max_{i\ne j} p_i` at j = 2 is \max(p_1, p_3), `x_1, \dots, x_4` has four
members, and `p_i` with an index that has no value is the definition by cases p_1 if i = 1, p_2 if i = 2.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from . import limits
from .families import Family
from .symbols import Symbols
from .syntax import (
    CONDITIONALS,
    Apply,
    ArgMax,
    ArgMin,
    BigProduct,
    BigSum,
    Branch,
    Cases,
    Chain,
    Conjunction,
    Connective,
    Derivative,
    Disjunction,
    Dots,
    ExtremeValue,
    Listing,
    Name,
    Negate,
    Node,
    Number,
    Product,
    SetBuilder,
    SetDisplay,
    Sum,
    TupleNode,
    children,
    nodes,
    with_children,
)

WRITTEN_OUT = (BigSum, BigProduct, Apply, Sum, Product, SetDisplay, ExtremeValue)
"""Nodes that may be written out."""


class WritingOutError(ValueError):
    """What is finite in print cannot be written out: the sentence says what is missing."""


@dataclass(frozen=True)
class WritingOut:
    """Writes out what is finite, with `values` for symbols that are integers; `bound` are indices of sums."""

    symbols: Symbols
    values: Mapping[str, int]
    bound: frozenset[str] = frozenset()

    def of(self, node: Node) -> Node | None:
        """The node written out; None if it is nothing of the kind."""
        match node:
            case BigSum() | BigProduct():
                return self._big(node)
            case Apply(function=name) if self.symbols.family_named(name) is not None:
                return self._member(node)
            case Sum(terms=items) | Product(factors=items) if _has_dots(items):
                return type(node)(self.filled(items), span=node.span)
            case Apply(arguments=items) if _has_dots(items):
                return Apply(node.function, self.filled(items), span=node.span)
            case SetDisplay(elements=items) if _has_dots(items) and not is_endless(node):
                return SetDisplay(self.filled(items), span=node.span)
            case ExtremeValue():
                return self._extreme(node)
        return None

    def each(self, node: Connective) -> list[Node] | None:
        """A statement for all values of the indices that its conditions give, one by one; None for any other."""
        if not CONDITIONALS.issuperset(node.connectives) and node.connectives != ("implies",):
            return None
        statement, *members = node.members if node.connectives != ("implies",) else node.members[::-1]
        conditions = [part for m in members for part in (m.items if isinstance(m, Conjunction) else (m,))]
        printed = {part.name for c in conditions for part in nodes(c) if isinstance(part, Name)}
        bound = sorted(name for name in printed - self.values.keys() if self._indices(name, statement))
        deciding = [
            c for c in conditions if {p.name for p in nodes(c) if isinstance(p, Name)} <= {*bound, *self.values}
        ]
        others = tuple(c for c in conditions if c not in deciding)
        if not bound or not deciding or any(isinstance(c, (Name, Listing)) for c in others):
            return None
        inside = Connective((statement, *others), ("if",) * len(others)) if others else statement
        related = [c for c in deciding if not isinstance(c, (Name, Listing))]  # "for all i" leaves i free
        try:
            return [each.put_in(inside) for each in self._instances(bound, related, statement)]
        except WritingOutError:
            return None

    # Numbers and conditions.

    def integer(self, node: Node) -> int | None:
        """The integer that an expression is; None where it has no value here."""
        match node:
            case Number(places=0):
                return int(node.value)
            case Name(name=name):
                return self.values.get(name)
            case Negate(term=term):
                value = self.integer(term)
                return None if value is None else -value
            case Sum(terms=items) | Product(factors=items):
                total = 0 if isinstance(node, Sum) else 1
                for item in items:
                    value = self.integer(item)
                    if value is None or abs(value) > limits.FAMILY_INDEX:
                        return None
                    total = total + value if isinstance(node, Sum) else total * value
                return total
        return None

    def holds(self, statement: Node) -> bool | None:
        """Whether a statement about integers holds; None where that is not known."""
        match statement:
            case Chain(members=members, relations=relations):
                links = [self._related(a, r, b) for a, r, b in zip(members, relations, members[1:], strict=False)]
                return _all_known(links)
            case Conjunction(items=items):
                return _all_known([self.holds(item) for item in items])
            case Disjunction(items=items):
                found = _all_known([None if (h := self.holds(item)) is None else not h for item in items])
                return None if found is None else not found
        return None

    def _related(self, left: Node, relation: str, right: Node) -> bool | None:
        if isinstance(left, Listing):
            return _all_known([self._related(item, relation, right) for item in self.filled(left.items)])
        a = self.integer(left)
        if relation in ("in", "notin"):
            elements = self._elements(right)
            return None if a is None or elements is None else (a in elements) == (relation == "in")
        b = self.integer(right)
        if a is None or b is None:
            return None
        found = {"=": a == b, ":=": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
        return found.get(relation)

    def _elements(self, node: Node) -> list[int] | None:
        """The integers of a set that is given by its elements."""
        if not isinstance(node, SetDisplay):
            return None
        values = [self.integer(item) for item in self.filled(node.elements)]
        return None if None in values else [v for v in values if v is not None]

    # Sums, products, extrema.

    def _big(self, node: BigSum | BigProduct) -> Node:
        if node.upper is not None and node.lower is None:
            raise WritingOutError("an upper bound without a lower one says nothing here")
        bare = _names(node.condition) if isinstance(node.condition, Listing) else []
        conditions = [] if node.condition is None or bare else [node.condition]
        if node.index is not None and node.lower is not None:
            if node.upper is None:
                raise WritingOutError("a sum from a lower bound on needs its upper bound to be written out")
            conditions.append(Chain((node.lower, node.index, node.upper), ("<=", "<=")))
        bound = bare or _bound(node.index, conditions, node.body)
        terms = [inside.put_in(node.body) for inside in self._instances(bound, conditions, node.body)]
        if not terms:
            return Number("0" if isinstance(node, BigSum) else "1", span=node.span)
        if len(terms) == 1:
            return terms[0]
        return (Sum if isinstance(node, BigSum) else Product)(tuple(terms), span=node.span)

    def _extreme(self, node: ExtremeValue) -> Node | None:
        pairs = (
            node.jointly and isinstance(node.domain, SetBuilder) and node.domain.element == TupleNode(node.variables)
        )
        if node.expression is None or node.kind not in ("min", "max") or (node.jointly and not pairs):
            return None
        conditions: list[Node] = []
        if is_endless(node.domain):
            return None
        if isinstance(node.domain, SetDisplay):
            conditions = [Chain((variable, node.domain), ("in",)) for variable in node.variables]
        elif isinstance(node.domain, SetBuilder) and (pairs or node.domain.element in node.variables):
            conditions = [node.domain.condition]
        elif node.domain is not None:
            return None
        names = [variable.name for variable in node.variables]
        indexes = {name for name in names if self._indices(name, node.expression)}
        if not names or (indexes != set(names) and not isinstance(node.domain, SetDisplay)):
            return None
        if isinstance(node.domain, SetDisplay) and self._elements(node.domain) is None:
            return None
        values = [inside.put_in(node.expression) for inside in self._instances(names, conditions, node.expression)]
        if not values:
            raise WritingOutError(f"the {node.kind} is of no number at all")
        if len(values) > 64:
            raise WritingOutError(f"the {node.kind} is of {len(values)} numbers; at most 64 are written out")
        return Apply(node.kind, tuple(values), span=node.span)

    def _instances(self, bound: Sequence[str], conditions: Sequence[Node], body: Node) -> Iterator[WritingOut]:
        """One for each choice of values of the bound names for which the conditions hold."""
        outside = WritingOut(self.symbols, {k: v for k, v in self.values.items() if k not in bound})
        ranges = [outside._range(name, conditions, body) for name in bound]
        count = 1
        for values in ranges:
            count *= len(values)
        if count > limits.FAMILY_TERMS:
            raise WritingOutError(f"{count} terms to be written out; at most {limits.FAMILY_TERMS} are")
        for chosen in product(*ranges):
            known = {**self.values, **dict(zip(bound, chosen, strict=True))}
            inside = WritingOut(self.symbols, known, self.bound.union(bound))
            holds = [inside.holds(condition) for condition in conditions]
            if None in holds:
                raise WritingOutError(
                    "which terms belong to the sum is known only where all bounds have integer values"
                )
            if all(holds):
                yield inside

    def _range(self, name: str, conditions: Sequence[Node], body: Node) -> Sequence[int]:
        """The values that a bound name is tried with: between its bounds, in its set, or the indices of a family."""
        links = [
            (a, r, b)
            for condition in conditions
            for chain in (condition.items if isinstance(condition, Conjunction) else (condition,))
            if isinstance(chain, Chain)
            for a, r, b in zip(chain.members, chain.relations, chain.members[1:], strict=False)
        ]
        low: int | None = None
        high: int | None = None
        for left, relation, right in links:
            if relation == "in" and name in _names(left) and (elements := self._elements(right)) is not None:
                return sorted(set(elements))
            below, above = (left, right) if relation in ("<", "<=") else (right, left)
            if relation in ("<", "<=", ">", ">="):
                if name in _names(above) and (value := self.integer(below)) is not None:
                    low = value + (relation in ("<", ">"))
                if name in _names(below) and (value := self.integer(above)) is not None:
                    high = value - (relation in ("<", ">"))
        if low is not None and high is not None:
            return range(low, high + 1)
        found = self._indices(name, body)
        if not found:
            raise WritingOutError(f"the range of the index {name} is not known: its bounds need integer values here")
        return [i for i in found if (low is None or i >= low) and (high is None or i <= high)]

    def _indices(self, name: str, body: Node) -> list[int]:
        """The indices that the families of the body have where this name stands alone as their index."""
        found: list[set[int]] = []
        for part in nodes(body):
            family = self.symbols.family_named(part.function) if isinstance(part, Apply) else None
            if family is not None and isinstance(part, Apply):
                at = (i for i, index in enumerate(part.arguments) if isinstance(index, Name) and index.name == name)
                found += (set(family.places(i)) for i in at)
        return sorted(set.intersection(*found)) if found else []

    def put_in(self, node: Node) -> Node:
        """The tree with the values in place of their names, but for names that are bound inside."""
        if isinstance(node, Name):
            node = self._with_index(node)
            value = self.values.get(node.name)
            return node if value is None else _literal(value, node.span)
        free = self
        match node:
            case Derivative(variable=variable):
                free = self._without({variable.name})
            case ExtremeValue(variables=variables) | ArgMin(variables=variables) | ArgMax(variables=variables):
                free = self._without({v.name for v in variables})
            case BigSum() | BigProduct():
                conditions = [] if node.condition is None else [node.condition]
                named = [] if node.index is None else [node.index.name]
                listed = _names(node.condition) if isinstance(node.condition, Listing) else []
                free = self._without({*named, *listed, *(() if named else _bound(None, conditions, node.body))})
            case SetBuilder():
                free = self._without(set(_names(node.element)))
        below = children(node)
        new = tuple(free.put_in(child) for child in below)
        return node if new == below else with_children(node, new)

    def _with_index(self, node: Name) -> Name:
        """The member of a family that is meant where an index is printed below a symbol, as p_i in a sum over i."""
        indexed = self.symbols.indexed(node.name) if self.bound else None
        if indexed is None or indexed[1] not in self.bound:
            return node
        head, index, family = indexed
        name = None if family is None else family.members.get((self.values[index],))
        if name is None:
            raise WritingOutError(
                f"{head}_{index} is declared as one symbol, and {index} is an index here: declare "
                f"{head}_{self.values[index]} and its like, or call the symbol otherwise"
            )
        return Name(name, span=node.span)

    def _without(self, names: set[str]) -> WritingOut:
        kept = {k: v for k, v in self.values.items() if k not in names}
        return WritingOut(self.symbols, kept, self.bound - names)

    # Members and dots.

    def _member(self, node: Apply) -> Node:
        """The symbol that an index leads to, or all of them case by case."""
        family = self.symbols.family_named(node.function)
        assert family is not None, "only members of families come here"
        indices = [self.integer(argument) for argument in node.arguments]
        if None not in indices:
            return self._known(family, tuple(i for i in indices if i is not None), node)
        branches = []
        for places, name in sorted(family.members.items()):
            relations = [
                Chain((argument, _literal(place)), ("=",))
                for argument, place, known in zip(node.arguments, places, indices, strict=True)
                if known is None
            ]
            if all(known in (None, place) for known, place in zip(indices, places, strict=True)):
                condition = relations[0] if len(relations) == 1 else Conjunction(tuple(relations))
                branches.append(Branch(Name(name), condition))
        if not branches:
            raise WritingOutError(f"{family.head} has no member with the index that is printed")
        return Cases(tuple(branches), span=node.span)

    def _known(self, family: Family, indices: tuple[int, ...], node: Node) -> Node:
        if indices not in family.members:
            printed = ", ".join(map(str, indices))
            raise WritingOutError(f"{family.head}_{{{printed}}} is not declared")
        return Name(family.members[indices], span=node.span)

    def filled(self, items: tuple[Node, ...]) -> tuple[Node, ...]:
        """A list with what its dots stand for, between what stands before and after them.

        Raises WritingOutError where those do not differ in one integer, and for too many members.
        """
        result: list[Node] = []
        for place, item in enumerate(items):
            if not isinstance(item, Dots):
                result.append(item)
                continue
            if not 0 < place < len(items) - 1 or isinstance(items[place - 1], Dots):
                raise WritingOutError("dots are written out only between a first and a last member")
            first, last = (self._resolved(self.put_in(items[i])) for i in (place - 1, place + 1))
            step = 1
            if place >= 2 and not isinstance(items[place - 2], Dots):
                earlier = self._difference(self._resolved(self.put_in(items[place - 2])), first)
                step = 1 if earlier is None else earlier[1] - earlier[0]
            ends = self._difference(first, last)
            if ends is None or step == 0 or (ends[1] - ends[0]) % step or (ends[1] - ends[0]) * step < 0:
                raise WritingOutError("dots are written out only between members that differ in one integer")
            steps = range(ends[0] + step, ends[1], step)
            if len(steps) + len(result) > limits.FAMILY_TERMS:
                raise WritingOutError(f"more than {limits.FAMILY_TERMS} members to be written out")
            result += (self._stepped(first, last, value) for value in steps)
        return tuple(result)

    def _resolved(self, node: Node) -> Node:
        """The tree with members of families that have integer indices by their names."""
        if isinstance(node, Apply) and (family := self.symbols.family_named(node.function)) is not None:
            indices = tuple(self.integer(argument) for argument in node.arguments)
            if None not in indices:
                return self._known(family, tuple(i for i in indices if i is not None), node)
        below = children(node)
        new = tuple(map(self._resolved, below))
        return node if new == below else with_children(node, new)

    def _difference(self, first: Node, last: Node) -> tuple[int, int] | None:
        """The two integers that make the difference, which must be the same wherever there is one."""
        pairs = set(self._differences(first, last))
        if len(pairs) != 1:
            return None
        (pair,) = pairs
        return None if pair is None else pair

    def _differences(self, first: Node, last: Node) -> Iterator[tuple[int, int] | None]:
        if first == last:
            return
        a, b = self.integer(first), self.integer(last)
        if a is not None and b is not None:
            yield a, b
            return
        if isinstance(first, Name) and isinstance(last, Name):
            here, there = self.symbols.place_of(first.name), self.symbols.place_of(last.name)
            if here is None or there is None or here[0] is not there[0]:
                yield None
            else:
                yield from ((i, j) for i, j in zip(here[1], there[1], strict=True) if i != j)
            return
        below, above = children(first), children(last)
        alike = type(first) is type(last) and len(below) == len(above) > 0
        if not alike or with_children(first, above) != last:
            yield None
        else:
            for x, y in zip(below, above, strict=True):
                yield from self._differences(x, y)

    def _stepped(self, first: Node, last: Node, value: int) -> Node:
        """The member between first and last whose integer is `value`."""
        if first == last:
            return first
        if self.integer(first) is not None:
            return _literal(value)
        if isinstance(first, Name) and isinstance(last, Name):
            here, there = self.symbols.place_of(first.name), self.symbols.place_of(last.name)
            assert here is not None, "members of one family differ"
            assert there is not None, "members of one family differ"
            indices = tuple(value if i != j else i for i, j in zip(here[1], there[1], strict=True))
            return self._known(here[0], indices, first)
        pairs = zip(children(first), children(last), strict=True)
        return with_children(first, tuple(self._stepped(x, y, value) for x, y in pairs))


def _literal(value: int, span: tuple[int, int] = (0, 0)) -> Node:
    number = Number(str(abs(value)), span=span)
    return Negate(number, span=span) if value < 0 else number


def is_endless(node: Node | None) -> bool:
    """Whether a list of whole numbers goes on without end, as {2, 3, ...}; WritingOutError where it is of others."""
    if not isinstance(node, SetDisplay) or not isinstance(node.elements[-1], Dots):
        return False
    numbers = [element.value for element in node.elements[:-1] if isinstance(element, Number)]
    if len(numbers) < 2 or numbers != [numbers[0] + i for i in range(len(node.elements) - 1)] or numbers[0] % 1:
        raise WritingOutError("a list that goes on without end is of whole numbers one after the other, as {2, 3, ...}")
    return True


def _has_dots(items: Sequence[Node]) -> bool:
    return any(isinstance(item, Dots) for item in items)


def _all_known(found: Sequence[bool | None]) -> bool | None:
    if False in found:
        return False
    return None if None in found else True


def _names(node: Node) -> list[str]:
    """The names that stand alone on one side of a relation."""
    items = node.items if isinstance(node, Listing) else (node,)
    return [item.name for item in items if isinstance(item, Name)]


def _bound(index: Name | None, conditions: Sequence[Node], body: Node) -> list[str]:
    """The index, or the names of the conditions that the body speaks of."""
    if index is not None:
        return [index.name]
    inside = {part.name for part in nodes(body) if isinstance(part, Name)}
    named = (part.name for condition in conditions for part in nodes(condition) if isinstance(part, Name))
    return list(dict.fromkeys(name for name in named if name in inside))
