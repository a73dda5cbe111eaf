"""What may be demanded of a design P[x, y]: plain objects that say it in cvxpy, and that judge a design themselves.

A constraint is a frozen value with exact fields. It does three things, and the second shares no code with the first:

* `families()` names the functions of `lp.models` that state it, so that `model(P)` gives constraints of cvxpy on a
  design variable P, with auxiliary variables where they are needed, such that exactly the designs that meet the
  constraint can be completed to a point of the program; they are also how a script is written;
* `holds_for(design)` answers from the definition whether an exact design meets it;
* `check(truths, responses)` raises ConstraintError when it does not fit designs of this size.

The kinds are in `lp.constraints.privacy` (local, approximate, metric privacy, bounded range), `posteriors` (what an
intruder may learn), `entries` (entries, supports, equations, local diversity) and `nearness` (distance to a given
design). A mixture is a list of them. cvxpy is imported when a constraint is first modelled: judging needs none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from mechanisms.design import Design
from mechanisms.exact.entries import EntryError, exact_number
from mechanisms.guarantees.criteria.bayes import numbers

Matrix = tuple[tuple[Fraction, ...], ...]


class ConstraintError(ValueError):
    """A constraint whose fields make no sense, or that does not fit the design; the sentence says what is right."""


@dataclass(frozen=True)
class Family:
    """A function of a module of `lp.models` with its arguments after the design variable, in exact numbers."""

    module: str
    function: str
    arguments: tuple[Any, ...] = ()

    def on(self, P: Any) -> list[Any]:
        """The constraints of cvxpy; importing cvxpy takes a second, so that it waits until here."""
        found: list[Any] = getattr(import_module(f"lp.models.{self.module}"), self.function)(P, *self.arguments)
        return found

    def __str__(self) -> str:
        return f"{self.function}({', '.join(['P', *map(python_text, self.arguments)])})"


def python_text(value: Any) -> str:
    """Exact numbers, and tuples, lists and dictionaries of them, as Python writes them, F being Fraction."""
    if isinstance(value, Fraction):
        return str(value) if value.denominator == 1 else f"F({value.numerator}, {value.denominator})"
    if isinstance(value, tuple):
        return f"({', '.join(map(python_text, value))}{',' * (len(value) == 1)})"
    if isinstance(value, list):
        return f"[{', '.join(map(python_text, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{python_text(k)}: {python_text(v)}' for k, v in value.items())}}}"
    return repr(value)


class Constraint(ABC):
    """A demand on designs that linear constraints can express."""

    @abstractmethod
    def check(self, truths: int, responses: int) -> None:
        """Raise ConstraintError unless designs with so many rows and columns can be asked for it."""

    @abstractmethod
    def families(self) -> list[Family]:
        """The functions of `lp.models` that give constraints which exactly the designs that meet this one satisfy."""

    def model(self, P: Any) -> list[Any]:
        """These constraints of cvxpy, each with a label, on a design variable or an expression."""
        return [demand for family in self.families() for demand in family.on(P)]

    @abstractmethod
    def holds_for(self, design: Design) -> bool:
        """Whether a design with rational entries meets the constraint, from the definition."""

    def tight_at(self, design: Design) -> tuple[str, ...]:
        """The inequalities of the definition that hold with equality at a design that meets them, in words."""
        return ()


def entries(design: Design) -> list[list[Fraction]]:
    """The rational entries of a design, row by row."""
    return numbers(design)


def exact(value: Any, name: str) -> Fraction:
    """A field that is an exact rational number; ConstraintError otherwise."""
    try:
        return exact_number(value, name)
    except EntryError as error:
        raise ConstraintError(str(error)) from error


def exact_level(value: Any, name: str = "x = e^eps") -> Fraction:
    """A field x = e^eps >= 1. Raises ConstraintError for x < 1 and for inexact x."""
    x = exact(value, name)
    if x < 1:
        raise ConstraintError(f"{name} must be at least 1, not {x}")
    return x


def exact_share(value: Any, name: str) -> Fraction:
    """A field between 0 and 1. Raises ConstraintError for numbers outside."""
    share = exact(value, name)
    if not 0 <= share <= 1:
        raise ConstraintError(f"{name} must lie between 0 and 1, not at {share}")
    return share


def exact_vector(values: Any, name: str) -> tuple[Fraction, ...]:
    """A field that is a list of exact numbers. Raises ConstraintError for anything else."""
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence):
        raise ConstraintError(f"{name} must be a list of exact numbers, not {values!r}")
    return tuple(exact(value, f"{name}[{i}]") for i, value in enumerate(values))


def exact_prior(values: Any, name: str = "the prior") -> tuple[Fraction, ...]:
    """A field that is a distribution: exact weights of at least 0 that sum to 1.

    Raises ConstraintError for anything else.
    """
    prior = exact_vector(values, name)
    if not prior or min(prior) < 0 or sum(prior) != 1:
        raise ConstraintError(f"{name} must have weights of at least 0 that sum to 1, not {', '.join(map(str, prior))}")
    return prior


def exact_matrix(values: Any, name: str) -> Matrix:
    """A field that is a list of rows of exact numbers, all of the same length.

    Raises ConstraintError for anything else.
    """
    if isinstance(values, (str, bytes)) or not isinstance(values, Sequence) or not values:
        raise ConstraintError(f"{name} must be a list of rows, not {values!r}")
    rows = tuple(exact_vector(row, f"{name}[{i}]") for i, row in enumerate(values))
    if not rows[0] or len({len(row) for row in rows}) > 1:
        raise ConstraintError(f"the rows of {name} must have the same length, at least 1")
    return rows


def require_size(what: str, given: int, needed: int, of: str) -> None:
    """Raise ConstraintError when a field has another size than the design."""
    if given != needed:
        raise ConstraintError(f"{what} is for {given} {of}, the design has {needed}")
