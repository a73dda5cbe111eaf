"""Constraints on designs from a TOML file.

Each constraint is a table under its own `[[constraint]]`; `kind` says which, the other keys are its fields:

    [[constraint]]
    kind = "local-privacy"
    epsilon = "log(3)"          # or x = "3", which is e^eps

    [[constraint]]
    kind = "posterior"
    prior = ["1/2", "1/3", "1/6"]
    most = "3/4"

Truths and responses are named by their positions, from 0 on. Numbers are integers or strings such as "1/3" or "0.25",
read exactly; TOML floats are refused. An eps is "log(3)", or "1/2", whose e^eps is irrational: such a level, and such a
factor of metric privacy, needs `rounding = "safe"`, which takes a slightly smaller rational number instead.

    kind                  fields (optional ones in brackets)
    local-privacy         epsilon or x [, rounding]                  P[a, y] <= x P[b, y]
    approximate-privacy   epsilon or x, delta [, rounding]           P(S | a) <= x P(S | b) + delta for all events S
    metric-privacy        factors, or epsilon or x, with distances or points [, rounding]; "inf" is no bound
    bounded-range         epsilon or x, offsets [, rounding]         offset <= P[a, y]/P[b, y] <= x offset for a < b
    parity                most                                       the same as local-privacy with x
    factor-privacy        beta                                       posterior/prior between 1/beta and beta
    average-security      phi                                        total variation of two rows at most phi - 1
    posterior             prior [, most] [, least] [, events]        least <= P(Q | y) <= most
    breach                rho1, rho2 [, prior]                       rho1-to-rho2 privacy, for all priors or for one
    guess                 prior, most                                P(the best guess is right) <= most
    local-diversity       level, sets or truths                      one set of truths a response; all sets of `level`
    entry                 truth, response, value or least and/or most
    zeros                 cells                                      cells = [[0, 2], [2, 0]]
    equal                 groups                                     groups = [[[0, 0], [1, 1]], ...]
    symmetric                                                        P[x, y] = P[y, x]
    relation              terms, relation, bound                    terms = [[0, 0, "1"], [1, 1, "-2"]]; "<=", "=", ">="
    scores                scores, expectations                       sum over y of scores[y] P[x, y] = expectations[x]
    near                  center, radius [, distance]                distance = "total-variation", "l1" or "max"

A file has at most a million bytes and 1000 constraints, a number at most 60 characters, a list at most 4096 items.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lp.constraints.constraint import Constraint, ConstraintError
from lp.constraints.entries import (
    EntryBounds,
    EqualEntries,
    ExpectedScores,
    LinearRelation,
    LocalDiversity,
    SymmetricMatrix,
    ZeroEntries,
)
from lp.constraints.metric_factors import geo_indistinguishability, metric_privacy, safe_level
from lp.constraints.nearness import NearDesign
from lp.constraints.posteriors import (
    GuessingCap,
    InformationPrivacy,
    PosteriorCap,
    PriorBreach,
    average_security,
    factor_privacy,
)
from lp.constraints.privacy import ApproximatePrivacy, BoundedRange, LocalPrivacy, MetricPrivacy
from mechanisms.exact.privacy_level import LevelError, PrivacyLevel
from mechanisms.guarantees.criteria.bayes import CriterionError
from mechanisms.guarantees.criteria.information_privacy import breach_demand
from mechanisms.text_files import read_text

MAXIMAL_BYTES = 1_000_000
MAXIMAL_CONSTRAINTS = 1000
MAXIMAL_LENGTH = 60
MAXIMAL_ITEMS = 4096
NUMBER = re.compile(r"-?\d+(\.\d+|/0*[1-9]\d*)?")
Read = TypeVar("Read")


class ConstraintFileError(ConstraintError):
    """A file of constraints that cannot be read; the sentence names the file, the constraint and the key."""


def read_constraints(path: str | Path) -> tuple[Constraint, ...]:
    """The constraints of a file, in its order.

    Raises ConstraintFileError when there is no such file, when it is no TOML, or when a key is unknown, missing or has
    a value that makes no sense.
    """
    text = read_text(path, MAXIMAL_BYTES, ConstraintFileError)
    return constraints_from_text(text, str(path))


def constraints_from_text(text: str, source: str) -> tuple[Constraint, ...]:
    """The constraints of the text of a file; `source` names it in messages.

    Raises ConstraintFileError for a text that is no such file.
    """
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConstraintFileError(f"{source}: not a TOML file: {error}") from error
    except ValueError as error:  # an integer with too many digits for the interpreter
        raise ConstraintFileError(
            f"{source}: a number is too long; the limit is {MAXIMAL_LENGTH} characters"
        ) from error
    unknown = sorted(set(data) - {"constraint"})
    if unknown:
        raise ConstraintFileError(f"{source}: unknown key {unknown[0]!r}; constraints are tables under [[constraint]]")
    tables = data.get("constraint", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ConstraintFileError(f"{source}: key 'constraint': write each table under its own [[constraint]]")
    if not tables:
        raise ConstraintFileError(f"{source}: no constraint; write each under its own [[constraint]]")
    if len(tables) > MAXIMAL_CONSTRAINTS:
        raise ConstraintFileError(f"{source}: {len(tables)} constraints; at most {MAXIMAL_CONSTRAINTS} are read")
    return tuple(_constraint(table, f"{source}: constraint {i}") for i, table in enumerate(tables, 1))


def _constraint(data: dict[str, Any], where: str) -> Constraint:
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        given = "is missing" if kind is None else f"{kind!r} is unknown"
        raise ConstraintFileError(f"{where}: key 'kind' {given}; it is one of {', '.join(KINDS)}")
    table = Table({key: value for key, value in data.items() if key != "kind"}, f"{where} ({kind})")
    try:
        constraint = KINDS[kind](table)
    except ConstraintFileError:
        raise
    except (ConstraintError, CriterionError) as error:
        raise ConstraintFileError(f"{table.where}: {error}") from error
    table.finish(constraint)
    return constraint


class Table:
    """The keys of one constraint; each is taken once, and those that nobody took are refused at the end."""

    def __init__(self, data: dict[str, Any], where: str) -> None:
        self.where = where
        self._left = dict(data)
        self._known: list[str] = []

    def has(self, key: str) -> bool:
        """Whether the key is given and not yet taken."""
        self._known.append(key)
        return key in self._left

    def take(self, key: str, read: Callable[[Any], Read]) -> Read:
        """The value of a key that must be there. Raises ConstraintFileError where it is missing or not read."""
        if not self.has(key):
            raise ConstraintFileError(f"{self.where}: key {key!r} is missing")
        try:
            return read(self._left.pop(key))
        except (ConstraintError, LevelError) as error:
            raise ConstraintFileError(f"{self.where}: key {key!r}: {error}") from error

    def fields(self, **readers: Callable[[Any], Any]) -> dict[str, Any]:
        """The values of the keys that are given, for the fields of these names."""
        return {key: self.take(key, read) for key, read in readers.items() if self.has(key)}

    def one_of(self, *keys: str) -> str:
        """The one of these keys that is given. Raises ConstraintFileError where none or more are given."""
        given = [key for key in keys if self.has(key)]
        if len(given) != 1:
            raise ConstraintFileError(f"{self.where}: exactly one of the keys {', '.join(keys)} is needed")
        return given[0]

    def finish(self, constraint: Constraint) -> None:
        """Refuse keys that were not read. Raises ConstraintFileError for these."""
        for key in self._left:
            known = ", ".join(sorted(set(self._known))) or "none but kind"
            raise ConstraintFileError(f"{self.where}: unknown key {key!r}; the keys are {known}")


# -- values ------------------------------------------------------------------------------------------------------------


def number(value: Any) -> Fraction:
    """An integer, or a string such as "1/3" or "0.25". Raises ConstraintError for anything else."""
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        raise ConstraintError(f'an exact number such as 3, "1/3" or "0.25" is needed, not {value!r}')
    text = str(value).strip() if isinstance(value, str) or abs(value) < 10**MAXIMAL_LENGTH else ""
    if not text or len(text) > MAXIMAL_LENGTH or not NUMBER.fullmatch(text):
        raise ConstraintError(
            f'a number such as 3, "1/3" or "0.25" of at most {MAXIMAL_LENGTH} characters is needed, '
            f"not {str(value)[:MAXIMAL_LENGTH]!r}"
        )
    return Fraction(text)


def _whole(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 10**6:
        raise ConstraintError(f"an integer from 0 to 999999 is needed, not {str(value)[:MAXIMAL_LENGTH]!r}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > MAXIMAL_LENGTH:
        raise ConstraintError(f"a short text is needed, not {str(value)[:MAXIMAL_LENGTH]!r}")
    return value


def _list_of(read: Callable[[Any], Read], value: Any) -> tuple[Read, ...]:
    if not isinstance(value, list) or len(value) > MAXIMAL_ITEMS:
        raise ConstraintError(f"a list of at most {MAXIMAL_ITEMS} items is needed, not {str(value)[:MAXIMAL_LENGTH]!r}")
    return tuple(map(read, value))


def _distance(value: Any) -> Fraction | None:
    return None if value == "inf" else number(value)


def _cell(value: Any) -> tuple[int, int]:
    if not isinstance(value, list) or len(value) != 2:
        raise ConstraintError(f"a cell is [truth, response], such as [0, 1], not {str(value)[:MAXIMAL_LENGTH]!r}")
    return _whole(value[0]), _whole(value[1])


def _term(value: Any) -> tuple[tuple[int, int], Fraction]:
    if not isinstance(value, list) or len(value) != 3:
        raise ConstraintError(f'a term is [truth, response, coefficient], such as [0, 1, "-1/2"], not {value!r}')
    return (_whole(value[0]), _whole(value[1])), number(value[2])


def _rounding(value: Any) -> str:
    if value not in ("refuse", "safe"):
        raise ConstraintError(f'"refuse" or "safe" is needed, not {str(value)[:MAXIMAL_LENGTH]!r}')
    return str(value)


_numbers = partial(_list_of, number)
_matrix = partial(_list_of, _numbers)
_indices = partial(_list_of, _whole)
_index_lists = partial(_list_of, _indices)
_cells = partial(_list_of, _cell)
_cell_groups = partial(_list_of, _cells)
_factors = partial(_list_of, partial(_list_of, _distance))


def _level(table: Table) -> tuple[PrivacyLevel, bool]:
    """The level that `x` or `epsilon` gives, and whether it may be rounded to the safe side."""
    if table.one_of("epsilon", "x") == "x":
        level = table.take("x", lambda value: PrivacyLevel.of_x(number(value)))
    else:
        level = table.take("epsilon", lambda value: PrivacyLevel.read(_text(value)))
    return level, table.has("rounding") and table.take("rounding", _rounding) == "safe"


def _x(table: Table) -> Fraction:
    level, safe = _level(table)
    if level.x is None and not safe:
        raise ConstraintFileError(
            f"{table.where}: key 'epsilon': e^({level}) is irrational; write log(q), or rounding = \"safe\" for a "
            f"slightly smaller rational number"
        )
    return safe_level(level)


# -- kinds -------------------------------------------------------------------------------------------------------------


def _metric(table: Table) -> Constraint:
    given = table.one_of("factors", "distances", "points")
    if given == "factors":
        return MetricPrivacy(table.take("factors", _factors))
    level, safe = _level(table)
    if given == "distances":
        return metric_privacy(level, table.take("distances", _factors), "safe" if safe else "refuse")
    return geo_indistinguishability(level, table.take("points", _matrix), "safe" if safe else "refuse")


def _breach(table: Table) -> Constraint:
    low, high = table.take("rho1", number), table.take("rho2", number)
    if table.has("prior"):
        return PriorBreach(table.take("prior", _numbers), low, high)
    return InformationPrivacy(breach_demand(low, high))


def _diversity(table: Table) -> Constraint:
    level = table.take("level", _whole)
    if table.one_of("sets", "truths") == "sets":
        return LocalDiversity(level, table.take("sets", _index_lists))
    return LocalDiversity.all_sets(table.take("truths", _whole), level)


def _entry(table: Table) -> Constraint:
    truth, response = table.take("truth", _whole), table.take("response", _whole)
    if table.has("value"):
        value = table.take("value", number)
        return EntryBounds(truth, response, value, value)
    bounds = table.fields(least=number, most=number)
    if not bounds:
        raise ConstraintFileError(f"{table.where}: one of the keys value, least, most is missing")
    return EntryBounds(truth, response, **bounds)


def _relation(table: Table) -> Constraint:
    terms = table.take("terms", partial(_list_of, _term))
    return LinearRelation(terms, table.take("relation", _text), table.take("bound", number))


def _near(table: Table) -> Constraint:
    center, radius = table.take("center", _matrix), table.take("radius", number)
    return NearDesign(center, radius, **table.fields(distance=_text))


KINDS: dict[str, Callable[[Table], Constraint]] = {
    "local-privacy": lambda table: LocalPrivacy(_x(table)),
    "approximate-privacy": lambda table: ApproximatePrivacy(_x(table), table.take("delta", number)),
    "metric-privacy": _metric,
    "bounded-range": lambda table: BoundedRange(_x(table), table.take("offsets", _matrix)),
    "parity": lambda table: LocalPrivacy(table.take("most", number)),
    "factor-privacy": lambda table: factor_privacy(table.take("beta", number)),
    "average-security": lambda table: average_security(table.take("phi", number)),
    "posterior": lambda table: PosteriorCap(
        table.take("prior", _numbers), **table.fields(most=number, least=number, events=_index_lists)
    ),
    "breach": _breach,
    "guess": lambda table: GuessingCap(table.take("prior", _numbers), table.take("most", number)),
    "local-diversity": _diversity,
    "entry": _entry,
    "zeros": lambda table: ZeroEntries(table.take("cells", _cells)),
    "equal": lambda table: EqualEntries(table.take("groups", _cell_groups)),
    "symmetric": lambda table: SymmetricMatrix(),
    "relation": _relation,
    "scores": lambda table: ExpectedScores(table.take("scores", _numbers), table.take("expectations", _numbers)),
    "near": _near,
}
