"""The designs of least error, case by case, as theorems of the logic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from checks.papers.collection import load_paper
from checks.verifying.stated import Refuted, Script, definitions, statement_of
from derivations.arithmetic.kernel import Theorem
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.reader import read_term
from derivations.logic.tactics import (
    Conversion,
    Goal,
    ProofError,
    arithmetic,
    by,
    conjuncts,
    cut,
    fresh,
    generalise,
    goal,
    instance,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.terms import (
    FALSE,
    NOT,
    Free,
    Number,
    Term,
    applied,
    closed,
    equal,
    opened,
    quantified,
    substituted,
)
from derivations.theorems.binary.binary_optimum import cases_cover_everything, minimisers
from derivations.theory.automatic import automatic, facts_of, facts_of_all
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at, either
from mechanisms.exact.formula import variables

BASE = "1 <= x and 0 <= delta <= 1 and 0 <= pi <= 1 and integer(n) and 1 <= n"
INNER = "0 < delta and delta < 1 and 0 < pi and pi < 1"
G, MIRRORED_G = "delta*(x + delta) - pi*(x + 2*delta - 1)^2", "delta*(x + delta) - (1 - pi)*(x + 2*delta - 1)^2"
ONE_SIDED, MIRRORED = ("1", "delta"), ("delta", "1")
CORNER = ("(x + delta)/(x + 1)", "(x + delta)/(x + 1)")


@dataclass(frozen=True)
class Case:
    """Where `condition` holds, the minimisers over R' are the points, or those (p, q) with `member`."""

    condition: str
    points: tuple[tuple[str, str], ...]
    member: str = ""

    @property
    def is_minimiser(self) -> str:
        """That (p, q) is one of them."""
        return self.member or " or ".join(map(_is_point, self.points)) or "1 < 0"


def _is_point(point: tuple[str, str]) -> str:
    if point == CORNER:
        return "p*(x + 1) = x + delta and q*(x + 1) = x + delta"
    return f"p = {point[0]} and q = {point[1]}"


CASES: Mapping[str, Case] = {
    "pi < 1/2, g > pi": Case(f"{INNER} and pi < 1/2 and 0 < {G}", (ONE_SIDED,)),
    "pi < 1/2, g = pi": Case(f"{INNER} and pi < 1/2 and {G} = 0", (ONE_SIDED, CORNER)),
    "pi <= 1/2, g < pi": Case(f"{INNER} and pi <= 1/2 and {G} < 0", (CORNER,)),
    "pi = 1/2, g > pi": Case(f"{INNER} and pi = 1/2 and 0 < {G}", (ONE_SIDED, MIRRORED)),
    "pi = 1/2, g = pi": Case(f"{INNER} and pi = 1/2 and {G} = 0", (ONE_SIDED, MIRRORED, CORNER)),
    "pi > 1/2, g > 1 - pi": Case(f"{INNER} and 1/2 < pi and 0 < {MIRRORED_G}", (MIRRORED,)),
    "pi > 1/2, g = 1 - pi": Case(f"{INNER} and 1/2 < pi and {MIRRORED_G} = 0", (MIRRORED, CORNER)),
    "pi >= 1/2, g < 1 - pi": Case(f"{INNER} and 1/2 <= pi and {MIRRORED_G} < 0", (CORNER,)),
    "delta = 1, 0 < pi < 1": Case("delta = 1 and 0 < pi and pi < 1", (("1", "1"),)),
    "delta = 0, eps > 0": Case("delta = 0 and 1 < x", (CORNER,)),
    "delta = 0, eps = 0": Case("delta = 0 and x = 1", ()),
    "pi = 0, delta > 0": Case("pi = 0 and 0 < delta", (ONE_SIDED,), "p = 1 and 0 < q and q <= delta"),
    "pi = 1, delta > 0": Case("pi = 1 and 0 < delta", (MIRRORED,), "q = 1 and 0 < p and p <= delta"),
}
NUMBERS = ("x", "delta", "pi", "n")


@cache
def said(text: str) -> Term:
    """A formula in the words of the paper."""
    paper = load_paper("HLM")
    return statement_of(text, definitions(paper.definitions, paper.key))


@cache
def _names() -> Mapping[str, str]:
    paper = load_paper("HLM")
    return {definition.word: definition.name for definition in definitions(paper.definitions, paper.key)}


def meaning(*words: str) -> Conversion:
    """Words of the paper as what they are defined as."""
    return unfolding(*(_names().get(word, word) for word in words))


def said_term(text: str, **values: Term) -> Term:
    """A term in the words of the paper, with values for its free names."""
    types = {name: value.type for name, value in values.items()}
    found = read_term(text, types, defined=_names())
    return substituted(found, {Free(name, value.type): value for name, value in values.items()})


def proved(text: str, script: Callable[[Goal], Proved] = automatic) -> Proved:
    """A statement in the words of the paper, as its script proves it."""
    wanted = goal(said(text))
    return wanted.qed(script(wanted))


@cache
def error_is() -> Proved:
    """The error of the estimator, for all n and all real p, q and pi."""
    return proved(
        "forall p q pi n. integer(n) and 1 <= n and p + q != 1 implies "
        "error(p, q, pi, n) = (1 - p + pi*(p + q - 1))*(p - pi*(p + q - 1))/((p + q - 1)^2*n)"
    )


def _known(name: str) -> tuple[Theorem, ...]:
    return next(found.theorems for found in minimisers() if found.name == name)


def _where(name: str, more: str) -> str:
    return f"forall x delta pi n p q. {BASE} and {CASES[name].condition} and {more} implies"


def _by_polynomials(wanted: Goal, *lemmas: Theorem) -> Proved:
    """By what is known of the errors as rational functions."""
    named = dict(zip(("x", "delta", "pi", "n", "p00", "p11"), wanted.variables, strict=True))
    facts = facts_of_all(map(kernel.assume, wanted.given), (), [error_is()])
    changed = normal(wanted.conclusion, by(error_is(), facts), meaning("feasible", "region"))
    plain = arithmetic(sides(changed.conclusion)[1], *facts, lemmas=lemmas, names=named)
    return derived.follow(symmetric(changed), plain)


@cache
def worse(name: str) -> Proved:
    """What is feasible and not listed has a larger error than the first point that is."""
    case = CASES[name]
    less = f"error({', '.join(case.points[0])}, pi, n) < error(p, q, pi, n)" if case.points else "1 < 0"
    lemma = _known(name)[1 if case.member else 0]
    text = f"{_where(name, f'feasible(x, delta, p, q) and not ({case.is_minimiser})')} {less}"
    return proved(text, lambda wanted: _by_polynomials(wanted, lemma))


@cache
def _at_point(name: str, number: int) -> Proved:
    """A listed point is feasible, and has the error of the first."""
    first, point = (", ".join(CASES[name].points[place]) for place in (0, number))
    return proved(
        f"forall x delta pi n. {BASE} and {CASES[name].condition} implies "
        f"feasible(x, delta, {point}) and error({point}, pi, n) = error({first}, pi, n)",
        lambda wanted: _listed(wanted, *_of_points(name)),
    )


@cache
def listed(name: str) -> Proved:
    """What is listed is feasible, and has the error of the first point."""
    case = CASES[name]
    same = f"error(p, q, pi, n) = error({', '.join(case.points[0])}, pi, n)"
    text = f"{_where(name, f'({case.is_minimiser})')} feasible(x, delta, p, q) and {same}"
    return proved(text, _listed if case.member else lambda wanted: _one_of_them(wanted, name, _at_point))


def _listed(wanted: Goal, *lemmas: Theorem) -> Proved:
    feasible, same = applied(wanted.conclusion, "and", 2) or ()
    facts = facts_of_all(map(kernel.assume, wanted.given), (), ())
    named = dict(zip(("x", "delta", "pi", "n"), wanted.variables, strict=False))
    plain = normal(feasible, meaning("feasible", "region"))
    lies = arithmetic(sides(plain.conclusion)[1], *facts, lemmas=lemmas, names=named)
    changed = normal(same, by(error_is(), [*facts, *conjuncts(lies)]))
    right = arithmetic(sides(changed.conclusion)[1], *facts, lemmas=lemmas, names=named)
    return kernel.conjoin(derived.follow(symmetric(plain), lies), derived.follow(symmetric(changed), right))


def _one_of_them(wanted: Goal, name: str, at_point: Callable[[str, int], Proved]) -> Proved:
    """By cases, (p, q) being one point after the other."""
    *numbers, p, q = wanted.variables
    values = {variable.name.split(" ")[0]: variable for variable in numbers}
    given = wanted.facts
    which = shown(term(CASES[name].is_minimiser, **values, p=p, q=q), given)
    found_so = []
    for number, point in enumerate(CASES[name].points):
        here = kernel.assume(term(_is_point(point), **values, p=p, q=q))
        found = at(at_point(name, number), *numbers, given=given)
        for variable, other, text in ((q, p, point[1]), (p, q, point[0])):
            place = fresh(variable)
            moved = {variable: place} if variable == p else {variable: place, other: term(point[0], **values)}
            equation = arithmetic(equal(term(text, **values), variable), *given, here)
            found = kernel.replace(equation, closed(place, substituted(wanted.conclusion, moved)), found)
        found_so.append(found)
    return _by_cases(which, found_so)


def _by_cases(which: Proved, found: Sequence[Proved]) -> Proved:
    if len(found) == 1:
        return cut(found[0], which)
    _, rest = applied(which.conclusion, "or", 2) or ()
    return kernel.cases(which, found[0], _by_cases(kernel.assume(rest), found[1:]))


def _of_points(name: str) -> list[Theorem]:
    """What is known of the listed points."""
    return [theorem for theorem in _known(name) if "p00" not in variables(theorem.sequent.conclusion)]


@cache
def tight_at_point(name: str, number: int) -> Proved:
    """A listed point lies on R''."""
    point = ", ".join(CASES[name].points[number])

    def script(wanted: Goal) -> Proved:
        plain = normal(wanted.conclusion, meaning("tight", "feasible", "region"))
        facts = facts_of_all(map(kernel.assume, wanted.given), (), ())
        named = dict(zip(NUMBERS, wanted.variables, strict=True))
        lemmas = [] if CASES[name].member else _of_points(name)
        lies = arithmetic(sides(plain.conclusion)[1], *facts, lemmas=lemmas, names=named)
        return derived.follow(symmetric(plain), lies)

    condition = f"{BASE} and {CASES[name].condition}"
    return proved(f"forall x delta pi n. {condition} implies tight(x, delta, {point})", script)


@cache
def listed_is_tight(name: str) -> Proved:
    """Where finitely many points are listed they lie on R''."""
    text = f"{_where(name, f'({CASES[name].is_minimiser})')} tight(x, delta, p, q)"
    return proved(text, lambda wanted: _one_of_them(wanted, name, tight_at_point))


@cache
def best_is(name: str) -> Proved:
    """In one case, (p, q) is a minimiser over R' exactly if it is one of those listed."""
    case = CASES[name]
    where = f"forall x delta pi n p q. {BASE} and {case.condition} implies"
    return proved(
        f"{where} (best(x, delta, pi, n, p, q) iff {case.is_minimiser})", lambda wanted: _best_is(wanted, name)
    )


def _best_is(wanted: Goal, name: str) -> Proved:
    """What is best is listed, or the first listed point would be better; nothing is better than what is listed."""
    best, member = sides(wanted.conclusion)
    *numbers, p, q = wanted.variables
    given = wanted.facts
    least = rewritten(kernel.assume(best), meaning("best"))
    larger = at(worse(name), *numbers, p, q, given=[*given, kernel.part(least, 0), kernel.assume(NOT(member))])
    if not CASES[name].points:
        forth = derived.absurd(member, arithmetic(FALSE, larger))
        back = derived.absurd(best, arithmetic(FALSE, kernel.assume(member)))
        return derived.equivalent(kernel.discharge(best, forth), kernel.discharge(member, back))
    values = {variable.name.split(" ")[0]: variable for variable in numbers}
    first = [term(text, **values) for text in CASES[name].points[0]]
    lies = kernel.part(at(listed(name), *numbers, *first, given=given), 0)
    smaller = kernel.detach(specialise(kernel.part(least, 1), *first), lies)
    forth = derived.absurd(member, arithmetic(FALSE, smaller, larger))
    here = at(listed(name), *numbers, p, q, given=[*given, kernel.assume(member)])
    r, s = fresh(p), fresh(q)
    there = {p: r, q: s}
    elsewhere = applied(opened_all(kernel.part(least, 1).conclusion, r, s), "implies", 2) or ()
    feasible, no_better = elsewhere
    also = substituted(member, there)
    same = at(listed(name), *numbers, r, s, given=[*given, kernel.assume(also)])
    more = at(worse(name), *numbers, r, s, given=[*given, kernel.assume(feasible), kernel.assume(NOT(also))])
    mine = kernel.part(here, 1)
    either_way = kernel.cases(
        either(also), arithmetic(no_better, mine, kernel.part(same, 1)), arithmetic(no_better, mine, more)
    )
    whole = kernel.conjoin(kernel.part(here, 0), generalise(kernel.discharge(feasible, either_way), r, s))
    back = derived.follow(symmetric(normal(best, meaning("best"))), whole)
    return derived.equivalent(kernel.discharge(best, forth), kernel.discharge(member, back))


def opened_all(formula: Term, *values: Term) -> Term:
    """The formula under its quantifiers, at the values."""
    for value in values:
        body = quantified(formula, "forall")
        assert body is not None
        formula = opened(body, value)
    return formula


# -- what is said of the minimisers ----------------------------------------------------------------------------------


@cache
def _some_case() -> Proved:
    """One of the cases holds."""
    whole = " or ".join(f"({case.condition})" for case in CASES.values())

    def script(wanted: Goal) -> Proved:
        named = dict(zip(NUMBERS, wanted.variables, strict=True))
        return arithmetic(wanted.conclusion, *wanted.given, lemmas=[cases_cover_everything()], names=named)

    return proved(f"forall x delta pi n. {BASE} implies {whole}", script)


@cache
def laws() -> tuple[Proved, ...]:
    """The error, the ends of the edges, and on which side of g a proportion lies."""
    inside = "forall x delta. 1 <= x and 0 <= delta implies"
    ends = [f"edge_r(x, delta, 1) = {CORNER[0]}", f"edge_s(x, delta, 1) = {CORNER[0]}"]
    ends += ["edge_r(x, delta, start(x, delta)) = 1", "edge_s(x, delta, start(x, delta)) = delta"]
    gap = "delta*(x + delta) - a*(x + 2*delta - 1)^2"
    slack = "forall x delta a. 1 <= x and 0 < delta implies"
    sides = [("a < threshold(x, delta)", f"0 < {gap}"), ("threshold(x, delta) < a", f"{gap} < 0")]
    sides += [("a <= threshold(x, delta)", f"0 <= {gap}"), ("threshold(x, delta) <= a", f"{gap} <= 0")]
    sides += [("threshold(x, delta) = a", f"{gap} = 0")]
    return (
        error_is(),
        *(proved(f"{inside} {end}") for end in ends),
        *(proved(f"{slack} ({left} iff {right})") for left, right in sides),
    )


NOTHING = "delta = 0, eps = 0"
InCase = Callable[[Goal, str], Proved]


def by_cases(wanted: Goal) -> Proved:
    """In each case by what the minimisers are; the first four variables of the statement are x, delta, pi, n."""
    return in_cases(wanted, lambda goal, name: automatic(goal, *laws(), best_is(name)))


def tight_optimum(wanted: Goal) -> Proved:
    """best(x, delta, pi, n, p, q) implies tight(x, delta, p, q), where the minimisers are finitely many."""
    return in_cases(wanted, _tight_in_case)


def _tight_in_case(wanted: Goal, name: str) -> Proved:
    facts = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula), [best_is(NOTHING)])]
    best = said_term("best(x, delta, pi, n, p, q)", **_values(wanted))
    same = at(best_is(name), *wanted.variables, given=facts)
    assumed = wanted.facts
    member = derived.follow(same, next((fact for fact in assumed if fact.conclusion == best), kernel.assume(best)))
    if CASES[name].points:
        tight = at(listed_is_tight(name), *wanted.variables, given=[*facts, member])
    else:
        tight = derived.absurd(said_term("tight(x, delta, p, q)", **_values(wanted)), arithmetic(FALSE, member))
    return kernel.discharge(best, tight) if applied(wanted.conclusion, "implies", 2) else tight


def _values(wanted: Goal) -> dict[str, Term]:
    return wanted.names


Further = Callable[[Proved, Sequence[Term]], Proved]


def _is_tight(tight: Proved, point: Sequence[Term]) -> Proved:
    return tight


def some_optimum(wanted: Goal, further: Further = _is_tight) -> Proved:
    """exists p q. best(x, delta, pi, n, p, q) and A: in each case the first listed point, which is tight."""
    return in_cases(wanted, lambda goal, name: _with_first_point(goal, name, further))


def _with_first_point(wanted: Goal, name: str, further: Further) -> Proved:
    values = _values(wanted)
    facts = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula))]
    points = [term(text, **values) for text in CASES[name].points[0]]
    best = reduced(at(best_is(name), *wanted.variables, *points, given=facts), lambda it: arithmetic(it, *facts))
    tight = at(tight_at_point(name, 0), *wanted.variables, given=facts)
    return existence(wanted.conclusion, points, lambda _: kernel.conjoin(best, further(tight, points)))


def existence(formula: Term, values: Sequence[Term], shows: Callable[[Term], Proved]) -> Proved:
    """exists a b. A, from what is shown of the values."""
    formulas = [formula]
    for value in values:
        formulas.append(instance(formulas[-1], value))
    found = shows(formulas.pop())
    for said_so, value in zip(reversed(formulas), reversed(values), strict=True):
        found = kernel.witness(said_so, value, found)
    return found


def in_cases(wanted: Goal, in_case: InCase) -> Proved:
    """The goal, shown in each case that can occur under what it gives."""
    words = [*laws(), best_is("delta = 0, eps = 0")]
    facts = [fact for formula in wanted.given for fact in facts_of(kernel.assume(formula), words)]
    some = at(_some_case(), *wanted.variables[:4], given=facts)

    def shown_from(names: Sequence[str], some: Proved) -> Proved:
        name, *others = names
        here, rest = applied(some.conclusion, "or", 2) or () if others else (some.conclusion, None)
        found = shown_in(name, here)
        return cut(found, some) if rest is None else kernel.cases(some, found, shown_from(others, kernel.assume(rest)))

    def shown_in(name: str, here: Term) -> Proved:
        try:  # it cannot occur
            nothing = arithmetic(
                FALSE, *facts, *conjuncts(kernel.assume(here)), efforts=2
            )  # more in vain takes seconds
            return derived.absurd(wanted.conclusion, nothing)
        except ProofError:
            return in_case(replace(wanted, given=(*wanted.given, here)), name)

    return shown_from(list(CASES), some)


def no_optimum(wanted: Goal) -> Refuted:
    """Without any privacy loss there is no minimiser: exists p q. best(x, delta, pi, n, p, q) and A fails."""
    at_values = (("x", Fraction(1)), ("delta", Fraction(0)), ("pi", Fraction(1, 3)), ("n", Fraction(1)))
    found = kernel.assume(wanted.statement)
    for _, number in at_values:
        found = kernel.specialise(found, Number(number))
    premise = goal((applied(found.conclusion, "implies", 2) or ())[0])
    some = kernel.detach(found, premise.qed(automatic(premise)))
    opened_twice, variables_of = [some.conclusion], []
    for _ in range(2):
        body = quantified(opened_twice[-1], "exists")
        assert body is not None
        variables_of.append(fresh(body))
        opened_twice.append(opened(body, variables_of[-1]))
    law = by(best_is("delta = 0, eps = 0"), [], lambda needed, _: automatic(goal(needed)))
    nothing = arithmetic(FALSE, rewritten(kernel.part(kernel.assume(opened_twice[2]), 0), law))
    inner = kernel.unpack(kernel.assume(opened_twice[1]), variables_of[1], nothing)
    whole = kernel.unpack(some, variables_of[0], inner)
    return Refuted(derived.reject(wanted.statement, whole), tuple((name, str(number)) for name, number in at_values))


def fails(case: str = "", **values: Fraction | int) -> Script:
    """The statement fails where its outer variables have these values, at which the case holds."""

    def script(wanted: Goal) -> Refuted:
        named = [(variable.name.split(" ")[0], variable) for variable in wanted.variables]
        terms = [Number(values[variable]) for variable, _ in named if variable in values]
        known = [*laws(), best_is(case)] if case else laws()
        theorem = refuted_at(wanted.statement, terms, *known)
        return Refuted(theorem, tuple((variable, str(values[variable])) for variable, _ in named if variable in values))

    return script
