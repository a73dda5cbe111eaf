"""An analysis in formulas: what is known of a protocol for all values of its symbols, each formula a theorem."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from checks.designs.analysis.latex import fragment
from checks.designs.analysis.terminal import plain
from checks.show.notebook import notebook
from checks.show.sheet import Fact, Grid, Section, Text
from derivations.logic.kernel import Proved
from derivations.steps import Written
from mechanisms.exact.notebook import Brief


@dataclass(frozen=True)
class Derived:
    """A formula, what it is of, its statement in the logic and the theorem that is this statement."""

    key: str
    about: str
    formula: Written
    statement: str
    theorem: Proved


@dataclass(frozen=True)
class NotDerived:
    """A part that was not found, and why."""

    about: str
    reason: str


@dataclass(frozen=True)
class FormulaAnalysis(Brief):
    """What is known of a protocol in formulas that hold for all values of their symbols, each a theorem.

    Attributes:
        name: the protocol as it was asked for.
        range: what its symbols are.
        means: what the formulas speak of.
        protocol: how a respondent answers, where that is told.
        numbers: what the formulas are worth, where parameters are given.

    """

    name: str
    range: str
    formulas: tuple[Derived, ...]
    unknown: tuple[NotDerived, ...]
    means: tuple[Fact, ...]
    protocol: tuple[Fact | Grid | Text, ...] = ()
    numbers: tuple[Fact, ...] = ()

    def sections(self, *, full: bool = False) -> tuple[Section, ...]:
        """The analysis in words; in full with the statements."""
        found = [Fact(derived.about, derived.formula) for derived in self.formulas]
        count = len({derived.theorem.conclusion for derived in self.formulas})
        proofs = [Fact("proved by", f"{count} theorems of the kernel, each the statement that the formula says")]
        proofs += [Fact(derived.about, derived.statement) for derived in self.formulas if full]
        made = (
            Section("protocol", "How a respondent answers", self.protocol),
            Section("formulas", "In formulas", tuple(found)),
            Section("meaning", "What they speak of", self.means),
            Section("numbers", "In numbers", self.numbers),
            Section("unknown", "Not found", tuple(Fact(one.about, one.reason) for one in self.unknown)),
            Section("proofs", "Proofs", tuple(proofs)),
        )
        return tuple(section for section in made if section.parts)

    def to_json(self) -> dict[str, Any]:
        """Plain data, with the statement of each formula in the logic."""
        return {
            "design": self.name,
            "for_all": self.range,
            "formulas": [
                {
                    "key": derived.key,
                    "about": derived.about,
                    "formula": derived.formula.text,
                    "latex": derived.formula.latex,
                    "statement": derived.statement,
                }
                for derived in self.formulas
            ],
            "numbers": {fact.name: plain(fact.value) for fact in self.numbers},
            "unknown": [{"about": one.about, "reason": one.reason} for one in self.unknown],
        }

    def _repr_latex_(self) -> str:
        return fragment(self)

    def _repr_html_(self) -> str:
        return notebook(self.sections(), None)
