r"""Names and exact values as an author would write them, in LaTeX and in plain text.

A name of several letters stays one name: `piB` is \pi_B and `share` is \mathit{share}, never a product of letters. A
value is a quotient of products whose factors are turned so that few signs are needed, and a weighted sum is written
with its weights: p \pi + (1 - p) \pi_B. Nothing of this changes a value; where a sign is not known, only the look
depends on the guess.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from mechanisms.exact.formula import variables
from mechanisms.exact.polynomial import Polynomial

if TYPE_CHECKING:
    import sympy

    from mechanisms.exact.domain import Domain
    from mechanisms.exact.rational import RationalFunction

GREEK = frozenset(
    re.findall(
        r"\w+",
        "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau "
        "upsilon phi varphi chi psi omega ell Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega",
    )
)
_ALIASES = {"eps": "epsilon", "lam": "lambda", "lambda_": "lambda"}
_SHORT = {"epsilon": "eps"}  # the symbol of sympy and the name of a budget in domains
_ACCENTS = ("hat", "tilde", "bar")
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*'*", re.ASCII)
_OPERATOR = re.compile(r"(E|Var)\(?([A-Z])\)?", re.ASCII)
_POWER_OF_E = re.compile(r"exp\((-?\d+(?:/\d+)?)\)", re.ASCII)
_SQUARES = re.compile(r"sum (\w+)\^2", re.ASCII)
_SCRIPTED = re.compile(r"([A-Za-z]|(?:[a-z]{2,}|[A-Z][a-z]+)(?=[A-Z0-9]))([A-Z0-9][A-Za-z0-9]*)", re.ASCII)
_SIZES = frozenset("cdgkKlLmMnNTuxX")  # letters that the field uses for what is larger than 1
ABOVE_ONE = Fraction(7)  # a value for sizes and for e^eps
_MOST_TERMS = 9  # of a sum that is looked at for weights


@dataclass(frozen=True)
class Spelling:
    """How names are spelt, and values at which signs are looked at; what is not given is guessed."""

    names: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[str, Fraction] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """A name in LaTeX."""
        return self.names.get(name) or self.names.get(_SHORT.get(name, "")) or usual_spelling(name)

    def sign(self, polynomial: Polynomial) -> int:
        """The sign of a polynomial at the values."""
        value = polynomial.evaluate({name: self.values.get(name, guessed_value(name)) for name in polynomial.names})
        return (value > 0) - (value < 0)


_SPELLING: ContextVar[Spelling] = ContextVar("spelling", default=Spelling())  # noqa: B039  (frozen)


@contextmanager
def spelt(names: Mapping[str, str] | None = None, domain: Domain | None = None) -> Iterator[None]:
    """Within this context names are written so, and factors are turned so that they are positive in the domain."""
    outer = _SPELLING.get()
    values = {} if domain is None else _values_in(domain)
    token = _SPELLING.set(Spelling({**outer.names, **(names or {})}, {**outer.values, **values}))
    try:
        yield
    finally:
        _SPELLING.reset(token)


def _values_in(domain: Domain) -> dict[str, Fraction]:
    """The guessed values where they lie in the domain, else those of a point of it."""
    numbers = tuple(parameter for parameter in domain.parameters if parameter.constant is None)
    guessed = {p.name: ABOVE_ONE if p.integer else guessed_value(p.name) for p in numbers}
    known = tuple(condition for condition in domain.conditions if variables(condition) <= guessed.keys())
    own = replace(domain, parameters=numbers, conditions=known)
    return guessed if own.contains(guessed) else next(own.points(seed=1, count=1), {})


def name_latex(name: str) -> str:
    """A name in LaTeX, as it is spelt in this context."""
    return _SPELLING.get().of(name)


@lru_cache(maxsize=4096)
def usual_spelling(name: str) -> str:
    r"""A name in LaTeX where nothing else is declared: piB is \pi_B, p00 is p_{00}, share is \mathit{share}, EY E(Y),
    exp(1) e.

    What is no identifier, such as a name that is LaTeX already, stays as it is.
    """
    if (operator := _OPERATOR.fullmatch(name)) is not None:
        return (r"\mathbb{E}" if operator[1] == "E" else rf"\operatorname{{{operator[1]}}}") + f"({operator[2]})"
    if (squares := _SQUARES.fullmatch(name)) is not None:
        return rf"\bigl(\sum {usual_spelling(squares[1])}^{{2}}\bigr)"
    if (power := _POWER_OF_E.fullmatch(name)) is not None:
        return "e" if power[1] == "1" else rf"\exp({power[1]})"
    if not _IDENTIFIER.fullmatch(name):
        return name
    if len(name) > 3 and name[1:] in _ACCENTS:  # Xbar
        name = f"{name[0]}_{name[1:]}"
    plain, primes = name.rstrip("'"), "'" * (len(name) - len(name.rstrip("'")))
    head, *scripts = _ALIASES.get(plain, plain).split("_")
    if not head or "" in scripts:
        return rf"\mathit{{{plain.replace('_', chr(92) + '_')}}}{primes}"
    accents = [script for script in scripts if script in _ACCENTS]
    scripts = [script for script in scripts if script not in _ACCENTS]
    found = _SCRIPTED.fullmatch(head)
    if found is not None and (len(found[1]) == 1 or _ALIASES.get(found[1], found[1]) in GREEK) and not head.isupper():
        head, scripts = found[1], [found[2], *scripts]
    head = _ALIASES.get(head, head)
    letter = f"\\{head}" if head in GREEK else head if len(head) == 1 else rf"\mathit{{{head}}}"
    for accent in accents:
        letter = rf"\{accent}{{{letter}}}"
    below = ",".join(map(_script, scripts))
    return letter + (f"_{below}" if len(below) == 1 else f"_{{{below}}}" if below else "") + primes


def _script(text: str) -> str:
    if text in GREEK:
        return f"\\{text}"
    return text if len(text) <= 2 or text.isdigit() else rf"\mathrm{{{text}}}"


@lru_cache(maxsize=4096)
def guessed_value(name: str) -> Fraction:
    """A generic value for a name: above 1 for sizes and exponentials, else a probability, of which p is likely."""
    generic = Fraction(sum(map(ord, name)) % 23, 97)
    head = usual_spelling(name).split("_")[0]
    if head in _SIZES:
        return ABOVE_ONE + generic
    return Fraction(3, 4) - generic / 2 if head == "p" else Fraction(2, 5) - generic / 2


@dataclass(frozen=True)
class Mixture:
    """A share as the sum over truths of P(truth) P(response | truth), each term written for itself."""

    terms: tuple[RationalFunction, ...]


def latex(value: RationalFunction | Polynomial | Mixture | Fraction | int | sympy.Basic,
          symbols: Mapping[str, sympy.Expr] | None = None) -> str:  # fmt: skip
    r"""A value in LaTeX; `symbols` says what to write for a variable, such as e^{\epsilon} for x."""
    return _written(value, _Latex(_SPELLING.get(), symbols or {}))


def text(value: RationalFunction | Polynomial | Mixture | Fraction | int | sympy.Basic,
         symbols: Mapping[str, sympy.Expr] | None = None) -> str:  # fmt: skip
    """A value in plain text, which the reader of the plain notation reads again."""
    return _written(value, _Text(_SPELLING.get(), symbols or {}))


def _written(value: RationalFunction | Polynomial | Mixture | Fraction | int | sympy.Basic, writer: _Writer) -> str:
    from mechanisms.exact.rational import RationalFunction

    if isinstance(value, Mixture):
        return " + ".join(map(writer.quotient, value.terms))
    if isinstance(value, (RationalFunction, Polynomial, Fraction, int)):
        return writer.quotient(RationalFunction.of(value))
    return writer.expression(value)


class _Writer(ABC):
    """What both notations share: which factors, which order, which signs."""

    between: str  # factors

    def __init__(self, spelling: Spelling, symbols: Mapping[str, sympy.Expr]) -> None:
        values = {name: spelling.values.get(name, ABOVE_ONE) for name in symbols}  # powers of e^eps
        self.spelling, self.symbols = replace(spelling, values={**spelling.values, **values}), symbols
        self._sums: dict[Polynomial, str] = {}

    @abstractmethod
    def power(self, name: str, exponent: int) -> str:
        """A variable to a power."""

    @abstractmethod
    def raised(self, base: str, exponent: int) -> str:
        """A bracket to a power."""

    @abstractmethod
    def fraction(self, above: str, below: str) -> str:
        """A quotient."""

    @abstractmethod
    def expression(self, value: sympy.Basic) -> str:
        """What is no rational function."""

    def part(self, value: sympy.Basic) -> str:
        """An argument of a function, as a quotient of products where it is one."""
        from mechanisms.exact.rational import NotRationalError, to_rational_function

        try:
            return self.quotient(to_rational_function(value))
        except NotRationalError:
            return self.expression(value)

    def quotient(self, value: RationalFunction) -> str:
        """A quotient of products."""
        if value.is_zero():
            return "0"
        top_constant, above = self.factors(value.numerator)
        bottom_constant, below = self.factors(value.denominator)
        constant = top_constant / bottom_constant
        if constant < 0:  # a difference such as p - q takes the minus
            mixed = (i for i, (f, k) in enumerate(above) if k % 2 and _is_difference(f))
            if (i := next(mixed, None)) is not None:
                constant, above[i] = -constant, (-above[i][0], above[i][1])
        sign = "-" if constant < 0 else ""
        above = _weight_first(above)
        if not below and constant.denominator == 1:
            return sign + self.product(constant.numerator * (-1 if sign else 1), above, alone=not sign)
        top = self.product(abs(constant.numerator), above)
        bottom = self.product(constant.denominator, below)
        return sign + self.fraction(top, bottom)

    def factors(self, polynomial: Polynomial) -> tuple[Fraction, list[tuple[Polynomial, int]]]:
        """The constant and the other factors with multiplicities, turned to be positive."""
        constant, factors = polynomial.factors()
        turned = []
        for factor, multiplicity in factors:
            if len(factor.terms()) > 1 and self.spelling.sign(factor) < 0:  # a variable stays as it is
                factor, constant = -factor, constant * (-1) ** multiplicity
            turned.append((factor, multiplicity))
        return constant, sorted(turned, key=self._order)

    def _order(self, factor: tuple[Polynomial, int]) -> tuple[int, bool, str]:
        polynomial = factor[0]
        return len(polynomial.terms()), bool(self.symbols.keys() & set(polynomial.names)), str(polynomial)

    def product(self, constant: int, factors: list[tuple[Polynomial, int]], *, alone: bool = True) -> str:
        """A positive constant and factors."""
        if not factors:
            return str(constant)
        alone = alone and constant == 1 and len(factors) == 1 and factors[0][1] == 1
        parts = [] if constant == 1 else [str(constant)]
        for factor, multiplicity in factors:
            terms = factor.terms()
            if len(terms) == 1 and next(iter(terms.values())) == 1:
                ((monomial, _),) = terms.items()
                parts += [self.power(name, exponent * multiplicity) for name, exponent in monomial]
            elif alone:
                parts.append(self.sum(factor))
            else:
                bracket = f"({self.sum(factor)})"
                parts.append(bracket if multiplicity == 1 else self.raised(bracket, multiplicity))
        return self.between.join(parts)

    def sum(self, polynomial: Polynomial) -> str:
        """A sum of integer coefficients, its positive terms first; a variable with its weight where that is shorter."""
        if polynomial not in self._sums:
            written = ""
            for part in sorted(self._parts(polynomial), key=self._place):
                constant, factors = self.factors(part)
                term = self.product(abs(constant.numerator), _weight_first(factors), alone=False)
                sign = ("-" if constant < 0 else "") if not written else (" - " if constant < 0 else " + ")
                written += sign + term
            self._sums[polynomial] = written
        return self._sums[polynomial]

    def _place(self, part: Polynomial) -> tuple[bool, bool, int, bool, str]:
        """Positive terms first, those of high degree before others, budgets before sizes."""
        constant, factors = self.factors(part)
        has_bracket = any(len(factor.terms()) > 1 for factor, _ in factors)
        return constant < 0, has_bracket, -part.total_degree(), not (self.symbols.keys() & set(part.names)), str(part)

    def _parts(self, polynomial: Polynomial) -> list[Polynomial]:
        """The terms; or a variable with its weight, and the parts of the rest."""
        terms = polynomial.terms()
        expanded = [Polynomial({monomial: coefficient}) for monomial, coefficient in terms.items()]
        if not 3 <= len(terms) <= _MOST_TERMS:
            return expanded
        best, least = expanded, sum(map(self._letters, expanded))
        for weighted, rest in _with_weights(polynomial):
            if not any(_is_weight(factor) for factor, _ in weighted.factors()[1]):
                continue
            parts = [weighted, *self._parts(rest)]
            if (cost := sum(map(self._letters, parts))) < least:
                best, least = parts, cost
        return best

    def _letters(self, part: Polynomial) -> float:
        """How much is read in a term: its names, and the numbers by half."""
        constant, factors = self.factors(part)
        read = 0.5 if abs(constant) != 1 or not factors else 0.0
        for factor, _ in factors:
            read += len(factor.names) if len(factor.terms()) == 1 else sum(map(self._letters, self._parts(factor)))
        return read


class _Latex(_Writer):
    between = " "

    def power(self, name: str, exponent: int) -> str:
        if name in self.symbols:
            return self.expression(self.symbols[name] ** exponent)
        spelling = self.spelling.of(name)
        if exponent == 1:
            return spelling
        return self.raised(f"({spelling})" if "^" in spelling or spelling[-1] in "')" else spelling, exponent)

    def raised(self, base: str, exponent: int) -> str:
        return f"{base}^{{{exponent}}}"

    def fraction(self, above: str, below: str) -> str:
        return rf"\frac{{{above}}}{{{below}}}"

    def expression(self, value: sympy.Basic) -> str:
        import sympy

        if isinstance(value, (sympy.Max, sympy.Min)):
            inside = ", ".join(self.part(one) for one in value.args)
            return rf"\{type(value).__name__.lower()}\left({inside}\right)"
        if isinstance(value, sympy.log) and value.args[0].free_symbols:
            inside = self.part(value.args[0])
            return rf"\log {inside}" if isinstance(value.args[0], sympy.Max) else rf"\log\left({inside}\right)"
        return str(sympy.latex(value, symbol_names={s: self.spelling.of(s.name) for s in value.free_symbols}))


class _Text(_Writer):
    between = "*"

    def power(self, name: str, exponent: int) -> str:
        if name in self.symbols:
            return self.expression(self.symbols[name] ** exponent)
        return name if exponent == 1 else self.raised(name, exponent)

    def raised(self, base: str, exponent: int) -> str:
        return f"{base}^{exponent}"

    def fraction(self, above: str, below: str) -> str:
        top = f"({above})" if _has_outside(above, "+-") else above
        return f"{top}/({below})" if _has_outside(below, "+-*/") else f"{top}/{below}"

    def expression(self, value: sympy.Basic) -> str:
        import sympy

        if isinstance(value, (sympy.Max, sympy.Min)):
            return f"{type(value).__name__.lower()}({', '.join(map(self.part, value.args))})"
        if isinstance(value, sympy.log):
            return f"log({self.part(value.args[0])})"
        return str(sympy.sstr(value.xreplace({sympy.E: sympy.Symbol("exp(1)")}))).replace("**", "^")


def _has_outside(text: str, signs: str) -> bool:
    """Whether one of the signs stands outside of brackets."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth == 0 and character in signs:
            return True
    return False


def _with_weights(polynomial: Polynomial) -> Iterator[tuple[Polynomial, Polynomial]]:
    """Each power of a variable that several terms have: these terms, and the others."""
    terms = polynomial.terms()
    powers = dict.fromkeys(power for monomial in terms for power in monomial)
    for power in powers:
        own = {monomial: c for monomial, c in terms.items() if power in monomial}
        if 1 < len(own) < len(terms):
            yield Polynomial(own), Polynomial({monomial: c for monomial, c in terms.items() if monomial not in own})


def _weight_first(factors: list[tuple[Polynomial, int]]) -> list[tuple[Polynomial, int]]:
    """The factors of a term, 1 - p before what it is the weight of; sizes stay first."""
    weights = [f for f in factors if f[1] == 1 and _is_complement(f[0])]
    if any(usual_spelling(name) in _SIZES for factor, _ in factors for name in factor.names):
        return factors
    if len(weights) != 1 or any(set(weights[0][0].names) & set(f.names) for f, _ in factors if f != weights[0][0]):
        return factors
    return [weights[0], *(f for f in factors if f != weights[0])]


def _is_difference(polynomial: Polynomial) -> bool:
    """Whether a factor has terms of both signs, and is neither 1 - p nor x - 1."""
    known = [1 - Polynomial.variable(name) for name in polynomial.names]
    return len({c > 0 for c in polynomial.terms().values()}) > 1 and polynomial not in (*known, *(-f for f in known))


def with_share(
    value: RationalFunction, name: str, shares: Collection[RationalFunction] = ()
) -> tuple[RationalFunction, Polynomial] | None:
    """A value with a factor L (1 - L) as one in a variable of this name, and what L is; None where it has none.

    Of L and 1 - L the one among the `shares` is named, and else the one with the smaller constant.
    """
    from mechanisms.exact.rational import RationalFunction

    spelling, short = _SPELLING.get(), RationalFunction(Polynomial.variable(name))
    factors = [f * spelling.sign(f) for f, _ in value.numerator.factors()[1] if len(f.terms()) > 1]
    for one, other in combinations(factors, 2):
        if len(one.terms()) + len(other.terms()) > 4 and (total := one + other).is_constant() and not total.is_zero():
            both = [f * (1 / total.constant_value()) for f in (one, other)]
            share, rest = sorted(both, key=lambda f: (RationalFunction(f) not in shares, _constant_part(f)))
            return value / RationalFunction(share * rest) * short * (1 - short), share
    return None


def as_mixture(share: Polynomial, terms: Sequence[RationalFunction]) -> Polynomial | Mixture:
    """A share as the sum of these terms, where that has no minus outside of brackets and the usual way has one."""
    mixture = Mixture(tuple(term for term in terms if not term.is_zero()))
    differs = _has_outside(text(share), "-") and not _has_outside(text(mixture), "-")
    return mixture if differs else share


def with_name(value: RationalFunction, name: str, meaning: Polynomial) -> RationalFunction | None:
    """A value with the name in place of what it means, where that is shorter; None where it is not.

    The meaning is solved for one of its variables in which it is linear, and the value written without that.
    """
    from mechanisms.exact.rational import RationalFunction

    short = RationalFunction(Polynomial.variable(name))
    best: tuple[int, RationalFunction] | None = None
    for variable in meaning.names:
        zero, one = (meaning.substitute({variable: Polynomial.of(i)}) for i in (0, 1))
        slope = one - zero
        if slope.is_zero() or variable in slope.names or slope * Polynomial.variable(variable) + zero != meaning:
            continue
        solved = (short - RationalFunction(zero)) / RationalFunction(slope)
        found = value.substitute({variable: solved})
        length = len(text(found))
        if name in found.names and length < len(text(value)) and (best is None or length < best[0]):
            best = length, found
    return None if best is None else best[1]


def _constant_part(polynomial: Polynomial) -> Fraction:
    return polynomial.terms().get((), Fraction(0))


def _is_weight(polynomial: Polynomial) -> bool:
    """Whether a factor is 1 - p, x - 1, 2 p - 1 or the like."""
    terms = polynomial.terms()
    return len(polynomial.names) == 1 and polynomial.total_degree() == 1 and abs(terms.get((), Fraction(0))) == 1


def _is_complement(polynomial: Polynomial) -> bool:
    return len(polynomial.names) == 1 and polynomial == 1 - Polynomial.variable(polynomial.names[0])
