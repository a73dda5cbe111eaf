"""The syntax tree of printed mathematics: what is printed, nothing computed, nothing reordered.

Nodes are immutable and hashable; two nodes are equal when they are built alike. `span`, the half-open range of
characters that a node was read from, does not take part in comparison. Brackets that only group leave no trace.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any, TypeAlias

Path: TypeAlias = tuple[int, ...]

RELATIONS = frozenset(
    [
        "=",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        ":=",
        "~",
        "in",
        "notin",
        "subset",
        "subseteq",
        "supset",
        "supseteq",
        "approx",
        "->",
    ]
)
"""Names of the relations that a `Chain` may print (`:=` defines, `~` is "distributed as", or "is about, in the limit",
and `->` stands in "as n -> infinity")."""

BUILT_IN_FUNCTIONS: dict[str, frozenset[int]] = {
    "exp": frozenset([1]),
    "log": frozenset([1, 2]),
    "sqrt": frozenset([1]),
    "root": frozenset([2]),
    "binom": frozenset([2]),
    "abs": frozenset([1]),
    "floor": frozenset([1]),
    "ceil": frozenset([1]),
    "factorial": frozenset([1]),
    "indicator": frozenset([1]),
    "transpose": frozenset([1]),
    "min": frozenset(range(1, 65)),
    "max": frozenset(range(1, 65)),
    "big_o": frozenset([1]),
    "big_theta": frozenset([1]),
    "big_omega": frozenset([1]),
}
"""Functions known without declaration, with the numbers of arguments they take.

`log(a, b)` is the logarithm of `a` to base `b`, `log(a)` the natural one; `root(a, n)` the n-th root; `indicator` of a
statement is 1 where it holds and 0 where it does not; `big_o` and its like are the orders of growth O, Theta, Omega."""

SET_OPERATIONS = frozenset(["cup", "cap", "setminus", "times"])
CONDITIONALS = frozenset(["if", "for all", "where"])
"""What stands between a statement and its condition: "for all" may name symbols alone, "where" may define names."""
CONNECTIVES = CONDITIONALS | {"implies", "iff", "as"}
EXTREMES = frozenset(["min", "max", "inf", "sup"])

_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?", re.ASCII)


@dataclass(frozen=True)
class Node:
    """Any node of the tree."""

    span: tuple[int, int] = field(default=(0, 0), compare=False, repr=False, kw_only=True)


def _require(condition: bool, sentence: str) -> None:
    if not condition:
        raise ValueError(sentence)


@dataclass(frozen=True)
class Number(Node):
    """A literal number as printed: digits, or digits `.` digits; never signed."""

    text: str

    def __post_init__(self) -> None:
        _require(_NUMBER.fullmatch(self.text) is not None, f"Number: {self.text!r} is not digits or digits.digits")

    @property
    def value(self) -> Fraction:
        """The exact value of the printed digits."""
        return Fraction(self.text)

    @property
    def places(self) -> int:
        """How many digits are printed after the point; 0 for an integer."""
        return len(self.text.partition(".")[2])


@dataclass(frozen=True)
class Name(Node):
    """A declared symbol or set, or a declared function or operator named without its arguments."""

    name: str


@dataclass(frozen=True)
class Constant(Node):
    """A declared constant: `e` (Euler's number), `infinity`."""

    name: str


@dataclass(frozen=True)
class Dots(Node):
    """An ellipsis."""


@dataclass(frozen=True)
class Apply(Node):
    """A declared or built-in function of its arguments; `primes` counts derivatives printed as in f''(x)."""

    function: str
    arguments: tuple[Node, ...]
    primes: int = 0

    def __post_init__(self) -> None:
        _require(len(self.arguments) > 0, f"Apply: {self.function} needs an argument")
        arities = BUILT_IN_FUNCTIONS.get(self.function)
        _require(
            arities is None or len(self.arguments) in arities,
            f"Apply: {self.function} does not take {len(self.arguments)} arguments",
        )


@dataclass(frozen=True)
class Operate(Node):
    """A declared operator such as E, Var or P of its arguments, `given` what stands after the bar."""

    operator: str
    arguments: tuple[Node, ...]
    given: tuple[Node, ...] = ()

    def __post_init__(self) -> None:
        _require(len(self.arguments) > 0, f"Operate: {self.operator} needs an argument")


@dataclass(frozen=True)
class Sum(Node):
    """Two or more terms; `a - b` is `Sum((a, Negate(b)))`."""

    terms: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(len(self.terms) >= 2, "Sum: needs two terms or more")


@dataclass(frozen=True)
class Negate(Node):
    """The term with a minus sign in front."""

    term: Node


@dataclass(frozen=True)
class Product(Node):
    """Two or more factors, the sign of multiplication printed or not."""

    factors: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(len(self.factors) >= 2, "Product: needs two factors or more")


@dataclass(frozen=True)
class Quotient(Node):
    """A fraction, or a division printed with a slash."""

    numerator: Node
    denominator: Node


@dataclass(frozen=True)
class Power(Node):
    """`base` to the `exponent`; of a set, its Cartesian power."""

    base: Node
    exponent: Node


@dataclass(frozen=True)
class Derivative(Node):
    """The derivative of `expression` of the given order in `variable`, partial or not."""

    expression: Node
    variable: Name
    order: int = 1

    def __post_init__(self) -> None:
        _require(self.order >= 1, "Derivative: the order is 1 or more")


@dataclass(frozen=True)
class _Big(Node):
    """A big operator; what is not printed is None. `condition` stands for a range such as `i in S`, `i != j`."""

    body: Node
    index: Name | None = None
    lower: Node | None = None
    upper: Node | None = None
    condition: Node | None = None


@dataclass(frozen=True)
class BigSum(_Big):
    """A sum over an index."""


@dataclass(frozen=True)
class BigProduct(_Big):
    """A product over an index."""


@dataclass(frozen=True)
class Branch(Node):
    """One line of `Cases`; the condition is None where "otherwise" is printed."""

    value: Node
    condition: Node | None


@dataclass(frozen=True)
class Cases(Node):
    """A definition by cases."""

    branches: tuple[Branch, ...]

    def __post_init__(self) -> None:
        _require(len(self.branches) >= 1, "Cases: needs a branch")


@dataclass(frozen=True)
class Matrix(Node):
    """A matrix, row by row."""

    rows: tuple[tuple[Node, ...], ...]

    def __post_init__(self) -> None:
        _require(bool(self.rows) and bool(self.rows[0]), "Matrix: needs an entry")
        _require(len({len(row) for row in self.rows}) == 1, "Matrix: its rows have different lengths")


@dataclass(frozen=True)
class TupleNode(Node):
    """A bracketed tuple of two or more."""

    items: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(len(self.items) >= 2, "TupleNode: needs two items or more")


@dataclass(frozen=True)
class Listing(Node):
    """Several things that share what follows: `x, y` in `x, y >= 0`."""

    items: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(len(self.items) >= 2, "Listing: needs two items or more")


@dataclass(frozen=True)
class SetDisplay(Node):
    """A set given by its elements, at least one."""

    elements: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(len(self.elements) >= 1, "SetDisplay: needs an element; the empty set is EmptySet")


@dataclass(frozen=True)
class EmptySet(Node):
    """The empty set."""


@dataclass(frozen=True)
class SetBuilder(Node):
    """The set of all `element` (usually a Chain such as `x in S`) for which `condition` holds."""

    element: Node
    condition: Node


@dataclass(frozen=True)
class Interval(Node):
    """An interval; `closed_low` and `closed_high` say whether its ends belong to it."""

    low: Node
    high: Node
    closed_low: bool
    closed_high: bool


@dataclass(frozen=True)
class SetOperation(Node):
    """Sets joined from the left by one operation of `SET_OPERATIONS`."""

    operation: str
    operands: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(self.operation in SET_OPERATIONS, f"SetOperation: {self.operation!r} is not known")
        _require(len(self.operands) >= 2, "SetOperation: needs two operands or more")


@dataclass(frozen=True)
class _OverDomain(Node):
    """An extremum of `expression` over `variables` that range over `domain`; what is not printed is empty or None.

    `jointly` is true where a tuple of the variables lies in the domain, false where each variable does.
    """

    expression: Node | None
    variables: tuple[Name, ...] = ()
    domain: Node | None = None
    jointly: bool = False


@dataclass(frozen=True)
class ArgMin(_OverDomain):
    """The set of minimisers."""


@dataclass(frozen=True)
class ArgMax(_OverDomain):
    """The set of maximisers."""


@dataclass(frozen=True)
class ExtremeValue(_OverDomain):
    """The extreme value itself; `kind` is one of `EXTREMES`."""

    kind: str = "min"

    def __post_init__(self) -> None:
        _require(self.kind in EXTREMES, f"ExtremeValue: {self.kind!r} is not one of {sorted(EXTREMES)}")
        _require(self.expression is not None, "ExtremeValue: needs an expression")
        _require(bool(self.variables) or self.domain is not None, "ExtremeValue: needs variables or a domain")


@dataclass(frozen=True)
class Limit(Node):
    """The limit of `expression` as `variable` tends to `place`; `side` is + from above, - from below, else empty."""

    expression: Node
    variable: Name
    place: Node
    side: str = ""

    def __post_init__(self) -> None:
        _require(self.side in ("", "+", "-"), f"Limit: {self.side!r} is no side")


@dataclass(frozen=True)
class Chain(Node):
    """Members with a relation of `RELATIONS` between each two neighbours; one relation is the shortest chain."""

    members: tuple[Node, ...]
    relations: tuple[str, ...]

    def __post_init__(self) -> None:
        _require(len(self.relations) >= 1, "Chain: needs a relation")
        _require(len(self.members) == len(self.relations) + 1, "Chain: needs one member more than relations")
        unknown = [r for r in self.relations if r not in RELATIONS]
        _require(not unknown, f"Chain: {unknown} are not among the relations {sorted(RELATIONS)}")


@dataclass(frozen=True)
class Conjunction(Node):
    """Statements that all hold, printed with commas or "and"."""

    items: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(len(self.items) >= 2, "Conjunction: needs two items or more")


@dataclass(frozen=True)
class Disjunction(Node):
    """Statements of which at least one holds, printed with "or"."""

    items: tuple[Node, ...]

    def __post_init__(self) -> None:
        _require(len(self.items) >= 2, "Disjunction: needs two items or more")


@dataclass(frozen=True)
class Connective(Node):
    """Statements with a connective (`implies`, `iff`, `as`, or one of CONDITIONALS) between each two, left to right."""

    members: tuple[Node, ...]
    connectives: tuple[str, ...]

    def __post_init__(self) -> None:
        _require(len(self.connectives) >= 1, "Connective: needs a connective")
        _require(len(self.members) == len(self.connectives) + 1, "Connective: needs one member more than connectives")
        unknown = [c for c in self.connectives if c not in CONNECTIVES]
        _require(not unknown, f"Connective: {unknown} are not among {sorted(CONNECTIVES)}")


@dataclass(frozen=True)
class Mapping(Node):
    """A function announced with its sets: `f : source -> target`."""

    function: Name
    source: Node
    target: Node


@dataclass(frozen=True)
class EvaluatedAt(Node):
    """An expression with a bar after it: its value where `condition` holds."""

    expression: Node
    condition: Node


STATEMENTS = (Chain, Conjunction, Disjunction, Connective, Mapping)
"""Nodes that say something that is true or false."""


# Access to the parts of a tree.


def _parts(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _parts(item)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly below, in the order of the fields."""
    return tuple(part for f in fields(node) if f.name != "span" for part in _parts(getattr(node, f.name)))


def with_children(node: Node, new: tuple[Node, ...]) -> Node:
    """The same node with `new` in place of its children; there must be as many as there were.

    Raises ValueError for another number.
    """
    if len(new) != len(children(node)):
        raise ValueError(f"with_children: {type(node).__name__} has {len(children(node))} children, got {len(new)}")
    supply = iter(new)

    def refill(value: Any) -> Any:
        if isinstance(value, Node):
            return next(supply)
        return tuple(refill(item) for item in value) if isinstance(value, tuple) else value

    return replace(node, **{f.name: refill(getattr(node, f.name)) for f in fields(node) if f.name != "span"})


def subtree(root: Node, path: Path) -> Node:
    """The node that `path` (child numbers from the root) leads to; IndexError if it leads nowhere."""
    for step in path:
        if step < 0:
            raise IndexError(f"subtree: a path has no negative steps, got {path}")
        root = children(root)[step]
    return root


def replace_at(root: Node, path: Path, new: Node) -> Node:
    """The tree with the node at `path` replaced by `new`."""
    lineage = [root]
    for step in path:
        lineage.append(subtree(lineage[-1], (step,)))
    for parent, step in zip(reversed(lineage[:-1]), reversed(path), strict=True):
        below = list(children(parent))
        below[step] = new
        new = with_children(parent, tuple(below))
    return new


def walk(root: Node) -> Iterator[tuple[Path, Node]]:
    """Every node with its path, parents before children, left to right."""
    pending: list[tuple[Path, Node]] = [((), root)]
    while pending:
        path, node = pending.pop()
        yield path, node
        below = children(node)
        pending.extend(((*path, i), below[i]) for i in reversed(range(len(below))))


def nodes(root: Node) -> Iterator[Node]:
    """Every node, in the order of `walk`."""
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(children(node)))


def names_in(root: Node) -> frozenset[str]:
    """Canonical names of all declared things in the tree: symbols, sets, constants, functions, operators."""
    found: set[str] = set()
    for node in nodes(root):
        match node:
            case Name(name=name) | Constant(name=name) | Operate(operator=name):
                found.add(name)
            case Apply(function=name) if name not in BUILT_IN_FUNCTIONS:
                found.add(name)
            case _:
                continue
    return frozenset(found)


def height(root: Node) -> int:
    """Number of nodes on the longest way down."""
    tallest, pending = 0, [(root, 1)]
    while pending:
        node, level = pending.pop()
        tallest = max(tallest, level)
        pending.extend((child, level + 1) for child in children(node))
    return tallest
