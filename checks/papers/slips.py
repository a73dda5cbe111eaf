"""The one slip that explains a wrong formula: a sign, a square, a factor, an index, what stands above and below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, islice, permutations
from math import prod
from typing import overload

from checks.interpreter import Interpreter
from checks.interpreter.values import LogSum, MeaninglessError, Value
from checks.papers.mutators import Mutator, Surroundings, cases, mutations, number, renamed, sign
from checks.reading import syntax as tree
from derivations.prover.equations import solved
from mechanisms.exact.formula import Condition, Formula, in_polynomials
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

MOST_TRIED = 400
MOST_NODES = 80
MOST_FORGOTTEN = 12  # factors and terms that may be missing at one place
SQUARED = (tree.Name, tree.Sum, tree.Quotient)
MULTIPLIED = (tree.Name, tree.Sum, tree.Product, tree.Power, tree.Apply)


@overload
def settled(value: RationalFunction, given: Iterable[Formula]) -> RationalFunction: ...


@overload
def settled(value: Value | None, given: Iterable[Formula]) -> Value | None: ...


def settled(value: Value | None, given: Iterable[Formula]) -> Value | None:
    """A value without symbols of which an equation says what they are, and in e^(eps/2) where it speaks of that."""
    if not isinstance(value, RationalFunction):
        return value
    roots = {x: Polynomial.variable(f"sqrt({x})") for x in value.names if f"sqrt({x})" in value.names}
    known: dict[str, Polynomial] = {x: root**2 for x, root in roots.items()}
    for formula in map(in_polynomials, given):
        if isinstance(formula, Condition) and formula.relation == "=" and (found := solved(formula)) is not None:
            known.setdefault(*found)
    try:
        return value.substitute(known)
    except ZeroDivisionError:
        return value


def without_slip(
    member: tree.Node, value: Value, interpreter: Interpreter, given: Iterable[Formula] = ()
) -> tree.Node | None:
    """The printed formula with one change that gives it the value; None where there is none, and for plain numbers."""
    given = tuple(given)
    is_number = isinstance(member, tree.Number) and isinstance(value, RationalFunction) and not value.names
    if is_number or value == RationalFunction.of(0):
        return None
    names = value.names if isinstance(value, RationalFunction) else ()
    if len(names) == 1 and value == RationalFunction.of(Polynomial.variable(names[0])):
        names = ()  # the value of a name is not told by that name
    changed = slips(member, interpreter, names)
    wanted = settled(value, given)
    return next((one for one in changed if _is_same(settled(value_of(one, interpreter), given), wanted)), None)


def slips(member: tree.Node, interpreter: Interpreter, names: Iterable[str] = ()) -> Iterator[tree.Node]:
    """The formula with one change, the likeliest first; `names` may be missing in it. None of one that is too long."""
    if sum(1 for _ in tree.nodes(member)) > MOST_NODES:
        return
    vocabulary = interpreter.notation.vocabulary
    around = Surroundings(vocabulary, tree.names_in(member))
    usable = sorted(name for name in {*names, *tree.names_in(member)} if name in vocabulary)
    budgets = [name for name, _ in interpreter.notation.domain.exponentials if name in vocabulary]
    likely = chain(
        cases(member, around),
        _superfluous(member),
        _squares_and_complements(member),
        _halves(member),
        _other_budgets(member, budgets),
        _of_one_kind(member, around, sign, number),
        _forgotten(member, usable),
    )
    others = (mutation.root for mutation in mutations(member, around))
    yield from islice(chain(likely, others), MOST_TRIED)


def _is_same(first: Value | None, second: Value | None) -> bool:
    """Whether two values are the same, of sums of logarithms also where 2 log(x) is printed for log(x^2)."""
    if isinstance(first, LogSum) and isinstance(second, LogSum):
        inside = [_argument(value) for value in (first, second)]
        return None not in inside and inside[0] == inside[1]
    return first == second


def _argument(value: LogSum) -> RationalFunction | None:
    """Of what a sum of logarithms is the logarithm; None where that is no quotient of polynomials."""
    found = RationalFunction.of(1)
    for coefficient, argument in value.logarithms:
        power = coefficient.constant_value() if not coefficient.names else None
        if power is None or power.denominator != 1:
            return None
        found = found * (argument ** int(power) if power >= 0 else 1 / argument ** int(-power))
    return found if value.rational.is_zero() else None


def _of_one_kind(member: tree.Node, around: Surroundings, *kinds: Mutator) -> Iterator[tree.Node]:
    """The formula with one change of these kinds, of the terms of a sum the last one first: a - b for a + b."""
    for kind in kinds:
        for path, node in tree.walk(member):
            for other in reversed(list(kind(node, around))):
                yield tree.replace_at(member, path, other)


def _squares_and_complements(member: tree.Node) -> Iterator[tree.Node]:
    """The slips of surveys: a square that is missing, a for 1 - a, and 1 - a for a."""
    one = tree.Number("1")
    for path, node in tree.walk(member):
        above = tree.subtree(member, path[:-1]) if path else None
        if isinstance(above, (tree.Power, tree.Apply)) or not isinstance(node, SQUARED) or _is_bound(node, above):
            continue
        new: list[tree.Node] = [tree.Power(node, tree.Number("2"))]
        match node:
            case tree.Name():
                new.append(tree.Sum((one, tree.Negate(node))))
            case tree.Sum(terms=(tree.Number(text="1"), tree.Negate(term=term))):
                new.append(term)
        for other in new:
            yield tree.replace_at(member, path, other)


def _superfluous(member: tree.Node) -> Iterator[tree.Node]:
    """The formula without one of its terms, or of its factors."""
    for path, node in tree.walk(member):
        match node:
            case tree.Sum(terms=parts) | tree.Product(factors=parts):
                for place in range(len(parts)):
                    rest = (*parts[:place], *parts[place + 1 :])
                    yield tree.replace_at(member, path, type(node)(rest) if len(rest) > 1 else rest[0])


def _forgotten(member: tree.Node, names: Iterable[str]) -> Iterator[tree.Node]:
    """A factor or a term that is missing: 2, 1/2, 1, a name of these, or a bracket that the formula has elsewhere."""
    named = [tree.Name(name) for name in names]
    brackets = [node for node in tree.nodes(member) if isinstance(node, tree.Sum) and node != member]
    inside = list(dict.fromkeys((*named, *brackets)))[:MOST_FORGOTTEN]
    two = tree.Number("2")
    for path, node in tree.walk(member):
        above = tree.subtree(member, path[:-1]) if path else None
        if _is_bound(node, above) or (isinstance(above, tree.Power) and path[-1] == 1):
            continue
        if isinstance(node, MULTIPLIED) and not isinstance(above, (tree.Power, tree.Product)):
            factors = node.factors if isinstance(node, tree.Product) else (node,)
            in_quotient = isinstance(above, tree.Quotient) and (
                path[-1] == 1 or isinstance(above.denominator, MULTIPLIED)
            )
            halves = () if in_quotient else (tree.Quotient(tree.Number("1"), two),)  # no fraction in a fraction
            for missing in (two, *halves, *inside):
                yield tree.replace_at(member, path, _multiplied(missing, factors))
        if isinstance(node, (tree.Name, tree.Sum, tree.Power)) and not isinstance(above, (tree.Sum, tree.Negate)):
            terms = node.terms if isinstance(node, tree.Sum) else (node,)
            has_number = any(isinstance(t.term if isinstance(t, tree.Negate) else t, tree.Number) for t in terms)
            others = [name for name in named[:MOST_FORGOTTEN] if not {name, tree.Negate(name)} & {*terms}]
            for missing in (*([] if has_number else [tree.Number("1")]), *others):
                yield tree.replace_at(member, path, tree.Sum((*terms, tree.Negate(missing))))
                yield tree.replace_at(member, path, tree.Sum((*terms, missing)))


def _multiplied(missing: tree.Node, factors: Sequence[tree.Node]) -> tree.Node:
    """A product with one more factor, which comes together with a number that stands first."""
    numbers = [_number(node) for node in (missing, factors[0])]
    if None in numbers:
        return tree.Product((missing, *factors))
    product = prod(number for number in numbers if number is not None)
    whole = tree.Number(str(product.numerator))
    first = whole if product.denominator == 1 else tree.Quotient(whole, tree.Number(str(product.denominator)))
    found = (*([] if product == 1 else [first]), *factors[1:]) or (whole,)
    return tree.Product(found) if len(found) > 1 else found[0]


def _number(node: tree.Node) -> Fraction | None:
    """The number that is printed, an integer or a fraction of integers; None for anything else."""
    match node:
        case tree.Number(text=text) if text.isdecimal():
            return Fraction(text)
        case tree.Quotient(numerator=tree.Number(text=above), denominator=tree.Number(text=below)):
            return Fraction(int(above), int(below)) if above.isdecimal() and below.isdecimal() and int(below) else None
    return None


def _other_budgets(member: tree.Node, budgets: Sequence[str]) -> Iterator[tree.Node]:
    """Another budget everywhere, such as the whole where its half has a name of its own."""
    for one, other in permutations(budgets, 2):
        if one in tree.names_in(member):
            yield renamed(member, {one: other})


def _halves(member: tree.Node) -> Iterator[tree.Node]:
    """A half or the double for the whole in exponents of e, and the whole for these: in one of them, or in all."""
    yield _with_other_halves(member)
    for change in (_half_or_whole, _double):
        for path, node in tree.walk(member):
            match node:
                case tree.Power(base=tree.Constant(name="e"), exponent=exponent):
                    yield tree.replace_at(member, path, replace(node, exponent=change(exponent)))
                case tree.Apply(function="exp", arguments=(exponent,)):
                    yield tree.replace_at(member, path, replace(node, arguments=(change(exponent),)))


def _with_other_halves(node: tree.Node) -> tree.Node:
    """The formula with each exponent of e changed."""
    match node:
        case tree.Power(base=tree.Constant(name="e"), exponent=exponent):
            return replace(node, exponent=_half_or_whole(exponent))
        case tree.Apply(function="exp", arguments=(exponent,)):
            return replace(node, arguments=(_half_or_whole(exponent),))
    return tree.with_children(node, tuple(map(_with_other_halves, tree.children(node))))


def _half_or_whole(node: tree.Node) -> tree.Node:
    match node:
        case tree.Quotient(numerator=whole, denominator=tree.Number(text="2")):
            return whole
        case tree.Product(factors=(tree.Number(text="2"), whole)):
            return whole
    return tree.Quotient(node, tree.Number("2"))


def _double(node: tree.Node) -> tree.Node:
    factors = node.factors if isinstance(node, tree.Product) else (node,)
    return _multiplied(tree.Number("2"), factors)


def _is_bound(node: tree.Node, above: tree.Node | None) -> bool:
    """Whether a name is the one that the node above it binds, such as the index of a sum: no other can stand there."""
    match above:
        case tree.BigSum(index=index) | tree.BigProduct(index=index):
            return node is index
        case tree.Derivative(variable=variable) | tree.Limit(variable=variable):
            return node is variable
        case (
            tree.ExtremeValue(variables=variables) | tree.ArgMin(variables=variables) | tree.ArgMax(variables=variables)
        ):
            return any(node is variable for variable in variables)
    return False


def value_of(node: tree.Node, interpreter: Interpreter) -> Value | None:
    """The value of a formula; None where it has none."""
    try:
        with interpreter.apart():
            return interpreter.value(node)
    except (MeaninglessError, ValueError, ArithmeticError):
        return None
