"""The named matrices of the proof of Theorem 4.1, and how its expressions are read."""

from __future__ import annotations

from checks.interpreter.matrix_statements import MatrixOrNumber, MatrixReader
from checks.interpreter.values import MeaninglessError
from checks.papers.nz.encodings.common import ONE, ZERO, fact, variable
from checks.papers.nz.encodings.subset_surveys import reader
from checks.papers.nz.notation_diversity import K, N, subsets
from checks.reading import syntax as tree
from checks.verifying.verification import Context
from derivations.algebra.matrix_words import Combination, MatrixWords
from derivations.theorems.subsets.subset_matrices import (
    at_any_prior,
    best_estimator,
    uniform_estimator,
)
from mechanisms.exact.rational import RationalFunction

M, POSSIBLE = variable("m"), variable("p_B")
LEAST_SQUARES, MOST_SQUARES = ONE / K, ONE
"""sum pi_i^2 lies between 1/k, at the uniform prior only, and 1."""


# -- what the printed names stand for ----------------------------------------------------------------------------------


def names_of(words: MatrixWords) -> dict[str, MatrixOrNumber]:
    """The matrices of the proof, as words."""
    letter, product = words.letter, words.product
    law = product(letter("P"), letter("pi"))
    uniform = uniform_estimator()
    return {
        "P_kl": letter("P"),
        "P_kl_T": letter("P'"),
        "L": letter("L"),
        "L_T": letter("L'"),
        "L_u": uniform,
        "L_u_T": words.transposed(uniform),
        "D_lambda": letter("D"),
        "lam": law,
        "lam_T": words.transposed(law),
        "pi": letter("pi"),
        "pi_u": letter("e").scaled(ONE / K),
        "S": letter("S"),
        "ones_k": letter("e"),
        "ones_k_T": letter("e'"),
        "ones_m": letter("f"),
        "ones_m_T": letter("f'"),
        "I": words.identity("m"),
        "I_k": words.identity("k"),
        "I_k_T": words.identity("k"),
        "G": product(words.transposed(uniform), uniform),
        "g_0": constant_diagonal(words),
        "g_ii": constant_diagonal(words),
        "risk_of_L": risk(words, letter("L")),
        "risk_of_L_u": risk(words, uniform),
        "risk_of_L_u_at_uniform": risk_at_uniform(uniform),
    }


def constant_diagonal(words: MatrixWords) -> RationalFunction:
    """g_0, the sum of the squares of the entries of L_u for one response."""
    return subsets().squared_weights


def covariance(words: MatrixWords, estimator: Combination) -> Combination:
    """n times the covariance of the estimate: L (D - lambda lambda') L', the counts being multinomial."""
    law = words.product(words.letter("P"), words.letter("pi"))
    spread = words.letter("D") - words.product(law, words.transposed(law))
    return words.product(estimator, spread, words.transposed(estimator))


def risk(words: MatrixWords, estimator: Combination) -> RationalFunction:
    """n E |estimate - pi|^2: the trace of n times the covariance, and n times the square of the bias, which is zero."""
    bias = words.product(estimator, words.letter("P"), words.letter("pi")) - words.letter("pi")
    if bias.terms:
        raise MeaninglessError("the estimator is biased")
    return words.trace(covariance(words, estimator))


def risk_at_uniform(estimator: Combination) -> RationalFunction:
    """The risk at the uniform prior, where sum pi_i^2 = 1/k."""
    return risk(at_any_prior(), estimator).substitute({"sum_of_squares": LEAST_SQUARES})


def matrices(context: Context, words: MatrixWords | None = None) -> MatrixReader:
    """A reader of matrix expressions under the hypotheses of the statement."""
    algebra = words or at_any_prior()
    possible = "every response has a positive probability", fact(subsets().holding * POSSIBLE, ">", ZERO)
    return MatrixReader(
        reader(context), algebra, names_of(algebra), _further, invertible={"D^-1": possible, "M^-1": possible}
    )


def _further(found: MatrixReader, node: tree.Node) -> MatrixOrNumber | None:
    """Covariances, the best estimator at a prior, sums over responses and categories, extrema over priors."""
    words = found.words
    match node:
        case tree.Operate(
            operator="covariance", arguments=(tree.Product(factors=(estimator, tree.Name(name="lam_hat"))),)
        ):
            inside = found.value(estimator)
            if isinstance(inside, Combination):
                return covariance(words, inside).scaled(ONE / N)
        case tree.Apply(function="L_star", arguments=(tree.Name(name="pi"),)):
            return best_estimator(words)
        case tree.BigSum(index=tree.Name(name="i"), upper=tree.Name(name="m")):
            return _sum_over_responses(found, node)
        case tree.ExtremeValue(kind=("sup" | "inf") as kind, variables=(tree.Name(name="pi"),), expression=body):
            if body is not None:
                return extreme_over_priors(kind, found.number(body))
        case tree.Power(
            base=tree.Operate(operator="tr", arguments=(inside,)), exponent=tree.Negate(term=tree.Number(text="1"))
        ):
            return words.trace(as_matrix(found.inverse(found.value(inside))))
    return None


def as_matrix(value: MatrixOrNumber) -> Combination:
    """The value, which must be a matrix."""
    if not isinstance(value, Combination):
        raise MeaninglessError("a matrix is needed here")
    return value


def _sum_over_responses(found: MatrixReader, node: tree.BigSum) -> RationalFunction:
    """The sum over all responses of lambda_i times a number that is the same for all; the lambda_i sum to one."""
    factors = node.body.factors if isinstance(node.body, tree.Product) else (node.body,)
    if factors.count(tree.Name("lam_i")) != 1:
        raise MeaninglessError("a sum over the responses of a multiple of their probability is needed here")
    total = ONE
    for factor in factors:
        total = total * (ONE if factor == tree.Name("lam_i") else found.number(factor))
    return total


def extreme_over_priors(kind: str, value: RationalFunction) -> RationalFunction:
    """The extremum over all priors of what is affine in sum pi_i^2, which ranges from 1/k to 1."""
    slope = value.derivative("sum_of_squares")
    if slope.names:
        raise MeaninglessError(
            "an extremum over the priors of what is not a multiple of the sum of squares plus a constant"
        )
    falls = slope.evaluate({}) <= 0
    at = LEAST_SQUARES if falls == (kind == "sup") else MOST_SQUARES
    return value.substitute({"sum_of_squares": at})
