"""Section 4: the guarantee of one step of relaxation, basic composition, and retention probabilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from checks.claims.verdict import Outcome
from checks.interpreter.values import MeaninglessError
from checks.papers.pan.rounds import M, X, Y, at_level, fact, variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from derivations.prover.with_theorems import substitute_rational
from derivations.theorems.relaxations.relaxation import (
    relaxed_probability,
    response_probability,
)
from mechanisms.exact.formula import Formula, NamedConstant, all_of, any_of
from mechanisms.exact.rational import RationalFunction

TWO = RationalFunction.of(2)
OTHER = {"a": "b", "b": "a"}


def step_probability(truth: str, before: str, after: str) -> RationalFunction:
    """Pr(o_2 | o_1, X) of the binary relaxation, by Bayes' rule."""
    return relaxed_probability(X, Y, TWO, truth, before, after)


def step_ratios() -> dict[str, RationalFunction]:
    """Pr(o_2 | o_1, X = a)/Pr(o_2 | o_1, X = b) for the four pairs of binary responses."""
    return {
        f"o_1 = {before}, o_2 = {after}": step_probability("a", before, after) / step_probability("b", before, after)
        for before in "ab"
        for after in "ab"
    }


def largest(values: Sequence[RationalFunction], maximum: RationalFunction) -> Formula:
    """The maximum of the values is this."""
    return all_of([*(fact(v, "<=", maximum) for v in values), any_of(fact(v, "=", maximum) for v in values)])


def same_largest(first: Sequence[RationalFunction], second: Sequence[RationalFunction]) -> Formula:
    """Both lists have the same maximum."""
    return all_of(
        any_of(fact(v, "<=", w) for w in larger)
        for smaller, larger in ((first, second), (second, first))
        for v in smaller
    )


def _branches(node: tree.Node) -> list[tree.Node]:
    """The printed values of max { ... cases }."""
    match node:
        case tree.Apply(function="max", arguments=(tree.Cases(branches=branches),)):
            return [branch.value for branch in branches]
        case tree.Apply(function="max", arguments=arguments):
            return list(arguments)
    return [node]


def largest_step_ratio(context: Context) -> Sequence[Part]:
    """(61): each printed member is the largest ratio of o_2, given o_1, between the two truths."""
    binary = {
        "p_a": step_probability("a", "a", "a"),
        "p_b": step_probability("a", "b", "b"),
        "x_step": X * Y,
    }
    reader = at_level(context.interpreter, **binary)
    ratios = list(step_ratios().values())
    possible = all_of(fact(step_probability(t, b, o), ">", 0) for t in "ab" for b in "ab" for o in "ab")
    parts: list[Part] = [
        context.shown("each ratio has a value: no response is impossible", possible),
        context.shown("e^eps_Delta is the largest ratio, e^(eps_1 + eps_2)", largest(ratios, X * Y)),
    ]
    for node in context.trees():
        if not isinstance(node, tree.Chain):
            raise MeaninglessError("(61) is a chain of equations")
        for place, member in enumerate(node.members, start=1):
            if any(isinstance(part, tree.Operate) for part in tree.nodes(member)):
                continue  # the definition itself: the maximum over all responses
            values = [reader.number(value) for value in _branches(member)]
            parts.append(context.shown(f"member {place} is the largest ratio", same_largest(values, ratios)))
    return parts


def step_budget(context: Context) -> Sequence[Part]:
    """A printed value of eps_Delta or e^eps_Delta at eps_1 = 1, eps_2 = 2, from eps_Delta = eps_1 + eps_2."""
    parts: list[Part] = [_lemma_largest()]
    reader = at_level(
        context.interpreter, x_step=context.interpreter.at.get("x", X) * context.interpreter.at.get("y", Y)
    )
    for node in context.trees():
        match node:
            case tree.Chain(members=(tree.Name(name="eps_step"), value), relations=("=",)):
                parts.append(
                    context.shown("eps_Delta = eps_1 + eps_2", fact(_budget(context), "=", reader.number(value)))
                )
            case _:
                parts += reader.obligations(node)
    return parts


def _budget(context: Context) -> RationalFunction:
    """eps_1 + eps_2 at the numbers of the example."""
    at = dict(context.statement.at)
    return RationalFunction.of(Fraction(at["eps1"]) + Fraction(at["eps2"]))


def _lemma_largest() -> Outcome:
    """For all 0 <= eps_1 < eps_2: the largest ratio of the step is e^(eps_1 + eps_2)."""
    goal = Sequent(frozenset([fact(X, ">=", 1), fact(X, "<", Y)]), largest(list(step_ratios().values()), X * Y))
    found = prove(goal, oracles=False)
    theorem = found.theorem if isinstance(found, Proved) else None
    return Outcome("for 0 <= eps_1 < eps_2 the largest ratio is e^(eps_1 + eps_2)", goal, theorem)


def retention(context: Context) -> Sequence[Part]:
    """Keep the value with probability p, else answer uniformly: p + (1 - p)/m = e^eps/(e^eps + m - 1).

    The printed p_a, p_b round p at eps_1 and eps_2 to two places. Without a printed m: for m = 3 alone.
    """
    p = variable("p")
    half = Fraction(1, 200)
    parts: list[Part] = []
    for level in (X, Y):
        solved = (level - 1) / (level + M - 1)
        meant = fact(p + (1 - p) / M, "=", response_probability(level, M, True))
        parts.append(context.shown("the retention probability", fact(p, "=", solved), meant, fact(level, ">=", 1)))
    size = dict(context.statement.at).get("m")
    constants = [NamedConstant("x", "exp", Fraction(1)), NamedConstant("y", "exp", Fraction(2))]
    rounded = []
    for node, level in zip(context.trees(), (X, Y), strict=True):
        match node:
            case tree.Chain(members=(tree.Name(), tree.Number() as number), relations=("=",)):
                kept = (level - 1) / (level + (int(size) if size else M) - 1)
                rounded.append(all_of([fact(kept, ">=", number.value - half), fact(kept, "<", number.value + half)]))
            case _:
                raise MeaninglessError("the retention probabilities are printed as numbers")
    if size:
        return [*parts, *(context.shown("rounded to two places", r, *constants) for r in rounded)]
    three = fact(M, "=", 3)
    parts += [context.shown("rounded to two places for m = 3", r, three, *constants) for r in rounded]
    # As real numbers, so that no integers are searched: a size between 2 and 4.
    real = variable("size")
    first = substitute_rational(rounded[0], {"m": real})
    between = all_of([fact(real, ">", 2), fact(real, "<", 4)])
    return [*parts, context.shown("for no other m", between, first, fact(real, ">=", 2), *constants)]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "largest_step_ratio": largest_step_ratio,
    "step_budget": step_budget,
    "retention": retention,
}
