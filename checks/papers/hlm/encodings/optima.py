"""What the encodings of Sections V to VIII share: the derived minimisers, ends of edges, parts of printed trees."""

from __future__ import annotations

from dataclasses import replace

from checks.interpreter import ONE, Interpreter, Obligation, with_domain
from checks.interpreter.values import Coordinates, MeaninglessError, Piecewise, SetValue
from checks.papers.hlm.notation import minimiser_sets
from checks.reading import syntax as tree
from checks.verifying.verification import Context
from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover import Proved, prove
from derivations.theorems.binary.binary_optimum import cases_cover_everything, minimisers
from derivations.theorems.binary.binary_optimum_on_edges import minimisers_on_edges
from mechanisms.exact.formula import any_of
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


def symbol(reader: Interpreter, name: str) -> RationalFunction:
    """A symbol of the paper, or its value in an example."""
    return reader.number(tree.Name(name))


def derived_minimisers(reader: Interpreter, *, on_edges: bool = False, **instead: RationalFunction) -> Piecewise:
    """The minimisers of the error over R', or over R'', at the symbols; `instead` gives some another value."""
    values = {name: symbol(reader, name) for name in ("pi", "x", "delta")}
    return minimiser_sets(reader, {**values, **instead}, minimisers_on_edges() if on_edges else minimisers())


def are_minimisers(reader: Interpreter, points: tuple[Coordinates, ...], label: str) -> list[Obligation]:
    """The set of minimisers over R' is the set of these points."""
    return reader.compare(derived_minimisers(reader), "=", SetValue.finite(points, 2), label)


def some_minimiser(context: Context) -> Obligation:
    """There is a minimiser over R': one of the cases holds in which the derivation gives one."""
    cases = derived_minimisers(context.interpreter).branches
    some = any_of(condition for condition, value in cases if isinstance(value, SetValue) and value.witness)
    covered = kernel.instantiate(cases_cover_everything(), {"n": Polynomial.constant(1)})
    return with_lemma(context.interpreter, context.shown("there is a minimiser over R'", some), covered)


def corner(x: RationalFunction, delta: RationalFunction) -> Coordinates:
    """The design at which both of (11) are tight."""
    both = (x + delta) / (x + 1)
    return both, both


def ends_of_edges(reader: Interpreter) -> tuple[Coordinates, Coordinates, Coordinates]:
    """(1, delta), (delta, 1) and the corner: the ends of the two segments of R''."""
    x, delta = symbol(reader, "x"), symbol(reader, "delta")
    return (ONE, delta), (delta, ONE), corner(x, delta)


def mirrored(point: Coordinates) -> Coordinates:
    """The design with the two kinds of respondents exchanged."""
    return point[1], point[0]


def defined_as(node: tree.Node, name: str) -> tree.Node:
    """The right side of the printed equation `name = ...`."""
    match node:
        case tree.Chain(members=(tree.Name(name=found), right), relations=("=",)) if found == name:
            return right
    raise MeaninglessError(f"an equation for {name} is needed here")


def affine_in(value: RationalFunction, name: str) -> tuple[RationalFunction, RationalFunction]:
    """(a, b) with value = a + b * name; MeaninglessError when there are none."""
    if name in value.denominator.names or value.numerator.degree(name) > 1:
        raise MeaninglessError(f"{value} is not affine in {name}")
    at_zero = value.substitute({name: 0})
    return at_zero, value.substitute({name: 1}) - at_zero


def with_lemma(reader: Interpreter, obligation: Obligation, lemma: Theorem) -> Obligation:
    """The obligation with the lemma to use in its proof, if what the lemma assumes holds there."""
    known = with_domain(obligation.sequent, reader.notation.domain).hypotheses
    for fact in sorted(lemma.sequent.hypotheses - known, key=str):
        outcome = prove(Sequent(known, fact), budget_seconds=5.0)
        if not isinstance(outcome, Proved):
            return obligation
        lemma = kernel.cut(outcome.theorem, lemma)
    return replace(obligation, lemmas=(*obligation.lemmas, lemma))
