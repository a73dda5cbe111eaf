"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""

from __future__ import annotations

from collections.abc import Mapping

from checks.papers.mw import proofs_of_many_answers
from checks.papers.mw.proofs_of_estimates import Estimate
from checks.papers.mw.proofs_of_first_shares import FirstShare
from checks.verifying.stated import Script, script
from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import Goal, arithmetic, by, conjuncts, instance, normal, rewritten, symmetric, term
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, Free, Number, applied
from derivations.theory.logarithms import exp_less, exp_rises, product_of_exp
from derivations.theory.privacy import composition
from derivations.theory.single_terms import at, each, sum_of_equals


@script("portions")
def portions(goal: Goal) -> Proved:
    """Equal portions of a budget are smaller than it; and composition with a product of the levels that is known."""
    n, z = goal.variables
    some, every = applied(goal.conclusion, "and", 2) or (goal.conclusion, goal.conclusion)
    given = [*conjuncts(kernel.assume(goal.given[0])), arithmetic(term("0 <= n", n=n), *goal.given)]
    whole = at(kernel.axiom("exp_log"), z, given=[arithmetic(term("0 < z", z=z), *given)])
    portion, none, budget = term("log(z)/n", z=z, n=n), Number(0), term("log(z)", z=z)
    above = derived.reject(term("log(z) <= 0", z=z), arithmetic(FALSE, at(exp_rises(), budget, none, given=[
        kernel.assume(term("log(z) <= 0", z=z))]), whole, kernel.axiom("exp_0"), *given))  # fmt: skip
    sizes = [arithmetic(term(text, p=portion, b=budget), above, *given) for text in ("0 < p", "p < b")]
    levels = [at(exp_less(), *pair, given=[size]) for pair, size in zip(
        ((none, portion), (portion, budget)), sizes, strict=True)]  # fmt: skip
    x, t = term("fun t. exp(p)", p=portion), Free("t #0")
    inside = arithmetic(term("1 < exp(p) and exp(p) < z", p=portion, z=z), *levels, whole, kernel.axiom("exp_0"))
    same = term("fun t. p", p=portion)
    total = rewritten(at(product_of_exp(), n, same, given=given), by(sum_of_equals(), given))
    times = arithmetic(term("n*p = b", n=n, p=portion, b=budget), *given)
    product = derived.transitive(rewritten(total, by(times)), whole)
    plain = normal(instance(some, x))
    cut = kernel.witness(some, x, derived.follow(symmetric(plain), kernel.conjoin(each(t, n, inside), product)))
    one = goal_of(every)
    levels_of, mechanisms, first, second, outputs = one.variables
    known, private = conjuncts(kernel.assume(one.given[0]))
    composed = at(composition(), n, mechanisms, levels_of, first, second, outputs, given=[*given, private], premises=2)
    return kernel.conjoin(cut, one.qed(arithmetic(one.conclusion, composed, known)))


EVEN = Estimate(
    "((1 - p)*(N - 2*a) - 2*p*a)/((1 - 3*p)*N)",
    "((1 - p)*(N - 2*b) - 2*p*b)/((1 - 3*p)*N)",
    ("(3*p - 1)*u = 2*d - (1 - p)", "(3*p - 1)*v = 2*e - (1 - p)"),
)
DAGGER = Estimate(
    "(p2 - 1)/(p2 + 2*p1 - 1) + 2*a/((p2 + 2*p1 - 1)*N)",
    "p1/(p2 + 2*p1 - 1) - 1/(3*p2 - 1) - a/((p2 + 2*p1 - 1)*N) + (2*b + a)/((3*p2 - 1)*N)",
    ("(2*p1 + p2 - 1)*u = 2*d - (1 - p2)", "(3*p2 - 1)*v = 2*e - (1 - p2) + u*(p1 - p2)"),
)
DOUBLE_DAGGER = Estimate(
    "(p1 - 1)/(2*p1 - 1) + a/((2*p1 - 1)*N)",
    "p1/(2*(2*p1 - 1)) - 1/(2*p1*(2*p2 - 1)) - a/(2*(2*p1 - 1)*N) + (2*b + a)/(2*p1*(2*p2 - 1)*N)",
    ("(2*p1 - 1)*u = d - (1 - p1)", "2*p1*(2*p2 - 1)*v = 2*e - u*(1 - p1) - 2*(1 - u)*p1*(1 - p2)"),
)
CLUB = Estimate(
    "(p2 - 1)/(p2 + p1 - 1) + a/((p2 + p1 - 1)*N)",
    "p1/(2*(p2 + p1 - 1)) - 1/(2*p2*(2*q - 1)) - a/(2*(p2 + p1 - 1)*N) + (2*b + a)/(2*p2*(2*q - 1)*N)",
    ("(p1 + p2 - 1)*u = d - (1 - p2)", "2*p2*(2*q - 1)*v = 2*e - u*(1 - p1) - 2*(1 - u)*p2*(1 - q)"),
)


FIRST_OF_DOUBLE_DAGGER = FirstShare(
    DOUBLE_DAGGER, ("p1 = 0", "p2 = 1/2"), "(2*p1 - 1)*u = d - (1 - p1)", "(p1 - 1)/(2*p1 - 1) + d/(2*p1 - 1)"
)
FIRST_OF_CLUB = FirstShare(
    CLUB, ("p2 = 0",), "(p1 + p2 - 1)*u = d - (1 - p2)", "(p2 - 1)/(p2 + p1 - 1) + d/(p2 + p1 - 1)"
)

SCRIPTS: Mapping[str, Script] = {
    "composition": lambda goal: composition(),
    "even": EVEN,
    "dagger": DAGGER,
    "dagger, misprinted": DAGGER.refuted,
    "double dagger": DOUBLE_DAGGER,
    "double dagger, misprinted": lambda goal: DOUBLE_DAGGER.refuted(goal, "p1 != 0", "p2 != 1/2"),
    "double dagger, first share": FIRST_OF_DOUBLE_DAGGER,
    "club": CLUB,
    "club, first share": FIRST_OF_CLUB,
    "many answers": proofs_of_many_answers.estimate,
    "many answers, misprinted": proofs_of_many_answers.misprinted,
    "many answers, levels": proofs_of_many_answers.levels,
    "many answers, most likely": proofs_of_many_answers.most_likely,
    "many answers, design": proofs_of_many_answers.design_of_many,
    "two answers, best": proofs_of_many_answers.best_of_two,
    "one design": proofs_of_many_answers.one_design,
    "no design": proofs_of_many_answers.no_design,
    "best above": proofs_of_many_answers.ABOVE,
    "best below": proofs_of_many_answers.BELOW,
}
