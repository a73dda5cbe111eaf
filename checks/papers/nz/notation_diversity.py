"""Meaning of the notation of sections 4, 5 and the proof of Theorem 4.1: ranges, functions, operators, names.

V_i, Z_i, the letter P and others mean something else here than in sections 1 to 3.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache

from checks.interpreter import Interpreter
from checks.interpreter.values import Value
from checks.reading import syntax as tree
from derivations.theorems.subsets.subset_response import FixedSizeSubsets, local_diversity, variable
from mechanisms.exact.domain import Parameter, integer, within
from mechanisms.exact.formula import Formula, at_least
from mechanisms.exact.polynomial import Polynomial

_K, _L, _PI_I, _PI_J = (Polynomial.variable(name) for name in ("k", "l", "pi_i", "pi_j"))

PARAMETERS: tuple[Parameter, ...] = (
    integer("l", 1),
    integer("m", 1),
    within("alpha_i", 0, 1),
    within("alpha_B", 0, 1),
    within("p_B", 0, 1),
    within("Sigma", Fraction(-1, 4), Fraction(1, 4)),
)
"""l is a size of subsets, alpha_B and p_B are the probabilities of the set that is reported, under alpha and pi.
Sigma is any entry of the covariance matrix of one vector of bits."""

CONDITIONS: tuple[Formula, ...] = (at_least(_K, _L + 1), at_least(1, _PI_I + _PI_J))
"""The design has rank k, which it has not for l = k (section 1)."""

FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}
NAMES: Mapping[str, Callable[[Interpreter], Value]] = {}

K, L, N = variable("k"), variable("l"), variable("n")
SQUARES = variable("sum_of_squares")
"""The sum of pi_i^2 over all categories."""


@cache
def subsets() -> FixedSizeSubsets:
    """Local l-diversity with symbolic k and l; m stands for the number of all subsets."""
    return local_diversity(K, L)
