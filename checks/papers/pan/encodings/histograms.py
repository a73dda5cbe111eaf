"""Appendix G: covariances of the indicators of one response, of histograms, and of estimated frequencies.

Values are told apart by labels; which of the printed labels are equal is a pattern, and each pattern that the print
allows is judged, for every m.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from checks.interpreter import Interpreter
from checks.papers.pan.encodings.reports import ONE, ZERO, Encoding, fact
from checks.reading import syntax as tree
from checks.values import MatrixValue, MeaninglessError, Value
from checks.verification import Context, Part
from derivations.equal_weights import EqualWeights, generalised_response
from derivations.linear_algebra import product, total, transposed
from derivations.moment_law import variable
from derivations.moments import fixed_count_moments
from derivations.relaxation import response_probability
from mechanisms.design import Design
from mechanisms.domain import Domain, above, integer
from mechanisms.formula import all_of
from mechanisms.rational import RationalFunction

LEVEL, SIZE, OBJECTS = variable("z"), variable("m"), variable("n")
TRUTH, OTHER = (response_probability(LEVEL, SIZE, is_truth) for is_truth in (True, False))
INDICATORS = {"Y_x": "label_x", "Y_v": "label_v", "Y_w": "label_w", "Y_i": "i", "Y_j": "j"}
Labels = Mapping[str, int]
"""Label -> number; equal labels have equal numbers, and label_x is the true value."""


def indicator_mean(labels: Labels, names: Sequence[str]) -> RationalFunction:
    """E of a product of indicators of one response: the chance of the value where they are all of one, else zero."""
    values = {labels[INDICATORS[name]] for name in names}
    if len(values) > 1:
        return ZERO
    return TRUTH if values == {labels["label_x"]} else OTHER


def _names(interpreter: Interpreter, node: tree.Node) -> tuple[str, ...]:
    factors = node.factors if isinstance(node, tree.Product) else (node,)
    names = tuple(factor.name for factor in factors if isinstance(factor, tree.Name) and factor.name in INDICATORS)
    if len(names) != len(factors):
        raise MeaninglessError(f"'{interpreter.print(node)}' is no product of indicators of a response")
    return names


def reader_with(context: Context, labels: Labels) -> Interpreter:
    """An interpreter for which the indicators are those of one response, with this pattern of labels."""

    def mean(interpreter: Interpreter, node: tree.Operate) -> Value:
        return indicator_mean(labels, _names(interpreter, node.arguments[0]))

    def covariance(interpreter: Interpreter, node: tree.Operate) -> Value:
        first, second = (_names(interpreter, argument) for argument in node.arguments)
        means = indicator_mean(labels, first) * indicator_mean(labels, second)
        return indicator_mean(labels, (*first, *second)) - means

    def variance(interpreter: Interpreter, node: tree.Operate) -> Value:
        return covariance(interpreter, replace(node, arguments=(*node.arguments, *node.arguments)))

    base = context.interpreter.notation
    reader = context.interpreter.speaking(
        replace(base, operators={**base.operators, "E": mean, "Cov": covariance, "Var": variance})
    )
    reader.at.update({name: RationalFunction.of(number) for name, number in labels.items()})
    return reader


def judged(context: Context, pattern: str, labels: Labels) -> list[Part]:
    """Every printed formula under one pattern."""
    reader = reader_with(context, labels)
    parts = [o for node in context.trees() for o in reader.obligations(node)]
    return [replace(o, label=f"{pattern}: {o.label}") for o in parts]


def values_apart(context: Context) -> Sequence[Part]:
    """x and v are different values."""
    return judged(context, "v is not x", {"label_x": 1, "label_v": 2})


def two_other_values(context: Context) -> Sequence[Part]:
    """v and w are values other than x; where the print does not exclude it, they are equal as well."""
    apart = judged(context, "v is not w", {"label_x": 1, "label_v": 2, "label_w": 3})
    equal = fact(variable("label_v"), "=", variable("label_w"))
    together = replace(context, interpreter=context.interpreter.assuming(equal))
    return [*apart, *judged(together, "v is w", {"label_x": 1, "label_v": 2, "label_w": 2})]


PATTERNS = {
    "i = j = x": (1, 1),
    "i = x, j another": (1, 2),
    "j = x, i another": (2, 1),
    "i = j, another than x": (2, 2),
    "i, j and x are three": (2, 3),
}


def all_patterns(context: Context) -> Sequence[Part]:
    """The printed cases for all patterns of i, j and x."""
    return [
        part
        for pattern, (i, j) in PATTERNS.items()
        for part in judged(context, pattern, {"label_x": 1, "i": i, "j": j})
    ]


# -- histograms --------------------------------------------------------------------------------------------------------

GROUPS = ("first", "second", "rest")  # objects whose value is the first label, the second, or neither


@cache
def histogram_covariance(*, same: bool) -> RationalFunction:
    """Cov of two counts of a histogram, or Var of one: from the generating functions of all n responses.

    The values are lumped to those that are counted and the rest; `first` and `second` objects have the counted values.
    """
    domain = Domain.of(above("z", 1), integer("m", 3))
    first, second = variable("first"), variable("second")
    if same:
        rows = [[TRUTH, ONE - TRUTH], [OTHER, ONE - OTHER]]
        counts = [first, OBJECTS - first]
    else:
        rest = ONE - TRUTH - OTHER
        rows = [[TRUTH, OTHER, rest], [OTHER, TRUTH, rest], [OTHER, OTHER, ONE - 2 * OTHER]]
        counts = [first, second, OBJECTS - first - second]
    design = Design([[entry.to_sympy() for entry in row] for row in rows], domain, tuple(range(len(rows))))
    moments = fixed_count_moments(design, [count.numerator for count in counts])
    return moments.covariance[0][0 if same else 1]


def sum_over_objects(context: Context) -> Sequence[Part]:
    """The printed equation for the variance of every count, and for the covariance of every two."""
    found: list[Part] = []
    for same, pattern in ((True, "the variance of a count"), (False, "the covariance of two counts")):
        reader = _histogram_reader(context, same=same)
        parts = [o for node in context.trees() for o in reader.obligations(node)]
        found += [replace(o, label=f"{pattern}: {o.label}") for o in parts]
    return found


def _histogram_reader(context: Context, *, same: bool) -> Interpreter:
    first, second = variable("first"), variable("second")
    groups = [(1, first), (3, OBJECTS - first)] if same else [(1, first), (2, second), (3, OBJECTS - first - second)]

    def covariance(interpreter: Interpreter, node: tree.Operate) -> Value:
        if node.arguments == (tree.Name("H"),):
            return histogram_covariance(same=same)
        if node.arguments != (tree.Name("Y_vector"),) or node.given != (tree.Name("X_i"),):
            raise MeaninglessError(f"'{interpreter.print(node)}' is no covariance of a histogram or a response")
        labels = {"label_x": int(interpreter.number(tree.Name("X_i")).evaluate({})), "i": 1, "j": 1 if same else 2}
        means = indicator_mean(labels, ("Y_i",)) * indicator_mean(labels, ("Y_j",))
        return indicator_mean(labels, ("Y_i", "Y_j")) - means

    def sums(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
        match node:
            case tree.BigSum(index=tree.Name(name="i"), condition=tree.Chain(members=(_, tree.Name(name="objects")))):
                pass
            case _:
                return None
        values = []
        for value, count in groups:
            inner = interpreter.speaking(interpreter.notation)
            inner.at["X_i"] = RationalFunction.of(value)
            values.append(count * inner.number(node.body))
        return total(values)

    base = context.interpreter.notation
    return context.interpreter.speaking(replace(base, operators={**base.operators, "Cov": covariance}, sums=sums))


SHOWN_SIZE = 3


def estimated_frequencies(context: Context) -> Sequence[Part]:
    """The printed equation, read with m = 3 and any histogram; and for every m the inverse of P is symmetric.

    Cov(A x) = A Cov(x) A^T, and A^T = A for A = P^-1, the inverse of a matrix a I + b J.
    """
    matrix = generalised_response(SIZE, TRUTH)
    back = matrix.inverse()
    left, right, entry = (variable(name) for name in ("a_kl", "a_lk", "c_kl"))
    one = EqualWeights(SIZE, ONE, ZERO)
    inverted = matrix.times(back)
    return [
        *_read_with_three_values(context),
        context.shown("off the diagonal P is constant, for every m", fact(matrix.off_diagonal, "=", OTHER)),
        context.shown(
            "so is its inverse, for every m",
            all_of([fact(inverted.identity, "=", one.identity), fact(inverted.ones, "=", one.ones)]),
        ),
        context.shown(
            "with A^T = A the two products agree term by term",
            fact(left * entry, "=", right * entry),
            fact(left, "=", right),
        ),
    ]


def _read_with_three_values(context: Context) -> Iterable[Part]:
    values = range(SHOWN_SIZE)
    truth, other = (entry.substitute({"m": SHOWN_SIZE}) for entry in (TRUTH, OTHER))
    matrix = MatrixValue(tuple(tuple(truth if i == j else other for j in values) for i in values))
    cov = tuple(tuple(variable(f"cov_{min(i, j)}{max(i, j)}") for j in values) for i in values)
    histogram = MatrixValue(tuple((variable(f"H_{i}"),) for i in values))

    def covariance(interpreter: Interpreter, node: tree.Operate) -> Value:
        """A Cov(H) A^T for the linear function A H of the histogram."""
        value = interpreter.value(node.arguments[0])
        if not isinstance(value, MatrixValue):
            raise MeaninglessError(f"'{interpreter.print(node)}': the covariance of a vector is meant here")
        linear = tuple(tuple(entry.derivative(f"H_{j}") for j in values) for (entry,) in value.rows)
        return MatrixValue(product(product(linear, cov), transposed(linear)))

    base = context.interpreter.notation
    names = {**base.names, "P": lambda i: matrix, "H": lambda i: histogram}
    reader = context.interpreter.speaking(replace(base, operators={**base.operators, "Cov": covariance}, names=names))
    return [o for node in context.trees() for o in reader.obligations(node)]


ENCODINGS: Mapping[str, Encoding] = {
    "values_apart": values_apart,
    "two_other_values": two_other_values,
    "all_patterns": all_patterns,
    "sum_over_objects": sum_over_objects,
    "estimated_frequencies": estimated_frequencies,
}
