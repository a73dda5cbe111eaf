"""From the syntax tree of a printed statement to what must be shown: sequents that the kernel can state.

The names in the tree get their meaning from the paper's notation, which derives it from the mechanism; nothing here
knows any formula. Each relation of a printed chain becomes obligations of its own, so that a verdict can name the
member that breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import product

from flint import fmpz

from checks.reading import syntax as tree
from checks.reading.render import to_latex
from checks.reading.symbols import Kind, Symbols
from checks.values import (
    Coordinates,
    Extreme,
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
from derivations.meaning import PrintedRelation, defined, relation_formula
from derivations.prover import Proved, prove
from derivations.prover.clashes import by_clash
from derivations.statements import LogLinear, Quotient, Sequent
from mechanisms.domain import Domain
from mechanisms.formula import AllOf, Condition, Formula, all_of, any_of, negation, variables
from mechanisms.polynomial import Polynomial
from mechanisms.rational import RationalFunction

ZERO = RationalFunction.of(0)
ONE = RationalFunction.of(1)
NUMERIC: dict[str, PrintedRelation] = {"=": "=", ":=": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


@dataclass(frozen=True)
class Obligation:
    """Something to be shown: the label says which part of the print it is.

    Where the sequent is sufficient for the print but says more, `fails_at` tells whether the print itself fails at a
    point (KeyError when the point lacks one of `names`); a counterexample counts only where it does.
    """

    label: str
    sequent: Sequent
    lemmas: tuple[Theorem, ...] = ()
    fails_at: Callable[[Mapping[str, Fraction]], bool] | None = None
    names: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Notation:
    """How a paper spells its names, what they mean (derived from first principles), and where its symbols live.

    `functions`, `operators` and `names` are keyed by canonical name. `argmin` may know the minimisers of a problem from
    a derivation of its own; where it returns None, the definition of a minimiser is used. `shown` says how to write an
    internal name for a reader.
    """

    vocabulary: Symbols
    domain: Domain
    functions: Mapping[str, Callable[[Interpreter, tree.Apply], Value]] = field(default_factory=dict)
    operators: Mapping[str, Callable[[Interpreter, tree.Operate], Value]] = field(default_factory=dict)
    names: Mapping[str, Callable[[Interpreter], Value]] = field(default_factory=dict)
    argmin: Callable[[Interpreter, tree.ArgMin], Value | None] = lambda interpreter, node: None
    shown: Mapping[str, str] = field(default_factory=dict)


class Interpreter:
    """Reads values and obligations off trees; remembers every divisor and every lemma that it met.

    `required` are further demands for a value to exist: (why, where it is demanded, what is demanded).
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
                return _added([self.value(term) for term in node.terms])
            case tree.Negate():
                return _scaled(self.value(node.term), RationalFunction.of(-1))
            case tree.Product():
                return self._product([self.value(factor) for factor in node.factors])
            case tree.Quotient():
                bottom = self.number(node.denominator)
                return _scaled(self.value(node.numerator), self._reciprocal(bottom))
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
                return self._set_operation(node)
            case tree.SetDisplay() | tree.EmptySet() | tree.Interval() | tree.SetBuilder():
                return self.set_value(node)
            case tree.ArgMin():
                found = self.notation.argmin(self, node)
                if found is not None:
                    return found
                raise MeaninglessError(f"the minimisers in '{self.print(node)}' are not known here as a set")
            case tree.ExtremeValue():
                return self._extreme(node)
        raise MeaninglessError(f"'{self.print(node)}' has no meaning as a value")

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
        if node.name in self._budgets:
            raise MeaninglessError(f"the budget '{self.print(node)}' has a meaning in exponents and comparisons only")
        vocabulary = self.notation.vocabulary
        if node.name in vocabulary and vocabulary[node.name].kind is not Kind.SYMBOL:
            raise MeaninglessError(f"'{self.print(node)}' is a {vocabulary[node.name].kind}, not a number")
        return RationalFunction(Polynomial.variable(node.name))

    @property
    def _budgets(self) -> dict[str, str]:
        return self.notation.domain.exponential_names()

    @contextmanager
    def _binding(self, names: Sequence[str]) -> Iterator[None]:
        """Inside, the names are variables whatever values they have outside."""
        for name in names:
            if name in self.notation.names or name in self._budgets:
                raise MeaninglessError(f"'{self.print(tree.Name(name))}' cannot serve as a variable here")
        kept, self.at = self.at, {k: v for k, v in self.at.items() if k not in names}
        try:
            yield
        finally:
            self.at = kept

    @contextmanager
    def _apart(self) -> Iterator[tuple[list[RationalFunction], list[tuple[str, Formula, Formula]]]]:
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
        if node.function == "log" and len(node.arguments) == 1:
            argument = self.value(node.arguments[0])
            if isinstance(argument, PowerProduct):
                for power, base in argument.logarithm.logarithms:
                    not_zero = any_of([relation_formula(base, ">", ZERO), relation_formula(power, "=", ZERO)])
                    self._demand("a logarithm is taken of something positive", not_zero)
                return argument.logarithm
            number = _number(argument)
            self._demand("a logarithm is taken of something positive", relation_formula(number, ">", ZERO))
            return LogSum(ZERO, ((ONE, number),))
        raise MeaninglessError(f"'{self.print(node)}': the function {node.function} has no meaning here")

    def _demand(self, why: str, fact: Formula) -> None:
        self.required.append((why, all_of(()), fact))

    def exponential(self, exponent: tree.Node) -> RationalFunction:
        """e^exponent, where the exponent is an integer combination of budgets."""
        names = self._budgets
        kept, self.at = self.at, {**self.at, **{b: RationalFunction(Polynomial.variable(b)) for b in names}}
        try:
            linear = self.number(exponent)
        finally:
            self.at = kept
        if not linear.denominator.is_constant():
            raise MeaninglessError(f"the exponent '{self.print(exponent)}' is not linear in the budgets")
        result = ONE
        for monomial, coefficient in linear.numerator.terms().items():
            if len(monomial) != 1 or monomial[0][1] != 1 or monomial[0][0] not in names or coefficient.denominator != 1:
                raise MeaninglessError(f"the exponent '{self.print(exponent)}' is no integer combination of budgets")
            variable = names[monomial[0][0]]
            base = self.at.get(variable, RationalFunction(Polynomial.variable(variable)))
            if coefficient < 0:
                self.divisors.append(base)
            result = result * base ** int(coefficient)
        return result

    def _reciprocal(self, value: RationalFunction) -> RationalFunction:
        if value.is_zero():
            raise MeaninglessError("a printed denominator is identically zero")
        self.divisors.append(value)
        return ONE / value

    def _product(self, values: Sequence[Value]) -> Value:
        powers = [value for value in values if isinstance(value, PowerProduct)]
        if len(powers) == len(values):
            return PowerProduct(reduce(LogSum.plus, (p.logarithm for p in powers)))
        numbers = ONE
        other: Value | None = None
        for value in values:
            if isinstance(value, RationalFunction):
                numbers = numbers * value
            elif other is None:
                other = value
            else:
                raise MeaninglessError("a product of two things that are no numbers")
        return numbers if other is None else _scaled(other, numbers)

    def _power(self, node: tree.Power) -> Value:
        if node.base == tree.Constant("e"):
            return self.exponential(node.exponent)
        exponent = self.number(node.exponent)
        number = self.number(node.base)
        if not (exponent.denominator.is_constant() and exponent.numerator.is_constant()):
            return PowerProduct(LogSum(ZERO, ((exponent, number),)))
        power = exponent.evaluate({})
        if power.denominator != 1 or abs(power) > 1000:
            raise MeaninglessError(f"the exponent {power} is no integer of reasonable size")
        if power < 0:
            self.divisors.append(number)
        return number ** int(power)

    def _derivative(self, node: tree.Derivative) -> Value:
        name = node.variable.name
        if name in self.at:
            raise MeaninglessError(f"'{self.print(node)}': the variable has a fixed value here")
        with self._binding((name,)):
            function = _as_log(self.value(node.expression))
        if any(name in c.names or not c.denominator.is_constant() for c, _ in function.logarithms):
            raise MeaninglessError(f"'{self.print(node)}': a coefficient of a logarithm depends on {name}")
        self.divisors.extend(u for _, u in function.logarithms)
        for _ in range(node.order):
            function = LogSum(self._differentiated(function, name), ())
        return function.rational

    def _differentiated(self, function: LogSum, name: str) -> RationalFunction:
        """The derivative, with the kernel's theorem that it is one."""
        slope = function.rational.derivative(name)
        for coefficient, argument in function.logarithms:
            slope = slope + coefficient * argument.derivative(name) / argument
        linear = LogLinear(
            _quotient(function.rational), tuple((c.numerator, _quotient(u)) for c, u in function.logarithms)
        )
        self.facts.append(kernel.derivative(linear, name, _quotient(slope)))
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
            with self._apart() as (divisors, required):
                value = self.value(branch.value)
            facts = [("no denominator vanishes", fact) for fact in _not_zero(divisors)]
            self.required += [(why, condition, fact) for why, fact in facts]
            self.required += [(why, all_of([condition, where]), fact) for why, where, fact in required]
            branches.append((condition, value))
        if all(branch.condition is not None for branch in node.branches):
            self._demand("one of the printed cases applies", any_of(earlier))
        return Piecewise(tuple(branches))

    # -- sets ----------------------------------------------------------------------------------------------------------

    def set_value(self, node: tree.Node) -> SetValue:
        """The meaning of an expression that must be a set."""
        match node:
            case tree.SetDisplay():
                values = [self.value(element) for element in node.elements]
                return SetValue.finite(tuple(v.coordinates if isinstance(v, Point) else (_number(v),) for v in values))
            case tree.EmptySet():
                return SetValue.finite((), 0)
            case tree.Interval():
                low, high = self.number(node.low), self.number(node.high)
                return SetValue(1, lambda z: self._between(low, z[0], high, node.closed_low, node.closed_high))
            case tree.SetBuilder():
                return self._set_builder(node)
        value = self.value(node)
        if not isinstance(value, SetValue):
            raise MeaninglessError(f"'{self.print(node)}' is no set")
        return value

    def _set_operation(self, node: tree.SetOperation) -> Value:
        """The combined set; case by case when an operand is given so."""
        operands = [_branches(self.value(operand)) for operand in node.operands]
        combined: list[tuple[Formula, Value]] = []
        for choice in product(*operands):
            sets = [s for _, s in choice if isinstance(s, SetValue)]
            if len(sets) != len(operands):
                raise MeaninglessError(f"'{self.print(node)}' is no set")
            combined.append((all_of(c for c, _ in choice), _combined(node.operation, sets)))
        return combined[0][1] if len(combined) == 1 else Piecewise(tuple(combined))

    @staticmethod
    def _between(
        low: RationalFunction, z: RationalFunction, high: RationalFunction, closed_low: bool, closed_high: bool
    ) -> Formula:
        return all_of(
            (
                relation_formula(low, "<=" if closed_low else "<", z),
                relation_formula(z, "<=" if closed_high else "<", high),
            )
        )

    def _set_builder(self, node: tree.SetBuilder) -> SetValue:
        element: tree.Node = node.element
        bound: tree.Node | None = None
        if isinstance(node.element, tree.Chain) and node.element.relations == ("in",):
            element, bound = node.element.members
        names = bound_names(element)
        if len(set(names)) < len(names):
            raise MeaninglessError(f"'{self.print(node)}': a variable is bound twice")
        with self._binding(names), self._apart() as (divisors, required):
            condition = self.formula(node.condition)
        # Where the condition has no value for an element, the element does not satisfy it.
        self.divisors += [d for d in divisors if not set(names) & set(d.names)]
        self.required += required
        within = self._ambient(bound, names)

        def member(z: Coordinates) -> Formula:
            return substitute_rational(all_of([within, condition]), dict(zip(names, z, strict=True)))

        return SetValue(len(names), member)

    def _ambient(self, bound: tree.Node | None, names: Sequence[str]) -> Formula:
        coordinates = tuple(RationalFunction(Polynomial.variable(n)) for n in names)
        match bound:
            case None:
                return all_of(())
            case tree.Name(name="Reals"):
                return all_of(()) if len(names) == 1 else any_of(())  # a tuple is no real number
            case tree.Power(base=tree.Name(name="Reals"), exponent=exponent):
                return all_of(()) if self.number(exponent) == RationalFunction.of(len(names)) else any_of(())
        return self.set_value(bound).has(coordinates)

    # -- extrema -------------------------------------------------------------------------------------------------------

    def _extreme(self, node: tree.ExtremeValue) -> Extreme:
        interval = node.domain
        if node.expression is None or node.jointly or not isinstance(interval, tree.Interval):
            raise MeaninglessError(f"'{self.print(node)}': only extrema over intervals have a meaning here")
        closed = interval.closed_low and interval.closed_high
        if node.kind in ("min", "max") and not closed:
            raise MeaninglessError(f"'{self.print(node)}': a {node.kind} over an interval without one of its ends")
        names = tuple(v.name for v in node.variables)
        low, high = self.number(interval.low), self.number(interval.high)
        self._demand("the interval is not empty", relation_formula(low, "<=" if closed else "<", high))
        each = self.set_value(interval)
        box = all_of(each.member((RationalFunction(Polynomial.variable(n)),)) for n in names)
        with self._binding(names), self._apart() as (divisors, required):
            inner = self.value(node.expression)
        outer = tuple(end for pair in inner.box for end in pair) if isinstance(inner, Extreme) else ()
        spoken = {n for d in (*divisors, *outer) for n in d.names}.union(*(variables(f) for _, _, f in required))
        if spoken & set(names):
            raise MeaninglessError(f"'{self.print(node)}': a denominator or an end depends on a bound variable")
        self.divisors += divisors
        self.required += required
        if isinstance(inner, Extreme):
            if inner.lowest != (node.kind in ("min", "inf")):
                raise MeaninglessError("a minimum of a maximum has no meaning here")
            return Extreme(
                node.kind,
                inner.body,
                inner.variables + names,
                inner.box + ((low, high),) * len(names),
                all_of([inner.condition, box]),
            )
        return Extreme(node.kind, _number(inner), names, ((low, high),) * len(names), box)

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
            return all_of(self._link_formula(a, relation, b) for a in _listed(left) for b in _listed(right))
        budget = self._budget_condition(left, relation, right)
        if budget is not None:
            return budget
        with self._apart() as (divisors, required):
            if relation in ("in", "notin"):
                fact = _membership(relation, self.set_value(right), self._coordinates(left))
            elif relation in NUMERIC:
                fact = relation_formula(self.number(left), NUMERIC[relation], self.number(right))
            else:
                raise MeaninglessError(
                    f"the relation '{relation}' between '{self.print(left)}' and '{self.print(right)}' is no condition"
                )
        self.divisors += divisors
        self.required += required
        demands = [any_of([negation(where), demanded]) for _, where, demanded in required]
        return all_of([*_unsaid(divisors, fact), *demands, fact])

    def _budget_condition(self, left: tree.Node, relation: str, right: tree.Node) -> Formula | None:
        """eps > 0 reads x > 1: a bare budget may be compared with 0, the logarithm of a number or another budget."""
        names = self._budgets
        if not any(isinstance(side, tree.Name) and side.name in names for side in (left, right)):
            return None
        sides: list[RationalFunction] = []
        known: list[Formula] = []
        for side in (left, right):
            if isinstance(side, tree.Name) and side.name in names:
                sides.append(self.at.get(names[side.name], RationalFunction(Polynomial.variable(names[side.name]))))
            elif isinstance(side, tree.Number) and side.value == 0:
                sides.append(ONE)
            elif isinstance(side, tree.Apply) and side.function == "log" and len(side.arguments) == 1:
                with self._apart() as (divisors, required):
                    sides.append(self.number(side.arguments[0]))
                known += [*_not_zero(divisors), *(any_of([negation(where), f]) for _, where, f in required)]
                known.append(relation_formula(sides[-1], ">", ZERO))
        if len(sides) < 2 or relation not in NUMERIC:
            raise MeaninglessError(
                "a budget can be compared with 0, log(q) and other budgets, "
                f"not '{self.print(left)} {relation} {self.print(right)}'"
            )
        return all_of([*known, relation_formula(sides[0], NUMERIC[relation], sides[1])])

    def _coordinates(self, node: tree.Node) -> Coordinates:
        value = self.value(node)
        return value.coordinates if isinstance(value, Point) else (_number(value),)

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
                return [self._shown(label or "one of them holds", self.formula(node), ())]
            case tree.Branch() if node.condition is not None:
                return self.assuming(self.formula(node.condition)).obligations(node.value, label)
        raise MeaninglessError(f"'{self.print(node)}' says nothing that could be true or false")

    def assuming(self, *hypotheses: Formula) -> Interpreter:
        """An interpreter that works under further hypotheses and shares what it meets."""
        inner = Interpreter(self.notation, self.given + hypotheses, self.at)
        inner.lemmas, inner.facts = self.lemmas, self.facts
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
            if not (relation == "=" and _is_decimal(right)):
                exact = right

    def link(self, left: tree.Node, relation: str, right: tree.Node, label: str) -> list[Obligation]:
        """Obligations of one relation of a chain."""
        if isinstance(left, tree.Listing) or isinstance(right, tree.Listing):
            return [o for a in _listed(left) for b in _listed(right) for o in self.link(a, relation, b, label)]
        if relation == "=" and _is_decimal(left) and not _is_decimal(right):
            left, right = right, left
        budget = self._budget_condition(left, relation, right)
        if budget is not None:
            return [self._shown(label, budget, ())]
        with self._apart() as (divisors, required):
            if isinstance(left, tree.ArgMin) and self.notation.argmin(self, left) is None:
                found = self.minimisers(left, relation, right, label)
            elif relation in ("in", "notin"):
                found = [
                    self._shown(label, _membership(relation, target, self._coordinates(left)), (condition,))
                    for condition, target in _branches(self.value(right))
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
        found = [self._shown(f"{label}: no denominator vanishes", fact, ()) for fact in _not_zero(divisors)]
        return found + [
            self._shown(f"{label}: {why}", fact, (condition,)) for why, condition, fact in dict.fromkeys(required)
        ]

    def compare(
        self, left: Value, relation: str, right: Value, label: str, printed_right: tree.Node | None = None
    ) -> list[Obligation]:
        """What must be shown for a relation between two values, case by case; a printed decimal is a rounded number."""
        found: list[Obligation] = []
        for c1, a in _branches(left):
            for c2, b in _branches(right):
                extra = tuple(c for c in (c1, c2) if c != all_of(()))
                if extra and by_clash(Sequent(frozenset((*self.given, *extra)), any_of(()))) is not None:
                    found.append(self._shown(f"{label}: these cases do not occur together", any_of(()), extra))
                    continue
                found.extend(self._compare_plain(a, relation, b, label, printed_right, extra))
        return found

    def _compare_plain(
        self, a: Value, relation: str, b: Value, label: str, printed: tree.Node | None, extra: tuple[Formula, ...]
    ) -> list[Obligation]:
        if isinstance(a, MatrixValue) and isinstance(b, MatrixValue) and relation in ("=", ":="):
            if len(a.rows) != len(b.rows) or len(a.rows[0]) != len(b.rows[0]):
                raise MeaninglessError("two matrices of different shapes are compared")
            return [
                self._shown(f"{label}, entry ({i}, {j})", relation_formula(p, "=", q), extra)
                for i, (row, other) in enumerate(zip(a.rows, b.rows, strict=True))
                for j, (p, q) in enumerate(zip(row, other, strict=True))
            ]
        if isinstance(a, SetValue) and isinstance(b, SetValue):
            return self._compare_sets(a, relation, b, label, extra)
        if isinstance(a, PowerProduct) and isinstance(b, PowerProduct):
            return self._compare_logs(a.logarithm, relation, b.logarithm, label, extra, powers=True)
        if isinstance(a, LogSum) or isinstance(b, LogSum):
            return self._compare_logs(_as_log(a), relation, _as_log(b), label, extra)
        if isinstance(a, Extreme) or isinstance(b, Extreme):
            return self._compare_extremes(a, relation, b, label, extra)
        if isinstance(a, RationalFunction) and isinstance(b, RationalFunction) and relation in NUMERIC:
            if relation == "=" and printed is not None and _is_decimal(printed):
                return [self._shown(label, rounded_to(a, printed), extra)]
            return [self._shown(label, relation_formula(a, NUMERIC[relation], b), extra)]
        raise MeaninglessError(f"{label}: '{relation}' does not relate these two things")

    def _compare_logs(
        self, a: LogSum, relation: str, b: LogSum, label: str, extra: tuple[Formula, ...], *, powers: bool = False
    ) -> list[Obligation]:
        """Equality of sums of logarithms, or of products of powers: every logarithm has the same coefficient."""
        if relation not in ("=", ":="):
            raise MeaninglessError(f"{label}: logarithms are compared by = only")
        difference = a.plus(b.times(RationalFunction.of(-1)))
        gathered: dict[RationalFunction, RationalFunction] = {}
        for coefficient, argument in difference.logarithms:
            # log(u v) = log u + log v for the logarithms of what is positive; a base of a power may be negative.
            for part, multiplicity in ((argument, 1),) if powers else _factors(argument):
                gathered[part] = gathered.get(part, ZERO) + coefficient * multiplicity
        same = all_of(relation_formula(c, "=", ZERO) for c in (*gathered.values(), difference.rational))
        spoken = [difference.rational, *(part for pair in difference.logarithms for part in pair)]
        return [
            replace(
                self._shown(label, same, extra),
                fails_at=lambda point: difference.differs_from_zero(point, powers=powers),
                names=frozenset(name for value in spoken for name in value.names),
            )
        ]

    def _compare_extremes(
        self, a: Value, relation: str, b: Value, label: str, extra: tuple[Formula, ...]
    ) -> list[Obligation]:
        if relation != "=":
            raise MeaninglessError(f"{label}: extrema are compared by = only")
        found: list[Obligation] = []
        sides: list[tuple[bool, list[RationalFunction]]] = []
        for side in (a, b):
            if isinstance(side, Extreme):
                values = side.at_vertices()
                better: PrintedRelation = "<=" if side.lowest else ">="
                attained = any_of(relation_formula(v, better, side.body) for v in values)
                found.append(self._shown(f"{label}: some corner does no worse", attained, (*extra, side.condition)))
                sides.append((side.lowest, values))
            else:
                sides.append((True, [_number(side)]))
        first, second = sides
        same = all_of([_at_most(*first, *second), _at_most(*second, *first)])
        return [*found, self._shown(label, same, extra)]

    def _compare_sets(
        self, a: SetValue, relation: str, b: SetValue, label: str, extra: tuple[Formula, ...]
    ) -> list[Obligation]:
        if relation in ("=", ":="):
            return self._inside(a, b, f"{label}: left in right", extra) + self._inside(
                b, a, f"{label}: right in left", extra
            )
        if relation in ("subset", "subseteq"):
            return self._inside(a, b, label, extra)
        if relation in ("supset", "supseteq"):
            return self._inside(b, a, label, extra)
        if relation == "!=" and b.points == ():
            return [self._not_empty(a, label, extra)]
        raise MeaninglessError(f"{label}: '{relation}' between sets has no meaning here")

    def _not_empty(self, value: SetValue, label: str, extra: tuple[Formula, ...]) -> Obligation:
        if value.candidates is not None:
            return self._shown(label, any_of(value.has(p) for p in value.candidates), extra)
        if value.witness is None:
            raise MeaninglessError(f"{label}: that a set is not empty needs a known point of it")
        z = fresh_point(value.dimension)
        member = value.has(z)

        def is_empty(point: Mapping[str, Fraction]) -> bool:
            here = substitute_rational(member, {name: RationalFunction.of(v) for name, v in point.items()})
            return isinstance(prove(Sequent(frozenset((here,)), any_of(())), budget_seconds=2.0), Proved)

        names = variables(member) - {n for c in z for n in c.names}
        return replace(self._shown(label, value.has(value.witness), extra), fails_at=is_empty, names=names)

    def _inside(self, a: SetValue, b: SetValue, label: str, extra: tuple[Formula, ...]) -> list[Obligation]:
        if a.points == ():
            return [self._shown(label, all_of(()), extra)]
        if a.points is not None:
            return [
                self._shown(
                    f"{label}, point ({', '.join(map(str, p))})" if len(a.points) > 1 else label, b.has(p), extra
                )
                for p in a.points
            ]
        z = fresh_point(a.dimension)
        return [self._shown(label, b.has(z), (*extra, a.member(z)))]

    def minimisers(self, node: tree.ArgMin, relation: str, right: tree.Node, label: str) -> list[Obligation]:
        """Obligations of `argmin ... = S` and `argmin ... subseteq S` from the definition of a minimiser.

        S is a finite set that is not empty; `subseteq S` is read as: the minimum is attained, and only in S.
        """
        if node.expression is None or node.domain is None or not node.variables:
            raise MeaninglessError(f"'{self.print(node)}': an argmin needs an expression, variables and a domain")
        if relation not in ("=", "subset", "subseteq"):
            raise MeaninglessError(f"{label}: '{relation}' after an argmin has no meaning here")
        names = tuple(v.name for v in node.variables)
        region = self.set_value(node.domain)
        z = fresh_point(len(names))
        fresh = dict(zip(names, z, strict=True))
        with self._binding(names), self._apart() as (divisors, required):
            objective = self.number(node.expression).substitute(fresh)
        jointly = node.jointly or len(names) == region.dimension
        inside = region.has(z) if jointly else all_of(region.has((c,)) for c in z)
        found = self.assuming(inside).definedness(
            f"{label}: the objective is defined",
            [*(d.substitute(fresh) for d in divisors), RationalFunction(objective.denominator)],
            [(why, substitute_rational(where, fresh), substitute_rational(f, fresh)) for why, where, f in required],
        )
        for condition, target in _branches(self.value(right)):
            if not isinstance(target, SetValue) or not target.points or target.dimension != len(names):
                raise MeaninglessError(f"{label}: an argmin is compared with a finite set of its points here")
            here = self.assuming(condition) if condition != all_of(()) else self
            points = [dict(zip((c.names[0] for c in z), p, strict=True)) for p in target.points]
            inside_at = [substitute_rational(inside, p) for p in points]
            values = [objective.substitute(p) for p in points]
            if relation == "=":
                for p, within, v in zip(target.points, inside_at, values, strict=True):
                    at = f"({', '.join(map(str, p))})"
                    found.append(here._shown(f"{label}: {at} is admitted", within, ()))
                    found.append(
                        here._shown(
                            f"{label}: nothing does better than {at}", relation_formula(objective, ">=", v), (inside,)
                        )
                    )
                tie = relation_formula(objective, "=", values[0])
                found.append(here._shown(f"{label}: no other minimiser", target.has(z), (inside, tie)))
            else:
                better = any_of(
                    all_of([w, relation_formula(v, "<", objective)]) for w, v in zip(inside_at, values, strict=True)
                )
                outside = negation(target.has(z))
                found.append(here._shown(f"{label}: elsewhere something does better", better, (inside, outside)))
        return found

    def _shown(self, label: str, fact: Formula, extra: Iterable[Formula]) -> Obligation:
        assumed = [*self.given, *(c for c in extra if c != all_of(()))]
        return Obligation(label, Sequent(frozenset(assumed), fact), tuple(self.lemmas))


# -- small parts -------------------------------------------------------------------------------------------------------


def links(node: tree.Chain) -> Iterator[tuple[tree.Node, str, tree.Node]]:
    """(left, relation, right) for each relation of a chain."""
    yield from zip(node.members, node.relations, node.members[1:], strict=False)


def bound_names(node: tree.Node) -> tuple[str, ...]:
    """The names of a bound variable or tuple of variables."""
    items = node.items if isinstance(node, tree.TupleNode) else (node,)
    if not all(isinstance(item, tree.Name) for item in items):
        raise MeaninglessError("a variable or a tuple of variables is needed here")
    return tuple(item.name for item in items if isinstance(item, tree.Name))


def fresh_point(dimension: int) -> Coordinates:
    """Coordinates that no paper uses."""
    return tuple(RationalFunction(Polynomial.variable(f"z{i}")) for i in range(1, dimension + 1))


def rounded_to(value: RationalFunction, printed: tree.Node) -> Formula:
    """The value rounds to the printed decimal: it lies within half a unit of the last printed place."""
    sign, number = (-1, printed.term) if isinstance(printed, tree.Negate) else (1, printed)
    assert isinstance(number, tree.Number)
    half = Fraction(1, 2 * 10**number.places)
    centre = sign * number.value
    return all_of(
        [
            relation_formula(RationalFunction.of(centre - half), "<=", value),
            relation_formula(value, "<=", RationalFunction.of(centre + half)),
        ]
    )


def _is_decimal(node: tree.Node) -> bool:
    inner = node.term if isinstance(node, tree.Negate) else node
    return isinstance(inner, tree.Number) and inner.places > 0


def _not_zero(divisors: Iterable[RationalFunction]) -> list[Formula]:
    """Each divisor is defined and not zero."""
    facts = [
        f
        for d in divisors
        for f in ([*defined(d)] + ([] if d.numerator.is_constant() else [Condition(d.numerator, "!=")]))
    ]
    return list(dict.fromkeys(facts))


def _unsaid(divisors: Iterable[RationalFunction], fact: Formula) -> list[Formula]:
    """What of "no divisor vanishes" the fact does not say itself, as factors that have been cancelled."""
    parts = fact.parts if isinstance(fact, AllOf) else (fact,)
    said = [p.polynomial for p in parts if isinstance(p, Condition) and p.relation == "!="]
    factors = {factor for p in said for factor, _ in p.factors()[1]}
    return [
        f
        for f in _not_zero(divisors)
        if not (isinstance(f, Condition) and {factor for factor, _ in f.polynomial.factors()[1]} <= factors)
    ]


def _factors(value: RationalFunction) -> Iterator[tuple[RationalFunction, int]]:
    """Irreducible polynomials and primes with exponents; their product is the value but for its sign."""
    for polynomial, sign in ((value.numerator, 1), (value.denominator, -1)):
        content, factors = polynomial.factors()
        for factor, multiplicity in factors:
            yield RationalFunction(factor), sign * multiplicity
        for integer, direction in ((content.numerator, sign), (content.denominator, -sign)):
            for prime, multiplicity in fmpz(abs(integer)).factor():
                yield RationalFunction.of(int(prime)), direction * int(multiplicity)


def _at_most(
    low_left: bool, left: Sequence[RationalFunction], low_right: bool, right: Sequence[RationalFunction]
) -> Formula:
    """The least (or largest) of the left values is at most the least (or largest) of the right ones."""
    join_left, join_right = any_of if low_left else all_of, all_of if low_right else any_of
    if low_left and low_right:  # for each on the right there is one on the left
        return all_of(any_of(relation_formula(v, "<=", w) for v in left) for w in right)
    return join_left(join_right(relation_formula(v, "<=", w) for w in right) for v in left)


def _listed(node: tree.Node) -> tuple[tree.Node, ...]:
    return node.items if isinstance(node, tree.Listing) else (node,)


def _number(value: Value) -> RationalFunction:
    if not isinstance(value, RationalFunction):
        raise MeaninglessError("a number is needed here")
    return value


def _branches(value: Value) -> tuple[tuple[Formula, Value], ...]:
    return value.branches if isinstance(value, Piecewise) else ((all_of(()), value),)


def _as_log(value: Value) -> LogSum:
    return value if isinstance(value, LogSum) else LogSum(_number(value), ())


def _quotient(value: RationalFunction) -> Quotient:
    return Quotient(value.numerator, value.denominator)


def _added(values: Sequence[Value]) -> Value:
    if all(isinstance(v, RationalFunction) for v in values):
        total = ZERO
        for v in values:
            total = total + _number(v)
        return total
    extremes = [v for v in values if isinstance(v, Extreme)]
    if len(extremes) == 1:
        rest = _added([v for v in values if not isinstance(v, Extreme)] or [ZERO])
        number = _number(rest)
        if set(number.names) & set(extremes[0].variables):
            raise MeaninglessError("a bound variable of an extremum occurs outside it")
        return replace(extremes[0], body=extremes[0].body + number)
    logs = LogSum(ZERO, ())
    for v in values:
        logs = logs.plus(_as_log(v))
    return logs


def _scaled(value: Value, factor: RationalFunction) -> Value:
    if isinstance(value, RationalFunction):
        return value * factor
    if isinstance(value, LogSum):
        return value.times(factor)
    raise MeaninglessError("this cannot be multiplied by a number here")


def _combined(operation: str, sets: Sequence[SetValue]) -> SetValue:
    first, *rest = sets
    if any(s.dimension != first.dimension for s in rest):
        raise MeaninglessError("sets of different dimensions are combined")

    def member(z: Coordinates) -> Formula:
        if operation == "cup":
            return any_of(s.member(z) for s in sets)
        if operation == "cap":
            return all_of(s.member(z) for s in sets)
        return all_of([first.member(z), *(negation(s.member(z)) for s in rest)])

    if operation not in ("cup", "cap", "setminus"):
        raise MeaninglessError(f"the set operation {operation} has no meaning here")
    candidates: tuple[Coordinates, ...] | None = None
    witness = first.witness
    if operation == "cap":
        candidates = next((s.candidates for s in sets if s.candidates is not None), None)
        witness = next((s.witness for s in sets if s.witness is not None), None)
    elif operation == "setminus":
        candidates = first.candidates
    elif all(s.candidates is not None for s in sets):
        candidates = tuple(p for s in sets for p in s.candidates or ())
    else:
        witness = next((s.witness for s in sets if s.witness is not None), None)
    return SetValue(first.dimension, member, None, witness, candidates)


def _membership(relation: str, target: Value, coordinates: Coordinates) -> Formula:
    if not isinstance(target, SetValue):
        raise MeaninglessError("'in' needs a set on its right")
    fact = target.has(coordinates)
    return negation(fact) if relation == "notin" else fact


def with_domain(sequent: Sequent, domain: Domain) -> Sequent:
    """The sequent with what the domain says of the variables that occur in it."""
    names = set(variables(sequent.conclusion)).union(*(variables(h) for h in sequent.hypotheses))
    known: set[Formula] = set(sequent.hypotheses)
    grown = True
    while grown:
        grown = False
        for fact in domain.hypotheses():
            if (
                fact not in known
                and variables(fact) & names
                and (len(variables(fact)) == 1 or variables(fact) <= names)
            ):
                known.add(fact)
                grown = True
    return Sequent(frozenset(known), sequent.conclusion)
