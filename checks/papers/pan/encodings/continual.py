"""Section 3.3: histories of responses, by induction on their length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from checks.interpreter import Obligation
from checks.papers.pan.encodings import collusion, discussion, supports
from checks.papers.pan.rounds import (
    HIGH,
    LOW,
    PAIRS,
    RESPONSES,
    M,
    Round,
    at_level,
    conditional,
    enough_values,
    fact,
    law_between,
    reading,
    same_ratio,
    trees_of,
    variable,
)
from checks.reading import syntax as tree
from checks.verification import Context, Part
from derivations.relaxation import relaxed_probability, response_probability
from mechanisms.formula import Formula, all_of
from mechanisms.rational import RationalFunction

H = {truth: variable(f"h_{truth}") for truth in "ab"}


def positive_histories() -> list[Formula]:
    """Both histories are possible, and probabilities."""
    return [formula for h in H.values() for formula in (fact(h, ">", 0), fact(h, "<=", 1))]


# -- the law of each response ------------------------------------------------------------------------------------------


def derived_law(context: Context) -> Sequence[Part]:
    """(54) against Bayes' rule: o_(i-1) could have been had from o_i by a channel, the inverse of a matrix."""
    law = {
        "p_aa": relaxed_probability(LOW, HIGH, M, "a", "a", "a"),
        "p_ba": relaxed_probability(LOW, HIGH, M, "a", "b", "a"),
        "p_bb": relaxed_probability(LOW, HIGH, M, "a", "b", "b"),
    }
    reader = at_level(context.interpreter, **law)
    return [part for node in context.trees() for part in reader.obligations(node)]


def _marginals(context: Context, nodes: Iterable[tree.Node]) -> list[Obligation]:
    """The printed law of o_i: for o_1, and for o_i if it holds for o_(i-1) and o_i is drawn by (54)."""
    parts: list[Obligation] = []
    law = law_between(LOW, HIGH)
    for before, after in (("a", "a"), ("a", "b"), ("b", "a"), ("b", "b")):
        value = conditional(law, "a", before, after)
        label = f"Pr(o_i = {after} | o_(i-1) = {before}, X = a) is a probability"
        parts.append(context.shown(label, all_of([fact(0, "<=", value), fact(value, "<=", 1)])))
    for node in nodes:
        first = reading(context.interpreter, {("o_i", "=", v): _response(v, HIGH) for v in "ab"})
        parts += first.obligations(node, "o_1, a randomized response")
        following = reading(context.interpreter, {("o_i", "=", v): _summed(v) for v in "ab"})
        parts += following.obligations(node, "o_i, summed over o_(i-1)")
    return parts


def _response(value: str, level: RationalFunction) -> Callable[[str], RationalFunction]:
    return lambda truth: response_probability(level, M, value == truth)


def _summed(value: str) -> Callable[[str], RationalFunction]:
    """Pr(o_i = value | X) = sum over o_(i-1): the truth, the value, and the values that are neither."""

    def probability(truth: str) -> RationalFunction:
        law = law_between(LOW, HIGH)
        total = RationalFunction.of(0)
        others = M
        for before in dict.fromkeys((truth, value)):
            total = total + response_probability(LOW, M, before == truth) * conditional(law, truth, before, value)
            others = others - 1
        # Of the values that are neither, all say the same of o_i; for value != truth they share 1 - p_ba - p_bb.
        if value == truth:
            return total + others * response_probability(LOW, M, False) * law["p_ba"]
        return total + response_probability(LOW, M, False) * (1 - law["p_ba"] - law["p_bb"])

    return probability


def marginal_law(context: Context) -> Sequence[Part]:
    """Property 3.5 by induction on i, with its printed formulas (51), (52)."""
    return _marginals(context, context.trees() or trees_of(context, "PAN-50"))


# -- the composition of the responses ----------------------------------------------------------------------------------


def _composed(context: Context, node: tree.Node) -> list[Obligation]:
    """(53) for one response, and for one more: the history has the likelihood ratio of its last response, (56)."""
    parts: list[Obligation] = []
    for response in RESPONSES:
        base = reading(context.interpreter, {("history_i",): _response(response, HIGH)}, enough_values(response))
        parts += base.obligations(node, f"one response, {response}")
    for r in (Round(*pair) for pair in PAIRS):
        meaning = {("history_i",): lambda truth, r=r: H[truth] * r.step(truth)}  # type: ignore[misc]
        reader = reading(context.interpreter, meaning, r.enough, *same_ratio(r.before))
        keeps = fact(H["a"] * r.step("a") * r.last("b"), "=", H["b"] * r.step("b") * r.last("a"))
        parts.append(reader.shown(f"one more response, {r.title}: the ratio is that of the last", keeps, ()))
        more = reading(context.interpreter, {("history_i",): _longer}, *_longer_facts(r), r.enough)
        parts += more.obligations(node, f"one more response, {r.title}")
    return parts


def _longer(truth: str) -> RationalFunction:
    """The probability of the longer history, by a name."""
    return H[truth]


def _longer_facts(r: Round) -> list[Formula]:
    """What has been shown of it before: it has the ratio of the last response."""
    return [
        fact(H["a"] * r.last("b"), "=", H["b"] * r.last("a")),
        fact(H["a"], ">=", 0),
        fact(H["b"], ">=", 0),
    ]


def composition(context: Context) -> Sequence[Part]:
    """Property 3.6 by induction on i, with its printed inequality (53)."""
    nodes = context.trees() or trees_of(context, "PAN-51")
    return [part for node in nodes for part in _composed(context, node)]


def algorithm(context: Context) -> Sequence[Part]:
    """Algorithm 1 where the guarantees do not depend on the responses: Properties 3.5 and 3.6."""
    return [*marginal_law(context), *composition(context)]


def chosen_guarantees(context: Context) -> Sequence[Part]:
    """Algorithm 1 where the next guarantee is taken in view of o_1, only for o_1 = a: is o_2 a randomized response?"""
    law = law_between(LOW, HIGH)
    return [
        context.shown(
            "Pr(o_2 = a | X = a, the guarantee eps_i was chosen because o_1 = a)",
            fact(law["p_aa"], "=", response_probability(HIGH, M, True)),
        )
    ]


def one_step_law(context: Context) -> Sequence[Part]:
    """Property 3.7: if o_(i-1) is a randomized response, so is o_i, with the law (51), (52)."""
    following = reading(context.interpreter, {("o_i", "=", v): _summed(v) for v in "ab"})
    return [part for node in trees_of(context, "PAN-50") for part in following.obligations(node, "summed over o_(i-1)")]


def one_step_composition(context: Context) -> Sequence[Part]:
    """Property 3.8, the printed (55) for every pair of responses."""
    parts: list[Part] = []
    for node in context.trees():
        for r in (Round(*pair) for pair in PAIRS):
            meaning = {("o_before", "o_i"): lambda truth, r=r: r.first(truth) * r.step(truth)}  # type: ignore[misc]
            parts += reading(context.interpreter, meaning, r.enough).obligations(node, r.title)
    return parts


# -- Lemma 3.1 ---------------------------------------------------------------------------------------------------------


def history_ratio(context: Context) -> Sequence[Part]:
    """A printed equation or chain about the ratio of histories and of last responses, by induction on i."""
    parts: list[Part] = []
    for node in context.trees():
        for response in RESPONSES:
            one = _response(response, HIGH)
            base = reading(context.interpreter, {("history_i",): one, ("o_i",): one}, enough_values(response))
            parts += base.obligations(node, f"one response, {response}")
        for r in (Round(*pair) for pair in PAIRS):
            meaning = {
                ("history_i",): lambda truth, r=r: H[truth] * r.step(truth),  # type: ignore[misc]
                ("o_i",): r.last,
            }
            known = [r.enough, *same_ratio(r.before), *positive_histories()]
            parts += reading(context.interpreter, meaning, *known).obligations(node, f"one more response, {r.title}")
    return parts


def expansion(context: Context) -> Sequence[Part]:
    """(57): the chain rule, (56) for k, the Markov property, the product rule; any law K of the next response."""
    step = {truth: variable(f"K_{truth}") for truth in "ab"}
    parts: list[Part] = []
    for node in context.trees():
        for before in RESPONSES:
            first = _response(before, LOW)
            meaning = {
                ("history_after",): lambda truth: H[truth] * step[truth],
                ("history_k",): lambda truth: H[truth],
                ("o_k",): first,
                ("o_after", "|", "history_k"): lambda truth: step[truth],
                ("o_after", "|", "o_k"): lambda truth: step[truth],
                ("o_k", "o_after"): lambda truth, first=first: first(truth) * step[truth],  # type: ignore[misc]
            }
            known = [enough_values(before), *same_ratio(before), *positive_histories()]
            known += [fact(value, ">", 0) for value in step.values()]
            parts += reading(context.interpreter, meaning, *known).obligations(node, f"after the response {before}")
    return parts


def pair_ratio(context: Context) -> Sequence[Part]:
    """(58): the ratio of two responses is that of the last."""
    parts: list[Part] = []
    for node in context.trees():
        for r in (Round(*pair) for pair in PAIRS):
            meaning = {
                ("o_k", "o_after"): lambda truth, r=r: r.first(truth) * r.step(truth),  # type: ignore[misc]
                ("o_after",): r.last,
            }
            parts += reading(context.interpreter, meaning, r.enough).obligations(node, r.title)
    return parts


def example_ratio(context: Context) -> Sequence[Part]:
    """(59): both responses are a; the guarantees are eps_1 and eps_2."""
    from checks.papers.pan.rounds import X, Y

    r = Round("a", "a", X, Y)
    meaning = {("a", "a"): lambda truth: r.first(truth) * r.step(truth), ("a",): r.last}
    return [part for node in context.trees() for part in reading(context.interpreter, meaning).obligations(node)]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "derived_law": derived_law,
    "marginal_law": marginal_law,
    "composition": composition,
    "algorithm": algorithm,
    "chosen_guarantees": chosen_guarantees,
    "one_step_law": one_step_law,
    "one_step_composition": one_step_composition,
    "history_ratio": history_ratio,
    "expansion": expansion,
    "pair_ratio": pair_ratio,
    "example_ratio": example_ratio,
    **discussion.ENCODINGS,
    **supports.ENCODINGS,
    **collusion.ENCODINGS,
}
