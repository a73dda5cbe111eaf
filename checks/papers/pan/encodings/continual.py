"""Section 3.3: histories of responses, by induction on their length."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from checks.interpreter import Obligation
from checks.papers.pan.encodings import discussion, supports
from checks.papers.pan.encodings.requirements import ranges_over_values
from checks.papers.pan.rounds import (
    FACTOR,
    HIGH,
    LOW,
    PAIR_ROUNDS,
    RESPONSES,
    Event,
    M,
    Meaning,
    Round,
    enough_values,
    fact,
    is_range,
    law_between,
    reading,
    trees_of,
)
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from derivations.theorems.relaxations.relaxation import response_probability
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction

HISTORY = ("history_i",)
Encoding = Callable[[Context], Sequence[Part]]


# -- the law of each response ------------------------------------------------------------------------------------------


def _response(value: str, level: RationalFunction) -> Meaning:
    return lambda truth: response_probability(level, M, value == truth)


# -- the composition of the responses ----------------------------------------------------------------------------------


def _composed(context: Context, node: tree.Node) -> list[Obligation]:
    """(53) for one response, and for one more: all responses have the likelihood ratio of the last, as (56) says."""
    parts: list[Obligation] = []
    for response in RESPONSES:
        base = reading(context.interpreter, {HISTORY: _response(response, HIGH)}, enough_values(response))
        parts += base.obligations(node, f"one response, {response}")
    for r in PAIR_ROUNDS:
        keeps = fact(r.longer("a") * r.last("b"), "=", r.longer("b") * r.last("a"))
        parts.append(context.shown(f"one more response, {r.title}: the ratio is that of the last", keeps, r.enough))
    for response in RESPONSES:
        known = (fact(FACTOR, ">=", 0), enough_values(response))
        more = reading(context.interpreter, {HISTORY: _history(response)}, *known)
        parts += more.obligations(node, f"all responses, the last of them {response}")
    return parts


def _history(last: str) -> Meaning:
    """The probability of responses that end so, where (56) holds."""
    return lambda truth: FACTOR * response_probability(HIGH, M, last == truth)


def composition(context: Context) -> Sequence[Part]:
    """Property 3.6 by induction on i, with its printed inequality (53)."""
    nodes = context.trees() or trees_of(context, "PAN-51")
    return [part for node in nodes for part in _composed(context, node)]


def chosen_guarantees(context: Context) -> Sequence[Part]:
    """Algorithm 1 where the next guarantee is taken in view of o_1, only for o_1 = a: is o_2 a randomized response?"""
    law = law_between(LOW, HIGH)
    return [
        context.shown(
            "Pr(o_2 = a | X = a, the guarantee eps_i was chosen because o_1 = a)",
            fact(law["p_aa"], "=", response_probability(HIGH, M, True)),
        )
    ]


def one_step_composition(context: Context) -> Sequence[Part]:
    """Property 3.8, the printed (55) for every pair of responses."""
    return _for_pairs(context, lambda r: {("o_before", "o_i"): r.both})


def _for_pairs(context: Context, meanings: Callable[[Round], dict[Event, Meaning]], *known: Formula) -> list[Part]:
    """The printed statements for each of the ten pairs of responses."""
    return [
        part
        for node in context.trees()
        for r in PAIR_ROUNDS
        for part in reading(context.interpreter, meanings(r), r.enough, *known).obligations(node, r.title)
    ]


# -- Lemma 3.1 ---------------------------------------------------------------------------------------------------------


def history_ratio(context: Context) -> Sequence[Part]:
    """A printed equation or chain about the ratio of histories and of last responses, by induction on i."""
    parts: list[Part] = []
    for node in context.trees():
        for response in RESPONSES:
            one = _response(response, HIGH)
            base = reading(context.interpreter, {HISTORY: one, ("o_i",): one}, enough_values(response))
            parts += base.obligations(node, f"one response, {response}")
    possible = fact(FACTOR, ">", 0)
    return parts + _for_pairs(context, lambda r: {HISTORY: r.longer, ("o_i",): r.last}, possible)


def expansion(context: Context) -> Sequence[Part]:
    """(57): the chain rule, (56) for k, the Markov property, the product rule, for every pair of last responses."""

    def meanings(r: Round) -> dict[Event, Meaning]:
        return {
            ("history_after",): r.longer,
            ("history_k",): lambda truth: FACTOR * r.first(truth),
            ("o_k",): r.first,
            ("o_after", "|", "history_k"): r.step,
            ("o_after", "|", "o_k"): r.step,
            ("o_k", "o_after"): r.both,
        }

    return _for_pairs(context, meanings, fact(FACTOR, ">", 0))


def with_ranges(encoding: Encoding) -> Encoding:
    """The encoding of what is printed besides ranges; and the printed ranges are all values of X."""

    def parts(context: Context) -> Sequence[Part]:
        read = list(zip(context.statement.latex, context.trees(), strict=True))
        rest = tuple(text for text, node in read if not is_range(node))
        ranges = [part for _, node in read if is_range(node) for part in ranges_over_values(context, node)]
        return [*ranges, *encoding(replace(context, statement=replace(context.statement, latex=rest)))]

    return parts


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "composition": with_ranges(composition),
    "chosen_guarantees": chosen_guarantees,
    "one_step_composition": with_ranges(one_step_composition),
    "history_ratio": with_ranges(history_ratio),
    "expansion": expansion,
    **discussion.ENCODINGS,
    **supports.ENCODINGS,
}
