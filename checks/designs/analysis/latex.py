"""An analysis in LaTeX: a document that pdflatex compiles, and a fragment for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from checks.claims.prose import escape
from checks.show.documents import document as whole_document
from checks.show.latex.sections import sentence_latex, written
from checks.show.sheet import Fact, Text
from derivations.steps import Written

if TYPE_CHECKING:
    from checks.designs.analysis.formulas import FormulaAnalysis
    from checks.designs.analysis.symbolic import SymbolicAnalysis
    from checks.designs.analysis.whole import Analysis
    from checks.designs.comparison.numeric import NumericComparison
    from checks.designs.comparison.whole import Comparison


def document(found: Analysis | SymbolicAnalysis | FormulaAnalysis, *, title: str, full: bool = False) -> str:
    """A whole document: every section with its facts and tables."""
    return whole_document(title, [written(section) for section in found.sections(full=full)])


def body(
    found: Analysis | SymbolicAnalysis | FormulaAnalysis | Comparison | NumericComparison, *, full: bool = False
) -> str:
    """The sections as they stand in a document, to be pasted into another one; needs amsmath and booktabs."""
    return "\n\n".join(map(written, found.sections(full=full)))


def fragment(found: Analysis | SymbolicAnalysis | FormulaAnalysis) -> str:
    """The facts of all sections as one display, for notebooks."""
    rows = [
        rf"\text{{{sentence_latex(part.name)}}} & {_math(part.value)}"
        for section in found.sections()
        for part in section.parts
        if isinstance(part, Fact) and isinstance(part.value, Written)
    ]
    body = " \\\\\n".join(rows)
    return f"$\\displaystyle\n\\begin{{array}}{{ll}}\n{body}\n\\end{{array}}$"


def _math(value: Text) -> str:
    return value.latex if isinstance(value, Written) else rf"\text{{{escape(value)}}}"
