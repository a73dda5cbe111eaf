"""What a claims file declares beside its claims: symbols with their ranges, the mechanism, the meaning of names."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from checks.claims.claim import PaperError, known_keys, texts
from checks.reading import ReadingError

# Of a symbol called so a proof would assume the range where it means the number e, or any point of a set.
_LETTER = re.compile(r"[A-Za-z]")
_KEPT = re.compile(r"e|z[0-9]+|any_.*")
MAXIMAL_LABELS = 64
MAXIMAL_SYMBOLS = 200
MAXIMAL_MECHANISMS = 20
SAMPLED, GIVEN = "sampled", "given"
DATA = (SAMPLED, GIVEN)
MAIN = ""
"""The name of the mechanism that is declared as [mechanism]; the others are [mechanisms.NAME]."""

# What a printed name can mean, and which labels of the mechanism say more of it; "" stands for `true`.
MEANINGS: Mapping[str, tuple[str, ...]] = {
    "design": ("",),
    "transposed_design": ("",),
    "determinant": ("",),
    "trace": ("",),
    "rank": ("",),
    "inverse": ("",),
    "pseudo_inverse": ("",),
    "characteristic_polynomial": ("symbol",),
    "spectrum": ("",),
    "second_eigenvalue": ("",),
    "possible_responses": ("truth",),
    "law": ("",),
    "prior": ("truth",),
    "epsilon": ("",),
    "delta": ("symbol",),
    "response": ("response",),
    "conditional": ("response", "truth"),
    "posterior": ("truth", "response"),
    "estimator": ("truth",),
    "mle": ("truth",),
    "clipped_mle": ("truth",),
    "mean": ("truth",),
    "bias": ("truth",),
    "variance": ("truth",),
    "added_variance": ("truth",),
    "mse": ("truth",),
    "covariance": ("truth", "truth"),
    "covariance_matrix": ("",),
    "count_mean": ("response",),
    "count_variance": ("response",),
    "frequency": ("response",),
    "frequency_mean": ("response",),
    "frequency_variance": ("response",),
    "fisher_information": ("",),
    "operator": ("operator",),
    "channel": ("",),
    "relaxation": ("truth", "first response", "last response"),
}
# What a printed name can mean of a mechanism whose number of values is a symbol, and its indices.
SIZED_MEANINGS: Mapping[str, tuple[str, ...]] = {
    "p_star": (),
    "q_star": (),
    "epsilon": (),
    "support": ("value", "truth"),
    "supporting": ("value",),
    "prior": ("value",),
    "estimator": ("value",),
    "mean": ("value",),
    "variance": ("value",),
    "rare_variance": ("value",),
    "covariance": ("value", "value"),
}
RARE = "*"
"""The index of a value that nobody has, where a print has none, as in V^*."""
SIZED_CATALOGUE: Mapping[str, tuple[str, ...]] = {
    "grr": ("eps",),
    "oue": ("eps",),
    "sue": ("eps",),
    "unary-encoding": ("p", "q"),
    "olh": ("eps", "g"),
    "blh": ("eps",),
    "subset-selection": ("eps", "l"),
    "hadamard-response": ("eps",),
    "rappor": ("f",),
    "the": ("eps", "theta"),
    "she": ("eps",),
    "pure": ("p", "q"),
}
"""The protocols that may have `truths = "1..d"`, with their parameters."""
NUMERIC_MEANINGS = (
    "answer_mean",
    "answer_variance",
    "noise_size",
    "estimator",
    "mean",
    "bias",
    "variance",
    "mse",
    "epsilon",
)
"""What a printed name can mean of a mechanism whose answers are numbers."""
MAXIMAL_PIECES = 8
"""Of a density."""
NOISES: Mapping[str, Mapping[str, str]] = {
    "laplace": {"laplace": "the scale of Laplace noise"},
    "geometric": {"geometric": "the ratio of the chances of neighbouring integers"},
    "staircase": {
        "staircase": "the ratio of the densities on neighbouring steps",
        "share": "how much of the width of a step the first step has",
        "width": "the width of a step",
    },
}
"""The laws that noise may have, by key, and what the number beside each of their keys is."""
OPERATORS = ("expectation", "variance", "covariance")
"""What an operator such as E can take of formulas in the counts."""
SCALES = ("share", "count")
_SIZE = re.compile(r"1\s*\.\.\s*(\S.*)")
_INDEX = re.compile(r"[A-Za-z]")
OF_TWO = frozenset(("channel", "relaxation"))
"""Meanings that speak of two mechanisms: that of the first response, and that of the last."""


@dataclass(frozen=True)
class SymbolDeclaration:
    """A number: its name in plain notation, how LaTeX spells it, its range, and whether it is an integer or a budget.

    A budget is a privacy budget eps: its exponential may occur in entries as exp(eps).
    """

    name: str
    spellings: tuple[str, ...]
    range: str = ""
    integer: bool = False
    budget: bool = False


@dataclass(frozen=True)
class MechanismDeclaration:
    """How a respondent answers, who is asked, and what is counted; entries and weights are texts in plain notation.

    Exactly one of `matrix`, `catalogue` and `protocol` says how the response comes about. With `data` SAMPLED the
    truths are drawn with the prior, with GIVEN the prior is their shares, and only the responses are random.
    """

    truths: tuple[str, ...]
    responses: tuple[str, ...]
    prior: tuple[str, ...]
    respondents: str
    matrix: tuple[tuple[str, ...], ...] = ()
    catalogue: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    protocol: Any = None
    counts: Mapping[str, str] = field(default_factory=dict)
    data: str = SAMPLED


@dataclass(frozen=True)
class NameDeclaration:
    """A printed name, in LaTeX, and what it means: one of MEANINGS with its labels, of one mechanism or two."""

    spelling: str
    meaning: str
    labels: tuple[str, ...]
    of: tuple[str, ...] = (MAIN,)


@dataclass(frozen=True)
class SizedDeclaration:
    """A mechanism of the catalogue with the values 1..size; size and parameters are texts in plain notation."""

    size: str
    catalogue: str
    parameters: Mapping[str, str]
    respondents: str
    data: str = SAMPLED


@dataclass(frozen=True)
class SizedName:
    """A printed name of a mechanism of any size: one of SIZED_MEANINGS with its index letters, of shares or counts."""

    spelling: str
    meaning: str
    indices: tuple[str, ...]
    of: str = MAIN
    scale: str = "share"


@dataclass(frozen=True)
class RandomVariable:
    """A random variable of which mean and variance are declared, as texts in plain notation."""

    name: str
    mean: str
    variance: str


@dataclass(frozen=True)
class StepDensity:
    """A random variable with a density: `heights`, one fewer than `ends`, between neighbouring ends, and 0 outside."""

    name: str
    ends: tuple[str, ...]
    heights: tuple[str, ...]


@dataclass(frozen=True)
class Noise:
    """A random variable with a law of NOISES around 0, whose parameters are texts in plain notation."""

    name: str
    law: str
    parameters: tuple[str, ...]


@dataclass(frozen=True)
class NumericDeclaration:
    """A mechanism whose answer is a number: a formula, or tosses of coins that lead to formulas.

    Formulas and moments are texts in plain notation over the symbols and the random variables, which are independent.
    The truth is one of these variables, or a symbol, which is any number in its range. `average` is the symbol of the
    average answer. Where the truth is a symbol there is one respondent, and `respondents` is empty. A random variable
    with a density, or noise, is the only one, and the truth is a symbol; with noise the answer is a formula.
    `entries` says of how many entries of an indicator vector, 0 or 1, the truth is one: each is answered so.
    """

    answer: Any
    truth: str
    variables: tuple[RandomVariable, ...]
    respondents: str = ""
    average: str = ""
    density: StepDensity | None = None
    noise: Noise | None = None
    entries: str = ""

    @property
    def level_is_number(self) -> bool:
        """Whether the smallest eps itself is a formula in the symbols, where else its exponential is."""
        return self.noise is not None and self.noise.law == "laplace"


@dataclass(frozen=True)
class NumericName:
    """A printed name of a mechanism whose answers are numbers: one of NUMERIC_MEANINGS."""

    spelling: str
    meaning: str
    of: str = MAIN


@dataclass(frozen=True)
class Declarations:
    """All that a claims file declares; mechanisms by name.

    Apart are those whose number of values is a symbol (`sized`) and those whose answers are numbers (`numeric`).
    """

    symbols: tuple[SymbolDeclaration, ...]
    conditions: tuple[str, ...]
    mechanisms: Mapping[str, MechanismDeclaration]
    names: tuple[NameDeclaration, ...]
    sized: Mapping[str, SizedDeclaration] = field(default_factory=dict)
    sized_names: tuple[SizedName, ...] = ()
    numeric: Mapping[str, NumericDeclaration] = field(default_factory=dict)
    numeric_names: tuple[NumericName, ...] = ()

    @property
    def known(self) -> int:
        """How many mechanisms there are."""
        return len(self.mechanisms) + len(self.sized) + len(self.numeric)

    def tells_exponential(self, name: NumericName) -> bool:
        """Whether a name is a privacy level that is known by its exponential."""
        return name.meaning == "epsilon" and not self.numeric[name.of].level_is_number


HOW_TO_DECLARE = ": [symbols] has a line for each free number"
"""How a claims file declares a name, which says nothing where there is no such file."""


def with_declaration(error: ReadingError) -> str:
    """What cannot be read, and of a name that is not declared how a claims file would declare it."""
    letter = error.undeclared
    if not letter or "; " in error.reason:  # which says what was meant
        return error.reason
    key = next(iter(re.findall(r"[A-Za-z]\w*", letter)), "x")
    range_ = f'"{key} > 0"'
    line = f"{key} = {range_}" if key == letter else f"{key} = {{ latex = '{letter}', range = {range_} }}"
    return f"{error.reason}{HOW_TO_DECLARE}, such as {line}; [names] says what follows from a mechanism"


def read_declarations(data: Mapping[str, Any], source: str) -> Declarations:
    """The declarations in the tables of a file; PaperError with file, table and key where they cannot be used."""
    given = dict(_table(data, "symbols", source))
    inside = {"conditions": given.pop("conditions")} if isinstance(given.get("conditions"), list) else {}
    conditions = texts(data, "conditions", source) + texts(inside, "conditions", f"{source}: [symbols]")
    symbols = tuple(_symbol(name, value, source) for name, value in given.items())
    if len(symbols) > MAXIMAL_SYMBOLS:
        raise PaperError(f"{source}: {len(symbols)} symbols are declared; at most {MAXIMAL_SYMBOLS} are allowed")
    tables = _mechanism_tables(data, source)
    sized = {name: _sized(t, where_of(source, name)) for name, t in tables.items() if isinstance(t.get("truths"), str)}
    numeric = {name: _numeric(t, symbols, where_of(source, name)) for name, t in tables.items() if "answer" in t}
    others = {name: t for name, t in tables.items() if name not in sized and name not in numeric}
    mechanisms = {name: _mechanism(t, where_of(source, name)) for name, t in others.items()}
    names, sized_names, numeric_names = [], [], []
    for latex, value in _table(data, "names", source).items():
        of = _spoken_of(value, tables.keys())
        if of in sized:
            sized_names.append(_sized_name(latex, value, of, source))
        elif of in numeric:
            numeric_names.append(_numeric_name(latex, value, of, source))
        else:
            names.append(_name(latex, value, mechanisms, source))
    return Declarations(
        symbols, conditions, mechanisms, tuple(names), sized, tuple(sized_names), numeric, tuple(numeric_names)
    )


def _spoken_of(value: Any, known: Collection[str]) -> str:
    """The mechanism that a name speaks of: the one that is named, else the main one or the only one."""
    of = value.get("of") if isinstance(value, dict) else None
    if of is None:
        return next(iter(known)) if len(known) == 1 else MAIN
    return of if isinstance(of, str) else MAIN


def _numeric(data: Mapping[str, Any], symbols: Sequence[SymbolDeclaration], where: str) -> NumericDeclaration:
    """A mechanism whose answers are numbers."""
    known_keys(data, {"answer", "truth", "random", "respondents", "average", "entries"}, where)
    random = data.get("random", {})
    if not isinstance(random, dict):
        raise PaperError(f'{where}: random is a table such as {{ X = {{ mean = "mu", variance = "v" }} }}')
    read = [_random_variable(name, value, f"{where} random.{name}") for name, value in random.items()]
    variables = tuple(variable for variable in read if isinstance(variable, RandomVariable))
    density = next((variable for variable in read if isinstance(variable, StepDensity)), None)
    noise = next((variable for variable in read if isinstance(variable, Noise)), None)
    truth, respondents = _text(data, "truth", where), _text(data, "respondents", where)
    is_symbol = truth in {symbol.name for symbol in symbols}
    if both := {symbol.name for symbol in symbols} & random.keys():
        raise PaperError(f"{where}: {min(both)} is declared twice, as a symbol and as a random variable")
    if not is_symbol and truth not in random:
        raise PaperError(
            f"{where}: truth is the name of a random variable, or of a symbol with a range, not {truth or 'empty'!r}"
        )
    if is_symbol and respondents:
        raise PaperError(
            f"{where}: a truth that is a symbol is that of one respondent; leave out respondents, "
            "or declare the truth as a random variable"
        )
    if (alone := density or noise) and (len(read) > 1 or not is_symbol):
        raise PaperError(
            f"{where}: {alone.name} has a density: it is the only random variable then, and the truth is a symbol"
        )
    if noise and not isinstance(data["answer"], str):
        raise PaperError(f"{where}: {noise.name} is noise: the answer is a formula then, without a coin")
    entries = _text(data, "entries", where)
    if entries and not (noise and noise.law == "laplace"):
        raise PaperError(f"{where}: entries are those of an indicator vector, each of which gets Laplace noise")
    average = _text(data, "average", where)
    return NumericDeclaration(data["answer"], truth, variables, respondents, average, density, noise, entries)


def _random_variable(name: str, value: Any, where: str) -> RandomVariable | StepDensity | Noise:
    if not re.fullmatch(r"[A-Za-z]\w*", name):
        raise PaperError(f"{where}: a random variable has a name of letters and digits, such as X")
    if isinstance(value, dict) and "density" in value:
        known_keys(value, {"ends", "density"}, where)
        ends, heights = texts(value, "ends", where), texts(value, "density", where)
        if not 1 <= len(heights) <= MAXIMAL_PIECES or len(ends) != len(heights) + 1:
            raise PaperError(
                f"{where}: density has a number for each piece, at most {MAXIMAL_PIECES}, and ends has one more"
            )
        return StepDensity(name, ends, heights)
    if isinstance(value, dict) and (law := next((law for law in NOISES if law in value), None)):
        known_keys(value, {*NOISES[law]}, where)
        given = {key: _text(value, key, where) for key in NOISES[law]}
        if missing := [key for key, text in given.items() if not text]:
            raise PaperError(f'{where}: {missing[0]} = "..." is needed, {NOISES[law][missing[0]]}')
        return Noise(name, law, tuple(given.values()))
    if not isinstance(value, dict) or not all(_text(value, key, where) for key in ("mean", "variance")):
        raise PaperError(
            f'{where}: {{ mean = "mu", variance = "v" }} is needed, {{ ends = ["a", "b"], density = ["1/(b - a)"] }}, '
            '{ laplace = "b" }, { geometric = "a" }, or { staircase = "a", share = "g", width = "d" }'
        )
    known_keys(value, {"mean", "variance"}, where)
    return RandomVariable(name, _text(value, "mean", where), _text(value, "variance", where))


def _numeric_name(latex: str, value: Mapping[str, Any], of: str, source: str) -> NumericName:
    where = f"{source}: [names] '{latex}'"
    _check_spelling(latex, where)
    stated = {key: v for key, v in value.items() if key != "of"} if isinstance(value, dict) else {}
    if len(stated) != 1 or next(iter(stated.values())) is not True:
        raise PaperError(f"{where}: one meaning is needed, such as {{ variance = true }}")
    (meaning,) = stated
    if meaning not in NUMERIC_MEANINGS:
        raise PaperError(
            f"{where}: {meaning!r} is no meaning of a mechanism whose answers are numbers; "
            f"there are {', '.join(NUMERIC_MEANINGS)}"
        )
    return NumericName(latex, meaning, of)


def _sized(data: Mapping[str, Any], where: str) -> SizedDeclaration:
    """A mechanism whose truths are 1..d."""
    known_keys(data, {"truths", "catalogue", "parameters", "respondents", "data"}, where)
    found = _SIZE.fullmatch(str(data["truths"]).strip())
    if found is None:
        raise PaperError(f'{where}: truths is a list of texts, or "1..d" for every number d of values')
    catalogue = _text(data, "catalogue", where)
    if catalogue not in SIZED_CATALOGUE:
        raise PaperError(
            f"{where}: of every size are the catalogue's {', '.join(SIZED_CATALOGUE)}; {catalogue!r} is none of them"
        )
    size, wanted = found[1].strip(), SIZED_CATALOGUE[catalogue]
    given = _mapping(data, "parameters", where)
    parameters = {name: text for name, text in given.items() if (name, text) != ("k", size)}  # truths say it already
    if set(parameters) != set(wanted):
        named = f"{', '.join(wanted)}, not {', '.join(given)}"
        raise PaperError(f"{where}: {catalogue} of the size {size}, which truths say, has the parameters {named}")
    respondents = _text(data, "respondents", where)
    if not respondents:
        raise PaperError(f'{where}: respondents = "n" says how many are asked')
    if data.get("data", SAMPLED) not in DATA:
        raise PaperError(f"{where}: data is {' or '.join(DATA)}, not {data['data']!r}")
    if catalogue == "she" and data.get("data") != GIVEN:
        raise PaperError(f'{where}: of she, whose noise alone is random here, write data = "{GIVEN}"')
    return SizedDeclaration(size, catalogue, parameters, respondents, data.get("data", SAMPLED))


def _sized_name(latex: str, value: Mapping[str, Any], of: str, source: str) -> SizedName:
    where = f"{source}: [names] '{latex}'"
    _check_spelling(latex, where)
    scale = value.get("scale", "share")
    if scale not in SCALES:
        raise PaperError(f"{where}: scale is {' or '.join(SCALES)}, not {scale!r}")
    stated = {key: v for key, v in value.items() if key not in ("of", "scale")}
    if len(stated) != 1:
        raise PaperError(f'{where}: one meaning is needed, such as {{ variance = "i" }}')
    ((meaning, given),) = stated.items()
    if meaning not in SIZED_MEANINGS:
        near = get_close_matches(meaning, SIZED_MEANINGS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(SIZED_MEANINGS)}"
        raise PaperError(f"{where}: {meaning!r} is no meaning of a mechanism of every size; {hint}")
    wanted = SIZED_MEANINGS[meaning]
    if meaning == "rare_variance" and given is True:
        return SizedName(latex, meaning, (RARE,), of, scale)
    indices = [] if given is True else [given] if isinstance(given, str) else given
    is_list = isinstance(indices, list) and all(isinstance(i, str) and _INDEX.fullmatch(i) for i in indices)
    if not is_list or len(indices) != len(wanted):
        example = {0: "true", 1: '"i"'}.get(len(wanted), '["i", "j"]')
        raise PaperError(
            f"{where}: {meaning} = {example}, with an index letter for each {' and '.join(wanted) or 'thing'}"
        )
    for letter in indices:
        if not re.search(rf"(?<![A-Za-z\\]){letter}(?![A-Za-z])", latex):
            without = f", or {meaning} = true without an index" if meaning == "rare_variance" else ""
            raise PaperError(
                f"{where}: the index {letter} does not stand in what is printed: write it there, as in V_{{{letter}}} "
                f"or c({letter}), apart from other letters{without}"
            )
    return SizedName(latex, meaning, tuple(indices), of, scale)


def _mechanism_tables(data: Mapping[str, Any], source: str) -> Mapping[str, Mapping[str, Any]]:
    found = {}
    if "mechanism" in data:
        found[MAIN] = _table(data, "mechanism", source)
    others = _table(data, "mechanisms", source)
    if len(others) > MAXIMAL_MECHANISMS:
        raise PaperError(f"{source}: {len(others)} mechanisms are declared; at most {MAXIMAL_MECHANISMS} are allowed")
    for name in others:
        if not name:
            raise PaperError(f"{source}: [mechanisms] a mechanism needs a name, as in [mechanisms.warner]")
        found[name] = _table(others, name, f"{source}: [mechanisms]")
    return found


def where_of(source: str, mechanism: str) -> str:
    """The place of a mechanism in a file, for messages."""
    return f"{source}: [mechanisms.{mechanism}]" if mechanism else f"{source}: [mechanism]"


def _symbol(name: str, value: Any, source: str) -> SymbolDeclaration:
    where = f"{source}: [symbols] {name}"
    if _KEPT.fullmatch(name):
        raise PaperError(
            f"{where}: the names e, z1, z2, ... and any_... are kept for what proofs speak of; write another name on "
            f'the left, and latex = "{name}" for how it is printed'
        )
    if isinstance(value, str):
        value = {"range": value}
    if not isinstance(value, dict):
        raise PaperError(f'{where}: a table such as {{ latex = "p", range = "0 < p < 1" }} is needed')
    known_keys(value, {"latex", "range", "integer", "budget"}, where)
    latex = value.get("latex", name)
    spellings = (latex,) if isinstance(latex, str) else texts(value, "latex", where)
    for spelling in spellings:
        _check_spelling(spelling, where)
    return SymbolDeclaration(
        name, spellings, _text(value, "range", where), _flag(value, "integer", where), _flag(value, "budget", where)
    )


def _check_spelling(latex: str, where: str) -> None:
    """Refuse names without a letter: a digit or a sign would mean something else wherever it is printed."""
    if not _LETTER.search(latex):
        raise PaperError(f"{where}: {latex!r} is printed without a letter; a name needs one, as in p_1")


def _mechanism(data: Mapping[str, Any], where: str) -> MechanismDeclaration:
    known = {
        "truths",
        "responses",
        "prior",
        "respondents",
        "matrix",
        "catalogue",
        "parameters",
        "protocol",
        "counts",
        "data",
    }
    known_keys(data, known, where)
    given = [key for key in ("matrix", "catalogue", "protocol") if key in data]
    if len(given) != 1:
        raise PaperError(f"{where}: exactly one of matrix, catalogue and protocol is needed, not {len(given)}")
    answers_a_value = data.get("catalogue") == "grr"
    truths = _labels(data, "truths", where)
    responses = truths if answers_a_value and "responses" not in data else _labels(data, "responses", where)
    prior = texts(data, "prior", where)
    if prior and len(prior) != len(truths):
        raise PaperError(f"{where}: prior has {len(prior)} entries for {len(truths)} truths")
    rows = data.get("matrix", [])
    if not isinstance(rows, list) or not all(
        isinstance(row, list) and all(isinstance(e, str) or type(e) is int for e in row) for row in rows
    ):
        raise PaperError(f'{where}: matrix is a list of rows of texts such as [["p", "1-p"], ["1-p", "p"]]')
    matrix = tuple(tuple(map(str, row)) for row in rows)
    if data.get("data", SAMPLED) not in DATA:
        raise PaperError(f"{where}: data is {' or '.join(DATA)}, not {data['data']!r}")
    if "matrix" in data and [len(row) for row in matrix] != [len(responses)] * len(truths):
        raise PaperError(
            f"{where}: matrix needs one row for each of the {len(truths)} truths, "
            f"with one entry for each of the {len(responses)} responses"
        )
    return MechanismDeclaration(
        truths=truths,
        responses=responses,
        prior=prior,
        respondents=_text(data, "respondents", where),
        matrix=matrix,
        catalogue=_text(data, "catalogue", where),
        parameters=_mapping(data, "parameters", where),
        protocol=data.get("protocol"),
        counts=_mapping(data, "counts", where),
        data=data.get("data", SAMPLED),
    )


def _name(latex: str, value: Any, mechanisms: Mapping[str, MechanismDeclaration], source: str) -> NameDeclaration:
    where = f"{source}: [names] '{latex}'"
    _check_spelling(latex, where)
    if not mechanisms:
        raise PaperError(f"{where}: what it means rests on a [mechanism], and none is declared")
    truth = next(iter(mechanisms.values())).truths[-1]
    stated = {key: v for key, v in value.items() if key != "of"} if isinstance(value, dict) else {}
    if len(stated) != 1:
        raise PaperError(f'{where}: one meaning is needed, such as {{ variance = "{truth}" }}')
    ((meaning, given),) = stated.items()
    if meaning not in MEANINGS:
        near = get_close_matches(meaning, MEANINGS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(MEANINGS)}"
        raise PaperError(f"{where}: {meaning!r} is no meaning; {hint}")
    of = _mechanisms_of(meaning, value.get("of"), mechanisms, where)
    wanted = MEANINGS[meaning]
    if wanted == ("",):
        if given is not True:
            raise PaperError(f"{where}: write {meaning} = true")
        return NameDeclaration(latex, meaning, (), of)
    labels = [given] if isinstance(given, str) else given
    if not isinstance(labels, list) or len(labels) != len(wanted) or not all(isinstance(x, str) for x in labels):
        example = ", ".join(f'"{what.upper()}"' for what in wanted)
        example = example if len(wanted) == 1 else f"[{example}]"
        hint = ", the name of the budget that it belongs to" if meaning == "delta" else ""
        raise PaperError(f"{where}: {meaning} needs {' and '.join(wanted)}, as in {meaning} = {example}{hint}")
    first, last = mechanisms[of[0]], mechanisms[of[-1]]
    for label, what in zip(labels, wanted, strict=True):
        known = {
            "truth": first.truths,
            "response": first.responses,
            "first response": first.responses,
            "last response": last.responses,
            "operator": OPERATORS,
        }.get(what)
        if known is not None and label not in known:
            said = "" if what == "operator" else " of the mechanism"
            raise PaperError(f"{where}: {label!r} is no {what}{said}; there are {', '.join(known)}")
    return NameDeclaration(latex, meaning, tuple(labels), of)


def _mechanisms_of(
    meaning: str, given: Any, mechanisms: Mapping[str, MechanismDeclaration], where: str
) -> tuple[str, ...]:
    """The mechanisms that a name speaks of: those that are named, else the only one."""
    named = [name for name in mechanisms if name]
    if meaning in OF_TWO:
        if not isinstance(given, list) or len(given) != 2 or any(name not in named for name in given):
            raise PaperError(
                f'{where}: {meaning} needs of = ["FIRST", "LAST"], two of [mechanisms.NAME]; '
                f"there are {', '.join(named) or 'none'}"
            )
        return given[0], given[1]
    if given is None and (MAIN in mechanisms or len(named) == 1):
        return (MAIN if MAIN in mechanisms else named[0],)
    if not isinstance(given, str) or given not in named:
        raise PaperError(
            f'{where}: of = "NAME" says which mechanism; there are {", ".join(named) or "none with a name"}'
        )
    return (given,)


def _labels(data: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    labels = texts(data, key, where)
    if len(set(labels)) != len(labels) or not 2 <= len(labels) <= MAXIMAL_LABELS:
        raise PaperError(f"{where}: {key} is a list of 2 to {MAXIMAL_LABELS} different texts")
    return labels


def _table(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise PaperError(f"{where}: [{key}] is a table, not {value!r}")
    return value


def _mapping(data: Mapping[str, Any], key: str, where: str) -> Mapping[str, str]:
    value = data.get(key, {})
    if not isinstance(value, dict) or not all(isinstance(v, str) or type(v) is int for v in value.values()):
        raise PaperError(f"{where}: {key} is a table of texts")
    return {name: str(text) for name, text in value.items()}


def _text(data: Mapping[str, Any], key: str, where: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str) and type(value) is not int:
        raise PaperError(f"{where}: {key} is a text, not {value!r}")
    return str(value)


def _flag(data: Mapping[str, Any], key: str, where: str) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise PaperError(f"{where}: {key} is true or false, not {value!r}")
    return value
