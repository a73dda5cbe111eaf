r"""One formula of a design in LaTeX, ready for a paper: its matrix, its privacy, its estimator, the variance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy

from checks.designs.analysis.symbolic import SymbolicAnalysis, SymbolicUnknown, symbolic_analysis
from derivations.estimation.sampling_model import symbols_of
from mechanisms.design import Design
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.typesetting import latex, name_latex, spelt, with_name
from mechanisms.privacy import smallest_epsilon

FORMULAS = ("matrix", "epsilon", "estimator", "variance")
LARGEST_RATIO = r"\max_{x, x', y} \ln \frac{P(y \mid x)}{P(y \mid x')}"  # the smallest eps, where eps is a parameter


class NoFormulaError(ValueError):
    """A design has no such formula; the sentence says why."""


class NotFoundError(NoFormulaError):
    """The formula was not found, as of a design that is too large."""


def design_formula(design: Design, which: str, names: Mapping[str, Polynomial] | None = None) -> str:
    """The formula of a design, without delimiters of mathematics. Raises NoFormulaError.

    `names` are written in a variance for what they mean.
    """
    with spelt(domain=design.domain):
        if which == "matrix":
            return f"P = {design.to_latex()}"
        if which == "epsilon":
            return _epsilon(design)
        return _estimator(design) if which == "estimator" else _variance(design, names or {})


def _epsilon(design: Design) -> str:
    """The smallest eps; of a design that has a budget, and is private at just that, as the largest ratio."""
    loss = smallest_epsilon(design)
    if not loss.provided and not loss.is_infinite:
        for budget, (variable, root) in design.domain.budget_roots().items():
            if loss.x() == sympy.Symbol(variable) ** root:
                return f"{LARGEST_RATIO} = {name_latex(budget)}"
    return loss.to_latex()


def _estimator(design: Design) -> str:
    """The weights W of an unbiased estimator: a row for each response, a column for each truth."""
    found = symbolic_analysis(design)
    if found.estimator is None:
        raise _missing(found.unknown, "unbiased estimator")
    symbols = symbols_of(design) | design.domain.written_constants()
    rows = r" \\ ".join(" & ".join(latex(weight, symbols) for weight in row) for row in found.estimator.weights)
    return rf"\hat\pi_x = \frac{{1}}{{n}} \sum_y N_y W_{{yx}}, \quad W = \begin{{pmatrix}} {rows} \end{{pmatrix}}"


def _variance(design: Design, names: Mapping[str, Polynomial]) -> str:
    """The variance of the estimates for n respondents, with the share of a response where that makes it short."""
    found = symbolic_analysis(design)
    if found.estimates is None:
        raise _missing(found.unknown, "variance")
    symbols = symbols_of(design) | design.domain.written_constants()
    estimates = found.estimates
    lines = []
    estimated = {name: name_latex(name).replace("\\pi", r"\hat\pi", 1) for p in estimates.prior for name in p.names}
    for x, share in enumerate(estimates.prior):
        if x == 0 and len(design.truths) == 2:
            continue  # the variance of 1 - pi is that of pi
        with spelt(estimated):
            estimate = latex(share)
        lines.append(rf"\operatorname{{Var}}({estimate}) = {_short(found, x, symbols, names)}")
    return lines[0] if len(lines) == 1 else r"\begin{gathered} " + r" \\ ".join(lines) + r" \end{gathered}"


def _short(
    found: SymbolicAnalysis, truth: int, symbols: Mapping[str, sympy.Expr], names: Mapping[str, Polynomial]
) -> str:
    assert found.estimates is not None
    value = found.estimates.covariance[truth][truth]
    if names:
        return _named(value, symbols, names)
    short = found.shortened(truth)
    if short is None:
        return latex(value, symbols)
    return rf"{latex(short.variance, symbols)}, \quad {name_latex(short.name)} = {latex(short.meaning, symbols)}"


def _named(value: RationalFunction, symbols: Mapping[str, sympy.Expr], names: Mapping[str, Polynomial]) -> str:
    for name, meaning in names.items():
        if unknown := next((one for one in meaning.names if one not in value.names), None):
            raise NoFormulaError(f"--define {name}: the variance has no {unknown}; it has {', '.join(value.names)}")
        found = with_name(value, name, meaning)
        if found is None:
            raise NoFormulaError(f"--define {name}: the variance is not shorter with it")
        value = found
    where = [f"{name_latex(name)} = {latex(meaning, symbols)}" for name, meaning in names.items()]
    return r", \quad ".join([latex(value, symbols), *where])


def _missing(unknown: Sequence[SymbolicUnknown], what: str) -> NoFormulaError:
    if not unknown:
        return NoFormulaError(f"the design has no {what}: the rows of the design are linearly dependent")
    reasons = "; ".join(dict.fromkeys(one.reason for one in unknown))
    return NotFoundError(f"no formula of the {what} was found: {reasons}")
