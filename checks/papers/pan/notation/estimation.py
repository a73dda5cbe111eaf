"""Estimated frequencies and means: sections 5 and 6, appendices E to G.

A retention probability alpha is written by its odds e^eps_alpha = alpha/(1 - alpha), and so is beta. Random variables
have meanings in the notations of `reports` and `histograms` only, which the encodings put in force.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.interpreter import ONE, Interpreter
from checks.interpreter.values import Value
from checks.reading import syntax as tree
from derivations.estimation.moment_law import variable
from mechanisms.exact.domain import Parameter, above, integer, real, within
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction

PARAMETERS: tuple[Parameter, ...] = (
    integer("K", 1),
    integer("k", 0),
    integer("N", 1),
    integer("members", 0),
    above("e_alpha", 0),
    above("e_beta", 0),
    above("e_ns", 1, closed=True),
    above("e_last", 1, closed=True),
    above("choices", 0),
    *(within(name, 0, 1) for name in ("p", "q", "lambda_h")),
    *(real(name) for name in ("l", "h", "f_X")),
    *(integer(name, 1) for name in ("label_x", "label_v", "label_w")),
)
CONDITIONS: tuple[Formula, ...] = ()
EXPONENTIALS: Mapping[str, str] = {
    "eps_alpha": "e_alpha",
    "eps_beta": "e_beta",
    "eps_ns": "e_ns",
    "eps_last": "e_last",
}
"""`choices` is the binomial coefficient C_K^k, `members` the number of clients whose bit is one."""


def share(odds: str) -> RationalFunction:
    """The probability with these odds."""
    return variable(odds) / (variable(odds) + ONE)


ALPHA, BETA, COUNT = share("e_alpha"), share("e_beta"), variable("K")
NAMES: Mapping[str, Callable[[Interpreter], Value]] = {
    "alpha": lambda interpreter: here(interpreter, ALPHA),
    "beta": lambda interpreter: here(interpreter, BETA),
}
FUNCTIONS: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = {}
OPERATORS: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = {}


def here(interpreter: Interpreter, value: RationalFunction) -> RationalFunction:
    """The value with what the statement fixes."""
    return value.substitute({name: given for name, given in interpreter.at.items() if name in value.names})


def probability(interpreter: Interpreter, node: tree.Operate) -> Value | None:
    """Pr(event | given) where it speaks of names of this part, else None."""
    return None
