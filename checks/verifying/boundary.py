"""The remark `boundary`: the conditions under which a print holds that fails only where its context plainly stops.

The policy is one sentence, the same for every claim: a condition is one of the boundary if it holds as soon as every
number lies inside of its declared range. It leaves out nothing but ends of ranges: a privacy budget or a variance of 0,
a share or a probability of 0 or 1, a response that nobody gave, a size that is the least one. A print that is proved
under such conditions, and fails without them, is no error; the conditions are part of its verdict. A condition that
leaves out more than that, and a correction that says something else than the print, stay findings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce

from checks.claims.claim import Claim, PaperError, Statement
from checks.verifying.stated import Definition, definitions, statement_of
from checks.verifying.verification import PaperModel, statement_interpreter
from derivations.arithmetic.statements import Sequent
from derivations.logic.kernel import DEFINITIONS, LogicError
from derivations.logic.printer import plain
from derivations.logic.tactics import Goal, arithmetic, beta, conjuncts_of, goal, normal, shown, sides, term, unfolding
from derivations.logic.terms import (
    BOOL,
    INTEGER,
    LESS,
    PLUS,
    Apply,
    Constant,
    Number,
    Term,
    applied,
    equal,
    parts,
    substituted,
)
from derivations.prover import Proved, prove
from derivations.theory.sums import in_range
from mechanisms.exact.domain import Domain
from mechanisms.exact.formula import Condition, Formula, IntegerValued
from mechanisms.exact.polynomial import Polynomial

FEW = 8  # letters of which all counts are spoken of
SECONDS = 5.0  # to see that a condition leaves out nothing but ends
ENDS = (0, 1)  # of shares, probabilities, variances, counts and privacy levels e^eps
OF_SIZES = (*ENDS, 2)  # of a size: none, one alone, the least number of which there are two kinds


def boundary(claim: Claim, model: PaperModel) -> tuple[str, ...]:
    """The conditions of the boundary that the correction of a claim adds to the print; nothing where it says more."""
    if claim.correction is None:
        return ()
    printed, right = claim.main.statement, claim.correction.statement
    if printed.at != right.at or printed.table != right.table:
        return ()
    if printed.statement or right.statement:
        return _added_premises(printed, right, definitions(model.definitions, claim.paper))
    added = tuple(condition for condition in right.domain if condition not in printed.domain)
    same_words = printed.encode in ("", right.encode) if printed.latex else printed.encode == right.encode
    if not added or printed.latex != right.latex or not same_words:
        return ()
    return added if leave_out_ends_only(added, printed, model) else ()


def unprinted(claim: Claim, model: PaperModel) -> tuple[str, ...]:
    """The conditions that the claim assumes and its paper names as never printed; PaperError where they are no ends."""
    assumed = claim.main.statement.domain
    found = tuple(condition for condition in model.unprinted if condition in assumed)
    for condition in found:
        if not leave_out_ends_only((condition,), Statement(), model):
            raise PaperError(f"{claim.paper}: [paper]: unprinted: {condition!r} leaves out more than ends of ranges")
    return found


def leave_out_ends_only(conditions: Sequence[str], printed: Statement, model: PaperModel) -> bool:
    """Whether the conditions hold wherever every number is inside of its range, under the hypotheses of the print."""
    before = statement_interpreter(printed, model).given
    after = statement_interpreter(replace(printed, domain=(*printed.domain, *conditions)), model).given
    known = frozenset((*_inside(model.notation.domain), *before))
    return all(
        isinstance(prove(Sequent(known, condition), budget_seconds=SECONDS, oracles=False), Proved)
        for condition in after
        if condition not in before
    )


def _inside(domain: Domain) -> Iterator[Formula]:
    """What is known of the numbers of a paper that lie inside of their ranges, where these have natural ends."""
    known = domain.hypotheses()
    for fact in known:
        if isinstance(fact, Condition) and fact.relation == ">=" and _ends_naturally(fact.polynomial, known):
            yield Condition(fact.polynomial, ">")
        else:
            yield fact


def _ends_naturally(distance: Polynomial, known: frozenset[Formula]) -> bool:
    """Whether what is at least 0 is how far a number is from another one, or from a natural end."""
    if len(distance.names) != 1 or distance.total_degree() != 1:
        return True
    (name,) = distance.names
    end = -distance.evaluate({name: 0}) / distance.derivative(name).constant_value()
    return end in (OF_SIZES if IntegerValued(name) in known else ENDS)


# -- statements of the logic -------------------------------------------------------------------------------------------


def _added_premises(printed: Statement, right: Statement, own: tuple[Definition, ...]) -> tuple[str, ...]:
    """The premises that one statement has beside those of the other, where it concludes the same from them."""
    if not (printed.statement and right.statement):
        return ()
    first, second = (goal(statement_of(statement.statement, own)) for statement in (printed, right))
    if [v.type for v in first.variables] != [v.type for v in second.variables]:
        return ()
    same = dict(zip(second.variables, first.variables, strict=True))
    before = [part for premise in first.given for part in conjuncts_of(premise)]
    after = [part for premise in second.given for part in conjuncts_of(substituted(premise, same))]
    added = [premise for premise in after if premise not in before]
    if not added or first.conclusion != substituted(second.conclusion, same):
        return ()
    known = [fact for premise in before for fact in _unfolded(premise)]
    weak = [ends for fact in known if (ends := applied(fact, "<=", 2))]
    inside = [LESS(*ends) for ends in weak if _is_natural(ends, known)]
    laws = [law for premise in before for part in _unfolded(premise, "law") if (law := applied(part, "law", 2))]
    words = [word for premise in before for part in _unfolded(premise, "word") if (word := applied(part, "word", 3))]
    assumed = [fact for premise in after for fact in _unfolded(premise)]
    try:
        for given in (part for premise in before if premise not in after for part in _unfolded(premise)):
            arithmetic(given, *assumed, seconds=SECONDS)  # what is right is about nothing else than the print
        for condition in (part for premise in added for part in _unfolded(premise)):
            opened = goal(condition)
            chances = [fact for law in laws for fact in _inside_of_law(law[0], law[1], opened, known)]
            counts = [fact for n, m, word in words for fact in _inside_of_counts(n, m, word, opened, known)]
            arithmetic(opened.conclusion, *known, *inside, *opened.given, *chances, *counts, seconds=SECONDS)
    except LogicError:
        return ()
    return tuple(map(_bare, added))


def _inside_of_law(size: Term, law: Term, condition: Goal, known: Sequence[Term]) -> Iterator[Term]:
    """0 < q(t) and q(t) < 1 of a law q on 1..m, for the t in 1..m of which a condition speaks."""
    for chance in set(parts(condition.conclusion)):
        if isinstance(chance, Apply) and chance.function == law and not chance.loose:
            shown(in_range(chance.argument, size), [*condition.given, *known])
            yield from (LESS(Number(0), chance), LESS(chance, Number(1)))


def _inside_of_counts(
    length: Term, letters: Term, word: Term, condition: Goal, known: Sequence[Term]
) -> Iterator[Term]:
    """0 < c(y) and c(y) < n of the counts of a word of n letters of 1..m, for the y of which a condition speaks.

    Of a few letters all counts are told, and that they add up to n.
    """
    spoken = [count for count in set(parts(condition.conclusion)) if _letter(count, length, word) is not None]
    few = isinstance(letters, Number) and 2 <= letters.value <= FEW
    for count in spoken:
        shown(in_range(_letter(count, length, word) or count, letters), [*condition.given, *known])
        if letters != Number(1):
            yield from (LESS(Number(0), count), LESS(count, length))
    if spoken and few and isinstance(letters, Number):
        counts = [term("frequency(n, y, w)", n=length, y=Number(y), w=word) for y in range(1, int(letters.value) + 1)]
        yield from (LESS(Number(0), count) for count in counts)
        yield equal(reduce(PLUS, counts), length)


def _letter(count: Term, length: Term, word: Term) -> Term | None:
    """The letter y where this is frequency(n, y)(w)."""
    found = applied(count, "frequency", 3)
    return found[1] if found and found[0] == length and found[2] == word and not count.loose else None


def _bare(premise: Term) -> str:
    """The premise with its variables named as in the statement."""
    return re.sub(r" #\d+", "", plain(premise))


def _is_natural(ends: Sequence[Term], known: Sequence[Term]) -> bool:
    """Whether one of two sides is the end of a natural range, not a bound that a claim chooses for itself."""
    is_size = any(INTEGER(end) in known for end in ends)
    return any(isinstance(end, Number) and end.value in (OF_SIZES if is_size else ENDS) for end in ends)


def _unfolded(premise: Term, *kept: str) -> Iterator[Term]:
    """The parts of a premise, those of defined words too, except of words that are kept."""
    for part in conjuncts_of(premise):
        head = part
        while isinstance(head, Apply):
            head = head.function
        if isinstance(head, Constant) and head.name in DEFINITIONS and part.type == BOOL and head.name not in kept:
            yield from _unfolded(sides(normal(part, unfolding(head.name), beta).conclusion)[1], *kept)
        else:
            yield part
