"""What the paper's names mean at one point: laws by enumeration of its protocols, moments by listing all counts.

No formula that the paper prints is used, and nothing of the symbolic path: a share is estimated by solving the linear
equations of total probability with Cramer's rule, an expectation is the sum over all possible counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from checks.reading import syntax as tree
from checks.witness.enumeration import Rows, design_rows, sum_of
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError
from checks.witness.numbers import Numeric, add, ball, compare, divide, multiply, power
from mechanisms import catalogue
from mechanisms.protocols.primitives import Coin, Uniform
from mechanisms.protocols.protocol import Steps

ANSWERS = (0, 1, 2)
MECHANISMS = {
    "P": ("ewrr3", ("p",)),
    "P_general": ("three-answers", tuple(f"p{i}{j}" for i in range(3) for j in range(2))),
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


def answers_rows(truth: Numeric, answers: int) -> Rows:
    """The law of the report for each of n truths of EWRRn: the truth, or one of the others chosen uniformly."""

    def program(own: int, p: Any) -> Steps:
        if (yield Coin(p)):
            return own
        return (yield Uniform([answer for answer in range(answers) if answer != own]))

    every = tuple(range(answers))
    number = Fraction if isinstance(truth, (int, Fraction)) else ball
    return design_rows(program, {"p": truth}, number, every, every)


def many_rows(point: Evaluator, answers: int) -> Rows:
    """EWRRn with the p of the point."""
    return answers_rows(point.values["p"], answers)


def shares_of(point: Evaluator, matrix: str) -> tuple[Numeric, ...]:
    """The share of each truth; of n answers, the n - 1 others have unequal shares of what is left."""
    if matrix in ("P_n", "P_n_first"):
        own = point.values["pi_i" if matrix == "P_n" else "pi0"]
        weights = [Fraction(k) for k in range(1, point.values["n"])]
        rest = add(1, -own)
        return (own, *(multiply(rest, divide(weight, sum(weights))) for weight in weights))
    first, second = point.values["pi0"], point.values["pi1"]
    return first, second, add(add(1, -first), -second)


def survey_rows(point: Evaluator, matrix: str) -> Rows:
    """Rows of the design in force; two classes are two truths with the answers 1 and 2 taken together."""
    if matrix in ("P_n", "P_n_first"):
        return answers_rows(point.values["p"], point.values["n"])
    return rows_of(point, "P" if matrix == "P_lumped" else matrix)


def cells_of(point: Evaluator, matrix: str) -> tuple[Numeric, ...]:
    """The probability of each report, truth by truth."""
    rows, shares = survey_rows(point, matrix), shares_of(point, matrix)
    cells = tuple(
        sum_of(multiply(share, row[y]) for share, row in zip(shares, rows, strict=True)) for y in range(len(rows[0]))
    )
    return (cells[0], add(cells[1], cells[2])) if matrix == "P_lumped" else cells


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


def counts_at(point: Evaluator, matrix: str) -> tuple[Numeric, ...]:
    """The counts of the reports at the point; the last answers have what is left."""
    size = point.values["N"]
    if matrix in ("P_n", "P_n_first"):
        own = point.values["N_i" if matrix == "P_n" else "N0"]
        others = point.values["n"] - 1
        return (own, add(size, -own), *[0] * (others - 1))
    first, second = point.values["N0"], point.values["N1"]
    return first, second, add(add(size, -first), -second)


def estimate(point: Evaluator, matrix: str, share: int) -> Numeric:
    """The estimated share of a truth from the reported frequencies."""
    size = point.values["N"]
    reported = [divide(count, size) for count in counts_at(point, matrix)]
    return solved(survey_rows(point, matrix), reported, share)


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
    if len(node.arguments) == 2 or "printed_likelihood" in point.values:
        return likelihood(point, matrix)
    match node.arguments:
        case (tree.Name(name="pi0" | "pi_i"),):
            return estimate(point, matrix, 0)
        case (tree.Name(name="pi1"),):
            return estimate(point, matrix, 1)
        case (tree.Name(name="pi2"),):
            return estimate(point, matrix, 2)
    raise NotEvaluatedError("an estimator of something else")


def likelihood(point: Evaluator, matrix: str) -> Numeric:
    """The probability of one sample with these counts."""
    counts = counts_at(point, matrix)
    if matrix == "P_lumped":
        counts = counts[0], add(counts[1], counts[2])
    result: Numeric = 1
    for count, cell in zip(counts, cells_of(point, matrix), strict=True):
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
        if matrix == "P_n":
            yield probability, point.at(N_i=counts[0])
        elif len(cells) == 3 and not matrix.startswith("P_n"):
            yield probability, point.at(N0=counts[0], N1=counts[1])
        else:
            yield probability, point.at(N0=counts[0])


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


def _covariance(point: Evaluator, node: tree.Operate) -> Numeric:
    listed = [(p, [value_of(at, a) for a in node.arguments]) for p, at in outcomes(point, node)]
    means = [sum_of(multiply(p, v[k]) for p, v in listed) for k in (0, 1)]
    return sum_of(multiply(p, multiply(add(v[0], -means[0]), add(v[1], -means[1]))) for p, v in listed)


def _probability(point: Evaluator, node: tree.Operate) -> Numeric:
    return sum_of(p for p, at in outcomes(point, node) if at.truth(node.arguments[0]))


def _likelihood(point: Evaluator, node: tree.Apply | None = None) -> Numeric:
    return likelihood(point, matrix_in_force(point))


def meanings(matrix: str) -> Meanings:
    """What names mean where \\mathbf P stands for the named matrix."""
    return Meanings(
        names={
            "matrix": lambda point: matrix,
            "L": _likelihood,
            "pi2": lambda point: shares_of(point, "P")[2],
            "N2": lambda point: counts_at(point, "P")[2],
            **{f"p{i}2": _last_entry(i) for i in range(3)},
            "det_general": lambda point: determinant(rows_of(point, "P_general")),
            "f_corrected": corrected_share,
            "k_average": average_degree,
            "weight_sum": lambda point: point.values["w"],
            "Gamma0": lambda point: add(1, point.values["a"]),
            "Gamma1": lambda point: add(point.values["b"], -2),
            "P": lambda point: rows_of(point, matrix_in_force(point)),
            **{name: _rows_named(name) for name in MECHANISMS if name != "P"},
        },
        functions={"L": _likelihood},
        operators={"Pr": _probability, "E": _mean, "Var": _variance, "Cov": _covariance, "Pi_hat": _estimator},
        budgets={"eps": "x", "eps1": "x1", "eps2": "x2"},
        sums=sum_over_items,
    )


def sum_over_items(point: Evaluator, node: tree.BigSum) -> Numeric:
    """The sum of the degrees or of the weights of all items, which the point has a value for."""
    if isinstance(node.body, tree.Name) and node.body.name in ("k_j", "w_j"):
        return point.number(tree.Name({"k_j": "degree_sum", "w_j": "weight_sum"}[node.body.name]))
    raise NotEvaluatedError("a sum of something else")


def _last_entry(row: int) -> Callable[[Evaluator], Numeric]:
    return lambda point: add(add(1, -point.values[f"p{row}0"]), -point.values[f"p{row}1"])


def _rows_named(name: str) -> Callable[[Evaluator], Rows]:
    return lambda point: rows_of(point, name)


def corrected_share(point: Evaluator) -> Numeric:
    """The share t with p t + (1 - p)(1 - t) = f: on the line between its values at t = 0 and t = 1."""
    at_none, at_all = add(1, -point.values["p"]), point.values["p"]
    return divide(add(point.values["f"], -at_none), add(at_all, -at_none))


def average_degree(point: Evaluator) -> Numeric:
    """The mean of the degrees of all vertices of a graph with so many edges, laid out and counted vertex by vertex."""
    participants, items, edges = point.values["n"], point.values["m"], point.values["degree_sum"]
    degrees = [0] * (participants + items)
    for edge in range(edges):
        degrees[edge % participants] += 1
        degrees[participants + edge // participants % items] += 1
    return Fraction(sum(degrees), participants + items)


MEANINGS = meanings("P")
"""Where EWRR3 is the design in force."""
