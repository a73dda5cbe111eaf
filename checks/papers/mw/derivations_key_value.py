"""Derivations to show with the claims of Section 4.2: laws of the reports, exact levels, unbiased estimates."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import partial

import sympy

from checks.interpreter import ONE
from checks.papers.mw.levels import (
    Level,
    level_theorems,
    lpp_ddagger,
    lpp_given,
    lpp_private,
    output_of_vpp,
    presence,
    sign,
    two_items,
)
from checks.papers.mw.surveys import variable
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.steps import Derivation, Step, Written, joined, relation, written
from derivations.theorems.graphs.key_value_estimators import key_value_estimators
from mechanisms import catalogue
from mechanisms.catalogue.key_value import EDGE, NO_EDGE
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.continuum import ContinuousMechanism, Input

SYMBOLS = {
    "x1": sympy.exp(sympy.Symbol("epsilon_1")),
    "x2": sympy.exp(sympy.Symbol("epsilon_2")),
}
INPUTS: Mapping[Hashable, Written] = {
    NO_EDGE: Written("no edge", r"\text{no edge}"),
    EDGE: Written("edge of weight w", r"\text{edge of weight }w"),
}
FINITE = 9  # responses of which each probability is shown


def output_of_value_perturbation() -> Derivation:
    """P(VPP returns 1) for an edge of weight w: rounded up and kept, or rounded down and turned."""
    w, x2 = (RationalFunction(Polynomial.variable(name)) for name in ("w", "x2"))
    keep = x2 / (x2 + 1)
    terms = [((1 + w) / 2, keep), ((1 - w) / 2, 1 - keep)]
    name = Written("P(VPP = 1)", r"\mathrm{Pr}(VPP=1)")
    total = output_of_vpp()
    statement = relation(name, "=", total, symbols=SYMBOLS)
    steps = (
        Step("the weight is rounded to 1 with probability (1 + w)/2, to -1 with (1 - w)/2", "Algorithm 1, line 5"),
        Step("the result keeps its sign with probability e^eps_2/(e^eps_2 + 1)", "Algorithm 1, line 6"),
        Step(statement, "rounded up and kept, or down and turned", closed_form("P", unreduced_sum(terms), total)),
    )
    return Derivation("Output of VPP", steps, statement)


def law_of_reports(make: Callable[[], ContinuousMechanism], how: str) -> Derivation:
    """The law of a report for each kind of input."""
    steps = tuple(Step(statement, how) for statement in _laws(make()))
    return Derivation("Law of a report", steps, joined(s.statement for s in steps if isinstance(s.statement, Written)))


def _laws(mechanism: ContinuousMechanism) -> list[Written]:
    design = mechanism.design
    return [
        relation(_probability(truth, response), "=", design.entry(truth, response), symbols=SYMBOLS)
        for truth in design.truths
        for response in design.responses
    ]


def _probability(truth: Hashable, response: Hashable) -> Written:
    given = INPUTS.get(truth, Written(str(truth), str(truth)))
    return Written(f"P({response} | {given.text})", rf"\mathrm{{Pr}}({response}\mid{given.latex})")


def exact_level(name: str, make: Callable[[], ContinuousMechanism], how: str) -> Derivation:
    """The largest ratio of two probabilities of one response, over all inputs; its bound and that it is reached."""
    level, mechanism = Level(name, make), make()
    steps: list[Step] = []
    if len(mechanism.design.responses) <= FINITE and len(mechanism.design.truths) <= len(INPUTS):
        steps += [Step(statement, how) for statement in _laws(mechanism)]
    if mechanism.coordinates:
        inputs = "; ".join(_said(i) for i in mechanism.extreme_inputs())
        steps.append(Step(f"extreme inputs: {inputs}", "each probability is a polynomial in the weight"))
    e_eps = Written("e^eps", r"e^{\epsilon}")
    for candidate in level.candidates:
        steps.append(Step(relation(e_eps, ">=", candidate, symbols=SYMBOLS), "a ratio between two extreme inputs"))
    for label, theorem in level_theorems(level):
        steps.append(Step(_bound_in_words(label), "a polynomial inequality in the budgets and the weights", theorem))
    values = [written(c, SYMBOLS) for c in level.candidates]
    if len(values) == 1:
        result = relation(e_eps, "=", values[0])
    else:
        largest = Written(
            f"max({', '.join(v.text for v in values)})",
            rf"\max\left\{{{', '.join(v.latex for v in values)}\right\}}",
        )
        result = relation(e_eps, "=", largest)
    steps.append(Step(result, "no ratio is larger, and each of these is reached"))
    return Derivation("Exact privacy level", tuple(steps), result)


def _bound_in_words(label: str) -> str:
    """What a theorem about a level says."""
    if " against " in label:
        for truth, name in INPUTS.items():
            label = label.replace(str(truth), name.text)
        first, second = label.split(" against ")
        second = second.replace("of weight w", "of another weight") if first == second else second
        return f"no response is more than e^eps times as likely for {first} as for {second}, whatever the weights"
    if label.startswith("no pair"):
        return "no response is more than e^eps times as likely for one input as for another"
    return "each of these ratios is that of two inputs"


def _said(place: Input) -> str:
    kind = INPUTS.get(place.truth, Written(str(place.truth), "")).text
    return kind + "".join(f", {name} = {value}" for name, value in place.at)


def unbiased_estimates() -> Derivation:
    """Estimates of k_j and w_j from LPP-ddagger, one of m items being chosen by each participant."""
    design = catalogue.get("lpp-ddagger").protocol.design()
    return key_value_estimators(design, ONE / variable("m")).derivation()


PRIVATE = "enumeration of the protocol, the substitute weight integrated over [-1, 1]"
PLAIN = "enumeration of the protocol"
OF_LPP = partial(exact_level, "x", lpp_private, PRIVATE)
OF_LPP_DDAGGER = partial(exact_level, "x_out", lpp_ddagger, PLAIN)
OF_VECTORS = partial(exact_level, "x_out", two_items, PLAIN)
DERIVATIONS_KEY_VALUE: Mapping[str, Callable[[], Derivation]] = {
    "MW-127": output_of_value_perturbation,
    "MW-129": partial(law_of_reports, lpp_private, PRIVATE),
    "MW-130": partial(law_of_reports, lpp_given, PLAIN),
    **dict.fromkeys(("MW-131", "MW-132", "MW-133", "MW-135", "MW-136"), OF_LPP),
    "MW-138": partial(law_of_reports, lpp_ddagger, PLAIN),
    **dict.fromkeys(("MW-139", "MW-150"), unbiased_estimates),
    **dict.fromkeys(("MW-140", "MW-141", "MW-142", "MW-143", "MW-144", "MW-145", "MW-149", "MW-162"), OF_LPP_DDAGGER),
    "MW-153": partial(exact_level, "x_out", presence, PLAIN),
    **dict.fromkeys(("MW-158", "MW-159", "MW-161"), OF_VECTORS),
    "MW-160": partial(exact_level, "x_out", sign, PLAIN),
}
