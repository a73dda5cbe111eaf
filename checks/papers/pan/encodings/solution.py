"""The printed probabilities of a relaxation: that they satisfy what is required, and the tables of their values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from checks.interpreter import Obligation, rounded_to
from checks.interpreter.values import MeaninglessError
from checks.papers.pan.encodings.common import Encoding
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.statements import Sequent
from derivations.theorems.relaxations.one_relaxation import X, solved_step
from mechanisms.catalogue.relaxation import Step
from mechanisms.exact.formula import NamedConstant
from mechanisms.exact.rational import RationalFunction

BINARY, MANY = ("p_a", "p_b"), ("p_aa", "p_ba", "p_bb")
LEVELS = tuple(Fraction(*level) for level in ((1, 10), (1, 2), (1, 1), (2, 1), (10, 1)))
"""The guarantees from one to the next of which the tables relax."""
SIZES = range(3, 11)


def names_of(step: Step, size: RationalFunction | int) -> dict[str, RationalFunction]:
    """The values of the names of the free probabilities."""
    if size == 2:
        return {"p_a": step.keep_truth, "p_b": step.keep_other}
    return {"p_aa": step.keep_truth, "p_ba": step.find_truth, "p_bb": step.keep_other}


# -- tables ------------------------------------------------------------------------------------------------------------


def table_of(name: str) -> Encoding:
    """Every entry is the probability at its m, for the relaxation from one guarantee to the next, rounded."""

    def parts(context: Context) -> Sequence[Part]:
        (printed,) = context.trees()
        if not isinstance(printed, tree.Matrix) or len(printed.rows) != len(SIZES):
            raise MeaninglessError("a table with a row for each m is needed")
        found = []
        for size, row in zip(SIZES, printed.rows, strict=True):
            value = names_of(solved_step(size), size)[name]
            for (low, high), entry in zip(pairwise(LEVELS), row, strict=True):
                constants = {NamedConstant("x", "exp", low)}
                if high == 2 * low:  # then e^high is a square, and the entry a function of one constant
                    here = value.substitute({"y": X**2})
                else:
                    here, constants = value, {*constants, NamedConstant("y", "exp", high)}
                label = f"m = {size}, from {low} to {high}"
                found.append(Obligation(label, Sequent(frozenset(constants), rounded_to(here, entry))))
        return found

    return parts


ENCODINGS: dict[str, Encoding] = {f"table_of_{name}": table_of(name) for name in MANY}
