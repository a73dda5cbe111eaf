"""From the syntax tree of a printed statement to what must be shown: sequents that the kernel can state.

The names in the tree get their meaning from the paper's notation, which derives it from the mechanism; nothing here
knows any formula. Each relation of a printed chain becomes obligations of its own, so that a verdict can name the
member that breaks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import reduce
from math import isqrt

from checks.interpreter.arithmetic import (
    added,
    as_logarithms,
    as_number,
    as_quotient,
    branches,
    is_decimal,
    links,
    listed,
    not_zero,
    scaled,
    unsaid,
)
from checks.interpreter.comparisons import compare_values
from checks.interpreter.extrema import extreme, extreme_of_list, quotient_of_extremes, relation_of_lists
from checks.interpreter.matrices import matrix_inverse, matrix_product
from checks.interpreter.minimisers import minimisers
from checks.interpreter.notation import NUMERIC, ONE, ZERO, Notation, Obligation
from checks.interpreter.sets import membership, set_operation, set_value
from checks.reading import syntax as tree
from checks.reading.render import to_latex
from checks.reading.symbols import Kind
from checks.values import (
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
from derivations import kernel
from derivations.kernel import Theorem
from derivations.lemmas import substitute_rational
from derivations.meaning import relation_formula
from derivations.prover.clashes import by_clash
from derivations.statements import LogLinear, Sequent
from mechanisms.formula import Formula, NamedConstant, all_of, any_of, negation, variables
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

EULER = NamedConstant("e", "exp", Fraction(1))


class Interpreter:
    """Reads values and obligations off trees; remembers every divisor and every lemma that it met.

    `required` are further demands for a value to exist: (why, where it is demanded, what is demanded). `roots` are the
    square roots that were met: the name of a variable r with r >= 0 and r^2 = radicand.
    """

    def __init__(
        self, notation: Notation, hypotheses: Iterable[Formula] = (), at: Mapping[str, RationalFunction] | None = None
    ) -> None:
        self.notation = notation
        self.at = dict(at or {})
        self.given = tuple(hypotheses)
        self.divisors: list[RationalFunction] = []
        self.required: list[tuple[str, Formula, Formula]] = []
        self.lemmas: list[Theorem] = []
        self.facts: list[Theorem] = []
        self.roots: dict[str, RationalFunction] = {}
        self._bound: frozenset[str] = frozenset()

    def print(self, node: tree.Node) -> str:
        """The node as LaTeX in the paper's own spelling."""
        return to_latex(node, self.notation.vocabulary)

    # -- values --------------------------------------------------------------------------------------------------------

    def value(self, node: tree.Node) -> Value:
        """The meaning of an expression or a set."""
        match node:
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
                return self._power(node)
            case tree.Derivative():
                return self._derivative(node)
            case tree.Cases():
                return self._cases(node)
            case tree.Matrix():
                return MatrixValue(tuple(tuple(self.number(entry) for entry in row) for row in node.rows))
            case tree.TupleNode():
                return Point(tuple(self.number(item) for item in node.items))
            case tree.SetOperation():
                return set_operation(self, node)
            case tree.SetDisplay() | tree.EmptySet() | tree.Interval() | tree.SetBuilder():
                return self.set_value(node)
            case tree.ArgMin():
                found = self.notation.argmin(self, node)
                if found is not None:
                    return found
                raise MeaninglessError(f"the minimisers in '{self.print(node)}' are not known here as a set")
            case tree.ExtremeValue():
                return extreme(self, node)
            case tree.EvaluatedAt():
                return self._evaluated(node)
            case tree.BigSum():
                summed = self.notation.sums(self, node)
                if summed is not None:
                    return summed
        raise MeaninglessError(f"'{self.print(node)}' has no meaning as a value")

    def set_value(self, node: tree.Node) -> SetValue:
        """The meaning of an expression that must be a set."""
        return set_value(self, node)

    def number(self, node: tree.Node) -> RationalFunction:
        """The meaning of an expression that must be a number."""
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
        """Inside, the names are variables whatever values they have outside."""
        for name in names:
            if name in self.notation.names or name in self.budgets:
                raise MeaninglessError(f"'{self.print(tree.Name(name))}' cannot serve as a variable here")
        kept, self.at = self.at, {k: v for k, v in self.at.items() if k not in names}
        outer, self._bound = self._bound, self._bound.union(names)
        try:
            yield
        finally:
            self.at, self._bound = kept, outer

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
        if node.function == "exp":
            return self.exponential(node.arguments[0])
        if node.function in ("min", "max"):
            return extreme_of_list(self, node)
        if node.function == "log" and len(node.arguments) == 1:
            argument = self.value(node.arguments[0])
            if isinstance(argument, PowerProduct):
                for power, base in argument.logarithm.logarithms:
                    not_zero = any_of([relation_formula(base, ">", ZERO), relation_formula(power, "=", ZERO)])
                    self.demand("a logarithm is taken of something positive", not_zero)
                return argument.logarithm
            number = as_number(argument)
            self.demand("a logarithm is taken of something positive", relation_formula(number, ">", ZERO))
            return LogSum(ZERO, ((ONE, number),))
        if node.function == "sqrt":
            return self.square_root(self.number(node.arguments[0]))
        raise MeaninglessError(f"'{self.print(node)}': the function {node.function} has no meaning here")

    def square_root(self, radicand: RationalFunction, name: str = "") -> RationalFunction:
        """The square root of what is not negative: a number where it is one with a rational root, else a variable.

        Every obligation that speaks of the variable r has the hypotheses r >= 0 and r^2 = radicand. The variable is
        called `name`, unless given sqrt(radicand).
        """
        if self._bound.intersection(radicand.names):
            raise MeaninglessError(f"the square root of {radicand} has no meaning here: it has a bound variable")
        self.demand("a square root is taken of something that is not negative", relation_formula(radicand, ">=", ZERO))
        if not radicand.names:
            value = radicand.evaluate({})
            top, bottom = isqrt(max(value.numerator, 0)), isqrt(value.denominator)
            if value == Fraction(top, bottom) ** 2:
                return RationalFunction.of(Fraction(top, bottom))
        name = name or f"sqrt({radicand})"
        if self.roots.setdefault(name, radicand) != radicand:
            raise MeaninglessError(f"{name} is the square root of {self.roots[name]} already")
        return RationalFunction(Polynomial.variable(name))

    def _root_facts(self, formulas: Iterable[Formula]) -> list[Formula]:
        """What defines the number e and the square roots that the formulas, and the radicands of these, speak of."""
        facts: dict[str, tuple[Formula, Formula]] = {}
        spoken = {name for formula in formulas for name in variables(formula)}
        while missing := (spoken & self.roots.keys()) - facts.keys():
            for name in missing:
                root, radicand = RationalFunction(Polynomial.variable(name)), self.roots[name]
                facts[name] = relation_formula(root, ">=", ZERO), relation_formula(root**2, "=", radicand)
                spoken |= set(radicand.names)
        return [*(fact for pair in facts.values() for fact in pair), *([EULER] if EULER.name in spoken else [])]

    def demand(self, why: str, fact: Formula) -> None:
        """Note a further demand for the value that is being read to exist."""
        self.required.append((why, all_of(()), fact))

    def exponential(self, exponent: tree.Node) -> RationalFunction:
        """e^exponent, where the exponent is an integer combination of budgets, perhaps plus an integer.

        Every obligation that speaks of the number e itself has the hypothesis that it is exp(1).
        """
        names = self.budgets
        kept, self.at = self.at, {**self.at, **{b: RationalFunction(Polynomial.variable(b)) for b in names}}
        try:
            linear = self.number(exponent)
        finally:
            self.at = kept
        if not linear.denominator.is_constant():
            raise MeaninglessError(f"the exponent '{self.print(exponent)}' is not linear in the budgets")
        result = ONE
        for monomial, coefficient in linear.numerator.terms().items():
            if monomial == () and coefficient.denominator == 1:
                result = result * RationalFunction(Polynomial.variable(EULER.name)) ** int(coefficient)
                continue
            if len(monomial) != 1 or monomial[0][1] != 1 or monomial[0][0] not in names or coefficient.denominator != 1:
                raise MeaninglessError(f"the exponent '{self.print(exponent)}' is no integer combination of budgets")
            variable = names[monomial[0][0]]
            base = self.at.get(variable, RationalFunction(Polynomial.variable(variable)))
            if coefficient < 0:
                self.divisors.append(base)
            result = result * base ** int(coefficient)
        return result

    def _quotient(self, top: Value, bottom: Value) -> Value:
        if isinstance(top, Listed) or isinstance(bottom, Listed):
            return quotient_of_extremes(self, top, bottom)
        return scaled(top, self._reciprocal(as_number(bottom)))

    def _reciprocal(self, value: RationalFunction) -> RationalFunction:
        if value.is_zero():
            raise MeaninglessError("a printed denominator is identically zero")
        self.divisors.append(value)
        return ONE / value

    def _product(self, values: Sequence[Value]) -> Value:
        powers = [value for value in values if isinstance(value, PowerProduct)]
        if len(powers) == len(values):
            return PowerProduct(reduce(LogSum.plus, (p.logarithm for p in powers)))
        if any(isinstance(value, MatrixValue) for value in values):
            return matrix_product(values)
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

    def _power(self, node: tree.Power) -> Value:
        known = self.notation.powers(self, node)
        if known is not None:
            return known
        if node.base == tree.Constant("e"):
            return self.exponential(node.exponent)
        exponent = self.number(node.exponent)
        base = self.value(node.base)
        if isinstance(base, MatrixValue):
            return self._matrix_power(node, base, exponent)
        number = self.number(node.base)
        if not (exponent.denominator.is_constant() and exponent.numerator.is_constant()):
            return PowerProduct(LogSum(ZERO, ((exponent, number),)))
        power = exponent.evaluate({})
        if power.denominator != 1 or abs(power) > 1000:
            raise MeaninglessError(f"the exponent {power} is no integer of reasonable size")
        if power < 0:
            self.divisors.append(number)
        return number ** int(power)

    def _matrix_power(self, node: tree.Power, base: MatrixValue, exponent: RationalFunction) -> MatrixValue:
        """The inverse of a square matrix; its determinant must not vanish."""
        if exponent != RationalFunction.of(-1):
            raise MeaninglessError(
                f"'{self.print(node)}': of the powers of a matrix only the inverse has a meaning here"
            )
        inverted, divisor = matrix_inverse(base)
        self.divisors.append(divisor)
        return inverted

    def _derivative(self, node: tree.Derivative) -> Value:
        name = node.variable.name
        if name in self.at:
            raise MeaninglessError(f"'{self.print(node)}': the variable has a fixed value here")
        with self.binding((name,)):
            function = as_logarithms(self.value(node.expression))
        if any(name in c.names or not c.denominator.is_constant() for c, _ in function.logarithms):
            raise MeaninglessError(f"'{self.print(node)}': a coefficient of a logarithm depends on {name}")
        self.divisors.extend(u for _, u in function.logarithms)
        for _ in range(node.order):
            function = LogSum(self._differentiated(function, name), ())
        return function.rational

    def _evaluated(self, node: tree.EvaluatedAt) -> Value:
        """The value of an expression where the printed `name = value` holds."""
        match node.condition:
            case tree.Chain(members=(tree.Name(name=name), place), relations=("=",)):
                value = self.number(place)
            case _:
                raise MeaninglessError(f"'{self.print(node)}': after the bar an equation 'name = value' is needed")
        if isinstance(node.expression, tree.Apply) and name not in tree.names_in(node.expression):
            raise MeaninglessError(f"'{self.print(node)}': nothing before the bar is called {name}")
        with self.binding((name,)), self.apart() as (divisors, required):
            function = self.number(node.expression)
        if any(d.substitute({name: value}).is_zero() for d in divisors):
            raise MeaninglessError(f"'{self.print(node)}': a denominator is zero there")
        self.divisors += [d.substitute({name: value}) for d in divisors]
        here = {name: value}
        self.required += [(w, substitute_rational(c, here), substitute_rational(f, here)) for w, c, f in required]
        return function.substitute({name: value})

    def _differentiated(self, function: LogSum, name: str) -> RationalFunction:
        """The derivative, with the kernel's theorem that it is one."""
        slope = function.rational.derivative(name)
        for coefficient, argument in function.logarithms:
            slope = slope + coefficient * argument.derivative(name) / argument
        linear = LogLinear(
            as_quotient(function.rational), tuple((c.numerator, as_quotient(u)) for c, u in function.logarithms)
        )
        self.facts.append(kernel.derivative(linear, name, as_quotient(slope)))
        return slope

    def _cases(self, node: tree.Cases) -> Piecewise:
        """The value of each branch under its condition; some branch must apply."""
        branches: list[tuple[Formula, Value]] = []
        earlier: list[Formula] = []
        for branch in node.branches:
            condition = (
                all_of(negation(e) for e in earlier) if branch.condition is None else self.formula(branch.condition)
            )
            earlier.append(condition)
            with self.apart() as (divisors, required):
                value = self.value(branch.value)
            facts = [("no denominator vanishes", fact) for fact in not_zero(divisors)]
            self.required += [(why, condition, fact) for why, fact in facts]
            self.required += [(why, all_of([condition, where]), fact) for why, where, fact in required]
            branches.append((condition, value))
        if all(branch.condition is not None for branch in node.branches):
            self.demand("one of the printed cases applies", any_of(earlier))
        return Piecewise(tuple(branches))

    # -- formulas ------------------------------------------------------------------------------------------------------

    def formula(self, node: tree.Node) -> Formula:
        """The formula of a statement, as used for hypotheses and conditions; relations between numbers and sets."""
        match node:
            case tree.Chain():
                return all_of(self._link_formula(a, r, b) for a, r, b in links(node))
            case tree.Conjunction():
                return all_of(self.formula(item) for item in node.items)
            case tree.Disjunction():
                return any_of(self.formula(item) for item in node.items)
            case tree.Connective(connectives=("implies",)):
                return any_of([negation(self.formula(node.members[0])), self.formula(node.members[1])])
        raise MeaninglessError(f"'{self.print(node)}' is no condition")

    def _link_formula(self, left: tree.Node, relation: str, right: tree.Node) -> Formula:
        """The relation as a formula: every term in it has a value, and it holds."""
        if isinstance(left, tree.Listing) or isinstance(right, tree.Listing):
            return all_of(self._link_formula(a, relation, b) for a in listed(left) for b in listed(right))
        budget = self._budget_condition(left, relation, right)
        if budget is not None:
            return budget
        with self.apart() as (divisors, required):
            if relation in ("in", "notin"):
                fact = membership(relation, self.set_value(right), self.coordinates(left))
            elif relation in NUMERIC:
                fact = relation_formula(self.number(left), NUMERIC[relation], self.number(right))
            else:
                raise MeaninglessError(
                    f"the relation '{relation}' between '{self.print(left)}' and '{self.print(right)}' is no condition"
                )
        self.divisors += divisors
        self.required += required
        demands = [any_of([negation(where), demanded]) for _, where, demanded in required]
        return all_of([*unsaid(divisors, fact), *demands, fact])

    def _budget_condition(self, left: tree.Node, relation: str, right: tree.Node) -> Formula | None:
        """eps > 0 reads x > 1: a bare budget may be compared with 0, the logarithm of a number or another budget."""
        names = self.budgets
        if not any(isinstance(side, tree.Name) and side.name in names for side in (left, right)):
            return None
        known: list[Formula] = []
        sides = [self._exponentiated(side, known) for side in (left, right)]
        first, second = sides
        if first is None or second is None or relation not in NUMERIC:
            raise MeaninglessError(
                "a budget can be compared with 0, log(q), other budgets, their sums and the largest of these, "
                f"not '{self.print(left)} {relation} {self.print(right)}'"
            )
        if isinstance(first, Listed) or isinstance(second, Listed):
            return all_of([*known, relation_of_lists(first, relation, second)])
        return all_of([*known, relation_formula(as_number(first), NUMERIC[relation], as_number(second))])

    def _exponentiated(self, node: tree.Node, known: list[Formula]) -> Value | None:
        """e^node for a sum of budgets and logarithms, or the largest of such; None for anything else.

        What must hold for it to have a value is added to `known`.
        """
        names = self.budgets
        match node:
            case tree.Name(name=name) if name in names:
                return self.at.get(names[name], RationalFunction(Polynomial.variable(names[name])))
            case tree.Number() if node.value == 0:
                return ONE
            case tree.Apply(function="log", arguments=(argument,)):
                with self.apart() as (divisors, required):
                    value = self.number(argument)
                known += [*not_zero(divisors), *(any_of([negation(where), f]) for _, where, f in required)]
                known.append(relation_formula(value, ">", ZERO))
                return value
            case tree.Sum(terms=terms):
                parts = [self._exponentiated(term, known) for term in terms]
                if not all(isinstance(part, RationalFunction) for part in parts):
                    return None
                return reduce(lambda a, b: a * b, (as_number(part) for part in parts if part is not None))
            case tree.Negate(term=term):
                inside = self._exponentiated(term, known)
                return ONE / inside if isinstance(inside, RationalFunction) else None
            case tree.Apply(function=("min" | "max") as kind, arguments=arguments):
                listed_parts = [self._exponentiated(argument, known) for argument in arguments]
                if not all(isinstance(part, RationalFunction) for part in listed_parts):
                    return None
                values = tuple(as_number(part) for part in listed_parts if part is not None)
                return Listed(kind, values) if len(values) > 1 else values[0]
        return None

    def coordinates(self, node: tree.Node) -> Coordinates:
        """The coordinates of a point; a number is a point on the line."""
        value = self.value(node)
        return value.coordinates if isinstance(value, Point) else (as_number(value),)

    # -- obligations ---------------------------------------------------------------------------------------------------

    def obligations(self, node: tree.Node, label: str = "") -> list[Obligation]:
        """What must be shown for the printed statement to hold, part by part."""
        match node:
            case tree.Conjunction():
                return [o for item in node.items for o in self.obligations(item, label)]
            case tree.Connective():
                return self._connective(node, label)
            case tree.Chain():
                return [o for parts in self._chain(node, label) for o in parts]
            case tree.Disjunction():
                return [self.shown(label or "one of them holds", self.formula(node), ())]
            case tree.Branch() if node.condition is not None:
                return self.assuming(self.formula(node.condition)).obligations(node.value, label)
        raise MeaninglessError(f"'{self.print(node)}' says nothing that could be true or false")

    def assuming(self, *hypotheses: Formula) -> Interpreter:
        """An interpreter that works under further hypotheses and shares what it meets."""
        inner = Interpreter(self.notation, self.given + hypotheses, self.at)
        inner.lemmas, inner.facts, inner.roots = self.lemmas, self.facts, self.roots
        return inner

    def speaking(self, notation: Notation) -> Interpreter:
        """An interpreter under the same hypotheses for which names mean something else; it shares what it meets."""
        inner = Interpreter(notation, self.given, self.at)
        inner.lemmas, inner.facts, inner.roots = self.lemmas, self.facts, self.roots
        return inner

    def _connective(self, node: tree.Connective, label: str) -> list[Obligation]:
        if len(node.connectives) != 1:
            raise MeaninglessError("only one connective in a statement")
        kind = node.connectives[0]
        left, right = node.members if kind != "if" else node.members[::-1]
        forward = self.assuming(self.formula(left)).obligations(right, label)
        if kind != "iff":
            return forward
        return forward + self.assuming(self.formula(right)).obligations(left, label or "conversely")

    def _chain(self, node: tree.Chain, label: str) -> Iterator[list[Obligation]]:
        exact = node.members[0]
        for place, (left, relation, right) in enumerate(links(node), start=1):
            name = label or (
                f"member {place} {relation} member {place + 1}" if len(node.relations) > 1 else "the relation"
            )
            rounded = left is not exact
            if not (rounded and relation == "="):
                yield self.link(left, relation, right, name)
            if rounded:
                # The rounded number stands for the exact one, also in the next relation.
                yield self.link(exact, relation, right, f"{name}, exact value")
            if not (relation == "=" and is_decimal(right)):
                exact = right

    def link(self, left: tree.Node, relation: str, right: tree.Node, label: str) -> list[Obligation]:
        """Obligations of one relation of a chain."""
        if isinstance(left, tree.Listing) or isinstance(right, tree.Listing):
            return [o for a in listed(left) for b in listed(right) for o in self.link(a, relation, b, label)]
        if relation == "=" and is_decimal(left) and not is_decimal(right):
            left, right = right, left
        budget = self._budget_condition(left, relation, right)
        if budget is not None:
            return [self.shown(label, budget, ())]
        with self.apart() as (divisors, required):
            if isinstance(left, tree.ArgMin) and self.notation.argmin(self, left) is None:
                found = minimisers(self, left, relation, right, label)
            elif relation in ("in", "notin"):
                found = [
                    self.shown(label, membership(relation, target, self.coordinates(left)), (condition,))
                    for condition, target in branches(self.value(right))
                ]
            else:
                found = self.compare(self.value(left), relation, self.value(right), label, right)
        self.divisors += divisors
        self.required += required
        return self.definedness(label, divisors, required) + found

    def definedness(
        self, label: str, divisors: Sequence[RationalFunction], required: Sequence[tuple[str, Formula, Formula]] = ()
    ) -> list[Obligation]:
        """No divisor vanishes where the hypotheses hold, and each is defined itself; and what else is required."""
        found = [self.shown(f"{label}: no denominator vanishes", fact, ()) for fact in not_zero(divisors)]
        return found + [
            self.shown(f"{label}: {why}", fact, (condition,)) for why, condition, fact in dict.fromkeys(required)
        ]

    def compare(
        self, left: Value, relation: str, right: Value, label: str, printed_right: tree.Node | None = None
    ) -> list[Obligation]:
        """What must be shown for a relation between two values, case by case; a printed decimal is a rounded number."""
        found: list[Obligation] = []
        for c1, a in branches(left):
            for c2, b in branches(right):
                extra = tuple(c for c in (c1, c2) if c != all_of(()))
                if extra and by_clash(Sequent(frozenset((*self.given, *extra)), any_of(()))) is not None:
                    found.append(self.shown(f"{label}: these cases do not occur together", any_of(()), extra))
                    continue
                found.extend(compare_values(self, a, relation, b, label, printed_right, extra))
        return found

    def shown(self, label: str, fact: Formula, extra: Iterable[Formula]) -> Obligation:
        """The obligation to show a fact under the hypotheses and further ones."""
        assumed = [*self.given, *(c for c in extra if c != all_of(()))]
        assumed += self._root_facts([*assumed, fact])
        return Obligation(label, Sequent(frozenset(assumed), fact), tuple(self.lemmas))
