"""The report on verified papers as one HTML page: summary, filters, search, and all that is known of each claim."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from checks.claims.claim import Paper
from checks.claims.proofs import methods
from checks.claims.record import ClaimRecord
from checks.claims.verdict import Finding, Verdict
from checks.papers.collection import load_paper
from checks.show.html.claim_view import COLOURS, ClaimView, claim_view, statement_of, theorems_of
from checks.show.html.page import asset, page, render
from checks.show.html.proof_data import compressed_proofs, readable_size
from checks.show.plots.canvas import MissingPlotPackageError, svg
from checks.show.plots.paper_figures import paper_figures
from checks.show.report import Report
from checks.show.typeset import vocabulary_of

FIGURES_MISSING = "To see the figure drawn again, install matplotlib: pip install matplotlib."
_OWN_IDS = frozenset({"content", "summary", "errors", "claims", "search", "meaning", "hits"})  # of the page itself


@dataclass(frozen=True)
class ReportPage:
    """A written page, and how many bytes of it are proof objects."""

    html: str
    proof_bytes: int

    @property
    def size(self) -> str:
        """How large the page is, in words."""
        size = readable_size(len(self.html.encode()))
        return f"{size}, {readable_size(self.proof_bytes)} of it proofs" if self.proof_bytes else size


@dataclass(frozen=True)
class PaperView:
    """A paper in the summary: its head, and how many of its claims got each verdict."""

    key: str
    title: str
    authors: str
    conventions: Sequence[str]
    claims: int
    counts: dict[str, int]


def report_page(
    report: Report,
    *,
    with_proofs: bool = True,
    with_figures: bool = True,
    coq_files: Mapping[str, str] = MappingProxyType({}),
) -> ReportPage:
    """The page on the claims of a report, of one or several papers; the same bytes for the same records.

    Without `with_proofs` it has no proof objects to download. Figures are drawn where matplotlib is installed.
    `coq_files` has the address of the file for Coq by claim, where there is one.
    """
    papers = {name: load_paper(name) for name in dict.fromkeys(record.paper for record in report.records)}
    anchors = _anchors([record.id for record in report.records])
    symbols = {name: vocabulary_of(paper) for name, paper in papers.items()}
    draw = _figures() if with_figures else lambda record: ""
    views = []
    proof_bytes = 0
    for record in report.records:
        proofs = compressed_proofs(record) if with_proofs else ""
        proof_bytes += len(proofs)
        views.append(
            claim_view(
                papers[record.paper],
                record,
                symbols[record.paper],
                anchors[record.id],
                figure=draw(record),
                proofs=proofs,
                proof_size=readable_size(len(proofs)) if proofs else "",
                coq_file=coq_files.get(record.id, ""),
            )
        )
    title, html = _title(list(papers.values())), _body(report, papers, views)
    written = page(title, html, style=asset("report.css"), script=asset("report.js"))
    return ReportPage(written, proof_bytes)


def _title(papers: Sequence[Paper]) -> str:
    return f"{papers[0].key}: {papers[0].title}" if len(papers) == 1 else "Verified claims"


def _body(report: Report, papers: dict[str, Paper], views: Sequence[ClaimView]) -> str:
    by_id = {view.id: view for view in views}
    return render(
        "report.html",
        title=_title(list(papers.values())),
        papers=[_paper_view(paper, report) for paper in papers.values()],
        views=views,
        counts=report.summary,
        wrong=[by_id[record.id] for record in report.findings],
        undecided=[by_id[record.id] for record in report.undecided],
        seed=report.seed,
        colours=COLOURS,
        verdicts=_present([v.value for v in Verdict], views, lambda view: view.verdict),
        findings=_present([*(f.value for f in Finding), "boundary"], views, lambda view: view.finding),
        kinds=sorted({view.kind for view in views}, key=str.lower),
        statement_of=statement_of,
        theorems_of=theorems_of,
        methods=methods,
        figures_missing=FIGURES_MISSING,
    )


def _paper_view(paper: Paper, report: Report) -> PaperView:
    own = [record for record in report.records if record.paper == paper.name]
    counts = Counter(record.verdict for record in own)
    return PaperView(paper.key, paper.title, paper.authors, paper.conventions, len(own), dict(counts))


def _present(known: Sequence[str], views: Sequence[ClaimView], of: Callable[[ClaimView], str]) -> list[str]:
    found = {of(view) for view in views}
    return [name for name in known if name in found]


def _anchors(ids: Sequence[str]) -> dict[str, str]:
    """The id in the page for each claim: its own, where that can stand in a link and is not taken."""
    taken = set(_OWN_IDS)
    anchors = {}
    for claim_id in ids:
        wanted = re.sub(r"[^A-Za-z0-9._-]+", "-", claim_id) or "claim"
        anchor, number = wanted, 1
        while anchor in taken:
            number += 1
            anchor = f"{wanted}-{number}"
        taken.add(anchor)
        anchors[claim_id] = anchor
    return anchors


def _figures() -> Callable[[ClaimRecord], str]:
    """What draws the figure of a claim as an svg element; "" for claims without one, and without matplotlib."""

    def draw(record: ClaimRecord) -> str:
        make: Callable[[], Any] | None = paper_figures(record.paper).get(record.id)
        if make is None:
            return ""
        try:
            return svg(make(), f"{record.id}: the figure of the paper, drawn again", name=f"{record.id}-")
        except MissingPlotPackageError:
            return ""

    return draw
