"""Derivations to show with the claims of sections 5 and 6, appendices E to G."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from checks.papers.pan.derivations_reports import (
    best_binary_report,
    decoder_variance,
    guarantee,
    ordering,
    shown,
)
from checks.papers.pan.growth import fact
from derivations.estimation.moment_law import variable
from derivations.steps import Derivation, Step, Written
from derivations.theorems.relaxations.relaxation import history_derivation, response_probability


def mean_estimate() -> Derivation:
    """The estimate of a mean from stochastically rounded numbers."""
    x, low, high, f = (variable(name) for name in ("x", "l", "h", "f"))
    share = (f - low) / (high - low)
    observed = (share * x + 1 - share) / (x + 1)
    fraction = ((x + 1) * observed - 1) / (x - 1)
    inside = [fact(x, ">", 1), fact(low, "<", high)]
    steps = (
        Step(
            Written(
                "Pr(z = h) = (f - l)/(h - l)",
                r"\Pr(z=h)=\frac{f-l}{h-l}",
            ),
            "stochastic rounding, mean over the group",
        ),
        Step(
            Written(
                "E[((e^eps + 1) lambda_h - 1)/(e^eps - 1)] = (f - l)/(h - l)",
                r"E\Big[\frac{(e^\epsilon+1)\lambda_h-1}{e^\epsilon-1}\Big]=\frac{f-l}{h-l}",
            ),
            "randomized response of z, inverted",
            shown(fact(fraction, "=", share), *inside),
        ),
        Step(
            Written("l + (h - l) (f - l)/(h - l) = f", r"l+(h-l)\frac{f-l}{h-l}=f"),
            "E[z] = l + (h - l) Pr(z = h)",
            shown(fact(low + (high - low) * fraction, "=", f), *inside),
        ),
        Step(
            Written("l + h (f - l)/(h - l) - f = l (f - l)/(h - l)", r"l+h\frac{f-l}{h-l}-f=\frac{l(f-l)}{h-l}"),
            "the bias of (70) as printed",
            shown(fact(low + high * fraction - f, "=", low * (f - low) / (high - low)), *inside),
        ),
    )
    result = Written(
        "f_hat = l + (h - l) ((e^eps + 1) lambda_h - 1)/(e^eps - 1)",
        r"\hat f=l+(h-l)\frac{(e^\epsilon+1)\lambda_h-1}{e^\epsilon-1}",
    )
    return Derivation("Mean estimate from rounded numbers", steps, result)


def least_error() -> Derivation:
    """The least error of a guess from one report, and from all outputs of a relaxation."""
    x, m, largest, others = (variable(name) for name in ("x", "m", "M", "R"))
    bound = x / (x + m - 1)
    right, wrong = (response_probability(x, m, truth) for truth in (True, False))
    base = [fact(x, ">=", 1), fact(m, ">=", 2), fact(largest, ">=", 0)]
    report = shown(fact(largest, "<=", bound * (largest + others)), *base, fact(x * others, ">=", (m - 1) * largest))
    g, p = variable("g"), variable("p_a")
    history = shown(fact(g * p, "<=", g * right), *base[:2], fact(g, ">=", 0), fact(p, "<=", right))
    steps = (
        Step(
            Written("M <= e^eps/(e^eps + m - 1) (M + R)", r"M\leq\frac{e^\epsilon}{e^\epsilon+m-1}(M+R)"),
            "M is the largest chance of a report over the m values, R the sum of the others, each at least M e^-eps",
            report,
        ),
        Step("The M + R of all reports sum to m", "the chances of each of the m values sum to one"),
        Step(
            Written(
                "P(right guess) <= e^eps/(e^eps + m - 1)",
                r"\Pr(\text{right guess})\leq\frac{e^\epsilon}{e^\epsilon+m-1}",
            ),
            "X is uniform: each report is guessed rightly from at most M/m",
        ),
        Step("The response itself, as a guess, attains it", "it is right with the probability e^eps/(e^eps + m - 1)"),
        Step(
            Written(
                "P(h | a) = g p(o_n | a) <= g e^eps/(e^eps + m - 1)",
                r"\Pr(h\mid a)=g\,p(o_n\mid a)\leq g\frac{e^\epsilon}{e^\epsilon+m-1}",
            ),
            "a history has a factor without the truth; the factors of all histories with one last output sum to one",
            history,
        ),
        Step(
            "The value with the largest likelihood is the last output, and no other",
            "e^eps > 1",
            shown(fact(g * right, ">", g * wrong), fact(x, ">", 1), base[1], fact(g, ">", 0)),
        ),
    )
    result = Written(
        "least error = 1 - e^eps/(e^eps + m - 1)",
        r"\text{least error}=1-\frac{e^\epsilon}{e^\epsilon+m-1}",
    )
    return Derivation("Least error of a guess", steps, result)


def frequency_covariance() -> Derivation:
    """Covariances of one response, of a histogram, and of the estimated frequencies."""
    x, m = variable("x"), variable("m")
    p, q = (response_probability(x, m, truth) for truth in (True, False))
    scale = (x + m - 1) ** 2
    inside = [fact(x, ">", 1), fact(m, ">=", 2)]
    steps = (
        Step(
            Written(
                "Cov(Y_u, Y_w) = E[Y_u Y_w] - E[Y_u] E[Y_w]", r"\operatorname{Cov}(Y_u,Y_w)=E[Y_uY_w]-E[Y_u]E[Y_w]"
            ),
            "E[Y_u Y_w] = 0 for u other than w, as one response has one value; E[Y_u^2] = E[Y_u]",
        ),
        Step(
            Written(
                "Var(Y_x) = e^eps (m - 1)/(e^eps + m - 1)^2",
                r"\operatorname{Var}(Y_x)=\frac{e^\epsilon(m-1)}{(e^\epsilon+m-1)^2}",
            ),
            "the true value x",
            shown(fact(p - p**2, "=", x * (m - 1) / scale), *inside),
        ),
        Step(
            Written(
                "Var(Y_v) = (e^eps + m - 2)/(e^eps + m - 1)^2",
                r"\operatorname{Var}(Y_v)=\frac{e^\epsilon+m-2}{(e^\epsilon+m-1)^2}",
            ),
            "another value v",
            shown(fact(q - q**2, "=", (x + m - 2) / scale), *inside),
        ),
        Step("Cov(H) is the sum over the objects", "they answer independently"),
        Step(
            Written("P^-1 = ((e^eps + m - 1) I - J)/(e^eps - 1)", r"P^{-1}=\frac{(e^\epsilon+m-1)I-J}{e^\epsilon-1}"),
            "P = (p - q) I + q J; the inverse is symmetric",
            shown(fact((p - q) * (x + m - 1) / (x - 1), "=", 1), *inside),
        ),
    )
    result = Written(
        "Cov(P^-1 H/n) = P^-1 Cov(H) P^-1/n^2",
        r"\operatorname{Cov}(\tfrac1nP^{-1}H)=\frac{1}{n^2}P^{-1}\operatorname{Cov}(H)P^{-1}",
    )
    return Derivation("Covariances of estimated frequencies", steps, result)


DERIVATIONS_ESTIMATION: Mapping[str, Callable[[], Derivation]] = {
    **dict.fromkeys(("PAN-75", "PAN-138", "PAN-139", "PAN-140", "PAN-141"), guarantee),
    **dict.fromkeys(("PAN-82", "PAN-148", "PAN-149", "PAN-150", "PAN-151", "PAN-152"), decoder_variance),
    **dict.fromkeys(("PAN-83", "PAN-93"), ordering),
    **dict.fromkeys(("PAN-84", "PAN-86"), best_binary_report),
    "PAN-88": mean_estimate,
    **dict.fromkeys(("PAN-90", "PAN-159", "PAN-160"), history_derivation),
    **dict.fromkeys(("PAN-94", "PAN-96", "PAN-99"), least_error),
    **dict.fromkeys(("PAN-156", "PAN-158"), frequency_covariance),
}
