"""Theorem 1, its proof and what follows it: means and variances of the estimators."""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter
from checks.interpreter.values import Value
from checks.papers.mw.encodings.common import (
    Encoding,
    fact,
    numbered,
    put_names,
    speaking_of,
    with_operators,
)
from checks.papers.mw.encodings.general_survey import ANSWERS, general
from checks.papers.mw.encodings.likelihood_maximum import maximum_of
from checks.papers.mw.notation import with_matrix
from checks.papers.mw.notation_survey import here
from checks.papers.mw.surveys import variable
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.algebra.linear_algebra import total


def each_answer(context: Context) -> Sequence[Part]:
    """The printed identity for every answer i, where x_j^2 = i stands for the square of the indicator of x_j = i."""
    indicator = variable("indicator")
    event = fact(indicator * (indicator - 1), "=", 0)
    reader = context.interpreter
    powers = [part for node in context.trees() for part in tree.nodes(node) if isinstance(part, tree.Power)]
    return [
        *(
            context.shown(
                f"${reader.print(power)}$: an indicator is its own power",
                fact(indicator ** int(reader.number(power.exponent).evaluate({})), "=", indicator),
                event,
            )
            for power in powers
        ),
        *_for_each_answer(context, with_matrix(reader, "P_general")),
    ]


def each_answer_literally(context: Context) -> Sequence[Part]:
    """The printed identity for every answer i, where x_j^2 = i is the event that the square of the report is i."""
    plain = with_matrix(context.interpreter, "P_general")

    def expected(interpreter: Interpreter, node: tree.Operate) -> Value:
        match node.arguments:
            case (tree.Chain(members=(tree.Power(base=tree.Name()), report), relations=("=",)),):
                square = interpreter.number(report).evaluate({})
                return here(interpreter, total(cell for y, cell in enumerate(general().cells) if y**2 == square))
        return plain.notation.operators["E"](interpreter, node)

    return _for_each_answer(context, with_operators(plain, E=expected))


def _for_each_answer(context: Context, reader: Interpreter) -> list[Part]:
    parts: list[Part] = []
    for answer in ANSWERS:
        names: dict[str, tree.Node] = {"i": tree.Number(str(answer)), "N_i": tree.Name(f"N{answer}")}
        for node in context.trees():
            parts += reader.obligations(put_names(node, names), f"i = {answer}")
    return parts


def expected_score(name: str) -> Encoding:
    """The printed expression is the score with the means of the counts in place of the counts, and it vanishes."""

    def parts(context: Context) -> Sequence[Part]:
        survey = general()
        score = dict(zip(("pi0", "pi1"), maximum_of(survey).score, strict=True))[name]
        means = {"N0": survey.moments.mean[0], "N1": survey.moments.mean[1]}
        derived = score.substitute(means)
        plain = speaking_of(context, "P_general").interpreter
        reader = with_operators(plain, Pi_hat=lambda interpreter, node: here(interpreter, derived))
        return [part for node in context.trees() for part in reader.obligations(node)]

    return parts


def variance_term_by_term(context: Context) -> Sequence[Part]:
    """A sum of monomials Gamma N_i has the variance in which each is replaced by Gamma^2 Var(N_i)."""
    survey = general()
    weights = numbered("Gamma", 2)
    value = weights[0] * variable("N0") + weights[1] * variable("N1")
    by_rule = total(w**2 * survey.variance(variable(f"N{k}")) for k, w in enumerate(weights))
    return [context.shown("two monomials", fact(survey.variance(value), "=", by_rule))]


ENCODINGS: dict[str, Encoding] = {
    **{
        function.__name__: function
        for function in (
        )
    },
}
