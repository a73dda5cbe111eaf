"""Section 3.3, Corollaries 3 to 5: the designs RR3-dagger, RR3-ddagger and RR3-club and their estimators."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checks.interpreter import ONE, ZERO
from checks.interpreter.values import MeaninglessError
from checks.papers.mw.encodings.common import affine_in_counts, put_names
from checks.papers.mw.encodings.likelihood_maximum import maximum_over_all_shares
from checks.papers.mw.notation import with_matrix
from checks.papers.mw.notation_survey import here
from checks.papers.mw.surveys import SURVEYS
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import determinant
from derivations.arithmetic.meaning import relation_formula
from derivations.estimation.sampling_model import design_rows
from mechanisms.exact.formula import all_of, negation

Encoding = Callable[[Context], Sequence[Part]]


def invertible(matrix: str) -> Encoding:
    """The printed hypotheses hold exactly where the design matrix has an inverse."""

    def parts(context: Context) -> Sequence[Part]:
        reader = context.interpreter
        printed = all_of(reader.formula(node) for node in context.trees())
        volume = here(reader, determinant(design_rows(SURVEYS[matrix]().design)))
        return [
            context.shown("the hypotheses make the matrix invertible", relation_formula(volume, "!=", ZERO), printed),
            context.shown("elsewhere it is singular", relation_formula(volume, "=", ZERO), negation(printed)),
        ]

    return parts


def unbiased(matrix: str) -> Encoding:
    """The expectation of each printed estimator is the share that it estimates.

    The estimator is affine in the counts, so that its expectation is its value at theirs.
    """

    def parts(context: Context) -> Sequence[Part]:
        reader = with_matrix(context.interpreter, matrix)
        counts = SURVEYS[matrix]().random
        found: list[Part] = []
        for node in context.trees():
            share, estimate = _estimator(node)
            with reader.apart():
                affine_in_counts(reader.number(estimate), counts)
            mean = put_names(estimate, {name: tree.Operate("E", (tree.Name(name),)) for name in counts})
            label = f"the estimator of ${reader.print(share)}$ is unbiased"
            found += reader.obligations(tree.Chain((mean, share), ("=",)), label)
        return found

    return parts


def _estimator(node: tree.Node) -> tuple[tree.Node, tree.Node]:
    """The share and the right side of a printed estimator."""
    match node:
        case tree.Chain(members=(tree.Operate(operator="Pi_hat", arguments=(share,)), estimate), relations=("=",)):
            return share, estimate
    raise MeaninglessError("an equation for an estimator is needed here")


def other_answers_differ(context: Context) -> Sequence[Part]:
    """RR3-ddagger, truth 1 or 2: the genuine report depends on p1 and on p2; the two others are equally likely or not.

    They differ where the printed condition holds, and only there.
    """
    reader = context.interpreter
    printed = all_of(reader.formula(node) for node in context.trees())
    rows = design_rows(SURVEYS["P_ddagger"]().design)
    found: list[Part] = []
    for truth in (1, 2):
        genuine, others = rows[truth][truth], [rows[truth][y] for y in range(3) if y != truth]
        for name, fixed in (("p1", "p2"), ("p2", "p1")):
            low, high = (genuine.substitute({name: value, fixed: ONE}) for value in (ZERO, ONE))
            changes = relation_formula(low, "!=", high)
            found.append(context.shown(f"truth {truth}: the genuine report depends on {name}", changes))
        first, second = (here(reader, other) for other in others)
        differ = relation_formula(first, "!=", second)
        found.append(context.shown(f"truth {truth}: the other reports differ in probability", differ, printed))
        found.append(context.shown(f"truth {truth}: otherwise they agree", negation(differ), negation(printed)))
    return found


MATRICES = {"dagger": "P_dagger", "ddagger": "P_ddagger", "club": "P_club"}
ENCODINGS: dict[str, Encoding] = {
    **{f"invertible_{name}": invertible(matrix) for name, matrix in MATRICES.items()},
    **{f"unbiased_{name}": unbiased(matrix) for name, matrix in MATRICES.items()},
}
