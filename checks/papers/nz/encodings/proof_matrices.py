"""The proof of Theorem 4.1: identities of matrices for every k and l, the least risk, and minimaxity."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from checks.interpreter.notation import NUMERIC
from checks.papers.nz.encodings.common import ONE, ZERO, Encoding, fact, proved, variable
from checks.papers.nz.encodings.proof_reading import (
    LEAST_SQUARES,
    M,
    as_matrix,
    extreme_over_priors,
    matrices,
    risk,
    risk_at_uniform,
)
from checks.papers.nz.encodings.subset_surveys import at_true_sizes, reader
from checks.papers.nz.notation_diversity import SQUARES, K, L, N, moments, subsets
from checks.reading import syntax as tree
from checks.values import MeaninglessError
from checks.verification import Context, Part
from derivations.matrix_words import Combination, MatrixWords
from derivations.subset_estimators import (
    best_step,
    change_of_risk,
    excess_is_not_negative,
    excess_is_positive,
    no_estimator_is_best_everywhere,
    squares_above_tangent,
)
from derivations.subset_matrices import (
    at_any_prior,
    at_uniform_prior,
    best_estimator,
    excess_over_best,
    uniform_estimator,
)
from mechanisms.formula import Formula
from mechanisms.rational import RationalFunction


def printed(context: Context) -> Sequence[Part]:
    """The printed identities, word by word."""
    found = matrices(context)
    return [part for node in context.trees() for part in found.obligations(node)]


def printed_at_uniform(context: Context) -> Sequence[Part]:
    """The printed identities at the uniform prior."""
    found = matrices(context, at_uniform_prior())
    return [part for node in context.trees() for part in found.obligations(node)]


# -- facts -------------------------------------------------------------------------------------------------------------


def vanishes(context: Context, label: str, words: MatrixWords, matrix: Combination) -> list[Part]:
    """That a matrix is zero, word by word."""
    facts = [(" ".join(word) or "I", c) for word, c in matrix.terms.items()] or [("I", ZERO)]
    return [context.shown(f"{label}, multiples of {word}", fact(c, "=", ZERO)) for word, c in facts]


def counts(context: Context) -> Sequence[Part]:
    """m = binom(k, l); the law is P pi and sums to one."""
    words = at_any_prior()
    law = words.product(words.letter("P"), words.letter("pi"))
    whole = words.scalar(words.product(words.letter("f'"), law))
    return [
        context.shown("m is the number of sets", fact(subsets().count(0), "=", M)),
        context.shown("the law sums to one", fact(whole, "=", ONE)),
        context.shown("counts over n have this mean", fact(N * whole / N, "=", ONE)),
    ]


def unbiased_exactly_if(context: Context) -> Sequence[Part]:
    """L P pi = pi for every pi if L P = I; and the entries of L P are the means at the priors that are one category.

    The mean of the estimate of pi_i at the prior e_j is the entry (i, j) of L P: it must be 1 for i = j and 0 else.
    """
    words = at_any_prior()
    mean = words.product(words.letter("L"), words.letter("P"), words.letter("pi"))
    entry, other, pi = variable("entry_ii"), variable("entry_ij"), variable("pi_i")
    at_own, at_other = entry * 1 + other * 0, entry * 0 + other * 1
    rest = ONE - pi
    return [
        *vanishes(context, "L P = I gives the mean pi", words, mean - words.letter("pi")),
        context.shown("the mean at e_i is the diagonal entry", fact(at_own, "=", ONE), fact(entry, "=", ONE)),
        context.shown("unbiased at e_i: it is 1", fact(entry, "=", ONE), fact(at_own, "=", ONE)),
        context.shown("unbiased at e_j: it is 0", fact(other, "=", ZERO), fact(at_other, "=", ZERO)),
        context.shown(
            "1 and 0 make it unbiased in between",
            fact(entry * pi + other * rest, "=", pi),
            fact(entry, "=", ONE),
            fact(other, "=", ZERO),
        ),
    ]


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
    """There are several unbiased estimators; L_u alone is best at the uniform prior, and not best at others."""
    responses = variable("m")
    only_one = context.shown(
        "for l = 1, where m = k, there are more responses than categories",
        fact(responses, ">", K),
        fact(L, "=", ONE),
        fact(responses, "=", K),
    )
    return [only_one, *best_here_not_there(context)]


def best_here_not_there(context: Context) -> list[Part]:
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


def uniform_is_unbiased(context: Context) -> Sequence[Part]:
    """L_u P = I."""
    words = at_any_prior()
    product = words.product(uniform_estimator(), words.letter("P"))
    return vanishes(context, "L_u P - I", words, product - words.identity("k"))


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


def common_rows(context: Context) -> Sequence[Part]:
    """The printed number of responses that hold two given categories, and the product of their columns."""
    found = subsets()
    (node,) = context.trees()
    number = reader(context).number(node)
    return [
        context.shown("rows with a_l in both columns", fact(number, "=", found.count(2))),
        context.shown("h_ij", fact(number * found.holding**2, "=", found.gram.off_diagonal)),
    ]


def constant_diagonal_of_products(context: Context) -> Sequence[Part]:
    """Each diagonal entry of L_u' L_u is l h^2 + (k - l) d^2, h and d being the two entries of L_u."""
    words, found = at_any_prior(), subsets()
    held, lacked = found.moment_weights
    uniform = uniform_estimator()
    from_words = _entries_of_estimator(uniform)
    product = words.product(words.transposed(uniform), uniform)
    return [
        context.shown("entry for a response that holds the category", fact(from_words[0], "=", held)),
        context.shown("entry for one that lacks it", fact(from_words[1], "=", lacked)),
        context.shown("diagonal", fact(L * held**2 + (K - L) * lacked**2, "=", found.squared_weights)),
        context.shown("trace", fact(words.trace(product), "=", M * found.squared_weights)),
    ]


def _entries_of_estimator(estimator: Combination) -> tuple[RationalFunction, RationalFunction]:
    """The two entries of x P' + y 1 1': x a + y and y."""
    x, y = estimator.terms[("P'",)], estimator.terms[("e", "f'")]
    return x * subsets().holding + y, y


def squares_are_least_at_uniform(context: Context) -> list[Part]:
    """sum pi_i^2 >= 1/k, with equality at the uniform prior."""
    sum_of_tangents = 2 / K * ONE - K * (ONE / K**2)
    return [
        proved("each square is above its tangent", squares_above_tangent()),
        context.shown("the tangents sum to 1/k", fact(sum_of_tangents, "=", LEAST_SQUARES)),
        context.shown("which the uniform prior attains", fact(K * (ONE / K) ** 2, "=", LEAST_SQUARES)),
    ]


def worst_prior(context: Context) -> Sequence[Part]:
    """The printed chain: the risk of L_u is largest at the uniform prior."""
    return [*squares_are_least_at_uniform(context), *printed(context)]


def _over(kind: str, variable_name: str, body: tree.Node) -> tree.Node:
    return tree.ExtremeValue(body, (tree.Name(variable_name),), None, False, kind)


EXTREMES_OF_RISK: tuple[tree.Node, ...] = (
    _over("inf", "L", _over("sup", "pi", tree.Name("risk_of_L"))),
    _over("inf", "L", tree.Name("risk_of_L_at_uniform")),
    tree.Name("risk_of_L_u_at_uniform"),
    _over("sup", "pi", tree.Name("risk_of_L_u")),
)
"""The least worst risk, the least risk at the uniform prior, that of L_u there, and its worst one."""


def same_number(relation: str, value: RationalFunction) -> Formula:
    """That a number has this relation to itself."""
    if relation not in NUMERIC:
        raise MeaninglessError(f"{relation} is no relation of numbers")
    return fact(value, NUMERIC[relation], value)


def minimax_chain(context: Context) -> Sequence[Part]:
    """inf sup R(L) >= inf R(L; pi_u) = R(L_u; pi_u) = sup R(L_u): each link by itself.

    The first holds since the supremum over all priors is at least the value at one of them; the second because the
    risk at pi_u exceeds that of L_u by tr U D U' >= 0; the third is the worst prior of L_u.
    """
    words, uniform = at_uniform_prior(), uniform_estimator()
    at_prior, largest = variable("risk_at_prior"), variable("largest_risk")
    worst = extreme_over_priors("sup", risk(at_any_prior(), uniform))
    same = at_any_prior().product(uniform, at_any_prior().letter("P")) - at_any_prior().identity("k")
    links: list[Part] = []
    for node in context.trees():
        if not isinstance(node, tree.Chain) or not set(node.members) <= set(EXTREMES_OF_RISK):
            raise MeaninglessError("a chain of the extrema of the proof is needed here")
        # All of these are the same number, as the other parts show; what is printed between them must allow it.
        for place, relation in enumerate(node.relations, start=1):
            links.append(context.shown(f"member {place} {relation} member {place + 1}", same_number(relation, worst)))
    return [
        context.shown(
            "a supremum is no less than a value", fact(largest, ">=", at_prior), fact(at_prior, "<=", largest)
        ),
        *vanishes(context, "L_u is unbiased", words, same),
        *vanishes(context, "L D L' - M^-1 - U D U' at the uniform prior", words, excess_over_best(words)),
        *vanishes(context, "L_u is the best one there", words, best_estimator(words) - uniform),
        proved("tr U D U' is not negative", excess_is_not_negative()),
        *squares_are_least_at_uniform(context),
        context.shown("the worst risk of L_u is that at the uniform prior", fact(worst, "=", risk_at_uniform(uniform))),
        *links,
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


def moment_estimator(context: Context) -> Sequence[Part]:
    """L_u S/n is the moment estimator: its i-th entry has h for each response that holds i and d for each other one."""
    uniform, law = uniform_estimator(), moments(context.interpreter)
    held, lacked = _entries_of_estimator(uniform)
    count = variable("V_i")
    estimate = (held * count + lacked * (N - count)) / N
    return [context.shown("an entry of L_u S/n is (4.3)", fact(estimate, "=", law.estimate(count / N)))]


def theorem_4_1(context: Context) -> Sequence[Part]:
    """The moment estimator is L_u S/n, and that is minimax."""
    return [*moment_estimator(context), *minimax(context)]


def entry_of_product_with_counts(context: Context) -> Sequence[Part]:
    """The j-th entry of P' S sums a_l over the responses that hold j, of which there are V_j."""
    found, count = subsets(), variable("V_j")
    total = found.holding * count + found.lacking * (N - count)
    (node,) = context.trees()
    value = reader(context).number(node)
    return [context.shown("the inner product of S and a column", fact(total, "=", value))]


_ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "matrix_identities": printed,
    "matrix_identities_at_uniform_prior": printed_at_uniform,
    "counts": counts,
    "unbiased_exactly_if": unbiased_exactly_if,
    "lower_bound": lower_bound,
    "attained": attained,
    "none_is_best_everywhere": none_is_best_everywhere,
    "none_is_best_if_there_is_a_choice": partial(best_here_not_there),
    "uniform_is_unbiased": uniform_is_unbiased,
    "nonzero_entries_of_a_column": nonzero_entries_of_a_column,
    "common_rows": common_rows,
    "constant_diagonal_of_products": constant_diagonal_of_products,
    "worst_prior": worst_prior,
    "minimax_chain": minimax_chain,
    "minimax": minimax,
    "moment_estimator": moment_estimator,
    "theorem_4_1": theorem_4_1,
    "entry_of_product_with_counts": entry_of_product_with_counts,
}


def _with_true_sizes(encoding: Encoding) -> Encoding:
    return lambda context: at_true_sizes(context, encoding(context))


ENCODINGS: dict[str, Encoding] = {name: _with_true_sizes(encoding) for name, encoding in _ENCODINGS.items()}
