"""Printed identities of matrices of symbolic size: both sides as words in named matrices, compared word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from checks.interpreter.arithmetic import links
from checks.interpreter.interpreter import Interpreter
from checks.interpreter.notation import NUMERIC, ONE, ZERO, Obligation
from checks.interpreter.values import MeaninglessError
from checks.reading import syntax as tree
from derivations.algebra.linear_algebra import SingularMatrixError
from derivations.algebra.matrix_words import SINGLE, Combination, MatrixWords, ShapeError
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction

MatrixOrNumber = Combination | RationalFunction
Hook = Callable[["MatrixReader", tree.Node], MatrixOrNumber | None]


def _no_hook(reader: MatrixReader, node: tree.Node) -> MatrixOrNumber | None:
    return None


@dataclass(frozen=True)
class MatrixReader:
    """Reads values of printed expressions in which names stand for matrices of symbolic size.

    Attributes:
        interpreter: reads the numbers, under the hypotheses of the statement.
        words: the algebra of the named matrices.
        names: what a printed name stands for.
        hook: gives further nodes their values, None for those it does not know.
        trace: the name of the operator that is the trace.
        invertible: what must hold for a named inverse to exist, by its letter: why, and a formula.

    """

    interpreter: Interpreter
    words: MatrixWords
    names: Mapping[str, MatrixOrNumber]
    hook: Hook = _no_hook
    trace: str = "tr"
    invertible: Mapping[str, tuple[str, Formula]] = field(default_factory=dict)

    def value(self, node: tree.Node) -> MatrixOrNumber:
        """The matrix or the number that is printed."""
        try:
            return self._value(node)
        except (ShapeError, SingularMatrixError) as error:
            raise MeaninglessError(f"'{self.interpreter.print(node)}': {error}") from error

    def number(self, node: tree.Node) -> RationalFunction:
        """The number that is printed."""
        found = self.value(node)
        return found if isinstance(found, RationalFunction) else self.words.scalar(found)

    def _value(self, node: tree.Node) -> MatrixOrNumber:
        known = self.hook(self, node)
        if known is not None:
            return known
        match node:
            case tree.Name(name=name) if name in self.names:
                return self.names[name]
            case tree.Sum(terms=terms):
                return self._sum([self._value(term) for term in terms])
            case tree.Negate(term=term):
                return self.product(self._value(term), -ONE)
            case tree.Product(factors=factors):
                return self.product(*(self._value(factor) for factor in factors))
            case tree.Quotient(numerator=top, denominator=bottom):
                return self.product(self._value(top), self._reciprocal(self.number(bottom)))
            case tree.Power(base=base, exponent=tree.Negate(term=tree.Number(text="1"))):
                return self.inverse(self._value(base))
            case tree.Operate(operator=operator, arguments=(argument,)) if operator == self.trace:
                inside = self._value(argument)
                return inside if isinstance(inside, RationalFunction) else self.words.trace(inside)
        return self.interpreter.number(node)

    def _sum(self, values: list[MatrixOrNumber]) -> MatrixOrNumber:
        if all(isinstance(value, RationalFunction) for value in values):
            return sum((v for v in values if isinstance(v, RationalFunction)), ZERO)
        total, *rest = (v if isinstance(v, Combination) else self.words.number(v) for v in values)
        for value in rest:
            total = total + value
        return total

    def product(self, *values: MatrixOrNumber) -> MatrixOrNumber:
        """The product of matrices in the order of print, and of numbers."""
        scale, matrices = ONE, []
        for value in values:
            if isinstance(value, RationalFunction):
                scale = scale * value
            else:
                matrices.append(value)
        if not matrices:
            return scale
        found = self.words.product(*matrices)
        return scale * self.words.scalar(found) if found.shape == (SINGLE, SINGLE) else found.scaled(scale)

    def _reciprocal(self, value: RationalFunction) -> RationalFunction:
        if value.is_zero():
            raise MeaninglessError("a printed denominator is identically zero")
        self.interpreter.divisors.append(value)
        return ONE / value

    def inverse(self, value: MatrixOrNumber) -> MatrixOrNumber:
        """The inverse; what it needs to exist is demanded of the statement."""
        if isinstance(value, RationalFunction):
            return self._reciprocal(value)
        found = self.words.inverse(value)
        for letter in {name for word in found.terms for name in word} & self.invertible.keys():
            self.interpreter.demand(*self.invertible[letter])
        if all(len(word) != 1 for word in value.terms):
            both = next((word for word in value.terms if word), None)
            identity, ones = value.terms.get((), ZERO), value.terms.get(both, ZERO) if both is not None else ZERO
            self.interpreter.divisors += [identity, identity + self.words.sizes[value.shape[0]] * ones]
        return found

    # -- statements ----------------------------------------------------------------------------------------------------

    def obligations(self, node: tree.Node) -> Iterator[Obligation]:
        """What must be shown for each relation of a printed chain; matrices are compared by = only."""
        if not isinstance(node, tree.Chain):
            raise MeaninglessError(f"'{self.interpreter.print(node)}' is no chain of relations")
        for place, (left, relation, right) in enumerate(links(node), start=1):
            label = f"member {place} {relation} member {place + 1}" if len(node.relations) > 1 else "the relation"
            with self.interpreter.apart() as (divisors, required):
                compared = list(self.compare(self.value(left), relation, self.value(right), label))
            yield from self.interpreter.definedness(label, divisors, required)
            yield from compared

    def compare(self, left: MatrixOrNumber, relation: str, right: MatrixOrNumber, label: str) -> Iterator[Obligation]:
        """The relation between two numbers; of two matrices, that each word has the same coefficient."""
        if isinstance(left, RationalFunction) and isinstance(right, RationalFunction):
            yield self.interpreter.shown(label, relation_formula(left, NUMERIC[relation], right), ())
            return
        a, b = (v if isinstance(v, Combination) else self.words.number(v) for v in (left, right))
        if relation not in ("=", ":=") or a.shape != b.shape:
            raise MeaninglessError(f"{label}: '{relation}' does not relate these two matrices")
        for word in sorted({*a.terms, *b.terms}, key=lambda w: (len(w), w)):
            p, q = a.terms.get(word, ZERO), b.terms.get(word, ZERO)
            what = f"{label}, multiples of {' '.join(word) or 'I'}"
            yield self.interpreter.shown(what, relation_formula(p, "=", q), ())
