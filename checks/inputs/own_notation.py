"""The notation of a claims file: its vocabulary, and what its names mean, derived from the declared mechanism."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import permutations

from checks.claims.claim import PaperError, Statement
from checks.inputs.budget_as_number import has_budget_as_number, is_about_growth
from checks.inputs.closed_forms import closed_form
from checks.inputs.declarations import (
    RARE,
    Declarations,
    NameDeclaration,
    NumericName,
    SizedName,
    SymbolDeclaration,
    where_of,
)
from checks.inputs.every_size import Derived, Translator
from checks.inputs.matrix_meanings import divisor_of_inverse
from checks.inputs.mechanism import MEANING_OF, OF_ESTIMATES, ONE, OwnMechanism, largest
from checks.inputs.moments_of_counts import operator_of
from checks.inputs.numeric import NUMERIC_MEANING_OF, OF_THE_ANSWER, NumericMechanism
from checks.inputs.relaxations import RELAXATION_MEANINGS
from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import Listed, MatrixValue, MeaninglessError, Piecewise, Point, SetValue, Value
from checks.reading import (
    Declaration,
    Macros,
    ReadingError,
    Symbols,
    operator,
    read_latex,
    read_plain,
    symbol,
    to_plain,
)
from checks.reading import syntax as tree
from checks.reading.macros import NO_MACROS
from derivations.prover.with_theorems import substitute_rational
from derivations.steps import Derivation
from mechanisms.exact.domain import Domain, DomainError, Parameter
from mechanisms.exact.formula import Formula, NamedConstant, power_of_e_called, variables
from mechanisms.exact.rational import RationalFunction

_LETTER = re.compile(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z])")  # that stands alone


@dataclass(frozen=True)
class OwnNotation:
    """The declarations of a file, read."""

    declared: Declarations
    source: str
    macros: Macros = NO_MACROS

    @cached_property
    def vocabulary(self) -> Symbols:
        """The declared symbols, and the names as symbols of their own.

        Raises PaperError for a name or a spelling that cannot be declared, or is declared twice.
        """
        try:
            return Symbols(
                *(symbol(s.name, *s.spellings) for s in self.declared.symbols),
                *(_declared(_canonical(i), name) for i, name in enumerate(self.declared.names)),
                *(replace(symbol(name, n.spelling), derived=True) for name, n in self.sized_named.items()),
                *(replace(symbol(name, n.spelling), derived=True) for name, n in self.numeric_named.items()),
                *(symbol(letter, letter) for letter in self._index_letters),
                macros=self.macros,
            )
        except (ValueError, ReadingError) as error:
            raise PaperError(f"{self.source}: {error}") from error

    @cached_property
    def sized_named(self) -> Mapping[str, SizedName]:
        """The names that speak of mechanisms of any size, by the symbol that stands for each.

        A name is declared for all index letters of the file: with f_i and C_{i,j} there is f_j.
        """
        declared = self.declared.sized_names
        others = (_with_indices(n, new) for n in declared for new in permutations(self._index_letters, len(n.indices)))
        spellings = [spelling for s in self.declared.symbols for spelling in (s.name, *s.spellings)]
        spellings += [name.spelling for name in declared]
        spellings += [name.spelling for name in self.declared.names]
        spellings += [name.spelling for name in self.declared.numeric_names]
        taken = set(map(_plainly_spelt, spellings))
        further = {_plainly_spelt(n.spelling): n for n in others if n and _plainly_spelt(n.spelling) not in taken}
        return {f"sized{i}": name for i, name in enumerate((*declared, *further.values()))}

    @cached_property
    def numeric_named(self) -> Mapping[str, NumericName]:
        """The names that speak of mechanisms whose answers are numbers, by the symbol that stands for each."""
        return {f"numeric{i}": name for i, name in enumerate(self.declared.numeric_names)}

    @cached_property
    def _index_letters(self) -> tuple[str, ...]:
        """The letters of indices of such names, which a condition such as i != j may name alone."""
        symbols = {spelling for s in self.declared.symbols for spelling in (s.name, *s.spellings)}
        letters = dict.fromkeys(letter for name in self.declared.sized_names for letter in name.indices)
        return tuple(letter for letter in letters if letter not in symbols and letter != RARE)

    @cached_property
    def translator(self) -> Translator:
        """What makes statements in the logic of claims about mechanisms of any size, or with eps as a number."""
        names = (*self.named, *self.numeric_named)
        derived = {name: partial(self._derived, name) for name in names}
        return Translator(
            self.declared.symbols, self.conditions, self.declared.sized, self.sized_named, self.vocabulary, derived
        )

    def _derived(self, name: str) -> Derived:
        """What a name of a mechanism of few responses is worth."""
        numeric = self.numeric_named.get(name)
        interpreter = Interpreter(self.notation, at=self.numeric[numeric.of].budgets if numeric else {})
        stands = self.domain.exponential_names().get(name, name)
        value = interpreter.value(tree.Name(stands))
        special = interpreter.required or interpreter.roots or interpreter.constants
        if special or not isinstance(value, RationalFunction):
            raise MeaninglessError(f"'{self.vocabulary[name].spellings[0]}' is no quotient of polynomials here")
        levels = {variable: budget for budget, variable in self.domain.exponentials}
        return Derived(value, tuple(interpreter.divisors), stands != name, levels)

    def is_derived(self, name: str) -> bool:
        """Whether a symbol stands for what is derived from a mechanism."""
        sized = self.sized_named.get(name)
        return (
            name in self.named
            or name in self.numeric_named
            or (sized is not None and sized.meaning not in ("prior", "supporting"))
        )

    def is_of_every_size(self, statement: Statement) -> bool:
        """Whether a statement prints a name that speaks of a mechanism of any size."""
        return bool(self.names_in(statement) & self.sized_named.keys())

    def is_in_the_logic(self, statement: Statement) -> bool:
        """Whether a statement is read as one of the logic: of a mechanism of any size, or with eps as a number."""
        if statement.table is not None or statement.statement:
            return False
        if self.is_of_every_size(statement):
            return True
        spoken = self.names_in(statement)
        if any(self.numeric[name.of].budgets for key, name in self.numeric_named.items() if key in spoken):
            return True
        try:
            nodes = [read_latex(text, self.vocabulary, slash=statement.slash) for text in statement.latex]
            nodes += [read_plain(text, self.vocabulary) for text in statement.domain]
        except ReadingError:
            return False
        budgets = frozenset(budget for budget, _ in self.domain.exponentials)
        return any(has_budget_as_number(node, budgets) or is_about_growth(node) for node in nodes)

    @cached_property
    def domain(self) -> Domain:
        """Where the symbols live; a budget eps by its exponential, and what ends its range, e^2, by the power of e.

        Raises PaperError for ranges and conditions that cannot be read or that no point satisfies.
        """
        parameters, budgets = [], {}
        for declared in self.declared.symbols:
            if declared.budget:
                variable = exponential_of(declared.name)
                budgets[declared.name] = variable
                parameters.append(Parameter(variable, low=ONE.evaluate({}), low_open=self._above_zero(declared)))
            else:
                parameters.append(self._parameter(declared))
        for i, name in enumerate(self.declared.names):
            if name.meaning == "epsilon":
                budgets[_canonical(i)] = exponential_of_name(name)
        for canonical, numeric in self.numeric_named.items():
            if self.declared.tells_exponential(numeric):
                budgets[canonical] = exponential_of_name(numeric)
        try:
            plain = Domain.of(*parameters, exponentials=budgets)
            reader = Interpreter(Notation(self.vocabulary, plain))
            conditions = [reader.formula(node) for node in self.conditions]
            names = sorted({name for condition in conditions for name in variables(condition)})
            numbers = [power for name in names if (power := power_of_e_called(name)) is not None]
            return Domain.of(*parameters, conditions=[*conditions, *numbers], exponentials=budgets)
        except (DomainError, MeaninglessError, ReadingError) as error:
            raise PaperError(f"{self.source}: {error}") from error

    def _parameter(self, declared: SymbolDeclaration) -> Parameter:
        """The symbol with the ends of its range that are numbers."""
        low = high = None
        low_open = high_open = False
        for below, relation, end in self._ends(declared):
            number = self._end_of(end, declared, below) if isinstance(end, tree.Node) else end
            if number is None:
                continue
            if below:
                low, low_open = number, relation in ("<", ">")
            else:
                high, high_open = number, relation in ("<", ">")
        try:
            return Parameter(declared.name, low, high, low_open, high_open, declared.integer)
        except DomainError as error:
            raise PaperError(f"{self.source}: [symbols] {declared.name}: {error}") from error

    def _above_zero(self, declared: SymbolDeclaration) -> bool:
        """Whether the range of a budget says that it is not zero."""
        return any(below and relation in ("<", ">") and end == 0 for below, relation, end in self._ends(declared))

    def _end_of(self, condition: tree.Node, declared: SymbolDeclaration, below: bool) -> Fraction | None:
        """What q < p says of q where p has a printed largest value: the range of p goes as far."""
        names = tree.names_in(condition) - {declared.name}
        other = next((s for s in self.declared.symbols if s.name in names and not s.budget), None)
        if (
            other is None
            or not isinstance(condition, tree.Chain)
            or not all(isinstance(member, tree.Name) for member in condition.members)
        ):
            return None
        return next((e for b, _, e in self._ends(other) if b == below and isinstance(e, Fraction)), None)

    def _ends(self, declared: SymbolDeclaration) -> list[tuple[bool, str, Fraction | tree.Node]]:
        """The ends of the range of a symbol: whether below it, how related, and the number, or else the condition."""
        if not declared.range:
            return []
        found: list[tuple[bool, str, Fraction | tree.Node]] = []
        reader = Interpreter(Notation(self.vocabulary, Domain()))
        try:
            node = read_plain(declared.range, self.vocabulary)
            members, relations = (node.members, node.relations) if isinstance(node, tree.Chain) else ((), ())
            place = next(i for i, m in enumerate(members) if m == tree.Name(declared.name))
            for i, relation in enumerate(relations):
                if relation not in ("<", "<=", ">", ">=") or (i < place - 1 or i > place):
                    raise MeaninglessError("only < and <=, > and >= make a range")
                below = (relation in ("<", "<=")) == (i < place)
                end = members[i if i < place else i + 1]
                between = tree.Chain(members[i : i + 2], (relation,))
                if declared.budget and end != tree.Number("0"):
                    found.append((below, relation, between))
                    continue
                value = reader.number(end)
                found.append((below, relation, between if value.names else value.evaluate({})))
        except (StopIteration, MeaninglessError, ReadingError, ZeroDivisionError) as error:
            raise PaperError(
                f"{self.source}: [symbols] {declared.name}: a range is written "
                f'"0 < {declared.name} <= 1" or "{declared.name} >= 1", not {declared.range!r}'
            ) from error
        return found

    @cached_property
    def conditions(self) -> tuple[tree.Node, ...]:
        """What holds of several symbols: the declared conditions, and ranges that end at other symbols.

        Raises PaperError for a condition that cannot be read.
        """
        try:
            read = [read_plain(text, self.vocabulary) for text in self.declared.conditions]
        except ReadingError as error:
            raise PaperError(f"{self.source}: conditions: {error}") from error
        ends = (e for s in self.declared.symbols for _, _, e in self._ends(s))
        return (*read, *(end for end in ends if isinstance(end, tree.Node)), *self._sums_of_counts())

    def _sums_of_counts(self) -> Iterator[tree.Node]:
        """That the counts of all responses, where each has a name, sum to the number of respondents."""
        for name, declared in self.declared.mechanisms.items():
            if declared.respondents and set(declared.counts) == set(declared.responses):
                text = f"{' + '.join(f'({count})' for count in declared.counts.values())} = {declared.respondents}"
                try:
                    yield read_plain(text, self.vocabulary)
                except ReadingError as error:
                    raise PaperError(f"{where_of(self.source, name)}: counts: {error}") from error

    @cached_property
    def printed_conditions(self) -> Mapping[Formula, str]:
        """The conditions between symbols, each as it is shown beside the ranges."""
        reader = Interpreter(Notation(self.vocabulary, self.domain))
        return {reader.formula(node): to_plain(node) for node in self.conditions}

    # -- mechanisms and names ------------------------------------------------------------------------------------------

    @cached_property
    def mechanisms(self) -> Mapping[str, OwnMechanism]:
        """The declared mechanisms by name."""
        return {
            name: OwnMechanism(
                declared, self.declared.symbols, self.vocabulary, self.domain, where_of(self.source, name)
            )
            for name, declared in self.declared.mechanisms.items()
        }

    @cached_property
    def numeric(self) -> Mapping[str, NumericMechanism]:
        """The mechanisms whose answers are numbers, by name."""
        return {
            name: NumericMechanism(declared, self.declared.symbols, self.domain, where_of(self.source, name))
            for name, declared in self.declared.numeric.items()
        }

    def mechanisms_of(self, name: NameDeclaration) -> tuple[OwnMechanism, ...]:
        """The mechanisms that a name speaks of, one or two."""
        return tuple(self.mechanisms[mechanism] for mechanism in name.of)

    def mechanisms_in(self, statement: Statement) -> frozenset[str]:
        """The mechanisms that the names in a statement speak of."""
        names = self.names_in(statement)
        return frozenset(mechanism for name in names & self.named.keys() for mechanism in self.named[name].of)

    def names_in(self, statement: Statement) -> frozenset[str]:
        """The names that a statement prints, in its formulas, its conditions and its values; none if it is not read."""
        entries = statement.table.entries() if statement.table is not None else ()
        texts = [*statement.latex, *(entry.latex for entry in entries)]
        values = [*statement.at, *(pair for entry in entries for pair in entry.at)]
        try:
            read = [read_latex(text, self.vocabulary, slash=statement.slash) for text in texts]
            read += [read_plain(text, self.vocabulary) for text in (*statement.domain, *(v for _, v in values))]
        except ReadingError:
            return frozenset()
        return frozenset(name for name, _ in values).union(*map(tree.names_in, read))

    def value(self, name: NameDeclaration, interpreter: Interpreter) -> Value:
        """What a name means, derived; of eps its exponential.

        Raises MeaninglessError where the mechanism gives it none.
        """
        mechanisms = self.mechanisms_of(name)
        for mechanism in mechanisms:
            interpreter.constants.update(mechanism.constants)
        try:
            with interpreter.apart() as (divisors, required):
                if name.meaning == "epsilon":
                    value = mechanisms[0].exponential_of_epsilon(interpreter)
                elif name.meaning in RELAXATION_MEANINGS:
                    value = RELAXATION_MEANINGS[name.meaning](interpreter, *mechanisms, *name.labels)
                else:
                    value = MEANING_OF[name.meaning](mechanisms[0], *name.labels)
                if name.meaning in OF_ESTIMATES:
                    interpreter.divisors.append(mechanisms[0].determinant)
                if isinstance(value, MatrixValue) and value.inverts:
                    interpreter.divisors.append(divisor_of_inverse(value.inverts))
            at = interpreter.at
            interpreter.divisors += [placed_number(divisor, at) for divisor in divisors]
            interpreter.required += [
                (why, substitute_rational(where, at), substitute_rational(fact, at)) for why, where, fact in required
            ]
            return placed(value, at)
        except PaperError:
            raise
        except ValueError as error:
            raise MeaninglessError(f"'{name.spelling}' has no value for this mechanism: {error}") from error

    def derivation(self, name: NameDeclaration) -> Derivation | None:
        """The steps that lead to what a name means, where there is a derivation of them."""
        return self.mechanisms_of(name)[0].derivation(name.meaning)

    @cached_property
    def named(self) -> Mapping[str, NameDeclaration]:
        """The declared names by the symbol that stands for each."""
        return {_canonical(i): name for i, name in enumerate(self.declared.names)}

    @cached_property
    def notation(self) -> Notation:
        """The notation that statements are read with."""
        names: dict[str, Callable[[Interpreter], Value]] = {}
        operators = {}
        for canonical, name in self.named.items():
            if name.meaning == "operator":
                operators[canonical] = operator_of(self.mechanisms_of(name)[0], *name.labels)
                continue
            names[exponential_of_name(name) if name.meaning == "epsilon" else canonical] = _value_of(self, name)
        for canonical, sized in self.sized_named.items():
            names[canonical] = self._closed_form_of(sized)
        for canonical, numeric in self.numeric_named.items():
            stands = exponential_of_name(numeric) if self.declared.tells_exponential(numeric) else canonical
            names[stands] = self._number_of(numeric)
        derived = (*self.named, *self.sized_named, *self.numeric_named)
        shown = {canonical: self.vocabulary[canonical].spellings[0] for canonical in derived}
        return replace(Notation(self.vocabulary, self.domain), names=names, shown=shown, operators=operators)

    def _closed_form_of(self, name: SizedName) -> Callable[[Interpreter], Value]:
        mechanism = self.declared.sized[name.of]
        return lambda interpreter: closed_form(name, mechanism, self.sized_named, self.vocabulary, interpreter)

    def _number_of(self, name: NumericName) -> Callable[[Interpreter], Value]:
        """What a name of a mechanism whose answers are numbers is worth, with what must not be zero for that."""

        def value(interpreter: Interpreter) -> Value:
            own = self.numeric[name.of]
            try:
                found = NUMERIC_MEANING_OF[name.meaning](own)
            except MeaninglessError as error:
                raise MeaninglessError(f"'{name.spelling}' has no value for this mechanism: {error}") from error
            at = {**interpreter.at, **self._values_of(own.budgets, interpreter.given)}
            if not {*own.budgets} <= at.keys():
                raise MeaninglessError(
                    f"'{name.spelling}' speaks of a budget as a number: in a table its values are numbers, as in "
                    "eps = 1/2"
                )
            divisors = [*own.divisors(), *([] if name.meaning in OF_THE_ANSWER else [own.line[1]])]
            interpreter.divisors += [placed_number(divisor, at) for divisor in divisors]
            return placed_number(found, at)

        return value

    def _values_of(self, budgets: Iterable[str], given: Iterable[Formula]) -> Mapping[str, RationalFunction]:
        """The numbers that budgets are said to be."""
        powers = {power: budget for budget, power in self.domain.exponentials if budget in budgets}
        said = [fact for fact in given if isinstance(fact, NamedConstant) and fact.function == "exp"]
        return {powers[fact.name]: RationalFunction.of(fact.argument) for fact in said if fact.name in powers}


def placed(value: Value, at: Mapping[str, RationalFunction]) -> Value:
    """The value of a name where symbols have the given values.

    Raises MeaninglessError for a value of a kind into which nothing can be put.
    """
    match value:
        case RationalFunction():
            return placed_number(value, at)
        case MatrixValue():
            here, inverts = (
                tuple(tuple(placed_number(entry, at) for entry in row) for row in rows)
                for rows in (value.rows, value.inverts)
            )
            return MatrixValue(here, inverts)
        case SetValue(dimension=dimension, member=member, candidates=candidates):
            known = None if candidates is None else tuple(tuple(placed_number(c, at) for c in z) for z in candidates)
            return SetValue(dimension, lambda z: substitute_rational(member(z), at), candidates=known)
        case Point(coordinates=coordinates):
            return Point(tuple(placed_number(c, at) for c in coordinates))
        case Listed(kind=kind, values=values):
            return largest([placed_number(v, at) for v in values], kind)
        case Piecewise(branches=branches):
            return Piecewise(tuple((substitute_rational(where, at), placed(case, at)) for where, case in branches))
    raise MeaninglessError("values cannot be put into this")


def placed_number(value: RationalFunction, at: Mapping[str, RationalFunction]) -> RationalFunction:
    """The number where symbols have the given values; ZeroDivisionError where it has none."""
    return value.substitute(at) if at else value


def _value_of(own: OwnNotation, name: NameDeclaration) -> Callable[[Interpreter], Value]:
    return lambda interpreter: own.value(name, interpreter)


def _declared(canonical: str, name: NameDeclaration) -> Declaration:
    declare = operator if name.meaning == "operator" else symbol
    return replace(declare(canonical, name.spelling), derived=True)


def exponential_of(name: str) -> str:
    """The variable that stands for e to a budget."""
    return f"exp_{name}"


def exponential_of_name(name: NameDeclaration | NumericName) -> str:
    """The variable that stands for e to the smallest eps; no symbol has such a name."""
    return f"e^{name.spelling}"


def _plainly_spelt(text: str) -> str:
    """A spelling without spaces and brackets around single letters."""
    return re.sub(r"\{(\w)\}|\s", r"\1", text)


def _with_indices(name: SizedName, letters: Sequence[str]) -> SizedName | None:
    """The name with other index letters; None where its own are not seen in how it is spelt."""
    changed = dict(zip(name.indices, letters, strict=True))
    if not changed.keys() <= set(_LETTER.findall(name.spelling)):
        return None
    spelling = _LETTER.sub(lambda found: changed.get(found[0], found[0]), name.spelling)
    return replace(name, spelling=spelling, indices=tuple(letters))


def _canonical(number: int) -> str:
    return f"name{number}"
