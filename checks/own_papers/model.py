"""A claims file as a paper: its claims, and the model that they are judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from checks.claim import Claim, Paper, PaperError, paper_from_data, read_toml
from checks.own_papers.corrections import derived_correction
from checks.own_papers.declarations import read_declarations
from checks.own_papers.notation import OwnNotation
from checks.own_papers.witness import statement_witness
from checks.reading import ReadingError, read_latex
from checks.reading import syntax as tree
from checks.record import WitnessRecord
from checks.verdict import Verdict
from checks.verification import PaperModel
from derivations.steps import Derivation
from mechanisms.text_files import read_text

MAXIMAL_BYTES = 1_000_000
OWN_TABLES = frozenset(("symbols", "conditions", "mechanism", "mechanisms", "names"))


@dataclass(frozen=True)
class OwnPaper:
    """The claims of a file, and how they are judged."""

    paper: Paper
    model: PaperModel


def load(path: str) -> OwnPaper:
    """The paper in a claims file; PaperError with the file, the claim and the key where it cannot be used."""
    text = read_text(path, MAXIMAL_BYTES, PaperError)
    return _loaded(path, text)


@lru_cache(maxsize=8)
def _loaded(path: str, text: str) -> OwnPaper:
    data = read_toml(text, path)
    own = OwnNotation(read_declarations({key: data[key] for key in OWN_TABLES & set(data)}, path), path)
    claims = {key: value for key, value in data.items() if key not in OWN_TABLES}
    paper = paper_from_data([(path, claims)], file=path, text=text)
    witness = statement_witness(own)
    derivations = {claim.id: _derivation_of(claim, own) for claim in paper.claims}

    def witnesses_of(claim: Claim, verdict: Verdict, seed: int) -> Sequence[WitnessRecord]:
        return witness.records(claim, verdict, seed)

    model = PaperModel(
        own.notation,
        {},
        derivations.get,
        witnesses_of,
        statement_witness=lambda statement: witness,
        derived_correction=lambda claim: derived_correction(claim, own),
    )
    return OwnPaper(paper, model)


def _derivation_of(claim: Claim, own: OwnNotation) -> Derivation | None:
    """How the first derived name of the claim comes about."""
    if not claim.readings:
        return None
    for text in claim.main.statement.latex:
        try:
            node = read_latex(text, own.vocabulary, slash=claim.main.statement.slash)
        except ReadingError:
            return None  # reported with the verdict
        for part in tree.nodes(node):
            name = own.named.get(part.name) if isinstance(part, tree.Name) else None
            if name is not None:
                try:
                    found = own.derivation(name)
                except ValueError:
                    return None  # reported with the verdict
                if found is not None:
                    return found
    return None
