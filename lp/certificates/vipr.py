r"""Certificates of linear programs in the VIPR format, version 1.0, which checkers written by others read.

The format is that of Cheung, Gleixner, Steffy, "Verifying Integer Programming Results" (IPCO 2017). A file states the
program (VAR, INT, OBJ, CON), what is to be proved of it (RTP), points (SOL) and derived constraints (DER). For an
optimum v of min c.z the point z and one linear combination are enough:

    RTP range v v        SOL: z        DER: c.z >= v  by  { lin: multiplier of each constraint }

and for a contradiction RTP infeas with 0 >= something positive, derived in the same way. `lp.certificates.checker`
checks such files again; it shares no code with this writer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from pathlib import Path

from derivations.arithmetic.statements import LinearProgram, Row
from lp.programs.outcomes import Infeasible, Optimum, Unbounded
from mechanisms.exact.numerals import numeral

PAIRS_A_LINE = 16
_BLANK = re.compile(r"\s+")


class NoCertificateError(ValueError):
    """The answer has no certificate that this format can hold, or the names do not fit."""


def certificate(
    outcome: Optimum | Infeasible | Unbounded,
    variables: Sequence[str] = (),
    constraints: Sequence[str] = (),
    comment: str = "",
) -> str:
    """The text of the certificate.

    Args:
        outcome: an exact answer of `lp.solve`.
        variables: a name for each variable; x0, x1, ... if left out. Blanks are taken out of names.
        constraints: a name for each row and then for each equation; R0, ..., E0, ... if left out.
        comment: what the program is about, on one line.

    Raises:
        NoCertificateError: the program is unbounded, or there are not as many names as things to name.

    """
    about = [f"% {' '.join(comment.split())}"] if comment else []
    return "\n".join([*about, *_lines(outcome, variables, constraints)]) + "\n"


def write_vipr(
    outcome: Optimum | Infeasible | Unbounded,
    path: str | Path,
    variables: Sequence[str] = (),
    constraints: Sequence[str] = (),
    comment: str = "",
) -> None:
    """Write the certificate to a file; see `certificate`."""
    Path(path).write_text(certificate(outcome, variables, constraints, comment), encoding="utf-8")


def _lines(
    outcome: Optimum | Infeasible | Unbounded, variables: Sequence[str], constraints: Sequence[str]
) -> Iterator[str]:
    if isinstance(outcome, Unbounded):
        raise NoCertificateError("the program is unbounded; the VIPR format certifies optima and infeasibility only")
    program = outcome.program
    rows, equations = len(program.rows), len(program.equations)
    defaults = [*(f"R{i}" for i in range(rows)), *(f"E{i}" for i in range(equations))]
    named = _names(constraints, defaults, "constraint")
    optimal = isinstance(outcome, Optimum)
    yield "% written by rrproof: an exact certificate of a linear program"
    yield "VER 1.0"
    yield f"VAR {len(program.cost)}"
    yield from _names(variables, [f"x{j}" for j in range(len(program.cost))], "variable")
    yield "INT 0"
    yield "OBJ min"
    yield from _pairs("", enumerate(program.cost))
    yield f"CON {rows + equations} 0"
    yield from _constraints(program, named)
    y, w = outcome.dual if isinstance(outcome, Optimum) else outcome.multipliers
    multipliers = [*y, *w]
    bound = _bound(program, multipliers)
    yield f"RTP range {numeral(bound)} {numeral(bound)}" if optimal else "RTP infeas"
    yield f"SOL {int(optimal)}"
    if isinstance(outcome, Optimum):
        yield from _pairs("optimum ", enumerate(outcome.point))
    yield "DER 1"
    yield f"bound G {numeral(bound)} {'OBJ' if optimal else '0'}"
    yield from _pairs("{ lin ", enumerate(multipliers))
    yield "} -1"


def _constraints(program: LinearProgram, names: Sequence[str]) -> Iterator[str]:
    first = len(program.rows)
    for name, row, bound in zip(names, program.rows, program.bounds, strict=False):
        yield _constraint(name, "G", bound, row)
    for name, row, side in zip(names[first:], program.equations, program.sides, strict=True):
        yield _constraint(name, "E", side, row)


def _constraint(name: str, sense: str, side: Fraction, row: Row) -> str:
    return "\n ".join([f"{name} {sense} {numeral(side)}  {len(row)}", *_chunks(row)])


def _bound(program: LinearProgram, multipliers: Sequence[Fraction]) -> Fraction:
    sides = (*program.bounds, *program.sides)
    return sum((m * side for m, side in zip(multipliers, sides, strict=True) if m), Fraction(0))


def _names(given: Sequence[str], defaults: Sequence[str], kind: str) -> list[str]:
    """Names without blanks, as many as there are things to name, none of them twice."""
    if not given:
        return list(defaults)
    names = [_BLANK.sub("", name) for name in given]
    if len(names) != len(defaults) or len(set(names)) < len(names) or not all(names):
        raise NoCertificateError(f"{len(defaults)} different {kind} names are needed, none of them empty")
    return names


def _pairs(head: str, entries: Iterable[tuple[int, Fraction]]) -> Iterator[str]:
    """The head, how many entries are not zero, and then each of them with its number."""
    kept = [(i, value) for i, value in entries if value]
    yield f"{head}{len(kept)}"
    yield from (f" {chunk}" for chunk in _chunks(kept))


def _chunks(entries: Iterable[tuple[int, Fraction]]) -> Iterator[str]:
    """Pairs, some of them a line."""
    words = (f"{i} {numeral(value)}" for i, value in entries)
    while chunk := list(islice(words, PAIRS_A_LINE)):
        yield "  ".join(chunk)
