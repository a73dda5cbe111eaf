"""Derivations to show with the claims of sections 5 to 7: from the protocols to budgets, variances and their order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import sympy

from checks.papers.szy.comparison import MIDDLE, PI, VARIANCES, N, T, excess_over_warner, squared_length
from derivations.algebra.linear_algebra import Matrix
from derivations.arithmetic import kernel
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import LogLinear, Sequent
from derivations.estimation.budgeted_surveys import (
    card_rows,
    card_variance,
    card_variance_at_budget,
    extreme_share,
    simmons_design,
    simmons_parameter,
    simmons_variance,
    solved,
    three_cards,
    warner_design,
    warner_variance,
)
from derivations.estimation.finite_population import design_reports, finite_population
from derivations.estimation.moment_law import variable
from derivations.estimation.sampling_model import design_rows
from derivations.prover.quantities import quotient
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, joined, relation
from derivations.theorems.decks.deck_derivations import sharing_derivation
from mechanisms.exact.formula import Formula, IntegerValued
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.shared_deck import SharedDeck

ZERO, ONE = RationalFunction.of(0), RationalFunction.of(1)
SYMBOLS = {"t": sympy.exp(sympy.Symbol("epsilon")), "pi": sympy.Symbol("pi_A"), "piB": sympy.Symbol("pi_B")}
VARIANCE = Written("Var pi_hat", r"\mathbf{Var}\hat\pi_A")
NAMED = {
    name: Written(f"Var_{short}", rf"\mathbf{{Var}}_{{{short}}}")
    for name, short in (("Var_MW", "MW"), ("Var_MS", "MS"), ("Var_MC", "MC"), ("Var_IC", "IC"))
}


def _says(left: RationalFunction | Written, sign: str, right: RationalFunction | Written | int) -> Written:
    return relation(left, sign, right, symbols=SYMBOLS)


def _chance(answer: str, truth: int) -> Written:
    return Written(f"P({answer} | x = {truth})", rf"P(\text{{{answer}}}\mid x={truth})")


def _law(rows: Matrix, answers: Sequence[str]) -> list[Step]:
    said = [
        _says(_chance(answer, truth), "=", row[place])
        for truth, row in enumerate(rows)
        for place, answer in enumerate(answers)
    ]
    return [Step(joined(said), "every run of the protocol of one respondent")]


def _ranges(*facts: Formula) -> frozenset[Formula]:
    known: list[Formula] = [
        relation_formula(T, ">", ONE),
        relation_formula(N, ">=", RationalFunction.of(2)),
        IntegerValued("N"),
        relation_formula(MIDDLE, ">=", ZERO),
        relation_formula(MIDDLE, "<", ONE),
    ]
    return frozenset((*known, *facts))


def warner_at_budget() -> Derivation:
    """The budget of Warner's design, the p that it leaves, and the variance."""
    rows = design_rows(warner_design())
    p = ONE / (T + 1)
    same = prove_from(Sequent(_ranges(), relation_formula(rows[0][1].substitute({"p_w": p}), "=", T * p)))
    general = design_reports(warner_design(), finite_population()).estimator_variance(N)
    steps = [
        *_law(rows, ("no", "yes")),
        Step(_says(variable("p_w"), "=", p), "P(yes | 0) = e^eps P(yes | 1), the largest ratio for p < 1/2", same),
        Step(_says(VARIANCE, "=", general), "everybody is asked once"),
        Step(_says(NAMED["Var_MW"], "=", warner_variance()), "p put in"),
    ]
    return Derivation("Warner at a budget", tuple(steps), _says(NAMED["Var_MW"], "=", warner_variance()))


def simmons_at_budget(*, mostly_no: bool) -> Derivation:
    """The p that a budget leaves on one side of piB = 1/2, the variance, and its slope in piB."""
    variance, p = simmons_variance(mostly_no=mostly_no), simmons_parameter(mostly_no=mostly_no)
    other = variable("piB")
    half = ONE / 2
    side = [relation_formula(other, "<=" if mostly_no else ">", half), relation_formula(other, ">", ZERO)]
    known = _ranges(
        *side, relation_formula(other, "<", ONE), relation_formula(PI, ">=", ZERO), relation_formula(PI, "<=", ONE)
    )
    slope = variance.derivative("piB")
    falling = prove_from(Sequent(known, relation_formula(slope, "<" if mostly_no else ">", ZERO)))
    told = "yes" if mostly_no else "no"
    what = Written("dVar_MS/dpiB", r"\frac{\partial\mathbf{Var}_{MS}}{\partial\pi_B}")
    at_half = variance.substitute({"piB": half})
    steps = [
        *_law(design_rows(simmons_design()), ("no", "yes")),
        Step(
            _says(variable("p"), "=", p),
            f"P({told}) has the largest ratio, e^eps",
        ),
        Step(_says(NAMED["Var_MS"], "=", variance), "everybody is asked once, p put in"),
        Step(
            _says(what, "=", slope),
            "derivative by the usual rules",
            kernel.derivative(LogLinear(quotient(variance)), "piB", quotient(slope)),
        ),
        Step(_says(what, "<" if mostly_no else ">", 0), "for 0 < piB < 1 on this side and every pi_A", falling),
        Step(_says(NAMED["Var_MS"], "=", at_half), "at piB = 1/2"),
    ]
    return Derivation("Simmons at a budget", tuple(steps), _says(NAMED["Var_MS"], "=", at_half))


def cards_at_budget(*, dealt: bool) -> Derivation:
    """Three cards: the shares that a budget and p_2 leave, the variance, and where it is least."""
    variance, least = card_variance(dealt=dealt), card_variance_at_budget(dealt=dealt)
    name = NAMED["Var_IC" if dealt else "Var_MC"]
    first, _, third = three_cards()
    spread = first - third
    few, many = extreme_share(), extreme_share(fewer=False)
    private = [relation_formula(first, ">=", few), relation_formula(first, "<=", many)]
    apart = relation_formula(spread, "!=", ZERO)
    inside = [relation_formula(PI, ">=", ZERO), relation_formula(PI, "<=", ONE)] if dealt else []
    bound = prove_from(Sequent(_ranges(*private, apart, *inside), relation_formula(variance, ">=", least)))
    slope = variance.derivative("p_1")
    what = Written("dVar/dp_1", r"\frac{\partial\mathbf{Var}}{\partial p_1}")
    steps = [
        *_law(card_rows(), ("1", "2", "3")),
        Step(_says(name, "=", variance), "N cards are dealt" if dealt else "the card is put back"),
        Step(
            _says(what, "=", slope),
            "for a given p_2",
            kernel.derivative(LogLinear(quotient(variance)), "p_1", quotient(slope)),
        ),
        Step(joined([_says(few, "<=", first), _says(first, "<=", many)]), "p_3 <= e^eps p_1 and p_1 <= e^eps p_3"),
        Step(_says(name, ">=", least), "for all these p_1 != p_3, equal at both ends", bound),
    ]
    return Derivation("Three cards at a budget", tuple(steps), _says(name, ">=", least))


def difference_from_warner() -> Derivation:
    """Var_IC - Var_MW, its zeros in pi, and its sign."""
    difference, square = excess_over_warner(), squared_length()
    what = Written("Var_IC - Var_MW", r"\mathbf{Var}_{IC}-\mathbf{Var}_{MW}")
    distance = Written("(piA2 - piA1)^2", r"(\pi_{A_2}-\pi_{A_1})^2")
    inside = relation_formula((1 - 2 * PI) ** 2, ">", square)
    negative = prove_from(Sequent(_ranges(inside), relation_formula(difference, "<", ZERO)))
    steps = [
        Step(_says(NAMED["Var_MW"], "=", warner_variance()), "Warner at the budget"),
        Step(_says(NAMED["Var_IC"], "=", VARIANCES["Var_IC"]()), "improved Christofides at the budget of one report"),
        Step(_says(what, "=", difference), "subtracted"),
        Step(_says(distance, "=", square), "the difference is g pi (1 - pi) - h with zeros 1/2 -+ sqrt(1 - 4 h/g)/2"),
        Step(_says(what, "<", 0), "where (1 - 2 pi)^2 is larger than that, so outside of [piA1, piA2]", negative),
    ]
    return Derivation("Improved Christofides and Warner", tuple(steps), _says(distance, "=", square))


def orders() -> Derivation:
    """All three differences and what their signs depend on."""
    cards = VARIANCES["Var_MC"]() - warner_variance()
    dealt = VARIANCES["Var_IC"]() - VARIANCES["Var_MC"]()
    positive = prove_from(Sequent(_ranges(relation_formula(MIDDLE, ">", ZERO)), relation_formula(cards, ">", ZERO)))
    inside = relation_formula((1 - 2 * PI) ** 2, "<", 1 / N)
    larger = prove_from(Sequent(_ranges(inside), relation_formula(dealt, ">", ZERO)))
    first = Written("Var_MC - Var_MW", r"\mathbf{Var}_{MC}-\mathbf{Var}_{MW}")
    second = Written("Var_IC - Var_MC", r"\mathbf{Var}_{IC}-\mathbf{Var}_{MC}")
    steps = (
        *difference_from_warner().steps,
        Step(_says(first, "=", cards), "subtracted"),
        Step(_says(first, ">", 0), "for p_2 > 0; it is 0 for p_2 = 0", positive),
        Step(_says(second, "=", dealt), "subtracted"),
        Step(_says(second, ">", 0), "where |pi - 1/2| < 1/(2 sqrt(N))", larger),
    )
    return Derivation("The order of the variances", steps, _says(second, "=", dealt))


def sizes() -> Derivation:
    """The N at which each variance is v."""
    bound = variable("v")
    said = [_says(N, "=", solved(VARIANCES[name]() - bound, "N")) for name in ("Var_MW", "Var_MC", "Var_IC")]
    titles = ("Warner and Simmons", "modified Christofides", "improved Christofides")
    steps = [Step(line, f"{title}: the variance is v") for line, title in zip(said, titles, strict=True)]
    return Derivation("Numbers of respondents", tuple(steps), said[-1])


def privacy_of_the_deck() -> Derivation:
    """One report alone, then all reports of a small survey, then any deck that is dealt completely."""
    deck = SharedDeck((1, 1, 2))
    truths, neighbour, reports = (0, 0, 0, 0), (1, 0, 0, 0), (1, 2, 3, 3)
    likely, unlikely = deck.probability(truths, reports), deck.probability(neighbour, reports)
    first, _, third = three_cards()
    seen = Written(f"P{reports}", rf"P{reports}")
    steps = (
        *_law(card_rows(), ("1", "2", "3")),
        Step(
            joined([_says(first, "<=", T * third), _says(third, "<=", T * first)]),
            "one report by itself is eps-private exactly so",
        ),
        Step(
            joined([_says(seen, "=", RationalFunction.of(likely)), _says(seen, "=", RationalFunction.of(unlikely))]),
            f"four cards 1, 2, 3, 3 and all four reports: for the truths {truths}, and for {neighbour}",
        ),
        Step(
            "for the second truths these reports are impossible",
            "they take the cards 1, 2, 3, 3, but 3, 2, 3, 3 if the first respondent is sensitive: three cards 3",
        ),
        *sharing_derivation().steps[:2],
        Step("with M = n cards e^eps is infinite", "k = n - 1 >= c_{j'} as soon as there is a card j != j'"),
    )
    infinite = Written(
        "e^eps = infinity for all reports together", r"e^\varepsilon=\infty\text{ for all reports together}"
    )
    return Derivation("Privacy of one deck for all", steps, infinite)


SIMMONS = ("90", "91", "92", "93", "94", "95")
CARDS = ("100", "101", *map(str, range(103, 116)))
ZEROS = (*map(str, range(126, 138)), "139", "140", "141")
ORDERS = (
    "120",
    "121",
    "122",
    "123",
    "124",
    "125",
    "138",
    "143",
    "145",
    "146",
    "147",
    "148",
    "151",
    "152",
    "159",
    "160",
)

DERIVATIONS_5_7: Mapping[str, Callable[[], Derivation]] = {
    **{f"SZY-{number}": warner_at_budget for number in ("87", "88", "89", "102")},
    **{f"SZY-{number}": partial(simmons_at_budget, mostly_no=True) for number in SIMMONS},
    **{f"SZY-{number}": partial(simmons_at_budget, mostly_no=False) for number in ("96", "97")},
    **{f"SZY-{number}": partial(cards_at_budget, dealt=False) for number in CARDS},
    "SZY-119": partial(cards_at_budget, dealt=True),
    **{f"SZY-{number}": privacy_of_the_deck for number in ("116", "117", "118")},
    **{f"SZY-{number}": difference_from_warner for number in ZEROS},
    **{f"SZY-{number}": orders for number in ORDERS},
    **{f"SZY-{number}": sizes for number in ("154", "155", "156", "157")},
}
"""How to derive what a claim speaks of, for `rrproof show`."""
