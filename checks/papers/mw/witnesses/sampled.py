"""Sampled protocols of section 4.2 against what is printed of them, or against the law found by enumeration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.papers.mw.vocabulary import VOCABULARY
from checks.papers.mw.witnesses.key_value_laws import HERE, TUPLES, here, lpp_row, missing_private
from checks.reading import read_latex
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.sampled import frequency_witness
from mechanisms import catalogue

DRAWS = 3000  # for each truth
LPP_AT = {"x1": Fraction(5, 2), "x2": Fraction(7, 3), "w": Fraction(2, 5)}
Sampled = Callable[[Claim, int], WitnessRecord]


def printed_matrix(mechanism: str, values: Mapping[str, Fraction], claim: Claim, seed: int) -> WitnessRecord:
    """The frequencies of the tuples, for each truth, against the first printed matrix."""
    nodes = [part for text in claim.main.statement.latex for part in tree.nodes(read_latex(text, VOCABULARY))]
    matrix = next(node for node in nodes if isinstance(node, tree.Matrix))
    point = Evaluator(HERE, dict(values))
    rows = here(point).matrix(matrix)
    return _compared(mechanism, rows, values, seed)


def drawn_substitute(claim: Claim, seed: int) -> WitnessRecord:
    """The frequencies of LPP, which draws its substitute weight, against the law averaged over the substitute."""
    point = Evaluator(HERE, dict(LPP_AT))
    rows = [missing_private(point), *(lpp_row(point, truth, LPP_AT["w"], 0) for truth in TUPLES[1:])]
    return _compared("lpp", rows, LPP_AT, seed)


def _compared(mechanism: str, rows: object, values: Mapping[str, Fraction], seed: int) -> WitnessRecord:
    import numpy as np

    rng = np.random.default_rng(seed)
    protocol = catalogue.get(mechanism).protocol
    pairs: list[tuple[int, Fraction]] = []
    assert isinstance(rows, (list, tuple))
    for truth, row in zip(TUPLES, rows, strict=True):
        answers = protocol.sample([truth] * DRAWS, rng, **values)
        pairs += [(answers.count(y), Fraction(p)) for y, p in zip(TUPLES, row, strict=True)]
    said = ", ".join(f"{name} = {value}" for name, value in values.items())
    return frequency_witness(f"protocol {mechanism} at {said}", pairs, DRAWS, seed)


SAMPLED: dict[str, Sampled] = {
    "MW-136": drawn_substitute,
    "MW-138": partial(printed_matrix, "lpp-ddagger", LPP_AT),
    "MW-144": drawn_substitute,
}
