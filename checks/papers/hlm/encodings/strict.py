"""Section V, prose: the optimum under eps-differential privacy, and the edges on which a constraint is tight."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from checks.interpreter import ONE, ZERO, Interpreter, Obligation
from checks.papers.hlm.notation import (
    feasible,
    feasible_informative,
    general_design,
    error,
    minimiser_sets,
    slacks,
)
from checks.reading import ReadingError
from checks.reading import syntax as tree
from checks.values import Coordinates, MatrixValue, MeaninglessError, SetValue, Value
from checks.verdict import Outcome
from checks.verify import Context
from derivations import kernel
from derivations.meaning import relation_formula
from derivations.sampling_model import design_rows
from derivations.statements import Sequent
from mechanisms.formula import FALSE, Formula, all_of, any_of, negation
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction
