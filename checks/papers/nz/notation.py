"""What the notation of the paper means: where its symbols live, and the derived meaning of its names.

Sections 1 to 3 have theirs in `notation_criteria`, the sections on local l-diversity in `notation_diversity`.
"""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.nz import notation_criteria as criteria
from checks.papers.nz import notation_diversity as diversity
from checks.papers.nz.vocabulary import VOCABULARY
from mechanisms.exact.domain import Domain, above, integer, within

DOMAIN = Domain.of(
    integer("k", 2),
    integer("n", 1),
    above("gamma", 1),
    within("pi_i", 0, 1),
    within("pi_j", 0, 1),
    *criteria.PARAMETERS,
    *diversity.PARAMETERS,
    conditions=(*criteria.CONDITIONS, *diversity.CONDITIONS),
    exponentials={"eps": "gamma"},
)
"""Ranges of the paper's symbols: its standing assumptions (see `paper.toml`)."""

NOTATION = Notation(
    vocabulary=VOCABULARY,
    domain=DOMAIN,
    functions={**criteria.FUNCTIONS, **diversity.FUNCTIONS},
    operators={**criteria.OPERATORS, **diversity.OPERATORS},
    names={**criteria.NAMES, **diversity.NAMES},
)
