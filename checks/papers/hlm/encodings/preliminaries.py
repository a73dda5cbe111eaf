"""Section IV: the two lemmas before the main results."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import ZERO, Interpreter
from checks.papers.hlm.notation import NAMES, estimator_error, slacks
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.arithmetic.meaning import relation_formula
from mechanisms.exact.formula import Formula, all_of, any_of
from mechanisms.exact.rational import RationalFunction

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


ENCODINGS = {function.__name__: function for function in (unique_minimisers_of_f, step_to_a_tight_point)}
