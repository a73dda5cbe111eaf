"""Proofs of the kernel of arithmetic without what they do not need: each step assumes only what its proof uses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Certificate, Sequent
from mechanisms.exact.formula import (
    FALSE,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    equal_to,
    in_polynomials,
    negation,
    substitute,
)
from mechanisms.exact.polynomial import Polynomial


@dataclass(frozen=True, eq=False)
class Step:
    """A step: its rule, what it assumes and shows, what it comes from, and what the rule was given."""

    rule: str
    sequent: Sequent
    premises: tuple[Step, ...]
    arguments: tuple[Any, ...]


def in_sequence(formulas: Iterable[Formula]) -> list[Formula]:
    """Formulas in an order that is always the same."""
    return sorted(formulas, key=lambda formula: (str(formula), type(formula).__name__))


def trimmed(theorem: Theorem) -> Step:
    """The proof of a sequent, in which a step that needs less assumes less, and one that shows nothing is left out."""
    done: dict[int, Step] = {}
    stack = [(theorem, False)]
    while stack:
        step, expanded = stack.pop()
        if id(step) in done:
            continue
        if expanded:
            done[id(step)] = _trimmed(step, tuple(done[id(p)] for p in step.premises))
        else:
            stack.append((step, True))
            stack += [(premise, False) for premise in reversed(step.premises)]
    return done[id(theorem)]


def _trimmed(step: Theorem, premises: tuple[Step, ...]) -> Step:
    rule, arguments = step.rule, step.arguments
    spared = _spared(rule, arguments, premises)
    if spared is not None:
        return spared
    if rule == "absurd" and negation(arguments[0]) not in premises[0].sequent.hypotheses:
        rule = "from_false"
    needed = frozenset(_needed(rule, step.sequent, arguments, [p.sequent.hypotheses for p in premises], premises))
    return Step(rule, Sequent(needed, step.sequent.conclusion), premises, arguments)


def _spared(rule: str, arguments: tuple[Any, ...], premises: tuple[Step, ...]) -> Step | None:
    """The premise that shows as much as the step, if there is one."""
    if rule == "weaken":
        return premises[0]
    if rule == "cut" and premises[0].sequent.conclusion not in premises[1].sequent.hypotheses:
        return premises[1]
    if rule == "unpack" and premises[0].sequent.hypotheses.isdisjoint(arguments[0].parts):
        return premises[0]
    if rule == "project" and premises[0].rule == "conjoin":
        return next((p for p in premises[0].premises if p.sequent.conclusion == arguments[0]), None)
    if rule == "cases":
        parts = arguments[0].parts
        return next((p for part, p in zip(parts, premises, strict=True) if part not in p.sequent.hypotheses), None)
    if rule == "absurd" and arguments[0] == FALSE and negation(FALSE) not in premises[0].sequent.hypotheses:
        return premises[0]
    return None


def _needed(
    rule: str,
    sequent: Sequent,
    arguments: tuple[Any, ...],
    assumed: Sequence[frozenset[Formula]],
    premises: Sequence[Step],
) -> Iterable[Formula]:
    """What a step assumes whose premises assume so much."""
    if rule == "cut":
        return assumed[0] | (assumed[1] - {premises[0].sequent.conclusion})
    if rule == "unpack":
        return (assumed[0] - set(arguments[0].parts)) | {arguments[0]}
    if rule == "cases":
        others = (a - {part} for part, a in zip(arguments[0].parts, assumed, strict=True))
        return frozenset[Formula]().union({arguments[0]}, *others)
    if rule == "absurd":
        return assumed[0] - {negation(arguments[0])}
    if rule == "instantiate":
        return {substitute(h, arguments[0]) for h in assumed[0]}
    if rule == "eliminate":
        name, value = arguments[:2]
        equation = equal_to(Polynomial.variable(name), value)
        return {equation, *_sources(sequent, assumed[0], lambda h: _put(h, name, value))}
    if rule == "compare":
        return _sources(sequent, assumed[0], in_polynomials)
    if rule == "induction":
        kept: set[Formula] = {
            IntegerValued(arguments[0]),
            Condition(Polynomial.variable(arguments[0]) - arguments[1], ">="),
        }
        return assumed[0] | (assumed[1] - {sequent.conclusion}) | kept
    if rule == "contradiction":
        certificate: Certificate = arguments[1]
        found: set[Formula] = {condition for condition, _ in certificate.positive[1]}
        found |= {condition for _, _, factors in certificate.cone for condition in factors}
        return found | {condition for _, condition in certificate.equations}
    if premises:  # conjoin, project, choose, from_false
        return frozenset[Formula]().union(*assumed)
    return sequent.hypotheses


def _sources(sequent: Sequent, wanted: frozenset[Formula], changed: Any) -> set[Formula]:
    """Of what is assumed, one formula for each that it is changed to and that is wanted."""
    found: dict[Formula, Formula] = {}
    for hypothesis in in_sequence(sequent.hypotheses):
        found.setdefault(changed(hypothesis), hypothesis)
    return {hypothesis for said, hypothesis in found.items() if said in wanted}


def _put(formula: Formula, name: str, value: Polynomial) -> Formula:
    return formula if isinstance(formula, (IntegerValued, NamedConstant)) else substitute(formula, {name: value})
