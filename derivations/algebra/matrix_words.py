"""Matrices of symbolic size as linear combinations of words in named matrices, reduced by known products.

A word such as P' D P stands for the product of its letters; the empty word is the identity. Rules say what the product
of some letters is, for instance P' P = a I + b 1 1'; wherever their left side stands in a word it is replaced, until no
rule applies. Two combinations are equal if what remains has the same coefficients, which are numbers that may depend on
the sizes: so an identity of matrices for all sizes comes down to finitely many identities of rational functions. The
trace of a word does not change when its letters are rotated or the word is transposed; a trace that no rule settles is
a variable of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from derivations.algebra.equal_weights import EqualWeights
from derivations.algebra.linear_algebra import SingularMatrixError
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

Word = tuple[str, ...]
Shape = tuple[str, str]
ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
SINGLE = "1"
"""The size of a scalar and of the narrow side of a vector."""
MOST_STEPS = 10_000


class ShapeError(ValueError):
    """Matrices are added or multiplied whose sizes do not fit."""


@dataclass(frozen=True)
class Combination:
    """A linear combination of words of one shape, which is a pair of names of sizes; no coefficient is zero."""

    shape: Shape
    terms: Mapping[Word, RationalFunction]

    @classmethod
    def of(cls, shape: Shape, terms: Iterable[tuple[Word, RationalFunction]]) -> Combination:
        """The sum of multiples of words, like words put together."""
        found: dict[Word, RationalFunction] = {}
        for word, coefficient in terms:
            found[word] = found.get(word, ZERO) + coefficient
        return cls(shape, {word: c for word, c in found.items() if not c.is_zero()})

    def __add__(self, other: Combination) -> Combination:
        if self.shape != other.shape:
            raise ShapeError(f"a matrix of shape {self.shape} and one of shape {other.shape} cannot be added")
        return Combination.of(self.shape, [*self.terms.items(), *other.terms.items()])

    def scaled(self, factor: RationalFunction) -> Combination:
        """The multiple of the matrix by a number."""
        return Combination.of(self.shape, [(word, factor * c) for word, c in self.terms.items()])

    def __sub__(self, other: Combination) -> Combination:
        return self + other.scaled(-ONE)

    def __str__(self) -> str:
        return " + ".join(f"({c}) {' '.join(word) or 'I'}" for word, c in sorted(self.terms.items())) or "0"


@dataclass(frozen=True)
class Letter:
    """A named matrix: its numbers of rows and columns, by name, and the letter of its transpose."""

    rows: str
    columns: str
    transpose: str


@dataclass(frozen=True)
class MatrixWords:
    """Named matrices with their products.

    Attributes:
        sizes: the number for each name of a size.
        letters: the named matrices; the transpose of each is one of them.
        products: what a product of letters is; scalars are multiples of the empty word.
        traces: the traces of words, in any rotation, that no product settles.
        inverses: the word of an invertible matrix -> the letter of its inverse, whose products are among the rules.
        ones: the vector of ones, as a letter, for each name of a size in which a I + b J is to be inverted.

    """

    sizes: Mapping[str, RationalFunction]
    letters: Mapping[str, Letter]
    products: Mapping[Word, Combination]
    traces: Mapping[Word, RationalFunction] = field(default_factory=dict)
    inverses: Mapping[Word, str] = field(default_factory=dict)
    ones: Mapping[str, str] = field(default_factory=dict)

    def letter(self, name: str) -> Combination:
        """The named matrix, reduced."""
        found = self.letters[name]
        return self.reduced(Combination((found.rows, found.columns), {(name,): ONE}))

    def identity(self, size: str) -> Combination:
        """The identity matrix of a size."""
        return Combination((size, size), {(): ONE})

    def number(self, value: RationalFunction) -> Combination:
        """A number as a matrix with one entry."""
        return Combination((SINGLE, SINGLE), {(): value}) if not value.is_zero() else self.zero(SINGLE, SINGLE)

    def zero(self, rows: str, columns: str) -> Combination:
        """The matrix of zeros."""
        return Combination((rows, columns), {})

    def scalar(self, matrix: Combination) -> RationalFunction:
        """The number that a matrix with one entry is; words that no rule settles are variables of their own."""
        if matrix.shape != (SINGLE, SINGLE):
            raise ShapeError(f"a matrix of shape {matrix.shape} is no number")
        return self.trace(matrix)

    # -- operations ----------------------------------------------------------------------------------------------------

    def product(self, *factors: Combination) -> Combination:
        """The product in this order; ShapeError where neighbours do not fit."""
        result = factors[0]
        for factor in factors[1:]:
            if result.shape[1] != factor.shape[0]:
                raise ShapeError(
                    f"a matrix of shape {result.shape} cannot be multiplied by one of shape {factor.shape}"
                )
            terms = [((*w, *v), c * d) for w, c in result.terms.items() for v, d in factor.terms.items()]
            result = self.reduced(Combination.of((result.shape[0], factor.shape[1]), terms))
        return result

    def transposed(self, matrix: Combination) -> Combination:
        """The transpose."""
        terms = [(self.turned(word), c) for word, c in matrix.terms.items()]
        return self.reduced(Combination.of((matrix.shape[1], matrix.shape[0]), terms))

    def reduced(self, matrix: Combination) -> Combination:
        """The combination with every product replaced for which there is a rule."""
        waiting = list(matrix.terms.items())
        done: list[tuple[Word, RationalFunction]] = []
        for _ in range(MOST_STEPS):
            if not waiting:
                return Combination.of(matrix.shape, done)
            word, coefficient = waiting.pop()
            step = self._step(word)
            if step is None:
                done.append((word, coefficient))
            else:
                waiting.extend((w, coefficient * c) for w, c in step)
        raise ValueError("the rules of the products do not come to an end")

    def inverse(self, matrix: Combination) -> Combination:
        """The inverse of a multiple of a word that has one, or of a I + b 1 1'; SingularMatrixError if there is none.

        Raises ShapeError for anything else.
        """
        if len(matrix.terms) == 1:
            ((word, coefficient),) = matrix.terms.items()
            if word in self.inverses:
                return self.letter(self.inverses[word]).scaled(ONE / coefficient)
        rows, columns = matrix.shape
        if rows == columns == SINGLE:
            return self.number(ONE / self.scalar(matrix))
        one = self.ones.get(rows)
        both = (one, self.letters[one].transpose) if one is not None else None
        if rows != columns or not matrix.terms.keys() <= {(), both}:
            raise ShapeError(f"no inverse is known of {matrix}")
        weights = EqualWeights(self.sizes[rows], matrix.terms.get((), ZERO), matrix.terms.get(both or (), ZERO))
        if both is None:
            weights = EqualWeights(self.sizes[rows], weights.identity, ZERO)
        if weights.identity.is_zero():
            raise SingularMatrixError("a multiple of the matrix of ones has no inverse")
        found = weights.inverse()
        terms = [((), found.identity), *([(both, found.ones)] if both is not None else [])]
        return Combination.of(matrix.shape, terms)

    def trace(self, matrix: Combination) -> RationalFunction:
        """The trace of a square matrix, as a number; a trace that no rule settles is a variable."""
        if matrix.shape[0] != matrix.shape[1]:
            raise ShapeError(f"a matrix of shape {matrix.shape} has no trace")
        total = ZERO
        for word, coefficient in matrix.terms.items():
            total = total + coefficient * self._trace_of_word(word, self.sizes[matrix.shape[0]])
        return total

    def _trace_of_word(self, word: Word, size: RationalFunction) -> RationalFunction:
        if not word:
            return size
        rotations = [word[i:] + word[:i] for i in range(len(word))]
        for rotation in rotations:
            if rotation in self.traces:
                return self.traces[rotation]
        for rotation in rotations:
            step = self._step(rotation)
            if step is not None:
                side = self.letters[rotation[0]].rows
                reduced = self.reduced(Combination.of((side, side), step))
                return self.trace(reduced)
        turned = self.turned(word)
        every = [*rotations, *(turned[i:] + turned[:i] for i in range(len(word)))]
        return RationalFunction(Polynomial.variable(f"tr({' '.join(min(every))})"))

    def turned(self, word: Word) -> Word:
        """The word of the transpose."""
        return tuple(self.letters[name].transpose for name in reversed(word))

    def _step(self, word: Word) -> list[tuple[Word, RationalFunction]] | None:
        """One rule applied at the first place where one can be; None if there is none."""
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                found = self.products.get(word[start:end])
                if found is not None:
                    return [((*word[:start], *w, *word[end:]), c) for w, c in found.terms.items()]
        return None
