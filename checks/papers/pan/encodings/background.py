"""Sections 1 and 2: local differential privacy, composition, randomized response, estimated frequencies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from checks.interpreter import Interpreter
from checks.papers.pan.encodings import continual
from checks.papers.pan.encodings.common import Encoding, equal_numbers, fact, having, sides
from checks.papers.pan.encodings.requirements import ranges_over_values
from checks.papers.pan.notation.relaxation import size_of
from checks.reading import syntax as tree
from checks.values import MeaninglessError, Piecewise, Value
from checks.verification import Context, Part
from derivations.equal_weights import EqualWeights
from derivations.one_relaxation import M, X, Y, probability, variable
from mechanisms.rational import RationalFunction

Z = variable("z")
TOP, LOW, ONE_MASS, OTHER_MASS = (variable(name) for name in ("largest", "least", "mass", "other_mass"))
INPUTS = {"label_x": ONE_MASS, "x_other": OTHER_MASS}


def response(value: int, truth: int, level: RationalFunction = Z, size: RationalFunction | int = M) -> RationalFunction:
    """P(o = value | X = truth) of the randomized response with e^eps = level, from its protocol."""
    return probability(truth, (value,), (), 3 if size == M else 2, size).substitute({"x": level})


# -- privacy by the largest ratio --------------------------------------------------------------------------------------


def _input_of(node: tree.Node) -> str:
    """The input of which the probability of the result y, or of the history, is printed."""
    match node:
        case tree.Operate(
            arguments=(
                tree.Chain(
                    members=(
                        tree.Apply(function="M", arguments=(tree.Name(name=asked),)),
                        tree.Name(name="information"),
                    ),
                    relations=("=",),
                ),
            ),
            given=(tree.Name(name=given),),
        ) if asked == given and given in INPUTS:
            return given
        case tree.Operate(
            arguments=(tree.Name(name="history_n"),),
            given=(tree.Chain(members=(tree.Name(name="X"), tree.Name(name=given)), relations=("=",)),),
        ) if given in INPUTS:
            return given
    raise MeaninglessError("the probability of one result of one input is needed")


def _in_masses(node: tree.Node) -> tree.Node:
    """The print with the largest and the least probability, and those of two inputs, as names."""
    match node:
        case tree.ExtremeValue(expression=tree.Operate(operator="Pr") as inside, kind=("max" | "min") as kind):
            if [v.name for v in node.variables] != [_input_of(inside)]:
                raise MeaninglessError("an extremum over the input of the query is needed")
            return tree.Name("largest" if kind == "max" else "least")
        case tree.Operate(operator="Pr"):
            return tree.Name("mass" if _input_of(node) == "label_x" else "other_mass")
    return tree.with_children(node, tuple(_in_masses(child) for child in tree.children(node)))


def largest_ratio(context: Context) -> Sequence[Part]:
    """The bound on the ratio says the same as the bound for all pairs of inputs, for a result that some input gives.

    The largest and the least probability are those of some inputs, of which there are finitely many; the bound for
    pairs is printed first, or it is (1).
    """
    *pairwise, ratio = [_in_masses(node) for node in context.trees()]
    reader = context.interpreter
    bound = fact(ONE_MASS, "<=", Z * OTHER_MASS)
    if pairwise:
        bound = reader.formula(pairwise[0])
    extreme = having(reader, mass=TOP, other_mass=LOW)
    at_extremes = extreme.formula(pairwise[0]) if pairwise else fact(TOP, "<=", Z * LOW)
    known = [fact(LOW, ">=", 0), fact(TOP, "<=", 1), fact(TOP, ">", 0), fact(LOW, "<=", TOP)]
    between = [fact(LOW, "<=", p) for p in INPUTS.values()] + [fact(p, "<=", TOP) for p in INPUTS.values()]
    return [
        context.shown("the ratio is bounded if all pairs are", reader.formula(ratio), at_extremes, *known),
        context.shown("all pairs are bounded if the ratio is", bound, reader.formula(ratio), *known, *between),
    ]


def chain_rule(context: Context) -> Sequence[Part]:
    """The law of a history as a product of conditional laws, by induction on its length.

    For one response the product is empty. One more response multiplies it by the law of the response given those
    before, which is the quotient of the probabilities of the longer and of the shorter history.
    """
    (node,) = context.trees()
    left, right = sides(node)
    products = [part for part in tree.nodes(right) if isinstance(part, tree.BigProduct)]
    if len(products) != 1 or not _starts_at_two(products[0]):
        raise MeaninglessError("a product from the second response on is needed")
    shorter, longer, first, rest = (variable(name) for name in ("h", "h_longer", "first", "rest"))

    def reading(whole: RationalFunction, product: RationalFunction) -> Interpreter:
        def law(interpreter: Interpreter, event: tree.Operate) -> Value:
            match event.arguments, event.given:
                case (tree.Name(name="history_n"),), (tree.Name(name="X"),):
                    return whole
                case (tree.Name(name="o1"),), (tree.Name(name="X"),):
                    return first
                case (tree.Name(name="o_i"),), (tree.Name(name="history_before"), tree.Name(name="X")):
                    interpreter.divisors.append(shorter)
                    return longer / shorter
            raise MeaninglessError(f"'{interpreter.print(event)}' is no law of responses here")

        notation = context.interpreter.notation
        return having(
            context.interpreter.speaking(replace(notation, operators={**notation.operators, "Pr": law})),
            so_far=product,
        )

    def with_product(part: tree.Node, body: bool) -> tree.Node:
        if part == products[0]:
            so_far = tree.Name("so_far")
            return tree.Product((so_far, products[0].body)) if body else so_far
        return tree.with_children(part, tuple(with_product(child, body) for child in tree.children(part)))

    one = RationalFunction.of(1)
    base = reading(first, one)
    step = reading(longer, rest).assuming(equal_numbers(shorter, first * rest), fact(shorter, ">", 0))
    return [
        *base.link(left, "=", with_product(right, False), "one response"),
        *step.link(left, "=", with_product(right, True), "one more response"),
    ]


def _starts_at_two(product: tree.BigProduct) -> bool:
    match product.condition:
        case tree.Chain(
            members=(tree.Number(text="2"), tree.Name(name=index), tree.Name(name="n")), relations=("<=", "<=")
        ):
            return index == "i"
    return False


# -- randomized response -----------------------------------------------------------------------------------------------


def law_of_one_response(context: Context) -> Sequence[Part]:
    """The printed cases are the law of the protocol; for m = 2, where the print has no meaning for every m."""
    try:
        return _cases_of_the_law(context, context.interpreter)
    except MeaninglessError:
        return _cases_of_the_law(context, having(context.interpreter, m=2))


def _cases_of_the_law(context: Context, reader: Interpreter) -> list[Part]:
    (node,) = context.trees()
    _, printed = sides(node)
    parts: list[Part] = []
    for label, value in (("the truth", 1), ("another value", 2)):
        here = having(reader, information=value, f_X=1)
        cases = here.value(printed)
        if not isinstance(cases, Piecewise):
            raise MeaninglessError("a law by cases is needed")
        chosen = [value for condition, value in cases.branches if condition.holds_at({})]
        derived = response(value - 1, 0, size=size_of(reader))
        parts += [part for number in chosen for part in here.compare(number, "=", derived, label)]
    return parts


def response_is_private(context: Context) -> Sequence[Part]:
    """No response is more than e^eps times as probable under one truth as under another; one is just so."""
    pairs = [(value, truth, 1 - truth) for value in range(3) for truth in (0, 1)]
    return [
        *(
            context.shown(f"response {v} under {s} and {t}", fact(response(v, s), "<=", Z * response(v, t)))
            for v, s, t in pairs
        ),
        context.shown("the bound is reached", equal_numbers(response(0, 0), Z * response(0, 1))),
    ]


def unbiased_frequency(context: Context) -> Sequence[Part]:
    """The mean of the printed estimator of the frequency of b is the frequency.

    It is affine in the share of responses b, whose mean is P(b | b) for each object with the value b, and P(b | a) for
    each other one.
    """
    (node,) = context.trees()
    share, true_share = variable("lambda_b"), variable("share")
    reader = context.interpreter
    estimate = reader.number(sides(node)[1])
    slope = estimate.derivative("lambda_b")
    mean = true_share * response(0, 0, size=2) + (1 - true_share) * response(0, 1, size=2)
    inside = [fact(0, "<=", true_share), fact(true_share, "<=", 1)]
    affine = equal_numbers(estimate, slope * share + estimate.substitute({"lambda_b": 0}))
    return [
        *reader.definedness("the estimator", reader.divisors),
        context.shown("it is affine in the share of responses", affine),
        context.shown("its mean", equal_numbers(estimate.substitute({"lambda_b": mean}), true_share), *inside),
    ]


def inverse_of_the_channel(context: Context) -> Sequence[Part]:
    """The printed estimator P^-1 H has the mean H: the printed P is the matrix that turns H into the mean of H_Y."""
    estimator, entries = context.trees()
    match sides(estimator)[1]:
        case tree.Product(
            factors=(tree.Power(base=tree.Name(name="P"), exponent=power), tree.Name(name="H_responses"))
        ):
            exponent = context.interpreter.number(power)
        case _:
            raise MeaninglessError("a power of P times the histogram of the responses is needed")
    if exponent != RationalFunction.of(-1):
        raise MeaninglessError("of the powers of P only the inverse has a meaning here")
    event = sides(entries)[1]

    def law(interpreter: Interpreter, node: tree.Operate) -> Value:
        names = {"y_i": 0, "y_j": int(interpreter.number(tree.Name("column")).evaluate({}))}
        match node.arguments, node.given:
            case (tree.Name(name=given_out),), (tree.Chain(members=(tree.Name(name="f_X"), tree.Name(name=own))),):
                return response(names[given_out], names[own])
        raise MeaninglessError(f"'{interpreter.print(node)}' is no law of a response here")

    notation = context.interpreter.notation
    reader = context.interpreter.speaking(replace(notation, operators={**notation.operators, "Pr": law}))
    same, different = (having(reader, column=column).number(event) for column in (0, 1))
    printed = EqualWeights(M, same - different, different)
    channel = EqualWeights(M, response(0, 0) - response(0, 1), response(0, 1))
    product = printed.inverse().times(channel)
    return [
        context.shown("P is invertible", fact(printed.identity * printed.row_sum, "!=", 0)),
        context.shown("P^-1 times the mean of H_Y: its diagonal", equal_numbers(product.diagonal, 1)),
        context.shown("P^-1 times the mean of H_Y: the rest", equal_numbers(product.off_diagonal, 0)),
    ]


def split_budget_is_worse(context: Context) -> Sequence[Part]:
    """The best mean of the estimates from eps1 and from eps2 - eps1 has a larger variance than that from eps2.

    For two values, where the variance of an unbiased estimate of a frequency from n responses is
    P(b | b) (1 - P(b | b))/(n (P(b | b) - P(b | a))^2), whatever the truths are. Two independent unbiased estimates
    with the variances V, W have no better mean than the one with the variance V W/(V + W).
    """

    def variance(level: RationalFunction) -> RationalFunction:
        own, other = response(0, 0, level, 2), response(0, 1, level, 2)
        return own * (1 - own) / (own - other) ** 2

    first, rest, whole = variance(X), variance(Y / X), variance(Y)
    known = [fact(X, ">", 1), fact(Y, ">", X)]
    return [
        context.shown("both responses together", fact(first * rest / (first + rest), ">", whole), *known),
        context.shown("the second response alone", fact(rest, ">", whole), *known),
    ]


def composition_of_histories(context: Context) -> Sequence[Part]:
    """The printed a, b are values of X; and the printed inequality by induction on the length of the history."""
    _, inequality = context.statement.latex
    ranges, _ = context.trees()
    alone = replace(context, statement=replace(context.statement, latex=(inequality,)))
    return [*ranges_over_values(context, ranges), *continual.composition(alone)]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        largest_ratio,
        chain_rule,
        law_of_one_response,
        response_is_private,
        unbiased_frequency,
        inverse_of_the_channel,
        split_budget_is_worse,
        composition_of_histories,
    )
}
