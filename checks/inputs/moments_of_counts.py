r"""What an operator such as \mathbb E means of a formula in the counts: its moment over all responses, for every n."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from math import factorial
from operator import mul

from checks.inputs.mechanism import OwnMechanism
from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.reading import syntax as tree
from derivations.algebra.linear_algebra import total
from derivations.algebra.set_partitions import partitions
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

MAXIMAL_DEGREE = 6  # of which there are 203 partitions


def operator_of(own: OwnMechanism, kind: str) -> Callable[[Interpreter, tree.Operate], Value]:
    """The value of an operator of a kind in `declarations.OPERATORS`, applied to formulas in the declared counts.

    Raises MeaninglessError where a formula is no polynomial in them, or its moment is of a degree above MAXIMAL_DEGREE.
    """

    def value(interpreter: Interpreter, node: tree.Operate) -> Value:
        wanted = 2 if kind == "covariance" else 1
        if len(node.arguments) != wanted or node.given:
            many = "two formulas" if wanted == 2 else "one formula"
            raise MeaninglessError(f"'{interpreter.print(node)}': the {kind} is taken of {many} in the counts")
        counts = _Counts(own)
        kept = interpreter.at
        interpreter.at = {name: number for name, number in kept.items() if name not in counts.responses}
        try:
            found = _MOMENTS[kind]([interpreter.number(argument) for argument in node.arguments], counts)
        except MeaninglessError as error:
            raise MeaninglessError(f"'{interpreter.print(node)}': {error}") from error
        finally:
            interpreter.at = kept
        return found.substitute(kept) if kept else found

    return value


class _Counts:
    """The symbols of the counts, and how many respondents answer independently with which probabilities."""

    def __init__(self, own: OwnMechanism) -> None:
        self.responses = {text: own.column(label) for label, text in own.declared.counts.items()}
        if not self.responses:
            raise MeaninglessError('counts = { yes = "n_1" } says how the paper calls the number who give a response')
        if others := sorted(set(self.responses) - {s.name for s in own.symbols}):
            raise MeaninglessError(f"a count is a symbol here, not {others[0]}")
        self.groups = own.respondents_by_law
        self.cumulants: dict[tuple[int, ...], RationalFunction] = {}

    def expectation(self, formula: RationalFunction) -> RationalFunction:
        """That of a polynomial in the counts, term by term."""
        if set(self.responses) & set(formula.denominator.names):
            raise MeaninglessError("a count stands in a denominator, or under a root")
        found = RationalFunction.of(0)
        for monomial, coefficient in formula.numerator.terms().items():
            rest, counted = RationalFunction.of(coefficient), []
            for name, power in monomial:
                if name in self.responses:
                    counted += [self.responses[name]] * power
                else:
                    rest = rest * RationalFunction(Polynomial.variable(name)) ** power
            found += rest * self._of_product(counted)
        return found / RationalFunction(formula.denominator)

    def _of_product(self, counted: Sequence[int]) -> RationalFunction:
        """E[N_a N_b ...]: over the partitions of its factors, the products of the joint cumulants of the blocks."""
        if len(counted) > MAXIMAL_DEGREE:
            raise MeaninglessError(
                f"moments of counts are derived up to degree {MAXIMAL_DEGREE}; this has degree {len(counted)}"
            )
        return total(_product(map(self._cumulant, blocks)) for blocks in partitions(counted))

    def _cumulant(self, counted: tuple[int, ...]) -> RationalFunction:
        """That of some counts, the sum of those of all respondents, each of whom gives one response only."""
        counted = tuple(sorted(counted))
        if counted not in self.cumulants:
            self.cumulants[counted] = total(
                size * (-1) ** (len(blocks) - 1) * factorial(len(blocks) - 1) * _product(law[b[0]] for b in blocks)
                for blocks in partitions(counted)
                if all(len({*block}) == 1 for block in blocks)
                for size, law in self.groups
            )
        return self.cumulants[counted]


def _product(factors: Iterable[RationalFunction]) -> RationalFunction:
    return reduce(mul, factors, RationalFunction.of(1))


def _covariance(formulas: Sequence[RationalFunction], counts: _Counts) -> RationalFunction:
    first, second = formulas[0], formulas[-1]
    return counts.expectation(first * second) - counts.expectation(first) * counts.expectation(second)


_MOMENTS: Mapping[str, Callable[[Sequence[RationalFunction], _Counts], RationalFunction]] = {
    "expectation": lambda formulas, counts: counts.expectation(formulas[0]),
    "variance": _covariance,
    "covariance": _covariance,
}
