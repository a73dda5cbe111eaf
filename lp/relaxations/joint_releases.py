"""The law of several responses to one truth: given designs for each, a joint budget, conditions on posteriors.

The respondent answers r times. J[x, h] is the probability of the history h = (o1, ..., or) under the truth x. A linear
program finds J with

* the given design for each response: summed over the others, J is P_i (a response may also be left free);
* privacy of histories: J_i[a, h] <= x_i J_i[b, h] for the first i responses, written with one variable for the least of
  each history, so that the rows are linear in the number of truths;
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

from derivations.kernel import Theorem
from lp.losses.optimal_design import OptimalDesign
from lp.programs.linear_program import solve
from lp.programs.outcomes import Infeasible, Optimum, SolverError
from lp.programs.program_builder import ProgramBuilder
from mechanisms.criteria.bayes import Prior, numbers, prior_numbers, uniform_prior
from mechanisms.design import Design, DesignError
from mechanisms.notebook import Shown
from mechanisms.polynomial import Rational

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

    def builder(self) -> ProgramBuilder:
        """The program without a cost; the variable of J[x, h] is that of the entry in the row x and column h."""
        builder = ProgramBuilder(len(self.truths), len(self.histories))
        for i, release in enumerate(self.releases):
            if isinstance(release, Design):
                self._add_design(builder, i, release)
        for i, x in sorted(self.budgets.items()):
            self._add_budget(builder, i, x)
        for i in sorted(self.without_loss):
            self._add_posteriors(builder, i)
        return builder

    def solve(self, cost: HistoryCost | None = None, prior: Prior | None = None) -> OptimalDesign | Overspent:
        """The law of least expected cost, or a theorem that there is no law; rational entries, exact costs.

        Without a cost any law will do. The prior is uniform if left out.
        """
        builder = self.builder()
        prices = {} if cost is None else self._prices(builder, cost, prior)
        program = builder.program(prices)
        found = solve(program)
        if isinstance(found, Infeasible):
            return Overspent(found)
        if not isinstance(found, Optimum):
            raise SolverError("a cost of probabilities cannot be unbounded")
        width = len(self.histories)
        rows = [found.point[i : i + width] for i in range(0, len(self.truths) * width, width)]
        design = Design(rows, truths=self.truths, responses=self.histories)
        entries = len(self.truths) * width
        active = [builder.labels[i] for i in found.active if i >= entries]
        return OptimalDesign(design, found.value, found, tuple(active))

    def _prices(self, builder: ProgramBuilder, cost: HistoryCost, prior: Prior | None) -> dict[int, Fraction]:
        design = next(release for release in self.releases if isinstance(release, Design))
        chances = prior_numbers(design, uniform_prior(design) if prior is None else prior)
        return {
            builder.entry(t, h): chance * Fraction(cost(truth, history))
            for t, (truth, chance) in enumerate(zip(self.truths, chances, strict=True))
            for h, history in enumerate(self.histories)
        }

    def _groups(self, key: Callable[[History], Hashable]) -> dict[Hashable, list[int]]:
        """Numbers of the histories with the same key."""
        groups: dict[Hashable, list[int]] = {}
        for h, history in enumerate(self.histories):
            groups.setdefault(key(history), []).append(h)
        return groups

    def _add_design(self, builder: ProgramBuilder, i: int, design: Design) -> None:
        groups = self._groups(lambda history: history[i])
        for t, row in enumerate(numbers(design)):
            for response, probability in zip(design.responses, row, strict=True):
                terms = [(builder.entry(t, h), 1) for h in groups[response]]
                builder.equal(terms, probability, f"P(o{i + 1} = {response} | {self.truths[t]}) = {probability}")

    def _add_budget(self, builder: ProgramBuilder, i: int, x: Fraction) -> None:
        for prefix, group in self._groups(lambda history: history[:i]).items():
            least = builder.auxiliary(f"least probability of {prefix}")
            for t, truth in enumerate(self.truths):
                sums = [(builder.entry(t, h), 1) for h in group]
                builder.at_least([*sums, (least, -1)], 0, f"P({prefix} | {truth}) is the least")
                above = [(variable, -weight) for variable, weight in sums]
                builder.at_least([*above, (least, x)], 0, f"P({prefix} | {truth}) is {x} times the least")

    def _add_posteriors(self, builder: ProgramBuilder, i: int) -> None:
        design = self.releases[i - 1]
        assert isinstance(design, Design)
        rows = numbers(design)
        for prefix, group in self._groups(lambda history: history[:i]).items():
            assert isinstance(prefix, tuple)
            column = [row[design.column_of(prefix[-1])] for row in rows]
            possible = next((t for t, chance in enumerate(column) if chance), None)
            if possible is None:
                continue  # the response never occurs, which the design says already
            for t, chance in enumerate(column):
                if t != possible:
                    own = [(builder.entry(t, h), column[possible]) for h in group]
                    other = [(builder.entry(possible, h), -chance) for h in group]
                    builder.equal([*own, *other], 0, f"P({prefix} | {self.truths[t]}) as o{i} says")


def joint_releases(
    releases: Sequence[Design | Free],
    budget: Rational | Mapping[int, Rational],
    without_loss: Iterable[int] = (),
) -> JointReleases:
    """A question with one budget x = e^eps for the whole history, or one for each of some numbers of responses."""
    given = budget if isinstance(budget, Mapping) else {len(releases): budget}
    budgets = {i: Fraction(x) for i, x in given.items()}
    return JointReleases(tuple(releases), budgets, frozenset(without_loss))
