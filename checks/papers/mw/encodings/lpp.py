"""Section 4.2.2: VPP, LPP and LPP-ddagger, and the privacy levels of Lemmas 1 and 2."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from checks.interpreter import ONE, ZERO
from checks.interpreter.extrema import relation_of_lists
from checks.interpreter.values import Listed, Value
from checks.papers.mw.encodings.common import Encoding
from checks.papers.mw.levels import (
    Level,
    bounded,
    key_value_reader,
    lpp_given,
    output_of_vpp,
)
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from mechanisms import catalogue
from mechanisms.catalogue.key_value import EDGE, NO_EDGE, TUPLES
from mechanisms.exact.formula import all_of, any_of
from mechanisms.exact.rational import RationalFunction
from mechanisms.protocols.continuum import ContinuousMechanism, Input

X1, X2, W, W_SUB = (variable(name) for name in ("x1", "x2", "w", "w_sub"))


def three_tuples(context: Context) -> Sequence[Part]:
    """Each of (0,0), (1,1), (1,-1) is sent with positive probability whatever is true, and nothing else is."""
    design = catalogue.get("lpp").protocol.design()
    parts: list[Part] = []
    for truth in (NO_EDGE, EDGE):
        row = [design.entry(truth, response) for response in TUPLES]
        parts.append(context.shown(f"{truth}: all three occur", all_of(relation_formula(ZERO, "<", v) for v in row)))
        parts.append(context.shown(f"{truth}: nothing else does", relation_formula(sum(row, ZERO), "=", ONE)))
    return parts


def printed_matrix(context: Context) -> Sequence[Part]:
    """The printed matrix and definitions, its rows being: no edge, an edge of weight w, one of weight -w."""
    reader = key_value_reader(context)
    return [part for node in context.trees() for part in reader.obligations(node)]


def is_private(mechanism: Callable[[], ContinuousMechanism]) -> Encoding:
    """The mechanism is eps-LDP by Definition 1, for the printed eps, which is a budget, over all inputs."""

    def parts(context: Context) -> Sequence[Part]:
        reader, trees = context.interpreter, context.trees()
        printed = [reader.formula(node) for node in trees]
        budgets = [member for node in trees if isinstance(node, tree.Chain) for member in node.members]
        return [
            *(
                context.shown(f"${reader.print(b)}$ is a budget", relation_formula(reader.exponential(b), ">=", ONE))
                for b in budgets
            ),
            *(
                context.shown(label, fact, *printed, *inside)
                for label, fact, inside in bounded(mechanism(), variable("x"))
            ),
        ]

    return parts


def at_level(name: str, mechanism: Callable[[], ContinuousMechanism], **meanings: RationalFunction) -> Encoding:
    """The printed statement, where the named variable is e^eps for the smallest eps of the mechanism."""

    def parts(context: Context) -> Sequence[Part]:
        level = Level(name, mechanism)
        reader = key_value_reader(context, level.hypothesis, at=meanings)
        printed: list[Part] = [part for node in context.trees() for part in reader.obligations(node)]
        return [*printed, *level.parts(context)]

    return parts


def outputs_grow(context: Context) -> list[Part]:
    """Q_1 and Q_2 increase with the weight."""
    later = variable("w_other")
    higher = output_of_vpp().substitute({"w": later})
    grows = relation_formula(output_of_vpp(), "<", higher)
    return [
        context.shown(
            "Q increases with the weight",
            grows,
            relation_formula(W, "<", later),
            relation_formula(later, "<=", ONE),
        )
    ]


def printed_here(context: Context) -> list[Part]:
    """The printed statements with the names of section 4.2.2."""
    reader = key_value_reader(context)
    return [part for node in context.trees() for part in reader.obligations(node)]


def objective(weight: RationalFunction) -> tuple[RationalFunction, RationalFunction]:
    """The two quotients of which f is the larger: Q_2(q, 1)/Q_1 and Q_2(q, 1)/(1 - Q_1), with their derived values."""
    first = output_of_vpp().substitute({"w": weight})
    top = output_of_vpp().substitute({"w": 1})
    return top / first, top / (ONE - first)


def lowered_by(raised: Callable[[RationalFunction], Value]) -> Encoding:
    """Q_1, Q_2 increase; the printed maximum; and a substitute weight at which the `raised` function of Q_1 is at least
    what it is at another one makes the level no higher than it is there.

    The level for a given substitute weight is the largest of three ratios, which is shown besides.
    """

    def parts(context: Context) -> Sequence[Part]:
        other = variable("w_sub_other")
        here, there = (raised(output_of_vpp().substitute({"w": w})) for w in (W_SUB, other))
        in_box = [relation_formula(-ONE, "<=", other), relation_formula(other, "<=", ONE)]
        higher = relation_of_lists(there, "<=", here)
        levels = _level_given(W_SUB), _level_given(other)
        lower = relation_of_lists(levels[0], "<=", levels[1])
        return [
            *outputs_grow(context),
            *printed_here(context),
            replace(context.shown("what is raised makes the level no higher", lower, *in_box, higher), sides=levels),
            *_is_level_given(context),
        ]

    return parts


def _level_given(weight: RationalFunction) -> Listed:
    """The level of LPP with a constant substitute weight: two edges, or an edge and none, told apart."""
    return Listed("max", (X2, *(X1 * quotient for quotient in objective(weight))))


def _is_level_given(context: Context) -> list[Part]:
    """The three ratios bound LPP with a constant substitute weight, and each is that of two inputs."""
    level = variable("x")
    above = [relation_formula(c, "<=", level) for c in _level_given(W_SUB).values]
    pairs = pairs_at_ends()
    reached = [
        any_of(relation_formula(a, "=", c * b) for a, b in pairs if (a - c * b).is_zero())
        for c in _level_given(W_SUB).values
    ]
    return [
        *(
            context.shown(f"level: {label}", fact, *above, *inside)
            for label, fact, inside in bounded(lpp_given(), level)
        ),
        context.shown("level: two inputs reach each ratio", all_of(reached)),
    ]


def pairs_at_ends(*, from_edges: bool = False) -> list[tuple[RationalFunction, RationalFunction]]:
    """P(y) under two different inputs among: no edge with the substitute w_sub, edges of weight -1 and 1."""
    extreme = lpp_given().extreme_design()
    rows = list(zip(extreme.truths, extreme.entries, strict=True))
    return [
        (top, bottom)
        for truth, a in rows
        for _, b in rows
        if a is not b and not (from_edges and isinstance(truth, Input) and truth.truth == NO_EDGE)
        for top, bottom in zip(a, b, strict=True)
    ]


ENCODINGS: dict[str, Encoding] = {
    "lowered_by_raising_q1": lowered_by(lambda value: value),
    "lowered_by_raising_both": lowered_by(lambda value: Listed("min", (value, ONE - value))),
}
