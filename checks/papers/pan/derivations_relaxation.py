"""Derivations to show with the claims of sections 1 to 3.2, appendices A and B; each starts from the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from derivations.algebra.equal_weights import EqualWeights
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.quantities import closed_form, unreduced_sum
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written, joined, relation
from derivations.theorems.relaxations import one_relaxation
from derivations.theorems.relaxations.one_relaxation import M, X, Y, free_step, probability, solved_step, variable
from derivations.theorems.relaxations.relaxation import history_derivation, tight_sums
from mechanisms.exact.rational import RationalFunction

LABELS = "abc"
Size = RationalFunction | int


def written(text: str) -> Written:
    """An event or a name, the same in both forms but for its indices."""
    latex = text.replace("o1", "o_1").replace("o2", "o_2").replace("P(", r"\Pr(").replace("|", r"\mid ")
    return Written(text, latex)


def _values(size: Size) -> str:
    return LABELS[:2] if size == 2 else LABELS


def law_of_one_response(size: Size = M) -> Derivation:
    """The law of a randomized response, enumerated."""
    steps = [
        Step(
            relation(written(f"P(o1 = {v} | X = a)"), "=", probability(0, (LABELS.index(v),), (), 2, size)),
            "enumeration of the protocol, x = e^eps",
        )
        for v in "ab"
    ]
    return Derivation(
        "Law of a response", tuple(steps), joined(s.statement for s in steps if isinstance(s.statement, Written))
    )


def law_of_both_responses(size: Size) -> Derivation:
    """P(o_1, o_2 | X = a) for each way in which the values can be equal, and the law of o_2 by total probability."""
    step = (free_step(size),)
    listed = [(u, v) for u in "ab" for v in _values(size) if not (u == "a" and v == "c")]
    steps = [
        Step(
            relation(
                written(f"P(o1 = {u}, o2 = {v} | X = a)"),
                "=",
                probability(0, (LABELS.index(u), LABELS.index(v)), step, 3 if size == M else 2, size),
            ),
            "enumeration of the protocol",
        )
        for u, v in listed
    ]
    sums = [
        Step(
            relation(written(f"P(o2 = {v} | X = a)"), "=", probability(0, (None, LABELS.index(v)), step, 2, size)),
            "summed over all values of o_1, the nameless ones among them",
        )
        for v in "ab"
    ]
    return Derivation(
        "Law of both responses", (*steps, *sums), joined(s.statement for s in sums if isinstance(s.statement, Written))
    )


def privacy_of_both_responses(size: Size) -> Derivation:
    """What eps2-LDP of both responses demands of each pair, for the truth a and the other truth b."""
    step, named = (free_step(size),), 3 if size == M else 2
    steps = []
    for u in _values(size):
        for v in _values(size):
            pair = (LABELS.index(u), LABELS.index(v))
            here, there = (probability(truth, pair, step, named, size) for truth in (0, 1))
            steps.append(Step(relation(here, "<=", Y * there), f"o_1 = {u}, o_2 = {v}, by definition, with y = e^eps2"))
    result = written("P(o1, o2 | X = a) <= y P(o1, o2 | X = b)")
    return Derivation(
        "Privacy of both responses", tuple(steps), Written(result.text, result.latex.replace("<=", r"\leq"))
    )


def relaxing_step(size: Size) -> Derivation:
    """The law of o_2 given o_1 and X, from what is required of it, without knowing it."""
    share = 1 / (Y + size - 1)
    own, wrong = (probability(0, (value,), (), 2, size) for value in (0, 1))
    g_same, g_other = (own - share) / (Y - 1), (wrong - share) / (Y - 1)
    step = solved_step(size)
    names = ("p_a", "1 - p_b", "p_b") if size == 2 else ("p_aa", "p_ba", "p_bb")
    rows = (
        (names[0], [[Y, g_same, 1 / own]], step.keep_truth, "P(a, a | a)/P(a | a) = y g(a, a)/P(a | a)"),
        (names[1], [[Y, g_other, 1 / wrong]], step.find_truth, "P(b, a | a)/P(b | a) = y g(b, a)/P(b | a)"),
        (names[2], [[g_same, 1 / wrong]], step.keep_other, "P(b, b | a)/P(b | a) = g(b, b)/P(b | a)"),
    )
    steps = (
        Step(
            Written("P(u, v | v) = y P(u, v | w) for w != v", r"\Pr(u,v\mid v)=y\Pr(u,v\mid w)\text{ for }w\neq v"),
            "privacy, and P(o_2 = v | v) = y P(o_2 = v | w): summed over u, no pair has anything to spare",
            tight_sums(),
        ),
        Step(
            Written(
                "P(u, v | v) = y g(u, v), P(u, v | w) = g(u, v)", r"\Pr(u,v\mid v)=y\,g(u,v),\ \Pr(u,v\mid w)=g(u,v)"
            ),
            "g(u, v) is the probability under any truth other than v",
        ),
        Step(
            Written(
                "sum over v of g(u, v) + (y - 1) g(u, w) = P(o1 = u | w)",
                r"\sum_v g(u,v)+(y-1)\,g(u,w)=\Pr(o_1=u\mid w)",
            ),
            "summed over o_2; summed over w as well, the first sum is 1/(y + m - 1); y > 1 for the division",
        ),
        Step(relation(Written("g(u, u)", "g(u,u)"), "=", g_same), "w = u in the equation before"),
        Step(relation(Written("g(u, w)", "g(u,w)"), "=", g_other), "w other than u"),
        *(
            Step(relation(_name(name), "=", value), why, closed_form("p", unreduced_sum(terms), value))
            for name, terms, value, why in rows
        ),
    )
    return Derivation("The step of a relaxation", steps, joined(relation(_name(n), "=", v) for n, _, v, _ in rows))


def _name(name: str) -> Written:
    head, _, index = name.partition("p_")
    return Written(name, f"{head}p_{{{index}}}")


def linear_program() -> Derivation:
    """Which rows of the program are tight, that its solution is the only one, and when there is none."""
    zero = Written("slack (37) = slack (42) = slack (45) = 0", r"s_{37}=s_{42}=s_{45}=0")
    steps = (
        Step(
            Written("(m - 1) s37 + s42 + (m - 1) s45 = 0", r"(m-1)s_{37}+s_{42}+(m-1)s_{45}=0"),
            "an identity where (33) holds; s37 = y p_bb - x p_aa, s42 = x y (1 - p_aa) - (m - 1) p_ba, "
            "s45 = y (1 - p_ba - p_bb) - (m - 2) p_ba",
        ),
        Step(zero, "no slack is negative", one_relaxation.tight_rows()),
        Step("p_aa, p_ba, p_bb are those derived by Bayes", "four equations", one_relaxation.only_solution()),
        Step(
            relation(X, "<=", Y),
            "p_ba is not negative: a smaller guarantee has no solution",
            one_relaxation.no_solution_for_a_smaller_budget(),
        ),
    )
    return Derivation("The linear program of one relaxation", (*relaxing_step(M).steps, *steps), zero)


def largest_ratio() -> Derivation:
    """A bound on the largest ratio is one on all ratios."""
    p, q, top, low, z = (variable(name) for name in ("p", "q", "largest", "least", "z"))
    ordered = [
        relation_formula(low, "<=", q),
        relation_formula(p, "<=", top),
        relation_formula(z, ">=", RationalFunction.of(1)),
    ]
    bound = relation_formula(top, "<=", z * low)
    theorem = prove_from(Sequent(frozenset([*ordered, bound]), relation_formula(p, "<=", z * q)))
    result = relation(p, "<=", z * q)
    steps = (
        Step(relation(top, "<=", z * low), "the bound for the inputs at which the extremes are attained"),
        Step(result, "for all others, since p <= largest and least <= q", theorem),
    )
    return Derivation("Privacy by the largest ratio", steps, result)


def estimated_histogram() -> Derivation:
    """The inverse of the matrix of a randomized response, for every m."""
    own, wrong = (probability(0, (value,), (), 2) for value in (0, 1))
    inverse = EqualWeights(M, own - wrong, wrong).inverse()
    inside = (relation(Written("P", "P"), "=", Written("(x - 1) I + J, over x + m - 1", r"\frac{(x-1)I+J}{x+m-1}")),)
    entries = [
        relation(Written(f"{where} of P^-1", rf"\text{{{where} of }}P^{{-1}}"), "=", value)
        for where, value in (("diagonal", inverse.diagonal), ("rest", inverse.off_diagonal))
    ]
    steps = (
        *law_of_one_response().steps,
        Step(inside[0], "a row for each response, a column for each truth"),
        *(Step(entry, "matrices a I + b J form an algebra") for entry in entries),
    )
    result = Written("E[P^-1 H_Y] = P^-1 P H = H", r"\mathbb E[P^{-1}H_{\mathbf Y}]=P^{-1}PH=H")
    return Derivation("Estimated histogram", (*steps, Step(result, "the mean is linear")), result)


def variance_of_one_estimate() -> Derivation:
    """The variance of the estimate of a frequency from one binary response."""
    own, wrong = (probability(0, (value,), (), 2, 2) for value in (0, 1))
    value = own * wrong / (own - wrong) ** 2
    name = Written("V(eps)", r"V(\epsilon)")
    steps = (
        *law_of_one_response(2).steps,
        Step(relation(name, "=", value), "variance of an indicator over the square of the slope"),
        Step(
            Written(
                "1/V(eps1) + 1/V(eps2 - eps1) < 1/V(eps2)",
                r"\frac1{V(\epsilon_1)}+\frac1{V(\epsilon_2-\epsilon_1)}<\frac1{V(\epsilon_2)}",
            ),
            "the difference is (x - 1)(w - 1)(1 + 1/(x w)) with w = e^(eps2 - eps1)",
            _split_theorem(),
        ),
    )
    return Derivation("A budget spent in two parts", steps, relation(name, "=", value))


def _split_theorem() -> Theorem:
    w = variable("w")

    def precision(level: RationalFunction) -> RationalFunction:
        return (level - 1) ** 2 / level

    one = RationalFunction.of(1)
    known = frozenset([relation_formula(X, ">", one), relation_formula(w, ">", one)])
    return prove_from(Sequent(known, relation_formula(precision(X) + precision(w), "<", precision(X * w))))


def _numbers(*ranges: range) -> list[str]:
    return [f"PAN-{number:02}" for numbers in ranges for number in numbers]


DERIVATIONS_RELAXATION: Mapping[str, Callable[[], Derivation]] = {
    **dict.fromkeys(_numbers(range(2, 4)), largest_ratio),
    **dict.fromkeys(_numbers(range(5, 7)), law_of_one_response),
    "PAN-07": partial(law_of_one_response, 2),
    "PAN-08": estimated_histogram,
    "PAN-09": variance_of_one_estimate,
    **dict.fromkeys(_numbers(range(10, 12)), history_derivation),
    **dict.fromkeys(_numbers(range(14, 17), range(20, 21)), partial(law_of_both_responses, 2)),
    **dict.fromkeys(_numbers(range(12, 14), range(17, 20), range(100, 102)), partial(privacy_of_both_responses, 2)),
    **dict.fromkeys(_numbers(range(103, 104), range(105, 107), range(108, 109)), partial(privacy_of_both_responses, 2)),
    **dict.fromkeys(
        _numbers(range(21, 22), range(102, 103), range(104, 105), range(107, 108)), partial(relaxing_step, 2)
    ),
    **dict.fromkeys(_numbers(range(22, 23), range(24, 28), range(41, 42)), partial(law_of_both_responses, M)),
    **dict.fromkeys(_numbers(range(23, 24), range(28, 41), range(109, 118)), partial(privacy_of_both_responses, M)),
    "PAN-42": linear_program,
    **dict.fromkeys(_numbers(range(43, 45), range(46, 50)), partial(relaxing_step, M)),
}
