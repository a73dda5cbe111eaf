"""Designs of survey practice that ask two samples differently, so that a second unknown can be estimated too.

A respondent is in the first sample with probability `s`; the response is (number of the sample, answer). Given the
sizes n1, n2 of the samples, the estimators are those of s = n1 / (n1 + n2).
"""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import sympy

from mechanisms.catalogue.mechanism import Mechanism
from mechanisms.design import Design
from mechanisms.exact.domain import Domain, Parameter, within
from mechanisms.exact.formula import at_least
from mechanisms.exact.polynomial import Polynomial
from mechanisms.protocols.primitives import Choice, Coin
from mechanisms.protocols.protocol import Protocol, Steps

CHEATER = "cheater"
LIAR = "liar"
Answering = Callable[..., Steps]


def _mechanism(
    key: str,
    title: str,
    source: str,
    truths: Sequence[Hashable],
    answers: Sequence[Sequence[Hashable]],
    answering: Answering,
    domain: Domain,
    closed_form: Callable[[int, Any, Hashable], Any],
) -> Mechanism:
    """A two-sample mechanism: `answering(sample, truth, **parameters)` are the steps of one sample.

    `closed_form(sample, truth, answer)` is the printed probability of an answer in a sample.
    """

    def program(truth: Any, s: Any, **others: Any) -> Steps:
        sample = 1 if (yield Coin(s, "Which sample are you in: the first?")) else 2
        return sample, (yield from answering(sample, truth, **others))

    share = sympy.Symbol("s")
    responses = [(sample, answer) for sample in (1, 2) for answer in answers[sample - 1]]
    rows = [
        [(share if sample == 1 else 1 - share) * closed_form(sample, truth, answer) for sample, answer in responses]
        for truth in truths
    ]
    whole = Domain.of(within("s", 0, 1), *domain.parameters, conditions=domain.conditions)
    return Mechanism(
        key=key,
        title=title,
        source=source,
        protocol=Protocol(title, program, truths, whole, responses=responses),
        printed_matrix=Design(rows, whole, truths, responses, name=title),
    )


YES_NO = ((0, 1), (0, 1))


def _shares(*names: str) -> list[Parameter]:
    return [within(name, 0, 1) for name in names]


def unrelated_two_samples() -> Mechanism:
    """Unrelated question with unknown prevalence: sample i is asked the sensitive question with probability p_i.

    The truth is (x, b): the sensitive and the unrelated attribute. Source: Greenberg et al. 1969.
    """

    def answering(sample: int, truth: tuple[int, int], p1: Any, p2: Any) -> Steps:
        asked = yield Coin((p1, p2)[sample - 1], "Spin the spinner: does it point at the sensitive question?")
        return truth[0] if asked else truth[1]

    def closed_form(sample: int, truth: Any, answer: Hashable) -> Any:
        p = sympy.Symbol(f"p{sample}")
        yes = p * truth[0] + (1 - p) * truth[1]
        return yes if answer else 1 - yes

    return _mechanism(
        "unrelated-two-samples",
        "Unrelated question with unknown prevalence",
        "Greenberg, Abul-Ela, Simmons, Horvitz 1969",
        [(x, b) for x in (0, 1) for b in (0, 1)],
        YES_NO,
        answering,
        Domain.of(*_shares("p1", "p2")),
        closed_form,
    )


def moors() -> Mechanism:
    """The first sample is asked the sensitive question with probability p, the second only the unrelated one.

    The best choice of p2 = 0 in `unrelated_two_samples`. Source: Moors 1971.
    """

    def answering(sample: int, truth: tuple[int, int], p: Any) -> Steps:
        if sample == 2:
            return truth[1]
        asked = yield Coin(p, "Spin the spinner: does it point at the sensitive question?")
        return truth[0] if asked else truth[1]

    def closed_form(sample: int, truth: Any, answer: Hashable) -> Any:
        p = sympy.Symbol("p")
        yes = p * truth[0] + (1 - p) * truth[1] if sample == 1 else sympy.Integer(truth[1])
        return yes if answer else 1 - yes

    return _mechanism(
        "moors",
        "Moors' two samples",
        "Moors 1971: Optimization of the Unrelated Question Randomized Response Model",
        [(x, b) for x in (0, 1) for b in (0, 1)],
        YES_NO,
        answering,
        Domain.of(*_shares("p")),
        closed_form,
    )


def cheating_detection() -> Mechanism:
    """Forced yes with probability p_i in sample i; cheaters always say no.

    The truth is 1 or 0 for who follows the instructions, else "cheater". Source: Clark, Desharnais 1998.
    """

    def answering(sample: int, truth: Hashable, p1: Any, p2: Any) -> Steps:
        forced = yield Coin((p1, p2)[sample - 1], "Roll the die: are you told to say yes?")
        if truth == CHEATER:
            return 0
        return 1 if forced or truth == 1 else 0

    def closed_form(sample: int, truth: Hashable, answer: Hashable) -> Any:
        p = sympy.Symbol(f"p{sample}")
        yes = {CHEATER: sympy.Integer(0), 0: p, 1: sympy.Integer(1)}[truth]
        return yes if answer else 1 - yes

    return _mechanism(
        "cheating-detection",
        "Cheating detection",
        "Clark, Desharnais 1998: Honest Answers to Embarrassing Questions",
        (0, 1, CHEATER),
        YES_NO,
        answering,
        Domain.of(*_shares("p1", "p2")),
        closed_form,
    )


def symmetric_cheating_detection() -> Mechanism:
    """Forced yes with probability p_i and forced no with probability q_i in sample i; cheaters always say no.

    Source: Ostapczuk, Moshagen, Zhao, Musch 2009.
    """

    def answering(sample: int, truth: Hashable, p1: Any, q1: Any, p2: Any, q2: Any) -> Steps:
        p, q = ((p1, q1), (p2, q2))[sample - 1]
        told = yield Choice({"yes": p, "no": q, "truth": 1 - p - q}, "Roll the die: what does it ask for?")
        if truth == CHEATER or told == "no":
            return 0
        return 1 if told == "yes" or truth == 1 else 0

    def closed_form(sample: int, truth: Hashable, answer: Hashable) -> Any:
        p, q = sympy.symbols(f"p{sample} q{sample}")
        yes = {CHEATER: sympy.Integer(0), 0: p, 1: 1 - q}[truth]
        return yes if answer else 1 - yes

    names = ("p1", "q1", "p2", "q2")
    conditions = [at_least(1, Polynomial.variable(f"p{i}") + Polynomial.variable(f"q{i}")) for i in (1, 2)]
    return _mechanism(
        "symmetric-cheating-detection",
        "Symmetric cheating detection",
        "Ostapczuk, Moshagen, Zhao, Musch 2009",
        (0, 1, CHEATER),
        YES_NO,
        answering,
        Domain.of(*_shares(*names), conditions=conditions),
        closed_form,
    )


def stochastic_lie_detector() -> Mechanism:
    """Who does not have the attribute says no with probability p_i in sample i; who has it says yes, or lies.

    The truth is 0, 1, or "liar" for who has the attribute and denies it. Source: Moshagen, Musch, Erdfelder 2012.
    """

    def answering(sample: int, truth: Hashable, p1: Any, p2: Any) -> Steps:
        if truth != 0:
            return 1 if truth == 1 else 0
        told = yield Coin((p1, p2)[sample - 1], "You do not have the attribute: does the spinner ask for the truth?")
        return 0 if told else 1

    def closed_form(sample: int, truth: Hashable, answer: Hashable) -> Any:
        yes = {LIAR: sympy.Integer(0), 0: 1 - sympy.Symbol(f"p{sample}"), 1: sympy.Integer(1)}[truth]
        return yes if answer else 1 - yes

    return _mechanism(
        "stochastic-lie-detector",
        "Stochastic lie detector",
        "Moshagen, Musch, Erdfelder 2012: A Stochastic Lie Detector",
        (0, 1, LIAR),
        YES_NO,
        answering,
        Domain.of(*_shares("p1", "p2")),
        closed_form,
    )


def item_count(items: int = 4) -> Mechanism:
    """How many of the listed items apply? The first sample's list has the sensitive item as well.

    The truth is (x, how many of the `items` innocuous ones apply). Source: Droitcour et al. 1991.
    """

    def answering(sample: int, truth: tuple[int, int]) -> Steps:
        yield from ()
        return truth[0] + truth[1] if sample == 1 else truth[1]

    def closed_form(sample: int, truth: Any, answer: Hashable) -> Any:
        return sympy.Integer(int(answer == (truth[0] + truth[1] if sample == 1 else truth[1])))

    return _mechanism(
        "item-count",
        f"Item count with {items} innocuous items",
        "Droitcour et al. 1991: The Item Count Technique",
        [(x, count) for x in (0, 1) for count in range(items + 1)],
        (range(items + 2), range(items + 1)),
        answering,
        Domain.of(),
        closed_form,
    )
