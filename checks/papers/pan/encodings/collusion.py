"""Appendix D and Theorem 4.1: what an adversary with a prior believes after all responses, and after the last alone.

For a value `a` of X: q is its prior probability, h that of all responses given it, p that of the last response given
it. D and E are the sums of h q and p q over all values. That h = g p with the same g for all values is (56), written so
that it holds for impossible responses too; that D = g E follows value by value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from checks.interpreter import Interpreter, Obligation
from checks.papers.pan.rounds import PAIR_ROUNDS, fact, variable
from checks.reading import syntax as tree
from checks.values import MeaninglessError, Value
from checks.verification import Context, Part
from mechanisms.formula import Formula
from mechanisms.rational import RationalFunction

Q, H, P, G, D, E, R = (variable(name) for name in ("q", "h", "p", "g", "D", "E", "R"))
ALL, LAST = "history_n", "o_n"
POSITIVE = [fact(0, "<", value) for value in (H, P, D, E)]
PRIOR = [fact(0, "<=", Q), fact(Q, "<=", 1)]


def _believing(context: Context, *hypotheses: Formula) -> Interpreter:
    """Pr, Q, R and sums over x' for one value of X, its responses and their sums over all values."""
    likelihood = {ALL: H, LAST: P, "information": H}
    whole = {ALL: D, LAST: E, "information": D}

    def spoken(node: tree.Operate) -> str:
        match node.arguments:
            case (tree.Name(name=name),) if name in likelihood:
                return name
        raise MeaninglessError("Pr is that of all responses, of the last one, or of the information y")

    def probability(inner: Interpreter, node: tree.Operate) -> Value:
        return likelihood[spoken(node)]

    def belief(inner: Interpreter, node: tree.Operate) -> Value:
        """The prior, or what is known of X jointly with the information divided by what is known without X."""
        match node.given:
            case ():
                return Q
            case (tree.Name(name=name),) if name in likelihood:
                inner.divisors.append(whole[name])
                return likelihood[name] * Q / whole[name]
        raise MeaninglessError(f"'{inner.print(node)}' is no belief with a meaning here")

    def factor(inner: Interpreter, node: tree.Apply) -> Value:
        return R

    def total(inner: Interpreter, node: tree.BigSum) -> Value | None:
        """The sum over all values of X of likelihood times prior, R before it or not."""
        events = [part for part in tree.nodes(node.body) if isinstance(part, tree.Operate) and part.operator == "Pr"]
        factors = [part for part in tree.nodes(node.body) if isinstance(part, tree.Apply) and part.function == "R"]
        if len(events) != 1 or len(factors) > 1:
            return None
        return variable("N") if factors else whole[spoken(events[0])]

    old = context.interpreter.notation
    notation = replace(
        old,
        operators={**old.operators, "Pr": probability, "Q": belief},
        functions={**old.functions, "R": factor},
        sums=total,
    )
    return context.interpreter.speaking(notation).assuming(*PRIOR, *hypotheses)


def _factor_by_induction(context: Context) -> list[Obligation]:
    """h = g p for one response, with g = 1; and for one more, drawn by (54), with a g that is the same for all X."""
    parts = []
    for r in PAIR_ROUNDS:
        new = r.step("b") * r.first("b") / r.last("b")  # what g is multiplied by, seen from the truth b
        fact_a = fact(G * r.first("a") * r.step("a"), "=", G * new * r.last("a"))
        parts.append(context.shown(f"one more response, {r.title}: the same factor for all X", fact_a, r.enough))
    return parts


def posterior_of_history(context: Context) -> Sequence[Part]:
    """(62): the factor without X by induction on n, the same for the sums over X, hence the same posterior."""
    known = [fact(H, "=", G * P), fact(D, "=", G * E), fact(G, ">", 0), fact(E, ">", 0)]
    more = fact(D + H * Q, "=", G * (E + P * Q))
    return [
        *_factor_by_induction(context),
        context.shown("one more value of X in the sums", more, *known),
        *(part for node in context.trees() for part in _believing(context, *known).obligations(node)),
    ]


def bayes(context: Context) -> Sequence[Part]:
    """(111), from Q(X | y) = Pr(X, y)/Pr(y), the information y being possible."""
    reader = _believing(context, fact(D, ">", 0), fact(H, ">=", 0))
    return [part for node in context.trees() for part in reader.obligations(node)]


def expanded_and_organised(context: Context) -> Sequence[Part]:
    """(62), (112), (113), printed in this order: each follows from the next; for values with Q(X) > 0 conversely."""
    nodes = context.trees()
    reader = _believing(context, *POSITIVE)
    formulas = [reader.formula(node) for node in nodes]
    parts: list[Part] = []
    names = ("(62) and (112)", "(112) and (113)")
    for first, second, name in zip(formulas[:-1], formulas[1:], names, strict=True):
        parts.append(reader.assuming(second).shown(f"{name}: the second suffices for the first", first, ()))
        parts.append(
            reader.assuming(first, fact(Q, ">", 0)).shown(f"{name}: the first gives the second if Q(X) > 0", second, ())
        )
    return parts


def same_factor(context: Context) -> Sequence[Part]:
    """(114): by (56) for two values a and b, Pr(o_n | X)/Pr(all | X) is the same; R is its value at b."""
    h_b, p_b = variable("h_b"), variable("p_b")
    lemma = fact(H * p_b, "=", h_b * P)
    known = [fact(0, "<", value) for value in (H, P, h_b, p_b)]
    reader = _believing(context, lemma, *known, fact(R, "=", p_b / h_b))
    return [part for node in context.trees() for part in reader.obligations(node)]


def closing(context: Context) -> Sequence[Part]:
    """(115): R is taken out of the sum, value by value; then it is Pr(o_n | X)/Pr(all | X) by (114)."""
    n: RationalFunction = variable("N")
    one_more = fact(n + R * H * Q, "=", R * (D + H * Q))
    known = [fact(n, "=", R * D), fact(R, "=", P / H), *POSITIVE]
    return [
        context.shown("one more value of X in the sums", one_more, fact(n, "=", R * D)),
        *(part for node in context.trees() for part in _believing(context, *known).obligations(node)),
    ]


ENCODINGS: Mapping[str, Callable[[Context], Sequence[Part]]] = {
    "posterior_of_history": posterior_of_history,
    "bayes": bayes,
    "expanded_and_organised": expanded_and_organised,
    "same_factor": same_factor,
    "closing": closing,
}
