"""Scripts about single steps: conditions on two responses that say the same, and what the solution makes of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from checks.papers.pan.proofs import by_arithmetic, facts_of, powers_of_e
from checks.papers.pan.proofs_conditions import only_solution, program, solution, told_by
from checks.verifying.stated import Refuted, Script, granted, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    generalise,
    lemma,
    normal,
    reduced,
    rewritten,
    sides,
    symmetric,
    term,
    unfolding,
)
from derivations.logic.tactics import goal as take_apart
from derivations.logic.terms import (
    AND,
    BOOL,
    FALSE,
    IMPLIES,
    NOT,
    REAL,
    Free,
    Number,
    Term,
    applied,
    equal,
    for_all,
    parts,
)
from derivations.theory import relaxation
from derivations.theory.automatic import automatic, definitions, facts_of_all, found, inverses, literals, small_range
from derivations.theory.refutation import refuted_at
from derivations.theory.single_terms import at
from derivations.theory.sums import ONE

TWO = Number(2)
REQUIRED = (
    "(forall o in 1..m. forall a in 1..m. law(m, relaxing(m, p, q, r)(o, a))) and (forall a in 1..m. forall b in 1..m. "
    "(sum o in 1..m. randomized_response(m, x)(a, o) * relaxing(m, p, q, r)(o, a, b)) "
    "= randomized_response(m, y)(a, b)) "
    "and (forall a in 1..m. forall b in 1..m. forall o in 1..m. forall z in 1..m. asked(m, x, y, p, q, r)(a, b, o, z))"
)
KEPT, SAME = "relaxed_truth(2, x, y)", "relaxed_same(2, x, y)"
_WORDS = definitions("sum", "prod", "words")


def told(facts: Iterable[Proved]) -> list[Conversion]:
    """Words unfolded, where it is known which values differ, and what variables are said to be."""
    known = list(facts)
    pairs = [(fact, applied((applied(fact.conclusion, "not", 1) or (ONE,))[0], "=", 2)) for fact in known]
    apart = [arithmetic(NOT(equal(*reversed(pair))), fact) for fact, pair in pairs if pair]
    meant = [by(fact) for fact in known if _is_value(fact.conclusion)]
    return [_WORDS, told_by([*known, *apart]), *meant, literals, inverses]


def _is_value(formula: Term) -> bool:
    found = applied(formula, "=", 2)
    return found is not None and isinstance(found[0], Free) and found[0].type == REAL


def shares(formulas: Iterable[Term], facts: Iterable[Proved]) -> list[Proved]:
    """Of each quotient 1/d in formulas that it is positive, and 1/d d = 1."""
    known = list(facts)
    quotients = dict.fromkeys(part for formula in formulas for part in parts(formula) if part.loose == 0)
    found = []
    for quotient in quotients:
        number, divisor = applied(quotient, "/", 2) or (ONE, ONE)
        if number == ONE and not isinstance(divisor, Number):
            found += [arithmetic(term(text, q=quotient, d=divisor), *known) for text in ("0 < q", "q * d = 1")]
    return found


def by_parts(formula: Term, facts: list[Proved]) -> Proved:
    """A formula by arithmetic: each part of a conjunction, both directions of an equivalence."""
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(by_parts(part, facts) for part in both))
    if implication := applied(formula, "implies", 2):
        return kernel.discharge(implication[0], by_parts(implication[1], [*facts, kernel.assume(implication[0])]))
    if (same := applied(formula, "=", 2)) and same[0].type == BOOL:
        left, right = same
        forth = kernel.discharge(left, by_parts(right, [*facts, kernel.assume(left)]))
        return derived.equivalent(forth, kernel.discharge(right, by_parts(left, [*facts, kernel.assume(right)])))
    if known := [fact for fact in facts if fact.conclusion == formula]:
        return known[0]
    return arithmetic(formula, *facts, opaque=True)


def _plain(goal: Goal) -> tuple[Proved, list[Proved]]:
    """The conclusion in plain numbers, and what is known of numbers."""
    facts = facts_of(goal)
    rules = told(facts)
    known = [rewritten(fact, *rules) for fact in facts if not _is_value(fact.conclusion)]
    return normal(goal.conclusion, *rules), [fact for fact in known if _is_relation(fact.conclusion)]


def _is_relation(formula: Term) -> bool:
    found = applied(formula, "<=", 2) or applied(formula, "<", 2) or applied(formula, "=", 2)
    return found is not None and found[0].type == REAL


@script("two responses")
def two_responses(goal: Goal) -> Proved:
    """Conditions on probabilities of two responses, for values that are known to be equal or to differ."""
    plain, known = _plain(goal)
    wanted = sides(plain.conclusion)[1]
    known += shares([wanted, *(fact.conclusion for fact in known)], known)
    return derived.follow(symmetric(plain), by_parts(wanted, known))


@script("at the solution")
def at_the_solution(goal: Goal) -> Proved:
    """Relations of rational functions, once the probabilities are put in; both sides of an equivalence hold."""
    plain, known = _plain(goal)
    return derived.follow(symmetric(plain), _each_holds(sides(plain.conclusion)[1], known))


def _each_holds(formula: Term, known: list[Proved]) -> Proved:
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_each_holds(part, known) for part in both))
    if (same := applied(formula, "=", 2)) and same[0].type == BOOL:
        left, right = (_each_holds(side, known) for side in same)
        return derived.equivalent(kernel.discharge(same[0], right), kernel.discharge(same[1], left))
    return arithmetic(formula, *known)


@script("scenario")
def scenario(goal: Goal) -> Proved:
    """What is said of all responses with given values is what is said of these values."""
    facts = facts_of(goal)
    every, one = sides(goal.conclusion)
    inner = take_apart(every)
    same = kernel.assume(inner.given[-1])
    values = [sides(part.conclusion)[1] for part in conjuncts(same)]
    met = kernel.conjoin(*map(kernel.reflexive, values))
    found = at(at(kernel.assume(every), values[0], given=facts), values[1], given=facts, premises=1)
    forth = kernel.discharge(every, kernel.detach(found, met))
    put_in = normal(inner.conclusion, *(by(part) for part in conjuncts(same)))
    there = sides(put_in.conclusion)[1]
    back = kernel.discharge(there, inner.qed(derived.follow(symmetric(put_in), kernel.assume(there))))
    printed = two_responses(Goal(goal.statement, goal.variables, goal.given, equal(there, one)))
    return derived.transitive(derived.equivalent(forth, back), printed)


@script("of two values")
def of_two_values(goal: Goal) -> Proved:
    """A statement for each way in which responses and truths are one of two values."""
    outer = _outer(goal)
    facts = outer.facts
    put_in = normal(outer.conclusion, *(by(fact) for fact in facts if _is_value(fact.conclusion)))
    known = [fact for fact in facts if not _is_value(fact.conclusion)]
    return outer.qed(derived.follow(symmetric(put_in), found(sides(put_in.conclusion)[1], *known)))


def _outer(goal: Goal) -> Goal:
    """The goal with its quantifiers over two values left."""
    depth = 0
    while small_range(take_apart(goal.statement, depth).conclusion) != 2:
        depth += 1
    return take_apart(goal.statement, depth)


@script("solution of two values")
def solution_of_two_values(goal: Goal) -> Proved:
    """Both equations have this solution alone, and what it makes of both responses."""
    x, y, p, q = goal.variables
    place = {"x": x, "y": y, "p": p, "q": q}
    facts = list(conjuncts(kernel.assume(goal.given[0])))
    solved, properties = applied(goal.conclusion, "and", 2) or ()
    equations, values = sides(solved)
    first, second = conjuncts(kernel.assume(equations))
    plain = [
        arithmetic(term("(x * p + 1 - q) * (y + 1) = y * (x + 1)", **place), first, *facts),
        arithmetic(term("x * p = y * q", **place), second, *facts),
    ]
    plain.append(arithmetic(term("q * (y^2 - 1) = x * y - 1", **place), *plain))
    below = arithmetic(term("0 < y^2 - 1", y=y), *facts)
    same, other = (applied(values, "and", 2) or ())[::-1]
    worth = arithmetic(same, plain[2], below)
    forth = kernel.conjoin(arithmetic(other, worth, plain[1], below, *facts), worth)
    told_so = list(conjuncts(kernel.assume(values)))
    back = reduced(normal(equations, *map(by, told_so)), lambda it: by_arithmetic(it, facts))
    whole = derived.equivalent(kernel.discharge(equations, forth), kernel.discharge(values, back))
    _, said = applied(properties, "implies", 2) or ()
    statement = for_all(goal.variables, IMPLIES(AND(goal.given[0], values), said))
    of_both = at(of_two_values(take_apart(statement)), *goal.variables, given=[*facts, *told_so])
    return kernel.conjoin(whole, kernel.discharge(values, of_both))


@lemma("forall x y p q. 1 <= x <= y and 0 <= p <= 1 and 0 <= q <= 1 implies x * p = y * q implies "
       "(x * p + 1 - q) * (y + 1) = y * (x + 1) implies "
       "x * (1 - p) <= y * (1 - q) and 1 - q <= y * (x * (1 - p)) and q <= y * (x * p)")  # fmt: skip
def enough_for_privacy(goal: Goal) -> Proved:
    """With the law of the second response, (17) is enough."""
    return by_parts(goal.conclusion, goal.facts)


@script("sufficient")
def sufficient(goal: Goal) -> Proved:
    """(17) and the law of the second response make both responses private."""
    outer = _outer(goal)
    x, y, p, q = outer.variables
    facts = outer.facts
    told_at = facts[-1]
    one, two = Number(1), Number(2)
    size = [kernel.literal(number) for number in (one, two)]
    both = at(at(told_at, one, given=size), two, given=size, premises=2)
    first, second = (fact for fact in facts_of_all(conjuncts(both), (), ()))
    place = {"x": x, "y": y, "p": p, "q": q}
    equations = [arithmetic(term("x * p = y * q", **place), first, *facts[:6]),
                 arithmetic(term("(x * p + 1 - q) * (y + 1) = y * (x + 1)", **place), second, *facts[:6])]  # fmt: skip
    enough = at(enough_for_privacy(), x, y, p, q, given=[*facts, *equations], premises=3)
    return outer.qed(found(outer.conclusion, *facts[:6], equations[0], *conjuncts(enough)))


@script("largest ratio")
def largest_ratio(goal: Goal) -> Proved:
    """The ratios of what is relaxed are at most x y, and reach it; x y is the larger of y/x and x y."""
    names, facts = goal.names, facts_of(goal)
    x, y, d = (names[name] for name in "xyd")
    facts += [kernel.literal(TWO), arithmetic(term("2 <= 2")), arithmetic(term("1 < y", y=y), *facts)]
    place = {"x": x, "y": y}
    parts_of = applied(goal.conclusion, "and", 2)
    every, _ = sides(parts_of[0] if parts_of else goal.conclusion)
    told_of = kernel.assume(every)
    within = [*facts, kernel.literal(ONE), *conjuncts(arithmetic(term("1 <= 1 and 1 <= 2")))]
    for value in (ONE, TWO, TWO, ONE):
        told_of = at(told_of, value, given=within)
    reached = at(relaxation.step_reaches_its_level(), TWO, x, y, given=facts)
    level = arithmetic(term("x * y <= d", d=d, **place), told_of, *conjuncts(reached))
    inner = take_apart(every)
    a, b, o, z = inner.variables
    within = [*facts, *facts_of(inner)]
    step = at(relaxation.step_private(), TWO, x, y, a, b, o, z, given=within, premises=3)
    positive = at(relaxation.relaxation_not_negative(), TWO, x, y, o, b, z, given=within, premises=3)
    bounded = inner.qed(arithmetic(inner.conclusion, step, positive, term("x * y <= d", d=d, **place)))
    same = derived.equivalent(
        kernel.discharge(every, level), kernel.discharge(term("x * y <= d", d=d, **place), bounded)
    )
    larger = arithmetic(term("y / x <= x * y", **place), *facts)
    ratios = []
    for text in (f"{KEPT} / {SAME} = y / x", f"(1 - {SAME}) / (1 - {KEPT}) = x * y"):
        meant = normal(term(text, **place), _WORDS)
        ratios.append(derived.follow(symmetric(meant), arithmetic(sides(meant.conclusion)[1], *facts)))
    plain = normal(goal.conclusion, *map(by, ratios), unfolding("max"), decided([larger]))
    return derived.follow(symmetric(plain), _of_equal_sides(sides(plain.conclusion)[1], same))


def _of_equal_sides(formula: Term, known: Proved) -> Proved:
    """A conjunction of what is known and of equations whose sides are one term."""
    if formula == known.conclusion:
        return known
    if both := applied(formula, "and", 2):
        return kernel.conjoin(*(_of_equal_sides(part, known) for part in both))
    return kernel.reflexive(sides(formula)[0])


@lemma("forall v. 1 < v implies least_level(2, 2, randomized_response(2, v), v)")
def _level_of_a_response(goal: Goal) -> Proved:
    """The level of a randomized response of two values."""
    return automatic(goal)


@lemma("forall x y d. 1 <= x and x < y implies ((forall a in 1..2. forall b in 1..2. forall o in 1..2. "
       "forall z in 1..2. relaxation(2, x, y)(o, a, z) <= d * relaxation(2, x, y)(o, b, z)) "
       "iff x * y <= d)")  # fmt: skip
def _level_of_a_step(goal: Goal) -> Proved:
    """The level of the relaxation of a response of two values."""
    return largest_ratio(goal)


@script("levels of both responses")
def levels_of_both(goal: Goal) -> Proved:
    """The least levels of a response and of its relaxation, and what they are together."""
    _, rest = applied(goal.conclusion, "and", 2) or ()
    _, powers = applied(rest, "and", 2) or ()
    low, high, d = term("exp(1)"), term("exp(2)"), Free("d #0")
    known = powers_of_e()
    product = arithmetic(term("exp(1) * exp(2) = exp(3)"), *known[:4])
    step = rewritten(at(_level_of_a_step(), low, high, d, given=known), by(product))
    above = arithmetic(term("1 < x", x=low), *known[:4])
    return conjoined(
        at(_level_of_a_response(), low, given=[above]), generalise(step, d), by_arithmetic(powers, known[:4])
    )


def of_the_program(goal: Goal, conclusion: Term) -> Proved:
    """The rows of the program hold exactly for its solution: both are what is required of the second response."""
    rows, printed = sides(conclusion)
    required = term(REQUIRED, **{name: value for name, value in goal.names.items() if name in "mxypqr"})
    first, second = (
        script(Goal(goal.statement, goal.variables, goal.given, equal(required, what)))
        for script, what in ((program, rows), (only_solution, printed))
    )
    return derived.transitive(symmetric(first), second)


@script("one solution")
def one_solution(goal: Goal) -> Proved:
    """The program has one solution."""
    return of_the_program(goal, goal.conclusion)


@script("three equations")
def three_equations(goal: Goal) -> Proved:
    """Three supports have one solution."""
    names, facts = goal.names, facts_of(goal)
    equations, printed = sides(goal.conclusion)
    place = {name: names[name] for name in "mxypqr"}
    total, kept, replaced = conjuncts(kernel.assume(equations))
    known = [*facts, kept]
    meant = normal(total.conclusion, inverses)
    plain = derived.follow(meant, total)
    numbers = [fact for fact in facts if _is_relation(fact.conclusion)]
    share = shares([plain.conclusion, replaced.conclusion, rewritten(replaced, inverses).conclusion], numbers)
    known += [
        arithmetic(term("(m - 1) * q = y * x * (1 - p)", **place), rewritten(replaced, inverses), *share, opaque=True),
        arithmetic(term("(x * p + (m - 1) * q) * (y + m - 1) = y * (x + m - 1)", **place), plain, *share, opaque=True),
    ]
    forth = kernel.discharge(equations, at(solution(), *place.values(), given=known, premises=2))
    told_so = [*facts, *conjuncts(kernel.assume(printed))]
    back = reduced(normal(equations, *told(told_so)), lambda it: _each_holds(it, numbers))
    return derived.equivalent(forth, kernel.discharge(printed, back))


@script("no third of a level")
def no_third(goal: Goal) -> Refuted:
    """The ratio of 3 that is said to be reached is exp(3), which is larger."""
    low, high = term("exp(1)"), term("exp(2)")
    *_, positive = said = list(conjuncts(kernel.assume(goal.statement)))
    known = powers_of_e()
    reached = at(relaxation.step_reaches_its_level(), TWO, low, high, given=known)
    contradiction = arithmetic(FALSE, said[1], positive, *conjuncts(reached), *known[:4])
    return Refuted(derived.reject(goal.statement, contradiction), ())


def failing(worth: tuple[str | None, ...], **values: str) -> Script:
    """A statement fails at these values of its variables, where the sides are worth so much; None divides by 0."""

    def script(goal: Goal) -> Refuted:
        names = [variable.name.split(" ")[0] for variable in goal.variables]
        terms = [term(values[name]) for name in names]
        shown = tuple((name, values[name]) for name in names)
        sides = tuple(None if side is None else Fraction(side) for side in worth)
        return Refuted(refuted_at(goal.statement, terms), shown, sides)

    return script


def part_failing(number: int, worth: tuple[str, ...], **values: str) -> Script:
    """This part of the conclusion fails at these values, whatever the other parts are worth."""

    def script(goal: Goal) -> Refuted:
        consequence = list(conjuncts(granted(goal)))[number]
        for premise in reversed(goal.given):
            consequence = kernel.discharge(premise, consequence)
        consequence = generalise(consequence, *goal.variables)
        wrong = failing(worth, **values)(take_apart(consequence.conclusion))
        assert isinstance(wrong, Refuted), "failing gives no theorem"
        refuted = derived.reject(goal.statement, derived.clash(wrong.theorem, consequence))
        return replace(wrong, theorem=refuted)

    return script


SOLVED = {"m": "3", "x": "2", "y": "3", "p": "9/10", "q": "3/10", "r": "3/5"}
SCRIPTS: Mapping[str, Script] = {
    "another scenario": failing(("1/2", "3/20"), m="3", x="2", y="3", p="1", q="0", r="1/5", a="1", b="2"),
    "equation and inequality": failing(("4/15", "1/2"), x="2", y="3", p="2/5", q="1/2", a="1", b="2"),
    "a factor of the level": failing(("4/5", "3/5"), x="2", y="3", p="1/5", q="4/5", a="1", b="2"),
    "a case of appendix A": failing(("1/5", "1/10"), x="2", y="3", p="19/20", q="2/5", a="1", b="2"),
    "a factor is missing": failing(("1/4", "3/5"), m="3", x="2", y="3", p="0", q="3/5", r="1/5", a="1", b="2", c="3"),
    "only true responses alike": failing(
        ("1/2", "2/3"),
        x="2",
        y="3",
        a="1",
        b="2",
        R="fun o a z. if o = a then 1 / 2 else if a = 1 then (if z = 1 then 1 / 3 else 2 / 3) else 1 / 2",
    ),
    "wrong first response": failing(("7/60", "1/20"), x="2", y="3", p="39/40", q="13/20", a="2", b="1", o="1", z="2"),
    "least of the ratios": failing(("3/8", "1/8"), x="2", y="3", d="2"),
    "an exponent too large": failing((), **SOLVED),
    "a factor too many": failing(("4/5", "13/5"), **SOLVED),
    "mean of a rounded value": failing(("5/2", "2"), n="1", l="1", h="3", f="fun t. 2", x="3"),
    "the same value twice": failing(("3/16", "-1/16"), m="3", x="2", a="1", v="2", w="2"),
    "an impossible history": failing((None, "1/2"), n="1", m="3", x="fun i. 2", a="1", b="2", w="fun t. t"),
    "chosen by the response": failing(("9/20", "3/10"), m="3", x="2", y="fun o. o + 2", a="1", z="1", c="1"),
    "stored rounding into (70)": part_failing(
        0, ("5/2", "2"), n="1", k="1", x="fun i. i + 1", l="1", h="3", f="fun t. 2"
    ),
    "rounded again": failing(("91/3564", "1561/82500"), x="9", y="10", l="0", h="100", c="50", d="99", o="2", z="1"),
    "the truth twice": part_failing(1, ("3", "3/2"), n="0", m="3", x="fun i. i + 1", a="1", b="2", w="fun t. 1"),
    "at the first guarantee": part_failing(-1, ("4/9", "3/8"), n="2", k="1", x="fun i. i + 1", a="fun t. 1", b="1"),
}
