"""From the syntax tree of a printed statement to what must be shown: sequents that the kernel can state.

The names in the tree get their meaning from the paper's notation, which derives it from the mechanism; nothing here
knows any formula. Each relation of a printed chain becomes obligations of its own, so that a verdict can name the
member that breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce

from checks.interpreter.arithmetic import (
    added,
    as_logarithms,
    as_number,
    branches,
    infinite,
    is_decimal,
    links,
    listed,
    not_zero,
    over_cases,
    scaled,
    unsaid,
)
from checks.interpreter.as_written import as_written
from checks.interpreter.attained import attained_value, not_attained
from checks.interpreter.budgets import budget_condition, exponential, exponential_value, exponentiated
from checks.interpreter.calculus import derivative, evaluated_at
from checks.interpreter.cases import by_cases, case_by_case, indicator
from checks.interpreter.comparisons import compare_values
from checks.interpreter.conditions import hypotheses_of
from checks.interpreter.counting import COUNTING, counted, whole_number
from checks.interpreter.extrema import extreme, extreme_of_list, quotient_of_extremes
from checks.interpreter.limits import FINITE, limit, limiting, tends_to_infinity
from checks.interpreter.matrices import matrix_product, transposed
from checks.interpreter.minimisers import minimisers
from checks.interpreter.notation import BEST, NUMERIC, ONE, Notation, Obligation
from checks.interpreter.optima import NotAttainedError
from checks.interpreter.powers import (
    absolute,
    logarithm,
    power,
    relation_of_logarithms,
    root_facts,
    square_root,
)
from checks.interpreter.sets import membership, set_operation, set_value
from checks.interpreter.unbounded import beyond, unbounded
from checks.interpreter.values import (
    NOWHERE,
    Compared,
    Coordinates,
    Listed,
    LogSum,
    MatrixValue,
    MeaninglessError,
    Piecewise,
    Point,
    PowerProduct,
    SetValue,
    Value,
)
from checks.reading import syntax as tree
from checks.reading.conditions import conditions_of, rounded_threshold, steps_before_arrow
from checks.reading.plain_functions import by_others
from checks.reading.render import to_latex
from checks.reading.symbols import Kind
from checks.reading.writing_out import WRITTEN_OUT, WritingOut, WritingOutError
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.meaning import relation_formula
from derivations.arithmetic.statements import Sequent
from derivations.prover.clashes import by_clash
from mechanisms.exact.expression import Expression
from mechanisms.exact.formula import (
    AllOf,
    Condition,
    Formula,
    NamedConstant,
    PrintedRelation,
    all_of,
    any_of,
    in_polynomials,
    negation,
    variables,
)
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction


class Interpreter:
    """Reads values and obligations off trees; remembers every divisor and every lemma that it met.

    `required` are further demands for a value to exist: (why, where it is demanded, what is demanded). `roots` are the
    square roots that were met: the name of a variable r with r >= 0 and r^2 = radicand; `constants` are the powers of e
    that were met, by the name of the variable that stands for each. `met` are the variables of all numbers that were
    read. `bound` are the names that are variables of a derivative, an extremum or a set where it reads just now.
    """

    def __init__(
        self, notation: Notation, hypotheses: Iterable[Formula] = (), at: Mapping[str, RationalFunction] | None = None
    ) -> None:
        self.notation = notation
        self.at = dict(at or {})
        self.given = tuple(map(in_polynomials, hypotheses))
        self.divisors: list[RationalFunction] = []
        self.required: list[tuple[str, Formula, Formula]] = []
        self.lemmas: list[Theorem] = []
        self.facts: list[Theorem] = []
        self.roots: dict[str, RationalFunction] = {}
        self.constants: dict[str, NamedConstant] = {}
        self.bound: frozenset[str] = frozenset()
        self.met: set[str] = set()
        self._read: dict[int, tuple[tree.Node, Value]] = {}  # by the identity of the node, which is kept alive

    def print(self, node: tree.Node) -> str:
        """The node as LaTeX in the paper's own spelling."""
        return to_latex(node, self.notation.vocabulary)

    # -- values --------------------------------------------------------------------------------------------------------

    def value(self, node: tree.Node) -> Value:
        """The meaning of an expression or a set."""
        outside = self.met
        if isinstance(node, tree.Operate):
            self.met = set()  # what an expectation is taken over is no symbol of the statement
        try:
            found = self._value(node)
        finally:
            self.met = outside
        if isinstance(found, RationalFunction):
            self.met.update(found.names)
        self._read[id(node)] = node, found
        return found

    def written(self, node: tree.Node) -> Expression | None:
        """A number that has been read, as it is written."""
        return as_written(node, lambda part: self._read.get(id(part), (part, None))[1])

    def _value(self, node: tree.Node) -> Value:
        if (written_out := self.written_out(node)) is not None:
            return self.value(written_out)
        match node:
            case tree.Constant(name="e"):
                return self.exponential_value(tree.Number("1"))
            case tree.Number():
                return RationalFunction.of(node.value)
            case tree.Name():
                return self._name(node)
            case tree.Apply():
                return self._apply(node)
            case tree.Operate(operator=name) if name in self.notation.operators:
                return self.notation.operators[name](self, node)
            case tree.Sum():
                return added([self.value(term) for term in node.terms])
            case tree.Negate():
                return scaled(self.value(node.term), RationalFunction.of(-1))
            case tree.Product():
                return self._product([self.value(factor) for factor in node.factors])
            case tree.Quotient():
                return self._quotient(self.value(node.numerator), self.value(node.denominator))
            case tree.Power():
                return power(self, node)
            case tree.Derivative():
                return derivative(self, node)
            case tree.Cases():
                return by_cases(self, node)
            case tree.Matrix():
                return MatrixValue(tuple(tuple(self.number(entry) for entry in row) for row in node.rows))
            case tree.TupleNode():
                return Point(tuple(self.number(item) for item in node.items))
            case tree.SetOperation():
                return set_operation(self, node)
            case tree.SetDisplay() | tree.EmptySet() | tree.Interval() | tree.SetBuilder():
                return self.set_value(node)
            case tree.ArgMin():
                raise MeaninglessError(f"the minimisers in '{self.print(node)}' are not known here as a set")
            case tree.ExtremeValue():
                return extreme(self, node)
            case tree.EvaluatedAt():
                return evaluated_at(self, node)
            case tree.Limit():
                return limit(self, node)
        raise MeaninglessError(f"'{self.print(node)}' has no meaning as a value")

    def written_out(self, node: tree.Node) -> tree.Node | None:
        """What is finite written out: sums and products, extrema, lists with dots, members of families.

        Raises MeaninglessError where dots do not say what they stand for, and for too many terms.
        """
        if not isinstance(node, WRITTEN_OUT):
            return None
        try:
            return WritingOut(self.notation.vocabulary, self.whole_numbers()).of(node)
        except WritingOutError as error:
            raise MeaninglessError(f"'{self.print(node)}': {error}") from error

    def whole_numbers(self) -> dict[str, int]:
        """The integer values of names."""
        return {name: value for name, number in self.at.items() if (value := whole_number(number)) is not None}

    def listed(self, node: tree.Node) -> tuple[tree.Node, ...]:
        """The members of a comma list, dots written out; anything else is a list of one."""
        members = listed(node)
        if not any(isinstance(member, tree.Dots) for member in members):
            return members
        filled = self.written_out(tree.SetDisplay(members))
        assert isinstance(filled, tree.SetDisplay), "dots are written out in a list"
        return filled.elements

    def set_value(self, node: tree.Node) -> SetValue:
        """The meaning of an expression that must be a set."""
        return set_value(self, node)

    def number(self, node: tree.Node) -> RationalFunction:
        """The meaning of an expression that must be a number. Raises MeaninglessError where it is none."""
        value = self.value(node)
        if not isinstance(value, RationalFunction):
            raise MeaninglessError(f"'{self.print(node)}' is no number")
        return value

    def _name(self, node: tree.Name) -> Value:
        if node.name in self.at:
            return self.at[node.name]
        if node.name in self.notation.names:
            return self.notation.names[node.name](self)
        if node.name in self.budgets:
            raise MeaninglessError(f"the budget '{self.print(node)}' has a meaning in exponents and comparisons only")
        if node.name in self.notation.vocabulary:
            declared = self.notation.vocabulary[node.name]
            is_variable = declared.kind is Kind.FUNCTION and declared.may_stand_alone
            if declared.kind is not Kind.SYMBOL and not is_variable:
                raise MeaninglessError(f"'{self.print(node)}' is a {declared.kind}, not a number")
        return RationalFunction(Polynomial.variable(node.name))

    @property
    def budgets(self) -> dict[str, str]:
        """The symbols of privacy budgets, each with the variable that stands for its exponential."""
        return self.notation.domain.exponential_names()

    @contextmanager
    def binding(self, names: Sequence[str]) -> Iterator[None]:
        """Inside, the names are variables whatever values they have outside, and no symbols of the statement.

        Raises MeaninglessError for a budget, and for what the notation gives a meaning.
        """
        for name in names:
            if name in self.notation.names or name in self.budgets:
                raise MeaninglessError(f"'{self.print(tree.Name(name))}' cannot serve as a variable here")
        kept, self.at = self.at, {k: v for k, v in self.at.items() if k not in names}
        outer, self.bound = self.bound, self.bound.union(names)
        outside, self.met = self.met, set()
        try:
            yield
            self._check_untied(frozenset(names))
        finally:
            outside.update(self.met.difference(names))
            self.at, self.bound, self.met = kept, outer, outside

    def _check_untied(self, bound: frozenset[str]) -> None:
        """MeaninglessError where an equation ties a bound variable to symbols that all stand beside it."""
        given = (
            part for formula in self.given for part in (formula.parts if isinstance(formula, AllOf) else [formula])
        )
        for formula in (*self.notation.domain.conditions, *given):
            if not (isinstance(formula, Condition) and formula.relation == "="):
                continue
            names = variables(formula)
            others = names - self.bound
            if names & bound and others and others <= self.met:
                budgets = {variable: budget for budget, variable in self.budgets.items()}
                one, other = (self.print(tree.Name(budgets.get(n, n))) for n in (min(names & bound), min(others)))
                raise MeaninglessError(
                    f"an equation ties '{one}' to '{other}', so that what is taken over '{one}' alone can be read in "
                    "two ways: print it in one of the two"
                )

    @contextmanager
    def apart(self) -> Iterator[tuple[list[RationalFunction], list[tuple[str, Formula, Formula]]]]:
        """Inside, divisors and demands are collected in lists of their own, which are yielded."""
        kept = self.divisors, self.required
        self.divisors, self.required = [], []
        try:
            yield self.divisors, self.required
        finally:
            self.divisors, self.required = kept

    def _apply(self, node: tree.Apply) -> Value:
        if node.primes:
            raise MeaninglessError(f"'{self.print(node)}': a derivative printed with primes has no meaning here")
        if node.function in self.notation.functions:
            return self.notation.functions[node.function](self, node)
        if (told := by_others(node)) is not None:
            return self.value(told)
        if node.function == "exp":
            return self.exponential_value(node.arguments[0])
        if node.function in ("min", "max"):
            return extreme_of_list(self, node)
        if node.function == "indicator":
            return indicator(self, node.arguments[0])
        if node.function == "transpose":
            return transposed(self.value(node.arguments[0]))
        if node.function == "abs":
            return self._in_each_case(node, lambda value: absolute(self, value))
        if node.function in COUNTING:
            return counted(node.function, [self.number(argument) for argument in node.arguments])
        if node.function == "log":
            return self._in_each_case(node, lambda value: logarithm(self, value))
        if node.function == "sqrt":
            return self._in_each_case(node, lambda value: self.square_root(as_number(value)))
        raise MeaninglessError(f"'{self.print(node)}': the function {node.function} has no meaning here")

    def _in_each_case(self, node: tree.Apply, made: Callable[[Value], Value]) -> Value:
        """What is made of the argument, in each of its cases."""
        return case_by_case(self, self.value(node.arguments[0]), made)

    def square_root(self, radicand: RationalFunction, name: str = "") -> RationalFunction:
        """The square root of what is not negative, called `name` where it is no number, unless given sqrt(radicand)."""
        return square_root(self, radicand, name)

    def exponential(self, exponent: tree.Node) -> RationalFunction:
        """e^exponent, where the exponent is a combination of budgets."""
        return exponential(self, exponent)

    def exponential_value(self, exponent: tree.Node) -> Value:
        """e^exponent, also where a budget is the largest of several."""
        return exponential_value(self, exponent)

    def demand(self, why: str, fact: Formula) -> None:
        """Note a further demand for the value that is being read to exist."""
        self.required.append((why, all_of(()), fact))

    def _quotient(self, top: Value, bottom: Value) -> Value:
        if isinstance(top, Listed) or isinstance(bottom, Listed):
            return quotient_of_extremes(self, top, bottom)
        return self._product([top, case_by_case(self, bottom, self._reciprocal)])

    def _reciprocal(self, value: Value) -> RationalFunction:
        number = as_number(value)
        if number.is_zero():
            raise MeaninglessError("a printed denominator is identically zero")
        self.divisors.append(number)
        return ONE / number

    def _product(self, values: Sequence[Value]) -> Value:
        powers = [value for value in values if isinstance(value, PowerProduct)]
        if len(powers) == len(values):
            return PowerProduct(reduce(LogSum.plus, (p.logarithm for p in powers)))
        if any(isinstance(value, MatrixValue) for value in values):
            return matrix_product(values)
        if sum(isinstance(value, Piecewise) for value in values) > 1:
            return over_cases(values, self._product)
        numbers = ONE
        other: Value | None = None
        for value in values:
            if isinstance(value, RationalFunction):
                numbers = numbers * value
            elif other is None:
                other = value
            else:
                raise MeaninglessError("a product of two things that are no numbers")
        return numbers if other is None else scaled(other, numbers)

    # -- formulas ------------------------------------------------------------------------------------------------------

    def formula(self, node: tree.Node) -> Formula:
        """The formula of a statement in polynomials, as used for hypotheses and conditions."""
        return in_polynomials(self._formula(node))

    def _formula(self, node: tree.Node) -> Formula:
        """The formula of a statement; relations between numbers and sets."""
        match node:
            case tree.Chain():
                return all_of(self._link_formula(a, r, b) for a, r, b in links(node))
            case tree.Conjunction():
                return all_of(self._formula(item) for item in node.items)
            case tree.Disjunction():
                return any_of(self._formula(item) for item in node.items)
            case tree.Connective(connectives=("implies",)):
                return any_of([negation(self._formula(node.members[0])), self._formula(node.members[1])])
        raise MeaninglessError(f"'{self.print(node)}' is no condition")

    def _link_formula(self, left: tree.Node, relation: str, right: tree.Node) -> Formula:
        """The relation as a formula: every term in it has a value, and it holds."""
        if isinstance(left, tree.Listing) or isinstance(right, tree.Listing):
            return all_of(self._link_formula(a, relation, b) for a in self.listed(left) for b in self.listed(right))
        budget = budget_condition(self, left, relation, right)
        if budget is not None:
            return budget
        with self.apart() as (divisors, required):
            if relation in ("in", "notin"):
                fact = membership(relation, self.set_value(right), self.coordinates(left))
            elif relation in NUMERIC:
                fact = self._numeric_link(self.value(left), NUMERIC[relation], self.value(right))
            else:
                raise MeaninglessError(
                    f"the relation '{relation}' between '{self.print(left)}' and '{self.print(right)}' is no condition"
                )
        self.divisors += divisors
        self.required += required
        demands = [any_of([negation(where), demanded]) for _, where, demanded in required]
        return all_of([*unsaid(divisors, fact), *demands, fact])

    def _numeric_link(self, left: Value, relation: PrintedRelation, right: Value) -> Formula:
        """The relation between numbers or logarithms; of those given case by case, in the case that applies."""

        def between(a: Value, b: Value) -> Formula:
            if isinstance(a, LogSum) or isinstance(b, LogSum):
                difference = as_logarithms(a).plus(as_logarithms(b).times(-ONE))
                return relation_of_logarithms(self, difference, relation)
            return relation_formula(as_number(a), relation, as_number(b))

        return any_of(
            all_of([where, elsewhere, between(a, b)]) for where, a in branches(left) for elsewhere, b in branches(right)
        )

    def coordinates(self, node: tree.Node) -> Coordinates:
        """The coordinates of a point; a number is a point on the line."""
        value = self.value(node)
        return value.coordinates if isinstance(value, Point) else (as_number(value),)

    # -- obligations ---------------------------------------------------------------------------------------------------

    def obligations(self, node: tree.Node, label: str = "") -> list[Obligation]:
        """What must be shown for the printed statement to hold, part by part.

        Raises MeaninglessError for what is no statement.
        """
        match node:
            case tree.Conjunction():
                return [o for item in node.items for o in self.obligations(item, label)]
            case tree.Connective():
                return self._connective(node, label)
            case tree.Chain():
                return [o for parts in self._chain(node, label) for o in parts]
            case tree.Disjunction():
                return [self.shown(label or "one of them holds", self._formula(node), ())]
            case tree.Branch() if node.condition is not None:
                return self.assuming(self.formula(node.condition)).obligations(node.value, label)
        raise MeaninglessError(f"'{self.print(node)}' says nothing that could be true or false")

    def assuming(self, *hypotheses: Formula) -> Interpreter:
        """An interpreter that works under further hypotheses and shares what it meets."""
        inner = Interpreter(self.notation, self.given + hypotheses, self.at)
        return inner._sharing(self)

    def speaking(self, notation: Notation) -> Interpreter:
        """An interpreter under the same hypotheses for which names mean something else; it shares what it meets."""
        inner = Interpreter(notation, self.given, self.at)
        return inner._sharing(self)

    def _sharing(self, outer: Interpreter) -> Interpreter:
        """This one, which notes what it meets where the other does."""
        self.lemmas, self.facts, self.roots, self.constants = outer.lemmas, outer.facts, outer.roots, outer.constants
        self.met = outer.met
        return self

    def _connective(self, node: tree.Connective, label: str) -> list[Obligation]:
        each = WritingOut(self.notation.vocabulary, self.whole_numbers()).each(node)
        if each:
            return [o for case in each for o in self.obligations(case, f"{label or 'the case'} {self.print(case)}")]
        if tree.CONDITIONALS.issuperset(node.connectives):
            told = self.assuming(*hypotheses_of(self, node))
            defined = conditions_of(node, self.notation.vocabulary).defined
            return told.obligations(node.members[0], label) + [
                o
                for item in defined
                for o in told.obligations(item, f"the definition of {self.print(item.members[0])}")
            ]
        if len(node.connectives) != 1:
            raise MeaninglessError("only one connective in a statement")
        left, right = node.members
        steps, left = steps_before_arrow(left, self.notation.vocabulary)
        claimed = [o for step in steps for o in self.obligations(step, label or "a step before the arrow")]
        least, most = (right, right) if node.connectives == ("implies",) else rounded_threshold(right) or (right, right)
        forward = claimed + self.assuming(self.formula(left)).obligations(least, label)
        if node.connectives == ("implies",):
            return forward
        return forward + self.assuming(self.formula(most)).obligations(left, label or "conversely")

    def _chain(self, node: tree.Chain, label: str) -> Iterator[list[Obligation]]:
        exact = node.members[0]
        for place, (left, relation, right) in enumerate(links(node), start=1):
            name = label or (
                f"member {place} {relation} member {place + 1}" if len(node.relations) > 1 else "the relation"
            )
            rounded = left is not exact
            span = (left.span[1], right.span[1])
            if not (rounded and relation == "="):
                yield [replace(o, span=span) for o in self.link(left, relation, right, name)]
            if rounded:
                # The rounded number stands for the exact one, also in the next relation.
                found = self.link(exact, relation, right, f"{name}, exact value")
                yield [replace(o, span=span) for o in found]
            if not (relation == "=" and is_decimal(right)):
                exact = right

    def link(self, left: tree.Node, relation: str, right: tree.Node, label: str) -> list[Obligation]:
        """Obligations of one relation of a chain."""
        if isinstance(left, tree.Listing) or isinstance(right, tree.Listing):
            pairs = ((a, b) for a in self.listed(left) for b in self.listed(right))
            return [o for a, b in pairs for o in self.link(a, relation, b, label)]
        if relation == "=" and is_decimal(left) and not is_decimal(right):
            left, right = right, left
        if relation == "=" and isinstance(left, tree.ExtremeValue) and not infinite(right):
            attained = attained_value(self, left, right, label)
            if attained is not None:
                return attained
        budget = budget_condition(self, left, relation, right)
        if budget is not None:
            first, second = (exponentiated(self, side, []) for side in (left, right))
            sides = None if first is None or second is None else (first, second)
            return [replace(self.shown(label, budget, ()), sides=sides, of_exponentials=True)]
        beside: tuple[Compared, Compared] | None = None
        found: list[Obligation] = []
        with self.apart() as (divisors, required):
            if isinstance(left, tree.ArgMax | tree.ArgMin):
                found = minimisers(self, left, relation, right, label)
            elif isinstance(left, tree.Limit) and (sign := infinite(right)) and relation == "=":
                found = tends_to_infinity(self, left, sign, label)
            elif isinstance(left, tree.ExtremeValue) and infinite(right) and relation == "=":
                found = unbounded(self, left, right, label)
            elif relation in ("in", "notin"):
                place = self.coordinates(left)
                for condition, target in branches(self.value(right)):
                    part = self.shown(label, membership(relation, target, place), (condition,))
                    few = isinstance(target, SetValue) and target.candidates and len(place) == 1
                    found.append(replace(part, sides=(place[0], target) if few else None))
            else:
                try:
                    values = self.value(left), self.value(right)
                except NotAttainedError:
                    if relation != "=" or not isinstance(left, tree.ExtremeValue):
                        raise
                    failing = not_attained(self, left, right, label) or beyond(self, left, right, label)
                    if failing is None:
                        raise
                    return failing
                written = self.written(left), self.written(right)
                found = self.compare(values[0], relation, values[1], label, right, written)
                limits = [limiting(self, side) if isinstance(side, tree.Limit) else None for side in (left, right)]
                beside = limits[0] or written[0] or values[0], limits[1] or written[1] or values[1]
                found = [
                    replace(part, sides=(limits[0] or part.sides[0], limits[1] or part.sides[1]))
                    for part in found
                    if part.sides
                ] + [part for part in found if not part.sides]
        self.divisors += divisors
        self.required += required
        apart = beside and (_infinite(left, beside[0]), _infinite(right, beside[1]))
        return [
            replace(part, sides=apart if part.label.endswith(FINITE) else beside)
            for part in self.definedness(label, divisors, required)
        ] + found

    def definedness(
        self, label: str, divisors: Sequence[RationalFunction], required: Sequence[tuple[str, Formula, Formula]] = ()
    ) -> list[Obligation]:
        """No divisor vanishes where the hypotheses hold, and each is defined itself; and what else is required."""
        found = [self.shown(f"{label}: no denominator vanishes", fact, ()) for fact in not_zero(divisors)]
        found += [self.shown(f"{label}: {why}", fact, (condition,)) for why, condition, fact in dict.fromkeys(required)]
        return [replace(obligation, essential=f": {BEST}" in obligation.label) for obligation in found]

    def compare(
        self,
        left: Value,
        relation: str,
        right: Value,
        label: str,
        printed_right: tree.Node | None = None,
        sides: tuple[Expression | None, Expression | None] = (None, None),
    ) -> list[Obligation]:
        """What must be shown for a relation between two values, case by case; a printed decimal is a rounded number.

        `sides` are the values as they are written, where they are numbers.
        """
        found: list[Obligation] = []
        for c1, a in branches(left):
            for c2, b in branches(right):
                extra = tuple(in_polynomials(c) for c in (c1, c2) if c != all_of(()))
                if extra and by_clash(Sequent(frozenset((*self.given, *extra)), any_of(()))) is not None:
                    found.append(self.shown(f"{label}: these cases do not occur together", any_of(()), extra))
                    continue
                parts = compare_values(self, a, relation, b, label, printed_right, extra, sides)
                found.extend(replace(part, sides=(a, b)) if part.label == label else part for part in parts)
        return found

    def shown(self, label: str, fact: Formula, extra: Iterable[Formula]) -> Obligation:
        """The obligation to show a fact under the hypotheses and further ones."""
        assumed = [*self.given, *(in_polynomials(c) for c in extra if c != all_of(()))]
        assumed += root_facts(self, [*assumed, fact])
        return Obligation(label, Sequent(frozenset(assumed), fact), tuple(self.lemmas))


def _infinite(node: tree.Node, value: Compared) -> Compared:
    """What is left of a side that has a value unless a limit inside of it is infinite."""
    inside = any(isinstance(part, tree.Limit) for part in tree.nodes(node))
    return NOWHERE if inside and not isinstance(node, tree.Limit) else value
