"""That names of mechanisms whose answers are numbers have the values that are derived, as theorems of the logic.

Random variables are functions of an outcome in 1..m, of any number of outcomes and any law q on them; they are
independent, and have the declared means and variances. Respondents draw outcomes with replacement.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from checks.claims.claim import Statement
from checks.claims.verdict import Outcome
from checks.inputs.numeric import NUMERIC_MEANING_OF, NumericMechanism, Step
from checks.interpreter.values import MeaninglessError
from checks.verifying.stated import statement_of
from derivations.logic.kernel import DEFINITIONS, LogicError
from derivations.logic.reader import WORDS, StatementError
from derivations.logic.tactics import goal
from derivations.theory.random_variables import least_level_of_interval, moments_of_answers
from mechanisms.exact.formula import Condition, Formula, IntegerValued
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.inputs.declarations import NumericName
    from checks.inputs.notation import OwnNotation


def numeric_means(statement: Statement, own: OwnNotation) -> Iterator[Outcome]:
    """For each name in a statement the theorem that it is worth what is derived, or why there is none."""
    for canonical in sorted(own.names_in(statement) & own.numeric_named.keys()):
        name = own.numeric_named[canonical]
        label = f"what is derived, of {name.spelling}"
        yield _proved(label, _Said(own.numeric[name.of], name).text(), name.meaning == "epsilon")


@lru_cache(maxsize=256)
def _proved(label: str, text: str, is_level: bool) -> Outcome:
    try:
        statement = statement_of(text)
    except StatementError as error:
        raise MeaninglessError(f"what is derived is no statement of the logic: {error}") from error
    wanted = goal(statement)
    try:
        theorem = wanted.qed((least_level_of_interval if is_level else moments_of_answers)(wanted))
    except LogicError as error:
        return Outcome(label, statement, None, reason=str(error))
    if theorem.hypotheses or theorem.conclusion != statement:
        return Outcome(label, statement, None, reason=f"what was proved is another statement: {theorem}")
    return Outcome(label, statement, theorem)


class _Said:
    """The statement that a name is worth what is derived."""

    def __init__(self, mechanism: NumericMechanism, name: NumericName) -> None:
        self.own, self.name = mechanism, name
        self.value = NUMERIC_MEANING_OF[name.meaning](mechanism)
        self.taken = {*mechanism.domain.names, *WORDS, *DEFINITIONS}
        self.names: dict[str, str] = {}  # symbols, budgets by their exponentials, and random variables
        self.m, self.q = self._new("m"), self._new("q")

    def _new(self, name: str) -> str:
        while name in self.taken:
            name += "_"
        self.taken.add(name)
        return name

    def text(self) -> str:
        """The statement."""
        premises, conclusion = self._level() if self.name.meaning == "epsilon" else self._moment()
        about = [fact for fact in self.own.domain.hypotheses() if _spoken(fact) <= self.names.keys()]
        conditions = sorted({*map(self._condition, about)})
        given = "".join(f"{premise} implies " for premise in (*conditions, *premises))
        return f"forall {' '.join(self.names.values())}. {given}{conclusion}"

    def _condition(self, fact: Formula) -> str:
        if isinstance(fact, IntegerValued):
            return f"integer({self._renamed(fact.name)})"
        return f"({self._renamed(str(fact))})"

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _written(self, value: RationalFunction, functions: Mapping[str, str] | None = None) -> str:
        """A number; random variables by what they are called at an outcome."""
        for name in value.names:
            if name not in (functions or {}) and name not in self.names:
                self.names[name] = name if name not in (*WORDS, *DEFINITIONS) else self._new(f"{name}_")
        return f"({self._renamed(str(value), functions or {})})"

    def _renamed(self, text: str, functions: Mapping[str, str] | None = None) -> str:
        known = {**self.names, **(functions or {})}
        return re.sub(r"[A-Za-z_]\w*", lambda found: known.get(found[0], found[0]), text)

    def _nonzero(self, values: list[RationalFunction]) -> list[str]:
        parts = {part for v in values for part in (RationalFunction(v.denominator),) if part.names}
        return sorted(f"{self._written(part)} != 0" for part in parts)

    # -- moments -------------------------------------------------------------------------------------------------------

    def _moment(self) -> tuple[list[str], str]:
        own, m, q = self.own, self.m, self.q
        variables = {name: self._new(name) for name in own.moments}
        at = {name: f"{variable}(y)" for name, variable in variables.items()}
        moments = " and ".join(
            f"mean({m}, {q}, {variables[name]}) = {self._written(mean)} and "
            f"variance({m}, {q}, {variables[name]}) = {self._written(variance)}"
            for name, (mean, variance) in own.moments.items()
        )
        answer = f"fun y. {self._answer(own.steps, at)}"
        conclusion, divisors = self._conclusion(answer)
        premises = self._nonzero([*divisors, *(1 / d for d in own.divisors()), self.value])
        self.names |= {f"{name} at an outcome": variable for name, variable in variables.items()}
        self.names |= {"outcomes": m, "law": q}
        sizes = [m, *(n for n in (own.size,) if isinstance(n, str) and n in self.names)]
        premises += [*(f"size({n})" for n in sizes), f"law({m}, {q})"]
        if len(variables) > 1:
            family = _cases("i", [f"{variable}(y)" for variable in variables.values()])
            premises.append(f"independent_variables({len(variables)}, {m}, {q}, fun i y. {family})")
        return [*premises, moments], conclusion

    def _answer(self, step: Step, at: Mapping[str, str]) -> str:
        if isinstance(step, str):
            return self._written(self.own.number(step, "an answer"), at)
        heads = at[step.coin]
        return f"({heads} * {self._answer(step.heads, at)} + (1 - {heads}) * {self._answer(step.tails, at)})"

    def _conclusion(self, answer: str) -> tuple[str, list[RationalFunction]]:
        """That the moment is worth what is derived, and what must have a value for that."""
        meaning, value = self.name.meaning, self.value
        if meaning in ("answer_mean", "answer_variance"):
            word = "mean" if meaning == "answer_mean" else "variance"
            return f"{word}({self.m}, {self.q}, {answer}) = {self._written(value)}", []
        a, b = self.own.line
        n = str(self.own.size)
        if not n.isdecimal():
            self.names.setdefault(n, n)
        low, slope = self._written(-a / b), self._written(1 / b)
        sample = f"{n}, {self.m}, {self.q}, fun w. {low} + {slope} / {n} * total({n}, {answer})(w)"
        target = self._written(self.own.target)
        expectation, dispersion = f"expectation({sample})", f"dispersion({sample})"
        match meaning:
            case "estimator":
                said = f"{expectation} = {target}"
            case "mean":
                said = f"{expectation} = {self._written(value)}"
            case "bias":
                said = f"{expectation} - {target} = {self._written(value)}"
            case "variance":
                said = f"{dispersion} = {self._written(value)}"
            case _:
                said = f"{dispersion} + ({expectation} - {target})^2 = {self._written(value)}"
        return said, [a / b, 1 / b]

    # -- privacy -------------------------------------------------------------------------------------------------------

    def _level(self) -> tuple[list[str], str]:
        own = self.own
        low, high = own.interval
        chances = [chance for _, chance in own.chances]
        rows = _cases("y", [self._written(chance, {own.declared.truth: "t"}) for chance in chances])
        level = self._written(self.value)
        premises = self._nonzero([*chances, *(1 / d for d in own.divisors()), self.value])
        return premises, f"least_level_between({low}, {high}, {len(chances)}, fun t y. {rows}, {level})"


def _cases(name: str, values: list[str]) -> str:
    """A value for each number 1, 2, ..."""
    text = values[-1]
    for number in range(len(values) - 1, 0, -1):
        text = f"if {name} = {number} then {values[number - 1]} else ({text})"
    return text


def _spoken(fact: Formula) -> set[str]:
    if isinstance(fact, Condition):
        return set(fact.polynomial.names)
    return {fact.name} if isinstance(fact, IntegerValued) else {""}
