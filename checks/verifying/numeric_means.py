"""That names of mechanisms whose answers are numbers have the values that are derived, as theorems of the logic.

Random variables are functions of an outcome in 1..m, of any number of outcomes and any law q on them; they are
independent, and have the declared means and variances. Respondents draw outcomes with replacement. A random variable
with a declared density has the moments of that density, which are integrals; so has noise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from checks.claims.claim import Statement
from checks.claims.verdict import Outcome
from checks.inputs.numeric import NUMERIC_MEANING_OF, OF_THE_ANSWER, NumericMechanism, Step, Toss
from checks.interpreter.values import MeaninglessError
from checks.verifying.stated import statement_of
from derivations.logic.kernel import DEFINITIONS, LogicError, Proved
from derivations.logic.reader import WORDS, StatementError
from derivations.logic.tactics import Goal, goal
from derivations.theory.densities import least_level_of_truths, moments_of_density
from derivations.theory.geometric import level_of_geometric_noise, moments_of_geometric_noise
from derivations.theory.histograms import level_of_histogram
from derivations.theory.laplace import level_of_laplace_noise, moments_of_laplace_noise
from derivations.theory.mixtures import level_of_answers, moments_of_mixture
from derivations.theory.random_variables import least_level_of_interval, moments_of_answers
from derivations.theory.staircase import level_of_staircase_noise, moments_of_staircase_noise
from mechanisms.exact.formula import Condition, Formula, IntegerValued
from mechanisms.exact.polynomial import Polynomial
from mechanisms.exact.rational import RationalFunction

if TYPE_CHECKING:
    from checks.inputs.declarations import NumericName
    from checks.inputs.own_notation import OwnNotation


def numeric_means(statement: Statement, own: OwnNotation) -> Iterator[Outcome]:
    """For each name in a statement the theorem that it is worth what is derived, or why there is none."""
    for canonical in sorted(own.names_in(statement) & own.numeric_named.keys()):
        name = own.numeric_named[canonical]
        label = f"what is derived, of {name.spelling}"
        mechanism = own.numeric[name.of]
        if (noise := mechanism.declared.noise) is not None:
            said, of_level, of_moments = _OF_NOISE[noise.law]
            of_level = level_of_histogram if mechanism.declared.entries else of_level
            yield _proved(label, said(mechanism, name).text(), of_level if name.meaning == "epsilon" else of_moments)
        elif mechanism.declared.density is not None and isinstance(mechanism.steps, Toss):
            prove = level_of_answers if name.meaning == "epsilon" else moments_of_mixture
            yield _proved(label, _SaidOfMixture(mechanism, name).text(), prove)
        elif mechanism.declared.density is not None:
            prove = least_level_of_truths if name.meaning == "epsilon" else moments_of_density
            yield _proved(label, _SaidOfDensity(mechanism, name).text(), prove)
        else:
            prove = least_level_of_interval if name.meaning == "epsilon" else moments_of_answers
            yield _proved(label, _Said(mechanism, name).text(), prove)


@lru_cache(maxsize=256)
def _proved(label: str, text: str, prove: Callable[[Goal], Proved]) -> Outcome:
    try:
        statement = statement_of(text)
    except StatementError as error:
        raise MeaninglessError(f"what is derived is no statement of the logic: {error}") from error
    wanted = goal(statement)
    try:
        theorem = wanted.qed(prove(wanted))
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
        self.taken = {*mechanism.ranges.names, *WORDS, *DEFINITIONS}
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
        about = [fact for fact in self.own.ranges.hypotheses() if _spoken(fact) <= self.names.keys()]
        conditions = sorted({*map(self._condition, about)})
        given = "".join(f"{premise} implies " for premise in (*conditions, *premises))
        every = f"forall {' '.join(self.names.values())}. " if self.names else ""
        return f"{every}{given}{conclusion}"

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
        own, t, y = self.own, self._new("t"), self._new("y")
        low, high = own.interval
        chances = [chance for _, chance in own.chances]
        rows = _cases(y, [self._written(chance, {own.declared.truth: t}) for chance in chances])
        level = self._written(self.value)
        premises = self._nonzero([*chances, *(1 / d for d in own.divisors()), self.value])
        return premises, f"least_level_between({low}, {high}, {len(chances)}, fun {t} {y}. {rows}, {level})"


class _SaidOfDensity(_Said):
    """The statement that a name of an answer with a density is worth what is derived."""

    def _law(self, functions: Mapping[str, str] | None = None) -> str:
        """The number of pieces, their ends and their heights."""
        i = self._new("i")
        ends = _cases(i, [self._written(end, functions) for end in self.own.ends])
        heights = _cases(i, [self._written(height, functions) for height in self.own.heights])
        return f"{len(self.own.heights)}, fun {i}. {ends}, fun {i}. {heights}"

    WORDS = "step_density", "step_mean", "step_variance"
    """That the law is one, the word for an expectation, and that for a variance."""

    def _moment(self) -> tuple[list[str], str]:
        own, meaning, z = self.own, self.name.meaning, self._new("z")
        alone = own.declared.density or own.declared.noise
        assert alone is not None
        p, q = self._affine(own.answer, alone.name)
        value = own.target if meaning == "estimator" else self.value
        function = f"{self._written(p)} + {self._written(q)} * {z}"
        if meaning == "mse":
            function = f"({function})^2"
        is_law, mean, variance = self.WORDS
        word = variance if meaning in ("answer_variance", "variance") else mean
        law = self._law()
        said = f"{is_law}({law}) and {word}({law}, fun {z}. {function}, {self._written(value)})"
        return self._defined(p, q, value), said

    def _affine(self, answer: RationalFunction, drawn: str) -> tuple[RationalFunction, RationalFunction]:
        """p and q where p + q z is what is spoken of, the answer or the estimate from it, for the drawn number z."""
        own, meaning = self.own, self.name.meaning
        powers = answer.numerator.coefficients_in(drawn)
        if max(powers) > 1:
            raise MeaninglessError(f"the answer {answer} is not linear in {drawn}")
        zero = Polynomial.constant(0)
        p, q = (RationalFunction(powers.get(power, zero)) / answer.denominator for power in (0, 1))
        if meaning not in OF_THE_ANSWER:
            a, b = own.line
            p, q = (p - a) / b, q / b
        return (p - own.target if meaning in ("bias", "mse") else p), q

    def _level(self) -> tuple[list[str], str]:
        own, t = self.own, self._new("t")
        low, high = own.interval
        law = self._law({own.declared.truth: t})
        densities = f"forall {t}. {low} <= {t} and {t} <= {high} implies step_density({law})"
        level = f"least_level_of_densities({low}, {high}, fun {t}. step_at({law}), {self._written(self.value)})"
        return self._defined(self.value), f"({densities}) and {level}"

    def _defined(self, *values: RationalFunction) -> list[str]:
        """That no divisor is zero."""
        own = self.own
        return self._nonzero([*own.ends, *own.heights, *(1 / d for d in own.divisors()), *values])


class _SaidOfMixture(_SaidOfDensity):
    """The statement that a name of an answer is worth what is derived, where coins decide whether it has a density."""

    def _moment(self) -> tuple[list[str], str]:
        own, meaning = self.own, self.name.meaning
        assert own.declared.density is not None
        j, y = self._new("j"), self._new("y")
        lines = [self._affine(value, own.declared.density.name) for _, value in own.branches]
        chances = [chance for chance, _ in own.branches]
        columns = (chances, [p for p, _ in lines], [q for _, q in lines])
        w, u, s = (f"fun {j}. {_cases(j, [self._written(value) for value in column])}" for column in columns)
        law, count = self._law(), len(chances)
        worth = self._written(own.target if meaning == "estimator" else self.value)
        if meaning in ("answer_variance", "variance"):
            said = f"mixed_variance({count}, {w}, {u}, {s}, {law}, {worth})"
        else:
            function = f"fun {y}. {y}^2" if meaning == "mse" else f"fun {y}. {y}"
            said = f"mixed_mean({count}, {w}, {u}, {s}, {law}, {function}, {worth})"
        values = [value for column in columns for value in column]
        return self._defined(*values, self.value), f"law({count}, {w}) and step_density({law}) and {said}"

    def _level(self) -> tuple[list[str], str]:
        own, t, z, y = self.own, self._new("t"), self._new("z"), self._new("y")
        low, high = own.interval
        at = {own.declared.truth: t}
        law, share = self._law(at), self._written(own.share_of_density)
        chances = [chance for _, chance in own.chances]
        rows = _cases(y, [self._written(chance, at) for chance in chances])
        densities = f"forall {t}. {low} <= {t} and {t} <= {high} implies step_density({law})"
        answers = f"fun {t} {z}. {share} * step_at({law})({z}), {len(chances)}, fun {t} {y}. {rows}"
        level = f"least_level_of_mixture({low}, {high}, {answers}, {self._written(self.value)})"
        return self._defined(self.value, own.share_of_density, *chances), f"({densities}) and {level}"


class _SaidOfLaplace(_SaidOfDensity):
    """The statement that a name of an answer with Laplace noise is worth what is derived."""

    WORDS = "density", "density_mean", "density_variance"

    def _law(self, functions: Mapping[str, str] | None = None) -> str:
        assert self.own.declared.noise is not None
        return f"{self.own.declared.noise.law}({self._parameters(functions)})"

    def _moment(self) -> tuple[list[str], str]:
        if self.name.meaning != "noise_size":
            return super()._moment()
        is_law, mean, _ = self.WORDS
        law, z = self._law(), self._new("z")
        return self._defined(
            self.value
        ), f"{is_law}({law}) and {mean}({law}, fun {z}. abs({z}), {self._written(self.value)})"

    def _parameters(self, functions: Mapping[str, str] | None = None) -> str:
        return ", ".join(self._written(value, functions) for value in self.own.parameters)

    def _level(self) -> tuple[list[str], str]:
        level = f"exp({self._written(self.value)})"
        if self.own.declared.entries:
            size = str(self.own.entries)
            if not size.isdecimal():
                self.names.setdefault(size, size)
            density = f"noisy_histogram({size}, {self._parameters()})"
            return self._defined(self.value), f"least_level_of_histogram({size}, {density}, {level})"
        return self._defined(self.value), self._least("least_level_of_densities", level)

    def _least(self, word: str, level: str) -> str:
        t, z = self._new("t"), self._new("z")
        low, high = self.own.interval
        return f"{word}({low}, {high}, fun {t} {z}. {self._law()}({z} - {t}), {level})"

    def _defined(self, *values: RationalFunction) -> list[str]:
        return super()._defined(*self.own.parameters, *values)


class _SaidOfGeometric(_SaidOfLaplace):
    """The statement that a name of an answer with two-sided geometric noise is worth what is derived."""

    WORDS = "integer_law", "integer_mean", "integer_variance"

    def _level(self) -> tuple[list[str], str]:
        return self._defined(self.value), self._least("least_level_of_integers", self._written(self.value))


class _SaidOfStaircase(_SaidOfLaplace):
    """The statement that a name of an answer with staircase noise is worth what is derived."""

    WORDS = "staircase_law", "staircase_mean", "staircase_variance"

    def _law(self, functions: Mapping[str, str] | None = None) -> str:
        return self._parameters(functions)

    def _level(self) -> tuple[list[str], str]:
        f, t, z = self._new("f"), self._new("t"), self._new("z")
        low, high = self.own.interval
        premises = [*self._defined(self.value), f"staircase({self._parameters()}, {f})"]
        said = f"least_level_of_densities({low}, {high}, fun {t} {z}. {f}({z} - {t}), {self._written(self.value)})"
        self.names["density"] = f
        return premises, said


_Prove = Callable[[Goal], Proved]
_OF_NOISE: Mapping[str, tuple[type[_SaidOfLaplace], _Prove, _Prove]] = {
    "laplace": (_SaidOfLaplace, level_of_laplace_noise, moments_of_laplace_noise),
    "staircase": (_SaidOfStaircase, level_of_staircase_noise, moments_of_staircase_noise),
    "geometric": (_SaidOfGeometric, level_of_geometric_noise, moments_of_geometric_noise),
}
"""Of each law of NOISES what is said, and what proves levels and moments."""


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
