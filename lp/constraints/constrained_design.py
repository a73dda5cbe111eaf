"""The best design for a linear loss under any mixture of constraints, and the closest design that meets them.

    minimise    sum over x, y of prior[x] loss[x][y] P[x, y]      or      the distance of P from a given design
    subject to  P a design, and each constraint (`lp.constraints.constraint`)

The question is a problem of cvxpy (`lp.models`), solved exactly by `lp.models.certificate.certify`; the kernel has
accepted the answer as the optimum of its program. That the program says what was asked is checked at the answer: each
constraint is asked, from its definition, whether it holds for the design.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from derivations.arithmetic.statements import LinearProgram
from lp.constraints.constraint import Constraint, ConstraintError, entries
from lp.constraints.nearness import Distance, design_matrix, distance_of, require_distance
from lp.losses.linear_loss import Loss, weighted_loss
from lp.losses.optimal_design import OptimalDesign
from lp.programs.linear_program import Infeasible, SolverError, solve
from lp.programs.outcomes import Outcome
from mechanisms.design import Design
from mechanisms.exact.polynomial import Rational

Labels = Sequence[Hashable]
Solver = Callable[[LinearProgram], Outcome]


@dataclass(frozen=True)
class NoSuchDesign(Infeasible):
    """No design meets all constraints; `conflict` names the inequalities and equations that contradict each other."""

    conflict: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "no design meets the constraints; these contradict each other: " + "; ".join(self.conflict)


def optimal_design_under(
    loss: Loss,
    constraints: Sequence[Constraint],
    prior: Sequence[Rational] | None = None,
    *,
    truths: Labels | None = None,
    responses: Labels | None = None,
    solver: Solver = solve,
) -> OptimalDesign | NoSuchDesign:
    """The design of least expected loss that meets all constraints, or a theorem of Farkas that there is none.

    Args:
        loss: loss[x][y] of the response y under the truth x, exact numbers.
        constraints: any mixture, none included.
        prior: weight of each truth; left out, each weighs 1, so that the loss is summed over the truths.
        truths: labels of the rows; constraints name truths and responses by their positions.
        responses: labels of the columns.
        solver: how to solve the program, such as `lp.losses.design_symmetry.solve_over_orbits`.

    Raises:
        LossError: loss or prior are malformed.
        ConstraintError: a constraint does not fit the size of the loss.

    The set of designs is bounded, so no loss falls without end.

    """
    cost = weighted_loss(loss, prior)
    from lp.models.losses import expected_loss

    P, demands = constrained_model(len(cost), len(cost[0]), constraints)
    found = _solved(P, expected_loss(P, cost), demands, constraints, truths, responses, solver)
    if isinstance(found, OptimalDesign):
        rows = entries(found.design)
        spent = sum((c * p for line, row in zip(cost, rows, strict=True) for c, p in zip(line, row, strict=True)), 0)
        _require(spent == found.value, "the loss of the design is not the value of the program")
    return found


def closest_design(
    center: Sequence[Sequence[Rational]] | Design,
    constraints: Sequence[Constraint],
    distance: Distance = "total-variation",
) -> OptimalDesign | NoSuchDesign:
    """A design that meets all constraints and is as close as possible to a given one; its value is the distance.

    Raises ConstraintError when the center is no design matrix, when a constraint does not fit its shape, or when the
    name of the distance is unknown.
    """
    matrix = design_matrix(entries(center) if isinstance(center, Design) else center)
    require_distance(distance)
    from lp.models.losses import distance_from

    P, demands = constrained_model(len(matrix), len(matrix[0]), constraints)
    labels = (center.truths, center.responses) if isinstance(center, Design) else (None, None)
    found = _solved(P, distance_from(P, matrix, distance), demands, constraints, *labels)
    if isinstance(found, OptimalDesign):
        gap = distance_of(entries(found.design), matrix, distance)
        _require(gap == found.value, "the distance of the design is not the value of the program")
    return found


def constrained_model(truths: int, responses: int, constraints: Sequence[Constraint]) -> tuple[Any, list[Any]]:
    """A design variable of cvxpy, and what is demanded of it; ConstraintError when something does not fit."""
    from lp.models.design_variable import DesignVariable

    for constraint in constraints:
        if not isinstance(constraint, Constraint):
            raise ConstraintError(f"constraints are objects such as LocalPrivacy(x), not {constraint!r}")
        constraint.check(truths, responses)
    P = DesignVariable(truths, responses)
    return P, [*P.rows_on_simplex, *(demand for constraint in constraints for demand in constraint.model(P))]


def _solved(
    P: Any,
    objective: Any,
    demands: Sequence[Any],
    constraints: Sequence[Constraint],
    truths: Labels | None,
    responses: Labels | None,
    solver: Solver = solve,
) -> OptimalDesign | NoSuchDesign:
    import cvxpy

    from lp.models.certificate import Certified, Contradiction, certify

    found = certify(cvxpy.Problem(cvxpy.Minimize(objective), demands), solver=solver)
    if isinstance(found, Contradiction):
        refuted = found.infeasible
        return NoSuchDesign(refuted.program, refuted.multipliers, refuted.theorem, refuted.facts, found.conflict)
    if not isinstance(found, Certified):
        raise SolverError("a linear program over designs, which are bounded, has no exact optimum")
    matrix = found[P].tolist()
    design = Design(matrix, truths=truths, responses=responses)
    for constraint in constraints:
        _require(constraint.holds_for(design), f"{constraint} does not hold for the design that its rows admit")
    tight = [f"P[{x}, {y}] = 0" for x, row in enumerate(matrix) for y, p in enumerate(row) if p == 0]
    tight += [words for constraint in constraints for words in constraint.tight_at(design)]
    return OptimalDesign(design, found.value, found.optimum, tuple(dict.fromkeys(tight)))


def _require(agrees: bool, failure: str) -> None:
    if not agrees:
        raise SolverError(f"two readings of one program differ: {failure}")
