"""The law of several responses to one truth: given designs for each, a joint budget, conditions on posteriors.

The respondent answers r times. J[x, h] is the probability of the history h = (o1, ..., or) under the truth x. A linear
program, which `lp.models.rounds` states in cvxpy, finds J with

* the given design for each response: summed over the others, J is P_i (a response may also be left free);
* privacy of histories: J_i[a, h] <= x_i J_i[b, h] for the first i responses;
* posteriors: who knows the first i responses knows what who knows o_i alone does, that is, J_i[a, h] P_i[b, o_i] =
  J_i[b, h] P_i[a, o_i]; at every i this is a chain of relaxations;
* the least expected cost of (truth, history) under a prior; or none, for any such law.

It returns the law as a design whose responses are histories, with the theorem that no law costs less, or a theorem of
Farkas that there is none. For two responses this is the polychotomous program of Pan for any two designs, without
assumptions of symmetry. Source of the special case: Pan, Randomized Response with Gradual Release of Privacy Budget,
(30) to (49).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from derivations.arithmetic.kernel import Theorem
from lp.losses.optimal_design import OptimalDesign
from lp.programs.outcomes import Infeasible, SolverError
from mechanisms.design import Design, DesignError
from mechanisms.exact.notebook import Shown
from mechanisms.exact.polynomial import Rational
from mechanisms.guarantees.criteria.bayes import Prior, numbers, prior_numbers, uniform_prior

MAXIMAL_ENTRIES = 60_000
History = tuple[Hashable, ...]
HistoryCost = Callable[[Hashable, History], Rational]


@dataclass(frozen=True)
class Free:
    """A response whose design is not given, only what it may be."""

    responses: tuple[Hashable, ...]


@dataclass(frozen=True)
class Overspent(Shown):
    """No joint law has these designs as its parts and what was asked of histories: multipliers of Farkas."""

    infeasible: Infeasible

    @property
    def theorem(self) -> Theorem:
        """That the program has no point."""
        return self.infeasible.theorem

    def _repr_latex_(self) -> str:
        return self.infeasible._repr_latex_()


@dataclass(frozen=True)
class JointReleases:
    """A question about the joint law of several responses.

    Attributes:
        releases: the design of each response, with the same truths, or what is free to be chosen.
        budgets: number of responses i -> x_i = e^eps of the first i responses together, at least 1.
        without_loss: the numbers of responses after which the last response must tell all.

    Raises DesignError when the truths differ, when no design is given, or when there are too many histories.

    """

    releases: tuple[Design | Free, ...]
    budgets: Mapping[int, Fraction]
    without_loss: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        designs = [release for release in self.releases if isinstance(release, Design)]
        if not designs:
            raise DesignError("at least one response needs a design, which says what the truths are")
        for design in designs[1:]:
            if design.truths != designs[0].truths:
                raise DesignError(
                    f"the designs have different truths: {list(designs[0].truths)} and {list(design.truths)}"
                )
        rounds = range(1, len(self.releases) + 1)
        for i, x in self.budgets.items():
            if i not in rounds or x < 1:
                raise DesignError(f"a budget is x >= 1 for the first 1 to {len(rounds)} responses, not {x} for {i}")
        for i in self.without_loss:
            if i not in rounds or not isinstance(self.releases[i - 1], Design):
                raise DesignError(f"response {i} has no design, so that posteriors cannot be those of its design")
        entries = len(self.truths)
        for release in self.releases:
            entries *= len(release.responses)
        if entries > MAXIMAL_ENTRIES:
            raise DesignError(f"{entries} truths and histories; at most {MAXIMAL_ENTRIES} are solved for")

    @property
    def truths(self) -> tuple[Hashable, ...]:
        """The truths of all designs."""
        return next(release.truths for release in self.releases if isinstance(release, Design))

    @property
    def histories(self) -> tuple[History, ...]:
        """All histories, in lexicographic order."""
        return tuple(itertools.product(*(release.responses for release in self.releases)))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many answers each response has."""
        return tuple(len(release.responses) for release in self.releases)

    def model(self) -> tuple[Any, list[Any]]:
        """J as a variable of cvxpy, truths downwards and histories across, and what is demanded of it."""
        from lp.models import rounds
        from lp.models.design_variable import DesignVariable

        J = DesignVariable(self.truths, self.histories, name="J")
        demands = J.rows_on_simplex
        for i, release in enumerate(self.releases, 1):
            if isinstance(release, Design):
                demands += rounds.given_response(J, self.sizes, i, numbers(release), self._words_of_design(i))
        for i, x in sorted(self.budgets.items()):
            demands += rounds.budget(J, self.sizes, i, x, self._name_of_entry(i))
        for i in sorted(self.without_loss):
            design = self.releases[i - 1]
            assert isinstance(design, Design)
            name = self._name_of_entry(i)
            demands += rounds.last_tells_all(
                J, self.sizes, i, numbers(design), lambda t, h, name=name, i=i: f"{name(t, h)} as o{i} says"
            )
        return J, demands

    def solve(self, cost: HistoryCost | None = None, prior: Prior | None = None) -> OptimalDesign | Overspent:
        """The law of least expected cost, or a theorem that there is no law; rational entries, exact costs.

        Without a cost any law will do. The prior is uniform if left out. Raises SolverError for an answer of the solver
        that cannot be.
        """
        import cvxpy

        from lp.models.certificate import Certified, Contradiction, certify
        from lp.models.losses import expected_loss

        J, demands = self.model()
        goal = 0 if cost is None else expected_loss(J, self._prices(cost, prior))
        found = certify(cvxpy.Problem(cvxpy.Minimize(goal), demands))
        if isinstance(found, Contradiction):
            return Overspent(found.infeasible)
        if not isinstance(found, Certified):
            raise SolverError("a cost of probabilities cannot be unbounded")
        positive = J.size  # the first rows say that probabilities are not negative, which the design shows
        active = [found.exact.words(i) for i in found.optimum.active if i >= positive]
        return OptimalDesign(found.design(J), found.value, found.optimum, tuple(dict.fromkeys(active)))

    def _prices(self, cost: HistoryCost, prior: Prior | None) -> list[list[Fraction]]:
        design = next(release for release in self.releases if isinstance(release, Design))
        chances = prior_numbers(design, uniform_prior(design) if prior is None else prior)
        return [
            [chance * Fraction(cost(truth, history)) for history in self.histories]
            for truth, chance in zip(self.truths, chances, strict=True)
        ]

    def _words_of_design(self, i: int) -> Callable[[int, int], str]:
        release = self.releases[i - 1]
        assert isinstance(release, Design)
        rows = numbers(release)
        return lambda t, o: f"P(o{i} = {release.responses[o]} | {self.truths[t]}) = {rows[t][o]}"

    def _name_of_entry(self, i: int) -> Callable[[int, int], str]:
        """The names of the probabilities of the first i responses."""
        prefixes = list(itertools.product(*(release.responses for release in self.releases[:i])))
        return lambda t, h: f"P({prefixes[h]} | {self.truths[t]})"


def joint_releases(
    releases: Sequence[Design | Free],
    budget: Rational | Mapping[int, Rational],
    without_loss: Iterable[int] = (),
) -> JointReleases:
    """A question with one budget x = e^eps for the whole history, or one for each of some numbers of responses."""
    given = budget if isinstance(budget, Mapping) else {len(releases): budget}
    budgets = {i: Fraction(x) for i, x in given.items()}
    return JointReleases(tuple(releases), budgets, frozenset(without_loss))
