"""A question of `rrproof design` as a problem of cvxpy, and as a short script that states it, to go on from."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from textwrap import wrap
from typing import Any

from checks.designs.optimal.losses import MEANING, loss_of
from checks.designs.optimal.minimax import LARGEST_APPROXIMATE
from checks.designs.optimal.question import Question, QuestionError
from checks.designs.optimal.staircases import INFORMATION, require_plain_privacy
from checks.inputs.rational_design import stood_for
from lp.constraints.constraint import Family, python_text
from lp.constraints.privacy import ApproximatePrivacy, LocalPrivacy
from lp.minimax.classes import approximate_kinds, staircase_kinds

WIDTH = 110  # of a line of a script that is prose
LARGEST_COLUMNS = 10  # truths all of whose staircase columns are written out
LARGEST_ESTIMATE = 4  # truths for which masses and weights of all columns are unknowns of the minimax program
DIGITS = 15  # of a rational level just below an irrational one
JUST_BELOW = "just below e^eps"
CURVE = tuple(Fraction(n, 2) for n in (3, 4, 6, 10, 20))  # levels at which a script for every eps is asked
MAKERS = {
    "mutual-information": "mutual_information(prior)",
    "chi-square": "chi_square_information(prior)",
    "total-variation": 'information(prior, total_variation, "total variation")',
    "fisher": "proportions_information(prior)",
    "posterior": "posterior_squares(prior)",
}
NAMED = {"hamming": "hamming", "l1": "l1", "mse": "squared"}


@dataclass(frozen=True)
class Model:
    """A question stated in cvxpy.

    Attributes:
        script: the text of a Python script.
        problem: makes the same problem here.

    """

    script: str
    problem: Callable[[], Any]

    def in_floats(self, solver: str) -> float:
        """What a solver of cvxpy says is the optimum; QuestionError where it says nothing."""
        import cvxpy

        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # an inaccurate answer is shown beside the exact one
                found = self.problem().solve(solver=solver)
        except (cvxpy.error.SolverError, ValueError) as error:
            raise QuestionError(f"--solver: {solver} does not solve this program: {error}") from error
        if found is None or found in (float("inf"), float("-inf")):
            raise QuestionError(f"--solver: {solver} finds no optimum of this program")
        return float(found)


def solver_name(given: str) -> str:
    """The name as cvxpy writes it; QuestionError for a solver that is not installed."""
    import cvxpy

    installed = cvxpy.installed_solvers()
    for name in installed:
        if name.upper() == given.upper():
            return str(name)
    raise QuestionError(f"--solver: there is no solver {given[:40]!r}; installed are {', '.join(installed)}")


def model_of(question: Question, solver: str | None, *, possible: bool = True, curve: bool = False) -> Model:
    """The question in cvxpy; QuestionError where no program stands behind it.

    `possible` says whether there is a design at all, so that the script has one to show; `curve` asks for a script that
    goes through some levels, for a question about every eps.
    """
    if question.irrational is not None:
        below = question.irrational.enclosure(DIGITS)[0]
        question = replace(question, x=below, irrational=None, note=JUST_BELOW)
    if curve:
        question = replace(question, x=CURVE[0], level="every eps")
    if question.objective == "minimax":
        return _minimax(question, solver)
    if question.objective in INFORMATION:
        return _information(question, solver, curve)
    return _linear(question, solver, possible, curve)


def _linear(question: Question, solver: str | None, possible: bool, curve: bool) -> Model:
    k, loss = question.categories, loss_of(question)
    demands: list[Family] = []
    values, own = [f"prior = {_prior(question.weights)}"], []
    if question.x is not None:
        values.insert(0, _level(question))
        privacy = ApproximatePrivacy(question.x, question.delta) if question.delta else LocalPrivacy(question.x)
        demands += privacy.families()
        own = ["x", "delta"] if question.delta else ["x"]
        if question.delta:
            values.insert(1, f"delta = {python_text(question.delta)}")
    calls = [f"*{family.function}({', '.join(['P', *own])})" for family in demands]
    further = [family for constraint in question.constraints for family in constraint.families()]
    calls += [f"*{family}" for family in further]
    demands += further
    name = NAMED.get(question.objective)
    values.append(f"loss = {f'{name}({k})' if name else _rows(loss)}")
    imports = {"lp.models.design_variable": ["DesignVariable"], "lp.models.losses": ["expected_loss"]}
    if name:
        imports["lp.losses.linear_loss"] = [name]
    for family in demands:
        imports.setdefault(f"lp.models.{family.module}", []).append(family.function)
    size = str(k) if len(loss[0]) == k else f"{k}, {len(loss[0])}"
    quantity = MEANING.get(question.objective, f"expected loss of {question.loss_name}")
    script = _script(
        question.words(f"least {quantity}, {question.prior_words}"),
        imports,
        [
            *values,
            "",
            f"P = DesignVariable({size})",
            _list("demands", ["*P.rows_on_simplex", *calls]),
            "problem = cp.Problem(cp.Minimize(expected_loss(P, loss, prior)), demands)",
        ],
        solver,
        ["print(found.design(P))", r'print(*found.tight, sep="\n")'] if possible else [],
        curve,
    )

    def problem() -> Any:
        import cvxpy

        from lp.models.design_variable import DesignVariable
        from lp.models.losses import expected_loss

        P = DesignVariable(k, len(loss[0]))
        stated = [*P.rows_on_simplex, *(demand for family in demands for demand in family.on(P))]
        return cvxpy.Problem(cvxpy.Minimize(expected_loss(P, loss, question.weights)), stated)

    return Model(script, problem)


def _information(question: Question, solver: str | None, curve: bool) -> Model:
    require_plain_privacy(question)
    k, _ = _sizes(question)
    make, meaning = INFORMATION[question.objective]
    maker = MAKERS[question.objective]
    functions = re.findall(r"[a-z_]+_[a-z]+|information(?=\()", maker)
    script = _script(
        question.words(f"largest {meaning}, {question.prior_words}"),
        {
            "lp.models.design_variable": ["staircase_masses"],
            "lp.models.information": ["gain"],
            "lp.losses.column_objectives": functions,
        },
        [
            _level(question),
            f"prior = {_prior(question.weights)}",
            "",
            f"theta = staircase_masses({k}, x)  # x on a set of truths, 1 elsewhere: every optimum has such columns",
            f"worth = gain(theta, {maker})",
            "problem = cp.Problem(cp.Maximize(worth), theta.rows_on_simplex)",
        ],
        solver,
        ["print({column: str(mass) for column, mass in zip(theta.responses, found[theta]) if mass})"],
        curve,
    )

    def problem() -> Any:
        import cvxpy

        from lp.models.design_variable import staircase_masses
        from lp.models.information import gain

        theta = staircase_masses(k, question.required_level)
        return cvxpy.Problem(cvxpy.Maximize(gain(theta, make(question.weights))), theta.rows_on_simplex)

    return Model(script, problem)


def _minimax(question: Question, solver: str | None) -> Model:
    """Masses and weights of all columns, or else shares of kinds of columns, which treat all truths alike."""
    if question.constraints:
        raise QuestionError("--cvxpy and --solver: the minimax program is stated for --epsilon and --delta alone")
    asked = question.words("least worst-case sum of squared errors, times n, of an unbiased estimate of the shares")
    if question.categories > LARGEST_ESTIMATE or question.delta:
        return _minimax_alike(question, solver, asked)
    k, x = question.categories, question.required_level
    script = _script(
        asked,
        {"lp.models.design_variable": ["staircase_masses"], "lp.models.risks": ["UnbiasedEstimate"]},
        [
            _level(question),
            f"shares = [[int(a == b) for b in range({k})] for a in range({k})]",
            f"estimate = UnbiasedEstimate(staircase_masses({k}, x).columns, targets=shares, costs=[1] * {k})",
            "worst = estimate.worst_risk()",
            "problem = cp.Problem(cp.Minimize(worst.value), worst.constraints)",
        ],
        solver,
        ["print(estimate.theta.value)"],
    )

    def problem() -> Any:
        import cvxpy

        from lp.models.design_variable import staircase_masses
        from lp.models.risks import UnbiasedEstimate

        shares = [[int(a == b) for b in range(k)] for a in range(k)]
        worst = UnbiasedEstimate(staircase_masses(k, x).columns, shares, [1] * k).worst_risk()
        return cvxpy.Problem(cvxpy.Minimize(worst.value), worst.constraints)

    return Model(script, problem)


def _minimax_alike(question: Question, solver: str | None, asked: str) -> Model:
    k, x, delta = question.categories, question.required_level, question.delta
    if delta and k > LARGEST_APPROXIMATE:
        raise QuestionError(f"--cvxpy and --solver: with --delta at most {LARGEST_APPROXIMATE} categories, not {k}")
    makes = "approximate_kinds" if delta else "staircase_kinds"
    imports = {"lp.models.kinds": ["KindShares"], "lp.minimax.classes": [makes]}
    demands = ["*share.on_simplex", *(["*share.approximate_privacy(x, delta)"] if delta else [])]
    script = _script(
        asked,
        imports,
        [
            f"x = {python_text(x)}  # e^eps",
            *([f"delta = {python_text(delta)}"] if delta else []),
            "",
            f"share = KindShares({makes}({k}, x))  # of kinds of columns, each with all its permutations",
            _list("demands", demands),
            "problem = cp.Problem(cp.Minimize(share.risk), demands)",
        ],
        solver,
        ["print({kind.entries: str(w) for kind, w in zip(share.kinds, found[share]) if w})"],
    )

    def problem() -> Any:
        import cvxpy

        from lp.models.kinds import KindShares

        share = KindShares(approximate_kinds(k, x) if delta else staircase_kinds(k, x))
        stated = [*share.on_simplex, *(share.approximate_privacy(x, delta) if delta else [])]
        return cvxpy.Problem(cvxpy.Minimize(share.risk), stated)

    return Model(script, problem)


def _sizes(question: Question) -> tuple[int, Fraction]:
    if question.categories > LARGEST_COLUMNS:
        raise QuestionError(
            f"--cvxpy and --solver: the columns of at most {LARGEST_COLUMNS} categories are written out for this "
            f"objective, not of {question.categories}"
        )
    return question.categories, question.required_level


def _script(
    asked: str,
    imports: dict[str, list[str]],
    body: Sequence[str],
    solver: str | None,
    shown: Sequence[str],
    curve: bool = False,
) -> str:
    lines = [*wrap(f'"""{asked[0].upper()}{asked[1:]}."""', WIDTH), ""]
    lines += ["from fractions import Fraction as F", ""] if any("F(" in line for line in body) else []
    lines += ["import cvxpy as cp", ""]
    lines += ["import lp"]
    lines += [f"from {module} import {', '.join(sorted(set(names)))}" for module, names in sorted(imports.items())]
    named = "" if solver is None else f'solver="{solver}"'
    ask = [
        f"print(problem.solve({named}))  # in floats, by any solver of cvxpy",
        "found = lp.certify(problem)  # exactly, with a theorem of the kernel",
    ]
    if curve:  # compiled once, as x is a parameter
        levels = ", ".join(map(python_text, CURVE))
        told = [*ask, 'print(f"e^eps = {x.value}: {found}")']
        lines += ["", *body, "", f"for x.value in ({levels}):", *(f"    {line}" for line in told)]
    else:
        lines += ["", *body, "", *ask, "print(found)", *shown]
    return "\n".join(lines) + "\n"


def _level(question: Question) -> str:
    x = question.required_level
    said = JUST_BELOW if question.note == JUST_BELOW or stood_for(x) is not None else "e^eps"
    return (
        f'x = cp.Parameter(name="x", nonneg=True, value={python_text(x)})  # {said}; give it other values for a curve'
    )


def _prior(weights: Sequence[Fraction]) -> str:
    if len(set(weights)) == 1:
        return f"[{python_text(weights[0])}] * {len(weights)}"
    return python_text(list(weights))


def _rows(loss: Sequence[Sequence[Fraction]]) -> str:
    return _bracketed([python_text(list(row)) for row in loss])


def _list(name: str, items: Sequence[str]) -> str:
    return f"{name} = {_bracketed(items)}"


def _bracketed(items: Sequence[str]) -> str:
    return "[\n" + "".join(f"    {item},\n" for item in items) + "]"
