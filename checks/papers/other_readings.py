"""What else a print may mean that does not hold as its names are declared: such a claim is asked back, not refuted.

A bias or a variance may be that of the share of a response and not of the unbiased estimate, truths such as "-1" and
"1" may be numbers and not labels, and a symbol may stand for the share of a count that nothing ties it to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from checks.claims.claim import Claim, PaperError, Statement
from checks.claims.verdict import Verdict, judge_reading
from checks.inputs.declarations import GIVEN, NameDeclaration
from checks.inputs.mechanism import ONE, ZERO, OwnMechanism
from checks.inputs.own_notation import OwnNotation, placed_number
from checks.interpreter import Interpreter, Notation
from checks.interpreter.values import Value
from checks.reading import read_latex
from checks.reading import syntax as tree
from checks.verifying.verification import PaperModel, judge_statement
from checks.witness.points import Space
from derivations.prover.deadline import Deadline
from mechanisms.exact.rational import RationalFunction

SECONDS = 4.0  # for one other reading
MOMENTS = ("mean", "bias", "variance", "mse")
ESTIMATES = ("estimator", "mle", "clipped_mle")
HOLDING = (Verdict.PROVED, Verdict.ARGUED, Verdict.DEFINED)


def other_reading(claim: Claim, own: OwnNotation, model: PaperModel, space: Space) -> str:
    """Another reading in which the claim holds, and how to say that it is meant; "" where none is seen."""
    statement = claim.main.statement
    if statement.table is not None or statement.is_by_hand:
        return ""
    for sentence, read_so, notation in _readings(statement, own, space):
        other = replace(model, notation=notation)
        try:
            outcomes = judge_statement(claim, read_so, other, Deadline(SECONDS))
        except PaperError:
            continue  # it says nothing then
        if judge_reading(outcomes) in HOLDING:
            return sentence
    return ""


def _readings(statement: Statement, own: OwnNotation, space: Space) -> Iterator[tuple[str, Statement, Notation]]:
    names = {name: own.named[name] for name in sorted(own.names_in(statement) & own.named.keys())}
    moments = {name: declared for name, declared in names.items() if declared.meaning in MOMENTS}
    moments = {name: moments[name] for name in _equated(statement, own) if name in moments}
    for mechanism in dict.fromkeys(declared.of[0] for declared in moments.values()):
        mine = {name: declared for name, declared in moments.items() if declared.of[0] == mechanism}
        found, printed = own.mechanisms[mechanism], " and ".join(f"${declared.spelling}$" for declared in mine.values())
        if not found.declared.prior:
            continue
        if all(map(_is_number, found.declared.truths)):
            values = {name: _of_numbers(found, declared.meaning) for name, declared in mine.items()}
            truths = " and ".join(found.declared.truths)
            yield (
                f"It can be read in two ways: it holds if the truths {truths} are numbers; "
                f"here they are labels, and {printed} speaks of the share of one. Say what is meant by names of "
                "shares.",
                statement,
                _with_values(own, values),
            )
        for response in found.declared.responses if found.declared.respondents else ():
            values = {name: _of_response(found, declared, response) for name, declared in mine.items()}
            yield (
                f"It can be read in two ways: it holds of the share of the response {response!r} among all responses, "
                f"but here {printed} is of the unbiased estimate of a share. For the former declare a name with "
                f"{{ response = {response!r} }}, and print the moments by it.",
                statement,
                _with_values(own, values),
            )
    yield from _untied(statement, own, names, space)


def _equated(statement: Statement, own: OwnNotation) -> list[str]:
    """The names of which an equation is stated: an order may hold of many another moment."""
    read = [read_latex(text, own.vocabulary, slash=statement.slash) for text in statement.latex]
    chains = [part for node in read for part in tree.nodes(node) if isinstance(part, tree.Chain)]
    return sorted({name for part in chains if "=" in part.relations for name in tree.names_in(part)})


def _untied(
    statement: Statement, own: OwnNotation, names: Mapping[str, NameDeclaration], space: Space
) -> Iterator[tuple[str, Statement, Notation]]:
    """Free symbols beside an estimate, each as the share of a count."""
    behind = space.spoken_of(frozenset(names))
    free = sorted(
        s.name
        for s in own.declared.symbols
        if s.name in own.names_in(statement) - behind and not s.integer and not s.budget
    )
    for declared in names.values():
        found = own.mechanisms[declared.of[0]].declared
        for count in found.counts.values() if declared.meaning in ESTIMATES else ():
            for symbol in free:
                share = f"({count})/({found.respondents})"
                yield (
                    f'Nothing ties {symbol} to a count: it holds with conditions = ["{symbol}*{found.respondents} = '
                    f'{count}"].',
                    replace(statement, at=(*statement.at, (symbol, share))),
                    own.notation,
                )


def _with_values(own: OwnNotation, values: Mapping[str, RationalFunction]) -> Notation:
    def value_of(value: RationalFunction) -> Callable[[Interpreter], Value]:
        return lambda interpreter: placed_number(value, interpreter.at)

    names = {**own.notation.names, **{name: value_of(value) for name, value in values.items()}}
    return replace(own.notation, names=names)


def _of_numbers(own: OwnMechanism, meaning: str) -> RationalFunction:
    """The moment of the estimated mean of truths that are numbers."""
    values = [RationalFunction.of(Fraction(truth)) for truth in own.declared.truths]
    mean = sum((v * m for v, m in zip(values, own.mean[0], strict=True)), ZERO)
    truth = sum((v * p for v, p in zip(values, own.prior, strict=True)), ZERO)
    if meaning in ("mean", "bias"):
        return mean if meaning == "mean" else mean - truth
    covariance = own.covariance[0]
    size = range(len(values))
    variance = sum((values[i] * values[j] * covariance[i][j] for i in size for j in size), ZERO)
    return variance if meaning == "variance" else variance + (mean - truth) ** 2


def _of_response(own: OwnMechanism, declared: NameDeclaration, response: str) -> RationalFunction:
    """The moment of the share of a response among all responses, as an estimate of the share of a truth."""
    mean, size = own.response(response), own.number(str(own.size))
    bias = mean - own.prior[own.row(declared.labels[0])]
    if declared.meaning in ("mean", "bias"):
        return mean if declared.meaning == "mean" else bias
    laws = [(ONE, mean)]
    if own.declared.data == GIVEN:
        laws = [(p, own.conditional(response, t)) for p, t in zip(own.prior, own.declared.truths, strict=True)]
    variance = sum((weight * p * (ONE - p) for weight, p in laws), ZERO) / size
    return variance if declared.meaning == "variance" else variance + bias**2


def _is_number(label: str) -> bool:
    try:
        Fraction(label)
    except ValueError:
        return False
    return True
