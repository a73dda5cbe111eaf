"""`rrproof plot`: figures of papers, designs, families and optima, as SVG, PNG or PDF.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from checks.claims.claim import PaperError
from checks.commands.claims import one_claim
from checks.commands.completion import complete_design, complete_target
from checks.commands.design import read_question
from checks.commands.exits import BadInput
from checks.commands.options import (
    DESIGN_HELP,
    LEVEL_NAMES,
    as_bad_input,
    as_json_option,
    exact_number,
    law_option,
    numeric_design,
    plot_option,
    print_json,
    print_table,
    privacy_level,
    remark,
    values_option,
)
from checks.inputs.design import DesignArgumentError, key_of, protocol_at, read_number, read_symbolic_design
from checks.inputs.prior import PriorError, read_prior
from checks.papers.collection import load_paper, paper_keys
from checks.show.latex.terminal import in_lines
from checks.show.plots.canvas import MissingPlotPackageError, PlotFileError, save
from checks.show.plots.growth import GrowthFileError, read_growth
from checks.show.plots.growth import growth as drawn
from checks.show.plots.heat_map import heat_map
from checks.show.plots.paper_figures import paper_figures
from checks.show.plots.protocol_tree import TreeTooLargeError, protocol_tree
from mechanisms.exact.privacy_level import LevelError

if TYPE_CHECKING:
    from fractions import Fraction

    from matplotlib.figure import Figure

    from checks.claims.claim import Paper
    from mechanisms.design import Design
    from mechanisms.exact.privacy_level import PrivacyLevel

OBJECTIVES = "hamming, l1, mse, chi-square, total-variation, fisher, posterior, or a file with a loss"

EPILOG = (
    DESIGN_HELP
    + """
\b
Examples:
  rrproof plot figures
  rrproof plot figure HLM-108 -o contours.svg
  rrproof plot region --epsilon 'log(3)' --delta 1/10 --pi 1/4 -o region.svg
  rrproof plot delta 'grr(k=3, x=3)' 'subset-selection(k=3, l=2, gamma=3)' -o delta.svg
  rrproof plot variance 'grr(k=5)' 'subset-selection(k=5, l=2)' --from 1/2 --to 4 -o variance.svg
  rrproof plot optimum -k 4 --objective l1 -o optimum.svg
  rrproof plot posterior 'forced-response(p=3/4, q=1/6)' --pi 7/10,3/10 -o posterior.svg
  rrproof plot heatmap 'grr(k=4, x=3)' -o design.png
  rrproof plot tree simmons -o tree.svg
  rrproof plot growth run.json -o growth.svg
"""
)
_output = plot_option("-o", "--output", "output", text="Where the plot goes: a .svg, .png or .pdf file.", required=True)


@click.group(epilog=EPILOG)
def plot() -> None:
    """Draw a figure from exact data and write it to a file, the same bytes each time.

    Needs matplotlib, which the extra `plots` brings along: pip install matplotlib.
    """


@contextmanager
def _reported() -> Iterator[None]:
    """Bad input of any plot becomes a sentence."""
    from checks.designs.optimal.question import QuestionError
    from checks.inputs.exact_files import ExactFileError
    from checks.show.plots.posterior_range import TooManyResponsesError
    from checks.show.plots.variance_curves import FamilyError
    from lp.binary.optima import NoInformativeDesignError
    from lp.constraints.constraint import ConstraintError
    from lp.losses.column_objectives import ObjectiveError
    from lp.losses.linear_loss import LossError
    from lp.parametric.program import ParametricError
    from mechanisms.guarantees.criteria.bayes import CriterionError

    canvas = (MissingPlotPackageError, PlotFileError, GrowthFileError, FamilyError, TooManyResponsesError)
    optima = (QuestionError, LossError, ParametricError, ObjectiveError, ConstraintError, NoInformativeDesignError)
    with as_bad_input(
        PaperError, *canvas, *optima, DesignArgumentError, ExactFileError, PriorError, CriterionError, LevelError
    ):
        yield


def _write(figure: Figure, output: Path) -> None:
    save(figure, output)
    remark(f"written to {output}")


@plot.command(short_help="List the figures of the papers.")
@click.argument("papers", nargs=-1, metavar="[PAPER|FILE]...")
@as_json_option
def figures(papers: tuple[str, ...], as_json: bool) -> None:
    """List the figures of papers that can be drawn: the claim that states it, its place, what it shows."""
    rows = [
        {"claim": name, "place": claim.place, "shows": claim.in_words or claim.printed}
        for paper in (_paper(name) for name in papers or paper_keys())
        for name in paper_figures(paper.name)
        for claim in [paper.claim(name)]
    ]
    if as_json:
        print_json([row | {"shows": str(in_lines(row["shows"]))} for row in rows])
        return
    table = Table(box=None, show_edge=False, pad_edge=False)
    for heading in ("claim", "place", "shows"):
        table.add_column(heading, no_wrap=heading != "shows")
    for row in rows:
        table.add_row(row["claim"], row["place"], in_lines(row["shows"]))
    print_table(table)


def _paper(name: str) -> Paper:
    with as_bad_input(PaperError):
        return load_paper(name)


@plot.command(short_help="A figure of a paper, from what is derived.")
@click.argument("claim", shell_complete=complete_target)
@_output
def figure(claim: str, output: Path) -> None:
    """Draw a figure of a paper, from what is derived; CLAIM states it, as `rrproof plot figures` lists.

    Of a claims file it is FILE:CLAIM, a claim with a [claim.figure].

    Nothing is verified on the way; `rrproof show CLAIM --plot FILE` does both.
    """
    chosen = one_claim(claim)
    known = paper_figures(chosen.paper)
    if chosen.id not in known:
        there = f"those of {chosen.paper} are {', '.join(known)}" if known else f"{chosen.paper} has none"
        raise BadInput(f"{chosen.id} is no figure; {there}")
    with _reported():
        _write(known[chosen.id](), output)


@plot.command(short_help="The private designs of two answers, with the best.")
@click.option(*LEVEL_NAMES, "epsilon", required=True, metavar="EPS", help="log(3), or x=3, which is e^eps.")
@click.option(
    "--delta", callback=exact_number, default="0", show_default=True, metavar="DELTA", help="delta of a response."
)
@click.option("--pi", metavar="SHARE", help="The share of yes; without it the worst share counts.")
@_output
def region(epsilon: str, delta: Fraction, pi: str | None, output: Path) -> None:
    """Draw the region of all (eps, delta)-private designs of two answers, the error, and the best designs with ties."""
    with _reported():
        from checks.show.plots.feasible_region import feasible_region
        from lp.parametric.level_input import read_level

        level = read_level(epsilon, rational=True)
        assert level.rational is not None
        if level.note:
            remark(level.note)
        share = None if pi is None else read_number(pi, "--pi")
        _write(feasible_region(level.rational, delta, share), output)


@plot.command(short_help="The least delta against eps of designs.")
@click.argument("designs", nargs=-1, required=True, metavar="DESIGN...", shell_complete=complete_design)
@click.option("--to", "largest", callback=privacy_level, metavar="EPS", help="Where the axis ends: 4, log(9).")
@values_option
@_output
def delta(designs: tuple[str, ...], largest: PrivacyLevel | None, at: tuple[str, ...], output: Path) -> None:
    """Draw delta(eps), the least delta for which a design is (eps, delta)-private, with its exact breaks."""
    with _reported():
        from checks.show.plots.delta_curve import delta_curves

        _write(delta_curves(_read(designs, at), largest_eps=None if largest is None else float(largest)), output)


@plot.command(short_help="Variance against eps of families of designs.")
@click.argument("families", nargs=-1, required=True, metavar="FAMILY...")
@click.option(
    "--from",
    "low",
    callback=privacy_level,
    default="1/4",
    show_default=True,
    metavar="EPS",
    help="Where the axis begins.",
)
@click.option(
    "--to", "high", callback=privacy_level, default="4", show_default=True, metavar="EPS", help="Where the axis ends."
)
@law_option
@_output
def variance(families: tuple[str, ...], low: PrivacyLevel, high: PrivacyLevel, prior: str | None, output: Path) -> None:
    """Draw variance against eps of families: designs with one parameter left, such as 'grr(k=5)' or 'warner'."""
    with _reported():
        from checks.inputs.budget import symmetric
        from checks.show.plots.variance_curves import variance_curves

        chosen = [(one.strip(), symmetric(key_of(one), read_symbolic_design(one, {}), {})) for one in families]
        _write(variance_curves(chosen, float(low), float(high), _law(prior, chosen[0][1])), output)


@plot.command(short_help="The optimal value against eps, with its regimes.")
@click.option("-k", "--categories", type=click.IntRange(2), metavar="K", help="How many categories there are.")
@click.option("--objective", default="hamming", show_default=True, metavar="NAME|FILE", help=OBJECTIVES)
@click.option(
    "--delta", callback=exact_number, default="0", show_default=True, metavar="DELTA", help="delta, for all events."
)
@law_option
@_output
def optimum(categories: int | None, objective: str, delta: Fraction, prior: str | None, output: Path) -> None:
    """Draw the optimal value of an objective for every eps, and where another design becomes the best."""
    with _reported():
        from checks.designs.optimal.parametric import answer_for_all, drawn_for_all

        found = answer_for_all(read_question(categories, None, objective, delta, prior, None, False, True))
        _write(drawn_for_all(found), output)


@plot.command(short_help="What the responses of a design reveal.")
@click.argument("design", shell_complete=complete_design)
@law_option
@values_option
@_output
def posterior(design: str, prior: str | None, at: tuple[str, ...], output: Path) -> None:
    """Draw the range of the posterior of any event by response, and the posterior of each truth at given shares."""
    with _reported():
        from checks.show.plots.posterior_range import posterior_ranges

        ((_, chosen),) = _read([design], at)
        _write(posterior_ranges(chosen, _law(prior, chosen)), output)


@plot.command(short_help="A design as a heat map.")
@click.argument("design", shell_complete=complete_design)
@values_option
@_output
def heatmap(design: str, at: tuple[str, ...], output: Path) -> None:
    """Draw a design: one cell for each truth and response, with the exact entries in it when there are few."""
    with _reported():
        ((_, chosen),) = _read([design], at)
        _write(heat_map(chosen), output)


@plot.command(short_help="What a respondent does, as a tree.")
@click.argument("mechanism", shell_complete=complete_design)
@_output
def tree(mechanism: str, output: Path) -> None:
    """Draw what a respondent does, with probabilities.

    MECHANISM is one of the catalogue: simmons, 'grr(k=3)', or 'warner(p_w=2/3)', at values of its parameters.
    """
    with _reported(), as_bad_input(TreeTooLargeError):
        _write(protocol_tree(protocol_at(mechanism)), output)


@plot.command(short_help="How costs grow with k, from a measured run.")
@click.argument("run", type=click.Path(path_type=Path))
@_output
def growth(run: Path, output: Path) -> None:
    """Draw how costs grow with the size, with fitted slopes, from the file RUN of a benchmark.

    `python -m benchmarks design-program --growth RUN` measures and writes it (`make bench`).
    """
    with _reported():
        _write(drawn(read_growth(run)), output)


def _read(arguments: Sequence[str], at: tuple[str, ...]) -> list[tuple[str, Design]]:
    """Designs without parameters, each with the name that it was given."""
    return [(argument.strip(), numeric_design(argument, at=at)) for argument in arguments]


def _law(text: str | None, design: Design) -> tuple[Fraction, ...] | None:
    return None if text is None else read_prior(text, design.truths, "--pi")
