"""`rrproof epsilon-for`: the least eps or delta of a design, or the least eps for a margin of error.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from fractions import Fraction
from math import log

import click
from rich import box
from rich.table import Table

from checks.commands.completion import complete_design
from checks.commands.exits import BadInput
from checks.commands.options import (
    DESIGN_HELP,
    LEVEL_NAMES,
    MARGIN_HELP,
    as_bad_input,
    as_json_option,
    exact_number,
    level_option,
    margin_of_error,
    numeric_design,
    print_json,
    print_sentence,
    print_table,
    privacy_level,
    values_option,
)
from checks.inputs.design import DesignArgumentError
from checks.system.digits import short
from mechanisms.exact.privacy_level import PrivacyLevel


@click.command(
    "epsilon-for",
    epilog=DESIGN_HELP
    + """
\b
Examples:
  rrproof epsilon-for 'grr(k=5, x=3)'                  the least eps
  rrproof epsilon-for 'grr(k=5, x=3)' --delta 1/20     the least eps with this delta
  rrproof epsilon-for rates.csv --eps 'log(2)'         the least delta at this eps
  rrproof epsilon-for -k 10 -n 10000 --margin 0.02     the least eps for a margin
""",
)
@click.argument("design", required=False, shell_complete=complete_design)
@click.option("--delta", callback=exact_number, metavar="D", help="The delta that is allowed.  [default: 0]")
@click.option(
    *LEVEL_NAMES, "eps", callback=privacy_level, metavar="EPS", help="The eps that is allowed, such as log(3)."
)
@click.option("-k", "--categories", type=click.IntRange(2, 10**6), metavar="K", help="Categories.")
@click.option("-n", "--respondents", type=click.IntRange(1), metavar="N", help="Respondents.")
@click.option("--margin", callback=margin_of_error, metavar="M", help=MARGIN_HELP)
@level_option
@click.option(
    "--share",
    "-f",
    callback=exact_number,
    default="0",
    show_default=True,
    metavar="SHARE",
    help="Share that is estimated.",
)
@values_option
@as_json_option
def epsilon_for(
    design: str | None,
    at: tuple[str, ...],
    delta: Fraction | None,
    eps: PrivacyLevel | None,
    categories: int | None,
    respondents: int | None,
    margin: Fraction | None,
    level: float,
    share: Fraction,
    as_json: bool,
) -> None:
    """The least eps or delta at which DESIGN is private; or the least eps for a margin of error.

    For a design the answer is exact. For a margin, with -k, -n and --margin, it is the least eps at which each
    frequency oracle estimates a share to within it, rounded up to six decimals; the sizes of subsets and hash
    functions are the best ones at that eps.
    """
    wanted = {"-k": categories, "-n": respondents, "--margin": margin}
    if design is not None:
        unused = [name for name, value in wanted.items() if value is not None]
        if unused or (delta is not None and eps is not None):
            wrong = (
                f"{unused[0]} is for margins, without a design" if unused else "--delta and --eps exclude each other"
            )
            raise BadInput(f"{wrong}; a design has a least eps for a --delta, and a least delta at an --eps")
        _of_design(design, delta, eps, at, as_json)
    elif categories is None or respondents is None or margin is None or delta is not None or eps is not None:
        raise BadInput("name a design, with --delta or --eps; or give -k, -n and --margin for a margin of error")
    else:
        _of_margin(categories, respondents, margin, level, share, as_json)


def _of_design(
    argument: str, delta: Fraction | None, at: PrivacyLevel | None, values: tuple[str, ...], as_json: bool
) -> None:
    from mechanisms.guarantees.hockey_stick import delta_curve
    from mechanisms.privacy import PrivacyError

    with as_bad_input(DesignArgumentError, PrivacyError):
        curve = delta_curve(numeric_design(argument, at=values))
        if at is not None:
            constant, slope = curve.line(at)
            low, high = at.enclosure
            value = constant - slope * high, constant - slope * low
            exact = str(value[0]) if value[0] == value[1] else f"{constant} - {slope} e^({at})"
            answer = {"eps": str(at), "delta": exact, "approximately": float(value[0])}
        else:
            least = curve.least_level(delta or Fraction(0))
            eps = None if least is None else PrivacyLevel.of_x(least)
            answer = {"eps": str(eps) if eps else None, "delta": str(delta or 0), "approximately": _logarithm(least)}
    if as_json:
        print_json(answer)
    elif at is not None:
        is_decimal = value[0] == value[1] == Fraction(short(value[0]))
        digits = "" if exact == "0" else f" {'=' if is_decimal else '~'} {short(value[0])}"
        print_sentence(f"{argument} is private at eps = {at} with delta = {exact}{digits}, and with no smaller delta")
    elif least is None:
        rest = curve.vertices[-1][1]
        print_sentence(f"{argument} is private at no eps with delta = {delta or 0}: {rest} remains at every eps")
    else:
        from checks.show.sheet import level

        print_sentence(
            f"{argument} is private at eps = {level(least).text} with delta = {delta or 0}, and at no smaller eps"
        )


def _logarithm(x: Fraction | None) -> float | None:
    return None if x is None else log(x.numerator) - log(x.denominator)


def _of_margin(
    categories: int, respondents: int, margin: Fraction, level: float, share: Fraction, as_json: bool
) -> None:
    from derivations.surveys.sizes import levels_for
    from derivations.surveys.survey import SurveyError
    from derivations.theorems.oracles.oracle_table import NoSuchOracleError

    with as_bad_input(SurveyError, NoSuchOracleError):
        found = levels_for(categories, respondents, margin, level, share)
    if as_json:
        print_json([{"name": row.name, "setting": row.setting, "eps": str(row.eps)} for row in found])
        return
    if not found:
        print_sentence("no oracle reaches this margin, whatever eps: ask more people")
        return
    best = min(found, key=lambda row: row.eps)
    setting = f", {best.setting}" if best.setting else ""
    print_sentence(
        f"{best.name}{setting}, needs the least eps, {short(best.eps)}, for a margin of {short(margin)} at confidence "
        f"{100 * level:g} % with {respondents} respondents and {categories} categories."
    )

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("oracle", "", "eps"):
        table.add_column(heading, justify="right" if heading == "eps" else "left")
    for row in found:
        table.add_row(row.name, row.setting, f"{float(row.eps):.6f}")
    print_table(table)
