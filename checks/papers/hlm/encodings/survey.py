"""Section II: the law of a response, the likelihood and its maximum, the estimators, the margins of error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from checks.interpreter import ZERO, Interpreter, Obligation
from checks.papers.hlm.notation import NAMES, general_design, likelihood_maximum, response_probability
from checks.papers.hlm.vocabulary import VOCABULARY
from checks.reading import read_plain
from checks.reading import syntax as tree
from checks.values import MeaninglessError, Value
from checks.verdict import Outcome
from checks.verification import Context, Part
from derivations.binary_maximum import maximum_likelihood
from derivations.estimator import linear_estimator
from derivations.finite_sample import estimator_bias_exact
from derivations.kernel import Theorem
from derivations.margins import binomial_coverage, chebyshev_bound, chebyshev_pointwise, normal_coverage
from derivations.meaning import relation_formula
from derivations.sampling_model import design_rows, response_probabilities
from derivations.statements import Sequent
from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.formula import Formula, all_of, substitute, variables
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

ONE = RationalFunction.of(1)


def variable(name: str) -> RationalFunction:
    """The variable of this name as a number."""
    return RationalFunction(Polynomial.variable(name))


def put_names(node: tree.Node, values: dict[str, tree.Node]) -> tree.Node:
    """The tree with other nodes in place of names."""
    if isinstance(node, tree.Name) and node.name in values:
        return values[node.name]
    return tree.with_children(node, tuple(put_names(child, values) for child in tree.children(node)))


def with_operators(interpreter: Interpreter, **operators: Callable[[Interpreter, tree.Operate], Value]) -> Interpreter:
    """An interpreter under the same hypotheses that gives operators another meaning."""
    notation = replace(interpreter.notation, operators={**interpreter.notation.operators, **operators})
    return Interpreter(notation, interpreter.given, interpreter.at)


def event_of(node: tree.Operate, relation: str) -> tuple[str, tree.Node]:
    """(variable, value) of an event such as X_i = j or X_d in A, printed with the given relation."""
    match node.arguments:
        case (tree.Chain(members=(tree.Name(name=name), value), relations=(printed,)),) if printed == relation:
            return name, value
    raise MeaninglessError(f"an event is printed as one random variable {relation} one value")


def proved(label: str, theorem: Theorem) -> Outcome:
    """A theorem that is at hand, as a part of a claim."""
    return Outcome(label, theorem.statement, theorem)


# -- the law of a response ---------------------------------------------------------------------------------------------


def conditional_law(context: Context) -> Sequence[Part]:
    """P(X_i = k given x_i = j) = p_jk for all j and k, for the protocol of the general mechanism."""
    (node,) = context.trees()
    parts: list[Part] = []
    for j, k in product((0, 1), repeat=2):
        digits: dict[str, tree.Node] = {"j": tree.Number(str(j)), "k": tree.Number(str(k))}
        here = put_names(node, {**digits, "p_jk": tree.Name(f"p{j}{k}")})
        parts += context.interpreter.obligations(here, f"j = {j}, k = {k}")
    return parts


def direct_questioning(context: Context) -> Sequence[Part]:
    """The printed values of p00 and p11 give the design matrix of direct questioning, and no others do."""
    (node,) = context.trees()
    printed = context.interpreter.formula(node)
    pairs = _entry_pairs(general_design(), catalogue.get("direct").protocol.design())
    same = [relation_formula(a, "=", b) for a, b in pairs]
    parts = [context.shown(f"entry {i} of the matrix", fact, printed) for i, fact in enumerate(same, 1)]
    return [*parts, context.shown("no other design is direct questioning", printed, *same)]


def _entry_pairs(left: Design, right: Design) -> list[tuple[RationalFunction, RationalFunction]]:
    return [
        (a, b)
        for row, other in zip(design_rows(left), design_rows(right), strict=True)
        for a, b in zip(row, other, strict=True)
    ]


# -- likelihood --------------------------------------------------------------------------------------------------------


def response_is_possible(proportion: RationalFunction) -> list[Formula]:
    """Both responses have positive probability at this proportion: log L is defined there, whatever was observed."""
    return [
        relation_formula(response_probability(k, NAMES["p00"], NAMES["p11"], proportion), ">", ZERO) for k in (0, 1)
    ]


def maximum_where_score_vanishes(context: Context) -> Sequence[Part]:
    """The second derivative of log L is negative wherever log L is defined; hence L is largest where the score is zero.

    The likelihood P1^N P0^(n - N) is largest, among all real z in place of pi for which (3) is a law, exactly where
    n P1 = N: the derived score has the sign of (p00 + p11 - 1)(N - n P1). So the conclusion says that the printed
    equation for the score holds, and has a meaning, wherever n P1 = N.
    """
    bend, score_is_zero = context.trees()
    defined = context.interpreter.assuming(*response_is_possible(NAMES["pi"]))
    ones = response_probability(1, NAMES["p00"], NAMES["p11"], NAMES["pi"])
    score, excess = likelihood_maximum().score, NAMES["N"] - NAMES["n"] * ones
    towards = relation_formula(score * (NAMES["p00"] + NAMES["p11"] - 1) * excess, ">", ZERO)
    at_maximum = context.interpreter.assuming(relation_formula(excess, "=", ZERO))
    elsewhere = relation_formula(excess, "!=", ZERO)
    parts = [
        *defined.obligations(bend, "second derivative"),
        context.shown("L increases towards n P1 = N", towards, elsewhere, *response_is_possible(NAMES["pi"])),
        *at_maximum.obligations(score_is_zero, "score at the maximum of L"),
    ]
    return [_at_any_real(part) for part in parts]


def _at_any_real(part: Obligation) -> Obligation:
    """The obligation with z in place of pi, which need not be a proportion."""
    z = {"pi": Polynomial.variable("z")}
    given = frozenset(substitute(h, z) if "pi" in variables(h) else h for h in part.sequent.hypotheses)
    return Obligation(part.label, Sequent(given, substitute(part.sequent.conclusion, z)), part.lemmas)


def maximum_over_all_proportions(context: Context) -> Sequence[Part]:
    """(4) is the only maximiser of the likelihood among all real pi for which (3) is a probability law.

    Shown: (4) is the derived zero of the score; n P1 = N there, so that (3) is a law there; and where both responses
    are possible the score is positive before (4) and negative after it, so that L increases towards (4).
    """
    (node,) = context.trees()
    assert isinstance(node, tree.Chain)
    printed = context.interpreter.number(node.members[-1])
    ones = response_probability(1, NAMES["p00"], NAMES["p11"], printed)
    z = variable("z")
    score = likelihood_maximum().score.substitute({"pi": z})
    return [
        *context.interpreter.obligations(node, "the zero of the score"),
        context.shown("n P1 = N there", relation_formula(NAMES["n"] * ones, "=", NAMES["N"])),
        context.shown(
            "L increases towards it",
            relation_formula(score * (printed - z), ">", ZERO),
            relation_formula(z, "!=", printed),
            *response_is_possible(z),
        ),
    ]


def maximum_over_unit_interval(context: Context) -> Sequence[Part]:
    """(4) is the only maximiser of the likelihood among the proportions, 0 <= pi <= 1."""
    (node,) = context.trees()
    assert isinstance(node, tree.Chain)
    printed = context.interpreter.number(node.members[-1])
    inside = all_of([relation_formula(ZERO, "<=", printed), relation_formula(printed, "<=", ONE)])
    return [*maximum_over_all_proportions(context), context.shown("it is a proportion", inside)]


def clipped_estimator_unbiased(context: Context) -> Sequence[Part]:
    """The maximiser of the likelihood over 0 <= pi <= 1, which is (4) clipped to [0, 1], has the mean pi."""
    values = {name: value.evaluate({}) for name, value in context.interpreter.at.items()}
    design = general_design().at(p00=values["p00"], p11=values["p11"])
    bias = estimator_bias_exact(design, NAMES["pi"], int(values["n"]), "clipped")
    return [context.shown("the bias is zero", relation_formula(bias, "=", ZERO))]


# -- moments -----------------------------------------------------------------------------------------------------------


def variance_of_any_variable(context: Context) -> Sequence[Part]:
    """The identity holds for every random variable Y with a second moment.

    E is linear with E[1] = 1, the moments m1, m2, ... of Y are arbitrary numbers, and Var(Y) means E[(Y - E Y)^2].
    """
    random = Polynomial.variable("Y")

    def expected(value: RationalFunction) -> RationalFunction:
        if random.names[0] in value.denominator.names:
            raise MeaninglessError("only polynomials in Y have a known expectation here")
        terms = value.numerator.coefficients_in("Y").items()
        total = sum((RationalFunction(c) * (variable(f"m{k}") if k else ONE) for k, c in terms), ZERO)
        return total / RationalFunction(value.denominator)

    def mean(interpreter: Interpreter, node: tree.Operate) -> Value:
        return expected(interpreter.number(node.arguments[0]))

    def variance(interpreter: Interpreter, node: tree.Operate) -> Value:
        value = interpreter.number(node.arguments[0])
        return expected((value - expected(value)) ** 2)

    (node,) = context.trees()
    return with_operators(context.interpreter, E=mean, Var=variance).obligations(node)


# -- margins of error --------------------------------------------------------------------------------------------------


def _margin_and_level(node: tree.Node, deviation: str, spread: str) -> tuple[Fraction, Fraction]:
    """(k, c) of a printed P(deviation <= k spread) >= c; deviation and spread in the plain notation."""
    match node:
        case tree.Chain(
            members=(
                tree.Operate(
                    operator="Pr",
                    arguments=(tree.Chain(members=(off, tree.Product(factors=(k, unit))), relations=("<=",)),),
                    given=(),
                ),
                level,
            ),
            relations=(">=",),
        ) if isinstance(k, tree.Number) and isinstance(level, tree.Number):
            if (off, unit) == (read_plain(deviation, VOCABULARY), read_plain(spread, VOCABULARY)):
                return k.value, level.value
    raise MeaninglessError(f"a margin of error is printed as P({deviation} <= k {spread}) >= c with numbers k and c")


def chebyshev_margin(context: Context) -> Sequence[Part]:
    """For every random variable with a finite variance, the margin k sigma has at least the printed probability.

    Chebyshev: k^2 sigma^2 times the indicator of |Y - m| >= k sigma is at most (Y - m)^2; expectations are monotone and
    linear, so k^2 q <= 1 for the probability q of a larger deviation. For every q below 1/k^2 some variable has it, so
    nothing less than the last obligation will do.
    """
    (node,) = context.trees()
    k, level = _margin_and_level(node, "abs(Pi_hat - pi)", "sqrt(Var(Pi_hat | pi))")
    q = variable("q")
    tail = [relation_formula(ZERO, "<=", q), relation_formula(q * k**2, "<", ONE)]
    return [
        proved("pointwise", chebyshev_pointwise()),
        proved("in expectation", chebyshev_bound()),
        context.shown("the rest has the level", relation_formula(ONE - q, ">=", RationalFunction.of(level)), *tail),
    ]


def normal_margin(context: Context) -> Sequence[Part]:
    """A normal variable lies within the printed multiple of sigma with at least the printed probability.

    The probability is erf(k / sqrt 2), enclosed between rationals by theorems about erf below and above k / sqrt 2.
    """
    (node,) = context.trees()
    return normal_level(context, *_margin_and_level(node, "abs(G - mu)", "sigma"))


def normal_level(context: Context, k: Fraction, level: Fraction) -> list[Part]:
    """A normal variable lies within k sigma of its mean with at least the probability `level`."""
    low, high, derivation = normal_coverage(k)
    p = variable("coverage")
    enclosed = [
        relation_formula(RationalFunction.of(low), "<", p),
        relation_formula(p, "<", RationalFunction.of(high)),
    ]
    return [
        *(proved(str(step.statement), step.theorem) for step in derivation.steps if step.theorem is not None),
        context.shown("the level", relation_formula(p, ">=", RationalFunction.of(level)), *enclosed),
    ]


SAMPLES = ((10, Fraction(1, 10)), (100, Fraction(1, 10)), (1000, Fraction(1, 2)))


def no_guarantee_at_finite_n(context: Context) -> Sequence[Part]:
    """The margin, right for a normal variable, need not reach 95 % at a finite n: for n = 10, 100, 1000 a survey fails.

    The coverage is summed exactly over the binomial law of the count for p00 = p11 = 3/4. That the coverage tends to
    the normal one as n grows is the central limit theorem, which is standard and not proved here.
    """
    match context.trees():
        case [tree.Product(factors=(tree.Number() as multiple, tree.Name(name="sigma")))]:
            pass
        case _:
            raise MeaninglessError("the margin is printed as a multiple of sigma")
    design = general_design().at(p00=Fraction(3, 4), p11=Fraction(3, 4))
    coverage, level = variable("coverage"), RationalFunction.of(Fraction(95, 100))
    parts = normal_level(context, multiple.value, Fraction(95, 100))
    for n, proportion in SAMPLES:
        exact = RationalFunction.of(binomial_coverage(design, proportion, n, multiple.value))
        fact = relation_formula(coverage, "<", level)
        label = f"coverage at n = {n}, pi = {proportion}"
        parts.append(context.shown(label, fact, relation_formula(coverage, "=", exact)))
    return parts


# -- Warner ------------------------------------------------------------------------------------------------------------


def warner_design() -> Design:
    """The design of Warner's spinner, enumerated from its protocol."""
    return catalogue.get("warner").protocol.design()


def warner_matrix(context: Context) -> Sequence[Part]:
    """The spinner has the printed matrix, and it is the general mechanism with the printed values of p00 and p11."""
    values, matrix = context.trees()
    case = context.interpreter.formula(values)
    return [
        *context.interpreter.obligations(matrix, "matrix of the spinner"),
        *(
            context.shown(f"entry {i} of the general matrix", relation_formula(a, "=", b), case)
            for i, (a, b) in enumerate(_entry_pairs(general_design(), warner_design()), 1)
        ),
    ]


def spinner_law(context: Context) -> Sequence[Part]:
    """The printed probabilities are those of the responses to Warner's spinner, by total probability."""
    law = response_probabilities(warner_design(), NAMES["pi"])

    def probability(interpreter: Interpreter, node: tree.Operate) -> Value:
        _, response = event_of(node, "=")
        return law[int(interpreter.number(response).evaluate({}))]

    reader = with_operators(context.interpreter, Pr=probability)
    return [part for node in context.trees() for part in reader.obligations(node)]


def warner_estimator(context: Context) -> Sequence[Part]:
    """The estimator for Warner's design, derived for the spinner on its own, is (4) with p00 = p11 = p_w; unbiased."""
    design = warner_design()
    linear = linear_estimator(design)
    share = NAMES["N"] / NAMES["n"]
    general = context.interpreter.number(tree.Name("Pi_hat_w"))
    mean = linear.intercept + linear.slope * response_probabilities(design, NAMES["pi"])[1]
    zero_of_score = maximum_likelihood(design, "pi", "N", "n").stationary_point
    return [
        context.shown("the zero of the score", relation_formula(zero_of_score, "=", general)),
        context.shown(
            "the linear unbiased estimator", relation_formula(linear.intercept + linear.slope * share, "=", general)
        ),
        context.shown("unbiased", relation_formula(mean, "=", NAMES["pi"])),
    ]


ENCODINGS = {
    function.__name__: function
    for function in (
        conditional_law,
        direct_questioning,
        maximum_where_score_vanishes,
        maximum_over_all_proportions,
        maximum_over_unit_interval,
        clipped_estimator_unbiased,
        variance_of_any_variable,
        chebyshev_margin,
        normal_margin,
        no_guarantee_at_finite_n,
        warner_matrix,
        spinner_law,
        warner_estimator,
    )
}
