"""The value of a printed tree at one point, in plain arithmetic.

This is not the interpreter that the verdicts come from: it knows no polynomial and no formula of first-order logic.
Numbers are computed, derivatives come from jets, sets are tested point by point, minima are looked for on exact grids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from checks.reading import Symbols
from checks.reading import syntax as tree
from checks.reading.conditions import conditions_of, rounded_threshold, steps_before_arrow
from checks.reading.writing_out import WRITTEN_OUT, WritingOut, WritingOutError
from checks.witness.budgets import exponential
from checks.witness.calculus import derivative, limit, value_at
from checks.witness.extrema import extreme, minimisers
from checks.witness.functions import apply
from checks.witness.matrices import matrix
from checks.witness.meanings import Meanings, NotEvaluatedError
from checks.witness.numbers import Numeric, UndefinedError, add, ball, compare, divide, multiply, power, square_root
from checks.witness.printed_numbers import decimal
from checks.witness.regions import Coordinates, Region, finite
from checks.witness.relations import relation_holds
from checks.witness.sets import builder, combined, interval


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
        """The same point with some values changed, and what is derived from them."""
        there = replace(self, values={**self.values, **values})
        found = {
            name: value(there)
            for name, (symbols, value) in self.meanings.derived.items()
            if name in self.values and name not in values and not symbols.isdisjoint(values)
        }
        return replace(there, values={**there.values, **found}) if found else there

    def is_in_domain(self) -> bool:
        """Whether the hypotheses of the statement hold here."""
        return all(self.truth(hypothesis) for hypothesis in self.hypotheses)

    def of(self, value: Any) -> Numeric:
        """A constant in the arithmetic of this point."""
        return ball(value) if not self.exact and isinstance(value, (int, Fraction)) else value

    # -- numbers -------------------------------------------------------------------------------------------------------

    def number(self, node: tree.Node) -> Numeric:
        """The value of an expression. Raises NotEvaluatedError for what is no number."""
        if (written_out := self.written_out(node)) is not None:
            return self.number(written_out)
        match node:
            case tree.Constant(name="e"):
                return exponential(self, tree.Number("1"))
            case tree.Number():
                return self.of(node.value)
            case tree.Name(name=name):
                return self.name(name)
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
                return exponential(self, node.exponent)
            case tree.Power(exponent=tree.Quotient(numerator=halves, denominator=tree.Number(text="2"))):
                return power(square_root(self.number(node.base)), self.integer(halves))
            case tree.Power(exponent=tree.Negate(term=tree.Quotient() as exponent)):
                return divide(1, self.number(tree.Power(node.base, exponent)))
            case tree.Power():
                return power(self.number(node.base), self.integer(node.exponent))
            case tree.Apply():
                return apply(self, node)
            case tree.Operate(operator=operator) if operator in self.meanings.operators:
                return self.meanings.operators[operator](self, node)
            case tree.Derivative():
                return derivative(self, node)
            case tree.Cases():
                return self.number(self.branch(node))
            case tree.ExtremeValue():
                return extreme(self, node)
            case tree.Limit():
                return limit(self, node)
            case tree.EvaluatedAt(condition=tree.Chain(members=(tree.Name(name=name), place), relations=("=",))):
                return self.at(**value_at(self, name, place)).number(node.expression)
        raise NotEvaluatedError(f"a {type(node).__name__} has no value as a number")

    def name(self, name: str) -> Numeric:
        """What a name stands for at this point. Raises NotEvaluatedError for one that stands for nothing."""
        if name in self.values:
            return self.values[name]
        if name in self.meanings.names:
            return self.meanings.names[name](self)
        raise NotEvaluatedError(f"{name} has no value at this point")

    def integer(self, node: tree.Node) -> int:
        """The value of an expression that is an integer.

        Raises NotEvaluatedError where it is none; of numbers that are no fractions those of -12 .. 12 are found.
        """
        value = self.number(node)
        if isinstance(value, (int, Fraction)) and value.denominator == 1:
            return int(value)
        for k in range(-12, 13):
            if compare(value, k) == 0:
                return k
        raise NotEvaluatedError("an exponent that is no small integer")

    def branch(self, node: tree.Cases) -> tree.Node:
        """The value of the first case whose condition holds. Raises UndefinedError where none does."""
        for branch in node.branches:
            if branch.condition is None or self.truth(branch.condition):
                return branch.value
        raise UndefinedError("no case applies")

    def written_out(self, node: tree.Node) -> tree.Node | None:
        """What is finite written out, as the reader does it, where the vocabulary of the print is known.

        Raises NotEvaluatedError where the reader cannot.
        """
        if self.meanings.vocabulary is None or not isinstance(node, WRITTEN_OUT):
            return None
        try:
            return self.writing_out(self.meanings.vocabulary).of(node)
        except WritingOutError as error:
            raise NotEvaluatedError(str(error)) from error

    def writing_out(self, vocabulary: Symbols) -> WritingOut:
        """What writes out, with the integer values of this point."""
        values = {
            name: int(value)
            for name, value in self.values.items()
            if isinstance(value, (int, Fraction)) and value.denominator == 1
        }
        return WritingOut(vocabulary, values)

    def listed(self, node: tree.Node) -> tuple[tree.Node, ...]:
        """The members of a comma list, dots written out; anything else is a list of one.

        Raises NotEvaluatedError where dots cannot be.
        """
        items = node.items if isinstance(node, tree.Listing) else (node,)
        if not any(isinstance(item, tree.Dots) for item in items):
            return items
        filled = self.written_out(tree.SetDisplay(items))
        if not isinstance(filled, tree.SetDisplay):
            raise NotEvaluatedError("a list with dots")
        return filled.elements

    def matrix(self, node: tree.Node) -> tuple[Coordinates, ...]:
        """The entries of a printed or named matrix, or of what is combined from such; a tuple is a row."""
        return matrix(self, node)

    # -- sets ----------------------------------------------------------------------------------------------------------

    def region(self, node: tree.Node) -> Region:
        """The set that is printed. Raises NotEvaluatedError for what is no set."""
        match node:
            case tree.Name(name=name):
                value = self.name(name)
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
                return interval(self, node)
            case tree.SetBuilder():
                return builder(self, node)
            case tree.SetOperation():
                return combined(self, node)
            case tree.ArgMin() | tree.ArgMax():
                return self.minimisers(node)
            case tree.Cases():
                return self.region(self.branch(node))
        raise NotEvaluatedError(f"a {type(node).__name__} is no set here")

    def coordinates(self, node: tree.Node) -> Coordinates:
        """The numbers of a tuple, or the number as a tuple of one."""
        return tuple(self.number(i) for i in (node.items if isinstance(node, tree.TupleNode) else (node,)))

    def minimisers(self, node: tree.ArgMin | tree.ArgMax, also: tuple[Coordinates, ...] = ()) -> Region:
        """The points of the grid of the domain, and of `also`, at which the expression is smallest, or largest."""
        return minimisers(self, node, also)

    # -- statements ----------------------------------------------------------------------------------------------------

    def truth(self, node: tree.Node) -> bool:
        """Whether the statement holds at this point; ArithmeticError where part of it has no value.

        Raises NotEvaluatedError for what is no statement.
        """
        if isinstance(node, tree.Connective) and self.meanings.vocabulary is not None:
            each = self.writing_out(self.meanings.vocabulary).each(node)
            if each is not None:
                return all(map(self.truth, each))
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
            case tree.Connective(connectives=(("implies" | "iff") as arrow,)):
                steps, left = steps_before_arrow(node.members[0], self.meanings.vocabulary or Symbols())
                if not all(map(self.truth, steps)):
                    return False
                told, right = self._holds(left), node.members[1]
                if arrow == "implies":
                    return not told or self.truth(right)
                least, most = rounded_threshold(right) or (right, right)
                return self.truth(least) if told else not self._holds(most)
            case tree.Connective(connectives=connectives) if tree.CONDITIONALS.issuperset(connectives):
                said = conditions_of(node, self.meanings.vocabulary or Symbols())
                assumed = all(map(self.truth, (*said.assumed, *said.quantified)))
                return not assumed or all(map(self.truth, (node.members[0], *said.defined)))
        raise NotEvaluatedError(f"a {type(node).__name__} is no statement")

    def _holds(self, premise: tree.Node) -> bool:
        """Whether a premise has a value and holds: where it has none, nothing is said to follow."""
        try:
            return self.truth(premise)
        except ArithmeticError:
            return False

    def relation(self, left: tree.Node, relation: str, right: tree.Node) -> bool:
        """One relation of a chain."""
        return relation_holds(self, left, relation, right)
