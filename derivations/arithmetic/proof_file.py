"""Proofs as JSON: written from a theorem, and checked again from nothing by the kernel's rules alone.

A file lists the formulas that occur and then the steps of the proof. A step names a rule, its arguments and earlier
steps as premises; the last step proves the statement. Rationals are strings "a/b", a polynomial is a list of
[coefficient, {variable: exponent}], a formula is the number of its entry in the list of formulas.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import comb, prod
from pathlib import Path
from typing import Any, TypeVar

from derivations.arithmetic import kernel
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import (
    Certificate,
    DerivativeOf,
    Infeasible,
    LinearProgram,
    LogLinear,
    Optimal,
    Quotient,
    Refuted,
    Row,
    Sequent,
    Statement,
)
from mechanisms.exact.expression import Expression, Operation, expansion
from mechanisms.exact.formula import (
    AllOf,
    AnyOf,
    Comparison,
    Condition,
    Formula,
    IntegerValued,
    NamedConstant,
    in_polynomials,
)
from mechanisms.exact.numerals import integer_of, numeral
from mechanisms.exact.polynomial import Polynomial

FORMAT = "rrproof proof 1"
MAX_BYTES = 64_000_000
MAX_STEPS = 200_000
MAX_TERMS = 100_000
MAX_EXPANDED = 20_000_000
MAX_COMPARED = 10**12  # of a comparison, where the bound counts all that could be if nothing cancelled or was shared
MAX_EXPONENT = 1000
MAX_DIGITS = 4000
MAX_PROGRAM_DIGITS = 20_000  # in linear programs, where numbers are multiplied once, and never raised to a power
MAX_NAME = 100
MAX_DEPTH = 40

# What each rule is given besides its premises, in the order in which a theorem keeps it.
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "assume": ("formula",),
    "weaken": ("formulas",),
    "cut": (),
    "conjoin": (),
    "project": ("formula",),
    "unpack": ("formula",),
    "choose": ("formula",),
    "cases": ("formula",),
    "excluded_middle": ("formula",),
    "compare": ("sequent",),
    "absurd": ("formula",),
    "instantiate": ("substitution",),
    "eliminate": ("name", "polynomial", "sequent"),
    "contradiction": ("formulas", "certificate"),
    "derivative": ("log_linear", "name", "quotient"),
    "one_variable": ("sequent",),
    "round_up": ("name", "rational", "truth"),
    "integer_cases": ("name", "integer", "integer"),
    "induction": ("name", "integer"),
    "enclose": ("formula", "rational", "rational"),
    "counterexample": ("sequent", "point"),
    "weak_duality": ("program", "rationals", "rationals", "rationals"),
    "farkas": ("program", "rationals", "rationals"),
    "oracle": ("name", "sequent"),
}
_ARGUMENTS_FIRST = frozenset({"cases"})
_NUMBER = re.compile(r"-?[0-9]+(/[0-9]+)?")
_LARGEST = 10**MAX_DIGITS


class ProofFileError(ValueError):
    """The file is no proof: malformed, too large, or the kernel refuses one of its steps."""


# -- writing -------------------------------------------------------------------------------------------------------


class _Writer:
    """Encodes values; formulas go into a table, each once."""

    def __init__(self) -> None:
        self.formulas: list[dict[str, Any]] = []
        self._places: dict[Formula, int] = {}

    def formula(self, formula: Formula) -> int:
        if formula not in self._places:
            entry = self._entry(formula)
            self._places[formula] = len(self.formulas)
            self.formulas.append(entry)
        return self._places[formula]

    def _entry(self, formula: Formula) -> dict[str, Any]:
        if isinstance(formula, Condition):
            return {"polynomial": self.polynomial(formula.polynomial), "relation": formula.relation}
        if isinstance(formula, Comparison):
            sides = self.expression(formula.left), self.expression(formula.right)
            return {"left": sides[0], "relation": formula.relation, "right": sides[1]}
        if isinstance(formula, IntegerValued):
            return {"integer": formula.name}
        if isinstance(formula, NamedConstant):
            return {
                "constant": formula.name,
                "function": formula.function,
                "argument": self.rational(formula.argument),
            }
        return {("all" if isinstance(formula, AllOf) else "any"): self.formulas_of(formula.parts)}

    def formulas_of(self, formulas: Iterable[Formula]) -> list[int]:
        return [self.formula(f) for f in formulas]

    def rational(self, number: Fraction | int) -> str:
        return numeral(number)

    def rationals(self, numbers: Iterable[Fraction | int]) -> list[str]:
        return [self.rational(n) for n in numbers]

    def polynomial(self, p: Polynomial) -> list[Any]:
        return [[self.rational(c), dict(monomial)] for monomial, c in sorted(p.terms().items())]

    def expression(self, expression: Expression) -> Any:
        if isinstance(expression, Polynomial):
            return self.polynomial(expression)
        return {expression.operator: [self.expression(part) for part in expression.parts]}

    def substitution(self, values: Mapping[str, Polynomial]) -> dict[str, Any]:
        return {name: self.polynomial(Polynomial.of(value)) for name, value in sorted(values.items())}

    def point(self, values: Mapping[str, Fraction]) -> dict[str, str]:
        return {name: self.rational(value) for name, value in sorted(values.items())}

    def sequent(self, sequent: Sequent) -> dict[str, Any]:
        hypotheses = self.formulas_of(sorted(sequent.hypotheses, key=str))
        return {"hypotheses": hypotheses, "conclusion": self.formula(sequent.conclusion)}

    def quotient(self, q: Quotient) -> list[Any]:
        return [self.polynomial(q.numerator), self.polynomial(q.denominator)]

    def log_linear(self, f: LogLinear) -> dict[str, Any]:
        logarithms = [[self.polynomial(c), self.quotient(u)] for c, u in f.logarithms]
        return {"rational": self.quotient(f.rational), "logarithms": logarithms}

    def certificate(self, c: Certificate) -> dict[str, Any]:
        scale, powers = c.positive
        return {
            "positive": [self.rational(scale), [[self.formula(f), power] for f, power in powers]],
            "cone": [[self.rational(w), self.polynomial(r), self.formulas_of(fs)] for w, r, fs in c.cone],
            "equations": [[self.polynomial(m), self.formula(e)] for m, e in c.equations],
        }

    def program(self, p: LinearProgram) -> dict[str, Any]:
        return {
            "cost": self.rationals(p.cost),
            "rows": [self.row(row) for row in p.rows],
            "bounds": self.rationals(p.bounds),
            "equations": [self.row(row) for row in p.equations],
            "sides": self.rationals(p.sides),
        }

    def row(self, row: Row) -> list[Any]:
        return [part for variable, coefficient in row for part in (variable, self.rational(coefficient))]

    def name(self, name: str) -> str:
        return name

    def integer(self, number: int) -> int:
        return number

    def truth(self, value: bool) -> bool:
        return value

    def statement(self, statement: Statement) -> dict[str, Any]:
        if isinstance(statement, Sequent):
            return {"sequent": self.sequent(statement)}
        if isinstance(statement, DerivativeOf):
            parts = [self.log_linear(statement.function), statement.variable, self.quotient(statement.value)]
            return {"derivative": parts}
        if isinstance(statement, Refuted):
            return {"refuted": [self.sequent(statement.sequent), self.point(dict(statement.point))]}
        if isinstance(statement, Optimal):
            parts = [self.program(statement.program), self.rationals(statement.point), self.rational(statement.value)]
            return {"optimal": parts}
        return {"infeasible": self.program(statement.program)}


def to_json(theorem: Theorem) -> dict[str, Any]:
    """The proof as plain data for `json.dump`: its format, statement, oracles, formulas and steps."""
    order = _in_order(theorem)
    places = {id(step): number for number, step in enumerate(order)}
    writer = _Writer()
    steps = []
    for step in order:
        kinds = ARGUMENTS[step.rule]
        arguments = [_encode(writer, kind, value) for kind, value in zip(kinds, step.arguments, strict=True)]
        steps.append({"rule": step.rule, "arguments": arguments, "premises": [places[id(p)] for p in step.premises]})
    return {
        "format": FORMAT,
        "statement": writer.statement(theorem.statement),
        "oracles": sorted(theorem.oracles),
        "formulas": writer.formulas,
        "steps": steps,
    }


def _encode(writer: _Writer, kind: str, value: Any) -> Any:
    return writer.formulas_of(value) if kind == "formulas" else getattr(writer, kind)(value)


def _in_order(theorem: Theorem) -> list[Theorem]:
    """The theorem and all that it rests on, premises before conclusions, each once."""
    order: list[Theorem] = []
    done: set[int] = set()
    stack: list[tuple[Theorem, bool]] = [(theorem, False)]
    while stack:
        step, expanded = stack.pop()
        if id(step) in done:
            continue
        if expanded:
            done.add(id(step))
            order.append(step)
        else:
            stack.append((step, True))
            stack += [(p, False) for p in reversed(step.premises)]
    return order


def write_file(theorem: Theorem, path: str | Path) -> None:
    """Write the proof of a theorem to a JSON file."""
    Path(path).write_text(json.dumps(to_json(theorem), indent=1) + "\n", encoding="utf-8")


# -- reading -------------------------------------------------------------------------------------------------------

_T = TypeVar("_T")


def _expect(condition: bool, message: str) -> None:
    if not condition:
        raise ProofFileError(message)


def _keys(data: Any, *names: str) -> list[Any]:
    """The values of an object that has exactly these keys."""
    _expect(type(data) is dict and set(data) == set(names), f"an object with the keys {', '.join(names)} is needed")
    return [data[name] for name in names]


def _items(data: Any, length: int | None = None) -> list[Any]:
    size = "" if length is None else f" of {length} entries"
    _expect(type(data) is list and length in (None, len(data)), f"a list{size} is needed, not {_short(data)}")
    return list(data)


def _short(data: Any) -> str:
    try:
        text = repr(data)
    except ValueError:  # an integer of more digits than Python prints
        return "a huge number"
    return text if len(text) <= 60 else text[:60] + "..."


class _Reader:
    """Decodes values with the limits of this module; the mirror of `_Writer`."""

    def __init__(self, formulas: Any) -> None:
        self._formulas: list[Formula] = []
        self._depths: list[int] = []
        for number, entry in enumerate(_items(formulas)):
            try:
                made, depth = self._entry(entry)
            except ProofFileError as error:
                raise ProofFileError(f"formula {number}: {error}") from error
            _expect(depth <= MAX_DEPTH, f"formula {number}: nested more than {MAX_DEPTH} deep")
            self._formulas.append(made)
            self._depths.append(depth)

    def _entry(self, entry: Any) -> tuple[Formula, int]:
        _expect(type(entry) is dict, f"an object is needed, not {_short(entry)}")
        if "polynomial" in entry:
            p, relation = _keys(entry, "polynomial", "relation")
            _expect(relation in ("=", "!=", ">", ">="), f"a relation is one of = != > >=, not {_short(relation)}")
            return Condition(self.polynomial(p), relation), 0
        if "left" in entry:
            left, relation, right = _keys(entry, "left", "relation", "right")
            known = relation in ("=", "!=", "<", "<=", ">", ">=")
            _expect(known, f"a relation is one of = != < <= > >=, not {_short(relation)}")
            made = Comparison(self.expression(left), relation, self.expression(right))
            _expect_comparable(made)
            return made, 0
        if "integer" in entry:
            return IntegerValued(self.name(*_keys(entry, "integer"))), 0
        if "constant" in entry:
            name, function, argument = _keys(entry, "constant", "function", "argument")
            known = function in ("exp", "log", "sqrt", "erf", "pi")
            _expect(known, f"a function is one of exp log sqrt erf pi, not {_short(function)}")
            return NamedConstant(self.name(name), function, self.rational(argument)), 0
        kind = "all" if "all" in entry else "any"
        numbers = _items(*_keys(entry, kind))
        parts = self.formulas(numbers)
        depth = 1 + max((self._depths[n] for n in numbers), default=0)
        return (AllOf(parts) if kind == "all" else AnyOf(parts)), depth

    def formula(self, number: Any) -> Formula:
        known = type(number) is int and 0 <= number < len(self._formulas)
        _expect(known, f"the number of an earlier formula is needed, not {_short(number)}")
        found: Formula = self._formulas[number]
        return found

    def formulas(self, numbers: Any) -> tuple[Formula, ...]:
        return tuple(self.formula(n) for n in _items(numbers))

    def _condition(self, number: Any) -> Condition:
        found = self.formula(number)
        if not isinstance(found, Condition):
            raise ProofFileError(f"formula {number} is not a condition on a polynomial")
        return found

    def name(self, data: Any) -> str:
        _expect(type(data) is str and 0 < len(data) <= MAX_NAME, f"a short name is needed, not {_short(data)}")
        return str(data)

    def integer(self, data: Any) -> int:
        if not (type(data) is int and abs(data) < _LARGEST):
            raise ProofFileError(f"an integer is needed, not {_short(data)}")
        return int(data)

    def truth(self, data: Any) -> bool:
        _expect(type(data) is bool, f"true or false is needed, not {_short(data)}")
        return bool(data)

    def rational(self, data: Any, digits: int = MAX_DIGITS) -> Fraction:
        if not (type(data) is str and len(data) <= 2 * digits and _NUMBER.fullmatch(data)):
            raise ProofFileError(f'a rational "a/b" of at most {digits} digits is needed, not {_short(data)}')
        top, _, bottom = data.partition("/")
        if max(len(top), len(bottom)) > digits:
            raise ProofFileError(f"a rational has more than {digits} digits")
        if not bottom:
            return Fraction(integer_of(top))
        _expect(bottom.strip("0") != "", f"the denominator of {_short(data)} is zero")
        return Fraction(integer_of(top), integer_of(bottom))

    def rationals(self, data: Any) -> tuple[Fraction, ...]:
        return tuple(self.rational(entry, MAX_PROGRAM_DIGITS) for entry in _items(data))

    def polynomial(self, data: Any) -> Polynomial:
        _expect(len(_items(data)) <= MAX_TERMS, f"a polynomial has more than {MAX_TERMS} terms")
        terms: dict[tuple[tuple[str, int], ...], Fraction] = {}
        for entry in data:
            coefficient, powers = _items(entry, 2)
            _expect(type(powers) is dict, f"an object {{variable: exponent}} is needed, not {_short(powers)}")
            monomial = tuple(sorted((self.name(n), self._exponent(e)) for n, e in powers.items()))
            terms[monomial] = terms.get(monomial, Fraction(0)) + self.rational(coefficient)
        return Polynomial(terms)

    def expression(self, data: Any, depth: int = 0) -> Expression:
        if type(data) is not dict:
            return self.polynomial(data)
        _expect(len(data) == 1 and depth < MAX_DEPTH, f"an operation has one operator, nested at most {MAX_DEPTH} deep")
        ((operator, parts),) = data.items()
        _expect(operator in ("+", "*", "/", "^"), f"an operator is one of + * / ^, not {_short(operator)}")
        read = tuple(self.expression(part, depth + 1) for part in _items(parts))
        try:
            return Operation(operator, read)
        except ValueError as error:
            raise ProofFileError(str(error)) from error

    def _exponent(self, data: Any) -> int:
        fits = type(data) is int and 1 <= data <= MAX_EXPONENT
        _expect(fits, f"an exponent is an integer from 1 to {MAX_EXPONENT}, not {_short(data)}")
        return int(data)

    def substitution(self, data: Any) -> dict[str, Polynomial]:
        return {self.name(name): self.polynomial(value) for name, value in self._object(data).items()}

    def point(self, data: Any) -> dict[str, Fraction]:
        return {self.name(name): self.rational(value) for name, value in self._object(data).items()}

    def _object(self, data: Any) -> dict[str, Any]:
        _expect(type(data) is dict, f"an object {{variable: value}} is needed, not {_short(data)}")
        return dict(data)

    def sequent(self, data: Any) -> Sequent:
        hypotheses, conclusion = _keys(data, "hypotheses", "conclusion")
        return Sequent(frozenset(self.formulas(hypotheses)), self.formula(conclusion))

    def quotient(self, data: Any) -> Quotient:
        return Quotient(*(self.polynomial(p) for p in _items(data, 2)))

    def log_linear(self, data: Any) -> LogLinear:
        rational, logarithms = _keys(data, "rational", "logarithms")
        pairs = [_items(pair, 2) for pair in _items(logarithms)]
        return LogLinear(self.quotient(rational), tuple((self.polynomial(c), self.quotient(u)) for c, u in pairs))

    def certificate(self, data: Any) -> Certificate:
        positive, cone, equations = _keys(data, "positive", "cone", "equations")
        scale, powers = _items(positive, 2)
        head = tuple((self._condition(f), self._exponent(e)) for f, e in (_items(pair, 2) for pair in _items(powers)))
        _expect_expandable([f.polynomial for f, e in head for _ in range(e)])
        terms = []
        for weight, root, factors in (_items(term, 3) for term in _items(cone)):
            made = (self.rational(weight), self.polynomial(root), tuple(self._condition(f) for f in _items(factors)))
            _expect_expandable([made[1], made[1], *(f.polynomial for f in made[2])])
            terms.append(made)
        multiples = []
        for multiplier, equation in (_items(pair, 2) for pair in _items(equations)):
            multiple = (self.polynomial(multiplier), self._condition(equation))
            _expect_expandable([multiple[0], multiple[1].polynomial])
            multiples.append(multiple)
        return Certificate((self.rational(scale), head), tuple(terms), tuple(multiples))

    def program(self, data: Any) -> LinearProgram:
        cost, rows, bounds, equations, sides = _keys(data, "cost", "rows", "bounds", "equations", "sides")
        matrices = [tuple(self.row(row) for row in _items(matrix)) for matrix in (rows, equations)]
        return LinearProgram(
            self.rationals(cost), matrices[0], self.rationals(bounds), matrices[1], self.rationals(sides)
        )

    def row(self, data: Any) -> Row:
        parts = _items(data)
        _expect(len(parts) % 2 == 0, "a row of a program lists numbers of variables, each with its coefficient")
        pairs = zip(parts[::2], parts[1::2], strict=True)
        return tuple((self.integer(j), self.rational(c, MAX_PROGRAM_DIGITS)) for j, c in pairs)

    def statement(self, data: Any) -> Statement:
        _expect(type(data) is dict and len(data) == 1, "a statement is an object with one key, its kind")
        ((kind, value),) = data.items()
        if kind == "sequent":
            return self.sequent(value)
        if kind == "derivative":
            function, variable, slope = _items(value, 3)
            return DerivativeOf(self.log_linear(function), self.name(variable), self.quotient(slope))
        if kind == "refuted":
            sequent, point = _items(value, 2)
            return Refuted(self.sequent(sequent), tuple(sorted(self.point(point).items())))
        if kind == "optimal":
            program, vertex, optimum = _items(value, 3)
            return Optimal(self.program(program), self.rationals(vertex), self.rational(optimum, MAX_PROGRAM_DIGITS))
        _expect(kind == "infeasible", f"unknown kind of statement {_short(kind)}")
        return Infeasible(self.program(value))


def _expect_expandable(factors: Sequence[Polynomial]) -> None:
    """Refuse products that could expand to more terms than anybody wants to wait for."""
    sparse = prod(len(p.terms()) for p in factors)
    names = {name for p in factors for name in p.names}
    degree = sum(p.total_degree() for p in factors)
    _expect(min(sparse, comb(degree + len(names), len(names))) <= MAX_EXPANDED, "a product expands to too many terms")


def _expect_comparable(comparison: Comparison) -> None:
    """The same for the difference of two sides, brought to one fraction, with a wider limit."""
    terms, _, _ = expansion(Operation("+", (comparison.left, comparison.right)))
    _expect(terms <= MAX_COMPARED, "a comparison expands to too many terms")


def _expect_substitutable(premise: Theorem, values: Mapping[str, Polynomial]) -> None:
    """The same for polynomials put for variables."""
    sizes = {name: len(value.terms()) for name, value in values.items()}
    for polynomial in _polynomials(AllOf((*premise.sequent.hypotheses, premise.sequent.conclusion))):
        total = 0
        for monomial in polynomial.terms():
            total += prod(comb(power + max(sizes.get(name, 1), 1) - 1, power) for name, power in monomial)
        _expect(total <= MAX_EXPANDED, "a substitution expands to too many terms")


def _polynomials(formula: Formula) -> list[Polynomial]:
    if isinstance(formula, (AllOf, AnyOf)):
        return [p for part in formula.parts for p in _polynomials(part)]
    if isinstance(formula, Comparison):
        return _polynomials(in_polynomials(formula))
    return [formula.polynomial] if isinstance(formula, Condition) else []


def recheck(data: Any) -> Theorem:
    """Replay every step by the kernel's rules and compare the end with the stated statement and oracles.

    Raises ProofFileError, which names the step, for whatever is malformed, forged, or too large.
    """
    form, stated, oracles, formulas, steps = _keys(data, "format", "statement", "oracles", "formulas", "steps")
    _expect(form == FORMAT, f'the format is {_short(form)}, this version reads "{FORMAT}"')
    _expect(0 < len(_items(steps)) <= MAX_STEPS, f"a proof has 1 to {MAX_STEPS} steps")
    reader = _Reader(formulas)
    proved: list[Theorem] = []
    for number, step in enumerate(steps):
        proved.append(_guarded(f"step {number}", partial(_replay, step, reader, proved)))
    theorem = proved[-1]
    claimed = _guarded("the statement", lambda: reader.statement(stated))
    _expect(theorem.statement == claimed, f"the last step, {len(steps) - 1}, proves another statement: {theorem}")
    _expect(oracles == sorted(theorem.oracles), f"the proof trusts {sorted(theorem.oracles)}, not {_short(oracles)}")
    return theorem


def _replay(step: Any, reader: _Reader, proved: Sequence[Theorem]) -> Theorem:
    rule, arguments, premises = _keys(step, "rule", "arguments", "premises")
    _expect(type(rule) is str and rule in ARGUMENTS, f"there is no rule {_short(rule)}")
    kinds = ARGUMENTS[rule]
    values = [getattr(reader, kind)(value) for kind, value in zip(kinds, _items(arguments, len(kinds)), strict=True)]
    earlier = []
    for premise in _items(premises):
        known = type(premise) is int and 0 <= premise < len(proved)
        _expect(known, f"a premise is the number of an earlier step, not {_short(premise)}")
        earlier.append(proved[premise])
    if rule == "instantiate" and earlier:
        _expect_substitutable(earlier[0], values[0])
    inputs = [*values, *earlier] if rule in _ARGUMENTS_FIRST else [*earlier, *values]
    theorem = kernel.RULES[rule](*inputs)
    _expect(theorem.premises == tuple(earlier), f"rule {rule} takes other premises")
    return theorem


def _guarded(place: str, action: Callable[[], _T]) -> _T:
    try:
        return action()
    except (kernel.KernelError, ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as e:
        raise ProofFileError(f"{place}: {e}") from e


def recheck_file(path: str | Path) -> Theorem:
    """The theorem whose proof is in the file, checked again; ProofFileError when it is no proof."""
    file = Path(path)
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ProofFileError(f"{file} cannot be read: {error.strerror}") from error
    _expect(len(content) <= MAX_BYTES, f"{file} is larger than {MAX_BYTES} bytes")
    return recheck(_parsed(content, file))


def _parsed(content: bytes, file: Path) -> Any:
    def refused(text: str) -> Any:
        raise ValueError(f"the number {_short(text)} is not exact")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            raise ValueError("an object has a key twice")
        return made

    try:
        return json.loads(content, parse_float=refused, parse_constant=refused, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise ProofFileError(f"{file} is not the JSON of a proof: {error}") from error
