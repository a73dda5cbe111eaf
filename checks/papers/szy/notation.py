"""The notation of the paper: how its names are spelt, and what is read as it stands: numbers put into a formula."""

from __future__ import annotations

from checks.interpreter import Notation
from checks.papers.szy.vocabulary import VOCABULARY
from checks.witness import Meanings, Space, StatementWitness
from mechanisms.exact.domain import Domain, integer, within

PARAMETERS = (integer("N", 1), within("pi", 0, 1))
NOTATION = Notation(VOCABULARY, Domain.of(*PARAMETERS), shown={"EY": "E(Y)", "VarY": "Var(Y)", "sum_X": "N_1"})
WITNESS = StatementWitness(VOCABULARY, Meanings({}, {}, {}, {}), Space(PARAMETERS), {})
