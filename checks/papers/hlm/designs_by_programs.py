"""Further witnesses of single claims: linear programs over the private designs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from checks.claims.claim import Claim
from checks.claims.record import WitnessRecord
from checks.papers.spellings import spellings
from checks.reading import read_latex
from checks.reading import syntax as tree
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import Meanings, NotEvaluatedError
from derivations.arithmetic.statements import LinearProgram, sparse
from lp import Optimum, solve
from lp.binary.designs import private_designs, support, vertices

Further = Callable[[Claim, int], list[WitnessRecord]]
MEANINGS = Meanings({}, {}, {}, budgets={"eps": "x"})
X, DELTA = Fraction(7, 3), Fraction(1, 5)  # generic: no ties, all vertices of the polygon differ


def _trees(claim: Claim) -> list[tree.Node]:
    """What is right: the printed trees, or those of the correction if it has its own."""
    correction = claim.correction
    latex = correction.statement.latex if correction and correction.statement.latex else claim.main.statement.latex
    return [read_latex(text, spellings("HLM")) for text in latex]


def _last(node: tree.Node) -> tree.Node:
    """The last member of a chain; anything else itself."""
    return node.members[-1] if isinstance(node, tree.Chain) else node


# -- linear programs ---------------------------------------------------------------------------------------------------


def segments_from_programs(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The vertices of the private designs beyond p00 + p11 = 1 are the ends of the two segments."""
    beyond = {z for z in vertices(X, DELTA) if sum(z) > 1}
    top = -support(X, DELTA, (1, 1)).value / 2
    last = -support(X, DELTA, (0, 1), p00=Fraction(1)).value
    agrees = beyond == {(Fraction(1), last), (top, top), (last, Fraction(1))} and last == DELTA
    shown = ", ".join(f"({a}, {b})" for a, b in sorted(beyond))
    summary = f"at e^eps = {X}, delta = {DELTA} the vertices of R with p00 + p11 > 1 are {shown}"
    return [WitnessRecord("certified linear programs", summary, agrees)]


def corner_from_programs(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The printed corner is the only private design with the largest p00 + p11."""
    found = support(X, DELTA, (1, 1))
    printed = Evaluator(MEANINGS, {"x": X, "delta": DELTA}).number(_last(_trees(claim)[0]))
    best = [z for z in vertices(X, DELTA) if sum(z) == -found.value]
    agrees = best == [(printed, printed)]
    corner = ", ".join(map(str, best[0]))
    summary = f"largest p00 + p11 at e^eps = {X}, delta = {DELTA} is {-found.value}, at the vertex ({corner}) only"
    return [WitnessRecord("certified linear programs", summary, agrees)]


def warner_end_from_programs(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The printed end of R_w is the largest p with (p, p) private, and so is every p between 1/2 and it.

    Raises NotEvaluatedError where no interval is printed.
    """
    interval = _last(_trees(claim)[0])
    if not isinstance(interval, tree.Interval):
        raise NotEvaluatedError("the region is not printed as an interval")
    point = Evaluator(MEANINGS, {"x": X, "delta": DELTA})
    low, high = point.number(interval.low), point.number(interval.high)
    program = private_designs(X, DELTA, (-1, 0))
    equal = LinearProgram(
        program.cost, program.rows, program.bounds, (sparse((Fraction(1), Fraction(-1))),), (Fraction(0),)
    )
    found = solve(equal)
    agrees = isinstance(found, Optimum) and -found.value == high and program.admits((low, low))
    summary = f"largest private p00 = p11 at e^eps = {X}, delta = {DELTA}: {high}; the set is convex and contains {low}"
    return [WitnessRecord("certified linear programs", summary, agrees)]


FURTHER: dict[str, Further] = {
    "HLM-36": segments_from_programs,
    "HLM-68": corner_from_programs,
    "HLM-110": warner_end_from_programs,
}


def further(claim: Claim, seed: int) -> list[WitnessRecord]:
    """What the programs say of a claim, where they speak of it."""
    if claim.id not in FURTHER:
        return []
    try:
        return FURTHER[claim.id](claim, seed)
    except NotEvaluatedError as error:
        return [WitnessRecord("further witness", f"the print could not be evaluated: {error}", False)]
