"""Any number of designs side by side: what the analysis knows of each, and Blackwell's order between every two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from checks.designs.analysis.estimation import Estimation, estimation
from checks.designs.analysis.identifiability import Identifiability, identifiability
from checks.designs.analysis.inference import Inference, inference
from checks.designs.analysis.neighbours import LARGEST_CHANNEL
from checks.designs.analysis.privacy_profile import PrivacyProfile, privacy_profile
from checks.designs.analysis.whole import TIMEOUT, AnalysisError, Parts, Unknown, numeric
from checks.designs.comparison.families import FamilyError, Solved, added_variance, level_of, solved
from checks.designs.comparison.numeric import NumericComparison, compare_numeric
from checks.designs.comparison.sections import latex, sections
from checks.inputs.budget import symmetric
from checks.inputs.design import is_numeric, key_of, of_the_same_truths, read_symbolic_design
from checks.inputs.level import given_level, rational_level
from checks.recheck.proof_files import Evidence
from checks.recheck.questions import Channel, sharp_privacy
from checks.show.notebook import notebook
from checks.system.plain_data import as_data
from derivations.arithmetic.kernel import Theorem
from lp.relaxations.blackwell import compare as order_of
from mechanisms.design import Design
from mechanisms.exact.notebook import Brief, Shown
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.guarantees.criteria.bayes import Prior, prior_numbers

if TYPE_CHECKING:
    from checks.show.sheet import Section

Vector = tuple[Fraction, ...]


@dataclass(frozen=True)
class Member(Shown):
    """One of the designs.

    Attributes:
        name: as it was named.
        design: the numeric design.
        solved: how a family was brought to the level; None for a design that was given.
        identifiability, privacy, inference, estimation: the parts of its analysis; None where they are unknown.
        least_added_variance: at the prior, n times, summed over the truths; None where it cannot be estimated.
        delta: the smallest delta at the level that was asked for, between two bounds.

    """

    name: str
    design: Design
    solved: Solved | None
    identifiability: Identifiability
    privacy: PrivacyProfile | None
    inference: Inference | None
    estimation: Estimation | None
    least_added_variance: Fraction | None
    delta: tuple[Fraction, Fraction] | None


@dataclass(frozen=True)
class Order(Shown):
    """Blackwell's order between two of the designs: who tells more ("first", "second", "same", "incomparable")."""

    first: str
    second: str
    relation: str
    theorems: tuple[Theorem, Theorem]


@dataclass(frozen=True)
class Comparison(Brief):
    """Designs side by side.

    Attributes:
        members: in the order in which they were named.
        families: name and design of those that had a parameter left.
        prior, uniform: the law of the truths, and whether it was left out.
        level, variance: the eps, or the added variance, to which families were brought.
        orders: between every two, as far as they were found in their time.
        notes: how truths of different names were matched, and which rational numbers stand for irrational ones.
        unknown: what was not found.

    """

    members: tuple[Member, ...]
    families: tuple[tuple[str, Design], ...]
    prior: Vector
    uniform: bool
    level: PrivacyLevel | None
    variance: Fraction | None
    orders: tuple[Order, ...]
    notes: tuple[str, ...]
    unknown: tuple[Unknown, ...]

    def evidence(self) -> tuple[Evidence, ...]:
        """The theorems of the privacy of each design and of the order, each with its question."""
        found = []
        designs = {member.name: member.design for member in self.members}
        for name, design in designs.items():
            privacy = sharp_privacy(design)
            if privacy is not None:
                found.append(Evidence(f"the privacy of {name}", privacy.prove(), privacy))
        for one in self.orders:
            for pair, theorem in zip(((one.first, one.second), (one.second, one.first)), one.theorems, strict=True):
                first, second = pair
                asked = Channel(designs[first], designs[second], pair)
                found.append(Evidence(f"from {first} to {second}", theorem, asked))
        return tuple(found)

    def to_json(self) -> dict[str, Any]:
        """Plain data, written as `checks.system.plain_data` says."""
        found: dict[str, Any] = as_data(self)
        return found

    def sections(self, *, full: bool = False) -> tuple[Section, ...]:
        """The comparison in words."""
        return sections(self, full=full)

    def __str__(self) -> str:
        return f"Comparison of {', '.join(member.name for member in self.members)}"

    def _repr_html_(self) -> str:
        return notebook(self.sections())

    def _repr_latex_(self) -> str:
        return latex(self)


def compare(
    designs: Sequence[str | Design],
    *,
    at_eps: PrivacyLevel | str | None = None,
    at_added_variance: Fraction | None = None,
    prior: Prior | None = None,
    at: dict[str, Any] | None = None,
    timeout: float = TIMEOUT,
    progress: Callable[[str], None] = lambda part: None,
) -> Comparison | NumericComparison:
    """Designs side by side, families being brought to an eps, or to an added variance at the prior.

    Args:
        designs: at least two, as `checks.inputs.design` reads them or as they are; those with one parameter left are
            families.
        at_eps: the level of the families; delta is given there for all.
        at_added_variance: n times the added variance, summed over the truths, of the families.
        prior: the law of the truths, uniform if left out.
        at: values of parameters, for the designs that have them.
        timeout: seconds for each part that may take long.
        progress: is told which part is being worked on.

    Of mechanisms whose answers are numbers it is a NumericComparison, which has their variances in place of matrices.

    Raises AnalysisError, DesignArgumentError, DesignError or CriterionError for what makes no sense, FamilyError where
    a family cannot be brought to the level.

    """
    if any(isinstance(design, str) and is_numeric(design) for design in designs):
        return _of_numbers(designs, at_eps, at_added_variance, prior, at or {}, progress)
    level, note_of_level = given_level(at_eps)
    notes = [note_of_level] if note_of_level else []
    if len(designs) < 2:
        raise AnalysisError("at least two designs are needed to compare them, as 'grr(k=3, x=2)' and rates.csv")
    if level is not None and at_added_variance is not None:
        raise AnalysisError("families are brought to one eps or to one added variance, not to both")
    names = _names(designs)
    rational = [numeric(_read(design, at or {})) for design in designs]
    notes += dict.fromkeys(one.sentence for _, replaced in rational for one in replaced)
    read, matched = of_the_same_truths([design for design, _ in rational])
    notes += [matched] if matched else []
    weights = (
        tuple(prior_numbers(read[0], prior))
        if prior is not None
        else (Fraction(1, read[0].shape[0]),) * read[0].shape[0]
    )
    families, members, parts = [], [], Parts(timeout, progress)
    for name, design in zip(names, read, strict=True):
        found = None
        if design.parameters:
            families.append((name, design))
            found = _solved(name, design, level, at_added_variance, weights, notes)
        members.append(_member(name, design if found is None else found.design, found, weights, level, parts))
    orders = [_order(one, other, parts) for one, other in combinations(members, 2)]
    return Comparison(
        tuple(members),
        tuple(families),
        weights,
        prior is None,
        level,
        at_added_variance,
        tuple(order for order in orders if order is not None),
        tuple(notes),
        tuple(parts.unknown),
    )


def _of_numbers(
    designs: Sequence[str | Design],
    at_eps: PrivacyLevel | str | None,
    at_added_variance: Fraction | None,
    prior: Prior | None,
    at: Mapping[str, Any],
    progress: Callable[[str], None],
) -> NumericComparison:
    """The comparison of mechanisms whose answers are numbers."""
    texts = [design for design in designs if isinstance(design, str) and is_numeric(design)]
    if len(texts) < len(designs):
        other = next(design for design in designs if design not in texts)
        if isinstance(other, str):
            read_symbolic_design(other)  # which says what else it is
        raise AnalysisError(
            f"{texts[0]} answers with numbers, and {other} has finitely many responses; compare those of one kind"
        )
    if at_added_variance is not None or prior is not None:
        what = "an added variance" if at_added_variance is not None else "a law of finitely many truths"
        raise AnalysisError(f"{what} is of designs with finitely many truths; {texts[0]} answers with numbers")
    level, _ = given_level(at_eps)
    return compare_numeric(texts, eps=level, at=[f"{key}={value}" for key, value in at.items()], progress=progress)


def _read(given: str | Design, at: dict[str, Any]) -> Design:
    if isinstance(given, Design):
        known = {*given.domain.names, *given.domain.budget_roots()}
        return given.at(**{name: value for name, value in at.items() if name in known})

    plain = given.replace("=?", "= ?")
    argument = plain if "?" not in plain else _without_open_values(plain)
    design = read_symbolic_design(argument, {})
    known = {*design.parameters, *design.domain.budget_roots()}
    found = read_symbolic_design(argument, {name: value for name, value in at.items() if name in known})
    return symmetric(key_of(argument), found, {})


def _without_open_values(argument: str) -> str:
    """grr(k=5, eps=?) is grr(k=5): a level that is left open."""
    name, _, inside = argument.partition("(")
    kept = [part for part in inside.rstrip().removesuffix(")").split(",") if "?" not in part]
    return f"{name}({','.join(kept)})" if kept else name


def _names(designs: Sequence[str | Design]) -> list[str]:
    """A name for each, none twice."""
    names: list[str] = []
    for number, design in enumerate(designs, 1):
        name = design.strip() if isinstance(design, str) else design.name or f"design {number}"
        names.append(name if name not in names else f"{name} [{number}]")
    return names


def _solved(
    name: str,
    family: Design,
    level: PrivacyLevel | None,
    variance: Fraction | None,
    prior: Vector,
    notes: list[str],
) -> Solved:
    if len(family.parameters) > 1:
        raise FamilyError(f"{name}: the parameters {', '.join(family.parameters)} have no value; one may be left open")
    if level is None and variance is None:
        raise FamilyError(
            f"{name}: {family.parameters[0]} has no value; give one, or a level for all: --eps 'log(3)' or "
            "--at-added-variance 2"
        )
    try:
        if level is not None:
            x, replaced = rational_level(level)
            notes += [replaced.sentence] if replaced is not None and replaced.sentence not in notes else []
            return solved(family, level_of, x, f"eps = {level}")
        assert variance is not None
        return solved(family, partial(added_variance, prior=prior), variance, f"the added variance is {variance}")
    except FamilyError as error:
        raise FamilyError(f"{name}: {error}") from error


def _member(
    name: str, design: Design, found: Solved | None, prior: Vector, level: PrivacyLevel | None, parts: Parts
) -> Member:
    identified = identifiability(design)
    privacy = parts.find(f"privacy of {name}", partial(privacy_profile, design))
    learned = estimated = None
    if privacy is not None:
        learned = parts.find(f"inference of {name}", partial(inference, design, prior, privacy.x))
    if identified.identifiable:
        estimated = parts.find(f"estimation of {name}", partial(estimation, design, prior))
    least = None if estimated is None else (estimated.best or estimated.estimator).total_added_variance
    delta = privacy.delta(level) if privacy is not None and level is not None else None
    return Member(name, design, found, identified, privacy, learned, estimated, least, delta)


def _order(one: Member, other: Member, parts: Parts) -> Order | None:
    what = f"order of {one.name} and {other.name}"
    if one.design.shape[1] * other.design.shape[1] > LARGEST_CHANNEL:
        parts.unknown.append(Unknown(what, "too large to be compared"))
        return None
    found = parts.find(what, partial(order_of, one.design, other.design))
    if found is None:
        return None
    relation = "second"
    if found.equivalent:
        relation = "same"
    elif found.better:
        relation = "first"
    elif found.incomparable:
        relation = "incomparable"
    return Order(one.name, other.name, relation, (found.forward.theorem, found.backward.theorem))
