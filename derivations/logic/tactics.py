"""Short ways to theorems of the logic: rewriting, arithmetic, sums in normal form. Nothing in here is trusted.

A conversion takes a term t to a theorem |- t = t', or to None where it changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import count
from types import MappingProxyType

from derivations.arithmetic import kernel as arithmetic_kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.logic import derived, kernel
from derivations.logic.arithmetic import NoArithmeticError, in_arithmetic
from derivations.logic.kernel import LogicError, Proved
from derivations.logic.reader import read_statement, read_term
from derivations.logic.terms import (
    AND,
    AT_MOST,
    BOOL,
    FALSE,
    INTEGER,
    NOT,
    PLUS,
    REAL,
    TIMES,
    Abstract,
    Apply,
    Bound,
    Constant,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    free_variables,
    opened,
    parts,
    quantified,
    substituted,
)
from derivations.prover import EFFORTS, Disproved, Outcome, Unknown, prove
from derivations.prover import Proved as Found
from derivations.prover.deadline import at_most
from mechanisms.exact.formula import AllOf, AnyOf, Formula
from mechanisms.exact.polynomial import Polynomial

Conversion = Callable[[Term], Proved | None]
Show = Callable[[Term, "Iterable[Term | Proved]"], Proved]
SECONDS = 40.0  # for one question of arithmetic
LONGEST_SAID = 160  # characters of one formula in the reason of a failure
_ARITHMETIC = ("+", "*", "/", "^")
_MARK = re.compile(r" #\d+\b")  # by which fresh variables differ
_fresh_numbers = count(1)


class ProofError(LogicError):
    """A script did not prove what it was to prove. Why may be a function: most refusals are never read."""

    def __str__(self) -> str:
        (why,) = self.args
        return why() if callable(why) else str(why)


def fresh(like: Free | Abstract) -> Free:
    """A variable that occurs nowhere else."""
    name, type_ = (like.name, like.type) if isinstance(like, Free) else (like.hint, like.variable)
    return Free(f"{name.split(' ')[0]} #{next(_fresh_numbers)}", type_)


def as_made(term: Term) -> str:
    """What puts terms in an order: their texts, fresh variables counted up to the same length in all of them."""
    return _MARK.sub(lambda mark: f" #{int(mark[0][2:]):012}", str(term))


def arguments(term: Term) -> tuple[Term, ...]:
    """What a word is applied to."""
    found: list[Term] = []
    while isinstance(term, Apply):
        found.append(term.argument)
        term = term.function
    return tuple(reversed(found))


# -- theorems from theorems ----------------------------------------------------------------------------------------


def specialise(theorem: Proved, *values: Term) -> Proved:
    """H |- forall x y. C  ==>  H |- C with values for x, y, every function that is applied worked out"""
    for value in values:
        theorem = kernel.specialise(theorem, value)
    return rewritten(theorem, beta)


def generalise(theorem: Proved, *variables: Free) -> Proved:
    """H |- C  ==>  H |- forall x y. C"""
    for variable in reversed(variables):
        theorem = kernel.generalise(variable, theorem)
    return theorem


def symmetric(theorem: Proved) -> Proved:
    """H |- a = b  ==>  H |- b = a"""
    left, _ = sides(theorem.conclusion)
    variable = fresh(Free("x", left.type))
    pattern = closed(variable, equal(variable, left))
    return kernel.replace(theorem, pattern, kernel.reflexive(left))


def sides(formula: Term) -> tuple[Term, Term]:
    """a and b of a = b. Raises ProofError for what is no equation."""
    found = applied(formula, "=", 2)
    if found is None:
        raise ProofError(f"an equation is needed here, not {formula}")
    return found[0], found[1]


def cut(theorem: Proved, *facts: Proved) -> Proved:
    """H, A, B |- C, G |- A, K |- B  ==>  H, G, K |- C"""
    for fact in facts:
        if fact.conclusion in theorem.hypotheses:
            theorem = kernel.detach(kernel.discharge(fact.conclusion, theorem), fact)
    return theorem


def instance(formula: Term, *values: Term) -> Term:
    """What `forall x y. A` or `exists x y. A` says of values for x and y.

    Raises ProofError where there are more values than quantifiers in front.
    """
    for value in values:
        body = quantified(formula, "forall") or quantified(formula, "exists")
        if body is None:
            raise ProofError(f"a quantifier is needed here, not {formula}")
        formula = opened(body, value)
    return formula


def witnessed(formula: Term, theorem: Proved, *values: Term) -> Proved:
    """H |- C with values for x, y  ==>  H |- exists x y. C, where functions that are applied may be worked out"""
    if not values:
        return in_the_words_of(formula, theorem)
    return kernel.witness(formula, values[0], witnessed(instance(formula, values[0]), theorem, *values[1:]))


def conjoined(*theorems: Proved) -> Proved:
    """|- A, |- B, |- C  ==>  |- A and (B and C)"""
    *first, found = theorems
    for theorem in reversed(first):
        found = kernel.conjoin(theorem, found)
    return found


def conjuncts(theorem: Proved) -> Iterator[Proved]:
    """Each part of a conjunction."""
    while applied(theorem.conclusion, "and", 2):
        yield from conjuncts(kernel.part(theorem, 0))
        theorem = kernel.part(theorem, 1)
    yield theorem


def conjuncts_of(formula: Term) -> Iterator[Term]:
    """Each part of a conjunction, as a formula."""
    both = applied(formula, "and", 2)
    for part in both or ():
        yield from conjuncts_of(part)
    if both is None:
        yield formula


def discharged(theorem: Proved, *formulas: Term) -> Proved:
    """H, A, B |- C  ==>  H |- A implies B implies C"""
    for formula in reversed(formulas):
        theorem = kernel.discharge(formula, theorem)
    return theorem


# -- rewriting -----------------------------------------------------------------------------------------------------


def beta(term: Term) -> Proved | None:
    """(fun x. b)(a) = b with a for x, and (fun x. f(x)) = f"""
    if isinstance(term, Apply) and isinstance(term.function, Abstract):
        return kernel.beta(term)
    if isinstance(term, Abstract) and isinstance(term.body, Apply) and term.body.function.loose == 0:
        return derived.eta(term.body.function) if term.body.argument == Bound(0, term.variable) else None
    return None


def unfolding(*names: str) -> Conversion:
    """name = what it is defined as."""
    wanted = {name: kernel.define(name, kernel.DEFINITIONS[name]) for name in names}
    return lambda term: wanted.get(term.name) if isinstance(term, Constant) else None


def any_of(*conversions: Conversion) -> Conversion:
    """The first conversion that changes something."""

    def convert(term: Term) -> Proved | None:
        return next((found for conversion in conversions if (found := conversion(term)) is not None), None)

    return convert


class everywhere:
    """In all parts of a term, the innermost first, until nothing changes."""

    def __init__(self, conversion: Conversion) -> None:
        self._conversion = conversion
        self._done: dict[Term, Proved | None] = {}

    def __call__(self, term: Term) -> Proved | None:
        """|- t = t', t' being what becomes of the term; None where it stays as it is."""
        if term not in self._done:
            self._done[term] = self._converted(term)
        return self._done[term]

    def _converted(self, term: Term) -> Proved | None:
        found: Proved | None = None
        if isinstance(term, Apply):
            function, argument = self(term.function), self(term.argument)
            if function is not None or argument is not None:
                found = kernel.congruent(
                    function or kernel.reflexive(term.function), argument or kernel.reflexive(term.argument)
                )
        elif isinstance(term, Abstract):
            variable = fresh(term)
            body = self(opened(term, variable))
            if body is not None:
                found = kernel.abstracted(variable, body)
        changed = self._conversion(sides(found.conclusion)[1] if found else term)
        if changed is None:
            return found
        found = derived.transitive(found, changed) if found else changed
        further = self(sides(found.conclusion)[1])
        return derived.transitive(found, further) if further else found


@lru_cache(maxsize=100_000)
def _is_worked_out(term: Term) -> bool:
    """Whether it plainly holds nothing that `beta` changes; most of what is asked for again and again."""
    return not any(
        isinstance(part.function, Abstract)
        if isinstance(part, Apply)
        else isinstance(part, Abstract) and isinstance(part.body, Apply) and isinstance(part.body.argument, Bound)
        for part in parts(term)
    )


@lru_cache(maxsize=20_000)
def _worked_out(term: Term) -> Proved | None:
    """|- t = t', every function that is applied worked out in t'."""
    return everywhere(beta)(term)


def rewritten(theorem: Proved, *conversions: Conversion) -> Proved:
    """The theorem with conversions used everywhere in its conclusion."""
    if set(conversions) <= {beta}:
        changed = None if _is_worked_out(theorem.conclusion) else _worked_out(theorem.conclusion)
    else:
        changed = everywhere(any_of(*conversions, beta))(theorem.conclusion)
    return derived.follow(changed, theorem) if changed is not None else theorem


def normal(term: Term, *conversions: Conversion) -> Proved:
    """|- t = t', t' being what the conversions make of it."""
    changed = everywhere(any_of(*conversions, beta))(term) if conversions else _worked_out(term)
    return changed or kernel.reflexive(term)


def reduced(changed: Proved, prove: Callable[[Term], Proved]) -> Proved:
    """|- A = B, and how B is proved, H |- B  ==>  H |- A"""
    return derived.follow(symmetric(changed), prove(sides(changed.conclusion)[1]))


def by(theorem: Proved, given: Iterable[Term | Proved] = (), show: Show | None = None) -> Conversion:
    """Rewriting by |- forall x y. A implies l = r from left to right, where `show` shows A from what is given."""
    facts, show = list(given), show or shown
    variables: list[Free] = []
    while (body := quantified(theorem.conclusion, "forall")) is not None:
        variables.append(fresh(body))
        theorem = kernel.specialise(theorem, variables[-1])
    conditions: list[Term] = []
    formula = theorem.conclusion
    while parts_of := applied(formula, "implies", 2):
        conditions.append(parts_of[0])
        formula = parts_of[1]
    left, _ = sides(formula)

    def convert(term: Term) -> Proved | None:
        values: dict[Free, Term] = {}
        if not matches(left, term, frozenset(variables), values):
            return None
        found = rewritten(kernel.instantiate(theorem, values)) if values else theorem
        for _ in conditions:
            needed = applied(found.conclusion, "implies", 2)
            assert needed
            try:
                found = kernel.detach(found, show(needed[0], facts))
            except ProofError:
                return None
        return None if sides(found.conclusion)[1] == term else found

    return convert


def matches(pattern: Term, term: Term, variables: frozenset[Free], values: dict[Free, Term]) -> bool:
    """Whether a term is the pattern with `values` for variables of it; those that it had no value for are added."""
    if isinstance(pattern, Free) and pattern in variables:
        if term.loose or term.type != pattern.type:
            return False
        return values.setdefault(pattern, term) == term
    if isinstance(pattern, Apply) and isinstance(term, Apply):
        return matches(pattern.function, term.function, variables, values) and matches(
            pattern.argument, term.argument, variables, values
        )
    if isinstance(pattern, Abstract) and isinstance(term, Abstract):
        return pattern.variable == term.variable and matches(pattern.body, term.body, variables, values)
    return pattern == term


# -- arithmetic ----------------------------------------------------------------------------------------------------


def arithmetic(
    goal: Term,
    *given: Term | Proved,
    seconds: float = SECONDS,
    efforts: int = EFFORTS,
    opaque: bool = False,
    lemmas: Iterable[Theorem] = (),
    names: Mapping[str, Term] = MappingProxyType({}),
) -> Proved:
    """Prove a formula by arithmetic from what is given: formulas, which become hypotheses, and theorems.

    Terms that arithmetic does not know are atoms, whatever they mean; `opaque` quotients are too, whether they have a
    value or not. `lemmas` are theorems about polynomials, whose variables `names` says the terms of; what they assume
    is shown. No solver is believed. ProofError where no proof is found.
    """
    seconds = at_most(seconds)
    if not seconds:
        raise ProofError("the time for this statement is spent")
    facts = [rewritten(_as_theorem(fact)) for fact in given]
    known = [h for h in dict.fromkeys(fact.conclusion for fact in facts) if _is_arithmetic(h)]
    atoms: dict[Term, None] = {}
    for hypothesis in known:
        _collect(hypothesis, atoms, quotients=True)
    quotients = [atom for atom in atoms if applied(atom, "/", 2)]
    _collect(goal, atoms, quotients=opaque)
    quotients += [atom for atom in atoms if applied(atom, "/", 2) and atom not in quotients]
    laws = [specialise(_QUOTIENT, *(applied(atom, "/", 2) or ())) for atom in quotients]
    everything = (*known, *(law.conclusion for law in laws))
    ordered = tuple(atoms)
    try:
        said, wanted = in_arithmetic(everything, goal, ordered)
    except NoArithmeticError as error:
        raise ProofError(error) from error
    places = {atom: Polynomial.variable(f"t{i}") for i, atom in enumerate(ordered)}
    renamed = {name: places.get(atom) or _polynomial(atom, {}) for name, atom in names.items()}
    used = [_supplied(arithmetic_kernel.instantiate(lemma, renamed), said, seconds) for lemma in lemmas]
    concluded = frozenset(lemma.sequent.conclusion for lemma in used)
    simple = frozenset(formula for formula in said if not isinstance(formula, AnyOf))  # no cases
    found = _searched(Sequent(concluded | (simple if used else said), wanted), seconds, efforts)
    if used and not isinstance(found, Found):
        found = _searched(Sequent(concluded | said, wanted), seconds)
    if not isinstance(found, Found):
        raise ProofError(partial(_not_shown, goal, known, ordered, found))
    plain = found.theorem
    for lemma in used:
        plain = arithmetic_kernel.cut(lemma, plain)
    return cut(kernel.by_arithmetic(plain, everything, goal, ordered), *laws, *facts)


def _not_shown(goal: Term, known: Sequence[Term], atoms: Sequence[Term], found: Disproved | Unknown) -> str:
    """That arithmetic does not show a formula from what is known, and why, as sentences; what is long is cut."""

    def said(term: Term) -> str:
        text = _MARK.sub("", str(term))
        return text if len(text) <= LONGEST_SAID else f"{text[:LONGEST_SAID]} ..."

    given = f" from {'; '.join(map(said, known))}" if known else ""
    if isinstance(found, Unknown):
        return f"arithmetic does not show {said(goal)}{given}: {found.reason}"
    where = ", ".join(
        f"{said(atom)} = {found.point[f't{i}']}" for i, atom in enumerate(atoms) if f"t{i}" in found.point
    )
    return f"arithmetic does not show {said(goal)}{given}: it would fail{f' where {where}' if where else ''}"


@lru_cache(maxsize=10_000)
def _searched(goal: Sequent, seconds: float, efforts: int = EFFORTS) -> Outcome:
    """What the prover finds; scripts ask for the same again and again, in atoms of other meanings."""
    return prove(goal, budget_seconds=seconds, oracles=False, efforts=efforts)


def _supplied(lemma: Theorem, said: frozenset[Formula], seconds: float) -> Theorem:
    """The lemma with what it assumes shown from what is said."""
    cases = frozenset(formula for formula in said if isinstance(formula, (AllOf, AnyOf)))
    for hypothesis in sorted(lemma.sequent.hypotheses - said, key=str):
        found = _searched(Sequent(cases if isinstance(hypothesis, AnyOf) else said, hypothesis), seconds)
        if not isinstance(found, Found):
            found = _searched(Sequent(said, hypothesis), seconds)
        if not isinstance(found, Found):
            raise ProofError(f"a lemma assumes {hypothesis}, which is not shown: {found}")
        lemma = arithmetic_kernel.cut(found.theorem, lemma)
    return lemma


def _as_theorem(item: Term | Proved) -> Proved:
    """What is given as a theorem: a formula is assumed."""
    if isinstance(item, Term):
        return kernel.assume(item)
    return item


_QUOTIENT = kernel.axiom("quotient")


def shown(goal: Term, given: Iterable[Term | Proved] = ()) -> Proved:
    """Prove a side condition: parts of what is given, integers made of integers, the rest by arithmetic."""
    facts: dict[Term, Proved] = {}
    for item in given:
        for fact in conjuncts(_as_theorem(item)):
            facts.setdefault(fact.conclusion, fact)
    return _shown(goal, facts)


def _shown(goal: Term, facts: Mapping[Term, Proved]) -> Proved:
    if goal in facts:
        return facts[goal]
    if found := applied(goal, "and", 2):
        return kernel.conjoin(_shown(found[0], facts), _shown(found[1], facts))
    if inner := applied(goal, "integer", 1):
        if isinstance(inner[0], Number):
            return kernel.literal(inner[0])
        if (value := _numeral(inner[0])) is not None:  # 4 * (1/2) is an integer, though 1/2 is none
            x = Free("x #0")
            return kernel.replace(arithmetic(equal(value, inner[0])), closed(x, INTEGER(x)), kernel.literal(value))
        for operator, law in (("+", "integer_plus"), ("*", "integer_times")):
            if found := applied(inner[0], operator, 2):
                parts_are = kernel.conjoin(_shown(INTEGER(found[0]), facts), _shown(INTEGER(found[1]), facts))
                return kernel.detach(specialise(kernel.axiom(law), *found), parts_are)
        raise ProofError(f"{inner[0]} is not known to be an integer")
    return arithmetic(goal, *facts.values())


def number_of(term: Term) -> Fraction:
    """The number that a term of numbers is; ProofError for another term, ZeroDivisionError where it has none."""
    return _polynomial(term, {}).constant_value()


def _numeral(term: Term) -> Number | None:
    """The integer that a term of numbers is."""
    try:
        value = number_of(term)
    except (ProofError, ZeroDivisionError):
        return None
    return Number(value) if value.denominator == 1 else None


def under(theorem: Proved, given: Iterable[Term | Proved], premises: int = 1000) -> Proved:
    """|- A implies B implies C  ==>  |- C, where what is given shows A and B; at most so many premises"""
    known = list(given)
    for _ in range(premises):
        found = applied(theorem.conclusion, "implies", 2)
        if not found:
            break
        theorem = kernel.detach(theorem, shown(found[0], known))
    return theorem


def decided(given: Iterable[Term | Proved]) -> Conversion:
    """if A then a else b = a, or = b, where what is given decides A."""
    known = list(given)

    def convert(term: Term) -> Proved | None:
        found = applied(term, "if", 3)
        if not found:
            return None
        branches = [(derived.if_true, found[0]), (derived.if_false, NOT(found[0]))]
        same = applied(found[0], "=", 2)
        if same and all(isinstance(side, Number) for side in same):  # the other branch needs no search
            branches = branches[:1] if same[0] == same[1] else branches[1:]
        for rule, condition in branches:
            try:
                return kernel.detach(rule(*found), shown(condition, known))
            except ProofError:
                continue
        return None

    return convert


@lru_cache(maxsize=100_000)
def _is_arithmetic(formula: Term) -> bool:
    for word, size in (("and", 2), ("or", 2), ("implies", 2), ("not", 1)):
        if found := applied(formula, word, size):
            return all(map(_is_arithmetic, found))
    if found := applied(formula, "=", 2) or applied(formula, "<", 2) or applied(formula, "<=", 2):
        return found[0].type == REAL
    if found := applied(formula, "integer", 1):
        return not isinstance(found[0], Number)  # a number is no atom
    return formula == FALSE


def _collect(formula: Term, atoms: dict[Term, None], quotients: bool) -> None:
    """Add the terms that arithmetic does not know; with `quotients` those too whose divisor is no number."""
    if formula.type == BOOL:
        if found := applied(formula, "integer", 1):
            atoms.setdefault(found[0])
            return
        for word, size in (("and", 2), ("or", 2), ("implies", 2), ("not", 1), ("=", 2), ("<", 2), ("<=", 2)):
            if found := applied(formula, word, size):
                for part in found:
                    _collect(part, atoms, quotients)
                return
        return
    if isinstance(formula, Number) or formula in atoms:
        return
    for operator in _ARITHMETIC:
        found = applied(formula, operator, 2)
        if not found:
            continue
        if operator == "^" and not (isinstance(found[1], Number) and found[1].value in range(1, 1001)):
            break
        if operator == "/" and not (isinstance(found[1], Number) and found[1].value != 0) and quotients:
            for part in found:
                _collect(part, atoms, quotients)
            break
        for part in found if operator != "^" else found[:1]:
            _collect(part, atoms, quotients)
        return
    atoms.setdefault(formula)


def equation(left: Term, right: Term, *given: Term | Proved) -> Proved:
    """left = right by arithmetic."""
    return kernel.reflexive(left) if left == right else arithmetic(equal(left, right), *given)


# -- chains --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chain:
    """H |- first = last, from equations one after the other."""

    theorem: Proved

    @property
    def last(self) -> Term:
        """The right side so far."""
        return sides(self.theorem.conclusion)[1]

    def then(self, step: Proved) -> Chain:
        """last = next"""
        return Chain(derived.transitive(self.theorem, step))

    def rewrite(self, *conversions: Conversion) -> Chain:
        """Conversions everywhere in the last term."""
        return self.then(normal(self.last, *conversions))

    def arithmetic(self, term: Term, *given: Term | Proved) -> Chain:
        """The last term is this one by arithmetic."""
        return self.then(equation(self.last, term, *given))


def chain(term: Term) -> Chain:
    """A chain that begins with a term."""
    return Chain(kernel.reflexive(term))


# -- linear operators: sums ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Linear:
    """An operator L on functions with |- L(f + g) = L(f) + L(g) and |- L(c f) = c L(f).

    `plus` says forall PARAMETERS f g. A implies L(fun i. f(i) + g(i)) = L(f) + L(g), and `scale` forall PARAMETERS c f.
    A implies L(fun i. c * f(i)) = c * L(f), where A is about the parameters.
    """

    name: str
    parameters: int
    plus: Proved
    scale: Proved

    def at(self, term: Term) -> tuple[tuple[Term, ...], Abstract] | None:
        """Parameters and function where a term is the operator applied."""
        found = applied(term, self.name, self.parameters + 1)
        return (found[:-1], found[-1]) if found and isinstance(found[-1], Abstract) else None


def linear_in(operators: Iterable[Linear], given: Iterable[Term | Proved] = ()) -> Conversion:
    """Take an operator apart: its body multiplied out, sums and constant factors in front of it."""
    known, facts = list(operators), list(given)

    def convert(term: Term) -> Proved | None:
        for operator in known:
            if (found := operator.at(term)) is not None:
                try:
                    return _taken_apart(operator, facts, *found)
                except ProofError:  # its sizes are not known here
                    return None
        return None

    return convert


def _taken_apart(
    operator: Linear, facts: Sequence[Term | Proved], parameters: tuple[Term, ...], function: Abstract
) -> Proved | None:
    variable = fresh(function)
    monomials = _monomials(opened(function, variable), variable) or [(Number(0), Number(1))]
    head = Constant(operator.name, kernel.DEFINITIONS[operator.name].type)(*parameters)
    body = _total([_times(c, m) for c, m in monomials])
    if len(monomials) == 1 and monomials[0][0] == Number(1) and opened(function, variable) == monomials[0][1]:
        return None
    written = kernel.abstracted(variable, _multiplied_out(opened(function, variable), body))
    made = Chain(kernel.congruent(kernel.reflexive(head), written)).rewrite()
    return made.then(_split(operator, facts, parameters, variable, monomials)).theorem


def _multiplied_out(left: Term, right: Term) -> Proved:
    return kernel.reflexive(left) if left == right else arithmetic(equal(left, right), opaque=True)


def _split(
    operator: Linear,
    facts: Sequence[Term | Proved],
    parameters: tuple[Term, ...],
    variable: Free,
    monomials: list[tuple[Term, Term]],
) -> Proved:
    coefficient, monomial = monomials[-1]
    monomial_at = closed(variable, monomial)
    if coefficient == Number(1):
        head = Constant(operator.name, kernel.DEFINITIONS[operator.name].type)(*parameters)
        scaled = kernel.reflexive(sides(normal(head(monomial_at)).conclusion)[1])
    else:
        scaled = under(specialise(operator.scale, *parameters, coefficient, monomial_at), facts)
    if len(monomials) == 1:
        return scaled
    rest = _total([_times(c, m) for c, m in monomials[:-1]])
    last = closed(variable, _times(coefficient, monomial))
    both_sides = under(specialise(operator.plus, *parameters, closed(variable, rest), last), facts)
    first = _split(operator, facts, parameters, variable, monomials[:-1])
    return derived.transitive(both_sides, kernel.congruent(kernel.congruent(kernel.reflexive(PLUS), first), scaled))


def _times(coefficient: Term, monomial: Term) -> Term:
    return monomial if coefficient == Number(1) else TIMES(coefficient, monomial)


def _total(terms: Sequence[Term]) -> Term:
    total = terms[0] if terms else Number(0)
    for term in terms[1:]:
        total = PLUS(total, term)
    return total


def _monomials(body: Term, variable: Free) -> list[tuple[Term, Term]]:
    """The body as a sum of (coefficient without the variable) * (product of atoms with it)."""
    atoms: dict[Term, None] = {}
    _collect(body, atoms, quotients=True)
    names = {atom: f"t{i}" for i, atom in enumerate(atoms)}
    ordered = list(atoms)
    polynomial = _polynomial(body, names)
    grouped: dict[tuple[tuple[int, int], ...], list[Term]] = {}
    for monomial, number in polynomial.terms().items():
        inner: list[tuple[int, int]] = []
        outer: list[Term] = [Number(number)]
        for name, power in monomial:
            atom = ordered[int(name[1:])]
            if variable in free_variables(atom):
                inner.append((int(name[1:]), power))
            else:
                outer += [atom] * power
        if outer[0] == Number(1) and len(outer) > 1:
            outer = outer[1:]
        grouped.setdefault(tuple(sorted(inner)), []).append(_product(outer))
    found = []
    for key, coefficients in sorted(grouped.items()):
        inner_terms = [ordered[i] for i, power in key for _ in range(power)]
        found.append((_total(coefficients), _product(inner_terms)))
    return found


def _product(factors: Sequence[Term]) -> Term:
    total = factors[0] if factors else Number(1)
    for factor in factors[1:]:
        total = TIMES(total, factor)
    return total


def _polynomial(term: Term, names: Mapping[Term, str]) -> Polynomial:
    if term in names:
        return Polynomial.variable(names[term])
    if isinstance(term, Number):
        return Polynomial.constant(term.value)
    for operator in _ARITHMETIC:
        if found := applied(term, operator, 2):
            left = _polynomial(found[0], names)
            if operator == "^":
                assert isinstance(found[1], Number)
                return left ** int(found[1].value)
            right = _polynomial(found[1], names)
            if operator == "/":
                return left * (Fraction(1) / right.constant_value())
            return left + right if operator == "+" else left * right
    raise ProofError(f"{term} is no polynomial")


# -- terms from text -------------------------------------------------------------------------------------------


def term(text: str, **values: Term) -> Term:
    """The term that a text says, with these values for its free names."""
    found = read_term(text, {name: value.type for name, value in values.items()})
    return substituted(found, {Free(name, value.type): value for name, value in values.items()})


# -- goals -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Goal:
    """A statement taken apart: its outer variables, what it assumes of them, and what is to be shown."""

    statement: Term
    variables: tuple[Free, ...]
    given: tuple[Term, ...]
    conclusion: Term

    @property
    def names(self) -> dict[str, Term]:
        """The outer variables by the names that the statement gives them."""
        return {variable.name.split(" ")[0]: variable for variable in self.variables}

    @property
    def facts(self) -> list[Proved]:
        """What is assumed, part by part."""
        return [part for premise in self.given for part in conjuncts(kernel.assume(premise))]

    def qed(self, theorem: Proved) -> Proved:
        """The statement, from a theorem of the conclusion under what is given.

        Raises ProofError for a theorem of another conclusion.
        """
        if theorem.conclusion != self.conclusion:
            theorem = in_the_words_of(self.conclusion, theorem)
        if theorem.conclusion != self.conclusion:
            raise ProofError(f"shown is {theorem.conclusion}, to be shown {self.conclusion}")
        term = self.statement
        order: list[tuple[bool, Term]] = []
        variables, given = iter(self.variables), iter(self.given)
        while term != self.conclusion or len(order) < len(self.variables) + len(self.given):
            if (body := quantified(term, "forall")) is not None:
                variable = next(variables)
                order.append((True, variable))
                term = opened(body, variable)
            else:
                order.append((False, next(given)))
                term = (applied(term, "implies", 2) or (term, term))[1]
        for is_variable, item in reversed(order):
            rule = kernel.generalise if is_variable else kernel.discharge
            theorem = rule(item, theorem)
        return theorem


def in_the_words_of(formula: Term, theorem: Proved) -> Proved:
    """The theorem as the formula writes it, where both are the same once functions that are applied are worked out."""
    wanted, theorem = normal(formula), rewritten(theorem)
    same = sides(wanted.conclusion)[1] == theorem.conclusion
    return derived.follow(symmetric(wanted), theorem) if same else theorem


def goal(statement: str | Term, depth: int = 1000) -> Goal:
    """A statement as a goal; at most `depth` quantifiers and premises are taken off."""
    whole = read_statement(statement) if isinstance(statement, str) else statement
    variables: list[Free] = []
    given: list[Term] = []
    term = whole
    for _ in range(depth):
        if (body := quantified(term, "forall")) is not None:
            variables.append(fresh(body))
            term = opened(body, variables[-1])
        elif found := applied(term, "implies", 2):
            given.append(found[0])
            term = found[1]
        else:
            break
    return Goal(whole, tuple(variables), tuple(given), term)


def lemma(statement: str, depth: int = 1000) -> Callable[[Callable[[Goal], Proved]], Callable[[], Proved]]:
    """A theorem by its statement and the script that proves it, which runs when it is first asked for."""

    def made(script: Callable[[Goal], Proved]) -> Callable[[], Proved]:
        name = f"{script.__module__}.{script.__name__}"

        @cache
        def theorem() -> Proved:
            wanted = goal(statement, depth)
            found = wanted.qed(script(wanted))
            if found.hypotheses or found.conclusion != wanted.statement:
                raise ProofError(f"{script.__name__} proves {found}, not {wanted.statement}")
            PROVED[name] = found
            return found

        theorem.__doc__, theorem.__module__ = f"|- {statement}", script.__module__
        LEMMAS[name] = theorem
        return theorem

    return made


LEMMAS: dict[str, Callable[[], Proved]] = {}
"""The theory so far: what each lemma is proved by, under the name of its module and its own."""

PROVED: dict[str, Proved] = {}
"""The lemmas that have been asked for in this process, under the same names."""


# -- induction -----------------------------------------------------------------------------------------------------


def by_induction(
    predicate: Abstract, base: Proved, step: Callable[[Free, Proved, Proved], Proved], name: str = "n"
) -> Proved:
    """|- forall n. integer(n) and 0 <= n implies P(n), from P(0) and step(n, |- integer(n) and 0 <= n, |- P(n))."""
    n = fresh(Free(name))
    known = kernel.assume(AND(INTEGER(n), AT_MOST(Number(0), n)))
    assumed = kernel.assume(opened(predicate, n))
    return kernel.induction(base, step(n, known, assumed), predicate, n)


def induct(number: Free, body: Term, base: Proved, step: Callable[[Free, Proved, Proved], Proved]) -> Proved:
    """|- P(n) under integer(n) and 0 <= n, where the body says P of the number n."""
    found = specialise(by_induction(closed(number, body), base, step, number.name), number)
    return kernel.detach(found, kernel.assume(AND(INTEGER(number), AT_MOST(Number(0), number))))
