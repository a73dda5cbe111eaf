"""The proof of Theorem 1: second derivatives of the log-likelihood, and that its Hessian is negative definite."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from checks.interpreter.values import MeaninglessError
from checks.papers.mw.encodings.common import Encoding, fact, in_force, numbered, speaking_of
from checks.papers.mw.encodings.general_survey import general
from checks.papers.mw.surveys import Survey, variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import determinant, total
from derivations.estimation.sampling_model import design_rows
from mechanisms.exact.formula import all_of, any_of
from mechanisms.exact.rational import RationalFunction


def second_partials_make_a_maximum(context: Context) -> Sequence[Part]:
    """Where both second partial derivatives are negative, the matrix of second derivatives is negative definite."""
    first, second, mixed = variable("h00"), variable("h11"), variable("h01")
    definite = fact(first * second - mixed**2, ">", 0)
    return [context.shown("negative definite", definite, fact(first, "<", 0), fact(second, "<", 0))]


def hessian_is_negative_definite(context: Context) -> Sequence[Part]:
    """The Hessian of log L is negative definite wherever log L has a value, if every answer was reported.

    With weights w_y = N_y / P(x_i = y)^2 it is -sum_y w_y d_y d_y', where d_y is the gradient of the cell y. The d_y
    sum to zero, so its determinant is (w_0 w_1 + w_0 w_2 + w_1 w_2) D^2 with D = det(d_0, d_1), that is det P.
    """
    survey = general()
    weights = numbered("weight", 3)
    first = (variable("d0"), variable("d1"), -variable("d0") - variable("d1"))
    second = (variable("g0"), variable("g1"), -variable("g0") - variable("g1"))
    pairs = ((first, first), (second, second), (first, second))
    h00, h11, h01 = (-total(w * a * b for w, a, b in zip(weights, left, right, strict=True)) for left, right in pairs)
    minor = first[0] * second[1] - first[1] * second[0]
    mixed = weights[0] * weights[1] + weights[0] * weights[2] + weights[1] * weights[2]
    gradients = [[cell.derivative(name) for name in ("pi0", "pi1")] for cell in survey.cells]
    gradient_minor = gradients[0][0] * gradients[1][1] - gradients[1][0] * gradients[0][1]
    positive = [*(fact(w, ">", 0) for w in weights), fact(minor, "!=", 0)]
    return [
        *second_derivatives_by_weights(context, survey),
        context.shown("the gradients have the determinant of P", fact(gradient_minor, "=", volume())),
        context.shown("determinant of the Hessian", fact(h00 * h11 - h01**2, "=", mixed * minor**2)),
        context.shown("it is positive", fact(mixed * minor**2, ">", 0), *positive),
        *(
            context.shown(f"second derivative {k} is not positive", fact(value, "<=", 0), *positive[:3])
            for k, value in enumerate((h00, h11))
        ),
    ]


def volume() -> RationalFunction:
    """det P of the general design."""
    return determinant(design_rows(general().design))


def second_derivatives_by_weights(context: Context, survey: Survey) -> list[Part]:
    """The second derivatives of log L are -sum_y w_y d_y d_y' with the weights w_y = N_y / q_y^2, which are positive.

    Term by term: the cells are affine in the shares, and a term c log q with q affine has the second derivative
    -c d d' / q^2, where d is the derivative of q.
    """
    names = [name for share in survey.proportions[:-1] for name in share.numerator.names]
    count, constant, d, g = (variable(name) for name in ("count", "constant", "d0", "g0"))
    cell = constant + d * variable("pi0") + g * variable("pi1")
    score = [count * cell.derivative(name) / cell for name in ("pi0", "pi1")]
    possible, seen = fact(cell, ">", 0), fact(count, ">", 0)
    parts: list[Part] = []
    for y, own in enumerate(survey.cells):
        bent = [own.derivative(a).derivative(b) for a, b in product(names, repeat=2)]
        parts.append(context.shown(f"cell {y} is affine in the shares", all_of(fact(value, "=", 0) for value in bent)))
    for k, (a, b) in enumerate(product((0, 1), repeat=2)):
        curved = score[a].derivative(("pi0", "pi1")[b])
        said = -(count / cell**2) * (d, g)[a] * (d, g)[b]
        parts.append(context.shown(f"second derivative {k} of a term", fact(curved, "=", said), possible))
    weight = fact(count / cell**2, ">", 0)
    return [*parts, context.shown("the weight of a report that was seen", weight, possible, seen)]


def curvature_by_weights(name: str) -> Encoding:
    """The printed second derivative is that of log L; it is negative, being -sum_y w_y d_y^2 with positive weights."""

    def parts(context: Context) -> Sequence[Part]:
        there = speaking_of(context, "P_general")
        (node,) = there.trees()
        match node:
            case tree.Chain(
                members=(
                    tree.Derivative(order=2, variable=tree.Name(name=printed_name)) as left,
                    printed,
                    tree.Number(text="0"),
                ),
                relations=("=", "<"),
            ) if printed_name == name:
                pass
            case _:
                raise MeaninglessError(f"a second derivative in {name} is printed with its value, which is below 0")
        survey = general()
        reader = there.interpreter
        slopes = [cell.derivative(name) for cell in survey.cells]
        by_weights = -total(
            count / cell**2 * slope**2 for count, cell, slope in zip(survey.counts, survey.cells, slopes, strict=True)
        )
        weights = numbered("weight", 3)
        d0, d1 = variable("d0"), variable("d1")
        negative = -total(w * d**2 for w, d in zip(weights, (d0, d1, d0 + d1), strict=True))
        moving = any_of(fact(d, "!=", 0) for d in (d0, d1))
        seen = [there.shown(f"report {y} was seen", fact(count, ">", 0)) for y, count in enumerate(survey.counts)]
        return [
            *reader.link(left, "=", printed, "the second derivative"),
            there.shown("the sum over the reports", fact(reader.number(printed), "=", by_weights)),
            *second_derivatives_by_weights(there, survey),
            *seen,
            there.shown(
                "where no cell depends on the share, det P = 0",
                fact(volume(), "=", 0),
                *(fact(slope, "=", 0) for slope in slopes[:2]),
            ),
            there.shown("the sum is negative", fact(negative, "<", 0), *(fact(w, ">", 0) for w in weights), moving),
        ]

    return parts


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
            second_partials_make_a_maximum,
            hessian_is_negative_definite,
        )
    },
    "curvature_in_pi0": in_force("P_general"),
    "curvature_in_pi1": in_force("P_general"),
    "curvature_in_pi0_by_weights": curvature_by_weights("pi0"),
    "curvature_in_pi1_by_weights": curvature_by_weights("pi1"),
}
