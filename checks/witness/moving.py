"""Numbers that move with one number: what they are at a place, and their first two derivatives there by the rules.

What compares such numbers is decided where they differ, for then they differ near to the place as well; where they meet
nothing is concluded.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from checks.witness.numbers import UndecidedError, Wider

_ONE = Fraction(1)


class _NotTold(Wider):
    """A number of which only the derivatives are told: the logarithm of one that may be any."""

    def _same(self, _: Any) -> _NotTold:
        return self

    __add__ = __radd__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _same

    def _minus(self, other: Any) -> NoReturn:
        raise UndecidedError("a number is compared of which only the derivatives are told")


NOT_TOLD = _NotTold()


@dataclass(frozen=True, eq=False)
class Moving(Wider):
    """What a function of a number is at a place, and its first two derivatives there; `mark` is that of the number."""

    at: Any
    first: Any
    second: Any
    mark: object

    @classmethod
    def variable(cls, at: Any) -> Moving:
        """A number itself."""
        return cls(at, 1, 0, object())

    def _through(self, at: Any, first: Any, second: Any) -> Moving:
        """A function with these derivatives of what this is, by the chain rule."""
        return Moving(at, first * self.first, first * self.second + second * self.first**2, self.mark)

    def _alike(self, other: Any) -> Moving:
        """The other number as one that moves with the same number, or does not move."""
        if not isinstance(other, Moving):
            return Moving(other, 0, 0, self.mark)
        if other.mark is not self.mark:
            raise UndecidedError("a derivative is taken inside of another one")
        return other

    def __add__(self, other: Any) -> Moving:
        b = self._alike(other)
        return Moving(self.at + b.at, self.first + b.first, self.second + b.second, self.mark)

    def __mul__(self, other: Any) -> Moving:
        b = self._alike(other)
        first = self.first * b.at + self.at * b.first
        return Moving(
            self.at * b.at, first, self.second * b.at + 2 * (self.first * b.first) + self.at * b.second, self.mark
        )

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * (_ONE / other)

    def __rtruediv__(self, other: Any) -> Any:
        inverse = _ONE / self.at
        return other * self._through(inverse, -1 * inverse**2, 2 * inverse**3)

    def __pow__(self, exponent: int) -> Any:
        if exponent < 2:
            return self if exponent else 1
        below = self.at ** (exponent - 2)
        return self._through(below * self.at**2, exponent * (below * self.at), exponent * (exponent - 1) * below)

    def applied(self, function: str, at: Any) -> Moving:
        """exp, log or sqrt of it, which is `at` at the place."""
        if function == "exp":
            return self._through(at, at, at)
        inverse = _ONE / self.at
        if function == "log":
            return self._through(at, inverse, -1 * inverse**2)
        return self._through(at, at * inverse / 2, -1 * at * inverse**2 / 4)

    def _minus(self, other: Any) -> int:
        difference = (self + -1 * self._alike(other)).at
        if difference == 0:
            raise UndecidedError("numbers are compared where they meet")
        return 1 if difference > 0 else -1

    def __eq__(self, other: object) -> bool:
        return self is other or self._minus(other) == 0

    __hash__ = object.__hash__

    @property
    def denominator(self) -> int:
        """That a number moves through whole ones is not told: raises UndecidedError."""
        raise UndecidedError("whole numbers are asked for, of a number that moves")

    def __int__(self) -> NoReturn:
        raise UndecidedError("a number that moves is no place in a family")
