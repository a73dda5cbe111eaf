"""The matrices of local l-diversity for every k and l: products of the design, its law, estimators, vectors of ones.

The design P has a row for each of the m = C(k, l) responses and a column for each truth here, as in Nayak, Zhai, so its
columns sum to one. With e and f the vectors of k and of m ones, lambda = P pi the law of a response and D its diagonal
matrix,

    P e = l a f,    P' f = e,    P' P = x I + y e e',    D f = lambda,    e' pi = 1,

a being the probability of a response that holds the truth; x and y come from counting (`subset_response.gram`). For an
estimator L with L P = I, and for the matrix M = P' D^-1 P, there are the products that say this, and those that follow
from two of them (L f = e/(l a) from L P e = e, and M^-1 e = pi from M pi = P' f = e), so that no word can be reduced in
two ways. The trace of D G is g for a matrix G whose diagonal entries are all g, because the entries of D sum to one:
P P' has the diagonal l a^2, the sum of the squares of a row of P. Source of the problem: Nayak, Zhai, proof of Theorem
4.1.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from derivations.algebra.matrix_words import ONE, SINGLE, Combination, Letter, MatrixWords, Word
from derivations.theorems.subsets.subset_response import FixedSizeSubsets, local_diversity, variable
from mechanisms.exact.rational import RationalFunction

K, L_, M, N = (variable(name) for name in ("k", "l", "m", "n"))
SQUARES = variable("sum_of_squares")
"""The sum of the squares of the prior probabilities pi_i."""


def subsets() -> FixedSizeSubsets:
    """Local l-diversity with symbolic k and l."""
    return local_diversity(K, L_)


def _letter(rows: str, columns: str, name: str) -> dict[str, Letter]:
    return {name: Letter(rows, columns, f"{name}'"), f"{name}'": Letter(columns, rows, name)}


def _symmetric(size: str, *names: str) -> dict[str, Letter]:
    return {name: Letter(size, size, name) for name in names}


LETTERS: Mapping[str, Letter] = {
    **_letter("m", "k", "P"),
    **_letter("k", "m", "L"),
    **_letter("k", SINGLE, "e"),
    **_letter("m", SINGLE, "f"),
    **_letter("k", SINGLE, "pi"),
    **_letter("m", SINGLE, "S"),
    **_symmetric("m", "D", "D^-1"),
    **_symmetric("k", "M^-1"),
}
"""P the design, L an unbiased estimator, e and f ones, pi the prior, S the counts, D = diag(P pi), M = P' D^-1 P."""


def _words(shape: tuple[str, str], *terms: tuple[RationalFunction, Word]) -> Combination:
    return Combination.of(shape, [(word, coefficient) for coefficient, word in terms])


@cache
def products() -> dict[Word, Combination]:
    """The products of the design, its transpose, the ones, the prior, the counts and the law, for every k and l."""
    found = subsets()
    gram, row, column = found.gram, found.size * found.holding, found.holding * found.count(1)
    rules: dict[Word, Combination] = {
        ("P'", "P"): _words(("k", "k"), (gram.identity, ()), (gram.ones, ("e", "e'"))),
        ("P", "e"): _words(("m", SINGLE), (row, ("f",))),
        ("P'", "f"): _words(("k", SINGLE), (column, ("e",))),
        ("D", "f"): _words(("m", SINGLE), (ONE, ("P", "pi"))),
        ("pi'", "e"): _words((SINGLE, SINGLE), (ONE, ())),
        ("e'", "e"): _words((SINGLE, SINGLE), (K, ())),
        ("f'", "f"): _words((SINGLE, SINGLE), (M, ())),
        ("S'", "f"): _words((SINGLE, SINGLE), (N, ())),
        ("pi'", "pi"): _words((SINGLE, SINGLE), (SQUARES, ())),
        ("L", "P"): _words(("k", "k"), (ONE, ())),
        ("L", "f"): _words(("k", SINGLE), (ONE / row, ("e",))),
        ("D", "D^-1"): _words(("m", "m"), (ONE, ())),
        ("D^-1", "P", "pi"): _words(("m", SINGLE), (ONE, ("f",))),
        ("P'", "D^-1", "P", "M^-1"): _words(("k", "k"), (ONE, ())),
        ("M^-1", "e"): _words(("k", SINGLE), (ONE, ("pi",))),
    }
    turned = MatrixWords({}, LETTERS, {})
    return {**rules, **{turned.turned(word): turned.transposed(value) for word, value in rules.items()}}


@cache
def at_any_prior() -> MatrixWords:
    """The matrices of local l-diversity at a prior under which all responses have positive probability."""
    found = subsets()
    return MatrixWords(
        sizes={"k": K, "m": M, SINGLE: ONE},
        letters=LETTERS,
        products=products(),
        traces={("D",): ONE, ("D", "P", "P'"): found.size * found.holding**2},
        inverses={("D",): "D^-1", ("P'", "D^-1", "P"): "M^-1"},
        ones={"k": "e", "m": "f"},
    )


@cache
def at_uniform_prior() -> MatrixWords:
    """The same at the prior e/k, where the law is l a/k f and D a multiple of the identity."""
    words, found = at_any_prior(), subsets()
    mass = found.response_mass / K
    inverse = found.gram.scaled(ONE / mass).inverse()
    rules = {
        **words.products,
        ("pi",): _words(("k", SINGLE), (ONE / K, ("e",))),
        ("pi'",): _words((SINGLE, "k"), (ONE / K, ("e'",))),
        ("D",): _words(("m", "m"), (mass, ())),
        ("D^-1",): _words(("m", "m"), (ONE / mass, ())),
        ("M^-1",): _words(("k", "k"), (inverse.identity, ()), (inverse.ones, ("e", "e'"))),
    }
    return MatrixWords(words.sizes, words.letters, rules, {}, {}, words.ones)


def best_estimator(words: MatrixWords) -> Combination:
    """M^-1 P' D^-1 with M = P' D^-1 P, the linear unbiased estimator of least risk at the prior. Source: (6.3)."""
    weighted = words.product(words.letter("P'"), words.letter("D^-1"))
    return words.product(words.inverse(words.product(weighted, words.letter("P"))), weighted)


def uniform_estimator() -> Combination:
    """L_u = (P' P)^-1 P', the best linear unbiased estimator at the uniform prior."""
    return best_estimator(at_uniform_prior())


def excess_over_best(words: MatrixWords) -> Combination:
    """L D L' - M^-1 less (L - L_*) D (L - L_*)', for an unbiased L and L_* the best one: no word is left of it.

    So the risk of L exceeds that of L_* by tr U D U' = sum of lambda_z U[i, z]^2 with U = L - L_*.
    """
    gap = words.letter("L") - best_estimator(words)
    square = words.product(gap, words.letter("D"), words.transposed(gap))
    whole = words.product(words.letter("L"), words.letter("D"), words.letter("L'"))
    return whole - words.letter("M^-1") - square
