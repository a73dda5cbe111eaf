"""Grids of parameters: a design with names in braces, the values of each name, and what is computed at each point.

As a TOML file (all keys but `design` may be left out):

    design = "grr(k={k}, x={x})"     # as on the command line; a file of a design works too
    prior = ["uniform", "{f},rest"]  # shares of the truths, one text or several
    respondents = [100, 1000]        # one number or several
    runs = 10000
    what = ["privacy", "theory", "simulate"]
    estimators = ["unbiased", "clipped", "likely"]
    intervals = ["wald"]
    level = "0.95"                   # confidence of the intervals
    seed = 0
    one_by_one = false               # sample each respondent

    [vary]
    k = [3, 5, 10]
    x = "2:10:1/2"                   # from 2 to 10 in steps of 1/2, the ends included
    f = ["1/5", "3/10"]

Every name in braces needs values, and every name with values must occur. Nothing in a grid is evaluated as code.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from checks.inputs.design import FILES
from checks.inputs.prior import file_of
from checks.samplers.simulation.cluster import versions
from checks.samplers.simulation.errors import SimulationError
from checks.samplers.simulation.problem import ESTIMATORS, MOST_RESPONDENTS
from derivations.surveys.estimates import INTERVALS
from mechanisms.text_files import read_text

WHAT = ("privacy", "theory", "simulate")
MAXIMAL_BYTES = 1_000_000
MOST_POINTS = 100_000
MOST_VALUES = 10_000  # of one name
MAXIMAL_LENGTH = 2_000  # of a design or prior
KEYS = (
    "design",
    "prior",
    "respondents",
    "runs",
    "what",
    "estimators",
    "intervals",
    "level",
    "seed",
    "one_by_one",
    "vary",
)

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,29}")
_BRACES = re.compile(r"\{([^{}]*)\}")
_VALUE = re.compile(r"[A-Za-z0-9./()_+-]{1,80}")
_RANGE = re.compile(r"([^:]+):([^:]+):([^:]+)")
_NUMBER = re.compile(r"[0-9]{1,15}(\.[0-9]{1,15}|/0{0,14}[1-9][0-9]{0,14})?")


@dataclass(frozen=True)
class Point:
    """One point of a grid: its number, the values by name, and what they give."""

    number: int
    values: Mapping[str, str]
    design: str
    prior: str
    respondents: int

    def __str__(self) -> str:
        named = [f"{name} = {value}" for name, value in self.values.items()]
        return ", ".join([*named, f"pi = {self.prior}", f"n = {self.respondents}"])


@dataclass(frozen=True)
class Grid:
    """A grid; made by `read_grid` or from the same keys. Raises SimulationError."""

    design: str
    vary: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prior: tuple[str, ...] = ("uniform",)
    respondents: tuple[int, ...] = (1000,)
    runs: int = 10_000
    what: tuple[str, ...] = ("privacy", "theory")
    estimators: tuple[str, ...] = ("unbiased", "clipped")
    intervals: tuple[str, ...] = ("wald",)
    level: str = "0.95"
    seed: int = 0
    one_by_one: bool = False

    def __post_init__(self) -> None:
        from checks.samplers.simulation.simulation import check_runs

        check_runs(self.runs, self.seed)
        if not 0 < self.confidence < 1:
            raise SimulationError(f"level: {self.level} does not lie between 0 and 1; write 0.95 for 95 %")
        for key, known in (("what", WHAT), ("estimators", ESTIMATORS), ("intervals", INTERVALS)):
            for name in getattr(self, key):
                if name not in known:
                    raise SimulationError(f"{key}: {name!r} is none of {', '.join(known)}")
        if not self.what:
            raise SimulationError(f"what: nothing is to be computed; there are {', '.join(WHAT)}")
        if not self.respondents or not all(1 <= n <= MOST_RESPONDENTS for n in self.respondents):
            raise SimulationError(f"respondents: integers from 1 to {MOST_RESPONDENTS} are needed")
        texts = (self.design, *self.prior)
        if not self.prior or any(not text.strip() or len(text) > MAXIMAL_LENGTH for text in texts):
            raise SimulationError(f"design and prior are texts of 1 to {MAXIMAL_LENGTH} characters")
        used = {name for text in texts for name in _BRACES.findall(text)}
        for name in self.vary:
            if not _NAME.fullmatch(name):
                raise SimulationError(f"vary: {name[:40]!r} is no name of at most 30 letters, digits and _")
            if name not in used:
                raise SimulationError(f"vary: {name} has values, but {{{name}}} occurs neither in the design nor in pi")
        for name in sorted(used - set(self.vary)):
            raise SimulationError(f"{{{name[:40]}}} has no values: vary it, as in {name[:40]}=3,5,10")
        if self.size > MOST_POINTS:
            raise SimulationError(f"the grid has {self.size} points; at most {MOST_POINTS} are computed")

    @property
    def confidence(self) -> Fraction:
        """The level as a number between 0 and 1.

        Raises SimulationError for a text that is no number.
        """
        if not _NUMBER.fullmatch(self.level):
            raise SimulationError(f"level: {self.level[:40]!r} is no number such as 0.95 or 99/100")
        return Fraction(self.level)

    @property
    def size(self) -> int:
        """The number of points."""
        return prod(map(len, (*self.vary.values(), self.prior, self.respondents)))

    def points(self) -> list[Point]:
        """All points, the last name varying fastest."""
        found: list[Point] = []
        cases = product(product(*self.vary.values()), self.prior, self.respondents)
        for values, prior, respondents in cases:
            named = dict(zip(self.vary, values, strict=True))
            found.append(Point(len(found), named, _filled(self.design, named), _filled(prior, named), respondents))
        return found

    def identity(self) -> dict[str, Any]:
        """What decides the numbers, as plain data: the grid, the contents of the files it names, and versions."""
        points = self.points()
        designs = {p.design.strip() for p in points if p.design.strip().lower().endswith(FILES)}
        files = sorted(designs | {p.prior.strip() for p in points if file_of(p.prior) is not None})
        contents = {
            name: hashlib.sha256(read_text(name, MAXIMAL_BYTES * 4, SimulationError).encode()).hexdigest()
            for name in files
        }
        data: dict[str, Any] = json.loads(json.dumps({**asdict(self), "files": contents, "versions": versions()}))
        return data


def _filled(text: str, values: Mapping[str, str]) -> str:
    """The text with a value in the place of each name in braces."""
    return _BRACES.sub(lambda match: values[match[1]], text)


def read_grid(path: Path) -> Grid:
    """The grid in a TOML file. Raises SimulationError, which names the file and the key."""
    text = read_text(path, MAXIMAL_BYTES, SimulationError)
    try:
        data = tomllib.loads(text, parse_float=str)
    except (ValueError, RecursionError) as error:
        raise SimulationError(f"{path}: not a TOML file: {error}") from error
    try:
        return grid_of(data)
    except SimulationError as error:
        raise SimulationError(f"{path}: {error}") from error


def grid_of(data: Mapping[str, Any]) -> Grid:
    """The grid with these keys, as they stand in a file.

    Raises SimulationError for a key that there is not, and for a value of another kind.
    """
    unknown = [key for key in data if key not in KEYS]
    if unknown:
        raise SimulationError(f"{unknown[0][:40]!r} is no key of a grid; there are {', '.join(KEYS)}")
    if not isinstance(data.get("design"), str):
        raise SimulationError('design: a text is needed, such as "grr(k={k}, x={x})"')
    vary = data.get("vary", {})
    if not isinstance(vary, dict):
        raise SimulationError("vary: a table is needed, with the values of each name")
    found: dict[str, Any] = {"design": data["design"], "vary": {name: values_of(name, v) for name, v in vary.items()}}
    for key in ("prior", "what", "estimators", "intervals"):
        if key in data:
            found[key] = _texts(key, data[key])
    for key, kind in (("runs", int), ("seed", int), ("one_by_one", bool)):
        if key in data:
            if type(data[key]) is not kind:
                raise SimulationError(f"{key}: {'an integer' if kind is int else 'true or false'} is needed")
            found[key] = data[key]
    if "level" in data:
        found["level"] = str(data["level"])
    if "respondents" in data:
        given = data["respondents"] if isinstance(data["respondents"], list) else [data["respondents"]]
        if any(type(n) is not int for n in given):
            raise SimulationError("respondents: an integer or a list of integers is needed")
        found["respondents"] = tuple(given)
    return Grid(**found)


def _texts(key: str, value: Any) -> tuple[str, ...]:
    given = [value] if isinstance(value, str) else value
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise SimulationError(f"{key}: a text or a list of texts is needed")
    return tuple(given)


def values_of(name: str, given: Any) -> tuple[str, ...]:
    """The values of a name: a list, a text with commas, or a range such as 2:10:1/2. Raises SimulationError."""
    parts: Sequence[Any] = given.split(",") if isinstance(given, str) else given if isinstance(given, list) else [given]
    found: list[str] = []
    for part in parts:
        if type(part) not in (str, int):
            raise SimulationError(f"vary: {name}: a value is a number or a text, not {type(part).__name__}")
        text = str(part).strip()
        span = _RANGE.fullmatch(text)
        found += _span(name, *(piece.strip() for piece in span.groups())) if span else [text]
        if len(found) > MOST_VALUES:
            raise SimulationError(f"vary: {name} has more than {MOST_VALUES} values")
    for text in found:
        if not _VALUE.fullmatch(text):
            raise SimulationError(f"vary: {name}: {text[:40]!r} is no value such as 3, 1/2 or log(3)")
    if len(set(found)) != len(found):
        raise SimulationError(f"vary: {name} has a value twice")
    if not found:
        raise SimulationError(f"vary: {name} has no value")
    return tuple(found)


def _span(name: str, *texts: str) -> list[str]:
    for text in texts:
        if not _NUMBER.fullmatch(text):
            raise SimulationError(f"vary: {name}: {text[:40]!r} is no number; a range is written 2:10:1/2")
    start, stop, step = map(Fraction, texts)
    if step == 0 or stop < start:
        raise SimulationError(f"vary: {name}: a range goes up from its first number to its second in positive steps")
    count = (stop - start) // step + 1
    if count > MOST_VALUES:
        raise SimulationError(f"vary: {name} has more than {MOST_VALUES} values")
    return [str(start + i * step) for i in range(count)]
