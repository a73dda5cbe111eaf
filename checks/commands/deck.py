"""`rrproof deck`: the best decks of whole cards, and what sharing one deck costs in privacy.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich import box
from rich.table import Table

from checks.commands.exits import BadInput
from checks.commands.options import (
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    exact_number,
    plot_option,
    print_json,
    print_table,
    privacy_level,
    proof_option,
    rational_privacy_level,
)
from checks.show.plots.canvas import MissingPlotPackageError, PlotFileError, save
from checks.system.digits import short
from derivations.arithmetic.proof_file import write_file
from lp.decks.integer_decks import NoDeckError, SearchTooLargeError, best_integer_decks
from lp.programs.outcomes import Infeasible
from mechanisms.protocols.shared_deck import DeckError

if TYPE_CHECKING:
    from fractions import Fraction

    from lp.decks.partial_decks import FrontierPoint
    from mechanisms.exact.privacy_level import PrivacyLevel

MAXIMAL_RESPONDENTS = 400
MAXIMAL_KINDS = 12


def _exact_list(context: click.Context, parameter: click.Parameter, value: str) -> tuple[Fraction, ...]:
    """Rational numbers with commas between them."""
    parts = value.split(",")
    if not 2 <= len(parts) <= MAXIMAL_KINDS:
        raise click.BadParameter(
            f"2 to {MAXIMAL_KINDS} numbers with commas between them are needed, not {value[:40]!r}"
        )
    return tuple(exact_number(context, parameter, part) for part in parts)


def _rational_levels(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> tuple[PrivacyLevel, ...]:
    return tuple(rational_privacy_level(context, parameter, value) for value in values)


_respondents = click.option(
    "-n",
    "--respondents",
    type=click.IntRange(1, MAXIMAL_RESPONDENTS),
    required=True,
    metavar="N",
    help="How many people get a card.",
)
_levels = click.option(
    *LEVEL_NAMES,
    "levels",
    callback=_rational_levels,
    multiple=True,
    metavar="EPS",
    help="Also delta at this eps, such as log(3) (repeatable).",
)
_pi = click.option(
    "--pi", callback=exact_number, default="1/10", show_default=True, metavar="SHARE", help="The sensitive share."
)


@click.group()
def deck() -> None:
    """Decks of cards: the best counts, and what sharing one deck costs in privacy.

    A respondent draws a card that shows 1 .. L and reports it, or L + 1 minus it if sensitive (Christofides). All
    numbers are computed exactly; what is printed is rounded to six digits.
    """


@deck.command(short_help="The best decks of so many whole cards.")
@click.argument("cards", type=click.IntRange(1, 100_000))
@click.option(
    *LEVEL_NAMES,
    "level",
    callback=privacy_level,
    required=True,
    metavar="EPS",
    help="Privacy of one report: 1/2, 0.5 or log(3).",
)
@click.option(
    "--numbers", "-L", type=click.IntRange(2, 40), default=3, show_default=True, metavar="L", help="Cards show 1 .. L."
)
@_pi
@proof_option("Let the kernel prove that no deck is better, or that none tells anything; for `rrproof recheck`.")
@as_json_option
def best(cards: int, level: PrivacyLevel, numbers: int, pi: Fraction, proof: Path | None, as_json: bool) -> None:
    """The decks of exactly CARDS cards with the least variance, all of them."""
    try:
        with as_bad_input(SearchTooLargeError):
            found = best_integer_decks(cards, numbers, level)
    except NoDeckError as error:
        if proof is not None:
            _prove_that_none_tells(cards, numbers, level, proof)
        raise BadInput(str(error)) from error
    if proof is not None:
        from lp.decks.integer_deck_theorem import TooManyCasesError, no_better_deck

        with as_bad_input(TooManyCasesError, OSError):
            write_file(no_better_deck(found), proof)
    low, high = found.ideal_enclosure
    if as_json:
        print_json(
            {
                "cards": cards,
                "eps": str(level),
                "decks": [list(counts) for counts in found.decks],
                "V": str(found.value),
                "ideal": str(found.ideal) if found.ideal is not None else [str(low), str(high)],
                "put_back": str(found.variance_put_back()),
                "dealt": str(found.variance_dealt(pi)),
                "branches": found.nodes,
            }
        )
        return
    missed = f"missed by {short(100 * (found.value / low - 1))} %" if found.value > high else "attained"
    from checks.show.sheet import exact

    ideal = f"{short(low)}..." if found.ideal is None else exact(found.ideal).text
    lines = [
        *(_counted(counts) for counts in found.decks),
        "",
        f"V = Var(Y)/(L + 1 - 2 E[Y])^2 = {exact(found.value).text}",
        f"the ideal, x/(x - 1)^2     = {ideal}, {missed}",
        f"Var(pi_hat), put back      = {exact(found.variance_put_back()).text}",
        f"Var(pi_hat), dealt         = {exact(found.variance_dealt(pi)).text}  (pi = {pi})",
    ]
    click.echo("\n".join(lines))


def _prove_that_none_tells(cards: int, numbers: int, level: PrivacyLevel, path: Path) -> None:
    """Write the theorem that every private deck of these cards tells nothing."""
    from lp.decks.integer_deck_theorem import TooManyCasesError, no_informative_deck

    with as_bad_input(TooManyCasesError, OSError):
        write_file(no_informative_deck(cards, numbers, level), path)


@deck.command(short_help="The best shares of cards that are put back.")
@click.option(
    "--numbers", "-L", type=click.IntRange(2, 40), default=3, show_default=True, metavar="L", help="Cards show 1 .. L."
)
@click.option(
    *LEVEL_NAMES, "level", callback=rational_privacy_level, required=True, metavar="EPS", help="Of one report: log(3)."
)
@click.option("--middle", callback=exact_number, metavar="P", help="A share of middle cards, for an odd L.")
@proof_option()
@as_json_option
def proportions(numbers: int, level: PrivacyLevel, middle: Fraction | None, proof: Path | None, as_json: bool) -> None:
    """The shares of cards 1 .. L with the least variance at a privacy of one report, all of them, with proof."""
    from lp.decks.real_decks import best_real_decks

    with as_bad_input(DeckError):
        found = best_real_decks(numbers, level.enclosure[0], middle)
        if isinstance(found, Infeasible):
            raise DeckError("at eps = 0 every private deck tells nothing about the truths; eps must be positive")
    if proof is not None:
        with as_bad_input(OSError):
            write_file(found.theorem, proof)
    decks = [[str(share) for share in deck.shares] for deck in found.decks]
    if as_json:
        print_json({"decks": decks, "V": str(found.value), "tight": [list(deck.active) for deck in found.decks]})
        return
    from checks.show.sheet import exact
    from checks.show.sheet import short as cell

    shown = [" : ".join(cell(share).text for share in deck.shares) for deck in found.decks]
    value = f"V = Var(Y)/(L + 1 - 2 E[Y])^2 = {exact(found.value).text}, which no private deck undercuts"
    click.echo("\n".join([f"shares of the cards 1 to {numbers}", *shown, "", value]))


@deck.command(short_help="The privacy of all reports from one deck.")
@click.argument("counts", callback=_exact_list, metavar="C1,C2,...")
@_respondents
@_levels
@as_json_option
def privacy(counts: tuple[Fraction, ...], respondents: int, levels: tuple[PrivacyLevel, ...], as_json: bool) -> None:
    """The privacy of all reports together, when a deck with C1 cards 1, C2 cards 2, ... is dealt."""
    from mechanisms.guarantees.deck_privacy import joint_delta, joint_odds, worst_case

    with as_bad_input(DeckError):
        if any(count.denominator != 1 for count in counts):
            raise DeckError("the counts of a deck are integers")
        whole = tuple(map(int, counts))
        worst = worst_case(whole, respondents)
        deltas = [(level, joint_delta(whole, respondents, level.enclosure[0])) for level in levels]
        single = joint_odds(whole, 1)
    if as_json:
        print_json(
            {
                "counts": list(whole),
                "respondents": respondents,
                "one_report": _exact_or_infinite(single),
                "all_reports": _exact_or_infinite(worst.odds),
                "worst_case": {"report": worst.report, "cards_of_the_others": list(worst.taken)},
                "delta": {str(level): str(delta) for level, delta in deltas},
            }
        )
        return
    from checks.show.sheet import level as told

    lines = [f"one report    eps = {_logarithm(single)}", f"all reports   eps = {_logarithm(worst.odds)}"]
    held = _counted(worst.taken) if sum(worst.taken) else "no cards"
    lines.append(f"worst case    the others hold {held}; the respondent reports {worst.report}")
    lines += [f"delta         {short(delta)} at eps = {told(level.x).text}" for level, delta in deltas]
    click.echo("\n".join(lines))


@deck.command(short_help="Variance against privacy as a deck grows.")
@click.argument("shares", callback=_exact_list, metavar="P1,P2,...")
@_respondents
@click.option("--population", type=click.IntRange(2), metavar="N", help="Size of the population.  [default: all asked]")
@_pi
@_levels
@plot_option("--plot", text="An .svg, .png or .pdf.")
@as_json_option
def frontier(
    shares: tuple[Fraction, ...],
    respondents: int,
    population: int | None,
    pi: Fraction,
    levels: tuple[PrivacyLevel, ...],
    plot: Path | None,
    as_json: bool,
) -> None:
    """Variance against the privacy of all reports, as the deck with the shares P1, P2, ... grows."""
    from lp.decks.partial_decks import CardSurvey, sizes
    from lp.decks.partial_decks import frontier as points_of

    survey = CardSurvey(respondents, population or respondents, pi)
    with as_bad_input(DeckError):
        points = points_of(shares, survey, [level.enclosure[0] for level in levels], sizes(shares, respondents))
    if plot is not None:
        from checks.show.plots.deck_frontier import deck_frontier

        with as_bad_input(MissingPlotPackageError, PlotFileError):
            save(deck_frontier(points, survey, levels), plot)
    if as_json:
        print_json([_point_data(point, levels) for point in points])
    else:
        print_table(_frontier_table(points, levels))


@deck.command(short_help="The best deck at a given (eps, delta).")
@_respondents
@click.option(
    *LEVEL_NAMES,
    "level",
    callback=rational_privacy_level,
    required=True,
    metavar="EPS",
    help="eps of all reports together: log(3).",
)
@click.option("--delta", callback=exact_number, required=True, metavar="DELTA", help="delta of all reports together.")
@click.option(
    "--most", type=click.IntRange(2, 2000), default=200, show_default=True, metavar="N", help="At most so many cards."
)
@_pi
@as_json_option
def shared(respondents: int, level: PrivacyLevel, delta: Fraction, most: int, pi: Fraction, as_json: bool) -> None:
    """The deck of two kinds of cards with the least variance, private for all reports together, when all are asked."""
    from lp.decks.partial_decks import CardSurvey, best_shared_decks

    with as_bad_input(DeckError):
        found = best_shared_decks(CardSurvey.census(respondents, pi), level.enclosure[0], delta, most)
    if as_json:
        print_json(
            {
                "decks": [list(counts) for counts in found.decks],
                "variance": str(found.variance),
                "put_back": str(found.put_back),
            }
        )
        return
    from checks.show.sheet import exact

    lines = [
        *(f"{many} : {few} cards, or mirrored" for many, few in found.decks),
        "",
        f"Var(pi_hat)                 = {exact(found.variance).text}",
        f"the best cards put back     = {exact(found.put_back).text}",
        f"ratio                       = {exact(found.variance / found.put_back).text}",
    ]
    click.echo("\n".join(lines))


# -- output --------------------------------------------------------------------------------------------------------


def _logarithm(odds: Fraction | None) -> str:
    if odds is None:
        return "infinite: someone's truth is disclosed"
    return "0" if odds == 1 else f"log({odds}) ~ {log(odds):.6g}"


def _exact_or_infinite(odds: Fraction | None) -> str:
    return "infinite" if odds is None else str(odds)


def _counted(counts: tuple[int, ...]) -> str:
    """Such as 6 cards 1, 3 cards 3."""
    shown = ((count, k) for k, count in enumerate(counts, 1) if count)
    return ", ".join(f"{count} card{'s' if count != 1 else ''} {k}" for count, k in shown)


def _point_data(point: FrontierPoint, levels: tuple[PrivacyLevel, ...]) -> dict[str, object]:
    return {
        "cards": point.cards,
        "counts": [str(count) for count in point.counts],
        "variance": str(point.variance),
        "all_reports": _exact_or_infinite(point.odds),
        "delta": {str(level): str(delta) for level, delta in zip(levels, point.deltas, strict=True)},
    }


def _frontier_table(points: tuple[FrontierPoint, ...], levels: tuple[PrivacyLevel, ...]) -> Table:
    from checks.show.sheet import level as told

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    names = ["cards", "deck", "Var(pi_hat)", "of put back", "e^eps, all reports"]
    for name in [*names, *(f"delta at eps = {told(level.x).text}" for level in levels)]:
        table.add_column(name, justify="left" if name == "deck" else "right")
    limit = points[-1].variance
    for point in points:
        table.add_row(
            "put back" if point.cards is None else str(point.cards),
            " : ".join(map(str, point.counts)),
            short(point.variance),
            f"{float(100 * point.variance / limit):.4g} %",
            "infinite" if point.odds is None else short(point.odds),
            *map(short, point.deltas),
        )
    return table
