"""What the paper's names mean at one point: laws by enumeration of its protocols, moments by listing all counts.

No formula that the paper prints is used, and nothing of the symbolic path: a share is estimated by solving the linear
equations of total probability with Cramer's rule, an expectation is the sum over all possible counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from checks.reading import syntax as tree
from checks.witness.enumeration import Rows, design_rows, sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError
from checks.witness.numbers import Numeric, add, compare, divide, multiply, power
from mechanisms import catalogue

ANSWERS = (0, 1, 2)
MECHANISMS = {
    "P": ("ewrr3", ("p",)),
    "P_dagger": ("rr3-dagger", ("p1", "p2")),
    "P_ddagger": ("rr3-ddagger", ("p1", "p2")),
    "P_club": ("rr3-club", ("p1", "p2", "q")),
}

# -- laws --------------------------------------------------------------------------------------------------------------


def rows_of(point: Evaluator, matrix: str) -> Rows:
    """The law of the report for each truth, from the program of the mechanism that the matrix belongs to."""
    mechanism, names = MECHANISMS[matrix]
    parameters = {name: point.number(tree.Name(name)) for name in names}
    if all(isinstance(value, (int, Fraction)) for value in parameters.values()):
        return _exact_rows(mechanism, tuple(parameters.items()))
    return design_rows(catalogue.get(mechanism).protocol.program, parameters, point.of, ANSWERS, ANSWERS)


@lru_cache(maxsize=50_000)
def _exact_rows(mechanism: str, parameters: tuple[tuple[str, Fraction], ...]) -> Rows:
    return design_rows(catalogue.get(mechanism).protocol.program, dict(parameters), Fraction, ANSWERS, ANSWERS)


def shares_of(point: Evaluator) -> tuple[Numeric, ...]:
    """The share of each truth."""
    first, second = point.values["pi0"], point.values["pi1"]
    return first, second, add(add(1, -first), -second)


def cells_of(point: Evaluator, matrix: str) -> tuple[Numeric, ...]:
    """The probability of each report, truth by truth."""
    rows, shares = rows_of(point, matrix), shares_of(point)
    return tuple(
        sum_of(multiply(share, row[y]) for share, row in zip(shares, rows, strict=True)) for y in range(len(rows[0]))
    )


def count_laws(cells: Sequence[Numeric], size: int) -> dict[tuple[int, ...], Numeric]:
    """The law of the counts of all reports, one participant after the other."""
    law: dict[tuple[int, ...], Numeric] = {(0,) * len(cells): 1}
    for _ in range(size):
        longer: dict[tuple[int, ...], Numeric] = {}
        for counts, mass in law.items():
            for y, cell in enumerate(cells):
                key = (*counts[:y], counts[y] + 1, *counts[y + 1 :])
                added = multiply(mass, cell)
                longer[key] = add(longer[key], added) if key in longer else added
        law = longer
    return law


# -- the estimator -----------------------------------------------------------------------------------------------------


def determinant(rows: Sequence[Sequence[Numeric]]) -> Numeric:
    """By expansion along the first row."""
    if len(rows) == 1:
        return rows[0][0]
    total: Numeric = 0
    for j, entry in enumerate(rows[0]):
        minor = [[*row[:j], *row[j + 1 :]] for row in rows[1:]]
        term = multiply(entry, determinant(minor))
        total = add(total, term if j % 2 == 0 else -term)
    return total


def solved(rows: Rows, reported: Sequence[Numeric], share: int) -> Numeric:
    """One share of those under which the reports have the given frequencies, by Cramer's rule.

    Where two truths are reported alike, a third truth may still have a share that is determined: then the two are
    taken together, and so are the reports that nobody can tell apart.
    """
    whole = determinant(rows)
    if compare(whole, 0) != 0:
        return divide(determinant([*rows[:share], tuple(reported), *rows[share + 1 :]]), whole)
    others = [i for i in range(len(rows)) if i != share]
    if any(compare(a, b) != 0 for i in others for a, b in zip(rows[i], rows[others[0]], strict=True)):
        raise ZeroDivisionError("the reports do not determine the shares")
    other = others[0]
    alike = [y for y in range(len(reported)) if y != share]
    if any(compare(rows[i][y], rows[i][alike[0]]) != 0 for i in (share, other) for y in alike):
        raise ZeroDivisionError("the reports do not determine the share alone")
    own, rest = rows[share][share], rows[other][share]
    return divide(add(reported[share], -rest), add(own, -rest))


def counts_at(point: Evaluator) -> tuple[Numeric, ...]:
    """The counts of the reports at the point; the last answer has what is left."""
    size, first, second = (point.values[name] for name in ("N", "N0", "N1"))
    return first, second, add(add(size, -first), -second)


def estimate(point: Evaluator, matrix: str, share: int) -> Numeric:
    """The estimated share of a truth from the reported frequencies."""
    size = point.values["N"]
    reported = [divide(count, size) for count in counts_at(point)]
    return solved(rows_of(point, matrix), reported, share)


# -- operators ---------------------------------------------------------------------------------------------------------


def matrix_in_force(point: Evaluator) -> str:
    """The matrix that \\mathbf P stands for at the point."""
    force: str = point.number(tree.Name("matrix"))
    return force


def matrix_of(point: Evaluator, node: tree.Node) -> str:
    """The name of the matrix that an expression speaks of: the one it names, else the one in force."""
    force = matrix_in_force(point)
    for part in tree.nodes(node):
        match part:
            case tree.Operate(operator="Pi_hat", given=(tree.Name(name=name),)) if name != "P":
                return name
    return force


def _estimator(point: Evaluator, node: tree.Operate) -> Numeric:
    matrix = matrix_of(point, node)
    if len(node.arguments) == 2:
        return likelihood(point, matrix)
    match node.arguments:
        case (tree.Name(name="pi0"),):
            return estimate(point, matrix, 0)
        case (tree.Name(name="pi1"),):
            return estimate(point, matrix, 1)
    raise NotEvaluatedError("an estimator of something else")


def likelihood(point: Evaluator, matrix: str) -> Numeric:
    """The probability of one sample with these counts."""
    result: Numeric = 1
    for count, cell in zip(counts_at(point), cells_of(point, matrix), strict=True):
        result = multiply(result, power(cell, int(count)))
    return result


def outcomes(point: Evaluator, node: tree.Operate) -> Iterator[tuple[Numeric, Evaluator]]:
    """(probability, point with the outcome in it) for what is random in the arguments of E, Var or P."""
    matrix = matrix_of(point, node)
    cells = cells_of(point, matrix)
    names = frozenset().union(*(tree.names_in(a) for a in node.arguments))
    if names & {"x_i", "x_j"}:
        for answer, cell in enumerate(cells):
            yield cell, point.at(x_i=answer, x_j=answer)
        return
    for counts, probability in count_laws(cells, point.values["N"]).items():
        yield probability, point.at(N0=counts[0], N1=counts[1])


def value_of(point: Evaluator, node: tree.Node) -> Numeric:
    """A number, or the indicator of an event; x_j^2 = i is the square of the indicator of x_j = i."""
    match node:
        case tree.Chain(members=(tree.Power(base=tree.Name() as report), value), relations=("=",)):
            return power(value_of(point, tree.Chain((report, value), ("=",))), 2)
        case tree.Chain():
            return int(point.truth(node))
    return point.number(node)


def _mean(point: Evaluator, node: tree.Operate) -> Numeric:
    return sum_of(multiply(p, value_of(at, node.arguments[0])) for p, at in outcomes(point, node))


def _variance(point: Evaluator, node: tree.Operate) -> Numeric:
    listed = [(p, value_of(at, node.arguments[0])) for p, at in outcomes(point, node)]
    mean = sum_of(multiply(p, v) for p, v in listed)
    return sum_of(multiply(p, power(add(v, -mean), 2)) for p, v in listed)


def _probability(point: Evaluator, node: tree.Operate) -> Numeric:
    return sum_of(p for p, at in outcomes(point, node) if at.truth(node.arguments[0]))


def meanings(matrix: str) -> Meanings:
    """What names mean where \\mathbf P stands for the named matrix."""
    return Meanings(
        names={
            "matrix": lambda point: matrix,
            "P": lambda point: rows_of(point, matrix_in_force(point)),
            **{name: _rows_named(name) for name in MECHANISMS if name != "P"},
        },
        functions={},
        operators={"Pr": _probability, "E": _mean, "Var": _variance, "Pi_hat": _estimator},
        budgets={"eps": "x", "eps1": "x1", "eps2": "x2"},
    )


def _rows_named(name: str) -> Callable[[Evaluator], Rows]:
    return lambda point: rows_of(point, name)
