"""What is claimed of large values and is false: the negation, from what holds of all large values instead.

The outer symbols get numbers, respondents the value 1 each; p* and q* are what the theorem on the protocol says, and
what lists its responses is known to exist. Then one large number is in the claim and in its opposite.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    ProofError,
    arithmetic,
    by,
    conjuncts,
    cut,
    fresh,
    goal,
    instance,
    normal,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    under,
    unfolding,
)
from derivations.logic.terms import (
    EXP,
    FALSE,
    IMPLIES,
    Abstract,
    Free,
    Number,
    Term,
    applied,
    equal,
    for_all,
    free_variables,
    opened,
    quantified,
    substituted,
    there_is,
)
from derivations.theory.asymptotics import conjuncts_of, eventually, sizes_of
from derivations.theory.automatic import conditions, literals
from derivations.theory.every_size import is_listed, known_from, of_protocol, since_listed
from derivations.theory.logarithms import log_of_exp
from derivations.theory.near_zero import near_zero
from derivations.theory.single_terms import at, by_conditions
from derivations.theory.sums import in_sums, sum_of_ones


@dataclass(frozen=True)
class Opposite:
    """What holds of all large values instead of a claim that bounds t beside b, in the part with number `place`.

    `text` says it of t and b, and of the constant c of an order of growth, as `abs(b) <= 1 / (c^2 + 2) * abs(t)`;
    `size` is the e of the claim, where it has one. A `share` is said of the truths, as `empirical(n, v)(i) = 1`.
    """

    text: str
    size: Fraction | None
    place: int = -1
    share: str = ""


def refuted_growth(statement: Term, values: Mapping[str, Term | None], opposite: Opposite) -> Proved:
    """|- not statement, where its variables have these values; those that are None are of a protocol."""
    size = None if opposite.size is None else Number(opposite.size)
    outside = _Met(kernel.assume(statement), values, (), e=size)
    assumed, given = outside.theorem, outside.known
    existences: list[tuple[Proved, Free]] = []
    while (body := quantified(assumed.conclusion, "exists")) is not None:
        existences.append((assumed, fresh(body)))
        assumed = kernel.assume(opened(body, existences[-1][1]))
    *constants, end = (variable for _, variable in existences)
    claimed = goal(assumed.conclusion)
    *premises, last = claimed.given
    grown = (applied(last, "<=", 2) or (last, last))[1]
    inverse = applied(grown, "/", 2)
    moving = (applied(inverse[1] if inverse else grown, "log", 1) or (grown,))[0]
    bounded = conjuncts_of(claimed.conclusion)[opposite.place]
    names, clash = _clash(bounded, opposite.text, dict(zip("ck", constants, strict=False)))
    other, large = Free("M #0"), Free("n #0")
    whole = term(opposite.text, **names)
    named = {**outside.values, **{_name(variable): variable for variable in claimed.variables}}
    share = [term(opposite.share, **named)] if opposite.share else []
    for premise in (substituted(last, {end: other}), *share, *reversed(premises)):
        whole = IMPLIES(premise, whole)
    for variable in reversed(claimed.variables):
        whole = for_all(variable, whole)
    opposed = replace(goal(there_is(other, whole), depth=0), given=tuple(fact.conclusion for fact in given))
    exists = cut((near_zero if inverse else eventually)(opposed, known_from), *given)
    some = specialise(kernel.axiom("archimedes"), term("a^2 + b^2 + 64", a=end, b=other))
    far = [*given, *conjuncts(kernel.assume(instance(some.conclusion, large)))]
    number: Term = large
    if grown != moving:
        level = term("1/n", n=large) if inverse else large
        number = EXP(level)
        far += [arithmetic(term("0 < l", l=level), *far), specialise(log_of_exp(), level)]
        far += [_beyond_one(level, far), *([_large_inverse(large, far)] if inverse else [])]
    assert isinstance(moving, Free)
    says = _Met(assumed, {**values, _name(moving): number}, far)
    denies = _Met(kernel.assume(instance(exists.conclusion, other)), dict(says.values), far, (outside, says))
    worth = {variable: says.values[_name(variable)] for variable in claimed.variables}
    compared = (sides(normal(substituted(value, worth)).conclusion)[1] for value in names.values())
    impossible = at(clash, *compared, given=[denies.theorem])
    false = derived.clash(impossible, list(conjuncts(says.theorem))[opposite.place])
    false = says.closed(false, denies.left, far)
    false = kernel.unpack(exists, other, kernel.unpack(some, large, false))
    for existence, variable in reversed(existences):
        false = kernel.unpack(existence, variable, false)
    return derived.reject(statement, outside.closed(false, [*outside.left, *denies.left], given))


class _Met:
    """A theorem of values of its variables that meet its premises, these values, and what is known of them.

    Truths stay variables, of which it is assumed what the premises say, since laws speak of any; so does what lists
    responses. `closed` puts in what they are. The variables of `others` are the same here.
    """

    def __init__(
        self,
        theorem: Proved,
        values: Mapping[str, Term | None],
        given: Sequence[Proved],
        others: Sequence[_Met] = (),
        e: Term | None = None,
    ) -> None:
        self.values: dict[str, Term] = {}
        self.truths: dict[Free, Term] = {}
        self.unknown: set[Free] = set()
        self.left: list[Term] = []
        self.open = {variable for other in others for variable in (*other.truths, *other.unknown)}
        self.known = list(given)
        while True:
            if (body := quantified(theorem.conclusion, "forall")) is not None:
                name = body.hint.split(" ")[0]
                value = values.get(name, e)
                if value is None or isinstance(value, Abstract):
                    variable = fresh(body)
                    self.unknown |= {variable} if value is None else set()
                    self.truths |= {} if value is None else {variable: value}
                    value = variable
                self.values[name] = value
                theorem = rewritten(kernel.specialise(theorem, value))
            elif found := applied(theorem.conclusion, "implies", 2):
                stars, premise = self._premise(found[0])
                self.values = {name: _put(stars, value) for name, value in self.values.items()}
                self.unknown -= stars.keys()
                theorem = kernel.detach(kernel.instantiate(theorem, stars), premise)
                self.known += conjuncts(premise)
            else:
                break
        self.theorem = theorem

    def _premise(self, formula: Term) -> tuple[dict[Free, Term], Proved]:
        """A premise, and what p* and q* in it are."""
        wanted = applied(formula, "pure", 6)
        own = of_protocol(wanted[:4], self.known) if wanted else None
        if wanted and own is not None:
            worth = zip(wanted[4:], (applied(own.conclusion, "pure", 6) or ())[4:], strict=True)
            return {star: value for star, value in worth if isinstance(star, Free)}, own
        open_ = self.open | self.unknown
        if is_listed(formula, open_) or free_variables(formula) & (self.truths.keys() | self.open):
            self.left.append(formula)
            return {}, kernel.assume(formula)
        return {}, shown(formula, self.known)

    def closed(self, theorem: Proved, left: Sequence[Term], known: Sequence[Proved]) -> Proved:
        """A theorem without what was left of truths, and of what lists responses, that are variables here."""
        own = self.truths.keys() | self.unknown
        known = [
            fact for fact in known if not any(free_variables(f) & own for f in (fact.conclusion, *fact.hypotheses))
        ]
        theorem = since_listed(theorem, self.left, self.unknown, known)
        theorem = kernel.instantiate(theorem, self.truths)
        said = [formula for formula in left if free_variables(formula) & self.truths.keys()]
        return cut(theorem, *(_of_truths(substituted(formula, self.truths), known) for formula in said))


def _put(stars: Mapping[Free, Term], value: Term) -> Term:
    return stars.get(value, value) if isinstance(value, Free) else value


def _name(variable: Free) -> str:
    return variable.name.split(" ")[0]


def _of_truths(formula: Term, given: Sequence[Proved]) -> Proved:
    """What is said of truths that are written out."""
    steps = (unfolding("word", "empirical", "frequency", "indicator"), conditions, literals, in_sums(given))
    plain = normal(formula, *steps, by(sum_of_ones(), given))
    said = sides(plain.conclusion)[1]
    if (body := quantified(said, "forall")) is None:
        return derived.follow(symmetric(plain), shown(said, given))
    t = fresh(body)
    inside = applied(opened(body, t), "implies", 2) or (said, said)
    each = kernel.generalise(t, kernel.discharge(inside[0], shown(inside[1], given)))
    return derived.follow(symmetric(plain), each)


def _large_inverse(number: Free, far: Sequence[Proved]) -> Proved:
    """|- 1/log(exp(1/n)) = n, for a number that is large"""
    plain = normal(term("1/log(exp(1/n))", n=number), by(log_of_exp()))
    return derived.transitive(plain, arithmetic(equal(sides(plain.conclusion)[1], number), *far))


def _beyond_one(number: Term, far: Sequence[Proved]) -> Proved:
    """|- 1 < exp(n), for a positive number"""
    apart = arithmetic(term("n != 0", n=number), *far)
    return arithmetic(term("1 < exp(n)", n=number), under(specialise(kernel.axiom("exp_above"), number), [apart]), *far)


def _clash(bounded: Term, opposite: str, constants: Mapping[str, Term]) -> tuple[dict[str, Term], Proved]:
    """The numbers t, b and c of a bound, and |- forall t b c. opposite implies not bound"""
    sizes = sizes_of(bounded)
    names: dict[str, Term] = {}
    if sizes is None:
        low, high = applied(bounded, "<=", 2) or (bounded, bounded)
        is_above = isinstance(low, Number)
        names["t"] = high if is_above else low
        said = f"({low.value}) <= t" if isinstance(low, Number) else f"t <= ({_value(high)})"
    else:
        number, factor, other = sizes
        names["t"] = number
        constant = next((name for name, value in constants.items() if value == factor), None)
        said = f"abs(t) <= {constant or f'({_value(factor)})'}"
        if other is not None:
            names["b"] = other
            said += " * abs(b)"
        if constant:
            names["c"] = constants[constant]
            said = said.replace(f"<= {constant}", "<= c")
    wanted = goal(f"forall {' '.join(names)}. ({opposite}) implies not ({said})")
    given = [rewritten(kernel.assume(fact), unfolding("abs")) for fact in (*wanted.given, _denied(wanted.conclusion))]
    false = by_conditions(FALSE, *(part for fact in given for part in conjuncts(fact)))
    return names, wanted.qed(derived.reject(_denied(wanted.conclusion), false))


def _denied(formula: Term) -> Term:
    return (applied(formula, "not", 1) or (formula,))[0]


def _value(number: Term) -> Fraction:
    """A number that is made of numbers."""
    if isinstance(number, Number):
        return number.value
    both = applied(number, "*", 2)
    if both is None:
        raise ProofError(f"{number} is no number")
    return _value(both[0]) * _value(both[1])
