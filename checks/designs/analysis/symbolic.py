"""The analysis of a design with parameters: what can be said for all of their values, as formulas.

Rank over the rational functions, where it drops, the smallest eps, the unbiased estimator and its covariance at a
symbolic prior, each identity a theorem of the kernel. What needs numbers asks for the values that are missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from checks.designs.analysis.latex import fragment
from checks.designs.analysis.symbolic_sections import sections
from checks.recheck.proof_files import Evidence
from checks.show.notebook import notebook
from checks.system.plain_data import as_data, label
from checks.system.time_limit import time_limit
from derivations.algebra.linear_algebra import Matrix, determinant, product, rank, transposed
from derivations.arithmetic.kernel import Theorem
from derivations.estimation.design_variance import symbolic_prior
from derivations.estimation.estimator import LinearEstimator, estimator_covariance, linear_estimator
from derivations.estimation.sampling_model import IrrationalDesignError, SingularDesignError, response_probabilities
from derivations.prover.quantities import fresh_name
from derivations.steps import Derivation
from mechanisms.design import Design
from mechanisms.exact.notebook import Brief, Shown
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.privacy_level import PrivacyLevel
from mechanisms.exact.rational import RationalFunction
from mechanisms.exact.typesetting import Mixture, as_mixture, with_share
from mechanisms.privacy import Delta, PrivacyLoss, smallest_delta, smallest_epsilon

if TYPE_CHECKING:
    from checks.show.sheet import Section
    from mechanisms.protocols.protocol import Protocol

LARGEST_DETERMINANT, LARGEST_ESTIMATOR, LARGEST_COVARIANCE = 5, 40, 20  # truths; entries; entries
Found = TypeVar("Found")
ONE = RationalFunction.of(1)
SHARE = "lambda"  # how often a response is expected, in the variance of its count


@dataclass(frozen=True)
class ShortVariance(Shown):
    """A variance as a formula in a probability that has a name, such as lambda (1 - lambda)/(n p^2).

    Attributes:
        variance: the formula, with the name.
        name: of the probability.
        meaning: what it is.

    """

    variance: RationalFunction
    name: str
    meaning: Polynomial | Mixture


@dataclass(frozen=True)
class SymbolicUnknown(Shown):
    """A part that was not found, and why."""

    part: str
    reason: str


@dataclass(frozen=True)
class Estimates(Shown):
    """The errors of the estimates at a symbolic prior, for n respondents.

    Attributes:
        prior: P(truth) of each truth, the first being 1 less the others.
        covariance: of the estimates of all truths.
        added_variance: n times the variance of each estimate, less that of truthful answers.

    """

    prior: tuple[RationalFunction, ...]
    covariance: Matrix
    added_variance: tuple[RationalFunction, ...]
    derivation: Derivation


@dataclass(frozen=True)
class SymbolicAnalysis(Brief):
    """What is known about a design with parameters, for all of their values.

    Attributes:
        design: the design, with its domain.
        rank: at almost all values; as large as the number of truths if the law of the truths can be estimated; None
            where it was not found in its time.
        singular: the determinant of P, or of P P' for more responses than truths, in whose zeros the rank drops; None
            where it is zero everywhere or the design is large.
        loss: the smallest eps.
        delta: the smallest delta at the level that was asked for.
        estimator: the unbiased estimator, with its theorems.
        estimates: its covariance.
        missing: the parameters whose values the numeric analysis needs.
        protocol: what a respondent does, where that is known.

    """

    design: Design
    rank: int | None
    singular: RationalFunction | None
    loss: PrivacyLoss | None
    level: PrivacyLevel | None
    delta: Delta | None
    estimator: LinearEstimator | None
    estimates: Estimates | None
    unknown: tuple[SymbolicUnknown, ...]
    protocol: Protocol | None = None

    @property
    def missing(self) -> tuple[str, ...]:
        """What the numeric analysis needs values of, as a user gives them: eps, not its exponential."""
        budgets = {variable: budget for budget, (variable, _) in self.design.domain.budget_roots().items()}
        constants = self.design.domain.written_constants()
        return tuple(budgets.get(name, name) for name in self.design.parameters if name not in constants)

    def shortened(self, truth: int) -> ShortVariance | None:
        """The variance of the estimate for this truth with a name for a probability, where that makes it short.

        Of two truths the name is lambda; of more, lambda_y if it is that of response y, numbered from 1.
        """
        if self.estimates is None:
            return None
        prior = self.estimates.prior
        variance = self.estimates.covariance[truth][truth]
        shares = response_probabilities(self.design, prior)
        preferred = shares[1:] if len(prior) == 2 else shares  # of two, that of yes
        found = with_share(variance, SHARE, preferred)
        if found is None:
            return None
        meaning: Polynomial | Mixture = found[1]
        name = SHARE if len(prior) == 2 else f"s_{truth + 1}"
        if RationalFunction(found[1]) in shares:
            y = shares.index(RationalFunction(found[1]))
            name = SHARE if len(prior) == 2 else f"{SHARE}_{y + 1}"
            terms = [self.design.entries[x][y] * prior[x] for x in reversed(range(len(prior)))]
            meaning = as_mixture(found[1], terms)
        name = fresh_name(name, self.design.parameters)
        named = with_share(variance, name, preferred)
        assert named is not None
        return ShortVariance(named[0], name, meaning)

    @property
    def theorems(self) -> tuple[tuple[str, Theorem], ...]:
        """The theorems of estimator and covariance."""
        derivations = [] if self.estimator is None else [self.estimator.derivation]
        derivations += [] if self.estimates is None else [self.estimates.derivation]
        found = {str(s.statement): s.theorem for d in derivations for s in d.steps if s.theorem is not None}
        return tuple(found.items())

    def evidence(self) -> tuple[Evidence, ...]:
        """The theorems, as a proof file takes them."""
        return tuple(Evidence(says, theorem) for says, theorem in self.theorems)

    def sections(self, *, full: bool = False) -> tuple[Section, ...]:
        """The analysis in words."""
        return sections(self, full=full)

    def to_json(self) -> dict[str, Any]:
        """Plain data; formulas are text in the names of the design."""
        design = self.design
        return {
            "design": as_data(design),
            "parameters": str(design.domain),
            "missing": list(self.missing),
            "rank": self.rank,
            "singular_where_zero": _text(self.singular),
            "smallest_eps": None if self.loss is None else str(self.loss),
            "delta": None if self.delta is None else str(self.delta),
            "weights": None if self.estimator is None else [[_text(w) for w in row] for row in self.estimator.weights],
            "prior": None if self.estimates is None else [_text(p) for p in self.estimates.prior],
            "covariance": None
            if self.estimates is None
            else [[_text(c) for c in row] for row in self.estimates.covariance],
            "added_variance": None if self.estimates is None else [_text(v) for v in self.estimates.added_variance],
            "truths": [label(truth) for truth in design.truths],
            "unknown": as_data(self.unknown),
        }

    def _repr_latex_(self) -> str:
        return fragment(self)

    def _repr_html_(self) -> str:
        return notebook(self.sections(), self.protocol)


def symbolic_analysis(
    design: Design,
    *,
    level: PrivacyLevel | None = None,
    timeout: float = 10.0,
    progress: Callable[[str], None] = lambda part: None,
    protocol: Protocol | None = None,
) -> SymbolicAnalysis:
    """The analysis of a design with parameters; `level` with a rational e^eps adds delta there."""
    unknown: list[SymbolicUnknown] = []

    def find(part: str, search: Callable[[], Found]) -> Found | None:
        progress(part)
        try:
            with time_limit(timeout):
                return search()
        except (TimeoutError, SingularDesignError, IrrationalDesignError) as error:
            unknown.append(SymbolicUnknown(part, str(error)))
            return None

    def too_large(part: str) -> None:
        reason = "the design is too large for formulas; `rrproof analyze` has numbers where its parameters have values"
        unknown.append(SymbolicUnknown(part, reason))

    k, responses = design.shape
    rows = design.entries
    found = find("rank", lambda: rank(rows, design.generator.reduce) if design.generator else rank(rows))
    singular = estimator = estimates = None
    if found == k and k <= LARGEST_DETERMINANT and design.generator is None:
        gram = rows if k == responses else product(rows, transposed(rows))
        singular = find("determinant", lambda: determinant(gram))
    loss = find("smallest eps", lambda: smallest_epsilon(design))
    delta = None
    if level is not None and level.x is not None:
        delta = find("delta", lambda: smallest_delta(design, level.x))
    elif level is not None:
        unknown.append(SymbolicUnknown("delta", f"e^eps is irrational at eps = {level}; write eps = log(q)"))
    if k * responses <= LARGEST_ESTIMATOR:
        estimator = find("estimator", lambda: linear_estimator(design))
    else:
        too_large("estimator")
    if estimator is not None and k * responses <= LARGEST_COVARIANCE:
        estimates = find("covariance", lambda: _estimates(design))
    elif estimator is not None:
        too_large("covariance")
    return SymbolicAnalysis(design, found, singular, loss, level, delta, estimator, estimates, tuple(unknown), protocol)


def _estimates(design: Design) -> Estimates:
    prior = symbolic_prior(design)
    size = fresh_name("n", {*design.parameters, *(name for share in prior for name in share.names)})
    covariance, derivation = estimator_covariance(design, prior, size)
    n = RationalFunction(Polynomial.variable(size))
    added = tuple(n * covariance[x][x] - p * (ONE - p) for x, p in enumerate(prior))
    return Estimates(prior, covariance, added, derivation)


def _text(value: RationalFunction | None) -> str | None:
    return None if value is None else str(value)
