"""The proof of Theorem 4.1: identities of matrices for every k and l, the least risk, and minimaxity."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from checks.interpreter.values import MeaninglessError
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, fails_at, proved, variable
from checks.papers.nz.encodings.proof_reading import (
    LEAST_SQUARES,
    as_matrix,
    extreme_over_priors,
    matrices,
    risk,
)
from checks.papers.nz.encodings.subset_surveys import at_true_sizes, reader
from checks.papers.nz.notation_diversity import SQUARES, K, L, subsets
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.matrix_words import Combination, MatrixWords
from derivations.theorems.subsets.subset_estimators import (
    best_step,
    change_of_risk,
    excess_is_not_negative,
    excess_is_positive,
    no_estimator_is_best_everywhere,
    squares_above_tangent,
)
from derivations.theorems.subsets.subset_matrices import (
    at_any_prior,
    at_uniform_prior,
    best_estimator,
    excess_over_best,
    uniform_estimator,
)
from mechanisms.exact.formula import all_of
from mechanisms.exact.rational import RationalFunction


def printed(context: Context) -> Sequence[Part]:
    """The printed identities, word by word."""
    found = matrices(context)
    return [part for node in context.trees() for part in found.obligations(node)]


# -- facts -------------------------------------------------------------------------------------------------------------


def vanishes(context: Context, label: str, words: MatrixWords, matrix: Combination) -> list[Part]:
    """That a matrix is zero, word by word."""
    facts = [(" ".join(word) or "I", c) for word, c in matrix.terms.items()] or [("I", ZERO)]
    return [context.shown(f"{label}, multiples of {word}", fact(c, "=", ZERO)) for word, c in facts]


def lower_bound(context: Context) -> Sequence[Part]:
    """The printed bound: the risk exceeds it by tr U D U' = sum of lambda_z U[i, z]^2, which is not negative."""
    words = at_any_prior()
    found = matrices(context)
    parts: list[Part] = []
    for node in context.trees():
        if not isinstance(node, tree.Chain) or node.relations != (">=",):
            raise MeaninglessError("one lower bound is needed here")
        with found.interpreter.apart() as (divisors, required):
            left, right = (found.number(member) for member in node.members)
        parts += found.interpreter.definedness("the bound", divisors, required)
        gap = left - right - excess(words)
        parts.append(context.shown("the gap is tr U D U'", fact(gap, "=", ZERO)))
    parts += vanishes(context, "L D L' - M^-1 - U D U'", words, excess_over_best(words))
    parts.append(proved("each term of tr U D U' is not negative", excess_is_not_negative()))
    return parts


def excess(words: MatrixWords) -> RationalFunction:
    """tr U D U' for U = L - L_*."""
    gap = words.letter("L") - best_estimator(words)
    return words.trace(words.product(gap, words.letter("D"), words.transposed(gap)))


def attained(context: Context) -> Sequence[Part]:
    """The printed L is the best estimator; it is unbiased, its risk is the bound, any other one has a larger risk."""
    words, found = at_any_prior(), matrices(context)
    best = best_estimator(words)
    parts: list[Part] = []
    for node in context.trees():
        if not isinstance(node, tree.Chain) or node.members[0] != tree.Name("L") or set(node.relations) != {"="}:
            raise MeaninglessError("an equation L = ... is needed here")
        for place, member in enumerate(node.members[1:], start=2):
            with found.interpreter.apart() as (divisors, required):
                value = as_matrix(found.value(member))
            parts += found.interpreter.definedness(f"member {place}", divisors, required)
            parts += found.compare(value, "=", best, f"member {place} is the best estimator")
    bound = words.trace(words.letter("M^-1")) - SQUARES
    parts += vanishes(context, "it is unbiased", words, words.product(best, words.letter("P")) - words.identity("k"))
    parts.append(context.shown("its risk is the bound", fact(risk(words, best), "=", bound)))
    parts += vanishes(context, "L D L' - M^-1 - U D U'", words, excess_over_best(words))
    parts.append(proved("any other one has a larger risk", excess_is_positive()))
    return parts


def none_is_best_everywhere(context: Context) -> Sequence[Part]:
    """There is a choice between unbiased estimators only if there are more responses than categories.

    For the sets of 2 out of 3 categories, {1, 2}, {1, 3} and {2, 3}, each with a_l = 1/2, there are not, and L P = I
    leaves one estimator only: shown for its first row, the others being like it.
    """
    half = Fraction(1, 2)
    entries = [variable(f"l_{pair}") for pair in ("12", "13", "23")]
    means = [
        half * (entries[i] + entries[j]) * ONE for i, j in ((0, 1), (0, 2), (1, 2))
    ]  # of the sets that hold each of the three categories
    unbiased = [fact(mean, "=", target) for mean, target in zip(means, (ONE, ZERO, ZERO), strict=True)]
    only_one = all_of(fact(entry, "=", value) for entry, value in zip(entries, (ONE, ONE, -ONE), strict=True))
    known = [fact(L, "=", K - 1), fact(variable("m"), "=", K)]
    return [
        context.shown("one unbiased estimator for k = 3, l = 2", only_one, *unbiased),
        fails_at("more responses than categories", known, fact(variable("m"), ">", K), k=3, l=2, m=3),
    ]


def best_here_not_there(context: Context) -> Sequence[Part]:
    """Every other estimator is worse than L_u at the uniform prior; elsewhere a step in four entries is better."""
    words = at_uniform_prior()
    return [
        context.shown("the set has l - 2 further members", fact(L - 2, ">=", ZERO)),
        context.shown("and so many other categories there are", fact(K - 4, ">=", L - 2)),
        *vanishes(context, "L D L' - M^-1 - U D U' at the uniform prior", words, excess_over_best(words)),
        proved("any estimator but L_u is worse there", excess_is_positive()),
        context.shown(
            "the step is not zero",
            fact(best_step(), "!=", ZERO),
            fact(variable("pi_2"), "!=", variable("pi_3")),
            fact(variable("pi_2") + variable("pi_3"), ">", ZERO),
            fact(variable("pi_others"), ">=", ZERO),
        ),
        proved("where pi_2 and pi_3 differ, a step makes it better than L_u", no_estimator_is_best_everywhere()),
        context.shown("without a step nothing changes", fact(change_of_risk().substitute({"t": 0}), "=", ZERO)),
    ]


def nonzero_entries_of_a_column(context: Context) -> Sequence[Part]:
    """The printed number of entries a_l in each column, and 0 for all others; the squares sum to h_ii."""
    found = subsets()
    (node,) = context.trees()
    number = reader(context).number(node)
    squares = found.gram.diagonal
    return [
        context.shown("how many entries are a_l", fact(number, "=", found.count(1))),
        context.shown("all others are zero", fact(found.lacking, "=", ZERO)),
        context.shown("h_ii", fact(found.count(1) * found.holding**2, "=", squares)),
    ]


def squares_are_least_at_uniform(context: Context) -> list[Part]:
    """sum pi_i^2 >= 1/k, with equality at the uniform prior."""
    sum_of_tangents = 2 / K * ONE - K * (ONE / K**2)
    return [
        proved("each square is above its tangent", squares_above_tangent()),
        context.shown("the tangents sum to 1/k", fact(sum_of_tangents, "=", LEAST_SQUARES)),
        context.shown("which the uniform prior attains", fact(K * (ONE / K) ** 2, "=", LEAST_SQUARES)),
    ]


def minimax(context: Context) -> Sequence[Part]:
    """L_u is minimax: its largest risk is its risk at the uniform prior, and no unbiased L has a smaller one there."""
    words, uniform = at_uniform_prior(), uniform_estimator()
    worst = extreme_over_priors("sup", risk(at_any_prior(), uniform))
    least = words.trace(words.letter("M^-1")) - LEAST_SQUARES
    return [
        *vanishes(context, "L_u is unbiased", words, words.product(uniform, words.letter("P")) - words.identity("k")),
        *vanishes(context, "L D L' - M^-1 - U D U' at the uniform prior", words, excess_over_best(words)),
        proved("tr U D U' is not negative", excess_is_not_negative()),
        *squares_are_least_at_uniform(context),
        context.shown("the least risk at the uniform prior is the largest of L_u", fact(worst, "=", least)),
    ]


_ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "matrix_identities": printed,
    "lower_bound": lower_bound,
    "attained": attained,
    "none_is_best_everywhere": none_is_best_everywhere,
    "none_is_best_if_there_is_a_choice": best_here_not_there,
    "nonzero_entries_of_a_column": nonzero_entries_of_a_column,
}


def _with_true_sizes(encoding: Encoding) -> Encoding:
    return lambda context: at_true_sizes(context, encoding(context))


ENCODINGS: dict[str, Encoding] = {name: _with_true_sizes(encoding) for name, encoding in _ENCODINGS.items()}
