"""The model of the paper: how its names are spelt, the ranges of its guarantees, its experiments as second witnesses.

What the names mean, the statements of the logic say.
"""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.pan.simulated import further_witnesses
from checks.papers.spellings import spellings
from checks.verifying.verification import PaperModel
from mechanisms.exact.domain import Domain, above
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial

EXPONENTIALS = {"eps": "z", "eps1": "x", "eps2": "y", "eps_before": "x_before", "eps_i": "x_i", "eps_last": "e_last"}
DOMAIN = Domain.of(
    *(above(name, 1, closed=True) for name in EXPONENTIALS.values()),
    conditions=[at_least(Polynomial.variable("x_i"), Polynomial.variable("x_before"))],
    exponentials=EXPONENTIALS,
)
MODEL = PaperModel(Notation(spellings("PAN"), DOMAIN), further_witnesses=further_witnesses)
