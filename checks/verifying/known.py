"""What is proved of the claims that a claim uses, put to work where its own search for a proof finds none.

Theorems of the logic are cited as lemmas of the theory are, and taken at the variables that have their names. Theorems
about polynomials are assumed, what they assume being shown, and cut away again. Nothing is believed: each was proved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from checks.claims.verdict import Outcome
from checks.interpreter import Obligation
from checks.verifying.discharge import proved_under
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.logic import kernel
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.reader import StatementError, read_statement
from derivations.logic.tactics import Goal, arithmetic, conjuncts, goal
from derivations.logic.terms import Term, quantified
from derivations.prover.deadline import Deadline, until
from derivations.theory.cited import cited
from mechanisms.exact.domain import Domain
from mechanisms.exact.expression import as_fraction, difference
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    in_polynomials,
    variables,
)

Known = Theorem | Proved
_NAME = re.compile(r"[A-Za-z_]\w*")
SECONDS_FOR_A_PREMISE = 2.0


def by_known(wanted: Goal, known: Sequence[Known]) -> Proved:
    """A theorem of the goal's conclusion from what is known, and the theory; LogicError where none is found."""
    theorems = [said for one in known if (said := one if isinstance(one, Proved) else _in_the_logic(one)) is not None]
    try:
        return cited(wanted, *theorems)
    except LogicError:
        if not (facts := [fact for theorem in theorems for fact in _at_the_same_names(theorem, wanted)]):
            raise
        with suppress(LogicError):
            return arithmetic(wanted.conclusion, *wanted.facts, *facts, opaque=True)  # quotients as what they are
        return arithmetic(wanted.conclusion, *wanted.facts, *facts)


def _in_the_logic(theorem: Theorem) -> Proved | None:
    """A theorem about polynomials as one of the logic, where it can be said there."""
    statement = in_the_words_of_the_logic(theorem.sequent) if isinstance(theorem.statement, Sequent) else None
    if statement is None:
        return None
    wanted = goal(statement)
    with suppress(LogicError):
        return wanted.qed(arithmetic(wanted.conclusion, *wanted.facts, lemmas=[theorem], names=wanted.names))
    return None


def _at_the_same_names(theorem: Proved, wanted: Goal) -> Iterator[Proved]:
    """What a closed theorem says of the variables of a goal that have the names of its own, part by part."""
    said = goal(theorem.conclusion)
    values = [wanted.names.get(variable.name.split(" ")[0]) for variable in said.variables]
    rest = iter(values)
    for _ in (*said.variables, *said.given):
        if quantified(theorem.conclusion, "forall") is not None:
            value = next(rest)
            if value is None:
                return
            try:
                theorem = kernel.specialise(theorem, value)
            except LogicError:
                return  # of another type
        else:
            premise = goal(theorem.conclusion, 1).given[0]
            try:
                theorem = kernel.detach(theorem, arithmetic(premise, *wanted.facts, seconds=SECONDS_FOR_A_PREMISE))
            except LogicError:
                return
    yield from conjuncts(theorem)


def _variables(sequent: Sequent) -> frozenset[str]:
    return frozenset[str]().union(*map(variables, (*sequent.hypotheses, sequent.conclusion)))


def discharged_with(
    obligation: Obligation, domain: Domain, deadline: Deadline, known: Sequence[Known]
) -> Outcome | None:
    """The obligation proved from what is known, as one about polynomials or else in the logic; None where it is not."""
    lemmas = [theorem for theorem in known if isinstance(theorem, Theorem)]
    found, sequent = proved_under(obligation, domain, deadline, lemmas)
    if found is not None or (statement := in_the_words_of_the_logic(sequent)) is None:
        return found
    with suppress(LogicError), until(deadline):
        wanted = goal(statement)
        return Outcome(obligation.label, statement, wanted.qed(by_known(wanted, known)))
    return None


def in_the_words_of_the_logic(sequent: Sequent) -> Term | None:
    """A sequent about polynomials as a closed formula; None where a variable has no name that can be written."""
    names = sorted(_variables(sequent))
    if not all(map(_NAME.fullmatch, names)):
        return None
    premises = [_text(in_polynomials(h)) for h in sorted(sequent.hypotheses, key=str)]
    said = " implies ".join([*premises, _text(sequent.conclusion)])
    try:
        return read_statement(f"forall {' '.join(names)}. {said}" if names else said)
    except StatementError:
        return None


def _text(formula: Formula) -> str:
    """A formula as the logic writes it, in brackets; a comparison of quotients says that no divisor is 0."""
    match formula:
        case AllOf(parts=parts) | AnyOf(parts=parts):
            word, nothing = (" and ", "0 = 0") if isinstance(formula, AllOf) else (" or ", "0 = 1")
            return f"({word.join(map(_text, parts)) or nothing})"
        case Condition(polynomial=polynomial, relation=relation):
            return f"({polynomial} {relation} 0)"
        case Comparison(left=left, relation=relation, right=right):
            divisors = as_fraction(difference(left, right)).divisors
            defined = [f"{divisor} != 0 and " for divisor in dict.fromkeys(divisors) if not divisor.is_constant()]
            return f"({''.join(defined)}{left} {relation} {right})"
        case IntegerValued(name=name):
            return f"integer({name})"
        case NamedConstant(name=name, function=function, argument=argument):
            return f"({name} = {function}({argument}))"
