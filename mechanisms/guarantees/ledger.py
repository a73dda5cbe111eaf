"""A privacy ledger of one person's datum in a market: what was released, at which level, to whom, and what is left.

A release either starts afresh, an independent response to the truth, or relaxes the last response of an earlier line of
releases (`mechanisms.protocols.relaxation`). A line costs what its last design costs, however long it is; lines
multiply. So the exact guarantee of everything that was released is the smallest eps of the product of the last designs
of all lines, and the guarantee of what a coalition of buyers holds that of the product of the last designs among its
own responses.

All levels are exact: numbers e^eps, or rational functions of a parameter such as t = e^(1/100), for budgets that are
multiples of a unit. Source of the idea: Pan, Randomized Response with Gradual Release of Privacy Budget, section 5.3,
with the budget of Definition 2.2.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING

from mechanisms.design import Design
from mechanisms.exact.domain import Domain
from mechanisms.exact.html_tables import paragraph, table
from mechanisms.exact.notebook import Shown, latex_of
from mechanisms.exact.polynomial import Rational
from mechanisms.exact.rational import RationalFunction
from mechanisms.privacy import NON_NEGATIVE, signs_of, smallest_epsilon
from mechanisms.protocols.primitives import Choice
from mechanisms.protocols.protocol import Protocol, Steps
from mechanisms.protocols.relaxation import ONE, Relaxation

if TYPE_CHECKING:
    import numpy as np


class LedgerError(ValueError):
    """An entry that the ledger cannot take, or a question that it cannot answer; the message says why."""


class BudgetExceededError(LedgerError):
    """A release would make the responses so far less private than the budget allows; nothing was recorded."""


class AuditError(LedgerError):
    """The entries of the ledger do not bear out what it says; the message names the entry."""


@dataclass(frozen=True)
class Release(Shown):
    """One response that left the house.

    Attributes:
        line: which line of relaxations it belongs to, 0, 1, ...
        design: the law of the response given the truth.
        response: what was answered.
        relaxation: from the release before on the same line; None for the first.
        buyers: who holds it.

    """

    line: int
    design: Design
    response: Hashable
    relaxation: Relaxation | None
    buyers: frozenset[str]


class Ledger:
    """Releases of one datum under a budget.

    Raises LedgerError for a budget that is not shown to be at least 1.

    Args:
        truths: the values that the datum may have.
        budget: e^eps of the budget, at least 1.
        domain: the parameters of the budget, if it has any.
    """

    def __init__(
        self, truths: Sequence[Hashable], budget: RationalFunction | Rational, domain: Domain | None = None
    ) -> None:
        self.truths = tuple(truths)
        self.domain = domain or Domain()
        self.budget = RationalFunction.of(budget)
        self._releases: list[Release] = []
        if not self._at_least(self.budget, ONE):
            raise LedgerError(f"the budget e^eps = {self.budget} is not shown to be at least 1")

    # -- questions -----------------------------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        rows = [[r.line, ", ".join(sorted(r.buyers)), r.response] for r in self.releases]
        spent = paragraph(f"e^eps spent: {self.spent}; left: {self.remaining}")
        return table(["line", "buyers", "response"], rows) + spent

    def _repr_latex_(self) -> str:
        spent, left = latex_of(self.spent), latex_of(self.remaining)
        return rf"$e^{{\epsilon}} \text{{ spent: }} {spent}, \text{{ left: }} {left}$"

    @property
    def releases(self) -> tuple[Release, ...]:
        """The entries, oldest first."""
        return tuple(self._releases)

    @property
    def spent(self) -> RationalFunction:
        """e^eps for the exact eps of everything that was released; 1 before the first release."""
        return self._level(self._last_designs(self._releases))

    @property
    def remaining(self) -> RationalFunction:
        """budget / spent, e^(eps that is left)."""
        return self.budget / self.spent

    def held_by(self, buyers: Iterable[str]) -> tuple[Release, ...]:
        """What a coalition of buyers holds together."""
        members = frozenset(buyers)
        return tuple(release for release in self._releases if release.buyers & members)

    def guarantee(self, buyers: Iterable[str]) -> RationalFunction:
        """e^eps for the exact eps of all that a coalition of buyers holds."""
        return self._level(self._last_designs(self.held_by(buyers)))

    def price(self, offer: Design | Relaxation) -> RationalFunction:
        """e^eps by which the exact level of everything released would grow; 1 if it would cost nothing."""
        return self._level_with(offer) / self.spent

    # -- entries -------------------------------------------------------------------------------------------------------

    def release(self, offer: Design | Relaxation, response: Hashable, buyer: str) -> Release:
        """Record a response: a design starts a line, a relaxation continues that which it starts from.

        Raises BudgetExceededError where the budget does not allow it, LedgerError for a response that the history
        makes impossible, for a relaxation of something else, or where the levels cannot be compared.
        """
        line = self._line_of(offer)
        design = offer.last if isinstance(offer, Relaxation) else offer
        level = self._level_with(offer)
        if not self._at_least(self.budget, level):
            raise BudgetExceededError(
                f"with this release e^eps would be {level}, the budget is {self.budget}; {self.remaining} is left"
            )
        column = design.column_of(response)
        if all(row[column].is_zero() for row in design.entries):
            raise LedgerError(f"the response {response!r} is impossible under every truth")
        relaxation = offer if isinstance(offer, Relaxation) else None
        if relaxation is not None:
            before = self._last_of(line).response
            if relaxation.channel.entry(response, before).is_zero():
                raise LedgerError(f"the response {response!r} cannot follow {before!r} in this relaxation")
        entry = Release(line, design, response, relaxation, frozenset((buyer,)))
        self._releases.append(entry)
        return entry

    def answer(self, offer: Design | Relaxation, truth: Hashable, buyer: str, rng: np.random.Generator) -> Release:
        """Draw the response for a truth with exactly its law, and record it; numeric designs only."""
        if isinstance(offer, Relaxation):
            response = offer.draw(truth, self._last_of(self._line_of(offer)).response, rng)
        else:
            law = dict(zip(offer.responses, offer.entries[offer.row_of(truth)], strict=True))

            def program(given: Hashable) -> Steps:
                return (yield Choice(law))

            response = Protocol("release", program, (truth,)).sample([truth], rng)[0]
        return self.release(offer, response, buyer)

    def resell(self, number: int, buyer: str) -> Release:
        """Hand an old response, number 0, 1, ..., to one more buyer: the datum loses nothing by it.

        Raises LedgerError for a number that there is not.
        """
        if not 0 <= number < len(self._releases):
            raise LedgerError(f"there is no release {number}; there are {len(self._releases)}")
        old = self._releases[number]
        self._releases[number] = replace(old, buyers=old.buyers | {buyer})
        return self._releases[number]

    # -- audit ---------------------------------------------------------------------------------------------------------

    def audit(self) -> RationalFunction:
        """Replay the entries as the respondent drew them: e^eps of all that was released, or AuditError.

        Each relaxation must start from the release before and be one; the budget must never have been exceeded; and the
        likelihood of the actual responses, multiplied from the draws, must have between any two truths the ratio of the
        last responses of all lines, which is at most e^eps.
        """
        likelihoods = dict.fromkeys(self.truths, ONE)
        ends: dict[int, Release] = {}
        for number, entry in enumerate(self._releases):
            before = ends.get(entry.line)
            step = entry.relaxation
            if (step is None) != (before is None):
                raise AuditError(f"entry {number} does not start its line, or relaxes nothing")
            if step is not None and before is not None and not _leads(step, before.design, entry.design):
                raise AuditError(f"entry {number} is no relaxation of the release before")
            for truth in self.truths:
                if step is None or before is None:
                    factor = entry.design.entry(truth, entry.response)
                elif step.first.entry(truth, before.response).is_zero():
                    continue  # impossible under this truth already
                else:
                    factor = step.probability(truth, before.response, entry.response)
                likelihoods[truth] = likelihoods[truth] * factor
            ends[entry.line] = entry
            level = self._level([end.design for end in ends.values()])
            if not self._at_least(self.budget, level):
                raise AuditError(f"after entry {number} e^eps was {level}, above the budget {self.budget}")
        last = {
            truth: reduce(lambda p, end: p * end.design.entry(truth, end.response), ends.values(), ONE)
            for truth in self.truths
        }
        for a in self.truths:
            for b in self.truths:
                if likelihoods[a] * last[b] != likelihoods[b] * last[a]:
                    raise AuditError(f"the history tells {a!r} from {b!r} otherwise than its last responses do")
        return self._level([end.design for end in ends.values()])

    # -- helpers -------------------------------------------------------------------------------------------------------

    def _last_of(self, line: int) -> Release:
        return next(entry for entry in reversed(self._releases) if entry.line == line)

    def _last_designs(self, releases: Iterable[Release]) -> list[Design]:
        return list({entry.line: entry.design for entry in releases}.values())

    def _line_of(self, offer: Design | Relaxation) -> int:
        """The line that an offer continues, or the number of a new one."""
        design = offer.first if isinstance(offer, Relaxation) else offer
        if design.truths != self.truths:
            raise LedgerError(f"the datum has the truths {list(self.truths)}, the design {list(design.truths)}")
        lines = {entry.line: entry.design for entry in self._releases}
        if isinstance(offer, Design):
            return len(lines)
        found = [line for line, last in lines.items() if last == offer.first]
        if not found:
            raise LedgerError("the relaxation does not start from the last design of any line of releases")
        return found[0]

    def _level_with(self, offer: Design | Relaxation) -> RationalFunction:
        line = self._line_of(offer)
        lines = {entry.line: entry.design for entry in self._releases}
        lines[line] = offer.last if isinstance(offer, Relaxation) else offer
        return self._level(list(lines.values()))

    def _level(self, designs: Sequence[Design]) -> RationalFunction:
        """e^eps of the exact eps of independent responses by these designs."""
        if not designs:
            return ONE
        loss = smallest_epsilon(reduce(Design.product, designs))
        if loss.is_infinite:
            raise BudgetExceededError("a response is possible under one truth and impossible under another")
        if loss.ratio is None or loss.provided:
            raise LedgerError(f"the level of these releases is not one formula: {loss}")
        return loss.ratio

    def _at_least(self, large: RationalFunction, small: RationalFunction) -> bool:
        """Whether large >= small on the whole domain; LedgerError where it depends on the parameters."""
        signs = signs_of(large - small, self.domain, None)
        if signs <= NON_NEGATIVE:
            return True
        if signs <= {-1}:
            return False
        raise LedgerError(f"whether {large} >= {small} depends on the parameters")


def _leads(step: Relaxation, first: Design, last: Design) -> bool:
    """Whether this is a relaxation from the first design to the last, by its own definition."""
    return (step.first, step.last) == (first, last) and last @ step.channel == first
