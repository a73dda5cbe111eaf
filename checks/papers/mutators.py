"""Ways to print a formula wrongly: each mutator maps a node to the nodes that may stand in its place.

They are deterministic, and none looks at what the formula means; whether a mutant says something else is for the
judge to find out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from checks.reading import Kind, Symbols
from checks.reading import syntax as tree

SWAP = "swap two names"
Mutator = Callable[[tree.Node, "Surroundings"], Iterator[tree.Node]]


@dataclass(frozen=True)
class Surroundings:
    """What a mutator may know besides the node: the vocabulary, and the names that the statement uses."""

    symbols: Symbols
    names: frozenset[str]


@dataclass(frozen=True)
class Mutation:
    """A changed tree: which mutator changed it, at which path; the whole tree for changes that are made everywhere."""

    mutator: str
    path: tree.Path
    root: tree.Node


def mutations(root: tree.Node, surroundings: Surroundings) -> Iterator[Mutation]:
    """Every tree that one application of one mutator makes of `root`, each once, in a fixed order."""
    seen = {root}
    for path, node in tree.walk(root):
        is_exponent = bool(path) and path[-1] == 1 and isinstance(tree.subtree(root, path[:-1]), tree.Power)
        for name, mutator in MUTATORS.items():
            if is_exponent and mutator is number:
                continue  # `exponent` changes it
            for new in mutator(node, surroundings):
                changed = tree.replace_at(root, path, new)
                if changed not in seen:
                    seen.add(changed)
                    yield Mutation(name, path, changed)
    for changed in swapped_names(root, surroundings):
        if changed not in seen:
            seen.add(changed)
            yield Mutation(SWAP, (), changed)


def _sum(terms: tuple[tree.Node, ...]) -> tree.Node:
    return terms[0] if len(terms) == 1 else tree.Sum(terms)


def _product(factors: tuple[tree.Node, ...]) -> tree.Node:
    return factors[0] if len(factors) == 1 else tree.Product(factors)


def _opposite(node: tree.Node) -> tree.Node:
    return node.term if isinstance(node, tree.Negate) else tree.Negate(node)


def _unsigned(term: tree.Node, change: Callable[[tree.Node], tree.Node]) -> tree.Node:
    """The term changed, its minus sign kept in front."""
    return tree.Negate(change(term.term)) if isinstance(term, tree.Negate) else change(term)


def _followed(term: tree.Node, factors: tuple[tree.Node, ...]) -> tree.Node:
    return _unsigned(term, lambda inner: _product((inner, *factors)))


def _swapped(items: tuple[tree.Node, ...]) -> Iterator[tuple[tree.Node, ...]]:
    """The items with two neighbours exchanged."""
    for i in range(len(items) - 1):
        yield (*items[:i], items[i + 1], items[i], *items[i + 2 :])


def _without(items: tuple[tree.Node, ...]) -> Iterator[tuple[tree.Node, ...]]:
    for i in range(len(items)):
        yield items[:i] + items[i + 1 :]


# -- arithmetic --------------------------------------------------------------------------------------------------------

_SIGNED = (tree.Quotient, tree.Product, tree.Power, tree.Sum, tree.Apply)


def sign(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """a + b -> a - b; a minus sign goes, or comes before a member of a chain or an exponent."""
    match node:
        case tree.Sum(terms=terms):
            for i, term in enumerate(terms):
                yield tree.Sum((*terms[:i], _opposite(term), *terms[i + 1 :]))
        case tree.Negate(term=term):
            yield term
        case tree.Chain(members=members, relations=relations) if set(relations) <= _NUMERIC.keys():
            for i, member in enumerate(members):
                if isinstance(member, _SIGNED):
                    yield replace(node, members=(*members[:i], tree.Negate(member), *members[i + 1 :]))
        case tree.Power(base=base, exponent=exponent) if not isinstance(exponent, tree.Number):
            yield tree.Power(base, _opposite(exponent))


def drop_term(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """a + b -> a."""
    if isinstance(node, tree.Sum):
        yield from map(_sum, _without(node.terms))


def factor(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """a b -> a; a b -> a a b; a/b -> a."""
    match node:
        case tree.Product(factors=factors):
            yield from map(_product, _without(factors))
            for i, repeated in enumerate(factors):
                yield tree.Product((*factors[: i + 1], repeated, *factors[i + 1 :]))
        case tree.Quotient(numerator=numerator):
            yield numerator


def exponent(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """a^2 -> a^3, a; a^b -> a^(2b), a."""
    match node:
        case tree.Power(base=base, exponent=tree.Number() as power) if power.places == 0:
            yield tree.Power(base, tree.Number(str(power.value + 1)))
            yield base if power.value == 2 else tree.Power(base, tree.Number(str(max(power.value - 1, 0))))
        case tree.Power(base=base, exponent=power):
            yield tree.Power(base, tree.Product((tree.Number("2"), power)))
            yield base


def number(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """k -> k + 1, k - 1; in a decimal the last printed digit."""
    if isinstance(node, tree.Number):
        digits = int(node.text.replace(".", ""))
        for other in (digits + 1, digits - 1):
            if other >= 0:
                text = str(other).zfill(node.places + 1)
                yield tree.Number(f"{text[: -node.places]}.{text[-node.places :]}" if node.places else text)


def turn_over(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """a/b -> b/a."""
    if isinstance(node, tree.Quotient):
        yield tree.Quotient(node.denominator, node.numerator)


def drop_parenthesis(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """(a + b) c -> a + b c; -(a + b) -> -a + b; (a + b)^k -> a + b^k; (a + b)/c -> a + b/c; a/(b c) -> (a/b) c."""
    match node:
        case tree.Product(factors=factors):
            for i, part in enumerate(factors):
                if isinstance(part, tree.Sum):
                    first, *between, last = part.terms
                    head, tail = _product((*factors[:i], first)), _followed(last, factors[i + 1 :])
                    yield tree.Sum((head, *between, tail))
        case tree.Negate(term=tree.Sum(terms=terms)):
            yield tree.Sum((_opposite(terms[0]), *terms[1:]))
        case tree.Power(base=tree.Sum(terms=terms), exponent=power):
            yield tree.Sum((*terms[:-1], _unsigned(terms[-1], lambda term: tree.Power(term, power))))
        case tree.Power(base=tree.Product(factors=factors), exponent=power):
            yield tree.Product((*factors[:-1], tree.Power(factors[-1], power)))
        case tree.Quotient(numerator=tree.Sum(terms=terms), denominator=below):
            yield tree.Sum((*terms[:-1], _unsigned(terms[-1], lambda term: tree.Quotient(term, below))))
        case tree.Quotient(numerator=above, denominator=tree.Product(factors=factors)):
            yield tree.Product((tree.Quotient(above, _product(factors[:-1])), factors[-1]))


# -- names -------------------------------------------------------------------------------------------------------------


def index(node: tree.Node, around: Surroundings) -> Iterator[tree.Node]:
    """p_00 -> p_11; r_delta -> r, s_delta."""
    match node:
        case tree.Name(name=name) if name in around.symbols and around.symbols[name].kind is not Kind.CONSTANT:
            yield from (tree.Name(other) for other in _relatives(name, around) if around.symbols[other].may_stand_alone)
        case tree.Apply(function=name, arguments=arguments) if name in around.symbols:
            for other in _relatives(name, around):
                if len(arguments) in around.symbols[other].arities:
                    yield replace(node, function=other)


def _relatives(name: str, around: Surroundings) -> list[str]:
    """Names that a slip of the pen makes of this one: another index, the index left out, another function."""
    own = around.symbols[name]
    letter, shape = _letter(own.spellings[0]), re.sub(r"\d", "#", name)
    found = []
    for other in around.symbols:
        same_letter = _letter(other.spellings[0]) == letter
        bare = other.spellings[0] == letter
        alike = re.sub(r"\d", "#", other.name) == shape
        in_use = other.name in around.names
        same_function = own.kind is Kind.FUNCTION and other.arities == own.arities
        if other.name != name and ((same_letter and (bare or alike or in_use)) or (in_use and same_function)):
            found.append(other.name)
    return found


def _letter(spelling: str) -> str:
    return re.split(r"_", spelling)[0].rstrip("'")


def swapped_names(root: tree.Node, around: Surroundings) -> Iterator[tree.Node]:
    """The tree with two of its symbols, or two of its functions of as many arguments, exchanged everywhere."""
    used = [d for d in around.symbols if d.name in tree.names_in(root)]
    for one, other in combinations(used, 2):
        if one.kind is other.kind and one.kind in (Kind.SYMBOL, Kind.FUNCTION) and one.arities == other.arities:
            yield renamed(root, {one.name: other.name, other.name: one.name})


def renamed(node: tree.Node, names: dict[str, str]) -> tree.Node:
    """The tree with other names in the place of some."""
    below = tuple(renamed(child, names) for child in tree.children(node))
    if isinstance(node, tree.Name):
        return tree.Name(names.get(node.name, node.name))
    made = tree.with_children(node, below)
    return replace(made, function=names.get(made.function, made.function)) if isinstance(made, tree.Apply) else made


def swap_arguments(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """f(a, b) -> f(b, a)."""
    if isinstance(node, tree.Apply):
        yield from (replace(node, arguments=arguments) for arguments in _swapped(node.arguments))


def derivative(node: tree.Node, around: Surroundings) -> Iterator[tree.Node]:
    """Another variable of the derivative, another order."""
    if isinstance(node, tree.Derivative):
        for other in around.symbols:
            if other.kind is Kind.SYMBOL and other.name in around.names and other.name != node.variable.name:
                yield replace(node, variable=tree.Name(other.name))
        yield replace(node, order=node.order + 1)
        yield replace(node, order=node.order - 1) if node.order > 1 else node.expression


# -- relations and logic -----------------------------------------------------------------------------------------------

_NUMERIC = {
    "=": ("<", ">", "!="),
    "!=": ("=",),
    "<": (">", "<=", "="),
    "<=": (">=", "<", "="),
    ">": ("<", ">=", "="),
    ">=": ("<=", ">", "="),
}
_OF_SETS = {"in": ("notin",), "notin": ("in",), "subseteq": ("=",), "subset": ("=",)}
_SETS = (
    tree.SetDisplay, tree.SetBuilder, tree.EmptySet, tree.Interval, tree.SetOperation, tree.ArgMin, tree.ArgMax,
    tree.Cases, tree.Matrix, tree.TupleNode,
)  # fmt: skip


def relation(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """An inequality reversed, weakened, strengthened; an equation denied; a membership denied."""
    if isinstance(node, tree.Chain):
        for i, printed in enumerate(node.relations):
            sets = any(isinstance(member, _SETS) for member in node.members[i : i + 2])
            options = _OF_SETS.get(printed, ()) if sets or printed in _OF_SETS else _NUMERIC.get(printed, ())
            for other in options:
                yield replace(node, relations=(*node.relations[:i], other, *node.relations[i + 1 :]))


def connective(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """An implication turned round; "and" for "or" and back; one of several conditions left out."""
    match node:
        case tree.Connective(members=members, connectives=("implies" | "if",)):
            yield replace(node, members=members[::-1])
        case tree.Conjunction(items=items):
            yield tree.Disjunction(items)
            yield from (rest[0] if len(rest) == 1 else tree.Conjunction(rest) for rest in _without(items))
        case tree.Disjunction(items=items):
            yield tree.Conjunction(items)
            yield from (rest[0] if len(rest) == 1 else tree.Disjunction(rest) for rest in _without(items))


def cases(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """The values of two cases exchanged."""
    if isinstance(node, tree.Cases):
        for i, j in combinations(range(len(node.branches)), 2):
            values = [branch.value for branch in node.branches]
            values[i], values[j] = values[j], values[i]
            yield tree.Cases(
                tuple(replace(branch, value=value) for branch, value in zip(node.branches, values, strict=True))
            )


# -- sets, points, matrices --------------------------------------------------------------------------------------------


def points(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """Coordinates exchanged, an element left out, an end of an interval opened or closed, cup for cap."""
    match node:
        case tree.TupleNode(items=items):
            yield from (tree.TupleNode(swapped) for swapped in _swapped(items))
        case tree.SetDisplay(elements=elements) if len(elements) > 1:
            yield from (tree.SetDisplay(rest) for rest in _without(elements))
        case tree.Interval(closed_low=low, closed_high=high):
            yield replace(node, closed_low=not low)
            yield replace(node, closed_high=not high)
        case tree.SetOperation(operation="cup" | "cap" as operation):
            yield replace(node, operation={"cup": "cap", "cap": "cup"}[operation])
        case tree.SetOperation(operation="setminus", operands=operands):
            yield replace(node, operands=operands[::-1])
        case tree.ExtremeValue(kind=kind):
            yield replace(node, kind={"min": "max", "max": "min", "inf": "sup", "sup": "inf"}[kind])


def matrix(node: tree.Node, _: Surroundings) -> Iterator[tree.Node]:
    """Two rows, or two entries of a row, exchanged."""
    if isinstance(node, tree.Matrix):
        for i in range(len(node.rows) - 1):
            yield tree.Matrix((*node.rows[:i], node.rows[i + 1], node.rows[i], *node.rows[i + 2 :]))
        for i, row in enumerate(node.rows):
            for swapped in _swapped(row):
                yield tree.Matrix((*node.rows[:i], swapped, *node.rows[i + 1 :]))


MUTATORS: dict[str, Mutator] = {
    "sign": sign,
    "drop a term": drop_term,
    "factor": factor,
    "exponent": exponent,
    "number": number,
    "turn over": turn_over,
    "drop a parenthesis": drop_parenthesis,
    "index": index,
    "swap arguments": swap_arguments,
    "derivative": derivative,
    "relation": relation,
    "connective": connective,
    "cases": cases,
    "points": points,
    "matrix": matrix,
}
"""All mutators of a single node, by name."""


# -- domains -----------------------------------------------------------------------------------------------------------


def widened(hypothesis: tree.Node) -> Iterator[tuple[str, tree.Node]]:
    """(mutator, hypothesis) for a printed hypothesis: its boundary let in, its bound moved, its direction reversed."""
    if not isinstance(hypothesis, tree.Chain):
        return
    for i, printed in enumerate(hypothesis.relations):
        for name, other in _WIDER.get(printed, ()):
            relations = (*hypothesis.relations[:i], other, *hypothesis.relations[i + 1 :])
            yield name, replace(hypothesis, relations=relations)
        for place, upper in ((i, printed in (">", ">=")), (i + 1, printed in ("<", "<="))):
            if printed in ("<", "<=", ">", ">="):
                for moved in _moved_bound(hypothesis.members[place], upper=upper):
                    members = (*hypothesis.members[:place], moved, *hypothesis.members[place + 1 :])
                    yield "move a bound", replace(hypothesis, members=members)


_WIDER = {
    "<": (("let the boundary in", "<="), ("reverse a hypothesis", ">")),
    ">": (("let the boundary in", ">="), ("reverse a hypothesis", "<")),
    "<=": (("reverse a hypothesis", ">="),),
    ">=": (("reverse a hypothesis", "<="),),
    "=": (("reverse a hypothesis", "!="),),
}


def _moved_bound(bound: tree.Node, *, upper: bool) -> Iterator[tree.Node]:
    match bound:
        case tree.Quotient(numerator=tree.Number(), denominator=tree.Number()):
            yield tree.Number("1" if upper else "0")
        case tree.Number() if upper:
            yield tree.Number(str(int(bound.value) + 1))
        case tree.Number() if bound.value >= 1:
            yield tree.Number(str(int(bound.value) - 1))
