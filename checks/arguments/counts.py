"""Counts of responses as a user gives them: on the command line or in a file.

    yes=120,no=380                 one count a response; what is not named was never said
    1:yes=80,1:no=420,2:yes=...    where two samples are asked: the number of the sample, then the answer
    counts.csv                     lines such as  yes,120, after a line of headings if there is one
    010=12,110=3                   responses that are bits
    counts.toml, counts.json       a table such as  yes = 120

"yes" and "no" also name 1 and 0 where these are all the answers to a question.
"""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path

from mechanisms.text_files import read_text

FILES = (".toml", ".json", ".csv")
MAXIMAL_BYTES = 1_000_000
MAXIMAL_LENGTH = 10_000
_COUNT = re.compile(r"[0-9]{1,15}")
_YES_NO = {"1": "yes", "0": "no"}


class CountsError(ValueError):
    """What was given are no counts; the sentence names the place and says what would be right."""


def read_counts(argument: str) -> dict[str, int]:
    """The counts by the names of the responses. Raises CountsError."""
    if argument.strip().lower().endswith(FILES):
        return _from_file(Path(argument.strip()))
    if len(argument) > MAXIMAL_LENGTH:
        raise CountsError(f"counts have at most {MAXIMAL_LENGTH} characters here; put them into a file")
    pairs = []
    for part in argument.split(","):
        label, equals, count = part.rpartition("=")
        if not equals or not label.strip():
            raise CountsError(f"{part.strip()!r} is no count; write response=count, as in yes=120,no=380")
        pairs.append((label.strip(), count.strip()))
    return _counted(pairs, "counts")


def _from_file(path: Path) -> dict[str, int]:
    text = read_text(path, MAXIMAL_BYTES, CountsError)
    if path.suffix.lower() == ".csv":
        rows = [row for row in csv.reader(text.splitlines()) if row and not row[0].startswith("#")]
        if any(len(row) != 2 for row in rows):
            raise CountsError(f"{path}: each line has a response and its count, as in  yes,120")
        has_headings = len(rows) > 1 and not any(character.isdigit() for character in rows[0][1])
        return _counted([(label.strip(), count.strip()) for label, count in rows[has_headings:]], str(path))
    try:
        data = tomllib.loads(text) if path.suffix.lower() == ".toml" else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CountsError(f"{path}: not a {path.suffix[1:].upper()} file: {error}") from error
    if not isinstance(data, dict) or not all(type(count) is int for count in data.values()):
        raise CountsError(f"{path}: a table of integers is needed, one for each response")
    return _counted([(label, str(count)) for label, count in data.items()], str(path))


def _counted(pairs: Sequence[tuple[str, str]], where: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for label, count in pairs:
        if not _COUNT.fullmatch(count):
            raise CountsError(f"{where}: the count of {label!r} must be an integer >= 0, not {count[:40]!r}")
        if label in found:
            raise CountsError(f"{where}: {label!r} is counted twice")
        found[label] = int(count)
    if not found:
        raise CountsError(f"{where}: there is no count")
    return found


def share_of_first_sample(counts: Mapping[str, int]) -> tuple[int, int] | None:
    """(respondents of the first sample, all), where the names of all responses begin with 1: or 2:."""
    if not counts or any(label[:2] not in ("1:", "2:") for label in counts):
        return None
    first = sum(count for label, count in counts.items() if label.startswith("1:"))
    return first, sum(counts.values())


def names_of(values: Sequence[Hashable]) -> list[tuple[str, ...]]:
    """How a user may write each of all the responses, or all the truths, of a design; the last name is the usual one.

    "yes" and "no" stand for 1 and 0 where there is nothing else to answer, in either sample if there are two.
    """
    in_samples = all(isinstance(value, tuple) and len(value) == 2 for value in values)
    samples = [f"{value[0]}:" if in_samples and isinstance(value, tuple) else "" for value in values]
    answers = [value[1] if in_samples and isinstance(value, tuple) else value for value in values]
    two = set(map(str, answers)) == _YES_NO.keys()
    return [
        tuple(dict.fromkeys((sample + str(answer), sample + (_YES_NO[str(answer)] if two else _written(answer)))))
        for sample, answer in zip(samples, answers, strict=True)
    ]


def _written(value: Hashable) -> str:
    """A label, bits one after another, without commas."""
    if isinstance(value, tuple) and value and all(item in (0, 1) for item in value):
        return "".join(str(int(item)) for item in value)
    return str(value)


def matched(counts: Mapping[str, int], responses: Sequence[Hashable]) -> dict[Hashable, int]:
    """The counts by the responses of a design. Raises CountsError for a name that no response has."""
    found: dict[Hashable, int] = {}
    names = names_of(responses)
    for label, count in counts.items():
        fitting = [response for response, some in zip(responses, names, strict=True) if label in some]
        if len(fitting) != 1:
            known = ", ".join(some[-1] for some in names[:20])
            raise CountsError(f"{label!r} is no response of the design; its responses are {known}")
        if fitting[0] in found:
            raise CountsError(f"{label!r} is counted twice under another name")
        found[fitting[0]] = count
    return found
