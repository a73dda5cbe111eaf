"""The model of the paper: how its names are spelt, the ranges of what is never printed.

What the names mean, the statements of the logic say.
"""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.spellings import spellings
from checks.verifying.verification import PaperModel
from mechanisms.exact.domain import Domain, above, integer

EXPONENTIALS = {"eps": "x", "eps1": "x1", "eps2": "x2"}
DOMAIN = Domain.of(
    *(above(name, 1, closed=True) for name in EXPONENTIALS.values()),
    *(integer(name, 1) for name in ("n", "m")),
    exponentials=EXPONENTIALS,
)
MODEL = PaperModel(Notation(spellings("MW"), DOMAIN))
