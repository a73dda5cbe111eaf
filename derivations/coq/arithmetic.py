"""Steps by arithmetic as lemmas of Coq about real numbers."""

from __future__ import annotations

from collections.abc import Sequence

from derivations.arithmetic.kernel import Theorem
from derivations.coq.formulas import formula_text
from derivations.coq.polynomials import PolynomialReplay, hypotheses_of, variables_of
from derivations.logic.arithmetic import in_arithmetic
from derivations.logic.terms import Apply, Constant, Free, Number, Term
from mechanisms.exact.formula import Formula


def in_variables(
    hypotheses: Sequence[Term], conclusion: Term, atoms: Sequence[Term]
) -> tuple[list[Free], list[Term], Term, list[tuple[Free, Term]]]:
    """The atoms' variables, the formulas with them in the place of the atoms, and which atoms are constants."""
    variables = [Free(f"t_{i}") for i in range(len(atoms))]
    values = dict(zip(atoms, variables, strict=True))

    def changed(term: Term) -> Term:
        if term in values:
            return values[term]
        return Apply(changed(term.function), changed(term.argument)) if isinstance(term, Apply) else term

    constants = [(values[atom], atom) for atom in atoms if _is_constant(atom)]
    return variables, [changed(h) for h in hypotheses], changed(conclusion), constants


def _is_constant(atom: Term) -> bool:
    return (
        isinstance(atom, Apply)
        and isinstance(atom.function, Constant)
        and atom.function.name in ("exp", "log", "sqrt")
        and isinstance(atom.argument, Number)
    )


def fact_proof(
    replay: PolynomialReplay, theorem: Theorem, hypotheses: Sequence[Term], conclusion: Term, atoms: Sequence[Term]
) -> str:
    """The proof of a fact of arithmetic: what the theorem says of polynomials, said again in the variables."""
    lemma = replay.sequent(theorem)
    names = {f"t{i}": f"t_{i}" for i in range(len(atoms))}
    constants, _ = in_arithmetic([], conclusion, atoms)
    sources: dict[Formula, str] = {}
    introduced = [f"c_{i}" for i in range(len(constants))]
    for i, hypothesis in enumerate(hypotheses):
        said, _ = in_arithmetic([hypothesis], conclusion, atoms)
        introduced.append(f"g_{i}")
        sources |= dict.fromkeys(said - constants, f"g_{i}")
    lines = [f"intros {' '.join(introduced)}."] if introduced else []
    shown = []
    for i, formula in enumerate(hypotheses_of(theorem.sequent)):
        text = formula_text(formula, names)
        way = f"restate {sources[formula]}" if formula in sources else "assumption"
        lines.append(f"assert (x_{i} : {text}) by {way}.")
        shown.append(f"x_{i}")
    at = [names[name] for name in variables_of(theorem.sequent)]
    lines.append(f"pose proof ({' '.join(['@' + lemma, *at, *shown])}) as shown. restate shown.")
    return " ".join(lines)
