"""A design as a user names it on the command line: a file, or a mechanism of the catalogue with its parameters.

    rates.toml                      a file; `checks.inputs.design_files` says what it holds
    rates.toml(p=1/3)               a file whose entries have parameters, here p, at exact values
    grr(k=5, x=3)                   randomised response of 5 categories at e^eps = 3
    grr(k=5, eps=log(3))            the same
    grr(k=5, eps=log(3)/2)          e^eps = sqrt(3), also as x=sqrt(3)
    warner(p_w=1/3)                 Warner's design
    warner(eps=1)                   the same by its privacy level, which every mechanism that has one understands
    warner(eps=1, delta=1/10)       the end of its parameter's range at which it is (1, 1/10)-private
    subset-selection(k=5, l=2, gamma=3)

A name is followed by its parameters in parentheses, each as name=value with an exact number: 3, 1/3, 0.25 (which is
1/4), or log(q) for a budget eps; at other values of eps the entries are irrational, and decimals
less than 10^-12 below them stand for them where rational numbers are needed. How many categories there are, and what
else is no probability, has the names

    k  categories      l  size of the sets      g  values of a hash function      L  largest number on a card
    cards  that are drawn      items  of a list

The reader is a small parser of its own; nothing that a user writes is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from checks.inputs.numeric_catalogue import named_numeric
from checks.inputs.sized_protocols import ENCODINGS
from mechanisms.exact.domain import Domain, DomainError
from mechanisms.exact.privacy_level import LevelError

if TYPE_CHECKING:
    import sympy

    from mechanisms.catalogue.mechanism import Mechanism
    from mechanisms.design import Design
    from mechanisms.exact.privacy_level import PrivacyLevel
    from mechanisms.protocols.protocol import Protocol

FILES = (".toml", ".json", ".csv", ".tex")
MAXIMAL_LENGTH = 400  # characters of an argument
MAXIMAL_DIGITS = 60  # characters of a number
MAXIMAL_CELLS = 40_000
LARGEST = {"k": 200, "l": 200, "g": 64, "L": 40, "cards": 20, "items": 20}
EXAMPLE = "grr(k=5, x=3)"
ALIASES = {  # names of the field, and those of the catalogue
    "krr": "grr", "k-rr": "grr", "rr": "grr", "randomized-response": "grr", "randomised-response": "grr",
    "k-ary-randomized-response": "grr", "direct-encoding": "grr", "de": "grr",
    "subsets": "subset-selection", "ss": "subset-selection", "rappor": "rappor-permanent", "basic-rappor": "sue",
    "optimized-unary-encoding": "oue", "optimised-unary-encoding": "oue", "symmetric-unary-encoding": "sue",
    "local-hashing": "olh", "hr": "hadamard-response", "direct-questioning": "direct", "truthful": "direct",
    "unrelated-question": "simmons", "unrelated": "simmons", "forced": "forced-response", "boruch": "forced-response",
    "forced-answer": "forced-response", "spinner": "warner", "item-count-technique": "item-count",
    "list-experiment": "item-count",
}  # fmt: skip
COMMON_PARAMETERS = {"epsilon": "eps", "e_eps": "x", "d": "k", "categories": "k"}
PARAMETERS = {  # by mechanism: another name of the field -> that of the catalogue
    "warner": {"p": "p_w", "pw": "p_w", "theta": "p_w"},
    "simmons": {"pi_B": "piB", "pi_Y": "piB", "piY": "piB", "pi_U": "piB", "q": "piB"},
    "subset-selection": {"omega": "l", "w": "l", "size": "l"},
    "local-l-diversity": {"size": "l"},
    "unary-encoding": {"p": "b"},
    "olh": {"hashes": "g"},
    "item-count": {"n": "items"},
}

_NUMBER = re.compile(r"\d+(\.\d+|/0*[1-9]\d*)?|\.\d+")
_CALL = re.compile(r"\s*(?P<name>[A-Za-z][A-Za-z0-9-]*)\s*(\((?P<inside>.*)\)\s*)?", re.DOTALL)
_WITHIN = r"[^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*"  # parentheses, with others inside: log(sqrt(2))
_FILE = re.compile(
    rf"(?P<path>.*\.(?:toml|json|csv|tex))(?P<transposed>\^T)?\s*(\((?P<inside>{_WITHIN})\))?", re.DOTALL | re.I
)
_OF_FILE = re.compile(rf"(?P<path>[^()]*\.toml):(?P<name>[^():]+?)\s*(\((?P<inside>{_WITHIN})\))?", re.DOTALL | re.I)
_GIVEN = re.compile(r"\s*(?P<key>[A-Za-z]\w*)\s*=\s*(?P<value>[^=]*?)\s*")
LEVEL_KEYS = ("eps", "x", "e_eps")  # what the names of privacy levels, and of e^eps, begin with
_CALCULATED = re.compile(r"sqrt|log|ln|[+*^(]|\S\s*-|\be\b")
_LOGARITHM = re.compile(r"(?:log|ln)\(\s*(?P<x>[^()]*?)\s*\)")


class DesignArgumentError(ValueError):
    """What was given names no design; the sentence says where it breaks and what would be right."""


@dataclass(frozen=True)
class Level:
    """A number that was written as log(x), x rational, or an irrational algebraic number such as sqrt(2)."""

    x: Fraction | sympy.Expr

    def power(self, root: int) -> sympy.Expr:
        """x^(1/root), exactly."""
        import sympy

        x = sympy.Rational(self.x.numerator, self.x.denominator) if isinstance(self.x, Fraction) else self.x
        return sympy.root(x, root)


def at_level(eps: PrivacyLevel) -> dict[str, Fraction | Level]:
    """The value of eps at a privacy level, as it is given beside a design."""
    if eps.x is not None:
        return {"eps": Level(eps.x)}
    assert eps.eps is not None, "a level has one of the two"
    return {"eps": eps.eps}


def read_design(
    argument: str,
    known: Mapping[str, Fraction] | None = None,
    notes: list[str] | None = None,
    *,
    at: Mapping[str, Fraction | Level] | None = None,
) -> Design:
    """The numeric design of a file or of a mechanism of the catalogue. Raises DesignArgumentError.

    Irrational numbers in it, such as e^1, are replaced by rational ones less than 10^-12 below them; `notes` gets a
    sentence on each. `known` are values of parameters that need not be written, such as the share of a first sample;
    those of `at` stand beside the argument, as those of --at do.
    """
    from checks.inputs.rational_design import rational_design

    design, replaced = rational_design(read_symbolic_design(argument, at, implied=known))
    if notes is not None:
        notes += [one.sentence for one in replaced]
    if design.parameters:
        budgets = {variable: budget for budget, (variable, _) in design.domain.budget_roots().items()}
        names = [budgets.get(name, name) for name in design.parameters]
        missing = ", ".join(names)
        example = (
            f"{argument.strip()[:MAXIMAL_LENGTH]}({names[0]}={'log(3)' if names[0] in budgets.values() else '...'})"
            if _FILE.fullmatch(argument.strip())
            else EXAMPLE
        )
        verb = "has" if len(names) == 1 else "have"
        raise DesignArgumentError(
            f"{argument.strip()[:MAXIMAL_LENGTH]}: numbers are needed here, and {missing} {verb} no value "
            f"({design.domain}); write {example}"
        )
    return design


def read_symbolic_design(
    argument: str,
    at: Mapping[str, Fraction | Level] | None = None,
    *,
    implied: Mapping[str, Fraction] | None = None,
) -> Design:
    """The design of an argument, with those of its parameters left that have no value. Raises DesignArgumentError.

    Values stand in the argument, or in `at`, where a name that the design does not have is refused; those in `implied`
    are used where they fit.
    """
    given = argument.strip()
    file = _FILE.fullmatch(given)
    if file is None:
        return design_by_name(given, implied, at=at)
    from checks.inputs.design_files import design_from_file

    values = _both(_values(file["inside"], file["path"]), at or {}, file["path"])
    return design_from_file(file["path"], values, transposed=file["transposed"] is not None)


def read_values(texts: Sequence[str]) -> dict[str, Fraction | Level]:
    """The values of options such as --at p=1/3 --at 'eps=log(3)', or p=1/3,q=1/4. Raises DesignArgumentError."""
    found: dict[str, Fraction | Level] = {}
    for text in texts:
        found = _both(found, _values(text, "--at"), "--at")
    return found


def texts_at(options: Sequence[str]) -> dict[str, str]:
    """What options such as --at eps=1 --at low=-2,high=2 give, as it is written. Raises DesignArgumentError."""
    found: dict[str, str] = {}
    for part in (part for option in options for part in option.split(",")):
        given = _GIVEN.fullmatch(part)
        if given is None:
            raise DesignArgumentError(f"--at: {part.strip()!r} is no parameter; write name=value, as in eps=1")
        key = COMMON_PARAMETERS.get(given["key"], given["key"])
        if key in found:
            raise DesignArgumentError(f"--at: {key} is given twice")
        found[key] = given["value"]
    return found


def _both(
    first: Mapping[str, Fraction | Level], second: Mapping[str, Fraction | Level], where: str
) -> dict[str, Fraction | Level]:
    twice = [name for name in first if name in second]
    if twice:
        raise DesignArgumentError(f"{where}: {twice[0]} is given twice")
    return {**first, **second}


def key_of(argument: str) -> str:
    """The name in the catalogue of a design that is named so; "" for a file."""
    if _FILE.fullmatch(argument.strip()):
        return ""
    call = _CALL.fullmatch(argument.strip())
    return "" if call is None else ALIASES.get(call["name"].lower(), call["name"].lower())


def file_of(argument: str) -> str | None:
    """The file of a design that is named by one; None for a mechanism of the catalogue."""
    file = _FILE.fullmatch(argument.strip())
    return None if file is None else file["path"]


def of_the_same_truths(designs: Sequence[Design]) -> tuple[tuple[Design, ...], str]:
    """The designs with the truths of the first, in its order, and a sentence on how truths were matched, or "".

    Truths of one name are the same, whether the name is text or a number; where the names differ they are matched by
    their position. Raises DesignArgumentError for different numbers of truths.
    """
    from mechanisms.design import Design

    first, matched = designs[0], [designs[0]]
    note = ""
    for design in designs[1:]:
        if len(design.truths) != len(first.truths):
            raise DesignArgumentError(
                f"the designs have different numbers of truths: {len(first.truths)} and {len(design.truths)}"
            )
        names = [str(truth) for truth in design.truths]
        if set(names) == {str(truth) for truth in first.truths}:
            rows = [design.entries[names.index(str(truth))] for truth in first.truths]
        else:
            rows, note = list(design.entries), "the truths have different names and are matched by their positions"
        matched.append(Design(rows, design.domain, first.truths, design.responses, design.name))
    return tuple(matched), note


def read_number(text: str, where: str) -> Fraction:
    """An exact number that is not negative: 3, 1/3 or 0.25.

    Raises DesignArgumentError for any other text, and for one that is too long.
    """
    if len(text) > MAXIMAL_DIGITS:
        raise DesignArgumentError(f"{where}: {text[:20]}... has {len(text)} characters; at most {MAXIMAL_DIGITS}")
    percent = text[:-1].rstrip() if text.endswith("%") else ""
    if percent and _NUMBER.fullmatch(percent):
        return Fraction(percent) / 100
    if not _NUMBER.fullmatch(text):
        if text.startswith("-") and _NUMBER.fullmatch(text[1:].strip()):
            raise DesignArgumentError(f"{where} is at least 0, not {text}")
        raise DesignArgumentError(f"{where}: {text!r} is no number such as 3, 1/3 or 0.25")
    return Fraction(text)


# -- mechanisms of the catalogue ---------------------------------------------------------------------------------------


def design_by_name(
    text: str, known: Mapping[str, Fraction] | None = None, *, at: Mapping[str, Fraction | Level] | None = None
) -> Design:
    """A mechanism of the catalogue at exact values of its parameters, from a text such as grr(k=5, x=3).

    Without `at` all parameters must have a value. Raises DesignArgumentError for a text that is no such name, a name
    that there is not, and values that it does not take.
    """
    if len(text) > MAXIMAL_LENGTH:
        raise DesignArgumentError(f"a design is named by at most {MAXIMAL_LENGTH} characters, not {len(text)}")
    call, open_ones = _CALL.fullmatch(text), text.count("(") - text.count(")")
    if open_ones > 0:
        right = text.strip().rstrip(" ,") + ")" * open_ones
        raise DesignArgumentError(f"{text!r} names no design: a bracket is open; right would be {right}")
    if open_ones < 0 and text.rstrip().endswith(")" * (1 - open_ones)):
        right = text.strip()[:open_ones]
        raise DesignArgumentError(f"{text!r} names no design: a bracket too many; right would be {right}")
    if call is None:
        raise DesignArgumentError(
            f"{text!r} names no design; write a file ending in {', '.join(FILES)}, or a name such as {EXAMPLE}"
        )
    name = _of_the_catalogue(call["name"])
    values = _in_its_names(name, _both(_values(call["inside"], name), at or {}, name))
    mechanism = catalogue_mechanism(name, values)
    values = _with_budget(mechanism, values)
    free = mechanism.printed_matrix.domain.names
    implied = {key: value for key, value in (known or {}).items() if key in free and key not in values}
    return _at(name, mechanism, {**implied, **values}, complete=at is None)


def _of_the_catalogue(word: str) -> str:
    """The name of the catalogue that a word stands for; DesignArgumentError where no matrix holds the responses."""
    name = ALIASES.get(word.lower(), word.lower())
    if name in ENCODINGS and not ENCODINGS[name].is_pure:
        raise DesignArgumentError(
            f"{name} answers with a number for each value, which no matrix holds; "
            f"`rrproof analyze '{name}(k=5, eps=1)'` has its formulas, and what they are worth"
        )
    return name


def call_of(text: str) -> tuple[str, dict[str, str]] | None:
    """The name and the parameters, as they are written, of a text such as grr(k=5, x=3); None for other texts."""
    call = _CALL.fullmatch(text) if len(text) <= MAXIMAL_LENGTH else None
    pairs = [_GIVEN.fullmatch(part) for part in (call["inside"] or "").split(",")] if call else []
    if call is None or not all(pairs):
        return None
    given = {pair["key"]: pair["value"] for pair in pairs if pair}
    return call["name"], {COMMON_PARAMETERS.get(key, key): value for key, value in given.items()}


def is_of_every_size(text: str) -> bool:
    """Whether a design is analysed in formulas for every number of values: grr(k=k, eps=eps), and she(k=5, eps=1)."""
    call = call_of(text)
    if call is None:
        return False
    encoding = ENCODINGS.get(key_of(text))
    return bool(re.fullmatch(r"[A-Za-z]\w*", call[1].get("k", ""))) or not (encoding is None or encoding.is_pure)


def is_numeric(text: str) -> bool:
    """Whether a mechanism is named whose answers are numbers, as in piecewise(eps=1) or incomes.toml:laplace(b=2)."""
    return named_numeric(key_of(text)) is not None or in_file(text) is not None


def in_file(text: str) -> tuple[str, str, str] | None:
    """File, name and what stands in parentheses, of a mechanism that a claims file declares: FILE.toml:NAME(...)."""
    found = _OF_FILE.fullmatch(text.strip()) if len(text) <= MAXIMAL_LENGTH else None
    return None if found is None else (found["path"], found["name"], found["inside"] or "")


def _mechanism_and_values(text: str) -> tuple[str, Mechanism, dict[str, Fraction | Level]]:
    call = _CALL.fullmatch(text.strip())
    if call is None or len(text) > MAXIMAL_LENGTH:
        raise DesignArgumentError(
            f"{text[:MAXIMAL_LENGTH]!r} names no mechanism; write a name such as simmons, grr(k=3)"
        )
    name = _of_the_catalogue(call["name"])
    values = _in_its_names(name, _values(call["inside"], name))
    mechanism = catalogue_mechanism(name, values)
    return name, mechanism, _with_budget(mechanism, values)


def protocol_by_name(text: str) -> Protocol | None:
    """What a respondent does in a mechanism of the catalogue that was read; None for a file.

    Where the parameters that are given have rational values, or powers of e, the protocol is that at these values.
    """
    if not key_of(text):
        return None
    try:
        return protocol_at(text)
    except DesignArgumentError:  # its size came from elsewhere
        return None


def protocol_at(text: str) -> Protocol:
    """What a respondent does in a mechanism of the catalogue, at given values. Raises DesignArgumentError."""
    from checks.inputs.budget import guarantee_in, values_at_budget
    from checks.inputs.parameter_values import exact_point, powers_of_e
    from mechanisms.exact.rational import RationalFunction

    name, mechanism, values = _mechanism_and_values(text)
    design = mechanism.printed_matrix
    wanted, others = guarantee_in(name, design.domain, values)
    if wanted is not None:
        found, constants = values_at_budget(name, design, wanted, others)
    else:
        point = exact_point(others, design.domain, name)
        powers, parameters = powers_of_e(point.powers_of_e, name)
        found, constants = {**point.rational, **powers}, Domain.of(*parameters)
    exact = {p: RationalFunction.of(v) if isinstance(v, Fraction) else v for p, v in found.items()}
    try:
        return mechanism.protocol.at({p: v for p, v in exact.items() if isinstance(v, RationalFunction)}, constants)
    except DomainError as error:
        raise DesignArgumentError(f"{name}: {error}") from error


def _in_its_names(name: str, values: dict[str, Fraction | Level]) -> dict[str, Fraction | Level]:
    """The values under the names of the catalogue, where they are given under other names of the field."""
    known = {**COMMON_PARAMETERS, **PARAMETERS.get(name, {})}
    found: dict[str, Fraction | Level] = {}
    for key, value in values.items():
        own = known.get(key, key)
        if own in found:
            others = "".join(
                f"; {other} is another parameter" for other in sorted({*PARAMETERS.get(name, {}).values()} - {own})
            )
            raise DesignArgumentError(f"{name}: {key} and {own} say the same; give one of them{others}")
        found[own] = value
    return found


def _with_budget(mechanism: Mechanism, values: dict[str, Fraction | Level]) -> dict[str, Fraction | Level]:
    """eps, or x = e^eps, is understood of every mechanism with one budget, whatever it calls it."""
    domain = mechanism.printed_matrix.domain
    if "eps" in values and len(domain.budget_roots()) == 1:
        (budget,) = domain.budget_roots()
        if budget not in values:
            values = {budget if key == "eps" else key: value for key, value in values.items()}
    x = values.get("x")
    if not isinstance(x, Fraction) or "x" in domain.names or "eps" in values or x < 1:
        return values
    if domain.budget_roots() and "eps" not in domain.budget_roots():
        return values
    return {**{key: value for key, value in values.items() if key != "x"}, "eps": Level(x)}


def _values(inside: str | None, name: str) -> dict[str, Fraction | Level]:
    """What stands between the parentheses, by name."""
    found: dict[str, Fraction | Level] = {}
    if inside is None or not inside.strip():
        return found
    for part in inside.split(","):
        given = _GIVEN.fullmatch(part)
        if given is None:
            raise DesignArgumentError(f"{name}: {part.strip()!r} is no parameter; write name=value, as in {EXAMPLE}")
        if given["key"] in found:
            raise DesignArgumentError(f"{name}: {given['key']} is given twice")
        where = f"{name}: {given['key']}"
        logarithm = _LOGARITHM.fullmatch(given["value"])
        if _is_level(given["key"], logarithm["x"] if logarithm else given["value"]):
            found.update([_level(given["key"], given["value"], where)])
            continue
        number = read_number(logarithm["x"] if logarithm else given["value"], where)
        found[given["key"]] = Level(number) if logarithm else number
    return found


def _is_level(key: str, value: str) -> bool:
    """Whether a privacy level is written with more than one number: 2*log(3), log(sqrt(2)), log(1 + sqrt(5))."""
    return key.startswith(LEVEL_KEYS) and bool(_CALCULATED.search(value))


def _level(key: str, value: str, where: str) -> tuple[str, Fraction | Level]:
    """A privacy level in numbers and roots, under its key; an irrational e^eps is given as the logarithm of it."""
    from lp.parametric.level_input import read_level

    of_x = not key.startswith("eps")
    try:
        read = read_level(f"x = {value}" if of_x else value)
    except LevelError as error:
        hint = "; a level in e is written as eps, 1 for e^1, and no other number is put with it" * ("'e'" in str(error))
        raise DesignArgumentError(f"{where}: {error}{hint}") from error
    if read.eps is not None:
        return key, read.eps
    if read.rational is not None:
        return key, read.rational if of_x else Level(read.rational)
    return "eps" if of_x else key, Level(read.to_sympy())


def catalogue_mechanism(name: str, values: dict[str, Fraction | Level]) -> Mechanism:
    """The mechanism of a name; takes the sizes that it needs out of the values.

    Raises DesignArgumentError for an unknown name, and for sizes that are missing, too large or no integers.
    """
    from mechanisms.catalogue import UnknownMechanismError, get, names

    sized = families()
    if name not in sized:
        try:
            return get(name)
        except UnknownMechanismError as error:
            if named_numeric(name) is not None:
                raise DesignArgumentError(
                    f"{name} answers with numbers, and a matrix is needed here; analyze, compare, simulate, estimate "
                    "and audit take it"
                ) from error
            close = get_close_matches(name, [*names(), *ALIASES], n=3)
            hint = f"did you mean {' or '.join(close)}?" if close else f"there are {', '.join(names())}"
            raise DesignArgumentError(f"no mechanism is called {name!r} ({hint}), and no file ends so") from error
    family = sized[name]
    sizes = [_size(name, key, values.pop(key, None)) for key in family.sizes]
    cells = family.cells(*sizes)
    if cells > MAXIMAL_CELLS:
        raise DesignArgumentError(f"{name}: this matrix has {cells:.3g} entries; at most {MAXIMAL_CELLS} are written")
    try:
        return family.maker(*sizes)
    except ValueError as error:
        raise DesignArgumentError(f"{name}: {error}") from error


@dataclass(frozen=True)
class Family:
    """Mechanisms that come in sizes: who makes them, what the sizes are called, how many entries the matrix has."""

    maker: Callable[..., Mechanism]
    sizes: tuple[str, ...]
    cells: Callable[..., int]


def families() -> dict[str, Family]:
    """The mechanisms of the catalogue whose sizes are said when they are named, as in grr(k=5, x=3)."""
    from mechanisms.catalogue import christofides
    from mechanisms.catalogue import frequency_oracles as oracles
    from mechanisms.catalogue import subset_responses as subsets
    from mechanisms.catalogue.survey_questions import kuk
    from mechanisms.catalogue.two_sample_surveys import item_count

    def square(k: int) -> int:
        return k * k

    def bits(k: int) -> int:
        return k << k

    return {
        "grr": Family(oracles.randomised_response, ("k",), square),
        "sue": Family(oracles.symmetric_unary_encoding, ("k",), bits),
        "oue": Family(oracles.optimised_unary_encoding, ("k",), bits),
        "blh": Family(oracles.binary_local_hashing, ("k",), lambda k: 2 * bits(k)),
        "olh": Family(oracles.local_hashing, ("k", "g"), lambda k, g: k * g ** (k + 1)),
        "hadamard-response": Family(oracles.hadamard_response, ("k",), lambda k: 2 * square(k)),
        "the": Family(oracles.thresholding, ("k",), bits),
        "unary-encoding": Family(subsets.unary_encoding, ("k",), bits),
        "erasure": Family(subsets.erasure, ("k",), lambda k: k * (k + 1)),
        "local-l-diversity": Family(subsets.local_diversity, ("k", "l"), lambda k, size: k * comb(k, size)),
        "subset-selection": Family(subsets.subset_selection, ("k", "l"), lambda k, size: k * comb(k, size)),
        "christofides": Family(christofides, ("L",), lambda largest: 2 * largest),
        "kuk": Family(kuk, ("cards",), lambda cards: 2 * (cards + 1)),
        "item-count": Family(item_count, ("items",), lambda items: (2 * items + 2) * (2 * items + 3)),
    }


def _size(name: str, key: str, value: Fraction | Level | None) -> int:
    if value is None:
        raise DesignArgumentError(f"{name} needs {key}, an integer: write {name}({key}=3, ...)")
    if isinstance(value, Level) or value.denominator != 1 or not 1 <= value <= LARGEST[key]:
        shown = f"log({value.x})" if isinstance(value, Level) else value
        raise DesignArgumentError(f"{name}: {key} is an integer from 1 to {LARGEST[key]}, not {shown}")
    return int(value)


def _at(name: str, mechanism: Mechanism, values: dict[str, Fraction | Level], *, complete: bool) -> Design:
    """The printed matrix at these values; if it is to be complete, all of its parameters must get one."""
    from checks.inputs.budget import at_budget, guarantee_in, takes_budget
    from checks.inputs.parameter_values import exact_point, left_over, powers_of_e
    from mechanisms.design import DesignError

    design = mechanism.printed_matrix
    domain = design.domain
    wanted, values = guarantee_in(name, domain, values)
    if wanted is not None:
        try:
            return at_budget(name, design, wanted, values)
        except (DomainError, DesignError) as error:
            raise DesignArgumentError(f"{name}: {error}") from error
    point = exact_point(values, domain, name)
    missing = [parameter for parameter in domain.names if parameter not in point]
    if missing and complete:
        given = ["..."] * (name in families() or bool(values)) + [f"{parameter}=..." for parameter in missing]
        roots = domain.budget_roots()
        by_level = "eps" not in values and (takes_budget(domain) or ("eps" in roots and roots["eps"][0] in missing))
        raise DesignArgumentError(
            f"{name} needs {', '.join(missing)} ({domain}); write {name}({', '.join(given)})"
            + (", or its privacy level, eps=1 or eps=log(3)" if by_level else "")
        )
    try:
        found = design.at(**point.rational) if point.rational else design
        if point.surds or point.powers_of_e:
            powers, constants = powers_of_e(point.powers_of_e, name)
            found = found.substitute({**point.surds, **powers}, left_over(found.domain, point, constants))
    except (DomainError, DesignError) as error:
        raise DesignArgumentError(f"{name}: {error}") from error
    return found
