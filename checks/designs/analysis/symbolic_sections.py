"""The analysis of a design with parameters in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import sympy

from checks.show.sheet import Fact, Grid, Section, Text, formula, name
from derivations.estimation.sampling_model import symbols_of
from derivations.steps import Written, relation
from mechanisms.exact import typesetting
from mechanisms.exact.formula import Condition
from mechanisms.exact.formula_latex import domain_latex
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.designs.analysis.symbolic import ShortVariance, SymbolicAnalysis

NEED_NUMBERS = (
    "delta(eps), posteriors and guesses, mutual information, the worst case, the distance from the optimum, "
    "the mechanisms of the catalogue and relaxation"
)


def sections(found: SymbolicAnalysis, *, full: bool = False) -> tuple[Section, ...]:
    """All sections that have something to say."""
    with typesetting.spelt(domain=found.design.domain):
        return _sections(found)


def _sections(found: SymbolicAnalysis) -> tuple[Section, ...]:
    made = (
        Section("summary", "In short", tuple(_summary(found))),
        Section("design", "Design", tuple(_design(found))),
        Section("identifiability", "Rank and identifiability", tuple(_identifiability(found))),
        Section("privacy", "Privacy", tuple(_privacy(found))),
        Section("estimation", "Estimating the shares", tuple(_estimation(found))),
        Section("unknown", "Not found", tuple(Fact(u.part, u.reason) for u in found.unknown)),
        Section("numbers", "What needs numbers", tuple(_numbers(found))),
    )
    return tuple(section for section in made if section.parts)


def _summary(found: SymbolicAnalysis) -> Iterator[Fact]:
    """What is asked first, as formulas: eps, whether shares can be estimated, and with which variance."""
    loss, k = found.loss, len(found.design.truths)
    if loss is not None:
        least = "at no eps: one response rules out a truth" if loss.is_infinite else _epsilon(found, loss.x())
        yield Fact("smallest eps", least)
    if found.rank is not None:
        yield Fact("identifiable", "no" if found.rank < k else "yes, at almost all values of the parameters")
    if found.estimates is not None:
        short = found.shortened(k - 1)
        shown = _formula(found, found.estimates.covariance[-1][-1] if short is None else short.variance)
        if short is not None:
            meaning = _meaning(found, short)
            shown = Written(f"{shown.text} with {meaning.text}", rf"{shown.latex} \text{{ with }} {meaning.latex}")
        symbol = f"{found.estimates.prior[-1]}, " if k > 2 else ""
        yield Fact(f"variance of {symbol}the share of {name(found.design.truths[-1])}", shown)


def _design(found: SymbolicAnalysis) -> Iterator[Fact | Grid | Text]:
    design = found.design
    yield Fact("size", f"{len(design.truths)} truths (rows), {len(design.responses)} responses (columns)")
    yield Fact("parameters", Written(str(design.domain), domain_latex(design.domain)))
    if design.generator is not None:
        yield Fact("with", str(design.generator))
    for assumption in design.assumptions:
        yield Fact("provided", _condition(assumption))
    yield _matrix(found, design.entries, design.truths, design.responses, "P(response | truth)")


def _identifiability(found: SymbolicAnalysis) -> Iterator[Fact | Grid | Text]:
    k = len(found.design.truths)
    if found.rank is None:
        return
    yield Fact("rank", f"{found.rank} of {k}, at almost all values of the parameters")
    if found.rank < k:
        yield Fact("identifiable", "no, at no values: different laws of the truths lead to the same law of responses")
    elif found.singular is not None:
        square = k == len(found.design.responses)
        what = ("det P", r"\det P") if square else ("det P P'", r"\det P P^{\top}")
        value = _formula(found, found.singular)
        yield Fact("identifiable", "yes, except where the determinant is zero")
        yield Fact("determinant", Written(f"{what[0]} = {value.text}", f"{what[1]} = {value.latex}"))
    else:
        yield Fact("identifiable", "yes, at almost all values: the law of the responses determines that of the truths")


def _privacy(found: SymbolicAnalysis) -> Iterator[Fact | Grid | Text]:
    loss = found.loss
    if loss is None:
        return
    if loss.is_infinite:
        ratio = loss.witness
        yield Fact("smallest eps", "infinite")
        yield Fact("because", f"response {name(ratio.response)} is possible under the truth {name(ratio.truth)} and "
                   f"impossible under {name(ratio.other)}")  # fmt: skip
    else:
        yield Fact("smallest eps", _epsilon(found, loss.x()))
    for condition in loss.provided:
        yield Fact("provided", _condition(condition))
    if found.delta is not None:
        yield Fact(f"delta at eps = {found.level}", formula(found.delta.to_sympy()))


def _estimation(found: SymbolicAnalysis) -> Iterator[Fact | Grid | Text]:
    design = found.design
    if found.estimator is None:
        return
    many = len(design.responses) > len(design.truths)
    least = Written("P' (P P')^-1, the one of least norm among many",
                    r"P^{\top} (P P^{\top})^{-1}\text{, the one of least norm among many}")  # fmt: skip
    only = Written("the only one, P^-1", r"P^{-1}\text{, the only one}")
    yield Fact("unbiased estimator", least if many else only)
    yield _matrix(found, found.estimator.weights, design.responses, design.truths,
                  "weight of each response (row) for each truth")  # fmt: skip
    if found.estimates is not None:
        estimates = found.estimates
        prior = tuple((name(t), _formula(found, p)) for t, p in zip(design.truths, estimates.prior, strict=True))
        shorts = [found.shortened(x) for x in range(len(prior))]
        rows = tuple(
            (*one, _formula(found, short.variance if short else estimates.covariance[x][x]), _formula(found, added))
            for x, (one, short, added) in enumerate(zip(prior, shorts, estimates.added_variance, strict=True))
        )
        caption = "errors for n respondents"
        if len(prior) > 2 and [str(truth) for truth in design.truths] != [str(x + 1) for x in range(len(prior))]:
            caption += "; in formulas truths and responses are numbered from 1"
        yield Grid(caption, ("truth", "share", "variance", "added variance, times n"), rows)
        for meaning in dict.fromkeys(_meaning(found, short) for short in shorts if short is not None):
            yield Fact("where", meaning)
    count = len(found.theorems)
    yield Fact("proved by", f"{count} theorems of the kernel")


def _numbers(found: SymbolicAnalysis) -> Iterator[Fact | Grid | Text]:
    missing = found.missing
    if not missing:
        return
    values = " ".join(f"--at {one}=..." for one in missing)
    yield Fact("missing", f"the value{'s' * (len(missing) != 1)} of {', '.join(missing)}: {values}")
    yield Fact("for", NEED_NUMBERS)


def _matrix(
    found: SymbolicAnalysis,
    rows: Sequence[Sequence[RationalFunction]],
    left: Sequence[object],
    top: Sequence[object],
    caption: str,
) -> Grid:
    body: tuple[tuple[Text, ...], ...] = tuple(
        (name(head), *(_formula(found, e) for e in row)) for head, row in zip(left, rows, strict=True)
    )
    return Grid(caption, ("", *map(name, top)), body)


def _formula(found: SymbolicAnalysis, value: RationalFunction | Polynomial | typesetting.Mixture) -> Written:
    """A value in the parameters: x in text, e^eps in LaTeX, as the domain says."""
    constants = found.design.domain.written_constants()
    return Written(typesetting.text(value, constants), typesetting.latex(value, symbols_of(found.design) | constants))


def _meaning(found: SymbolicAnalysis, short: ShortVariance) -> Written:
    """What the name in a variance stands for."""
    return relation(RationalFunction(Polynomial.variable(short.name)), "=", _formula(found, short.meaning))


def _epsilon(found: SymbolicAnalysis, x: sympy.Expr) -> Written:
    """log(x), which is eps itself where x is e^eps."""
    for budget, (variable, parts) in found.design.domain.budget_roots().items():
        base, power = x.as_base_exp()
        if base == sympy.Symbol(variable):
            share = power / parts
            shown = sympy.Symbol("epsilon" if budget == "eps" else budget) * share
            return Written(str(sympy.Symbol(budget) * share), typesetting.latex(shown))
    shown = x.xreplace({sympy.Symbol(n): e for n, e in symbols_of(found.design).items()})
    return Written(typesetting.text(sympy.log(x)), typesetting.latex(sympy.log(shown)))


def _condition(condition: Condition) -> Written:
    value = formula(RationalFunction(condition.polynomial))
    if condition.relation in ("=", "!=") and value.text.startswith("-"):
        value = formula(-RationalFunction(condition.polynomial))
    relation = {"!=": r"\neq", ">=": r"\geq", ">": ">", "=": "="}.get(condition.relation, condition.relation)
    return Written(f"{value.text} {condition.relation} 0", rf"{value.latex} {relation} 0")
