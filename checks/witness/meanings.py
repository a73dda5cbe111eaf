"""What the names of a paper mean at a point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from checks.reading import Symbols
from checks.reading import syntax as tree
from checks.witness.numbers import Numeric

if TYPE_CHECKING:
    from checks.witness.evaluator import Evaluator


class NotEvaluatedError(ValueError):
    """The evaluator has no value for this kind of print."""


@dataclass(frozen=True)
class Meanings:
    """What the names of a paper mean at a point.

    `coordinates` are the variables of an argmin printed without any; `ranges` are the sets that extrema without a
    domain are over, by variable, `conditions` what is said of several together; `integers` are names of whole numbers.
    `derived` are values that points have besides, with the symbols on which they depend and what finds them.
    With a `vocabulary`, finite sums, lists with dots and members of families are written out.
    """

    names: Mapping[str, Callable[[Evaluator], Any]]
    functions: Mapping[str, Callable[[Evaluator, tree.Apply], Numeric]]
    operators: Mapping[str, Callable[[Evaluator, tree.Operate], Numeric]]
    budgets: Mapping[str, str] = field(default_factory=dict)
    coordinates: tuple[str, ...] = ()
    ranges: Mapping[str, tree.Node] = field(default_factory=dict)
    conditions: tuple[tree.Node, ...] = ()
    vocabulary: Symbols | None = None
    integers: frozenset[str] = frozenset()
    derived: Mapping[str, tuple[frozenset[str], Callable[[Evaluator], Numeric]]] = field(default_factory=dict)

    def whole(self, names: Sequence[str]) -> tuple[bool, ...]:
        """Which of the names stand for whole numbers."""
        return tuple(name in self.integers for name in names)
