"""Derivatives and linear programs in Coq: theorems of the kernel of arithmetic that are no sequents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from derivations.arithmetic.statements import (
    DerivativeOf,
    Infeasible,
    LinearProgram,
    Optimal,
    Quotient,
    Statement,
    sparse,
)
from derivations.coq.formulas import NotExportableError, polynomial_text
from derivations.coq.terms import identifier
from mechanisms.exact.polynomial import Polynomial


def other_theorem(name: str, statement: Statement, arguments: tuple[Any, ...]) -> str:
    """The theorem of this name, with its proof; the arguments are those of the rule that proved it.

    Raises NotExportableError for a statement of a kind that has no proof in Coq here.
    """
    if isinstance(statement, DerivativeOf):
        return _derivative(name, statement)
    if isinstance(statement, Optimal):
        program, point, y, w = arguments
        shown = (
            f"weak_duality {name}_program {_form(sparse(point))} {_rationals(y)} {_rationals(w)} {_q(statement.value)}"
        )
        said = f"optimal {name}_program (at_rationals {_form(sparse(point))}) (Q2R {_q(statement.value)})"
        return _computed(name, program, said, shown)
    if isinstance(statement, Infeasible):
        program, y, w = arguments
        return _computed(
            name, program, f"infeasible {name}_program", f"farkas {name}_program {_rationals(y)} {_rationals(w)}"
        )
    raise NotExportableError(f"a statement of the kind {type(statement).__name__}")


# -- linear programs -----------------------------------------------------------------------------------------------


def _computed(name: str, program: LinearProgram, said: str, shown: str) -> str:
    parts = [_form(sparse(program.cost)), _rows(program.rows, program.bounds), _rows(program.equations, program.sides)]
    given = "\n  ".join(parts)
    meaning = f"Definition {name}_program : program := Program\n  {given}.\n"
    return f"{meaning}\nTheorem {name} :\n  {said}.\nProof. apply ({shown}). vm_compute. reflexivity. Qed.\n"


def _rows(rows: Sequence[Sequence[tuple[int, Fraction]]], sides: Sequence[Fraction]) -> str:
    return _list(f"({_form(row)}, {_q(side)})" for row, side in zip(rows, sides, strict=True))


def _form(row: Sequence[tuple[int, Fraction]]) -> str:
    return _list(f"({variable}%N, {_q(coefficient)})" for variable, coefficient in row)


def _rationals(values: Sequence[Fraction]) -> str:
    return _list(map(_q, values))


def _list(entries: Iterable[str]) -> str:
    return f"[{'; '.join(entries)}]%list"


def _q(value: Fraction) -> str:
    return f"({value.numerator} # {value.denominator})%Q"


# -- derivatives ---------------------------------------------------------------------------------------------------


def _derivative(name: str, statement: DerivativeOf) -> str:
    """Where no divisor is zero and what has a logarithm is positive, the function has the slope."""
    function, variable, value = statement.function, statement.variable, statement.value
    quotients = [function.rational, *(u for _, u in function.logarithms)]
    polynomials = [p for q in (*quotients, value) for p in (q.numerator, q.denominator)]
    polynomials += [c for c, _ in function.logarithms]
    names: dict[str, str] = {}
    for one in sorted({variable, *(n for p in polynomials for n in p.names)}):
        names[one] = identifier(one, names.values())

    def text(polynomial: Polynomial) -> str:
        return polynomial_text(polynomial, names)

    def quotient(q: Quotient) -> str:
        return text(q.numerator) if _is_one(q.denominator) else f"({text(q.numerator)} / {text(q.denominator)})"

    x = names[variable]
    lines: list[str] = []

    def with_slope(q: Quotient) -> tuple[str, str]:
        """A quotient and its slope, which the lines show."""
        n, d = q.numerator, q.denominator
        n_, d_ = text(n.derivative(variable)), text(d.derivative(variable))
        for p, p_ in ((n, n_), (d, d_)):
            lines.append(f"assert (slope (fun {x} => {text(p)}) {x} {p_}) by polynomial_slope.")
        if _is_one(d):
            return text(n), n_
        slope = f"(({n_} * {text(d)} - {text(n)} * {d_}) / {text(d)} ^ 2)"
        by = f"slope_of_quotient (fun {x} => {text(n)}) (fun {x} => {text(d)}) {n_} {d_} {x}"
        lines.append(f"assert (slope (fun {x} => {quotient(q)}) {x} {slope}) by (apply ({by}); assumption).")
        return quotient(q), slope

    total, slope = with_slope(function.rational)
    for c, u in function.logarithms:
        inside, inner = with_slope(u)
        part, steep = f"{text(c)} * ln {inside}", f"({text(c)} * ({inner} / {inside}))"
        by = f"slope_of_logarithm {text(c)} (fun {x} => {inside}) {inner} {x}"
        lines.append(f"assert (slope (fun {x} => {part}) {x} {steep}) by (apply ({by}); assumption).")
        by = f"slope_of_sum (fun {x} => {total}) (fun {x} => {part}) {slope} {steep} {x}"
        total, slope = f"({total} + {part})", f"({slope} + {steep})"
        lines.append(f"assert (slope (fun {x} => {total}) {x} {slope}) by (apply ({by}); assumption).")
        shown = "exact (numerator_of_positive _ _ ltac:(eassumption))" if not _is_one(u.denominator) else "lra"
        lines.append(f"assert ({text(u.numerator)} <> 0) by ({shown}).")
    divisors = dict.fromkeys(q.denominator for q in (*quotients, value) if not _is_one(q.denominator))
    known = [f"{text(d)} <> 0" for d in divisors] + [f"0 < {quotient(u)}" for _, u in function.logarithms]
    premises = "".join(f"{one} ->\n  " for one in known)
    said = f"forall {' '.join(names.values())} : R,\n  {premises}slope (fun {x} => {total}) {x} {quotient(value)}"
    end = f"apply (slope_is (fun {x} => {total}) {x} {slope}); [assumption | field; repeat split; nonzero]."
    return f"Theorem {name} :\n  {said}.\nProof.\n  intros. {' '.join(lines)} {end}\nQed.\n"


def _is_one(polynomial: Polynomial) -> bool:
    return polynomial == Polynomial.constant(1)
