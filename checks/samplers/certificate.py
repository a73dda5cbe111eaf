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
from typing import TYPE_CHECKING, Any

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
from checks.system.plain_data import as_data, label
from checks.system.versions import version_of
from derivations.arithmetic.statements import Sequent
from derivations.steps import Written
from mechanisms.guarantees.criteria.bayes import numbers

if TYPE_CHECKING:
    from checks.designs.analysis.privacy_profile import PrivacyProfile
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
        proofs: the file of its proofs; None where none is written.
        audit: of a sampler that is said to follow the design, what was found of it.

    """

    found: Analysis
    argument: str
    proofs: Path | None
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
        assert self.proofs is not None, "there is to be a file"
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

    def to_json(self) -> dict[str, Any]:
        """The same as plain data; numbers and designs as `checks.system.plain_data` says."""
        found, profile = self.found, self.found.privacy
        attained = None
        if profile is not None:
            a, b, y = self._attained(profile)
            truths, responses, rows = found.design.truths, found.design.responses, numbers(found.design)
            attained = {
                "response": label(responses[y]),
                "truths": [label(truths[a]), label(truths[b])],
                "probabilities": as_data([rows[a][y], rows[b][y]]),
            }
        proofs = None
        if self.proofs is not None:
            proofs = {"file": str(self.proofs), "sha256": sha256_of(self.proofs), "count": len(self.evidence())}
        return {
            "named": self.argument,
            "sha256": sha256_of(Path(self.argument)) if Path(self.argument).is_file() else None,
            "design": as_data(found.design),
            "notes": list(found.notes),
            "eps": None if profile is None else level(profile.parity.value).text,
            "parity": None if profile is None else as_data(profile.parity.value),
            "attained": attained,
            "level": as_data(found.level),
            "delta": None if profile is None or found.level is None else as_data(profile.delta(found.level)),
            "compared_at": as_data(found.compared_at),
            "prior": as_data(found.prior),
            "distances": [as_data(one) for one in found.distances if one.objective in LOSSES],
            "theorems": list(self._theorems()),
            "proofs": proofs,
            "sampler": None if self.audit is None else self.audit.to_json(),
        }

    def _attained(self, profile: PrivacyProfile) -> tuple[int, int, int]:
        """The two truths, the likelier first, and the response at which eps is attained, by their places."""
        truths, responses = list(self.found.design.truths), list(self.found.design.responses)
        sharp, parity = sharp_privacy(self.found.design), profile.parity
        if sharp is not None:  # the pair of which the theorem speaks
            return sharp.attained()
        return truths.index(parity.likelier), truths.index(parity.other), responses.index(parity.response)

    def _theorems(self) -> Iterator[str]:
        """What is proved of the privacy, in words."""
        for one in self.evidence():
            said = one.theorem.statement
            if one.question is not None and one.question.kind == "private" and isinstance(said, Sequent):
                yield one.question.words(said)

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
        truths, responses = self.found.design.truths, self.found.design.responses
        a, b, y = self._attained(profile)
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
        if self.proofs is None:
            yield "No file of the proofs was written."
        else:
            count = len(self.evidence())
            yield Fact("command", f"rrproof recheck {self.proofs.name}")
            yield Fact("prints last", f"{count} proof{'s' * (count != 1)} check{'s' * (count == 1)}, "
                       "nothing argued, no oracle")  # fmt: skip
            yield Fact("sha256 of that file", sha256_of(self.proofs))
        file = Path(self.argument)
        if file.is_file():
            yield Fact(f"sha256 of {file.name}", sha256_of(file))
        yield Fact("made by", f"rrproof {version_of('rrproof')}, {datetime.now(UTC):%Y-%m-%d %H:%M} UTC")
        yield from (Fact("theorem", said) for said in self._theorems())


def sha256_of(file: Path) -> str:
    """The SHA-256 of the content of a file, in hexadecimal digits."""
    return sha256(file.read_bytes()).hexdigest()


def as_fragment(certificate: Certificate) -> str:
    """The page as a fragment of LaTeX, without the curve of delta."""
    return "\n\n".join(map(latex_of, certificate.sections()))


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
