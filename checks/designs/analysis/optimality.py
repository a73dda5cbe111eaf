"""How far a design is from the best one of the same privacy, for several objectives, with the certificate.

The class is that of all designs that are (eps, delta)-LDP at the level in question, with any number of responses. A
response may be read as a truth in any way: whoever reads it best has, for a loss, sum over y of min over z of
sum over x of prior_x loss[x][z] P[x, y]. Reading is post-processing, so the best design of the class is no worse.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from checks.designs.analysis.estimation import Estimation
from checks.designs.analysis.inference import mutual_information
from derivations.arithmetic.kernel import Theorem
from derivations.theorems.subsets.subset_minimax import NoSuchDesignError
from lp.constraints.constrained_design import optimal_design_under
from lp.constraints.privacy import ApproximatePrivacy
from lp.losses.files import Matrix
from lp.losses.linear_loss import hamming, l1, optimal_design, squared
from lp.losses.optimal_design import OptimalDesign
from lp.minimax.classes import minimax_approximate
from lp.minimax.pair import minimax_pair
from lp.staircases.optimum import staircase_optimum
from mechanisms.design import Design
from mechanisms.exact.logarithm_sum import LogarithmSum, RealNumber
from mechanisms.exact.notebook import Brief, Shown
from mechanisms.guarantees.criteria.bayes import numbers

Vector = tuple[Fraction, ...]
Proof = tuple[tuple[str, Theorem], ...]
ZERO = Fraction(0)
LOSSES: dict[str, tuple[Callable[[int], Matrix], str]] = {
    "hamming": (hamming, "probability of a wrong answer"),
    "l1": (l1, "expected distance |truth - answer|"),
    "mse": (squared, "expected square of truth - answer"),
}
INFORMATION, MINIMAX = "mutual-information", "minimax"
OBJECTIVES = (*LOSSES, INFORMATION, MINIMAX)
LARGEST_INFORMATION, LARGEST_APPROXIMATE = 24, 12  # truths


class NoOptimumError(ValueError):
    """There is no best design to compare with; the sentence says why."""


@dataclass(frozen=True)
class Level(Shown):
    """The class of designs: (eps, delta)-LDP with x = e^eps."""

    x: Fraction
    delta: Fraction = ZERO


@dataclass(frozen=True)
class Distance(Shown, Brief):
    """A design and the best one of its class, for one objective.

    Attributes:
        objective, meaning: what is measured.
        own: the value of the design; for losses, its responses being read in the best way.
        as_given: for losses, the value with each response taken for the truth at its place, if there are as many.
        optimum: the best value of the class.
        low, high: bounds of the optimum, equal to it where it is rational.
        largest: whether large values are good.
        best: the best design, where it is written out.
        theorems: what certifies the optimum, each with what it says.
        exact: whether the optimum is known exactly; else only that it lies between the bounds.

    """

    objective: str
    meaning: str
    own: Fraction | LogarithmSum
    as_given: Fraction | None
    optimum: Fraction | RealNumber
    low: Fraction
    high: Fraction
    largest: bool
    best: Design | None
    theorems: Proof
    exact: bool = True

    def __str__(self) -> str:
        best = f"the best is {self.optimum}" if self.exact else f"the best lies between {self.low} and {self.high}"
        return f"{self.meaning}: {self.own}, {'which is the best' if self.is_optimal else best}"

    @property
    def gap(self) -> Fraction | LogarithmSum | None:
        """How much the design is worse, exactly; None where the optimum is not known exactly."""
        if not self.exact or not isinstance(self.optimum, Fraction | LogarithmSum):
            return None
        difference = LogarithmSum.of(self.optimum) - self.own
        signed = difference if self.largest else -difference
        return signed.rational if not signed.terms or signed.sign() == 0 else signed

    @property
    def is_optimal(self) -> bool:
        """Whether no design of the class is better, by the certificate."""
        gap = self.gap
        return gap is not None and LogarithmSum.of(gap).sign() == 0

    @property
    def ratio(self) -> Fraction | None:
        """own/optimum for losses and risks, where the optimum is not 0."""
        if isinstance(self.own, Fraction) and isinstance(self.optimum, Fraction) and self.optimum:
            return self.own / self.optimum
        return None


def distance(objective: str, design: Design, prior: Vector, level: Level, estimated: Estimation | None) -> Distance:
    """How far a design with rational entries is from the best one at the level.

    `estimated` is needed for the objective minimax. Raises NoOptimumError where there is nothing to compare with.
    """
    if objective in LOSSES:
        return _of_loss(objective, design, prior, level)
    if objective == INFORMATION:
        return _of_information(design, prior, level)
    if objective != MINIMAX:
        raise NoOptimumError(f"no objective is called {objective!r}; there are {', '.join(OBJECTIVES)}")
    return _of_minimax(design, level, estimated)


def least_loss(design: Design, loss: Matrix, prior: Vector) -> Fraction:
    """The expected loss of who reads the responses in the best way."""
    total = ZERO
    for column in zip(*numbers(design), strict=True):
        mass = [w * p for w, p in zip(prior, column, strict=True)]
        total += min(sum((m * row[z] for m, row in zip(mass, loss, strict=True)), ZERO) for z in range(len(loss[0])))
    return total


def _of_loss(objective: str, design: Design, prior: Vector, level: Level) -> Distance:
    k = len(design.truths)
    make, meaning = LOSSES[objective]
    loss = make(k)
    given = None
    if design.shape == (k, k):
        rows = numbers(design)
        given = sum((w * c * p for w, row, line in zip(prior, rows, loss, strict=True)
                     for c, p in zip(line, row, strict=True)), ZERO)  # fmt: skip
    if level.delta:
        if k > LARGEST_APPROXIMATE:
            raise NoOptimumError(f"with delta > 0 at most {LARGEST_APPROXIMATE} truths are answered, not {k}")
        found = optimal_design_under(loss, [ApproximatePrivacy(level.x, level.delta)], prior)
        assert isinstance(found, OptimalDesign), "a design that tells nothing is private"
    else:
        found = optimal_design(loss, level.x, prior)
    return Distance(
        objective,
        meaning,
        least_loss(design, loss, prior),
        given,
        found.value,
        found.value,
        found.value,
        False,
        found.design,
        (("no design of this privacy does better (weak duality)", found.optimum.theorem),),
    )


def _of_information(design: Design, prior: Vector, level: Level) -> Distance:
    k = len(design.truths)
    if level.delta:
        raise NoOptimumError("mutual information is compared at delta = 0 only")
    if level.x == 1:
        raise NoOptimumError("at eps = 0 no response says anything")
    if k > LARGEST_INFORMATION:
        raise NoOptimumError(f"at most {LARGEST_INFORMATION} truths are answered, not {k}")
    found = staircase_optimum(INFORMATION, level.x, prior=prior)
    exact = found.is_optimal and isinstance(found.value, LogarithmSum)
    return Distance(
        INFORMATION,
        "mutual information of truth and response, in nats",
        mutual_information(design, prior),
        None,
        found.value,
        found.low,
        found.high,
        True,
        found.design,
        (("no design says more: all staircase columns", found.optimum.theorem),),
        exact,
    )


def _of_minimax(design: Design, level: Level, estimated: Estimation | None) -> Distance:
    if estimated is None:
        raise NoOptimumError("no estimator of the shares is unbiased, so that there is no risk to compare")
    k = len(design.truths)
    try:
        if level.delta:
            if k > LARGEST_APPROXIMATE:
                raise NoOptimumError(f"with delta > 0 at most {LARGEST_APPROXIMATE} truths are answered, not {k}")
            mixture = minimax_approximate(k, level.x, level.delta)
            risk, derivation = mixture.risk, mixture.derivation()
        else:
            pair = minimax_pair(k, level.x)
            risk, derivation = pair.risk.constant_value(), pair.derivation()
    except NoSuchDesignError as error:
        raise NoOptimumError(str(error)) from error
    chosen = estimated.smallest_worst_case
    theorems = tuple((str(step.statement), step.theorem) for step in derivation.steps if step.theorem is not None)
    own: Proof = (("the worst case of the design is no larger", chosen.worst.theorem),)
    return Distance(
        MINIMAX,
        "n times the worst-case sum of squared errors of an unbiased linear estimate of the shares",
        chosen.worst.value,
        None,
        risk,
        risk,
        risk,
        False,
        None,
        (*theorems, *own),
    )
