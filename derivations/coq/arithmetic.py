"""Steps by arithmetic as lemmas of Coq about real numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from derivations.arithmetic.kernel import Theorem
from derivations.coq.formulas import comparisons, divisors_of, formula_text
from derivations.coq.polynomials import PolynomialReplay, hypotheses_of, part_of, variables_of
from derivations.coq.terms import term_text
from derivations.logic.arithmetic import in_arithmetic
from derivations.logic.terms import TRUE, Apply, Constant, Free, Number, Term, applied, free_variables, parts
from mechanisms.exact.formula import AllOf, AnyOf, Comparison, Condition, Formula, NamedConstant


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


@dataclass(frozen=True)
class Fact:
    """A lemma about numbers: its text after its name, and what it takes: atoms, constant atoms, hypotheses."""

    statement: str
    proof: str
    atoms: list[Term]
    constants: list[Term]
    hypotheses: list[Term]


def fact(
    replay: PolynomialReplay, theorem: Theorem, hypotheses: Sequence[Term], conclusion: Term, atoms: Sequence[Term]
) -> Fact:
    """What the theorem says of polynomials, said again in the variables: it takes no more than its proof uses."""
    lemma, sequent = replay.sequent(theorem)
    variables, said, goal, constants = in_variables(hypotheses, conclusion, atoms)
    known, wanted = in_arithmetic([], conclusion, atoms)
    sources: dict[Formula, int] = {}
    for i, hypothesis in enumerate(hypotheses):
        for formula in in_arithmetic([hypothesis], TRUE, atoms)[0] - known:
            sources.setdefault(formula, i)
    used = sorted({sources[h] for h in sequent.hypotheses if h in sources})
    assumed = {h.name for h in sequent.hypotheses if isinstance(h, NamedConstant) and h not in sources}
    given = [(v, c) for v, c in constants if v.name.replace("_", "") in assumed]
    written = {f"t{i}": v.name for i, v in enumerate(variables)}
    needed = {written[name] for name in variables_of(sequent)}.union(
        *({v.name for v in free_variables(term)} for term in (goal, *(said[i] for i in used)))
    )
    names = {v: v.name for v in variables}
    premises = [f"{v.name} = {term_text(c, {})}" for v, c in given] + [term_text(said[i], names) for i in used]
    shown = "".join(f"({p}) -> " for p in premises) + term_text(goal, names)
    introduced = [*(f"c_{i}" for i in range(len(given))), *(f"g_{i}" for i in used)]
    lines = [f"intros {' '.join(introduced)}."] if introduced else []
    proofs = []
    for i, formula in enumerate(hypotheses_of(sequent)):
        if formula in sources and _is_literal(said[sources[formula]]) and not _is_said_again(formula):
            proofs.append(f"g_{sources[formula]}")
            continue
        way = f"likewise g_{sources[formula]}" if formula in sources else "assumption"
        lines.append(f"assert (x_{i} : {formula_text(formula, written)}) by {way}.")
        proofs.append(f"x_{i}")
    proof = f"({' '.join([f'@{lemma}', *(written[name] for name in variables_of(sequent)), *proofs])})"
    if _is_literal(goal) and (concluded := _concluded(wanted, proof)):
        lines.append(f"exact {concluded}.")
    else:
        lines.append(f"pose proof {proof} as shown. likewise shown.")
    binders = "".join(f" ({v.name} : R)" for v in variables if v.name in needed)
    return Fact(
        f"{binders} :\n  {shown}",
        " ".join(lines),
        [atom for atom, v in zip(atoms, variables, strict=True) if v.name in needed],
        [c for _, c in given],
        [hypotheses[i] for i in used],
    )


def _is_literal(formula: Term) -> bool:
    """Whether the kernel of arithmetic writes a formula as the logic does."""
    for part in parts(formula):
        if isinstance(part, Constant) and part.name in ("^", "implies"):
            return False
        if (inner := applied(part, "not", 1)) and not applied(inner[0], "=", 2):
            return False
    return True


def _is_said_again(formula: Formula) -> bool:
    """Whether a formula speaks of polynomials, which are not as they were written."""
    if isinstance(formula, (AllOf, AnyOf)):
        return any(map(_is_said_again, formula.parts))
    return isinstance(formula, Condition)


def _concluded(formula: Formula, proof: str) -> str | None:
    """What a formula says but for its divisors; None where this is not seen at once."""
    if isinstance(formula, Comparison):
        return part_of(proof, size - 1, size) if (size := len(divisors_of(formula)) + 1) > 1 else proof
    return None if _divides(formula) else proof


def _divides(formula: Formula) -> bool:
    """Whether a comparison in a formula has divisors."""
    return any(divisors_of(comparison) for comparison in comparisons(formula))
