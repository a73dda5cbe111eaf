"""How a mechanism whose answers are numbers is named: `piecewise(eps=1)`, with exact values of its parameters.

duchi(eps=log(3))                  eps is a number, log(q), or x=3 for e^eps = 3
laplace(eps=1, low=0, high=100)    truths from 0 to 100; numbers may be negative here
additive(a=-10, b=10, low=0, high=50)
incomes.toml:laplace(b=2)        the one that a claims file declares
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from fractions import Fraction

from checks.claims.claim import PaperError
from checks.inputs.design import (
    COMMON_PARAMETERS,
    LEVEL_KEYS,
    MAXIMAL_LENGTH,
    DesignArgumentError,
    call_of,
    in_file,
    key_of,
    read_number,
    texts_at,
)
from checks.inputs.numeric_catalogue import NamedNumeric, named_numeric, numeric_names
from checks.inputs.numeric_design import NumericDesign
from checks.inputs.numeric_files import check_in_range, mechanism_of_file
from lp.parametric.level_input import Level, read_level
from mechanisms.exact.privacy_level import LevelError, PrivacyLevel

DIGITS = 90  # of the enclosure of an irrational e^eps
WIDEST = 10**6  # interval of truths


def read_numeric_design(argument: str, *, at: Sequence[str] = (), eps: PrivacyLevel | None = None) -> NumericDesign:
    """The mechanism of an argument such as laplace(eps=1, low=0, high=10). Raises DesignArgumentError.

    `at` are further values as --at gives them, `eps` a level that has an option of its own.
    """
    named = named_by(argument)
    texts = _texts(argument, named, texts_at(at))
    if named.symbols is not None:
        return _of_file(argument.strip(), named, texts, eps)
    level = _level(named, texts, eps)
    for key in texts:
        if key not in named.parameters:
            raise DesignArgumentError(f"{named.name} has no parameter {key}; it has {', '.join(named.parameters)}")
    numbers = {key: _number(text, f"{named.name}: {key}") for key, text in texts.items()}
    if level is not None and named.instead in numbers:
        raise DesignArgumentError(f"{named.name}: eps and {named.instead} say the same; give one of them")
    for key, value in named.defaults.items():
        if value is not None:
            numbers.setdefault(key, value)
    _check(named, numbers, level)
    order = [key for key in named.parameters if key in numbers]
    found = NumericDesign(argument.strip(), named, tuple((key, numbers[key]) for key in order), level)
    _check_declared(found)
    return found


def named_by(argument: str) -> NamedNumeric:
    """The mechanism that an argument names. Raises DesignArgumentError."""
    file = in_file(argument)
    named = named_numeric(key_of(argument)) if file is None else mechanism_of_file(*file[:2])
    if named is None:
        close = get_close_matches(key_of(argument), numeric_names(), n=1)
        hint = f"; did you mean {close[0]}?" if close else f": they are {', '.join(numeric_names())}"
        raise DesignArgumentError(f"{argument[:MAXIMAL_LENGTH]}: no mechanism with numeric answers is called so{hint}")
    return named


def parameters_of(argument: str) -> frozenset[str]:
    """The keys that may be given of the mechanism that an argument names. Raises DesignArgumentError."""
    names = frozenset(named_by(argument).parameters)
    return names | frozenset(LEVEL_KEYS) if LEVEL_KEYS[0] in names else names


def _texts(argument: str, named: NamedNumeric, at: Mapping[str, str]) -> dict[str, str]:
    """What is given of each parameter."""
    file = in_file(argument)
    inside = argument.partition("(")[2].rstrip(") ") if file is None else file[2]
    text = argument.strip() if file is None else f"it({inside})"
    call = call_of(text) if inside else (argument, {})
    if call is None:
        needed = ", ".join(f"{key}=..." for key in named.parameters if key not in named.defaults)
        raise DesignArgumentError(f"{argument[:MAXIMAL_LENGTH]}: parameters are written {named.name}({needed})")
    texts = dict(call[1])
    for key, text in at.items():
        if key in texts:
            raise DesignArgumentError(f"--at: {key} is given twice")
        texts[key] = text
    return texts


def _of_file(argument: str, named: NamedNumeric, texts: Mapping[str, str], eps: PrivacyLevel | None) -> NumericDesign:
    """The mechanism of a file at values of its symbols."""
    known = ", ".join(named.parameters) or "none"
    if eps is not None:
        raise DesignArgumentError(f"{argument}: an eps of its own is not taken; its symbols, {known}, have values")
    own = {COMMON_PARAMETERS.get(key, key): key for key in named.parameters}
    values = {own.get(key, key): text for key, text in texts.items()}
    for key in values:
        if key not in named.parameters:
            raise DesignArgumentError(f"{named.name} has no parameter {key}; it has {known}")
    if missing := [key for key in named.parameters if key not in values]:
        ranges = "; ".join(named.parameters[key] for key in missing)
        raise DesignArgumentError(
            f"{named.name} needs {', '.join(missing)} ({ranges}); write "
            f"{named.name}({', '.join(f'{key}=...' for key in named.parameters)})"
        )
    interval = tuple((key, value) for key, value in named.defaults.items() if value is not None)
    bare = NumericDesign(argument, named, interval, None)
    budgets = {budget.partition("/")[0] for budget, _ in bare.mechanism.domain.exponentials}
    given = []
    for key, text in values.items():
        if key in budgets:
            low, high = _budget(key, text, named.name)
            if low <= 1:
                raise DesignArgumentError(f"{named.name}: {key} is above 0, not {text}")
        else:
            low = high = _number(text, f"{named.name}: {key}")
            check_in_range(named.name, key, low, bare.notation)
        given.append((key, low, high, text))
    found = replace(bare, given=tuple(given))
    _check_declared(found)
    if broken := found.broken_range():
        raise DesignArgumentError(f"{argument}: {named.source} declares {broken}, which does not hold for this value")
    return found


def _check_declared(design: NumericDesign) -> None:
    """DesignArgumentError where what is declared is no mechanism."""
    try:
        design.mechanism.check()
    except PaperError as error:
        raise DesignArgumentError(f"{design.argument}: {str(error).rpartition(': ')[2]}") from error


def _level(
    named: NamedNumeric, texts: dict[str, str], eps: PrivacyLevel | None
) -> tuple[Fraction, Fraction, str] | None:
    """Bounds of e^eps, and eps in words; takes it out of the texts."""
    if "eps" not in named.parameters:
        if eps is not None or "eps" in texts or "x" in texts:
            raise DesignArgumentError(f"{named.name} has no parameter eps; it has {', '.join(named.parameters)}")
        return None
    given = [key for key in ("eps", "x") if key in texts]
    if len(given) + (eps is not None) > 1:
        raise DesignArgumentError(f"{named.name}: eps is given twice")
    if eps is not None:
        return _above_zero(named, *eps.enclosure, str(eps))
    if not given:
        return None
    text = texts.pop(given[0])
    if given[0] == "eps" and text.isidentifier():
        raise DesignArgumentError(
            f"{named.name}: eps has a number here, such as 1 or log(3), not {text!r}; what `rrproof analyze "
            f"'{named.name}(eps=eps)'` says holds for every eps"
        )
    low, high = _budget(given[0], f"x = {text}" if given[0] == "x" else text, named.name)
    return _above_zero(named, low, high, f"log({text})" if given[0] == "x" else text)


def _budget(key: str, text: str, where: str) -> tuple[Fraction, Fraction]:
    """Bounds of the exponential of a privacy level."""
    try:
        read: Level = read_level(text)
    except LevelError as error:
        raise DesignArgumentError(f"{where}: {key}: {error}") from error
    return read.enclosure(DIGITS)


def _above_zero(named: NamedNumeric, low: Fraction, high: Fraction, text: str) -> tuple[Fraction, Fraction, str]:
    if low <= 1:
        raise DesignArgumentError(f"{named.name}: eps is above 0, not {text}")
    return low, high, text


def _number(text: str, where: str) -> Fraction:
    """An exact number, which may be negative."""
    negative = text.startswith("-")
    return -read_number(text[1:].strip(), where) if negative else read_number(text, where)


def _check(named: NamedNumeric, numbers: Mapping[str, Fraction], level: object) -> None:
    """DesignArgumentError where a parameter is missing or out of its range."""
    needed = [key for key in named.parameters if key not in named.defaults and key != "eps"]
    missing = [key for key in needed if key not in numbers]
    if "eps" in named.parameters and level is None and named.instead not in numbers:
        missing.insert(0, "eps")
    if missing:
        instead = f", or {named.instead}=..." if named.instead else ""
        raise DesignArgumentError(
            f"{named.name} needs {', '.join(missing)} ({named.range}); write "
            f"{named.name}({', '.join(f'{key}=...' for key in missing)}){instead}"
        )
    low, high = numbers["low"], numbers["high"]
    if not 0 < high - low <= WIDEST:
        raise DesignArgumentError(f"{named.name}: truths lie from low to high, not from {low} to {high}")
    if named.of_integers and (low.denominator, high.denominator) != (1, 1):
        raise DesignArgumentError(f"{named.name}: truths are integers, so low and high are, not {low} and {high}")
    if wrong := named.wrong(numbers):
        raise DesignArgumentError(f"{named.name}: {wrong}")
    for key in named.between_0_and_1:
        if key in numbers and not 0 < numbers[key] < 1:
            raise DesignArgumentError(f"{named.name}: {key} lies between 0 and 1, not at {numbers[key]}")
