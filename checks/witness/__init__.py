"""Second witnesses: statements evaluated at exact points, mechanisms enumerated and sampled, apart from all proofs.

Shared with the path of the verdict are the reader, which says what is printed, and the programs of the protocols,
which say what is done. Everything from there on is computed here in another way.
"""

from __future__ import annotations

from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings
from checks.witness.points import Space
from checks.witness.regions import Region
from checks.witness.sampled import frequency_witness
from checks.witness.statement import StatementWitness, Trials

__all__ = ["Evaluator", "Meanings", "Region", "Space", "StatementWitness", "Trials", "frequency_witness"]
