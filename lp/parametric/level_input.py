"""Privacy levels as users write them: eps = log(3), x = 3, x = (1 + sqrt(5))/2, eps = 2 log(sqrt(2)), 0.5, 1/3.

x = e^eps is a rational number, an irrational algebraic number, or, for a rational eps other than 0, transcendental. A
transcendental x is never rounded silently: it is enclosed between rational numbers; whoever wants a rational level asks
for it and gets the rational number just below e^eps, at which a design is at least as private, with a note of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

import sympy
from flint import arb, ctx

from mechanisms.exact.algebraic import MAXIMAL_DEGREE
from mechanisms.exact.algebraic_real import UNKNOWN, AlgebraicReal
from mechanisms.exact.domain import Domain
from mechanisms.exact.entries import EntryError, read_entries
from mechanisms.exact.formula import NamedConstant
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial, to_fmpq
from mechanisms.exact.privacy_level import MAXIMAL_EPS, LevelError, dyadic

MAXIMAL_TEXT = 120  # characters of a level
MAXIMAL_POWER = 20
MAXIMAL_POWERS = 400  # the product of all exponents
MAXIMAL_ROOTS = 3
MAXIMAL_DEPTH = 20  # of parentheses
RATIONAL_DIGITS = 12  # significant digits of a rational number taken for e^eps
_TOKEN = re.compile(r"\s*(?:((?:\d+(?:\.\d+)?|\.\d+)(?:[eE]-?\d{1,2})?)|(sqrt|log|ln|eps|epsilon|x)\b|([-+*/^()=]))")

Exact = Fraction | AlgebraicReal


@dataclass(frozen=True)
class Level(Shown):
    """x = e^eps: `x` if it is rational or algebraic, else the rational `eps`; `note` says what was put for what.

    Raises LevelError unless one of x >= 1 and 0 < eps <= MAXIMAL_EPS is given.
    """

    x: Exact | None = None
    eps: Fraction | None = None
    note: str = ""

    def __post_init__(self) -> None:
        if (self.x is None) == (self.eps is None):
            raise LevelError("a level is given by x = e^eps or by eps, one of them")
        if self.x is not None and self.x < 1:
            raise LevelError(f"x = e^eps must be at least 1, because eps >= 0; it is {self.x}")
        if self.eps is not None and not 0 < self.eps <= MAXIMAL_EPS:
            raise LevelError(f"eps lies between 0 and {MAXIMAL_EPS}, not at {self.eps}")

    @property
    def rational(self) -> Fraction | None:
        """x if it is rational."""
        return self.x if isinstance(self.x, Fraction) else None

    @property
    def transcendental(self) -> bool:
        """Whether x is known by enclosures only."""
        return self.eps is not None

    def constant(self, name: str = "x") -> NamedConstant:
        """`name = exp(eps)`, for a transcendental level. Raises LevelError for any other."""
        if self.eps is None:
            raise LevelError(f"{self} is no transcendental level")
        return NamedConstant(name, "exp", self.eps)

    def enclosure(self, digits: int) -> tuple[Fraction, Fraction]:
        """Rational low <= x <= high, at most 10^-digits apart; low < x < high unless x is rational."""
        if isinstance(self.x, Fraction):
            return self.x, self.x
        width = Fraction(1, 10**digits)
        if isinstance(self.x, AlgebraicReal):
            here = self.x.refined(width)
            return here.low, here.high
        assert self.eps is not None
        precision = 64 + 4 * digits + 2 * int(self.eps)
        with ctx.workprec(precision):
            ball = arb(to_fmpq(self.eps)).exp()
            low, high = dyadic(ball.lower()), dyadic(ball.upper())
        # Short decimals around the ball, which the kernel finds again.
        unit = width / 4
        return (low / unit).__floor__() * unit, -((-high / unit).__floor__()) * unit

    def as_rational(self, digits: int = RATIONAL_DIGITS) -> Level:
        """The level with the largest multiple of 10^-d below x for x, d digits after those before the point.

        A design for the smaller x is private at the level itself. A rational x stays as it is.
        """
        if isinstance(self.x, Fraction):
            return self
        extra = digits
        low, high = self.enclosure(extra + 2)
        unit = Fraction(1, 10**extra)
        # x is irrational and greater than 1, so some precision tells it from multiples of the unit and from 1.
        while low // unit != high // unit or (low // unit) * unit <= 1:
            extra += 8
            unit = Fraction(1, 10**extra)
            low, high = self.enclosure(extra + 2)
        near = (low // unit) * unit
        note = f"x = e^eps was taken as the rational number {near}, just below its value at eps = {self._eps_text()}"
        return Level(x=near, note=note)

    def _eps_text(self) -> str:
        return str(self.eps) if self.eps is not None else f"log({self.x})"

    def to_sympy(self) -> sympy.Expr:
        """x as a sympy expression."""
        if self.eps is not None:
            return sympy.exp(sympy.Rational(self.eps.numerator, self.eps.denominator))
        return AlgebraicReal.of(self.x).to_sympy() if self.x is not None else sympy.Integer(1)

    def __str__(self) -> str:
        if self.eps is not None:
            return f"eps = {self.eps}, x = e^({self.eps}) enclosed"
        return f"x = {self.x}"


def read_level(text: str, *, rational: bool = False, digits: int = RATIONAL_DIGITS) -> Level:
    """The level that the text says: `x = NUMBER`, or `eps = ` (which may be left out) and a rational or a logarithm.

    A number is written with digits, + - * / ^, parentheses and sqrt(); a logarithm is log(NUMBER) or ln(NUMBER), with
    an integer factor or divisor if need be. With `rational`, an irrational x is taken as a rational number just below.
    Raises LevelError for anything else.
    """
    if not isinstance(text, str) or len(text) > MAXIMAL_TEXT:
        raise LevelError(f"a level is a text of at most {MAXIMAL_TEXT} characters, such as log(3), x = 3 or 0.5")
    reader = _Reader(text)
    named = reader.name()
    level = _level_of_x(reader.number()) if named == "x" else reader.logarithm()
    reader.end()
    return level.as_rational(digits) if rational else level


def _level_of_x(expression: sympy.Expr) -> Level:
    return Level(x=algebraic_number(expression))


def algebraic_number(expression: sympy.Expr) -> Exact:
    """A real algebraic number that a sympy expression in radicals says; LevelError if it says none."""
    try:
        (value,), generator = read_entries([expression], Domain(), lambda _: "the level")
    except EntryError as error:
        raise LevelError(str(error)) from error
    if generator is None:
        return value.evaluate({})
    minimal = generator.minimal.substitute({generator.name: Polynomial.variable(UNKNOWN)}).primitive()
    if minimal.leading_coefficient() < 0:
        minimal = -minimal
    found = AlgebraicReal(minimal, generator.low, generator.high).image(value)
    return found if found.rational is None else found.rational


class _Reader:
    """Recursive descent over the tokens of a level."""

    def __init__(self, text: str) -> None:
        self.text, self.place, self.depth = text, 0, 0
        self.powers, self.roots = 1, 0
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            token = _TOKEN.match(text, at)
            if token is None:
                raise self.error(f"{text[at:].strip()[0]!r} is not understood")
            self.tokens.append(next(part for part in token.groups() if part is not None))
            at = token.end()

    def error(self, why: str) -> LevelError:
        return LevelError(
            f"a level is written like log(3), x = 3, x = (1 + sqrt(5))/2, 1/2 or 0.5, not {self.text!r}: {why}"
        )

    def peek(self) -> str:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.peek()
        if token == "" or (wanted and token not in wanted):
            raise self.error(f"{token or 'the end'!r} where {' or '.join(wanted) or 'a number'} is needed")
        self.place += 1
        return token

    def end(self) -> None:
        if self.peek():
            raise self.error(f"{self.peek()!r} after the end")

    def name(self) -> str:
        """The name before an equals sign, eps if there is none."""
        if self.tokens[1:2] != ["="]:
            return "eps"
        found = self.take("x", "eps", "epsilon")
        self.take("=")
        return "x" if found == "x" else "eps"

    def logarithm(self) -> Level:
        """[integer *] log(number) [/ integer], or a rational number."""
        if not {"log", "ln"} & set(self.tokens):
            value = algebraic_number(self.number())
            if not isinstance(value, Fraction):
                raise self.error("eps is a rational number or a logarithm")
            return Level(eps=value) if value else Level(x=Fraction(1))
        factor = Fraction(1)
        if self.peek() not in ("log", "ln"):
            factor = self.rational()
            if self.peek() == "*":
                self.take("*")
        self.take("log", "ln")
        inner = self.atom()
        if self.peek() == "/":
            self.take("/")
            factor /= self.rational()
        if max(abs(factor.numerator), factor.denominator) > MAXIMAL_POWER:
            raise self.error(f"a factor of a logarithm has numerator and denominator of at most {MAXIMAL_POWER}")
        if factor.denominator * 2**self.roots > MAXIMAL_DEGREE:
            raise self.error(f"a number of a degree beyond {MAXIMAL_DEGREE}")
        base = algebraic_number(inner)
        if base <= 0:
            raise self.error("the logarithm of a number that is not positive")
        return _level_of_x(sympy.Pow(inner, sympy.Rational(factor.numerator, factor.denominator)))

    def rational(self) -> Fraction:
        token = self.take()
        try:
            value = Fraction(token)
        except ValueError:
            raise self.error(f"{token!r} where a rational number is needed") from None
        if value == 0:
            raise self.error("a factor of zero")
        return value

    def number(self) -> sympy.Expr:
        total = self.product()
        while self.peek() in ("+", "-"):
            sign = self.take()
            term = self.product()
            total = total + term if sign == "+" else total - term
        return total

    def product(self) -> sympy.Expr:
        total = self.power()
        while self.peek() in ("*", "/"):
            sign = self.take()
            factor = self.power()
            if sign == "/" and algebraic_number(factor) == 0:
                raise self.error("division by zero")
            total = total * factor if sign == "*" else total / factor
        return total

    def power(self) -> sympy.Expr:
        if self.peek() == "-":
            self.take()
            return -self.power()
        base = self.atom()
        if self.peek() != "^":
            return base
        self.take()
        exponent = self.take()
        if not exponent.isdigit() or int(exponent) > MAXIMAL_POWER:
            raise self.error(f"an exponent is an integer from 0 to {MAXIMAL_POWER}")
        self.powers *= max(int(exponent), 1)
        if self.powers > MAXIMAL_POWERS:
            raise self.error(f"the product of all exponents is at most {MAXIMAL_POWERS}")
        return base ** int(exponent)

    def atom(self) -> sympy.Expr:
        token = self.take()
        if token == "sqrt":
            if self.peek() != "(":
                raise self.error("sqrt is followed by a number in parentheses")
            self.roots += 1
            if self.roots > MAXIMAL_ROOTS:
                raise self.error(f"at most {MAXIMAL_ROOTS} square roots")
            inner = self.atom()
            if algebraic_number(inner) < 0:
                raise self.error("the square root of a negative number")
            return sympy.sqrt(inner)
        if token == "(":
            self.depth += 1
            if self.depth > MAXIMAL_DEPTH:
                raise self.error("too many parentheses")
            inner = self.number()
            self.take(")")
            self.depth -= 1
            return inner
        if not token.removeprefix(".")[:1].isdigit():
            raise self.error(f"{token!r} where a number is needed")
        value = Fraction(token)
        return sympy.Rational(value.numerator, value.denominator)
