"""The analysis of a mechanism whose answers are numbers: `piecewise(eps=1)`.

Mean, variance and the smallest eps are formulas in the truth and in eps, each shown only where the kernel has a theorem
that is this statement; what they are worth at the given parameters is computed in enclosures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

import sympy

from checks.claims.claim import Statement
from checks.designs.analysis.formulas import Derived, FormulaAnalysis, NotDerived
from checks.inputs.design import call_of
from checks.inputs.numeric import NUMERIC_MEANING_OF
from checks.inputs.numeric_argument import read_numeric_design
from checks.inputs.numeric_design import MEANINGS, NumericDesign
from checks.interpreter.values import MeaninglessError
from checks.show.sheet import Fact, Grid, Text, formula
from checks.verifying.numeric_means import numeric_means
from derivations.logic.kernel import Proved
from derivations.steps import Written
from mechanisms.exact import typesetting
from mechanisms.exact.rational import RationalFunction

ABOUT = {"M": "expected answer", "V": "variance of an answer", "A": "expected size of noise", "L": "smallest eps"}
NOISE: Mapping[str, tuple[str, Sequence[str]]] = {
    "laplace": ("Laplace noise", ("scale",)),
    "geometric": ("two-sided geometric noise", ("ratio of neighbours",)),
    "staircase": ("staircase noise", ("ratio of neighbouring steps", "share of the first step", "width of a step")),
}
"""What noise is called, and its parameters."""


def analysis_of_numeric_design(
    argument: str, *, at: Sequence[str] = (), progress: Callable[[str], None] = lambda part: None
) -> FormulaAnalysis:
    """What is known of a mechanism whose answers are numbers; DesignArgumentError where none is named.

    With eps=eps it is what holds for every eps, without numbers.
    """
    name, given = call_of(argument) or (argument, {})
    for_every = given.get("eps") == "eps"
    if for_every:
        values = ", ".join(f"{key}={value}" for key, value in {**given, "eps": "1"}.items())
    design = read_numeric_design(f"{name}({values})" if for_every else argument, at=at)
    found: list[Derived] = []
    unknown: list[NotDerived] = []
    for letter, about in ABOUT.items():
        if MEANINGS[letter] == "noise_size" and design.mechanism.declared.noise is None:
            continue
        progress(about)
        try:
            (outcome,) = numeric_means(Statement(latex=(design.printed(letter),)), design.notation)
        except MeaninglessError as error:
            unknown.append(NotDerived(about, str(error)))
            continue
        if not isinstance(outcome.theorem, Proved):
            unknown.append(NotDerived(about, outcome.reason))
            continue
        shown = _shown(design, letter)
        found.append(Derived(MEANINGS[letter], about, shown, str(outcome.statement), outcome.theorem))
    range_ = _range(design)
    means = (Fact("for all", range_), Fact(design.named.truth, "the truth of a respondent; only his answer is random"))
    return FormulaAnalysis(
        argument.strip(),
        range_,
        tuple(found),
        tuple(unknown),
        means,
        tuple(_protocol(design)),
        () if for_every else tuple(_numbers(design)),
    )


def _range(design: NumericDesign) -> str:
    low, high = design.interval
    integer = ", an integer" if design.named.of_integers else ""
    eps = ", eps > 0" if design.level is not None else ""
    given = "".join(f", {range_}" for range_ in design.named.parameters.values() if design.named.symbols is not None)
    return f"{low} <= {design.named.truth} <= {high}{integer}{eps}{given}"


def _shown(design: NumericDesign, letter: str) -> Written:
    """The formula of a name; of the level, where its exponential is known, the logarithm of that."""
    own = design.mechanism
    value = NUMERIC_MEANING_OF[MEANINGS[letter]](own)
    if letter != "L" or own.declared.level_is_number:
        return formula(value, dict(design.shown))
    budgets = {symbol for power in design.shown.values() for symbol in power.free_symbols}
    above_0 = {symbol: sympy.Symbol(symbol.name, positive=True) for symbol in budgets}
    shown = {name: power.subs(above_0) for name, power in design.shown.items()}
    level = sympy.log(value.to_sympy(shown)).simplify().subs({new: old for old, new in above_0.items()})
    return Written(typesetting.text(level), typesetting.latex(level))


def _protocol(design: NumericDesign) -> Iterator[Fact | Grid | Text]:
    """The answers of the branches with their probabilities, and the law of what is drawn."""
    own, shown = design.mechanism, dict(design.shown)

    def written(value: RationalFunction) -> Written:
        return formula(value, shown)

    if len(own.branches) > 1:
        rows = tuple((written(chance), written(value)) for chance, value in own.branches)
        yield Grid("Coins decide", ("with probability", "the answer is"), rows)
    else:
        yield Fact("answer", written(own.branches[0][1]))
    if own.declared.density is not None:
        pieces = zip(own.heights, pairwise(own.ends), strict=True)
        table = tuple((written(low), written(high), written(height)) for height, (low, high) in pieces)
        yield Grid(f"{own.declared.density.name} has a density of", ("from", "to", "density"), table)
    elif own.declared.noise is not None:
        name, parameters = NOISE[own.declared.noise.law]
        yield Fact(own.declared.noise.name, name)
        for parameter, value in zip(parameters, own.parameters, strict=True):
            yield Fact(parameter, written(value))


def _numbers(design: NumericDesign) -> Iterator[Fact]:
    """What is worth what at the given parameters."""
    if design.level is not None:
        yield Fact("eps", design.level[2])
    for symbol, _, _, text in design.given:
        yield Fact(symbol, text)
    yield Fact("smallest eps", "infinite" if design.epsilon is None else f"{design.epsilon:.6g}")
    largest, at = design.worst_variance
    places = " and ".join(f"{truth:.6g}" for truth in at)
    yield Fact("largest variance", f"{largest:.6g}, of the truth{'s' * (len(at) > 1)} {places}")
    middle = sum(design.interval) / Fraction(2)
    if not design.named.of_integers and float(middle) not in at:
        value = float(design.variance.enclosed(middle))
        yield Fact("variance in the middle", f"{value:.6g}, of the truth {float(middle):.6g}")
