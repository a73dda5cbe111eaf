"""Further witnesses of single claims: sampled protocols, and linear programs over the private designs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from checks.claim import Claim
from checks.papers.hlm.vocabulary import VOCABULARY
from checks.papers.hlm.witnesses.meanings import MEANINGS
from checks.reading import read_latex
from checks.reading import syntax as tree
from checks.record import WitnessRecord
from checks.witness.evaluator import Evaluator
from checks.witness.meanings import NotEvaluatedError
from checks.witness.sampled import frequency_witness
from mechanisms import catalogue

DRAWS = 10_000
Further = Callable[[Claim, int], list[WitnessRecord]]
X, DELTA = Fraction(7, 3), Fraction(1, 5)  # generic: no ties, all vertices of the polygon differ


def _trees(claim: Claim) -> list[tree.Node]:
    """What is right: the printed trees, or those of the correction if it has its own."""
    correction = claim.correction
    latex = correction.statement.latex if correction and correction.statement.latex else claim.main.statement.latex
    return [read_latex(text, VOCABULARY) for text in latex]


def _last(node: tree.Node) -> tree.Node:
    """The last member of a chain; anything else itself."""
    return node.members[-1] if isinstance(node, tree.Chain) else node


# -- sampled mechanisms ------------------------------------------------------------------------------------------------


def sampled(mechanism: str, **parameters: Fraction) -> Further:
    """The frequencies of the responses of a protocol, for each truth, against the first printed matrix."""

    def witness(claim: Claim, seed: int) -> list[WitnessRecord]:
        point = Evaluator(MEANINGS, {"x": X, "delta": DELTA, **parameters})
        printed = [part for node in _trees(claim) for part in tree.nodes(node) if isinstance(part, tree.Matrix)]
        if not printed:
            raise NotEvaluatedError("no matrix is printed")
        return [_sampled_matrix(mechanism, point.matrix(printed[0]), parameters, seed)]

    return witness


def _sampled_matrix(
    mechanism: str, printed: Sequence[Sequence[Fraction]], parameters: dict[str, Fraction], seed: int
) -> WitnessRecord:
    import numpy as np

    rng = np.random.default_rng(seed)
    protocol = catalogue.get(mechanism).protocol
    pairs = []
    for truth in (0, 1):
        responses = protocol.sample([truth] * DRAWS, rng, **parameters)
        pairs += [(responses.count(y), printed[truth][y]) for y in (0, 1)]
    values = ", ".join(f"{k} = {v}" for k, v in parameters.items())
    return frequency_witness(f"protocol {mechanism} at {values}", pairs, DRAWS, seed)


def sampled_response(mechanism: str, response: int, **parameters: Fraction) -> Further:
    """The frequency of a response in a sampled population against the printed probability."""
    pi = Fraction(2, 7)

    def witness(claim: Claim, seed: int) -> list[WitnessRecord]:
        import numpy as np

        about = [n for n in _trees(claim) if _speaks_of(n, response)]
        if not about:
            raise NotEvaluatedError(f"nothing is printed of the response {response}")
        claimed = Evaluator(MEANINGS, {"pi": pi, **parameters}).number(_last(about[0]))
        rng = np.random.default_rng(seed)
        truths = (rng.integers(pi.denominator, size=DRAWS) < pi.numerator).astype(int).tolist()
        responses = catalogue.get(mechanism).protocol.sample(truths, rng, **parameters)
        what = f"P(X = {response}) at pi = {pi}, " + ", ".join(f"{k} = {v}" for k, v in parameters.items())
        return [frequency_witness(what, [(responses.count(response), claimed)], DRAWS, seed)]

    return witness


def _speaks_of(node: tree.Node, response: int) -> bool:
    event = tree.Chain((tree.Name("X_i"), tree.Number(str(response))), ("=",))
    return event in list(tree.nodes(node))


# -- linear programs ---------------------------------------------------------------------------------------------------


def polygon_from_programs(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The printed description of R' has the same support as the private designs with p00 + p11 >= 1."""
    from derivations.statements import LinearProgram, sparse
    from lp import Optimum, solve
    from lp.yes_no.designs import private_designs

    builders = [part for node in _trees(claim) for part in tree.nodes(node) if isinstance(part, tree.SetBuilder)]
    if not builders:
        raise NotEvaluatedError("no set is printed by its conditions")
    printed = _half_planes(builders[-1].condition)
    directions = [(1, 0), (0, 1), (1, 1), (2, 1), (1, 3), (-1, 0), (0, -1), (-1, 2)]
    same = True
    for a, b in directions:
        cost = Fraction(-a), Fraction(-b)
        private = private_designs(X, DELTA, cost)
        informative = LinearProgram(
            cost, (*private.rows, sparse((Fraction(1), Fraction(1)))), (*private.bounds, Fraction(1))
        )
        described = LinearProgram.dense(cost, tuple(row for row, _ in printed), tuple(bound for _, bound in printed))
        found = [solve(program) for program in (informative, described)]
        values = [f.value if isinstance(f, Optimum) else None for f in found]
        same = same and values[0] is not None and values[0] == values[1]
    summary = (
        f"the printed half-planes and the private designs with p00 + p11 >= 1 have the same exact support in "
        f"{len(directions)} directions at e^eps = {X}, delta = {DELTA}; {2 * len(directions)} linear programs, each "
        "optimum certified by weak duality"
    )
    return [WitnessRecord("certified linear programs", summary, same)]


def _half_planes(condition: tree.Node) -> list[tuple[tuple[Fraction, Fraction], Fraction]]:
    """The half-planes row . (p00, p11) >= bound of printed linear conditions, from their values at three points."""
    items = condition.items if isinstance(condition, tree.Conjunction) else (condition,)
    found = []
    for chain in items:
        if not isinstance(chain, tree.Chain):
            raise NotEvaluatedError("a condition that is no chain of relations")
        for left, relation, right in zip(chain.members, chain.relations, chain.members[1:], strict=False):
            for side in left.items if isinstance(left, tree.Listing) else (left,):
                gaps = []
                for p00, p11 in ((0, 0), (1, 0), (0, 1)):
                    values = {"x": X, "delta": DELTA, "p00": Fraction(p00), "p11": Fraction(p11)}
                    point = Evaluator(MEANINGS, values)
                    gap = point.number(right) - point.number(side)
                    gaps.append(gap if relation in ("<", "<=") else -gap)
                found.append(((gaps[1] - gaps[0], gaps[2] - gaps[0]), -gaps[0]))
    return found


def segments_from_programs(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The vertices of the private designs beyond p00 + p11 = 1 are the ends of the two segments."""
    from lp.yes_no.designs import support, vertices

    beyond = {z for z in vertices(X, DELTA) if sum(z) > 1}
    top = -support(X, DELTA, (1, 1)).value / 2
    last = -support(X, DELTA, (0, 1), p00=Fraction(1)).value
    agrees = beyond == {(Fraction(1), last), (top, top), (last, Fraction(1))} and last == DELTA
    shown = ", ".join(f"({a}, {b})" for a, b in sorted(beyond))
    summary = f"at e^eps = {X}, delta = {DELTA} the vertices of R with p00 + p11 > 1 are {shown}"
    return [WitnessRecord("certified linear programs", summary, agrees)]


def corner_from_programs(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The printed corner is the only private design with the largest p00 + p11."""
    from lp.yes_no.designs import support, vertices

    found = support(X, DELTA, (1, 1))
    printed = Evaluator(MEANINGS, {"x": X, "delta": DELTA}).number(_last(_trees(claim)[0]))
    best = [z for z in vertices(X, DELTA) if sum(z) == -found.value]
    agrees = best == [(printed, printed)]
    summary = f"largest p00 + p11 at e^eps = {X}, delta = {DELTA} is {-found.value}, at the vertex {best[0]} only"
    return [WitnessRecord("certified linear programs", summary, agrees)]


def warner_end_from_programs(claim: Claim, seed: int) -> list[WitnessRecord]:
    """The printed end of R_w is the largest p with (p, p) private, and so is every p between 1/2 and it."""
    from derivations.statements import LinearProgram, sparse
    from lp import Optimum, solve
    from lp.yes_no.designs import private_designs

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


HALF_TRUTHS = {"p00": Fraction(4, 5), "p11": Fraction(5, 7)}
BUDGETS = {"x": X, "delta": DELTA}
FURTHER: dict[str, Further] = {
    "HLM-03": sampled("binary", **HALF_TRUTHS),
    "HLM-04": sampled_response("binary", 0, **HALF_TRUTHS),
    "HLM-05": sampled_response("binary", 1, **HALF_TRUTHS),
    "HLM-22": sampled("warner", p_w=Fraction(3, 5)),
    "HLM-23": sampled_response("warner", 1, p_w=Fraction(3, 5)),
    "HLM-34": polygon_from_programs,
    "HLM-36": segments_from_programs,
    "HLM-55": sampled("optimal-epsilon", x=X),
    "HLM-68": corner_from_programs,
    "HLM-95": sampled("corner", **BUDGETS),
    "HLM-98": sampled("one-sided", delta=DELTA),
    "HLM-101": sampled("mirrored-one-sided", delta=DELTA),
    "HLM-106": sampled("corner", **BUDGETS),
    "HLM-110": warner_end_from_programs,
}
