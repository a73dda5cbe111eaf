"""The proof of Theorem 4.1: identities of matrices for every k and l, the least risk, and minimaxity."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, fails_at, proved, variable
from checks.papers.nz.encodings.subset_surveys import at_true_sizes
from checks.papers.nz.notation_diversity import K, L
from checks.verifying.verification import Context, Part
from derivations.algebra.matrix_words import Combination, MatrixWords
from derivations.theorems.subsets.subset_estimators import (
    best_step,
    change_of_risk,
    excess_is_positive,
    no_estimator_is_best_everywhere,
)
from derivations.theorems.subsets.subset_matrices import (
    at_uniform_prior,
    excess_over_best,
)
from mechanisms.exact.formula import all_of

# -- facts -------------------------------------------------------------------------------------------------------------


def vanishes(context: Context, label: str, words: MatrixWords, matrix: Combination) -> list[Part]:
    """That a matrix is zero, word by word."""
    facts = [(" ".join(word) or "I", c) for word, c in matrix.terms.items()] or [("I", ZERO)]
    return [context.shown(f"{label}, multiples of {word}", fact(c, "=", ZERO)) for word, c in facts]


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


_ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "none_is_best_everywhere": none_is_best_everywhere,
    "none_is_best_if_there_is_a_choice": best_here_not_there,
}


def _with_true_sizes(encoding: Encoding) -> Encoding:
    return lambda context: at_true_sizes(context, encoding(context))


ENCODINGS: dict[str, Encoding] = {name: _with_true_sizes(encoding) for name, encoding in _ENCODINGS.items()}
