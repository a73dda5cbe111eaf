"""Answers that are numbers, as a user gives them: on the command line or in a file.

    1.2,-0.5,3                     the answers themselves
    2.16=120,-2.16=80              how often each was given
    answers.csv, answers.parquet   one row a person, with weights if wanted, or one row an answer with its count

Files are read as counts of responses are (`checks.inputs.counts`); numbers are exact.
"""

from __future__ import annotations

from fractions import Fraction

from checks.inputs.counts import FILES, MAXIMAL_LENGTH, Counts, CountsError, read_counts
from checks.inputs.numeric_design import NumericDesign
from derivations.surveys.means import Weighed


def read_numeric_answers(
    argument: str, column: str | None = None, weight: str | None = None, count: str | None = None
) -> Weighed:
    """The answers; without weights each counts as 1. Raises CountsError."""
    is_file = argument.strip().lower().endswith(FILES)
    if is_file or "=" in argument or column or weight or count:
        return _of_counts(read_counts(argument, column, weight, count), argument.strip() if is_file else "")
    if len(argument) > MAXIMAL_LENGTH:
        raise CountsError(f"answers have at most {MAXIMAL_LENGTH} characters here; put them into a file")
    found: Weighed = {}
    for text in argument.split(","):
        _add(found, _number(text.strip(), ""), 1, Fraction(1), Fraction(1))
    return found


def _of_counts(counts: Counts, where: str) -> Weighed:
    found: Weighed = {}
    for text, number in counts.numbers.items():
        if number:
            sums = (Fraction(number), Fraction(number)) if counts.weights is None else counts.weights[text]
            _add(found, _number(text, where), number, *sums)
    return found


def _add(found: Weighed, answer: Fraction, number: int, total: Fraction, squares: Fraction) -> None:
    before = found.get(answer, (0, Fraction(0), Fraction(0)))
    found[answer] = before[0] + number, before[1] + total, before[2] + squares


def _number(text: str, where: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError) as error:
        place = f"{where}: " if where else ""
        hint = "; --column names the column of the answers" if where else ", such as 1.2,-0.5,3"
        raise CountsError(f"{place}{text[:40]!r} is no number{hint}") from error


def check_possible(answers: Weighed, design: NumericDesign) -> None:
    """CountsError for an answer that no truth can get."""
    for answer, (number, _, _) in answers.items():
        if not design.is_possible(answer):
            times = "" if number == 1 else f", {number} times"
            raise CountsError(
                f"the answer {float(answer):.10g}{times}: {design.argument} answers with {design.answers_in_words}"
            )
