"""An audit as it is read on a terminal, as HTML and as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from math import inf
from typing import TYPE_CHECKING

from markupsafe import Markup
from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from checks.designs.analysis.figures import figure
from checks.samplers.audit.result import Audit, Verdict
from checks.samplers.audit.shares_figure import audit_shares
from checks.samplers.audit.verdicts import power_of_e
from checks.samplers.audit.wealth import PREVIOUS_CALL, SAME_TRUTH
from checks.show.html.page import page
from checks.show.html.tables import Number, table
from checks.show.plots.canvas import MissingPlotPackageError, svg

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_CELLS = 64  # of the table on a terminal
MOST_ROWS = 1000  # of that on a page
STYLES = {Verdict.CONSISTENT: "green", Verdict.REFUTED: "bold red", Verdict.UNDECIDED: "bold magenta"}


def shown(audit: Audit) -> RenderableType:
    """The verdict, what speaks against the sampler, the cells, and what is known of its privacy."""
    head = Text(audit.headline, style=STYLES[audit.verdict])
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    headings = ("truth", "response", "seen", "share", "design", f"{100 * audit.settings.level:g} % region", "design is")
    for i, heading in enumerate(headings):
        table.add_column(heading, justify="right" if 2 <= i <= 4 else "left")
    rows = list(cells(audit))
    for row in rows[:MOST_CELLS]:
        table.add_row(*row)
    parts: list[RenderableType] = [head, Text(_asked(audit)), *(Text(f"- {f.text}") for f in audit.findings)]
    if not audit.calls:
        return Group(*parts)
    parts += [Text(), table]
    if len(rows) > MOST_CELLS:
        parts.append(Text(f"{len(rows) - MOST_CELLS} more cells; --json has them all"))
    facts = Table.grid(padding=(0, 2))
    for name, value in facts_of(audit):
        facts.add_row(name, value)
    return Group(*parts, facts)


def _asked(audit: Audit) -> str:
    return f"{audit.sampler}, tested against {audit.design}"


def cells(audit: Audit) -> Iterator[tuple[str, ...]]:
    """Truth, response, count of the truth, share, probability, region, and whether the design lies outside of it."""
    for x, truth in enumerate(audit.truths):
        total = sum(audit.counts[x]) + audit.outside[x]
        for y, response in enumerate(audit.responses):
            p, low, high = audit.probabilities[x][y], audit.low[x][y], audit.high[x][y]
            share = audit.share(x, y)
            yield (
                str(truth) if y == 0 else "",
                str(response),
                f"{audit.counts[x][y]} of {total}",
                "" if share is None else f"{share:.4f}",
                probability(p),
                f"{low:.4f} .. {high:.4f}",
                "" if low <= p <= high else "outside",
            )


def facts_of(audit: Audit) -> list[tuple[str, str]]:
    """What else there is to say, as pairs of a heading and a sentence."""
    settings, bounds = audit.settings, audit.privacy
    design = "infinite" if bounds.design is None else f"{bounds.design:.6g}"
    above = "" if bounds.upper is None else f", at most {bounds.upper:.4g}"
    eps = f"at least {bounds.lower:.4g}{above} ({100 * settings.level:g} % confidence); the design's is {design}"
    if bounds.design is not None and bounds.lower > bounds.design:
        eps += ": it is less private than the design"
    rows = [("eps", eps)]
    if bounds.event:
        names = [str(response) for response in bounds.event]
        event = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        a = "the" if audit.borders is None else "a"
        rows.append(("", f"for {a} response {event}, likelier of the truth {bounds.truth} than of {bounds.other}"))
    each = "truth" if audit.different_truths is None else "group"
    rows.append(("distance", f"at most {max(audit.distances):.4g} {audit.measure}, for every {each}"))
    if audit.borders is not None:
        rows.append(
            ("cells", "fixed before the first answer; an answer as near as 1e-9 to a single value counts as it")
        )
    if audit.different_truths is not None:
        groups = f"{audit.different_truths} different truths in {len(audit.truths)} groups, fixed before the answers"
        rows.append(("groups", f"{groups}; the design is the mean of its probabilities for the truths of the group"))
    else:
        same, previous = audit.dependence[SAME_TRUTH], audit.dependence[PREVIOUS_CALL]
        last = f"on the last response to the same truth at most {same:.4g}, on the last call {previous:.4g}"
        rows.append(("dependence", last))
        rows.append(("", "(mean total variation, for every truth, if no more of the past matters)"))
    rows.append(("evidence", _evidence(audit)))
    rows.append(("calls", f"{audit.calls} in {audit.seconds:.1f} s{_when(audit)}"))
    rows.append(("errors", _errors(audit)))
    if audit.provenance is None:
        return [*rows, ("seed", str(audit.settings.seed))]
    return rows + audit.provenance.facts()


def _evidence(audit: Audit) -> str:
    if audit.evidence["all"] == inf:
        return "certain"
    kind = "e-values" if audit.planned is None else "law: 1/p-value; others: e-values"
    parts = ", ".join(f"{name} {power_of_e(value)}" for name, value in audit.evidence.items() if name != "all")
    return f"{kind}: {parts}" + (f"; all {power_of_e(audit.evidence['all'])}" if audit.planned is None else "")


def _when(audit: Audit) -> str:
    if audit.planned is not None:
        return f"; planned were {audit.planned[0]} for each truth, by {audit.planned[1]}"
    if audit.verdict == Verdict.UNDECIDED or (audit.provenance is not None and audit.provenance.is_log):
        return ""
    return ", stopped when it was clear"


def _errors(audit: Audit) -> str:
    settings = audit.settings
    tolerance = f", up to a relative error of {float(settings.tolerance):.2g}" if settings.tolerance else ""
    depends = f", and one with a dependence of {settings.dependence:g}" if settings.dependence < 1 else ""
    return (
        f"an honest sampler is refuted with probability at most {settings.false_alarm:g}{tolerance}; one that is off "
        f"by {settings.distance:g} passes with probability at most {settings.miss:.3g}{depends}"
    )


def probability(p: Fraction) -> str:
    """A probability of the design: the fraction when it is short."""
    return str(p) if p.denominator < 1000 else f"{float(p):.4f}"


STYLE = """
table { width: auto }
th[scope="row"]:has(+ td:last-child) { min-width: 7.7rem; max-width: 18rem; overflow-wrap: break-word }
th[scope="row"] + td { overflow-wrap: anywhere }
"""  # digests, names of files and commands on a phone


_LONG_NAME = re.compile(r"[\w./:-]{20,}")
_WITHIN_NAME = re.compile(r"(?<=[_/:-])(?=\w)|(?<=\.)(?=[a-zA-Z]{4})")


def _breakable(html: str) -> str:
    """Text in which long names of files break at their own marks; what holds tags stays as it is."""
    return html if "<" in html else _LONG_NAME.sub(lambda name: _WITHIN_NAME.sub("<wbr>", name[0]), html)


def as_html(audit: Audit) -> str:
    """The same for a notebook or a page."""
    from checks.show.html.sentences import sentence

    header = ("truth", "response", "seen", "share", "design", f"{100 * audit.settings.level:g} % region", "design is")
    rows = [(t, r, Number(n), Number(s), Number(p), Number(b), mark) for t, r, n, s, p, b, mark in cells(audit)]
    findings = "".join(f"<li>{sentence(finding.text)}</li>" for finding in audit.findings)
    title = f"<p><strong>{sentence(audit.headline)}</strong></p>\n<p>{_breakable(escape(_asked(audit)))}</p>"
    facts = [(Markup(_breakable(sentence(name))), Markup(_breakable(sentence(said)))) for name, said in facts_of(audit)]
    return (
        title
        + (f"<ul>{findings}</ul>" if findings else "")
        + table((), facts, row_heads=True)
        + table(header, rows[:MOST_ROWS])
    )


def as_page(audit: Audit) -> str:
    """A whole page that needs nothing from elsewhere."""
    drawn = figure(_picture(audit)) if audit.calls else ""
    title = f"Audit of {audit.sampler}"
    return page(title, f"<h1>{_breakable(escape(title))}</h1>\n{as_html(audit)}\n{drawn}", style=STYLE)


def _picture(audit: Audit) -> str:
    """The shares and their regions beside the design, as SVG, or the sentence that says what is missing."""
    try:
        return svg(audit_shares(audit), "Shares of the responses, with their regions, and the design")
    except MissingPlotPackageError as error:
        return f"<p>{escape(str(error))}</p>"


def as_latex(audit: Audit) -> str:
    r"""The estimated matrix as a LaTeX array: each share with its region, in red where the design lies outside."""
    if len(audit.responses) * len(audit.truths) > MOST_CELLS:
        return rf"$\text{{{audit.verdict}}}$"
    lines = []
    for x in range(len(audit.truths)):
        entries = []
        for y in range(len(audit.responses)):
            share, p = audit.share(x, y), audit.probabilities[x][y]
            low, high = audit.low[x][y], audit.high[x][y]
            text = rf"{share or 0.0:.4f}\;[{low:.4f},\,{high:.4f}]"
            entries.append(text if low <= p <= high else rf"\mathbf{{{text}}}")
        lines.append(" & ".join(entries))
    return r"$\hat P = \begin{pmatrix} " + r" \\ ".join(lines) + rf" \end{{pmatrix}}\quad\text{{{audit.verdict}}}$"
