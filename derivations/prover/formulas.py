"""From sequents with "and" and "or" to single conditions, by the rules of logic."""

from __future__ import annotations

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.prover.atoms import constant_facts, integer_facts, integer_range
from derivations.prover.lemmas import clash, from_absurdity, with_lemmas
from derivations.prover.search import Search
from derivations.prover.span import note_deciding_signs
from mechanisms.exact.formula import (
    FALSE,
    AllOf,
    AnyOf,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    all_of,
    conditions,
    negation,
    variables,
)
from mechanisms.exact.polynomial import Polynomial

Hypotheses = frozenset[Formula]

_DIGITS = (3, 8, 20, 60)
_WISHES = 3


def prove_formula(search: Search, hypotheses: Hypotheses, conclusion: Formula, effort: int) -> Theorem | None:
    """A theorem "some of the hypotheses |- conclusion", or None."""
    search.deadline.check()
    if conclusion in hypotheses:
        return kernel.assume(conclusion)
    if FALSE in hypotheses:
        return from_absurdity(kernel.assume(FALSE), conclusion)
    conjunction = next((h for h in _sorted(hypotheses) if isinstance(h, AllOf)), None)
    if conjunction is not None:
        theorem = prove_formula(search, (hypotheses - {conjunction}) | set(conjunction.parts), conclusion, effort)
        if theorem is None or not set(conjunction.parts) & theorem.sequent.hypotheses - (hypotheses - {conjunction}):
            return theorem
        return kernel.unpack(theorem, conjunction)
    if isinstance(conclusion, AllOf):
        return _conjunction(search, hypotheses, conclusion, effort)
    if isinstance(conclusion, AnyOf) and conclusion != FALSE:
        return _disjunction(search, hypotheses, conclusion, effort)
    rounded = integer_facts(hypotheses)
    if rounded:
        more = hypotheses | {t.sequent.conclusion for t in rounded}
        theorem = prove_formula(search, more, conclusion, effort)
        return None if theorem is None else with_lemmas(theorem, rounded)
    return _single(search, hypotheses, conclusion, effort)


def _sorted(hypotheses: Hypotheses) -> list[Formula]:
    return sorted(hypotheses, key=str)


def _conjunction(search: Search, hypotheses: Hypotheses, goal: AllOf, effort: int) -> Theorem | None:
    found = []
    for part in goal.parts:
        theorem = prove_formula(search, hypotheses, part, effort)
        if theorem is None:
            return None
        found.append(theorem)
    if all_of(goal.parts) == goal:
        return kernel.conjoin(*found)
    # an unusual conjunction (nested, repeated, of one part): each part refutes one case of its negation
    against = negation(goal)
    assert isinstance(against, AnyOf)
    refutations = [kernel.cut(t, contradiction_between(t.sequent.conclusion)) for t in found]
    return kernel.absurd(kernel.cases(against, *refutations), goal)


def contradiction_between(formula: Formula) -> Theorem:
    """F, not F |- false

    Raises KernelError for a formula that has no negation here.
    """
    if isinstance(formula, Condition):
        return clash(formula)
    if isinstance(formula, AnyOf):
        if not formula.parts:
            return kernel.assume(FALSE)
        against = negation(formula)
        assert isinstance(against, AllOf)
        branches = [kernel.unpack(contradiction_between(part), against) for part in formula.parts]
        return kernel.cases(formula, *branches)
    if isinstance(formula, AllOf):
        against = negation(formula)
        assert isinstance(against, AnyOf)
        if not formula.parts:
            return kernel.assume(FALSE)
        theorem = kernel.cases(against, *(contradiction_between(part) for part in formula.parts))
        return kernel.unpack(theorem, formula)
    raise kernel.KernelError(f"'{formula}' has no negation")


def _disjunction(search: Search, hypotheses: Hypotheses, goal: AnyOf, effort: int) -> Theorem | None:
    for part in goal.parts:
        theorem = prove_formula(search, hypotheses, part, effort)
        if theorem is not None:
            return kernel.choose(theorem, goal)
    for case in _sorted(hypotheses):
        if isinstance(case, AnyOf):
            return _by_case(search, hypotheses, case, goal, effort)
    if len(goal.parts) == 1:
        return None
    theorem = _by_wishes(search, hypotheses, goal, effort)
    if theorem is not None:
        return theorem
    for part in goal.parts:
        # not (the others) |- this one; then the law of the excluded middle
        others = AnyOf(tuple(p for p in goal.parts if p != part))
        if any(not _negatable(p) for p in others.parts):
            continue
        theorem = _last_case(search, hypotheses, part, others, goal, effort)
        if theorem is not None:
            return theorem
    return None


def _by_wishes(search: Search, hypotheses: Hypotheses, goal: AnyOf, effort: int) -> Theorem | None:
    """Either of the parts, depending on a sign that decides between them."""
    facts = frozenset(h for h in hypotheses if isinstance(h, Condition))
    if sum(wish in facts or negation(wish) in facts for wish in search.wishes) > effort:
        return None
    for part in goal.parts:
        if _negatable(part):
            for claim in conditions(part):
                note_deciding_signs(search, facts, claim)
    for wish, _ in search.wishes.most_common(_WISHES):
        both = AnyOf((wish, negation(wish)))
        if not hypotheses & set(both.parts):
            theorem = _by_case(search, hypotheses | {both}, both, goal, effort)
            if theorem is not None:
                return kernel.cut(kernel.excluded_middle(wish), theorem)
    return None


def _last_case(
    search: Search, hypotheses: Hypotheses, part: Formula, others: AnyOf, goal: AnyOf, effort: int
) -> Theorem | None:
    negated = [negation(p) for p in others.parts]
    theorem = prove_formula(search, hypotheses | set(negated), part, effort)
    if theorem is None:
        return None
    theorem = kernel.choose(theorem, goal)
    for other, opposite in zip(others.parts, negated, strict=True):
        if opposite in theorem.sequent.hypotheses - hypotheses:
            branch = kernel.choose(kernel.assume(other), goal)
            either = kernel.cases(AnyOf((other, opposite)), branch, theorem)
            theorem = kernel.cut(kernel.excluded_middle(other), either)
    return theorem


def _negatable(formula: Formula) -> bool:
    if isinstance(formula, (AllOf, AnyOf)):
        return all(_negatable(part) for part in formula.parts)
    return isinstance(formula, Condition)


def _by_case(
    search: Search, hypotheses: Hypotheses, disjunction: AnyOf, conclusion: Formula, effort: int
) -> Theorem | None:
    rest = hypotheses - {disjunction}
    found = []
    for part in disjunction.parts:
        theorem = prove_formula(search, rest | {part}, conclusion, effort)
        if theorem is None:
            return None
        if part not in theorem.sequent.hypotheses - rest:
            return theorem
        found.append(theorem)
    return kernel.cases(disjunction, *found)


def _single(search: Search, hypotheses: Hypotheses, conclusion: Formula, effort: int) -> Theorem | None:
    """A condition, or false, from hypotheses that hold no conjunction."""
    if isinstance(conclusion, Condition) and conclusion.polynomial.is_constant() and not conclusion.holds_at({}):
        refusal = _single(search, hypotheses, FALSE, effort)
        return None if refusal is None else from_absurdity(refusal, conclusion)
    decided = _decided_case(search, hypotheses)
    if decided is not None:
        settled, lemma = decided
        theorem = prove_formula(search, (hypotheses - {settled}) | {lemma.sequent.conclusion}, conclusion, effort)
        return None if theorem is None else with_lemmas(theorem, (lemma,))
    theorem = _from_conditions(search, hypotheses, conclusion, effort)
    if theorem is not None:
        return theorem
    for case in _sorted(hypotheses):
        if isinstance(case, AnyOf):
            return _by_case(search, hypotheses, case, conclusion, effort)
    few = integer_range(hypotheses, 12 * (1 + effort))
    if few is not None:
        cases = few.sequent.conclusion
        assert isinstance(cases, AnyOf)
        if not hypotheses & set(cases.parts):
            theorem = _by_case(search, hypotheses | {cases}, cases, conclusion, effort)
            if theorem is not None:
                return with_lemmas(theorem, (few,))
    return _by_sign_of_integer(search, hypotheses, conclusion, effort) if effort else None


def _decided_case(search: Search, hypotheses: Hypotheses) -> tuple[AnyOf, Theorem] | None:
    """A disjunction of which the facts refute all parts but one, and that part from it: most divisors are not zero."""
    facts = frozenset(h for h in hypotheses if isinstance(h, Condition))
    for case in (h for h in _sorted(hypotheses) if isinstance(h, AnyOf) and len(h.parts) > 1):
        kept: Formula | None = None
        refutations: dict[Formula, Theorem] = {}
        for part in case.parts:
            refutation = _refuted(search, facts, part)
            if refutation is not None:
                refutations[part] = refutation
            elif kept is None:
                kept = part
            else:
                break  # two parts are open
        else:
            left = kept or case.parts[-1]
            branches = [
                kernel.assume(part) if part == left else from_absurdity(refutations[part], left) for part in case.parts
            ]
            return case, kernel.cases(case, *branches)
    return None


def _refuted(search: Search, facts: frozenset[Condition], part: Formula) -> Theorem | None:
    """facts, part |- false, where that is cheap to see."""
    if not isinstance(part, Condition):
        return None
    opposite = negation(part)
    assert isinstance(opposite, Condition)
    theorem = search.prove_cheaply(facts, opposite)
    return None if theorem is None else kernel.cut(theorem, clash(opposite))


def _by_sign_of_integer(search: Search, hypotheses: Hypotheses, conclusion: Formula, effort: int) -> Theorem | None:
    """n > k, where n >= k + 1 because n is an integer, or n <= k: for k = 0, and where the conclusion changes sign."""
    for name in sorted(h.name for h in hypotheses if isinstance(h, IntegerValued)):
        for place in (0, *_last_before_sign_changes(conclusion, name)):
            above = Condition(Polynomial.variable(name) - place, ">")
            both = AnyOf((above, negation(above)))
            if name in variables(conclusion) and not hypotheses & set(both.parts):
                theorem = _by_case(search, hypotheses | {both}, both, conclusion, effort - 1)
                if theorem is not None:
                    return kernel.cut(kernel.excluded_middle(above), theorem)
    return None


def _last_before_sign_changes(conclusion: Formula, name: str) -> list[int]:
    """The integers k up to 64 in size such that a polynomial in one variable is 0 or changes its sign in [k, k + 1]."""
    if not isinstance(conclusion, Condition) or conclusion.polynomial.names != (name,):
        return []
    values = {k: conclusion.polynomial.evaluate({name: k}) for k in range(-64, 66)}
    return [k for k in range(-64, 65) if k and values[k] * values[k + 1] <= 0]


def _from_conditions(search: Search, hypotheses: Hypotheses, conclusion: Formula, effort: int) -> Theorem | None:
    facts = frozenset(h for h in hypotheses if isinstance(h, Condition))
    if any(isinstance(h, NamedConstant) for h in hypotheses):
        for digits in _DIGITS[: 2 + effort]:
            lemmas = constant_facts(hypotheses, digits)
            closer = facts | {t.sequent.conclusion for t in lemmas if isinstance(t.sequent.conclusion, Condition)}
            theorem = _from_facts(search, closer, conclusion, effort)
            if theorem is not None:
                return with_lemmas(theorem, lemmas)
        return None
    return _from_facts(search, facts, conclusion, effort)


def _from_facts(search: Search, facts: frozenset[Condition], conclusion: Formula, effort: int) -> Theorem | None:
    if isinstance(conclusion, Condition):
        return search.prove(facts, conclusion, effort)
    if conclusion != FALSE:
        return None
    for fact in sorted(facts, key=lambda f: (-f.polynomial.total_degree(), str(f))):
        opposite = negation(fact)
        assert isinstance(opposite, Condition)
        theorem = search.prove(facts - {fact}, opposite, effort)
        if theorem is not None:
            return kernel.cut(theorem, clash(opposite))
    if not facts:
        return None
    return _decided(Sequent(frozenset(facts), FALSE))


def _decided(goal: Sequent) -> Theorem | None:
    if len(frozenset().union(*(variables(h) for h in goal.hypotheses))) > 1:
        return None
    try:
        return kernel.one_variable(goal)
    except kernel.KernelError:
        return None
