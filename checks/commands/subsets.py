"""`rrproof subsets`: the least added variance at a parity, and subset selection that matches local l-diversity.

Nothing heavy is imported before the command runs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table

from checks.commands.options import (
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    exact_number,
    print_json,
    print_table,
    rational_privacy_level,
)
from checks.system.digits import short

if TYPE_CHECKING:
    from derivations.theorems.subsets.subset_minimax import Match
    from lp.staircases.subset_sizes import Switch
    from mechanisms.exact.algebraic_real import AlgebraicReal
    from mechanisms.exact.privacy_level import PrivacyLevel

INFINITE = "infinity"
DIGITS = 9  # of a level that is the root of an equation with logarithms


@click.command()
@click.option(
    "-k", "--categories", type=click.IntRange(2, 1000), required=True, metavar="K", help="How many categories."
)
@click.option("--gamma", callback=exact_number, metavar="GAMMA", help="Largest parity, e^eps: 3 or 7/2.")
@click.option(
    *LEVEL_NAMES, "eps", callback=rational_privacy_level, metavar="EPS", help="The same by its logarithm: 1, log(3)."
)
@click.option("-l", "size", type=click.IntRange(1, 999), metavar="L", help="Compare with local L-diversity.")
@click.option("--information", is_flag=True, help="Which sizes say most at which eps, truths being equally likely.")
@as_json_option
def subsets(
    categories: int,
    gamma: Fraction | None,
    eps: PrivacyLevel | None,
    size: int | None,
    information: bool,
    as_json: bool,
) -> None:
    """What designs of K categories cost, exactly: their added variance, n times, summed over the categories.

    With --gamma or --eps: the least one, in the worst case over the prior, that any design of parity at most GAMMA has,
    with all sizes q of subset selection that attain it and the range of parities in which they do. With -l: that of
    local L-diversity, and for each q the parity at which subset selection adds as much. With --information: the sizes
    q of largest mutual information, and of largest chi-square and Fisher information, for every e^eps.
    """
    from derivations.theorems.subsets.subset_minimax import NoSuchDesignError

    if gamma is not None and eps is not None:
        raise click.UsageError("--gamma and --eps say the same; give one of them")
    if eps is not None:
        gamma = eps.x
    if gamma is None and size is None and not information:
        raise click.UsageError("say which parity (--gamma or --eps), which level of diversity (-l), or --information.")
    data: dict[str, object] = {"categories": categories}
    with as_bad_input(NoSuchDesignError):
        optimum = None if gamma is None else _optimum(categories, gamma)
        diversity = None if size is None else _diversity(categories, size)
    told = _information(categories) if information else {}
    if as_json:
        data.update({"information": told} if told else {})
        data.update({"optimum": optimum} if optimum else {})
        data.update({"diversity": diversity[0]} if diversity else {})
        print_json(data)
        return
    for name, rows in told.items():
        click.echo(f"{name}, truths being equally likely:")
        for row in rows:
            click.echo(f"  q = {row['q']} says most for e^eps from {row['from']} to {row['to']}")
    if optimum is not None:
        _print_optimum(optimum)
    if diversity is not None:
        from checks.show.sheet import exact

        facts, matches, best = diversity
        click.echo(f"local {size}-diversity adds {exact(_number(facts['added_variance'])).text}")
        if matches:
            print_table(_table(matches, best))
        else:
            click.echo("no subset selection of finite parity adds as little")


def _information(categories: int) -> dict[str, list[dict[str, object]]]:
    """The best sizes with the intervals of e^eps, which touch; ends are exact, or rounded to DIGITS digits."""
    from lp.staircases.subset_sizes import information_switches, square_switches

    found = {
        "mutual information": information_switches(categories, DIGITS + 3),
        "chi-square and Fisher information": square_switches(categories),
    }
    told: dict[str, list[dict[str, object]]] = {}
    for name, switches in found.items():
        ends = ["1", *(_switch(switch) for switch in switches), INFINITE]
        sizes = [*(switch.above for switch in switches), switches[-1].below if switches else 1]
        told[name] = [{"q": q, "from": ends[i], "to": ends[i + 1]} for i, q in enumerate(sizes)]
    return told


def _switch(switch: Switch) -> str:
    if switch.exact is not None:
        return _exact(switch.exact)
    return f"{float(switch.low):.{DIGITS}f}"


def _optimum(categories: int, gamma: Fraction) -> dict[str, object]:
    from derivations.theorems.subsets.subset_minimax import best_range, best_sizes, least_added_variance

    sizes = best_sizes(categories, gamma)
    found = least_added_variance(categories, gamma)
    ranges = []
    for q in sizes:
        low, high = best_range(categories, q)
        ranges.append({"q": q, "from": _exact(low), "to": INFINITE if high is None else _exact(high)})
    value = _exact(found)
    return {"gamma": str(gamma), "sizes": list(sizes), "added_variance": value, "best_for": ranges}


def _print_optimum(optimum: dict[str, object]) -> None:
    from checks.inputs.rational_design import stood_for
    from checks.show.sheet import exact

    value, ranges, gamma = optimum["added_variance"], optimum["best_for"], str(optimum["gamma"])
    eps = stood_for(_number(gamma))
    parity = gamma if eps is None else f"e^{eps}" if eps.denominator == 1 else f"e^({eps})"
    click.echo(f"parity at most {parity}: least added variance {exact(_number(value)).text}")
    assert isinstance(ranges, list)
    for row in ranges:
        click.echo(f"q = {row['q']} is best for gamma from {row['from']} to {row['to']}")


def _diversity(categories: int, size: int) -> tuple[dict[str, object], tuple[Match, ...], tuple[Match, ...]]:
    from derivations.theorems.subsets.subset_minimax import best_matches, diversity_variance, matches

    found = matches(categories, size)
    best = best_matches(categories, size) if found else ()
    rows = [
        {
            "q": match.size,
            "gamma": _exact(match.gamma),
            "inclusion": _exact(match.inclusion),
            "guess": _exact(match.guess),
            "minimax": match in best,
        }
        for match in found
    ]
    added = str(diversity_variance(categories, size).evaluate({}))
    return {"level": size, "added_variance": added, "matches": rows}, found, best


def _table(matches: tuple[Match, ...], best: tuple[Match, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("q", "gamma", "", "p", "p/q", ""):
        table.add_column(heading, justify="left" if not heading else "right")
    for match in matches:
        numbers = [_decimal(value) for value in (match.gamma, match.inclusion, match.guess)]
        table.add_row(
            str(match.size), numbers[0], _exact(match.gamma), *numbers[1:], "minimax" if match in best else ""
        )
    return table


def _exact(value: AlgebraicReal) -> str:
    """A fraction, or an expression in square roots."""
    return str(value.to_sympy()) if value.rational is None else str(value)


def _decimal(value: AlgebraicReal) -> str:
    return short(value.rounded(12))


def _number(value: object) -> Fraction:
    return Fraction(str(value))
