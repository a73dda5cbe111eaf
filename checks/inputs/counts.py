"""Counts of responses, or the answers themselves, as a user gives them: on the command line or in a file.

    yes=120,no=380                 one count a response; one that is missing is an error
    yes=120,rest=0                 what is not named was never said
    ((0, 1), 1)=12,((1, 0), 1)=9   responses that are written with parentheses
    1:yes=80,1:no=420,2:yes=...    where two samples are asked: the number of the sample, then the answer
    010=12,110=3,rest=0            responses that are bits
    counts.csv                     lines such as  yes,120, after a line of headings if there is one; of several columns
                                   those with the headings `answer` and `count`, or words like these
    answers.csv, answers.parquet   one row a person: the column `answer`, or that of --column; with weights, if wanted
    counts.toml, counts.json       a table such as  yes = 120

Tables are read as `checks.inputs.delimited` says. "yes" and "no", "true" and "false" also name 1 and 0 where these
are all the answers to a question.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from checks.inputs.delimited import Table, TableFileError, of_frame, read_table
from checks.inputs.design import DesignArgumentError, read_number
from mechanisms.text_files import read_text

if TYPE_CHECKING:
    from derivations.surveys.weighted import WeightedEstimate
    from mechanisms.design import Design

TABLES = (".csv", ".tsv", ".txt", ".parquet")
FILES = (".toml", ".json", *TABLES)
MAXIMAL_BYTES = 1_000_000
MAXIMAL_LENGTH = 10_000
REST = "rest"
ANSWERS = ("answer", "answers", "response", "responses", "reply", "report", "y")
NUMBERS = ("n", "number")  # of answers, or of the person
COUNTS = ("count", "counts", "frequency", "freq", "total", *NUMBERS)
WEIGHTS = ("weight", "weights")
_COUNT = re.compile(r"([0-9]{1,15})(?:\.0)?")
_THOUSANDS = re.compile(r"[0-9]{1,3}([., '][0-9]{3})+")
_BETWEEN_COUNTS = re.compile(r"[,;](?![^(]*\))")
_YES_NO = {"1": "yes", "0": "no"}
_TRUTH_VALUES = {"1": ("True", "true"), "0": ("False", "false")}


class CountsError(ValueError):
    """What was given are no counts; the sentence names the place and says what would be right."""


@dataclass(frozen=True)
class Counts:
    """How often each response was given.

    Attributes:
        numbers: the counts by the names of the responses.
        complete: whether what is not named was never said.
        weights: of each response the sum of the weights of who gave it, and of their squares; None without weights.
        persons: whether answers were counted, which may be one in several spellings: yes, Yes and YES.

    """

    numbers: dict[str, int]
    complete: bool = False
    weights: dict[str, tuple[Fraction, Fraction]] | None = None
    persons: bool = False


def read_counts(
    argument: str, column: str | None = None, weight: str | None = None, count: str | None = None
) -> Counts:
    """The counts that an argument or a file gives. Raises CountsError.

    `column` names the column of the answers in a table of one row a person, `weight` that of their weights, `count`
    that of the counts in a table of one row a response.
    """
    given = argument.strip()
    if given.lower().endswith(TABLES):
        try:
            return counts_of(read_table(Path(given)), column, weight, count)
        except TableFileError as error:
            raise CountsError(str(error)) from error
    if column or weight or count:
        raise CountsError("--column, --weight and --count name columns of a table, which a .csv or .parquet file holds")
    if given.lower().endswith(FILES):
        return _from_file(Path(given))
    if len(argument) > MAXIMAL_LENGTH:
        raise CountsError(f"counts have at most {MAXIMAL_LENGTH} characters here; put them into a file")
    pairs = []
    for part in _BETWEEN_COUNTS.split(argument):
        label, equals, count = part.rpartition("=")
        if not equals or not label.strip():
            raise CountsError(f"{part.strip()!r} is no count; write response=count, as in yes=120,no=380")
        pairs.append((label.strip(), count.strip()))
    return _counted(pairs, "counts")


def counts_of_frame(
    frame: Any, column: str | None = None, weight: str | None = None, count: str | None = None
) -> Counts:
    """The counts in a data frame of pandas or polars, one row a person or one a response. Raises CountsError."""
    return counts_of(of_frame(frame), column, weight, count)


def read_answers(
    frame: Any, design: Design, *, column: str | None = None, count: str | None = None
) -> dict[Hashable, int]:
    """How often each response of a design stands in a data frame of pandas or polars, as `estimate_shares` takes it.

    The frame has one row a person, with the answers in `column`, or one row a response, with its number in `count`;
    columns of usual names, such as answer and count, need not be named. Raises CountsError.
    """
    return matched(counts_of_frame(frame, column, None, count), design.responses)


def estimate_weighted_answers(
    frame: Any, design: Design, weight: str, *, column: str | None = None, level: float = 0.95
) -> tuple[WeightedEstimate, ...]:
    """The shares of a design from a data frame of one row a person, with weights; each share has Wald's interval.

    `weight` and `column` name the columns of the weights and of the answers, `level` is the confidence. Raises
    CountsError for what are no answers with weights, SurveyError for a design that asks two samples.
    """
    from derivations.surveys.survey import Survey
    from derivations.surveys.weighted import weighted_estimates

    given, survey = counts_of_frame(frame, column, weight), Survey.of(design)
    seen = survey.checked(matched(given, design.responses))
    return weighted_estimates(survey, matched_weights(given, design.responses), sum(seen), level)


def counts_of(table: Table, column: str | None = None, weight: str | None = None, count: str | None = None) -> Counts:
    """The counts in a table: one row a response with its count, or one row a person with the answer.

    Raises CountsError where the columns do not say which of both it is, for an answer that is left out, and for no
    answers.
    """
    header = [name.lower() for name in table.lines[0][1]]
    if weight is not None and count is not None:
        raise CountsError("--weight is for one row a person, --count for one row a response; give one of them")
    counted = None if weight is not None else _counts_column(table, column, count)
    if counted is not None:
        return _counted([(cells[counted[0]], cells[counted[1]]) for _, cells in counted[2]], table.source)
    answers = _column(table, column, ANSWERS, "--column")
    if answers is None and weight is not None and len(header) == 2:
        answers = 1 - (_column(table, weight, WEIGHTS, "--weight") or 0)
    if answers is None and len(header) > 1:
        raise CountsError(
            f"{table.source}: each line has a response and its count, as in  yes,120, or a person and an answer: which "
            f"column holds the answers? --column names one of {', '.join(table.lines[0][1])}; --count that of counts"
        )
    weights = _column(table, weight, WEIGHTS, "--weight") if answers is not None else None
    rows = table.lines[1:] if answers is not None else table.lines
    found: Counter[str] = Counter()
    sums: dict[str, tuple[Fraction, Fraction]] = {}
    for number, cells in rows:
        where = f"{table.source}: line {number}"
        answer = cells[answers or 0] if len(cells) > (answers or 0) else ""
        if not answer:
            raise CountsError(f"{where}: there is no answer; leave out who gave none")
        found[answer] += 1
        if weights is not None:
            one = _weight(cells[weights] if len(cells) > weights else "", where)
            total, squares = sums.get(answer, (Fraction(0), Fraction(0)))
            sums[answer] = total + one, squares + one * one
    if not found:
        raise CountsError(f"{table.source}: there is no answer")
    return Counts(dict(found), complete=True, weights=sums if weights is not None else None, persons=True)


Lines = Sequence[tuple[int, tuple[str, ...]]]


def _counts_column(table: Table, column: str | None, count: str | None) -> tuple[int, int, Lines] | None:
    """The places of the responses and of their counts, with the lines; None for one row a person."""
    header, below = [name.lower() for name in table.lines[0][1]], table.lines[1:]
    responses = _column(table, column, ANSWERS, "--column")
    chosen = _column(table, count, (), "--count")
    if chosen is not None and responses is None:
        raise CountsError(f"--count: {table.source}: --column says which column holds the responses that were counted")
    places = [i for i, name in enumerate(header) if name in COUNTS and i != responses] if chosen is None else [chosen]
    if responses is not None and len(places) == 1:
        (place,) = places
        for number, cells in below:
            if len(cells) <= responses:
                raise CountsError(f"{table.source}: line {number}: {len(header)} cells are needed, not {len(cells)}")
            if not any(cells[place : place + 1]):
                raise _missing(f"{table.source}: line {number}", cells[responses])
        persons = [cells[place] for _, cells in below] == [str(i) for i in range(1, len(below) + 1)]
        return None if persons and header[place] in NUMBERS and chosen is None else (responses, place, below)
    if column is not None or responses is not None:
        return None
    _refuse_missing_counts(table)
    if any(len(cells) != 2 for _, cells in table.lines):
        return None
    lines = below if header[1] in COUNTS or (below and not any(map(str.isdigit, header[1]))) else table.lines
    return (0, 1, lines) if not lines or any(map(str.isdigit, lines[-1][1][1])) else None


def _refuse_missing_counts(table: Table) -> None:
    """CountsError where lines of two columns hold responses with their counts, and one has none."""
    if all(len(cells) <= 2 for _, cells in table.lines) and any(
        cells[1:] and _COUNT.fullmatch(cells[1]) for _, cells in table.lines
    ):
        for number, cells in table.lines:
            if not any(cells[1:]):
                raise _missing(f"{table.source}: line {number}", cells[0])


def _missing(where: str, response: str) -> CountsError:
    return CountsError(f"{where}: the count of {response!r} is missing; 0 says that nobody gave it")


def _column(table: Table, name: str | None, usual: Sequence[str], option: str) -> int | None:
    """The place of a column: the one that is named, or the only one with a usual name."""
    header = list(table.lines[0][1])
    if name is not None:
        if name not in header:
            raise CountsError(f"{option}: {table.source} has no column {name!r}; it has {', '.join(header[:20])}")
        return header.index(name)
    fitting = [i for i, one in enumerate(header) if one.lower() in usual]
    return fitting[0] if len(fitting) == 1 else None


def _weight(text: str, where: str) -> Fraction:
    try:
        value = read_number(text, where)
    except DesignArgumentError as error:
        raise CountsError(f"{error}; a weight is a positive number") from error
    if not value:
        raise CountsError(f"{where}: a weight is a positive number; leave out who has the weight 0")
    return value


def _from_file(path: Path) -> Counts:
    text = read_text(path, MAXIMAL_BYTES, CountsError)
    try:
        data = tomllib.loads(text) if path.suffix.lower() == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CountsError(f"{path}: not a {path.suffix[1:].upper()} file: {error}") from error
    if not isinstance(data, dict) or not all(type(count) is int for count in data.values()):
        raise CountsError(f"{path}: a table of integers is needed, one for each response")
    return _counted([(label, str(count)) for label, count in data.items()], str(path))


def _counted(pairs: Sequence[tuple[str, str]], where: str) -> Counts:
    found: dict[str, int] = {}
    for label, count in pairs:
        whole = _COUNT.fullmatch(count)
        if whole is None:
            hint = "; write it without marks between thousands" if _THOUSANDS.fullmatch(count) else ""
            raise CountsError(f"{where}: the count of {label!r} must be an integer >= 0, not {count[:40]!r}{hint}")
        if label in found:
            raise CountsError(f"{where}: {label!r} is counted twice")
        found[label] = int(whole[1])
    complete = found.get(REST) == 0
    if complete:
        del found[REST]
    if not found:
        raise CountsError(f"{where}: there is no count")
    return Counts(found, complete)


def share_of_first_sample(counts: Mapping[str, int]) -> tuple[int, int] | None:
    """(respondents of the first sample, all), where the names of all responses begin with 1: or 2:."""
    if not counts or any(label[:2] not in ("1:", "2:") for label in counts):
        return None
    first = sum(count for label, count in counts.items() if label.startswith("1:"))
    return first, sum(counts.values())


def names_of(values: Sequence[Hashable]) -> list[tuple[str, ...]]:
    """How a user may write each of all the responses, or all the truths, of a design; the last name is the usual one.

    "yes" and "no", "true" and "false" stand for 1 and 0 where there is nothing else to answer, in either sample if
    there are two.
    """
    in_samples = all(isinstance(value, tuple) and len(value) == 2 and type(value[0]) is int for value in values)
    samples = [f"{value[0]}:" if in_samples and isinstance(value, tuple) else "" for value in values]
    answers = [value[1] if in_samples and isinstance(value, tuple) else value for value in values]
    two = set(map(str, answers)) == _YES_NO.keys()
    return [
        tuple(dict.fromkeys(sample + name for name in _names(answer, two=two)))
        for sample, answer in zip(samples, answers, strict=True)
    ]


def _names(answer: Hashable, *, two: bool) -> tuple[str, ...]:
    """How an answer may be written, the usual name last; `two` where 1 and 0 are all the answers."""
    text = str(answer)
    return (text, *_TRUTH_VALUES[text], _YES_NO[text]) if two else (_close(answer), text, _written(answer))


def _close(value: Hashable) -> str:
    """A label, without the blanks that a tuple has; true and false are written small."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).replace(", ", ",") if isinstance(value, tuple) else str(value)


def _written(value: Hashable) -> str:
    """A label, bits one after another, without commas."""
    if isinstance(value, tuple) and value and all(item in (0, 1) for item in value):
        return "".join(str(int(item)) for item in value)
    return str(value)


def matched(counts: Counts, responses: Sequence[Hashable]) -> dict[Hashable, int]:
    """The counts by the responses of a design. Raises CountsError for a name that no response has, or a missing one."""
    found: dict[Hashable, int] = {}
    names = names_of(responses)
    for label, count in counts.numbers.items():
        response = _response(label, responses, names)
        if response in found and not counts.persons:
            raise CountsError(f"{label!r} is counted twice under another name")
        found[response] = found.get(response, 0) + count
    missing = [some[-1] for response, some in zip(responses, names, strict=True) if response not in found]
    if missing and not counts.complete:
        shown = ", ".join(missing[:6]) + (", ..." if len(missing) > 6 else "")
        counted = "the count" if len(missing) == 1 else "the counts"
        raise CountsError(
            f"{counted} of {shown} {'is' if len(missing) == 1 else 'are'} missing; "
            f"{missing[0]}=0 says that nobody gave this response, rest=0 that nobody gave another one than those named"
        )
    return found


def matched_weights(counts: Counts, responses: Sequence[Hashable]) -> list[tuple[Fraction, Fraction]]:
    """By the places of the responses, the sum of the weights of who gave it, and of their squares."""
    assert counts.weights is not None, "there are weights"
    names = names_of(responses)
    found = dict.fromkeys(responses, (Fraction(0), Fraction(0)))
    for label, (sums, squares) in counts.weights.items():
        response = _response(label, responses, names)
        found[response] = found[response][0] + sums, found[response][1] + squares
    return list(found.values())


def _response(label: str, responses: Sequence[Hashable], names: Sequence[tuple[str, ...]]) -> Hashable:
    """The response that a label names; large and small letters are alike where that leaves one."""
    for spelt in (str, str.casefold):
        fitting = [
            response for response, some in zip(responses, names, strict=True) if spelt(label) in map(spelt, some)
        ]
        if len(fitting) == 1:
            return fitting[0]
    raise CountsError(
        f"{label!r} is no response of the design; its responses are {', '.join(s[-1] for s in names[:20])}"
    )
