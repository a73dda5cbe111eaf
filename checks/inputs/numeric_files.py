"""Mechanisms of a claims file whose answers are numbers, named as those of the catalogue: `incomes.toml:laplace(b=2)`.

`[mechanisms.NAME]` is FILE:NAME, and `[mechanism]` is FILE:mechanism. The symbols that the mechanism speaks of, but for
its truth, are its parameters: exact numbers, and levels such as log(3) for those that are budgets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from checks.claims.claim import PaperError, read_toml
from checks.inputs.declarations import MAIN, read_declarations
from checks.inputs.design import DesignArgumentError
from checks.inputs.numeric_catalogue import NamedNumeric
from checks.inputs.own_notation import OwnNotation
from mechanisms.text_files import read_text

MAXIMAL_BYTES = 4_000_000
WHOLE = "mechanism"  # what the one of [mechanism] is called
_WORD = re.compile(r"[A-Za-z]\w*")
_TABLES = ("symbols", "conditions", "mechanism", "mechanisms")
_LEFT_OUT = ("respondents", "average")  # they say nothing of one answer


def mechanism_of_file(path: str, name: str) -> NamedNumeric:
    """The mechanism of this name in a claims file. Raises DesignArgumentError."""
    argument = f"{path}:{name}"
    try:
        return _read(path, name, argument)
    except PaperError as error:
        raise DesignArgumentError(str(error)) from error


def _read(path: str, name: str, argument: str) -> NamedNumeric:
    data = read_toml(read_text(Path(path), MAXIMAL_BYTES, DesignArgumentError), path)
    key = MAIN if name == WHOLE else name
    declared = read_declarations({k: data[k] for k in _TABLES if k in data}, path)
    if key not in declared.numeric:
        known = ", ".join(f"{path}:{other or WHOLE}" for other in declared.numeric)
        hint = f"there are {known}" if known else "none in the file does; its matrices stand in files of their own"
        raise DesignArgumentError(f"{argument}: no mechanism that answers with numbers is called so; {hint}")
    mechanism = OwnNotation(declared, path).numeric[key]
    own = mechanism.declared
    if not mechanism.is_given or own.variables or own.entries:
        what = "entries of a vector" if own.entries else "a law that is known by its moments alone"
        raise DesignArgumentError(
            f"{argument} has {what}, of which `rrproof verify` proves formulas; to analyse or sample it by itself, "
            "declare the truth as a symbol with a range, and what is random by coins, a density or noise"
        )
    raw = data["mechanism"] if key == MAIN else data["mechanisms"][key]
    table = {k: value for k, value in raw.items() if k not in _LEFT_OUT}
    words = {word for text in _texts(table) for word in _WORD.findall(text)}
    symbols = {k: value for k, value in data.get("symbols", {}).items() if k in words and k != "conditions"}
    for condition in declared.conditions:
        if {*_WORD.findall(condition)} <= symbols.keys():
            raise DesignArgumentError(
                f"{argument}: the condition {condition} between its symbols is not looked at here"
            )
    low, high = mechanism.interval
    return NamedNumeric(
        argument,
        f"declared in {path}",
        path,
        {symbol: _range(value) for symbol, value in symbols.items() if symbol != own.truth},
        lambda numbers: dict(table),
        defaults={"low": low, "high": high},
        of_integers=mechanism.of_integers,
        truth=own.truth,
        symbols=symbols,
    )


def _texts(value: Any) -> Iterator[str]:
    """All texts in a table."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list | tuple):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(part)


def _range(symbol: Any) -> str:
    """The range of a symbol as it is declared, in words."""
    text = symbol if isinstance(symbol, str) else symbol.get("range", "")
    return text or "any number"


def check_in_range(design_name: str, symbol: str, value: Fraction, declared: OwnNotation) -> None:
    """DesignArgumentError for a value of a symbol that is out of its declared range."""
    range_ = next((p for p in declared.domain.parameters if p.name == symbol), None)
    if range_ is None:
        return
    below = range_.low is not None and (value < range_.low or (range_.low_open and value == range_.low))
    above = range_.high is not None and (value > range_.high or (range_.high_open and value == range_.high))
    if below or above or (range_.integer and value.denominator != 1):
        kind = ", an integer" if range_.integer else ""
        raise DesignArgumentError(f"{design_name}: {symbol} is declared as {range_}{kind}, not {value}")
