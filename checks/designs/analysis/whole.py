"""The analysis of a numeric design: all parts, each within its time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from checks.designs.analysis.estimation import Estimation, estimation
from checks.designs.analysis.every_size import analysis_of_every_size
from checks.designs.analysis.identifiability import Identifiability, identifiability
from checks.designs.analysis.inference import Inference, inference
from checks.designs.analysis.latex import fragment
from checks.designs.analysis.neighbours import (
    LARGEST_CHANNEL,
    Admissibility,
    Neighbour,
    RelaxationToRandomizedResponse,
    admissibilities,
    candidates,
    neighbour,
    relaxation_to_randomized_response,
)
from checks.designs.analysis.numeric import analysis_of_numeric_design
from checks.designs.analysis.optimality import INFORMATION, OBJECTIVES, Distance, Level, NoOptimumError, distance
from checks.designs.analysis.privacy_profile import PrivacyProfile, privacy_profile
from checks.designs.analysis.sections import sections
from checks.designs.analysis.summary import summary
from checks.designs.analysis.symbolic import symbolic_analysis
from checks.designs.analysis.terminal import plain
from checks.inputs.design import Level as GivenLevel
from checks.inputs.design import is_numeric, is_of_every_size, protocol_by_name, read_symbolic_design
from checks.inputs.level import given_level, rational_level
from checks.inputs.rational_design import Replaced, rational_design
from checks.recheck.optimum_questions import LeastRisk, MostInformation, WorstRisk
from checks.recheck.proof_files import Evidence
from checks.recheck.questions import LOSSES, Channel, LeastLoss, Private, sharp_privacy
from checks.show.notebook import notebook
from checks.system.plain_data import as_data
from checks.system.time_limit import time_limit
from derivations.algebra.linear_algebra import rank
from derivations.prover.deadline import Deadline
from lp.programs.outcomes import SolverError
from mechanisms.design import Design, DesignError
from mechanisms.exact.notebook import Brief, Shown
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.criteria.bayes import CriterionError, Prior, prior_numbers
from mechanisms.protocols.protocol import Protocol

if TYPE_CHECKING:
    from checks.designs.analysis.formulas import FormulaAnalysis
    from checks.designs.analysis.symbolic import SymbolicAnalysis
    from checks.recheck.questions import Question
    from checks.show.sheet import Section

TIMEOUT = 10.0  # seconds for each part that may take long
Vector = tuple[Fraction, ...]
Found = TypeVar("Found")


class AnalysisError(ValueError):
    """What was asked for does not fit the design; the sentence says why."""


@dataclass(frozen=True)
class Unknown(Shown):
    """A part that was not found, and why."""

    part: str
    reason: str


@dataclass(frozen=True)
class Analysis(Brief):
    """What is known about a numeric design, exactly.

    Attributes:
        design: the design matrix.
        prior: the law of the truths at which errors and guesses are computed.
        uniform: whether it was left out, so that it is the uniform one.
        respondents: n, for the errors of estimates; None for n times the variance.
        level: the eps that was asked for, or None.
        identifiability, privacy, inference, estimation, relaxation: the parts; None where they are unknown, and
            `estimation` where no estimator is unbiased.
        distances: from the best design of the class (eps, delta), for each objective that could be answered.
        compared_at: this class; None where eps is infinite and no level was asked for.
        neighbours: the mechanisms of the catalogue, each with the order between it and the design.
        admissibilities: in the classes to which the design belongs.
        unknown: the parts that were not found, with the reason.
        notes: which rational numbers stand for irrational ones; `design` holds the rational ones.
        protocol: what a respondent does, where that is known.

    """

    design: Design
    prior: Vector
    uniform: bool
    respondents: int | None
    level: PrivacyLevel | None
    identifiability: Identifiability
    privacy: PrivacyProfile | None
    inference: Inference | None
    estimation: Estimation | None
    compared_at: Level | None
    distances: tuple[Distance, ...]
    neighbours: tuple[Neighbour, ...]
    relaxation: RelaxationToRandomizedResponse | None
    admissibilities: tuple[Admissibility, ...]
    unknown: tuple[Unknown, ...]
    notes: tuple[str, ...] = ()
    protocol: Protocol | None = None

    def evidence(self) -> tuple[Evidence, ...]:
        """All theorems of the kernel, each with what it says, and where it can be rebuilt with the question."""
        return tuple(_evidence(self))

    def to_json(self) -> dict[str, Any]:
        """Plain data, with numbers, designs and theorems as `checks.system.plain_data` says; `summary` is text."""
        return {"summary": {fact.name: plain(fact.value) for fact in summary(self)}, **as_data(self)}

    def sections(self, *, full: bool = False) -> tuple[Section, ...]:
        """The analysis in words, for every kind of output; long matrices and numbers are cut unless wanted in full."""
        return sections(self, full=full)

    def __str__(self) -> str:
        lines = (f"  {fact.name}: {plain(fact.value)}" for fact in summary(self))
        return "\n".join([f"Analysis of the design {self.design.name}".rstrip(), *lines])

    def _repr_latex_(self) -> str:
        return fragment(self)

    def _repr_html_(self) -> str:
        return notebook(self.sections(), self.protocol)


def analyze(
    design: Design | Protocol | str | Sequence[Sequence[Any]],
    *,
    prior: Prior | None = None,
    respondents: int | None = None,
    level: PrivacyLevel | str | None = None,
    at: dict[str, Any] | None = None,
    timeout: float = TIMEOUT,
    progress: Callable[[str], None] = lambda part: None,
) -> Analysis | SymbolicAnalysis | FormulaAnalysis:
    """All that is known about a design; symbolically where parameters are left without value.

    Args:
        design: a design, what a respondent does, rows of exact entries, or text as the command line takes it: a file,
            or grr(k=5, x=3); grr(k=k, eps=eps) is analysed for every k and eps; piecewise(eps=1) answers with numbers.
        prior: the law of the truths, uniform if left out.
        respondents: n, for standard errors.
        level: an eps at which delta is wanted, and the best design of this (eps, delta); the smallest eps if left out.
        at: exact values of parameters of the design.
        timeout: seconds for each part that may take long; past them the part is unknown.
        progress: is told which part is being worked on.

    Raises DesignError, DesignArgumentError, CriterionError (the prior) or AnalysisError for what makes no sense.

    """
    if isinstance(design, str) and is_of_every_size(design):
        _only_the_design(design, prior=prior, level=level)
        return analysis_of_every_size(design, at=_texts(at), respondents=respondents, progress=progress)
    if isinstance(design, str) and is_numeric(design):
        _only_the_design(design, prior=prior, respondents=respondents, level=level)
        return analysis_of_numeric_design(
            design, at=[f"{key}={text}" for key, text in _texts(at).items()], progress=progress
        )
    given, protocol = _read(design, at or {})
    chosen, note = given_level(level)
    read, replaced = numeric(given)
    if read.parameters:
        return symbolic_analysis(given, level=chosen, timeout=timeout, progress=progress, protocol=protocol)
    notes = [*([note] if note else []), *(one.sentence for one in replaced)]
    k = len(read.truths)
    weights = tuple(prior_numbers(read, prior)) if prior is not None else (Fraction(1, k),) * k
    if respondents is not None and (isinstance(respondents, bool) or respondents < 1):
        raise AnalysisError(f"the number of respondents must be an integer >= 1, not {respondents!r}")
    parts = Parts(timeout, progress)
    identified = identifiability(read)
    privacy = parts.find("privacy", lambda: privacy_profile(read))
    x = None if privacy is None else privacy.x
    known = privacy is not None
    learned = parts.find("inference", lambda: inference(read, weights, x)) if known else None
    estimated = parts.find("estimation", lambda: estimation(read, weights)) if identified.identifiable else None
    compared = _class(privacy, chosen, parts, notes)
    distances = [] if compared is None else _distances(read, weights, compared, estimated, parts)
    neighbours = _neighbours(read, x, compared, parts) if known else []
    relaxed = parts.find("relaxation", lambda: relaxation_to_randomized_response(read, x)) if known else None
    admissible = parts.find("admissibility", lambda: admissibilities(read, x)) if known else None
    return Analysis(
        read,
        weights,
        prior is None,
        respondents,
        chosen,
        identified,
        privacy,
        learned,
        estimated,
        compared,
        tuple(distances),
        tuple(neighbours),
        relaxed,
        admissible or (),
        tuple(parts.unknown),
        tuple(notes),
        protocol,
    )


def _texts(values: Mapping[str, Any] | None) -> dict[str, str]:
    """The values of parameters as they are written."""
    return {key: f"log({v.x})" if isinstance(v, GivenLevel) else str(v) for key, v in (values or {}).items()}


def _only_the_design(design: str, **options: Any) -> None:
    """AnalysisError for options that need a matrix."""
    instead = "truths are numbers of an interval in" if is_numeric(design) else "take a matrix, as of grr(k=5), not"
    for option, value in options.items():
        if value is not None and value != {}:
            raise AnalysisError(f"{option} needs a number of truths: {instead} {design}")


def numeric(design: Design) -> tuple[Design, tuple[Replaced, ...]]:
    """The design with rational numbers in place of irrational ones, and which they are.

    Raises AnalysisError where the design has a rank that the rational one does not have.
    """
    found, replaced = rational_design(design)
    if replaced and not found.parameters:
        reduced = design.generator.reduce if design.generator is not None else lambda value: value
        if rank(design.entries, reduced) != rank(found.entries):
            raise AnalysisError(
                "the rows of the design are dependent by its irrational numbers, and are not once these are rational; "
                "write the dependent rows with rational weights, or the numbers as fractions"
            )
    return found, replaced


class Parts:
    """Finds the parts one after the other, each within the time, and keeps what was not found."""

    def __init__(self, timeout: float, progress: Callable[[str], None]) -> None:
        self.timeout, self.progress = timeout, progress
        self.unknown: list[Unknown] = []

    def find(self, part: str, search: Callable[[], Found], seconds: float | None = None) -> Found | None:
        """The part, or None and the reason among `unknown`."""
        self.progress(part)
        try:
            with time_limit(self.timeout if seconds is None else seconds):
                found = search()
        except (TimeoutError, NoOptimumError, SolverError, CriterionError) as error:
            self.unknown.append(Unknown(part, str(error)))
            return None
        return found


def _distances(
    design: Design, prior: Vector, level: Level, estimated: Estimation | None, parts: Parts
) -> list[Distance]:
    """How far the design is from the best one of the class, for each objective that can be answered in its time."""
    found = []
    for objective in OBJECTIVES:
        one = parts.find(objective, partial(distance, objective, design, prior, level, estimated))
        found += [one] if one is not None else []
    return found


def _neighbours(design: Design, x: Fraction | None, level: Level | None, parts: Parts) -> list[Neighbour]:
    """The mechanisms of the catalogue with few responses first, all of them together within the time of a part."""
    deadline = Deadline(parts.timeout)
    known = parts.find("catalogue", lambda: list(candidates(design, x, level))) or []
    found, left_out = [], []
    for name, mechanism in sorted(known, key=lambda pair: len(pair[1].responses)):
        if design.shape[1] * mechanism.shape[1] > LARGEST_CHANNEL or not deadline.left():
            left_out.append(name)
            continue
        one = parts.find(name, partial(neighbour, design, name, mechanism), deadline.left())
        found += [one] if one is not None else []
    if left_out:
        parts.unknown.append(Unknown(", ".join(left_out), "too large to be compared in the time"))
    return found


def _read(
    design: Design | Protocol | str | Sequence[Sequence[Any]], at: dict[str, Any]
) -> tuple[Design, Protocol | None]:
    """The design, and what a respondent does where that is known."""
    if isinstance(design, str):
        return read_symbolic_design(design, at), protocol_by_name(design)
    if isinstance(design, Protocol):
        return _at(design.design(), at), design
    return _at(design if isinstance(design, Design) else Design(design), at), None


def _at(made: Design, at: dict[str, Any]) -> Design:
    unknown = [name for name in at if name not in (*made.domain.names, *made.domain.budget_roots())]
    if unknown:
        raise DesignError(f"the design has no parameter {unknown[0]}; it has {', '.join(made.domain.names) or 'none'}")
    return made.at(**at) if at else made


def _class(privacy: PrivacyProfile | None, level: PrivacyLevel | None, parts: Parts, notes: list[str]) -> Level | None:
    """The class of designs to compare with; what stands for an irrational e^eps is added to the notes."""
    if privacy is None:
        return None
    if level is None:
        if privacy.x is None:
            parts.unknown.append(
                Unknown("distance from the optimum", "eps is infinite; a level, --eps, gives a class (eps, delta)")
            )
            return None
        return Level(privacy.x)
    x, replaced = rational_level(level)
    notes += [replaced.sentence] if replaced is not None and replaced.sentence not in notes else []
    return Level(x, privacy.curve(x))


def _evidence(found: Analysis) -> Iterator[Evidence]:
    for privacy in privacy_questions(found):
        yield Evidence("the privacy of the design", privacy.prove(), privacy)
    k, level = len(found.design.truths), found.compared_at
    for one in found.distances:
        for step, (says, theorem) in enumerate(one.theorems):
            asked: Question | None = None
            if one.objective in LOSSES and level is not None:
                asked = LeastLoss.named(one.objective, k, level.x, found.prior, level.delta)
            elif one.objective == INFORMATION and level is not None:
                asked = MostInformation(level.x, found.prior)
            elif level is not None:
                last = step == len(one.theorems) - 1
                asked = (
                    WorstRisk(found.design, _least_risky(found)) if last else LeastRisk(k, level.x, level.delta, step)
                )
            yield Evidence(f"{one.objective}: {says}", theorem, asked)
    for other in found.neighbours:
        there, back = other.theorems
        names = ("the design", other.name)
        one_way = Channel(found.design, other.mechanism, names)
        yield Evidence(
            f"from the design to {other.name}: {_outcome(other.relation in ('more', 'same'))}", there, one_way
        )
        other_way = Channel(other.mechanism, found.design, names[::-1])
        yield Evidence(
            f"from {other.name} to the design: {_outcome(other.relation in ('less', 'same'))}", back, other_way
        )
    relaxed = found.relaxation
    if relaxed is not None and relaxed.theorem is not None:
        assert relaxed.relaxation is not None
        name = f"{k}-ary randomized response at eps' = log({relaxed.x})"
        asked_of = Channel(relaxed.relaxation.last, found.design, (name, "the design"))
        yield Evidence(f"from {name} to the design: a channel", relaxed.theorem, asked_of)


def _least_risky(found: Analysis) -> tuple[Vector, ...]:
    """The weights of the estimator whose worst case is least."""
    assert found.estimation is not None, "a risk is compared where something can be estimated"
    return found.estimation.smallest_worst_case.weights


def privacy_questions(found: Analysis) -> list[Private]:
    """How private the design is, sharply: its smallest eps, and delta at the level that was asked for."""
    sharp = sharp_privacy(found.design)
    asked = [sharp] if sharp is not None else []
    level, cells = found.compared_at, found.design.shape[0] ** 2 * found.design.shape[1]
    if level is not None and level.delta and cells <= LARGEST_CHANNEL:
        asked.append(Private(found.design, level.x, level.delta))
    return asked


def _outcome(possible: bool) -> str:
    return "a channel" if possible else "no channel"
