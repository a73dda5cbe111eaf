"""`rrproof oracles`: the frequency oracles for k categories at one privacy level, the best first.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table

from checks.commands.exits import NotProved
from checks.commands.options import (
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    exact_number,
    print_json,
    print_sentence,
    print_table,
    privacy_level,
    proof_option,
)
from checks.system.digits import short
from derivations.arithmetic.proof_file import write_file

if TYPE_CHECKING:
    from fractions import Fraction

    from derivations.theorems.oracles.oracle_table import OracleRow
    from mechanisms.exact.privacy_level import PrivacyLevel

LONG_NAMES = {
    "GRR": "randomised response",
    "SS": "subset selection",
    "OUE": "optimised unary encoding",
    "OLH": "optimal local hashing",
    "SUE": "symmetric unary encoding",
    "BLH": "binary local hashing",
    "HR": "Hadamard response",
    "THE": "thresholded histogram",
}


@click.command()
@click.option(
    "-k", "--categories", type=click.IntRange(2, 10**9), required=True, metavar="K", help="How many categories."
)
@click.option(
    *LEVEL_NAMES,
    "level",
    callback=privacy_level,
    required=True,
    metavar="EPS",
    help="Privacy of a response: 1/2, 0.5 or log(3).",
)
@click.option(
    "--share",
    "-f",
    callback=exact_number,
    default="0",
    show_default=True,
    metavar="SHARE",
    help="Share of the category that is counted; sizes and order are the best for it.",
)
@click.option("-n", "--respondents", type=click.IntRange(1), metavar="N", help="Variances for so many responses.")
@proof_option("Let the kernel prove the order and the sizes, and write the proof, for `rrproof recheck`.")
@as_json_option
def oracles(
    categories: int, level: PrivacyLevel, share: Fraction, respondents: int | None, proof: Path | None, as_json: bool
) -> None:
    """Frequency oracles for K categories at one privacy level, the least variance first.

    Of each: the probabilities that a response supports the true category (p*) and another one (q*), and n times the
    variance of the unbiased estimate of a share. Everything is computed exactly and shown rounded to six digits; those
    that tie have the same rank. The threshold is the best one for f -> 0.
    """
    from derivations.theorems.oracles.level_numbers import NoInformationError
    from derivations.theorems.oracles.oracle_table import NoSuchOracleError, frequency_oracles, ranks

    with as_bad_input(NoSuchOracleError, NoInformationError):
        rows = frequency_oracles(categories, level, share)
        places = ranks(rows, share)
    if proof is not None:
        _write_proof(rows, categories, share, proof)
    if as_json:
        ranked = [_row_data(row, place, share, respondents or 1) for row, place in zip(rows, places, strict=True)]
        asked = {"categories": categories, "eps": str(level), "share": str(share), "respondents": respondents or 1}
        print_json({**asked, "oracles": ranked})
        return
    print_sentence(_answer(rows, places, share, respondents, level))
    print_table(_table(rows, places, share, respondents))
    for row in rows:
        if row.parity != row.numbers.at_level:
            less = short(log(float(row.parity)))
            print_sentence(f"Of {row.name} the noisy histogram is private at eps = {level}, its bits at eps = {less}.")
    print_sentence("; ".join(f"{row.name}: {LONG_NAMES[row.name]}" for row in rows) + ".")


def _answer(
    rows: tuple[OracleRow, ...], places: tuple[int, ...], share: Fraction, respondents: int | None, level: PrivacyLevel
) -> str:
    """Which oracle has the least variance, and which comes next."""
    first = [row for row, place in zip(rows, places, strict=True) if place == 1]
    others = [row for row, place in zip(rows, places, strict=True) if place > 1]
    name = "n Var" if respondents is None else "Var"

    def value(row: OracleRow) -> str:
        return short(float(row.variance(share, respondents or 1)))

    named = [LONG_NAMES[row.name] + (f" ({row.setting})" if row.setting else "") for row in first]
    verb = "has" if len(first) == 1 else "have"
    best = f"At eps = {level} {' and '.join(named)} {verb} the least variance, {name} = {value(first[0])}"
    if not others:
        return f"{best}."
    return f"{best}; {LONG_NAMES[others[0].name]} is next, with {value(others[0])}."


def _write_proof(rows: tuple[OracleRow, ...], categories: int, share: Fraction, path: Path) -> None:
    from derivations.prover.with_theorems import NotProvedError
    from derivations.theorems.oracles.oracle_ranking import ranking_theorem

    try:
        theorem = ranking_theorem(rows, categories, share)
    except NotProvedError as error:
        raise NotProved(f"no proof of this order was found: {error}") from error
    with as_bad_input(OSError):
        write_file(theorem, path)


def _row_data(row: OracleRow, place: int, share: Fraction, respondents: int) -> dict[str, object]:
    return {
        "rank": place,
        "name": row.name,
        "sizes": list(row.sizes),
        "setting": row.setting,
        "x": str(row.parity),
        "p": str(row.own),
        "q": str(row.other),
        "variance": str(row.variance(share, respondents)),
        "approximate_variance": str(row.variance(0, respondents)),
        "decimal": float(row.variance(share, respondents)),
    }


def _table(rows: tuple[OracleRow, ...], places: tuple[int, ...], share: Fraction, respondents: int | None) -> Table:
    name = "n Var" if respondents is None else "Var"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))  # six numbers in 80 columns
    variances = [f"{name},\nf -> 0", f"{name},\nf = {share}"] if share else [f"{name}, f -> 0"]
    for heading in ["rank", "oracle", "p*", "q*", *variances]:
        table.add_column(heading, justify="left" if heading == "oracle" else "right")
    for row, place in zip(rows, places, strict=True):
        table.add_row(
            str(place),
            f"{row.name}, {row.setting}" if row.setting else row.name,
            short(float(row.own)),
            short(float(row.other)),
            *(short(float(row.variance(f, respondents or 1))) for f in dict.fromkeys((0 * share, share))),
        )
    return table
