"""Section IV: the two lemmas before the main results."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ONE, ZERO, Interpreter
from checks.papers.hlm.notation import NAMES, estimator_error, minimiser_sets, slacks
from checks.reading import syntax as tree
from checks.values import Coordinates, MeaninglessError, Piecewise, SetValue
from checks.verification import Context, Part
from derivations.binary_optimum import minimisers
from derivations.meaning import relation_formula
from mechanisms.formula import Formula, all_of, any_of
from mechanisms.rational import RationalFunction

P00, P11, X, DELTA, PI = (NAMES[name] for name in ("p00", "p11", "x", "delta", "pi"))


def unique_minimisers_of_f(context: Context) -> Sequence[Part]:
    """The printed minima of f; the points of the last line are minimisers, and f takes that value nowhere else."""
    *others, last = context.trees()
    assert isinstance(last, tree.Chain)
    reader = context.interpreter
    points = [m.arguments for m in last.members if isinstance(m, tree.Apply)]
    x, y = (reader.number(tree.Name(name)) for name in ("lemma_x", "lemma_y"))
    listed = [
        all_of(relation_formula(z, "=", reader.number(p)) for z, p in zip((x, y), point, strict=True))
        for point in points
    ]
    value = reader.number(tree.Apply("f", (tree.Name("lemma_x"), tree.Name("lemma_y"))))
    same = relation_formula(value, "=", reader.number(last.members[-1]))
    return [
        *(part for node in (*others, last) for part in reader.obligations(node)),
        context.shown("no other point has this value", any_of(listed), same),
    ]


def optimum_on_the_edges(context: Context) -> Sequence[Part]:
    """Some minimiser of the error over R' lies in the printed set: in every case of the derived set of minimisers."""
    match context.trees():
        case [
            tree.Chain(members=(point, tree.ArgMin() as problem), relations=("in",)),
            tree.Chain(members=(same_point, printed_set), relations=("in",)),
        ] if point == same_point:
            derived, target = context.interpreter.value(problem), context.interpreter.set_value(printed_set)
        case _:
            raise MeaninglessError("one point is printed as a minimiser and as an element of a set")
    assert isinstance(derived, Piecewise)
    parts: list[Part] = []
    for case, (condition, found) in zip(minimisers(), derived.branches, strict=True):
        assert isinstance(found, SetValue)
        candidates = found.points if found.points is not None else (found.witness,)
        somewhere = any_of(all_of([found.member(z), target.member(z)]) for z in candidates if z is not None)
        parts.append(context.shown(f"where {case.name}", somewhere, condition))
    return parts


def step_to_a_tight_point(context: Context) -> Sequence[Part]:
    """From a point of the boundary at which neither of (11) is tight, a step with the printed properties exists.

    The step raises p11 to delta where p00 = 1, and p00 to delta where p11 = 1; any other step from there goes the same
    way, less far. Where the error has no value at the point itself, there is nothing to compare.
    """
    start, *properties = context.trees()
    reader = context.interpreter
    loose = [relation_formula(s, ">", ZERO) for s in slacks(reader, (P00, P11))]
    given = [reader.formula(start), *loose]
    error = estimator_error(P00, P11, PI, NAMES["n"])
    steps: list[tuple[RationalFunction, RationalFunction]] = [(ZERO, DELTA - P11), (DELTA - P00, ZERO)]
    return [
        context.shown(
            "the error has a value there", relation_formula(RationalFunction(error.denominator), "!=", ZERO), *given
        ),
        context.shown("such a step exists", any_of(_after(reader, properties, step) for step in steps), *given),
    ]


def _after(
    reader: Interpreter, properties: Sequence[tree.Node], step: tuple[RationalFunction, RationalFunction]
) -> Formula:
    names = dict(zip(("Delta_0", "Delta_1"), step, strict=True))
    inner = Interpreter(reader.notation, reader.given, {**reader.at, **names})
    return all_of(inner.formula(node) for node in properties)


def optima_at_the_ends(context: Context) -> Sequence[Part]:
    """The designs that are optimal for 0 < pi < 1 by the later results are minimisers for pi = 0 and pi = 1 as well.

    For delta = 0 that is the corner; for delta > 0 the one-sided design at pi = 0, mirrored at pi = 1, and there are
    other minimisers besides.
    """
    corner = ((X + DELTA) / (X + 1),) * 2
    strict = [relation_formula(DELTA, "=", ZERO), relation_formula(X, ">", ONE)]
    slack = relation_formula(DELTA, ">", ZERO)
    parts: list[Part] = []
    for proportion, sided, half in (
        (ZERO, (ONE, DELTA), (ONE, DELTA / 2)),
        (ONE, (DELTA, ONE), (DELTA / 2, ONE)),
    ):
        different = any_of(relation_formula(a, "!=", b) for a, b in zip(sided, half, strict=True))
        parts += [
            context.shown(
                f"pi = {proportion}, delta = 0: the corner", _is_minimiser(context, proportion, corner), *strict
            ),
            context.shown(f"pi = {proportion}, delta > 0: one-sided", _is_minimiser(context, proportion, sided), slack),
            context.shown(f"pi = {proportion}, delta > 0: another", _is_minimiser(context, proportion, half), slack),
            context.shown(f"pi = {proportion}, delta > 0: they differ", different, slack),
        ]
    return parts


def _is_minimiser(context: Context, proportion: RationalFunction, design: Coordinates) -> Formula:
    """The design belongs to the derived set of minimisers: some case holds, and it is in the set of that case."""
    cases = minimiser_sets(context.interpreter, {"pi": proportion, "x": X, "delta": DELTA}, minimisers()).branches
    return any_of(
        all_of([condition, found.member(design)]) for condition, found in cases if isinstance(found, SetValue)
    )


ENCODINGS = {
    function.__name__: function
    for function in (unique_minimisers_of_f, optimum_on_the_edges, step_to_a_tight_point, optima_at_the_ends)
}
