r"""One formula of a frequency oracle for every number of values, in LaTeX: `\operatorname{Var}(\hat f_i) = ...`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from checks.designs.analysis.every_size import ORACLES, analysis_of_every_size
from checks.designs.analysis.symbolic_latex import LARGEST_RATIO, NoFormulaError
from checks.designs.analysis.terminal import plain
from checks.inputs.design import ALIASES, call_of

LEFT: Mapping[str, str] = {
    "epsilon": LARGEST_RATIO,
    "estimator": r"\hat f_i",
    "variance": r"\operatorname{Var}(\hat f_i)",
}
"""What stands to the left of the formulas that there are."""


class FormulaOfEverySize(NamedTuple):
    """A formula, and in words what it speaks of and for which values it is a theorem."""

    latex: str
    means: str


def formula_of_every_size(text: str, which: str) -> FormulaOfEverySize:
    """The formula of grr(k=k, eps=eps), a theorem of the kernel. Raises NoFormulaError, DesignArgumentError."""
    if which not in LEFT:
        raise NoFormulaError(f"{text} has no one matrix: give k a number; of every k there are {', '.join(LEFT)}")
    found = analysis_of_every_size(text, keys=(which,))
    if not found.formulas:
        raise NoFormulaError(f"{text}: {found.unknown[0].about} was not found: {found.unknown[0].reason}")
    (derived,) = found.formulas
    said = {fact.name: plain(fact.value) for fact in found.means}
    spoken = "" if which == "epsilon" else f"; f_i is {said['f_i, I_i'].replace('; ', ', I_i counts ')}"
    return FormulaOfEverySize(f"{LEFT[which]} = {derived.formula.latex}", f"a theorem for all {found.range}{spoken}")


def as_every_size(text: str) -> str | None:
    """The same design with a letter for each size and parameter, as oue(k=k, eps=eps) for oue(k=4, eps=1)."""
    call = call_of(text)
    name = "" if call is None else ALIASES.get(call[0].lower(), call[0].lower())
    if name not in ORACLES:
        return None
    letters = ["k", *(parameter for parameter, _ in ORACLES[name].parameters.values())]
    return f"{name}({', '.join(f'{letter}={letter}' for letter in letters)})"
