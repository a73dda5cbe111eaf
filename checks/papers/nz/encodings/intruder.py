"""Section 2: the law of responses, and what an intruder with a prior believes and predicts.

The categories are taken together: `p` is the prior probability of Q, `u` and `v` are the averages, weighted by the
prior, of the probabilities of the response d_i over the categories in Q and outside. So P(Q and d_i) = p u,
P(Q^c and d_i) = (1 - p) v, for every k, every prior and every Q. What is summed over responses or categories is shown
for one more of them, after those so far.
"""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter
from checks.interpreter.values import MeaninglessError, Value
from checks.papers.nz.encodings.common import ONE, Encoding, fact, variable, with_meanings, with_names
from checks.reading import syntax as tree
from checks.verifying.verification import Context, Part
from mechanisms.exact.formula import Formula
from mechanisms.exact.rational import RationalFunction

CHANCE, INSIDE, OUTSIDE = variable("p"), variable("u"), variable("v")
WITH_Q, WITHOUT_Q = CHANCE * INSIDE, (ONE - CHANCE) * OUTSIDE


def intruder(interpreter: Interpreter, inside: RationalFunction = INSIDE) -> Interpreter:
    """P_alpha by the definition of conditional probability, from the prior of Q and the law of the response."""
    parts = {"Q": (CHANCE, CHANCE * inside), "Q_complement": (ONE - CHANCE, WITHOUT_Q)}
    whole = CHANCE * inside + WITHOUT_Q

    def probability(_: Interpreter, node: tree.Operate) -> Value:
        match node:
            case tree.Operate(arguments=(tree.Name(name=event),), given=()) if event in parts:
                return parts[event][0]
            case tree.Operate(arguments=(tree.Name(name=event),), given=(tree.Name(name="d_i"),)) if event in parts:
                return parts[event][1] / whole
            case tree.Operate(
                arguments=(tree.SetOperation(operation="cap", operands=(tree.Name(name=event), tree.Name(name="d_i"))),)
            ) if event in parts:
                return parts[event][1]
            case tree.Operate(
                arguments=(tree.Chain(members=(tree.Name(name="Z"), tree.Name(name="d_i")), relations=("=",)),),
                given=(),
            ):
                return whole
        raise MeaninglessError("P_alpha is printed of Q, of its complement or of a response")

    return with_meanings(interpreter, operators={"P_alpha": probability})


def a_response(*more: Formula) -> list[Formula]:
    """The prior is one, and the response is possible."""
    possible = fact(WITH_Q + WITHOUT_Q, ">", 0)
    return [
        fact(0, "<=", CHANCE),
        fact(CHANCE, "<=", 1),
        fact(0, "<=", INSIDE),
        fact(0, "<=", OUTSIDE),
        possible,
        *more,
    ]


# -- section 2 ---------------------------------------------------------------------------------------------------------


def _summed(interpreter: Interpreter, node: tree.BigSum) -> Value | None:
    """The sum over l of the category j, of one other, and of what the remaining ones add to P(Z = d_i).

    The remaining categories add the same to both sides of a right print, which is right for the one other category.
    """
    if (node.index, node.lower, node.upper) != (tree.Name("l"), tree.Number("1"), tree.Name("k")):
        return None
    terms = []
    for letter in ("j", "o"):
        values = {"alpha_l": _weight(letter), "p_il": _given(letter), "p_ll": variable(f"p_{letter}{letter}")}
        terms.append(with_names(interpreter, **values).number(node.body))
    return terms[0] + terms[1] + variable("remaining")


def _weight(letter: str) -> RationalFunction:
    return variable(f"alpha_{letter}")


def _given(letter: str) -> RationalFunction:
    return variable(f"p_i{letter}")


def _possible() -> list[Formula]:
    whole = sum((_weight(c) * _given(c) for c in "jo"), variable("remaining"))
    known = [fact(0, "<=", part) for c in "jo" for part in (_weight(c), _given(c), variable(f"p_{c}{c}"))]
    known += [fact(part, "<=", 1) for c in "jo" for part in (_weight(c), _given(c), variable(f"p_{c}{c}"))]
    return [*known, fact(0, "<=", variable("remaining")), fact(whole, ">", 0)]


def by_bayes(context: Context) -> Sequence[Part]:
    """P_alpha from the joint law alpha_l p_il of category and response, and the definition of conditioning."""
    joint = _weight("j") * _given("j")
    whole = joint + _weight("o") * _given("o") + variable("remaining")

    truth = tree.Chain((tree.Name("X"), tree.Name("c_j")), ("=",))
    response = tree.Chain((tree.Name("Z"), tree.Name("d_i")), ("=",))
    known: dict[tuple[tuple[tree.Node, ...], tuple[tree.Node, ...]], RationalFunction] = {
        ((truth,), (response,)): joint / whole,
        ((truth, response), ()): joint,
        ((response,), ()): whole,
    }

    def probability(_: Interpreter, node: tree.Operate) -> Value:
        if (node.arguments, node.given) not in known:
            raise MeaninglessError("P_alpha is printed of X = c_j and Z = d_i")
        return known[node.arguments, node.given]

    reader = with_meanings(context.interpreter, operators={"P_alpha": probability}, sums=_summed)
    reader = reader.assuming(*_possible())
    return [part for node in context.trees() for part in reader.obligations(node)]


ENCODINGS: dict[str, Encoding] = {function.__name__: function for function in (by_bayes,)}
