r"""How theorems look in a notebook: hypotheses \vdash conclusion, the rule, and whom one trusts.

The methods are put on the class from here, because the kernel is to hold nothing but what proves.
"""

from __future__ import annotations

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from mechanisms.exact.formula_latex import formula_latex
from mechanisms.exact.html_tables import paragraph
from mechanisms.exact.notebook import text_latex

MOST_HYPOTHESES = 12


def sequent_latex(sequent: Sequent) -> str:
    r"""hypotheses \vdash conclusion"""
    known = sorted(sequent.hypotheses, key=str)
    many = len(known) > MOST_HYPOTHESES
    left = text_latex(f"{len(known)} hypotheses") if many else r",\ ".join(map(formula_latex, known))
    return rf"{left} \;\vdash\; {formula_latex(sequent.conclusion)}"


def theorem_latex(theorem: Theorem) -> str:
    """The statement of a theorem, and whom one has to trust for it beside the kernel."""
    said = theorem.statement
    stated = sequent_latex(said) if isinstance(said, Sequent) else text_latex(said)
    trusts = f"  [trusts {', '.join(sorted(theorem.oracles))}]" if theorem.oracles else ""
    rule = theorem.rule.replace("_", " ")
    return rf"$\displaystyle {stated} \quad {text_latex(f'(theorem, by {rule}){trusts}')}$"


def _html(theorem: Theorem) -> str:
    return paragraph(theorem_latex(theorem))


Theorem._repr_latex_ = theorem_latex  # type: ignore[attr-defined]
Theorem._repr_html_ = _html  # type: ignore[attr-defined]
