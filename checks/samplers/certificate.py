"""A certificate of privacy: one page that says how private a design is, why, how good it is, and how to check it.

It is made from an analysis. What it says of eps, and of the best designs, is proved in the proof file beside it, which
the page names with its SHA-256; `rrproof recheck` rebuilds each statement from the matrix in that file.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from checks.designs.analysis.page import STYLE
from checks.designs.analysis.page import written as html_of
from checks.designs.analysis.sections import delta_grid, matrix_grid, optimum_grid
from checks.designs.analysis.whole import Analysis, privacy_questions
from checks.recheck.proof_files import Evidence, write_evidence
from checks.recheck.questions import LOSSES, sharp_privacy
from checks.samplers.audit.output import facts_of
from checks.show.documents import PACKAGES, document
from checks.show.html import page as frame
from checks.show.latex.sections import written as latex_of
from checks.show.plots.canvas import MissingPlotPackageError, picture, svg
from checks.show.plots.delta_curve import delta_curves
from checks.show.sheet import Fact, Grid, Section, Text, exact, level, name, short, vector
from checks.system.versions import version_of
from derivations.arithmetic.statements import Sequent
from derivations.steps import Written
from mechanisms.guarantees.criteria.bayes import numbers

if TYPE_CHECKING:
    from checks.samplers.audit.result import Audit

CARD = """
@media print, (min-width: 56rem) {
  #privacy { display: grid; grid-template-columns: minmax(0, 1fr) 45% }
  #privacy > * { grid-column: 1 }
  #privacy > figure { grid-area: 1 / 2 / span 9 }
}
@media print {
  @page { margin: 1.2cm }
  html { font-size: 10.5px }
  body { font-size: 1rem }
  h1 { margin-top: 0 }
  section h2, section h3 { margin: .7rem 0 .2rem }
  dl.facts, figure { margin: .3rem 0 }
  th, td { padding: .1rem .6rem }
}
"""  # printed, all stands on one page
CLOSE = r"""\vspace*{-1.2cm}\footnotesize\pagestyle{empty}\thispagestyle{empty}
\makeatletter
\renewcommand\section{\@startsection{section}{1}{0pt}{6pt}{2pt}{\normalfont\normalsize\bfseries}}
\makeatother"""  # so that all stands on one page
TEXT, FIGURE = 0.6, 0.38  # shares of the line that what is said of privacy and the figure beside it take
BESIDE = rf"""\end{{minipage}}\hfill\begin{{minipage}}[t]{{{FIGURE}\textwidth}}\vspace{{6pt}}
\includegraphics[width=\linewidth]{{delta.pdf}}\end{{minipage}}\par"""


@dataclass(frozen=True)
class Certificate:
    """What the page is about.

    Attributes:
        found: the analysis of the design.
        argument: how the design was named, a file or a mechanism.
        proofs: the file of its proofs.
        audit: of a sampler that is said to follow the design, what was found of it.

    """

    found: Analysis
    argument: str
    proofs: Path
    audit: Audit | None = None

    @property
    def title(self) -> str:
        """The heading."""
        return "Certificate of privacy"

    def evidence(self) -> list[Evidence]:
        """The theorems behind the page: those of privacy, and of the least losses."""
        objectives = tuple(f"{name}:" for name in LOSSES)
        private = {type(question) for question in privacy_questions(self.found)}
        return [
            one
            for one in self.found.evidence()
            if type(one.question) in private or (one.question is not None and one.label.startswith(objectives))
        ]

    def write_proofs(self) -> int:
        """Write the proof file; return how many proofs there are."""
        return write_evidence(self.evidence(), f"certificate of privacy of {self.argument}", self.proofs)

    def sections(self) -> tuple[Section, ...]:
        """The page in words; the proof file has to be written before, whose digest it names."""
        parts = [
            Section("design", "The design", tuple(self._design())),
            Section("privacy", "Its privacy", tuple(self._privacy())),
            Section("optimality", "How far it is from the best", tuple(self._optimality())),
        ]
        if self.audit is not None:
            told = [(key, text) for key, text in facts_of(self.audit) if key not in ("", "dependence", "evidence")]
            facts = (Fact("verdict", self.audit.headline), *(Fact(key, text) for key, text in told))
            parts.append(Section("sampler", "The sampler", facts))
        return (*parts, Section("recheck", "How to check this", tuple(self._recheck())))

    def _design(self) -> Iterator[Fact | Grid | Text]:
        design = self.found.design
        yield Fact("named", self.argument)
        yield Fact("size", f"{len(design.truths)} truths (rows), {len(design.responses)} responses (columns)")
        for note in self.found.notes:
            yield Fact("note", note)
        yield matrix_grid(self.found, full=False)

    def _privacy(self) -> Iterator[Fact | Grid | Text]:
        profile = self.found.privacy
        if profile is None:
            yield "The privacy of this design was not found in the time."
            return
        parity, rows = profile.parity, numbers(self.found.design)
        yield Fact("smallest eps", level(parity.value))
        truths, responses = list(self.found.design.truths), list(self.found.design.responses)
        sharp = sharp_privacy(self.found.design)
        places = truths.index(parity.likelier), truths.index(parity.other), responses.index(parity.response)
        a, b, y = places if sharp is None else sharp.attained()  # the pair of which the theorem speaks
        shown = name(responses[y])
        pair = [f"P({shown} | {name(truths[x])}) = {short(rows[x][y]).text}" for x in (a, b)]
        yield Fact("attained at", f"response {shown}: {' against '.join(pair)}")
        if self.found.level is not None:
            low, high = profile.delta(self.found.level)
            digits = f"{float(high):.9g}..."
            delta = exact(low) if low == high else Written(digits, digits.replace("...", r"\ldots"))
            yield Fact(f"delta at eps = {self.found.level}", delta)
        yield delta_grid(profile, full=False)

    def _optimality(self) -> Iterator[Fact | Grid | Text]:
        names = {name: words for name, (_, words) in LOSSES.items()}
        proved = any(d.objective in names for d in self.found.distances)
        compared = self.found.compared_at
        if compared is None or not proved:
            yield "There is no best design to compare with: eps is infinite, and no level was asked for."
            return
        delta = f" with delta = {exact(compared.delta).text}" if compared.delta else ""
        yield Fact("compared with", f"all designs that are as private: eps = {level(compared.x).text}{delta}")
        yield Fact("prior", "uniform" if self.found.uniform else vector(self.found.prior))
        yield optimum_grid(self.found, full=False, names=names)

    def _recheck(self) -> Iterator[Fact | Grid | Text]:
        content = self.proofs.read_bytes()
        evidence = self.evidence()
        yield Fact("command", f"rrproof recheck {self.proofs.name}")
        yield Fact("prints last", f"{len(evidence)} proof{'s' * (len(evidence) != 1)} "
                   f"check{'s' * (len(evidence) == 1)}, nothing argued, no oracle")  # fmt: skip
        yield Fact("sha256 of that file", sha256(content).hexdigest())
        file = Path(self.argument)
        if file.is_file():
            yield Fact(f"sha256 of {file.name}", sha256(file.read_bytes()).hexdigest())
        yield Fact("made by", f"rrproof {version_of('rrproof')}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
        for one in evidence:
            said = one.theorem.statement
            if one.question is not None and one.question.kind == "private" and isinstance(said, Sequent):
                yield Fact("theorem", one.question.words(said))


def as_page(certificate: Certificate) -> str:
    """The page, which needs nothing from elsewhere; with the curve of delta, where plots can be drawn."""
    picture = _curve(certificate, ".svg")
    figures = {"privacy": f"<figure>{picture.decode()}</figure>"} if picture else {}
    body = f"<h1>{escape(certificate.title)}</h1>\n{html_of(certificate.sections(), figures, links=False)}"
    return frame.page(certificate.title, body, style=STYLE + CARD)


def as_document(certificate: Certificate) -> tuple[str, dict[str, bytes]]:
    """The LaTeX document, and the figures that it includes."""
    picture = _curve(certificate, ".pdf")
    sections = certificate.sections()
    parts = [CLOSE]
    for one in sections:
        is_beside = one.key == "privacy" and bool(picture)
        parts += (
            [rf"\noindent\begin{{minipage}}[t]{{{TEXT}\textwidth}}", latex_of(one), BESIDE]
            if is_beside
            else [latex_of(one)]
        )
    made = document(
        certificate.title, parts, packages=(*PACKAGES[:-1], "{graphicx}", "[margin=1.5cm,top=6mm]{geometry}")
    )
    return made, {"delta.pdf": picture} if picture else {}


def _curve(certificate: Certificate, suffix: str) -> bytes:
    """delta against eps as a picture; nothing without the extra `plots`."""
    try:
        drawn = delta_curves([("the design", certificate.found.design)])
    except MissingPlotPackageError:
        return b""
    return svg(drawn, "The smallest delta against eps").encode() if suffix == ".svg" else picture(drawn, suffix)
