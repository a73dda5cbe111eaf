"""What a campaign finds: the control of each claim, the judgements on its mutants, and their counts."""

from __future__ import annotations

from dataclasses import dataclass, field

from checks.mutation.judge import Fate, Judgement


@dataclass(frozen=True)
class Options:
    """How a campaign is run: seconds a mutant, mutants a claim (None: all) drawn by `seed`."""

    timeout: float = 2.0
    sample: int | None = None
    seed: int = 0


@dataclass(frozen=True)
class Control:
    """The judgement on an unchanged claim: what was proved, and how many mutants it has.

    `statement` is "as printed", "corrected", or empty where the claim has no true statement; `failure` says what went
    wrong, since a claim that is true as printed or corrected must be proved.
    """

    claim_id: str
    statement: str
    mutants: int
    failure: str = ""


@dataclass
class Findings:
    """Controls and judgements as they come in."""

    controls: list[Control] = field(default_factory=list)
    judgements: list[Judgement] = field(default_factory=list)

    def add(self, found: Control | Judgement) -> None:
        """Keep what a campaign yields."""
        if isinstance(found, Control):
            self.controls.append(found)
        else:
            self.judgements.append(found)

    def of(self, fate: Fate, claim_id: str | None = None) -> list[Judgement]:
        """The judgements with this fate, of one claim or of all."""
        return [j for j in self.judgements if j.fate is fate and claim_id in (None, j.mutant.claim_id)]

    @property
    def found_out(self) -> tuple[int, int]:
        """(mutants that cost a claim its verdict, those that have a meaning and are not proved)."""
        found = len(self.of(Fate.KILLED)) + len(self.of(Fate.NOT_PROVED))
        return found, found + len(self.of(Fate.SURVIVOR))

    @property
    def failed_controls(self) -> list[Control]:
        """Claims that should be proved, as printed or corrected, and were not."""
        return sorted((c for c in self.controls if c.failure), key=lambda c: order(c.claim_id))

    @property
    def has_failed(self) -> bool:
        """Whether a mutant survived or a control failed."""
        return bool(self.failed_controls or self.of(Fate.SURVIVOR))


def order(claim_id: str) -> tuple[str, int]:
    """By which claims are sorted: paper and number."""
    paper, _, number = claim_id.rpartition("-")
    return paper, int(number) if number.isdigit() else 0
