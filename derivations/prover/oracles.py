"""Decision procedures that are believed, not checked: z3 and cvc5. z3 also as a finder of counterexamples.

Each question is put to a process of its own, which is stopped when its time is over.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.deadline import Deadline, solver_took
from derivations.prover.equations import solved
from derivations.prover.points import failing
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    in_polynomials,
    negation,
    variables,
)
from mechanisms.exact.polynomial import Polynomial

Solver = Literal["z3", "cvc5"]


@dataclass(frozen=True)
class Answer:
    """sat (with the values that the solver gave), unsat, or unknown with the reason."""

    verdict: Literal["sat", "unsat", "unknown"]
    model: Mapping[str, Fraction] = field(default_factory=dict)
    reason: str = ""


def question(sequent: Sequent) -> tuple[str, dict[str, str]] | None:
    """SMT-LIB text that is unsatisfiable exactly if the sequent holds, and its names for the variables.

    None when the sequent speaks of transcendental constants, or when its conclusion has no negation.
    """
    formulas = [*sorted(sequent.hypotheses, key=str)]
    try:
        formulas.append(negation(sequent.conclusion))
    except ValueError:
        return None
    names = {name: f"v{i}" for i, name in enumerate(sorted(variables(AllOf(tuple(formulas)))))}
    try:
        asserted = [f"(assert {_text(f, names)})" for f in formulas]
    except ValueError:
        return None
    return "\n".join([f"(declare-const {short} Real)" for short in names.values()] + asserted), names


def _text(formula: Formula, names: Mapping[str, str]) -> str:
    if isinstance(formula, (AllOf, AnyOf)):
        if not formula.parts:
            return "true" if isinstance(formula, AllOf) else "false"
        parts = " ".join(_text(part, names) for part in formula.parts)
        return f"({'and' if isinstance(formula, AllOf) else 'or'} {parts})"
    if isinstance(formula, Comparison):
        return _text(in_polynomials(formula), names)
    if isinstance(formula, IntegerValued):
        return f"(is_int {names[formula.name]})"
    if isinstance(formula, NamedConstant):
        raise ValueError(f"'{formula}' has no place in a polynomial question")
    relation = "distinct" if formula.relation == "!=" else formula.relation
    return f"({relation} {_polynomial(formula.polynomial, names)} 0.0)"


def _polynomial(p: Polynomial, names: Mapping[str, str]) -> str:
    terms = []
    for monomial, coefficient in sorted(p.terms().items()):
        number = f"{abs(coefficient.numerator)}.0"
        if coefficient.denominator != 1:
            number = f"(/ {number} {coefficient.denominator}.0)"
        factors = [number if coefficient > 0 else f"(- {number})"]
        for name, power in monomial:
            factors += [names[name]] * power
        terms.append(f"(* {' '.join(factors)})" if len(factors) > 1 else factors[0])
    return f"(+ {' '.join(terms)})" if len(terms) > 1 else (terms or ["0.0"])[0]


def ask(solver: Solver, sequent: Sequent, seconds: float, *, steps: int = 0) -> Answer:
    """What the solver says of "hypotheses and not conclusion"; never longer than the given time.

    Steps, where they are given, end z3 at the same place on every machine.
    """
    if find_spec(solver) is None:
        return Answer("unknown", reason=f"{solver} is not installed")
    asked = question(sequent)
    if asked is None:
        return Answer("unknown", reason=f"{solver}: the goal is no polynomial question")
    text, names = asked
    script = Path(__file__).with_name("solver_process.py")
    command = [sys.executable, "-I", str(script), solver, str(max(1, int(seconds * 900))), str(steps)]
    try:
        run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        solver_took(seconds)
        return Answer("unknown", reason=f"{solver}: no answer in {seconds:.1f} s")
    if run.returncode != 0:
        lines = run.stderr.strip().splitlines() or [f"exit status {run.returncode}"]
        return Answer("unknown", reason=f"{solver} failed: {lines[-1]}")
    found = json.loads(run.stdout)
    solver_took(found["seconds"])
    if found["answer"] not in ("sat", "unsat"):
        return Answer("unknown", reason=f"{solver}: no answer in {seconds:.1f} s")
    if found["answer"] == "unsat":
        return Answer("unsat")
    long_names = {short: name for name, short in names.items()}
    model = {name: Fraction(0) for name in names}  # what a model leaves open may be anything
    model.update({long_names[short]: Fraction(value) for short, value in found["model"].items()})
    return Answer("sat", model)


def believed(sequent: Sequent, solvers: Sequence[str]) -> Theorem:
    """The sequent, tagged with every solver that said so."""
    theorem = kernel.oracle(solvers[0], sequent)
    for solver in solvers[1:]:
        theorem = kernel.cut(kernel.oracle(solver, sequent), kernel.weaken(theorem, (sequent.conclusion,)))
    return theorem


def exact_failure(sequent: Sequent, model: Mapping[str, Fraction], deadline: Deadline) -> dict[str, Fraction] | None:
    """A rational point near the model at which the sequent fails, decided exactly."""
    hypotheses = sorted(sequent.hypotheses, key=str)
    for candidate in _neighbours(hypotheses, model):
        if deadline.left() == 0:
            return None
        if failing(hypotheses, sequent.conclusion, candidate):
            return candidate
    return None


def _neighbours(hypotheses: Sequence[Formula], model: Mapping[str, Fraction]) -> Iterator[dict[str, Fraction]]:
    """The model, roundings of it, and both with the equations solved again."""
    equations = [h for h in hypotheses if isinstance(h, Condition) and h.relation == "="]
    for limit in (10, 100, 10**4, 10**8, 10**16, 10**30):
        rounded = {name: value.limit_denominator(limit) for name, value in model.items()}
        yield rounded
        for equation in equations:
            solution = solved(equation)
            if solution is not None:
                name, value = solution
                rounded = {**rounded, name: value.evaluate(rounded)}
        yield rounded
    yield dict(model)
