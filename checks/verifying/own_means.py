"""That estimates have the expectations that a claims file means by a name, as theorems about n respondents.

A name such as E[pi_hat] stands for a value that is computed from the declared mechanism. Where the design is small, the
logic proves that it is the expectation: the sum over all words of n responses, each response by total probability.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from checks.claims.claim import Statement
from checks.claims.verdict import Outcome
from checks.inputs.declarations import GIVEN
from checks.interpreter import Interpreter
from checks.reading import read_latex, to_plain
from checks.reading import syntax as tree
from checks.verifying.stated import judge
from derivations.estimation.estimator import linear_estimator
from derivations.logic.reader import StatementError
from mechanisms.exact.formula import Condition, IntegerValued

if TYPE_CHECKING:
    from checks.inputs.mechanism import OwnMechanism
    from checks.inputs.own_notation import OwnNotation
    from mechanisms.exact.rational import RationalFunction

LARGEST = 4  # truths and responses of a design whose expectations are worked out
TRUTH, RESPONSE, WORD = "any_truth", "any_response", "any_word"  # bound, and kept from the symbols of a file
SAYS = "the expectation over all responses"


def means(statement: Statement, own: OwnNotation) -> Iterator[Outcome]:
    """The theorems on the expectations that a statement speaks of; none where no proof is found."""
    spoken = [own.named[name] for name in sorted(own.names_in(statement) & own.named.keys())]
    about = dict.fromkeys((*name.of, *name.labels) for name in spoken if name.meaning in ("mean", "bias"))
    counted = dict.fromkeys(
        (*name.of, *name.labels) for name in spoken if name.meaning in ("count_mean", "frequency_mean")
    )
    texts = [(f"the estimate for {truth}", _of_estimate(own.mechanisms[m], truth)) for m, truth in about]
    texts += [(f"how many answer {label}", _of_count(own.mechanisms[m], label)) for m, label in counted]
    texts += [*_of_formulas(statement, own)]
    for what, text in texts:
        outcome = _judged(text) if text else None
        if outcome is not None and outcome.theorem is not None and not outcome.refuted:
            yield replace(outcome, label=f"{SAYS}, of {what}")


@lru_cache(maxsize=64)
def _judged(text: str) -> Outcome | None:
    try:
        return judge(text, "", (), {})
    except StatementError:
        return None  # a name that is none in the logic


def _of_estimate(mechanism: OwnMechanism, truth: str) -> str:
    """What the expectation of the estimate for a truth is, wherever there is one; "" of designs that are not small."""
    design, n = mechanism.design, mechanism.size
    if not _is_small(mechanism):
        return ""
    row, determinant = mechanism.row(truth), mechanism.determinant
    weights = [weight[row] for weight in linear_estimator(design).weights]
    estimate = " + ".join(f"frequency({n}, {y})({WORD})*({weight})/{n}" for y, weight in enumerate(weights, 1))
    inverse = [f"{determinant.numerator} != 0"] if determinant.names else []
    return _stated(mechanism, estimate, mechanism.mean[0][row], inverse)


def _of_count(mechanism: OwnMechanism, response: str) -> str:
    """How many are expected to give a response; "" of designs that are not small."""
    if not _is_small(mechanism):
        return ""
    y = mechanism.column(response)
    return _stated(mechanism, f"frequency({mechanism.size}, {y + 1})({WORD})", mechanism.moments.mean[y], [])


def _of_formulas(statement: Statement, own: OwnNotation) -> Iterator[tuple[str, str]]:
    """What the moments of formulas in the counts are that a statement prints, with an operator for each."""
    printed = [read_latex(text, own.vocabulary, slash=statement.slash) for text in statement.latex]
    for node in dict.fromkeys(part for whole in printed for part in tree.nodes(whole)):
        if not isinstance(node, tree.Operate) or node.operator not in own.named:
            continue
        mechanism, interpreter = own.mechanisms_of(own.named[node.operator])[0], Interpreter(own.notation)
        value = interpreter.number(node)
        (kind,) = own.named[node.operator].labels
        counted = {
            text: f"frequency({mechanism.size}, {mechanism.column(label) + 1})({WORD})"
            for label, text in mechanism.declared.counts.items()
        }
        formulas = [_with_counts(interpreter.number(argument), counted) for argument in node.arguments]
        given = [f"({divisor.numerator}) != 0" for divisor in interpreter.divisors if divisor.names]
        if _is_small(mechanism) and kind != "covariance" and not interpreter.roots and not interpreter.required:
            word = "expectation" if kind == "expectation" else "dispersion"
            yield to_plain(node), _stated(mechanism, formulas[0], value, given, word)


def _with_counts(formula: RationalFunction, counted: Mapping[str, str]) -> str:
    """The formula in plain notation, with what stands for the symbol of each count."""
    return re.sub(r"[A-Za-z]\w*", lambda name: counted.get(name[0], name[0]), str(formula))


def _is_small(mechanism: OwnMechanism) -> bool:
    design = mechanism.design
    sampled = mechanism.declared.data != GIVEN and design.generator is None
    return sampled and 2 <= len(design.truths) == len(design.responses) <= LARGEST


def _stated(
    mechanism: OwnMechanism, statistic: str, value: RationalFunction, given: Sequence[str], moment: str = "expectation"
) -> str:
    """That a statistic of the words of responses has this expectation, or dispersion, where what is given holds."""
    design, prior, n = mechanism.design, mechanism.prior, str(mechanism.size)
    k = len(design.truths)
    used = {*design.parameters, *(name for share in (*prior, value) for name in share.names)}
    used -= {*mechanism.constants, n}
    conditions = [_condition(fact) for fact in mechanism.domain.hypotheses() if _names(fact) <= {*used, n}]
    conditions += given
    sized = [] if n.isdecimal() else [n]
    conditions += [f"integer({name}) and 1 <= {name}" for name in sized]
    rows = _cases(TRUTH, [_cases(RESPONSE, list(map(str, entries))) for entries in design.entries])
    shares = _cases(TRUTH, list(map(str, prior)))
    law = f"response({k}, fun {TRUTH}. {shares}, fun {TRUTH} {RESPONSE}. {rows})"
    names = " ".join([*sorted(used), *sized])
    premise = f"{' and '.join(sorted(set(conditions)))} implies " if conditions else ""
    closing = f"forall {names}. " if names else ""
    return f"{closing}{premise}{moment}({n}, {k}, {law}, fun {WORD}. {statistic}) = {value}"


def _cases(name: str, values: Sequence[str]) -> str:
    """A value for each number 1, 2, ..."""
    text = values[-1]
    for number in range(len(values) - 1, 0, -1):
        text = f"if {name} = {number} then ({values[number - 1]}) else ({text})"
    return text


def _names(fact: object) -> set[str]:
    if isinstance(fact, Condition):
        return set(fact.polynomial.names)
    return {fact.name} if isinstance(fact, IntegerValued) else {""}


def _condition(fact: object) -> str:
    return f"integer({fact.name})" if isinstance(fact, IntegerValued) else str(fact)
