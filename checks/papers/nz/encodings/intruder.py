"""Section 2: the law of responses, and what an intruder with a prior believes and predicts.

The categories are taken together: `p` is the prior probability of Q, `u` and `v` are the averages, weighted by the
prior, of the probabilities of the response d_i over the categories in Q and outside. So P(Q and d_i) = p u,
P(Q^c and d_i) = (1 - p) v, for every k, every prior and every Q. What is summed over responses or categories is shown
for one more of them, after those so far.
"""

from __future__ import annotations

from collections.abc import Sequence

from checks.interpreter import Interpreter
from checks.papers.nz.encodings.common import ONE, Encoding, fact, variable, with_meanings, with_names
from checks.reading import syntax as tree
from checks.values import MatrixValue, MeaninglessError, Value
from checks.verification import Context, Part
from mechanisms.formula import Formula, all_of, any_of, negation
from mechanisms.rational import RationalFunction

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


# -- section 1 ---------------------------------------------------------------------------------------------------------


def law_of_the_counts(context: Context) -> Sequence[Part]:
    """The law of a response is P pi, and the counts of n independent responses are multinomial.

    Total probability: the categories are joined one by one into a group of probability w, under which the response has
    the probability g; the printed product of matrices is read for the group and one more category. Multinomial: with
    `mass` = n!/prod(s!) prod(lambda^s), the last of n responses was d_i with the probability lambda_i times the mass of
    the other counts, which is mass s_i/n; summed over i, with s_1 + ... + s_m = n, this is the mass.
    """
    (node,) = context.trees()
    group, given_group, weight, given = (variable(name) for name in ("w", "g", "a", "r"))
    response = group * given_group + weight * given
    reader = with_names(
        context.interpreter,
        P_full=MatrixValue(((given_group, given),)),
        pi_column=MatrixValue(((group,), (weight,))),
        lam_column=MatrixValue(((response,),)),
    )
    mass, before, count, so_far, size = (variable(name) for name in ("mass", "before", "s", "t", "n"))
    law = variable("lambda_i")
    last = fact(size * law * before, "=", mass * count)
    return [
        *reader.obligations(node, "lambda_i by total probability"),
        context.shown(
            "the last response was d_i", fact(law * before, "=", mass * count / size), last, fact(size, ">=", 1)
        ),
        context.shown(
            "one more kind of last response",
            fact(mass * so_far / size + mass * count / size, "=", mass * (so_far + count) / size),
            fact(size, ">=", 1),
        ),
        context.shown("all kinds", fact(mass * so_far / size, "=", mass), fact(so_far, "=", size), fact(size, ">=", 1)),
    ]


def estimate_by_inversion(context: Context) -> Sequence[Part]:
    """Where P is square and invertible, the printed product solves lambda = P pi for pi.

    Both sides of the equation are put together from the categories one by one: for a row r of the inverse, r lambda is
    the sum over the categories l of pi_l times r p_l, and r p_l is 1 for the own category, else 0. The print is read
    with the row r for the inverse and lambda = (what the others make) + pi_j p_j.
    """
    (node,) = context.trees()
    match node:
        case tree.Chain(
            members=(tree.Name(name="pi_estimated"), tree.Product(factors=(tree.Power(), tree.Name()) as factors)),
            relations=("=",),
        ) if factors == (tree.Power(tree.Name("P"), tree.Negate(tree.Number("1"))), tree.Name("lam_estimated")):
            pass
        case _:
            raise MeaninglessError("the estimator is printed as the inverse of P times the estimated lambda")
    own, other, share, so_far = (variable(name) for name in ("own", "other", "a", "t"))
    return [
        context.shown("one more other category", fact(so_far + share * other, "=", so_far), fact(other, "=", 0)),
        context.shown("the own category", fact(0 + variable("pi_j") * own, "=", variable("pi_j")), fact(own, "=", 1)),
    ]


def rank_deficient(context: Context) -> Sequence[Part]:
    """If P v = 0 for some v != 0, two vectors pi with positive weights have the same law of the counts.

    The columns of P sum to one, so that 0 = 1'P v = 1'v: shown category by category. Then pi + t v sums to one, and has
    positive entries for t > 0 small enough; the law of a response, P pi, does not move. So no statistic has an
    expectation that tells the two apart.
    """
    image, total, step, weight = (variable(name) for name in ("s", "t", "v", "w"))
    size, least, bound = variable("tau"), variable("least"), variable("bound")
    small = [fact(size, ">", 0), fact(size * bound, "<=", least / 2), fact(least, ">", 0), fact(weight, ">=", least)]
    inside = [fact(-bound, "<=", step), fact(step, "<=", bound)]
    law, moved = variable("lambda_i"), variable("moved")
    return [
        context.shown("a column more", fact(image + step, "=", total + step), fact(image, "=", total)),
        context.shown("pi + t v has positive entries", fact(weight + size * step, ">", 0), *small, *inside),
        context.shown(
            "pi + t v sums to one", fact(1 + size * total, "=", 1), fact(total, "=", image), fact(image, "=", 0)
        ),
        context.shown("the law of a response is the same", fact(law + size * moved, "=", law), fact(moved, "=", 0)),
        context.shown(
            "another vector", fact(weight + size * step, "!=", weight), fact(step, "!=", 0), fact(size, ">", 0)
        ),
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


def best_rule(context: Context) -> Sequence[Part]:
    """Who declares Q after d_i is right with P(Q and d_i), else with P(Q^c and d_i); the responses do not interact.

    Where the print holds, declaring Q is at least as often right, and elsewhere at most as often.
    """
    (node,) = context.trees()
    reader = intruder(context.interpreter)
    printed = reader.formula(node)
    right, wrong = fact(WITH_Q, ">=", WITHOUT_Q), fact(WITHOUT_Q, ">=", WITH_Q)
    return [
        context.shown("where Q is declared", right, *a_response(printed)),
        context.shown("where Q is not declared", wrong, *a_response(negation(printed))),
    ]


def correct_predictions(context: Context) -> Sequence[Part]:
    """Both sums over the responses are the probability that the best rule is right: term by term, in both cases.

    The probability of a right prediction after d_i is the larger one of P(Q and d_i) and P(Q^c and d_i) (`best_rule`);
    what is not right makes up the Bayes risk under 0-1 loss.
    """
    (node,) = context.trees()
    match node:
        case tree.Chain(
            members=(tree.Operate(operator="G_alpha"), tree.BigSum() as first, tree.BigSum() as second),
            relations=("=", "="),
        ):
            pass
        case _:
            raise MeaninglessError("G_alpha(Q | Z) is printed as two sums over the responses")
    everything = (tree.Name("i"), tree.Number("1"), tree.Name("m"))
    if any((s.index, s.lower, s.upper) != everything for s in (first, second)):
        raise MeaninglessError("the sums run over all m responses")
    parts: list[Part] = []
    cases = (
        ("Q is likelier", 0, fact(WITH_Q, ">=", WITHOUT_Q)),
        ("Q is not likelier", 1, fact(WITHOUT_Q, ">=", WITH_Q)),
    )
    for label, place, case in cases:
        right = (WITH_Q, WITHOUT_Q)[place]
        for name, summed in (("first", first), ("second", second)):
            value, larger = _with_largest(context, summed.body, place)
            parts.append(context.shown(f"{name} sum, {label}: the larger one", larger, *a_response(case)))
            parts.append(context.shown(f"{name} sum, {label}", fact(value, "=", right), *a_response(case)))
    return parts


def _with_largest(context: Context, node: tree.Node, place: int) -> tuple[RationalFunction, Formula]:
    """The value of the node where the maximum that it prints is the argument at this place, and that it is."""
    said: list[Formula] = []

    def largest(interpreter: Interpreter, printed: tree.Apply) -> Value:
        values = [interpreter.number(argument) for argument in printed.arguments]
        said.extend(fact(values[place], ">=", value) for value in values)
        return values[place]

    reader = with_meanings(intruder(context.interpreter), functions={"max": largest})
    return reader.number(node), all_of(said)


def prediction_from_the_prior(context: Context) -> Sequence[Part]:
    """Without a response a rule always declares Q, or never: it is right with P(Q) or P(Q^c); G is the larger one."""
    (node,) = context.trees()
    parts: list[Part] = []
    for label, best, other, place in (("Q", CHANCE, ONE - CHANCE, 0), ("its complement", ONE - CHANCE, CHANCE, 1)):
        reader = with_meanings(
            intruder(context.interpreter).assuming(fact(best, ">=", other)),
            functions={"max": lambda i, printed, place=place: i.number(printed.arguments[place])},  # type: ignore[misc]
            operators={"G_alpha": lambda i, printed, best=best: best},  # type: ignore[misc]
        )
        parts += reader.obligations(node, f"{label} is likelier")
        _, larger = _with_largest(context, node.members[-1], place)  # type: ignore[attr-defined]
        parts.append(context.shown(f"{label} is likelier: the maximum", larger, fact(best, ">=", other)))
    return parts


def gain_between_one_and_two(context: Context) -> Sequence[Part]:
    """The printed chain, and the ratio, for the best predictions G from the prior and H with the response.

    H is a sum over the responses of the larger one of two parts whose sums are P(Q) and P(Q^c): so it is at least both
    and at most their sum; shown for one more response, after which the parts sum to A and B and their maxima to M.
    """
    (node,) = context.trees()
    before, after = variable("before"), variable("after")
    so_far, complement, best = variable("A"), variable("B"), variable("M")
    u, v = variable("u"), variable("v")
    summed = [fact(so_far, "<=", best), fact(complement, "<=", best), fact(best, "<=", so_far + complement)]
    parts: list[Part] = []
    for label, larger, smaller in (("Q", u, v), ("its complement", v, u)):
        more = [fact(larger, ">=", smaller), fact(smaller, ">=", 0), *summed]
        reached = [fact(so_far + u, "<=", best + larger), fact(complement + v, "<=", best + larger)]
        reached.append(fact(best + larger, "<=", so_far + u + complement + v))
        parts.append(context.shown(f"one more response, after which {label} is likelier", all_of(reached), *more))

    def prediction(_: Interpreter, printed: tree.Operate) -> Value:
        return after if printed.given else before

    reader = with_meanings(context.interpreter, operators={"G_alpha": prediction})
    largest = [fact(before, ">=", CHANCE), fact(before, ">=", ONE - CHANCE)]
    largest.append(any_of([fact(before, "=", CHANCE), fact(before, "=", ONE - CHANCE)]))
    sums = [fact(after, ">=", CHANCE), fact(after, ">=", ONE - CHANCE), fact(after, "<=", 1)]
    known = [*largest, *sums, fact(0, "<=", CHANCE), fact(CHANCE, "<=", 1)]
    ratio = all_of([fact(1, "<=", after / before), fact(after / before, "<=", 2)])
    return [
        *parts,
        *reader.assuming(*known).obligations(node),
        context.shown("the ratio is between 1 and 2", ratio, *known),
    ]


ENCODINGS: dict[str, Encoding] = {
    function.__name__: function
    for function in (
        law_of_the_counts,
        estimate_by_inversion,
        rank_deficient,
        by_bayes,
        best_rule,
        correct_predictions,
        prediction_from_the_prior,
        gain_between_one_and_two,
    )
}
