"""Check a certificate in the VIPR format with exact arithmetic and no solver.

Every derived constraint follows from earlier ones: as an assumption, as a linear combination, as one whose bound is
rounded because its left side is an integer, or from both cases a.z <= b and a.z >= b + 1 of an integer a.z. The last
one, free of assumptions, has to say what the file promises; a point that satisfies everything bounds the optimum from
the other side. Cheung, Gleixner, Steffy, "Verifying Integer Programming Results" (IPCO 2017).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from pathlib import Path

from lp.certificates.reader import (
    EQUAL,
    GREATER,
    LESS,
    MAX_BYTES,
    Combination,
    Constraint,
    Derivation,
    Goal,
    Problem,
    Reader,
    ViprFormatError,
)
from mechanisms.exact.notebook import Shown
from mechanisms.exact.numerals import numeral

ZERO = Fraction(0)
Assumptions = frozenset[int]


class ViprRefusedError(ValueError):
    """The certificate does not prove what it says; the sentence tells which step fails."""


@dataclass(frozen=True)
class Verified(Shown):
    """What a certificate proves of its program."""

    minimise: bool
    variables: int
    integers: int
    constraints: int
    derivations: int
    goal: Goal

    def __str__(self) -> str:
        kind = "min" if self.minimise else "max"
        over = f"{kind} over {self.variables} variables" + (f", {self.integers} of them integers" * bool(self.integers))
        size = f"{over}, {self.constraints} constraints"
        low, high = self.goal.low, self.goal.high
        if self.goal.infeasible:
            return f"{size}: no feasible point"
        if low is not None and low == high:
            return f"{size} = {numeral(low)}"
        ends = "-inf" if low is None else numeral(low), "inf" if high is None else numeral(high)
        return f"{size}, in [{ends[0]}, {ends[1]}]"


def check_file(path: str | Path) -> Verified:
    """What the certificate in the file proves.

    Raises ViprFormatError when it is no certificate, ViprRefusedError when it does not check.
    """
    file = Path(path)
    try:
        with file.open("rb") as stream:
            return check(stream.read(MAX_BYTES + 1))
    except OSError as error:
        raise ViprFormatError(f"{file} cannot be read: {error.strerror}") from error


def check(content: bytes) -> Verified:
    """What a certificate proves; the same errors."""
    reader = Reader(content)
    problem = reader.problem()
    _check_solutions(problem)
    last = _check_derivations(problem, reader.derivations(problem))
    _check_goal(problem, last)
    sizes = (len(problem.variables), len(problem.integers), len(problem.constraints), problem.derivations)
    return Verified(problem.minimise, *sizes, problem.goal)


def _check_solutions(problem: Problem) -> None:
    """Each solution satisfies every constraint, and one is as good as the goal says."""
    values = []
    for name, point in problem.solutions:
        for number, constraint in enumerate(problem.constraints):
            if not _holds(constraint, point):
                raise ViprRefusedError(f"solution {name} violates constraint {number}, {constraint.name}")
        for j in problem.integers:
            if point.get(j, ZERO).denominator != 1:
                raise ViprRefusedError(f"solution {name} gives the integer variable {problem.variables[j]} a fraction")
        values.append(_value(problem.objective, point))
    goal = problem.goal
    if goal.infeasible:
        if values:
            raise ViprRefusedError("a program with a solution is not infeasible")
        return
    if goal.low is not None and goal.high is not None and goal.low > goal.high:
        raise ViprRefusedError("the lower bound exceeds the upper one")
    wanted = goal.high if problem.minimise else goal.low
    if wanted is not None and not any(v <= wanted if problem.minimise else v >= wanted for v in values):
        raise ViprRefusedError(f"no solution attains the bound {numeral(wanted)}")


def _check_goal(problem: Problem, last: tuple[Constraint, Assumptions] | None) -> None:
    """The last derived constraint, free of assumptions, says what is to be proved."""
    goal = problem.goal
    if goal.infeasible:
        target = Constraint("infeasible", GREATER, Fraction(1), {})
    else:
        bound = goal.low if problem.minimise else goal.high
        if bound is None:
            return
        target = Constraint("bound", GREATER if problem.minimise else LESS, bound, problem.objective)
        if not target.row and _holds(target, {}):
            return
    if last is None:
        raise ViprRefusedError("nothing is derived, so nothing is proved")
    constraint, assumptions = last
    if assumptions:
        raise ViprRefusedError(f"the last constraint, {constraint.name}, rests on {len(assumptions)} assumptions")
    if not (_is_absurd(constraint) if goal.infeasible else _dominates(constraint, target)):
        promised = "a contradiction" if goal.infeasible else "the bound on the objective"
        raise ViprRefusedError(f"the last constraint, {constraint.name}, is not {promised}")


# -- derivations ---------------------------------------------------------------------------------------------------


def _check_derivations(problem: Problem, derivations: Iterable[Derivation]) -> tuple[Constraint, Assumptions] | None:
    """Check each derived constraint; the last with the numbers of the assumptions that it rests on."""
    known = list(problem.constraints)
    assumed: list[Assumptions] = [frozenset()] * len(known)
    last_uses = [-1] * len(known)
    for derivation in derivations:
        number = len(known)
        used = (*derivation.reason.multipliers, *derivation.reason.numbers)
        for i in used:
            if 0 <= last_uses[i] < number:
                raise ViprRefusedError(
                    f"line {derivation.line}: constraint {i}, {known[i].name}, was to be used up to {last_uses[i]} only"
                )
        assumptions = _derived(problem, derivation, known, assumed)
        known.append(derivation.constraint)
        assumed.append(assumptions)
        last_uses.append(derivation.last_use)
    return (known[-1], assumed[-1]) if len(known) > len(problem.constraints) else None


def _derived(
    problem: Problem, derivation: Derivation, known: list[Constraint], assumed: list[Assumptions]
) -> Assumptions:
    """The assumptions of a derived constraint; ViprRefusedError when its reason does not bear it out."""
    goal, reason = derivation.constraint, derivation.reason
    where = f"line {derivation.line}: {goal.name}"
    if reason.kind == "asm":
        return frozenset((len(known),))
    if reason.kind == "uns":
        return _unsplit(problem, derivation, known, assumed)
    found = _combined(reason.multipliers, known, where)
    if reason.kind == "rnd":
        found = _rounded(problem, found, where)
    if not _dominates(found, goal):
        raise ViprRefusedError(f"{where} does not follow from its combination")
    return frozenset().union(*(assumed[i] for i in reason.multipliers))


def _combined(multipliers: Combination, known: list[Constraint], where: str) -> Constraint:
    """The sum of the constraints times their multipliers, which must all turn the inequalities to the same side."""
    row: Combination = {}
    side, sense = ZERO, EQUAL
    for i, multiplier in multipliers.items():
        constraint = known[i]
        turned = constraint.sense if multiplier > 0 else -constraint.sense
        if turned != EQUAL:
            if sense not in (EQUAL, turned):
                raise ViprRefusedError(f"{where} combines inequalities of both directions")
            sense = turned
        side += multiplier * constraint.side
        for j, coefficient in constraint.row.items():
            row[j] = row.get(j, ZERO) + multiplier * coefficient
    return Constraint("", sense, side, {j: value for j, value in row.items() if value})


def _rounded(problem: Problem, found: Constraint, where: str) -> Constraint:
    if not _is_integral(problem, found.row):
        raise ViprRefusedError(f"{where} is rounded, but its left side need not be an integer")
    if found.sense == EQUAL:
        return found
    return Constraint("", found.sense, Fraction((ceil if found.sense == GREATER else floor)(found.side)), found.row)


def _unsplit(
    problem: Problem, derivation: Derivation, known: list[Constraint], assumed: list[Assumptions]
) -> Assumptions:
    """Both cases of a.z <= b or a.z >= b + 1 lead to the constraint, which then needs neither."""
    goal = derivation.constraint
    first, case, second, other = derivation.reason.numbers
    where = f"line {derivation.line}: {goal.name}"
    if not (_dominates(known[first], goal) and _dominates(known[second], goal)):
        raise ViprRefusedError(f"{where} does not follow from both cases")
    low, high = sorted((known[case], known[other]), key=lambda c: c.sense)
    exhaustive = (low.sense, high.sense) == (LESS, GREATER) and low.row == high.row and high.side == low.side + 1
    if not (exhaustive and low.side.denominator == 1 and _is_integral(problem, low.row)):
        raise ViprRefusedError(f"{where}: one of the two cases need not hold")
    return (assumed[first] - {case}) | (assumed[second] - {other})


def _is_integral(problem: Problem, row: Combination) -> bool:
    return all(j in problem.integers and value.denominator == 1 for j, value in row.items())


def _is_absurd(c: Constraint) -> bool:
    """Whether no point satisfies it, because it says 0 >= 1 or the like."""
    return not c.row and not _holds(c, {})


def _dominates(c: Constraint, other: Constraint) -> bool:
    """Whether c plainly implies the other: it is absurd, or has the same left side and a bound at least as tight."""
    if _is_absurd(c):
        return True
    if c.row != other.row or c.sense not in (EQUAL, other.sense):
        return False
    if other.sense == EQUAL:
        return c.side == other.side
    return c.side >= other.side if other.sense == GREATER else c.side <= other.side


def _holds(c: Constraint, point: Combination) -> bool:
    value = _value(c.row, point)
    if c.sense == EQUAL:
        return value == c.side
    return value >= c.side if c.sense == GREATER else value <= c.side


def _value(row: Combination, point: Combination) -> Fraction:
    return sum((value * point[j] for j, value in row.items() if j in point), ZERO)
