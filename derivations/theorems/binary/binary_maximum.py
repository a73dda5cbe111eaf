"""Where the likelihood of a design with two truths and two responses has its maximum.

With a = P(1|0), b = P(1|1) and P1 = a + (b - a) pi the score is n (b - a)^2 (h - pi) / (P1 P0), where
h = (N/n - a) / (b - a). It has the sign of h - pi wherever P1 and P0 are positive, and everything about the maximum
follows from that, the boundary cases included.

Source: Holohan, Leith, Mason, Theorem 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import sympy

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.estimation.likelihood import derivative_name, likelihood
from derivations.estimation.sampling_model import (
    SingularDesignError,
    design_rows,
    require_binary,
    symbols_of,
)
from derivations.prover.quantities import (
    Fact,
    at_values,
    by_certificate,
    closed_form,
    denial,
    fresh_name,
    unreduced_sum,
)
from derivations.steps import Derivation, Step, Written, joined, relation
from mechanisms.design import Design
from mechanisms.exact.formula import Condition
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.typesetting import name_latex


@dataclass(frozen=True)
class MaximumCase(Shown):
    """One case of the maximum over pi in [0, 1]: where h = (N/n - a)/(b - a) lies, and the only maximiser then."""

    condition: Written
    maximiser: RationalFunction
    theorems: tuple[Theorem, ...]


@dataclass(frozen=True)
class MaximumLikelihood(Shown):
    """The maximum likelihood estimator of the probability pi of the second truth, for a binary design.

    `stationary_point` is the only zero h of the score; over [0, 1] the maximiser is h clipped to [0, 1], which
    `cases` spells out. h itself is unbiased, the clipped value is not: they are two estimators.
    """

    score: RationalFunction
    second_derivative: RationalFunction
    stationary_point: RationalFunction
    cases: tuple[MaximumCase, ...]
    theorems: tuple[Theorem, ...]
    derivation: Derivation


@cache
def binary_lemmas() -> Mapping[str, Theorem]:
    """What holds for every binary design, in a = P(1|0), b = P(1|1), pi, N, n; s is the score, h its zero.

    `s` is given by s P1 P0 = (b - a)(N - n P1), `w` by w P1^2 P0^2 = -(b - a)^2 (N P0^2 + (n - N) P1^2), the second
    derivative, and `h` by n (b - a) h = N - n a.
    """
    a, b, pi, count, n, s, w, h = (Polynomial.variable(v) for v in ("a", "b", "pi", "N", "n", "s", "w", "h"))
    d = b - a
    p1 = a + d * pi
    p0 = 1 - p1
    a_low, b_low = Fact(a, ">="), Fact(b, ">=")
    differ, some = Fact(d, "!="), Fact(n, ">")
    inside, inside_too = Fact(pi, ">"), Fact(1 - pi, ">")
    one_possible, zero_possible = Fact(p1, ">"), Fact(p0, ">")
    score = Fact(s * p1 * p0 - d * (count - n * p1), "=")
    zero = Fact(n * d * h - (count - n * a), "=")

    # The variance of a variable that is a or b: pi (1 - pi)(b - a)^2 = a^2 (1 - pi) + b^2 pi - P1^2.
    not_possible = denial(one_possible)
    possible = by_certificate(
        [a_low, b_low, differ, inside, inside_too],
        one_possible,
        positive=[(differ, 2), (inside, 1), (inside_too, 1)],
        cone=[
            (p1, ()),
            (1, (a_low, not_possible)),
            (1, (b_low, not_possible)),
            (1, (a_low, b_low, inside)),
            (1, (a_low, b_low, inside_too)),
        ],
    )
    responses_swapped = {"a": 1 - a, "b": 1 - b, "N": n - count}
    truths_swapped = {"a": b, "b": a, "h": 1 - h}
    possible_too = kernel.instantiate(possible, responses_swapped)

    def wherever_possible(theorem: Theorem) -> Theorem:
        """P1 > 0 and P0 > 0 hold inside (0, 1)."""
        return kernel.cut(possible, kernel.cut(possible_too, theorem))

    # s P1 P0 = n d^2 (h - pi).
    known = [score, zero, one_possible, zero_possible, some, differ]
    rises, falls = Fact(s, ">"), Fact(-s, ">")
    before, after = Fact(h - pi, ">"), Fact(pi - h, ">")
    increasing = by_certificate(
        [*known, before],
        rises,
        positive=[(some, 1), (differ, 2), (before, 1)],
        cone=[(1, (denial(rises), one_possible, zero_possible))],
        equations=[(-d, zero), (1, score)],
    )
    decreasing = by_certificate(
        [*known, after],
        falls,
        positive=[(some, 1), (differ, 2), (after, 1)],
        cone=[(1, (denial(falls), one_possible, zero_possible))],
        equations=[(d, zero), (-1, score)],
    )
    flat, there = Fact(s, "="), Fact(h - pi, "=")
    only_zero = by_certificate(
        [*known, flat],
        there,
        positive=[(some, 2), (differ, 4), (denial(there), 2)],
        equations=[
            (-d * (n * d * d * (h - pi)), zero),
            (n * d * d * (h - pi), score),
            (-p1 * p0 * n * d * d * (h - pi), flat),
        ],
    )
    is_zero = by_certificate(
        [*known, there],
        flat,
        positive=[(denial(flat), 2), (one_possible, 2), (zero_possible, 2)],
        equations=[(-s * p1 * p0, score), (s * p1 * p0 * d, zero), (-s * p1 * p0 * n * d * d, there)],
    )
    low, high = Fact(-h, ">="), Fact(h - 1, ">=")
    beyond_low = by_certificate([low, inside], after, positive=[(inside, 1)], cone=[(1, (low,)), (1, (denial(after),))])
    beyond_high = by_certificate(
        [high, inside_too], before, positive=[(inside_too, 1)], cone=[(1, (high,)), (1, (denial(before),))]
    )

    seen, rest = Fact(count, ">="), Fact(n - count, ">=")
    bend = Fact(w * p1**2 * p0**2 + d * d * (count * p0**2 + (n - count) * p1**2), "=")
    concave = Fact(-w, ">")
    # N P0^2 + (n - N) P1^2 - n P0^2 P1^2 = N P0^3 (1 + P1) + (n - N) P1^3 (1 + P0).
    below_zero = by_certificate(
        [bend, seen, rest, some, differ, one_possible, zero_possible],
        concave,
        positive=[(some, 1), (differ, 2), (one_possible, 2), (zero_possible, 2)],
        cone=[
            (d * p0, (seen, zero_possible)),
            (d * p0, (seen, zero_possible, one_possible)),
            (d * p1, (rest, one_possible)),
            (d * p1, (rest, one_possible, zero_possible)),
            (p1 * p0, (denial(concave),)),
        ],
        equations=[(-1, bend)],
    )

    never, observed, right = Fact(a, "="), Fact(count, ">"), Fact(h, ">")
    kept_out = by_certificate(
        [never, zero, observed, some, b_low],
        right,
        positive=[(observed, 1)],
        cone=[(1, (some, b_low, denial(right)))],
        equations=[(1, zero), (-n * (1 - h), never)],
    )
    kept_out_too = kernel.instantiate(kept_out, responses_swapped)
    return {
        "1 is possible": possible,
        "0 is possible": possible_too,
        "increasing before h": wherever_possible(increasing),
        "decreasing after h": wherever_possible(decreasing),
        "zero only at h": wherever_possible(only_zero),
        "zero at h": wherever_possible(is_zero),
        "decreasing when h <= 0": wherever_possible(kernel.cut(beyond_low, decreasing)),
        "increasing when h >= 1": wherever_possible(kernel.cut(beyond_high, increasing)),
        "concave": wherever_possible(below_zero),
        "a = 0 and N > 0: h > 0": kept_out,
        "a = 1 and N < n: h > 0": kept_out_too,
        "b = 0 and N > 0: h < 1": kernel.instantiate(kept_out, truths_swapped),
        "b = 1 and N < n: h < 1": kernel.instantiate(kept_out_too, truths_swapped),
    }


def maximum_likelihood(
    design: Design, prior: str = "pi", count: str = "N", n: int | str | sympy.Symbol = "n"
) -> MaximumLikelihood:
    """The maximum likelihood estimator of a binary design, with its boundary cases.

    The kernel proves the sign of the score on (0, 1). From there one principle of analysis is used, and said in the
    derivation: a function that is continuous on an interval and has a positive (negative) derivative inside
    increases (decreases) strictly. At an end of [0, 1] where a response that was observed is impossible log L is
    minus infinity; the theorems about a, b in {0, 1} say that h clipped to [0, 1] is never such an end.
    Hypotheses: 0 <= a, b <= 1, a != b, 0 <= N <= n, n > 0.
    Raises SingularDesignError when both truths have the same responses, and what `likelihood` raises.
    """
    require_binary(design)
    rows = design_rows(design)
    a, b = rows[0][1], rows[1][1]
    if a == b:
        raise SingularDesignError("both truths have the same responses, so the likelihood does not depend on the prior")
    base = likelihood(design, prior, count, n)
    size, seen = base.size, base.counts[1]
    point = (RationalFunction(seen, size) - a) / (b - a)
    symbols = symbols_of(design)
    taken = {prior, count, *size.names, *a.names, *b.names}
    values = {
        "a": a,
        "b": b,
        "pi": RationalFunction(Polynomial.variable(prior)),
        "N": RationalFunction(seen),
        "n": RationalFunction(size),
        "s": _variable(fresh_name("score", taken)),
        "w": _variable(fresh_name("second_derivative", taken)),
        "h": _variable(fresh_name("h", taken)),
    }
    here = {
        name: theorem
        for name, theorem in ((name, at_values(lemma, values)) for name, lemma in binary_lemmas().items())
        if not _is_vacuous(theorem)
    }
    p1 = base.probabilities[1]
    d = b - a
    score, second = base.score[0], base.hessian[0][0]
    as_product = unreduced_sum([(d, RationalFunction(seen) - RationalFunction(size) * p1, 1 / (p1 * (1 - p1)))])
    unseen = RationalFunction(size) - RationalFunction(seen)
    bend = unreduced_sum([(-(d**2), RationalFunction(seen) * (1 - p1) ** 2 + unseen * p1**2, 1 / (p1 * (1 - p1)) ** 2)])
    h = Written("h", "h")
    pi = RationalFunction(Polynomial.variable(prior))
    known = f"0 < {prior} < 1, 0 <= a, b <= 1, a != b, {size} > 0"
    interval = "strict monotony from the sign of the derivative inside an interval, by continuity at its ends"
    cases = (
        MaximumCase(relation(h, "<=", 0), RationalFunction.of(0), (here["decreasing when h <= 0"],)),
        MaximumCase(
            Written("0 < h < 1", "0 < h < 1"), point, (here["increasing before h"], here["decreasing after h"])
        ),
        MaximumCase(relation(h, ">=", 1), RationalFunction.of(1), (here["increasing when h >= 1"],)),
    )
    score_name, curve_name = derivative_name([prior]), derivative_name([prior, prior])
    steps = [
        *base.derivation.steps,
        Step(relation(Written("a", "a"), "=", a, symbols=symbols), "the probability of response 1 for truth 0"),
        Step(relation(Written("b", "b"), "=", b, symbols=symbols), "the probability of response 1 for truth 1"),
        Step(relation(h, "=", point, symbols=symbols), "definition: h = (N/n - a)/(b - a)"),
        Step(
            relation(score_name, "=", score, symbols=symbols),
            "over a common denominator: (b - a)(N - n P1) / (P1 P0)",
            closed_form(fresh_name("score", taken), as_product, score),
        ),
        Step(
            relation(curve_name, "=", second, symbols=symbols),
            "over a common denominator: -(b - a)^2 (N P0^2 + (n - N) P1^2) / (P1 P0)^2",
            closed_form(fresh_name("second_derivative", taken), bend, second),
        ),
        Step(Written("P1 > 0", r"P_1 > 0"), known, here["1 is possible"]),
        Step(Written("P0 > 0", r"P_0 > 0"), known, here["0 is possible"]),
        Step(relation(score_name, "=", 0, "for", relation(pi, "=", h)), known, here["zero at h"]),
        Step(relation(score_name, "=", 0, "=>", relation(pi, "=", h)), known, here["zero only at h"]),
        Step(relation(curve_name, "<", 0), f"{known}, 0 <= {count} <= {size}: strictly concave", here["concave"]),
        Step(relation(score_name, ">", 0, "for", relation(pi, "<", h)), known, here["increasing before h"]),
        Step(relation(score_name, "<", 0, "for", relation(pi, ">", h)), known, here["decreasing after h"]),
        Step(
            relation(h, "<=", 0, "=>", relation(score_name, "<", 0)),
            f"{known}; so 0 is the only maximiser: {interval}",
            here["decreasing when h <= 0"],
        ),
        Step("0 < h < 1: h is the only maximiser", f"the two signs of the score above; {interval}"),
        Step(
            relation(h, ">=", 1, "=>", relation(score_name, ">", 0)),
            f"{known}; so 1 is the only maximiser: {interval}",
            here["increasing when h >= 1"],
        ),
        *(
            Step(f"when {name}", "log L is minus infinity at that end, and h keeps away from it", theorem)
            for name, theorem in here.items()
            if name[0] in "ab" and " = " in name
        ),
        Step(
            "where a response is impossible and was not observed its term is absent, and log L is continuous there",
            "0 log 0 = 0: no observation, no factor",
        ),
    ]
    maximisers = Written(
        f"argmax of log L over 0 <= {prior} <= 1 = {{min(1, max(0, h))}}",
        lambda: rf"\operatorname*{{argmax}}_{{0 \leq {name_latex(prior)} \leq 1}} \log L = \{{\min(1, \max(0, h))\}}",
    )
    result = joined([maximisers, relation(h, "=", point, symbols=symbols)])
    derivation = Derivation("Maximum likelihood estimator of a binary design", tuple(steps), result)
    return MaximumLikelihood(score, second, point, cases, derivation.theorems, derivation)


def _variable(name: str) -> RationalFunction:
    return RationalFunction(Polynomial.variable(name))


def _is_vacuous(theorem: Theorem) -> bool:
    """Whether a hypothesis is a false statement about numbers, such as 1/4 = 0 for a = 1/4."""
    constants = [h for h in theorem.sequent.hypotheses if isinstance(h, Condition) and h.polynomial.is_constant()]
    return not all(h.holds_at({}) for h in constants)
