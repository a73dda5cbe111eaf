r"""Families of symbols that are declared one by one, such as p_1, p_2 and p_3: what `p_i` and `p_{i+1}` speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

_MEMBER = re.compile(
    r"(?P<head>.*\S)\s*_\s*(?:(?P<digit>[0-9])|\{\s*(?P<digits>[0-9]+(?:\s*,\s*[0-9]+)*)\s*\})\s*", re.DOTALL
)


@dataclass(frozen=True)
class Family:
    """Symbols with one spelling but for their indices; `members` are their names by the indices."""

    name: str
    head: str
    members: Mapping[tuple[int, ...], str]

    @property
    def arity(self) -> int:
        """How many indices."""
        return len(next(iter(self.members)))

    def __hash__(self) -> int:
        return hash((self.name, self.head, frozenset(self.members.items())))

    def places(self, position: int) -> list[int]:
        """The indices that occur at a position, in order."""
        return sorted({indices[position] for indices in self.members})


def families_of(spelled: Iterable[tuple[str, str]], taken: Iterable[str]) -> list[Family]:
    """The families among names with their spellings: two or more that differ only in numbers below them."""
    groups: dict[str, dict[str, str]] = {}
    for name, spelling in spelled:
        match = _MEMBER.fullmatch(spelling)
        if match is not None:
            below = re.sub(r"\s", "", match["digit"] or match["digits"])
            groups.setdefault(match["head"], {})[below] = name
    used, found = set(taken), []
    for head, members in groups.items():
        indexed = _indexed(members)
        if len(indexed) < 2 or len({len(i) for i in indexed}) > 1:
            continue
        name = _common_name(list(members.values()), used)
        used.add(name)
        found.append(Family(name, head, indexed))
    return found


def _indexed(members: Mapping[str, str]) -> dict[tuple[int, ...], str]:
    """The members by their indices; of 11, 12, 21 each digit is an index, of 1, 2, ..., 12 none is."""
    separate = all(len(below) == 2 for below in members) and not any("," in below for below in members)
    return {
        tuple(map(int, below if separate else below.split(","))): name
        for below, name in members.items()
        if all(len(part) <= 4 for part in below.split(","))
    }


def _common_name(names: list[str], used: set[str]) -> str:
    stem = re.sub(r"[0-9_]+$", "", names[0])
    candidates = [stem, f"{stem}_of", *(f"{stem}_of_{i}" for i in range(len(used) + 1))]
    return next(name for name in candidates if name and name not in used)
