"""What an audit has found."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

from checks.samplers.audit.settings import Settings
from mechanisms.exact.notebook import Brief, Shown

if TYPE_CHECKING:
    from checks.samplers.audit.provenance import Provenance


class Verdict(StrEnum):
    """What is said of the sampler."""

    CONSISTENT = "consistent"
    REFUTED = "refuted"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Finding(Shown):
    """Something that speaks against the sampler, or that ended the audit, as a sentence.

    Kinds: "law", "constant", "dependence", "restart" (statistical), "impossible response", "unknown response",
    "not a number", "exception", "shape", "memory", "died" (certain), "hang", "limit", "interrupted" (no verdict).
    """

    kind: str
    text: str
    truth: Hashable = None
    response: Hashable = None


@dataclass(frozen=True)
class PrivacyBounds(Shown):
    """eps of the design, and bounds on that of the sampler at the audit's level; None stands for infinity.

    `lower` is shown by an event that is likelier under `truth` than under `other`; they are None for lower = 0.
    """

    design: float | None
    lower: float
    upper: float | None
    truth: Hashable = None
    other: Hashable = None
    event: tuple[Hashable, ...] = ()


@dataclass(frozen=True)
class Audit(Brief):
    """The verdict on a sampler, with all that it rests on.

    Attributes:
        sampler: its name.
        design: the name of the design.
        verdict: "refuted" is wrong of a sampler of the design with probability at most `settings.false_alarm`;
            "consistent" is wrong of one with a row that is off by `settings.distance` in total variation with
            probability at most 1 - `settings.power`, and so of one whose responses depend on the last one by
            `settings.dependence`. "Consistent" supposes that no more of the past has an influence.
        findings: what speaks against it, gravest first.
        truths, responses: the labels of rows and columns.
        counts: how often each response was given to each truth; outside holds those that the design does not know.
        probabilities: the design's.
        low, high: bounds of each probability of the sampler, all right at once with probability `settings.level`.
        distances: for each truth a bound on the total variation between the sampler's law and the row, each wrong with
            probability at most 1 - `settings.power`.
        dependence: for each kind of context, "same truth" (the last response to it) and "previous call" (its truth and
            response), a bound for the worst truth on the mean over the calls of the total variation between the law
            of a response given the context and the design's row; wrong with probability at most 1 - `settings.power`
            for each truth, if no more of the past has an influence.
        evidence: log of the e-values, of the whole ("all") and of its parts; for the fixed size "law" and "all" are
            those of the reciprocals of p-values.
        privacy: bounds on eps.
        planned: calls per truth and the bound that they follow from, for the fixed size.
        seconds: how long the calls took.
        provenance: date, command, versions and files, where a command made it.
        borders: of the cells into which answers were sorted, where these are numbers; `responses` names the cells then,
            and "total variation" is the largest difference in the probability of a union of cells.
        different_truths: of a log, where there are so many that a row is the mean over a group of neighbouring truths;
            then a difference is one of such means, and `dependence` is empty.

    """

    sampler: str
    design: str
    verdict: Verdict
    findings: tuple[Finding, ...]
    truths: tuple[Hashable, ...]
    responses: tuple[Hashable, ...]
    counts: tuple[tuple[int, ...], ...]
    outside: tuple[int, ...]
    probabilities: tuple[tuple[Fraction, ...], ...]
    low: tuple[tuple[float, ...], ...]
    high: tuple[tuple[float, ...], ...]
    distances: tuple[float, ...]
    dependence: dict[str, float]
    evidence: dict[str, float]
    privacy: PrivacyBounds
    planned: tuple[int, str] | None
    settings: Settings
    seconds: float
    provenance: Provenance | None = None
    borders: tuple[float, ...] | None = None
    different_truths: int | None = None

    @property
    def calls(self) -> int:
        """How many responses were looked at."""
        return sum(map(sum, self.counts)) + sum(self.outside)

    @property
    def was_interrupted(self) -> bool:
        """Whether Ctrl-C ended it."""
        return any(finding.kind == "interrupted" for finding in self.findings)

    @property
    def measure(self) -> str:
        """In what laws differ."""
        if self.borders is None:
            return "in total variation"
        found = f"in the probability of any union of the {len(self.responses)} cells"
        return found if self.different_truths is None else f"{found}, on average over a group of truths"

    @property
    def headline(self) -> str:
        """The verdict with what was looked for: what was found, and what was not."""
        settings = self.settings
        confidence = f"at confidence {100 * settings.power:g} %"
        if self.verdict == Verdict.CONSISTENT:
            missed = "smaller ones" if self.borders is None else "smaller ones, and such within a cell,"
            if self.different_truths is not None:
                missed = "smaller ones, such within a cell or a group, and dependence"
            return (
                f"consistent: no difference above {settings.distance:g} {self.measure}, {confidence}; "
                f"{missed} were not looked for"
            )
        if self.verdict == Verdict.REFUTED:
            certain = self.evidence["all"] == float("inf")
            chance = "never" if certain else f"with probability at most {settings.false_alarm:g}"
            return f"refuted: the design is not followed; a sampler that follows it is called so {chance}"
        largest = max(self.distances, default=1.0)
        return (
            f"undecided: a difference up to {largest:.2g} {self.measure} is still possible, {confidence}; "
            f"{settings.distance:g} was looked for"
        )

    def share(self, x: int, y: int) -> float | None:
        """The relative frequency of response y to truth x, by their indices; None when x was never asked."""
        total = sum(self.counts[x]) + self.outside[x]
        return self.counts[x][y] / total if total else None

    def to_json(self) -> dict[str, Any]:
        """All of it as plain data; probabilities are fractions written out, infinite numbers are null."""
        truths, responses = range(len(self.truths)), range(len(self.responses))
        settings = self.settings
        return {
            "sampler": self.sampler,
            "design": self.design,
            "verdict": str(self.verdict),
            "headline": self.headline,
            "findings": [
                {
                    "kind": f.kind,
                    "text": f.text,
                    "truth": None if f.truth is None else str(f.truth),
                    "response": None if f.response is None else str(f.response),
                }
                for f in self.findings
            ],
            "calls": self.calls,
            "truths": [str(truth) for truth in self.truths],
            "responses": [str(response) for response in self.responses],
            "counts": [list(row) for row in self.counts],
            "outside": list(self.outside),
            "borders": None if self.borders is None else list(self.borders),
            "different_truths": self.different_truths,
            "probabilities": [[str(p) for p in row] for row in self.probabilities],
            "estimated": [[self.share(x, y) for y in responses] for x in truths],
            "regions": [[[self.low[x][y], self.high[x][y]] for y in responses] for x in truths],
            "distances": list(self.distances),
            "dependence": self.dependence,
            "evidence": {name: value if isfinite(value) else None for name, value in self.evidence.items()},
            "refuted_with_certainty": self.evidence["all"] == float("inf"),
            "privacy": {
                "design": self.privacy.design,
                "lower": self.privacy.lower,
                "upper": self.privacy.upper,
                "truth": None if self.privacy.truth is None else str(self.privacy.truth),
                "other": None if self.privacy.other is None else str(self.privacy.other),
                "event": [str(response) for response in self.privacy.event],
            },
            "planned": None if self.planned is None else {"per_truth": self.planned[0], "bound": self.planned[1]},
            "settings": {
                "method": settings.method,
                "false_alarm": settings.false_alarm,
                "power": settings.power,
                "distance": settings.distance,
                "dependence": settings.dependence,
                "level": settings.level,
                "tolerance": str(settings.tolerance),
                "seed": settings.seed,
            },
            "seconds": round(self.seconds, 3),
            "provenance": None if self.provenance is None else self.provenance.to_json(),
        }

    def _repr_html_(self) -> str:
        from checks.samplers.audit.output import as_html

        return as_html(self)

    def _repr_latex_(self) -> str:
        from checks.samplers.audit.output import as_latex

        return as_latex(self)
