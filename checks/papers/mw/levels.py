"""Exact privacy levels of the key-value protocols of section 4.2, derived from the protocols.

A level is a variable for e^eps with the hypothesis that it is the largest ratio between two inputs. That it bounds all
inputs of the continuum, and is reached, is shown with each claim that speaks of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product

from checks.claims.verdict import Outcome
from checks.interpreter import with_domain
from checks.papers.mw.notation import DOMAIN
from checks.papers.mw.surveys import variable
from checks.verifying.verification import Context, Part
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from mechanisms import catalogue
from mechanisms.catalogue.key_value import over_all_weights, unary_vector
from mechanisms.design import Design
from mechanisms.exact.domain import Parameter
from mechanisms.exact.formula import AllOf, Formula, all_of, any_of, variables
from mechanisms.exact.rational import RationalFunction
from mechanisms.privacy import PrivacyLoss
from mechanisms.protocols.continuum import ContinuousMechanism, Input

OTHER = "other"  # ending of the coordinates of the second input of a pair


@cache
def lpp_private() -> ContinuousMechanism:
    """LPP whose substitute weight is drawn uniformly for each report and told to nobody: its law by definition."""
    return over_all_weights(catalogue.get("lpp"))


@cache
def lpp_given() -> ContinuousMechanism:
    """LPP with a constant substitute weight w_sub, a parameter of the protocol."""
    return over_all_weights(catalogue.get("lpp-given"))


@cache
def lpp_ddagger() -> ContinuousMechanism:
    """LPP-ddagger: the substitute weight is 0."""
    return over_all_weights(catalogue.get("lpp-ddagger"))


@cache
def unary(items: int) -> ContinuousMechanism:
    """PCKV-UE on whole vectors, for the pairs (j, 1) and (j, -1)."""
    return selected(unary_vector(items).design(), lambda truth: truth != (0, 0))


@cache
def two_items() -> ContinuousMechanism:
    """PCKV-UE on whole vectors, for all pairs of two items."""
    return unary(2)


@cache
def presence() -> ContinuousMechanism:
    """The presence part of the vector over two items, for two participants with one pair each: signs are dropped."""
    whole = unary_vector(2).design()
    shown = {response: tuple(abs(v) for v in response) for response in whole.responses}  # type: ignore[attr-defined]
    outputs = list(dict.fromkeys(shown.values()))
    drop = Design([[int(shown[y] == z) for z in outputs] for y in whole.responses], None, whole.responses, outputs)
    return selected(whole @ drop, lambda truth: truth in ((1, 1), (2, 1)))


@cache
def sign() -> ContinuousMechanism:
    """What is sent for two pairs (1, 1) and (1, -1) of the same item."""
    return selected(unary_vector(2).design(), lambda truth: truth in ((1, 1), (1, -1)))


def selected(design: Design, wanted: Callable[[Hashable], bool]) -> ContinuousMechanism:
    """The mechanism with some of the truths of a design."""
    kept = [truth for truth in design.truths if wanted(truth)]
    rows = [design.entries[design.row_of(truth)] for truth in kept]
    part = Design(rows, design.domain, kept, design.responses, design.name, assumptions=design.assumptions)
    return ContinuousMechanism(part, {})


@cache
def loss_of(make: Callable[[], ContinuousMechanism]) -> PrivacyLoss:
    """The smallest eps of a mechanism, found at its extreme inputs."""
    return make().smallest_epsilon()


@dataclass(frozen=True)
class Level:
    """e^eps of the smallest eps of the mechanism that `make` makes, as the variable of the given name."""

    name: str
    make: Callable[[], ContinuousMechanism]

    @property
    def mechanism(self) -> ContinuousMechanism:
        """The mechanism."""
        return self.make()

    @cached_property
    def candidates(self) -> tuple[RationalFunction, ...]:
        """The ratios of which the largest is e^eps."""
        return tuple(c.value for c in loss_of(self.make).candidates if c.value is not None)

    @property
    def above(self) -> tuple[Formula, ...]:
        """The variable is no smaller than any of the candidates."""
        return tuple(relation_formula(c, "<=", variable(self.name)) for c in self.candidates)

    @property
    def hypothesis(self) -> Formula:
        """The variable is the largest of the candidates."""
        return all_of([*self.above, any_of(relation_formula(variable(self.name), "=", c) for c in self.candidates)])

    def parts(self, context: Context) -> list[Part]:
        """That it is the level: no two inputs have a larger ratio, and two extreme ones have each candidate.

        The theorems are about the parameters of the protocol, so the statement must put its own in their ranges.
        """
        inside = context.shown("level: the parameters are those of the protocol", all_of(self.ranges()))
        found = [Outcome(f"level: {label}", theorem.statement, theorem) for label, theorem in level_theorems(self)]
        return [inside, *found]

    def ranges(self) -> list[Formula]:
        """Where the parameters of the protocol lie, other than the coordinates of its inputs and public numbers."""
        mechanism = self.mechanism
        inner = {*mechanism.public, *(name for names in mechanism.coordinates.values() for name in names)}
        used = set(mechanism.design.parameters) - inner
        ranges = mechanism.design.domain.without(*inner).hypotheses()
        return sorted((h for h in ranges if variables(h) <= used), key=str)

    def sequents(self) -> list[tuple[str, Sequent]]:
        """What `parts` has to show, with labels."""
        value = variable(self.name)
        bound = [
            (label, Sequent(frozenset([*self.above, *inside]), fact))
            for label, fact, inside in bounded(self.mechanism, value)
        ]
        return [*bound, ("two inputs reach it", Sequent(frozenset(), all_of(self.reached())))]

    def reached(self) -> list[Formula]:
        """Each candidate is a ratio of two probabilities of one response, at inputs and a public number that exist."""
        facts: list[Formula] = []
        for candidate in loss_of(self.make).candidates:
            entries = [
                _entries_at(self.mechanism, end, candidate.response) for end in (candidate.truth, candidate.other)
            ]
            assert candidate.value is not None
            pairs = zip(*entries, strict=True)
            equal = any_of(relation_formula(top, "=", candidate.value * bottom) for top, bottom in pairs)
            facts.append(equal)
        return facts


@cache
def level_theorems(level: Level) -> tuple[tuple[str, Theorem], ...]:
    """That the level bounds all pairs of inputs and is reached, proved once for all claims that speak of it."""
    found = []
    for label, sequent in level.sequents():
        goal = with_domain(with_domain(sequent, level.mechanism.design.domain), DOMAIN)
        facts = goal.conclusion.parts if isinstance(goal.conclusion, AllOf) else (goal.conclusion,)
        parts = [prove_from(Sequent(goal.hypotheses, fact)) for fact in facts]
        found.append((label, kernel.conjoin(*parts) if len(parts) > 1 else parts[0]))
    return tuple(found)


def _entries_at(mechanism: ContinuousMechanism, place: Hashable, response: Hashable) -> list[RationalFunction]:
    """P(response) at an extreme input, for each combination of the ends of the public numbers."""
    design = mechanism.design
    assert isinstance(place, Input)
    entry = design.entry(place.truth, response).substitute(dict(place.at))
    ends = [[(name, _interval(design, name)[side]) for side in (0, 1)] for name in mechanism.public]
    return [entry.substitute({n: RationalFunction.of(v) for n, v in choice}) for choice in product(*ends)]


def _interval(design: Design, name: str) -> tuple[RationalFunction, RationalFunction]:
    parameter: Parameter = next(p for p in design.domain.parameters if p.name == name)
    assert parameter.low is not None
    assert parameter.high is not None
    return RationalFunction.of(parameter.low), RationalFunction.of(parameter.high)


def bounded(mechanism: ContinuousMechanism, level: RationalFunction) -> list[tuple[str, Formula, tuple[Formula, ...]]]:
    """P(y | input) <= level P(y | other input) for all pairs of inputs of the continuum: label, fact, where they lie.

    Two inputs of a pair have coordinates of their own; public numbers are the same for both. Pairs without coordinates
    are taken together, since symmetric ones ask for the same.
    """
    design, found = mechanism.design, []
    finite: dict[Formula, None] = {}
    for first, second in product(design.truths, repeat=2):
        names = mechanism.coordinates.get(first, ()), mechanism.coordinates.get(second, ())
        if first == second and not names[0]:
            continue
        renamed = {name: variable(f"{name}_{OTHER}") for name in names[1]}
        inside = [f for n in names[0] for f in _lies_in(design, n, n)]
        inside += [f for n in names[1] for f in _lies_in(design, n, f"{n}_{OTHER}")]
        inside += [f for n in mechanism.public for f in _lies_in(design, n, n)]
        facts = [
            relation_formula(design.entry(first, y), "<=", level * design.entry(second, y).substitute(renamed))
            for y in design.responses
        ]
        if inside:
            found.append((f"{first} against {second}", all_of(dict.fromkeys(facts)), tuple(inside)))
        else:
            finite.update(dict.fromkeys(facts))
    return [*found, ("no pair of inputs beyond it", all_of(finite), ())] if finite else found


def _lies_in(design: Design, name: str, called: str) -> list[Formula]:
    low, high = _interval(design, name)
    return [relation_formula(low, "<=", variable(called)), relation_formula(variable(called), "<=", high)]


@cache
def output_of_vpp() -> RationalFunction:
    """P(VPP returns 1) for an edge of weight w, in x2 and w."""
    return catalogue.get("vpp").protocol.design().entry(1, 1)
