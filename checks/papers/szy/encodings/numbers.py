"""Tables 1 and 2, minimum numbers of respondents, and what the figures and the experiments of section 6 show."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from checks.interpreter import ONE, ZERO, Obligation
from checks.interpreter.values import MeaninglessError
from checks.papers.szy.comparison import MIDDLE, PI, VARIANCES, N, T
from checks.papers.szy.encodings.comparison import ordering_in_region
from checks.papers.szy.encodings.in_surveys import decreased_by
from checks.papers.szy.surveys import (
    christofides_with_replacement,
    modified_christofides,
    modified_simmons,
    modified_warner,
    simmons_with_replacement,
    warner_with_replacement,
)
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.estimation.budgeted_surveys import solved
from derivations.estimation.moment_law import variable
from mechanisms.exact.formula import Formula, NamedConstant, all_of
from mechanisms.exact.rational import RationalFunction

BUDGETS = tuple(Fraction(*pair) for pair in ((1, 100), (1, 20), (1, 4), (1, 2)))
"""The columns of both tables."""
TENTH, HUNDREDTH = Fraction(1, 10), Fraction(1, 100)
POPULATION, SHARE_UNINSURED = 3252599, Fraction(389, 5000)
"""Section 6.3: the extract of HCOVANY, and the proportion of people without health insurance as printed."""


def at_budget_of(eps: Fraction) -> NamedConstant:
    """t = e^eps."""
    return NamedConstant("t", "exp", eps)


def shown_at(label: str, eps: Fraction, fact: Formula) -> Obligation:
    """That the fact holds where t = e^eps."""
    return Obligation(f"{label}, eps = {eps}", Sequent(frozenset((at_budget_of(eps),)), fact))


# -- Table 2 -----------------------------------------------------------------------------------------------------------


def variance_of(name: str, proportion: RationalFunction | Fraction = TENTH) -> RationalFunction:
    """The variance at the budget t for p_2 = 0.01, as a function of t and N."""
    return VARIANCES[name]().substitute({"p_2": HUNDREDTH, "pi": proportion})


def threshold(name: str, bound: RationalFunction) -> RationalFunction:
    """The N at which the variance is the bound."""
    return solved(VARIANCES[name]() - bound, "N")


def least_size(name: str, eps: Fraction, size: int, bound: Fraction = TENTH) -> list[Obligation]:
    """That `size` is the least N with a variance of at most the bound."""
    limit = RationalFunction.of(bound)
    enough, fewer = (variance_of(name).substitute({"N": n}) for n in (size, size - 1))
    return [
        shown_at(f"{name}: {size} are enough", eps, relation_formula(enough, "<=", limit)),
        shown_at(f"{name}: {size - 1} are not", eps, relation_formula(fewer, ">", limit)),
    ]


WARNER_SIZES = (100000, 4000, 160, 40)


def sizes_compared(context: Context, *, strictly: bool) -> Sequence[Part]:
    """N falls with eps; Simmons needs as many as Warner, Christofides more (`strictly`) or no fewer, improved fewest.

    All of it for real N at any budget, and for the least whole N at the budgets of Table 2.
    """
    limit, bound, larger = RationalFunction.of(TENTH), variable("v"), variable("u")
    known = [
        relation_formula(bound, ">", ZERO),
        relation_formula(MIDDLE, "<", ONE),
        relation_formula(PI, ">", ZERO),
        relation_formula(PI, "<", ONE),
    ]
    sizes = {name: threshold(name, bound) for name in ("Var_MW", "Var_MS", "Var_MC", "Var_IC")}
    parts: list[Part] = [
        context.shown(
            f"{name}: N falls with eps",
            relation_formula(size.substitute({"t": larger}), "<", size),
            relation_formula(larger, ">", T),
            *known,
        )
        for name, size in sizes.items()
    ]
    equal = relation_formula(threshold("Var_MS", bound), "=", threshold("Var_MW", bound))
    parts.append(context.shown("Simmons needs as many as Warner", equal, *known))
    for eps, size in zip(BUDGETS, WARNER_SIZES, strict=True):
        parts += least_size("Var_MW_MS", eps, size)
        with_cards = variance_of("Var_MC").substitute({"N": size if strictly else size - 1})
        more = "more" if strictly else "no fewer"
        parts.append(shown_at(f"Christofides needs {more} than {size}", eps, relation_formula(with_cards, ">", limit)))
        dealt = variance_of("Var_IC").substitute({"N": size - 1})
        parts.append(shown_at(f"improved needs fewer than {size}", eps, relation_formula(dealt, "<=", limit)))
    return parts


def worst_case_size(context: Context) -> Sequence[Part]:
    """For eps = p_2 = 0.01: the variance is largest at pi = 1/2; there it is at most 0.1 from the printed N on.

    The second printed number is the real N at which it is 0.1, rounded.
    """
    reader, eps = context.interpreter, BUDGETS[0]
    printed, above = context.trees()
    size = reader.number(printed)
    match above:
        case tree.Chain(members=(tree.Name(name="N"), tree.Number() as bound), relations=(">",)):
            half = Fraction(1, 2 * 10**bound.places)
        case _:
            raise MeaninglessError("N > a number is needed here")
    limit = RationalFunction.of(TENTH)
    worst = variance_of("Var_IC", Fraction(1, 2))
    at_worst = relation_formula(VARIANCES["Var_IC"](), "<=", VARIANCES["Var_IC"]().substitute({"pi": Fraction(1, 2)}))
    many = [relation_formula(N, ">=", RationalFunction.of(2)), relation_formula(MIDDLE, "<", ONE)]
    exact = solved(worst - limit, "N")
    rounded = all_of(
        [
            relation_formula(RationalFunction.of(bound.value - half), "<=", exact),
            relation_formula(exact, "<=", RationalFunction.of(bound.value + half)),
        ]
    )
    return [
        context.shown("the variance is largest at pi = 1/2", at_worst, *many),
        shown_at("the printed number is enough", eps, relation_formula(worst.substitute({"N": size}), "<=", limit)),
        shown_at("one fewer is not", eps, relation_formula(worst.substitute({"N": size - 1}), ">", limit)),
        shown_at("the real bound, rounded", eps, rounded),
    ]


def summary(context: Context) -> Sequence[Part]:
    """The abstract: the region and the orders in it; the share 28.7 %; what the census takes off each variance."""
    *orders, percentage = context.trees()
    parts = list(ordering_in_region(context, orders))
    if not isinstance(percentage, tree.Number):
        raise MeaninglessError("the printed percentage is needed here")
    ratio = (VARIANCES["Var_IC"]() / VARIANCES["Var_MC"]()).substitute({"N": POPULATION, "pi": SHARE_UNINSURED})
    half = Fraction(1, 2 * 10**percentage.places)
    share = all_of(
        [
            relation_formula(RationalFunction.of(percentage.value - half), "<=", ratio),
            relation_formula(ratio, "<=", RationalFunction.of(percentage.value + half)),
        ]
    )
    parts.append(context.shown("the share of the variance", share))
    for before, after in (
        (warner_with_replacement(), modified_warner()),
        (simmons_with_replacement(), modified_simmons()),
        (christofides_with_replacement(), modified_christofides()),
    ):
        where = context.interpreter.assuming(*_exists(after.title))
        parts += decreased_by(where, before, after, read_plain("pi*(1 - pi)/N", where.notation.vocabulary))
    return parts


def _exists(title: str) -> list[Formula]:
    """Where the estimator of a survey exists."""
    conditions = {
        "modified Warner": relation_formula(variable("p"), "<", ONE / 2),
        "modified Simmons": relation_formula(variable("p"), ">", ZERO),
        "modified Christofides": relation_formula(variable("L") + 1, "!=", 2 * variable("EY")),
    }
    return [conditions[title]]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "sizes_compared": partial(sizes_compared, strictly=True),
    "sizes_compared_weakly": partial(sizes_compared, strictly=False),
    "worst_case_size": worst_case_size,
    "summary": summary,
}
