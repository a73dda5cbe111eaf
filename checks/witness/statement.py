"""Second witnesses of a claim: its statements evaluated point by point, apart from the proofs of the verdict.

For a proved statement every point must agree. For a refuted one a point at which it fails must be found, by a search of
its own that does not know the counterexample of the proof; and what is said to be right instead must hold everywhere.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from flint import arb

from checks.claims.claim import Claim, Statement
from checks.claims.record import WitnessRecord
from checks.claims.verdict import Verdict
from checks.reading import read_latex, read_plain
from checks.reading import syntax as tree
from checks.reading.errors import ReadingError
from checks.reading.symbols import Symbols
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError
from checks.witness.numbers import UndecidedError, ball
from checks.witness.points import Draw, Space
from checks.witness.printed_numbers import needs_balls
from mechanisms.exact.polynomial import to_fmpq

GENERIC_POINTS = 12
BOUNDARY_POINTS = 12
CHEAP_BOUNDARY_POINTS = 36  # where no grid is searched
LARGEST_DENOMINATOR = 10_000  # of a number that was drawn
FEW = 6  # symbols of a space that are all shown, printed or not: an encoding may speak of them
SEARCHED_POINTS, SEARCHED_GRIDS = 600, 100  # to find where a refuted statement fails, also on a grid at each of them

Trees = Sequence[tree.Node]
"""The printed trees of a statement."""

Predicate = Callable[[Evaluator, Trees], bool]
"""Whether a statement that is encoded, not read, holds at a point."""


def all_hold(point: Evaluator, trees: Trees) -> bool:
    """Whether every printed statement holds."""
    return all(point.truth(node) for node in trees)


@dataclass(frozen=True)
class Trials:
    """What was seen of a statement: how many points were tried, and the first at which it fails, if any."""

    tried: int
    undecided: int
    failure: Evaluator | None


@dataclass(frozen=True)
class StatementWitness:
    """Evaluates the statements of one paper: its spelling, its meanings at a point, its ranges, its encoded prose.

    A statement with values put in for symbols is an example, evaluated once.
    """

    vocabulary: Symbols
    meanings: Meanings
    space: Space
    predicates: Mapping[str, Predicate]

    def records(self, claim: Claim, verdict: Verdict, seed: int) -> list[WitnessRecord]:
        """The witnesses of a claim that is proved, refuted or corrected; none where its encoding has no predicate."""
        if verdict not in (Verdict.PROVED, Verdict.REFUTED, Verdict.CORRECTED) or not self.knows(claim.main.statement):
            return []
        statement, correction = claim.main.statement, claim.correction
        try:
            if verdict is Verdict.PROVED:
                return [self._holding(statement, seed, "the printed statement")]
            found = [self._failing(statement, seed)]
            if verdict is Verdict.CORRECTED and correction is not None and self.knows(correction.statement):
                found.append(self._holding(correction.statement, seed, "the corrected statement"))
        except NotEvaluatedError as error:
            return [WitnessRecord(self._method(statement), f"the print could not be evaluated: {error}", None)]
        return found

    def knows(self, statement: Statement) -> bool:
        """Whether the statement can be evaluated here."""
        return not statement.statement and (not statement.encode or statement.encode in self.predicates)

    def _holds_at(self, statement: Statement, trees: Trees, point: Evaluator) -> bool:
        """Whether the statement, read, holds at a point; a statement without a value there does not."""
        try:
            if statement.encode:
                return self.predicates[statement.encode](point, trees)
            return all_hold(point, trees)
        except ArithmeticError:
            return False

    def survey(self, statement: Statement, seed: int, *, generic: int, boundary: int) -> Trials:
        """Evaluate the statement at points of its domain until it fails or the points are used up."""
        rng = random.Random(seed)
        trees = self._trees(statement)
        fixed, exact = self.values_at(statement)
        hypotheses = tuple(self._hypotheses(statement))
        space = self._space_of(statement, trees)
        exact = exact and not needs_balls(trees or ())
        tried = undecided = 0
        for count, is_boundary in ((generic, False), (boundary, True)):
            draw = Draw(self.meanings, hypotheses, fixed, rng, exact, is_boundary)
            for point in islice(space.points(draw), count):
                try:
                    if trees is None or not self._holds_at(statement, trees, point):
                        return Trials(tried + 1, undecided, point)
                    tried += 1
                except UndecidedError:
                    undecided += 1
        return Trials(tried, undecided, None)

    def _space_of(self, statement: Statement, trees: Trees | None) -> Space:
        """What the statement depends on; everything where an encoding may."""
        if statement.encode:
            return self.space
        read = [*(trees or ()), *self._hypotheses(statement)]
        given = {name for name, _ in statement.at} - self._in_terms_of_others(statement).keys()
        return self.space.about(frozenset(given).union(*map(tree.names_in, read)))

    def at_point(self, statement: Statement, counterexample: Mapping[str, str], seed: int) -> WitnessRecord:
        """What is seen at the exact point of a refutation, for some values of symbols that it does not mention.

        A grid may miss where a set or an extremum is another one, so that it does not contradict.
        """
        known = {p.name for p in self.space.parameters} | set(self.meanings.budgets)
        fixed = {name: value for name, value in counterexample.items() if name in known}
        pinned = replace(statement, at=tuple({**dict(statement.at), **fixed}.items()))
        method = self._method(statement)
        try:
            seen = self.survey(pinned, seed, generic=GENERIC_POINTS, boundary=CHEAP_BOUNDARY_POINTS)
        except NotEvaluatedError as error:
            return WitnessRecord(method, f"the print could not be evaluated: {error}", None)
        if seen.failure is not None:
            return WitnessRecord(method, f"the printed statement fails{self._place(pinned, seen.failure)}", True)
        if seen.tried == 0 or self._searches(statement):
            return WitnessRecord(method, "no failure of the printed statement was found", None)
        return WitnessRecord(method, "the printed statement holds at the point of the refutation", False)

    def _holding(self, statement: Statement, seed: int, what: str) -> WitnessRecord:
        single = self._is_example(statement)
        ends = BOUNDARY_POINTS if statement.encode or self._searches(statement) else CHEAP_BOUNDARY_POINTS
        generic, boundary = (1, 0) if single else (GENERIC_POINTS, ends)
        seen = self.survey(statement, seed, generic=generic, boundary=boundary)
        if seen.failure is not None:
            return WitnessRecord(self._method(statement), f"{what} fails{self._place(statement, seen.failure)}", False)
        points = "at the point of the example" if single else f"at {seen.tried} points (seed {seed}), ends and ties too"
        doubt = f"; undecided at {seen.undecided}" if seen.undecided else ""
        if seen.tried < generic:
            seldom = f"only {seen.tried} points were found at which its hypotheses hold{doubt}: too few to tell"
            return WitnessRecord(self._method(statement), f"{what}: {seldom}", None)
        return WitnessRecord(self._method(statement), f"{what} holds {points}{doubt}", True)

    def _failing(self, statement: Statement, seed: int) -> WitnessRecord:
        single = self._is_example(statement)
        searched = SEARCHED_GRIDS if self._searches(statement) else SEARCHED_POINTS
        generic, boundary = (1, 0) if single else (GENERIC_POINTS, searched)
        seen = self.survey(statement, seed, generic=generic, boundary=boundary)
        method = self._method(statement)
        if seen.failure is None:
            holds = single and seen.tried > 0  # an example has one point
            return WitnessRecord(
                method, f"no failure of the printed statement at {seen.tried} points", False if holds else None
            )
        return WitnessRecord(method, f"the printed statement fails{self._place(statement, seen.failure)}", True)

    def _place(self, statement: Statement, point: Evaluator) -> str:
        """At which point a statement fails, "" without symbols; one that an encoded statement prints has this value."""
        trees = self._readable_trees(statement)
        # Where all trees are judged as they stand, a printed equation is claimed of the drawn value.
        read_by_predicate = statement.encode and self.predicates[statement.encode] is not all_hold
        fixed = printed_values(trees) if read_by_predicate else {}
        given = {name for name, _ in statement.at} - self._in_terms_of_others(statement).keys()
        where = described(point, trees, fixed, given=given, space=self.space)
        return f" at {where}" if where else ""

    def _is_example(self, statement: Statement) -> bool:
        """Whether values are given so that there is one point only, as far as the space tells."""
        space, fixed = self._space_of(statement, self._trees(statement)), self.values_at(statement)[0]
        is_known = space is self.space or all(p.name in fixed for p in space.parameters)
        return is_known and bool(statement.at)

    def _method(self, statement: Statement) -> str:
        if self._searches(statement):
            return "brute force on an exact grid, errors evaluated from the protocol"
        return "exact evaluation from the protocol"

    def _searches(self, statement: Statement) -> bool:
        """Whether sets or extrema are printed, so that a grid is searched at each point."""
        kinds = (tree.ArgMin, tree.ArgMax, tree.ExtremeValue, tree.SetBuilder, tree.SetOperation)
        return any(isinstance(part, kinds) for node in self._readable_trees(statement) for part in tree.nodes(node))

    def _trees(self, statement: Statement) -> list[tree.Node] | None:
        """What is printed, read; None where it cannot be."""
        try:
            read = [read_latex(text, self.vocabulary, slash=statement.slash) for text in statement.latex]
        except ReadingError:
            return None
        others = self._in_terms_of_others(statement)
        return [put_in(node, others) for node in read]

    def _hypotheses(self, statement: Statement) -> Iterator[tree.Node]:
        others = self._in_terms_of_others(statement)
        return (put_in(read_plain(text, self.vocabulary), others) for text in statement.domain)

    def _in_terms_of_others(self, statement: Statement) -> dict[str, tree.Node]:
        """The values that speak of other symbols, which are put in where they are spoken of."""
        read = {name: read_plain(text, self.vocabulary) for name, text in statement.at}
        speaking = {
            name: node for name, node in read.items() if any(isinstance(n, tree.Name) for n in tree.nodes(node))
        }
        return {name: node for name, node in speaking.items() if name not in self.meanings.budgets}

    def _readable_trees(self, statement: Statement) -> list[tree.Node]:
        return self._trees(statement) or []

    def values_at(self, statement: Statement) -> tuple[dict[str, Any], bool]:
        """The values that the statement puts in, a budget as its exponential, and whether they are all exact."""
        others = self._in_terms_of_others(statement)
        return self._values({name: text for name, text in statement.at if name not in others})

    def _values(self, texts: Mapping[str, str]) -> tuple[dict[str, Any], bool]:
        """Values by name, and whether they are all exact; a budget is kept as its exponential."""
        fixed: dict[str, Any] = {}
        exact = True
        empty = Evaluator(self.meanings, {})
        integers = {p.name for p in self.space.parameters if p.integer}
        for name, text in texts.items():
            node = read_plain(text, self.vocabulary)
            variable = self.meanings.budgets.get(name)
            if variable is None:
                value = empty.number(node)
                fixed[name] = int(value) if name in integers else value
            elif isinstance(node, tree.Apply) and node.function == "log":
                fixed[variable] = empty.number(node.arguments[0])
            elif (value := empty.number(node)) == 0:
                fixed[variable] = empty.of(1)
            else:
                fixed[variable], exact = ball(value).exp(), False
        return fixed, exact


def put_in(node: tree.Node, values: Mapping[str, tree.Node]) -> tree.Node:
    """The expression with others in the place of names."""
    if isinstance(node, tree.Name):
        return values.get(node.name, node)
    below = tree.children(node)
    new = tuple(put_in(child, values) for child in below)
    return node if new == below else tree.with_children(node, new)


def printed_values(trees: Trees) -> dict[str, Fraction]:
    """The numbers that are printed for symbols: N = 3252599, alone or joined to others."""
    items = [item for node in trees for item in (node.items if isinstance(node, tree.Conjunction) else (node,))]
    values: dict[str, Fraction] = {}
    for item in items:
        match item:
            case tree.Chain(members=(tree.Name(name=name), tree.Number() as number), relations=("=",)):
                values[name] = number.value
    return values


def _written(value: object) -> str:
    """A value as a reader writes it: a tuple by its entries, a simple fraction, an enclosed number in eight digits."""
    if isinstance(value, tuple):
        return f"({', '.join(map(_written, value))})"
    if isinstance(value, arb):
        drawn = Fraction(float(value)).limit_denominator(LARGEST_DENOMINATOR)
        if value.contains(to_fmpq(drawn)):  # what was drawn, before it was enclosed
            return str(drawn)
        digits = value.str(8, radius=False)
        return digits.rstrip("0").rstrip(".") if "." in digits and "e" not in digits else digits
    return str(value)


def described(
    point: Evaluator,
    trees: Trees,
    fixed: Mapping[str, Fraction] | None = None,
    *,
    given: Set[str] = frozenset(),
    space: Space | None = None,
) -> str:
    """The values of the symbols that are `given`, or that the trees speak of as the space knows it.

    Where it does not, those that the trees print, of a small space all. A budget is shown by itself, not by its
    exponential, and what the space derives from other values is left out. Symbols and budgets that are `fixed` have
    these values, not those that were drawn for them.
    """
    budgets = point.meanings.budgets
    fixed = {name: value for name, value in (fixed or {}).items() if name in point.values or name in budgets}
    derived = space.derived if space is not None else frozenset[str]()
    replaced = derived | {budgets[name] for name in fixed if name in budgets}
    values = {name: value for name, value in point.values.items() if name not in replaced} | fixed
    printed = frozenset(given).union(*(tree.names_in(node) for node in trees))
    logarithms = {variable: budget for budget, variable in budgets.items() if variable not in printed}
    printed |= {budgets[name] for name in printed & budgets.keys()}
    spoken_of = space.spoken_of(printed) if space is not None else frozenset[str]()
    known = [name for name in sorted(values) if name in printed | spoken_of] or sorted(values)
    shown = []
    for name in known if spoken_of or len(values) > FEW else sorted(values):
        value = values[name]
        text = _written(value)
        if name in logarithms:
            text = "0" if text == "1" else f"log({text})"
        shown.append(f"{logarithms.get(name, name)} = {text}")
    return ", ".join(shown)
