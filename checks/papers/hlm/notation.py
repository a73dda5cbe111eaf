"""What the notation of the paper means, each piece derived: from the protocol to the design matrix, from there to the
response probabilities and the moments of the count, from the privacy definition to the feasible region.

Nothing here repeats a formula that the paper prints as a result; only its definitions are taken over, each where it is
marked as one.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

from checks.interpreter import ONE, ZERO, Interpreter, Notation
from checks.interpreter.values import (
    Coordinates,
    LogSum,
    MatrixValue,
    MeaninglessError,
    PowerProduct,
    SetValue,
    Value,
)
from checks.papers.spellings import spellings
from checks.reading import syntax as tree
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.estimator import linear_estimator
from derivations.estimation.moments import CountMoments, count_moments
from derivations.estimation.sampling_model import design_rows, response_probabilities
from derivations.theorems.binary.binary_maximum import MaximumLikelihood, maximum_likelihood
from mechanisms import catalogue
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, above, integer, real, within
from mechanisms.exact.formula import Formula, all_of, any_of, at_least, negation
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

NAMES = {
    name: RationalFunction(Polynomial.variable(name)) for name in ("p00", "p11", "pi", "n", "N", "x", "delta", "t")
}

DOMAIN = Domain.of(
    within("p00", 0, 1),
    within("p11", 0, 1),
    within("p_w", 0, 1),
    within("pi", 0, 1),
    integer("n", 1),
    integer("N", 0),
    above("x", 1, closed=True),
    within("delta", 0, 1),
    within("t", 0, 1),
    within("a", 0, 1),
    within("b", 0, 1),
    real("lemma_x"),
    real("lemma_y"),
    conditions=(at_least(Polynomial.variable("n"), Polynomial.variable("N")),),
    exponentials={"eps": "x"},
)
"""Ranges of the paper's symbols. The paper does not print eps >= 0 and 0 <= delta <= 1; it is the usual meaning."""


# -- the survey --------------------------------------------------------------------------------------------------------


@cache
def general_design() -> Design:
    """The generalised randomised response, enumerated from its protocol."""
    return catalogue.get("binary").protocol.design()


@cache
def moments() -> CountMoments:
    """Moments of the count of ones for symbolic n."""
    return count_moments(general_design(), NAMES["pi"], "n")


@cache
def likelihood_maximum() -> MaximumLikelihood:
    """The maximum of the likelihood of the general design."""
    return maximum_likelihood(general_design(), "pi", "N", "n")


def response_probability(
    k: int, first: RationalFunction, second: RationalFunction, proportion: RationalFunction
) -> RationalFunction:
    """P(X = k) for the design with p00 = first, p11 = second, derived by total probability."""
    found = response_probabilities(general_design(), NAMES["pi"])[k]
    return found.substitute({"p00": first, "p11": second, "pi": proportion})


def estimator(interpreter: Interpreter, first: RationalFunction, second: RationalFunction) -> RationalFunction:
    """The estimator as a function of the count N: the zero of the score."""
    size = _symbol(interpreter, "n")
    return likelihood_maximum().stationary_point.substitute({"p00": first, "p11": second, "n": size})


def estimator_error(
    first: RationalFunction, second: RationalFunction, proportion: RationalFunction, size: RationalFunction
) -> RationalFunction:
    """Variance of the unbiased linear estimator slope^2 Var(N) / n^2, from the moments of N."""
    found = linear_estimator(general_design()).slope ** 2 * moments().covariance[1][1] / NAMES["n"] ** 2
    return found.substitute({"p00": first, "p11": second, "pi": proportion, "n": size})


def _symbol(interpreter: Interpreter, name: str) -> RationalFunction:
    return interpreter.number(tree.Name(name))


def _design_arguments(interpreter: Interpreter, node: tree.Node) -> tuple[RationalFunction, RationalFunction]:
    """The (p00, p11) that an estimator is printed with; without arguments the general ones."""
    match node:
        case tree.Apply(function="Pi_hat", arguments=(first, second)):
            return interpreter.number(first), interpreter.number(second)
        case tree.Apply(function="Pi_hat_w", arguments=(truth,)):
            value = interpreter.number(truth)
            return value, value
        case tree.Apply(function="Pi_hat_1", arguments=(t,)):
            edge = _edge(interpreter, ZERO, interpreter.number(t))
            return edge[0], edge[1]
        case tree.Apply(function="Pi_hat_2", arguments=(t,)):
            edge = _edge(interpreter, ZERO, interpreter.number(t))
            return edge[1], edge[0]
        case tree.Apply(function="Pi_hat_1_delta", arguments=(t,)):
            edge = _edge(interpreter, _symbol(interpreter, "delta"), interpreter.number(t))
            return edge[0], edge[1]
        case tree.Name(name="Pi_hat_w"):
            return (_symbol(interpreter, "p_w"),) * 2
        case tree.Name(name="Pi_hat") | _:
            return _symbol(interpreter, "p00"), _symbol(interpreter, "p11")


ESTIMATORS = ("Pi_hat", "Pi_hat_w", "Pi_hat_1", "Pi_hat_2", "Pi_hat_1_delta")


def _estimator_value(interpreter: Interpreter, node: tree.Apply) -> Value:
    return estimator(interpreter, *_design_arguments(interpreter, node))


def _proportion(interpreter: Interpreter, node: tree.Operate) -> RationalFunction:
    return interpreter.number(node.given[0]) if node.given else _symbol(interpreter, "pi")


def _mentioned_estimator(node: tree.Node) -> tree.Node:
    for _, part in tree.walk(node):
        if isinstance(part, tree.Apply) and part.function in ESTIMATORS:
            return part
        if isinstance(part, tree.Name) and part.name in ESTIMATORS:
            return part
    return node


def _expectation_of(interpreter: Interpreter, node: tree.Node, proportion: RationalFunction) -> RationalFunction:
    """E of a polynomial in the response X_i, or of one of degree at most 2 in the count N."""
    return expectation(interpreter, interpreter.number(node), _mentioned_estimator(node), proportion)


def expectation(
    interpreter: Interpreter, variable: RationalFunction, mentioned: tree.Node, proportion: RationalFunction
) -> RationalFunction:
    """The expectation of a random variable that is a function of X_i or of N, under the design that is mentioned."""
    first, second = _design_arguments(interpreter, mentioned)
    size = _symbol(interpreter, "n")
    if "X_i" in variable.names:
        return sum(
            (variable.substitute({"X_i": k}) * response_probability(k, first, second, proportion) for k in (0, 1)), ZERO
        )
    if "N" in variable.denominator.names or variable.numerator.degree("N") > 2:
        raise MeaninglessError("only moments of the count up to the second are derived for symbolic n")
    values = {"p00": first, "p11": second, "pi": proportion, "n": size}
    mean = moments().mean[1].substitute(values)
    powers = {0: ONE, 1: mean, 2: moments().covariance[1][1].substitute(values) + mean**2}
    total = sum(
        (RationalFunction(c) * powers[power] for power, c in variable.numerator.coefficients_in("N").items()), ZERO
    )
    return total / RationalFunction(variable.denominator)


def _expected(interpreter: Interpreter, node: tree.Operate) -> Value:
    return _expectation_of(interpreter, node.arguments[0], _proportion(interpreter, node))


def _variance(interpreter: Interpreter, node: tree.Operate) -> Value:
    """Var(Y) = E[(Y - E Y)^2], from the law of the response and the moments of the count."""
    (argument,) = node.arguments
    proportion = _proportion(interpreter, node)
    mentioned = _mentioned_estimator(argument)
    variable = interpreter.number(argument)
    if "X_i" not in variable.names and "N" not in variable.names:
        raise MeaninglessError(f"'{interpreter.print(node)}' is the variance of something that is not random")
    mean = expectation(interpreter, variable, mentioned, proportion)
    if "X_i" in variable.names:
        return expectation(interpreter, (variable - mean) ** 2, mentioned, proportion)
    return expectation(interpreter, variable**2, mentioned, proportion) - mean**2


def _probability(interpreter: Interpreter, node: tree.Operate) -> Value:
    """P(X_i = k) by total probability; P(X_i = k | x_i = j) from the protocol."""
    match node:
        case tree.Operate(
            arguments=(tree.Chain(members=(tree.Name(name="X_i"), response), relations=("=",)),), given=given
        ):
            k = _digit(interpreter, response)
        case _:
            raise MeaninglessError(f"'{interpreter.print(node)}' is no event with a meaning here")
    first, second = _symbol(interpreter, "p00"), _symbol(interpreter, "p11")
    match given:
        case ():
            return response_probability(k, first, second, _symbol(interpreter, "pi"))
        case (tree.Chain(members=(tree.Name(name="x_i"), truth), relations=("=",)),):
            j = _digit(interpreter, truth)
            return design_rows(general_design())[j][k].substitute({"p00": first, "p11": second})
    raise MeaninglessError(f"'{interpreter.print(node)}' is no event with a meaning here")


def _digit(interpreter: Interpreter, node: tree.Node) -> int:
    value = interpreter.number(node)
    for digit in (0, 1):
        if (value - digit).is_zero():
            return digit
    raise MeaninglessError(f"'{interpreter.print(node)}' is neither 0 nor 1")


def _likelihood(interpreter: Interpreter) -> Value:
    """L of a sample with N ones among n independent responses: their probabilities multiply."""
    ones = response_probability(1, *(_symbol(interpreter, s) for s in ("p00", "p11", "pi")))
    zeros = response_probability(0, *(_symbol(interpreter, s) for s in ("p00", "p11", "pi")))
    count, size = _symbol(interpreter, "N"), _symbol(interpreter, "n")
    return PowerProduct(LogSum(ZERO, ((count, ones), (size - count, zeros))))


def _matrix(design: Design) -> MatrixValue:
    return MatrixValue(design_rows(design))


# -- privacy -----------------------------------------------------------------------------------------------------------


def privacy_conditions(
    first: RationalFunction, second: RationalFunction, x: RationalFunction, delta: RationalFunction
) -> Formula:
    """(eps, delta)-differential privacy of one response by definition: all sets of responses, all pairs of truths."""
    rows = tuple(
        tuple(entry.substitute({"p00": first, "p11": second}) for entry in row) for row in design_rows(general_design())
    )
    events = list(chain.from_iterable(combinations(range(2), size) for size in range(3)))
    return all_of(
        relation_formula(_mass(rows[i], event), "<=", x * _mass(rows[j], event) + delta)
        for event in events
        for i in range(2)
        for j in range(2)
        if i != j
    )


def _mass(row: Coordinates, event: tuple[int, ...]) -> RationalFunction:
    return sum((row[y] for y in event), ZERO)


def is_design(first: RationalFunction, second: RationalFunction) -> Formula:
    """Both free probabilities lie in [0, 1]."""
    return all_of(
        relation_formula(low, "<=", high) for value in (first, second) for low, high in ((ZERO, value), (value, ONE))
    )


def feasible(interpreter: Interpreter, z: Coordinates) -> Formula:
    """R: the private designs."""
    x, delta = _symbol(interpreter, "x"), _symbol(interpreter, "delta")
    return all_of([is_design(*z), privacy_conditions(z[0], z[1], x, delta)])


def feasible_informative(interpreter: Interpreter, z: Coordinates) -> Formula:
    """R': the private designs with p00 + p11 > 1."""
    return all_of([feasible(interpreter, z), relation_formula(z[0] + z[1], ">", ONE)])


def slacks(interpreter: Interpreter, z: Coordinates) -> tuple[RationalFunction, RationalFunction]:
    """Right side minus left side of (11a) and of (11b)."""
    x, delta = _symbol(interpreter, "x"), _symbol(interpreter, "delta")
    return x * (ONE - z[0]) + delta - z[1], x * (ONE - z[1]) + delta - z[0]


def on_edges(interpreter: Interpreter, z: Coordinates) -> Formula:
    """R'': the points of R' at which not both of (11) are strict."""
    strict = all_of(relation_formula(s, ">", ZERO) for s in slacks(interpreter, z))
    return all_of([feasible_informative(interpreter, z), negation(strict)])


def on_boundary(interpreter: Interpreter, z: Coordinates) -> Formula:
    """The topological boundary of R', a convex set: in its closure and on one of its lines; empty if R' is empty.

    R' is empty exactly when eps = delta = 0; otherwise it has inner points.
    """
    x, delta = _symbol(interpreter, "x"), _symbol(interpreter, "delta")
    gaps = [ONE - z[0], ONE - z[1], z[0] + z[1] - ONE, *slacks(interpreter, z)]
    not_empty = any_of([relation_formula(x, ">", ONE), relation_formula(delta, ">", ZERO)])
    return all_of(
        [
            *(relation_formula(g, ">=", ZERO) for g in gaps),
            any_of(relation_formula(g, "=", ZERO) for g in gaps),
            not_empty,
        ]
    )


def _warner_region(interpreter: Interpreter, z: Coordinates) -> Formula:
    """R_w: the feasible p_w with 2 p_w > 1."""
    return feasible_informative(interpreter, (z[0], z[0]))


# -- functions that the paper defines ----------------------------------------------------------------------------------


def _edge(interpreter: Interpreter, delta: RationalFunction, t: RationalFunction) -> Coordinates:
    """(r_delta(t), s_delta(t)) by (22), which defines them; delta = 0 is (19)."""
    x = _symbol(interpreter, "x")
    interpreter.divisors.extend([x, x + 1])
    s = (x + delta) / (x + 1) * t
    r = (ONE + delta / x) * (ONE - t) + s
    return r, s


def _t0(interpreter: Interpreter) -> RationalFunction:
    """t_0(eps, delta) of Lemma 5, a definition."""
    x, delta = _symbol(interpreter, "x"), _symbol(interpreter, "delta")
    interpreter.divisors.append(x + delta)
    return delta * (x + 1) / (x + delta)


def _g(interpreter: Interpreter) -> RationalFunction:
    """g(eps, delta) of (23), a definition."""
    x, delta = _symbol(interpreter, "x"), _symbol(interpreter, "delta")
    interpreter.divisors.append(x + 2 * delta - 1)
    return delta * (x + delta) / (x + 2 * delta - 1) ** 2


def _f(interpreter: Interpreter, node: tree.Apply) -> Value:
    """f of Lemma 1, a definition."""
    x, y = (interpreter.number(a) for a in node.arguments)
    return 2 * x * y - x - y + 1


def _with_budgets(node: tree.Apply, name: str) -> None:
    if node.arguments not in ((), (tree.Name("eps"), tree.Name("delta"))):
        raise MeaninglessError(f"{name} is written with the arguments eps, delta only")


def _apply_t0(interpreter: Interpreter, node: tree.Apply) -> Value:
    _with_budgets(node, "t_0")
    return _t0(interpreter)


def _apply_g(interpreter: Interpreter, node: tree.Apply) -> Value:
    _with_budgets(node, "g")
    return _g(interpreter)


NOTATION = Notation(
    vocabulary=spellings("HLM"),
    domain=DOMAIN,
    functions={
        **dict.fromkeys(ESTIMATORS, _estimator_value),
        "r": lambda i, node: _edge(i, ZERO, i.number(node.arguments[0]))[0],
        "s": lambda i, node: _edge(i, ZERO, i.number(node.arguments[0]))[1],
        "r_delta": lambda i, node: _edge(i, _symbol(i, "delta"), i.number(node.arguments[0]))[0],
        "s_delta": lambda i, node: _edge(i, _symbol(i, "delta"), i.number(node.arguments[0]))[1],
        "r_1": lambda i, node: _edge(i, ONE, i.number(node.arguments[0]))[0],
        "s_1": lambda i, node: _edge(i, ONE, i.number(node.arguments[0]))[1],
        "t_0": _apply_t0,
        "g": _apply_g,
        "f": _f,
    },
    operators={"E": _expected, "Var": _variance, "Pr": _probability},
    names={
        "Pi_hat": lambda i: estimator(i, _symbol(i, "p00"), _symbol(i, "p11")),
        "Pi_hat_w": lambda i: estimator(i, _symbol(i, "p_w"), _symbol(i, "p_w")),
        "L": _likelihood,
        "P": lambda i: _matrix(general_design()),
        "P_w": lambda i: _matrix(catalogue.get("warner").protocol.design()),
        "p01": lambda i: design_rows(general_design())[0][1],
        "p10": lambda i: design_rows(general_design())[1][0],
        "t_0": _t0,
        "g": _g,
        "R_full": lambda i: SetValue(2, lambda z: feasible(i, z)),
        "R1": lambda i: SetValue(2, lambda z: feasible_informative(i, z)),
        "R2": lambda i: SetValue(2, lambda z: on_edges(i, z)),
        "boundary_R1": lambda i: SetValue(2, lambda z: on_boundary(i, z)),
        "R_w": lambda i: SetValue(1, lambda z: _warner_region(i, z)),
    },
    shown={"lemma_x": "x", "lemma_y": "y", "real_t": "t"},
)
