"""How the claims of a file are read: beside each print the formula that was understood, with all that is assumed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from checks.claims.claim import Claim, Paper, Statement
from checks.inputs.declarations import GIVEN, MAIN
from checks.inputs.numeric import OF_THE_ANSWER, Step, Toss
from checks.papers.model import load
from checks.reading import ReadingError, read_latex, read_plain
from checks.reading.conditions import rounded_thresholds
from checks.reading.render import to_latex, to_plain
from checks.show.typeset import vocabulary_of
from checks.show.words import statement_in_latex
from derivations.steps import Written

if TYPE_CHECKING:
    from checks.inputs.declarations import NameDeclaration, NumericDeclaration, NumericName, SizedName
    from checks.inputs.own_notation import OwnNotation
    from checks.reading.syntax import Node

SENSES: Mapping[str, str] = {
    "design": "the matrix of the probabilities of the responses, a row a truth",
    "transposed_design": "the matrix of the probabilities of the responses, a column a truth",
    "determinant": "the determinant of the matrix of the probabilities of the responses",
    "trace": "the trace of the matrix of the probabilities of the responses",
    "rank": "the rank of the matrix of the probabilities of the responses",
    "inverse": "the inverse of the matrix of the probabilities of the responses, a row a truth",
    "pseudo_inverse": "the Moore-Penrose inverse of the matrix of the probabilities of the responses, a row a truth, "
    "where its rank is full",
    "characteristic_polynomial": "det({0} I - P) of the matrix P of the probabilities of the responses",
    "spectrum": "the set of the eigenvalues of the matrix of the probabilities of the responses, each once",
    "second_eigenvalue": "the second largest eigenvalue of the matrix of the probabilities of the responses, each "
    "counted as often as it is a zero of the characteristic polynomial",
    "possible_responses": "the set of the responses that are possible if the truth is {0}",
    "law": "the probabilities of the responses of a respondent drawn with the prior",
    "prior": "the share of {0} among those who are asked",
    "epsilon": "the smallest eps for which the mechanism is private",
    "delta": "the smallest delta for which the mechanism is (eps, delta)-private at eps = {0}",
    "response": "the probability of the response {0}",
    "conditional": "the probability of the response {0} if the truth is {1}",
    "posterior": "the probability of the truth {0} if the response is {1}",
    "estimator": "the unbiased linear estimate of the share of {0}, as a function of the counts",
    "mle": "the zero of the score for the share of {0}, as a function of the counts",
    "clipped_mle": "the share of {0} in [0, 1] at which the likelihood of the counts is largest",
    "mean": "the expectation of the unbiased linear estimate of the share of {0}",
    "bias": "the bias of the unbiased linear estimate of the share of {0}",
    "variance": "the variance of the unbiased linear estimate of the share of {0}",
    "added_variance": "the variance of the unbiased linear estimate of the share of {0}, less that of the share itself",
    "mse": "the mean squared error of the unbiased linear estimate of the share of {0}",
    "covariance": "the covariance of the unbiased linear estimates of the shares of {0} and {1}",
    "covariance_matrix": "the covariance matrix of the unbiased linear estimates of all shares",
    "count_mean": "the expectation of how many give the response {0}",
    "count_variance": "the variance of how many give the response {0}",
    "frequency": "the share of the response {0} among all responses",
    "frequency_mean": "the expectation of the share of the response {0} among all responses",
    "frequency_variance": "the variance of the share of the response {0} among all responses",
    "fisher_information": "the Fisher information of one response on the free shares",
    "operator": "the {0} of a formula in the counts, over all responses",
    "channel": "the channel C with first = last C: how the first response could be had from the last",
    "relaxation": "the probability of the last response {2} if the truth is {0} and the first response {1}",
    "p_star": "the probability that the response supports the truth",
    "q_star": "the probability that the response supports another value than the truth",
    "support": "the probability that the response of one whose truth is {1} supports {0}",
    "supporting": "how many responses support {0}",
    "prior of many": "the share of {0} among those who are asked",
    "estimator of many": "the unbiased linear estimate for {0} from how many responses support it",
    "mean of many": "the expectation of the unbiased linear estimate for {0}",
    "variance of many": "the variance of the unbiased linear estimate for {0}",
    "rare_variance": "the variance of the unbiased linear estimate for {0} if nobody has that value",
    "covariance of many": "the covariance of the unbiased linear estimates for {0} and {1}",
    "answer_mean of numbers": "the expectation of one answer",
    "answer_variance of numbers": "the variance of one answer",
    "noise_size of numbers": "the expected size of the noise, its absolute value",
    "estimator of numbers": "the unbiased linear function of the average answer {1} that estimates {0}",
    "mean of numbers": "the expectation of the unbiased linear estimate of {0} from the average answer",
    "bias of numbers": "the bias of the unbiased linear estimate of {0} from the average answer",
    "variance of numbers": "the variance of the unbiased linear estimate of {0} from the average answer",
    "mse of numbers": "the mean squared error of the unbiased linear estimate of {0} from the average answer",
}
"""What a printed name means, with its labels; of a mechanism of any size with its index letters."""

_OF_THE_MECHANISM = {
    "design", "transposed_design", "determinant", "trace", "rank", "inverse", "pseudo_inverse", "spectrum",
    "characteristic_polynomial", "second_eigenvalue", "possible_responses", "law", "prior", "epsilon", "delta",
    "response", "conditional", "posterior", "fisher_information", "channel", "relaxation", "p_star", "q_star",
    "support",
}  # fmt: skip
"""Meanings that do not depend on how many are asked."""


@dataclass(frozen=True)
class ReadClaim:
    """One claim: the parts of its print as they are read, under which conditions, and what its names mean.

    `stated` are its statements in the logic, which say the whole, computed from the print or written by hand; a claim
    with such a statement has nothing else. `unread` says why a claim cannot be read.
    """

    id: str
    place: str
    printed: str
    reads: tuple[Written, ...] = ()
    conditions: tuple[Written, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    stated: tuple[tuple[str, Written], ...] = ()
    unread: str = ""


NOISE_LAWS: Mapping[str, str] = {
    "laplace": "Laplace noise of scale {0}",
    "geometric": "a random integer z with the probability (1 - a)/(1 + a) a^|z| for a = {0}",
    "staircase": "staircase noise z, whose density is {0} times as high on each step of |z| of the width {2} as on the "
    "one before it; the first step has the share {1} of that width",
}
"""The laws of noise in words."""


def read_claim(paper: Paper, claim: Claim) -> ReadClaim:
    """How a claim is read, for each of its readings."""
    if claim.unread:
        return ReadClaim(claim.id, claim.place, claim.printed, unread=claim.unread)
    stated = tuple((said.part, _statement(paper, said.statement)) for said in claim.stated)
    statements = [reading.statement for reading in claim.readings if not reading.statement.statement]
    own = load(paper.file).own if paper.file else None
    found, wrong = [], ""
    for statement in statements:
        try:
            found.append(_formulas(statement, paper, own))
        except ReadingError as error:  # of a paper of the suite, where another reading may say what is meant
            wrong = str(error)
    if wrong and not found:
        return ReadClaim(claim.id, claim.place, claim.printed, stated=stated, unread=wrong)
    return ReadClaim(
        claim.id,
        claim.place,
        claim.printed,
        tuple(dict.fromkeys(formula for reads, _ in found for formula in reads)),
        tuple(dict.fromkeys(condition for _, conditions in found for condition in conditions)),
        () if own is None else tuple(_names([s for r in claim.readings if not (s := r.statement).statement], own)),
        stated,
    )


def _statement(paper: Paper, statement: str) -> Written:
    return Written(statement, lambda: r"\quad ".join(statement_in_latex(paper, statement)))


def _formulas(statement: Statement, paper: Paper, own: OwnNotation | None) -> tuple[list[Written], list[Written]]:
    """The formulas, names as they are spelt; the conditions that the claim and the file add."""
    vocabulary = vocabulary_of(paper)
    texts = statement.latex if statement.table is None else [e.latex for e in statement.table.entries()]
    nodes = [read_latex(text, vocabulary, slash=statement.slash) for text in texts]

    def formula(node: Node, remark: str = "") -> Written:
        return Written(
            f"{to_plain(node)}{remark}", to_latex(node, vocabulary) + (rf"\text{{{remark}}}" if remark else "")
        )

    conditions = [formula(read_plain(text, vocabulary)) for text in statement.domain]
    values = [formula(read_plain(f"{name} = {value}", vocabulary)) for name, value in statement.at]
    if own is None:
        return [formula(node) for node in nodes], [*conditions, *values]
    spelt = {canonical: f"'{name.spelling}'" for canonical, name in own.named.items()}
    spelt |= {canonical: f"'{name.spelling}'" for canonical, name in own.sized_named.items()}
    spelt |= {canonical: f"'{name.spelling}'" for canonical, name in own.numeric_named.items()}
    used = own.names_in(statement)
    ranges = [
        formula(read_plain(s.range or s.name, vocabulary), _kinds(s.range, s.integer, s.budget))
        for s in own.declared.symbols
        if s.name in used
    ]
    between = [
        formula(read_plain(text, vocabulary))
        for text in own.declared.conditions
        if used & set(re.findall(r"\w+", text))
    ]
    reads = [
        Written(re.sub(r"\b\w+\b", lambda m: spelt.get(m[0], m[0]), to_plain(node)), to_latex(node, vocabulary))
        for node in nodes
    ]
    rounded = [formula(number, " is a rounded number") for node in nodes for number in rounded_thresholds(node)]
    return reads, [*ranges, *between, *conditions, *values, *rounded]


def _kinds(range_: str, integer: bool, budget: bool) -> str:
    """What is said of a symbol behind its range, or its name."""
    kinds = ["an integer"] * integer + ["a privacy budget"] * budget
    return f"{', ' if range_ else ' is '}{' and '.join(kinds)}" if kinds else ""


def _names(statements: list[Statement], own: OwnNotation) -> list[tuple[str, str]]:
    """What the names in these statements mean, in words."""
    used = frozenset().union(*map(own.names_in, statements)) if statements else frozenset()
    told = [(name.spelling, sense(name, own)) for canonical, name in own.named.items() if canonical in used]
    told += [(n.spelling, sense_of_many(n, own)) for c, n in own.sized_named.items() if c in used]
    return told + [(n.spelling, sense_of_number(n, own)) for c, n in own.numeric_named.items() if c in used]


def sense(name: NameDeclaration, own: OwnNotation) -> str:
    """What a name means: the quantity, the mechanism where there are several, and who is asked."""
    text = SENSES[name.meaning].format(*name.labels)
    declared = [own.declared.mechanisms[mechanism] for mechanism in name.of]
    if name.meaning not in _OF_THE_MECHANISM:
        text += _asked(declared[0].respondents, declared[0].data)
    return text + _of(name.of, own.declared.known)


def sense_of_many(name: SizedName, own: OwnNotation) -> str:
    """What a name of a mechanism of any size means."""
    declared = own.declared.sized[name.of]
    many = f"{name.meaning} of many"
    text = SENSES[many if many in SENSES else name.meaning].format(*name.indices)
    if name.scale == "count":
        text += ", as a number of people"
    if name.meaning not in _OF_THE_MECHANISM:
        text += _asked(declared.respondents, declared.data)
    return text + _of((name.of,), own.declared.known)


def sense_of_number(name: NumericName, own: OwnNotation) -> str:
    """What a name of a mechanism whose answers are numbers means, and all that is declared of the answer."""
    declared, mechanism = own.declared.numeric[name.of], own.numeric[name.of]
    numbers = f"{name.meaning} of numbers"
    target = declared.truth if mechanism.is_given else f"E[{declared.truth}]"
    text = SENSES[numbers if numbers in SENSES else name.meaning].format(target, declared.average)
    if name.meaning not in OF_THE_ANSWER:
        text += f", from {_respondents(declared)}"
    truth = declared.truth
    if mechanism.is_given:
        low, high = mechanism.interval
        truth += f", any {'integer' if mechanism.of_integers else 'number'} from {low} to {high}"
    said = [f"the truth is {truth}", f"the answer is {_answered(mechanism.steps)}"]
    if moments := [f"E[{v.name}] = {v.mean}, Var[{v.name}] = {v.variance}" for v in declared.variables]:
        said.append(f"with declared {'; '.join(moments)}")
        said.append(
            "random variables and coins are independent, of any laws with finitely many values and these moments"
        )
    if (density := declared.density) is not None:
        pieces = zip(density.heights, pairwise(density.ends), strict=True)
        heights = [f"{height} from {low} to {high}" for height, (low, high) in pieces]
        said.append(f"{density.name} has the density {', '.join(heights)}, and 0 elsewhere")
    if (noise := declared.noise) is not None:
        said.append(f"{noise.name} is {NOISE_LAWS[noise.law].format(*noise.parameters)}")
    if declared.entries:
        said.append(
            f"{declared.truth} is one of {declared.entries} entries of an indicator vector, each answered so; "
            "eps is that of the vector"
        )
    return f"{text}{_of((name.of,), own.declared.known)}; {'; '.join(said)}"


def _respondents(declared: NumericDeclaration) -> str:
    if declared.respondents in ("", "1"):
        return "one respondent"
    return f"{declared.respondents} respondents drawn independently"


def _answered(step: Step) -> str:
    """What is answered, in words."""
    if isinstance(step, str):
        return step
    first, second = (
        f"({text})" if isinstance(s, Toss) else text for s in (step.heads, step.tails) for text in [_answered(s)]
    )
    return f"{first} with probability {step.probability}, else {second}"


def _asked(respondents: str, data: str) -> str:
    truths = "whose truths are given" if data == GIVEN else "drawn with the prior, with replacement"
    return f", from {respondents} respondents {truths}"


def _of(mechanisms: tuple[str, ...], known: int) -> str:
    names = [name or "[mechanism]" for name in mechanisms]
    return f"; of {' and then '.join(names)}" if known > 1 or mechanisms != (MAIN,) else ""
