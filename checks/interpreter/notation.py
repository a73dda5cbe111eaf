"""The notation of a paper, and what has to be shown for a printed statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from checks.interpreter.values import Compared, Value
from checks.reading import syntax as tree
from checks.reading.symbols import Symbols
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from mechanisms.exact.domain import Domain
from mechanisms.exact.formula import Formula, PrintedRelation, power_of_e
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter


ZERO = RationalFunction.of(0)
ONE = RationalFunction.of(1)
EULER = power_of_e(Fraction(1))
BEST = "nothing does better than"
"""How a demand begins that says what an extreme value is, and so more than that a print has a meaning."""
NUMERIC: dict[str, PrintedRelation] = {"=": "=", ":=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@dataclass(frozen=True)
class Obligation:
    """Something to be shown: the label says which part of the print it is.

    `span` is where its relation and right member stand in the print, (0, 0) where that is not known; `printed` is what
    stands there, where the label alone does not say it. `essential` is false where it only says that the print has a
    meaning.

    Where the sequent is sufficient for the print but says more, `fails_at` tells whether the print itself fails at a
    point (KeyError when the point lacks one of `names`); a counterexample counts only where it does.

    `symbols` are those of the whole statement, `facts` what is known of them with the values of an example put in (None
    for what the domain says); `sides` are the two values that are compared, or of e to them `of_exponentials`.
    """

    label: str
    sequent: Sequent
    lemmas: tuple[Theorem, ...] = ()
    fails_at: Callable[[Mapping[str, Fraction]], bool] | None = None
    names: frozenset[str] = frozenset()
    span: tuple[int, int] = field(default=(0, 0), compare=False)
    printed: str = field(default="", compare=False)
    essential: bool = field(default=True, compare=False)
    symbols: frozenset[str] = field(default=frozenset(), compare=False)
    facts: tuple[Formula, ...] | None = field(default=None, compare=False)
    sides: tuple[Compared, Compared] | None = field(default=None, compare=False)
    of_exponentials: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Notation:
    """How a paper spells its names, what they mean (derived from first principles), and where its symbols live.

    `functions`, `operators` and `names` are keyed by canonical name. `shown` says how to write an internal name for a
    reader.
    """

    vocabulary: Symbols
    domain: Domain
    functions: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = field(default_factory=dict)
    operators: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = field(default_factory=dict)
    names: Mapping[str, Callable[[Interpreter], Value]] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)

    def fresh(self, name: str) -> str:
        """A name for a variable of our own: primed where a symbol of the paper, which has no primes, is called so."""
        taken = {parameter.name for parameter in self.domain.parameters}.union(self.domain.exponential_names().values())
        while name in self.vocabulary or name in taken:
            name += "'"
        return name
