"""What has to be shown for a statement about an argmin, from the definition of a minimiser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from checks.interpreter.arithmetic import branches, fresh_point, with_domain
from checks.interpreter.extrema import printed_interval
from checks.interpreter.notation import Obligation
from checks.interpreter.optima import region_of
from checks.interpreter.values import Coordinates, Listed, MeaninglessError, Point, SetValue
from checks.interpreter.whole_numbers import all_whole, whole_among
from checks.reading import syntax as tree
from derivations.algebra.concave_quotients import an_end_does_better
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.with_theorems import NotProvedError, substitute_rational
from mechanisms.exact.formula import Formula, all_of, any_of, negation
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.interpreter.interpreter import Interpreter

Numbers = Sequence[RationalFunction]


def minimisers(
    interpreter: Interpreter, node: tree.ArgMin | tree.ArgMax, relation: str, right: tree.Node, label: str
) -> list[Obligation]:
    """Obligations of `argmin ... = S` and `argmin ... subseteq S` from the definition of a minimiser.

    S is a finite set that is not empty, or a single point printed without braces; `subseteq S` is read as: the minimum
    is attained, and only in S. A maximiser is a minimiser of the opposite. The objective may be a privacy level, whose
    exponential is least where it is, or the largest of several numbers (the least of several for a maximiser). Raises
    MeaninglessError for any other relation or right side, and for an objective that is no number.
    """
    if node.domain is None and len(node.variables) == 1:
        node = replace(node, domain=printed_interval(interpreter, node))
    if node.expression is None or not node.variables:
        raise MeaninglessError(f"'{interpreter.print(node)}': an argmin needs an expression and variables")
    if relation not in ("=", "subset", "subseteq"):
        raise MeaninglessError(f"{label}: '{relation}' after an argmin has no meaning here")
    names = tuple(v.name for v in node.variables)
    region = region_of(interpreter, node)
    z = fresh_point(len(names), interpreter.notation.fresh)
    fresh = dict(zip(names, z, strict=True))
    with interpreter.binding(names), interpreter.apart() as (divisors, required):
        read = largest_of(interpreter, node.expression, "min" if isinstance(node, tree.ArgMax) else "max")
        if read is None:
            raise MeaninglessError(f"'{interpreter.print(node.expression)}' is no number")
        objective = tuple(value.substitute(fresh) for value in read)
    opposite = objective[0] if isinstance(node, tree.ArgMax) and len(objective) == 1 else None  # as it is printed
    if isinstance(node, tree.ArgMax):
        objective = tuple(-value for value in objective)
    jointly = node.jointly or len(names) == region.dimension
    whole = whole_among(interpreter.notation, names)

    def admitted(p: Coordinates) -> Formula:
        within = [region.has(p)] if jointly else [region.has((c,)) for c in p]
        return all_of([*within, all_whole(interpreter.notation, whole, p)])

    inside = admitted(z)
    found = interpreter.assuming(inside).definedness(
        f"{label}: the objective is defined",
        [*(d.substitute(fresh) for d in divisors), *(RationalFunction(value.denominator) for value in objective)],
        [(why, substitute_rational(where, fresh), substitute_rational(f, fresh)) for why, where, f in required],
    )
    for condition, target in branches(interpreter.value(right)):
        if isinstance(target, (RationalFunction, Point)):
            target = SetValue.finite((target.coordinates if isinstance(target, Point) else (target,),))
        if not isinstance(target, SetValue) or not target.points or target.dimension != len(names):
            raise MeaninglessError(f"{label}: an argmin is compared with a finite set of its points here")
        here = interpreter.assuming(condition) if condition != all_of(()) else interpreter
        points = [dict(zip((c.names[0] for c in z), p, strict=True)) for p in target.points]
        inside_at = [admitted(p) for p in target.points]
        values = [tuple(value.substitute(p) for value in objective) for p in points]
        if relation == "=":
            for p, within, v in zip(target.points, inside_at, values, strict=True):
                at = f"({', '.join(map(str, p))})"
                found.append(here.shown(f"{label}: {at} is admitted", within, ()))
                best = here.shown(f"{label}: nothing does better than {at}", at_most(v, objective), (inside,))
                found.append(best if opposite is None else replace(best, sides=(-v[0], opposite)))
            tie = _equal(objective, values[0])
            found.append(here.shown(f"{label}: no other minimiser", target.has(z), (inside, tie)))
        else:
            better = any_of(all_of([w, exceeds(objective, v)]) for w, v in zip(inside_at, values, strict=True))
            outside = negation(target.has(z))
            shown = here.shown(f"{label}: elsewhere something does better", better, (inside, outside))
            lemmas = _by_concavity(here, node, objective[0], target, shown.sequent) if len(objective) == 1 else ()
            found.append(replace(shown, lemmas=(*shown.lemmas, *lemmas)))
    return found


def largest_of(interpreter: Interpreter, read: tree.Node, kind: str) -> tuple[RationalFunction, ...] | None:
    """The numbers of which an objective is the largest, or the least where this is the kind; None for anything else.

    Of a privacy level it is e to it.
    """
    if isinstance(read, tree.Name) and read.name in interpreter.budgets:
        read = tree.Name(interpreter.budgets[read.name])
    value = interpreter.value(read)
    if isinstance(value, Listed) and value.kind == kind:
        return value.values
    return (value,) if isinstance(value, RationalFunction) else None


def at_most(left: Numbers, right: Numbers) -> Formula:
    """That the largest of some numbers is at most the largest of others."""
    return all_of(any_of(relation_formula(a, "<=", b) for b in right) for a in left)


def exceeds(left: Numbers, right: Numbers) -> Formula:
    """That the largest of some numbers is larger than the largest of others."""
    return any_of(all_of(relation_formula(b, "<", a) for b in right) for a in left)


def _equal(left: Numbers, right: Numbers) -> Formula:
    """That the largest of some numbers is the largest of others."""
    if len(left) == len(right) == 1:
        return relation_formula(left[0], "=", right[0])
    return all_of([at_most(left, right), at_most(right, left)])


def _by_concavity(
    interpreter: Interpreter,
    node: tree.ArgMin | tree.ArgMax,
    objective: RationalFunction,
    target: SetValue,
    goal: Sequent,
) -> tuple[Theorem, ...]:
    """That one of the ends of an interval does better than what lies between them, if the objective is concave."""
    if not isinstance(node.domain, tree.Interval) or target.dimension != 1:
        return ()
    low, high = (interpreter.number(end) for end in (node.domain.low, node.domain.high))
    if not {(low,), (high,)} <= set(target.points or ()) or not (
        low.denominator.is_constant() and high.denominator.is_constant()
    ):
        return ()
    (z,) = fresh_point(1, interpreter.notation.fresh)
    known = with_domain(goal, interpreter.notation.domain).hypotheses
    try:
        return (an_end_does_better(objective, z.names[0], low.numerator, high.numerator, known),)
    except NotProvedError:
        return ()
