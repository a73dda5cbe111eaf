"""Sections 1 and 2: randomised response as a matrix, the privacy of Warner's coin and of m answers, the best coin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from checks.interpreter.values import MatrixValue, MeaninglessError
from checks.papers.mw.encodings.common import ONE, Encoding, fact, with_names
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.equal_weights import EqualWeights, generalised_response
from derivations.algebra.linear_algebra import total
from derivations.estimation.estimator import estimator_variance
from derivations.estimation.sampling_model import design_rows
from derivations.prover.with_theorems import substitute_rational
from mechanisms import catalogue
from mechanisms.exact.formula import Formula, all_of
from mechanisms.exact.rational import RationalFunction

P, X, M = (variable(name) for name in ("p", "x", "m"))


def warner_rows() -> list[list[RationalFunction]]:
    """The matrix of Warner's spinner, enumerated from its protocol, with p for the probability of the truth."""
    rows = design_rows(catalogue.get("warner").protocol.design())
    return [[entry.substitute({"p_w": P}) for entry in row] for row in rows]


def warner_coin(context: Context) -> Sequence[Part]:
    """Warner's coin has the printed matrix."""
    rows = warner_rows()
    printed = [[P, ONE - P], [ONE - P, P]]
    return [
        context.shown(f"entry ({i}, {j})", fact(rows[i][j], "=", printed[i][j])) for i, j in product((0, 1), repeat=2)
    ]


def two_answers_are_warner(context: Context) -> Sequence[Part]:
    """Definition 3 with m = 2 has the matrix of Warner's coin."""
    general = generalised_response(M, P)
    rows, two = warner_rows(), fact(M, "=", 2)
    return [
        context.shown(
            f"entry ({i}, {j})", fact(general.diagonal if i == j else general.off_diagonal, "=", rows[i][j]), two
        )
        for i, j in product((0, 1), repeat=2)
    ]


def rows_sum_to_one(context: Context) -> Sequence[Part]:
    """Every row of m-elements randomised response sums to one, for every m, and of the general 3 x 3 design."""
    general = design_rows(catalogue.get("three-answers").protocol.design())
    return [
        context.shown(f"row {i} of the general design", fact(total(row), "=", 1)) for i, row in enumerate(general, 1)
    ] + [context.shown("a row with m answers", fact(generalised_response(M, P).row_sum, "=", 1), fact(M, ">=", 2))]


def ldp_conditions(matrix: EqualWeights) -> list[Formula]:
    """(1) for every pair of inputs and every output: the two different entries of a column, either way."""
    own, other = matrix.diagonal, matrix.off_diagonal
    return [fact(own, "<=", X * other), fact(other, "<=", X * own)]


def necessary_for_privacy(size: RationalFunction) -> Encoding:
    """If randomised response with this many answers is eps-private, the printed equation or inequality holds."""

    def parts(context: Context) -> Sequence[Part]:
        (node,) = context.trees()
        given = [*ldp_conditions(generalised_response(size, P)), *_several(size)]
        return context.interpreter.assuming(*given).obligations(node, "necessary for privacy")

    return parts


def sufficient_for_privacy(size: RationalFunction) -> Encoding:
    """Where the printed equation or inequality holds, randomised response with this many answers is eps-private."""

    def parts(context: Context) -> Sequence[Part]:
        (node,) = context.trees()
        printed = context.interpreter.formula(node)
        conditions = ldp_conditions(generalised_response(size, P))
        labels = ("the truth against another answer", "another answer against the truth")
        return [
            context.shown(label, condition, printed, *_several(size))
            for label, condition in zip(labels, conditions, strict=True)
        ]

    return parts


def necessary_and_sufficient(size: RationalFunction) -> Encoding:
    """The printed range is exactly the range of the private p."""
    return lambda context: [*necessary_for_privacy(size)(context), *sufficient_for_privacy(size)(context)]


def _several(size: RationalFunction) -> list[Formula]:
    return [fact(size, ">=", 2)] if size.names else []


def columns_side_by_side(context: Context) -> Sequence[Part]:
    """The displayed matrix is the block matrix that is printed beside it, read as it stands.

    The P_i are defined as rows, so that a P_i with a transpose is a column; Remark 5 numbers the answers from 1 to 3.
    """
    match context.trees():
        case [
            tree.Chain(members=(tree.Name(name="P_general"), tree.Matrix() as displayed, block), relations=("=", "="))
        ]:
            pass
        case _:
            raise MeaninglessError("a matrix and a block matrix are printed")
    entries = {f"p{i}{j}": variable(f"r{i}{j}") for i, j in product((1, 2, 3), repeat=2)}
    reader = with_names(context.interpreter, **entries)
    whole = reader.value(displayed)
    assert isinstance(whole, MatrixValue)
    rows = {f"P_row{i}": tuple(variable(f"row{i}_{j}") for j in (1, 2, 3)) for i in (1, 2, 3)}
    side_by_side = _block(block, rows)
    defined = {(i, j): (rows[f"P_row{i}"][j - 1], entries[f"p{i}{j}"]) for i, j in product((1, 2, 3), repeat=2)}
    law = [fact(part, "=", entry) for part, entry in defined.values()]
    law += [fact(0, "<=", entry) for entry in entries.values()]
    law += [fact(total(entries[f"p{i}{j}"] for j in (1, 2, 3)), "=", 1) for i in (1, 2, 3)]
    return [
        context.shown(f"entry ({i + 1}, {j + 1})", fact(whole.rows[i][j], "=", side_by_side[i][j]), *law)
        for i, j in product(range(3), repeat=2)
    ]


def _block(node: tree.Node, rows: dict[str, tuple[RationalFunction, ...]]) -> tuple[tuple[RationalFunction, ...], ...]:
    """Blocks in brackets stand side by side; a transpose turns rows into columns."""
    match node:
        case tree.Power(base=base, exponent=tree.Name(name="transposed")):
            return tuple(zip(*_block(base, rows), strict=True))
        case tree.Name(name=name) if name in rows:
            return (rows[name],)
        case tree.TupleNode(items=items):
            blocks = [_block(item, rows) for item in items]
            return tuple(tuple(entry for part in line for entry in part) for line in zip(*blocks, strict=True))
    raise MeaninglessError("a block matrix of rows and columns is printed")


def truthful_probability_is_optimal(context: Context) -> Sequence[Part]:
    """Among all private p at which Warner's coin can be inverted, one has the least variance if p is as printed.

    The variance is derived from Warner's protocol; eps > 0, since at eps = 0 no private coin can be inverted.
    """
    (node,) = context.trees()
    best = variable("p_best")  # not p, of which it is assumed that it is a probability
    printed = substitute_rational(context.interpreter.formula(node), {"p": best})
    design = catalogue.get("warner").protocol.design()
    variance = estimator_variance(design, variable("pi0"), "N")[0]
    least, other = (variance.substitute({"p_w": truth}) for truth in (best, P))
    private_best, private = (
        [*ldp_conditions(generalised_response(RationalFunction.of(2), truth)), fact(truth, "!=", ONE / 2)]
        for truth in (best, P)
    )
    proportion = [fact(0, "<=", best), fact(best, "<=", 1)]
    return [
        context.shown("the printed probability is private", all_of([*proportion, *private_best]), printed),
        context.shown("no private coin does better", fact(other, ">=", least), printed, *private),
    ]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
        )
    },
}
