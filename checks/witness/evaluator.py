"""The value of a printed tree at one point, in plain arithmetic.

This is not the interpreter that the verdicts come from: it knows no polynomial and no formula of first-order logic.
Numbers are computed, derivatives come from jets, sets are tested point by point, minima are looked for on exact grids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from checks.reading import Symbols
from checks.reading import syntax as tree
from checks.reading.writing_out import WRITTEN_OUT, WritingOut, WritingOutError
from checks.witness.nearby import FAR, LARGE, close, neighbours, vertex
from checks.witness.numbers import (
    Jet,
    Numeric,
    UndefinedError,
    add,
    ball,
    compare,
    divide,
    logarithm,
    multiply,
    power,
    sign,
    square_root,
)

Coordinates = tuple[Numeric, ...]
HOLDS: dict[str, Callable[[int], bool]] = {
    "=": lambda s: s == 0,
    ":=": lambda s: s == 0,
    "!=": lambda s: s != 0,
    "<": lambda s: s < 0,
    "<=": lambda s: s <= 0,
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
}
GRID = 8  # an interval is cut into so many parts
LARGEST_COUNT = 1000
INEXACT_FUNCTIONS = frozenset(["log", "sqrt"])


class NotEvaluatedError(ValueError):
    """The evaluator has no value for this kind of print."""


@dataclass(frozen=True)
class Region:
    """A set of points: a test of membership, and points that are worth testing, of which `inside` belong to it.

    `inside` is found by the test where it is not given. Of a finite set, all points are candidates.
    """

    dimension: int
    contains: Callable[[Coordinates], bool]
    candidates: tuple[Coordinates, ...]
    inside: tuple[Coordinates, ...] | None = None

    def members(self) -> tuple[Coordinates, ...]:
        """The candidates that belong to the set."""
        return tuple(z for z in self.candidates if self.contains(z)) if self.inside is None else self.inside


@dataclass(frozen=True)
class Meanings:
    """What the names of a paper mean at a point.

    `coordinates` are the variables of an argmin printed without any; `ranges` are the sets that extrema without a
    domain are over, by variable; `sums` gives printed sums their values.
    With a `vocabulary`, finite sums, lists with dots and members of families are written out.
    """

    names: Mapping[str, Callable[[Evaluator], Any]]
    functions: Mapping[str, Callable[[Evaluator, tree.Apply], Numeric]]
    operators: Mapping[str, Callable[[Evaluator, tree.Operate], Numeric]]
    budgets: Mapping[str, str] = field(default_factory=dict)
    coordinates: tuple[str, ...] = ()
    ranges: Mapping[str, tree.Node] = field(default_factory=dict)
    sums: Callable[[Evaluator, tree.BigSum], Numeric] | None = None
    vocabulary: Symbols | None = None


@dataclass(frozen=True)
class Evaluator:
    """A point: values of names. `exact` says whether fractions do, or balls are needed.

    `hypotheses` are those of the statement that is evaluated; the point satisfies them, one `at` other values may not.
    """

    meanings: Meanings
    values: Mapping[str, Any]
    exact: bool = True
    hypotheses: tuple[tree.Node, ...] = ()

    def at(self, **values: Any) -> Evaluator:
        """The same point with some values changed."""
        return replace(self, values={**self.values, **values})

    def is_in_domain(self) -> bool:
        """Whether the hypotheses of the statement hold here."""
        return all(self.truth(hypothesis) for hypothesis in self.hypotheses)

    def of(self, value: Any) -> Numeric:
        """A constant in the arithmetic of this point."""
        return ball(value) if not self.exact and isinstance(value, (int, Fraction)) else value

    # -- numbers -------------------------------------------------------------------------------------------------------

    def number(self, node: tree.Node) -> Numeric:
        """The value of an expression."""
        if (written_out := self.written_out(node)) is not None:
            return self.number(written_out)
        match node:
            case tree.Number():
                return self.of(node.value)
            case tree.Name(name=name):
                return self._name(name)
            case tree.Sum():
                total: Numeric = 0
                for term in node.terms:
                    total = add(total, self.number(term))
                return total
            case tree.Negate():
                return -self.number(node.term)
            case tree.Product():
                result: Numeric = 1
                for factor in node.factors:
                    result = multiply(result, self.number(factor))
                return result
            case tree.Quotient():
                return divide(self.number(node.numerator), self.number(node.denominator))
            case tree.Power(base=tree.Constant(name="e")):
                return self._exponential(node.exponent)
            case tree.Power():
                return power(self.number(node.base), self._integer(node.exponent))
            case tree.Apply():
                return self._apply(node)
            case tree.Operate(operator=operator) if operator in self.meanings.operators:
                return self.meanings.operators[operator](self, node)
            case tree.Derivative():
                return self._derivative(node)
            case tree.Cases():
                return self.number(self._branch(node))
            case tree.ExtremeValue():
                return self._extreme(node)
            case tree.BigSum() if self.meanings.sums is not None:
                return self.meanings.sums(self, node)
            case tree.Limit():
                return self._limit(node)
            case tree.EvaluatedAt(condition=tree.Chain(members=(tree.Name(name=name), place), relations=("=",))):
                return self.at(**{name: self.number(place)}).number(node.expression)
        raise NotEvaluatedError(f"a {type(node).__name__} has no value as a number")

    def written_out(self, node: tree.Node) -> tree.Node | None:
        """What is finite written out, as the reader does it, where the vocabulary of the print is known."""
        own_sums = isinstance(node, tree.BigSum) and self.meanings.sums is not None
        if self.meanings.vocabulary is None or own_sums or not isinstance(node, WRITTEN_OUT):
            return None
        values = {
            name: int(value)
            for name, value in self.values.items()
            if isinstance(value, (int, Fraction)) and value.denominator == 1
        }
        try:
            return WritingOut(self.meanings.vocabulary, values).of(node)
        except WritingOutError as error:
            raise NotEvaluatedError(str(error)) from error

    def listed(self, node: tree.Node) -> tuple[tree.Node, ...]:
        """The members of a comma list, dots written out; anything else is a list of one."""
        items = node.items if isinstance(node, tree.Listing) else (node,)
        if not any(isinstance(item, tree.Dots) for item in items):
            return items
        filled = self.written_out(tree.SetDisplay(items))
        if not isinstance(filled, tree.SetDisplay):
            raise NotEvaluatedError("a list with dots")
        return filled.elements

    def _name(self, name: str) -> Numeric:
        if name in self.values:
            return self.values[name]
        if name in self.meanings.names:
            return self.meanings.names[name](self)
        raise NotEvaluatedError(f"{name} has no value at this point")

    def _integer(self, node: tree.Node) -> int:
        value = self.number(node)
        if isinstance(value, (int, Fraction)) and value.denominator == 1:
            return int(value)
        for k in range(-12, 13):
            if compare(value, k) == 0:
                return k
        raise NotEvaluatedError("an exponent that is no small integer")

    def _exponential(self, exponent: tree.Node) -> Numeric:
        """e^(k eps + l eps' + ... + c) = x^k x'^l ... e^c: c is the exponent where all budgets are 0.

        The multiple of a budget is what the exponent grows by where it is 1, the others 0. A point that is not exact is
        needed where c is not 0.
        """
        budgets = [b for b in self.meanings.budgets if b in tree.names_in(exponent)]
        if not budgets:
            raise NotEvaluatedError("an exponent of e without a budget")

        def exponent_at(**values: int) -> int:
            given = {**self.values, **{b: Fraction(values.get(b, 0)) for b in budgets}}
            return Evaluator(self.meanings, given)._integer(exponent)

        constant = total = exponent_at()
        result: Numeric = ball(1).exp() ** constant if constant else 1
        for budget in budgets:
            multiple = exponent_at(**{budget: 1}) - constant
            if exponent_at(**{budget: 2}) != 2 * multiple + constant:
                raise NotEvaluatedError("an exponent of e that is no integer combination of budgets")
            total += multiple
            result = multiply(result, power(self.values[self.meanings.budgets[budget]], multiple))
        if exponent_at(**dict.fromkeys(budgets, 1)) != total:
            raise NotEvaluatedError("an exponent of e in which budgets are multiplied")
        return result

    def _apply(self, node: tree.Apply) -> Numeric:
        if node.function in self.meanings.functions:
            return self.meanings.functions[node.function](self, node)
        match node.function:
            case "log" if len(node.arguments) == 1:
                return logarithm(self.number(node.arguments[0]))
            case "sqrt":
                return square_root(self.number(node.arguments[0]))
            case "exp":
                return self._exponential(node.arguments[0])
            case "min" | "max":
                return furthest(node.function, [self.number(argument) for argument in node.arguments])
            case "abs":
                value = self.number(node.arguments[0])
                return -value if sign(value) < 0 else value
            case "indicator":
                return self.of(int(self.truth(node.arguments[0])))
            case "binom" | "factorial" | "floor" | "ceil":
                return self.of(self._counted(node.function, [self.number(argument) for argument in node.arguments]))
        raise NotEvaluatedError(f"the function {node.function} has no value")

    def _counted(self, function: str, arguments: Sequence[Numeric]) -> Fraction:
        """Binomial coefficients, factorials and rounded numbers, by their definitions."""
        if not all(isinstance(a, (int, Fraction)) for a in arguments):
            raise NotEvaluatedError(f"the {function} of a number that is not exact")
        first, last = Fraction(arguments[0]), Fraction(arguments[-1])
        if function in ("floor", "ceil"):
            return Fraction(first // 1 if function == "floor" else -(-first // 1))
        if last.denominator != 1 or not 0 <= last <= LARGEST_COUNT:
            raise NotEvaluatedError(f"the {function} of {last}")
        result = Fraction(1)
        for i in range(int(last)):
            result = result * (i + 1) if function == "factorial" else result * (first - i) / (i + 1)
        return result

    def _derivative(self, node: tree.Derivative) -> Numeric:
        name = node.variable.name
        here = self._name(name)
        if isinstance(here, Jet):
            raise NotEvaluatedError("a derivative inside a derivative in the same variable")
        value = self.at(**{name: Jet.variable(here, node.order)}).number(node.expression)
        return value.derivative(node.order) if isinstance(value, Jet) else self.of(0)

    def _branch(self, node: tree.Cases) -> tree.Node:
        for branch in node.branches:
            if branch.condition is None or self.truth(branch.condition):
                return branch.value
        raise UndefinedError("no case applies")

    def _extreme(self, node: tree.ExtremeValue) -> Numeric:
        if node.expression is None or node.kind not in ("min", "max"):
            raise NotEvaluatedError("an extremum of this kind has no value")
        order = 1 if node.kind == "min" else -1
        names, members = self._variables(node), self._domain(node).members()

        def value(*z: Numeric) -> Numeric:
            assert node.expression is not None, "checked above"
            return self.at(**dict(zip(names, z, strict=True))).number(node.expression)

        found = [(value(*z), z) for z in members]
        if not found:
            return None
        best, place = found[0]
        for candidate, z in found[1:]:
            if compare(candidate, best) * order < 0:
                best, place = candidate, z
        if len(place) == 1:
            low, high = neighbours([z[0] for z in members], place[0])
            between = vertex(value, low, place[0], high, order)
            best = between if compare(between, best) * order < 0 else best
        return best

    def _limit(self, node: tree.Limit) -> Numeric:
        """The value at a point very near to the place."""
        name = node.variable.name
        match node.place:
            case tree.Constant(name="infinity"):
                there: Numeric = FAR
            case tree.Negate(term=tree.Constant(name="infinity")):
                there = -FAR
            case place:
                side = Fraction(-1 if node.side == "-" or self._ends_at(name, place) else 1, FAR)
                there = add(self.number(place), self.of(side))
        return self.at(**{name: there}).number(node.expression)

    def _ends_at(self, name: str, place: tree.Node) -> bool:
        """Whether the range of a variable ends at the place, so that it is approached from below."""
        range_ = self.meanings.ranges.get(name)
        return isinstance(range_, tree.Interval) and compare(self.number(range_.high), self.number(place)) == 0

    def _variables(self, node: tree.ExtremeValue | tree.ArgMin | tree.ArgMax) -> tuple[str, ...]:
        return tuple(v.name for v in node.variables) or self.meanings.coordinates

    def _domain(self, node: tree.ExtremeValue | tree.ArgMin | tree.ArgMax) -> Region:
        names = self._variables(node)
        domain = node.domain if node.domain is not None else self.meanings.ranges.get(names[0] if names else "")
        if domain is None:
            raise NotEvaluatedError("an extremum without a domain")
        base = self.region(domain)
        if base.dimension == len(names):
            return base
        combined = tuple(tuple(c for z in choice for c in z) for choice in product(base.members(), repeat=len(names)))
        return Region(len(names), lambda z: all(base.contains((c,)) for c in z), combined, combined)

    # -- sets ----------------------------------------------------------------------------------------------------------

    def region(self, node: tree.Node) -> Region:
        """The set that is printed."""
        match node:
            case tree.Name(name=name):
                value = self._name(name)
                if isinstance(value, Region):
                    return value
            case tree.SetDisplay():
                node = self.written_out(node) or node
                assert isinstance(node, tree.SetDisplay), "a set is written out as a set"
                points = tuple(self.coordinates(element) for element in node.elements)
                return finite(points, len(points[0]))
            case tree.EmptySet():
                return finite((), 0)
            case tree.Interval():
                return self._interval(node)
            case tree.SetBuilder():
                return self._builder(node)
            case tree.SetOperation():
                return self._combined(node)
            case tree.ArgMin() | tree.ArgMax():
                return self.minimisers(node)
            case tree.Cases():
                return self.region(self._branch(node))
        raise NotEvaluatedError(f"a {type(node).__name__} is no set here")

    def coordinates(self, node: tree.Node) -> Coordinates:
        """The numbers of a tuple, or the number as a tuple of one."""
        return tuple(self.number(i) for i in (node.items if isinstance(node, tree.TupleNode) else (node,)))

    def _interval(self, node: tree.Interval) -> Region:
        low, high = self.number(node.low), self.number(node.high)
        width = add(high, -low)

        def contains(z: Coordinates) -> bool:
            above, below = compare(z[0], low), compare(high, z[0])
            return (above > 0 or (above == 0 and node.closed_low)) and (below > 0 or (below == 0 and node.closed_high))

        parts = [Fraction(k, GRID) for k in range(GRID + 1)] + [Fraction(1, 64), Fraction(63, 64)]
        inner = tuple((add(low, multiply(width, self.of(p))),) for p in parts)
        outer = ((add(low, -self.of(1)),), (add(high, self.of(1)),))
        return Region(1, contains, inner + outer)

    def _builder(self, node: tree.SetBuilder) -> Region:
        element, bound = node.element, None
        match node.condition:
            case tree.Chain(
                members=(low, tree.Name() as middle, high), relations=(("<" | "<=") as a, ("<" | "<=") as b)
            ):
                if middle == element:
                    return self._interval(tree.Interval(low, high, a == "<=", b == "<="))
        if isinstance(element, tree.Chain) and element.relations == ("in",):
            element, bound = element.members
        items = element.items if isinstance(element, tree.TupleNode) else (element,)
        names = [item.name for item in items if isinstance(item, tree.Name)]
        within = self._ambient(bound, len(names))

        self._need_constants(node.condition, names)

        def contains(z: Coordinates) -> bool:
            try:
                return within.contains(z) and self.at(**dict(zip(names, z, strict=True))).truth(node.condition)
            except ArithmeticError:  # an element for which the condition has no value does not satisfy it
                return False

        return Region(len(names), contains, within.candidates)

    def _need_constants(self, condition: tree.Node, elements: Sequence[str]) -> None:
        """ArithmeticError where a part of a condition has no value, though it is the same for all elements."""
        binders = (part for part in tree.nodes(condition) if isinstance(part, (tree.ArgMin, tree.ExtremeValue)))
        bound = {*elements, *(name for binder in binders for name in self._variables(binder))}
        for part in tree.nodes(condition):
            match part:
                case tree.Quotient(denominator=below):
                    part = tree.Quotient(tree.Number("1"), below)
                case tree.Apply() | tree.Power():
                    pass
                case _:
                    continue
            if tree.names_in(part) <= (self.values.keys() | self.meanings.names.keys()) - bound:
                self.number(part)

    def _ambient(self, bound: tree.Node | None, dimension: int) -> Region:
        match bound:
            case None:
                return Region(dimension, lambda z: True, ())
            case tree.Name(name="Reals"):
                return Region(dimension, lambda z: dimension == 1, ())
            case tree.Power(base=tree.Name(name="Reals"), exponent=exponent):
                matches = self._integer(exponent) == dimension
                return Region(dimension, lambda z: matches, ())
        return self.region(bound)

    def _combined(self, node: tree.SetOperation) -> Region:
        first, *rest = [self.region(operand) for operand in node.operands]
        tests: dict[str, Callable[[Coordinates], bool]] = {
            "cup": lambda z: first.contains(z) or any(r.contains(z) for r in rest),
            "cap": lambda z: first.contains(z) and all(r.contains(z) for r in rest),
            "setminus": lambda z: first.contains(z) and not any(r.contains(z) for r in rest),
        }
        if node.operation not in tests:
            raise NotEvaluatedError(f"the set operation {node.operation}")
        every = first.candidates + tuple(z for r in rest for z in r.candidates)
        return Region(first.dimension, tests[node.operation], every)

    def minimisers(self, node: tree.ArgMin | tree.ArgMax, also: tuple[Coordinates, ...] = ()) -> Region:
        """The points of the grid of the domain at which the expression is smallest, all ties included.

        The points `also` are tried besides. Of an ArgMax, those at which it is largest.
        """
        if node.expression is None:
            raise NotEvaluatedError("an argmin without an expression")
        expression, names, domain = node.expression, self._variables(node), self._domain(node)

        def value(z: Coordinates) -> Numeric:
            found = self.at(**dict(zip(names, z, strict=True))).number(expression)
            return -found if isinstance(node, tree.ArgMax) else found

        tried = domain.candidates + tuple(z for z in also if len(z) == domain.dimension)
        return smallest(domain if not also else Region(domain.dimension, domain.contains, tried), value)

    # -- statements ----------------------------------------------------------------------------------------------------

    def truth(self, node: tree.Node) -> bool:
        """Whether the statement holds at this point; ArithmeticError where part of it has no value."""
        match node:
            case tree.Chain():
                links = list(zip(node.members, node.relations, node.members[1:], strict=False))
                holds = all(self.relation(a, r, b) for a, r, b in links)
                # A rounded number stands for the exact one, also in the next relation.
                rounded = [i for i, (_, r, b) in enumerate(links[:-1]) if r == "=" and decimal(b)]
                return holds and all(self.relation(links[i][0], *links[i + 1][1:]) for i in rounded)
            case tree.Conjunction():
                return all(self.truth(item) for item in node.items)
            case tree.Disjunction():
                return any(self.truth(item) for item in node.items)
            case tree.Connective(connectives=("implies",)):
                return not self.truth(node.members[0]) or self.truth(node.members[1])
            case tree.Connective(connectives=("if",)):
                return not self.truth(node.members[1]) or self.truth(node.members[0])
            case tree.Connective(connectives=("iff",)):
                return self.truth(node.members[0]) == self.truth(node.members[1])
        raise NotEvaluatedError(f"a {type(node).__name__} is no statement")

    def relation(self, left: tree.Node, relation: str, right: tree.Node) -> bool:
        """One relation of a chain."""
        if isinstance(left, tree.Listing) or isinstance(right, tree.Listing):
            return all(self.relation(a, relation, b) for a, b in product(self.listed(left), self.listed(right)))
        if any(isinstance(s, tree.Name) and s.name in self.meanings.budgets for s in (left, right)):
            return self._budgets(left, relation, right)
        if relation in ("in", "notin"):
            return self.region(right).contains(self.coordinates(left)) == (relation == "in")
        if self._is_matrix(right) or self._is_matrix(left):
            return self._matrices_agree(left, relation, right)
        if isinstance(left, (tree.ArgMin, tree.ArgMax)) and not isinstance(right, tree.Cases):
            printed = self.region(right) if self._is_set(right) else finite((self.coordinates(right),), 1)
            return self._sets(self.minimisers(left, printed.candidates), relation, printed)
        if self._is_set(right):
            return self._sets(self.region(left), relation, self.region(right))
        if isinstance(left, tree.Limit) and (infinity := infinite(right)):
            return compare(multiply(infinity, self.number(left)), LARGE) > 0
        if relation not in HOLDS:
            raise NotEvaluatedError(f"the relation {relation} between numbers")
        difference = add(self.number(left), -self.number(right))
        if relation == "=" and (places := decimal(right)):
            half = self.of(Fraction(1, 2 * 10**places))
            return sign(add(difference, half)) >= 0 and sign(add(difference, -half)) <= 0
        if relation == "=" and isinstance(left, (tree.Limit, tree.ExtremeValue)):
            return close(self.number(left), self.number(right))
        return HOLDS[relation](sign(difference))

    def _budgets(self, left: tree.Node, relation: str, right: tree.Node) -> bool:
        """A relation between budgets; a printed decimal is rounded."""
        if relation == "=" and (places := decimal(left) or decimal(right)):
            budget, printed = (left, right) if decimal(right) else (right, left)
            assert isinstance(printed, tree.Number)
            half = Fraction(1, 2 * 10**places)
            low, high = (ball(printed.value + end).exp() for end in (-half, half))
            value = self._budget(budget)
            return compare(low, value) <= 0 <= compare(high, value)
        return HOLDS[relation](compare(self._budget(left), self._budget(right)))

    def _budget(self, node: tree.Node) -> Numeric:
        """e to the power of a budget, of 0 or of a logarithm: budgets are compared by their exponentials."""
        match node:
            case tree.Name(name=name) if name in self.meanings.budgets:
                return self.values[self.meanings.budgets[name]]
            case tree.Number() | tree.Quotient(numerator=tree.Number(), denominator=tree.Number()):
                value = self.number(node)
                return ball(value).exp() if sign(value) else self.of(1)
            case tree.Apply(function="log", arguments=(argument,)):
                return self.number(argument)
            case tree.Sum(terms=terms):
                total: Numeric = 1
                for term in terms:
                    total = multiply(total, self._budget(term))
                return total
            case tree.Negate(term=term):
                return divide(1, self._budget(term))
            case tree.Apply(function=("min" | "max") as kind, arguments=arguments):
                return furthest(kind, [self._budget(argument) for argument in arguments])
        raise NotEvaluatedError(
            "a budget is compared with numbers, logarithms, other budgets, their sums and maxima only"
        )

    def matrix(self, node: tree.Node) -> tuple[Coordinates, ...]:
        """The entries of a printed or named matrix, or of what is combined from such; a tuple is a row."""
        match node:
            case tree.Matrix():
                return tuple(tuple(self.number(entry) for entry in row) for row in node.rows)
            case tree.TupleNode(items=items):
                return (tuple(self.number(item) for item in items),)
            case tree.Name(name=name):
                value = self._name(name)
                if isinstance(value, tuple):
                    return value if isinstance(value[0], tuple) else (value,)
            case tree.Negate(term=term):
                return _scaled(self.matrix(term), -1)
            case tree.Quotient(numerator=top, denominator=bottom):
                return _scaled(self.matrix(top), divide(1, self.number(bottom)))
            case tree.Sum(terms=terms):
                first, *rest = (self.matrix(term) for term in terms)
                for other in rest:
                    first = tuple(
                        tuple(add(a, b) for a, b in zip(r, s, strict=True)) for r, s in zip(first, other, strict=True)
                    )
                return first
            case tree.Product(factors=factors):
                return self._matrix_product(factors)
        raise NotEvaluatedError("a matrix is compared with something else")

    def _matrix_product(self, factors: Sequence[tree.Node]) -> tuple[Coordinates, ...]:
        found: tuple[Coordinates, ...] | None = None
        scale: Numeric = 1
        for factor in factors:
            if not self._is_matrix(factor):
                scale = multiply(scale, self.number(factor))
                continue
            entries = self.matrix(factor)
            if found is not None:
                columns = tuple(zip(*entries, strict=True))
                entries = tuple(tuple(_dot(row, column) for column in columns) for row in found)
            found = entries
        assert found is not None, "a product is taken for a matrix only where a factor is one"
        return _scaled(found, scale)

    def _is_matrix(self, node: tree.Node) -> bool:
        match node:
            case tree.Matrix() | tree.TupleNode():
                return True
            case tree.Name(name=name):
                return isinstance(self.values.get(name, self._named(name)), tuple)
            case tree.Negate(term=inside) | tree.Quotient(numerator=inside):
                return self._is_matrix(inside)
            case tree.Sum(terms=parts) | tree.Product(factors=parts):
                return any(self._is_matrix(part) for part in parts)
        return False

    def _named(self, name: str) -> Any:
        return self.meanings.names[name](self) if name in self.meanings.names else None

    def _matrices_agree(self, left: tree.Node, relation: str, right: tree.Node) -> bool:
        a, b = self.matrix(left), self.matrix(right)
        if len(a) == 1 and len(b) > 1 and {len(row) for row in b} == {1}:  # a tuple beside a column
            a = tuple((entry,) for entry in a[0])
        elif len(b) == 1 and len(a) > 1 and {len(row) for row in a} == {1}:
            b = tuple((entry,) for entry in b[0])
        if relation not in ("=", ":=") or [len(r) for r in a] != [len(r) for r in b]:
            raise NotEvaluatedError("matrices of different shapes, or not compared by =")
        return all(compare(p, q) == 0 for r, s in zip(a, b, strict=True) for p, q in zip(r, s, strict=True))

    def _is_set(self, node: tree.Node) -> bool:
        if isinstance(node, tree.Cases):
            return self._is_set(node.branches[0].value)
        if isinstance(node, tree.Name):
            return isinstance(self._name(node.name), Region)
        return isinstance(
            node,
            (tree.SetDisplay, tree.EmptySet, tree.Interval, tree.SetBuilder, tree.SetOperation, tree.ArgMin),
        )

    def _sets(self, left: Region, relation: str, right: Region) -> bool:
        every = left.candidates + right.candidates
        every = tuple(dict.fromkeys(every)) if self.exact else every
        match relation:
            case "=" | ":=":
                return all(left.contains(z) == right.contains(z) for z in every)
            case "subset" | "subseteq":
                return all(right.contains(z) for z in every if left.contains(z))
            case "!=":
                return any(left.contains(z) != right.contains(z) for z in every)
        raise NotEvaluatedError(f"the relation {relation} between sets")


def finite(points: Sequence[Coordinates], dimension: int) -> Region:
    """The set of the listed points."""
    return Region(dimension, lambda z: any(same(z, p) for p in points), tuple(points), tuple(points))


def same(z: Coordinates, p: Coordinates) -> bool:
    """Whether two points agree in every coordinate."""
    return len(z) == len(p) and all(compare(a, b) == 0 for a, b in zip(z, p, strict=True))


def smallest(domain: Region, value: Callable[[Coordinates], Numeric]) -> Region:
    """The candidates of the domain with the smallest value; what does better than all of them also counts as one."""
    best: list[Coordinates] = []
    least: Numeric = None
    for z in domain.members():
        found = value(z)
        order = -1 if least is None else compare(found, least)
        if order < 0:
            best, least = [z], found
        elif order == 0 and not any(same(z, b) for b in best):
            best.append(z)

    def contains(z: Coordinates) -> bool:
        return least is not None and domain.contains(z) and compare(value(z), least) <= 0

    return Region(domain.dimension, contains, tuple(best), tuple(best))


def furthest(kind: str, values: Sequence[Numeric]) -> Numeric:
    """The largest or the least of some numbers."""
    best = values[0]
    for value in values[1:]:
        if compare(value, best) * (1 if kind == "max" else -1) > 0:
            best = value
    return best


def decimal(node: tree.Node) -> int:
    """The number of decimal places of a printed number; 0 for anything else."""
    return node.places if isinstance(node, tree.Number) else 0


def needs_balls(nodes: Sequence[tree.Node]) -> bool:
    """Whether logarithms or square roots occur, so that fractions do not do."""
    return any(
        isinstance(part, tree.Apply) and part.function in INEXACT_FUNCTIONS for n in nodes for part in tree.nodes(n)
    )


def infinite(node: tree.Node) -> int:
    """1 for a printed infinity, -1 for minus infinity, else 0."""
    inner = node.term if isinstance(node, tree.Negate) else node
    return 0 if inner != tree.Constant("infinity") else 1 if inner is node else -1


def _scaled(rows: tuple[Coordinates, ...], factor: Numeric) -> tuple[Coordinates, ...]:
    return tuple(tuple(multiply(factor, entry) for entry in row) for row in rows)


def _dot(row: Coordinates, column: Coordinates) -> Numeric:
    total: Numeric = 0
    for a, b in zip(row, column, strict=True):
        total = add(total, multiply(a, b))
    return total
