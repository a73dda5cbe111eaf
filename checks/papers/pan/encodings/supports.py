"""Appendix C: the linear program of one relaxation, its supports, its only solution, and what (50) does to its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from checks.claims.verdict import Outcome
from checks.papers.pan.encodings.common import sum_of_products
from checks.papers.pan.rounds import M, X, Y, fact, variable
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import determinant
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import prove_from
from derivations.theorems.relaxations.one_relaxation import tight_rows
from derivations.theorems.relaxations.relaxation import relaxed_probability, response_probability
from mechanisms.exact.formula import Condition, Formula, all_of, equal_to, in_polynomials
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

UNKNOWNS = tuple(variable(name) for name in ("p_aa", "p_ba", "p_bb"))


@dataclass(frozen=True)
class Row:
    """`left` <= `right`, or = for (33)."""

    left: RationalFunction
    right: RationalFunction

    def inequality(self) -> Formula:
        """left <= right."""
        return fact(self.left, "<=", self.right)

    def equation(self) -> Formula:
        """The row with equality: a support."""
        return fact(self.left, "=", self.right)


def joint(truth: str, before: str, after: str, law: Sequence[RationalFunction]) -> RationalFunction:
    """Pr(o_1, o_2 | X) with o_1 a randomized response and p_aa, p_ba, p_bb as given, by (27) to (31)."""
    p_aa, p_ba, p_bb = law
    given = response_probability(X, M, before == truth)
    if before == truth:
        return given * (p_aa if after == truth else (1 - p_aa) / (M - 1))
    if after == truth:
        return given * p_ba
    return given * (p_bb if after == before else (1 - p_ba - p_bb) / (M - 2))


COMPARED = {
    "37": ("a", "a", "a"),
    "40": ("b", "a", "a"),
    "41": ("a", "a", "b"),
    "42": ("a", "b", "a"),
    "43": ("a", "a", "c"),
    "44": ("a", "b", "c"),
    "45": ("a", "c", "a"),
    "46": ("a", "c", "b"),
}
"""Which Pr(o_1, o_2 | X = truth) is compared with e^eps_2 times that under the other truth: truth, o_1, o_2."""
SUPPORTS = ("37", "42", "45")


def program_row(number: str, law: Sequence[RationalFunction] = UNKNOWNS) -> Row:
    """A row of the program, from the composition it demands, multiplied by e^eps_1 + m - 1."""
    truth, before, after = COMPARED[number]
    other = "b" if truth == "a" else "a"
    scale = X + M - 1
    return Row(scale * joint(truth, before, after, law), Y * scale * joint(other, before, after, law))


def marginal_row(law: Sequence[RationalFunction] = UNKNOWNS) -> Row:
    """(33): Pr(o_2 = a | X = a), o_1 summed out, is that of a randomized response; multiplied by e^eps_1 + m - 1."""
    scale = X + M - 1
    left = scale * (joint("a", "a", "a", law) + (M - 1) * joint("a", "b", "a", law))
    return Row(left, scale * response_probability(Y, M, True))


def solution() -> tuple[RationalFunction, ...]:
    """p_aa, p_ba, p_bb by Bayes' rule."""
    return tuple(relaxed_probability(X, Y, M, "a", *pair) for pair in (("a", "a"), ("b", "a"), ("b", "b")))


def is_solution() -> list[Formula]:
    """Each unknown is what Bayes' rule gives."""
    return [fact(p, "=", value) for p, value in zip(UNKNOWNS, solution(), strict=True)]


def three_rows() -> list[Formula]:
    """(33) and the inequalities (37), (42), (45)."""
    return [marginal_row().equation(), *(program_row(number).inequality() for number in SUPPORTS)]


@cache
def from_rows(number: str) -> Theorem:
    """m >= 3, x >= 1, y > 1, (33) and the inequalities (37), (42), (45) |- one of the three holds with equality."""
    rows = [in_polynomials(row) for row in three_rows()]
    limits = [fact(M, ">=", 3), fact(X, ">=", 1), fact(Y, ">", 1)]
    known = frozenset([*rows, *map(in_polynomials, limits)])
    theorem = tight_rows()
    for needed in theorem.sequent.hypotheses - known:
        theorem = kernel.cut(prove_from(Sequent(known, needed)), theorem)
    return kernel.cut(
        theorem, prove_from(Sequent(known | {theorem.sequent.conclusion}, program_row(number).equation()))
    )


def tight(context: Context) -> list[Part]:
    """(37), (42), (45) hold with equality wherever they hold and (33) does.

    Added up with the weights 1, 1, m - 2 they are a multiple of (33) with <= for =, so that nothing is left over.
    """
    return [
        Outcome(f"({number}) holds with equality", theorem.statement, theorem)
        for number in SUPPORTS
        for theorem in (from_rows(number),)
    ]


def solved(context: Context) -> list[Part]:
    """(33) and equality in (37) and (42) have the solution (50) alone."""
    rows = [marginal_row().equation(), program_row("42").equation()]
    p_aa, p_ba, p_bb = is_solution()
    return [
        context.shown("(33) and (42) give p_aa of (50)", p_aa, *rows),
        context.shown("(33) and (42) give p_ba of (50)", p_ba, *rows),
        context.shown("(37) then gives p_bb of (50)", p_bb, p_aa, program_row("37").equation()),
    ]


def a_solution_needs(context: Context) -> Sequence[Part]:
    """(37), (41) and (43), summed over o_2, say e^eps_1 <= e^eps_2: without it the program has no solution."""
    rows = [program_row(number) for number in ("37", "41", "43")]
    weights = [RationalFunction.of(1), RationalFunction.of(1), M - 2]
    left = sum((w * r.left for w, r in zip(weights, rows, strict=True)), RationalFunction.of(0))
    right = sum((w * r.right for w, r in zip(weights, rows, strict=True)), RationalFunction.of(0))
    low, high = (context.interpreter.at.get(name, level) for name, level in (("x", X), ("y", Y)))
    return [
        context.shown("(37) + (41) + (m - 2) (43), left sides", fact(left, "=", X)),
        context.shown("(37) + (41) + (m - 2) (43), right sides", fact(right, "=", Y)),
        context.shown("so a solution needs eps_1 <= eps_2", fact(low, "<=", high)),
    ]


def supports_and_variables(context: Context) -> Sequence[Part]:
    """Two points of a program in two variables that meet two supports are the same: not if these are multiples."""
    supports, same = _two_supports()
    nonzero = [fact(variable(f"{row}1") ** 2 + variable(f"{row}2") ** 2, ">", 0) for row in "ab"]
    point = {"a1": 1, "a2": 0, "b1": 2, "b2": 0, "u1": 0, "u2": 0, "v1": 0, "v2": 1}
    sequent = context.shown("two supports leave one point", same, *supports, *nonzero).sequent
    exact = {name: Fraction(value) for name, value in point.items()}
    return [Outcome("two supports leave one point", sequent, kernel.counterexample(sequent, exact))]


def _two_supports() -> tuple[list[Formula], Formula]:
    """Points u and v that meet the supports a and b, and that they are the same point."""
    a, b, u, v = ([variable(f"{name}{k}") for k in (1, 2)] for name in "abuv")
    met = [fact(s[0] * u[0] + s[1] * u[1], "=", s[0] * v[0] + s[1] * v[1]) for s in (a, b)]
    return met, all_of([fact(u[0], "=", v[0]), fact(u[1], "=", v[1])])


def independent_supports(context: Context) -> Sequence[Part]:
    """Two points of a program in two variables that meet two independent supports are the same."""
    theorem = kernel.conjoin(*map(_coordinate, (1, 2)))
    return [Outcome("two independent supports leave one point", theorem.statement, theorem)]


def _coordinate(k: int) -> Theorem:
    """Two independent supports meet two points |- these have the same coordinate: the other one is eliminated."""
    a1, a2, b1, b2, u, v = (Polynomial.variable(name) for name in ("a1", "a2", "b1", "b2", f"u{k}", f"v{k}"))
    minor, nonzero = a1 * b2 - a2 * b1, Polynomial.variable("minor")
    supports, _ = _two_supports()
    met = frozenset(map(in_polynomials, supports))
    eliminated = prove_from(Sequent(met, equal_to(minor * (u - v), 0)))
    known = frozenset((equal_to(nonzero * (u - v), 0), Condition(nonzero, "!=")))
    same = kernel.instantiate(prove_from(Sequent(known, equal_to(u - v, 0))), {"minor": minor})
    return kernel.cut(eliminated, same)


def _coefficients(row: Row) -> list[RationalFunction]:
    """Coefficients of p_aa, p_ba, p_bb and the constant of left - right, which is linear in them."""
    gap = row.left - row.right
    zero = dict.fromkeys(("p_aa", "p_ba", "p_bb"), 0)
    constant = gap.substitute(zero)
    return [gap.substitute({**zero, name: 1}) - constant for name in zero] + [constant]


def rank_of_supports(context: Context) -> Sequence[Part]:
    """Four supports for three unknowns: always tight, three independent, the fourth a combination of them."""
    rows = [_coefficients(marginal_row()), *(_coefficients(program_row(number)) for number in SUPPORTS)]
    minors = {
        "(45)": [row[:3] for row in rows[:3]],
        "(42)": [rows[0][:3], rows[1][:3], rows[3][:3]],
        "(37)": [rows[0][:3], rows[2][:3], rows[3][:3]],
        "(33)": [row[:3] for row in rows[1:]],
    }
    independent = [
        context.shown(
            f"the three supports other than {name} are independent",
            fact(determinant(tuple(map(tuple, minor))), "!=", 0),
        )
        for name, minor in minors.items()
    ]
    row_37, row_42, row_45, total = program_row("37"), program_row("42"), program_row("45"), marginal_row()
    whole = (Y + M - 1) / (M - 1)
    combined = sum_of_products(
        (row_37.left,), (-1, row_37.right), (row_42.left,), (-1, row_42.right), (M - 2, row_45.left - row_45.right)
    )
    multiple = sum_of_products((whole, total.left), (-1, whole, total.right))
    dependent = context.shown(
        "(37) + (42) + (m - 2) (45) is a multiple of (33)", relation_formula(combined, "=", multiple)
    )
    return [*tight(context), *solved(context), *independent, dependent]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "a_solution_needs": a_solution_needs,
    "supports_and_variables": supports_and_variables,
    "independent_supports": independent_supports,
    "rank_of_supports": rank_of_supports,
}
