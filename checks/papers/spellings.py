"""How the papers of the suite spell their names: the vocabulary in the file `spellings.toml` of each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from checks.claims.claim import read_toml
from checks.reading.symbols import Declaration, Kind, Symbols

KINDS = {f"{kind}s".replace(" ", "_"): kind for kind in Kind}
"""The tables of the file: `symbols`, `sets`, `functions`, `operators`, `event_operators`."""


@cache
def spellings(key: str) -> Symbols:
    """The vocabulary of the paper with this key, for example "HLM".

    A name is given its spelling, a list of them, or a table of these as `latex` with what else a Declaration says.
    """
    path = resources.files(__package__).joinpath(key.lower(), "spellings.toml")
    tables = read_toml(path.read_text(encoding="utf-8"), str(path))
    return Symbols(*(declared for table, names in tables.items() for declared in _declared(KINDS[table], names)))


def _declared(kind: Kind, names: dict[str, Any]) -> Iterator[Declaration]:
    for name, said in names.items():
        more = dict(said) if isinstance(said, dict) else {"latex": said}
        latex = more.pop("latex")
        arities = frozenset(more.pop("arities", [1] if kind is Kind.FUNCTION else []))
        yield Declaration(name, kind, (latex,) if isinstance(latex, str) else tuple(latex), arities, **more)
